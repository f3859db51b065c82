"""Rational reconstruction: from long approximations to fractions.

An integer y with ``|x - y / 2^bits| <= error / 2^bits`` is a long approximation of x. If x is a
fraction with a denominator so small that no other one can be as near, it is the convergent of the
continued fraction of ``y / 2^bits`` at which the remainder becomes small, and half of the Euclidean
algorithm finds it: `half_gcd`, in quasi-linear time, by divide and conquer on the leading digits.

`denominator` guesses for one number, and is right but for one case in 2^32 by chance: a fraction
with denominator q within ``error / 2^bits`` of a random number exists with probability about
``q^2 error / 2^bits``, and `_GUARD_BITS` of that are kept free. `numerators` goes on to all entries
of a vector: times the denominator so far most are integers already, and those that are not
contribute another factor. A guess counts only after ``A n = d b`` in exact integers, or where the
bits exceed a proved bound.

Sources: Wang, *A p-adic algorithm for univariate partial fractions*, 1981; Moeller, *On
Schoenhage's algorithm and subquadratic integer gcd computation*, 2008; Kaltofen, Yang, *On exact
and approximate interpolation*, 2007 (early termination); Wan, 2006.
"""

from __future__ import annotations

from collections.abc import Iterable

from flint import fmpz

_GUARD_BITS = 32  # bits: one guess in 2^32 is wrong by chance
_MAX_EUCLID_BITS = 600  # bits to strip below which Euclid's algorithm itself is used (measured)

TwoByTwo = tuple[fmpz, fmpz, fmpz, fmpz]


def denominator(y: int, bits: int, error: int, guard: int = _GUARD_BITS) -> fmpz | None:
    """The denominator q of the fraction near y / 2^bits, if ``q^2 error 2^guard < 2^bits``."""
    one = fmpz(1) << bits
    t = fmpz(y) % one  # y = t (mod 2^bits): the denominator is the fraction's alone
    if t + t > one:
        t = one - t
    limit = bits - error.bit_length() - guard
    if limit < 0:
        return None
    if t <= error:
        return fmpz(1)
    # q below 2^(limit/2) leaves the remainder before it above this, and its own below
    (q, _, _, _), _, rest = half_gcd(one, t, bits - limit // 2 - 1)
    # q^2 error 2^guard < 2^bits, |q t - p 2^bits| <= q error
    if 2 * q.bit_length() > limit or rest > error * q:
        return None
    return q


def numerators(y: Iterable[int], bits: int, error: int, d: fmpz) -> tuple[list[fmpz], fmpz] | None:
    """All entries over their least common denominator, a multiple of d; None to ask for more."""
    half = fmpz(1) << (bits - 1)
    factors: list[tuple[int, fmpz]] = []  # (how many entries were found before, factor)
    entries: list[fmpz] = []
    allowed = d * error
    for value in map(fmpz, y):
        t = d * value
        n = (t + half) >> bits  # the integer next to d y / 2^bits
        rest = t - (n << bits)  # d y - n 2^bits
        if abs(rest) > allowed:
            q = denominator(int(rest), bits, int(allowed))
            if q is None:
                return None
            factors.append((len(entries), q))
            d *= q  # d x_i = n + p / q
            allowed *= q  # d error
            n = (d * value + half) >> bits
        entries.append(n)
    if d.bit_length() + error.bit_length() + _GUARD_BITS > bits:
        return None
    for count, q in factors:
        entries[:count] = [n * q for n in entries[:count]]  # n / d = n q / (d q)
    return entries, d


def half_gcd(a: fmpz, b: fmpz, low: int) -> tuple[TwoByTwo, fmpz, fmpz]:
    """Euclid's algorithm from a > b >= 0, a >= 2^low, to the first remainder below 2^low.

    Returns M = (m00, m01, m10, m11), a' and b' with ``a = m00 a' + m01 b'``,
    ``b = m10 a' + m11 b'`` and ``a' >= 2^low > b' >= 0``. M is the product of the matrices
    ``[q 1; 1 0]`` of the quotients q, so m10 / m00 is the last convergent of b / a, and
    ``b' = |m00 b - m10 a|``.
    """
    m00, m01, m10, m11 = fmpz(1), fmpz(0), fmpz(0), fmpz(1)
    while b.bit_length() > low:
        if (strip := a.bit_length() - low) > _MAX_EUCLID_BITS:
            half = strip // 2
            shift = max(a.bit_length() - 2 * half, 0)  # the leading 2 h digits tell h digits of M
            leading = a >> shift
            part, _, _ = half_gcd(leading, b >> shift, leading.bit_length() - half)
            p00, p01, p10, p11 = part
            x, y = p11 * a - p01 * b, p00 * b - p10 * a  # P^-1 (a, b), up to its sign
            if (p00 * p11 - p01 * p10) % 4 != 1:  # the determinant is -1
                x, y = -x, -y
            # quotients are right as long as the remainders that they lead to decrease and are not
            # negative: the last ones are taken back until they do, x > y >= 0
            while not x > y >= 0:
                q = p10 // p11 if p01 == p11 else p00 // p01
                p00, p01, p10, p11 = p01, p00 - q * p01, p11, p10 - q * p11
                x, y = q * x + y, x
            a, b = x, y
            m00, m01 = m00 * p00 + m01 * p10, m00 * p01 + m01 * p11  # M P
            m10, m11 = m10 * p00 + m11 * p10, m10 * p01 + m11 * p11
            if b.bit_length() <= low:
                break
        q, rest = divmod(a, b)  # a = q b + rest
        a, b = b, rest
        m00, m01, m10, m11 = q * m00 + m01, m00, q * m10 + m11, m10  # M [q 1; 1 0]
    return (m00, m01, m10, m11), a, b

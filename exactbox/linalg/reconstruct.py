"""Rational reconstruction: from long approximations to fractions with a common denominator.

Given integers ``y[i]`` with ``|x[i] - y[i] / 2^bits| <= error / 2^bits``, find the least common
denominator d and numerators n with ``x = n / d``. A continued fraction finds the denominator of
the first entry; times that, most other entries are already integers, and those that aren't
contribute another factor. An answer is a guess until ``A n = d b`` has been checked.

Why a wrong guess is rare: a fraction with denominator q within ``error / 2^bits`` of a random
number exists with probability about ``q^2 * error / 2^bits``, and `_GUARD` bits of that are kept
free.

Sources: Wang, *A p-adic algorithm for univariate partial fractions*, 1981 (reconstruction);
Kaltofen, Yang, *On exact and approximate interpolation*, 2007 (early termination); Wan, 2006.
"""

from __future__ import annotations

from collections.abc import Sequence

_GUARD = 32


def reconstruct(y: Sequence[int], bits: int, error: int) -> tuple[list[int], int] | None:
    """Numerators and their least common denominator, or None where more bits are needed."""
    one = 1 << bits
    half = one >> 1
    d = 1
    factors: list[tuple[int, int]] = []  # (how many entries were found before, factor)
    numerators: list[int] = []
    for value in y:
        t = d * value
        n = (t + half) >> bits
        rest = t - (n << bits)
        if abs(rest) > d * error:
            q = _denominator(abs(rest), bits, d * error)
            if q is None:
                return None
            factors.append((len(numerators), q))
            d *= q
            n = (d * value + half) >> bits
        numerators.append(n)
    if d.bit_length() + error.bit_length() + _GUARD > bits:
        return None
    for count, q in factors:
        numerators[:count] = [n * q for n in numerators[:count]]
    return numerators, d


def _denominator(t: int, bits: int, error: int) -> int | None:
    """The denominator of the first convergent within error/2^bits of t/2^bits, if it is small."""
    limit = bits - error.bit_length() - _GUARD
    previous, q = 0, 1  # denominators of successive convergents of t / 2^bits
    a, b = 1 << bits, t  # remainders: b = |t q - p 2^bits|
    while b > error * q:
        step, rest = divmod(a, b)
        a, b = b, rest
        previous, q = q, step * q + previous
        if 2 * q.bit_length() > limit:
            return None
    return q

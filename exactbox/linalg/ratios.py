"""A rational as two FLINT integers: numerator and positive denominator, perhaps not coprime.

Comparing, hashing, rounding and showing such a pair, each without cancelling more than it needs.
"""

from __future__ import annotations

import sys
from decimal import MAX_EMAX, MIN_EMIN, Decimal, localcontext
from fractions import Fraction

from flint import fmpq, fmpz

_WIDE = 80  # bits above which `short` shows a decimal instead of the fraction
_LONG = 20_000  # bits above which `short` does not bring a fraction to lowest terms
_TOP = 96  # leading bits that its decimal is made of
_PRIME = sys.hash_info.modulus


def same(a: tuple[fmpz, fmpz], b: tuple[fmpz, fmpz]) -> bool:
    """Whether two (numerator, denominator) pairs are the same rational."""
    return bool(a[0] == b[0]) if a[1] == b[1] else bool(a[0] * b[1] == b[0] * a[1])


def fraction(n: fmpz, d: fmpz) -> Fraction:
    """n/d in lowest terms; FLINT cancels long numbers much faster than Python."""
    q = fmpq(n, d)
    return Fraction(int(q.p), int(q.q))


class Residues:
    """Rationals modulo a prime: equal ones hash alike without being brought to lowest terms."""

    def __init__(self) -> None:
        self._inverse: dict[fmpz, int] = {}

    def of(self, n: fmpz, d: fmpz) -> int:
        """n/d modulo the prime; the prime itself where d has it as a factor that n has not."""
        if d not in self._inverse:
            self._inverse[d] = pow(int(d % _PRIME), -1, _PRIME) if d % _PRIME != 0 else 0
        inverse = self._inverse[d]
        if inverse:
            return int(n % _PRIME) * inverse % _PRIME
        q = fmpq(n, d)
        return self.of(q.p, q.q) if q.q % _PRIME != 0 else _PRIME


def nearest_float(n: fmpz, d: fmpz) -> float:
    """n/d rounded half to even; Python's int division is correctly rounded."""
    try:
        return int(n) / int(d)
    except OverflowError:
        return float("inf") if n > 0 else float("-inf")


def short(n: fmpz, d: fmpz) -> str:
    """n/d in a few characters; nothing long is divided, cancelled or written out for it."""
    if n == 0:
        return "0"
    if n.bit_length() + d.bit_length() <= _LONG:
        f = fraction(n, d)
        if f.numerator.bit_length() + f.denominator.bit_length() <= _WIDE:
            return str(f)
        n, d = fmpz(f.numerator), fmpz(f.denominator)
    up, down = (max(0, e.bit_length() - _TOP) for e in (n, d))
    with localcontext(prec=30, Emax=MAX_EMAX, Emin=MIN_EMIN):
        ratio = Decimal(int(n >> up)) / int(d >> down)
        text = f"{ratio * Decimal(2) ** (up - down):.12g}"
    return f"~{text} ({n.bit_length()}/{d.bit_length()} bits)"

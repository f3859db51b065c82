"""A rational as two FLINT integers: numerator and positive denominator, perhaps not coprime.

Comparing, hashing and rounding such a pair, each without cancelling more than it needs, and common
denominators of several.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from math import gcd

from flint import fmpq, fmpz

_PRIME = sys.hash_info.modulus


def same(a: tuple[fmpz, fmpz], b: tuple[fmpz, fmpz]) -> bool:
    """True if two (numerator, denominator) pairs are the same rational."""
    return bool(a[0] == b[0]) if a[1] == b[1] else bool(a[0] * b[1] == b[0] * a[1])


def common_multiple(denominators: Sequence[fmpz]) -> tuple[fmpz, list[fmpz]]:
    """The least common multiple D, and D / d of every one."""
    common = fmpz(1)
    for d in sorted(denominators, key=fmpz.bit_length, reverse=True):
        if common % d != 0:  # mostly each is a multiple of the shorter ones
            common = common.lcm(d)
    return common, [common // d for d in denominators]


def coprime(entries: Sequence[fmpq]) -> list[int]:
    """These rationals, not all 0, scaled to coprime integers, the first of them positive."""
    _, lacking = common_multiple([e.q for e in entries])
    whole = [int(e.p * factor) for e, factor in zip(entries, lacking, strict=True)]
    content = gcd(*whole) if next(filter(None, whole)) > 0 else -gcd(*whole)
    return [e // content for e in whole]


def residue(n: fmpz, d: fmpz, inverses: dict[fmpz, int]) -> int:
    """n/d modulo the prime; the prime itself where d has it as a factor that n has not.

    Equal rationals have equal residues, and need not be brought to lowest terms for it.
    ``inverses`` keeps 1/d of the denominators so far, and 0 for multiples of the prime.
    """
    if d not in inverses:
        inverses[d] = pow(int(d % _PRIME), -1, _PRIME) if d % _PRIME != 0 else 0
    if inverses[d]:
        return int(n % _PRIME) * inverses[d] % _PRIME
    q = fmpq(n, d)
    return residue(q.p, q.q, inverses) if q.q % _PRIME != 0 else _PRIME


def nearest_float(n: fmpz, d: fmpz) -> float:
    """n/d rounded half to even; Python's int division is correctly rounded."""
    try:
        return int(n) / int(d)
    except OverflowError:
        return float("inf") if n > 0 else float("-inf")

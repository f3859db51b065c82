"""Denominators of values that are computed one after the other.

Most values have one of few denominators, and a sum over equal ones needs no multiplication. So
denominators stand in a table, and it is remembered what becomes of them in sums and products.
Values are not reduced one by one, which would take most of the time; it is tried when a denominator
is twice as long as where it was tried last, so numbers stay about as short as they can be.
"""

from __future__ import annotations

from math import gcd
from typing import Any

from flint import fmpz

LONG = 192  # bits of a denominator from which it is tried to reduce it (6 acyclic processes of 200
# to 500 states: 1.05 times the best of each; with 96 1.04, with 48 1.14, with 384 1.20)
_FLINT = 1500  # bits from which FLINT's gcd is faster, the conversion included
_REMEMBERED = 1 << 18  # sums and products, for memory


def greatest_common_divisor(a: int, b: int) -> int:
    """gcd(a, b) > 0; of long numbers by FLINT, as Python's takes the square of their length."""
    if b.bit_length() < _FLINT:
        return gcd(a, b)
    return int(fmpz(a).gcd(fmpz(b)))


class Denominators:
    """A table of denominators, and of what becomes of them in sums and products.

    It is tried to reduce what stands over a denominator that is `due`.
    """

    def __init__(self) -> None:
        self.of: list[int] = []
        self.due: list[bool] = []
        self.products: dict[tuple[int, int], int] = {}
        self.sums: dict[tuple[int, int], tuple[int, int, int]] = {}
        self._place: dict[int, int] = {}
        self._limit: list[int] = []  # bits up to which it is not due
        self.place(1)  # at place 0

    def place(self, d: int, limit: int = 0) -> int:
        """The place of a denominator, which is not due up to so many bits."""
        k = self._place.get(d)
        if k is None:
            k = self._place[d] = len(self.of)
            self.of.append(d)
            self._limit.append(max(limit, LONG))
            self.due.append(d.bit_length() > self._limit[k])
        return k

    def product(self, k: int, d: int) -> int:
        """The place of a denominator times d."""
        self._forget(self.products)
        found = self.products[k, d] = self.place(self.of[k] * d, self._limit[k])
        return found

    def sum(self, i: int, j: int) -> tuple[int, int, int]:
        """The place of the least common multiple, and its quotients by the two."""
        self._forget(self.sums)
        a, b = self.of[i], self.of[j]
        shared = greatest_common_divisor(a, b)
        k = self.place(a // shared * b, max(self._limit[i], self._limit[j]))
        found = self.sums[i, j] = k, b // shared, a // shared
        return found

    def reduced(self, n: int, k: int) -> tuple[int, int]:
        """A numerator and the place of its denominator, in lower terms if they are much lower."""
        d = self.of[k]
        shared = greatest_common_divisor(n, d)
        if 4 * shared.bit_length() > d.bit_length():
            lower = d // shared
            return n // shared, self.place(lower, 2 * lower.bit_length() + LONG)
        self._limit[k], self.due[k] = 2 * d.bit_length(), False
        return n, k

    def _forget(self, known: dict[Any, Any]) -> None:
        """Make room."""
        if len(known) >= _REMEMBERED:
            known.clear()

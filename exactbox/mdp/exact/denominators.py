"""Denominators of values that are computed one after the other.

Most values have one of few denominators, and a sum over equal ones needs no multiplication. So
denominators stand in a table, which also caches the results of their sums and products. Values are
not all brought to lowest terms, which would take most of the time: that is tried only where a
denominator is twice as long as at the last try, so numbers stay about as short as they can be.
"""

from __future__ import annotations

from math import gcd

from flint import fmpz

# length of a denominator from which it is tried to reduce it (6 acyclic processes of 200 to 500
# states: 1.05 times the best of each; with 96 1.04, with 48 1.14, with 384 1.20)
MIN_REDUCED_BITS = 192
_MIN_FLINT_GCD_BITS = 1500  # from where FLINT's gcd is faster, the conversion included
_MAX_TABLE_ENTRIES = 1 << 18  # sums, and products, that are remembered


def greatest_common_divisor(a: int, b: int) -> int:
    """gcd(a, b) > 0; of long ones by FLINT, as Python's time is the square of their length."""
    if b.bit_length() < _MIN_FLINT_GCD_BITS:
        return gcd(a, b)
    return int(fmpz(a).gcd(fmpz(b)))


class Denominators:
    """A table of denominators, with a cache of their sums and products.

    A value whose denominator is `due` is to be brought to lowest terms.
    """

    def __init__(self) -> None:
        self.denominators: list[int] = []
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
            k = self._place[d] = len(self.denominators)
            self.denominators.append(d)
            self._limit.append(max(limit, MIN_REDUCED_BITS))
            self.due.append(d.bit_length() > self._limit[k])
        return k

    def product(self, k: int, d: int) -> int:
        """The place of a denominator times d."""
        if len(self.products) >= _MAX_TABLE_ENTRIES:
            self.products.clear()
        place = self.place(self.denominators[k] * d, self._limit[k])
        self.products[k, d] = place
        return place

    def sum(self, i: int, j: int) -> tuple[int, int, int]:
        """The place of the least common multiple, and its quotients by the two."""
        if len(self.sums) >= _MAX_TABLE_ENTRIES:
            self.sums.clear()
        a, b = self.denominators[i], self.denominators[j]
        shared = greatest_common_divisor(a, b)
        k = self.place(a // shared * b, max(self._limit[i], self._limit[j]))  # lcm(a, b)
        entry = self.sums[i, j] = k, b // shared, a // shared  # lcm / a, lcm / b
        return entry

    def reduce(self, n: int, k: int) -> tuple[int, int]:
        """A numerator and the place of its denominator, in lower terms if they are much lower."""
        d = self.denominators[k]
        shared = greatest_common_divisor(n, d)
        if 4 * shared.bit_length() > d.bit_length():
            lower = d // shared
            return n // shared, self.place(lower, 2 * lower.bit_length() + MIN_REDUCED_BITS)
        self._limit[k], self.due[k] = 2 * d.bit_length(), False
        return n, k

"""Exact vectors whose entries share denominators.

Values of a basis are long and most of them have one denominator; sums of products bring only those
denominators together that they meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import repeat
from typing import TypeVar

from flint import fmpq, fmpz

from exactbox.linalg.results.exact import ExactMatrix, ExactVector
from exactbox.linalg.results.ratios import common_multiple

T = TypeVar("T")


def known(value: T | None) -> T:
    """The value, which is there if all that was done before is right."""
    if value is None:
        raise ArithmeticError("what has to be there is missing: this is a bug, please report it")
    return value


class Values:
    """v[k] = numerators[k] / denominators[block_of[k]]; 0 where nothing was put.

    An entry is put once. Sums that meet the same blocks share a new one.
    """

    def __init__(self, length: int) -> None:
        self.numerators, self.block_of = [fmpz(0)] * length, [0] * length
        self.denominators = [fmpz(1)]
        self._short = {self.denominators[0]: 0}
        self._together: dict[tuple[int, ...], tuple[int, list[fmpz]]] = {}

    def put(self, k: int, value: fmpq) -> None:
        """v[k] = value, a short one."""
        if value.q not in self._short:
            self._short[value.q] = len(self.denominators)
            self.denominators.append(value.q)
        self.numerators[k], self.block_of[k] = value.p, self._short[value.q]

    def put_all(self, places: Sequence[int], x: ExactMatrix) -> None:
        """v[places[i]] = x[i]."""
        first = len(self.denominators)
        self.denominators += x.denominators
        for k, row, e in zip(places, x.numerators, x.block_of, strict=True):
            self.numerators[k], self.block_of[k] = fmpz(row[0]), first + e

    def sum(self, places: Iterable[int], factors: Iterable[int]) -> tuple[fmpz, int]:
        """sum_i factors[i] v[places[i]]: numerator and block."""
        numerators, block_of = self.numerators, self.block_of
        terms: dict[int, fmpz] = {}  # of each block
        for k, f in zip(places, factors):
            if n := numerators[k]:
                e = block_of[k]
                terms[e] = terms[e] + n * f if e in terms else n * f
        met = tuple(terms)
        if len(met) < 2:
            return (terms[e], e) if met else (fmpz(0), 0)
        if met not in self._together:
            common, cofactors = common_multiple([self.denominators[e] for e in met])
            self._together[met] = len(self.denominators), cofactors
            self.denominators.append(common)
        block, cofactors = self._together[met]
        return sum((n * f for n, f in zip(terms.values(), cofactors)), fmpz(0)), block

    def product(self, places: Iterable[int], factors: Iterable[int]) -> fmpq:
        """sum_i factors[i] v[places[i]]."""
        n, block = self.sum(places, factors)
        return fmpq(n, self.denominators[block])

    def rational(self, k: int) -> fmpq:
        """v[k]."""
        return fmpq(self.numerators[k], self.denominators[self.block_of[k]])

    def difference(self, k: int, other: fmpq) -> fmpz:
        """An integer with the sign of v[k] - other."""
        n, p = self.numerators[k], other.p
        return n * other.q - p * self.denominators[self.block_of[k]] if p else n

    def vector(
        self, places: Iterable[int], factors: Iterable[Fraction] = repeat(Fraction(1))
    ) -> ExactVector:
        """These entries, each times its factor."""
        blocks: dict[tuple[int, int], int] = {}
        block_of, rows = [], []
        for k, f in zip(places, factors):
            block_of.append(blocks.setdefault((self.block_of[k], f.denominator), len(blocks)))
            rows.append([self.numerators[k] * f.numerator])
        denominators = [self.denominators[e] * q for e, q in blocks]
        return ExactVector.of_blocks(denominators, block_of, rows, 1)

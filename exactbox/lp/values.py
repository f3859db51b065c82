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
    """v[k] = numerators[k] / denominators[k]; 0 where nothing was put.

    Entries of one block have the same object as denominator. An entry is put once.
    """

    def __init__(self, length: int) -> None:
        self._one = fmpz(1)
        self.numerators, self.denominators = [fmpz(0)] * length, [self._one] * length
        self._short = {self._one: self._one}
        self._together: dict[tuple[int, ...], tuple[fmpz, list[fmpz]]] = {}

    def put(self, k: int, value: fmpq) -> None:
        """v[k] = value, a short one."""
        d = value.q
        self.numerators[k], self.denominators[k] = value.p, self._short.setdefault(d, d)

    def put_all(self, places: Sequence[int], x: ExactMatrix) -> None:
        """v[places[i]] = x[i]."""
        for k, row, e in zip(places, x.numerators, x.block_of, strict=True):
            self.numerators[k], self.denominators[k] = fmpz(row[0]), x.denominators[e]

    def sum(self, places: Iterable[int], factors: Iterable[int]) -> tuple[fmpz, fmpz]:
        """sum_i factors[i] v[places[i]]: numerator and denominator."""
        numerators, denominators = self.numerators, self.denominators
        terms: dict[int, fmpz] = {}  # of each block
        over = list[fmpz]()
        for k, f in zip(places, factors):
            n = numerators[k]
            if n:
                d = denominators[k]
                e = id(d)
                if e in terms:
                    terms[e] += n * f
                else:
                    terms[e] = n * f
                    over.append(d)
        if not terms:
            return fmpz(0), self._one
        if len(terms) == 1:
            return terms[e], d
        met = tuple(terms)
        if met not in self._together:
            self._together[met] = common_multiple(over)
        common, cofactors = self._together[met]
        return sum((n * f for n, f in zip(terms.values(), cofactors)), fmpz(0)), common

    def rational(self, k: int) -> fmpq:
        """v[k]."""
        return fmpq(self.numerators[k], self.denominators[k])

    def difference(self, k: int, other: fmpq) -> fmpz:
        """An integer with the sign of v[k] - other."""
        n, p = self.numerators[k], other.p
        return n * other.q - p * self.denominators[k] if p else n

    def vector(
        self, places: Iterable[int], factors: Iterable[Fraction] = repeat(Fraction(1))
    ) -> ExactVector:
        """These entries, each times its factor."""
        blocks: dict[tuple[int, int], int] = {}
        denominators, block_of, rows = [], [], []
        for k, f in zip(places, factors):
            d, q = self.denominators[k], f.denominator
            if (id(d), q) not in blocks:
                blocks[id(d), q] = len(blocks)
                denominators.append(d * q)
            block_of.append(blocks[id(d), q])
            rows.append([self.numerators[k] * f.numerator])
        return ExactVector.of_blocks(denominators, block_of, rows, 1)

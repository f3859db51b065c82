"""Exact vectors in blocks: entries of one block share a denominator.

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

T = TypeVar("T")


def known(value: T | None) -> T:
    """The value, which is there if all that was done before is right."""
    if value is None:
        raise ArithmeticError("what has to be there is missing: this is a bug, please report it")
    return value


class Values:
    """v[k] = numerators[k] / denominators[block[k]]; 0 where nothing was put."""

    def __init__(self, length: int) -> None:
        self.numerators = [fmpz(0)] * length
        self.block = [0] * length
        self.denominators = [fmpz(1)]
        self._blocks = {fmpz(1): 0}  # of short denominators
        self._together: dict[tuple[int, ...], tuple[int, list[fmpz]]] = {}

    @classmethod
    def of(cls, values: Sequence[fmpq]) -> Values:
        """These rationals."""
        found = cls(len(values))
        for k, value in enumerate(values):
            found.put(k, value)
        return found

    def put(self, k: int, value: fmpq) -> None:
        """v[k] = value."""
        d = value.q
        if d not in self._blocks:
            self._blocks[d] = self.new_block(d)
        self.numerators[k], self.block[k] = value.p, self._blocks[d]

    def new_block(self, denominator: fmpz) -> int:
        """One more denominator."""
        self.denominators.append(denominator)
        return len(self.denominators) - 1

    def put_all(self, places: Sequence[int], x: ExactMatrix) -> None:
        """v[places[i]] = x[i]."""
        blocks = [self.new_block(d) for d in x.denominators]
        for k, row, e in zip(places, x.numerators, x.block_of, strict=True):
            self.numerators[k], self.block[k] = fmpz(row[0]), blocks[e]

    def put_sum(
        self, k: int, places: Iterable[int], factors: Iterable[int], less_than: int | None = None
    ) -> None:
        """v[k] = sum_i factors[i] v[places[i]]; or by how much it is less than an integer."""
        n, block = self._sum(places, factors)
        self.numerators[k] = n if less_than is None else less_than * self.denominators[block] - n
        self.block[k] = block

    def sum(self, places: Iterable[int], factors: Iterable[int]) -> fmpq:
        """sum_i factors[i] v[places[i]]."""
        n, block = self._sum(places, factors)
        return fmpq(n, self.denominators[block])

    def _sum(self, places: Iterable[int], factors: Iterable[int]) -> tuple[fmpz, int]:
        numerators, block = self.numerators, self.block
        terms: dict[int, fmpz] = {}
        for k, f in zip(places, factors):
            n = numerators[k]
            if n:
                e = block[k]
                terms[e] = terms[e] + n * f if e in terms else n * f
        if len(terms) < 2:
            return next(((n, e) for e, n in terms.items()), (fmpz(0), 0))
        met = tuple(sorted(terms))
        if met not in self._together:
            self._together[met] = self._common(met)
        found, cofactors = self._together[met]
        return sum((terms[e] * f for e, f in zip(met, cofactors)), fmpz(0)), found

    def _common(self, met: tuple[int, ...]) -> tuple[int, list[fmpz]]:
        """The block of the least common multiple, and what brings each of these to it."""
        denominators = [self.denominators[e] for e in met]
        common = denominators[0].lcm(denominators[1])
        for d in denominators[2:]:
            common = common.lcm(d)
        same = (e for e, d in zip(met, denominators) if d == common)
        block = next(same, -1)
        return self.new_block(common) if block < 0 else block, [common // d for d in denominators]

    def rational(self, k: int) -> fmpq:
        """v[k]."""
        return fmpq(self.numerators[k], self.denominators[self.block[k]])

    def difference(self, k: int, other: fmpq) -> fmpz:
        """An integer with the sign of v[k] - other."""
        return self.numerators[k] * other.q - other.p * self.denominators[self.block[k]]

    def vector(
        self, places: Sequence[int], factors: Sequence[Fraction] | None = None
    ) -> ExactVector:
        """These entries, each times its factor."""
        blocks: dict[tuple[int, int], int] = {}
        block_of, rows = [], []
        for k, f in zip(places, factors or repeat(Fraction(1))):
            block_of.append(blocks.setdefault((self.block[k], f.denominator), len(blocks)))
            rows.append([self.numerators[k] * f.numerator])
        denominators = [self.denominators[e] * q for e, q in blocks]
        return ExactVector.of_blocks(denominators, block_of, rows, 1)

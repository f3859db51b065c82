"""One step from a choice: how its Q-value compares with a value, in integers.

With v = N / D, W the sum of the weights, the reward p/q and the discount a/b, w(c) - v(own) has the
sign of q (a sum - b W N extra) + p b W D extra, where the sum of the weighted values is that over
D extra: if all is in integers, the sign of an integer.

Of many choices these signs may be found by several processes, each of a range of blocks, with the
values that they need and no others. What is remembered of a block is forgotten with the next, so
signs and work are those that one process finds, which goes on alone until all this is worth it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from operator import itemgetter
from typing import Any, NamedTuple

from ..files import GaveUp
from .budget import (
    MIN_SHARED_WORK,
    VISIT,
    Budget,
    map_in_order,
    price,
    range_numbers,
    without_collection,
)
from .rationals import Cofactors, Keyed


class Row(NamedTuple):
    """A choice: its weights, the places that they lead to, their sum, and a reward."""

    weights: Sequence[int]
    places: Sequence[int]
    whole: int
    reward: tuple[int, int]


class ValueTable(NamedTuple):
    """Values, all of them or those in use: v(k) = numerator[k] / denominator[block[k]]."""

    block: Keyed
    numerator: Keyed
    denominator: Keyed
    bits: int  # of the longest of all numbers
    discount: tuple[int, int]
    long: bool  # some number is: products are paid beside the loop

    def select(self, rows: Mapping[int, Row]) -> ValueTable:
        """Those that these rows need."""
        used = {*rows, *chain.from_iterable(row.places for row in rows.values())}
        block = {k: self.block[k] for k in used}
        numerator = {k: self.numerator[k] for k in used}
        denominator = {b: self.denominator[b] for b in {*block.values()}}
        return self._replace(block=block, numerator=numerator, denominator=denominator)


class Step:
    """The comparison of choices, one after another, with values."""

    def __init__(self, table: ValueTable, budget: Budget) -> None:
        self.table, self.budget = table, budget
        self.cofactors = Cofactors(table.denominator, budget)

    def compared(self, row: Row, own: int) -> Any:
        """An integer with the sign of w(c) - v(own)."""
        (weights, places, whole, (p, q)), (a, b) = row, self.table.discount
        block, numerator, budget = self.table.block, self.table.numerator, self.budget
        bits = self.table.bits + whole.bit_length()
        budget.spend((VISIT + (bits - self.table.bits) // 30) * (2 + len(weights)))
        if self.table.long:
            budget.product(bits * len(weights), bits - self.table.bits)
            budget.product(bits, b.bit_length())
        terms: dict[int, Any] = {}
        for w, k in zip(weights, places):
            e = block[k]
            terms[e] = terms[e] + w * numerator[k] if e in terms else w * numerator[k]
        total, extra = self.cofactors.add_up(terms, block[own])
        if extra != 1:
            budget.product(extra.bit_length(), bits + b.bit_length())
        left = (total if a == 1 else a * total) - b * whole * numerator[own] * extra
        if p == 0:
            return left
        common = self.table.denominator[block[own]] * extra
        budget.product(common.bit_length() + q.bit_length(), (whole * p * q).bit_length())
        return (left if q == 1 else q * left) + p * b * whole * common

    def signs(
        self, choices: Iterable[int], row: Callable[[int], Row], may_be: Sequence[int]
    ) -> Iterator[int]:
        """The sign of w(c) - v(c) of each choice, up to the first that may not be."""
        for c in choices:
            excess = self.compared(row(c), c)
            sign = (excess > 0) - (excess < 0)
            yield sign
            if sign not in may_be:
                return

    def block_signs(
        self, blocks: Sequence[Sequence[int]], row: Callable[[int], Row], may_be: Sequence[int]
    ) -> Iterator[int]:
        """The signs of the choices of each block in turn, by all who work for this budget."""
        table, budget, sizes = self.table, self.budget, list[int]()
        bits = [d.bit_length() for d in table.denominator]
        for b, block in enumerate(blocks):
            others = {table.block[k] for c in block[:1] for k in row(c).places}
            pairs = [(bits[e], max(bits[b] - bits[e], 0)) for e in others]  # products, a quotient
            sizes.append(sum(len(block) * price(m, n) + m * n // 1500 for m, n in pairs))
        if budget.executor is None or sum(sizes) < MIN_SHARED_WORK:
            return self.signs(chain.from_iterable(blocks), row, may_be)
        ranges = groupby(zip(range_numbers(sizes, budget.executor), blocks), key=itemgetter(0))
        parts = ({c: row(c) for _, block in group for c in block} for _, group in ranges)
        calls = ((table.select(rows), rows, may_be, budget.work) for rows in parts)
        return _paid(map_in_order(budget.executor, signs_of_range, calls), budget)


def _paid(ranges: Iterator[tuple[list[int], int]], budget: Budget) -> Iterator[int]:
    """The signs of ranges, once the work of each is paid."""
    for signs, work in ranges:
        budget.spend(work)
        yield from signs


@without_collection()
def signs_of_range(
    table: ValueTable, rows: Mapping[int, Row], may_be: Sequence[int], work: int
) -> tuple[list[int], int]:
    """The signs of a range, and the work; more than `work` if there is less, and then not all."""
    budget, signs = Budget(0, work), list[int]()
    try:
        signs.extend(Step(table, budget).signs(rows, rows.__getitem__, may_be))
    except GaveUp:
        return signs, work + 1
    return signs, work - budget.work

"""Trade-offs: what the plain check makes and calculates is paid before it is done.

What is checked, and why it suffices, is said in `..trade_off`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any, ClassVar

from .. import trade_off
from ..claim import Claim
from ..process import ZERO
from ..trade_off import Node, Product, Row
from .budget import ITEM, VISIT, Budget, metered
from .process import pay_for_model
from .timed import bits_of

FRACTION = 1500  # a sum, or a product, of short fractions


class FastProduct(Product):
    """The product, whose nodes, rows and fractions are paid for."""

    budget: ClassVar[Budget]

    def row(self, node: Node, c: int) -> Row:
        """A choice in this node; what it leads to for the first time is kept, too."""
        weights = self.layout.weight[self.layout.begin[c] : self.layout.begin[c + 1]]
        bits, before = sum(map(int.bit_length, weights)), len(self.found)
        aims, untils = len(self.aims), len(self.untils)
        self.budget.keep((2 * ITEM + bits // 4) * len(weights) + ITEM * (aims + 4))
        self.budget.spend(VISIT * (len(weights) + 1) * (aims * (1 + untils) + 2 * untils + 8))
        for weight in weights:
            self.budget.divisor(bits, weight.bit_length())
        row = super().row(node, c)
        self.budget.keep(ITEM * (8 + untils) * (len(self.found) - before))
        return row

    def resting(self) -> list[bool]:
        """The nodes with all goals won where the play can stay for ever and nothing is paid."""
        branches = sum([len(r.to) for rows in self.rows for r in rows])
        self.budget.keep(ITEM * (branches + len(self.rows)))
        return super().resting()

    def stays(self, n: int, rests: list[bool]) -> bool:
        """True where some choice pays nothing and leads to such nodes only."""
        self.budget.spend(VISIT * (1 + sum([1 + len(r.to) for r in self.rows[n]])))
        return super().stays(n, rests)

    def pick(self, actions: Sequence[int]) -> list[Row]:
        """The rows of a policy; what is looked for in its graph is paid, too."""
        self.budget.spend(10 * VISIT * len(self.rows))
        row = super().pick(actions)
        self.budget.spend(5 * VISIT * sum([len(r.to) for r in row]))
        return row

    def excess(
        self, row: Row, factors: Sequence[Fraction], v: dict[int, Fraction], own: Fraction
    ) -> Fraction:
        """r(c) + sum p v - own, with these factors of what is paid, and v = 0 where it has none."""
        self.budget.spend(VISIT * (1 + len(row.to)))
        return super().excess(row, factors, v, own)

    def dot(self, a: Iterable[Fraction], b: Iterable[Fraction]) -> Fraction:
        """The sum of products: all that is calculated."""
        total = ZERO
        for x, y in zip(a, b):
            if x and y:
                self.pay_for(x, y)
                term = x * y
                self.pay_for(total, term)
                total += term
        return total

    def pay_for(self, x: Fraction, y: Fraction) -> None:
        """Pay for a sum, or a product."""
        self.budget.spend(FRACTION)
        a, b = [n.numerator.bit_length() + n.denominator.bit_length() for n in (x, y)]
        if a + b > 200:
            self.budget.product(a, b, 4)
            self.budget.divisor(a, b)
            self.budget.divisor(a, b)


def check(question: Any, witness: Any, budget: Budget) -> Claim:
    """The check of `..trade_off`, with this kernel."""
    pay_for_model(question, budget)
    policies, bounds = members(witness, "policies"), members(witness, "bounds")
    budget.spend(VISIT // 10 * len(policies) ** 2)  # to tell their points apart
    lists = [members(each, "weights") for each in bounds]
    for each in members(question, "objectives"):
        form = each if isinstance(each, dict) else {}
        lists += [[form.get("bound")], members(form.get("reward"), "of")]
    for n in chain(*lists, members(witness, "shares"), members(witness, "inside")):
        if isinstance(n, list):
            budget.divisor(bits_of(n), bits_of(n))
    for each in (*bounds, *policies):
        pay_for_blocks(members(each, "values"), budget)
    return trade_off.check(question, witness, metered(FastProduct, budget))


def members(value: Any, name: str) -> list[Any]:
    """This list of an object, if it is one."""
    found = value.get(name) if isinstance(value, dict) else None
    return found if isinstance(found, list) else []


def pay_for_blocks(blocks: list[Any], budget: Budget) -> None:
    """Pay for the fractions that blocks of vectors become."""
    for block in blocks:
        if not isinstance(block, list) or len(block) < 3:
            continue
        denominator, _, *rows = block
        bits = bits_of(denominator)
        for n in [n for row in rows if isinstance(row, list) for n in row]:
            budget.keep(2 * ITEM + (bits + bits_of(n)) // 8)
            budget.spend(FRACTION)
            if isinstance(n, str) or bits > 60:
                budget.divisor(bits, bits_of(n))

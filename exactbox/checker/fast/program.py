"""Linear programs of long numbers: what the plain check calculates is paid before it is done.

What is checked, and why it suffices, is said in `..program`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial, total_ordering
from typing import Any

from .. import program
from ..claim import Claim
from ..linear import Row
from ..program import Bound, Program
from .budget import ITEM, VISIT, Budget
from .linear import SUM, PaidSystem, longest, pay_for_lists


@total_ordering
class Ratio:
    """n / d, not in lowest terms."""

    def __init__(self, n: int, d: int, budget: Budget) -> None:
        self.n, self.d, self.budget = n, d, budget

    def __sub__(self, bound: Fraction | int) -> int:
        """An integer with the sign of the difference."""
        p, q = bound.as_integer_ratio()
        if p == 0:
            return self.n
        self.budget.product(self.n.bit_length(), q.bit_length())
        self.budget.product(self.d.bit_length(), p.bit_length())
        return self.n * q - p * self.d

    def __rsub__(self, bound: Fraction | int) -> int:
        return -(self - bound)

    def __lt__(self, bound: Fraction | int) -> bool:
        return self - bound < 0

    def __eq__(self, bound: object) -> bool:
        return isinstance(bound, (Fraction, int)) and self - bound == 0


@dataclass(frozen=True, kw_only=True)
class PaidProgram(PaidSystem, Program):
    """The same program, whose calculations are paid."""

    def dot(self, row: Row, x: Any) -> Ratio:
        """row x."""
        budget, terms = self.budget, dict[int, int]()
        wide, long = longest(row), max([x.bits[j] for j in row], default=0)
        budget.spend(VISIT)
        budget.product(wide, long, len(row))
        for j, v in row.items():
            if x.rows[j]:
                e = x.block[j]
                terms[e] = terms.get(e, 0) + v * x.rows[j][0]
        if len(terms) < 2:
            ratios = (Ratio(n, x.denominators[e], budget) for e, n in terms.items())
            return next(ratios, Ratio(0, 1, budget))
        budget.spend(SUM * len(terms))
        block = max(terms, key=lambda e: x.denominators[e].bit_length())
        n, extra = x.cofactors.add_up(terms, block)
        over = x.denominators[block]
        budget.product(over.bit_length(), extra.bit_length())
        budget.keep(2 * ITEM + (n.bit_length() + over.bit_length() + extra.bit_length()) // 7)
        return Ratio(n, over * extra, budget)

    def gaps(self, corner: list[Bound]) -> Row:
        """The same: products with the common denominator, then with the rows of A."""
        budget, common = self.budget, self.least_multiple(b.denominator for b in corner[: self.n])
        bits = common.bit_length() + max((b.numerator.bit_length() for b in corner), default=0)
        budget.product(bits, bits, len(corner))
        budget.keep(len(corner) * (ITEM + bits // 8))
        for row in self.a:
            budget.product(bits, longest(row), len(row))
        return super().gaps(corner)

    def value(self, total: Fraction) -> Fraction:
        """The same, with the greatest common divisors."""
        n, d = total.as_integer_ratio()
        p, q = self.constant.as_integer_ratio()
        below = d.bit_length() + self.over.bit_length() + q.bit_length()
        above = n.bit_length() + p.bit_length() + below
        self.budget.divisor(above, below)
        self.pay_for_saying(above, below)
        return super().value(total)


def check(question: Any, witness: Any, budget: Budget) -> Claim:
    """What is proved about a linear program or a matrix game."""
    pay_for_lists(question, budget)
    pay_for_lists(witness, budget)
    for side in ("lower", "upper"):
        given = question.get(side) if isinstance(question, dict) else None
        for listed in given.values() if isinstance(given, dict) else ():
            budget.keep(3 * ITEM * len(listed) if isinstance(listed, list) else 0)
    return program.check(question, witness, partial(PaidProgram, budget=budget))

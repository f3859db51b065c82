"""The arithmetic of linear programs for long numbers: rationals in blocks, and everything is paid.

What is checked, and why it suffices, is said in `..program`.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import Any

from .. import program
from ..claim import Claim
from ..linear import Row
from ..program import Bound, Program
from .budget import ITEM, VISIT, Budget, distinct
from .linear import PaidArithmetic, longest, pay_for_lists


class PaidProgram(PaidArithmetic, program.Arithmetic):
    """The same in integers."""

    def signs(self, row: Row, x: Any, bounds: list[Bound]) -> list[int]:
        """The signs of row x - p / q, which are those of n q - p d e where row x = n / (d e)."""
        budget = self.budget
        budget.spend(VISIT)
        total, over = 0, 1
        for _, n, d, e in self.times(row, x):
            budget.product(d.bit_length(), e.bit_length())
            total, over = n, d * e
        found = []
        for bound in bounds:
            if bound == 0:
                difference = total
            else:
                p, q = bound.as_integer_ratio()
                budget.product(total.bit_length(), q.bit_length())
                budget.product(over.bit_length(), p.bit_length())
                difference = total * q - p * over
            found.append(int(difference > 0) - int(difference < 0))
        return found

    def common_multiple(self, numbers: list[int]) -> int:
        """The least common multiple."""
        common = 1
        for d in distinct(numbers):
            self.budget.multiple(common.bit_length(), d.bit_length())
            common = lcm(common, d)
        return common

    def combination(self, s: Program, corner: list[Bound], common: int, rows: list[int]) -> Row:
        """Paid for: products with the common denominator, then with the rows of A."""
        budget, bits = self.budget, common.bit_length()
        bound = max((b.numerator.bit_length() for b in corner), default=0)
        budget.product(bound, bits, len(corner))
        budget.keep(len(corner) * (ITEM + (bound + bits) // 8))
        for i in rows:
            budget.product(bound + bits, longest(s.a[i]), len(s.a[i]))
        return super().combination(s, corner, common, rows)

    def value(self, constant: Fraction, total: Fraction, over: int) -> Fraction:
        """Paid for with the greatest common divisors."""
        n, d = total.as_integer_ratio()
        p, q = constant.as_integer_ratio()
        below = d.bit_length() + over.bit_length() + q.bit_length()
        above = n.bit_length() + p.bit_length() + below
        self.budget.divisor(above, below)
        self.pay_for_saying(above, below)
        return super().value(constant, total, over)


def check(question: Any, witness: Any, budget: Budget) -> Claim:
    """What is proved about a linear program or a matrix game."""
    pay_for_lists(question, budget)
    pay_for_lists(witness, budget)
    for side in ("lower", "upper"):
        given = question.get(side) if isinstance(question, dict) else None
        for name in ("columns", "rows"):
            listed = given.get(name) if isinstance(given, dict) else None
            budget.keep(3 * ITEM * len(listed) if isinstance(listed, list) else 0)
    return program.check(question, witness, PaidProgram(budget))

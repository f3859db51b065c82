"""Linear programs of long numbers: what the plain check calculates is paid before it is done.

What is checked, and why it suffices, is said in `..program`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from .. import program
from ..claim import Claim
from ..linear import Row
from ..program import Bound, Program
from .budget import ITEM, VISIT, Budget
from .linear import SUM, PaidSystem, longest, pay_for_lists


@dataclass(frozen=True, kw_only=True)
class PaidProgram(PaidSystem, Program):
    """The same program, whose calculations are paid."""

    def is_least(self, row: Row) -> bool:
        """The same: the divisor is that of the denominator, or shorter."""
        digits = sum(v.bit_length() // 30 + 1 for v in row.values())
        self.budget.spend((self.over.bit_length() // 30 + 1) * digits)
        return super().is_least(row)

    def signs(self, row: Row, x: Any, bounds: list[Bound]) -> list[int]:
        """The signs of row x - p / q, which are those of n q - p d e where row x = n / (d e)."""
        budget, terms = self.budget, dict[int, int]()
        wide, long = longest(row), max([x.bits[j] for j in row], default=0)
        budget.spend(VISIT)
        budget.product(wide, long, len(row))
        for j, v in row.items():
            if x.rows[j]:
                e = x.block[j]
                terms[e] = terms.get(e, 0) + v * x.rows[j][0]
        n, over = 0, 1
        if terms:
            budget.spend(SUM * len(terms))
            block = max(terms, key=lambda e: x.denominators[e].bit_length())
            n, extra = x.cofactors.add_up(terms, block)
            budget.product(x.denominators[block].bit_length(), extra.bit_length())
            over = x.denominators[block] * extra
        return [self.sign_between(n, over, *b.as_integer_ratio()) for b in bounds]

    def sign_between(self, n: int, over: int, p: int, q: int) -> int:
        """The sign of n / over - p / q."""
        if p:
            self.budget.product(n.bit_length(), q.bit_length())
            self.budget.product(over.bit_length(), p.bit_length())
            n = n * q - p * over
        return int(n > 0) - int(n < 0)

    def combination(self, corner: list[Bound], common: int, rows: list[int]) -> Row:
        """The same: products with the common denominator, then with the rows of A."""
        budget, bits = self.budget, common.bit_length()
        bound = max((b.numerator.bit_length() for b in corner), default=0)
        budget.product(bound, bits, len(corner))
        budget.keep(len(corner) * (ITEM + (bound + bits) // 8))
        for i in rows:
            budget.product(bound + bits, longest(self.a[i]), len(self.a[i]))
        return super().combination(corner, common, rows)

    def value(self, total: Row) -> Fraction:
        """The same, with the greatest common divisors."""
        n, d = Fraction(total.get(0, 0)).as_integer_ratio()
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
        for name in ("columns", "rows"):
            listed = given.get(name) if isinstance(given, dict) else None
            budget.keep(3 * ITEM * len(listed) if isinstance(listed, list) else 0)
    return program.check(question, witness, partial(PaidProgram, budget=budget))

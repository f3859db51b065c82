"""Linear programs of long numbers: what the plain check calculates is paid before it is done.

What is checked, and why it suffices, is said in `..program`. With ratios that are not reduced
pilot87 takes 0.30 s, with FLINT's rationals in the plain kernel 2.1.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .. import program
from ..claim import Claim
from ..linear import Row
from ..program import Bound, Program
from .budget import ITEM, VISIT, Budget, metered
from .linear import SUM, MeteredSystem, longest, pay_for_lists


class Ratio:
    """n / d with d > 0, not in lowest terms: it is compared, and subtracted to be compared."""

    __slots__ = ("budget", "d", "n")

    def __init__(self, n: int, d: int, budget: Budget) -> None:
        self.n, self.d, self.budget = n, d, budget

    def as_integer_ratio(self) -> tuple[int, int]:
        """n and d, of which neither is calculated anew."""
        return self.n, self.d

    def sign(self, bound: Ratio | Fraction | int) -> int:
        """The sign of n / d - p / q, which is that of n q - p d."""
        p, q = bound.as_integer_ratio()
        if p == 0:
            return (self.n > 0) - (self.n < 0)
        self.budget.product(self.n.bit_length(), q.bit_length())
        self.budget.product(self.d.bit_length(), p.bit_length())
        left, right = self.n * q, p * self.d
        return (left > right) - (left < right)

    def __rsub__(self, bound: Fraction | int) -> int:
        """The sign of the difference, so that no long number is kept."""
        return -self.sign(bound)

    def __lt__(self, bound: Ratio | Fraction | int) -> bool:
        return self.sign(bound) < 0

    def __le__(self, bound: Ratio | Fraction | int) -> bool:
        return self.sign(bound) <= 0

    def __gt__(self, bound: Ratio | Fraction | int) -> bool:
        return self.sign(bound) > 0

    def __ge__(self, bound: Ratio | Fraction | int) -> bool:
        return self.sign(bound) >= 0

    def __eq__(self, bound: object) -> bool:
        return isinstance(bound, (Fraction, int)) and self.sign(bound) == 0


class MeteredProgram(MeteredSystem, Program):
    """A program whose calculations are paid for."""

    def dot(self, row: Row, x: Any) -> Ratio:
        """row x as a `Ratio`, which is kept to be compared."""
        budget, terms = self.budget, dict[int, int]()
        wide, long = longest(row), max([x.bits[j] for j in row], default=0)
        budget.spend(VISIT)
        budget.product(wide, long, len(row))
        for j, v in row.items():
            if x.rows[j]:
                e = x.block[j]
                terms[e] = terms.get(e, 0) + v * x.rows[j][0]
        if len(terms) < 2:
            n, d = next(((n, x.denominators[e]) for e, n in terms.items()), (0, 1))
        else:
            budget.spend(SUM * len(terms))
            block = max(terms, key=lambda e: x.denominators[e].bit_length())
            n, extra = x.cofactors.add_up(terms, block)
            d = x.denominators[block]
            budget.product(d.bit_length(), extra.bit_length())
            d = d * extra
            budget.keep(d.bit_length() // 7)
        budget.keep(2 * ITEM + n.bit_length() // 7)
        return Ratio(n, d, budget)

    def gaps(self, corner: list[Bound]) -> Row:
        """The gaps times a common denominator: products with that, then with the rows of A."""
        common = self.least_multiple(b.denominator for b in corner[: self.n])
        budget, wide = self.budget, common.bit_length()
        for b in corner:
            budget.division(wide, b.denominator.bit_length())
            budget.product(wide, b.numerator.bit_length())
        bits = wide + max((b.numerator.bit_length() for b in corner), default=0)
        budget.keep(len(corner) * (ITEM + bits // 8))
        for row in self.a:
            budget.product(bits, longest(row), len(row))
        return super().gaps([b.numerator * (common // b.denominator) for b in corner])

    def value(self, total: Ratio) -> Fraction:
        """The objective, once its greatest common divisors are paid."""
        p, q = self.constant.as_integer_ratio()
        below = total.d.bit_length() + self.over.bit_length() + q.bit_length()
        above = total.n.bit_length() + p.bit_length() + below
        self.budget.divisor(above, below)
        self.pay_for_text(above, below)
        return super().value(Fraction(total.n, total.d))


def check(question: Any, witness: Any, budget: Budget) -> Claim:
    """The claim about a linear program or a matrix game."""
    pay_for_lists(question, witness, budget)
    for side in ("lower", "upper"):
        given = question.get(side) if isinstance(question, dict) else None
        for bounds in given.values() if isinstance(given, dict) else ():
            budget.keep(3 * ITEM * len(bounds) if isinstance(bounds, list) else 0)
    return program.check(question, witness, metered(MeteredProgram, budget))

"""The kernel of a match: the plain one in integers, over one denominator of all values.

What is checked, and why it suffices, is said in `..match`: comparisons, and equations that hold of
the values times any number. All that this does is paid. The match of 12 tiles takes 0.96 s, with
FLINT's rationals in the plain kernel 1.8, with Python's fractions 4.5.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .. import match
from ..claim import Claim
from ..match import Block, Stage
from ..rules.shutbox import Box, Turns
from .budget import ITEM, VISIT, Budget
from .games import pay_for_turns
from .rationals import common_multiple


class Numerators(dict[int, int]):
    """The numerators of v over this denominator."""

    denominator: int


class Arithmetic(match.Arithmetic):
    """The kernel in integers, over the least common denominator of all values."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def turns(self, box: Box, starts: list[int]) -> Turns:
        """The turn as a process, once it is paid for."""
        pay_for_turns(box, starts, self.budget)
        turns = super().turns(box, starts)
        self.layout = turns.layout
        return turns

    def scale_shares(self, shares: dict[Stage, Fraction]) -> tuple[int, dict[Stage, Any]]:
        """A common denominator, and the numerators."""
        budget, numerators = self.budget, {}
        common = common_multiple([share.denominator for share in shares.values()], budget)
        for stage, share in shares.items():
            budget.division(common.bit_length(), share.denominator.bit_length())
            budget.product(common.bit_length(), share.denominator.bit_length())
            budget.keep(common.bit_length() // 8)
            numerators[stage] = share.numerator * (common // share.denominator)
        return common, numerators

    def values(self, firsts: list[Any], unit: int, blocks: list[Block]) -> Numerators:
        """v; what is calculated with it is paid, too.

        What is stored is given back, as it is not kept for the next stage.
        """
        budget, v, stored = self.budget, Numerators(), 0
        common = v.denominator = common_multiple([unit, *(d for d, _, _ in blocks)], budget)
        bits = common.bit_length()  # of the longest number
        for d, choices, numerators in [(unit, list(range(len(firsts))), firsts), *blocks]:
            budget.division(common.bit_length(), d.bit_length())
            factor = common // d
            longest = max(map(int.bit_length, numerators), default=0)
            budget.product(factor.bit_length(), longest, len(choices))
            bits = max(bits, factor.bit_length() + longest)
            size = 2 * (ITEM + bits // 8) * len(choices)  # for the holders there is another v
            budget.keep(size)
            stored += size
            v.update(zip(choices, [factor * n for n in numerators]))
        budget.memory += stored
        first, settled = self.layout.first, self.layout.begin[len(firsts)]
        branches, actions = len(self.layout.weight) - settled, first[-1] - first[settled]
        budget.spend((VISIT + bits // 30) * len(v) * len(v).bit_length() // 4)  # to rank them
        budget.spend(VISIT * branches // 2 + VISIT * actions // 6)  # to pick the best
        widest = bits * sum(self.layout.weight).bit_length()
        budget.spend((VISIT * 2 // 3 + widest // 900) * (branches + len(v)))  # for the equations
        return v

    def exact(self, v: Numerators, c: int) -> Fraction:
        """v(c); its complement is paid, too."""
        bits = v.denominator.bit_length()
        self.budget.divisor(v[c].bit_length(), bits)
        self.budget.spend(bits**2 // 3600)
        return Fraction(v[c], v.denominator)


def check(question: Any, witness: Any, budget: Budget) -> Claim:
    """The plain check, with this arithmetic."""
    return match.check(question, witness, Arithmetic(budget))

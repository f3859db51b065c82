"""The kernel of a match for long values: in blocks with common denominators, ranked by brackets.

What is checked, and why it suffices, is said in `..match`; all that this does is paid.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cmp_to_key
from itertools import groupby, pairwise
from typing import Any

from .. import match
from ..claim import Claim
from ..match import Block, Stage
from ..rules.shutbox import Box, Turns
from .budget import VISIT, Budget
from .games import pay_for_turns
from .rationals import Cofactors, Values, common_multiple


class Arithmetic(match.Arithmetic):
    """The same, in integers, over the denominators of the blocks."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def turns(self, box: Box, starts: list[int]) -> Turns:
        """The turn as a process, once it is paid for."""
        pay_for_turns(box, starts, self.budget)
        turns = super().turns(box, starts)
        begin, weight = turns.layout.begin, turns.layout.weight
        self.total_weight = [sum(weight[i:j]) for i, j in pairwise(begin)]
        return turns

    def in_units(self, shares: dict[Stage, Fraction]) -> tuple[int, dict[Stage, Any]]:
        """A common denominator, and the numerators."""
        budget, numerators = self.budget, {}
        common = common_multiple([share.denominator for share in shares.values()], budget)
        for stage, share in shares.items():
            budget.division(common.bit_length(), share.denominator.bit_length())
            budget.product(common.bit_length(), share.denominator.bit_length())
            budget.keep(common.bit_length() // 8)
            numerators[stage] = share.numerator * (common // share.denominator)
        return common, numerators

    def values(self, known: list[Any], unit: int, blocks: list[Block]) -> Values:
        """v, in blocks; what is known is the first."""
        count = len(self.total_weight)
        self.budget.spend(VISIT * count // 2 + unit.bit_length() // 10 * len(known))
        values = Values([], count, "values", self.budget)
        values.add("values", unit, list(range(len(known))), known)
        for d, choices, numerators in blocks:
            values.add("values", d, choices, numerators)
        return values

    def exact(self, v: Values, c: int) -> Fraction:
        """v(c); its complement is paid, too."""
        share = v.fraction(c)
        self.budget.spend(share.denominator.bit_length() ** 2 // 3600)
        return share

    def worst_first(self, v: Values) -> list[int]:
        """The choices by increasing value, of which most are told apart by their floors."""

        def difference(c: int, other: int) -> Any:
            self.budget.spend(VISIT)
            return v.difference(c, other)

        low = v.scaled_floor(*v.scale())
        self.budget.spend(VISIT * len(low))
        worst_first: list[int] = []
        by_floor = sorted(range(len(low) - 1, -1, -1), key=low.__getitem__)  # stable
        for _, group in groupby(by_floor, key=low.__getitem__):
            equal = list(group)  # as far as floors go; decreasing
            if len(equal) > 1:
                equal.sort(key=cmp_to_key(difference))
            worst_first += equal
        return worst_first

    def unequal(self, turns: Turns, v: Values, picked: list[int], settled: int) -> int | None:
        """A choice whose equation, times its denominator, does not hold; by blocks."""
        layout, whole, budget = turns.layout, self.total_weight, self.budget
        begin, weight, first = layout.begin, layout.weight, layout.first
        branches, actions = len(weight) - begin[settled], first[-1] - first[begin[settled]]
        budget.spend(VISIT * branches // 2 + VISIT * actions // 6)  # to pick the best
        widest = v.bits * max(whole).bit_length()
        budget.spend((VISIT * 2 // 3 + widest // 900) * (branches + len(whole)))
        cofactors, block, numerator = Cofactors(v.denominator, budget), v.block, v.numerator
        for members in v.members[1:]:
            for c in members:
                terms: dict[int, Any] = {}
                i, j = begin[c], begin[c + 1]
                for w, k in zip(weight[i:j], picked[i:j]):
                    e = block[k]
                    terms[e] = terms.get(e, 0) + w * numerator[k]
                total, extra = cofactors.add_up(terms, block[c])
                if total != whole[c] * numerator[c] * extra:
                    return c
        return None


def check(question: Any, witness: Any, budget: Budget) -> Claim:
    """The plain check, with this arithmetic."""
    return match.check(question, witness, Arithmetic(budget))

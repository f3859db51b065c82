"""Rationals in blocks, and their sums.

Exact values of thousands of states are long, and many have the same denominator. They come in
blocks with one denominator D each, v(k) = N(k) / D. A sum of terms from several blocks, over the
denominator D of one of them, multiplies each term by D / D_E. If some D_E does not divide D, both
sides are multiplied by D_E instead; nothing is assumed.
"""

from __future__ import annotations

from fractions import Fraction
from math import inf
from typing import Any

from .budget import VISIT, Budget
from .reading import MalformedCertificate, integer, integers, items, naturals

KEPT_BITS = 1 << 30  # of cofactors that are remembered
LONG = 60  # bits; shorter integers are calculated with in no time


class Values:
    """v(k) = numerator[k] / denominator[block[k]] for the keys k in `members`, which are by block.

    For keys below `count`; the block is -1 where there is no value.
    """

    def __init__(self, blocks: Any, count: int, what: str, budget: Budget) -> None:
        self.budget, self.what = budget, what
        self.block, self.numerator = [-1] * count, [0] * count
        self.denominator: list[int] = []
        self.members: list[list[int]] = []
        self.bits = 0  # of the longest numerator or denominator
        for b, block in enumerate(items(blocks, what)):
            here = f"{what}: block {b}"
            denominator, keys, numerators = items(block, here, 3)
            self.add(
                here,
                integer(denominator, f"{here}: denominator"),
                naturals(keys, here, count),
                integers(numerators, here, len(keys)),
            )

    def add(self, here: str, denominator: int, keys: list[int], numerators: list[int]) -> None:
        """One more block."""
        number = self.budget.number
        if denominator <= 0:
            raise MalformedCertificate(f"{here}: the denominator is not positive")
        b = len(self.denominator)
        longest = max(denominator, *numerators, -min(numerators, default=0))
        self.bits = max(self.bits, longest.bit_length())
        self.denominator.append(number(denominator))
        self.members.append(keys)
        for k, n in zip(keys, numerators):
            if self.block[k] >= 0:
                raise MalformedCertificate(f"{self.what}: {k} has two values")
            self.block[k] = b
            self.numerator[k] = number(n)

    def add_zero_and_one(self) -> None:
        """The constants 0 and 1, as two further keys."""
        self.block += [len(self.denominator)] * 2
        self.numerator += [0, 1]
        self.denominator.append(1)

    def fraction(self, k: int) -> Fraction:
        """v(k) in lowest terms."""
        n, d = self.numerator[k], self.denominator[self.block[k]]
        self.budget.divisor(n.bit_length(), d.bit_length())
        return Fraction(int(n), int(d))

    def difference(self, k: int, j: int) -> int:
        """An integer with the sign of v(k) - v(j)."""
        a, b = self.denominator[self.block[k]], self.denominator[self.block[j]]
        self.budget.spend(self.bits // 10)
        if a == b:
            return self.numerator[k] - self.numerator[j]
        self.budget.product(self.numerator[k].bit_length(), b.bit_length())
        self.budget.product(self.numerator[j].bit_length(), a.bit_length())
        return self.numerator[k] * b - self.numerator[j] * a

    @property
    def long(self) -> bool:
        """Whether some integer is."""
        return self.bits > LONG

    def leads(self) -> tuple[list[Any], list[Any]]:
        """Integers low <= 2^64 v(k) <= high; infinity where there is no value."""
        low: list[Any] = [inf] * len(self.block)
        for k, b in enumerate(self.block):
            if b >= 0:
                n, d = self.numerator[k], self.denominator[b]
                if self.long:
                    self.budget.division(n.bit_length() + 64, d.bit_length())
                low[k] = (n << 64) // d
        self.budget.spend(VISIT * len(low))
        return low, [n + 1 for n in low]


class Cofactors:
    """D / D_E for a block with denominator D and the others, E, that are met with it.

    Only those of one block D are remembered, since neighbours share it.
    """

    def __init__(self, denominators: list[int], budget: Budget) -> None:
        self.denominators, self.budget = denominators, budget
        self.block = -1
        self.known: dict[int, int] = {}
        self.bits = 0

    def add_up(self, terms: dict[int, Any], block: int) -> tuple[Any, Any]:
        """The sum of terms[e] / D_e as n / (D extra): n and extra."""
        if block != self.block or self.bits >= KEPT_BITS:
            self.block, self.known, self.bits = block, {block: 1}, 0
        known, budget = self.known, self.budget
        total, extra, others = 0, 1, []
        for e, term in terms.items():
            cofactor = known[e] if e in known else self._found(e)
            if cofactor == 1:
                total += term
            elif cofactor:
                budget.product(term.bit_length(), cofactor.bit_length())
                total += term * cofactor
            else:
                others.append(e)
        for e in others:
            term, d, common = terms[e], self.denominators[e], self.denominators[block]
            bits = common.bit_length()
            budget.product(total.bit_length() + extra.bit_length(), d.bit_length())
            budget.product(term.bit_length() + bits, extra.bit_length() + bits)
            total = total * d + term * common * extra  # over D extra D_e
            extra *= d
        return total, extra

    def _found(self, e: int) -> Any:
        """D / D_e, or 0 where that is not an integer."""
        common, d = self.denominators[self.block], self.denominators[e]
        self.budget.division(common.bit_length(), d.bit_length())
        quotient, rest = divmod(common, d)
        found = 0 if rest else quotient
        if self.bits < KEPT_BITS:
            self.known[e] = found
            self.bits += 64 + found.bit_length()
        return found

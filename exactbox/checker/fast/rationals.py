"""Rationals in blocks, and their sums.

Exact values of thousands of states are long, and many have the same denominator. They come in
blocks with one denominator D each, v(k) = N(k) / D. A sum of terms from several blocks, over the
denominator D of one of them, multiplies each term by D / D_E. If some D_E does not divide D, both
sides are multiplied by D_E instead; nothing is assumed.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..reading import MalformedCertificate, integer, integers, items, naturals, need
from .budget import VISIT, Budget, distinct

KEPT_BITS = 1 << 30  # of cofactors that are remembered
SHARED, SHARED_BITS = 4000, 1 << 27  # of a common denominator, and of all values over it
LONG = 60  # bits; shorter integers are calculated with in no time

Keyed = Sequence[Any] | Mapping[int, Any]


def common_multiple(numbers: Iterable[int], budget: Budget) -> int:
    """The least common multiple."""
    common = 1
    for d in distinct(numbers):
        budget.multiple(common.bit_length(), d.bit_length())
        common = math.lcm(common, d)
    return common


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
            need(keys, f"{here}: there are no keys")
            self.add(
                here,
                integer(denominator, f"{here}: denominator"),
                naturals(keys, here, count),
                budget.numbers(integers(numerators, here, len(keys))),
            )
            if budget.number is not int:  # they are there twice
                numerators.clear()

    def add(self, here: str, denominator: int, keys: list[int], numerators: list[Any]) -> None:
        """One more block."""
        if denominator <= 0:
            raise MalformedCertificate(f"{here}: the denominator is not positive")
        b = len(self.denominator)
        longest = max(denominator, *numerators, -min(numerators, default=0))
        self.bits = max(self.bits, longest.bit_length())
        self.denominator.append(self.budget.number(denominator))
        self.members.append(keys)
        for k, n in zip(keys, numerators):
            if self.block[k] >= 0:
                raise MalformedCertificate(f"{self.what}: {k} has two values")
            self.block[k] = b
            self.numerator[k] = n

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

    def scale(self) -> tuple[int, int]:
        """Scale and slack of `scaled_floor`: a short common denominator and 0, else 2^64 and 1."""
        scale = 1
        for d in distinct(self.denominator):
            self.budget.multiple(scale.bit_length(), d.bit_length())
            scale = math.lcm(scale, d)
            if scale.bit_length() > min(SHARED, SHARED_BITS // len(self.block)):
                return 1 << 64, 1
        return scale, 0

    def scaled_floor(self, scale: int, slack: int) -> list[Any]:
        """Integers n(k) <= scale v(k) <= n(k) + slack; where there is no value, 0."""
        budget, count = self.budget, len(self.block)
        long = max(self.bits, scale.bit_length()) > LONG
        budget.spend(VISIT * count)
        if slack:
            for n, b in zip(self.numerator, self.block) if long else ():
                budget.division(n.bit_length() + 64, self.denominator[b].bit_length())
            whole = [*self.denominator, 1]  # the last at -1, of no value
            return [(n << 64) // whole[b] for n, b in zip(self.numerator, self.block)]
        if long:
            for d in self.denominator:
                budget.division(scale.bit_length(), d.bit_length())
            digits = sum(map(int.bit_length, map(int, self.numerator))) // 30 + count
            budget.keep(scale.bit_length() // 8 * count)
            budget.spend((scale.bit_length() // 30 + 1) * digits)
        whole = [*(scale // d for d in self.denominator), 0]
        return [n * whole[b] for n, b in zip(self.numerator, self.block)]


class Cofactors:
    """D / D_E for a block with denominator D and the others, E, that are met with it.

    Only those of one block D are remembered, since neighbours share it.
    """

    def __init__(self, denominators: Keyed, budget: Budget) -> None:
        self.denominators, self.budget = denominators, budget
        self.block = -1
        self.cofactor_of: dict[int, int] = {}
        self.bits = 0

    def add_up(self, terms: dict[int, Any], block: int) -> tuple[Any, Any]:
        """The sum of terms[e] / D_e as n / (D extra): n and extra."""
        if block != self.block or self.bits >= KEPT_BITS:
            self.block, self.cofactor_of, self.bits = block, {block: 1}, 0
        cofactor_of, budget = self.cofactor_of, self.budget
        total, extra, others = 0, 1, []
        for e, term in terms.items():
            if e in cofactor_of:
                cofactor = cofactor_of[e]
            else:  # D / D_e, or 0 where that is not an integer
                common, d = self.denominators[block], self.denominators[e]
                budget.division(common.bit_length(), d.bit_length())
                quotient, rest = divmod(common, d)
                cofactor = 0 if rest else quotient
                if self.bits < KEPT_BITS:
                    cofactor_of[e] = cofactor
                    self.bits += 64 + cofactor.bit_length()
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

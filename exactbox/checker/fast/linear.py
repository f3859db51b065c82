"""The arithmetic of linear systems for long numbers: rationals in blocks, and everything is paid.

What is checked, and why it suffices, is said in `..linear`. The rows of a matrix X of the witness
stay as they are listed: x(j, c) = x[j][c] / denominators[block[j]]; neighbours share a denominator.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from .. import linear
from ..claim import Claim
from ..linear import Row, System
from ..reading import Json, holds
from .budget import ITEM, Budget, key
from .rationals import Cofactors, common_multiple

SUM = 800  # what the products of an entry of A X and of a block make
SHORT = 60  # bits of a modulus that the certificate writes in decimal
PRODUCT = 150  # of short integers, added to others


class Rationals(list[Row]):
    """The numerators of X, row by row, with their blocks."""

    def __init__(
        self, rows: list[Row], block: list[int], denominators: list[int], budget: Budget
    ) -> None:
        super().__init__(rows)
        self.rows = rows  # Python finds an item of a mere list sooner
        self.block = block
        self.denominators = [budget.number(d) for d in denominators]
        self.denominator_bits = [d.bit_length() for d in denominators]
        self.bits = [longest(row) for row in rows]
        self.cofactors = Cofactors(self.denominators, budget)


@dataclass(frozen=True, kw_only=True)
class PaidSystem(System):
    """The same in integers: entries of A X are n / (d e) with d of a block and e mostly 1."""

    budget: Budget

    def check_denominators(self) -> None:
        """The same: the divisor of a row and d(i) is that of d(i), or shorter."""
        for d, row, right in zip(self.d, self.a, self.b):
            if d > 1:
                digits = sum(v.bit_length() // 30 + 1 for v in (*row.values(), *right.values()))
                self.budget.spend((d.bit_length() // 30 + 1) * digits)
        super().check_denominators()

    def rationals(self, rows: list[Row], block: list[int], denominators: list[int]) -> Rationals:
        """X, as it is listed."""
        return Rationals(rows, block, denominators, self.budget)

    def check_product(self, a: Iterable[Row], x: Any, b: list[Row], otherwise: str) -> None:
        """A X = B, entry by entry: n / (d e) = r is checked as n = r d e. For rationals in B
        (A | -I) times X over B is 0."""
        if isinstance(b, Rationals):
            m = len(x)
            a = [{**row, m + j: -1} for j, row in enumerate(a)]
            x, b = stacked(x, b, self.budget), [{}] * len(b)
        budget = self.budget
        for i, (row, right) in enumerate(zip(a, b)):
            unmet = dict(right)
            for c, n, d, e in self.entries(row, x):
                r: Any = unmet.pop(c, 0)
                if r:
                    budget.product(r.bit_length(), d.bit_length())
                    budget.product(r.bit_length() + d.bit_length(), e.bit_length())
                    r = r * d * e
                if n != r:
                    unmet[c] = r
                    break
            holds(not unmet, f"row {i}: {otherwise}")

    def entries(self, row: Row, x: Rationals) -> Iterator[tuple[int, Any, Any, Any]]:
        """A row of integers times X: c, n, d and e for each entry n / (d e) that has terms."""
        budget = self.budget
        rows, blocks = x.rows, x.block
        visits = sum(len(rows[j]) for j in row)
        wide = longest(row)
        long = max((x.bits[j] for j in row), default=0)
        budget.product(wide, long, visits)
        budget.keep(stored := visits * (ITEM + (wide + long) // 8))
        sums: dict[int, dict[int, Any]] = {}  # column: block: sum
        for j, v in row.items():
            e = blocks[j]
            for c, n in rows[j].items():
                terms = sums.setdefault(c, {})
                terms[e] = terms.get(e, 0) + v * n
        budget.spend(SUM * sum(map(len, sums.values())))
        for c, terms in sums.items():
            block = max(terms, key=x.denominator_bits.__getitem__)
            one = len(terms) == 1  # then `add_up` would find the same, and later
            total, extra = (terms[block], 1) if one else x.cofactors.add_up(terms, block)
            yield c, total, x.denominators[block], extra
        budget.memory += stored

    def times(self, row: Row, x: Any) -> Row:
        """A row of integers times X, in lowest terms, with which it is paid for saying them."""
        total: Row = {}
        for c, n, d, e in self.entries(row, x):
            self.budget.product(d.bit_length(), e.bit_length())
            over = d * e
            self.pay_for_saying(n.bit_length(), over.bit_length())
            if n:
                total[c] = Fraction(int(n), int(over))
        return total

    def pay_for_saying(self, n: int, d: int) -> None:
        """Pay for a fraction of numbers of so many bits, and for its decimals."""
        self.budget.product(n + d, n + d)  # of the powers of ten that `said` divides by
        self.budget.spend(((n + d) // 30 + 1) * (d // 30 + 1))  # of the gcd, and of a rounding

    def residual(self, x: Any) -> Rationals:
        """A X - B, each row over a denominator that its entries have in common."""
        rows, block, denominators, budget = list[Row](), list[int](), list[int](), self.budget
        known: dict[int | str, int] = {}  # what stands for a denominator, to its block
        for row, right in zip(self.a, self.b):
            terms = {c: (int(n), int(d * e)) for c, n, d, e in self.entries(row, x)}
            common = self.least_multiple(over for _, over in terms.values())
            bits = common.bit_length()
            rest = {}
            for c, (n, over) in terms.items():
                budget.product(n.bit_length(), bits)
                rest[c] = n * (common // over)
            for c, v in right.items():
                budget.product(v.bit_length(), bits)
                rest[c] = rest.get(c, 0) - v * common
            budget.keep(len(right) * (ITEM + bits // 8))
            rows.append({c: n for c, n in rest.items() if n})
            block.append(known.setdefault(key(common), len(known)))
            if len(denominators) < len(known):
                denominators.append(common)
        return Rationals(rows, block, denominators, budget)

    def least_multiple(self, numbers: Iterable[int]) -> int:
        """The least common multiple; for each number what is calculated with it is paid, too."""
        listed = [*numbers]
        common = common_multiple(listed, self.budget)
        bits = common.bit_length()
        self.budget.keep((2 * ITEM + bits // 4) * len(listed))
        self.budget.product(2 * bits, 2 * bits, len(listed))
        return common

    def exceeds(self, divisor: int, modulus: int) -> bool:
        """The same. It is paid for what is calculated with D and M afterwards, too."""
        budget, square, over = self.budget, 0, 0  # bits
        for row in self.a:
            size = 2 * longest(row) + len(row).bit_length()
            budget.product(longest(row), longest(row), len(row))
            budget.product(square, size)
            square += size
        bits = divisor.bit_length() + modulus.bit_length()
        budget.product(bits, bits)
        budget.inverse(divisor.bit_length(), modulus.bit_length())
        for d in self.d:
            budget.product(over, d.bit_length())
            over += d.bit_length()
        self.pay_for_saying(bits, over)
        return super().exceeds(divisor, modulus)

    def remainders(self, minor: Json) -> list[Row]:
        """The same; the inverses of pivots are paid, too."""
        bits = minor["modulus"].bit_length()
        bits = bits if bits > SHORT else 0
        # what is kept of a row that is listed again and again is paid for each time
        sizes = [(len(row), sum(map(int.bit_length, row.values())) // 3) for row in self.a]
        for i in minor["rows"]:
            self.budget.keep(3 * ITEM + (2 * ITEM + bits // 7) * sizes[i][0])
            self.budget.spend(sizes[i][1] * (bits // 30 + 1))  # of the remainders
            self.budget.inverse(bits, bits)
        return super().remainders(minor)

    def add_multiple(self, factor: int, pivot: Row, row: Row, modulus: int) -> list[int]:
        """The same, paid before it is done, and what is new in the row when it is there."""
        bits = modulus.bit_length()
        self.budget.spend((PRODUCT + 2 * (bits // 30) ** 2) * len(pivot))
        new = super().add_multiple(factor, pivot, row, modulus)
        self.budget.keep((2 * ITEM + bits // 7) * len(new))
        return new


def longest(row: Row) -> int:
    """Bits of the longest number."""
    return max(map(int.bit_length, row.values()), default=0)


def stacked(x: Rationals, y: Rationals, budget: Budget) -> Rationals:
    """The rows of X, then those of Y."""
    after = len(x.denominators)
    block = x.block + [e + after for e in y.block]
    return Rationals([*x, *y], block, x.denominators + y.denominators, budget)


def check(question: Any, witness: Any, budget: Budget) -> Claim:
    """What is proved about a linear system; the rows of all matrices are paid for at once."""
    for part in (question, witness):
        for listed in part.values() if isinstance(part, dict) else ():
            for name, price in (("sizes", 3 * ITEM), ("places", ITEM)):
                length = listed.get(name) if isinstance(listed, dict) else None
                budget.keep(price * len(length) if isinstance(length, list) else 0)
    return linear.check(question, witness, partial(PaidSystem, budget=budget))

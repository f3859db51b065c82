"""Linear systems of long numbers: what the plain check calculates is paid before it is done.

What is checked, and why it suffices, is said in `..linear`. Nothing is gained in time: sums over
denominators of blocks are here as what they take is known before.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any, ClassVar

from .. import linear
from ..claim import Claim
from ..linear import Matrix, Row, System
from ..reading import Json
from .budget import ITEM, Budget, metered
from .rationals import Cofactors, common_multiple

SUM = 800  # what the products of an entry of A X and of a block make
SHORT = 60  # bits of a modulus that the certificate writes in decimal
PRODUCT = 150  # of short integers, added to others


@dataclass(frozen=True)
class MeasuredMatrix(Matrix):
    """A matrix, the bits of the longest number of each row, and quotients of denominators."""

    bits: list[int]
    cofactors: Cofactors


class MeteredSystem(System):
    """A system whose calculations are paid for."""

    budget: ClassVar[Budget]

    def check_denominators(self, what: str = "row {}") -> None:
        """Check that rows are in lowest terms, once their divisors are paid, none longer than d(i),
        and what least squares multiply B by."""
        for d, row, right in zip(self.d, self.a, self.b):
            if d > 1:
                digits = sum(v.bit_length() // 30 + 1 for v in (*row.values(), *right.values()))
                self.budget.spend((d.bit_length() // 30 + 1) * digits)
            if right:
                self.budget.product(longest(right), longest(right), len(right))
        super().check_denominators(what)

    def matrix(self, rows: list[Row], block: list[int], denominators: list[int]) -> Matrix:
        """A matrix with its measures."""
        cofactors = Cofactors(denominators, self.budget)
        return MeasuredMatrix(rows, block, denominators, [*map(longest, rows)], cofactors)

    def times(self, row: Row, x: Any) -> Row:
        """The row times x, once it is paid; what its sums take is given back."""
        visits, wide = sum([len(x.rows[j]) for j in row]), longest(row)
        long = max([x.bits[j] for j in row], default=0)
        stored = visits * (ITEM + (wide + long) // 8)
        self.budget.product(wide, long, visits)
        self.budget.keep(stored)
        total = super().times(row, x)
        self.budget.memory += stored
        return total

    def total(self, terms: Row, x: Any) -> Fraction:
        """The sum of the terms, over the longest denominator; the text of it is paid, too."""
        self.budget.spend(SUM * len(terms))
        block = max(terms, key=lambda e: x.denominators[e].bit_length())
        n, extra = x.cofactors.add_up(terms, block)
        d = x.denominators[block]
        self.budget.product(d.bit_length(), extra.bit_length())
        self.pay_for_text(n.bit_length(), (d * extra).bit_length())
        return Fraction(n, d * extra)

    def pay_for_text(self, n: int, d: int) -> None:
        """Pay for a fraction of numbers of so many bits, and for its decimals."""
        self.budget.product(n + d, n + d)  # of the powers of ten that the text divides by
        self.budget.spend(((n + d) // 30 + 1) * (d // 30 + 1))  # of the gcd, and of a rounding

    def numerators(self, row: Row, denominator: int) -> Row:
        """The numerators of a row over this denominator, once they are paid."""
        bits = denominator.bit_length()
        for v in row.values():
            self.budget.division(bits, v.denominator.bit_length())
            self.budget.product(v.numerator.bit_length(), bits)
            self.budget.keep(ITEM + bits // 8)
        return super().numerators(row, denominator)

    def least_multiple(self, numbers: Iterable[int]) -> int:
        """The least common multiple; for each number what is calculated with it is paid, too."""
        numbers = [*numbers]
        common = common_multiple(numbers, self.budget)
        bits = common.bit_length()
        self.budget.keep((2 * ITEM + bits // 4) * len(numbers))
        self.budget.product(2 * bits, 2 * bits, len(numbers))
        return common

    def exceeds(self, divisor: int, modulus: int) -> bool:
        """True if D M > 2 H; what is calculated with D and M afterwards is paid, too."""
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
        self.pay_for_text(bits, over)
        return super().exceeds(divisor, modulus)

    def remainders(self, minor: Json) -> list[Row]:
        """The rows of the minor modulo M, once they are paid, and the inverses of pivots."""
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
        """Add a multiple of the pivot's row, once it is paid, and pay for its new entries."""
        bits = modulus.bit_length()
        self.budget.spend((PRODUCT + 2 * (bits // 30) ** 2) * len(pivot))
        new = super().add_multiple(factor, pivot, row, modulus)
        self.budget.keep((2 * ITEM + bits // 7) * len(new))
        return new


def longest(row: Row) -> int:
    """Bits of the longest number."""
    return max(map(int.bit_length, row.values()), default=0)


def pay_for_lists(question: Any, witness: Any, budget: Budget) -> None:
    """Pay for the rows of all matrices of a question and of its witness."""
    parts = [part.values() for part in (question, witness) if isinstance(part, dict)]
    for matrix in chain.from_iterable(parts):
        for name, price in (("sizes", 3 * ITEM), ("places", ITEM)):
            length = matrix.get(name) if isinstance(matrix, dict) else None
            budget.keep(price * len(length) if isinstance(length, list) else 0)


def check(question: Any, witness: Any, budget: Budget) -> Claim:
    """The claim about a linear system; the rows of all matrices are paid for at once."""
    pay_for_lists(question, witness, budget)
    return linear.check(question, witness, metered(MeteredSystem, budget))

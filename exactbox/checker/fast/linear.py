"""The arithmetic of linear systems for long numbers: rationals in blocks, and everything is paid.

What is checked, and why it suffices, is said in `..linear`. The rows of a matrix X of the witness
stay as they are listed: x(j, c) = x[j][c] / denominators[block[j]]; neighbours share a denominator.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from math import gcd, lcm
from typing import Any

from .. import linear
from ..claim import Claim
from ..linear import Arithmetic, Row, System, transposed
from ..reading import InvalidCertificate, Json
from .budget import ITEM, Budget, key
from .rationals import Cofactors

SUM = 800  # what the products of an entry of A X and of a block make
PRODUCT = 150  # of short integers, added to others
SHORT = 60  # bits of a modulus that the certificate writes in decimal


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


class PaidArithmetic(Arithmetic):
    """The same in integers: entries of A X are n / (d e) with d of a block and e mostly 1."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def gcd(self, numbers: list[int]) -> int:
        """The greatest common divisor; the first of them is that of all, or longer."""
        digits = sum(v.bit_length() // 30 + 1 for v in numbers[1:])
        self.budget.spend((numbers[0].bit_length() // 30 + 1) * digits)
        return gcd(*numbers)

    def rationals(self, rows: list[Row], block: list[int], denominators: list[int]) -> Rationals:
        """X, as it is listed."""
        return Rationals(rows, block, denominators, self.budget)

    def check_product(self, a: list[Row], x: Any, b: list[Row], otherwise: str) -> None:
        """A X = B, entry by entry: n / (d e) = r is checked as n = r d e. For rationals in B
        (A | -I) times X over B is 0."""
        if isinstance(b, Rationals):
            m = len(x)
            a = [{**row, m + j: -1} for j, row in enumerate(a)]
            x, b = stacked(x, b, self.budget), [{}] * len(a)
        budget = self.budget
        for i, (row, right) in enumerate(zip(a, b)):
            unmet = dict(right)
            for c, n, d, e in self.times(row, x):
                r: Any = unmet.pop(c, 0)
                if r:
                    budget.product(r.bit_length(), d.bit_length())
                    budget.product(r.bit_length() + d.bit_length(), e.bit_length())
                    r = r * d * e
                if n != r:
                    unmet[c] = r
                    break
            if unmet:
                raise InvalidCertificate(f"row {i}: {otherwise}")

    def times(self, row: Row, x: Rationals) -> Iterator[tuple[int, Any, Any, Any]]:
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

    def whole(self, a: list[Row], x: Any) -> bool:
        """Whether A X is of integers: d e divides n in each entry n / (d e)."""
        for row in a:
            for _, n, d, e in self.times(row, x):
                self.budget.product(d.bit_length(), e.bit_length())
                self.budget.division(n.bit_length(), d.bit_length() + e.bit_length())
                if n % (d * e):
                    return False
        return True

    def normal(self, s: System, x: Any) -> bool:
        """Whether A' R = 0: what row i adds to an entry counts 1 / d(i)^2, and it is calculated
        times the square of a multiple of the d(i)."""
        normal, names, budget = list[Row](), [*map(key, s.d)], self.budget
        for column in transposed(s.a).values():
            common = 1
            for d in {names[i]: s.d[i] for i in column}.values():
                budget.multiple(common.bit_length(), d.bit_length())
                common = lcm(common, d)
            bits = common.bit_length()
            budget.keep(len(column) * (2 * ITEM + bits // 4))
            for v in column.values():
                budget.product(2 * bits + v.bit_length(), 2 * bits)
            normal.append({i: v * (common // s.d[i]) ** 2 for i, v in column.items()})
        rest = self.difference(s.a, x, s.b)
        return not any(n for column in normal for _, n, _, _ in self.times(column, rest))

    def difference(self, a: list[Row], x: Rationals, b: list[Row]) -> Rationals:
        """A X - B, each row over a denominator that its entries have in common."""
        rows, block, denominators, budget = list[Row](), list[int](), list[int](), self.budget
        known: dict[int | str, int] = {}  # what stands for a denominator, to its block
        for row, right in zip(a, b):
            common, terms = 1, []
            for c, n, d, e in self.times(row, x):
                budget.product(d.bit_length(), e.bit_length())
                over = int(d * e)
                if common != over:
                    budget.multiple(common.bit_length(), over.bit_length())
                    common = lcm(common, over)
                terms.append((c, int(n), over))
            bits = common.bit_length()
            budget.keep((len(terms) + len(right)) * (2 * ITEM + bits // 4))
            left = {}
            for c, n, over in terms:
                budget.division(bits, over.bit_length())
                budget.product(n.bit_length(), bits - over.bit_length())
                left[c] = n * (common // over)
            for c, v in right.items():
                budget.product(v.bit_length(), bits)
                left[c] = left.get(c, 0) - v * common
            rows.append({c: n for c, n in left.items() if n})
            block.append(known.setdefault(key(common), len(known)))
            if len(denominators) < len(known):
                denominators.append(common)
        return Rationals(rows, block, denominators, budget)

    def entry(self, row: Row, x: Any) -> Fraction:
        """The first entry of a row times X in lowest terms, with which it is paid for saying it."""
        for c, n, d, e in self.times(row, x):
            if c == 0:
                self.budget.product(d.bit_length(), e.bit_length())
                self.pay_for_saying(n.bit_length(), (d * e).bit_length())
                return Fraction(int(n), int(d * e))
        return Fraction(0)

    def pay_for_saying(self, n: int, d: int) -> None:
        """Pay for a fraction of numbers of so many bits, and for its decimals."""
        self.budget.product(n + d, n + d)  # of the powers of ten that `said` divides by
        self.budget.spend(((n + d) // 30 + 1) * (d // 30 + 1))  # of the gcd, and of a rounding

    def common_denominator(self, x: Any) -> int:
        """The least D > 0 for which D X is integers."""
        budget = self.budget
        divisors = [int(d) for d in x.denominators]  # of block e: gcd(its denominator, numerators)
        for row, e in zip(x.rows, x.block):
            for n in row.values():
                budget.divisor(divisors[e].bit_length(), n.bit_length())
                divisors[e] = gcd(divisors[e], n)
        common = 1
        for d, divisor in zip(x.denominators, divisors):
            budget.division(d.bit_length(), divisor.bit_length())
            budget.multiple(common.bit_length(), d.bit_length())
            common = lcm(common, int(d) // divisor)
        return common

    def exceeds(self, divisor: int, modulus: int, s: System) -> bool:
        """Whether D M > 2 H. It is paid for what is calculated with D and M afterwards, too."""
        budget, square, over = self.budget, 1, 0
        for row in s.a:
            budget.product(longest(row), longest(row), len(row))
            budget.product(square.bit_length(), 2 * longest(row) + len(row).bit_length())
            square *= sum(v * v for v in row.values())
        bits = divisor.bit_length() + modulus.bit_length()
        budget.product(bits, bits)
        budget.inverse(divisor.bit_length(), modulus.bit_length())
        for d in s.d:
            budget.product(over, d.bit_length())
            over += d.bit_length()
        self.pay_for_saying(bits, over)
        return (divisor * modulus) ** 2 > 4 * square

    def pivots(self, a: list[Row], minor: Json) -> Iterator[int]:
        """The pivots of a minor, each paid for with what will be calculated with it."""
        rows, columns, modulus = minor["rows"], minor["columns"], minor["modulus"]
        bits = 0 if modulus.bit_length() <= SHORT else modulus.bit_length()
        budget = self.budget
        # what is kept of a row that is listed again and again is paid for each time
        budget.keep(sum(3 * ITEM + (2 * ITEM + bits // 7) * len(a[i]) for i in rows))
        digits = [sum(map(int.bit_length, row.values())) // 3 for row in a]
        budget.spend(sum(digits[i] for i in rows) * (bits // 30 + 1))  # of the remainders
        rows_with: dict[int, list[int]] = {j: [] for j in columns}
        left = [{j: v % modulus for j, v in a[i].items() if j in rows_with} for i in rows]
        for k, row in enumerate(left):
            for j in row:
                rows_with[j].append(k)
        for k, (j, pivot) in enumerate(zip(columns, left)):
            p = pivot.pop(j, 0)  # 0 the second time that a row or a column is listed
            budget.inverse(bits, bits)
            yield p
            inverse = pow(p, -1, modulus)
            for i in rows_with[j]:
                if i > k:
                    row, size = left[i], len(left[i])
                    factor = -row.pop(j, 0) * inverse % modulus
                    budget.spend((PRODUCT + 2 * (bits // 30) ** 2) * len(pivot))
                    for c, v in pivot.items():
                        row[c] = (row.get(c, 0) + factor * v) % modulus
                    new = len(row) + 1 - size  # columns, which a dict has last
                    budget.keep((2 * ITEM + bits // 7) * new)
                    for c in islice(reversed(row), new):
                        rows_with[c].append(i)


def longest(row: Row) -> int:
    """Bits of the longest number."""
    return max(map(int.bit_length, row.values()), default=0)


def stacked(x: Rationals, y: Rationals, budget: Budget) -> Rationals:
    """The rows of X, then those of Y."""
    after = len(x.denominators)
    block = x.block + [e + after for e in y.block]
    return Rationals([*x, *y], block, x.denominators + y.denominators, budget)


def pay_for_lists(part: Any, budget: Budget) -> None:
    """Pay for the rows of all matrices of a question or witness."""
    for listed in part.values() if isinstance(part, dict) else ():
        for name, price in (("sizes", 3 * ITEM), ("places", ITEM)):
            length = listed.get(name) if isinstance(listed, dict) else None
            budget.keep(price * len(length) if isinstance(length, list) else 0)


def check(question: Any, witness: Any, budget: Budget) -> Claim:
    """What is proved about a linear system; the rows of all matrices are paid for at once."""
    pay_for_lists(question, budget)
    pay_for_lists(witness, budget)
    return linear.check(question, witness, PaidArithmetic(budget))

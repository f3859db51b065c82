"""Rational matrices, as certificates list them, and their products.

A matrix of integers is listed by its non-zeros, row by row: row i has sizes[i] of them, in
increasing columns (`places`), with the values `numerators`. In a matrix X of rationals row j is
over denominators[blocks[j]]: neighbours share a denominator.

A system A X = B has m rows, A has n columns and B has k. Row i of (A | B) is listed as integers
over a denominator d(i) > 0, the least: gcd(d(i), the integers of row i) = 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate
from math import gcd, lcm
from operator import ge
from typing import Any, NamedTuple

from .budget import ITEM, Budget, key
from .rationals import Cofactors
from .reading import (
    InvalidCertificate,
    MalformedCertificate,
    fields,
    integers,
    natural,
    naturals,
)

Row = dict[int, int]  # column to value, without zeros

SUM = 800  # what the products of an entry of A X and of a block make


class System(NamedTuple):
    """A X = B in integers: each row times its denominator. B is 0 where it is not asked about."""

    a: list[Row]
    b: list[Row]
    columns: int
    right_columns: int
    denominators: list[int]
    entry: list[int]  # of X, if one is asked for: its row and column


class Rationals:
    """A matrix X of rationals: x(j, c) = rows[j][c] / denominators[block[j]]."""

    def __init__(
        self, rows: list[Row], block: list[int], denominators: list[int], budget: Budget
    ) -> None:
        self.rows, self.block = rows, block
        self.denominators = [budget.number(d) for d in denominators]
        self.denominator_bits = [d.bit_length() for d in denominators]
        self.bits = [max(map(int.bit_length, row.values()), default=0) for row in self.rows]
        self.cofactors = Cofactors(self.denominators, budget)


# Reading ------------------------------------------------------------------------------------------


def read_system(question: dict[str, Any], budget: Budget) -> System:
    """A and B in integers, from their one normal form."""
    denominators = _positive(question["denominators"], "question")
    m, parts = len(denominators), []
    for name in ("matrix", "right"):
        if name in question:
            given = fields(question[name], "columns numerators places sizes", name)
            columns = natural(given["columns"], f"{name}: columns")
            parts.append((_rows(given, name, m, columns, budget), columns))
        else:
            parts.append(([{}] * m, 0))
    (a, n), (b, k) = parts
    for i, d in enumerate(denominators):
        if d > 1:
            numbers = [*a[i].values(), *b[i].values()]
            digits = sum(v.bit_length() // 30 + 1 for v in numbers)
            budget.spend((d.bit_length() // 30 + 1) * digits)
            if gcd(d, *numbers) > 1:
                raise MalformedCertificate(f"row {i} is not over its least denominator")
    place = {"row": n, "column": k}
    entry = [natural(question[key], key, place[key]) for key in place if key in question]
    return System(a, b, n, k, denominators, entry)


def rationals(given: Any, what: str, rows: int, columns: int, budget: Budget) -> Rationals:
    """A matrix of the witness."""
    fields(given, "blocks denominators numerators places sizes", what)
    denominators = _positive(given["denominators"], what)
    block = naturals(given["blocks"], f"{what}: blocks", len(denominators), rows)
    if len(denominators) > max(len({*block}), 1):  # without rows there may be one
        raise MalformedCertificate(f"{what}: a block has no rows")
    return Rationals(_rows(given, what, rows, columns, budget), block, denominators, budget)


def _positive(value: Any, what: str) -> list[int]:
    """Denominators."""
    numbers = integers(value, f"{what}: denominators")
    if numbers and min(numbers) <= 0:
        raise MalformedCertificate(f"{what}: a denominator is not positive")
    return numbers


def _rows(given: dict[str, Any], what: str, m: int, columns: int, budget: Budget) -> list[Row]:
    """The m rows of a matrix that is listed by its non-zeros."""
    sizes = naturals(given["sizes"], f"{what}: sizes", length=m)
    places = naturals(given["places"], f"{what}: places", columns)
    numerators = integers(given["numerators"], f"{what}: numerators", len(places))
    if sum(sizes) != len(places):
        raise MalformedCertificate(f"{what}: {len(places)} places, need {sum(sizes)}")
    if 0 in numerators:
        raise MalformedCertificate(f"{what}: a zero is listed")
    budget.keep(3 * ITEM * m + ITEM * len(places))
    rows = []
    for i, (size, end) in enumerate(zip(sizes, accumulate(sizes))):
        here = places[end - size : end]
        if any(map(ge, here, here[1:])):
            raise MalformedCertificate(f"{what}: row {i}: the places do not increase")
        rows.append(dict(zip(here, numerators[end - size : end])))
    return rows


# Products -----------------------------------------------------------------------------------------


def check_product(a: list[Row], x: Rationals, b: list[Row], false: str, budget: Budget) -> None:
    """A X = B, entry by entry: n / (d e) = r is checked as n = r d e."""
    for i, (row, right) in enumerate(zip(a, b)):
        unmet = dict(right)
        for c, n, d, e in times(row, x, budget):
            r: Any = unmet.pop(c, 0)
            if r:
                budget.product(r.bit_length(), d.bit_length())
                budget.product(r.bit_length() + d.bit_length(), e.bit_length())
                r = r * d * e
            if n != r:
                raise InvalidCertificate(f"row {i}: {false}")
        if unmet:
            raise InvalidCertificate(f"row {i}: {false}")


def times(row: Row, x: Rationals, budget: Budget) -> Iterator[tuple[int, Any, Any, Any]]:
    """A row of integers times X: c, n, d and e for each entry n / (d e) that has terms."""
    visits = sum(len(x.rows[j]) for j in row)
    wide = max(map(int.bit_length, row.values()), default=0)
    long = max((x.bits[j] for j in row), default=0)
    budget.product(wide, long, visits)
    budget.keep(stored := visits * (ITEM + (wide + long) // 8))
    sums: dict[int, dict[int, Any]] = {}  # column: block: sum
    for j, v in row.items():
        e = x.block[j]
        for c, n in x.rows[j].items():
            terms = sums.setdefault(c, {})
            terms[e] = terms.get(e, 0) + v * n
    budget.spend(SUM * sum(map(len, sums.values())))
    for c, terms in sums.items():
        block = max(terms, key=x.denominator_bits.__getitem__)
        one = len(terms) == 1  # then `add_up` would find the same, and later
        total, extra = (terms[block], 1) if one else x.cofactors.add_up(terms, block)
        yield c, total, x.denominators[block], extra
    budget.memory += stored


def whole(row: Row, x: Rationals, budget: Budget) -> bool:
    """Whether a row of integers times X is integers: d e divides n in each entry n / (d e)."""
    for _, n, d, e in times(row, x, budget):
        budget.product(d.bit_length(), e.bit_length())
        budget.division(n.bit_length(), d.bit_length() + e.bit_length())
        if n % (d * e):
            return False
    return True


def difference(a: list[Row], x: Rationals, b: list[Row], budget: Budget) -> Rationals:
    """A X - B, each row over a denominator that its entries have in common."""
    rows, block, denominators = [], [], list[int]()
    known: dict[int | str, int] = {}  # what stands for a denominator, to its block
    for row, right in zip(a, b):
        common, terms = 1, []
        for c, n, d, e in times(row, x, budget):
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


def stacked(x: Rationals, y: Rationals, budget: Budget) -> Rationals:
    """The rows of X, then those of Y."""
    after = len(x.denominators)
    block = x.block + [e + after for e in y.block]
    return Rationals(x.rows + y.rows, block, x.denominators + y.denominators, budget)


def common_denominator(x: Rationals, budget: Budget) -> int:
    """The least D > 0 for which D X is integers."""
    divisors = [int(d) for d in x.denominators]  # of block e: gcd(its denominator, its numerators)
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


def fraction(n: Any, d: Any, budget: Budget) -> Fraction:
    """n / d in lowest terms, with which it is paid for saying it."""
    n, d = int(n), int(d)
    size, bits = n.bit_length() + d.bit_length(), d.bit_length()
    budget.product(size, size)  # of the powers of ten that `said` divides by
    budget.spend((size // 30 + 1) * (bits // 30 + 1))  # of the gcd, and of a rounding
    return Fraction(n, d)


def transpose(a: list[Row]) -> dict[int, Row]:
    """The columns of A that have entries."""
    columns: dict[int, Row] = {}
    for i, row in enumerate(a):
        for j, v in row.items():
            columns.setdefault(j, {})[i] = v
    return columns

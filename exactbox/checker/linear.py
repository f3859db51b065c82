"""Linear systems: what is said of A X = B over the rationals, and why it is so.

The question. A has m rows and n columns, B has m rows and k columns. Row i of (A | B) is listed as
integers over a denominator d(i) > 0, the least: gcd(d(i), the integers of row i) = 1. A matrix of
integers is listed by its non-zeros, row by row: row i has sizes[i] of them, in increasing columns
(`places`), with the values `numerators`.

    {"statement": ..., "denominators": [d(0), ..., d(m - 1)],
     "matrix": {"columns": n, "numerators": [...], "places": [...], "sizes": [...]},
     "right":  {"columns": k, ...}}                       where the statement speaks of B

Rows times d(i) have the same solutions and the same rank, so below A and B are the integers.

    statement     what it says                          its witness
    solution      A X = B                               solution
    unique        A X = B for this X only               solution, minor
    singular      m = n, and A has no inverse           kernel
    inconsistent  A X = B for no X                      weights
    rank          the rank, a basis of the null space   minor, kernel
    general       all X with A X = B                    solution, minor, kernel

A matrix of rationals in the witness is listed in the same way, its row j over
denominators[blocks[j]]: neighbours share a denominator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from inspect import getdoc
from itertools import accumulate, islice
from math import gcd
from operator import ge
from typing import Any, NamedTuple

from .budget import ITEM, Budget
from .claim import Claim, said
from .rationals import Cofactors
from .reading import (
    InvalidCertificate,
    MalformedCertificate,
    fields,
    integers,
    natural,
    naturals,
    one_of,
)

Row = dict[int, int]  # column to value, without zeros
Facts = dict[str, Any]

FEW = 3  # unknowns that are said one by one
PRODUCT = 150  # of short integers, added to others
SUM = 800  # what the products of an entry of A X and of a block make


class System(NamedTuple):
    """A X = B in integers; B is 0 where the statement does not speak of it."""

    a: list[Row]
    b: list[Row]
    columns: int
    right_columns: int


class Rationals:
    """A matrix X of rationals: x(j, c) = rows[j][c] / denominators[block[j]]."""

    def __init__(self, given: Any, what: str, rows: int, columns: int, budget: Budget) -> None:
        fields(given, "blocks denominators numerators places sizes", what)
        denominators = _positive(given["denominators"], what)
        self.block = naturals(given["blocks"], f"{what}: blocks", len(denominators), rows)
        self.rows = _rows(given, what, rows, columns, budget)
        self.denominators = [budget.number(d) for d in denominators]
        self.denominator_bits = [d.bit_length() for d in denominators]
        self.bits = [max(map(int.bit_length, row.values()), default=0) for row in self.rows]
        self.cofactors = Cofactors(self.denominators, budget)


class Statement(NamedTuple):
    """What can be said of a system."""

    sentence: str
    question: str  # its keys
    witness: str
    checks: tuple[Callable[[System, Any, Budget], Facts], ...]


def check(question: Any, witness: Any, budget: Budget) -> Claim:
    """What is proved about a linear system."""
    name = question.get("statement") if isinstance(question, dict) else None
    statement = STATEMENTS[one_of(STATEMENTS, name, "question: statement")]
    fields(question, statement.question, "question")
    fields(witness, statement.witness, "witness")
    system = _system(question, budget)
    facts: Facts = {"statement": name, "rows": len(system.a), "columns": system.columns}
    facts |= {"right_columns": system.right_columns} if "right" in question else {}
    facts["non_zeros"] = sum(map(len, system.a))
    for each in statement.checks:
        facts |= each(system, witness, budget)
    sentence = statement.sentence.format(**facts)
    if name == "unique" and "solution" in facts:
        values = (f"x({j}) is {v}" for j, v in enumerate(facts["solution"], 1))
        sentence += f": {', '.join(values)}"
    because = (*statement.checks, *[minor_order] * ("minor" in witness))
    theorems = tuple(getdoc(function) or "" for function in because)
    return Claim("linear", sentence, facts=facts, theorems=theorems)


# Reading ------------------------------------------------------------------------------------------


def _system(question: dict[str, Any], budget: Budget) -> System:
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
    return System(a, b, n, k)


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


# The statements -----------------------------------------------------------------------------------


def check_solution(system: System, witness: Any, budget: Budget) -> Facts:
    """The X of the certificate is a solution: A X = B, entry by entry.

    Coq: `solution_checked` (proofs/coq/LinearChecker.v).
    """
    x = Rationals(witness["solution"], "solution", system.columns, system.right_columns, budget)
    _check_product(system.a, x, system.b, "A X is not B", budget)
    if system.right_columns != 1 or not 0 < system.columns <= FEW:
        return {}
    values = []
    for row, e in zip(x.rows, x.block):
        n, d = row.get(0, 0), int(x.denominators[e])
        size, bits = n.bit_length() + d.bit_length(), d.bit_length()
        budget.product(size, size)  # of the powers of ten that `said` divides by
        budget.spend((size // 30 + 1) * (bits // 30 + 1))  # of the gcd, and of a rounding
        values.append(said(Fraction(n, d)))
    return {"solution": values}


def check_unique(system: System, witness: Any, budget: Budget) -> Facts:
    """The solution is the only one: a minor of A of order n is not 0, so A Y = 0 only for Y = 0.

    If A X = A X', then Y = X - X' is 0.
    Coq: `only_solution` (proofs/coq/Linear.v), `unique_checked` (proofs/coq/LinearChecker.v).
    """
    order = minor_order(system, witness, budget)
    if order < system.columns:
        raise InvalidCertificate(f"minor: order {order}, need {system.columns} for one solution")
    return {"rank": order}


def check_singular(system: System, witness: Any, budget: Budget) -> Facts:
    """A is square and A k = 0 for a vector k that is not 0, so A does not have an inverse.

    If it had one, k would be the inverse times A k, which is 0.
    Coq: `no_inverse` (proofs/coq/Linear.v), `singular_checked` (proofs/coq/LinearChecker.v).
    """
    kernel = Rationals(witness["kernel"], "kernel", system.columns, 1, budget)
    if len(system.a) != system.columns:
        raise InvalidCertificate(f"A is {len(system.a)} x {system.columns}, not square")
    if not any(kernel.rows):
        raise InvalidCertificate("kernel: the vector is 0")
    _check_product(system.a, kernel, system.b, "A k is not 0", budget)
    return {}


def check_inconsistent(system: System, witness: Any, budget: Budget) -> Facts:
    """With the weights w of the rows, w A = 0 and w B is not 0, so no X has A X = B.

    If one had, w B = w A X = 0. (Here the rows are integers: as the question has them, row i
    weighs w(i) d(i).)
    Coq: `no_solution` (proofs/coq/Linear.v), `inconsistent_checked` (proofs/coq/LinearChecker.v).
    """
    weights = Rationals(witness["weights"], "weights", len(system.a), 1, budget)
    columns = _transpose(system.a)
    _check_product(columns, weights, [{} for _ in columns], "w A is not 0", budget)
    of_b = (term for column in _transpose(system.b) for term in _times(column, weights, budget))
    if not any(n for _, n, _, _ in of_b):
        raise InvalidCertificate("weights: w B is 0")
    return {}


def check_null_space(system: System, witness: Any, budget: Budget) -> Facts:
    """A K = 0 for n - r independent columns of K, where r is the order of the minor.

    They are independent as for each column of K some row of K is 0 everywhere else. So the null
    space has dimension n - r or more, and the rank of A, which is r or more by the minor, is n less
    that dimension. Hence the rank is r, and the columns of K are a basis of the null space; the
    solutions of A X = B are one of them, X, with any combination of these added to each column.
    Coq: `null_space`, `rank_is`, `all_solutions` (proofs/coq/Linear.v), `rank_checked`,
    `general_checked` (proofs/coq/LinearChecker.v).
    """
    order = minor_order(system, witness, budget)
    width = system.columns - order
    kernel = Rationals(witness["kernel"], "kernel", system.columns, width, budget)
    _check_product(system.a, kernel, [{} for _ in system.a], "A K is not 0", budget)
    alone = {c for row in kernel.rows if len(row) == 1 for c in row}
    if len(alone) < width:
        raise InvalidCertificate(
            f"kernel: {len(alone)} of its {width} columns have a row that is 0 everywhere else"
        )
    return {"rank": order}


def minor_order(system: System, witness: Any, budget: Budget) -> int:
    """The rank of A is r or more: a minor of A, of r rows and columns, is not 0.

    They are eliminated in the order given: from each later row is taken the multiple of the
    pivot's row that makes it 0 in the pivot's column. That leaves the minor as it is, up to its
    sign the product of the pivots. It is done modulo an integer, prime or not, where each pivot
    must be a unit: so is their product then, the minor is not 0 modulo that integer, and not 0.
    Coq: `regular_sound` (proofs/coq/LinearChecker.v).
    """
    given = fields(witness["minor"], "columns modulus rows", "minor")
    modulus = natural(given["modulus"], "minor: modulus")
    if modulus < 2:  # all integers are units modulo 1
        raise InvalidCertificate("minor: the modulus is below 2")
    rows = naturals(given["rows"], "minor: rows", len(system.a))
    columns = naturals(given["columns"], "minor: columns", system.columns, len(rows))
    # what is kept of a row that is listed again and again is paid for each time
    budget.keep(sum(3 * ITEM + 2 * ITEM * len(system.a[i]) for i in rows))
    bits = [sum(map(int.bit_length, row.values())) for row in system.a]
    budget.spend(sum(bits[i] // 3 for i in rows))  # of the remainders
    rows_with: dict[int, list[int]] = {j: [] for j in columns}
    left = [{j: v % modulus for j, v in system.a[i].items() if j in rows_with} for i in rows]
    for k, row in enumerate(left):
        for j in row:
            rows_with[j].append(k)
    for k, (j, pivot) in enumerate(zip(columns, left)):
        p = pivot.pop(j, 0)  # 0 the second time that a row or a column is listed
        if gcd(p, modulus) > 1:
            raise InvalidCertificate(f"minor: pivot {k} is not a unit modulo {modulus}")
        inverse = pow(p, -1, modulus)
        for i in rows_with[j]:
            if i > k:
                row, size = left[i], len(left[i])
                factor = -row.pop(j) * inverse % modulus
                budget.spend(PRODUCT * len(pivot))
                for c, v in pivot.items():
                    row[c] = (row.get(c, 0) + factor * v) % modulus
                new = len(row) + 1 - size  # columns, which a dict has last
                budget.keep(2 * ITEM * new)
                for c in islice(reversed(row), new):
                    rows_with[c].append(i)
    return len(rows)


# A X = B ------------------------------------------------------------------------------------------


def _check_product(a: list[Row], x: Rationals, b: list[Row], false: str, budget: Budget) -> None:
    """A X = B, entry by entry: n / (d e) = r is checked as n = r d e."""
    for i, (row, right) in enumerate(zip(a, b)):
        unmet = dict(right)
        for c, n, d, e in _times(row, x, budget):
            r: Any = unmet.pop(c, 0)
            if r:
                budget.product(r.bit_length(), d.bit_length())
                budget.product(r.bit_length() + d.bit_length(), e.bit_length())
                r = r * d * e
            if n != r:
                raise InvalidCertificate(f"row {i}: {false}")
        if unmet:
            raise InvalidCertificate(f"row {i}: {false}")


def _times(row: Row, x: Rationals, budget: Budget) -> Iterator[tuple[int, Any, Any, Any]]:
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


def _transpose(a: list[Row]) -> list[Row]:
    """The columns of A that have entries."""
    columns: dict[int, Row] = {}
    for i, row in enumerate(a):
        for j, v in row.items():
            columns.setdefault(j, {})[i] = v
    return list(columns.values())


MATRIX = "the {rows} x {columns} rational matrix A ({non_zeros} non-zeros)"
SYSTEM = (
    "the rational system A X = B, A {rows} x {columns} with {non_zeros} non-zeros, "
    "B {rows} x {right_columns},"
)
OF_A, OF_A_AND_B = "denominators matrix statement", "denominators matrix right statement"

STATEMENTS = {
    "general": Statement(
        f"{SYSTEM} has exactly the solutions X + K C, with the X and K that the certificate lists "
        "and any C; the columns of K are a basis of the null space of A, which has rank {rank}",
        OF_A_AND_B,
        "kernel minor solution",
        (check_solution, check_null_space),
    ),
    "inconsistent": Statement(
        f"{SYSTEM} has no solution: the certificate lists a combination of its equations that "
        "reads 0 = c for a c that is not 0",
        OF_A_AND_B,
        "weights",
        (check_inconsistent,),
    ),
    "rank": Statement(
        f"{MATRIX} has rank {{rank}}; the certificate lists a basis of its null space",
        OF_A,
        "kernel minor",
        (check_null_space,),
    ),
    "singular": Statement(
        f"{MATRIX} is singular: A k = 0 for the k that the certificate lists, which is not 0",
        OF_A,
        "kernel",
        (check_singular,),
    ),
    "solution": Statement(
        f"{SYSTEM} has the solution that the certificate lists",
        OF_A_AND_B,
        "solution",
        (check_solution,),
    ),
    "unique": Statement(
        f"{SYSTEM} has exactly one solution, the one that the certificate lists",
        OF_A_AND_B,
        "minor solution",
        (check_solution, check_unique),
    ),
}

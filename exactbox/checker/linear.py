"""Linear systems: what is said of A X = B over the rationals, and why it is so.

A is m x n, B is m x k. The question lists row i of both as integers over a denominator d(i) > 0,
the least. These integers are A and B below, as rows times d(i) have the same solutions and the same
rank, unless the rows are said to be as they are. Matrices are listed by their non-zeros.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from inspect import getdoc
from itertools import accumulate
from math import gcd, lcm, prod
from operator import ge
from typing import Any

from . import reading
from .claim import Claim, value_text
from .reading import Json, fields, holds, need

Row = dict[int, Any]  # column to value, without zeros


@dataclass(frozen=True)
class Matrix:
    """A matrix of rationals: x(j, c) = rows[j][c] / denominators[block[j]]."""

    rows: list[Row]
    block: list[int]
    denominators: list[int]


@dataclass(frozen=True)
class System:
    """A X = B in integers; B is 0, and k is too, where the statement does not speak of it.

    Its methods are the kernel: what `fast` calculates otherwise, and pays for.
    """

    a: list[Row]
    b: list[Row]
    m: int
    n: int
    k: int
    d: list[int]
    entry: list[int]  # of X, if one is asked for: its row and column, from 0

    def check_denominators(self, what: str = "row {}") -> None:
        """Row i is over its least denominator."""
        for i, (d, row, right) in enumerate(zip(self.d, self.a, self.b)):
            least = d == 1 or gcd(d, *row.values(), *right.values()) == 1
            need(least, f"{what.format(i)} is not over its least denominator")

    def matrix(self, rows: list[Row], block: list[int], denominators: list[int]) -> Matrix:
        """A matrix of the witness."""
        return Matrix(rows, block, denominators)

    def times(self, row: Row, x: Matrix) -> Row:
        """A row of integers times X."""
        sums: dict[int, Row] = {}  # by column and block
        for j, v in row.items():
            e = x.block[j]
            for c, n in x.rows[j].items():
                terms = sums.setdefault(c, {})
                terms[e] = terms.get(e, 0) + v * n
        totals = {c: self.total(terms, x) for c, terms in sums.items()}
        return {c: v for c, v in totals.items() if v}

    def total(self, terms: Row, x: Matrix) -> Fraction:
        """The sum of terms, each over the denominator of its block."""
        return sum([Fraction(n, x.denominators[e]) for e, n in terms.items()], Fraction(0))

    def check_product(self, a: Iterable[Row], x: Matrix, b: Iterable[Row], otherwise: str) -> None:
        """A X = B, where A is of integers, row by row."""
        for i, (row, right) in enumerate(zip(a, b, strict=True)):
            holds(self.times(row, x) == right, f"row {i}: {otherwise}")

    def numerators(self, row: Row, denominator: int) -> Row:
        """Those of a row over a denominator that its entries have in common."""
        return {c: v.numerator * (denominator // v.denominator) for c, v in row.items() if v}

    def least_multiple(self, numbers: Iterable[int]) -> int:
        """The least common multiple."""
        return lcm(*numbers)

    def exceeds(self, divisor: int, modulus: int) -> bool:
        """True if D M > 2 H, where H^2 is the product of the sums of the squares of A's rows."""
        square: int = prod(sum(v * v for v in row.values()) for row in self.a)
        return (divisor * modulus) ** 2 > 4 * square

    def remainders(self, minor: Json) -> list[Row]:
        """The rows of a minor, modulo M."""
        columns, modulus = {*minor["columns"]}, minor["modulus"]
        rows = (self.a[i].items() for i in minor["rows"])
        return [{j: v % modulus for j, v in row if j in columns} for row in rows]

    def add_multiple(self, factor: int, pivot: Row, row: Row, modulus: int) -> list[int]:
        """Add a multiple of a pivot's row to a row, modulo M; the columns that are new in it."""
        size = len(row)
        for c, v in pivot.items():
            row[c] = (row.get(c, 0) + factor * v) % modulus
        return [*row][size:] if len(row) > size else []


def transposed(a: list[Row]) -> dict[int, Row]:
    """The columns of A that have entries."""
    columns: dict[int, Row] = {}
    for i, row in enumerate(a):
        for j, v in row.items():
            columns.setdefault(j, {})[i] = v
    return columns


def read_question_matrix(matrix: Any, what: str, m: int | None = None) -> tuple[list[Row], int]:
    """A matrix of the question: its rows, m if that is known, and how many columns it has."""
    given = fields(matrix, "columns numerators places sizes", what)
    n = reading.natural(given["columns"], f"{what}: columns")
    return read_rows(given, what, m, n), n


def read_rows(given: Json, what: str, m: int | None, n: int) -> list[Row]:
    """The m rows of a matrix: how many non-zeros each has, their columns, and their values."""
    sizes = reading.naturals(given["sizes"], f"{what}: sizes", length=m)
    places = reading.naturals(given["places"], f"{what}: places", n)
    numerators = reading.integers(given["numerators"], f"{what}: numerators", len(places))
    need(sum(sizes) == len(places), f"{what}: {len(places)} places, need {sum(sizes)}")
    need(0 not in numerators, f"{what}: a zero is listed")
    rows, falls = [], f"{what}: the places of a row do not increase"
    for size, end in zip(sizes, accumulate(sizes)):
        here = places[end - size : end]
        need(not any(map(ge, here, here[1:])), falls)
        rows.append(dict(zip(here, numerators[end - size : end])))
    return rows


def read(question: Json, make: Callable[..., System], sentence: str) -> tuple[System, Json, str]:
    """A, B and the entry, as far as the sentence speaks of them; facts; the sentence."""
    asks = " right" * ("{right_columns}" in sentence) + " row column" * ("{entry}" in sentence)
    fields(question, f"denominators matrix statement{asks}", "question")
    d = reading.integers(question["denominators"], "denominators")
    need(min(d, default=1) > 0, "a denominator is not positive")
    a, n = read_question_matrix(question["matrix"], "matrix", len(d))
    nothing = {"columns": 0, "numerators": [], "places": [], "sizes": [0] * len(d)}
    b, k = read_question_matrix(question.get("right", nothing), "right", len(d))
    bound = {"row": n, "column": k}
    entry = [reading.natural(question[key], key, bound[key]) for key in bound if key in question]
    facts: Json = {"right_columns": k} if "right" in question else {}
    facts |= {"entry": f"X({entry[0] + 1}, {entry[1] + 1})"} if entry else {}
    return make(a, b, len(d), n, k, d, entry), facts, sentence


def read_witness(s: System, witness: Json) -> Json:
    """Its matrices, row j over denominators[blocks[j]], and the minor."""
    w, wide = Json(), {"solution": s.k, "weights": s.k if "solution" in witness else 1}
    if "minor" in witness:
        given = fields(witness["minor"], "columns modulus rows", "minor")
        order = len(reading.naturals(given["rows"], "minor: rows", s.m))
        reading.naturals(given["columns"], "minor: columns", s.n, order)
        read = reading.integer if "fractions" in witness else reading.natural
        w["minor"] = {**given, "modulus": read(given["modulus"], "minor: modulus")}
        # of an order above n it has a column twice, and is refused when it is eliminated
        wide["kernel"] = s.n - order if order <= s.n else s.n
    for name in sorted({*witness} - {"minor"}):
        length = s.m if name in ("dual", "fractions", "rows", "weights") else s.n
        w[name] = read_matrix(s, witness[name], name, length, wide.get(name, 1))
    return w


def read_matrix(s: System, matrix: Any, name: str, m: int, n: int) -> Matrix:
    """A matrix of the witness, row j over denominators[blocks[j]]."""
    given = fields(matrix, "blocks denominators numerators places sizes", name)
    d = reading.integers(given["denominators"], f"{name}: denominators")
    need(min(d, default=1) > 0, f"{name}: a denominator is not positive")
    block = reading.naturals(given["blocks"], f"{name}: blocks", len(d), m)
    need(len({*block}) >= len(d) or len(d) == 1, f"{name}: a block has no rows")
    return s.matrix(read_rows(given, name, m, n), block, d)


def check_solution(s: System, w: Json) -> None:
    """The X of the certificate is a solution: A X = B, entry by entry.

    Coq: `solution_checked` (proofs/coq/LinearChecker.v).
    """
    s.check_product(s.a, w["solution"], s.b, "A X is not B")


def check_minor(s: System, w: Json) -> None:
    """The rank of A is r or more: a minor of A, of r rows and columns, is not 0.

    They are eliminated in the order given: from each later row is taken the multiple of the pivot's
    row that makes it 0 in the pivot's column. That leaves the minor as it is, up to its sign the
    product of the pivots. It is done modulo an integer, prime or not, where each pivot must be a
    unit: so is their product then, and the minor is not 0. If r = n, A Y = 0 only for Y = 0; so if
    A X = A X', as for two solutions or two X with the least |A X - B|, then X = X'.
    Coq: `regular_sound`, `unique_checked` (proofs/coq/LinearChecker.v), `only_solution`
    (proofs/coq/Linear.v), `only_least_squares` (proofs/coq/LeastSquares.v),
    `unique_least_squares_checked` (proofs/coq/LeastSquaresChecker.v).
    """
    order = len(w["minor"]["rows"])
    holds("kernel" in w or order >= s.n, f"minor: order {order}, need {s.n} for one solution")
    holds(w["minor"]["modulus"] > 1, "minor: the modulus is below 2")
    product_of_pivots(s, w["minor"])


def product_of_pivots(s: System, minor: Json) -> int:
    """Modulo M, where each must be a unit."""
    total, modulus, left = 1, int(minor["modulus"]), s.remainders(minor)
    rows_with = {j: [*column] for j, column in transposed(left).items()}
    for k, (j, pivot) in enumerate(zip(minor["columns"], left)):
        p = pivot.pop(j, 0)  # 0 the second time that a row or a column is listed
        holds(gcd(p, modulus) == 1, f"minor: pivot {k} is not a unit")
        total, inverse = total * p % modulus, pow(p, -1, modulus)
        for i in [i for i in rows_with.get(j, ()) if i > k]:
            factor = -left[i].pop(j, 0) * inverse % modulus
            for c in s.add_multiple(factor, pivot, left[i], modulus):
                rows_with[c].append(i)
    return total


A = "the {rows} x {columns} rational matrix A ({non_zeros} non-zeros)"
SIZES = "A {rows} x {columns} with {non_zeros} non-zeros, B {rows} x {right_columns}"
SYSTEM, LISTS = f"the rational system A X = B, {SIZES},", "the certificate lists"
SENTENCES = {  # {x} is said where there is only one X
    "solution": f"{SYSTEM} has the solution that {LISTS}",
    "unique": f"{SYSTEM} has exactly one solution, the one that {LISTS}{{x}}",
}
Check = Callable[[System, Json], Fraction | None]  # a value, if there is one
STATEMENTS: dict[str, tuple[str, list[Check]]] = {  # the fields of the witness, and what is checked
    "solution": ("solution", [check_solution]),
    "unique": ("minor solution", [check_solution, check_minor]),
}
MODULES = {"determinant": "statements.determinant", **dict.fromkeys(STATEMENTS, "linear")}
MODULES |= dict.fromkeys(("general", "rank", "singular"), "statements.null_space")
MODULES |= dict.fromkeys(("entry", "inconsistent", "no_integer_solution"), "statements.weights")
for name in ("least_squares", "minimum_norm", "unique_least_squares"):
    MODULES[name] = "statements.least_squares"
FEW = 3  # unknowns that are said one by one


def check(question: Any, witness: Any, make: Any = System, kind: str = "linear") -> Claim:
    """The claim about a linear system, or of a kind that has statements in the same way."""
    home = import_module(f".{kind}", __package__)
    given = question.get("statement") if isinstance(question, dict) else None
    name = reading.one_of(sorted(home.MODULES), given, "question: statement")
    module = import_module(f".{home.MODULES[name]}", __package__)
    sentence, (shows, checks) = module.SENTENCES[name], module.STATEMENTS[name]
    s, more, sentence = home.read(question, make, sentence)
    s.check_denominators()
    w = read_witness(s, fields(witness, shows, "witness"))
    value = next((v for v in [each(s, w) for each in checks] if v is not None), None)
    facts: Json = {"statement": name, "rows": s.m, "columns": s.n, "non_zeros": sum(map(len, s.a))}
    facts |= more
    if "minor" in w and value is None:
        facts["rank"] = len(w["minor"]["rows"])
    x = ""
    for name in {"point", "solution"} & {*w} if s.k == 1 and 0 < s.n <= FEW else ():
        facts[name] = [value_text(Fraction(s.times({j: 1}, w[name]).get(0, 0))) for j in range(s.n)]
        x = ": " + ", ".join(f"x({j}) is {v}" for j, v in enumerate(facts[name], 1))
    sentence = sentence.format(**facts, x=x, value="" if value is None else value_text(value))
    return Claim(kind, sentence, value, None, facts, tuple(getdoc(c) or "" for c in checks))

"""Linear systems: what is said of A X = B over the rationals, and why it is so.

A is m x n, B is m x k. The question lists row i of both as integers over a denominator d(i) > 0,
the least. These integers are A and B below, as rows times d(i) have the same solutions and the same
rank, unless the rows are said to be as they are. Matrices are listed by their non-zeros.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from inspect import getdoc
from itertools import accumulate
from math import gcd, lcm, prod
from operator import ge
from typing import Any, NamedTuple

from . import reading
from .claim import Claim, said
from .reading import Json, fields, holds, need

Row = dict[int, Any]  # column to value, without zeros


class System(NamedTuple):
    """A X = B in integers; B is 0, and k is too, where the statement does not speak of it."""

    a: list[Row]
    b: list[Row]
    m: int
    n: int
    k: int
    d: list[int]
    entry: list[int]  # of X, if one is asked for: its row and column, from 0


class Arithmetic:
    """What is calculated: A and B are of integers, X is of the witness."""

    def gcd(self, numbers: list[int]) -> int:
        """The greatest common divisor."""
        return gcd(*numbers)

    def rationals(self, rows: list[Row], block: list[int], denominators: list[int]) -> list[Row]:
        """X, with x(j, c) = rows[j][c] / denominators[block[j]]."""
        over = [denominators[b] for b in block]
        return [{c: Fraction(v, d) for c, v in row.items()} for row, d in zip(rows, over)]

    def check_product(self, a: list[Row], x: list[Row], b: list[Row], otherwise: str) -> None:
        """A X = B, where B may also be of the witness."""
        for i, row in enumerate(a):
            holds(product(row, x) == b[i], f"row {i}: {otherwise}")

    def whole(self, a: list[Row], x: list[Row]) -> bool:
        """Whether A X is of integers."""
        return not any(v.denominator > 1 for row in a for v in product(row, x).values())

    def normal(self, s: System, x: list[Row]) -> bool:
        """Whether A' R = 0, where R is A X - B, each row over the square of d(i)."""
        rest = []
        for row, right, d in zip(s.a, s.b, s.d):
            weights = {0: Fraction(1, d**2), 1: Fraction(-1, d**2)}
            rest.append(product(weights, [product(row, x), right]))
        return not any(product(column, rest) for column in transposed(s.a).values())

    def entry(self, row: Row, x: list[Row]) -> Fraction:
        """The first entry of a row times X."""
        return Fraction(product(row, x).get(0, 0))

    def common_denominator(self, x: list[Row]) -> int:
        """The least D > 0 for which D X is of integers."""
        return lcm(*(v.denominator for row in x for v in row.values()))

    def exceeds(self, divisor: int, modulus: int, s: System) -> bool:
        """Whether D M > 2 H, where H^2 is the product of the sums of the squares of A's rows."""
        square: int = prod(sum(v * v for v in row.values()) for row in s.a)
        return (divisor * modulus) ** 2 > 4 * square

    def pivots(self, a: list[Row], minor: Json) -> Iterator[int]:
        """The pivots of a minor; the multiple of a pivot's row that makes a later row 0 in the
        pivot's column is taken from that when the pivot is known to be a unit."""
        wanted, modulus = {*minor["columns"]}, minor["modulus"]
        left = [{j: v % modulus for j, v in a[i].items() if j in wanted} for i in minor["rows"]]
        rows_with = transposed(left)
        for k, (j, pivot) in enumerate(zip(minor["columns"], left)):
            p = pivot.pop(j, 0)  # 0 the second time that a row or a column is listed
            yield p
            inverse = pow(p, -1, modulus)
            for i in [i for i in rows_with.get(j, {}) if i > k]:
                factor = left[i].pop(j, 0) * inverse
                for c, v in pivot.items():
                    left[i][c] = (left[i].get(c, 0) - factor * v) % modulus
                    rows_with[c][i] = 0


PLAIN = Arithmetic()


def product(row: Row, x: list[Row]) -> Row:
    """A row times X."""
    total: Row = {}
    for j, v in row.items():
        for c, w in x[j].items():
            total[c] = total.get(c, 0) + v * w
    return {c: v for c, v in total.items() if v}


def transposed(a: list[Row]) -> dict[int, Row]:
    """The columns of A that have entries."""
    columns: dict[int, Row] = {}
    for i, row in enumerate(a):
        for j, v in row.items():
            columns.setdefault(j, {})[i] = v
    return columns


def read_rows(given: Json, what: str, m: int, n: int) -> list[Row]:
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


def read_system(question: Json, by: Arithmetic) -> System:
    """A and B."""
    d = reading.integers(question["denominators"], "denominators")
    need(min(d, default=1) > 0, "a denominator is not positive")
    parts = []
    for name in ("matrix", "right"):
        empty = {"columns": 0, "numerators": [], "places": [], "sizes": [0] * len(d)}
        given = fields(question.get(name, empty), " ".join(empty), name)
        n = reading.natural(given["columns"], f"{name}: columns")
        parts.append((read_rows(given, name, len(d), n), n))
    (a, n), (b, k) = parts
    for i, over in enumerate(d):
        least = over == 1 or by.gcd([over, *a[i].values(), *b[i].values()]) == 1
        need(least, f"row {i} is not over its least denominator")
    place = {"row": n, "column": k}
    entry = [reading.natural(question[key], key, place[key]) for key in place if key in question]
    return System(a, b, len(d), n, k, d, entry)


def read_witness(s: System, witness: Json, by: Arithmetic) -> Json:
    """Its matrices, row j over denominators[blocks[j]], and the minor."""
    w: Json = {}
    shapes = {"kernel": (s.n, 1), "solution": (s.n, s.k), "fractions": (s.m, 1)}
    shapes["weights"] = s.m, s.k if "solution" in witness else 1
    if "minor" in witness:
        given = fields(witness["minor"], "columns modulus rows", "minor")
        order = len(reading.naturals(given["rows"], "minor: rows", s.m))
        reading.naturals(given["columns"], "minor: columns", s.n, order)
        read = reading.integer if "fractions" in witness else reading.natural
        w["minor"] = {**given, "modulus": read(given["modulus"], "minor: modulus")}
        # a minor that has a column twice is not known to be 0 yet
        shapes["kernel"] = s.n, s.n - order if order <= s.n else s.n
    for name, (m, n) in shapes.items():
        if name in witness:
            w[name] = read_matrix(witness[name], name, m, n, by)
    return w


def read_matrix(listed: Any, name: str, m: int, n: int, by: Arithmetic) -> list[Row]:
    """A matrix of the witness, row j over denominators[blocks[j]]."""
    given = fields(listed, "blocks denominators numerators places sizes", name)
    d = reading.integers(given["denominators"], f"{name}: denominators")
    need(min(d, default=1) > 0, f"{name}: a denominator is not positive")
    block = reading.naturals(given["blocks"], f"{name}: blocks", len(d), m)
    need(len({*block}) >= len(d) or len(d) == 1, f"{name}: a block has no rows")
    return by.rationals(read_rows(given, name, m, n), block, d)


# Conditions and theorems --------------------------------------------------------------------------


def check_solution(s: System, w: Json, by: Arithmetic) -> None:
    """The X of the certificate is a solution: A X = B, entry by entry.

    Coq: `solution_checked` (proofs/coq/LinearChecker.v).
    """
    by.check_product(s.a, w["solution"], s.b, "A X is not B")


def check_minor(s: System, w: Json, by: Arithmetic) -> None:
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
    product_of_pivots(s.a, w["minor"], by)


def product_of_pivots(a: list[Row], minor: Json, by: Arithmetic) -> int:
    """Modulo an integer, where each must be a unit."""
    total, modulus = 1, int(minor["modulus"])
    for k, p in enumerate(by.pivots(a, minor)):
        holds(gcd(p, modulus) == 1, f"minor: pivot {k} is not a unit")
        total = total * p % modulus
    return total


def check_singular(s: System, w: Json, by: Arithmetic) -> None:
    """A is square and A k = 0 for a vector k that is not 0, so A does not have an inverse: that
    times A k, which is 0, would be k.

    Coq: `no_inverse` (proofs/coq/Linear.v), `singular_checked` (proofs/coq/LinearChecker.v).
    """
    holds(s.m == s.n, f"A is {s.m} x {s.n}, not square")
    holds(any(w["kernel"]), "kernel: the vector is 0")
    by.check_product(s.a, w["kernel"], s.b, "A k is not 0")


def check_inconsistent(s: System, w: Json, by: Arithmetic) -> None:
    """With the weights w of the rows, w A = 0 and w B is not 0, so no X has A X = B.

    If one had, w B = w A X = 0. (As the question has the rows, row i weighs w(i) d(i).)
    Coq: `no_solution` (proofs/coq/Linear.v), `inconsistent_checked` (proofs/coq/LinearChecker.v).
    """
    of_a, of_b = [*transposed(s.a).values()], transposed(s.b).values()
    by.check_product(of_a, w["weights"], [{}] * len(of_a), "w A is not 0")
    holds(any(by.entry(column, w["weights"]) for column in of_b), "weights: w B is 0")


def check_no_integer_solution(s: System, w: Json, by: Arithmetic) -> None:
    """With the weights w of the rows, w A is whole and w B is not, so no X of integers has A X = B.

    If one had, w B = w A X would be whole. (As the question has the rows, row i weighs w(i) d(i).)
    Coq: `no_integers` (proofs/coq/Linear.v), `no_integer_solution_checked`
    (proofs/coq/WeightsChecker.v).
    """
    of_a, of_b = ([*transposed(part).values()] for part in (s.a, s.b))
    holds(by.whole(of_a, w["weights"]), "weights: w A is not whole")
    holds(not by.whole(of_b, w["weights"]), "weights: w B is whole")


def check_null_space(s: System, w: Json, by: Arithmetic) -> None:
    """A K = 0 for n - r independent columns of K, where r is the order of the minor.

    They are independent as for each column of K some row of K is 0 everywhere else. So the rank of
    A is r or less, and by the minor r or more: it is r, and the columns of K are a basis of the
    null space; the solutions of A X = B are one of them, X, with any combination of these added to
    each column.
    Coq: `null_space`, `rank_is`, `all_solutions` (proofs/coq/Linear.v), `rank_checked`,
    `general_checked` (proofs/coq/LinearChecker.v).
    """
    by.check_product(s.a, w["kernel"], [{}] * s.m, "A K is not 0")
    found = len({c for row in w["kernel"] if len(row) == 1 for c in row})
    width = s.n - len(w["minor"]["rows"])
    alone = f"{found} of its {width} columns have a row that is 0 everywhere else"
    holds(found >= width, f"kernel: {alone}")


def check_entry(s: System, w: Json, by: Arithmetic) -> Fraction:
    """A has an inverse, as it is square, and by the minor; so A X = B for one X.

    The weights w of the rows have w A = the unit vector e of i; so row i of X is e X = w A X = w B,
    and x(i, c) is entry c of it.
    Coq: `entry_by_weights` (proofs/coq/Linear.v), `entry_checked` (proofs/coq/WeightsChecker.v).
    """
    holds(s.m == s.n, f"A is {s.m} x {s.n}, not square")
    (i, c), of_a = s.entry, transposed(s.a)
    unit = [{0: 1} if j == i else {} for j in of_a]
    by.check_product([*of_a.values()], w["weights"], unit, "w A is not the unit vector")
    return by.entry(transposed(s.b).get(c, {}), w["weights"])


def check_least_squares(s: System, w: Json, by: Arithmetic) -> None:
    """X minimises the norm of each column of A X - B: A' (A X - B) = 0, where A' is A transposed.

    For any Y, A Y - B = (A X - B) + A (Y - X), and the columns of the former are orthogonal to
    those of A; so |A Y - B|^2 = |A X - B|^2 + |A (Y - X)|^2, column by column. (This is of the rows
    as they are. With rows of integers what row i adds to A' (A X - B) counts 1 / d(i)^2.)
    Coq: `normal_equations` (proofs/coq/LeastSquares.v), `least_squares_checked`
    (proofs/coq/LeastSquaresChecker.v).
    """
    holds(by.normal(s, w["solution"]), "A' (A X - B) is not 0")


def check_minimum_norm(s: System, w: Json, by: Arithmetic) -> None:
    """Of all X with the least |A X - B| only this has the least |X|, column by column: X = A' Y.

    For another, Z, A (Z - X) = 0; so the columns of Z - X are orthogonal to those of A' Y, and
    |Z|^2 = |X|^2 + |Z - X|^2. (Y is of the rows as they are; the weights w of the certificate, of
    rows of integers, are w(i) = y(i) / d(i).)
    Coq: `least_norm` (proofs/coq/LeastSquares.v), `minimum_norm_checked`
    (proofs/coq/LeastSquaresChecker.v).
    """
    of_a = transposed(s.a)
    columns = [of_a.get(j, {}) for j in range(s.n)]
    by.check_product(columns, w["weights"], w["solution"], "X is not A' Y")


def check_determinant(s: System, w: Json, by: Arithmetic) -> Fraction:
    """The determinant of A, of n rows and columns, is the only number that these three allow.

    With the rows as integers it is det, the sum over all permutations. Its size: |det| <= H, where
    H^2 is the product of the sums of the squares of the rows (Hadamard). A divisor: A x is whole
    for the vector x of the certificate, and by Cramer's rule so is det x; hence det is a multiple
    of D, the least common denominator of x. A residue: all rows and columns are eliminated modulo
    M, as in `check_minor`; so modulo M det is the product of the pivots, times the sign of the
    permutation that takes each pivot's row to its column. Each pivot is a unit there, so is det,
    and so is D, which divides it. Hence det / D is known modulo M, and as 2 H < D M there is one
    such number of size H / D or less. (For a singular A x may be a vector of the null space over a
    D above 2 H; then M = 1 will do, where nothing is to be eliminated.) With the rows as they are
    the determinant is det over the product of the d(i).
    Not proved in Coq.
    """
    columns, modulus, rows = (w["minor"][key] for key in ("columns", "modulus", "rows"))
    holds(s.m == s.n, f"A is {s.m} x {s.n}, not square")
    holds(modulus > 0, "minor: the modulus is below 1")
    order = len(rows)
    holds(modulus == 1 or order >= s.n, f"minor: order {order}, need {s.n} for the determinant")
    holds(by.whole(s.a, w["fractions"]), "A x is not whole")
    divisor = by.common_denominator(w["fractions"])
    enough = by.exceeds(divisor, modulus, s)
    holds(enough, "minor: the modulus is too small for this determinant")
    residue = product_of_pivots(s.a, w["minor"], by) * sign(rows, columns)
    quotient = residue * pow(divisor, -1, modulus) % modulus
    quotient -= modulus * (2 * quotient > modulus)
    return Fraction(divisor * quotient, prod(s.d))


def sign(rows: list[int], columns: list[int]) -> int:
    """1 if the permutation that takes rows[k] to columns[k] is even, else -1."""
    to, found = dict(zip(rows, columns)), 1
    while to:
        _, j = to.popitem()
        while j in to:  # a cycle of length l is l - 1 transpositions
            j, found = to.pop(j), -found
    return found


A = "the {rows} x {columns} rational matrix A ({non_zeros} non-zeros)"
SIZES = "A {rows} x {columns} with {non_zeros} non-zeros, B {rows} x {right_columns}"
SYSTEM, LISTS = f"the rational system A X = B, {SIZES},", "the certificate lists"
SUM = f"{LISTS} a combination of its equations that"
NORM = "minimises the Euclidean norm of each column of A X - B"
LEAST = f"for {SYSTEM} the X that {LISTS} {NORM}"
SENTENCES = {  # {x} is said where there is only one X
    "determinant": f"{A} has a determinant that is {{value}}",
    "entry": f"{SYSTEM} has exactly one solution, and its entry {{entry}} is {{value}}",
    "general": f"{SYSTEM} has exactly the solutions X + K C, with the X and K that {LISTS} and any "
    "C; the columns of K are a basis of the null space of A, which has rank {rank}",
    "inconsistent": f"{SYSTEM} has no solution: {SUM} reads 0 = c for a c that is not 0",
    "least_squares": LEAST,
    "minimum_norm": f"{LEAST}, and of all X that do it alone has the least norm in each column"
    "{x}",
    "no_integer_solution": f"{SYSTEM} has no solution in integers: {SUM} has integers on the left, "
    "and on the right a number that is not one",
    "rank": f"{A} has rank {{rank}}; {LISTS} a basis of its null space",
    "singular": f"{A} is singular: A k = 0 for the k that {LISTS}, which is not 0",
    "solution": f"{SYSTEM} has the solution that {LISTS}",
    "unique": f"{SYSTEM} has exactly one solution, the one that {LISTS}{{x}}",
    "unique_least_squares": f"for {SYSTEM} the X that {LISTS}, and no other, {NORM}{{x}}",
}
Check = Callable[[System, Json, Arithmetic], Fraction | None]  # a value, if there is one
STATEMENTS: dict[str, tuple[str, list[Check]]] = {  # the fields of the witness, and what is checked
    "determinant": ("fractions minor", [check_determinant]),
    "entry": ("minor weights", [check_entry, check_minor]),
    "general": ("kernel minor solution", [check_solution, check_null_space, check_minor]),
    "inconsistent": ("weights", [check_inconsistent]),
    "least_squares": ("solution", [check_least_squares]),
    "minimum_norm": ("solution weights", [check_least_squares, check_minimum_norm]),
    "no_integer_solution": ("weights", [check_no_integer_solution]),
    "rank": ("kernel minor", [check_null_space, check_minor]),
    "singular": ("kernel", [check_singular]),
    "solution": ("solution", [check_solution]),
    "unique": ("minor solution", [check_solution, check_minor]),
    "unique_least_squares": ("minor solution", [check_least_squares, check_minor]),
}
FEW = 3  # unknowns that are said one by one


def check(question: Any, witness: Any, by: Arithmetic = PLAIN) -> Claim:
    """What is proved about a linear system."""
    given = question if isinstance(question, dict) else {}
    name = reading.one_of(STATEMENTS, given.get("statement"), "question: statement")
    (shows, checks), sentence = STATEMENTS[name], SENTENCES[name]
    asks = " right" * ("right_columns" in sentence) + " row column" * (name == "entry")
    s = read_system(fields(given, f"denominators matrix statement{asks}", "question"), by)
    w = read_witness(s, fields(witness, shows, "witness"), by)
    (value, *_) = [each(s, w, by) for each in checks]
    facts: Json = {"statement": name, "rows": s.m, "columns": s.n, "non_zeros": sum(map(len, s.a))}
    if "right" in given:
        facts["right_columns"] = s.k
    if s.entry:
        facts["entry"] = f"X({s.entry[0] + 1}, {s.entry[1] + 1})"
    if "minor" in w and value is None:
        facts["rank"] = len(w["minor"]["rows"])
    x = ""
    if "solution" in w and s.k == 1 and 0 < s.n <= FEW:
        facts["solution"] = [said(by.entry({j: 1}, w["solution"])) for j in range(s.n)]
        x = ": " + ", ".join(f"x({j}) is {v}" for j, v in enumerate(facts["solution"], 1))
    sentence = sentence.format(**facts, x=x, value="" if value is None else said(value))
    return Claim("linear", sentence, value, None, facts, tuple(getdoc(c) or "" for c in checks))

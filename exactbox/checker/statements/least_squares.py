"""Least squares and least norms: statements about linear systems (`linear`)."""

from __future__ import annotations

from collections.abc import Iterator

from ..linear import LISTS, SYSTEM, Check, Matrix, Row, System, check_minor, transposed
from ..reading import Json


def check_least_squares(s: System, w: Json) -> None:
    """X minimises the norm of each column of A X - B: A' (A X - B) = 0, where A' is A transposed.

    For any Y, A Y - B = (A X - B) + A (Y - X), and the columns of the former are orthogonal to
    those of A; so |A Y - B|^2 = |A X - B|^2 + |A (Y - X)|^2, column by column. (This is of the rows
    as they are. With rows of integers what row i adds to A' (A X - B) counts 1 / d(i)^2.)
    Coq: `normal_equations` (proofs/coq/LeastSquares.v), `least_squares_checked`
    (proofs/coq/LeastSquaresChecker.v).
    """
    rest = residual(s, w["solution"])
    s.check_product(scaled_columns(s), rest, [{}] * s.n, "A' (A X - B) is not 0")


def residual(s: System, x: Matrix) -> Matrix:
    """A X - B, each row over a multiple of the denominators of the unknowns that it has."""
    rows, block, denominators, last = list[Row](), list[int](), [1], set[int]()
    for row, right in zip(s.a, s.b):
        blocks = {x.block[j] for j in row}
        if not blocks <= last:
            last = blocks
            denominators.append(s.least_multiple(x.denominators[e] for e in last))
        rest = s.times(row, x)
        rest |= {c: rest.get(c, 0) - v for c, v in right.items()}
        rows.append(s.numerators(rest, denominators[-1]))
        block.append(len(denominators) - 1)
    return s.matrix(rows, block, denominators)


def scaled_columns(s: System) -> Iterator[Row]:
    """The rows of A', where row i of A counts 1 / d(i)^2, each times the square of a multiple of
    these d(i)."""
    for column in columns(s):
        common = s.least_multiple(s.d[i] for i in column)
        yield {i: v * (common // s.d[i]) ** 2 for i, v in column.items()}


def check_minimum_norm(s: System, w: Json) -> None:
    """Of all X with the least |A X - B| only this has the least |X|, column by column: X = A' Y.

    For another, Z, A (Z - X) = 0; so the columns of Z - X are orthogonal to those of A' Y, and
    |Z|^2 = |X|^2 + |Z - X|^2. (Y is of the rows as they are; the weights w of the certificate, of
    rows of integers, are w(i) = y(i) / d(i).)
    Coq: `least_norm` (proofs/coq/LeastSquares.v), `minimum_norm_checked`
    (proofs/coq/LeastSquaresChecker.v).
    """
    x = (s.times({j: 1}, w["solution"]) for j in range(s.n))
    s.check_product(columns(s), w["weights"], x, "X is not A' Y")


def columns(s: System) -> list[Row]:
    """Those of A, which are the rows of A'."""
    of_a = transposed(s.a)
    return [of_a.get(j, {}) for j in range(s.n)]


NORM = "minimises the Euclidean norm of each column of A X - B"
LEAST = f"for {SYSTEM} the X that {LISTS} {NORM}"
SENTENCES = {
    "least_squares": LEAST,
    "minimum_norm": f"{LEAST}, and of all X that do it alone has the least norm in each column"
    "{x}",
    "unique_least_squares": f"for {SYSTEM} the X that {LISTS}, and no other, {NORM}{{x}}",
}
STATEMENTS: dict[str, tuple[str, list[Check]]] = {
    "least_squares": ("solution", [check_least_squares]),
    "minimum_norm": ("solution weights", [check_least_squares, check_minimum_norm]),
    "unique_least_squares": ("minor solution", [check_least_squares, check_minor]),
}

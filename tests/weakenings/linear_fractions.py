"""Small matrices as lists of rows of Fractions."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

Matrix = list[list[Fraction]]


def over_integers(part: Matrix, a: Matrix, b: Matrix) -> Matrix:
    """The rows as the question lists them: times their denominators."""
    scales = [lcm(*(e.denominator for e in (*x, *y))) for x, y in zip(a, b)]
    return [[d * e for e in row] for d, row in zip(scales, part)]


def times(a: Matrix, x: Matrix) -> Matrix:
    """A X."""
    return [
        [sum((p * q for p, q in zip(row, column)), Fraction(0)) for column in zip(*x)] for row in a
    ]


def reduced(rows: Matrix) -> tuple[Matrix, list[int]]:
    """The reduced row echelon form and its pivots' columns."""
    table = [row[:] for row in rows]
    pivots: list[int] = []
    for j in range(len(table[0]) if table else 0):
        k = next((k for k in range(len(pivots), len(table)) if table[k][j]), None)
        if k is None:
            continue
        i = len(pivots)
        table[i], table[k] = table[k], table[i]
        table[i] = [e / table[i][j] for e in table[i]]
        for k, row in enumerate(table):
            if k != i and row[j]:
                table[k] = [e - row[j] * f for e, f in zip(row, table[i])]
        pivots.append(j)
    return table, pivots


def rank(rows: Matrix) -> int:
    """How many rows are independent."""
    return len(reduced(rows)[1])


def null_space(a: Matrix) -> Matrix:
    """A basis of the x with A x = 0, as columns."""
    table, pivots = reduced(a)
    n = len(a[0])
    free = [j for j in range(n) if j not in pivots]
    basis = [[Fraction(j == f) for f in free] for j in range(n)]
    for i, j in enumerate(pivots):
        basis[j] = [-table[i][f] for f in free]
    return basis


def determinant(a: Matrix, rows: tuple[int, ...], columns: tuple[int, ...]) -> Fraction:
    if not rows:
        return Fraction(1)
    return sum(
        (
            (-1) ** k * a[rows[0]][j] * determinant(a, rows[1:], columns[:k] + columns[k + 1 :])
            for k, j in enumerate(columns)
        ),
        Fraction(0),
    )


def transposed(a: Matrix) -> Matrix:
    """Rows as columns."""
    return [list(column) for column in zip(*a)]


def particular(a: Matrix, b: Matrix) -> Matrix:
    """An X with A X = B if there is one, in which the free unknowns are 0."""
    n = len(a[0])
    table, pivots = reduced([[*row, *right] for row, right in zip(a, b)])
    x = [[Fraction(0)] * len(b[0]) for _ in range(n)]
    for i, j in enumerate(pivots):
        if j < n:
            x[j] = table[i][n:]
    return x

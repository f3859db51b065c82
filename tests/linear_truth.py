"""Whether a statement about a linear system is true: in Fractions, by definitions alone.

Nothing of the package is used. A least squares solution is one with A x = the projection of b to
the columns of A (Gram and Schmidt); integer solutions are found by integer column operations.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[Any]  # of Fractions


def holds(certificate: dict[str, Any], value: Fraction | float | None) -> bool:
    """Whether the statement, its witness where it is said, and the value are true."""
    asked, witness = certificate["question"], certificate["witness"]
    statement, scales = asked["statement"], [whole(d) for d in asked["denominators"]]
    a = listed(asked["matrix"], scales, asked["matrix"]["columns"])
    m, n = a.shape
    if statement == "determinant":
        return m == n and value == determinant(a)
    if statement == "singular":
        return m == n > rank(a)
    b = np.full((m, 0), Fraction(0))
    if "right" in asked:
        b = listed(asked["right"], scales, asked["right"]["columns"])
    if statement == "inconsistent":
        return rank(np.concatenate([a, b], axis=1)) > rank(a)
    if statement == "no_integer_solution":
        return not all(has_integer_solution(a, column) for column in b.T)
    if statement == "entry":
        found = solution(a, b) if m == n == rank(a) else None
        return found is not None and value == found[asked["row"], asked["column"]]
    if "solution" in witness:
        x = exact(witness["solution"], b.shape[1])
        wanted = projection(a, b) if statement in LEAST else b
        if not (a.dot(x) == wanted).all():
            return False
        if statement == "minimum_norm":
            return rank(np.concatenate([a, x.T])) == rank(a)
    if statement in ("rank", "general"):
        kernel = exact(witness["kernel"], n - len(witness["minor"]["rows"]))
        known = rank(a) == len(witness["minor"]["rows"])
        return known and rank(kernel) == kernel.shape[1] and not a.dot(kernel).any()
    return statement not in ("unique", "unique_least_squares") or rank(a) == n


LEAST = ("least_squares", "unique_least_squares", "minimum_norm")


def whole(n: int | str) -> int:
    """An integer of a certificate."""
    return int(n, 16) if isinstance(n, str) else n


def listed(given: dict[str, Any], denominators: list[int], columns: int) -> Matrix:
    """A matrix of Fractions from its non-zeros, row i over denominators[i]."""
    full = np.full((len(denominators), columns), Fraction(0))
    cells = iter(zip(given["places"], given["numerators"], strict=True))
    for i, (size, d) in enumerate(zip(given["sizes"], denominators, strict=True)):
        for _ in range(size):
            j, v = next(cells)
            full[i, j] = Fraction(whole(v), d)
    assert not list(cells)
    return full


def exact(given: dict[str, Any], columns: int) -> Matrix:
    """A matrix of rationals of the witness."""
    denominators = [whole(given["denominators"][b]) for b in given["blocks"]]
    return listed(given, denominators, columns)


def echelon(a: Matrix) -> tuple[Matrix, list[int], Fraction]:
    """By Gauss and Jordan: the reduced form, the pivots' columns, and the product of the pivots
    with the sign of the exchanges."""
    a, pivots, product = a.copy(), list[int](), Fraction(1)
    for j in range(a.shape[1]):
        r = len(pivots)
        usable = [i for i in range(r, a.shape[0]) if a[i, j] != 0]
        if usable:
            product *= a[usable[0], j] * (1 if usable[0] == r else -1)
            a[[r, usable[0]]] = a[[usable[0], r]]
            a[r] = a[r] / a[r, j]
            for i in range(a.shape[0]):
                if i != r:
                    a[i] = a[i] - a[r] * a[i, j]
            pivots.append(j)
    return a, pivots, product


def rank(a: Matrix) -> int:
    """The number of pivots."""
    return len(echelon(a)[1])


def determinant(a: Matrix) -> Fraction:
    """The product of the pivots, or 0."""
    _, pivots, product = echelon(a)
    return product if len(pivots) == len(a) else Fraction(0)


def solution(a: Matrix, b: Matrix) -> Matrix:
    """The X with A X = B, for a square A that has an inverse."""
    return echelon(np.concatenate([a, b], axis=1))[0][:, a.shape[1] :]


def projection(a: Matrix, b: Matrix) -> Matrix:
    """Of the columns of B to the space of the columns of A."""
    orthogonal: list[Matrix] = []
    for column in a.T:
        rest = column - along(orthogonal, column)
        if rest.any():
            orthogonal.append(rest)
    found = [along(orthogonal, column) for column in b.T]
    return np.array(found).reshape(b.shape[::-1]).T


def along(orthogonal: list[Matrix], b: Matrix) -> Matrix:
    """The part of b that is a combination of these."""
    return sum((q * (q.dot(b) / q.dot(q)) for q in orthogonal), np.full(len(b), Fraction(0)))


def has_integer_solution(a: Matrix, b: Matrix) -> bool:
    """Whether A x = b for an x of integers: by the columns of A in echelon form, which are found
    by Euclid's algorithm, row by row."""
    columns, rest = list(a.T), b
    for i in range(len(b)):
        others = [c for c in columns if c[i] == 0]
        here = [c for c in columns if c[i] != 0]
        while len(here) > 1:
            here.sort(key=lambda c: abs(c[i]))
            first = here[0]
            after = [c - first * (c[i] // first[i]) for c in here[1:]]
            others += [c for c in after if c[i] == 0]
            here = [first, *(c for c in after if c[i] != 0)]
        if here:
            quotient = rest[i] / here[0][i]
            if quotient.denominator > 1:
                return False
            rest = rest - here[0] * quotient
        elif rest[i] != 0:
            return False
        columns = others
    return True

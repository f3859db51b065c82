"""Factors, normal forms, polynomials, least squares, integer solutions: multiplied back.

Products are FLINT's, and so are the forms and polynomials that are unique; bases are compared with
SymPy's. What exactbox refuses for its size is not asked here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import fmpq, fmpq_mat, fmpz_mat, nmod_mat

from exactbox import linalg
from exactbox.linalg import InconsistentSystemError, NoIntegerSolutionError
from tests.linalg.upstream.questions import Count, same
from tests.linalg.upstream.recording import Recorded

PRIME = 5


def as_flint(a: Recorded) -> fmpq_mat:
    m, n, cells = a
    found = fmpq_mat(m, n)
    for i, j, p, q in cells:
        found[i, j] = fmpq(p, q)
    return found


def flint(matrix: Any) -> fmpq_mat:
    """exactbox's matrix or vector."""
    m, n = matrix.shape if len(matrix.shape) == 2 else (matrix.shape[0], 1)
    entries = [matrix[i, j] for i in range(m) for j in range(n)] if n != 1 else list(column(matrix))
    return fmpq_mat(m, n, [fmpq(e.numerator, e.denominator) for e in entries])


def column(matrix: Any) -> list[Any]:
    """The entries of a vector or of a matrix of one column."""
    m = matrix.shape[0]
    return [matrix[i] if len(matrix.shape) == 1 else matrix[i, 0] for i in range(m)]


def diagonal(values: list[fmpq]) -> fmpq_mat:
    n = len(values)
    return fmpq_mat(n, n, [values[i] if i == j else fmpq(0) for i in range(n) for j in range(n)])


def rows_of(a: fmpq_mat, rows: tuple[int, ...]) -> fmpq_mat:
    n = a.ncols()
    return fmpq_mat(len(rows), n, [a[i, j] for i in rows for j in range(n)])


def whole(a: Recorded) -> bool:
    return all(q == 1 for *_, q in a[2])


def ask_forms(a: Recorded, given: Callable[[], Any], count: Count) -> None:
    """Everything of a matrix alone."""
    known = as_flint(a)
    m, n = known.nrows(), known.ncols()
    form, rank = known.rref()
    pivots = tuple(next(j for j in range(n) if form[i, j] != 0) for i in range(rank))
    chosen = rows_of(known.transpose(), pivots).transpose()
    same("column_space", flint(linalg.column_space(given())), chosen, count)
    same("row_space", flint(linalg.row_space(given())), rows_of(form, tuple(range(rank))), count)
    left = flint(linalg.left_nullspace(given()))
    zero = fmpq_mat(n, m - rank)
    same("left_nullspace", (known.transpose() * left, left.rank()), (zero, m - rank), count)
    for fraction_free in (False, True):
        found = linalg.lu(given(), fraction_free=fraction_free)
        middle = diagonal([fmpq(e.denominator, e.numerator) for e in found.diagonal])
        back = flint(found.lower) * middle * flint(found.upper)
        same("lu", (back, found.rank), (rows_of(known, found.permutation), rank), count)
    pseudo = flint(linalg.pinv(given()))
    one, other = known * pseudo, pseudo * known
    penrose = (one * known, other * pseudo, one.transpose(), other.transpose())
    same("pinv", penrose, (known, pseudo, one, other), count)
    if whole(a):
        ask_integer_forms(a, given, rank, count)
    if m == n:
        ask_polynomials(known, given, rank, count)


def ask_integer_forms(a: Recorded, given: Callable[[], Any], rank: int, count: Count) -> None:
    """Hermite's and Smith's form, the rank modulo a prime."""
    known = as_flint(a)
    integers = known.numer_denom()[0]
    m, n = integers.nrows(), integers.ncols()
    hermite = linalg.hermite_form(given())
    same("hermite_form", flint(hermite.form), fmpq_mat(integers.hnf()), count)
    same("hermite_form, back", flint(hermite.transform) * known, flint(hermite.form), count)
    smith = linalg.smith_form(given())
    same("smith_form", flint(smith.form), fmpq_mat(integers.snf()), count)
    back = flint(smith.left) * known * flint(smith.right)
    same("smith_form, back", (back, len(smith.invariant_factors)), (flint(smith.form), rank), count)
    reduced = nmod_mat(integers, PRIME)
    same("rank, modulus", linalg.rank(given(), modulus=PRIME), reduced.rank(), count)
    if m == n:
        same("det, modulus", linalg.det(given(), modulus=PRIME), int(reduced.det()), count)


def ask_polynomials(known: fmpq_mat, given: Callable[[], Any], rank: int, count: Count) -> None:
    """The characteristic and the minimal polynomial; L D L^T where the matrix is symmetric."""
    for name, polynomial in (("charpoly", known.charpoly()), ("minpoly", known.minpoly())):
        coefficients = [fmpq(e.numerator, e.denominator) for e in getattr(linalg, name)(given())]
        same(name, coefficients, list(reversed(polynomial.coeffs())), count)
    if known == known.transpose():
        found = linalg.ldl(given())
        lower = flint(found.lower)
        back = lower * flint(found.middle) * lower.transpose()
        moved = rows_of(rows_of(known, found.permutation).transpose(), found.permutation)
        n = known.nrows()
        same("ldl", (back, sum(found.inertia), found.inertia[2]), (moved, n, n - rank), count)


def ask_least_squares(
    a: Recorded, b: Recorded, given: Callable[[], Any], side: Callable[[], Any], count: Count
) -> None:
    """The normal equations hold, and no part of x is in the null space."""
    known, right = as_flint(a), as_flint(b)
    found = linalg.lstsq(given(), side())
    x = flint(found.x)
    back = known.transpose()
    same("lstsq", back * (known * x), back * right, count)
    kernel = flint(linalg.nullspace(given())).transpose()
    same("lstsq, shortest", kernel * x, fmpq_mat(kernel.nrows(), b[1]), count)
    rest = (known * x - right).entries()
    squares = [sum((e * e for e in rest[j :: b[1]]), fmpq(0)) for j in range(b[1])]
    told = found.residual if isinstance(found.residual, tuple) else (found.residual,)
    same("lstsq, residual", [fmpq(e.numerator, e.denominator) for e in told], squares, count)
    same("lstsq, unique", found.unique, kernel.nrows() == 0, count)


def ask_integers(
    a: Recorded, b: Recorded, given: Callable[[], Any], side: Callable[[], Any], count: Count
) -> None:
    """All integer solutions, or a y that shows that there are none."""
    known, right = as_flint(a), as_flint(b)
    try:
        found = linalg.solve_integers(given(), side())
    except (NoIntegerSolutionError, InconsistentSystemError) as error:
        y = flint(error.witness).transpose()
        combined, value = (y * known).entries(), (y * right).entries()
        if isinstance(error, NoIntegerSolutionError):
            shown = all(e.q == 1 for e in combined) and any(e.q != 1 for e in value)
        else:
            shown = not any(combined) and any(value)
        same(f"solve_integers, {type(error).__name__}", shown, True, count)
    else:
        x, kernel = flint(found.particular), flint(found.kernel)
        zero = fmpq_mat(a[0], kernel.ncols())
        same("solve_integers", (known * x, known * kernel), (right, zero), count)
        entries = [*x.entries(), *kernel.entries()]
        size = (all(e.q == 1 for e in entries), kernel.rank(), kernel.ncols())
        rank = known.rank()
        same("solve_integers, whole", size, (True, a[1] - rank, a[1] - rank), count)
        # a basis of the lattice: its invariant factors are 1
        numerators: fmpz_mat = kernel.numer_denom()[0]
        factors = [numerators.snf()[i, i] for i in range(kernel.ncols())]
        same("solve_integers, lattice", all(e == 1 for e in factors), True, count)

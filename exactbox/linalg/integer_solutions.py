"""Integer solutions of A x = b: all of them, or a witness that there are none.

Let H = U A^T be the Hermite form (`normal_forms`). With z = U^-T x the system reads H^T z = b,
where z is an integer vector exactly if x is one; H^T is in column echelon form, so the first r
entries of z follow one after the other, and the others are free: they belong to the last n - r rows
of U, which are a basis of the lattice of all integer x with A x = 0.

Where an entry z_k is not an integer, let y^T be the row k of the inverse of the r x r triangle of
H^T, 0 at the other equations. Then y^T A = (row k of U^-T) is a vector of integers and y^T b = z_k
is not: no integer x can have A x = b. So there always is either a solution over the integers, or
such a y, or none over the rationals (Kronecker; Schrijver 1986, corollary 4.1a). Any integer vector
may be added to y, so its entries are brought near zero.

Sources: Schrijver, *Theory of linear and integer programming*, 1986, ch. 4.1 and 5; Cohen, *A
course in computational algebraic number theory*, 1993, ch. 2.4.3 and 2.7.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpz, fmpz_mat

from exactbox.linalg.elimination.dense import (
    LARGEST,
    check_parts,
    columns_of,
    exact_matrix,
    matrix,
    selection,
)
from exactbox.linalg.errors import NoIntegerSolutionError, SingularMatrixError
from exactbox.linalg.general import solve_general
from exactbox.linalg.matrices.entries import Floats
from exactbox.linalg.matrices.exactfraction import exact_fraction
from exactbox.linalg.matrices.matrix_inputs import read_labelled, read_system
from exactbox.linalg.matrices.small import MAX_FLINT_ORDER, column_of, integers_of
from exactbox.linalg.normal_forms import (
    MIN_KERNEL_ROWS,
    nearest,
    row_form,
    solved,
    subtract_kernel,
)
from exactbox.linalg.prepared import factorized
from exactbox.linalg.results.exact import ExactMatrix, ExactVector
from exactbox.linalg.results.summary import Summary
from exactbox.linalg.solver import solve


@dataclass(frozen=True, repr=False)
class IntegerSolutions(Summary):
    """All integer solutions of A x = b: ``particular + kernel t`` for every integer vector t.

    The particular solution, one for each column of b, is short. The columns of the kernel, n x (n -
    rank), are an LLL-reduced basis of the lattice of integer x with A x = 0.
    """

    particular: ExactMatrix
    kernel: ExactMatrix


def solve_integers(a: Any, b: Any, *, floats: Floats = None) -> IntegerSolutions:
    """All integer vectors x with A x = b, for integer or rational A of any shape and rank.

    ``A particular == b`` and ``A kernel == 0`` have been verified, and that the kernel's columns
    are a basis of all integer solutions of A x = 0: they are part of a unimodular matrix. Several
    columns of b are several systems, and one without a solution is an error. The arguments are
    explained in `exactbox.linalg`.

    Raises
    ------
    NoIntegerSolutionError
        If there are rational solutions, but no integer one; its ``witness`` is a rational y such
        that y^T A is a vector of integers and y^T b is not an integer.
    InconsistentSystemError
        If there is no rational solution either; its ``witness`` is a y with y^T A = 0, y^T b != 0.
    MemoryError
        If the rational solution is not unique, and a part of A that is connected has more than 400
        rows or columns, or A more than 1,000.

    Examples
    --------
    Change for 17 from coins of 5 and 3, if coins may be owed:

    >>> from exactbox.linalg import NoIntegerSolutionError, solve_integers
    >>> found = solve_integers([[5, 3]], [17])
    >>> found.particular, found.kernel
    (ExactVector([4, -1]), ExactMatrix([[-3], [5]]))
    >>> try:
    ...     solve_integers([[6, 4]], [17])
    ... except NoIntegerSolutionError as error:
    ...     error.witness
    ExactVector([1/2])
    """
    a, labels = read_labelled(a, floats)
    small = integers_of(a, MAX_FLINT_ORDER, dense=True) if floats is None else None
    right_side = None if small is None else column_of(b, small.nrows())
    if small is not None and right_side is not None:
        full, wanted, columns, vector = small, right_side, 1, True
        factors = [1] * full.nrows()
    else:
        integers, right, columns, scales, vector = read_system(a, b, floats=floats)
        m, n = integers.shape
        if m == n > MAX_FLINT_ORDER and (solutions := _solve_regular(a, b, floats)) is not None:
            return solutions
        check_parts(integers, LARGEST, "a lattice of integer solutions")
        full, factors = integers.flint, list(scales)
        wanted = matrix([[fmpz(e) for e in row] for row in right], columns)
    h, top, kernel, pivots = row_form(full.transpose(), short=False)
    r = len(pivots)
    triangle = columns_of(h, pivots).transpose()
    chosen = wanted if r == len(factors) else selection(pivots, len(factors)) * wanted
    z, d = solved(triangle, chosen)
    if h.transpose() * z != d * wanted:  # H^T z = b, for z / d
        solve_general(a, b, floats=floats)  # raises InconsistentSystemError
        raise ArithmeticError("H^T z == b failed where A x == b has a solution: this is a bug")
    if d != 1:
        for place, e in enumerate(z.entries()):
            if e % d != 0:
                y = _witness(full, wanted, triangle, pivots, *divmod(place, columns))
                witness = [v * s for v, s in zip(y, factors, strict=True)]
                raise _no_integer_solution(ExactVector.of_fractions(witness))
        z = fmpz_mat(r, columns, [e // d for e in z.entries()])
    point = z.transpose() * top  # U^T z, of which the kernel may be subtracted
    if kernel.nrows() > MIN_KERNEL_ROWS:
        point = subtract_kernel(point, kernel)
    point -= nearest(point, kernel) * kernel
    if full * point.transpose() != wanted or not (full * kernel.transpose()).is_zero():
        raise ArithmeticError("A x == b failed in exact integers: this is a bug")
    particular = exact_matrix(point.transpose())
    x, basis = particular.as_vector() if vector else particular, exact_matrix(kernel.transpose())
    if labels.columns:
        x, basis = x.with_labels(labels.columns), basis.with_labels(labels.columns)
    return IntegerSolutions(x, basis)


def _solve_regular(a: Any, b: Any, floats: Floats) -> IntegerSolutions | None:
    """The only solution, for a square A with an inverse; None if there is none.

    Where x_k is not an integer, y^T = e_k^T A^-1 has y^T A whole and y^T b = x_k.
    """
    try:
        x = solve(a, b, floats=floats)
    except SingularMatrixError:
        return None
    for i, _, n, d in x.entries():
        if n % d != 0:
            unit = [int(i == k) for k in range(len(x))]
            y = [e - round(e) for e in factorized(a, floats=floats).solve_transposed(unit)]
            raise _no_integer_solution(ExactVector.of_fractions(y))
    return IntegerSolutions(x, ExactMatrix.of_blocks([fmpz(1)], [0] * len(x), [()] * len(x), 0))


def _no_integer_solution(witness: ExactVector) -> NoIntegerSolutionError:
    return NoIntegerSolutionError(
        "the system has rational solutions, but no integer one: "
        "y^T A is whole and y^T b is not, y being the witness",
        witness,
    )


def _witness(
    a: fmpz_mat, b: fmpz_mat, triangle: fmpz_mat, pivots: list[int], k: int, column: int
) -> list[Fraction]:
    """A y with y^T A whole and y^T b not, for this column of b; every entry within 1/2 of 0."""
    r, m = len(pivots), a.nrows()
    numerators, d = solved(triangle.transpose(), fmpz_mat(r, 1, [int(i == k) for i in range(r)]))
    y = [fmpz(0)] * m
    for i, e in zip(pivots, numerators.entries(), strict=True):
        y[i] = e + (d - 2 * e) // (2 * d) * d
    row = fmpz_mat(1, m, y)
    right = sum((e * b[i, column] for i, e in enumerate(y)), fmpz(0))
    if any(e % d != 0 for e in (row * a).entries()) or right % d == 0:
        raise ArithmeticError("y^T A whole and y^T b not failed: this is a bug")
    return [exact_fraction(e, d) for e in y]

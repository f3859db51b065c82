"""Small dense systems, straight through FLINT.

Where nearly every entry is there, there is nothing to cut into blocks. FLINT scales the rows to
integers, and solves by fraction-free elimination or Dixon's lifting, whichever it holds to be
faster. The answer is believed after ``A N == d B``.

A matrix without an inverse is left to `system`, which finds a kernel vector, and a right side much
longer than the matrix's numbers to `choice`.
"""

from __future__ import annotations

from math import lcm
from time import perf_counter

import numpy as np
from flint import fmpq, fmpq_mat, fmpz, fmpz_mat

from exactbox.linalg.info import BlockInfo, SolveInfo
from exactbox.linalg.matrices.integers import INT64_MAX, largest
from exactbox.linalg.matrices.matrix_inputs import RightSide
from exactbox.linalg.matrices.rational import RationalMatrix
from exactbox.linalg.matrices.small import MOST, SMALL, all_solutions
from exactbox.linalg.results.exact import ExactMatrix, ExactVector

_FEW_OF_WIDE = 500  # unknowns up to which it is where scaled entries leave 64 bits: lifting then
# works on Python's integers (Hilbert's matrix of order 300: 0.2 s against 0.9 s)
_BESIDE = (
    16  # unknowns from which the inverse is read off the echelon form of [A 1] (two digits: 50
)
# in 5.6 ms, by FLINT's inverse 16; 100 in 128 and 162)
_LONG = 64  # bits an unknown that a right side may have, lest another way be faster (60 unknowns of
# 400 bits each: 100 ms, by elimination without fractions 36)
_AS_LONG = 4  # ... or as often the length of the matrix's own entries


def is_small_and_dense(a: RationalMatrix) -> bool:
    """Whether `solve_directly` is the way: dense, or so small that cutting it does not pay."""
    m, n = a.shape
    if not (0 < m == n <= _FEW_OF_WIDE and a.in_order):
        return False
    wide = a.numerators.dtype == object or max(a.denominators or [1]) > INT64_MAX
    if n * n <= SMALL and not wide:
        return True
    if 2 * np.count_nonzero(a.numerators) < n * n:
        return False
    # else by one row, as others will be
    return n <= MOST or wide or lcm(*set((a.denominators or [1])[:n])) > INT64_MAX


def solve_integers_directly(
    matrix: fmpz_mat, right: fmpz_mat, kind: type[ExactMatrix] = ExactMatrix
) -> ExactMatrix | None:
    """The X with A X = B, verified, of this kind; None if A has no inverse, or B is too long."""
    started = perf_counter()
    n = matrix.nrows()
    bits = _bits(right)
    if bits > _LONG * n and bits > _AS_LONG * _bits(matrix):
        return None
    return _solved(matrix, right, started, kind)


def solve_tall_directly(matrix: fmpz_mat, right: fmpz_mat) -> ExactVector | None:
    """The only x with A x = b for more equations than unknowns; None if there is not just one."""
    started = perf_counter()
    found = all_solutions(matrix, right)
    if found is None or found[1].ncols():
        return None
    n, seconds = matrix.ncols(), {"flint": perf_counter() - started}
    block = BlockInfo(n, "flint", "small: the echelon form of (A | b)", seconds=seconds)
    info = SolveInfo(n, 1, block, {"flint": 1}, {**seconds})
    return ExactVector.of_flint(found[0], found[2], info)


def solve_directly(a: RationalMatrix, b: RightSide) -> ExactMatrix | None:
    """The X with A X = b, verified; None if A has no inverse, or for another right side.

    `b` is for rows of A that are not scaled. It must not be too long, and has a column: of none
    FLINT does not look at A.
    """
    started = perf_counter()
    if b.columns == 0 or _is_long(a, b):
        return None
    matrix, size = in_flint(a), (a.shape[0], b.columns)
    if a.denominators is None and max(b.extra) == 1:
        return _solved(matrix, fmpz_mat(*size, [e for row in b.rows for e in row]), started)
    right = [fmpq(e, d) for row, d in zip(b.rows, b.extra, strict=True) for e in row]
    if a.denominators is None:
        matrix = fmpq_mat(matrix)
    return _solved(matrix, fmpq_mat(*size, right), started)


def _is_long(a: RationalMatrix, b: RightSide) -> bool:
    """Whether the right side is too long for the matrix in integers."""
    bits = max(e.bit_length() for row in b.rows for e in row)
    if bits <= _LONG * a.shape[0]:
        return False
    matrix, scales = a.scaled
    return bits + max(scales).bit_length() > _AS_LONG * largest(matrix.data).bit_length()


def _bits(a: fmpz_mat) -> int:
    """Of the longest entry."""
    return int(max(e.bit_length() for e in a.entries()))


def invert_directly(
    matrix: fmpz_mat | fmpq_mat, scales: list[int] | None = None
) -> ExactMatrix | None:
    """The inverse of A, or of S^-1 A for these scales of its rows, verified; None if there is none.

    For S^-1 A it solves A X = S.
    """
    n = matrix.nrows()
    right = fmpz_mat(n, n)
    for i in range(n):
        right[i, i] = scales[i] if scales else 1
    started = perf_counter()
    if n >= _BESIDE and isinstance(matrix, fmpz_mat):
        return _inverted_beside(matrix, right, started)
    try:
        x = matrix.solve(right) if scales else matrix.inv()
    except ZeroDivisionError:
        return None
    return _verified(matrix, x, right, started)


def _inverted_beside(matrix: fmpz_mat, right: fmpz_mat, started: float) -> ExactMatrix | None:
    """The X with A X = S by the echelon form of [A S], which is [d 1, d X]."""
    n = matrix.nrows()
    beside = [e for row in zip(matrix.tolist(), right.tolist()) for part in row for e in part]
    echelon, d, _ = fmpz_mat(n, 2 * n, beside).rref()
    if echelon[n - 1, n - 1] != d:
        return None
    entries = echelon.entries()
    numerators = fmpz_mat(
        n, n, [e for i in range(n) for e in entries[(2 * i + 1) * n : (2 * i + 2) * n]]
    )
    common = d
    for e in numerators.entries():
        common = common.gcd(e)
        if common == 1:
            break
    common = -common if d < 0 else common
    if common != 1:
        numerators = fmpz_mat(n, n, [e // common for e in numerators.entries()])
    return _multiplied_back(matrix, numerators, d // common, right, started)


def _solved(
    matrix: fmpz_mat | fmpq_mat,
    right: fmpz_mat | fmpq_mat,
    started: float,
    kind: type[ExactMatrix] = ExactMatrix,
) -> ExactMatrix | None:
    """The X with A X = B, verified; None if A has no inverse."""
    try:
        x = matrix.solve(right)
    except ZeroDivisionError:
        return None
    return _verified(matrix, x, right, started, kind)


def _verified(
    matrix: fmpz_mat | fmpq_mat,
    x: fmpq_mat,
    right: fmpz_mat | fmpq_mat,
    started: float,
    kind: type[ExactMatrix] = ExactMatrix,
) -> ExactMatrix:
    """x as a result, after A x == b with its least common denominator: A N == d b."""
    numerators, d = x.numer_denom()
    return _multiplied_back(matrix, numerators, d, right, started, kind)


def _multiplied_back(
    matrix: fmpz_mat | fmpq_mat,
    numerators: fmpz_mat,
    d: fmpz,
    right: fmpz_mat | fmpq_mat,
    started: float,
    kind: type[ExactMatrix] = ExactMatrix,
) -> ExactMatrix:
    """N / d as a result, after A N == d b."""
    solved = perf_counter()
    if matrix * numerators != d * right:
        raise ArithmeticError("A x == b failed in exact integers: this is a bug, please report it")
    n = numerators.nrows()
    seconds = {"flint": solved - started, "verification": perf_counter() - solved}
    block = BlockInfo(n, "flint", "small and dense", seconds=seconds)
    return kind.of_flint(numerators, d, SolveInfo(n, 1, block, {"flint": 1}, {**seconds}))


def in_flint(a: RationalMatrix) -> fmpz_mat | fmpq_mat:
    """The matrix in FLINT, dense; of integers, if all are."""
    kind, values = fmpz_mat, a.numerators.tolist()
    if a.denominators is not None:
        kind, values = fmpq_mat, list(map(fmpq, values, a.denominators))
    if len(values) == a.shape[0] * a.shape[1]:
        return kind(*a.shape, values)
    full = kind(*a.shape)
    for i, j, value in zip(a.rows.tolist(), a.columns.tolist(), values, strict=True):
        full[i, j] = value
    return full

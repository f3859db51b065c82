"""Small dense systems, straight through FLINT.

Where nearly every entry is there, there is nothing to cut into blocks. FLINT scales the rows to
integers, and solves by fraction-free elimination or Dixon's lifting, whichever it holds to be
faster. The answer is believed after ``A N == d B``.

A matrix without an inverse is left to `system`, which finds a kernel vector, and a right-hand side
much longer than the matrix's numbers to `choice`.
"""

from __future__ import annotations

from contextlib import suppress
from math import lcm
from time import perf_counter

import numpy as np
from flint import fmpq, fmpq_mat, fmpz, fmpz_mat

from exactbox.linalg.info import BlockInfo, SolveInfo
from exactbox.linalg.matrices.integers import INT64_MAX, largest
from exactbox.linalg.matrices.matrix_inputs import RightSide
from exactbox.linalg.matrices.rational import RationalMatrix
from exactbox.linalg.matrices.small import MAX_FLINT_ORDER, MAX_FLINT_PLACES, all_solutions
from exactbox.linalg.matrices.sparse import from_dense
from exactbox.linalg.results.exact import ExactMatrix, ExactVector

_MAX_UNKNOWNS_OF_LONG_ENTRIES = 500  # where scaled entries leave 64 bits: lifting then works on
# Python's integers (Hilbert's matrix of order 300: 0.2 s against 0.9 s)
_MIN_UNKNOWNS_BY_ECHELON = 16  # from which the inverse is read off the echelon form of [A 1] (two
# digits: 24 in 0.6 ms, by FLINT's inverse 1.2; 50 in 7 and 17)
_MIN_UNKNOWNS_BY_LIFTING = 40  # from which it is lifted to the length of the determinant (two
# digits: 32 in 1.7 ms, by the echelon form 1.5; 50 in 5.2 and 7.1; 100 in 53 and 184)
MAX_RHS_BITS_PER_UNKNOWN = 64  # beyond which another way may be faster (60 unknowns of 400 bits
# each: 100 ms, by elimination without fractions 36)
_MAX_RHS_BITS_PER_ENTRY_BIT = 4  # ... unless it is short beside the matrix's own entries


def is_small_and_dense(a: RationalMatrix) -> bool:
    """Return whether A is dense, or so small that cutting it into blocks does not pay."""
    m, n = a.shape
    if not 0 < m == n <= _MAX_UNKNOWNS_OF_LONG_ENTRIES:
        return False
    place = a.rows * n + a.columns
    if (place[1:] <= place[:-1]).any():  # not row by row, columns increasing, none twice
        return False
    wide = a.numerators.dtype == object or max(a.denominators or [1]) > INT64_MAX
    if n * n <= MAX_FLINT_PLACES and not wide:
        return True
    if 2 * np.count_nonzero(a.numerators) < n * n:
        return False
    # the first row's scale stands for the others
    return n <= MAX_FLINT_ORDER or wide or lcm(*set((a.denominators or [1])[:n])) > INT64_MAX


def solve_integers_directly(
    matrix: fmpz_mat, right: fmpz_mat, kind: type[ExactMatrix] = ExactMatrix
) -> ExactMatrix | None:
    """The X with A X = B, verified, of this kind; None if A has no inverse, or B is too long."""
    started = perf_counter()
    n = matrix.nrows()
    bits = max(map(fmpz.bit_length, right.entries()))
    if bits > MAX_RHS_BITS_PER_UNKNOWN * n:  # Dixon's method takes as many digits as b has
        own = max(map(fmpz.bit_length, matrix.entries()))
        if bits > _MAX_RHS_BITS_PER_ENTRY_BIT * own:
            return None
    try:
        numerators, d = matrix.solve(right).numer_denom()
    except ZeroDivisionError:
        return None
    return _verified(matrix, numerators, d, right, started, kind)


def solve_tall_directly(matrix: fmpz_mat, right: fmpz_mat) -> ExactVector | None:
    """The only x with A x = b for more equations than unknowns; None if there is not just one."""
    started = perf_counter()
    solutions = all_solutions(matrix, right)
    if solutions is None or solutions[1].ncols():  # none, or a null space
        return None
    n, seconds = matrix.ncols(), {"flint": perf_counter() - started}
    block = BlockInfo(n, "flint", "small: the echelon form of (A | b)", seconds=seconds)
    info = SolveInfo(n, 1, block, {"flint": 1}, {**seconds})
    return ExactVector.of_flint(solutions[0], solutions[2], info)


def solve_directly(a: RationalMatrix, b: RightSide) -> ExactMatrix | None:
    """The X with A X = b, verified; None if A has no inverse, or b is too long.

    `b` is for rows of A that are not scaled. It must not be too long, and has a column: of none
    FLINT does not look at A.
    """
    started = perf_counter()
    n = a.shape[0]
    if b.columns == 0:
        return None
    bits = max(e.bit_length() for row in b.rows for e in row)
    if bits > MAX_RHS_BITS_PER_UNKNOWN * n:
        integers, scales = a.scaled
        bits += max(scales).bit_length()
        if bits > _MAX_RHS_BITS_PER_ENTRY_BIT * largest(integers.data).bit_length():
            return None
    matrix = flint_matrix(a)
    if a.denominators is None and max(b.extra) == 1:
        right = fmpz_mat(n, b.columns, [e for row in b.rows for e in row])
    else:
        values = [fmpq(e, d) for row, d in zip(b.rows, b.extra, strict=True) for e in row]
        right = fmpq_mat(n, b.columns, values)
        matrix = fmpq_mat(matrix) if a.denominators is None else matrix
    try:
        numerators, d = matrix.solve(right).numer_denom()
    except ZeroDivisionError:
        return None
    return _verified(matrix, numerators, d, right, started)


def invert_directly(
    matrix: fmpz_mat | fmpq_mat, scales: list[int] | None = None
) -> ExactMatrix | None:
    """The inverse of A, or of S^-1 A for these scales of its rows, verified; None if there is none.

    For S^-1 A it solves A X = S.
    """
    n = matrix.nrows()
    right = fmpz_mat(n, n)
    for i in range(n):
        right[i, i] = scales[i] if scales else 1  # A X = S
    started = perf_counter()
    try:
        if n < _MIN_UNKNOWNS_BY_ECHELON or not isinstance(matrix, fmpz_mat):
            numerators, d = (matrix.solve(right) if scales else matrix.inv()).numer_denom()
        else:
            numerators, d = exact_inverse(matrix)  # A N = d 1, A (N S) = d S
            if scales:
                numerators, d = _lowest_terms((numerators * right).entries(), d, n)
    except ZeroDivisionError:
        return None
    return _verified(matrix, numerators, d, right, started)


def exact_inverse(a: fmpz_mat) -> tuple[fmpz_mat, fmpz]:
    """N and d > 0 with A^-1 = N / d in lowest terms, not verified; ZeroDivisionError without one.

    By lifting it is adj A / det A: with the denominator known, half the digits are enough.
    """
    n = a.nrows()
    if n < _MIN_UNKNOWNS_BY_ECHELON:
        numerators, d = a.inv().numer_denom()
        return numerators, d
    if n >= _MIN_UNKNOWNS_BY_LIFTING:
        from exactbox.linalg.square.lifting import Lifting, LiftingError

        if (d := a.det()) == 0:  # A adj A = d 1
            raise ZeroDivisionError
        with suppress(LiftingError, OverflowError):
            entries = np.array(list(map(int, a.entries())), dtype=np.int64)
            # d A^-1, rounded to integers
            adjugate = Lifting(from_dense(entries.reshape(n, n))).adjugate(int(d))
            return _lowest_terms(list(map(fmpz, adjugate)), d, n)
    # the echelon form of [A 1] is [d 1, d A^-1]
    unit = [fmpz(0)] * n
    beside = [e for i, row in enumerate(a.tolist()) for e in (*row, *unit[:i], 1, *unit[i + 1 :])]
    echelon, d, _ = fmpz_mat(n, 2 * n, beside).rref()  # [d 1, d A^-1], d != 0
    if echelon[n - 1, n - 1] != d:  # a pivot is right of A
        raise ZeroDivisionError
    entries = echelon.entries()
    right = [e for i in range(n) for e in entries[(2 * i + 1) * n : (2 * i + 2) * n]]
    return _lowest_terms(right, d, n)


def _lowest_terms(numerators: list[fmpz], d: fmpz, n: int) -> tuple[fmpz_mat, fmpz]:
    """The n x n matrix N / d, with d > 0 and no factor that d shares with all of N."""
    common = d
    for e in numerators:
        common = common.gcd(e)
        if common == 1:
            break
    common = -abs(common) if d < 0 else abs(common)  # so that d / common > 0
    if common != 1:
        numerators = [e // common for e in numerators]
    return fmpz_mat(n, n, numerators), d // common


def _verified(
    matrix: fmpz_mat | fmpq_mat,
    numerators: fmpz_mat,
    d: fmpz,
    right: fmpz_mat | fmpq_mat,
    started: float,
    kind: type[ExactMatrix] = ExactMatrix,
) -> ExactMatrix:
    """N / d as a result, after A N == d B."""
    solved = perf_counter()
    if matrix * numerators != d * right:  # A N = d B
        raise ArithmeticError("A x == b failed in exact integers: this is a bug, please report it")
    n = numerators.nrows()
    seconds = {"flint": solved - started, "verification": perf_counter() - solved}
    block = BlockInfo(n, "flint", "small and dense", seconds=seconds)
    return kind.of_flint(numerators, d, SolveInfo(n, 1, block, {"flint": 1}, {**seconds}))


def flint_matrix(a: RationalMatrix) -> fmpz_mat | fmpq_mat:
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

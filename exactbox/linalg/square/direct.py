"""Small dense systems, straight through FLINT.

Where nearly every entry is there, there is nothing to cut into blocks, and below some hundred
unknowns scaling the rows to integers of Python costs as much as solving. FLINT takes the rationals
as they were read, scales them itself and solves by fraction-free elimination or Dixon's lifting,
whichever it holds to be faster. The answer is believed after ``A X == B`` in FLINT's rationals.

A matrix without an inverse is left to `system`, which finds a kernel vector, and a right side much
longer than the matrix's numbers to `choice`.
"""

from __future__ import annotations

from math import lcm
from time import perf_counter

import numpy as np
from flint import fmpq, fmpq_mat, fmpz_mat

from exactbox.linalg.info import BlockInfo, Record
from exactbox.linalg.integers import INT64_MAX
from exactbox.linalg.reading import Ratios, RightSide
from exactbox.linalg.results.exact import ExactMatrix

_FEW = 100  # unknowns up to which FLINT is fastest whatever the entries are; as in `choice`
_FEW_OF_SPARSE = 64  # unknowns up to which it is although most entries are 0, if numbers are short
# (56 with 3 entries a column, cut into 27 blocks: 0.6 ms either way; 20: 0.1 against 0.4 ms)
_FEW_OF_WIDE = 500  # unknowns up to which it is where scaled entries leave 64 bits: lifting then
# works on Python's integers (Hilbert's matrix of order 300: 0.2 s against 0.9 s)
_LONG = (
    64  # bits an unknown up to which the right side may be long, as in `choice` (60 unknowns, 640
)
# bits each: 141 ms against 31 by an inverse)


def is_small_and_dense(a: Ratios) -> bool:
    """Whether `solve_directly` is the way: dense, or so small that cutting it does not pay."""
    m, n = a.shape
    if not (0 < m == n <= _FEW_OF_WIDE and a.in_order):
        return False
    wide = a.numerators.dtype == object or max(a.denominators or [1]) > INT64_MAX
    if n <= _FEW_OF_SPARSE and not wide:
        return True
    if 2 * np.count_nonzero(a.numerators) < n * n:
        return False
    # else by one row, as others will be
    return n <= _FEW or wide or lcm(*set((a.denominators or [1])[:n])) > INT64_MAX


def solve_directly(a: Ratios, b: RightSide) -> ExactMatrix | None:
    """The X with A X = b, verified; None if A has no inverse, or the right side is too long.

    `b` is for rows of A that are not scaled.
    """
    if b.columns == 0:
        return None  # FLINT would not look at the matrix, which may have no inverse
    started = perf_counter()
    n = a.shape[0]
    entries = [e for row in b.rows for e in row]
    if max(map(int.bit_length, entries), default=0) > _LONG * n:
        return None
    matrix = _flint(a)
    if max(b.extra) == 1:
        right = fmpz_mat(n, b.columns, entries)
    else:
        divisors = [d for d in b.extra for _ in range(b.columns)]
        right = fmpq_mat(n, b.columns, list(map(fmpq, entries, divisors)))
    try:
        if isinstance(matrix, fmpz_mat) and isinstance(right, fmpz_mat):
            x = matrix.solve(right)
        else:
            x = fmpq_mat(matrix).solve(fmpq_mat(right))
    except ZeroDivisionError:
        return None
    return _verified(matrix, x, right, started)


def invert_directly(a: Ratios) -> ExactMatrix | None:
    """The inverse of A, verified; None if there is none."""
    started = perf_counter()
    n = a.shape[0]
    matrix = _flint(a)
    try:
        x = fmpq_mat(matrix).inv()
    except ZeroDivisionError:
        return None
    unit = fmpz_mat(n, n)
    for i in range(n):
        unit[i, i] = 1
    return _verified(matrix, x, unit, started)


def _verified(
    matrix: fmpz_mat | fmpq_mat, x: fmpq_mat, right: fmpz_mat | fmpq_mat, started: float
) -> ExactMatrix:
    """x as a result, after A x == b with its least common denominator: A N == d b."""
    solved = perf_counter()
    numerators, d = x.numer_denom()
    if matrix * numerators != d * right:
        raise ArithmeticError("A x == b failed in exact integers: this is a bug, please report it")
    n = x.nrows()
    record = Record()
    seconds = {"flint": solved - started, "verification": perf_counter() - solved}
    record.add(BlockInfo(n, "flint", "small and dense", seconds=seconds))
    return ExactMatrix([d], [0] * n, numerators.tolist(), x.ncols(), info=record.info())


def _flint(a: Ratios) -> fmpz_mat | fmpq_mat:
    """The matrix in FLINT, dense."""
    values = a.numerators.tolist()
    kind = fmpz_mat
    if a.denominators is not None:
        values, kind = list(map(fmpq, values, a.denominators)), fmpq_mat
    if len(values) == a.shape[0] * a.shape[1]:
        return kind(*a.shape, values)
    full = kind(*a.shape)
    for i, j, value in zip(a.rows.tolist(), a.columns.tolist(), values, strict=True):
        full[i, j] = value
    return full

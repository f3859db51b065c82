"""Matrices that are worked on as FLINT's dense ones, up to a size.

Normal forms, characteristic polynomials and triangular factors are dense and long whatever the
matrix, so a large sparse one is refused in one line before it fills the memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import isqrt, lcm, prod
from typing import Any

import numpy as np
from flint import fmpq, fmpz, fmpz_mat

from exactbox.linalg.matrices.entries import Floats
from exactbox.linalg.matrices.integers import int_array
from exactbox.linalg.matrices.matrix_inputs import read_scaled
from exactbox.linalg.matrices.small import MAX_FLINT_ORDER, integers_of
from exactbox.linalg.matrices.sparse import IntegerMatrix, from_coordinates
from exactbox.linalg.results.exact import ExactMatrix
from exactbox.linalg.results.rows import compact

LARGEST = 400  # rows and columns of a form in integers (dense with two digits: 100 in 0.1 s, 200 in
# 3 s; a transform's entries have 2,500 bits at 100 and the double at 200; fraction-free factors of
# 300 take 80 MB)

# rows and columns of all parts together (2 times the unit matrix of 500: Hermite and Smith form 0.5
# s each, LU 1.8, LDL 7.7)
_MAX_ROWS_OF_ALL_PARTS = 1_000


def check_size(shape: tuple[int, int], largest: int, what: str) -> None:
    """MemoryError if a matrix has more than `largest` rows or columns."""
    if max(shape) > largest:
        raise MemoryError(
            f"{what} is dense: A has {shape[0]:,} rows and {shape[1]:,} columns, "
            f"need at most {largest:,} of each"
        )


def check_parts(a: IntegerMatrix, largest: int, what: str) -> None:
    """MemoryError if a part of A that is connected has more than `largest` rows or columns.

    Rows and columns are connected by the non-zeros: a diagonal matrix has parts of 1 x 1. Factors
    and transforms do not fill in between parts.
    """
    m, n = a.shape
    if max(m, n) <= largest:
        return
    check_size(a.shape, _MAX_ROWS_OF_ALL_PARTS, what)
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    ones = np.ones(len(a.indices), dtype=np.int8)
    graph = coo_array((ones, (a.row_of, m + a.indices)), (m + n, m + n))
    count, part = connected_components(graph, directed=False)
    rows, columns = (np.bincount(e, minlength=count) for e in (part[:m], part[m:]))
    k = int(np.argmax(np.maximum(rows, columns)))
    if max(rows[k], columns[k]) > largest:
        raise MemoryError(
            f"{what} is dense: the largest part of A that is connected has {rows[k]:,} rows and "
            f"{columns[k]:,} columns, need at most {largest:,} of each"
        )


def checked_integers(a: Any, floats: Floats, what: str) -> IntegerMatrix:
    """A matrix of integers; ValueError names a row that has a denominator."""
    found, scales = read_scaled(a, floats=floats)
    row = next((i for i, s in enumerate(scales) if s != 1), None)
    if row is not None:
        raise ValueError(
            f"row {row} of A has the common denominator {scales[row]}, need integers: "
            f"{what} is over the integers"
        )
    return found


def read_integers(a: Any, floats: Floats, what: str) -> fmpz_mat:
    """A small matrix of integers; ValueError names a row that has a denominator."""
    if floats is None and (small := integers_of(a, MAX_FLINT_ORDER)) is not None:
        return small
    found = checked_integers(a, floats, what)
    check_parts(found, LARGEST, what)
    return found.flint


def whole(rows: IntegerMatrix, scales: list[int]) -> tuple[IntegerMatrix, int]:
    """D A and D for the rational A whose row i is ``rows[i] / scales[i]``."""
    common = lcm(*scales)
    return rows.scale_rows([common // s for s in scales]), common


def exact_matrix(a: fmpz_mat, denominator: fmpz | int = 1) -> ExactMatrix:
    """``a / denominator`` for a positive denominator."""
    return ExactMatrix.of_flint(a, fmpz(denominator))


def integer_matrix(a: fmpz_mat) -> IntegerMatrix:
    """The non-zeros of a FLINT matrix."""
    m, n = a.nrows(), a.ncols()
    data = int_array([int(e) for e in a.entries()])
    at = np.flatnonzero(data)
    return from_coordinates((m, n), at // max(n, 1), at % max(n, 1), data[at])


def identity(n: int) -> fmpz_mat:
    """The unit matrix."""
    return selection(range(n), n)


def matrix(rows: Iterable[Sequence[fmpz]], columns: int) -> fmpz_mat:
    """A FLINT matrix with this many columns, also where there are no rows."""
    listed = list(rows)
    return fmpz_mat(len(listed), columns, [e for row in listed for e in row])


def selection(chosen: Sequence[int], size: int) -> fmpz_mat:
    """S with a 1 in each row: S A has these rows of A, and A S^T these columns.

    FLINT multiplies in a tenth of the time that it takes to list the entries (50 x 50: 40 us).
    """
    unit = fmpz_mat(len(chosen), size)
    for i, j in enumerate(chosen):
        unit[i, j] = 1
    return unit


def rows_of(a: fmpz_mat, low: int, high: int) -> fmpz_mat:
    """Rows ``low:high``."""
    m = a.nrows()
    return a if low == 0 and high == m else selection(range(low, high), m) * a


def columns_of(a: fmpz_mat, chosen: Sequence[int]) -> fmpz_mat:
    """These columns, increasing."""
    return a if len(chosen) == a.ncols() else a * selection(chosen, a.ncols()).transpose()


def placed(a: fmpz_mat, m: int, n: int, i: int = 0, j: int = 0) -> fmpz_mat:
    """The m x n matrix that has A at (i, j), and zeros."""
    if a.ncols() < n:
        a = a * selection(range(j, j + a.ncols()), n)
    return selection(range(i, i + a.nrows()), m).transpose() * a if a.nrows() < m else a


def above(top: fmpz_mat, below: fmpz_mat) -> fmpz_mat:
    """One matrix above the other."""
    r, m, n = top.nrows(), top.nrows() + below.nrows(), top.ncols()
    return placed(top, m, n) + placed(below, m, n, r) if r < m else top


def products(primes: Iterator[int], bound: fmpz) -> Iterator[int]:
    """Primes, until their product exceeds the bound: what they all divide, and is smaller, is 0."""
    product = fmpz(1)
    for p in primes:
        if product > bound:
            return
        product *= p
        yield p


def longest(a: fmpz_mat) -> fmpz:
    """The greatest absolute value of an entry."""
    entries = a.entries()
    return max(max(entries), -min(entries))


def minor_bound(a: fmpz_mat, order: int) -> fmpz:
    """Hadamard's bound for all minors up to this order: the longest rows' norms."""
    gram = a * a.transpose()
    squares = sorted((int(gram[i, i]) for i in range(a.nrows())), reverse=True)
    return prod((fmpz(isqrt(e) + 1) for e in squares[:order]), start=fmpz(1))


def make_matrix(rows: list[list[fmpq]], columns: int) -> ExactMatrix:
    """Every row over the least common multiple of its denominators."""
    denominators, numerators = [], []
    for row in rows:
        common = fmpz(1)
        for e in row:
            common = common.lcm(e.q)
        denominators.append(common)
        numerators.append(compact([e.p * (common // e.q) for e in row]))
    return ExactMatrix.of_blocks(denominators, range(len(rows)), numerators, columns)

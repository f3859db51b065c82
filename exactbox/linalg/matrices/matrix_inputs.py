"""Other people's matrices, read exactly into an `IntegerMatrix`.

A rational system ``A x = b`` is scaled row by row to integers: row i of (A | b) times the least
common multiple of its denominators. Sparse matrices are never densified, nothing is rounded, and
an entry that is not an exact number is an error that names its place (`entries`). Which package's
matrix it is, `kinds` finds out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from math import gcd, lcm
from typing import Any, NamedTuple

import numpy as np

from exactbox.linalg.matrices.entries import Floats, checked_floats, exact_ratios
from exactbox.linalg.matrices.integers import INT64_MAX, int_array, narrowest, product
from exactbox.linalg.matrices.kinds import column, coordinates, is_vector
from exactbox.linalg.matrices.sparse import Array, IntegerMatrix, from_coordinates
from exactbox.parallel import require_memory
from exactbox.showing import counted

# Bytes of memory that a row and a column take, though nothing stands there; measured with one entry
# and 10,000,000 of either: rank 31 and 16, det 49 for both.
_ROW, _COLUMN = 33.0, 16.0


def read_scaled(
    a: Any, name: str = "A", *, floats: Floats = None
) -> tuple[IntegerMatrix, list[int]]:
    """Any matrix as integers: row i of the result is row i of `a` times ``scales[i]``.

    The scales are the least common multiples of the denominators in each row. A matrix is nested
    lists; a NumPy array, or what offers to become one; a pandas DataFrame; a scipy.sparse array or
    matrix of any format, where duplicate entries are added up; a SymPy Matrix, or DomainMatrix over
    ZZ or QQ; a python-flint fmpz_mat or fmpq_mat; an mpmath matrix; an ExactMatrix; or the path of
    a file (`exactbox.linalg.read_matrix` says which). A sparse matrix with entries of any kind is a
    dict ``{(i, j): value}``, with its shape ``(dict, (m, n))``; triples
    ``([(i, j, value), ...], (m, n))``; or ``(values, (rows, columns))`` with, if need be,
    ``(m, n)`` as a third item. Indices count from 0, entries with the same place are added up, and
    without a shape it is the smallest that has room for the entries. Entries are all that
    `entries.exact_ratio` takes; m and n may be 0, and ``m n < 2^63``.

    Examples
    --------
    >>> matrix, scales = read_scaled([["1/2", "0.1"], [0, 7]])
    >>> matrix.dense(), scales
    ([[5, 1], [0, 7]], [10, 1])
    >>> read_scaled(({(0, 1): "1/2", (2, 0): 7}, (3, 2)))[0].dense()
    [[0, 1], [0, 0], [7, 0]]
    """
    return scaled(read_ratios(a, name, floats=floats))


class Ratios(NamedTuple):
    """A matrix as it was read: entry (rows[k], columns[k]) is numerators[k] / denominators[k]."""

    shape: tuple[int, int]
    rows: Array
    columns: Array
    numerators: Array  # int64, or Python's integers
    denominators: list[int] | None  # positive; None where all are 1

    @property
    def in_order(self) -> bool:
        """Whether entries come row by row, columns increasing, none twice."""
        place = self.rows * self.shape[1] + self.columns
        return bool((place[1:] > place[:-1]).all())


def read_ratios(a: Any, name: str = "A", *, floats: Floats = None) -> Ratios:
    """Any matrix, as `read_scaled` takes it and with its errors, before it is scaled."""
    checked_floats(floats)
    shape, rows, columns, values = coordinates(a, name)
    if shape[0] * shape[1] > INT64_MAX:
        raise ValueError(f"{name} has the shape {shape}, need at most 2^63 - 1 places")
    about = f"{name}: a matrix of {counted(shape[0], 'row')} and {counted(shape[1], 'column')}"
    require_memory(_ROW * shape[0] + _COLUMN * shape[1], about)
    numerators, denominators = exact_ratios(
        values, lambda k: f"{name}[{rows[k]}, {columns[k]}]", floats
    )
    return Ratios(shape, rows, columns, numerators, denominators)


def scaled(a: Ratios) -> tuple[IntegerMatrix, list[int]]:
    """The result of `read_scaled`."""
    scales, numerators = [1] * a.shape[0], a.numerators
    if a.denominators is not None:
        scales = _row_scales(a.shape[0], a.rows, a.denominators)
        numerators = _scaled(numerators, a.denominators, a.rows, scales)
    return from_coordinates(a.shape, a.rows, a.columns, numerators), scales


def read_square(a: Any, floats: Floats = None) -> tuple[IntegerMatrix, list[int]]:
    """As `read_scaled`; ValueError if the matrix is not square."""
    matrix, scales = read_scaled(a, floats=floats)
    require_square(matrix.shape)
    return matrix, scales


def require_square(shape: tuple[int, int]) -> None:
    """ValueError if the matrix is not square."""
    m, n = shape
    if m != n:
        size = f"{counted(m, 'row')} and {counted(n, 'column')}"
        raise ValueError(f"A has {size}, need a square matrix")


class RightSide(NamedTuple):
    """A right-hand side: row i is ``b[i] * scale[i] * extra[i]``."""

    rows: list[list[int]]
    extra: list[int]  # what the denominators of b need beyond the rows' scales
    columns: int
    vector: bool  # whether b was a vector


def read_right_side(
    b: Any, n: int, scale: Sequence[int], *, name: str = "b", floats: Floats = None
) -> RightSide:
    """The right-hand side of a system whose n rows have been multiplied by `scale`.

    A vector is a flat list, a one-dimensional array or an ExactVector; an n x 1 matrix is a matrix.

    Examples
    --------
    >>> read_right_side(["1/2", 3], 2, [10, 1])
    RightSide(rows=[[5], [3]], extra=[1, 1], columns=1, vector=True)
    """
    checked_floats(floats)
    vector = is_vector(b)
    shape, rows, columns, values = (column if vector else coordinates)(b, name)
    if shape[0] != n:
        raise ValueError(f"{name} has {counted(shape[0], 'row')}, need {n} as A has")
    numerators, denominators = exact_ratios(
        values, lambda k: f"{name}[{rows[k]}" + ("]" if vector else f", {columns[k]}]"), floats
    )
    extra = [1] * n
    if denominators is not None:
        needed = _row_scales(n, rows, denominators)
        extra = [d // gcd(d, s) for d, s in zip(needed, scale, strict=True)]
    total = [s * e for s, e in zip(scale, extra, strict=True)]
    scaled = _scaled(numerators, denominators or [1] * len(rows), rows, total)
    full = [[0] * shape[1] for _ in range(n)]
    for i, j, v in zip(rows.tolist(), columns.tolist(), scaled.tolist(), strict=True):
        full[i][j] += v
    return RightSide(full, extra, shape[1], vector)


def _row_scales(n: int, rows: Array, denominators: list[int]) -> list[int]:
    """For each row the least common multiple of the denominators in it."""
    if (rows[1:] < rows[:-1]).any():
        order = np.argsort(rows, kind="stable")
        rows, denominators = rows[order], [denominators[k] for k in order.tolist()]
    bounds = np.searchsorted(rows, np.arange(n + 1)).tolist()
    return [lcm(*set(denominators[low:high])) for low, high in pairwise(bounds)]


def _scaled(numerators: Array, denominators: list[int], rows: Array, scale: list[int]) -> Array:
    """Every fraction times the scale of its row, which its denominator divides."""
    if max(scale, default=1) == 1:
        return numerators
    factors = int_array(scale)[rows] // int_array(denominators)
    return narrowest(product(numerators, factors))


def lowest_terms(
    matrix: IntegerMatrix, scales: Sequence[int], right: Sequence[list[int]]
) -> tuple[IntegerMatrix, list[int], list[list[int]]]:
    """Each row, its scale and its right side without what divides all of them, as it may where
    duplicates have been added up."""
    indptr, _, data = matrix.rows()
    scales, right = list(scales), list(right)
    for i, (low, high) in enumerate(pairwise(indptr)):
        common = gcd(scales[i], *data[low:high], *right[i]) if scales[i] > 1 else 1
        if common > 1:
            data[low:high] = [v // common for v in data[low:high]]
            right[i] = [v // common for v in right[i]]
            scales[i] //= common
    return replace(matrix, data=int_array(data)), scales, right

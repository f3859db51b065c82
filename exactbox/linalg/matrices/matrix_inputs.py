"""Other people's matrices, read exactly: any matrix as a `RationalMatrix`, and in integers.

A rational system ``A x = b`` is scaled row by row to integers: row i of (A | b) times the least
common multiple of its denominators. Sparse matrices are never densified, nothing is rounded, and
an entry that is not an exact number is an error that names its place (`entries`). Which package's
matrix it is, `kinds` finds out, and which format a file has, `file_formats`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from math import gcd
from typing import Any, NamedTuple

from exactbox.linalg.matrices.entries import Floats
from exactbox.linalg.matrices.integers import int_array
from exactbox.linalg.matrices.kinds import column, coordinates, is_vector
from exactbox.linalg.matrices.rational import NO_LABELS, Labels, RationalMatrix
from exactbox.linalg.matrices.sparse import IntegerMatrix
from exactbox.showing import counted, show


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
    return read_rational(a, name, floats=floats).scaled


def read_rational(a: Any, name: str = "A", *, floats: Floats = None) -> RationalMatrix:
    """Any matrix, as `read_scaled` takes it and with its errors, before it is scaled.

    What has been read is taken as it is.
    """
    if isinstance(a, RationalMatrix):
        return a
    if isinstance(a, str) or hasattr(a, "__fspath__"):
        from exactbox.linalg.matrices.file_formats import read_file

        try:
            return read_file(a, name)
        except FileNotFoundError:
            raise FileNotFoundError(
                f"{name} is {show(os.fspath(a))}, and there is no file of this name: need a "
                "matrix, or the name of a file that holds one"
            ) from None
    pandas = hasattr(a, "dtypes") and hasattr(a, "columns")
    try:
        read = RationalMatrix.of(coordinates(a, name), name, floats)
    except ValueError as error:
        if pandas and str(error).startswith(f"{name}[0, 0] is '"):
            raise ValueError(f"{error} (names of rows? index_col=0)") from None
        raise
    if pandas:
        read.labels = frame_labels(a)
    elif hasattr(a, "block_of") and a.labels:  # an exact matrix
        read.labels = Labels(*a.labels)
    return read


def frame_labels(frame: Any) -> Labels:
    """The names of a DataFrame's rows and columns."""
    return Labels(*(_names(axis) for axis in (frame.index, frame.columns)))


def _names(axis: Any) -> tuple[str, ...] | None:
    """The names on an axis of a DataFrame; None where they count from 0."""
    names = axis.tolist()
    return None if names == list(range(len(names))) else tuple(map(str, names))


def read_labelled(a: Any, floats: Floats = None) -> tuple[Any, Labels]:
    """A file or a DataFrame as it is read, an exact matrix as it is, with labels; else without."""
    if isinstance(labels := getattr(a, "labels", None), tuple) and hasattr(a, "block_of"):
        return a, Labels(*labels)
    if isinstance(a, (str, RationalMatrix)) or hasattr(a, "__fspath__") or hasattr(a, "dtypes"):
        a = read_rational(a, floats=floats)
        return a, a.labels
    return a, NO_LABELS


def read_square(a: Any, floats: Floats = None) -> tuple[IntegerMatrix, list[int]]:
    """A matrix scaled to integers and its scales; ValueError if it is not square."""
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
    vector = is_vector(b)
    if vector:
        read = RationalMatrix.of(column(b, name), name, floats, vector=True)
    else:
        read = read_rational(b, name, floats=floats)
    m, columns = read.shape
    if m != n:
        raise ValueError(f"{name} has {counted(m, 'row')}, need {n} as A has")
    extra = [1] * n
    if needed := read.row_scales():
        extra = [d // gcd(d, s) for d, s in zip(needed, scale, strict=True)]
    values = read.times([s * e for s, e in zip(scale, extra, strict=True)])
    full = [[0] * columns for _ in range(n)]
    for i, j, v in zip(read.rows.tolist(), read.columns.tolist(), values.tolist(), strict=True):
        full[i][j] += v
    return RightSide(full, extra, columns, vector)


class System(NamedTuple):
    """A X = B in integers: row i of both is what it was times scales[i]."""

    a: IntegerMatrix
    b: Sequence[list[int]]
    columns: int  # of B
    scales: Sequence[int]
    vector: bool = False  # whether b was a vector


def read_system(a: Any, b: Any, *, floats: Floats = None) -> System:
    """Any system A x = b; its errors are those of `read_scaled` and `read_right_side`.

    Examples
    --------
    >>> read_system([["1/2", 1]], ["1/3"]).b, read_system([["1/2", 1]], ["1/3"]).scales
    ([[2]], [6])
    """
    matrix, scale = read_scaled(a, floats=floats)
    rows, extra, columns, vector = read_right_side(b, len(scale), scale, floats=floats)
    scales = [s * e for s, e in zip(scale, extra, strict=True)]
    return System(matrix.scale_rows(extra), rows, columns, scales, vector)


def without_right_side(a: IntegerMatrix, scales: Sequence[int] = ()) -> System:
    """A x = 0 as a system of no columns."""
    return System(a, [[]] * a.shape[0], 0, scales)


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

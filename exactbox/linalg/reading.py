"""Other people's matrices, read exactly into an `IntegerMatrix`.

A rational system ``A x = b`` is scaled row by row to integers: row i of (A | b) times the least
common multiple of its denominators. Sparse matrices are never densified, nothing is rounded, and
an entry that is not an exact number is an error that names its place (`entries`).
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import chain, pairwise
from math import gcd, lcm
from numbers import Number
from typing import Any, NamedTuple

import numpy as np
from flint import fmpq, fmpz

from exactbox.linalg.entries import Floats, checked_floats, exact_ratios
from exactbox.linalg.exact import ExactMatrix, ExactVector
from exactbox.linalg.integers import int_array
from exactbox.linalg.matrixmarket import read_matrix_market
from exactbox.linalg.sparse import Array, Coordinates, IntegerMatrix, from_coordinates


def read_matrix(
    a: Any, name: str = "A", *, floats: Floats = None
) -> tuple[IntegerMatrix, list[int]]:
    """Any matrix, scaled row by row to integers.

    Parameters
    ----------
    a : matrix, shape (m, n)
        Nested lists; a NumPy array; a scipy.sparse array or matrix of any format, where duplicate
        entries are added up; a SymPy Matrix, or DomainMatrix over ZZ or QQ; a python-flint
        fmpz_mat or fmpq_mat; an ExactMatrix; or the path of a MatrixMarket file, as an
        `os.PathLike` or a string that ends in ``.mtx`` or ``.mtx.gz``. Entries are all that
        `exactbox.linalg.entries.exact_ratio` takes. m and n may be 0.
    name : str
        What error messages call it.
    floats : {None, "exact", "decimal"}
        Floats are an error, or stand for their binary value, or for their shortest decimal.

    Returns
    -------
    matrix : IntegerMatrix
        Row i is row i of `a` times ``scales[i]``.
    scales : list of m positive ints
        The least common multiple of the denominators in each row.

    Raises
    ------
    TypeError
        If it is not a matrix, or an entry is a float (and `floats` is None) or not a number.
    ValueError
        If it has not two dimensions, rows differ in length, a string is not a number, an entry
        is not finite, or a file is malformed.

    Examples
    --------
    >>> matrix, scales = read_matrix([["1/2", "0.1"], [0, 7]])
    >>> matrix.dense(), scales
    ([[5, 1], [0, 7]], [10, 1])
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
    """Any matrix, as `read_matrix` takes it and with its errors, before it is scaled."""
    checked_floats(floats)
    shape, rows, columns, values = _coordinates(a, name)
    numerators, denominators = exact_ratios(
        values, lambda k: f"{name}[{rows[k]}, {columns[k]}]", floats
    )
    return Ratios(shape, rows, columns, numerators, denominators)


def scaled(a: Ratios) -> tuple[IntegerMatrix, list[int]]:
    """What `read_matrix` returns."""
    scales, numerators = [1] * a.shape[0], a.numerators
    if a.denominators is not None:
        scales = _row_scales(a.shape[0], a.rows, a.denominators)
        numerators = _scaled(numerators, a.denominators, a.rows, scales)
    return from_coordinates(a.shape, a.rows, a.columns, numerators), scales


def read_square(a: Any, floats: Floats = None) -> tuple[IntegerMatrix, list[int]]:
    """As `read_matrix`; ValueError if the matrix is not square."""
    matrix, scales = read_matrix(a, floats=floats)
    m, n = matrix.shape
    if m != n:
        raise ValueError(f"A has {m} rows and {n} columns, need a square matrix")
    return matrix, scales


class RightSide(NamedTuple):
    """A right-hand side: row i is ``b[i] * scale[i] * extra[i]``."""

    rows: list[list[int]]
    extra: list[int]  # what the denominators of b need beyond the rows' scales
    columns: int
    vector: bool  # whether b was a vector


def read_right_side(
    b: Any, n: int, scale: Sequence[int], *, name: str = "b", floats: Floats = None
) -> RightSide:
    """The right-hand side of a system whose rows have been scaled.

    Parameters
    ----------
    b : vector of n entries, or matrix with n rows
        A flat list or one-dimensional array, an ExactVector, or any matrix that `read_matrix`
        takes; an n x 1 matrix is a matrix.
    n : int
        The number of rows of A.
    scale : sequence of n positive ints
        What the rows of A were multiplied by.
    name : str
        What error messages call it.
    floats : {None, "exact", "decimal"}
        As in `read_matrix`.

    Returns
    -------
    RightSide

    Raises
    ------
    TypeError, ValueError
        As `read_matrix`; ValueError if b has not n rows.

    Examples
    --------
    >>> read_right_side(["1/2", 3], 2, [10, 1])
    RightSide(rows=[[5], [3]], extra=[1, 1], columns=1, vector=True)
    """
    checked_floats(floats)
    vector = _is_vector(b)
    shape, rows, columns, values = _column(b) if vector else _coordinates(b, name)
    if shape[0] != n:
        raise ValueError(f"{name} has {shape[0]} rows, need {n} as A has")
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


def read_exact(x: Any, n: int, name: str, floats: Floats = None) -> ExactMatrix:
    """A vector of n entries or matrix with n rows, as an exact result.

    Raises
    ------
    TypeError, ValueError
        As `read_right_side`.
    """
    if isinstance(x, ExactMatrix) and len(x) == n:
        return x
    rows, denominators, columns, _ = read_right_side(x, n, [1] * n, name=name, floats=floats)
    numerators = [[fmpz(e) for e in row] for row in rows]
    return ExactMatrix([fmpz(d) for d in denominators], range(n), numerators, columns)


def _is_vector(b: Any) -> bool:
    """Whether `b` is one right-hand side, not a matrix with one column."""
    if isinstance(b, (list, tuple)):
        return not (b and isinstance(b[0], (list, tuple, np.ndarray)))
    return isinstance(b, ExactVector) or getattr(b, "ndim", 2) == 1


def _column(b: Any) -> Coordinates:
    """The entries of a vector, as those of a matrix with one column."""
    if hasattr(b, "tocoo"):
        rows, values = b.tocoo().coords[0].astype(np.int64), b.tocoo().data
    else:
        values = _unmasked(b, "b") if isinstance(b, np.ndarray) else _objects(list(b))
        rows = np.arange(len(values))
    length = b.shape[0] if hasattr(b, "shape") else len(b)
    return (length, 1), rows, np.zeros(len(rows), dtype=np.int64), values


def _coordinates(a: Any, name: str) -> Coordinates:
    """Shape, and rows, columns and values of the stored entries, whatever `a` is."""
    if isinstance(a, (Number, np.generic, fmpz, fmpq)) or getattr(a, "is_number", False):
        raise ValueError(f"{name} is the number {a}, need a matrix")
    if isinstance(a, ExactVector) or getattr(a, "ndim", 2) != 2:
        dimensions = len(a.shape)
        raise ValueError(f"{name} has {dimensions} dimension{'s' * (dimensions != 1)}, need 2")
    if hasattr(a, "tocoo"):
        coo = a.tocoo()
        return coo.shape, coo.row.astype(np.int64), coo.col.astype(np.int64), coo.data
    if isinstance(a, np.ndarray):
        return _of_numpy(_unmasked(a, name))
    if isinstance(a, (list, tuple)):
        return _of_lists(a, name)
    if isinstance(a, ExactMatrix):
        return _listed(a.shape, [(i, j, fmpq(n, d)) for i, j, n, d in a.entries()])
    if isinstance(a, os.PathLike) or (isinstance(a, str) and a.endswith((".mtx", ".mtx.gz"))):
        return read_matrix_market(a)
    if hasattr(a, "todok"):  # SymPy: dense and sparse, mutable and not
        return _listed(a.shape, [(i, j, v) for (i, j), v in a.todok().items()])
    if hasattr(a, "domain") and hasattr(a, "to_sparse"):
        if not (a.domain.is_ZZ or a.domain.is_QQ):
            raise TypeError(f"{name} is a DomainMatrix over {a.domain}, need one over ZZ or QQ")
        sparse = a.to_sparse().rep
        return _listed(a.shape, [(i, j, v) for i, r in sparse.items() for j, v in r.items()])
    if type(a).__name__ in ("fmpz_mat", "fmpq_mat"):
        shape = (a.nrows(), a.ncols())
        integral = type(a).__name__ == "fmpz_mat"
        flat = a.entries()
        return _dense(shape, _objects(list(map(int, flat)) if integral else flat))
    raise TypeError(
        f"{name} is a {type(a).__name__}; need nested lists, a NumPy, scipy.sparse, SymPy or "
        "python-flint matrix, or the path of a MatrixMarket file"
    )


def _unmasked(a: Array, name: str) -> Array:
    """A plain array: what a masked one holds under its mask is not to be calculated with."""
    if np.any(getattr(a, "mask", False)):
        raise ValueError(f"{name} is an array with masked entries, need all of them")
    return np.asarray(a)


def _of_numpy(a: Array) -> Coordinates:
    if a.dtype.kind in "biu":
        rows, columns = np.nonzero(a)
        return a.shape, rows, columns, a[rows, columns]
    return _dense(a.shape, a.ravel())


def _of_lists(a: Sequence[Any], name: str) -> Coordinates:
    for i, row in enumerate(a):
        if not (isinstance(row, (list, tuple)) or getattr(row, "ndim", 0) == 1):
            raise ValueError(f"row {i} of {name} is a {type(row).__name__}, need a list of entries")
        if len(row) != len(a[0]):
            raise ValueError(
                f"row {i} of {name} has {len(row)} entries, need {len(a[0])} as row 0 has"
            )
    shape = (len(a), len(a[0]) if a else 0)
    return _dense(shape, _objects(list(chain.from_iterable(a))))


def _dense(shape: tuple[int, ...], flat: Array) -> Coordinates:
    """Every entry, row by row."""
    m, n = shape
    return (m, n), np.repeat(np.arange(m), n), np.tile(np.arange(n), m), flat


def _listed(shape: Sequence[int], entries: list[tuple[int, int, Any]]) -> Coordinates:
    rows = np.array([i for i, _, _ in entries], dtype=np.int64)
    columns = np.array([j for _, j, _ in entries], dtype=np.int64)
    return (int(shape[0]), int(shape[1])), rows, columns, _objects([v for _, _, v in entries])


def _objects(values: list[Any]) -> Array:
    """An object array; by fromiter, as NumPy must not look into the entries."""
    return np.fromiter(values, dtype=object, count=len(values))


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
    scales = map(scale.__getitem__, rows.tolist())
    terms = zip(numerators.tolist(), denominators, scales, strict=True)
    return int_array([n * (s // d) for n, d, s in terms])

"""Integer matrices in compressed sparse rows, and how other people's matrices become one.

A rational system ``A x = b`` is scaled row by row to integers: row i of (A | b) times the least
common multiple of its denominators. Nothing is densified and nothing is rounded: a float in the
input is an error that names the entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import lcm
from numbers import Integral, Rational
from typing import Any

import numpy as np

Exact = int | Fraction
_INT64 = 2**63 - 1


@dataclass(frozen=True, eq=False)
class IntegerMatrix:
    """CSR: row i has columns ``indices[indptr[i]:indptr[i+1]]``, increasing, values non-zero.

    ``data`` is int64 where every entry fits and an object array of Python ints otherwise.
    """

    shape: tuple[int, int]
    indptr: np.ndarray[Any, Any]
    indices: np.ndarray[Any, Any]
    data: np.ndarray[Any, Any]

    @property
    def row_of(self) -> np.ndarray[Any, Any]:
        """The row of every stored entry."""
        return np.repeat(np.arange(self.shape[0]), np.diff(self.indptr))

    def rows(self) -> tuple[list[int], list[int], list[int]]:
        """indptr, indices and data as Python lists."""
        return self.indptr.tolist(), self.indices.tolist(), self.data.tolist()

    def permuted(self, rows: np.ndarray[Any, Any], columns: np.ndarray[Any, Any]) -> IntegerMatrix:
        """The matrix whose entry (i, j) is this one's (rows[i], columns[j])."""
        place = np.full(self.shape[1], -1, dtype=np.int64)
        place[columns] = np.arange(len(columns))
        at = np.full(self.shape[0], -1, dtype=np.int64)
        at[rows] = np.arange(len(rows))
        i, j = at[self.row_of], place[self.indices]
        kept = (i >= 0) & (j >= 0)
        return from_coordinates((len(rows), len(columns)), i[kept], j[kept], self.data[kept])

    def transposed(self) -> IntegerMatrix:
        """The transpose."""
        return from_coordinates(self.shape[::-1], self.indices, self.row_of, self.data)

    def dense(self) -> list[list[int]]:
        """Rows of Python ints; for blocks that are small."""
        full = np.zeros(self.shape, dtype=self.data.dtype)
        full[self.row_of, self.indices] = self.data
        rows: list[list[int]] = full.tolist()
        return rows


def from_coordinates(shape: tuple[int, int], rows: Any, columns: Any, data: Any) -> IntegerMatrix:
    """CSR with duplicates added up (never overflowing) and zeros dropped."""
    order = np.lexsort((columns, rows))
    rows, columns, data = rows[order], columns[order], data[order]
    first = np.ones(len(rows), dtype=bool)
    first[1:] = (rows[1:] != rows[:-1]) | (columns[1:] != columns[:-1])
    if not first.all():
        starts = np.flatnonzero(first)
        data = np.add.reduceat(data.astype(object), starts)
        rows, columns = rows[starts], columns[starts]
    if data.dtype == object and all(-_INT64 <= v <= _INT64 for v in data):
        data = data.astype(np.int64)
    kept = data != 0
    rows, columns, data = rows[kept], columns[kept], data[kept]
    indptr = np.zeros(shape[0] + 1, dtype=np.int64)
    np.cumsum(np.bincount(rows, minlength=shape[0]), out=indptr[1:])
    return IntegerMatrix(shape, indptr, columns.astype(np.int64), data)


def from_dense(full: np.ndarray[Any, Any]) -> IntegerMatrix:
    """The non-zeros of a two-dimensional int64 array."""
    rows, columns = np.nonzero(full)
    indptr = np.searchsorted(rows, np.arange(full.shape[0] + 1))
    return IntegerMatrix(full.shape, indptr, columns, full[rows, columns])


def read_matrix(a: Any, name: str = "A") -> tuple[IntegerMatrix, list[int]]:
    """`a` scaled row by row to integers, and the positive scale of each row."""
    shape, rows, columns, values = _entries(a, name)
    if values.dtype != object:
        return from_coordinates(shape, rows, columns, values), [1] * shape[0]
    scale = _row_scales(shape[0], rows, values)
    return from_coordinates(shape, rows, columns, _times(values, rows, scale)), scale


def read_right_side(
    b: Any, n: int, scale: Sequence[int]
) -> tuple[list[list[int]], list[int], bool]:
    """Right-hand side as rows of integers over a positive integer a row, and if it was a vector.

    Row i is ``b[i] * scale[i] * extra[i]``; `extra` is what the denominators of b still need.
    """
    vector = _is_vector(b)
    shape, rows, columns, values = _entries([[e] for e in b] if vector else b, "b", vector)
    if shape[0] != n:
        raise ValueError(f"b has {shape[0]} rows, need {n} as A has")
    full = [[0] * shape[1] for _ in range(n)]
    extra = _row_scales(n, rows, values) if values.dtype == object else [1] * n
    for i, j, v in zip(rows.tolist(), columns.tolist(), values.tolist(), strict=True):
        full[i][j] += int(v * (scale[i] * extra[i]))
    return full, extra, vector


def _is_vector(b: Any) -> bool:
    """Whether `b` is one right-hand side given as a flat sequence."""
    if hasattr(b, "shape") and not callable(b.shape):
        return len(b.shape) == 1
    if isinstance(b, (list, tuple)):
        return not (b and isinstance(b[0], (list, tuple, np.ndarray)))
    return False


def _entries(a: Any, name: str, vector: bool = False) -> tuple[tuple[int, int], Any, Any, Any]:
    """Shape, rows, columns, values of the stored entries; values int64, or exact objects."""
    module = type(a).__module__.partition(".")[0]
    if module == "scipy" and hasattr(a, "tocoo"):
        coo = a.tocoo()
        if coo.ndim == 1:
            coo = coo.reshape(-1, 1).tocoo()
        rows, columns = (np.asarray(c, dtype=np.int64) for c in (coo.row, coo.col))
        return _checked_shape(coo.shape, name), rows, columns, _exact_array(
            coo.data, rows, columns, name, vector
        )  # fmt: skip
    if module == "numpy" and hasattr(a, "ndim"):
        if a.ndim != 2:
            raise ValueError(f"{name} has {a.ndim} dimensions, need a matrix of 2")
        rows, columns = (c.ravel() for c in np.indices(a.shape))
        return _checked_shape(a.shape, name), rows, columns, _exact_array(
            np.asarray(a).ravel(), rows, columns, name, vector
        )  # fmt: skip
    if module == "sympy":
        shape, listed = _sympy_entries(a)
    elif module == "flint":
        if not hasattr(a, "nrows"):
            raise TypeError(f"{name} is a {type(a).__name__}, need a matrix")
        shape = (int(a.nrows()), int(a.ncols()))
        integers = type(a).__name__ == "fmpz_mat"
        listed = [
            (i, j, int(v) if integers else v)
            for i, row in enumerate(a.tolist())
            for j, v in enumerate(row)
        ]
    elif isinstance(a, (list, tuple)):
        shape, listed = _nested_entries(a, name)
    else:
        raise TypeError(
            f"{name} is a {type(a).__name__}; need nested lists, a numpy, scipy.sparse, SymPy "
            "or python-flint matrix"
        )
    rows = np.array([i for i, _, _ in listed], dtype=np.int64)
    columns = np.array([j for _, j, _ in listed], dtype=np.int64)
    flat = np.empty(len(listed), dtype=object)
    flat[:] = [v for _, _, v in listed]
    return _checked_shape(shape, name), rows, columns, _exact_array(
        flat, rows, columns, name, vector
    )  # fmt: skip


def _nested_entries(a: Sequence[Any], name: str) -> tuple[tuple[int, int], list[Any]]:
    """Entries of a list of rows."""
    for i, row in enumerate(a):
        if not isinstance(row, (list, tuple, np.ndarray)):
            raise ValueError(f"row {i} of {name} is a {type(row).__name__}, need a list of entries")
        if len(row) != len(a[0]):
            raise ValueError(
                f"row {i} of {name} has {len(row)} entries, need {len(a[0])} as row 0 has"
            )
    shape = (len(a), len(a[0]) if a else 0)
    return shape, [(i, j, v) for i, row in enumerate(a) for j, v in enumerate(row) if _kept(v)]


def _kept(value: Any) -> bool:
    """False for exact zeros, which need not be stored."""
    return type(value) is not int or value != 0


def _sympy_entries(a: Any) -> tuple[tuple[int, int], list[Any]]:
    """Entries of a SymPy Matrix, SparseMatrix or DomainMatrix."""
    if hasattr(a, "domain") and hasattr(a, "to_sparse"):
        cells = a.to_sparse().rep.to_sdm() if hasattr(a.rep, "to_sdm") else a.to_sparse().rep
        listed = [(i, j, v) for i, row in cells.items() for j, v in row.items()]
        return (int(a.shape[0]), int(a.shape[1])), listed
    listed = [(i, j, v) for (i, j), v in a.todok().items()]
    return (int(a.shape[0]), int(a.shape[1])), listed


def _checked_shape(shape: Iterable[int], name: str) -> tuple[int, int]:
    """A two-dimensional shape with at least one row and column."""
    rows, columns = (int(s) for s in shape)
    if rows == 0 or columns == 0:
        raise ValueError(f"{name} is empty: {rows} rows and {columns} columns")
    return rows, columns


def _exact_array(values: Any, rows: Any, columns: Any, name: str, vector: bool) -> Any:
    """The values as int64, or as an object array of ints and Fractions; floats are refused."""
    if values.dtype.kind in "bi":
        return values.astype(np.int64, copy=False)
    if values.dtype.kind == "u":
        fits = values.size == 0 or int(values.max()) <= _INT64
        return values.astype(np.int64) if fits else values.astype(object)
    exact = np.empty(len(values), dtype=object)
    for k, v in enumerate(values.tolist() if values.dtype != object else values):
        exact[k] = v if type(v) is int else _exact(v, _place(name, rows[k], columns[k], vector))
    return exact


def _place(name: str, i: int, j: int, vector: bool) -> str:
    return f"{name}[{i}]" if vector else f"{name}[{i}, {j}]"


def _exact(value: Any, place: str) -> Exact:
    """One entry as an int or Fraction; TypeError that names the way out for a float."""
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, (float, np.floating)) or getattr(value, "is_Float", False):
        number = float(value)
        if not np.isfinite(number):
            raise ValueError(f"{place} is {number}, need a finite exact number")
        raise TypeError(
            f"{place} is the float {number!r}, need an exact number: Fraction({number!r}) is its "
            f"binary value, Fraction('{number!r}') its decimal"
        )
    module = type(value).__module__.partition(".")[0]
    if module in ("sympy", "flint", "gmpy2"):
        p: Any = getattr(value, "p", None)
        q: Any = getattr(value, "q", None)
        if callable(p) and callable(q):
            p, q = p(), q()
        if p is not None and q is not None:
            return Fraction(int(p), int(q))
        if hasattr(value, "__index__") or getattr(value, "is_Integer", False):
            return int(value)
        if getattr(value, "is_finite", None) is False or getattr(value, "is_number", True) is False:
            raise ValueError(f"{place} is {value}, need a finite rational number")
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise ValueError(f"{place} is {value}, need a finite exact number")
        return Fraction(value)
    raise TypeError(
        f"{place} is a {type(value).__name__} ({value!s:.40}), need an int or a Fraction"
    )


def _row_scales(n: int, rows: Any, values: Any) -> list[int]:
    """For each row the least common multiple of the denominators in it."""
    scale = [1] * n
    for i, v in zip(rows.tolist(), values, strict=True):
        if type(v) is Fraction and v.denominator != 1:
            scale[i] = lcm(scale[i], v.denominator)
    return scale


def _times(values: Any, rows: Any, scale: list[int]) -> Any:
    """Every value times the scale of its row, as ints; int64 where all of them fit."""
    scaled = np.empty(len(values), dtype=object)
    scaled[:] = [int(v * scale[i]) for i, v in zip(rows.tolist(), values, strict=True)]
    return scaled

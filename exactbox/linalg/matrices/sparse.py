"""Integer matrices in compressed sparse rows, with entries of any size.

How other people's matrices become one is written in `matrix_inputs`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from flint import fmpz_mat

from exactbox.linalg.matrices.integers import IntArray, int_array, narrowest, product

Array = np.ndarray[Any, Any]
# share of non-zeros from which a matrix is made dense without need, FLINT multiplies (dense 200 x
# 200 by itself: 3 ms), and a rest is eliminated densely modulo a prime
MAX_SPARSE_DENSITY = 0.1
ENTRIES_AT_ONCE = 1 << 17  # entries that are worked on together: 1 MB
MAX_DENSE_PLACES = 50_000_000  # of what is made dense on the way: 400 MB of words or pointers
MAX_DENSE_ORDER = 6000  # rows and columns up to which a sparse matrix is made dense: 1.4 GB, and
# two minutes by Dixon's method (4,000: 45 s)
Coordinates = tuple[tuple[int, int], Array, Array, Array]  # shape; row, column, value of entries


@dataclass(frozen=True, eq=False)
class IntegerMatrix:
    """CSR: row i has columns ``indices[indptr[i]:indptr[i+1]]``, increasing, values non-zero.

    ``data`` is as `exactbox.linalg.matrices.integers.narrowest` has it: int64, or objects.
    """

    shape: tuple[int, int]
    indptr: Array
    indices: Array
    data: IntArray

    @property
    def row_of(self) -> Array:
        """The row of every stored entry."""
        return np.repeat(np.arange(self.shape[0]), np.diff(self.indptr))

    def rows(self) -> tuple[list[int], list[int], list[int]]:
        """indptr, indices and data as Python lists."""
        return self.indptr.tolist(), self.indices.tolist(), self.data.tolist()

    def each_row(self) -> Iterator[tuple[list[int], list[int]]]:
        """Columns and values of one row after the other, as Python lists."""
        indptr, indices, data = self.rows()
        return ((indices[low:high], data[low:high]) for low, high in pairwise(indptr))

    def permuted(self, rows: Array, columns: Array) -> IntegerMatrix:
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
        order = np.argsort(self.indices, kind="stable")  # column by column, rows increasing
        indptr = np.zeros(self.shape[1] + 1, dtype=np.int64)
        np.cumsum(np.bincount(self.indices, minlength=self.shape[1]), out=indptr[1:])
        return IntegerMatrix(self.shape[::-1], indptr, self.row_of[order], self.data[order])

    def extended(
        self, shape: tuple[int, int], rows: Any, columns: Any, data: IntArray
    ) -> IntegerMatrix:
        """A matrix of this shape, with these entries too."""
        return from_coordinates(
            shape,
            np.concatenate([self.row_of, rows]),
            np.concatenate([self.indices, columns]),
            np.concatenate([self.data, data]),
        )

    def scale_rows(self, factors: Sequence[int]) -> IntegerMatrix:
        """The matrix with row i times factors[i], non-zero integers."""
        if all(e == 1 for e in factors):
            return self
        data = narrowest(product(self.data, int_array(factors)[self.row_of]))
        return IntegerMatrix(self.shape, self.indptr, self.indices, data)

    @cached_property
    def flint(self) -> fmpz_mat:
        """The small matrix in FLINT, dense, not to be changed; a MemoryError if it is large."""
        places = self.shape[0] * self.shape[1]
        if 3 * len(self.data) > 2 * places:  # 150 x 150, full: 3.9 ms, one by one 5.9
            return fmpz_mat(self.dense())
        if places > MAX_DENSE_ORDER**2 and len(self.data) < MAX_SPARSE_DENSITY * places:
            raise MemoryError(
                f"a sparse matrix of {self.shape[0]} x {self.shape[1]} takes {places >> 25} GiB as "
                f"a dense one; need at most {MAX_DENSE_ORDER**2:,} entries"
            )
        full = fmpz_mat(*self.shape)
        entries = zip(self.row_of.tolist(), self.indices.tolist(), self.data.tolist(), strict=True)
        for i, j, value in entries:
            full[i, j] = value
        return full

    def csr(self) -> Any:
        """The matrix in SciPy, a csr_array of int64 (or of objects, with which it cannot count)."""
        from scipy.sparse import csr_array

        return csr_array((self.data, self.indices, self.indptr), self.shape)

    def pattern(self) -> Any:
        """A csr_array with a 1 wherever there is an entry: the graph of the matrix."""
        from scipy.sparse import csr_array

        ones = np.ones(len(self.indices), dtype=np.int8)
        return csr_array((ones, self.indices, self.indptr), self.shape)

    def floats(self) -> Array:
        """The matrix in float64, dense; entries from 2^53 on are rounded."""
        full = np.zeros(self.shape)
        full[self.row_of, self.indices] = self.data
        return full

    def dense(self) -> list[list[int]]:
        """Rows of Python ints; for blocks that are small."""
        full = np.zeros(self.shape, dtype=self.data.dtype)
        full[self.row_of, self.indices] = self.data
        rows: list[list[int]] = full.tolist()
        return rows


def from_coordinates(shape: tuple[int, int], rows: Any, columns: Any, data: Any) -> IntegerMatrix:
    """CSR with duplicates added up (never overflowing) and zeros dropped."""
    step = np.diff(place := rows * shape[1] + columns)
    if not (step > 0).all():
        order = np.argsort(place, kind="stable")
        rows, columns, data = rows[order], columns[order], data[order]
        step = np.diff(place[order])
    if not step.all():
        first = np.ones(len(rows), dtype=bool)
        first[1:] = step != 0
        starts = np.flatnonzero(first)
        data = np.add.reduceat(data.astype(object), starts)
        rows, columns = rows[starts], columns[starts]
    data = narrowest(data)
    nonzero = data != 0
    rows, columns, data = rows[nonzero], columns[nonzero], data[nonzero]
    indptr = np.zeros(shape[0] + 1, dtype=np.int64)
    np.cumsum(np.bincount(rows, minlength=shape[0]), out=indptr[1:])
    return IntegerMatrix(shape, indptr, columns.astype(np.int64), data)


def from_dense(full: Array) -> IntegerMatrix:
    """The non-zeros of a two-dimensional int64 array."""
    rows, columns = np.nonzero(full)
    indptr = np.searchsorted(rows, np.arange(full.shape[0] + 1))
    return IntegerMatrix(full.shape, indptr, columns, full[rows, columns])

"""Products of integer matrices that may be sparse, exactly.

Dense ones are FLINT's work. Of sparse ones SciPy multiplies those whose sums stay below 2^63, and
dictionaries the others.
"""

from __future__ import annotations

from itertools import chain, pairwise

import numpy as np
from flint import fmpz, fmpz_mat

from exactbox.linalg.elimination.dense import integer_matrix
from exactbox.linalg.matrices.integers import INT64_MAX, largest
from exactbox.linalg.matrices.sparse import (
    MAX_DENSE_PLACES,
    MAX_SPARSE_DENSITY,
    IntegerMatrix,
    from_coordinates,
)
from exactbox.linalg.results.exact import FmpzRows


def is_filled(a: IntegerMatrix) -> bool:
    """Return whether the matrix is better worked on densely."""
    return len(a.data) >= MAX_SPARSE_DENSITY * a.shape[0] * a.shape[1]


def transposed(a: IntegerMatrix) -> IntegerMatrix:
    """The transpose; a filled one shares the work of converting to FLINT's integers."""
    transpose = a.transposed()
    if is_filled(a):
        transpose.__dict__["flint"] = a.flint.transpose()  # the cached property
    return transpose


def product(a: IntegerMatrix, b: IntegerMatrix) -> IntegerMatrix:
    """A B; a MemoryError where it would take more than 50,000,000 terms."""
    shape = (a.shape[0], b.shape[1])
    if is_filled(a) and is_filled(b):
        _check(shape[0] * shape[1], "places")
        return integer_matrix(a.flint * b.flint)
    lengths = np.diff(b.indptr)
    _check(int(lengths[a.indices].sum()), "terms")
    longest = int(np.diff(a.indptr).max(initial=0))
    narrow = a.data.dtype != object and b.data.dtype != object
    if narrow and largest(a.data) * largest(b.data) * longest <= INT64_MAX:
        found = (a.csr() @ b.csr()).tocoo()
        rows, columns = (e.astype(np.int64) for e in found.coords)
        return from_coordinates(shape, rows, columns, found.data)
    i, p = np.repeat(a.row_of, lengths[a.indices]), _spans(b, a.indices)
    left_data = np.repeat(a.data.astype(object), lengths[a.indices])
    return from_coordinates(shape, i, b.indices[p], left_data * b.data[p].astype(object))


def times(a: IntegerMatrix, x: FmpzRows, columns: int) -> FmpzRows:
    """A X for rows of long integers."""
    if is_filled(a):
        return (a.flint * fmpz_mat(len(x), columns, list(chain.from_iterable(x)))).tolist()  # type: ignore[no-any-return]
    indptr, indices, data = a.rows()
    product = []
    for low, high in pairwise(indptr):
        row = [fmpz(0)] * columns
        for k in range(low, high):
            e = data[k]
            row = [s + e * v for s, v in zip(row, x[indices[k]])]
        product.append(row)
    return product


def _spans(b: IntegerMatrix, rows: np.ndarray) -> np.ndarray:
    """The places of the entries of these rows of B, one row after the other."""
    lengths = np.diff(b.indptr)[rows]
    starts = np.repeat(b.indptr[rows] - np.cumsum(lengths) + lengths, lengths)
    return starts + np.arange(len(starts))


def _check(count: int, what: str) -> None:
    if count > MAX_DENSE_PLACES:
        raise MemoryError(
            f"a product of matrices has {count:,} {what}, need at most {MAX_DENSE_PLACES:,}"
        )

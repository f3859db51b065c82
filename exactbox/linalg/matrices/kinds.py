"""Kinds of matrices: the stored entries of every package's.

Packages are recognised by what their objects can do, so that none has to be imported. Sparse
matrices are never densified. What the entries are is looked at later (`entries`).

Besides the packages' own there are four forms for sparse matrices whose entries are Fractions or
long integers, which SciPy cannot hold: a dict ``{(i, j): value}``, a pair ``(dict, shape)``, a list
of triples with the shape, ``([(i, j, value), ...], shape)``, and ``(values, (rows, columns))``,
with the shape as a third item if need be, as ``scipy.sparse.coo_array`` takes it. Indices count
from 0; without a shape it is the smallest that has room for the entries; what is given twice is
added up. (Nested lists cannot be mistaken for any of these, since an entry is never a list.)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from numbers import Number
from operator import index
from typing import Any

import numpy as np
from flint import fmpq, fmpz

from exactbox.linalg.matrices.integers import objects
from exactbox.linalg.matrices.sparse import Array, Coordinates
from exactbox.showing import counted, show


def coordinates(a: Any, name: str) -> Coordinates:
    """Shape, and rows, columns and values of the stored entries, whatever matrix `a` is.

    A value of another kind is a TypeError; a number, a vector, rows of different lengths, masked
    entries, an index outside of the shape and a malformed file are ValueErrors.
    """
    if is_number(a):
        raise ValueError(f"{name} is the number {a}, need a matrix")
    if getattr(a, "ndim", 2) != 2:
        raise ValueError(f"{name} has {counted(len(a.shape), 'dimension')}, need 2")
    if hasattr(a, "tocoo"):
        coo = a.tocoo()
        return coo.shape, coo.row.astype(np.int64), coo.col.astype(np.int64), coo.data
    if isinstance(a, np.ndarray):
        return _numpy_coordinates(_unmasked(a, name))
    if isinstance(a, Mapping):
        return _mapping_coordinates(a, None, name)
    if isinstance(a, tuple) and (parts := _tuple_coordinates(a, name)) is not None:
        return parts
    if isinstance(a, Iterator):
        a = list(a)
    if isinstance(a, (list, tuple)):
        return _list_coordinates(a, name)
    if hasattr(a, "block_of"):  # an ExactMatrix
        return _make_coordinates(a.shape, [(i, j, fmpq(n, d)) for i, j, n, d in a.entries()])
    if hasattr(a, "todok"):  # SymPy: dense and sparse, mutable and not
        return _make_coordinates(a.shape, [(i, j, v) for (i, j), v in a.todok().items()])
    if hasattr(a, "domain") and hasattr(a, "to_sparse"):
        if not (a.domain.is_ZZ or a.domain.is_QQ):
            raise TypeError(f"{name} is a DomainMatrix over {a.domain}, need one over ZZ or QQ")
        sparse = a.to_sparse().rep
        return _make_coordinates(
            a.shape, [(i, j, v) for i, r in sparse.items() for j, v in r.items()]
        )
    if type(a).__name__ in ("fmpz_mat", "fmpq_mat"):
        shape = (a.nrows(), a.ncols())
        integral = type(a).__name__ == "fmpz_mat"
        flat = a.entries()
        return _dense(shape, objects(list(map(int, flat)) if integral else flat))
    if (array := _dense_array(a)) is not None:
        return coordinates(array, name)
    if hasattr(a, "tolist") and hasattr(a, "cols"):  # mpmath
        return _dense((a.rows, a.cols), objects(list(chain.from_iterable(a.tolist()))))
    raise TypeError(
        f"{name} is a {type(a).__name__}; need nested lists, a NumPy, scipy.sparse, SymPy or "
        "python-flint matrix, a pandas DataFrame, a dict {(i, j): value}, or the path of a file"
    )


def column(b: Any, name: str) -> Coordinates:
    """The entries of a vector, as those of a matrix with one column."""
    if hasattr(b, "tocoo"):
        rows, values = b.tocoo().coords[0].astype(np.int64), b.tocoo().data
        return (b.shape[0], 1), rows, np.zeros(len(rows), dtype=np.int64), values
    if hasattr(b, "block_of"):
        values = objects([fmpq(*b.parts(i)) for i in range(len(b))])
    elif isinstance(b, np.ndarray):
        values = _unmasked(b, name)
    elif (array := _dense_array(b)) is not None:
        values = _unmasked(array, name)
    else:
        values = objects(list(b))
    return (len(values), 1), np.arange(len(values)), np.zeros(len(values), dtype=np.int64), values


def is_vector(b: Any) -> bool:
    """True if `b` is one right-hand side, not a matrix with one column."""
    if isinstance(b, (list, tuple)):
        first = b[0] if b else 0
        rows = (list, tuple, Mapping, range, Iterator)
        return not (isinstance(first, rows) or getattr(first, "ndim", 0) > 0)
    return isinstance(b, range) or getattr(b, "ndim", 2) == 1


def is_number(a: Any) -> bool:
    """True if `a` is a number of some package, not a matrix."""
    return (
        isinstance(a, (Number, np.generic, fmpz, fmpq))
        or bool(getattr(a, "is_number", False))
        or hasattr(a, "_mpf_")
        or hasattr(a, "_mpq_")
    )


def is_matrix(a: Any) -> bool:
    """True if `a` looks like a matrix or a vector, without being looked into; no text is one."""
    if isinstance(a, (list, tuple, range, Mapping)):
        return True
    names = ("shape", "block_of", "nrows", "__array__", "cols")
    return any(hasattr(a, name) for name in names) and not is_number(a)


def _dense_array(a: Any) -> Array | None:
    """The NumPy array of an object that offers to become one."""
    if not hasattr(a, "__array__"):
        return None
    if hasattr(a, "dtypes") and hasattr(a, "to_numpy"):  # pandas: each column has a type of its own
        return np.asarray(a.to_numpy(dtype=object))
    array: Array = np.asanyarray(a)  # masked if it is
    return array


def _unmasked(a: Array, name: str) -> Array:
    """A plain array: what a masked one holds under its mask is not to be calculated with."""
    if np.any(getattr(a, "mask", False)):
        raise ValueError(f"{name} is an array with masked entries, need all of them")
    return np.asarray(a)


def _numpy_coordinates(a: Array) -> Coordinates:
    if a.dtype.kind in "biu":
        rows, columns = np.nonzero(a)
        return a.shape, rows, columns, a[rows, columns]
    return _dense(a.shape, a.ravel())


def _list_coordinates(a: Sequence[Any], name: str) -> Coordinates:
    a = [list(row) if isinstance(row, (range, Iterator)) else row for row in a]
    for i, row in enumerate(a):
        if not (isinstance(row, (list, tuple)) or getattr(row, "ndim", 0) == 1):
            raise ValueError(f"row {i} of {name} is {show(row)}, need a list of entries")
        if len(row) != len(a[0]):
            raise ValueError(
                f"row {i} of {name} has {counted(len(row), 'entry')}, need {len(a[0])} as row 0 has"
            )
    shape = (len(a), len(a[0]) if a else 0)
    return _dense(shape, objects(list(chain.from_iterable(a))))


def _mapping_coordinates(a: Mapping[Any, Any], shape: Any, name: str) -> Coordinates:
    """A dict of keys."""
    for key in a:
        if not (isinstance(key, tuple) and len(key) == 2):
            raise ValueError(f"{name} has the key {show(key)}, need pairs (row, column)")
    return _place_coordinates([k[0] for k in a], [k[1] for k in a], list(a.values()), shape, name)


def _tuple_coordinates(a: tuple[Any, ...], name: str) -> Coordinates | None:
    """A tuple that is one of the sparse forms; None if it can only be the rows of a matrix."""
    if len(a) not in (2, 3):
        return None
    first, second = a[0], a[1]
    lists = (list, tuple, range, np.ndarray)
    if isinstance(second, lists) and [isinstance(e, lists) for e in second] == [True, True]:
        rows, columns = second
        return _place_coordinates(rows, columns, first, a[2] if len(a) == 3 else None, name)
    if len(a) == 3:
        return None
    if isinstance(first, Mapping):
        return _mapping_coordinates(first, second, name)
    triples = isinstance(first, (list, tuple)) and all(
        isinstance(t, (list, tuple)) and len(t) == 3 for t in first
    )
    if not (triples and isinstance(second, tuple) and len(second) == 2):
        return None
    rows, columns, values = zip(*first) if first else ([], [], [])
    return _place_coordinates(rows, columns, values, second, name)


def _place_coordinates(rows: Any, columns: Any, values: Any, shape: Any, name: str) -> Coordinates:
    """Values and their places, within the shape."""
    if not isinstance(values, (list, tuple)) and getattr(values, "ndim", 0) != 1:
        raise ValueError(f"{name} has a {type(values).__name__} as its values, need a list")
    i, j = _indices(rows, "row", name), _indices(columns, "column", name)
    if not len(i) == len(j) == len(values):
        raise ValueError(
            f"{name} has {counted(len(values), 'value')} at {counted(len(i), 'row')} and "
            f"{counted(len(j), 'column')}, need as many of each"
        )
    if shape is None:
        shape = (max(i, default=-1) + 1, max(j, default=-1) + 1)
    try:
        m, n = map(index, shape)
    except (TypeError, ValueError):
        m = n = -1
    if min(m, n) < 0:
        raise ValueError(f"{name} has the shape {shape!r}, need its numbers of rows and columns")
    outside = np.flatnonzero((i < 0) | (i >= m) | (j < 0) | (j >= n))
    if len(outside):
        k = outside[0]
        raise ValueError(f"{name} has an entry at ({i[k]}, {j[k]}), need it within {m} x {n}")
    array = isinstance(values, np.ndarray)
    return (m, n), i, j, _unmasked(values, name) if array else objects(list(values))


def _indices(places: Any, what: str, name: str) -> Array:
    """The integers, as an array."""
    indices = np.asarray(places)
    if indices.ndim != 1 or (indices.size and indices.dtype.kind not in "iu"):
        raise ValueError(f"{name} has the {what} indices {show(places)}, need a list of integers")
    return indices.astype(np.int64)


def _dense(shape: tuple[int, ...], flat: Array) -> Coordinates:
    """Every entry, row by row."""
    m, n = shape
    return (m, n), np.repeat(np.arange(m), n), np.tile(np.arange(n), m), flat


def _make_coordinates(shape: Sequence[int], entries: list[tuple[int, int, Any]]) -> Coordinates:
    """Triples of row, column and value."""
    rows = np.array([i for i, _, _ in entries], dtype=np.int64)
    columns = np.array([j for _, j, _ in entries], dtype=np.int64)
    return (int(shape[0]), int(shape[1])), rows, columns, objects([v for _, _, v in entries])

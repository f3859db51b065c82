"""Entries, rows, columns and parts of an exact matrix, chosen as in NumPy.

An index of an axis is an integer, which drops the axis; a slice; a list or array of integers; or a
list or array of as many booleans as the axis is long. Negative integers count from the end. Two
lists are taken in pairs, ``M[[0, 1], [2, 3]]`` has the entries (0, 2) and (1, 3), and what
``numpy.ix_`` gives, a column and a row of indices, is the submatrix.

Only what is chosen is looked at, and rows that are stored sparsely stay so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from flint import fmpz

from exactbox.linalg.results.rows import SparseRow, index
from exactbox.linalg.results.tables import Rows, Table
from exactbox.showing import show

Places = Sequence[int]


def selected(x: Rows, key: Any) -> Table:
    """``x[key]``: a matrix, a vector or a number."""
    rows, columns, pairs = chosen(key, x.shape)
    if isinstance(rows, int):
        if isinstance(columns, int):
            n, d = x.numerators[rows][columns], x.denominators[x.block_of[rows]]
            return Table([d], [0], [[n]], 1, 0)
        row = x.numerators[rows]
        entries = list(row) if isinstance(row, SparseRow) else row
        numerators = [[entries[j]] for j in columns]
        return Table([x.denominators[x.block_of[rows]]], [0] * len(numerators), numerators, 1, 1)
    if pairs or isinstance(columns, int):
        return column_as_vector(x, rows, columns)
    return part(x, rows, columns)


def chosen(key: Any, shape: tuple[int, ...]) -> tuple[int | Places, int | Places, bool]:
    """The rows and columns of ``x[key]`` for an x of this shape, and whether they are pairs.

    An integer is one row or column, and a sequence keeps the axis. Pairs are the entries
    (rows[k], columns[k]), not all of these rows and columns. A vector is column 0.
    """
    keys = list(key) if isinstance(key, tuple) else [key]
    dots = [at for at, k in enumerate(keys) if k is Ellipsis]
    if len(dots) > 1:
        raise IndexError(f"{len(dots)} indices are ..., need one at most")
    if dots:
        keys[dots[0] : dots[0] + 1] = [slice(None)] * (len(shape) - len(keys) + 1)
    if len(keys) > len(shape):
        raise IndexError(f"{len(keys)} indices, need {len(shape)} at most")
    keys += [slice(None)] * (len(shape) - len(keys))
    if len(shape) == 1:
        return _axis(keys[0], shape[0], "entry"), 0, False
    crossed = all(isinstance(k, np.ndarray) and k.ndim == 2 for k in keys)
    crossed = crossed and keys[0].shape[1] == keys[1].shape[0] == 1
    if crossed:
        keys = [k.ravel() for k in keys]
    rows, columns = (_axis(k, n, w) for k, n, w in zip(keys, shape, ("row", "column")))
    pairs = not crossed and all(not _is_integer(k) and not isinstance(k, slice) for k in keys)
    if pairs and len(rows) != len(columns):  # type: ignore[arg-type]
        raise IndexError(
            f"{len(rows)} rows with {len(columns)} columns are not pairs: "  # type: ignore[arg-type]
            "M[rows][:, columns] or M[numpy.ix_(rows, columns)] is the submatrix"
        )
    return rows, columns, pairs


def part(x: Rows, rows: Places, columns: Places) -> Table:
    """The submatrix of these rows and columns, in this order."""
    whole = isinstance(columns, range) and columns == range(x.columns)
    stored = x.numerators
    if whole and hasattr(stored, "chosen"):  # what is encoded stays so
        numerators: Sequence[Sequence[fmpz]] = stored.chosen(rows)
    else:
        numerators = [stored[i] for i in rows]
    if not whole:
        at: dict[int, list[int]] = {}
        for k, j in enumerate(columns):
            at.setdefault(j, []).append(k)
        numerators = [
            _sparse_part(row, at, len(columns))
            if isinstance(row, SparseRow)
            else [row[j] for j in columns]
            for row in numerators
        ]
    return used_blocks(x.denominators, [x.block_of[i] for i in rows], numerators, len(columns))


def column_as_vector(x: Rows, rows: Places, columns: int | Places) -> Table:
    """The entries (rows[k], columns[k]), or those of one column, as a column."""
    places = [columns] * len(rows) if isinstance(columns, int) else columns
    numerators = [[x.numerators[i][j]] for i, j in zip(rows, places)]
    return used_blocks(x.denominators, [x.block_of[i] for i in rows], numerators, 1)._replace(
        ndim=1
    )


def used_blocks(
    denominators: Sequence[fmpz],
    block_of: Sequence[int],
    numerators: Sequence[Sequence[fmpz]],
    columns: int,
) -> Table:
    """A table without the denominators of rows that are not in it, where those are many."""
    if len(denominators) > len(block_of):
        number: dict[int, int] = {}
        block_of = [number.setdefault(e, len(number)) for e in block_of]
        denominators = [denominators[e] for e in number]
    return Table(denominators, block_of, numerators, columns)


def _sparse_part(row: SparseRow, at: dict[int, list[int]], length: int) -> SparseRow:
    """The columns that `at` maps to their new places."""
    entries = sorted((k, v) for j, v in zip(row.columns, row.values) for k in at.get(j, ()))
    return SparseRow([k for k, _ in entries], [v for _, v in entries], length)


def _is_integer(key: Any) -> bool:
    """True if this chooses one row; NumPy's arrays of no dimension do."""
    return hasattr(key, "__index__") and not isinstance(key, (bool, np.bool_)) and not np.ndim(key)


def _axis(key: Any, size: int, what: str) -> int | Places:
    """The index, or the indices, that a key chooses on an axis of this size."""
    if _is_integer(key):
        return index(key, size, what)
    if isinstance(key, slice):
        return range(*key.indices(size))
    if isinstance(key, (list, range)) or (isinstance(key, np.ndarray) and key.ndim == 1):
        indices = list(key)
        if indices and all(isinstance(k, (bool, np.bool_)) for k in indices):
            if len(indices) != size:
                raise IndexError(f"{len(indices)} booleans, need {size}, one for each {what}")
            return [i for i, k in enumerate(indices) if k]
        if all(map(_is_integer, indices)):
            return [index(k, size, what) for k in indices]
    raise TypeError(
        f"{what} index {show(key)}, need an integer, a slice, or a list of either integers or "
        "booleans"
    )

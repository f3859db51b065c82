"""Block triangular form: a square system cut into pieces that are solved one after the other.

A maximum matching puts a non-zero on every diagonal place; the strongly connected components
of the graph ``i -> j`` where ``A[i, j] != 0`` are then the diagonal blocks, and in topological
order the matrix is block lower triangular: each block needs only itself and earlier ones. Where
the diagonal has no zero the matching is the diagonal, and the blocks keep rows with their columns.

The order is a function of the matrix alone: by depth (the longest chain of blocks below), then by
the smallest column. If no matching covers all columns the matrix is singular whatever its values
are (Hall's theorem), and the columns reached from an uncovered one by alternating paths are
dependent.

Sources: Duff, Reid, *An implementation of Tarjan's algorithm for the block triangularization of a
matrix*, 1978; Pothen, Fan, *Computing the block triangular form of a sparse matrix*, 1990.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from exactbox.linalg.sparse import Array, IntegerMatrix


@dataclass(frozen=True, eq=False)
class BlockForm:
    """``A[rows][:, columns]`` is block lower triangular; block k spans start[k]:start[k+1]."""

    rows: Array
    columns: Array
    start: Array


@dataclass(frozen=True, eq=False)
class Deficiency:
    """A violation of Hall's condition: columns whose non-zeros lie in `rows`, which are fewer."""

    rows: Array
    columns: Array


def block_triangular_form(a: IntegerMatrix) -> BlockForm | Deficiency:
    """The block lower triangular form of a square matrix, or why it has none."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    n = a.shape[0]
    row_of = a.row_of
    match = _matching(a)  # match[j]: the row that column j is matched to
    if (match < 0).any():
        return _deficiency(a, match)
    column_of = np.empty(n, dtype=np.int64)
    column_of[match] = np.arange(n)
    source = column_of[row_of]  # nodes are columns: j -> k where A[match[j], k] != 0
    ones = np.ones(len(source), dtype=np.int8)
    graph = csr_array((ones, (source, a.indices)), shape=(n, n))
    count, label = connected_components(graph, directed=True, connection="strong")
    position = _topological_positions(count, label, source, a.indices)
    columns = np.lexsort((np.arange(n), position[label]))
    start = np.zeros(count + 1, dtype=np.int64)
    np.cumsum(np.bincount(position[label], minlength=count), out=start[1:])
    return BlockForm(match[columns], columns, start)


def _matching(a: IntegerMatrix) -> Array:
    """For each column a row of its own with a non-zero there; -1 where there is none left."""
    n = a.shape[0]
    diagonal = np.zeros(n, dtype=bool)
    diagonal[a.indices[a.row_of == a.indices]] = True
    if diagonal.all():
        return np.arange(n)
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_bipartite_matching

    pattern = csr_array((np.ones(len(a.indices), dtype=np.int8), a.indices, a.indptr), a.shape)
    return np.asarray(maximum_bipartite_matching(pattern, perm_type="row"), dtype=np.int64)


def _topological_positions(count: int, label: Any, source: Any, target: Any) -> Array:
    """The place of every component: those it points to first, ties by the smallest member."""
    outer = label[source] != label[target]
    edges = np.unique(label[source[outer]].astype(np.int64) * count + label[target[outer]])
    above, below = edges // count, edges % count  # `above` needs `below`
    by_below = np.argsort(below, kind="stable")
    parents, first = above[by_below], np.searchsorted(below[by_below], np.arange(count + 1))
    waiting = np.bincount(above, minlength=count)
    depth = np.zeros(count, dtype=np.int64)
    level, reached = np.flatnonzero(waiting == 0), 0
    height = 0
    while len(level):  # components at this depth: all that they need lies deeper
        depth[level] = height
        reached += len(level)
        spans = [parents[first[c] : first[c + 1]] for c in level]
        touched = np.concatenate(spans) if spans else level[:0]
        np.subtract.at(waiting, touched, 1)
        touched = np.unique(touched)
        level, height = touched[waiting[touched] == 0], height + 1
    if reached != count:
        raise RuntimeError("components form a cycle: the strong components are wrong")
    smallest = np.full(count, len(label), dtype=np.int64)
    np.minimum.at(smallest, label, np.arange(len(label)))
    position = np.empty(count, dtype=np.int64)
    position[np.lexsort((smallest, depth))] = np.arange(count)
    return position


def _deficiency(a: IntegerMatrix, match: Array) -> Deficiency:
    """All columns on alternating paths from the first unmatched column, and their rows."""
    by_column = a.transposed()
    starts, rows_of = by_column.indptr, by_column.indices
    column_of = np.full(a.shape[0], -1, dtype=np.int64)
    matched = np.flatnonzero(match >= 0)
    column_of[match[matched]] = matched
    columns = [int(np.flatnonzero(match < 0)[0])]
    seen = np.zeros(a.shape[0], dtype=bool)
    for j in columns:  # grows while it is read
        for i in rows_of[starts[j] : starts[j + 1]].tolist():
            if not seen[i]:
                seen[i] = True
                columns.append(int(column_of[i]))
    return Deficiency(np.flatnonzero(seen), np.array(sorted(columns), dtype=np.int64))

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

import sys
from dataclasses import dataclass

import numpy as np

from exactbox.linalg.matrices.sparse import Array, IntegerMatrix

# Components of one depth up to which Python's loop is faster than NumPy's operations
# (16: 12 against 19 us; 64: 44 against 39)
_MAX_LOOP_COMPONENTS = 40
_MAX_LOOP_ENTRIES = 4000  # up to which Python's loops (3 ms) are faster than the first import of
# scipy.sparse.csgraph (160 ms, most of it scipy.sparse.linalg)


@dataclass(frozen=True, eq=False)
class BlockForm:
    """``A[rows][:, columns]`` is block lower triangular; block k spans start[k]:start[k+1].

    Blocks depth[h]:depth[h+1] are those above whom the longest chain of blocks that they need has
    length h: they need earlier ones, and not each other.
    """

    rows: Array
    columns: Array
    start: Array
    depth: Array


@dataclass(frozen=True, eq=False)
class Deficiency:
    """A violation of Hall's condition: columns whose non-zeros lie in `rows`, which are fewer."""

    rows: Array
    columns: Array


def block_triangular_form(a: IntegerMatrix) -> BlockForm | Deficiency:
    """The block lower triangular form of a square matrix, or why it has none."""
    n = a.shape[0]
    row_of = a.row_of
    match = _matching(a)  # match[j]: the row that column j is matched to
    if (match < 0).any():
        return _deficiency(a, match)
    column_of = np.empty(n, dtype=np.int64)
    column_of[match] = np.arange(n)
    source = column_of[row_of]  # nodes are columns: j -> k where A[match[j], k] != 0
    if len(source) <= _MAX_LOOP_ENTRIES and "scipy.sparse.csgraph" not in sys.modules:
        label = _strong_components(column_of, a)
        count = int(label.max(initial=-1)) + 1
    else:
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import connected_components

        ones = np.ones(len(source), dtype=np.int8)
        graph = csr_array((ones, (source, a.indices)), shape=(n, n))
        count, label = connected_components(graph, directed=True, connection="strong")
    depth = depths(count, label[source].astype(np.int64), label[a.indices].astype(np.int64))
    smallest = np.full(count, n, dtype=np.int64)
    smallest[label[::-1]] = np.arange(n - 1, -1, -1)  # the last one written is the smallest
    position = np.empty(count, dtype=np.int64)
    position[np.lexsort((smallest, depth))] = np.arange(count)
    columns = np.lexsort((np.arange(n), position[label]))
    start = np.zeros(count + 1, dtype=np.int64)
    np.cumsum(np.bincount(position[label], minlength=count), out=start[1:])
    heights = np.searchsorted(np.sort(depth), np.arange(depth.max(initial=-1) + 2))
    return BlockForm(match[columns], columns, start, heights)


def _matching(a: IntegerMatrix) -> Array:
    """For each column a row of its own with a non-zero there; -1 where there is none left."""
    n = a.shape[0]
    diagonal = np.zeros(n, dtype=bool)
    diagonal[a.indices[a.row_of == a.indices]] = True
    if diagonal.all():
        return np.arange(n)
    if len(a.indices) <= _MAX_LOOP_ENTRIES and (few := _matching_of_few(a)) is not None:
        return few
    from scipy.sparse.csgraph import maximum_bipartite_matching

    # short rows and columns first: of a basis of 3,136 columns SciPy takes 30 s in their own order,
    # so 50 ms, and of its transpose 5 s, so 10 ms
    rows, columns = (
        np.argsort(np.bincount(places, minlength=n), kind="stable")
        for places in (a.row_of, a.indices)
    )
    row_of_column = maximum_bipartite_matching(a.permuted(rows, columns).pattern(), perm_type="row")
    match = np.empty(n, dtype=np.int64)
    match[columns] = np.where(row_of_column >= 0, rows[row_of_column], -1)
    return match


def _matching_of_few(a: IntegerMatrix) -> Array | None:
    """A perfect matching by augmenting paths, short columns first; None where there is none.

    Source: Kuhn, *The Hungarian method for the assignment problem*, 1955.
    """
    indptr, rows, _ = a.transposed().rows()
    n = a.shape[0]
    row_of, column_of = [-1] * n, [-1] * n
    for first in sorted(range(n), key=lambda j: indptr[j + 1] - indptr[j]):
        reached_from = dict[int, int]()  # row: the column of which it was reached
        columns, free = [first], -1
        for j in columns:  # grows while it is read: breadth first
            for i in rows[indptr[j] : indptr[j + 1]]:
                if i not in reached_from:
                    reached_from[i] = j
                    if column_of[i] < 0:
                        free = i
                        break
                    columns.append(column_of[i])
            if free >= 0:
                break
        if free < 0:
            return None
        while free >= 0:  # change the path: its last column had another row, or none
            j = reached_from[free]
            column_of[free], row_of[j], free = j, free, row_of[j]
    return np.array(row_of, dtype=np.int64)


def _strong_components(column_of: Array, a: IntegerMatrix) -> Array:
    """The number of the strong component of each column, where row i is that of column_of[i].

    Source: Tarjan, *Depth-first search and linear graph algorithms*, 1972.
    """
    indptr, indices, _ = a.rows()
    n, row_of = a.shape[0], np.argsort(column_of).tolist()
    after = [indices[indptr[i] : indptr[i + 1]] for i in row_of]
    number, low, label = [-1] * n, [0] * n, [-1] * n  # low: least number that is reached
    stack, next_edge, numbered, count = list[int](), [0] * n, 0, 0
    for root in range(n):
        path = [root] if number[root] < 0 else []
        while path:
            v = path[-1]
            if number[v] < 0:
                number[v] = low[v] = numbered
                numbered += 1
                stack.append(v)
            if next_edge[v] < len(after[v]):
                w = after[v][next_edge[v]]
                next_edge[v] += 1
                if number[w] < 0:
                    path.append(w)
                elif label[w] < 0:
                    low[v] = min(low[v], number[w])
                continue
            path.pop()
            if path:
                low[path[-1]] = min(low[path[-1]], low[v])
            if low[v] == number[v]:  # the root of its component, whose columns lie above it
                while label[v] < 0:
                    label[stack.pop()] = count
                count += 1
    return np.array(label, dtype=np.int64)


def depths(count: int, above: Array, below: Array) -> Array:
    """The longest chain of components that each one needs: ``above[p]`` needs ``below[p]``."""
    outer = above != below
    # each edge once; sorted here, as NumPy 2.4's `unique` hashes (76,000 edges: 0.4 ms, by it 6.5;
    # 10^6: 5 ms and 600)
    edges = np.sort(above[outer] * count + below[outer])
    edges = edges[np.append(True, edges[1:] != edges[:-1])[: len(edges)]]
    above, below = edges // count, edges % count
    by_below = np.argsort(below, kind="stable")
    parents, first = above[by_below], np.searchsorted(below[by_below], np.arange(count + 1))
    waiting = np.bincount(above, minlength=count)
    depth = np.zeros(count, dtype=np.int64)
    level, reached = np.flatnonzero(waiting == 0), 0
    few = list[int]()  # a level of few components is this list, and `level` is empty
    start, parent, count_of, depth_of = first.data, parents.data, waiting.data, depth.data
    for height in range(count):  # components at this depth: all that they need lies deeper
        if few and len(few) >= _MAX_LOOP_COMPONENTS:
            few, level = [], np.array(few, dtype=np.int64)
        elif 0 < len(level) < _MAX_LOOP_COMPONENTS:
            few, level = level.tolist(), level[:0]
        if few:
            reached += len(few)
            ready = []
            for c in few:  # what waits for these alone is ready
                depth_of[c] = height
                for p in parent[start[c] : start[c + 1]]:
                    count_of[p] -= 1
                    if count_of[p] == 0:
                        ready.append(p)
            few = ready
        elif len(level):
            depth[level] = height
            reached += len(level)
            lengths = first[level + 1] - first[level]
            ends = np.cumsum(lengths)
            places = np.arange(ends[-1]) + np.repeat(first[level] - ends + lengths, lengths)
            touched, times = np.unique(parents[places], return_counts=True)
            waiting[touched] -= times
            level = touched[waiting[touched] == 0]
        else:
            break
    if reached != count:
        raise RuntimeError("components form a cycle: the strong components are wrong")
    return depth


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

"""Structured elimination: an exact echelon form of a sparse integer matrix, many pivots at once.

Rows whose leading (leftmost) columns differ are an upper triangular matrix U with some columns
between, so they are pivots that cost nothing to find. With ``[U B]`` those rows, their leading
columns first, and ``[C D]`` the others, one step leaves

    S = D - C U^-1 B,

which is computed by sparse products over the integers, level by level: a pivot is at a level above
those whose rows have an entry in its column, and the pivots of a level are eliminated together.
Rows are scaled where a pivot is not 1 or -1, by least common multiples, and each product is bounded
beforehand so that nothing leaves 64 bits. Then S is treated like the matrix before, until it is
empty, or filled in, or would leave 64 bits: the *rest*. All steps are invertible over the
rationals, so

    rank A = number of pivots + rank of the rest,

and the leading columns of an echelon form are the leftmost independent columns. For boundary
matrices of simplicial complexes nearly all pivots are units, and little fills in.

Symbols: X rows to be reduced, W their entries in the pivots' columns, P the pivots' rows,
p their leading entries.

Sources: Faugere, Lachartre, *Parallel Gaussian elimination for Groebner bases computations in
finite fields*, 2010 (the triangular pivots); Bouillaguet, Delaplace, Voge, *Parallel sparse PLUQ
factorization modulo p*, 2017; Duff, Erisman, Reid, *Direct methods for sparse matrices*, 2017.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from exactbox.linalg.elimination.echelon import MAX_DENSE_PROFILE_PLACES
from exactbox.linalg.matrices.integers import MAX_WORD_BOUND, largest
from exactbox.linalg.matrices.sparse import MAX_DENSE_PLACES, Array, IntegerMatrix

Csr = Any  # scipy.sparse.csr_array of int64, column indices increasing

# share of non-zeros from which what is left is better eliminated densely (1,000 x 900, 20 of 1 and
# -1 a row: 0.63 s, without it 1.79; chessboard 5 x 6: 24 ms, from 0.1 on 60)
_MIN_DENSE_SHARE = 0.5
# times the least Markowitz cost: what is eliminated in one step (rank 1,499 of 5,000 x 3,000: 35
# ms; without a limit it leaves 64 bits; with 1 and many steps 250 ms)
_MAX_MARKOWITZ_RATIO = 8


@dataclass(frozen=True, eq=False)
class Echelon:
    """Rows with the row space of A: ``form``, in which row k leads at ``pivots[k]``, and ``rest``.

    The pivots increase; the minor ``A[source][:, pivots]`` is not zero; the rows of ``rest`` are
    zero in all columns of the pivots.
    """

    form: Csr
    pivots: Array
    source: Array
    rest: Csr


def read_csr(a: Csr) -> IntegerMatrix:
    """The matrix from SciPy, without its columns of zeros."""
    kept, columns = np.unique(a.indices, return_inverse=True)
    shape = (a.shape[0], len(kept))
    return IntegerMatrix(shape, a.indptr.astype(np.int64), columns.astype(np.int64), a.data)


def echelon_form(a: Csr) -> Echelon:
    """Eliminate from the left as far as it stays sparse and within 64 bits; exact."""
    from scipy.sparse import vstack

    rest, names = _non_zero(a, np.arange(a.shape[0]))
    forms, pivots, source = [a[:0]], [np.zeros(0, dtype=np.int64)], [names[:0]]
    while len(names) and not _is_filled(rest):
        step = _step(rest)
        if step is None:
            break
        chosen, others, columns, left = step
        forms.append(rest[chosen])
        pivots.append(columns)
        source.append(names[chosen])
        rest, names = _non_zero(left, names[others])
    columns = np.concatenate(pivots)
    order = np.argsort(columns)
    form = vstack(forms, format="csr")[order]
    return Echelon(form, columns[order], np.concatenate(source)[order], rest)


def count_pivots(a: Csr, *, units: bool = False) -> tuple[int, Csr]:
    """The number of pivots of `echelon_form` and the rest, its columns in any order.

    Before each step the columns with the fewest entries come first, so fewer fill in. With `units`
    only 1 and -1 are pivots: then every step is invertible over the integers, and the rank modulo
    any prime is the number of pivots and the rank of the rest modulo it.
    """
    count = 0
    rest, _ = _non_zero(a, np.arange(a.shape[0]))
    while rest.shape[0] and not _is_filled(rest):
        entries = np.bincount(rest.indices, minlength=rest.shape[1])
        order = np.argsort(entries, kind="stable")
        rest = rest[:, order[np.searchsorted(entries[order], 1) :]]
        rest.sort_indices()
        step = _step(rest, units)
        if step is None:
            break
        chosen, others, _, left = step
        count += len(chosen)
        rest, _ = _non_zero(left, others)
    return count, rest


def eliminated(matrix: IntegerMatrix, *, units: bool = False) -> tuple[int, IntegerMatrix]:
    """`count_pivots` of a sparse matrix whose entries fit; the rest has no lines of zeros."""
    m, n = matrix.shape
    if matrix.data.dtype == object or 2 * len(matrix.data) > m * n:
        rows = np.flatnonzero(np.diff(matrix.indptr))
        columns = np.flatnonzero(np.bincount(matrix.indices, minlength=n))
        full = len(rows) == m and len(columns) == n
        return 0, matrix if full else matrix.permuted(rows, columns)
    found = count_pivots(matrix.csr(), units=units)
    # the rest of the transpose may be smaller (600 x 400, 3 a row: 26 ms, that tried as well 51;
    # a product of rank 299: 1.24 s, by the transpose 0.12)
    if min(found[1].shape) ** 2 > MAX_DENSE_PROFILE_PLACES:
        other = count_pivots(matrix.transposed().csr(), units=units)
        found = max(found, other, key=lambda e: e[0])
    return found[0], read_csr(found[1])


def reduced(echelon: Echelon) -> tuple[Csr, Array] | None:
    """F and d > 0: the reduced row echelon form is ``F[k] / d[k]``, and 1 at ``pivots[k]``.

    F has shape (r, n) and is zero in the columns of the pivots. None where it would take too long
    to compute or leave 64 bits. The rest has to be empty.
    """
    from scipy.sparse import csr_array

    form, pivots = echelon.form, echelon.pivots
    r, n = form.shape
    height = _heights(form, pivots)
    inside = np.zeros(n, dtype=bool)
    inside[pivots] = True
    leading = form.data[form.indptr[:-1]]
    free = _masked(form, ~inside[form.indices])
    inner = form[:, pivots]
    inner.setdiag(0)
    inner.eliminate_zeros()
    place = np.empty(r, dtype=np.int64)  # of row k among those that are done
    done = _Growing(n)
    leads = np.zeros(r, dtype=np.int64)
    order = np.argsort(height, kind="stable")
    low = 0
    for part in np.split(order, np.flatnonzero(np.diff(height[order])) + 1):
        x, w, d = free[part], inner[part], leading[part]
        if low:
            w = csr_array((w.data, place[w.indices], w.indptr), (len(part), low))
            w.sort_indices()
            found = combined(x, w, done.csr(), leads[:low])
            if found is None:
                return None
            x, scales = found
            if not (np.abs(d.astype(float)) * scales).max() < MAX_WORD_BOUND:
                return None
            d = d * scales
        x, d = _lowest_terms(x, d)
        leads[low : low + len(part)] = d
        place[part] = np.arange(low, low + len(part))
        done.extend(x)
        low += len(part)
    return done.csr()[place], leads[place]


def _non_zero(rows: Csr, names: Array) -> tuple[Csr, Array]:
    """The rows that are not zero, and their names."""
    kept = np.flatnonzero(np.diff(rows.indptr))
    return (rows, names) if len(kept) == len(names) else (rows[kept], names[kept])


def _is_filled(rows: Csr) -> bool:
    """Return whether the rest is large and not sparse, so that dense methods are faster."""
    columns = np.count_nonzero(np.bincount(rows.indices, minlength=rows.shape[1]))
    places = rows.shape[0] * columns
    return bool(places > MAX_DENSE_PROFILE_PLACES and rows.nnz > _MIN_DENSE_SHARE * places)


def _step(rows: Csr, units: bool = False) -> tuple[Array, Array, Array, Csr] | None:
    """The pivots' rows, the others, the pivots' columns, and S; None where it has to stop."""
    chosen, columns = _triangular(rows)
    if units and (np.abs(rows.data[rows.indptr[chosen]]) != 1).any():
        return None
    pivots = rows[chosen]
    others = np.delete(np.arange(rows.shape[0]), chosen)
    left = _schur_complement(rows[others], pivots, columns, _levels(pivots, columns))
    return None if left is None else (chosen, others, columns, left)


def _triangular(rows: Csr) -> tuple[Array, Array]:
    """Rows with different leading columns, and those columns, increasing.

    Of the rows with the same leading column the shortest is taken, one whose leading entry is a
    unit if there is one; where there are units, no other pivots are taken. Then those of low
    Markowitz cost are kept.
    """
    lengths, first = np.diff(rows.indptr), rows.indptr[:-1]
    leading, units = rows.indices[first], np.abs(rows.data[first]) == 1
    names = np.flatnonzero(units) if units.any() else np.arange(len(units))
    names = names[np.lexsort((lengths[names], leading[names]))]
    names = names[np.diff(leading[names], prepend=-1) != 0]
    columns = leading[names].astype(np.int64)
    entries = np.bincount(rows.indices, minlength=rows.shape[1])
    cost = (lengths[names] - 1) * (entries[columns] - 1)
    cheap = cost <= _MAX_MARKOWITZ_RATIO * max(int(cost.min()), 1)
    return names[cheap], columns[cheap]


def _inner(p: Csr, columns: Array) -> tuple[list[int], list[int]]:
    """The (i, j), i increasing, where row i of P has an entry in the column of pivot j > i."""
    place = np.full(p.shape[1], -1, dtype=np.int64)
    place[columns] = np.arange(len(columns))
    target = place[p.indices]
    source = np.repeat(np.arange(len(columns)), np.diff(p.indptr))
    inner = target > source  # and not the leading entry itself
    return source[inner].tolist(), target[inner].tolist()


def _levels(p: Csr, columns: Array) -> Array:
    """For each pivot one more than the levels of those whose rows have an entry in its column."""
    level = [0] * len(columns)
    for i, j in zip(*_inner(p, columns)):
        if level[j] <= level[i]:
            level[j] = level[i] + 1
    return np.array(level, dtype=np.int64)


def _heights(p: Csr, columns: Array) -> Array:
    """For each pivot one more than the heights of those in whose columns its row has an entry."""
    height = [0] * len(columns)
    rows, targets = _inner(p, columns)
    for i, j in zip(reversed(rows), reversed(targets)):
        if height[i] <= height[j]:
            height[i] = height[j] + 1
    return np.array(height, dtype=np.int64)


def _schur_complement(x: Csr, p: Csr, columns: Array, level: Array) -> Csr | None:
    """X with the pivots eliminated; None where that takes too long or may leave 64 bits."""
    order = np.argsort(level, kind="stable")
    leads = p.data[p.indptr[:-1]]
    for part in np.split(order, np.flatnonzero(np.diff(level[order])) + 1):
        found = combined(x, x[:, columns[part]], p[part], leads[part])
        if found is None:
            return None
        x = found[0]
    return x


def combined(x: Csr, w: Csr, p: Csr, leads: Array) -> tuple[Csr, Array] | None:
    """S and scales s > 0 with ``S = diag(s) X - V P``, where V = diag(s) W / leads is integral.

    Where X has W in the columns of pivots with these leading entries, S has zeros there. None where
    that would take too long, or an entry might leave 64 bits.
    """
    from scipy.sparse import csr_array, diags_array

    w.eliminate_zeros()
    scales = np.ones(x.shape[0], dtype=np.int64)
    if w.nnz == 0:
        return x, scales
    if np.diff(p.indptr)[w.indices].sum(dtype=np.float64) > MAX_DENSE_PLACES:
        return None
    common = np.gcd(w.data, leads[w.indices])
    lacking = np.abs(leads[w.indices] // common)  # s[o] = lcm of p / gcd(w, p) in row o
    filled = np.flatnonzero(np.diff(w.indptr))
    starts, row_of = w.indptr[filled], np.repeat(np.arange(w.shape[0]), np.diff(w.indptr))
    if (lacking != 1).any():
        if np.add.reduceat(np.log2(lacking), starts).max() > 61:
            return None
        scales[filled] = np.lcm.reduceat(lacking, starts)
    factors = scales[row_of] // lacking * np.sign(leads[w.indices])
    weights = np.abs(factors.astype(float) * (w.data // common))
    size = np.bincount(row_of, weights, x.shape[0]).max() * largest(p.data)
    if not float(scales.max()) * largest(x.data) + size < MAX_WORD_BOUND:
        return None
    v = csr_array((factors * (w.data // common), w.indices, w.indptr), w.shape)
    scaled = diags_array(scales, format="csr", dtype=np.int64) @ x if scales.max() > 1 else x
    s = scaled - v @ p
    s.eliminate_zeros()
    s.sort_indices()
    return s, scales


def _lowest_terms(x: Csr, d: Array) -> tuple[Csr, Array]:
    """Every row with its lead d divided by what they share, the lead made positive."""
    from scipy.sparse import csr_array

    content = np.abs(d)
    filled = np.flatnonzero(np.diff(x.indptr))
    if len(filled) and content.max() > 1:
        content[filled] = np.gcd(content[filled], np.gcd.reduceat(x.data, x.indptr[filled]))
    divisor = np.where(d < 0, -1, 1) * content
    sizes = np.diff(x.indptr)
    return csr_array(
        (x.data // np.repeat(divisor, sizes), x.indices, x.indptr), x.shape
    ), d // divisor


def _masked(a: Csr, kept: Array) -> Csr:
    """The stored entries that are kept."""
    from scipy.sparse import csr_array

    before = np.r_[0, np.cumsum(kept)]
    return csr_array((a.data[kept], a.indices[kept], before[a.indptr]), a.shape)


class _Growing:
    """Rows to which more are added, without copying all of them every time."""

    def __init__(self, n: int) -> None:
        self._n, self._rows, self._size = n, 0, 0
        self._data = np.zeros(1024, dtype=np.int64)
        self._indices = np.zeros(1024, dtype=np.int64)
        self._indptr = np.zeros(1024, dtype=np.int64)

    def extend(self, x: Csr) -> None:
        """Add the rows of X."""
        size, rows = self._size + x.nnz, self._rows + x.shape[0]
        self._data = _enlarge(self._data, size)
        self._indices = _enlarge(self._indices, size)
        self._indptr = _enlarge(self._indptr, rows + 1)
        self._data[self._size : size] = x.data
        self._indices[self._size : size] = x.indices
        self._indptr[self._rows + 1 : rows + 1] = self._size + x.indptr[1:]
        self._size, self._rows = size, rows

    def csr(self) -> Csr:
        """All rows so far; not a copy."""
        from scipy.sparse import csr_array

        end, rows = self._size, self._rows
        parts = (self._data[:end], self._indices[:end], self._indptr[: rows + 1])
        return csr_array(parts, shape=(rows, self._n))


def _enlarge(array: Array, size: int) -> Array:
    """The array, or a copy in a longer one."""
    return array if size <= len(array) else np.resize(array, max(size, 2 * len(array)))

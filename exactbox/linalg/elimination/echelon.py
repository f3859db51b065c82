"""Independent rows and columns, by elimination modulo a word-sized prime.

Modulo a prime the rank can only drop, so rows and columns that are independent there are
independent; that none has been missed has to be proved by other means (`general`).

Rows are eliminated as dictionaries while they are sparse: singletons first, then pivots of low
Markowitz cost. What is left when they fill in goes to FLINT as a dense matrix.

Source: Duff, Erisman, Reid, *Direct methods for sparse matrices*, 2017, ch. 7.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from heapq import heapify, heappop, heappush
from itertools import pairwise

import numpy as np
from flint import fmpz, nmod_mat

from exactbox.linalg.matrices.sparse import MAX_DENSE_PLACES, MAX_SPARSE_DENSITY, IntegerMatrix

_PRIME_BOUND = 2**59  # so that a prime is a plain number in a certificate
# places of a sparse matrix that is eliminated densely at once (with 5 entries a row: 150 rows 2 ms
# against 25, 300 rows 15 against 39, 450 rows 44 against 53)
MAX_DENSE_PROFILE_PLACES = 90_000

ResidueRow = dict[int, int]  # column to residue, not 0


def primes(below: int = _PRIME_BOUND) -> Iterator[int]:
    """Word-sized primes, decreasing; which are bad for a matrix depends on the matrix."""
    while below > 2:
        yield (below := _prime_below(below))


@cache
def _prime_below(p: int) -> int:
    """The next smaller prime, of which finding it anew takes as long as many a use (25 us)."""
    q = fmpz(p) - 1
    while not q.is_prime():
        q -= 1
    return int(q)


def rank_profile(
    a: IntegerMatrix, prime: int, *, leftmost: bool = False
) -> tuple[list[int], list[int]]:
    """Rows and columns, as many as the rank modulo `prime`, whose minor is not zero there.

    The columns are the leftmost ones, in order, if they are to be; and so they are of a matrix that
    is eliminated densely.
    """
    m, n = a.shape
    if m * n <= MAX_DENSE_PROFILE_PLACES or (
        m * n <= MAX_DENSE_PLACES and len(a.data) > MAX_SPARSE_DENSITY * m * n
    ):
        return dense_profile(a, prime)
    work = _Elimination(a, prime)
    if leftmost:
        work.eliminate_columns()
    else:
        work.eliminate_sparse()
    work.eliminate_rest()
    if leftmost:
        order = np.argsort(work.columns).tolist()
        return [work.rows[k] for k in order], [work.columns[k] for k in order]
    return work.rows, work.columns


class LimitError(ArithmeticError):
    """Elimination takes more steps than it may."""


def elimination_order(
    a: IntegerMatrix, prime: int, most: int | None = None
) -> tuple[list[int], list[int]]:
    """Rows and columns in an order of low fill-in, for a matrix with an inverse modulo `prime`.

    LimitError where that takes more than `most` steps: products of two residues.
    """
    work = _Elimination(a, prime)
    work.eliminate_sparse(to_the_end=True, most=most)
    return work.rows, work.columns


def dense_profile(a: IntegerMatrix, prime: int) -> tuple[list[int], list[int]]:
    """`rank_profile`, columns leftmost, by dense elimination; of many rows or columns the first may
    be enough."""
    m, n = a.shape
    every_row, every_column = np.arange(m), np.arange(n)
    if m > 2 * n:
        first = a.permuted(every_row[: 2 * n], every_column)
        rows = _pivots(nmod_mat(first.flint.transpose(), prime))
        if len(rows) == n:
            return rows, list(range(n))
    parts = [a.permuted(every_row, every_column[: 2 * m]), a] if n > 2 * m else [a]
    for part in parts:
        columns = _pivots(nmod_mat(part.flint, prime))
        if len(columns) == m:  # no row depends on others, so no further column is a pivot
            return list(range(m)), columns
    chosen = a.permuted(every_row, np.array(columns, dtype=np.int64))
    return _pivots(nmod_mat(chosen.flint.transpose(), prime)), columns


def elimination(
    a: IntegerMatrix, prime: int
) -> tuple[list[int], list[int], int, np.ndarray[tuple[int, int], np.dtype[np.int64]]]:
    """Elimination by sparse pivots: all rows and columns, pivots first, the product, the rest.

    Rows and columns of zeros are left out.
    """
    work = _Elimination(a, prime)
    work.eliminate_sparse()
    names, columns, full = work.rest()
    return work.rows + names, work.columns + columns, work.product, full


class _Elimination:
    """Rows that are eliminated, and the pivots so far."""

    def __init__(self, a: IntegerMatrix, prime: int) -> None:
        self.rows: list[int] = []
        self.columns: list[int] = []
        self.product = 1  # of the pivots
        self._prime, self._n = prime, (n := a.shape[1])
        values = (a.data % prime).tolist()
        indptr, indices = a.indptr.tolist(), a.indices.tolist()
        rows = (range(low, high) for low, high in pairwise(indptr))
        residues = ({indices[p]: values[p] for p in row if values[p]} for row in rows)
        self._active: dict[int, ResidueRow] = {i: row for i, row in enumerate(residues) if row}
        self._holders: list[set[int]] = [set() for _ in range(n)]
        for i, row in self._active.items():
            for j in row:
                self._holders[j].add(i)
        self._size = sum(map(len, self._active.values()))
        self._columns_left = sum(map(bool, self._holders))

    def eliminate_sparse(self, *, to_the_end: bool = False, most: int | None = None) -> None:
        """Eliminate by the shortest row and its shortest column while the rest is sparse."""
        steps = 0
        heap = [(len(row), i) for i, row in self._active.items()]
        heapify(heap)
        while heap and (to_the_end or not self._filled()):
            length, i = heappop(heap)
            row = self._active.get(i)
            if row is None:
                continue
            if len(row) != length:
                heappush(heap, (len(row), i))
                continue
            j = min(row, key=lambda j: len(self._holders[j]))
            steps += (length - 1) * (len(self._holders[j]) - 1)
            if most is not None and steps > most:
                raise LimitError(f"elimination takes more than {most:,} steps")
            for o in self._pivot(i, j):
                heappush(heap, (len(self._active[o]), o))

    def eliminate_columns(self) -> None:
        """Eliminate column by column from the left while the rest is sparse."""
        for j in range(self._n):
            if self._holders[j]:
                if self._filled():
                    return
                self._pivot(min(self._holders[j], key=lambda i: (len(self._active[i]), i)), j)

    def eliminate_rest(self) -> None:
        """Eliminate what is left."""
        if not self._active:
            return
        names, columns, full = self.rest()
        matrix = nmod_mat(*full.shape, full.ravel().tolist(), self._prime)
        chosen, independent = _pivots(matrix), _pivots(matrix.transpose())
        self.rows += [names[k] for k in independent]
        self.columns += [columns[k] for k in chosen]
        self._active = {}

    def rest(
        self,
    ) -> tuple[list[int], list[int], np.ndarray[tuple[int, int], np.dtype[np.int64]]]:
        """The rows and columns that are left, and their entries."""
        names = sorted(self._active)
        columns = [j for j in range(self._n) if self._holders[j]]
        place = {j: k for k, j in enumerate(columns)}
        if len(names) * len(columns) > MAX_DENSE_PLACES:
            raise MemoryError(
                f"elimination fills in: {len(names)} rows and {len(columns)} columns are left, "
                f"need at most {MAX_DENSE_PLACES:,} places"
            )
        full = np.zeros((len(names), len(columns)), dtype=np.int64)
        for k, i in enumerate(names):
            for j, v in self._active[i].items():
                full[k, place[j]] = v
        return names, columns, full

    def _filled(self) -> bool:
        return self._size > MAX_SPARSE_DENSITY * len(self._active) * max(self._columns_left, 1)

    def _pivot(self, i: int, j: int) -> list[int]:
        """Eliminate column j from the other rows by row i; the rows that are left and changed."""
        p, active, holders = self._prime, self._active, self._holders
        row = active.pop(i)
        self.rows.append(i)
        self.columns.append(j)
        self._size -= len(row)
        for k in row:
            holders[k].discard(i)
        self.product = self.product * row[j] % p
        inverse = pow(row.pop(j), -1, p)  # row o -= A[o, j] / A[i, j] row i (mod p)
        changed = []
        for o in holders[j]:
            other = active[o]
            factor = other.pop(j) * inverse % p
            before = len(other) + 1
            for k, v in row.items():
                value = (other.get(k, 0) - factor * v) % p
                if value:
                    other[k] = value
                    holders[k].add(o)
                elif k in other:
                    del other[k]
                    holders[k].discard(o)
            self._size += len(other) - before
            if other:
                changed.append(o)
            else:
                del active[o]
        holders[j] = set()
        self._columns_left -= 1 + sum(not holders[k] for k in row)
        return changed


def _pivots(a: nmod_mat) -> list[int]:
    """The pivot columns of the reduced row echelon form."""
    reduced, rank = a.rref()
    pivots, column = [], 0
    for i in range(rank):
        while reduced[i, column] == 0:
            column += 1
        pivots.append(column)
        column += 1
    return pivots

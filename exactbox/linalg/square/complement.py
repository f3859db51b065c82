"""Dense elimination without fractions, where right-hand sides are long, and exact inverses.

In block forward substitution right-hand sides grow far longer than a block's own numbers (up to
232,000 bits against 1,100 for 16 cards). P-adic lifting takes as many digits as they have;
elimination multiplies them by minors of A, and an inverse once more by its entries.

Not all of the matrix need be eliminated. Let I be a set of unknowns with non-zero diagonal no two
of which share an equation's off-diagonal place; ordered with I first the block is ::

    A = [ D  B ]    D diagonal,   S = delta E - C (delta D^-1) B,   delta = lcm(D),
        [ C  E ]    S y = delta s - C (delta D^-1) r,               D x = r - B y

so only the Schur complement S is, where its numbers are not too long for that. Where the graph is
two-colourable (a turn of one card changes the parity of the state) I is half of the unknowns and S
costs an eighth.

Source: Bareiss, *Sylvester's identity and multistep integer-preserving Gaussian elimination*, 1968.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from math import gcd, lcm, log2

import numpy as np
from flint import fmpz, fmpz_mat

from exactbox.linalg.errors import SingularBlockError
from exactbox.linalg.matrices.sparse import IntegerMatrix, from_dense
from exactbox.linalg.results.exact import FmpzRows
from exactbox.linalg.square.cost import Size
from exactbox.linalg.square.lifting import Lifting, LiftingError

_FEW = 23  # rows up to which FLINT reduces by elimination, whatever the length of numbers (23 rows
# of 20,000 bits: 1.1 ms, by substitution here 1.4; 24: 24 and 1.8), and its inverse is fastest
# (60: 41 ms, by lifting 22)
_WORTH = 4  # times as long as the entries of A those of S are where an eighth of the work is left


@dataclass(frozen=True, eq=False)
class Complement:
    """A block with two or more unknowns, of which those in `independent` are left for the end."""

    independent: list[int]
    others: list[int]
    diagonal: list[fmpz]  # delta / D
    b: fmpz_mat
    c: fmpz_mat  # C (delta D^-1)
    schur: fmpz_mat
    delta: fmpz

    def solve(self, r: FmpzRows) -> tuple[FmpzRows, fmpz]:
        """N and d with A N = d R, by elimination."""
        top, right = self._reduced(r)
        y, d = eliminated(self.schur, right)
        return self._completed(top, y, d)

    def apply(self, r: FmpzRows) -> tuple[FmpzRows, fmpz]:
        """N and d with A N = d R, by the inverse of S, which is kept."""
        top, right = self._reduced(r)
        inverse, d = self.inverse
        return self._completed(top, inverse * right, d)

    @cached_property
    def inverse(self) -> tuple[fmpz_mat, fmpz]:
        """N and d with S^-1 = N / d in lowest terms."""
        n, determinant = self.schur.nrows(), self.schur.det()
        if determinant == 0:
            raise SingularBlockError
        if n > _FEW:
            with suppress(LiftingError, OverflowError):
                entries = np.array([int(e) for e in self.schur.entries()], dtype=np.int64)
                flat = Lifting(from_dense(entries.reshape(n, n))).adjugate(int(determinant))
                content = gcd(int(determinant), *flat)
                return fmpz_mat(n, n, [e // content for e in flat]), determinant // content
        unit = fmpz_mat(n, n, [int(i == j) for i in range(n) for j in range(n)])
        return self.schur.solve(unit).numer_denom()  # type: ignore[no-any-return]

    def _reduced(self, r: FmpzRows) -> tuple[fmpz_mat, fmpz_mat]:
        """r, and delta s - C (delta D^-1) r."""
        columns = len(r[0])
        top = _matrix([r[i] for i in self.independent], columns)
        bottom = _matrix([r[i] for i in self.others], columns)
        return top, self.delta * bottom - self.c * top

    def _completed(self, top: fmpz_mat, y: fmpz_mat, d: fmpz) -> tuple[FmpzRows, fmpz]:
        """All of x and its denominator, of y = S^-1 (...) over d."""
        x = d * top - self.b * y  # D x = r - B y, both times d
        out: FmpzRows = [[]] * (len(self.independent) + len(self.others))
        for i, scale, row in zip(self.independent, self.diagonal, x.tolist(), strict=True):
            out[i] = [scale * e for e in row]
        for i, row in zip(self.others, y.tolist(), strict=True):
            out[i] = [self.delta * e for e in row] if self.delta != 1 else row
        return out, self.delta * d


def left_for_the_end(a: IntegerMatrix) -> list[int]:
    """Unknowns for `independent`; none where S would have numbers too long."""
    m, rows = a.shape[0], [row for row, _ in a.each_row()]
    if 2 * len(a.data) > m * m:
        return []
    inside = _independent(rows)
    longest = max(int(a.data.max()), -int(a.data.min())).bit_length()
    return inside if lcm(*_diagonal(a, inside)).bit_length() <= _WORTH * longest else []


def size_of_complement(a: IntegerMatrix, inside: list[int], size: Size) -> Size:
    """The size of S, with the entries and the right side of A: det S = delta^s det A / det D."""
    d, s = _diagonal(a, inside), a.shape[0] - len(inside)
    bits = size.bits + s * log2(lcm(*d)) - sum(log2(abs(e)) for e in d)
    return size._replace(rows=s, bits=max(bits, 1.0))


def complement(a: IntegerMatrix, inside: list[int] | None = None) -> Complement:
    """The Schur complement of a block; all of the block where another is of no use."""
    inside = left_for_the_end(a) if inside is None else inside
    m, rows = a.shape[0], [dict(zip(*row, strict=True)) for row in a.each_row()]
    delta = lcm(*(rows[i][i] for i in inside))
    chosen = set(inside)
    others = [i for i in range(m) if i not in chosen]
    place = {j: k for part in (inside, others) for k, j in enumerate(part)}
    diagonal = [delta // rows[i][i] for i in inside]
    n = len(others)
    b, c, schur = fmpz_mat(len(inside), n), fmpz_mat(n, len(inside)), fmpz_mat(n, n)
    for k, i in enumerate(inside):
        for j, e in rows[i].items():
            if j != i:
                b[k, place[j]] = e
    for k, i in enumerate(others):
        for j, e in rows[i].items():
            if j in chosen:
                c[k, place[j]] = e * diagonal[place[j]]
            else:
                schur[k, place[j]] = e * delta
    # S = delta E - C (delta D^-1) B
    return Complement(inside, others, [*map(fmpz, diagonal)], b, c, schur - c * b, fmpz(delta))


def eliminated(a: fmpz_mat, right: fmpz_mat) -> tuple[fmpz_mat, fmpz]:
    """N and d with A N = d R, by elimination without fractions; d is a minor or what is left of it.

    A SingularBlockError says that A has no inverse.
    """
    n, k = right.nrows(), right.ncols()
    if n == 0:
        return right, fmpz(1)
    beside = zip(a.tolist(), right.tolist(), strict=True)
    both = fmpz_mat(n, n + k, [e for left, more in beside for e in (*left, *more)])
    if n <= _FEW:
        form, d, rank = both.rref()
        if rank < n or form[n - 1, n - 1] == 0:
            raise SingularBlockError
        return fmpz_mat(n, k, [e for row in form.tolist() for e in row[n:]]), d
    rows = both.fflu()[3].tolist()
    d = rows[-1][n - 1]
    if d == 0:
        raise SingularBlockError
    x: FmpzRows = [[]] * n
    for i in range(n - 1, -1, -1):  # U_ii N_i = d c_i - sum_j U_ij N_j
        row = rows[i]
        total = [d * e for e in row[n:]]
        for j in range(i + 1, n):
            if row[j] != 0:
                total = [e - row[j] * f for e, f in zip(total, x[j])]
        x[i] = [e // row[i] for e in total]
    return fmpz_mat(n, k, [e for row in x for e in row]), d


def _matrix(rows: Sequence[Sequence[int | fmpz]], columns: int) -> fmpz_mat:
    """A FLINT matrix with this many columns, also where there are no rows."""
    return fmpz_mat(len(rows), columns, [e for row in rows for e in row])


def _diagonal(a: IntegerMatrix, places: list[int]) -> list[int]:
    """The entries on the diagonal at these places."""
    on = a.row_of == a.indices
    found = dict(zip(a.indices[on].tolist(), a.data[on].tolist(), strict=True))
    return [found[i] for i in places]


def _independent(rows: list[list[int]]) -> list[int]:
    """Unknowns no two of which meet, greedily in breadth-first order: half of a bipartite graph.

    ``rows[i]`` are the columns with an entry in row i.
    """
    near: list[set[int]] = [{*row} for row in rows]
    for i, row in enumerate(rows):
        for j in row:
            near[j].add(i)
    chosen, barred, seen = [], [i not in row for i, row in enumerate(rows)], [False] * len(rows)
    for root in range(len(rows)):
        queue = [] if seen[root] else [root]
        seen[root] = True
        for i in queue:  # grows while it is read
            free = not barred[i]
            if free:
                chosen.append(i)
            for j in near[i]:
                barred[j] |= free
                if not seen[j]:
                    seen[j] = True
                    queue.append(j)
    return sorted(chosen)

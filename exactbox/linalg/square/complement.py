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

from dataclasses import dataclass
from functools import cached_property
from math import lcm, log2

from flint import fmpz, fmpz_mat

from exactbox.linalg.errors import SingularBlockError
from exactbox.linalg.matrices.sparse import IntegerMatrix
from exactbox.linalg.results.exact import FmpzRows
from exactbox.linalg.square.cost import Size
from exactbox.linalg.square.direct import exact_inverse

_MAX_ROWS_OF_RREF = 23  # up to which FLINT's rref eliminates, however long its numbers are (23 rows
# of 20,000 bits: 1.1 ms, by substitution here 1.4; 24 rows: 24 and 1.8)
# times the bits of A's longest entry; S costs an eighth of A, and its entries are longer by delta
_MAX_BITS_OF_DELTA = 4


@dataclass(frozen=True, eq=False)
class Complement:
    """A block [D B; C E] with the unknowns of D in `independent`, of which S y = s is solved."""

    independent: list[int]
    others: list[int]
    diagonal: list[fmpz]  # delta / D
    b: fmpz_mat
    c: fmpz_mat  # C (delta D^-1)
    schur: fmpz_mat
    delta: fmpz

    def solve(self, r: FmpzRows, by_inverse: bool = False) -> tuple[FmpzRows, fmpz]:
        """N and d with A N = d R, by elimination, or by the inverse of S, which is kept."""
        k, m = len(r[0]), len(r)
        top = fmpz_mat(len(self.independent), k, [e for i in self.independent for e in r[i]])
        bottom = fmpz_mat(len(self.others), k, [e for i in self.others for e in r[i]])
        right = self.delta * bottom - self.c * top  # delta s - C (delta D^-1) r
        if by_inverse:
            inverse, d = self.inverse
            y = inverse * right  # S y = right, times d
        else:
            y, d = eliminate(self.schur, right)
        x = d * top - self.b * y  # D x = r - B y, both times d
        out: FmpzRows = [[]] * m
        for i, scale, row in zip(self.independent, self.diagonal, x.tolist(), strict=True):
            out[i] = [scale * e for e in row]  # delta D^-1 (d r - B y)
        for i, row in zip(self.others, y.tolist(), strict=True):
            out[i] = [self.delta * e for e in row] if self.delta != 1 else row
        return out, self.delta * d  # A N = (delta d) R

    @cached_property
    def inverse(self) -> tuple[fmpz_mat, fmpz]:
        """N and d with S^-1 = N / d in lowest terms."""
        try:
            return exact_inverse(self.schur)
        except ZeroDivisionError:
            raise SingularBlockError from None


def independent_unknowns(a: IntegerMatrix) -> list[int]:
    """Unknowns with a diagonal entry no two of which meet; none where S's numbers are too long.

    Chosen greedily in breadth-first order, which gives half of a bipartite graph.
    """
    m = a.shape[0]
    if 2 * len(a.data) > m * m:
        return []
    rows = [row for row, _ in a.each_row()]
    near: list[set[int]] = [{*row} for row in rows]  # j in near[i]: A_ij or A_ji is not zero
    for i, row in enumerate(rows):
        for j in row:
            near[j].add(i)
    chosen, barred, seen = [], [i not in row for i, row in enumerate(rows)], [False] * m
    for root in range(m):
        queue = [] if seen[root] else [root]
        seen[root] = True
        for i in queue:  # grows while it is read
            free = not barred[i]  # no neighbour is chosen
            if free:
                chosen.append(i)
            for j in near[i]:
                barred[j] |= free
                if not seen[j]:
                    seen[j] = True
                    queue.append(j)
    chosen.sort()
    longest = max(int(a.data.max()), -int(a.data.min())).bit_length()
    delta = lcm(*_diagonal(a, chosen))
    return chosen if delta.bit_length() <= _MAX_BITS_OF_DELTA * longest else []


def size_of_complement(a: IntegerMatrix, independent: list[int], size: Size) -> Size:
    """The size of S, with the entries and right-hand side of A: det S = delta^s det A / det D."""
    d, s = _diagonal(a, independent), a.shape[0] - len(independent)  # D, and the rows of S
    # det S = delta^s det A / det D
    bits = size.bits + s * log2(lcm(*d)) - sum(log2(abs(e)) for e in d)
    return size._replace(rows=s, bits=max(bits, 1.0))


def complement(a: IntegerMatrix, independent: list[int] | None = None) -> Complement:
    """The Schur complement of a block; all of the block where another is of no use."""
    if independent is None:
        independent = independent_unknowns(a)
    m, rows = a.shape[0], [dict(zip(*row, strict=True)) for row in a.each_row()]
    delta = lcm(*(rows[i][i] for i in independent))  # delta = lcm(D)
    chosen = set(independent)  # rows and columns of D
    others = [i for i in range(m) if i not in chosen]
    place = {j: k for part in (independent, others) for k, j in enumerate(part)}
    diagonal = [delta // rows[i][i] for i in independent]  # delta D^-1
    n = len(others)
    b, c, schur = fmpz_mat(len(independent), n), fmpz_mat(n, len(independent)), fmpz_mat(n, n)
    for k, i in enumerate(independent):
        for j, e in rows[i].items():
            if j != i:
                b[k, place[j]] = e  # row k of D has no other entry
    for k, i in enumerate(others):
        for j, e in rows[i].items():
            if j in chosen:
                c[k, place[j]] = e * diagonal[place[j]]  # C (delta D^-1)
            else:
                schur[k, place[j]] = e * delta  # delta E
    # S = delta E - C (delta D^-1) B
    return Complement(independent, others, [*map(fmpz, diagonal)], b, c, schur - c * b, fmpz(delta))


def eliminate(a: fmpz_mat, right: fmpz_mat) -> tuple[fmpz_mat, fmpz]:
    """N and d with A N = d R, by elimination without fractions; d is a minor or what is left of it.

    A SingularBlockError says that A has no inverse.
    """
    n, k = right.nrows(), right.ncols()
    if n == 0:
        return right, fmpz(1)
    beside = zip(a.tolist(), right.tolist(), strict=True)
    both = fmpz_mat(n, n + k, [e for left, more in beside for e in (*left, *more)])
    if n <= _MAX_ROWS_OF_RREF:
        form, d, rank = both.rref()  # [d 1 | d A^-1 R]
        if rank < n or form[n - 1, n - 1] == 0:
            raise SingularBlockError
        return fmpz_mat(n, k, [e for row in form.tolist() for e in row[n:]]), d
    rows = both.fflu()[3].tolist()  # [U | c], U upper triangular
    d = rows[-1][n - 1]
    if d == 0:  # det S = 0
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


def _diagonal(a: IntegerMatrix, places: list[int]) -> list[int]:
    """The entries on the diagonal at these places."""
    on = a.row_of == a.indices
    diagonal = dict(zip(a.indices[on].tolist(), a.data[on].tolist(), strict=True))
    return [diagonal[i] for i in places]

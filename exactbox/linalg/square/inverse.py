"""Small blocks: an exact inverse by FLINT, then big-integer products for the right-hand side.

In block forward substitution right-hand sides grow far longer than a block's own numbers (up to
232,000 bits against 1,100 for 16 cards), so the inverse, whose cost does not depend on them, pays.

Most of the matrix need not be inverted. Let I be a set of unknowns with non-zero diagonal no two
of which share an equation's off-diagonal place; ordered with I first the block is ::

    A = [ D  B ]    D diagonal,   S = delta E - C (delta D^-1) B,   delta = lcm(D),
        [ C  E ]    S y = delta s - C (delta D^-1) r,               D x = r - B y

so only the Schur complement S is inverted. Where the graph is two-colourable (a turn of one card
changes the parity of the state) I is half of the unknowns and S costs an eighth.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import gcd, lcm

import numpy as np
from flint import fmpz, fmpz_mat

from exactbox.linalg.errors import SingularBlockError
from exactbox.linalg.matrices.sparse import IntegerMatrix, from_dense
from exactbox.linalg.results.exact import FmpzRows
from exactbox.linalg.square.lifting import Lifting, LiftingError

_LIFTED = 24  # order from which lifting the inverse beats FLINT (3 times as fast at 96)


@dataclass(frozen=True, eq=False)
class BlockInverse:
    """``X = apply(R) / denominator`` solves ``A X = R``."""

    independent: list[int]
    others: list[int]
    diagonal: list[fmpz]  # delta / D
    b: fmpz_mat
    c: fmpz_mat  # C (delta D^-1)
    schur: fmpz_mat  # numerators of S^-1
    schur_denominator: fmpz
    delta: fmpz

    @property
    def denominator(self) -> fmpz:
        """A multiple of the denominators of all solutions with integer right-hand sides."""
        return self.delta * self.schur_denominator

    def apply(self, r: FmpzRows) -> FmpzRows:
        """Numerators of A^-1 R over `denominator`."""
        columns = len(r[0])
        top = _matrix([r[i] for i in self.independent], columns)
        bottom = _matrix([r[i] for i in self.others], columns)
        y = self.schur * (self.delta * bottom - self.c * top)  # S^-1 (delta s - C (delta D^-1) r)
        x = self.schur_denominator * top - self.b * y  # D x = r - B y, both times S's denominator
        out: FmpzRows = [[]] * len(r)
        for i, scale, row in zip(self.independent, self.diagonal, x.tolist(), strict=True):
            out[i] = [scale * e for e in row]
        for i, row in zip(self.others, y.tolist(), strict=True):
            out[i] = [self.delta * e for e in row]
        return out


def invert(a: IntegerMatrix) -> BlockInverse:
    """The exact inverse of a block of two or more unknowns; SingularBlockError if it has none."""
    rows = a.dense()
    m = len(rows)
    chosen = _independent(rows)
    inside = [i for i in range(m) if chosen[i]]
    others = [i for i in range(m) if not chosen[i]]
    delta = lcm(*(rows[i][i] for i in inside))
    diagonal = [delta // rows[i][i] for i in inside]
    n = len(others)
    b = _matrix([[rows[i][j] for j in others] for i in inside], n)
    c = _matrix(
        [[rows[i][j] * s for j, s in zip(inside, diagonal, strict=True)] for i in others],
        len(inside),
    )
    # S = delta E - C (delta D^-1) B
    schur = _matrix([[rows[i][j] * delta for j in others] for i in others], n) - c * b
    numerators, denominator = _inverse(schur)
    return BlockInverse(
        inside, others, [fmpz(s) for s in diagonal], b, c, numerators, denominator, fmpz(delta)
    )


def _inverse(s: fmpz_mat) -> tuple[fmpz_mat, fmpz]:
    """N and d with S^-1 = N / d in lowest terms."""
    n = s.nrows()
    determinant = s.det()
    if determinant == 0:
        raise SingularBlockError
    flat = None
    if n >= _LIFTED:
        with suppress(LiftingError, OverflowError):
            entries = np.array([int(e) for e in s.entries()], dtype=np.int64)
            flat = Lifting(from_dense(entries.reshape(n, n))).adjugate(int(determinant))
    if flat is None:
        unit = fmpz_mat(n, n, [int(i == j) for i in range(n) for j in range(n)])
        return s.solve(unit).numer_denom()  # type: ignore[no-any-return]
    content = gcd(int(determinant), *flat)
    return fmpz_mat(n, n, [e // content for e in flat]), determinant // content


def _matrix(rows: Sequence[Sequence[int | fmpz]], columns: int) -> fmpz_mat:
    """A FLINT matrix with this many columns, also where there are no rows."""
    return fmpz_mat(len(rows), columns, [e for row in rows for e in row])


def _independent(rows: list[list[int]]) -> list[bool]:
    """Unknowns no two of which meet, greedily in breadth-first order: half of a bipartite graph."""
    m = len(rows)
    near = [[j for j in range(m) if j != i and (rows[i][j] or rows[j][i])] for i in range(m)]
    chosen = [False] * m
    barred = [rows[i][i] == 0 for i in range(m)]
    seen = [False] * m
    for root in range(m):
        queue = [] if seen[root] else [root]
        seen[root] = True
        for i in queue:  # grows while it is read
            if not barred[i]:
                chosen[i] = True
                for j in near[i]:
                    barred[j] = True
            for j in near[i]:
                if not seen[j]:
                    seen[j] = True
                    queue.append(j)
    return chosen

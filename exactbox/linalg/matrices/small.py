"""Integers as FLINT's matrices, without a detour; and the echelon form of such a matrix.

For nine integers it takes ten times as long as the answer to find out whose matrix they are, to
scale its rows, and to cut it into blocks. So `integers_of` is asked first: a list of lists of
Python's integers, or an array, is FLINT's matrix at once. Whatever else it is, or is wrong with it,
is for `matrix_inputs`.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

import numpy as np
from flint import fmpz, fmpz_mat, nmod_mat

from exactbox.linalg.matrices.entries import whole_floats
from exactbox.linalg.matrices.integers import INT64_MAX

FEW = 32  # rows and columns up to which an echelon form of all of it is fastest
MOST = 100  # rows and columns up to which FLINT is fastest for dense ones (Dixon's method: 60 in
# 1.0 ms against 1.3 by lifting, 100 in 3.0 against 2.7, 200 in 20 against 8)
_PRIME = (1 << 61) - 1
_ROWS = (list, tuple)
_INTEGERS = "iuO"  # kinds of arrays that may hold integers
SMALL = 1 << 12  # places up to which FLINT is fastest although most are 0 (56 x 56 with 3 a
# column, cut into 27 blocks: 0.6 ms either way; 20 x 20: 0.1 against 0.4 ms), if they fit in words


def integers_of(a: Any, largest: int, *, dense: bool = False) -> fmpz_mat | None:
    """A list of rows of Python's integers, or an array of integers, at most so many of either.

    None for all else; also for matrices of which more than half is 0, if there are many entries or
    long ones, or if it is to be `dense`.
    """
    array = type(a) is np.ndarray
    if array and a.dtype.kind == "f" and (whole := whole_floats(a)) is not None:
        a = whole
    if array:
        m, n = a.shape if a.ndim == 2 and a.dtype.kind in _INTEGERS else (0, 0)
    elif type(a) is list and a and type(a[0]) in _ROWS:
        m, n = len(a), len(a[0])
    else:
        return None
    if not (0 < m <= largest and 0 < n <= largest):
        return None
    if array:
        entries = a.ravel().tolist()
    else:
        for row in a:
            if type(row) not in _ROWS or len(row) != n:
                return None
        entries = list(chain.from_iterable(a))
    if set(map(type, entries)) != {int}:
        return None
    if 2 * entries.count(0) > len(entries) and (
        dense or len(entries) > SMALL or max(max(entries), -min(entries)) > INT64_MAX
    ):
        return None
    return fmpz_mat(m, n, entries) if array else fmpz_mat(a)


def column_of(b: Any, rows: int) -> fmpz_mat | None:
    """A list of so many of Python's integers, or an array of them, as a column; None for else."""
    if type(b) is np.ndarray and b.ndim == 1 and b.dtype.kind in _INTEGERS:
        b = b.tolist()
    if type(b) is not list or len(b) != rows or set(map(type, b)) != {int}:
        return None
    return fmpz_mat(rows, 1, b)


def rank_from_below(a: fmpz_mat) -> int:
    """The rank modulo a prime: a minor that is not 0 there is none that is 0."""
    return int(nmod_mat(a, _PRIME).rank())


def echelon_form(a: fmpz_mat) -> tuple[fmpz_mat, fmpz, list[int]]:
    """R and d > 0, with R / d the reduced row echelon form of A; and the columns of its pivots.

    FLINT's is believed after it has been shown to be one, and d A = C R for the columns C of A at
    the pivots. So the rows of A are combinations of those of R; both span the same if there are no
    fewer of them, and C has the rank r, by a prime or as det C^T C is not 0.
    """
    echelon, d, r = a.rref()
    if d < 0:
        echelon, d = -echelon, -d
    m, n = a.nrows(), a.ncols()
    if r == m == n and echelon.is_scalar() and echelon[0, 0] == d:  # d A = A (d 1)
        pivots, columns = list(range(n)), a
    else:
        rows = echelon.tolist()
        pivots = [next(j for j, e in enumerate(row) if e) for row in rows[:r]]
        unit = all(
            row[j] == (d if i == k else 0)
            for k, j in enumerate(pivots)
            for i, row in enumerate(rows)
        )
        listed = a.tolist()
        columns = fmpz_mat(m, r, [row[j] for row in listed for j in pivots])
        back = columns * fmpz_mat(r, n, [e for row in rows[:r] for e in row])
        if pivots != sorted(pivots) or not unit or any(map(any, rows[r:])) or back != d * a:
            raise ArithmeticError("an echelon form failed in exact integers: this is a bug")
    if rank_from_below(columns) != r and (columns.transpose() * columns).det() == 0:
        raise ArithmeticError("an echelon form has too many rows: this is a bug")
    return echelon, d, pivots


def null_space(a: fmpz_mat) -> tuple[fmpz_mat, fmpz, list[int]]:
    """K and d > 0, with K / d the basis of A x = 0 that is 1 in a free column each; the pivots."""
    echelon, d, pivots = echelon_form(a)
    n = a.ncols()
    free = [j for j in range(n) if j not in pivots]
    basis = fmpz_mat(n, len(free))
    for k, j in enumerate(free):
        basis[j, k] = d
        for i, pivot in enumerate(pivots):
            basis[pivot, k] = -echelon[i, j]
    return basis, d, pivots


def all_solutions(a: fmpz_mat, b: fmpz_mat) -> tuple[fmpz_mat, fmpz_mat, fmpz, list[int]] | None:
    """X, K and d > 0: a solution X / d of A x = b and `null_space`; the pivots. None: no solution.

    The null space of [A b] has a vector with 1 at b: what it has before that is -x.
    """
    m, n = a.nrows(), a.ncols()
    beside = zip(a.tolist(), b.entries(), strict=True)
    kernel, d, pivots = null_space(fmpz_mat(m, n + 1, [e for row, c in beside for e in (*row, c)]))
    if n in pivots:
        return None
    rows = kernel.tolist()[:n]
    basis = fmpz_mat(n, n - len(pivots), [e for row in rows for e in row[:-1]])
    return fmpz_mat(n, 1, [-row[-1] for row in rows]), basis, d, pivots

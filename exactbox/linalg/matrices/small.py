"""Few numbers as FLINT's matrices, without a detour; and the echelon form of such a matrix.

For nine integers it takes ten times as long as the answer to find out whose matrix they are, to
scale its rows, and to cut it into blocks. So `integers_of` is asked first: a list of lists of
Python's integers, or an array, is FLINT's matrix at once; and then `scaled_rows`, for Fractions and
texts. Whatever else it is, or is wrong with it, is for `matrix_inputs`.
"""

from __future__ import annotations

from bisect import bisect
from fractions import Fraction
from itertools import chain
from math import lcm
from typing import Any

import numpy as np
from flint import fmpz, fmpz_mat, nmod_mat

from exactbox.linalg.matrices.entries import exact_ratio, whole_floats
from exactbox.linalg.matrices.exactfraction import ExactFraction
from exactbox.linalg.matrices.integers import INT64_MAX

# places up to which an echelon form of all of it is fastest (two digits: 100 x 101 in 4.2 ms, by
# parts 6.4; 60 x 100 in 11, by parts 19)
MAX_ECHELON_PLACES = 12_000
# rows and columns up to which FLINT is fastest for dense ones (Dixon's method: 60 in 1.0 ms against
# 1.3 by lifting, 100 in 3.0 against 2.7, 200 in 20 against 8)
MAX_FLINT_ORDER = 100
_PRIME = (1 << 61) - 1
_ROWS = (list, tuple)
_INTEGERS = "iuO"  # kinds of arrays that may hold integers
_RATIONALS = {int, Fraction, ExactFraction, str}
# places up to which FLINT is fastest although most are 0, if they fit in words (56 x 56 with 3 a
# column, cut into 27 blocks: 0.6 ms either way; 20 x 20: 0.1 against 0.4 ms)
MAX_FLINT_PLACES = 1 << 12


def integers_of(
    a: Any, largest: int, *, dense: bool = False, places: int | None = None
) -> fmpz_mat | None:
    """A list of rows of Python's integers, or an array of integers, at most so many of either.

    None for all else; also for matrices of which more than half is 0, if there are many entries or
    long ones, or if it is to be `dense`; and for those that have more than so many `places`.
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
    if not (0 < m <= largest and 0 < n <= largest) or (places is not None and m * n > places):
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
        dense or len(entries) > MAX_FLINT_PLACES or max(max(entries), -min(entries)) > INT64_MAX
    ):
        return None
    return fmpz_mat(m, n, entries) if array else fmpz_mat(a)


def scaled_rows(
    a: Any, largest: int, places: int | None = None
) -> tuple[fmpz_mat, list[int]] | None:
    """S A in integers and the scales S, for a list of rows of ints, Fractions and texts.

    None for all else, for what is too large or mostly 0, and for a text that is no number.
    """
    if type(a) is not list or not a or type(a[0]) not in _ROWS:
        return None
    m, n = len(a), len(a[0])
    if not (0 < m <= largest and 0 < n <= largest) or (places is not None and m * n > places):
        return None
    values: list[int] = []
    scales = []
    for row in a:
        if type(row) not in _ROWS or len(row) != n or not set(map(type, row)) <= _RATIONALS:
            return None
        try:
            pairs = [exact_ratio(e) if type(e) is str else e.as_integer_ratio() for e in row]
        except ValueError:
            return None
        scale = lcm(*[q for _, q in pairs])
        scales.append(scale)
        values += [p * (scale // q) for p, q in pairs]
    if len(values) > MAX_FLINT_PLACES and 2 * values.count(0) > len(values):
        return None
    return fmpz_mat(m, n, values), scales


def read_small(
    a: Any, largest: int, places: int | None = None
) -> tuple[fmpz_mat, list[int] | None] | None:
    """`integers_of` without scales, or `scaled_rows`."""
    if (whole := integers_of(a, largest, places=places)) is not None:
        return whole, None
    return scaled_rows(a, largest, places)


def read_small_system(
    a: Any, b: Any, largest: int, places: int | None = None
) -> tuple[fmpz_mat, fmpz_mat] | None:
    """S A and S b for a matrix and a vector of ints, Fractions and texts; None for all else."""
    matrix = integers_of(a, largest, places=places)
    if matrix is not None and (right := column_of(b, matrix.nrows())) is not None:
        return matrix, right
    if type(a) is not list or type(b) is not list or len(a) != len(b) or not a:
        return None
    if not {*map(type, a)} <= {*_ROWS}:
        return None
    scaled = scaled_rows([[*row, e] for row, e in zip(a, b)], largest + 1, places)
    if scaled is None or (n := scaled[0].ncols() - 1) == 0:
        return None
    whole = scaled[0]
    return whole * selection_matrix(range(n), n + 1), whole * selection_matrix([n], n + 1)


def selection_matrix(columns: Any, size: int) -> fmpz_mat:
    """S with a 1 in each column: A S has these columns of A, faster than by listing entries."""
    unit = fmpz_mat(size, len(columns))
    for k, j in enumerate(columns):
        unit[j, k] = 1
    return unit


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
    """R and d > 0, with R / d the reduced row echelon form of A; and the columns of its pivots."""
    echelon, d, pivots, free, _ = _echelon(a)
    m, n, r = a.nrows(), a.ncols(), len(pivots)
    if not free:
        good = echelon == d * selection_matrix(pivots, m)
    else:
        entries, zero = echelon.entries(), fmpz(0)
        good = not any(entries[r * n :])
        for k, j in enumerate(pivots):
            good = good and entries[k * n + j] == d and entries[j::n].count(zero) == m - 1
    if not good:
        raise ArithmeticError("an echelon form failed in exact integers: this is a bug")
    return echelon, d, pivots


def _echelon(a: fmpz_mat) -> tuple[fmpz_mat, fmpz, list[int], list[int], fmpz_mat]:
    """FLINT's R and d > 0; the columns P of the pivots, the free ones F, and R_F.

    The R that is d 1 at P and R_F at F, and no more rows, is believed after d A_F = C R_F has been
    shown for the columns C of A at the pivots, and that a pivot is left of all else in its row. So
    the rows of A are combinations of those of R; both span the same as C has the rank r, by a prime
    or as det C^T C is not 0.
    """
    echelon, d, r = a.rref()
    n = a.ncols()
    if d < 0:
        echelon, d = -echelon, -d
    if r == n:
        pivots, free, columns, rest, good = list(range(n)), [], a, fmpz_mat(r, 0), True
    else:
        pivots = [-1]
        for k in range(r):
            places = range(pivots[-1] + 1, n)
            pivots.append(next((j for j in places if echelon[k, j] != 0), n))
        del pivots[0]
        at = {*pivots}
        free = [j for j in range(n) if j not in at]
        columns = a * selection_matrix(pivots, n)
        rest = fmpz_mat(r, len(free), [echelon[k, j] for k in range(r) for j in free])
        good = columns * rest == d * (a * selection_matrix(free, n)) and not any(
            rest[k, c] for k, j in enumerate(pivots) if j > k for c in range(bisect(free, j))
        )
    if not good:
        raise ArithmeticError("an echelon form failed in exact integers: this is a bug")
    if rank_from_below(columns) != r and (columns.transpose() * columns).det() == 0:
        raise ArithmeticError("an echelon form has too many rows: this is a bug")
    return echelon, d, pivots, free, rest


def null_space(a: fmpz_mat) -> tuple[fmpz_mat, fmpz, list[int]]:
    """K and d > 0, with K / d the basis of A x = 0 that is 1 in a free column each; the pivots."""
    _, d, pivots, free, rest = _echelon(a)
    return _basis(a.ncols(), d, pivots, free, rest), d, pivots


def _basis(n: int, d: fmpz, pivots: list[int], free: list[int], rest: fmpz_mat) -> fmpz_mat:
    """K[pivots] = -R_F and K[free] = d 1."""
    if not free:
        return fmpz_mat(n, 0)
    zeros, rows = [fmpz(0)] * len(free), (-rest).tolist()
    at = dict(zip(pivots, rows))
    for k, j in enumerate(free):
        at[j] = [*zeros[:k], d, *zeros[k + 1 :]]
    return fmpz_mat(n, len(free), list(chain.from_iterable(at[j] for j in range(n))))


def all_solutions(a: fmpz_mat, b: fmpz_mat) -> tuple[fmpz_mat, fmpz_mat, fmpz, list[int]] | None:
    """X, K and d > 0: a solution X / d of A x = b and `null_space`; the pivots. None: no solution.

    Of the echelon form of [A b] the last column is d x at the pivots.
    """
    n = a.ncols()
    beside = (
        a * selection_matrix(range(n), n + 1).transpose()
        + b * selection_matrix([n], n + 1).transpose()
    )
    _, d, pivots, free, rest = _echelon(beside)
    if n in pivots:
        return None
    kept, last = len(free) - 1, selection_matrix([len(free) - 1], len(free))
    basis = _basis(n, d, pivots, free[:-1], rest * selection_matrix(range(kept), kept + 1))
    return selection_matrix(pivots, n) * (rest * last), basis, d, pivots

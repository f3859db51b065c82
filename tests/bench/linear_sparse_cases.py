"""Sparse systems on which floats fail, and bases of linear programs, to measure.

The inverse of `unimodular` grows exponentially with n, so that no float factor is of use from some
dozens of unknowns on; `tridiagonal` has long answers, of 3 n bits and more, and with `magnitude`
entries that differ so much that floats fail as well. By `planted` answers are short. `basis` looks
like what the simplex method leaves of a large linear program.
"""

from __future__ import annotations

import numpy as np
import scipy.sparse as sparse


def tridiagonal(n: int, *, magnitude: int = 1) -> sparse.csr_array:
    """Entries in -9..9, not 0, times powers of ten to `magnitude`.

    The determinant has about 3 n bits, and almost every unknown as many.
    """
    rng = np.random.default_rng(n)
    lines = rng.integers(-9, 10, (3, n))
    lines *= 10 ** rng.integers(0, len(str(magnitude)), (3, n))
    lines[lines == 0] = 1
    full = sparse.dia_array((lines, [0, -1, 1]), shape=(n, n))
    return _compressed(full)


def chorded(n: int, chords: int) -> sparse.csr_array:
    """`tridiagonal` and some entries anywhere."""
    rng = np.random.default_rng(n + chords)
    places = rng.integers(0, n, (2, chords))
    values = rng.integers(1, 10, chords)
    return _compressed(tridiagonal(n) + sparse.coo_array((values, tuple(places)), (n, n)))


def unimodular(n: int) -> sparse.csr_array:
    """A lower times an upper bidiagonal matrix with ones on their diagonals: the determinant is 1.

    Off the diagonals are -3..3 without 0, so that the inverse grows like 3^(2 n).
    """
    rng = np.random.default_rng(n)
    below, above = rng.choice([-3, -2, -1, 1, 2, 3], (2, n - 1))
    one = np.ones(n, dtype=np.int64)
    lower = sparse.diags_array([one, below], offsets=[0, -1], dtype=np.int64)
    upper = sparse.diags_array([one, above], offsets=[0, 1], dtype=np.int64)
    return _compressed(sparse.csr_array(lower) @ sparse.csr_array(upper))


def banded(n: int, width: int) -> sparse.csr_array:
    """Entries in -9..9 up to `width` places off the diagonal."""
    rng = np.random.default_rng(n + width)
    lines = rng.integers(-9, 10, (2 * width + 1, n))
    full = sparse.dia_array((lines, range(-width, width + 1)), shape=(n, n))
    return _compressed(full)


def planted(a: sparse.csr_array) -> np.ndarray:
    """The right side to which the answer is 1, -2, 3, -4, 5, 1, -2, ..."""
    return a @ np.resize([1, -2, 3, -4, 5], a.shape[1])


def basis(n: int, rows: int, columns: int, *, budgets: int = 0) -> sparse.csr_array:
    """A basis of a linear program over rows x columns cells: slacks about an unsymmetric nucleus.

    A column of the nucleus has 3, 6 or 12 entries, mostly 1 and -1, in rows of cells nearby; the
    rest are slacks. `budgets` rows meet every eighth column. Everything is shuffled. With 70 x 70
    cells and n = 5,387, SuperLU's factors have 6.5 million entries by minimum degree on A + A^T,
    and 0.86 million by COLAMD.
    """
    rng = np.random.default_rng(n + rows)
    nucleus = rows * columns
    lengths = rng.choice([3, 6, 12], nucleus, p=[0.5, 0.3, 0.2])
    column = np.repeat(np.arange(nucleus), lengths)
    down, across = rng.integers(-2, 3, (2, len(column)))
    cell = (column // columns + down) % rows * columns
    near = cell + np.clip(column % columns + across, 0, columns - 1)
    counts = rng.integers(1, 6, n - nucleus)
    slack = np.repeat(np.arange(nucleus, n), counts)
    dense = np.repeat(rng.choice(nucleus, budgets, replace=False), nucleus // 8)
    i = np.concatenate([np.arange(n), near, slack, dense])
    j = np.concatenate([np.arange(n), column, rng.integers(0, nucleus, len(slack) + len(dense))])
    values = rng.choice([-2, -1, -1, 1, 1, 1, 2, 3], len(i))
    first = np.unique(i * n + j, return_index=True)[1]  # no sums, the diagonal is kept
    a = sparse.coo_array((values[first], (i[first], j[first])), (n, n)).tocsr()
    return _compressed(a[rng.permutation(n)][:, rng.permutation(n)])


def _compressed(a: sparse.sparray) -> sparse.csr_array:
    found = sparse.csr_array(a).astype(np.int64)
    found.sum_duplicates()
    found.eliminate_zeros()
    return found

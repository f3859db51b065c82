"""Sparse systems on which floats fail, and bases of linear programs, to measure.

The inverse of `unimodular` grows exponentially with n, so that no float factor is of use from some
dozens of unknowns on; `tridiagonal` has long answers, of 3 n bits and more, and with `magnitude`
entries that differ so much that floats fail as well. By `planted` answers are short. `basis` looks
like what the simplex method leaves of a large linear program.
"""

from __future__ import annotations

import numpy as np
import scipy.sparse as sparse


def tridiagonal(n: int, *, zeros: bool = False, magnitude: int = 1) -> sparse.csr_array:
    """Entries in -9..9, off the diagonal not 0 unless `zeros`, times powers of ten to `magnitude`.

    Without zeros the determinant has about 3 n bits, and almost every unknown as many.
    """
    rng = np.random.default_rng(n)
    lines = rng.integers(-9, 10, (3, n))
    lines *= 10 ** rng.integers(0, len(str(magnitude)), (3, n))
    if not zeros:
        lines[1:][lines[1:] == 0] = 1
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


def basis(n: int, nucleus: int) -> sparse.csr_array:
    """A basis of a linear program: slacks, and columns of few entries about an unsymmetric nucleus.

    Entries are short: mostly 1 and -1. Rows and columns are shuffled.
    """
    rng = np.random.default_rng(n + nucleus)
    rows, columns, values = [np.arange(n)], [np.arange(n)], [rng.choice([-1, 1], n)]
    structural = np.arange(nucleus)
    lengths = rng.choice([1, 2, 3, 5], nucleus, p=[0.4, 0.4, 0.15, 0.05])
    rows.append(rng.integers(0, nucleus, lengths.sum()))
    columns.append(np.repeat(structural, lengths))
    values.append(rng.choice([-2, -1, 1, 2, 3], lengths.sum()))
    dense = rng.choice(nucleus, 12, replace=False)  # budgets: rows with hundreds of entries
    for i in dense:
        found = rng.choice(nucleus, nucleus // 8, replace=False)
        rows.append(np.full(len(found), i))
        columns.append(found)
        values.append(np.ones(len(found), dtype=np.int64))
    a = sparse.coo_array(
        (np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), (n, n)
    )
    shuffled = _compressed(a)[rng.permutation(n)][:, rng.permutation(n)]
    return _compressed(shuffled)


def _compressed(a: sparse.sparray) -> sparse.csr_array:
    found = sparse.csr_array(a).astype(np.int64)
    found.sum_duplicates()
    found.eliminate_zeros()
    return found

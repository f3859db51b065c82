"""The cost of each way to solve a block, forecast from its size: one formula a way.

A formula is a sum of a few terms in rows, entries and bits, each times a coefficient in
microseconds; those below were fitted on 252 cases. In 212 others the way of least forecast took
1.04 times the best way's time on average, and more than 1.5 times in 5; by coefficients that were
fitted again on that machine 1.04 times, and 7. (By thresholds of rows and bits it was 1.28 times,
and 33 in 214.) A forecast is wrong by more than twice in 1 to 11 cases of a hundred: that of
lifting is too short for large blocks that fill in and are not dominant, where the proof of an
inverse takes as long again, and too long where the answer is short. ``make bench model`` measures,
fits and judges afresh.

=============  ================================================================================
dixon          FLINT's p-adic lifting: n^2 numbers to hand over, products with A for each of
               2 (H + r) bits, and n k fractions of so many bits, which take its power 3/2 to 2
fraction-free  elimination of the Schur complement that `complement` leaves, n rows again: n^3
               numbers of H bits, and k n^2 products of these and the right-hand side
eliminate      sparse elimination: P places to begin with, F^2 / 4 n of numbers of up to H bits;
               backwards k F products with the answer's numbers
lifting        2 H + r bits by so many a step: each a solution with F entries, a product with A,
               and n more bits of fractions; of long entries in Python's integers
inverse        of the complement, kept for further right-hand sides
part           a block that a worker is sent (`parts`): products of its rows' F entries and of the
               inverse's n^2 with earlier unknowns of r bits; lifting of k columns, where the float
               factor and the proof of an inverse cost as much as six more
=============  ================================================================================

n rows, N entries, H bits of Hadamard's bound for the determinant; k right-hand sides of r bits. F,
the entries of triangular factors, and P, the places that the first pivots change, are the
pattern's.
Where nobody has counted F it is N, and the forecast what elimination takes at least.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

import numpy as np

from exactbox.linalg.matrices.sparse import IntegerMatrix
from exactbox.linalg.results.exact import FmpzRows

BASES = (40, 32, 24, 16, 8)  # bits of a digit in lifting; by bytes, so that digits are copied
_SYMMETRIC = {"SymmetricMode": True}
_MIN_FILL_RATIO = 2  # entries of factors to those of A, from which another order is tried
MAX_RESIDUAL_BITS = 61  # of a digit times the row norm, so that a residual fits in int64


class Size(NamedTuple):
    """The size of a block and of its right-hand side, of which forecasts are made."""

    rows: int
    entries: int
    bits: float  # of Hadamard's bound for the determinant
    longest: int  # bits of the longest entry
    columns: int = 1  # of the right-hand side
    right: int = 0  # bits of its longest entry
    fill: float = 0.0  # entries of triangular factors
    places: float = 0.0  # that the first pivots change


Terms = Callable[[Size], tuple[float, ...]]


def _dixon(s: Size) -> tuple[float, ...]:
    # told: bits of a p-adic solution, numerator and denominator, in thousands
    n, k, told = s.rows, s.columns, 2 * (s.bits + s.right) / 1000
    return 1, n**2, k * n**2 * told, k * n * told**1.5, k * n * told**2


def _fraction_free(s: Size) -> tuple[float, ...]:
    n, h, each = s.rows, s.bits / 1000, s.columns * s.rows**2
    both = each * (h + s.right / 1000)  # k n^2 (H + r)
    return 1, s.entries, n**2, n**3 * h**1.5, each, both, both * h


def _eliminate(s: Size) -> tuple[float, ...]:
    # F^2 / 4 n places, and k F products backwards
    work, h, back = s.fill**2 / (4 * s.rows), s.bits / 1000, s.columns * s.fill
    return 1, s.rows, s.places, work, work * h, back, back * (h + s.right / 1000)


def _lifting(s: Size) -> tuple[float, ...]:
    most = MAX_RESIDUAL_BITS - s.longest - (s.entries // s.rows).bit_length()
    base = next((e for e in BASES if e <= most), 0)
    steps = (2 * s.bits + s.right) / (base or BASES[0])  # 2^(base steps) > 2 H^2 |b|
    each = s.columns * steps
    objects = 0 if base else each * s.entries  # products of Python's integers
    return 1, s.rows, steps, each * s.rows, each * s.fill, objects


def _inverse(s: Size) -> tuple[float, ...]:
    return s.rows**2, s.rows**3


def _part(s: Size) -> tuple[float, ...]:
    each = s.columns * s.right
    return s.rows, each * s.fill, each * s.rows**2, (s.columns + 6) * s.entries * s.rows


WAYS: dict[str, tuple[Terms, tuple[float, ...]]] = {
    "dixon": (_dixon, (120, 0.15, 0.042, 1.7, 0.072)),
    "fraction-free": (_fraction_free, (100, 0.86, 0.51, 0.013, 0.16, 0.052, 0.037)),
    "eliminate": (_eliminate, (0, 16, 0.29, 0.044, 0.65, 0.46, 0.046)),
    "lifting": (_lifting, (910, 22, 25, 0.16, 0.0006, 0.12)),
    "inverse": (_inverse, (1, 0.025)),
    # 16 and 18 cards: the sum is right within a fifth; dense, 300 unknowns and columns: 1.5 s
    "part": (_part, (10, 0.001, 0.0000625, 0.0001)),
}


def forecast(way: str, size: Size) -> float:
    """Seconds, on the machine where the coefficients were measured; others keep the ratios.

    For a "part" the size may have arrays with a number for each block, and so has the forecast.
    """
    terms, coefficients = WAYS[way]
    return 1e-6 * sum(c * t for c, t in zip(coefficients, terms(size)))


def size_of(a: IntegerMatrix, r: FmpzRows | None = None) -> Size:
    """The size of a block and of its right-hand side, as if nothing filled in."""
    n, entries = a.shape[0], len(a.data)
    lengths, counts = np.diff(a.indptr), np.bincount(a.indices, minlength=n)
    # the least Markowitz cost of a pivot in row i is (r_i - 1)(min c_j - 1)
    shortest = np.minimum.reduceat(counts[a.indices], a.indptr[:-1])
    right = max((e.bit_length() for row in r or () for e in row), default=0)  # max |b_ij| < 2^right
    return Size(
        n,
        entries,
        hadamard_bits(a),
        max(int(a.data.max()), -int(a.data.min())).bit_length(),
        len(r[0]) if r else 0,
        right,
        entries,
        int(((lengths - 1) * (shortest - 1)).sum()),
    )


def hadamard_bits(a: IntegerMatrix) -> int:
    """A bound for the bits of det A: the product of the rows' Euclidean norms."""
    if a.data.dtype != object:
        squares = np.bincount(a.row_of, a.data.astype(np.float64) ** 2, a.shape[0])
        # log2 prod |a_i| = sum log2(|a_i|^2) / 2, rounded upwards
        return int(np.log2(squares + 1).sum() / 2 * (1 + 2.0**-20)) + 1
    squares = np.add.reduceat(a.data.astype(object) ** 2, a.indptr[:-1])
    return sum((int(e).bit_length() + 1) // 2 for e in squares)


def fill(a: IntegerMatrix) -> int:
    """The number of entries of triangular factors of a matrix whose diagonal has no zero.

    They are SuperLU's for numbers with which no pivot leaves the diagonal, in an order of minimum
    degree, or where that fills in by COLAMD, if that gives fewer. (Rows that were a band before a
    matching moved them have a degree that says little: 8,000 unknowns of determinant 1, 79,349 and
    24,092.)
    """
    from scipy.sparse import csc_array
    from scipy.sparse.linalg import splu

    # |a_ii| > sum of |a_ij|: every pivot is on the diagonal
    values = np.where(a.indices == a.row_of, 2.0 * a.shape[0], 1.0)
    # of the transpose, whose compressed columns these are
    matrix = csc_array((values, a.indices, a.indptr), a.shape)
    least = a.shape[0] ** 2
    for order in ({"permc_spec": "MMD_AT_PLUS_A", "options": _SYMMETRIC}, {"permc_spec": "COLAMD"}):
        if least <= _MIN_FILL_RATIO * len(values):
            break
        with suppress(RuntimeError, MemoryError):  # no matching, or too many entries
            least = min(int(splu(matrix, diag_pivot_thresh=0.0, **order).nnz) - a.shape[0], least)
    return least

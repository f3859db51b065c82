"""Short bases of lattices, by FLINT's LLL algorithm, proved to be reduced.

Let b_1, ..., b_r be the independent rows of B = T A, with |det T| = 1, and b*_i their
orthogonalisation by Gram and Schmidt, ``b_i = b*_i + sum_{j < i} mu_ij b*_j``. They are reduced if

    |mu_ij| <= eta    and    |b*_i|^2 >= (delta - mu_{i,i-1}^2) |b*_{i-1}|^2.

With d_i = det (b_1 ... b_i)(b_1 ... b_i)^T, the fraction-free factors of the Gram matrix have d_i
on the diagonal and e_ij = mu_ij d_j below, and |b*_i|^2 = d_i / d_{i-1}: both conditions are
compared in integers. Of many rows, where the d_i are long, floats prove them with bounds for their
errors (`_floats_prove`); where they do not, integers do.

Sources: Lenstra, Lenstra, Lovasz, *Factoring polynomials with rational coefficients*, 1982;
Nguyen, Stehle, *An LLL algorithm with quadratic complexity*, 2009 (eta > 1/2); Villard,
*Certification of the QR factor R and of lattice basis reducedness*, 2007.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import fmpz, fmpz_mat

from exactbox.linalg.elimination.dense import exact_matrix, read_integers, rows_of
from exactbox.linalg.matrices.entries import Floats
from exactbox.linalg.matrices.integers import EXACT_FLOATS
from exactbox.linalg.results.exact import ExactMatrix
from exactbox.linalg.results.summary import Summary
from exactbox.threads import single_threaded

_DELTA, _ETA = (3, 4), (51, 100)  # what is proved; FLINT is asked for delta 0.99
_MIN_ROWS_IN_FLOATS = 20  # from which they prove it faster (two digits: 16 in 98 us, in integers
# 81; 20: 121 and 143; 40: 0.3 ms and 1.4; 80: 1.2 and 24)


@dataclass(frozen=True, repr=False)
class ReducedBasis(Summary):
    """A reduced basis of the lattice that the rows of A span: ``basis == transform A``.

    The transform T is an integer matrix with determinant 1 or -1. Where the rows of A are dependent
    the first rows of the basis are 0; the last ``rank`` ones are independent and reduced.
    """

    basis: ExactMatrix
    transform: ExactMatrix
    rank: int


def lll(a: Any, *, floats: Floats = None) -> ReducedBasis:
    """A basis of short vectors for the lattice of an integer matrix's rows.

    ``basis == T A`` and |det T| = 1 have been verified in integers, and that the basis is reduced,
    with delta = 3/4 and eta = 51/100, in integers or by floats with bounds for their errors. The
    arguments are explained in `exactbox.linalg`.

    Raises
    ------
    MemoryError
        If A has more than 400 rows or columns.

    Examples
    --------
    Of the relations between 1, sqrt(2) and 3 sqrt(2) - 4 to four digits:

    >>> from exactbox.linalg import lll
    >>> found = lll([[1, 0, 0, 10000], [0, 1, 0, 14142], [0, 0, 1, 2426]])
    >>> found.basis[0]
    ExactVector([4, -3, 1, 0])
    """
    full = read_integers(a, floats, "a reduced basis")
    basis, transform = full.lll(transform=True)
    m, n = full.nrows(), full.ncols()
    rank = next((m - i for i in range(m) if any(basis[i, j] for j in range(n))), 0)
    if transform * full != basis or abs(transform.det()) != 1 or not _is_reduced(basis, rank):
        raise ArithmeticError("a basis is not reduced: this is a bug, please report it")
    return ReducedBasis(exact_matrix(basis), exact_matrix(transform), rank)


def _is_reduced(basis: fmpz_mat, rank: int) -> bool:
    """True if all rows but the last ones are 0, and these independent and reduced."""
    m, last = basis.nrows(), basis
    if rank < m:
        if not rows_of(basis, 0, m - rank).is_zero():
            return False
        last = rows_of(basis, m - rank, m)
    if rank >= _MIN_ROWS_IN_FLOATS and _floats_prove(last):
        return True
    order, _, _, upper = (last * last.transpose()).fflu()
    e = upper.tolist()  # e_ij = mu_ij d_j in row j, as the Gram matrix is its own transpose
    d = [fmpz(1), *(e[i][i] for i in range(rank))]
    if (rank and not order.is_one()) or min(d) <= 0:
        return False  # not independent: a leading minor of the Gram matrix is 0
    (p, q), (u, v) = _DELTA, _ETA
    for j in range(rank - 1):
        bound, others = u * d[j + 1] // v, e[j][j + 1 :]
        if max(others) > bound or min(others) < -bound:
            return False  # |e_ij| <= eta d_j
    # d_i d_{i-2} >= delta d_{i-1}^2 - e_{i,i-1}^2
    return all(
        q * (d[k + 2] * d[k] + e[k][k + 1] ** 2) >= p * d[k + 1] ** 2 for k in range(rank - 1)
    )


def _floats_prove(basis: fmpz_mat) -> bool:
    """True if floats prove that the rows are independent and reduced, whatever has been rounded.

    G = B B^T = mu D mu^T is exact. Let M and W, unit lower triangular, be about mu and mu^-1, and
    C = W G W^T = N D N^T with N = W mu, so that C is nearly diagonal. If off the diagonal
    |C_ij|^2 <= eps^2 C_ii C_jj and 16 r eps <= 1, then by induction on Cholesky's factor
    C_ii (1 - 4 r eps^2) <= D_i <= C_ii and |N_ij| <= 3 eps (C_ii / C_jj)^(1/2), j < i. With
    W M = 1 + P, where rows of |P| sum up to 1/2 at most, mu = M (1 + P)^-1 N, and so
    |mu - M| <= 2 |M| max |N - 1 - P|. Products of floats have errors up to gamma |X| |Y| (Higham,
    *Accuracy and stability of numerical algorithms*, 2002, ch. 3).
    """
    r, n = basis.nrows(), basis.ncols()
    try:
        b = np.fromiter(map(float, basis.entries()), dtype=np.float64, count=r * n).reshape(r, n)
        if n * float(np.abs(b).max()) ** 2 >= EXACT_FLOATS:
            return False
    except OverflowError:  # of an entry, or of its square
        return False
    one, gamma = np.eye(r), (r + 16) * 2.0**-52
    with single_threaded():
        g = b @ b.T
        try:
            lower = np.linalg.cholesky(g)
        except np.linalg.LinAlgError:
            return False
        m = np.tril(lower / lower.diagonal(), -1) + one
        w = np.tril(np.linalg.inv(m), -1) + one
        size_g, size_w, size_m = np.abs(g), np.abs(w), np.abs(m)
        c, p = w @ g @ w.T, w @ m - one
        c_error, p_error = 3 * gamma * (size_w @ size_g @ size_w.T), 2 * gamma * (size_w @ size_m)
    low = c.diagonal() - c_error.diagonal()  # of C_ii, from both sides
    high = c.diagonal() + c_error.diagonal()
    if not low.min() > 0:
        return False
    outside = (np.abs(c) + c_error) * (1 - one)
    eps = float((outside / np.sqrt(np.outer(low, low))).max()) * 1.01 + gamma
    p_size = np.abs(p) + p_error
    if not (16 * r * eps <= 1 and p_size.sum(axis=1).max() <= 0.49):
        return False
    far = 3 * eps * np.sqrt(high.max() / low.min()) + p_size.max()  # |N - 1 - P|
    error = 2.1 * float(size_m.sum(axis=1).max()) * far  # |mu - M|
    (delta, eta), steps = (x / y for x, y in (_DELTA, _ETA)), size_m.diagonal(-1)
    # |b*_i|^2 >= (delta - mu_{i,i-1}^2) |b*_{i-1}|^2
    wanted = (delta - np.maximum(steps - error, 0) ** 2) * high[:-1]
    reduced = (size_m * (1 - one)).max() + error < eta * (1 - gamma)
    return bool(reduced and (low[1:] * (1 - 5 * r * eps**2) > wanted * (1 + gamma)).all())

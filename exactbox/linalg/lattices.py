"""Short bases of lattices, by FLINT's LLL algorithm, proved to be reduced.

Let b_1, ..., b_r be the independent rows of B = T A, with |det T| = 1, and b*_i their
orthogonalisation by Gram and Schmidt, ``b_i = b*_i + sum_{j < i} mu_ij b*_j``. They are reduced if

    |mu_ij| <= eta    and    |b*_i|^2 >= (delta - mu_{i,i-1}^2) |b*_{i-1}|^2.

With d_i = det (b_1 ... b_i)(b_1 ... b_i)^T, the fraction-free factors of the Gram matrix have d_i
on the diagonal and e_ij = mu_ij d_j below, and |b*_i|^2 = d_i / d_{i-1}: both conditions are
compared in integers.

Sources: Lenstra, Lenstra, Lovasz, *Factoring polynomials with rational coefficients*, 1982;
Nguyen, Stehle, *An LLL algorithm with quadratic complexity*, 2009 (eta > 1/2).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from flint import fmpz, fmpz_mat

from exactbox.linalg.elimination.dense import exact_matrix, identity, read_integers, rows_of
from exactbox.linalg.matrices.entries import Floats
from exactbox.linalg.results.exact import ExactMatrix
from exactbox.linalg.results.summary import Summary

_DELTA, _ETA = (3, 4), (51, 100)  # what is proved; FLINT is asked for delta 0.99


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

    ``basis == T A``, |det T| = 1 and that the basis is reduced, with delta = 3/4 and eta = 51/100,
    have been verified in integers. The arguments are explained in `exactbox.linalg`.

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
    rank = sum(any(row) for row in basis.tolist())
    if transform * full != basis or abs(transform.det()) != 1 or not _is_reduced(basis, rank):
        raise ArithmeticError("a basis is not reduced: this is a bug, please report it")
    return ReducedBasis(exact_matrix(basis), exact_matrix(transform), rank)


def _is_reduced(basis: fmpz_mat, rank: int) -> bool:
    """True if all rows but the last ones are 0, and these independent and reduced."""
    m = basis.nrows()
    if not rows_of(basis, 0, m - rank).is_zero():
        return False
    last = rows_of(basis, m - rank, m)
    order, lower, *_ = (last * last.transpose()).fflu()
    if rank and (order != identity(rank) or any(lower[i, i] <= 0 for i in range(rank))):
        return False  # not independent: a leading minor of the Gram matrix is 0
    e, d = lower.tolist(), [fmpz(1), *(lower[i, i] for i in range(rank))]
    (p, q), (u, v) = _DELTA, _ETA
    # |e_ij| <= eta d_j;  d_i d_{i-2} >= delta d_{i-1}^2 - e_{i,i-1}^2
    sizes = all(v * abs(e[i][j]) <= u * d[j + 1] for i in range(rank) for j in range(i))
    steps = ((k + 1, e[k + 1][k]) for k, _ in pairwise(range(rank)))
    return sizes and all(q * (d[i + 1] * d[i - 1] + s * s) >= p * d[i] * d[i] for i, s in steps)

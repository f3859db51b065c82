"""Proofs that a matrix has an inverse: a solution is unique only if it has.

A solution that multiplies back says nothing about others, and a float factor that exists says
nothing about the matrix. From the cheapest to the dearest:

- diagonal dominance: all rows (or all columns) weakly, one strictly, and the matrix irreducible
  (Taussky 1949); so it is with the equations of every Markov chain;
- the bound for the norm of A^-1 that `factors` proved for a core and diagonal;
- a float inverse X with ``|I - X A| < 1``, rounding errors included: then X A has an inverse;
- full rank modulo a prime, by elimination (FLINT's where it is small, else `echelon`'s).

A deficiency modulo a prime proves nothing: `system` finds a kernel vector, or another prime.
"""

from __future__ import annotations

import numpy as np
from flint import nmod_mat

from exactbox.linalg.elimination.echelon import MAX_DENSE_PROFILE_PLACES, primes, rank_profile
from exactbox.linalg.matrices.integers import EXACT_FLOATS, largest
from exactbox.linalg.matrices.sparse import IntegerMatrix
from exactbox.linalg.square.factors import Factor


def proves_inverse(a: IntegerMatrix, factor: Factor) -> bool:
    """Return whether there is a proof that A has an inverse; `factor` is a float factor of A.

    False where A is singular, and for the few matrices whose determinant the prime divides.
    """
    if factor.inverse_norm is not None or _is_dominant(a) or _float_inverse_proves(a, factor):
        return True
    return has_full_rank_modulo_a_prime(a)


def has_full_rank_modulo_a_prime(a: IntegerMatrix) -> bool:
    """Return whether the columns of A are independent modulo a prime, and so over the rationals."""
    if a.shape[0] * a.shape[1] <= MAX_DENSE_PROFILE_PLACES:
        return bool(nmod_mat(a.flint, next(primes())).rank() == a.shape[1])
    # a minor of full order is not 0 mod p
    return len(rank_profile(a, next(primes()))[1]) == a.shape[1]


def _is_dominant(a: IntegerMatrix) -> bool:
    """Return whether A is irreducible and diagonally dominant, by rows or by columns."""
    if a.data.dtype == object or largest(a.data) >= 2**62 // max(a.shape[0], 1):
        return False
    m, rows, size = a.shape[0], a.row_of, np.abs(a.data)  # |a_ij|, each beside its i
    inside = rows == a.indices
    diagonal = np.zeros(m, dtype=np.int64)
    diagonal[a.indices[inside]] = size[inside]  # |a_ii|
    for lines in (rows, a.indices):
        others = np.zeros(m, dtype=np.int64)
        np.add.at(others, lines[~inside], size[~inside])  # sum of |a_ij|, j != i
        # |a_ii| >= sum_j |a_ij|, once >
        if (diagonal >= others).all() and (diagonal > others).any():
            return bool((diagonal > others).all()) or _is_irreducible(a)
    return False


def _is_irreducible(a: IntegerMatrix) -> bool:
    from scipy.sparse.csgraph import connected_components

    graph = a.pattern()
    return bool(connected_components(graph, connection="strong")[0] == 1)


def _float_inverse_proves(a: IntegerMatrix, factor: Factor) -> bool:
    """Return whether the inverse that the factor gives is near enough to prove that there is one.

    Row i of ``I - X A`` is wrong by at most gamma (1 + |X| |A|), gamma covering the products' sums
    (Higham, *Accuracy and stability of numerical algorithms*, 2002, ch. 3).
    """
    if factor.lapack is None or a.data.dtype == object or largest(a.data) >= EXACT_FLOATS:
        return False
    from scipy.linalg.lapack import dgetri

    m = a.shape[0]
    inverse, info = dgetri(*factor.lapack)  # X, about A^-1
    if info != 0 or not np.isfinite(inverse).all():
        return False
    full = a.floats()
    gamma = (m + 16) * 2.0**-52  # >= k u / (1 - k u) for sums of k <= m terms
    left = np.abs(np.eye(m) - inverse @ full).sum(axis=1)  # |I - X A|, by rows
    sizes = np.abs(inverse) @ np.abs(full).sum(axis=1)  # |X| |A| 1
    # |I - X A| < 1: X A has an inverse, and so has A
    return bool((left + gamma * (1 + sizes)).max(initial=0.0) * (1 + gamma) < 0.99)

"""An enclosure of a determinant, by floats whose errors are bounded.

Let P A be about L U (LAPACK), X about L^-1 with an exact diagonal of ones, and Y about U^-1, both
triangular, in floats; what follows holds for the floats that they are. Let B = X P A Y, and S a
bound for sum_i e_i where e_i = sum_j |B - 1|_ij < 1. Then, as B is diagonally dominant,

    prod_i (1 - e_i)  <=  det B  <=  prod_i (1 + e_i)         (Ostrowski 1937; Hadamard)

so |det B - 1| <= 2 S for S <= 1/2, and det A = +- det B / prod_i Y_ii, where the product of the
floats Y_ii is taken exactly.

B is computed as X (P A Y) in floats; an entry of a product of matrices of order n is wrong by at
most g = (n + 16) 2^-52 times that of the absolute values, in whatever order it is added up (Higham,
*Accuracy and stability of numerical algorithms*, 2002, ch. 3), which is twice what is needed and
covers that the bound itself is computed in floats.

Where a divisor d of det A is known that is most of it, there is one integer k only with k d in the
enclosure, and det A = k d.
"""

from __future__ import annotations

from math import isfinite

import numpy as np
from flint import fmpq, fmpz

from exactbox.linalg.elimination.modular import sign
from exactbox.linalg.matrices.integers import EXACT_FLOATS, largest, tree_product
from exactbox.linalg.matrices.sparse import Array, IntegerMatrix
from exactbox.threads import single_threaded

_MAX_ROWS = 4_000  # rows: nine float matrices of 128 MB at once (measured on 1,000 rows)


def quotient(a: IntegerMatrix, divisor: fmpz) -> fmpz | None:
    """det A / divisor for a divisor of det A, if floats tell which integer it is."""
    if a.shape[0] > _MAX_ROWS or a.data.dtype == object or largest(a.data) >= EXACT_FLOATS:
        return None
    found = _scaled(a.floats())
    if found is None:
        return None
    diagonal, sign_of_rows, deviation = found
    # |det A| = (1 + t) / |prod Y_ii| with |t| <= deviation
    inverse = _exact_product(diagonal)
    middle = 1 / (abs(inverse) * abs(divisor))
    radius = middle * _exact_value(deviation)
    low, high = middle - radius, middle + radius
    first = -((-low.p) // low.q)
    if first != high.p // high.q:
        return None
    negative = (inverse < 0) ^ (sign_of_rows < 0) ^ (divisor < 0)
    return -first if negative else first


def _scaled(full: Array) -> tuple[Array, int, float] | None:
    """The diagonal of Y, the sign of P, and a bound for |det(X P A Y) - 1|; None without one."""
    from scipy.linalg.lapack import dgetrf, dtrtri

    n = full.shape[0]
    with single_threaded():
        factors, exchanges, info = dgetrf(full)
        if info != 0:
            return None
        x, bad = dtrtri(factors, lower=1, unitdiag=1)
        y, worse = dtrtri(factors)
        if bad or worse:
            return None
        x, y = np.tril(x, -1) + np.eye(n), np.triu(y)
        order = np.arange(n)
        for i, j in enumerate(exchanges.tolist()):
            order[[i, j]] = order[[j, i]]
        permuted = full[order]
        right = permuted @ y
        product = x @ right
    diagonal = np.diagonal(y).copy()
    ones = np.ones(n)
    sizes = np.abs(x) @ (np.abs(right) @ ones + np.abs(permuted) @ (np.abs(y) @ ones))
    gamma = (n + 16) * 2.0**-52
    off = np.abs(product - np.eye(n)).sum(axis=1) + gamma * (1 + sizes)
    total = float(off.sum() * (1 + gamma))
    if not isfinite(total) or total > 0.5 or float(off.max()) * (1 + gamma) >= 1:
        return None
    return diagonal, sign(order), 2 * total


def _exact_product(floats: Array) -> fmpq:
    """The product of floats that are not 0, without rounding."""
    mantissas, exponents = np.frexp(floats)
    whole = tree_product([fmpz(int(e)) for e in mantissas * 2.0**53], fmpz(1))
    power = int(exponents.sum()) - 53 * len(floats)
    one = fmpz(1)
    return fmpq(whole << power, one) if power >= 0 else fmpq(whole, one << -power)


def _exact_value(value: float) -> fmpq:
    n, d = value.as_integer_ratio()
    return fmpq(n, d)

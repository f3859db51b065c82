"""Equilibration: powers of two with which the numbers of a program are near 1.

Variables, columns and activities, are x_k = 2^e[k] z_k, so that the entries are a_ij 2^(e[j] -
e[n+i]), the costs c_j 2^e[j], the bounds b_k 2^-e[k]. A basis stays a basis. Float solvers, whose
tolerances are absolute, see z; what they would see of x may be 0 to them.

e has the least sum of squares of log2 |a_ij| + e[j] - e[n+i], with the costs as one more row:
rows and columns in turn take the mean of their logarithms. So a program whose rows and columns
are multiplied by whatever numbers is seen as it was.

Source: Curtis, Reid, *On the automatic scaling of matrices for Gaussian elimination*, 1972.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import ldexp, log2
from typing import Any

import numpy as np
from flint import fmpq

from exactbox.linalg.matrices.integers import IntArray
from exactbox.linalg.results.ratios import nearest_float
from exactbox.lp.program import LinearProgram

Array = np.ndarray[Any, Any]
_PASSES = 20  # over rows and columns: Netlib's 45, scaled by 10^-8 .. 10^8, then need no pivot
_SAFE_EXPONENT = 500  # of two powers of two whose product is a float, and not a subnormal one


def exponents(program: LinearProgram) -> Array:
    """e: (n + m,) int64, of columns and of activities."""
    m, n = program.matrix.shape
    priced = [j for j, c in enumerate(program.goal) if c]
    row = np.concatenate([program.matrix.row_of, np.full(len(priced), m)])
    column = np.concatenate([program.matrix.indices, np.array(priced, dtype=np.int64)])
    costs = logarithms([program.goal[j] for j in priced])
    size = np.concatenate([logarithms(program.matrix.data), costs])  # log2 |a_ij|
    in_row = np.maximum(np.bincount(row, minlength=m + 1), 1)
    in_column = np.maximum(np.bincount(column, minlength=n), 1)
    e, f = np.zeros(n), np.zeros(m + 1)
    for _ in range(_PASSES):
        # f_i = mean of log2 |a_ij| + e_j in row i, e_j = mean of f_i - log2 |a_ij| in column j
        f = np.bincount(row, size + e[column], m + 1) / in_row
        e = np.bincount(column, f[row] - size, n) / in_column
    return np.rint(np.concatenate([e, f[:m]])).astype(np.int64)  # type: ignore[no-any-return]


def logarithms(values: Iterable[int | fmpq] | IntArray) -> Array:
    """log2 |v| of numbers that are not 0."""
    if isinstance(values, np.ndarray) and values.dtype != object:
        return np.log2(np.abs(values.astype(float)))  # type: ignore[no-any-return]
    ratios = ((int(v.numerator), int(v.denominator)) for v in values)
    return np.array([log2(abs(p)) - log2(q) for p, q in ratios])  # of numbers beyond floats too


def middle(logs: Array) -> int:
    """The power of two that is the geometric mean; 0 of none."""
    return int(np.rint(logs.mean())) if len(logs) else 0


def scaled_floats(
    values: Iterable[int | fmpq | None],
    powers: Iterable[int],
    most: float = np.inf,
    none: float = np.nan,
) -> Array:
    """The nearest floats of values v 2^k up to `most`, and never 0 for what is not; `none` for
    None."""
    scaled = list[float]()
    for value, k in zip(values, powers, strict=True):
        if not value:  # most numbers of a program are 0
            scaled.append(none if value is None else 0.0)
            continue
        p, q = int(value.numerator), int(value.denominator)  # v = p / q
        if abs(p.bit_length() - q.bit_length()) < _SAFE_EXPONENT and abs(k) < _SAFE_EXPONENT:
            near = ldexp(p / q, k)
        else:
            # neither p / q nor 2^k need be a float, p 2^k / q is
            near = nearest_float(p << max(k, 0), q << max(-k, 0))
        near = max(-most, min(most, near))
        scaled.append(near or (5e-324 if p > 0 else -5e-324))
    return np.array(scaled, dtype=float)

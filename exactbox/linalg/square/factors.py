"""Float factors: approximate inverses that lifting applies thousands of times.

`float_factor` makes one of three `Factor`s, by what the matrix looks like:

- "core and diagonal", where most rows are diagonally dominant: a dense inverse for the few that are
  not (the core), the diagonal for the others, and a few sweeps of correction. It needs no factors
  that fill in, and it proves a bound for the norm of the inverse.
- "SuperLU", for sparse matrices whose factors stay sparse;
- "LAPACK's LU", for the others.

None of them is trusted: `lifting` computes every residual exactly.

Symbols: ``A = [A11 A12; A21 D + E]`` with the core first, ``D`` diagonal and ``E`` what is left of
the other rows. The core's inverse is that of the Schur complement ``S = A11 - A12 D^-1 A21``, so a
sweep is wrong by ``E`` only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from exactbox.linalg.matrices.integers import EXACT_FLOATS, largest
from exactbox.linalg.matrices.sparse import (
    MAX_DENSE_ORDER,
    MAX_SPARSE_DENSITY,
    Array,
    IntegerMatrix,
)
from exactbox.linalg.square.cost import BASES

# share of non-zeros in SuperLU's factors above which LAPACK is used (500 unknowns, 0.51: 144 ms, by
# SuperLU 223; 1,000, 0.54: 0.63 and 0.86 s; but 800, 0.19: 0.36 and 0.20 s)
_MAX_SUPERLU_DENSITY = 0.4
# from which splitting off a core can pay (dominant, 100: 24 ms, without 11; 400: 130 and 84; 800:
# as long)
_MIN_UNKNOWNS_TO_SPLIT = 500
_TRIAL_SWEEPS = 3
# that a sweep has to gain (11 matrices of 600 to 1,200 rows: 1.17 times the best of each, with 2
# 1.29, with 1 1.81, without a split 1.33)
_MIN_BITS_A_SWEEP = 4.0
# share of the largest entry that a diagonal pivot needs: 4 bits less than by 1.0, and on random
# rows, grids and bases of linear programs 1.4 to 15 times fewer entries (measured)
_MIN_PIVOT_SHARE = 0.1
# times the entries of A from which on COLAMD is considered, which takes 0.4 ms or more (1,000 rows
# of 3 and some chords: 1.0 ms, considered 1.7)
_MAX_FILL_RATIO = 20


class FactorError(ArithmeticError):
    """There is no float factor: the matrix is singular to working precision, or too large."""


@dataclass(frozen=True, eq=False)
class Factor:
    """A float factor of A."""

    name: str
    solve: Callable[[Array], Array]  # about A^-1 s, for s of shape (m,) or (m, columns)
    fill: int  # entries that a solution reads, but for the diagonal of SuperLU's
    inverse_norm: int | None = None  # proved: the greatest absolute row sum of A^-1 is below
    lapack: tuple[Array, Array] | None = None  # LU and pivots of a dense matrix


def float_factor(a: IntegerMatrix, bits: int) -> Factor:
    """A factor of a square matrix whose solutions are good to about `bits` bits where it can be.

    A FactorError says that entries leave the range of floats, or that the matrix is singular to
    working precision.
    """
    m = a.shape[0]
    try:
        values = a.data.astype(np.float64)
    except OverflowError:
        raise FactorError("entries beyond the range of floats") from None
    if len(values) < MAX_SPARSE_DENSITY * m * m:
        from scipy.sparse import csr_array

        matrix = csr_array((values, a.indices, a.indptr), a.shape)
        exact = a.data.dtype != object and 0 < largest(a.data) < EXACT_FLOATS
        dominant = _dominant_factor(matrix, bits, exact) if m >= _MIN_UNKNOWNS_TO_SPLIT else None
        if dominant is not None:
            return dominant
        lu = _super_lu(matrix)
        if m > MAX_DENSE_ORDER or lu.nnz < _MAX_SUPERLU_DENSITY * m * m:
            return Factor("SuperLU", lu.solve, int(lu.nnz) - m)
    if m > MAX_DENSE_ORDER:
        raise FactorError(f"dense, and more than {MAX_DENSE_ORDER} unknowns")
    from scipy.linalg.lapack import dgetrf, dgetrs

    full = np.zeros(a.shape, order="F")
    full[a.row_of, a.indices] = values
    lu, pivots, info = dgetrf(full, overwrite_a=True)  # P A = L U in floats
    if info != 0:
        raise FactorError("the float factor is singular")

    def solve(s: Array) -> Array:
        return np.asarray(dgetrs(lu, pivots, s)[0])

    return Factor("LAPACK's LU", solve, int(lu.size), lapack=(lu, pivots))


def _super_lu(matrix: Any) -> Any:
    """SuperLU's factors in an order of little fill-in.

    Minimum degree on A + A^T is good as long as pivots stay near the diagonal, hence the threshold.
    COLAMD orders for whatever rows are chosen; it is far better where columns meet only columns
    nearby, as on unsymmetric grids, and far worse where rows are long. What it can be expected to
    do is no worse than a band in which A^T A fits. It also is the way out where the threshold costs
    too much accuracy.
    """
    columns = matrix.tocsc()
    symmetric = {"diag_pivot_thresh": _MIN_PIVOT_SHARE, "options": {"SymmetricMode": True}}
    try:
        by_degree = _factored(columns, permc_spec="MMD_AT_PLUS_A", **symmetric)
    except FactorError:  # with pivots that are not as small it may do
        return _factored(columns, permc_spec="COLAMD")
    # good for a digit of lifting, if a short one
    accurate = _relative_residual(matrix, by_degree) < 2.0 ** -BASES[-1]
    fills = by_degree.nnz > _MAX_FILL_RATIO * matrix.nnz
    if accurate and not (fills and _envelope(matrix, by_degree.nnz) < by_degree.nnz):
        return by_degree
    other = _factored(columns, permc_spec="COLAMD")
    return by_degree if accurate and by_degree.nnz < other.nnz else other


def _factored(columns: Any, **options: Any) -> Any:
    """SuperLU's factors of a matrix in compressed columns."""
    from scipy.sparse import linalg

    try:
        return linalg.splu(columns, **options)
    except RuntimeError as error:
        raise FactorError(str(error)) from None
    except MemoryError:
        raise FactorError("no memory for SuperLU's factors") from None


def _relative_residual(matrix: Any, lu: Any) -> float:
    """The residual for a vector of 1 and -1 after one solution, infinite if that overflows."""
    s = np.where(np.arange(matrix.shape[0]) % 3, 1.0, -1.0)  # |s - A y| / |s|, y = U^-1 L^-1 s
    with np.errstate(over="ignore", invalid="ignore"):
        left = float(np.abs(s - matrix @ lu.solve(s)).max())
    return left if np.isfinite(left) else np.inf


def _envelope(matrix: Any, most: int) -> float:
    """The places between the diagonal and the first entry of each row of A^T A, ordered as a band.

    Infinite where A^T A alone takes more than `most`.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import reverse_cuthill_mckee

    # A^T A has at most sum r_i^2 entries
    if float(np.square(np.diff(matrix.indptr).astype(float)).sum()) > most:
        return np.inf
    m: int = matrix.shape[0]
    ones = csr_array((np.ones(matrix.nnz), matrix.indices, matrix.indptr), matrix.shape)
    square = csr_array(ones.T @ ones)  # the pattern of A^T A
    place = np.empty(m, dtype=np.int64)
    place[reverse_cuthill_mckee(square, symmetric_mode=True)] = np.arange(m)
    first = np.minimum.reduceat(place[square.indices], square.indptr[:-1])
    return float((place - first).sum())


def _dominant_factor(matrix: Any, bits: int, exact: bool) -> Factor | None:
    """The split into core and diagonal, if it converges fast enough.

    Only where `exact`, no entry having been rounded, can a bound for the inverse be proved.
    """
    m = matrix.shape[0]
    diagonal = matrix.diagonal()
    size = np.abs(matrix)
    weights = size.sum(axis=1) - np.abs(diagonal)  # sum of |a_ij|, j != i
    with np.errstate(over="ignore"):
        dominance = np.abs(diagonal) / np.maximum(weights, 1e-300)
    # a core of the k least dominant rows: the next one is the worst that is left
    sizes = np.arange(0, min(m // 3, MAX_DENSE_ORDER))
    bits_a_sweep = np.log2(np.maximum(np.sort(dominance)[sizes], 1.0))
    if not (bits_a_sweep >= _MIN_BITS_A_SWEEP).any():
        return None
    cost = (matrix.nnz + sizes.astype(float) ** 2 / 4) / np.maximum(bits_a_sweep, 1e-9)
    core_size = int(sizes[np.argmin(cost)])
    in_core = np.zeros(m, dtype=bool)
    in_core[np.argsort(dominance, kind="stable")[:core_size]] = True
    core, others = np.flatnonzero(in_core), np.flatnonzero(~in_core)
    a11 = matrix[core][:, core].toarray()
    a12, a21 = matrix[core][:, others].tocsr(), matrix[others][:, core].tocsr()
    d = diagonal[others]
    schur = a11 - (a12 @ (a21.multiply(1 / d[:, None]))).toarray()  # S = A11 - A12 D^-1 A21
    try:
        inverse = np.linalg.inv(schur)  # X, about S^-1
    except np.linalg.LinAlgError:
        return None

    def sweep(s: Array) -> Array:
        by = d if s.ndim == 1 else d[:, None]
        rest = s[others]
        y = np.empty_like(s)  # y = B^-1 s, B = A - E
        y[core] = top = inverse @ (s[core] - a12 @ (rest / by))  # y1 = S^-1 (s1 - A12 D^-1 s2)
        y[others] = (rest - a21 @ top) / by  # y2 = D^-1 (s2 - A21 y1)
        return y

    def solve(s: Array, sweeps: int) -> Array:
        y = sweep(s)
        for _ in range(sweeps - 1):
            y += sweep(s - matrix @ y)  # y + B^-1 (s - A y)
        return y

    s = np.where(np.arange(m) % 2, 1.0, -1.0) * (1 + np.arange(m) % 7)
    left = np.abs(s - matrix @ solve(s, _TRIAL_SWEEPS)).max() / np.abs(s).max()
    gained = -np.log2(max(left, 2.0**-48)) / _TRIAL_SWEEPS  # bits a sweep
    if not gained >= _MIN_BITS_A_SWEEP:
        return None
    rest = np.asarray(size[others][:, others].sum(axis=1)) - np.abs(d)  # |E|, by rows
    norm = _inverse_norm(a11, a12, a21, np.abs(d), rest, schur, inverse) if exact else None
    sweeps = int(np.ceil((bits + 2) / gained))  # an error below 2^-(bits + 2)
    fill = int(matrix.nnz) + int(inverse.size)
    return Factor("core and diagonal", partial(solve, sweeps=sweeps), fill, norm)


def _inverse_norm(
    a11: Array, a12: Any, a21: Any, d: Array, rest: Array, schur: Array, inverse: Array
) -> int | None:
    """A proved bound for the norm of A^-1 (greatest absolute row sum); None where none is found.

    With X = `inverse` and rho >= |I - X S| < 1, rounding errors of every product bounded beforehand
    (Higham, *Accuracy and stability of numerical algorithms*, 2002, ch. 3 and 14), S^-1 w is below
    max |X| w / (1 - rho). That bounds the norm of B^-1 and q = the norm of B^-1 (A - B), where B is
    A without E; and A^-1 = (I + B^-1 (A - B))^-1 B^-1, so its norm is below |B^-1| / (1 - q).
    """
    core = len(a11)
    # more than gamma of the longest sum here, with four times the unit roundoff
    unit = (core + a12.shape[1] + 16) * 2.0**-51
    ones = np.ones(core)
    rest = rest + unit * (rest + d)  # >= |E| 1
    size12, size21, size = np.abs(a12), np.abs(a21), np.abs(inverse)
    schur_size = (np.abs(a11).sum(axis=1) + size12 @ ((size21 @ ones) / d)) if core else ones
    residual = np.abs(np.eye(core) - inverse @ schur).sum(axis=1) + unit * (
        1 + size @ (np.abs(schur) @ ones) + size @ schur_size
    )
    rho = residual.max(initial=0.0) * (1 + unit)  # >= |1 - X S|
    if not rho < 0.5:
        return None
    through = (size @ (size12 @ (rest / d))).max(initial=0.0) / (1 - rho)
    q = max(through, ((rest + (size21 @ ones) * through) / d).max(initial=0.0)) * 1.001
    top = (size @ (1 + size12 @ (1 / d))).max(initial=0.0) / (1 - rho)
    norm = max(top, ((1 + (size21 @ ones) * top) / d).max(initial=0.0)) * 1.001
    if not q < 0.99 or not norm < 2.0**60:
        return None
    return int(norm / (1 - q)) + 1  # |A^-1| <= |B^-1| / (1 - q)

"""Float factors: approximate inverses that lifting applies thousands of times.

`float_factor` chooses one of three by what the matrix looks like:

- `DominantFactor`, where most rows are diagonally dominant: a dense inverse for the few that are
  not (the core), the diagonal for the others, and a few sweeps of correction. It needs no factors
  that fill in, and it proves a bound for the norm of the inverse.
- `SparseFactor`, SuperLU, for sparse matrices whose factors stay sparse;
- `DenseFactor`, LAPACK's LU, for the others.

None of them is trusted: `lifting` computes every residual exactly.

Symbols: ``A = [A11 A12; A21 D + E]`` with the core first, ``D`` diagonal and ``E`` what is left of
the other rows. The core's inverse is that of the Schur complement ``S = A11 - A12 D^-1 A21``, so a
sweep is wrong by ``E`` only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from exactbox.linalg.matrices.integers import EXACT_FLOATS, largest
from exactbox.linalg.matrices.sparse import LARGEST_DENSE, SPARSE, Array, IntegerMatrix
from exactbox.linalg.square.cost import BASES

_FILLED = 0.4  # share of non-zeros in SuperLU's factors above which LAPACK is used (500 unknowns,
# 0.51: 144 ms, by SuperLU 223; 1,000, 0.54: 0.63 and 0.86 s; but 800, 0.19: 0.36 and 0.20 s)
_SPLIT_FROM = 500  # unknowns from which splitting off a core can pay (dominant, 100: 24 ms, without
# 11; 400: 130 and 84; 800: as long)
_SWEEP_BITS = 4.0  # bits that a sweep has to gain (11 matrices of 600 to 1,200 rows: 1.17 times the
# best of each, with 2 1.29, with 1 1.81, without a split 1.33)
_THRESHOLD = 0.1  # share of the largest entry that a diagonal pivot needs: 4 bits less than by 1.0,
# and on random rows, grids and bases of linear programs 1.4 to 15 times fewer entries (measured)
_FILL = 20  # times the entries of A from which on COLAMD is considered, which takes 0.4 ms or more
# (1,000 rows of 3 and some chords: 1.0 ms, considered 1.7)


class FactorError(ArithmeticError):
    """There is no float factor: the matrix is singular to working precision, or too large."""


@dataclass(frozen=True, eq=False)
class DenseFactor:
    """LU with partial pivoting by LAPACK."""

    lu: Array
    pivots: Array
    name = "LAPACK's LU"
    inverse_norm = None  # no bound is known

    @property
    def fill(self) -> int:
        """The entries of the factors."""
        return int(self.lu.size)

    def solve(self, s: Array) -> Array:
        """About A^-1 s, for s of shape (m,) or (m, columns)."""
        from scipy.linalg.lapack import dgetrs

        return np.asarray(dgetrs(self.lu, self.pivots, s)[0])


@dataclass(frozen=True, eq=False)
class SparseFactor:
    """Sparse LU by SuperLU."""

    lu: Any
    name = "SuperLU"
    inverse_norm = None

    @property
    def fill(self) -> int:
        """The entries of the factors, the diagonal once."""
        return int(self.lu.nnz - self.lu.shape[0])

    def solve(self, s: Array) -> Array:
        """About A^-1 s, for s of shape (m,) or (m, columns)."""
        return np.asarray(self.lu.solve(s))


@dataclass(frozen=True, eq=False)
class DominantFactor:
    """A core's dense inverse, the diagonal of the other rows, and sweeps of correction."""

    matrix: Any  # CSR, floats, in the given order
    core: Array  # rows in the core, increasing
    others: Array
    a12: Any
    a21: Any
    inverse: Array  # of the Schur complement
    diagonal: Array  # of the other rows
    sweeps: int
    inverse_norm: int | None  # proved: the greatest absolute row sum of A^-1 is below
    name = "core and diagonal"

    @property
    def fill(self) -> int:
        """The entries that a sweep reads."""
        return int(self.matrix.nnz) + int(self.inverse.size)

    def solve(self, s: Array) -> Array:
        """About A^-1 s, for s of shape (m,) or (m, columns)."""
        y = self.sweep(s)
        for _ in range(self.sweeps - 1):
            y += self.sweep(s - self.matrix @ y)  # y + B^-1 (s - A y), B = A - E
        return y

    def sweep(self, s: Array) -> Array:
        """The inverse of A without E, applied to s."""
        diagonal = self.diagonal if s.ndim == 1 else self.diagonal[:, None]
        rest = s[self.others]
        y = np.empty_like(s)
        # y1 = S^-1 (s1 - A12 D^-1 s2),  y2 = D^-1 (s2 - A21 y1)
        y[self.core] = top = self.inverse @ (s[self.core] - self.a12 @ (rest / diagonal))
        y[self.others] = (rest - self.a21 @ top) / diagonal
        return y


Factor = DenseFactor | SparseFactor | DominantFactor


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
    if len(values) < SPARSE * m * m:
        from scipy.sparse import csr_array

        matrix = csr_array((values, a.indices, a.indptr), a.shape)
        exact = a.data.dtype != object and 0 < largest(a.data) < EXACT_FLOATS
        dominant = _dominant_factor(matrix, bits, exact) if m >= _SPLIT_FROM else None
        if dominant is not None:
            return dominant
        lu = _super_lu(matrix)
        if m > LARGEST_DENSE or lu.nnz < _FILLED * m * m:
            return SparseFactor(lu)
    if m > LARGEST_DENSE:
        raise FactorError(f"dense, and more than {LARGEST_DENSE} unknowns")
    from scipy.linalg.lapack import dgetrf

    full = np.zeros(a.shape, order="F")
    full[a.row_of, a.indices] = values
    lu, pivots, info = dgetrf(full, overwrite_a=True)
    if info != 0:
        raise FactorError("the float factor is singular")
    return DenseFactor(lu, pivots)


def _super_lu(matrix: Any) -> Any:
    """SuperLU's factors in an order of little fill-in.

    Minimum degree on A + A^T is good as long as pivots stay near the diagonal, hence the threshold.
    COLAMD orders for whatever rows are chosen; it is far better where columns meet only columns
    nearby, as on unsymmetric grids, and far worse where rows are long. What it can be expected to
    do is no worse than a band in which A^T A fits. It also is the way out where the threshold costs
    too much accuracy.
    """
    columns = matrix.tocsc()
    symmetric = {"diag_pivot_thresh": _THRESHOLD, "options": {"SymmetricMode": True}}
    try:
        found = _factored(columns, permc_spec="MMD_AT_PLUS_A", **symmetric)
    except FactorError:  # with pivots that are not as small it may do
        return _factored(columns, permc_spec="COLAMD")
    # good for a digit of lifting, if a short one
    accurate = _relative_residual(matrix, found) < 2.0 ** -BASES[-1]
    fills = found.nnz > _FILL * matrix.nnz
    if accurate and not (fills and _envelope(matrix, found.nnz) < found.nnz):
        return found
    other = _factored(columns, permc_spec="COLAMD")
    return found if accurate and found.nnz < other.nnz else other


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
    s = np.where(np.arange(matrix.shape[0]) % 3, 1.0, -1.0)
    with np.errstate(over="ignore", invalid="ignore"):
        left = float(np.abs(s - matrix @ lu.solve(s)).max())
    return left if np.isfinite(left) else np.inf


def _envelope(matrix: Any, most: int) -> float:
    """The places between the diagonal and the first entry of each row of A^T A, ordered as a band.

    Infinite where A^T A alone takes more than `most`.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import reverse_cuthill_mckee

    if float(np.square(np.diff(matrix.indptr).astype(float)).sum()) > most:
        return np.inf
    m: int = matrix.shape[0]
    ones = csr_array((np.ones(matrix.nnz), matrix.indices, matrix.indptr), matrix.shape)
    square = csr_array(ones.T @ ones)
    place = np.empty(m, dtype=np.int64)
    place[reverse_cuthill_mckee(square, symmetric_mode=True)] = np.arange(m)
    first = np.minimum.reduceat(place[square.indices], square.indptr[:-1])
    return float((place - first).sum())


def _dominant_factor(matrix: Any, bits: int, exact: bool) -> DominantFactor | None:
    """The split into core and diagonal, if it converges fast enough.

    Only where `exact`, no entry having been rounded, can a bound for the inverse be proved.
    """
    m = matrix.shape[0]
    diagonal = matrix.diagonal()
    size = np.abs(matrix)
    weights = size.sum(axis=1) - np.abs(diagonal)
    with np.errstate(over="ignore"):
        dominance = np.abs(diagonal) / np.maximum(weights, 1e-300)
    core_size = _core_size(np.sort(dominance), matrix.nnz)
    if core_size is None:
        return None
    in_core = np.zeros(m, dtype=bool)
    in_core[np.argsort(dominance, kind="stable")[:core_size]] = True
    core, others = np.flatnonzero(in_core), np.flatnonzero(~in_core)
    a11 = matrix[core][:, core].toarray()
    a12, a21 = matrix[core][:, others].tocsr(), matrix[others][:, core].tocsr()
    d = diagonal[others]
    schur = a11 - (a12 @ (a21.multiply(1 / d[:, None]))).toarray()  # S = A11 - A12 D^-1 A21
    try:
        inverse = np.linalg.inv(schur)
    except np.linalg.LinAlgError:
        return None
    rest = np.asarray(size[others][:, others].sum(axis=1)) - np.abs(d)
    norm = _inverse_norm(a11, a12, a21, np.abs(d), rest, schur, inverse) if exact else None
    trial = DominantFactor(matrix, core, others, a12, a21, inverse, d, 3, norm)
    s = np.where(np.arange(m) % 2, 1.0, -1.0) * (1 + np.arange(m) % 7)
    left = np.abs(s - matrix @ trial.solve(s)).max() / np.abs(s).max()
    gained = -np.log2(max(left, 2.0**-48)) / trial.sweeps
    if not gained >= _SWEEP_BITS:
        return None
    sweeps = int(np.ceil((bits + 2) / gained))
    return DominantFactor(matrix, core, others, a12, a21, inverse, d, sweeps, norm)


def _core_size(dominance: Array, nnz: int) -> int | None:
    """The size of the core for which a bit costs least; None where no core is small enough."""
    sizes = np.arange(0, min(len(dominance) // 3, LARGEST_DENSE))
    gain = np.log2(np.maximum(dominance[sizes], 1.0))  # bits a sweep, at the worst row left
    if not (gain >= _SWEEP_BITS).any():
        return None
    cost = (nnz + sizes.astype(float) ** 2 / 4) / np.maximum(gain, 1e-9)
    return int(sizes[np.argmin(cost)])


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
    rest = rest + unit * (rest + d)
    size12, size21, size = np.abs(a12), np.abs(a21), np.abs(inverse)
    schur_size = (np.abs(a11).sum(axis=1) + size12 @ ((size21 @ ones) / d)) if core else ones
    residual = np.abs(np.eye(core) - inverse @ schur).sum(axis=1) + unit * (
        1 + size @ (np.abs(schur) @ ones) + size @ schur_size
    )
    rho = residual.max(initial=0.0) * (1 + unit)
    if not rho < 0.5:
        return None
    through = (size @ (size12 @ (rest / d))).max(initial=0.0) / (1 - rho)
    q = max(through, ((rest + (size21 @ ones) * through) / d).max(initial=0.0)) * 1.001
    top = (size @ (1 + size12 @ (1 / d))).max(initial=0.0) / (1 - rho)
    norm = max(top, ((1 + (size21 @ ones) * top) / d).max(initial=0.0)) * 1.001
    if not q < 0.99 or not norm < 2.0**60:
        return None
    return int(norm / (1 - q)) + 1

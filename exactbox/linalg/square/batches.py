"""Many small blocks at once, in 64-bit integers.

A system that falls into a hundred thousand blocks of one or two unknowns costs Python's time and
not arithmetic's. Blocks of the same depth (`blocks`) do not need each other, so those of the same
size are solved together: their matrices are the planes of an array, and one NumPy operation does
the same step in all of them.

    r = base (b - sum_e L_e x_e)       base = lcm(d_e) over the earlier blocks e, x_e = n_e / d_e
    [A | 1]  ->  [D | D A^-1]          fraction-free Gauss-Jordan elimination, D = +- det A
    n = +- D A^-1 r,  d = base |D|     both without the factor that |D| and all of n share

Nothing overflows silently. Arithmetic on int64 is exact modulo 2^64, so a number is right if its
true size is below 2^63; the sizes are bounded in floats beside it, by sums of absolute values. A
block with a number that is not bounded by 2^62 is left to `system`, which solves one block
after the other in integers of any size. The elimination is Bareiss's: every entry is a minor of
[A | 1], divisions have no remainder.

Sources: Bareiss, *Sylvester's identity and multistep integer-preserving Gaussian elimination*,
1968.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from flint import fmpz

from exactbox.linalg.errors import SingularBlockError
from exactbox.linalg.matrices.blocks import BlockForm
from exactbox.linalg.matrices.integers import MAX_WORD_BOUND, words
from exactbox.linalg.matrices.sparse import ENTRIES_AT_ONCE, Array, IntegerMatrix
from exactbox.linalg.results.exact import FmpzRows

MIN_BATCH_BLOCKS = 20  # of one size and depth, to be solved together (of two unknowns: 16 in
# 0.37 ms, one after the other in 0.32; 64 in 0.46 against 1.14)
MAX_BATCH_UNKNOWNS = 8  # of a block that is solved so (minors of larger ones seldom fit in 64 bits)


class Solved(NamedTuple):
    """Blocks that were solved together: their unknowns, numerators and denominators."""

    blocks: Array  # (g,)
    unknowns: Array  # (g, k) places in the permuted system
    numerators: Array  # (g, k, columns)
    denominators: Array  # (g,)


class Batches:
    """The numbers of a system in block lower triangular form that fit in 64 bits.

    ``inner`` says where the entries of a row that are inside its diagonal block begin; the
    right-hand side is permuted as the matrix is.
    """

    def __init__(
        self,
        permuted: IntegerMatrix,
        form: BlockForm,
        inner: Array,
        right: Sequence[Sequence[int]],
        columns: int,
    ) -> None:
        self._matrix, self._start, self._inner = permuted, form.start, inner
        self._sizes = np.diff(form.start)
        self._block_of = np.repeat(np.arange(len(self._sizes)), self._sizes)
        flat, fits = words([e for row in right for e in row])
        self._right = flat.reshape(-1, columns)
        self._right_fits: Array = np.logical_and.reduce(fits.reshape(-1, columns), axis=1)
        self._numerators = np.zeros((len(right), columns), dtype=np.int64)
        self._denominators = np.ones(len(self._sizes), dtype=np.int64)
        self._known = np.zeros(len(self._sizes), dtype=bool)  # solved, and in 64 bits

    def remember(self, block: int, numerators: FmpzRows, denominator: fmpz) -> None:
        """A block that was solved elsewhere."""
        if denominator.bit_length() > 63:
            return
        low, high = self._start[block], self._start[block + 1]
        flat, fits = words([*(e for row in numerators for e in row), denominator])
        if fits.all():
            self._numerators[low:high] = flat[:-1].reshape(high - low, -1)
            self._denominators[block] = flat[-1]
            self._known[block] = True

    def solve(self, first: int, last: int) -> list[Solved]:
        """Solve those blocks from first to last, all of one depth, for which it pays and fits."""
        solved = []
        sizes = self._sizes[first:last]
        for k in np.flatnonzero(np.bincount(sizes, minlength=1) >= MIN_BATCH_BLOCKS).tolist():
            if k > MAX_BATCH_UNKNOWNS:
                break
            group = first + np.flatnonzero(sizes == k)  # (g,) the blocks of k unknowns
            step = max(ENTRIES_AT_ONCE // (k * (2 * k + self._right.shape[1])), 1)
            with np.errstate(all="ignore"):  # where numbers do not fit
                for low in range(0, len(group), step):
                    solved.append(self._together(group[low : low + step], k))
        return solved

    def _together(self, blocks: Array, k: int) -> Solved:
        """The solution of those blocks, all of k unknowns, whose numbers fit."""
        unknowns = self._start[blocks][:, None] + np.arange(k)  # (g, k)
        right, base, fits = self._assembled(blocks, unknowns.ravel())
        rows, low = unknowns.ravel(), np.repeat(unknowns[:, 0], k)  # low: its block's first unknown
        entries, of_row = ranges(self._inner[rows], self._matrix.indptr[rows + 1])
        planes = np.zeros((len(rows), k), dtype=np.int64)  # the diagonal blocks, dense
        planes[of_row, self._matrix.indices[entries] - low[of_row]] = self._matrix.data[entries]
        d, inverse, eliminated = eliminated_planes(planes.reshape(-1, k, k))
        if (eliminated & (d == 0)).any():
            raise SingularBlockError("its columns are dependent")
        # A (D A^-1 r) = D r
        n = inverse @ right
        fits &= eliminated & ((_sizes(inverse) @ _sizes(right)).max(axis=(1, 2)) < MAX_WORD_BOUND)
        # n / (base |D|) in lowest terms of n and |D|
        n *= np.sign(d)[:, None, None]
        d = np.abs(d)
        common = np.gcd(np.gcd.reduce(n.reshape(len(n), -1), axis=1), d)
        common[common == 0] = 1  # where nothing fits
        n //= common[:, None, None]  # n / d in lowest terms
        d //= common
        fits &= _sizes(base) * _sizes(d) < MAX_WORD_BOUND
        done, places = blocks[fits], unknowns[fits]
        solved = Solved(done, places, n[fits], (base * d)[fits])
        self._numerators[places] = solved.numerators
        self._denominators[done] = solved.denominators
        self._known[done] = True
        return solved

    def _assembled(self, blocks: Array, rows: Array) -> tuple[Array, Array, Array]:
        """base (b - sum_e L_e x_e) by planes, base, and for which blocks they fit in 64 bits."""
        k, columns = len(rows) // len(blocks), self._right.shape[1]
        right = self._right[rows]
        fits: Array = np.logical_and.reduce(self._right_fits[rows].reshape(-1, k), axis=1)
        base = np.ones(len(blocks), dtype=np.int64)
        entries, of_row = ranges(self._matrix.indptr[rows], self._inner[rows])
        if len(entries):
            j = self._matrix.indices[entries]
            needed, of_block = self._block_of[j], of_row // k
            d = self._denominators[needed]
            starts = np.flatnonzero(np.diff(of_block, prepend=-1))
            dependent = of_block[starts]
            base[dependent] = np.lcm.reduceat(d, starts)  # lcm(d_e), modulo 2^64
            base[base <= 0] = 1  # it wrapped around
            # a positive common multiple is as good as the least, should it ever be another
            whole = self._known[needed] & (base[of_block] % d == 0)
            fits[dependent[~np.logical_and.reduceat(whole, starts)]] = False
            factor = self._matrix.data[entries][:, None]
            cofactor, n = (base[of_block] // d)[:, None], self._numerators[j]
            starts = np.flatnonzero(np.diff(of_row, prepend=-1))
            # bound = base |b| + sum_e |L_e| (base / d_e) |n_e|
            bound = np.repeat(_sizes(base), k)[:, None] * _sizes(right)
            bound[of_row[starts]] += np.add.reduceat(
                _sizes(factor) * _sizes(cofactor) * _sizes(n), starts
            )
            # r = base b - sum_e L_e (base / d_e) n_e
            right *= np.repeat(base, k)[:, None]
            right[of_row[starts]] -= np.add.reduceat(factor * cofactor * n, starts)
            fits &= bound.reshape(len(blocks), -1).max(axis=1) < MAX_WORD_BOUND
        return right.reshape(-1, k, columns), base, fits


def eliminated_planes(a: Array) -> tuple[Array, Array, Array]:
    """For each plane D, D A^-1, and whether they fit in 64 bits; D = 0 if it has no inverse.

    Examples
    --------
    >>> eliminated_planes(np.array([[[2, 1], [1, 3]]]))
    (array([5]), array([[[ 3, -1],
            [-1,  2]]]), array([ True]))
    """
    g, k, _ = a.shape
    w = np.zeros((g, k, 2 * k), dtype=np.int64)
    w[:, :, :k] = a  # [A | 1], plane by plane
    w[:, np.arange(k), np.arange(k, 2 * k)] = 1
    plane = np.arange(g)  # one matrix each
    fits = np.ones(g, dtype=bool)
    before = np.ones(g, dtype=np.int64)  # the pivot of the step before
    for step in range(k):
        pivot = step + (w[:, step:, step] != 0).argmax(axis=1)  # the first that is not zero
        row = w[plane, pivot]
        w[plane, pivot] = w[:, step]
        w[:, step] = row
        top = row[:, step].copy()
        if k > 1:
            # A_ij = (A_ss A_ij - A_is A_sj) / (the pivot before), i != s
            sizes = _sizes(w).max(axis=(1, 2))
            fits &= 2 * sizes * sizes < MAX_WORD_BOUND  # |A_ss A_ij| + |A_is A_sj|
            column = w[:, :, step].copy()
            w *= top[:, None, None]
            w -= column[:, :, None] * row[:, None, :]
            divisor = np.where(before == 0, 1, before)  # 0: it has no inverse
            w //= divisor[:, None, None]
            w[:, step] = row
        before = top  # p_s, which divides the next minors
    return before, w[:, :, k:], fits


def ranges(low: Array, high: Array) -> tuple[Array, Array]:
    """The numbers of all the ranges low[i]:high[i], one after the other, and i for each."""
    lengths = high - low
    of = np.repeat(np.arange(len(low)), lengths)
    ends = np.cumsum(lengths)  # of range i in the result: ends[i] - lengths[i] .. ends[i] - 1
    return np.arange(ends[-1] if len(ends) else 0) + (low - ends + lengths)[of], of


def _sizes(a: Array) -> Array:
    """Absolute values in floats."""
    return np.abs(a.astype(np.float64))

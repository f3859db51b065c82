"""The reduced row echelon form of ``(A | b)`` for any shape and rank, in parts, all verified.

With R independent rows and C independent columns whose minor is not zero, and F the other columns,

    K[C] = -A[R, C]^-1 A[R, F],   K[F] = 1

has n - r independent columns. ``A K = 0``, checked in exact integers on all rows, proves that the
rank is at most r, so K is a basis of the null space. A solution of A x = b that is zero at F has
``x[C] = A[R, C]^-1 b[R]``; if it fails in another row there is none.

Four ways to C and K, of which the first that does not give up is taken:

- elimination row by row, where there are few entries, and back substitution (`sparse_rows`);
- structured elimination (`structured`), where the matrix is sparse: the minor is a triangle over
  the integers, and K is never dense unless it is;
- the same until what is left has filled in, that by one of the other ways, and the rows before it
  by substitution: x = -(sum of the others) / lead, row by row from the last one;
- elimination modulo a prime (`echelon`), and the exact solver for all columns of F and b. An
  unlucky prime gives a minor that is too small, A K is not zero, and the next prime is taken.

Where C are to be the leftmost independent columns, column f of K must involve pivots left of f
only. Modulo the prime it does; that it does exactly is checked too.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from time import perf_counter

import numpy as np
from flint import fmpq, fmpz, fmpz_mat, nmod_mat

from exactbox.linalg.elimination.echelon import primes, rank_profile
from exactbox.linalg.elimination.products import is_filled
from exactbox.linalg.elimination.sparse_rows import (
    Budget,
    BudgetError,
    Row,
    Solved,
    echelon_rows,
    rows_of,
    substitute,
    vanish,
)
from exactbox.linalg.elimination.structured import Csr, Echelon, echelon_form, read_csr, reduced
from exactbox.linalg.errors import InconsistentSystemError
from exactbox.linalg.info import BlockInfo, one_block
from exactbox.linalg.matrices.integers import int_array, largest
from exactbox.linalg.matrices.matrix_inputs import System, without_right_side
from exactbox.linalg.matrices.small import MAX_FLINT_PLACES
from exactbox.linalg.matrices.sparse import MAX_DENSE_PLACES, Array, IntegerMatrix
from exactbox.linalg.results.exact import ExactMatrix, ExactVector
from exactbox.linalg.results.ratios import coprime
from exactbox.linalg.results.rows import SparseRow, compact
from exactbox.linalg.results.tables import row_of
from exactbox.linalg.square.system import solve_system
from exactbox.linalg.verification import multiplies_back

# Places up to which a contradiction is looked for modulo the prime (7,000 x 300
# with a solution: 0.27 s, looked for 0.76; 3,000 x 800 of rank 20, without one: 4.4 and 1.1)
_MAX_DENSE_PLACES = 2_000_000
# Steps of elimination and substitution in rows one by one, beyond which that is given up
# (500 x 300, two a row: 4,000 steps, 9 ms, by products of sparse matrices 23)
_MAX_ROW_STEPS = 8_000
_PATIENCE_FACTOR = 250  # times as many where the others are as many solutions: the inverse of a
# tridiagonal matrix (200 rows: 81 ms, by lifting 167)
# Times the rows or columns of a rest that is solved for first (500 x 510, six a row,
# of which 220 are left: 0.41 s, by primes 0.28; product 600 x 200 by 200 x 600, 172: 0.12 and 0.40)
_MIN_REST_RATIO = 3
_ROWS_AT_ONCE = 4096  # of a product that are held at once


@dataclass(frozen=True)
class Reduction:
    """Independent columns, as many as the rank; each of the others has a basis vector."""

    pivots: list[int]
    free: list[int]
    basis: ExactMatrix
    particular: ExactMatrix


def reduction(system: System, *, leftmost: bool = True) -> Reduction:
    """Rank, null space and one solution for each column of b; all verified.

    The pivots are the leftmost independent columns where that is asked. The witness of an
    InconsistentSystemError is for the system before its rows were scaled. A MemoryError refuses a
    dense null space with more than 50 million places.
    """
    return (
        _reduce_few_rows(system)
        or _reduce_structured(system)
        or _reduce_modulo_primes(system, leftmost)
    )


def sparse_reduction(a: IntegerMatrix) -> Reduction | None:
    """The reduction with leftmost pivots; None if the matrix is not sparse or does not stay so."""
    system = without_right_side(a)
    return _reduce_few_rows(system, _PATIENCE_FACTOR) or _reduce_structured(system, with_rest=False)


def _reduce_few_rows(system: System, patience: int = 1) -> Reduction | None:
    """One row after the other, where there are few entries; None where that is not the way."""
    a, n = system.a, system.a.shape[1]
    if len(a.data) > _MAX_ROW_STEPS or is_filled(a):
        return None
    started, budget = perf_counter(), Budget(patience * _MAX_ROW_STEPS)
    rows = rows_of(a)
    if system.columns:
        for row, right in zip(rows, system.b, strict=True):
            row.update((n + c, e) for c, e in enumerate(right) if e)
    with suppress(BudgetError):
        form = echelon_rows(rows, budget)
        if form and form[-1][0] < n:  # else an equation 0 = c, which is for the others
            return _substituted(system, rows, form, {}, budget, "few entries", started)
    return None


def _reduce_structured(system: System, with_rest: bool = True) -> Reduction | None:
    """By structured elimination of (A | b); None where that is not the way.

    `with_rest`: also where it fills in, or its numbers grow long.
    """
    m, n = system.a.shape
    long = system.a.data.dtype == object
    if m * n <= MAX_FLINT_PLACES or long or is_filled(system.a):
        return None
    from scipy.sparse import csr_array, hstack

    started = perf_counter()
    whole = matrix = system.a.csr()
    if system.columns:
        right = int_array([e for row in system.b for e in row])
        if right.dtype == object:
            return None
        whole = hstack([matrix, csr_array(right.reshape(-1, system.columns))], format="csr")
    echelon = echelon_form(whole)
    pivots, rows = echelon.pivots.tolist(), echelon.source.tolist()
    r = int(np.searchsorted(echelon.pivots, n))
    filled = echelon.rest.shape[0] > 0
    if r < len(pivots) and not filled:  # an equation 0 = c
        raise _check_contradiction(
            _no_solution(system, rows[r], pivots[r] - n, rows[:r], pivots[:r])
        )
    solved = None if filled else reduced(echelon)
    if solved is None:
        return _reduce_by_substitution(system, whole, echelon, started) if with_rest else None
    f, leads = solved
    free = np.setdiff1d(np.arange(n), echelon.pivots)
    kernel = -f[:, free]
    basis = _scattered(_divide_by_leads(kernel, leads), pivots, free.tolist(), n)
    if not _annihilates(matrix, echelon.pivots, free, kernel, leads):
        return None
    x = _scattered(_divide_by_leads(f[:, n:], leads), pivots, [], n)
    if not multiplies_back(system.a, x, system.b):
        raise ArithmeticError("A x == b failed in exact integers: this is a bug, please report it")
    seconds = {"elimination": perf_counter() - started}
    block = BlockInfo(r, "eliminate", "sparse, and its numbers stay short", seconds=seconds)
    return Reduction(pivots, free.tolist(), basis, x.with_info(one_block(block)))


def _reduce_by_substitution(
    system: System, whole: Csr, echelon: Echelon, started: float
) -> Reduction | None:
    """By the rest of (A | b), which is solved for first, and the rows that lead to it.

    None where the rest is not small, and where there is no solution.
    """
    (m, n), k, rest = system.a.shape, system.columns, echelon.rest
    filled = np.flatnonzero(np.bincount(rest.indices, minlength=n)[:n])
    large = _MIN_REST_RATIO * min(rest.shape[0], len(filled)) > min(m, n)
    if large or echelon.pivots.max(initial=0) >= n:
        return None
    solved: Solved = {}
    if rest.shape[0]:
        inside = read_csr(rest[:, filled])
        right = rest[:, n:].toarray().tolist()
        try:
            core = _reduce_modulo_primes(System(inside, right, k, [1] * len(right)), leftmost=True)
        except InconsistentSystemError:
            return None
        free, found = filled[core.free].tolist(), core.particular
        for p in core.pivots:
            d = core.basis.denominators[core.basis.block_of[p]]
            entries = {free[f]: e for f, e in core.basis.entries_of_row(p)}
            entries |= {n + c: -e for c, e in found.entries_of_row(p)}  # over the same d
            solved[int(filled[p])] = entries, d
    form = zip(echelon.pivots.tolist(), rows_of(echelon.form), strict=True)
    why = "sparse, but for a rest that has filled in"
    unlimited = Budget(inf)
    return _substituted(system, rows_of(whole), list(form), solved, unlimited, why, started)


def _substituted(
    system: System,
    rows: list[Row],
    form: list[tuple[int, Row]],
    solved: Solved,
    budget: Budget,
    why: str,
    started: float,
) -> Reduction:
    """By back substitution, after which all rows of (A | b) have been multiplied back."""
    n, columns = system.a.shape[1], system.columns
    substitute(reversed(form), solved, budget)
    if not vanish(rows, solved):
        raise ArithmeticError("A x == b failed in exact integers: this is a bug, please report it")
    free = {j: k for k, j in enumerate(j for j in range(n) if j not in solved)}
    one, zero = fmpz(1), fmpz(0)
    block, block_of = {one: 0}, [0] * n
    left, right = [row_of([], [], len(free))] * n, [[zero] * columns] * n
    for j in range(n):
        entries, d = solved.get(j, ({j: one}, one))
        if not entries:  # x_j = 0
            continue
        block_of[j] = block.setdefault(d, len(block))
        places = sorted(f for f in entries if f < n)
        left[j] = row_of([free[f] for f in places], [entries[f] for f in places], len(free))
        right[j] = [-entries[n + c] if n + c in entries else zero for c in range(columns)]
    seconds = {"elimination": perf_counter() - started}
    info = one_block(BlockInfo(len(solved), "eliminate", why, seconds=seconds))
    basis = ExactMatrix.of_blocks([*block], block_of, left, len(free))
    x = ExactMatrix.of_blocks([*block], block_of, right, columns, info)
    return Reduction(sorted(solved), [*free], basis, x)


def _reduce_modulo_primes(system: System, leftmost: bool) -> Reduction:
    """By elimination modulo primes, and one solution for all columns that are not pivots."""
    a, b = system.a, system.b
    m, n = a.shape
    for prime in primes():
        rows, pivots = rank_profile(a, prime, leftmost=leftmost)
        first, chosen = np.array(rows, dtype=np.int64), np.array(pivots, dtype=np.int64)
        others, free = (np.setdiff1d(np.arange(k), e) for k, e in ((m, first), (n, chosen)))
        if m * len(free) > MAX_DENSE_PLACES:
            raise MemoryError(
                f"{len(free):,} of {n:,} columns depend on the others, and fill in: "
                f"{m:,} rows of them are more than {MAX_DENSE_PLACES:,} places"
            )
        if system.columns and m * n <= _MAX_DENSE_PLACES:
            violated = _violated_modulo(system, rows, pivots, prime)
            refused = violated and _no_solution(system, *violated, rows, pivots)
            if refused:
                raise refused
        # A[R, C] x = [-A[R, F]  b[R]], and so for the other rows
        x = ExactMatrix.of_blocks([], [], [], len(free) + system.columns)
        if rows:
            right = _right(a, first, free, b)
            x = solve_system(a.permuted(first, chosen), right, nonsingular=True)
        left, wanted = a.permuted(others, chosen), _right(a, others, free, b)
        holds = multiplies_back(left, x, wanted)
        kernel, solution = x[:, : len(free)], x[:, len(free) :]
        if not holds and not multiplies_back(left, kernel, [row[: len(free)] for row in wanted]):
            continue  # A K != 0, so rank A > r: the prime was unlucky
        basis = _scattered(kernel, pivots, free.tolist(), n)
        if leftmost and not _leftmost(basis, pivots, free.tolist()):
            continue
        particular = _scattered(solution, pivots, [], n)
        if not holds:
            raise _check_contradiction(
                _no_solution(system, *_violated(a, b, particular), rows, pivots)
            )
        return Reduction(pivots, free.tolist(), basis, particular)
    raise AssertionError("there are infinitely many primes")


def _right(
    a: IntegerMatrix, rows: Array, free: Array, b: Sequence[Sequence[int]]
) -> list[list[int]]:
    """``[-A[rows, F]  b[rows]]``."""
    left = a.permuted(rows, free).dense()
    return [[*(-e for e in row), *b[i]] for row, i in zip(left, rows.tolist(), strict=True)]


def _leftmost(basis: ExactMatrix, pivots: list[int], free: list[int]) -> bool:
    """True if each column that is not a pivot depends on pivots to its left."""
    return all(j < free[k] for j in pivots for k, _ in basis.entries_of_row(j))


def _scattered(x: ExactMatrix, pivots: list[int], free: list[int], n: int) -> ExactMatrix:
    """The rows of x at rows `pivots` of n, a unit matrix at those in `free`."""
    width, one = x.columns, len(x.denominators)
    block_of = [one] * n
    rows: list[Sequence[fmpz]] = [SparseRow([], [], width)] * n
    for k, j in enumerate(pivots):
        rows[j] = compact(x.numerators[k])
        block_of[j] = x.block_of[k]
    for k, j in enumerate(free):
        rows[j] = SparseRow([k], [fmpz(1)], width)
    return ExactMatrix.of_blocks([*x.denominators, fmpz(1)], block_of, rows, width, info=x.info)


def _divide_by_leads(values: Csr, leads: Array) -> ExactMatrix:
    """``values[k] / leads[k]``."""
    leading, block = np.unique(leads, return_inverse=True)
    starts, places = values.indptr.tolist(), values.indices.tolist()
    numbers = list(map(fmpz, values.data.tolist()))
    rows = [
        SparseRow(places[low:high], numbers[low:high], values.shape[1])
        for low, high in pairwise(starts)
    ]
    denominators = list(map(fmpz, leading.tolist()))
    return ExactMatrix.of_blocks(denominators, block.tolist(), rows, values.shape[1])


def _annihilates(a: Csr, pivots: Array, free: Array, kernel: Csr, leads: Array) -> bool:
    """True if ``A[:, C] diag(1 / leads) kernel + A[:, F] = 0``; False if 64 bits do not tell.

    Row i is multiplied by the lcm of the leads in it.
    """
    from scipy.sparse import csr_array, diags_array

    left = a[:, pivots]
    below = leads[left.indices]
    filled = np.flatnonzero(np.diff(left.indptr))
    scales = np.ones(a.shape[0], dtype=np.int64)
    if len(filled) and below.max() > 1:
        if np.add.reduceat(np.log2(below), left.indptr[filled]).max() > 61:
            return False
        scales[filled] = np.lcm.reduceat(below, left.indptr[filled])
    row_of = np.repeat(np.arange(a.shape[0]), np.diff(left.indptr))
    factors = scales[row_of] // below
    sizes = np.bincount(row_of, np.abs(factors.astype(float) * left.data), a.shape[0])
    longest = float(sizes.max(initial=0)) * largest(kernel.data)
    if not longest + float(scales.max(initial=1)) * largest(a.data) < 2.0**62:
        return False
    left = csr_array((factors * left.data, left.indices, left.indptr), left.shape)
    right = diags_array(scales, format="csr", dtype=np.int64) @ a[:, free]
    # a product's zeros are stored until they are dropped
    for low in range(0, a.shape[0], _ROWS_AT_ONCE):
        part = slice(low, low + _ROWS_AT_ONCE)
        total = left[part] @ kernel + right[part]
        if total.nnz and total.data.any():
            return False
    return True


def _violated(a: IntegerMatrix, b: Sequence[Sequence[int]], x: ExactMatrix) -> tuple[int, int]:
    """A row and a column where A x is not b, by bisection."""

    def holds(suspects: list[int], column: int) -> bool:
        part = a.permuted(np.array(suspects), np.arange(a.shape[1]))
        only = ExactMatrix.of_blocks(
            x.denominators, x.block_of, [[row[column]] for row in x.numerators], 1
        )
        return multiplies_back(part, only, [[b[i][column]] for i in suspects])

    suspects = list(range(a.shape[0]))
    column = next(c for c in range(x.columns) if not holds(suspects, c))
    while len(suspects) > 1:
        half = suspects[: len(suspects) // 2]
        suspects = suspects[len(half) :] if holds(half, column) else half
    return suspects[0], column


def _violated_modulo(
    system: System, rows: list[int], pivots: list[int], prime: int
) -> tuple[int, int] | None:
    """A row and a column where A x is not b modulo the prime, for the x that the minor gives."""
    a, k = system.a, system.columns
    core = a.permuted(np.array(rows, dtype=np.int64), np.array(pivots, dtype=np.int64))
    right = fmpz_mat(len(rows), k, [e for i in rows for e in system.b[i]])
    inside = nmod_mat(core.flint, prime).solve(nmod_mat(right, prime)).entries() if rows else []
    x = nmod_mat(a.shape[1], k, prime)
    for t, j in enumerate(pivots):
        for c in range(k):
            x[j, c] = inside[t * k + c]
    b = fmpz_mat(a.shape[0], k, [e for row in system.b for e in row])
    wrong = (nmod_mat(a.flint, prime) * x - nmod_mat(b, prime)).entries()
    return next((divmod(t, k) for t, e in enumerate(wrong) if e != 0), None)


def _no_solution(
    system: System, row: int, column: int, rows: list[int], pivots: list[int]
) -> InconsistentSystemError | None:
    """The error with its witness: an equation that contradicts what R says, less that.

    None if the equation is not a combination of those at R.
    """
    a, m, n = system.a, *system.a.shape
    core = a.permuted(np.array(rows, dtype=np.int64), np.array(pivots, dtype=np.int64))
    wanted = a.permuted(np.array([row]), np.array(pivots, dtype=np.int64)).dense()[0]
    # y^T A = 0 for y = 1 at the row, -z at R, where z^T A[R, C] = A[row, C]
    z = solve_system(core.transposed(), [[e] for e in wanted], nonsingular=True)
    y = [fmpq(1), *(-fmpq(*z.parts(k)) for k in range(len(rows)))]
    inside = np.array([row, *rows], dtype=np.int64)
    scaled = coprime(y)
    columns = a.permuted(inside, np.arange(n)).transposed()
    against = sum(e * system.b[i][column] for i, e in zip(inside.tolist(), scaled))
    if against == 0 or not multiplies_back(columns, ExactVector.of_integers(scaled), [[0]] * n):
        return None
    witness = [fmpq(0)] * m
    for i, e in zip(inside.tolist(), scaled):
        witness[i] = fmpq(e) * system.scales[i]
    return InconsistentSystemError(
        f"the system has no solution: equation {row} contradicts others",
        ExactVector.of_integers(coprime(witness)),
    )


def _check_contradiction(error: InconsistentSystemError | None) -> InconsistentSystemError:
    """The error, where its witness cannot fail."""
    if error is None:
        raise ArithmeticError("y^T A == 0 failed in exact integers: this is a bug")
    return error

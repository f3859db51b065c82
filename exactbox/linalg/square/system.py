"""A square system in block triangular form: solved, one block after the other, or refused.

    [ L11           ] [x1]   [b1]
    [ L21  L22      ] [x2] = [b2]      L_kk x_k = b_k - sum_{e < k} L_ke x_e
    [ L31  L32  L33 ] [x3]   [b3]

Every block's right-hand side is made of integers over one denominator, a multiple of the
denominators it builds on; what the block adds is a divisor of its own determinant, as small as it
can be. Cancelling more would save little and cost much: where denominators divide each other,
checking an equation needs one exact cofactor a block, else cross products (16 cards: 62 s against
128 s). `choice` chooses the method for each block.

Blocks of the same depth do not need each other; where many of them are small, `batches` solves them
together, as far as their numbers fit in 64 bits.

Where a block has no inverse, or none modulo a prime, `find_kernel` decides what is true of the
matrix: either A k = 0 for a k that is not zero, which is the witness, or A has an inverse, which is
then proved, and the substitution is done again without asking.

Where no matching covers the columns, the dependent ones are found on the graph alone
(`blocks.Deficiency`). Among the candidates, elimination modulo a prime (`echelon`) picks a
non-singular core and a column outside it; the core's exact solution for that column is the kernel
vector. A prime that divides too much gives a core that is too small, and then A k != 0: another
prime is taken, of which only finitely many are bad.

Nothing is returned before ``A x == b`` has been checked in exact integers against the system as it
was given (`verification`), whatever the methods believe of themselves.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import chain, pairwise
from math import lcm
from time import perf_counter
from typing import Any

import numpy as np
from flint import fmpq, fmpz, fmpz_mat

from exactbox.linalg.elimination.echelon import primes, rank_profile
from exactbox.linalg.errors import SingularBlockError, SingularMatrixError
from exactbox.linalg.info import BlockInfo, SolveInfo
from exactbox.linalg.matrices.blocks import BlockForm, Deficiency, block_triangular_form
from exactbox.linalg.matrices.sparse import IntegerMatrix
from exactbox.linalg.results.exact import ExactMatrix, ExactVector
from exactbox.linalg.results.ratios import coprime
from exactbox.linalg.square.batches import MIN_BATCH_BLOCKS, Batches
from exactbox.linalg.square.choice import MAX_UNKNOWNS_BY_FLINT, Method
from exactbox.linalg.square.forward import Solution, SquareSystem
from exactbox.linalg.verification import multiplies_back
from exactbox.parallel.context import current, resumable
from exactbox.progress import report_done

_MIN_FILLED_BLOCKS = 100  # blocks of 15 unknowns at most, from which ...
_MAX_PLACES_PER_ENTRY = 4  # ... rows with one entry in so many places are multiplied by FLINT
# (triangular, 400 unknowns, half filled: 30 ms, block by block 190)


def solve_system(
    a: IntegerMatrix,
    b: Sequence[Sequence[int]],
    *,
    method: Method | None = None,
    nonsingular: bool = False,
    columns: int | None = None,
) -> ExactMatrix:
    """`solve` for a square integer matrix and rows of integer right-hand sides.

    `columns` is the number of right-hand sides, needed where there are no rows. For a matrix that
    is solved for again see `square_system`.
    """
    return solve_square(square_system(a, method=method, nonsingular=nonsingular), b, columns)


def square_system(
    a: IntegerMatrix,
    *,
    keep: bool = False,
    method: Method | None = None,
    nonsingular: bool = False,
) -> SquareSystem:
    """A in block triangular form, ready for `solve_square`.

    ``keep`` keeps the factors of large blocks for further right-hand sides, ``method`` is one of
    `methods` for all blocks, ``nonsingular`` says that A is known to have an inverse. A
    SingularMatrixError says that no matching covers the columns.
    """
    started = perf_counter()
    permuted, n = a, a.shape[0]
    full = n > 0 and 2 * len(a.data) > n * n and np.bincount(a.indices, minlength=n).all()
    if full and np.diff(a.indptr).all():  # dense: there is nothing to cut
        # P = Q = 1
        form = BlockForm(np.arange(n), np.arange(n), np.array([0, n]), np.array([0, 1]))
    else:
        blocks = block_triangular_form(a)
        if isinstance(blocks, Deficiency):
            raise singular(a, "no matching covers its columns")
        form = blocks
        permuted = a.permuted(form.rows, form.columns)  # L = P A Q
    system = SquareSystem(a, permuted, form, method, nonsingular, {} if keep else None)
    system.seconds = perf_counter() - started
    return system


def solve_square(
    system: SquareSystem, b: Sequence[Sequence[int]], columns: int | None = None
) -> ExactMatrix:
    """The x with A x = b for rows of integers b, verified; `columns` as `solve_system` has."""
    try:
        return _substitute(system, b, columns)
    except SingularBlockError as error:
        kernel = find_kernel(system.given)  # A k = 0, or A has an inverse
        if kernel is not None:
            raise singular(system.given, str(error), kernel) from None
    system.nonsingular = True  # as `find_kernel` has proved: no block is asked for a proof
    if system.kept is not None:
        system.kept.clear()
    return _substitute(system, b, columns)


def solve_over(
    system: SquareSystem,
    right: list[list[int]],
    extra: list[int],
    columns: int | None = None,
) -> ExactMatrix:
    """The x with A x = b for rows ``b[i] = right[i] / extra[i]``, verified."""
    common = lcm(*extra)  # A (common x) = common b
    # b = common (right / extra), in integers
    b = [[e * (common // s) for e in row] for s, row in zip(extra, right, strict=True)]
    x = solve_square(system, b, columns)
    denominators = [fmpz(common) * d for d in x.denominators]  # x / common
    return ExactMatrix.of_blocks(denominators, x.block_of, x.numerators, x.columns, info=x.info)


def find_kernel(a: IntegerMatrix) -> ExactVector | None:
    """Coprime integers k != 0 with A k = 0, the first non-zero one positive.

    None where the columns of A are proved independent.
    """
    rows, columns = np.arange(a.shape[0]), np.arange(a.shape[1])
    if a.shape[0] == a.shape[1]:
        form = block_triangular_form(a)
        if isinstance(form, Deficiency):
            rows, columns = form.rows, form.columns
    part = a.permuted(rows, columns)  # k is 0 outside of these columns, which meet these rows only
    for prime in primes():  # all but the finitely many that divide a minor do
        at, pivots = (np.array(e, dtype=np.int64) for e in rank_profile(part, prime))
        # f: a_f depends on the columns C (mod p)
        free = np.setdiff1d(np.arange(part.shape[1]), pivots)[:1]
        if len(free) == 0:
            return None
        core = square_system(part.permuted(at, pivots), nonsingular=True)  # A[R, C]
        # A[R, C] x = -A[R, f], and k = (x, 1) times a number
        x = solve_square(core, [[-e for e in row] for row in part.permuted(at, free).dense()])
        inside = [fmpq(0)] * part.shape[1]
        inside[free[0]] = fmpq(1)  # k_f = 1, k_C = x
        for i, j in enumerate(pivots.tolist()):
            inside[j] = fmpq(*x.parts(i))
        entries = [0] * a.shape[1]
        for j, e in zip(columns.tolist(), coprime(inside), strict=True):
            entries[j] = e
        kernel = ExactVector.of_integers(entries)
        if multiplies_back(a, kernel, [[0]] * a.shape[0]):  # A k = 0
            return kernel
    raise AssertionError("there are infinitely many primes")


def singular(a: IntegerMatrix, why: str, kernel: ExactVector | None = None) -> SingularMatrixError:
    """The error for a singular square matrix, with its witness."""
    kernel = find_kernel(a) if kernel is None else kernel
    if kernel is None:
        raise ArithmeticError("no kernel vector: the columns are independent")
    message = f"the matrix has no inverse: {why}; A k = 0 for k = {kernel}"
    return SingularMatrixError(message, kernel)


def _substitute(
    system: SquareSystem, b: Sequence[Sequence[int]], columns: int | None
) -> ExactMatrix:
    """The x with A x = b for rows of integers b, verified; `columns` where b has no rows.

    A SingularBlockError says that a block has no inverse, as far as one prime tells.
    """
    a, form = system.given, system.form
    n = a.shape[0]
    if columns is None:
        columns = len(b[0]) if b else 0
    if b and columns == 0:
        x0 = _substitute(system, [[0]] * n, 1)
        return ExactMatrix.of_blocks(x0.denominators, x0.block_of, [[]] * n, 0, info=x0.info)
    right = [b[i] for i in form.rows.tolist()]  # P b, for L = P A Q
    filled = system.method is None and _MAX_PLACES_PER_ENTRY * len(a.data) > n * n
    filled = filled and len(form.start) > _MIN_FILLED_BLOCKS + 1
    if filled and np.diff(form.start).max() <= MAX_UNKNOWNS_BY_FLINT:
        return _substitute_filled(system, b, right, columns)
    solution = Solution(right, columns, len(form.start) - 1)
    solution.spend("block form", system.seconds)
    parts = batches = None
    if system.kept is None and b and (current() is not None or resumable()):
        from exactbox.linalg.square.parts import Parts

        parts = Parts(system, b, columns)
        solution.x = parts.values
    widest = np.diff(form.depth).max(initial=0)  # blocks that do not need each other
    small = system.matrix.data.dtype != object
    if system.method is None and widest >= MIN_BATCH_BLOCKS and small:
        batches = Batches(system.matrix, form, system.inner, right, columns)
    # blocks first .. last - 1 of one depth need those of lower depths, and none of each other
    for depth, (first, last) in enumerate(pairwise(form.depth.tolist())):
        rest: Sequence[int] = range(first, last)
        if batches is not None and last - first >= MIN_BATCH_BLOCKS:
            started = perf_counter()
            left_over = np.ones(last - first, dtype=bool)
            for solved in batches.solve(first, last):
                left_over[solved.blocks - first] = False
                solution.accept(solved)
            solution.spend("batches", perf_counter() - started)
            rest = (first + np.flatnonzero(left_over)).tolist()  # numbers beyond 64 bits
        if parts is None or not parts.solve(depth, rest, solution):
            for e in rest:
                system.solve_block(e, solution)
        if batches is not None:
            for e in rest:
                if solution.denominators[e].bit_length() <= 63:
                    low, high = form.start[e : e + 2]
                    batches.remember(e, solution.x[low:high], solution.denominators[e])
        if parts is not None:
            parts.note(first, last, solution.denominators)
    place = np.empty(n, dtype=np.int64)
    place[form.columns] = np.arange(n)  # x_j of the given system is x[place[j]]
    handed_out = parts if parts is not None and parts.handed_out else None
    x = solution.x  # n of x_k = n / d_k, by unknown
    info = SolveInfo(
        n, len(form.start) - 1, solution.largest, dict(solution.methods), solution.seconds
    )
    result = ExactMatrix.of_blocks(
        solution.denominators,
        system.block_of[place].tolist(),
        handed_out.numerators(place) if handed_out else [x[p] for p in place.tolist()],
        columns,
        info=info,
    )
    started = perf_counter()
    if handed_out is not None:
        holds = handed_out.verify_rest(solution.denominators)
    else:
        holds = multiplies_back(a, result, b)  # A x = b in integers
    if not holds:
        raise ArithmeticError("A x == b failed in exact integers: this is a bug, please report it")
    solution.spend("verification", perf_counter() - started)
    return result


def _substitute_filled(
    system: SquareSystem, b: Sequence[Sequence[int]], right: list[Any], columns: int
) -> ExactMatrix:
    """The x with A x = b where small blocks have filled rows beside them: over one denominator.

    Successive blocks are solved together, as many as FLINT eliminates without fractions.
    """
    started = perf_counter()
    p, form, n = system.matrix, system.form, system.given.shape[0]
    start, row_of = form.start.tolist(), p.row_of
    x, d, low = list[fmpz](), fmpz(1), 0  # x / d are the first unknowns
    while low < n:
        # whole blocks, as many as fit
        high = start[bisect_right(start, low + MAX_UNKNOWNS_BY_FLINT) - 1]
        # rows low .. high - 1 of L, which have no entries from column `high` on
        size, inside = high - low, slice(p.indptr[low], p.indptr[high])
        rows = np.zeros((size, high), dtype=p.data.dtype)
        rows[row_of[inside] - low, p.indices[inside]] = p.data[inside]
        # r = d b_k - L_k,<k x, for x over d
        r = d * fmpz_mat(size, columns, list(chain.from_iterable(right[low:high])))
        if low:
            beside = fmpz_mat(size, low, rows[:, :low].ravel().tolist())
            r -= beside * fmpz_mat(low, columns, x)
        own = fmpz_mat(size, size, rows[:, low:].ravel().tolist())
        try:
            numerators, more = own.solve(r).numer_denom()  # L_kk n = more r
        except ZeroDivisionError:
            raise SingularBlockError("its columns are dependent") from None
        x, d = [more * e for e in x] if more != 1 else x, d * more  # the same x / d
        x += numerators.entries()  # x_k = n / d, below the earlier ones
        low = high
        report_done(high, n)
    place = np.empty(n, dtype=np.int64)
    place[form.columns] = np.arange(n)
    numbers = fmpz_mat(n, columns, [e for i in place.tolist() for e in x[i * columns :][:columns]])
    solved = perf_counter()
    sizes = np.diff(form.start)
    info = SolveInfo(
        n,
        len(sizes),
        BlockInfo(int(sizes.max()), "flint", "small, its rows filled"),
        {"flint": len(sizes)},
        {},
    )
    result = ExactMatrix.of_flint(numbers, d, info)
    if not multiplies_back(system.given, result, b):
        raise ArithmeticError("A x == b failed in exact integers: this is a bug, please report it")
    seconds = {"block form": system.seconds, "flint": solved - started}
    info.seconds.update(seconds, verification=perf_counter() - solved)
    return result

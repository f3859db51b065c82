"""Any shape, any rank: null spaces, ranks, echelon forms and all solutions.

Elimination modulo a prime (`echelon`) picks rows R and columns C whose minor is not zero, so the
rank is at least r = |C|. With F the other columns,

    K[C] = -A[R, C]^-1 A[R, F],   K[F] = 1

is solved exactly, and ``A K = 0`` is checked in exact integers on all rows: so the rank is at most
r, K is a basis of the null space, and nothing depends on luck. An unlucky prime gives a rank that
is too small, A K is not zero, and the next prime is taken.

Where C are to be the leftmost independent columns, as in the reduced row echelon form, column f of
K must involve pivots left of f only. Modulo the prime it does; that it does exactly is checked too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np
from flint import fmpq, fmpz

from exactbox.linalg.echelon import column_profile, primes, rank_profile
from exactbox.linalg.entries import Floats
from exactbox.linalg.errors import InconsistentSystemError, SingularMatrixError
from exactbox.linalg.exact import ExactMatrix, ExactVector
from exactbox.linalg.info import ReportDone
from exactbox.linalg.reading import read_matrix, read_right_side
from exactbox.linalg.signatures import general_solver
from exactbox.linalg.sparse import IntegerMatrix
from exactbox.linalg.sparserow import SparseRow, compact
from exactbox.linalg.system import solve_system
from exactbox.linalg.verification import annihilates, multiplies_back

Profile = Callable[[IntegerMatrix, int], tuple[list[int], list[int]]]


Particular = TypeVar("Particular", bound=ExactMatrix, covariant=True)


@dataclass(frozen=True)
class GeneralSolution(Generic[Particular]):
    """All solutions of A x = b: ``particular + nullspace t`` for every t.

    Attributes
    ----------
    particular : ExactVector or ExactMatrix
        One solution (for each column of b), zero at all columns that are not pivots.
    nullspace : ExactMatrix, shape (n, n - rank)
        As `exactbox.linalg.nullspace`.
    rank : int
    pivots : tuple of rank ints
        The leftmost independent columns of A.
    """

    particular: Particular
    nullspace: ExactMatrix
    rank: int
    pivots: tuple[int, ...]


def rank(a: Any, *, floats: Floats = None, progress: ReportDone | None = None) -> int:
    """The rank of a matrix, exactly.

    Parameters
    ----------
    a : matrix, shape (m, n)
        As `exactbox.linalg.solve` takes it.
    floats : {None, "exact", "decimal"}
        As in `exactbox.linalg.solve`.
    progress : callable, optional
        Called as ``progress(done, total)``.

    Raises
    ------
    TypeError, ValueError
        As `exactbox.linalg.solve`.

    Examples
    --------
    >>> from exactbox.linalg import rank
    >>> rank([[1, 2], [2, 4], [0, 0]])
    1
    """
    matrix, _ = read_matrix(a, floats=floats)
    m, n = matrix.shape
    found = len(rank_profile(matrix, next(primes()))[0])
    if found == min(m, n):
        return found
    wide = matrix if n <= m else matrix.transposed()  # the fewer columns, the smaller the proof
    return len(_core(wide, rank_profile, progress).pivots)


def nullspace(
    a: Any, *, integer: bool = False, floats: Floats = None, progress: ReportDone | None = None
) -> ExactMatrix:
    """A basis of the x with A x = 0, as columns.

    Parameters
    ----------
    a : matrix, shape (m, n)
        As `exactbox.linalg.solve` takes it.
    integer : bool
        Scale every column to coprime integers.
    floats : {None, "exact", "decimal"}
        As in `exactbox.linalg.solve`.
    progress : callable, optional
        Called as ``progress(done, total)``.

    Returns
    -------
    ExactMatrix, shape (n, n - rank)
        One column for each column f of A that depends on those to its left: 1 at f (with `integer`
        a positive integer) and 0 at the others of that kind, which is SymPy's basis. Mostly zero
        rows are stored sparsely. ``A K == 0`` has been verified.

    Raises
    ------
    TypeError, ValueError
        As `exactbox.linalg.solve`.

    Examples
    --------
    >>> from exactbox.linalg import nullspace
    >>> nullspace([[2, 3, 0], [0, 0, 1]])
    ExactMatrix([[-3/2], [1], [0]])
    >>> nullspace([[2, 3, 0], [0, 0, 1]], integer=True)
    ExactMatrix([[-3], [2], [0]])
    """
    matrix, _ = read_matrix(a, floats=floats)
    basis = _core(matrix, column_profile, progress).basis
    return _primitive(basis) if integer else basis


def rref(
    a: Any, *, floats: Floats = None, progress: ReportDone | None = None
) -> tuple[ExactMatrix, tuple[int, ...]]:
    """The reduced row echelon form and its pivot columns.

    Parameters
    ----------
    a : matrix, shape (m, n)
        As `exactbox.linalg.solve` takes it.
    floats : {None, "exact", "decimal"}
        As in `exactbox.linalg.solve`.
    progress : callable, optional
        Called as ``progress(done, total)``.

    Returns
    -------
    ExactMatrix, shape (m, n)
    tuple of int

    Raises
    ------
    TypeError, ValueError
        As `exactbox.linalg.solve`.

    Examples
    --------
    >>> from exactbox.linalg import rref
    >>> rref([[1, 2, 3], [2, 4, 7]])
    (ExactMatrix([[1, 2, 0], [0, 0, 1]]), (0, 2))
    """
    matrix, _ = read_matrix(a, floats=floats)
    m, n = matrix.shape
    core = _core(matrix, column_profile, progress)
    denominators, block_of, rows = [*core.basis.denominators, fmpz(1)], [], []
    for j in core.pivots:
        block = core.basis.block_of[j]
        entries = {core.free[k]: -e for k, e in core.basis.entries_of_row(j)}
        entries[j] = core.basis.denominators[block]
        order = sorted(entries)
        rows.append(SparseRow(order, [entries[k] for k in order], n))
        block_of.append(block)
    missing = m - len(rows)
    rows += [SparseRow([], [], n)] * missing
    block_of += [len(denominators) - 1] * missing
    return ExactMatrix(denominators, block_of, rows, n), tuple(core.pivots)


@general_solver
def solve_general(
    a: Any, b: Any, *, floats: Floats = None, progress: ReportDone | None = None
) -> GeneralSolution[Any]:
    """All solutions of A x = b, for A of any shape and rank.

    Parameters
    ----------
    a : matrix, shape (m, n)
        As `exactbox.linalg.solve` takes it.
    b : vector of m entries, or matrix with m rows
    floats : {None, "exact", "decimal"}
        As in `exactbox.linalg.solve`.
    progress : callable, optional
        Called as ``progress(done, total)``.

    Raises
    ------
    InconsistentSystemError
        If there is no solution; its ``witness`` is a y with y^T A = 0 and y^T b != 0.
    TypeError, ValueError
        As `exactbox.linalg.solve`.

    Examples
    --------
    >>> from exactbox.linalg import solve_general
    >>> found = solve_general([[1, 1, 1]], [6])
    >>> found.particular, found.nullspace
    (ExactVector([6, 0, 0]), ExactMatrix([[-1, -1], [1, 0], [0, 1]]))
    """
    matrix, scale = read_matrix(a, floats=floats)
    right, extra, columns, vector = read_right_side(b, matrix.shape[0], scale, floats=floats)
    scales = [s * e for s, e in zip(scale, extra, strict=True)]
    core = _core(matrix.with_rows_times(extra), column_profile, progress, right, columns, scales)
    x = _particular(core)
    return GeneralSolution(
        x.as_vector() if vector else x, core.basis, len(core.pivots), tuple(core.pivots)
    )


def _particular(core: _Core) -> ExactMatrix:
    """The solution that was asked for with a right side."""
    if core.particular is None:
        raise ArithmeticError("a right side was given, and no solution found")
    return core.particular


def solve_tall(
    a: IntegerMatrix,
    b: Sequence[Sequence[int]],
    columns: int,
    scales: Sequence[int],
    progress: ReportDone | None = None,
) -> ExactMatrix:
    """The unique solution for a matrix that is not square, or the error that says why not.

    `scales` is what the rows of both were multiplied by.
    """
    core = _core(a, rank_profile, progress, b, columns, scales)
    n = a.shape[1]
    if len(core.pivots) < n:
        column = _primitive(core.basis)
        kernel = ExactVector.of_integers([int(column.parts(i, 0)[0]) for i in range(n)])
        raise SingularMatrixError(
            f"the solution is not unique: rank {len(core.pivots)}, need {n} as there are unknowns",
            kernel,
        )
    return _particular(core)


@dataclass(frozen=True)
class _Core:
    """A[rows, pivots] has an inverse; the null space has a basis vector for each free column."""

    rows: list[int]
    pivots: list[int]
    free: list[int]
    basis: ExactMatrix
    particular: ExactMatrix | None


def _core(
    a: IntegerMatrix,
    profile: Profile,
    progress: ReportDone | None,
    b: Sequence[Sequence[int]] | None = None,
    columns: int = 0,
    scales: Sequence[int] = (),
) -> _Core:
    """Rank, null space and, if there is a right-hand side, one solution; all verified."""
    n = a.shape[1]
    for prime in primes():
        rows, pivots = profile(a, prime)
        inside = set(pivots)
        free = [j for j in range(n) if j not in inside]
        square = a.permuted(np.array(rows, dtype=np.int64), np.array(pivots, dtype=np.int64))
        others = a.permuted(np.array(rows, dtype=np.int64), np.array(free, dtype=np.int64))
        right = [[-e for e in row] for row in others.dense()]
        if b is not None:
            right = [[*row, *b[i]] for row, i in zip(right, rows, strict=True)]
        # A[R, C] x = [-A[R, F]  b[R]]
        x = solve_system(square, right, progress=progress, nonsingular=True)
        basis = _scattered(x, pivots, free, 0, len(free), n)
        if not annihilates(a, basis):  # rank A > r: the prime was unlucky
            continue
        if profile is column_profile and not _leftmost(basis, pivots, free):
            continue
        if b is None:
            return _Core(rows, pivots, free, basis, None)
        particular = _scattered(x, pivots, [], len(free), columns, n)
        if not multiplies_back(a, particular, b):
            raise _inconsistent(a, b, particular, rows, pivots, scales)
        return _Core(rows, pivots, free, basis, particular)
    raise AssertionError("there are infinitely many primes")


def _leftmost(basis: ExactMatrix, pivots: list[int], free: list[int]) -> bool:
    """Whether each column that is not a pivot depends on pivots to its left."""
    return all(j < free[k] for j in pivots for k, _ in basis.entries_of_row(j))


def _scattered(
    x: ExactMatrix, pivots: list[int], free: list[int], first: int, width: int, n: int
) -> ExactMatrix:
    """`width` columns of x from `first` on at rows `pivots`, a unit matrix at those in `free`."""
    one = len(x.denominators)
    block_of = [one] * n
    rows: list[Sequence[fmpz]] = [SparseRow([], [], width)] * n
    for k, j in enumerate(pivots):
        rows[j] = compact(x.numerators[k][first : first + width])
        block_of[j] = x.block_of[k]
    for k, j in enumerate(free):
        rows[j] = SparseRow([k], [fmpz(1)], width)
    return ExactMatrix([*x.denominators, fmpz(1)], block_of, rows, width, info=x.info)


def _primitive(basis: ExactMatrix) -> ExactMatrix:
    """Every column times the positive rational that makes its entries coprime integers."""
    columns: list[list[tuple[int, fmpz, fmpz]]] = [[] for _ in range(basis.columns)]
    for i, j, n, d in basis.entries():
        columns[j].append((i, n, d))
    rows: list[dict[int, fmpz]] = [{} for _ in range(len(basis))]
    for j, entries in enumerate(columns):
        common, content = fmpz(1), fmpz(0)
        for _, _, d in entries:
            common = common.lcm(d)
        for _, n, d in entries:
            content = content.gcd(n * (common // d))
        for i, n, d in entries:
            rows[i][j] = n * (common // d) // content
    stored = [SparseRow(list(row), list(row.values()), basis.columns) for row in rows]
    return ExactMatrix([fmpz(1)], [0] * len(stored), stored, basis.columns)


def _inconsistent(
    a: IntegerMatrix,
    b: Sequence[Sequence[int]],
    x: ExactMatrix,
    rows: list[int],
    pivots: list[int],
    scales: Sequence[int],
) -> InconsistentSystemError:
    """The error with its witness: an equation that x violates, less what R says it is."""
    m, n = a.shape

    def holds(suspects: list[int], column: int) -> bool:
        part = a.permuted(np.array(suspects), np.arange(n))
        only = ExactMatrix(x.denominators, x.block_of, [[row[column]] for row in x.numerators], 1)
        return multiplies_back(part, only, [[b[i][column]] for i in suspects])

    suspects = list(range(m))
    column = next(c for c in range(x.columns) if not holds(suspects, c))
    while len(suspects) > 1:
        half = suspects[: len(suspects) // 2]
        suspects = suspects[len(half) :] if holds(half, column) else half
    row = suspects[0]
    core = a.permuted(np.array(rows, dtype=np.int64), np.array(pivots, dtype=np.int64))
    wanted = a.permuted(np.array([row]), np.array(pivots, dtype=np.int64)).dense()[0]
    # y^T A = 0 for y = 1 at the row, -z at R, where z^T A[R, C] = A[row, C]
    z = solve_system(core.transposed(), [[e] for e in wanted], nonsingular=True)
    y = {row: fmpq(1)} | {i: -fmpq(*z.parts(k)) for k, i in enumerate(rows)}
    scaled = [int(e) for e in _coprime([y.get(i, fmpq(0)) for i in range(m)])]
    against = sum(e * b[i][column] for i, e in enumerate(scaled))
    if against == 0 or not annihilates(a.transposed(), ExactVector.of_integers(scaled)):
        raise ArithmeticError("y^T A == 0 failed in exact integers: this is a bug")
    witness = _coprime([fmpq(e) * s for e, s in zip(scaled, scales, strict=True)])
    return InconsistentSystemError(
        f"the system has no solution: equation {row} contradicts others",
        ExactVector.of_integers([int(e) for e in witness]),
    )


def _coprime(entries: Sequence[fmpq]) -> list[fmpz]:
    """These rationals, not all 0, scaled to coprime integers, the first of them positive."""
    common = fmpz(1)
    for e in entries:
        common = common.lcm(e.q)
    whole = [e.p * (common // e.q) for e in entries]
    content = fmpz(0)
    for e in whole:
        content = content.gcd(e)
    if next(e for e in whole if e != 0) < 0:
        content = -content
    return [e // content for e in whole]

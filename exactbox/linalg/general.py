"""Any shape, any rank: null spaces, echelon forms and all solutions, by `reduction`."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, cast

from flint import fmpq, fmpz

from exactbox.linalg.errors import SingularMatrixError
from exactbox.linalg.matrices.entries import Floats
from exactbox.linalg.matrices.matrix_inputs import (
    System,
    read_labelled,
    read_scaled,
    read_system,
    without_right_side,
)
from exactbox.linalg.matrices.small import (
    MAX_ECHELON_PLACES,
    all_solutions,
    echelon_form,
    null_space,
    read_small,
    read_small_system,
)
from exactbox.linalg.reduction import reduction
from exactbox.linalg.results.echelon import EchelonForm
from exactbox.linalg.results.exact import ExactMatrix, ExactVector
from exactbox.linalg.results.general_solution import GeneralSolution
from exactbox.linalg.results.ratios import coprime
from exactbox.linalg.results.rows import SparseRow
from exactbox.parallel import in_counting_context
from exactbox.progress import ReportDone

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor

    from exactbox.linalg.signatures import GeneralSolver


@in_counting_context
def nullspace(
    a: Any,
    *,
    integer: bool = False,
    floats: Floats = None,
    progress: ReportDone | None = None,
    executor: Executor | None = None,
) -> ExactMatrix:
    """A basis of the x with A x = 0, as columns; ``A K == 0`` has been verified.

    There is a column for each column f of A that depends on those to its left: 1 at f (with
    `integer`, which scales to coprime integers, a positive one) and 0 at the others of that kind.
    That is SymPy's basis. Rows that are mostly zero are stored sparsely. Other arguments are
    explained in `exactbox.linalg`.

    Examples
    --------
    >>> from exactbox.linalg import nullspace
    >>> nullspace([[2, 3, 0], [0, 0, 1]])
    ExactMatrix([[-3/2], [1], [0]])
    >>> nullspace([[2, 3, 0], [0, 0, 1]], integer=True)
    ExactMatrix([[-3], [2], [0]])
    """
    a, labels = read_labelled(a, floats)
    if (
        floats is None
        and (small := read_small(a, MAX_ECHELON_PLACES, MAX_ECHELON_PLACES)) is not None
    ):
        found, d, _ = null_space(small[0])
        basis = ExactMatrix.of_flint(found, d)
    else:
        matrix, _ = read_scaled(a, floats=floats)
        basis = reduction(without_right_side(matrix)).basis
    basis = _primitive(basis) if integer else basis
    return basis.with_labels(labels.columns) if labels.columns else basis


@in_counting_context
def rref(
    a: Any,
    *,
    floats: Floats = None,
    progress: ReportDone | None = None,
    executor: Executor | None = None,
) -> EchelonForm:
    """The reduced row echelon form, of the shape of A, and its pivot columns.

    The arguments are explained in `exactbox.linalg`.

    Examples
    --------
    >>> from exactbox.linalg import rref
    >>> rref([[1, 2, 3], [2, 4, 7]])
    (ExactMatrix([[1, 2, 0], [0, 0, 1]]), (0, 2))
    """
    a, labels = read_labelled(a, floats)
    if (
        floats is None
        and (small := read_small(a, MAX_ECHELON_PLACES, MAX_ECHELON_PLACES)) is not None
    ):
        echelon, d, columns = echelon_form(small[0])
        form = ExactMatrix.of_flint(echelon, d)
        form = form.with_labels(None, labels.columns) if labels.columns else form
        return EchelonForm(form, tuple(columns))
    matrix, _ = read_scaled(a, floats=floats)
    m, n = matrix.shape
    core = reduction(without_right_side(matrix))
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
    form = ExactMatrix.of_blocks(denominators, block_of, rows, n)
    return EchelonForm(form.with_labels(None, labels.columns), tuple(core.pivots))


def rref_steps(a: Any, *, floats: Floats = None) -> list[tuple[str, ExactMatrix]]:
    """Gauss-Jordan elimination as one does it by hand: each row operation, and the matrix after it.

    Column by column the first entry that is not 0 is moved up, divided by itself, and taken from
    all other rows; the last matrix is the form of `rref`. Rows are counted from 1. For small
    matrices: every step is a matrix. The arguments are explained in `exactbox.linalg`.

    Examples
    --------
    >>> from exactbox.linalg import rref_steps
    >>> for operation, matrix in rref_steps([[0, 2], [3, 6]]):
    ...     print(f"{operation}: {matrix.tolist()[0]}")
    swap row 1 and row 2: [Fraction(3, 1), Fraction(6, 1)]
    row 1 / 3: [Fraction(1, 1), Fraction(2, 1)]
    row 2 / 2: [Fraction(1, 1), Fraction(2, 1)]
    row 1 - 2 row 2: [Fraction(1, 1), Fraction(0, 1)]
    """
    a, labels = read_labelled(a, floats)
    rows: list[list[Fraction]] = ExactMatrix(a, floats=floats).tolist()
    steps: list[tuple[str, ExactMatrix]] = []

    def note(operation: str) -> None:
        steps.append((operation, ExactMatrix(rows).with_labels(None, labels.columns)))

    top = 0  # rows above it have a pivot
    for j in range(len(rows[0]) if rows else 0):
        k = next((i for i in range(top, len(rows)) if rows[i][j]), None)
        if k is None:
            continue
        if k != top:
            rows[top], rows[k] = rows[k], rows[top]
            note(f"swap row {top + 1} and row {k + 1}")
        if (pivot := rows[top][j]) != 1:
            rows[top] = [e / pivot for e in rows[top]]
            size = f"{pivot}" if pivot.denominator == 1 and pivot > 0 else f"({pivot})"
            note(f"row {top + 1} / {size}")
        for i, row in enumerate(rows):
            if i != top and (factor := row[j]):
                rows[i] = [e - factor * p for e, p in zip(row, rows[top], strict=True)]
                size = "" if abs(factor) == 1 else f"{abs(factor)} "
                note(f"row {i + 1} {'-' if factor > 0 else '+'} {size}row {top + 1}")
        top += 1
    return steps


@cast("Callable[[Any], GeneralSolver]", in_counting_context)
def solve_general(
    a: Any,
    b: Any,
    *,
    floats: Floats = None,
    progress: ReportDone | None = None,
    executor: Executor | None = None,
) -> GeneralSolution[Any]:
    """All solutions of A x = b, for A of any shape and rank.

    The arguments are explained in `exactbox.linalg`.

    Raises
    ------
    InconsistentSystemError
        If there is no solution; its ``witness`` is a y with y^T A = 0 and y^T b != 0.

    Examples
    --------
    >>> from exactbox.linalg import solve_general
    >>> found = solve_general([[1, 1, 1]], [6])
    >>> found.particular, found.nullspace
    (ExactVector([6, 0, 0]), ExactMatrix([[-1, -1], [1, 0], [0, 1]]))
    """
    a, labels = read_labelled(a, floats)
    if (
        floats is None
        and (small := read_small_system(a, b, MAX_ECHELON_PLACES, MAX_ECHELON_PLACES)) is not None
        and (found := all_solutions(*small)) is not None
    ):
        numerators, basis, d, leftmost = found
        solution = ExactMatrix.of_flint(numerators, d).as_vector()
        kernel = ExactMatrix.of_flint(basis, d)
        return GeneralSolution(solution, kernel, len(leftmost), tuple(leftmost))
    system = read_system(a, b, floats=floats)
    core = reduction(system)
    x = core.particular.as_vector() if system.vector else core.particular
    basis = core.basis
    if labels.columns:
        x, basis = x.with_labels(labels.columns), basis.with_labels(labels.columns)
    return GeneralSolution(x, basis, len(core.pivots), tuple(core.pivots))


def solve_tall(system: System) -> ExactMatrix:
    """The unique solution for a matrix that is not square, or the error that says why not."""
    core = reduction(system, leftmost=False)
    n = system.a.shape[1]
    if len(core.pivots) < n:
        kernel = _first_column(core.basis)
        raise SingularMatrixError(
            f"the solution is not unique: rank {len(core.pivots)}, need {n} for {n} unknowns",
            kernel,
        )
    return core.particular


def _first_column(basis: ExactMatrix) -> ExactVector:
    """The first column times the rational that makes its entries coprime, the first positive."""
    column = [fmpq(*basis.parts(i, 0)) for i in range(len(basis))]
    return ExactVector.of_integers(coprime(column))


def _primitive(basis: ExactMatrix) -> ExactMatrix:
    """Every column times the positive rational that makes its entries coprime integers."""
    if all(basis.denominators[e] == 1 for e in set(basis.block_of)):
        return basis  # every column has an entry 1
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
    return ExactMatrix.of_blocks([fmpz(1)], [0] * len(stored), stored, basis.columns)

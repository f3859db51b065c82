"""`solve`: read, choose what kind of system it is, solve.

Square systems go to `system`, single unknowns to `partial`, other shapes to `general`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any, cast
from warnings import warn

from exactbox.linalg.matrices.entries import Floats
from exactbox.linalg.matrices.matrix_inputs import (
    System,
    read_rational,
    read_right_side,
)
from exactbox.linalg.matrices.small import (
    MAX_ECHELON_PLACES,
    MAX_FLINT_ORDER,
    integers_of,
    read_small_system,
)
from exactbox.linalg.results.exact import ExactMatrix, ExactVector
from exactbox.linalg.square.direct import (
    is_small_and_dense,
    solve_directly,
    solve_integers_directly,
    solve_tall_directly,
)
from exactbox.parallel import in_counting_context
from exactbox.progress import ReportDone, report_done

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from exactbox.linalg.signatures import Method, Solver

METHODS = ("auto", "lift", "dixon", "eliminate")  # all but the first are in `square.methods`


@cast("Callable[[Any], Solver]", in_counting_context)
def solve(
    a: Any,
    b: Any,
    *,
    method: Method = "auto",
    floats: Floats = None,
    want: Sequence[int] | None = None,
    progress: ReportDone | None = None,
    executor: Executor | None = None,
) -> ExactMatrix:
    """The unique x with A x = b, exactly; ``A x == b`` has been verified in integers.

    Other arguments are explained in `exactbox.linalg`.

    Parameters
    ----------
    a : matrix, shape (m, n)
        Of any kind that the head of `exactbox.linalg` has; square, or with more equations than
        unknowns.
    b : vector of m entries, or matrix with m rows
        Several columns are several systems.
    method : {"auto", "lift", "dixon", "eliminate"}
        For each diagonal block of the block triangular form. "auto" chooses; "lift" is
        numeric-symbolic lifting (Wan 2006), an `exactbox.linalg.LiftingError` where floats are too
        inaccurate for it; "dixon" p-adic lifting of a dense block in FLINT (Dixon 1982);
        "eliminate" sparse elimination (Markowitz 1957).
    want : indices, optional
        Compute these unknowns only, in this order, looking only at the equations that they depend
        on.

    Returns
    -------
    ExactVector for a vector b, ExactMatrix for a matrix b
        Its ``info`` says which methods solved it.

    Raises
    ------
    SingularMatrixError
        If A is square and has no inverse, whatever b is (`exactbox.linalg.solve_general` says which
        solutions there are, or that there are none); and if it is not square and there are several
        solutions. Its ``kernel`` is a non-zero vector with A kernel = 0.
    InconsistentSystemError
        If A is not square and there is no solution at all; its ``witness`` is a y with y^T A = 0
        and y^T b != 0.

    Examples
    --------
    >>> from fractions import Fraction
    >>> x = solve([[2, 1], [1, Fraction(1, 3)]], [1, 0])
    >>> list(x)
    [Fraction(-1, 1), Fraction(3, 1)]
    """
    if method not in METHODS:
        raise ValueError(f"method is {method!r}, need one of {', '.join(METHODS)}")
    started = perf_counter()
    plain = method == "auto" and want is None
    small = plain and floats is None and not hasattr(a, "tocoo")
    if small and (x := _solve_at_once(a, b)) is not None:
        report_done(x.shape[0], x.shape[0])
        return x
    read = read_rational(a, floats=floats)
    m, n = read.shape
    solution = None
    if plain and is_small_and_dense(read):
        right = read_right_side(b, m, [1] * m, floats=floats)
        reading, vector = perf_counter() - started, right.vector
        solution = solve_directly(read, right)
        if solution is not None:
            report_done(n, n)
    if solution is None:  # small systems load none of this
        solve_block, places = None, None
        if method != "auto":
            from exactbox.linalg.square import methods

            solve_block = getattr(methods, method)
        if want is not None:
            from exactbox.linalg.partial import checked_places, solve_entries

            places = checked_places(want, n)
        matrix, scale = read.scaled
        rows, extra, columns, vector = read_right_side(b, m, scale, floats=floats)
        system = matrix.scale_rows(extra)
        reading = perf_counter() - started
        if m != n:
            from exactbox.linalg.general import solve_tall

            scales = [s * e for s, e in zip(scale, extra, strict=True)]
            solution = solve_tall(System(system, rows, columns, scales))
            solution = solution if places is None else solution[places]
        elif places is not None:
            solution = solve_entries(system, rows, places, solve_block, columns)
        else:
            from exactbox.linalg.square.system import solve_over, solve_system, square_system

            if system.data.dtype == matrix.data.dtype:
                solution = solve_system(system, rows, method=solve_block, columns=columns)
            else:  # with b's denominators the rows of A would not fit in 64 bits
                whole = square_system(matrix, method=solve_block)
                solution = solve_over(whole, rows, extra, columns)
    if solution.info is not None:
        solution.info.seconds["reading"] = reading
    solution = solution.as_vector() if vector else solution
    if (names := read.labels.columns) is None:
        return solution
    return solution.with_labels(names if want is None else [names[j] for j in want])


def _old_name(name: str, method: Method) -> Solver:
    """`solve` by this method under the name that it had, which warns."""

    def old(a: Any, b: Any, **options: Any) -> ExactMatrix:
        instead = f"exactbox.linalg.solve(a, b, method={method!r})"
        warn(f"{name}(a, b) is {instead} now", DeprecationWarning, stacklevel=2)
        x: ExactMatrix = solve(a, b, method=method, **options)
        return x

    old.__name__ = name
    old.__doc__ = f"``solve(a, b, method={method!r}, **options)``; this name will go."
    return cast("Solver", old)


lift = _old_name("lift", "lift")
dixon = _old_name("dixon", "dixon")
eliminate = _old_name("eliminate", "eliminate")
solve_modular = _old_name("solve_modular", "dixon")  # Chinese remainders were slower


def _solve_at_once(a: Any, b: Any) -> ExactMatrix | None:
    """The solution for small lists of numbers; None for all else, also where there is none."""
    small = read_small_system(a, b, MAX_ECHELON_PLACES, MAX_ECHELON_PLACES)
    if small is not None:
        matrix, right = small
        m, n = matrix.nrows(), matrix.ncols()
        if m == n:
            return (
                solve_integers_directly(matrix, right, ExactVector)
                if n <= MAX_FLINT_ORDER
                else None
            )
        return solve_tall_directly(matrix, right) if m > n else None
    square = integers_of(a, MAX_FLINT_ORDER)
    columns = None if square is None else integers_of(b, MAX_FLINT_ORDER)
    if square is None or columns is None or not square.nrows() == square.ncols() == columns.nrows():
        return None
    return solve_integers_directly(square, columns)

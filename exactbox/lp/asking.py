"""Questions: programs of matrices and vectors, in SciPy's words and in those of a file."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import inf
from typing import Any

import numpy as np

from exactbox.linalg.matrices.entries import Floats, exact_ratio
from exactbox.linalg.matrices.matrix_inputs import read_scaled
from exactbox.lp.answer import ProgramAnswer
from exactbox.lp.pivots import Steps
from exactbox.lp.program import Bound, LinearProgram, Rows, assembled
from exactbox.lp.solving import solve
from exactbox.showing import counted, show


def linear_program(
    c: Any,
    a: Any = None,
    row_lower: Any = None,
    row_upper: Any = None,
    lower: Any = 0,
    upper: Any = None,
    *,
    maximize: bool = False,
    constant: Any = 0,
    row_names: Sequence[str] | None = None,
    column_names: Sequence[str] | None = None,
    name: str = "",
    floats: Floats = None,
) -> LinearProgram:
    """A linear program: c x where row_lower <= A x <= row_upper and lower <= x <= upper.

    Parameters
    ----------
    c : vector of n numbers
    a : matrix, shape (m, n), optional
        As `exactbox.linalg.solve` takes it: dense, sparse, of any package, or the path of a file.
    row_lower, row_upper, lower, upper : vectors of bounds, or one bound for all
        None, or an infinite float on the right side, for none.
    constant : number
        Added to the objective.
    floats : {None, "exact", "decimal"}
        What to do with floats that are not whole, which are refused by default, as in
        `exactbox.linalg.solve`.

    Raises
    ------
    TypeError, ValueError
        If a number is none, lengths differ, or a name is there twice; it says where.

    Notes
    -----
    Bounds may be crossed: nothing is feasible then. One of the two becomes a row, NAME_lower of a
    column, NAME_upper of a row, so that weights of rows refute the program.

    Examples
    --------
    >>> linear_program([1, 1], [["1/2", 1]], row_lower=["0.1"])
    LinearProgram(minimise, 1 row, 2 columns, 2 non-zeros)
    """
    cost = _vector("c", c, floats)
    n = len(cost)
    rows = _read_rows(({}, (0, n)) if a is None else a, n, floats)
    m, names = len(rows[1]), (tuple(column_names or ()), tuple(row_names or ()))
    low = _bounds(lower, n, "lower", floats) + _bounds(row_lower, m, "row_lower", floats)
    high = _bounds(upper, n, "upper", floats) + _bounds(row_upper, m, "row_upper", floats)
    added = _number_at("the constant", constant, floats)
    about = {"constant": added, "maximize": bool(maximize), "name": name}
    return assembled(rows, cost, low, high, names, **about)


def linprog(
    c: Any,
    A_ub: Any = None,
    b_ub: Any = None,
    A_eq: Any = None,
    b_eq: Any = None,
    bounds: Any = (0, None),
    *,
    maximize: bool = False,
    floats: Floats = None,
) -> ProgramAnswer:
    """minimise (or maximise) c x where A_ub x <= b_ub, A_eq x = b_eq, and x is within bounds.

    Parameters
    ----------
    c : vector of n numbers
        Ints, Fractions, strings such as "1/3" and "0.1"; floats as `linear_program` says.
    A_ub, A_eq : matrices with n columns, optional
        Dense or sparse, as `exactbox.linalg.solve` takes them.
    b_ub, b_eq : vectors
        Right-hand sides, as many as there are rows.
    bounds : pair, or sequence of n pairs
        Lower and upper bounds of x; None, or an infinity, for none.

    Returns
    -------
    ProgramAnswer
        Exact and verified; its ``duals`` are first those of A_ub.

    Raises
    ------
    TypeError, ValueError
        If a number is none, or shapes do not fit; it says where.

    See Also
    --------
    feasible : a point, or why there is none.
    matrix_game : the value of a game.

    Examples
    --------
    >>> answer = linprog([3, 2], A_ub=[[1, 1], [3, 1]], b_ub=[4, "17/2"], maximize=True)
    >>> answer.fun, answer.x, answer.duals
    (Fraction(41, 4), ExactVector([9/4, 7/4]), ExactVector([3/2, 1/2]))
    """
    cost, given = _vector("c", c, floats), {"ub": (A_ub, b_ub), "eq": (A_eq, b_eq)}
    return _solve_arguments(cost, given, bounds, floats, bool(maximize))


def feasible(
    A_ub: Any = None,
    b_ub: Any = None,
    A_eq: Any = None,
    b_eq: Any = None,
    bounds: Any = (0, None),
    *,
    floats: Floats = None,
) -> ProgramAnswer:
    """A point with A_ub x <= b_ub, A_eq x = b_eq within bounds, or weights that show there is none.

    The answer's ``x``, where its status is "optimal"; else its ``farkas``.

    Examples
    --------
    >>> answer = feasible([[1, 1], [-1, 0], [0, -1]], [1, -1, "-1/3"])
    >>> answer.status, answer.farkas  # x + y <= 1, x >= 1, y >= 1/3 add up to 4/3 <= 1
    ('infeasible', ExactVector([-1, -1, -1]))
    """
    if A_ub is None and A_eq is None:
        raise ValueError("there are no rows: need A_ub or A_eq")
    return _solve_arguments(None, {"ub": (A_ub, b_ub), "eq": (A_eq, b_eq)}, bounds, floats)


def _solve_arguments(
    cost: list[Fraction] | None,
    given: dict[str, tuple[Any, Any]],
    bounds: Any,
    floats: Floats,
    maximize: bool = False,
) -> ProgramAnswer:
    """The answer to SciPy's arguments; without costs they are 0."""
    blocks, low, high = list[Rows](), list[Bound](), list[Bound]()
    for name, (a, b) in given.items():
        if (a is None) != (b is None):
            there, missing = ("A", "b") if b is None else ("b", "A")
            raise ValueError(f"{there}_{name} is there, and no {missing}_{name}: need both")
        if a is None:
            continue
        blocks.append(_read_rows(a, None if cost is None else len(cost), floats, f"A_{name}"))
        matrix, scales = blocks[-1]
        cost = cost or [Fraction(0)] * matrix.shape[1]
        right = _vector(f"b_{name}", b, floats)
        if len(right) != len(scales):
            has = counted(len(right), "entry")
            raise ValueError(f"b_{name} has {has}, need {len(scales)} as A_{name} has rows")
        low += right if name == "eq" else [None] * len(right)
        high += right
    cost = cost or []
    below, above = _bound_pairs(bounds, len(cost), floats)
    rows = _stacked(blocks, len(cost))
    return solve_program(assembled(rows, cost, below + low, above + high, maximize=maximize))


def _bound_pairs(bounds: Any, n: int, floats: Floats) -> tuple[list[Bound], list[Bound]]:
    """Lower and upper bounds: one pair for all, or n of them."""
    bounds = (0, None) if bounds is None else bounds
    pairs = list(bounds) if hasattr(bounds, "__len__") else []
    alone = len(pairs) == 2 and not any(hasattr(b, "__len__") for b in pairs)
    if alone or any(isinstance(b, str) for b in pairs):
        pairs = [tuple(pairs)] * n
    if len(pairs) != n or any(not hasattr(p, "__len__") or len(p) != 2 for p in pairs):
        raise ValueError(f"bounds is {show(bounds)}, need a pair, or {counted(n, 'pair')}")
    low, high = (
        [
            _bound_at(f"bounds[{j}][{end}]", pair[end], absent, floats)
            for j, pair in enumerate(pairs)
        ]
        for end, absent in ((0, -inf), (1, inf))
    )
    return low, high


def _read_rows(a: Any, columns: int | None, floats: Floats, name: str = "A") -> Rows:
    """Rows of a program as they are given, in integers; ValueError if they have other columns."""
    if isinstance(a, (list, tuple)) and not len(a):
        raise ValueError(f"{name} has no rows: leave it out")
    rows = read_scaled(a, name, floats=floats)
    if columns is not None and rows[0].shape[1] != columns:
        has = counted(rows[0].shape[1], "column")
        raise ValueError(f"{name} has {has}, need {columns} as c has entries")
    return rows


def _stacked(blocks: Sequence[Rows], columns: int) -> Rows:
    """All rows, one block after the other."""
    matrix, scales = read_scaled(([], (0, columns)))
    for part, more in blocks:
        m, scales = len(scales), scales + more
        shape = len(scales), columns
        matrix = matrix.extended(shape, part.row_of + m, part.indices, part.data)
    return matrix, scales


def _vector(name: str, values: Any, floats: Floats = None) -> list[Fraction]:
    """Numbers, each in its place."""
    if isinstance(values, (str, bytes)) or not hasattr(values, "__len__"):
        raise TypeError(f"{name} is {show(values)}, need a list of numbers")
    return [_number_at(f"{name}[{j}]", v, floats) for j, v in enumerate(values)]


def _number_at(where: str, value: Any, floats: Floats) -> Fraction:
    try:
        return Fraction(*exact_ratio(value, floats))
    except (TypeError, ValueError) as error:
        raise type(error)(f"{where} {error}") from None


def _bound_at(where: str, value: Any, absent: float, floats: Floats) -> Bound:
    """A bound, None where it is `absent`: minus infinity for a lower one."""
    if value is None or (isinstance(value, (float, np.floating)) and value == absent):
        return None
    if isinstance(value, (float, np.floating)) and value == -absent:
        raise ValueError(f"{where} is {value}: no number is there, need a finite bound or none")
    return _number_at(where, value, floats)


def _bounds(given: Any, length: int, what: str, floats: Floats) -> list[Bound]:
    """A bound of each, or one for all."""
    absent = -inf if what.endswith("lower") else inf
    if given is None or isinstance(given, (str, bytes)) or not hasattr(given, "__len__"):
        return [_bound_at(what, given, absent, floats)] * length
    if len(given) != length:
        raise ValueError(f"{what} has {len(given)} bounds, need {length}")
    return [_bound_at(f"{what}[{k}]", v, absent, floats) for k, v in enumerate(given)]


def solve_program(program: LinearProgram) -> ProgramAnswer:
    """Solve a linear program: optimal, infeasible or unbounded, with what proves it."""
    steps = Steps(program=program)
    outcome = solve(program, steps)
    return ProgramAnswer(program, steps.refinements, steps.pivots, outcome, outcome.status)

"""Questions: `linprog`, `feasible`, `solve_program`, in SciPy's words."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import inf
from typing import Any

from exactbox.linalg.matrices.entries import Floats
from exactbox.lp.answer import ProgramAnswer
from exactbox.lp.pivots import Steps
from exactbox.lp.program import (
    Bound,
    LinearProgram,
    Rows,
    assembled,
    bound_at,
    read_rows,
    stacked,
    vector,
)
from exactbox.lp.solving import solved
from exactbox.showing import counted, shown


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
        If a number is none, shapes do not fit, or bounds are crossed; it says where.

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
    program = _program(c, {"ub": (A_ub, b_ub), "eq": (A_eq, b_eq)}, bounds, floats)
    return solve_program(replace(program, maximize=bool(maximize)))


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
    rows = {"ub": (A_ub, b_ub), "eq": (A_eq, b_eq)}
    return solve_program(_program(None, rows, bounds, floats))


def _program(
    c: Any, given: dict[str, tuple[Any, Any]], bounds: Any, floats: Floats
) -> LinearProgram:
    """The program of SciPy's arguments, minimised; without costs they are 0."""
    cost = None if c is None else vector("c", c, floats)
    blocks, low, high = list[Rows](), list[Bound](), list[Bound]()
    for name, (a, b) in given.items():
        if (a is None) != (b is None):
            there, missing = ("A", "b") if b is None else ("b", "A")
            raise ValueError(f"{there}_{name} is there, and no {missing}_{name}: need both")
        if a is None:
            continue
        blocks.append(read_rows(a, None if cost is None else len(cost), floats, f"A_{name}"))
        matrix, scales = blocks[-1]
        cost = cost or [Fraction(0)] * matrix.shape[1]
        right = vector(f"b_{name}", b, floats)
        if len(right) != len(scales):
            has = counted(len(right), "entry")
            raise ValueError(f"b_{name} has {has}, need {len(scales)} as A_{name} has rows")
        low += right if name == "eq" else [None] * len(right)
        high += right
    cost = cost or []
    below, above = _bound_pairs(bounds, len(cost), floats)
    return assembled(stacked(blocks, len(cost)), cost, below + low, above + high)


def _bound_pairs(bounds: Any, n: int, floats: Floats) -> tuple[list[Bound], list[Bound]]:
    """Lower and upper bounds: one pair for all, or n of them."""
    bounds = (0, None) if bounds is None else bounds
    pairs = list(bounds) if hasattr(bounds, "__len__") else []
    alone = len(pairs) == 2 and not any(hasattr(b, "__len__") for b in pairs)
    if alone or any(isinstance(b, str) for b in pairs):
        pairs = [tuple(pairs)] * n
    if len(pairs) != n or any(not hasattr(p, "__len__") or len(p) != 2 for p in pairs):
        raise ValueError(f"bounds is {shown(bounds)}, need a pair, or {counted(n, 'pair')}")
    return (
        [bound_at(f"bounds[{j}][0]", low, -inf, floats) for j, (low, _) in enumerate(pairs)],
        [bound_at(f"bounds[{j}][1]", high, inf, floats) for j, (_, high) in enumerate(pairs)],
    )


def solve_program(program: LinearProgram) -> ProgramAnswer:
    """What a linear program is: optimal, infeasible or unbounded, and what proves it."""
    steps = Steps()
    return ProgramAnswer(program, solved(program, steps), steps)

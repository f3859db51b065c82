"""Ranges: how far one number of a program may move while the basis stays optimal.

The right-hand side of a row moves the basic variables along one direction, until one comes to a
bound. The cost of a column moves the prices by its row of the tableau, until one changes its sign.
"""

from __future__ import annotations

from exactbox.lp.basis import BASIC, LOWER, UPPER, Basis
from exactbox.lp.pivots import dual_step, primal_step
from exactbox.lp.program import Bound, fraction

Range = tuple[Bound, Bound]  # None: without end


def rhs_range(basis: Basis, row: int, side: str | None = None) -> Range:
    """Between which values the bound of a row may be, the one that it stands at or of this side."""
    program, k = basis.program, basis.program.shape[1] + row
    name, status, scale = program.row_names[row], basis.status[k], program.scales[row]
    low, high = program.low[k], program.high[k]
    if low is None and high is None:
        raise ValueError(f"row {name} has no right-hand side")
    if side is None:
        side = "lower" if high is None or (low is not None and status == LOWER) else "upper"
    if side not in ("lower", "upper"):
        raise ValueError(f'side is {side!r}, need "lower" or "upper"')
    at = low if side == "lower" else high
    if at is None:
        raise ValueError(f"row {name} has no {side} bound")
    activity = basis.x.rational(k)
    if status == BASIC or activity != at:  # it may come up to the activity
        end = fraction(activity / scale)
        return (None, end) if side == "lower" else (end, None)
    direction, ends = basis.direction(k), list[Bound]()
    for sign in (-1, 1):
        # up from its lower bound it comes to the upper one, if they are not equal
        other = k if low != high and (sign > 0) == (side == "lower") else None
        step = primal_step(basis, direction, sign, other)
        ends.append(None if step is None else fraction((at + sign * step[0]) / scale))
    return ends[0], ends[1]


def cost_range(basis: Basis, column: int) -> Range:
    """Between which values the cost of a column may be."""
    program, row, ends = basis.program, basis.row(column), list[Bound]()
    for side, sign in ((LOWER, -1), (UPPER, 1)):
        step = dual_step(basis, row, side, basis.d)
        moved = None if step is None else sign * fraction(step[0]) * program.unit
        ends.append(None if moved is None else program.cost[column] + moved)
    least, most = ends
    return (most, least) if program.maximize else (least, most)

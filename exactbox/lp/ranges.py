"""Ranges: how far one number of a program may move while the basis stays optimal.

The right-hand side of a row moves the basic variables along one direction; they have to stay within
their bounds. The cost of a basic column moves the prices by its row of the tableau; they have to
keep their signs.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import fmpq

from exactbox.lp.basis import BASIC, FREE, LOWER, Basis
from exactbox.lp.program import Bound, fraction

Range = tuple[Bound, Bound]  # None: without end


def rhs_range(basis: Basis, row: int, side: str | None = None) -> Range:
    """Between which values the bound of a row may be, the one that it stands at or of this side."""
    program, k = basis.program, basis.program.shape[1] + row
    name, status, scale = program.row_names[row], basis.status[k], program.scales[row]
    low, high = program.row_lower[row], program.row_upper[row]
    if low is None and high is None:
        raise ValueError(f"row {name} has no right-hand side")
    if side is None:
        side = "lower" if high is None or (low is not None and status == LOWER) else "upper"
    if side not in ("lower", "upper"):
        raise ValueError(f'side is {side!r}, need "lower" or "upper"')
    at, other = (low, high) if side == "lower" else (high, low)
    if at is None:
        raise ValueError(f"row {name} has no {side} bound")
    fixed = low == high
    if status == BASIC or not (fixed or (status == LOWER) == (side == "lower")):
        # it may come up to the activity, or up to the other bound
        end = fraction(basis.x.rational(k)) / scale if status == BASIC else other
        return (None, end) if side == "lower" else (end, None)
    direction, limits = basis.direction(k, up=True), []
    for j, n in enumerate(direction.numerators):
        if n and basis.status[j] == BASIC:
            x, step = basis.x.rational(j), direction.rational(j)
            for bound, below in ((program.low[j], n > 0), (program.high[j], n < 0)):
                if bound is not None:
                    limits.append(((bound - x) / step, below))
    low_k, high_k = program.low[k], program.high[k]
    if low_k is not None and high_k is not None and not fixed:  # the other bound
        limits.append((high_k - low_k, False) if side == "lower" else (low_k - high_k, True))
    return _between(limits, at, Fraction(1, scale))


def cost_range(basis: Basis, column: int) -> Range:
    """Between which values the cost of a column may be."""
    program, status, row, limits = basis.program, basis.status, basis.row(column), []
    for k, n in enumerate(row.numerators):
        if status[k] != BASIC and n and not program.is_fixed(k):
            end = -basis.d.rational(k) / row.rational(k)  # where d[k] + t row[k] is 0
            if status[k] == FREE:
                limits += [(end, True), (end, False)]
            else:
                limits.append((end, (status[k] == LOWER) == (n > 0)))
    least, most = _between(limits, program.cost[column], program.unit)
    return (most, least) if program.maximize else (least, most)


def _between(limits: Sequence[tuple[fmpq, bool]], start: Fraction, unit: Fraction) -> Range:
    """From a start the greatest of the limits from below, the least of the others, in a unit."""
    ends: list[Bound] = []
    for below, choose in ((True, max), (False, min)):
        end = choose((value for value, is_below in limits if is_below == below), default=None)
        ends.append(None if end is None else start + fraction(end) * unit)
    return ends[0], ends[1]

"""Ranges: how far one number of a program may move while the basis stays optimal.

The right-hand side of a row moves the basic variables along one direction; they have to stay within
their bounds. The cost of a basic column moves the prices by its row of the tableau; they have to
keep their signs.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from flint import fmpq

from exactbox.lp.basis import BASIC, FREE, LOWER, Basis, is_fixed
from exactbox.lp.pivots import direction_of, row_of
from exactbox.lp.program import Bound, LinearProgram

Range = tuple[Bound, Bound]  # None: without end


def rhs_range(program: LinearProgram, basis: Basis, row: int, side: str | None = None) -> Range:
    """Between which values the bound of a row may be.

    `side` is "lower" or "upper" where the row has two; by default the one that it stands at.
    """
    p, k = program.integral, program.integral.n + row
    low, high = program.row_lower[row], program.row_upper[row]
    status = basis.status[k]
    if low is None and high is None:
        raise ValueError(f"row {program.row_names[row]} has no right-hand side")
    if side is None:
        alone = "lower" if high is None else "upper" if low is None else None
        side = alone or ("lower" if status == LOWER else "upper")
    if side not in ("lower", "upper"):
        raise ValueError(f'side is {side!r}, need "lower" or "upper"')
    at = (program.row_lower if side == "lower" else program.row_upper)[row]
    if at is None:
        raise ValueError(f"row {program.row_names[row]} has no {side} bound")
    fixed = low == high
    stands = status != BASIC and (fixed or (status == LOWER) == (side == "lower"))
    if not stands:  # it may come up to the activity, or up to the other bound
        other = (low, high)[side == "lower"]
        activity = _fraction(basis.x.rational(k)) / program.scales[row]
        end = activity if status == BASIC else other
        return (None, end) if side == "lower" else (end, None)
    direction = direction_of(basis, k, up=True)
    limits = []
    for j, step in enumerate(direction):
        if step and basis.status[j] == BASIC:
            x = basis.x.rational(j)
            for bound in (p.lower[j], p.upper[j]):
                if bound is not None:
                    limits.append(((bound - x) / step, (bound is p.lower[j]) == (step > 0)))
    least, most = _between(limits)
    scale = program.scales[row]
    found = [None if e is None else at + e / scale for e in (least, most)]
    if not fixed and side == "lower" and high is not None:
        found[1] = high if found[1] is None else min(found[1], high)
    if not fixed and side == "upper" and low is not None:
        found[0] = low if found[0] is None else max(found[0], low)
    return found[0], found[1]


def cost_range(program: LinearProgram, basis: Basis, column: int) -> Range:
    """Between which values the cost of a column may be."""
    p, d = program.integral, basis.d
    status = basis.status[column]
    if status != BASIC:
        price = _fraction(d.rational(column))
        if is_fixed(p, column):
            least, most = None, None
        elif status == FREE:
            least, most = -price, -price
        else:
            least, most = (-price, None) if status == LOWER else (None, -price)
    else:
        row = row_of(basis, column)
        limits = []
        for k, t in enumerate(basis.status):
            if t != BASIC and row.numerators[k] and not is_fixed(p, k):
                step = row.rational(k)
                end = -d.rational(k) / step
                if t == FREE:
                    limits += [(end, True), (end, False)]
                else:  # d[k] + t step stays above 0, or below it
                    limits.append((end, (t == LOWER) == (step > 0)))
        least, most = _between(limits)
    cost, over = program.cost[column], p.over
    ends = [None if e is None else e / over for e in (least, most)]
    if program.maximize:
        ends = [None if e is None else -e for e in reversed(ends)]
    found = [None if e is None else cost + e for e in ends]
    return found[0], found[1]


def _between(limits: Iterable[tuple[fmpq, bool]]) -> Range:
    """The greatest of those that are limits from below, the least of the others."""
    ends: list[Bound] = [None, None]
    for value, below in limits:
        end, at = _fraction(value), 0 if below else 1
        known = ends[at]
        if known is None or (end > known if below else end < known):
            ends[at] = end
    return ends[0], ends[1]


def _fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))

"""Whether an optimal x, and its prices y, are the only ones, by a second program if need be.

Symbols: a variable is a column or an activity; it is *loose* if its two bounds are not equal, it is
not priced (its price is 0) and at a bound.

x is the only one iff for some optimal y the columns without a price, restricted to the rows with
one, are independent (fixed variables count as priced). A strictly complementary y decides it: one
in which nothing is loose. On the optimal face, where what is priced stands still, all loose
variables are moved off their bounds as far as they go together. If they move, x is not the only
one; if not, the prices of that program, a little of them added to y, price all of them.

y is the only one iff for some optimal x the rows not strictly inside of their bounds, restricted to
the columns that are, are independent. Where basic variables are at bounds, a point of the face is
sought in which nothing is loose; if there is none, y is not the only one.

Source: Goldman, Tucker, *Theory of linear programming*, 1956 (strict complementarity).
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq

from exactbox.linalg.matrices.integers import int_array
from exactbox.linalg.matrices.sparse import IntegerMatrix
from exactbox.linalg.ranks import rank
from exactbox.linear_certificate.witness import minor_witness
from exactbox.lp.basis import BASIC, Basis
from exactbox.lp.program import Bound, LinearProgram, assembled, fraction
from exactbox.lp.solving import solved
from exactbox.lp.values import Values, known

OnlyPoint = tuple[Values, dict[str, Any]]  # prices y of the rows, and a minor, which prove it


def only_point(basis: Basis) -> OnlyPoint | None:
    """Why the basis' x is the only optimal one; None where it is not."""
    program, (m, n) = basis.program, basis.program.shape
    prices = [basis.d.rational(k) for k in range(n + m)]
    bound = (k for k in range(n + m) if basis.status[k] != BASIC)
    if any(prices[k] == 0 and not program.is_fixed(k) for k in bound):
        added = _strict_prices(basis)
        if added is None:
            return None
        ratios = (abs(a / b) for a, b in zip(prices, added, strict=True) if a * b < 0)
        size = min(ratios, default=fmpq(2))
        prices = [a + b * size / 2 for a, b in zip(prices, added, strict=True)]
    still = [prices[k] != 0 or program.is_fixed(k) for k in range(n + m)]
    rows = [i for i in range(m) if still[n + i]]
    columns = [j for j in range(n) if not still[j]]
    part = _part(program, rows, columns)
    if _rank(part) < len(columns):
        return None
    minor = minor_witness(part, len(columns))
    minor["rows"] = [rows[i] for i in minor["rows"]]
    minor["columns"] = [columns[j] for j in minor["columns"]]
    return Values.of(prices[n:]), minor


def is_only_price(basis: Basis) -> bool:
    """Whether the basis' y is the only optimal one."""
    program, (m, n) = basis.program, basis.program.shape
    x = [basis.x.rational(k) for k in range(n + m)]
    if off := _loose(basis):
        best = known(solved(_with_margin(basis, off)).basis).x
        if not best.numerators[n]:
            return False
        z, t = [best.rational(k) for k in range(n + m + 1)], best.rational(n)
        other = [v + t * off.get(k, 0) for k, v in enumerate(z[:n] + z[n + 1 :])]
        x = [(a + b) / 2 for a, b in zip(x, other, strict=True)]
    inside = [program.is_inside(k, value) for k, value in enumerate(x)]
    rows = [i for i in range(m) if not inside[n + i]]
    return _rank(_part(program, rows, [j for j in range(n) if inside[j]])) == len(rows)


def _loose(basis: Basis) -> dict[int, int]:
    """Loose variables, and where inside is: 1 for up, -1 for down."""
    program, found = basis.program, {}
    for k, price in enumerate(basis.d.numerators):
        if not price and not program.is_fixed(k):
            value = basis.x.rational(k)
            if not program.is_inside(k, value):
                found[k] = 1 if value == program.low[k] else -1
    return found


def _strict_prices(basis: Basis) -> list[fmpq] | None:
    """Prices to be added, a little of them, that price all that is loose; None where the loose
    variables can be moved."""
    program, n = basis.program, basis.program.shape[1]
    off, cost = _loose(basis), [0] * n
    for k, sign in off.items():
        for j, v in [(k, 1)] if k < n else zip(*program.rows[k - n], strict=True):
            cost[j] += sign * v
    found = solved(optimal_face(basis).minimising([-c for c in cost]))
    if found.status != "optimal" or known(found.basis).value() != -basis.x.sum(range(n), cost):
        return None
    # with the costs -off of all variables their prices have the signs of an optimal point
    prices = known(found.basis).d
    return [prices.rational(k) + off.get(k, 0) for k in range(len(basis.status))]


def _with_margin(basis: Basis, off: dict[int, int]) -> LinearProgram:
    """maximise t where z and z + t off are on the face; t is the variable after the columns.

    It is at most 1 and half of what is between two bounds, and z is as far off the other one.
    """
    program, (m, n) = basis.program, basis.program.shape
    face = optimal_face(basis)
    lower, upper = face.lower + face.row_lower, face.upper + face.row_upper
    units = [1] * n + program.scales
    ends = [(program.low[k], program.high[k]) for k in off]
    widths = [fraction(b - a) / 2 for a, b in ends if a is not None and b is not None]
    most = min([Fraction(1), *widths])
    column = [0] * m
    for k, sign in off.items():
        if k < n:
            for i, v in zip(*program.columns[k], strict=True):
                column[i - n] += sign * v
        else:
            column[k - n] -= sign
        side = upper if sign > 0 else lower
        bound = side[k]
        side[k] = None if bound is None else bound - sign * most / units[k]
    lower.insert(n, Fraction(0))
    upper.insert(n, most)
    places = np.arange(m), np.full(m, n)
    matrix = program.matrix.extended((m, n + 1), *places, int_array(column))
    return program.minimising([0] * n + [-1], matrix=matrix, **_sides(lower, upper, n + 1))


def optimal_face(basis: Basis) -> LinearProgram:
    """The program whose points are the optimal x: what has a price stands at its bound."""
    program = basis.program
    lower, upper = program.lower + program.row_lower, program.upper + program.row_upper
    for k, price in enumerate(basis.d.numerators):
        if price > 0:
            upper[k] = lower[k]
        elif price < 0:
            lower[k] = upper[k]
    return replace(program, **_sides(lower, upper, program.shape[1]))


def price_face(basis: Basis) -> LinearProgram:
    """The program whose points are the optimal y, of the rows in integers; its costs are 0.

    The price of what is strictly inside of its bounds is 0; of what is at one of them it has that
    one's sign. A' y, which is c - the prices of the columns, has bounds for it.
    """
    program, x = basis.program, basis.x
    m, n = program.shape
    low, high = list[Bound](), list[Bound]()
    for k, (below, above) in enumerate(zip(program.low, program.high, strict=True)):
        at_lower = below is not None and x.difference(k, below) == 0
        at_upper = above is not None and x.difference(k, above) == 0
        c = Fraction(program.goal[k]) if k < n else Fraction(0)
        pair = None if at_lower else c, None if at_upper else c
        low.append(pair[k >= n])
        high.append(pair[k < n])
    bounds = low[:n], high[:n], low[n:], high[n:]
    return assembled((program.turned, [1] * n), [Fraction(0)] * m, bounds)


def _sides(lower: list[Bound], upper: list[Bound], n: int) -> dict[str, Any]:
    """Of n columns, and of rows."""
    columns = {"lower": lower[:n], "upper": upper[:n]}
    return columns | {"row_lower": lower[n:], "row_upper": upper[n:]}


def _part(program: LinearProgram, i: list[int], j: list[int]) -> IntegerMatrix:
    """These rows and columns."""
    return program.matrix.permuted(np.array(i, dtype=np.int64), np.array(j, dtype=np.int64))


def _rank(part: IntegerMatrix) -> int:
    return rank((part.data, (part.row_of, part.indices), part.shape))

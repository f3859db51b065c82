"""The optimal points and prices of a program: whether there is one, and one chosen by a rule.

All optimal x are the points of a program (`optimal_face`), whichever optimal prices are taken, and
all optimal y those of another one (`optimal_dual_face`), whichever optimal x.

A variable, column or activity, is *tight* if its price is not 0, or its bounds are equal, and
*degenerate* if it is not tight and is at a bound. M is the part of the matrix in the tight rows and
the columns that are not tight.

x is the only one if the columns of M are independent. Where nothing is degenerate, only if; and y
is the only one iff its rows are. Some optimal x with some optimal y leaves nothing degenerate.

For x: on the optimal face, where what has a price does not move, all degenerate variables are moved
off their bounds as far as they go together. If they move, x is not the only one; if not, the prices
of that program, a little of them added to y, price all of them. For y: a direction within the face
is sought in which all degenerate variables leave their bounds; if there is none, y is not the only
one.

A certificate that depends on the program alone, not on the optimal basis that floats propose, has
of several optimal points the one with the least sum of w[j] |x[j]|, of several optimal y that with
the least sum of w[i] |y[i]|. The weights w are fixed here, and mixed, so that the programs' own
symmetries leave one; that it is the only one is proved.

Source: Goldman, Tucker, *Theory of linear programming*, 1956 (strict complementarity).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from flint import fmpq

from exactbox.linalg.matrices.sparse import IntegerMatrix
from exactbox.linalg.ranks import rank
from exactbox.linalg.results.exact import ExactVector
from exactbox.linalg.results.ratios import common_multiple
from exactbox.linear_certificate.witness import minor_witness
from exactbox.lp.basis import BASIC, Basis
from exactbox.lp.program import Limits, LinearProgram, require_value
from exactbox.lp.solving import solve

_PRIME = 10007  # weights are powers of 5 modulo this prime, of which there are 10006
_SHORT = 64  # bits of a denominator that stays as it is

OnlyPoint = tuple[list[fmpq], dict[str, Any]]  # prices y of the rows, and a minor, which prove it


def optimal_face(basis: Basis) -> LinearProgram:
    """The program whose points are the optimal x: what has a price stands at its bound."""
    program, prices = basis.program, basis.d.numerators
    sides = [*zip(prices, program.low, program.high, strict=True)]
    return replace(
        program,
        # d_k > 0: x_k = l_k; d_k < 0: x_k = u_k
        low=[high if price < 0 else low for price, low, high in sides],
        high=[low if price > 0 else high for price, low, high in sides],
    )


def optimal_dual_face(basis: Basis) -> LinearProgram:
    """The program whose points are the optimal y, of the rows in integers; its costs are 0.

    The price of what is strictly inside of its bounds is 0; of what is at one of them it has that
    one's sign. A' y, which is c - the prices of the columns, has bounds for it.
    """
    program, (m, n) = basis.program, basis.program.shape
    low, high = Limits(), Limits()
    for k, (at_lower, at_upper) in enumerate(basis.at_bounds):
        # columns: a_j y <= c_j at l_j, >= c_j at u_j; activities: y_i >= 0 at l_i, <= 0 at u_i
        c = fmpq(program.goal[k] if k < n else 0)
        pair = None if at_lower else c, None if at_upper else c
        low.append(pair[k >= n])
        high.append(pair[k < n])
    low, high = low[n:] + low[:n], high[n:] + high[:n]  # columns are y now, activities A' y
    return LinearProgram(program.turned, [1] * n, [Fraction(0)] * m, low, high)


# Whether there is one -----------------------------------------------------------------------------


def only_point(basis: Basis) -> OnlyPoint | None:
    """Why the basis' x is the only optimal one; None where it is not."""
    program, (m, n) = basis.program, basis.program.shape
    prices = basis.d.rationals(0, n + m)
    bound = (k for k in range(n + m) if basis.status[k] != BASIC)
    if any(prices[k] == 0 and not program.is_fixed[k] for k in bound):
        added = _strictly_complementary_duals(basis)
        if added is None:
            return None
        ratios = (abs(a / b) for a, b in zip(prices, added, strict=True) if a * b < 0)
        size = min(ratios, default=fmpq(2))
        # d + (size / 2) a: no sign of d changes, and what is 0 in d has that of a
        prices = [a + b * size / 2 for a, b in zip(prices, added, strict=True)]
    rows, columns, part = _tight_part(program, prices)
    if _rank(part) < len(columns):  # M x = 0 for an x that is not 0
        return None
    minor = minor_witness(part, len(columns))
    # det M[rows, columns] != 0, in the numbers of the program
    minor["rows"] = [rows[i] for i in minor["rows"]]
    minor["columns"] = [columns[j] for j in minor["columns"]]
    return prices[n:], minor


def has_unique_duals(basis: Basis) -> bool:
    """Return whether the basis' y is the only optimal one."""
    program, ways = basis.program, _inward_signs(basis)
    if any(ways):
        # directions that leave every degenerate bound by 1 or more; what is tight does not move
        low = [{None: fmpq(0), 1: fmpq(1)}.get(way) for way in ways]
        high = [{None: fmpq(0), -1: fmpq(-1)}.get(way) for way in ways]
        leaving = program.minimising([0] * program.shape[1], low=low, high=high)
        if solve(leaving).status == "infeasible":
            return False
    rows, _, part = _tight_part(program, basis.d.numerators)
    return _rank(part) == len(rows)  # y M = 0 for y = 0 alone


def _inward_signs(basis: Basis) -> list[int | None]:
    """The sign of the way off its bound for each degenerate variable; 0 inside, None if tight."""
    prices, fixed = basis.d.numerators, basis.program.is_fixed
    ends = enumerate(basis.at_bounds)
    return [None if prices[k] or fixed[k] else lower - upper for k, (lower, upper) in ends]


def _strictly_complementary_duals(basis: Basis) -> list[fmpq] | None:
    """Prices of which a little is added, so that none is degenerate; None where degenerate
    variables can be moved."""
    ways, columns = [way or 0 for way in _inward_signs(basis)], basis.program.columns
    # sum of ways[k] x_k over columns and activities, as costs of columns
    cost = [
        way + sum(v * ways[k] for k, v in zip(*column, strict=True))
        for way, column in zip(ways, columns)
    ]
    optimum = solve(optimal_face(basis).minimising([-c for c in cost]))
    here = basis.x.product(range(len(cost)), cost)  # its value at x*: does it rise?
    if optimum.status != "optimal" or require_value(optimum.basis).value() != -here:
        return None
    # on the face the sum is greatest at x*, and its duals prove it:
    # with the costs -ways of all variables their prices have the signs of an optimal point
    prices = require_value(optimum.basis).d
    return [price + way for price, way in zip(prices.rationals(0, len(ways)), ways)]


def _tight_part(
    program: LinearProgram, prices: Sequence[Any]
) -> tuple[list[int], list[int], IntegerMatrix]:
    """The tight rows, the columns that are not tight, and this part M of the matrix."""
    n = program.shape[1]
    tight = [price != 0 or program.is_fixed[k] for k, price in enumerate(prices)]
    rows = [i for i, is_tight in enumerate(tight[n:]) if is_tight]
    columns = [j for j, is_tight in enumerate(tight[:n]) if not is_tight]
    return rows, columns, program.part(rows, columns)


def _rank(part: IntegerMatrix) -> int:
    return rank((part.data, (part.row_of, part.indices), part.shape))


# One by a rule ------------------------------------------------------------------------------------


def point(basis: Basis) -> ExactVector:
    """The optimal x that is chosen, found from any optimal basis."""
    return _least(optimal_face(basis))


def prices(basis: Basis) -> ExactVector:
    """The optimal y that is chosen, of the rows in integers."""
    return _least(optimal_dual_face(basis))


def _least(program: LinearProgram) -> ExactVector:
    """The feasible point with the least sum of w[j] |x[j]|."""
    n = program.shape[1]
    optimum = solve(_split(program))
    basis = require_value(optimum.basis)
    if optimum.status != "optimal" or only_point(basis) is None:
        raise ArithmeticError("two points have the least weighted sum")
    twice = basis.x.rationals(0, 2 * n)
    # x = s - t, the long ones over one denominator
    x = [a - b for a, b in zip(twice[:n], twice[n:], strict=True)]
    over, _ = common_multiple([v.q for v in x if v.q.bit_length() > _SHORT])
    below = [over if v.q.bit_length() > _SHORT else v.q for v in x]
    place = {d: e for e, d in enumerate(dict.fromkeys(below))}
    numerators = [[v.p * (d // v.q)] for v, d in zip(x, below, strict=True)]
    return ExactVector.of_blocks([*place], [place[d] for d in below], numerators, 1)


def _split(program: LinearProgram) -> LinearProgram:
    """The program of s, t >= 0 with x = s - t, which minimises the sum of w[j] (s[j] + t[j])."""
    m, n = program.shape
    a, ends = program.matrix, (program.low, program.high)
    x_low, x_high = ([None if b is None else max(b, fmpq(0)) for b in e[:n]] for e in ends)
    t_high, t_low = ([None if b is None else max(-b, fmpq(0)) for b in e[:n]] for e in ends)
    low = [fmpq(0) if b is None else b for b in x_low + t_low]
    # x_k = s_k - t_k with s_k, t_k >= 0, and w_k (s_k + t_k) = w_k |x_k|
    weights = [Fraction(pow(5, j + 1, _PRIME)) for j in range(n)]
    return program.minimising(
        weights + weights,
        matrix=a.extended((m, 2 * n), a.row_of, n + a.indices, -a.data),
        low=low + program.low[n:],
        high=x_high + t_high + program.high[n:],
    )

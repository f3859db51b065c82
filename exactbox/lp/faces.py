"""The optimal points and prices of a program: whether there is one, and one chosen by a rule.

All optimal x are the points of a program (`optimal_face`), whichever optimal prices are taken, and
all optimal y those of another one (`optimal_dual_face`), whichever optimal x.

A variable, column or activity, *stands* if it is priced (its price is not 0) or fixed (its bounds
are equal), and is *loose* if it does not stand and is at a bound. Of the matrix there is the part
of the rows that stand and the columns that do not.

x is the only one if the columns of that part are independent. Where nothing is loose, only if; and
y is the only one iff its rows are. Some optimal x with some optimal y leaves nothing loose.

For x: on the optimal face, where what is priced does not move, all loose variables are moved off
their bounds as far as they go together. If they move, x is not the only one; if not, the prices of
that program, a little of them added to y, price all of them. For y: a direction within the face is
sought in which all loose variables leave their bounds; if there is none, y is not the only one.

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
from exactbox.lp.solving import solved

_PRIME = 10007  # weights are powers of 5 modulo this prime, of which there are 10006
_SHORT = 64  # bits of a denominator that stays as it is

OnlyPoint = tuple[list[fmpq], dict[str, Any]]  # prices y of the rows, and a minor, which prove it


def optimal_face(basis: Basis) -> LinearProgram:
    """The program whose points are the optimal x: what has a price stands at its bound."""
    program, prices = basis.program, basis.d.numerators
    sides = [*zip(prices, program.low, program.high, strict=True)]
    return replace(
        program,
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
        c = fmpq(program.goal[k] if k < n else 0)
        pair = None if at_lower else c, None if at_upper else c
        low.append(pair[k >= n])
        high.append(pair[k < n])
    low, high = low[n:] + low[:n], high[n:] + high[:n]
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
        prices = [a + b * size / 2 for a, b in zip(prices, added, strict=True)]
    rows, columns, part = _standing(program, prices)
    if _rank(part) < len(columns):
        return None
    minor = minor_witness(part, len(columns))
    minor["rows"] = [rows[i] for i in minor["rows"]]
    minor["columns"] = [columns[j] for j in minor["columns"]]
    return prices[n:], minor


def has_unique_duals(basis: Basis) -> bool:
    """Whether the basis' y is the only optimal one."""
    program, ways = basis.program, _ways(basis)
    if any(ways):
        low = [{None: fmpq(0), 1: fmpq(1)}.get(way) for way in ways]
        high = [{None: fmpq(0), -1: fmpq(-1)}.get(way) for way in ways]
        leaving = program.minimising([0] * program.shape[1], low=low, high=high)
        if solved(leaving).status == "infeasible":
            return False
    rows, _, part = _standing(program, basis.d.numerators)
    return _rank(part) == len(rows)


def _ways(basis: Basis) -> list[int | None]:
    """Of loose variables where inside is, 1 for up, -1 for down; 0 inside, None for what stands."""
    prices, fixed = basis.d.numerators, basis.program.is_fixed
    ends = enumerate(basis.at_bounds)
    return [None if prices[k] or fixed[k] else lower - upper for k, (lower, upper) in ends]


def _strictly_complementary_duals(basis: Basis) -> list[fmpq] | None:
    """Prices to be added, a little of them, that price all that is loose; None where the loose
    variables can be moved."""
    ways, columns = [way or 0 for way in _ways(basis)], basis.program.columns
    cost = [
        way + sum(v * ways[k] for k, v in zip(*column, strict=True))
        for way, column in zip(ways, columns)
    ]
    found = solved(optimal_face(basis).minimising([-c for c in cost]))
    here = basis.x.product(range(len(cost)), cost)
    if found.status != "optimal" or require_value(found.basis).value() != -here:
        return None
    # with the costs -ways of all variables their prices have the signs of an optimal point
    prices = require_value(found.basis).d
    return [price + way for price, way in zip(prices.rationals(0, len(ways)), ways)]


def _standing(
    program: LinearProgram, prices: Sequence[Any]
) -> tuple[list[int], list[int], IntegerMatrix]:
    """The rows that stand, the columns that do not, and this part of the matrix."""
    n = program.shape[1]
    stands = [price != 0 or program.is_fixed[k] for k, price in enumerate(prices)]
    rows = [i for i, stays in enumerate(stands[n:]) if stays]
    columns = [j for j, stays in enumerate(stands[:n]) if not stays]
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
    found = solved(_split(program))
    basis = require_value(found.basis)
    if found.status != "optimal" or only_point(basis) is None:
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
    weights = [Fraction(pow(5, j + 1, _PRIME)) for j in range(n)]
    return program.minimising(
        weights + weights,
        matrix=a.extended((m, 2 * n), a.row_of, n + a.indices, -a.data),
        low=low + program.low[n:],
        high=x_high + t_high + program.high[n:],
    )

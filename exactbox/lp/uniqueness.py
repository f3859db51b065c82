"""Whether an optimal x, and its prices y, are the only ones, by a second program if need be.

A variable, column or activity, *stands* if it is priced (its price is not 0) or fixed (its bounds
are equal), and is *loose* if it does not stand and is at a bound. Of the matrix there is the part
of the rows that stand and the columns that do not.

x is the only one if the columns of that part are independent. Where nothing is loose, only if; and
y is the only one iff its rows are. Some optimal x with some optimal y leaves nothing loose.

For x: on the optimal face, where what is priced does not move, all loose variables are moved off
their bounds as far as they go together. If they move, x is not the only one; if not, the prices of
that program, a little of them added to y, price all of them. For y: a direction within the face is
sought in which all loose variables leave their bounds; if there is none, y is not the only one.

Source: Goldman, Tucker, *Theory of linear programming*, 1956 (strict complementarity).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from flint import fmpq

from exactbox.linalg.matrices.sparse import IntegerMatrix
from exactbox.linalg.ranks import rank
from exactbox.linear_certificate.witness import minor_witness
from exactbox.lp.basis import BASIC, Basis
from exactbox.lp.program import LinearProgram
from exactbox.lp.solving import solved
from exactbox.lp.values import known

OnlyPoint = tuple[list[fmpq], dict[str, Any]]  # prices y of the rows, and a minor, which prove it


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
    rows, columns, part = _standing(program, prices)
    if _rank(part) < len(columns):
        return None
    minor = minor_witness(part, len(columns))
    minor["rows"] = [rows[i] for i in minor["rows"]]
    minor["columns"] = [columns[j] for j in minor["columns"]]
    return prices[n:], minor


def is_only_price(basis: Basis) -> bool:
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
    program, ways = basis.program, list[int | None]()
    sides = zip(basis.d.numerators, program.low, program.high, strict=True)
    for k, (price, low, high) in enumerate(sides):
        value = basis.x.rational(k)
        way = 1 if value == low else -1 if value == high else 0
        ways.append(None if price or low == high is not None else way)
    return ways


def _strict_prices(basis: Basis) -> list[fmpq] | None:
    """Prices to be added, a little of them, that price all that is loose; None where the loose
    variables can be moved."""
    ways, columns = [way or 0 for way in _ways(basis)], basis.program.columns
    cost = [
        way + sum(v * ways[k] for k, v in zip(*column, strict=True))
        for way, column in zip(ways, columns)
    ]
    found = solved(optimal_face(basis).minimising([-c for c in cost]))
    if found.status != "optimal" or known(found.basis).value() != -basis.value(cost):
        return None
    # with the costs -ways of all variables their prices have the signs of an optimal point
    prices = known(found.basis).d
    return [prices.rational(k) + way for k, way in enumerate(ways)]


def optimal_face(basis: Basis) -> LinearProgram:
    """The program whose points are the optimal x: what has a price stands at its bound."""
    program, prices = basis.program, basis.d.numerators
    sides = [*zip(prices, program.low, program.high, strict=True)]
    return replace(
        program,
        low=[high if price < 0 else low for price, low, high in sides],
        high=[low if price > 0 else high for price, low, high in sides],
    )


def _standing(
    program: LinearProgram, prices: Sequence[Any]
) -> tuple[list[int], list[int], IntegerMatrix]:
    """The rows that stand, the columns that do not, and this part of the matrix."""
    n = program.shape[1]
    stands = [price != 0 or program.is_fixed(k) for k, price in enumerate(prices)]
    rows = [i for i, stays in enumerate(stands[n:]) if stays]
    columns = [j for j, stays in enumerate(stands[:n]) if not stays]
    return rows, columns, program.part(rows, columns)


def _rank(part: IntegerMatrix) -> int:
    return rank((part.data, (part.row_of, part.indices), part.shape))

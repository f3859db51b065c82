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

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq

from exactbox.linalg.matrices.integers import int_array
from exactbox.linalg.matrices.sparse import IntegerMatrix, from_coordinates
from exactbox.linalg.ranks import rank
from exactbox.linear_certificate.witness import minor_witness
from exactbox.lp.basis import BASIC, Basis, is_fixed
from exactbox.lp.program import LinearProgram
from exactbox.lp.solving import solved
from exactbox.lp.values import Values, known


@dataclass(frozen=True)
class OnlyPoint:
    """Why an optimal x is the only one: prices y of the rows, and a minor."""

    y: Values
    minor: dict[str, Any]


def only_point(program: LinearProgram, basis: Basis) -> OnlyPoint | None:
    """Why the basis' x is the only optimal one; None where it is not."""
    p = program.integral
    n, m = p.n, p.m
    prices = [basis.d.rational(k) for k in range(n + m)]
    unpriced = [k for k in range(n + m) if prices[k] == 0 and not is_fixed(p, k)]
    if any(basis.status[k] != BASIC for k in unpriced):
        added = _strict_prices(program, basis, unpriced)
        if added is None:
            return None
        size = min(
            (abs(a / b) for a, b in zip(prices, added, strict=True) if a * b < 0), default=fmpq(2)
        )
        prices = [a + b * size / 2 for a, b in zip(prices, added, strict=True)]
    columns = [j for j in range(n) if prices[j] == 0 and not is_fixed(p, j)]
    rows = [i for i in range(m) if prices[n + i] != 0 or is_fixed(p, n + i)]
    part = _part(p.rows, rows, columns)
    if _rank(part) < len(columns):
        return None
    minor = minor_witness(part, len(columns))
    minor["rows"] = [rows[i] for i in minor["rows"]]
    minor["columns"] = [columns[j] for j in minor["columns"]]
    return OnlyPoint(Values.of(prices[n:]), minor)


def is_only_price(program: LinearProgram, basis: Basis) -> bool:
    """Whether the basis' y is the only optimal one."""
    p = program.integral
    n, m = p.n, p.m
    x = [basis.x.rational(k) for k in range(n + m)]
    if all(_inside(p, k, x[k]) for k in range(n + m) if basis.status[k] == BASIC):
        return True
    if loose := _loose(basis):
        face = optimal_face(program, basis)
        moved, at = _with_margin(face, basis, loose)
        best = known(solved(moved).basis)  # x itself is there, and the margin is at most 1
        if best.x.rational(at) == 0:
            return False
        other = [best.x.rational(j) for j in range(n)]
        other += [best.x.rational(at + 1 + i) for i in range(m)]
        x = [(a + b) / 2 for a, b in zip(x, other, strict=True)]
    columns = [j for j in range(n) if _inside(p, j, x[j])]
    rows = [i for i in range(m) if not _inside(p, n + i, x[n + i])]
    return _rank(_part(p.rows, rows, columns)) == len(rows)


def _strict_prices(program: LinearProgram, basis: Basis, unpriced: list[int]) -> list[fmpq] | None:
    """Prices to be added, a little of them, that price all that is loose; None where the loose
    variables can be moved."""
    p = program.integral
    n, m = p.n, p.m
    off = [0] * (n + m)  # +1 off the lower bound, -1 off the upper one
    for k in _loose(basis):
        off[k] = 1 if p.lower[k] is not None and basis.x.difference(k, p.lower[k]) == 0 else -1
    cost = off[:n]
    indptr, indices, data = p.rows.rows()
    for i in range(m):
        if off[n + i]:
            for e in range(indptr[i], indptr[i + 1]):
                cost[indices[e]] += off[n + i] * data[e]
    face = optimal_face(program, basis).with_cost(cost, maximize=True)
    found = solved(face)
    if found.status != "optimal" or found.basis is None:
        return None
    here = basis.x.total(range(n), cost)
    if fmpq(here[0], basis.x.denominators[here[1]]) != -found.basis.value():
        return None
    # with the costs -off of all variables their prices have the signs of an optimal point
    return [found.basis.d.rational(k) + off[k] for k in range(n + m)]


def _loose(basis: Basis) -> list[int]:
    """At a bound, without a price, and not fixed."""
    p = basis.program
    return [
        k
        for k in range(p.n + p.m)
        if not basis.d.numerators[k]
        and not is_fixed(p, k)
        and not _inside(p, k, basis.x.rational(k))
    ]


def _inside(p: Any, k: int, value: fmpq) -> bool:
    """Whether a variable is strictly inside of its bounds."""
    low, high = p.lower[k], p.upper[k]
    return (low is None or value > low) and (high is None or value < high)


def optimal_face(program: LinearProgram, basis: Basis) -> LinearProgram:
    """The program with what is priced fixed at its bound: its points are the optimal ones."""
    n = program.shape[1]
    lower = program.lower + program.row_lower
    upper = program.upper + program.row_upper
    for k, price in enumerate(basis.d.numerators):
        if price > 0:
            upper[k] = lower[k]
        elif price < 0:
            lower[k] = upper[k]
    return replace(
        program,
        lower=lower[:n],
        upper=upper[:n],
        row_lower=lower[n:],
        row_upper=upper[n:],
    )


def _with_margin(face: LinearProgram, basis: Basis, loose: list[int]) -> tuple[LinearProgram, int]:
    """maximise t, at most 1, where loose variables are t or more off their bounds; t's number."""
    p, n = basis.program, basis.program.n
    rows, columns, data = [p.rows.row_of], [p.rows.indices], [p.rows.data.astype(object)]
    lower, upper, scales = list(face.row_lower), list(face.row_upper), list(face.scales)
    for k in loose:
        at_lower = p.lower[k] is not None and basis.x.difference(k, p.lower[k]) == 0
        row = len(scales)
        if k < n:
            bound = face.lower[k] if at_lower else face.upper[k]
            scale = known(bound).denominator
            places, values = [k], [scale]
        else:
            span = slice(p.rows.indptr[k - n], p.rows.indptr[k - n + 1])
            bound = face.row_lower[k - n] if at_lower else face.row_upper[k - n]
            scale = face.scales[k - n]
            places, values = p.rows.indices[span].tolist(), p.rows.data[span].tolist()
        lower.append(bound if at_lower else None)
        upper.append(None if at_lower else bound)
        scales.append(scale)
        rows.append(np.full(len(places) + 1, row))
        columns.append(np.array([*places, n], dtype=np.int64))
        data.append(np.array([*values, -scale if at_lower else scale], dtype=object))
    shape = len(scales), n + 1
    parts = np.concatenate(rows), np.concatenate(columns), np.concatenate(data)
    program = replace(
        face,
        matrix=from_coordinates(shape, *parts[:2], int_array(parts[2].tolist())),
        scales=scales,
        cost=[Fraction(0)] * n + [Fraction(1)],
        constant=Fraction(0),
        row_lower=lower,
        row_upper=upper,
        lower=[*face.lower, Fraction(0)],
        upper=[*face.upper, Fraction(1)],
        maximize=True,
    )
    return program, n


def _part(rows: IntegerMatrix, i: list[int], j: list[int]) -> IntegerMatrix:
    """These rows and columns."""
    return rows.permuted(np.array(i, dtype=np.int64), np.array(j, dtype=np.int64))


def _rank(part: IntegerMatrix) -> int:
    return rank((part.data, (part.row_of, part.indices), part.shape))

"""Tiny linear programs by all of their bases, in fractions, without anything of exactbox.

A program is a dict: cost, rows (of A), row_lower, row_upper, lower, upper (None for no bound). It
is minimised. Variables are the columns and the rows' activities; a basis has as many as there are
rows, the others stand at a bound, at 0 if they have none. Of a program with a feasible point some
basis is feasible; of one with an optimal point some basis is feasible and has prices that say so.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

ZERO = Fraction(0)


def solution(matrix, right):
    """The x with matrix x = right; None where there is not exactly one."""
    n = len(matrix)
    rows = [[*map(Fraction, row), Fraction(b)] for row, b in zip(matrix, right, strict=True)]
    for k in range(n):
        pivot = next((i for i in range(k, n) if rows[i][k]), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [v / rows[k][k] for v in rows[k]]
        for i in range(n):
            if i != k and rows[i][k]:
                rows[i] = [v - rows[i][k] * w for v, w in zip(rows[i], rows[k], strict=True)]
    return [row[n] for row in rows]


def bases(program):
    """The x of each basis, all variables, and the prices of all variables."""
    a, cost = program["rows"], program["cost"]
    m, n = len(a), len(cost)
    low = [*program["lower"], *program["row_lower"]]
    high = [*program["upper"], *program["row_upper"]]
    # A x - s = 0: column k of (A | -1)
    columns = [[a[i][j] for i in range(m)] for j in range(n)]
    columns += [[-int(i == k) for i in range(m)] for k in range(m)]
    costs = [*cost, *[0] * m]
    for basic in combinations(range(n + m), m):
        matrix = [[columns[k][i] for k in basic] for i in range(m)]
        y = solution([list(row) for row in zip(*matrix)] if m else [], [costs[k] for k in basic])
        if y is None:
            continue
        prices = [
            costs[k] - sum((columns[k][i] * y[i] for i in range(m)), ZERO) for k in range(n + m)
        ]
        rest = [k for k in range(n + m) if k not in basic]
        ends = [[b for b in {low[k], high[k]} if b is not None] or [ZERO] for k in rest]
        for places in product(*ends):
            at = dict(zip(rest, places, strict=True))
            right = [-sum((columns[k][i] * v for k, v in at.items()), ZERO) for i in range(m)]
            z = solution(matrix, right)
            at |= dict(zip(basic, z, strict=True))
            yield [Fraction(at[k]) for k in range(n + m)], prices


def within(value, low, high):
    return (low is None or value >= low) and (high is None or value <= high)


def solve(program):
    """("optimal", value), ("infeasible", None) or ("unbounded", None)."""
    low = [*program["lower"], *program["row_lower"]]
    high = [*program["upper"], *program["row_upper"]]
    status = "infeasible"
    for x, prices in bases(program):
        if not all(map(within, x, low, high)):
            continue
        status = "unbounded"
        if all(
            d == 0 or (v == b if b is not None else False)
            for v, d, b in (
                (v, d, lo if d > 0 else hi)
                for v, d, lo, hi in zip(x, prices, low, high, strict=True)
            )
        ):
            value = sum((c * v for c, v in zip(program["cost"], x, strict=False)), ZERO)
            return "optimal", value
    return status, None


def extent(program, weights):
    """The least and the greatest of these weights times x, over the feasible points; None for no
    end."""
    down = solve({**program, "cost": weights})
    up = solve({**program, "cost": [-w for w in weights]})
    return down[1], None if up[1] is None else -up[1]


def has_one_optimal_point(program, value):
    """Whether all points with this value, the optimal one, are the same."""
    face = {
        **program,
        "rows": [*program["rows"], program["cost"]],
        "row_lower": [*program["row_lower"], value],
        "row_upper": [*program["row_upper"], value],
    }
    n = len(program["cost"])
    units = ([int(j == k) for j in range(n)] for k in range(n))
    return all(a is not None and a == b for a, b in (extent(face, unit) for unit in units))


def dual_of(program):
    """The dual, minimised: y of the rows free, and a part of each price for each bound.

    minimise -(sum of bounds times parts) where c - A' y = up - down, y = up - down, parts >= 0.
    """
    a, cost = program["rows"], program["cost"]
    m, n = len(a), len(cost)
    low = [*program["lower"], *program["row_lower"]]
    high = [*program["upper"], *program["row_upper"]]
    parts = [(k, 1, low[k]) for k in range(n + m) if low[k] is not None]
    parts += [(k, -1, high[k]) for k in range(n + m) if high[k] is not None]
    rows = []
    for k in range(n + m):
        of_y = [a[i][k] for i in range(m)] if k < n else [-int(i == k - n) for i in range(m)]
        rows.append([*of_y, *[sign * int(k == at) for at, sign, _ in parts]])
    right = [*cost, *[0] * m]
    return {
        "cost": [*[0] * m, *[-sign * bound for _, sign, bound in parts]],
        "rows": rows,
        "row_lower": right,
        "row_upper": right,
        "lower": [*[None] * m, *[ZERO] * len(parts)],
        "upper": [None] * (m + len(parts)),
    }


def has_one_optimal_dual(program, value):
    """Whether all optimal y are the same."""
    dual = dual_of(program)
    face = {
        **dual,
        "rows": [*dual["rows"], dual["cost"]],
        "row_lower": [*dual["row_lower"], -value],
        "row_upper": [*dual["row_upper"], -value],
    }
    width = len(dual["cost"])
    units = ([int(j == k) for j in range(width)] for k in range(len(program["rows"])))
    return all(a is not None and a == b for a, b in (extent(face, unit) for unit in units))


def random_program(rng, rows=3, columns=3):
    """A small program: degenerate, rank-deficient, with free and fixed variables, equalities and
    empty rows."""
    m, n = rng.randint(0, rows), rng.randint(0, columns)
    a = [[rng.choice([0, 0, 1, 1, -1, 2, Fraction(1, 2), -3]) for _ in range(n)] for _ in range(m)]
    if m > 1 and rng.random() < 0.3:
        a[-1] = [rng.choice([1, -1, 2]) * v for v in a[0]]
    if m and rng.random() < 0.1:
        a[0] = [0] * n

    def bounds(missing):
        low, high = (
            None if rng.random() < p else Fraction(rng.randint(-3, 3), rng.choice([1, 1, 2, 3]))
            for p in missing
        )
        if low is not None and high is not None and (low > high or rng.random() < 0.2):
            high = low if rng.random() < 0.5 else low + abs(high)
        return low, high

    sides = [bounds((0.35, 0.4)) for _ in range(m)]
    columns_sides = [bounds((0.3, 0.4)) if rng.random() < 0.5 else (ZERO, None) for _ in range(n)]
    return {
        "cost": [Fraction(rng.choice([0, 0, 1, -1, 2, -2, Fraction(1, 3)])) for _ in range(n)],
        "rows": a,
        "row_lower": [low for low, _ in sides],
        "row_upper": [high for _, high in sides],
        "lower": [low for low, _ in columns_sides],
        "upper": [high for _, high in columns_sides],
    }

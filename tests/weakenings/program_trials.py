"""Tiny linear programs and games with all statements, right witnesses, and such that are wrong.

What is true of a program is found by all of its bases (`tests.brute_lp`), of a point or a ray by
looking; the witnesses are made of the vertices and prices of all bases, and changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from math import lcm
from random import Random
from typing import Any

from exactbox.certificate import encode_integer
from tests import brute_lp
from tests.weakenings.trial import LITTLE, Family, Json, Trial

SHOWN = {
    "feasible": ("point",),
    "infeasible": ("dual",),
    "optimal": ("dual", "point"),
    "unbounded": ("point", "ray"),
    "unique": ("dual", "minor", "point"),
}
STATUS = {"feasible": "optimal", "unique": "optimal"} | {
    name: name for name in ("infeasible", "optimal", "unbounded")
}
NUMBERS = [0, 0, 1, 1, -1, 2, -2, Fraction(1, 2), Fraction(-1, 3), LITTLE, -LITTLE]


def program_family(statement: str, rng: Random, count: int) -> Iterator[Trial]:
    """About so many trials of a statement."""
    done = 0
    while done < count:
        program = _program(rng)
        if rng.random() < 0.7 and brute_lp.solve(program)[0] != STATUS[statement]:
            continue
        sense = rng.choice(("min", "max"))
        constant = rng.choice([0, 0, 1, Fraction(-1, 2)])
        scaled = _scaled(program)
        question = _question(program, scaled, statement, sense, constant)
        truth = _truth(program, sense, constant)
        pool = _pool(program, scaled, sense)
        for _ in range(8):
            witness = {name: _part(rng, name, pool, scaled) for name in SHOWN[statement]}
            is_true = partial(_is_true, program, statement, truth)
            yield Trial("program", question, witness, is_true)
            done += 1


def _program(rng: Random) -> Json:
    while True:
        program = brute_lp.random_program(rng, rows=2, columns=2)
        if program["cost"]:
            return program


def _scaled(program: Json) -> list[int]:
    """The least denominators of the rows, with their bounds."""
    rows = zip(program["rows"], program["row_lower"], program["row_upper"], strict=True)
    return [
        lcm(*(Fraction(v).denominator for v in [*row, low, high] if v is not None))
        for row, low, high in rows
    ]


def _question(program: Json, d: list[int], statement: str, sense: str, constant: Any) -> Json:
    rows = [[int(v * e) for v in row] for row, e in zip(program["rows"], d, strict=True)]
    cost = program["cost"]
    over = lcm(*(c.denominator for c in cost))
    sign = -1 if sense == "max" else 1
    places = [j for j, c in enumerate(cost) if c]

    def side(columns: list[Any], of_rows: list[Any]) -> Json:
        whole = [
            None if b is None else encode_integer(int(b * e))
            for b, e in zip(of_rows, d, strict=True)
        ]
        return {"columns": list(map(_rational, columns)), "rows": whole}

    return {
        "statement": statement,
        "sense": sense,
        "denominators": d,
        "matrix": {"columns": len(cost), **_listed(rows)},
        "objective": {
            "constant": _rational(Fraction(constant)),
            "denominator": over,
            "numerators": [encode_integer(sign * int(cost[j] * over)) for j in places],
            "places": places,
        },
        "lower": side(program["lower"], program["row_lower"]),
        "upper": side(program["upper"], program["row_upper"]),
    }


def _listed(rows: list[list[int]]) -> Json:
    kept = [[(j, v) for j, v in enumerate(row) if v] for row in rows]
    return {
        "numerators": [encode_integer(v) for row in kept for _, v in row],
        "places": [j for row in kept for j, _ in row],
        "sizes": list(map(len, kept)),
    }


def _rational(value: Any) -> Any:
    if value is None:
        return None
    p, q = Fraction(value).as_integer_ratio()
    return encode_integer(p) if q == 1 else [encode_integer(p), q]


def _vector(values: list[Any]) -> Json:
    """Numbers, a block for each denominator."""
    over = [Fraction(v).denominator for v in values]
    blocks = sorted(set(over))
    numerators = [Fraction(v).numerator for v in values]
    return {
        "blocks": [blocks.index(d) for d in over],
        "denominators": blocks,
        **_listed([[n] for n in numerators]),
    }


def _truth(program: Json, sense: str, constant: Any) -> tuple[str, Any, bool]:
    """The status, the value, and whether the optimal point is the only one."""
    status, value = brute_lp.solve(program)
    if value is None:
        return status, None, False
    only = brute_lp.has_one_optimal_point(program, value)
    return status, (-value if sense == "max" else value) + Fraction(constant), only


def _pool(program: Json, d: list[int], sense: str) -> dict[str, list[list[Any]]]:
    """Points and rays, prices of the rows as the question has them."""
    n = len(program["cost"])
    over = lcm(*(c.denominator for c in program["cost"]))
    found: dict[str, list[list[Any]]] = {"point": [], "dual": [], "ray": []}
    for zero in (program, {**program, "cost": [0] * n}):
        for x, prices in brute_lp.bases(zero):
            found["point"].append(x[:n])
            y = [v * over / e for v, e in zip(prices[n:], d, strict=True)]
            found["dual"].append(y)
    found["dual"] += map(list, product(range(-2, 3), repeat=len(d)))  # refutations: sums of rows
    for row in program["rows"]:
        found["ray"] += [list(row), [-v for v in row]]
    found["ray"] += [[a, b][:n] for a in (-1, 0, 1, 2) for b in (-1, 0, 1)]
    return found


def _part(rng: Random, name: str, pool: Json, d: list[int]) -> Json:
    if name == "minor":
        m, n = len(d), len(pool["point"][0]) if pool["point"] else 1
        order = rng.randint(0, min(m, n))
        rows, columns = rng.sample(range(m), order), rng.sample(range(n), order)
        return {
            "rows": rows,
            "columns": columns,
            "modulus": rng.choice([101, 101, 101, 7, 2, 1, 0]),
        }
    values = list(rng.choice(pool[name])) if pool[name] else []
    if name == "dual" and rng.random() < 0.2 and len(pool[name]) > 1:
        other = rng.choice(pool[name])
        sign = rng.choice([1, -1])
        values = [a + sign * b for a, b in zip(values, other, strict=True)]
    if name == "dual" and rng.random() < 0.15:
        values = [-v for v in values]
    if values and rng.random() < 0.2:
        k = rng.randrange(len(values))
        values[k] = values[k] + rng.choice(NUMBERS) if rng.random() < 0.5 else rng.choice(NUMBERS)
    return _vector(values)


def _is_true(program: Json, statement: str, truth: tuple[str, Any, bool], claim: Any) -> bool:
    status, value, only = truth
    said = claim.facts
    sizes = (len(program["rows"]), len(program["cost"]))
    if (said["statement"], said["rows"], said["columns"]) != (statement, *sizes):
        return False
    if statement == "feasible":
        return status != "infeasible"
    if statement in ("optimal", "unique"):
        return status == "optimal" and claim.value == value and (statement == "optimal" or only)
    return status == statement


def game_family(rng: Random, count: int) -> Iterator[Trial]:
    """Games, with mixtures of which some are optimal."""
    done = 0
    while done < count:
        m, n = rng.randint(1, 3), rng.randint(1, 3)
        over = rng.choice([1, 1, 2, 3])
        a = [[rng.randint(-3, 3) for _ in range(n)] for _ in range(m)]
        a[0][0] = 1  # over the least denominator
        question = {
            "statement": "game",
            "denominator": over,
            "matrix": {"columns": n, **_listed(a)},
        }
        value = _value(a)
        best = (
            _mixtures(a, value),
            _mixtures([[-v for v in c] for c in zip(*a, strict=True)], -value),
        )
        for _ in range(8):
            witness = {}
            for name, known, length in (("rows", best[0], m), ("columns", best[1], n)):
                mixture = list(rng.choice(known)) if rng.random() < 0.8 else _any(rng, length)
                if rng.random() < 0.2:
                    k, step = (
                        rng.randrange(length),
                        rng.choice([Fraction(1, 2), Fraction(-1, 3), LITTLE]),
                    )
                    mixture[k] += step
                    if rng.random() < 0.5:
                        mixture[rng.randrange(length)] -= step
                witness[name] = _vector(mixture)
            is_true = partial(_is_value, Fraction(value, over), m, n)
            yield Trial("program", question, witness, is_true)
            done += 1


def _guarantee(a: list[list[int]]) -> Json:
    """The program of the row player: p and v, minimise -v."""
    m, n = len(a), len(a[0])
    rows = [[*(a[i][j] for i in range(m)), -1] for j in range(n)] + [[*[1] * m, 0]]
    return {
        "cost": [*[0] * m, -1],
        "rows": rows,
        "row_lower": [*[0] * n, 1],
        "row_upper": [*[None] * n, 1],
        "lower": [*[0] * m, None],
        "upper": [None] * (m + 1),
    }


def _value(a: list[list[int]]) -> Fraction:
    value = brute_lp.solve(_guarantee(a))[1]
    assert value is not None
    return -value


def _mixtures(a: list[list[int]], value: Fraction) -> list[list[Fraction]]:
    """Optimal strategies of the row player."""
    m = len(a)
    program = _guarantee(a)
    low, high = (
        [*program["lower"], *program["row_lower"]],
        [*program["upper"], *program["row_upper"]],
    )
    points = (x for x, _ in brute_lp.bases(program))
    return [x[:m] for x in points if x[m] == value and all(map(brute_lp.within, x, low, high))]


def _any(rng: Random, length: int) -> list[Fraction]:
    weights = [rng.randint(0, 2) for _ in range(length)]
    weights[rng.randrange(length)] += 1
    return [Fraction(w, sum(weights)) for w in weights]


def _is_value(value: Fraction, m: int, n: int, claim: Any) -> bool:
    said = claim.facts
    return claim.value == value and (said["rows"], said["columns"]) == (m, n)


PROGRAM_FAMILIES: dict[str, Family] = {
    **{f"program_{name}": partial(program_family, name) for name in SHOWN},
    "program_game": game_family,
}

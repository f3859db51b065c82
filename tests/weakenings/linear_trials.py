"""Tiny linear systems with all statements, right witnesses, and such that are wrong somewhere.

Whether a statement with its lists is true is found in fractions, by multiplying and by elimination.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from math import lcm
from random import Random
from typing import Any

import numpy as np

from exactbox.certificate import encode_integer
from exactbox.linear_certificate import OF_A_AND_B
from tests.linear_truth import has_integer_solution, projection
from tests.weakenings.linear_fractions import (
    Matrix,
    determinant,
    over_integers,
    particular,
    rank,
    times,
    transposed,
)
from tests.weakenings.linear_witnesses import (
    fractions_of_determinant,
    kernels,
    least_squares_solutions,
    minors,
    minors_of_determinant,
    solutions,
    weights,
    weights_of_integers,
    weights_of_rows,
    weights_of_unit,
)
from tests.weakenings.trial import Family, Json, Trial

SHOWN = {  # of each statement, its witness
    "determinant": "fractions minor",
    "entry": "minor weights",
    "general": "solution minor kernel",
    "inconsistent": "weights",
    "least_squares": "solution",
    "minimum_norm": "solution weights",
    "no_integer_solution": "weights",
    "rank": "minor kernel",
    "singular": "kernel",
    "solution": "solution",
    "unique": "solution minor",
    "unique_least_squares": "solution minor",
}


def linear_family(statement: str, rng: Random, count: int) -> Iterator[Trial]:
    """About so many trials of a statement."""
    done = 0
    while done < count:
        a, b = _random_system(rng)
        place = row, column = rng.randrange(len(a[0])), rng.randrange(len(b[0]))
        least = "least" in statement or statement == "minimum_norm"
        parts = {
            "solution": partial(least_squares_solutions if least else solutions, rng, a, b),
            "kernel": partial(kernels, rng, a, single=statement == "singular"),
            "weights": {
                "entry": partial(weights_of_unit, rng, a, b, row),
                "minimum_norm": partial(weights_of_rows, rng, a, b),
                "no_integer_solution": partial(weights_of_integers, rng, a, b),
            }.get(statement, partial(weights, rng, a, b)),
            "minor": partial(
                minors_of_determinant if statement == "determinant" else minors, rng, a
            ),
            "fractions": partial(fractions_of_determinant, rng, a),
        }
        question = _stated(statement, a, b if statement in OF_A_AND_B else None)
        if statement == "entry":
            question |= {"row": row, "column": column}
        given = {name: parts[name]() for name in SHOWN[statement].split()}
        found = [{name: each[0] for name, each in given.items()}]
        for name, each in given.items():
            found += [{**found[0], name: other} for other in each[1:]]
        found += [{name: rng.choice(each) for name, each in given.items()} for _ in range(10)]
        for lists in found:
            witness = {
                name: _spelled(given) if name == "minor" else _listed(rng, given)
                for name, given in lists.items()
            }
            done += 1
            yield Trial(
                "linear", question, witness, partial(_is_true, statement, a, b, place, lists)
            )


def _is_true(
    statement: str, a: Matrix, b: Matrix, place: tuple[int, int], lists: dict[str, Any], claim: Any
) -> bool:
    """Whether what is said of A, B, and these lists is so."""
    n, r, facts = len(a[0]), rank(a), claim.facts
    regular = len(a) == n == r
    nothing = [[Fraction(0)]]
    width = n - r  # of a basis of the null space, as it is read
    solves = "solution" not in lists or times(a, lists["solution"]) == b
    kernel = lists.get("kernel", nothing)
    in_kernel = "kernel" not in lists or not any(map(any, times(a, kernel)))
    wide = any(any(row[width:]) for row in kernel)
    basis = in_kernel and not wide and rank([row[:width] for row in kernel]) == width
    if "solution" in facts:
        said = [f"exactly {row[0]}" for row in lists["solution"]]
        if [text.split(" (")[0] for text in facts["solution"]] != said:
            return False
    if statement == "determinant":
        return len(a) == n and claim.value == determinant(a, (*range(n),), (*range(n),))
    if statement == "entry":
        i, c = place
        return regular and claim.value == particular(a, b)[i][c]
    if statement == "no_integer_solution":
        columns = transposed(b)
        return not all(has_integer_solution(np.array(a), np.array(each)) for each in columns)
    if "least" in statement or statement == "minimum_norm":
        x = lists["solution"]
        least = times(a, x) == projection(np.array(a), np.array(b)).tolist()
        shortest = rank([*a, *transposed(x)]) == r
        one = statement != "unique_least_squares" or r == n == facts.get("rank")
        return least and one and (shortest or statement != "minimum_norm")
    w = [[entry for (entry,) in lists["weights"]]] if statement == "inconsistent" else nothing
    return {
        "solution": solves,
        "unique": solves and r == n == facts.get("rank"),
        "singular": len(a) == n > r and in_kernel and any(map(any, kernel)),
        "inconsistent": statement == "inconsistent"
        and rank([[*row, *right] for row, right in zip(a, b)]) > r
        and not any(map(any, times(w, over_integers(a, a, b))))
        and any(map(any, times(w, over_integers(b, a, b)))),
        "rank": basis and r == facts.get("rank"),
        "general": solves and basis and r == facts.get("rank"),
    }[statement]


# Questions and witnesses --------------------------------------------------------------------------


def _random_system(rng: Random) -> tuple[Matrix, Matrix]:
    m, n, k = rng.choice([1, 2, 2, 3]), rng.choice([1, 2, 2, 3]), rng.choice([1, 1, 2])
    if rng.random() < 0.4:
        m = n
    a = [[_small(rng) for _ in range(n)] for _ in range(m)]
    if m > 1 and rng.random() < 0.4:
        a[-1] = [rng.choice([1, 2]) * e for e in a[0]]
    b = [[_small(rng) for _ in range(k)] for _ in range(m)]
    if rng.random() < 0.6:
        b = times(a, [[_small(rng) for _ in range(k)] for _ in range(n)])
    return a, b


def _small(rng: Random) -> Fraction:
    return Fraction(rng.choice([0, 0, 1, 1, -1, 2, 3]), rng.choice([1, 1, 1, 2, 3]))


def _stated(statement: str, a: Matrix, b: Matrix | None) -> Json:
    """The question in its normal form."""
    right = b or [[] for _ in a]
    scales = [lcm(*(e.denominator for e in (*x, *y))) for x, y in zip(a, right)]
    question: Json = {"statement": statement, "denominators": scales}
    for name, part in (("matrix", a), ("right", b)):
        if part is not None:
            question[name] = {
                "columns": len(part[0]),
                **_non_zeros([[int(d * e) for e in row] for d, row in zip(scales, part)]),
            }
    return question


def _spelled(minor: Json) -> Json:
    return {**minor, "modulus": encode_integer(minor["modulus"])}


def _non_zeros(rows: list[list[int]]) -> Json:
    kept = [[(j, e) for j, e in enumerate(row) if e] for row in rows]
    return {
        "sizes": [len(row) for row in kept],
        "places": [j for row in kept for j, _ in row],
        "numerators": [encode_integer(e) for row in kept for _, e in row],
    }


def _listed(rng: Random, x: Matrix) -> Json:
    """A matrix of a witness: rows over denominators, which some share."""
    least = [lcm(*(e.denominator for e in row)) for row in x]
    if rng.random() < 0.5:
        least = [lcm(*least)] * len(x)
    denominators = sorted(set(least))
    return {
        "blocks": [denominators.index(d) for d in least],
        "denominators": [encode_integer(d) for d in denominators],
        **_non_zeros([[int(d * e) for e in row] for d, row in zip(least, x)]),
    }


LINEAR_FAMILIES: dict[str, Family] = {
    f"linear_{statement}": partial(linear_family, statement) for statement in SHOWN
}

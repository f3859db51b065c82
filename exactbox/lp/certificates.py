"""Certificates of kind `program`: the question in its normal form, and what proves the answer.

What each statement has to satisfy is stated, and checked, in `exactbox.checker.program`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from exactbox.certificate import spelled, spelled_ratio, written
from exactbox.linalg.results.exact import ExactVector
from exactbox.linear_certificate.witness import listed, rationals
from exactbox.lp import reproducible
from exactbox.lp.program import Bound, LinearProgram
from exactbox.lp.solving import Outcome
from exactbox.lp.uniqueness import OnlyPoint
from exactbox.lp.values import Values, known

Json = dict[str, Any]
STATEMENTS = ("feasible", "infeasible", "optimal", "unbounded", "unique")
_HOLDS = {  # of a program with this status
    "optimal": ("optimal", "unique", "feasible"),
    "unbounded": ("unbounded", "feasible"),
    "infeasible": ("infeasible",),
}


def question(program: LinearProgram, statement: str) -> Json:
    """The question of a certificate: the program in its normal form, names aside.

    Examples
    --------
    >>> from exactbox.lp import linear_program
    >>> asked = question(linear_program([1], [["1/2"]], row_lower=[3]), "optimal")
    >>> asked["denominators"], asked["matrix"]["numerators"], asked["lower"]
    ([2], [1], {'columns': [0], 'rows': [6]})
    """
    if statement not in STATEMENTS:
        raise ValueError(f"the statement is {statement!r}, need one of {', '.join(STATEMENTS)}")
    p = program.integral
    sign = -1 if program.maximize else 1
    places = [j for j, c in enumerate(p.cost) if c]
    rows = zip(program.row_lower, program.row_upper, program.scales, strict=True)
    scaled = [[None if b is None else spelled(int(b * s)) for b in pair] for *pair, s in rows]
    return {
        "statement": statement,
        "sense": "max" if program.maximize else "min",
        "denominators": [spelled(s) for s in program.scales],
        "matrix": {"columns": p.n, **_rows(program)},
        "objective": {
            "constant": _ratio(program.constant),
            "denominator": spelled(p.over),
            "numerators": [spelled(sign * p.cost[j]) for j in places],
            "places": places,
        },
        "lower": {"columns": list(map(_ratio, program.lower)), "rows": [b for b, _ in scaled]},
        "upper": {"columns": list(map(_ratio, program.upper)), "rows": [b for _, b in scaled]},
    }


def parts(
    program: LinearProgram, outcome: Outcome, statement: str, only: OnlyPoint | None = None
) -> Iterator[bytes]:
    """A certificate in canonical bytes, in pieces; ValueError if the statement is not true.

    See Also
    --------
    reproducible_parts : one that does not depend on the basis that was found.
    """
    asked = question(program, statement)
    if statement not in _HOLDS[outcome.status] or (statement == "unique" and only is None):
        why = "x is not the only optimal point" if statement == "unique" else ""
        said = why if why and outcome.status == "optimal" else f"the program is {outcome.status}"
        raise ValueError(f"no certificate that it is {statement}: {said}")
    return written("program", asked, _witness(program, outcome, statement, only))


def reproducible_parts(program: LinearProgram, outcome: Outcome) -> Iterator[bytes]:
    """The certificate of an optimum with the point and the prices that `reproducible` chooses."""
    if outcome.status != "optimal":
        raise ValueError(
            f"no reproducible certificate: the program is {outcome.status}, need an optimum"
        )
    m, n = program.shape
    basis = known(outcome.basis)
    point, dual = reproducible.point(program, basis), reproducible.prices(basis)
    witness = {"point": _vector(point, range(n)), "dual": _vector(dual, range(m))}
    return written("program", question(program, "optimal"), witness)


def _witness(
    program: LinearProgram, outcome: Outcome, statement: str, only: OnlyPoint | None
) -> Json:
    m, n = program.shape
    if outcome.farkas is not None:
        return {"dual": _vector(Values.of(outcome.farkas), range(m))}
    basis = known(outcome.basis)
    witness = {"point": _vector(basis.x, range(n))}
    if statement == "optimal":
        witness["dual"] = _vector(basis.d, range(n, n + m))
    elif only is not None:
        witness |= {"dual": _vector(only.y, range(m)), "minor": only.minor}
    elif statement == "unbounded" and outcome.ray is not None:
        witness["ray"] = _vector(Values.of(outcome.ray), range(n))
    return witness


def game_parts(matrix: Any, rows: ExactVector, columns: ExactVector) -> Iterator[bytes]:
    """The certificate of a game's value."""
    witness = {"rows": rationals(rows), "columns": rationals(columns)}
    return written("program", game_question(matrix), witness)


def game_question(matrix: Any) -> Json:
    """The question of a certificate about a game; `matrix` is in integers, over one number."""
    numerators, over = matrix
    indptr, indices, data = numerators.rows()
    spans = pairwise(indptr)
    rows = listed((indices[a:b], data[a:b]) for a, b in spans)
    return {
        "statement": "game",
        "denominator": spelled(over),
        "matrix": {"columns": numerators.shape[1], **rows},
    }


def _rows(program: LinearProgram) -> Json:
    indptr, indices, data = program.matrix.rows()
    return listed((indices[a:b], data[a:b]) for a, b in pairwise(indptr))


def _vector(values: Values, places: range) -> Json:
    return rationals(values.vector(places))


def _ratio(value: Bound) -> Any:
    return None if value is None else spelled_ratio(value.numerator, value.denominator)

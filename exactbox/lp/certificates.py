"""Certificates of kind `program`: the question in its normal form, and what proves the answer.

What each statement has to satisfy is stated, and checked, in `exactbox.checker.program`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from exactbox.certificate import spelled, spelled_ratio, written
from exactbox.linalg.results.exact import ExactVector
from exactbox.linear_certificate.witness import listed, rationals
from exactbox.lp import reproducible
from exactbox.lp.pivots import Outcome
from exactbox.lp.program import LinearProgram
from exactbox.lp.uniqueness import OnlyPoint
from exactbox.lp.values import known

Json = dict[str, Any]
STATEMENTS = ("feasible", "infeasible", "optimal", "unbounded", "unique")
_HOLDS = {  # of a program with this status
    "optimal": ("optimal", "unique", "feasible"),
    "unbounded": ("unbounded", "feasible"),
    "infeasible": ("infeasible",),
}


def question(program: LinearProgram, statement: str) -> Json:
    """The question of a certificate: the program in its normal form, names aside."""
    if statement not in STATEMENTS:
        raise ValueError(f"the statement is {statement!r}, need one of {', '.join(STATEMENTS)}")
    n, sign = program.shape[1], -1 if program.maximize else 1
    places = [j for j, c in enumerate(program.goal) if c]

    def bounds(of_all: list[Any]) -> Json:
        said = [None if b is None else spelled_ratio(int(b.p), int(b.q)) for b in of_all]
        return {"columns": said[:n], "rows": said[n:]}

    return {
        "statement": statement,
        "sense": "max" if program.maximize else "min",
        "denominators": [spelled(s) for s in program.scales],
        "matrix": {"columns": n, **listed(program.rows)},
        "objective": {
            "constant": spelled_ratio(*program.constant.as_integer_ratio()),
            "denominator": spelled(program.unit.denominator),
            "numerators": [spelled(sign * program.goal[j]) for j in places],
            "places": places,
        },
        "lower": bounds(program.low),
        "upper": bounds(program.high),
    }


def parts(
    program: LinearProgram,
    outcome: Outcome,
    statement: str,
    only: OnlyPoint | None = None,
    by_rule: bool = False,
) -> Iterator[bytes]:
    """A certificate in canonical bytes, in pieces; ValueError if the statement is not true.

    Point and prices of an optimum are chosen by the rule of `reproducible`, or are the basis' own.
    """
    asked, why = question(program, statement), ""
    if statement not in _HOLDS[outcome.status]:
        why = f"the program is {outcome.status}"
    elif statement == "unique" and only is None:
        why = "x is not the only optimal point"
    if why:
        raise ValueError(f"no certificate that it is {statement}: {why}")
    (m, n), basis = program.shape, outcome.basis
    witness, minor = dict[str, ExactVector](), Json()
    if outcome.farkas is not None:
        witness["dual"] = ExactVector(outcome.farkas)
    if basis is not None:
        point = reproducible.point(basis) if by_rule else basis.x
        witness["point"] = point.vector(range(n))
        if statement == "optimal":
            own = basis.d.vector(range(n, n + m))
            witness["dual"] = reproducible.prices(basis).vector(range(m)) if by_rule else own
    if statement == "unbounded":
        witness["ray"] = ExactVector(known(outcome.ray))
    if only is not None:
        y, minor["minor"] = only
        witness["dual"] = ExactVector(y)
    return written("program", asked, {k: rationals(v) for k, v in witness.items()} | minor)


def game_parts(matrix: Any, rows: ExactVector, columns: ExactVector) -> Iterator[bytes]:
    """The certificate of a game's value."""
    witness = {"rows": rationals(rows), "columns": rationals(columns)}
    return written("program", game_question(matrix), witness)


def game_question(matrix: Any) -> Json:
    """The question of a certificate about a game; `matrix` is in integers, over one number."""
    numerators, over = matrix
    listing = {"columns": numerators.shape[1], **listed(numerators.each_row())}
    return {"statement": "game", "denominator": spelled(over), "matrix": listing}

"""Questions of certificates of kind `program`, in their normal form.

What each statement has to satisfy is stated, and checked, in `exactbox.checker.program`.
"""

from __future__ import annotations

from typing import Any

from exactbox.certificate import spelled, spelled_ratio
from exactbox.linear_certificate.witness import listed
from exactbox.lp.program import LinearProgram

Json = dict[str, Any]
STATEMENTS = ("feasible", "infeasible", "optimal", "unbounded", "unique")
HOLDS = {  # of a program with this status
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


def game_question(matrix: Any) -> Json:
    """The question of a certificate about a game; `matrix` is in integers, over one number."""
    numerators, over = matrix
    listing = {"columns": numerators.shape[1], **listed(numerators.each_row())}
    return {"statement": "game", "denominator": spelled(over), "matrix": listing}

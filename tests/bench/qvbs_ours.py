"""exactbox on the questions of the set: the model imported once, then each question by itself.

It goes the way of ``exactbox solve MODEL --props FILE --constants ...``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from math import inf
from typing import Any

from tests.bench.forked import Phases
from tests.bench.qvbs_set import Case

_WARMING = (
    *('Pmax=? [F "finished"]', 'R{"steps"}min=? [F "finished"]', 'P>=1 [F "finished"]'),
    *('Pmax=? [F<=2 "finished"]', 'LRAmax=? ["finished"]'),
)


def warmed() -> None:
    """Load what is loaded on first use, which each forked process would load again."""
    import stormpy  # noqa: F401

    from exactbox.formats import storm  # noqa: F401

    _small()


def _small() -> None:
    """Answer questions about a small model.

    A forked process does so before its time is taken: it copies each page that it shares when it
    first writes there, if only a count of references, which takes 10 microseconds on a virtual
    machine. wlan.1's time_max takes 0.060 s, in a forked process 0.103, and 0.070 after this.
    """
    from exactbox.properties import Solver, parse
    from tests.models import consensus

    solver = Solver(consensus(2, 2))
    for text in _WARMING:
        _checked(solver.answer(parse(text)))


def solved(
    case: Case,
    names: list[str],
    phases: Phases,
    apart: Callable[[Callable[[Phases], None]], dict[str, Any]],
) -> None:
    """Import the whole model, and answer each question in a process forked off this one by `apart`.

    A question for which `solve` would build less of the program reads that before it is answered;
    of the others "read" is the import.
    """
    from exactbox.commands.models.question_options import make_request

    files = {} if case.properties is None else {"props": [str(case.properties)]}
    given = {**files, **({"constants": case.constants} if case.constants else {})}
    asked = make_request(given, str(case.path), whole=True)
    refusals = {q.name: why for q, why in zip(asked.queries, asked.refusals, strict=True)}
    phases.tell(refused={name: str(why) for name, why in refusals.items() if why is not None})
    model, _ = phases.phase("import", asked.read)
    phases.tell(states=model.states, branches=len(model.target))
    for name in names:
        found = apart(lambda p, name=name: _one(model, case, {**given, "prop": [name]}, p))
        phases.tell(**{f"question {name}": found})


def _one(model: Any, case: Case, given: dict[str, Any], phases: Phases) -> None:
    from exactbox.commands.models.question_options import make_request
    from exactbox.properties import Solver

    asked = make_request(given, str(case.path))
    (wanted,) = asked.queries
    phases.tell(text=wanted.text)
    _small()
    if asked.until is not None:
        model, _ = phases.phase("read", asked.read)
        phases.tell(states=model.states)
    solver = Solver(model, asked.names, kind=asked.kind)
    found = phases.phase("solve", solver.answer, wanted)
    value = found.value
    told = "inf" if value == inf else value
    phases.tell(value=told if isinstance(told, bool) else str(told))
    phases.tell(rounds=getattr(found.answer, "rounds", None))
    data = phases.phase("certify", found.certificate)
    phases.tell(bytes=len(data))
    claim = phases.phase("check", _claimed, data)
    phases.tell(valid=bool(found.is_proved_by(claim)))


def _claimed(data: bytes) -> Any:
    from exactbox.check import check_certificate

    return check_certificate(data, max_bytes=len(data), max_work=sys.maxsize)


def _checked(found: Any) -> None:
    if not found.is_proved_by(_claimed(found.certificate())):
        raise ValueError(f"{found.asked}: the checker found another answer")

"""``make bench times QVBS=folder``: every time-bounded question about a CTMC of the benchmark set.

    python -m tests.bench.times FOLDER tandem c=5 --limit 60 --most 20000

Bounds of exactbox, 1e-12 wide or less, with processor seconds of reading, solving and checking; and
Storm's value by its sparse engine in floats (stormpy, as it comes: a precision of 1e-6), with how
far outside of the bounds it lies. Each runs in a process of its own with limits; the checker runs
where it takes at most 15 s, by the steps and branches that it has to do.
"""

from __future__ import annotations

import argparse
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from tests.bench.forked import Phases, forked
from tests.bench.qvbs_set import Case, cases, on_the_set
from tests.bench.qvbs_storm import described

LIMIT, MEMORY = 60.0, 6.0  # processor seconds of a phase; GiB of a process
MOST_STATES = 20_000  # of a model, as its index.json says
CHECK = 1e-7  # processor seconds that the checker takes for a step of a branch
CHECKED = 15.0  # processor seconds up to which it is asked
PRECISION = 1e-6  # that Storm promises


def of_exactbox(case: Case, name: str, phases: Phases) -> None:
    """The bounds, and how long it took to get and to check them."""
    from exactbox.check import check_certificate
    from exactbox.commands.models.question_options import make_request
    from exactbox.properties.property_answers import Solver

    given = {"props": [str(case.properties)], "prop": [name], "constants": case.constants}
    request = make_request(given, str(case.path))
    model, _ = phases.phase("read", request.read)
    solver = Solver(model, request.names, kind=request.kind)
    found: Any = phases.phase("solve", lambda: solver.answer(request.queries[0]))
    ends = found.value if isinstance(found.value, tuple) else (found.value, found.value)
    steps = found.answer.steps
    phases.tell(bounds=[str(end) for end in ends], states=model.states, steps=steps)
    if steps * len(model.target) * CHECK <= CHECKED:
        raw = found.certificate()
        claim = phases.phase("check", lambda: check_certificate(raw, max_work=10**15))
        phases.tell(valid=bool(found.is_proved_by(claim)))


def of_storm(case: Case, name: str, phases: Phases) -> None:
    """Storm's value in floats."""
    import stormpy

    program, given = described(case)
    asked = given[name]
    model = phases.phase("read", lambda: stormpy.build_model(program, [asked]))
    check = partial(stormpy.model_checking, model, asked, only_initial_states=True)
    found = phases.phase("solve", check)
    phases.tell(value=float(found.get_value(model.initial_states[0])))


def table(folder: Path, words: list[str], limit: float, most: int) -> None:
    """A line for each question whose path, constants and name have all of these words."""
    print(
        "     question: read, solve, check (s); Storm's read, solve; its value against the bounds"
    )
    enclosed = outside = late = 0
    for case in cases(folder):
        for name in case.timed:
            title = f"{case.name} {case.constants} {name}"
            if case.states is None or case.states > most or any(w not in title for w in words):
                continue
            ours = forked(partial(of_exactbox, case, name), limit, MEMORY)
            theirs = forked(partial(of_storm, case, name), limit, MEMORY)
            if "bounds" not in ours:
                late += 1
                print(f"     {title}: no bounds: {ours}")
                continue
            low, high = map(Fraction, ours["bounds"])
            enclosed += high - low <= Fraction(1, 10**12)
            line = f"{ours['states']} states, {ours['steps']} steps: {float(low):.13g} "
            line += f"+ {float(high - low):.1e}; {ours['read']:.2f} {ours['solve']:.2f} "
            line += f"{ours['check']:.2f} " if "check" in ours else "not checked "
            line += "" if ours.get("valid", True) else "NOT PROVED "
            if "value" in theirs:
                value = Fraction(theirs["value"])
                off = float(max(low - value, value - high, 0))
                outside += off > PRECISION * max(1, abs(float(low)))
                line += f"; {theirs['read']:.2f} {theirs['solve']:.2f} "
                line += f"outside by {off:.1e}" if off else "inside"
            else:
                line += f"; Storm: {theirs.get('failure', theirs)}"
            print(f"     {title}: {line}", flush=True)
    print(f"     {enclosed} enclosed to 1e-12, {late} without bounds in {limit:g} s;")
    print(f"     of Storm's values {outside} are further outside than 1e-6")


def section() -> None:
    """Time-bounded questions about CTMCs, beside Storm's floats: QVBS=folder."""
    on_the_set("times", main)


def main(words: list[str] | None = None) -> None:
    """The table of a folder of the benchmark set."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.times", description=__doc__)
    parser.add_argument("folder", type=Path, help="of the set, which has ctmc")
    parser.add_argument("words", nargs="*", help="parts of a path, of constants or a name")
    parser.add_argument("--limit", type=float, default=LIMIT, help="processor seconds (60)")
    parser.add_argument("--most", type=int, default=MOST_STATES, help="states (20,000)")
    options = parser.parse_args(words)
    table(options.folder / "ctmc", options.words, options.limit, options.most)


if __name__ == "__main__":
    main()

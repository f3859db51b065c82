"""The exact engine of Storm through stormpy, as its users call it: a model for each question.

Source: Hensel, Junges, Katoen, Quatmann, Volk, *The probabilistic model checker Storm*, 2022.
"""

from __future__ import annotations

from typing import Any

from tests.bench.forked import Phases
from tests.bench.qvbs_set import Case


def described(case: Case) -> tuple[Any, dict[str, Any]]:
    """The program with its constants, and its properties by name."""
    import stormpy

    if case.path.suffix == ".jani":
        program, given = stormpy.parse_jani_model(str(case.path))
    else:
        program = stormpy.parse_prism_program(str(case.path), prism_compatibility=True)
        text = case.properties.read_text().replace("R[exp]", "R")  # which Storm does not know
        given = stormpy.parse_properties(text, program)
    program, given = stormpy.instantiate_constants(program, case.constants, list(given))
    return program, {p.get_name(): p for p in given}


def solved(case: Case, name: str, phases: Phases) -> None:
    """Build and solve; the value at the initial state, or the extreme that a filter names."""
    import stormpy

    program, given = described(case)
    if name not in given:
        raise ValueError(f"no property {name!r} here")
    asked = given[name]
    model = phases.phase("build", lambda: stormpy.build_model[stormpy.Rational](program, [asked]))
    phases.tell(built=model.nr_states)
    result = phases.phase(
        "solve", lambda: stormpy.model_checking(model, asked, only_initial_states=True)
    )
    if asked.get_raw_formula().has_bound:
        phases.tell(value=all(bool(result[s]) for s in model.initial_states))
        return
    found = [result.get_value(s) for s in model.initial_states]
    extreme = min if "minimum" in str(asked) else max
    phases.tell(value=str(extreme(found)))

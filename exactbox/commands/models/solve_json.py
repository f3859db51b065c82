"""An answer of ``exactbox solve --json`` as an object.

One object has, beside the keys that all commands have (`json_output`), where they exist::

    property, name      the property as it is written, and its name
    from                the initial states, or those of a filter
    value               {exact, decimal}: of one state, or what a filter makes of several
    lower, upper        proved bounds in place of a value
    answer              true or false: of a threshold, forall, exists
    count, of           how many of the states
    states              those for which it is true, or where the value is greatest or least
    least, greatest     of the filter range
    values              a list: {state, valuation, value}, of several initial states or print
    all                 a list: {state, valuation, value, action}, with --all
    model               {file, format, states, choices}
    ties                in how many states several choices are optimal
    inner               hashes of the proofs of nested operators, a list
    refused             why it was not answered

Several properties are a list of such objects under ``answers``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from exactbox.certificate import Proof
from exactbox.commands.terminal.json_output import number
from exactbox.commands.terminal.written import (
    Written,
    file_fields,
    hashes,
    proof_fields,
    unchecked_fields,
)
from exactbox.formats.policies_writing import action_names
from exactbox.inputs import named
from exactbox.mdp.answers.answer import Answer
from exactbox.mdp.answers.enclosure import Enclosure
from exactbox.mdp.model.model import Model
from exactbox.properties.property_result import Found


def record(
    found: Found,
    proofs: Sequence[Proof],
    files: list[Written],
    digits: int,
    every: bool,
    unchecked: str = "",
) -> dict[str, Any]:
    """An answer as one object, with the values of all states if `every` is true.

    The checker has passed the proofs, the outermost last; `unchecked` says on what it came to no
    verdict, and why.
    """
    fields: dict[str, Any] = {"question": found.asked, "from": found.start.tolist()}
    fields |= _result(found, digits)
    if isinstance(found.answer, Answer):
        fields["ties"] = len(found.answer.ties)
    if every:
        fields["all"] = _all(found, digits)
    if unchecked:
        return fields | unchecked_fields(unchecked) | file_fields(files)
    fields |= proof_fields(proofs[-1]) if proofs else {"checked": False}
    if len(proofs) > 1:
        fields["inner"] = [hashes(proof) for proof in proofs[:-1]]
    return fields | file_fields(files)


def of_model(model: Model, name: str, format_: str) -> dict[str, Any]:
    """Facts about a model."""
    return {
        "file": named(name),
        "format": format_,
        "states": model.states,
        "choices": model.choices,
    }


def _result(found: Found, digits: int) -> dict[str, Any]:
    """The result."""
    start, result = found.start.tolist(), found.result
    function = (found.claim or {}).get("filter", "")
    if found.claim is None and found.answer is not None:
        return _value(found, start[0], digits)
    if isinstance(result, bool):
        one = len(start) == 1 and found.answer is not None
        return {"answer": result, **(_value(found, start[0], digits) if one else {})}
    if function == "count" or (found.answer is None and isinstance(result, int)):
        return {"count": result, "of": len(start)}
    if function == "set" or found.answer is None:
        true = [s for s, holds in zip(start, result, strict=True) if holds]
        return {"states": true, "of": len(start)}
    if function in ("argmax", "argmin"):
        return {"states": result}
    if function == "range":
        return {"least": number(result[0], digits), "greatest": number(result[1], digits)}
    if function == "print":
        return {"values": [_of_state(found, s, digits) for s in start]}
    if isinstance(result, list):  # bounds
        return {"lower": number(result[0], digits), "upper": number(result[1], digits)}
    return {"value": number(result, digits)}


def _value(found: Found, state: int, digits: int) -> dict[str, Any]:
    """The value of a state, or its bounds."""
    low, high = found.interval(state)
    if isinstance(found.answer, Enclosure):
        return {"lower": number(low, digits), "upper": number(high, digits)}
    return {"value": number(low, digits)}


def _of_state(found: Found, state: int, digits: int) -> dict[str, Any]:
    """A state by its number and valuation, and its value."""
    fields = {"state": state, **_value(found, state, digits)}
    model = found.answer.model if found.answer is not None else None
    if model is not None and model.valuations is not None and model.valuations[state]:
        fields["valuation"] = model.valuations[state]
    return fields


def _all(found: Found, digits: int) -> list[dict[str, Any]]:
    """Every state with its action at the first step."""
    answer = found.answer
    if answer is None:
        raise ValueError("it only says which states are in sets: there are no values to print")
    policy = answer.policy
    row = policy if policy.ndim == 1 else policy[0] if len(policy) else None
    states = [_of_state(found, s, digits) for s in range(answer.model.states)]
    if row is None:  # of no steps
        return states
    actions = action_names(answer.model, row)
    return [{**state, "action": str(a)} for state, a in zip(states, actions, strict=True)]

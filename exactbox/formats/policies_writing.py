"""Policies written as `policies` reads them, and the names of states and actions in them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from typing import Any

from exactbox.formats.text_files import write_text
from exactbox.inputs import input_of
from exactbox.mdp.model.model import Model
from exactbox.mdp.objectives.policy_value import Row
from exactbox.showing import one_line


def write_policy(
    path: str | os.PathLike[str],
    model: Model,
    rows: Sequence[Row],
    about: str,
    *,
    timed: bool = False,
    value: Callable[[int], str] | None = None,
) -> None:
    """Write a policy, as JSON where the file is called so, else as lines.

    Parameters
    ----------
    rows : pairs of a number of steps and (S,) actions within the state
        In the order in which they are played; one pair where the steps do not matter.
    about : str
        The question, in words.
    timed : bool
        Whether the steps matter.
    value : callable, optional
        What the third column says of a state.
    """
    names = [action_names(model, row) for _, row in rows]
    if input_of(path).suffix == ".json":
        stretched = [row for (k, _), row in zip(rows, names, strict=True) for _ in range(k)]
        policy: Any = stretched if timed else names[0]
        write_text(path, json.dumps({"question": about, "policy": policy}, indent=1) + "\n")
        return
    states, left = state_names(model), sum(k for k, _ in rows)
    columns = "state\taction" + ("" if value is None else "\tvalue")
    lines = [f"# {one_line(' '.join(about.split()))}", f"# {columns}"]
    for (k, _), row in zip(rows, names, strict=True):
        if timed:
            lines.append(
                f"{left}{f' to {left - k + 1}' if k > 1 else ''} step{'s' * (left > 1)} left:"
            )
            left -= k
        for s, (state, action) in enumerate(zip(states, row, strict=True)):
            lines.append(f"{state}\t{action}" + ("" if value is None else f"\t{value(s)}"))
    write_text(path, "\n".join(lines) + "\n")


def state_names(model: Model) -> list[str | int]:
    """Names of states: valuations that are one state's alone, else numbers."""
    if model.valuations is None:
        return list(range(model.states))
    keys = [key_of(text) for text in model.valuations]
    count: dict[str, int] = {}
    for key in keys:
        count[key] = count.get(key, 0) + 1
    return [
        text if count[key] == 1 and _is_name(text) and key != "*" and not key.isdigit() else s
        for s, (text, key) in enumerate(zip(model.valuations, keys, strict=True))
    ]


def action_names(model: Model, policy: Any) -> list[str | int]:
    """Names of choices, counted from 0 in each state: numbers where names are ambiguous."""
    chosen: list[str | int] = policy.tolist()
    if model.actions is None:
        return chosen
    start = model.action_start.tolist()
    for s, k in enumerate(policy.tolist()):
        here = model.actions[start[s] : start[s + 1]]
        if are_distinct(here):
            chosen[s] = here[k]
    return chosen


def _is_name(text: str) -> bool:
    """Return whether a text can stand in a column: white space around it would be lost."""
    return text.isprintable() and text == text.strip() != "" and text[0] != "#"


def are_distinct(names: Sequence[str]) -> bool:
    """Return whether names tell the choices of a state apart, each as it stands in a column."""
    return all(map(_is_name, names)) and len(set(names)) == len(names)


def key_of(text: str) -> str:
    """A state's name as it is compared: without white space, brackets around it, a last colon."""
    key = "".join(text.split()).removesuffix(":")
    return key[1:-1] if key[:1] == "[" and key[-1:] == "]" else key

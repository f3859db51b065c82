"""Labels and variables of the states in PRISM's explicit files, .lab and .sta."""

from __future__ import annotations

import re

import numpy as np

from exactbox.formats.prism.prism_files import PathLike
from exactbox.formats.text_files import fail, first_line, text_of
from exactbox.inputs import named, opened
from exactbox.mdp.model.builder import require_memory_for_model
from exactbox.mdp.model.layout import Array

_DECLARED = re.compile(r'([0-9]{1,18})="([^"]+)"')


def read_labels(path: PathLike, states: int) -> dict[str, Array]:
    """The states of every label, by PRISM's declarations (0="init") or Storm's (#DECLARATION)."""
    with opened(path) as file:
        lines = [text_of(path, at, raw).strip() for at, raw in enumerate(file, 1)]
    at = next((k for k, line in enumerate(lines) if line), None)
    if at is None:
        fail(path, max(1, len(lines)), "the file ends here, need labels")
    if storm := lines[at] == "#DECLARATION":
        if "#END" not in lines:
            fail(path, len(lines), "the file ends here, need #END")
        end = lines.index("#END")
        words = [word for line in lines[at + 1 : end] for word in line.split()]
        declared = list(zip(words, words))
    else:
        end = next((k for k, line in enumerate(lines) if line and line[0] != "#"), len(lines) - 1)
        declared = _DECLARED.findall(lines[end])
        if not declared or _DECLARED.sub("", lines[end]).strip():
            text = repr(lines[end][:60])
            fail(path, end + 1, f'found {text}, need labels such as 0="init" or #DECLARATION')
    names = dict(declared)
    if not len(declared) == len(names) == len(set(names.values())):
        fail(path, end + 1, "found a label twice, need different labels")
    if "init" not in names.values():
        fail(path, end + 1, "found no label init, need it for the initial state")
    require_memory_for_model(f"{named(path)}: ", states=states, labels=len(names))
    marked = {name: np.zeros(states, dtype=bool) for name in names.values()}
    met = np.zeros(states, dtype=bool)
    for k in range(end + 1, len(lines)):
        if not lines[k] or lines[k].startswith("#"):
            continue
        first, colon, rest = lines[k].replace("\t", " ").partition(" " if storm else ":")
        if not re.fullmatch("[0-9]{1,18}", first.strip()) or int(first) >= states or not colon:
            need = f"a state from 0 to {states - 1}{'' if storm else ', a colon'} and labels"
            fail(path, k + 1, f"found {lines[k][:60]!r}, need {need}")
        if met[int(first)]:
            fail(path, k + 1, f"found state {int(first)} twice, need each once")
        met[int(first)] = True
        for word in rest.split():
            if word not in names:
                fail(path, k + 1, f"found the label {word!r}, need one that is declared above")
            marked[names[word]][int(first)] = True
    return marked


def read_states(path: PathLike, states: int) -> list[str]:
    """``x=0 & y=1`` for every state."""
    with opened(path) as file:
        header, line = first_line(path, file, "the variables")
        if not re.fullmatch(r"\(.*\)", header):
            fail(path, line, f"found {header[:60]!r}, need the variables: (x,y)")
        variables = [word.strip() for word in header[1:-1].split(",")]
        valuations: dict[int, str] = {}
        for at, raw in enumerate(file, line + 1):
            text = text_of(path, at, raw).strip()
            if not text or text.startswith("#"):
                continue
            row = re.fullmatch(r"([0-9]{1,18})\s*:\s*\((.*)\)", text)
            values = [word.strip() for word in row[2].split(",")] if row else []
            if row is None or len(values) != len(variables):
                fail(path, at, f"found {text[:60]!r}, need state:(values of {header[1:-1]})")
            state = int(row[1])
            if state >= states or state in valuations:
                fail(path, at, f"found state {state}, need each of 0 to {states - 1} once")
            valuations[state] = " & ".join(f"{x}={v}" for x, v in zip(variables, values))
    if len(valuations) < states:
        missing = next(s for s in range(states) if s not in valuations)
        fail(path, 0, f"found no line for state {missing}, need one")
    return [valuations[s] for s in range(states)]

"""Labels and variables of the states in PRISM's explicit files, .lab and .sta."""

from __future__ import annotations

import os
import re

import numpy as np

from exactbox.formats.files import fail, first_line, opened
from exactbox.formats.prism_files import PathLike
from exactbox.mdp.model import Array

_DECLARED = re.compile(r'([0-9]{1,18})="([^"]*)"')


def read_labels(path: PathLike, states: int) -> dict[str, Array]:
    """The states of every label, by PRISM's declarations (0="init") or Storm's (#DECLARATION)."""
    with opened(path) as file:
        lines = file.read().decode("utf-8", "replace").splitlines()
    lines = [line.strip() for line in lines]
    at = next((k for k, line in enumerate(lines) if line), None)
    if at is None:
        fail(path, max(1, len(lines)), "the file ends here, need labels")
    if storm := lines[at] == "#DECLARATION":
        if "#END" not in lines:
            fail(path, len(lines), "the file ends here, need #END")
        end = lines.index("#END")
        names = {name: name for line in lines[at + 1 : end] for name in line.split()}
    else:
        while at < len(lines) and (not lines[at] or lines[at].startswith("#")):
            at += 1
        end = at
        names = dict(_DECLARED.findall(lines[at])) if at < len(lines) else {}
        if not names or _DECLARED.sub("", lines[at]).strip():
            found = lines[at][:60] if at < len(lines) else ""
            fail(path, at + 1, f'found {found!r}, need labels such as 0="init" or #DECLARATION')
        if len(set(names.values())) < len(names):
            fail(path, at + 1, "found a label twice, need different labels")
    marked = {name: np.zeros(states, dtype=bool) for name in names.values()}
    for k in range(end + 1, len(lines)):
        if not lines[k] or lines[k].startswith("#"):
            continue
        first, *given = lines[k].replace(":", " ", 0 if storm else 1).split()
        if not re.fullmatch("[0-9]{1,18}", first) or int(first) >= states:
            fail(path, k + 1, f"found {lines[k][:60]!r}, need a state from 0 to {states - 1}")
        for word in given:
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
        found: dict[int, str] = {}
        for at, raw in enumerate(file, line + 1):
            text = raw.decode("utf-8", "replace").strip()
            if not text or text.startswith("#"):
                continue
            row = re.fullmatch(r"([0-9]{1,18})\s*:\s*\((.*)\)", text)
            values = [word.strip() for word in row[2].split(",")] if row else []
            if row is None or len(values) != len(variables):
                fail(path, at, f"found {text[:60]!r}, need state:(values of {header[1:-1]})")
            state = int(row[1])
            if state >= states or state in found:
                fail(path, at, f"found state {state}, need each of 0 to {states - 1} once")
            found[state] = " & ".join(f"{x}={v}" for x, v in zip(variables, values))
    if len(found) < states:
        missing = next(s for s in range(states) if s not in found)
        raise ValueError(f"{os.fspath(path)}: found no line for state {missing}, need one")
    return [found[s] for s in range(states)]

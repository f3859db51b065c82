"""Writing PRISM's explicit files."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from exactbox.formats.numbers import probabilities_of, ratio_texts
from exactbox.formats.prism.prism_files import (
    PACKED,
    PathLike,
    numbered_siblings,
    sibling,
    stem_of,
)
from exactbox.formats.text_files import fail, write_text
from exactbox.formats.writable import labels_of_states, writable
from exactbox.mdp.model.model import Model

_VARIABLE = re.compile(r"([^=&(),\s]+)=([^=&(),\s]+)")


def write_prism(path: PathLike, model: Model) -> None:
    """Write a model as PRISM's explicit files of one stem, each whole or not at all.

    `path` names the .tra file; if it is packed, so are the others. ``.lab`` is always written,
    ``.sta`` where there are valuations, ``x=0 & y=1`` with the same variables in every state, and
    the rewards as ``.srew`` (of a Markov chain's states) or ``.trew``, numbered from 1 if there are
    several. A transition has its branch's reward where the model has these, else its choice's.
    Files of these names that an older model left behind are removed.

    Raises
    ------
    ValueError
        If the format cannot hold rates, players, a valuation or some name.
    """
    model = writable(path, model, players=False)
    _refuse(path, model)
    chain = model.states == model.choices
    probabilities = ratio_texts(probabilities_of(model))
    targets = model.target.tolist()
    state_of, branch_start = model.state_of.tolist(), model.branch_start.tolist()
    first = model.action_start.tolist()
    prefixes, suffixes = [], []
    for c, s in enumerate(state_of):
        prefixes.append(f"{s}" if chain else f"{s} {c - first[s]}")
        suffixes.append(f" {model.actions[c]}" if model.actions and model.actions[c] else "")
    branches = [
        (c, b) for c in range(model.choices) for b in range(branch_start[c], branch_start[c + 1])
    ]
    marked = {"init": np.isin(np.arange(model.states), model.initial), **model.labels}
    labels = labels_of_states(model, {str(k): where for k, where in enumerate(marked.values())})
    label_lines = [" ".join(f'{k}="{name}"' for k, name in enumerate(marked))]
    label_lines += [f"{s}: {' '.join(own)}" for s, own in enumerate(labels) if own]
    sizes = f"{model.states} {model.choices}" if not chain else f"{model.states}"
    tra = [f"{prefixes[c]} {targets[b]} {probabilities[b]}{suffixes[c]}" for c, b in branches]
    texts = {".tra": [f"{sizes} {len(tra)}", *tra], ".lab": label_lines}
    if model.valuations is not None:
        texts[".sta"] = _state_lines(path, model.valuations)
    for k, (name, reward) in enumerate(model.rewards.items(), 1):
        number = str(k) if len(model.rewards) > 1 else ""
        head = [f'# Reward structure "{name}"'] if name or number else []
        if chain and reward.branch is None:
            body = [f"{s} {value}" for s, value in enumerate(ratio_texts(reward)) if value != "0"]
            texts[f"{number}.srew"] = [*head, "# State rewards", f"{sizes} {len(body)}", *body]
        else:
            values = ratio_texts(reward.branch or reward)
            if reward.branch is None:
                values = [values[c] for c in model.choice_of.tolist()]
            body = [
                f"{prefixes[c]} {targets[b]} {values[b]}" for c, b in branches if values[b] != "0"
            ]
            texts[f"{number}.trew"] = [*head, "# Transition rewards", f"{sizes} {len(body)}", *body]
    stem = stem_of(path)
    packed = Path(path).suffix if Path(path).suffix.lower() in PACKED[1:] else ""
    stale = {Path(file) for _, *pair in numbered_siblings(path) for file in pair if file}
    stale |= {file for file in (sibling(path, ".sta"), sibling(path, ".lab")) if file}
    for ending, lines in texts.items():
        file = stem.with_name(f"{stem.name}{ending}{packed}")
        write_text(Path(path) if ending == ".tra" else file, "\n".join(lines) + "\n")
        stale.discard(file)
    for file in stale:
        file.unlink()


def _state_lines(path: PathLike, valuations: Iterable[str]) -> list[str]:
    lines: list[str] = []
    for s, text in enumerate(valuations):
        pairs = [_VARIABLE.fullmatch(part) for part in text.split(" & ")]
        names = ",".join(pair[1] for pair in pairs if pair)
        values = ",".join(pair[2] for pair in pairs if pair)
        if None in pairs or (lines and lines[0] != f"({names})"):
            need = "need the same variables in every state: x=0 & y=1"
            fail(path, 0, f"found the valuation {text!r} of state {s}, {need}")
        if not lines:
            lines.append(f"({names})")
        lines.append(f"{s}:({values})")
    return lines


def _refuse(path: PathLike, model: Model) -> None:
    """Raise ValueError for what these files have no place for."""
    for name in (*model.labels, *model.rewards):
        if '"' in name or len(name.splitlines()) > 1 or name != name.strip():
            need = "need one line without quotes or spaces around it"
            fail(path, 0, f"found the name {name!r}, {need}")
    if "" in model.labels:
        fail(path, 0, "found the empty label, need a name")
    if "init" in model.labels:
        fail(path, 0, "found the label init, need another: it is the initial state")
    for action in model.actions or ():
        if action and action.split() != [action]:
            fail(path, 0, f"found the action {action!r}, need a name without spaces")

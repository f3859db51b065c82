"""Rewards of PRISM's explicit files: of states, .srew, and of transitions, .trew."""

from __future__ import annotations

import re
from typing import IO

import numpy as np

from exactbox.formats.number_columns import WordError, chunks
from exactbox.formats.numbers import Numbers
from exactbox.formats.prism.prism_files import PathLike
from exactbox.formats.prism.prism_transitions import Transitions
from exactbox.formats.text_files import fail, shown_line, text_of
from exactbox.inputs import opened
from exactbox.linalg.matrices.integers import narrowest
from exactbox.mdp.model.builder import RewardParts
from exactbox.mdp.model.layout import Array, unchecked
from exactbox.mdp.model.rewards import Ratios
from exactbox.mdp.model.validation import repeated

_REWARD_NAME = re.compile(r'#\s*Reward structure:?\s*(?:"([^"]*)"|(\S.*))$')


def read_rewards(
    tra: Transitions, srew: PathLike | None, trew: PathLike | None
) -> tuple[str | None, RewardParts]:
    """The rewards in these files; before them the name that they state."""
    name, of_states, of_branches = None, None, None
    if srew is None and trew is None:
        raise ValueError("found no file of rewards, need .srew or .trew")
    states = tra.layout.states
    if srew is not None:
        name, line, (state,), values = _rewards(tra, srew, 1)
        outside = state >= states
        if outside.any():
            k = int(np.argmax(outside))
            fail(srew, line[k], f"found state {state[k]}, need 0 to {states - 1}")
        again = repeated(np.array([0, len(state)]), state)
        if again is not None:
            fail(srew, line[again], f"found a second reward of state {state[again]}, need one")
        of_states = _filled(states, state, values)
    if trew is not None:
        own, line, (state, *number, target), values = _rewards(tra, trew, 2 if tra.chain else 3)
        branch = _branches(tra, trew, line, (state, number[0] if number else 0 * state, target))
        of_branches = _filled(len(tra.layout.target), branch, values)
        name = name if own is None else own
    return name, RewardParts(states=of_states, branches=of_branches)


def _branches(
    tra: Transitions, path: PathLike, line: Array, places: tuple[Array, Array, Array]
) -> Array:
    """The branches at these states, choices within them and targets; each has to be there once."""
    layout, (state, within, target) = tra.layout, places
    exists = state < layout.states
    exists &= within < np.diff(layout.action_start)[np.where(exists, state, 0)]
    if not exists.all():
        k = int(np.argmin(exists))
        place = f"found state {state[k]}, choice {within[k]}"
        fail(path, line[k], f"{place}, which .tra does not have")
    choice, owner = layout.action_start[state] + within, layout.choice_of
    order = np.lexsort((layout.target, owner))
    keys = owner[order] * layout.states + layout.target[order]  # c S + t increases with (c, t)
    wanted = choice * layout.states + np.minimum(target, layout.states - 1)
    at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    branch, exists = order[at], (keys[at] == wanted) & (target < layout.states)
    again = repeated(np.array([0, len(branch)]), branch)
    if again is not None:
        exists[again] = False
    if not exists.all():
        k = int(np.argmin(exists))
        place = f"found target {target[k]} of state {state[k]}"
        fail(path, line[k], f"{place} twice, or not in .tra, need once")
    return branch


def _filled(size: int, where: Array, values: Ratios) -> Ratios:
    """The numbers at these of `size` places; 0 elsewhere."""
    numerator = np.zeros(size, dtype=values.numerator.dtype)
    denominator = np.ones(size, dtype=values.denominator.dtype)
    numerator[where], denominator[where] = values.numerator, values.denominator
    return unchecked(Ratios, numerator=numerator, denominator=denominator)


def _rewards(
    tra: Transitions, path: PathLike, indices: int
) -> tuple[str | None, Array, list[Array], Ratios]:
    """The stated name; line, indices and number of every reward."""
    numbers = Numbers()
    empty = np.zeros(0, dtype=np.int64)
    columns: list[tuple[Array, ...]] = [(empty,) * (indices + 3)]
    announced: int | None = None
    with opened(path) as file:
        name, line, begun = _start(path, file)
        if tra.has_counts:
            if not begun:
                fail(path, 0, "the file is empty, need the counts")
            words = begun.split()
            sizes = [tra.layout.states, tra.layout.choices][: 2 if indices == 3 else 1]
            found = f"found {shown_line(begun)}, need"
            if not all(w.isdigit() and len(w) <= 18 for w in words) or len(words) != len(sizes) + 1:
                what = "states, choices and rewards" if indices == 3 else "states and rewards"
                fail(path, line, f"{found} the counts of {what}")
            *stated, announced = map(int, words)
            if stated != sizes:
                need = f"{' '.join(map(str, sizes))} before the last count, as .tra has"
                fail(path, line, f"{found} {need}")
            line, begun = line + 1, b""
        try:
            for chunk in chunks(file, line, begun):
                parts = chunk.table(
                    [""] * indices,
                    indices + (1 if indices == 1 else 2),  # a .trew file may name the action
                    numbers,
                    words=f"{indices + 1}: indices, reward",
                    index=f"{indices} indices and a reward",
                    last="the reward",
                )
                columns.append((chunk.line, *parts))
        except WordError as error:
            fail(path, error.line, str(error))
    lines, *places, numerator, denominator = map(np.concatenate, zip(*columns))
    if announced not in (None, len(lines)):
        fail(path, 0, f"found {len(lines)} rewards, need {announced} as stated")
    values = unchecked(Ratios, numerator=narrowest(numerator), denominator=narrowest(denominator))
    return name, lines, places, values


def _start(path: PathLike, file: IO[bytes]) -> tuple[str | None, int, bytes]:
    """The name that the first comments state; the number of the first other line, and the line."""
    name: str | None = None
    line = 0
    for line, raw in enumerate(file, 1):
        text = raw.strip()
        if text and not text.startswith(b"#"):
            return name, line, raw
        if match := _REWARD_NAME.match(text_of(path, line, text)):
            name = match[1] if match[2] is None else match[2]
    return name, line + 1, b""

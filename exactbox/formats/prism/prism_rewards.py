"""Rewards of PRISM's explicit files: of states, .srew, and of transitions, .trew."""

from __future__ import annotations

import re
from typing import IO

import numpy as np

from exactbox.formats.number_columns import Chunk, WordError, chunks
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
    stated, of_states, of_branches = None, None, None
    if srew is not None:
        stated, of_states = _state_rewards(tra, srew)
    if trew is not None:
        last, of_branches = _transition_rewards(tra, trew)
        stated = stated if last is None else last
    if of_states is None and of_branches is None:
        raise ValueError("found no file of rewards, need .srew or .trew")
    return stated, RewardParts(states=of_states, branches=of_branches)


def _state_rewards(tra: Transitions, path: PathLike) -> tuple[str | None, Ratios]:
    """The rewards of a .srew file, for every state; before them the stated name."""
    states = tra.layout.states
    name, line, (state,), values = _rewards(tra, path, 1)
    outside = state >= states
    if outside.any():
        k = int(np.argmax(outside))
        fail(path, line[k], f"found state {state[k]}, need 0 to {states - 1}")
    again = repeated(np.array([0, len(state)]), state)
    if again is not None:
        fail(path, line[again], f"found a second reward of state {state[again]}, need one")
    return name, _filled(states, state, values)


def _transition_rewards(tra: Transitions, path: PathLike) -> tuple[str | None, Ratios]:
    """The rewards of a .trew file, for every branch; before them the stated name."""
    layout = tra.layout
    name, line, (state, *number, target), values = _rewards(tra, path, 2 if tra.chain else 3)
    within = number[0] if number else np.zeros_like(state)
    known = state < layout.states
    safe = np.where(known, state, 0)
    known &= within < np.diff(layout.action_start)[safe]
    if not known.all():
        k = int(np.argmin(known))
        place = f"found state {state[k]}, choice {within[k]}"
        fail(path, line[k], f"{place}, which .tra does not have")
    branch, known = _branches(tra, layout.action_start[state] + within, target)
    again = repeated(np.array([0, len(branch)]), branch)
    if again is not None:
        known[again] = False
    if not known.all():
        k = int(np.argmin(known))
        place = f"found target {target[k]} of state {state[k]}"
        fail(path, line[k], f"{place} twice, or not in .tra, need once")
    return name, _filled(len(layout.target), branch, values)


def _branches(tra: Transitions, choice: Array, target: Array) -> tuple[Array, Array]:
    """The branch that leads from each choice to the target, and whether there is one."""
    layout = tra.layout
    owner = layout.choice_of
    order = np.lexsort((layout.target, owner))
    keys = owner[order] * layout.states + layout.target[order]  # c S + t increases with (c, t)
    wanted = choice * layout.states + np.minimum(target, layout.states - 1)
    at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return order[at], (keys[at] == wanted) & (target < layout.states)


def _filled(size: int, where: Array, values: Ratios) -> Ratios:
    """The given numbers at these of `size` places; 0 elsewhere."""
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
            announced = _counts(tra, path, line, begun, indices)
            line, begun = line + 1, b""
        try:
            for chunk in chunks(file, line, begun):
                columns.append(_columns(path, chunk, numbers, indices))
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


def _columns(path: PathLike, chunk: Chunk, numbers: Numbers, indices: int) -> tuple[Array, ...]:
    """Line, indices, numerator and denominator; after them a .trew file may name the action."""
    most = indices + (1 if indices == 1 else 2)
    wrong = (chunk.count <= indices) | (chunk.count > most)
    if wrong.any():
        k = int(np.argmax(wrong))
        what = f"found {chunk.count[k]} words, need {indices + 1}: indices, reward"
        fail(path, chunk.line[k], what)
    places = []
    for column in range(indices):
        value, plain = chunk.integers(column)
        if not plain.all():
            k = int(np.argmin(plain))
            word = shown_line(chunk.word(k, column))
            fail(path, chunk.line[k], f"found {word}, need {indices} indices and a reward")
        places.append(value)
    try:
        numerator, denominator = chunk.numbers(indices, numbers)
    except WordError as error:
        raise WordError(error.line, f"the reward {error}") from None
    return (chunk.line, *places, numerator, denominator)


def _counts(tra: Transitions, path: PathLike, line: int, raw: bytes, indices: int) -> int:
    """The number of rewards in the first line, for a model of the size of this one."""
    words = raw.split()
    sizes = [tra.layout.states, tra.layout.choices][: 2 if indices == 3 else 1]
    if not all(w.isdigit() and len(w) <= 18 for w in words) or len(words) != len(sizes) + 1:
        what = "states, choices and rewards" if indices == 3 else "states and rewards"
        fail(path, line, f"found {shown_line(raw)}, need the counts of {what}")
    stated = [int(w) for w in words]
    if stated[:-1] != sizes:
        need = " ".join(map(str, sizes))
        fail(path, line, f"found {shown_line(raw)}, need {need} before the last count, as .tra has")
    return stated[-1]

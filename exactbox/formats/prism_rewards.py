"""Rewards of PRISM's explicit files, .srew and .trew, as terms that belong to choices."""

from __future__ import annotations

import os
import re
from typing import IO

import numpy as np

from exactbox.formats.columns import Piece, WordError, pieces
from exactbox.formats.files import fail, opened, shown, text_of
from exactbox.formats.numbers import Numbers
from exactbox.formats.prism_files import PathLike
from exactbox.formats.prism_transitions import Transitions
from exactbox.linalg.integers import product
from exactbox.mdp.layout import Array

_REWARD_NAME = re.compile(r'#\s*Reward structure:?\s*(?:"([^"]*)"|(\S.*))$')

Terms = tuple[Array, Array, Array]  # choice, numerator and denominator of every term


def state_terms(tra: Transitions, path: PathLike) -> tuple[str | None, Terms]:
    """Those of a .srew file, for every choice of the states; before it the stated name."""
    name, line, (state,), numerator, denominator = _rewards(tra, path, 1)
    outside = state >= tra.states
    if outside.any():
        b = int(np.argmax(outside))
        fail(path, line[b], f"found state {state[b]}, need 0 to {tra.states - 1}")
    again = _second(state)
    if again is not None:
        fail(path, line[again], f"found a second reward of state {state[again]}, need one")
    count = np.diff(tra.option_start)[state]
    within = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)
    choice = np.repeat(tra.option_start[state], count) + within
    return name, (choice, np.repeat(numerator, count), np.repeat(denominator, count))


def transition_terms(tra: Transitions, path: PathLike) -> tuple[str | None, Terms]:
    """Those of a .trew file times their probabilities; before it the stated name."""
    name, line, (state, *number, target), numerator, denominator = _rewards(
        tra, path, 2 if tra.chain else 3
    )
    within = number[0] if number else np.zeros_like(state)
    known = state < tra.states
    safe = np.where(known, state, 0)
    known &= within < np.diff(tra.option_start)[safe]
    if not known.all():
        b = int(np.argmin(known))
        found = f"found state {state[b]}, choice {within[b]}"
        fail(path, line[b], f"{found}, which .tra does not have")
    choice = tra.option_start[state] + within
    branch, known = _branches(tra, choice, target)
    again = _second(branch)
    if again is not None:
        known[again] = False
    if not known.all():
        b = int(np.argmin(known))
        found = f"found target {target[b]} of state {state[b]}"
        fail(path, line[b], f"{found} twice, or not in .tra, need once")
    p, q = product(numerator, tra.weight[branch]), product(denominator, tra.denominator[choice])
    return name, (choice, p, q)


def _branches(tra: Transitions, choice: Array, target: Array) -> tuple[Array, Array]:
    """The branch that leads from each choice to the target, and whether there is one."""
    owner = np.repeat(np.arange(tra.choices), np.diff(tra.branch_start))
    order = np.lexsort((tra.target, owner))
    keys = owner[order] * tra.states + tra.target[order]
    wanted = choice * tra.states + np.minimum(target, tra.states - 1)
    at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return order[at], (keys[at] == wanted) & (target < tra.states)


def _second(values: Array) -> int | None:
    """The first that occurred before."""
    order = np.argsort(values, kind="stable")
    again = order[1:][np.diff(values[order]) == 0]
    return int(again.min()) if len(again) else None


def _rewards(
    tra: Transitions, path: PathLike, indices: int
) -> tuple[str | None, Array, list[Array], Array, Array]:
    """The stated name; line, indices, numerator and denominator of every reward."""
    numbers = Numbers()
    empty = np.zeros(0, dtype=np.int64)
    columns: list[tuple[Array, ...]] = [(empty,) * (indices + 3)]
    announced: int | None = None
    with opened(path) as file:
        name, line, begun = _start(path, file)
        if tra.has_counts:
            if not begun:
                raise ValueError(f"{os.fspath(path)}: the file is empty, need the counts")
            announced = _counts(tra, path, line, begun, indices)
            line, begun = line + 1, b""
        try:
            for piece in pieces(file, line, begun):
                columns.append(_columns(path, piece, numbers, indices))
        except WordError as error:
            fail(path, error.line, str(error))
    lines, *places, numerator, denominator = map(np.concatenate, zip(*columns))
    if announced not in (None, len(lines)):
        raise ValueError(
            f"{os.fspath(path)}: found {len(lines)} rewards, need {announced} as stated"
        )
    return name, lines, places, numerator, denominator


def _start(path: PathLike, file: IO[bytes]) -> tuple[str | None, int, bytes]:
    """The name that the first comments state; the first line that is none, and its number."""
    name: str | None = None
    line = 0
    for line, raw in enumerate(file, 1):
        text = raw.strip()
        if text and not text.startswith(b"#"):
            return name, line, raw
        if found := _REWARD_NAME.match(text_of(path, line, text)):
            name = found[1] if found[2] is None else found[2]
    return name, line + 1, b""


def _columns(path: PathLike, piece: Piece, numbers: Numbers, indices: int) -> tuple[Array, ...]:
    """Line, indices, numerator and denominator; after them a .trew file may name the action."""
    most = indices + (1 if indices == 1 else 2)
    wrong = (piece.count <= indices) | (piece.count > most)
    if wrong.any():
        k = int(np.argmax(wrong))
        what = f"found {piece.count[k]} words, need {indices + 1}: indices, reward"
        fail(path, piece.line[k], what)
    places = []
    for column in range(indices):
        value, plain = piece.integers(column)
        if not plain.all():
            k = int(np.argmin(plain))
            word = shown(piece.word(k, column))
            fail(path, piece.line[k], f"found {word}, need {indices} indices and a reward")
        places.append(value)
    try:
        numerator, denominator = piece.numbers(indices, numbers)
    except WordError as error:
        raise WordError(error.line, f"the reward {error}") from None
    return (piece.line, *places, numerator, denominator)


def _counts(tra: Transitions, path: PathLike, line: int, raw: bytes, indices: int) -> int:
    """How many rewards the first line announces, for a model of the size of this one."""
    words = raw.split()
    sizes = [tra.states, tra.choices][: 2 if indices == 3 else 1]
    if not all(w.isdigit() and len(w) <= 18 for w in words) or len(words) != len(sizes) + 1:
        what = "states, choices and rewards" if indices == 3 else "states and rewards"
        fail(path, line, f"found {shown(raw)}, need the counts of {what}")
    stated = [int(w) for w in words]
    if stated[:-1] != sizes:
        need = " ".join(map(str, sizes))
        fail(path, line, f"found {shown(raw)}, need {need} before the last count, as .tra has")
    return stated[-1]

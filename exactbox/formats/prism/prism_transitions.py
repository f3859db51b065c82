"""PRISM's and Storm's .tra files as arrays: the branches in order, rows of choices checked."""

from __future__ import annotations

import re

import numpy as np

from exactbox.formats.number_columns import WordError, chunks
from exactbox.formats.numbers import Numbers
from exactbox.formats.prism.prism_files import PathLike
from exactbox.formats.text_files import fail, first_line, shown_line
from exactbox.inputs import named, opened
from exactbox.mdp.model.builder import require_memory_for_model
from exactbox.mdp.model.layout import Array, Layout, starts_of, unchecked
from exactbox.mdp.model.rewards import Ratios
from exactbox.showing import counted


class Transitions:
    """A .tra file as arrays; with `rates` that of a CTMC, which PRISM does not mark as such.

    The lines of a ``chain`` have no choice; ``has_counts`` says that it is PRISM's dialect, not
    Storm's.
    """

    def __init__(self, path: PathLike, rates: bool = False) -> None:
        self.path, self.timed = path, rates
        numbers = Numbers()
        actions: dict[bytes, int] = {b"": 0}
        columns: list[tuple[Array, ...]] = []
        branches = 0
        with opened(path) as file:
            header, line = first_line(path, file, "the counts, dtmc, ctmc or mdp")
            counts = self._header(header, line)
            if self.timed and not self.chain:
                what = "found a model with choices, need a CTMC where rates are asked for"
                fail(path, line, what)
            names = ("state", "target") if self.chain else ("state", "choice", "target")
            width = len(names) + 1
            need = f"{width} or {width + 1}: {' '.join(names)} probability (action)"
            last = "the probability"
            try:
                for chunk in chunks(file, line + 1):
                    branches += len(chunk)
                    require_memory_for_model(f"{named(path)}: ", branches=branches)
                    parts = chunk.table(
                        names, width + 1, numbers, words=need, index="a number from 0", last=last
                    )
                    if self.chain:
                        parts.insert(1, np.zeros(len(chunk), dtype=np.int64))
                    action = np.zeros(len(chunk), dtype=np.int64)
                    rows = np.flatnonzero(chunk.count > width)
                    words = chunk.words(rows, width)
                    action[rows] = [actions.setdefault(word, len(actions)) for word in words]
                    columns.append((*parts, action, chunk.line))
            except WordError as error:
                fail(path, error.line, str(error))
        arrays = [np.concatenate(column) for column in zip(*columns)]
        del columns
        if not arrays or not len(arrays[0]):
            fail(path, line, "found no transitions, need one")
        state, choice, target, *_, lines = arrays
        if counts and len(state) != counts[-1]:
            fail(
                path,
                line,
                f"found {counted(len(state), 'transition')}, need {counts[-1]} as stated here",
            )
        self.has_counts = bool(counts)
        states = counts[0] if counts else 1 + int(max(state.max(), target.max()))
        if (state >= states).any():
            b = int(np.argmax(state >= states))
            fail(path, lines[b], f"found state {state[b]}, need 0 to {states - 1}")
        later = (np.diff(state) > 0) | ((np.diff(state) == 0) & (np.diff(choice) >= 0))
        if not later.all():
            order = np.lexsort((choice, state))
            arrays = [column[order] for column in arrays]
        state, choice, target, numerator, denominator, action, lines = arrays
        action_start, branch_start = self._group(states, state, choice, lines, counts)
        self.layout = Layout(action_start, branch_start, target)
        self.numbers = unchecked(Ratios, numerator=numerator, denominator=denominator)
        self.line = lines[branch_start[:-1]]  # of the first branch of every choice
        self.actions = self._actions(action, list(actions), lines)

    def place(self, choice: int) -> str:
        """The name of a choice in messages."""
        return f"{named(self.path)}:{self.line[choice]}: {self.layout.place(choice)}"

    def _header(self, text: str, line: int) -> list[int]:
        """The counts; none in Storm's dialect."""
        words = text.split()
        self.chain = text.lower() in ("dtmc", "ctmc") or len(words) == 2
        self.timed |= text.lower() == "ctmc"
        if text.lower() in ("dtmc", "ctmc", "mdp"):
            return []
        if len(words) not in (2, 3) or not all(re.fullmatch("[0-9]{1,18}", w) for w in words):
            fail(
                self.path,
                line,
                f"found {text[:60]!r}, need 'states transitions', 'states choices transitions', "
                "dtmc, ctmc or mdp",
            )
        if int(words[0]) == 0:
            fail(self.path, line, "found 0 states, need one")
        return list(map(int, words))

    def _group(
        self, states: int, state: Array, choice: Array, lines: Array, counts: list[int]
    ) -> tuple[Array, Array]:
        """The beginnings of every state's choices and of every choice's branches."""
        fresh = (np.diff(state, prepend=-1) != 0) | (np.diff(choice, prepend=-1) != 0)
        first = np.flatnonzero(fresh)  # the first branch of each choice
        owner, number = state[first], choice[first]
        present = owner[np.diff(owner, prepend=-1) != 0]  # the states, each once
        if len(present) < states:  # before anything of their number is allocated
            gaps = np.flatnonzero(present != np.arange(len(present)))
            s = int(gaps[0]) if gaps.size else len(present)
            said = f"state {s} has no transition, need one (a loop, where it is the end)"
            fail(self.path, 0, said)
        action_start = starts_of(np.bincount(owner))
        expected = np.arange(len(first)) - action_start[owner]  # 0, 1, ... in every state
        if (number != expected).any():
            c = int(np.argmax(number != expected))
            fail(
                self.path,
                lines[first[c]],
                f"found choice {number[c]} of state {owner[c]}, need choice {expected[c]} before",
            )
        if len(counts) == 3 and len(first) != counts[1]:
            size = counted(len(first), "choice")
            fail(self.path, 0, f"found {size}, need {counts[1]} as the first line says")
        return action_start, np.append(first, len(state))

    def _actions(self, action: Array, names: list[bytes], lines: Array) -> list[str] | None:
        """The name of every choice, the same on all its lines."""
        if len(names) == 1:
            return None
        of_choice = action[self.layout.branch_start[:-1]]
        wanted = np.repeat(of_choice, np.diff(self.layout.branch_start))
        if (action != wanted).any():
            b = int(np.argmax(action != wanted))
            two = " and ".join(shown_line(names[k]) for k in (wanted[b], action[b]))
            fail(self.path, lines[b], f"found the actions {two} of one choice, need one")
        texts = []
        for k, name in enumerate(names):
            try:
                texts.append(name.decode())
            except UnicodeDecodeError:
                fail(self.path, lines[np.argmax(action == k)], f"found {name!r}, need UTF-8")
        return [texts[k] for k in of_choice.tolist()]

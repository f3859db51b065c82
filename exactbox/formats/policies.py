"""Policies as text that people read and edit: a line a state; read here, `policies_writing` writes.

::

    # least expected reward until done            a comment
    s=0 & d=0    roll    11/3                     state, action, value; columns end with a tab
    s=1 & d=0    stop                             the value is for the reader, it is not read back
    7            0                                a state by its number, an action by its number
    s=2 & d=0    *                                every action stays open: the best one is taken
    *            roll                             all states that have no line

A state is named by its valuation, where the model has one that no other state has, or by its
number; an action by its name, where names tell the state's choices apart, else by its number,
counted from 0. Where the policy changes with the steps, ``25 to 12 steps left:`` stands above the
lines that hold then; what has no such heading holds at every step. States with one choice may be
left out, and in a game the second player's.

For hands: two spaces end a column as a tab does, and so does one where no valuation has spaces; a
colon may follow the state, brackets stand around it, and white space inside it does not matter.

JSON, in ``.json``, is {"policy": actions by state}, or with steps a list of such lists, from all
steps left down to one.
"""

from __future__ import annotations

import os
import re

import numpy as np

from exactbox.formats.policies_writing import are_distinct, key_of, state_names
from exactbox.formats.text_files import fail, json_of, text_of
from exactbox.inputs import contents, input_of, named, opened
from exactbox.mdp.model.layout import PerState
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import require_model
from exactbox.mdp.objectives.policy_value import OPEN, Row

_HEADING = re.compile(r"([0-9]{1,18})(?: *(?:to|-|\.\.) *([0-9]{1,18}))? +steps? +left *:?$")
_MAX_NAMES_OF_STATES, _MAX_NAMES_OF_ACTIONS = 5, 10  # in a message


def read_policy(path: str | os.PathLike[str], model: Model) -> PerState | list[Row]:
    """The policy in a file, for `exactbox.mdp.policy_value`, of this model's states and actions.

    Returns
    -------
    (S,) int64 actions within the state, or `OPEN`; or pairs of a number of steps and such a row

    Raises
    ------
    ValueError
        If a state or an action is unknown, named twice, or left out; names the file and the line.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "mine.txt"
    >>> _ = path.write_text("# my way\\n0\\t1\\n*\\t0\\n")
    >>> model = Model.from_lists([[[(1, 0)], [(1, 1)]], [[(1, 0)], [(1, 1)]]])
    >>> read_policy(path, model).tolist()
    [1, 0]
    """
    file = input_of(path)
    require_model(model)
    is_json = file.suffix == ".json"
    if file.is_standard:  # an object, or a list of more than a valuation
        is_json |= re.match(rb'\s*(\{|\[\s*["0-9\[])', contents(file)) is not None
    return _json_policy(file, model) if is_json else _Reader(file, model).policy()


def action_of(model: Model, state: int, action: str) -> int | None:
    """The action within a state that an action's name or number means; None: it has no such.

    Examples
    --------
    >>> model = Model([0, 2], [0, 1, 2], [0, 0], [1, 1], [1, 1], actions=["b", "a"])
    >>> action_of(model, 0, "a"), action_of(model, 0, "0"), action_of(model, 0, "*")
    (1, 0, -1)
    """
    first, last = model.action_start[state : state + 2].tolist()
    names = list(model.actions[first:last]) if model.actions is not None else []
    if names.count(action) == 1 and (are_distinct(names) or not action.isdigit()):
        return names.index(action)
    if action == "*":
        return OPEN
    if action.isascii() and action.isdigit() and len(action) <= 18 and int(action) < last - first:
        return int(action)
    return None


_Lines = dict[int, tuple[int, str, int]]  # by state, `OPEN` for all others: line, action, number


class _Reader:
    """One file of lines while it is read."""

    def __init__(self, path: str | os.PathLike[str], model: Model) -> None:
        self.path, self.model = path, model
        self.number: dict[str, int] = {}
        for s, name in enumerate(state_names(model)):
            if isinstance(name, str):
                self.number[key_of(name)] = s
        self.actions = set(model.actions or ())

    def policy(self) -> PerState | list[Row]:
        sections: list[tuple[int, int, _Lines]] = [(1, 0, {})]  # line of the heading, steps, lines
        next_left = 0
        with opened(self.path) as file:
            for line, raw in enumerate(file, 1):
                text = text_of(self.path, line, raw).strip()
                if not text or text[0] == "#":
                    continue
                heading = _HEADING.match(text)
                if heading is None:
                    state, action = self.columns(line, text)
                    lines = sections[-1][2]
                    if state in lines:
                        before = f"line {lines[state][0]}"
                        what = f"{self.place(state)} again, {before} has it already"
                        what = f"a second line for *, {before} is it" if state == OPEN else what
                        fail(self.path, line, f"found {what}")
                    number = OPEN if state == OPEN else self.parse_action(line, state, action)
                    lines[state] = line, action, number
                    continue
                high, low = int(heading[1]), int(heading[2] or heading[1])
                if not 1 <= low <= high or (next_left and high != next_left):
                    need = f"{next_left} steps left" if next_left else "1 or more, the more first"
                    fail(self.path, line, f"found {text!r}, need {need}")
                if next_left == 0 and len(sections) > 1:
                    fail(self.path, line, f"found {text!r}, need no more: 1 step left came before")
                sections.append((line, high - low + 1, {}))
                next_left = low - 1
        (_, _, lines), *timed = sections
        if not timed:
            return self.row(1, lines)
        if lines:
            own = [line for state, (line, _, _) in lines.items() if state != OPEN]
            line = min(own, default=timed[0][0])
            fail(self.path, line, "found lines before the first heading of steps left, need none")
        if next_left:
            fail(self.path, timed[-1][0], f"it ends with {next_left} steps left, need 1")
        return [(steps, self.row(heading, lines)) for heading, steps, lines in timed]

    def columns(self, line: int, text: str) -> tuple[int, str]:
        """The state and the action of a line; the state is `OPEN` where it says *."""
        parts = [part.strip() for part in re.split(r"\t+| {2,}", text) if part]
        if len(parts) < 2:
            words = text.split()
            for k in range(len(words) - 1, 0, -1):  # the longest beginning that is a state
                state = self.state_named(" ".join(words[:k]))
                if state is not None:
                    rest = " ".join(words[k:])
                    return state, rest if rest in self.actions else words[k]
            if len(words) < 2:
                fail(self.path, line, f"found {text[:60]!r}, need a state, a tab and an action")
            parts = words
        state = self.state_named(parts[0])
        if state is None:
            need = f"the number of a state, 0 to {self.model.states - 1}"
            if self.number:
                example = (self.model.valuations or [""])[next(iter(self.number.values()))]
                need += f", or values as in {example!r}"
            fail(self.path, line, f"found the state {parts[0][:60]!r}, need {need}")
        return state, parts[1]

    def state_named(self, text: str) -> int | None:
        """The state that a text names; `OPEN` for the other states; None: there is none."""
        key = key_of(text)
        if key == "*":
            return OPEN
        if key.isascii() and key.isdigit():
            return int(key) if len(key) <= 18 and int(key) < self.model.states else None
        return self.number.get(key)

    def parse_action(self, line: int, state: int, action: str) -> int:
        number = action_of(self.model, state, action)
        if number is None:
            low, high = self.model.action_start[state : state + 2].tolist()
            most = min(high, low + _MAX_NAMES_OF_ACTIONS)
            names = list(map(str, range(most - low)))
            own = [] if self.model.actions is None else self.model.actions[low:high]
            if own and are_distinct(own):
                names = list(own[: most - low])
            need = f"need {', '.join(names)}{', ...' if high > most else ''} or *"
            fail(
                self.path, line, f"found the action {action[:60]!r} of {self.place(state)}, {need}"
            )
        return number

    def place(self, state: int) -> str:
        values = self.model.valuations
        return f"state {state}" + (f" [{values[state]}]" if values and values[state] else "")

    def row(self, heading: int, lines: _Lines) -> PerState:
        """The actions of all states by the lines below a heading."""
        row = np.zeros(self.model.states, dtype=np.int64)
        need_line = np.diff(self.model.action_start) > 1
        if self.model.players is not None:
            need_line &= ~self.model.players
        for state, (_, _, number) in lines.items():
            if state != OPEN:
                row[state], need_line[state] = number, False
        missing = np.flatnonzero(need_line).tolist()
        if OPEN in lines:
            for s in missing:
                row[s] = self.parse_action(lines[OPEN][0], s, lines[OPEN][1])
        elif missing:
            few = ", ".join(map(self.place, missing[:_MAX_NAMES_OF_STATES]))
            fail(
                self.path,
                heading,
                f"found no line for {len(missing):,} of the states that have several choices: {few}"
                f"{', ...' if len(missing) > _MAX_NAMES_OF_STATES else ''}; need them, or a line "
                "`* ACTION` for all others (`* *`: the best one)",
            )
        return row


def _json_policy(path: str | os.PathLike[str], model: Model) -> PerState | list[Row]:
    """The policy in a file of JSON."""
    name = named(path)
    document = json_of(contents(path), name)
    lists = document.get("policy") if isinstance(document, dict) else document
    if not isinstance(lists, list) or not lists:
        raise ValueError(f"{name}: need {{'policy': a list of actions, one a state}}")
    timed = isinstance(lists[0], list)
    sizes = np.diff(model.action_start).tolist()
    runs: list[Row] = []
    for actions in lists if timed else [lists]:
        if not isinstance(actions, list) or len(actions) != model.states:
            got = len(actions) if isinstance(actions, list) else type(actions).__name__
            raise ValueError(f"{name}: policy: got {got}, need {model.states} actions, one a state")
        row = np.zeros(model.states, dtype=np.int64)
        for s, action in enumerate(actions):
            place = f"{name}: state {s}: found"
            if isinstance(action, bool) or not isinstance(action, (str, int)):
                raise ValueError(f"{place} {action!r}, need an action's name or number")
            number = action if isinstance(action, int) else action_of(model, s, action)
            if number is None or not (0 <= number < sizes[s] or action == "*"):
                raise ValueError(f"{place} the action {action!r}, which it does not have")
            row[s] = number
        if runs and (row == runs[-1][1]).all():
            runs[-1] = runs[-1][0] + 1, row
        else:
            runs.append((1, row))
    return runs if timed else runs[0][1]

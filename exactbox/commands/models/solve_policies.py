"""Policies of ``exactbox solve``: ``--policy`` writes one, ``--evaluate`` says what it is worth."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from exactbox.commands.terminal.written import prove, size_words, verdict_fields, written
from exactbox.decimals import DIGITS, Style, equals, short_value
from exactbox.formats import policies_writing
from exactbox.formats.policies_writing import action_names
from exactbox.inputs import named
from exactbox.mdp.answers.answer import Answer
from exactbox.mdp.answers.enclosure import Enclosure
from exactbox.mdp.model.model import Model
from exactbox.mdp.objectives.policy_value import OPEN, PolicyValue, policy_rows, policy_value
from exactbox.objectives import WITHOUT_WORTH
from exactbox.properties.result import Found
from exactbox.showing import Fields, Row, counted, one_line

_WORST = 3  # states that the summary names


def save_policy(answer: Answer | Enclosure, question: str, path: str) -> list[Row]:
    """Write the policy of an answer, before anything is printed."""

    def value(s: int) -> str:
        if not isinstance(answer, Answer):
            return answer.decimal(s)
        return short_value(answer.values[s], lambda: answer.decimal(DIGITS, s))

    timed = answer.asked.steps is not None
    rows = policy_rows(answer)
    if not timed and len(rows) > 1:
        raise ValueError(f"{path}: the policy depends on what has been spent: there is no format")
    shown = None if timed else value

    def write(file: str) -> None:
        policies_writing.write_policy(file, answer.model, rows, question, timed=timed, value=shown)

    return written(path, "policy", write)


def evaluation(
    found: Found, policy: Any, path: str | None, files: Mapping[str, str], style: Style
) -> tuple[list[Row], Row, list[Row]]:
    """A policy, read from a file, beside the best one: facts, states, and the files written."""
    if found.claim is not None or not isinstance(found.answer, Answer):
        raise ValueError("--evaluate goes with a value, not with a threshold, filter or G")
    file = path or ""
    try:
        worth = policy_value(found.answer, policy)
    except ValueError as error:
        raise ValueError(f"{named(file)}: {error}") from None
    verdicts, said = list[Any](), "none: the policy changes with the steps"
    certificates = list[Row]()
    if worth.answer is not None:
        proof = prove(worth.answer, files.get("certificate"), certificates)
        verdicts = [proof]
        if isinstance(proof, Exception):
            said = f"not checked: {proof.why}"
        else:
            said = size_words(proof, of=", of the process that the policy makes")
    elif "certificate" in files:
        raise ValueError(f"{files['certificate']}: no certificate holds a policy that changes")
    written = save_policy(worth.best, found.asked, files["policy"]) if "policy" in files else []
    compared = Comparison(worth, policy, file, style)
    rows = [
        Row(fields={"question": found.asked, "from": [worth.best.model.initial_state]}),
        *compared.rows(),
        Row("proof", said, verdict_fields(*verdicts)),
    ]
    return rows, Row(text=compared.lines()), [*written, *certificates]


class Comparison:
    """A policy's value beside the best one."""

    def __init__(self, found: PolicyValue, policy: Any, path: str, style: Style) -> None:
        self.found, self.policy, self.path, self.style = found, policy, path, style
        self.worse = found.worse()

    def rows(self) -> list[Row]:
        """The policy's value at the initial state, the best one, and the loss."""
        found, model = self.found, self.found.best.model
        loses = f"nothing in any of the {model.states:,} states"
        if self.worse:
            loses = f"in {len(self.worse):,} of {model.states:,} states"
            listed = ", ".join(place(model, s) for s in self.worse[:_WORST])
            loses += f"; most in {listed}{', ...' if len(self.worse) > _WORST else ''}"
        numbers = {"worth": found.value, "best": found.best.value, "loss": found.loss()}
        return [
            Row("policy", one_line(named(self.path)) + self._open(), {"policy": self.path}),
            *(Row(name, self._text(value), {name: value}) for name, value in numbers.items()),
            Row("loses", loses, self._records),
        ]

    def _records(self) -> Fields:
        """Every state where something is lost, the most first, for JSON."""
        found, model = self.found, self.found.best.model
        mine, better = self._actions()

        def state(s: int) -> Fields:
            record = {
                "state": s,
                "worth": found.values[s],
                "best": found.best.values[s],
                "loss": found.loss(s),
                "action": mine(s),
                "best_action": better(s),
            }
            if model.valuations is not None and model.valuations[s]:
                record["valuation"] = model.valuations[s]
            if found.best.objective not in WITHOUT_WORTH:
                record["costs_by_itself"] = found.mistake(s)
            return record

        return {"loses": [state(s) for s in self.worse]}

    def _actions(self) -> tuple[Callable[[int], str], Callable[[int], str]]:
        """The policy's action in a state at the first step, and the best one."""
        model, rows = self.found.best.model, self._first_row()
        mine = action_names(model, rows.clip(min=0))
        better = action_names(model, policy_rows(self.found.best)[0][1])
        return lambda s: "*" if rows[s] == OPEN else str(mine[s]), lambda s: str(better[s])

    def lines(self) -> Iterator[str]:
        """The states where something is lost, the most first: worth, best, loss, action, better."""
        found, model = self.found, self.found.best.model
        if not self.worse:
            yield "nothing is lost in any state"
            return
        mine, better = self._actions()
        table = [["state", "worth", "best", "loss", "action", "best action"]]
        alone = found.best.objective not in WITHOUT_WORTH
        if alone:
            table[0].append("costs by itself")
        for s in self.worse:
            numbers = [found.values[s], found.best.values[s], found.loss(s)]
            row = [place(model, s), *map(self._short, numbers), mine(s), better(s)]
            table.append([*row, self._short(found.mistake(s))] if alone else row)
        wide = [max(map(len, column)) for column in zip(*table, strict=True)]
        for row in table:
            yield "  ".join(map(str.ljust, row, wide)).rstrip()

    def _first_row(self) -> Any:
        """The options at the first step."""
        timed = len(self.policy) > 0 and isinstance(self.policy[0], tuple)
        return self.policy[0][1] if timed else self.policy

    def _open(self) -> str:
        """The number of decisions that the policy leaves open."""
        model = self.found.best.model
        mine = np.diff(model.option_start) > 1
        second = model.players is not None and bool((mine & model.players).any())
        if model.players is not None:
            mine &= ~model.players
        left = int((mine & (self._first_row() == OPEN)).sum())
        text = f"; left open in {counted(left, 'state')}, where the best is taken" if left else ""
        return text + ("; the second player's best response is taken" if second else "")

    def _short(self, value: Fraction | float) -> str:
        most = sys.maxsize if self.style.full else 24
        return short_value(value, lambda: self.style.decimal(value), most)

    def _text(self, value: Fraction | float) -> str:
        text = self.style.exactly(value)
        if not isinstance(value, Fraction) or value.denominator == 1:
            return text
        return f"{text} {equals(value, self.style.digits)} {self.style.decimal(value)}"


def place(model: Model, state: int) -> str:
    """A state by its number, and its valuation where there is one."""
    values = model.valuations
    return f"{state} [{one_line(values[state])}]" if values and values[state] else str(state)

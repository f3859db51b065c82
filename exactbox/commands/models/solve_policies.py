"""Policies of ``exactbox solve``: ``--policy`` writes one, ``--evaluate`` says what it is worth."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from exactbox.commands.models.solve_files import Proofs, prove
from exactbox.commands.terminal.json_output import number
from exactbox.commands.terminal.progress_bar import hide
from exactbox.commands.terminal.written import (
    Written,
    file_fields,
    print_files,
    proof_fields,
    size_words,
    unchecked_fields,
    written,
)
from exactbox.decimals import DIGITS, decimal_string, equals, fraction_string, short_value
from exactbox.formats import policies_writing
from exactbox.formats.policies_writing import action_names
from exactbox.inputs import named
from exactbox.mdp.answers.answer import Answer
from exactbox.mdp.answers.enclosure import Enclosure
from exactbox.mdp.model.model import Model
from exactbox.mdp.objectives.policy_value import OPEN, PolicyValue, policy_rows, policy_value
from exactbox.showing import counted, fact_lines, one_line

_WORST = 3  # states that the summary names
_WITHOUT_WORTH = ("mean_payoff", "within_steps", "within_reward")  # a choice alone has none


def save_policy(answer: Answer | Enclosure, question: str, path: str) -> list[Written]:
    """Write the policy of an answer, before anything is printed."""

    def value(s: int) -> str:
        if not isinstance(answer, Answer):
            return answer.decimal(s)
        return short_value(answer.values[s], lambda: answer.decimal(DIGITS, s))

    timed = "steps" in answer.asked
    rows = policy_rows(answer)
    if not timed and len(rows) > 1:
        raise ValueError(f"{path}: the policy depends on what has been spent: there is no format")
    shown = None if timed else value

    def write(file: str) -> None:
        policies_writing.write_policy(file, answer.model, rows, question, timed=timed, value=shown)

    return written(path, "policy", write)


def evaluated(answer: Answer, given: Any, path: str) -> PolicyValue:
    """The value of a policy that was read from a file; refusals name the file."""

    try:
        return policy_value(answer, given)
    except ValueError as error:
        raise ValueError(f"{named(path)}: {error}") from None


def answer_evaluation(
    found: PolicyValue, given: Any, question: object, title: str, arguments: argparse.Namespace
) -> dict[str, Any]:
    """Check the proof, write the files that the options name, and print the comparison.

    `given` is what the policy's file says. With ``--json`` what is to be printed is returned.
    """
    proofs, said = Proofs(), "none: the policy changes with the steps"
    if found.answer is not None:
        proofs = prove([found.answer], arguments.certificate)
        said = proofs.why and f"not checked: {proofs.why}"
        if proofs.proofs:
            said = size_words(*proofs.proofs, of=", of the process that the policy makes")
    elif arguments.certificate:
        raise ValueError(f"{arguments.certificate}: no certificate holds a policy that changes")
    files = []
    if arguments.policy:
        files += save_policy(found.best, str(question), arguments.policy)
    files += proofs.files
    shown = Comparison(found, given, arguments.evaluate, arguments.digits, arguments.full, said)
    start = found.best.model.initial_state
    if arguments.json:
        record = {"question": str(question), "from": [start], **shown.record()}
        checked = {"checked": False} if not proofs.why else unchecked_fields(proofs.why)
        if proofs.proofs:
            checked = proof_fields(proofs.proofs[0])
        return {**record, **checked, **file_fields(files)}
    hide()
    if arguments.at_init or not arguments.all:
        print(one_line(f"{title}: {question}, from state {start}"))
        shown.print_summary()
    if arguments.all:
        shown.print_states()
    print_files(files)
    return {}


class Comparison:
    """A policy's value beside the best one, as text; with all digits if it is `full`."""

    def __init__(
        self, found: PolicyValue, policy: Any, path: str, digits: int, full: bool, proof: str
    ) -> None:
        self.found, self.policy, self.path, self.proof = found, policy, path, proof
        self.digits, self.full = digits, full
        self.worse = found.worse()

    def print_summary(self) -> None:
        """Print the policy's value at the initial state, the best one, and the loss."""
        found, model = self.found, self.found.best.model
        start = model.initial_state
        loses = f"nothing in any of the {model.states:,} states"
        if self.worse:
            loses = f"in {len(self.worse):,} of {model.states:,} states"
            listed = ", ".join(place(model, s) for s in self.worse[:_WORST])
            loses += f"; most in {listed}{', ...' if len(self.worse) > _WORST else ''}"
        facts = [
            ("policy", one_line(named(self.path)) + self._open()),
            ("worth", self._text(found.value, found.values.decimal(start, self.digits))),
            ("best", self._text(found.best.value, found.best.decimal(self.digits))),
            ("loss", self._text(found.loss(), self._decimal(found.loss()))),
            ("loses", loses),
            ("proof", self.proof),
        ]
        print(*fact_lines(facts), sep="\n")

    def record(self) -> dict[str, Any]:
        """The same for JSON, with every state where something is lost, the most first."""
        found, model = self.found, self.found.best.model
        mine, better = self._actions()

        def state(s: int) -> dict[str, Any]:
            record = {
                "state": s,
                "worth": number(found.values[s], self.digits),
                "best": number(found.best.values[s], self.digits),
                "loss": number(found.loss(s), self.digits),
                "action": mine(s),
                "best_action": better(s),
            }
            if model.valuations is not None and model.valuations[s]:
                record["valuation"] = model.valuations[s]
            if found.best.objective not in _WITHOUT_WORTH:
                record["costs_by_itself"] = number(found.mistake(s), self.digits)
            return record

        return {
            "policy": self.path,
            "worth": number(found.value, self.digits),
            "best": number(found.best.value, self.digits),
            "loss": number(found.loss(), self.digits),
            "loses": [state(s) for s in self.worse],
        }

    def _actions(self) -> tuple[Callable[[int], str], Callable[[int], str]]:
        """The policy's action in a state at the first step, and the best one."""
        model, rows = self.found.best.model, self._first_row()
        mine = action_names(model, rows.clip(min=0))
        better = action_names(model, policy_rows(self.found.best)[0][1])
        return lambda s: "*" if rows[s] == OPEN else str(mine[s]), lambda s: str(better[s])

    def print_states(self) -> None:
        """The states where something is lost, the most first: worth, best, loss, action, better."""
        found, model = self.found, self.found.best.model
        if not self.worse:
            print("nothing is lost in any state")
            return
        mine, better = self._actions()
        table = [["state", "worth", "best", "loss", "action", "best action"]]
        alone = found.best.objective not in _WITHOUT_WORTH
        if alone:
            table[0].append("costs by itself")
        for s in self.worse:
            row = [
                place(model, s),
                self._short(found.values[s], found.values.decimal(s, self.digits)),
                self._short(found.best.values[s], found.best.decimal(self.digits, s)),
                self._short(found.loss(s), self._decimal(found.loss(s))),
                mine(s),
                better(s),
            ]
            if alone:
                mistake = found.mistake(s)
                row.append(self._short(mistake, self._decimal(mistake)))
            table.append(row)
        wide = [max(map(len, column)) for column in zip(*table, strict=True)]
        for row in table:
            print("  ".join(map(str.ljust, row, wide)).rstrip())

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

    def _decimal(self, value: Fraction | float) -> str:

        if not isinstance(value, Fraction):
            return fraction_string(value)
        return decimal_string(value.numerator, value.denominator, self.digits)

    def _short(self, value: Fraction | float, decimal: str) -> str:

        most = sys.maxsize if self.full else 24
        return short_value(value, lambda: decimal, most)

    def _text(self, value: Fraction | float, decimal: str) -> str:

        text = fraction_string(value, whole=sys.maxsize if self.full else 200)
        if not isinstance(value, Fraction) or value.denominator == 1:
            return text
        return f"{text} {equals(value, self.digits)} {decimal}"


def place(model: Model, state: int) -> str:
    """A state by its number, and its valuation where there is one."""
    values = model.valuations
    return f"{state} [{one_line(values[state])}]" if values and values[state] else str(state)

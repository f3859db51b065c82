"""What ``exactbox solve`` prints of an answer, and the files of its policy and its proof."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from typing import Any

from exactbox.certificate import Proof
from exactbox.check import MAX_BYTES
from exactbox.decimals import fraction_string
from exactbox.files import write
from exactbox.mdp.answer import Answer
from exactbox.mdp.enclosure import Enclosure
from exactbox.mdp.model import Model


class Shown:
    """An answer, or bounds, as text.

    Parameters
    ----------
    answer : Answer or Enclosure
    digits : int
        Of decimals.
    full : bool
        Whether long fractions are printed with all digits.
    proof : str
        What is said of the proof.
    """

    def __init__(self, answer: Answer | Enclosure, digits: int, full: bool, proof: str) -> None:
        self.answer, self.digits, self.full, self.proof = answer, digits, full, proof

    def print_value(self) -> None:
        """The value of the initial state, and what the model and the policy are like."""
        answer, model = self.answer, self.answer.model
        policy = "a choice a state and step" if answer.policy.ndim == 2 else "a choice a state"
        facts = []
        if isinstance(answer, Answer):
            facts.append(("exactly", self._exactly(answer.value, 200)))
            if isinstance(answer.value, Fraction):
                facts.append(("decimal", answer.decimal(self.digits)))
            many = "state has" if len(answer.ties) == 1 else "states have"
            policy += f"; {len(answer.ties):,} {many} several optimal ones"
        else:
            facts.append(("within", answer.decimal()))
        facts += [
            ("model", f"{model.states:,} states, {model.choices:,} choices"),
            ("policy", policy),
            ("proof", self.proof),
        ]
        for label, text in facts:
            print(f"  {label:<9} {text}")

    def print_states(self) -> None:
        """Number, valuation, value and action of every state."""
        model = self.answer.model
        wide = len(str(model.states - 1))
        rows = self.answer.policy.reshape(-1, model.states)
        actions = action_names(model, rows[0]) if len(rows) else [""] * model.states
        for s, action in enumerate(actions):
            place = f"{s:>{wide}}"
            if model.valuations is not None and model.valuations[s]:
                place += f" [{model.valuations[s]}]"
            print(f"{place}  {self._value(s)}  {action}".rstrip())

    def _value(self, s: int) -> str:
        if not isinstance(self.answer, Answer):
            return self.answer.decimal(s)
        value = self.answer.values[s]
        text = self._exactly(value, 60)
        if isinstance(value, Fraction) and value.denominator != 1:
            text = f"{self.answer.decimal(self.digits, s)} = {text}"
        return text

    def _exactly(self, value: Fraction | float, whole: int) -> str:
        if not isinstance(value, Fraction):
            return "infinity" if value > 0 else "-infinity"
        return fraction_string(value, whole=sys.maxsize if self.full else whole)


def action_names(model: Model, policy: Any) -> list[str | int]:
    """What chosen actions are called: by name where the state's names tell its choices apart.

    Parameters
    ----------
    model : Model
    policy : (S,) integers
        Choices, counted from 0 in each state.

    Returns
    -------
    list of S names, or numbers as they were
    """
    chosen: list[str | int] = policy.tolist()
    if model.actions is None:
        return chosen
    start = model.option_start.tolist()
    for s, k in enumerate(policy.tolist()):
        here = model.actions[start[s] : start[s + 1]]
        if all(name and name.isprintable() for name in here) and len(set(here)) == len(here):
            chosen[s] = here[k]
    return chosen


def write_policy(answer: Answer | Enclosure, question: str, path: str) -> None:
    """Write a policy: JSON where the name says so, else a comment and lines ``state action``.

    Where the number of steps is bounded, a line is ``steps-left state action``, from all steps
    down to 1; the JSON has a list of actions for each, in this order.
    """
    model = answer.model
    rows = [action_names(model, row) for row in answer.policy.reshape(-1, model.states)]
    timed = answer.policy.ndim == 2
    if path.removesuffix(".gz").endswith(".json"):
        policy: Any = rows if timed else rows[0]
        text = json.dumps({"question": question, "policy": policy}, indent=1)
    else:
        head = "steps-left state action" if timed else "state action"
        lines = [f"# {question}: {head}"]
        for done, row in enumerate(rows):
            left = f"{len(rows) - done} " if timed else ""
            lines += [f"{left}{s} {action}" for s, action in enumerate(row)]
        text = "\n".join(lines)
    write(path, f"{text}\n".encode())
    print(f"{path}: the policy")


def write_certificate(proof: Proof, path: str) -> None:
    """Write a proof that is checked; say what it and its question are cited by, and the check."""
    write(path, proof.data)
    print(f"{path}: {len(proof.data):,} bytes, checked: VALID")
    print(f"  question  {proof.claim.question_sha256}")
    print(f"  proof     {proof.claim.sha256}")
    limit = f"--max-bytes {len(proof.data)} " if len(proof.data) > MAX_BYTES else ""
    print(f"check it: exactbox check {limit}{path}")

"""What ``exactbox solve`` prints of an answer, and the file of its proof."""

from __future__ import annotations

import sys
from fractions import Fraction

from exactbox.certificate import Proof
from exactbox.check import MAX_BYTES
from exactbox.decimals import fraction_string
from exactbox.files import write
from exactbox.formats.policies import action_names
from exactbox.mdp.answer import Answer
from exactbox.mdp.enclosure import Enclosure


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


def write_certificate(proof: Proof, path: str) -> None:
    """Write a proof that is checked; say what it and its question are cited by, and the check."""
    write(path, proof.data)
    print(f"{path}: {len(proof.data):,} bytes, checked: VALID")
    print(f"  question  {proof.claim.question_sha256}")
    print(f"  proof     {proof.claim.sha256}")
    limit = f"--max-bytes {len(proof.data)} " if len(proof.data) > MAX_BYTES else ""
    print(f"check it: exactbox check {limit}{path}")

"""An answer of ``exactbox solve`` as text."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from exactbox.certificate import Proof
from exactbox.commands.terminal.written import size_words
from exactbox.decimals import decimal_string, equals, fraction_string
from exactbox.formats.policies_writing import action_names
from exactbox.formats.text_files import suffix
from exactbox.inputs import named
from exactbox.mdp.answers.answer import Answer
from exactbox.mdp.answers.answer_facts import policy_text
from exactbox.mdp.answers.enclosure import Enclosure
from exactbox.mdp.model.model import Model
from exactbox.properties.property_result import Found
from exactbox.showing import counted, fact_lines, one_line

_LISTED = 20  # states that are printed where nobody asked for all of them


def print_title(model: str, asked: Any, found: Found, several: bool) -> None:
    """The question: of several properties each by its name and text, else the model and words."""
    start = found.start.tolist()
    more = f", ... ({len(start):,} states)" if len(start) > 3 else ""
    whence = f"from state{'s' * (len(start) > 1)} {', '.join(map(str, start[:3]))}{more}"
    if not several:
        print(one_line(f"{model}: {found.asked}, {whence}"))
        return
    name = f"{asked.name}: " if asked.name else ""
    print(one_line(f"{name}{asked.text}"))
    print(f"  {'asks':<9} {one_line(found.asked)}, {whence}")


def title_of(path: str, known: str) -> str:
    """The name of a model, and its format where its name does not say it."""
    return named(path) if suffix(path) == known else f"{named(path)} ({known})"


def proof_words(found: Found, proofs: Sequence[Proof], model: Model, unchecked: str = "") -> str:
    """The state of the proof: that the checker has passed it, or who has checked what."""
    if found.answer is None and not found.inner:
        return "none: read off the model"
    if unchecked:
        return f"verified in integers, not checked by the independent checker: {unchecked}"
    if not proofs:
        return (
            "verified in integers, not checked by the independent checker: "
            f"{len(model.target):,} branches; --certificate has it check"
        )
    return size_words(*proofs, of=f" in {len(proofs)} certificates" if len(proofs) > 1 else "")


class Printed:
    """An answer, or bounds, as text; long fractions have all digits if it is `full`."""

    def __init__(self, found: Found, digits: int, full: bool, proof: str) -> None:
        self.found, self.digits, self.full, self.proof = found, digits, full, proof

    def print_value(self) -> None:
        """Print the value, and facts about the model and the policy."""
        answer = self.found.answer
        facts = self._result()
        if answer is not None:
            model = answer.model
            chain = model.is_chain
            choices = "one choice in each" if chain else counted(model.choices, "choice")
            facts.append(("model", f"{counted(model.states, 'state')}, {choices}"))
            if not chain:
                facts.append(
                    (
                        "policy",
                        answer.policy_words
                        if isinstance(answer, Answer)
                        else policy_text(answer.policy),
                    )
                )
        print(*fact_lines([*facts, ("proof", self.proof)]), sep="\n")

    def _result(self) -> list[tuple[str, str]]:
        """The answer: of one state its value, of several what their filter gives."""
        found = self.found
        start, result = found.start.tolist(), found.result
        function = (found.claim or {}).get("filter", "")
        if found.claim is None and found.answer is not None:
            return self._value_of(start[0])
        if isinstance(result, bool):
            facts = [("answer", str(result).lower())]
            one = len(start) == 1 and found.answer is not None
            return facts + (self._value_of(start[0]) if one else [])
        if function == "count" or (found.answer is None and isinstance(result, int)):
            return [("answer", f"{result} of {counted(len(start), 'state')}")]
        if function == "set" or found.answer is None:
            true = [s for s, holds in zip(start, result, strict=True) if holds]
            listed = f": {self._states(true)}" if true else ""
            return [("answer", f"true in {len(true):,} of {counted(len(start), 'state')}{listed}")]
        if function in ("argmax", "argmin"):
            return [("states", self._states(result))]
        if function == "range":
            return [("least", self._short(result[0])), ("greatest", self._short(result[1]))]
        if function == "print":
            rows = [(f"state {s}", self._text(s)) for s in start[:_LISTED]]
            more = len(start) - _LISTED
            return rows + ([("...", f"{more:,} more states: --all prints all")] if more > 0 else [])
        if isinstance(result, list):  # bounds
            return [("within", "[{}, {}]".format(*map(self._short, result)))]
        return self._exact(result)

    def _value_of(self, s: int) -> list[tuple[str, str]]:
        low, high = self.found.interval(s)
        if not isinstance(self.found.answer, Enclosure):
            return self._exact(low)
        if self.found.question is not None and self.found.question.complement:
            return [("within", f"[{self._short(low)}, {self._short(high)}]")]
        return [("within", self.found.answer.decimal(s))]

    def _exact(self, value: Any) -> list[tuple[str, str]]:
        facts = [("exactly", self._exactly(value, 200))]
        if isinstance(value, Fraction):
            facts.append(("decimal", self._decimal(value)))
        return facts

    def print_states(self) -> None:
        """Number, valuation, value and action of every state."""
        answer = self.found.answer
        if answer is None:
            raise ValueError("it only says which states are in sets: there are no values to print")
        model = answer.model
        wide = len(str(model.states - 1))
        policy = answer.policy
        timed = policy.ndim == 2  # with rows for the steps; the first one is for the start
        row = policy[0] if timed and len(policy) else policy
        actions = [""] * model.states if row is policy and timed else action_names(model, row)
        for s, action in enumerate(actions):
            place = f"{s:>{wide}}"
            if model.valuations is not None and model.valuations[s]:
                place += f" [{model.valuations[s]}]"
            print(f"{place}  {self._plain(s)}  {action}".rstrip())

    def _text(self, s: int) -> str:
        """The value of a state, and its valuation."""
        model = self.found.answer.model if self.found.answer is not None else None
        known = model.valuations[s] if model is not None and model.valuations is not None else ""
        return f"{self._plain(s)}{f'  [{one_line(known)}]' if known else ''}"

    def _plain(self, s: int) -> str:
        if isinstance(self.found.answer, Enclosure):
            return self._value_of(s)[0][1]
        return self._short(self.found.interval(s)[0])

    def _short(self, value: Any) -> str:
        text = self._exactly(value, 60)
        if isinstance(value, Fraction) and value.denominator != 1:
            text = f"{self._decimal(value)} {equals(value, self.digits)} {text}"
        return text

    def _states(self, states: list[int]) -> str:
        more = f" and {len(states) - _LISTED:,} more" if len(states) > _LISTED else ""
        return ", ".join(map(str, states[:_LISTED])) + more

    def _decimal(self, value: Fraction) -> str:
        return decimal_string(value.numerator, value.denominator, self.digits)

    def _exactly(self, value: Fraction | float, whole: int) -> str:
        return fraction_string(value, whole=sys.maxsize if self.full else whole)

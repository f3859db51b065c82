"""The answer of a property, its certificate, and whether a check proves it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from os import PathLike
from typing import Any

from exactbox.certificate import Claim, saved, written
from exactbox.decimals import decimal_string, fraction_string
from exactbox.mdp.answers.answer import Answer
from exactbox.mdp.answers.answer_facts import TO_PROVE, brief, exact_facts, model_size
from exactbox.mdp.answers.claims import claimed
from exactbox.mdp.answers.enclosure import Enclosure
from exactbox.mdp.model.layout import Array
from exactbox.mdp.model.question import Question
from exactbox.properties.result import Bounds, Result, States, Truth, Value, ends
from exactbox.showing import Facts, Shown

LISTED = 6  # values that a line shows


@dataclass(frozen=True, eq=False, repr=False)
class Found(Shown):
    """The answer of a property, and what proves it.

    Where more than the value is asked, a threshold or a filter, ``claim`` is as
    `exactbox.mdp.answers.claims.claim_of` gives it, and ``result`` is what its filter gives.
    """

    asked: str  # the question in words
    start: Array  # the states that it is asked from
    result: Result
    answer: Answer | Enclosure | None = None  # None: only which states are in sets is asked
    claim: dict[str, Any] | None = None
    inner: tuple[Found, ...] = ()  # of nested operators, each once

    @property
    def value(self) -> Any:
        """The property's answer: what `result` says, for Python.

        True or false of a threshold, a Fraction or infinity of a number, a pair of bounds, a list
        where the filter gives several.
        """
        return self.result.plain

    def decimal(self, digits: int) -> str:
        """The value, where it is one number, rounded half to even; else a ValueError."""
        value = self.value
        if isinstance(value, float):
            return fraction_string(value)
        if isinstance(value, bool) or not isinstance(value, (int, Fraction)):
            raise ValueError(f"the answer is {self._brief()}, and not a number")
        return decimal_string(value.numerator, value.denominator, digits)

    def save(self, path: str | PathLike[str]) -> Claim:
        """Write the certificate, which the checker passes; as `Answer.save`."""
        return saved(self, path)

    def plot(
        self,
        *,
        shape: tuple[int, int] | None = None,
        arrows: Mapping[Any, str] | Sequence[str] | None = None,
    ) -> Any:
        """A picture of the exact values, and of the policy on a grid; as `Answer.plot`.

        Where the property is 1 minus the probability of its opposite, that of the opposite is
        drawn; the title says what is. Bounds and sets of states are refused.
        """
        from exactbox.mdp.answers.policy_picture import picture

        if not isinstance(self.answer, Answer):
            why = "it only says which states are in sets" if self.answer is None else "bounds only"
            raise ValueError(f"{why}: there are no exact values to draw")
        return picture(self.answer, shape=shape, arrows=arrows, start=self.start)

    def _title(self) -> str:
        return self.asked

    def _brief(self) -> str:
        value = self.value
        if isinstance(value, bool):
            return str(value).lower()
        if isinstance(value, (list, tuple)):
            short = [str(v).lower() if isinstance(v, bool) else brief(v) for v in value[:LISTED]]
            more = f", ... ({len(value):,})" if len(value) > LISTED else ""
            return f"[{', '.join(short)}{more}]"
        return brief(value)

    def _facts(self) -> Facts:
        number = isinstance(self.value, (float, Fraction))
        facts = exact_facts(self.value) if number else [("answer", self._brief())]
        start = self.start.tolist()
        facts.append(("from", f"state {start[0]}" if len(start) == 1 else f"{len(start):,} states"))
        if self.answer is None:
            return [*facts, ("proof", "none: it only says which states are in sets")]
        return [*facts, ("model", model_size(self.answer.model)), ("proof", TO_PROVE)]

    def certificate(self) -> bytes:
        """The certificate in canonical bytes; `exactbox.check` verifies it."""
        return b"".join(self.certificate_parts())

    def certificate_parts(self) -> Iterator[bytes]:
        """The same in pieces of about a megabyte, which are made as they are taken."""
        if self.answer is None:
            raise ValueError("sets of states alone have no certificate; what is nested has its own")
        if self.claim is None:
            return written(*self.answer.stated(self.start))
        return written(*claimed(self.answer, self.claim, self.start))

    def is_proved_by(self, claim: Any) -> bool:
        """Whether what the checker found is this answer."""
        if self.answer is None:
            return False
        result, facts = self.result, claim.facts
        if self.claim is None:
            bounds = claim.value, claim.value if claim.upper is None else claim.upper
            return bool(bounds == ends(result))
        if "result" not in facts:
            return bool(ends(result) == (facts.get("result_lower"), facts.get("result_upper")))
        said = result.plain
        if isinstance(result, Truth):
            said = str(said).lower()
        elif isinstance(result, States) and result.holds is not None:
            said = len(result.states)
        return bool(facts["result"] == said)

    @property
    def question(self) -> Question | None:
        """The question that is answered; None where only sets are asked about."""
        return None if self.answer is None else self.answer.asked

    def interval(self, state: int) -> tuple[Any, Any]:
        """Bounds of what is asked of a state, twice the value where that is known."""
        return ends(self.number(state))

    def number(self, state: int) -> Value | Bounds:
        """What is asked of a state: its value, or the bounds of it."""
        if self.answer is None:
            raise ValueError("it only says which states are in sets: there are no values to print")
        complement = self.claim is not None and bool(self.claim["complement"])
        return number_of(self.answer, state, complement=complement)


def number_of(
    answer: Answer | Enclosure, state: int, *, complement: bool = False
) -> Value | Bounds:
    """The value of a state, or the bounds of it; or 1 minus these."""
    if isinstance(answer, Answer):
        value = answer.values[state]
        return Value(1 - value if complement else value)
    low, high = answer.interval(state)
    return Bounds(1 - high, 1 - low) if complement else Bounds(low, high, answer.decimal(state))

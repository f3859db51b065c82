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
from exactbox.properties.questions import Question
from exactbox.showing import Facts, Shown

LISTED = 6  # values that a line shows


@dataclass(frozen=True, eq=False, repr=False)
class Found(Shown):
    """The answer of a property, and what proves it.

    Where more than the value is asked, a threshold or a filter, ``claim`` is as
    `exactbox.mdp.answers.claims.claim_of` gives it, and ``result`` is what its filter gives: of
    "print" a value, or a truth, of each start state; of "range" two values; of "argmax" states.
    """

    asked: str  # the question in words
    start: Array  # the states that it is asked from
    answer: Answer | Enclosure | None = None  # None: only which states are in sets is asked
    question: Question | None = None
    claim: dict[str, Any] | None = None
    result: Any = None
    inner: tuple[Found, ...] = ()  # of nested operators, each once

    @property
    def value(self) -> Any:
        """The property's answer: `result`, or the value, or a pair of bounds.

        True or false of a threshold, a Fraction or infinity of a number, a list where the filter
        gives several.
        """
        if self.result is not None or self.answer is None:
            return self.result
        low, high = self.interval(int(self.start[0]))
        return low if low == high else (low, high)

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
        if self.claim is None:
            low, high = self.interval(int(self.start[0]))
            bounds = claim.value, claim.value if claim.upper is None else claim.upper
            return bool(bounds == (low, high))
        if "result" not in claim.facts:
            ends = [claim.facts.get(name) for name in ("result_lower", "result_upper")]
            return bool(ends in (self.result, [self.result] * 2))
        found = claim.facts["result"]
        if self.claim["filter"] in ("forall", "exists"):
            return bool(found == str(self.result).lower())
        if self.claim["filter"] == "set":
            return bool(found == sum(self.result))
        return bool(found == self.result)

    def interval(self, state: int) -> tuple[Any, Any]:
        """Bounds of what is asked of a state, twice the value where that is known."""
        low: Any
        high: Any
        if isinstance(self.answer, Enclosure):
            low, high = self.answer.interval(state)
        else:
            low = high = self.answer.values[state] if self.answer is not None else None
        if self.question is not None and self.question.complement:
            low, high = 1 - high, 1 - low
        return low, high

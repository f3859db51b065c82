"""What the answer of a property is, its certificate, and whether a check proves it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from exactbox.mdp.answer import Answer
from exactbox.mdp.claims import claimed
from exactbox.mdp.enclosure import Enclosure
from exactbox.mdp.layout import Array
from exactbox.properties.questions import Question


@dataclass(frozen=True, eq=False)
class Found:
    """What a property's answer is, and what proves it.

    Attributes
    ----------
    asked : str
        The question in words.
    start : (n,) int64
        The states that it is asked from.
    answer : Answer or Enclosure, optional
        Of the question; None where the property only says which states are in sets.
    question : Question, optional
    claim : dict, optional
        As `exactbox.mdp.claims.claim_of` gives it: a threshold or a filter; None where the value is
        all that is asked.
    result : bool, int, Fraction, infinity or list, optional
        What the claim's filter gives: of "print" a value, or a truth, of each start state; of
        "range" two values; of "argmax" states. None where the value is all that is asked.
    inner : tuple of Found
        What nested operators were solved as, each once.
    """

    asked: str
    start: Array
    answer: Answer | Enclosure | None = None
    question: Question | None = None
    claim: dict[str, Any] | None = None
    result: Any = None
    inner: tuple[Found, ...] = field(default=(), repr=False)

    def certificate(self) -> bytes:
        """The certificate in canonical bytes; `exactbox.check` verifies it."""
        if self.answer is None:
            raise ValueError("sets of states alone have no certificate; what is nested has its own")
        if self.claim is None:
            return self.answer.certificate(self.start)
        return claimed(self.answer, self.claim, self.start)[1]

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

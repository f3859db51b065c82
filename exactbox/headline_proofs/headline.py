"""Headlines: a question, its proof, and the facts about its answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from exactbox.certificate import Proof
from exactbox.decimals import decimal_string
from exactbox.files import Draft
from exactbox.showing import Facts


@dataclass(frozen=True)
class Headline:
    """A question with a name, and how it is answered."""

    name: str
    question: str  # in the game's own words
    asks: str  # the command; with "--certificate FILE" it writes the proof
    prove: Callable[[Draft | None], HeadlineProof]  # the draft gets the certificate
    against: str = ""  # what follows "--against" in the command that compares the question
    theorem: str = ""  # in Coq, "_" being the value; or nothing

    @property
    def file(self) -> str:
        """The certificate's name in ``proofs/``."""
        return f"{self.name}.json"


@dataclass(frozen=True, eq=False)
class HeadlineProof:
    """A checked certificate, and what is said of it.

    In ``facts(whole, digits)`` longer integers are shortened; ``brief`` is a word or two.
    """

    proof: Proof
    facts: Callable[[int, int], Facts]
    brief: str


def brief_number(value: Fraction) -> str:
    """A rational in a few characters: whole if it is short, else rounded."""
    text = str(value) if max(abs(value.numerator), value.denominator) < 10**12 else ""
    if value.denominator == 1:
        return text
    rounded = decimal_string(value.numerator, value.denominator, 12)
    return f"{text} ({rounded})" if text else rounded

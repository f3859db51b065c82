"""Claims of certificates, by their kind, and the text of a value: exact, and rounded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from importlib import import_module
from typing import Any

from .reading import one_of, read
from .sets import nested

Value = Fraction | float  # or infinity
DIGITS = 12  # of a rounded decimal
WHOLE = 200  # digits of an integer that is said in full
SAID = 10  # states that a sentence lists
OTHERS = "bounded linear lock match program property timed trade_off transient"
KINDS = {"process": "objectives"} | {kind: kind for kind in OTHERS.split()}  # their modules


@dataclass(frozen=True)
class Claim:
    """The claim of a valid certificate; ``str`` is the verdict's text, ``repr`` that in lines."""

    kind: str
    sentence: str  # what was proved, all of it
    value: Value | None = None  # at the first start state, or a bound
    upper: Value | None = None  # an upper bound, if that is the lower
    facts: Mapping[str, Any] = field(default_factory=dict)  # what else is certain
    theorems: tuple[str, ...] = ()  # why it suffices
    question_sha256: str = ""  # of the certificate's bytes without the witness
    sha256: str = ""  # of all of its bytes
    size: int = 0  # in bytes, uncompressed
    work: int = field(default=0, compare=False)  # of `fast`, in its units

    def __str__(self) -> str:
        return f"{self.sentence} (question {self.question_sha256}, proof {self.sha256})"

    def __repr__(self) -> str:
        return f"{self}".replace(", ", ",\n  ").replace(" (question ", "\n  (question ")


def check_of(kind: Any) -> Any:
    """Return the check of a question and witness of this kind; no other module is loaded."""
    return import_module(f".{KINDS[one_of(sorted(KINDS), kind, 'kind')]}", __package__).check


def check_plain(raw: bytes) -> Claim:
    """The claim that a certificate with these bytes proves."""
    value, question, proof = read(raw)
    claim: Claim = check_of(value["kind"])(value["question"], value["witness"])
    facts = {**claim.facts, **nested(value["question"])}
    return replace(claim, facts=facts, question_sha256=question, sha256=proof, size=len(raw))


def many(n: int, what: str) -> str:
    """So many of them."""
    return f"{n} {what}{'s' * (n != 1)}"


def decimal_text(n: int) -> str:
    """A whole number in decimal: all of it up to 200 digits, the ends of a longer one."""
    size = abs(n)
    if size < 10**WHOLE:
        return f"{n}"
    e = (size.bit_length() - 1) * 30102999566 // 10**11  # at most log10(size)
    e += 10 ** (e + 1) <= size  # which is less than 1 more
    return f"{'-' * (n < 0)}{size // 10 ** (e - 11)}...{size % 10**12:012} ({e + 1} digits)"


def exactly(value: Value) -> str:
    """p/q, or p where q is 1; "infinite"."""
    if not isinstance(value, Fraction):
        return "infinite"
    return "/".join(decimal_text(n) for n in value.as_integer_ratio()).removesuffix("/1")


def value_text(value: Value) -> str:
    """The exact value, and its decimal where that is another and not long, rounded half to even."""
    text = exactly(value)
    if not isinstance(value, Fraction):
        return text
    if value.denominator == 1 or abs(value) >= 10**WHOLE:
        return f"exactly {text}"
    n, unit = round(value * 10**DIGITS), 10**DIGITS
    return f"exactly {text} (rounded: {'-' * (n < 0)}{abs(n) // unit}.{abs(n) % unit:0{DIGITS}})"


def between(low: Value, high: Value | None = None) -> str:
    """A value, or its bounds."""
    if high is None or low == high:
        return value_text(low)
    return f"at least {exactly(low)} and at most {exactly(high)}"


def values_by_state(states: Sequence[int], bounds: Sequence[Sequence[Value]]) -> str:
    """The values from these states, or their bounds; of the first states only, each said once."""
    ends = [*zip(*bounds)][:SAID]
    text_of = {each: between(*each) for each in {*ends}}
    text = ", ".join(f"{text_of[each]} from state {s}" for s, each in zip(states, ends))
    more = f"; of {len(states) - SAID} further states it is not said here"
    return text + more * (len(states) > SAID)

"""What a certificate proves, and how a value is said: exactly, and rounded."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

DIGITS = 12  # of a rounded decimal
WHOLE = 200  # digits of an integer that is said in full
HEXADECIMAL = "0123456789abcdef"


@dataclass(frozen=True)
class Claim:
    """What a valid certificate proves; ``str`` of it is the verdict's text.

    Attributes
    ----------
    kind : str
    sentence : str
        What was proved, all of it.
    value, upper : Fraction, ``math.inf`` or None
        The exact value at the first start state; or a lower bound, if there is an upper one.
    facts : dict
        What else was found, by name: numbers, texts and lists.
    theorems : tuple of str
        Why it suffices: what the functions that checked it say they check.
    question_sha256, sha256 : str
        Of the certificate's bytes without the witness, and of all of its bytes.
    size : int
        Of the certificate, in bytes, uncompressed.
    work : int
        What the check took, in the units of `budget`.
    """

    kind: str
    sentence: str
    value: Fraction | float | None = field(default=None, repr=False)
    upper: Fraction | float | None = field(default=None, repr=False)
    facts: Mapping[str, Any] = field(default_factory=dict, repr=False)
    theorems: tuple[str, ...] = field(default=(), repr=False)
    question_sha256: str = ""
    sha256: str = ""
    size: int = field(default=0, repr=False)
    work: int = field(default=0, repr=False, compare=False)

    def __str__(self) -> str:
        return f"{self.sentence} (question {self.question_sha256}, proof {self.sha256})"


def set_sha256(model: Any, states: Any) -> str:
    """What tells a set of states of a model from all others."""
    text = json.dumps([model, states], sort_keys=True, default=str)  # str: of a long number
    return hashlib.sha256(text.encode()).hexdigest()


def with_nested(claim: Claim, question: Mapping[str, Any]) -> Claim:
    """The claim; its fact `nested` has the hashes of other questions that the names of its sets
    have as words, each with that of the set."""
    found = []
    for given in (question[key] for key in ("goal", "stay") if key in question):
        words = [w for w in given["name"].split() if len(w) == 64 and not w.strip(HEXADECIMAL)]
        if words:
            own = set_sha256(question["model"], given["states"])
            found += [f"{word} {own}" for word in words]
    return replace(claim, facts={**claim.facts, "nested": found}) if found else claim


def many(n: int, what: str) -> str:
    """So many of them."""
    return f"{n} {what}{'s' * (n != 1)}"


def shown(n: int) -> str:
    """A whole number in decimal: all of it up to 200 digits, the ends of a longer one."""
    size = abs(n)
    if size < 10**WHOLE:
        return f"{n}"
    e = (size.bit_length() - 1) * 30102999566 // 10**11  # a little below log10(size)
    power = 10**e
    while power * 10 <= size:
        power, e = power * 10, e + 1
    first, last = size // (power // 10**11), size % 10**12
    return f"{'-' if n < 0 else ''}{first}...{last:012} ({e + 1} digits)"


def exactly(value: Fraction | float) -> str:
    """p/q, or p where q is 1; "infinite"."""
    if not isinstance(value, Fraction):
        return "infinite"
    p, q = shown(value.numerator), shown(value.denominator)
    return p if value.denominator == 1 else f"{p}/{q}"


def rounded(value: Fraction, digits: int = DIGITS) -> str:
    """The value in decimal, rounded half to even."""
    scaled, rest = divmod(abs(value.numerator) * 10**digits, value.denominator)
    scaled += 2 * rest + scaled % 2 > value.denominator  # 2 rest > d, or = d and scaled is odd
    sign = "-" * (value < 0 and scaled > 0)
    return f"{sign}{scaled // 10**digits}.{scaled % 10**digits:0{digits}}"


def said(value: Fraction | float) -> str:
    """The exact value, and its decimal where that is another and not too long, as a rounding."""
    text = exactly(value)
    if not isinstance(value, Fraction):
        return text
    if value.denominator == 1 or abs(value) >= 10**WHOLE:
        return f"exactly {text}"
    return f"exactly {text} (rounded: {rounded(value)})"

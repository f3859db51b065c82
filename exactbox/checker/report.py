"""A verdict as JSON, and a page that says what was checked and why that suffices.

Nothing here decides anything: a verdict stands before these words are chosen.
"""

from __future__ import annotations

import inspect
import json
import textwrap
from fractions import Fraction
from math import inf
from typing import Any

from .rationals import Claim
from .reading import SMALL

WIDTH = 100
LISTED = 1000  # characters of a fact on the page

READ = """\
The file was read as JSON in canonical bytes, in which everything has one spelling. Its question is
all that the sentence depends on; its hash is that of the bytes without the witness. Of the witness
nothing was believed. All calculations were done in integers, without rounding."""
RESTS = """\
VALID rests on these theorems, on the checker (exactbox/check.py and the folder checker), and on the
Python that ran it. Whether the question is the one that you mean is for you to see: its hash is
that of your own question, if you ask the same of the same model."""


def json_line(file: str, verdict: str, result: Claim | str, how: str) -> str:
    """One JSON object: what a verdict says, and of a claim everything, numbers as spelled in files.

    Its keys: file, verdict, how (beyond plain Python, or ""); and reason, or kind, sentence, value,
    upper, facts, theorems, question_sha256, proof_sha256.
    """
    said: dict[str, Any] = {"file": file, "verdict": verdict, "how": how.lstrip("; ")}
    if isinstance(result, str):
        said["reason"] = result
    else:
        said |= {
            "kind": result.kind,
            "sentence": result.sentence,
            "value": spelled(result.value),
            "upper": spelled(result.upper),
            "facts": {name: spelled(fact) for name, fact in result.facts.items()},
            "theorems": [*map(inspect.cleandoc, result.theorems)],
            "question_sha256": result.question_sha256,
            "proof_sha256": result.sha256,
        }
    return json.dumps(said, sort_keys=True)


def spelled(value: Any) -> Any:
    """A number as certificates spell it, or "infinity"; of a list, each; others as they are."""
    if isinstance(value, (list, tuple)):
        return [spelled_number(part) for part in value]
    return spelled_number(value)


def spelled_number(value: Any) -> Any:
    """An integer from 0 to 10^18 - 1, else its hexadecimal text; of a fraction a pair [p, q]."""
    if value in (inf, -inf):
        return "infinity" if value > 0 else "-infinity"
    if isinstance(value, Fraction):
        p, q = value.numerator, value.denominator
        return spelled_number(p) if q == 1 else [spelled_number(p), spelled_number(q)]
    if isinstance(value, int):
        return value if 0 <= value < SMALL else f"{value:x}"
    return value


def page(claim: Claim) -> str:
    """What is claimed, what was checked, and why it suffices, in plain words."""
    parts = ["", "What is claimed", paragraph(claim.sentence)]
    parts += ["", "What was checked", paragraph(READ), ""]
    parts += [paragraph(f"{name.replace('_', ' ')}: {fact(x)}") for name, x in claim.facts.items()]
    parts += ["", "Why that suffices"]
    for theorem in claim.theorems:
        parts += [textwrap.indent(inspect.cleandoc(theorem), "  "), ""]
    parts.append(paragraph(RESTS))
    return "\n".join(parts).encode("ascii", "backslashreplace").decode()


def paragraph(text: str) -> str:
    """Filled and indented."""
    return textwrap.fill(text, WIDTH, initial_indent="  ", subsequent_indent="  ")


def fact(value: Any) -> str:
    """A number with separators, a list by its first entries."""
    if isinstance(value, int) and abs(value) < SMALL:
        return f"{value:,}"
    if isinstance(value, (list, tuple)):
        text = ", ".join(str(spelled_number(part)) for part in value[:LISTED])
    else:
        text = str(spelled_number(value))
    return text if len(text) <= LISTED else f"{text[:LISTED]}..."

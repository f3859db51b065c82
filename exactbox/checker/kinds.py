"""The kinds of certificates, and the plain check of one: for each kind a module has its `check`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import Any

from .claim import Claim
from .reading import one_of, read

KINDS = {k: k for k in ("bounded", "linear", "lock", "match", "property", "timed")}
KINDS["process"] = "objectives"


def check_of(kind: Any) -> Callable[..., Claim]:
    """What checks a question and a witness of this kind; no other module is loaded."""
    module = KINDS[one_of(sorted(KINDS), kind, "kind")]
    check: Callable[..., Claim] = import_module(f".{module}", __package__).check
    return check


def check_plain(raw: bytes) -> Claim:
    """The claim that a certificate with these bytes proves."""
    value, question, proof = read(raw)
    claim = check_of(value["kind"])(value["question"], value["witness"])
    return replace(claim, question_sha256=question, sha256=proof, size=len(raw))

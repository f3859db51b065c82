"""Certificates: what a checked answer is written down as, and how it gets its verdict.

A certificate is one JSON object in canonical bytes (ASCII, sorted keys, no spaces, no newline at
the end, big integers in hexadecimal), so the same answer always has the same SHA-256. It has a
question and a witness, and the bytes without the witness have a hash of their own: that of the
question. What it has to satisfy is stated, and checked, in `exactbox.check`, which shares no code
with what writes it.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from exactbox.check import Claim as Claim
from exactbox.check import InvalidCertificate, check_certificate
from exactbox.files import write
from exactbox.inputs import path_of

VERSION = 2


class Provable(Protocol):
    """A result that can be written down so that the checker verifies it."""

    def certificate(self) -> bytes:
        """The certificate in canonical bytes."""

    def is_proved_by(self, claim: Claim) -> bool:
        """Whether what the checker has verified is this result."""


@dataclass(frozen=True)
class Proof:
    """A certificate that the checker has verified, and what it proves."""

    data: bytes
    claim: Claim  # str() of it is the sentence, with the hashes


def proved(result: Provable) -> Proof:
    """The certificate of a result, after the independent checker has passed it.

    Raises
    ------
    InvalidCertificate
        If the checker proves something else than the result, or nothing.
    """
    data = result.certificate()
    claim = check_certificate(data, max_bytes=len(data), max_work=sys.maxsize)
    if not result.is_proved_by(claim):
        raise InvalidCertificate("the checker proved another result than the one computed")
    return Proof(data, claim)


def saved(result: Provable, path: str | os.PathLike[str]) -> Claim:
    """Write the certificate of a result, after the checker has passed it; gzipped where named .gz.

    Returns
    -------
    Claim
        What the checker found proved; str() of it is the sentence, with the hashes.
    """
    name = path_of(path)  # before the check, which may take long
    proof = proved(result)
    write(name, proof.data)
    return proof.claim


def written(kind: str, question: Mapping[str, Any], witness: Mapping[str, Any]) -> bytes:
    """A certificate's bytes."""
    return canonical(
        {"certificate": VERSION, "kind": kind, "question": question, "witness": witness}
    )


def question_sha256(kind: str, question: Mapping[str, Any]) -> str:
    """What the question is cited by, in hexadecimal: the SHA-256 of the bytes without a witness."""
    return sha256(question_bytes(kind, question))


def question_bytes(kind: str, question: Mapping[str, Any]) -> bytes:
    """The bytes of a certificate without its witness, whose SHA-256 the question is cited by."""
    return canonical({"certificate": VERSION, "kind": kind, "question": question})


def canonical(certificate: dict[str, Any]) -> bytes:
    """The one way in which a certificate is written."""
    return json.dumps(certificate, sort_keys=True, separators=(",", ":")).encode("ascii")


def spelled(n: Any) -> int | str:
    """An integer as certificates have it: in decimal from 0 to 10^18 - 1, else in hexadecimal."""
    whole = int(n)
    return whole if 0 <= whole < 10**18 else f"{whole:x}"


def spelled_ratio(p: Any, q: Any = 1) -> Any:
    """p/q in lowest terms as certificates have it: an integer, or a pair."""
    return spelled(p) if q == 1 else [spelled(p), spelled(q)]


def sha256(certificate: bytes) -> str:
    """What the certificate is cited by, in hexadecimal."""
    return hashlib.sha256(certificate).hexdigest()

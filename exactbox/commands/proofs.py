"""A checked certificate of a game, in commands: written before anything is printed, then said."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from exactbox.commands.outputs import saved, shown

if TYPE_CHECKING:
    from exactbox.certificate import Proof


def add_certificate_option(parser: Any, what: str) -> argparse.Action:
    """The file of the certificate; `what` it proves."""
    option: argparse.Action = parser.add_argument(
        "--certificate",
        metavar="FILE",
        help=f"prove {what}: the independent checker verifies the certificate before it is "
        "written; gzipped if FILE ends in .gz",
    )
    return option


def save_proof(path: str | None, proof: Proof) -> list[str]:
    """Write the certificate where a file is named; the files that were written."""
    from exactbox.files import write

    if path is None or not saved(path, lambda file: write(file, proof.data)):
        return []
    return [path]


def proof_lines(proof: Proof, files: list[str]) -> list[str]:
    """What was written, and what the proof and its question are cited by."""
    lines = [f"{shown(file)}: {len(proof.data):,} bytes, checked: VALID" for file in files]
    claim = proof.claim
    return [*lines, f"  question  {claim.question_sha256}", f"  proof     {claim.sha256}"]


def proof_fields(proof: Proof, files: list[str]) -> dict[str, Any]:
    """The same for JSON."""
    return {
        "checked": True,
        "files": files,
        "proof_sha256": proof.claim.sha256,
        "question_sha256": proof.claim.question_sha256,
    }

"""The files that a command has written, said in one way: certificates, policies, matrices.

All of a command's files are written before anything is printed (`exactbox.commands.outputs`). Then
of each there is a line, and of a certificate what it and its question are cited by::

    proof.json (replaced): 385 bytes, checked: VALID
      question  c2812f6e...
      proof     a72b09c4...
    check it: exactbox check proof.json

With ``--json`` each is a record in the list ``files`` (`json_output`).
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from exactbox.commands.outputs import saved, shown

if TYPE_CHECKING:
    from exactbox.check import Claim


class Proof(Protocol):
    """A certificate that the checker has passed, of whatever kind."""

    @property
    def data(self) -> bytes:
        """The certificate."""

    @property
    def claim(self) -> Claim:
        """What the checker found proved."""


@dataclass(frozen=True)
class Written:
    """A file that is there now.

    Attributes
    ----------
    path : str
        ``-`` is standard output.
    what : str
        ``certificate``, ``policy``, ``matrix``, ``picture``, ``question`` or ``sheet``.
    replaced : bool
        Whether there was another file of that name.
    proof : Proof or None
        Of a certificate.
    """

    path: str
    what: str
    replaced: bool = False
    proof: Proof | None = None

    def lines(self) -> str:
        """What it is, and of a certificate what it and its question are cited by."""
        named = f"{shown(self.path)}{' (replaced)' if self.replaced else ''}"
        if self.proof is None:
            return f"{named}: the {self.what}"
        text = proof_lines(named, self.proof)
        if not os.path.isfile(self.path):  # standard output, or a device
            return text
        return f"{text}\ncheck it: {_command(self.path, self.proof)}"

    def record(self) -> dict[str, Any]:
        """The same for JSON."""
        found = {"file": self.path, "is": self.what, "replaced": self.replaced}
        if self.proof is None:
            return found
        return found | {"bytes": len(self.proof.data)} | hashes(self.proof)


def add_certificate_option(parser: Any, what: str) -> argparse.Action:
    """The file of the certificate; `what` it proves."""
    option: argparse.Action = parser.add_argument(
        "--certificate",
        metavar="FILE",
        help=f"prove {what}: the independent checker verifies the certificate before it is "
        "written; gzipped if FILE ends in .gz",
    )
    return option


def written(
    path: str | None, what: str, write: Callable[[str], None], proof: Proof | None = None
) -> list[Written]:
    """Have a file written, in a folder that is made for it; none where it could not be."""
    if not path:
        return []
    replaced = path != "-" and os.path.isfile(path)

    def into_folder(file: str) -> None:
        if folder := os.path.dirname(file):
            os.makedirs(folder, exist_ok=True)
        write(file)

    return [Written(path, what, replaced, proof)] if saved(path, into_folder) else []


def write_certificate(path: str | None, proof: Proof) -> list[Written]:
    """Write a certificate where a file is named."""
    from exactbox.files import write

    return written(path, "certificate", lambda file: write(file, proof.data), proof)


def write_picture(path: str | None, draw: Callable[[], Any]) -> list[Written]:
    """Draw a figure and write it where a file is named."""

    def drawn(file: str) -> None:
        from exactbox.plots import save

        save(draw(), file)

    return written(path, "picture", drawn)


def print_files(files: list[Written]) -> None:
    """Say which files were written."""
    for each in files:
        print(each.lines())


def proof_lines(name: str, proof: Proof) -> str:
    """That a proof was checked, and what it and its question are cited by."""
    claim = proof.claim
    return (
        f"{name}: {len(proof.data):,} bytes, checked: VALID\n"
        f"  question  {claim.question_sha256}\n"
        f"  proof     {claim.sha256}"
    )


def hashes(proof: Proof) -> dict[str, str]:
    """What a proof and its question are cited by, for JSON."""
    return {"question_sha256": proof.claim.question_sha256, "proof_sha256": proof.claim.sha256}


def proof_fields(proof: Proof) -> dict[str, Any]:
    """That a proof was checked, and what it proves, for JSON."""
    return {"checked": True, "proved": proof.claim.sentence, **hashes(proof)}


def file_fields(files: list[Written]) -> dict[str, Any]:
    """The files for JSON; nothing where there are none."""
    return {"files": [each.record() for each in files]} if files else {}


def _command(file: str, proof: Proof) -> str:
    """What checks a certificate, with limits where it is beyond the usual ones."""
    from exactbox.check import MAX_BYTES
    from exactbox.checker.budget import Budget
    from exactbox.citation import shell_word

    size, work = len(proof.data), proof.claim.work
    limits = f"--max-bytes {size} " if size > MAX_BYTES else ""
    limits += f"--max-work {work} " if work > Budget(size).work else ""
    return f"exactbox check {limits}{shell_word(file)}"

"""The files that a command has written: certificates, policies, matrices.

All of a command's files are written before anything is printed (`outputs`). Then of each there is
a line, and of a certificate what it and its question are cited by::

    proof.json (replaced): 385 bytes, checked by the plain checker: VALID
      question  c2812f6e...
      proof     a72b09c4...
    check it: exactbox check proof.json

With ``--json`` each is a record in the list ``files`` (`json_output`).
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from exactbox.commands.terminal.options import add_plain_integers_option
from exactbox.commands.terminal.outputs import postpone, saved, shown

if TYPE_CHECKING:
    from exactbox.certificate import Proof, UncheckedError
    from exactbox.files import Draft


@dataclass(frozen=True)
class Written:
    """A file that is there now."""

    path: str  # "-" is standard output
    what: str  # certificate, unchecked certificate, policy, matrix, picture, question or sheet
    replaced: bool = False  # there was another file of that name
    proof: Proof | None = None  # of a certificate

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
        return found | {"bytes": self.proof.claim.size} | hashes(self.proof)


def add_certificate_option(parser: Any, what: str, *, again: bool = False) -> argparse.Action:
    """The file of the certificate, `what` it proves, and the integers of its check; again for a
    command in a command: with which integers, may stand before it."""
    option: argparse.Action = parser.add_argument(
        "--certificate",
        metavar="FILE",
        help=f"prove {what}: FILE has its name once the independent checker has verified "
        "the certificate; packed if it ends in .gz or .xz",
    )
    add_plain_integers_option(parser, again=again)
    return option


def written(
    path: str | None, what: str, write: Callable[[str], Any], proof: Proof | None = None
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


@contextmanager
def certificate_draft(path: str | None) -> Iterator[Draft | None]:
    """Where a certificate is written while it is checked, in a folder that is made for it; None
    where no file is named."""
    if not path:
        yield None
        return
    from exactbox.files import Draft

    with suppress(OSError):  # the draft says what is wrong
        os.makedirs(os.path.dirname(path) or os.curdir, exist_ok=True)
    with Draft(path) as draft:
        yield draft


def kept(draft: Draft | None, proof: Proof) -> list[Written]:
    """Have a certificate take its name: it is checked. No file where it could not be written."""
    if draft is None:
        return []
    return written(draft.name, "certificate", lambda _: draft.keep(), proof)


def unchecked(error: UncheckedError) -> list[Written]:
    """The certificate that the checker gave up on, where it is in a file; that it was asked for and
    is not checked is said at the end, and is the exit code."""
    postpone(error)
    if not error.path:
        return []
    return [Written(error.path, "unchecked certificate", error.replaced)]


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
    """Lines about a checked proof, with the hashes by which it and its question are cited."""
    claim = proof.claim
    return (
        f"{name}: {size_words(proof)}\n"
        f"  question  {claim.question_sha256}\n"
        f"  proof     {claim.sha256}"
    )


def size_words(*proofs: Proof, of: str = "") -> str:
    """The length of proofs, by kind, and how they were checked, if all were alike."""
    size, ways = sum(proof.claim.size for proof in proofs), {proof.how for proof in proofs}
    how = ways.pop() if len(ways) == 1 else ""
    return f"{size:,} bytes{of}, {how or 'checked'}: VALID"


def hashes(proof: Proof) -> dict[str, str]:
    """The hashes of a proof and of its question, for JSON."""
    return {"question_sha256": proof.claim.question_sha256, "proof_sha256": proof.claim.sha256}


def unchecked_fields(why: str) -> dict[str, Any]:
    """The reason why a proof was not checked, for JSON."""
    return {"checked": False, "unchecked": why}


def proof_fields(proof: Proof) -> dict[str, Any]:
    """A checked proof and its claim, for JSON."""
    how = {"how": proof.how} if proof.how else {}
    return {"checked": True, **how, "proved": proof.claim.sentence, **hashes(proof)}


def file_fields(files: list[Written]) -> dict[str, Any]:
    """The files for JSON; nothing where there are none."""
    return {"files": [each.record() for each in files]} if files else {}


def _command(file: str, proof: Proof) -> str:
    """The command that checks a certificate as it was, with limits beyond the usual ones."""
    from exactbox.certificate import WITH_FLINT
    from exactbox.checker.fast.budget import Budget
    from exactbox.checker.files import MAX_BYTES
    from exactbox.citation import shell_word

    size, work = proof.claim.size, proof.claim.work
    options = f"--max-bytes {size} " if size > MAX_BYTES else ""
    if work > Budget(size).work:
        options += "--flint " if proof.how == WITH_FLINT else ""
        options += f"--max-work {work} "
    return f"exactbox check {options}{shell_word(file)}"

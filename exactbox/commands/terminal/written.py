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

import os
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from itertools import repeat
from typing import TYPE_CHECKING, Any

from exactbox.commands.terminal.outputs import postponed
from exactbox.commands.terminal.progress_bar import show
from exactbox.files import STANDARD, Draft
from exactbox.showing import one_line

if TYPE_CHECKING:
    from exactbox.certificate import Proof, Provable


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
        about = {"file": self.path, "is": self.what, "replaced": self.replaced}
        if self.proof is None:
            return about
        return about | {"bytes": self.proof.claim.size} | hashes(self.proof)


def written(
    path: str | None, what: str, write: Callable[[str], Any], proof: Proof | None = None
) -> list[Written]:
    """Have a file written, in a folder that is made for it; none where it could not be.

    ``write(path)`` goes through `exactbox.files.write`. An OSError or a ValueError of it is said at
    the end. Call this before anything is printed.

    Examples
    --------
    >>> written("/dev/null/x.json", "matrix", print), postponed.pop().filename
    ([], '/dev/null')
    """
    if not path:
        return []
    replaced = path != STANDARD and os.path.isfile(path)
    show(f"writing {shown(path)}")  # a pipe waits for who reads it
    try:
        if folder := os.path.dirname(path):
            os.makedirs(folder, exist_ok=True)
        write(path)
    except (OSError, ValueError) as error:  # a format may not hold what is to be written
        if not (path == STANDARD and isinstance(error, BrokenPipeError)):  # its reader has gone
            postponed.append(error)
        return []
    return [Written(path, what, replaced, proof)]


def shown(path: str) -> str:
    """An output's name as it is printed.

    Examples
    --------
    >>> shown("-"), shown("a\\nb.json")
    ('standard output', 'a\\\\nb.json')
    """
    return "standard output" if path == STANDARD else one_line(path)


def numbered(path: str, count: int) -> list[str]:
    """Files of so many certificates: of nested operators by number, the last of the property.

    Examples
    --------
    >>> numbered("c1.json.gz", 2)
    ['c1.inner-1.json.gz', 'c1.json.gz']
    """
    folder, name = os.path.split(path)
    stem, dot, suffix = name.partition(".")
    inner = [f"{stem}.inner-{k}{dot}{suffix}" for k in range(1, count)]
    return [os.path.join(folder, each) for each in (*inner, name)]


@dataclass
class Proofs:
    """The checker's verdicts on the certificates of an answer, and the files that hold these."""

    proofs: list[Proof] = field(default_factory=list)  # passed, the outermost last
    files: list[Written] = field(default_factory=list)
    why: str = ""  # others have no verdict: which, and why

    @property
    def proof(self) -> Proof | None:
        """The proof of the answer; None where some part of it has none."""
        return None if self.why or not self.proofs else self.proofs[-1]

    def fields(self) -> dict[str, Any]:
        """The verdicts for JSON."""
        proof = self.proof
        if proof is None:
            return {"checked": False, "unchecked": self.why} if self.why else {"checked": False}
        about = {"checked": True, "proved": proof.claim.sentence, **hashes(proof)}
        if proof.how:
            about["how"] = proof.how
        if inner := [hashes(each) for each in self.proofs[:-1]]:
            about["inner"] = inner
        return about


def prove(results: Sequence[Provable], path: str | None, *, required: bool = False) -> Proofs:
    """Have results proved, and their certificates written where a file is named, before anything is
    printed. What the checker gives up on is set aside (`exactbox.certificate.UNCHECKED`); where a
    certificate is asked for, or `required`, that is said at the end, and is the exit code."""
    from exactbox.certificate import UncheckedError, proved

    if path == STANDARD and len(results) > 1:
        raise ValueError(f"-: {len(results)} certificates, one for each operator: need a file")
    proofs, left = Proofs(), list[str]()
    for result, name in zip(results, numbered(path, len(results)) if path else repeat(None)):
        if name is not None:
            with suppress(OSError):  # the draft says what is wrong
                os.makedirs(os.path.dirname(name) or os.curdir, exist_ok=True)
        with nullcontext() if name is None else Draft(name) as draft:
            try:
                proof = proved(result, draft)
            except UncheckedError as error:
                left.append(error.why)
                if required or name is not None:
                    postponed.append(error)
                if error.path:
                    aside = Written(error.path, "unchecked certificate", error.replaced)
                    proofs.files.append(aside)
                continue
            proofs.proofs.append(proof)
            if draft is not None:  # the certificate takes its name: it is checked
                proofs.files += written(name, "certificate", lambda _: draft.keep(), proof)
    if left:
        part = f"{len(left)} of {len(results)} certificates: " if len(results) > 1 else ""
        proofs.why = f"{part}{'; '.join(dict.fromkeys(left))}"
    return proofs


def write_picture(path: str | None, draw: Callable[[], Any]) -> list[Written]:
    """Draw a figure and write it where a file is named."""

    def drawn(file: str) -> None:
        from exactbox.plots import save

        save(draw(), file)

    return written(path, "picture", drawn)


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

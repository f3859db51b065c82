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
from typing import TYPE_CHECKING, Any, Union

from exactbox.commands.terminal.outputs import postponed
from exactbox.files import STANDARD, Draft
from exactbox.progress import report
from exactbox.showing import Fields, Row, one_line

if TYPE_CHECKING:
    from exactbox.certificate import Proof, Provable, UncheckedError

Verdict = Union["Proof", "UncheckedError"]  # the checker's on a certificate, or why there is none


def file_row(path: str, what: str, replaced: bool = False, proof: Proof | None = None) -> Row:
    """A file that is there now (``-``: standard output): what it is, if there was another.

    It is a certificate, an unchecked certificate, a policy, matrix, picture, question or sheet; a
    certificate has its proof, whose hashes are said.
    """
    about = {"file": path, "is": what, "replaced": replaced}
    name = f"{output_name(path)}{' (replaced)' if replaced else ''}"
    if proof is None:
        return Row(text=f"{name}: the {what}", fields=about)
    text = proof_lines(name, proof)
    if os.path.isfile(path):  # else it is standard output, or a device
        text = f"{text}\ncheck it: {_command(path, proof)}"
    return Row(text=text, fields=about | {"bytes": proof.claim.size} | hashes(proof))


def write_file(
    path: str | None, what: str, write: Callable[[str], Any], proof: Proof | None = None
) -> list[Row]:
    """Have a file written, in a folder that is made for it; none where it could not be.

    ``write(path)`` goes through `exactbox.files.write`. An OSError or a ValueError of it is said at
    the end. Call this before anything is printed.

    Examples
    --------
    >>> write_file("/dev/null/x.json", "matrix", print), postponed.pop().filename
    ([], '/dev/null')
    """
    if not path:
        return []
    replaced = path != STANDARD and os.path.isfile(path)
    report(f"writing {output_name(path)}", 0, 0)  # a pipe waits for who reads it
    try:
        if folder := os.path.dirname(path):
            os.makedirs(folder, exist_ok=True)
        write(path)
    except (OSError, ValueError) as error:  # a format may not hold what is to be written
        if not (path == STANDARD and isinstance(error, BrokenPipeError)):  # its reader has gone
            postponed.append(error)
        return []
    return [file_row(path, what, replaced, proof)]


def output_name(path: str) -> str:
    """An output's name as it is printed.

    Examples
    --------
    >>> output_name("-"), output_name("a\\nb.json")
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
    if path == STANDARD and count > 1:
        raise ValueError(f"-: {count} certificates, one for each operator: need a file")
    folder, name = os.path.split(path)
    stem, dot, suffix = name.partition(".")
    inner = [f"{stem}.inner-{k}{dot}{suffix}" for k in range(1, count)]
    return [os.path.join(folder, each) for each in (*inner, name)]


def prove(
    result: Provable, path: str | None, files: list[Row], *, required: bool = False
) -> Verdict:
    """Have a result proved, and its certificate written where a file is named: a row of `files`.

    Call this before anything is printed. What the checker gives up on is set aside
    (`exactbox.certificate.UNCHECKED`); where a certificate is asked for, or `required`, that is
    said at the end, and is the exit code.
    """
    from exactbox.certificate import UncheckedError, prove

    if path:
        with suppress(OSError):  # the draft says what is wrong
            os.makedirs(os.path.dirname(path) or os.curdir, exist_ok=True)
    with Draft(path) if path else nullcontext() as draft:
        try:
            proof = prove(result, draft)
        except UncheckedError as error:
            if required or path:
                postponed.append(error)
            if error.path:
                files.append(file_row(error.path, "unchecked certificate", error.replaced))
            return error
        if draft is not None:  # the certificate takes its name: it is checked
            files += write_file(path, "certificate", lambda _: draft.keep(), proof)
        return proof


def prove_all(answers: Sequence[Provable], path: str | None, files: list[Row]) -> list[Verdict]:
    """Have answers proved, those of nested operators first, in files named as by `numbered`."""
    report("the certificate and its check", 0, 0)
    names: Sequence[Any] = [None] * len(answers) if path is None else numbered(path, len(answers))
    return [prove(each, name, files) for each, name in zip(answers, names, strict=True)]


def unchecked(verdicts: Sequence[Verdict]) -> str:
    """Why some certificates of an answer are not checked; nothing where all of them are."""
    left = [each.why for each in verdicts if isinstance(each, Exception)]
    part = f"{len(left)} of {len(verdicts)} certificates: " if left and len(verdicts) > 1 else ""
    return part + "; ".join(dict.fromkeys(left))


def verdict_fields(*verdicts: Verdict) -> Fields:
    """The verdicts on the certificates of an answer for JSON, the outermost last."""
    why = unchecked(verdicts)
    proofs = [each for each in verdicts if not isinstance(each, Exception)]
    if why or not proofs:
        return {"checked": False, "unchecked": why} if why else {"checked": False}
    *inner, proof = proofs
    about = {"checked": True, "proved": proof.claim.sentence, **hashes(proof)}
    if proof.how:
        about["how"] = proof.how
    if inner:
        about["inner"] = [hashes(each) for each in inner]
    return about


def write_picture(path: str | None, draw: Callable[[], Any]) -> list[Row]:
    """Draw a figure and write it where a file is named."""

    def drawn(file: str) -> None:
        from exactbox.plots import save

        save(draw(), file)

    return write_file(path, "picture", drawn)


def proof_lines(name: str, proof: Proof) -> str:
    """Lines about a checked proof, with the hashes by which it and its question are cited."""
    claim = proof.claim
    return (
        f"{name}: {size_words(proof)}\n"
        f"  question  {claim.question_sha256}\n"
        f"  proof     {claim.sha256}"
    )


def size_words(*verdicts: Verdict, of: str = "") -> str:
    """The length of the proofs that are checked, by kind, and how, if all were alike."""
    proofs = [each for each in verdicts if not isinstance(each, Exception)]
    size, ways = sum(proof.claim.size for proof in proofs), {proof.how for proof in proofs}
    how = ways.pop() if len(ways) == 1 else ""
    of = of or f" in {len(proofs)} certificates" * (len(proofs) > 1)
    return f"{size:,} bytes{of}, {how or 'checked'}: VALID"


def hashes(proof: Proof) -> dict[str, str]:
    """The hashes of a proof and of its question, for JSON."""
    return {"question_sha256": proof.claim.question_sha256, "proof_sha256": proof.claim.sha256}


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

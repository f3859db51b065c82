"""The report of a command: files first, then text.

Who reads what is printed may be gone by then; what was asked for in a file must be there.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from exactbox.commands.terminal.options import style_of
from exactbox.commands.terminal.outputs import Report, postponed
from exactbox.commands.terminal.written import (
    Verdict,
    output_name,
    verdict_fields,
    write_file,
    write_picture,
)
from exactbox.progress import report
from exactbox.showing import Row

if TYPE_CHECKING:
    from exactbox.linalg import ExactMatrix
    from exactbox.linear_certificate import LinearCertificate, UncheckedLinear

Statement = tuple[Any, ...]  # the name of a method of `LinearCertificate`, and what it takes


def deliver(
    rows: Iterable[Row],
    arguments: argparse.Namespace,
    *,
    matrix: ExactMatrix | None = None,
    states: Statement = (),
    weaker: tuple[Statement, str] | None = None,
    meaning: str = "",
    picture: Callable[[], Any] | None = None,
    code: int = 0,
) -> Report:
    """Write the files of an answer; its report.

    ``matrix`` is what --output writes. A certificate ``states`` the strongest that was proved, and
    where the checker would give up on that the ``weaker`` statement, of which it is said what it
    leaves open; ``meaning`` is that of what is proved, where its sentence does not say it.
    """
    files, left_out = list[Row](), list[str]()
    if matrix is not None:
        files += write_file(arguments.output, "matrix", matrix.save)
    elif arguments.output:
        left_out.append(
            f"{output_name(arguments.output)}: not written, there is no unique solution"
        )
    proof: Verdict | None = None
    if path := arguments.certificate:
        from exactbox.linear_certificate import UncheckedLinear

        report("the certificate and its check", 0, 0)
        try:
            made = _strongest(states, weaker, path, left_out)
            files += write_file(path, "certificate", made.save, made.proof)
            proof = made.proof
        except UncheckedLinear as error:
            files += _set_aside(error, path)
            proof = error
    if picture is not None:
        files += write_picture(arguments.plot, picture)
    rows = [*rows, *proof_rows(proof, meaning), Row(text=left_out)]
    return Report(rows, files=files, digits=style_of(arguments).digits, code=code)


def proof_rows(proof: Verdict | None, meaning: str = "") -> list[Row]:
    """The sentence that is proved, or why there is no verdict; nothing where none is asked for."""
    if proof is None:
        return []
    if isinstance(proof, Exception):
        said = f"not checked: {proof.why}"
    else:
        said = f"proved: {proof.claim.sentence}{f': {meaning}' if meaning else ''}"
    return [Row(text=said, fields=verdict_fields(proof))]


def _strongest(
    states: Statement, weaker: tuple[Statement, str] | None, path: str, left_out: list[str]
) -> LinearCertificate:
    """The certificate of the statement, or of the weaker one, which is said."""
    if weaker is None:
        return _stated(*states)
    from exactbox.check import GaveUp
    from exactbox.checker.fast.budget import Budget

    proof = _stated(*weaker[0])
    try:
        return _stated(*states, max_work=Budget(proof.claim.size).work)
    except GaveUp:
        left_out.append(
            f"{output_name(path)}: it does not prove that {weaker[1]}, as to check that would take "
            "more work than the checker's limit"
        )
        return proof


def _stated(statement: str, *facts: Any, **limit: int) -> LinearCertificate:
    from exactbox.linear_certificate import LinearCertificate

    certificate: LinearCertificate = getattr(LinearCertificate, statement)(*facts, **limit)
    return certificate


def _set_aside(error: UncheckedLinear, path: str) -> list[Row]:
    """Write what the checker gave up on under another name, where a regular file is wanted."""
    from exactbox.certificate import UNCHECKED
    from exactbox.files import STANDARD, write

    postponed.append(error)
    if path == STANDARD or (os.path.exists(path) and not os.path.isfile(path)):
        return []
    parts = error.certificate_parts()
    return write_file(
        f"{path}{UNCHECKED}", "unchecked certificate", lambda file: write(file, parts)
    )


def require_formats(output: str | None) -> None:
    """ValueError, before the work, if the output's suffix is not that of a format."""
    if output:
        from exactbox.linalg.results.matrix_writing import require_format

        require_format(output)

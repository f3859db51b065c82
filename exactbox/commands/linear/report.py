"""The report of a command: files first, then text.

Who reads what is printed may be gone by then; what was asked for in a file must be there.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from exactbox.commands.terminal.options import Output
from exactbox.commands.terminal.outputs import postponed
from exactbox.commands.terminal.progress_bar import show
from exactbox.commands.terminal.report import Report
from exactbox.commands.terminal.written import (
    Verdict,
    prove,
    shown,
    verdict_fields,
    write_picture,
    written,
)
from exactbox.showing import Row

if TYPE_CHECKING:
    from exactbox.certificate import Provable
    from exactbox.linear_certificate import LinearCertificate, UncheckedLinear


@dataclass
class LinearReport:
    """An answer.

    ``prove`` makes the certificate of the strongest statement that was proved; its argument limits
    the check. ``weaker`` makes a cheaper one, and says what it leaves open. A ``provable`` answer
    is proved while its certificate is written.
    """

    question: str  # in words
    lines: Iterable[str]  # what is printed
    facts: Callable[[], dict[str, Any]]  # what --json prints besides
    output: Any = None  # the matrix that --output writes
    prove: Callable[[int | None], LinearCertificate] | None = None
    weaker: tuple[Callable[[], LinearCertificate], str] | None = None
    code: int = 0  # the exit code
    picture: Callable[[], Any] | None = None  # what --plot writes
    provable: Provable | None = None  # in place of `prove`
    files: Callable[[], list[Row]] | None = None  # what is written in place of a matrix
    meaning: str = ""  # of what is proved, where its sentence does not say it
    _left_out: list[str] = field(default_factory=list)

    def deliver(self, output: Output) -> int:
        """Write the files, print; the exit code."""
        proof, files = None, self._output(output.matrix)
        if output.certificate:
            show("the certificate and its check")
            proof = self._prove(output.certificate, files)
        if self.files is not None:
            files += self.files()
        if self.picture is not None:
            files += write_picture(output.plot, self.picture)
        rows = [Row(text=self.lines, fields=lambda: {"question": self.question, **self.facts()})]
        if proof is not None:
            if isinstance(proof, Exception):
                said = f"not checked: {proof.why}"
            else:
                meaning = f": {self.meaning}" if self.meaning else ""
                said = f"proved: {proof.claim.sentence}{meaning}"
            rows.append(Row(text=said, fields=verdict_fields(proof)))
        rows.append(Row(text=self._left_out))
        return Report(rows, files=files, code=self.code).print(as_json=output.json)

    def _output(self, path: str | None) -> list[Row]:
        """Write the matrix where a file is named."""
        if self.files is not None:
            return []
        if path and self.output is None:
            self._left_out.append(f"{shown(path)}: not written, there is no unique solution")
            return []

        def write(file: str) -> None:
            from exactbox.linalg import write_matrix

            write_matrix(file, self.output)

        return written(path, "matrix", write)

    def _prove(self, path: str, files: list[Row]) -> Verdict | None:
        """Write the certificate, which is checked: the proof, or why there is no verdict."""
        if self.provable is not None:
            return prove(self.provable, path, files)
        if self.prove is None:
            return None
        from exactbox.linear_certificate import UncheckedLinear

        try:
            made = self._strongest(path, self.prove)
        except UncheckedLinear as error:
            files += _set_aside(error, path)
            return error
        files += written(path, "certificate", made.save, made.proof)
        return made.proof

    def _strongest(
        self, path: str, prove: Callable[[int | None], LinearCertificate]
    ) -> LinearCertificate:
        """The proof; a weaker one if the checker would give up on it, which is said."""
        if self.weaker is None:
            return prove(None)
        from exactbox.check import GaveUp
        from exactbox.checker.fast.budget import Budget

        proof, leaves_open = self.weaker[0](), self.weaker[1]
        try:
            return prove(Budget(proof.claim.size).work)
        except GaveUp:
            self._left_out.append(
                f"{shown(path)}: it does not prove that {leaves_open}, as to check that would take "
                "more work than the checker's limit"
            )
            return proof


def _set_aside(error: UncheckedLinear, path: str) -> list[Row]:
    """Write what the checker gave up on under another name, where a regular file is wanted."""
    from exactbox.certificate import UNCHECKED
    from exactbox.files import STANDARD, write

    postponed.append(error)
    if path == STANDARD or (os.path.exists(path) and not os.path.isfile(path)):
        return []
    parts = error.certificate_parts()
    return written(f"{path}{UNCHECKED}", "unchecked certificate", lambda file: write(file, parts))


def certificates() -> type[LinearCertificate]:
    """The class that makes the proofs, imported where it is needed."""
    from exactbox.linear_certificate import LinearCertificate

    return LinearCertificate


def require_formats(output: Output) -> None:
    """ValueError, before the work, if the output's suffix is not that of a format."""
    if output.matrix:
        from exactbox.linalg.matrices.matrix_writing import require_format

        require_format(output.matrix)

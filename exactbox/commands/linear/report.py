"""What a command has found: first it is written to files, then it is printed.

Who reads what is printed may be gone by then; what was asked for in a file must be there.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from exactbox.commands import json_output
from exactbox.commands.progress import hide, show

if TYPE_CHECKING:
    from exactbox.linear_certificate import LinearCertificate


@dataclass
class Report:
    """An answer.

    Attributes
    ----------
    question : str
        What was asked, in words.
    lines : iterable of str
        What is printed.
    facts : callable
        What ``--json`` prints beside the question and the files.
    output : matrix or None
        What ``--output`` writes; None where there is nothing to write.
    prove : callable
        The certificate of the strongest statement that was proved; ``max_work`` limits its check.
    weaker : callable, optional
        One that is cheaper to make and to check, and what it leaves open.
    code : int
        The exit code.
    """

    question: str
    lines: Iterable[str]
    facts: Callable[[], dict[str, Any]]
    output: Any = None
    prove: Callable[[int | None], LinearCertificate] | None = None
    weaker: tuple[Callable[[], LinearCertificate], str] | None = None
    code: int = 0
    _said: list[str] = field(default_factory=list)

    def deliver(self, arguments: argparse.Namespace) -> int:
        """Write the files, print; the exit code."""
        facts: dict[str, Any] = {"question": self.question}
        written = self._write(arguments, facts) if _has_outputs(arguments) else {}
        hide()
        if arguments.json:
            files = {"files": written} if _has_outputs(arguments) else {}
            json_output.print_json({**facts, **files, **self.facts()})
            return self.code
        for line in self.lines:
            print(line)
        for line in self._said:
            print(line)
        return self.code

    def _write(self, arguments: argparse.Namespace, facts: dict[str, Any]) -> dict[str, str]:
        """The files that were written, by the option that named them."""
        from exactbox.commands.outputs import saved, shown
        from exactbox.files import write
        from exactbox.linalg import write_matrix

        written = {}
        path = getattr(arguments, "output", None)
        if path and self.output is None:
            self._said.append(f"{shown(path)}: not written, there is no unique solution")
        elif path and saved(path, lambda path: write_matrix(path, self.output)):
            written["output"] = path
        path = getattr(arguments, "certificate", None)
        if path and self.prove is not None:
            show("the certificate and its check")
            proof = self._strongest(path, self.prove)
            claim = proof.claim
            facts |= {
                "claim": claim.sentence,
                "question_sha256": claim.question_sha256,
                "proof_sha256": claim.sha256,
            }
            if saved(path, lambda path: write(path, proof.data)):
                written["certificate"] = path
                self._said.insert(
                    0, f"{shown(path)}: {len(proof.data):,} bytes, checked: VALID: {claim}"
                )
        return written

    def _strongest(
        self, path: str, prove: Callable[[int | None], LinearCertificate]
    ) -> LinearCertificate:
        """The proof; a weaker one if the checker would give up on it, which is said."""
        if self.weaker is None:
            return prove(None)
        from exactbox.check import GaveUp
        from exactbox.checker.budget import Budget
        from exactbox.commands.outputs import shown

        proof, leaves_open = self.weaker[0](), self.weaker[1]
        try:
            return prove(Budget(len(proof.data)).work)
        except GaveUp:
            self._said.append(
                f"{shown(path)}: it does not prove that {leaves_open}, as to check that would take "
                "more work than the checker's limit"
            )
            return proof


def certificates() -> type[LinearCertificate]:
    """What makes the proofs, imported where it is needed."""
    from exactbox.linear_certificate import LinearCertificate

    return LinearCertificate


def _has_outputs(arguments: argparse.Namespace) -> bool:
    return any(getattr(arguments, name, None) for name in ("output", "certificate"))


def require_formats(arguments: argparse.Namespace) -> None:
    """ValueError, before the work, if the output's suffix is not that of a format."""
    if getattr(arguments, "output", None):
        from exactbox.linalg.files.writing import require_format

        require_format(arguments.output)

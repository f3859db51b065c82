#!/usr/bin/env python3
"""Check a certificate: an exact claim, proved in integers or refused.

    python3 check.py FILE...      a line for each, also packed by gzip or xz; - is standard input
                     --jobs N     in N processes

    VALID        0    the sentence is true
    INVALID      1    something that the certificate says is not so, or is not proved
    UNREADABLE   2    not a certificate, or one that needs a newer checker
    GAVE UP      3    it needs more work or memory than it gets (--max-work, --max-bytes)
    FAILED       3    the checker, or its machine, failed

The number is the exit code, of several files the greatest; sets that differ (NESTED) make it 1.

A certificate has a question and a witness (`checker/reading.py` has the format). The question alone
says what is asked, and has one normal form: whoever asks the same of the same model in the same
words writes the same bytes. The witness has whatever makes the answer easy to verify. Nothing that
it says is believed: each kind's module derives the sentence from the question and from what it has
calculated, in integers. VALID means that the sentence follows, by the theorems in that module's
docstrings, if this folder and Python do what they say. Two of one question never prove two values.

This file and the folder `checker` stand alone. They need Python's standard library and nothing
else, and share no code with the programs that find answers. To believe a proof, read

    of a process      check, reading, claim, rationals, step, process, induction, objectives
    with rates, a bounded reward, or a claim             and timed, bounded, or property
    by a named rule   and the rule: flip or shutbox
    of a match        check, reading, claim, rationals, shutbox, match
    of a system       check, reading, claim, rationals, matrices, minors, linear
    of the lock       check, reading, claim, lock

`claim` says values, `command` verdicts; `files` and, but for `key`, `budget` guard against attacks.
"""

import os
import sys

if sys.version_info < (3, 10):  # noqa: UP036
    if sys.stderr:
        sys.stderr.write("check.py needs Python 3.10 or later\n")
    sys.exit(3)

if __name__ in ("__main__", "__mp_main__") and not __package__:
    # alone, or one of --jobs: nothing is imported from this folder but `checker`, as `exactbox`'s
    FOLDER = os.path.dirname(os.path.realpath(__file__))
    sys.path[:] = [place for place in sys.path if place != FOLDER]
    sys.modules["exactbox"] = type(sys)("exactbox")
    sys.modules["exactbox"].__path__ = [FOLDER]

import dataclasses
import functools
import importlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from exactbox.checker.budget import Budget, GaveUp, without_collection
from exactbox.checker.claim import Claim
from exactbox.checker.files import MAX_BYTES, Pieces, Source
from exactbox.checker.reading import (
    InvalidCertificate,
    MalformedCertificate,
    decode,
    fields,
    one_of,
    read,
)

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = [
    "MAX_BYTES",
    "Claim",
    "GaveUp",
    "InvalidCertificate",
    "MalformedCertificate",
    "check_certificate",
    "main",
]

# of each kind the module, whose function `check` it is for; no other is loaded
KINDS = {k: k for k in ("bounded", "linear", "lock", "match", "property", "timed")}
KINDS["process"] = "objectives"


@without_collection
def check_certificate(
    source: Source,
    *,
    max_bytes: int = MAX_BYTES,
    max_work: int | None = None,
    max_memory: int | None = None,
    number: Callable[[int], Any] = int,
    executor: "Executor | None" = None,
) -> Claim:
    """Verify a certificate.

    Parameters
    ----------
    source : path, bytes, iterator of bytes, or None
        A file, which may be packed by gzip or xz; or the certificate's bytes, whole or in pieces;
        or standard input.
    max_bytes, max_work, max_memory : int
        Limits: of bytes, uncompressed; of work in units of about a nanosecond; of memory in bytes.
    number : callable
        What integers become: `int`, or a type that calculates alike, such as `flint.fmpz`.
    executor : concurrent.futures.Executor, optional
        Who does parts of long checks. The claim is the same.

    Returns
    -------
    Claim
        What is proved; ``str(claim)`` says it in a sentence, with the hashes.

    Raises
    ------
    InvalidCertificate, MalformedCertificate, GaveUp, OSError
        As INVALID, UNREADABLE, GAVE UP, and where a file cannot be opened.
    """
    try:
        pieces = Pieces(source, max_bytes)
        found = read(pieces, number)
        budget = Budget(pieces.warranted, max_work, number, executor, max_memory)
        given = fields(decode(found, budget), "certificate kind question witness", "certificate")
        module = KINDS[one_of(sorted(KINDS), given["kind"], "kind")]
        check = importlib.import_module(f"exactbox.checker.{module}").check
        claim: Claim = check(given["question"], given["witness"], budget)
        return dataclasses.replace(
            claim,
            question_sha256=found.question_sha256,
            sha256=found.sha256,
            size=found.size,
            work=budget.all_work - budget.work,
        )
    except (MemoryError, OverflowError, RecursionError) as error:
        raise GaveUp(f"too large to check here: {type(error).__name__}") from None


def main(argv: Sequence[str] | None = None) -> int:
    """Check the files named on the command line; the exit code."""
    from exactbox.checker import command

    parser = command.Parser(description="Check certificates, exactly.")
    command.add_options(parser)
    command.add_jobs(parser)
    options = parser.parse_args(argv)
    with command.workers(options.jobs, parser.error) as executor:
        check = functools.partial(check_certificate, executor=executor)
        return command.check_files(options, check)


if __name__ == "__main__":
    sys.exit(main())

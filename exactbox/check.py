#!/usr/bin/env python3
"""Check a certificate: an exact claim, proved in integers or refused.

    python3 check.py FILE...      a line for each, also packed by gzip or xz; - is standard input
                     --plain      by the plain checker alone, which one can read
                     --jobs N     in N processes

    VALID        0    the sentence is true
    INVALID      1    something that the certificate says is not so, or is not proved
    UNREADABLE   2    not a certificate, or one that needs a newer checker
    GAVE UP      3    it needs more time, work or memory than it gets (--help says how much)
    FAILED       3    the checker, or its machine, failed

The number is the exit code, of several files the greatest; sets that differ (NESTED) make it 1.

A certificate has a question and a witness (`checker/reading.py` has the format). The question says
what is asked, and has one normal form: whoever asks the same of the same model in the same words
writes the same bytes. The witness has whatever makes the answer easy to verify; nothing that it
says is believed. Each kind's module derives the sentence from the question and from what it has
calculated: VALID means that the sentence follows, by the theorems in that module's docstrings, if
these files and Python do what they say. Two of one question never prove two values.

This file and the folder `checker` need Python's standard library and nothing else, and share no
code with the programs that find answers. To believe a proof, check it with --plain and read, of
the folder, reading, claim, and

    of a process      model, process, objectives; by a named rule also rules/flip or rules/shutbox
    with rates, a bounded reward, or a claim      the same, and timed, bounded, or property
    of a match        model, rules/shutbox, match
    of a system       linear                      of the lock     lock
    of a program      linear, program

`command`, `files` and `alone` print verdicts, open files and limit the plain checker from outside;
`fast` has kernels for long certificates in place of the plain ones. They decide nothing but, of
several files, whether two sets of states are one (`nested` in `command`).
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

from typing import TYPE_CHECKING, Any

from exactbox.checker.claim import Claim, check_plain
from exactbox.checker.reading import GaveUp, InvalidCertificate, MalformedCertificate

if TYPE_CHECKING:
    from exactbox.checker.fast import check_certificate as check_certificate

__all__ = ["Claim", "GaveUp", "InvalidCertificate", "MalformedCertificate", "check_plain", "main"]


def __getattr__(name: str) -> Any:
    """`check_certificate`, the fast checker, is loaded when it is asked for."""
    if name != "check_certificate":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from exactbox.checker import fast

    return fast.check_certificate


def main(argv: "list[str] | None" = None) -> int:
    """Check the files named on the command line; the exit code."""
    from exactbox.checker import command

    return command.main(argv)


if __name__ == "__main__":
    sys.exit(main())

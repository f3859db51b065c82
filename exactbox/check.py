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
VALID means that the sentence follows, by the theorems in the docstrings, if Python, this file and
those of the folder `checker` that proofs/FORMAT.md lists do what they say. They need the standard
library alone, and share no code with the programs that find answers.
"""

import os
import sys

if sys.version_info < (3, 10):  # noqa: UP036
    print("check.py needs Python 3.10 or later", file=sys.stderr)
    sys.exit(3)

if __name__ in ("__main__", "__mp_main__") and not __package__:
    # alone, or one of --jobs: nothing is imported from this folder but `checker`, as `exactbox`'s
    FOLDER = os.path.dirname(os.path.realpath(__file__))
    sys.path[:] = [place for place in sys.path if place != FOLDER]
    sys.modules["exactbox"] = type(sys)("exactbox")
    sys.modules["exactbox"].__path__ = [FOLDER]

from typing import Any

from exactbox.checker.claim import Claim, check_plain
from exactbox.checker.files import GaveUp
from exactbox.checker.reading import InvalidCertificate, MalformedCertificate

__all__ = ["Claim", "GaveUp", "InvalidCertificate", "MalformedCertificate", "check_plain", "main"]


def check_certificate(source: Any, **limits: Any) -> Claim:
    """The claim that is proved, by the fast checker; `checker.fast` says what it takes."""
    from exactbox.checker import fast

    return fast.check_certificate(source, **limits)


def main(argv: "list[str] | None" = None) -> int:
    """Check the files named on the command line; the exit code."""
    from exactbox.checker import command

    return command.main(argv)


if __name__ == "__main__":
    sys.exit(main())

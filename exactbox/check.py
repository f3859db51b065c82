#!/usr/bin/env python3
"""Check a certificate: an exact claim, proved in integers or refused.

    python3 check.py FILE...      a line for each, gzipped or not; - is standard input

    VALID        0    the sentence is true
    INVALID      1    something that the certificate says is not so, or is not proved
    UNREADABLE   2    not a certificate, or one that needs a newer checker
    GAVE UP      3    it needs more work or memory than it gets (--max-work, --max-bytes)
    FAILED       3    the checker, or its machine, failed

The number is the exit code, of several files the greatest.

A certificate has a question and a witness (`checker/reading.py` has the format). The question alone
says what is asked, and has one normal form: whoever asks the same of the same model in the same
words writes the same bytes. The witness has whatever makes the answer easy to verify. Nothing that
it says is believed: each kind's module derives the sentence from the question and from what it has
calculated, in integers. VALID means that the sentence follows, by the theorems in that module's
docstrings, if this folder and Python do what they say. Two valid certificates with the same hash of
the question never prove two values.

This file and the folder `checker` stand alone. They need Python's standard library and nothing
else, and share no code with the programs that find answers. To believe a proof, read

    of a process      check, reading, rationals, process, objectives
    by a named rule   and the rule: flip or shutbox
    of a match        these and shutbox
    of a system       check, reading, rationals, linear
    of the lock       check, reading, lock, and `Claim` in rationals
"""

import os
import sys

if sys.version_info < (3, 10):  # noqa: UP036
    if sys.stderr:
        sys.stderr.write("check.py needs Python 3.10 or later\n")
    sys.exit(3)

if __name__ == "__main__" and not __package__:
    # alone: nothing is imported from this folder but `checker`, as a part of `exactbox`
    FOLDER = os.path.dirname(os.path.realpath(__file__))
    sys.path[:] = [place for place in sys.path if place != FOLDER]
    sys.modules["exactbox"] = type(sys)("exactbox")
    sys.modules["exactbox"].__path__ = [FOLDER]

import argparse
import contextlib
import dataclasses
import functools
import hashlib
import importlib
import json
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TextIO

from exactbox.checker.rationals import Claim
from exactbox.checker.reading import (
    MAX_BYTES,
    WORK,
    WORK_PER_BYTE,
    Budget,
    GaveUp,
    InvalidCertificate,
    MalformedCertificate,
    decode,
    fields,
    one_of,
    read_file,
)

__all__ = [
    "MAX_BYTES",
    "Claim",
    "GaveUp",
    "InvalidCertificate",
    "MalformedCertificate",
    "check_certificate",
    "main",
]

KINDS = {  # of each kind: its module, and the function there; no other is loaded
    "linear": ("linear", "check"),
    "lock": ("lock", "check"),
    "match": ("shutbox", "check_match"),
    "process": ("objectives", "check"),
}


def check_certificate(
    source: str | os.PathLike[str] | bytes | None,
    *,
    max_bytes: int = MAX_BYTES,
    max_work: int | None = None,
    number: Callable[[int], Any] = int,
) -> Claim:
    """Verify a certificate.

    Parameters
    ----------
    source : path, bytes, or None
        A file, gzipped or not; or the certificate's bytes; or standard input.
    max_bytes : int
        Give up on a certificate that is larger, uncompressed.
    max_work : int, optional
        Units of work, each about a nanosecond; by default in proportion to the size.
    number : callable
        What integers become: `int`, or a type that calculates alike, such as `flint.fmpz`.

    Returns
    -------
    Claim
        What is proved; ``str(claim)`` says it in a sentence, with the hashes.

    Raises
    ------
    InvalidCertificate
        A statement of the certificate is false or not proved; the message names the first found.
    MalformedCertificate
        It is not a certificate, or needs a newer checker. A file that cannot be opened raises
        OSError.
    GaveUp
        It would take more work or memory than it gets.
    """
    try:
        raw: bytes | bytearray
        if isinstance(source, bytes):
            raw = source
        else:
            raw = read_file(None if source is None else os.fsdecode(source), max_bytes)
        if len(raw) > max_bytes:
            raise GaveUp(f"larger than {max_bytes} bytes (see --max-bytes)")
        budget = Budget(len(raw), max_work, number)
        proof = hashlib.sha256(raw).hexdigest()
        # The first `,"witness":` ends the question. In a string a quote has a backslash before it;
        # so this is a key that is not the first of its object, and `check` below accepts no
        # question with such a key.
        asked = hashlib.sha256(raw[: raw.find(b',"witness":')] + b"}").hexdigest()
        given = fields(decode(raw, budget), "certificate kind question witness", "certificate")
        module, function = KINDS[one_of(KINDS, given["kind"], "kind")]
        check = getattr(importlib.import_module(f"exactbox.checker.{module}"), function)
        claim: Claim = check(given["question"], given["witness"], budget)
        return dataclasses.replace(claim, question_sha256=asked, sha256=proof)
    except (MemoryError, OverflowError, RecursionError) as error:
        raise GaveUp(f"too large to check here: {type(error).__name__}") from None


def verdict(file: str, check: Callable[..., Claim]) -> tuple[int, str, Claim | str]:
    """Exit code, verdict, and the claim or the reason why there is none."""
    try:
        return 0, "VALID", check(None if file == "-" else file)
    except InvalidCertificate as error:
        return 1, "INVALID", str(error)
    except MalformedCertificate as error:
        return 2, "UNREADABLE", str(error)
    except OSError as error:
        return 2, "UNREADABLE", error.strerror or str(error)
    except GaveUp as error:
        return 3, "GAVE UP", str(error)
    except Exception as error:
        return 3, "FAILED", f"the checker itself failed: {type(error).__name__}: {error}"


def printable(text: str) -> str:
    """In printable ASCII; so no name that a file has, or is in, can forge a line."""
    return text if text.isascii() and text.isprintable() else ascii(text)[1:-1]


def say(stream: TextIO | None, text: str) -> None:
    """A line that is written now, or OSError; what cannot be written is not tried again at exit."""
    if stream is None:
        raise OSError("it is closed")
    try:
        print(text, file=stream, flush=True)
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        raise


def tell(file: str, word: str, result: Claim | str, options: argparse.Namespace, how: str) -> None:
    """The line of a verdict, or the page, or JSON."""
    if options.json or options.explain:
        from exactbox.checker import report
    if options.json:
        say(sys.stdout, report.json_line(file, word, result, how))
        return
    line = f"{word} {printable(json.dumps(file))}: "
    if isinstance(result, str):
        say(sys.stderr, line + printable(result))
        return
    hashes = f"question {result.question_sha256}, proof {result.sha256}"
    say(sys.stdout, f"{line}{printable(result.sentence)} ({hashes}{how})")
    if options.explain:
        say(sys.stdout, report.page(result))


def check_files(
    options: argparse.Namespace, number: Callable[[int], Any] = int, how: str = ""
) -> int:
    """Check each file and say its verdict, and how it came about; the greatest exit code."""
    check = functools.partial(
        check_certificate, max_bytes=options.max_bytes, max_work=options.max_work, number=number
    )
    code = 0
    try:
        for file in options.files:
            file_code, word, result = verdict(file, check)
            code = max(code, file_code)
            tell(file, word, result, options, how)
        return code
    except KeyboardInterrupt:
        lost, code = "interrupted", 130
    except OSError as error:
        lost, code = f"the verdict cannot be written: {error.strerror or error}", 3
    with contextlib.suppress(OSError):
        say(sys.stderr, lost)
    return code


def add_options(parser: argparse.ArgumentParser) -> None:
    """The files, and how they are checked."""
    files, larger = "a certificate, gzipped or not; -: standard input", "give up on a larger one,"
    longer = "give up after so many units of work, each about a nanosecond"
    default = f"{WORK:,} and {WORK_PER_BYTE} a byte"
    parser.add_argument("files", metavar="FILE", nargs="+", help=files)
    limit = functools.partial(parser.add_argument, metavar="N", type=amount)
    limit("--max-bytes", default=MAX_BYTES, help=f"{larger} uncompressed ({MAX_BYTES:,})")
    limit("--max-work", help=f"{longer} ({default})")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print a JSON object for each file")
    form.add_argument("--explain", action="store_true", help="what was checked, why it suffices")


def amount(text: str) -> int:
    """A number that is not negative."""
    if not text.isdecimal() or len(text) > 18:
        raise argparse.ArgumentTypeError(f"{text!a}: need a number of at most 18 digits")
    return int(text)


class Parser(argparse.ArgumentParser):
    """A parser whose refusals are one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, without the usage."""
        with contextlib.suppress(OSError):
            say(sys.stderr, printable(f"{self.prog}: {message}"))
        raise SystemExit(2)


def main(argv: Sequence[str] | None = None) -> int:
    """Check the files named on the command line; the exit code."""
    parser = Parser(description="Check certificates, exactly.")
    add_options(parser)
    return check_files(parser.parse_args(argv))


if __name__ == "__main__":
    sys.exit(main())

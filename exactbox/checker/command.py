"""The checker as a command: options, verdicts, JSON, and the page that explains.

Nothing here decides whether a certificate is valid: it says what `check_certificate` returned, or
raised; and, of several files, whether the set of states that one names is the one that another
proves (`nested`).
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import inspect
import json
import os
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import inf
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

from .alone import SECONDS, check_alone
from .claim import Claim, exactly
from .files import MAX_BYTES, WORK, WORK_PER_BYTE, GaveUp
from .reading import SMALL, InvalidCertificate, MalformedCertificate

if TYPE_CHECKING:
    from concurrent.futures import Executor

WIDTH = 100
MAX_FACT = 1000  # characters of a fact on the page
MAX_PROCESSES = 1000
PLAINLY = "; checked by the plain checker"

READ = """\
The file was read as JSON in canonical bytes, in which everything has one spelling. Its question is
all that the sentence depends on; its hash is that of the bytes without the witness. Of the witness
nothing was believed. All calculations were done in integers, without rounding but where the theorem
says in which direction."""
RESTS = """\
VALID rests on these theorems, on the checker (exactbox/check.py and the folder checker), and on the
Python that ran it. Whether the question is the one that you mean is for you to see: its hash is
that of your own question, if you ask the same of the same model."""


def main(argv: Sequence[str] | None = None) -> int:
    """Check the files named on the command line; the exit code."""
    parser = Parser(description="Check certificates, exactly.")
    add_options(parser)
    parser.add_argument("--jobs", metavar="N", type=processes, default=1, help="in N processes (1)")
    options = parser.parse_args(argv)
    limits = {"max_bytes": options.max_bytes}
    if options.plain:
        if options.max_work is not None or options.jobs > 1:
            refusal = "--max-work and --jobs are for the fast checker; --plain has --max-seconds"
            parser.error(refusal)
        limits["max_seconds"] = options.max_seconds
        return check_files(options, functools.partial(check_alone, **limits), PLAINLY)
    if options.max_seconds is not None:
        parser.error("--max-seconds is for --plain; without it there is --max-work")
    from .fast import check_certificate

    limits["max_work"] = options.max_work
    with workers(options.jobs, parser.error) as executor:
        check = functools.partial(check_certificate, executor=executor, **limits)
        return check_files(options, check)


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
    if options.json:
        say(sys.stdout, json_line(file, word, result, how))
        return
    line = f"{word} {printable(json.dumps(file))}: "
    if isinstance(result, str):
        say(sys.stderr, line + printable(result))
        return
    hashes = f"question {result.question_sha256}, proof {result.sha256}"
    say(sys.stdout, f"{line}{printable(result.sentence)} ({hashes}{how})")
    if options.explain:
        say(sys.stdout, page(result))


def check_files(options: argparse.Namespace, check: Callable[..., Claim], how: str = "") -> int:
    """Check each file and say its verdict, and how it came about; the greatest exit code, which is
    1 or more if a set of states is not that of the question that it names."""
    code, valid = 0, {}
    try:
        for file in options.files:
            file_code, word, result = verdict(file, check)
            code = max(code, file_code)
            tell(file, word, result, options, how)
            if isinstance(result, Claim):
                valid[file] = result
        for same, line in nested(valid):
            code = max(code, int(not same))
            if not options.json:
                say(sys.stdout, line)
        return code
    except KeyboardInterrupt:
        lost, code = "interrupted", 130
    except OSError as error:
        lost, code = f"the verdict cannot be written: {error.strerror or error}", 3
    with contextlib.suppress(OSError):
        say(sys.stderr, lost)
    return code


def nested(valid: dict[str, Claim]) -> list[tuple[bool, str]]:
    """A line for each set that is named by a question which is proved here, and True if it is the
    set that is proved there, of the same model."""
    by_question = {claim.question_sha256: file for file, claim in valid.items()}
    lines = []
    for file, claim in valid.items():
        for question, own in map(str.split, claim.facts.get("nested", ())):
            if question in by_question:
                other = by_question[question]
                same = valid[other].facts.get("set") == own
                what = "has exactly the states" if same else "is named by, and is not, the set"
                here, there = (printable(json.dumps(name)) for name in (file, other))
                lines.append((same, f"NESTED {here}: a set of it {what} that {there} proves"))
    return lines


def add_options(parser: argparse.ArgumentParser) -> None:
    """The files, and how they are checked."""
    files, larger = (
        "a certificate, perhaps packed by gzip or xz; -: standard input",
        "give up on a larger one,",
    )
    longer = "give up after so many units of work, each about a nanosecond"
    default = f"{WORK:,} and {WORK_PER_BYTE} a byte"
    parser.add_argument("files", metavar="FILE", nargs="+", help=files)
    limit = functools.partial(parser.add_argument, metavar="N", type=amount)
    limit("--max-bytes", default=MAX_BYTES, help=f"{larger} uncompressed ({MAX_BYTES:,})")
    limit("--max-work", help=f"{longer} ({default})")
    plain = "by the plain checker alone, in a process of its own"
    parser.add_argument("--plain", action="store_true", help=plain)
    limit("--max-seconds", help=f"with --plain: give up after so many ({SECONDS}, or 8 a megabyte)")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print a JSON object for each file")
    form.add_argument("--explain", action="store_true", help="what was checked, why it suffices")


@contextlib.contextmanager
def workers(jobs: int, refuse: Callable[[str], NoReturn]) -> Iterator[Executor | None]:
    """An executor with so many processes, which end with the context; None for one."""
    if jobs < 2:
        yield None
        return
    import multiprocessing
    import signal
    from concurrent.futures import ProcessPoolExecutor

    linux = sys.platform == "linux"
    if not linux and not os.path.isfile(sys.modules["__main__"].__file__ or ""):
        refuse("--jobs needs check.py and the folder checker, not one file, on this system")
    context = multiprocessing.get_context("fork" if linux else "spawn")
    ignore = signal.SIGINT, signal.SIG_IGN  # who waits for them is interrupted, and ends them
    executor = ProcessPoolExecutor(jobs, context, signal.signal, ignore)
    try:
        executor.submit(int).result()  # they begin now, when nothing is in memory
        yield executor
    finally:
        for process in multiprocessing.active_children():
            process.kill()
        executor.shutdown()


def processes(text: str) -> int:
    """How many processes there may be."""
    if not 1 <= (count := amount(text)) <= MAX_PROCESSES:
        raise argparse.ArgumentTypeError(f"found {count}, need 1 to {MAX_PROCESSES:,}")
    return count


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


def json_line(file: str, verdict: str, result: Claim | str, how: str) -> str:
    """One JSON object: what a verdict says, and of a claim everything, numbers as spelled in files.

    Its keys: file, verdict, how (beyond plain Python, or ""); and reason, or kind, sentence, value,
    upper, facts, theorems, question_sha256, proof_sha256.
    """
    said: dict[str, Any] = {"file": file, "verdict": verdict, "how": how.lstrip("; ")}
    if isinstance(result, str):
        said["reason"] = result
    else:
        said |= {
            "kind": result.kind,
            "sentence": result.sentence,
            "value": spelled(result.value),
            "upper": spelled(result.upper),
            "facts": {name: spelled(fact) for name, fact in result.facts.items()},
            "theorems": [*map(inspect.cleandoc, result.theorems)],
            "question_sha256": result.question_sha256,
            "proof_sha256": result.sha256,
        }
    return json.dumps(said, sort_keys=True)


def spelled(value: Any) -> Any:
    """A number as certificates spell it, or "infinity"; of a list, or of points, each."""
    if not isinstance(value, (list, tuple)):
        return spelled_number(value)
    points = [isinstance(each, (list, tuple)) for each in value]
    return [[*map(spelled_number, e)] if p else spelled_number(e) for e, p in zip(value, points)]


def spelled_number(value: Any) -> Any:
    """A number as certificates spell it, or "infinity"; others as they are."""
    if isinstance(value, (int, Fraction)):
        p, q = [n if 0 <= n < SMALL else f"{n:x}" for n in value.as_integer_ratio()]
        return p if q == 1 else [p, q]
    return "infinity" if value == inf else "-infinity" if value == -inf else value


def page(claim: Claim) -> str:
    """A page with what is claimed, what was checked, and why it suffices, in plain words."""
    parts = ["", "What is claimed", paragraph(claim.sentence)]
    parts += ["", "What was checked", paragraph(READ), ""]
    parts += [paragraph(f"{name.replace('_', ' ')}: {fact(x)}") for name, x in claim.facts.items()]
    parts += ["", "Why that suffices"]
    for theorem in claim.theorems:
        parts += [textwrap.indent(inspect.cleandoc(theorem), "  "), ""]
    parts.append(paragraph(RESTS))
    return "\n".join(parts).encode("ascii", "backslashreplace").decode()


def paragraph(text: str) -> str:
    """Filled and indented; a long number stays in one piece."""
    fill = textwrap.TextWrapper(WIDTH, initial_indent="  ", subsequent_indent="  ")
    fill.break_long_words = fill.break_on_hyphens = False
    return fill.fill(text)


def fact(value: Any) -> str:
    """A count with separators, another number with the ends of its digits, a list by its first."""
    text, parts = "", value if isinstance(value, (list, tuple)) else [value]
    for part in parts:
        if isinstance(part, int) and 0 <= part < SMALL:
            text += f"{part:,}, "
        elif isinstance(part, (int, Fraction)):
            text += exactly(Fraction(part)) + ", "
        elif isinstance(part, (list, tuple)):
            text += f"({', '.join(map(exactly, part))}), "
        else:
            text += "infinity, " if part == inf else f"{part}, "
        if parts is value and len(text) > MAX_FACT + 2:
            return f"{text[:MAX_FACT]}... ({len(value)} in all)"
    return text[:-2]

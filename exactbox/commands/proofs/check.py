"""``exactbox check FILE...``: the independent checker, as a command."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from exactbox.commands.proofs.check_against import add_against
from exactbox.commands.terminal.options import FLINT, add_table
from exactbox.commands.terminal.progress_bar import progress_bar
from exactbox.commands.terminal.workers import EXECUTOR, LONG_WORK

if TYPE_CHECKING:
    from exactbox.checker.claim import Claim

PROVED = Path("proofs", "coq", "ocaml", "checker")  # in a copy of the repository, once it is built


def add_parser(commands: Any) -> None:
    """Add the command's options."""
    from exactbox.checker.command import add_options

    parser = commands.add_parser(
        "check",
        help="verify certificates with the independent checker",
        usage="%(prog)s FILE... [OPTION ...] [--against FILE QUESTION]",
        description="Verify certificates. The same as: python3 exactbox/check.py FILE... With "
        "--plain, by the checker that one can read in an hour; with --proved, by the one that Coq "
        "extracts from the theorems; with --against, say whether a proof answers the question that "
        "you mean.",
    )
    add_options(parser)
    proved = (
        "by the checker that Coq extracts, which `make coq-checker` builds in the repository; its "
        "limits are --max-bytes, and --max-seconds (60, or 8 a megabyte)"
    )
    parser.add_argument("--proved", action="store_true", help=proved)
    add_table(parser, FLINT)
    add_table(parser, EXECUTOR, under=LONG_WORK)
    add_against(parser)
    parser.set_defaults(run=run)


def watched(check: Callable[..., Claim]) -> Callable[..., Claim]:
    """The checker, whose work on each file is shown while it goes on."""

    def run_watched(file: str | None, **limits: Any) -> Claim:
        with progress_bar("check"):
            return check(file, **limits)

    return run_watched


def run(arguments: argparse.Namespace) -> int:
    """Check the files; and where that is asked, compare a proof with the reader's own question."""
    from exactbox.commands.proofs.check_against import compare, refuse_options

    refuse_options(arguments)
    check = _check_proved if arguments.proved else _check_plainly if arguments.plain else _check
    code = check(arguments)
    return code if arguments.against is None or code > 1 else max(code, compare(arguments))


def _check(arguments: argparse.Namespace) -> int:
    """By the fast checker."""
    from exactbox.check import check_certificate
    from exactbox.checker.command import check_files
    from exactbox.parallel import current

    if arguments.max_seconds is not None:
        raise ValueError("--max-seconds is for --plain; without it there is --max-work")
    limits = {"max_bytes": arguments.max_bytes, "max_work": arguments.max_work}
    check, how = partial(check_certificate, executor=current(), **limits), ""
    if arguments.flint:
        from flint import fmpz

        from exactbox.certificate import WITH_FLINT

        check, how = partial(check, number=fmpz), f"; {WITH_FLINT}"
    return check_files(arguments, watched(check), how)


def _check_plainly(arguments: argparse.Namespace) -> int:
    """By the plain checker alone, in a process of its own."""
    from exactbox.checker.alone import check_alone
    from exactbox.checker.command import PLAINLY, check_files

    for name in ("flint", "max_work", "jobs", "dask"):
        if getattr(arguments, name) not in (None, False):
            option = f"--{name.replace('_', '-')}"
            raise ValueError(f"{option} is for the fast checker: leave out --plain")
    limits = {"max_bytes": arguments.max_bytes, "max_seconds": arguments.max_seconds}
    return check_files(arguments, watched(partial(check_alone, **limits)), PLAINLY)


def _check_proved(arguments: argparse.Namespace) -> int:
    """By the checker that is extracted from proofs/coq, a program that prints its own verdicts."""
    import subprocess
    import sys

    from exactbox.checker.files import MAX_BYTES

    names = ("plain", "flint", "max_work", "jobs", "dask", "json", "explain")
    given = [name for name in names if getattr(arguments, name) not in (None, False)]
    if given:
        option = f"--{given[0].replace('_', '-')}"
        raise ValueError(f"{option} is for the checkers in Python: leave out --proved")
    if "-" in arguments.files:
        raise ValueError("--proved reads files, not standard input")
    checker = Path(__file__).parents[3] / PROVED
    if not checker.is_file():
        raise ValueError(
            f"--proved needs {PROVED}, which `make coq-checker` builds in a copy of the repository"
        )
    limits = []
    if arguments.max_bytes != MAX_BYTES:
        limits += ["--max-bytes", f"{arguments.max_bytes}"]
    if arguments.max_seconds is not None:
        limits += ["--max-seconds", f"{arguments.max_seconds}"]
    sys.stdout.flush()
    code = subprocess.run([checker, *limits, *arguments.files]).returncode
    if code < 0:
        print(f"{PROVED}: ended by signal {-code}", file=sys.stderr)
    return code if code >= 0 else 3

"""``exactbox check FILE...``: the independent checker, as a command."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from exactbox.commands.proofs.check_against import add_against
from exactbox.commands.terminal.options import FLINT, add_table
from exactbox.commands.terminal.progress_bar import progress_bar
from exactbox.commands.terminal.workers import EXECUTOR, LONG_WORK

if TYPE_CHECKING:
    from exactbox.checker.claim import Claim


def add_parser(commands: Any) -> None:
    """Add the command's options."""
    from exactbox.checker.command import add_options

    parser = commands.add_parser(
        "check",
        help="verify certificates with the independent checker",
        usage="%(prog)s FILE... [OPTION ...] [--against FILE QUESTION]",
        description="Verify certificates. The same as: python3 exactbox/check.py FILE... With "
        "--plain, by the checker that one can read in an hour; with --against, say whether a proof "
        "answers the question that you mean.",
    )
    add_options(parser)
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
    code = (_check_plainly if arguments.plain else _check)(arguments)
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

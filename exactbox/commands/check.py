"""``exactbox check FILE...``: the independent checker, as a command."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from exactbox.commands.check_against import add_against
from exactbox.commands.options import add_flint_option
from exactbox.commands.progress import progress_bar
from exactbox.commands.workers import add_workers_options

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
        "--against, say whether a proof answers the question that you mean.",
    )
    add_options(parser)
    add_flint_option(parser)
    add_workers_options(parser, alone=True)
    add_against(parser)
    parser.set_defaults(run=run)


def watched(check: Callable[..., Claim]) -> Callable[..., Claim]:
    """The checker, whose work on each file is shown while it goes on."""

    def with_display(file: str | None, **limits: Any) -> Claim:
        with progress_bar("check"):
            return check(file, **limits)

    return with_display


def run(arguments: argparse.Namespace) -> int:
    """Check the files; and where that is asked, compare a proof with the reader's own question."""
    from exactbox.check import check_certificate
    from exactbox.checker.command import check_files
    from exactbox.commands.check_against import compare, refuse_options
    from exactbox.parallel import current

    refuse_options(arguments)
    check, how = partial(check_certificate, executor=current()), ""
    if arguments.flint:
        from flint import fmpz

        from exactbox.certificate import WITH_FLINT

        check, how = partial(check, number=fmpz), f"; {WITH_FLINT}"
    code = check_files(arguments, watched(check), how)
    return code if arguments.against is None or code > 1 else max(code, compare(arguments))

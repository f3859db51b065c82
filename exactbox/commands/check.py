"""``exactbox check FILE...``: the independent checker, as a command."""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any


def add_parser(commands: Any) -> None:
    """Add the command's options."""
    from exactbox.checker.command import add_options

    parser = commands.add_parser(
        "check",
        help="verify certificates with the independent checker",
        description="Verify certificates. The same as: python3 exactbox/check.py FILE...",
    )
    add_options(parser)
    parser.add_argument(
        "--flint",
        action="store_true",
        help="calculate with FLINT's integers, which is faster where they are long",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Hand the files to the checker."""
    from exactbox.check import check_certificate
    from exactbox.checker.command import check_files

    if not arguments.flint:
        return check_files(arguments, check_certificate)
    from flint import fmpz

    check = partial(check_certificate, number=fmpz)
    return check_files(arguments, check, "; checked with FLINT's integers")

"""``exactbox help COMMAND``: the whole help of a command, with all its options."""

from __future__ import annotations

import argparse
from typing import Any


def add_parser(commands: Any) -> None:
    """Add the command's options."""
    parser = commands.add_parser(
        "help",
        help="all that a command takes",
        description="Print the whole help of a command. COMMAND --help leaves out what is rare.",
    )
    parser.add_argument("command", metavar="COMMAND")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print it."""
    top = arguments.whole_parser()
    (choices,) = (a.choices for a in top._actions if isinstance(a, argparse._SubParsersAction))
    if arguments.command not in choices:
        top.error(f"{arguments.command!a} is not a command; exactbox --help lists them")
    print(choices[arguments.command].format_whole(), end="")
    return 0

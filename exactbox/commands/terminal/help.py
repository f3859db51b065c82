"""``exactbox help NAME``: the whole help of a command, or a manual, a page beside the tutorial."""

from __future__ import annotations

import argparse
from typing import Any


def add_parser(commands: Any) -> None:
    """Add the command's options."""
    parser = commands.add_parser(
        "help",
        help="all that a command takes",
        description="Print the whole help of a command (COMMAND --help leaves out what is rare), "
        "or a manual: linalg, what is asked of matrices from Python.",
    )
    parser.add_argument("command", metavar="COMMAND")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print it."""
    from importlib.resources import files

    manuals = {
        file.name.removesuffix(".md"): file
        for file in files("exactbox.tutorial").iterdir()
        if file.name.endswith(".md")
    }
    if arguments.command in manuals:
        print(manuals[arguments.command].read_text("utf-8"), end="")
        return 0
    top = arguments.whole_parser()
    (choices,) = (a.choices for a in top._actions if isinstance(a, argparse._SubParsersAction))
    if arguments.command not in choices:
        top.error(
            f"{arguments.command!a} is not a command; exactbox --help lists them; manuals: "
            f"{', '.join(sorted(manuals))}"
        )
    print(choices[arguments.command].format_whole(), end="")
    return 0

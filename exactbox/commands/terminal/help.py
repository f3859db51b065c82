"""``exactbox help NAME``: the whole help of a command, or a manual, a page beside the tutorial."""

from __future__ import annotations

import argparse
from typing import Any


def add_parser(commands: Any) -> None:
    """Add the command's options."""
    parser = commands.add_parser(
        "help",
        help="all that a command takes, and manuals",
        description="Print the whole help of a command (COMMAND --help leaves out what is rare), "
        "or a manual with examples: of solve, flip, shutbox and lock by --manual; linalg and mdp "
        "(what is asked from Python); chains (tables of Markov chains); pig (a game of your own); "
        "cookbook; argument, course and pictures (a tutorial). Without a COMMAND list them all.",
    )
    parser.add_argument("command", metavar="COMMAND", nargs="?")
    parser.add_argument("--manual", action="store_true", help="the manual of a command")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print it."""
    from importlib.resources import files
    from textwrap import fill

    manuals = {
        file.name.removesuffix(".md"): file
        for file in files("exactbox.tutorial").iterdir()
        if file.name.endswith(".md")
    }
    name, top = arguments.command, arguments.whole_parser()
    (choices,) = (a.choices for a in top._actions if isinstance(a, argparse._SubParsersAction))
    if name in manuals and (arguments.manual or name not in choices):
        print(manuals[name].read_text("utf-8"), end="")
        return 0
    names = ", ".join(sorted(manuals))
    if name is None:
        print(fill(f"commands: {', '.join(choices)}"), fill(f"manuals: {names}"), sep="\n")
        return 0
    if name not in choices:
        top.error(f"{name!a} is not a command; exactbox --help lists them; manuals: {names}")
    if arguments.manual:
        top.error(f"{name} has no manual; those that exist: {names}")
    print(choices[name].format_whole(), end="")
    return 0

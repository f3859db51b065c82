"""Options that several commands have: whole numbers, and how answers are printed."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Mapping
from typing import Any

from exactbox.decimals import DIGITS, MAX_DIGITS, Style

Options = Mapping[str, dict[str, Any]]  # options by name, as `argparse` takes them


def style_of(arguments: argparse.Namespace) -> Style:
    """The style of numbers by --digits and --full."""
    return Style(DIGITS if arguments.digits is None else arguments.digits, arguments.full)


def whole(text: str) -> int:
    """A whole number in ASCII digits, which may be negative."""
    if not re.fullmatch(r"-?[0-9]{1,100}", text):
        raise argparse.ArgumentTypeError(f"found {text!a}, need a whole number")
    return int(text)


def whole_numbers(text: str) -> set[int]:
    """The numbers of ``6-9,12``."""
    numbers: set[int] = set()
    for part in text.split(","):
        ends = re.fullmatch(r"([0-9]{1,4})(?:-([0-9]{1,4}))?", part.strip())
        if not ends:
            raise argparse.ArgumentTypeError(f"found {text!a}, need numbers such as 6-9,12")
        numbers |= set(range(int(ends[1]), int(ends[2] or ends[1]) + 1))
    return numbers


def digits(text: str) -> int:
    """The number of digits after the point."""
    if not text.isascii() or not text.isdecimal() or len(text) > 18 or int(text) > MAX_DIGITS:
        raise argparse.ArgumentTypeError(f"found {text!a}, need 0 to {MAX_DIGITS:,}")
    return int(text)


def add_table(
    parser: Any, *tables: Options, again: bool = False, what: str = "", under: str = ""
) -> None:
    """Add the options of tables, perhaps under a title; `what` is proved or drawn, for their help.

    `again` is for a command in a command: what stands before it counts.
    """
    parser = parser.add_argument_group(under) if under else parser
    for name, settings in (option for table in tables for option in table.items()):
        about = settings["help"].replace("{what}", what)
        default = {"default": argparse.SUPPRESS} if again else {}
        parser.add_argument(f"--{name}", **{**settings, "help": about, **default})


def _picture(name: str) -> str:
    """The name of a picture, where matplotlib is there to draw it."""
    from exactbox.plots.figures import require_matplotlib, require_suffix

    try:
        if not (name.endswith(os.sep) or os.path.isdir(name)):  # a folder is looked at later
            require_suffix(name)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    require_matplotlib()
    return name


FULL: Options = {
    "full": {"action": "store_true", "help": "print all digits of every fraction"},
}
NUMBERS: Options = {
    "digits": {
        "type": digits,
        "default": DIGITS,
        "metavar": "N",
        "help": f"digits to print after the point ({DIGITS})",
    },
    **FULL,
}
TABLES: Options = {  # of numbers, which have no decimals unless they are asked for
    "digits": {
        "type": digits,
        "metavar": "N",
        "help": f"digits to print after the point ({DIGITS}, and none in tables)",
    },
    **FULL,
}
JSON: Options = {
    "json": {
        "action": "store_true",
        "help": 'print one JSON object; help("exactbox.commands.terminal.json_output") has its '
        "keys",
    },
}
FLINT: Options = {
    "flint": {
        "action": "store_true",
        "help": "check with FLINT's integers, which is faster where they are long",
    },
}
PLAIN_INTEGERS: Options = {  # `exactbox.cli` runs every command inside of `plain_integers`
    "plain-integers": {
        "action": "store_true",
        "help": "check with Python's integers also where FLINT's would be taken, which are faster "
        "where they are long",
    },
}
CERTIFICATE: Options = {
    "certificate": {
        "metavar": "FILE",
        "help": "prove {what}: FILE has its name once the independent checker has verified the "
        "certificate; packed if it ends in .gz or .xz",
    },
}
PROGRAM_FILE: Options = {
    "relax": {"action": "store_true", "help": "let integers be any numbers: the relaxation"},
    "integer-bounds": {
        "action": "store_true",
        "help": "with --relax: integers of MPS that have no bounds are in 0 to 1, as they are for "
        "some readers",
    },
    **{
        f"{name}-set": {
            "metavar": "NAME",
            "help": f"of several sets of {what} in an MPS file, the one to take",
        }
        for name, what in (
            ("bounds", "bounds"),
            ("rhs", "right-hand sides"),
            ("ranges", "ranges"),
        )
    },
}
PROGRAM_OPTIONS = tuple(name.replace("-", "_") for name in PROGRAM_FILE)  # of `read_program`
PLOT: Options = {  # its name is looked at before any work
    "plot": {
        "type": _picture,
        "metavar": "FILE",
        "help": "draw {what}: a picture in FILE.png or FILE.svg, with the exact number in text "
        "(needs matplotlib: exactbox[plot])",
    },
}

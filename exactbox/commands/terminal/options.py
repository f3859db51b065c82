"""Options that several commands have: whole numbers, and how answers are printed."""

from __future__ import annotations

import argparse
import os
import re
from dataclasses import dataclass
from typing import Any

from exactbox.decimals import DIGITS, MAX_DIGITS, Style


@dataclass(frozen=True)
class Output:
    """What is wanted of an answer: how it is printed, and its files, as far as they are named."""

    style: Style
    json: bool = False
    certificate: str | None = None
    plot: str | None = None
    matrix: str | None = None

    @classmethod
    def of(cls, arguments: argparse.Namespace) -> Output:
        """That of a command's arguments, which may lack some of them."""
        known = vars(arguments)
        digits = known.get("digits")
        return cls(
            Style(DIGITS if digits is None else digits, known.get("full", False)),
            known.get("json", False),
            known.get("certificate"),
            known.get("plot"),
            known.get("output"),
        )


def whole(text: str) -> int:
    """A whole number in ASCII digits, which may be negative."""
    if not re.fullmatch(r"-?[0-9]{1,100}", text):
        raise argparse.ArgumentTypeError(f"found {text!a}, need a whole number")
    return int(text)


def whole_numbers(text: str) -> set[int]:
    """The numbers of ``6-9,12``."""
    found: set[int] = set()
    for part in text.split(","):
        ends = re.fullmatch(r"([0-9]{1,4})(?:-([0-9]{1,4}))?", part.strip())
        if not ends:
            raise argparse.ArgumentTypeError(f"found {text!a}, need numbers such as 6-9,12")
        found |= set(range(int(ends[1]), int(ends[2] or ends[1]) + 1))
    return found


def digits(text: str) -> int:
    """The number of digits after the point."""
    if not text.isascii() or not text.isdecimal() or len(text) > 18 or int(text) > MAX_DIGITS:
        raise argparse.ArgumentTypeError(f"found {text!a}, need 0 to {MAX_DIGITS:,}")
    return int(text)


def add_number_options(parser: Any, default: int | None = DIGITS, *, again: bool = False) -> None:
    """Options for printed numbers; without a default, tables have no decimals.

    `again` is for a command in a command: what stands before it counts.
    """
    shown = f"{DIGITS}, and none in tables" if default is None else default
    parser.add_argument(
        "--digits",
        type=digits,
        default=argparse.SUPPRESS if again else default,
        metavar="N",
        help=f"digits to print after the point ({shown})",
    )
    parser.add_argument(
        "--full",
        action="store_true",
        default=argparse.SUPPRESS if again else False,
        help="print all digits of every fraction",
    )


_JSON = 'print one JSON object; help("exactbox.commands.terminal.json_output") has its keys'


def add_json_option(parser: Any, *, again: bool = False) -> None:
    """JSON in place of text; again for a command in a command: what stands before it counts."""
    default = argparse.SUPPRESS if again else False
    parser.add_argument("--json", action="store_true", default=default, help=_JSON)


def add_flint_option(parser: Any) -> None:
    """The option for the integers of a check."""
    parser.add_argument(
        "--flint",
        action="store_true",
        help="check with FLINT's integers, which is faster where they are long",
    )


def add_plain_integers_option(parser: Any, *, again: bool = False) -> None:
    """With which integers what is written is checked; `exactbox.cli` runs every command inside of
    `exactbox.certificate.plain_integers`, so a command that has it needs to do nothing more."""
    parser.add_argument(
        "--plain-integers",
        action="store_true",
        default=argparse.SUPPRESS if again else False,
        help="check with Python's integers also where FLINT's would be taken, which are faster "
        "where they are long",
    )


def add_plot_option(parser: Any, what: str) -> None:
    """The file of a picture; `what` it shows. Its name is looked at before any work."""
    parser.add_argument(
        "--plot",
        type=_picture,
        metavar="FILE",
        help=f"draw {what}: a picture in FILE.png or FILE.svg, with the exact number in text "
        "(needs matplotlib: exactbox[plot])",
    )


def _picture(name: str) -> str:
    """The name of a picture, where matplotlib is there to draw it."""
    from exactbox.plots.saving import require_suffix
    from exactbox.plots.style import require_matplotlib

    try:
        if not (name.endswith(os.sep) or os.path.isdir(name)):  # a folder is looked at later
            require_suffix(name)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    require_matplotlib()
    return name

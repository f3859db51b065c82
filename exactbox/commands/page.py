"""``exactbox page``: write the page that plays and advises in a browser."""

from __future__ import annotations

import argparse
from typing import Any

from exactbox.commands.outputs import saved, shown

_ABOUT = """Write one HTML file, which works in any browser, from a phone, a stick or a web server, and needs no
network: the odds of Shut the Box for any rule, exactly, and a game with advice; a sheet of the best
moves, to print; the card game's values; and a second check of certificates. Everything is computed
in the browser."""


def add_parser(commands: Any) -> None:
    """Add the command's options."""
    parser = commands.add_parser(
        "page", help="a page that plays and advises in a browser", description=_ABOUT
    )
    parser.add_argument(
        "--out",
        dest="output",
        default="exactbox.html",
        metavar="FILE",
        help="where to write it (exactbox.html)",
    )
    parser.add_argument("--open", action="store_true", help="open it in the browser")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write the page, and open it where that is asked."""
    from pathlib import Path

    from exactbox.files import STANDARD, write
    from exactbox.page import page

    path = arguments.output
    if arguments.open and path == STANDARD:
        raise ValueError("--open: standard output is not a file that a browser can open")
    content = page()
    if not saved(path, lambda name: write(name, content)):
        return 0  # said at the end, with its exit code
    print(f"{shown(path)}: {len(content):,} bytes, for any browser")
    if arguments.open:
        import webbrowser

        if not webbrowser.open(Path(path).resolve().as_uri()):
            raise ValueError(f"--open: no browser was found; open {shown(path)} in one")
    return 0

"""``exactbox page``: write the page that plays and advises in a browser."""

from __future__ import annotations

import argparse
from typing import Any

_ABOUT = """Write one HTML file, which works in any browser, from a phone, a stick or a web server,
and needs no network. It has the exact odds of Shut the Box for any rule; the game, with advice, for
one to four; a sheet of the best moves, to print; the card game's values; and the checker of
certificates that Coq extracts. All of it is computed in the browser."""


def add_parser(commands: Any) -> None:
    """Add the command's options."""
    parser = commands.add_parser(
        "page", help="a page that plays and advises in a browser", description=_ABOUT
    )
    parser.add_argument(
        "--out",
        "--output",
        dest="output",
        default="exactbox.html",
        metavar="FILE",
        help="where to write it (exactbox.html)",
    )
    parser.add_argument("--open", action="store_true", help="open it in the browser")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write the page, and open it where that is asked."""
    from exactbox.commands.terminal.outputs import Report
    from exactbox.commands.terminal.written import write_file
    from exactbox.files import STANDARD, write
    from exactbox.page import page

    path = arguments.output
    if arguments.open and path == STANDARD:
        raise ValueError("--open: standard output is not a file that a browser can open")
    content = page()
    files = write_file(path, "page, for any browser", lambda name: write(name, content))
    Report([], files=files).print(as_json=False)
    if arguments.open and files:
        _open(path)
    return 0


def _open(path: str) -> None:
    """Have the browser show a file."""
    import webbrowser
    from pathlib import Path

    if not webbrowser.open(Path(path).resolve().as_uri()):
        raise ValueError(f"--open: no browser was found; open {path} in one")

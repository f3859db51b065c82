"""The files and options that the commands about matrices have in common."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from exactbox.commands.options import add_json_option
from exactbox.commands.written import add_certificate_option

_FILES = """A matrix is a MatrixMarket file, a table as spreadsheets write it (CSV) or JSON; which
of them, and whether it is packed, is seen from what is in it. Its numbers are integers, decimals
or p/q, and 0.1 is 1/10. Rows, columns and unknowns are counted from 1."""

Given = tuple[Any, Any, Any]  # values, (rows, columns), shape: what `exactbox.linalg` takes


def add_command(
    commands: Any,
    name: str,
    about: str,
    run: Callable[[argparse.Namespace], int],
    *,
    more: str = "",
    right: bool = False,
    output: str = "",
    certificate: str = "",
) -> Any:
    """A command about a matrix in a file, and what it has of a right-hand side and of outputs.

    `output` says what matrix is written, `certificate` what is proved.
    """
    sentences = f"{about[0].upper()}{about[1:]}. {more}".strip()
    parser = commands.add_parser(name, help=about, description=f"{sentences} {_FILES}")
    parser.set_defaults(run=run)
    parser.add_argument("matrix", metavar="A", help="the matrix; - is standard input")
    if right:
        parser.add_argument(
            "right", metavar="b", help="the right-hand side, of one or more columns"
        )
    if output:
        parser.add_argument(
            "--output", metavar="FILE", help=f"write {output} to FILE, exactly: .mtx, .csv, .json"
        )
    if certificate:
        add_certificate_option(parser, certificate)
    add_json_option(parser)
    return parser


def read(path: str) -> Given:
    """A matrix file, read once: standard input cannot be read again, and a file may change."""
    from exactbox.linalg.files.reading import read_coordinates

    shape, rows, columns, values = read_coordinates(path)
    return values, (rows, columns), shape

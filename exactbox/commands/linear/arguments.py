"""The files and options that the commands about matrices have in common."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from exactbox.commands.terminal.options import CERTIFICATE, JSON, PLAIN_INTEGERS, add_table
from exactbox.commands.terminal.outputs import Report
from exactbox.commands.terminal.workers import LONG_WORK, WORKERS

if TYPE_CHECKING:
    from exactbox.linalg.matrices.rational import RationalMatrix

_FILES = """A matrix is a MatrixMarket file, a table as spreadsheets write it (CSV) or JSON; which
of them, and whether it is packed, is seen from what is in it. Its numbers are integers, decimals
or p/q, in a table also 50%, and 0.1 is 1/10. Rows, columns and unknowns are counted from 1."""

Run = Callable[[argparse.Namespace], Report]


def add_command(
    commands: Any,
    name: str,
    about: str,
    run: Run,
    *,
    more: str = "",
    right: bool = False,
    output: str = "",
    certificate: str = "",
    parts: bool = False,
    called: tuple[str, str] = ("A", "the matrix"),
) -> Any:
    """A command about a matrix in a file, and what it has of a right-hand side and of outputs.

    `output` says what matrix is written, `certificate` what is proved; `parts` that others may work
    on parts of it; the file is `called` so, and has what the second text says.
    """
    sentences = f"{about[0].upper()}{about[1:]}. {more}".strip()
    parser = commands.add_parser(name, help=about, description=f"{sentences} {_FILES}")
    parser.set_defaults(run=watched(name, run), digits=None, full=False)
    parser.set_defaults(output=None, certificate=None, plot=None)
    name, what = called
    parser.add_argument("matrix", metavar=name, help=f"{what}; - is standard input")
    if right:
        parser.add_argument(
            "right",
            metavar="b",
            help="the right-hand side, of one or more columns (one with decimal commas: end its "
            "lines with a semicolon)",
        )
    if output:
        parser.add_argument(
            "--output", metavar="FILE", help=f"write {output} to FILE, exactly: .mtx, .csv, .json"
        )
    proof = (CERTIFICATE, PLAIN_INTEGERS) if certificate else ()
    add_table(parser, *proof, JSON, what=certificate)
    if parts:
        add_table(parser, WORKERS, under=LONG_WORK)
    return parser


def watched(name: str, run: Run) -> Run:
    """A command whose work is shown while it goes on."""

    def run_watched(arguments: argparse.Namespace) -> Report:
        from exactbox.commands.terminal.progress_bar import progress_bar

        with progress_bar(name):
            return run(arguments)

    return run_watched


def read_system(matrix: str, right: str) -> tuple[RationalMatrix, RationalMatrix, str]:
    """A, b, and a number of b that may be meant otherwise than it is read, or nothing.

    Two columns of integers are one column of decimals where commas are decimal ones: where they
    are so in A, that is refused.
    """
    from exactbox.inputs import named
    from exactbox.linalg.matrices.csvmatrix import decimal_commas
    from exactbox.linalg.matrices.file_formats import read_file
    from exactbox.progress import report
    from exactbox.showing import one_line

    of_a, of_b = list[tuple[str, bool]](), list[tuple[str, bool]]()  # decimal commas of tables
    report(f"reading {one_line(named(matrix))}", 0, 0)
    a = read_file(matrix, "A", lambda text: of_a.append(decimal_commas(text)))
    report(f"reading {one_line(named(right))}", 0, 0)
    b = read_file(right, "b", lambda text: of_b.append(decimal_commas(text)))
    report("", 0, 0)
    (in_a, unsure), (number, either) = ([*e, ("", False)][0] for e in (of_a, of_b))
    if either and in_a and not unsure:
        raise ValueError(
            f"{named(right)}: found two columns, as in {number}, or one with decimal commas, as A "
            f"has them in {in_a}: write {number.replace(',', '.')}, or {number};"
        )
    return a, b, number if either else ""


def read(path: str) -> RationalMatrix:
    """A matrix file, read once: standard input cannot be read again, and a file may change."""
    from exactbox.inputs import named
    from exactbox.linalg.matrices.file_formats import read_file
    from exactbox.progress import report
    from exactbox.showing import one_line

    report(f"reading {one_line(named(path))}", 0, 0)
    matrix = read_file(path)
    report("", 0, 0)
    return matrix

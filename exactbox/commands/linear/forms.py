"""``exactbox rref A``, ``exactbox smith A`` and ``exactbox charpoly A``: forms of a matrix."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from exactbox.commands.linear import numbers
from exactbox.commands.linear.arguments import add_command, read
from exactbox.commands.linear.report import deliver, require_formats
from exactbox.commands.terminal.options import NUMBERS, TABLES, add_table, style_of
from exactbox.commands.terminal.outputs import Report
from exactbox.decimals import MAX_FRACTION_DIGITS, fraction_string
from exactbox.showing import Fields, Row

_LINE = 200  # characters of a polynomial that is printed in one line
_STEPS = 8, 16  # rows and columns of a matrix whose elimination is printed: two pages


def add_parser(commands: Any) -> None:
    """Add the options of all three."""
    rref = add_command(
        commands,
        "rref",
        "the reduced row echelon form of a matrix",
        run_rref,
        output="the form",
        certificate="the rank and the null space, which determine the form",
    )
    add_table(rref, TABLES)
    rref.add_argument(
        "--steps", action="store_true", help="every row operation, of a matrix of up to 8 x 16"
    )
    smith = add_command(
        commands,
        "smith",
        "the Smith form of a matrix of integers: its invariant factors",
        run_smith,
        more="Each divides the next; the other entries of the form are 0.",
        output="the form",
    )
    smith.set_defaults(digits=0)
    smith.add_argument("--full", action="store_true", help="print all digits of every integer")
    charpoly = add_command(
        commands,
        "charpoly",
        "the characteristic polynomial of a square matrix, det(t - A)",
        run_charpoly,
    )
    add_table(charpoly, NUMBERS)


def run_rref(arguments: argparse.Namespace) -> Report:
    """Eliminate; write; print."""
    require_formats(arguments.output)
    from exactbox.linalg import ExactMatrix, rref

    a = read(arguments.matrix)
    form, pivots = rref(a)
    places = [j + 1 for j in pivots]
    shown: list[str] = []
    steps: list[Fields] = []
    if arguments.steps:
        shown, steps = numbers.elimination(ExactMatrix(a).with_labels(*a.labels), _STEPS)

    def lines() -> Iterator[str]:
        yield from shown[:-1]  # the last matrix is the form
        yield from numbers.matrix("r", form, style_of(arguments), arguments.digits)
        text = ", ".join(map(str, places))
        columns = "pivot in column" if len(places) == 1 else "pivots in columns"
        yield f"rank {len(places)}" + (f", {columns} {text}" if places else "")

    def about() -> Fields:
        known: Fields = {"question": "reduced row echelon form of A", "rank": len(places)}
        known |= {"steps": steps} if arguments.steps else {}
        return {**known, "value": form.tolist(), **numbers.names(form), "pivots": places}

    row = Row(text=lines(), fields=about)
    return deliver([row], arguments, matrix=form, states=("rank", a))


def run_smith(arguments: argparse.Namespace) -> Report:
    """Compute; write; print."""
    require_formats(arguments.output)
    from exactbox.linalg import ExactMatrix, invariant_factors

    a = read(arguments.matrix)
    for i, j, p, q in zip(a.rows, a.columns, a.numerators.tolist(), a.denominators or ()):
        if q != 1:
            entry = f"row {i + 1}, column {j + 1} of A is {fraction_string(Fraction(p, q))}"
            raise ValueError(f"{entry}, need integers: a Smith form is over the integers")
    factors = [Fraction(d) for d in invariant_factors(a)]
    style = style_of(arguments)
    text = ", ".join(style.exactly(d, MAX_FRACTION_DIGITS) for d in factors)
    lines = [f"invariant factors: {text or 'none'}", f"rank {len(factors)}"]
    about = {"question": "Smith form of A", "invariant_factors": factors, "rank": len(factors)}
    form = ExactMatrix(({(i, i): d for i, d in enumerate(factors)}, a.shape))
    return deliver([Row(text=lines, fields=about)], arguments, matrix=form)


def run_charpoly(arguments: argparse.Namespace) -> Report:
    """Compute; print."""
    from exactbox.linalg import charpoly

    coefficients = charpoly(read(arguments.matrix))

    def lines() -> Iterator[str]:
        line = str(coefficients)
        if len(line) <= _LINE:
            yield line
            return
        for power, c in zip(reversed(range(len(coefficients))), coefficients):
            yield f"c[{power}] = {style_of(arguments).number(c)}"

    question = "characteristic polynomial of A, highest power first"
    about = {"question": question, "coefficients": list(coefficients)}
    return deliver([Row(text=lines(), fields=about)], arguments)

"""``exactbox rref A``, ``exactbox smith A`` and ``exactbox charpoly A``: forms of a matrix."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from exactbox.commands.linear import numbers
from exactbox.commands.linear.arguments import add_command, read
from exactbox.commands.linear.report import LinearReport, certificates, require_formats
from exactbox.commands.terminal import json_output
from exactbox.commands.terminal.options import NUMBERS, TABLES, Output, add_table
from exactbox.decimals import fraction_string

if TYPE_CHECKING:
    from exactbox.linear_certificate import LinearCertificate

_LINE = 200  # characters of a polynomial that is printed in one line


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
    smith = add_command(
        commands,
        "smith",
        "the Smith form of a matrix of integers: its invariant factors",
        run_smith,
        more="Each divides the next; the other entries of the form are 0.",
        output="the form",
    )
    smith.add_argument("--full", action="store_true", help="print all digits of every integer")
    charpoly = add_command(
        commands,
        "charpoly",
        "the characteristic polynomial of a square matrix, det(t - A)",
        run_charpoly,
    )
    add_table(charpoly, NUMBERS)


def run_rref(arguments: argparse.Namespace) -> int:
    """Eliminate; write; print."""
    output = Output.of(arguments)
    require_formats(output)
    from exactbox.linalg import rref

    a = read(arguments.matrix)
    form, pivots = rref(a)
    places = [j + 1 for j in pivots]

    def lines() -> Iterator[str]:
        yield from numbers.matrix("r", form, output)
        listed = ", ".join(map(str, places))
        columns = "pivot in column" if len(places) == 1 else "pivots in columns"
        yield f"rank {len(places)}" + (f", {columns} {listed}" if places else "")

    def facts() -> dict[str, Any]:
        value = [numbers.as_json(row, output) for row in form]
        return {"value": value, "pivots": places, "rank": len(places)}

    def prove(max_work: int | None) -> LinearCertificate:
        return certificates().rank(a)

    question = "reduced row echelon form of A"
    return LinearReport(question, lines(), facts, form, prove).deliver(output)


def run_smith(arguments: argparse.Namespace) -> int:
    """Compute; write; print."""
    output = Output.of(arguments)
    require_formats(output)
    from exactbox.linalg import invariant_factors

    a = read(arguments.matrix)
    for value, i, j in zip(a[0], *a[1]):
        if value.denominator != 1:
            found = f"row {i + 1}, column {j + 1} of A is {fraction_string(value)}"
            raise ValueError(f"{found}, need integers: a Smith form is over the integers")
    factors = invariant_factors(a)
    whole = sys.maxsize if arguments.full else numbers.WHOLE

    def lines() -> Iterator[str]:
        listed = ", ".join(fraction_string(Fraction(d), whole=whole) for d in factors)
        yield f"invariant factors: {listed or 'none'}"
        yield f"rank {len(factors)}"

    def facts() -> dict[str, Any]:
        listed = [json_output.number(Fraction(d), 0) for d in factors]
        return {"invariant_factors": listed, "rank": len(factors)}

    form = ({(i, i): d for i, d in enumerate(factors)}, a[2])
    return LinearReport("Smith form of A", lines(), facts, form).deliver(output)


def run_charpoly(arguments: argparse.Namespace) -> int:
    """Compute; print."""
    output = Output.of(arguments)
    from exactbox.linalg import charpoly

    coefficients = charpoly(read(arguments.matrix))

    def lines() -> Iterator[str]:
        line = str(coefficients)
        if len(line) <= _LINE:
            yield line
            return
        for power, c in zip(reversed(range(len(coefficients))), coefficients):
            yield f"c[{power}] = {numbers.number(c, output)}"

    def facts() -> dict[str, Any]:
        return {"coefficients": [numbers.as_json(c, output) for c in coefficients]}

    question = "characteristic polynomial of A, highest power first"
    return LinearReport(question, lines(), facts).deliver(output)

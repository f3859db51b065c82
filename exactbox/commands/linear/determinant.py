"""``exactbox det A`` and ``exactbox inv A``."""

from __future__ import annotations

import argparse
from typing import Any

from exactbox.commands.linear import numbers
from exactbox.commands.linear.arguments import add_command, read
from exactbox.commands.linear.report import deliver, require_formats
from exactbox.commands.terminal.options import NUMBERS, TABLES, add_table, style_of
from exactbox.commands.terminal.outputs import Report
from exactbox.progress import stage
from exactbox.showing import Fields, Row

_INVERSE = "inverse of A"


def add_parser(commands: Any) -> None:
    """Add the options of both."""
    det = add_command(
        commands,
        "det",
        "the exact determinant of a square matrix",
        run_det,
        certificate="the determinant",
        parts=True,
    )
    add_table(det, NUMBERS)
    inv = add_command(
        commands,
        "inv",
        "the exact inverse of a square matrix",
        run_inv,
        more="Without an inverse it prints a vector k that is not 0, with A k = 0 (exit code 1).",
        output="the inverse",
        certificate="that A X = 1 for this X alone, or that there is no inverse",
        parts=True,
    )
    add_table(inv, TABLES)


def run_det(arguments: argparse.Namespace) -> Report:
    """Compute; write; print."""
    from exactbox.linalg import det

    a = read(arguments.matrix)
    value = det(a)
    about = {"question": "determinant of A", "value": value}
    rows = [Row(text=style_of(arguments).number(value), fields=about)]
    return deliver(rows, arguments, states=("determinant", a))


def run_inv(arguments: argparse.Namespace) -> Report:
    """Invert; write; print."""
    require_formats(arguments.output)
    from exactbox.linalg import SingularMatrixError, inv

    a = read(arguments.matrix)
    try:
        with stage("columns"):
            x = inv(a)
    except SingularMatrixError as error:
        return _singular(a, error.kernel.with_labels(a.labels.columns), arguments)
    unit = ({(i, i): 1 for i in range(len(x))}, x.shape)

    def about() -> Fields:
        fields = {"question": _INVERSE, "answer": "one inverse", "value": numbers.entry_list(x)}
        return {**fields, **numbers.names(x)}

    return deliver(
        [Row(text=numbers.matrix("x", x, style_of(arguments), arguments.digits), fields=about)],
        arguments,
        matrix=x,
        states=("unique", a, unit, x),
        weaker=(("solution", a, unit, x), "A X = 1 for no other X"),
        meaning="B is the unit matrix, and X the inverse of A",
    )


def _singular(a: Any, kernel: Any, arguments: argparse.Namespace) -> Report:
    """No inverse, and why."""
    entries = numbers.entries("k", kernel, style_of(arguments))
    lines = ["no inverse: A k = 0 for this k", *entries]
    about = {"question": _INVERSE, "answer": "no inverse", "kernel": numbers.entry_list(kernel)}
    about |= numbers.names(kernel)
    return deliver(
        [Row(text=lines, fields=about)], arguments, states=("singular", a, kernel), code=1
    )

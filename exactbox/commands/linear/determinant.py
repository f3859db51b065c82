"""``exactbox det A`` and ``exactbox inv A``."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from exactbox.commands.linear import numbers
from exactbox.commands.linear.arguments import add_command, read
from exactbox.commands.linear.report import LinearReport, certificates, require_formats
from exactbox.commands.terminal.options import NUMBERS, TABLES, Output, add_table
from exactbox.progress import stage

if TYPE_CHECKING:
    from exactbox.linear_certificate import LinearCertificate


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


def run_det(arguments: argparse.Namespace) -> int:
    """Compute; write; print."""
    output = Output.of(arguments)
    from exactbox.linalg import det

    a = read(arguments.matrix)
    value = det(a)

    def prove(max_work: int | None) -> LinearCertificate:
        return certificates().determinant(a)

    def facts() -> dict[str, Any]:
        return {"value": numbers.as_json(value, output)}

    line = numbers.number(value, output)
    return LinearReport("determinant of A", [line], facts, prove=prove).deliver(output)


def run_inv(arguments: argparse.Namespace) -> int:
    """Invert; write; print."""
    output = Output.of(arguments)
    require_formats(output)
    from exactbox.commands.terminal.progress_bar import progress_bar
    from exactbox.linalg import SingularMatrixError, inv

    a = read(arguments.matrix)
    try:
        with progress_bar("inv"), stage("columns"):
            x = inv(a)
    except SingularMatrixError as error:
        return _singular(a, error.kernel, output).deliver(output)

    def unit() -> Any:
        return ({(i, i): 1 for i in range(len(x))}, x.shape)

    def facts() -> dict[str, Any]:
        return {"answer": "one inverse", "value": numbers.as_json(x, output)}

    def prove(max_work: int | None) -> LinearCertificate:
        return certificates().unique(a, unit(), x, max_work=max_work)

    def solution() -> LinearCertificate:
        return certificates().solution(a, unit(), x)

    weaker = solution, "A X = 1 for no other X"
    lines = numbers.matrix("x", x, output)
    meaning = "B is the unit matrix, and X the inverse of A"
    report = LinearReport("inverse of A", lines, facts, x, prove, weaker, meaning=meaning)
    return report.deliver(output)


def _singular(a: Any, kernel: Any, output: Output) -> LinearReport:
    """No inverse, and why."""

    def lines() -> Iterator[str]:
        yield "no inverse: A k = 0 for this k"
        yield from numbers.entries("k", kernel, output)

    def facts() -> dict[str, Any]:
        return {"answer": "no inverse", "kernel": numbers.as_json(kernel, output)}

    def prove(max_work: int | None) -> LinearCertificate:
        return certificates().singular(a, kernel)

    return LinearReport("inverse of A", lines(), facts, prove=prove, code=1)

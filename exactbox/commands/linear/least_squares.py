"""``exactbox lstsq A b``: the x that minimises |A x - b|, the shortest one if there are several."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from exactbox.commands.linear import numbers
from exactbox.commands.linear.arguments import add_command, read_system
from exactbox.commands.linear.report import deliver, require_formats
from exactbox.commands.terminal.options import TABLES, add_table, style_of
from exactbox.commands.terminal.outputs import Report
from exactbox.showing import Fields, Row, counted


def add_parser(commands: Any) -> None:
    """Add the command's options."""
    parser = add_command(
        commands,
        "lstsq",
        "the x that minimises |A x - b|, exactly",
        run,
        more="If there are several, it is the shortest of them.",
        right=True,
        output="x",
        certificate="that only x minimises, or that it is the shortest that does",
        parts=True,
    )
    add_table(parser, TABLES)


def run(arguments: argparse.Namespace) -> Report:
    """Minimise; write; print x, the square of the least norm, and whether x is the only one."""
    style = style_of(arguments)
    require_formats(arguments.output)
    from exactbox.linalg import lstsq

    a, b, doubtful = read_system(arguments.matrix, arguments.right)
    least = lstsq(a, b)
    squares = least.residual if isinstance(least.residual, tuple) else (least.residual,)

    def lines() -> Iterator[str]:
        yield from numbers.matrix("x", least.x, style, arguments.digits)
        yield from numbers.right_sides(b, doubtful)
        yield f"|A x - b|^2 = {', '.join(style.number(v) for v in squares)}"
        only = "only x minimises it" if least.unique else "x is the shortest that minimises it"
        yield f"{only}: rank {least.rank}, {counted(len(least.x), 'unknown')}"

    def about() -> Fields:
        fields: Fields = {"question": "minimise |A x - b|", "rank": least.rank}
        fields |= {"value": numbers.entry_list(least.x), **numbers.names(least.x)}
        return {**fields, "unique": least.unique, "residual": squares}

    row, system = Row(text=lines(), fields=about), (a, b, least.x)
    if not least.unique:
        return deliver([row], arguments, matrix=least.x, states=("minimum_norm", *system))
    return deliver(
        [row],
        arguments,
        matrix=least.x,
        states=("unique_least_squares", *system),
        weaker=(("least_squares", *system), "only x minimises"),
    )

"""``exactbox rank A`` and ``exactbox nullspace A``."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from exactbox.commands.linear import numbers
from exactbox.commands.linear.arguments import add_command, read
from exactbox.commands.linear.report import deliver, require_formats
from exactbox.commands.terminal.options import TABLES, add_table, style_of
from exactbox.commands.terminal.outputs import Report
from exactbox.showing import Fields, Row, counted


def add_parser(commands: Any) -> None:
    """Add the options of both."""
    add_command(
        commands,
        "rank",
        "the exact rank of a matrix",
        run_rank,
        certificate="the rank, with a basis of the null space",
    )
    nullspace = add_command(
        commands,
        "nullspace",
        "an exact basis of the null space",
        run_nullspace,
        output="the basis, a vector a column,",
        certificate="that this is a basis of all of it",
    )
    nullspace.add_argument(
        "--integer", action="store_true", help="coprime integers in each vector of the basis"
    )
    add_table(nullspace, TABLES)


def run_rank(arguments: argparse.Namespace) -> Report:
    """Compute; write; print."""
    from exactbox.linalg import rank

    a = read(arguments.matrix)
    r = rank(a)
    row = Row(text=str(r), fields={"question": "rank of A", "rank": r})
    return deliver([row], arguments, states=("rank", a))


def run_nullspace(arguments: argparse.Namespace) -> Report:
    """Compute; write; print."""
    require_formats(arguments.output)
    from exactbox.linalg import nullspace

    a = read(arguments.matrix)
    basis = nullspace(a, integer=arguments.integer)

    def lines() -> Iterator[str]:
        if not basis.columns:
            yield "only 0: the columns of A are independent"
            return
        vectors = counted(basis.columns, "vector")
        size = counted(len(basis), "entry")
        yield f"{vectors} of {size}" + (", as columns" if basis.columns > 1 else "")
        yield from numbers.matrix("k", basis, style_of(arguments), arguments.digits)

    def about() -> Fields:
        fields = {"question": "null space of A", "rank": len(basis) - basis.columns}
        return {**fields, "basis": basis.T.tolist(), **numbers.names(basis.T)}

    row = Row(text=lines(), fields=about)
    return deliver([row], arguments, matrix=basis, states=("rank", a, basis))

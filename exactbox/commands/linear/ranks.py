"""``exactbox rank A`` and ``exactbox nullspace A``."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from exactbox.commands import options
from exactbox.commands.linear import arguments as given
from exactbox.commands.linear import numbers
from exactbox.commands.linear.report import Report, certificates, require_formats
from exactbox.showing import counted

if TYPE_CHECKING:
    from exactbox.linear_certificate import LinearCertificate


def add_parser(commands: Any) -> None:
    """Add the options of both."""
    rank = given.add_command(commands, "rank", "the exact rank of a matrix")
    options.add_json_option(rank)
    given.add_certificate(rank, "of the rank, with a basis of the null space")
    rank.set_defaults(run=given.watched("rank", run_rank))
    nullspace = given.add_command(commands, "nullspace", "an exact basis of the null space")
    nullspace.add_argument(
        "--integer", action="store_true", help="coprime integers in each vector of the basis"
    )
    given.add_number_options(nullspace, None)
    given.add_output(nullspace, "the basis, a vector a column,")
    given.add_certificate(nullspace, "that this is a basis of all of it")
    nullspace.set_defaults(run=given.watched("nullspace", run_nullspace))


def run_rank(arguments: argparse.Namespace) -> int:
    """Compute; write; print."""
    from exactbox.linalg import rank

    a = given.read(arguments.matrix)
    found = rank(a)

    def prove(max_work: int | None) -> LinearCertificate:
        return certificates().rank(a)

    report = Report("rank of A", [str(found)], lambda: {"rank": found}, prove=prove)
    return report.deliver(arguments)


def run_nullspace(arguments: argparse.Namespace) -> int:
    """Compute; write; print."""
    require_formats(arguments)
    from exactbox.linalg import nullspace

    a = given.read(arguments.matrix)
    basis = nullspace(a, integer=arguments.integer)

    def lines() -> Iterator[str]:
        if not basis.columns:
            yield "only 0: the columns of A are independent"
            return
        vectors = counted(basis.columns, "vector")
        size = counted(len(basis), "entry")
        yield f"{vectors} of {size}" + (", as columns" if basis.columns > 1 else "")
        yield from numbers.matrix("k", basis, arguments)

    def facts() -> dict[str, Any]:
        vectors = [numbers.as_json(basis[:, j], arguments) for j in range(basis.columns)]
        return {"basis": vectors, "rank": len(basis) - basis.columns}

    def prove(max_work: int | None) -> LinearCertificate:
        return certificates().rank(a, basis)

    report = Report("null space of A", lines(), facts, basis, prove)
    return report.deliver(arguments)

"""``exactbox linsolve``, ``rank``, ``nullspace`` and ``det``: exact answers about matrix files."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from exactbox.linalg import ExactMatrix
    from exactbox.linear_certificate import LinearCertificate


def add_parser(commands: Any) -> None:
    """Add the four commands' options."""
    solver = commands.add_parser(
        "linsolve",
        help="solve A x = b exactly",
        description="Solve A x = b exactly, for MatrixMarket files of integers, decimals or p/q. "
        "Where there is no unique solution, say why, with the witness (exit code 1).",
    )
    solver.add_argument("matrix", metavar="A.mtx", help="the matrix")
    solver.add_argument(
        "right", metavar="b.mtx", help="the right-hand side, of one or more columns"
    )
    solver.add_argument(
        "--want", type=int, nargs="+", metavar="I", help="these unknowns only, counted from 1"
    )
    solver.add_argument(
        "--method",
        choices=("lift", "dixon", "solve_modular", "eliminate"),
        help="one method instead of the choice for each block",
    )
    solver.add_argument("--info", action="store_true", help="say how it was solved")
    _add_output_options(solver, "the solution")
    solver.add_argument(
        "--unique", action="store_true", help="let the proof say that there is no other solution"
    )
    instead = solver.add_mutually_exclusive_group()
    instead.add_argument(
        "--least-squares",
        action="store_true",
        help="minimise |A x - b| instead, with the least |x| if there are several x",
    )
    instead.add_argument(
        "--integers", action="store_true", help="an x of integers, or why there is none"
    )
    solver.set_defaults(run=run_linsolve)
    rank = commands.add_parser("rank", help="the exact rank of a matrix")
    rank.add_argument("matrix", metavar="A.mtx")
    rank.add_argument("--certificate", metavar="FILE", help="write the proof")
    rank.set_defaults(run=run_rank)
    nullspace = commands.add_parser("nullspace", help="an exact basis of the null space")
    nullspace.add_argument("matrix", metavar="A.mtx")
    nullspace.add_argument(
        "--integer", action="store_true", help="coprime integers in each vector of the basis"
    )
    _add_output_options(nullspace, "the basis, a vector a column,")
    nullspace.set_defaults(run=run_nullspace)
    det = commands.add_parser("det", help="the exact determinant of a square matrix")
    det.add_argument("matrix", metavar="A.mtx")
    det.add_argument("--full", action="store_true", help="print all digits")
    det.add_argument("--certificate", metavar="FILE", help="write the proof")
    det.set_defaults(run=run_det)


def _add_output_options(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument(
        "--decimal", type=int, default=12, metavar="N", help="decimals to print (%(default)s)"
    )
    parser.add_argument("--full", action="store_true", help="print all digits of every fraction")
    parser.add_argument("--output", metavar="FILE", help=f"write {what} as a MatrixMarket file")
    parser.add_argument("--certificate", metavar="FILE", help="write the proof")


def run_linsolve(arguments: argparse.Namespace) -> int:
    """Solve, print, write."""
    from exactbox import linalg
    from exactbox.commands.progress import progress_bar
    from exactbox.linear_certificate import LinearCertificate

    if arguments.least_squares or arguments.integers:
        given = [name for name in ("want", "method", "info", "unique") if getattr(arguments, name)]
        if given:
            raise ValueError(f"--{given[0]} is not for least squares or integers: leave it out")
        return _least_squares(arguments) if arguments.least_squares else _integers(arguments)
    a, b = arguments.matrix, arguments.right
    want = None if arguments.want is None else [_counted_from_0(i) for i in arguments.want]
    if want is not None and arguments.certificate and len(want) != 1:
        raise ValueError("--certificate proves the whole solution, or one unknown: one --want")
    method = getattr(linalg, arguments.method or "solve")
    try:
        with progress_bar("linsolve") as progress:
            x = method(a, b, want=want, progress=lambda done, n: progress("unknowns", done, n))
    except (linalg.SingularMatrixError, linalg.InconsistentSystemError) as error:
        return _refused(error, arguments)
    if want is not None and arguments.certificate and x.columns != 1:
        raise ValueError(f"--certificate of one unknown: {x.columns} right sides, need 1")
    _print_entries("x", x, arguments, want)
    if arguments.info and x.info is not None:
        print(x.info)
    if arguments.output:
        linalg.write_matrix(arguments.output, x)
    if arguments.certificate and want is not None:
        _write(LinearCertificate.entry(a, b, want[0]), arguments.certificate)
    elif arguments.certificate:
        prove = LinearCertificate.unique if arguments.unique else LinearCertificate.solution
        _write(prove(a, b, x), arguments.certificate)
    return 0


def _least_squares(arguments: argparse.Namespace) -> int:
    """Print what minimises, the square of the least norm, and whether there is one x alone."""
    from exactbox.decimals import fraction_string
    from exactbox.linalg import lstsq, write_matrix
    from exactbox.linear_certificate import LinearCertificate

    a, b = arguments.matrix, arguments.right
    found = lstsq(a, b)
    _print_entries("x", found.x, arguments, None)
    squares = found.residual if isinstance(found.residual, tuple) else (found.residual,)
    whole = sys.maxsize if arguments.full else 60
    said = ", ".join(fraction_string(value, whole=whole) for value in squares)
    print(f"|A x - b|^2 = {said}; rank {found.rank}")
    if arguments.output:
        write_matrix(arguments.output, found.x)
    if arguments.certificate:
        one, shortest = LinearCertificate.unique_least_squares, LinearCertificate.minimum_norm
        _write((one if found.unique else shortest)(a, b, found.x), arguments.certificate)
    return 0


def _integers(arguments: argparse.Namespace) -> int:
    """Print a solution of integers, and a basis of what may be added."""
    from exactbox import linalg
    from exactbox.linear_certificate import LinearCertificate

    a, b = arguments.matrix, arguments.right
    try:
        found = linalg.solve_integers(a, b)
    except (linalg.InconsistentSystemError, linalg.NoIntegerSolutionError) as error:
        return _refused(error, arguments)
    _print_entries("x", found.particular, arguments, None)
    _print_entries("k", found.kernel, arguments, None)
    if arguments.output:
        linalg.write_matrix(arguments.output, found.particular)
    if arguments.certificate:
        _write(LinearCertificate.solution(a, b, found.particular), arguments.certificate)
    return 0


def run_rank(arguments: argparse.Namespace) -> int:
    """Print the rank."""
    from exactbox.linalg import rank
    from exactbox.linear_certificate import LinearCertificate

    print(rank(arguments.matrix))
    if arguments.certificate:
        _write(LinearCertificate.rank(arguments.matrix), arguments.certificate)
    return 0


def run_nullspace(arguments: argparse.Namespace) -> int:
    """Print the basis, column by column."""
    from exactbox.linalg import nullspace, write_matrix
    from exactbox.linear_certificate import LinearCertificate

    basis = nullspace(arguments.matrix, integer=arguments.integer)
    print(f"{basis.columns} vectors of {len(basis)} entries")
    _print_entries("k", basis, arguments, None)
    if arguments.output:
        write_matrix(arguments.output, basis)
    if arguments.certificate:
        _write(LinearCertificate.rank(arguments.matrix, basis), arguments.certificate)
    return 0


def run_det(arguments: argparse.Namespace) -> int:
    """Print the determinant."""
    from exactbox.decimals import fraction_string
    from exactbox.linalg import det
    from exactbox.linear_certificate import LinearCertificate

    whole = sys.maxsize if arguments.full else 60
    print(fraction_string(det(arguments.matrix), whole=whole))
    if arguments.certificate:
        _write(LinearCertificate.determinant(arguments.matrix), arguments.certificate)
    return 0


def _counted_from_0(i: int) -> int:
    if i < 1:
        raise ValueError(f"--want {i}: unknowns are counted from 1")
    return i - 1


def _refused(error: Any, arguments: argparse.Namespace) -> int:
    """Say why there is no solution, or no unique one."""
    from exactbox.linalg import NoIntegerSolutionError, SingularMatrixError
    from exactbox.linear_certificate import LinearCertificate

    print(f"exactbox: {error}", file=sys.stderr)
    if isinstance(error, SingularMatrixError):
        _print_entries("kernel", error.kernel, arguments, None)
    else:
        _print_entries("y", error.witness, arguments, None)
    if arguments.certificate and isinstance(error, SingularMatrixError):
        _write(LinearCertificate.rank(arguments.matrix), arguments.certificate)
    elif arguments.certificate:
        a, b = arguments.matrix, arguments.right
        whole = isinstance(error, NoIntegerSolutionError)
        prove = LinearCertificate.no_integer_solution if whole else LinearCertificate.inconsistent
        _write(prove(a, b, error.witness), arguments.certificate)
    return 1


def _print_entries(
    name: str, x: ExactMatrix, arguments: argparse.Namespace, want: list[int] | None
) -> None:
    """The non-zero entries, counted from 1 as in the files."""
    from fractions import Fraction

    from exactbox.decimals import decimal_string, fraction_string

    whole = sys.maxsize if arguments.full else 60
    for i, j, n, d in x.entries():
        value = Fraction(int(n), int(d))
        row = i + 1 if want is None else want[i] + 1
        place = f"{row}, {j + 1}" if x.columns > 1 else f"{row}"
        text = fraction_string(value, whole=whole)
        if value.denominator != 1:
            decimal = decimal_string(value.numerator, value.denominator, arguments.decimal)
            text = f"{decimal} = {text}"
        print(f"{name}[{place}] = {text}")


def _write(certificate: LinearCertificate, path: str) -> None:
    certificate.write(path)
    print(f"{path}: {certificate.claim}")

"""``exactbox linsolve A b``: the solution of A x = b, all of them, or why there is none.

There is one solution, or none, or there are infinitely many; which of these it is has been proved
in exact integers when it is printed: by a minor that is not zero, by weights y with y A = 0 and
y b != 0, or by a vector k != 0 with A k = 0.

A certificate states the strongest of it. That no other x solves the system takes an elimination,
to prove it and to check it: made and checked it took 0.7 s for a sparse chain of 7,000 unknowns, 2
s for 1,000 random sparse ones, 3 s for 300 dense and 7 s for Trefethen's 500, where A x = b alone
took 0.03 to 0.5 s (``--statement solution``). Where the checker would give up, as for 600 dense
ones, only that is stated, and it is said.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from exactbox.commands.linear import numbers
from exactbox.commands.linear.arguments import add_command, read_system
from exactbox.commands.linear.report import LinearReport, certificates, require_formats
from exactbox.commands.terminal.options import PLOT, TABLES, Output, add_table, record
from exactbox.progress import stage
from exactbox.showing import counted

if TYPE_CHECKING:
    from exactbox.linalg import ExactMatrix, ExactVector
    from exactbox.linear_certificate import LinearCertificate

_LINE = 100  # characters of a solution that is printed in one line, or of each of its terms

_ABOUT = """Without a unique solution it says whether there is none, with the weights of equations
that contradict each other, or infinitely many, and then all of them (exit code 1)."""

_QUESTION = "solve A x = b"


def add_parser(commands: Any) -> None:
    """Add the command's options."""
    parser = add_command(
        commands,
        "linsolve",
        "solve A x = b exactly, A of any shape",
        run,
        more=_ABOUT,
        right=True,
        output="the solution",
        certificate="that the solution is the only one, that these are all, or that there is none",
        parts=True,
    )
    parser.add_argument(
        "--want", type=int, nargs="+", metavar="I", help="these unknowns only, counted from 1"
    )
    parser.add_argument(
        "--method",
        choices=("lift", "dixon", "eliminate"),
        type=lambda name: "dixon" if name == "solve_modular" else name,  # the same answers
        help="one method instead of the choice for each block of a square A",
    )
    parser.add_argument("--info", action="store_true", help="say how it was solved")
    parser.add_argument(
        "--integers", action="store_true", help="an x of integers, or why there is none"
    )
    parser.add_argument(
        "--statement",
        choices=("solution",),
        help="let the proof state A x = b alone: it is made and checked sooner",
    )
    add_table(parser, PLOT, what="A, and the blocks that it is solved by")
    add_table(parser, TABLES)


@dataclass(frozen=True)
class Options:
    """What is wanted of a system."""

    output: Output
    want: list[int] | None
    method: Any  # of `solve`, or None
    info: bool
    integers: bool
    statement: str | None
    doubtful: str = ""  # a number of b that may be meant otherwise


def run(arguments: argparse.Namespace) -> int:
    """Solve; write; print."""
    options = record(Options, arguments, output=Output.of(arguments))
    require_formats(options.output)
    if options.integers:
        named = [name for name in ("want", "method", "info") if getattr(options, name)]
        if named:
            raise ValueError(f"--{named[0]} is not for --integers: leave it out")
    if options.statement and not options.output.certificate:
        raise ValueError("--statement says what a proof states: need --certificate FILE")
    if options.want and options.output.certificate and len(options.want) != 1:
        raise ValueError("--certificate proves the whole solution, or one unknown: one --want")
    a, b, doubtful = read_system(arguments.matrix, arguments.right)
    options = replace(options, doubtful=doubtful)
    want = _places(options.want, a[2][1])
    if options.want and options.output.certificate and b[2][1] != 1:
        raise ValueError(f"--certificate of one unknown: {b[2][1]} right sides, need 1")
    report = _report(a, b, want, options)
    if options.output.plot:
        report.picture = lambda: _picture(a, want, report)
    return report.deliver(options.output)


def _picture(a: Any, want: list[int] | None, report: LinearReport) -> Any:
    """A with its blocks, and an entry of x, or why there is no single x."""
    from exactbox.linalg.results.matrix_pictures import blocks_of
    from exactbox.plots import exactly

    x = report.output
    if x is None or not len(x):
        said = f"A x = b has {report.facts()['answer']}"
    else:
        at = f"x[{want[0] + 1 if want else 1}{', 1' if x.columns > 1 else ''}]"
        said = f"{at} is {exactly(x[0, 0] if x.ndim == 2 else x[0])}"
    return blocks_of(a, title="A x = b: the matrix A", below=[said], first=1)


def _places(want: list[int] | None, unknowns: int) -> list[int] | None:
    """Unknowns counted from 0."""
    for i in want or ():
        if not 1 <= i <= unknowns:
            there_are = f"there are {counted(unknowns, 'unknown')}, counted from 1"
            raise ValueError(f"--want {i}: {there_are}")
    return None if want is None else [i - 1 for i in want]


def _report(a: Any, b: Any, want: list[int] | None, options: Options) -> LinearReport:
    """The answer, whichever it is."""
    from exactbox import linalg

    (m, n), rows = a[2], b[2][0]
    if m != rows:
        raise ValueError(f"b has {counted(rows, 'row')}, need {m} as A has")
    try:
        if options.integers:
            return _integers(a, b, options)
        if m >= n:
            try:
                return _one(a, b, _solved(a, b, want, options), want, options)
            except linalg.SingularMatrixError:
                pass  # there are infinitely many solutions, or none
        return _many(a, b, linalg.solve_general(a, b), options)
    except linalg.InconsistentSystemError as error:
        return _none(a, b, error.witness, options)
    except linalg.NoIntegerSolutionError as error:
        return _no_integers(a, b, error.witness, options)


def _solved(a: Any, b: Any, want: list[int] | None, options: Options) -> ExactMatrix:
    """The only solution, while a bar says how far it has come."""
    from exactbox import linalg
    from exactbox.commands.terminal.progress_bar import progress_bar

    with progress_bar("linsolve"), stage("unknowns"):
        x: ExactMatrix = linalg.solve(a, b, method=options.method or "auto", want=want)
    return x


def _one(a: Any, b: Any, x: ExactMatrix, want: list[int] | None, options: Options) -> LinearReport:
    """One solution."""

    def lines() -> Iterator[str]:
        yield from numbers.matrix("x", x, options.output, want)
        yield from numbers.right_sides(b, options.doubtful)
        if options.info and x.info is not None:
            yield str(x.info)

    def facts() -> dict[str, Any]:
        found: dict[str, Any] = {
            "answer": "one solution",
            "value": numbers.as_json(x, options.output),
        }
        if want is not None:
            found["unknowns"] = [i + 1 for i in want]
        if options.info and x.info is not None:
            found["info"] = str(x.info)
        return found

    found = LinearReport(_QUESTION, lines(), facts, x)
    if want is None:
        _claim_all(found, "unique", "there is no other solution", options, a, b, x)
    elif options.statement:
        raise ValueError("--statement solution is about the whole solution: leave --want out")
    else:
        found.prove = lambda _: certificates().entry(a, b, want[0])
    return found


def _many(a: Any, b: Any, found: Any, options: Options) -> LinearReport:
    """Infinitely many solutions."""
    x, kernel = found.particular, found.nullspace

    def facts() -> dict[str, Any]:
        return {
            "answer": "infinitely many solutions",
            "value": numbers.as_json(x, options.output),
            "nullspace": numbers.columns_as_json(kernel, options.output),
            "rank": found.rank,
        }

    sentence = f"infinitely many solutions: rank {found.rank}, {counted(len(kernel), 'unknown')}"
    lines = [sentence, *_all_solutions(x, kernel, options)]
    report = LinearReport(_QUESTION, lines, facts, code=1)
    _claim_all(report, "general", "these are all solutions", options, a, b, x, kernel)
    return report


def _all_solutions(x: ExactMatrix, kernel: ExactMatrix, options: Options) -> Iterator[str]:
    """``x = (...) + t1*(...) + ...`` in a line or a term a line; if it is long, entry by entry."""
    if x.columns == 1 and len(x) <= _LINE and kernel.columns <= _LINE:
        terms = [numbers.vector(list(x[:, 0]))]
        terms += [f"t{j + 1}*{numbers.vector(list(k))}" for j, k in enumerate(kernel.T)]
        line = f"x = {' + '.join(terms)}"
        if len(line) <= _LINE:
            yield line
            return
        if max(map(len, terms)) <= _LINE:
            yield f"x = {terms[0]}"
            yield from (f"  + {term}" for term in terms[1:])
            return
    each = " in each column" if x.columns > 1 else ""
    yield f"all are x + k t, for every t of {counted(kernel.columns, 'number')}{each}:"
    yield from numbers.matrix("x", x, options.output)
    yield from numbers.matrix("k", kernel, options.output)


def _none(a: Any, b: Any, y: ExactVector, options: Options) -> LinearReport:
    """No solution: equations, with these weights, add up to 0 = c."""
    c, place = _of_b(y, b, lambda c: c != 0)

    def lines() -> Iterator[str]:
        equal = numbers.number(c, options.output)
        yield f"no solution: the equations, times the weights y, add up to 0 = {equal}{place}"
        yield from _weights(y, options)
        if options.doubtful:
            yield from numbers.right_sides(b, options.doubtful)

    def facts() -> dict[str, Any]:
        return {"answer": "no solution", "weights": numbers.as_json(y, options.output)}

    def prove(max_work: int | None) -> LinearCertificate:
        return certificates().inconsistent(a, b, y)

    return LinearReport(_QUESTION, lines(), facts, prove=prove, code=1)


def _integers(a: Any, b: Any, options: Options) -> LinearReport:
    """All solutions of integers."""
    from exactbox.linalg import solve_integers

    found = solve_integers(a, b)
    x, kernel = found.particular, found.kernel

    def lines() -> Iterator[str]:
        if not kernel.columns:
            yield from numbers.matrix("x", x, options.output)
            return
        yield "infinitely many solutions of integers: every t is an integer"
        yield from _all_solutions(x, kernel, options)

    def facts() -> dict[str, Any]:
        value = numbers.as_json(x, options.output)
        answer = "infinitely many solutions" if kernel.columns else "one solution"
        return {
            "answer": answer,
            "value": value,
            "kernel": numbers.columns_as_json(kernel, options.output),
        }

    report = LinearReport(f"{_QUESTION} in integers", lines(), facts, x)
    if kernel.columns:
        report.prove = lambda _: certificates().solution(a, b, x)
    else:
        _claim_all(report, "unique", "there is no other solution", options, a, b, x)
    return report


def _no_integers(a: Any, b: Any, y: ExactVector, options: Options) -> LinearReport:
    """Rational solutions alone."""
    c, place = _of_b(y, b, lambda c: c.denominator != 1)

    def lines() -> Iterator[str]:
        equal = numbers.number(c, options.output)
        yield (
            "no solution of integers: with the weights y the left sides add up to integers times "
            f"the unknowns, and the right sides to {equal}{place}"
        )
        yield from _weights(y, options)

    def facts() -> dict[str, Any]:
        return {"answer": "no solution of integers", "weights": numbers.as_json(y, options.output)}

    def prove(max_work: int | None) -> LinearCertificate:
        return certificates().no_integer_solution(a, b, y)

    return LinearReport(f"{_QUESTION} in integers", lines(), facts, prove=prove, code=1)


def _weights(y: ExactVector, options: Options) -> Iterator[str]:
    """The weights of equations that take part."""
    for i, _, n, d in y.entries():
        yield f"y[{i + 1}] = {numbers.number(numbers.fraction(n, d), options.output)}"


def _of_b(y: ExactVector, b: Any, refutes: Callable[[Fraction], bool]) -> tuple[Fraction, str]:
    """The entry of y b that refutes the system, and in which column of b that is."""
    sums = list(y @ b)
    j, c = next((j, c) for j, c in enumerate(sums) if refutes(c))
    return c, f" (column {j + 1} of b)" if len(sums) > 1 else ""


def _claim_all(
    report: LinearReport, statement: str, otherwise: str, options: Options, *facts: Any
) -> None:
    """The proof's statement: this of all solutions, or that x is one."""
    a, b, x, *_ = facts
    if options.statement == "solution":
        report.prove = lambda _: certificates().solution(a, b, x)
        return
    report.prove = lambda max_work: getattr(certificates(), statement)(*facts, max_work=max_work)
    report.weaker = (lambda: certificates().solution(a, b, x)), otherwise

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
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from exactbox.commands.linear import numbers
from exactbox.commands.linear.arguments import add_command, read_system
from exactbox.commands.linear.report import Statement, deliver, require_formats
from exactbox.commands.terminal.options import PLOT, TABLES, Output, add_table, record, whole
from exactbox.commands.terminal.outputs import Report
from exactbox.progress import stage
from exactbox.showing import Fields, Row, counted

if TYPE_CHECKING:
    from exactbox.linalg import ExactMatrix, ExactVector
    from exactbox.linalg.matrices.rational import RationalMatrix

_OTHER = "there is no other solution"
_ONE, _MANY, _NONE = "one solution", "infinitely many solutions", "no solution"
Stated = tuple[Statement, tuple[Statement, str] | None]  # the strongest, and a weaker one
_ABOUT = """Without a unique solution it says whether there is none, with the weights of equations
that contradict each other, or infinitely many, and then all of them (exit code 1)."""


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
        "--want", type=whole, nargs="+", metavar="I", help="these unknowns only, counted from 1"
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
    add_table(parser, PLOT, TABLES, what="A, and the blocks that it is solved by")


@dataclass(frozen=True)
class Options:
    """The options of `linsolve`."""

    output: Output
    want: list[int] | None  # unknowns, counted from 1, and then from 0
    method: Any  # of `solve`, or None
    info: bool
    integers: bool
    statement: str | None
    doubtful: str = ""  # a number of b that may be meant otherwise


def run(arguments: argparse.Namespace) -> Report:
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
    want = _places(options.want, a.shape[1])
    options = replace(options, want=want, doubtful=doubtful)
    if want and options.output.certificate and b.shape[1] != 1:
        raise ValueError(f"--certificate of one unknown: {b.shape[1]} right sides, need 1")
    if a.shape[0] != b.shape[0]:
        raise ValueError(f"b has {counted(b.shape[0], 'row')}, need {a.shape[0]} as A has")
    answer = _answer(a, b, options)
    return _report(a, b, answer, options)


def _places(want: list[int] | None, unknowns: int) -> list[int] | None:
    """Unknowns counted from 0."""
    for i in want or ():
        if not 1 <= i <= unknowns:
            there_are = f"there are {counted(unknowns, 'unknown')}, counted from 1"
            raise ValueError(f"--want {i}: {there_are}")
    return None if want is None else [i - 1 for i in want]


@dataclass(frozen=True)
class Answer:
    """The solutions of A x = b, or why there is none; and what its certificate states."""

    kind: str
    states: Statement
    weaker: tuple[Statement, str] | None = None  # where the former takes too long to check
    x: ExactMatrix | None = None
    kernel: ExactMatrix | None = None  # all are x + kernel t
    rank: int | None = None
    weights: ExactVector | None = None  # of equations that contradict each other


def _answer(a: RationalMatrix, b: RationalMatrix, options: Options) -> Answer:
    """Solve."""
    from exactbox import linalg

    try:
        if options.integers:
            found = linalg.solve_integers(a, b)
            x, kernel = found.particular, found.kernel
            if kernel.columns:
                return Answer(_MANY, ("solution", a, b, x), x=x, kernel=kernel)
            return Answer(_ONE, *_strongest(options, _OTHER, "unique", a, b, x), x, kernel)
        if a.shape[0] >= a.shape[1]:
            with suppress(linalg.SingularMatrixError), stage("unknowns"):
                x = linalg.solve(a, b, method=options.method or "auto", want=options.want)
                return Answer(_ONE, *_only(a, b, x, options), x)
        every = linalg.solve_general(a, b)  # InconsistentSystemError: there is none
        x, kernel = every.particular, every.nullspace
        states = _strongest(options, "these are all solutions", "general", a, b, x, kernel)
        return Answer(_MANY, *states, x, kernel, every.rank)
    except linalg.InconsistentSystemError as error:
        y = error.witness.with_labels(a.labels.rows)
        return Answer(_NONE, ("inconsistent", a, b, y), weights=y)
    except linalg.NoIntegerSolutionError as error:
        y = error.witness.with_labels(a.labels.rows)
        return Answer("no solution of integers", ("no_integer_solution", a, b, y), weights=y)


def _only(a: RationalMatrix, b: RationalMatrix, x: ExactMatrix, options: Options) -> Stated:
    """The statement of the only solution, or of an unknown of it."""
    if options.want is None:
        return _strongest(options, _OTHER, "unique", a, b, x)
    if options.statement:
        raise ValueError("--statement solution is about the whole solution: leave --want out")
    return ("entry", a, b, options.want[0]), None


def _strongest(options: Options, otherwise: str, statement: str, *facts: Any) -> Stated:
    """The statement of all solutions, else that x is one; alone where that is asked for."""
    solution = "solution", *facts[:3]
    if options.statement:
        return solution, None
    return (statement, *facts), (solution, otherwise)


def _report(a: RationalMatrix, b: RationalMatrix, answer: Answer, options: Options) -> Report:
    """Write; print. The picture says an entry of x, or that there is none."""
    output = options.output
    solved = answer.x if answer.kind == _ONE or options.integers else None

    def picture() -> Any:
        from exactbox.linalg.results.matrix_pictures import blocks_of
        from exactbox.plots import exactly

        said = f"A x = b has {answer.kind}"
        if solved is not None and len(solved):
            first = options.want[0] + 1 if options.want else 1
            at = f"x[{first}{', 1' if solved.columns > 1 else ''}]"
            said = f"{at} is {exactly(numbers.fraction(*solved.parts(0)))}"
        return blocks_of(a, title="A x = b: the matrix A", below=[said], first=1)

    return deliver(
        [Row(text=_lines(answer, b, options), fields=lambda: _fields(answer, options))],
        output,
        matrix=solved,
        states=answer.states,
        weaker=answer.weaker,
        picture=picture if output.plot else None,
        code=0 if solved is not None else 1,
    )


def _lines(answer: Answer, b: RationalMatrix, options: Options) -> Iterator[str]:
    """The answer in text."""
    x, kernel, output = answer.x, answer.kernel, options.output
    if answer.weights is not None:
        yield from _refutation(answer.weights, b, options, rational=answer.kind == _NONE)
    if x is None:
        return
    if kernel is None:
        yield from numbers.matrix("x", x, output, options.want)
        yield from numbers.right_sides(b, options.doubtful)
        yield from _info(x, options).values()
    elif not kernel.columns:
        yield from numbers.matrix("x", x, output)
    else:
        about = f": rank {answer.rank}, {counted(len(kernel), 'unknown')}"
        of_integers = " of integers: every t is an integer"
        yield f"{_MANY}{about if answer.rank is not None else of_integers}"
        yield from numbers.solutions(x, kernel, output)


def _fields(answer: Answer, options: Options) -> Fields:
    """The answer for JSON."""
    question = f"solve A x = b{' in integers' * options.integers}"
    known: Fields = {"question": question, "answer": answer.kind}
    if answer.weights is not None:
        known |= {"weights": numbers.listed(answer.weights), **numbers.names(answer.weights)}
    if answer.x is not None:
        known |= {"value": numbers.listed(answer.x), **numbers.names(answer.x)}
    if answer.x is not None and answer.kernel is None:
        wanted = {"unknowns": [i + 1 for i in options.want]} if options.want is not None else {}
        known |= {**wanted, **_info(answer.x, options)}
    if answer.kernel is not None:
        known["kernel" if options.integers else "nullspace"] = answer.kernel.T.tolist()
    if answer.rank is not None:
        known["rank"] = answer.rank
    return known


def _info(x: ExactMatrix, options: Options) -> dict[str, str]:
    """How x was found, where that is asked for and known."""
    return {"info": str(x.info)} if options.info and x.info is not None else {}


def _refutation(
    y: ExactVector, b: RationalMatrix, options: Options, *, rational: bool
) -> Iterator[str]:
    """No solution: equations, with these weights, add up to 0 = c; or to integers = c."""
    sums = list(y @ b)
    j, c = next((j, c) for j, c in enumerate(sums) if (c if rational else c.denominator != 1))
    place = f" (column {j + 1} of b)" if len(sums) > 1 else ""
    equal = f"{numbers.number(c, options.output)}{place}"
    if rational:
        yield f"no solution: the equations, times the weights y, add up to 0 = {equal}"
    else:
        yield (
            "no solution of integers: with the weights y the left sides add up to integers times "
            f"the unknowns, and the right sides to {equal}"
        )
    yield from numbers.weights(y, options.output)
    if rational and options.doubtful:
        yield from numbers.right_sides(b, options.doubtful)

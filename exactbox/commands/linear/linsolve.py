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
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from exactbox.commands.linear import numbers
from exactbox.commands.linear.arguments import add_command, read_system
from exactbox.commands.linear.report import Statement, deliver, require_formats
from exactbox.commands.terminal.options import PLOT, TABLES, add_table, style_of, whole
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


def run(options: argparse.Namespace) -> Report:
    """Solve; write; print. The picture says an entry of x, or that there is none."""
    require_formats(options.output)
    if options.integers:
        named = [name for name in ("want", "method", "info") if getattr(options, name)]
        if named:
            raise ValueError(f"--{named[0]} is not for --integers: leave it out")
    if options.statement and not options.certificate:
        raise ValueError("--statement says what a proof states: need --certificate FILE")
    if options.want and options.certificate and len(options.want) != 1:
        raise ValueError("--certificate proves the whole solution, or one unknown: one --want")
    a, b, doubtful = read_system(options.matrix, options.right)
    for i in options.want or ():
        if not 1 <= i <= a.shape[1]:
            there_are = f"there are {counted(a.shape[1], 'unknown')}, counted from 1"
            raise ValueError(f"--want {i}: {there_are}")
    if options.want and options.certificate and b.shape[1] != 1:
        raise ValueError(f"--certificate of one unknown: {b.shape[1]} right sides, need 1")
    if a.shape[0] != b.shape[0]:
        raise ValueError(f"b has {counted(b.shape[0], 'row')}, need {a.shape[0]} as A has")
    answer = _answer(a, b, options)
    solved = answer.x if answer.kind == _ONE or options.integers else None

    def picture() -> Any:
        from exactbox.linalg.results.matrix_pictures import blocks_of
        from exactbox.plots import exactly

        text = f"A x = b has {answer.kind}"
        if solved is not None and len(solved):
            first = options.want[0] if options.want else 1
            at = f"x[{first}{', 1' if solved.columns > 1 else ''}]"
            text = f"{at} is {exactly(solved.as_vector().tolist(0, 1)[0])}"
        return blocks_of(a, title="A x = b: the matrix A", below=[text], first=1)

    return deliver(
        [
            Row(
                text=lambda: _lines(answer, b, doubtful, options),
                fields=lambda: _fields(answer, options),
            )
        ],
        options,
        matrix=solved,
        states=answer.states,
        weaker=answer.weaker,
        picture=picture if options.plot else None,
        code=0 if solved is not None else 1,
    )


def _places(want: list[int] | None) -> list[int] | None:
    """Unknowns counted from 0."""
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


def _answer(a: RationalMatrix, b: RationalMatrix, options: argparse.Namespace) -> Answer:
    """Solve."""
    from exactbox import linalg

    try:
        if options.integers:
            whole = linalg.solve_integers(a, b)
            x, kernel = whole.particular, whole.kernel
            if kernel.columns:
                return Answer(_MANY, ("solution", a, b, x), x=x, kernel=kernel)
            return Answer(_ONE, *_strongest(options, _OTHER, "unique", a, b, x), x, kernel)
        if a.shape[0] >= a.shape[1]:
            with suppress(linalg.SingularMatrixError), stage("unknowns"):
                x = linalg.solve(a, b, method=options.method or "auto", want=_places(options.want))
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


def _only(
    a: RationalMatrix, b: RationalMatrix, x: ExactMatrix, options: argparse.Namespace
) -> Stated:
    """The statement of the only solution, or of an unknown of it."""
    if options.want is None:
        return _strongest(options, _OTHER, "unique", a, b, x)
    if options.statement:
        raise ValueError("--statement solution is about the whole solution: leave --want out")
    return ("entry", a, b, options.want[0] - 1), None


def _strongest(options: argparse.Namespace, otherwise: str, statement: str, *facts: Any) -> Stated:
    """The statement of all solutions, else that x is one; alone where that is asked for."""
    solution = "solution", *facts[:3]
    if options.statement:
        return solution, None
    return (statement, *facts), (solution, otherwise)


def _lines(
    answer: Answer, b: RationalMatrix, doubtful: str, options: argparse.Namespace
) -> Iterator[str]:
    """The answer in text."""
    x, kernel, style, rounded = answer.x, answer.kernel, style_of(options), options.digits
    if answer.weights is not None:
        # the equations, with the weights y, add up to 0 = c; or to integers = c
        sums, rational = list(answer.weights @ b), answer.kind == _NONE
        j, c = next((j, c) for j, c in enumerate(sums) if (c if rational else c.denominator != 1))
        place = f" (column {j + 1} of b)" if len(sums) > 1 else ""
        equal = f"{style.number(c)}{place}"
        if rational:
            yield f"no solution: the equations, times the weights y, add up to 0 = {equal}"
        else:
            yield (
                "no solution of integers: with the weights y the left sides add up to integers "
                f"times the unknowns, and the right sides to {equal}"
            )
        yield from numbers.weights(answer.weights, style)
        if rational and doubtful:
            yield from numbers.right_sides(b, doubtful)
    if x is None:
        return
    if kernel is None:
        yield from numbers.matrix("x", x, style, rounded, _places(options.want))
        yield from numbers.right_sides(b, doubtful)
        yield from _info(x, options).values()
    elif not kernel.columns:
        yield from numbers.matrix("x", x, style, rounded)
    else:
        about = f": rank {answer.rank}, {counted(len(kernel), 'unknown')}"
        of_integers = " of integers: every t is an integer"
        yield f"{_MANY}{about if answer.rank is not None else of_integers}"
        yield from numbers.solutions(x, kernel, style, rounded)


def _fields(answer: Answer, options: argparse.Namespace) -> Fields:
    """The answer for JSON."""
    question = f"solve A x = b{' in integers' * options.integers}"
    fields: Fields = {"question": question, "answer": answer.kind}
    if answer.weights is not None:
        fields |= {"weights": numbers.entry_list(answer.weights), **numbers.names(answer.weights)}
    if answer.x is not None:
        fields |= {"value": numbers.entry_list(answer.x), **numbers.names(answer.x)}
    if answer.x is not None and answer.kernel is None:
        wanted = {"unknowns": options.want} if options.want is not None else {}
        fields |= {**wanted, **_info(answer.x, options)}
    if answer.kernel is not None:
        fields["kernel" if options.integers else "nullspace"] = answer.kernel.T.tolist()
    if answer.rank is not None:
        fields["rank"] = answer.rank
    return fields


def _info(x: ExactMatrix, options: argparse.Namespace) -> dict[str, str]:
    """How x was found, where that is asked for and known."""
    return {"info": str(x.info)} if options.info and x.info is not None else {}

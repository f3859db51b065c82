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
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
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

_OTHER = "there is no other solution"
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
    """What is wanted of a system."""

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
    return _answered(a, b, options)


def _places(want: list[int] | None, unknowns: int) -> list[int] | None:
    """Unknowns counted from 0."""
    for i in want or ():
        if not 1 <= i <= unknowns:
            there_are = f"there are {counted(unknowns, 'unknown')}, counted from 1"
            raise ValueError(f"--want {i}: {there_are}")
    return None if want is None else [i - 1 for i in want]


def _answered(a: Any, b: Any, options: Options) -> Report:
    """Deliver the answer, whichever it is."""
    from exactbox import linalg

    try:
        deliver_it, found = _solved(a, b, options)
    except linalg.InconsistentSystemError as error:
        return _none(a, b, error.witness, options)
    except linalg.NoIntegerSolutionError as error:
        return _no_integers(a, b, error.witness, options)
    return deliver_it(a, b, found, options)


def _solved(a: Any, b: Any, options: Options) -> tuple[Callable[..., Report], Any]:
    """The only solution, or all of them, behind what delivers it."""
    from exactbox import linalg

    if options.integers:
        return _integers, linalg.solve_integers(a, b)
    rows, unknowns = a.shape
    if rows >= unknowns:
        with suppress(linalg.SingularMatrixError), stage("unknowns"):
            return _one, linalg.solve(a, b, method=options.method or "auto", want=options.want)
    return _many, linalg.solve_general(a, b)  # there are infinitely many solutions, or none


def _delivered(
    a: Any, lines: Iterable[str], fields: Callable[[], Fields], options: Options, **proof: Any
) -> Report:
    """Deliver an answer about A x = b; its picture says an entry of x, or that there is none."""
    x = proof.get("matrix")

    def picture() -> Any:
        from exactbox.linalg.results.matrix_pictures import blocks_of
        from exactbox.plots import exactly

        said = f"A x = b has {fields()['answer']}"
        if x is not None and len(x):
            first = options.want[0] + 1 if options.want else 1
            at = f"x[{first}{', 1' if x.columns > 1 else ''}]"
            said = f"{at} is {exactly(x[0, 0] if x.ndim == 2 else x[0])}"
        return blocks_of(a, title="A x = b: the matrix A", below=[said], first=1)

    question = f"solve A x = b{' in integers' * options.integers}"
    rows = [Row(text=lines, fields=lambda: {"question": question, **fields()})]
    return deliver(rows, options.output, picture=picture if options.output.plot else None, **proof)


def _one(a: Any, b: Any, x: ExactMatrix, options: Options) -> Report:
    """One solution."""
    want, info = options.want, str(x.info) if options.info and x.info is not None else ""

    def lines() -> Iterator[str]:
        yield from numbers.matrix("x", x, options.output, want)
        yield from numbers.right_sides(b, options.doubtful)
        yield from [info] * bool(info)

    def fields() -> Fields:
        found: Fields = {"answer": "one solution", "value": numbers.listed(x)}
        if want is not None:
            found["unknowns"] = [i + 1 for i in want]
        return {**found, "info": info} if info else found

    if want is not None and options.statement:
        raise ValueError("--statement solution is about the whole solution: leave --want out")
    proof: dict[str, Any] = {"states": ("entry", a, b, want[0])} if want else {}
    proof = proof or _of_all(options, _OTHER, "unique", a, b, x)
    return _delivered(a, lines(), fields, options, matrix=x, **proof)


def _of_all(options: Options, otherwise: str, statement: str, *facts: Any) -> dict[str, Any]:
    """The statement of all solutions, else that x is one; alone where that is asked for."""
    solution = "solution", *facts[:3]
    if options.statement:
        return {"states": solution}
    return {"states": (statement, *facts), "weaker": (solution, otherwise)}


def _many(a: Any, b: Any, found: Any, options: Options) -> Report:
    """Infinitely many solutions."""
    x, kernel = found.particular, found.nullspace

    def fields() -> Fields:
        return {
            "answer": "infinitely many solutions",
            "value": numbers.listed(x),
            "nullspace": kernel.T.tolist(),
            "rank": found.rank,
        }

    sentence = f"infinitely many solutions: rank {found.rank}, {counted(len(kernel), 'unknown')}"
    lines = [sentence, *numbers.solutions(x, kernel, options.output)]
    proof = _of_all(options, "these are all solutions", "general", a, b, x, kernel)
    return _delivered(a, lines, fields, options, **proof, code=1)


def _none(a: Any, b: Any, y: ExactVector, options: Options) -> Report:
    """No solution: equations, with these weights, add up to 0 = c."""
    equal = _of_b(y, b, lambda c: c != 0, options)
    said = f"no solution: the equations, times the weights y, add up to 0 = {equal}"
    doubt = numbers.right_sides(b, options.doubtful) if options.doubtful else ()
    lines = [said, *numbers.weights(y, options.output), *doubt]
    return _refuted(a, lines, "no solution", ("inconsistent", a, b, y), options)


def _no_integers(a: Any, b: Any, y: ExactVector, options: Options) -> Report:
    """Rational solutions alone."""
    equal = _of_b(y, b, lambda c: c.denominator != 1, options)
    said = (
        "no solution of integers: with the weights y the left sides add up to integers times the "
        f"unknowns, and the right sides to {equal}"
    )
    lines, states = [said, *numbers.weights(y, options.output)], ("no_integer_solution", a, b, y)
    return _refuted(a, lines, "no solution of integers", states, options)


def _refuted(a: Any, lines: list[str], answer: str, states: Statement, options: Options) -> Report:
    """No solution, by weights of the equations, which the statement ends with."""

    def fields() -> Fields:
        return {"answer": answer, "weights": numbers.listed(states[-1])}

    return _delivered(a, lines, fields, options, states=states, code=1)


def _integers(a: Any, b: Any, found: Any, options: Options) -> Report:
    """All solutions of integers."""
    x, kernel = found.particular, found.kernel

    def lines() -> Iterator[str]:
        if not kernel.columns:
            yield from numbers.matrix("x", x, options.output)
            return
        yield "infinitely many solutions of integers: every t is an integer"
        yield from numbers.solutions(x, kernel, options.output)

    def fields() -> Fields:
        answer = "infinitely many solutions" if kernel.columns else "one solution"
        return {"answer": answer, "value": numbers.listed(x), "kernel": kernel.T.tolist()}

    several = {"states": ("solution", a, b, x)}
    proof = several if kernel.columns else _of_all(options, _OTHER, "unique", a, b, x)
    return _delivered(a, lines(), fields, options, matrix=x, **proof)


def _of_b(y: ExactVector, b: Any, refutes: Callable[[Fraction], bool], options: Options) -> str:
    """The entry of y b that refutes the system, and in which column of b that is."""
    sums = list(y @ b)
    j, c = next((j, c) for j, c in enumerate(sums) if refutes(c))
    place = f" (column {j + 1} of b)" if len(sums) > 1 else ""
    return f"{numbers.number(c, options.output)}{place}"

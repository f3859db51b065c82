"""``exactbox lp FILE`` and ``exactbox matrix-game FILE``: linear programs, and games as tables."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from exactbox.commands.linear.arguments import add_command, read, watched
from exactbox.commands.linear.report import proof_rows
from exactbox.commands.terminal.options import (
    CERTIFICATE,
    JSON,
    NUMBERS,
    PLAIN_INTEGERS,
    PROGRAM_FILE,
    PROGRAM_OPTIONS,
    add_table,
    style_of,
)
from exactbox.commands.terminal.outputs import Report
from exactbox.commands.terminal.workers import LONG_WORK, WORKERS
from exactbox.commands.terminal.written import prove, write_file
from exactbox.decimals import Style
from exactbox.progress import report
from exactbox.showing import Fields, Row, counted, linear_form
from exactbox.threads import load_single_threaded

if TYPE_CHECKING:
    from exactbox.certificate import Provable
    from exactbox.lp import GameAnswer, LinearProgram, ProgramAnswer

_ABOUT = """Solve a linear program in a file exactly, in MPS (fixed or free) or in CPLEX' LP format,
packed or not; every decimal is taken as it is written. Exit code 1 where there is no feasible
point, or no best one."""
_REPRODUCIBLE = (
    "of several optimal solutions a certificate has one that is chosen by a rule, so that its "
    "bytes do not depend on the float solver"
)
_FEW = 20  # entries of a vector that are printed without --all
_MAX_TERMS = 8  # of a row that is printed
_CODES = {"optimal": 0, "infeasible": 1, "unbounded": 1}


def add_parser(commands: Any) -> None:
    """Add the options of both."""
    about = "a linear program: its optimum exactly, or why there is none"
    lp = commands.add_parser("lp", help=about, description=_ABOUT)
    lp.add_argument("file", metavar="FILE", help="the program: .mps, .lp; - is standard input")
    lp.add_argument(
        "--all",
        action="store_true",
        help="print every variable, every row with its dual, and reduced costs that are not 0",
    )
    lp.add_argument(
        "--ranges",
        action="store_true",
        help="print between which costs and right-hand sides the basis stays optimal",
    )
    which = lp.add_mutually_exclusive_group()
    which.add_argument(
        "--unique",
        action="store_true",
        help="say whether the point, and whether the duals, are the only optimal ones; a "
        "certificate then proves the former",
    )
    which.add_argument("--reproducible", action="store_true", help=_REPRODUCIBLE)
    lp.add_argument("--output", metavar="FILE", help="write the program to FILE: .mps or .lp")
    lp.add_argument("--vipr", metavar="FILE", help="write the proof as VIPR 1.0 has it")
    what = "that the program is what is printed"
    add_table(lp, PROGRAM_FILE, CERTIFICATE, PLAIN_INTEGERS, JSON, NUMBERS, what=what)
    add_table(lp, WORKERS, under=LONG_WORK)
    lp.set_defaults(run=watched("lp", run))
    game = add_command(
        commands,
        "matrix-game",
        "a matrix game: its value and optimal strategies, exactly",
        run_game,
        more="The row player receives A[i, j] of the column player.",
        certificate="the value of the game",
        parts=True,
    )
    game.add_argument("--reproducible", action="store_true", help=_REPRODUCIBLE)
    add_table(game, NUMBERS)


def run(options: argparse.Namespace) -> Report:
    """Solve; write; print."""
    load_single_threaded()
    from exactbox.lp import read_program, solve_program
    from exactbox.lp.formats.files import require_format

    if options.output:
        require_format(options.output)
    report("reading", 0, 0)
    chosen = {name: getattr(options, name) for name in PROGRAM_OPTIONS}
    program = read_program(options.file, **chosen)
    m, n = program.shape
    size = f"{counted(m, 'row')}, {counted(n, 'column')}"
    answer = solve_program(program)
    if options.unique and answer.status == "optimal":
        report("whether the point is the only one", 0, 0)
        answer.x_is_unique, answer.duals_are_unique  # noqa: B018, kept by the answer
    only = options.unique and answer.x_is_unique
    statement = answer.proving(
        "unique" if only else answer.status, reproducible=options.reproducible
    )

    from exactbox.lp import write_program
    from exactbox.lp.formats.vipr import write_vipr

    files = list[Row]()
    proof = _proof(statement, options.certificate, files)
    files += write_file(options.output, "program", lambda file: write_program(file, program))
    files += write_file(options.vipr, "VIPR proof", lambda file: write_vipr(file, answer))
    question = f"{'maximise' if program.maximize else 'minimise'} c x, {size}"
    about = Row(
        text=lambda: [*_lines(answer, options)],
        fields=lambda: {"question": question, **_fields(answer, options)},
    )
    digits, code = options.digits, _CODES[answer.status]
    return Report([about, *proof], files=files, digits=digits, code=code)


def _proof(statement: Provable, certificate: str | None, files: list[Row]) -> list[Row]:
    """The proof of a statement, where a certificate is asked for, which is a row of the files."""
    if not certificate:
        return []
    report("the certificate and its check", 0, 0)
    return proof_rows(prove(statement, certificate, files))


def _lines(answer: ProgramAnswer, options: argparse.Namespace) -> Iterator[str]:
    program, style = answer.program, style_of(options)
    if program.integer:
        yield f"the relaxation: {counted(len(program.integer), 'column')} need not be integers"
    if answer.fun is None:
        yield answer.status
    else:
        to = "greatest" if program.maximize else "least"
        yield f"optimal: the {to} value is {style.number(answer.fun)}"
    if answer.fun is not None and options.unique:
        for what, only in (("point", answer.x_is_unique), ("dual", answer.duals_are_unique)):
            yield f"the only optimal {what}" if only else f"there is another optimal {what}"
    if answer.contradiction:
        yield f"times these weights {counted(len(answer.contradiction), 'bound')} add up to 0 >= 1:"
        for k, side, bound, weight in answer.contradiction[: None if options.all else _FEW]:
            relation = {"lower": ">=", "upper": "<="}[side]
            given = program.bounded_by(k)
            said = f"{_left_side(program, given)} {relation} {style.number(bound)}"
            which = "" if given == k else f" (its {side} bound)"
            yield f"  {style.number(weight)} times {said}{which}"
        yield from _rest(len(answer.contradiction), options)
    if answer.ray is not None:
        used = answer.ray.nonzeros()
        yield f"along this ray the objective has no end; columns that move: {len(used)}"
        for k, _, value in used if len(used) <= _FEW or options.all else ():
            yield f"  {program.column_names[k]}: {style.number(value)}"
        yield "a feasible point:"
    if answer.x is not None and (options.all or len(answer.x) <= _FEW):
        for name, value in zip(program.column_names, answer.x.tolist(), strict=True):
            yield f"{name} = {style.number(value)}"
    elif answer.x is not None:  # those that are not 0
        used = answer.x.nonzeros()
        yield f"{len(used)} of {counted(len(answer.x), 'column')} are not 0"
        for k, _, value in used[:_FEW]:
            yield f"{program.column_names[k]} = {style.number(value)}"
        yield from _rest(len(used), options)
    if options.all and answer.x is not None:
        for name, y in zip(program.row_names, answer.duals or (), strict=False):
            yield f"dual of {name} = {style.number(y)}"
        for name, d in zip(program.column_names, answer.reduced_costs or (), strict=False):
            if d:
                yield f"reduced cost of {name} = {style.number(d)}"
    if options.ranges and answer.status == "optimal":
        yield from _ranges(answer, style)


def _rest(count: int, options: argparse.Namespace) -> Iterator[str]:
    """How many more there are than are printed."""
    if count > _FEW and not options.all:
        yield f"  ... and {count - _FEW} more (--all)"


def _left_side(program: LinearProgram, k: int) -> str:
    """A column's name; a row's, with its terms where they are few."""
    n = program.shape[1]
    if k < n:
        return program.column_names[k]
    (places, values), scale = program.rows[k - n], program.scales[k - n]
    named = f"row {program.row_names[k - n]}"
    if len(places) > _MAX_TERMS:
        return named
    terms = [(Fraction(int(v), scale), j) for j, v in zip(places, values, strict=True)]
    return f"{named}: {linear_form(terms, program.column_names)}"


def _ranges(answer: ProgramAnswer, style: Style) -> Iterator[str]:
    """Costs, then right-hand sides, with the ends between which the basis stays optimal."""
    program = answer.program

    def within(low: Fraction | None, high: Fraction | None) -> str:
        ends = [("from", low), ("up to", high)]
        said = [f"{word} {style.number(b)}" for word, b in ends if b is not None]
        return " ".join(said) or "any number"

    for j, name in enumerate(program.column_names):
        cost = style.number(program.cost[j])
        yield f"cost of {name}: {cost}; {within(*answer.cost_range(j))}"
    for i, name in enumerate(program.row_names):
        for side, bounds in (("lower", program.row_lower), ("upper", program.row_upper)):
            low, high, bound = program.row_lower[i], program.row_upper[i], bounds[i]
            if bound is None or (side == "upper" and low == high):
                continue
            which = "right-hand side" if None in (low, high) or low == high else f"{side} bound"
            said = within(*answer.rhs_range(i, side))
            yield f"{which} of {name}: {style.number(bound)}; {said}"


def _fields(answer: ProgramAnswer, options: argparse.Namespace) -> Fields:
    program = answer.program
    facts: Fields = {"answer": answer.status}
    if answer.fun is not None:
        facts["value"] = answer.fun
    if options.unique and answer.fun is not None:
        facts |= {"unique": answer.x_is_unique, "unique_duals": answer.duals_are_unique}
    vectors = (
        ("columns", program.column_names, answer.x),
        ("duals", program.row_names, answer.duals),
        ("reduced_costs", program.column_names, answer.reduced_costs),
        ("weights", program.row_names, answer.farkas),
        ("ray", program.column_names, answer.ray),
    )
    for key, names, vector in vectors if options.all else ():
        if vector is not None:
            facts[key] = dict(zip(names, vector, strict=True))
    if answer.contradiction:
        names = (*program.column_names, *program.row_names)
        kinds = ["column"] * program.shape[1] + ["row"] * program.shape[0]
        facts["contradiction"] = [
            {kinds[g]: names[g], "bound": side, "at": bound, "weight": weight}
            for k, side, bound, weight in answer.contradiction
            for g in [program.bounded_by(k)]
        ]
    if options.ranges and answer.fun is not None:
        facts["cost_ranges"] = {
            name: [*answer.cost_range(j)] for j, name in enumerate(program.column_names)
        }
        facts["rhs_ranges"] = {
            name: {
                side: [*answer.rhs_range(i, side)]
                for side, bound in (("lower", low), ("upper", high))
                if bound is not None
            }
            for i, (name, low, high) in enumerate(
                zip(program.row_names, program.row_lower, program.row_upper, strict=True)
            )
        }
    return facts


def run_game(arguments: argparse.Namespace) -> Report:
    """Solve; write; print."""
    load_single_threaded()
    from exactbox.lp import matrix_game

    style, files = style_of(arguments), list[Row]()
    game = matrix_game(read(arguments.matrix))
    if arguments.reproducible:
        game = game.reproducible()
    about = Row(text=lambda: [*_game_lines(game, style)], fields=lambda: _game_fields(game))
    rows = [about, *_proof(game, arguments.certificate, files)]
    return Report(rows, files=files, digits=style.digits)


def _game_lines(game: GameAnswer, style: Style) -> Iterator[str]:
    yield f"the value is {style.number(game.value)}"
    for what, strategy, only, dominated, names in (
        ("row", game.rows, game.rows_are_unique, game.dominated_rows, game.labels.rows),
        (
            "column",
            game.columns,
            game.columns_are_unique,
            game.dominated_columns,
            game.labels.columns,
        ),
    ):
        which = "the only optimal strategy" if only else "an optimal strategy"
        yield f"{which} of the {what} player:"
        for k, _, value in strategy.nonzeros():
            said = style.number(value)
            yield f"  {names[k] if names else f'{what} {k + 1}'}: {said}"
        for k, better in dominated[:_FEW]:
            one, other = (names[i] if names else f"{what} {i + 1}" for i in (k, better))
            yield f"  {one} is never better than {other}"
        if len(dominated) > _FEW:
            yield f"  ... {counted(len(dominated), what)} in all are never better than another"


def _game_fields(game: GameAnswer) -> Fields:
    m, n = game.shape
    named = zip(("row_names", "column_names"), game.labels)
    return {
        **{key: list(names) for key, names in named if names},
        "question": f"value of the matrix game, {m} x {n}",
        "value": game.value,
        "rows": game.rows.tolist(),
        "columns": game.columns.tolist(),
        "unique_rows": game.rows_are_unique,
        "unique_columns": game.columns_are_unique,
        "dominated_rows": [[i + 1, k + 1] for i, k in game.dominated_rows],
        "dominated_columns": [[j + 1, k + 1] for j, k in game.dominated_columns],
    }

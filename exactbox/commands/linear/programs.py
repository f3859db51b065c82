"""``exactbox lp FILE`` and ``exactbox matrix-game FILE``: linear programs, and games as tables."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from exactbox.commands.linear import numbers
from exactbox.commands.linear.arguments import add_command, read
from exactbox.commands.terminal.options import add_json_option, add_number_options
from exactbox.commands.terminal.workers import add_workers_options
from exactbox.commands.terminal.written import (
    add_certificate_option,
    certificate_draft,
    file_fields,
    kept,
    print_files,
    proof_fields,
    unchecked,
    unchecked_fields,
    written,
)
from exactbox.showing import counted

if TYPE_CHECKING:
    from exactbox.certificate import Proof, Provable
    from exactbox.commands.terminal.written import Written
    from exactbox.lp import GameAnswer, ProgramAnswer

_ABOUT = """Solve a linear program in a file exactly, in MPS (fixed or free) or in CPLEX' LP format,
packed or not; every decimal is taken as it is written. Exit code 1 where there is no feasible
point, or no best one."""
_REPRODUCIBLE = (
    "of several optimal solutions a certificate has one that is chosen by a rule, so that its "
    "bytes do not depend on the float solver"
)
_FEW = 20  # weights that are printed without --all
_CODES = {"optimal": 0, "infeasible": 1, "unbounded": 1}


def add_parser(commands: Any) -> None:
    """Add the options of both."""
    about = "a linear program: its optimum exactly, or why there is none"
    lp = commands.add_parser("lp", help=about, description=_ABOUT)
    lp.add_argument("file", metavar="FILE", help="the program: .mps, .lp; - is standard input")
    lp.add_argument(
        "--all", action="store_true", help="print every variable, and every row with its dual"
    )
    which = lp.add_mutually_exclusive_group()
    which.add_argument(
        "--unique",
        action="store_true",
        help="say whether the point, and whether the duals, are the only optimal ones; a "
        "certificate then proves the former",
    )
    which.add_argument("--reproducible", action="store_true", help=_REPRODUCIBLE)
    lp.add_argument(
        "--relax", action="store_true", help="let integers be any numbers: the relaxation"
    )
    lp.add_argument("--output", metavar="FILE", help="write the program to FILE: .mps or .lp")
    lp.add_argument("--vipr", metavar="FILE", help="write the proof as VIPR 1.0 has it")
    add_certificate_option(lp, "that the program is what is printed")
    add_json_option(lp)
    add_number_options(lp)
    add_workers_options(lp)
    lp.set_defaults(run=run)
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
    add_number_options(game)


def run(arguments: argparse.Namespace) -> int:
    """Solve; write; print."""
    from exactbox.commands.terminal.progress_bar import progress_bar, show
    from exactbox.lp import read_program, solve_program
    from exactbox.lp.files import require_format

    if arguments.output:
        require_format(arguments.output)
    with progress_bar("lp"):
        show("reading")
        program = read_program(arguments.file, relax=arguments.relax)
        m, n = program.shape
        show(f"solving {counted(m, 'row')}, {counted(n, 'column')}")
        answer = solve_program(program)
        if arguments.unique and answer.status == "optimal":
            show("whether the point is the only one")
            answer.x_is_unique, answer.duals_are_unique  # noqa: B018, kept by the answer
    only = arguments.unique and answer.x_is_unique
    statement = answer.proving(
        "unique" if only else answer.status, reproducible=arguments.reproducible
    )

    def files() -> list[Written]:
        from exactbox.lp import write_program
        from exactbox.lp.vipr import write_vipr

        found = written(arguments.output, "program", lambda file: write_program(file, program))
        return found + written(arguments.vipr, "VIPR proof", lambda file: write_vipr(file, answer))

    report = _Report(_lines(answer, arguments), lambda: _facts(answer, arguments), statement, files)
    return report.deliver(arguments, _CODES[answer.status])


def _lines(answer: ProgramAnswer, arguments: argparse.Namespace) -> Iterator[str]:
    program = answer.program
    if program.integer:
        yield f"the relaxation: {counted(len(program.integer), 'column')} need not be integers"
    if answer.fun is None:
        yield answer.status
    else:
        to = "greatest" if program.maximize else "least"
        yield f"optimal: the {to} value is {numbers.number(answer.fun, arguments)}"
    if answer.fun is not None and arguments.unique:
        for what, only in (("point", answer.x_is_unique), ("dual", answer.duals_are_unique)):
            yield f"the only optimal {what}" if only else f"there is another optimal {what}"
    if answer.farkas is not None:
        used = [*answer.farkas.entries()]
        yield f"the rows, {len(used)} of them times these weights, contradict the bounds"
        if len(used) <= _FEW or arguments.all:
            for i, _, p, q in used:
                value = numbers.number(numbers.fraction(p, q), arguments)
                yield f"  {program.row_names[i]}: {value}"
        return
    if answer.ray is not None:
        used = [*answer.ray.entries()]
        yield f"along this ray the objective has no end; {len(used)} columns move"
        if len(used) <= _FEW or arguments.all:
            for j, _, p, q in used:
                value = numbers.number(numbers.fraction(p, q), arguments)
                yield f"  {program.column_names[j]}: {value}"
    if arguments.all and answer.x is not None:
        for name, x in zip(program.column_names, answer.x, strict=True):
            yield f"{name} = {numbers.number(x, arguments)}"
        for name, y in zip(program.row_names, answer.duals or (), strict=False):
            yield f"dual of {name} = {numbers.number(y, arguments)}"


def _facts(answer: ProgramAnswer, arguments: argparse.Namespace) -> dict[str, Any]:
    program = answer.program
    m, n = program.shape
    to = "maximise" if program.maximize else "minimise"
    found: dict[str, Any] = {
        "question": f"{to} c x, {counted(m, 'row')}, {counted(n, 'column')}",
        "answer": answer.status,
    }
    if answer.fun is not None:
        found["value"] = numbers.as_json(answer.fun, arguments)
    if arguments.unique and answer.fun is not None:
        found |= {"unique": answer.x_is_unique, "unique_duals": answer.duals_are_unique}

    def by_name(names: tuple[str, ...], values: Any) -> dict[str, Any]:
        return {
            name: numbers.as_json(value, arguments)
            for name, value in zip(names, values, strict=True)
        }

    vectors = (
        ("columns", program.column_names, answer.x),
        ("duals", program.row_names, answer.duals),
        ("weights", program.row_names, answer.farkas),
        ("ray", program.column_names, answer.ray),
    )
    if arguments.all:
        found |= {key: by_name(names, v) for key, names, v in vectors if v is not None}
    return found


def run_game(arguments: argparse.Namespace) -> int:
    """Solve; write; print."""
    from exactbox.lp import matrix_game

    game = matrix_game(read(arguments.matrix))
    if arguments.reproducible:
        game = game.reproducible()
    return _Report(
        _game_lines(game, arguments), lambda: _game_facts(game, arguments), game
    ).deliver(arguments, 0)


def _game_lines(game: GameAnswer, arguments: argparse.Namespace) -> Iterator[str]:
    yield f"the value is {numbers.number(game.value, arguments)}"
    for what, strategy, only, dominated in (
        ("row", game.rows, game.rows_are_unique, game.dominated_rows),
        ("column", game.columns, game.columns_are_unique, game.dominated_columns),
    ):
        which = "the only optimal strategy" if only else "an optimal strategy"
        yield f"{which} of the {what} player:"
        for k, _, p, q in strategy.entries():
            value = numbers.number(numbers.fraction(p, q), arguments)
            yield f"  {what} {k + 1}: {value}"
        for k, better in dominated[:_FEW]:
            yield f"  {what} {k + 1} is never better than {what} {better + 1}"
        if len(dominated) > _FEW:
            yield f"  ... {counted(len(dominated), what)} in all are never better than another"


def _game_facts(game: GameAnswer, arguments: argparse.Namespace) -> dict[str, Any]:
    m, n = game.shape
    return {
        "question": f"value of the matrix game, {m} x {n}",
        "value": numbers.as_json(game.value, arguments),
        "rows": numbers.as_json(game.rows, arguments),
        "columns": numbers.as_json(game.columns, arguments),
        "unique_rows": game.rows_are_unique,
        "unique_columns": game.columns_are_unique,
        "dominated_rows": [[i + 1, k + 1] for i, k in game.dominated_rows],
        "dominated_columns": [[j + 1, k + 1] for j, k in game.dominated_columns],
    }


class _Report:
    """An answer: what is printed, and what is written before."""

    def __init__(
        self,
        lines: Iterator[str],
        facts: Callable[[], dict[str, Any]],
        provable: Provable,
        files: Callable[[], list[Written]] = list,
    ) -> None:
        self.lines, self.facts, self.provable, self.files = lines, facts, provable, files

    def deliver(self, arguments: argparse.Namespace, code: int) -> int:
        """Write the files, print; the exit code."""
        from exactbox.commands.terminal.json_output import print_json

        proof, why, files = self._proof(arguments.certificate)
        files += self.files()
        if arguments.json:
            proved = {} if proof is None else proof_fields(proof)
            proved |= unchecked_fields(why) if why else {}
            print_json({**self.facts(), **proved, **file_fields(files)})
            return code
        for line in self.lines:
            print(line)
        if proof is not None:
            print(f"proved: {proof.claim.sentence}")
        print_files(files)
        return code

    def _proof(self, path: str | None) -> tuple[Proof | None, str, list[Written]]:
        """The certificate, checked, where a file is named; why it is not checked."""
        from exactbox.certificate import UncheckedError, proved
        from exactbox.commands.terminal.progress_bar import progress_bar

        if not path:
            return None, "", []
        with certificate_draft(path) as draft:
            try:
                with progress_bar("proving and checking"):
                    proof = proved(self.provable, draft)
            except UncheckedError as error:
                return None, error.why, unchecked(error)
            return proof, "", kept(draft, proof)

"""``exactbox certify``: compute, prove, check and print; all headline answers or one game."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from exactbox.commands.terminal.options import (
    CERTIFICATE,
    JSON,
    NUMBERS,
    PLAIN_INTEGERS,
    PLOT,
    add_table,
)
from exactbox.commands.terminal.outputs import Report, Series, say
from exactbox.commands.terminal.progress_bar import progress_bar
from exactbox.commands.terminal.workers import LONG_WORK, WORKERS
from exactbox.commands.terminal.written import (
    Verdict,
    file_row,
    output_name,
    proof_lines,
    prove,
    verdict_fields,
    write_picture,
)
from exactbox.decimals import Style
from exactbox.progress import report
from exactbox.showing import Facts, Fields, Row

if TYPE_CHECKING:
    from exactbox.mdp import Model

_SHORT = 200  # digits of a fraction that are printed in full without --full
_GAMES = {
    "flip": "card flipping: the least expected number of turns",
    "shutbox": "Shut the Box: what a turn or a match is worth",
    "lock": "the Monte Carlo lock: all its keys up to a length",
}
_WHERE = (
    "the proofs are in exactbox's source distribution and its repository; name that folder with "
    "--proofs FOLDER, or certify one game, such as: exactbox certify flip --faces 2"
)


def add_parser(commands: Any) -> None:
    """Add the command's options."""
    parser = commands.add_parser(
        "certify",
        help="recompute the answers in proofs/, or one game: prove and check",
        usage="%(prog)s [OPTION ...] [GAME [OPTION ...]]",
        description="Without a game: recompute every answer in the folder of proofs, have the "
        "independent checker verify each certificate, and compare it with the one on file (exit "
        "code 1 where one differs). With a game: its answer, proved and checked.",
    )
    add_table(parser, NUMBERS, JSON)
    parser.add_argument(
        "--proofs",
        metavar="FOLDER",
        default="proofs",
        help="the folder of the certificates on file, with the folder models (%(default)s); "
        "exactbox's source distribution and repository have it",
    )
    parser.add_argument("--update", action="store_true", help="replace certificates that differ")
    add_table(parser, PLAIN_INTEGERS)
    add_table(parser, WORKERS, under=LONG_WORK)
    parser.set_defaults(run=run_all)
    games = parser.add_subparsers(title="games", metavar="GAME", prog=parser.prog)
    for name in [name for name in _GAMES if name in commands.words] or _GAMES:
        words = _GAMES[name]
        game = games.add_parser(name, help=words, description=f"{words[0].upper()}{words[1:]}.")
        import_module(f"exactbox.commands.games.{name}").add_game(game)
        game.set_defaults(run={"flip": run_flip, "shutbox": run_shutbox, "lock": run_lock}[name])
        if name == "shutbox":
            game.add_argument(
                "values",
                nargs="*",
                metavar="VALUE",
                help="the open tiles (146789, or 1,4,6 with commas; else all), and the lowest "
                "score so far where there is one",
            )
        add_table(game, NUMBERS, JSON, again=True)
        add_table(game, CERTIFICATE, what="the answer")
        add_table(game, PLAIN_INTEGERS, again=True)
        add_table(game, WORKERS, again=True, under=LONG_WORK)
        if name == "flip":
            add_table(game, PLOT, what="the values by cards face down, and the best choice by roll")
            game.add_argument(
                "--enclosure",
                action="store_true",
                help="proved bounds in place of the exact number: 20 cards in minutes",
            )


def run_all(arguments: argparse.Namespace) -> int:
    """The headline answers, compared with the folder of proofs; 1 if anything differs."""
    from exactbox.files import write
    from exactbox.headline_proofs import headlines, index, references
    from exactbox.headline_proofs.filing import DIFFERS, REPLACED, SAME, WRITTEN, filed

    folder = Path(arguments.proofs)
    if not folder.is_dir():
        raise ValueError(f"there is no folder {folder}: {_WHERE}")
    if not (folder / "models").is_dir():
        raise ValueError(f"{folder} is not the folder of proofs, it has no folder models: {_WHERE}")
    answers, differ, style = [], list[str](), Style(arguments.digits, arguments.full)
    series = Series("answers", as_json=arguments.json)

    def compare(name: str, data: bytes) -> str:
        path = folder / name
        old = path.read_bytes() if path.exists() else None
        if old == data:
            return SAME
        if old is None or arguments.update:
            path.parent.mkdir(exist_ok=True)
            write(path, data)
            return WRITTEN if old is None else REPLACED
        differ.append(name)
        return DIFFERS

    for headline, (answer, on_file) in filed(
        folder, headlines(folder), arguments.update, progress_bar
    ):
        answers.append((headline, answer))
        file = str(folder / headline.file)
        if on_file == DIFFERS:
            differ.append(headline.file)
        about: Fields = {"name": headline.name, "file": file, "on_file": on_file}
        if on_file in (WRITTEN, REPLACED):
            row = file_row(file, "certificate", on_file == REPLACED, answer.proof)
            about["files"] = [row.fields]
        cited = proof_lines(f"{output_name(file)} ({on_file})", answer.proof)
        said = _report(headline.question, answer.facts, answer.proof, [], style, cited)
        said.title = f"{headline.name}: {headline.question}"
        said.rows = [*said.rows, Row(fields=about)]
        series.add(said)
    pages = {"README.md": index(answers), **references(answers)}
    compared = {name: compare(name, text.encode()) for name, text in pages.items()}
    lines = [f"{output_name(str(folder / name))} ({said})" for name, said in compared.items()]
    if not differ:
        lines.append(f"{len(answers)} answers, each exact, proved and checked.")
    end = Row(text=lines, fields={"differ": differ, "pages": compared})
    code = series.finish(Report([end], code=int(bool(differ))))
    if differ:
        say(f"exactbox: {', '.join(differ)}: not what was computed now")
    return code


def run_flip(arguments: argparse.Namespace) -> Report:
    """One card-flipping game."""
    from exactbox.commands.games.flip import game_of
    from exactbox.games.flip import described
    from exactbox.mdp import total_until_end

    style, plot = Style(arguments.digits, arguments.full), arguments.plot
    if arguments.enclosure and plot is not None:
        raise ValueError("--plot draws exact values: leave out --enclosure")
    game = game_of(arguments)
    if arguments.enclosure:
        return _enclose(game, arguments.certificate, style)
    if plot is not None:
        from exactbox.games.flip.turns_picture import plot_turns, require_drawable

        require_drawable(game.rule)

    files, pictures = list[Row](), list[Row]()
    with progress_bar("flip"):
        answer = total_until_end(game, "turns")
        report("checking the certificate", 1, 1)
        proof = prove(answer, arguments.certificate, files, required=True)
        if plot is not None and not isinstance(proof, Exception):
            pictures = write_picture(plot, lambda: plot_turns(answer))
    said = _report(described(game.rule or {}), answer.facts, proof, files, style)
    said.files += pictures
    return said


def _enclose(game: Model, certificate: str | None, style: Style) -> Report:
    """Proved bounds of a card-flipping game, checked where the checker has room for it."""
    from exactbox.games.flip import described
    from exactbox.mdp import total_until_end_enclosure

    files = list[Row]()
    with progress_bar("flip"):
        bounds = total_until_end_enclosure(game, "turns")
        report("checking the certificate", 1, 1)
        proof = prove(bounds, certificate, files)
    facts = [
        ("within", bounds.decimal()),
        ("width", f"at most {float(bounds.width):.1e} in every state"),
        ("process", f"{game.states:,} states, {game.choices:,} choices"),
    ]
    if isinstance(proof, Exception):
        proof.why += "; the bounds were found in 64-bit integers"
    title = described(game.rule or {})
    return _report(title, lambda *_: facts, proof, files, style, bounds=bounds.interval())


def run_shutbox(arguments: argparse.Namespace) -> Report:
    """A turn or a match of Shut the Box."""
    from exactbox.commands.games.shutbox import game, question_about

    arguments.question = "expect" if arguments.values else None
    question = question_about(*game(arguments), arguments, "certify shutbox")
    files = list[Row]()
    with progress_bar("shutbox"):
        report("proving and checking", 1, 1)
        proof = prove(question, arguments.certificate, files, required=True)
    style = Style(arguments.digits, arguments.full)
    return _report(question.words, question.facts, proof, files, style)


def run_lock(arguments: argparse.Namespace) -> Report:
    """The keys of the Monte Carlo lock."""
    from exactbox.commands.games.lock import asked
    from exactbox.games.lock import symbolic

    files = list[Row]()
    with progress_bar("lock"):
        keys = symbolic(**asked(arguments))
        report("checking the certificate", 1, 1)
        proof = prove(keys, arguments.certificate, files, required=True)
    claim = None if isinstance(proof, Exception) else proof.claim
    style = Style(arguments.digits, arguments.full)
    return _report(keys.words, partial(keys.facts, claim), proof, files, style)


def _report(
    title: str,
    facts: Callable[[int, int], Facts],
    proof: Verdict,
    files: list[Row],
    style: Style,
    cited: str = "",
    bounds: tuple[Any, Any] | None = None,
) -> Report:
    """The facts about an answer, in JSON with all digits, and its proof, if it is in no file."""
    whole, digits = sys.maxsize if style.full else _SHORT, style.digits

    def fields() -> Fields:
        labelled = dict(facts(sys.maxsize, digits))
        about: Fields = {"question": title, "facts": labelled, **verdict_fields(proof)}
        if bounds is not None:
            return {**about, "lower": bounds[0], "upper": bounds[1]}
        if not isinstance(proof, Exception):
            claim = proof.claim
            if isinstance(claim.value, Fraction):
                about["value"] = claim.value
                del labelled["exactly"], labelled["decimal"]
            if claim.kind == "lock":
                about["keys"] = claim.facts["keys"]
        return about

    if isinstance(proof, Exception):
        said: str | None = f"not checked: {proof.why}"
    else:
        said = cited or (None if files else proof_lines("proof", proof))
    rows = [Row(label, text) for label, text in facts(whole, digits)]
    return Report([*rows, Row(text=said, fields=fields)], title, files, digits)

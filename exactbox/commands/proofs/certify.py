"""``exactbox certify``: compute, prove, check and print; all headline answers or one game."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from exactbox.commands.games import flip, lock, shutbox
from exactbox.commands.terminal.json_output import number, print_json
from exactbox.commands.terminal.options import (
    add_json_option,
    add_number_options,
    add_plain_integers_option,
    add_plot_option,
)
from exactbox.commands.terminal.outputs import shown
from exactbox.commands.terminal.progress_bar import hide, progress_bar
from exactbox.commands.terminal.streams import say
from exactbox.commands.terminal.workers import add_workers_options
from exactbox.commands.terminal.written import (
    Written,
    add_certificate_option,
    certificate_draft,
    file_fields,
    kept,
    print_files,
    proof_fields,
    proof_lines,
    unchecked,
    unchecked_fields,
    write_picture,
)
from exactbox.progress import report
from exactbox.showing import summary

if TYPE_CHECKING:
    from exactbox.files import Draft
    from exactbox.headline_proofs import HeadlineProof
    from exactbox.headline_proofs.headline import UncheckedHeadline
    from exactbox.mdp import Model

_SHORT = 200  # digits of a fraction that are printed in full without --full
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
    add_number_options(parser)
    add_json_option(parser)
    parser.add_argument(
        "--proofs",
        metavar="FOLDER",
        default="proofs",
        help="the folder of the certificates on file, with the folder models (%(default)s); "
        "exactbox's source distribution and repository have it",
    )
    parser.add_argument("--update", action="store_true", help="replace certificates that differ")
    add_plain_integers_option(parser)
    add_workers_options(parser)
    parser.set_defaults(run=run_all)
    games = parser.add_subparsers(title="games", metavar="GAME", prog=parser.prog)
    for name, words, add, run in (
        ("flip", "card flipping: the least expected number of turns", flip.add_game, run_flip),
        ("shutbox", "Shut the Box: what a turn or a match is worth", _add_box, run_shutbox),
        ("lock", "the Monte Carlo lock: all its keys up to a length", lock.add_keys, run_lock),
    ):
        game = games.add_parser(name, help=words, description=f"{words[0].upper()}{words[1:]}.")
        add(game)
        add_number_options(game, again=True)
        add_json_option(game, again=True)
        add_certificate_option(game, "the answer", again=True)
        add_workers_options(game, again=True)
        if name == "flip":
            add_plot_option(game, "the values by cards face down, and the best choice by roll")
            game.add_argument(
                "--enclosure",
                action="store_true",
                help="proved bounds in place of the exact number: 20 cards in minutes",
            )
        game.set_defaults(run=run)


def _add_box(parser: argparse.ArgumentParser) -> None:
    """The game of `exactbox shutbox`, and a position in it."""
    shutbox.add_game(parser)
    parser.add_argument(
        "values",
        nargs="*",
        metavar="VALUE",
        help="the open tiles (146789, or 1,4,6 with commas; all), and the lowest score so far "
        "where there is one",
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
    answers, differ, rows = [], [], []

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
        hide()
        answers.append((headline, answer))
        file = str(folder / headline.file)
        if on_file == DIFFERS:
            differ.append(headline.file)
        if arguments.json:
            files = []
            if on_file in (WRITTEN, REPLACED):
                files.append(Written(file, "certificate", on_file == REPLACED, answer.proof))
            fields = _fields(headline.question, answer, arguments, files)
            rows.append({"name": headline.name, "file": file, "on_file": on_file, **fields})
        else:
            _print_answer(f"{headline.name}: {headline.question}", answer, arguments)
            print(proof_lines(f"{shown(file)} ({on_file})", answer.proof), flush=True)
    pages = {"README.md": index(answers), **references(answers)}
    compared = {name: compare(name, text.encode()) for name, text in pages.items()}
    if arguments.json:
        print_json({"answers": rows, "differ": differ, "pages": compared})
    else:
        for name, said in compared.items():
            print(f"{shown(str(folder / name))} ({said})")
    if differ:
        say(f"exactbox: {', '.join(differ)}: not what was computed now")
        return 1
    if not arguments.json:
        print(f"{len(answers)} answers, each exact, proved and checked.")
    return 0


def run_flip(arguments: argparse.Namespace) -> int:
    """One card-flipping game."""
    from exactbox.games.flip import described, plot_turns
    from exactbox.games.flip.turns_picture import require_drawable
    from exactbox.headline_proofs.game_headlines import of_flip
    from exactbox.mdp import certify

    if arguments.enclosure and arguments.plot is not None:
        raise ValueError("--plot draws exact values: leave out --enclosure")
    game, drawn = flip.game_from(arguments), list[Written]()
    if arguments.enclosure:
        return _enclose(game, arguments)
    if arguments.plot is not None:
        require_drawable(game.rule)

    def prove(draft: Draft | None) -> HeadlineProof:
        answer = certify(game, "turns")
        proof = of_flip(answer, draft)
        drawn.extend(write_picture(arguments.plot, lambda: plot_turns(answer)))
        return proof

    return _certify("flip", described(game.rule or {}), prove, arguments, drawn)


def _enclose(game: Model, arguments: argparse.Namespace) -> int:
    """Proved bounds of a card-flipping game, checked where the checker has room for it."""
    from exactbox.certificate import UncheckedError, proved
    from exactbox.games.flip import described
    from exactbox.mdp import certify_enclosure

    why, proof, files = "", None, list[Written]()
    with certificate_draft(arguments.certificate) as draft:
        with progress_bar("flip"):
            found = certify_enclosure(game, "turns")
            report("checking the certificate", 1, 1)
            try:
                proof = proved(found, draft)
            except UncheckedError as error:
                why = f"{error.why}; the bounds were found in 64-bit integers"
                if draft is not None:
                    files = unchecked(error)
        if proof is not None:
            files = kept(draft, proof)
    title = described(game.rule or {})
    facts = [
        ("within", found.decimal()),
        ("width", f"at most {float(found.width):.1e} in every state"),
        ("process", f"{game.states:,} states, {game.choices:,} choices"),
    ]
    if arguments.json:
        low, high = (number(end, arguments.digits) for end in found.interval())
        checked = unchecked_fields(why) if proof is None else proof_fields(proof)
        said = {"question": title, "facts": dict(facts), "lower": low, "upper": high}
        print_json({**said, **checked, **file_fields(files)})
        return 0
    print(summary(title, facts))
    if proof is None:
        print(f"not checked: {why}")
    elif not files:
        print(proof_lines("proof", proof))
    print_files(files)
    return 0


def run_shutbox(arguments: argparse.Namespace) -> int:
    """A turn or a match of Shut the Box."""
    from exactbox.headline_proofs.game_headlines import of_question

    arguments.question = "expect" if arguments.values else None
    question = shutbox.question_from(shutbox.box_from(arguments), arguments, "certify shutbox")
    return _certify("shutbox", question.words, partial(of_question, question), arguments)


def run_lock(arguments: argparse.Namespace) -> int:
    """The keys of the Monte Carlo lock."""
    from exactbox.games.lock import symbolic
    from exactbox.headline_proofs.game_headlines import of_keys

    with progress_bar("lock"):
        found = symbolic(**lock.asked(arguments))
    return _certify("lock", found.words, partial(of_keys, found), arguments)


def _certify(
    name: str,
    title: str,
    prove: Callable[[Draft | None], HeadlineProof],
    arguments: argparse.Namespace,
    drawn: Sequence[Written] = (),
) -> int:
    """Prove one game's answer, which may have drawn a picture, write its certificate, and print."""
    from exactbox.headline_proofs.headline import UncheckedHeadline

    with certificate_draft(arguments.certificate) as draft:
        try:
            with progress_bar(name):
                answer = prove(draft)
        except UncheckedHeadline as error:
            return _print_unchecked(title, error, arguments, drawn)
        files = [*kept(draft, answer.proof), *drawn]
    if arguments.json:
        print_json(_fields(title, answer, arguments, files))
        return 0
    _print_answer(title, answer, arguments)
    if not any(each.proof for each in files):
        print(proof_lines("proof", answer.proof))
    print_files(files)
    return 0


def _print_unchecked(
    title: str, found: UncheckedHeadline, arguments: argparse.Namespace, drawn: Sequence[Written]
) -> int:
    """Print an answer that the checker came to no verdict on."""
    files = [*unchecked(found), *drawn]
    if arguments.json:
        said = {"question": title, "facts": dict(found.facts(sys.maxsize, arguments.digits))}
        print_json({**said, **unchecked_fields(found.why), **file_fields(files)})
        return 0
    whole = sys.maxsize if arguments.full else _SHORT
    print(summary(title, found.facts(whole, arguments.digits)))
    print(f"not checked: {found.why}")
    print_files(files)
    return 0


def _print_answer(title: str, answer: HeadlineProof, arguments: argparse.Namespace) -> None:
    """Print the facts about an answer."""
    whole = sys.maxsize if arguments.full else _SHORT
    print(summary(title, answer.facts(whole, arguments.digits)))


def _fields(
    title: str, answer: HeadlineProof, arguments: argparse.Namespace, files: list[Written]
) -> dict[str, Any]:
    """The same for JSON, with all digits."""
    claim = answer.proof.claim
    facts = dict(answer.facts(sys.maxsize, arguments.digits))
    found: dict[str, Any] = {"question": title, "facts": facts}
    if isinstance(claim.value, Fraction):
        found["value"] = number(claim.value, arguments.digits)
        del facts["exactly"], facts["decimal"]
    if claim.kind == "lock":
        found["keys"] = claim.facts["keys"]
    return {**found, **proof_fields(answer.proof), **file_fields(files)}

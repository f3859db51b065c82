"""``exactbox certify``: compute, prove, check and print; all headline answers or one game."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from exactbox.commands.options import add_flip_options, flip_from
from exactbox.commands.progress import progress_bar

if TYPE_CHECKING:
    from exactbox.headline_proofs import HeadlineProof


def add_parser(commands: Any) -> None:
    """Add the command's options."""
    parser = commands.add_parser(
        "certify",
        help="recompute the answers in proofs/, or one game: prove and check",
        description="Without a game: recompute every answer in the folder of proofs, have the "
        "independent checker verify each certificate, and compare it with the one on file (exit "
        "code 1 where one differs). With a game: its answer, proved and checked.",
    )
    _add_output_options(parser)
    parser.add_argument(
        "--proofs",
        metavar="FOLDER",
        default="proofs",
        help="the folder of the certificates on file, with the folder models (%(default)s)",
    )
    parser.add_argument("--update", action="store_true", help="replace certificates that differ")
    parser.set_defaults(run=run_all)
    games = parser.add_subparsers(title="games", metavar="GAME")
    game = games.add_parser(
        "flip",
        help="the card-flipping game of Project Euler 640",
        description="The least expected number of turns until all cards are face down, exactly.",
    )
    add_flip_options(game)
    _add_output_options(game)
    game.add_argument(
        "--certificate", metavar="FILE", help="write the certificate, gzipped if FILE ends in .gz"
    )
    game.set_defaults(run=run_flip)


def _add_output_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--full", action="store_true", help="print all digits of every fraction")
    parser.add_argument(
        "--digits", type=int, default=12, metavar="N", help="decimals to print (%(default)s)"
    )


def run_all(arguments: argparse.Namespace) -> int:
    """The headline answers, compared with the folder of proofs; 1 if anything differs."""
    from exactbox.files import write
    from exactbox.headline_proofs import headlines, index, references

    folder = Path(arguments.proofs)
    if not folder.is_dir():
        raise ValueError(
            f"{folder} is not a folder: need that of the proofs, which the source distribution has "
            "and the wheel has not; name it with --proofs"
        )
    answers, differ = [], []

    def compare(name: str, data: bytes) -> str:
        path = folder / name
        old = path.read_bytes() if path.exists() else None
        if old == data:
            return f"{path}: the same"
        if old is None or arguments.update:
            path.parent.mkdir(exist_ok=True)
            write(path, data)
            return f"{path}: {'written' if old is None else 'replaced'}"
        differ.append(name)
        return f"{path}: DIFFERS from what was computed now"

    for headline in headlines(folder):
        with progress_bar(headline.name) as progress:
            answer = headline.prove(progress)
        answers.append((headline, answer))
        _print_answer(f"{headline.name}: {headline.question}", answer, arguments)
        print(f"  on file   {compare(headline.file, answer.proof.data)}", flush=True)
    print(f"index       {compare('README.md', index(answers).encode())}")
    for name, text in references(answers).items():
        print(f"references  {compare(name, text.encode())}")
    if differ:
        print(f"exactbox: {', '.join(differ)}: not what was computed now", file=sys.stderr)
        return 1
    print(f"{len(answers)} answers, each exact, proved and checked.")
    return 0


def run_flip(arguments: argparse.Namespace) -> int:
    """One card-flipping game."""
    from exactbox.files import write
    from exactbox.headline_proofs.games import of_flip

    game = flip_from(arguments)
    with progress_bar("flip") as progress:
        answer = of_flip(game, progress)
    _print_answer("flip: least expected number of turns", answer, arguments)
    if arguments.certificate:
        write(arguments.certificate, answer.proof.data)
        print(f"  on file   {arguments.certificate}")
    return 0


def _print_answer(title: str, answer: HeadlineProof, arguments: argparse.Namespace) -> None:
    """What the answer says, and its proof."""
    whole = sys.maxsize if arguments.full else 200
    print(title)
    for label, text in answer.facts(whole, arguments.digits):
        print(f"  {label:<9} {text}")
    data, claim = answer.proof.data, answer.proof.claim
    print(f"  question  sha256 {claim.question_sha256}")
    print(f"  proof     {len(data):,} bytes, sha256 {claim.sha256}, checked: VALID")

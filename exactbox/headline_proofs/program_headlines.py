"""Headlines about the linear programs and matrix games in ``proofs/models``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from exactbox.certificate import Provable, prove
from exactbox.files import Draft
from exactbox.headline_proofs.headline import (
    Headline,
    HeadlineProof,
    brief_number,
)
from exactbox.headline_proofs.model_headlines import MODELS
from exactbox.progress import report
from exactbox.showing import Facts, number_facts

_GAMES = (
    (
        "kuhn-poker",
        "Kuhn's poker, three cards, an ante and one bet of 1: what the first player can be sure to "
        "receive on average",
    ),
    (
        "blotto-10-3",
        "Colonel Blotto, 10 soldiers and 3 fields for each side: fields won less fields lost",
    ),
)
_NETLIB = "afiro", "stair", "25fv47", "perold"


def programs(folder: Path) -> Iterator[Headline]:
    """The questions, in the order in which they are answered."""
    for name, words in _GAMES:
        file = f"{MODELS}/{name}.csv"
        asks = f"exactbox matrix-game {file} --reproducible"
        prove = partial(_game, folder / f"{name}.csv")
        yield Headline(name, words, asks, prove, f"{file} --statement game")
    for name in _NETLIB:
        file = f"{MODELS}/{name}.mps"
        asks = f"exactbox lp {file} --reproducible"
        prove = partial(_program, folder / f"{name}.mps")
        yield Headline(
            f"netlib-{name}", f"Netlib's linear program {name}: least value", asks, prove, file
        )


def _game(file: Path, draft: Draft | None) -> HeadlineProof:
    """The value, and strategies that guarantee it."""
    from exactbox.lp import matrix_game

    game = matrix_game(file).reproducible()
    return _checked(game, game.value, draft)


def _program(file: Path, draft: Draft | None) -> HeadlineProof:
    """The optimal value, a point that has it, and prices that none can beat."""
    from exactbox.lp import read_program, solve_program

    answer = solve_program(read_program(file))
    provable = answer.proving(answer.status, reproducible=True)
    return _checked(provable, Fraction(answer.fun or 0), draft)


def _checked(provable: Provable, value: Fraction, draft: Draft | None) -> HeadlineProof:
    """The proof that the checker has passed."""
    report("proving and checking", 1, 1)
    proof = prove(provable, draft)
    facts = partial(_facts, value, proof.claim.facts)
    return HeadlineProof(proof, facts, brief_number(value))


def _facts(value: Fraction, sizes: Mapping[str, Any], whole: int, digits: int) -> Facts:
    table = "{rows:,} rows, {columns:,} columns, {non_zeros:,} non-zeros".format(**sizes)
    return [*number_facts(value, whole, digits), ("table", table)]

"""Headlines about games that the package knows by their rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from exactbox.certificate import prove
from exactbox.files import Draft
from exactbox.headline_proofs.headline import Headline, HeadlineProof, brief_number
from exactbox.progress import report

if TYPE_CHECKING:
    from exactbox.games.shutbox.questions import Question

LOCK_LENGTH = 15
LOCK_LETTERS = "QLVRX"


def games() -> Iterator[Headline]:
    """The questions, in the order in which they are answered."""
    game = "Card flipping, {} cards, two fair {}-sided dice: least expected number of turns"
    for n in range(2, 7):
        asks = f"exactbox certify flip --faces {n}"
        yield Headline(f"flip-{n}", game.format(2 * n, n), asks, partial(_flip, n))
    yield from _shut_the_box()
    keys = (
        f"Monte Carlo lock, letters {', '.join(LOCK_LETTERS)}: "
        f"all keys of at most {LOCK_LENGTH} letters"
    )
    asks = f"exactbox lock --max-length {LOCK_LENGTH} --letters {LOCK_LETTERS}"
    yield Headline(f"lock-{LOCK_LENGTH}", keys, asks, _lock)


def _shut_the_box() -> Iterator[Headline]:
    """Three questions, for three boxes, under the two commonest rules for one die."""
    from exactbox.games.shutbox import Question, Rules

    once = "two players, shutting wins at once, a tie counts half: expected wins of the first"
    for n in (9, 10, 12):
        tiles = tuple(range(1, n + 1))
        for name, option, dice, rules in (
            ("two-dice", "two-dice", "always two dice", Rules(tiles, one_die="never", limit=0)),
            ("sum-6", "sum=6", "one die when the open sum is at most 6", Rules(tiles)),
        ):
            file, title = f"shutbox-{n}-{name}", f"Shut the Box, tiles 1 to {n}, {dice}"
            shut = partial(Question, rules, "shut")
            score = partial(Question, rules, "score")
            match = partial(Question, rules)
            for part, goal, words, ask in (
                ("shut", "shut", f"{title}: greatest probability to shut", shut),
                ("score", "score", f"{title}: least expected score", score),
                ("match", "wins", f"{title}, {once}", match),
            ):
                asks = f"exactbox shutbox --tiles {n} --rule {option} --objective {goal} --exact"
                yield Headline(f"{file}-{part}", words, asks, partial(_of_turns, ask))


def _flip(n: int, draft: Draft | None) -> HeadlineProof:
    from exactbox.games.flip import flip
    from exactbox.mdp import total_until_end

    answer = total_until_end(flip(n), "turns")
    report("checking the certificate", 1, 1)
    proof = prove(answer, draft)
    return HeadlineProof(proof, answer.facts, brief_number(Fraction(answer.value)))


def _of_turns(ask: Callable[[], Question], draft: Draft | None) -> HeadlineProof:
    question = ask()
    report("proving and checking", 1, 1)
    proof = prove(question, draft)
    return HeadlineProof(proof, question.facts, brief_number(question.value))


def _lock(draft: Draft | None) -> HeadlineProof:
    from exactbox.games.lock import symbolic

    keys = symbolic(LOCK_LENGTH, LOCK_LETTERS)
    report("checking the certificate", 1, 1)
    proof = prove(keys, draft)
    return HeadlineProof(proof, partial(keys.facts, proof.claim), f"{len(keys.keys)} keys")

"""Headlines about games that the package knows by their rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from exactbox.certificate import Proof, proved
from exactbox.files import Draft
from exactbox.headline_proofs.headline import (
    Facts,
    Headline,
    HeadlineProof,
    brief_number,
    number_facts,
)
from exactbox.progress import report

if TYPE_CHECKING:
    from exactbox.games.lock import KeysFound
    from exactbox.games.shutbox import MatchQuestion, TurnQuestion
    from exactbox.mdp import Answer

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
    from exactbox.games.shutbox import MatchQuestion, Rules, TurnQuestion

    once = "two players, shutting wins at once, a tie counts half: expected wins of the first"
    for n in (9, 10, 12):
        tiles = tuple(range(1, n + 1))
        for name, option, dice, rules in (
            ("two-dice", "two-dice", "always two dice", Rules(tiles, one_die="never", limit=0)),
            ("sum-6", "sum=6", "one die when the open sum is at most 6", Rules(tiles)),
        ):
            file, title = f"shutbox-{n}-{name}", f"Shut the Box, tiles 1 to {n}, {dice}"
            shut = partial(TurnQuestion, rules, "shut")
            score = partial(TurnQuestion, rules, "score")
            match = partial(MatchQuestion, rules)
            for part, goal, words, ask in (
                ("shut", "shut", f"{title}: greatest probability to shut", shut),
                ("score", "score", f"{title}: least expected score", score),
                ("match", "wins", f"{title}, {once}", match),
            ):
                asks = f"exactbox shutbox --tiles {n} --rule {option} --objective {goal} --exact"
                yield Headline(f"{file}-{part}", words, asks, partial(_of_turns, ask))


def _flip(n: int, draft: Draft | None) -> HeadlineProof:
    from exactbox.games.flip import flip
    from exactbox.mdp import certify

    answer = certify(flip(n), "turns")
    report("checking the certificate", 1, 1)
    proof = proved(answer, draft)
    return HeadlineProof(proof, partial(flip_facts, answer), brief_number(Fraction(answer.value)))


def _of_turns(
    ask: Callable[[], TurnQuestion | MatchQuestion], draft: Draft | None
) -> HeadlineProof:
    question = ask()
    report("proving and checking", 1, 1)
    proof = proved(question, draft)
    return HeadlineProof(proof, partial(turn_facts, question), brief_number(question.value))


def _lock(draft: Draft | None) -> HeadlineProof:
    from exactbox.games.lock import symbolic

    found = symbolic(LOCK_LENGTH, LOCK_LETTERS)
    report("checking the certificate", 1, 1)
    proof = proved(found, draft)
    return HeadlineProof(proof, partial(key_facts, found, proof), f"{len(found.keys)} keys")


def flip_facts(answer: Answer, whole: int, digits: int) -> Facts:
    """The least expected number of turns, and its process."""
    model = answer.model
    process = f"{model.states:,} states, {model.choices:,} choices; several best options in "
    number = number_facts(Fraction(answer.value), whole, digits)
    return [*number, ("process", f"{process}{len(answer.ties):,} states")]


def turn_facts(question: TurnQuestion | MatchQuestion, whole: int, digits: int) -> Facts:
    """The value of a turn or a match of Shut the Box, and its process."""
    from exactbox.games.shutbox import MatchQuestion

    process = f"{question.states:,} states, {question.choices:,} choices; several best options in "
    process += f"{question.tied_states:,} states"
    if isinstance(question, MatchQuestion) and question.player == 0:
        process += f" of all {question.stages:,} turns (a player and the scores before)"
    return [*number_facts(question.value, whole, digits), ("process", process)]


def key_facts(found: KeysFound, proof: Proof | None, whole: int, digits: int) -> Facts:
    """The keys of the Monte Carlo lock, and to which length it is proved that none is missing."""
    counts = ", ".join(f"{many} of length {n}" for n, many in found.number_of_length.items())
    facts = [("keys", f"{len(found.keys)}: {counts}" if counts else "none")]
    if 0 < sum(map(len, found.keys)) <= whole:
        facts.append(("all", " ".join(found.keys)))
    if proof is not None:
        longest = proof.claim.facts["complete_to"]
        facts.append(("complete", f"that none is missing was checked to length {longest}"))
    return facts

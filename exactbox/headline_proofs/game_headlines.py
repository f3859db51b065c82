"""Headlines about games that the package knows by their rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from exactbox.certificate import Proof, Provable, UncheckedError, proved
from exactbox.files import Draft
from exactbox.headline_proofs.headline import (
    Facts,
    Headline,
    HeadlineProof,
    UncheckedHeadline,
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

    return of_flip(certify(flip(n), "turns"), draft)


def of_flip(answer: Answer, draft: Draft | None = None) -> HeadlineProof:
    """The least expected number of turns, certified and checked, as `proved` does it."""
    report("checking the certificate", 1, 1)
    model, ties = answer.model, f"{len(answer.ties):,} states"
    return _of_number(answer, Fraction(answer.value), model.states, model.choices, ties, draft)


def _of_turns(
    ask: Callable[[], TurnQuestion | MatchQuestion], draft: Draft | None
) -> HeadlineProof:
    return of_question(ask(), draft)


def of_question(
    question: TurnQuestion | MatchQuestion,
    draft: Draft | None = None,
) -> HeadlineProof:
    """The value of a turn or a match of Shut the Box: computed, certified and checked."""
    from exactbox.games.shutbox import MatchQuestion

    report("proving and checking", 1, 1)
    ties = f"{question.tied_states:,} states"
    if isinstance(question, MatchQuestion) and question.player == 0:
        ties += f" of all {question.stages:,} turns (a player and the scores before)"
    states, choices = question.states, question.choices
    return _of_number(question, question.value, states, choices, ties, draft)


def _of_number(
    result: Provable, value: Fraction, states: int, choices: int, ties: str, draft: Draft | None
) -> HeadlineProof:
    """The value of a process of so many states and choices, checked."""
    process = f"{states:,} states, {choices:,} choices; several best options in {ties}"
    facts = partial(_facts, value, process)
    return HeadlineProof(_proved(result, draft, facts), facts, brief_number(value))


def _facts(value: Fraction, process: str, whole: int, digits: int) -> Facts:
    return [*number_facts(value, whole, digits), ("process", process)]


def _lock(draft: Draft | None) -> HeadlineProof:
    from exactbox.games.lock import symbolic

    return of_keys(symbolic(LOCK_LENGTH, LOCK_LETTERS), draft)


def of_keys(found: KeysFound, draft: Draft | None = None) -> HeadlineProof:
    """The keys of the Monte Carlo lock: found by search, certified and checked."""
    report("checking the certificate", 1, 1)
    proof = _proved(found, draft, lambda whole, _: _key_facts(found, whole))
    facts = partial(_lock_facts, found, proof.claim.facts["complete_to"])
    return HeadlineProof(proof, facts, f"{len(found.keys)} keys")


def _proved(result: Provable, draft: Draft | None, facts: Callable[[int, int], Facts]) -> Proof:
    """As `proved`; the error of what is not checked has the facts."""
    try:
        return proved(result, draft)
    except UncheckedError as error:
        raise UncheckedHeadline(error, facts) from None


def _lock_facts(found: KeysFound, complete_to: int, whole: int, digits: int) -> Facts:
    return [
        *_key_facts(found, whole),
        ("complete", f"that none is missing was checked to length {complete_to}"),
    ]


def _key_facts(found: KeysFound, whole: int) -> Facts:
    """The keys."""
    counts = ", ".join(f"{many} of length {n}" for n, many in found.number_of_length.items())
    listed = [("all", " ".join(found.keys))] * (0 < sum(map(len, found.keys)) <= whole)
    return [
        ("keys", f"{len(found.keys)}: {counts}" if counts else "none"),
        *listed,
    ]

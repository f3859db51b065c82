"""The headline answers: which questions ``proofs/`` answers, and how its index is written.

Everything in ``proofs/`` is a function of this list: the certificates byte for byte, and the index.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from exactbox.certificate import proved, sha256
from exactbox.progress import Progress

if TYPE_CHECKING:
    from exactbox.games.lock import KeysFound
    from exactbox.games.shutbox import MatchQuestion, TurnQuestion
    from exactbox.mdp import Model

Facts = list[tuple[str, str]]  # what a proof says of its answer: a label and a text

LOCK_LENGTH = 15
LOCK_LETTERS = "QLVRX"


@dataclass(frozen=True)
class Headline:
    """A question with a name, and how it is answered."""

    name: str
    question: str
    prove: Callable[[Progress], HeadlineProof]

    @property
    def file(self) -> str:
        """The certificate's name in ``proofs/``."""
        return f"{self.name}.json"


@dataclass(frozen=True, eq=False)
class HeadlineProof:
    """A checked certificate and what it says; ``facts(whole, digits)`` shortens long fractions."""

    certificate: bytes
    facts: Callable[[int, int], Facts]


def headlines() -> list[Headline]:
    """The questions, in the order in which they are answered."""
    game = "Card flipping, {} cards, two fair {}-sided dice: least expected number of turns"
    cards = [Headline(f"flip-{n}", game.format(2 * n, n), partial(_flip, n)) for n in range(2, 7)]
    keys = (
        f"Monte Carlo lock, letters {', '.join(LOCK_LETTERS)}: "
        f"all keys of at most {LOCK_LENGTH} letters"
    )
    return [*cards, *_shut_the_box(), Headline(f"lock-{LOCK_LENGTH}", keys, _lock)]


def _shut_the_box() -> Iterator[Headline]:
    """Three questions, for three boxes, under the two commonest rules for one die."""
    from exactbox.games.shutbox import MatchQuestion, Rules, TurnQuestion

    once = "two players, shutting wins at once, a tie counts half: expected wins of the first"
    for n in (9, 10, 12):
        tiles = tuple(range(1, n + 1))
        for name, dice, rules in (
            ("two-dice", "always two dice", Rules(tiles=tiles, one_die="never", limit=0)),
            ("sum-6", "one die when the open sum is at most 6", Rules(tiles=tiles)),
        ):
            file, title = f"shutbox-{n}-{name}", f"Shut the Box, tiles 1 to {n}, {dice}"
            shut = partial(TurnQuestion, rules, "shut")
            score = partial(TurnQuestion, rules, "score")
            match = partial(MatchQuestion, rules)
            for part, words, ask in (
                ("shut", f"{title}: greatest probability to shut", shut),
                ("score", f"{title}: least expected score", score),
                ("match", f"{title}, {once}", match),
            ):
                yield Headline(f"{file}-{part}", words, partial(_of_turns, ask))


def _flip(n: int, progress: Progress) -> HeadlineProof:
    from exactbox.games.flip import flip

    return of_flip(flip(n), progress)


def of_flip(game: Model, progress: Progress) -> HeadlineProof:
    """The least expected number of turns: computed, certified and checked.

    Raises
    ------
    InvalidCertificate
        If the independent checker does not agree.
    """
    from exactbox.mdp import certify

    answer = certify(game, "turns", progress=progress)
    progress("checking the certificate", 1, 1)
    data = proved(answer).data
    decisions = game.states - 1  # the last state is the start, where nothing is decided
    sizes = game.choices, decisions, len(answer.ties)
    return HeadlineProof(data, partial(_facts, Fraction(answer.value), *sizes))


def _of_turns(ask: Callable[[], TurnQuestion | MatchQuestion], progress: Progress) -> HeadlineProof:
    """The proof of a game that has a faster way to it than the general one."""
    question = ask()
    progress("proving and checking", 1, 1)
    data = proved(question).data
    sizes = question.choices, question.states, question.tied_states
    return HeadlineProof(data, partial(_facts, question.value, *sizes))


def _facts(
    value: Fraction, states: int, decisions: int, ties: int, whole: int, digits: int
) -> Facts:
    from exactbox.decimals import decimal_string, fraction_string

    return [
        ("exactly", fraction_string(value, whole=whole)),
        ("decimal", decimal_string(value.numerator, value.denominator, digits)),
        ("states", f"{states:,}, with {decisions:,} decisions, {ties:,} of them tied"),
    ]


def _lock(progress: Progress) -> HeadlineProof:
    """The keys by search, certified and checked."""
    from exactbox.games import lock

    found = lock.symbolic(LOCK_LENGTH, LOCK_LETTERS)
    progress("checking the certificate", 1, 1)
    proof = proved(found)
    return HeadlineProof(proof.data, partial(_lock_facts, found, proof.claim.facts["complete_to"]))


def _lock_facts(found: KeysFound, complete_to: int, whole: int, digits: int) -> Facts:
    counts = ", ".join(f"{many} of length {n}" for n, many in found.number_of_length.items())
    return [
        ("keys", f"{len(found.keys)}: {counts}"),
        ("all", " ".join(found.keys)),
        ("complete", f"that none is missing was checked to length {complete_to}"),
    ]


def index(answers: Sequence[tuple[Headline, HeadlineProof]]) -> str:
    """The text of ``proofs/README.md``."""
    lines = [
        "# Proved answers",
        "",
        "Each answer is exact, and each file is its proof: a certificate that `exactbox/check.py`",
        "verifies with nothing but Python's standard library. `make certify` recomputes all of",
        "them and compares; `make check` only checks them. To cite an answer, give its SHA-256.",
        "Decimals are rounded half to even.",
        "",
    ]
    for headline, answer in answers:
        facts = [f"- {label}: {text}" for label, text in answer.facts(200, 12)]
        lines += [
            f"## {headline.name}",
            "",
            f"{headline.question}.",
            "",
            *facts,
            f"- proof: {len(answer.certificate):,} bytes",
            f"- SHA-256: `{sha256(answer.certificate)}`",
            f"- check: `python3 exactbox/check.py proofs/{headline.file}`",
            "",
        ]
    return "\n".join(lines)

"""Headlines about the decision processes and linear systems in ``proofs/models``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from exactbox.certificate import Proof, prove
from exactbox.files import Draft
from exactbox.headline_proofs.headline import (
    Headline,
    HeadlineProof,
    brief_number,
)
from exactbox.objectives import OBJECTIVES
from exactbox.progress import report, stage
from exactbox.showing import Facts, number_facts

if TYPE_CHECKING:
    from exactbox.linear_certificate import LinearCertificate
    from exactbox.mdp import Answer, Model

MODELS = "proofs/models"  # in commands, which are given from the project's folder


@dataclass(frozen=True)
class OfModel:
    """A question about a model in a file, as the options of ``exactbox solve`` ask it."""

    file: str
    objective: str
    sense: str
    goal: str | None = None
    steps: int | None = None
    discount: Fraction | None = None

    @property
    def options(self) -> str:
        """The options."""
        words = [f"--{self.sense}-{OBJECTIVES[self.objective].option}", self.goal]
        words += [f"--steps {self.steps}" if self.steps is not None else None]
        words += [f"--discount {self.discount}" if self.discount is not None else None]
        return " ".join(word for word in words if word is not None)

    def headline(self, folder: Path, name: str, words: str) -> Headline:
        """The question with a name."""
        against = f"{MODELS}/{self.file} {self.options}"
        prove = partial(self.prove, folder)
        return Headline(name, words, f"exactbox solve {against}", prove, against)

    def prove(self, folder: Path, draft: Draft | None) -> HeadlineProof:
        """Solve, certify and check."""
        from exactbox.formats import read_model

        answer = self.answer(read_model(folder / self.file))
        report("checking the certificate", 1, 1)
        value = Fraction(answer.value)
        facts = partial(_model_facts, value, answer.model)
        return HeadlineProof(prove(answer, draft), facts, brief_number(value))

    def answer(self, model: Model) -> Answer:
        """The exact answer."""
        from exactbox.mdp.model.question import question_about
        from exactbox.mdp.objectives.objective import exact

        question = question_about(
            model,
            self.objective,
            self.sense,
            goal=self.goal,
            discount=self.discount,
            steps=self.steps,
        )
        return exact(model, question)


def _model_facts(value: Fraction, model: Model, whole: int, digits: int) -> Facts:
    sizes = f"{model.states:,} states, {model.choices:,} choices, {len(model.target):,} branches"
    return [*number_facts(value, whole, digits), ("process", sizes)]


def models(folder: Path) -> Iterator[Headline]:
    """The questions about decision processes."""
    for face in ("one", "two", "three", "four", "five", "six"):
        words = f"Knuth and Yao's die of coins: probability of a {face}"
        yield OfModel("knuth-yao.json", "reach", "max", face).headline(
            folder, f"knuth-yao-{face}", words
        )
    for name, words, question in _DECISIONS:
        yield question.headline(folder, name, words)


_LAKE = "FrozenLake, 8 by 8, slippery"
_DECISIONS = (
    (
        "craps",
        "Craps: probability that the pass line wins",
        OfModel("craps.json", "reach", "max", "win"),
    ),
    (
        "chutes-and-ladders",
        "Chutes and Ladders, Milton Bradley's board, one player: expected number of moves",
        OfModel("chutes-and-ladders.json", "cost", "min", "done"),
    ),
    (
        "frozen-lake-8x8-reach",
        f"{_LAKE}: greatest probability to reach the goal, without a limit of time",
        OfModel("frozen-lake-8x8.json", "reach", "max", "goal"),
    ),
    (
        "frozen-lake-8x8-200-steps",
        f"{_LAKE}: greatest probability to reach the goal within Gymnasium's 200 steps",
        OfModel("frozen-lake-8x8.json", "reach", "max", "goal", steps=200),
    ),
    (
        "frozen-lake-8x8-discounted",
        f"{_LAKE}: greatest expected reward with discount factor 99/100",
        OfModel("frozen-lake-8x8.json", "discounted", "max", discount=Fraction(99, 100)),
    ),
    (
        "coins-4-4",
        "Shared coins of Aspnes and Herlihy, 4 processes, K = 4: greatest probability that "
        "processes decide differently",
        OfModel("coins-4-4.json", "reach", "max", "disagree"),
    ),
    (
        "herman-15",
        "Herman's ring of 15 processes: greatest expected number of steps until it is stable, "
        "from any configuration",
        OfModel("herman-15.json.gz", "cost", "max", "stable"),
    ),
    (
        "pig-20",
        "Pig to 20 points by two players: probability that the first wins, if both play as well "
        "as possible",
        OfModel("pig-20.json", "reach", "max", "first"),
    ),
)


def systems(folder: Path) -> Iterator[Headline]:
    """The statements about linear systems."""
    for name, words, statement, make_proof, matrix, right in (
        (
            "trefethen-500",
            "Trefethen's matrix of 500, primes on the diagonal and 1 at distances 1, 2, 4, 8, ...: "
            "the first column of its inverse, and that there is one",
            "unique",
            _unique,
            "trefethen-500.mtx",
            "unit-500.mtx",
        ),
        (
            "chessboard",
            "A chessboard without two opposite corners: no weights of dominoes cover each square "
            "once, whole or not",
            "inconsistent",
            _inconsistent,
            "chessboard.mtx",
            "covered-once.mtx",
        ),
    ):
        both = f"{MODELS}/{matrix} {MODELS}/{right}"
        asks = f"exactbox linsolve {both}"
        proof = partial(make_proof, folder / matrix, folder / right)
        yield Headline(name, words, asks, proof, f"{both} --statement {statement}")


def _unique(a: Path, b: Path, draft: Draft | None) -> HeadlineProof:
    """A x = b, and for no other x."""
    from exactbox.linalg import solve
    from exactbox.linear_certificate import LinearCertificate

    with stage("unknowns"):
        x = solve(a, b)
    report("proving and checking", 1, 1)
    certificate = LinearCertificate.unique(a, b, x)
    value = next(Fraction(int(n), int(d)) for i, _, n, d in x.entries() if i == 0)
    facts = partial(_entry_facts, value, len(x))
    return HeadlineProof(_put(certificate, draft), facts, f"x[1] = {brief_number(value)}")


def _put(found: LinearCertificate, draft: Draft | None) -> Proof:
    """The proof, which has been checked; the draft gets it."""
    if draft is not None:
        for piece in found.certificate_parts():
            draft.put(piece)
    return found.proof


def _entry_facts(value: Fraction, unknowns: int, whole: int, digits: int) -> Facts:
    of_entry = [(label, f"x[1] = {text}") for label, text in number_facts(value, whole, digits)]
    return [*of_entry, ("unknowns", f"{unknowns:,}, all of them in the proof")]


def _inconsistent(a: Path, b: Path, draft: Draft | None) -> HeadlineProof:
    """y A = 0 and y b is not 0."""
    from exactbox.linalg import InconsistentSystemError, read_matrix, solve
    from exactbox.linear_certificate import LinearCertificate

    try:
        solve(a, b)
    except InconsistentSystemError as error:
        y = error.witness
    else:
        raise ValueError(f"{a}, {b}: there is a solution, need a system without one")
    report("checking the certificate", 1, 1)
    certificate = LinearCertificate.inconsistent(a, b, y)
    weight = {i: Fraction(int(n), int(d)) for i, _, n, d in y.entries()}
    right = read_matrix(b).entries()
    c = sum(weight.get(i, Fraction(0)) * Fraction(int(n), int(d)) for i, _, n, d in right)
    words = f"{len(weight)} equations, with the weights in the proof, add up to 0 = {c}"
    return HeadlineProof(_put(certificate, draft), partial(_reason, words), "no solution")


def _reason(words: str, whole: int, digits: int) -> Facts:
    return [("because", words)]

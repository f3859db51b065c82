"""The headline answers: which questions ``proofs/`` answers, and how its index is written.

Everything in ``proofs/`` is a function of this list: the certificates byte for byte, and the index.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

    from exactbox.mdp import Certified, DecisionProcess


@dataclass(frozen=True)
class Headline:
    """A question with a name, and the process whose value at the start answers it."""

    name: str
    question: str
    build: Callable[[], DecisionProcess]

    @property
    def file(self) -> str:
        """The certificate's name in ``proofs/``."""
        return f"{self.name}.json"


def headlines() -> list[Headline]:
    """The questions, in the order in which they are answered."""
    from exactbox.games.flip import flip

    game = "Card flipping, {} cards, two fair {}-sided dice: least expected number of turns"
    return [Headline(f"flip-{n}", game.format(2 * n, n), partial(flip, n)) for n in range(2, 7)]


@dataclass(frozen=True, eq=False)
class Answer:
    """A headline with its certified result and certificate."""

    headline: Headline
    result: Certified
    certificate: bytes

    @property
    def value(self) -> Fraction:
        """The exact answer."""
        return self.result.value


def answer(headline: Headline, progress: Callable[[str, int, int], None] | None = None) -> Answer:
    """Compute, certify and check one headline.

    Raises
    ------
    InvalidCertificate
        If the independent checker does not agree.
    """
    from exactbox.check import InvalidCertificate, check
    from exactbox.mdp import certify

    result = certify(headline.build(), progress=progress)
    certificate = result.certificate()
    if progress is not None:
        progress("checking the certificate", 1, 1)
    if check(certificate).value != result.value:
        raise InvalidCertificate(f"{headline.name}: the checker proved another value")
    return Answer(headline, result, certificate)


def index(answers: Sequence[Answer]) -> str:
    """The text of ``proofs/README.md``."""
    from exactbox.certificate import sha256
    from exactbox.decimals import fraction_string

    lines = [
        "# Proved answers",
        "",
        "Each answer is exact, and each file is its proof: a certificate that `exactbox/check.py`",
        "verifies with nothing but Python's standard library. `make certify` recomputes all of",
        "them and compares; `make check` only checks them. To cite an answer, give its SHA-256.",
        "",
    ]
    for one in answers:
        lines += [
            f"## {one.headline.name}",
            "",
            f"{one.headline.question}.",
            "",
            f"- exact value: {fraction_string(one.value)}",
            f"- decimal: {one.result.decimal(12)} (rounded half to even)",
            f"- size: {one.result.process.chance_nodes:,} states, "
            f"{one.result.process.decision_nodes:,} decisions, {len(one.certificate):,} bytes",
            f"- SHA-256: `{sha256(one.certificate)}`",
            f"- check: `python3 exactbox/check.py proofs/{one.headline.file}`",
            "",
        ]
    return "\n".join(lines)

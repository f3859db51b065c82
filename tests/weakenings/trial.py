"""What a search tries: a question, a witness, and what is true."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from tests.corpus import canonical

Json = dict[str, Any]


class Trial(NamedTuple):
    """One certificate.

    Attributes
    ----------
    kind : str
    question, witness : dict
    is_true : callable
        Whether a claim about this question, with this witness, is true.
    """

    kind: str
    question: Json
    witness: Json
    is_true: Callable[[Any], bool]

    def raw(self) -> bytes:
        """The bytes of its certificate."""
        asked = {"kind": self.kind, "question": self.question, "witness": self.witness}
        return canonical({"certificate": 2, **asked})


LITTLE = Fraction(1, 10**30)  # what a near miss is off by
Family = Callable[[Random, int], Iterator[Trial]]  # about so many trials


def some(rng: Random, pool: list[Any], count: int) -> list[Any]:
    """The first of these, and others by chance, at most so many."""
    return pool[:] if len(pool) <= count else [pool[0], *rng.sample(pool[1:], count - 1)]

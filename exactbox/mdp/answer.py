"""What an objective is answered with: values, a policy, and the proof that goes into a certificate.

The certificate is written here and stated, and checked, in `exactbox.check` (kind "model"), which
shares no code with this.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from math import inf, lcm
from typing import Any

import numpy as np
from flint import fmpz

from exactbox.linalg import ExactVector
from exactbox.mdp.model import Array, Model, Rewards

DIGITS = 12  # decimals that a claim shows


class ModelValues(Sequence[Any]):
    """Exact values of states: a Fraction each, or ``math.inf``."""

    def __init__(self, finite: ExactVector, infinite: Array) -> None:
        self.finite, self.infinite = finite, infinite

    def __len__(self) -> int:
        return len(self.finite)

    def __getitem__(self, s: Any) -> Any:
        if isinstance(s, slice):
            return [self[k] for k in range(len(self))[s]]
        value = self.finite[s]
        return inf if self.infinite[s] else value

    def __iter__(self) -> Iterator[Fraction | float]:
        return (self[s] for s in range(len(self)))

    def __repr__(self) -> str:
        return f"ModelValues({len(self)} states, {int(self.infinite.sum())} infinite)"


@dataclass(frozen=True, eq=False)
class Answer:
    """The exact optimal values of a model under an objective, and a policy that attains them.

    Attributes
    ----------
    model : Model
    objective : str
        As certificates name it: reach, until, total, signed, discounted, bounded, mean.
    sense : "max" or "min"
        Of the first player, where there are two.
    values : ModelValues
        Per state, a Fraction or ``math.inf``.
    policy : (S,) int64
        The choice within each state (with a number of steps, (steps, S): the row k is for when k
        steps are done). Optimal in every state. Among optimal choices it is the first one that
        also makes progress where progress is needed.
    ties : (n,) int64
        The states with more than one optimal choice.
    """

    model: Model
    objective: str
    sense: str
    values: ModelValues
    policy: Array
    ties: Array
    rewards: Rewards | None = field(default=None, repr=False)
    stated: Mapping[str, Any] = field(default_factory=dict, repr=False)  # goal, steps, proof, ...

    @property
    def value(self) -> Fraction | float:
        """The value at the initial state."""
        value: Fraction | float = self.values[self.model.initial]
        return value

    def decimal(self, state: int, digits: int) -> str:
        """The value of a state, rounded half to even; "infinity" where it is infinite."""
        if self.values.infinite[state]:
            return "infinity"
        return self.values.finite.decimal(state, digits)

    def certificate(self, *, digits: int = DIGITS) -> bytes:
        """The certificate in canonical bytes; `exactbox.check` verifies it."""
        state = self.model.initial
        claim: dict[str, Any] = {"value": "infinity", "decimals": []}
        if not self.values.infinite[state]:
            claim["value"] = self.values.finite[state]
            claim["decimals"] = [self.decimal(state, digits)]
        stated = {**self.stated, "values": self.values.finite, "policy": self.policy.tolist()}
        return certificate(self.model, self.objective, self.sense, self.rewards, claim, stated)


def certificate(
    model: Model,
    objective: str,
    sense: str,
    rewards: Rewards | None,
    claim: Mapping[str, Any],
    stated: Mapping[str, Any],
) -> bytes:
    """A certificate of the kind "model" in canonical bytes."""
    from exactbox.certificate import VERSION, canonical

    second = model.players
    return canonical(
        {
            "certificate": VERSION,
            "kind": "model",
            "claim": {"node": model.initial, **{key: _plain(v) for key, v in claim.items()}},
            "model": _choices(model, rewards),
            "objective": objective,
            "second": [] if second is None else np.flatnonzero(second).tolist(),
            "sense": sense,
            **{name: _plain(part) for name, part in stated.items()},
        }
    )


def _plain(part: Any) -> Any:
    """A set of states as a list, a rational as two integers, a vector in blocks."""
    from exactbox.certificate import blocks

    if isinstance(part, ExactVector):
        return blocks(part)
    if isinstance(part, Fraction):
        return [f"{part.numerator:x}", f"{part.denominator:x}"]
    if isinstance(part, np.ndarray):
        return np.flatnonzero(part).tolist() if part.dtype == bool else part.tolist()
    return part


def _choices(model: Model, rewards: Rewards | None) -> list[Any]:
    """The model as a certificate states it: denominator, cost, targets, weights of each choice."""
    branch, choice = model.branch_start.tolist(), model.choice_start.tolist()
    target, weight = model.target.tolist(), model.weight.tolist()
    denominator = model.denominator.tolist()
    paid = [0] * model.choices if rewards is None else rewards.numerator.tolist()
    over = [1] * model.choices if rewards is None else rewards.denominator.tolist()
    written = []
    for c in range(model.choices):
        low, high = branch[c], branch[c + 1]
        common = lcm(denominator[c], over[c])
        scale, cost = common // denominator[c], paid[c] * (common // over[c])
        weights = [f"{w * scale:x}" for w in weight[low:high]]
        written.append([f"{common:x}", f"{cost:x}", target[low:high], weights])
    return [written[low:high] for low, high in pairwise(choice)]


def everywhere(states: int, inside: Array, x: ExactVector, one: Array | None = None) -> ExactVector:
    """x on the states inside, 1 on others that are told, 0 on the rest."""
    block = np.zeros(states, dtype=np.int64)
    block[inside] = np.array(x.block_of, dtype=np.int64) + 1
    numerators: list[Sequence[fmpz]] = [(fmpz(0),)] * states
    for s, n in zip(np.flatnonzero(inside).tolist(), x.numerators, strict=True):
        numerators[s] = n
    if one is not None:
        for s in np.flatnonzero(one).tolist():
            numerators[s] = (fmpz(1),)
    return ExactVector([fmpz(1), *x.denominators], block.tolist(), numerators, 1)

"""Markov decision processes in states and choices, as flat arrays with exact rationals.

State s has the choices ``choice_start[s]:choice_start[s + 1]``; choice c leads to ``target[b]``
with probability ``weight[b] / denominator[c]`` for b in ``branch_start[c]:branch_start[c + 1]``.
Weights are positive and add up to the denominator. A Markov chain is a process with one choice a
state.
Rewards belong to choices: what a model states for states or transitions is added up, the latter in
expectation, which changes no expected value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from exactbox.linalg.integers import narrowest

Array = np.ndarray[Any, Any]

_INT64 = 2**63 - 1


@dataclass(frozen=True, eq=False)
class Rewards:
    """The expected reward of choice c is ``numerator[c] / denominator[c]``.

    Attributes
    ----------
    numerator : (C,) int64, or objects where integers are longer
    denominator : (C,) the same, positive
    """

    numerator: Array
    denominator: Array

    def __post_init__(self) -> None:
        for name in ("numerator", "denominator"):
            object.__setattr__(self, name, _integers(f"rewards, {name}", getattr(self, name)))
        if len(self.numerator) != len(self.denominator):
            raise ValueError(
                f"rewards: {len(self.numerator)} numerators and {len(self.denominator)} "
                "denominators, need as many"
            )
        if (self.denominator <= 0).any():
            c = int(np.argmax(self.denominator <= 0))
            raise ValueError(
                f"rewards, choice {c} of all: the denominator is {self.denominator[c]}, need 1 or "
                "more"
            )


class Layout:
    """States, choices and branches in compressed rows.

    Attributes
    ----------
    choice_start : (S + 1,) int64
        State s has the choices ``choice_start[s]:choice_start[s + 1]``.
    branch_start : (C + 1,) int64
        Choice c has the branches ``branch_start[c]:branch_start[c + 1]``.
    target : (B,) int64
        The state that a branch leads to.
    """

    choice_start: Array
    branch_start: Array
    target: Array

    @property
    def states(self) -> int:
        """S, the number of states."""
        return len(self.choice_start) - 1

    @property
    def choices(self) -> int:
        """C, the number of choices."""
        return len(self.branch_start) - 1

    @property
    def state_of(self) -> Array:
        """(C,) the state of every choice."""
        return np.repeat(np.arange(self.states), np.diff(self.choice_start))

    @property
    def choice_of(self) -> Array:
        """(B,) the choice of every branch."""
        return np.repeat(np.arange(self.choices), np.diff(self.branch_start))


@dataclass(frozen=True, eq=False)
class Model(Layout):
    """A Markov decision process with labels and rewards.

    Attributes
    ----------
    choice_start : (S + 1,) int64
    branch_start : (C + 1,) int64
    target : (B,) int64
    weight : (B,) int64, or objects where integers are longer
    denominator : (C,) the same
    initial : int
        The initial state.
    labels : dict of name to (S,) bool
    rewards : dict of name to Rewards
        The name may be empty.
    actions : (C,) names, optional
    valuations : (S,) descriptions of the states, optional
    players : (S,) bool, optional
        In a turn-based game, the states where the second player chooses.
    """

    choice_start: Array
    branch_start: Array
    target: Array
    weight: Array
    denominator: Array
    initial: int = 0
    labels: Mapping[str, Array] = field(default_factory=dict)
    rewards: Mapping[str, Rewards] = field(default_factory=dict)
    actions: Sequence[str] | None = None
    valuations: Sequence[str] | None = None
    players: Array | None = None

    def __post_init__(self) -> None:
        for name in ("choice_start", "branch_start", "target", "weight", "denominator"):
            object.__setattr__(self, name, _integers(name, getattr(self, name)))
        states, choices, branches = self.states, self.choices, len(self.target)
        if states < 1:
            raise ValueError("there is no state, need one")
        if (np.diff(self.choice_start) < 1).any():
            s = int(np.argmax(np.diff(self.choice_start) < 1))
            raise ValueError(f"state {s} has no choice, need one (a loop, where it is the end)")
        if (np.diff(self.branch_start) < 1).any():
            c = int(np.argmax(np.diff(self.branch_start) < 1))
            raise ValueError(f"{self.place(c)} leads nowhere, need a target")
        outside = (self.target < 0) | (self.target >= states)
        if outside.any():
            b = int(np.argmax(outside))
            raise ValueError(
                f"{self.place(int(self.choice_of[b]))}: target {self.target[b]} is no state, "
                f"need 0 to {states - 1}"
            )
        if len(self.weight) != branches or len(self.denominator) != choices:
            raise ValueError(
                f"{len(self.weight)} weights and {len(self.denominator)} denominators, need "
                f"{branches} and {choices}"
            )
        if branches and (self.weight <= 0).any():
            b = int(np.argmax(self.weight <= 0))
            raise ValueError(
                f"{self.place(int(self.choice_of[b]))}: the probability of target "
                f"{self.target[b]} is not positive"
            )
        widest = int(np.diff(self.branch_start).max())
        weight = self.weight
        if weight.dtype != object and int(weight.max()) * widest > _INT64:
            weight = weight.astype(object)
        total = np.add.reduceat(weight, self.branch_start[:-1])
        wrong = total != self.denominator
        if wrong.any():
            c = int(np.argmax(wrong))
            found = Fraction(int(total[c]), max(int(self.denominator[c]), 1))
            raise ValueError(f"{self.place(c)}: probabilities add up to {found}, need 1")
        if not 0 <= self.initial < states:
            raise ValueError(f"the initial state {self.initial} is none of 0 to {states - 1}")
        for name, given in self.rewards.items():
            if len(given.numerator) != choices:
                raise ValueError(
                    f"rewards {name!r} of {len(given.numerator)} choices, need {choices}"
                )
        sets = {f"label {name!r}": where for name, where in self.labels.items()}
        if self.players is not None:
            sets["players"] = self.players
        for what, where in sets.items():
            if where.dtype != np.bool_ or where.shape != (states,):
                raise ValueError(
                    f"{what}: got {where.dtype} of shape {where.shape}, need bool of ({states},)"
                )

    def restricted(self, kept: Array) -> Model:
        """The same states with these of their choices, (C,) bool; without rewards and names."""
        choices = np.flatnonzero(kept)
        lengths = np.diff(self.branch_start)
        inside = np.repeat(kept, lengths)
        return Model(
            np.concatenate([[0], np.cumsum(kept)])[self.choice_start],
            np.concatenate([[0], np.cumsum(lengths[choices])]),
            self.target[inside],
            self.weight[inside],
            self.denominator[choices],
            self.initial,
        )

    def place(self, choice: int) -> str:
        """What error messages call a choice."""
        state = int(np.searchsorted(self.choice_start, choice, side="right")) - 1
        return f"state {state}, choice {choice - int(self.choice_start[state])}"

    @classmethod
    def from_lists(
        cls,
        states: Sequence[Sequence[Sequence[tuple[Any, int]]]],
        *,
        initial: int = 0,
        labels: Mapping[str, Sequence[int]] | None = None,
        rewards: Mapping[str, Sequence[Sequence[Any]]] | None = None,
        players: Sequence[bool] | None = None,
    ) -> Model:
        """A process written down: ``states[s][k]`` lists (probability, target) of choice k of s.

        Parameters
        ----------
        states : list of lists of choices
            Probabilities are ints, Fractions or strings such as "1/3" and "0.1".
        labels : dict of name to states
        rewards : dict of name to ``rewards[name][s][k]``
        players : for each state, whether the second player chooses there

        Examples
        --------
        >>> coin = Model.from_lists([[[("1/2", 0), ("1/2", 1)]], [[(1, 1)]]], labels={"heads": [1]})
        >>> coin.states, coin.choices
        (2, 2)
        """
        choice_start, branch_start = [0], [0]
        target: list[int] = []
        weight: list[int] = []
        denominator: list[int] = []
        for choices in states:
            for branches in choices:
                exact = [exact_number(p) for p, _ in branches]
                common = lcm(*(p.denominator for p in exact))
                weight += [int(p * common) for p in exact]
                target += [t for _, t in branches]
                denominator.append(common)
                branch_start.append(len(target))
            choice_start.append(len(branch_start) - 1)
        count, sizes = len(states), np.diff(choice_start).tolist()
        marked = {name: np.zeros(count, dtype=bool) for name in labels or {}}
        for name, where in (labels or {}).items():
            for s in where:
                if not 0 <= s < count:
                    raise ValueError(f"label {name!r}: {s} is no state, need 0 to {count - 1}")
                marked[name][s] = True
        given = {}
        for name, table in (rewards or {}).items():
            if [len(row) if hasattr(row, "__len__") else -1 for row in table] != sizes:
                raise ValueError(
                    f"rewards {name!r}: need a list a state, with a number for each of its choices"
                )
            flat = [exact_number(r) for row in table for r in row]
            given[name] = Rewards(
                int_array([r.numerator for r in flat]), int_array([r.denominator for r in flat])
            )
        return cls(
            np.array(choice_start, dtype=np.int64),
            np.array(branch_start, dtype=np.int64),
            np.array(target, dtype=np.int64),
            int_array(weight),
            int_array(denominator),
            initial,
            marked,
            given,
            players=None if players is None else np.array(players, dtype=bool),
        )


def _integers(name: str, given: Any) -> Array:
    """int64 where every entry and its negative fit, else objects."""
    values = np.asarray(given)
    if values.dtype == object:
        if all(isinstance(v, int) for v in values):
            return values
    elif values.dtype.kind in "iu":
        fits = values.dtype.kind == "i" or int(values.max(initial=0)) <= _INT64
        widened: Array = narrowest(values.astype(np.int64 if fits else object, copy=False))
        return widened
    raise ValueError(f"{name}: got {values.dtype}, need integers")


def exact_number(value: Any) -> Fraction:
    """The number that an int, a Fraction or a text is; a float is refused.

    Examples
    --------
    >>> exact_number("0.1")
    Fraction(1, 10)
    """
    if isinstance(value, float):
        raise ValueError(f"{value!r} is a float, need an int, a Fraction, or a text such as '1/3'")
    return Fraction(value)


def int_array(values: Sequence[int]) -> Array:
    """int64, or objects where one does not fit."""
    try:
        return np.array(values, dtype=np.int64)
    except OverflowError:
        return np.fromiter(values, dtype=object, count=len(values))

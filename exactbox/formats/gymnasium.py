"""Tables of Gymnasium's toy environments, ``env.unwrapped.P``, without importing Gymnasium.

``P[state][action]`` lists ``(probability, next state, reward, done)``. Numbers there are floats,
so the caller says which rationals they stand for. ``done`` ends the episode: such a transition
leads to an absorbing state without rewards, which is the next state itself if its table already
says so, and else a copy of it behind all states.

Source: Towers et al., *Gymnasium: A Standard Interface for Reinforcement Learning Environments*,
2024 (``gymnasium.envs.toy_text``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from exactbox.formats.numbers import (
    Rationalize,
    checked_rationalize,
    ratio_arrays,
    rational,
    rewards,
    weights,
)
from exactbox.mdp.model import Model

Table = Mapping[int, Mapping[int, Sequence[tuple[Any, Any, Any, Any]]]]


def from_gymnasium(
    P: Table,
    *,
    rationalize: Rationalize,
    terminal_label: str = "done",
    initial: int = 0,
    reward: str = "reward",
) -> Model:
    """A decision process from a table of transitions.

    Parameters
    ----------
    P : dict of state to dict of action to list of (probability, next state, reward, done)
        States and actions are numbered from 0. Entries of one next state are added up; entries of
        probability 0 are left out.
    rationalize : "exact", "decimal" or int
        What a float stands for: its binary value, the shortest decimal that shows it, or the
        nearest fraction whose denominator is at most this.
    terminal_label : str
        The label of the absorbing states that ``done`` leads to.
    initial : int
        The initial state.
    reward : str
        The name of the rewards, which are expected values of the choices.

    Raises
    ------
    TypeError, ValueError
        A state is missing, a number is none, or the probabilities of a choice do not add up to 1;
        names the state and the action, and the sum.

    Examples
    --------
    >>> coin = {0: {0: [(0.5, 0, 0, False), (0.5, 1, 1, True)]}, 1: {0: [(1.0, 1, 0, True)]}}
    >>> model = from_gymnasium(coin, rationalize="exact")
    >>> model.states, model.labels["done"].tolist(), model.rewards["reward"].numerator.tolist()
    (2, [False, True], [1, 0])
    """
    checked_rationalize(rationalize, required=True)
    if not hasattr(P, "__len__"):
        raise TypeError(f"found a {type(P).__name__}, need a table such as env.unwrapped.P")
    count = len(P)
    if not count:
        raise ValueError("found no states, need one")
    for s in range(count):
        if isinstance(P, Mapping) and s not in P:
            raise ValueError(f"state {s} is missing, need states 0 to {count - 1}")
    ends: dict[int, int] = {}  # the absorbing state for each next state of a done transition
    copies = 0
    option_start, branch_start = [0], [0]
    target: list[int] = []
    probability: list[Fraction] = []
    expected: list[Fraction] = []
    places: list[str] = []
    names: list[str] = []
    for s in range(count):
        for within, (a, entries) in enumerate(_actions(P[s])):
            place = f"state {s}, action {a}"
            sums: dict[int, Fraction] = {}
            mean = Fraction(0)
            for entry in entries:
                if len(entry) != 4:
                    raise ValueError(f"{place}: found {entry!r}, need 4 entries")
                p, t, gain, done = entry
                if p == 0:
                    continue
                weight = _number(p, rationalize, place, "probability")
                if not isinstance(t, (int, np.integer)):
                    raise TypeError(f"{place}: found the target {t!r}, need an integer")
                if not 0 <= t < count:
                    raise ValueError(
                        f"{place}: found the target {t}, need a state from 0 to {count - 1}"
                    )
                if weight <= 0:
                    raise ValueError(
                        f"{place}: the probability {p} of target {t} is taken as {weight}, need a "
                        "positive number"
                    )
                if done and t not in ends:
                    absorbing = _is_absorbing(P, int(t))
                    ends[int(t)] = int(t) if absorbing else count + copies
                    copies += not absorbing
                to = ends[int(t)] if done else int(t)
                sums[to] = sums.get(to, Fraction(0)) + weight
                mean += weight * _number(gain, rationalize, place, "reward")
            target += sums
            probability += sums.values()
            branch_start.append(len(target))
            expected.append(mean)
            places.append(place)
            names.append("" if a == within else str(a))
        if len(places) == option_start[-1]:
            raise ValueError(f"state {s} has no action, need one")
        option_start.append(len(places))
    for t in range(count, count + copies):
        target.append(t)
        probability.append(Fraction(1))
        branch_start.append(len(target))
        expected.append(Fraction(0))
        places.append(f"state {t}")
        names.append("")
        option_start.append(len(places))
    starts, targets = np.array(branch_start), np.array(target, dtype=np.int64)
    states = count + copies
    try:
        weight_array, denominator = weights(
            places.__getitem__, states, starts, targets, *ratio_arrays(probability)
        )
    except ValueError as error:
        if isinstance(rationalize, int):
            raise
        raise ValueError(f"{error}; rationalize=1000, say, takes fractions near by") from None
    label = np.zeros(states, dtype=bool)
    label[list(ends.values())] = True
    return Model(
        np.array(option_start),
        starts,
        targets,
        weight_array,
        denominator,
        initial,
        {terminal_label: label},
        {reward: rewards(expected)},
        names if any(names) else None,
    )


def _actions(table: Any) -> list[tuple[Any, Any]]:
    """Actions in order, with their entries."""
    return sorted(table.items()) if isinstance(table, Mapping) else list(enumerate(table))


def _is_absorbing(P: Table, state: int) -> bool:
    """Whether every action stays there without a reward."""
    return all(
        p == 0 or (t == state and gain == 0)
        for _, entries in _actions(P[state])
        for p, t, gain, _ in entries
    )


def _number(value: Any, rationalize: Rationalize, place: str, what: str) -> Fraction:
    try:
        return rational(value, rationalize)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{place}: the {what} {error}") from None

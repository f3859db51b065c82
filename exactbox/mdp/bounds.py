"""Objectives with rigorous bounds in place of exact values, for models of a million states.

Sources and method: `enclosure`.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from exactbox.mdp.asking import (
    discount_of,
    label,
    refuse_games,
    refuse_negative,
    rewards_of,
    who_maximises,
)
from exactbox.mdp.enclosure import Enclosure, enclose
from exactbox.mdp.model import Array, Model, Rewards
from exactbox.mdp.proofs import progress_ranks
from exactbox.mdp.values import Unknown, discounted_unknown, reach_unknown, until_unknown

Progress = Callable[[str, int, int], None]


def reach_bounds(
    model: Model,
    goal: Array | str,
    sense: str,
    *,
    stay: Array | str | None = None,
    progress: Progress | None = None,
) -> Enclosure:
    """Bounds of `objectives.reach`.

    Raises
    ------
    ValueError
        As there; and where a policy can circle for ever between states that are in doubt.
    OverflowError, ArithmeticError
        If bounds in 64 bits are not possible here.

    Examples
    --------
    >>> model = Model.from_lists(
    ...     [[[("1/3", 0), ("1/3", 1), ("1/3", 2)]], [[(1, 1)]], [[(1, 2)]]], labels={"won": [2]})
    >>> found = reach_bounds(model, "won", "max")
    >>> low, high = found.interval(0)
    >>> low <= Fraction(1, 2) <= high and high - low < Fraction(1, 10**12)
    True
    """
    who_maximises(model, sense)
    refuse_games(model, "a bound")
    goal = label(model, goal)
    stay = np.ones(model.states, dtype=bool) if stay is None else label(model, stay)
    return _bounds(model, reach_unknown(model, goal, stay, sense), sense, None, progress)


def total_until_bounds(
    model: Model,
    rewards: Rewards | str | None,
    goal: Array | str,
    sense: str,
    *,
    progress: Progress | None = None,
) -> Enclosure:
    """Bounds of `objectives.total_until`; it raises what `reach_bounds` does."""
    who_maximises(model, sense)
    refuse_games(model, "a bound")
    goal, rewards = label(model, goal), rewards_of(model, rewards)
    refuse_negative(model, rewards, ~goal)
    return _bounds(model, until_unknown(model, rewards, goal, sense), sense, None, progress)


def discounted_bounds(
    model: Model,
    rewards: Rewards | str | None,
    discount: Fraction | int | str,
    sense: str,
    *,
    progress: Progress | None = None,
) -> Enclosure:
    """Bounds of `objectives.discounted`; it raises what `reach_bounds` does."""
    who_maximises(model, sense)
    refuse_games(model, "a bound")
    rewards, factor = rewards_of(model, rewards), discount_of(discount)
    unknown = discounted_unknown(model, rewards, factor)
    return _bounds(model, unknown, sense, float(1 / (1 - factor)), progress)


def _bounds(
    model: Model, unknown: Unknown, sense: str, steps: float | None, progress: Progress | None
) -> Enclosure:
    inside = unknown.inside
    policy = np.zeros(model.states, dtype=np.int64)
    bits, lower, upper = 0, policy[:0], policy[:0]
    chosen = policy[:0]
    if inside.any():
        if steps is None:
            _require_ends(model, unknown)
        bits, lower, upper, chosen = enclose(unknown.rows, sense, steps=steps, progress=progress)
        policy[inside] = unknown.choices[chosen] - model.choice_start[:-1][inside]
    low = np.where(unknown.one, 1 << bits, 0)
    high = low.copy()
    low[inside], high[inside] = lower, upper
    equations = unknown.rows, chosen, np.flatnonzero(inside)
    return Enclosure(model, sense, bits, low, high, unknown.infinite, policy, equations)


def _require_ends(model: Model, unknown: Unknown) -> None:
    """Some branch of every choice leads towards where values are known."""
    kept = ~unknown.inside[model.state_of]
    kept[unknown.choices] = True
    ranks = progress_ranks(model.restricted(kept), ~unknown.inside)
    if (ranks < 0).any():
        s = int(np.argmax(ranks < 0))
        raise ValueError(
            f"state {s}: a policy can stay for ever where values are in doubt; bounds need that "
            "all policies leave (exact values do not)"
        )

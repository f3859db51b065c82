"""Objectives with rigorous bounds in place of exact values, for models of a million states.

Sources and method: `enclosure`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

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
from exactbox.mdp.graph import (
    doubt_levels,
    every_policy_positive,
    first_choice,
    leads_only_to,
    prob1_max,
)
from exactbox.mdp.model import Array, Model, Rewards
from exactbox.mdp.proofs import as_played, missing_policy, progress_ranks, within_state
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
    maximises = who_maximises(model, sense)
    refuse_games(model, "a bound")
    goal = label(model, goal)
    stay = np.ones(model.states, dtype=bool) if stay is None else label(model, stay)
    unknown = reach_unknown(model, goal, stay, sense)
    found = _bounds(model, unknown, sense, None, progress)
    zero = ~unknown.inside & ~unknown.one
    choice = np.where(zero, first_choice(model, leads_only_to(model, zero)), found.choice)
    if sense == "max":
        choice = np.where(unknown.one, prob1_max(model, goal, stay).choice, choice)
    choice = np.where(choice < 0, model.choice_start[:-1], choice)
    ends = goal | ~stay | (found.low == 0)
    ranks = progress_ranks(as_played(model, choice, maximises), ends)
    stated = {"goal": goal, "stay": stay, "ranks": np.maximum(ranks, 0)}
    found = found._replace(choice=choice)
    return _enclosure(model, unknown, sense, found, "reach", None, stated)


def total_until_bounds(
    model: Model,
    rewards: Rewards | str | None,
    goal: Array | str,
    sense: str,
    *,
    progress: Progress | None = None,
) -> Enclosure:
    """Bounds of `objectives.total_until`; it raises what `reach_bounds` does."""
    maximises = who_maximises(model, sense)
    refuse_games(model, "a bound")
    goal, rewards = label(model, goal), rewards_of(model, rewards)
    refuse_negative(model, rewards, ~goal)
    unknown = until_unknown(model, rewards, goal, sense)
    found = _bounds(model, unknown, sense, None, progress)
    choice, infinite = found.choice, unknown.infinite
    if sense == "max":
        ranks = every_policy_positive(model, goal, ~infinite)
        choice, levels = missing_policy(model, goal, choice, infinite)
    else:
        played = np.where(choice < 0, model.choice_start[:-1], choice)
        ranks = progress_ranks(as_played(model, played, ~maximises), goal)
        levels = doubt_levels(model, goal)
    stated = {
        "goal": goal,
        "infinite": infinite,
        "levels": np.maximum(levels, 0),
        "ranks": np.maximum(ranks, 0),
    }
    found = found._replace(choice=choice)
    return _enclosure(model, unknown, sense, found, "until", rewards, stated)


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
    found = _bounds(model, unknown, sense, float(1 / (1 - factor)), progress)
    stated = {"discount": factor}
    return _enclosure(model, unknown, sense, found, "discounted", rewards, stated)


class _Found(NamedTuple):
    """Bounds of all states, and choices (-1 where they are still to be said)."""

    bits: int
    low: Array
    high: Array
    choice: Array
    chosen: Array  # of the equations


def _bounds(
    model: Model, unknown: Unknown, sense: str, steps: float | None, progress: Progress | None
) -> _Found:
    inside = unknown.inside
    choice = np.full(model.states, -1, dtype=np.int64)
    bits, lower, upper, chosen = 0, choice[:0], choice[:0], choice[:0]
    if inside.any():
        if steps is None:
            _require_ends(model, unknown)
        bits, lower, upper, chosen = enclose(unknown.rows, sense, steps=steps, progress=progress)
        choice[inside] = unknown.choices[chosen]
    low = np.where(unknown.one, 1 << bits, 0)
    high = low.copy()
    low[inside] = lower if steps is not None else np.maximum(lower, 0)
    high[inside] = upper
    return _Found(bits, low, high, choice, chosen)


def _enclosure(
    model: Model,
    unknown: Unknown,
    sense: str,
    found: _Found,
    objective: str,
    rewards: Rewards | None,
    stated: Mapping[str, Any],
) -> Enclosure:
    equations = unknown.rows, found.chosen, np.flatnonzero(unknown.inside)
    return Enclosure(
        model,
        sense,
        found.bits,
        found.low,
        found.high,
        unknown.infinite,
        within_state(model, found.choice),
        equations,
        objective,
        rewards,
        stated,
    )


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

"""Objectives of Markov decision processes, minimised and maximised, exactly.

Each function finds the states whose value the graph decides (0, 1, infinity), solves the equations
of the others by exact policy iteration (`optimum`), and derives the policy and the proof from the
values (`proofs`). What each certificate states, and why that proves optimality against all policies
with memory and chance, is in `exactbox.check`.

In a game (``model.players``) the second player wants the opposite; see `games`.

Sources: Puterman, *Markov Decision Processes*, 1994; Baier, Katoen, *Principles of Model Checking*,
2008, chapter 10; de Alfaro, *Computing minimum and maximum reachability times in probabilistic
systems*, 1999.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np

from exactbox.linalg import ExactVector
from exactbox.mdp.answer import Answer, ModelValues
from exactbox.mdp.asking import (
    discount_of,
    is_game,
    label,
    only_these,
    refuse_games,
    refuse_negative,
    rewards_of,
    who_maximises,
)
from exactbox.mdp.games import strategy_iteration
from exactbox.mdp.graph import (
    attractor,
    doubt_levels,
    every_policy_positive,
    falling_choice,
    first_choice,
)
from exactbox.mdp.model import Array, Model, Rewards, int_array
from exactbox.mdp.proofs import (
    as_played,
    collecting_policy,
    left_open,
    missing_policy,
    optimal_choices,
    progress_ranks,
    within_state,
)
from exactbox.mdp.values import (
    discounted_unknown,
    reach_unknown,
    total_unknown,
    until_unknown,
)

Progress = Callable[[str, int, int], None]


def reach(
    model: Model,
    goal: Array | str,
    sense: str,
    *,
    stay: Array | str | None = None,
    progress: Progress | None = None,
) -> Answer:
    """The probability to reach the goal, or with `stay`: to reach it by way of these states only.

    Parameters
    ----------
    model : Model
    goal : (S,) bool, or the name of a label
    sense : "max" or "min"
    stay : (S,) bool, or the name of a label, optional
    progress : callable, optional
        Called as ``progress(stage, done, total)``.

    Returns
    -------
    Answer

    Raises
    ------
    ValueError
        If there is no such label, or the sense is another.

    Examples
    --------
    >>> model = Model.from_lists(
    ...     [[[("1/3", 0), ("1/3", 1), ("1/3", 2)]], [[(1, 1)]], [[(1, 2)]]], labels={"won": [2]})
    >>> reach(model, "won", "max").value
    Fraction(1, 2)
    """
    goal, maximises = label(model, goal), who_maximises(model, sense)
    stay = np.ones(model.states, dtype=bool) if stay is None else label(model, stay)
    active = stay & ~goal
    played = None
    if is_game(model):
        values, _, played = strategy_iteration(
            model,
            maximises,
            active,
            lambda m, kept: reach_unknown(m, goal, stay, "min"),
            one=goal,
            progress=progress,
        )
    else:
        values = reach_unknown(model, goal, stay, sense).values(sense, progress)
    positive = np.array([n[0] != 0 for n in values.numerators], dtype=bool)
    ends = goal | ~positive
    optimal = optimal_choices(model, values, active, maximises, one=goal)
    choice = first_choice(model, optimal.choices)
    if played is not None:
        choice = np.where(maximises & active, played, choice)
    elif sense == "max":
        ranks = attractor(model, ends, active, None, optimal.choices)
        falling = falling_choice(model, ranks, optimal.choices)
        choice = np.where(active & positive, falling, choice)
    choice = np.where(choice < 0, model.choice_start[:-1], choice)
    ranks = progress_ranks(as_played(model, choice, maximises), ends | ~active)
    _require(ranks, active & positive)
    stated = {"goal": goal, "stay": stay, "ranks": np.maximum(ranks, 0)}
    finite = ModelValues(values, np.zeros(model.states, dtype=bool))
    policy = within_state(model, choice)
    return Answer(model, "reach", sense, finite, policy, optimal.ties, None, stated)


def total_until(
    model: Model,
    rewards: Rewards | str | None,
    goal: Array | str,
    sense: str,
    *,
    progress: Progress | None = None,
) -> Answer:
    """The expected reward until the goal is reached; infinite if that is not almost sure.

    "max" is infinite where some policy misses the goal with positive probability, "min" where all
    do. The goal's own rewards do not count.

    Parameters
    ----------
    model : Model
    rewards : Rewards, the name of some, or None for the model's only ones
        Not negative, but on the goal.
    goal : (S,) bool, or the name of a label
    sense : "max" or "min"
    progress : callable, optional
        Called as ``progress(stage, done, total)``.

    Returns
    -------
    Answer

    Raises
    ------
    ValueError
        For negative rewards, unknown names, and games.

    Examples
    --------
    >>> model = Model.from_lists([[[("1/3", 0), ("2/3", 1)]], [[(1, 1)]]], labels={"won": [1]},
    ...                          rewards={"tries": [[1], [0]]})
    >>> total_until(model, "tries", "won", "min").value
    Fraction(3, 2)
    """
    goal, maximises = label(model, goal), who_maximises(model, sense)
    rewards = rewards_of(model, rewards)
    refuse_games(model, "the reward until a goal")
    refuse_negative(model, rewards, ~goal)
    unknown = until_unknown(model, rewards, goal, sense)
    active, infinite = unknown.inside, unknown.infinite
    values = unknown.values(sense, progress)
    optimal = optimal_choices(model, values, active, maximises, rewards=rewards, infinite=infinite)
    choice = first_choice(model, optimal.choices)
    if sense == "min":
        ranks = attractor(model, goal, active, None, optimal.choices)
        choice = np.where(active, falling_choice(model, ranks, optimal.choices), choice)
        levels = doubt_levels(model, goal)
    else:
        ranks = every_policy_positive(model, goal, ~infinite)
        choice, levels = missing_policy(model, goal, choice, infinite)
    _require(ranks, active)
    _require(levels, infinite)
    stated = {
        "goal": goal,
        "infinite": infinite,
        "levels": np.maximum(levels, 0),
        "ranks": np.maximum(ranks, 0),
    }
    found, policy = ModelValues(values, infinite), within_state(model, choice)
    return Answer(model, "until", sense, found, policy, optimal.ties, rewards, stated)


def total(
    model: Model,
    rewards: Rewards | str | None,
    sense: str,
    *,
    progress: Progress | None = None,
) -> Answer:
    """The expected total reward for ever; it may be infinite.

    Rewards that are 0 or more are all allowed. Some may be below 0 where every end component is
    free of rewards: then each policy comes to rest, and its total is finite. (If all are 0 or
    below, change their sign, and max for min.)

    Parameters
    ----------
    model : Model
    rewards : Rewards, the name of some, or None for the model's only ones
    sense : "max" or "min"
    progress : callable, optional
        Called as ``progress(stage, done, total)``.

    Returns
    -------
    Answer

    Raises
    ------
    ValueError
        For rewards below 0 where an end component has some rewards; the message names a state.

    Examples
    --------
    >>> model = Model.from_lists([[[("1/3", 0), ("2/3", 1)], [(1, 0)]], [[(1, 1)]]],
    ...                          rewards={"": [[2, 1], [0]]})
    >>> total(model, None, "min").value, total(model, None, "max").value
    (Fraction(3, 1), inf)
    """
    maximises, rewards = who_maximises(model, sense), rewards_of(model, rewards)
    if (rewards.numerator < 0).any():
        from exactbox.mdp.signed import signed_total

        refuse_games(model, "rewards below 0")
        return signed_total(model, rewards, sense, progress=progress)
    paid = rewards.numerator > 0
    played: Array | None = None
    if is_game(model):
        values, infinite, played = strategy_iteration(
            model,
            maximises,
            np.ones(model.states, dtype=bool),
            lambda m, kept: total_unknown(m, only_these(rewards, kept), "min"),
            rewards=rewards,
            progress=progress,
        )
    else:
        unknown = total_unknown(model, rewards, sense)
        values, infinite = unknown.values(sense, progress), unknown.infinite
        if sense == "max":
            played = collecting_policy(model, paid, infinite)
    finite = ~infinite
    zero = finite & np.array([n[0] == 0 for n in values.numerators], dtype=bool)
    optimal = optimal_choices(model, values, finite, maximises, rewards=rewards, infinite=infinite)
    choice = first_choice(model, optimal.choices)
    if not is_game(model) and sense == "max":
        ranks = attractor(model, zero, finite, None, optimal.choices)
        choice = np.where(finite & ~zero, falling_choice(model, ranks, optimal.choices), choice)
    if played is not None:
        settled = maximises if is_game(model) else infinite
        choice = np.where(settled, played, choice)
    choice = np.where(choice < 0, model.choice_start[:-1], choice)
    chain = as_played(model, choice, maximises)
    ranks = progress_ranks(chain, zero, paid[left_open(model, choice, maximises)])
    levels = doubt_levels(chain, zero)
    _require(ranks, ~zero)
    _require(levels, infinite)
    stated = {
        "infinite": infinite,
        "levels": np.maximum(levels, 0),
        "ranks": np.maximum(ranks, 0),
    }
    found, policy = ModelValues(values, infinite), within_state(model, choice)
    return Answer(model, "total", sense, found, policy, optimal.ties, rewards, stated)


def discounted(
    model: Model,
    rewards: Rewards | str | None,
    discount: Fraction | int | str,
    sense: str,
    *,
    progress: Progress | None = None,
) -> Answer:
    """The expected total reward, step k counting ``discount ** k``.

    Parameters
    ----------
    model : Model
    rewards : Rewards, the name of some, or None for the model's only ones
        Of any sign.
    discount : Fraction, int or str such as "9/10"
        In [0, 1).
    sense : "max" or "min"
    progress : callable, optional
        Called as ``progress(stage, done, total)``.

    Returns
    -------
    Answer

    Raises
    ------
    ValueError
        If the discount is out of range.

    Examples
    --------
    >>> model = Model.from_lists([[[(1, 0)]]], rewards={"": [[100]]})
    >>> discounted(model, None, "9/10", "max").value
    Fraction(1000, 1)
    """
    maximises, rewards = who_maximises(model, sense), rewards_of(model, rewards)
    factor = discount_of(discount)
    active = np.ones(model.states, dtype=bool)
    if is_game(model):
        values, _, _ = strategy_iteration(
            model,
            maximises,
            active,
            lambda m, kept: discounted_unknown(m, only_these(rewards, kept), factor),
            rewards=rewards,
            discount=factor,
            progress=progress,
        )
    else:
        values = discounted_unknown(model, rewards, factor).values(sense, progress)
    optimal = optimal_choices(model, values, active, maximises, rewards=rewards, discount=factor)
    policy = within_state(model, first_choice(model, optimal.choices))
    found = ModelValues(values, ~active)
    stated = {"discount": factor}
    return Answer(model, "discounted", sense, found, policy, optimal.ties, rewards, stated)


def mean_payoff(
    model: Model,
    rewards: Rewards | str | None,
    sense: str,
    *,
    progress: Progress | None = None,
) -> Answer:
    """The expected long-run average reward of a step, with any number of recurrent classes.

    Parameters
    ----------
    model : Model
    rewards : Rewards, the name of some, or None for the model's only ones
        Of any sign.
    sense : "max" or "min"
    progress : callable, optional
        Called as ``progress(stage, done, total)``.

    Returns
    -------
    Answer
        Its ties are the states with several choices that are optimal for gain and bias.

    Raises
    ------
    ValueError
        For unknown names, and games.

    Examples
    --------
    >>> model = Model.from_lists([[[(1, 1)]], [[("1/2", 0), ("1/2", 1)]]], rewards={"": [[3], [0]]})
    >>> mean_payoff(model, None, "max").value
    Fraction(1, 1)
    """
    from exactbox.mdp.average import gain_and_bias

    maximises, rewards = who_maximises(model, sense), rewards_of(model, rewards)
    refuse_games(model, "the mean payoff")
    found = gain_and_bias(model, rewards, sense, progress=progress)
    nowhere = np.zeros(model.states, dtype=bool)
    gain, bias = ExactVector.of_fractions(found.gain), ExactVector.of_fractions(found.bias)
    kept = optimal_choices(model, gain, ~nowhere, maximises).choices
    above = _less(rewards, [found.gain[s] for s in model.state_of.tolist()])
    kept &= optimal_choices(model, bias, ~nowhere, maximises, rewards=above).choices
    ties = np.flatnonzero(np.bincount(model.state_of[kept], minlength=model.states) > 1)
    policy = within_state(model, found.choice)
    values, stated = ModelValues(gain, nowhere), {"bias": bias}
    return Answer(model, "mean", sense, values, policy, ties, rewards, stated)


def bounded(
    model: Model,
    steps: int,
    sense: str,
    *,
    goal: Array | str | None = None,
    stay: Array | str | None = None,
    rewards: Rewards | str | None = None,
    discount: Fraction | int | str | None = None,
    progress: Progress | None = None,
) -> Answer:
    """With a goal the probability to reach it within the steps, else the reward of the first steps.

    Parameters
    ----------
    model : Model
    steps : int
        0 or more.
    sense : "max" or "min"
    goal, stay : (S,) bool, or the name of a label
        `stay` as in `reach`.
    rewards : Rewards, the name of some, or None for the model's only ones
        Used where there is no goal.
    discount : Fraction, int or str, optional
        In [0, 1), for rewards: step k counts ``discount ** k``.
    progress : callable, optional
        Called as ``progress(stage, done, total)``.

    Returns
    -------
    Answer
        Its policy is (steps, S): the row k is for when k steps are done.

    Raises
    ------
    ValueError
        If `steps` is negative, for unknown names, and for games.

    Examples
    --------
    >>> model = Model.from_lists([[[("1/2", 0), ("1/2", 1)]], [[(1, 1)]]], labels={"won": [1]})
    >>> bounded(model, 3, "max", goal="won").value
    Fraction(7, 8)
    """
    from exactbox.mdp.horizon import backward_induction

    who_maximises(model, sense)
    refuse_games(model, "a bounded number of steps")
    if steps < 0:
        raise ValueError(f"{steps} steps, need 0 or more")
    if goal is not None and discount is not None:
        raise ValueError("a probability has no discount: leave out the goal or the discount")
    if goal is None:
        found = rewards_of(model, rewards)
        factor = Fraction(1) if discount is None else discount_of(discount)
        return backward_induction(
            model, steps, sense, rewards=found, discount=factor, progress=progress
        )
    within = None if stay is None else label(model, stay)
    return backward_induction(
        model, steps, sense, goal=label(model, goal), stay=within, progress=progress
    )


def _less(rewards: Rewards, gains: Sequence[Fraction]) -> Rewards:
    """Rewards less the gain of the choice's state."""
    paid = zip(rewards.numerator.tolist(), rewards.denominator.tolist(), gains, strict=True)
    less = [Fraction(n, d) - gain for n, d, gain in paid]
    return Rewards(int_array([v.numerator for v in less]), int_array([v.denominator for v in less]))


def _require(ranks: Array, where: Array) -> None:
    """A last line of defence: all that has to be ranked is."""
    if (ranks[where] < 0).any():
        s = int(np.flatnonzero(where & (ranks < 0))[0])
        raise ArithmeticError(f"state {s}: the values found cannot be proved")

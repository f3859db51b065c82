"""A finite horizon: the probability to reach a goal within n steps, or the reward of n steps.

    v_k(s) = max over options c of  r(c) + d sum_t p(c, t) v_(k-1)(t)

and min where the sense is "min"; v_0 = 0. For a probability r = 0, d = 1 and v_k = 1 on the goal, 0
outside of `stay`. By backward induction in integers: with D the lowest common denominator of all
choices, v_k is an integer over D^k, and no fraction is reduced on the way.

Source: Puterman, *Markov Decision Processes*, 1994, section 4.5.
"""

from __future__ import annotations

from fractions import Fraction
from operator import index
from typing import Any

import numpy as np
from flint import fmpz

from exactbox.linalg import ExactVector
from exactbox.mdp.answer import Answer
from exactbox.mdp.arguments import (
    Asked,
    Goal,
    discount_of,
    goal_of,
    refuse_games,
    set_of,
    who_maximises,
)
from exactbox.mdp.attractor import first_option
from exactbox.mdp.equations import Equations, equations_of
from exactbox.mdp.layout import Array, PerState
from exactbox.mdp.model import Model
from exactbox.mdp.rewards import Ratios
from exactbox.mdp.timed import refuse_rates, step_rewards
from exactbox.mdp.values import finite
from exactbox.progress import Progress


def within_steps(
    model: Model,
    steps: int,
    sense: str,
    *,
    goal: Goal | Array | str | None = None,
    stay: Goal | Array | str | None = None,
    rewards: Ratios | str | None = None,
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
    goal : (S,) bool, the name of a label, or "ended": that the play ends; optional
    stay : (S,) bool, or the name of a label, optional
        As in `reach`.
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
        If `steps` is negative, for unknown names, for games, and for models with
        rates.

    Examples
    --------
    >>> model = Model.from_lists([[[("1/2", 0), ("1/2", 1)]], [[(1, 1)]]], labels={"won": [1]})
    >>> within_steps(model, 3, "max", goal="won").value
    Fraction(7, 8)
    """
    who_maximises(model, sense)
    refuse_games(model, "a finite horizon")
    refuse_rates(model, "a finite horizon")
    steps = index(steps)
    if steps < 0:
        raise ValueError(f"{steps} steps, need 0 or more")
    if goal is not None and discount is not None:
        raise ValueError("a probability has no discount: leave out the goal or the discount")
    everyone = np.ones(model.states, dtype=bool)
    asked: Asked = {"steps": steps}
    where, given, factor = Goal(~everyone, False), None, Fraction(1)
    within = everyone
    if goal is None:
        given = step_rewards(model, rewards, "a finite horizon")
        if discount is not None:
            factor = asked["discount"] = discount_of(discount)
    else:
        where = asked["goal"] = goal_of(model, goal)
        if stay is not None:
            asked["stay"] = set_of(model, stay, "stay")
            within = asked["stay"].states
    active = within & ~where.states
    options = np.flatnonzero(active[model.state_of])
    equations = equations_of(
        model, active, options, rewards=given, one=where.states, end=where.ended, discount=factor
    )
    now, policy, tied = _induction(equations, steps, sense, progress)
    chosen = np.zeros((steps, model.states), dtype=np.int64)
    chosen[:, active] = policy
    ties = np.flatnonzero(active)[tied]
    values = finite(_everywhere(active, where.states, now))
    return Answer(model, "within_steps", sense, values, chosen, ties, given, asked)


def _induction(
    equations: Equations, steps: int, sense: str, progress: Progress | None
) -> tuple[ExactVector, Array, PerState]:
    """v_steps over D^steps, the options within states, (steps, S), and the states with ties."""
    e = equations
    scale: Any = np.lcm.reduce(e.denominator.astype(object), initial=1)  # D
    start, sizes = e.option_start[:-1], np.diff(e.option_start)
    factor = scale // e.denominator.astype(object)
    weight = e.weight.astype(object) * factor[e.choice_of]
    cost = e.cost.astype(object) * factor
    best: Any = np.maximum if sense == "max" else np.minimum
    now: Any = np.zeros(e.states, dtype=object)
    policy = np.zeros((steps, e.states), dtype=np.int64)
    tied = np.zeros(e.states, dtype=bool)
    power = 1
    for k in range(steps):
        worth = e.per_option(cost * power + e.sums(weight * now[e.target]))  # q D^(k + 1)
        if e.states:
            now = best.reduceat(worth, start)
            optimal = worth == np.repeat(now, sizes)
            policy[steps - 1 - k] = first_option(e, optimal)
            tied |= np.add.reduceat(optimal, start, dtype=np.int64) > 1
        power *= scale
        if progress is not None:
            progress("steps", k + 1, steps)
    entries = [(fmpz(v),) for v in now.tolist()]
    x = ExactVector([fmpz(int(scale)) ** steps], [0] * len(entries), entries, 1)
    return x, np.maximum(policy - start, 0), np.flatnonzero(tied)


def _everywhere(active: PerState, one: PerState, x: ExactVector) -> ExactVector:
    """x on the active states, 1 where that is told, 0 on the rest; over one denominator."""
    (denominator,) = x.denominators
    entries: list[Any] = [(fmpz(0),)] * len(active)
    for s in np.flatnonzero(one).tolist():
        entries[s] = (denominator,)
    for s, n in zip(np.flatnonzero(active).tolist(), x.numerators, strict=True):
        entries[s] = n
    return ExactVector([denominator], [0] * len(entries), entries, 1)

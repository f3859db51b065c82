"""A finite horizon: the probability to reach a goal within n steps, or the reward of n steps.

    v_k(s) = max over options c of  r(c) + d sum_t p(c, t) v_(k-1)(t)

and min where the sense is "min"; v_0 = 0. For a probability r = 0, d = 1 and v_k = 1 on the goal, 0
outside of `stay`. By backward induction (`exactbox.mdp.induction`), in which each step spends 1:
what a step changes is worked out, and a fixed point ends it.

Source: Puterman, *Markov Decision Processes*, 1994, section 4.5.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from operator import index

import numpy as np

from exactbox.linalg.integers import narrowest, product
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
from exactbox.mdp.induction import Induction, branches_of
from exactbox.mdp.layout import Array, PerState
from exactbox.mdp.model import Model
from exactbox.mdp.rewards import Ratios
from exactbox.mdp.timed import refuse_rates, step_rewards
from exactbox.mdp.values import finite, over_one
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
        Its policy is a `Schedule` of (steps, S): the row k is for when k steps are done.

    Raises
    ------
    ValueError
        If `steps` is negative, for unknown names, for games, and for models with
        rates.
    TooLargeError
        If the values get too long; it is estimated after some steps.

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
    found = _induction(model, active, where, given, factor, sense)
    found.run(steps, progress, "steps")
    ties = found.ties(active) if steps else np.zeros(0, dtype=np.int64)
    values = finite(over_one(found.value, found.scale))
    return Answer(model, "within_steps", sense, values, found.schedule(steps), ties, given, asked)


def _induction(
    model: Model,
    active: PerState,
    goal: Goal,
    rewards: Ratios | None,
    discount: Fraction,
    sense: str,
) -> Induction:
    """What every step does: r(c) comes in with the first, the goal is held at 1."""
    mine = np.zeros(model.choices, dtype=bool)  # the choices that matter
    mine[model.choice_at(np.flatnonzero(active[model.state_of]))] = True
    own = model.denominator[mine].tolist()
    paid = [] if rewards is None else rewards.denominator[mine].tolist()
    common = discount.denominator * lcm(*{*own, *paid})  # D
    # d w(e) / d(c) over D
    each = [common // (discount.denominator * d) * discount.numerator for d in own]
    factor = np.zeros(model.choices, dtype=object)
    factor[mine] = each
    kept = mine[model.choice_of] & (discount != 0)
    weight = product(model.weight, narrowest(factor)[model.choice_of])
    ones = np.ones(len(model.target), dtype=np.int64)
    branches = branches_of(model, kept, weight, ones, common)
    found = Induction(model, branches, sense, ~active)
    for s in np.flatnonzero(goal.states).tolist():
        found.hold(0, s, 1)
    for c in np.flatnonzero(mine & model.ends).tolist() if goal.ended else ():
        found.add(1, c, common)
    if rewards is not None:
        for c in np.flatnonzero(mine & (rewards.numerator != 0)).tolist():
            found.add(1, c, int(rewards.numerator[c]) * (common // int(rewards.denominator[c])))
    return found

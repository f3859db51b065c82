"""A finite horizon: the probability to reach a goal within n steps, or the reward of n steps.

    v_k(s) = max over options c of  r(c) + d sum_t p(c, t) v_(k-1)(t)

and min where the sense is "min"; v_0 = 0. For a probability r = 0, d = 1 and v_k = 1 on the goal, 0
outside of `stay`. By backward induction (`exactbox.mdp.exact.induction`), in which each step spends
1: what a step changes is worked out, and a fixed point ends it.

Source: Puterman, *Markov Decision Processes*, 1994, section 4.5.
"""

from __future__ import annotations

from concurrent.futures import Executor
from fractions import Fraction
from math import lcm

import numpy as np

from exactbox.linalg.matrices.integers import narrowest
from exactbox.mdp.answers.answer import Answer
from exactbox.mdp.exact.induction import Induction, branches_of
from exactbox.mdp.exact.values import finite, over_one
from exactbox.mdp.graph.alike import alike
from exactbox.mdp.graph.continuous_time import refuse_rates, step_rewards
from exactbox.mdp.model.arguments import (
    Asked,
    Goal,
    SetOfStates,
    SomeRewards,
    discount_of,
    goal_of,
    refuse_games,
    sense_of,
    set_of,
)
from exactbox.mdp.model.equations import Equations, equations_of
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.state_sets import whole
from exactbox.parallel import in_context
from exactbox.progress import Progress


@in_context
def within_steps(
    model: Model,
    steps: int,
    sense: str | None = None,
    *,
    goal: SetOfStates | None = None,
    stay: SetOfStates | None = None,
    rewards: SomeRewards | None = None,
    discount: Fraction | int | str | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Answer:
    """With a goal the probability to reach it within the steps, else the reward of the first steps.

    A `discount` is for rewards: step k counts ``discount ** k``. The policy is a `Schedule` of
    (steps, S): row k is for when k steps are done. Other arguments are explained in `exactbox.mdp`.

    Parameters
    ----------
    sense : "max" or "min"; it may be left out of a Markov chain
    goal : a label, states, a bool for each state, or "ended"
    rewards : a name, `Rewards`, a number for each choice, or None for the only ones

    Raises
    ------
    ValueError
        For games, and for models with rates.
    TooLargeError
        If the values get too long; it is estimated after some steps.

    Examples
    --------
    >>> model = Model.from_lists([[[("1/2", 0), ("1/2", 1)]], [[(1, 1)]]], labels={"won": [1]})
    >>> within_steps(model, 3, "max", goal="won").value
    Fraction(7, 8)
    """
    sense = sense_of(model, sense)
    refuse_games(model, "a finite horizon")
    refuse_rates(model, "a finite horizon")
    steps = whole("steps", steps)
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
    equations = equations_of(
        model,
        active,
        np.flatnonzero(active[model.state_of]),
        rewards=given,
        one=where.states,
        end=where.ended,
        discount=factor,
    )
    classes = alike(equations)
    found = _induction(equations if classes is None else classes.equations, sense)
    found.run(steps, "steps")
    number = np.arange(equations.states) if classes is None else classes.label
    own = (number, None) if classes is None else (classes.start, classes.option)
    inside = np.flatnonzero(active)
    schedule = found.schedule(steps).spread(model.states, inside, number, *own)
    ties = inside[np.isin(number, found.ties())] if steps else inside[:0]
    at = np.where(where.states, len(found.value), len(found.value) + 1)  # 1, and 0
    at[active] = number
    values = finite(over_one([*found.value, found.scale, 0], found.scale), at)
    return Answer(model, "within_steps", sense, values, schedule, ties, given, asked)


def _induction(equations: Equations, sense: str) -> Induction:
    """The induction over steps: the costs come in with the first."""
    e = equations
    common = lcm(*{*e.denominator.tolist()})  # D
    factor = np.array([common // d for d in e.denominator.tolist()], dtype=object)
    weight = narrowest(e.weight * factor[e.choice_of])
    ones = np.ones(len(e.target), dtype=np.int64)
    branches = branches_of(e, ones > 0, weight, ones, common)
    found = Induction(e, branches, sense, np.zeros(e.states, dtype=bool))
    for c in np.flatnonzero(e.cost).tolist():
        found.add(1, c, int(e.cost[c]) * factor[c])
    return found

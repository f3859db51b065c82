"""Enclosures: proved bounds of values, where exact ones would be too long.

The equations are those of the exact value (`objective`); `exactbox.mdp.bounds` has their bounds,
and the objective the policy that attains values within them. Nothing of this is loaded for an
exact answer.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import nan
from typing import TYPE_CHECKING

import numpy as np

from exactbox.late import former_function
from exactbox.mdp.answers.enclosure import Enclosure
from exactbox.mdp.bounds.bounds import bounds_of, scaled_bounds
from exactbox.mdp.bounds.scaling import every_step_costs
from exactbox.mdp.graph.attractor import policy_ranks
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import (
    Question,
    SetOfStates,
    SomeRewards,
    question_about,
    require_kind,
)
from exactbox.mdp.objectives.objective import has_enclosure, record_of
from exactbox.mdp.objectives.total_until_end import (
    NO_LEVELS,
    equations_until_end,
    question_until_end,
)
from exactbox.objectives import OBJECTIVES
from exactbox.parallel import in_context
from exactbox.progress import Progress

if TYPE_CHECKING:
    from concurrent.futures import Executor


@in_context
def reach_enclosure(
    model: Model,
    goal: SetOfStates,
    sense: str | None = None,
    *,
    stay: SetOfStates | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Enclosure:
    """Proved bounds of `reach`, for models of a million states.

    Raises
    ------
    ValueError
        If a policy can stay for ever between states whose values are in doubt.
    OverflowError, ArithmeticError
        If bounds in 64 bits are not possible here.

    Examples
    --------
    >>> from fractions import Fraction
    >>> model = Model.from_lists(
    ...     [[[("1/3", 0), ("1/3", 1), ("1/3", 2)]], [[(1, 1)]], [[(1, 2)]]], labels={"won": [2]})
    >>> bounds = reach_enclosure(model, "won", "max")
    >>> low, high = bounds.interval(0)
    >>> low <= Fraction(1, 2) <= high and high - low < Fraction(1, 10**12)
    True
    """
    return enclose(model, question_about(model, "reach", sense, goal=goal, stay=stay))


@in_context
def cost_enclosure(
    model: Model,
    rewards: SomeRewards | None,
    goal: SetOfStates,
    sense: str | None = None,
    *,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Enclosure:
    """Proved bounds of `cost`, for models of a million states; rewards are 0 or more.

    An OverflowError or ArithmeticError says that bounds in 64 bits are not possible here.
    """
    return enclose(model, question_about(model, "cost", sense, goal=goal, rewards=rewards))


@in_context
def discounted_enclosure(
    model: Model,
    rewards: SomeRewards | None,
    discount: Fraction | int | str,
    sense: str | None = None,
    *,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Enclosure:
    """Proved bounds of `discounted`, for models of a million states.

    An OverflowError or ArithmeticError says that bounds in 64 bits are not possible here.
    """
    question = question_about(model, "discounted", sense, rewards=rewards, discount=discount)
    return enclose(model, question)


@in_context
def total_until_end_enclosure(
    model: Model, rewards: SomeRewards | None = None, *, progress: Progress | None = None
) -> Enclosure:
    """Proved bounds of the least `total_until_end`: for games whose exact values would be too long.

    Costs are 0 or more. Bounds are computed in integers, for a million choices where every step
    costs something; the policy attains values within them. The arguments are explained in
    `exactbox.mdp`.

    Raises
    ------
    OverflowError, ArithmeticError
        If bounds in 64 bits are not possible here.

    Examples
    --------
    >>> toss = Model.from_choices([(1, [("1/3", 0), ("2/3", 1)]), (0, [])], [[0], [1]], start=0)
    >>> bounds = total_until_end_enclosure(toss)
    >>> low, high = bounds.interval()
    >>> low <= 1.5 <= high, float(high - low) < 1e-12
    (True, True)
    """
    question = question_until_end(model, rewards, "min")
    equations = equations_until_end(model, question.time_averaged(model).reward)
    if not every_step_costs(equations):  # some step costs nothing
        return enclose(model, question)
    bounds, decided = (
        scaled_bounds(model, equations),
        question.boundary_values(model),
    )  # lower <= q <= upper
    witness = {"ranks": policy_ranks(equations, bounds.policy).choices, "levels": NO_LEVELS}
    policy = model.action_numbers(bounds.policy)
    return Enclosure(model, question, policy, decided, equations, bounds, witness)


certify_enclosure = former_function("certify_enclosure", total_until_end_enclosure)


def enclose(model: Model, question: Question) -> Enclosure:
    """Proved bounds, of an objective that has a policy to `attain` values within them."""
    objective = record_of(question.objective)
    if objective.attain is None or objective.decide is None:
        raise ValueError(f"there are no bounds of {objective.name}")
    require_kind(model, one_player=objective.one_player, discrete=objective.discrete)
    averaged = question.time_averaged(model)
    if averaged.goal is not None and averaged.rewards is not None:
        rewards = averaged.rewards
        # r(o) < 0 before the goal
        negative = (rewards.numerator < 0)[model.choice] & ~averaged.goal.states[model.state_of]
        if negative.any():
            a = int(np.argmax(negative))
            reward = rewards[int(model.choice_at(np.array([a]))[0])]
            what = f"the reward is {reward}, need 0 or more before the goal"
            raise ValueError(f"{model.place(a)}: {what}")
    decided = objective.decide(model, averaged)  # v where the graph decides it; else nan
    if model.players is not None and model.players.any():  # what holds whoever chooses
        # v is between what the players reach together, for the sense and against it
        opposite = replace(averaged, sense="min" if averaged.sense == "max" else "max")
        decided = np.where(decided == objective.decide(model, opposite), decided, nan)
    equations, actions = averaged.equations(model, decided)  # v = max or min of r + P v
    bounds = bounds_of(model, averaged, decided, equations, actions)  # lower <= v <= upper
    policy, witness = objective.attain(model, averaged, decided, bounds)  # its values are within
    policy = model.action_numbers(policy)
    return Enclosure(model, question, policy, decided, equations, bounds, witness)


def enclosed(model: Model, question: Question) -> Enclosure:
    """Proved bounds in place of the answer; there are not bounds of every question."""
    if not has_enclosure(question):
        names = ", ".join(name for name, each in OBJECTIVES.items() if each.has_enclosure)
        raise ValueError(f"--enclosure goes with {names}, without --steps")
    return enclose(model, question)

"""The expected reward until a goal is reached: stochastic shortest paths.

    v(s) = min over options c of  r(c) + sum_t p(c, t) v(t)          max where the sense is "max"
    where r(c) is what a choice brings until the next one, in continuous time on the average;
    v = 0 on the goal;  infinite if the goal is missed with positive probability: by every policy
    ("min"), by some ("max")

With rewards below 0 only the policies that reach the goal almost surely count: `signed_cost`.

Sources: Bertsekas, Tsitsiklis, *An analysis of stochastic shortest path problems*, 1991; de Alfaro,
*Computing minimum and maximum reachability times in probabilistic systems*, 1999.
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import replace
from typing import Any

import numpy as np

from exactbox.mdp.answers.answer import Answer
from exactbox.mdp.answers.enclosure import Enclosure
from exactbox.mdp.answers.witness import missing_policy, optimal_options, require, within_state
from exactbox.mdp.bounds.bounds import bounds_of
from exactbox.mdp.bounds.cycles import enclose_circles
from exactbox.mdp.exact.exact_policy_iteration import Unknown
from exactbox.mdp.graph.attractor import (
    attractor,
    falling_option,
    first_option,
    leads_only_to,
    passing_ranks,
    progress_ranks,
)
from exactbox.mdp.graph.continuous_time import expected_rewards
from exactbox.mdp.graph.qualitative import every_policy_positive, miss_levels, prob1_max, prob1_min
from exactbox.mdp.graph.restriction import fix_policy
from exactbox.mdp.model.arguments import (
    Asked,
    Goal,
    SetOfStates,
    SomeRewards,
    goal_of,
    has_negative,
    refuse_games,
    refuse_negative,
    rewards_of,
    sense_of,
    who_maximises,
)
from exactbox.mdp.model.equations import equations_of
from exactbox.mdp.model.layout import PerState, Policy
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Ratios
from exactbox.mdp.objectives.signed_cost import signed_cost
from exactbox.parallel import in_context
from exactbox.progress import Progress


@in_context
def cost(
    model: Model,
    rewards: SomeRewards | None,
    goal: SetOfStates,
    sense: str | None = None,
    *,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Answer:
    """The expected reward until the goal is reached; infinite if that is not almost sure.

    "max" is infinite where some policy misses the goal with positive probability, "min" where all
    do. The goal's own rewards do not count. If some rewards before the goal are below 0 the value
    is among the policies that reach the goal almost surely, as the limit of that of n steps. Other
    arguments are explained in `exactbox.mdp`.

    Parameters
    ----------
    rewards : a name, `Rewards`, a number for each choice, or None for the only ones
    goal : a label, states, a bool for each state, or "ended"
    sense : "max" or "min"; it may be left out of a Markov chain

    Raises
    ------
    ValueError
        With rewards below 0: if no policy reaches the goal almost surely from an initial state, and
        where one can stay for ever before the goal and gain. In games.

    Examples
    --------
    >>> model = Model.from_lists([[[("1/3", 0), ("2/3", 1)]], [[(1, 1)]]], labels={"won": [1]},
    ...                          rewards={"tries": [[1], [0]]})
    >>> cost(model, "tries", "won", "min").value
    Fraction(3, 2)
    """
    sense = sense_of(model, sense)
    asked, given, rewards, maximises = _arguments(model, rewards, goal, sense)
    target, ended = asked["goal"], asked["goal"].ended
    refuse_games(model, "the reward until a goal")
    if has_negative(model, rewards, target.states):
        return replace(signed_cost(model, rewards, target, sense), rewards=given)
    unknown = _unknown(model, rewards, target, sense)
    active, infinite = unknown.inside, unknown.infinite
    values = unknown.values(sense).with_infinite(infinite)
    bounded = leads_only_to(model, ~infinite, ended)  # options after which it is finite
    optimal = optimal_options(model, values, active, maximises, rewards=rewards, options=bounded)
    policy, ranks = first_option(model, optimal.options), None
    if sense == "min":
        ranks = attractor(model, target.states, active, None, optimal.options, ended)
        falling = falling_option(model, ranks, optimal.options, ended)
        policy = np.where(active, falling, policy)
    policy, witness = _witness(model, policy, target, infinite, sense, ranks)
    within = within_state(model, policy)
    return Answer(model, "cost", sense, values, within, optimal.ties, given, asked, witness)


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
    sense = sense_of(model, sense)
    asked, given, rewards, _ = _arguments(model, rewards, goal, sense)
    target = asked["goal"]
    refuse_negative(model, rewards, ~target.states)
    refuse_games(model, "an enclosure")
    unknown = _unknown(model, rewards, target, sense)
    circles = enclose_circles if sense == "min" else None
    found = bounds_of(model, unknown, sense, circles=circles)
    policy, witness = _witness(model, found.policy, target, unknown.infinite, sense)
    within = within_state(model, policy)
    return Enclosure(model, "cost", sense, within, unknown, found, given, asked, witness)


def _arguments(
    model: Model, rewards: SomeRewards | None, goal: SetOfStates, sense: str
) -> tuple[Asked, Ratios, Ratios, PerState]:
    """The goal and sense, the rewards as given and expected of each choice, who maximises."""
    maximises, target = who_maximises(model, sense), goal_of(model, goal)
    given = rewards_of(model, rewards)
    return {"goal": target}, given, expected_rewards(model, given), maximises


def _unknown(model: Model, rewards: Ratios, goal: Goal, sense: str) -> Unknown:
    """What the graph decides: v is finite where all policies (max), or some (min), reach it."""
    states, ended, _ = goal
    if sense == "max":
        reached = prob1_min(model, states, None, ended)
    else:
        reached = prob1_max(model, states, None, None, ended).states
    inside = reached & ~states  # 0 < steps to go < infinity: an unknown
    nowhere = np.zeros(model.states, dtype=bool)  # no value is 1 by itself
    options = np.flatnonzero(inside[model.state_of] & leads_only_to(model, reached, ended))
    equations = equations_of(model, inside, options, rewards=rewards)
    return Unknown(equations, inside, nowhere, ~reached, options)


def _witness(
    model: Model,
    policy: Policy,
    goal: Goal,
    infinite: PerState,
    sense: str,
    ranks: PerState | None = None,
) -> tuple[Policy, dict[str, Any]]:
    """The policy, and the ranks and levels that prove finite and infinite values."""
    states, ended, _ = goal
    if sense == "max":
        ranks = every_policy_positive(model, states, ~infinite, ended)
        policy, levels = missing_policy(model, states, policy, infinite, ended)
    else:
        levels = miss_levels(model, states, ended)
    if ranks is None:  # the policy's own
        taken = np.where(policy < 0, model.option_start[:-1], policy)
        fixed, _ = fix_policy(model, taken, np.ones(model.states, dtype=bool))
        ranks = progress_ranks(fixed, states, exits=fixed.ends if ended else None)
    require(ranks, ~infinite & ~states)
    require(levels, infinite)
    ranks = np.where(states, 0, ranks)
    levels = np.where(infinite, levels, -1)
    return policy, {"levels": levels, "ranks": passing_ranks(model, ranks)}

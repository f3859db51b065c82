"""Dice games, solved: the expected total until the play ends, with one optimal policy for all.

    v(s) = min over options c of s of  q(c),    q(c) = cost(c) + sum_t p(c, t) v(t),

and max where rewards are collected; a choice without branches pays and ends the play. Where all
costs are 0 or more, "min" is over the policies that end almost surely, and "max" over all; costs of
both signs need that every policy ends. Among optimal options the lowest is taken
(`exact_policy_iteration.lowest_proper`), so that the answer, and its certificate byte for byte, is
a function of the model.
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import replace

import numpy as np

from exactbox.mdp.answers.answer import Answer
from exactbox.mdp.answers.enclosure import Enclosure
from exactbox.mdp.answers.witness import endless_reward
from exactbox.mdp.bounds.bounds import Bounds
from exactbox.mdp.bounds.scaling import enclose_scaled, every_step_costs
from exactbox.mdp.exact.exact_policy_iteration import Unknown, iterate, lowest_proper
from exactbox.mdp.exact.memory_estimate import TooLargeError
from exactbox.mdp.graph.attractor import passing_ranks
from exactbox.mdp.graph.components import end_components
from exactbox.mdp.graph.continuous_time import step_rewards
from exactbox.mdp.graph.proper import ImproperPolicyError, ending_ranks, policy_ranks
from exactbox.mdp.model.arguments import ENDED, Goal, SomeRewards, refuse_games, sense_of
from exactbox.mdp.model.equations import Equations, equations_of
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Ratios
from exactbox.mdp.objectives.cost import cost_enclosure
from exactbox.parallel import in_context
from exactbox.progress import Progress


@in_context
def certify(
    model: Model,
    rewards: SomeRewards | None = None,
    sense: str = "min",
    *,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Answer:
    """The expected total until the play ends: exact values and the lowest-numbered optimal policy.

    Other arguments are explained in `exactbox.mdp`.

    Parameters
    ----------
    rewards : a name, `Rewards`, a number for each choice, or None for the only ones
    sense : "min" or "max"

    Raises
    ------
    ValueError
        If no policy ends from some state; if a reward can be collected again and again; or if costs
        have both signs and some policy does not end (values are then not defined here).

    Examples
    --------
    >>> toss = Model.from_choices([(1, [("1/3", 0), ("2/3", 1)]), (0, [])], [[0], [1]], start=0)
    >>> certify(toss).value
    Fraction(3, 2)
    """
    sense_of(model, sense)
    refuse_games(model, "the total until the play ends")
    rewards = step_rewards(model, rewards, "the total until the play ends")
    everything = np.ones(model.options, dtype=bool)
    equations, ranks = until_the_end(model, rewards), None
    negative = bool(model.per_option(rewards.numerator < 0).any())
    if negative:
        ranks = ending_ranks(equations, everything, every=True)
        if (ranks < 0).any():
            raise ImproperPolicyError(
                f"state {int(np.argmax(ranks < 0))}: a policy need not end from here, and costs "
                "have both signs; need costs of one sign, or that every policy ends"
            )
    elif sense == "max":
        endless = endless_reward(model, rewards, end_components(model)[1])
        if endless is not None:
            raise ImproperPolicyError(f"{endless} can be collected again and again")
    try:
        optimum = iterate(equations, sense, prefer=lowest_proper)
    except TooLargeError as error:
        raise TooLargeError(
            f"{error}; certify_enclosure, or --enclosure of the command, has proved bounds"
        ) from None
    if ranks is None:
        ranks = policy_ranks(equations, optimum.policy)
    goal = Goal(np.zeros(model.states, dtype=bool), True, ENDED)
    objective = "total" if sense == "max" and not negative else "cost"
    witness = {"ranks": passing_ranks(model, ranks)}
    if not negative:
        witness["levels"] = np.full(model.states, -1)
    tied = model.count(optimum.signs == 0) > 1
    return Answer(
        model,
        objective,
        sense,
        optimum.values,
        optimum.policy - model.option_start[:-1],
        np.flatnonzero(tied),
        rewards,
        {"goal": goal} if objective == "cost" else {},
        witness,
        optimum.values.x,
        optimum.rounds,
    )


@in_context
def certify_enclosure(
    model: Model, rewards: SomeRewards | None = None, *, progress: Progress | None = None
) -> Enclosure:
    """Proved bounds of the least `certify`: for games whose exact values would be too long.

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
    >>> found = certify_enclosure(toss)
    >>> low, high = found.interval()
    >>> low <= 1.5 <= high, float(high - low) < 1e-12
    (True, True)
    """
    sense_of(model, "min")
    refuse_games(model, "the total until the play ends")
    costs = step_rewards(model, rewards, "the total until the play ends")
    equations = until_the_end(model, costs)
    if not every_step_costs(equations):
        return cost_enclosure(model, costs, ENDED, "min")
    bits, lower, upper, policy = enclose_scaled(equations)
    taken, nobody = model.choice_at(policy), np.zeros(model.states, dtype=bool)
    ranks = policy_ranks(equations, policy)
    return Enclosure(
        model,
        "cost",
        "min",
        policy - model.option_start[:-1],
        Unknown(equations, ~nobody, nobody, nobody, None),
        Bounds(bits, lower[taken], upper[taken], policy, policy),
        costs,
        {"goal": Goal(nobody, True, ENDED)},
        {"ranks": passing_ranks(model, ranks), "levels": np.full(model.states, -1)},
        (lower, upper),
    )


def until_the_end(model: Model, rewards: Ratios) -> Equations:
    """The equations of all states; their unknowns are the values of all choices."""
    equations = equations_of(model, rewards=rewards)
    if equations.option is None:
        equations = replace(equations, option=np.arange(model.options))
    return equations

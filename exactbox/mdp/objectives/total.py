"""The expected total reward, over an infinite horizon.

    v(s) = max over options c of  r(c) + sum_t p(c, t) v(t)          min where the sense is "min"

Rewards that are 0 or more are all allowed; v is the least solution that is not negative, and
infinite where rewards can be (max), or have to be (min), collected again and again. Some rewards
may be below 0 where no end component has a reward: then every policy almost surely stays in a
zero-reward end component in the long run, and its total is finite. Each end component becomes one
state (inside it every state can be reached without cost) with the option to stay, worth 0; then all
policies end, and exact policy iteration applies to rewards of both signs.

Sources: Puterman, *Markov Decision Processes*, 1994, chapter 7; de Alfaro, *Formal Verification of
Probabilistic Systems*, 1997 (quotients by end components).
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import replace

import numpy as np

from exactbox.mdp.answers.answer import Answer
from exactbox.mdp.answers.witness import (
    collecting_policy,
    endless_reward,
    optimal_options,
    require,
    within_state,
)
from exactbox.mdp.exact.exact_policy_iteration import Unknown, optimal_values
from exactbox.mdp.exact.strategy_iteration import strategy_iteration
from exactbox.mdp.exact.values import everywhere
from exactbox.mdp.graph.attractor import (
    attractor,
    choice_ranks,
    falling_option,
    first_option,
    leads_only_to,
    passing_ranks,
    progress_ranks,
)
from exactbox.mdp.graph.collapse import merged
from exactbox.mdp.graph.components import end_components
from exactbox.mdp.graph.continuous_time import expected_rewards
from exactbox.mdp.graph.proper import ending_ranks
from exactbox.mdp.graph.qualitative import miss_levels, prob0_max, prob1_max
from exactbox.mdp.graph.restriction import fix_policy
from exactbox.mdp.model.arguments import (
    SomeRewards,
    is_game,
    only_these,
    refuse_games,
    rewards_of,
    sense_of,
    who_maximises,
)
from exactbox.mdp.model.equations import equations_of
from exactbox.mdp.model.layout import PerOption, Policy
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Ratios
from exactbox.parallel import in_context
from exactbox.progress import Progress


@in_context
def total(
    model: Model,
    rewards: SomeRewards | None,
    sense: str | None = None,
    *,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Answer:
    """The expected total reward over an infinite horizon; it may be infinite.

    Rewards that are 0 or more are all allowed. Some may be below 0 where every end component is
    free of rewards: then the total of each policy is finite. (If all are 0 or below, change their
    sign, and max for min.) In a game the second player wants the opposite. Other arguments are
    explained in `exactbox.mdp`.

    Parameters
    ----------
    rewards : a name, `Rewards`, a number for each choice, or None for the only ones
    sense : "max" or "min"; it may be left out of a Markov chain

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
    sense = sense_of(model, sense)
    maximises, given = who_maximises(model, sense), rewards_of(model, rewards)
    rewards = expected_rewards(model, given)
    if model.per_option(rewards.numerator < 0).any():
        refuse_games(model, "rewards below 0")
        found = _of_both_signs(model, rewards, sense)
        return replace(found, rewards=given)
    rewarding = model.per_option(rewards.numerator > 0)
    game = is_game(model)
    settled: Policy | None = None
    if game:
        values, settled = strategy_iteration(
            model,
            maximises,
            np.ones(model.states, dtype=bool),
            lambda m, choices: _unknown(m, only_these(rewards, choices), "min"),
            rewards=rewards,
        )
    else:
        unknown = _unknown(model, rewards, sense)
        values = unknown.values(sense).with_infinite(unknown.infinite)
        if sense == "max":
            settled = collecting_policy(model, rewarding, values.infinite)
    infinite = values.infinite
    finite = ~infinite
    zero = finite & ~values.positive  # v = 0
    bounded = leads_only_to(model, finite)
    optimal = optimal_options(model, values, finite, maximises, rewards=rewards, options=bounded)
    policy = first_option(model, optimal.options)
    if not game and sense == "max":
        ranks = attractor(model, zero, finite, None, optimal.options, ended=True)
        falling = falling_option(model, ranks, optimal.options, ended=True)
        policy = np.where(finite & ~zero, falling, policy)
    if settled is not None:
        policy = np.where(maximises if game else infinite, settled, policy)
    policy = np.where(policy < 0, model.option_start[:-1], policy)
    fixed, choices = fix_policy(model, policy, maximises)
    pays = fixed.per_option(rewards.numerator[choices] > 0)
    ranks = progress_ranks(fixed, zero, pays, exits=fixed.ends)
    levels = miss_levels(fixed, zero, ended=True)
    require(ranks, ~zero)
    require(levels, infinite)
    paid = rewards.numerator > 0
    witness = {
        "levels": np.where(infinite, levels, -1),
        "ranks": np.where(paid, 0, passing_ranks(model, ranks)),
    }
    within = within_state(model, policy)
    return Answer(model, "total", sense, values, within, optimal.ties, given, {}, witness)


def _unknown(model: Model, rewards: Ratios, sense: str) -> Unknown:
    """What the graph decides: where nothing can be had, and where it can be had again and again."""
    rewarding = model.per_option(rewards.numerator > 0)
    nowhere = np.zeros(model.states, dtype=bool)
    if sense == "max":
        has = nowhere.copy()
        has[model.state_of[rewarding]] = True
        zero = prob0_max(model, has)  # no reward can be got to
        endless = collecting_policy(model, rewarding, nowhere) >= 0
        infinite = ~prob0_max(model, endless)
    else:
        zero = progress_ranks(model, nowhere, rewarding) < 0  # rewards can be avoided for good
        infinite = ~prob1_max(model, zero, ended=True).states
    inside = ~zero & ~infinite  # 0 < v < infinity: an unknown
    options = np.flatnonzero(inside[model.state_of] & leads_only_to(model, ~infinite))
    equations = equations_of(model, inside, options, rewards=rewards)
    return Unknown(equations, inside, nowhere, infinite, options)


def _of_both_signs(model: Model, rewards: Ratios, sense: str) -> Answer:
    """Rewards of both signs, where no end component has one."""
    component, allowed = end_components(model)
    _refuse_endless(model, rewards, allowed)
    everyone = np.ones(model.states, dtype=bool)
    equations = equations_of(model, everyone, np.arange(model.options), rewards=rewards)
    equations, number = merged(equations.unshared(), component, allowed, stay=True)
    x = optimal_values(equations, sense)
    values = everywhere(everyone, x.of(number))
    maximises = np.full(model.states, sense == "max")
    optimal = optimal_options(model, values, everyone, maximises, rewards=rewards)
    zero = ~values.positive
    stays = attractor(model, zero, None, None, optimal.options, ended=True)
    falling = falling_option(model, stays, optimal.options, ended=True)
    policy = np.where(zero, first_option(model, optimal.options), falling)
    ends = ending_ranks(equations, np.ones(equations.options, dtype=bool), every=True)
    if (policy < 0).any() or (ends < 0).any():
        raise ArithmeticError("the values found cannot be proved")
    steps = 1 + equations.per_option(choice_ranks(equations, ends, equations.leaving))
    heights = np.maximum.reduceat(steps, equations.option_start[:-1])
    witness = {"components": number, "heights": heights, "ranks": passing_ranks(model, stays)}
    within = within_state(model, policy)
    return Answer(model, "total", sense, values, within, optimal.ties, rewards, {}, witness)


def _refuse_endless(model: Model, rewards: Ratios, allowed: PerOption) -> None:
    endless = endless_reward(model, rewards, allowed)
    if endless is not None:
        raise ValueError(
            f"{endless} can be had again and again (in an end component), and some rewards are "
            "below 0; need end components without rewards, or rewards of one sign (if all are 0 or "
            "below: change the sign, and max for min)"
        )

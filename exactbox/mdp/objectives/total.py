"""The expected total reward, over an infinite horizon.

    v(s) = max over actions c of  r(c) + sum_t p(c, t) v(t)          min where the sense is "min"

Rewards that are 0 or more are all allowed; v is the least solution that is not negative, and
infinite where rewards can be (max), or have to be (min), collected again and again. Some rewards
may be below 0 where no end component has a reward: then every policy almost surely stays in a
zero-reward end component in the long run, and its total is finite. Each end component becomes one
state (inside it every state can be reached without cost) with the action to stay, worth 0; then all
policies end, and exact policy iteration applies to rewards of both signs.

Sources: Puterman, *Markov Decision Processes*, 1994, chapter 7; de Alfaro, *Formal Verification of
Probabilistic Systems*, 1997 (quotients by end components).
"""

from __future__ import annotations

from math import inf, nan
from typing import TYPE_CHECKING

import numpy as np

from exactbox.mdp.answers.answer import Answer
from exactbox.mdp.exact.exact_policy_iteration import optimal_values
from exactbox.mdp.exact.values import Values, extend_values
from exactbox.mdp.graph.attractor import (
    attractor,
    first_action,
)
from exactbox.mdp.graph.collapse import collapse
from exactbox.mdp.graph.components import end_components
from exactbox.mdp.graph.policies import collecting_policy, endless_reward
from exactbox.mdp.graph.qualitative import miss_levels, prob0_max, prob1_max
from exactbox.mdp.graph.restriction import fixed_actions
from exactbox.mdp.model.equations import Equations
from exactbox.mdp.model.layout import Array, PerAction, PerChoice, PerState, Policy
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import Question, SomeRewards, maximising_states, question_about
from exactbox.mdp.objectives.objective import (
    Objective,
    Strategy,
    Witness,
    exact,
    optimal_actions,
    require,
)
from exactbox.parallel import in_context
from exactbox.progress import Progress

if TYPE_CHECKING:
    from concurrent.futures import Executor


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
    without rewards: then the total of each policy is finite. (If all are 0 or below, change their
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
    return exact(model, question_about(model, "total", sense, rewards=rewards))


def _decide(model: Model, question: Question) -> PerState:
    """0 where no reward can be reached, or all avoided; infinite where rewards recur for ever."""
    rewarding = _pays(question)[model.choice]  # r(o) > 0
    none = np.zeros(model.states, dtype=bool)
    if question.sense == "max":
        has = none.copy()
        has[model.state_of[rewarding]] = True  # some action has r > 0
        zero = prob0_max(model, has)  # no reward can be got to
        # stays in an end component with a reward
        endless = collecting_policy(model, rewarding, none) >= 0
        infinite = ~prob0_max(model, endless)  # P(reach an endless reward) > 0
    else:
        every = np.diff(model.action_start)
        # every action leads nearer to a reward
        ranks = attractor(model, need=every, exits=_pays(question))
        zero = ranks.states < 0  # rewards can be avoided for good
        infinite = ~prob1_max(model, zero, ended=True).states  # no policy reaches v = 0 surely
    return np.where(infinite, inf, np.where(zero, 0, nan))  # nan: 0 < v < infinity, an unknown


def _prove(
    model: Model, question: Question, values: Values, optimal: PerAction, strategy: Strategy
) -> tuple[Policy, Witness]:
    """Optimal actions, on decreasing ranks where rewards may not be put off for ever."""
    infinite, rewarded = values.infinite, _pays(question)
    zero = ~infinite & ~values.positive  # v = 0
    maximises = maximising_states(model, question.sense)  # (S,) bool
    policy = first_action(model, optimal)
    if strategy is not None:  # in a game
        policy = np.where(maximises, strategy, policy)
    elif question.sense == "max":
        ranks = attractor(model, zero, ~infinite, None, optimal, model.ends)
        decreasing = first_action(model, optimal, ranks)
        policy = np.where(infinite | zero, policy, decreasing)
        collecting = collecting_policy(model, rewarded[model.choice], infinite)  # v infinite
        policy = np.where(infinite, collecting, policy)  # rewards without end
    policy = np.where(policy < 0, model.action_start[:-1], policy)
    kept = fixed_actions(model, policy, maximises)
    ranks = attractor(model, zero, None, model.count(kept), kept, model.ends | rewarded)
    levels = miss_levels(model.restricted(kept)[0], zero, ended=True)
    require(ranks.states, ~zero)  # 0 < v: a rank
    require(levels, infinite)  # v infinite: a level
    return policy, {"levels": np.where(infinite, levels, -1), "ranks": ranks.choices}


def _signed(model: Model, question: Question) -> Answer:
    """Rewards of both signs, where no end component has one: each becomes one state.

    The policy has optimal actions on decreasing ranks; the policies of the quotient end.
    """
    averaged = question.time_averaged(model)
    endless = endless_reward(model, averaged.reward, end_components(model)[1])
    if endless is not None:
        raise ValueError(
            f"{endless} can be had again and again (in an end component), and some rewards are "
            "below 0; need end components without rewards, or rewards of one sign (if all are 0 or "
            "below: change the sign, and max for min)"
        )
    equations, number, heights = quotient(model, averaged)
    values = extend_values(
        averaged.boundary_values(model), optimal_values(equations, question.sense).select(number)
    )
    optimal = optimal_actions(model, averaged, values)
    zero = ~values.positive  # v = 0, or below
    stays = attractor(model, zero, None, None, optimal, model.ends)
    decreasing = first_action(model, optimal, stays)
    # v > 0: the reward is had, not put off
    policy = np.where(zero, first_action(model, optimal), decreasing)
    require(policy, ~values.infinite)
    witness = {"components": number, "heights": heights, "ranks": stays.choices}
    ties = np.flatnonzero(model.count(optimal) > 1)
    return Answer(model, question, values, model.action_numbers(policy), ties, witness)


def quotient(model: Model, question: Question) -> tuple[Equations, PerState, Array]:
    """The equations with each end component as one state, (S,) the state that each state becomes,
    and of these the heights: at most so many steps to the end, as the actions that stay end."""
    component, allowed = end_components(model)  # allowed actions stay inside
    every_state = question.equations(model, question.boundary_values(model))[0].unshared()
    equations, number = collapse(every_state, component, allowed, stay=True)
    every = np.diff(equations.action_start)
    ends = attractor(equations, need=every, exits=equations.leaving)
    require(ends.states, np.ones(equations.states, dtype=bool))
    steps = 1 + ends.choices[equations.choice]  # of each action
    return equations, number, np.maximum.reduceat(steps, equations.action_start[:-1])


def _pays(question: Question) -> PerChoice:
    """(C,) bool: the choices with a reward."""
    pays: PerChoice = question.reward.numerator > 0  # r(c) > 0
    return pays


TOTAL = Objective(
    name="total",
    decide=_decide,
    prove=_prove,
    signed=Objective(name="total", answer=_signed, one_player="rewards below 0"),
)

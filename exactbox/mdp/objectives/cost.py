"""The expected reward until a goal is reached: stochastic shortest paths.

    v(s) = min over actions c of  r(c) + sum_t p(c, t) v(t)          max where the sense is "max"
    where r(c) is the expected reward of a choice until the next one;
    v = 0 on the goal;  infinite if the goal is missed with positive probability: by every policy
    ("min"), by some ("max")

With rewards below 0 only the policies that reach the goal almost surely count: `signed_cost`.

Sources: Bertsekas, Tsitsiklis, *An analysis of stochastic shortest path problems*, 1991; de Alfaro,
*Computing minimum and maximum reachability times in probabilistic systems*, 1999.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import numpy as np

from exactbox.mdp.answers.answer import Answer
from exactbox.mdp.exact.values import Values
from exactbox.mdp.graph.attractor import (
    Ranks,
    attractor,
    first_action,
)
from exactbox.mdp.graph.policies import missing_policy
from exactbox.mdp.graph.qualitative import every_policy_positive, miss_levels, prob1_max, prob1_min
from exactbox.mdp.graph.restriction import fixed_actions
from exactbox.mdp.model.layout import PerAction, PerState, Policy
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import Question, SetOfStates, SomeRewards, question_about
from exactbox.mdp.objectives.objective import (
    Objective,
    Strategy,
    Witness,
    exact,
    require,
)
from exactbox.parallel import in_context
from exactbox.progress import Progress

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from exactbox.mdp.bounds.bounds import Bounds


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
    return exact(model, question_about(model, "cost", sense, goal=goal, rewards=rewards))


def _decide(model: Model, question: Question) -> PerState:
    """v is finite where all policies (max), or some (min), reach the goal."""
    goal = question.target
    if question.sense == "max":
        reached = prob1_min(model, goal.states, None, goal.ended)  # P(F goal) = 1 by every policy
    else:
        reached = prob1_max(model, goal.states, None, None, goal.ended).states  # ... by some policy
    return np.where(reached, question.boundary_values(model), inf)


def _prove(
    model: Model, question: Question, values: Values, optimal: PerAction, strategy: Strategy
) -> tuple[Policy, Witness]:
    """Optimal actions; for the least reward on decreasing ranks to the goal."""
    goal, infinite = question.target, values.infinite
    if question.sense == "max":
        # sigma(s): the first o with q(o) = v(s)
        return _ranked(model, question, first_action(model, optimal), infinite)
    active = ~(goal.states | infinite)  # v is finite, before the goal
    # by optimal actions alone nearer to the goal, so that it is reached almost surely
    ranks = attractor(model, goal.states, active, None, optimal, model.ends & goal.ended)
    return _ranked(model, question, first_action(model, optimal, ranks), infinite, ranks)


def _attain(
    model: Model, question: Question, decided: PerState, bounds: Bounds
) -> tuple[Policy, Witness]:
    """The policy of the bounds."""
    return _ranked(model, question, bounds.policy, np.isinf(decided))


def _ranked(
    model: Model,
    question: Question,
    policy: Policy,
    infinite: PerState,
    ranks: Ranks | None = None,
) -> tuple[Policy, Witness]:
    """The policy, and the ranks and levels that prove finite and infinite values."""
    states, ended, *_ = question.target
    levels = np.full(model.states, -1)  # of states with v = infinity
    if question.sense == "max":
        ranks = every_policy_positive(model, states, ~infinite, ended)  # P(F goal) > 0 by all
        if infinite.any():  # P(F goal) < 1
            policy, levels = missing_policy(model, states, policy, infinite, ended)
    elif infinite.any():  # every policy may miss the goal; from others some reaches it
        levels = miss_levels(model, states | ~infinite, ended)
    if ranks is None:  # the policy's own
        taken = np.where(policy < 0, model.action_start[:-1], policy)
        kept = fixed_actions(model, taken, np.ones(model.states, dtype=bool))
        ranks = attractor(model, states, actions=kept, exits=model.ends & ended)
    require(ranks.states, ~infinite & ~states)  # v finite: a rank
    require(levels, infinite)  # v infinite: a level
    return policy, {"levels": np.where(infinite, levels, -1), "ranks": ranks.choices}


COST = Objective(
    name="cost",
    decide=_decide,
    prove=_prove,
    attain=_attain,
    signed="signed_cost",
    one_player="the reward until a goal",
)

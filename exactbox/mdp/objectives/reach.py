"""The probability to reach a goal.

    v(s) = max over actions c of  sum_t p(c, t) v(t)          min where the sense is "min"
    v = 1 on the goal,  0 where the play has left `stay` or has ended before the goal

Sources: Baier, Katoen, *Principles of Model Checking*, 2008, section 10.6; de Alfaro, *Computing
minimum and maximum reachability times in probabilistic systems*, 1999.
"""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING

import numpy as np

from exactbox.mdp.answers.answer import Answer
from exactbox.mdp.exact.values import Values
from exactbox.mdp.graph.attractor import (
    attractor,
    first_action,
)
from exactbox.mdp.graph.qualitative import prob0_max, prob0_min, prob1_max, prob1_min
from exactbox.mdp.graph.restriction import fixed_actions
from exactbox.mdp.model.layout import PerAction, PerState, Policy
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import Question, SetOfStates, maximising_states, question_about
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
def reach(
    model: Model,
    goal: SetOfStates,
    sense: str | None = None,
    *,
    stay: SetOfStates | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Answer:
    """The probability to reach the goal, or with `stay`: to reach it by way of these states only.

    In a game (``model.players``) the second player wants the opposite. Other arguments are
    explained in `exactbox.mdp`.

    Parameters
    ----------
    goal : a label, states, a bool for each state, or "ended"
    sense : "max" or "min"; it may be left out of a Markov chain

    Examples
    --------
    >>> model = Model.from_lists(
    ...     [[[("1/3", 0), ("1/3", 1), ("1/3", 2)]], [[(1, 1)]], [[(1, 2)]]], labels={"won": [2]})
    >>> reach(model, "won", "max").value
    Fraction(1, 2)
    """
    return exact(model, question_about(model, "reach", sense, goal=goal, stay=stay))


def _decide(model: Model, question: Question) -> PerState:
    """0 and 1; left are the states with 0 < v < 1."""
    goal, stay = question.target, question.within
    if question.sense == "max":
        zero = prob0_max(model, goal.states, stay, goal.ended)  # max P = 0
        one = prob1_max(model, goal.states, stay, None, goal.ended).states  # max P = 1
    else:
        zero = prob0_min(model, goal.states, stay, goal.ended)  # min P = 0
        one = prob1_min(model, goal.states, stay, goal.ended)  # min P = 1
    return np.where(one, 1, np.where(zero, 0, nan))  # nan: 0 < v < 1, an unknown


def _prove(
    model: Model, question: Question, values: Values, optimal: PerAction, strategy: Strategy
) -> tuple[Policy, Witness]:
    """Optimal actions, on decreasing ranks where they have to lead to the goal."""
    goal = question.target
    # v obeys the equation; v > 0
    active, positive = np.isnan(question.boundary_values(model)), values.positive
    policy = first_action(model, optimal)  # q(o) = v(s)
    if strategy is not None:
        mine = maximising_states(model, question.sense) & active  # the maximiser's
        policy = np.where(mine, strategy, policy)
    elif question.sense == "max":
        ends = goal.states | ~positive  # v = 1 on the goal, or v = 0
        ranks = attractor(model, ends, active, None, optimal, model.ends & goal.ended)
        decreasing = first_action(model, optimal, ranks)
        policy = np.where(active & positive, decreasing, policy)  # nearer to the goal
    return _ranked(model, question, policy, ~active | ~positive)


def _attain(
    model: Model, question: Question, decided: PerState, bounds: Bounds
) -> tuple[Policy, Witness]:
    """The policy of the bounds, and what is to be done where values are 0 and 1."""
    goal, stay = question.target, question.within
    zero = decided == 0
    away = first_action(model, model.leads_only_to(zero, not goal.ended))
    policy = np.where(zero, away, bounds.policy)  # v = 0: the goal is never reached
    if question.sense == "max":
        _, ranks, kept = prob1_max(model, goal.states, stay, None, goal.ended)
        towards = np.where(goal.states, -1, first_action(model, kept, ranks))
        policy = np.where(decided == 1, towards, policy)  # v = 1: ranks lead to the goal
    return _ranked(
        model, question, policy, ~np.isnan(question.boundary_values(model)) | (bounds.lower == 0)
    )


def _ranked(
    model: Model, question: Question, policy: Policy, zero: PerState
) -> tuple[Policy, Witness]:
    """The policy, and ranks that decrease towards `zero`, whatever the minimiser does."""
    goal = question.target
    policy = np.where(policy < 0, model.action_start[:-1], policy)
    # the minimiser has all of its actions left
    kept = fixed_actions(model, policy, maximising_states(model, question.sense))
    ranks = attractor(model, zero, None, model.count(kept), kept, model.ends & goal.ended)
    require(ranks.states, ~zero)  # 0 < v: a rank
    return policy, {"ranks": ranks.choices}


REACH = Objective(name="reach", decide=_decide, prove=_prove, attain=_attain)

"""Turn-based games of two players, by strategy iteration.

Fix a strategy of the player who maximises; the best response of the other one is a decision process
to minimise, which is solved exactly. Where some option of the maximising player is worth more than
its state, exactly, the strategy takes it, and the values grow. When none is, the values bound what
the player can get with any strategy, as the best response proves. The first strategy goes to where
there is something to get: from one that does not a round would improve the states next to those
only.

Sources: Hoffman, Karp, *On nonterminating stochastic games*, 1966; Condon, *On algorithms for
simple stochastic games*, 1993.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from exactbox.mdp.exact.compare import signs
from exactbox.mdp.exact.exact_policy_iteration import Subproblem
from exactbox.mdp.exact.values import Values
from exactbox.mdp.graph.attractor import (
    attractor,
    falling_option,
    first_option,
    leads_only_to,
)
from exactbox.mdp.graph.restriction import fixed_options
from exactbox.mdp.model.arguments import only_these, who_maximises
from exactbox.mdp.model.layout import PerState, Policy
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import Question

_MAX_ROUNDS = 10_000

Decide = Callable[[Model, Question], Subproblem]


def strategy_iteration(
    model: Model, question: Question, decide: Decide
) -> tuple[Subproblem, Values, Policy]:
    """Values of the game, infinite where no strategy of the minimising player is finite.

    ``decide(restricted, question)`` is what there is to minimise when the maximising player's
    strategy is fixed. The last such problem comes first, the strategy last. The play's end is worth
    a number.
    """
    maximises = who_maximises(model, question.sense)
    active = ~question.decided(model)  # where v obeys the equation
    policy = _first_strategy(model, question, maximises, active)
    state_of = model.state_of
    for _ in range(_MAX_ROUNDS):
        restricted, choices = model.restricted(fixed_options(model, policy, maximises))
        rewards = None if question.rewards is None else only_these(question.rewards, choices)
        response = decide(restricted, replace(question, sense="min", rewards=rewards))
        values, infinite = response.values("min"), response.infinite
        finite = active & ~infinite
        mine = (maximises & finite)[state_of]
        bounded = leads_only_to(model, ~infinite)
        which = np.flatnonzero(finite[state_of] & bounded)
        equations = question.equations(model, finite, which)
        better = mine & ~bounded  # for an infinite value
        more = which[signs(equations, values.of(np.flatnonzero(finite))) > 0]
        better[more] |= mine[more]
        if not better.any():
            return response, values, policy
        improving = first_option(model, better)
        policy = np.where(improving < 0, policy, improving)
    raise ArithmeticError(f"strategy iteration has not ended after {_MAX_ROUNDS} rounds")


def _first_strategy(
    model: Model, question: Question, maximises: PerState, active: PerState
) -> Policy:
    """(S,) options towards value 1 or a reward, against all resistance where that can be done."""
    everything = np.ones(model.options, dtype=bool)
    rewards, goal = question.rewards, question.goal
    good = everything if rewards is None else model.per_option(rewards.numerator > 0)
    policy = first_option(model, good)
    aim = policy >= 0 if goal is None else goal.states
    ended = goal is not None and goal.ended
    for who in (None, ~maximises):
        ranks = attractor(model, aim, active, who, ended=ended)
        falls = falling_option(model, ranks, everything, ended)
        policy = np.where(ranks > 0, falls, policy)
    return np.where(policy < 0, model.option_start[:-1], policy)

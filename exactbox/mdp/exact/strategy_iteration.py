"""Turn-based games of two players, by strategy iteration.

Fix a strategy of the player who maximises; the best response of the other one is a decision process
to minimise, which is solved exactly. Where some action of the maximising player is worth more than
its state, exactly, the strategy takes it, and the values grow. When none is, the values bound what
the player can get with any strategy, as the best response proves. The first strategy, and the first
response, are those that floats propose (`float_strategies`), and one round is enough where they are
right. Where floats propose none, the first strategy leads to the goal or to rewards: from an
arbitrary one each round would improve only the states next to those improved before.

Sources: Hoffman, Karp, *On nonterminating stochastic games*, 1966; Condon, *On algorithms for
simple stochastic games*, 1993.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf

import numpy as np

from exactbox.mdp.exact.exact_policy_iteration import iterate, optimal_values
from exactbox.mdp.exact.memory_estimate import require_memory_for_components
from exactbox.mdp.exact.values import Values, extend_values, signs
from exactbox.mdp.floats.float_strategies import float_strategies
from exactbox.mdp.graph.attractor import (
    attractor,
    first_action,
    make_proper,
)
from exactbox.mdp.graph.restriction import fixed_actions
from exactbox.mdp.model.layout import PerState, Policy
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import Question, maximising_states

_MAX_ROUNDS = 10_000
_MIN_PROPOSED_STATES = 300  # undecided, from which floats propose strategies (Pig to 5 has 390)

Decide = Callable[[Model, Question], PerState]  # the values that the graph decides


def strategy_iteration(model: Model, question: Question, decide: Decide) -> tuple[Values, Policy]:
    """Values of the game, infinite where no strategy of the minimising player is finite.

    ``decide(restricted, question)`` has the values that the graph decides when the maximising
    player's strategy is fixed. The strategy comes second. The play's end is worth a number.
    """
    maximises = maximising_states(model, question.sense)
    boundary = question.boundary_values(model)
    active = np.isnan(boundary)  # where v obeys the equation
    reply = None
    if active.sum() >= _MIN_PROPOSED_STATES:
        reply = _propose_strategies(model, question, boundary, maximises)
    policy = reply if reply is not None else _first_strategy(model, question, maximises, active)
    for _ in range(_MAX_ROUNDS):
        values, solved = _best_response(model, question, decide, policy, maximises, reply)
        decided = np.where(values.infinite, inf, boundary)  # nan: v(s) is finite, an unknown
        equations, which = question.equations(model, decided)
        finite = np.isnan(decided)
        mine = (maximises & finite)[model.state_of]
        better = mine.copy()  # for an infinite value
        if solved is not None:
            equations, solved = equations.unshared(), np.searchsorted(which, solved)
        sign = signs(equations, values.select(np.flatnonzero(finite)), solved)
        better[which] = mine[which] & (sign > 0)  # q(o) > v(s)
        if not better.any():
            return values, policy
        improving = first_action(model, better)
        policy = np.where(improving < 0, policy, improving)  # v grows, or all stays
        if reply is not None:
            reply = np.where(maximises, policy, reply)
    raise ArithmeticError(f"strategy iteration has not ended after {_MAX_ROUNDS} rounds")


def _best_response(
    model: Model,
    question: Question,
    decide: Decide,
    policy: Policy,
    maximises: PerState,
    reply: Policy | None,
) -> tuple[Values, Policy | None]:
    """The values of the other player's best response to a strategy, a process of one player.

    Where a `reply`, (S,) actions of both players, is given, policy iteration begins with it, and it
    is changed into the best response; the actions for which v(s) = q(o) has been solved come
    second.
    """
    kept = fixed_actions(model, policy, maximises)  # one player is left
    restricted, choices = model.restricted(kept)
    rewards = None if question.rewards is None else question.rewards.of_choices(choices)
    response = replace(question, sense="min", rewards=rewards)
    decided = decide(restricted, response)
    equations, left = response.equations(restricted, decided)
    if reply is None:
        return extend_values(decided, optimal_values(equations, "min")), None
    e, unknown = equations.unshared(), np.isnan(decided)
    require_memory_for_components(e)
    number = np.cumsum(kept) - 1  # of a kept action, in the restricted model
    start = np.searchsorted(left, number[reply[unknown]])
    del restricted, choices, equations  # values of a million states need the memory
    undecided, taken = iterate(e, "min", make_proper(e, start))[:2]
    reply[unknown] = np.flatnonzero(kept)[left[taken]]
    return extend_values(decided, undecided), reply[unknown]


def _propose_strategies(
    model: Model, question: Question, boundary: PerState, maximises: PerState
) -> Policy | None:
    """(S,) actions of both players, near the optimum, by floats; None where these do not help."""
    equations, actions = question.equations(model, boundary)
    try:
        pair = float_strategies(equations.unshared(), maximises[np.isnan(boundary)])
    except OverflowError:
        return None
    if pair is None:
        return None
    policy: Policy = model.action_start[:-1].copy()
    policy[np.isnan(boundary)] = actions[pair[1]]
    return policy


def _first_strategy(
    model: Model, question: Question, maximises: PerState, active: PerState
) -> Policy:
    """(S,) actions towards value 1 or a reward, against all resistance where that can be done."""
    every_action = np.ones(model.action_count, dtype=bool)
    rewards, goal = question.rewards, question.goal
    good = every_action if rewards is None else (rewards.numerator > 0)[model.choice]
    policy = first_action(model, good)
    aim = policy >= 0 if goal is None else goal.states
    ended = goal is not None and goal.ended
    for need in (None, np.where(maximises, 1, np.diff(model.action_start))):
        ranks = attractor(model, aim, active, need, exits=model.ends & ended)
        towards = first_action(model, every_action, ranks)
        policy = np.where(ranks.states > 0, towards, policy)
    return np.where(policy < 0, model.action_start[:-1], policy)

"""The probability to reach a goal.

    v(s) = max over options c of  sum_t p(c, t) v(t)          min where the sense is "min"
    v = 1 on the goal,  0 where the play has left `stay` or has ended before the goal

Sources: Baier, Katoen, *Principles of Model Checking*, 2008, section 10.6; de Alfaro, *Computing
minimum and maximum reachability times in probabilistic systems*, 1999.
"""

from __future__ import annotations

from concurrent.futures import Executor

import numpy as np

from exactbox.mdp.answers.answer import Answer
from exactbox.mdp.answers.enclosure import Enclosure
from exactbox.mdp.answers.witness import optimal_options, require, within_state
from exactbox.mdp.bounds.bounds import bounds_of
from exactbox.mdp.exact.exact_policy_iteration import Unknown
from exactbox.mdp.exact.strategy_iteration import strategy_iteration
from exactbox.mdp.graph.attractor import (
    attractor,
    falling_option,
    first_option,
    leads_only_to,
    passing_ranks,
    progress_ranks,
)
from exactbox.mdp.graph.qualitative import prob0_max, prob0_min, prob1_max, prob1_min
from exactbox.mdp.graph.restriction import fix_policy
from exactbox.mdp.model.arguments import (
    Asked,
    Goal,
    SetOfStates,
    goal_of,
    is_game,
    refuse_games,
    sense_of,
    set_of,
    who_maximises,
)
from exactbox.mdp.model.equations import equations_of
from exactbox.mdp.model.layout import PerChoice, PerState, Policy
from exactbox.mdp.model.model import Model
from exactbox.parallel import in_context
from exactbox.progress import Progress


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
    sense = sense_of(model, sense)
    maximises, asked = who_maximises(model, sense), _asked(model, goal, stay)
    target, within = asked["goal"], _stay(model, asked)
    one, ended = target.states, target.ended
    active = within & ~one  # where v obeys the equation
    strategy: Policy | None = None
    if is_game(model):
        values, strategy = strategy_iteration(
            model,
            maximises,
            active,
            lambda m, _: _unknown(m, target, within, "min"),
            one=one,
            end=ended,
        )
    else:
        values = _unknown(model, target, within, sense).values(sense)
    positive = values.positive
    optimal = optimal_options(model, values, active, maximises, one=one, end=ended)
    policy = first_option(model, optimal.options)
    if strategy is not None:
        policy = np.where(maximises & active, strategy, policy)
    elif sense == "max":
        ranks = attractor(model, one | ~positive, active, None, optimal.options, ended)
        falling = falling_option(model, ranks, optimal.options, ended)
        policy = np.where(active & positive, falling, policy)
    policy = np.where(policy < 0, model.option_start[:-1], policy)
    witness = {"ranks": _ranks(model, policy, maximises, ended, ~active | ~positive)}
    numbers = within_state(model, policy)
    return Answer(model, "reach", sense, values, numbers, optimal.ties, None, asked, witness)


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
    >>> found = reach_enclosure(model, "won", "max")
    >>> low, high = found.interval(0)
    >>> low <= Fraction(1, 2) <= high and high - low < Fraction(1, 10**12)
    True
    """
    sense = sense_of(model, sense)
    maximises = who_maximises(model, sense)
    refuse_games(model, "an enclosure")
    asked = _asked(model, goal, stay)
    target, within = asked["goal"], _stay(model, asked)
    unknown = _unknown(model, target, within, sense)
    found = bounds_of(model, unknown, sense, probability=True)
    zero = ~unknown.inside & ~unknown.one
    away = first_option(model, leads_only_to(model, zero, not target.ended))
    policy = np.where(zero, away, found.policy)
    if sense == "max":
        sure = prob1_max(model, target.states, within, None, target.ended)
        policy = np.where(unknown.one, sure.policy, policy)
    policy = np.where(policy < 0, model.option_start[:-1], policy)
    zero = target.states | ~within | (found.lower == 0)
    witness = {"ranks": _ranks(model, policy, maximises, target.ended, zero)}
    numbers = within_state(model, policy)
    return Enclosure(model, "reach", sense, numbers, unknown, found, None, asked, witness)


def _asked(model: Model, goal: SetOfStates, stay: SetOfStates | None) -> Asked:
    return {
        "goal": goal_of(model, goal),
        "stay": None if stay is None else set_of(model, stay, "stay"),
    }


def _stay(model: Model, asked: Asked) -> PerState:
    everyone: PerState = np.ones(model.states, dtype=bool)
    return everyone if asked["stay"] is None else asked["stay"].states


def _unknown(model: Model, goal: Goal, stay: PerState, sense: str) -> Unknown:
    """What the graph decides: 0 < v < 1 is left."""
    states, ended, _ = goal
    one: PerState
    if sense == "max":
        zero = prob0_max(model, states, stay, ended)
        one = prob1_max(model, states, stay, None, ended).states
    else:
        zero = prob0_min(model, states, stay, ended)
        one = prob1_min(model, states, stay, ended)
    inside = ~zero & ~one  # 0 < v < 1: an unknown
    nowhere = np.zeros(model.states, dtype=bool)  # no probability is infinite
    options = np.flatnonzero(inside[model.state_of])
    equations = equations_of(model, inside, options, one=one, end=ended)
    return Unknown(equations, inside, one, nowhere, options)


def _ranks(
    model: Model, policy: Policy, maximises: PerState, ended: bool, zero: PerState
) -> PerChoice:
    """Ranks that fall towards the states `zero`, whatever those do who minimise."""
    fixed, _ = fix_policy(model, policy, maximises)
    ranks = progress_ranks(fixed, zero, exits=fixed.ends if ended else None)
    require(ranks, ~zero)
    return passing_ranks(model, ranks)

"""Policies, and the numbers that prove them optimal, from exact values.

Given the values, all the rest follows exactly: which choices are optimal, which of them make
progress, and the ranks and levels that show it. Nothing here depends on how values were found; a
wrong value ends in an ArithmeticError.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import numpy as np

from exactbox.linalg import ExactVector
from exactbox.mdp.compare import signs
from exactbox.mdp.components import end_components
from exactbox.mdp.graph import (
    Spread,
    attractor,
    falling_choice,
    first_choice,
    leads_only_to,
    prob0_min,
)
from exactbox.mdp.model import Array, Model, Rewards
from exactbox.mdp.rows import rows_of


class Optimal(NamedTuple):
    """Which choices are optimal, by one step.

    Attributes
    ----------
    choices : (C,) bool
        Worth exactly their state's value. False at states that are not active or infinite.
    ties : (n,) int64
        States with more than one.
    """

    choices: Array
    ties: Array


def optimal_choices(
    model: Model,
    values: ExactVector,
    active: Array,
    maximises: Array,
    *,
    rewards: Rewards | None = None,
    one: Array | None = None,
    discount: Fraction = Fraction(1),
    infinite: Array | None = None,
) -> Optimal:
    """Compare every choice with its state's value, exactly.

    Parameters
    ----------
    model : Model
    values : ExactVector of S entries
    active : (S,) bool
        The states whose values obey the equations; the values of others are 0, or 1.
    maximises : (S,) bool
    rewards, one, discount
        As `rows_of` takes them.
    infinite : (S,) bool, optional
        States, not active, whose value is infinite.

    Raises
    ------
    ArithmeticError
        If some choice is better than the value, or none attains it: the values are wrong.
    """
    chosen = active[model.state_of]
    if infinite is not None:
        chosen &= leads_only_to(model, ~infinite)
    if (np.bincount(model.state_of[chosen], minlength=model.states)[active] == 0).any():
        raise ArithmeticError("a finite value where all choices lead to infinite ones")
    which = np.flatnonzero(chosen)
    rows = rows_of(model, active, which, rewards=rewards, one=one, discount=discount)
    found = signs(rows, values.rows(np.flatnonzero(active).tolist()).as_vector())
    better = np.where(maximises[model.state_of[which]], found > 0, found < 0)
    optimal = np.zeros(model.choices, dtype=bool)
    optimal[which[found == 0]] = True
    count = np.bincount(model.state_of[optimal], minlength=model.states)
    if better.any() or (count[active] == 0).any():
        raise ArithmeticError("the values found are not optimal in some state")
    return Optimal(optimal, np.flatnonzero(count > 1))


def within_state(model: Model, choice: Array) -> Array:
    """(S,) indices within the state, 0 where the choice is -1."""
    policy: Array = np.where(choice < 0, 0, choice - model.choice_start[:-1])
    return policy


def left_open(model: Model, choice: Array, maximises: Array) -> Array:
    """(C,) the choices there are when those who maximise keep to their policy."""
    kept: Array = ~maximises[model.state_of]
    kept[choice[maximises]] = True
    return kept


def as_played(model: Model, choice: Array, maximises: Array) -> Model:
    """The model where those who maximise keep to their policy, and the others are free."""
    if not maximises.any():
        return model
    return model.restricted(left_open(model, choice, maximises))


def progress_ranks(model: Model, ends: Array, paid: Array | None = None) -> Array:
    """Ranks that fall along a branch of every choice of every state, unless the choice is paid.

    Parameters
    ----------
    model : Model
    ends : (S,) bool
        Rank 0.
    paid : (C,) bool, optional

    Returns
    -------
    (S,) int64
        -1 where there are none.
    """
    spread = Spread(model)
    paid = np.zeros(model.choices, dtype=bool) if paid is None else paid
    need = np.diff(model.choice_start) - np.bincount(model.state_of[paid], minlength=model.states)
    spread.begin(~paid, need, ends | (need <= 0))
    rank = np.where(ends, 0, np.where(need <= 0, 1, -1))
    level, steps = np.flatnonzero(ends), 1
    reached = spread.step(level)
    rank[reached] = steps
    level = np.concatenate([reached, np.flatnonzero(~ends & (need <= 0) & (rank == 1))])
    level = np.unique(level)
    while level.size:
        steps += 1
        level = spread.step(level)
        rank[level] = steps
    return rank


def collecting_policy(model: Model, paid: Array, infinite: Array) -> Array:
    """(S,) choices that collect infinitely much wherever that can be done; -1 elsewhere.

    In an end component with a choice that is paid the policy walks to such choices for ever; from
    other states it walks to such an end component.
    """
    component, allowed = end_components(model)
    pays = allowed & paid
    rich = np.zeros(model.states + 1, dtype=bool)  # by component; the last is for none
    rich[component[model.state_of[pays]]] = True
    trap = rich[component] & (component >= 0)
    payer = first_choice(model, pays)
    nobody = np.zeros(model.states, dtype=bool)
    within = Spread(model).ranks(payer >= 0, trap, nobody, allowed)
    choice = np.where(payer >= 0, payer, falling_choice(model, within, allowed))
    to_trap = attractor(model, trap)
    outside = infinite & ~trap
    everything = np.ones(model.choices, dtype=bool)
    return np.where(outside, falling_choice(model, to_trap, everything), np.where(trap, choice, -1))


def missing_policy(
    model: Model, goal: Array, choice: Array, infinite: Array
) -> tuple[Array, Array]:
    """Choices on infinite states that miss the goal, and the levels that show it."""
    never = prob0_min(model, goal)
    levels = attractor(model, never, ~goal)
    everything = np.ones(model.choices, dtype=bool)
    away = first_choice(model, leads_only_to(model, never))
    away = np.where(never, away, falling_choice(model, levels, everything))
    return np.where(infinite, away, choice), levels

"""Policies, and the numbers that prove them optimal, from exact values.

Given the values, all the rest follows exactly: which options are optimal, which of them make
progress, and the ranks and levels that show it. Nothing here depends on how values were found; a
wrong value ends in an ArithmeticError.
"""

from __future__ import annotations

from math import isinf

import numpy as np

from exactbox.mdp.exact.compare import signs
from exactbox.mdp.exact.exact_policy_iteration import Subproblem
from exactbox.mdp.exact.values import Values
from exactbox.mdp.graph.attractor import (
    Attractor,
    attractor,
    falling_option,
    first_option,
    leads_only_to,
)
from exactbox.mdp.graph.components import end_components
from exactbox.mdp.graph.qualitative import prob0_min
from exactbox.mdp.model.arguments import who_maximises
from exactbox.mdp.model.layout import PerOption, PerState, Policy
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import Question
from exactbox.mdp.model.rewards import Ratios


def optimal_options(
    model: Model, question: Question, values: Values, subproblem: Subproblem | None = None
) -> PerOption:
    """(O,) bool: the options worth exactly their state's value, by one step.

    None is in states whose values the question decides, or are infinite. An ArithmeticError says
    that the values are wrong: some option is better, or none attains them. The equations of a
    `subproblem` of all other states, if it has not merged some, are taken as they are.
    """
    active = ~(question.decided(model) | values.infinite)  # where v obeys the equation
    if (
        subproblem is not None
        and subproblem.number is None
        and np.array_equal(subproblem.undecided, active)
    ):
        equations = subproblem.equations
        which = np.arange(model.options) if subproblem.options is None else subproblem.options
    else:
        finite_end = not isinf(question.worth_of_end)
        bounded = leads_only_to(model, ~values.infinite, finite_end)  # others are worth infinity
        bounded &= active[model.state_of]
        which = np.flatnonzero(bounded)
        if not model.count(bounded)[active].all():
            raise ArithmeticError("a finite value where all choices lead to infinite ones")
        equations = question.equations(model, active, which)
    sign = signs(equations, values.of(np.flatnonzero(active)))
    maximises = who_maximises(model, question.sense)[model.state_of[which]]
    better = np.where(maximises, sign > 0, sign < 0)  # v is not it
    optimal = np.zeros(model.options, dtype=bool)
    optimal[which[sign == 0]] = True  # q(o) = v(s)
    if better.any() or not model.count(optimal)[active].all():
        raise ArithmeticError("the values found are not optimal in some state")
    return optimal


def within_state(model: Model, policy: Policy) -> PerState:
    """(S,) numbers of options within the state, 0 where the policy is -1."""
    numbers: PerState = np.where(policy < 0, 0, policy - model.option_start[:-1])
    return numbers


def require(found: PerState, where: PerState) -> None:
    """Raise ArithmeticError unless all that has to have a rank or level has one."""
    if (found[where] < 0).any():
        s = int(np.flatnonzero(where & (found < 0))[0])
        raise ArithmeticError(f"state {s}: the values found cannot be proved")


def endless_reward(model: Model, rewards: Ratios, allowed: PerOption) -> str | None:
    """The place of a reward in the end components, whose options are allowed; or None."""
    endless = allowed & model.per_option(rewards.numerator != 0)
    if not endless.any():
        return None
    o = int(np.argmax(endless))
    reward = rewards[int(model.choice_at(np.array([o]))[0])]
    return f"{model.place(o)}: the reward {reward}"


def collecting_policy(model: Model, rewarding: PerOption, infinite: PerState) -> Policy:
    """(S,) options that collect infinitely much wherever that can be done; -1 elsewhere.

    In a maximal end component with a rewarding option the policy walks to such options again and
    again; from other states it walks to such an end component.
    """
    component, allowed = end_components(model)
    pays = allowed & rewarding
    has_reward = np.zeros(model.states + 1, dtype=bool)  # by component; the last is for none
    has_reward[component[model.state_of[pays]]] = True
    mec_with_reward = has_reward[component] & (component >= 0)
    first = first_option(model, pays)
    nobody = np.zeros(model.states, dtype=bool)
    within = Attractor(model).ranks(first >= 0, mec_with_reward, nobody, allowed)
    policy = np.where(first >= 0, first, falling_option(model, within, allowed))
    rank = attractor(model, mec_with_reward)
    outside = infinite & ~mec_with_reward
    towards = falling_option(model, rank, np.ones(model.options, dtype=bool))
    return np.where(outside, towards, np.where(mec_with_reward, policy, -1))


def missing_policy(
    model: Model, goal: PerState, policy: Policy, infinite: PerState, ended: bool = False
) -> tuple[Policy, PerState]:
    """Options in infinite states that miss the goal, and the levels that show it."""
    never = prob0_min(model, goal, None, ended)
    levels = attractor(model, never, ~goal)
    everything = np.ones(model.options, dtype=bool)
    away = first_option(model, leads_only_to(model, never, not ended))
    away = np.where(never, away, falling_option(model, levels, everything))
    return np.where(infinite, away, policy), levels

"""Exact policy iteration: the optimal values of equations that have proper policies.

Floating point proposes a policy (`float_methods.policy_iteration`), its values solve a linear
system over the rationals (`linalg`), and actions that are better, exactly, are taken until there
are none. Each policy is strictly better than the one before, so this ends; where floating point was
right there is one round.

A policy is *proper* if it almost surely comes to where nothing is added any more (the weight that
is missing to a denominator). Rounds keep that: in a component that a policy never leaves values are
averages of each other plus costs, so no change of action in it was an improvement.

Sources: Puterman, *Markov Decision Processes*, 1994, sections 6.4 and 7.2; Bertsekas, Tsitsiklis,
*An analysis of stochastic shortest path problems*, 1991 (proper policies).
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from exactbox.linalg.errors import SingularBlockError
from exactbox.linalg.matrices.integers import largest
from exactbox.linalg.results.exact import ExactVector
from exactbox.linalg.square.few_unknowns import MAX_UNKNOWNS_AT_ONCE, solve_few
from exactbox.linalg.square.solving_time import announce
from exactbox.mdp.exact.memory_estimate import (
    require_memory_for_components,
    require_memory_for_floats,
    require_memory_for_system,
)
from exactbox.mdp.exact.refinement import refine_policy
from exactbox.mdp.exact.topological import (
    MAX_ACYCLIC_STATES,
    solve_acyclic,
    topological_value_iteration,
)
from exactbox.mdp.exact.values import Values, finite, signs
from exactbox.mdp.floats import float_methods
from exactbox.mdp.floats.float_evaluation import ConvergenceError
from exactbox.mdp.graph.attractor import (
    ImproperPolicyError,
    first_action,
    make_proper,
    policy_ranks,
)
from exactbox.mdp.graph.collapse import collapse, zero_reward_components
from exactbox.mdp.graph.lumping import bisimulation_classes, quotient
from exactbox.mdp.model.equations import Equations
from exactbox.mdp.model.layout import PerAction, Policy
from exactbox.progress import report, stage

_MAX_ROUNDS = 1000
_MAX_REFINED_ROUNDS = 20  # in which floats may propose again; then each policy is surely better
# branches from which to look for classes pays: of firewire's 2,299 states it takes a third of the
# time for nothing, for Herman's ring of 9 processes, 19,000 branches, it saves two thirds
_MIN_LUMPED_BRANCHES = 5000
# states from which a policy is evaluated component by component: for the 62 classes of Herman's
# ring of 11 processes one system takes 1.5 ms less
MIN_STATES_BY_COMPONENT = 300
# branches a state beyond which classes are looked for in all components together: Herman's ring of
# 11 processes has 85, and takes 0.04 s so, 0.08 s component by component; other models have 1 to 4
_MAX_BRANCHES_PER_STATE = 8
_MAX_FLOAT_COST_BITS = 512  # a float ends at 1024, and sums have to fit
_WARM_UPS = (30, 1000)  # sweeps of value iteration before floats iterate policies


class Optimum(NamedTuple):
    """An optimal policy, its values, and how the actions compare with them.

    A sign is 0 where the action is optimal as well; 1 (when minimising) or -1 where it is not.
    Rounds are policies that were evaluated exactly; more than 1 where floating point was off.
    """

    values: Values
    policy: Policy
    signs: PerAction
    rounds: int


def optimal_values(equations: Equations, sense: str) -> Values:
    """v(s) = max_c q(c), or min, over the proper policies.

    Costs have one sign, or all policies are proper. An ImproperPolicyError says that from some
    state no policy ends; a TooLargeError, before anything is solved, that the values do not fit
    into memory.
    """
    if not equations.states:
        return finite(ExactVector.of_blocks([], [], [], 1))
    if equations.states <= MAX_ACYCLIC_STATES and equations.afterstate is None:
        values = solve_acyclic(equations, sense)
        if values is not None:
            return values
    require_memory_for_components(equations)
    dense = len(equations.target) > _MAX_BRANCHES_PER_STATE * equations.states
    if dense or equations.afterstate is not None:
        return _lumped_optimum(equations, sense)
    return topological_value_iteration(equations, sense, lambda e: _lumped_optimum(e, sense))


def _lumped_optimum(equations: Equations, sense: str) -> Values:
    """The optimal values by policy iteration, with one equation for bisimilar states."""
    number = np.arange(equations.states)
    if equations.afterstate is None:
        component, internal = zero_reward_components(equations)
        if internal.any():
            equations, number = collapse(equations, component, internal)  # v is one number in each
        many = len(equations.target) >= _MIN_LUMPED_BRANCHES
        label = bisimulation_classes(equations) if many else None
        if label is not None:
            equations, number = quotient(equations, label), label[number]  # v of a class
    return iterate(equations, sense).values.select(number)


def iterate(equations: Equations, sense: str, first: Policy | None = None) -> Optimum:
    """Exact policy iteration, as `optimal_values`, from this proper policy.

    By default it is the one that floating point proposes.
    """
    policy = _propose_policy(equations, sense) if first is None else first
    better = 1 if sense == "max" else -1
    for rounds in range(1, _MAX_ROUNDS + 1):
        values = evaluate(equations, policy)  # v = q(sigma(s))
        if equations.is_chain:
            return Optimum(values, policy, np.zeros(equations.action_count, np.int8), rounds)
        sign = signs(equations, values, policy)
        report("Bellman check", equations.states, equations.states)
        improving = first_action(equations, sign == better)  # q(o) > v(s), for min <
        if (improving < 0).all():
            return Optimum(values, policy, sign, rounds)
        proposed = None
        if rounds <= _MAX_REFINED_ROUNDS and equations.afterstate is None:
            proposed = refine_policy(equations, sense, values, sign == better)
        if proposed is None or (proposed == policy).all():  # floats may see no difference
            proposed = np.where(improving < 0, policy, improving)
        policy = proposed
    raise ArithmeticError(f"exact policy improvement has not ended after {_MAX_ROUNDS} rounds")


def evaluate(equations: Equations, policy: Policy) -> Values:
    """The exact values of a proper policy.

    An ImproperPolicyError says that it does not end from some state.
    """
    chosen, at = equations.unknowns(policy)
    if len(chosen) <= MAX_UNKNOWNS_AT_ONCE:
        with suppress(SingularBlockError):  # as that of an improper policy is
            return finite(solve_few(*equations.dense_system(chosen, at)), at)
    stuck = policy_ranks(equations, policy).states < 0
    if stuck.any():
        s = int(np.argmax(stuck))
        raise ImproperPolicyError(f"state {s}: the policy never ends from here")
    if equations.afterstate is None and equations.states >= MIN_STATES_BY_COMPONENT:
        everyone = np.arange(equations.states)
        return evaluate_chain(equations.only(everyone, policy, everyone))  # which frees the chain
    return _solve_system(equations, policy)


def evaluate_chain(equations: Equations) -> Values:
    """The exact values of a chain that ends, component by component."""
    return topological_value_iteration(equations, "max", _solve_system)


def _solve_system(equations: Equations, policy: Policy | None = None) -> Values:
    """The values of a policy, of the first actions by default, as the solution of one system."""
    from exactbox.linalg.square.system import solve_system

    first = equations.action_start[:-1] if policy is None else policy  # sigma
    matrix, cost, at = equations.system(first)
    require_memory_for_system(matrix)
    announce(matrix)
    right = [[e] for e in cost.tolist()]  # A q = cost
    with stage("exact values"):
        return finite(solve_system(matrix, right).as_vector(), at)


def _propose_policy(equations: Equations, sense: str) -> Policy:
    """A policy that ends, near the best, by floats."""
    policy: Policy = equations.action_start[:-1].copy()
    if equations.is_chain:
        return policy
    require_memory_for_floats(equations)
    rough = _shorten_costs(equations)
    for warm_up in _WARM_UPS:
        # a policy that hardly ever ends is no use to floats; if nothing helps, all steps are exact
        with suppress(ConvergenceError, ImproperPolicyError, OverflowError):
            policy = float_methods.policy_iteration(rough, sense, warm_up=warm_up).policy
            break
    return make_proper(equations, policy)  # P^n -> 0


def _shorten_costs(equations: Equations) -> Equations:
    """The equations with costs / 2^k, where they are too long for floats.

    Optimal policies stay optimal up to rounding.
    """
    bits = largest(equations.cost).bit_length()
    if bits <= _MAX_FLOAT_COST_BITS:
        return equations
    return replace(equations, cost=equations.cost >> (bits - _MAX_FLOAT_COST_BITS))

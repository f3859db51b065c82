"""Proved bounds of values: the choice among the methods of one family (`shifted`).

In a strongly connected model of n states, numerator and denominator of a value have some n times as
many digits as one probability; the exact values of a million states fit on no disk. But floats,
rounded to dyadic numbers V / 2^k and shifted a little, can be *proved* to be bounds.

The guess of policies that all end is policy iteration in floating point (`float_methods`).

Source: Puterman, *Markov Decision Processes*, 1994, section 6.6.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from exactbox.mdp.bounds.cycles import enclose_cycles
from exactbox.mdp.bounds.scaling import enclose_scaled
from exactbox.mdp.bounds.shifted import bellman_excess, fraction_bits, require_words, shift_until
from exactbox.mdp.bounds.strategies import enclose_strategies
from exactbox.mdp.floats.float_evaluation import ConvergenceError
from exactbox.mdp.floats.float_methods import policy_iteration
from exactbox.mdp.graph.attractor import attractor
from exactbox.mdp.model.equations import Equations
from exactbox.mdp.model.layout import Array, PerChoice, PerState, Policy
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import Question, maximising_states
from exactbox.progress import report


class Bounds(NamedTuple):
    """Bounds of all states in units of 2^-bits, and a policy, -1 where no action is picked yet.

    ``choices``, where there are some, are bounds of all choices, in the same units; those of a
    state are those of the choice that the policy picks.
    """

    bits: int
    lower: PerState
    upper: PerState
    policy: Policy
    chosen: Policy  # actions of the equations
    choices: tuple[PerChoice, PerChoice] | None = None


def bounds_of(
    model: Model, question: Question, decided: PerState, equations: Equations, actions: Array
) -> Bounds:
    """Bounds by the equations, and their actions, of the states whose values are not decided.

    No value is below 0 without a discount, nor is a probability above 1. Where a policy can stay
    for ever between states that are in doubt, or takes too long to leave them, the least cost has
    bounds of its own (`cycles`); else that is a ValueError. Where bounds in 64 bits are not
    possible: an OverflowError or ArithmeticError.
    """
    undecided, discount = np.isnan(decided), question.discount
    policy = np.full(model.states, -1, dtype=np.int64)
    bits, lower, upper, chosen = 0, policy[:0], policy[:0], policy[:0]
    if undecided.any():
        maximises, stays = None, -1  # a state from which some policy may stay in doubt
        if model.players is not None and model.players.any():
            maximises = maximising_states(model, question.sense)[undecided]
        elif discount is None:
            kept = ~undecided[model.state_of]
            kept[actions] = True
            every = model.count(kept)  # ranks where all policies get to decided states
            ranks = attractor(model, ~undecided, None, every, kept, model.ends).states
            stays = int(np.argmax(ranks < 0)) if (ranks < 0).any() else -1
        bits, lower, upper, chosen = _enclosed(equations, question, stays, maximises)
        policy[undecided] = actions[chosen]
    low = np.where(decided == 1, 1 << bits, 0)
    high = low.copy()
    # min(U, 1) >= T min(U, 1), and max(L, 0) <= T_sigma max(L, 0): the known values fit in
    low[undecided] = np.maximum(lower, 0) if discount is None else lower
    high[undecided] = np.minimum(upper, 1 << bits) if question.is_probability else upper
    return Bounds(bits, low, high, policy, chosen)


def scaled_bounds(model: Model, equations: Equations) -> Bounds:
    """Bounds of all choices, and of the states by the choices that the policy picks."""
    bits, lower, upper, policy = enclose_scaled(equations)
    taken = model.choice_at(policy)
    return Bounds(bits, lower[taken], upper[taken], policy, policy, (lower, upper))


def _enclosed(
    equations: Equations, question: Question, stays: int, maximises: PerState | None
) -> tuple[int, PerState, PerState, Policy]:
    """Bounds by `enclose`, of two players by `strategies`, where policies can stay by `cycles`."""
    sense, steps = question.sense, None
    if question.discount is not None:
        steps = float(1 / (1 - question.discount))
    if maximises is not None:
        return enclose_strategies(equations, maximises, steps=steps)
    if steps is not None:
        return enclose(equations, sense, steps=steps)
    if question.is_probability or sense == "max":
        if stays >= 0:
            raise ValueError(
                f"state {stays}: a policy can stay for ever where values are in doubt; bounds need "
                "that all policies leave (exact values do not)"
            )
        return enclose(equations, sense)
    if stays < 0:
        with suppress(ArithmeticError):
            return enclose(equations, sense)
    return enclose_cycles(equations)


def enclose(
    equations: Equations,
    sense: str,
    *,
    steps: float | None = None,
) -> tuple[int, PerState, PerState, Policy]:
    """Bounds of v(s) = max_c q(c), or min, in units of 2^-bits, and a policy; all policies end.

    `steps` is W, where one number is enough: 1 / (1 - discount). An OverflowError says that the
    numbers leave no bits for bounds in 64 bits, an ArithmeticError that floating point was too far
    off.
    """
    e = equations
    if sense == "min":
        bits, lower, upper, policy = enclose(replace(e, cost=-e.cost), "max", steps=steps)
        return bits, -upper, -lower, policy
    require_words(e)
    ahead: Any = steps
    if steps is None:
        ahead = _float_values(replace(e, cost=e.denominator))[0]
        ahead = 1.01 * np.maximum(ahead, 0) + 1  # W >= 1 + P W, with a margin
    values, policy = _float_values(e)
    bits = fraction_bits(e, values)
    v = np.rint(np.ldexp(values, bits)).astype(np.int64)
    excess, denominator = bellman_excess(e, v, bits), e.denominator[e.choice]  # d (q - v)
    above = max(int((-(-excess // denominator)).max()), 1)
    below = max(int((-(excess[policy] // denominator[policy])).max()), 1)
    limit = int(abs(v).max()) + (1 << bits)
    upper = shift_until(
        v, above, ahead, limit, lambda u: bool((bellman_excess(e, u, bits) <= 0).all())
    )
    lower = shift_until(
        v, below, -ahead, limit, lambda u: bool((bellman_excess(e, u, bits)[policy] >= 0).all())
    )
    return bits, lower, upper, policy


def _float_values(equations: Equations) -> tuple[Array, Policy]:
    """(S,) floats, and the policy that they belong to; maximising."""
    try:
        solution = policy_iteration(
            equations, "max", direct=False, progress=lambda k, _: report("policies", k, k)
        )
    except ConvergenceError as error:
        raise ArithmeticError(f"bounds could not be proved: {error}") from None
    return solution.values[equations.choice_at(solution.policy)], solution.policy

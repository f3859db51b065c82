"""Policies that floats cannot tell apart: what a policy loses, in floats of its own size.

Let v be the exact values of a policy. What is lost by it, d(s) = v*(s) - v(s), is the optimum of
the same process with other costs (max; likewise for min):

    d(s) = max over actions c of  a(c) + sum_t p(c, t) d(t),    a(c) = q(c) - v(s),

where a is 0 for what the policy takes, and positive for what improves it, often by 1e-20 of v or
less. In floats of v that is nothing; relative to the greatest a it is not. So policy iteration in
floats finds an optimal policy, or one that loses 1e-10 of what was lost before, where exact policy
iteration changes a few states a round: 98 rounds become 3 for consensus.2 with K = 16.

Nothing is claimed of the policy that comes out; it is evaluated exactly.

Source: Gleixner, Steffy, Wolter, *Iterative refinement for linear programming*, 2016.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import numpy as np

from exactbox.mdp.exact.values import Values
from exactbox.mdp.floats import float_methods
from exactbox.mdp.floats.float_evaluation import ConvergenceError
from exactbox.mdp.graph.attractor import ImproperPolicyError, make_proper
from exactbox.mdp.model.equations import Equations
from exactbox.mdp.model.layout import Array, PerAction, Policy

_DIGITS = 60  # bits of the greatest improvement that are kept
_PRECISE = (128, 1 << 16)  # bits after the point, from and up to
_HUGE = 1 << 400  # actions that lose more are as bad as this


def refined(equations: Equations, sense: str, values: Values, better: PerAction) -> Policy | None:
    """A policy that floats believe to be optimal, knowing the exact values of another; or None.

    Actions are not shared; `better` are those, at least one, that improve the other policy.
    """
    costs = _scaled(_improvements(equations, values, better), better)
    lost = replace(equations, cost=costs)
    with suppress(ConvergenceError, ImproperPolicyError, OverflowError):
        return make_proper(equations, float_methods.policy_iteration(lost, sense).policy)
    return None


def _improvements(equations: Equations, values: Values, better: PerAction) -> Array:
    """denominator(c) a(c) 2^k as objects, to some units, k so that the greatest of `better` is
    long enough."""
    e, x = equations, values.x
    parts = [x.parts(entry) for entry in range(len(x))]
    k, most = _PRECISE
    while True:
        lead = np.array([int((n << k) // d) for n, d in parts], dtype=object)[values.at]
        q_value = e.cost.astype(object) * (1 << k) + e.sums(e.weight * lead[e.target])
        found: Array = q_value - e.denominator * lead[e.state_of]
        if max(map(abs, found[better])).bit_length() > _DIGITS + 20 or k >= most:
            return found
        k *= 2


def _scaled(found: Array, better: PerAction) -> Array:
    """The same, so that the greatest of `better` has `_DIGITS` bits; costs that floats can hold."""
    greatest = max(map(abs, found[better]))
    scaled: Array = (found << _DIGITS) // max(greatest, 1)
    bounded: Array = np.clip(scaled, -_HUGE, _HUGE)
    return bounded

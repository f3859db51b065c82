"""Regrets of a policy in floats of their own size, where floats cannot tell policies apart.

Let v be the exact values of a policy. Its regret d(s) = v*(s) - v(s) is the optimum of
the same process with other costs (max; likewise for min):

    d(s) = max over actions c of  a(c) + sum_t p(c, t) d(t),    a(c) = q(c) - v(s),

where the advantage a is 0 for the policy's own actions and positive for those that improve it,
often 1e-20 of v or less. Floats of v cannot represent such a difference; floats of a can. So policy
iteration in floats, with the advantages as costs, finds an optimal policy, or one whose regret is
1e-10 of the old one. Exact policy iteration would change a few states a round: 98 rounds become 3
for consensus.2 with K = 16.

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
from exactbox.mdp.model.layout import PerAction, Policy

_ADVANTAGE_BITS = 60  # of the greatest advantage that are kept
_MIN_FRACTION_BITS, _MAX_FRACTION_BITS = 128, 1 << 16  # after the point: doubled until it tells
# policies in floats: where rounding decides, each differs from those before, and 1,000 of them, of
# a grid of 1,600 cells, took 2.5 s for nothing
_MAX_POLICIES = 100
_MAX_REGRET = 1 << 400  # actions that lose more count as this


def refine_policy(
    equations: Equations, sense: str, values: Values, better: PerAction
) -> Policy | None:
    """A policy that floats believe to be optimal, knowing the exact values of another; or None.

    Actions do not share afterstates; `better` are those, at least one, that improve the other
    policy.
    """
    e, x = equations, values.x
    parts = [x.parts(entry) for entry in range(len(x))]
    k = _MIN_FRACTION_BITS
    while True:
        v = np.array([int((n << k) // d) for n, d in parts], dtype=object)[values.at]  # 2^k v
        q_value = e.cost.astype(object) * (1 << k) + e.sums(e.weight * v[e.target])  # den 2^k q
        advantage = q_value - e.denominator * v[e.state_of]  # den(c) a(c) 2^k, to some units
        greatest = max(map(abs, advantage[better]))
        if greatest.bit_length() > _ADVANTAGE_BITS + 20 or k >= _MAX_FRACTION_BITS:
            break
        k *= 2
    scaled = (advantage << _ADVANTAGE_BITS) // max(greatest, 1)
    regret = replace(e, cost=np.clip(scaled, -_MAX_REGRET, _MAX_REGRET))
    with suppress(ConvergenceError, ImproperPolicyError, OverflowError):
        solution = float_methods.policy_iteration(regret, sense, max_iterations=_MAX_POLICIES)
        return make_proper(e, solution.policy)
    return None

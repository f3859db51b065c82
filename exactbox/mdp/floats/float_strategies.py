"""Strategies of both players of a turn-based game, in floating point.

    v(s) = max or min over actions c of  q(c),   q = cost + P v,   as the state's player wants

The two improve at once (Pollatschek, Avi-Itzhak 1969): Newton's method for the equation, which
takes some rounds, where strategy iteration takes as many for every best response. It need not
converge; then, and where a pair of strategies never ends, nothing is proposed, and exact strategy
iteration begins with a strategy of the graph's.

Sources: Pollatschek, Avi-Itzhak, *Algorithms for stochastic games with geometrical interpretation*,
1969; Filar, Vrieze, *Competitive Markov Decision Processes*, 1997, section 3.3.
"""

from __future__ import annotations

from contextlib import suppress

import numpy as np

from exactbox.mdp.floats.bellman import BellmanOperator, FloatArray
from exactbox.mdp.floats.float_evaluation import ConvergenceError, Evaluation
from exactbox.mdp.graph.attractor import ImproperPolicyError, make_proper
from exactbox.mdp.model.equations import Equations
from exactbox.mdp.model.layout import PerState, Policy
from exactbox.progress import report

_WARM_UP = 30  # sweeps before the first pair, as in `float_methods`
_MAX_ROUNDS = 50  # pairs; Pig to 30, 50 and 100 points takes 5 to 8
_TIE = 1e-11  # relative, as in `float_methods`


def float_strategies(equations: Equations, maximises: PerState) -> tuple[FloatArray, Policy] | None:
    """(S,) values and an action of each state, near the optimum; actions are not shared.

    None where floats do not converge.
    """
    greatest, least = (BellmanOperator(equations, sense) for sense in ("max", "min"))
    first = equations.action_start[:-1]

    def greedy(values: FloatArray, policy: Policy, tie: float) -> Policy:
        """The best action of each state for its player; the policy's where it is as good."""
        up, down = (each.greedy(values, policy - first, tie) for each in (greatest, least))
        return first + np.where(maximises, up, down)

    values, policy = np.zeros(equations.action_count), first.copy()
    for _ in range(_WARM_UP):
        policy = greedy(values, policy, 0.0)
        values = greatest.cost + greatest.transition @ values[policy]
    evaluate = Evaluation(equations, greatest, True)
    with suppress(ConvergenceError, ImproperPolicyError):
        policy = make_proper(equations, policy)
        for rounds in range(1, _MAX_ROUNDS + 1):
            values = evaluate(policy, values, True)
            report("strategies", rounds, rounds)
            better = greedy(values, policy, _TIE)
            if (better == policy).all():
                return values[policy], policy
            policy = better
    return None

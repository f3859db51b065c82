"""Proved bounds of a turn-based game, from strategies of both players.

    v(s) = max or min over actions c of q(c),   q(c) = r(c) + P_c v,   as the state's player wants

**Below** fix the maximising player's strategy: *available* are its actions and all of the other
player's. L <= r(c) + P_c L for what is available is at most what the strategy secures. **Above**
fix the minimising player's: U >= r(c) + P_c U for its actions and all of the other player's.

Both are V shifted (`shifted`) by W >= 1 + P_c W for the available actions that are *tight*: worse
than their state by less than e. The others lose so much that d W <= e is enough for them:

    L = V - d W <= V <= r(c) + P_c V - e <= r(c) + P_c L          where c is not tight, below

So W counts the steps of play that is nearly optimal, which may be far fewer than those of any play:
in Pig to 100 some 100 in place of thousands.

Symbols: V a guess, W steps, d its residual, L and U bounds, e a slack.
Source: Hoffman, Karp, *On nonterminating stochastic games*, 1966.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from exactbox.mdp.bounds.shifted import (
    bellman_excess,
    fraction_bits,
    require_words,
    shift_until,
    unproved,
)
from exactbox.mdp.floats.float_evaluation import ConvergenceError
from exactbox.mdp.floats.float_methods import policy_iteration
from exactbox.mdp.floats.float_strategies import float_strategies
from exactbox.mdp.graph.attractor import ImproperPolicyError
from exactbox.mdp.model.equations import Equations
from exactbox.mdp.model.layout import PerAction, PerState, Policy

_REGRET_MARGIN = 4  # times d W: the regret of actions that W is not made for
_MAX_TRIES = 5  # to find actions that are tight, and their W


def enclose_strategies(
    equations: Equations, maximises: PerState, *, steps: float | None = None
) -> tuple[int, PerState, PerState, Policy]:
    """Bounds of the value of every state, in units of 2^-bits, and both players' strategies.

    `steps` is W, where one number is enough: 1 / (1 - discount). Errors are those of
    `bounds.enclose`; a ValueError says that play near the optimum may never end.
    """
    e = equations.unshared()
    require_words(e)
    pair = float_strategies(e, maximises)
    if pair is None:
        raise unproved()
    values, policy = pair
    bits = fraction_bits(e, values)
    v = np.rint(np.ldexp(values, bits)).astype(np.int64)
    advantage = bellman_excess(e, v, bits)  # denominator (q - v)
    limit = int(abs(v).max()) + (1 << bits)
    own, up = np.zeros(e.action_count, dtype=bool), maximises[e.state_of]
    own[policy] = True

    def bound(side: int) -> PerState:
        """U, for the side 1, and L for -1."""
        available = own | (up == (side > 0))
        regret = -side * advantage // e.denominator  # side (V - q), rounded down
        units = max(-int(regret[available].min()), 0) + 1
        ahead = _steps(e, own, available, regret, units) if steps is None else steps
        return shift_until(
            v,
            units,
            side * ahead,
            limit,
            lambda u: bool((side * bellman_excess(e, u, bits)[available] <= 0).all()),
        )

    return bits, bound(-1), bound(1), policy


def _steps(
    e: Equations, own: PerAction, available: PerAction, regret: PerAction, units: int
) -> Any:
    """(S,) W >= 1 + P_c W of the tight actions, from floats, with a margin."""
    everyone, least = np.arange(e.states), 0.0
    for _ in range(_MAX_TRIES):
        tight = own | (available & (regret < least))
        tight_part = e.only(everyone, np.flatnonzero(tight), everyone)
        try:
            # W = max over tight actions of 1 + P_c W
            counting = replace(tight_part, cost=tight_part.denominator)
            solution = policy_iteration(counting, "max", direct=True)
        except ConvergenceError:
            raise unproved() from None
        except ImproperPolicyError:
            raise ValueError(
                "the players can play on for ever where values are in doubt; bounds need that all "
                "play near the optimum ends (exact values do not)"
            ) from None
        ahead = 1.01 * np.maximum(solution.values[solution.policy], 0) + 1
        if units * ahead.max() < least:
            break
        least = _REGRET_MARGIN * units * float(ahead.max())
    return ahead

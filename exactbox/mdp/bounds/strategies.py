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
    shifted,
    unproved,
)
from exactbox.mdp.floats.float_evaluation import ConvergenceError
from exactbox.mdp.floats.float_methods import policy_iteration
from exactbox.mdp.floats.float_strategies import float_strategies
from exactbox.mdp.graph.attractor import ImproperPolicyError
from exactbox.mdp.model.equations import Equations
from exactbox.mdp.model.layout import PerAction, PerState, Policy

_SLACK = 4  # times d W: what an action has to lose that W is not made for
_TRIES = 5  # to find actions that are tight, and their W


def enclose_strategies(
    equations: Equations, maximises: PerState, *, steps: float | None = None
) -> tuple[int, PerState, PerState, Policy]:
    """Bounds of the value of every state, in units of 2^-bits, and both players' strategies.

    `steps` is W, where one number is enough: 1 / (1 - discount). Errors are those of
    `bounds.enclose`; a ValueError says that play near the optimum may never end.
    """
    e = equations.unshared()
    require_words(e)
    found = float_strategies(e, maximises)
    if found is None:
        raise unproved()
    values, policy = found
    bits = fraction_bits(e, values)
    v = np.rint(np.ldexp(values, bits)).astype(np.int64)
    gains = bellman_excess(e, v, bits)  # denominator (q - v)
    room = int(abs(v).max()) + (1 << bits)
    own, up = np.zeros(e.action_count, dtype=bool), maximises[e.state_of]
    own[policy] = True

    def bound(side: int) -> PerState:
        """U, for the side 1, and L for -1."""
        available = own | (up == (side > 0))
        loses = -side * gains // e.denominator  # side (V - q), rounded down
        units = max(-int(loses[available].min()), 0) + 1
        ahead = _steps(e, own, available, loses, units) if steps is None else steps
        return shifted(
            v,
            units,
            side * ahead,
            room,
            lambda u: bool((side * bellman_excess(e, u, bits)[available] <= 0).all()),
        )

    return bits, bound(-1), bound(1), policy


def _steps(e: Equations, own: PerAction, available: PerAction, loses: PerAction, units: int) -> Any:
    """(S,) W >= 1 + P_c W of the tight actions, from floats, with something to spare."""
    everyone, least = np.arange(e.states), 0.0
    for _ in range(_TRIES):
        tight = own | (available & (loses < least))
        only = e.only(everyone, np.flatnonzero(tight), everyone)
        try:
            found = policy_iteration(replace(only, cost=only.denominator), "max", direct=True)
        except ConvergenceError:
            raise unproved() from None
        except ImproperPolicyError:
            raise ValueError(
                "the players can play on for ever where values are in doubt; bounds need that all "
                "play near the optimum ends (exact values do not)"
            ) from None
        ahead = 1.01 * np.maximum(found.values[found.policy], 0) + 1
        if units * ahead.max() < least:
            break
        least = _SLACK * units * float(ahead.max())
    return ahead

"""Bounds by shifting a guess: the one proof that all of them have.

    v(s) = min over actions c of q(c),    q(c) = r(c) + P_c v;    max by a change of sign

**Upper bound.** U >= r + P_sigma U, for a policy sigma that ends: U is at least what sigma costs.
**Lower bound.** L <= r(c) + P_c L for all actions c: whatever ends costs at least L.

Let V be a guess with residuals of at most d, and W >= 1 + P_c W for the actions in question. Then

    U = V + d W  >=  r + P_sigma V - d + d (1 + P_sigma W)  =  r + P_sigma U,
    L = V - d W  <=  r(c) + P_c V + d - d (1 + P_c W)       =  r(c) + P_c L.

Rounded to integers these are guesses, too: d is doubled until the inequality holds, exactly. What
differs is where W comes from:

=======================  =========================================================================
a discount               W = 1 / (1 - discount)
all policies end         the greatest expected number of steps
policies may follow      for U the steps of sigma; for L those of the actions that are nearly as
cycles (`cycles`)        good as the best, as the regret of others exceeds d W
every step costs a > 0   W = V / a, for V(c) >= a + P_c V, up to the residual: V is scaled
(`scaling`)
=======================  =========================================================================

Sources: MacQueen, *A modified dynamic programming method for Markovian decision problems*, 1966;
Hartmanns, Kaminski, *Optimistic value iteration*, 2020 (guess, then verify).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from exactbox.mdp.model.equations import Equations
from exactbox.mdp.model.layout import Array, PerAction, PerState


def require_words(equations: Equations) -> None:
    """OverflowError for integers of more than 64 bits."""
    e = equations
    if any(part.dtype == object for part in (e.weight, e.denominator, e.cost)):
        raise OverflowError("bounds need probabilities and rewards of less than 64 bits")


def shift_until(
    v: PerState, units: int, steps: Any, limit: int, holds: Callable[[PerState], bool]
) -> PerState:
    """v + units * steps, units doubled until the inequality holds, exactly.

    An ArithmeticError says that the shift exceeds the limit.
    """
    while True:
        shift = np.ceil(units * np.abs(steps))
        if not np.max(shift) <= limit:
            raise unproved()
        bound: PerState = v + (np.sign(steps) * shift).astype(np.int64)
        if holds(bound):
            return bound
        units *= 2


def unproved() -> ArithmeticError:
    """The error where floating point is no basis for bounds."""
    return ArithmeticError("bounds could not be proved: floating point was too far off")


def bellman_excess(
    equations: Equations, v: PerState, bits: int, own: PerState | None = None
) -> PerAction:
    """denominator (q(o) - own(s)) of every action, in units, exactly; own is v by default."""
    e = equations
    q_value = (e.cost << bits) + e.expectations(v)  # denominator q
    excess: PerAction = q_value[e.choice]
    excess = excess - e.denominator[e.choice] * (v if own is None else own)[e.state_of]
    return excess


def fraction_bits(equations: Equations, values: Array) -> int:
    """The bits after the point with which den q, den v and their difference fit in 64 bits."""
    largest = 4 * (int(np.abs(values).max(initial=0)) + 1)
    most = int(equations.denominator.max()) * largest + int(abs(equations.cost).max())
    bits = 62 - (2 * most).bit_length()
    if bits < 10:
        raise OverflowError("bounds in 64 bits leave no digits: probabilities are too fine")
    return min(bits, 52)

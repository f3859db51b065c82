"""Proved bounds of the least cost until the play ends, where every step costs something.

    q(c) = r(c) + sum_t p(c, t) v(t),      v(s) = min over actions c of s of q(c),
    r(c) >= a > 0 unless c ends the play

Actions may be shared and policies may follow cycles; a cycle costs something. A guess V of the
choices' values, V >= 0, is multiplied by a number near 1 until it *is* a bound: the shift d W of
`shifted` with W = V / a and e = d / a.

**The bounds.** sigma takes in each state an action of least V; with V(s) = V(sigma(s)) let
|V(c) - r(c) - P_c V| <= d for all choices c. For e > 0

    L = (1 - e) V:  r(c) + P_c L = (1 - e) (r(c) + P_c V) + e r(c) >= (1 - e) (V(c) - d) + e a
    U = (1 + e) V:  r(c) + P_c U = (1 + e) (r(c) + P_c V) - e r(c) <= (1 + e) (V(c) + d) - e a

So L(c) <= r(c) + P_c L where e a >= (1 - e) d, and U(c) >= r(c) + P_c U where e a >= (1 + e) d.
Multiples of V have their least actions where V has, so L(sigma(s)) <= L(c) for all actions c of s;
and sigma costs at most U, as costs are 0 or more. The bounds of v are e v apart on both sides; e is
some units in the last place over a.

**The guess.** Policy iteration in floats (`float_methods`), which leaves actions alone that are
better by too little for floats to tell. Where V in integers finds some, sigma is evaluated again.

Symbols: S states, C choices, sigma a policy, V a guess, L and U bounds.
"""

from __future__ import annotations

from contextlib import suppress

import numpy as np

from exactbox.mdp.bounds.shifted import fraction_bits, require_words, shift_until
from exactbox.mdp.floats.bellman import BellmanOperator
from exactbox.mdp.floats.float_evaluation import ConvergenceError, Evaluation
from exactbox.mdp.floats.float_methods import policy_iteration
from exactbox.mdp.graph.attractor import ImproperPolicyError
from exactbox.mdp.model.equations import Equations
from exactbox.mdp.model.layout import PerChoice, PerState, Policy, row_ranges
from exactbox.progress import report

_MAX_ROUNDS = 5  # policies that are evaluated again
_MAX_RESIDUAL_UNITS = 32  # card flipping leaves 7 to 15. For more sigma is evaluated again


def every_step_costs(equations: Equations) -> bool:
    """Return True where costs are positive, or 0 for a choice that ends the play."""
    return bool(((equations.cost > 0) | (equations.ends & (equations.cost == 0))).all())


def enclose_scaled(equations: Equations) -> tuple[int, PerChoice, PerChoice, Policy]:
    """Bounds of the least cost q of every choice, in units of 2^-bits, where `every_step_costs`.

    In each state the policy's action has the least lower and the least upper bound. Errors are
    those of `bounds.enclose`.
    """
    e = equations
    require_words(e)
    bits, v, policy, units = _guess(e)
    report("bounds", e.choices, e.choices)
    steps = ~e.ends
    least_cost = float((e.cost[steps] / e.denominator[steps]).min(initial=1.0)) * (1 - 1e-9)
    step = float(np.ldexp(least_cost, bits))  # a in units, rounded down a little
    rounded = ~e.ends | ((e.cost << bits) % e.denominator != 0)  # U is above what was rounded down
    limit, taken = int(v.max()) + (1 << bits), e.choice_at(policy)

    def is_lower(low: PerChoice) -> bool:
        least = _least(e, low)[0]
        return bool((low[taken] == least).all() and (_excess(e, low, least, bits) >= 0).all())

    def is_upper(high: PerChoice) -> bool:
        return bool((_excess(e, high, high[taken], bits) <= 0).all())

    # |V - w| <= units, and the two roundings of a bound: units V / a is e V
    lower = shift_until(v, units + 2, -v / step, limit, is_lower)
    upper = shift_until(v, units + 2, (v + rounded) / step, limit, is_upper)
    return bits, lower, upper, policy


def _guess(e: Equations) -> tuple[int, PerChoice, Policy, int]:
    """V in units of 2^-bits, sigma of least V, and the greatest residual in units."""
    try:
        values = policy_iteration(e, "min", progress=lambda k, _: report("policies", k, k)).values
    except ConvergenceError as error:
        raise ArithmeticError(f"bounds could not be proved: {error}") from None
    bits = fraction_bits(e, values)
    best = v, policy, left = _round_guess(e, values, bits)
    if left <= _MAX_RESIDUAL_UNITS:
        return bits, *best
    evaluate = Evaluation(e, BellmanOperator(e, "min"), direct=True)
    with suppress(ConvergenceError, ImproperPolicyError):
        for _ in range(_MAX_ROUNDS):
            values = evaluate(policy, np.ldexp(v.astype(np.float64), -bits), True)
            v, policy, left = _round_guess(e, values, bits)
            if left < best[2]:
                best = v, policy, left
            if left > best[2] or left <= _MAX_RESIDUAL_UNITS:
                break
    return bits, *best


def _round_guess(e: Equations, values: PerChoice, bits: int) -> tuple[PerChoice, Policy, int]:
    """V from floats, sigma, and the greatest |r(c) + P_c V - V(c)|, rounded up.

    What ends the play is worth its cost, rounded down.
    """
    ends = e.ends
    v = np.rint(np.ldexp(np.maximum(values, 0), bits)).astype(np.int64)
    v[ends] = (e.cost[ends] << bits) // e.denominator[ends]
    least, policy = _least(e, v)
    over = np.where(ends, 0, np.abs(_excess(e, v, least, bits)))
    return v, policy, int((-(-over // e.denominator)).max())


def _least(e: Equations, v: PerChoice) -> tuple[PerState, Policy]:
    """The least value of each state's actions, and the first action that attains it."""
    least, policy = np.empty(e.states, np.int64), np.empty(e.states, np.int64)
    for low, high in row_ranges(e.action_start):
        begin, end = e.action_start[low], e.action_start[high]
        action_values = v[begin:end] if e.afterstate is None else v[e.afterstate[begin:end]]
        start = e.action_start[low : high + 1] - begin
        least[low:high] = np.minimum.reduceat(action_values, start[:-1])
        owner = np.repeat(np.arange(low, high), np.diff(start))
        which = np.flatnonzero(action_values == np.repeat(least[low:high], np.diff(start)))[::-1]
        policy[owner[which]] = which + begin  # the last write stays
    return least, policy


def _excess(e: Equations, own: PerChoice, follows: PerState, bits: int) -> PerChoice:
    """denominator (r(c) + P_c follows - own(c)) of every choice, in units, exactly."""
    excess: PerChoice = (e.cost << bits) + e.expectations(follows) - e.denominator * own
    return excess

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

from exactbox.mdp.bounds.shifted import fraction_bits, require_words, shifted
from exactbox.mdp.floats.bellman import BellmanOperator
from exactbox.mdp.floats.float_evaluation import ConvergenceError, Evaluation
from exactbox.mdp.floats.float_methods import policy_iteration
from exactbox.mdp.graph.attractor import ImproperPolicyError
from exactbox.mdp.model.equations import Equations
from exactbox.mdp.model.layout import PerChoice, PerState, Policy, pieces
from exactbox.progress import report

_ROUNDS = 5  # policies that are evaluated again at most
_SMALL = 32  # units that floats leave: card flipping 7 to 15, whatever is done. For more sigma is
# evaluated again


def every_step_costs(equations: Equations) -> bool:
    """Whether no cost is negative, and only choices that end the play are free."""
    return bool(((equations.cost > 0) | (equations.ends & (equations.cost == 0))).all())


def enclose_scaled(equations: Equations) -> tuple[int, PerChoice, PerChoice, Policy]:
    """Bounds of the choices' values q, of the least cost, in units of 2^-bits; `every_step_costs`.

    Both of the action that the policy picks are the least of its state. Errors are those of
    `bounds.enclose`.
    """
    e = equations
    require_words(e)
    bits, v, policy, units = _guess(e)
    report("bounds", e.choices, e.choices)
    step = float(np.ldexp(_least_cost(e), bits))  # a in units
    rounded = ~e.ends | ((e.cost << bits) % e.denominator != 0)  # U is above what was rounded down
    room, taken = int(v.max()) + (1 << bits), e.choice_at(policy)

    def is_lower(low: PerChoice) -> bool:
        least = _least(e, low)[0]
        return bool((low[taken] == least).all() and (_excess(e, low, least, bits) >= 0).all())

    def is_upper(high: PerChoice) -> bool:
        return bool((_excess(e, high, high[taken], bits) <= 0).all())

    # |V - w| <= units, and the two roundings of a bound: units V / a is e V
    lower = shifted(v, units + 2, -v / step, room, is_lower)
    upper = shifted(v, units + 2, (v + rounded) / step, room, is_upper)
    return bits, lower, upper, policy


def _guess(e: Equations) -> tuple[int, PerChoice, Policy, int]:
    """V in units of 2^-bits, sigma of least V, and the greatest residual in units."""
    try:
        values = policy_iteration(e, "min", progress=lambda k, _: report("policies", k, k)).values
    except ConvergenceError as error:
        raise ArithmeticError(f"bounds could not be proved: {error}") from None
    bits = fraction_bits(e, values)
    best = v, policy, left = _look(e, values, bits)
    if left <= _SMALL:
        return bits, *best
    evaluate = Evaluation(e, BellmanOperator(e, "min"), direct=True)
    with suppress(ConvergenceError, ImproperPolicyError):
        for _ in range(_ROUNDS):
            values = evaluate(policy, np.ldexp(v.astype(np.float64), -bits), True)
            v, policy, left = _look(e, values, bits)
            if left < best[2]:
                best = v, policy, left
            if left > best[2] or left <= _SMALL:
                break
    return bits, *best


def _look(e: Equations, values: PerChoice, bits: int) -> tuple[PerChoice, Policy, int]:
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
    """The least of each state's actions, and the first action that has it."""
    least, policy = np.empty(e.states, np.int64), np.empty(e.states, np.int64)
    for low, high in pieces(e.action_start):
        begin, end = e.action_start[low], e.action_start[high]
        of_actions = v[begin:end] if e.afterstate is None else v[e.afterstate[begin:end]]
        start = e.action_start[low : high + 1] - begin
        least[low:high] = np.minimum.reduceat(of_actions, start[:-1])
        which = np.flatnonzero(of_actions == np.repeat(least[low:high], np.diff(start)))[::-1]
        policy[e.state_of_actions(low, high)[which]] = which + begin  # the last write stays
    return least, policy


def _excess(e: Equations, own: PerChoice, follows: PerState, bits: int) -> PerChoice:
    """denominator (r(c) + P_c follows - own(c)) of every choice, in units, exactly."""
    excess: PerChoice = (e.cost << bits) + e.expectations(follows) - e.denominator * own
    return excess


def _least_cost(e: Equations) -> float:
    """a, rounded down a little."""
    steps = ~e.ends
    costs = e.cost[steps] / e.denominator[steps]
    return float(costs.min(initial=1.0)) * (1 - 1e-9)

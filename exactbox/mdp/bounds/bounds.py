"""Rigorous enclosures: bounds of values, proved in integers, where exact ones would be too long.

The value of a state in a strongly connected model of n states is a fraction whose terms have some n
times as many digits as one probability: n such values of a million states fill no disk. But floats,
rounded to dyadic numbers V / 2^k and shifted a little, can be *proved* to be bounds. If U >= T U
for all options then U is at least the optimum, and if L <= T_sigma L for one policy then L is at
most what that policy attains; both because all policies end, so that T^n U tends to the optimum.

**The method.** Policy iteration in floating point (`float_methods`). With residuals of at most d
units, and W >= 1 + P W for all options, V + d W and V - d W obey the inequalities but for
rounding; d is doubled until they do, exactly. W is 1 / (1 - discount), or the greatest expected
number of steps. Where some policies never end, `cycles` has bounds of least costs.

Sources: MacQueen, *A modified dynamic programming method for Markovian decision problems*, 1966;
Puterman, *Markov Decision Processes*, 1994, section 6.6; Hartmanns, Kaminski, *Optimistic value
iteration*, 2020 (guess, then verify).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from exactbox.mdp.exact.exact_policy_iteration import Unknown
from exactbox.mdp.floats.float_evaluation import ConvergenceError
from exactbox.mdp.floats.float_methods import policy_iteration
from exactbox.mdp.graph.attractor import progress_ranks
from exactbox.mdp.model.equations import Equations
from exactbox.mdp.model.layout import Array, PerOption, PerState, Policy
from exactbox.mdp.model.model import Model
from exactbox.progress import report

Enclosing = Callable[
    [Equations], tuple[int, PerState, PerState, Policy]
]  # equations to bits, lower, upper and options, as `enclose`


class Bounds(NamedTuple):
    """Bounds of all states in units of 2^-bits, and a policy, -1 where it is still to be said."""

    bits: int
    lower: PerState
    upper: PerState
    policy: Policy
    chosen: Policy  # options of the equations


def bounds_of(
    model: Model,
    unknown: Unknown,
    sense: str,
    *,
    steps: float | None = None,
    probability: bool = False,
    circles: Enclosing | None = None,
) -> Bounds:
    """Bounds for the unknown states, 0 and 1 where these are the values.

    No value is below 0 without `steps` (of which `enclose` says more), nor above 1 if it is a
    `probability`. Where a policy can stay for ever between states that are in doubt, or takes too
    long to leave them, ``circles(equations)`` takes the place of `enclose`; without it
    that is a ValueError. Where bounds in 64 bits are not possible: an OverflowError or
    ArithmeticError.
    """
    inside = unknown.inside
    policy = np.full(model.states, -1, dtype=np.int64)
    bits, lower, upper, chosen = 0, policy[:0], policy[:0], policy[:0]
    if inside.any():
        e, stays = unknown.equations, -1 if steps is not None else _stays_in(model, unknown)
        if stays >= 0 and circles is None:
            raise ValueError(
                f"state {stays}: a policy can stay for ever where values are in doubt; bounds need "
                "that all policies leave (exact values do not)"
            )
        bits, lower, upper, chosen = _enclosed(e, sense, steps, stays >= 0, circles)
        policy[inside] = chosen if unknown.options is None else unknown.options[chosen]
    low = np.where(unknown.one, 1 << bits, 0)
    high = low.copy()
    # min(U, 1) >= T min(U, 1), and max(L, 0) <= T_sigma max(L, 0): the known values fit in
    low[inside] = lower if steps is not None else np.maximum(lower, 0)
    high[inside] = np.minimum(upper, 1 << bits) if probability else upper
    return Bounds(bits, low, high, policy, chosen)


def _enclosed(
    equations: Equations,
    sense: str,
    steps: float | None,
    stays: bool,
    circles: Enclosing | None,
) -> tuple[int, PerState, PerState, Policy]:
    """By `circles` where policies can stay, or where some of them take too long to end."""
    if circles is None:
        return enclose(equations, sense, steps=steps)
    if not stays:
        with suppress(ArithmeticError):
            return enclose(equations, sense, steps=steps)
    return circles(equations)


def _stays_in(model: Model, unknown: Unknown) -> int:
    """A state from which some policy may never get to where values are known; -1: there is none."""
    kept = ~unknown.inside[model.state_of]
    kept[slice(None) if unknown.options is None else unknown.options] = True
    ranks = progress_ranks(model, ~unknown.inside, exits=model.ends, options=kept)
    return int(np.argmax(ranks < 0)) if (ranks < 0).any() else -1


def enclose(
    equations: Equations,
    sense: str,
    *,
    steps: float | None = None,
) -> tuple[int, PerState, PerState, Policy]:
    """Bounds of v(s) = max_c q(c), or min, in units of 2^-bits, and a policy; all policies end.

    `steps` is W, where one number is enough: 1 / (1 - discount). An OverflowError says that the
    numbers leave no room for bounds in 64 bits, an ArithmeticError that floating point was too far
    off.
    """
    e = equations
    if sense == "min":
        bits, lower, upper, policy = enclose(replace(e, cost=-e.cost), "max", steps=steps)
        return bits, -upper, -lower, policy
    if any(part.dtype == object for part in (e.weight, e.denominator, e.cost)):
        raise OverflowError("bounds need probabilities and rewards of less than 64 bits")
    ahead: Any = steps
    if steps is None:
        ahead = _float_values(replace(e, cost=e.denominator))[0]
        ahead = 1.01 * np.maximum(ahead, 0) + 1  # W >= 1 + P W, with something to spare
    values, policy = _float_values(e)
    bits = room_for(e, values)
    v = np.rint(np.ldexp(values, bits)).astype(np.int64)
    excess, denominator = excess_of(e, v, bits), e.per_option(e.denominator)  # d (q - v)
    above = max(int((-(-excess // denominator)).max()), 1)
    below = max(int((-(excess[policy] // denominator[policy])).max()), 1)
    room = int(abs(v).max()) + (1 << bits)
    upper = shifted(v, above, ahead, room, lambda u: bool((excess_of(e, u, bits) <= 0).all()))
    lower = shifted(
        v, below, -ahead, room, lambda u: bool((excess_of(e, u, bits)[policy] >= 0).all())
    )
    return bits, lower, upper, policy


def _float_values(equations: Equations) -> tuple[Array, Policy]:
    """(S,) floats, and the policy that they belong to; maximising."""
    try:
        found = policy_iteration(
            equations, "max", direct=False, progress=lambda k, _: report("policies", k, k)
        )
    except ConvergenceError as error:
        raise ArithmeticError(f"bounds could not be proved: {error}") from None
    return found.values[equations.choice_at(found.policy)], found.policy


def shifted(
    v: PerState, units: int, steps: Any, room: int, holds: Callable[[PerState], bool]
) -> PerState:
    """v + units * steps, with more units until the inequality holds, exactly."""
    while True:
        shift = np.ceil(units * np.abs(steps))
        if not np.max(shift) <= room:
            raise unproved()
        shifted: PerState = v + (np.sign(steps) * shift).astype(np.int64)
        if holds(shifted):
            return shifted
        units *= 2


def unproved() -> ArithmeticError:
    """Floating point cannot be a basis for bounds here."""
    return ArithmeticError("bounds could not be proved: floating point was too far off")


def excess_of(
    equations: Equations, v: PerState, bits: int, own: PerState | None = None
) -> PerOption:
    """denominator (q(o) - own(s)) of every option, in units, exactly; own is v by default."""
    e = equations
    worth = (e.cost << bits) + e.expectations(v)  # denominator q
    excess: PerOption = e.per_option(worth)
    excess = excess - e.per_option(e.denominator) * (v if own is None else own)[e.state_of]
    return excess


def room_for(equations: Equations, values: Array) -> int:
    """The bits after the point for which no integer above overflows."""
    largest = 4 * (int(np.abs(values).max(initial=0)) + 1)
    most = int(equations.denominator.max()) * largest + int(abs(equations.cost).max())
    bits = 62 - (2 * most).bit_length()
    if bits < 10:
        raise OverflowError("bounds in 64 bits leave no digits: probabilities are too fine")
    return min(bits, 52)

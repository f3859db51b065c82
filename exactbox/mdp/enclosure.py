"""Rigorous enclosures: bounds of values, proved in integers, where exact ones would be too long.

The value of a state in a strongly connected model of n states is a fraction whose terms have some n
times as many digits as one probability: n such values of a million states fill no disk. But floats,
rounded to dyadic numbers V / 2^k and shifted a little, can be *proved* to be bounds. If U >= T U
for all choices then U is at least the optimum, and if L <= T_sigma L for one policy then L is at
most what that policy attains; both because all policies end, so that T^n U tends to the optimum.

**The method.** Modified policy iteration in floating point, policies evaluated by BiCGSTAB. With
residuals of at most d units, and W >= 1 + P W for all choices, V + d W and V - d W obey the
inequalities but for rounding; d is doubled until they do, exactly. W is 1 / (1 - discount), or the
greatest expected number of steps.

Sources: MacQueen, *A modified dynamic programming method for Markovian decision problems*, 1966;
Puterman, *Markov Decision Processes*, 1994, section 6.6; Hartmanns, Kaminski, *Optimistic value
iteration*, 2020 (guess, then verify).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import inf
from typing import Any

import numpy as np
from flint import fmpz

from exactbox.linalg import ExactVector
from exactbox.mdp.graph import first_choice, reachable
from exactbox.mdp.model import Array, Model, Rewards
from exactbox.mdp.rows import Rows

Progress = Callable[[str, int, int], None]

_MAX_POLICIES = 500
_TIE = 1e-12  # relative; a choice has to be better by more to be taken


@dataclass(frozen=True, eq=False)
class Enclosure:
    """Proved bounds: lower / 2^bits <= v <= upper / 2^bits in every state that is not infinite.

    Attributes
    ----------
    model : Model
    sense : "max" or "min"
    bits : int
    lower, upper : (S,) int64
        0 where the value is infinite.
    infinite : (S,) bool
    policy : (S,) int64
        The choice within each state; what it attains lies within the bounds.
    objective : str
        As certificates name it: reach, until, discounted.
    """

    model: Model = field(repr=False)
    sense: str
    bits: int
    lower: Array = field(repr=False)
    upper: Array = field(repr=False)
    infinite: Array = field(repr=False)
    policy: Array = field(repr=False)
    _equations: tuple[Rows, Array, Array] = field(repr=False)  # the policy's choices; the states
    objective: str
    rewards: Rewards | None = field(default=None, repr=False)
    stated: Mapping[str, Any] = field(default_factory=dict, repr=False)  # goal, ranks, ...

    def interval(self, state: int) -> tuple[Fraction | float, Fraction | float]:
        """Bounds of the value of a state; twice ``math.inf`` where it is infinite."""
        if self.infinite[state]:
            return inf, inf
        unit = Fraction(1, 2**self.bits)
        return int(self.lower[state]) * unit, int(self.upper[state]) * unit

    def exact(self, state: int) -> Fraction | float:
        """The exact value of one state; ``math.inf`` where it is infinite.

        The bounds have to tell the policy's choices from all others wherever one can get to from
        the state; then only the policy's equations are solved, and for this state only.

        Raises
        ------
        ArithmeticError
            If two choices are too close to be told apart, or equally good.
        """
        from scipy.sparse import coo_array

        from exactbox.linalg import solve

        low, high = self.interval(state)
        if low == high:
            return low
        rows, chosen, number = self._equations
        start = int(np.searchsorted(number, state))
        reached = reachable(rows, np.arange(rows.states) == start)
        close = self._close(rows, chosen, number) & reached[rows.state_of]
        if close.any():
            s = int(number[rows.state_of[np.argmax(close)]])
            raise ArithmeticError(f"state {s}: bounds do not tell the best choice from another")
        place = np.where(reached, np.cumsum(reached) - 1, -1)
        policy = rows.only(np.flatnonzero(reached), chosen[reached], place)
        diagonal = np.arange(policy.states)
        entries = np.concatenate([policy.denominator, -policy.weight])
        rows_at = np.concatenate([diagonal, policy.choice_of])
        columns = np.concatenate([diagonal, policy.target])
        matrix = coo_array((entries, (rows_at, columns)), shape=(policy.states,) * 2)
        value: Fraction = solve(matrix, policy.cost.tolist(), want=[int(place[start])])[0]
        return value

    def certificate(self) -> bytes:
        """The certificate in canonical bytes; `exactbox.check` verifies it."""
        from exactbox.mdp.answer import certificate

        claim: dict[str, Any] = {"value": "infinity", "upper": "infinity", "decimals": []}
        low, high = self.interval(self.model.initial)
        if not self.infinite[self.model.initial]:
            claim |= {"value": low, "upper": high}
        stated = {
            **self.stated,
            "policy": self.policy,
            "values": _dyadic(self.lower, self.bits),
            "upper": _dyadic(self.upper, self.bits),
        }
        return certificate(self.model, self.objective, self.sense, self.rewards, claim, stated)

    def _close(self, rows: Rows, chosen: Array, number: Array) -> Array:
        """(k,) the choices that might be as good as the policy's, by the bounds."""
        low, high = self.lower[number], self.upper[number]
        reach, own = (high, low) if self.sense == "max" else (low, high)
        excess = _excess(rows, reach, self.bits, own)
        close: Array = excess >= 0 if self.sense == "max" else excess <= 0
        close[chosen] = False
        return close

    @property
    def width(self) -> Fraction:
        """The largest difference of the bounds of a state."""
        return Fraction(int((self.upper - self.lower).max()), 2**self.bits)

    def decimal(self, state: int) -> str:
        """Both bounds rounded outwards, to as many digits as tell them apart."""
        from exactbox.decimals import decimal_string

        if self.infinite[state]:
            return "infinity"
        low, high = (Fraction(int(v[state]), 2**self.bits) for v in (self.lower, self.upper))
        digits = 0
        while 10**digits * (high - low) < 1 and digits < self.bits:
            digits += 1
        unit = Fraction(1, 10**digits)
        down, up = (low // unit) * unit, -(-high // unit) * unit
        bounds = (decimal_string(v.numerator, v.denominator, digits) for v in (down, up))
        return "[{}, {}]".format(*bounds)


def _dyadic(numerators: Array, bits: int) -> ExactVector:
    entries = [(fmpz(n),) for n in numerators.tolist()]
    return ExactVector([fmpz(1) << bits], [0] * len(entries), entries, 1)


def enclose(
    rows: Rows, sense: str, *, steps: float | None = None, progress: Progress | None = None
) -> tuple[int, Array, Array, Array]:
    """Bounds of v(s) = max_c Q(c), or min; all policies end.

    Parameters
    ----------
    rows : Rows
    sense : "max" or "min"
    steps : float, optional
        W, where one number is enough: 1 / (1 - discount).
    progress : callable, optional
        Called as ``progress(stage, done, total)``.

    Returns
    -------
    bits : int
    lower, upper : (n,) int64
        In units of 2^-bits.
    policy : (n,) int64
        Indices into the choices.

    Raises
    ------
    OverflowError
        If the numbers leave no room for bounds in 64 bits.
    ArithmeticError
        If floating point was too far off.
    """
    if sense == "min":
        bits, lower, upper, policy = enclose(
            replace(rows, cost=-rows.cost), "max", steps=steps, progress=progress
        )
        return bits, -upper, -lower, policy
    if any(part.dtype == object for part in (rows.weight, rows.denominator, rows.cost)):
        raise OverflowError("bounds need probabilities and rewards of less than 64 bits")
    ahead: Any = steps
    if steps is None:
        ahead = _modified_policy_iteration(replace(rows, cost=rows.denominator), progress)[0]
        ahead = 1.01 * np.maximum(ahead, 0) + 1
    values, policy = _modified_policy_iteration(rows, progress)
    bits = _room(rows, values)
    v = np.rint(np.ldexp(values, bits)).astype(np.int64)
    excess = _excess(rows, v, bits)
    above = max(int((-(-excess // rows.denominator)).max()), 1)
    below = max(int((-(excess[policy] // rows.denominator[policy])).max()), 1)
    room = int(abs(v).max()) + (1 << bits)
    upper = _shifted(v, above, ahead, room, lambda u: bool((_excess(rows, u, bits) <= 0).all()))
    lower = _shifted(
        v, below, -ahead, room, lambda u: bool((_excess(rows, u, bits)[policy] >= 0).all())
    )
    return bits, lower, upper, policy


def _shifted(v: Array, units: int, steps: Any, room: int, holds: Callable[[Array], bool]) -> Array:
    """v + units * steps, with more units until the inequality holds, exactly."""
    while True:
        shift = np.ceil(units * np.abs(steps))
        if not np.max(shift) <= room:
            raise ArithmeticError("bounds could not be proved: floating point was too far off")
        shifted: Array = v + (np.sign(steps) * shift).astype(np.int64)
        if holds(shifted):
            return shifted
        units *= 2


def _excess(rows: Rows, v: Array, bits: int, own: Array | None = None) -> Array:
    """denominator (Q(c) - own(s)) of every choice, in units, exactly; own is v by default."""
    worth = (rows.cost << bits) + rows.sums(rows.weight * v[rows.target])
    excess: Array = worth - rows.denominator * (v if own is None else own)[rows.state_of]
    return excess


def _room(rows: Rows, values: Array) -> int:
    """The bits after the point for which no integer above overflows."""
    largest = 4 * (int(np.abs(values).max(initial=0)) + 1)
    most = int(rows.denominator.max()) * largest + int(abs(rows.cost).max())
    bits = 62 - (2 * most).bit_length()
    if bits < 10:
        raise OverflowError("bounds in 64 bits leave no digits: probabilities are too fine")
    return min(bits, 52)


def _direct(transition: Any, cost: Array, found: Array) -> Array:
    """v = cost + P v by LU, where BiCGSTAB has failed; where that fails as well what was found."""
    from scipy.sparse.csgraph import connected_components

    from exactbox.mdp.methods import ConvergenceError, factored

    label = connected_components(transition, directed=True, connection="strong")[1]
    with suppress(ConvergenceError):
        values = factored(transition, label, cost)
        return found if values is None or not np.isfinite(values).all() else values
    return found


def _modified_policy_iteration(rows: Rows, progress: Progress | None) -> tuple[Array, Array]:
    """Float values, and the policy (indices of choices) that they belong to; maximising."""
    from scipy.sparse import csr_array, eye_array
    from scipy.sparse.linalg import bicgstab

    n, start = rows.states, rows.choice_start[:-1]
    probability = rows.weight / rows.denominator[rows.choice_of]
    arrays = (probability, rows.target, rows.branch_start)
    transition = csr_array(arrays, shape=(rows.choices, n))
    cost = rows.cost / rows.denominator
    identity = eye_array(n, format="csr")
    counts = np.diff(rows.choice_start)
    values: Any = np.zeros(n)
    policy, precise = start.copy(), False
    for k in range(_MAX_POLICIES):
        worth = cost + transition @ values
        best = np.maximum.reduceat(worth, start)
        slack = _TIE * np.abs(best)
        stays = worth[policy] >= best - slack
        if precise and stays.all():
            break
        precise = bool(k) and int((~stays).sum()) <= n // 1000
        policy = np.where(stays, policy, first_choice(rows, worth == np.repeat(best, counts)))
        system = identity - transition[policy]
        # early policies are worth a rough look; the last one as much as floats can tell
        rtol, sweeps = (1e-13, 500) if precise else (1e-4, 50)
        with np.errstate(all="ignore"):
            values, failed = bicgstab(
                system, cost[policy], x0=best, rtol=rtol, atol=0.0, maxiter=sweeps
            )
            left, before = (np.abs(cost[policy] - system @ v).max() for v in (values, best))
        if not left <= before:  # it diverged
            values = _direct(transition[policy], cost[policy], best)
        elif precise and failed:
            values = _direct(transition[policy], cost[policy], values)
        if progress is not None:
            progress("policies", k + 1, k + 1)
    return values, policy

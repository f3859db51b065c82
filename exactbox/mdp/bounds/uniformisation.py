"""Bounds of a Markov chain's values up to a time: uniformisation, in integers.

    y_0 = g,  y_{k+1} = c + P y_k,  value = (sum_k a_k y_k) / (sum_k a_k),  a_k = L^k / k!

All clocks ring with one rate q, L times on average; P is the chain of their jumps. Numbers are
integers in units of 10^-digits, rounded down; the error of y grows by a unit a step. The a_k are
taken in a window around the greatest; what is outside is bounded by geometric series. Why that
encloses the value is said in `exactbox.checker.transient`, whose roundings these are.

In long chains a number is cut into limbs of b bits, so that with D the greatest sum of weights of a
row D 2^b < 2^62: products with a row's weights, and remainders by D, fit into 64 bits.

Sources: Jensen, *Markoff chains as an aid in the study of Markoff processes*, 1953; Fox, Glynn,
*Computing Poisson probabilities*, 1988.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil, floor, lgamma, log, log10, sqrt
from typing import Any, NamedTuple

import numpy as np

from exactbox.linalg.matrices.integers import narrowest, objects
from exactbox.mdp.model.layout import Array, PerState, reduced
from exactbox.mdp.model.model import Model
from exactbox.progress import report

# branches from which limbs are faster than Python's integers: 8 us and 60 ns a branch, and 35 us
# and 6 ns
_MIN_LIMB_BRANCHES = 600
_REPORTED = 1000  # steps


class Jumps(NamedTuple):
    """P, as weights (B,) to targets; row s is start[s]:start[s + 1], its sum whole[s]; and q."""

    start: Array
    target: Array
    weight: Array
    whole: PerState
    q: Fraction


def jumps_of(model: Model, fixed: PerState) -> Jumps:
    """P and q, the greatest rate of leaving a state that is not fixed; q is 1 if none is left."""
    rates = model.rates
    if rates is None or not model.is_chain or model.afterstate is not None:
        raise ValueError("uniformisation: need a chain with rates, and a choice a state")
    n, d = rates.numerator.astype(object), rates.denominator.astype(object)
    state = np.repeat(np.arange(model.states), np.diff(model.branch_start))
    moves = (model.target != state) & ~fixed[state]
    branch = np.flatnonzero(moves)
    of, target, weight = state[branch], model.target[branch], model.weight[branch].astype(object)
    start = np.searchsorted(of, np.arange(model.states + 1))
    leaving = reduced(np.add, weight, start, 0) * n  # over d W: rate of leaving
    over = d * model.denominator
    distinct = {*zip(leaving.tolist(), over.tolist(), strict=True)}
    q = max(Fraction(p, r) for p, r in distinct) or Fraction(1)
    whole = over * q.numerator  # x / q = n w q_d / (d W q_n)
    weight = weight * n[of] * q.denominator
    own = whole - leaving * q.denominator
    place = start[:-1] + np.arange(model.states)  # a loop before the branches of each row
    weight = np.insert(weight, start[:-1], own)
    target = np.insert(target, start[:-1], np.arange(model.states))
    start = np.append(place, len(target))
    shared = reduced(np.gcd, weight, start, 1)
    weight = weight // np.repeat(shared, np.diff(start))
    return Jumps(start, target, narrowest(weight), narrowest(whole // shared), q)


def window_of(mean: Fraction, digits: int) -> tuple[int, int]:
    """The first and the last k for which a_k is more than 10^-(digits + 2) of the greatest."""
    if not mean:
        return 0, 0
    least, mode, rate = -(digits + 2) * log(10), floor(mean), log(mean)

    def is_outside(k: int) -> bool:
        return (k - mode) * rate - lgamma(k + 1) + lgamma(mode + 1) < least

    first, last = 0, mode + 1
    step = max(1, ceil(sqrt(mode) / 8))
    while not is_outside(last):
        last += step
    if mode and is_outside(0):
        first = mode
        while not is_outside(first):
            first = max(0, first - step)
    return first, last


def enclose_stage(
    jumps: Jumps,
    time: Fraction,
    window: tuple[int, int],
    low: Sequence[int],
    error: int,
    gains: Sequence[Fraction],
    wanted: Sequence[int],
    unit: int,
) -> list[tuple[int, int]]:
    """Bounds of the values of the wanted states, in units, where low <= g <= low + error."""
    mean, (first, last) = jumps.q * time, window  # L
    a, b = _weights(mean, first, last, unit)
    left = ceil(b[0] * first / (mean - first)) if first else 0
    right = ceil(b[-1] * mean / (last + 1 - mean))
    most, step = max(low) + error, ceil(max(gains) / jumps.q * unit)  # y_k <= G + k C
    beyond = most * (left + right) + step * (first * left + ceil(mean * (b[-1] + right)))
    below, above = [0] * len(wanted), [beyond] * len(wanted)
    each = range(len(wanted))
    for k, y in enumerate(_steps(jumps, gains, low, window, wanted, unit)):
        more = error + first + k
        for i in each:
            below[i] += a[k] * y[i]
            above[i] += b[k] * (y[i] + more)
    least, greatest = sum(a), left + sum(b) + right
    return [(n // greatest, -(-m // least)) for n, m in zip(below, above, strict=True)]


def _weights(mean: Fraction, first: int, last: int, unit: int) -> tuple[list[int], list[int]]:
    """Lower and upper bounds of a_k over the greatest, in units, for k from first to last."""
    mode, (n, d) = floor(mean), mean.as_integer_ratio()
    ends = []
    for up in (0, 1):  # floor, or ceiling by the negative
        sign = -1 if up else 1
        a = [unit]
        for k in range(mode, first, -1):
            a.append(sign * (sign * a[-1] * k * d // n))
        a.reverse()
        for k in range(mode, last):
            a.append(sign * (sign * a[-1] * n // (d * (k + 1))))
        ends.append(a)
    return ends[0], ends[1]


def _steps(
    jumps: Jumps,
    gains: Sequence[Fraction],
    y: Sequence[int],
    window: tuple[int, int],
    wanted: Sequence[int],
    unit: int,
) -> Iterator[Sequence[int]]:
    """Y_k of the wanted states for k in the window: c + P Y, rounded down."""
    whole = jumps.whole.astype(object)
    scaled = [c / jumps.q * unit for c in gains]
    gain = objects([c.numerator * w // c.denominator for c, w in zip(scaled, whole, strict=True)])
    most = max(y) + 1 + (window[1] + 1) * (1 + ceil(max(scaled, default=Fraction(0))))
    b = 62 - int(jumps.whole.max()).bit_length()
    is_long = len(jumps.target) >= _MIN_LIMB_BRANCHES
    if is_long and jumps.whole.dtype != object and b >= 30:
        yield from _limb_steps(jumps, gain, y, window, wanted, b, -(-most.bit_length() // b))
        return
    (first, last), starts, target = window, jumps.start[:-1], jumps.target
    weight, values, which = jumps.weight.astype(object), objects(list(y)), list(wanted)
    for k in range(last + 1):
        if k >= first:
            yield values[which].tolist()
        if k % _REPORTED == 0:
            report("steps of uniformisation", k, last)
        values = (np.add.reduceat(weight * values[target], starts) + gain) // whole


def _limb_steps(
    jumps: Jumps,
    gain: Array,
    y: Sequence[int],
    window: tuple[int, int],
    wanted: Sequence[int],
    b: int,
    count: int,
) -> Iterator[Sequence[int]]:
    """The same, with limbs y = sum_i y_i 2^(b i) of nonnegative numbers in int64."""
    from scipy.sparse import csr_array

    states, mask, (first, last) = len(jumps.whole), (1 << b) - 1, window

    def limbs(numbers: Sequence[int] | Array) -> list[Array]:
        rest, parts = objects(list(numbers)), []
        for _ in range(count - 1):
            parts.append((rest & mask).astype(np.int64))
            rest = rest >> b
        return [*parts, rest.astype(np.int64)]

    p = csr_array((jumps.weight, jumps.target, jumps.start), shape=(states, states))
    values, gains, whole, which = limbs(y), limbs(gain), jumps.whole, np.array(wanted)
    has_gains = bool(gain.any())
    for k in range(last + 1):
        if k >= first:
            number = values[-1][which].astype(object)
            for part in values[-2::-1]:
                number = (number << b) + part[which]
            yield number.tolist()
        if k % _REPORTED == 0:
            report("steps of uniformisation", k, last)
        rest: Any = 0
        following: list[Array] = []
        for i in reversed(range(count)):  # c + P y = sum_i x_i 2^(b i), divided from the top
            x = p @ values[i]  # <= D (2^b - 1)
            if has_gains:
                x += gains[i]
            if i < count - 1:
                x += rest << b  # < 2 D 2^b
            part = x // whole
            rest = x - part * whole
            following.append(part)
        values = following[::-1]
        for i in range(count - 1):  # carry
            values[i + 1] += values[i] >> b
            values[i] &= mask


def digits_for(width: Fraction, means: Sequence[Fraction], most: float) -> int:
    """Digits that may suffice for an enclosure of this width; values are at most `most`."""
    steps = sum(float(mean) + 40 * max(1.0, most) * sqrt(float(mean)) + 10 for mean in means)
    return max(1, ceil(-log10(width)) + ceil(log10(2 * steps + most + 1)))

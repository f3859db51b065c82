"""Exact comparison of what choices are worth with the values of their states.

For every choice c of a state s the sign of Q(c) - v(s), where v is rational. This is all that is
needed to see whether a policy is optimal, which choices are tied, and where it can be improved.

**The method.** With a common denominator D of all values, short enough, everything is one integer
expression; it is evaluated in int64 where that cannot overflow, else in Python's integers. Where
the common denominator would be much longer than those of the blocks, or is long and there are
many, L(s) = floor(v(s) 2^k) as
int64 separates what is not equal nearly, and the rest is compared one by one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from flint import fmpz

from exactbox.linalg import ExactVector
from exactbox.mdp.model import Array
from exactbox.mdp.rows import Rows

_INT64 = 2**63 - 1
_LONGER = 4  # times the longest denominator: a longer common one is not used
_RESCALED = 1 << 22  # bits of all factors to the common denominator: more take too long
_CHUNK = 1 << 20  # branches at a time, for memory


def signs(rows: Rows, values: ExactVector) -> Array:
    """(k,) int8: 1 where the choice is worth more than its state's value, 0 where the same, -1.

    Parameters
    ----------
    rows : Rows
    values : ExactVector of n entries
    """
    common = _common(values)
    if common is None:
        return _one_by_one(rows, values)
    factors = [common // d for d in values.denominators]
    numerators = [int(n[0] * factors[b]) for n, b in zip(values.numerators, values.block_of)]
    largest = max((abs(n) for n in numerators), default=0)
    scale = int(rows.denominator.max(initial=1))
    cost = int(abs(rows.cost).max(initial=0))
    fits = 2 * scale * max(largest, 1) + max(cost, 1) * int(common) <= _INT64
    v = np.array(numerators, dtype=np.int64 if fits else object)
    found = np.empty(rows.choices, dtype=np.int8)
    state_of = rows.state_of
    low = 0
    while low < rows.choices:
        limit = rows.branch_start[low] + _CHUNK
        high = int(np.searchsorted(rows.branch_start, limit, side="right")) - 1
        high = min(max(high, low + 1), rows.choices)
        span = slice(rows.branch_start[low], rows.branch_start[high])
        terms = rows.weight[span] * v[rows.target[span]]
        worth = rows.cost[low:high] * (int(common) if fits else np.array(int(common), object))
        filled = np.flatnonzero(np.diff(rows.branch_start[low : high + 1]))
        if filled.size:
            starts = rows.branch_start[low:high][filled] - rows.branch_start[low]
            worth[filled] += np.add.reduceat(terms, starts)
        own = rows.denominator[low:high] * v[state_of[low:high]]
        found[low:high] = (worth > own).astype(np.int8) - (worth < own).astype(np.int8)
        low = high
    return found


def _common(values: ExactVector) -> fmpz | None:
    """The lowest common denominator, None where it is too long."""
    longest = max((d.bit_length() for d in values.denominators), default=1)
    common, distinct = fmpz(1), set(values.denominators)
    for d in distinct:
        common = common.lcm(d)
        bits = common.bit_length()
        if bits > _LONGER * longest + 64 or bits * (len(distinct) - 1) > _RESCALED:
            return None
    return common


def _one_by_one(rows: Rows, values: ExactVector) -> Array:
    """`signs` where denominators have little in common."""
    found, open_ = _separated(rows, values)
    start, target = rows.branch_start.tolist(), rows.target.tolist()
    state_of = rows.state_of
    for c in open_.tolist():
        n, d = values.parts(int(state_of[c]))
        sums: dict[int, Any] = {}
        for b in range(start[c], start[c + 1]):
            t = target[b]
            block = values.block_of[t]
            sums[block] = sums.get(block, 0) + values.numerators[t][0] * int(rows.weight[b])
        total = fmpz(int(rows.cost[c])) * d - fmpz(int(rows.denominator[c])) * n
        for block, term in sums.items():  # total / d + term / e
            e = values.denominators[block]
            quotient, rest = divmod(d, e)
            if rest:
                total, d = total * e + term * d, d * e
            else:
                total += term * quotient
        found[c] = int(total > 0) - int(total < 0)
    return found


def _separated(rows: Rows, values: ExactVector) -> tuple[Array, Array]:
    """Signs where leading digits tell, and the choices where they do not."""
    found = np.zeros(rows.choices, dtype=np.int8)
    parts = [values.parts(s) for s in range(len(values))]
    size = max((n.bit_length() - d.bit_length() for n, d in parts), default=0) + 1
    scale = int(rows.denominator.max(initial=1)).bit_length()
    shift = min(62 - scale - max(size, 1) - 1, 62)
    cost = int(abs(rows.cost).max(initial=0)).bit_length()
    if shift < 8 or cost + shift > 61 or rows.weight.dtype == object:
        return found, np.arange(rows.choices)
    lead = np.array([int((n << shift) // d) for n, d in parts], dtype=np.int64)
    worth = (rows.cost << shift) + rows.sums(rows.weight * lead[rows.target])
    own = rows.denominator * lead[rows.state_of]
    # worth <= 2^shift denominator Q < worth + denominator, and the same for own
    found[worth >= own + rows.denominator] = 1
    found[worth + rows.denominator <= own] = -1
    return found, np.flatnonzero(found == 0)

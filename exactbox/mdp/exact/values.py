"""Exact values of states, and of choices, as entries of one solution; and actions beside them.

A solution x of a policy's equations has an entry for each unknown; states that behave alike, or
share an afterstate, share an entry, and the values 0 and 1 have entries of their own.

**The comparison** (`signs`). For every action o of a state s the sign of q(o) - v(s), where v is
rational and q(c) = (cost(c) + sum_b weight(b) v(target(b))) / denominator(c). This is all that is
needed to see whether a policy is optimal, which actions are tied, and where it can be improved.

Let D be a common denominator of all values. Where D is short, den(c) D (q(c) - v(s)) is an integer;
it is computed in int64 where that cannot overflow, else in Python's integers. Where D would be much
longer than the denominators it is made of, or is long and there are many of these, the int64
numbers L(v) = floor(v 2^k) decide where they differ by enough; the other pairs are compared one by
one, as n f against m d for n / d and m / f. The Q-values of afterstates are entries of the solution
already, and are not computed again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from math import inf
from typing import Any

import numpy as np
from flint import fmpz

from exactbox.linalg.matrices.exactfraction import exact_fraction
from exactbox.linalg.matrices.integers import INT64_MAX, largest
from exactbox.linalg.results.encoded import EncodedRows
from exactbox.linalg.results.exact import ExactVector
from exactbox.linalg.results.matrix_text import short
from exactbox.linalg.results.ratios import nearest_float
from exactbox.mdp.model.equations import Equations
from exactbox.mdp.model.layout import (
    Array,
    PerAction,
    PerState,
    Policy,
    row_ranges,
    slices,
    starts_of,
)
from exactbox.mdp.model.state_sets import checked_index, checked_integer

_MAX_SHOWN_VALUES = 6  # in a line
_MAX_COMMON_DENOMINATOR_RATIO = 4  # times the longest one: a longer common one is not used
_MAX_FACTOR_BITS = 1 << 22  # of all factors to the common denominator: more take too long
_LEADING_BITS = 62
_UNDECIDED = 2  # in place of a sign

ZERO, ONE = 0, 1  # the entries of x that are these numbers; see `extend_values`


@dataclass(frozen=True, eq=False, repr=False)
class Values(Sequence[Any]):
    """v(s) = x[at[s]], a Fraction, or `infinity` where it is infinite.

    That is ``math.inf``, or less than any number: the greatest of nothing.
    """

    x: ExactVector
    at: PerState
    infinite: PerState
    infinity: float = inf

    def __len__(self) -> int:
        return len(self.at)

    def __getitem__(self, s: Any) -> Any:
        if isinstance(s, slice):
            return [self[k] for k in range(len(self))[s]]
        if type(s) is not int or not 0 <= s < len(self.at):
            s = checked_integer("state", s)
            s = checked_index("state", s + len(self) if -len(self) <= s < 0 else s, len(self))
        return self.infinity if self.infinite[s] else exact_fraction(*self.x.parts(int(self.at[s])))

    def __iter__(self) -> Iterator[Fraction | float]:
        exact = (self.x[k] for k in self.at.tolist())
        return (self.infinity if out else v for v, out in zip(exact, self.infinite.tolist()))

    def __repr__(self) -> str:
        """The first values, and how many there are."""
        first = ", ".join(
            self.decimal(s, 0) if self.infinite[s] else short(*self.parts(s))
            for s in range(min(len(self), _MAX_SHOWN_VALUES))
        )
        more = f", ...; {len(self)} states" if len(self) > _MAX_SHOWN_VALUES else ""
        return f"Values({first}{more})"

    def decimal(self, s: int, digits: int) -> str:
        """The value of a state, rounded half to even; "infinity", or "-infinity", where it is."""
        s = checked_index("state", s, len(self))
        if self.infinite[s]:
            return "infinity" if self.infinity > 0 else "-infinity"
        return self.x.decimal(int(self.at[s]), digits)

    def to_float(self) -> Array:
        """(S,) float64: the floats nearest to the values, infinite where these are.

        Examples
        --------
        >>> finite(quotients([1, 2, 3], 3)).to_float().tolist()
        [0.3333333333333333, 0.6666666666666666, 1.0]
        """
        entries, at = np.unique(self.at, return_inverse=True)
        nearest = np.array([nearest_float(*self.x.parts(k)) for k in entries.tolist()])
        return np.where(self.infinite, self.infinity, nearest[at])

    def parts(self, s: int) -> tuple[fmpz, fmpz]:
        """Numerator and denominator of a finite value, not in lowest terms."""
        return self.x.parts(int(self.at[s]))

    @property
    def positive(self) -> PerState:
        """(S,) bool: the finite values that are not 0."""
        nonzero = np.array([n[0] != 0 for n in self.x.numerators], dtype=bool)
        positive: PerState = nonzero[self.at] & ~self.infinite
        return positive

    def select(self, states: Array) -> Values:
        """The values of these states only; few of them are not kept with all entries."""
        at, x = self.at[states], self.x
        if 4 * len(at) < len(x.block_of):
            entries, at = np.unique(at, return_inverse=True)
            kept = entries.tolist()
            blocks = {b: k for k, b in enumerate(dict.fromkeys(x.block_of[e] for e in kept))}
            x = ExactVector.of_blocks(
                [x.denominators[b] for b in blocks],
                [blocks[x.block_of[e]] for e in kept],
                [x.numerators[e] for e in kept],
                1,
            )
        return replace(self, x=x, at=at, infinite=self.infinite[states])


def finite(x: ExactVector, at: PerState | None = None) -> Values:
    """Values without an infinite one; of the entries themselves by default."""
    at = np.arange(len(x)) if at is None else at
    return Values(x, at, np.zeros(len(at), dtype=bool))


def quotients(numerators: Sequence[int], denominator: int) -> ExactVector:
    """The integers over one denominator."""
    entries = [(fmpz(n),) for n in numerators]
    return ExactVector.of_blocks([fmpz(denominator)], [0] * len(entries), entries, 1)


def extend_values(decided: PerState, values: Values, infinity: float = inf) -> Values:
    """The values of all states: those decided, 0, 1 or infinite, and `values` where these are nan.

    `infinity` is what the infinite ones are.
    """
    x = values.x
    zero_one: list[Sequence[fmpz]] = [(fmpz(0),), (fmpz(1),)]
    block = [0, 0, *(b + 1 for b in x.block_of)]
    rows = x.numerators
    rows = rows.after(zero_one) if isinstance(rows, EncodedRows) else [*zero_one, *rows]
    extended = ExactVector.of_blocks([fmpz(1), *x.denominators], block, rows, 1)
    at = np.where(decided == 1, ONE, ZERO)
    at[np.isnan(decided)] = values.at + 2  # entries 0 and 1 are these numbers
    return Values(extended, at, np.isinf(decided), infinity)


def signs(equations: Equations, values: Values, policy: Policy | None = None) -> PerAction:
    """The signs of advantages: 1 where q(o) > v(s), 0 where they are equal, else -1.

    ``policy`` is the one whose `Equations.unknowns` the entries of the solution are, if they are;
    where actions are not shared, actions for which v(s) = q(o) has been solved.
    """
    if policy is not None and equations.afterstate is not None:
        return _compare_entries(equations, values)
    e, x = equations, values.x
    longest = max((d.bit_length() for d in x.denominators), default=1)
    common, distinct = fmpz(1), set(x.denominators)  # D
    for d in distinct:
        common = common.lcm(d)  # divisible by all denominators so far
        bits = common.bit_length()
        too_long = bits > _MAX_COMMON_DENOMINATOR_RATIO * longest + 64
        if too_long or bits * (len(distinct) - 1) > _MAX_FACTOR_BITS:
            sign: PerAction = _compare_leading_bits(e, values)
            if policy is not None:
                sign[policy] = 0
            return _compare_one_by_one(e, values, sign)
    scale = int(common)  # D
    factors = [scale // int(d) for d in x.denominators]
    # D x
    numerators = [int(n[0]) * factors[b] for n, b in zip(x.numerators, x.block_of, strict=True)]
    largest_value = max((abs(n) for n in numerators), default=0)
    den, cost = int(e.denominator.max(initial=1)), largest(e.cost)
    # |den D q(o)| <= den max |D v| + max |cost| D, and |den D v(s)| <= den max |D v|
    fits = 2 * den * max(largest_value, 1) + max(cost, 1) * scale <= INT64_MAX
    v = np.array(numerators, dtype=np.int64 if fits else object)[values.at]  # D v(s)
    unit: Any = scale if fits else np.array(scale, object)
    q_value = (e.cost * unit + e.expectations(v))[e.choice]  # den D q(o)
    own = e.denominator[e.choice] * v[e.state_of]  # den D v(s)
    sign = (q_value > own).astype(np.int8) - (q_value < own).astype(np.int8)
    return sign


def _compare_leading_bits(equations: Equations, values: Values) -> PerAction:
    """Signs where leading bits tell, `_UNDECIDED` where they do not."""
    e = equations
    sign = np.full(e.action_count, _UNDECIDED, dtype=np.int8)
    scale = int(e.denominator.max(initial=1)).bit_length()  # den < 2^scale
    lead, shift = _leading(values, _LEADING_BITS - scale - 1)
    cost = largest(e.cost).bit_length()
    if shift < 8 or cost + shift > 61 or e.weight.dtype == object:
        return sign
    lead = lead[values.at]  # lead <= 2^shift v < lead + 1
    q_value = ((e.cost << shift) + e.sums(e.weight * lead[e.target]))[e.choice]
    denominator = e.denominator[e.choice]
    own = denominator * lead[e.state_of]
    # q_value <= 2^shift den q(o) < q_value + den, and own <= 2^shift den v(s) < own + den
    sign[q_value >= own + denominator] = 1
    sign[q_value + denominator <= own] = -1
    return sign


def _leading(values: Values, bits: int) -> tuple[Array, int]:
    """L = floor(x 2^shift) of all entries, of so many bits or less, and the shift.

    L is monotone: x <= y implies L(x) <= L(y).
    """
    x = values.x
    parts = map(x.parts, range(len(x)))  # one at a time: they may be decoded for this
    # |n / d| < 2^(integer_bits + 1)
    integer_bits = max((n.bit_length() - d.bit_length() for n, d in parts), default=0)
    shift = bits - 1 - max(integer_bits, 0)  # |2^shift x| < 2^bits
    parts = map(x.parts, range(len(x)))
    if shift >= 0:
        lead = [int((n << shift) // d) for n, d in parts]  # floor(2^shift n / d)
    else:
        lead = [int(n // (d << -shift)) for n, d in parts]
    return np.array(lead, dtype=np.int64), shift


def _compare_entries(equations: Equations, values: Values) -> PerAction:
    """Signs where the value of the afterstate c is entry c of the solution, q(o) = x[c]."""
    e, x = equations, values.x
    lead, _ = _leading(values, _LEADING_BITS)
    sign = np.empty(e.action_count, dtype=np.int8)
    for low, high in row_ranges(e.action_start):
        begin, end = int(e.action_start[low]), int(e.action_start[high])
        entry = e.choice[begin:end]
        own = np.repeat(values.at[low:high], np.diff(e.action_start[low : high + 1]))
        first, second = lead[entry], lead[own]  # L(q(o)), L(v(s))
        # L(x) > L(y) implies x > y; where they are equal nothing is known yet
        part = (first > second).astype(np.int8) - (first < second).astype(np.int8)
        for o in np.flatnonzero((part == 0) & (entry != own)).tolist():
            a, b = int(entry[o]), int(own[o])
            (n, d), (m, f) = x.parts(a), x.parts(b)
            # n / d against m / f
            left, right = (n, m) if x.block_of[a] == x.block_of[b] else (n * f, m * d)
            part[o] = int(left > right) - int(left < right)
        sign[begin:end] = part
    return sign


def _compare_one_by_one(equations: Equations, values: Values, sign: PerAction) -> PerAction:
    """The signs, with those that are undecided, each choice added up over the solution's blocks."""
    e, x = equations, values.x
    first = e.branch_start[:-1]
    sure = (np.diff(e.branch_start) == 1) & (e.cost == 0)  # q(c) = v(t) = v(s), one entry
    sure[sure] = e.weight[first[sure]] == e.denominator[sure]
    passes = np.flatnonzero(sure[e.choice] & (sign == _UNDECIDED))
    follows = values.at[e.target[first[e.choice_at(passes)]]]  # the entry that is q(o)
    sign[passes[follows == values.at[e.state_of[passes]]]] = 0
    actions = np.flatnonzero(sign == _UNDECIDED)
    for low, high in row_ranges(starts_of(np.diff(e.branch_start)[e.choice_at(actions)])):
        part = actions[low:high]
        choices = e.choice_at(part)
        branches = slices(e.branch_start, choices)
        terms = zip(values.at[e.target[branches]].tolist(), e.weight[branches].tolist())
        columns = part, e.state_of[part], e.denominator[choices], e.cost[choices]
        lengths = np.diff(e.branch_start)[choices]
        for o, s, den, cost, k in zip(*(a.tolist() for a in (*columns, lengths)), strict=True):
            n, d = values.parts(s)
            sums: dict[int, Any] = {}
            for entry, weight in islice(terms, k):
                block = x.block_of[entry]
                sums[block] = sums.get(block, 0) + x.numerators[entry][0] * weight  # w v, times f
            total = cost * d - den * n  # den (q(o) - v(s)) = total / d + sum of term / f
            for block, term in sums.items():  # total / d + term / f
                f = x.denominators[block]
                quotient, rest = divmod(d, f)
                if rest:
                    total, d = total * f + term * d, d * f
                else:
                    total += term * quotient
            sign[o] = int(total > 0) - int(total < 0)
    return sign

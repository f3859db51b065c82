"""Exact optimal values component by component, once what a component leads to is known.

The states that can reach each other, by any actions, are a *component*. Components are visited in
topological order, so that outside of a component all values are known:

- A state alone is worth its best action, q(c) = (cost(c) + sum_t weight(t) v(t)) / denominator(c).
  No policy is guessed and no system solved. A loop, with weight w(s), leaves as often as it is
  tried: q(c) = (cost(c) + sum_{t != s} weight(t) v(t)) / (denominator(c) - w(s)).
- The components of several states at one depth are one problem, which `solve` gets: known values
  are costs there, over one denominator L, so that weights stay as short as they were. Where L would
  be much longer than what it is made of, each component is a problem, and has an L of its own: in a
  game whose score grows, such as Pig, denominators grow with every level.

**Numbers.** All states of a depth are done at once in 64 bits where all sums fit, over lowest
terms. Else they are done one by one over denominators that stand in a table (`denominators`).

Source: Dai, Goldsmith, *Topological value iteration algorithm for Markov decision processes*, 2007.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import pairwise
from math import lcm
from operator import gt, lt
from typing import NamedTuple

import numpy as np
from flint import fmpz

from exactbox.linalg.matrices.blocks import depths
from exactbox.linalg.matrices.integers import int_array, largest, narrowest, words
from exactbox.linalg.results.exact import ExactVector
from exactbox.mdp.exact.denominators import LONG, Denominators
from exactbox.mdp.exact.memory_estimate import TooLargeError
from exactbox.mdp.exact.values import Values, finite
from exactbox.mdp.graph.attractor import ImproperPolicyError
from exactbox.mdp.model.equations import Equations, assemble
from exactbox.mdp.model.layout import Array, PerState, reduced, slices, starts_of
from exactbox.parallel import memory_limit
from exactbox.parallel.memory import size_words
from exactbox.progress import report

Solve = Callable[[Equations], Values]

_FITS = 2.0**62  # of numbers in 64 bits, as their floats tell
_CLOSE = 1e-9  # relative; actions that differ by less are compared in integers
_FEW = 12  # states of one depth up to which one by one is faster than NumPy: from 6 to 24 it is all
# the same, with 1 a chain of 4,470 states takes 44 ms against 30, with 100 egl's 156,669 205
# against 150


_LONGER = 1.25  # times the longest denominator: a longer common one is that of single components
MAX_ACYCLIC_STATES = 11  # states up to which nothing of this pays (1 state: 0.02 ms, else 0.2)
_HELD = 2  # times the numerators: they are Python's, and then FLINT's, with what is made of both
_ENDLESS = "a choice that only loops is worth taking again and again"


class Components(NamedTuple):
    """The components of equations, and the states in the order in which they are visited.

    The order is by depth. Depth h has the states order[start[h]:start[h + 1]], and those before
    alone[h] are components by themselves; the others stand component by component, and begin where
    ``begins`` is true. ``largest`` counts the states of the largest component.
    """

    order: Array
    start: list[int]
    alone: list[int]
    begins: Array
    largest: int


def components(equations: Equations) -> Components:
    """Which states can reach each other, and the longest chain of components below each."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    e = equations
    n = e.states
    source = e.state_of[e.choice_of]
    pattern = np.ones(len(e.target), dtype=np.int8)
    graph = csr_array((pattern, (source, e.target)), shape=(n, n))
    count, label = connected_components(graph, directed=True, connection="strong")
    size = np.bincount(label, minlength=count)
    depth = depths(count, label[source].astype(np.int64), label[e.target].astype(np.int64))[label]
    together = size[label] > 1
    order = np.lexsort((label, together, depth))
    start = starts_of(np.bincount(depth))
    alone = start[:-1] + np.bincount(depth[~together], minlength=len(start) - 1)
    begins = np.diff(label[order], prepend=-1) != 0
    return Components(order, start.tolist(), alone.tolist(), begins, int(size.max(initial=0)))


def topological_value_iteration(equations: Equations, sense: str, solve: Solve) -> Values:
    """v(s) = max_c q(c), or min, of all states, from each of which some policy ends.

    Actions are not shared. ``solve(part)`` has the values of components of several states, in
    `Equations` of their own. An ImproperPolicyError says that a choice that only loops is worth
    taking again and again.
    """
    found = components(equations)
    if found.largest == equations.states > 1:
        return solve(equations)
    n = equations.states
    number = np.empty(n, dtype=np.int64)  # of each state in the order
    number[found.order] = np.arange(n)
    ordered = _without_loops(_reordered(equations, found.order, number), sense)
    visit = _Visit(ordered, sense == "max")
    for (low, high), middle in zip(pairwise(found.start), found.alone, strict=True):
        visit.alone(low, middle)
        cuts = [middle, high]
        if middle < high and visit.is_long(middle, high):
            cuts = [*(middle + np.flatnonzero(found.begins[middle:high])).tolist(), high]
        for first, last in pairwise(cuts) if middle < high else ():
            part, scale = visit.part(first, last)
            visit.accept(first, last, solve(part), scale)
        report("exact values", high, n)
    return visit.values(number)


def solve_acyclic(equations: Equations, sense: str) -> Values | None:
    """The values of a few states, one by one; None where some need each other, or get long."""
    e, better = equations, gt if sense == "max" else lt
    arrays = e.action_start, e.branch_start, e.target, e.weight, e.denominator, e.cost
    first, start, target, weight, denominator, cost = (array.tolist() for array in arrays)
    needs = [{*target[start[a] : start[b]]} - {s} for s, (a, b) in enumerate(pairwise(first))]
    order: list[int] = []  # by depth
    while len(order) < e.states:
        ready = [s for s in range(e.states) if s not in order and needs[s].issubset(order)]
        if not ready:
            return None
        order += ready
    top, bottom = [0] * e.states, [1] * e.states  # not in lowest terms
    for s in order:
        best = None
        for c in range(first[s], first[s + 1]):
            n, d, loop = 0, 1, 0
            for t, w in zip(target[start[c] : start[c + 1]], weight[start[c] : start[c + 1]]):
                if t == s:
                    loop += w
                elif n == 0:
                    n, d = w * top[t], bottom[t]
                else:
                    common = lcm(d, bottom[t])
                    n, d = common // d * n + common // bottom[t] * w * top[t], common
            n, d = n + cost[c] * d, d * (denominator[c] - loop)
            if d == 0:
                if better(cost[c], 0):
                    raise ImproperPolicyError(_ENDLESS)
            elif best is None or better(n * best[1], best[0] * d):
                best = n, d
        if best is None or best[1].bit_length() > LONG:
            return None
        top[s], bottom[s] = best
    x = _in_blocks([top[s] for s in order], [bottom[s] for s in order])
    return finite(x, np.argsort(order))  # the inverse of the order


def _reordered(equations: Equations, order: Array, number: PerState) -> Equations:
    """The same with the states in another order."""
    e = equations
    actions = slices(e.action_start, order)
    branches = slices(e.branch_start, actions)
    return Equations(
        starts_of(np.diff(e.action_start)[order]),
        starts_of(np.diff(e.branch_start)[actions]),
        number[e.target[branches]],
        e.weight[branches],
        e.denominator[actions],
        e.cost[actions],
    )


def _without_loops(equations: Equations, sense: str) -> Equations:
    """The same optimum without branches from a state to itself.

    Choices that do nothing else are left out: a policy that ends does not take them. If it would
    gain by that, that is an ImproperPolicyError.
    """
    e = equations
    loop = e.target == e.state_of[e.choice_of]
    if not loop.any():
        return e
    itself = e.sums(np.where(loop, e.weight, 0))
    denominator = e.denominator - itself
    kept = denominator > 0
    if (~kept & (e.cost > 0 if sense == "max" else e.cost < 0)).any():
        raise ImproperPolicyError(_ENDLESS)
    branch = kept[e.choice_of] & ~loop
    return Equations(
        starts_of(np.bincount(e.state_of[kept], minlength=e.states)),
        starts_of(np.bincount(e.choice_of[branch], minlength=e.choices)[kept]),
        e.target[branch],
        e.weight[branch],
        denominator[kept],
        e.cost[kept],
    )


class _Visit:
    """The values of the states below the place that is visited, which have no loops."""

    def __init__(self, equations: Equations, greatest: bool) -> None:
        self.equations, self.greatest = equations, greatest
        n = equations.states
        self._top, self._bottom = np.zeros(n, dtype=np.int64), np.ones(n, dtype=np.int64)
        self._short = np.ones(n, dtype=bool)  # whose value fits into these arrays
        self._arrayed = 0  # they have the first ones
        self._table = Denominators()
        self._numerators: list[int] = [0] * n
        self._places = [0] * n  # of denominators in the table
        self._listed = 0  # the lists have the first ones
        self._bytes = 0.0  # of numerators of components
        arrays = equations.weight, equations.denominator, equations.cost
        self._narrow = object not in [array.dtype for array in arrays]

    def alone(self, low: int, high: int) -> None:
        """The states from low to high, which do not need each other."""
        if high - low < _FEW or not self._narrow or not self._together(low, high):
            self._one_by_one(low, high)

    def _together(self, low: int, high: int) -> bool:
        """All at once, if all numbers fit in 64 bits."""
        e = self.equations
        self._shorten(low)
        first, last = e.action_start[low], e.action_start[high]
        begin, end = e.branch_start[first], e.branch_start[last]
        target = e.target[begin:end]
        if not self._short[target].all():
            return False
        start = e.branch_start[first : last + 1] - begin
        n, d = self._top[target], self._bottom[target]
        whole = e.denominator[first:last]
        with np.errstate(over="ignore"):
            common = reduced(np.lcm, d, start, 1)
        common[common <= 0] = 1  # it wrapped around
        over = np.repeat(common, np.diff(start))
        if (over % d != 0).any():  # a common multiple is as good as the least
            return False
        weight = e.weight[begin:end]
        factor = over // d
        scale = common.astype(float)
        size = reduced(np.add, np.abs(weight * n.astype(float) * factor), start, 0.0)
        size += np.abs(e.cost[first:last]) * scale
        if max(size.max(initial=0.0), (whole * scale).max(initial=0.0)) > _FITS:
            return False
        top = reduced(np.add, weight * n * factor, start, 0) + e.cost[first:last] * common
        bottom = whole * common
        shared = np.gcd(top, bottom)
        top, bottom = top // shared, bottom // shared
        if last - first > high - low:
            best = self._best(low, high, top, bottom)
            top, bottom = top[best], bottom[best]
        self._top[low:high], self._bottom[low:high] = top, bottom
        self._arrayed = high
        return True

    def _best(self, low: int, high: int, top: Array, bottom: Array) -> Array:
        """The action of each state from low to high with the best top / bottom, the first one."""
        start = self.equations.action_start[low : high + 1] - self.equations.action_start[low]
        extreme = np.maximum if self.greatest else np.minimum
        q_value = top / bottom
        near = np.repeat(extreme.reduceat(q_value, start[:-1]), np.diff(start))
        close = np.flatnonzero(np.abs(q_value - near) <= _CLOSE * np.abs(near))
        state = np.searchsorted(start, close, side="right") - 1
        best = np.full(high - low, -1)
        best[state[::-1]] = close[::-1]  # the first one
        other = (top[close] != top[best[state]]) | (bottom[close] != bottom[best[state]])
        for s, o in zip(state[other].tolist(), close[other].tolist(), strict=True):
            b = best[s]
            left, right = int(top[o]) * int(bottom[b]), int(top[b]) * int(bottom[o])
            if left > right if self.greatest else left < right:
                best[s] = o
        return best

    def _one_by_one(self, low: int, high: int) -> None:
        """One by one, in integers of any size."""
        self._list(low)
        first, begin, target, weight, denominator, cost = self._lists
        numerators, places, table = self._numerators, self._places, self._table
        due, of, products, sums = table.due, table.of, table.products, table.sums
        for s in range(low, high):
            top = place = -1
            for c in range(first[s], first[s + 1]):
                n = k = 0
                for b in range(begin[c], begin[c + 1]):
                    t = target[b]
                    j = places[t]
                    if j == k:
                        n += weight[b] * numerators[t]
                    elif n == 0:  # a state that leads to one other shares its number
                        n, k = numerators[t] if weight[b] == 1 else weight[b] * numerators[t], j
                    else:
                        k, f, g = sums.get((k, j)) or table.sum(k, j)
                        n = f * n + g * weight[b] * numerators[t]
                if cost[c]:
                    n += cost[c] * of[k]
                if denominator[c] != 1:
                    found = products.get((k, denominator[c]))
                    k = table.product(k, denominator[c]) if found is None else found
                if place < 0:
                    top, place = n, k
                elif place == k:
                    if n > top if self.greatest else n < top:
                        top = n
                else:
                    left, right = n * of[place], top * of[k]
                    if left > right if self.greatest else left < right:
                        top, place = n, k
            if due[place]:
                top, place = table.reduced(top, place)
            numerators[s], places[s] = top, place
        self._listed = high

    def _shorten(self, high: int) -> None:
        """Bring the arrays up to here."""
        low = self._arrayed
        if low < high:
            top, fits = words(self._numerators[low:high])
            bottom, also = words([self._table.of[k] for k in self._places[low:high]])
            self._top[low:high], self._bottom[low:high] = top, bottom
            self._short[low:high] = fits & also
            self._arrayed = high

    def _list(self, high: int) -> None:
        """Bring the lists up to here."""
        low = self._listed
        if low < high:
            self._numerators[low:high] = self._top[low:high].tolist()
            self._places[low:high] = map(self._table.place, self._bottom[low:high].tolist())
            self._listed = high

    @cached_property
    def _lists(self) -> tuple[list[int], ...]:
        e = self.equations
        arrays = e.action_start, e.branch_start, e.target, e.weight, e.denominator, e.cost
        return tuple(array.tolist() for array in arrays)

    def is_long(self, low: int, high: int) -> bool:
        """Whether the common denominator of what is known here is much longer than each of them."""
        e = self.equations
        self._list(low)
        first, last = e.branch_start[e.action_start[[low, high]]]
        target = e.target[first:last]
        known = {self._places[t] for t in np.unique(target[target < low]).tolist()}
        common, longest = fmpz(1), 1
        for k in sorted(known, key=lambda k: -self._table.of[k].bit_length()):
            common = common.lcm(fmpz(self._table.of[k]))
            longest = max(longest, self._table.of[k].bit_length())
            if common.bit_length() > _LONGER * longest + LONG:
                return True
        return False

    def part(self, low: int, high: int) -> tuple[Equations, int]:
        """The equations of the states from low to high, times a number that makes them integers."""
        e = self.equations
        self._list(low)
        first, last = e.action_start[low], e.action_start[high]
        begin, end = e.branch_start[first], e.branch_start[last]
        choice = np.repeat(np.arange(last - first), np.diff(e.branch_start[first : last + 1]))
        target, weight = e.target[begin:end], e.weight[begin:end]
        outer = target < low
        known, place = np.unique(target[outer], return_inverse=True)
        parts = [(self._numerators[t], self._table.of[self._places[t]]) for t in known.tolist()]
        common = fmpz(1)
        for d in {d for _, d in parts}:
            common = common.lcm(d)
        scale = int(common)
        over = {d: scale // d for d in {d for _, d in parts}}
        value = int_array([n * over[d] for n, d in parts])  # of the states known, times scale
        owner, cost, factor = choice[outer], e.cost[first:last], weight[outer]
        starts = np.flatnonzero(np.diff(owner, prepend=-1))
        most = largest(value) * largest(e.denominator[first:last]) + largest(cost) * scale
        if max(most, scale) >= _FITS or object in (cost.dtype, factor.dtype):
            value, cost, factor = (array.astype(object) for array in (value, cost, factor))
        cost = cost * scale
        if len(starts):  # weights of a choice add up to its denominator or less
            cost[owner[starts]] += np.add.reduceat(factor * value[place], starts)
        return assemble(
            e.action_start[low : high + 1] - first,
            None,
            choice[~outer],
            target[~outer] - low,
            weight[~outer],
            e.denominator[first:last],
            narrowest(cost),
        ), scale

    def accept(self, low: int, high: int, values: Values, scale: int) -> None:
        """The values of such a part."""
        x, entries = values.x, values.at.tolist()
        bottoms = [d * scale for d in x.denominators]
        if scale.bit_length() > LONG:  # what all numerators of a block share, as one gcd takes long
            shared = list(bottoms)
            for k in set(entries):
                b = x.block_of[k]
                shared[b] = x.numerators[k][0].gcd(shared[b])
        place: dict[int, tuple[int, int]] = {}
        for s, k in enumerate(entries, low):
            if k not in place:
                n, d = x.numerators[k][0], bottoms[x.block_of[k]]
                common = n.gcd(d) if scale.bit_length() <= LONG else shared[x.block_of[k]]
                place[k] = int(n // common), self._table.place(int(d // common))
            self._numerators[s], self._places[s] = place[k]
        self._listed = high
        self._bytes += sum([n.bit_length() for n, _ in place.values()]) / 8
        limit = memory_limit()
        if _HELD * self._bytes > limit:
            n = self.equations.states
            raise TooLargeError(
                f"the exact values of {high:,} of {n:,} states take {size_words(self._bytes)}, and "
                f"get longer from component to component; {size_words(limit)} may be used"
            )

    def values(self, number: PerState) -> Values:
        """The values of all states, by their place in the order; equal objects are one entry."""
        self._list(self.equations.states)
        tops, places = self._numerators, self._places
        if max(map(int.bit_length, self._table.of)) <= LONG:
            return finite(_in_blocks(tops, [self._table.of[k] for k in places]), number)
        entry: dict[tuple[int, int], int] = {}
        at = [entry.setdefault((id(n), k), len(entry)) for n, k in zip(tops, places, strict=True)]
        first = np.unique(at, return_index=True)[1].tolist()
        own = [tops[s] for s in first]
        self._numerators = tops = []  # long ones are not kept twice
        x = _in_blocks(own, [self._table.of[places[s]] for s in first])
        return finite(x, np.array(at)[number])


def _in_blocks(numerators: list[int], denominators: Sequence[int]) -> ExactVector:
    """The fractions; those over one denominator are a block, in lowest terms. It takes the list."""
    tops: list[fmpz] = []
    while numerators:
        tops.append(fmpz(numerators.pop()))
    tops.reverse()
    shared = {d: fmpz(d) for d in dict.fromkeys(denominators)}
    for d, n in zip(denominators, tops, strict=True):
        if shared[d] != 1:
            shared[d] = n.gcd(shared[d])
    for k, d in enumerate(denominators):
        if shared[d] != 1:
            tops[k] //= shared[d]
    blocks = {d: b for b, d in enumerate(shared)}
    bottoms = [d // g for d, g in shared.items()]
    return ExactVector.of_blocks(
        bottoms, [blocks[d] for d in denominators], list(zip(tops, strict=True)), 1
    )

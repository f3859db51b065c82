"""Exact optimal values component by component, once what a component leads to is known.

States that can reach each other, by any actions, form a *component*. Components are visited in
topological order, so that all values outside that a component depends on are known:

- A state alone is worth its best action, q(c) = (cost(c) + sum_t weight(t) v(t)) / denominator(c).
  No policy is guessed and no system solved. A loop, with weight w(s), leaves as often as it is
  tried: q(c) = (cost(c) + sum_{t != s} weight(t) v(t)) / (denominator(c) - w(s)).
- All components of several states at one depth are solved together, by `solve`. Branches that leave
  them become costs, over one common denominator L of the values they lead to, so that weights stay
  short. Where L would be much longer than these denominators, as in a game whose score grows, such
  as Pig, each component is solved by itself, with its own L.

**Numbers.** All states of a depth are done at once in 64 bits where all sums fit, over lowest
terms. Else they are done one by one over denominators that stand in a table (`denominators`).

Source: Dai, Goldsmith, *Topological value iteration algorithm for Markov decision processes*, 2007.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import gcd, lcm
from operator import gt, lt

import numpy as np
from flint import fmpz, fmpz_mat

from exactbox.linalg.matrices.blocks import depths
from exactbox.linalg.matrices.integers import int_array, largest, narrowest, words
from exactbox.linalg.results.exact import ExactVector
from exactbox.mdp.exact.denominators import (
    MIN_REDUCED_BITS,
    Denominators,
    greatest_common_divisor,
)
from exactbox.mdp.exact.memory_estimate import TooLargeError
from exactbox.mdp.exact.values import Values, finite
from exactbox.mdp.graph.attractor import ImproperPolicyError
from exactbox.mdp.model.equations import Equations, assemble
from exactbox.mdp.model.layout import (
    Array,
    PerState,
    distinct,
    factorize,
    reduced,
    slices,
    starts_of,
)
from exactbox.parallel import memory_limit
from exactbox.parallel.memory import size_words
from exactbox.progress import report

Solve = Callable[[Equations], Values]

_MAX_WORD = 2.0**62  # numbers up to here fit in 64 bits, as their floats tell
_TIE = 1e-9  # relative; actions that differ by less are compared in integers
# states of one depth up to which one by one is faster than NumPy: from 6 to 24 it is all the same,
# with 1 a chain of 4,470 states takes 44 ms against 30, with 100 egl's 156,669 205 against 150
_MIN_STATES_FOR_ARRAYS = 12
# bits of a denominator from which it has grown from level to level (Pig to 60 points: 4,000)
_MIN_SHARED_BITS = 4096
_MAX_COMMON_DENOMINATOR_RATIO = 1.25  # times the longest; a longer one is that of one component
# states of a component of a chain, and of all of one depth, that are solved one component by one;
# more, all of a depth in one system (embedded, 136 components of two states: 0.14 s so, now 0.07)
_MAX_STATES_OF_COMPONENT, _MAX_STATES_BY_COMPONENT = 6, 128
_MAX_LAG = 300  # states: 0.1 ms, as long as a depth in arrays takes
# depths at most that are solved one by one before arrays are tried again, once numbers got long: to
# bring values into arrays in vain takes a third of the time of stream (15,251 states, 151 depths)
_MAX_SKIPPED = 63
MAX_ACYCLIC_STATES = 11  # solved one by one, without SciPy (1 state: 0.02 ms, else 0.2)
_MIXER = np.uint64(0x9E3779B97F4A7C15)  # 2^64 / golden ratio: pairs of words to keys, seldom alike
_NUMERATOR_COPIES = 2  # they are Python's, and then FLINT's, with what is made of both
_WINDOW_STATES = 10_000  # whose equations are lists at once: 10 MB of a model of 6 branches a state
_ENDLESS = "a choice that only loops is worth taking again and again"


def topological_value_iteration(equations: Equations, sense: str, solve: Solve) -> Values:
    """v(s) = max_c q(c), or min, of all states, from each of which some policy ends.

    Actions do not share afterstates. ``solve(block)`` has the values of components of several
    states, in `Equations` of their own. An ImproperPolicyError says that a choice that only loops
    is worth taking again and again.
    """
    n = equations.states
    components = _components(equations)
    if components is None:
        return solve(equations)
    order, start, alone, begins, by_depth = components
    place = np.empty(n, dtype=np.int64)  # place[order[k]] = k
    place[order] = np.arange(n)
    equations = _without_loops(_permute(equations, order, place), sense)
    solution = _Solution(equations, sense == "max")
    waiting = 0  # states from here on are single ones of depths of few
    for (low, high), middle in zip(pairwise(start.tolist()), alone.tolist(), strict=True):
        if middle - low >= _MIN_STATES_FOR_ARRAYS or (
            waiting == low and low - solution.listed > _MAX_LAG
        ):
            solution.solve_one_by_one(waiting, low)
            solution.solve_single_states(low, middle)
        elif middle == high < n:
            continue
        else:  # in topological order, too
            solution.solve_one_by_one(waiting, middle)
        waiting = high
        if middle < high:
            cuts = [*(middle + np.flatnonzero(begins[middle:high])).tolist(), high]
            few = equations.is_chain and high - middle <= _MAX_STATES_BY_COMPONENT
            if not few and not solution.has_long_common_denominator(middle, high):
                cuts = [middle, high]
            for first, last in pairwise(cuts):
                small = few and last - first <= _MAX_STATES_OF_COMPONENT
                if not (small and solution.solve_component(first, last)):
                    block, scale = solution.block(first, last)
                    solution.accept(first, last, solve(block), scale)
        report("exact values", high, n)
    return solution.values(place[by_depth], np.argsort(by_depth))


def _components(equations: Equations) -> tuple[Array, Array, Array, Array, Array] | None:
    """An order of the states by depth, in which components stand together; None for one component.

    Depth h has the states order[start[h]:start[h + 1]]; those before alone[h] are components by
    themselves, the others stand component by component, each from where `begins` is true. The last
    is an order of depths alone, in which values are written whatever their components.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    e, n = equations, equations.states
    source = e.state_of[e.choice_of]
    pattern = np.ones(len(e.target), dtype=np.int8)
    graph = csr_array((pattern, (source, e.target)), shape=(n, n))
    count, label = connected_components(graph, directed=True, connection="strong")
    size = np.bincount(label, minlength=count)
    if size.max(initial=0) == n > 1:
        return None
    depth = depths(count, label[source].astype(np.int64), label[e.target].astype(np.int64))[label]
    together = size[label] > 1  # in a component of several states
    order = np.lexsort((label, together, depth))
    start = starts_of(np.bincount(depth))
    alone = start[:-1] + np.bincount(depth[~together], minlength=len(start) - 1)
    begins = np.diff(label[order], prepend=-1) != 0
    return order, start, alone, begins, np.lexsort((together, depth))


def solve_acyclic(equations: Equations, sense: str) -> Values | None:
    """The values of a few states, one by one; None if there is a cycle, or a value is long."""
    e, better = equations, gt if sense == "max" else lt
    arrays = e.action_start, e.branch_start, e.target, e.weight, e.denominator, e.cost
    first, start, target, weight, denominator, cost = (array.tolist() for array in arrays)
    # v(s) is made of v(t) for the t that s needs
    needs = [{*target[start[a] : start[b]]} - {s} for s, (a, b) in enumerate(pairwise(first))]
    order: list[int] = []  # by depth
    while len(order) < e.states:
        ready = [s for s in range(e.states) if s not in order and needs[s].issubset(order)]
        if not ready:
            return None
        order += ready  # all that they need comes before
    top, bottom = [0] * e.states, [1] * e.states  # not in lowest terms
    for s in order:
        best = None
        for c in range(first[s], first[s + 1]):
            n, d, loop = 0, 1, 0  # n / d = sum of w v(t) over t != s
            for t, w in zip(target[start[c] : start[c + 1]], weight[start[c] : start[c + 1]]):
                if t == s:
                    loop += w
                elif n == 0:
                    n, d = w * top[t], bottom[t]
                else:
                    common = lcm(d, bottom[t])
                    n, d = common // d * n + common // bottom[t] * w * top[t], common
            n, d = n + cost[c] * d, d * (denominator[c] - loop)  # q(c) = n / d
            if d == 0:
                if better(cost[c], 0):
                    raise ImproperPolicyError(_ENDLESS)
            elif best is None or better(n * best[1], best[0] * d):
                best = n, d
        if best is None or best[1].bit_length() > MIN_REDUCED_BITS:
            return None
        top[s], bottom[s] = best
    table = list(dict.fromkeys(bottom))
    x = _group_by_denominator(
        [top[s] for s in order], [table.index(bottom[s]) for s in order], table
    )
    return finite(x, np.argsort(order))  # the inverse of the order


def _permute(equations: Equations, order: Array, place: PerState) -> Equations:
    """The equations with state order[k] as state k."""
    e = equations
    actions = slices(e.action_start, order)
    branches = slices(e.branch_start, actions)
    return Equations(
        starts_of(np.diff(e.action_start)[order]),
        starts_of(np.diff(e.branch_start)[actions]),
        place[e.target[branches]],
        e.weight[branches],
        e.denominator[actions],
        e.cost[actions],
    )


def _without_loops(equations: Equations, sense: str) -> Equations:
    """Equations with the same optimum, without branches from a state to itself.

    q (denominator - w(s)) = cost + sum_{t != s} w(t) v(t), as v(s) = q where the choice is taken.
    Choices that only loop are left out, as a policy that ends does not take them; one that pays is
    an ImproperPolicyError.
    """
    e = equations
    loop = e.target == e.state_of[e.choice_of]
    if not loop.any():
        return e
    denominator = e.denominator - e.sums(np.where(loop, e.weight, 0))  # den(c) - w(s)
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


class _Solution:
    """The values of the first states, of equations without loops in topological order.

    v(t) = top[t] / bottom[t] in int64, or numerators[t] / table.denominators[places[t]] in integers
    of any size; each pair of arrays is brought up to date where it is read.
    """

    def __init__(self, equations: Equations, greatest: bool) -> None:
        self.equations, self.greatest = equations, greatest
        n = equations.states
        self._top, self._bottom = np.zeros(n, dtype=np.int64), np.ones(n, dtype=np.int64)
        self._fits = np.ones(n, dtype=bool)  # v(t) fits into these arrays
        self._arrayed = 0  # states 0 .. k-1 are in the int64 arrays
        self._table = Denominators()
        self._numerators: list[int] = [0] * n
        self._places = [0] * n  # of denominators in the table
        self.listed = 0  # states 0 .. k-1 are in the lists
        self._window = 0, 0  # of states whose equations are lists
        self._lists = self._window_lists()
        self._bytes = 0.0  # of numerators of components
        arrays = equations.weight, equations.denominator, equations.cost
        self._is_int64 = object not in [array.dtype for array in arrays]
        self._to_skip = self._skipped = 0  # depths before arrays are tried again

    def solve_single_states(self, low: int, high: int) -> None:
        """Find v(s) = best q(c) of the states from low to high, which do not need each other."""
        if self._is_int64 and self._skipped == self._to_skip:
            if self._solve_in_arrays(low, high):
                self._to_skip = self._skipped = 0
                return
            self._to_skip, self._skipped = min(2 * self._to_skip + 1, _MAX_SKIPPED), -1
        self._skipped += 1
        self.solve_one_by_one(low, high)

    def _solve_in_arrays(self, low: int, high: int) -> bool:
        """Find the values of these states in int64; False, and none, where a number is longer."""
        e = self.equations
        self._fill_arrays(low)
        first, last = e.action_start[low], e.action_start[high]
        begin, end = e.branch_start[first], e.branch_start[last]
        target = e.target[begin:end]
        if not self._fits[target].all():
            return False
        start = e.branch_start[first : last + 1] - begin
        n, d = self._top[target], self._bottom[target]  # v(t) = n / d
        own = e.denominator[first:last]
        with np.errstate(over="ignore"):
            common = reduced(np.lcm, d, start, 1)  # D(c), over all targets of c
        common[common <= 0] = 1  # it wrapped around
        per_branch = np.repeat(common, np.diff(start))
        if (per_branch % d != 0).any():  # a common multiple is as good as the least
            return False
        weight = e.weight[begin:end]
        factor = per_branch // d  # v(t) = n factor / D
        scale = common.astype(float)
        size = reduced(np.add, np.abs(weight * n.astype(float) * factor), start, 0.0)
        size += np.abs(e.cost[first:last]) * scale  # >= |den D q(c)|
        if max(size.max(initial=0.0), (own * scale).max(initial=0.0)) > _MAX_WORD:
            return False
        top = reduced(np.add, weight * n * factor, start, 0) + e.cost[first:last] * common
        bottom = own * common  # q(c) = top / bottom
        shared = np.gcd(top, bottom)
        top, bottom = top // shared, bottom // shared
        if last - first > high - low:  # the first best action of each state
            start = e.action_start[low : high + 1] - first
            q_value = top / bottom
            extreme = np.maximum if self.greatest else np.minimum
            near = np.repeat(extreme.reduceat(q_value, start[:-1]), np.diff(start))
            close = np.flatnonzero(np.abs(q_value - near) <= _TIE * np.abs(near))
            state = np.searchsorted(start, close, side="right") - 1
            best = np.full(high - low, -1)
            best[state[::-1]] = close[::-1]  # the last write stays
            other = (top[close] != top[best[state]]) | (bottom[close] != bottom[best[state]])
            for s, o in zip(state[other].tolist(), close[other].tolist(), strict=True):
                b = best[s]
                left, right = int(top[o]) * int(bottom[b]), int(top[b]) * int(bottom[o])
                if left > right if self.greatest else left < right:  # q(o) against q(b)
                    best[s] = o
            top, bottom = top[best], bottom[best]
        self._top[low:high], self._bottom[low:high] = top, bottom
        self._arrayed = high
        return True

    def solve_one_by_one(self, low: int, high: int) -> None:
        """Find the values of these states, in topological order, in integers of any size."""
        if low == high:
            return
        self._open_window(low, high)
        first, begin, target, weight, denominator, cost = self._lists
        numerators, places, table = self._numerators, self._places, self._table
        due, of, products, sums = table.due, table.denominators, table.products, table.sums
        before = self._window[0]
        for s in range(low, high):
            top = place = -1
            for c in range(first[s - before], first[s - before + 1]):
                n = k = 0  # n / of[k] = sum of w(t) v(t) so far
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
                if cost[c]:  # n / of[k] = cost + sum of w(t) v(t)
                    n += cost[c] * of[k]
                if denominator[c] != 1:  # n / of[k] = q(c)
                    product = products.get((k, denominator[c]))
                    k = table.product(k, denominator[c]) if product is None else product
                if place < 0:
                    top, place = n, k
                elif place == k:
                    if n > top if self.greatest else n < top:
                        top = n
                else:
                    left, right = n * of[place], top * of[k]  # n / of[k] against the best
                    if left > right if self.greatest else left < right:
                        top, place = n, k
            if due[place]:
                top, place = table.reduce(top, place)
            numerators[s], places[s] = top, place
        self.listed = high

    def solve_component(self, low: int, high: int) -> bool:
        """Find the values of a component of a chain; False, and none, if it is never left.

        A x = b with A = den - W, which has an inverse if the component is left.
        """
        self._open_window(low, high)
        first, begin, target, weight, denominator, cost = self._lists
        numerators, places, table = self._numerators, self._places, self._table
        of, before, size = table.denominators, self._window[0], high - low
        rows, sums = list[list[int]](), list[tuple[int, int]]()
        shared = 0  # place of the denominator of all b
        for s in range(low, high):
            c, row = first[s - before], [0] * size
            row[s - low] = denominator[c]
            n = k = 0  # n / of[k] = sum of w(t) v(t) outside
            for b in range(begin[c], begin[c + 1]):
                t = target[b]
                if t >= low:
                    row[t - low] -= weight[b]
                else:
                    k, f, g = table.sum(k, places[t])
                    n = f * n + g * weight[b] * numerators[t]
            rows.append(row)
            sums.append((n + cost[c] * of[k], k))
            shared = table.sum(shared, k)[0]
        d = of[shared]
        try:
            x = fmpz_mat(rows).solve(fmpz_mat([[d // of[k] * n] for n, k in sums]))  # d v
        except ZeroDivisionError:
            return False
        for s, entry in enumerate(x.entries(), low):
            n, bottom = int(entry.p), int(entry.q) * d
            is_long = bottom.bit_length() > _MIN_SHARED_BITS
            common = 1 if is_long else greatest_common_divisor(n, bottom)
            numerators[s], places[s] = n // common, table.place(bottom // common)
        self.listed = high
        return True

    def _open_window(self, low: int, high: int) -> None:
        """Have the values before these states, and their equations, as lists."""
        self._fill_lists(low)
        if high > self._window[1]:
            self._window = low, max(high, min(low + _WINDOW_STATES, self.equations.states))
            self._lists = self._window_lists()

    def _fill_arrays(self, high: int) -> None:
        """Bring the int64 arrays up to this state."""
        low = self._arrayed
        if low < high:
            top, fits = words(self._numerators[low:high])
            bottom, also = words([self._table.denominators[k] for k in self._places[low:high]])
            self._top[low:high], self._bottom[low:high] = top, bottom
            self._fits[low:high] = fits & also
            self._arrayed = high

    def _fill_lists(self, high: int) -> None:
        """Bring the lists up to this state."""
        low = self.listed
        if low < high:
            self._numerators[low:high] = self._top[low:high].tolist()
            self._places[low:high] = map(self._table.place, self._bottom[low:high].tolist())
            self.listed = high

    def _window_lists(self) -> tuple[list[int], ...]:
        """The equations of the window's states as lists; actions and branches count from 0 there.

        Those of all states at once would take more memory than their values.
        """
        e, (low, high) = self.equations, self._window
        first, last = e.action_start[[low, high]]
        begin, end = e.branch_start[[first, last]]
        arrays = (
            e.action_start[low : high + 1] - first,
            e.branch_start[first : last + 1] - begin,
            e.target[begin:end],
            e.weight[begin:end],
            e.denominator[first:last],
            e.cost[first:last],
        )
        return tuple(array.tolist() for array in arrays)

    def has_long_common_denominator(self, low: int, high: int) -> bool:
        """Return True where the lcm of what these states lead to is longer than each by far."""
        e = self.equations
        self._fill_lists(low)
        first, last = e.branch_start[e.action_start[[low, high]]]
        target = e.target[first:last]
        places = {self._places[t] for t in distinct(target[target < low]).tolist()}
        common, longest = fmpz(1), 1
        for k in sorted(places, key=lambda k: -self._table.denominators[k].bit_length()):
            common = common.lcm(fmpz(self._table.denominators[k]))  # L so far
            longest = max(longest, self._table.denominators[k].bit_length())
            if common.bit_length() > _MAX_COMMON_DENOMINATOR_RATIO * longest + _MIN_SHARED_BITS:
                return True
        return False

    def block(self, low: int, high: int) -> tuple[Equations, int]:
        """The equations of L v for the states from low to high, and L.

        den(c) L v(s) = L cost(c) + sum_{t < low} w(t) L v(t) + sum_{t >= low} w(t) L v(t), where
        L v(t) is an integer for the states t < low, which are solved.
        """
        e = self.equations
        self._fill_lists(low)
        first, last = e.action_start[low], e.action_start[high]
        begin, end = e.branch_start[first], e.branch_start[last]
        choice = np.repeat(np.arange(last - first), np.diff(e.branch_start[first : last + 1]))
        target, weight = e.target[begin:end], e.weight[begin:end]
        outer = target < low
        solved, place = np.unique(target[outer], return_inverse=True)
        table = self._table.denominators
        parts = [(self._numerators[t], table[self._places[t]]) for t in solved.tolist()]
        distinct, common = {d for _, d in parts}, fmpz(1)
        for d in distinct:  # L = lcm of the denominators of v(t)
            common = common.lcm(d)
        scale = int(common)  # L
        factors = {d: scale // d for d in distinct}
        value = int_array([n * factors[d] for n, d in parts])  # L v(t) of the solved states
        owner, cost, factor = choice[outer], e.cost[first:last], weight[outer]
        starts = np.flatnonzero(np.diff(owner, prepend=-1))
        most = largest(value) * largest(e.denominator[first:last]) + largest(cost) * scale
        if max(most, scale) >= _MAX_WORD or object in (cost.dtype, factor.dtype):
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
        """Take the solution L v of a block over."""
        x, entries = values.x, values.at.tolist()
        bottoms = [d * scale for d in x.denominators]  # v = n / (d L)
        is_long = scale.bit_length() > _MIN_SHARED_BITS
        if is_long:  # one gcd takes long: only what all numerators of a block share is taken off
            shared = list(bottoms)
            for k in set(entries):
                b = x.block_of[k]
                shared[b] = x.numerators[k][0].gcd(shared[b])
        place: dict[int, tuple[int, int]] = {}
        for s, k in enumerate(entries, low):
            if k not in place:
                n, d = x.numerators[k][0], bottoms[x.block_of[k]]
                common = shared[x.block_of[k]] if is_long else n.gcd(d)
                place[k] = int(n // common), self._table.place(int(d // common))
            self._numerators[s], self._places[s] = place[k]
        self.listed = high
        self._bytes += sum([n.bit_length() for n, _ in place.values()]) / 8
        limit = memory_limit()
        if _NUMERATOR_COPIES * self._bytes > limit:
            n = self.equations.states
            raise TooLargeError(
                f"the exact values of {high:,} of {n:,} states take {size_words(self._bytes)}, and "
                f"get longer from component to component; {size_words(limit)} may be used"
            )

    def values(self, order: Array, number: PerState) -> Values:
        """The values of all states in this order; that of state s is the one at number[s].

        Equal ones share an entry, of long numerators those that are one object.
        """
        table, primes = self._table.denominators, 0
        longest = max(map(int.bit_length, table))
        if longest <= 62:
            self._fill_arrays(self.equations.states)
            if self._fits.all():
                top, bottom = self._top[order], self._bottom[order]
                key = top.view(np.uint64) * _MIXER + bottom.view(np.uint64)
                at, first = factorize(key)
                if (top == top[first][at]).all() and (bottom == bottom[first][at]).all():
                    return finite(_group_words(top[first], bottom[first]), at[number])
                return finite(_group_words(top, bottom), number)
        self._fill_lists(self.equations.states)
        tops, places = ([of[s] for s in order.tolist()] for of in (self._numerators, self._places))
        if self._is_int64 and not self._bytes:  # of states alone: products of their denominators
            primes = lcm(*distinct(self.equations.denominator).tolist())
            primes = primes if primes < _MAX_WORD else 0
        names: list[int] = tops if longest <= _MIN_SHARED_BITS else [id(n) for n in tops]
        found: dict[tuple[int, int], int] = {}
        owner = [found.setdefault(each, j) for j, each in enumerate(zip(places, names))]
        at, first = factorize(np.array(owner))
        own = [tops[j] for j in first.tolist()]
        self._numerators = tops = names = []  # long ones are not kept twice
        found.clear()
        x = _group_by_denominator(own, [places[j] for j in first.tolist()], table, primes)
        return finite(x, at[number])


def _group_words(tops: Array, bottoms: Array) -> ExactVector:
    """The fractions of int64 in blocks of one denominator, in lowest terms, as they come first."""
    block, first = factorize(bottoms)
    shared = np.zeros(len(first), dtype=np.int64)
    np.gcd.at(shared, block, np.gcd(tops, bottoms))
    blocks = (bottoms[first] // shared).tolist()
    numerators = [(n,) for n in map(fmpz, (tops // shared[block]).tolist())]
    return ExactVector.of_blocks([*map(fmpz, blocks)], block.tolist(), numerators, 1)


def _group_by_denominator(
    numerators: list[int], places: Sequence[int], table: Sequence[int], primes: int = 0
) -> ExactVector:
    """The fractions numerators[k] / table[places[k]] in blocks of one denominator, lowest terms.

    `primes`, unless it is 0, is a multiple of all primes that divide denominators: what shares
    none with it is in lowest terms. The list of numerators is emptied on the way, so that long ones
    are not kept twice.
    """
    tops: list[fmpz] = []
    while numerators:
        tops.append(fmpz(numerators.pop()))
    tops.reverse()
    bottoms = {k: fmpz(table[k]) for k in dict.fromkeys(places)}
    shared, one = dict(bottoms), fmpz(1)  # gcd of a block's denominator and numerators
    open_ones = {k for k, d in bottoms.items() if d != 1}
    for k, n in zip(places, tops, strict=True):
        if k in open_ones:
            prime = primes and gcd(int(n % primes), primes) == 1
            shared[k] = one if prime else n.gcd(shared[k])
            if shared[k] == 1:
                open_ones.remove(k)
    for j, k in enumerate(places) if open_ones else ():
        if k in open_ones:
            tops[j] //= shared[k]
    blocks = {k: b for b, k in enumerate(bottoms)}
    return ExactVector.of_blocks(
        [d // shared[k] for k, d in bottoms.items()],
        [blocks[k] for k in places],
        list(zip(tops, strict=True)),
        1,
    )

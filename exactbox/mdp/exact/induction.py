"""Backward induction that computes what changes from layer to layer, and nothing else.

    v_b(s) = best over actions c of  r_b(c) + sum_e p(e) v_(b - k(e))(t(e)),      v_b = 0 for b < 0

In layer b so much may still be spent; branch e of c leads to the state t(e) with probability p(e)
and spends k(e), an integer that is 0 or more. A finite horizon is the case k = 1. Values of some
states are *held*: 1 in a goal, 0 outside of where the play has to stay.

**The method.** What c is worth is linear in the values, so from one layer to the next it changes by
sum_e p(e) (v_(b - k) - v_(b - 1 - k))(t(e)): if v(t) changes in layer b, each branch e into t
changes what its choice is worth in layer b + k(e), and the states with that choice are worked out
again there. Where nothing spends, within one layer, the order is topological: states come after
those that they lead to. Layers where nothing changes are skipped, so the induction ends early at a
fixed point. In the firewire protocol, 212,268 states and 400 layers, 336,148 values are worked
out in place of 85 million.

**Numbers.** All values are integers over one scale, all worths over D times the scale, D being the
least common denominator of the probabilities. The scale grows when a value is not an integer over
it: by the factor that is missing, and then some, so that it does not happen in every layer.

Sources: Puterman, *Markov Decision Processes*, 1994, section 4.5; Andova, Hermanns, Katoen,
*Discrete-time rewards model-checked*, 2003 (unfolding of bounded rewards).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from math import gcd
from typing import Any, NamedTuple

import numpy as np

from exactbox.linalg.matrices.blocks import depths
from exactbox.mdp.exact.memory_estimate import TooLargeError
from exactbox.mdp.exact.schedule import Schedule
from exactbox.mdp.model.layout import Array, Layout, PerBranch, PerState, starts_of
from exactbox.progress import report
from exactbox.showing import counted

MAX_WORK = 1 << 42  # of an induction, as estimated, in about nanoseconds: some 70 minutes
_ESTIMATED = 32  # layers: after twice as many the time of all is estimated, and then again
_SPARE = 16  # bits by which the scale grows beyond what is missing; and an eighth of its length
_NODE = 1000  # units for a state that is worked out, with its branches; short integers
_DIGIT = 3  # units more for each 30 bits of its integers


class Branches(NamedTuple):
    """The branches that matter, in the order of their targets.

    State t is the target of the branches ``first[t]:first[t + 1]``; of each one the lists have the
    choice, the probability times D, which is ``common``, and what it spends.
    """

    first: list[int]
    choice: list[int]
    weight: list[int]
    spending: list[int]
    common: int


def sort_branches(
    layout: Layout, kept: PerBranch, weight: PerBranch, spending: PerBranch, common: int
) -> Branches:
    """The branches kept, (B,) bool, with these weights over D and spendings."""
    which = np.flatnonzero(kept)
    which = which[np.argsort(layout.target[which], kind="stable")]
    count = np.bincount(layout.target[which], minlength=layout.states)
    return Branches(
        starts_of(count).tolist(),
        layout.choice_of[which].tolist(),
        weight[which].tolist(),
        spending[which].tolist(),
        common,
    )


class Induction:
    """The values of one layer after the other.

    ``value`` has S integers over ``scale``, of the last layer; ``worth`` C integers over D times
    the scale; ``held`` are the states whose values change only by `hold`.
    """

    def __init__(
        self,
        layout: Layout,
        branches: Branches,
        sense: str,
        held: PerState,
        place: PerState | None = None,
        lowest: int = 1,
    ) -> None:
        """All values are 0, all choices worth 0.

        Where some branch spends nothing, `place` has the states' places in a topological order of
        these branches. `lowest` is the first layer in which an action is picked.
        """
        choices = range(layout.choices) if layout.afterstate is None else layout.afterstate.tolist()
        start = layout.action_start.tolist()
        self._choices = choices
        self._start = start
        self._branches = branches
        self.common = branches.common  # D
        self._best: Any = max if sense == "max" else min
        self._users = _users(layout)
        self._into: list[list[tuple[int, list[tuple[int, int]]]]] = [[]] * layout.states
        self.held = held.tolist()
        self._state_at = list(range(layout.states))
        self._place = list(range(layout.states)) if place is None else place.tolist()
        for s, k in enumerate(self._place):
            self._state_at[k] = s
        self.value: list[int] = [0] * layout.states
        self.scale = 1
        self.q_value: list[int] = [0] * layout.choices
        self._pending: dict[int, list[tuple[int, int]]] = {}  # layer: (choice, change of worth)
        self._set: dict[int, list[tuple[int, int | None]]] = {}  # layer: (state, value or free)
        self._layers: list[int] = []  # a heap of those with something to be done
        self._action = [0] * layout.states
        self._changes: list[tuple[int, int, int]] = []  # of the policy: layer, state, action
        self._tied: set[int] = set()
        self._lowest = lowest
        self._first: set[int] = set()  # the states worked out in that layer
        self.worked_out = 0

    # What is to be done ---------------------------------------------------------------------------

    def add(self, layer: int, choice: int, amount: int) -> None:
        """From this layer on the choice is worth amount / D more."""
        self.at(layer).append((choice, amount * self.scale))

    def hold(self, layer: int, state: int, value: int | None) -> None:
        """From this layer on the value is this integer, or is worked out if it is None."""
        self.at(layer)
        self._set.setdefault(layer, []).append((state, value))

    def begin(self, value: Sequence[int], scale: int, q_value: Sequence[int]) -> None:
        """The values of layer 0 over a scale, and worths over D times it."""
        self.value, self.scale, self.q_value = list(value), scale, list(q_value)

    def at(self, layer: int) -> list[tuple[int, int]]:
        """The amounts that are added to choices in this layer, which is not skipped."""
        if layer not in self._pending:
            self._pending[layer] = []
            heappush(self._layers, layer)
        return self._pending[layer]

    # Layers ---------------------------------------------------------------------------------------

    def run(self, last: int, stage: str = "layers") -> None:
        """Layers up to the last one; a TooLargeError once the rest seems to exceed `MAX_WORK`."""
        done = 0  # layers
        before = 0, 0  # when the time was estimated last: layers, and states worked out
        while self._layers and self._layers[0] <= last:
            layer = heappop(self._layers)
            self._layer(layer)
            done += 1
            if done >= 2 * max(before[0], _ESTIMATED):
                states = (self.worked_out - before[1]) // (done - before[0])
                self._require_time(layer, last, states)
                before = done, self.worked_out
            report(stage, layer, last)
        report(stage, last, last)

    def _layer(self, layer: int) -> None:
        """Compute what changes in one layer."""
        queue: list[int] = []  # a heap of places
        waiting: set[int] = set()
        for c, amount in self._pending[layer]:  # stays in place until the layer is done
            self.q_value[c] += amount
            for s in self._users[c]:
                if s not in waiting and not self.held[s]:
                    waiting.add(s)
                    heappush(queue, self._place[s])
        self._pending[layer] = []
        for s, fixed in self._set.pop(layer, ()):
            self.held[s] = fixed is not None
            if fixed is None:
                if s not in waiting:
                    waiting.add(s)
                    heappush(queue, self._place[s])
            elif self.value[s] != fixed * self.scale:
                self.change(layer, s, fixed * self.scale, queue, waiting)
        if layer == self._lowest:
            self._first = waiting  # all that are met in this layer stay in it
        self.work_out(layer, queue, waiting)
        del self._pending[layer]
        self.worked_out += len(waiting)

    def work_out(self, layer: int, queue: list[int], waiting: set[int]) -> None:
        """The values of states in the queue, and of those that hang on them in this layer."""
        start, choices, action = self._start, self._choices, self._action
        common, best, q_value = self.common, self._best, self.q_value
        picks = layer >= self._lowest
        while queue:
            s = self._state_at[heappop(queue)]
            first, end = start[s], start[s + 1]
            q_values = [q_value[c] for c in choices[first:end]]
            top = best(q_values)
            if end - first > 1:
                picked = q_values.index(top)
                if picks and picked != action[s]:
                    action[s] = picked
                    self._changes.append((layer, s, picked))
                if picks and s not in self._tied and q_values.count(top) > 1:
                    self._tied.add(s)
            found, rest = divmod(top, common)
            if rest:
                found = top * self.grow(common // gcd(common, rest)) // common
            if found != self.value[s]:
                self.change(layer, s, found, queue, waiting)

    def change(self, layer: int, s: int, found: int, queue: list[int], waiting: set[int]) -> None:
        """The value of a state is another; what that means for the choices that lead to it."""
        change = found - self.value[s]
        self.value[s] = found
        for spent, into in self._into[s] or self._grouped(s):
            if spent:
                later = layer + spent
                if later not in self._pending:
                    self.at(later)
                self._pending[later] += [(c, w * change) for c, w in into]
                continue
            for c, w in into:
                self.q_value[c] += w * change
                for t in self._users[c]:
                    if t not in waiting and not self.held[t]:
                        waiting.add(t)
                        heappush(queue, self._place[t])

    def _grouped(self, s: int) -> list[tuple[int, list[tuple[int, int]]]]:
        """The branches into a state by what they spend; made when its value changes first."""
        first, choice, weight, spending, _ = self._branches
        groups: dict[int, list[tuple[int, int]]] = {}
        for e in range(first[s], first[s + 1]):
            groups.setdefault(spending[e], []).append((choice[e], weight[e]))
        self._into[s] = list(groups.items())
        return self._into[s]

    def grow(self, missing: int) -> int:
        """Multiply the scale, so that it has this factor more; by how much."""
        spare = _SPARE + self.scale.bit_length() // 8
        factor: int = missing ** max(1, spare // missing.bit_length())
        self.scale *= factor
        self.value[:] = [v * factor for v in self.value]
        self.q_value[:] = [w * factor for w in self.q_value]
        for layer, changes in self._pending.items():
            self._pending[layer] = [(c, amount * factor) for c, amount in changes]
        return factor

    def _require_time(self, layer: int, last: int, states: int) -> None:
        """Raise TooLargeError if the rest takes too long, numbers growing as they have so far."""
        bits = self.scale.bit_length()
        longest = bits * last // max(layer, 1)
        each = _NODE + _DIGIT * (bits + longest) // 60
        work = (last - layer) * states * each
        if work > MAX_WORK:
            raise TooLargeError(
                f"to work out {last:,} layers would take some {work / 3.6e12:,.0f} hours: after "
                f"{layer:,} of them the values of {counted(states, 'state')} still change, "
                f"and have some "
                f"{bits * 3 // 10:,} digits; in the end it would be {longest * 3 // 10:,} digits"
            )

    def picked(self, layer: int, states: Iterable[int], row: list[int], ties: list[int]) -> None:
        """The actions of these states within them in a layer, where others are as good."""
        for s in states:
            if row[s] != self._action[s]:
                self._action[s] = row[s]
                self._changes.append((layer, s, row[s]))
        self._tied.update(ties)

    # What was found -------------------------------------------------------------------------------

    def schedule(self, last: int) -> Schedule:
        """The actions by layer, from the last one down."""
        table = np.array(self._changes, dtype=np.int64).reshape(-1, 3).T
        return Schedule((last + 1 - self._lowest, len(self.value)), last, *table)

    def ties(self) -> Array:
        """The states with several best actions in some layer."""
        several = np.diff(np.array(self._start)) > 1
        several[sorted(self._first)] = False  # others are worth 0 there, whatever they do
        several[sorted(self._tied)] = True
        return np.flatnonzero(several)


def _users(layout: Layout) -> Sequence[Iterable[int]]:
    """The states that have each choice as an action."""
    if layout.afterstate is None:
        return [(s,) for s in layout.state_of.tolist()]
    users: list[list[int]] = [[] for _ in range(layout.choices)]
    for s, c in zip(layout.state_of.tolist(), layout.afterstate.tolist(), strict=True):
        users[c].append(s)
    return users


def topological_order(states: int, source: Array, target: Array) -> PerState | None:
    """(S,) places in an order in which each edge's target comes before its source.

    None where there is a cycle.

    Examples
    --------
    >>> topological_order(3, np.array([0, 2]), np.array([2, 1])).tolist()
    [2, 0, 1]
    >>> topological_order(2, np.array([0, 1]), np.array([1, 0])) is None
    True
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    edges = (np.ones(len(source), dtype=np.int8), (source, target))
    graph = csr_array(edges, shape=(states, states))
    count, label = connected_components(graph, directed=True, connection="strong")
    if count < states or (source == target).any():
        return None
    depth = depths(count, label[source].astype(np.int64), label[target].astype(np.int64))[label]
    place: PerState = np.empty(states, dtype=np.int64)
    place[np.argsort(depth, kind="stable")] = np.arange(states)
    return place

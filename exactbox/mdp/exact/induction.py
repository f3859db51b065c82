"""Backward induction that computes what changes from epoch to epoch, and nothing else.

    v_b(s) = best over actions c of  r_b(c) + sum_e p(e) v_(b - k(e))(t(e)),      v_b = 0 for b < 0

In epoch b a budget of b is left; branch e of c leads to the state t(e) with probability p(e) and
costs k(e), an integer that is 0 or more. A finite horizon is the case k = 1. Values of some states
are *fixed*: 1 in a goal, 0 outside of where the play has to stay.

**The method.** A Q-value is linear in the values, so from one epoch to the next it changes by sum_e
p(e) (v_(b - k) - v_(b - 1 - k))(t(e)): if v(t) changes in epoch b, each branch e into t changes the
Q-value of its choice in epoch b + k(e), and the states with that choice are worked out again there.
Where branches cost nothing, within one epoch, the order is topological: states come after those
that they lead to. Epochs where nothing changes are skipped, so the induction ends early at a fixed
point. In the firewire protocol, 212,268 states and 400 epochs, 336,148 values are worked out in
place of 85 million.

**Numbers.** All values are integers over one scale, all Q-values over D times the scale, D being
the least common denominator of the probabilities. The scale grows when a value is not an integer
over it: by the factor that is missing, and then some, so that it does not happen in every epoch.

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

MAX_WORK = 1 << 42  # nanoseconds of an induction, as estimated: some 70 minutes
_MIN_ESTIMATED_EPOCHS = 32  # after twice as many the time of all is estimated, and then again
_SPARE_SCALE_BITS = 16  # beyond what is missing when the scale grows; and an eighth of its length
_STATE_NANOSECONDS = 1000  # to work out a state with its branches, in short integers
_DIGIT_NANOSECONDS = 3  # more for each 30 bits of its integers


class Branches(NamedTuple):
    """The branches that matter, in the order of their targets.

    State t is the target of the branches ``first[t]:first[t + 1]``; of each one the lists have the
    choice, the probability times D, which is ``common``, and the cost.
    """

    first: list[int]
    choice: list[int]
    weight: list[int]
    cost: list[int]
    common: int


def sort_branches(
    layout: Layout, kept: PerBranch, weight: PerBranch, cost: PerBranch, common: int
) -> Branches:
    """The branches kept, (B,) bool, by target, with these weights over D and costs."""
    which = np.flatnonzero(kept)
    which = which[np.argsort(layout.target[which], kind="stable")]
    count = np.bincount(layout.target[which], minlength=layout.states)
    return Branches(
        starts_of(count).tolist(),
        layout.choice_of[which].tolist(),
        weight[which].tolist(),
        cost[which].tolist(),
        common,
    )


class Induction:
    """The values of one epoch after the other.

    ``value`` has S integers over ``scale``, of the last epoch; ``q_value`` C integers over D times
    the scale; ``fixed`` are the states whose values change only by `fix`.
    """

    def __init__(
        self,
        layout: Layout,
        branches: Branches,
        sense: str,
        fixed: PerState,
        place: PerState | None = None,
        lowest: int = 1,
    ) -> None:
        """All values and Q-values are 0.

        Where some branch costs nothing, `place` has the states' places in a topological order of
        these branches. `lowest` is the first epoch in which an action is picked.
        """
        choices = range(layout.choices) if layout.afterstate is None else layout.afterstate.tolist()
        start = layout.action_start.tolist()
        self._choices = choices
        self._start = start
        self._branches = branches
        self.common = branches.common  # D
        self._best: Any = max if sense == "max" else min
        self._users: Sequence[Iterable[int]]  # the states that have each choice as an action
        if layout.afterstate is None:
            self._users = [(s,) for s in layout.state_of.tolist()]
        else:
            users: list[list[int]] = [[] for _ in range(layout.choices)]
            for s, c in zip(layout.state_of.tolist(), choices, strict=True):
                users[c].append(s)
            self._users = users
        self._into: list[list[tuple[int, list[tuple[int, int]]]]] = [[]] * layout.states
        self.fixed = fixed.tolist()
        self._state_at = list(range(layout.states))
        self._place = list(range(layout.states)) if place is None else place.tolist()
        for s, k in enumerate(self._place):
            self._state_at[k] = s
        self.value: list[int] = [0] * layout.states  # v(s) = value[s] / scale
        self.scale = 1
        self.q_value: list[int] = [0] * layout.choices  # q(c) = q_value[c] / (D scale)
        self._pending: dict[int, list[tuple[int, int]]] = {}  # epoch: (choice, change of Q-value)
        self._set: dict[int, list[tuple[int, int | None]]] = {}  # epoch: (state, value or free)
        self._epochs: list[int] = []  # a heap of those with something to be done
        self._action = [0] * layout.states
        self._changes: list[tuple[int, int, int]] = []  # of the policy: epoch, state, action
        self._tied: set[int] = set()
        self._lowest = lowest
        self._first: set[int] = set()  # the states worked out in that epoch
        self.worked_out = 0

    # What is to be done ---------------------------------------------------------------------------

    def add(self, epoch: int, choice: int, amount: int) -> None:
        """From this epoch on the Q-value of the choice is amount / D more."""
        self.at(epoch).append((choice, amount * self.scale))

    def fix(self, epoch: int, state: int, value: int | None) -> None:
        """From this epoch on the value is this integer, or is worked out if it is None."""
        self.at(epoch)
        self._set.setdefault(epoch, []).append((state, value))

    def begin(self, value: Sequence[int], scale: int, q_value: Sequence[int]) -> None:
        """Start from these values of epoch 0 over a scale, and Q-values over D times it."""
        self.value, self.scale, self.q_value = list(value), scale, list(q_value)

    def at(self, epoch: int) -> list[tuple[int, int]]:
        """The amounts that are added to choices in this epoch, which is not skipped."""
        if epoch not in self._pending:
            self._pending[epoch] = []
            heappush(self._epochs, epoch)
        return self._pending[epoch]

    # Epochs ---------------------------------------------------------------------------------------

    def next_epoch(self) -> int | None:
        """The next epoch in which something is to be done; None if all later ones are the same."""
        return self._epochs[0] if self._epochs else None

    def run(self, last: int, stage: str = "epochs") -> None:
        """Epochs up to the last one; a TooLargeError once the rest seems to exceed `MAX_WORK`."""
        done = 0  # epochs
        before = 0, 0  # when the time was estimated last: epochs, and states worked out
        while self._epochs and self._epochs[0] <= last:
            epoch = heappop(self._epochs)
            queue: list[int] = []  # a heap of places
            waiting: set[int] = set()
            for c, amount in self._pending[epoch]:  # stays in place until the epoch is done
                self.q_value[c] += amount
                for s in self._users[c]:
                    if s not in waiting and not self.fixed[s]:
                        waiting.add(s)
                        heappush(queue, self._place[s])
            self._pending[epoch] = []
            for s, value in self._set.pop(epoch, ()):
                self.fixed[s] = value is not None
                if value is None:
                    if s not in waiting:
                        waiting.add(s)
                        heappush(queue, self._place[s])
                elif self.value[s] != value * self.scale:
                    self.change(epoch, s, value * self.scale, queue, waiting)
            if epoch == self._lowest:
                self._first = waiting  # all that are met in this epoch stay in it
            self.work_out(epoch, queue, waiting)
            del self._pending[epoch]
            self.worked_out += len(waiting)
            done += 1
            if done >= 2 * max(before[0], _MIN_ESTIMATED_EPOCHS):
                states = (self.worked_out - before[1]) // (done - before[0])
                self._require_time(epoch, last, states)
                before = done, self.worked_out
            report(stage, epoch, last)
        report(stage, last, last)

    def work_out(self, epoch: int, queue: list[int], waiting: set[int]) -> None:
        """Work out the states in the queue, and those that depend on them in this epoch."""
        start, choices, action = self._start, self._choices, self._action
        common, best, q_value = self.common, self._best, self.q_value
        picks = epoch >= self._lowest
        while queue:
            s = self._state_at[heappop(queue)]
            first, end = start[s], start[s + 1]
            q_values = [q_value[c] for c in choices[first:end]]
            top = best(q_values)  # D scale v_b(s)
            if end - first > 1:
                picked = q_values.index(top)
                if picks and picked != action[s]:
                    action[s] = picked
                    self._changes.append((epoch, s, picked))
                if picks and s not in self._tied and q_values.count(top) > 1:
                    self._tied.add(s)
            value, rest = divmod(top, common)  # scale v(s) = top / D
            if rest:
                value = top * self.grow(common // gcd(common, rest)) // common  # an integer now
            if value != self.value[s]:
                self.change(epoch, s, value, queue, waiting)

    def change(self, epoch: int, s: int, value: int, queue: list[int], waiting: set[int]) -> None:
        """Set the value of a state, and change Q-values of the choices that lead to it."""
        change = value - self.value[s]  # scale (v_b - v_(b - 1))(s)
        self.value[s] = value
        into = self._into[s]
        if not into:  # the branches into s by their cost, made when its value changes first
            first, choice, weight, cost, _ = self._branches
            groups: dict[int, list[tuple[int, int]]] = {}
            for e in range(first[s], first[s + 1]):
                groups.setdefault(cost[e], []).append((choice[e], weight[e]))
            into = self._into[s] = list(groups.items())
        for k, branches in into:
            if k:
                later = epoch + k
                if later not in self._pending:
                    self.at(later)
                self._pending[later] += [(c, w * change) for c, w in branches]  # q_(b + k)(c)
                continue
            for c, w in branches:
                self.q_value[c] += w * change  # q_b(c) += p(e) times the change
                for t in self._users[c]:
                    if t not in waiting and not self.fixed[t]:
                        waiting.add(t)
                        heappush(queue, self._place[t])

    def grow(self, missing: int) -> int:
        """Multiply the scale by a power of this factor, which is returned."""
        spare = _SPARE_SCALE_BITS + self.scale.bit_length() // 8
        factor: int = missing ** max(1, spare // missing.bit_length())
        self.scale *= factor
        self.value[:] = [v * factor for v in self.value]
        self.q_value[:] = [w * factor for w in self.q_value]
        for epoch, changes in self._pending.items():
            self._pending[epoch] = [(c, amount * factor) for c, amount in changes]
        return factor

    def nanoseconds_of_state(self) -> int:
        """The time to work out a state, with numbers as long as they are now."""
        return _STATE_NANOSECONDS + _DIGIT_NANOSECONDS * self.scale.bit_length() // 30

    def _require_time(self, epoch: int, last: int, states: int) -> None:
        """Raise TooLargeError if the rest takes too long, numbers growing as they have so far."""
        bits = self.scale.bit_length()
        longest = bits * last // max(epoch, 1)  # as bits grow in proportion to epochs
        each = _STATE_NANOSECONDS + _DIGIT_NANOSECONDS * (bits + longest) // 60
        work = (last - epoch) * states * each
        if work > MAX_WORK:
            raise TooLargeError(
                f"to work out {last:,} epochs would take some {work / 3.6e12:,.0f} hours: after "
                f"{epoch:,} of them the values of {counted(states, 'state')} still change, "
                f"and have some "
                f"{bits * 3 // 10:,} digits; in the end it would be {longest * 3 // 10:,} digits"
            )

    def pick(self, epoch: int, states: Iterable[int], row: list[int], ties: list[int]) -> None:
        """Take these actions, numbered within the states; `ties` have others as good."""
        for s in states:
            if row[s] != self._action[s]:
                self._action[s] = row[s]
                self._changes.append((epoch, s, row[s]))
        self._tied.update(ties)

    # The policy -----------------------------------------------------------------------------------

    def schedule(self, last: int) -> Schedule:
        """The actions by epoch, from the last one down."""
        table = np.array(self._changes, dtype=np.int64).reshape(-1, 3).T
        return Schedule((last + 1 - self._lowest, len(self.value)), last, *table)

    def ties(self) -> Array:
        """The states with several best actions in some epoch."""
        several = np.diff(np.array(self._start)) > 1
        several[sorted(self._first)] = False  # in others all actions are worth 0
        several[sorted(self._tied)] = True
        return np.flatnonzero(several)


def topological_order(states: int, source: Array, target: Array) -> PerState | None:
    """(S,) places in an order in which each edge's target comes before its source, or None.

    A cycle has none.

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

"""Backward induction over epochs, in which only what changes is worked out.

    v_b(s) = best over actions c of  sum_e p(e) (g_b(e) + v_(b - k(e))(t(e))),     v_b = 0 for b < 0

Epoch b is where so much may still be spent. Branch e of c is taken with probability p(e), spends
k(e), an integer that is 0 or more, and leads to the state t(e); g_b(e) is its reward. Some
values are *fixed*: they are told, and not worked out. D is the least common multiple of the
denominators of all p(e).

Theorem (what changes). Let f(c, b) be D times the sum above, the Q-value of c. It is linear in the
values: if v(t) is larger by x in epoch b than in epoch b - 1, then for each branch e into t f of
e's choice is larger by D p(e) x in epoch b + k(e) than in the one before, and all changes of f are
the sum of these and of those of g. So if every change of a value is added to the choices whose
branches lead there, k(e) epochs later, then f is right in every epoch; and a state none of whose
actions has changed keeps its value. Where k(e) = 0 the change is added in the same epoch, and as
states are worked out in an order in which they come after those that such branches lead to, f is
complete when a state is worked out. When nothing is left to be added, nothing changes any more.

A frozen lake of 64 states within 200 steps takes 0.03 s, with FLINT's rationals in the plain kernel
0.2; a model of 84,096 states within 300 steps 4.9 s, and more than a minute.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from heapq import heapify, heappop, heappush
from itertools import accumulate, pairwise
from math import gcd, inf
from typing import Any

from ..process import Process
from .budget import HASHED, ITEM, NUMBER, VISIT, Budget, distinct, key
from .rationals import common_multiple

PAID_AT_ONCE = 10**6  # units of work
KEPT = 1000  # bits; shorter values are paid as items
EPOCH_VISITS = 100  # times that an epoch's number is looked at, in a heap and to be found
SPARE = 16  # bits that are added to the scale beyond what is missing; and an eighth of its length


class Induction:
    """The values of epoch after epoch, as integers over one scale.

    `value` by state; `q_value` by choice, over D times the scale. `into` has the branches into each
    state by what they spend: choices, and D p. Of a state only the epochs up to `until` are
    needed: nothing needs a choice in an epoch that is beyond those of the states that have it, and
    what changes there is not added.
    """

    def __init__(
        self,
        p: Process,
        into: Sequence[dict[int, list[tuple[int, int]]]],
        common: int,
        fixed: list[bool],
        order: Sequence[int],
        until: Sequence[Any],
        last: int,
        budget: Budget,
    ) -> None:
        self.budget, self.common, self.fixed, self.last = budget, common, fixed, last
        self.best: Callable[[Iterable[int]], int] = max if p.sense == "max" else min
        self.into = [[*groups.items()] for groups in into]
        self.far = last.bit_length() // 30  # digits of an epoch's number
        self.order, self.place = order, [0] * p.states
        for k, s in enumerate(order):
            self.place[s] = k
        self.actions = [p.actions(s) for s in range(p.states)]
        self.users: list[list[int]] = [[] for _ in range(p.choices)]
        for s, actions in enumerate(self.actions):
            for c in actions:
                self.users[c].append(s)
        self.until = [max([until[s] for s in users], default=-1) for users in self.users]
        self.size = [  # loops for a state that changes
            2 + len(actions) + sum([2 + 2 * len(each) for each in groups.values()])
            for actions, groups in zip(self.actions, into)
        ]
        self.value, self.q_value, self.scale = [0] * p.states, [0] * p.choices, 1
        self.added: dict[Any, list[tuple[int, int]]] = {}  # by epoch: choice, and what is added
        self.told: dict[int, list[tuple[int, int | None]]] = {}  # state, and its value, or None
        self.epochs: list[int] = []  # a heap
        self.bits = 0  # of the longest amount that was added; sums have at most 64 more
        self.kept = self.paid = self.owed = 0  # bytes, now and at most; work that is not paid yet
        self.budget.keep(ITEM * (4 * p.states + 2 * p.choices))
        self.budget.spend(VISIT * (p.choices + sum(self.size)))

    def add(self, epoch: int, c: int, amount: int) -> None:
        """From this epoch on the Q-value of the choice is larger by this, over D."""
        self.bits = max(self.bits, amount.bit_length() + self.scale.bit_length())
        self._keep(self.bits // 8)
        self.later(epoch).append((c, amount * self.scale))

    def tell(self, epoch: int, s: int, value: int | None) -> None:
        """From this epoch on the state has this value; or its value is worked out, if None."""
        self.later(epoch)
        self.told.setdefault(epoch, []).append((s, value))

    def later(self, epoch: int) -> list[tuple[int, int]]:
        """The list of what is added in this epoch, which is not skipped."""
        name = key(epoch)
        if name not in self.added:
            self._keep(2 * ITEM + 8 * self.far)
            self.budget.spend(EPOCH_VISITS * self.far)
            self.added[name] = []
            heappush(self.epochs, epoch)
        self._keep(2 * ITEM)
        return self.added[name]

    def _keep(self, size: int) -> None:
        """Pay for memory, as far as it is more than there was before."""
        self.kept += size
        if self.kept > self.paid:
            self.budget.keep(self.kept - self.paid)
            self.paid = self.kept

    def _bytes(self, choices: Iterable[int]) -> int:
        """Return the bytes of the Q-values of these choices; 0 where numbers are short."""
        if self.bits < KEPT:
            return 0
        return sum([self.q_value[c].bit_length() for c in choices]) // 8

    def run(self) -> None:
        """All epochs up to the last one."""
        self.into = [[part for part in groups if part[0] <= self.last] for groups in self.into]
        while self.epochs and self.epochs[0] <= self.last:
            epoch = heappop(self.epochs)
            name = key(epoch)
            changes, self.added[name] = self.added[name], []
            size = 2 * ITEM + self.bits // 8
            self.budget.spend((VISIT + self.bits // 30) * (1 + len(changes)))
            q_value, changed = self.q_value, {c for c, _ in changes}
            before = self._bytes(changed)
            for c, amount in changes:
                q_value[c] += amount
            self._keep(self._bytes(changed) - before - size * len(changes))
            self.owed += VISIT // 4 * sum([len(self.users[c]) for c in changed])
            waiting = {s for c in changed for s in self.users[c] if not self.fixed[s]}
            told = self.told.pop(epoch, ())
            for s, value in told:
                self.fixed[s] = value is not None
                if value is None:
                    waiting.add(s)
            queue = [self.place[s] for s in waiting]
            heapify(queue)
            for s, value in told:
                if value is not None:
                    self._change(epoch, s, value * self.scale, queue, waiting)
            self._work_out(epoch, queue, waiting)
            del self.added[name]
            self._keep(-8 * self.far)

    def _work_out(self, epoch: int, queue: list[int], waiting: set[int]) -> None:
        """The values of states in the queue, and of those that hang on them in this epoch."""
        best, common, actions, fixed = self.best, self.common, self.actions, self.fixed
        unit = self._unit()
        while queue:
            s = self.order[heappop(queue)]
            if fixed[s]:
                continue
            self.owed += self.size[s] * unit
            if self.owed > PAID_AT_ONCE:
                unit = self._unit()
            q_value = self.q_value
            top = best([q_value[c] for c in actions[s]])
            value, rest = divmod(top, common)
            if rest:
                value = top * self._grow(rest, common) // common
                unit = self._unit()
            if value != self.value[s]:
                self._change(epoch, s, value, queue, waiting)

    def _unit(self) -> int:
        """Pay what is owed; what one branch costs now: a loop, a product by D p, a division."""
        self.budget.spend(self.owed)
        self.owed = 0
        return VISIT + self.bits // 30 * (2 + self.common.bit_length() // 30)

    def _change(self, epoch: int, s: int, to: int, queue: list[int], waiting: set[int]) -> None:
        """Change the value of a state, and the Q-values of the choices that lead to it."""
        change = to - self.value[s]
        if self.bits >= KEPT:
            self._keep((to.bit_length() - self.value[s].bit_length()) // 8)
        self.value[s] = to
        self.bits = max(self.bits, change.bit_length() + self.common.bit_length())
        for spent, into in self.into[s]:
            if spent:
                later = epoch + spent
                self.owed += self.far * (4 + len(into))
                name = later if later < HASHED else key(later)
                if name not in self.added:
                    self.later(later)
                self._keep((2 * ITEM + self.bits // 8) * len(into))
                until = self.until
                self.added[name] += [(c, w * change) for c, w in into if until[c] >= later]
                continue
            of = [c for c, _ in into] if self.bits >= KEPT else []
            before = self._bytes(of)
            for c, weight in into:
                self.q_value[c] += weight * change
                self.owed += VISIT * len(self.users[c])
                for t in self.users[c]:
                    if t not in waiting and not self.fixed[t]:
                        waiting.add(t)
                        heappush(queue, self.place[t])
            self._keep(self._bytes(of) - before)

    def _grow(self, rest: int, d: int) -> int:
        """Multiply the scale, so that rest / d becomes an integer over it; by how much."""
        self.budget.divisor(d.bit_length(), rest.bit_length())
        missing = d // gcd(d, rest)
        spare = SPARE + self.scale.bit_length() // 8
        factor: int = missing ** max(1, spare // missing.bit_length())
        more = factor.bit_length()
        count = len(self.value) + len(self.q_value) + sum(map(len, self.added.values()))
        self.budget.spend(VISIT // 4 * count)
        self.budget.product(self.bits, more, count)
        self._keep(more * count // 8)
        self.bits += more
        self.scale *= factor
        self.value = [v * factor for v in self.value]
        self.q_value = [w * factor for w in self.q_value]
        for epoch, changes in self.added.items():
            self.added[epoch] = [(c, amount * factor) for c, amount in changes]
        return factor


def after_steps(p: Process, budget: Budget) -> tuple[list[int], int]:
    """v_n of `steps.backward`, of which only what changes is worked out, each step spending 1:
    numerators by state, and their denominator."""
    (a, b), boundary, rewards = p.discount.as_integer_ratio(), p.boundary_values(), p.reward
    common = common_multiple([*p.total_weight, *(r.denominator for r in rewards)], budget)
    budget.product(common.bit_length(), b.bit_length())
    common *= b
    fixed = [s in boundary for s in range(p.states)]  # at 0, or on the goal at 1
    into: list[dict[int, list[tuple[int, int]]]] = [{1: []} for _ in range(p.states)]
    numbers, branch = shares(p, common, budget), begins(p)
    for c in range(p.choices) if a else ():
        for t, share in zip(p.targets(c), numbers[branch[c] : branch[c + 1]]):
            into[t][1].append((c, share))
    budget.keep(ITEM * (2 * p.states + len(numbers)))
    until = [p.steps - n for n in distances(p, fixed, None, budget)]
    induction = Induction(p, into, common, fixed, range(p.states), until, p.steps, budget)
    for s in p.goal.states:
        induction.tell(0, s, 1)
    for c, reward in enumerate(rewards):
        if p.goal.ended and not p.targets(c):
            induction.add(1, c, common)
        if reward:
            r, q = reward.as_integer_ratio()
            budget.division(common.bit_length(), q.bit_length())
            budget.product(common.bit_length(), r.bit_length())
            induction.add(1, c, r * (common // q))
    induction.run()
    budget.keep(induction.bits * p.states // 8)
    return induction.value, induction.scale


def distances(
    p: Process, fixed: Sequence[bool], cost: Sequence[int] | None, budget: Budget
) -> list[Any]:
    """(S,) the least cost from a start to each state, through states that are not fixed;
    infinite where a state is not reached.

    `cost` is of branches, in the order of `shares`; if None each spends 1.
    """
    layout, branch = p.layout, begins(p)
    first, action, begin, target = layout.first, layout.action, layout.begin, layout.target
    least: list[Any] = [inf] * p.states
    for s in p.start:
        least[s] = 0
    queue = [(0, s) for s in p.start]
    budget.keep(NUMBER * p.choices + ITEM * (p.states + 2 * len(target)))
    while queue:
        spent, s = heappop(queue)
        if spent > least[s] or fixed[s]:
            continue
        budget.spend(VISIT)
        for c in action[first[s] : first[s + 1]]:
            to = target[begin[c] : begin[c + 1]]
            budget.spend(VISIT * (1 + len(to)))
            for t, e in zip(to, range(branch[c], branch[c + 1])):
                so_far = spent + (1 if cost is None else cost[e])
                if so_far < least[t]:
                    least[t] = so_far
                    heappush(queue, (so_far, t))
    return least


def begins(p: Process) -> list[int]:
    """(C+1,) where the branches of choices begin, choices that end the play having one."""
    return [0, *accumulate([j - i or 1 for i, j in pairwise(p.layout.begin)])]


def shares(p: Process, common: int, budget: Budget) -> list[Any]:
    """D d p for all branches, d being the discount, and D, that it has, divided by W without a
    rest; a choice that ends the play has one branch."""
    a, b = p.discount.as_integer_ratio()
    bits, factors, weight = common.bit_length() + a.bit_length(), {}, p.layout.weight
    for total in distinct(p.total_weight):
        budget.division(bits, total.bit_length() + b.bit_length())
        budget.product(bits, a.bit_length() + b.bit_length())
        factors[key(total)] = common // (b * total) * a
    count = p.choices + len(weight)
    budget.keep((NUMBER + bits // 8) * count)
    budget.spend(VISIT * count)
    budget.product(bits, max(p.total_weight).bit_length(), count)
    numbers: list[Any] = []
    for (i, j), total in zip(pairwise(p.layout.begin), p.total_weight):
        factor = factors[key(total)]
        numbers += [factor * w for w in weight[i:j] or (1,)]
    return numbers

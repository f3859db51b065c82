"""The epochs of bounded rewards, of which only what changes is worked out (`induction`)."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from fractions import Fraction
from math import gcd, inf
from typing import Any

from .. import bounded
from ..bounded import Bounded, Order, prove
from ..claim import Claim
from ..process import ONE, ZERO, Vector
from ..reading import need
from .budget import HASHED, ITEM, VISIT, Budget, distinct
from .induction import Induction, distances, shares
from .process import StateValues, paid_process
from .rationals import Values, common_multiple

Into = list[dict[int, list[tuple[int, int]]]]


def check(question: Any, witness: Any, budget: Budget) -> Claim:
    """The check of `..bounded`, with this kernel."""
    return bounded.check(question, witness, paid_process(question, budget), FastEpochs(budget))


class FastEpochs(bounded.Epochs):
    """The kernel: epochs in which only what changes is worked out, and paid for."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def measure(self, amounts: Sequence[Fraction]) -> Fraction:
        """The greatest number of which all these are multiples, once it and they are paid for."""
        bottoms = distinct([a.denominator for a in amounts])
        tops, top = distinct([a.numerator for a in amounts]), 0
        over = common_multiple(bottoms, self.budget)
        for n in tops:
            self.budget.divisor(top.bit_length(), n.bit_length())
            top = gcd(top, n)
        bits, longest = over.bit_length(), max(map(int.bit_length, [*tops, *bottoms]))
        self.budget.keep((ITEM + bits // 8) * len(amounts))
        self.budget.product(bits + longest, longest, len(amounts) + 2)  # and to divide
        self.budget.divisor(bits + longest, bits + longest)  # of the bounds
        return Fraction(top, over) or ONE

    def pay_for_nodes(self, b: Bounded, nodes: int, choices: Sequence[int]) -> None:
        """Pay for the branches of a node, and for what is made of them later."""
        begin, weight = b.p.layout.begin, b.p.layout.weight
        branches = 1 + sum([b.first[c + 1] - b.first[c] for c in choices])
        bits = sum([n.bit_length() for c in choices for n in weight[begin[c] : begin[c + 1]]])
        longest = sum([each.last.bit_length() for each in b.further])
        self.budget.keep((ITEM * (4 + len(b.further)) + longest // 4) * branches + bits // 4)
        self.budget.spend(VISIT * (15 + len(b.further)) * branches + bits // 10)
        if longest >= HASHED.bit_length():  # nodes may share a hash
            self.budget.spend(VISIT // 10 * nodes * branches)

    def last(self, b: Bounded, below: Vector, order: Order, proofs: deque[Any]) -> Vector:
        """v in the last epoch."""
        p, budget, used = b.p, self.budget, b.used()
        common = common_multiple(p.total_weight, budget)
        reward_scale = common_multiple([r.denominator for r in b.reward], budget)
        budget.product(common.bit_length(), reward_scale.bit_length())
        common *= reward_scale
        numbers = shares(p, common, budget)
        into = branches_into(b, used, numbers, order is None, budget)
        active, counts = b.active(), p.goal.states if b.width >= 0 else ()
        fixed = [s not in active or s in counts for s in range(p.states)]
        if order is None:
            until: list[Any] = [inf] * p.states
            epochs = ProvedEpochs(p, into, common, fixed, range(p.states), until, b.last, budget)
            epochs.b, epochs.proofs = b, proofs
            induction: Induction = epochs
        else:
            always = [s not in active for s in range(p.states)]
            until = [b.last - spent for spent in distances(p, always, b.cost, budget)]
            places = [*order, *sorted({*range(p.states)}.difference(order))]
            induction = Induction(p, into, common, fixed, places, until, b.last, budget)
        if b.clipped:
            begin(induction, below)
        announce(b, induction, used, numbers)
        induction.run()
        budget.keep(induction.bits * p.states // 8)
        values = Values([], p.states, "", budget)
        values.add("", induction.scale, list(range(p.states)), induction.value)
        return StateValues(values, range(p.states))


def branches_into(
    b: Bounded, used: list[int], numbers: list[Any], cycles: bool, budget: Budget
) -> Into:
    """For `Induction`, of the choices that are used; where epochs are proved one by one without
    those that spend nothing. `numbers` are D p of the branches."""
    into: Into = [{} for _ in range(b.p.states)]
    budget.keep(ITEM * (2 * b.p.states + 2 * len(numbers)))
    budget.spend(VISIT * (b.p.choices + len(numbers)))
    for c in used:
        k = b.first[c]
        for t in b.p.targets(c):
            spent = b.cost[k]
            if spent or not cycles:
                if spent >= HASHED:  # whose hash others may have
                    budget.spend(VISIT // 10 * len(into[t]))
                into[t].setdefault(spent, []).append((c, numbers[k]))
            k += 1
    return into


def begin(induction: Induction, below: Any) -> None:
    """Layer 0 where there is no upper bound: the probability to reach the goal, as it is proved."""
    values, budget = below.values, induction.budget
    scale = induction.scale = common_multiple(values.denominator, budget)
    numerators = values.scaled_floor(scale, 0)
    induction.value = [numerators[k] for k in below.place]
    induction.bits = scale.bit_length() + values.bits + induction.common.bit_length()
    for t, groups in enumerate(induction.into):
        for _, into in groups:
            budget.product(scale.bit_length(), induction.common.bit_length(), len(into))
            budget.keep(induction.bits // 8 * len(into))
            for c, share in into:
                induction.q_value[c] += share * induction.value[t]


def announce(b: Bounded, induction: Induction, used: list[int], numbers: list[Any]) -> None:
    """Add the changes from outside, each in its epoch: goals, the end of the play, rewards."""
    p, over, budget = b.p, b.width + 1, induction.budget  # from `over` on no goal counts
    cycles, outside = isinstance(induction, ProvedEpochs), b.outside()
    if b.clipped and cycles:
        induction.later(1)
    for s in p.goal.states if over > 0 else ():
        if not b.clipped:
            induction.tell(0, s, 1)
        induction.tell(over, s, 0 if s in outside else None)
    budget.spend(2 * VISIT * len(numbers))
    for c in used if p.goal.ended or cycles or any(b.reward) else ():
        ends = not p.targets(c) and p.goal.ended
        for (t, _, k, reward), share in zip(b.branches(c), numbers[b.first[c] : b.first[c + 1]]):
            # if clipped not at once: epoch 0 is proved, and in epoch 1 it would be taken off again
            at_once = cycles and not k and t in p.goal.states and not b.clipped
            if over > 0 and (ends or at_once):
                if b.clipped:
                    induction.q_value[c] += share * induction.scale
                else:
                    induction.add(k, c, share)
                induction.add(k + over, c, -share)
            if reward:
                r, q = reward.as_integer_ratio()
                budget.product(induction.common.bit_length(), r.bit_length())
                budget.division(induction.common.bit_length() + r.bit_length(), q.bit_length())
                induction.add(k, c, share * r // q)


class ProvedEpochs(Induction):
    """Where cycles cost nothing: the values of each epoch are proved, not worked out.

    `q_value` is that of a choice by its branches out of the epoch.
    """

    b: Bounded
    proofs: deque[Any]  # of the epochs in which something changes

    def _work_out(self, epoch: int, queue: list[int], waiting: set[int]) -> None:
        """Every value of the epoch."""
        need(self.proofs, "layers: there are fewer than are needed")
        p, over = self.b.p, self.common * self.scale
        size = len(p.layout.target) + len(p.layout.action) + p.states
        self.budget.spend(2 * VISIT * size + self.bits // 30 * p.choices)
        self._keep((ITEM + self.bits // 8) * size)
        for w in self.q_value:
            if w:
                self.budget.divisor(w.bit_length(), over.bit_length())
        rewards = [Fraction(int(w), int(over)) if w else ZERO for w in self.q_value]
        boundary = {s for s, is_fixed in enumerate(self.fixed) if is_fixed}
        v: Any = prove(self.b, epoch, boundary, rewards, self.proofs.popleft())
        values = v.values
        for s, k in enumerate(v.place[: p.states]):
            if not self.fixed[s]:
                n, d = values.numerator[k], values.denominator[values.block[k]]
                self.budget.product(n.bit_length(), self.scale.bit_length())
                self.budget.division(n.bit_length() + self.scale.bit_length(), d.bit_length())
                value, rest = divmod(n * self.scale, d)
                if rest:
                    self._grow(rest, d)
                    value = n * self.scale // d
                if value != self.value[s]:
                    self._change(epoch, s, value, queue, waiting)

"""One-step equations: q(c) = (cost(c) + sum_b weight(b) v(target(b))) / denominator(c).

What all total-value objectives have in common, as flat integer arrays:

    v(s) = min or max of q(c) over the actions c of s,    q(c) = cost(c) + sum_t p(c, t) v(t).

A goal whose value is 1 is a cost, a state whose value is 0 is left out, a discount shrinks the
weights: so weights are positive and add up to the denominator or less, and the targets are the
undecided states. What is missing to the denominator *leaves*: nothing is added any
more.

**Unknowns.** Under a policy sigma the equations are linear, q = cost + P_sigma q. Without
afterstates the unknowns are the values of the states, v(s) = q(sigma(s)). With them they are the
values of all choices: nearly all are used by a policy (4,088 of 4,096 in the 12-card game), and
a comparison of actions needs them anyway.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from exactbox.linalg.matrices.integers import (
    IntArray,
    narrowest,
    product,
)
from exactbox.linalg.matrices.sparse import IntegerMatrix, from_coordinates
from exactbox.mdp.model.layout import (
    Array,
    Layout,
    PerBranch,
    PerChoice,
    PerState,
    Policy,
    reduced,
    row_ranges,
    slices,
    starts_of,
)
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Ratios


@dataclass(frozen=True, eq=False, repr=False)
class Equations(Layout):
    """The equations of states 0 to S - 1.

    Arrays are those of `Layout`, targets increasing within a choice. Weights and denominators are
    positive, and int64, or Python's integers, so that sums of a choice fit; costs may have any
    sign.
    """

    weight: PerBranch
    denominator: PerChoice
    cost: PerChoice

    def sums(self, terms: PerBranch) -> PerChoice:
        """(C,) the sum of the terms of each choice's branches, which has to fit."""
        return reduced(np.add, terms, self.branch_start, 0)

    def expectations(self, values: PerState) -> PerChoice:
        """(C,) sum_b weight(b) v(target(b)), chunk by chunk; they have to fit."""
        expected = np.zeros(self.choices, dtype=values.dtype)
        for low, high in row_ranges(self.branch_start):
            begin, end = self.branch_start[low], self.branch_start[high]
            terms = self.weight[begin:end] * values[self.target[begin:end]]
            start = self.branch_start[low : high + 1] - begin
            expected[low:high] = reduced(np.add, terms, start, 0)
        return expected

    @property
    def leaving(self) -> PerChoice:
        """(C,) bool: with some probability nothing is added any more after this choice."""
        total = reduced(np.add, self.weight, self.branch_start, 0)  # sum_b weight(b)
        less: PerChoice = total < self.denominator
        return less

    def unknowns(self, policy: Policy) -> tuple[Array, PerState]:
        """The choices of unknown value under a policy, and each state's place among them."""
        if self.afterstate is None:
            return policy, np.arange(self.states)
        return np.arange(self.choices), self.afterstate[policy]

    def system(self, policy: Policy) -> tuple[IntegerMatrix, IntArray, PerState]:
        """A x = b for the unknowns of a policy, and the unknown that is each state's value."""
        start, column, weight, chosen, at = self.transitions(policy, self.weight)
        n = len(chosen)
        matrix = from_coordinates(  # denominator q(c) - sum_b weight q(sigma(target)) = cost
            (n, n),
            np.concatenate([np.repeat(np.arange(n), np.diff(start)), np.arange(n)]),
            np.concatenate([column, np.arange(n)]),
            np.concatenate([-weight, self.denominator[chosen]]),
        )
        return matrix, self.cost[chosen], at

    def dense_system(self, chosen: Array, at: PerState) -> tuple[list[list[int]], list[int]]:
        """A and b of `system` as lists of integers, for these `unknowns`."""
        choices, start, column = (
            chosen.tolist(),
            self.branch_start.tolist(),
            at[self.target].tolist(),
        )
        weight, denominator = self.weight.tolist(), self.denominator.tolist()
        rows = [[0] * len(choices) for _ in choices]
        for i, c in enumerate(choices):
            rows[i][i] = denominator[c]  # denominator q(c) - sum_b weight q(sigma(target)) = cost
            for b in range(start[c], start[c + 1]):
                rows[i][column[b]] -= weight[b]
        return rows, self.cost[chosen].tolist()

    def transitions(
        self, policy: Policy, terms: PerBranch
    ) -> tuple[Array, Array, Array, Array, PerState]:
        """The matrix of a policy's branches, with these terms as entries, in compressed rows.

        Start, column and term have a row for each unknown; what follows is as `unknowns` has it.
        With afterstates, branches to equal unknowns are merged (16 cards: 2.4 million
        branches, 0.7 million entries), unless the terms are objects.
        """
        chosen, at = self.unknowns(policy)
        if self.afterstate is None and self.is_chain:
            return self.branch_start, self.target, terms, chosen, at
        if self.afterstate is None:
            branches, lengths = slices(self.branch_start, chosen), np.diff(self.branch_start)
            return starts_of(lengths[chosen]), self.target[branches], terms[branches], chosen, at
        if terms.dtype == object:
            return self.branch_start, at[self.target], terms, chosen, at
        return *self._merged(at, terms), chosen, at

    def _merged(self, at: PerState, terms: PerBranch) -> tuple[Array, Array, Array]:
        """All choices' terms, added up by the unknowns of their targets, chunk by chunk."""
        from scipy.sparse import csr_array

        kind = np.int32 if self.choices < 2**31 else np.int64
        lengths, columns, data = [], [], []
        for low, high in row_ranges(self.branch_start):
            begin, end = self.branch_start[low], self.branch_start[high]
            start = (self.branch_start[low : high + 1] - begin).astype(kind)
            column = at[self.target[begin:end]].astype(kind)
            rows = csr_array(
                (terms[begin:end].copy(), column, start), shape=(high - low, self.choices)
            )
            rows.sum_duplicates()
            lengths.append(np.diff(rows.indptr))
            columns.append(rows.indices)
            data.append(rows.data)
        return starts_of(np.concatenate(lengths)), np.concatenate(columns), np.concatenate(data)

    def unshared(self) -> Equations:
        """The equations with a choice of its own for every action."""
        if self.afterstate is None:
            return self
        branches = slices(self.branch_start, self.afterstate)
        return Equations(
            self.action_start,
            starts_of(np.diff(self.branch_start)[self.afterstate]),
            self.target[branches],
            self.weight[branches],
            self.denominator[self.afterstate],
            self.cost[self.afterstate],
        )

    def only(self, states: Array, actions: Array, number: PerState) -> Equations:
        """These states with these of their actions; state s becomes ``number[s]``.

        Actions are increasing, and each of the states has one. Branches to the same number are
        added up; branches to a state with a negative number are left out (its value is 0).
        """
        choices, afterstate = actions, None
        if self.afterstate is not None and len(actions) == self.action_count:
            choices, afterstate = np.arange(self.choices), self.afterstate  # nobody's ones stay
        elif self.afterstate is not None:
            choices, afterstate = self.distinct_choices(actions)
        branches = slices(self.branch_start, choices)
        kept = np.zeros(self.action_count, dtype=bool)
        kept[actions] = True
        return assemble(
            starts_of(self.count(kept)[states]),
            afterstate,
            np.repeat(np.arange(len(choices)), np.diff(self.branch_start)[choices]),
            number[self.target[branches]],
            self.weight[branches],
            self.denominator[choices],
            self.cost[choices],
        )

    def around(self, actions: Array) -> tuple[Equations, PerState]:
        """These actions alone, which are not shared, with the states that they are of or lead to.

        Returns the equations, in which some states have no action, and which states they are.
        """
        used = np.zeros(self.states, dtype=bool)
        used[self.state_of[actions]] = True
        used[self.target[slices(self.branch_start, actions)]] = True
        states = np.flatnonzero(used)
        return self.only(states, actions, np.cumsum(used) - 1), states


def equations_of(
    model: Model,
    inside: PerState | None = None,
    actions: Array | None = None,
    *,
    rewards: Ratios | None = None,
    one: PerState | None = None,
    end: bool = False,
    discount: Fraction = Fraction(1),
) -> Equations:
    """The equations of the states inside, by default all, with these of their actions.

    Actions, in increasing order, are at least one of every state inside, and none of others.
    Outside the values are 1 in the states `one`, which are not inside, and else 0; to end the play
    is worth 1 if `end`, else 0. What follows a choice counts `discount` times.
    """
    choices: Any = slice(None)
    branches: Any = slice(None)
    action_start, afterstate = model.action_start, model.afterstate
    number: PerState | None = None  # of a state among those inside
    if inside is not None and actions is not None and len(actions) < model.action_count:
        choices = actions
        if afterstate is not None:
            choices, afterstate = model.distinct_choices(actions)
        branches = slices(model.branch_start, choices)
        kept = np.zeros(model.action_count, dtype=bool)
        kept[actions] = True
        action_start = starts_of(model.count(kept)[inside])
        number = np.full(model.states, -1, dtype=np.int64)
        number[inside] = np.arange(int(inside.sum()))
    lengths = np.diff(model.branch_start)[choices]
    denominator, weight = model.denominator[choices], model.weight[branches]
    target = model.target[branches]
    cost: Array = np.zeros(lengths.size, dtype=np.int64)
    if rewards is not None:
        over = rewards.denominator[choices]
        # r = n / over: weights, denominator and cost over lcm(denominator, over)
        factor = over // np.gcd(denominator, over)
        if (factor != 1).any():
            weight = product(weight, np.repeat(factor, lengths))
            denominator = product(denominator, factor)
        cost = product(rewards.numerator[choices], denominator // over)
    if discount != 1:
        weight = product(weight, np.array(discount.numerator))  # cost + d sum p v
        cost = product(cost, np.array(discount.denominator))
        denominator = product(denominator, np.array(discount.denominator))
    if denominator.dtype == object:  # weights may fit into int64 where their sums do not
        weight = weight.astype(object)
    if one is not None:
        wins = one[target]
        reached = np.zeros(lengths.size, dtype=weight.dtype)
        np.add.at(reached, np.repeat(np.arange(lengths.size), lengths)[wins], weight[wins])
        cost = cost + reached  # sum of p(t) over t with v(t) = 1
    if end:
        cost = cost + np.where(lengths == 0, denominator, 0)  # q = 1 where the play ends
    choice = np.repeat(np.arange(lengths.size), lengths)
    if discount == 0:
        choice, target, weight = choice[:0], target[:0], weight[:0]
    if number is not None:
        target = number[target]
    return assemble(action_start, afterstate, choice, target, weight, denominator, cost)


def assemble(
    action_start: Array,
    afterstate: Array | None,
    choice: Array,
    target: Array,
    weight: Array,
    denominator: Array,
    cost: Array,
) -> Equations:
    """Equations from branches whose choices ascend; each over the smallest denominator."""
    if (target < 0).any():
        kept = target >= 0
        choice, target, weight = choice[kept], target[kept], weight[kept]
    width = int(target.max(initial=0)) + 1
    place = choice * width + target  # increasing where no target stands twice
    step = np.diff(place)
    if not (step > 0).all():
        order = np.argsort(place, kind="stable")
        choice, target, weight = choice[order], target[order], weight[order]
        starts = np.flatnonzero(np.concatenate([[True], np.diff(place[order]) > 0]))
        choice, target = choice[starts], target[starts]
        weight = np.add.reduceat(weight, starts)
    branch_start = starts_of(np.bincount(choice, minlength=denominator.size))
    common = np.gcd(denominator, abs(cost))
    if (common != 1).any():
        common = np.gcd(common, reduced(np.gcd, weight, branch_start, 0))  # gcd(n, 0) = n
    if (common != 1).any():
        weight = weight // np.repeat(common, np.diff(branch_start))
    denominator = narrowest(denominator // common)  # gcd(denominator, cost, weights) = 1
    weight = weight.astype(denominator.dtype, copy=False)
    cost = narrowest(cost // common)
    return Equations(
        action_start, branch_start, target, weight, denominator, cost, afterstate=afterstate
    )

"""One-step equations: q(c) = (cost(c) + sum_b weight(b) v(target(b))) / denominator(c).

What all total-value objectives have in common, as flat integer arrays:

    v(s) = min or max of q(c) over the options c of s,    q(c) = cost(c) + sum_t p(c, t) v(t).

A goal whose value is 1 is a cost, a state whose value is 0 is left out, a discount shrinks the
weights: so weights are positive and add up to the denominator or less, and the targets are the
states whose values are asked for. What is missing to the denominator *leaves*: nothing is added any
more.

**Unknowns.** Under a policy sigma the equations are linear, q = cost + P_sigma q. Where options are
not shared, the unknowns are the values of the states, v(s) = q(sigma(s)). Where they are, they are
the values of all choices: nearly all are used by a policy (4,088 of 4,096 in the 12-card game), and
a comparison of options needs them anyway.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from exactbox.linalg.integers import (
    IntArray,
    least_common_multiples,
    narrowest,
    product,
)
from exactbox.linalg.sparse import IntegerMatrix, from_coordinates
from exactbox.mdp.layout import (
    Array,
    Layout,
    PerBranch,
    PerChoice,
    PerState,
    Policy,
    reduced,
    slices,
    starts_of,
)
from exactbox.mdp.model import Model
from exactbox.mdp.rewards import Ratios


@dataclass(frozen=True, eq=False, repr=False)
class Equations(Layout):
    """The equations of states 0 to S - 1.

    Attributes
    ----------
    option_start, branch_start, target, option
        As in `Layout`; targets increase within a choice.
    weight : (B,) int64, or objects, positive
        Objects where the denominators are: so that sums of a choice fit.
    denominator : (C,) the same
    cost : (C,) int64, or objects, of any sign
    """

    weight: PerBranch
    denominator: PerChoice
    cost: PerChoice

    def sums(self, terms: PerBranch) -> PerChoice:
        """(C,) terms of branches, added up by choice; whoever asks knows that they fit."""
        return self.over_branches(np.add, terms, 0)

    @property
    def leaving(self) -> PerChoice:
        """(C,) bool: with some probability nothing is added any more after this choice."""
        less: PerChoice = self.sums(self.weight) < self.denominator
        return less

    def unknowns(self, policy: Policy) -> tuple[Array, PerState]:
        """The choices whose values are unknown under a policy, and which of them a state has."""
        if self.option is None:
            return policy, np.arange(self.states)
        return np.arange(self.choices), self.option[policy]

    def system(self, policy: Policy) -> tuple[IntegerMatrix, IntArray, PerState]:
        """A x = b for the unknowns of a policy, and the unknown that is each state's value."""
        chosen, at = self.unknowns(policy)
        n = len(chosen)
        branches, row = slices(self.branch_start, chosen), self._rows(chosen)
        matrix = from_coordinates(  # denominator q(c) - sum_b weight q(sigma(target)) = cost
            (n, n),
            np.concatenate([row, np.arange(n)]),
            np.concatenate([at[self.target[branches]], np.arange(n)]),
            np.concatenate([-self.weight[branches], self.denominator[chosen]]),
        )
        return matrix, self.cost[chosen], at

    def _rows(self, choices: Array) -> Array:
        """0, 1, ... for the choices, once for each branch that they have."""
        return np.repeat(np.arange(len(choices)), np.diff(self.branch_start)[choices])

    def unshared(self) -> Equations:
        """The same equations with a choice of its own for every option."""
        if self.option is None:
            return self
        branches = slices(self.branch_start, self.option)
        return Equations(
            self.option_start,
            starts_of(np.diff(self.branch_start)[self.option]),
            self.target[branches],
            self.weight[branches],
            self.denominator[self.option],
            self.cost[self.option],
        )

    def only(self, states: Array, options: Array, number: PerState) -> Equations:
        """These states with these of their options; state s becomes ``number[s]``.

        Options are increasing, and each of the states has one. Branches to the same number are
        added up; branches to a state with a negative number are left out (its value is 0).
        """
        choices, option = _renumbered(self, options)
        branches = slices(self.branch_start, choices)
        count = np.bincount(self.state_of[options], minlength=self.states)[states]
        return assemble(
            starts_of(count),
            option,
            self._rows(choices),
            number[self.target[branches]],
            self.weight[branches],
            self.denominator[choices],
            self.cost[choices],
        )


def equations_of(
    model: Model,
    inside: PerState,
    options: Array,
    *,
    rewards: Ratios | None = None,
    one: PerState | None = None,
    end: bool = False,
    discount: Fraction = Fraction(1),
) -> Equations:
    """The equations of the states inside, in their order, with these of their options.

    Parameters
    ----------
    model : Model
    inside : (S,) bool
        The states whose values are unknown; those of others are 0.
    options : (n,) int64, increasing
        At least one of every state inside, and none of others.
    rewards : Ratios, optional
        Of all choices of the model; 0 where not given.
    one : (S,) bool, optional
        States, not inside, whose value is 1.
    end : bool
        Whether to end the play is worth 1; else 0.
    discount : Fraction
        In [0, 1]; what follows a choice counts so much.
    """
    n = model.states
    number = np.full(n, -1, dtype=np.int64)  # of a state among those inside
    number[inside] = np.arange(int(inside.sum()))
    choices, option = _renumbered(model, options)
    branches = slices(model.branch_start, choices)
    lengths = np.diff(model.branch_start)[choices]
    choice = np.repeat(np.arange(choices.size), lengths)
    denominator, weight = model.denominator[choices], model.weight[branches]
    cost: Array = np.zeros(choices.size, dtype=np.int64)
    if rewards is not None:
        over = rewards.denominator[choices]
        common = least_common_multiples(denominator, over)  # weights and reward over one number
        weight = product(weight, (common // denominator)[choice])
        cost = product(rewards.numerator[choices], common // over)
        denominator = common
    if discount != 1:
        weight = product(weight, np.array(discount.numerator))  # cost + d sum p v
        cost = product(cost, np.array(discount.denominator))
        denominator = product(denominator, np.array(discount.denominator))
        if discount == 0:
            weight, choice, branches = weight[:0], choice[:0], branches[:0]
    if denominator.dtype == object:  # weights may fit into int64 where their sums do not
        weight = weight.astype(object)
    target = model.target[branches]
    if one is not None:
        wins = one[target]
        gained = np.zeros(choices.size, dtype=weight.dtype)
        np.add.at(gained, choice[wins], weight[wins])
        cost = cost + gained  # sum of p(t) over t with v(t) = 1
    if end:
        cost = cost + np.where(lengths == 0, denominator, 0)  # q = 1 where the play ends
    count = np.bincount(model.state_of[options], minlength=n)[inside]
    return assemble(starts_of(count), option, choice, number[target], weight, denominator, cost)


def assemble(
    option_start: Array,
    option: Array | None,
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
    place = choice * width + target
    step = np.diff(place)
    if not (step > 0).all():
        order = np.argsort(place, kind="stable")
        choice, target, weight = choice[order], target[order], weight[order]
        starts = np.flatnonzero(np.concatenate([[True], np.diff(place[order]) > 0]))
        choice, target = choice[starts], target[starts]
        weight = np.add.reduceat(weight, starts)
    branch_start = starts_of(np.bincount(choice, minlength=denominator.size))
    common = np.gcd(denominator, abs(cost))
    common = np.gcd(common, reduced(np.gcd, weight, branch_start, 0))  # gcd(n, 0) = n
    denominator = narrowest(denominator // common)  # gcd(denominator, cost, weights) = 1
    weight = (weight // common[choice]).astype(denominator.dtype, copy=False)
    cost = narrowest(cost // common)
    return Equations(option_start, branch_start, target, weight, denominator, cost, option=option)


def _renumbered(layout: Layout, options: Array) -> tuple[Array, Array | None]:
    """The choices that some options are, increasing, and each option's number among them."""
    if layout.option is None:
        return options, None
    if len(options) == layout.options:  # all of them; choices that are nobody's option stay
        return np.arange(layout.choices), layout.option
    choices, option = np.unique(layout.option[options], return_inverse=True)
    return choices, option

"""One-step equations of choices: Q(c) = (cost(c) + sum_b weight(b) v(target(b))) / denominator(c).

What all total-value objectives have in common, as flat integer arrays. A goal whose value is 1 is
a cost, a state whose value is 0 is left out, a discount shrinks the weights: so weights are
positive and add up to the denominator or less, and the targets are the states whose values are
asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from exactbox.linalg.integers import narrowest
from exactbox.mdp.graph import slices
from exactbox.mdp.model import Array, Layout, Model, Rewards

_INT64 = 2**63 - 1


@dataclass(frozen=True, eq=False)
class Rows(Layout):
    """Choices of states 0 to n - 1, as equations.

    Attributes
    ----------
    choice_start : (n + 1,) int64
        State s has the choices ``choice_start[s]:choice_start[s + 1]``, at least one.
    branch_start : (k + 1,) int64
    target : (b,) int64
        Increasing within a choice.
    weight : (b,) int64, or objects, positive
        Objects where the denominators are: so that sums of a choice fit.
    denominator : (k,) the same
    cost : (k,) int64, or objects, of any sign
    """

    choice_start: Array
    branch_start: Array
    target: Array
    weight: Array
    denominator: Array
    cost: Array

    def sums(self, terms: Array) -> Array:
        """(k,) terms of branches, added up by choice; whoever asks knows that they fit."""
        total: Array = np.zeros(self.choices, dtype=terms.dtype)
        filled = np.flatnonzero(np.diff(self.branch_start))
        if filled.size:
            total[filled] = np.add.reduceat(terms, self.branch_start[:-1][filled])
        return total

    def only(self, states: Array, choices: Array, number: Array) -> Rows:
        """These states with these of their choices; state s becomes ``number[s]``.

        Choices are increasing, and each of the states has one. Branches to the same number are
        added up; branches to a state with a negative number are left out (its value is 0).
        """
        branches = slices(self.branch_start, choices)
        choice = np.repeat(np.arange(choices.size), np.diff(self.branch_start)[choices])
        count = np.bincount(self.state_of[choices], minlength=self.states)[states]
        return assemble(
            np.concatenate([[0], np.cumsum(count)]),
            choice,
            number[self.target[branches]],
            self.weight[branches],
            self.denominator[choices],
            self.cost[choices],
        )


def rows_of(
    model: Model,
    inside: Array,
    choices: Array,
    *,
    rewards: Rewards | None = None,
    one: Array | None = None,
    discount: Fraction = Fraction(1),
) -> Rows:
    """The equations of the states inside, in their order, with these of their choices.

    Parameters
    ----------
    model : Model
    inside : (S,) bool
        The states whose values are unknown; those of others are 0.
    choices : (k,) int64, increasing
        At least one of every state inside, and none of others.
    rewards : Rewards, optional
        Of all choices of the model; 0 where not given.
    one : (S,) bool, optional
        States, not inside, whose value is 1.
    discount : Fraction
        In [0, 1]; what follows a choice counts so much.
    """
    n = model.states
    number = np.full(n, -1, dtype=np.int64)
    number[inside] = np.arange(int(inside.sum()))
    branches = slices(model.branch_start, choices)
    choice = np.repeat(np.arange(choices.size), np.diff(model.branch_start)[choices])
    denominator, weight = model.denominator[choices], model.weight[branches]
    cost: Array = np.zeros(choices.size, dtype=np.int64)
    if rewards is not None:
        over = rewards.denominator[choices]
        common = _lcm(denominator, over)
        weight = product(weight, (common // denominator)[choice])
        cost = product(rewards.numerator[choices], common // over)
        denominator = common
    if discount != 1:
        weight = product(weight, np.array(discount.numerator))
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
        cost = cost + gained
    count = np.bincount(model.state_of[choices], minlength=n)[inside]
    choice_start = np.concatenate([[0], np.cumsum(count)])
    return assemble(choice_start, choice, number[target], weight, denominator, cost)


def assemble(
    choice_start: Array,
    choice: Array,
    target: Array,
    weight: Array,
    denominator: Array,
    cost: Array,
) -> Rows:
    """Equations from branches whose choices ascend; each over the smallest denominator."""
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
    branch_start = np.zeros(denominator.size + 1, dtype=np.int64)
    np.cumsum(np.bincount(choice, minlength=denominator.size), out=branch_start[1:])
    common = np.gcd(denominator, abs(cost))
    filled = np.flatnonzero(np.diff(branch_start))
    if filled.size:
        shared = np.gcd.reduceat(weight, branch_start[:-1][filled])
        common[filled] = np.gcd(common[filled], shared)
    denominator = narrowest(denominator // common)
    weight = (weight // common[choice]).astype(denominator.dtype, copy=False)
    cost = narrowest(cost // common)
    return Rows(choice_start, branch_start, target, weight, denominator, cost)


def product(a: Array, b: Array) -> Array:
    """a * b, in int64 where that cannot overflow, else in Python's integers."""
    return a * b if _fits(a, b) else a.astype(object) * b.astype(object)


def _lcm(a: Array, b: Array) -> Array:
    found: Any = np.lcm(a, b) if _fits(a, b) else np.lcm(a.astype(object), b.astype(object))
    return np.asarray(found)


def _fits(a: Array, b: Array) -> bool:
    if a.dtype == object or b.dtype == object:
        return False
    return int(abs(a).max(initial=0)) * int(abs(b).max(initial=0)) <= _INT64

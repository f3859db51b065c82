"""Several bounds at once: the process with what has been spent of all costs but one.

    (s, x)  --c-->  (t, min(x + k(e), L))  without an upper bound       x_i: spent of cost i
                    (t, x + k(e))          while that is at most U
                    lost                   beyond U

The first bound, that of the most units, is left to the epochs of `within_reward`; of each other
cost a node counts the units that have been spent, up to the upper bound, or the lower one where
there is no other. The goals are nodes of goal states whose counts are enough. To end the play is a
branch to one more node, which is a goal if that is. The nodes are numbered as the checker numbers
them (`exactbox.checker.bounded.unfold`): by state, then by what has been spent, from every state.

Source: Hartmanns, Junges, Katoen, Quatmann, *Multi-cost bounded tradeoff analysis in MDP*, 2020.
"""

from __future__ import annotations

from dataclasses import replace
from math import prod
from typing import Any

import numpy as np

from exactbox.linalg.matrices.integers import int_array, narrowest
from exactbox.mdp.exact.memory_estimate import TooLargeError
from exactbox.mdp.model.layout import Array, PerState, slices, starts_of, unchecked
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import Goal, Question
from exactbox.mdp.model.rewards import Ratios

MAX_PAIRS = 1 << 28  # of states and counts, a byte each while nodes are looked for


def unfolded(model: Model, question: Question) -> tuple[Model, Question, PerState]:
    """The process of the nodes, the question of the first bound about it, and each state's node.

    TooLargeError: there are more pairs of states and counts than can be looked at.
    """
    limits = [each.in_units() for each in question.further]
    tops = [each.last for each in question.further]
    pairs = prod([top + 1 for top in tops]) * model.states  # R S
    if pairs > MAX_PAIRS:
        raise TooLargeError(f"{pairs:,} pairs of states and of what has been spent: too many")
    radix = pairs // model.states  # a node is s R + x, x in mixed radix, the first cost on top
    strides = [prod([top + 1 for top in tops[i + 1 :]]) for i in range(len(tops))]
    # a branch that spends more than U is one that spends U + 1
    spent = [
        np.array([min(k, top + 1) for k in cost], dtype=np.int64)
        for (cost, _, _), top in zip(limits, tops, strict=True)
    ]

    def branches_of(nodes: Array) -> tuple[Array, Array, Array, Array]:
        """Row, branch (B + c at an end), target node, -1 where it is lost; and rows' choices."""
        s = nodes // radix
        choices = model.choice_at(slices(model.action_start, s))
        own = np.repeat(nodes % radix, np.diff(model.action_start)[s])
        ends = model.ends[choices]
        lengths = np.where(ends, 1, np.diff(model.branch_start)[choices])
        row = np.repeat(np.arange(len(choices)), lengths)
        edge = np.empty(len(row), dtype=np.int64)
        edge[ends[row]] = len(model.target) + choices[ends]
        edge[~ends[row]] = slices(model.branch_start, choices[~ends])
        after, lost = np.zeros(len(row), dtype=np.int64), np.zeros(len(row), dtype=bool)
        for k, top, stride, (_, least, most) in zip(spent, tops, strides, limits, strict=True):
            count = own[row] // stride % (top + 1) + k[edge]
            lost |= (count > top) if most is not None else False
            lost |= ends[row] & (count < least)  # the play ends too early
            after += np.minimum(count, top) * stride
        at_end = ends[row]
        target = np.where(at_end, pairs, 0)
        target[~at_end] = model.target[edge[~at_end]] * radix + after[~at_end]
        return row, edge, np.where(lost, -1, target), choices

    seen = np.zeros(pairs + 1, dtype=bool)
    fresh = np.arange(model.states) * radix
    while len(fresh):
        seen[fresh] = True
        target = branches_of(fresh)[2]
        fresh = target[(target >= 0) & (target < pairs)]
        fresh = np.sort(fresh[~seen[fresh]])  # np.unique takes longer
        fresh = fresh[np.diff(fresh, prepend=-1) > 0]  # each once
    nodes = np.flatnonzero(seen[:pairs])
    row, edge, target, choices = branches_of(nodes)
    is_lost = target < 0
    at_end = edge >= len(model.target)
    weight = np.ones(len(row), dtype=model.weight.dtype)
    weight[~at_end] = model.weight[edge[~at_end]]
    # the branches of a choice that are lost are one
    away = np.zeros(len(choices), dtype=weight.dtype)
    np.add.at(away, row[is_lost], weight[is_lost])
    losing = np.flatnonzero(away)
    kept = np.flatnonzero(~is_lost)
    rows = np.concatenate([row[kept], losing])
    order = np.argsort(rows, kind="stable")
    # the last two nodes: the end, whose number is R S, and what is lost
    to = np.searchsorted(nodes, target[kept])
    to = np.concatenate([to, np.full(len(losing), len(nodes) + 1)])[order]
    heavy = np.concatenate([weight[kept], away[losing]])[order]
    lengths = np.append(np.bincount(rows, minlength=len(choices)), [0, 0])
    bottom = np.where(model.ends[choices], 1, model.denominator[choices])
    sizes = np.append(np.diff(model.action_start)[nodes // radix], [1, 1])
    zero = np.searchsorted(nodes, np.arange(model.states) * radix)  # nothing is spent
    product = unchecked(
        Model,
        action_start=starts_of(sizes),
        branch_start=starts_of(lengths),
        target=to,
        weight=narrowest(heavy),
        denominator=narrowest(np.append(bottom, [1, 1])),
        initial=zero[model.initial],
        labels={},
        rewards={},
        afterstate=None,
    )

    def amounts(given: Any) -> Any:
        """Those of branches, 0 of what is lost, and of choices that end the play."""
        name, of = given
        none = len(losing) + len(lengths)
        tops = int_array([*of.numerator[edge[kept]].tolist(), *[0] * none])
        bottoms = int_array([*of.denominator[edge[kept]].tolist(), *[1] * none])
        where = np.append(order, np.arange(len(order), len(order) + len(lengths)))
        return name, Ratios(tops[where], bottoms[where])

    asked: dict[str, Any] = {"cost": amounts(question.cost), "further": (), "start": None}
    if question.branch_rewards is not None:
        asked["branch_rewards"] = amounts(question.branch_rewards)
    if question.goal is not None:
        enough = question.goal.states[nodes // radix]
        for top, stride, (_, least, _) in zip(tops, strides, limits, strict=True):
            enough &= nodes // stride % (top + 1) >= least
        goal = np.append(enough, [question.goal.ended, False])
        within = True if question.within is None else question.within[nodes // radix]
        stay = np.append(np.full(len(nodes), True) & within, [False, False])
        asked |= {"goal": Goal(goal, False), "stay": Goal(stay, False, "stay")}
    return product, replace(question, **asked), zero

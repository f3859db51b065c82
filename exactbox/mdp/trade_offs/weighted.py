"""The best weighted sum of the objectives, exactly, and what each of them pays under its policy.

    v(n) = max over actions c of  sum_i w_i pay_i(c) + sum_m p(c, m) v(m),   v >= 0 where nodes rest

The play may stop where it can stay for ever with nothing paid: then this is the expected reward
until the play stops, with rewards of both signs (`objectives.signed_cost`), and v bounds the
weighted sum of every policy that counts, whether it stops or not.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np
from flint import fmpz

from exactbox.linalg.results.exact import ExactMatrix, ExactVector
from exactbox.linalg.square.system import solve_system
from exactbox.mdp.exact.policy_chain import chain_of, equations
from exactbox.mdp.exact.values import Values, finite
from exactbox.mdp.graph.attractor import attractor
from exactbox.mdp.graph.qualitative import miss_levels, prob1_min
from exactbox.mdp.model.layout import (
    Array,
    PerState,
    distinct,
    slices,
    starts_of,
    unchecked,
)
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import Goal, Question
from exactbox.mdp.objectives.objective import exact
from exactbox.mdp.trade_offs.product import WON, Product
from exactbox.mdp.trade_offs.supports import dot

Point = tuple[Fraction, ...]


class Optimum(NamedTuple):
    """The greatest weighted sum, the values that bound it, and a policy that attains it."""

    weights: Point
    value: Fraction
    values: Values  # of nodes, then of the stop
    policy: PerState  # the choice of each node
    point: Point  # what the policy pays, times the aims' signs
    parts: ExactMatrix  # what it pays each aim from each node where it moves, times `unit`
    unit: int
    moving: Array  # these nodes, increasing


class Optimizer:
    """The optima of one product for any weights; each policy is evaluated once."""

    def __init__(self, product: Product) -> None:
        self.product = product
        self._evaluated: dict[bytes, tuple[Point, ExactMatrix, int, Array]] = {}

    @cached_property
    def _stopping(self) -> tuple[Model, Array]:
        """The product with an action to stop where nodes rest, which leads to one more state.

        What ends the play with all goals won leads there, too. And each of its actions in the
        product; -1 where there is none.
        """
        p = self.product
        m, n, rests = p.model, p.model.states, p.resting >= 0
        ends = m.ends & ~p.early
        many = np.diff(m.action_start) + rests
        start = starts_of(np.append(many, 1))
        own = np.full(start[-1], -1, dtype=np.int64)
        old = np.arange(m.choices)
        place = start[p.node] + old - m.action_start[p.node]  # of each action of the product
        own[place] = old
        lengths = np.ones(start[-1], dtype=np.int64)  # to stop, and to stay stopped: one branch
        lengths[place] = np.where(ends, 1, np.diff(m.branch_start))
        begin = starts_of(lengths)
        target, weight = np.full(begin[-1], n), np.ones(begin[-1], dtype=m.weight.dtype)
        inside = slices(begin, place[~ends])
        target[inside], weight[inside] = m.target, m.weight
        denominator = np.ones(start[-1], dtype=m.denominator.dtype)
        denominator[place[~ends]] = m.denominator[~ends]
        model = unchecked(
            Model, action_start=start, branch_start=begin, target=target, weight=weight,
            denominator=denominator, initial=m.initial, labels={}, rewards={},
        )  # fmt: skip
        return model, own

    @cached_property
    def lost(self) -> PerState:
        """(N,) the level of each node from which no policy reaches all costs' goals; else -1."""
        model, _ = self._stopping
        goal = np.arange(model.states) == model.states - 1
        levels: PerState = miss_levels(model, goal, False)[:-1]
        return levels

    def best(self, weights: Sequence[Fraction]) -> Optimum:
        """The greatest sum of weights times signs times what the aims pay.

        Raises
        ------
        ValueError
            Where no policy reaches all costs' goals almost surely; where an end component raises
            the sum for ever.
        """
        model, own = self._stopping
        goal = Goal(np.arange(model.states) == model.states - 1, False, "all goals")
        rewards = self.product.weighted(weights)
        kept = own >= 0
        top = np.zeros(len(own), dtype=rewards.numerator.dtype)
        bottom = np.ones(len(own), dtype=rewards.denominator.dtype)
        top[kept], bottom[kept] = rewards.numerator[own[kept]], rewards.denominator[own[kept]]
        of_all = unchecked(type(rewards), numerator=top, denominator=bottom)
        question = Question(objective="cost", sense="max", goal=goal, rewards=of_all)
        answer = exact(model, question, signed=True)
        values = answer.values
        choice = own[(model.action_start[:-1] + answer.policy)[:-1]]
        choice = np.where(choice < 0, self.product.resting, choice)
        choice = np.where(choice < 0, self.product.model.action_start[:-1], choice)
        point, parts, unit, moving = self.evaluate(choice)
        at_once = self.product.paid_at_once
        signed = [aim.sign * n for aim, n in zip(self.product.aims, at_once, strict=True)]
        value = Fraction(values[self.product.start]) + dot(weights, signed)
        return Optimum(tuple(weights), value, values, choice, point, parts, unit, moving)

    def best_where_sure(self, sign: int) -> Optimum | None:
        """The best of P(a and b) - q P(b), where it is 0, if P(b) = 1; None where b may be missed.

        None, too, where the end of the play may win something.

        With r the best probability to have a and b won, q = r(start), and v = r - q where b is
        open, r where b alone is won, 0 where both are: what is paid from there on.
        """
        p = self.product
        of_both, of_condition = ((p.status[:, list(part)] == WON).all(axis=1) for part in p.parts)
        ended = any(until.goal.ended for until in p.untils)  # what the end wins is in no node
        if ended or not prob1_min(p.model, of_condition)[p.start]:
            return None
        question = Question(
            objective="reach", sense="max" if sign > 0 else "min", goal=Goal(of_both, False, "both")
        )
        answer = exact(p.model, question)
        choice = p.model.action_start[:-1] + answer.policy
        point, parts, unit, moving = self.evaluate(choice)
        q = answer.values[p.start]
        x, n, d = answer.values.x, *(fmpz(each) for each in q.as_integer_ratio())
        # entry 2k is r of entry k, 2k + 1 is r - q, both over d times its denominator; the last 0
        denominators = [*(each * d for each in x.denominators), fmpz(1)]
        rows = [
            (sign * each,)
            for k, b in enumerate(x.block_of)
            for r in (x.numerators[k][0] * d,)
            for each in (r, r - n * x.denominators[b])
        ]
        blocks = [*np.repeat(x.block_of, 2).tolist(), len(x.denominators)]
        at = np.where(of_both, len(rows), 2 * answer.values.at + ~of_condition)
        values = finite(ExactVector.of_blocks(denominators, blocks, [*rows, (fmpz(0),)], 1), at)
        weights = Fraction(1), -q
        return Optimum(weights, Fraction(0), values, choice, point, parts, unit, moving)

    def chain(self, choice: PerState) -> tuple[Model, PerState]:
        """The chain of a policy, and the nodes that it meets."""
        chain, start = chain_of(self.product.model, choice), self.product.start
        met = np.zeros(chain.states, dtype=bool)
        met[start], fresh = True, np.array([start])
        while len(fresh):
            targets = distinct(chain.target[slices(chain.branch_start, fresh)])
            fresh = targets[~met[targets]]
            met[fresh] = True
        return chain, met

    def stuck(self, choice: PerState) -> int:
        """A node that the policy meets and from which it cannot reach all costs' goals; or -1."""
        p = self.product
        chain, met = self.chain(choice)
        over = p.done | (p.model.ends & ~p.early)[choice]
        left = np.flatnonzero(met & (attractor(chain, over).states < 0))
        return int(left[0]) if len(left) else -1

    def evaluate(self, choice: PerState) -> tuple[Point, ExactMatrix, int, Array]:
        """What a policy pays each aim, times its sign, from the start and from where it moves.

        A node moves if something may be paid from there, or a goal is open; elsewhere x = 0.
        """
        name = choice.tobytes()
        if name in self._evaluated:
            return self._evaluated[name]
        p, (chain, met) = self.product, self.chain(choice)
        moves = p.paying[choice] | p.early[choice] | ~p.done
        inside = (attractor(chain, moves).states >= 0) & met
        moving = np.flatnonzero(inside)
        rows, unit = p.pays(choice[moving])
        rows = [[n * int(d) for n in row] for row, d in zip(rows, chain.denominator[moving])]
        x = solve_system(equations(chain, inside), rows, columns=len(p.aims))
        paid = list(p.paid_at_once)
        if inside[p.start]:
            k = int(np.searchsorted(moving, p.start))
            paid = [a + Fraction(x[k, j]) / unit for j, a in enumerate(paid)]
        point = tuple(aim.sign * n for aim, n in zip(p.aims, paid, strict=True))
        self._evaluated[name] = point, x, unit, moving
        return self._evaluated[name]

"""The product of a process with what its objectives remember: goals met, and steps counted.

    node       state s, status of each until (open, won, lost), steps k up to the largest bound
    n -> m     s -> t with p(c, t); open untils become won, or lost, in t; k + 1
    pay_i(c)   the probability that conjunction i is won now; or the reward of c while it counts

Each objective is the expected total that it pays, over policies of the product: those of the
process that remember the past (`proofs/coq/Unfolded.v`). Nodes are those within reach, by state,
statuses and steps, increasing; choices are actions of nodes.

Symbols: S states, N nodes, U untils.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import lcm
from typing import Any

import numpy as np

from exactbox.linalg.matrices.integers import narrowest
from exactbox.mdp.graph.attractor import attractor, first_action
from exactbox.mdp.model.layout import Array, distinct, reduced, slices, starts_of, unchecked
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import Goal
from exactbox.mdp.model.rewards import Rewards, name_of
from exactbox.parallel import require_memory
from exactbox.showing import counted

OPEN, WON, LOST = range(3)
STATUS = ("open", "won", "lost")
_STATUSES = len(STATUS)
_KEY_BYTES, _BRANCH_BYTES = 1, 60  # of a possible node, and of a branch of the product


@dataclass(frozen=True, eq=False)
class Until:
    """A goal to be reached, by way of some states only, perhaps within so many steps."""

    goal: Goal
    stay: Goal | None = None
    steps: int | None = None

    @property
    def words(self) -> str:
        """The goal, by which way, and in how many steps."""
        way = "" if self.stay is None else f" by way of {self.stay.name} only"
        limit = "" if self.steps is None else f" within {counted(self.steps, 'step')}"
        return f"{self.goal.name}{way}{limit}"


@dataclass(frozen=True, eq=False)
class Aim:
    """An objective: the probability of a conjunction of untils, or rewards.

    Attributes
    ----------
    sense : "max" or "min"
        Which is better; of a bound, "max" says at least, "min" at most.
    untils : untils
        All of them are to be won; of rewards at most one, which ends them.
    rewards : Rewards, optional
        Of the choices, in continuous time on the average.
    steps : int, optional
        Of rewards without a goal: how many are counted.
    complement : bool
        The probability that the conjunction is not won.
    bound, strict : Fraction and bool
        What the value has to keep to.
    text : str
        As it was asked for.
    """

    sense: str
    untils: tuple[Until, ...] = ()
    rewards: Rewards | None = None
    steps: int | None = None
    complement: bool = False
    bound: Fraction | None = None
    strict: bool = False
    text: str = ""

    @property
    def sign(self) -> int:
        """1 where the more is paid the better."""
        return 1 if (self.sense == "max") != self.complement else -1

    @property
    def is_cost(self) -> bool:
        """True of rewards until a goal, which policies have to reach."""
        return self.rewards is not None and bool(self.untils)

    @property
    def is_total(self) -> bool:
        """True of rewards for ever."""
        return self.rewards is not None and not self.untils and self.steps is None

    def value(self, paid: Fraction) -> Fraction:
        """The objective's value, by what it pays."""
        return 1 - paid if self.complement else paid

    @property
    def words(self) -> str:
        """What is counted, in words: without the bound, and whether more or less is better."""
        to = " and ".join(each.words for each in self.untils)
        if self.rewards is None:
            return f"probability {'not ' * self.complement}to reach {to}"
        name = f"reward {name_of(self.rewards)}".rstrip()
        if self.steps is not None:
            return f"{name} of {counted(self.steps, 'step')}"
        return f"{name} until {to}" if to else f"total {name}"

    @property
    def signed_bound(self) -> Fraction | None:
        """b where the bound says that sign times what is paid is at least b."""
        if self.bound is None:
            return None
        return self.sign * (1 - self.bound if self.complement else self.bound)


class Product:
    """The product, as a model; and what its choices pay."""

    def __init__(self, model: Model, start: int, aims: Sequence[Aim]) -> None:
        self.process, self.aims = model, aims
        self.untils = [until for aim in aims for until in aim.untils]
        limits = [u.steps for u in self.untils] + [a.steps for a in aims]
        self.most = max([k for k in limits if k is not None], default=0)
        first = np.cumsum([0, *(len(aim.untils) for aim in aims)])
        self.parts = [range(i, j) for i, j in pairwise(first)]
        self.of_costs = [u for aim, part in zip(aims, self.parts) if aim.is_cost for u in part]
        opening = np.full((1, len(self.untils)), OPEN)
        status = self._after(opening, np.array([start]), np.zeros(1, dtype=np.int64))
        self.paid_at_once = [Fraction(int(w[0])) for w in self._won(opening, status)]
        key = self._keys(np.array([start]), status, np.zeros(1, dtype=np.int64))
        self.keys = self._reach(key)
        self.state, self.status, self.steps = self._parts(self.keys)
        self.start = int(np.searchsorted(self.keys, key[0]))
        self._build()

    def _keys(self, state: Array, status: Array, steps: Array) -> Array:
        """One integer for each node, in their order."""
        code = np.zeros(len(state), dtype=np.int64)
        for k in range(status.shape[1]):
            code = code * _STATUSES + status[:, k]
        keys: Array = (state * _STATUSES ** status.shape[1] + code) * (self.most + 1) + steps
        return keys

    def _parts(self, keys: Array) -> tuple[Array, Array, Array]:
        """State, (N, U) statuses and steps of these keys."""
        code, steps = np.divmod(keys, self.most + 1)
        status = np.zeros((len(keys), len(self.untils)), dtype=np.int64)
        for k in reversed(range(len(self.untils))):
            code, status[:, k] = np.divmod(code, _STATUSES)
        return code, status, steps

    def _after(self, status: Array, target: Array, steps: Array) -> Array:
        """The statuses when the play comes to these states after so many steps."""
        after = status.copy()
        for k, until in enumerate(self.untils):
            lost = (
                np.zeros(len(target), dtype=bool) if until.steps is None else steps >= until.steps
            )
            if until.stay is not None:
                lost |= ~until.stay.states[target]
            now = np.where(until.goal.states[target], WON, np.where(lost, LOST, OPEN))
            after[:, k] = np.where(status[:, k] == OPEN, now, status[:, k])
        return after

    def _won(self, before: Array, now: Array) -> list[Array]:
        """For each aim bool: its last until is won between these statuses."""
        won = []
        for aim, part in zip(self.aims, self.parts):
            k = list(part)
            fresh = (now[:, k] == WON).all(axis=1) & (before[:, k] != WON).any(axis=1)
            won.append(fresh & (aim.rewards is None))
        return won

    def _branches(self, state: Array) -> tuple[Array, Array]:
        """The choices of all actions of these states, one state after the other; their numbers."""
        actions = slices(self.process.action_start, state)
        return self.process.choice_at(actions), np.diff(self.process.action_start)[state]

    def _reach(self, key: Array) -> Array:
        """The keys of all nodes within reach, increasing."""
        size = self.process.states * _STATUSES ** len(self.untils) * (self.most + 1)
        require_memory(_KEY_BYTES * size, f"a product of up to {size:,} nodes")
        seen = np.zeros(size, dtype=bool)
        seen[key] = True
        fresh = key
        while len(fresh):
            state, status, steps = self._parts(fresh)
            choices, many = self._branches(state)
            lengths = np.diff(self.process.branch_start)[choices]
            node = np.repeat(np.repeat(np.arange(len(fresh)), many), lengths)
            target = self.process.target[slices(self.process.branch_start, choices)]
            later = np.minimum(steps[node] + 1, self.most)
            keys = distinct(self._keys(target, self._after(status[node], target, later), later))
            fresh = keys[~seen[keys]]
            seen[fresh] = True
        return np.flatnonzero(seen)

    def _build(self) -> None:
        """The model of the product, and its choices' numbers in the process."""
        p = self.process
        self.choice, many = self._branches(self.state)
        self.node = np.repeat(np.arange(len(self.keys)), many)  # of each choice
        lengths = np.diff(p.branch_start)[self.choice]
        require_memory(_BRANCH_BYTES * int(lengths.sum()), "a product")
        branches = slices(p.branch_start, self.choice)
        node = np.repeat(self.node, lengths)
        target, later = p.target[branches], np.minimum(self.steps[node] + 1, self.most)
        now = self._after(self.status[node], target, later)
        self.model: Model = unchecked(
            Model,
            action_start=starts_of(many),
            branch_start=starts_of(lengths),
            target=np.searchsorted(self.keys, self._keys(target, now, later)),
            weight=p.weight[branches],
            denominator=p.denominator[self.choice],
            initial=np.array([self.start]),
            labels={},
            rewards={},
        )
        ended = np.array([until.goal.ended for until in self.untils], dtype=bool)
        before = self.status[self.node]
        at_end = np.where((before == OPEN) & ended, WON, before)  # (C, U)
        self.done = (self.status[:, self.of_costs] == WON).all(axis=1)  # (N,) all costs' goals won
        early = ~(at_end[:, self.of_costs] == WON).all(axis=1)
        self.early = self.model.ends & early  # (C,) ends the play before the costs' goals
        self.pay: list[tuple[Any, Any]] = []  # numerators and denominators, by aim
        branch_won = self._won(self.status[node], now)
        for aim, part, won, over in zip(
            self.aims, self.parts, branch_won, self._won(before, at_end), strict=True
        ):
            if aim.rewards is None:
                sums = reduced(
                    np.add, np.where(won, self.model.weight, 0), self.model.branch_start, 0
                )
                top = np.where(self.model.ends, np.where(over, self.model.denominator, 0), sums)
                self.pay.append((top, self.model.denominator))
                continue
            counts = (before[:, list(part)] == OPEN).all(axis=1)
            if aim.steps is not None:
                counts &= self.steps[self.node] < aim.steps
            reward = aim.rewards
            top = np.where(counts, reward.numerator[self.choice], 0)
            self.pay.append((top, reward.denominator[self.choice]))
        self.paying = np.any([top != 0 for top, _ in self.pay], axis=0)  # (C,)

    def node_words(self, node: int) -> str:
        """A node: its state, what has become of the goals, and steps."""
        text = f"state {self.state[node]}"
        for until, status in zip(self.untils, self.status[node].tolist(), strict=True):
            text += f", {until.goal.name} {STATUS[status]}"
        return text + f", after {counted(int(self.steps[node]), 'step')}" * bool(self.most)

    @cached_property
    def resting(self) -> Array:
        """(N,) an action with which the play stays for ever with nothing paid; -1 where none does.

        The greatest set X of nodes with all costs' goals won, and an action that pays nothing and
        leads to X only.
        """
        m, free = self.model, ~self.paying & ~self.early  # action k is choice k
        # not in X: a goal is open, or each free action may lead out of X
        rests = attractor(m, ~self.done, need=m.count(free), actions=free).states < 0
        return first_action(m, free & m.leads_only_to(rests) & rests[self.node])

    def weighted(self, weights: Sequence[Fraction]) -> Rewards:
        """(C,) the sum of weights times signs times what the aims pay."""
        factors = [w * aim.sign for w, aim in zip(weights, self.aims, strict=True)]
        top, bottom = np.zeros(len(self.node), dtype=object), np.ones(len(self.node), dtype=object)
        for factor, (n, d) in zip(factors, self.pay, strict=True):
            if factor:
                scaled = n.astype(object) * factor.numerator, d.astype(object) * factor.denominator
                top, bottom = top * scaled[1] + scaled[0] * bottom, bottom * scaled[1]
        shared = np.gcd(top, bottom)
        return unchecked(
            Rewards, numerator=narrowest(top // shared), denominator=narrowest(bottom // shared)
        )

    def pays(self, choices: Array) -> tuple[list[list[int]], int]:
        """What each of these choices pays each aim, times one integer; and that."""
        unit = lcm(*(int(d) for _, bottom in self.pay for d in distinct(bottom[choices])))
        columns = [
            [int(n) * (unit // int(d)) for n, d in zip(top[choices], bottom[choices])]
            for top, bottom in self.pay
        ]
        return [list(row) for row in zip(*columns)], unit

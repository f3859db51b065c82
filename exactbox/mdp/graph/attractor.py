"""Attractors: the backward search that finds who can force the play where, and how soon.

An option is hit once one of its targets has joined, and a state joins once it has enough options
hit: one where the policy is free, all of them where it is the opponent's. The level in which a
state joins is its *rank*, which falls along a branch of the options that count. It goes level by
level, in array operations where a level is wide and one by one where it is narrow, so that neither
width nor depth is slow; it is linear in the branches.

A policy is *proper* if it almost surely reaches a state where nothing more is added: where each
state has a rank in the attractor of the choices after which it may be over.

Symbols: S states, O options, C choices; (S,) bool arrays are sets of states.

Sources: Baier, Katoen, *Principles of Model Checking*, 2008, section 10.6; Bertsekas, Tsitsiklis,
*An analysis of stochastic shortest path problems*, 1991 (ranks prove that a policy is proper).
"""

from __future__ import annotations

import numpy as np

from exactbox.mdp.model.equations import Equations
from exactbox.mdp.model.layout import (
    Array,
    Layout,
    PerChoice,
    PerOption,
    PerState,
    Policy,
    mask,
    reduced,
    slices,
    starts_of,
)

_NONE = np.zeros(0, dtype=np.int64)
_SORTED = 1000  # branches up to which sorting them is as fast as SciPy is, once it is loaded
_FEW = 1000  # branches up to which equal ones are not worth merging (a guess)
_NARROW = 24  # options in a level: up to here one by one is faster than array operations


def attractor(
    layout: Layout,
    goal: PerState,
    stay: PerState | None = None,
    who: PerState | None = None,
    options: PerOption | None = None,
    ended: bool = False,
) -> PerState:
    """Ranks that decrease along some branch, whatever the opponent chooses.

    A rank is 0 on the goal (and, where ``ended``, at the end of the play); k on states where the
    options that are needed have a branch to a rank below k, for the smallest such k; -1 elsewhere
    and outside of `stay`. One option is needed, but all of them in the states `who`
    (``model.players`` where the second player hinders). Only `options` may be taken; where all are
    needed, one that is left out is a refusal.

    Examples
    --------
    >>> from exactbox.mdp.model.model import Model
    >>> model = Model.from_lists([[[(1, 0)], [(1, 1)]], [[("1/3", 0), ("2/3", 2)]], [[(1, 2)]]])
    >>> attractor(model, np.array([False, False, True])).tolist()
    [2, 1, 0]
    >>> attractor(model, np.array([False, False, True]), who=np.ones(3, dtype=bool)).tolist()
    [-1, 1, 0]
    """
    n = layout.states
    stay, who = mask("stay", stay, n, True), mask("who", who, n, False)
    kept = mask("options", options, layout.options, True)
    exits = layout.ends if ended else None
    return Attractor(layout).ranks(mask("goal", goal, n), stay, who, kept, exits)


def progress_ranks(
    layout: Layout,
    goal: PerState,
    excused: PerOption | None = None,
    exits: PerChoice | None = None,
    options: PerOption | None = None,
) -> PerState:
    """Ranks that decrease along a branch of every option that is not excused; -1: none.

    They are 0 on the goal, and where a choice exits. Excused are options that need not lead
    anywhere: those that pay something, say.
    """
    kept = mask("options", options, layout.options, True)
    excused = kept & mask("excused", excused, layout.options, False)
    need = layout.count(kept & ~excused)
    at_once = np.flatnonzero(~goal & (need <= 0))  # no option of theirs has to get anywhere
    search = Attractor(layout)
    search.begin(kept & ~excused, need, goal | (need <= 0))
    return search.levels(goal, exits, at_once)


def choice_ranks(layout: Layout, rank: PerState, exits: PerChoice | None = None) -> PerChoice:
    """(C,) the least rank of the states that a choice leads to, 0 where it exits; -1: it has none.

    By default to end the play is to exit. Where ranks of states fall along a branch of each option
    in question, and are 0 where it is to get to, so do those of the choices.
    """
    exits = layout.ends if exits is None else exits
    never = np.iinfo(np.int64).max
    ranks = np.where(rank < 0, never, rank)[layout.target]
    least = reduced(np.minimum, ranks, layout.branch_start, never)
    found: PerChoice = np.where(exits, 0, np.where(least == never, -1, least))
    return found


def falling_option(layout: Layout, rank: PerState, kept: PerOption, ended: bool = False) -> Policy:
    """The first kept option of every state with a branch to a lower rank, -1 where there is none.

    States of rank -1 are not to be reached; a choice that ends the play has rank 0 if `ended`.
    """
    exits = layout.ends & ended
    below = layout.per_option(choice_ranks(layout, rank, exits))
    return first_option(layout, kept & (below >= 0) & (below < rank[layout.state_of]))


def first_option(layout: Layout, good: PerOption) -> Policy:
    """(S,) the first good option of every state, -1 where none is."""
    first = np.full(layout.states, -1, dtype=np.int64)
    which = np.flatnonzero(good)[::-1]
    first[layout.state_of[which]] = which  # the last write stays
    return first


class Attractor:
    """The backward search, with the reversed branches that it follows.

    `open` (O,) bool: the options that are not hit yet, and may be. `need` (S,) int64: how many
    more hits a state needs. `joined` (S,) bool: it has joined, or must not.
    """

    open: PerOption
    need: PerState
    joined: PerState

    def __init__(self, layout: Layout) -> None:
        self._first, self._into = _reversed(layout.branch_start, layout.target, layout.states)
        self._shared = layout.option is not None
        if layout.option is not None:
            self._first_option, self._options = _reversed(
                np.arange(layout.options + 1), layout.option, layout.choices
            )
        self._option_start = layout.option_start
        self._state_of = layout.state_of
        self._choices = layout.choices
        most = max(layout.options, layout.choices, layout.states)
        self._place = np.empty(most, dtype=np.int32 if most < 2**31 else np.int64)

    def begin(self, open_: PerOption, need: PerState, joined: PerState) -> None:
        """Take over these arrays; they are changed."""
        self.open, self.need, self.joined = open_, need, joined
        self._fresh = np.ones(self._choices, dtype=bool) if self._shared else None

    def ranks(
        self,
        goal: PerState,
        stay: PerState,
        who: PerState,
        kept: PerOption | None = None,
        exits: PerChoice | None = None,
    ) -> PerState:
        """The level in which each state joins, -1 for never; only `kept` options are there.

        `exits` are choices that lead to the goal as they are.
        """
        kept = np.ones(len(self._state_of), dtype=bool) if kept is None else kept.copy()
        self.begin(kept, np.where(who, np.diff(self._option_start), 1), goal | ~stay)
        return self.levels(goal, exits)

    def levels(self, goal: PerState, exits: PerChoice | None, at_once: Array = _NONE) -> PerState:
        """The level in which each state joins: 0 on the goal, 1 of those at once, -1 for never."""
        rank = np.where(goal, 0, -1)
        level = np.concatenate([self.step(np.flatnonzero(goal)), at_once])
        if exits is not None and exits.any():
            level = np.concatenate([level, self.hit(self._options_of(np.flatnonzero(exits)))])
        steps = 1
        while level.size:
            rank[level] = steps
            level = self.step(level)
            steps += 1
        return rank

    def exhaust(self, states: Array) -> None:
        """Go on until no state joins."""
        while states.size:
            states = self.step(states)

    def step(self, states: Array) -> Array:
        """The states that join because these have."""
        if states.size <= _NARROW and not self._shared:
            spans = zip(self._first[states].tolist(), self._first[states + 1].tolist())
            into = [self._into[start:end] for start, end in spans]
            if sum(map(len, into)) <= _NARROW:
                return self._hit_few([c for choices in into for c in choices.tolist()])
        return self.hit(self._options_of(self._into[slices(self._first, states)]))

    def hit(self, options: Array) -> Array:
        """The states that join because these options are hit; repeated ones count once."""
        options = self._distinct(options[self.open[options]])
        self.open[options] = False
        states = self._state_of[options]
        np.subtract.at(self.need, states, 1)
        states = self._distinct(states[(self.need[states] <= 0) & ~self.joined[states]])
        self.joined[states] = True
        return states

    def _options_of(self, choices: Array) -> Array:
        """The options that these choices are; of shared ones only those not met before."""
        if self._fresh is None:
            return choices
        choices = self._distinct(choices[self._fresh[choices]])
        self._fresh[choices] = False
        return self._options[slices(self._first_option, choices)]

    def _hit_few(self, options: list[int]) -> Array:
        """`hit` without the fixed cost of array operations."""
        found = []
        for o in options:
            if self.open[o]:
                self.open[o] = False
                s = int(self._state_of[o])
                self.need[s] -= 1
                if self.need[s] <= 0 and not self.joined[s]:
                    self.joined[s] = True
                    found.append(s)
        return np.array(found, dtype=np.int64)

    def _distinct(self, items: Array) -> Array:
        """Without repetitions, in linear time: of equal items the one that was written last."""
        order = np.arange(items.size, dtype=self._place.dtype)
        self._place[items] = order
        distinct: Array = items[self._place[items] == order]
        return distinct


def _reversed(start: Array, target: Array, n: int) -> tuple[Array, Array]:
    """The rows that have each of n targets, one slice after the other, and where slices begin."""
    if len(target) < _SORTED:
        row = np.repeat(np.arange(len(start) - 1), np.diff(start))
        return starts_of(np.bincount(target, minlength=n)), row[np.argsort(target, kind="stable")]
    from scipy.sparse import csr_array

    pattern = np.ones(len(target), dtype=np.int8)
    columns = csr_array((pattern, target, start), shape=(len(start) - 1, n)).tocsc()
    return columns.indptr, columns.indices


# Proper policies ---------------------------------------------------------------------------------


class ImproperPolicyError(ValueError):
    """A policy from some state never ends, or may not."""


def make_proper(equations: Equations, policy: Policy) -> Policy:
    """The policy, with options on a shortest way out wherever it would never end.

    An ImproperPolicyError says that from some state no policy ends.
    """
    lost = policy_ranks(equations, policy) < 0
    if not lost.any():
        return policy
    everything = np.ones(equations.options, dtype=bool)
    return np.where(lost, shortest_way(equations, everything)[0], policy)


def policy_ranks(equations: Equations, policy: Policy) -> PerState:
    """(S,) steps until it may be over under the policy, -1 where it never ends."""
    if equations.option is not None and len(equations.target) <= _FEW:
        chosen, at = equations.unknowns(policy)
        start, column = equations.branch_start, at[equations.target]
    else:
        start, column, _, chosen, at = equations.transitions(policy, equations.weight)
    n = len(chosen)
    chain = Layout(np.arange(n + 1), start, column)
    nobody = np.zeros(n, dtype=bool)
    found = Attractor(chain).ranks(nobody, ~nobody, nobody, exits=equations.leaving[chosen])
    ranks: PerState = found[at]
    return ranks


def ending_ranks(equations: Equations, options: PerOption, *, every: bool = False) -> PerState:
    """(S,) steps until it may be over, with the best of these options, or with the worst of them.

    -1 where there is no way, or for some of the options none.
    """
    nobody = np.zeros(equations.states, dtype=bool)
    who = np.full(equations.states, every)
    return Attractor(equations).ranks(nobody, ~nobody, who, options, equations.leaving)


def shortest_way(equations: Equations, options: PerOption) -> tuple[Policy, PerState]:
    """The first of these options, in every state, that is on a shortest way out, and its length.

    An ImproperPolicyError says that from some state there is no way.
    """
    rank = ending_ranks(equations, options)
    if (rank < 0).any():
        s = int(np.argmax(rank < 0))
        raise ImproperPolicyError(f"state {s}: no policy ends the play from here")
    steps = equations.per_option(choice_ranks(equations, rank, equations.leaving))
    steps = np.where(options & (steps >= 0), steps, np.iinfo(np.int64).max)
    least = np.minimum.reduceat(steps, equations.option_start[:-1])
    return first_option(equations, steps == least[equations.state_of]), rank

"""Attractors: the backward search that finds who can force the play where, and how soon.

The attractor grows from the goal, level by level. An action is *hit* once one of its targets is in
the attractor. A state joins once enough of its actions are hit: one where the policy is free, all
of them where the opponent chooses. The level in which a state joins is its *rank*, and the rank of
a choice is the least rank of its targets; so some branch of each action that counts leads to a
lower rank. Wide levels are done in array operations and narrow ones state by state, so that neither
width nor depth is slow. Every choice is met once: time is linear in branches and actions.

A policy is *proper* if it almost surely reaches a state where nothing more is added: where each
state has a rank in the attractor of the choices after which it may be over.

Symbols: S states, A actions, C choices; (S,) bool arrays are sets of states.

Sources: Baier, Katoen, *Principles of Model Checking*, 2008, section 10.6; Bertsekas, Tsitsiklis,
*An analysis of stochastic shortest path problems*, 1991 (ranks prove that a policy is proper).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from exactbox.mdp.model.equations import Equations
from exactbox.mdp.model.layout import (
    Array,
    Layout,
    PerAction,
    PerChoice,
    PerState,
    Policy,
    mask,
    slices,
)

_NO_STATES = np.zeros(0, dtype=np.int64)
_NEVER = 1 << 62  # more hits than a state has actions
_MAX_SCALAR_BRANCHES = 24  # into a level: up to here one by one is faster than arrays


class Ranks(NamedTuple):
    """The level in which each state joins, and the least rank that each choice leads to.

    They are -1 where there is none.
    """

    states: PerState
    choices: PerChoice


def attractor(
    layout: Layout,
    goal: PerState | None = None,
    stay: PerState | None = None,
    need: PerState | None = None,
    actions: PerAction | None = None,
    exits: PerChoice | None = None,
) -> Ranks:
    """Ranks that decrease along some branch of the actions that are needed.

    A rank is 0 on the goal; k on states where as many `actions` as they `need` (by default one)
    have a branch to a rank below k, for the smallest such k; -1 elsewhere and outside of `stay`.
    All actions are needed, ``np.diff(layout.action_start)``, where an opponent chooses: there one
    that is not among the `actions` is a refusal. After the choices `exits` the goal is reached.

    Examples
    --------
    >>> from exactbox.mdp.model.model import Model
    >>> model = Model.from_lists([[[(1, 0)], [(1, 1)]], [[("1/3", 0), ("2/3", 2)]], [[(1, 2)]]])
    >>> attractor(model, np.array([False, False, True])).states.tolist()
    [2, 1, 0]
    >>> every = attractor(model, np.array([False, False, True]), need=np.array([2, 1, 1]))
    >>> every.states.tolist(), every.choices.tolist()
    ([-1, 1, 0], [-1, 1, 0, 0])
    """
    n = layout.states
    goal, kept = mask("goal", goal, n, False), mask("actions", actions, layout.action_count, True)
    ranks = Ranks(np.where(goal, 0, -1), np.full(layout.choices, -1, dtype=np.int64))
    more = np.ones(n, dtype=np.int64) if need is None else need.copy()
    if exits is not None and exits.any():
        ranks.choices[exits] = 0
        hit = kept & exits[layout.choice]
        more -= layout.count(hit)
        kept = kept & ~hit
    if stay is not None:
        more[~mask("stay", stay, n)] = _NEVER
    at_once = np.flatnonzero((more <= 0) & ~goal)
    ranks.states[at_once] = 1
    spread(layout, ranks, more, kept, np.flatnonzero(goal), at_once)
    return ranks


def first_action(layout: Layout, good: PerAction, ranks: Ranks | None = None) -> Policy:
    """(S,) the first good action of every state, -1 where none is.

    With ranks it is the first that is rank-decreasing: that has a branch to a lower rank. States
    and choices of rank -1 are not to be reached.
    """
    if ranks is not None:
        below = ranks.choices[layout.choice]
        good = good & (below >= 0) & (below < ranks.states[layout.state_of])
    first = np.full(layout.states, -1, dtype=np.int64)
    which = np.flatnonzero(good)[::-1]
    first[layout.state_of[which]] = which  # the last write stays
    return first


def spread(
    layout: Layout,
    ranks: Ranks,
    need: PerState,
    kept: PerAction,
    level: Array,
    soon: Array = _NO_STATES,
) -> None:
    """Extend the attractor by the states that join because of those of this level.

    The level has rank 0, and the states `soon` have rank 1; what has a rank is in the attractor.
    `need` (S,) int64 is the number of `kept` actions that still have to be hit before the state
    joins. `need` and `ranks` are changed in place.
    """
    (first, into), of_choice = layout.reverse
    state_of, (of_states, of_choices) = layout.state_of, ranks
    most = max(layout.states, layout.choices)
    place = np.empty(most, dtype=np.int32 if most < 2**31 else np.int64)
    arrays: Any = first, into, state_of, of_states, of_choices, need, kept
    # memoryviews have Python's integers: three times as fast one by one
    start, choice, owner, joined, met, left, there = [memoryview(array) for array in arrays]
    rank, few = 0, list[int]()  # a level of few states is this list, and `level` is empty
    while level.size or few or soon.size:
        if 0 < level.size <= _MAX_SCALAR_BRANCHES and of_choice is None:
            few, level = level.tolist(), _NO_STATES
        if few and sum([start[s + 1] - start[s] for s in few]) > _MAX_SCALAR_BRANCHES:
            few, level = [], np.array(few, dtype=np.int64)
        if few:
            joining = []
            for s in few:
                for c in choice[start[s] : start[s + 1]]:
                    if met[c] < 0:
                        met[c] = rank
                        if there[c]:
                            t = owner[c]
                            left[t] -= 1
                            if left[t] <= 0 and joined[t] < 0:
                                joined[t] = rank + 1
                                joining.append(t)
            few = joining
        elif level.size:
            choices = into[slices(first, level)]
            choices = _distinct(choices[of_choices[choices] < 0], place)  # not met before
            of_choices[choices] = rank
            actions = choices if of_choice is None else of_choice[1][slices(of_choice[0], choices)]
            targets = state_of[actions[kept[actions]]]
            np.subtract.at(need, targets, 1)  # once for each action that is hit
            level = _distinct(targets[(need[targets] <= 0) & (of_states[targets] < 0)], place)
            of_states[level] = rank + 1
        if soon.size:
            level, soon = np.concatenate([level, few, soon]).astype(np.int64), _NO_STATES
            few = []
        rank += 1


def _distinct(items: Array, place: Array) -> Array:
    """The items without repetitions, in linear time: of equal ones the last."""
    order = np.arange(items.size, dtype=place.dtype)
    place[items] = order
    distinct: Array = items[place[items] == order]
    return distinct


# Proper policies ---------------------------------------------------------------------------------


class ImproperPolicyError(ValueError):
    """A policy from some state never ends, or may not."""


def make_proper(equations: Equations, policy: Policy) -> Policy:
    """The policy, with actions on a shortest way out wherever it would never end.

    An ImproperPolicyError says that from some state no policy ends.
    """
    lost = policy_ranks(equations, policy).states < 0
    return np.where(lost, shortest_way(equations)[0], policy) if lost.any() else policy


def policy_ranks(equations: Equations, policy: Policy) -> Ranks:
    """Ranks: the steps until the policy may end, -1 where it never ends."""
    if equations.afterstate is None:
        actions = np.zeros(equations.action_count, dtype=bool)
        actions[policy] = True
        return attractor(equations, actions=actions, exits=equations.leaving)
    # a state is worth its choice: from choice to choice there are fewer steps to go
    choice, n = equations.afterstate[policy], equations.choices
    chain = Layout(np.arange(n + 1), equations.branch_start, choice[equations.target])
    steps = attractor(chain, exits=equations.leaving).states
    return Ranks(steps[choice], np.where(steps < 0, -1, steps - 1))


def shortest_way(equations: Equations, actions: PerAction | None = None) -> tuple[Policy, Ranks]:
    """The first of these actions, in every state, that is on a shortest way out, and its length.

    An ImproperPolicyError says that from some state there is no way.
    """
    kept = mask("actions", actions, equations.action_count, True)
    ranks = attractor(equations, actions=kept, exits=equations.leaving)
    if (ranks.states < 0).any():
        s = int(np.argmax(ranks.states < 0))
        raise ImproperPolicyError(f"state {s}: no policy ends the play from here")
    return first_action(equations, kept, ranks), ranks

"""Graph analysis of a decision process: which probabilities are 0 or 1.

Whether a probability of reaching a goal is 0 or 1 depends only on which branches exist, and
equations for the other states have one solution only after these states are set apart. All
answers here are exact.

**One operation.** Nearly everything is an attractor, a backward search (`attractor`). Where one
action is enough to be hit it gives the positive maximum, where all are needed the positive minimum,
a mixture a turn-based game. From the states that are lost, with the roles exchanged, it gives those
that may be lost whatever they do. Almost sure reachability repeats linear passes, few in practice
and at worst as many as there are states.

**Symbols.** S states, A actions, C choices; (S,) bool arrays are sets of states. ``stay`` is the
set to keep to before the goal (all states by default): *until* in temporal logic. Goal states
count as reached whether or not they are in `stay`. A choice without branches ends the play; with
``ended`` that is a goal as well, without it the goal is missed.

Sources: Baier, Katoen, *Principles of Model Checking*, 2008, section 10.6;
de Alfaro, *Formal Verification of Probabilistic Systems*, 1997 (almost sure reachability);
de Alfaro, Henzinger, Kupferman, *Concurrent reachability games*, 2007 (games).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactbox.mdp.graph.attractor import Ranks, attractor
from exactbox.mdp.model.layout import Layout, PerAction, PerState, mask


class AlmostSure(NamedTuple):
    """States from which the goal is reached with probability 1, with ranks that prove it.

    The goal has rank 0. The actions `kept` lead only to ``states``; those that also have a branch
    to a lower rank reach the goal almost surely. Other states have no rank.
    """

    states: PerState
    ranks: Ranks
    kept: PerAction


def reachable(layout: Layout, sources: PerState) -> PerState:
    """The states that some policy can get to from the sources, themselves included.

    Examples
    --------
    >>> from exactbox.mdp.model.model import Model
    >>> model = Model.from_lists([[[("1/2", 0), ("1/2", 1)]], [[(1, 1)]], [[(1, 0)]]])
    >>> reachable(model, np.array([True, False, False])).tolist()
    [True, True, False]
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import breadth_first_order

    n = layout.states
    start = np.flatnonzero(mask("sources", sources, n))
    # nodes: states, then choices where they are shared, then one that leads to all sources
    if layout.afterstate is None:
        targets, rows = [layout.target], layout.branch_start[layout.action_start]
    else:
        targets = [n + layout.afterstate, layout.target]
        rows = np.append(layout.action_start, layout.action_count + layout.branch_start[1:])
    entries = np.concatenate([*targets, start])
    rows = np.append(rows, len(entries))
    size = len(rows) - 1
    graph = csr_array((np.ones(len(entries)), entries, rows), shape=(size, size))
    seen = np.zeros(size, dtype=bool)
    seen[breadth_first_order(graph, size - 1, return_predecessors=False)] = True
    return seen[:n]


def some_path(
    layout: Layout, goal: PerState, stay: PerState | None = None, ended: bool = False
) -> PerState:
    """(S,) bool: some policy reaches the goal with positive probability, Pmax > 0."""
    ranks = attractor(layout, goal, stay, exits=layout.ends & ended)
    positive: PerState = ranks.states >= 0
    return positive


def every_policy_positive(
    layout: Layout, goal: PerState, stay: PerState | None = None, ended: bool = False
) -> Ranks:
    """Ranks that decrease along some branch of *every* action, -1 where some policy has none.

    The states with a rank are those where Pmin > 0. See `attractor` for the parameters.
    """
    every = np.diff(layout.action_start)
    return attractor(layout, goal, stay, every, exits=layout.ends & ended)


def prob0_max(
    layout: Layout, goal: PerState, stay: PerState | None = None, ended: bool = False
) -> PerState:
    """(S,) bool: no policy can reach the goal, Pmax = 0."""
    return ~some_path(layout, goal, stay, ended)


def prob0_min(
    layout: Layout, goal: PerState, stay: PerState | None = None, ended: bool = False
) -> PerState:
    """(S,) bool: some policy surely avoids the goal (or leaves `stay` before), Pmin = 0."""
    avoided: PerState = every_policy_positive(layout, goal, stay, ended).states < 0
    return avoided


def prob1_max(
    layout: Layout,
    goal: PerState,
    stay: PerState | None = None,
    who: PerState | None = None,
    ended: bool = False,
) -> AlmostSure:
    """States from which some policy reaches the goal almost surely, Pmax = 1, and ranks to it.

    States that cannot reach the goal are lost, and so are those where every action may lead to lost
    states. Actions that may lead to lost states are removed. This is repeated until all states that
    are left can reach the goal: they do so within S steps with a probability bounded from below,
    however often they have failed before.

    The opponent, who hinders, has the choice in the states `who`: there all actions have to keep to
    the states and to have a branch to a lower rank.

    Examples
    --------
    >>> try_again = [[("1/2", 0), ("1/2", 2)]]
    >>> from exactbox.mdp.model.model import Model
    >>> model = Model.from_lists([[*try_again, [("1/9", 1), ("8/9", 2)]], [[(1, 1)]], [[(1, 2)]]])
    >>> states, ranks, kept = prob1_max(model, np.array([False, False, True]))
    >>> states.tolist(), ranks.states.tolist(), kept.tolist()
    ([True, False, True], [1, -1, 0], [True, False, False, True])
    """
    n = layout.states
    goal, stay = mask("goal", goal, n), mask("stay", stay, n, True)
    who = mask("who", who, n, False)
    every, exits = np.diff(layout.action_start), layout.ends & ended
    ours, theirs = np.where(who, every, 1), np.where(who, 1, every)
    inside = np.ones(n, dtype=bool)
    while True:
        kept = layout.leads_only_to(inside)
        ranks = attractor(layout, goal, stay & inside, ours, kept, exits)
        lost = ranks.states < 0
        if not (lost & inside).any():
            return AlmostSure(inside, ranks, kept)
        inside = attractor(layout, lost, ~goal, theirs).states < 0


def prob1_min(
    layout: Layout, goal: PerState, stay: PerState | None = None, ended: bool = False
) -> PerState:
    """(S,) bool: every policy reaches the goal almost surely, Pmin = 1.

    These are the states from which no state with Pmin = 0 can be reached before the goal.
    See `prob1_max` for the parameters; here the opponent chooses everywhere.
    """
    all_states = np.ones(layout.states, dtype=bool)
    return prob1_max(layout, goal, stay, all_states, ended).states


def miss_levels(layout: Layout, goal: PerState, ended: bool = False) -> PerState:
    """Levels that show why *every* policy may miss the goal, Pmax < 1; -1 where some does not.

    Each action of a state with a level has a branch to a lower level, or only branches to states of
    its level or lower ones. So from level k the goal is missed with probability p^k or more, if p
    is the least probability of a branch: either a branch to a lower level is taken at some time, or
    the play stays at this level or below for ever.

    Examples
    --------
    >>> from exactbox.mdp.model.model import Model
    >>> model = Model.from_lists([[[(1, 0)], [("1/2", 1), ("1/2", 2)]], [[(1, 1)]], [[(1, 2)]]])
    >>> miss_levels(model, np.array([False, False, True])).tolist()
    [1, 0, -1]
    """
    n = layout.states
    goal, every = mask("goal", goal, n), np.diff(layout.action_start)
    level = np.full(n, -1, dtype=np.int64)
    inside, lowest = np.ones(n, dtype=bool), 0
    while True:
        kept = layout.leads_only_to(inside)
        ranks = attractor(layout, goal, inside, actions=kept, exits=layout.ends & ended)
        missed = (ranks.states < 0) & inside
        if not missed.any():
            return level
        level[missed] = lowest
        rank = attractor(layout, level >= 0, ~goal, every).states
        level[rank > 0] = lowest + rank[rank > 0]
        inside, lowest = level < 0, int(level.max()) + 1

"""What the graph of a decision process decides: which probabilities are 0 or 1.

Whether a probability of reaching a goal is 0 or 1 depends only on which branches exist, and
equations for the other states have one solution only after these states are set apart. All
answers here are exact.

**One operation.** Nearly everything is an *attractor*, a backward search: an option is hit once one
of its targets has joined, and a state joins once it has enough options hit: one where the policy is
free, all of them where it is the opponent's. The first kind gives the positive maximum, the
second the positive minimum, a mixture a turn-based game. From the states that are lost, with the
roles exchanged, it gives those that may be lost whatever they do; and from the options that were
cut it trims end components. It goes level by level, in array operations where a level is wide and
one by one where it is narrow, so that neither width nor depth is slow.

**Cost.** An attractor is linear in the branches. Almost sure reachability and end components repeat
linear passes, few in practice and at worst as many as there are states.

**Symbols.** S states, O options, C choices; (S,) bool arrays are sets of states. ``stay`` is the
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

from exactbox.mdp.layout import (
    Array,
    Layout,
    PerChoice,
    PerOption,
    PerState,
    Policy,
    mask,
    slices,
)

_NARROW = 24  # options in a level: up to here one by one is faster than array operations


class AlmostSure(NamedTuple):
    """States from which the goal is reached with probability 1, and the policy that does it.

    Attributes
    ----------
    states : (S,) bool
    policy : (S,) int64
        An option; -1 outside of `states`. Before the goal it leads only to `states`, with some
        branch to a lower rank. On the goal it is the first option, whatever that does.
    rank : (S,) int64
        0 on the goal, -1 outside of `states`.
    """

    states: PerState
    policy: Policy
    rank: PerState


def reachable(layout: Layout, sources: PerState) -> PerState:
    """The states that some policy can get to from the sources, themselves included.

    Parameters
    ----------
    layout : Layout
        A model, or equations.
    sources : (S,) bool

    Returns
    -------
    (S,) bool

    Examples
    --------
    >>> from exactbox.mdp.model import Model
    >>> model = Model.from_lists([[[("1/2", 0), ("1/2", 1)]], [[(1, 1)]], [[(1, 0)]]])
    >>> reachable(model, np.array([True, False, False])).tolist()
    [True, True, False]
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import breadth_first_order

    n = layout.states
    start = np.flatnonzero(mask("sources", sources, n))
    # nodes: states, then choices where they are shared, then one that leads to all sources
    if layout.option is None:
        targets, rows = [layout.target], layout.branch_start[layout.option_start]
    else:
        targets = [n + layout.option, layout.target]
        rows = np.append(layout.option_start, layout.options + layout.branch_start[1:])
    entries = np.concatenate([*targets, start])
    rows = np.append(rows, len(entries))
    size = len(rows) - 1
    graph = csr_array((np.ones(len(entries)), entries, rows), shape=(size, size))
    seen = np.zeros(size, dtype=bool)
    seen[breadth_first_order(graph, size - 1, return_predecessors=False)] = True
    return seen[:n]


def attractor(
    layout: Layout,
    goal: PerState,
    stay: PerState | None = None,
    who: PerState | None = None,
    options: PerOption | None = None,
    ended: bool = False,
) -> PerState:
    """Ranks that fall along some branch, whatever the opponent chooses.

    Parameters
    ----------
    layout : Layout
    goal : (S,) bool
    stay : (S,) bool, optional
    who : (S,) bool, optional
        The states where *all* options need a branch to a lower rank (``model.players`` where the
        second player hinders); at the others one option is enough. None: one everywhere.
    options : (O,) bool, optional
        Look at these options only.
    ended : bool
        To end the play is a goal as well, of rank 0.

    Returns
    -------
    rank : (S,) int64
        0 on the goal, k on states where the options that are needed have a branch to a rank
        below k and k is the smallest such number, -1 on the others and outside of `stay`.

    Raises
    ------
    ValueError
        If an array does not have S entries of type bool.

    Examples
    --------
    >>> from exactbox.mdp.model import Model
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


def some_path(
    layout: Layout, goal: PerState, stay: PerState | None = None, ended: bool = False
) -> PerState:
    """(S,) bool: some policy reaches the goal with positive probability, Pmax > 0."""
    found: PerState = attractor(layout, goal, stay, ended=ended) >= 0
    return found


def every_policy_positive(
    layout: Layout, goal: PerState, stay: PerState | None = None, ended: bool = False
) -> PerState:
    """(S,) ranks that fall along some branch of *every* option, -1 where some policy has none.

    The states with a rank are those where Pmin > 0. See `attractor` for the parameters.
    """
    everywhere = np.ones(layout.states, dtype=bool)
    return attractor(layout, goal, stay, everywhere, ended=ended)


def prob0_max(
    layout: Layout, goal: PerState, stay: PerState | None = None, ended: bool = False
) -> PerState:
    """(S,) bool: no policy can reach the goal, Pmax = 0."""
    return ~some_path(layout, goal, stay, ended)


def prob0_min(
    layout: Layout, goal: PerState, stay: PerState | None = None, ended: bool = False
) -> PerState:
    """(S,) bool: some policy surely avoids the goal (or leaves `stay` before), Pmin = 0."""
    avoided: PerState = every_policy_positive(layout, goal, stay, ended) < 0
    return avoided


def prob1_max(
    layout: Layout,
    goal: PerState,
    stay: PerState | None = None,
    who: PerState | None = None,
    ended: bool = False,
) -> AlmostSure:
    """States from which some policy reaches the goal almost surely, Pmax = 1, and this policy.

    States that cannot get to the goal are lost, and so are those where every option may lead to
    lost states; options that may are forbidden. Then again, until all that are left can get to
    the goal: the chance to do so within S steps has a positive lower bound, and there is always
    another try.

    Parameters
    ----------
    layout : Layout
    goal : (S,) bool
    stay : (S,) bool, optional
    who : (S,) bool, optional
        States where the choice is the opponent's, who hinders (see `attractor`).
    ended : bool
        To end the play is a goal as well.

    Returns
    -------
    AlmostSure
        The states, and an option and a rank for each that prove it (with `who`, where all options
        have to keep to `states` and to have a branch to a lower rank, the first one).

    Raises
    ------
    ValueError
        If an array does not have S entries of type bool.

    Examples
    --------
    >>> try_again = [[("1/2", 0), ("1/2", 2)]]
    >>> from exactbox.mdp.model import Model
    >>> model = Model.from_lists([[*try_again, [("1/9", 1), ("8/9", 2)]], [[(1, 1)]], [[(1, 2)]]])
    >>> states, policy, rank = prob1_max(model, np.array([False, False, True]))
    >>> states.tolist(), policy.tolist(), rank.tolist()
    ([True, False, True], [0, -1, 3], [1, -1, 0])
    """
    n = layout.states
    goal, stay = mask("goal", goal, n), mask("stay", stay, n, True)
    who = mask("who", who, n, False)
    search, exits = Attractor(layout), layout.ends if ended else None
    inside = np.ones(n, dtype=bool)
    while True:
        kept = leads_only_to(layout, inside)
        rank = search.ranks(goal, stay & inside, who, kept, exits)
        lost = rank < 0
        if not (lost & inside).any():
            break
        inside = search.ranks(lost, ~goal, ~who) < 0
    policy = falling_option(layout, rank, kept, ended)
    policy[goal] = layout.option_start[:-1][goal]
    policy[~inside] = -1
    return AlmostSure(inside, policy, rank)


def prob1_min(
    layout: Layout, goal: PerState, stay: PerState | None = None, ended: bool = False
) -> PerState:
    """(S,) bool: every policy reaches the goal almost surely, Pmin = 1.

    These are the states from which no state with Pmin = 0 can be reached before the goal.
    See `prob1_max` for the parameters; here the opponent chooses everywhere.
    """
    everywhere = np.ones(layout.states, dtype=bool)
    return prob1_max(layout, goal, stay, everywhere, ended).states


def miss_levels(layout: Layout, goal: PerState, ended: bool = False) -> PerState:
    """Levels that show why *every* policy may miss the goal, Pmax < 1.

    Each option of a state with a level has a branch to a lower level, or only branches to states
    of its level or lower ones. So from level k the goal is missed with probability p^k or more, if
    p is the least probability of a branch: either a branch to a lower level is taken some time, or
    the play stays where it is.

    Parameters
    ----------
    layout : Layout
    goal : (S,) bool
    ended : bool
        To end the play is a goal as well.

    Returns
    -------
    level : (S,) int64
        -1 where some policy reaches the goal almost surely.

    Examples
    --------
    >>> from exactbox.mdp.model import Model
    >>> model = Model.from_lists([[[(1, 0)], [("1/2", 1), ("1/2", 2)]], [[(1, 1)]], [[(1, 2)]]])
    >>> miss_levels(model, np.array([False, False, True])).tolist()
    [1, 0, -1]
    """
    n = layout.states
    goal, nobody = mask("goal", goal, n), np.zeros(n, dtype=bool)
    search, exits = Attractor(layout), layout.ends if ended else None
    level = np.full(n, -1, dtype=np.int64)
    inside, lowest = ~nobody, 0
    while True:
        found = search.ranks(goal, inside, nobody, leads_only_to(layout, inside), exits)
        missed = (found < 0) & inside
        if not missed.any():
            return level
        level[missed] = lowest
        rank = search.ranks(level >= 0, ~goal, ~nobody)
        level[rank > 0] = lowest + rank[rank > 0]
        inside, lowest = level < 0, int(level.max()) + 1


def progress_ranks(
    layout: Layout,
    goal: PerState,
    excused: PerOption | None = None,
    exits: PerChoice | None = None,
    options: PerOption | None = None,
) -> PerState:
    """Ranks that fall along a branch of every option, unless the option is excused.

    Parameters
    ----------
    layout : Layout
    goal : (S,) bool
        Rank 0.
    excused : (O,) bool, optional
        Options that need not get anywhere: those that pay something, say.
    exits : (C,) bool, optional
        Choices that lead to rank 0 as they are.
    options : (O,) bool, optional
        Look at these options only.

    Returns
    -------
    (S,) int64
        -1 where there are none.
    """
    kept = mask("options", options, layout.options, True)
    excused = kept & mask("excused", excused, layout.options, False)
    state_of, n = layout.state_of, layout.states
    need = np.bincount(state_of[kept & ~excused], minlength=n)
    search = Attractor(layout)
    search.begin(kept & ~excused, need, goal | (need <= 0))
    rank = np.where(goal, 0, np.where(need <= 0, 1, -1))
    reached = np.concatenate([search.step(np.flatnonzero(goal)), search.step_from(exits)])
    rank[reached] = 1
    level = np.flatnonzero((rank == 1) & ~goal)
    steps = 1
    while level.size:
        steps += 1
        level = search.step(level)
        rank[level] = steps
    return rank


def choice_ranks(layout: Layout, rank: PerState, exits: PerChoice) -> PerChoice:
    """(C,) the least rank of the states that a choice leads to, 0 where it exits; -1: it has none.

    Parameters
    ----------
    layout : Layout
    rank : (S,) int64
        -1 on states without one.
    exits : (C,) bool
    """
    never = np.iinfo(np.int64).max
    least = layout.over_branches(np.minimum, np.where(rank < 0, never, rank)[layout.target], never)
    found: PerChoice = np.where(exits, 0, np.where(least == never, -1, least))
    return found


def falling_option(layout: Layout, rank: PerState, kept: PerOption, ended: bool = False) -> Policy:
    """(S,) the first kept option of every state with a branch to a lower rank, -1 where none is.

    Parameters
    ----------
    layout : Layout
    rank : (S,) int64
        -1 on states that are not to be led to.
    kept : (O,) bool
    ended : bool
        A choice that ends the play leads to rank 0.
    """
    exits = layout.ends & ended
    below = layout.per_option(choice_ranks(layout, rank, exits))
    return first_option(layout, kept & (below >= 0) & (below < rank[layout.state_of]))


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
        self._place = np.empty(max(layout.options, layout.choices, layout.states), dtype=np.int64)

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
        rank = np.where(goal, 0, -1)
        level = np.concatenate([self.step(np.flatnonzero(goal)), self.step_from(exits)])
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

    def step_from(self, exits: PerChoice | None) -> Array:
        """The states that join because these choices lead to the goal."""
        if exits is None or not exits.any():
            return np.zeros(0, dtype=np.int64)
        return self.hit(self._options_of(np.flatnonzero(exits)))

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
        order = np.arange(items.size)
        self._place[items] = order
        distinct: Array = items[self._place[items] == order]
        return distinct


def _reversed(start: Array, target: Array, n: int) -> tuple[Array, Array]:
    """The rows that have each of n targets, one slice after the other, and where slices begin."""
    from scipy.sparse import csr_array

    pattern = np.ones(len(target), dtype=np.int8)
    columns = csr_array((pattern, target, start), shape=(len(start) - 1, n)).tocsc()
    return columns.indptr, columns.indices


def leads_only_to(layout: Layout, inside: PerState, end: bool = True) -> PerOption:
    """(O,) bool: all targets of the option are inside; `end` says if the end of the play is."""
    kept = layout.over_branches(np.logical_and, inside[layout.target], end)
    return layout.per_option(kept)


def first_option(layout: Layout, good: PerOption) -> Policy:
    """(S,) the first good option of every state, -1 where none is."""
    first = np.full(layout.states, -1, dtype=np.int64)
    which = np.flatnonzero(good)[::-1]
    first[layout.state_of[which]] = which  # the last write stays
    return first

"""What the graph of a decision process decides: which probabilities are 0 or 1.

Whether a probability of reaching a goal is 0 or 1 depends only on which branches exist, and
equations for the other states have one solution only after these states are set apart. All
answers here are exact.

**One operation.** Nearly everything is a *backward spread*: a choice is hit once one of its
targets has joined, and a state joins once it has enough choices hit: one where the policy is
free, all of them where it is the opponent's. The first kind gives the positive maximum, the
second the positive minimum, a mixture a turn-based game. From the states that are lost, with the
roles exchanged, it gives those that may be lost whatever they do; and from the choices that were
cut it trims end components. It goes level by level, in array operations where a level is wide and
one by one where it is narrow, so that neither width nor depth is slow.

**Cost.** A spread is linear in the branches. Almost sure reachability and end components repeat
linear passes, few in practice and at worst as many as there are states.

**Symbols.** S states, C choices, B branches; (S,) bool arrays are sets of states. ``stay`` is the
set to keep to before the goal (all states by default): *until* in temporal logic. Goal states
count as reached whether or not they are in `stay`.

Sources: Baier, Katoen, *Principles of Model Checking*, 2008, section 10.6;
de Alfaro, *Formal Verification of Probabilistic Systems*, 1997 (almost sure reachability);
de Alfaro, Henzinger, Kupferman, *Concurrent reachability games*, 2007 (games).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactbox.mdp.model import Array, Layout, Model

_NARROW = 24  # choices in a level: up to here one by one is faster than array operations


class AlmostSure(NamedTuple):
    """States from which the goal is reached with probability 1, and the policy that does it.

    Attributes
    ----------
    states : (S,) bool
    choice : (S,) int64
        An index into the choices; -1 outside of `states`. Before the goal it leads only to
        `states`, with some branch to a lower rank. On the goal it is the first choice, whatever
        that does.
    rank : (S,) int64
        0 on the goal, -1 outside of `states`.
    """

    states: Array
    choice: Array
    rank: Array


def reachable(model: Layout, sources: Array) -> Array:
    """The states that some policy can get to from the sources, themselves included.

    Parameters
    ----------
    model : Model
    sources : (S,) bool

    Returns
    -------
    (S,) bool

    Examples
    --------
    >>> model = Model.from_lists([[[("1/2", 0), ("1/2", 1)]], [[(1, 1)]], [[(1, 0)]]])
    >>> reachable(model, np.array([True, False, False])).tolist()
    [True, True, False]
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import breadth_first_order

    n = model.states
    start = np.flatnonzero(mask("sources", sources, n))
    # a further node leads to all sources, so that one search does
    targets = np.concatenate([model.target, start])
    rows = np.append(model.branch_start[model.choice_start], len(targets))
    graph = csr_array((np.ones(len(targets)), targets, rows), shape=(n + 1, n + 1))
    seen = np.zeros(n + 1, dtype=bool)
    seen[breadth_first_order(graph, n, return_predecessors=False)] = True
    return seen[:n]


def attractor(
    model: Model,
    goal: Array,
    stay: Array | None = None,
    who: Array | None = None,
    choices: Array | None = None,
) -> Array:
    """Ranks that fall along some branch, whatever the opponent chooses.

    Parameters
    ----------
    model : Model
    goal : (S,) bool
    stay : (S,) bool, optional
    who : (S,) bool, optional
        The states where *all* choices need a branch to a lower rank (``model.players`` where the
        second player hinders); at the others one choice is enough. None: one everywhere.
    choices : (C,) bool, optional
        Look at these choices only.

    Returns
    -------
    rank : (S,) int64
        0 on the goal, k on states where the choices that are needed have a branch to a rank
        below k and k is the smallest such number, -1 on the others and outside of `stay`.

    Raises
    ------
    ValueError
        If an array does not have S entries of type bool.

    Examples
    --------
    >>> model = Model.from_lists([[[(1, 0)], [(1, 1)]], [[("1/3", 0), ("2/3", 2)]], [[(1, 2)]]])
    >>> attractor(model, np.array([False, False, True])).tolist()
    [2, 1, 0]
    >>> attractor(model, np.array([False, False, True]), who=np.ones(3, dtype=bool)).tolist()
    [-1, 1, 0]
    """
    n = model.states
    stay, who = mask("stay", stay, n, True), mask("who", who, n, False)
    kept = mask("choices", choices, model.choices, True)
    return Spread(model).ranks(mask("goal", goal, n), stay, who, kept)


def some_path(model: Model, goal: Array, stay: Array | None = None) -> Array:
    """(S,) bool: some policy reaches the goal with positive probability, Pmax > 0."""
    found: Array = attractor(model, goal, stay) >= 0
    return found


def every_policy_positive(model: Model, goal: Array, stay: Array | None = None) -> Array:
    """(S,) ranks that fall along some branch of *every* choice, -1 where some policy has none.

    The states with a rank are those where Pmin > 0. See `attractor` for the parameters.
    """
    return attractor(model, goal, stay, np.ones(model.states, dtype=bool))


def prob0_max(model: Model, goal: Array, stay: Array | None = None) -> Array:
    """(S,) bool: no policy can reach the goal, Pmax = 0."""
    return ~some_path(model, goal, stay)


def prob0_min(model: Model, goal: Array, stay: Array | None = None) -> Array:
    """(S,) bool: some policy surely avoids the goal (or leaves `stay` before), Pmin = 0."""
    avoided: Array = every_policy_positive(model, goal, stay) < 0
    return avoided


def prob1_max(
    model: Model, goal: Array, stay: Array | None = None, who: Array | None = None
) -> AlmostSure:
    """States from which some policy reaches the goal almost surely, Pmax = 1, and this policy.

    States that cannot get to the goal are lost, and so are those where every choice may lead to
    lost states; choices that may are forbidden. Then again, until all that are left can get to
    the goal: the chance to do so within S steps has a positive lower bound, and there is always
    another try.

    Parameters
    ----------
    model : Model
    goal : (S,) bool
    stay : (S,) bool, optional
    who : (S,) bool, optional
        States where the choice is the opponent's, who hinders (see `attractor`).

    Returns
    -------
    AlmostSure
        The states, and a choice and a rank for each that prove it (with `who`, where all choices
        have to keep to `states` and to have a branch to a lower rank, the first one).

    Raises
    ------
    ValueError
        If an array does not have S entries of type bool.

    Examples
    --------
    >>> try_again = [[("1/2", 0), ("1/2", 2)]]
    >>> model = Model.from_lists([[*try_again, [("1/9", 1), ("8/9", 2)]], [[(1, 1)]], [[(1, 2)]]])
    >>> states, choice, rank = prob1_max(model, np.array([False, False, True]))
    >>> states.tolist(), choice.tolist(), rank.tolist()
    ([True, False, True], [0, -1, 3], [1, -1, 0])
    """
    n = model.states
    goal, stay = mask("goal", goal, n), mask("stay", stay, n, True)
    who = mask("who", who, n, False)
    spread = Spread(model)
    inside = np.ones(n, dtype=bool)
    while True:
        kept = leads_only_to(model, inside)
        rank = spread.ranks(goal, stay & inside, who, kept)
        lost = rank < 0
        if not (lost & inside).any():
            break
        inside = spread.ranks(lost, ~goal, ~who) < 0
    choice = falling_choice(model, rank, kept)
    choice[goal] = model.choice_start[:-1][goal]
    choice[~inside] = -1
    return AlmostSure(inside, choice, rank)


def prob1_min(model: Model, goal: Array, stay: Array | None = None) -> Array:
    """(S,) bool: every policy reaches the goal almost surely, Pmin = 1.

    These are the states from which no state with Pmin = 0 can be reached before the goal.
    See `prob1_max` for the parameters; here the opponent chooses everywhere.
    """
    return prob1_max(model, goal, stay, np.ones(model.states, dtype=bool)).states


def doubt_levels(model: Model, goal: Array) -> Array:
    """Levels that show why *every* policy may miss the goal, Pmax < 1.

    Each choice of a state with a level has a branch to a lower level, or only branches to states
    of its level or lower ones. So from level k the goal is missed with probability p^k or more, if
    p is the least probability of a branch: either a branch to a lower level is taken some time, or
    the run stays where it is.

    Parameters
    ----------
    model : Model
    goal : (S,) bool

    Returns
    -------
    level : (S,) int64
        -1 where some policy reaches the goal almost surely.

    Examples
    --------
    >>> model = Model.from_lists([[[(1, 0)], [("1/2", 1), ("1/2", 2)]], [[(1, 1)]], [[(1, 2)]]])
    >>> doubt_levels(model, np.array([False, False, True])).tolist()
    [1, 0, -1]
    """
    n = model.states
    goal, nobody = mask("goal", goal, n), np.zeros(n, dtype=bool)
    spread = Spread(model)
    level = np.full(n, -1, dtype=np.int64)
    inside, lowest = ~nobody, 0
    while True:
        found = spread.ranks(goal, inside, nobody, leads_only_to(model, inside))
        missed = (found < 0) & inside
        if not missed.any():
            return level
        level[missed] = lowest
        rank = spread.ranks(level >= 0, ~goal, ~nobody)
        level[rank > 0] = lowest + rank[rank > 0]
        inside, lowest = level < 0, int(level.max()) + 1


def falling_choice(model: Model, rank: Array, kept: Array) -> Array:
    """(S,) the first kept choice of every state with a branch to a lower rank, -1 where none is.

    Parameters
    ----------
    model : Model
    rank : (S,) int64
        -1 on states that are not to be led to.
    kept : (C,) bool
    """
    below = np.where(rank < 0, np.iinfo(np.int64).max, rank)[model.target]
    falls = np.minimum.reduceat(below, model.branch_start[:-1]) < rank[model.state_of]
    return first_choice(model, kept & falls)


class Spread:
    """The backward spread, with the reversed branches that it follows.

    `open` (C,) bool: the choices that are not hit yet, and may be. `need` (S,) int64: how many
    more hits a state needs. `joined` (S,) bool: it has joined, or must not.
    """

    open: Array
    need: Array
    joined: Array

    def __init__(self, model: Model) -> None:
        from scipy.sparse import csr_array

        pattern = np.ones(len(model.target), dtype=np.int8)
        shape = (model.choices, model.states)
        reverse = csr_array((pattern, model.target, model.branch_start), shape=shape).tocsc()
        self._first, self._into = reverse.indptr, reverse.indices
        self._choice_start = model.choice_start
        self._state_of = model.state_of
        self._place = np.empty(max(shape), dtype=np.int64)

    def begin(self, open_: Array, need: Array, joined: Array) -> None:
        """Take over these arrays; they are changed."""
        self.open, self.need, self.joined = open_, need, joined

    def ranks(self, goal: Array, stay: Array, who: Array, kept: Array | None = None) -> Array:
        """The level in which each state joins, -1 for never; only `kept` choices are there."""
        kept = np.ones(len(self._state_of), dtype=bool) if kept is None else kept.copy()
        self.begin(kept, np.where(who, np.diff(self._choice_start), 1), goal | ~stay)
        rank = np.where(goal, 0, -1)
        level, steps = np.flatnonzero(goal), 0
        while level.size:
            steps += 1
            level = self.step(level)
            rank[level] = steps
        return rank

    def exhaust(self, states: Array) -> None:
        """Go on until no state joins."""
        while states.size:
            states = self.step(states)

    def step(self, states: Array) -> Array:
        """The states that join because these have."""
        if states.size <= _NARROW:
            spans = zip(self._first[states].tolist(), self._first[states + 1].tolist())
            into = [self._into[start:end] for start, end in spans]
            if sum(map(len, into)) <= _NARROW:
                return self._hit_few([c for choices in into for c in choices.tolist()])
        return self.hit(self._into[slices(self._first, states)])

    def hit(self, choices: Array) -> Array:
        """The states that join because these choices are hit; repeated ones count once."""
        choices = self._distinct(choices[self.open[choices]])
        self.open[choices] = False
        states = self._state_of[choices]
        np.subtract.at(self.need, states, 1)
        states = self._distinct(states[(self.need[states] <= 0) & ~self.joined[states]])
        self.joined[states] = True
        return states

    def _hit_few(self, choices: list[int]) -> Array:
        """`hit` without the fixed cost of array operations."""
        found = []
        for c in choices:
            if self.open[c]:
                self.open[c] = False
                s = int(self._state_of[c])
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


def leads_only_to(model: Model, inside: Array) -> Array:
    """(C,) bool: all targets of the choice are inside."""
    kept: Array = np.logical_and.reduceat(inside[model.target], model.branch_start[:-1])
    return kept


def first_choice(model: Layout, good: Array) -> Array:
    """(S,) the first good choice of every state, -1 where none is."""
    first = np.full(model.states, -1, dtype=np.int64)
    which = np.flatnonzero(good)[::-1]
    first[model.state_of[which]] = which  # the last write stays
    return first


def slices(first: Array, which: Array) -> Array:
    """The indices in first[k]:first[k + 1] of these k, one slice after the other."""
    lengths = first[which + 1] - first[which]
    ends = np.cumsum(lengths, dtype=np.int64)
    indices: Array = np.repeat(first[which] - ends + lengths, lengths)
    indices += np.arange(indices.size)
    return indices


def mask(name: str, array: Array | None, n: int, default: bool | None = None) -> Array:
    """The array, or the default everywhere, as (n,) bool."""
    if array is None and default is not None:
        return np.full(n, default)
    found = np.asarray(array)
    if found.dtype != np.bool_ or found.shape != (n,):
        raise ValueError(f"{name}: got {found.dtype} of shape {found.shape}, need bool of ({n},)")
    return found

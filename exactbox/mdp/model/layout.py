"""States, actions, choices and branches of a decision process, in compressed rows.

A *choice* is a state-action pair: it leads to ``target[b]`` for b in
``branch_start[c]:branch_start[c + 1]``. A *state* s has the *actions*
``action_start[s]:action_start[s + 1]``. In an ordinary model every choice belongs to one state,
action k is choice k, and ``afterstate`` is None. In a dice game the roll is seen before the move,
so a state is a position with a roll, and actions of several states lead to one *afterstate*: the
next position, whose roll is still to come. Then the choices are the afterstates, and action k is
choice ``afterstate[k]``. A choice without branches *ends* the play.

A policy picks an action in every state. With afterstates the values of a policy are those of the
choices that it uses; without, these are the values of the states.

Indices are 64 bits wide throughout: numpy looks up entries by 32-bit ones half as fast (3 million
of 4,096: 4.7 ms against 1.9 ms), and two of them multiplied overflow without a word. What takes too
much memory for all actions at once is done in chunks (`row_ranges`).

Symbols: S states, A actions, C choices, B branches. The names of array types say how they are
indexed; arrays of bools are sets.

Sources: Puterman, *Markov Decision Processes*, 1994, section 2.1 (state-action pairs). Sutton,
Barto, *Reinforcement Learning*, 2018, section 6.8 (afterstates).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from functools import cached_property, partial
from typing import Any, TypeVar

import numpy as np

from exactbox.late import former_name

Array = np.ndarray[Any, Any]
PerState = np.ndarray[Any, Any]  # (S,)
PerAction = np.ndarray[Any, Any]  # (A,)
PerChoice = np.ndarray[Any, Any]  # (C,)
PerBranch = np.ndarray[Any, Any]  # (B,)
T = TypeVar("T")
Policy = np.ndarray[Any, Any]  # (S,) the action that each state takes, as an index into all actions

# entries that are worked on at once, so that what is temporary stays small, and in the processor's
# cache: the first good one of each state's actions, 6.5 million of 16 cards in all, 12 ms (by 2^14
# at a time 15, all at once 18)
CHUNK_ENTRIES = 1 << 18
_MAX_SORTED_BRANCHES = 1000  # up to which sorting is as fast as SciPy, once it is loaded


@dataclass(frozen=True, eq=False, repr=False)
class Layout:
    """The graph of a decision process, in compressed rows.

    Where `afterstate` is None, action k is choice k.
    """

    action_start: PerState  # action_start[s]:action_start[s + 1] are the actions of state s
    branch_start: PerChoice  # branch_start[c]:branch_start[c + 1] are the branches of choice c
    target: PerBranch  # target[b] is the state that branch b leads to
    afterstate: PerAction | None = field(default=None, kw_only=True)  # of action k
    states: int = field(init=False)  # S
    action_count: int = field(init=False)  # A, of all states
    choices: int = field(init=False)  # C
    is_chain: bool = field(init=False)  # every state has one action, so that there is one policy
    choice: Any = field(init=False)  # of_choices[choice]: what belongs to choices, by action

    option_start = former_name("option_start", "action_start")
    option = former_name("option", "afterstate")
    options = former_name("options", "action_count")

    def __post_init__(self) -> None:
        """Count states, choices and actions, once: they are asked for all the time."""
        states, choices = len(self.action_start) - 1, len(self.branch_start) - 1
        actions = choices if self.afterstate is None else len(self.afterstate)
        counts = {"states": states, "action_count": actions, "choices": choices}
        choice = slice(None) if self.afterstate is None else self.afterstate
        self.__dict__.update(counts, is_chain=actions == states, choice=choice)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._brief()})"

    def _brief(self) -> str:
        """The numbers of states, choices and branches."""
        shared = "" if self.afterstate is None else f", {self.action_count:,} actions"
        branches = f"{len(self.target):,} branches"
        return f"{self.states:,} states{shared}, {self.choices:,} choices, {branches}"

    @property
    def state_of(self) -> PerAction:
        """(A,) the state of every action."""
        return np.repeat(np.arange(self.states), np.diff(self.action_start))

    def count(self, actions: PerAction) -> PerState:
        """(S,) how many actions each state has in the set."""
        counts: PerState = np.add.reduceat(
            actions.view(np.uint8), self.action_start[:-1], dtype=np.int64
        )
        return counts

    @property
    def choice_of(self) -> PerBranch:
        """(B,) the choice of every branch."""
        return np.repeat(np.arange(self.choices), np.diff(self.branch_start))

    @property
    def ends(self) -> PerChoice:
        """(C,) bool: the choices that end the play, having no branches."""
        without: PerChoice = self.branch_start[1:] == self.branch_start[:-1]
        return without

    def leads_only_to(self, inside: PerState, end: bool = True) -> PerAction:
        """(A,) bool: all targets of the action are inside; `end` says if the end of the play is."""
        kept = reduced(np.logical_and, inside[self.target], self.branch_start, end)
        only: PerAction = kept[self.choice]
        return only

    @cached_property
    def reverse(self) -> tuple[tuple[Array, Array], tuple[Array, Array] | None]:
        """The choices that lead to each state, a slice a state, and the actions that are a choice.

        The latter are None where action k is choice k.
        """
        rows = [(self.branch_start, self.target, self.states)]
        if self.afterstate is not None:
            rows.append((np.arange(self.action_count + 1), self.afterstate, self.choices))
        columns: list[Any] = []  # of the 0-1 matrices with these rows: the transposed ones
        for start, entry, n in rows:
            if len(entry) < _MAX_SORTED_BRANCHES:
                row = np.repeat(np.arange(len(start) - 1), np.diff(start))
                first = starts_of(np.bincount(entry, minlength=n))
                columns.append((first, row[np.argsort(entry, kind="stable")]))
            else:
                from scipy.sparse import csr_array

                ones = np.ones(len(entry), dtype=np.int8)
                pattern = csr_array((ones, entry, start), shape=(len(start) - 1, n)).tocsc()
                columns.append((pattern.indptr, pattern.indices))
        return columns[0], columns[1] if len(columns) > 1 else None

    def choice_at(self, actions: Array) -> Array:
        """The choices that these actions are."""
        return actions if self.afterstate is None else self.afterstate[actions]

    def distinct_choices(self, actions: Array) -> tuple[Array, Array]:
        """The choices that some actions are, increasing, and each action's number among them."""
        choice = self.choice_at(actions)
        # 10^6 actions 4 ms, by `np.unique` 27
        used = np.zeros(self.choices, dtype=bool)
        used[choice] = True
        number = np.cumsum(used) - 1  # of a choice among the used ones
        return np.flatnonzero(used), number[choice]

    def action_numbers(self, policy: Policy) -> PerState:
        """(S,) numbers of a policy's actions within the state, 0 where the policy is -1."""
        numbers: PerState = np.where(policy < 0, 0, policy - self.action_start[:-1])
        return numbers

    def place(self, afterstate: int) -> str:
        """The name of an action in messages: its state, and its number there."""
        state = int(np.searchsorted(self.action_start, afterstate, side="right")) - 1
        return f"state {state}, choice {afterstate - int(self.action_start[state])}"


def unchecked(kind: type[T], **parts: Any) -> T:
    """A frozen dataclass of parts that are right by construction.

    Arrays, also those that have names, are made read-only, and neither copied nor checked: no one
    else writes to them.
    """
    value = object.__new__(kind)
    for part in parts.values():
        for array in part.values() if isinstance(part, dict) else (part,):
            if isinstance(array, np.ndarray):
                array.flags.writeable = False
    value.__dict__.update(parts)
    if isinstance(value, Layout):
        Layout.__post_init__(value)
    return value


def replace_parts(value: T, **parts: Any) -> T:
    """A copy of the dataclass with some other parts, which are right by construction too."""
    own = {f.name: getattr(value, f.name) for f in fields(value) if f.init}  # type: ignore[arg-type]
    return unchecked(type(value), **(own | parts))


def reduce_frozen(value: Any) -> tuple[Any, tuple[()]]:
    """The value of `__reduce__`: pickling does not freeze arrays, so `unchecked` does it again."""
    parts = {f.name: getattr(value, f.name) for f in fields(value) if f.init}
    return partial(unchecked, type(value), **parts), ()


def reduced(ufunc: Any, terms: Array, start: Array, empty: Any) -> Array:
    """The ufunc's reduction of ``terms[start[k]:start[k + 1]]`` for every k; `empty` of none."""
    filled = start[1:] > start[:-1]
    if filled.all():
        result: Array = ufunc.reduceat(terms, start[:-1]) if len(filled) else terms[:0]
        return result
    result = np.full(len(filled), empty, dtype=terms.dtype)
    if filled.any():
        result[filled] = ufunc.reduceat(terms, start[:-1][filled])  # nothing stands between
    return result


def row_ranges(start: Array, most: int = CHUNK_ENTRIES) -> Iterator[tuple[int, int]]:
    """Ranges of rows that hold at most so many entries each, or are a row alone."""
    low, rows = 0, len(start) - 1
    while low < rows:
        high = rows
        if start[-1] - start[low] > most:
            high = int(np.searchsorted(start, start[low] + most, side="right")) - 1
            high = max(high, low + 1)
        yield low, high
        low = high


def shared(afterstate: PerAction, choices: int) -> PerAction | None:
    """The afterstates; None where action k is choice k, so that none is shared."""
    own = len(afterstate) == choices and bool((afterstate == np.arange(choices)).all())
    return None if own else afterstate


def distinct(numbers: Array) -> Array:
    """The distinct ones of these numbers, increasing.

    NumPy 2.4's `unique` hashes: 10^6 numbers of 10^6 in 390 ms, here 10; of 100 in 11 and 2.
    """
    ordered = np.sort(numbers)
    different: Array = ordered[np.append(True, ordered[1:] != ordered[:-1])[: len(ordered)]]
    return different


def factorize(keys: Array) -> tuple[Array, Array]:
    """Numbers of these keys, equal ones alike, in the order of their first places; these places.

    Examples
    --------
    >>> [part.tolist() for part in factorize(np.array([7, 5, 7, 9]))]
    [[0, 1, 0, 2], [0, 1, 3]]
    """
    _, first, kind = np.unique(keys, return_index=True, return_inverse=True)
    number: Array = np.argsort(np.argsort(first))[kind]
    return number, np.sort(first)


def slices(first: Array, which: Array) -> Array:
    """The indices in first[k]:first[k + 1] of these k, one slice after the other."""
    lengths = first[which + 1] - first[which]
    ends = np.cumsum(lengths, dtype=np.int64)
    indices: Array = np.repeat(first[which] - ends + lengths, lengths)
    indices += np.arange(indices.size)
    return indices


def starts_of(lengths: Array) -> Array:
    """(n + 1,) int64: where slices of these lengths begin, and the last ends."""
    start = np.zeros(len(lengths) + 1, dtype=np.int64)
    np.cumsum(lengths, out=start[1:])
    return start


def mask(name: str, array: Array | None, n: int, default: bool | None = None) -> Array:
    """The array, or the default everywhere, as (n,) bool."""
    if array is None and default is not None:
        return np.full(n, default)
    given = np.asarray(array)
    if given.dtype != np.bool_ or given.shape != (n,):
        raise ValueError(f"{name}: got {given.dtype} of shape {given.shape}, need bool of ({n},)")
    return given

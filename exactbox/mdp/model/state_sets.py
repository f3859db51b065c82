"""Sets of states: as a mask of S bools, or by the states' numbers.

Integers are always numbers of states, in any order. One case is refused because nobody could tell
what it means: as many integers as there are states, all of them 0 or 1, are a mask to one reader
and states to the other. (`set` and `range` have no entry for each state, and are not masks.)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from operator import index
from typing import Any

import numpy as np

from exactbox.mdp.model.layout import Array, Layout, PerState
from exactbox.mdp.model.validation import freeze
from exactbox.showing import show

_NEED = "need a list of states, or a bool for each state"


def set_of_states(name: str, given: Any, states: int) -> PerState:
    """The set as (S,) bool, read-only: a copy.

    Given are S bools, or numbers of states: a list, an array, a set, a range. Zeros and ones that
    could be both are a ValueError.

    Examples
    --------
    >>> set_of_states("goal", [2, 0], 4).tolist()
    [True, False, True, False]
    >>> set_of_states("goal", [0, 1, 0, 1], 4)
    Traceback (most recent call last):
        ...
    ValueError: goal: found 0 or 1 for each of the 4 states: need bools, or a set of states
    """
    if isinstance(given, np.ndarray) and given.dtype == np.bool_ and given.shape == (states,):
        return freeze(given.copy())
    entries = _entries(name, given)
    kinds = {entries.dtype.type} if isinstance(entries, np.ndarray) else {*map(type, entries)}
    if kinds and kinds <= {bool, np.bool_}:
        if len(entries) != states:
            raise ValueError(f"{name}: found {len(entries)} bools, need {states}, one a state")
        return freeze(np.array(entries, dtype=bool))
    mask = state_mask(name, entries, states)
    if len(entries) == states and not mask[2:].any() and not isinstance(given, (Set, range)):
        raise ValueError(
            f"{name}: found 0 or 1 for each of the {states} states: need bools, or a set of states"
        )
    return mask


def state_mask(name: str, entries: Array | Sequence[Any], states: int) -> PerState:
    """The states of these numbers, as (S,) bool, read-only."""
    if not (isinstance(entries, np.ndarray) and entries.dtype.kind in "iu"):
        for s in entries:
            if isinstance(s, (bool, np.bool_)) or not isinstance(s, (int, np.integer)):
                raise TypeError(f"{name}: found {show(s)}, a {type(s).__name__}, need a state")
    for s in (min(entries), max(entries)) if len(entries) else ():
        if not 0 <= s < states:
            raise ValueError(f"{name}: {show(s)} is not a state, need 0 to {states - 1}")
    mask = np.zeros(states, dtype=bool)
    mask[np.asarray(entries, dtype=np.int64)] = True
    return freeze(mask)


def start_of(layout: Layout, start: Iterable[int]) -> Array:
    """The states that a question is asked from, increasing."""
    if not isinstance(start, Iterable):
        raise TypeError(f"start: found {show(start)}, need a list of states")
    given = start if isinstance(start, np.ndarray) else list(start)
    states = np.flatnonzero(state_mask("start", given, layout.states))
    if not len(states):
        raise ValueError("start: found no state, need one")
    return states


def checked_index(name: str, given: Any, count: int) -> int:
    """An index below `count`; IndexError for what is none, TypeError for what is no integer.

    Examples
    --------
    >>> checked_index("state", 7, 3)
    Traceback (most recent call last):
        ...
    IndexError: state 7: need 0 to 2
    """
    number = given if type(given) is int else checked_integer(name, given)
    if not 0 <= number < count:
        raise IndexError(f"{name} {show(number)}: need 0 to {count - 1}")
    return number


def checked_integer(name: str, given: Any) -> int:
    """The argument as an int; TypeError for what is no integer."""
    try:
        return index(given)
    except TypeError:
        raise TypeError(f"{name}: found {show(given)}, need an integer") from None


def _entries(name: str, given: Any) -> Array | list[Any]:
    """The entries of a given set, a list or a one-dimensional array."""
    if isinstance(given, (str, bytes, Mapping)) or not isinstance(given, Iterable):
        raise TypeError(f"{name}: found {show(given)}, {_NEED}")
    if not hasattr(given, "__array__"):
        return list(given)
    array = np.asarray(given)
    if array.ndim != 1:
        raise ValueError(f"{name}: found an array of shape {array.shape}, {_NEED}")
    entries: Array | list[Any] = array if array.dtype.kind in "biu" else array.tolist()
    return entries

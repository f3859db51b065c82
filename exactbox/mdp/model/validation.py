"""The one validator: the conditions on the arrays of a decision process, and who breaks them.

`check_layout` and `check_weights` say what is wrong, with the place: a state and a choice here, a
file and a line where a reader of `formats` says so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from exactbox.decimals import fraction_string, short_integer
from exactbox.linalg.matrices.integers import INT64_MAX, checked_int_array, largest, narrowest
from exactbox.mdp.model.layout import (
    Array,
    Layout,
    PerBranch,
    PerChoice,
    PerOption,
    increasing,
    mask,
    reduced,
)

SHORT = 8  # up to so many entries shifted copies beat sorting (6.5M entries: 0.1 s against 0.6 s)

Place = Callable[[int], str]  # what messages call a choice


def owned(name: str, given: Any) -> Array:
    """The integers, read-only; a copy, unless nobody else can write to them."""
    if isinstance(given, np.ndarray) and given.dtype == np.int64 and given.ndim == 1:
        if _is_frozen(given) and not (given < -INT64_MAX).any():
            return given
        array: Array = narrowest(given.copy())
    else:
        array = checked_int_array(name, given)
    array.flags.writeable = False
    return array


def owned_indices(name: str, given: Any) -> Array:
    """`owned` int64."""
    array = owned(name, given)
    if array.dtype == object:
        raise ValueError(f"{name}: an entry does not fit in 64 bits")
    return array


def owned_set(name: str, given: Any, n: int) -> Array:
    """The set of n, read-only; as `owned`."""
    array = mask(name, np.asarray(given), n)
    return array if _is_frozen(array) else freeze(array.copy())


def freeze(array: Array) -> Array:
    """The array, read-only from now on: so who hands it over spares a copy."""
    array.flags.writeable = False
    return array


def rebuilt(value: Any) -> tuple[Any, tuple[()]]:
    """The copy of a dataclass of frozen arrays: made anew, and so frozen again."""
    kind: Any = type(value)
    return partial(kind, **{f.name: getattr(value, f.name) for f in fields(value)}), ()


def _is_frozen(array: Any) -> bool:
    """Whether neither the array nor what it is a view of can be written to."""
    while isinstance(array, np.ndarray):
        if array.flags.writeable:
            return False
        array = array.base
    return array is None


def check_layout(layout: Layout) -> None:
    """Raise ValueError unless rows are rows, states have options, and what is named exists once."""
    if layout.states < 1:
        raise ValueError("there is no state, need one")
    _check_starts("option_start", layout.option_start, layout.options, "options")
    _check_starts("branch_start", layout.branch_start, len(layout.target), "branches")
    none = layout.option_start[1:] == layout.option_start[:-1]
    if none.any():
        s = int(np.argmax(none))
        raise ValueError(f"state {s} has no choice, need one (a loop, where it is the end)")
    if layout.option is not None:
        _check_options(layout, layout.option)
    check_targets(layout.states, layout.branch_start, layout.target, choice_place(layout))


def choice_place(layout: Layout) -> Place:
    """The name of a choice in messages: the place of its first option."""

    def place(choice: int) -> str:
        if layout.option is None:
            return layout.place(choice)
        at = np.flatnonzero(layout.option == choice)
        return layout.place(int(at[0])) if at.size else f"choice {choice} of all"

    return place


def _check_starts(name: str, start: Array, entries: int, what: str) -> None:
    """Rows begin at 0, never fall, and end at the number of entries."""
    if not start.size or start[0] != 0 or start[-1] != entries:
        ends = f"runs from {start[0]} to {start[-1]}" if start.size else "is empty"
        raise ValueError(f"{name}: {ends}, need 0 to {entries}, the number of {what}")
    falls = start[1:] < start[:-1]
    if falls.any():
        k = int(np.argmax(falls))
        raise ValueError(f"{name}[{k + 1}]: falls from {start[k]} to {start[k + 1]}")


def _check_options(layout: Layout, option: PerOption) -> None:
    """Options exist, and no state has a choice twice. A choice need not be an option."""
    choices = layout.choices
    outside = (option < 0) | (option >= choices)
    if outside.any():
        k = int(np.argmax(outside))
        raise ValueError(f"{layout.place(k)}: is {option[k]}, need a choice of 0 to {choices - 1}")
    again = repeated(layout.option_start, option)
    if again is not None:
        raise ValueError(f"{layout.place(again)}: is choice {option[again]} of all, as another one")


def check_targets(states: int, branch_start: PerChoice, target: PerBranch, place: Place) -> None:
    """Raise ValueError unless targets are states, and no choice has one twice."""
    outside = (target < 0) | (target >= states)
    if outside.any():
        b = int(np.argmax(outside))
        raise ValueError(
            f"{place(_row_of(branch_start, b))}: the target {target[b]} is not a state, "
            f"need 0 to {states - 1}"
        )
    again = repeated(branch_start, target)
    if again is not None:
        where = place(_row_of(branch_start, again))
        raise ValueError(f"{where}: the target {target[again]} is there twice, need it once")


def check_weights(
    branch_start: PerChoice,
    target: PerBranch,
    weight: PerBranch,
    denominator: PerChoice,
    place: Place,
) -> None:
    """Raise ValueError unless weights are positive and add up to positive denominators."""
    wrong = weight <= 0
    if wrong.any():
        b = int(np.argmax(wrong))
        c = _row_of(branch_start, b)
        found = fraction_string(Fraction(int(weight[b]), max(int(denominator[c]), 1)))
        raise ValueError(
            f"{place(c)}: the probability of target {target[b]} is {found}, need a positive number"
        )
    wrong = denominator <= 0
    if wrong.any():
        c = int(np.argmax(wrong))
        raise ValueError(
            f"{place(c)}: the denominator is {short_integer(int(denominator[c]))}, need 1 or more"
        )
    lengths = np.diff(branch_start)
    if weight.dtype != object and largest(weight) * int(lengths.max(initial=0)) > INT64_MAX:
        weight = weight.astype(object)
    total = reduced(np.add, weight, branch_start, 0)
    wrong = (total != denominator) & (lengths > 0)
    if wrong.any():
        c = int(np.argmax(wrong))
        found = fraction_string(Fraction(int(total[c]), int(denominator[c])))
        raise ValueError(f"{place(c)}: the probabilities add up to {found}, need 1")


def repeated(start: Array, entries: Array) -> int | None:
    """An entry that stands a second time in its own row; None if there is none."""
    if increasing(start, entries):
        return None
    lengths = np.diff(start)
    if lengths.max() <= SHORT:
        found: list[int] = []
        for shift in range(1, int(lengths.max())):
            same = np.flatnonzero(entries[shift:] == entries[:-shift])
            first = np.searchsorted(start, same, side="right")
            inside = same[first == np.searchsorted(start, same + shift, side="right")]
            if inside.size:
                found.append(int(inside[0]) + shift)
        return min(found, default=None)
    row = np.repeat(np.arange(lengths.size), lengths)
    order = np.lexsort((entries, row))
    same = (np.diff(entries[order]) == 0) & (np.diff(row[order]) == 0)
    return int(order[1:][same].min()) if same.any() else None


def _row_of(start: Array, entry: int) -> int:
    """The row whose slice holds the entry."""
    return int(np.searchsorted(start, entry, side="right")) - 1

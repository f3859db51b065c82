"""The one validator: the conditions on the arrays of a decision process, and who breaks them.

    action_start[0] = 0 <= ... <= action_start[S] = A          and each state has an action
    branch_start[0] = 0 <= ... <= branch_start[C] = B
    target(b) < S, different for the branches of a choice
    weight(b) > 0,   sum_b weight(b) = denominator(c)          over the branches b of c

The checks say what is wrong, with the place: a state and a choice here, a file and a line where a
reader of `formats` says so. What is made of valid arrays is valid, and is not checked again
(`layout.unchecked`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

import numpy as np

from exactbox.decimals import fraction_string, short_integer
from exactbox.linalg.matrices.integers import INT64_MAX, checked_int_array, largest, narrowest
from exactbox.mdp.model.layout import (
    Array,
    Layout,
    PerAction,
    PerBranch,
    PerChoice,
    mask,
    reduced,
)
from exactbox.showing import show

# entries of a row up to which shifted copies beat sorting (6.5M entries: 0.1 s against 0.6 s)
MAX_SHIFTED_ENTRIES = 8
_MAX_ROUNDING_ERROR = Fraction(1, 100)  # of a sum: so far from 1 is 0.33 three times

Place = Callable[[int], str]  # what messages call a choice
T = TypeVar("T")


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
    """The indices as int64, read-only; copied as by `owned`."""
    array = owned(name, given)
    if array.dtype == object:
        raise ValueError(f"{name}: an entry does not fit in 64 bits")
    return array


def owned_set(name: str, given: Any, n: int) -> Array:
    """(n,) bool: the set, read-only; copied as by `owned`."""
    array = mask(name, np.asarray(given), n)
    return array if _is_frozen(array) else freeze(array.copy())


def checked_mapping(what: str, given: Any) -> Mapping[str, Any]:
    """A mapping from names; TypeError for what is not one."""
    if not isinstance(given, Mapping):
        raise TypeError(f"{what}: found {show(given)}, need a dict from names")
    for name in given:
        if not isinstance(name, str):
            raise TypeError(f"{what}: found the name {show(name)}, need a text")
    return given


def freeze(array: Array) -> Array:
    """The array itself, made read-only, so that `owned` need not copy it."""
    array.flags.writeable = False
    return array


def _is_frozen(array: Any) -> bool:
    """Return True where neither the array nor its base can be written to."""
    while isinstance(array, np.ndarray):
        if array.flags.writeable:
            return False
        array = array.base
    return array is None


def check_starts(layout: Layout) -> None:
    """Raise ValueError unless rows begin at 0, never decrease, and end at the number of entries."""
    if layout.states > 0:  # else there is no state, which is the first thing to say
        _check_start("action_start", layout.action_start, layout.action_count, "actions")
        _check_start("branch_start", layout.branch_start, len(layout.target), "branches")


def choice_place(layout: Layout) -> Place:
    """The name of a choice in messages: the place of its first action."""

    def place(choice: int) -> str:
        if layout.afterstate is None:
            return layout.place(choice)
        at = np.flatnonzero(layout.afterstate == choice)
        return layout.place(int(at[0])) if at.size else f"choice {choice} of all"

    return place


def _check_start(name: str, start: Array, entries: int, what: str) -> None:
    if not start.size or start[0] != 0 or start[-1] != entries:
        ends = f"runs from {start[0]} to {start[-1]}" if start.size else "is empty"
        raise ValueError(f"{name}: {ends}, need 0 to {entries}, the number of {what}")
    decreases = start[1:] < start[:-1]
    if decreases.any():
        k = int(np.argmax(decreases))
        raise ValueError(f"{name}[{k + 1}]: falls from {start[k]} to {start[k + 1]}")


def check_graph(layout: Layout, initial: Array, place: Place) -> None:
    """Raise ValueError unless states have actions, and targets are states, each once.

    Initial states increase.
    """
    if layout.states < 1:
        raise ValueError("there is no state, need one")
    without = layout.action_start[1:] == layout.action_start[:-1]
    if without.any():
        s = int(np.argmax(without))
        raise ValueError(f"state {s} has no choice, need one (a loop, where it is the end)")
    if layout.afterstate is not None:
        _check_actions(layout, layout.afterstate)
    target, branch_start = layout.target, layout.branch_start
    outside = (target < 0) | (target >= layout.states)
    if outside.any():
        b = int(np.argmax(outside))
        raise ValueError(
            f"{place(_row_of(branch_start, b))}: the target {target[b]} is not a state, "
            f"need 0 to {layout.states - 1}"
        )
    again = repeated(branch_start, target)
    if again is not None:
        where = place(_row_of(branch_start, again))
        raise ValueError(f"{where}: the target {target[again]} is there twice, need it once")
    if not len(initial):
        raise ValueError("there is no initial state, need one")
    outside = (initial < 0) | (initial >= layout.states)
    if outside.any():
        s = int(initial[np.argmax(outside)])
        raise ValueError(f"the initial state {s} is not one of 0 to {layout.states - 1}")
    if (initial[1:] <= initial[:-1]).any():
        raise ValueError("the initial states do not increase")


def _check_actions(layout: Layout, afterstate: PerAction) -> None:
    """Actions exist, and no state has a choice twice. A choice need not be an action."""
    choices = layout.choices
    outside = (afterstate < 0) | (afterstate >= choices)
    if outside.any():
        k = int(np.argmax(outside))
        raise ValueError(
            f"{layout.place(k)}: is {afterstate[k]}, need a choice of 0 to {choices - 1}"
        )
    again = repeated(layout.action_start, afterstate)
    if again is not None:
        raise ValueError(
            f"{layout.place(again)}: is choice {afterstate[again]} of all, as another one"
        )


def check_weights(layout: Layout, weight: PerBranch, denominator: PerChoice, place: Place) -> None:
    """Raise ValueError unless weights are positive and add up to positive denominators."""
    wrong = weight <= 0
    if wrong.any():
        b = int(np.argmax(wrong))
        c = _row_of(layout.branch_start, b)
        chance = fraction_string(Fraction(int(weight[b]), max(int(denominator[c]), 1)))
        raise ValueError(
            f"{place(c)}: the probability of target {layout.target[b]} is {chance}, need a "
            "positive number"
        )
    wrong = denominator <= 0
    if wrong.any():
        c = int(np.argmax(wrong))
        raise ValueError(
            f"{place(c)}: the denominator is {short_integer(int(denominator[c]))}, need 1 or more"
        )
    lengths = np.diff(layout.branch_start)
    if weight.dtype != object and largest(weight) * int(lengths.max(initial=0)) > INT64_MAX:
        weight = weight.astype(object)
    total = reduced(np.add, weight, layout.branch_start, 0)  # sum_b weight(b)
    wrong = (total != denominator) & (lengths > 0)
    if wrong.any():
        c = int(np.argmax(wrong))
        raise wrong_sum(place(c), Fraction(int(total[c]), int(denominator[c])))


class WrongSumError(ValueError):
    """Probabilities of a choice that add up to something other than 1.

    Perhaps with a `hint` at the reason, and a `way` to read them all the same.
    """

    def __init__(self, plain: str, hint: str = "", way: str = "") -> None:
        super().__init__(plain + hint + way)
        self.plain, self.hint, self.way = plain, hint, way


def wrong_sum(place: str, total: Fraction) -> WrongSumError:
    """The error of probabilities with this total."""
    is_near = abs(total - 1) <= _MAX_ROUNDING_ERROR
    return WrongSumError(
        f"{place}: the probabilities add up to {fraction_string(total)}, need 1",
        " (rounded? then write 1/3 for 0.333)" * is_near,
    )


def check_sizes(layout: Layout, rewards: Mapping[str, Any], rates: Any, place: Place) -> None:
    """Raise ValueError unless there are as many rewards and rates as choices, and branches."""
    for name, given in rewards.items():
        if len(given) != layout.choices:
            raise ValueError(f"rewards {name!r} of {len(given)} choices, need {layout.choices}")
        if given.branch is not None and len(given.branch) != len(layout.target):
            raise ValueError(
                f"rewards {name!r} of {len(given.branch)} branches, need {len(layout.target)}"
            )
    if rates is not None:
        if len(rates) != layout.choices:
            raise ValueError(f"rates of {len(rates)} choices, need {layout.choices}")
        check_rates(rates, place)


def check_names(what: str, texts: Any, size: int) -> None:
    """Raise an error unless `texts` is None or has this size."""
    if texts is not None and (isinstance(texts, str) or not hasattr(texts, "__len__")):
        raise TypeError(f"{what}: found {show(texts)}, need a list of texts")
    if texts is not None and len(texts) != size:
        raise ValueError(f"{what}: got {len(texts)}, need {size}")


def check_rates(rates: Any, place: Place) -> None:
    """Raise ValueError where the rate of a choice is below 0."""
    if (rates.numerator < 0).any():
        c = int(np.argmax(rates.numerator < 0))
        raise ValueError(f"{place(c)}: the rate is {rates[c]}, need 0 or more")


def repeated(start: Array, entries: Array) -> int | None:
    """An entry that stands a second time in its own row; None if there is none."""
    rises: Array = entries[1:] > entries[:-1]
    rises[start[1:-1][(start[1:-1] > 0) & (start[1:-1] < entries.size)] - 1] = True  # a new row
    if rises.all():
        return None
    lengths = np.diff(start)
    if lengths.max() <= MAX_SHIFTED_ENTRIES:
        twice: list[int] = []
        for shift in range(1, int(lengths.max())):
            same = np.flatnonzero(entries[shift:] == entries[:-shift])
            first = np.searchsorted(start, same, side="right")
            inside = same[first == np.searchsorted(start, same + shift, side="right")]
            if inside.size:
                twice.append(int(inside[0]) + shift)
        return min(twice, default=None)
    row = np.repeat(np.arange(lengths.size), lengths)
    order = np.lexsort((entries, row))
    same = (np.diff(entries[order]) == 0) & (np.diff(row[order]) == 0)
    return int(order[1:][same].min()) if same.any() else None


def _row_of(start: Array, entry: int) -> int:
    """The row whose slice holds the entry."""
    return int(np.searchsorted(start, entry, side="right")) - 1

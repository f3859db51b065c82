"""Decision processes written down as lists, brought into arrays.

``states[s][k]`` lists (probability, target) of choice k of state s; or choices are listed by
themselves, each with its cost, and states list which choices they have.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from exactbox.decimals import fraction_string
from exactbox.linalg.matrices.integers import int_array
from exactbox.mdp.model.layout import PerState, starts_of
from exactbox.mdp.model.rewards import Ratios, Rewards, exact_number
from exactbox.mdp.model.state_sets import numbered
from exactbox.showing import shown

Branches = Sequence[tuple[Any, int]]  # (probability, target)


def listed_states(
    states: Sequence[Sequence[Branches]],
    initial: int | Sequence[int],
    labels: Mapping[str, Iterable[int]] | None,
    rewards: Mapping[str, Sequence[Sequence[Any]]] | None,
    players: Sequence[bool] | None,
) -> dict[str, Any]:
    """The arrays of a process whose states list their choices; arguments as `Model.from_lists`."""
    lists = [_list(of, f"state {s}", "of choices") for s, of in enumerate(_states(states))]
    sizes = [len(choices) for choices in lists]
    places = [(f"state {s}, choice {k}", c) for s, of in enumerate(lists) for k, c in enumerate(of)]
    given = {}
    for name, table in by_name("rewards", rewards or {}).items():
        if not _is_list(table) or [len(row) if _is_list(row) else -1 for row in table] != sizes:
            raise ValueError(
                f"rewards {name!r}: need a list a state, with a number for each of its choices"
            )
        numbers = [number for row in table for number in row]
        given[name] = _numbers(f"rewards {name!r}", numbers, [place for place, _ in places])
    return {
        "option_start": starts_of(np.array(sizes, dtype=np.int64)),
        **_rows(places),
        "initial": initial,
        "labels": _sets(labels, len(lists)),
        "rewards": given,
        "players": None if players is None else _players(players),
    }


def listed_choices(
    choices: Sequence[tuple[Any, Branches]],
    states: Sequence[Sequence[int]],
    start: int | None,
    initial: int | Sequence[int],
    labels: Mapping[str, Iterable[int]] | None,
    reward: str,
) -> dict[str, Any]:
    """The arrays of a process whose states share choices; arguments as `Model.from_choices`."""
    options = [_list(of, f"state {s}", "of choices") for s, of in enumerate(_states(states))]
    if start is not None:
        initial = len(options)
        options.append([start])
    pairs = []
    for c, pair in enumerate(_list(choices, "the choices", "of (cost, branches)")):
        if not _is_list(pair) or len(pair) != 2:
            raise TypeError(f"choice {c} of all: found {shown(pair)}, need (cost, branches)")
        pairs.append(pair)
    places = [f"choice {c} of all" for c in range(len(pairs))]
    return {
        "option_start": starts_of(np.array([len(of) for of in options], dtype=np.int64)),
        "option": [k for of in options for k in of],
        **_rows([(place, branches) for place, (_, branches) in zip(places, pairs)]),
        "initial": initial,
        "labels": _sets(labels, len(options)),
        "rewards": {reward: _numbers("cost", [cost for cost, _ in pairs], places)},
    }


def _rows(listed: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """Places with rows of (probability, target), each row over the least denominator."""
    target: list[int] = []
    weight: list[int] = []
    denominator: list[int] = []
    sizes: list[int] = []
    for place, branches in listed:
        total: dict[int, Fraction] = {}
        for branch in _list(branches, place, "of (probability, target)"):
            if not _is_list(branch) or len(branch) != 2:
                raise TypeError(f"{place}: found {shown(branch)}, need (probability, target)")
            p, t = branch
            if isinstance(t, bool) or not isinstance(t, (int, np.integer)):
                kind = type(t).__name__
                raise TypeError(f"{place}: the target {shown(t)} is a {kind}, need a state")
            s = int(t)
            exact = _number(p, place, ": the probability ")
            if exact <= 0:  # before those of one target are added up
                raise ValueError(
                    f"{place}: the probability of target {s} is {fraction_string(exact)}, need a "
                    "positive number"
                )
            total[s] = total.get(s, Fraction(0)) + exact
        common = lcm(*(p.denominator for p in total.values()))
        weight += [int(p * common) for p in total.values()]
        target += total
        denominator.append(common)
        sizes.append(len(total))
    return {
        "branch_start": starts_of(np.array(sizes, dtype=np.int64)),
        "target": int_array(target),
        "weight": int_array(weight),
        "denominator": int_array(denominator),
    }


def _players(given: Any) -> PerState:
    """Whether the second player chooses, for every state."""
    kept = _list(given, "the players", "of bools")
    for s, second in enumerate(kept):
        if not isinstance(second, (bool, int, np.bool_, np.integer)) or second not in (0, 1):
            raise TypeError(f"the players: state {s}: found {shown(second)}, need a bool")
    return np.array(kept, dtype=bool)


def _numbers(name: str, numbers: Iterable[Any], places: Iterable[str]) -> Rewards:
    """Numbers as rewards."""
    exact = [_number(n, name, ", ", place, ": ") for n, place in zip(numbers, places, strict=True)]
    of = Ratios.of(exact)
    return Rewards(of.numerator, of.denominator)


def _number(given: Any, *what: str) -> Fraction:
    """The number, or an error that says what it is for."""
    try:
        return exact_number(given)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{''.join(what)}{error}") from None


def _sets(named: Mapping[str, Iterable[int]] | None, states: int) -> dict[str, PerState]:
    """Listed states as arrays of bools."""
    return {
        name: numbered(f"label {name!r}", _list(where, f"label {name!r}", "of states"), states)
        for name, where in by_name("labels", named or {}).items()
    }


def by_name(what: str, given: Any) -> Mapping[str, Any]:
    """A mapping from names; TypeError for what is not one."""
    if not isinstance(given, Mapping):
        raise TypeError(f"{what}: found {shown(given)}, need a dict from names")
    for name in given:
        if not isinstance(name, str):
            raise TypeError(f"{what}: found the name {shown(name)}, need a text")
    return given


def _states(given: Any) -> list[Any]:
    return _list(given, "the states", "of them, each a list of choices")


def _list(given: Any, what: str, of: str) -> list[Any]:
    """A value that can be listed, as a list."""
    if isinstance(given, (str, bytes, Mapping)) or not isinstance(given, Iterable):
        raise TypeError(f"{what}: found {shown(given)}, need a list {of}")
    return list(given)


def _is_list(given: Any) -> bool:
    """Whether it has entries in an order."""
    return isinstance(given, (Sequence, np.ndarray)) and not isinstance(given, (str, bytes))

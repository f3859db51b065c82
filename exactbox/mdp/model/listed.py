"""Decision processes written down as lists, brought into arrays.

``states[s][k]`` lists (probability, target) of choice k of state s; or choices are listed by
themselves, each with its cost, and states list which choices they have.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from exactbox.decimals import fraction_string
from exactbox.mdp.model.builder import RewardParts, sum_by_key
from exactbox.mdp.model.layout import PerState, shared, starts_of
from exactbox.mdp.model.rewards import Ratios, exact_number
from exactbox.mdp.model.state_sets import state_mask
from exactbox.mdp.model.validation import checked_mapping, owned_indices, owned_set
from exactbox.showing import show

Branches = Sequence[tuple[Any, int]]
_PAIRS = "of (probability, target)"


def parse_states(
    states: Sequence[Sequence[Branches]],
    initial: int | Sequence[int],
    labels: Mapping[str, Iterable[int]] | None,
    rewards: Mapping[str, Sequence[Sequence[Any]]] | None,
    players: Sequence[bool] | None,
    names: Sequence[str] | None = None,
    actions: Sequence[Sequence[str]] | None = None,
) -> dict[str, Any]:
    """The rows of a process whose states list their choices; arguments as `Model.from_lists`."""
    lists = [_list(of, f"state {s}", "of choices") for s, of in enumerate(_states(states))]
    sizes = [len(choices) for choices in lists]
    places = [f"state {s}, choice {k}" for s, size in enumerate(sizes) for k in range(size)]
    parts = {}
    for name, table in checked_mapping("rewards", rewards or {}).items():
        if not _is_sequence(table) or _sizes(table) != sizes:
            raise ValueError(
                f"rewards {name!r}: need a list a state, with a number for each of its choices"
            )
        numbers = [number for row in table for number in row]
        parts[name] = RewardParts(choices=_numbers(f"rewards {name!r}", numbers, places))
    branches = [choice for choices in lists for choice in choices]
    if names is not None:
        names = _names("names", names, len(lists))
        number = {name: s for s, name in enumerate(names)}
        branches = [_number_targets(choice, number) for choice in branches]
        initial = number.get(initial, initial) if isinstance(initial, str) else initial
    if actions is not None:
        if _sizes(actions) != sizes:
            raise ValueError("actions: need a list a state, with a name for each of its choices")
        actions = _names("actions", [name for row in actions for name in row], sum(sizes))
    rows = _rows(zip(places, branches))
    second = None
    if players is not None:
        given = _list(players, "the players", "of bools")
        for s, each in enumerate(given):
            if not isinstance(each, (bool, int, np.bool_, np.integer)) or each not in (0, 1):
                raise TypeError(f"the players: state {s}: found {show(each)}, need a bool")
        second = owned_set("players", np.array(given, dtype=bool), len(lists))
    return {
        **rows,
        "valuations": names,
        "actions": actions,
        "action_start": starts_of(np.array(sizes, dtype=np.int64)),
        "initial": initial,
        "labels": _sets(labels, len(lists)),
        "rewards": parts,
        "players": second,
    }


def _names(what: str, names: Any, size: int) -> list[str]:
    """The names as a list of this length; those of states have to differ."""
    texts = list(names)
    for k, name in enumerate(texts):
        if not isinstance(name, str):
            raise TypeError(f"{what}: found {show(name)}, need a text")
        if what == "names" and texts.index(name) < k:
            raise ValueError(f"names: found {name!r} for states {texts.index(name)} and {k}")
    if len(texts) != size:
        raise ValueError(f"{what}: found {len(texts)}, need {size}")
    return texts


def _number_targets(choice: Any, number: Mapping[str, int]) -> Any:
    """The branches with the numbers of targets that are called by name."""
    if not _is_sequence(choice):
        return choice
    return [
        (pair[0], number.get(pair[1], pair[1]))
        if _is_sequence(pair) and len(pair) == 2 and isinstance(pair[1], str)
        else pair
        for pair in choice
    ]


def parse_choices(
    choices: Sequence[tuple[Any, Branches]],
    states: Sequence[Sequence[int]],
    start: int | None,
    initial: int | Sequence[int],
    labels: Mapping[str, Iterable[int]] | None,
    reward: str,
) -> dict[str, Any]:
    """The rows of a process with afterstates; arguments as `Model.from_choices`."""
    actions = [_list(of, f"state {s}", "of choices") for s, of in enumerate(_states(states))]
    if start is not None:
        initial = len(actions)
        actions.append([start])
    pairs = []
    for c, pair in enumerate(_list(choices, "the choices", "of (cost, branches)")):
        if not _is_sequence(pair) or len(pair) != 2:
            raise TypeError(f"choice {c} of all: found {show(pair)}, need (cost, branches)")
        pairs.append(pair)
    places = [f"choice {c} of all" for c in range(len(pairs))]
    rows = _rows(zip(places, (branches for _, branches in pairs)))
    cost = _numbers("cost", [cost for cost, _ in pairs], places)
    afterstate = owned_indices("afterstate", [k for of in actions for k in of])
    return {
        **rows,
        "action_start": starts_of(np.array([len(of) for of in actions], dtype=np.int64)),
        "afterstate": shared(afterstate, len(pairs)),
        "initial": initial,
        "labels": _sets(labels, len(actions)),
        "rewards": {reward: RewardParts(choices=cost)},
    }


def _rows(choices: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """Where rows of (probability, target) begin, their targets, each once, and probabilities."""
    target: list[int] = []
    probability: list[Fraction] = []
    sizes: list[int] = []
    for place, branches in choices:
        pairs = []
        for branch in _list(branches, place, _PAIRS):
            if not _is_sequence(branch) or len(branch) != 2:
                raise TypeError(f"{place}: found {show(branch)}, need (probability, target)")
            p, t = branch
            if isinstance(t, bool) or not isinstance(t, (int, np.integer)):
                kind = type(t).__name__
                raise TypeError(f"{place}: the target {show(t)} is a {kind}, need a state")
            exact = _number(p, place, ": the probability ")
            if exact <= 0:  # even before those of one target are added up
                raise ValueError(
                    f"{place}: the probability of target {int(t)} is {fraction_string(exact)}, "
                    "need a positive number"
                )
            pairs.append((int(t), exact))
        row = sum_by_key(pairs)
        target += row
        probability += row.values()
        sizes.append(len(row))
    return {
        "branch_start": starts_of(np.array(sizes, dtype=np.int64)),
        "target": owned_indices("target", target),
        "numbers": Ratios.from_fractions(probability),
        "can_end": True,
    }


def _numbers(name: str, numbers: Iterable[Any], places: Iterable[str]) -> Ratios:
    """The numbers, read exactly; an error names the place of one."""
    pairs = zip(numbers, places, strict=True)
    return Ratios.from_fractions(
        _number(number, name, ", ", place, ": ") for number, place in pairs
    )


def _number(given: Any, *what: str) -> Fraction:
    """The number, read exactly; an error names its place."""
    try:
        return exact_number(given)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{''.join(what)}{error}") from None


def _sets(named: Mapping[str, Iterable[int]] | None, states: int) -> dict[str, PerState]:
    """The labels as masks of states."""
    return {
        name: state_mask(f"label {name!r}", _list(where, f"label {name!r}", "of states"), states)
        for name, where in checked_mapping("labels", named or {}).items()
    }


def _states(given: Any) -> list[Any]:
    return _list(given, "the states", "of them, each a list of choices")


def _list(given: Any, what: str, of: str) -> list[Any]:
    """The value as a list; TypeError for other objects."""
    if isinstance(given, (str, bytes, Mapping)) or not isinstance(given, Iterable):
        raise TypeError(f"{what}: found {show(given)}, need a list {of}")
    return list(given)


def _is_sequence(given: Any) -> bool:
    """Return True for a sequence or an array, but not for a text."""
    return isinstance(given, (Sequence, np.ndarray)) and not isinstance(given, (str, bytes))


def _sizes(table: Iterable[Any]) -> list[int]:
    """The lengths of a table's rows, -1 for what is no row."""
    return [len(row) if _is_sequence(row) else -1 for row in table]

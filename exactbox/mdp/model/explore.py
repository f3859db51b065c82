"""A game written as functions, explored into a model.

From the start, `actions` says what can be done in a state, and `outcomes` what comes of it; states
are found in the order in which they are met, by breadth-first search. Choices with the same
outcomes (the same probabilities of the same states, and the same rewards) are shared: that is how a
dice game stays small, where many positions with a roll lead to the same next position.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from exactbox.linalg.matrices.integers import int_array
from exactbox.mdp.model.builder import RewardParts
from exactbox.mdp.model.layout import starts_of, unchecked
from exactbox.mdp.model.rewards import Ratios, exact_number
from exactbox.mdp.model.state_sets import checked_integer
from exactbox.mdp.model.validation import checked_mapping, wrong_sum

MAX_STATES = 2_000_000  # Pig to 100 has 1,138,140

_Ratio = tuple[int, int]
_Row = tuple[tuple[int, int, int], ...]  # target, increasing, and p and q of the probability p/q


def explore_game(
    start: Hashable | Sequence[Hashable],
    actions: Callable[[Any], Iterable[Any]],
    outcomes: Callable[[Any, Any], Any],
    *,
    labels: Mapping[str, Callable[[Any], Any]] | None = None,
    rewards: Mapping[str, Callable[[Any, Any], Any]] | None = None,
    player: Callable[[Any], Any] | None = None,
    max_states: int = MAX_STATES,
) -> dict[str, Any]:
    """The rows of the states that can be reached, for `builder.build_model`.

    Valuations are the states' texts, and the actions' names theirs. Several actions of a state
    that come to the same are kept apart.

    Parameters
    ----------
    start : hashable, or a list of hashables
        The initial state, or several.
    actions : callable
        ``actions(state)``: the actions there, at least one; whatever has a text.
    outcomes : callable
        ``outcomes(state, action)``: the states that follow, a mapping from state to probability, or
        pairs (probability, state), which are added up. Probabilities are ints, Fractions or texts
        such as "1/6". Nothing (or None) ends the play.
    labels : dict of name to ``label(state)``, optional
        True where the state has the label.
    rewards : dict of name to ``reward(state, action)``, optional
    player : callable, optional
        ``player(state)``: 1 or 2, whose move it is.
    max_states : int
        Larger games are refused; the message says how many states are known by then.

    Raises
    ------
    TypeError
        If a state is not hashable, or what has to be a function is none.
    ValueError
        If a state, which the message names, has no action or probabilities that do not add up to 1,
        or there are too many states.

    Examples
    --------
    A coin is tossed until it shows heads:

    >>> from exactbox.mdp import Model
    >>> coin = Model.explore(
    ...     "tails",
    ...     lambda state: ["toss"] if state == "tails" else ["stop"],
    ...     lambda state, action: {"tails": "1/2", "heads": "1/2"} if action == "toss" else None,
    ...     rewards={"tosses": lambda state, action: int(action == "toss")})
    >>> coin, coin.valuations
    (Model(2 states, 2 choices, 2 branches), ['tails', 'heads'])
    """
    labels, rewards = (
        checked_mapping("labels", labels or {}),
        checked_mapping("rewards", rewards or {}),
    )
    of_state = {"actions": actions, **{f"label {name!r}": has for name, has in labels.items()}}
    of_action = {"outcomes": outcomes, **{f"reward {name!r}": r for name, r in rewards.items()}}
    if player is not None:
        of_state["player"] = player
    for of, functions in (("the state", of_state), ("the state and the action", of_action)):
        for name, function in functions.items():
            if not callable(function):
                raise TypeError(f"{name}: found {_text_of(function)}, need a function of {of}")
    max_states = checked_integer("max_states", max_states)
    first = list(start) if isinstance(start, list) else [start]
    number: dict[Hashable, int] = {}
    states: list[Any] = []

    def at(state: Any) -> int:
        try:
            k = number.get(state)
        except TypeError:
            raise TypeError(f"the state {_text_of(state)} is not hashable; use a tuple") from None
        if k is None:
            k = number[state] = len(states)
            states.append(state)
        return k

    initial = sorted({at(state) for state in first})
    columns: dict[str, list[Fraction]] = {name: [] for name in rewards}
    ratios_of: dict[Any, list[_Ratio]] = {}
    choice_of: dict[Any, int] = {}
    rows: list[_Row] = []
    sizes: list[int] = []
    afterstate: list[int] = []
    names: list[str] = []
    for done, state in enumerate(states):  # grows while it is read
        before = len(afterstate)
        given = actions(state)
        if type(given) is not list:  # texts of states take as long as all else
            given = _checked_list(given, f"state {_text_of(state)}: the actions")
        for action in given:
            row = _row(state, action, outcomes(state, action), at, ratios_of)
            rewards_of_row = tuple(
                _number(state, action, f"the reward {name!r}", reward(state, action))
                for name, reward in rewards.items()
            )
            key = row, rewards_of_row
            if key not in choice_of:
                choice_of[key] = len(rows)
                rows.append(row)
                for column, reward_of_row in zip(columns.values(), rewards_of_row, strict=True):
                    column.append(reward_of_row)
            afterstate.append(choice_of[key])
            names.append(str(action))
        if len(afterstate) == before:
            raise ValueError(
                f"state {_text_of(state)} has no action, need one; where the play is over, one "
                "whose outcomes are None"
            )
        sizes.append(len(afterstate) - before)
        if len(states) > max_states:
            raise ValueError(
                f"the game has more than {max_states:,} states: {len(states):,} are known after "
                f"the actions of {done + 1:,}; if it ends at all, raise "
                "max_states (some 1 kB a state)"
            )
    return _rows(states, initial, sizes, afterstate, rows, columns, names, labels, player)


def _rows(
    states: list[Any],
    initial: list[int],
    sizes: list[int],
    afterstate: list[int],
    rows: list[_Row],
    columns: dict[str, list[Fraction]],
    actions: list[str],
    labels: Mapping[str, Callable[[Any], Any]],
    player: Callable[[Any], Any] | None,
) -> dict[str, Any]:
    """The states and choices as arrays; a state takes a choice twice only as two choices."""
    start = starts_of(np.array(sizes))
    own = list(afterstate)
    for low, high in zip(start[:-1].tolist(), start[1:].tolist(), strict=True):
        seen: set[int] = set()
        for k in range(low, high):
            if own[k] in seen:  # actions that come to the same have a choice each
                rows.append(rows[own[k]])
                for column in columns.values():
                    column.append(column[own[k]])
                own[k] = len(rows) - 1
            seen.add(own[k])
    if len(rows) == len(own):  # nothing is shared: action k is choice k
        rows, columns = [rows[c] for c in own], {n: [g[c] for c in own] for n, g in columns.items()}
        own = []
    players = None
    if player is not None:
        numbers = [player(state) for state in states]
        for state, number in zip(states, numbers, strict=True):
            if number not in (1, 2):
                raise ValueError(f"state {_text_of(state)}: the player is {number!r}, need 1 or 2")
        players = np.array([number == 2 for number in numbers], dtype=bool)
    return {
        "action_start": start,
        "branch_start": starts_of(np.array([len(row) for row in rows])),
        "target": int_array([t for row in rows for t, _, _ in row]),
        "numbers": unchecked(
            Ratios,
            numerator=int_array([p for row in rows for _, p, _ in row]),
            denominator=int_array([q for row in rows for _, _, q in row]),
        ),
        "afterstate": int_array(own) if own else None,
        "can_end": True,
        "initial": initial,
        "labels": {name: np.array([bool(has(s)) for s in states]) for name, has in labels.items()},
        "rewards": {
            name: RewardParts(choices=Ratios.from_fractions(column))
            for name, column in columns.items()
        },
        "actions": actions,
        "valuations": [str(state) for state in states],
        "players": players,
    }


def _row(
    state: Any,
    action: Any,
    given: Any,
    at: Callable[[Any], int],
    ratios_of: dict[Any, list[_Ratio]],
) -> _Row:
    """Targets, increasing, with their probabilities, in integers: they are looked up.

    ``ratios_of`` has the probabilities of choices that were met before, which add up to 1: games
    have few of them, and to read and to add up takes ten times as long as to look up.
    """
    if isinstance(given, Mapping):
        targets, chances = [*given], [*given.values()]
    else:
        targets, chances = [], []
        for pair in (
            () if given is None else _checked_list(given, f"{_place(state, action)}: the outcomes")
        ):
            try:
                p, target = pair
            except (TypeError, ValueError):
                raise ValueError(
                    f"{_place(state, action)}: the outcome {_text_of(pair)} is not a pair, "
                    "need (probability, state)"
                ) from None
            targets.append(target)
            chances.append(p)
    if not targets:
        return ()
    key = (*chances, *map(type, chances))  # 1 == True == 1.0
    try:
        ratios = ratios_of.get(key)
    except TypeError:  # what has no hash is no number
        ratios = None
    if ratios is None:
        ratios = ratios_of[key] = _probabilities(state, action, chances)
    total: dict[int, _Ratio] = {}
    for (p, q), target in zip(ratios, targets, strict=True):
        if p:
            t = at(target)
            if t in total:
                p, q = (Fraction(p, q) + Fraction(*total[t])).as_integer_ratio()
            total[t] = p, q
    return tuple([(t, p, q) for t, (p, q) in sorted(total.items())])


def _probabilities(state: Any, action: Any, chances: list[Any]) -> list[_Ratio]:
    """Probabilities p / q, which add up to 1."""
    exact = [_number(state, action, "a probability", p) for p in chances]
    for p in exact:
        if p < 0:
            raise ValueError(f"{_place(state, action)}: the probability {p} is below 0")
    if (one := sum(exact)) != 1:  # before more is explored
        raise wrong_sum(_place(state, action), Fraction(one))
    return [p.as_integer_ratio() for p in exact]


def _checked_list(given: Any, what: str) -> list[Any]:
    if isinstance(given, str) or not (given is None or isinstance(given, Iterable)):
        raise TypeError(f"{what} are {_text_of(given)}, need a list of them")
    return [] if given is None else list(given)


def _number(state: Any, action: Any, what: str, given: Any) -> Fraction:
    try:
        return exact_number(given)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{_place(state, action)}: {what}: {error}") from None


def _place(state: Any, action: Any) -> str:
    return f"state {_text_of(state)}, action {_text_of(action)}"


def _text_of(value: Any) -> str:
    """The text of a state or an action in messages."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."

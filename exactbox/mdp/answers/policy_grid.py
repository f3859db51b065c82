"""Grids: the cells of a model's states, and the directions of its actions.

**The problem.** Many decision processes are walks on a board, and a model does not say so.

**The method.** A state has a *cell* where its valuation has two integers and no more, such as
``column=2 & row=0`` or ``(0, 2)``; or the caller says how many rows and columns there are, and
states are numbered row by row. An action has a *way* where it is called up, right, down or left
(or north, east, south, west), or the caller says which it is. Which of the two integers is the row,
and whether rows increase downwards, is what the model's moves say: in the mean, a move "down" leads
downwards. A model is a grid where all states that can be reached have cells, each its own, but for
states that the play never leaves (where copies of cells, or an "ended", are), and where some action
has a way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from exactbox.mdp.graph.qualitative import reachable
from exactbox.mdp.model.layout import PerState
from exactbox.mdp.model.model import Model
from exactbox.showing import show

Place = tuple[int, int]
# of a picture, beyond which there is none: of 60 x 60 an arrow has 4 points, which can just be
# seen (`policy_picture` leaves the numbers out before)
MAX_CELLS = 3_600
WAYS = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}  # rows, columns

_COMPASS = {"north": "up", "east": "right", "south": "down", "west": "left"}
_PAIR = re.compile(r"\(\s*(-?[0-9]{1,9})\s*,\s*(-?[0-9]{1,9})\s*\)")
_NAMED = re.compile(r"([^=&]+)=(-?[0-9]{1,9})")


@dataclass(frozen=True)
class Grid:
    """Cells of the states that are drawn, and for actions one of `WAYS`."""

    places: Mapping[int, Place]
    ways: Mapping[int, str]
    names: tuple[str, str] = ("row", "column")  # of the two coordinates
    upwards: bool = False  # whether rows increase upwards


def grid_of(
    model: Model,
    *,
    shape: tuple[int, int] | None = None,
    arrows: Mapping[Any, str] | Sequence[str] | None = None,
) -> Grid | None:
    """The grid that a model is, or None.

    In a shape (rows, columns) states are numbered row by row, row 0 on top; further ones are not
    drawn. Arrows name actions, or count them within the state where they have no names.

    Examples
    --------
    >>> corridor = Model.from_lists(
    ...     [[[(1, 0)], [(1, 1)]], [[(1, 0)], [(1, 2)]], [[(1, 2)]]], labels={"out": [2]})
    >>> grid_of(corridor) is None, grid_of(corridor, shape=(1, 3), arrows=["left", "right"]).ways
    (True, {0: 'left', 1: 'right', 2: 'left', 3: 'right', 4: 'left'})
    """
    if shape is not None:
        try:
            rows, columns = map(int, shape)
        except (TypeError, ValueError):
            raise ValueError(f"shape: found {show(shape)}, need (rows, columns)") from None
        most = min(model.states, MAX_CELLS)
        if rows < 1 or columns < 1 or rows * columns > most:
            need = f"need 1 or more, and at most {most:,}"
            raise ValueError(f"shape: {rows} x {columns} cells, {need}")
        return Grid({s: divmod(s, columns) for s in range(rows * columns)}, _ways(model, arrows))
    if model.valuations is None:
        return None
    reached = reachable_states(model)
    walked = np.flatnonzero(reached & ~absorbing(model)).tolist()
    if len(walked) > MAX_CELLS:
        return None
    ways = _ways(model, arrows)
    names, cells = _cells(model.valuations)
    if not ways or not cells or any(s not in cells for s in walked):
        return None
    at: dict[Place, int] = {}  # the state of a cell: one that can be reached, if there is one
    for s, place in cells.items():
        other = at.get(place)
        if other is not None and reached[s] and reached[other]:
            return None
        if other is None or reached[s]:
            at[place] = s
    swap, upwards = _orientation(model, cells, ways)
    if swap:
        at = {(j, i): s for (i, j), s in at.items()}
        names = names[1], names[0]
    spans = [max(along) - min(along) + 1 for along in zip(*at, strict=True)]
    places = {s: place for place, s in at.items()}
    return Grid(places, ways, names, upwards) if spans[0] * spans[1] <= MAX_CELLS else None


def absorbing(model: Model) -> PerState:
    """(S,) bool: the states that the play never leaves, or where it can only end."""
    choice = model.choice_at(np.arange(model.action_count))
    first, length = model.branch_start[choice], np.diff(model.branch_start)[choice]
    stays = length == 0
    one = length == 1
    stays[one] = model.target[first[one]] == model.state_of[one]
    result = np.ones(model.states, dtype=bool)
    result[model.state_of[~stays]] = False
    return result


def _ways(model: Model, arrows: Any) -> dict[int, str]:
    """The way of each action that has one."""
    given = dict(arrows if isinstance(arrows, Mapping) else enumerate(arrows or ()))
    for action, way in given.items():
        if way not in WAYS:
            need = f"need {', '.join(WAYS)}"
            raise ValueError(f"arrows: action {show(action)} is {show(way)}, {need}")
    by_name = {way: way for way in WAYS} | _COMPASS
    within = np.arange(model.action_count) - model.action_start[model.state_of]
    names = [""] * model.action_count if model.actions is None else model.actions
    ways = {}
    for o, (name, k) in enumerate(zip(names, within.tolist(), strict=True)):
        way = given.get(name or k, given.get(k, by_name.get(name.strip().lower())))
        if way is not None:
            ways[o] = way
    return ways


def _cells(texts: Iterable[str]) -> tuple[tuple[str, str], dict[int, Place]]:
    """The two integers of each text that has two, and what they are called."""
    cells: dict[int, Place] = {}
    names = {("row", "column")}
    for s, text in enumerate(texts):
        if pair := _PAIR.fullmatch(text.strip()):
            cells[s] = int(pair[1]), int(pair[2])
            continue
        parts = [part for part in map(str.strip, text.split("&")) if "=" in part]
        integers = [match for part in parts if (match := _NAMED.fullmatch(part))]
        if len(integers) == len(parts) == 2:
            (a, i), (b, j) = (match.groups() for match in integers)
            names = {(a.strip(), b.strip())} if not cells else {*names, (a.strip(), b.strip())}
            cells[s] = int(i), int(j)
    return next(iter(names)), cells if len(names) == 1 else {}


def reachable_states(model: Model) -> PerState:
    """(S,) bool: what some policy reaches from an initial state."""
    start = np.zeros(model.states, dtype=bool)
    start[model.initial] = True
    return reachable(model, start)


def _orientation(
    model: Model, cells: Mapping[int, Place], ways: Mapping[int, str]
) -> tuple[bool, bool]:
    """Return whether the second integer is the row, and whether rows increase upwards."""
    place = np.zeros((model.states, 2))
    inside = np.zeros(model.states, dtype=bool)
    inside[list(cells)] = True
    place[list(cells)] = list(cells.values())
    moved = np.zeros((2, 2))  # by down and by right, of the first integer and of the second
    for o, way in ways.items():
        c, s = int(model.choice_at(np.array([o]))[0]), int(model.state_of[o])
        branches = slice(int(model.branch_start[c]), int(model.branch_start[c + 1]))
        target = model.target[branches]
        step = (place[target] - place[s]) * (inside[target] & inside[s])[:, None]
        mean = (model.weight[branches].astype(float) / float(model.denominator[c])) @ step
        down, right = WAYS[way]
        moved += np.outer((down, right), mean)
    straight, crossed = abs(moved[0, 0]) + abs(moved[1, 1]), abs(moved[0, 1]) + abs(moved[1, 0])
    swap = bool(crossed > straight)
    return swap, bool(moved[0, int(swap)] < 0)

"""The picture of an answer: its policy on a grid or of few states, else the values' digits.

**The problem.** A list of states and actions does not show where a policy goes. On a grid it can be
seen, if the picture tells the move that the policy makes from others that are as good, a cell where
the play ends from one that is never reached, and if every number can be read.

**The method.** A cell of `_MIN_SIDE` inches or more has its value at the bottom, what it is at the
top ("start", a label), and arrows from its middle: full for the policy's move, hollow for others
that are worth as much; what the policy chooses stands there where it is no move.
The higher the value the darker the cell, at most as dark as leaves black text a contrast of 9. On
grids too large for text the shades, and a scale beside them, have the values to themselves. A line
below says what frames and hatches mean. Which state lies where is in `policy_grid`; a model that is
no grid is drawn as a row of cells if it has few states.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from math import ceil
from typing import Any

import numpy as np
from flint import fmpq

from exactbox.decimals import decimal_string, digit_count
from exactbox.mdp.answers.policy_grid import WAYS, Grid, absorbing, grid_of, reachable_states
from exactbox.mdp.exact.values import Values
from exactbox.mdp.model.layout import PerState
from exactbox.objectives import WITHOUT_Q_VALUES
from exactbox.plots.digits import digits_of_values
from exactbox.plots.figures import BLACK, drawing, exactly, require_matplotlib
from exactbox.showing import counted, one_line

_MAX_CELLS_IN_A_ROW = 12  # a cell of 11 inches / 12 holds its texts
_MAX_STARTS = 3  # states whose values stand below
_MIN_SIDE, _MAX_SIDE, _MAX_WIDTH, _MAX_HEIGHT = 0.62, 1.0, 11.0, 12.0  # inches: a cell, the grid
_MIN_STRETCH = 0.9  # of the least side: cells that are smaller have no numbers in them
_MAX_DIGITS = 4  # after the point, of values below 10
_MAX_SHADED = 10**300
_DARKEST = 0.3  # how much of the light the highest value takes
_MAX_LETTERS = 8  # of a name in a cell
_MAX_TICKS = 30  # numbers along a side
_KINDS: dict[str, tuple[dict[str, Any], str]] = {  # of cells: their look, and what it means
    "cell": ({}, ""),
    "goal": ({"edgecolor": BLACK, "linewidth": 2.0, "zorder": 2.5}, "a thick frame: the goal"),
    "end": ({"hatch": "////"}, "hatched: the play stays there"),
    "unreached": ({"hatch": ".."}, "dotted: never reached"),
}
_ARROWS = ("worth as much", "white", slice(1, None)), ("policy", BLACK, slice(1))


def picture(
    answer: Any,
    *,
    shape: tuple[int, int] | None = None,
    arrows: Mapping[Any, str] | Sequence[str] | None = None,
    start: PerState | None = None,
) -> Any:
    """The figure of an answer (`Answer.plot`), from these states in place of the initial ones."""
    model, texts = answer.model, answer.model.valuations
    question = answer._title()
    title = f"{question[:1].upper()}{question[1:]}"
    start_states = (model.initial if start is None else start).tolist()
    below = []
    for s in start_states[:_MAX_STARTS]:
        name = f"state {s}" + (f" [{texts[s]}]" if texts is not None and texts[s] else "")
        below.append(f"from {name}: {exactly(answer.values[s])}")
    if len(start_states) > _MAX_STARTS:
        below.append(f"and from {counted(len(start_states) - _MAX_STARTS, 'more state')}")
    grid = grid_of(model, shape=shape, arrows=arrows)
    if grid is None and model.states > _MAX_CELLS_IN_A_ROW:
        return _digits(answer.values, title, below)
    if grid is None:
        grid = Grid({s: (0, s) for s in range(model.states)}, {}, ("", "state"))
        named = "" if model.actions is not None else ", counted from 0"
        if model.action_count > model.states:
            below.append(f"in the middle of a cell: the policy's choice{named}")
    if answer.policy.ndim == 2:
        below.append("the arrows are those of the first step")
    if answer.objective in WITHOUT_Q_VALUES and len(answer.ties):
        below.append("one best move a cell; others may be worth as much")
    reached, drawn = reachable_states(model), np.zeros(model.states, dtype=bool)
    drawn[list(grid.places)] = True
    if left_out := int((reached & ~drawn).sum()):
        below.append(f"not drawn: {counted(left_out, 'state')} outside of the grid")
    moves, words = _moves(answer, grid, reached)
    kinds = _kinds(answer, grid, reached)
    return _grid_figure(answer, grid, title, below, kinds, moves, words)


def _kinds(answer: Any, grid: Grid, reached: PerState) -> dict[int, str]:
    """Return the kind of each state of the grid, of `_KINDS`."""
    stays, goal = absorbing(answer.model), answer.asked.goal
    ends = np.where(stays, "end", "cell")
    ends = ends if goal is None else np.where(goal.states, "goal", ends)
    kind = np.where(reached, ends, "unreached").tolist()
    return {s: kind[s] for s in grid.places}


def _moves(
    answer: Any, grid: Grid, reached: PerState
) -> tuple[dict[int, list[str]], dict[int, str]]:
    """The ways of each state that decides, the policy's first, then others that are as good; and
    the policy's action where it has no way.

    Goals, ends and states whose values are infinite do not decide.
    """
    model, policy = answer.model, answer.policy
    moves: dict[int, list[str]] = {}
    words: dict[int, str] = {}
    if policy.ndim == 2:  # of the first step, if there is one
        if not len(policy):
            return moves, words
        policy = policy[0]
    decides = reached & np.isnan(answer.asked.boundary_values(model)) & ~answer.values.infinite
    decides &= ~absorbing(model)
    tied = set(answer.ties.tolist())
    for s in filter(decides.__getitem__, grid.places):
        actions = range(*model.action_start[s : s + 2].tolist())
        chosen = actions[int(policy[s])]
        best = [chosen]
        if s in tied:
            others = [action for action in actions if action != chosen]
            choices = model.choice_at(np.array(others, dtype=np.int64)).tolist()
            with suppress(ValueError):  # a mean payoff, or a horizon: a choice has no value there
                values = map(answer.q_value, choices)
                best += [o for o, v in zip(others, [*values]) if v == answer.values[s]]
        moves[s] = [grid.ways[action] for action in best if action in grid.ways]
        if chosen not in grid.ways:
            number = str(chosen - actions[0]) if len(actions) > 1 else ""
            words[s] = number if model.actions is None else model.actions[chosen] or number
    return moves, words


def _grid_figure(
    answer: Any,
    grid: Grid,
    title: str,
    below: list[str],
    kinds: Mapping[int, str],
    moves: Mapping[int, Sequence[str]],
    words: Mapping[int, str],
) -> Any:
    """The picture of a grid; a place without a cell stays empty.

    A coordinate without a name has no numbers. Where the first coordinate increases upwards, as y
    does, "up" leads to a higher one. The middle of a cell is its place on the axes. The texts are
    decimals of the values, correctly rounded; the shades are their floats.
    """
    require_matplotlib()
    from matplotlib.colors import LinearSegmentedColormap, Normalize

    places = grid.places
    rows, columns = (range(min(at), max(at) + 1) for at in zip(*places.values()))
    values = {s: answer.values[s] for s in places if kinds[s] != "unreached"}
    finite = [value for value in values.values() if isinstance(value, Fraction)]
    digits = 0  # after the point: fewer of large numbers, none of integers
    if any(value.denominator != 1 for value in finite):
        digits = max(0, _MAX_DIGITS + 1 - digit_count(int(max(map(abs, finite)))))
    side = min(_MAX_SIDE, _MAX_WIDTH / len(columns), _MAX_HEIGHT / len(rows))
    side = max(side, _MIN_SIDE) if side > _MIN_STRETCH * _MIN_SIDE else side
    has_texts = side >= _MIN_SIDE
    meanings = [text for kind, (_, text) in _KINDS.items() if text and kind in kinds.values()]
    longest = max(map(len, moves.values()), default=0)
    if longest:
        hollow = "; a hollow one: another, worth as much" if longest > 1 else ""
        meanings.insert(0, f"a full arrow: the policy's move{hollow}")
    below += ["; ".join(meanings)] * bool(meanings)
    if not has_texts:
        many = f"{len(places):,} cells, too many for their values in text"
        below.append(f"{many}: the darker, the higher")
    elif any((value * 10**digits).denominator != 1 for value in finite):
        after = counted(digits, "digit")
        below.append(f"the values in the cells are rounded to {after} after the point")

    is_shaded = bool(finite) and min(finite) < max(finite) and max(map(abs, finite)) <= _MAX_SHADED
    norm = Normalize(float(min(finite)), float(max(finite))) if is_shaded else Normalize(0, 1)
    greys = LinearSegmentedColormap.from_list("greys", [(1.0,) * 3, (1.0 - _DARKEST,) * 3])
    shade = np.full((len(rows), len(columns)), norm.vmin)
    kind_at = np.full(shade.shape, "", dtype="<U9")
    for s, (row, column) in places.items():
        kind_at[row - rows[0], column - columns[0]] = kinds[s]
        if is_shaded and isinstance(values.get(s), Fraction):
            shade[row - rows[0], column - columns[0]] = float(values[s])
    width = max(5.0, len(columns) * side + (1.1 if has_texts else 1.8))  # inches
    height = len(rows) * side + 1.1 + 0.2 * len(below)
    with drawing(title, below, width=width, height=height) as figure:
        axes = figure.subplots()
        x_edges, y_edges = (np.arange(at[0] - 0.5, at[-1] + 1) for at in (columns, rows))
        frame = {"edgecolor": "#9a9a9a", "linewidth": 0.8 if has_texts else 0.4}
        for kind, (look, _) in _KINDS.items():
            if kind in kinds.values():
                masked = np.ma.masked_where(kind_at != kind, shade)
                look = {"cmap": greys, "norm": norm, "label": kind, **frame, **look}
                cells = axes.pcolor(x_edges, y_edges, masked, **look)
        axes.set(
            xlim=x_edges[[0, -1]],
            ylim=y_edges[[0, -1] if grid.upwards else [-1, 0]],
            xlabel=grid.names[1],
            ylabel=grid.names[0],
            aspect="equal",
            xticks=columns[:: ceil(len(columns) / _MAX_TICKS)],
            yticks=rows[:: ceil(len(rows) / _MAX_TICKS)] if grid.names[0] else [],
        )
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        down = -1 if grid.upwards else 1
        for s in values if has_texts else ():
            style: dict[str, Any] = {"ha": "center", "fontsize": 8, "zorder": 4}
            if kinds[s] == "end":  # hatched
                style["bbox"] = {"facecolor": "white", "edgecolor": "none", "pad": 0.8}
            row, column = places[s]
            name = _name(answer, s, kinds[s])
            parts = (_decimal(values[s], digits), 0.4, "bottom"), (name, -0.4, "top")
            for text, y, va in (*parts, (words.get(s, ""), 0.0, "center")):
                text = one_line(text)
                if len(text) > _MAX_LETTERS and va != "bottom":
                    text = f"{text[: _MAX_LETTERS - 1]}\u2026"
                if text:
                    axes.text(column, row + down * y, text, va=va, **style)
        if is_shaded and not has_texts:
            figure.colorbar(cells, ax=axes, shrink=0.8).set_label("value")
        lift, long = (-0.02, 0.27) if has_texts else (0.0, 0.42)
        head = {"width": long / 6, "headwidth": 3.6, "headlength": 3, "headaxislength": 3}
        arrow = {"angles": "xy", "scale_units": "xy", "scale": 1, "units": "xy", **head}
        arrow |= {"edgecolor": BLACK, "linewidth": 0.7, "zorder": 3}
        for label, color, some in _ARROWS:
            drawn = [(*places[s], *WAYS[way]) for s, ways in moves.items() for way in ways[some]]
            if drawn:
                i, j, v, u = np.array(drawn, dtype=float).T
                at = j, i + down * lift, long * u, long * down * v
                axes.quiver(*at, facecolor=color, label=label, **arrow)
    return figure


def _name(answer: Any, s: int, kind: str) -> str:
    """Return "start", or the rarest of a state's labels where the play ends."""
    model = answer.model
    if s in model.initial:
        return "start"
    own = [(int(where.sum()), label) for label, where in model.labels.items() if where[s]]
    return min(own)[1] if own and kind != "cell" else ""


def _decimal(value: Fraction | float, digits: int) -> str:
    """An integer as it is, a fraction to so many digits, or an infinity."""
    if isinstance(value, float):
        return "\u221e" if value > 0 else "\u2212\u221e"
    if abs(value) >= 10**_MAX_LETTERS:
        tens = digit_count(int(value)) - 1
        return f"{decimal_string(value.numerator, value.denominator * 10**tens, 2)}e{tens}"
    return decimal_string(*value.as_integer_ratio(), 0 if value.denominator == 1 else digits)


def _digits(values: Values, title: str, below: list[str]) -> Any:
    """The digits of finite values in lowest terms; those of one entry are counted once."""
    states = np.flatnonzero(~values.infinite)
    if not len(states):
        raise ValueError("every value is infinite: there is nothing to draw")
    entries, at = np.unique(values.at[states], return_inverse=True)
    reduced = [fmpq(*values.x.parts(k)) for k in entries.tolist()]
    tops = np.array([digit_count(v.p) for v in reduced])[at]
    bottoms = np.array([digit_count(v.q) for v in reduced])[at]
    longest = int(np.argmax(bottoms))
    digits = counted(int(bottoms[longest]), "digit")
    below = [*below, f"the longest denominator has {digits}, in state {states[longest]}"]
    if infinite := int(values.infinite.sum()):
        below.append(f"not drawn: {counted(infinite, 'state')} whose value is infinite")
    return digits_of_values(title, states.tolist(), tops.tolist(), bottoms.tolist(), below)

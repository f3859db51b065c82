"""The picture of an answer: its policy on a grid or of few states, else the values' digits.

A model that is no grid is drawn as a row of cells if it has few states: each has its value, and in
the middle what the policy chooses. What is drawn is in `exactbox.plots`; which state lies where
in `policy_grid`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from flint import fmpq

from exactbox.decimals import digit_count
from exactbox.mdp.answers.policy_grid import Drawable, Grid, cells_of, grid_of, reachable_states
from exactbox.mdp.exact.values import Values
from exactbox.mdp.model.layout import PerState
from exactbox.objectives import WITHOUT_Q_VALUES
from exactbox.plots.arrows import policy_grid
from exactbox.plots.digits import digits_of_values
from exactbox.plots.figures import exactly
from exactbox.showing import counted

_MAX_CELLS_IN_A_ROW = 12  # a cell of 11 inches / 12 holds its texts
_STARTS = 3  # states whose values stand below


def picture(
    answer: Drawable,
    *,
    shape: tuple[int, int] | None = None,
    arrows: Mapping[Any, str] | Sequence[str] | None = None,
    start: PerState | None = None,
) -> Any:
    """The figure of `Answer.plot`, from these states in place of the initial ones."""
    model = answer.model
    question = answer._title()
    title = f"{question[:1].upper()}{question[1:]}"
    start_states = (model.initial if start is None else start).tolist()
    below = [
        f"from {_state(answer, s)}: {exactly(answer.values[s])}" for s in start_states[:_STARTS]
    ]
    if len(start_states) > _STARTS:
        below.append(f"and from {counted(len(start_states) - _STARTS, 'more state')}")
    grid = grid_of(model, shape=shape, arrows=arrows)
    if grid is None and model.states > _MAX_CELLS_IN_A_ROW:
        return _digits(answer.values, title, below)
    if grid is None:
        grid = Grid({s: (0, s) for s in range(model.states)}, {}, ("", "state"))
        named = "" if model.actions is not None else ", counted from 0"
        if model.action_count > model.states:
            below.append(f"in the middle of a cell: the policy's choice{named}")
    below += _policy_notes(answer, grid)
    names, upwards = grid.names, grid.upwards
    return policy_grid(title, cells_of(answer, grid), below, names=names, upwards=upwards)


def _state(answer: Drawable, s: int) -> str:
    """The name of a state below the picture."""
    texts = answer.model.valuations
    return f"state {s}" + (f" [{texts[s]}]" if texts is not None and texts[s] else "")


def _policy_notes(answer: Drawable, grid: Grid) -> list[str]:
    """Notes on decisions that the arrows leave out."""
    notes = []
    if answer.policy.ndim == 2:
        notes.append("the arrows are those of the first step")
    if answer.objective in WITHOUT_Q_VALUES and len(answer.ties):
        notes.append("one best move a cell; others may be worth as much")
    drawn = np.zeros(answer.model.states, dtype=bool)
    drawn[list(grid.places)] = True
    if left_out := int((reachable_states(answer.model) & ~drawn).sum()):
        notes.append(f"not drawn: {counted(left_out, 'state')} outside of the grid")
    return notes


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
    said = f"the longest denominator has {counted(int(bottoms[longest]), 'digit')}, in state "
    below = [*below, f"{said}{states[longest]}"]
    if infinite := int(values.infinite.sum()):
        below.append(f"not drawn: {counted(infinite, 'state')} whose value is infinite")
    return digits_of_values(title, states.tolist(), tops.tolist(), bottoms.tolist(), below)

"""The grid of a Gymnasium environment: its cells, their letters, and its moves.

FrozenLake has a map, ``env.unwrapped.desc``, an array of letters (S start, F ice, H hole, G goal);
CliffWalking has ``env.unwrapped.shape``. Both number their states row by row, row 0 on top, and
their modules say which action is which: ``LEFT = 0``, ``DOWN = 1`` and so on, in another order in
each. An environment that says none of this, such as Taxi, is not a grid.

Source: Towers et al., *Gymnasium: A Standard Interface for Reinforcement Learning Environments*,
2024 (``gymnasium.envs.toy_text``).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from exactbox.formats.valuations import Valuations
from exactbox.mdp.model.layout import PerState

_MOVES = ("up", "right", "down", "left")
_LETTERS = {b"H": "hole", b"G": "goal"}


def cells_of(inner: Any, original: Sequence[int]) -> tuple[Valuations | None, dict[str, PerState]]:
    """The cells of the states, as ``column=0 & row=0``, and the "hole" and "goal" of a map.

    Without a grid there are none. The environment is without wrappers; `original` has its number of
    each state, and of a copy that of the original.
    """
    desc = getattr(inner, "desc", None)
    shape = getattr(inner, "shape", None) if desc is None else np.shape(desc)
    states, cells = max(original, default=-1) + 1, np.array(original)
    if not isinstance(shape, tuple) or len(shape) != 2 or shape[0] * shape[1] != states:
        return None, {}
    row, column = np.divmod(cells, shape[1])
    valuations = Valuations({"row": row, "column": column}, len(cells))
    if desc is None:
        return valuations, {}
    letters = np.asarray(desc).astype("S1").ravel()[cells]
    marked = {name: letters == letter for letter, name in _LETTERS.items()}
    return valuations, {name: where for name, where in marked.items() if where.any()}


def moves_of(inner: Any) -> list[str] | None:
    """The names of its actions by number, where its module has them as LEFT, DOWN, RIGHT and UP."""
    for kind in type(inner).__mro__:
        module = sys.modules.get(kind.__module__)
        move_of = {getattr(module, move.upper(), None): move for move in _MOVES}
        if move_of.keys() == {*range(len(_MOVES))}:
            return [move_of[k] for k in range(len(_MOVES))]
    return None

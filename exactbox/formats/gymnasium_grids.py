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

_WAYS = ("up", "right", "down", "left")
_LETTERS = {b"H": "hole", b"G": "goal"}


def valuations_of(inner: Any, original: Sequence[int]) -> Valuations | None:
    """The cells of the states, as ``column=0 & row=0``; None where it is not a grid.

    The environment is without wrappers; `original` has its number of each state, and of a copy that
    of the original.
    """
    shape = _shape(inner, max(original, default=-1) + 1)
    if shape is None:
        return None
    row, column = np.divmod(np.array(original), shape[1])
    return Valuations({"row": row, "column": column}, len(original))


def labels_of(inner: Any, original: Sequence[int]) -> dict[str, PerState]:
    """The states of "hole" and "goal", where a map has them."""
    if _shape(inner, max(original, default=-1) + 1) is None or not hasattr(inner, "desc"):
        return {}
    letters = np.asarray(inner.desc).astype("S1").ravel()[np.array(original)]
    marked = {name: letters == letter for letter, name in _LETTERS.items()}
    return {name: where for name, where in marked.items() if where.any()}


def moves_of(inner: Any) -> list[str] | None:
    """The names of its actions by number, where its module has them as LEFT, DOWN, RIGHT and UP."""
    for kind in type(inner).__mro__:
        module = sys.modules.get(kind.__module__)
        way_of = {getattr(module, way.upper(), None): way for way in _WAYS}
        if way_of.keys() == {*range(len(_WAYS))}:
            return [way_of[k] for k in range(len(_WAYS))]
    return None


def _shape(inner: Any, states: int) -> tuple[int, ...] | None:
    """Rows and columns, where they make as many cells as there are states."""
    letters = getattr(inner, "desc", None)
    shape = getattr(inner, "shape", None) if letters is None else np.shape(letters)
    if not isinstance(shape, tuple) or len(shape) != 2:
        return None
    return shape if shape[0] * shape[1] == states else None

"""Policies that depend on the epoch of a backward induction: on the steps, or what is spent."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from exactbox.mdp.model.layout import Array, distinct


class Schedule:
    """A policy that depends on the epoch: rows of actions, numbered within their states.

    Its shape is (rows, S). Only the changes from row to row are stored; rows are made on demand.
    """

    ndim = 2

    def __init__(
        self, shape: tuple[int, int], top: int, epoch: Array, state: Array, action: Array
    ) -> None:
        self.shape = shape
        self._top = top  # the epoch of row 0
        self._epoch, self._state, self._action = epoch, state, action  # by increasing epoch
        self._width = shape[1]
        self._inside: Array | None = None  # these as `spread` has them
        self._label: Array = state[:0]
        self._start: Array = state[:0]
        self._alike: Array | None = None

    def extend(
        self, states: int, inside: Array, label: Array, start: Array, action: Array | None
    ) -> Schedule:
        """A schedule of more states: inside[k] does as label[k] does, the others take action 0.

        Action j of label[k] is action[start[k] + j] of that state, if that is given.
        """
        larger = Schedule((len(self), states), self._top, self._epoch, self._state, self._action)
        larger._width = self.shape[1]
        larger._inside, larger._label, larger._start, larger._alike = inside, label, start, action
        return larger

    def __repr__(self) -> str:
        return f"Schedule({self.shape[0]:,} rows of {self.shape[1]:,} states)"

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, row: Any) -> Array:
        """(S,) the actions in a row, or the rows of a slice as an array."""
        if isinstance(row, slice):
            rows = [self[k] for k in range(len(self))[row]]
            return np.array(rows, dtype=np.int64).reshape(-1, self.shape[1])
        epoch = self._top - range(len(self))[row]  # IndexError where there is none
        last = int(np.searchsorted(self._epoch, epoch, side="right"))
        actions = np.zeros(self._width, dtype=np.int64)
        actions[self._state[:last]] = self._action[:last]  # the last write stays
        if self._inside is None:
            return actions
        extended = np.zeros(self.shape[1], dtype=np.int64)
        own = actions[self._label]
        extended[self._inside] = own if self._alike is None else self._alike[self._start + own]
        return extended

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        return self[:].astype(np.int64 if dtype is None else dtype)

    def runs(self) -> Iterator[tuple[int, Array]]:
        """Yield the runs of equal rows: the length of the run, and its row."""
        changes = distinct(self._epoch)  # rows change from epoch - 1 to epoch
        bounds = [self._top - len(self), *(changes - 1).tolist(), self._top]
        spans = [(low, high) for low, high in pairwise(sorted(set(bounds))) if high <= self._top]
        for low, high in reversed(spans):
            yield high - low, self[self._top - high]

    def tolist(self) -> list[list[int]]:
        """All rows."""
        rows: list[list[int]] = self[:].tolist()
        return rows

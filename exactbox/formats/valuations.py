"""The values of variables in all states: columns of numbers, and texts only where asked for.

The texts of a model of 157,000 states with 84 variables take 2 s, as long as Storm takes to build
it, and most questions show one of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np

from exactbox.mdp.model.layout import Array, PerState


@dataclass(frozen=True, eq=False)
class Valuations(Sequence[str]):
    """The values of every state in words, by the names of the variables; ints, or truths.

    Examples
    --------
    >>> valuations = Valuations({"x": np.array([0, 3]), "done": np.array([False, True])}, 2)
    >>> valuations[0], list(valuations)
    ('done=false & x=0', ['done=false & x=0', 'done=true & x=3'])
    """

    values: Mapping[str, Array]
    states: int

    def __len__(self) -> int:
        return self.states

    @overload
    def __getitem__(self, state: int) -> str: ...
    @overload
    def __getitem__(self, state: slice) -> list[str]: ...
    def __getitem__(self, state: int | slice) -> str | list[str]:
        if isinstance(state, slice):
            return [self[s] for s in range(self.states)[state]]
        if not -self.states <= state < self.states:
            raise IndexError(f"state {state} of {self.states}")
        return " & ".join(_text(name, self.values[name][state]) for name in sorted(self.values))

    def __iter__(self) -> Iterator[str]:
        """All texts; each different value of a variable is written once."""
        if not self.values:
            return iter([""] * self.states)
        columns = []
        for name in sorted(self.values):
            different, which = np.unique(self.values[name], return_inverse=True)
            texts = [_text(name, value) for value in different]
            columns.append([texts[k] for k in which.tolist()])
        return map(" & ".join, zip(*columns, strict=True))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def only(self, states: PerState) -> Valuations:
        """The valuations of these states, in their order."""
        taken = {name: column[states] for name, column in self.values.items()}
        return Valuations(taken, len(states))


def _text(name: str, value: object) -> str:
    """``done=true``, ``x=3``"""
    return f"{name}={str(value).lower()}"

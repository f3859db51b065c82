"""The variables of a model's states, from their valuations: texts such as ``x=3 & done=true``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NoReturn

import numpy as np

from exactbox.formats.valuations import Valuations
from exactbox.properties.evaluation import Value
from exactbox.properties.tokens import PropertyError

if TYPE_CHECKING:
    from exactbox.mdp.model.layout import Array


@dataclass(frozen=True, eq=False)
class Column:
    """The value of an atom in every state: ``values[code[s]]``."""

    code: Array
    values: list[Value]


class Columns(Mapping[str, Column]):
    """The variables of a model that Storm has built, each made a column when it is asked for."""

    def __init__(self, values: Mapping[str, Array]) -> None:
        self._values = values
        self._known: dict[str, Column] = {}

    def __getitem__(self, name: str) -> Column:
        if name not in self._known:
            different, code = np.unique(self._values[name], return_inverse=True)
            truths = different.dtype == bool
            values: list[Value] = [bool(v) if truths else int(v) for v in different.tolist()]
            self._known[name] = Column(code, values)
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


def variables_of(valuations: Sequence[str]) -> Mapping[str, Column]:
    """The variables that the states of a model have, by name."""
    if isinstance(valuations, Valuations):
        return Columns(valuations.values)
    return columns_of(valuations)


def columns_of(valuations: Sequence[str]) -> dict[str, Column]:
    """Texts such as ``x=3 & done=true``, one a state, as a column for each variable.

    A PropertyError names the state whose text is none, or has other variables than the first.
    """
    texts = list(valuations)
    rows = [text.split(" & ") for text in texts]
    if any(len(row) != len(rows[0]) for row in rows):
        s = next(s for s, row in enumerate(rows) if len(row) != len(rows[0]))
        _no_valuation(s, texts[s])
    found: dict[str, Column] = {}
    for parts in zip(*rows, strict=True):
        codes: dict[str, int] = {}
        code = np.array([codes.setdefault(part, len(codes)) for part in parts], dtype=np.int64)
        values, name = [], parts[0].partition("=")[0]
        for part, k in codes.items():
            value = _valued(part, name)
            if value is None:
                s = int(np.argmax(code == k))
                _no_valuation(s, texts[s])
            values.append(value)
        found[name] = Column(code, values)
    return found


def _valued(part: str, name: str) -> Value | None:
    """The value in ``x=3``, or None."""
    known, sign, value = part.partition("=")
    if known != name or not sign or not name.isidentifier():
        return None
    if value in ("true", "false"):
        return value == "true"
    try:
        return int(value)
    except ValueError:
        pass
    try:
        return Fraction(value)
    except (ValueError, ZeroDivisionError):
        return None


def _no_valuation(state: int, text: str) -> NoReturn:
    raise PropertyError(
        f"state {state} has the valuation {text[:60]!r}, need x=3 & y=true of the same variables "
        "as the first state: expressions are evaluated by them"
    )

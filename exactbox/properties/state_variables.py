"""The variables of a model's states, from their valuations: texts such as ``x=3 & done=true``."""

from __future__ import annotations

from collections.abc import Sequence
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


def variables_of(valuations: Sequence[str]) -> dict[str, Array | Column]:
    """The variables of a model's states, by name: arrays where Storm has built it, else columns."""
    if isinstance(valuations, Valuations):
        return dict(valuations.values)
    return dict(columns_of(valuations))


def column_of(values: Array) -> Column:
    """The integers or booleans of all states as a column."""
    different, code = np.unique(values, return_inverse=True)
    kind = bool if different.dtype == bool else int
    return Column(code, [kind(v) for v in different.tolist()])


def columns_of(valuations: Sequence[str]) -> dict[str, Column]:
    """Texts such as ``x=3 & done=true``, one a state, as a column for each variable.

    A PropertyError names the state whose text is none, or has other variables than the first.
    """
    texts = list(valuations)
    rows = [text.split(" & ") for text in texts]
    if any(len(row) != len(rows[0]) for row in rows):
        s = next(s for s, row in enumerate(rows) if len(row) != len(rows[0]))
        _no_valuation(s, texts[s])
    columns: dict[str, Column] = {}
    for parts in zip(*rows, strict=True):
        codes: dict[str, int] = {}
        code = np.array([codes.setdefault(part, len(codes)) for part in parts], dtype=np.int64)
        values, name = [], parts[0].partition("=")[0]
        for part, k in codes.items():
            value = _value_of(part, name)
            if value is None:
                s = int(np.argmax(code == k))
                _no_valuation(s, texts[s])
            values.append(value)
        columns[name] = Column(code, values)
    return columns


def _value_of(part: str, name: str) -> Value | None:
    """The value in ``x=3``, or None."""
    key, sign, value = part.partition("=")
    if key != name or not sign or not name.isidentifier():
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

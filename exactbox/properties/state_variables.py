"""The variables of a model's states, from their valuations: texts such as ``x=3 & done=true``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NoReturn

import numpy as np

from exactbox.properties.evaluation import Value
from exactbox.properties.tokens import PropertyError

if TYPE_CHECKING:
    from exactbox.mdp.model.layout import Array


@dataclass(frozen=True, eq=False)
class Column:
    """The value of an atom in every state: ``values[code[s]]``."""

    code: Array
    values: list[Value]


def columns_of(valuations: Sequence[str]) -> dict[str, Column]:
    """Texts such as ``x=3 & done=true``, one a state, as a column for each variable.

    A PropertyError names the state whose text is none, or has other variables than the first.
    """
    texts = list(valuations)

    def fail(state: int) -> NoReturn:
        raise PropertyError(
            f"state {state} has the valuation {texts[state][:60]!r}, need x=3 & y=true of the same "
            "variables as the first state: expressions are evaluated by them"
        )

    rows = [text.split(" & ") for text in texts]
    if any(len(row) != len(rows[0]) for row in rows):
        fail(next(s for s, row in enumerate(rows) if len(row) != len(rows[0])))
    columns: dict[str, Column] = {}
    for parts in zip(*rows, strict=True):
        codes: dict[str, int] = {}
        code = np.array([codes.setdefault(part, len(codes)) for part in parts], dtype=np.int64)
        values: list[Value] = []
        name = parts[0].partition("=")[0]
        for part, k in codes.items():
            key, sign, text = part.partition("=")
            try:
                if key != name or not sign or not name.isidentifier():
                    raise ValueError
                if text in ("true", "false"):
                    values.append(text == "true")
                else:
                    is_integer = text.lstrip("+-").isdigit()
                    values.append(int(text) if is_integer else Fraction(text))
            except (ValueError, ZeroDivisionError):
                fail(int(np.argmax(code == k)))
        columns[name] = Column(code, values)
    return columns

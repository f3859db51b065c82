"""Summaries of results of several parts: in a line, in some lines, and as HTML.

Every part is read at a glance: a long number is its decimal and how many digits it has, of a long
tuple there are both ends, and a large matrix in a line is its shape. The parts have all of it.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

from flint import fmpz

from exactbox.linalg.results import matrix_text
from exactbox.linalg.results.exact import ExactMatrix

_MAX_PART_LENGTH = 100  # characters of a part in a line
_MAX_TUPLE_ENTRIES = 12  # entries of a tuple that are all shown
_END_ENTRIES = 3  # ... and at each end of others


@dataclass(frozen=True, repr=False)
class Summary:
    """A result whose parts are its fields.

    Examples
    --------
    >>> from exactbox.linalg import lstsq
    >>> found = lstsq([[1, 0], [1, 1], [1, 3]], [1, 2, 2])
    >>> found
    LeastSquares(x=ExactVector([9/7, 2/7]), residual=2/7, rank=2, unique=True)
    >>> print(found)
    LeastSquares
    x         [9/7, 2/7]
    residual  2/7
    rank      2
    unique    True
    """

    def __repr__(self) -> str:
        parts = (f"{name}={_line(value)}" for name, value in _parts(self))
        return f"{type(self).__name__}({', '.join(parts)})"

    def __str__(self) -> str:
        parts = _parts(self)
        width = max(len(name) for name, _ in parts) + 2
        lines = [type(self).__name__]
        for name, value in parts:
            text = str(value) if isinstance(value, ExactMatrix) else _line(value)
            first, *more = text.split("\n")
            lines += [f"{name:<{width}}{first}", *(f"{'':<{width}}{line}" for line in more)]
        return "\n".join(lines)

    def _repr_latex_(self) -> str:
        rows = (rf"\text{{{name}}} & {_latex(value)}" for name, value in _parts(self))
        body = r" \\ ".join(row.replace("_", r"\_") for row in rows)
        return rf"$\displaystyle \begin{{array}}{{ll}}{body}\end{{array}}$"

    def _repr_html_(self) -> str:
        parts = ((name, _html(value)) for name, value in _parts(self))
        rows = (f"<tr><th>{name}</th><td>{text}</td></tr>" for name, text in parts)
        caption = f"<caption>{type(self).__name__}</caption>"
        return f"<table>{caption}<tbody>{''.join(rows)}</tbody></table>"


def _parts(result: Any) -> list[tuple[str, Any]]:
    """Names and values of the fields."""
    return [(field.name, getattr(result, field.name)) for field in fields(result)]


def _line(value: Any) -> str:
    """A part in few characters."""
    if isinstance(value, ExactMatrix):
        text = repr(value)
        if len(text) <= _MAX_PART_LENGTH:
            return text
        size = f"{len(value)} entries" if value.ndim == 1 else " x ".join(map(str, value.shape))
        return f"{type(value).__name__}({size})"
    if isinstance(value, tuple):
        shown = list(map(_line, value[:_END_ENTRIES] if len(value) > _MAX_TUPLE_ENTRIES else value))
        if len(value) > _MAX_TUPLE_ENTRIES:
            shown += ["...", *map(_line, value[-_END_ENTRIES:])]
            return f"({', '.join(shown)}; {len(value)} entries)"
        return f"({', '.join(shown)}{',' * (len(shown) == 1)})"
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        return matrix_text.short(fmpz(value.numerator), fmpz(value.denominator))
    return repr(value)


def _html(value: Any) -> str:
    from html import escape

    return matrix_text.html(value) if isinstance(value, ExactMatrix) else escape(_line(value))


def _latex(value: Any) -> str:
    """A part in LaTeX; what is no number and no matrix is text."""
    if isinstance(value, ExactMatrix):
        return matrix_text.latex_body(value)
    text = _line(value)
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        return matrix_text.latex_number(text)
    return rf"\text{{{text}}}"

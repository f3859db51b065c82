"""How games' results are shown and saved: rounded numbers, tables in HTML, data frames, files.

Only the standard library is loaded until a number is long or a table is asked for.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from exactbox.certificate import Provable

_SHORT = 1000  # digits that Python prints in 30 us; it refuses 4,301, and FLINT takes 0.1 s to load
DIGITS = 12  # after the point, in summaries


def rounded(value: Fraction, digits: int = DIGITS) -> str:
    """The value, which is not negative, rounded half to even to so many digits after the point.

    Examples
    --------
    >>> rounded(Fraction(2, 3), 6), rounded(Fraction(1, 8), 2), rounded(Fraction(5, 2), 0)
    ('0.666667', '0.12', '2')
    """
    size = value.numerator.bit_length() - value.denominator.bit_length()
    if not 0 <= digits <= _SHORT or size > 3 * _SHORT:
        from exactbox.decimals import decimal_string

        return decimal_string(value.numerator, value.denominator, digits)
    text = f"{round(value * 10**digits):0{digits + 1}d}"
    return f"{text[:-digits]}.{text[-digits:]}" if digits else text


def number_lines(value: Fraction) -> list[tuple[str, str]]:
    """A number, exactly and rounded, as rows of a summary; long integers are shortened."""
    from exactbox.decimals import fraction_string

    return [("exactly", fraction_string(value)), ("decimal", rounded(value))]


def summary(title: str, rows: Iterable[tuple[str, str]]) -> str:
    """A title and, under it, names and texts.

    Examples
    --------
    >>> print(summary("craps", [("exactly", "244/495")]))
    craps
      exactly   244/495
    """
    return "\n".join([title, *(f"  {name:<9} {text}" for name, text in rows)])


def html_table(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in HTML, escaped.

    Examples
    --------
    >>> html_table("a < b", [], [["1", "2"]])
    '<table><caption>a &lt; b</caption><tr><td>1</td><td>2</td></tr></table>'
    """
    from html import escape

    lines = [("th", head)] * bool(head) + [("td", row) for row in rows]
    body = "".join(
        f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in row)}</tr>"
        for tag, row in lines
    )
    return f"<table><caption>{escape(title)}</caption>{body}</table>"


def data_frame(columns: Mapping[str, Sequence[Any]]) -> Any:
    """The columns as a pandas.DataFrame; exact numbers stay Fractions.

    Raises
    ------
    ImportError
        Without pandas.
    """
    try:
        pandas = import_module("pandas")
    except ImportError:
        raise ImportError("data frames need pandas: pip install 'exactbox[frames]'") from None
    return pandas.DataFrame(columns)


def save(result: Provable, path: str | os.PathLike[str]) -> None:
    """Write the certificate of a result, after the independent checker has passed it.

    Raises
    ------
    InvalidCertificate
        If the checker proves something else than the result, or nothing; no file is written.
    OSError
        If the file cannot be written.
    """
    from exactbox.certificate import proved
    from exactbox.files import write

    write(path, proved(result).data)

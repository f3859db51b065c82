"""Pages of findings in Markdown: what a table says, of all rows in question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

from exactbox.decimals import Style, equals
from exactbox.games.atlas.table import DataFrame, Series

DIGITS = 6  # after the point, beside the fraction
Section = tuple[str, list[str]]  # heading and paragraphs: none where there is nothing to say


def page(title: str, rows: DataFrame, *sections: Callable[[DataFrame], Section]) -> str:
    """A table's page: sections of its rows, with the column `value`."""
    from flint import fmpz  # Python's own conversion is limited, and slow for thousands of digits

    checked = rows.checked.sum()
    how = {
        0: "none of them has been proved and checked here",
        len(rows): "each proved, and checked",
    }
    parts = [
        f"# {title}",
        f"{len(rows):,} variants, each value computed in whole numbers without rounding; "
        f"{how.get(checked, f'{checked:,} of them proved, and checked')} (column `checked`). What "
        "is said below is read off the table alone; numbers are rounded (`~`) beside the fraction, "
        "and long fractions are in full there.",
    ]
    ratios = ([int(fmpz(number)) for number in text.split("/")] for text in rows.fraction)
    rows = rows.assign(value=[Fraction(*ratio) for ratio in ratios])
    for heading, paragraphs in (section(rows) for section in sections):
        parts += [f"## {heading}", *paragraphs] if paragraphs else []
    return "\n\n".join(parts) + "\n"


def number(value: Fraction) -> str:
    """A value, rounded and exactly; of a long fraction the ends, and how many digits it has.

    Examples
    --------
    >>> number(Fraction(145, 1944)), number(Fraction(1, 2))
    ('0.074588 ~ 145/1944', '0.500000 = 1/2')
    """
    style = Style(DIGITS)
    return f"{style.decimal(value)} {equals(value, DIGITS)} {style.exactly(value)}"


def extremes(rows: DataFrame, column: str, *which: Callable[..., Any]) -> list[Any]:
    """The first row with a column's greatest value, by `max`, or least, by `min`; of none, none."""
    values = rows[column].tolist()
    places = [values.index(each(values)) for each in which if values]
    return [*rows.iloc[places].itertuples()]


def signs(gains: Series) -> tuple[int, int, int]:
    """How many of these numbers are above, at and below 0."""
    up, down = (gains > 0).sum(), (gains < 0).sum()
    return up, len(gains) - up - down, down


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table's lines."""
    return "\n".join(f"| {' | '.join(each)} |" for each in (head, ["---"] * len(head), *rows))


def how_many(some: int, of: int, what: str) -> str:
    """``in all 12 pairs``, ``in none of 12 pairs`` or ``in 3 of 12 pairs``.

    Examples
    --------
    >>> how_many(3, 12, "pairs"), how_many(12, 12, "pairs"), how_many(0, 12, "pairs")
    ('in 3 of 12 pairs', 'in all 12 pairs', 'in none of 12 pairs')
    """
    if some == of:
        return f"in all {of:,} {what}"
    return f"in none of {of:,} {what}" if not some else f"in {some:,} of {of:,} {what}"

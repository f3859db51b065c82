"""Pages of findings in Markdown: what a table says, of all rows in question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from exactbox.decimals import decimal_string, equals, fraction_string
from exactbox.games.atlas.table import DataFrame

DIGITS = 6  # after the point, beside the fraction
Section = Callable[[DataFrame], list[str]]


def page(title: str, rows: DataFrame, sections: Mapping[str, Section]) -> str:
    """A table's page: sections of its rows, with the column `value`, that have something to say."""
    from flint import fmpz  # Python's own conversion is limited, and slow for thousands of digits

    proved = rows.checked.sum()
    said = {
        0: "none of them has been proved and checked here",
        len(rows): "each proved, and checked",
    }
    lines = [
        f"# {title}",
        "",
        f"{len(rows):,} variants, each value computed in whole numbers without rounding; "
        f"{said.get(proved, f'{proved:,} of them proved, and checked')} (column `checked`). What "
        "is said below is read off the table alone; numbers are rounded (`~`) beside the fraction, "
        "and long fractions are in full there.",
        "",
    ]
    ratios = ([int(fmpz(number)) for number in text.split("/")] for text in rows.fraction)
    rows = rows.assign(value=[Fraction(*ratio) for ratio in ratios])
    for heading, section in sections.items():
        if found := section(rows):
            lines += [f"## {heading}", "", *found, ""]
    return "\n".join(lines)


def number(value: Fraction) -> str:
    """A value, rounded and exactly; of a long fraction the ends, and how many digits it has.

    Examples
    --------
    >>> number(Fraction(145, 1944)), number(Fraction(1, 2))
    ('0.074588 ~ 145/1944', '0.500000 = 1/2')
    """
    decimal = decimal_string(value.numerator, value.denominator, DIGITS)
    return f"{decimal} {equals(value, DIGITS)} {fraction_string(value)}"


def extreme(rows: DataFrame, column: str, which: Callable[..., Any]) -> Any:
    """The first row that has the greatest of a column's values, by `max`, or by `min` the least."""
    values = rows[column].tolist()
    return next(rows.iloc[[values.index(which(values))]].itertuples())


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table's lines."""
    return [f"| {' | '.join(each)} |" for each in (head, ["---"] * len(head), *rows)]


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

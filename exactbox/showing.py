"""Results that show themselves: in a line, in a summary of some lines, as a small table in HTML.

A result says its title (the question, in words), its value in a few characters, and facts, which
are pairs of a label and a text; never its arrays. The line is what an interpreter shows, the
summary is what `print` prints, and a notebook shows the table.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from reprlib import Repr
from typing import Any

from exactbox.decimals import decimal_string, fraction_string, short_integer
from exactbox.late import extra

Columns = dict[str, Any]  # of a data frame: a sequence each
Facts = list[tuple[str, str]]  # a label, of at most nine letters, and what there is to say


Fields = dict[str, Any]  # of JSON: the numbers among them are Fractions and infinities


@dataclass(frozen=True)
class Row:
    """A fact of a report: a label and a text, and what it is in JSON; either may be missing.

    A text without a label stands alone, and may be several lines, which are made as they are
    printed, one by one or by a call; so may the fields.
    """

    label: str = ""
    text: str | Iterable[str] | Callable[[], Iterable[str]] | None = None
    fields: Fields | Callable[[], Fields] | None = None


class Shown(ABC):
    """A result with a title, a value in brief and facts, which is shown by them.

    It is no truth value, unless a class says what is true: ``if answer`` is a TypeError.
    """

    @abstractmethod
    def _title(self) -> str:
        """The kind of result, or its question, in words."""

    @abstractmethod
    def _brief(self) -> str:
        """The value, in a few characters."""

    @abstractmethod
    def _facts(self) -> Facts:
        """The lines of the summary under the title."""

    @property
    def note(self) -> str:
        """A warning of what the value does not say, in a line; empty where there is none."""
        return ""

    def __bool__(self) -> bool:
        raise TypeError(
            f"{one_line(self._title())}: the answer is {self._brief()}, which is neither true nor "
            "false; compare its .value"
        )

    def __repr__(self) -> str:
        note = f"; {self.note}" if self.note else ""
        return f"{type(self).__name__}({one_line(self._title())}: {self._brief()}{note})"

    def __str__(self) -> str:
        return summary(self._title(), self._facts())

    def _repr_html_(self) -> str:
        return html_table(self._title(), [], self._facts())


def summary(title: str, facts: Iterable[tuple[str, str]]) -> str:
    """A title and, under it, labels and texts, a line each.

    Examples
    --------
    >>> print(summary("craps", [("exactly", "244/495")]))
    craps
      exactly   244/495
    """
    return "\n".join([one_line(title), *(fact_line(*fact) for fact in facts)])


def fact_line(label: str, text: str) -> str:
    """A label and a text, as they stand under a title."""
    return f"  {label:<9} {one_line(text)}"


def number_facts(value: Fraction, whole: int, digits: int) -> Facts:
    """A rational, exactly, with longer integers than `whole` shortened, and rounded.

    Examples
    --------
    >>> number_facts(Fraction(2, 3), 100, 4)
    [('exactly', '2/3'), ('decimal', '0.6667')]
    """
    exactly = fraction_string(value, whole=whole)
    return [
        ("exactly", exactly),
        ("decimal", decimal_string(value.numerator, value.denominator, digits)),
    ]


def html_table(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in HTML, escaped; without a head the first cell of a row is its label.

    Examples
    --------
    >>> html_table("a < b", [], [("one", "1")])
    '<table><caption>a &lt; b</caption><tr><th>one</th><td>1</td></tr></table>'
    """
    from html import escape

    def row(cells: Sequence[str], headings: int) -> str:
        tags = ["th"] * headings + ["td"] * (len(cells) - headings)
        inside = (
            f"<{tag}>{escape(one_line(cell))}</{tag}>"
            for tag, cell in zip(tags, cells, strict=True)
        )
        return f"<tr>{''.join(inside)}</tr>"

    lines = [row(head, len(head))] * bool(head) + [row(cells, not head) for cells in rows]
    return f"<table><caption>{escape(one_line(title))}</caption>{''.join(lines)}</table>"


def linear_form(terms: Iterable[tuple[Any, int]], names: Sequence[str]) -> str:
    """A sum of columns in words.

    Examples
    --------
    >>> from fractions import Fraction
    >>> linear_form([(1, 0), (Fraction(-1, 2), 1)], ["bread", "cake"])
    'bread - 1/2 cake'
    """
    text = ""
    for value, j in terms:
        sign = ("-" if value < 0 else "") if not text else " - " if value < 0 else " + "
        size = "" if abs(value) == 1 else f"{abs(value)} "
        text += f"{sign}{size}{names[j]}"
    return text or "0"


def counted(count: int, what: str) -> str:
    """So many things.

    Examples
    --------
    >>> counted(1, "row"), counted(2000, "row"), counted(2, "entry"), counted(0, "branch")
    ('1 row', '2,000 rows', '2 entries', '0 branches')
    >>> counted(2, "vertex")
    '2 vertices'
    """
    if what.endswith("ex"):
        return f"{count:,} {what if count == 1 else what[:-2] + 'ices'}"
    many = f"{what[:-1]}ies" if what.endswith("ry") else f"{what}{'e' * what.endswith('ch')}s"
    return f"{count:,} {what if count == 1 else many}"


def rounded_seconds(seconds: float) -> str:
    """A forecast in words, as rough as it is.

    Examples
    --------
    >>> [rounded_seconds(s) for s in (0.04, 7.3, 48, 610, 9000, 3e6)]
    ['a second or less', '7 seconds', '50 seconds', '10 minutes', '2 hours', '35 days']
    """
    if seconds < 1.5:
        return "a second or less"
    for size, name in ((86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 1.5 * size:
            return f"{seconds / size:,.0f} {name}"
    return f"{seconds:.0f} seconds" if seconds < 20 else f"{round(seconds, -1):.0f} seconds"


def one_line(text: str) -> str:
    """The text, with what cannot be printed, or would end the line, escaped.

    Examples
    --------
    >>> print(one_line("done\\n"))
    done\\n
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def show(value: Any) -> str:
    """The text of a value in messages: its ends where it is long, in one line.

    Examples
    --------
    >>> show([0.5, "a\\nb"]), show(range(9))
    ("[0.5, 'a\\\\nb']", 'range(0, 9)')
    >>> show(10**5000)
    '10000000000000000000...00000000000000000000 (5001 digits)'
    """
    return " ".join(_REPR.repr(value).split())


_MAX_PYTHON_BITS = 3000  # bits of an integer from which its digits are counted


class _Repr(Repr):
    """Python's repr, which refuses integers of more than 4,300 digits."""

    def repr_int(self, x: int, level: int) -> str:
        """An integer of any length."""
        return (
            super().repr_int(x, level) if x.bit_length() <= _MAX_PYTHON_BITS else short_integer(x)
        )

    def repr_Fraction(self, x: Fraction, level: int) -> str:
        """A fraction, with integers of any length."""
        p, q = (self.repr_int(part, level) for part in (x.numerator, x.denominator))
        return f"Fraction({p}, {q})"


_REPR = _Repr()
_REPR.maxother = _REPR.maxstring = 60  # characters: as much as fits in a line with what is said


def first_names(names: Iterable[str], most: int = 12) -> str:
    """The first of the names, and how many more there are; "none" if there is none.

    Examples
    --------
    >>> first_names(["a", "b", "c"], most=2)
    'a, b and 1 more'
    """
    every = [*names]
    more = f" and {len(every) - most:,} more" if len(every) > most else ""
    return ", ".join(every[:most]) + more if every else "none"


def quoted_list(names: Iterable[str], most: int = 8) -> str:
    """As `first_names`, in quotes."""
    return first_names(map(repr, names), most)


def quoted_names(names: Iterable[str], wanted: str = "") -> str:
    """All names, increasing, in quotes, and the one that resembles the wanted name."""
    from difflib import get_close_matches

    every = sorted(names)
    near = get_close_matches(wanted, every, 1) if len(every) > 1 else []
    meant = "".join(f"; did you mean {name!r}?" for name in near)
    return quoted_list(every, len(every)) + meant


def frame(columns: Columns) -> Any:
    """The columns as a data frame of pandas; an ImportError says how to install it."""
    needed = "a data frame needs pandas: pip install 'exactbox[frames]'"
    return extra("pandas", needed).DataFrame(columns)

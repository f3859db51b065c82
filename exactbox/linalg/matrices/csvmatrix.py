"""Tables of numbers as text: what spreadsheets and ``numpy.savetxt`` write, read exactly.

A line is a row. Cells are separated by semicolons if there are any in the file, else by tabs, else
by commas, else by blanks. With semicolons a comma is a decimal comma, as where such files come
from; then no number has a point as well, because it might separate thousands. In any other table,
between tabs or in quotes, commas are decimal ones if one of them cannot separate thousands, as in
0,5 and unlike 1,234; else they are refused. A number with a percent sign is as many hundredths. (A
single column with decimal commas has no
semicolons: it is read as two columns, and `decimal_commas` says that it may be one; with one at the
end of each line, or of one of them, it is read as it is meant.) Cells may stand in quotes.

Lines that begin with ``#`` are comments, but for errors of spreadsheets, such as ``#N/A``, which
are no numbers in any cell. Empty lines at the end are not rows, and empty cells at the end of all
rows are not columns: spreadsheets write them. Every other cell is a number as
`entries.exact_ratio` reads it: an integer, a decimal or p/q. A zero is written.

A first line of names is a header, and a first column of names has the names of the rows; they are
kept (`Labels`). A name begins with a letter; numbers are names where an empty corner stands between
a first line and a first column that are the same. Where only some of these cells are names the
table is refused: a row that is left out by mistake would be another matrix.

Source: Shafranovich, *Common Format and MIME Type for CSV Files*, RFC 4180, 2005.
"""

from __future__ import annotations

import re
from fractions import Fraction

import numpy as np

from exactbox.inputs import require_memory_for_words
from exactbox.linalg.matrices.entries import exact_number
from exactbox.linalg.matrices.integers import int_array, objects
from exactbox.linalg.matrices.rational import NO_LABELS, Labels
from exactbox.linalg.matrices.sparse import Array, Coordinates
from exactbox.showing import counted

_NOT_FINITE = ("nan", "inf", "infinity")
_HEADER = (
    " (a header? all of its cells have to be names; numbers are names in both a first line and a "
    "first column that are the same, with an empty corner)"
)
_QUOTED = re.compile(r'"(?:[^"]|"")*"')
_COMMENT = re.compile(r"#(?![A-Z][A-Z0-9/]*[!?]?\s*(?:[;,\t]|$))")
_DECIMAL = re.compile(r"[+-]?[0-9]+,[0-9]+")  # it may be two integers
_NUMBER = re.compile(
    r"([+-]?(?=[.,]?[0-9])[0-9]*[.,]?[0-9]*(?:[eE][+-]?[0-9]+)?)\s*(%?)"  # a percent sign
)
_SURELY_DECIMAL = re.compile(  # not three digits that may be a group of thousands
    r"[+-]?(?![1-9][0-9]{0,2},[0-9]{3}(?![0-9]))[0-9]+,[0-9]+(?:[eE][+-]?[0-9]+)?\s*%?"
)
_PLAIN = re.compile(r"[+-]?[0-9]{1,18}")  # what int() reads as this format does


def read_csv(text: str, name: str) -> tuple[Coordinates, Labels]:
    """The shape and the entries of a table, and the names of its rows and columns.

    A ValueError names the file, and the line and column, from 1, of a cell that is not a number, or
    of a row that is longer or shorter than the first.

    Examples
    --------
    >>> (shape, rows, columns, values), labels = read_csv("1;0,5\\n2/3;4\\n", "A.csv")
    >>> shape, list(map(str, values)), labels
    ((2, 2), ['1', '1/2', '2/3', '4'], Labels(rows=None, columns=None))
    >>> read_csv(",flour,oven\\nbread,1,3\\ncake,1,1\\n", "A.csv")[1]
    Labels(rows=('bread', 'cake'), columns=('flour', 'oven'))
    """
    require_memory_for_words(_words(text), name)
    separator = _separator(text)
    lines = [
        (number, _cells(line, separator))
        for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1)
        if not _COMMENT.match(line)
    ]
    while lines and not any(lines[-1][1]):
        lines.pop()
    if not lines:
        raise ValueError(f"{name}: found comments alone, need a row of numbers")
    width = max(_filled(cells) for _, cells in lines)
    rows = [(number, cells[:width]) for number, cells in lines]
    first, top = rows[0]
    need = f"need {len(top)} as line {first} has"
    for number, cells in rows:
        if not any(cells):
            raise ValueError(f"{name}:{number}: found an empty line, need a row of numbers")
        if len(cells) != len(top):
            column = separator == "," and {len(cells), len(top)} == {1, 2}
            hint = " (one column with decimal commas? end its lines with a semicolon)" * column
            raise ValueError(f"{name}:{number}: found {counted(len(cells), 'cell')}, {need}{hint}")
    labels = _labels([cells for _, cells in rows])
    left = 0 if labels.rows is None else 1
    rows = [(number, cells[left:]) for number, cells in rows[labels.columns is not None :]]
    m, n = len(rows), len(top) - left
    values = _values([cell for _, cells in rows for cell in cells])
    if values is None:
        every = (cell for _, cells in rows for cell in cells)
        if separator == ";":
            decimal_comma = any("," in cell for cell in every)
        else:
            decimal_comma = any("," in cell and _SURELY_DECIMAL.fullmatch(cell) for cell in every)
        value_of = dict[str, int | Fraction]()  # each distinct text once
        for number, cells in rows:
            for j, cell in enumerate(cells, 1 + left):
                if cell not in value_of:
                    place = f"{name}:{number}: column {j}"
                    if not cell:
                        hint = _HEADER if (number, j) == (first, 1) else " (0 has to be written)"
                        raise ValueError(f"{place}: found an empty cell, need a number{hint}")
                    value_of[cell] = _number(cell, place, decimal_comma, number == first)
        values = objects([value_of[cell] for _, cells in rows for cell in cells])
    return ((m, n), np.repeat(np.arange(m), n), np.tile(np.arange(n), m), values), labels


def place_of(text: str, labels: Labels, i: int, j: int) -> tuple[int, int]:
    """Line and column, from 1, of entry (i, j) of the table that this text is; -1 is the header's.

    Examples
    --------
    >>> place_of("# made by hand\\na,b\\n1,2\\n3,4\\n", Labels(None, ("a", "b")), 1, 0)
    (4, 1)
    """
    every = enumerate(re.split(r"\r\n|\r|\n", text), 1)
    lines = [number for number, line in every if not _COMMENT.match(line)]
    return lines[i + (labels.columns is not None)], j + 1 + (labels.rows is not None)


def _labels(rows: list[list[str]]) -> Labels:
    """The names that stand in the first column, and in the first line."""
    top, *others = rows
    if not others or len(top) < 1:
        return NO_LABELS
    named = len(top) > 1 and all(_is_name(row[0]) for row in others)
    corner = top[0] == "" and all(top[1:])  # names of columns may be years then
    same = corner and len(top) > 1 and [row[0] for row in others] == top[1:]
    if same or (named and (corner or all(map(_is_name, top)))):
        return Labels(tuple(row[0] for row in others), tuple(top[1:]))
    if named and _is_name(top[0]) and not any(map(_is_name, top[1:])):
        return Labels(tuple(row[0] for row in rows), None)
    if all(map(_is_name, top)) and not any(_is_name(row[0]) for row in others):
        return Labels(None, tuple(top))
    return NO_LABELS


def _is_name(cell: str) -> bool:
    """Return whether a cell begins with a letter, and is no number that is not finite."""
    return cell[:1].isalpha() and cell.lower() not in _NOT_FINITE


def decimal_commas(text: str) -> tuple[str, bool]:
    """A number of a table in which commas are decimal ones, or may be, and whether they may be two
    columns of integers as well; nothing where no comma can be one.

    Examples
    --------
    >>> decimal_commas("1,5;2"), decimal_commas("1,5\\n2,25"), decimal_commas("1, 5")
    (('1,5', False), ('1,5', True), ('', False))
    """
    separator = _separator(text)
    if separator == ";":
        number = _DECIMAL.search(text)
        return (number[0] if number else "", False)
    lines = [e[0] for e in re.finditer(r"[^\r\n]+", text) if not _COMMENT.match(e[0])]
    if separator != "," or '"' in text:
        cells = (cell for line in lines for cell in _cells(line, separator))
        if sure := next(filter(_SURELY_DECIMAL.fullmatch, cells), ""):
            return sure, False
    first = ""
    for line in lines:
        if not line.strip():
            continue
        if not _DECIMAL.fullmatch(line.strip()):
            return "", False
        first = first or line.strip()
    return first, bool(first)


def _words(text: str) -> int:
    """How many cells there are, at most: each ends with a mark, and none has no character."""
    marks = sum(text.count(mark) for mark in ";\t,\n\r")
    blanks = text.count(" ")
    return marks + min(blanks, len(text) - blanks - marks) + 1


def _separator(text: str) -> str:
    """The mark that separates the cells of all lines; nothing where blanks do."""
    bare = {_QUOTED.sub("", line) for line in text.splitlines() if not _COMMENT.match(line)}
    return next((mark for mark in ";\t," if any(mark in line for line in bare)), "")


def _cells(line: str, separator: str) -> list[str]:
    """The cells of a line, without the quotes and blanks around them."""
    if not separator:
        return [cell.strip('"') for cell in line.split()]
    if '"' not in line:
        return [cell.strip() for cell in line.split(separator)]
    hidden = _QUOTED.sub(lambda found: found[0].replace(separator, "\0"), line)
    return [
        cell.strip().strip('"').strip().replace("\0", separator) for cell in hidden.split(separator)
    ]


def _filled(cells: list[str]) -> int:
    """Up to which cell there is something."""
    return max((j for j, cell in enumerate(cells, 1) if cell), default=0)


def _values(cells: list[str]) -> Array | None:
    """The integers, if all cells are short ones."""
    return int_array(map(int, cells)) if all(map(_PLAIN.fullmatch, cells)) else None


def _number(cell: str, place: str, decimal_comma: bool, first: bool) -> int | Fraction:
    """The number that a cell is, exactly."""
    what = f"{place}: the value is {cell[:40]!r}"
    if decimal_comma and "." in cell:
        raise ValueError(f"{what}, others have decimal commas: need one or the other")
    if "," in cell and not decimal_comma:
        raise ValueError(
            f"{what}, need a decimal point, and nothing between thousands (or export with "
            "semicolons between the cells)"
        )
    if (match := _NUMBER.fullmatch(cell)) and match[2]:
        return Fraction(exact_number(match[1].replace(",", ".")), 100)
    try:
        return exact_number(match[1].replace(",", ".") if match else cell)
    except ValueError as error:
        header = first and cell[0].isalpha() and cell.lower() not in _NOT_FINITE
        raise ValueError(f"{place}: the value {error}{_HEADER * header}") from None

"""Exact numbers, vectors and matrices as text.

A number is printed exactly, and then rounded: ``1/3 ~ 0.333333333333``; where the decimal is exact
as well, ``2/5 = 0.4``. A vector is printed line by line. A matrix is printed as Python prints it,
rows under each other, where that shows every entry whole; else entry by entry.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from exactbox.decimals import Style, decimal_string, equals, fraction_string
from exactbox.showing import Fields, counted, one_line

if TYPE_CHECKING:
    from exactbox.linalg import ExactMatrix, ExactVector
    from exactbox.linalg.matrices.rational import RationalMatrix

WHOLE = 60  # digits of a fraction that are all printed
_LINE = 100  # characters of a solution that is printed in one line, or of each of its terms


def number(value: Fraction, style: Style) -> str:
    """A number exactly, and its decimal, if it is not an integer.

    Examples
    --------
    >>> number(Fraction(1, 3), Style(4))
    '1/3 ~ 0.3333'
    >>> [number(Fraction(9, 2), Style(n)) for n in (0, 6)]
    ['9/2', '9/2 = 4.5']
    """
    text = fraction_string(value, whole=sys.maxsize if style.full else WHOLE)
    digits = style.digits
    if value.denominator == 1 or digits == 0:
        return text
    decimal = decimal_string(value.numerator, value.denominator, digits)
    sign = equals(value, digits)
    return f"{text} {sign} {decimal.rstrip('0') if sign == '=' else decimal}"


def entries(
    name: str, x: ExactMatrix, style: Style, rows: Sequence[int] | None = None
) -> Iterator[str]:
    """Every entry of a vector, and those of a matrix that are not zero, line by line.

    Rows are numbered from 1, or as `rows` says, which counts from 0.
    """
    if x.columns == 1:
        for i in range(len(x)):
            place = i if rows is None else rows[i]
            yield f"{name}[{_name(x, i, place)}] = {number(fraction(*x.parts(i)), style)}"
        return
    non_zeros = 0
    for i, j, n, d in x.entries():
        non_zeros += 1
        place = i if rows is None else rows[i]
        yield f"{name}[{_name(x, i, place)}, {j + 1}] = {number(fraction(n, d), style)}"
    if non_zeros < x.size:
        yield f"{len(x)} x {x.columns}; entries that are not listed are 0"


def _name(x: ExactMatrix, i: int, place: int) -> str:
    """The name of row i of x; the number of its place, from 1, if it has none."""
    return one_line(x.labels[0][i]) if x.labels and x.labels[0] else f"{place + 1}"


def matrix(
    name: str, x: ExactMatrix, style: Style, rounded: int | None, rows: Sequence[int] | None = None
) -> Iterator[str]:
    """A table where it shows all of it, and the rounded one to these digits; else entries.

    What has one column, or rows of other numbers, is printed entry by entry.
    """
    from exactbox.linalg.results.matrix_text import whole_table

    text = whole_table(x, rounded) if x.columns > 1 and rows is None else None
    yield from entries(name, x, style, rows) if text is None else [text]


def solutions(
    x: ExactMatrix, kernel: ExactMatrix, style: Style, rounded: int | None
) -> Iterator[str]:
    """``x = (...) + t1*(...) + ...`` in a line or a term a line; if it is long, entry by entry."""
    if x.columns == 1 and len(x) <= _LINE and kernel.columns <= _LINE:
        terms = [vector(list(x[:, 0]))]
        terms += [f"t{j + 1}*{vector(list(k))}" for j, k in enumerate(kernel.T)]
        line = f"x = {' + '.join(terms)}"
        if len(line) <= _LINE:
            yield line
            return
        if max(map(len, terms)) <= _LINE:
            yield f"x = {terms[0]}"
            yield from (f"  + {term}" for term in terms[1:])
            return
    each = " in each column" if x.columns > 1 else ""
    yield f"all are x + k t, for every t of {counted(kernel.columns, 'number')}{each}:"
    yield from matrix("x", x, style, rounded)
    yield from matrix("k", kernel, style, rounded)


def weights(y: ExactVector, style: Style) -> Iterator[str]:
    """The weights of equations that take part."""
    for i, _, n, d in y.entries():
        yield f"y[{_name(y, i, i)}] = {number(fraction(n, d), style)}"


def right_sides(b: RationalMatrix, doubtful: str) -> Iterator[str]:
    """A note that b has several columns, with a number of it that may be a decimal."""
    if b.shape[1] > 1:
        columns = f"{b.shape[1]} right-hand sides, a column of x for each"
        both, decimal = doubtful.replace(",", " and "), doubtful.replace(",", ".")
        hint = f" ({doubtful} was read as {both}: if it is {decimal}, write it so)"
        yield f"{columns}{hint if doubtful else ''}"


def vector(values: Sequence[Fraction]) -> str:
    """All entries of a vector in a line, exactly.

    Examples
    --------
    >>> vector([Fraction(1), Fraction(-1, 2)])
    '(1, -1/2)'
    """

    return f"({', '.join(fraction_string(v, whole=sys.maxsize) for v in values)})"


def elimination(a: ExactMatrix, limit: tuple[int, int]) -> tuple[list[str], list[Fields]]:
    """The steps of Gauss-Jordan elimination, in text and for JSON, of at most so many rows and
    columns."""
    from exactbox.linalg import rref_steps
    from exactbox.linalg.results.matrix_text import table

    if len(a) > limit[0] or a.columns > limit[1]:
        most = f"{limit[0]} x {limit[1]}"
        raise ValueError(f"--steps: a matrix of {len(a)} x {a.columns}, need at most {most}")
    steps = rref_steps(a)
    lines = [table(a)]
    for operation, matrix in steps:
        lines += [operation, table(matrix)]
    return lines, [{"operation": text, "matrix": matrix.tolist()} for text, matrix in steps]


def entry_list(x: ExactMatrix) -> list[Any]:
    """The entries for JSON: those of one column, or those of each row."""
    entries: list[Any] = (x.as_vector() if x.columns == 1 else x).tolist()
    return entries


def names(x: ExactMatrix) -> dict[str, list[str]]:
    """The names of rows and columns for JSON, of those that have any."""
    pairs = zip(("row_names", "column_names"), x.labels or ())
    return {key: list(of_all) for key, of_all in pairs if of_all}


def fraction(n: Any, d: Any) -> Fraction:
    """The number that a pair of FLINT's integers is."""
    from exactbox.linalg.matrices.exactfraction import exact_fraction

    return exact_fraction(n, d)

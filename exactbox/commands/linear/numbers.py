"""Exact numbers, vectors and matrices as text.

A number is printed exactly, and then rounded: ``1/3 ~ 0.333333333333``; where the decimal is exact
as well, ``2/5 = 0.4``. A vector is printed line by line. A matrix is printed as Python prints it,
rows under each other, where that shows every entry whole; else entry by entry.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any

from exactbox.decimals import Style, fraction_string
from exactbox.showing import Fields, counted, one_line

if TYPE_CHECKING:
    from exactbox.linalg import ExactMatrix, ExactVector
    from exactbox.linalg.matrices.rational import RationalMatrix

_LINES = 1000  # that are made at once: all fractions of a solution are as much as itself
_LINE = 100  # characters of a solution that is printed in one line, or of each of its terms


def entries(
    name: str, x: ExactMatrix, style: Style, rows: Sequence[int] | None = None
) -> Iterator[str]:
    """Every entry of a vector, and those of a matrix that are not zero, a line each, in texts of
    many lines.

    Rows are numbered from 1, or as `rows` says, which counts from 0.
    """
    from exactbox.linalg.matrices.exactfraction import exact_fractions

    size = len(x)
    places = range(size) if rows is None else rows
    names = x.labels[0] if x.labels else None
    labels = [*map(one_line, names)] if names else [f"{place + 1}" for place in places]
    if x.columns == 1:
        vector = x.as_vector()
        for low in range(0, size, _LINES):
            values = vector.tolist(low, low + _LINES)
            lines = zip(labels[low : low + _LINES], values)
            yield "\n".join(f"{name}[{i}] = {style.number(v)}" for i, v in lines)
        return
    non_zeros, stored = 0, x.entries()
    while part := list(islice(stored, _LINES)):
        non_zeros += len(part)
        values = exact_fractions([n for *_, n, _ in part], [d for *_, d in part])
        cells = [(labels[i], j + 1) for i, j, _, _ in part]
        pairs = zip(cells, values, strict=True)
        yield "\n".join(f"{name}[{i}, {j}] = {style.number(v)}" for (i, j), v in pairs)
    if non_zeros < x.size:
        yield f"{size} x {x.columns}; entries that are not listed are 0"


def matrix(
    name: str, x: ExactMatrix, style: Style, rounded: int | None, rows: Sequence[int] | None = None
) -> Iterator[str]:
    """A table where it shows all of it, and the rounded one to these digits; else entries.

    What has one column, or rows of other numbers, is printed entry by entry.
    """
    if x.columns > 1 and rows is None:
        from exactbox.linalg.results.matrix_text import whole_table

        if (text := whole_table(x, rounded)) is not None:
            return iter([text])
    return entries(name, x, style, rows)


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
    labels = y.labels[0] if y.labels else None
    for i, _, value in y.nonzeros():
        yield f"y[{one_line(labels[i]) if labels else i + 1}] = {style.number(value)}"


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

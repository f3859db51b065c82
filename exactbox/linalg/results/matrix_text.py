r"""Exact vectors and matrices as a line, as an aligned table, as HTML and LaTeX.

What is long is shortened, in the middle of a row, of a column and of a number, so that showing
takes a fraction of a second and a screen at most, whatever the size. A number of more than 40
characters is shown as ``~0.333333 (30000 over 30001 digits)``: its value rounded to six digits, and
how many digits its numerator and its denominator have in lowest terms. Where finding the lowest
terms would take long, it says that they have *up to* so many digits.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import MAX_EMAX, MIN_EMIN, Decimal, localcontext
from typing import Any

from flint import fmpq, fmpz

from exactbox.decimals import decimal_string, digit_count
from exactbox.linalg.results.tables import Entries
from exactbox.showing import counted, one_line

_MAX_FRACTION_LENGTH = 40  # characters above which a decimal is shown instead of the fraction
# Bits above which a fraction is not brought to lowest terms (there 0.5 ms)
_MAX_REDUCED_BITS = 60_000
_LEADING_BITS = 96  # leading bits that the decimal is made of

_MAX_LINE_ENTRIES = 16  # entries that a line shows all of
_LINE_ENDS = 3  # ... rows and columns at each end of others
_MAX_TABLE_ROWS = 20  # rows and columns that a table shows all of
_TABLE_ENDS = 8  # ... and at each end of others
_MAX_TABLE_WIDTH = 100  # characters a table's line may have before columns are left out
_DOTS = "..."


def short(n: fmpz, d: fmpz) -> str:
    """n/d in a few characters; nothing long is divided, cancelled or written out for it.

    Examples
    --------
    >>> short(fmpz(-4), fmpz(6)), short(fmpz(7) ** 1000, fmpz(3))
    ('-2/3', '~4.17752e+844 (846 over 1 digits)')
    """
    if n == 0:
        return "0"
    size = ""
    if d == 1 or n.bit_length() + d.bit_length() <= _MAX_REDUCED_BITS:
        q = fmpq(n, d)
        n, d = q.p, q.q
        if (
            n.bit_length() + d.bit_length() <= 4 * _MAX_FRACTION_LENGTH
            and len(text := str(q)) <= _MAX_FRACTION_LENGTH
        ):
            return text
    else:
        size = "up to "
    size += f"{digit_count(n)}" if d == 1 else f"{digit_count(n)} over {digit_count(d)}"
    up, down = (max(0, e.bit_length() - _LEADING_BITS) for e in (n, d))
    with localcontext(prec=30, Emax=MAX_EMAX, Emin=MIN_EMIN):
        ratio = Decimal(int(n >> up)) / int(d >> down)
        return f"~{ratio * Decimal(2) ** (up - down):.6g} ({size} digits)"


def line(x: Entries) -> str:
    """``ExactMatrix([[1/2, 2], [0, 1]])``, and the shape where that does not say it."""
    all_of_it = _MAX_LINE_ENTRIES if len(x) * x.columns <= _MAX_LINE_ENTRIES else 2 * _LINE_ENDS
    rows, columns = (_places(size, all_of_it, _LINE_ENDS) for size in (len(x), x.columns))
    cells = _cells(x, rows, columns)
    if x.ndim == 1:
        body = ", ".join(row[0] for row in cells)
    else:
        texts = (_DOTS if i is None else f"[{', '.join(row)}]" for i, row in zip(rows, cells))
        body = ", ".join(texts) if x.columns else ""
    is_whole = None not in rows + columns and (x.ndim == 1 or len(x) * x.columns > 0)
    return f"{type(x).__name__}([{body}]{'' if is_whole else f', shape={x.shape}'})"


def table(x: Entries) -> str:
    """Rows under each other, columns aligned to the right; a vector in one line."""
    shape = " x ".join(map(str, x.shape))
    if x.labels and max(len(x), x.columns) <= _MAX_TABLE_ROWS and x.columns:
        return _labelled_table(x, *x.labels)
    if x.ndim == 1:
        rows = _places(len(x), _MAX_LINE_ENTRIES, _LINE_ENDS)
        text = f"[{', '.join(row[0] for row in _cells(x, rows, [0]))}]"
        return f"{text} ({shape} entries)" if None in rows else text
    if not len(x) * x.columns:
        return f"[] ({shape})"
    rows, columns = (_places(size, _MAX_TABLE_ROWS, _TABLE_ENDS) for size in (len(x), x.columns))
    texts = [list(column) for column in zip(*_cells(x, rows, columns))]
    while len(texts) > 3 and sum(max(map(len, text)) + 2 for text in texts) > _MAX_TABLE_WIDTH:
        middle = len(texts) // 2
        if None in columns:  # the column on the longer side of the gap goes
            middle += -1 if columns.index(None) == middle else 0
            del texts[middle], columns[middle]
        else:
            texts[middle], columns[middle] = [_DOTS] * len(rows), None
    left_out = None in rows + columns
    return "\n".join([*_aligned(texts), *[f"({shape})"] * left_out])


def _labelled_table(x: Entries, rows: Sequence[str] | None, columns: Sequence[str] | None) -> str:
    """Names of columns on top and of rows on the left, in place of brackets."""
    cells = _cells(x, range(len(x)), range(x.columns))
    texts = [list(column) for column in zip(*cells)] if cells else [[] for _ in range(x.columns)]
    names = [one_line(name) for name in rows or [""] * len(x)]
    if columns:
        texts = [[one_line(name), *column] for name, column in zip(columns, texts)]
        names = ["", *names]
    widths = [max(map(len, column)) for column in texts]
    left = max(map(len, names), default=0)
    return "\n".join(
        "  ".join([f"{name:<{left}}"] * bool(left) + list(map(str.rjust, row, widths)))
        for name, row in zip(names, zip(*texts))
    )


def whole_table(x: Entries, digits: int | None = None) -> str | None:
    """The table if it shows every entry with all its digits; else None.

    Below it the same, rounded half to even to `digits` digits after the point, if any.

    Examples
    --------
    >>> from exactbox.linalg import ExactMatrix
    >>> print(whole_table(ExactMatrix([["1/2", 10], [-3, 0]]), 2))
    [1/2  10]
    [ -3   0]
    rounded to 2 digits:
    [ 0.50  10.00]
    [-3.00   0.00]
    >>> whole_table(ExactMatrix([[10**50]]))
    """
    text = table(x)
    if _DOTS in text or "~" in text:
        return None
    if not digits:
        return text
    places = [[x.parts(i, j) for i in range(len(x))] for j in range(x.columns)]
    texts = [[decimal_string(int(n), int(d), digits) for n, d in column] for column in places]
    return "\n".join([text, f"rounded to {counted(digits, 'digit')}:", *_aligned(texts)])


def _aligned(texts: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a table, whose columns these are."""
    widths = [max(map(len, text)) for text in texts]
    return [f"[{'  '.join(map(str.rjust, row, widths))}]" for row in zip(*texts)]


_BRACKETS = "border-style:none solid;border-width:2px"  # at the left and the right


def html(x: Entries) -> str:
    """A table in HTML, and the shape where rows or columns are left out; a vector as a column."""
    from html import escape

    rows, columns = (_places(size, _MAX_TABLE_ROWS, _TABLE_ENDS) for size in (len(x), x.columns))
    left, top = _names(x, rows, columns)
    heads = [f"<th>{escape(name)}</th>" for name in left] or [""] * len(rows)
    body = "".join(
        f"<tr>{head}{''.join(f'<td>{escape(text)}</td>' for text in row)}</tr>"
        for head, row in zip(heads, _cells(x, rows, columns))
    )
    if top:
        cells = [*[""] * bool(left), *map(escape, top)]
        body = f"<tr>{''.join(f'<th>{text}</th>' for text in cells)}</tr>{body}"
    left_out = None in rows + columns or not len(x) * x.columns
    shape = f"<p>{' x '.join(map(str, x.shape))}</p>" if left_out else ""
    style = "" if left or top else f' style="{_BRACKETS}"'  # names take the place of brackets
    return f"<table{style}><tbody>{body}</tbody></table>{shape}"


def _names(
    x: Entries, rows: Sequence[int | None], columns: Sequence[int | None]
) -> tuple[list[str], list[str]]:
    """The names of these rows and columns, dots at a gap; none where there are none."""
    left, top = (
        [_DOTS if k is None else names[k] for k in places] if names else []
        for names, places in zip(x.labels or (None, None), (rows, columns))
    )
    return left, top


def latex(x: Entries) -> str:
    """A matrix in LaTeX, in dollar signs; a vector as a column."""
    return rf"$\displaystyle {latex_body(x)}$"


def latex_body(x: Entries) -> str:
    """A matrix in LaTeX without dollar signs, to stand beside others."""
    rows, columns = (_places(size, _MAX_TABLE_ROWS, _TABLE_ENDS) for size in (len(x), x.columns))
    cells = _cells(x, rows, columns)
    left, top = _names(x, rows, columns)
    if not (left or top):
        return _latex_matrix(cells)
    lines = [" & ".join(map(latex_number, row)) for row in cells]
    if left:
        lines = [f"{_latex_text(name)} & {line}" for name, line in zip(left, lines, strict=True)]
    if top:
        lines.insert(0, " & ".join([*[""] * bool(left), *map(_latex_text, top)]))
    if top and len(lines) > 1:
        lines[1] = rf"\hline {lines[1]}"
    bars = "l|" * bool(left) + "r" * len(columns)
    body = r" \\ ".join(lines)
    return rf"\begin{{array}}{{{bars}}}{body}\end{{array}}"


def _latex_text(name: str) -> str:
    r"""The name in ``\text{}``, its special characters escaped."""
    special = {"\\": r"$\backslash$", "^": r"$\hat{}$", "~": r"$\sim$"}
    special |= {c: rf"\{c}" for c in "#$%&_{}"}
    return rf"\text{{{''.join(special.get(c, c) for c in name)}}}"


def numbers_html(values: Sequence[Any]) -> str:
    """A list of numbers as a column, or lists of them as rows, in HTML; some may be infinite."""
    from html import escape

    body = "".join(
        f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in row)}</tr>"
        for row in _number_cells(values)
    )
    return f'<table style="{_BRACKETS}"><tbody>{body}</tbody></table>'


def numbers_latex(values: Sequence[Any]) -> str:
    """A list of numbers as a column, or lists of them as rows, in LaTeX."""
    return rf"$\displaystyle {_latex_matrix(_number_cells(values))}$"


def _number_cells(values: Sequence[Any]) -> list[list[str]]:
    """The texts of numbers, of long lists those at both ends."""

    def text(e: Any) -> str:
        if isinstance(e, float):
            return str(e)
        return short(fmpz(e.numerator), fmpz(e.denominator))

    def shown(row: Sequence[Any]) -> list[str]:
        places = _places(len(row), _MAX_TABLE_ROWS, _TABLE_ENDS)
        return [_DOTS if j is None else text(row[j]) for j in places]

    lists = [row if isinstance(row, list) else [row] for row in values]
    places = _places(len(lists), _MAX_TABLE_ROWS, _TABLE_ENDS)
    width = len(shown(lists[0])) if lists else 0
    return [[_DOTS] * width if i is None else shown(lists[i]) for i in places]


def _latex_matrix(cells: Sequence[Sequence[str]]) -> str:
    body = r" \\ ".join(" & ".join(map(latex_number, row)) for row in cells)
    return rf"\left[\begin{{matrix}}{body}\end{{matrix}}\right]"


def latex_number(text: str) -> str:
    r"""The `short` form in LaTeX: ``\frac{2}{5}``, or ``\approx 4.17749 \cdot 10^{844}``."""
    if text == _DOTS:
        return r"\cdots"
    if text in ("inf", "-inf"):
        return text.replace("inf", r"\infty")
    if text.startswith("~"):
        number, size = text[1:].split(" ", 1)
        mantissa, _, power = number.partition("e")
        number = rf"{mantissa} \cdot 10^{{{int(power)}}}" if power else mantissa
        return rf"\approx {number}\ \text{{{size}}}"
    p, _, q = text.partition("/")
    return rf"{'-' * p.startswith('-')}\frac{{{p.lstrip('-')}}}{{{q}}}" if q else p


def _places(size: int, all_of_it: int, ends: int) -> list[int | None]:
    """The indices that are shown, with None for the gap."""
    if size <= all_of_it:
        return list(range(size))
    return [*range(ends), None, *range(size - ends, size)]


def _cells(
    x: Entries, rows: Sequence[int | None], columns: Sequence[int | None]
) -> list[list[str]]:
    """The texts of the entries in these rows and columns."""
    return [
        [_DOTS if i is None or j is None else short(*x.parts(i, j)) for j in columns] for i in rows
    ]

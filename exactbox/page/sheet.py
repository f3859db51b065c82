"""Sheets of best moves as a page of HTML that stands alone, made to be printed.

**The layout.** A page is as high as Letter and as wide as A4, less 8 mm on each side, so that it
fits on both. It has blocks beside each other, as many as fit by their width, of rows in the order
of a dictionary; each block says above its head which positions it has. The blocks of the last page
are of equal height. Rows are counted here and not by the browser: every browser breaks the pages at
the same places. The page's view (`views/shutbox/sheet.js`) does the same, and has the same style
sheet.

Symbols: lengths are in points, 1/72 inch.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from exactbox.page import hashes, source

WIDE, HIGH = 549.0, 746.0  # of a page: A4 is 595 x 842, Letter 612 x 792
ROW, HEAD_LINE, TEXT_LINE = 7.6, 6.9, 8.6  # heights in views/shutbox/sheet.css
ABOVE = 28.0  # a block's two heads, and the line above the blocks
FIRST = 32.0  # the title, and the rest of what stands above the first page's blocks
LINE = 150  # characters of a line of text, at least
DIGIT, BESIDE, BETWEEN = 3.62, 2.2, 8.0  # a digit, what is beside a cell's text, between blocks


class Cell(NamedTuple):
    """The text of a cell, and whether there was a choice."""

    text: str
    is_choice: bool = False


Row = tuple[str, Sequence[Cell]]  # the position, and what to do


def sheet_html(title: str, facts: Sequence[str], head: Sequence[str], rows: Sequence[Row]) -> str:
    """A sheet as HTML, without scripts; its content-security policy forbids all but its style.

    Facts are paragraphs above it, the head has the rolls, and rows are in the order of a
    dictionary.
    """
    style = source("views/shutbox/sheet.css")
    policy = f"default-src 'none'; style-src {hashes([style])}"
    said = "".join(f"<p>{escape(text)}</p>\n" for text in facts)
    leaves = list(paginated(facts, head, rows))
    top = "".join(
        f'<th scope="col" class="w{wide}">{escape(text)}</th>'
        for wide, text in zip(widths(head, rows), ["open", *stacked(head)], strict=True)
    )
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(title)}</title>
<style>{style}</style>
</head>
<body>
<main class="sheet">
<h1>{escape(title)}</h1>
{said}{"".join(_leaf(leaves, i, title, top) for i in range(len(leaves)))}</main>
</body>
</html>
"""


def paginated(
    facts: Sequence[str], head: Sequence[str], rows: Sequence[Row]
) -> Iterator[list[Sequence[Row]]]:
    """The rows of each block of each page."""
    wide = widths(head, rows)
    above = ABOVE + HEAD_LINE * max(text.count("\n") for text in stacked(head))
    block = DIGIT * sum(wide) + BESIDE * len(wide) + BETWEEN
    beside = max(1, int((WIDE + BETWEEN) // block))
    lines = sum(-(-len(text) // LINE) for text in facts)
    high = HIGH - above - FIRST - TEXT_LINE * lines
    at = 0
    while at < len(rows):
        most = max(1, int(high // ROW))
        each = min(most, -(-(len(rows) - at) // beside))
        ends = range(at, min(at + each * beside, len(rows)), each)
        yield [rows[i : i + each] for i in ends]
        at += each * beside
        high = HIGH - above


def widths(head: Sequence[str], rows: Sequence[Row]) -> list[int]:
    """The width of each column in digits, that of the positions first."""
    columns = [max(map(_digits, text.split("\n"))) for text in stacked(head)]
    for _, cells in rows:
        columns = [max(wide, _digits(cell.text)) for wide, cell in zip(columns, cells, strict=True)]
    return [max(_digits(label) for label, _ in rows), *columns]


def stacked(head: Sequence[str]) -> list[str]:
    """The heads of the columns: dice stand one above the other."""
    return [text.replace(",", "\n").replace("=", "\n=") for text in head]


def _digits(text: str) -> int:
    """The number of digits as wide as the text, or wider: two commas are as wide as one."""
    return len(text) - sum(map(text.count, ",/")) // 2


def _leaf(leaves: list[list[Sequence[Row]]], i: int, title: str, top: str) -> str:
    """A page."""
    blocks = "".join(_block(rows, top) for rows in leaves[i])
    again = f"<p>{escape(title)}, page {i + 1} of {len(leaves)}</p>\n" if i else ""
    return f'<section class="leaf">\n{again}<div>\n{blocks}</div></section>\n'


def _block(rows: Sequence[Row], top: str) -> str:
    """A table of some rows, with this head."""
    lines = "".join(
        f'<tr><th scope="row">{escape(label)}</th>{"".join(map(_cell, cells))}</tr>\n'
        for label, cells in rows
    )
    return (
        f"<table><caption>{escape(rows[0][0])} to {escape(rows[-1][0])}</caption>\n"
        f"<thead><tr>{top}</tr></thead>\n<tbody>\n{lines}</tbody></table>\n"
    )


def _cell(cell: Cell) -> str:
    text = escape(cell.text)
    return f"<td><b>{text}</b></td>" if cell.is_choice else f"<td>{text}</td>"

"""A figure with a title, which is the question, and the exact answer in text below.

**The problem.** Who draws a picture should think of what it shows; size of letters, margins, title
and the exact number below are the same everywhere.

**The method.** `drawing` opens a figure in the one style for as long as one draws in it;
constrained layout finds the places of title, panels and text.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from math import log10
from typing import Any

from exactbox.decimals import DIGITS, decimal_string, equals, fraction_string
from exactbox.plots.style import require_matplotlib, style
from exactbox.showing import one_line

_WHOLE = 60  # digits of a fraction that stand in one line of 7 inches
_EM = 0.6  # width of a character of DejaVu Sans, in its size: digits have 0.636, prose 0.55
_LINE = 1.25  # height of a line, in the size of its letters
_PADS = {"w_pad": 0.08, "h_pad": 0.08, "wspace": 0.04, "hspace": 0.06}  # inches; of a panel
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_SIZES = {"title": 11.0, "text": 9.0}  # points


@contextmanager
def drawing(
    title: str, below: Sequence[str], *, width: float = 7.0, height: float = 4.0
) -> Iterator[Any]:
    """An empty figure with its title and the lines below it, while one draws in it.

    ``figure.subplots()`` makes its panels; width and height are inches.

    Parameters
    ----------
    below : sequence of str
        What the picture illustrates, such as `exactly` says; a long line is wrapped, and adds to
        the height.

    Examples
    --------
    >>> with drawing("How long is a game?", [exactly(Fraction(5, 2))]) as figure:
    ...     bars = figure.subplots().bar([2, 3], [0.5, 0.5])
    >>> figure.get_suptitle(), figure.get_supxlabel()
    ('How long is a game?', 'exactly 5/2 = 2.500000000000')
    """
    require_matplotlib()
    from exactbox.plots.picture import Picture

    said = _wrapped(below, width, "text")
    height += (said.count("\n") + 1) * _LINE * _SIZES["text"] / 72
    with style():
        figure = Picture(figsize=(width, height))
        figure.set_layout_engine("constrained", **_PADS)
        figure.suptitle(
            _wrapped([title], width, "title"),
            x=0.012,
            ha="left",
            fontsize=_SIZES["title"],
            fontweight="bold",
        )
        figure.supxlabel(said, x=0.012, ha="left", fontsize=_SIZES["text"])
        yield figure


def exactly(value: Fraction | float, digits: int = DIGITS, *, whole: int = _WHOLE) -> str:
    """The exact number in words: its fraction, of a long one the ends, and its decimal.

    Examples
    --------
    >>> exactly(Fraction(1, 4), 2), exactly(Fraction(7))
    ('exactly 1/4 = 0.25', 'exactly 7')
    >>> exactly(Fraction(10**60 + 1, 3), 0, whole=20)  # doctest: +ELLIPSIS
    'exactly 10000000000000000000...00000000000000000001 (61 digits) / 3 ~ 333... (rounded)'
    """
    said = f"exactly {fraction_string(value, whole=whole)}"
    if isinstance(value, float) or value.denominator == 1:
        return said
    sign = equals(value, digits)
    decimal = decimal_string(value.numerator, value.denominator, digits)
    return f"{said} {sign} {decimal}{' (rounded)' * (sign == '~')}"


def power_of_ten(value: float, _: Any = None) -> str:
    """The label of a logarithmic axis at a power of ten, or at 0; it needs no mathematics' fonts.

    Examples
    --------
    >>> power_of_ten(1e-12), power_of_ten(100.0), power_of_ten(0.0)
    ('10⁻¹²', '100', '0')
    """
    if value == 0:
        return "0"
    exponent = round(log10(abs(value)))
    if 0 <= exponent <= 3:
        return f"{value:.0f}"
    return "10" + str(exponent).translate(_RAISED)


def _wrapped(lines: Sequence[str], width: float, kind: str) -> str:
    """The lines, each broken where it would leave a figure of so many inches."""
    characters = int(72 * (width - 0.2) / (_EM * _SIZES[kind]))
    return "\n".join(
        "\n".join(textwrap.wrap(one_line(line), characters, break_on_hyphens=False))
        for line in lines
    )

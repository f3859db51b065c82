"""Figures: the one style of all pictures, a title, the exact answer in text below, and their bytes.

**The problem.** Who draws a picture should think of what it shows; size of letters, margins, title
and the exact number below are the same everywhere, and so are the bytes.

**The method.** `drawing` opens a figure in the one style for as long as one draws in it;
constrained layout finds the places of title, panels and text. What a user's own settings of
matplotlib say has no influence. Neither date nor version is written, the salt makes identifiers in
SVG the same each time, and its text is written as text, which can be searched and copied. Both
formats also hold the title and the text below as metadata, for who cannot see them.
"""

from __future__ import annotations

import io
import os
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from math import log10
from typing import Any

from exactbox.decimals import DIGITS, decimal_string, equals, fraction_string
from exactbox.files import write
from exactbox.late import extra
from exactbox.showing import one_line

SUFFIXES = (".png", ".svg")

# Told apart by how dark they are as well: their lightness is 0, 37, 58 and 73 of 100.
BLACK, BLUE, RED, SAND = "#000000", "#1f5a96", "#d0704a", "#c7b06a"
GREY = "#767676"  # contrast 4.5 on white: the least that WCAG AA takes for text

_STYLE: dict[str, Any] = {
    "font.family": ["DejaVu Sans"],  # matplotlib brings it along
    "font.size": 9.0,
    "axes.titlesize": 9.0,
    "axes.labelsize": 9.0,
    "xtick.labelsize": 8.0,
    "ytick.labelsize": 8.0,
    "legend.fontsize": 8.0,
    "legend.frameon": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.unicode_minus": True,
    "hatch.linewidth": 0.6,
    "lines.linewidth": 1.3,
    "text.parse_math": False,  # a model's names may hold dollars
    "savefig.dpi": 150,  # 7 inches are 1,050 pixels, and 8 points 17
    "svg.fonttype": "none",
    "svg.hashsalt": "exactbox",
}
_EXACT_DIGITS = 60  # of a fraction that stand in one line of 7 inches
_EM = 0.6  # width of a character of DejaVu Sans, in its size: digits have 0.636, prose 0.55
_LINE = 1.25  # height of a line, in the size of its letters
_PADS = {"w_pad": 0.08, "h_pad": 0.08, "wspace": 0.04, "hspace": 0.06}  # inches; of a panel
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_TITLE_POINTS, _TEXT_POINTS = 11.0, 9.0


@contextmanager
def drawing(
    title: str, below: Sequence[str], *, width: float = 7.0, height: float = 4.0
) -> Iterator[Any]:
    """An empty figure with its title and the lines below it, while one draws in it.

    ``figure.subplots()`` makes its panels; width and height are inches. A notebook shows the
    figure, whether or not pyplot is loaded there.

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
    from matplotlib.figure import Figure

    def wrapped(lines: Sequence[str], points: float) -> str:
        characters = int(72 * (width - 0.2) / (_EM * points))  # 72 points an inch
        paragraphs = (one_line(line) for line in lines)
        return "\n".join(
            "\n".join(textwrap.wrap(line, characters, break_on_hyphens=False))
            for line in paragraphs
        )

    text = wrapped(below, _TEXT_POINTS)
    height += (text.count("\n") + 1) * _LINE * _TEXT_POINTS / 72
    at = {"x": 0.012, "ha": "left"}
    with style():
        figure = Figure(figsize=(width, height))
        figure._repr_png_ = partial(image, figure, ".png")
        figure.set_layout_engine("constrained", **_PADS)
        figure.suptitle(
            wrapped([title], _TITLE_POINTS), fontsize=_TITLE_POINTS, fontweight="bold", **at
        )
        figure.supxlabel(text, fontsize=_TEXT_POINTS, **at)
        yield figure


@contextmanager
def style() -> Iterator[None]:
    """matplotlib's default settings and the style on top, whatever the machine's are."""
    import matplotlib.style

    with matplotlib.style.context(["default", _STYLE]):
        yield


def require_matplotlib() -> None:
    """ImportError where matplotlib is not there; says how to install it."""
    pip = "pip install 'exactbox[plot]' (or pip install matplotlib)"
    extra("matplotlib", f"a picture needs matplotlib: {pip}")


def exactly(value: Fraction | float, digits: int = DIGITS, *, whole: int = _EXACT_DIGITS) -> str:
    """The exact number in words: its fraction, of a long one the ends, and its decimal.

    Examples
    --------
    >>> exactly(Fraction(1, 4), 2), exactly(Fraction(7))
    ('exactly 1/4 = 0.25', 'exactly 7')
    >>> exactly(Fraction(10**60 + 1, 3), 0, whole=20)  # doctest: +ELLIPSIS
    'exactly 10000000000000000000...00000000000000000001 (61 digits) / 3 ~ 333... (rounded)'
    """
    text = f"exactly {fraction_string(value, whole=whole)}"
    if isinstance(value, float) or value.denominator == 1:
        return text
    sign = equals(value, digits)
    decimal = decimal_string(value.numerator, value.denominator, digits)
    return f"{text} {sign} {decimal}{' (rounded)' * (sign == '~')}"


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


def require_suffix(path: str | os.PathLike[str]) -> str:
    """The ending of a picture's name, one of `SUFFIXES`, in small letters.

    Examples
    --------
    >>> require_suffix("box.PNG")
    '.png'
    >>> require_suffix("box.pdf")
    Traceback (most recent call last):
        ...
    ValueError: 'box.pdf' is not the name of a picture: need .png or .svg at its end
    """
    name = os.fsdecode(path)
    suffix = os.path.splitext(name)[1].lower()
    if suffix not in SUFFIXES:
        needed = " or ".join(SUFFIXES)
        raise ValueError(f"{name!a} is not the name of a picture: need {needed} at its end")
    return suffix


def image(figure: Any, suffix: str) -> bytes:
    """The bytes of a figure as ``.png`` or ``.svg``; those of the same figure are the same."""
    title, below = (
        " ".join(text.split()) for text in (figure.get_suptitle(), figure.get_supxlabel())
    )
    metadata: dict[str, str | None] = {"Title": title, "Description": below}
    metadata |= {"Software": None} if suffix == ".png" else {"Creator": None, "Date": None}
    buffer = io.BytesIO()
    with style():
        figure.savefig(buffer, format=suffix[1:], metadata=metadata)
    return buffer.getvalue()


def save(figure: Any, path: str | os.PathLike[str]) -> None:
    """Write a figure of matplotlib whole or not at all, by the name's end as PNG or SVG."""
    suffix = require_suffix(path)
    write(path, image(figure, suffix))


def also_saved(figure: Any, path: str | os.PathLike[str] | None) -> Any:
    """The figure, written to the path if there is one."""
    if path is not None:
        save(figure, path)
    return figure

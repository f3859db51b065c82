"""The one style of all pictures: what stands in matplotlib's place of settings while one draws.

Letters are 8 points or more, colours differ in how dark they are as well, and what a user's own
settings of matplotlib say has no influence: the same picture is the same everywhere. The salt makes
identifiers in SVG the same each time; its text is written as text, which can be searched and
copied, so that the exact number can.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from exactbox.late import extra

# Told apart by how dark they are as well: their lightness is 0, 37, 58 and 73 of 100.
BLACK, BLUE, RED, SAND = "#000000", "#1f5a96", "#d0704a", "#c7b06a"
GREY = "#767676"  # contrast 4.5 on white: the least that WCAG AA takes for text

_DPI = 150  # of PNG: 7 inches are 1,050 pixels, and 8 points 17
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
    "savefig.dpi": _DPI,
    "svg.fonttype": "none",
    "svg.hashsalt": "exactbox",
}


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

"""A policy on a grid: in every cell its moves as arrows, and its value.

**The problem.** A list of states and actions does not show where a policy goes. On a grid it can be
seen, if the picture tells the move that the policy makes from others that are as good, a cell where
the play ends from one that is never reached, and if every number can be read.

**The method.** A cell is a square of `_SIDE` inches or more, with its value in text of 8 points at
the bottom, what it is at the top ("start", a label), and arrows from its middle: full for the
policy's move, hollow for others that are worth as much. Goals have a second frame, cells that the
play never leaves are hatched, cells that cannot be reached are dotted and empty. The higher the
value the darker the cell, at most as dark as leaves black text a contrast of 9. On grids too large
for text the shades, and a scale beside them, have the values to themselves; the picture says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

from exactbox.decimals import decimal_string, digit_count
from exactbox.plots.figures import drawing
from exactbox.plots.style import BLACK, GREY
from exactbox.showing import counted, one_line

WAYS = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}  # rows, columns

_SIDE, _WIDE, _WIDEST, _TALLEST = 0.62, 1.0, 11.0, 12.0  # inches: of a cell, of the grid
_STRETCHED = 0.9  # of a side: cells that are smaller have no numbers in them
_DIGITS = 4  # after the point, of values below 10
_LARGEST = 10**300  # of what is shaded
_DARK = 0.3  # how much of the light the highest value takes
_LETTERS = 8  # of a name in a cell
_NARROW = 5.0  # inches: the title needs them
_ROOM = 7.5  # inches: of a legend in one line
_TICKS = 30  # numbers along a side
_LIGHT = "#9a9a9a"  # frames of cells


@dataclass(frozen=True)
class Cell:
    """The content of a cell."""

    place: tuple[int, int]  # row and column; rows increase downwards
    value: Fraction | float | None = None
    moves: tuple[str, ...] = ()  # of `WAYS`: the policy's, then others as good
    words: str = ""  # the policy's action, where it is not one of these
    name: str = ""  # "start", a label
    kind: str = ""  # "goal", "end" or "unreached"


def policy_grid(
    title: str,
    cells: Sequence[Cell],
    below: Sequence[str],
    *,
    names: tuple[str, str] = ("row", "column"),
    upwards: bool = False,
) -> Any:
    """The picture of a policy on a grid; a place without a cell stays empty.

    A coordinate without a name has no numbers. Where the first coordinate increases upwards, as y
    does, so does `place`, and "up" leads to a higher one. The middle of a cell is its place on the
    axes. The texts are decimals of the values, correctly rounded; the shades are their floats.

    Examples
    --------
    >>> cells = [Cell((0, 0), Fraction(-1), ("right",), name="start"), Cell((0, 1), Fraction(0))]
    >>> figure = policy_grid("Two cells", cells, ["exactly -1"])
    >>> [text.get_text() for text in figure.axes[0].texts]
    ['-1', 'start', '0']
    """
    rows = _span([cell.place[0] for cell in cells])
    columns = _span([cell.place[1] for cell in cells])
    side = min(_WIDE, _WIDEST / len(columns), _TALLEST / len(rows))
    side = max(side, _SIDE) if side > _STRETCHED * _SIDE else side
    written = side >= _SIDE
    finite = [cell.value for cell in cells if isinstance(cell.value, Fraction)]
    digits = _digits(finite)
    lines = [*below, *_said(cells, written, digits)]
    width = max(_NARROW, len(columns) * side + (1.1 if written else 1.8))
    height = len(rows) * side + 1.5 + 0.2 * len(lines)
    with drawing(title, lines, width=width, height=height) as figure:
        axes = figure.subplots()
        axes.set(
            xlim=(columns[0] - 0.5, columns[-1] + 0.5),
            ylim=(rows[0] - 0.5, rows[-1] + 0.5) if upwards else (rows[-1] + 0.5, rows[0] - 0.5),
            xlabel=names[1],
            ylabel=names[0],
            aspect="equal",
            xticks=columns[:: ceil(len(columns) / _TICKS)],
            yticks=rows[:: ceil(len(rows) / _TICKS)] if names[0] else [],
        )
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        shades = _shades(finite)
        for cell in cells:
            _square(axes, cell, shades, written)
        if written:
            for cell in cells:
                _texts(axes, cell, digits)
        elif shades is not None:
            bar = figure.colorbar(shades, ax=axes, shrink=0.8)
            bar.set_label("value")
        _arrows(axes, cells, upwards, written)
        _legend(axes, cells)
    return figure


def _span(places: Sequence[int]) -> range:
    """All from the first to the last."""
    return range(min(places), max(places) + 1)


def _digits(values: Sequence[Fraction]) -> int:
    """The number of digits after the point: fewer of large numbers, none of integers."""
    if all(value.denominator == 1 for value in values):
        return 0
    return max(0, _DIGITS + 1 - digit_count(int(max(map(abs, values)))))


def _said(cells: Sequence[Cell], written: bool, digits: int) -> list[str]:
    """Notes on the values in the cells."""
    rounded = any(
        isinstance(c.value, Fraction) and (c.value * 10**digits).denominator != 1 for c in cells
    )
    if not written:
        return [f"{len(cells):,} cells, too many for their values in text: the darker, the higher"]
    after = counted(digits, "digit")
    return [f"the values in the cells are rounded to {after} after the point"] * rounded


def _shades(finite: Sequence[Fraction]) -> Any:
    """From values to greys; None where all are the same, or too large for floats."""
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import LinearSegmentedColormap, Normalize

    if not finite or min(finite) == max(finite) or max(map(abs, finite)) > _LARGEST:
        return None
    greys = LinearSegmentedColormap.from_list("greys", [(1.0,) * 3, (1.0 - _DARK,) * 3])
    return ScalarMappable(Normalize(float(min(finite)), float(max(finite))), greys)


def _square(axes: Any, cell: Cell, shades: Any, written: bool) -> None:
    """The cell's frame, shade and hatch; a goal's second frame."""
    from matplotlib.patches import Rectangle

    row, column = cell.place
    known = isinstance(cell.value, Fraction) and shades is not None
    axes.add_patch(
        Rectangle(
            (column - 0.5, row - 0.5),
            1,
            1,
            facecolor=shades.to_rgba(float(cell.value or 0)) if known else "white",
            edgecolor=_LIGHT,
            linewidth=0.8 if written else 0.4,
            hatch={"end": "////", "unreached": ".."}.get(cell.kind),
            label=cell.kind or "cell",
        )
    )
    if cell.kind == "goal":
        axes.add_patch(
            Rectangle(
                (column - 0.44, row - 0.44), 0.88, 0.88, fill=False, linewidth=1.6, zorder=2.5
            )
        )


def _texts(axes: Any, cell: Cell, digits: int) -> None:
    """The value at the bottom, the name at the top, an action without an arrow in the middle."""
    box = {"facecolor": "white", "edgecolor": "none", "pad": 0.8} if cell.kind == "end" else None
    down = 1 if axes.yaxis_inverted() else -1

    def write(text: str, at: float, va: str) -> None:
        row, column = cell.place
        axes.text(column, row + down * at, text, ha="center", va=va, fontsize=8, bbox=box, zorder=4)

    if cell.value is not None:
        write(_decimal(cell.value, digits), 0.4, "bottom")
    if cell.name:
        write(_cut(cell.name), -0.4, "top")
    if cell.words:
        write(_cut(cell.words), 0.0, "center")


def _decimal(value: Fraction | float, digits: int) -> str:
    """An integer as it is, a fraction to so many digits, or an infinity."""
    if isinstance(value, float):
        return "\u221e" if value > 0 else "\u2212\u221e"
    if abs(value) >= 10**_LETTERS:
        tens = digit_count(int(value)) - 1
        return f"{decimal_string(value.numerator, value.denominator * 10**tens, 2)}e{tens}"
    return decimal_string(*value.as_integer_ratio(), 0 if value.denominator == 1 else digits)


def _cut(text: str) -> str:
    text = one_line(text)
    return text if len(text) <= _LETTERS else f"{text[: _LETTERS - 1]}\u2026"


def _arrows(axes: Any, cells: Sequence[Cell], upwards: bool, written: bool) -> None:
    """From the middle of each cell: full for the policy, hollow for what is worth as much."""
    lift, long = (-0.02, 0.27) if written else (0.0, 0.42)
    policy = [(cell.place, way) for cell in cells for way in cell.moves[:1]]
    others = [(cell.place, way) for cell in cells for way in cell.moves[1:]]
    styles = (
        (others, {"facecolor": "white", "edgecolor": BLACK, "linewidth": 0.7}, "worth as much"),
        (policy, {"facecolor": BLACK, "edgecolor": BLACK, "linewidth": 0.7}, "policy"),
    )
    for arrows, look, name in styles:
        if not arrows:
            continue
        turn = -1 if upwards else 1
        steps = [(WAYS[way][1], turn * WAYS[way][0]) for _, way in arrows]
        axes.quiver(
            [place[1] for place, _ in arrows],
            [place[0] + turn * lift for place, _ in arrows],
            [long * right for right, _ in steps],
            [long * down for _, down in steps],
            angles="xy",
            scale_units="xy",
            scale=1,
            units="xy",
            width=long / 6,
            headwidth=3.6,
            headlength=3.0,
            headaxislength=3.0,
            zorder=3,
            label=name,
            **look,
        )


def _legend(axes: Any, cells: Sequence[Cell]) -> None:
    """The meaning of the arrows, frames and hatches that there are."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    kinds = {cell.kind for cell in cells}
    marker = {"linestyle": "none", "marker": ">", "markersize": 6, "markeredgecolor": BLACK}
    marks = []
    if any(cell.moves for cell in cells):
        marks.append((Line2D([], [], markerfacecolor=BLACK, **marker), "the policy's move"))
    if any(len(cell.moves) > 1 for cell in cells):
        marks.append((Line2D([], [], markerfacecolor="white", **marker), "another, worth as much"))
    if "goal" in kinds:
        marks.append((Patch(facecolor="white", edgecolor=BLACK, linewidth=1.6), "goal"))
    if "end" in kinds:
        marks.append(
            (Patch(facecolor="white", edgecolor=GREY, hatch="////"), "the play stays there")
        )
    if "unreached" in kinds:
        marks.append((Patch(facecolor="white", edgecolor=GREY, hatch="...."), "never reached"))
    if marks:
        axes.legend(
            *zip(*marks, strict=True),
            loc="upper left",
            bbox_to_anchor=(0.0, -0.02),
            ncols=2 if axes.figure.get_figwidth() < _ROOM else len(marks),
            borderaxespad=2.2,
            handlelength=1.5,
            handleheight=1.0,
            columnspacing=1.2,
        )

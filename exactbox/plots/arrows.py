"""A policy on a grid: in every cell its moves as arrows, and its value.

**The problem.** A list of states and actions does not show where a policy goes. On a grid it can be
seen, if the picture tells the move that the policy makes from others that are as good, a cell where
the play ends from one that is never reached, and if every number can be read.

**The method.** A cell is a square of `_MIN_SIDE` inches or more, with its value in text of 8 points
at the bottom, what it is at the top ("start", a label), and arrows from its middle: full for the
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
from exactbox.plots.figures import BLACK, GREY, drawing
from exactbox.showing import counted, one_line

WAYS = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}  # rows, columns

_MIN_SIDE, _MAX_SIDE, _MAX_WIDTH, _MAX_HEIGHT = 0.62, 1.0, 11.0, 12.0  # inches: a cell, the grid
_MIN_STRETCH = 0.9  # of the least side: cells that are smaller have no numbers in them
_DIGITS = 4  # after the point, of values below 10
_MAX_SHADED = 10**300
_DARKEST = 0.3  # how much of the light the highest value takes
_MAX_LETTERS = 8  # of a name in a cell
_MIN_TITLE_WIDTH = 5.0  # inches
_LEGEND_WIDTH = 7.5  # inches: of a legend in one line
_MAX_TICKS = 30  # numbers along a side
_FRAME = "#9a9a9a"


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
    rows, columns = (
        range(min(places), max(places) + 1) for places in zip(*(cell.place for cell in cells))
    )
    side = min(_MAX_SIDE, _MAX_WIDTH / len(columns), _MAX_HEIGHT / len(rows))
    side = max(side, _MIN_SIDE) if side > _MIN_STRETCH * _MIN_SIDE else side
    has_texts = side >= _MIN_SIDE
    finite = [cell.value for cell in cells if isinstance(cell.value, Fraction)]
    digits = 0  # after the point: fewer of large numbers, none of integers
    if any(value.denominator != 1 for value in finite):
        digits = max(0, _DIGITS + 1 - digit_count(int(max(map(abs, finite)))))
    lines = [*below]
    if not has_texts:
        many = f"{len(cells):,} cells, too many for their values in text"
        lines.append(f"{many}: the darker, the higher")
    elif any((value * 10**digits).denominator != 1 for value in finite):
        after = counted(digits, "digit")
        lines.append(f"the values in the cells are rounded to {after} after the point")
    width = max(_MIN_TITLE_WIDTH, len(columns) * side + (1.1 if has_texts else 1.8))
    height = len(rows) * side + 1.5 + 0.2 * len(lines)
    with drawing(title, lines, width=width, height=height) as figure:
        axes = figure.subplots()
        axes.set(
            xlim=(columns[0] - 0.5, columns[-1] + 0.5),
            ylim=(rows[0] - 0.5, rows[-1] + 0.5) if upwards else (rows[-1] + 0.5, rows[0] - 0.5),
            xlabel=names[1],
            ylabel=names[0],
            aspect="equal",
            xticks=columns[:: ceil(len(columns) / _MAX_TICKS)],
            yticks=rows[:: ceil(len(rows) / _MAX_TICKS)] if names[0] else [],
        )
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        shades = _shades(finite)
        for cell in cells:
            _square(axes, cell, shades, 0.8 if has_texts else 0.4)
        if has_texts:
            for cell in cells:
                _texts(axes, cell, digits)
        elif shades is not None:
            figure.colorbar(shades, ax=axes, shrink=0.8).set_label("value")
        _arrows(axes, cells, upwards, has_texts)
        _legend(axes, cells)
    return figure


def _shades(finite: Sequence[Fraction]) -> Any:
    """From values to greys; None where all are the same, or too large for floats."""
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import LinearSegmentedColormap, Normalize

    if not finite or min(finite) == max(finite) or max(map(abs, finite)) > _MAX_SHADED:
        return None
    greys = LinearSegmentedColormap.from_list("greys", [(1.0,) * 3, (1.0 - _DARKEST,) * 3])
    return ScalarMappable(Normalize(float(min(finite)), float(max(finite))), greys)


def _square(axes: Any, cell: Cell, shades: Any, linewidth: float) -> None:
    """The cell's frame, shade and hatch; a goal's second frame."""
    from matplotlib.patches import Rectangle

    row, column = cell.place
    is_shaded = isinstance(cell.value, Fraction) and shades is not None
    color = shades.to_rgba(float(cell.value or 0)) if is_shaded else "white"
    look = {"facecolor": color, "edgecolor": _FRAME, "linewidth": linewidth}
    hatch = {"end": "////", "unreached": ".."}.get(cell.kind)
    corner = column - 0.5, row - 0.5
    axes.add_patch(Rectangle(corner, 1, 1, hatch=hatch, label=cell.kind or "cell", **look))
    if cell.kind == "goal":
        corner = column - 0.44, row - 0.44
        axes.add_patch(Rectangle(corner, 0.88, 0.88, fill=False, linewidth=1.6, zorder=2.5))


def _texts(axes: Any, cell: Cell, digits: int) -> None:
    """The value at the bottom, the name at the top, an action without an arrow in the middle."""
    box = {"facecolor": "white", "edgecolor": "none", "pad": 0.8} if cell.kind == "end" else None
    down = 1 if axes.yaxis_inverted() else -1
    value = "" if cell.value is None else _decimal(cell.value, digits)
    name, words = (
        text if len(text) <= _MAX_LETTERS else f"{text[: _MAX_LETTERS - 1]}\u2026"
        for text in (one_line(cell.name), one_line(cell.words))
    )
    row, column = cell.place
    for text, at, va in ((value, 0.4, "bottom"), (name, -0.4, "top"), (words, 0.0, "center")):
        if text:
            y = row + down * at
            axes.text(column, y, text, ha="center", va=va, fontsize=8, bbox=box, zorder=4)


def _decimal(value: Fraction | float, digits: int) -> str:
    """An integer as it is, a fraction to so many digits, or an infinity."""
    if isinstance(value, float):
        return "\u221e" if value > 0 else "\u2212\u221e"
    if abs(value) >= 10**_MAX_LETTERS:
        tens = digit_count(int(value)) - 1
        return f"{decimal_string(value.numerator, value.denominator * 10**tens, 2)}e{tens}"
    return decimal_string(*value.as_integer_ratio(), 0 if value.denominator == 1 else digits)


def _arrows(axes: Any, cells: Sequence[Cell], upwards: bool, has_texts: bool) -> None:
    """From the middle of each cell: full for the policy, hollow for what is worth as much."""
    lift, long = (-0.02, 0.27) if has_texts else (0.0, 0.42)
    turn = -1 if upwards else 1
    for some, color, label in (
        (slice(1, None), "white", "worth as much"),
        (slice(1), BLACK, "policy"),
    ):
        arrows = [(*cell.place, *WAYS[way]) for cell in cells for way in cell.moves[some]]
        if arrows:
            axes.quiver(
                [column for _, column, _, _ in arrows],
                [row + turn * lift for row, _, _, _ in arrows],
                [long * right for _, _, _, right in arrows],
                [long * (turn * down) for _, _, down, _ in arrows],
                angles="xy",
                scale_units="xy",
                scale=1,
                units="xy",
                width=long / 6,
                headwidth=3.6,
                headlength=3.0,
                headaxislength=3.0,
                facecolor=color,
                edgecolor=BLACK,
                linewidth=0.7,
                zorder=3,
                label=label,
            )


def _legend(axes: Any, cells: Sequence[Cell]) -> None:
    """The meaning of the arrows, frames and hatches that there are."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    kinds = {cell.kind for cell in cells}
    moves = max(len(cell.moves) for cell in cells)
    arrow = {"linestyle": "none", "marker": ">", "markersize": 6, "markeredgecolor": BLACK}
    square: dict[str, Any] = {"facecolor": "white", "edgecolor": GREY}
    marks = [
        (mark, text)
        for is_there, mark, text in (
            (moves, Line2D([], [], markerfacecolor=BLACK, **arrow), "the policy's move"),
            (moves > 1, Line2D([], [], markerfacecolor="white", **arrow), "another, worth as much"),
            ("goal" in kinds, Patch(facecolor="white", edgecolor=BLACK, linewidth=1.6), "goal"),
            ("end" in kinds, Patch(hatch="////", **square), "the play stays there"),
            ("unreached" in kinds, Patch(hatch="....", **square), "never reached"),
        )
        if is_there
    ]
    if marks:
        axes.legend(
            *zip(*marks, strict=True),
            loc="upper left",
            bbox_to_anchor=(0.0, -0.02),
            ncols=2 if axes.figure.get_figwidth() < _LEGEND_WIDTH else len(marks),
            borderaxespad=2.2,
            handlelength=1.5,
            handleheight=1.0,
            columnspacing=1.2,
        )

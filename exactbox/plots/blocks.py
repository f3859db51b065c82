"""The pattern of a matrix, and the same matrix in block triangular form with its blocks outlined.

**The problem.** A large system is solved block by block; how large the blocks are decides what it
costs, and the pattern as it was given does not show them.

**The method.** Two panels, the matrix as it is and with its rows and columns permuted. A matrix of
at most `_MAX_DOTS` rows and columns has a black square for each entry that is not 0, with the
number in it if a cell is wide enough. Of a larger one each dot stands for several rows and columns:
it is white where all of these entries are 0, and else the darker the more of them are not, on a
logarithmic scale, from a grey that can be seen. Then blocks of less than two dots are not outlined.
The picture says both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import ceil
from typing import Any

import numpy as np

from exactbox.plots.figures import BLACK, RED, drawing
from exactbox.showing import counted

Array = np.ndarray[Any, Any]
_MAX_DOTS = 300  # in 3 inches: at 150 an inch a dot has more than a pixel, so that none gets lost
_FAINTEST = 0.3  # of black: one entry in a dot
_MAX_SPACED = 60  # rows and columns up to which white lines keep entries apart
_MAX_RATIO = 6  # of the sides of a matrix whose places are drawn as squares
_MAX_SIZES = 6  # sizes of blocks that are said


def block_form(
    title: str,
    shape: tuple[int, int],
    entries: tuple[Array, Array],
    below: Sequence[str],
    *,
    order: tuple[Array, Array] | None = None,
    start: Array | None = None,
    marked: Sequence[int] = (),
    first: int = 0,
    numbers: Sequence[str] = (),
) -> Any:
    """The picture of a matrix, and of its block triangular form where there is one.

    Entries are rows and columns of what is not 0, each place once, and `numbers` their texts, if
    any. `order` has the rows and columns of the block triangular form, whose block k has the rows
    and columns ``start[k]:start[k + 1]`` of these. Marked columns count from 0, the labels of rows
    and columns from `first`. The middle of a place has its row and column as coordinates, and the
    outlines of blocks are rectangles.

    Examples
    --------
    >>> diagonal = np.arange(3), np.arange(3)
    >>> figure = block_form(
    ...     "Three unknowns", (3, 3), diagonal, [], order=diagonal, start=np.arange(4))
    >>> print(figure.get_supxlabel(), len(figure.axes[1].patches))
    3 blocks: 3 of 1 row 3
    """
    step = ceil(max(shape) / _MAX_DOTS)
    lines = [*below]
    outlines: list[tuple[int, int]] = []  # first row and size of blocks of two dots, or a row
    if start is not None:
        sizes = np.diff(start)
        large = sizes >= (2 * step if step > 1 else 1)
        outlines = list(zip(start[:-1][large].tolist(), sizes[large].tolist()))
        by_size = sorted(Counter(sizes.tolist()).items(), reverse=True)
        text = ", ".join(f"{many:,} of {counted(n, 'row')}" for n, many in by_size[:_MAX_SIZES])
        rest = sum(many for _, many in by_size[_MAX_SIZES:])
        smaller = f" and {rest:,} smaller" if rest else ""
        lines.append(f"{counted(len(sizes), 'block')}: {text}{smaller}")
    if step > 1:
        lines.append(
            f"a dot stands for {step:,} x {step:,} entries: white if all are 0, else the darker "
            "the more are not"
        )
        if start is not None and (hidden := len(start) - 1 - len(outlines)):
            small = f"{counted(hidden, 'block')} of fewer than {2 * step:,} rows"
            lines.append(f"not outlined: {small}")
    panels = 1 if order is None else 2
    width = 7.0 if panels == 2 else 5.0
    tall = min(max(shape[0] / shape[1], 0.3), 1.0) * (width - 1.0) / panels
    with drawing(title, lines, width=width, height=tall + 1.2 + 0.2 * len(lines)) as figure:
        axes = np.atleast_1d(figure.subplots(1, panels))
        _pattern(axes[0], shape, entries, step, first, numbers)
        axes[0].set_title("as it is given", pad=14 if marked else None)
        if marked:
            axes[0].plot(
                [first + j for j in marked],
                [1.0] * len(marked),
                transform=axes[0].get_xaxis_transform(),
                linestyle="none",
                marker=7,  # a triangle that stands on the edge
                color=RED,
                markeredgecolor=BLACK,
                markersize=7,
                clip_on=False,
                label="marked",
            )
        if order is not None:
            rows, columns = (np.argsort(each) for each in order)  # the places of row i, column j
            permuted = rows[entries[0]], columns[entries[1]]
            _pattern(axes[1], shape, permuted, step, first, numbers)
            axes[1].set_title("permuted: block lower triangular")
            _outline(axes[1], outlines, RED if step == 1 else BLACK, first)
    return figure


def shades(shape: tuple[int, int], entries: tuple[Array, Array], step: int) -> Array:
    """The darkness of each dot of step x step places, from 0 (all are 0) to 1.

    Examples
    --------
    >>> corner = np.array([0, 0, 1]), np.array([0, 1, 3])
    >>> shades((2, 4), corner, 1).tolist(), shades((2, 4), corner, 2).tolist()
    ([[1.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]], [[1.0, 0.3]])
    """
    rows, columns = (ceil(size / step) for size in shape)
    place = entries[0] // step * columns + entries[1] // step
    count = np.bincount(place, minlength=rows * columns).reshape(rows, columns).astype(float)
    most = count.max(initial=0.0)
    if most <= 1:
        return count
    with np.errstate(divide="ignore"):
        dark = _FAINTEST + (1 - _FAINTEST) * np.log(count) / np.log(most)
    return np.where(count > 0, dark, 0.0)


def _pattern(
    axes: Any,
    shape: tuple[int, int],
    entries: tuple[Array, Array],
    step: int,
    first: int,
    numbers: Sequence[str],
) -> None:
    """The dots, with rows downwards, and the entries' numbers in them."""
    edge = first - 0.5
    dark = shades(shape, entries, step)
    m, n = (size * step for size in dark.shape)  # the last dots may go beyond the matrix
    extent = edge, edge + n, edge + m, edge
    axes.imshow(dark, cmap="Greys", vmin=0, vmax=1, interpolation="nearest", extent=extent)
    axes.set(xlim=(edge, edge + shape[1]), ylim=(edge + shape[0], edge))
    axes.set(xlabel="column", ylabel="row")
    axes.set_aspect("auto" if max(shape) > _MAX_RATIO * min(shape) else "equal")
    axes.spines[:].set_visible(True)
    if max(shape) <= _MAX_SPACED:
        axes.set_xticks(np.arange(shape[1] + 1) + edge, minor=True)
        axes.set_yticks(np.arange(shape[0] + 1) + edge, minor=True)
        axes.grid(which="minor", color="white", linewidth=0.6)
        axes.tick_params(which="minor", length=0)
    for axis, size in ((axes.xaxis, shape[1]), (axes.yaxis, shape[0])):
        last = first + size - 1
        apart = max(1, int(round(size / 4, 1 - len(str(size // 4)))))  # of round numbers
        between = (k for k in range(apart, last, apart) if last - k > apart / 2)
        axis.set_major_formatter("{x:,.0f}")
        axis.set_ticks(sorted({first, *between, last}))
    look = {"ha": "center", "va": "center", "fontsize": 8, "color": "white", "zorder": 4}
    for i, j, text in zip(entries[0].tolist(), entries[1].tolist(), numbers):
        axes.text(first + j, first + i, text, **look)


def _outline(axes: Any, blocks: Sequence[tuple[int, int]], color: str, first: int) -> None:
    """A frame for each block: its first row, counted from 0, and its size."""
    from matplotlib.patches import Rectangle

    look = {"fill": False, "edgecolor": color, "linewidth": 1.3, "clip_on": False, "zorder": 3}
    for row, size in blocks:
        axes.add_patch(Rectangle((first + row - 0.5, first + row - 0.5), size, size, **look))

"""The pattern of a matrix, and the same matrix in block triangular form with its blocks outlined.

**The problem.** A large system is solved block by block; how large the blocks are decides what it
costs, and the pattern as it was given does not show them.

**The method.** Two panels, the matrix as it is and with its rows and columns permuted. A matrix of
at most `_DOTS` rows and columns has a black square for each entry that is not 0, with the number
in it where there is room. Of a larger one
each dot stands for several rows and columns: it is white where all of these entries are 0, and else
the darker the more of them are not, on a logarithmic scale, from a grey that can be seen. Then
blocks of less than two dots are not outlined. The picture says both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import ceil
from types import MappingProxyType
from typing import Any

import numpy as np

from exactbox.plots.figures import drawing
from exactbox.plots.style import BLACK, RED
from exactbox.showing import counted

Array = np.ndarray[Any, Any]
_DOTS = 300  # in 3 inches: at 150 an inch a dot has more than a pixel, so that none gets lost
_FAINTEST = 0.3  # of black: one entry in a dot
_APART = 60  # rows and columns up to which white lines keep entries apart
_THIN = 6  # sides of a matrix whose places are not drawn as squares
_SIZES = 6  # sizes of blocks that are said


def block_form(
    title: str,
    shape: tuple[int, int],
    entries: tuple[Array, Array],
    below: Sequence[str],
    *,
    permuted: tuple[Array, Array] | None = None,
    start: Array | None = None,
    marked: Sequence[int] = (),
    first: int = 0,
    numbers: Mapping[tuple[int, int], str] = MappingProxyType({}),
    order: tuple[Array, Array] | None = None,
) -> Any:
    """The picture of a matrix, and of its block triangular form where there is one.

    Entries are rows and columns of what is not 0, each place once; `permuted` are the same in block
    triangular form, whose block k has the rows and columns ``start[k]:start[k + 1]``. Marked
    columns count from 0, the labels of rows and columns from `first`. The middle of a place has its
    row and column as coordinates, and the outlines of blocks are rectangles. Numbers are texts for
    entries, by row and column; `order` has the rows and columns of the permuted matrix.

    Examples
    --------
    >>> diagonal = np.arange(3), np.arange(3)
    >>> figure = block_form(
    ...     "Three unknowns", (3, 3), diagonal, [], permuted=diagonal, start=np.arange(4))
    >>> print(figure.get_supxlabel(), len(figure.axes[1].patches))
    3 blocks: 3 of 1 row 3
    """
    step = ceil(max(shape) / _DOTS)
    lines = [*below]
    if start is not None:
        lines.append(_sizes(np.diff(start)))
    lines += _said(step, start)
    panels = 1 if permuted is None else 2
    width = 7.0 if panels == 2 else 5.0
    tall = min(max(shape[0] / shape[1], 0.3), 1.0) * (width - 1.0) / panels
    with drawing(title, lines, width=width, height=tall + 1.2 + 0.2 * len(lines)) as figure:
        axes = np.atleast_1d(figure.subplots(1, panels))
        _pattern(axes[0], shape, entries, step, first)
        _texts(axes[0], numbers, first)
        axes[0].set_title("as it is given", pad=14 if marked else None)
        if marked:
            _marks(axes[0], marked, first)
        if permuted is not None and start is not None:
            _pattern(axes[1], shape, permuted, step, first)
            axes[1].set_title("permuted: block lower triangular")
            _outlines(axes[1], start, step, first)
        if numbers and order is not None:
            at = [{k: i for i, k in enumerate(each.tolist())} for each in order]
            moved = {(at[0][i], at[1][j]): text for (i, j), text in numbers.items()}
            _texts(axes[1], moved, first)
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
    axes: Any, shape: tuple[int, int], entries: tuple[Array, Array], step: int, first: int
) -> None:
    """The dots, with rows downwards."""
    edge = first - 0.5
    dark = shades(shape, entries, step)
    m, n = (size * step for size in dark.shape)  # the last dots may go beyond the matrix
    axes.imshow(
        dark,
        cmap="Greys",
        vmin=0,
        vmax=1,
        interpolation="nearest",
        extent=(edge, edge + n, edge + m, edge),
    )
    axes.set(xlim=(edge, edge + shape[1]), ylim=(edge + shape[0], edge))
    axes.set(xlabel="column", ylabel="row")
    thin = max(shape) > _THIN * min(shape)
    axes.set_aspect("auto" if thin else "equal")
    axes.spines[:].set_visible(True)
    if max(shape) <= _APART:
        axes.set_xticks(np.arange(shape[1] + 1) + edge, minor=True)
        axes.set_yticks(np.arange(shape[0] + 1) + edge, minor=True)
        axes.grid(which="minor", color="white", linewidth=0.6)
        axes.tick_params(which="minor", length=0)
    for axis, size in ((axes.xaxis, shape[1]), (axes.yaxis, shape[0])):
        axis.set_major_formatter("{x:,.0f}")
        axis.set_ticks(_ticks(size, first))


def _texts(axes: Any, numbers: Mapping[tuple[int, int], str], first: int) -> None:
    """A number in each of these places."""
    for (i, j), text in numbers.items():
        axes.text(
            first + j,
            first + i,
            text,
            ha="center",
            va="center",
            fontsize=8,
            color="white",
            zorder=4,
        )


def _ticks(size: int, first: int) -> list[int]:
    """The first, the last, and some round numbers between them."""
    last = first + size - 1
    step = max(1, int(round(size / 4, 1 - len(str(size // 4)))))
    return sorted({first, *(k for k in range(step, last, step) if last - k > step / 2), last})


def _marks(axes: Any, columns: Sequence[int], first: int) -> None:
    """A triangle above each of these columns."""
    axes.plot(
        [first + j for j in columns],
        [1.0] * len(columns),
        transform=axes.get_xaxis_transform(),
        linestyle="none",
        marker=7,  # a triangle that stands on the edge
        color=RED,
        markeredgecolor=BLACK,
        markersize=7,
        clip_on=False,
        label="marked",
    )


def _outlines(axes: Any, start: Array, step: int, first: int) -> None:
    """A frame for each block that can be seen."""
    from matplotlib.patches import Rectangle

    for row, size in _outlined(start, step):
        corner = first + row - 0.5
        axes.add_patch(
            Rectangle(
                (corner, corner),
                size,
                size,
                fill=False,
                edgecolor=RED if step == 1 else BLACK,
                linewidth=1.3,
                clip_on=False,
                zorder=3,
            )
        )


def _outlined(start: Array, step: int) -> list[tuple[int, int]]:
    """First row, counted from 0, and size of the blocks that have two dots or more, or a row."""
    sizes = np.diff(start)
    large = sizes >= (2 * step if step > 1 else 1)
    return list(zip(start[:-1][large].tolist(), sizes[large].tolist(), strict=True))


def _sizes(sizes: Array) -> str:
    """The number of blocks of each size, the largest first."""
    counts = sorted(Counter(sizes.tolist()).items(), reverse=True)
    said = ", ".join(f"{many:,} of {counted(size, 'row')}" for size, many in counts[:_SIZES])
    rest = sum(many for _, many in counts[_SIZES:])
    more = f" and {rest:,} smaller" if rest else ""
    return f"{counted(len(sizes), 'block')}: {said}{more}"


def _said(step: int, start: Array | None) -> list[str]:
    """The meaning of a dot, and the blocks that have no outline."""
    if step == 1:
        return []
    lines = [
        f"a dot stands for {step:,} x {step:,} entries: white if all are 0, else the darker the "
        "more are not"
    ]
    if start is not None:
        hidden = len(start) - 1 - len(_outlined(start, step))
        if hidden:
            said = counted(hidden, "block")
            lines.append(f"not outlined: {said} of fewer than {2 * step:,} rows")
    return lines

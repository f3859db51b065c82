"""Pictures of matrices and of solutions: the block triangular form, and how long entries are.

**The problem.** What a square system costs is decided by the blocks that it falls into, which are
not seen in the matrix as it is given; what its solution takes, by the digits of its entries.

**The method.** The form is the one that `solve` uses (`blocks`), drawn beside the matrix. A square
matrix without one is singular whatever its entries are: some columns have all their non-zeros in
fewer rows, and the picture says which. Other shapes have no such form here; then the pattern alone
is drawn.

A matrix of at most `_MAX_DOTS` rows and columns has a black square for each entry that is not 0,
with the number in it if a cell is wide enough. Of a larger one each dot stands for several rows and
columns: it is white where all of these entries are 0, and else the darker the more of them are not,
on a logarithmic scale, from a grey that can be seen. Then blocks of less than two dots are not
outlined. The picture says both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import ceil
from typing import Any

import numpy as np
from flint import fmpq

from exactbox.decimals import digit_count
from exactbox.linalg.matrices.blocks import BlockForm, Deficiency, block_triangular_form
from exactbox.linalg.matrices.entries import Floats
from exactbox.linalg.matrices.exactfraction import exact_fraction
from exactbox.linalg.matrices.matrix_inputs import read_rational
from exactbox.linalg.matrices.rational import RationalMatrix
from exactbox.linalg.results.tables import Entries
from exactbox.showing import counted

_MAX_NAMED = 6  # columns that are named, and sizes of blocks
_MAX_CHARACTERS = 32  # characters of 8 points beside each other in a panel of 3 inches, with gaps
_MAX_DOTS = 300  # in 3 inches: at 150 an inch a dot has more than a pixel, so that none gets lost
_FAINTEST = 0.3  # of black: one entry in a dot
_MAX_SPACED = 60  # rows and columns up to which white lines keep entries apart
_MAX_RATIO = 6  # of the sides of a matrix whose places are drawn as squares


def plot_blocks(a: Any, *, floats: Floats = None) -> Any:
    """A picture of a matrix, and of its block triangular form if it is square.

    Blocks are those that `solve` solves one after the other. Of a matrix with more than 300 rows or
    columns a dot stands for several entries, and the picture says so. A notebook shows the figure
    of matplotlib (``pip install 'exactbox[plot]'``), and
    ``exactbox.plots.save(figure, "blocks.svg")`` writes it. The arguments are explained in
    `exactbox.linalg`.

    Examples
    --------
    Rows and columns change places, and the last two unknowns are solved for together:

    >>> figure = plot_blocks([[0, 1, 2], [3, 0, 0], [0, 1, 1]])
    >>> print(figure.get_supxlabel())
    5 entries of 9 not 0
    2 blocks: 1 of 2 rows, 1 of 1 row
    """
    return blocks_of(read_rational(a, floats=floats))


def blocks_of(
    a: RationalMatrix, *, title: str = "", below: Sequence[str] = (), first: int = 0
) -> Any:
    """The picture of `plot_blocks`, with a title, lines below, and places counted from `first`.

    The middle of a place has its row and column as coordinates, the outlines of blocks are
    rectangles, and columns are marked by triangles at the upper edge.
    """
    from exactbox.plots.figures import BLACK, RED, drawing

    matrix, scales = a.scaled
    m, n = matrix.shape
    if not m or not n:
        raise ValueError(f"a matrix of {m} x {n}: there is nothing to draw")
    numbers: list[str] = []
    if max(m, n) <= _MAX_CHARACTERS:
        places = zip(matrix.row_of.tolist(), matrix.data.tolist())
        numbers = [str(fmpq(value, scales[i])) for i, value in places]
        if (max(map(len, numbers), default=0) + 1) * max(m, n) > _MAX_CHARACTERS:
            numbers = []
    step = ceil(max(m, n) / _MAX_DOTS)
    lines = [*below, f"{counted(len(matrix.data), 'entry')} of {m * n:,} not 0"]
    form = block_triangular_form(matrix) if m == n else None
    outlines: list[tuple[int, int]] = []  # first row and size of blocks of two dots, or a row
    marked: list[int] = []
    if isinstance(form, BlockForm):
        sizes = np.diff(form.start)
        large = sizes >= (2 * step if step > 1 else 1)
        outlines = list(zip(form.start[:-1][large].tolist(), sizes[large].tolist()))
        by_size = sorted(Counter(sizes.tolist()).items(), reverse=True)
        text = ", ".join(f"{many:,} of {counted(k, 'row')}" for k, many in by_size[:_MAX_NAMED])
        rest = sum(many for _, many in by_size[_MAX_NAMED:])
        smaller = f" and {rest:,} smaller" if rest else ""
        lines.append(f"{counted(len(sizes), 'block')}: {text}{smaller}")
    elif isinstance(form, Deficiency):
        marked = [first + j for j in form.columns.tolist()]
        names = ", ".join(map(str, marked[:_MAX_NAMED])) + ", ..." * (len(marked) > _MAX_NAMED)
        lines.append(
            f"it is singular whatever these entries are: {counted(len(marked), 'column')} "
            f"({names}, marked) are 0 outside of {counted(len(form.rows), 'row')}"
        )
    else:
        lines.append("it is not square: it has no block triangular form")
    if step > 1:
        lines.append(
            f"a dot stands for {step:,} x {step:,} entries: white if all are 0, else the darker "
            "the more are not"
        )
        if isinstance(form, BlockForm) and (hidden := len(form.start) - 1 - len(outlines)):
            small = f"{counted(hidden, 'block')} of fewer than {2 * step:,} rows"
            lines.append(f"not outlined: {small}")

    title = title or f"A matrix of {counted(m, 'row')} and {counted(n, 'column')}"
    entries, edge = (matrix.row_of, matrix.indices), first - 0.5
    panels = 2 if isinstance(form, BlockForm) else 1
    width = 7.0 if panels == 2 else 5.0
    tall = min(max(m / n, 0.3), 1.0) * (width - 1.0) / panels
    with drawing(title, lines, width=width, height=tall + 1.2 + 0.2 * len(lines)) as figure:
        given, *permuted = np.atleast_1d(figure.subplots(1, panels))
        _draw_pattern(given, (m, n), entries, step, first, numbers)
        given.set_title("as it is given", pad=14 if marked else None)
        if marked:
            edged = given.get_xaxis_transform()  # a triangle that stands on the edge: marker 7
            look = {"color": RED, "markeredgecolor": BLACK, "markersize": 7, "clip_on": False}
            ones = [1.0] * len(marked)
            given.plot(marked, ones, transform=edged, linestyle="none", marker=7, **look)
        if isinstance(form, BlockForm):
            from matplotlib.patches import Rectangle

            (axes,) = permuted
            rows, columns = np.argsort(form.rows), np.argsort(form.columns)  # places of row i, ...
            at = rows[entries[0]], columns[entries[1]]
            _draw_pattern(axes, (m, n), at, step, first, numbers)
            axes.set_title("permuted: block lower triangular")
            look = {"edgecolor": RED if step == 1 else BLACK, "clip_on": False, "zorder": 3}
            for row, size in outlines:
                corner = row + edge, row + edge
                axes.add_patch(Rectangle(corner, size, size, fill=False, linewidth=1.3, **look))
    return figure


def _draw_pattern(
    axes: Any,
    shape: tuple[int, int],
    entries: tuple[Any, Any],
    step: int,
    first: int,
    numbers: Sequence[str],
) -> None:
    """The dots, with rows downwards, and the entries' numbers in them."""
    from matplotlib.colors import LogNorm
    from matplotlib.ticker import MaxNLocator

    edges = [np.arange(0, size + step, step) for size in shape]  # of dots
    count, *_ = np.histogram2d(*entries, bins=edges)
    edge, most = first - 0.5, max(count.max(), 1.0)
    # 1 entry has the darkness log(1 / vmin) / log(most / vmin) = _FAINTEST; alone it is black
    norm = LogNorm(vmin=min(0.5, most ** (_FAINTEST / (_FAINTEST - 1))), vmax=most)
    down, right = (size * step for size in count.shape)  # the last dots may go beyond the matrix
    axes.imshow(
        np.ma.masked_equal(count, 0),
        cmap="Greys",
        norm=norm,
        interpolation="nearest",
        extent=(edge, edge + right, edge + down, edge),
        aspect="auto" if max(shape) > _MAX_RATIO * min(shape) else "equal",
    )
    axes.set(xlim=(edge, edge + shape[1]), ylim=(edge + shape[0], edge))
    axes.set(xlabel="column", ylabel="row")
    axes.spines[:].set_visible(True)
    for axis, size in ((axes.xaxis, shape[1]), (axes.yaxis, shape[0])):
        axis.set_major_locator(MaxNLocator(5, integer=True))
        axis.set_major_formatter("{x:,.0f}")
        if max(shape) <= _MAX_SPACED:
            axis.set_ticks(np.arange(size + 1) + edge, minor=True)
    if max(shape) <= _MAX_SPACED:
        axes.grid(which="minor", color="white", linewidth=0.6)
        axes.tick_params(which="minor", length=0)
    look = {"ha": "center", "va": "center", "fontsize": 8, "color": "white", "zorder": 4}
    for i, j, text in zip(entries[0].tolist(), entries[1].tolist(), numbers):
        axes.text(first + j, first + i, text, **look)


def plot_digits(x: Entries, *, title: str = "") -> Any:
    """The picture of how long the entries of a vector are (`ExactVector.plot`)."""
    from exactbox.plots.digits import digits_of_values
    from exactbox.plots.figures import exactly

    if not len(x):
        raise ValueError("a vector of 0 entries: there is nothing to draw")
    reduced = [fmpq(*x.parts(i)) for i in range(len(x))]
    tops, bottoms = ([digit_count(e) for e in part] for part in zip(*((v.p, v.q) for v in reduced)))
    longest = max(range(len(x)), key=bottoms.__getitem__)
    caption = f"the longest denominator has {counted(bottoms[longest], 'digit')}"
    return digits_of_values(
        title or f"A vector of {counted(len(x), 'entry')}",
        range(len(x)),
        tops,
        bottoms,
        [f"{caption}; entry {longest} is {exactly(exact_fraction(*x.parts(longest)))}"],
        names=("entry", "entries"),
    )

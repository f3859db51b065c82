"""Pictures of matrices and of solutions: the block triangular form, and how long entries are.

**The problem.** What a square system costs is decided by the blocks that it falls into, which are
not seen in the matrix as it is given; what its solution takes, by the digits of its entries.

**The method.** The form is the one that `solve` uses (`blocks`), drawn beside the matrix.
A square matrix without one is singular whatever its entries are: some columns have all their
non-zeros in fewer rows, and the picture says which. Other shapes have no such form here; then the
pattern alone is drawn. What a picture looks like is in `exactbox.plots`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flint import fmpq

from exactbox.decimals import digit_count
from exactbox.linalg.matrices.blocks import BlockForm, Deficiency, block_triangular_form
from exactbox.linalg.matrices.entries import Floats
from exactbox.linalg.matrices.exactfraction import exact_fraction
from exactbox.linalg.matrices.matrix_inputs import read_rational
from exactbox.linalg.matrices.rational import RationalMatrix
from exactbox.linalg.matrices.sparse import IntegerMatrix
from exactbox.linalg.results.tables import Entries
from exactbox.showing import counted

_LISTED = 6  # columns that are named
_ROOM = 32  # characters of 8 points beside each other in a panel of 3 inches, with gaps


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
    """As `plot_blocks`, with a title, lines below, and rows and columns counted from `first`."""
    from exactbox.plots.blocks import block_form

    matrix, scales = a.scaled
    m, n = matrix.shape
    if not m or not n:
        raise ValueError(f"a matrix of {m} x {n}: there is nothing to draw")
    numbers = _numbers(matrix, scales)
    entries = matrix.row_of, matrix.indices
    title = title or f"A matrix of {counted(m, 'row')} and {counted(n, 'column')}"
    lines = [*below, f"{counted(len(matrix.data), 'entry')} of {m * n:,} not 0"]
    form = block_triangular_form(matrix) if m == n else None
    if not isinstance(form, BlockForm):
        lines.append(_why_not(form, first))
        marked = [] if form is None else form.columns.tolist()
        return block_form(
            title, (m, n), entries, lines, marked=marked, first=first, numbers=numbers
        )
    shown = matrix.permuted(form.rows, form.columns)
    permuted = shown.row_of, shown.indices
    order = form.rows, form.columns
    return block_form(
        title, (m, n), entries, lines, permuted=permuted, start=form.start, first=first,
        numbers=numbers, order=order,
    )  # fmt: skip


def _numbers(matrix: IntegerMatrix, scales: Sequence[int]) -> dict[tuple[int, int], str]:
    """The entries of a small matrix in text; none where there is no room for them."""
    if max(matrix.shape) > _ROOM:
        return {}
    places = zip(matrix.row_of.tolist(), matrix.indices.tolist(), matrix.data.tolist())
    found = {(i, j): str(fmpq(value, scales[i])) for i, j, value in places}
    widest = max(map(len, found.values()), default=0) + 1
    return found if widest * max(matrix.shape) <= _ROOM else {}


def plot_digits(x: Entries, *, title: str = "") -> Any:
    """As `ExactVector.plot`."""
    from exactbox.plots.digits import digits_of_values
    from exactbox.plots.figures import exactly

    if not len(x):
        raise ValueError("a vector of 0 entries: there is nothing to draw")
    reduced = [fmpq(*x.parts(i)) for i in range(len(x))]
    tops, bottoms = ([digit_count(e) for e in part] for part in zip(*((v.p, v.q) for v in reduced)))
    longest = max(range(len(x)), key=bottoms.__getitem__)
    said = f"the longest denominator has {counted(bottoms[longest], 'digit')}"
    return digits_of_values(
        title or f"A vector of {counted(len(x), 'entry')}",
        range(len(x)),
        tops,
        bottoms,
        [f"{said}; entry {longest} is {exactly(exact_fraction(*x.parts(longest)))}"],
        names=("entry", "entries"),
    )


def _why_not(form: Deficiency | None, first: int) -> str:
    """Why there is no block triangular form."""
    if form is None:
        return "it is not square: it has no block triangular form"
    columns = [str(first + j) for j in form.columns.tolist()]
    more = ", ..." if len(columns) > _LISTED else ""
    named = f"{', '.join(columns[:_LISTED])}{more}"
    return (
        f"it is singular whatever these entries are: {counted(len(columns), 'column')} ({named}, "
        f"marked) are 0 outside of {counted(len(form.rows), 'row')}"
    )

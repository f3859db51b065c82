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
from exactbox.linalg.matrices.blocks import BlockForm, block_triangular_form
from exactbox.linalg.matrices.entries import Floats
from exactbox.linalg.matrices.exactfraction import exact_fraction
from exactbox.linalg.matrices.matrix_inputs import read_rational
from exactbox.linalg.matrices.rational import RationalMatrix
from exactbox.linalg.results.tables import Entries
from exactbox.showing import counted

_MAX_NAMED = 6  # columns that are named
_MAX_CHARACTERS = 32  # characters of 8 points beside each other in a panel of 3 inches, with gaps


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
    """The picture of `plot_blocks`, with a title, lines below, and places counted from `first`."""
    from exactbox.plots.blocks import block_form

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
    title = title or f"A matrix of {counted(m, 'row')} and {counted(n, 'column')}"
    lines = [*below, f"{counted(len(matrix.data), 'entry')} of {m * n:,} not 0"]
    drawn: dict[str, Any] = {"first": first, "numbers": numbers}
    form = block_triangular_form(matrix) if m == n else None
    if isinstance(form, BlockForm):
        drawn |= {"order": (form.rows, form.columns), "start": form.start}
    elif form is None:
        lines.append("it is not square: it has no block triangular form")
    else:  # a Deficiency
        drawn["marked"] = form.columns.tolist()
        columns = [str(first + j) for j in drawn["marked"]]
        names = ", ".join(columns[:_MAX_NAMED]) + ", ..." * (len(columns) > _MAX_NAMED)
        lines.append(
            f"it is singular whatever these entries are: {counted(len(columns), 'column')} "
            f"({names}, marked) are 0 outside of {counted(len(form.rows), 'row')}"
        )
    return block_form(title, (m, n), (matrix.row_of, matrix.indices), lines, **drawn)


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

"""A table of transition probabilities as a Markov chain: row s has those of a step from state s.

Names of states are those of the table's first line, or of its first column; where both are there
they are the same. What is no chain is refused with its place: a file's line and column, or row and
column, which are counted from 1 in files and from 0 elsewhere.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from exactbox.decimals import fraction_string
from exactbox.inputs import named
from exactbox.linalg.matrices.csvmatrix import place_of
from exactbox.linalg.matrices.entries import Floats
from exactbox.linalg.matrices.file_formats import read_file
from exactbox.linalg.matrices.integers import int_array
from exactbox.linalg.matrices.matrix_inputs import read_rational
from exactbox.mdp.model.layout import starts_of
from exactbox.mdp.model.model import Model
from exactbox.showing import counted

_MAX_ROUNDING = Fraction(1, 100)  # of a row of decimals that are rounded to two digits


def read_transitions(p: Any, floats: Floats) -> tuple[Model, tuple[str, ...] | None]:
    """The chain of a table, and the names of its states; a ValueError says where it is none."""
    text: list[str] = []  # of a table in a file
    in_file = isinstance(p, str) or hasattr(p, "__fspath__")
    read = read_file(p, "P", text.append) if in_file else read_rational(p, "P", floats=floats)
    labels = read.labels
    name = named(p) if in_file else "P"

    def place(i: int, j: int | None = None) -> str:
        """Where entry (i, j) stands, or row i; -1 is the row or column of names."""
        if text:
            line, column = place_of(text[0], labels, i, j or 0)
            return f"{name}:{line}" + ("" if j is None else f": column {column}")
        first = int(in_file)  # files are counted from 1
        at = [("row", i), ("column", j)]
        said = [f"{what} {k + first}" for what, k in at if k is not None and k >= 0]
        return f"{name}: {', '.join(said)}"

    m, n = read.shape
    if m != n or not m:
        size = f"{counted(m, 'row')} and {counted(n, 'column')}"
        hint = " (names that are numbers? a first line and a first column have them, with an empty "
        hint += "corner; or a row or column of sums? leave it out)"
        raise ValueError(
            f"{name}: found {size}, need as many of both: a row and a column a state"
            f"{hint * (abs(m - n) == 1 and in_file)}"
        )
    for axis, own in enumerate(labels):
        for k, each in enumerate(own or ()):
            where = place(-1, k) if axis else place(k, -1)
            if own is not None and own.index(each) < k:
                raise ValueError(f"{where}: the name {each!r} is there twice, need it once")
            if labels.rows and labels.columns and axis == 0 and each != labels.columns[k]:
                both = f"row {k + 1} is {each!r}, column {k + 1} {labels.columns[k]!r}"
                raise ValueError(f"{where}: {both}: need the same names in the same order")
    matrix, scales = read.scaled
    for i, (columns, weights) in enumerate(matrix.each_row()):
        for j, w in zip(columns, weights, strict=True):
            if w < 0:
                value = fraction_string(Fraction(w, scales[i]))
                hint = " (each row adds up to 0, as rates of continuous time do: `exactbox solve` "
                hint += "takes them as a PRISM program, or as a .drn file with @type: CTMC)"
                rates = not any(sum(own) for _, own in matrix.each_row())
                need = f"need 0 or more{hint * rates}"
                raise ValueError(f"{place(i, j)}: the probability is {value}, {need}")
        if (total := Fraction(sum(weights), scales[i])) != 1:
            near = abs(total - 1) <= _MAX_ROUNDING
            hint = " (rounded? 1/3 is a number, too)" if near else ""
            transposed = matrix.transposed()
            if len({*scales}) == 1 and all(sum(w) == scales[0] for _, w in transposed.each_row()):
                hint = " (the columns do: transpose the table)"
            own = labels.rows or labels.columns
            row = f"the row {own[i]!r}" if own else "the row"
            found = fraction_string(total)
            raise ValueError(f"{place(i)}: {row} adds up to {found}, need 1{hint}")
    made = Model(
        np.arange(n + 1),
        starts_of(np.diff(matrix.indptr)),
        matrix.indices,
        matrix.data,
        int_array(scales),
    )
    return made, labels.rows or labels.columns

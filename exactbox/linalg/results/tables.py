"""The numbers of an exact matrix, without its methods: what `operations` and `indexing` return.

`exact` makes matrices and vectors of them. Every matrix that `matrix_inputs` knows becomes one
here, sparse rows staying sparse, with a block for each denominator that its rows need.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, Protocol

from flint import fmpz

from exactbox.linalg.matrices.entries import Floats
from exactbox.linalg.matrices.kinds import is_vector
from exactbox.linalg.matrices.matrix_inputs import read_right_side, read_scaled
from exactbox.linalg.matrices.small import integers_of
from exactbox.linalg.results.rows import FlintRows, SparseRow

_MIN_PLACES_PER_ENTRY = 4  # rows of which less than a quarter is not zero are stored sparsely
_MIN_SPARSE_LENGTH = 16  # ... unless they are shorter


class Rows(Protocol):
    """The parts of a matrix that calculations need."""

    @property
    def denominators(self) -> Sequence[fmpz]: ...
    @property
    def block_of(self) -> Sequence[int]: ...
    @property
    def numerators(self) -> Sequence[Sequence[fmpz]]: ...
    @property
    def columns(self) -> int: ...
    @property
    def shape(self) -> tuple[int, ...]: ...


class Entries(Rows, Protocol):
    """The parts of a matrix that showing and converting it need."""

    @property
    def ndim(self) -> int: ...
    @property
    def labels(self) -> tuple[tuple[str, ...] | None, tuple[str, ...] | None] | None: ...
    def __len__(self) -> int: ...
    def parts(self, i: int, j: int = 0) -> tuple[fmpz, fmpz]: ...
    def entries(self) -> Iterator[tuple[int, int, fmpz, fmpz]]: ...


class Table(NamedTuple):
    """Entry (i, j) is ``numerators[i][j] / denominators[block_of[i]]``.

    A vector (``ndim`` 1) has one column, and a number (0) one entry.
    """

    denominators: Sequence[fmpz]
    block_of: Sequence[int]
    numerators: Sequence[Sequence[fmpz]]
    columns: int
    ndim: int = 2

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape, as in NumPy."""
        return (len(self.block_of), self.columns)[: self.ndim]


def read_table(a: Any, name: str, floats: Floats = None) -> Rows:
    """Any matrix or vector that can be read; an exact one as it is."""
    if hasattr(a, "block_of"):
        exact: Rows = a
        return exact
    if (matrix := integers_of(a, sys.maxsize, dense=True)) is not None:
        return Table((fmpz(1),), (0,) * matrix.nrows(), FlintRows(matrix), matrix.ncols())
    vector = is_vector(a)
    if vector:
        n = a.shape[0] if hasattr(a, "shape") else len(a)
        right = read_right_side(a, n, [1] * n, name=name, floats=floats)
        columns, scales = 1, right.extra
        numerators: list[Sequence[fmpz]] = [[fmpz(e) for e in row] for row in right.rows]
    else:
        read, scales = read_scaled(a, name, floats=floats)
        columns = read.shape[1]
        start, places, values = read.rows()
        entries = list(map(fmpz, values))
        numerators = [
            row_of(places[low:high], entries[low:high], columns) for low, high in pairwise(start)
        ]
    block = {d: k for k, d in enumerate(dict.fromkeys(scales))}
    denominators = list(map(fmpz, block))
    return Table(denominators, [block[d] for d in scales], numerators, columns, 2 - vector)


def row_of(columns: Sequence[int], values: Sequence[fmpz], length: int) -> Sequence[fmpz]:
    """The row with these non-zeros, columns increasing, stored sparsely or densely."""
    if _MIN_PLACES_PER_ENTRY * len(columns) < length and length >= _MIN_SPARSE_LENGTH:
        return SparseRow(columns, values, length)
    row = [fmpz(0)] * length
    for j, v in zip(columns, values):
        row[j] = v
    return row

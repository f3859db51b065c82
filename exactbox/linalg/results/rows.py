"""Rows of FLINT's integers: one that keeps its non-zeros alone, and those of a matrix of FLINT.

The null space of a sparse matrix, or its inverse, is often sparse itself. Numerators stay FLINT's
matrix until somebody looks at one of them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, overload

from flint import fmpz, fmpz_mat

from exactbox.decimals import short_integer


@dataclass(frozen=True, slots=True)
class SparseRow(Sequence[fmpz]):
    """An immutable row of integers of which most are zero; ``columns`` are those of the others.

    Examples
    --------
    >>> row = SparseRow([1, 3], [fmpz(5), fmpz(7)], 4)
    >>> list(row), row[-1]
    ([0, 5, 0, 7], 7)
    """

    columns: Sequence[int]
    values: Sequence[fmpz]
    length: int

    def __post_init__(self) -> None:
        columns, values = tuple(self.columns), tuple(self.values)
        object.__setattr__(self, "columns", columns)
        object.__setattr__(self, "values", values)
        if len(columns) != len(values):
            raise ValueError(
                f"a sparse row has {len(values)} values, need {len(columns)} as it has columns"
            )
        for last, j in pairwise((-1, *columns)):
            if not last < j < self.length:
                raise ValueError(
                    f"a sparse row has the column {j}, need increasing ones, 0 to {self.length - 1}"
                )

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            return tuple(self[j] for j in range(*key.indices(self.length)))
        j = index(key, self.length, "column")
        at = bisect_left(self.columns, j)
        return self.values[at] if self.columns[at : at + 1] == (j,) else fmpz(0)

    def __iter__(self) -> Iterator[fmpz]:
        stored = dict(zip(self.columns, self.values))
        return (stored[j] if j in stored else fmpz(0) for j in range(self.length))


def index(i: Any, size: int, what: str) -> int:
    """`i` as an index below `size`, negative ones counted from the end."""
    k = i.__index__()
    if not -size <= k < size:
        raise IndexError(f"{what} {short_integer(k)} is out of range for {size}")
    return int(k % size)


def nonzeros(row: Sequence[fmpz]) -> Iterable[tuple[int, fmpz]]:
    """Columns and integers of a row that are not zero, columns increasing."""
    stored = zip(row.columns, row.values) if isinstance(row, SparseRow) else enumerate(row)
    return ((j, v) for j, v in stored if v)


def compact(row: Sequence[fmpz]) -> Sequence[fmpz]:
    """The row, stored sparsely where less than a quarter of it is not zero (a guess)."""
    if isinstance(row, SparseRow):
        return row
    stored = [j for j, e in enumerate(row) if e != 0]
    if 4 * len(stored) >= len(row):
        return row
    return SparseRow(stored, [row[j] for j in stored], len(row))


class FlintRows(Sequence[Sequence[fmpz]]):
    """The rows of a FLINT matrix of integers, which is not changed any more.

    Examples
    --------
    >>> rows = FlintRows(fmpz_mat([[1, 2], [3, 4]]))
    >>> rows[1], len(rows), rows.matrix.det()
    ([3, 4], 2, -2)
    """

    __slots__ = ("matrix",)

    def __init__(self, matrix: fmpz_mat) -> None:
        self.matrix = matrix

    def __len__(self) -> int:
        return int(self.matrix.nrows())

    @overload
    def __getitem__(self, i: int) -> Sequence[fmpz]: ...
    @overload
    def __getitem__(self, i: slice) -> Sequence[Sequence[fmpz]]: ...
    def __getitem__(self, i: Any) -> Any:
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(len(self)))]
        k = range(len(self))[i]
        return [self.matrix[k, j] for j in range(self.matrix.ncols())]

    def __iter__(self) -> Iterator[Sequence[fmpz]]:
        return iter(self.matrix.tolist())

    def __reduce__(self) -> tuple[Any, ...]:
        return list, (self.matrix.tolist(),)

"""Numerators that stay FLINT's matrix until somebody looks at one of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, overload

from flint import fmpz, fmpz_mat


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

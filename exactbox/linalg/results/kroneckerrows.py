"""The rows of a Kronecker product, each made of two others when somebody looks at it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from flint import fmpz

from exactbox.linalg.results.rows import nonzeros
from exactbox.linalg.results.tables import row_of


@dataclass(frozen=True, slots=True)
class KroneckerRows(Sequence[Sequence[fmpz]]):
    """Row ``i p + k`` has ``left[i][j] right[k][l]`` at ``j width + l``, p being the right rows.

    Examples
    --------
    >>> rows = KroneckerRows([[1, 2]], [[1, 0], [0, 3]], 2, 4)
    >>> rows[1], len(rows)
    ([0, 3, 0, 6], 2)
    """

    left: Sequence[Sequence[fmpz]]
    right: Sequence[Sequence[fmpz]]
    width: int
    length: int

    def __len__(self) -> int:
        return len(self.left) * len(self.right)

    def __getitem__(self, i: Any) -> Any:
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(len(self)))]
        row, other = divmod(range(len(self))[i], len(self.right))
        return self._row(list(nonzeros(self.left[row])), list(nonzeros(self.right[other])))

    def __iter__(self) -> Iterator[Sequence[fmpz]]:
        right = [list(nonzeros(row)) for row in self.right]
        for row in self.left:
            left = list(nonzeros(row))
            for other in right:
                yield self._row(left, other)

    def _row(self, left: list[tuple[int, fmpz]], right: list[tuple[int, fmpz]]) -> Sequence[fmpz]:
        columns = [j * self.width + k for j, _ in left for k, _ in right]
        return row_of(columns, [v * w for _, v in left for _, w in right], self.length)

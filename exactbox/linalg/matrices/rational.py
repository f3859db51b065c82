"""A matrix of rationals as it was read; and the same in integers, with a scale for each row.

Whatever a matrix is when it comes in, a list, a package's array, a file, it is asked once: solvers,
certificates and pictures take the `RationalMatrix` that it has become.

Row i of A times the least common multiple s_i of its denominators is a row of integers, and
A x = b where (S A) x = S b for the diagonal matrix S of the s_i. A right-hand side may need more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import lcm
from typing import NamedTuple

import numpy as np

from exactbox.linalg.matrices.entries import Floats, checked_floats, exact_ratios
from exactbox.linalg.matrices.integers import (
    INT64_MAX,
    IntArray,
    int_array,
    narrowest,
    product,
)
from exactbox.linalg.matrices.sparse import Array, Coordinates, IntegerMatrix, from_coordinates
from exactbox.parallel import require_memory
from exactbox.showing import counted

# Bytes of memory that a row and a column take, though nothing stands there; measured with one entry
# and 10,000,000 of either: rank 31 and 16, det 49 for both.
_BYTES_PER_ROW, _BYTES_PER_COLUMN = 33.0, 16.0
_MIN_REFUSED_BYTES = 1 << 20  # of rows and columns; `require_memory` refuses nothing below 2^24


class Labels(NamedTuple):
    """The names of rows and of columns; None for those that have none."""

    rows: tuple[str, ...] | None
    columns: tuple[str, ...] | None


NO_LABELS = Labels(None, None)


@dataclass(eq=False)  # frozen, it takes 2 us longer to make
class RationalMatrix:
    """Entry (rows[k], columns[k]) is numerators[k] / denominators[k]; what has one place is added
    up. It is not to be changed."""

    shape: tuple[int, int]
    rows: Array
    columns: Array
    numerators: IntArray
    denominators: list[int] | None  # positive; None where all are 1
    labels: Labels = NO_LABELS

    @classmethod
    def of(
        cls, read: Coordinates, name: str, floats: Floats = None, *, vector: bool = False
    ) -> RationalMatrix:
        """The matrix of these entries; an error names one that is no exact number.

        In the column that a `vector` is, its place is one index.
        """
        if floats is not None:
            checked_floats(floats)
        shape, rows, columns, values = read
        if not vector:
            m, n = shape
            if m * n > INT64_MAX:
                raise ValueError(f"{name} has the shape {shape}, need at most 2^63 - 1 places")
            size = _BYTES_PER_ROW * m + _BYTES_PER_COLUMN * n
            if size > _MIN_REFUSED_BYTES:
                about = f"{name}: a matrix of {counted(m, 'row')} and {counted(n, 'column')}"
                require_memory(size, about)

        def place(k: int) -> str:
            return f"{name}[{rows[k]}]" if vector else f"{name}[{rows[k]}, {columns[k]}]"

        return cls(shape, rows, columns, *exact_ratios(values, place, floats))

    @cached_property
    def scaled(self) -> tuple[IntegerMatrix, list[int]]:
        """S A and S: row i of A times scales[i]."""
        scales = self.row_scales() or [1] * self.shape[0]
        numerators = self.times(scales)
        return from_coordinates(self.shape, self.rows, self.columns, numerators), scales

    def row_scales(self) -> list[int] | None:
        """For each row the least common multiple of the denominators in it; None where all are 1.

        An entry times the scale of its row is an integer (`times`).
        """
        rows, denominators = self.rows, self.denominators
        if denominators is None:
            return None
        if (rows[1:] < rows[:-1]).any():
            order = np.argsort(rows, kind="stable")
            rows, denominators = rows[order], [denominators[k] for k in order.tolist()]
        bounds = np.searchsorted(rows, np.arange(self.shape[0] + 1)).tolist()
        return [lcm(*set(denominators[low:high])) for low, high in pairwise(bounds)]

    def times(self, scales: Sequence[int]) -> IntArray:
        """Every entry times the scale of its row, which its denominator divides."""
        if max(scales, default=1) == 1:
            return self.numerators
        factors = int_array(scales)[self.rows]
        if self.denominators is not None:
            factors = factors // int_array(self.denominators)
        return narrowest(product(self.numerators, factors))

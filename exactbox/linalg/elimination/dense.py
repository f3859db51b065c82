"""Matrices that are worked on as FLINT's dense ones, up to a size.

Normal forms, characteristic polynomials and triangular factors are dense and long whatever the
matrix, so a large sparse one is refused in one line before it fills the memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import lcm
from typing import Any

import numpy as np
from flint import fmpz, fmpz_mat

from exactbox.linalg.matrices.entries import Floats
from exactbox.linalg.matrices.integers import int_array
from exactbox.linalg.matrices.matrix_inputs import read_scaled
from exactbox.linalg.matrices.small import MOST, integers_of
from exactbox.linalg.matrices.sparse import IntegerMatrix, from_coordinates
from exactbox.linalg.results.exact import ExactMatrix


def check_size(shape: tuple[int, int], largest: int, what: str) -> None:
    """MemoryError if a matrix has more than `largest` rows or columns."""
    if max(shape) > largest:
        raise MemoryError(
            f"{what} is dense: A has {shape[0]:,} rows and {shape[1]:,} columns, "
            f"need at most {largest:,} of each"
        )


def checked_integers(a: Any, floats: Floats, what: str) -> IntegerMatrix:
    """A matrix of integers; ValueError names a row that has a denominator."""
    found, scales = read_scaled(a, floats=floats)
    row = next((i for i, s in enumerate(scales) if s != 1), None)
    if row is not None:
        raise ValueError(
            f"row {row} of A has the common denominator {scales[row]}, need integers: "
            f"{what} is over the integers"
        )
    return found


def read_integers(a: Any, floats: Floats, largest: int, what: str) -> fmpz_mat:
    """A small matrix of integers; ValueError names a row that has a denominator."""
    if floats is None and (small := integers_of(a, min(largest, MOST))) is not None:
        return small
    found = checked_integers(a, floats, what)
    check_size(found.shape, largest, what)
    return found.flint


def whole(rows: IntegerMatrix, scales: list[int]) -> tuple[IntegerMatrix, int]:
    """D A and D for the rational A whose row i is ``rows[i] / scales[i]``."""
    common = lcm(*scales)
    return rows.with_rows_times([common // s for s in scales]), common


def exact_matrix(a: fmpz_mat, denominator: fmpz | int = 1) -> ExactMatrix:
    """``a / denominator`` for a positive denominator."""
    return ExactMatrix.of_flint(a, fmpz(denominator))


def integer_matrix(a: fmpz_mat) -> IntegerMatrix:
    """The non-zeros of a FLINT matrix."""
    m, n = a.nrows(), a.ncols()
    data = int_array([int(e) for e in a.entries()])
    at = np.flatnonzero(data)
    return from_coordinates((m, n), at // max(n, 1), at % max(n, 1), data[at])


def identity(n: int) -> fmpz_mat:
    """The unit matrix."""
    unit = fmpz_mat(n, n)
    for i in range(n):
        unit[i, i] = 1
    return unit


def matrix(rows: Iterable[Sequence[fmpz]], columns: int) -> fmpz_mat:
    """A FLINT matrix with this many columns, also where there are no rows."""
    listed = list(rows)
    return fmpz_mat(len(listed), columns, [e for row in listed for e in row])


def rows_of(a: fmpz_mat, low: int, high: int) -> fmpz_mat:
    """Rows ``low:high``."""
    return matrix(a.tolist()[low:high], a.ncols())


def products(primes: Iterator[int], bound: fmpz) -> Iterator[int]:
    """Primes, until their product exceeds the bound: what they all divide, and is smaller, is 0."""
    product = fmpz(1)
    for p in primes:
        if product > bound:
            return
        product *= p
        yield p

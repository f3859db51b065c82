"""Herman's self-stabilising ring: expected steps until one token is left, as a linear system."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from scipy.sparse import coo_array

from tests import models


def equations(n: int) -> tuple[coo_array, list[int]]:
    """A and b with A x = b, x the expected steps from every state that is not stable."""
    ring = models.herman(n)
    unknown = np.flatnonzero(~ring.labels["stable"])
    number = np.full(ring.states, -1)
    number[unknown] = np.arange(len(unknown))
    row, column = number[ring.choice_of], number[ring.target]
    kept = (row >= 0) & (column >= 0)
    diagonal = ring.denominator[unknown]
    rows, columns = np.r_[number[unknown], row[kept]], np.r_[number[unknown], column[kept]]
    values = np.r_[diagonal, -ring.weight[kept]]
    return coo_array((values, (rows, columns)), (len(unknown), len(unknown))), diagonal.tolist()


def most_steps(n: int) -> Fraction:
    """The known maximum, 4abc/N."""
    a, b = n // 3, (n + 1) // 3
    return Fraction(4 * a * b * (n - a - b), n)

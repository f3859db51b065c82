"""All solutions of a linear system: one of them, and the null space."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from exactbox.linalg.results.exact import ExactMatrix
from exactbox.linalg.results.summary import Summary

Particular = TypeVar("Particular", bound=ExactMatrix, covariant=True)


@dataclass(frozen=True, repr=False)
class GeneralSolution(Summary, Generic[Particular]):
    """All solutions of A x = b: ``particular + nullspace t`` for every t.

    Attributes
    ----------
    particular : ExactVector or ExactMatrix
        One solution (for each column of b), zero at all columns that are not pivots.
    nullspace : ExactMatrix, shape (n, n - rank)
        As `exactbox.linalg.nullspace`.
    rank : int
    pivots : tuple of rank ints
        The leftmost independent columns of A.
    """

    particular: Particular
    nullspace: ExactMatrix
    rank: int
    pivots: tuple[int, ...]

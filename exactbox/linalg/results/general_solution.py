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

    The particular solution, one for each column of b, is zero at all columns that are not pivots;
    the pivots are the leftmost independent columns of A. The null space is that of
    `exactbox.linalg.nullspace`, n x (n - rank).
    """

    particular: Particular
    nullspace: ExactMatrix
    rank: int
    pivots: tuple[int, ...]

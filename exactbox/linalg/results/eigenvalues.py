"""Rational eigenvalues: a tuple that shows itself as a table."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from exactbox.linalg.results.exact import ExactMatrix
from exactbox.linalg.results.summary import Summary


@dataclass(frozen=True, repr=False)
class Eigenvalue(Summary):
    """A rational eigenvalue of A, and a basis of the x with ``A x == value x`` as columns."""

    value: Fraction
    multiplicity: int
    vectors: ExactMatrix


class Eigenvalues(tuple[Eigenvalue, ...]):
    """All rational eigenvalues, increasing: a tuple that shows itself as tables."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return "".join(found._repr_html_() for found in self)

    def _repr_latex_(self) -> str:
        bodies = (found._repr_latex_().removeprefix("$").removesuffix("$") for found in self)
        body = r" \quad ".join(bodies) or r"\text{no rational eigenvalue}"
        return f"${body}$"

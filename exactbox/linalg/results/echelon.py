"""The reduced row echelon form and its pivots: a pair that shows itself with brackets."""

from __future__ import annotations

from typing import NamedTuple

from exactbox.linalg.results import matrix_text
from exactbox.linalg.results.exact import ExactMatrix


class EchelonForm(NamedTuple):
    """``form, pivots = rref(A)``: the echelon form, and the columns in which its rows begin.

    Examples
    --------
    >>> from exactbox.linalg import rref
    >>> rref([[2, 4], [1, 2]]).pivots
    (0,)
    """

    form: ExactMatrix
    pivots: tuple[int, ...]

    def __repr__(self) -> str:
        return repr(tuple(self))

    def _repr_html_(self) -> str:
        return f"{matrix_text.html(self.form)}<p>pivots {self.pivots}</p>"

    def _repr_latex_(self) -> str:
        pivots = ", ".join(map(str, self.pivots))
        body = rf"{matrix_text.latex_body(self.form)},\ \text{{pivots }} ({pivots})"
        return rf"$\displaystyle {body}$"

"""Column space, row space and left null space, each by a basis that can be named.

All three come from the reduced row echelon form R of A, or from the null space of A^T, which
`general` finds and verifies. Its pivot columns C are the leftmost independent columns, so A[:, C]
is a basis of the column space; the rows of R that are not zero are one of the row space, and the
same for all matrices with that row space.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from exactbox.linalg.general import nullspace, rref
from exactbox.linalg.matrices.entries import Floats
from exactbox.linalg.results.exact import ExactMatrix
from exactbox.parallel import in_counting_context
from exactbox.progress import ReportDone

if TYPE_CHECKING:
    from concurrent.futures import Executor


@in_counting_context
def column_space(
    a: Any,
    *,
    floats: Floats = None,
    progress: ReportDone | None = None,
    executor: Executor | None = None,
) -> ExactMatrix:
    """A basis of the vectors A x, as columns: those of A that do not depend on those to their left.

    That is SymPy's basis. That they are independent, and that all others depend on them, has been
    verified. The arguments are explained in `exactbox.linalg`.

    Examples
    --------
    >>> from exactbox.linalg import column_space
    >>> column_space([[1, 2, 3], [2, 4, 7]])
    ExactMatrix([[1, 3], [2, 7]])
    """
    _, pivots = rref(a, floats=floats)
    basis: ExactMatrix = ExactMatrix(a, floats=floats)[:, list(pivots)]
    return basis


@in_counting_context
def row_space(
    a: Any,
    *,
    floats: Floats = None,
    progress: ReportDone | None = None,
    executor: Executor | None = None,
) -> ExactMatrix:
    """A basis of the vectors A^T y, as rows: the non-zero ones of the reduced row echelon form.

    Two matrices have the same row space exactly if these are equal; they are verified as
    `exactbox.linalg.rref` does. (SymPy's ``rowspace`` has an echelon form that is not reduced and
    depends on the order of the rows.) The arguments are explained in `exactbox.linalg`.

    Examples
    --------
    >>> from exactbox.linalg import row_space
    >>> row_space([[1, 2, 3], [2, 4, 7]])
    ExactMatrix([[1, 2, 0], [0, 0, 1]])
    """
    reduced, pivots = rref(a, floats=floats)
    return reduced[: len(pivots)]


@in_counting_context
def left_nullspace(
    a: Any,
    *,
    integer: bool = False,
    floats: Floats = None,
    progress: ReportDone | None = None,
    executor: Executor | None = None,
) -> ExactMatrix:
    """A basis of the y with y^T A = 0, as columns, one for each row that depends on those above it.

    It is the basis that `exactbox.linalg.nullspace` has for A^T, `integer` as there, and verified.
    Other arguments are explained in `exactbox.linalg`.

    Examples
    --------
    Three equations of which the third is the sum of the others:

    >>> from exactbox.linalg import left_nullspace
    >>> left_nullspace([[1, 2], [3, 4], [4, 6]])
    ExactMatrix([[-1], [-1], [1]])
    """
    return nullspace(ExactMatrix(a, floats=floats).T, integer=integer)

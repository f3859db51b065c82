"""A matrix that is prepared once and solved many times, also transposed."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from flint import fmpq

from exactbox.linalg.errors import SingularMatrixError
from exactbox.linalg.matrices.entries import Floats
from exactbox.linalg.matrices.matrix_inputs import read_right_side, read_square
from exactbox.linalg.matrices.small import MAX_FLINT_ORDER, column_of
from exactbox.linalg.matrices.sparse import IntegerMatrix
from exactbox.linalg.results.exact import ExactMatrix, ExactVector
from exactbox.linalg.results.ratios import coprime
from exactbox.linalg.square.choice import solutions_before_an_inverse
from exactbox.linalg.square.direct import solve_integers_directly
from exactbox.linalg.square.forward import SquareSystem
from exactbox.linalg.square.system import solve_over, square_system
from exactbox.parallel import in_counting_context
from exactbox.progress import ReportDone

if TYPE_CHECKING:
    from collections.abc import Callable

    from exactbox.linalg.signatures import PreparedMethod


class Factorized:
    """A matrix that `factorized` has prepared for ``solve(b)`` and ``solve_transposed(b)``."""

    def __init__(self, a: IntegerMatrix, scale: list[int]) -> None:
        self._matrix, self._scale = a, scale
        self._system = square_system(a, keep=True)
        self.shape = a.shape
        small = 0 < a.shape[0] <= MAX_FLINT_ORDER and 2 * len(a.data) > a.shape[0] ** 2
        self._at_once = solutions_before_an_inverse(a) if small and max(scale) == 1 else 0

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied and pickled without factors, as SuperLU's factors cannot be."""
        a = self._matrix
        plain = IntegerMatrix(a.shape, a.indptr, a.indices, a.data)
        return type(self), (plain, self._scale)

    def __repr__(self) -> str:
        return f"Factorized({self.shape[0]} x {self.shape[1]}, {len(self._matrix.data)} non-zeros)"

    @cast("Callable[[Any], PreparedMethod]", in_counting_context)
    def solve(
        self, b: Any, *, floats: Floats = None, progress: ReportDone | None = None
    ) -> ExactMatrix:
        """The x with A x = b; as `exactbox.linalg.solve`, and with its errors."""
        n = self.shape[0]
        if self._at_once > 0 and floats is None and (right := column_of(b, n)) is not None:
            self._at_once -= 1
            x = solve_integers_directly(self._matrix.flint, right)
            if x is not None:
                return x.as_vector()
        right, extra, columns, vector = read_right_side(b, n, self._scale, floats=floats)
        x = solve_over(self._system, right, extra, columns)
        return x.as_vector() if vector else x

    @cast("Callable[[Any], PreparedMethod]", in_counting_context)
    def solve_transposed(
        self, b: Any, *, floats: Floats = None, progress: ReportDone | None = None
    ) -> ExactMatrix:
        """The x with A^T x = b; the transpose is prepared at the first call."""
        n = self.shape[0]
        right, extra, columns, vector = read_right_side(b, n, [1] * n, floats=floats)
        try:
            z = solve_over(self._transposed, right, extra, columns)
        except SingularMatrixError as error:  # (S A)^T k = 0 for the scales S: A^T (S k) = 0
            k = [fmpq(s) * fmpq(*error.kernel.parts(i)) for i, s in enumerate(self._scale)]
            kernel = ExactVector.of_integers(coprime(k))
            raise SingularMatrixError(str(error), kernel) from None
        rows = [[s * e for e in row] for s, row in zip(self._scale, z.numerators, strict=True)]
        x = ExactMatrix.of_blocks(z.denominators, z.block_of, rows, z.columns, info=z.info)
        return x.as_vector() if vector else x

    @cached_property
    def _transposed(self) -> SquareSystem:
        return square_system(self._matrix.transposed(), keep=True)


def factorized(a: Any, *, floats: Floats = None) -> Factorized:
    """Prepare a square A for many right-hand sides, one after the other or together.

    The block triangular form, float factors and exact inverses are kept as they become known. The
    arguments are explained in `exactbox.linalg`.

    Raises
    ------
    SingularMatrixError
        If A has no inverse; here where that shows in the pattern, else at the first solution.

    Examples
    --------
    >>> from exactbox.linalg import factorized
    >>> a = factorized([[2, 1], [1, 3]])
    >>> a
    Factorized(2 x 2, 4 non-zeros)
    >>> a.solve([1, 1]), a.solve_transposed([5, 0])
    (ExactVector([2/5, 1/5]), ExactVector([3, -1]))
    """
    return Factorized(*read_square(a, floats))

"""A square system: solved by block forward substitution, or refused with a kernel vector.

`substitution` stops at a block that has no inverse, or none modulo a prime. What is true of the
matrix is decided here, by `kernel`: either A k = 0 for a k that is not zero, or A has an inverse,
which is then proved, and the substitution is done again without asking.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm

from flint import fmpz

from exactbox.linalg.errors import SingularBlockError, SingularMatrixError
from exactbox.linalg.matrices.sparse import IntegerMatrix
from exactbox.linalg.results.exact import ExactMatrix, ExactVector
from exactbox.linalg.square.kernel import find_kernel, kernel_vector
from exactbox.linalg.square.methods import Method
from exactbox.linalg.square.substitution import Substitution


def solve_system(
    a: IntegerMatrix,
    b: Sequence[Sequence[int]],
    *,
    method: Method | None = None,
    nonsingular: bool = False,
    columns: int | None = None,
) -> ExactMatrix:
    """`solve` for a square integer matrix and rows of integer right-hand sides.

    `columns` is the number of right-hand sides, needed where there are no rows.
    """
    return BlockSystem(a, method=method, nonsingular=nonsingular).solve(b, columns)


class BlockSystem:
    """A square integer matrix in block triangular form, ready for right-hand sides.

    ``keep`` keeps the factors of large blocks for further right-hand sides, ``method`` is one of
    `exactbox.linalg.square.methods` for all blocks, ``nonsingular`` says that A is known to have an
    inverse. A SingularMatrixError says that no matching covers the columns.
    """

    def __init__(
        self,
        a: IntegerMatrix,
        *,
        keep: bool = False,
        method: Method | None = None,
        nonsingular: bool = False,
    ) -> None:
        self._matrix, self._keep, self._method = a, keep, method
        try:
            self._substitution = self._prepared(nonsingular)
        except SingularBlockError as error:
            raise singular(a, str(error)) from None

    def solve(
        self,
        b: Sequence[Sequence[int]],
        columns: int | None = None,
    ) -> ExactMatrix:
        """The x with A x = b for rows of integers b, verified; `columns` as `solve_system` has."""
        try:
            return self._substitution.solve(b, columns)
        except SingularBlockError as error:
            kernel = find_kernel(self._matrix)
            if kernel is not None:
                raise _without_inverse(str(error), kernel) from None
        self._substitution = self._prepared(nonsingular=True)
        return self._substitution.solve(b, columns)

    def solve_over(
        self,
        right: list[list[int]],
        extra: list[int],
        columns: int | None = None,
    ) -> ExactMatrix:
        """The x with A x = b for rows ``b[i] = right[i] / extra[i]``."""
        common = lcm(*extra)
        b = [[e * (common // s) for e in row] for s, row in zip(extra, right, strict=True)]
        x = self.solve(b, columns)
        denominators = [fmpz(common) * d for d in x.denominators]
        return ExactMatrix.of_blocks(denominators, x.block_of, x.numerators, x.columns, info=x.info)

    def _prepared(self, nonsingular: bool) -> Substitution:
        return Substitution(
            self._matrix, keep=self._keep, method=self._method, nonsingular=nonsingular
        )


def singular(a: IntegerMatrix, why: str) -> SingularMatrixError:
    """The error for a singular square matrix, with its witness."""
    return _without_inverse(why, kernel_vector(a))


def _without_inverse(why: str, kernel: ExactVector) -> SingularMatrixError:
    message = f"the matrix has no inverse: {why}; A k = 0 for k = {kernel}"
    return SingularMatrixError(message, kernel)

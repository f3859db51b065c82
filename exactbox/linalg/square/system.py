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
from exactbox.linalg.square.choice import Method
from exactbox.linalg.square.forward import SquareSystem
from exactbox.linalg.square.kernel import find_kernel, kernel_vector
from exactbox.linalg.square.substitution import cut, substitute


def solve_system(
    a: IntegerMatrix,
    b: Sequence[Sequence[int]],
    *,
    method: Method | None = None,
    nonsingular: bool = False,
    columns: int | None = None,
) -> ExactMatrix:
    """`solve` for a square integer matrix and rows of integer right-hand sides.

    `columns` is the number of right-hand sides, needed where there are no rows. For a matrix that
    is solved for again see `square_system`.
    """
    return solve_square(square_system(a, method=method, nonsingular=nonsingular), b, columns)


def square_system(
    a: IntegerMatrix,
    *,
    keep: bool = False,
    method: Method | None = None,
    nonsingular: bool = False,
) -> SquareSystem:
    """A in block triangular form, ready for `solve_square`; the arguments are those of `cut`.

    A SingularMatrixError says that no matching covers the columns.
    """
    try:
        return cut(a, keep=keep, method=method, nonsingular=nonsingular)
    except SingularBlockError as error:
        raise singular(a, str(error)) from None


def solve_square(
    system: SquareSystem, b: Sequence[Sequence[int]], columns: int | None = None
) -> ExactMatrix:
    """The x with A x = b for rows of integers b, verified; `columns` as `solve_system` has."""
    try:
        return substitute(system, b, columns)
    except SingularBlockError as error:
        kernel = find_kernel(system.given)  # A k = 0, or A has an inverse
        if kernel is not None:
            raise singular(system.given, str(error), kernel) from None
    system.nonsingular = True  # as `find_kernel` has proved: no block is asked for a proof
    if system.kept is not None:
        system.kept.clear()
    return substitute(system, b, columns)


def solve_over(
    system: SquareSystem,
    right: list[list[int]],
    extra: list[int],
    columns: int | None = None,
) -> ExactMatrix:
    """The x with A x = b for rows ``b[i] = right[i] / extra[i]``, verified."""
    common = lcm(*extra)  # A (common x) = common b
    # b = common (right / extra), in integers
    b = [[e * (common // s) for e in row] for s, row in zip(extra, right, strict=True)]
    x = solve_square(system, b, columns)
    denominators = [fmpz(common) * d for d in x.denominators]  # x / common
    return ExactMatrix.of_blocks(denominators, x.block_of, x.numerators, x.columns, info=x.info)


def singular(a: IntegerMatrix, why: str, kernel: ExactVector | None = None) -> SingularMatrixError:
    """The error for a singular square matrix, with its witness."""
    kernel = kernel_vector(a) if kernel is None else kernel
    message = f"the matrix has no inverse: {why}; A k = 0 for k = {kernel}"
    return SingularMatrixError(message, kernel)

"""Determinants and inverses.

The determinant is the product of those of the diagonal blocks of the block triangular form, times
the signs of its permutations. A large block is solved for one right-hand side: the denominator d of
the solution divides the determinant, and is most of it. Which multiple of d it is follows from
floats with bounded errors (`float_determinant`); where these are too inaccurate, from residues
modulo primes, as det / d is at most Hadamard's bound over d. So nothing is left to chance. Where a
block hardly fills in, it is eliminated.

Sources: Pan, *Computing the determinant and the characteristic polynomial of a matrix via solving
linear systems of equations*, 1988; Abbott, Bronstein, Mulders, *Fast deterministic computation of
determinants of dense matrices*, 1999.
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from itertools import pairwise
from math import prod
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from flint import fmpz, fmpz_mat

from exactbox.linalg.elimination.dense import products
from exactbox.linalg.elimination.echelon import primes
from exactbox.linalg.elimination.elimination import FillError, determinant_by_elimination
from exactbox.linalg.elimination.float_determinant import quotient
from exactbox.linalg.elimination.modular import block_determinant, det_modulo, sign
from exactbox.linalg.elimination.products import is_filled
from exactbox.linalg.errors import SingularBlockError
from exactbox.linalg.general import nullspace
from exactbox.linalg.matrices.blocks import Deficiency, block_triangular_form
from exactbox.linalg.matrices.entries import Floats
from exactbox.linalg.matrices.exactfraction import exact_fraction
from exactbox.linalg.matrices.integers import INT64_MAX, int_array, largest
from exactbox.linalg.matrices.matrix_inputs import (
    read_labelled,
    read_rational,
    read_square,
    require_square,
)
from exactbox.linalg.matrices.rational import NO_LABELS
from exactbox.linalg.matrices.small import MAX_FLINT_ORDER, read_small
from exactbox.linalg.matrices.sparse import MAX_DENSE_PLACES, IntegerMatrix, from_coordinates
from exactbox.linalg.reduction import sparse_reduction
from exactbox.linalg.results.exact import ExactMatrix
from exactbox.linalg.results.rows import SparseRow, compact
from exactbox.linalg.square.choice import elimination_is_least
from exactbox.linalg.square.cost import hadamard_bits
from exactbox.linalg.square.direct import flint_matrix, invert_directly, is_small_and_dense
from exactbox.linalg.square.lifting import Lifting, LiftingError
from exactbox.linalg.square.system import find_kernel, solve_system
from exactbox.parallel import in_counting_context
from exactbox.progress import ReportDone, report_done

if TYPE_CHECKING:
    from concurrent.futures import Executor

# unknowns up to which FLINT's own determinant is fastest (dense, two digits: 100 in 3.6 ms, by
# lifting 4.2; 120 in 5.6 and 5.5; 200 in 21 and 13; 600 in 490 and 160)
_MAX_UNKNOWNS_BY_FLINT = 120
# the same for longer entries (of 20 bits: 200 in 29 ms and 29; of 31: 37, 61)
_MAX_UNKNOWNS_OF_LONG_ENTRIES = 300
_MIN_LONG_ENTRY = 1 << 16
_MIN_ENTRY_NOT_LIFTED = 1 << 40  # entries with which lifting gains nothing (200 in 56 ms and 1,300)
_MAX_UNKNOWNS_OF_FILLED = 2_000  # of a filled matrix; FLINT takes 20 s then


@overload
def det(
    a: Any, *, modulus: None = ..., floats: Floats = ..., progress: ReportDone | None = ...
) -> Fraction: ...


@overload
def det(
    a: Any, *, modulus: int, floats: Floats = ..., progress: ReportDone | None = ...
) -> int: ...


@in_counting_context
def det(
    a: Any,
    *,
    modulus: int | None = None,
    floats: Floats = None,
    progress: ReportDone | None = None,
) -> Fraction | int:
    """The determinant of a square matrix, by proved bounds: nothing is left to chance.

    Modulo a prime ``modulus`` it is an int from 0 to modulus - 1, which costs much less, and is not
    reported to ``progress``. Other arguments are explained in `exactbox.linalg`.

    Raises
    ------
    MemoryError
        If a large sparse matrix fills in too far, or a filled block has more than 5,000 rows where
        residues are needed.
    ValueError
        If A is not square, or the modulus is not a prime or divides a denominator.

    Examples
    --------
    >>> from exactbox.linalg import det
    >>> det([[2, 1], [1, "1/3"]]), det([[2, 1], [1, "1/3"]], modulus=7)
    (Fraction(-1, 3), 2)
    """
    if modulus is None and floats is None:
        small = (a, None) if isinstance(a, fmpz_mat) else read_small(a, _MAX_UNKNOWNS_BY_FLINT)
        if small is not None and small[0].nrows() == small[0].ncols() <= _MAX_UNKNOWNS_BY_FLINT:
            return exact_fraction(small[0].det(), fmpz(prod(small[1] or ())))
    matrix, scale = read_square(a, floats)
    if modulus is not None:
        return det_modulo(matrix, scale, modulus)
    n = matrix.shape[0]
    if n > 1 and 2 * len(matrix.data) > n * n:  # in all likelihood one block
        return exact_fraction(_block_determinant(matrix), fmpz(prod(scale)))
    form = block_triangular_form(matrix)
    if isinstance(form, Deficiency):
        return exact_fraction(fmpz(0), fmpz(1))
    value = fmpz(sign(form.rows) * sign(form.columns))
    for low, high in pairwise(form.start.tolist()):
        block = matrix.permuted(form.rows[low:high], form.columns[low:high])
        value *= _block_determinant(block)
        if value == 0:
            break
        report_done(high, n)
    return exact_fraction(value, fmpz(prod(scale)))


@in_counting_context
def inv(
    a: Any,
    *,
    floats: Floats = None,
    progress: ReportDone | None = None,
    executor: Executor | None = None,
) -> ExactMatrix:
    """The inverse X of a square matrix; ``A X == 1`` has been verified in integers.

    Rows that are mostly zero are stored sparsely. The arguments are explained in `exactbox.linalg`.

    Raises
    ------
    SingularMatrixError
        If A has no inverse; its ``kernel`` is a non-zero vector with A kernel = 0.
    MemoryError
        If the inverse is not sparse, and has more than 50 million entries.

    Examples
    --------
    >>> from exactbox.linalg import inv
    >>> inv([[2, 1], [1, "1/3"]])
    ExactMatrix([[-1, 3], [3, -6]])
    """
    small, labels = (read_small(a, MAX_FLINT_ORDER) if floats is None else None), NO_LABELS
    square = small is not None and small[0].nrows() == small[0].ncols()
    x = invert_directly(*small) if small is not None and square else None
    if x is None:
        a, labels = read_labelled(a, floats)
        read = read_rational(a, floats=floats)
        require_square(read.shape)
        x = invert_directly(flint_matrix(read)) if is_small_and_dense(read) else None
    if x is None:
        matrix, scale = read.scaled
        x = _sparse_inverse(matrix, scale) or _dense_inverse(matrix, scale)
    else:
        report_done(len(x), len(x))
    x = _compact_rows(x)
    return x if labels is NO_LABELS else x.with_labels(labels.columns, labels.rows)


def adjugate(a: Any, *, floats: Floats = None) -> ExactMatrix:
    """The transpose of the cofactors of a square matrix: ``A adjugate(A) == det(A) 1``.

    The arguments are explained in `exactbox.linalg`.

    Examples
    --------
    >>> from exactbox.linalg import adjugate
    >>> adjugate([[1, 2], [3, 4]]), adjugate([[1, 2], [2, 4]])
    (ExactMatrix([[4, -2], [-3, 1]]), ExactMatrix([[4, -2], [-2, 1]]))
    """
    matrix = ExactMatrix(a, floats=floats)
    n = len(matrix)
    require_square((n, matrix.columns))
    value = det(matrix)
    if value != 0 or n == 0:
        return inv(matrix) * value
    kernel = nullspace(matrix)
    if kernel.columns > 1:  # all minors of n - 1 rows are 0
        return matrix * 0
    x, y = kernel, nullspace(matrix.T)
    j, i = (next(k for k in range(n) if v[k, 0]) for v in (x, y))
    # adj = c x y^T, with the cofactor of A[i, j] at (j, i)
    rest = [[k for k in range(n) if k != left_out] for left_out in (i, j)]
    cofactor = (-1) ** (i + j) * det(matrix[rest[0]][:, rest[1]])
    return (x @ y.T) * Fraction(cofactor / (x[j, 0] * y[i, 0]))


def _compact_rows(x: ExactMatrix) -> ExactMatrix:
    """A matrix without zero rows, with its rows that are mostly 0 stored sparsely."""
    if x.columns <= 4:
        return x
    rows = [compact(row) for row in x.numerators]
    if not any(type(row) is SparseRow for row in rows):
        return x
    return ExactMatrix.of_blocks(x.denominators, x.block_of, rows, x.columns, info=x.info)


def _sparse_inverse(matrix: IntegerMatrix, scale: list[int]) -> ExactMatrix | None:
    """The X with A X = S from the null space of ``(A  -S)``, which is (X; 1); None if it fills in.

    S is diagonal, and A X = S is verified with the null space.
    """
    n = len(scale)
    unit = np.arange(n)
    core = sparse_reduction(
        from_coordinates(
            (n, 2 * n),
            np.r_[matrix.row_of, unit],
            np.r_[matrix.indices, n + unit],
            int_array([*matrix.data.tolist(), *(-s for s in scale)]),
        )
    )
    if core is None or core.pivots != list(range(n)):
        return None
    return core.basis[:n]


def _dense_inverse(matrix: IntegerMatrix, scale: list[int]) -> ExactMatrix:
    """The X with A X = S as a solution for n right-hand sides."""
    n = len(scale)
    if n * n > MAX_DENSE_PLACES:
        raise MemoryError(
            f"the inverse is not sparse: {n:,} rows and columns, "
            f"need at most {MAX_DENSE_PLACES:,} entries"
        )
    unit = [[0] * n for _ in scale]
    for i, s in enumerate(scale):
        unit[i][i] = s
    return solve_system(matrix, unit)


def _block_determinant(block: IntegerMatrix) -> fmpz:
    m = block.shape[0]
    if m == 1:
        return fmpz(int(block.data[0]))
    if _is_direct(block):
        return block.flint.det()
    patience = elimination_is_least(block)
    if patience is not None:
        with suppress(FillError):
            return determinant_by_elimination(block, patience)
    rng = np.random.default_rng(m)  # seeded: the same matrix takes the same time
    right = rng.integers(-99, 100, (m, 1)).tolist()
    try:
        _, divisor, _ = Lifting(block).solve(right)
    except (LiftingError, SingularBlockError) as error:
        if m <= _MAX_UNKNOWNS_OF_FILLED and is_filled(block) and isinstance(error, LiftingError):
            return block.flint.det()
        if find_kernel(block) is not None:
            return fmpz(0)
        divisor = solve_system(block, right, nonsingular=True).denominators[0]
    found = quotient(block, divisor)
    return divisor * (_quotient_modulo_primes(block, divisor) if found is None else found)


def _is_direct(block: IntegerMatrix) -> bool:
    """Return whether FLINT's own determinant is fastest."""
    m, size = block.shape[0], INT64_MAX if block.data.dtype == object else largest(block.data)
    if m <= _MAX_UNKNOWNS_BY_FLINT or (
        m <= _MAX_UNKNOWNS_OF_LONG_ENTRIES and size >= _MIN_LONG_ENTRY
    ):
        return True
    return size >= _MIN_ENTRY_NOT_LIFTED and m <= _MAX_UNKNOWNS_OF_FILLED and is_filled(block)


def _quotient_modulo_primes(block: IntegerMatrix, divisor: fmpz) -> fmpz:
    """det(block) / divisor, from its residues and Hadamard's bound."""
    bits = min(hadamard_bits(block), hadamard_bits(block.transposed()))
    bound = (fmpz(2) << bits) // divisor + 1  # 2 |det / divisor| is below
    value, modulus = fmpz(0), fmpz(1)  # det(block) / divisor = value (mod modulus)
    for p in products((p for p in primes(2**62) if divisor % p != 0), bound):
        residue = block_determinant(block, p) * pow(int(divisor % p), -1, p)
        value += modulus * ((residue - value) * pow(int(modulus % p), -1, p) % p)
        modulus *= p
    return value - modulus if 2 * value > modulus else value

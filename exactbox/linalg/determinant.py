"""Determinants and inverses.

The determinant is the product of those of the diagonal blocks of the block triangular form, times
the signs of its permutations. A large block is solved for a few right-hand sides: the common
denominator d of the solutions divides the determinant, and is most of it. What is left, at most
Hadamard's bound over d, follows from determinants modulo primes, so nothing is left to chance.

Sources: Pan, *Computing the determinant and the characteristic polynomial of a matrix via solving
linear systems of equations*, 1988; Abbott, Bronstein, Mulders, *Fast deterministic computation of
determinants of dense matrices*, 1999.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import prod
from typing import Any, overload

import numpy as np
from flint import fmpz, nmod_mat

from exactbox.linalg.blocks import Deficiency, block_triangular_form
from exactbox.linalg.echelon import primes
from exactbox.linalg.entries import Floats
from exactbox.linalg.errors import SingularBlockError
from exactbox.linalg.exact import ExactMatrix
from exactbox.linalg.exactfraction import exact_fraction
from exactbox.linalg.info import ReportDone
from exactbox.linalg.kernel import find_kernel
from exactbox.linalg.lifting import Lifting, LiftingError, hadamard_bits
from exactbox.linalg.modular import det_modulo, sign
from exactbox.linalg.reading import read_square
from exactbox.linalg.sparse import IntegerMatrix
from exactbox.linalg.sparserow import compact
from exactbox.linalg.system import solve_system

_DIRECT = 300  # unknowns of a block up to which FLINT's own determinant is used (dense: 100 in
# 4 ms against 10 ms by lifting, 300 in 64 against 55, 400 in 149 against 115)


@overload
def det(
    a: Any, *, modulus: None = ..., floats: Floats = ..., progress: ReportDone | None = ...
) -> Fraction: ...


@overload
def det(
    a: Any, *, modulus: int, floats: Floats = ..., progress: ReportDone | None = ...
) -> int: ...


def det(
    a: Any,
    *,
    modulus: int | None = None,
    floats: Floats = None,
    progress: ReportDone | None = None,
) -> Fraction | int:
    """The determinant of a square matrix, exactly.

    Parameters
    ----------
    a : matrix, shape (n, n)
        As `exactbox.linalg.solve` takes it.
    modulus : int, optional
        A prime: the residue of the determinant modulo it is wanted, which costs much less.
    floats : {None, "exact", "decimal"}
        As in `exactbox.linalg.solve`.
    progress : callable, optional
        Called as ``progress(done, n)``; never with a modulus.

    Returns
    -------
    Fraction, or int from 0 to modulus - 1
        The determinant, which follows from proved bounds: nothing is left to chance.

    Raises
    ------
    MemoryError
        With a modulus, if an irreducible block has more than 5,000 rows.
    TypeError, ValueError
        As `exactbox.linalg.solve`; ValueError if A is not square, if the modulus is not a prime, or
        if it divides a denominator.

    Examples
    --------
    >>> from exactbox.linalg import det
    >>> det([[2, 1], [1, "1/3"]]), det([[2, 1], [1, "1/3"]], modulus=7)
    (Fraction(-1, 3), 2)
    """
    matrix, scale = read_square(a, floats)
    if modulus is not None:
        return det_modulo(matrix, scale, modulus)
    n = matrix.shape[0]
    form = block_triangular_form(matrix)
    if isinstance(form, Deficiency):
        return exact_fraction(fmpz(0), fmpz(1))
    value = fmpz(sign(form.rows) * sign(form.columns))
    for low, high in pairwise(form.start.tolist()):
        block = matrix.permuted(form.rows[low:high], form.columns[low:high])
        value *= _block_determinant(block)
        if value == 0:
            break
        if progress is not None:
            progress(high, n)
    return exact_fraction(value, fmpz(prod(scale)))


def inv(a: Any, *, floats: Floats = None, progress: ReportDone | None = None) -> ExactMatrix:
    """The inverse of a square matrix, exactly.

    Parameters
    ----------
    a : matrix, shape (n, n)
        As `exactbox.linalg.solve` takes it.
    floats : {None, "exact", "decimal"}
        As in `exactbox.linalg.solve`.
    progress : callable, optional
        Called as ``progress(done, n)``.

    Returns
    -------
    ExactMatrix, shape (n, n)
        Mostly zero rows are stored sparsely. ``A X == 1`` has been verified in integers.

    Raises
    ------
    SingularMatrixError
        If A has no inverse; its ``kernel`` is a non-zero vector with A kernel = 0.
    TypeError, ValueError
        As `exactbox.linalg.solve`; ValueError if A is not square.

    Examples
    --------
    >>> from exactbox.linalg import inv
    >>> inv([[2, 1], [1, "1/3"]])
    ExactMatrix([[-1, 3], [3, -6]])
    """
    matrix, scale = read_square(a, floats)
    unit = [[0] * len(scale) for _ in scale]
    for i, s in enumerate(scale):
        unit[i][i] = s
    x = solve_system(matrix, unit, progress=progress)
    rows = [compact(row) for row in x.numerators]
    return ExactMatrix(x.denominators, x.block_of, rows, len(scale), info=x.info)


def _block_determinant(block: IntegerMatrix) -> fmpz:
    m = block.shape[0]
    if m == 1:
        return fmpz(int(block.data[0]))
    if m <= _DIRECT:
        return block.flint.det()
    rng = np.random.default_rng(m)  # seeded: the same matrix takes the same time
    right = rng.integers(-99, 100, (m, 1)).tolist()
    try:
        _, divisor, _ = Lifting(block).solve(right)
    except SingularBlockError:
        return fmpz(0) if find_kernel(block) is not None else block.flint.det()
    except LiftingError:
        return block.flint.det()
    bound = (fmpz(2) << hadamard_bits(block)) // divisor + 1  # 2 |det / divisor| is below
    value, modulus = fmpz(0), fmpz(1)  # det(block) / divisor = value (mod modulus)
    for p in primes(2**62):
        if modulus > bound:
            break
        if divisor % p == 0:
            continue
        residue = int(nmod_mat(block.flint, p).det()) * pow(int(divisor % p), -1, p)
        value += modulus * ((residue - value) * pow(int(modulus % p), -1, p) % p)
        modulus *= p
    if 2 * value > modulus:
        value -= modulus
    return divisor * value

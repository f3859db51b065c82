"""Solve A x = b exactly: choose a method for each block, do it, verify the whole.

The rows are scaled to integers and the matrix is cut into block triangular form. Every block's
right-hand side is made of integers over one denominator, a multiple of the denominators it builds
on; what the block adds is a divisor of its own determinant, as small as it can be. Cancelling
more would save little and cost much: where denominators divide each other, checking an equation
needs one exact cofactor a block, else cross products (16 cards: 62 s against 128 s). A block is
solved by

- division, where it has one unknown;
- an exact inverse (`inverse`), where it is small and its right-hand side long, remembered for the
  next block with the same coefficients;
- numeric-symbolic lifting (`lifting`), where it is larger; and FLINT's p-adic lifting (Dixon 1982)
  where the float factor is too inaccurate for that.

Nothing is returned before ``A x == b`` has been checked in exact integers against the system as it
was given (`verify`), whatever the methods believe of themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from flint import fmpz, fmpz_mat

from exactbox.linalg.blocks import Deficiency, block_triangular_form
from exactbox.linalg.errors import SingularMatrixError
from exactbox.linalg.exact import ExactMatrix, ExactVector
from exactbox.linalg.inverse import BlockInverse, SingularBlockError, invert
from exactbox.linalg.lifting import LiftingError, lift
from exactbox.linalg.sparse import IntegerMatrix, read_matrix, read_right_side
from exactbox.linalg.verify import multiplies_back

Progress = Callable[[int, int], None]
Rows = list[list[fmpz]]

_DIRECT = 200  # unknowns up to which FLINT beats lifting (measured on blocks of the card game)
_REMEMBERED = 64  # MiB of inverses kept for blocks with the same coefficients


def solve(a: Any, b: Any, *, progress: Progress | None = None) -> ExactMatrix:
    """The unique x with A x = b, exactly.

    Parameters
    ----------
    a : matrix, shape (n, n)
        Nested lists of int or Fraction, a numpy integer array, any scipy.sparse matrix of
        integers, a SymPy Matrix or DomainMatrix, a python-flint fmpz_mat or fmpq_mat. Sparse
        matrices are never densified as a whole.
    b : vector of n entries, or matrix with n rows
        The same kinds; several columns are several systems.
    progress : callable, optional
        Called as ``progress(done, n)`` with the number of unknowns that are solved.

    Returns
    -------
    ExactVector for a vector b, ExactMatrix for a matrix b
        Exact; ``A x == b`` has been verified in integers.

    Raises
    ------
    SingularMatrixError
        If A has no inverse; its ``kernel`` is a non-zero vector with A kernel = 0.
    TypeError
        If an entry is a float or no number; names the entry and the way out.
    ValueError
        If A is not square or empty, shapes do not fit, or an entry is not finite.

    Examples
    --------
    >>> from fractions import Fraction
    >>> x = solve([[2, 1], [1, Fraction(1, 3)]], [1, 0])
    >>> list(x)
    [Fraction(-1, 1), Fraction(3, 1)]
    """
    matrix, scale = read_matrix(a)
    n = matrix.shape[0]
    if matrix.shape[1] != n:
        raise ValueError(f"A has {n} rows and {matrix.shape[1]} columns, need a square matrix")
    right, extra, vector = read_right_side(b, n, scale)
    x = solve_integers(_scaled(matrix, extra), right, progress=progress)
    return ExactVector(x.denominators, x.block_of, x.numerators, 1) if vector else x


def solve_integers(
    a: IntegerMatrix, b: Sequence[Sequence[int]], *, progress: Progress | None = None
) -> ExactMatrix:
    """`solve` for a square integer matrix and rows of integer right-hand sides."""
    form = block_triangular_form(a)
    if isinstance(form, Deficiency):
        raise singular(a, "no matching covers its columns")
    n, columns = a.shape[0], len(b[0])
    indptr, indices, data = a.permuted(form.rows, form.columns).rows()
    right = [b[i] for i in form.rows.tolist()]
    start = form.start.tolist()
    block_of = np.repeat(np.arange(len(start) - 1), np.diff(form.start)).tolist()
    denominators: list[fmpz] = []
    x: Rows = []
    method = _BlockMethods()
    for low, high in pairwise(start):
        inner: list[tuple[int, int, int]] = []  # entries of the diagonal block
        outer: list[dict[int, list[fmpz]]] = []  # per row: what each earlier block contributes
        for i in range(low, high):
            terms: dict[int, list[fmpz]] = {}
            for p in range(indptr[i], indptr[i + 1]):
                j, v = indices[p], data[p]
                if j >= low:
                    inner.append((i - low, j - low, v))
                elif block_of[j] in terms:
                    total = terms[block_of[j]]
                    for c, e in enumerate(x[j]):
                        total[c] += v * e
                else:
                    terms[block_of[j]] = [v * e for e in x[j]]
            outer.append(terms)
        base, cofactor = _common(denominators, sorted({e for terms in outer for e in terms}))
        r = [[base * e for e in right[i]] for i in range(low, high)]
        for row, terms in zip(r, outer, strict=True):
            for e, total in terms.items():
                for c in range(columns):
                    row[c] -= cofactor[e] * total[c]
        try:
            numerators, d = method.solve(inner, r)
        except SingularBlockError:
            raise singular(a, f"a diagonal block of {high - low} unknowns has none") from None
        lowest, d = _lowest_terms(numerators, d)
        x.extend(lowest)
        denominators.append(base * d)
        if progress is not None:
            progress(high, n)
    place = np.empty(n, dtype=np.int64)
    place[form.columns] = np.arange(n)
    order = place.tolist()
    result = ExactMatrix(denominators, [block_of[p] for p in order], [x[p] for p in order], columns)
    if not multiplies_back(a, result, b):
        raise ArithmeticError("A x == b failed in exact integers: this is a bug, please report it")
    return result


class _BlockMethods:
    """Solves one block after another, remembering inverses."""

    def __init__(self) -> None:
        self._inverses: dict[tuple[tuple[int, int, int], ...], BlockInverse] = {}
        self._remembered = 0

    def solve(self, inner: list[tuple[int, int, int]], r: Rows) -> tuple[Rows, fmpz]:
        """N and d > 0 with A N = d R; the choice of the method is made here."""
        m = len(r)
        if m == 1:
            d = fmpz(inner[0][2])
            return ([[-e for e in r[0]]], -d) if d < 0 else (r, d)
        if m <= _DIRECT:
            inverse = self._inverse(inner, m)
            d = inverse.denominator
            n = inverse.apply(r)
            return ([[-e for e in row] for row in n], -d) if d < 0 else (n, d)
        block = _block(inner, m)
        try:
            n, least = lift(block, [[int(e) for e in row] for row in r])
        except LiftingError:
            return dixon(block, r)
        return [[fmpz(e) for e in row] for row in n], fmpz(least)

    def _inverse(self, inner: list[tuple[int, int, int]], m: int) -> BlockInverse:
        key = tuple(inner)
        found = self._inverses.get(key)
        if found is None:
            found = invert(_block(inner, m))
            if self._remembered > _REMEMBERED << 23:  # bits
                self._inverses.clear()
                self._remembered = 0
            self._inverses[key] = found
            n = found.schur.nrows()
            self._remembered += n * n * (found.schur_denominator.bit_length() + 64)
        return found


def dixon(a: IntegerMatrix, r: Rows) -> tuple[Rows, fmpz]:
    """Solve a block by FLINT's p-adic lifting: N and d > 0 with A N = d R."""
    full = fmpz_mat(a.dense())
    try:
        n, d = full.solve(fmpz_mat(r)).numer_denom()
    except ZeroDivisionError:
        raise SingularBlockError from None
    return n.tolist(), d


def singular(a: IntegerMatrix, why: str) -> SingularMatrixError:
    """The error for a singular square matrix, with its witness."""
    from exactbox.linalg.kernel import kernel_vector

    return SingularMatrixError(f"the matrix has no inverse: {why}", kernel_vector(a))


def _block(inner: list[tuple[int, int, int]], m: int) -> IntegerMatrix:
    """The entries of a diagonal block, sorted by row and column, as a matrix."""
    rows, columns, values = zip(*inner, strict=True)
    try:
        data = np.array(values, dtype=np.int64)
    except OverflowError:
        data = np.array(values, dtype=object)
    indptr = np.searchsorted(np.array(rows), np.arange(m + 1))
    return IntegerMatrix((m, m), indptr, np.array(columns, dtype=np.int64), data)


def _common(denominators: list[fmpz], blocks: list[int]) -> tuple[fmpz, dict[int, fmpz]]:
    """The least common multiple of these blocks' denominators, and what each lacks of it."""
    base = fmpz(1)
    for e in sorted(blocks, key=lambda e: -denominators[e].bit_length()):
        if base % denominators[e] != 0:
            base = base.lcm(denominators[e])
    return base, {e: base // denominators[e] for e in blocks}


def _lowest_terms(n: Rows, d: fmpz) -> tuple[Rows, fmpz]:
    """N / d without the factor that d and all numerators share."""
    common = d
    for row in n:
        for e in row:
            common = common.gcd(e)
            if common == 1:
                return n, d
    return [[e // common for e in row] for row in n], d // common


def _scaled(a: IntegerMatrix, extra: list[int]) -> IntegerMatrix:
    """The matrix with row i times extra[i]."""
    if all(e == 1 for e in extra):
        return a
    data = a.data.astype(object) * np.array(extra, dtype=object)[a.row_of]
    small = all(abs(v) < 2**63 for v in data)
    return IntegerMatrix(a.shape, a.indptr, a.indices, data.astype(np.int64) if small else data)

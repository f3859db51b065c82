"""Exact least squares and the Moore-Penrose inverse, for any shape and rank.

The minimisers of |A x - b| are the solutions of the normal equations A^T (A x - b) = 0; one of them
is in the row space of A, x = A^T y, and that one is the shortest, because any other differs from it
by a null vector, which is orthogonal to it. So the two conditions

    A^T (A x - b) = 0,    x = A^T y for some y

hold for A^+ b and for nothing else. With independent columns the second holds by itself.

Let r be the rank, B the matrix of r independent columns of A and G that of r independent rows, with
the non-singular minor M where they cross. Then A = B M^-1 G, and for

    N = B^T A G^T = (B^T B) M^-1 (G G^T),    N w = B^T b,    x = G^T w

N is a product of three invertible matrices, x is in the row space, and B^T (A x - b) = 0, which is
A^T (A x - b) = 0 as A and B have the same columns' span. Where r = n, N is A^T A (G drops out), and
where r = m it is A A^T. Rows and columns come from elimination modulo a prime, and r is certified
(`ranks.rank`). What is returned has been put into the normal equations, in exact integers.

The Moore-Penrose inverse X is the x for b = the unit matrix, so A^T A X = A^T and X = A^T Y.
Penrose's four equations follow:

- (A X)^T (A X) = (A X)^T, so A X is symmetric;
- A^T A (X A - 1) = 0, so |A (X A - 1) v|^2 = 0 for every v, and A X A = A;
- X A v - v is a null vector of A, and for v in the row space it is in the row space as well, so 0;
  X A is 0 on null vectors and 1 on the row space, the orthogonal projection: it is symmetric;
- the columns of X are in the row space, so X A X = X.

Sources: Penrose, *A generalized inverse for matrices*, 1955; Ben-Israel, Greville, *Generalized
inverses*, 2003, theorem 1.5 (MacDuffee's formula).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

import numpy as np
from flint import fmpz, fmpz_mat, nmod_mat

from exactbox.linalg.elimination.dense import LARGEST, identity, whole
from exactbox.linalg.elimination.echelon import primes, rank_profile
from exactbox.linalg.elimination.products import is_filled, product, times, transposed
from exactbox.linalg.matrices.entries import Floats
from exactbox.linalg.matrices.exactfraction import exact_fraction
from exactbox.linalg.matrices.matrix_inputs import read_labelled, read_right_side, read_scaled
from exactbox.linalg.matrices.small import MAX_FLINT_ORDER, column_of, integers_of
from exactbox.linalg.matrices.sparse import MAX_DENSE_PLACES, IntegerMatrix
from exactbox.linalg.ranks import rank
from exactbox.linalg.results.exact import ExactMatrix, ExactVector, FmpzRows
from exactbox.linalg.results.operations import over_one
from exactbox.linalg.results.summary import Summary
from exactbox.linalg.square.system import solve_system
from exactbox.parallel import in_counting_context

if TYPE_CHECKING:
    from concurrent.futures import Executor

_MAX_INVERSE_PLACES = 4_000_000  # places of a Moore-Penrose inverse, which is dense and long


@dataclass(frozen=True, repr=False)
class LeastSquares(Summary):
    """The minimiser x of |A x - b|, and the square of the residual's norm for each column of b.

    It is ``unique`` where the columns of A are independent, else the shortest one, ``x = A^T y``.
    """

    x: ExactMatrix
    residual: Fraction | tuple[Fraction, ...]
    rank: int
    unique: bool

    def __iter__(self) -> Iterator[Any]:
        """``x, residual, rank = lstsq(A, b)``."""
        return iter((self.x, self.residual, self.rank))


@in_counting_context
def lstsq(
    a: Any, b: Any, *, floats: Floats = None, executor: Executor | None = None
) -> LeastSquares:
    """The x that minimises the Euclidean norm |A x - b|, the shortest one if there are several.

    A may have any shape and rank, and several columns of b are several problems.
    ``A^T (A x - b) == 0`` has been verified in integers. The arguments are explained in
    `exactbox.linalg`.

    Raises
    ------
    MemoryError
        If A^T A (or A A^T) would have more than 50,000,000 terms.

    Examples
    --------
    A line through three points, at 0, 1 and 3:

    >>> from exactbox.linalg import lstsq
    >>> found = lstsq([[1, 0], [1, 1], [1, 3]], [1, 2, 2])
    >>> found.x, found.residual, found.unique
    (ExactVector([9/7, 2/7]), Fraction(2, 7), True)

    The point of a plane that is nearest to the origin:

    >>> lstsq([[1, 2, 2]], [3])
    LeastSquares(x=ExactVector([1/3, 2/3, 2/3]), residual=0, rank=1, unique=False)
    """
    a, labels = read_labelled(a, floats)
    small = integers_of(a, MAX_DENSE_PLACES) if floats is None and not labels.columns else None
    if small is not None:
        right = column_of(b, small.nrows())
        done = None if right is None else _solve_normal_equations(small, right)
        if done is not None:
            return done
    matrix, common = whole(*read_scaled(a, floats=floats))
    m, n = matrix.shape
    rows, extra, columns, vector = read_right_side(b, m, [1] * m, floats=floats)
    right, below = _whole_rows(rows, extra)
    frame = _frame(matrix, a, floats)
    numerators, d = frame.solve(right, columns)
    squares = _verified_squares(frame, numerators, d, right, columns)
    # (D A) (x / D) = A x, and the right side has been multiplied by `below`
    x = ExactMatrix.of_blocks(
        [d * below], [0] * n, [[common * e for e in row] for row in numerators], columns
    )
    x = x.as_vector() if vector else x
    x = x.with_labels(labels.columns) if labels.columns else x
    residuals = tuple(exact_fraction(e, (d * below) ** 2) for e in squares)
    unique = frame.rank == n
    if vector:
        return LeastSquares(x, residuals[0], frame.rank, unique)
    return LeastSquares(x, residuals, frame.rank, unique)


def _solve_normal_equations(a: fmpz_mat, b: fmpz_mat) -> LeastSquares | None:
    """The only minimiser for one b, verified; None if the columns of A are not independent."""
    m, n = a.nrows(), a.ncols()
    # tall ones up to more columns (1,000 x 300: 0.25 s, by lifting 0.38; 500 x 450: 0.58, 0.44)
    if n > min(m, LARGEST if m > 2 * n else MAX_FLINT_ORDER):
        return None
    turned = a.transpose()
    gram, right = turned * a, turned * b
    try:
        x = gram.solve(right)
    except ZeroDivisionError:
        return None
    numerators, d = x.numer_denom()
    if gram * numerators != d * right:
        raise ArithmeticError("A^T (A x - b) == 0 failed in exact integers: this is a bug")
    # |A x - b|^2 = b^T b - x^T A^T b, as A x - b is orthogonal to A x
    squares = d * (b.transpose() * b)[0, 0] - (numerators.transpose() * right)[0, 0]
    return LeastSquares(ExactVector.of_flint(numerators, d), exact_fraction(squares, d), n, True)


@in_counting_context
def pinv(a: Any, *, floats: Floats = None, executor: Executor | None = None) -> ExactMatrix:
    """The Moore-Penrose inverse A^+, exactly: A^+ b is the shortest minimiser of |A x - b|.

    ``A^T A X == A^T`` has been verified in integers, and X is A^T times a matrix: Penrose's four
    equations follow (see `exactbox.linalg.least_squares`). The arguments are explained in
    `exactbox.linalg`.

    Raises
    ------
    MemoryError
        If it would have more than 4,000,000 places.

    Examples
    --------
    >>> from exactbox.linalg import pinv
    >>> pinv([[1, 2], [2, 4]])
    ExactMatrix([[1/25, 2/25], [2/25, 4/25]])
    """
    if floats is None and (small := integers_of(a, MAX_FLINT_ORDER)) is not None:
        tall = small.nrows() > small.ncols()
        inverse = _right_inverse(small.transpose() if tall else small)
        if inverse is not None:
            return inverse.T if tall else inverse
    matrix, common = whole(*read_scaled(a, floats=floats))
    m, n = matrix.shape
    if m * n > _MAX_INVERSE_PLACES:
        raise MemoryError(
            f"a Moore-Penrose inverse is dense: it would have {m * n:,} places, "
            f"need at most {_MAX_INVERSE_PLACES:,}"
        )
    tall = m > n  # (A^T)^+ = (A^+)^T, and the unit matrix and A A^T are to be small
    if tall:
        matrix, m, n = transposed(matrix), n, m
    unit = [[0] * m for _ in range(m)]
    for i in range(m):
        unit[i][i] = 1
    frame = _frame(matrix, a, floats)
    numerators, d = frame.solve(unit, m)
    if frame.rank < m:  # else A A^T W = 1 is what has been solved, and verified, and X = A^T W
        _verified_squares(frame, numerators, d, unit, m)
    x = ExactMatrix.of_blocks([d], [0] * n, [[common * e for e in row] for row in numerators], m)
    return x.T if tall else x


def _right_inverse(a: fmpz_mat) -> ExactMatrix | None:
    """A^T (A A^T)^-1, verified; None if the rows of A are not independent."""
    gram = a * a.transpose()
    try:
        numerators, d = gram.inv().numer_denom()
    except ZeroDivisionError:
        return None
    if gram * numerators != d * identity(a.nrows()):
        raise ArithmeticError("A A^T W == 1 failed in exact integers: this is a bug")
    return ExactMatrix.of_flint(a.transpose() * numerators, d)


@dataclass(frozen=True)
class _Frame:
    """Independent rows and columns, as many as the rank; all of them where the rank is full."""

    matrix: IntegerMatrix
    transposed: IntegerMatrix
    rows: Sequence[int]
    columns: Sequence[int]
    rank: int

    def solve(self, right: list[list[int]], width: int) -> tuple[FmpzRows, fmpz]:
        """N and d > 0: ``x = N / d`` is G^T w for the w with ``B^T A G^T w = B^T b``."""
        (m, n), r = self.matrix.shape, self.rank
        square, b = self.matrix, [[fmpz(e) for e in row] for row in right]
        if r < n:  # G: independent rows
            g = self.transposed
            if r < m:
                g = g.permuted(np.arange(n), np.array(self.rows, dtype=np.int64))
            square = product(square, g)
        if r < m:  # B: independent columns
            left = self.transposed
            if r < n:
                left = left.permuted(np.array(self.columns, dtype=np.int64), np.arange(m))
            square, b = product(left, square), times(left, b, width)
        w = solve_system(square, [[int(e) for e in row] for row in b], nonsingular=True)
        whole_w = over_one(w)
        numerators, d = list(map(list, whole_w.numerators)), whole_w.denominators[0]
        return (times(g, numerators, width) if r < n else numerators), d


def _frame(matrix: IntegerMatrix, a: Any, floats: Floats) -> _Frame:
    """The frame of the integer matrix that was made of `a`; its rank is certified."""
    m, n = matrix.shape
    turned = transposed(matrix)
    if is_filled(matrix) and nmod_mat(matrix.flint, next(primes())).rank() == min(m, n):
        return _Frame(matrix, turned, range(m), range(n), min(m, n))
    certified = rank(a, floats=floats)
    for prime in primes():
        rows, columns = rank_profile(matrix, prime)
        if len(rows) == certified:
            return _Frame(matrix, turned, sorted(rows), sorted(columns), certified)
    raise AssertionError("there are infinitely many primes")


def _verified_squares(
    frame: _Frame, x: FmpzRows, d: fmpz, b: list[list[int]], columns: int
) -> list[fmpz]:
    """``|A x - d b|^2`` of each column, after ``A^T (A x - d b) == 0``."""
    ax = times(frame.matrix, x, columns)
    rest = [[p - d * e for p, e in zip(*rows)] for rows in zip(ax, b, strict=True)]
    if any(e != 0 for row in times(frame.transposed, rest, columns) for e in row):
        raise ArithmeticError("A^T (A x - b) == 0 failed in exact integers: this is a bug")
    squares = [fmpz(0)] * columns
    for row in rest:
        squares = [s + e * e for s, e in zip(squares, row)]
    return squares


def _whole_rows(rows: list[list[int]], extra: list[int]) -> tuple[list[list[int]], int]:
    """D b and D for the rational b whose row i is ``rows[i] / extra[i]``."""
    common = lcm(*extra)
    return [[e * (common // s) for e in row] for row, s in zip(rows, extra, strict=True)], common

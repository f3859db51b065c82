"""Matrices made of others: special ones, joined ones, powers, and what stands on a diagonal.

Zeros of long rows are not stored, so an identity of a million rows has a million entries.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from operator import index
from typing import Any

from flint import fmpz

from exactbox.linalg.matrices.entries import Floats
from exactbox.linalg.matrices.exactfraction import exact_fraction
from exactbox.linalg.matrices.kinds import is_number, is_vector
from exactbox.linalg.results import operations
from exactbox.linalg.results.exact import ExactMatrix, ExactVector, make_result
from exactbox.linalg.results.tables import Rows, Table, read_table, row_of


def identity(n: int) -> ExactMatrix:
    """The identity matrix of n rows.

    Examples
    --------
    >>> identity(2)
    ExactMatrix([[1, 0], [0, 1]])
    """
    return make_result(operations.unit(_size(n, "rows")))  # type: ignore[no-any-return]


def zeros(rows: int, columns: int) -> ExactMatrix:
    """The matrix of so many rows and columns whose entries are all 0.

    Examples
    --------
    >>> zeros(1, 3)
    ExactMatrix([[0, 0, 0]])
    """
    m, n = _size(rows, "rows"), _size(columns, "columns")
    return ExactMatrix.of_blocks([fmpz(1)], [0] * m, [row_of([], [], n)] * m, n)


def diag(v: Any, *, floats: Floats = None) -> ExactMatrix:
    """The diagonal matrix of a vector v.

    The arguments are explained in `exactbox.linalg`.

    See Also
    --------
    diagonal : the diagonal of a matrix.

    Examples
    --------
    >>> diag([1, "1/2"])
    ExactMatrix([[1, 0], [0, 1/2]])
    """
    x = ExactVector(v, floats=floats)
    n = len(x)
    rows = [row_of([i], [e], n) if e else row_of([], [], n) for i, (e,) in enumerate(x.numerators)]
    return ExactMatrix.of_blocks(x.denominators, x.block_of, rows, n)


def diagonal(a: Any, *, floats: Floats = None) -> ExactVector:
    """The entries (i, i) of a matrix of any shape.

    The arguments are explained in `exactbox.linalg`.

    Examples
    --------
    >>> diagonal([[1, 2], [3, "1/2"]])
    ExactVector([1, 1/2])
    """
    x = ExactMatrix(a, floats=floats)
    n = min(x.shape)
    entries = [(x.numerators[i][i],) for i in range(n)]
    return ExactVector.of_blocks(x.denominators, x.block_of[:n], entries, 1)


def trace(a: Any, *, floats: Floats = None) -> Fraction:
    """The sum of the diagonal of a square matrix.

    The arguments are explained in `exactbox.linalg`.

    Examples
    --------
    >>> trace([[1, 2], [3, "1/2"]])
    Fraction(3, 2)
    """
    x = ExactMatrix(a, floats=floats)
    if len(x) != x.columns:
        raise ValueError(f"A has shape {x.shape}, need a square matrix for a trace")
    of_block = [fmpz(0)] * len(x.denominators)
    for i, e in enumerate(x.block_of):
        of_block[e] += x.numerators[i][i]
    parts = zip(of_block, x.denominators, strict=True)
    return sum((exact_fraction(n, d) for n, d in parts), Fraction(0))


def dot(a: Any, b: Any) -> Any:
    """The product of matrices or vectors of any package: ``A @ B`` where neither is exact yet.

    The arguments, a and b, are explained in `exactbox.linalg`.

    Examples
    --------
    >>> dot([[1, 2], [3, 4]], ["1/2", 1]), dot([1, 2], [3, 4])
    (ExactVector([5/2, 11/2]), Fraction(11, 1))
    """
    product = make_result(operations.matrix_product(a, b))
    if product is NotImplemented:
        bad = a if is_number(a) else b
        raise TypeError(f"dot takes matrices and vectors, not {bad!r}")
    return product


def matrix_power(a: Any, k: int, *, floats: Floats = None) -> ExactMatrix:
    """A multiplied by itself, k times; of the inverse if k is negative.

    By repeated squaring, as ``A**k`` of a result.

    The arguments are explained in `exactbox.linalg`.

    Examples
    --------
    >>> matrix_power([[1, 1], [1, 0]], 100)[0, 1]  # the hundredth Fibonacci number
    Fraction(354224848179261915075, 1)
    """
    return ExactMatrix(a, floats=floats) ** k


def kron(a: Any, b: Any, *, floats: Floats = None) -> ExactMatrix:
    """The Kronecker product: the blocks ``A[i, j] B``.

    The arguments are explained in `exactbox.linalg`.

    Examples
    --------
    >>> kron([[1, 2]], [[1, 0], [0, "1/3"]])
    ExactMatrix([[1, 0, 2, 0], [0, 1/3, 0, 2/3]])
    """
    x, y = ExactMatrix(a, floats=floats), ExactMatrix(b, floats=floats)
    return make_result(operations.kronecker(x, y))  # type: ignore[no-any-return]


def hstack(parts: Iterable[Any], *, floats: Floats = None) -> ExactMatrix:
    """Matrices, the parts, beside each other; a vector is a column.

    The arguments are explained in `exactbox.linalg`.

    Examples
    --------
    >>> hstack([[[1, 2], [3, 4]], ["1/2", 0]])
    ExactMatrix([[1, 2, 1/2], [3, 4, 0]])
    """
    tables = _tables(parts, "hstack", floats)
    _require_equal([len(x.block_of) for x in tables], "rows", "hstack")
    return make_result(operations.beside(tables))  # type: ignore[no-any-return]


def vstack(parts: Iterable[Any], *, floats: Floats = None) -> ExactMatrix:
    """Matrices, the parts, one above the other; a vector is a row.

    The arguments are explained in `exactbox.linalg`.

    Examples
    --------
    >>> vstack([[[1, 2], [3, 4]], ["1/2", 0]])
    ExactMatrix([[1, 2], [3, 4], [1/2, 0]])
    """
    tables = [
        operations.transposed(x) if len(x.shape) == 1 else x
        for x in _tables(parts, "vstack", floats)
    ]
    _require_equal([x.columns for x in tables], "columns", "vstack")
    return make_result(operations.stacked(tables))  # type: ignore[no-any-return]


def block(rows: Sequence[Sequence[Any]], *, floats: Floats = None) -> ExactMatrix:
    """The matrix of these rows of blocks.

    The arguments are explained in `exactbox.linalg`.

    Examples
    --------
    >>> block([[identity(2), [[5], [6]]], [[[7, 8]], [[9]]]])
    ExactMatrix([[1, 0, 5], [0, 1, 6], [7, 8, 9]])
    """
    return vstack([hstack(row, floats=floats) for row in rows])


def vander(points: Any, columns: int | None = None, *, floats: Floats = None) -> ExactMatrix:
    """The Vandermonde matrix of powers of the points, the highest power first, as in NumPy.

    It is square unless the number of columns is given.

    The arguments are explained in `exactbox.linalg`.

    See Also
    --------
    exactbox.linalg.interpolate : the polynomial through points, without a matrix.

    Examples
    --------
    >>> vander([2, "1/2"], 3)
    ExactMatrix([[4, 2, 1], [1/4, 1/2, 1]])
    """
    x = ExactVector(points, floats=floats)
    n = len(x) if columns is None else _size(columns, "columns")
    numerators, denominators = [], []
    for p, d in map(x.parts, range(len(x))):
        # (p / d)^k  =  p^k d^(n - 1 - k) / d^(n - 1)
        numerators.append([p**k * d ** (n - 1 - k) for k in reversed(range(n))])
        denominators.append(d ** max(n - 1, 0))
    return ExactMatrix.of_blocks(denominators, range(len(x)), numerators, n)


def _size(n: Any, what: str) -> int:
    """A number of rows or columns."""
    try:
        size = index(n)
    except TypeError:
        raise TypeError(f"the number of {what} is {n!r}, need an integer") from None
    if size < 0:
        raise ValueError(f"the number of {what} is {size}, need at least 0")
    return size


def _tables(parts: Iterable[Any], name: str, floats: Floats) -> list[Rows]:
    """The parts, each being a matrix or a vector."""
    matrices = list(parts)
    if not matrices:
        raise ValueError(f"{name} of nothing: need one matrix or more")
    tables: list[Rows] = []
    for k, part in enumerate(matrices):
        table = read_table(part, f"part {k}", floats)
        if is_vector(part) and name == "hstack":  # a vector is a column
            table = Table(table.denominators, table.block_of, table.numerators, 1)
        tables.append(table)
    return tables


def _require_equal(sizes: list[int], what: str, name: str) -> None:
    for k, size in enumerate(sizes):
        if size != sizes[0]:
            raise ValueError(f"part {k} of {name} has {size} {what}, need {sizes[0]} as part 0 has")

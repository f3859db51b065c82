"""Exact rational vectors and matrices, as the solver returns them.

They are calculated with (`operations`), indexed as in NumPy (`indexing`) and shown (`matrix_text`)
as matrices are, and become matrices of others (`conversions`). The entries of one block share a
denominator, and there are far fewer blocks than entries: all 4,095 values of the 12-card game
take 0.8 MB so, and several times that as reduced fractions.

Symbols: ``d[block]`` a positive denominator, ``n[i][j]`` a numerator; entry (i, j) is
``n[i][j] / d[block_of[i]]``, not necessarily in lowest terms. Integers are FLINT's.
"""

from __future__ import annotations

import operator
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, Self, SupportsIndex, cast, overload

import numpy as np
from flint import fmpq_mat, fmpz, fmpz_mat

from exactbox.decimals import decimal_string
from exactbox.linalg import results
from exactbox.linalg.matrices.entries import Floats
from exactbox.linalg.matrices.exactfraction import exact_fraction, exact_fractions
from exactbox.linalg.matrices.kinds import is_vector
from exactbox.linalg.matrices.matrix_inputs import read_right_side
from exactbox.linalg.matrices.rational import NO_LABELS, Labels
from exactbox.linalg.results.ratios import residue
from exactbox.linalg.results.rows import FlintRows, SparseRow, index, nonzeros

if TYPE_CHECKING:
    from pandas import DataFrame
    from scipy.sparse import csr_array
    from sympy import Matrix, SparseMatrix

    from exactbox.linalg.results.polynomial import Polynomial

__all__ = ["ExactMatrix", "ExactVector", "FmpzRows", "SparseRow"]

FmpzRows = list[list[fmpz]]  # numerators, row by row


def read_exact(x: Any, n: int, name: str, floats: Floats = None) -> ExactMatrix:
    """A vector of n entries or matrix with n rows, as an exact result."""
    if isinstance(x, ExactMatrix) and len(x) == n:
        return x
    rows, denominators, columns, _ = read_right_side(x, n, [1] * n, name=name, floats=floats)
    numerators = [[fmpz(e) for e in row] for row in rows]
    return ExactMatrix.of_blocks([fmpz(d) for d in denominators], range(n), numerators, columns)


class ExactMatrix:
    """An immutable matrix of rationals, denominators kept per block of rows.

    It is made of any matrix that `exactbox.linalg.solve` takes; `of_blocks` takes the parts.

    ``A @ B``, ``A + B``, ``A - B``, ``-A``, ``A * c``, ``A / c``, ``A**k`` and ``A.T`` are exact.
    B is any matrix or vector that `exactbox.linalg.solve` takes, but the path of a file, on either
    side; c is a rational number. ``A * B`` is an error: NumPy has it elementwise, and SymPy as the
    product. Nothing is broadcast, and a float is an error, unless `floats` says what it stands for.

    ``A[i, j]`` is a `fractions.Fraction` in lowest terms, of which all digits can be printed.
    Indices are NumPy's: ``A[i]``, ``A[:, j]`` are an `ExactVector`, ``A[a:b]``, ``A[[0, 2]]`` an
    ``ExactMatrix``; see `exactbox.linalg.results.indexing`. Iterating gives the rows.

    ``A == B`` is one verdict, as in SymPy: whether shapes and all entries are equal. B may be of
    any package, and a float counts as its binary value. Exact results that are equal hash alike,
    however they are stored; tuples and SymPy's immutable matrices, which may be equal to them, have
    hashes of their own.

    Examples
    --------
    >>> half = ExactMatrix([["1/2", 2]])
    >>> half, half[0, 1], half[0], half == [["1/2", 2]]
    (ExactMatrix([[1/2, 2]]), Fraction(2, 1), ExactVector([1/2, 2]), True)
    >>> print(half.T @ half + [[0, 1], [0, "1/3"]])
    [1/4     2]
    [  1  13/3]
    """

    __slots__ = ("block_of", "columns", "denominators", "info", "labels", "numerators")

    if TYPE_CHECKING:  # functions of `exactbox.linalg`: see `_method`

        def adjugate(self) -> ExactMatrix: ...
        def charpoly(self) -> Polynomial: ...
        def det(self) -> Fraction: ...
        def diagonal(self) -> ExactVector: ...
        def inv(self) -> Self: ...
        def minpoly(self) -> Polynomial: ...
        def nullspace(self, *, integer: bool = False) -> ExactMatrix: ...
        def pinv(self) -> ExactMatrix: ...
        def rank(self) -> int: ...
        def rref(self) -> tuple[ExactMatrix, tuple[int, ...]]: ...
        def solve(self, b: Any) -> Any: ...
        def trace(self) -> Fraction: ...

    __array_ufunc__ = None  # NumPy's operators leave it to the methods here
    _op_priority = 20.0  # ... and SymPy's

    denominators: tuple[fmpz, ...]
    block_of: tuple[int, ...]
    numerators: Sequence[Sequence[fmpz]]
    columns: int
    info: Any
    labels: tuple[tuple[str, ...] | None, tuple[str, ...] | None] | None

    def __new__(cls, a: Any, *, floats: Floats = None) -> Self:
        if isinstance(a, (list, tuple)) and not a:  # no rows, as `det` takes them
            return cls.of_blocks([], [], [], 0)
        if is_vector(a):
            raise ValueError("A has 1 dimension, need 2")
        return a if isinstance(a, cls) else make_result(results.tables.read_table(a, "A", floats))

    @classmethod
    def of_blocks(
        cls,
        denominators: Sequence[fmpz],
        block_of: Sequence[int],
        numerators: Sequence[Sequence[fmpz]],
        columns: int,
        info: Any = None,
    ) -> Self:
        """A matrix from its parts, which are taken as they are.

        Parameters
        ----------
        denominators : sequence of fmpz
            One positive integer a block.
        block_of : sequence of int
            The block of each row.
        numerators : sequence of sequence of fmpz
            Row by row; a `SparseRow` stays sparse, `EncodedRows` stay encoded, and `FlintRows`
            FLINT's.
        columns : int
            The number of columns (needed where there are no rows).
        info : object, optional
            How it was computed; kept and pickled, and no part of what the matrix equals.
        """
        self = object.__new__(cls)
        rows: Any = numerators
        if type(rows) in (list, tuple):  # else encoded, FLINT's or a Kronecker product's rows
            rows = tuple([row if type(row) is SparseRow else tuple(row) for row in rows])
        set_ = object.__setattr__
        set_(self, "denominators", tuple(denominators))
        set_(self, "block_of", tuple(block_of))
        set_(self, "numerators", rows)
        set_(self, "columns", columns)
        set_(self, "info", info)
        set_(self, "labels", None)
        return self

    @classmethod
    def of_flint(cls, numerators: fmpz_mat, denominator: fmpz, info: Any = None) -> Self:
        """``numerators / denominator``, for a positive denominator."""
        rows, columns = FlintRows(numerators), numerators.ncols()
        return cls.of_blocks((denominator,), (0,) * numerators.nrows(), rows, columns, info)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"an exact result is immutable: cannot set {name!r}")

    __delattr__ = __setattr__  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        parts = (self.denominators, self.block_of, self.numerators, self.columns, self.info)
        if self.labels:
            return _labelled, (type(self), parts, self.labels)
        return type(self).of_blocks, parts

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of rows and of columns."""
        return (len(self.block_of), self.columns)

    @property
    def ndim(self) -> int:
        """2; 1 for a vector."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of entries."""
        return len(self.block_of) * self.columns

    def __len__(self) -> int:
        return len(self.block_of)

    def parts(self, i: int, j: int = 0) -> tuple[fmpz, fmpz]:
        """Numerator and denominator of entry (i, j) as they are kept, perhaps not reduced."""
        return self.numerators[i][j], self.denominators[self.block_of[i]]

    @overload
    def __getitem__(self, key: tuple[SupportsIndex, SupportsIndex]) -> Fraction: ...
    @overload
    def __getitem__(self, key: SupportsIndex) -> ExactVector: ...
    @overload
    def __getitem__(self, key: slice | list[int] | list[bool]) -> ExactMatrix: ...
    @overload
    def __getitem__(self, key: Any) -> Any: ...
    def __getitem__(self, key: Any) -> Any:
        stored = self.numerators
        if type(stored) is FlintRows and type(key) is tuple and [*map(type, key)] == [int, int]:
            try:
                return exact_fraction(stored.matrix[key], self.denominators[0])
            except IndexError:  # or one that counts from the end
                pass
        labels = results.labels.part_labels(self, key) if self.labels else NO_LABELS
        return self._of(results.indexing.selected(self, key), self.info, labels)

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))

    def tolist(self) -> list[Any]:
        """The entries as Fractions, in a list of rows (of entries for a vector)."""
        rows: list[Any] = self.to_numpy().tolist()
        return rows

    def entries_of_row(self, i: int) -> Iterator[tuple[int, fmpz]]:
        """Column and numerator of the non-zeros of row i, columns increasing."""
        return iter(nonzeros(self.numerators[i]))

    def entries(self) -> Iterator[tuple[int, int, fmpz, fmpz]]:
        """Row, column, numerator and denominator of the non-zeros, row by row."""
        for i, (row, e) in enumerate(zip(self.numerators, self.block_of)):
            d = self.denominators[e]
            stored = zip(row.columns, row.values) if type(row) is SparseRow else enumerate(row)
            for j, n in stored:
                if n:
                    yield i, j, n, d

    def nonzeros(self) -> list[tuple[int, int, Fraction]]:
        """Row, column and value of the non-zeros, row by row."""
        parts = list(self.entries())
        values = exact_fractions([n for _, _, n, _ in parts], [d for _, _, _, d in parts])
        return [(i, j, value) for (i, j, _, _), value in zip(parts, values, strict=True)]

    def _of(self, table: Any, info: Any = None, labels: Labels = NO_LABELS) -> Self:
        made: Self = make_result(table, info)
        return made.with_labels(*labels) if any(labels) and hasattr(made, "labels") else made

    def __eq__(self, other: object) -> bool:
        verdict: bool = results.operations.equal(self, other)
        return verdict

    def __hash__(self) -> int:
        inverses = dict[fmpz, int]()
        entries = tuple((i, j, residue(n, d, inverses)) for i, j, n, d in self.entries())
        return hash((self.shape, entries))

    @overload
    def __matmul__(self, other: ExactVector) -> ExactVector: ...
    @overload
    def __matmul__(self, other: ExactMatrix) -> ExactMatrix: ...
    @overload
    def __matmul__(self, other: Any) -> Any: ...
    def __matmul__(self, other: Any) -> Any:
        if type(self) is type(other) is ExactMatrix and self.columns == len(other):
            x, y = self.numerators, other.numerators
            if type(x) is type(y) is FlintRows and not (self.labels or other.labels):
                d = self.denominators[0] * other.denominators[0]
                return ExactMatrix.of_flint(x.matrix * y.matrix, d)
        made = results.operations.matrix_product(self, other)
        return made if made is NotImplemented else self._of(made, None, _product(self, other))

    def __rmatmul__(self, other: Any) -> Any:
        made = results.operations.matrix_product(other, self)
        return made if made is NotImplemented else self._of(made, None, _product(other, self))

    def __neg__(self) -> Self:
        return self._of(
            results.operations.scaled(self, -1, 1), None, results.labels.labels_of(self)
        )

    def __add__(self, other: Any) -> Self:
        return self._of(
            results.operations.plus(self, other), None, results.labels.sum_labels(self, other)
        )

    __radd__ = __add__

    def __sub__(self, other: Any) -> Self:
        return self._of(
            results.operations.plus(self, other, -1), None, results.labels.sum_labels(self, other)
        )

    def __rsub__(self, other: Any) -> Self:
        return self._of(
            results.operations.plus(-self, other), None, results.labels.sum_labels(self, other)
        )

    def __mul__(self, other: Any) -> Self:
        return self._of(
            results.operations.multiple(self, other), None, results.labels.labels_of(self)
        )

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Self:
        return self._of(
            results.operations.multiple(self, other, divide=True),
            None,
            results.labels.labels_of(self),
        )

    def __pow__(self, k: int) -> Self:
        """The k-th power of a square matrix, by repeated squaring; of the inverse if k < 0."""
        try:
            left = operator.index(k)
        except TypeError:
            return NotImplemented
        if len(self.shape) != 2 or self.shape[0] != self.columns:
            raise ValueError(f"A has shape {self.shape}, need a square matrix for a power")
        if left == 0:
            return self._of(results.operations.unit(self.columns))
        base: Any = self if left > 0 else self.inv()
        power, left = None, abs(left)
        while left:  # A^k is power base^left
            if left & 1:
                power = base if power is None else power @ base
            left >>= 1
            if left:
                base = base @ base
        return cast("Self", power)

    @property
    def T(self) -> Self:
        """The transpose; as in NumPy a vector is its own."""
        if len(self.shape) == 1:
            return self
        rows, columns = results.labels.labels_of(self)
        names = Labels(columns, rows)
        return self._of(results.operations.transposed(self), self.info, names)

    @property
    def rows(self) -> int:
        """The number of rows, as `columns` is that of columns; ``A[[0, 2]]`` selects some."""
        return len(self.block_of)

    @property
    def cols(self) -> int:
        """The number of columns, as SymPy calls it; the same as `columns`."""
        return self.columns

    def with_labels(
        self, rows: Sequence[str] | None = None, columns: Sequence[str] | None = None
    ) -> Self:
        """This matrix with names of rows and columns, which are printed and in `to_frame`.

        Examples
        --------
        >>> print(ExactVector(["1/2", 3]).with_labels(["bread", "cake"]))
        bread  1/2
        cake     3
        """
        for what, names, size in (("row", rows, len(self)), ("column", columns, self.columns)):
            if names is not None and len(names) != size:
                raise ValueError(f"{len(names)} names of {what}s, need {size}: one for each {what}")
        made = type(self).of_blocks(
            self.denominators, self.block_of, self.numerators, self.columns, self.info
        )
        if rows is not None or columns is not None:
            kept = (None if e is None else tuple(map(str, e)) for e in (rows, columns))
            object.__setattr__(made, "labels", tuple(kept))
        return made

    def with_info(self, info: Any) -> ExactMatrix:
        """This matrix with another `info`."""
        return type(self).of_blocks(
            self.denominators, self.block_of, self.numerators, self.columns, info
        )

    def as_vector(self) -> ExactVector:
        """The vector that a matrix of one column is."""
        return ExactVector.of_blocks(
            self.denominators, self.block_of, self.numerators, 1, info=self.info
        )

    def decimal(self, i: int, j: int, digits: int) -> str:
        """Entry (i, j) rounded half to even to `digits` digits after the point."""
        n, d = self.parts(index(i, len(self), "row"), index(j, self.columns, "column"))
        return decimal_string(int(n), int(d), digits)

    def to_float(self) -> np.ndarray[Any, Any]:
        """Float64 array of this shape, every entry correctly rounded (half to even).

        What is too large for a float becomes infinite.
        """
        return results.conversions.float_array(self)

    def to_numpy(self) -> np.ndarray[Any, Any]:
        """Object array of Fractions, of this shape."""
        return results.conversions.object_array(self)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        """For NumPy: Fractions as objects; with a type of floats, the nearest ones."""
        if sys._getframe(1).f_code.co_name == "_matmul_dispatch":
            # scipy.sparse @ x: it leaves it to __rmatmul__ if x becomes an array of no dimension
            alone = np.empty((), dtype=object)
            alone[()] = self
            return alone
        if dtype is not None and np.dtype(dtype).kind == "f":
            return self.to_float().astype(dtype, copy=False)
        return self.to_numpy() if dtype is None else self.to_numpy().astype(dtype)

    def to_scipy(self) -> csr_array:
        """A scipy.sparse ``csr_array`` of the non-zeros, a vector as an n x 1 matrix.

        SciPy cannot calculate with exact entries, so they are the nearest floats, as in `to_float`.
        """
        return results.conversions.scipy_matrix(self)

    def to_sympy(self) -> Matrix | SparseMatrix:
        """A SymPy ``Matrix`` of ``Rational`` entries (a column for a vector).

        Where rows are stored sparsely it is a ``SparseMatrix``.
        """
        return results.conversions.sympy_matrix(self)

    def to_flint(self) -> fmpq_mat:
        """A python-flint ``fmpq_mat`` (a column for a vector)."""
        return results.conversions.flint_matrix(self)

    def to_frame(self) -> DataFrame:
        """A pandas DataFrame of Fractions, with rows and columns numbered from 0."""
        return results.conversions.frame(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it to a file, .mtx, .csv or .json: `exactbox.linalg.write_matrix`."""
        from exactbox.linalg.results.matrix_writing import save

        save(path, self)

    def plot(self, path: str | os.PathLike[str] | None = None) -> Any:
        """A picture of its block triangular form, as `exactbox.linalg.plot_blocks` draws it.

        With a path, which ends in .png or .svg, it is written there, too.
        """
        from exactbox.linalg.results.matrix_pictures import plot_blocks
        from exactbox.plots.figures import also_saved

        return also_saved(plot_blocks(self), path)

    def __repr__(self) -> str:
        return results.matrix_text.line(self)

    def __str__(self) -> str:
        return results.matrix_text.table(self)

    def _repr_html_(self) -> str:
        return results.matrix_text.html(self)

    def _repr_latex_(self) -> str:
        return results.matrix_text.latex(self)


class ExactVector(ExactMatrix):
    """An immutable vector of rationals, denominators kept per block of entries.

    ``x[i]`` is a `fractions.Fraction` in lowest terms, ``x[1:3]`` and ``x[[0, 2]]`` are vectors.
    ``ExactVector(b)`` makes one of any b that `exactbox.linalg.solve` takes. Operators are those of
    `ExactMatrix`; ``x @ y`` is the sum of the products of their entries.

    Examples
    --------
    >>> from exactbox.linalg import solve
    >>> x = solve([[2, 1], [1, 3]], [1, 1])
    >>> x[0], x.decimal(1, 10), x @ x
    (Fraction(2, 5), '0.2000000000', Fraction(1, 5))
    >>> [[2, 1], [1, 3]] @ x == [1, 1]
    True
    """

    __slots__ = ()

    def __new__(cls, a: Any, *, floats: Floats = None) -> Self:
        if not is_vector(a):
            raise ValueError("b is not a vector, need one dimension")
        return a if isinstance(a, cls) else make_result(results.tables.read_table(a, "b", floats))

    @classmethod
    def of_integers(cls, entries: Sequence[int]) -> ExactVector:
        """The vector of these integers."""
        return cls.of_blocks([fmpz(1)], [0] * len(entries), [[fmpz(e)] for e in entries], 1)

    @classmethod
    def of_fractions(cls, entries: Sequence[Fraction]) -> ExactVector:
        """These entries, over their lowest common denominator."""
        common = lcm(*(v.denominator for v in entries))
        numerators = [(fmpz(v.numerator * (common // v.denominator)),) for v in entries]
        return cls.of_blocks([fmpz(common)], [0] * len(numerators), numerators, 1)

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of entries."""
        return (len(self.block_of),)

    @overload  # type: ignore[override]
    def __getitem__(self, key: SupportsIndex) -> Fraction: ...
    @overload
    def __getitem__(self, key: slice | list[int] | list[bool]) -> ExactVector: ...
    @overload
    def __getitem__(self, key: Any) -> Any: ...
    def __getitem__(self, key: Any) -> Any:
        if type(key) is int and -len(self) <= key < len(self):
            return exact_fraction(*self.parts(key))
        return super().__getitem__(key)

    def __iter__(self) -> Iterator[Fraction]:
        return (exact_fraction(*self.parts(i)) for i in range(len(self)))

    def tolist(self, low: int = 0, high: int | None = None) -> list[Fraction]:
        """The entries as Fractions, or those from low to high - 1."""
        block_of, d = self.block_of[low:high], self.denominators
        return exact_fractions(
            [row[0] for row in self.numerators[low:high]], [d[e] for e in block_of]
        )

    @overload  # type: ignore[override]
    def __matmul__(self, other: ExactVector) -> Fraction: ...  # type: ignore[overload-overlap]
    @overload
    def __matmul__(self, other: ExactMatrix) -> ExactVector: ...
    @overload
    def __matmul__(self, other: Any) -> Any: ...
    def __matmul__(self, other: Any) -> Any:
        return super().__matmul__(other)

    def decimal(self, i: int, digits: int) -> str:  # type: ignore[override]
        """Entry i rounded half to even to `digits` digits after the point."""
        n, d = self.parts(index(i, len(self), "entry"))
        return decimal_string(int(n), int(d), digits)

    def plot(self, path: str | os.PathLike[str] | None = None) -> Any:
        """A picture of how long its entries are: the digits of numerators and denominators.

        They are in lowest terms; once by entry, once sorted, on a logarithmic scale. A notebook
        shows the figure of matplotlib (``pip install 'exactbox[plot]'``); with a path, which ends
        in .png or .svg, it is written there, too.

        Examples
        --------
        >>> figure = ExactVector(["1/3", "22/7", 100]).plot()
        >>> [(line.get_label(), line.get_ydata().tolist()) for line in figure.axes[0].lines]
        [('denominator', [1, 1, 1]), ('numerator', [1, 2, 3])]
        """
        from exactbox.linalg.results.matrix_pictures import plot_digits
        from exactbox.plots.figures import also_saved

        return also_saved(plot_digits(self), path)


def _product(a: Any, b: Any) -> Labels:
    """The names of a @ b, one of which is an exact result."""
    x, y = (len(e.shape) if hasattr(e, "shape") else 2 - is_vector(e) for e in (a, b))
    return results.labels.product_labels(a, b, (x, y))


def _labelled(kind: type[ExactMatrix], parts: Any, labels: Any) -> ExactMatrix:
    """The matrix with labels of these parts; pickles call it."""
    return kind.of_blocks(*parts).with_labels(*labels)


def make_result(table: Any, info: Any = None) -> Any:
    """The matrix, vector or Fraction of a `Table`; ``NotImplemented`` as it is."""
    if table is NotImplemented:
        return table
    denominators, block_of, numerators, columns, ndim = table
    if ndim == 0:
        return exact_fraction(numerators[0][0], denominators[block_of[0]])
    kind = ExactVector if ndim == 1 else ExactMatrix
    return kind.of_blocks(denominators, block_of, numerators, columns, info)


def _method(name: str) -> Callable[..., Any]:
    """``M.det()`` is ``exactbox.linalg.det(M)``, which is loaded when it is called."""

    def call(self: ExactMatrix, *args: Any, **settings: Any) -> Any:
        from exactbox import linalg

        return getattr(linalg, name)(self, *args, **settings)

    call.__name__, call.__qualname__ = name, f"ExactMatrix.{name}"
    call.__doc__ = f"`exactbox.linalg.{name}` of this matrix."
    return call


for _name in (
    *("adjugate", "charpoly", "det", "diagonal", "inv", "minpoly"),
    *("nullspace", "pinv", "rank", "rref", "solve", "trace"),
):
    setattr(ExactMatrix, _name, _method(_name))

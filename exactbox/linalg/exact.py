"""Exact rational vectors and matrices, as the solver returns them.

The entries of one block share a denominator, and there are far fewer blocks than entries: all
4,095 values of the 12-card game take 0.8 MB so, and several times that as reduced fractions.

Symbols: ``d[block]`` a positive denominator, ``n[i][j]`` a numerator; entry (i, j) is
``n[i][j] / d[block_of[i]]``, not necessarily in lowest terms. Integers are FLINT's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice, product, zip_longest
from math import lcm
from typing import TYPE_CHECKING, Any

import numpy as np
from flint import fmpq, fmpq_mat, fmpz

from exactbox.decimals import decimal_string
from exactbox.linalg.ratios import Residues, fraction, nearest_float, same, short
from exactbox.linalg.sparserow import SparseRow, index

if TYPE_CHECKING:
    from scipy.sparse import csr_array
    from sympy import Matrix, SparseMatrix

__all__ = ["ExactMatrix", "ExactVector", "FmpzRows", "SparseRow"]

FmpzRows = list[list[fmpz]]  # numerators, row by row

_SHOWN = 6  # entries in a repr


class ExactMatrix:
    """An immutable matrix of rationals, denominators kept per block of rows.

    Parameters
    ----------
    denominators : sequence of fmpz
        One positive integer a block.
    block_of : sequence of int
        The block of each row.
    numerators : sequence of sequence of fmpz
        Row by row; a `SparseRow` stays sparse.
    columns : int
        The number of columns (needed where there are no rows).
    info : object, optional
        How it was computed; kept and pickled, and no part of what the matrix equals.

    Examples
    --------
    >>> from flint import fmpz
    >>> half = ExactMatrix([fmpz(2)], [0], [[fmpz(1), fmpz(4)]], 2)
    >>> half, half[0, 1]
    (ExactMatrix(1, 2)[1/2, 2], Fraction(2, 1))
    """

    __slots__ = ("block_of", "columns", "denominators", "info", "numerators")

    denominators: tuple[fmpz, ...]
    block_of: tuple[int, ...]
    numerators: tuple[Sequence[fmpz], ...]
    columns: int
    info: Any

    def __init__(
        self,
        denominators: Sequence[fmpz],
        block_of: Sequence[int],
        numerators: Sequence[Sequence[fmpz]],
        columns: int,
        info: Any = None,
    ) -> None:
        rows = tuple([row if type(row) is SparseRow else tuple(row) for row in numerators])
        set_ = object.__setattr__
        set_(self, "denominators", tuple(denominators))
        set_(self, "block_of", tuple(block_of))
        set_(self, "numerators", rows)
        set_(self, "columns", columns)
        set_(self, "info", info)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"an exact result is immutable: cannot set {name!r}")

    __delattr__ = __setattr__  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        parts = (self.denominators, self.block_of, self.numerators, self.columns, self.info)
        return type(self), parts

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of rows and of columns."""
        return (len(self.block_of), self.columns)

    def __len__(self) -> int:
        return len(self.block_of)

    def parts(self, i: int, j: int = 0) -> tuple[fmpz, fmpz]:
        """Numerator and denominator of entry (i, j) as they are kept, perhaps not reduced."""
        return self.numerators[i][j], self.denominators[self.block_of[i]]

    def _fraction(self, i: int, j: int) -> Fraction:
        return fraction(*self.parts(i, j))

    def _place(self, key: object) -> tuple[int, int]:
        if not (isinstance(key, tuple) and len(key) == 2):
            raise TypeError(f"an exact matrix takes two indices x[i, j], got {key!r}")
        return index(key[0], len(self), "row"), index(key[1], self.columns, "column")

    def __getitem__(self, key: Any) -> Fraction:
        return self._fraction(*self._place(key))

    def __iter__(self) -> Iterator[Any]:
        for i in range(len(self)):
            yield tuple(self._fraction(i, j) for j in range(self.columns))

    def entries_of_row(self, i: int) -> Iterator[tuple[int, fmpz]]:
        """Column and numerator of the non-zeros of row i, columns increasing."""
        row = self.numerators[i]
        stored = zip(row.columns, row.values) if isinstance(row, SparseRow) else enumerate(row)
        return ((j, n) for j, n in stored if n != 0)

    def entries(self) -> Iterator[tuple[int, int, fmpz, fmpz]]:
        """Row, column, numerator and denominator of the non-zeros, row by row."""
        for i in range(len(self)):
            d = self.denominators[self.block_of[i]]
            for j, n in self.entries_of_row(i):
                yield i, j, n, d

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ExactMatrix):
            return NotImplemented
        if self.shape != other.shape:
            return False
        pairs = zip_longest(self.entries(), other.entries())
        return all(p and q and p[:2] == q[:2] and same(p[2:], q[2:]) for p, q in pairs)

    def __hash__(self) -> int:
        residues = Residues()
        return hash((self.shape, tuple((i, j, residues.of(n, d)) for i, j, n, d in self.entries())))

    def rows(self, chosen: Sequence[int]) -> ExactMatrix:
        """These rows, in this order."""
        chosen = [index(i, len(self), "row") for i in chosen]
        return ExactMatrix(
            self.denominators,
            [self.block_of[i] for i in chosen],
            [self.numerators[i] for i in chosen],
            self.columns,
            info=self.info,
        )

    def as_vector(self) -> ExactVector:
        """The only column."""
        return ExactVector(self.denominators, self.block_of, self.numerators, 1, info=self.info)

    def decimal(self, i: int, j: int, digits: int) -> str:
        """Entry (i, j) rounded half to even to `digits` digits after the point."""
        n, d = self.parts(*self._place((i, j)))
        return decimal_string(int(n), int(d), digits)

    def to_float(self) -> np.ndarray[Any, Any]:
        """Float64 array of this shape, every entry correctly rounded (half to even).

        What is too large for a float becomes infinite.
        """
        full = np.zeros((len(self), self.columns))
        for i, j, n, d in self.entries():
            full[i, j] = nearest_float(n, d)
        return full.reshape(self.shape)

    def to_numpy(self) -> np.ndarray[Any, Any]:
        """Object array of Fractions, of this shape."""
        full = np.full((len(self), self.columns), Fraction(0), dtype=object)
        for i, j, n, d in self.entries():
            full[i, j] = fraction(n, d)
        return full.reshape(self.shape)

    def to_scipy(self) -> csr_array:
        """A scipy.sparse ``csr_array`` of the non-zeros, a vector as an n x 1 matrix.

        SciPy cannot calculate with exact entries, so they are the nearest floats, as in `to_float`.
        """
        from scipy.sparse import csr_array

        cells = [(i, j, nearest_float(n, d)) for i, j, n, d in self.entries()]
        indptr = np.searchsorted([i for i, _, _ in cells], np.arange(len(self) + 1))
        indices = np.array([j for _, j, _ in cells], dtype=indptr.dtype)
        data = np.array([f for _, _, f in cells], dtype=np.float64)
        return csr_array((data, indices, indptr), shape=(len(self), self.columns))

    def to_sympy(self) -> Matrix | SparseMatrix:
        """A SymPy ``Matrix`` of ``Rational`` entries (a column for a vector).

        Where rows are stored sparsely it is a ``SparseMatrix``.
        """
        from sympy import Matrix, Rational, SparseMatrix

        cells = {
            (i, j): Rational(f.numerator, f.denominator)
            for i, j, n, d in self.entries()
            for f in [fraction(n, d)]
        }
        sparse = SparseMatrix(len(self), self.columns, cells)
        return sparse if any(isinstance(r, SparseRow) for r in self.numerators) else Matrix(sparse)

    def to_flint(self) -> fmpq_mat:
        """A python-flint ``fmpq_mat`` (a column for a vector)."""
        full = fmpq_mat(len(self), self.columns)
        for i, j, n, d in self.entries():
            full[i, j] = fmpq(n, d)
        return full

    def __repr__(self) -> str:
        rows, columns = len(self), self.columns
        places = product(range(rows), range(min(columns, _SHOWN)))
        shown = [short(*self.parts(i, j)) for i, j in islice(places, _SHOWN)]
        dots = ", ..." if rows * columns > len(shown) else ""
        return f"{type(self).__name__}{self.shape}[{', '.join(shown)}{dots}]"


class ExactVector(ExactMatrix):
    """An immutable vector of rationals, denominators kept per block of entries.

    ``x[i]`` is a `fractions.Fraction` in lowest terms.

    Examples
    --------
    >>> from exactbox.linalg import solve
    >>> x = solve([[2, 1], [1, 3]], [1, 1])
    >>> x[0], x.decimal(1, 10)
    (Fraction(2, 5), '0.2000000000')
    """

    __slots__ = ()

    @classmethod
    def of_integers(cls, entries: Sequence[int]) -> ExactVector:
        """The vector of these integers."""
        return cls([fmpz(1)], [0] * len(entries), [[fmpz(e)] for e in entries], 1)

    @classmethod
    def of_fractions(cls, entries: Sequence[Fraction]) -> ExactVector:
        """These entries, over their lowest common denominator."""
        common = lcm(*(v.denominator for v in entries))
        numerators = [(fmpz(v.numerator * (common // v.denominator)),) for v in entries]
        return cls([fmpz(common)], [0] * len(numerators), numerators, 1)

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of entries."""
        return (len(self.block_of),)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            return tuple(self._fraction(i, 0) for i in range(*key.indices(len(self))))
        return self._fraction(index(key, len(self), "entry"), 0)

    def __iter__(self) -> Iterator[Fraction]:
        return (self._fraction(i, 0) for i in range(len(self)))

    def decimal(self, i: int, digits: int) -> str:  # type: ignore[override]
        """Entry i rounded half to even to `digits` digits after the point."""
        n, d = self.parts(index(i, len(self), "entry"))
        return decimal_string(int(n), int(d), digits)

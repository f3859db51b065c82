"""Exact rational vectors and matrices, as the solver returns them.

The entries of one block share a denominator, and there are far fewer blocks than entries: all
4,095 values of the 12-card game take 0.8 MB so, and several times that as reduced fractions.

Symbols: ``d[block]`` a positive denominator, ``n[i][j]`` a numerator; entry (i, j) is
``n[i][j] / d[block_of[i]]``, not necessarily in lowest terms. Integers are FLINT's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from flint import fmpq, fmpq_mat, fmpz

from exactbox.decimals import decimal_string

if TYPE_CHECKING:
    from sympy import Matrix

_SHOWN = 6  # entries in a repr
_WIDE = 40  # bits above which a repr shows a decimal instead of the fraction


class ExactMatrix:
    """An immutable matrix of rationals, denominators kept per block of rows.

    Parameters
    ----------
    denominators : sequence of fmpz
        One positive integer a block.
    block_of : sequence of int
        The block of each row.
    numerators : sequence of sequence of fmpz
        Row by row.
    columns : int
        The number of columns (needed where there are no rows).
    """

    __slots__ = ("block_of", "columns", "denominators", "numerators")

    denominators: tuple[fmpz, ...]
    block_of: tuple[int, ...]
    numerators: tuple[tuple[fmpz, ...], ...]
    columns: int

    def __init__(
        self,
        denominators: Sequence[fmpz],
        block_of: Sequence[int],
        numerators: Sequence[Sequence[fmpz]],
        columns: int,
    ) -> None:
        set_ = object.__setattr__
        set_(self, "denominators", tuple(denominators))
        set_(self, "block_of", tuple(block_of))
        set_(self, "numerators", tuple(map(tuple, numerators)))
        set_(self, "columns", columns)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"an exact result is immutable: cannot set {name!r}")

    __delattr__ = __setattr__  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.denominators, self.block_of, self.numerators, self.columns)

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
        n, d = self.parts(i, j)
        q = fmpq(n, d)
        return Fraction(int(q.p), int(q.q))

    def _place(self, key: object) -> tuple[int, int]:
        if not (isinstance(key, tuple) and len(key) == 2):
            raise TypeError(f"an exact matrix takes two indices x[i, j], got {key!r}")
        return _index(key[0], len(self), "row"), _index(key[1], self.columns, "column")

    def __getitem__(self, key: Any) -> Fraction:
        return self._fraction(*self._place(key))

    def __iter__(self) -> Iterator[Any]:
        for i in range(len(self)):
            yield tuple(self._fraction(i, j) for j in range(self.columns))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ExactMatrix):
            return NotImplemented
        if self.shape != other.shape:
            return False
        cells = ((i, j) for i in range(len(self)) for j in range(self.columns))
        return all(_same(self.parts(i, j), other.parts(i, j)) for i, j in cells)

    def __hash__(self) -> int:
        return hash((self.shape, tuple(self)))

    def decimal(self, i: int, j: int, digits: int) -> str:
        """Entry (i, j) rounded half to even to `digits` digits after the point."""
        n, d = self.parts(*self._place((i, j)))
        return decimal_string(int(n), int(d), digits)

    def to_float(self) -> np.ndarray[Any, Any]:
        """Float64 array of this shape, every entry correctly rounded (half to even)."""
        flat = [_nearest_float(*self.parts(i, j)) for i in range(len(self))
                for j in range(self.columns)]  # fmt: skip
        return np.array(flat, dtype=np.float64).reshape(self.shape)

    def to_sympy(self) -> Matrix:
        """A SymPy ``Matrix`` of ``Rational`` entries (a column for a vector)."""
        from sympy import Matrix, Rational

        q = self.to_flint().entries()
        cells = [Rational(int(e.p), int(e.q)) for e in q]
        return Matrix(len(self), self.columns, cells)

    def to_flint(self) -> fmpq_mat:
        """A python-flint ``fmpq_mat`` (a column for a vector)."""
        cells = [fmpq(*self.parts(i, j)) for i in range(len(self)) for j in range(self.columns)]
        return fmpq_mat(len(self), self.columns, cells)

    def _short(self, i: int, j: int) -> str:
        f = self._fraction(i, j)
        if f.numerator.bit_length() + f.denominator.bit_length() <= 2 * _WIDE:
            return str(f)
        text = decimal_string(f.numerator, f.denominator, 12) if abs(f) < 10**20 else None
        size = f"{f.numerator.bit_length()}/{f.denominator.bit_length()} bits"
        return f"{text}... ({size})" if text else f"({size})"

    def __repr__(self) -> str:
        rows, columns = len(self), self.columns
        shown = [(i, j) for i in range(min(rows, _SHOWN)) for j in range(columns)][:_SHOWN]
        entries = ", ".join(self._short(i, j) for i, j in shown)
        dots = ", ..." if rows * columns > len(shown) else ""
        return f"{type(self).__name__}{self.shape}[{entries}{dots}]"


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

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of entries."""
        return (len(self.block_of),)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            return tuple(self._fraction(i, 0) for i in range(*key.indices(len(self))))
        return self._fraction(_index(key, len(self), "entry"), 0)

    def __iter__(self) -> Iterator[Fraction]:
        return (self._fraction(i, 0) for i in range(len(self)))

    def decimal(self, i: int, digits: int) -> str:  # type: ignore[override]
        """Entry i rounded half to even to `digits` digits after the point."""
        n, d = self.parts(_index(i, len(self), "entry"))
        return decimal_string(int(n), int(d), digits)


def _index(i: Any, size: int, what: str) -> int:
    """`i` as an index below `size`, negative ones counted from the end."""
    k = i.__index__()
    if not -size <= k < size:
        raise IndexError(f"{what} {k} is out of range for {size}")
    return int(k % size)


def _same(a: tuple[fmpz, fmpz], b: tuple[fmpz, fmpz]) -> bool:
    """Whether two (numerator, denominator) pairs are the same rational."""
    return bool(a[0] == b[0]) if a[1] == b[1] else bool(a[0] * b[1] == b[0] * a[1])


def _nearest_float(n: fmpz, d: fmpz) -> float:
    """n/d rounded half to even; Python's int division is correctly rounded."""
    try:
        return int(n) / int(d)
    except OverflowError:
        return float("inf") if n > 0 else float("-inf")

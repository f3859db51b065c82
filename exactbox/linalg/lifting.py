"""Numeric-symbolic lifting: a float factor that is used over and over gives exact digits.

To solve ``A x = b`` in integers let y = round(A^-1 s) by a float factor of A, where s is the top
digit of b. Then r = s - A y is computed exactly, and it is small, so the next digit is A^-1 of
``B r`` plus the next digit of b, for the base B = 2^k:

    s = B r + next digit of b;   y = round(A^-1 s);   r = s - A y.

The y are the digits, in base B, of x: those beyond the end of b are the digits of its fraction. All
of it fits int64. Products may wrap around 2^64 on the way, the residual does not: it is about the
row norm of A, and arithmetic modulo 2^64 is exact for what is smaller. Where the factor
is too inaccurate the residual does not stay small; a smaller base is tried, then `LiftingError`.

Early termination: at growing lengths the digits are reconstructed as fractions, and the first that
satisfy ``A n = d b`` in exact integers are the answer, so a short answer costs few steps.

Sources: Wan, *An algorithm to solve integer linear systems exactly using numerical methods*, 2006;
Saunders, Wood, Youse, *Numeric-symbolic exact rational linear system solver*, 2011.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from exactbox.linalg.exact import ExactMatrix
from exactbox.linalg.reconstruct import reconstruct
from exactbox.linalg.sparse import IntegerMatrix
from exactbox.linalg.verify import multiplies_back
from exactbox.threads import single_threaded

Array = np.ndarray[Any, Any]

_DENSE = 3000  # unknowns up to which LAPACK's dense LU beats SuperLU where fill-in is severe
_BASES = (32, 16, 8)  # bits a digit; a multiple of 8 makes big integers of digits by copying bytes
_FIRST_BITS = 64  # fraction bits before the first attempt to reconstruct
_GROWTH = 1.4


class LiftingError(ArithmeticError):
    """The float factor is too inaccurate for the residual to shrink."""


def lift(a: IntegerMatrix, b: Sequence[Sequence[int]]) -> tuple[list[list[int]], int]:
    """Solve A X = b exactly as X = N / d, with d the least common denominator.

    Parameters
    ----------
    a : IntegerMatrix
        Square, entries below 2^53 in absolute value.
    b : rows of int
        One or more columns, integers of any size.

    Returns
    -------
    N : rows of int
    d : int
        Positive; ``A N == d b`` has been checked in exact integers.

    Raises
    ------
    LiftingError
        If the float factor is singular or too inaccurate; says nothing about A itself.
    """
    with single_threaded():
        solve, norm = _float_solver(a), _row_norm(a)
        enough = 2 * _hadamard_bits(a) + 128
        for k in _BASES:
            run = _Digits(a, b, k, norm, solve)
            attempt = _FIRST_BITS
            while run.advance(attempt):
                found = reconstruct(run.integers(), run.fraction_bits, run.error())
                if found is not None:
                    n, d = _rows(found[0], len(b[0])), found[1]
                    if multiplies_back(a, ExactMatrix([d], [0] * len(n), n, len(n[0])), b):
                        return n, d
                if run.fraction_bits > enough:
                    break
                attempt = int(run.fraction_bits * _GROWTH)
    raise LiftingError("the residual does not shrink")


def lift_adjugate(a: IntegerMatrix, determinant: int) -> list[int]:
    """det(A) A^-1, row by row: the digits of A^-1, times the determinant, rounded to integers.

    Knowing the denominator beforehand, this takes half the digits that `lift` would need.

    Raises
    ------
    LiftingError
        As `lift`.
    """
    unit = [[int(i == j) for j in range(a.shape[0])] for i in range(a.shape[0])]
    with single_threaded():
        solve, norm = _float_solver(a), _row_norm(a)
        bits = determinant.bit_length()
        for k in _BASES:
            run = _Digits(a, unit, k, norm, solve)
            # det times the error stays below a quarter, so rounding is right
            if run.advance(bits) and run.advance(bits + run.error().bit_length() + 2):
                shift = run.fraction_bits
                half = 1 << (shift - 1)
                return [(determinant * e + half) >> shift for e in run.integers()]
    raise LiftingError("the residual does not shrink")


def _float_solver(a: IntegerMatrix) -> Callable[[Array], Array]:
    """A float approximation of s -> A^-1 s."""
    from scipy.sparse import csc_array, csr_array

    if a.data.dtype == object or np.abs(a.data).max() >= 2**53:
        raise LiftingError("entries beyond 2^53")
    m = a.shape[0]
    values = a.data.astype(np.float64)
    if m <= _DENSE:
        from scipy.linalg.lapack import dgetrf, dgetrs

        full = np.zeros(a.shape, order="F")
        full[a.row_of, a.indices] = values
        lu, pivots, info = dgetrf(full, overwrite_a=True)
        if info != 0:
            raise LiftingError("the float factor is singular")
        return lambda s: np.asarray(dgetrs(lu, pivots, s)[0])
    from scipy.sparse.linalg import splu

    try:
        factor = splu(csc_array(csr_array((values, a.indices, a.indptr), a.shape)))
    except RuntimeError as error:
        raise LiftingError(str(error)) from None
    return lambda s: np.asarray(factor.solve(s))


class _Digits:
    """The digits of A^-1 b in base 2^k as far as they are known, and the residual behind them."""

    def __init__(
        self,
        a: IntegerMatrix,
        b: Sequence[Sequence[int]],
        k: int,
        norm: int,
        solve: Callable[[Array], Array],
    ) -> None:
        from scipy.sparse import csr_array

        self._matrix = csr_array((a.data, a.indices, a.indptr), a.shape)
        self._solve, self._norm, self._k = solve, norm, k
        self._right = _digits(b, k)
        self._residual = np.zeros_like(self._right[0])
        self._digits: list[Array] = []

    @property
    def fraction_bits(self) -> int:
        """The bits known after the point."""
        return (len(self._digits) - len(self._right)) * self._k

    def advance(self, bits: int) -> bool:
        """Lift to so many bits after the point; False where the residual does not stay small."""
        k, bound = self._k, 2 * self._norm
        if self._norm.bit_length() + k > 61:
            return False
        while self.fraction_bits < bits:
            step = len(self._digits)
            s = self._residual << k
            if step < len(self._right):
                s += self._right[step]
            y = np.rint(self._solve(s.astype(np.float64)))
            if not np.abs(y).max() < 2.0**62:
                return False
            y = y.astype(np.int64)
            self._residual = r = s - self._matrix @ y
            if max(r.max(), -r.min()) > bound:
                return False
            self._digits.append(y)
        return True

    def error(self) -> int:
        """About max |A^-1 r| in units of the last digit; the last y is 2^k times as large."""
        return max(int(np.abs(self._digits[-1]).max()) >> (self._k - 2), 1)

    def integers(self) -> list[int]:
        """The digits of each entry as one integer, in units of the last digit."""
        k = self._k
        table = np.array(self._digits).reshape(len(self._digits), -1)
        for j in range(len(table) - 1, 0, -1):  # digits may be negative or exceed the base
            table[j - 1] += table[j] >> k
            table[j] &= (1 << k) - 1
        low = np.ascontiguousarray(table[:0:-1].T.astype(f"<u{k // 8}"))
        shift, width, raw = k * (len(table) - 1), low.shape[1] * k // 8, low.tobytes()
        return [
            (top << shift) + int.from_bytes(raw[i * width : (i + 1) * width], "little")
            for i, top in enumerate(table[0].tolist())
        ]


def _rows(flat: list[int], columns: int) -> list[list[int]]:
    return [flat[i : i + columns] for i in range(0, len(flat), columns)]


def _row_norm(a: IntegerMatrix) -> int:
    """A bound for the absolute row sums."""
    return int(np.bincount(a.row_of, np.abs(a.data).astype(float), a.shape[0]).max()) + 1


def _hadamard_bits(a: IntegerMatrix) -> int:
    """A bound for the bits of det A: the product of the rows' Euclidean norms."""
    squares = np.bincount(a.row_of, a.data.astype(np.float64) ** 2, a.shape[0])
    return int(np.log2(squares + 1).sum() / 2) + 1


def _digits(b: Sequence[Sequence[int]], k: int) -> Array:
    """Digits of b in base 2^k, most significant first: the first one signed, the others not."""
    flat = [e for row in b for e in row]
    width = k // 8
    count = max(e.bit_length() for e in flat) // k + 1
    raw = b"".join(e.to_bytes(count * width, "little", signed=True) for e in flat)
    digits = np.frombuffer(raw, dtype=f"<u{width}").reshape(len(flat), count).astype(np.int64)
    top = digits[:, -1]
    top[top >= 1 << (k - 1)] -= 1 << k
    return np.ascontiguousarray(digits.T[::-1]).reshape(count, len(b), len(b[0]))

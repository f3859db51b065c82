"""The digits of A^-1 b in a base 2^k, one step of lifting after the other.

The recurrence, and why it needs no more than 64 bits, is at the head of `lifting`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from flint import fmpz

from exactbox.linalg.matrices.integers import EXACT_FLOATS, largest
from exactbox.linalg.matrices.sparse import ENTRIES_AT_ONCE, Array, IntegerMatrix
from exactbox.linalg.square.reconstruct import denominator, numerators


class Digits:
    """The digits of A^-1 b in base 2^k as far as they are known, and the residual behind them."""

    def __init__(
        self,
        product: Callable[[Array], Array],
        solve: Callable[[Array], Array],
        norm: int,
        b: Sequence[Sequence[int]],
        k: int,
        want: Sequence[int] | None,
    ) -> None:
        self._product, self._solve, self._norm, self._k = product, solve, norm, k
        # digits of b in base 2^k, most significant first: the first one signed, the others not
        flat, width = [e for row in b for e in row], k // 8
        count = max(e.bit_length() for e in flat) // k + 1
        raw = b"".join(e.to_bytes(count * width, "little", signed=True) for e in flat)
        places = np.zeros((len(flat), count, 8), dtype=np.uint8)
        places[:, :, :width] = np.frombuffer(raw, dtype=np.uint8).reshape(len(flat), count, width)
        values = places.view("<i8")[:, :, 0]
        top = values[:, -1]
        top[top >= 1 << (k - 1)] -= 1 << k
        # b = sum_t right[t] 2^(k (count - 1 - t))
        right = np.ascontiguousarray(values.T[::-1]).reshape(count, len(b), len(b[0]))
        self._right = right[:, :, 0] if len(b[0]) == 1 else right
        self._want = None if want is None else np.asarray(want)
        self._residual = np.zeros_like(self._right[0])
        self._digits: list[Array] = []
        size = self._residual.size
        self._weights = (np.arange(size) * 7919 + 5) % 1021 + 1
        self._probe = 0  # w^T x, for the weights w
        self.steps = 0  # digits so far
        self.fraction_bits = -len(right) * k  # bits after the point so far

    def advance(self, bits: int) -> bool:
        """Lift to so many bits after the point; False where the residual does not stay small."""
        k, bound = self._k, 2 * self._norm
        while self.fraction_bits < bits:
            s = self._residual << k  # s = B r + next digit of b
            if self.steps < len(self._right):
                s = s + self._right[self.steps]
            try:
                y = np.rint(self._solve(s.astype(np.float64)))  # y = round(A^-1 s)
            except OverflowError:
                return False
            size = np.abs(y).max()  # |y| is about B
            if not size < 2.0**62:
                return False
            if self._want is not None and not self._norm * int(size) < 1 << 62:
                return False  # nothing is multiplied back, so no product may wrap around
            y = y.astype(np.int64)
            self._residual = r = s - self._product(y)  # r = s - A y
            if r.max() > bound or r.min() < -bound:
                return False
            if self._want is None:
                flat = y.ravel()
                dot = (int((flat >> 32) @ self._weights) << 32) + int(
                    (flat & 0xFFFFFFFF) @ self._weights
                )
                self._probe = (self._probe << k) + dot  # w^T x = B (w^T x) + w^T y
                self._digits.append(y)
            else:
                self._digits.append(y[self._want])
            self.steps += 1
            self.fraction_bits += k
        return True

    def residual_norm(self) -> int:
        """The greatest absolute entry of the residual."""
        return int(np.abs(self._residual).max())

    def error(self) -> int:
        """About max |A^-1 r| in units of the last digit; the last y is 2^k times as large."""
        return max(int(np.abs(self._digits[-1]).max()) >> (self._k - 2), 1)

    def fractions(self) -> tuple[list[fmpz], fmpz] | None:
        """Numerators of all entries and their common denominator; None if that takes more bits."""
        error = self.error()
        d = denominator(self._probe, self.fraction_bits, error * int(self._weights.sum()))
        return None if d is None else numerators(self.integers(), self.fraction_bits, error, d)

    def integers(self) -> Iterator[int]:
        """The digits of each entry as one integer, in units of the last digit."""
        k, digits = self._k, [y.ravel() for y in self._digits]
        shift = k * (len(digits) - 1)
        each = max(ENTRIES_AT_ONCE // len(digits), 1)
        for low in range(0, len(digits[0]), each):
            table = np.array([y[low : low + each] for y in digits])
            for j in range(len(table) - 1, 0, -1):  # digits may be negative or exceed the base
                table[j - 1] += table[j] >> k  # carry, so that 0 <= digit j < 2^k
                table[j] &= (1 << k) - 1
            places = np.ascontiguousarray(table[:0:-1].T.astype("<u8"))
            raw = places.view(np.uint8).reshape(*places.shape, 8)[:, :, : k // 8].tobytes()
            width = shift // 8
            for i, top in enumerate(table[0].tolist()):
                # sum_j y_j 2^(k (last - j))
                yield (top << shift) + int.from_bytes(raw[i * width : (i + 1) * width], "little")


def exact_product(a: IntegerMatrix, norm: int, small: bool) -> Callable[[Array], Array]:
    """y -> A y in exact integers; where `small` modulo 2^64, which is enough for the residual."""
    if not small:
        data, indices, starts = a.data.astype(object), a.indices, a.indptr[:-1]

        def multiply_objects(y: Array) -> Array:
            factor = data if y.ndim == 1 else data[:, None]
            return np.asarray(np.add.reduceat(factor * y[indices], starts))

        return multiply_objects
    exact = 53 - norm.bit_length()  # bits of a vector whose product is exact in floats
    if exact >= 31 and 4 * len(a.data) > a.shape[0] * a.shape[1]:
        full = a.floats()

        def multiply_floats(y: Array) -> Array:  # |y| < 2^62, so two parts are enough
            # y = 2^exact high + low, and each product stays below 2^53
            low = full @ (y & ((1 << exact) - 1)).astype(np.float64)
            high = full @ (y >> exact).astype(np.float64)
            return np.asarray((high.astype(np.int64) << exact) + low.astype(np.int64))

        return multiply_floats
    matrix = a.csr()
    return lambda y: np.asarray(matrix @ y)


def row_norm(a: IntegerMatrix) -> int:
    """A bound for the absolute row sums."""
    if a.data.dtype != object and 0 < largest(a.data) < EXACT_FLOATS:
        sums = np.bincount(a.row_of, np.abs(a.data).astype(float), a.shape[0])
        return int(sums.max() * (1 + 2.0**-20)) + 1  # rounding errors are far below 2^-20
    sizes = np.abs(a.data.astype(object))
    return int(max(np.add.reduceat(sizes, a.indptr[:-1])))  # max_i sum_j |a_ij|

"""Numeric-symbolic lifting: exact digits by a float factor that is applied over and over.

To solve ``A x = b`` in integers let y = round(A^-1 s) by a float factor of A, where s is the top
digit of b. Then r = s - A y is computed exactly, and it is small, so the next digit is A^-1 of
``B r`` plus the next digit of b, for the base B = 2^k:

    s = B r + next digit of b;   y = round(A^-1 s);   r = s - A y.

The y are the digits, in base B, of x: those beyond the end of b are the digits of its fraction.
Entries of ordinary size keep all of it within int64: products may wrap around 2^64 on the way, the
residual does not, as it is about the row norm of A, and arithmetic modulo 2^64 is exact for what is
smaller. Larger entries take Python's integers. Where the factor is too inaccurate the residual does
not stay small; a smaller base is tried, then `LiftingError`.

Early termination: at growing lengths one random combination of the entries is reconstructed as a
fraction; its denominator is almost surely that of all entries, which are tried next, and the first
that satisfy ``A n = d b`` in exact integers are the answer. A short answer costs few steps.

Single entries can't be multiplied back, so no product may wrap around for them, and they are proved
by length: Hadamard's bound H for det A bounds every denominator, so from ``2 H^2 error`` on (error:
a bound for ``|A^-1 r|``) only one fraction is that near.

Sources: Wan, *An algorithm to solve integer linear systems exactly using numerical methods*, 2006;
Saunders, Wood, Youse, *Numeric-symbolic exact rational linear system solver*, 2011.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import perf_counter

import numpy as np
from flint import fmpz

from exactbox.linalg.errors import SingularBlockError
from exactbox.linalg.info import BlockInfo
from exactbox.linalg.matrices.integers import EXACT_FLOATS, largest
from exactbox.linalg.matrices.sparse import ENTRIES_AT_ONCE, Array, IntegerMatrix
from exactbox.linalg.results.exact import ExactMatrix, FmpzRows
from exactbox.linalg.square.cost import BASES, MAX_RESIDUAL_BITS, hadamard_bits
from exactbox.linalg.square.factors import FactorError, float_factor
from exactbox.linalg.square.nonsingular import proves_inverse
from exactbox.linalg.square.reconstruct import denominator, numerators
from exactbox.linalg.verification import multiplies_back
from exactbox.parallel import memory_limit
from exactbox.progress import report_done
from exactbox.threads import single_threaded

# after the point, from one attempt to the next (19 systems of up to 1,000 unknowns: of each 1.07
# times the best, with 1.4 1.07, with 2 1.15; 21 others: with 1.2 1.16, with 1.4 1.04)
_GROWTH_OF_BITS = 1.6
_BYTES_A_DIGIT = 36  # on the way to an answer (20,000 unknowns of 33,000 bits: 1.3 GB)


class LiftingError(ArithmeticError):
    """The float factor is too inaccurate for the residual to shrink, or the digits too many."""


class Lifting:
    """A square integer matrix that is ready to be solved for one right-hand side after another.

    That it is nonsingular is known beforehand, or proved before anything is returned. A
    LiftingError, where there is no float factor, says nothing about A itself.
    """

    def __init__(self, a: IntegerMatrix, *, nonsingular: bool = False) -> None:
        self._nonsingular = nonsingular
        started = perf_counter()
        self.matrix = a
        if a.data.dtype != object and 0 < largest(a.data) < EXACT_FLOATS:
            sums = np.bincount(a.row_of, np.abs(a.data).astype(float), a.shape[0])
            norm = int(sums.max() * (1 + 2.0**-20)) + 1  # rounding errors are far below 2^-20
        else:
            sizes = np.abs(a.data.astype(object))
            norm = int(max(np.add.reduceat(sizes, a.indptr[:-1])))
        self._norm = norm  # >= max_i sum_j |a_ij|
        # 2^k |A| < 2^61, so that residuals fit in int64; else they are Python's integers
        self._bases = [k for k in BASES if k + self._norm.bit_length() <= MAX_RESIDUAL_BITS]
        small = bool(self._bases)
        self._bases = self._bases or list(BASES)
        try:
            with single_threaded():
                self.factor = float_factor(a, self._bases[0])
        except FactorError as error:
            raise LiftingError(str(error)) from None
        self._product = exact_product(a, self._norm, small)
        self._factored = perf_counter() - started

    def solve(self, b: Sequence[Sequence[int]]) -> tuple[FmpzRows, fmpz, BlockInfo]:
        """N, d and how: A N = d b has been checked, and d > 0 is the least common denominator.

        A LiftingError says that the float factor is too inaccurate, or the answer too long for this
        machine's memory, and nothing about A; a SingularBlockError that A has no inverse, as far as
        one prime tells. Progress is counted in bits, of a bound.
        """
        columns = len(b[0])
        enough = 2 * hadamard_bits(self.matrix) + 128  # 2^enough > H^2 2^128
        proving = lifting = reconstructing = verifying = 0.0
        with single_threaded():
            for k in self._bases:
                run = Digits(self._product, self.factor.solve, self._norm, b, k)
                attempt = k
                while True:
                    if _BYTES_A_DIGIT * len(b) * columns * (attempt // k) > memory_limit():
                        raise LiftingError(
                            f"{len(b) * columns} unknowns of {attempt // 2} bits or more "
                            "take more than the memory that may be used"
                        )
                    start = perf_counter()
                    good = run.advance(attempt)
                    lifted = perf_counter()
                    lifting += lifted - start
                    if not good:
                        break
                    proving += self._prove()  # not before the factor has shown that it is of use
                    proved_at = perf_counter()
                    fractions = run.fractions()
                    guessed = perf_counter()
                    reconstructing += guessed - proved_at
                    if fractions is not None:
                        # x = n / d, so far a guess
                        flat, d = fractions
                        n = [flat[i : i + columns] for i in range(0, len(flat), columns)]
                        x = ExactMatrix.of_blocks([d], [0] * len(n), n, columns)
                        true = multiplies_back(self.matrix, x, b)  # A n = d b
                        verifying += perf_counter() - guessed
                        if true:
                            seconds = {
                                "factor": self._factored,
                                "lifting": lifting,
                                "reconstruction": reconstructing,
                                "verification": verifying,
                                "proof of an inverse": proving,
                            }
                            return n, d, self._info(run, "early termination, verified", seconds)
                    if run.fraction_bits > enough:  # nor would they by shorter digits
                        raise LiftingError("the digits do not come to an answer")
                    report_done(run.fraction_bits, enough)
                    # bits of the next attempt
                    attempt = min(int(run.fraction_bits * _GROWTH_OF_BITS), enough) + 1
        raise LiftingError("the residual does not shrink")

    def entries(
        self, b: Sequence[Sequence[int]], want: Sequence[int]
    ) -> tuple[list[tuple[fmpz, fmpz]], BlockInfo]:
        """Entries of the solution for one column b, in lowest terms, proved by a bound."""
        proving = self._prove()
        bits = hadamard_bits(self.matrix)  # |det A| <= H < 2^bits
        m = self.matrix.shape[0]
        inverse_norm = self.factor.inverse_norm
        if inverse_norm is None:  # |A^-1 r| <= |adj A| |r|
            inverse_norm = m << bits
        # 2^enough > 2 H^2 error, as the residual stays below twice the norm of A
        enough = 2 * bits + (2 * self._norm * inverse_norm).bit_length() + 4
        with single_threaded():
            for k in self._bases:
                start = perf_counter()
                run = Digits(self._product, self.factor.solve, self._norm, b, k, want)
                while run.fraction_bits < enough:
                    step = min(run.fraction_bits + 512 * k, enough)
                    if not run.advance(max(step, 1)):
                        break
                    report_done(min(run.fraction_bits, enough), enough)
                else:
                    lifted = perf_counter()
                    # >= |A^-1 r| = |x - y| 2^fraction_bits
                    error = inverse_norm * run.residual_norm()
                    entries = [
                        _proved_fraction(y, run.fraction_bits, error) for y in run.integers()
                    ]
                    seconds = {
                        "factor": self._factored,
                        "lifting": lifted - start,
                        "reconstruction": perf_counter() - lifted,
                        "proof of an inverse": proving,
                    }
                    end = f"Hadamard's bound, {bits} bits"
                    return entries, self._info(run, end, seconds)
        raise LiftingError("the residual does not shrink")

    def adjugate(self, determinant: int) -> list[int]:
        """det(A) A^-1, row by row: the digits of A^-1, times the determinant, rounded to integers.

        Knowing the denominator beforehand, this takes half the digits that `solve` would need.
        """
        m = self.matrix.shape[0]
        unit = [[int(i == j) for j in range(m)] for i in range(m)]  # A X = 1
        bits = determinant.bit_length()  # |det A| < 2^bits
        with single_threaded():
            for k in self._bases:
                run = Digits(self._product, self.factor.solve, self._norm, unit, k)
                # det times the error stays below a quarter, so rounding is right
                if run.advance(bits) and run.advance(bits + run.error().bit_length() + 2):
                    shift = run.fraction_bits
                    half = 1 << (shift - 1)  # floor(det y / 2^shift + 1/2)
                    return [(determinant * e + half) >> shift for e in run.integers()]
        raise LiftingError("the residual does not shrink")

    def _prove(self) -> float:
        """Prove, once, that A has an inverse; the seconds that it took."""
        started = perf_counter()
        if not self._nonsingular:
            with single_threaded():
                if not proves_inverse(self.matrix, self.factor):  # det A != 0, or A is refused
                    raise SingularBlockError
            self._nonsingular = True
        return perf_counter() - started

    def _info(self, run: Digits, end: str, seconds: dict[str, float]) -> BlockInfo:
        return BlockInfo(
            unknowns=self.matrix.shape[0],
            method="lifting",
            why=f"{self.factor.name} is accurate enough",
            steps=run.steps,
            bits=run.fraction_bits,
            end=end,
            seconds=seconds,
        )


def _proved_fraction(y: int, bits: int, error: int) -> tuple[fmpz, fmpz]:
    """The only fraction with a denominator up to the bound that is so near y / 2^bits."""
    d = denominator(y, bits, error, guard=1)
    if d is None:
        raise ArithmeticError(
            "no fraction within Hadamard's bound: this is a bug, please report it"
        )
    n = (d * y + (fmpz(1) << (bits - 1))) >> bits  # the integer next to d y / 2^bits
    return n, d


class Digits:
    """The digits of A^-1 b in base 2^k as far as they are known, and the residual behind them."""

    def __init__(
        self,
        product: Callable[[Array], Array],
        solve: Callable[[Array], Array],
        norm: int,
        b: Sequence[Sequence[int]],
        k: int,
        want: Sequence[int] | None = None,
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

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

from collections.abc import Sequence
from time import perf_counter

from flint import fmpz

from exactbox.linalg.errors import SingularBlockError
from exactbox.linalg.info import BlockInfo
from exactbox.linalg.matrices.sparse import IntegerMatrix
from exactbox.linalg.results.exact import ExactMatrix, FmpzRows
from exactbox.linalg.square.cost import BASES, MAX_RESIDUAL_BITS, hadamard_bits
from exactbox.linalg.square.digits import Digits, exact_product, row_norm
from exactbox.linalg.square.factors import FactorError, float_factor
from exactbox.linalg.square.nonsingular import proves_inverse
from exactbox.linalg.square.reconstruct import denominator
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
        self._norm = row_norm(a)  # >= max_i sum_j |a_ij|
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
                run = self._run(b, k)
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
                    proved = perf_counter()
                    fractions = run.fractions()
                    guessed = perf_counter()
                    reconstructing += guessed - proved
                    if fractions is not None:
                        # x = n / d, so far a guess
                        n, d = rows_of(fractions[0], columns), fractions[1]
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
                run = self._run(b, k, want)
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
                run = self._run(unit, k)
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

    def _run(self, b: Sequence[Sequence[int]], k: int, want: Sequence[int] | None = None) -> Digits:
        return Digits(self._product, self.factor.solve, self._norm, b, k, want)

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


def rows_of(flat: list[fmpz], columns: int) -> FmpzRows:
    """Entries that stand row by row, as rows."""
    return [flat[i : i + columns] for i in range(0, len(flat), columns)]

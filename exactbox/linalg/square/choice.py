"""The choice of the method for a block of the block triangular form, and the reason.

- division, where it has one unknown (`by_division`);
- an exact inverse (`inverse`), where it is small and its right-hand side long, remembered for the
  next block with the same coefficients; but sparse elimination where it has few entries;
- FLINT's p-adic lifting (Dixon 1982), where it is small;
- sparse elimination (`elimination`), where it is larger and hardly fills in: chains and trees;
- numeric-symbolic lifting (`lifting`), for the others;
- where the float factor is too inaccurate for that, sparse elimination until the rest is dense, and
  Dixon's method for the rest. Above a size there is no room for that, and the error says what was
  found.
"""

from __future__ import annotations

from contextlib import suppress

import numpy as np
from flint import fmpz

from exactbox.linalg.elimination.elimination import Condition, FillError
from exactbox.linalg.errors import SingularBlockError
from exactbox.linalg.info import BlockInfo
from exactbox.linalg.matrices.small import MOST
from exactbox.linalg.matrices.sparse import LARGEST_DENSE, SPARSE, IntegerMatrix
from exactbox.linalg.results.encoded import key_bytes
from exactbox.linalg.results.exact import FmpzRows
from exactbox.linalg.square.direct import LONG
from exactbox.linalg.square.inverse import BlockInverse, invert
from exactbox.linalg.square.lifting import Lifting, LiftingError
from exactbox.linalg.square.methods import Method, by_dixon, by_elimination
from exactbox.linalg.square.nonsingular import has_full_rank_modulo_a_prime

_DIRECT = 200  # unknowns up to which an inverse can pay (measured on blocks of the card game)
_LENGTHY = 16  # bits an unknown of a right side from which elimination pays, where there are few
# entries (92 unknowns of a queue, 6,000 bits: 2.3 ms, Dixon's method 18 and an inverse 90 to 300)
_SEVERAL = 16  # unknowns from which that pays (16 of a chain, 1,000 bits: 0.17 ms, an inverse 0.31)
_LEAN = 4  # entries a row up to which it pays even where it fills in (random graphs, 64 to 200
# unknowns, 20,000 bits: 12 to 370 ms, an inverse 67 to 8,500); with 7 of a cube it does not
_REMEMBERED = 64  # MiB of inverses kept for blocks with the same coefficients (a guess)
_THIN = 0.9  # share of rows whose pivot has to be cheap for elimination to be tried first (a guess)
_CHEAP = 4  # places that a cheap pivot changes: three entries in its row and in its column
_SOON = 12  # places from which a pivot is too dear as long as a tenth of the rows is left: a chain
# gets there with a fifth left and stays, a grid and random rows with nine tenths (measured)
_DEAR = 0.01  # share of the block that a pivot's row and column may have, however few rows are left
_FILLED = (
    0.12  # share of the rows and columns left that a pivot has where the rest is called dense;
)
# products of random triangles, 6,000 unknowns: 3.7 s, with 0.06 4.0, with 0.03 4.8
_CORE = (
    1000  # entries in the row and column of a pivot that is given up where the rest is too large
)
# for a dense method: with 10^6 places a pivot it would take hours

_DIVISION = BlockInfo(1, "division", "one unknown")


def by_division(value: int, r: FmpzRows) -> tuple[FmpzRows, fmpz, BlockInfo]:
    """N and d > 0 with ``value N = d R``, for one unknown; its coefficient is not zero."""
    return ([[-e for e in r[0]]] if value < 0 else r), fmpz(abs(value)), _DIVISION


class Choice:
    """Solves one block after another, remembering inverses, and factors where they are kept.

    `keep`, `method` and `nonsingular` are as `system.BlockSystem` has them.
    """

    def __init__(self, keep: bool, method: Method | None, nonsingular: bool) -> None:
        self._keep, self._method, self._nonsingular = keep, method, nonsingular
        self.prescribed = method is not None
        self._inverses: dict[bytes, BlockInverse] = {}
        self._remembered = 0
        self._lifters: dict[bytes, Lifting] = {}

    def solve(self, block: IntegerMatrix, r: FmpzRows) -> tuple[FmpzRows, fmpz, BlockInfo]:
        """N and d > 0 with A N = d R; the choice of the method is made here.

        `block` has two or more unknowns.
        """
        m = block.shape[0]
        if self._method is not None:
            return self._method(block, r, self._nonsingular)
        if m <= _DIRECT:
            length = max((e.bit_length() for row in r for e in row), default=0)
            if self._keep or (self._inverses and _key(block) in self._inverses):
                return self._by_inverse(block, r, "for more than one right side")
            if m >= _SEVERAL and length > _LENGTHY * m and len(block.data) <= _LEAN * m:
                return by_elimination(block, r, why="few entries, a long right side")
            if length > LONG * m:
                why = f"a right side of more than {LONG} bits an unknown"
                return self._by_inverse(block, r, why)
            if m <= MOST:
                return by_dixon(block, r, why=f"up to {MOST} unknowns and a short right side")
            if block.data.dtype == object:
                return by_dixon(block, r, why="entries beyond 64 bits")
        return self._solve_large(block, r)

    def _solve_large(self, block: IntegerMatrix, r: FmpzRows) -> tuple[FmpzRows, fmpz, BlockInfo]:
        """N and d where Dixon's method is not the first choice."""
        m = block.shape[0]
        if not self._keep and is_thin(block):
            why = f"{_THIN:.0%} of the rows fill in next to nothing"
            with suppress(FillError):
                return by_elimination(block, r, why=why, hopeless=is_thick(m))
        try:
            return self._lifter(block).solve([[int(e) for e in row] for row in r])
        except LiftingError as error:
            failed = f"no lifting: {error}"
        if len(block.data) < SPARSE * m * m:
            try:
                return by_elimination(block, r, self._nonsingular, failed, _is_too_large, _is_dense)
            except FillError as error:
                raise MemoryError(
                    f"a block of {m} unknowns: {failed}; {error}; "
                    f"need at most {LARGEST_DENSE} for a dense method"
                ) from None
        if not self._nonsingular and not has_full_rank_modulo_a_prime(block):
            raise SingularBlockError
        return by_dixon(block, r, why=failed)

    def _by_inverse(
        self, block: IntegerMatrix, r: FmpzRows, why: str
    ) -> tuple[FmpzRows, fmpz, BlockInfo]:
        key = _key(block)
        found = self._inverses.get(key)
        if found is None:
            found = invert(block)
            if self._remembered > _REMEMBERED << 23:  # bits
                self._inverses.clear()
                self._remembered = 0
            self._inverses[key] = found
            order = found.schur.nrows()
            self._remembered += order * order * (found.schur_denominator.bit_length() + 64)
        else:
            why = "the inverse is known"
        d, n = found.denominator, found.apply(r)
        done = BlockInfo(block.shape[0], "inverse", why)
        return ([[-e for e in row] for row in n], -d, done) if d < 0 else (n, d, done)

    def _lifter(self, block: IntegerMatrix) -> Lifting:
        if not self._keep:
            return Lifting(block, nonsingular=self._nonsingular)
        key = _key(block)
        if key not in self._lifters:
            self._lifters[key] = Lifting(block, nonsingular=self._nonsingular)
        return self._lifters[key]


def is_thin(block: IntegerMatrix) -> bool:
    """Whether hardly a row fills in when it is eliminated, at least at first."""
    columns = np.bincount(block.indices, minlength=block.shape[0])
    lengths = np.diff(block.indptr)
    if not lengths.all():
        return False
    shortest = np.minimum.reduceat(columns[block.indices], block.indptr[:-1])
    return bool(((lengths - 1) * (shortest - 1) <= _CHEAP).mean() >= _THIN)


def is_thick(m: int) -> Condition:
    """Give up where more than a small rest has no cheap pivots, or where that fills in."""
    return lambda places, left: places > _SOON and (left > m // 10 or places > (_DEAR * m) ** 2)


def _is_dense(places: int, left: int) -> bool:
    """Solve the rest by a dense method where its pivots say that it is dense."""
    return left <= LARGEST_DENSE and places > (_FILLED * left) ** 2


def _is_too_large(places: int, left: int) -> bool:
    """Give up where elimination would take hours and a dense method gigabytes."""
    return left > LARGEST_DENSE and places > _CORE**2


def _key(block: IntegerMatrix) -> bytes:
    """A key that tells blocks with other coefficients apart."""
    data = block.data
    values = data.tobytes() if data.dtype != object else key_bytes(data)
    return block.indptr.tobytes() + block.indices.tobytes() + values

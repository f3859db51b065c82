"""Which method solves a block of the block triangular form, and why.

- division, where it has one unknown (`by_division`);
- an exact inverse (`inverse`), where it is small and its right-hand side long, remembered for the
  next block with the same coefficients;
- FLINT's p-adic lifting (Dixon 1982), where it is small;
- numeric-symbolic lifting (`lifting`), where it is larger; and Dixon's again where the float factor
  is too inaccurate for that.
"""

from __future__ import annotations

from flint import fmpz

from exactbox.linalg.errors import SingularBlockError
from exactbox.linalg.exact import FmpzRows
from exactbox.linalg.info import BlockInfo, ReportDone
from exactbox.linalg.inverse import BlockInverse, invert
from exactbox.linalg.lifting import Lifting, LiftingError
from exactbox.linalg.methods import Method, by_dixon
from exactbox.linalg.nonsingular import has_full_rank_modulo_a_prime
from exactbox.linalg.sparse import IntegerMatrix

_DIRECT = 200  # unknowns up to which an inverse can pay (measured on blocks of the card game)
_LONG = 64  # bits an unknown from which a right side is long enough for an inverse to pay (a guess)
_FEW = 100  # unknowns up to which Dixon's method is fastest (dense: 60 in 1.0 ms against 1.3 ms by
# lifting, 100 in 3.0 against 2.7, 200 in 20 against 8)
_REMEMBERED = 64  # MiB of inverses kept for blocks with the same coefficients (a guess)

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

    def solve(
        self, block: IntegerMatrix, r: FmpzRows, progress: ReportDone | None
    ) -> tuple[FmpzRows, fmpz, BlockInfo]:
        """N and d > 0 with A N = d R; the choice of the method is made here.

        `block` has two or more unknowns.
        """
        m = block.shape[0]
        if self._method is not None:
            return self._method(block, r, progress, self._nonsingular)
        if m <= _DIRECT:
            length = max((e.bit_length() for row in r for e in row), default=0)
            if (
                self._keep
                or length > _LONG * m
                or (self._inverses and _key(block) in self._inverses)
            ):
                return self._by_inverse(block, r)
            if m <= _FEW:
                return by_dixon(block, r, why=f"up to {_FEW} unknowns and a short right side")
            if block.data.dtype == object:
                return by_dixon(block, r, why="entries beyond 64 bits")
        try:
            return self._lifter(block).solve([[int(e) for e in row] for row in r], progress)
        except LiftingError as error:
            if not self._nonsingular and not has_full_rank_modulo_a_prime(block):
                raise SingularBlockError from None
            return by_dixon(block, r, why=f"no lifting: {error}")

    def _by_inverse(self, block: IntegerMatrix, r: FmpzRows) -> tuple[FmpzRows, fmpz, BlockInfo]:
        key = _key(block)
        found = self._inverses.get(key)
        why = "a right side much longer than the block's own numbers"
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


def _key(block: IntegerMatrix) -> bytes:
    """What tells blocks with other coefficients apart."""
    data = block.data
    values = data.tobytes() if data.dtype != object else repr(data.tolist()).encode()
    return block.indptr.tobytes() + block.indices.tobytes() + values

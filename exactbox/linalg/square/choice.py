"""The choice of the way in which a block is solved: the one of least cost, as `cost` forecasts it.

Nearly full matrices of up to `small.MOST` rows do not come here: FLINT has them at once (`direct`).
For others it is

- division, where it has one unknown (`by_division`);
- FLINT's own elimination, where it has a few;
- FLINT's p-adic lifting (Dixon 1982), elimination without fractions (`complement`), sparse
  elimination (`elimination`) or numeric-symbolic lifting (`lifting`), whichever has the least
  forecast;
- where the float factor is too inaccurate for lifting, sparse elimination until the rest is dense,
  and Dixon's method for the rest. Above a size there is no room for that, and the error says what
  was found;
- the exact inverse, where a block is kept for further right sides and has been solved so often that
  it would have paid.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf

from flint import fmpz

from exactbox.linalg.elimination.elimination import Condition, FillError
from exactbox.linalg.errors import SingularBlockError
from exactbox.linalg.info import BlockInfo
from exactbox.linalg.matrices.sparse import LARGEST_DENSE, SPARSE, IntegerMatrix
from exactbox.linalg.results.encoded import key_bytes
from exactbox.linalg.results.exact import FmpzRows
from exactbox.linalg.square.complement import (
    Complement,
    complement,
    left_for_the_end,
    size_of_complement,
)
from exactbox.linalg.square.cost import Size, fill, forecast, size_of
from exactbox.linalg.square.lifting import Lifting, LiftingError
from exactbox.linalg.square.methods import (
    Method,
    by_dixon,
    by_elimination,
    by_fraction_free,
    positive,
)
from exactbox.linalg.square.nonsingular import has_full_rank_modulo_a_prime

ELIMINATED = 15  # unknowns up to which FLINT eliminates without fractions: no other way is faster
_THIN = 4  # places that a pivot changes, up to which elimination is the way as a rule (of more
# places, 1,000 unknowns: 229 ms with the fill of the factor that lifting has, else 265)
_PATIENCE = 4  # times as many places as forecast that elimination may change before it gives up
_FILLED = 0.12  # share of the rows and columns left that a pivot has where the rest is called dense
# (products of random triangles, 6,000 unknowns: 3.7 s, with 0.06 4.0, with 0.03 4.8)
_CORE = 1000  # entries in the row and column of a pivot that is given up where the rest is too
# large for a dense method: with 10^6 places a pivot it would take hours

_DIVISION = BlockInfo(1, "division", "one unknown")


def by_division(value: int, r: FmpzRows) -> tuple[FmpzRows, fmpz, BlockInfo]:
    """N and d > 0 with ``value N = d R``, for one unknown; its coefficient is not zero."""
    return ([[-e for e in r[0]]] if value < 0 else r), fmpz(abs(value)), _DIVISION


@dataclass
class _Block:
    """A block with what has been made for its solution."""

    matrix: IntegerMatrix
    nonsingular: bool
    spent: float = 0.0  # seconds, as forecast, on solutions without the inverse
    inverse: Complement | None = None

    @cached_property
    def lifting(self) -> Lifting:
        """Ready for right sides; a LiftingError says that there is no float factor."""
        return Lifting(self.matrix, nonsingular=self.nonsingular)

    @cached_property
    def fill(self) -> int:
        """The entries of triangular factors."""
        return fill(self.matrix)

    @cached_property
    def inside(self) -> list[int]:
        """Unknowns that elimination without fractions leaves for the end."""
        return left_for_the_end(self.matrix)


class Choice:
    """Solves one block after another; inverses and factors are remembered where they are kept.

    `keep`, `method` and `nonsingular` are as `system.BlockSystem` has them.
    """

    def __init__(self, keep: bool, method: Method | None, nonsingular: bool) -> None:
        self._keep, self._method, self._nonsingular = keep, method, nonsingular
        self.prescribed = method is not None
        self._kept: dict[bytes, _Block] = {}

    def solve(self, block: IntegerMatrix, r: FmpzRows) -> tuple[FmpzRows, fmpz, BlockInfo]:
        """N and d > 0 with A N = d R; the choice of the method is made here.

        `block` has two or more unknowns.
        """
        if self._method is not None:
            return self._method(block, r, self._nonsingular)
        if block.shape[0] <= ELIMINATED:
            return by_dixon(block, r, why=f"up to {ELIMINATED} unknowns")
        new = _Block(block, self._nonsingular)
        kept = self._kept.setdefault(_key(block), new) if self._keep else new
        if kept.inverse is not None:
            return _by_inverse(kept.inverse, r)
        plan = _Plan(kept, r)
        if self._keep:
            kept.spent += min(plan.estimates.values())
            if kept.spent > forecast("inverse", plan.size):
                kept.inverse = complement(block, kept.inside)
                return _by_inverse(kept.inverse, r)
        n, d, info = self._by_least(plan, r)
        return n, d, replace(info, estimates=plan.estimates)

    def _by_least(self, plan: _Plan, r: FmpzRows) -> tuple[FmpzRows, fmpz, BlockInfo]:
        """N and d by the way of least cost, or by the next one where that fails."""
        block, why = plan.block.matrix, "the least of the estimates"
        for way in sorted(plan.estimates, key=plan.estimates.__getitem__):
            with suppress(FillError):
                if way == "dixon":
                    return by_dixon(block, r, why=why)
                if way == "fraction-free":
                    return by_fraction_free(block, r, plan.block.inside, why)
                if way == "eliminate":
                    return by_elimination(block, r, why=why, hopeless=patience(plan.size))
                try:
                    n, d, info = plan.block.lifting.solve([[int(e) for e in row] for row in r])
                    return n, d, replace(info, why=f"{why}, and {info.why}")
                except LiftingError as error:
                    return self._without_floats(block, r, f"no lifting: {error}")
            why = "elimination fills in; the next of the estimates"
        raise AssertionError("only elimination gives up")

    def _without_floats(
        self, block: IntegerMatrix, r: FmpzRows, why: str
    ) -> tuple[FmpzRows, fmpz, BlockInfo]:
        """N and d where there is no lifting."""
        m = block.shape[0]
        if len(block.data) < SPARSE * m * m:
            try:
                return by_elimination(block, r, self._nonsingular, why, _is_too_large, _is_dense)
            except FillError as error:
                raise MemoryError(
                    f"a block of {m} unknowns: {why}; {error}; "
                    f"need at most {LARGEST_DENSE} for a dense method"
                ) from None
        if not self._nonsingular and not has_full_rank_modulo_a_prime(block):
            raise SingularBlockError
        return by_dixon(block, r, why=why)


class _Plan:
    """The ways that a block may be solved in, with the seconds that they are forecast to take.

    What a way has to know beforehand is only worked out where it may be the least.
    """

    def __init__(self, block: _Block, r: FmpzRows) -> None:
        m = block.matrix.shape[0]
        self.block = block
        self.size = size = size_of(block.matrix, r)
        self.estimates = {"lifting": forecast("lifting", size)}
        if m <= LARGEST_DENSE:
            self.estimates["dixon"] = forecast("dixon", size)
        if self._may_gain("eliminate", size):
            self.size = size = size._replace(fill=self._fill())
            self.estimates["eliminate"] = forecast("eliminate", size)
            self.estimates["lifting"] = forecast("lifting", size)
        half = size if 2 * size.entries > m * m else size._replace(rows=m // 2)
        if self._may_gain("fraction-free", half):
            rest = size_of_complement(block.matrix, block.inside, size)
            self.estimates["fraction-free"] = forecast("fraction-free", rest)

    def _fill(self) -> int:
        """The entries of triangular factors: of those of `lifting`, if that may well be the way."""
        thin = self.size.places <= _THIN * self.size.rows
        if not thin and self.estimates["lifting"] == min(self.estimates.values()):
            with suppress(LiftingError):
                return self.block.lifting.fill
        return self.block.fill

    def _may_gain(self, way: str, size: Size) -> bool:
        return forecast(way, size) < min(self.estimates.values())


def elimination_is_least(block: IntegerMatrix) -> Condition | None:
    """When to give up the elimination of a block without right side; None where lifting is best."""
    size = size_of(block)._replace(columns=1)
    if forecast("eliminate", size) > forecast("lifting", size):
        return None
    size = size._replace(fill=fill(block))
    return patience(size) if forecast("eliminate", size) < forecast("lifting", size) else None


def solutions_before_an_inverse(block: IntegerMatrix) -> float:
    """For how many right sides, one by one, FLINT takes less time than an inverse."""
    if block.shape[0] <= ELIMINATED:
        return inf
    size = size_of(block)._replace(columns=1)
    return forecast("inverse", size) / forecast("dixon", size)


def patience(size: Size) -> Condition:
    """Give up where elimination has changed far more places than it was forecast to."""
    left = _PATIENCE * (size.places + size.fill**2 / (4 * size.rows))

    def spent(places: int, _: int) -> bool:
        nonlocal left
        left -= places
        return left < 0

    return spent


def _by_inverse(kept: Complement, r: FmpzRows) -> tuple[FmpzRows, fmpz, BlockInfo]:
    n, d = kept.apply(r)
    return *positive(n, d), BlockInfo(len(r), "inverse", "for more than one right side")


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

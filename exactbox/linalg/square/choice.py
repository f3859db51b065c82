"""The choice of the way in which a block is solved: the one of least cost, as `cost` forecasts it.

Nearly full matrices of up to `small.MAX_FLINT_ORDER` rows do not come here: FLINT has them at once
(`direct`). For others it is

- division, where it has one unknown (`forward`);
- FLINT's own elimination, where it has a few;
- FLINT's p-adic lifting (Dixon 1982), elimination without fractions (`complement`), sparse
  elimination (`elimination`) or numeric-symbolic lifting (`lifting`), whichever has the least
  forecast;
- where the float factor is too inaccurate for lifting, sparse elimination until the rest is dense,
  and Dixon's method for the rest; where that would not fit in memory, an error that says why;
- the exact inverse, where a block is kept for further right-hand sides, and the solutions so far
  were forecast to take longer than the inverse.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING

from flint import fmpz

from exactbox.linalg.errors import SingularBlockError
from exactbox.linalg.info import BlockInfo
from exactbox.linalg.matrices.sparse import MAX_DENSE_ORDER, MAX_SPARSE_DENSITY, IntegerMatrix
from exactbox.linalg.results.exact import FmpzRows
from exactbox.linalg.square.cost import Size, fill, forecast, size_of
from exactbox.linalg.square.lifting import Lifting, LiftingError
from exactbox.linalg.square.methods import dixon, eliminate, fraction_free, positive
from exactbox.linalg.square.nonsingular import has_full_rank_modulo_a_prime

if TYPE_CHECKING:
    from exactbox.linalg.elimination.elimination import Condition
    from exactbox.linalg.square.complement import Complement

Method = Callable[[IntegerMatrix, FmpzRows, bool], tuple[FmpzRows, fmpz, BlockInfo]]

MAX_UNKNOWNS_BY_FLINT = 15  # up to which FLINT eliminates without fractions: no way is faster
_MAX_PLACES_PER_THIN_PIVOT = 4  # up to which elimination is the way as a rule (more places, 1,000
# unknowns: 229 ms with the fill of the factor that lifting has, else 265)
_MAX_PLACES_PER_FORECAST = 4  # that elimination may change before it gives up
_MIN_DENSE_PIVOT_SHARE = 0.12  # of the rows and columns left, from which the rest is called dense
# (products of random triangles, 6,000 unknowns: 3.7 s, with 0.06 4.0, with 0.03 4.8)
# entries in the row and column of a pivot, beyond which it is given up where the rest is too large
# for a dense method: with 10^6 places a pivot it would take hours
_MAX_PIVOT_LINE = 1000


@dataclass
class Block:
    """A block, and what is made for its solution where it is needed."""

    matrix: IntegerMatrix
    nonsingular: bool  # it is known to have an inverse
    seconds: float = 0.0  # forecast for the solutions without the inverse so far
    inverse: Complement | None = None

    @cached_property
    def lifting(self) -> Lifting:
        """The block ready for lifting; a LiftingError says that there is no float factor."""
        return Lifting(self.matrix, nonsingular=self.nonsingular)

    @cached_property
    def fill(self) -> int:
        """The number of entries of triangular factors."""
        return fill(self.matrix)

    @cached_property
    def independent(self) -> list[int]:
        """The unknowns that elimination without fractions leaves for the end."""
        from exactbox.linalg.square.complement import independent_unknowns

        return independent_unknowns(self.matrix)


def solve_block(
    a: IntegerMatrix,
    r: FmpzRows,
    nonsingular: bool = False,
    kept: dict[bytes, Block] | None = None,
) -> tuple[FmpzRows, fmpz, BlockInfo]:
    """N and d > 0 with A N = d R, by the way of least cost, or by the next one where that fails.

    A has two or more unknowns. In `kept` inverses and factors are remembered for further R.
    """
    if a.shape[0] <= MAX_UNKNOWNS_BY_FLINT:
        return dixon(a, r, why=f"up to {MAX_UNKNOWNS_BY_FLINT} unknowns")
    block = Block(a, nonsingular)
    if kept is not None:
        if a.data.dtype == object:
            from exactbox.linalg.results.encoded import key_bytes

            values = key_bytes(a.data)
        else:
            values = a.data.tobytes()
        block = kept.setdefault(a.indptr.tobytes() + a.indices.tobytes() + values, block)
    if block.inverse is None:
        estimates, size = plan(block, r)
        if kept is not None:
            block.seconds += min(estimates.values())  # of all solutions without an inverse
            if block.seconds > forecast("inverse", size):
                from exactbox.linalg.square.complement import complement

                block.inverse = complement(a, block.independent)
    if block.inverse is not None:
        n, d = positive(*block.inverse.solve(r, by_inverse=True))  # A n = d r, d > 0
        return n, d, BlockInfo(len(r), "inverse", "for more than one right side")
    why = "the least of the estimates"
    for way in sorted(estimates, key=estimates.__getitem__):
        if way == "dixon":
            n, d, info = dixon(a, r, why=why)
        elif way == "fraction-free":
            n, d, info = fraction_free(a, r, block.independent, why)
        elif way == "eliminate":
            from exactbox.linalg.elimination.elimination import FillError

            try:
                n, d, info = eliminate(a, r, why=why, hopeless=patience(size))
            except FillError:
                why = "elimination fills in; the next of the estimates"
                continue
        else:
            try:
                n, d, info = block.lifting.solve([[int(e) for e in row] for row in r])
                info = replace(info, why=f"{why}, and {info.why}")
            except LiftingError as error:
                n, d, info = _solve_without_floats(a, r, nonsingular, f"no lifting: {error}")
        return n, d, replace(info, estimates=estimates)
    raise AssertionError("only elimination gives up")


def plan(block: Block, r: FmpzRows) -> tuple[dict[str, float], Size]:
    """The seconds that each way is forecast to take, and the size that they were made of.

    What a way has to know beforehand is only worked out where it may be the least.
    """
    m = block.matrix.shape[0]
    size = size_of(block.matrix, r)
    estimates = {"lifting": forecast("lifting", size)}
    if m <= MAX_DENSE_ORDER:
        estimates["dixon"] = forecast("dixon", size)
    least = min(estimates, key=estimates.__getitem__)  # before fill-in is counted
    if forecast("eliminate", size) < estimates[least]:
        entries = None
        if size.places > _MAX_PLACES_PER_THIN_PIVOT * m and least == "lifting":
            with suppress(LiftingError):
                # the factor is made anyhow, if lifting is the way
                entries = block.lifting.factor.fill
        size = size._replace(fill=block.fill if entries is None else entries)
        estimates["eliminate"] = forecast("eliminate", size)
        estimates["lifting"] = forecast("lifting", size)
    # the complement has m / 2 rows where half of the unknowns are independent
    half = size if 2 * size.entries > m * m else size._replace(rows=m // 2)
    if forecast("fraction-free", half) < min(estimates.values()):
        from exactbox.linalg.square.complement import size_of_complement

        rest = size_of_complement(block.matrix, block.independent, size)
        estimates["fraction-free"] = forecast("fraction-free", rest)
    return estimates, size


def _solve_without_floats(
    a: IntegerMatrix, r: FmpzRows, nonsingular: bool, why: str
) -> tuple[FmpzRows, fmpz, BlockInfo]:
    """N and d > 0 with A N = d R where there is no lifting; `why` says so."""
    m = a.shape[0]

    def is_dense(places: int, left: int) -> bool:
        """Return whether the pivots show that a dense method should solve the rest."""
        return left <= MAX_DENSE_ORDER and places > (_MIN_DENSE_PIVOT_SHARE * left) ** 2

    def is_too_large(places: int, left: int) -> bool:
        """Return whether elimination would take hours, and a dense method gigabytes."""
        return left > MAX_DENSE_ORDER and places > _MAX_PIVOT_LINE**2

    if len(a.data) < MAX_SPARSE_DENSITY * m * m:
        from exactbox.linalg.elimination.elimination import FillError

        try:
            return eliminate(a, r, nonsingular, why, is_too_large, is_dense)
        except FillError as error:
            raise MemoryError(
                f"a block of {m} unknowns: {why}; {error}; "
                f"need at most {MAX_DENSE_ORDER} for a dense method"
            ) from None
    if not nonsingular and not has_full_rank_modulo_a_prime(a):
        raise SingularBlockError
    return dixon(a, r, why=why)


def elimination_is_least(block: IntegerMatrix) -> Condition | None:
    """The condition on which to give up the elimination of a block; None where lifting is best."""
    size = size_of(block)._replace(columns=1)
    if forecast("eliminate", size) > forecast("lifting", size):
        return None
    size = size._replace(fill=fill(block))
    return patience(size) if forecast("eliminate", size) < forecast("lifting", size) else None


def solutions_before_an_inverse(block: IntegerMatrix) -> float:
    """The number of right-hand sides, one by one, up to which FLINT is faster than an inverse."""
    if block.shape[0] <= MAX_UNKNOWNS_BY_FLINT:
        return inf
    size = size_of(block)._replace(columns=1)
    return forecast("inverse", size) / forecast("dixon", size)


def patience(size: Size) -> Condition:
    """A condition that is true once elimination has changed far more places than forecast."""
    # places forecast: P + F^2 / 4 n
    left = _MAX_PLACES_PER_FORECAST * (size.places + size.fill**2 / (4 * size.rows))

    def spent(places: int, _: int) -> bool:
        nonlocal left
        left -= places
        return left < 0

    return spent

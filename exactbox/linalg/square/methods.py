"""The methods that solve one block, side by side: each takes A and R and gives A^-1 R.

Every one has the signature ``method(block, r, nonsingular) -> (N, d, info)``: a square
integer matrix, rows of integers, and ``A N = d R`` with d > 0. They are believed only after the
whole system has been multiplied back (`verification`). `SingularBlockError` says that the block has
no inverse (`lift`: as far as one prime tells, unless it is known to be `nonsingular`).

===============  ==============================================  ==========================
`lift`           float factor, exact residuals (`lifting`)       most blocks
`dixon`          p-adic lifting by FLINT (Dixon 1982)            few unknowns, or floats fail
`eliminate`      sparse elimination over the integers            little fill-in: chains, trees
`fraction_free`  dense elimination (Bareiss 1968, `complement`)  few unknowns, long R
===============  ==============================================  ==========================

`choice` chooses by `cost`, and keeps inverses and factors of blocks that come again.
"""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

from flint import fmpz, fmpz_mat

from exactbox.linalg.errors import SingularBlockError
from exactbox.linalg.info import BlockInfo
from exactbox.linalg.matrices.sparse import IntegerMatrix
from exactbox.linalg.results.exact import FmpzRows
from exactbox.linalg.square.lifting import Lifting

if TYPE_CHECKING:
    from exactbox.linalg.elimination.elimination import Condition

_CHOSEN = "asked for"


def lift(
    a: IntegerMatrix, r: FmpzRows, nonsingular: bool = False
) -> tuple[FmpzRows, fmpz, BlockInfo]:
    """Numeric-symbolic lifting; LiftingError where floats are too inaccurate."""
    n, d, info = Lifting(a, nonsingular=nonsingular).solve([[int(e) for e in row] for row in r])
    return n, d, replace(info, why=_CHOSEN)


def dixon(
    a: IntegerMatrix,
    r: FmpzRows,
    nonsingular: bool = False,
    why: str = _CHOSEN,
) -> tuple[FmpzRows, fmpz, BlockInfo]:
    """FLINT's p-adic lifting of a dense matrix."""
    started = perf_counter()
    try:
        n, d = a.flint.solve(fmpz_mat(r)).numer_denom()  # A n = d r
    except ZeroDivisionError:
        raise SingularBlockError from None
    info = BlockInfo(len(r), "dixon", why, end="FLINT's bound")
    info.seconds["dixon"] = perf_counter() - started
    return n.tolist(), d, info


def eliminate(
    a: IntegerMatrix,
    r: FmpzRows,
    nonsingular: bool = False,
    why: str = _CHOSEN,
    hopeless: Condition | None = None,
    dense: Condition | None = None,
) -> tuple[FmpzRows, fmpz, BlockInfo]:
    """Sparse Gaussian elimination over the integers; the conditions are `eliminate_rows`'."""
    from exactbox.linalg.elimination.elimination import eliminate_rows

    started = perf_counter()
    n, d, rest = eliminate_rows(a, r, hopeless, dense, nonsingular)  # A n = d r
    if rest:
        why += f"; {rest} unknowns are left where it fills in, by Dixon's method"
    info = BlockInfo(len(r), "eliminate", why)
    info.seconds["elimination"] = perf_counter() - started
    return n, d, info


def fraction_free(
    a: IntegerMatrix, r: FmpzRows, independent: list[int] | None = None, why: str = _CHOSEN
) -> tuple[FmpzRows, fmpz, BlockInfo]:
    """Dense elimination without fractions; of the complement of `independent`, if given."""
    from exactbox.linalg.square.complement import complement

    started = perf_counter()
    n, d = positive(*complement(a, independent).solve(r))  # A n = d r
    info = BlockInfo(len(r), "fraction-free", why)
    info.seconds["fraction-free"] = perf_counter() - started
    return n, d, info


def positive(n: FmpzRows, d: fmpz) -> tuple[FmpzRows, fmpz]:
    """N / d with d > 0."""
    return (n, d) if d > 0 else ([[-e for e in row] for row in n], -d)

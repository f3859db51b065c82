"""The methods that solve one block, side by side: each takes A and R and gives A^-1 R.

Every one has the signature ``method(block, r, nonsingular) -> (N, d, info)``: a square
integer matrix, rows of integers, and ``A N = d R`` with d > 0. They are believed only after the
whole system has been multiplied back (`verification`). `SingularBlockError` says that the block has
no inverse (`by_lifting`: as far as one prime tells, unless it is known to be `nonsingular`).

================  ================================================  ==========================
`by_lifting`      float factor, exact residuals (`lifting`)         most blocks
`by_dixon`        p-adic lifting by FLINT (Dixon 1982)              few unknowns, or floats fail
`by_elimination`  sparse elimination over the integers              little fill-in: chains, trees
`by_modular`      one solution a prime, Chinese remainders          for comparison
================  ================================================  ==========================

`choice` chooses, and remembers the inverses (`inverse`) of blocks that come again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import perf_counter

from flint import fmpz, fmpz_mat, nmod_mat

from exactbox.linalg.elimination.echelon import primes
from exactbox.linalg.elimination.elimination import Condition, eliminate_rows
from exactbox.linalg.errors import SingularBlockError
from exactbox.linalg.info import BlockInfo
from exactbox.linalg.matrices.sparse import IntegerMatrix
from exactbox.linalg.results.exact import ExactMatrix, FmpzRows
from exactbox.linalg.square.lifting import Lifting
from exactbox.linalg.square.reconstruct import modular_fraction
from exactbox.linalg.verification import multiplies_back

Method = Callable[[IntegerMatrix, FmpzRows, bool], tuple[FmpzRows, fmpz, BlockInfo]]

_CHOSEN = "asked for"


def by_lifting(
    a: IntegerMatrix, r: FmpzRows, nonsingular: bool = False
) -> tuple[FmpzRows, fmpz, BlockInfo]:
    """Numeric-symbolic lifting; LiftingError where floats are too inaccurate."""
    n, d, info = Lifting(a, nonsingular=nonsingular).solve([[int(e) for e in row] for row in r])
    return n, d, replace(info, why=_CHOSEN)


def by_dixon(
    a: IntegerMatrix,
    r: FmpzRows,
    nonsingular: bool = False,
    why: str = _CHOSEN,
) -> tuple[FmpzRows, fmpz, BlockInfo]:
    """FLINT's p-adic lifting of a dense matrix."""
    started = perf_counter()
    try:
        n, d = a.flint.solve(fmpz_mat(r)).numer_denom()
    except ZeroDivisionError:
        raise SingularBlockError from None
    info = BlockInfo(len(r), "dixon", why, end="FLINT's bound")
    info.seconds["dixon"] = perf_counter() - started
    return n.tolist(), d, info


def by_modular(
    a: IntegerMatrix, r: FmpzRows, nonsingular: bool = False
) -> tuple[FmpzRows, fmpz, BlockInfo]:
    """Solutions modulo primes of 62 bits, combined until the fractions multiply back."""
    started = perf_counter()
    columns = len(r[0])
    full, right = a.flint, fmpz_mat(r)
    b = [[int(e) for e in row] for row in r]
    x, modulus = [fmpz(0)] * (len(r) * columns), fmpz(1)
    used, attempt = 0, 1
    for prime in primes(2**62):
        try:
            y = nmod_mat(full, prime).solve(nmod_mat(right, prime)).entries()
        except ZeroDivisionError:
            if used == 0 and full.det() == 0:
                raise SingularBlockError from None
            continue
        inverse = pow(int(modulus % prime), -1, prime)
        # x (mod modulus) and y (mod prime) to x (mod modulus * prime): Chinese remainders
        x = [u + modulus * ((int(v) - u) * inverse % prime) for u, v in zip(x, y, strict=True)]
        modulus *= prime
        used += 1
        if used < attempt:
            continue
        attempt = used + used // 4 + 1
        found = _common_fractions(x, modulus)
        if found is None:
            continue
        n = [found[0][i : i + columns] for i in range(0, len(x), columns)]
        if multiplies_back(a, ExactMatrix.of_blocks([found[1]], [0] * len(r), n, columns), b):
            info = BlockInfo(
                len(r), "modular", _CHOSEN, used, modulus.bit_length(),
                "early termination, verified", {"modular": perf_counter() - started},
            )  # fmt: skip
            return n, found[1], info
    raise AssertionError("there are infinitely many primes")


def by_elimination(
    a: IntegerMatrix,
    r: FmpzRows,
    nonsingular: bool = False,
    why: str = _CHOSEN,
    hopeless: Condition | None = None,
    dense: Condition | None = None,
) -> tuple[FmpzRows, fmpz, BlockInfo]:
    """Sparse Gaussian elimination over the integers; the conditions are `eliminate_rows`'."""
    started = perf_counter()
    n, d, rest = eliminate_rows(a, r, hopeless, dense, nonsingular)
    if rest:
        why += f"; {rest} unknowns are left where it fills in, by Dixon's method"
    info = BlockInfo(len(r), "eliminate", why)
    info.seconds["elimination"] = perf_counter() - started
    return n, d, info


def _common_fractions(x: list[fmpz], modulus: fmpz) -> tuple[list[fmpz], fmpz] | None:
    """Numerators over one denominator that are x modulo the modulus; None to ask for more."""
    d = fmpz(1)
    n: list[fmpz] = []
    factors: list[tuple[int, fmpz]] = []
    for u in x:
        v = d * u % modulus
        found = modular_fraction(v, modulus)
        if found is None:
            return None
        if found[1] != 1:
            factors.append((len(n), found[1]))
            d *= found[1]
        n.append(found[0])
    for count, q in factors:
        n[:count] = [e * q for e in n[:count]]
    return n, d

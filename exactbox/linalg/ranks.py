"""The rank of a matrix, proved from both sides.

Structured elimination (`structured`) is exact, so each of its pivots counts one, and only the rank
of the rest is to be found. Where numbers had grown too long for 64 bits, but few have filled in, it
is eliminated row by row in longer ones (`sparse_rows`). Else

- a minor that is not zero modulo a prime bounds the rank r from below;
- from above: the number of rows or of columns; the greatest number of non-zeros no two of which
  share a row or a column (a maximum matching: every term of a larger minor is zero); or ranks
  modulo primes whose product exceeds every larger minor. With R independent rows, a minor of one
  row more is at most the product of their Euclidean norms and of the longest one (Hadamard), and if
  it is zero modulo all these primes it is zero;
- or a basis of the null space of n - r vectors (`reduction`), where so many primes cost more.

Nothing is left to luck: a prime that divides every r-minor shows itself by another one's rank.
"""

from __future__ import annotations

from contextlib import suppress
from math import ceil, log2
from random import SystemRandom
from typing import Any

import numpy as np
from flint import fmpz, nmod_mat

from exactbox.linalg.elimination.dense import products
from exactbox.linalg.elimination.echelon import primes, rank_profile
from exactbox.linalg.elimination.modular import rank_modulo
from exactbox.linalg.elimination.products import is_filled
from exactbox.linalg.elimination.sparse_rows import Budget, BudgetError, echelon_rows, rows_of
from exactbox.linalg.elimination.structured import eliminated
from exactbox.linalg.matrices.entries import Floats
from exactbox.linalg.matrices.matrix_inputs import read_scaled, without_right_side
from exactbox.linalg.matrices.small import (
    MAX_ECHELON_PLACES,
    echelon_form,
    rank_from_below,
    read_small,
)
from exactbox.linalg.matrices.sparse import Array, IntegerMatrix
from exactbox.linalg.reduction import reduction
from exactbox.parallel import in_counting_context
from exactbox.progress import ReportDone, report_done

_PRIME_BITS = 61  # per prime
# of elimination row by row for each entry (sparse products, 2 a row, six seeds: 1.0 to 1.2; what is
# left of 2,500 x 1,500 by 1,500 x 1,500: 2 ms, by primes or a null space 680)
_MAX_STEPS_PER_ENTRY = 4
# of residues, from which on a null space takes less time than ranks modulo primes (3.2e9, 600 x 400
# of rank 200: 3.9 s, by primes 2.1; 4.0e9, 2,000 x 1,400 of rank 80: 7.4 and 9.7; 5.5e9, 437 x 411
# of rank 332, left of a sparse product: 1.4 and 3.5; 1.2e10, 580 x 523: 3.1, 8.4)
_MIN_PRODUCTS_BY_NULL_SPACE = 4e9


@in_counting_context
def rank(
    a: Any,
    *,
    certified: bool = True,
    modulus: int | None = None,
    floats: Floats = None,
    progress: ReportDone | None = None,
) -> int:
    """The rank of a matrix, exactly, or modulo a prime ``modulus``.

    Other arguments are explained in `exactbox.linalg`.

    Parameters
    ----------
    certified : bool
        If False, the rank of the integer matrix modulo a random prime of 61 bits: a lower bound,
        and the rank itself unless that prime divides all minors of this order. They are integers of
        at most b bits (Hadamard's bound), so at most b / 60 of the 10^16 primes between 2^60 and
        2^61 do: the chance is below 10^-12 for b up to half a million.

    Raises
    ------
    ValueError
        If the modulus is not a prime, or divides a denominator.
    MemoryError
        If elimination fills in too far; says how much is left.

    Examples
    --------
    >>> from exactbox.linalg import rank
    >>> rank([[1, 2], [2, 4], [0, 0]]), rank([[3, 1], [1, 2]], modulus=5)
    (1, 1)
    """
    if (
        modulus is None
        and floats is None
        and (small := read_small(a, MAX_ECHELON_PLACES, MAX_ECHELON_PLACES)) is not None
    ):
        whole, _ = small
        r = rank_from_below(whole)
        full = r == min(whole.nrows(), whole.ncols())
        return r if full or not certified else len(echelon_form(whole)[2])
    matrix, scales = read_scaled(a, floats=floats)
    if modulus is not None:
        return rank_modulo(matrix, scales, modulus)
    pivots, rest = eliminated(matrix)
    if 0 in rest.shape:
        return pivots
    if not certified:
        return pivots + len(rank_profile(rest, _random_prime())[0])
    return pivots + _rank_of_rest(rest)


def _rank_of_rest(a: IntegerMatrix) -> int:
    """The rank, from below modulo a prime and from above by what is cheapest."""
    m, n = a.shape
    for prime in primes():
        if is_filled(a) and nmod_mat(a.flint, prime).rank() == min(m, n):
            return min(m, n)
        rows, columns = rank_profile(a, prime)
        r = len(rows)
        if r == min(m, n) or r == _structural_rank(a):
            return r
        if (by_rows := _rank_by_rows(a)) is not None:
            return by_rows
        # 2^bits bounds every minor with one row more than these, or one column more
        bits = min(
            _minor_bits(a.row_of, a, rows, a.shape[0]),
            _minor_bits(a.indices, a, columns, a.shape[1]),
        )
        if bits / _PRIME_BITS * m * n * (r + 1) > _MIN_PRODUCTS_BY_NULL_SPACE:
            wide = a if a.shape[1] <= a.shape[0] else a.transposed()  # the smaller null space
            return len(reduction(without_right_side(wide), leftmost=False).pivots)
        if _is_at_most(r, a, bits):
            return r
    raise AssertionError("there are infinitely many primes")


def _rank_by_rows(a: IntegerMatrix) -> int | None:
    """The number of rows of an echelon form, which is exact; None where it fills in."""
    if is_filled(a):
        return None
    rows, entries = rows_of(a), np.bincount(a.indices, minlength=a.shape[1])
    place = np.argsort(np.argsort(entries, kind="stable")).tolist()  # fewest entries first
    with suppress(BudgetError):
        steps = Budget(_MAX_STEPS_PER_ENTRY * len(a.data))
        return len(echelon_rows(({place[j]: v for j, v in row.items()} for row in rows), steps))
    return None


def _structural_rank(a: IntegerMatrix) -> int:
    """The size of a maximum matching of rows and columns with a non-zero: at least the rank."""
    from scipy.sparse.csgraph import structural_rank

    return int(structural_rank(a.pattern()))


def _minor_bits(line_of: Array, a: IntegerMatrix, chosen: list[int], lines: int) -> float:
    """The logarithm of the product of the chosen lines' norms and the longest one's, at least."""
    squares = [0] * lines
    for i, v in zip(line_of.tolist(), a.data.tolist()):
        squares[i] += v * v
    bits = [log2(e) / 2 if e else 0.0 for e in squares]
    return (sum(bits[i] for i in chosen) + max(bits)) * (1 + 2.0**-40) + 1


def _is_at_most(r: int, a: IntegerMatrix, bits: float) -> bool:
    """Return whether the rank is at most r modulo primes of more than `bits` bits together."""
    full, bound = a.flint, ceil(bits)
    for done, prime in enumerate(products(primes(2**_PRIME_BITS), fmpz(1) << bound)):
        if nmod_mat(full, prime).rank() > r:
            return False
        report_done(min(done * _PRIME_BITS, bound), bound)
    return True


def _random_prime() -> int:
    """One of the primes between 2^60 and 2^61, all of them about equally likely."""
    while not fmpz(
        p := SystemRandom().randrange(2 ** (_PRIME_BITS - 1), 2**_PRIME_BITS)
    ).is_prime():
        pass
    return p

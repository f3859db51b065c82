"""Triangular factors: P A = L U of any matrix, and P A P^T = L D L^T of a symmetric one.

FLINT eliminates without fractions (Bareiss): P A = L E^-1 U where L (m x r) and U (r x n) have
minors of A as entries, column j of L and row j of U begin with the same p_j, the minor of the first
j rows and pivot columns, and E = diag(p_0 p_1, p_1 p_2, ...) with p_0 = 1. `lu` divides column j of
L by p_j and row j of U by p_(j-1).

A symmetric matrix is eliminated by 1 x 1 pivots on its diagonal, and by a 2 x 2 pivot
[0 e; e f] where all that is left of the diagonal is zero. With the minors p_k of what has been
eliminated, the Schur complement is S / p_k for an integer matrix S, and

    S' = (p S - c c^T) / p_k                          for a pivot p = S[k, k],
    S' = (p_k p S - C adj(Q) C^T) / p_k^2             for a 2 x 2 pivot Q, det Q = p_k p

have exact divisions (Sylvester's identity).

*Why the factors are right.* All entries that were computed are minors of A, if they are right, and
below Hadamard's bound h = prod_i max(1, |a_i|). Modulo primes that divide no pivot, the factors of
the residues of P A with those pivot places are unique. So if the product is P A modulo such primes
whose product exceeds h plus the largest entry, the entries computed agree with the minors modulo a
number that is larger than their difference, and are the minors; and all minors of order r + 1,
which are 0 modulo these primes and bounded by h, are 0: P A = L E^-1 U holds exactly.

Sources: Bareiss, *Sylvester's identity and multistep integer-preserving Gaussian elimination*,
1968; Bunch, Parlett, *Direct methods for solving symmetric indefinite systems*, 1971.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from math import prod
from typing import Any

from flint import fmpq, fmpz, fmpz_mat, nmod_mat

from exactbox.linalg.elimination.dense import (
    LARGEST,
    check_parts,
    exact_matrix,
    identity,
    longest,
    make_matrix,
    minor_bound,
    products,
    selection,
    whole,
)
from exactbox.linalg.elimination.echelon import primes
from exactbox.linalg.matrices.entries import Floats
from exactbox.linalg.matrices.exactfraction import exact_fraction
from exactbox.linalg.matrices.matrix_inputs import read_scaled, read_square
from exactbox.linalg.matrices.small import MAX_FLINT_ORDER, integers_of
from exactbox.linalg.results.exact import ExactMatrix
from exactbox.linalg.results.rows import compact
from exactbox.linalg.results.summary import Summary

# Rows and columns with ones on L's diagonal (dense with two digits: 100 take 12 MB,
# 200 take 250 MB, 300 take 1.2 GB)
_MAX_ROWS = 200


@dataclass(frozen=True)
class _Factors:
    """FLINT's L and U of the rows of A in order, row i having been multiplied by scales[i]."""

    lower: fmpz_mat
    upper: fmpz_mat
    minors: list[fmpz]  # p_0 = 1, p_1, ..., p_r
    scales: list[fmpz]
    fraction_free: bool

    def left(self) -> ExactMatrix:
        """L, fraction-free or with ones on its diagonal, for the rows before they were scaled."""
        m, p, s = self.lower.nrows(), self.minors, self.scales
        if not self.fraction_free:
            return divided(self.lower.tolist(), [*p[1:], *[fmpz(1)] * (m + 1 - len(p))], s)
        if all(e == 1 for e in s):
            return ExactMatrix.of_flint(self.lower, fmpz(1))
        return ExactMatrix.of_blocks(s, range(m), [*map(compact, self.lower.tolist())], m)

    def right(self) -> ExactMatrix:
        """U, whose row j is divided by p_(j-1) unless it is fraction-free."""
        if self.fraction_free:
            return ExactMatrix.of_flint(self.upper, fmpz(1))
        p, s = self.minors, self.scales
        over = [p[min(j, len(p) - 1)] * e for j, e in enumerate(s)]
        rows = self.upper.tolist()  # row i over over[i], a denominator of its own
        signed = [[-e for e in row] if d < 0 else row for row, d in zip(rows, over, strict=True)]
        return ExactMatrix.of_blocks(
            [abs(d) for d in over], range(len(rows)), list(map(compact, signed)), self.upper.ncols()
        )


@dataclass(frozen=True, repr=False)
class LU(Summary):
    """Triangular factors: ``A[permutation] == L E^-1 U`` with E = diag(diagonal).

    L is m x m and lower triangular, with ones on its diagonal unless it is fraction-free; U has the
    shape of A and is in row echelon form: its first ``rank`` rows are not zero. The diagonal is all
    1 unless it is fraction-free.
    """

    permutation: tuple[int, ...]
    lower: ExactMatrix
    upper: ExactMatrix
    diagonal: tuple[Fraction, ...]
    rank: int

    @classmethod
    def _lazy(
        cls,
        permutation: tuple[int, ...],
        parts: _Factors,
        diagonal: tuple[Fraction, ...],
        rank: int,
    ) -> LU:
        """The result of FLINT's factors, which are divided when somebody looks at them."""
        factors = object.__new__(cls)
        factors.__dict__.update(permutation=permutation, diagonal=diagonal, rank=rank, _parts=parts)
        return factors

    def __getattr__(self, name: str) -> Any:
        if name not in ("lower", "upper") or "_parts" not in self.__dict__:
            raise AttributeError(f"{type(self).__name__!r} has no attribute {name!r}", name=name)
        parts = self.__dict__["_parts"]
        factor = self.__dict__[name] = parts.left() if name == "lower" else parts.right()
        return factor

    def __dir__(self) -> list[str]:
        return [*{*super().__dir__(), "lower", "upper"}]

    def __reduce__(self) -> tuple[Any, ...]:
        return LU, (self.permutation, self.lower, self.upper, self.diagonal, self.rank)

    @property
    def matrix(self) -> ExactMatrix:
        """The permutation as a matrix P with ``A == P L E^-1 U``, as SciPy has it."""
        return exact_matrix(selection(self.permutation, len(self.permutation)).transpose())

    def __iter__(self) -> Iterator[ExactMatrix]:
        """``p, l, u = lu(A)`` with ``A == p @ l @ u``, unless it is fraction-free."""
        return iter((self.matrix, self.lower, self.upper))


def lu(a: Any, *, fraction_free: bool = False, floats: Floats = None) -> LU:
    """Triangular factors of any matrix: P A = L U, exactly.

    ``A[permutation] == L E^-1 U`` has been verified, modulo primes that prove it. Other arguments
    are explained in `exactbox.linalg`.

    Parameters
    ----------
    fraction_free : bool
        Factors without fractions: P A = L E^-1 U with a diagonal E; integers if A has integers.
        They are much shorter than L and U with ones on the diagonal of L.

    Raises
    ------
    MemoryError
        If a part of A that is connected has more than 200 rows or columns (fraction-free 400), or
        A more than 1,000.

    Examples
    --------
    >>> from exactbox.linalg import lu
    >>> found = lu([[0, 2], [4, 3]])
    >>> found.permutation, found.lower, found.upper
    ((1, 0), ExactMatrix([[1, 0], [0, 1]]), ExactMatrix([[4, 3], [0, 2]]))
    >>> found = lu([[2, 1], [1, 3]], fraction_free=True)
    >>> found.lower, found.upper
    (ExactMatrix([[2, 0], [1, 5]]), ExactMatrix([[2, 1], [0, 5]]))
    >>> found.diagonal
    (Fraction(2, 1), Fraction(10, 1))
    """
    full = integers_of(a, MAX_FLINT_ORDER, dense=True) if floats is None else None
    if full is None:
        matrix, scales = read_scaled(a, floats=floats)
        if fraction_free:
            check_parts(matrix, LARGEST, "a fraction-free LU decomposition")
        else:
            check_parts(matrix, _MAX_ROWS, "an LU decomposition with fractions")
        full = matrix.flint
    else:
        scales = [1] * full.nrows()
    m, n = full.nrows(), full.ncols()
    if 0 in (m, n):
        order, lower, upper, minors = list(range(m)), identity(m), full, [fmpz(1)]
    else:
        permuted, lower, _, upper = full.fflu()
        order = [int(e) for e in (permuted * fmpz_mat(m, 1, list(range(m)))).entries()]
        minors = _checked_minors(permuted * full, lower, upper)
        if sorted(order) != list(range(m)) or permuted != selection(order, m):
            raise ArithmeticError("a permutation is none: this is a bug")
    r = len(minors) - 1
    parts = _Factors(lower, upper, minors, [fmpz(scales[i]) for i in order], fraction_free)
    diagonal = [Fraction(1)] * m
    if fraction_free:
        diagonal[:r] = (exact_fraction(p * q, fmpz(1)) for p, q in pairwise(minors))
    return LU._lazy(tuple(order), parts, tuple(diagonal), r)


def _checked_minors(a: fmpz_mat, lower: fmpz_mat, upper: fmpz_mat) -> list[fmpz]:
    """p_0, ..., p_r; ArithmeticError unless A = L E^-1 U, the rows of A having been permuted."""
    m, r = a.nrows(), min(a.nrows(), a.ncols())
    places = list(range(r))  # of the pivots
    if not (upper.is_upper_triangular() and all(upper[j, j] for j in places)):
        rows = upper.tolist()
        starts = [next((j for j, e in enumerate(row) if e), None) for row in rows]
        places = [j for j in starts if j is not None]
        r = len(places)
        if None in starts[:r] or any(i >= j for i, j in pairwise(places)):
            raise ArithmeticError("a factor is not in echelon form: this is a bug")
    p = [fmpz(1), *(lower[j, j] for j in range(r))]  # the minors of leading rows and columns
    fits = all(upper[i, j] == p[i + 1] for i, j in enumerate(places))
    fits &= all(lower[i, i] == 1 for i in range(len(places), m))
    if not (fits and lower.is_lower_triangular()):
        raise ArithmeticError("the factors are not triangular: this is a bug")
    square = m == a.ncols()  # the triangles L and U meet on the diagonal, where both have p_j
    parts = (lower + upper,) if square else (lower, upper)
    bound = minor_bound(a, r + 1) + max(map(longest, parts))
    chosen = list(products((q for q in primes() if all(e % q for e in p)), bound))
    modulus, middle = prod(chosen, start=fmpz(1)), fmpz_mat(m, m)
    for j, (e, f) in enumerate(pairwise(p)):
        middle[j, j] = pow(e * f, -1, modulus)  # E^-1 (mod the primes)
    for q in chosen:
        if nmod_mat(lower, q) * (nmod_mat(middle, q) * nmod_mat(upper, q)) != nmod_mat(a, q):
            raise ArithmeticError("P A == L U failed: this is a bug")
    return p


def divided(lower: list[list[fmpz]], over: list[fmpz], s: list[fmpz]) -> ExactMatrix:
    """The rational matrix with the entries ``lower[i][j] s[j] / (over[j] s[i])``."""
    n = len(over)
    rows = [
        [fmpq(e * s[j], over[j] * s[i]) if e != 0 else fmpq(0) for j, e in enumerate(row)]
        for i, row in enumerate(lower)
    ]
    return make_matrix(rows, n)


@dataclass(frozen=True, repr=False)
class LDL(Summary):
    """Triangular factors of a symmetric matrix: ``A[permutation][:, permutation] == L D L^T``.

    L is lower triangular with ones on the diagonal (and 0 inside of 2 x 2 blocks of D); D,
    ``middle``, has a diagonal of rationals and 2 x 2 blocks [0 e; e 0]. The inertia says how many
    eigenvalues of A are positive, negative and zero (Sylvester).
    """

    permutation: tuple[int, ...]
    lower: ExactMatrix
    middle: ExactMatrix
    inertia: tuple[int, int, int]


def ldl(a: Any, *, floats: Floats = None) -> LDL:
    """Triangular factors of a symmetric, perhaps indefinite or singular matrix: P A P^T = L D L^T.

    ``P A P^T == L D L^T`` has been verified, modulo primes that prove it. The permutation takes the
    next row with a non-zero pivot on the diagonal; for a positive definite matrix it is the
    identity. D has a block [0 e; e 0] where what is left of the diagonal is zero. The arguments are
    explained in `exactbox.linalg`.

    Raises
    ------
    ValueError
        If A is not symmetric; names an entry.
    MemoryError
        If a part of A that is connected has more than 200 rows, or A more than 1,000.

    Examples
    --------
    >>> from exactbox.linalg import ldl
    >>> found = ldl([[2, 1], [1, 3]])
    >>> found.lower, found.middle, found.inertia
    (ExactMatrix([[1, 0], [1/2, 1]]), ExactMatrix([[2, 0], [0, 5/2]]), (2, 0, 0))
    >>> ldl([[0, 3], [3, 0]]).middle, ldl([[0, 3], [3, 0]]).inertia
    (ExactMatrix([[0, 3], [3, 0]]), (1, 1, 0))
    """
    small, common = integers_of(a, MAX_FLINT_ORDER, dense=True) if floats is None else None, 1
    if small is None or small.nrows() != small.ncols():
        matrix, common = whole(*read_square(a, floats))
        check_parts(matrix, _MAX_ROWS, "an LDL decomposition")
        small = matrix.flint
    _check_symmetric(small, common)
    full = small.tolist()
    steps = _eliminate_symmetric([row.copy() for row in full])
    n = len(full)
    order = [k for step in steps for k in step.pivots]
    order += sorted(set(range(n)) - set(order))
    at = {k: i for i, k in enumerate(order)}
    lower = [[fmpz(int(i == j)) for j in range(n)] for i in range(n)]  # column j times over[j]
    over = [fmpz(1)] * n
    middle = [[fmpq(0)] * n for _ in range(n)]
    for step in steps:
        place = [at[k] for k in step.pivots]
        for j in place:
            lower[j][j] = over[j] = step.pivot
        for i, entries in step.below.items():
            for j, e in zip(place, entries, strict=True):
                lower[at[i]][j] = e
        d = fmpq(step.pivot, step.minor)
        middle[place[0]][place[-1]] = middle[place[-1]][place[0]] = d
    _check_ldl(
        fmpz_mat(n, n, [full[i][j] for i in order for j in order]), lower, over, middle, steps
    )
    signs = [
        (1, 1) if len(e.pivots) == 2 else (e.pivot * e.minor > 0, e.pivot * e.minor < 0)
        for e in steps
    ]
    positive, negative = (sum(e) for e in zip(*signs)) if signs else (0, 0)
    d = fmpz(common)
    return LDL(
        tuple(order),
        divided(lower, over, [fmpz(1)] * n),
        make_matrix([[e / d for e in row] for row in middle], n),
        (positive, negative, n - positive - negative),
    )


@dataclass(frozen=True)
class _Step:
    """A pivot, or the off-diagonal entry e of a 2 x 2 pivot [0 e; e 0], of S / minor."""

    pivots: tuple[int, ...]
    pivot: fmpz
    minor: fmpz
    below: dict[int, tuple[fmpz, ...]]  # row to its entries in L, times the pivot


def _eliminate_symmetric(s: list[list[fmpz]]) -> list[_Step]:
    """Symmetric elimination without fractions; `s` is used up."""
    left, minor, steps = list(range(len(s))), fmpz(1), []
    while True:
        k = next((k for k in left if s[k][k] != 0), None)
        if k is not None:
            left.remove(k)
            p = s[k][k]
            c = {i: s[i][k] for i in left}
            for at, i in enumerate(left):
                row, ci = s[i], c[i]
                for j in left[: at + 1]:
                    s[j][i] = row[j] = (p * row[j] - ci * c[j]) // minor
            steps.append(_Step((k,), p, minor, {i: (e,) for i, e in c.items() if e != 0}))
            minor = p
            continue
        pair = next(((k, h) for h in left for k in left[: left.index(h)] if s[k][h] != 0), None)
        if pair is None:
            return steps
        k, h = pair
        left.remove(k)
        left.remove(h)
        e = s[k][h]
        c, d = {i: s[i][k] for i in left}, {i: s[i][h] for i in left}
        # Q = [0 e; e 0], adj(Q) = -Q, det Q = -e^2 = minor * (the next minor)
        square = minor * minor
        for at, i in enumerate(left):
            row, ci, di = s[i], c[i], d[i]
            for j in left[: at + 1]:
                s[j][i] = row[j] = e * (ci * d[j] + di * c[j] - e * row[j]) // square
        below = {i: (d[i], c[i]) for i in left if c[i] != 0 or d[i] != 0}
        steps.append(_Step((k, h), e, minor, below))
        minor = -e * e // minor


def _check_symmetric(a: fmpz_mat, common: int) -> None:
    """ValueError if A / common is not symmetric; names the first entry that differs."""
    if a.transpose() == a:
        return
    i, j = next(at for at in combinations(range(a.nrows()), 2) if a[at] != a[at[::-1]])
    above, below = (str(exact_fraction(a[at], fmpz(common)))[:40] for at in ((i, j), (j, i)))
    raise ValueError(f"A[{i}, {j}] is {above} and A[{j}, {i}] is {below}, need a symmetric matrix")


def _check_ldl(
    a: fmpz_mat,
    lower: list[list[fmpz]],
    over: list[fmpz],
    middle: list[list[fmpq]],
    steps: list[_Step],
) -> None:
    """ArithmeticError unless A = L D L^T, where column j of `lower` is over[j] times that of L."""
    n = a.nrows()
    left = fmpz_mat(n, n, [e for row in lower for e in row])
    rank = sum(len(step.pivots) for step in steps)
    bound = minor_bound(a, rank + 1) + (longest(left) if n else 0)
    pivots = [e for step in steps for e in (step.pivot, step.minor)]
    for q in products((q for q in primes() if all(e % q != 0 for e in pivots)), bound):
        divisors = nmod_mat(n, n, q)  # diag(1 / over) (mod q)
        for j, e in enumerate(over):
            divisors[j, j] = pow(int(e % q), -1, q)
        unit = nmod_mat(left, q) * divisors
        core = [int(e.p % q) * pow(int(e.q % q), -1, q) % q for row in middle for e in row]
        if unit * nmod_mat(n, n, core, q) * unit.transpose() != nmod_mat(a, q):
            raise ArithmeticError("P A P^T == L D L^T failed: this is a bug")

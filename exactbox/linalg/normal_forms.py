"""Hermite and Smith forms of integer matrices, with their unimodular transforms.

*Hermite.* H = U A with det U = +-1, where H is in row echelon form, its pivots are positive, and
the entries above a pivot are from 0 to the pivot less 1. There is exactly one such H: A and B have
the same H if and only if their rows span the same lattice. U is unique only if the rows of A are
independent; else its last rows are a basis of the lattice of all integer y with y^T A = 0, which is
reduced (LLL), and the others are reduced by it, so that U is short.

*Smith.* S = U A V with unimodular U and V, where S is diagonal, d_1 | d_2 | ... | d_r, all
positive. It is found by Hermite forms of rows and columns in turn until the matrix is diagonal; a
pair with d_1 not dividing d_2 becomes gcd and lcm by

    [ 1        1    ]  [ d1  0  ]  [ u  -d2/g ]     [ g   0  ]
    [ -v d2/g  u d1/g ]  [ 0   d2 ]  [ v   d1/g ]  =  [ 0  lcm ],    g = u d1 + v d2.

FLINT computes the forms; where the kernel is short, after a reduced basis of the rows of [c A, 1].
What is returned has been verified: the products are multiplied back, the conventions are looked at,
and |det U| = 1 is either FLINT's determinant or, where the rows of A are independent, follows from
|det B| = |det U B| for the columns B of A at the pivots. Where only the invariant factors are
wanted, they are proved without transforms if possible (`_are_factors`).

Sources: Cohen, *A course in computational algebraic number theory*, 1993, ch. 2.4; Havas, Majewski,
Matthews, *Extended gcd and Hermite normal form algorithms via lattice basis reduction*, 1998.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import prod
from typing import Any

from flint import fmpz, fmpz_mat, nmod_mat

from exactbox.linalg.elimination.dense import (
    LARGEST,
    check_size,
    checked_integers,
    exact_matrix,
    identity,
    longest,
    matrix,
    read_integers,
    rows_of,
)
from exactbox.linalg.elimination.structured import eliminated
from exactbox.linalg.matrices.entries import Floats
from exactbox.linalg.matrices.small import FEW, MOST, integers_of, rank_from_below
from exactbox.linalg.results.exact import ExactMatrix
from exactbox.linalg.results.summary import Summary

_DELTA = 0.75  # that Lenstra, Lenstra and Lovasz have; FLINT's 0.99 takes up to twice as long
_LONG = 256  # bits of a kernel (30 x 15, 224: 2 ms to reduce, by [A 1] 4; 50 x 20, 295: 24 and 15)
_SHORT = 20  # bits of a kernel up to which [c A, 1] is reduced (50 x 20 with two digits, 4 bits:
# 19 ms, by H and U 34; 60 x 24 with seven, 16: 172 and 246; 60 x 30, 24: 429 and 293)
_MARGIN = 24  # ... and of c beyond that: of 73 matrices none needed more
_PAIRS = 4  # of b that are tried: one b in p has not the power of a prime p in its denominator (a
# second column takes half as long; of 48 matrices of 10 to 100 rows 26 needed one, 16 a pair)
_FACTORED = 1 << 60  # up to which the last factor but one is cut into primes: 1 ms


@dataclass(frozen=True, repr=False)
class HermiteForm(Summary):
    """The Hermite normal form of A, in row echelon form: ``form == transform A``.

    The transform U is an m x m integer matrix with determinant 1 or -1; the pivots are the columns
    at which the rows that are not zero begin.
    """

    form: ExactMatrix
    transform: ExactMatrix
    pivots: tuple[int, ...]


@dataclass(frozen=True, repr=False)
class SmithForm(Summary):
    """The Smith normal form of A, which is diagonal: ``form == left A right``.

    The transforms, m x m and n x n, are integer matrices with determinant 1 or -1; each of the
    positive invariant factors divides the next.
    """

    form: ExactMatrix
    invariant_factors: tuple[int, ...]
    left: ExactMatrix
    right: ExactMatrix

    def __iter__(self) -> Iterator[ExactMatrix]:
        """``s, u, v = smith_form(A)`` with ``s == u @ A @ v``, as SymPy and Sage have them."""
        return iter((self.form, self.left, self.right))


def hermite_form(a: Any, *, floats: Floats = None) -> HermiteForm:
    """The Hermite normal form of an integer matrix of any shape and rank, by rows: H = U A.

    H is in row echelon form with positive pivots; above a pivot p are entries from 0 to p - 1. That
    is the convention of FLINT and Sage (SymPy's ``hermite_normal_form`` takes columns, from the
    right, and leaves zero columns out). ``H == U A``, H's shape and |det U| = 1 have been verified,
    so H is the form of A. The arguments are explained in `exactbox.linalg`.

    Raises
    ------
    MemoryError
        If A has more than 400 rows or columns.

    Examples
    --------
    >>> from exactbox.linalg import hermite_form
    >>> found = hermite_form([[4, 1], [6, 2], [2, 1]])
    >>> found.form, found.pivots
    (ExactMatrix([[2, 0], [0, 1], [0, 0]]), (0, 1))
    """
    full = read_integers(a, floats, "a Hermite form")
    h, u, pivots = row_form(full)
    return HermiteForm(exact_matrix(h), exact_matrix(u), tuple(pivots))


def smith_form(a: Any, *, floats: Floats = None) -> SmithForm:
    """The Smith normal form of an integer matrix: S = U A V, d_1 | d_2 | ... on the diagonal.

    ``S == U A V``, |det U| = |det V| = 1 and that each d_i divides the next have been verified, so
    S is the form of A. The transforms are not unique. The arguments are explained in
    `exactbox.linalg`.

    Raises
    ------
    MemoryError
        If A has more than 400 rows or columns.

    Examples
    --------
    The group generated by x and y with 4 x + 2 y = 0 and 2 x + 4 y = 0 is Z/2 x Z/6:

    >>> from exactbox.linalg import smith_form
    >>> smith_form([[4, 2], [2, 4]]).invariant_factors
    (2, 6)
    """
    full = read_integers(a, floats, "a Smith form")
    m, n = full.nrows(), full.ncols()
    s, u, v = _diagonalised(full)
    d = [s[k, k] for k in range(min(m, n)) if s[k, k] != 0]
    chain = all(x > 0 and y % x == 0 for x, y in pairwise([*d, fmpz(0)]))
    if not (s.is_diagonal() and chain and u * full * v == s):
        raise ArithmeticError("S == U A V failed: this is a bug")
    # |det A| |det U| |det V| = d_1 ... d_n, where this is not 0
    if not (m == n == len(d) and abs(full.det()) == prod(d, start=fmpz(1))):
        for transform in (u, v):
            _check_unimodular(transform)
    return SmithForm(exact_matrix(s), tuple(map(int, d)), exact_matrix(u), exact_matrix(v))


def invariant_factors(a: Any, *, floats: Floats = None) -> tuple[int, ...]:
    """The diagonal of the Smith form, without its transforms: for large sparse matrices.

    Pivots 1 and -1 are eliminated sparsely (`structured`), which is invertible over the integers,
    so each of them is an invariant factor 1; the others are those of the rest (`smith_form`). In
    the homology of a simplicial complex, factors that are not 1 are the torsion. The arguments are
    explained in `exactbox.linalg`.

    Raises
    ------
    MemoryError
        If the rest has more than 400 rows or columns.

    Examples
    --------
    >>> from exactbox.linalg import invariant_factors
    >>> invariant_factors([[4, 2, 1], [2, 4, 1], [0, 0, 0]])
    (1, 2)
    """
    small = integers_of(a, MOST, dense=True) if floats is None else None
    if small is not None:
        return _factors(small)
    found, rest = eliminated(checked_integers(a, floats, "a Smith form"), units=True)
    check_size(rest.shape, LARGEST, "what unit pivots leave of a Smith form")
    if 0 in rest.shape:
        return (1,) * found
    return (1,) * found + _factors(rest.flint)


def _factors(a: fmpz_mat) -> tuple[int, ...]:
    """The diagonal of FLINT's Smith form if that alone can be proved, else of `smith_form`."""
    if a.nrows() == a.ncols():
        s = a.snf()
        d = [s[k, k] for k in range(a.nrows())]
        if _are_factors(a, d):
            return tuple(map(int, d))
    return smith_form(a).invariant_factors


def _are_factors(a: fmpz_mat, d: list[fmpz]) -> bool:
    """Whether these are proved to be the invariant factors of a square A, |det A| not being 0.

    Let e be the true ones: e_1 | e_2 | ..., and e_1 ... e_n = |det A|. The least denominator of any
    A^-1 b divides e_n; if one is d_n, then d_n divides e_n. Let a prime p have the exponent at most
    1 in d_(n-1), and divide t of the d; it divides t of the e, if A has the rank n - t modulo p. So
    the product of e_1, ..., e_(n-1) has p at least as often as that of the d, and e_n too; as both
    have it as often in all, it is as often in each.
    """
    n, chain = len(d), all(x > 0 and y > 0 and y % x == 0 for x, y in pairwise([fmpz(1), *d]))
    before = d[-2] if n > 1 else fmpz(1)
    if not chain or prod(d, start=fmpz(1)) != abs(a.det()) or not 0 < before < _FACTORED:
        return False
    divisor = fmpz(1)
    for k in range(_PAIRS):
        powers = (97 * i + 11 * c + 40 for i in range(n) for c in (2 * k, 2 * k + 1))
        b = fmpz_mat(n, 2, [pow(2, e, 4093) for e in powers])
        divisor = divisor.lcm(a.solve(b).numer_denom()[1])
        if divisor == d[-1]:
            break
    return divisor == d[-1] and all(
        e == 1 and nmod_mat(a, int(p)).rank() == sum(x % p != 0 for x in d)
        for p, e in before.factor()
    )


def row_form(a: fmpz_mat) -> tuple[fmpz_mat, fmpz_mat, list[int]]:
    """H, U and the pivot columns, verified; the last rows of U are a reduced basis of y^T A = 0."""
    m, n = a.nrows(), a.ncols()
    if 0 in (m, n):
        return a, identity(m), []
    h, u, r = _form(a)
    u = _shortened(u, r)
    pivots = _pivots(h)
    if u * a != h:
        raise ArithmeticError("H == U A failed: this is a bug")
    if m != len(pivots) or abs(_columns(a, pivots).det()) != prod(
        (h[i, j] for i, j in enumerate(pivots)), start=fmpz(1)
    ):
        # else |det U| |det B| = |det U B|, for the columns B of A at the pivots
        _check_unimodular(u)
    return h, u, pivots


def _columns(a: fmpz_mat, chosen: list[int]) -> fmpz_mat:
    """These columns."""
    return fmpz_mat(a.nrows(), len(chosen), [row[j] for row in a.tolist() for j in chosen])


def _form(a: fmpz_mat) -> tuple[fmpz_mat, fmpz_mat, int]:
    """FLINT's H and U, and the rank r; from row r on, U is reduced.

    Where the kernel is long, the form [H U] of [A 1] has a U with half as many
    digits, and takes a third of the time to reduce.
    """
    m, n = a.nrows(), a.ncols()
    r = rank_from_below(a)
    if m > FEW and r < m:
        bits = longest(a).bit_length() * r // (m - r)  # that a kernel's entries may have (Siegel)
        if bits <= _SHORT and (found := _form_by_reduction(a, r, bits + _MARGIN)) is not None:
            return *found, r
    h, u = a.hnf(transform=True)
    r = m if any(h[m - 1, j] for j in range(n)) else sum(map(any, h.tolist()))
    if r == m:
        return h, u, r
    if longest(rows_of(u, r, m)).bit_length() > _LONG:
        both = _beside_unit(a, 1).hnf().tolist()
        h, u = matrix([row[:n] for row in both], n), matrix([row[n:] for row in both], m)
    kernel = rows_of(u, r, m).lll(delta=_DELTA)
    return h, matrix([*u.tolist()[:r], *kernel.tolist()], m), r


def _form_by_reduction(a: fmpz_mat, r: int, bits: int) -> tuple[fmpz_mat, fmpz_mat] | None:
    """H and U of a reduced basis of the rows of [c A, 1], c = 2^bits, a unimodular W times these.

    For a large c, m - r of them are 0 at A: these rows of W are the kernel, the others span the
    rows of A. None where c was too small.
    """
    m, n = a.nrows(), a.ncols()
    c = 1 << bits
    reduced = _beside_unit(a, c).lll(delta=_DELTA).tolist()
    kernel = [row for row in reduced if not any(row[:n])]
    top = [row for row in reduced if any(row[:n])]
    if len(top) != r:
        return None
    h, step = matrix([[e // c for e in row[:n]] for row in top], n).hnf(transform=True)
    u = step * matrix([row[n:] for row in top], m)
    below = [[fmpz(0)] * n] * len(kernel)
    return matrix([*h.tolist(), *below], n), matrix([*u.tolist(), *(e[n:] for e in kernel)], m)


def _beside_unit(a: fmpz_mat, c: int) -> fmpz_mat:
    """[c A, 1]."""
    m, n = a.nrows(), a.ncols()
    beside = zip((c * a).tolist(), identity(m).tolist(), strict=True)
    return matrix([x + y for x, y in beside], n + m)


def _pivots(h: fmpz_mat) -> list[int]:
    """The pivot columns; ArithmeticError unless H is in Hermite form."""
    rows = h.tolist()
    pivots: list[int] = []
    for i, row in enumerate(rows):
        j = next((j for j, e in enumerate(row) if e != 0), None)
        if j is None:
            break
        above = all(0 <= rows[k][j] < row[j] for k in range(i))
        if (pivots and j <= pivots[-1]) or not above or row[j] < 0:
            raise ArithmeticError("a Hermite form breaks its convention: this is a bug")
        pivots.append(j)
    if any(e != 0 for row in rows[len(pivots) :] for e in row):
        raise ArithmeticError("a Hermite form has a zero row above others: this is a bug")
    return pivots


def _shortened(u: fmpz_mat, r: int) -> fmpz_mat:
    """The rows before r less what those from r on, which are reduced, can take away."""
    if r == u.nrows():
        return u
    top, kernel = rows_of(u, 0, r), rows_of(u, r, u.nrows())
    if r > 0 and longest(top) <= longest(kernel):
        return u
    return matrix([*(top - nearest(top, kernel) * kernel).tolist(), *kernel.tolist()], u.ncols())


def nearest(x: fmpz_mat, basis: fmpz_mat) -> fmpz_mat:
    """Integers T such that the rows of ``X - T basis`` are short: projected and rounded (Babai)."""
    if 0 in (x.nrows(), basis.nrows()):
        return fmpz_mat(x.nrows(), basis.nrows())
    gram = basis * basis.transpose()
    numerators, d = gram.solve(basis * x.transpose()).numer_denom()
    rounded = [(2 * e + d) // (2 * d) for e in numerators.entries()]
    return fmpz_mat(basis.nrows(), x.nrows(), rounded).transpose()


def _check_unimodular(u: fmpz_mat) -> None:
    if abs(u.det()) != 1:
        raise ArithmeticError("a transform is not unimodular: this is a bug")


def _diagonalised(a: fmpz_mat) -> tuple[fmpz_mat, fmpz_mat, fmpz_mat]:
    """S, U and V with S = U A V diagonal, its entries positive and dividing each other."""
    m, n = a.nrows(), a.ncols()
    if m < n:  # the longer side first: what is left is square
        s, u, v = _diagonalised(a.transpose())
        return s.transpose(), v.transpose(), u.transpose()
    form = fmpz_mat(m, n)
    if n == 0:
        return form, identity(m), identity(n)
    h, u, r = _form(a)
    core, v = h if r == m else rows_of(h, 0, r), identity(n)  # v is kept transposed
    if not h.is_diagonal():
        turned, v, _ = _form(core.transpose())
        core = (turned if r == n else rows_of(turned, 0, r)).transpose()
    if r == m == n:
        left, right = u, v
    else:
        core = matrix([row[:r] for row in core.tolist()], r)
        left, right = rows_of(u, 0, r), rows_of(v, 0, r)
    while not core.is_diagonal():
        core, step = core.hnf(transform=True)
        left = step * left
        if not core.is_diagonal():
            turned, step = core.transpose().hnf(transform=True)
            core, right = turned.transpose(), step * right
    d = [core[k, k] for k in range(r)]
    _chain(d, top := left.tolist(), beside := right.tolist())
    for k, e in enumerate(d):
        form[k, k] = e
    u, v = matrix(top + u.tolist()[r:], m), matrix(beside + v.tolist()[r:], n)
    return form, _shortened(u, r), _shortened(v, r).transpose()


def _chain(d: list[fmpz], left: list[list[fmpz]], right: list[list[fmpz]]) -> None:
    """Make every pair of diagonal entries their gcd and lcm, in place."""
    for i, j in combinations(range(len(d)), 2):
        g = d[i].gcd(d[j])
        p, q = d[i] // g, d[j] // g
        if p == 1:
            continue
        u = fmpz(pow(int(p), -1, int(q)))
        v = (1 - u * p) // q  # g = u d_i + v d_j
        top, low = left[i], left[j]
        left[i] = [e + f for e, f in zip(top, low)]
        left[j] = [u * p * f - v * q * e for e, f in zip(top, low)]
        top, low = right[i], right[j]
        right[i] = [u * e + v * f for e, f in zip(top, low)]
        right[j] = [p * f - q * e for e, f in zip(top, low)]
        d[i], d[j] = g, p * d[j]

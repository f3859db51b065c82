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

FLINT computes the forms: of a tall matrix that of the first rows, a few more than the rank. They
mostly span the lattice of all, so that H is the same, and a short U follows. What is returned has
been verified: the products are multiplied back, the conventions are looked at, and |det U| = 1 is
FLINT's determinant, or follows from a minor of A and the complementary one of the basis. Where only
the invariant factors are wanted, they are proved without transforms if possible
(`_regular_factors`).

Source: Cohen, *A course in computational algebraic number theory*, 1993, ch. 2.4.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import prod
from typing import Any

import numpy as np
from flint import fmpz, fmpz_mat

from exactbox.linalg.elimination.dense import (
    LARGEST,
    above,
    check_parts,
    checked_integers,
    columns_of,
    exact_matrix,
    identity,
    longest,
    matrix,
    placed,
    read_integers,
    rows_of,
)
from exactbox.linalg.elimination.modular import residues
from exactbox.linalg.elimination.structured import eliminated
from exactbox.linalg.matrices.entries import Floats
from exactbox.linalg.matrices.small import MAX_FLINT_ORDER, integers_of, rank_from_below
from exactbox.linalg.matrices.sparse import Array
from exactbox.linalg.results.exact import ExactMatrix
from exactbox.linalg.results.summary import Summary
from exactbox.threads import single_threaded

_LLL_DELTA = 0.75  # that Lenstra, Lenstra and Lovasz have; FLINT's 0.99 takes up to twice as long
# Rows beyond the rank that are likely to span the lattice (50 x 20, two digits: 13 ms,
# with all rows at once 20; of 210 matrices with two digits 4 needed more)
_EXTRA_ROWS = 4
MIN_KERNEL_ROWS = 8  # rows of a kernel from which its length is worth these steps (12 x 5: 0.5 ms,
# by them 0.9)
# up to which floats make rows shorter, by 50 bits each time: sums of squares do not overflow
_MAX_FLOAT_SIZE = sys.float_info.max ** (1 / 4)
# Pairs of b that are tried: one b in p has not the power of a prime p in its denominator
_MAX_TRIAL_PAIRS = 4
# Primes by which the product of the other factors is divided (2,000 bits: 0.2 ms)
_TRIAL_DIVISORS = 1000


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
        If a part of A that is connected has more than 400 rows or columns, or A more than 1,000.

    Examples
    --------
    >>> from exactbox.linalg import hermite_form
    >>> found = hermite_form([[4, 1], [6, 2], [2, 1]])
    >>> found.form, found.pivots
    (ExactMatrix([[2, 0], [0, 1], [0, 0]]), (0, 1))
    """
    full = read_integers(a, floats, "a Hermite form")
    m, n = full.nrows(), full.ncols()
    h, top, kernel, pivots = row_form(full)
    form = h if h.nrows() == m else placed(h, m, n)
    return HermiteForm(exact_matrix(form), exact_matrix(above(top, kernel)), tuple(pivots))


def smith_form(a: Any, *, floats: Floats = None) -> SmithForm:
    """The Smith normal form of an integer matrix: S = U A V, d_1 | d_2 | ... on the diagonal.

    ``S == U A V``, |det U| = |det V| = 1 and that each d_i divides the next have been verified, so
    S is the form of A. The transforms are not unique. The arguments are explained in
    `exactbox.linalg`.

    Raises
    ------
    MemoryError
        If a part of A that is connected has more than 400 rows or columns, or A more than 1,000.

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
        If a part of the rest that is connected has more than 400 rows or columns, or the rest more
        than 1,000.

    Examples
    --------
    >>> from exactbox.linalg import invariant_factors
    >>> invariant_factors([[4, 2, 1], [2, 4, 1], [0, 0, 0]])
    (1, 2)
    """
    small = integers_of(a, MAX_FLINT_ORDER, dense=True) if floats is None else None
    if small is not None:
        return _factors(small)
    pivots, rest = eliminated(checked_integers(a, floats, "a Smith form"), units=True)
    check_parts(rest, LARGEST, "what unit pivots leave of a Smith form")
    if 0 in rest.shape:
        return (1,) * pivots
    return (1,) * pivots + _factors(rest.flint)


def _factors(a: fmpz_mat) -> tuple[int, ...]:
    """The invariant factors, without transforms if possible."""
    factors = _regular_factors(a) if a.nrows() == a.ncols() else None
    return smith_form(a).invariant_factors if factors is None else factors


def _regular_factors(a: fmpz_mat) -> tuple[int, ...] | None:
    """Invariant factors e_i of a square A, |det A| = e_1 ... e_n > 0; None if that is not enough.

    The least denominator s of some A^-1 b divides e_n, and a prime p divides n - rank A (mod p) of
    the e. So |det A| / s has it at least n - 1 - rank times; and not more only if it divides each
    of e_1, ..., e_(n-1) at most once, and is in s as often as in e_n.
    """
    n, s, product = a.nrows(), fmpz(1), abs(a.det())
    for k in range(_MAX_TRIAL_PAIRS if product else 0):
        powers = (97 * i + 11 * c + 40 for i in range(n) for c in (2 * k, 2 * k + 1))
        b = fmpz_mat(n, 2, [pow(2, e, 4093) for e in powers])
        x, d = a.solve(b).numer_denom()
        if a * x != d * b or product % d != 0:
            raise ArithmeticError("A x == b failed in exact integers: this is a bug")
        s = s.lcm(d)
        divided = (product // s).factor(trial_limit=_TRIAL_DIVISORS)
        if all(p.is_prime() and e == n - 1 - residues(a, int(p)).rank() for p, e in divided):
            others = [prod(p for p, e in divided if e >= n - i) for i in range(1, n)]
            return *map(int, others), int(s)
    return None


def row_form(a: fmpz_mat, short: bool = True) -> tuple[fmpz_mat, fmpz_mat, fmpz_mat, list[int]]:
    """H without its rows of zeros, the rows of U for them and the others, and the pivot columns.

    All have been verified; the other rows of U are a reduced basis of the y with y^T A = 0, by
    which the first ones have been made `short` if they are to be.
    """
    m, n = a.nrows(), a.ncols()
    if 0 in (m, n):
        return fmpz_mat(0, n), fmpz_mat(0, m), identity(m), []
    h, top, kernel = _form(a, short)
    pivots = _pivots(h)
    if top * a != h or not (kernel * a).is_zero():
        raise ArithmeticError("H == U A failed: this is a bug")
    # U B = [H_P; 0] for the columns B of A and H_P of H at the pivots, and U^-1 has complementary
    # minors: |det B_J| |det U| = |det H_P| |det K_J'|, for the first r rows J and the others J'
    r = len(pivots)
    minor = rows_of(columns_of(a, pivots), 0, r).det()
    if minor == 0:
        _check_unimodular(above(top, kernel))
    elif abs(minor) != abs(columns_of(kernel, range(r, m)).det()) * prod(
        (h[i, j] for i, j in enumerate(pivots)), start=fmpz(1)
    ):
        raise ArithmeticError("a transform is not unimodular: this is a bug")
    return h, top, kernel, pivots


def _form(a: fmpz_mat, short: bool = True) -> tuple[fmpz_mat, fmpz_mat, fmpz_mat]:
    """FLINT's H without rows of zeros, the rows of U for them, and a reduced basis as the others.

    Where the first k rows A_1 span the lattice of all, A_2 = X H and U = [U_1 0; -X U_1 1].
    """
    m = a.nrows()
    r = rank_from_below(a)
    k = m if m - r <= MIN_KERNEL_ROWS else r + _EXTRA_ROWS
    while True:
        h, top, kernel = _direct_form(rows_of(a, 0, k), r, short)
        if k == m:
            return h, top, kernel
        if (x := _multiples(rows_of(a, k, m), h)) is not None:
            break
        k = min(m, 2 * k)
    left = placed(above(kernel, subtract_kernel(-x * top, kernel)), m - h.nrows(), m)
    kernel = (left + placed(identity(m - k), m - h.nrows(), m, kernel.nrows(), k)).lll(
        delta=_LLL_DELTA
    )
    top = placed(top, h.nrows(), m)
    return h, subtract_kernel(top, kernel) if short else top, kernel


def _direct_form(a: fmpz_mat, rank: int, short: bool) -> tuple[fmpz_mat, fmpz_mat, fmpz_mat]:
    """H without rows of zeros, its rows of U and a reduced basis, of all rows of A at once.

    A has this rank or a greater one, if not fewer rows.
    """
    m, n = a.nrows(), a.ncols()
    h, u = a.hnf(transform=True)
    r = min(rank, m)
    while r < m and any(h[r, j] for j in range(n)):
        r += 1
    if r == m:
        return h, u, fmpz_mat(0, m)
    kernel, top = rows_of(u, r, m).lll(delta=_LLL_DELTA), rows_of(u, 0, r)
    return rows_of(h, 0, r), subtract_kernel(top, kernel) if short else top, kernel


def _multiples(a: fmpz_mat, h: fmpz_mat) -> fmpz_mat | None:
    """The integer X with A = X H for an H in echelon form; None if there is none."""
    pivots = _pivots(h)
    x, d = solved(columns_of(h, pivots).transpose(), columns_of(a, pivots).transpose())
    return x.transpose() if d == 1 and x.transpose() * h == a else None


def solved(triangle: fmpz_mat, b: fmpz_mat) -> tuple[fmpz_mat, fmpz]:
    """Numerators and the positive denominator of the solution."""
    if 0 in (triangle.nrows(), b.ncols()):
        return fmpz_mat(triangle.nrows(), b.ncols()), fmpz(1)
    numerators, d = triangle.solve(b).numer_denom()
    return numerators, d


def _pivots(h: fmpz_mat) -> list[int]:
    """The pivot columns; ArithmeticError unless H, which has no rows of zeros, is in form."""
    pivots = [-1]
    for i in range(h.nrows()):
        j = next((j for j in range(pivots[-1] + 1, h.ncols()) if h[i, j] != 0), None)
        if j is None:  # or one that begins too far on the left
            raise ArithmeticError("a Hermite form has a zero row above others: this is a bug")
        pivots.append(j)
    if not h.is_hnf():
        raise ArithmeticError("a Hermite form breaks its convention: this is a bug")
    return pivots[1:]


def subtract_kernel(top: fmpz_mat, kernel: fmpz_mat) -> fmpz_mat:
    """Rows of `top` less the nearest vectors of a reduced basis, unless they are as short as it.

    Exactly by `nearest`; where the basis has many rows by floats, in a tenth of the time.
    """
    if (
        kernel.nrows() > MIN_KERNEL_ROWS
        and np.abs(x := _floats(top)).max(initial=0) < _MAX_FLOAT_SIZE
    ):
        return _subtract_kernel_in_floats(top, kernel, x)
    if 0 in (top.nrows(), kernel.nrows()) or longest(top) <= longest(kernel):
        return top
    return top - nearest(top, kernel) * kernel


def _subtract_kernel_in_floats(top: fmpz_mat, kernel: fmpz_mat, x: Array) -> fmpz_mat:
    """`subtract_kernel` for rows that are about `x`; the errors of floats are subtracted again."""
    basis, size = _floats(kernel), np.abs(x).max(initial=0)
    if size <= np.abs(basis).max():
        return top
    with single_threaded():
        while (t := np.rint(np.linalg.solve(basis @ basis.T, basis @ x.T)).T).any():
            shorter = top - fmpz_mat(*t.shape, list(map(int, t.ravel()))) * kernel
            x, before = _floats(shorter), size
            size = np.abs(x).max()
            if size >= before:
                break
            top = shorter
    return top


def _floats(a: fmpz_mat) -> Array:
    """The nearest floats; infinite where there is a number without one."""
    try:
        return np.array(list(map(float, a.entries()))).reshape(a.nrows(), a.ncols())
    except OverflowError:
        return np.full((a.nrows(), a.ncols()), np.inf)


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
    if n == 0:
        return a, identity(m), identity(n)
    core, left, below = _form(a)
    r = core.nrows()
    right, under = identity(n), fmpz_mat(0, n)  # of V^T
    if r < n or not core.is_diagonal():
        core, right, under = _form(core.transpose())
        core = core.transpose()
    tops = left, right
    while not core.is_diagonal():
        core, step = core.hnf(transform=True)
        left = step * left
        if not core.is_diagonal():
            core, step = core.transpose().hnf(transform=True)
            core, right = core.transpose(), step * right
    d, top, beside = [core[k, k] for k in range(r)], left.tolist(), right.tolist()
    if _chain(d, top, beside):
        left, right = matrix(top, m), matrix(beside, n)
    if (left, right) != tops:
        left, right = subtract_kernel(left, below), subtract_kernel(right, under)
    form = fmpz_mat(m, n)
    for k, e in enumerate(d):
        form[k, k] = e
    return form, above(left, below), above(right, under).transpose()


def _chain(d: list[fmpz], left: list[list[fmpz]], right: list[list[fmpz]]) -> bool:
    """Make every pair of diagonal entries their gcd and lcm, in place; whether that was needed."""
    changed = False
    for i, j in combinations(range(len(d)), 2):
        g = d[i].gcd(d[j])
        p, q = d[i] // g, d[j] // g
        if p == 1:
            continue
        changed, u = True, fmpz(pow(int(p), -1, int(q)))
        v = (1 - u * p) // q  # g = u d_i + v d_j
        top, low = left[i], left[j]
        left[i] = [e + f for e, f in zip(top, low)]
        left[j] = [u * p * f - v * q * e for e, f in zip(top, low)]
        top, low = right[i], right[j]
        right[i] = [u * e + v * f for e, f in zip(top, low)]
        right[j] = [p * f - q * e for e, f in zip(top, low)]
        d[i], d[j] = g, p * d[j]
    return changed

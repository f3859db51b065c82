"""Characteristic and minimal polynomials, rational eigenvalues, and interpolation.

FLINT computes the characteristic polynomial, and the minimal polynomials modulo primes, from which
the one over the integers is put together; what was found is then proved. (FLINT 3.6's own minimal
polynomial of the integer matrix [[2^63, 0], [0, 0]] is x^2 + 29 x.)

Let a polynomial f annihilate vectors v_1, ..., v_k, and let all A^i v_j together span the space
(they do if they do modulo one prime). Then f annihilates every A^i v_j, and so f(A) = 0.

- *The minimal polynomial* is the monic f of least degree with f(A) = 0. Where a vector v has
  independent v, A v, ..., A^(d-1) v (modulo one prime is enough), no polynomial of degree less than
  d annihilates it. With d = deg f, f is minimal. It has every root of the characteristic
  polynomial, and is that one where all its roots differ (they do if they do modulo one prime).
- *The characteristic polynomial* f of few rows is compared with det(x - A) at one integer x, beyond
  every root that the difference of the two may have (Cauchy).
- That of more rows is monic of degree n too. For a monic f of degree n and vectors
  u, v with f(A) v = 0 is u^T (x - A)^-1 v = N / f for a polynomial N, and its denominator in lowest
  terms divides the characteristic polynomial det(x - A). So if N and f have no common divisor, f is
  that polynomial; modulo one prime is enough. Where they have one for all u and v (the minimal
  polynomial has a smaller degree), f is compared with FLINT's characteristic polynomials modulo so
  many primes that their product exceeds twice the bound ``|c_k| <= prod_i (1 + |a_i|)`` for the
  coefficients, the sums of principal minors, where |a_i| is the Euclidean norm of row i (Hadamard);
  for these matrices FLINT's arithmetic modulo primes is trusted.

f(A) v = 0 is checked in exact integers by Horner's rule for a power of A.

The strongly connected components of a matrix are the diagonal blocks of a permuted P A P^T that is
block triangular: its characteristic polynomial is the product of theirs. So a large sparse matrix
is fine for `charpoly` if no component is large.

Rational matrices: if D A is an integer matrix with the polynomial sum c_k x^(n-k), that of A is
sum (c_k / D^k) x^(n-k).

Source: Wiedemann, *Solving sparse linear equations over finite fields*, 1986, for the use of
Krylov spaces.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import islice
from math import isqrt, lcm, prod
from random import Random
from typing import Any

import numpy as np
from flint import fmpq, fmpq_poly, fmpz, fmpz_mat, fmpz_poly, nmod, nmod_mat, nmod_poly

from exactbox.linalg.assembly import identity
from exactbox.linalg.elimination.dense import check_size, products, whole
from exactbox.linalg.elimination.dense import identity as unit_matrix
from exactbox.linalg.elimination.echelon import primes
from exactbox.linalg.general import nullspace
from exactbox.linalg.matrices.entries import Floats
from exactbox.linalg.matrices.exactfraction import exact_fraction
from exactbox.linalg.matrices.integers import tree_product
from exactbox.linalg.matrices.matrix_inputs import read_square
from exactbox.linalg.matrices.small import MAX_FLINT_ORDER, integers_of
from exactbox.linalg.matrices.sparse import Array, IntegerMatrix
from exactbox.linalg.results.eigenvalues import Eigenvalue, Eigenvalues
from exactbox.linalg.results.exact import ExactMatrix, ExactVector
from exactbox.linalg.results.polynomial import Polynomial
from exactbox.showing import counted

_MAX_ROWS = 1_000  # rows (dense with two digits: 100 in 0.04 s, 200 in 0.5 s, 400 in 7 s)
# Rows up to which a determinant proves it fastest (4: 9 us, by f(A) v = 0 18;
# 8: 23 and 30, 10: 49 and 41)
_MAX_ROWS_AT_ONE_POINT = 9
# Rows from which FLINT's polynomials modulo fewer primes than its bound asks for are faster (two
# digits: 50 in 1.0 ms, by FLINT's charpoly 1.1; 100: 14 and 16; 200: 196 and 237)
_MIN_ROWS_BY_PRIMES = 60
_BITS_BELOW_HADAMARD = 0.72  # a row: (log2 e) / 2, by Stirling's formula for n! / n^n
_PRIME_BITS = 58  # at least, of the primes here
# A^s is used for 4 s^2 < n (n = 50: 0.8 ms, by Horner's rule alone 2.1; 200: 91 and 240)
_DEGREE_PER_SQUARED_STEP = 4
# of a trial vector's entries: one vector in 2^20 lies in a given invariant subspace
_TRIAL_BITS = 20


def charpoly(a: Any, *, floats: Floats = None) -> Polynomial:
    """The coefficients of det(x - A) for a square A, highest power first; the first one is 1.

    That is how SymPy's ``all_coeffs`` and `numpy.poly` have them. Each strongly connected
    component's polynomial f has been proved: of up to nine rows by ``f(x) == det(x - A)`` at an x
    beyond all roots of the difference; else by ``f(A) v == 0`` in integers for a v with independent
    A^i v, i < n; where A has no such v, by FLINT's polynomials modulo primes beyond a bound for the
    coefficients. The arguments are explained in `exactbox.linalg`.

    Raises
    ------
    MemoryError
        If a strongly connected component has more than 1,000 rows.

    Examples
    --------
    x^2 - 5 x - 2, and (x - 1/2)^2:

    >>> from exactbox.linalg import charpoly
    >>> charpoly([[1, 2], [3, 4]])
    Polynomial(t^2 - 5 t - 2)
    >>> charpoly([["1/2", 1], [0, "1/2"]])
    Polynomial(t^2 - t + 1/4)
    """
    small = integers_of(a, MAX_FLINT_ORDER, dense=True) if floats is None else None
    if small is not None and small.nrows() == small.ncols():
        return _coefficients(_characteristic(small), 1)
    matrix, scales = read_square(a, floats)
    common = lcm(*scales)
    factors = []
    for part in _components(matrix):
        check_size((len(part), len(part)), _MAX_ROWS, "a characteristic polynomial")
        block, own = whole(matrix.permuted(part, part), [scales[i] for i in part])
        factors.append(_stretched(_characteristic(block.flint), common // own))
    return _coefficients(tree_product(factors, fmpz_poly([1])), common)


def minpoly(a: Any, *, floats: Floats = None) -> Polynomial:
    """The coefficients of the minimal polynomial, the monic f of least degree with f(A) = 0.

    The highest power comes first. Proved: it is `charpoly`, none of whose roots is double; or
    ``f(A) v == 0`` in integers for vectors whose A^i v span the space, and independent v, A v, ...,
    A^(d-1) v for one v, where d is the degree. The arguments are explained in `exactbox.linalg`.

    Raises
    ------
    MemoryError
        If A has more than 1,000 rows.

    Examples
    --------
    A projection: f = x^2 - x.

    >>> from exactbox.linalg import minpoly
    >>> minpoly([[1, 0, 0], [0, 1, 0], [0, 0, 0]])
    Polynomial(t^2 - t)
    """
    full, common = integers_of(a, MAX_FLINT_ORDER, dense=True) if floats is None else None, 1
    if full is None or full.nrows() != full.ncols():
        matrix, scales = read_square(a, floats)
        check_size(matrix.shape, _MAX_ROWS, "a minimal polynomial")
        integers, common = whole(matrix, scales)
        full = integers.flint
    return _coefficients(_minimal(full) if full.nrows() else fmpz_poly([1]), common)


def rational_eigenvalues(a: Any, *, floats: Floats = None) -> Eigenvalues:
    """The rational eigenvalues of a square matrix, increasing, with their eigenvectors.

    They are the rational roots of `charpoly`, whose multiplicity has been verified by division;
    that there are no others is FLINT's word. Eigenvalues that are not rational are left out: their
    number is that of the rows less the multiplicities. The arguments are explained in
    `exactbox.linalg`.

    Examples
    --------
    >>> from exactbox.linalg import rational_eigenvalues
    >>> for found in rational_eigenvalues([[2, 1], [1, 2]]):
    ...     found.value, found.multiplicity, found.vectors
    (Fraction(1, 1), 1, ExactMatrix([[-1], [1]]))
    (Fraction(3, 1), 1, ExactMatrix([[1], [1]]))
    """
    matrix = ExactMatrix(a, floats=floats)
    coefficients = [fmpq(c.numerator, c.denominator) for c in reversed(charpoly(matrix))]
    f = fmpq_poly(coefficients)
    eigenvalues = []
    for root, multiplicity in sorted(f.roots()):
        f, rest = divmod(f, fmpq_poly([-root, 1]) ** multiplicity)
        if rest != 0 or f(root) == 0:
            raise ArithmeticError("a root of a polynomial is none: this is a bug")
        shifted = matrix - exact_fraction(root.p, root.q) * identity(len(matrix))
        vectors = nullspace(shifted, integer=True)
        eigenvalues.append(Eigenvalue(exact_fraction(root.p, root.q), multiplicity, vectors))
    return Eigenvalues(eigenvalues)


def interpolate(points: Any, values: Any, *, floats: Floats = None) -> Polynomial:
    """The polynomial of least degree through points: its coefficients, highest power first.

    There is a coefficient for each point, some of which may be 0. The polynomial has been evaluated
    at the points again. Other arguments are explained in `exactbox.linalg`.

    Parameters
    ----------
    points, values : vectors of one length
        Where the polynomial has which value; no point may stand there twice.

    Examples
    --------
    x^2 - x + 1:

    >>> from exactbox.linalg import interpolate
    >>> interpolate([0, 1, 2], [1, 1, 3])
    Polynomial(t^2 - t + 1)
    """
    at, of = (ExactVector(v, floats=floats) for v in (points, values))
    if len(at) != len(of):
        raise ValueError(f"there are {len(at)} points and {len(of)} values, need as many")
    x, y = ([fmpq(*v.parts(i)) for i in range(len(v))] for v in (at, of))
    if (twice := len(x) - len({*x})) > 0:
        raise ValueError(f"{counted(twice, 'point')} too many: each may be there once")
    # Newton: f = c_0 + (x - x_0) (c_1 + (x - x_1) (c_2 + ...)), c_k the divided differences
    c = list(y)
    for k in range(1, len(c)):
        for i in range(len(c) - 1, k - 1, -1):
            c[i] = (c[i] - c[i - 1]) / (x[i] - x[i - k])
    f = fmpq_poly([])
    for point, difference in zip(reversed(x), reversed(c), strict=True):
        f = fmpq_poly([-point, 1]) * f + difference
    if [f(point) for point in x] != y:
        raise ArithmeticError("a polynomial misses a point: this is a bug, please report it")
    coefficients = [exact_fraction(e.p, e.q) for e in f.coeffs()]
    return Polynomial(reversed(coefficients + [Fraction(0)] * (len(x) - len(coefficients))))


def _components(a: IntegerMatrix) -> Iterator[Array]:
    """The rows of each strongly connected component."""
    from scipy.sparse.csgraph import connected_components

    count, label = connected_components(a.pattern(), connection="strong")
    order = np.argsort(label, kind="stable")
    ends = np.cumsum(np.bincount(label, minlength=count))
    return (part for part in np.split(order, ends[:-1]) if len(part))


def _characteristic(a: fmpz_mat) -> fmpz_poly:
    """The characteristic polynomial, proved."""
    n = a.nrows()
    if n == 1:
        return fmpz_poly([-a[0, 0], 1])
    if n <= _MAX_ROWS_AT_ONE_POINT:
        f = _monic(a.charpoly(), n)
        if not _agrees_at_one_point(a, f):
            raise ArithmeticError("a characteristic polynomial is wrong: this is a bug")
        return f
    prime = next(primes())
    u, v = _trial(n)
    power, low = _krylov(a, v, n)
    if n >= _MIN_ROWS_BY_PRIMES:
        f = _monic(_charpoly_modulo_primes(a), n)
        if _is_denominator(f, u, power, low, prime) and _annihilates(f, power, low):
            return f
    f = _monic(a.charpoly(), n)
    if _is_denominator(f, u, power, low, prime):
        if not _annihilates(f, power, low):
            raise ArithmeticError("f(A) v == 0 failed in exact integers: this is a bug")
        return f
    bound = _coefficient_bound(a)
    for p in products(primes(), bound + max(abs(e) for e in f.coeffs())):
        modular = nmod_mat(a, p).charpoly().coeffs()
        if any((e - int(r)) % p != 0 for e, r in zip(f.coeffs(), modular, strict=True)):
            raise ArithmeticError("a characteristic polynomial is wrong: this is a bug")
    return f


def _monic(f: fmpz_poly, n: int) -> fmpz_poly:
    """A polynomial that has to be monic of degree n."""
    if f.degree() != n or f[n] != 1:
        raise ArithmeticError("a characteristic polynomial has the wrong degree: this is a bug")
    return f


def _charpoly_modulo_primes(a: fmpz_mat) -> fmpz_poly:
    """The characteristic polynomial, unproved, from as many residues as it probably needs.

    Where entries are random, determinants stay below Hadamard's bound by n! / n^n, squared.
    """
    n = a.nrows()
    bits = max(_coefficient_bound(a).bit_length() - int(_BITS_BELOW_HADAMARD * n), 1) + 2
    chosen = list(islice(primes(), bits // _PRIME_BITS + 1))
    product = prod(map(fmpz, chosen), start=fmpz(1))
    residues = [int(e) for p in chosen for e in nmod_mat(a, p).charpoly().coeffs()]
    # c = sum_p (c mod p) w_p with w_p = 1 (mod p), 0 (mod the others)
    weights = [(q := product // p) * pow(int(q % p), -1, p) for p in chosen]
    k = len(chosen)
    c = (fmpz_mat(1, k, weights) * fmpz_mat(k, n + 1, residues)).entries()
    return fmpz_poly([(e + product // 2) % product - product // 2 for e in c])


def _coefficient_bound(a: fmpz_mat) -> fmpz:
    """``prod_i (1 + |a_i|)``: every coefficient is a sum of principal minors."""
    gram = a * a.transpose()
    return prod((fmpz(isqrt(int(gram[i, i])) + 2) for i in range(a.nrows())), start=fmpz(1))


def _agrees_at_one_point(a: fmpz_mat, f: fmpz_poly) -> bool:
    """True if f(x) = det(x - A) for an integer x beyond every root that the difference may have.

    A polynomial with integer coefficients up to C in size has no root beyond C + 1 (Cauchy).
    """
    largest = _coefficient_bound(a) + max(abs(e) for e in f.coeffs())
    x = fmpz(1) << largest.bit_length() + 1
    shifted = -a
    for i in range(a.nrows()):
        shifted[i, i] += x
    return bool(shifted.det() == f(x))


def _is_denominator(
    f: fmpz_poly, u: fmpz_mat, power: fmpz_mat, low: list[fmpz_mat], prime: int
) -> bool:
    """True if N = f(x) u^T (x - A)^-1 v has no common divisor with f modulo a prime.

    With s_i = u^T A^i v it is the polynomial part of f(x) (s_0 / x + s_1 / x^2 + ...).
    """
    n = f.degree()
    s: list[nmod] = []
    left, giant, *small = (nmod_mat(e, prime) for e in (u.transpose(), power, *low))
    while len(s) < n:
        s += [(left * w)[0, 0] for w in small]  # u^T B^j A^i v
        left = left * giant
    below = nmod_poly(f.coeffs(), prime)
    above = (below * nmod_poly(s[n - 1 :: -1], prime)).right_shift(n)
    return bool(above.gcd(below).is_one())


def _minimal(a: fmpz_mat) -> fmpz_poly:
    """The minimal polynomial, from those modulo primes (Chinese remainders), proved."""
    first = nmod_mat(a, next(primes())).charpoly()
    if first.gcd(first.derivative()).degree() == 0:
        return _characteristic(a)
    product, residues = fmpz(1), [fmpz(1)]  # f modulo the product of the primes of highest degree
    last: list[fmpz] = []
    for p in primes():
        modular = nmod_mat(a, p).minpoly().coeffs()
        if len(modular) < len(residues):
            continue  # the prime divides too much
        if len(modular) > len(residues):
            product, residues, last = fmpz(1), [fmpz(0)] * len(modular), []
        inverse = pow(int(product % p), -1, p)
        step = [(int(e) - r) * inverse % p for e, r in zip(modular, residues, strict=True)]
        residues = [r + product * e for r, e in zip(residues, step, strict=True)]
        product *= p
        coefficients = [r - product if 2 * r > product else r for r in residues]
        if coefficients == last and _is_minimal(a, fmpz_poly(coefficients), p):
            return fmpz_poly(coefficients)
        last = coefficients
    raise AssertionError("there are infinitely many primes")


def _is_minimal(a: fmpz_mat, f: fmpz_poly, prime: int) -> bool:
    """True if f is proved to be the minimal polynomial; False also where the prime is unlucky."""
    n, d, rng = a.nrows(), f.degree(), Random(prime)
    if f[d] != 1 or _krylov_rank(a, _vectors(n, 1, rng), d, prime) < d:
        return False
    width = -(-n // d)
    while _krylov_rank(a, v := _vectors(n, width, rng), d, prime) < n:
        width = min(2 * width, n)
    return _annihilates(f, *_krylov(a, v, d))


@cache
def _trial(n: int) -> tuple[fmpz_mat, fmpz_mat]:
    """Two vectors by chance, always the same: the same matrix takes the same time."""
    rng = Random(n)
    return _vectors(n, 1, rng), _vectors(n, 1, rng)


def _vectors(n: int, columns: int, rng: Random) -> fmpz_mat:
    """Some vectors as columns: the unit matrix for n of them, else small numbers by chance."""
    if columns == n:
        return unit_matrix(n)
    middle = 1 << _TRIAL_BITS - 1
    return fmpz_mat(n, columns, [rng.getrandbits(_TRIAL_BITS) - middle for _ in range(n * columns)])


def _krylov_rank(a: fmpz_mat, v: fmpz_mat, steps: int, prime: int) -> int:
    """The rank of (V, A V, ..., A^(steps-1) V) modulo a prime."""
    residues, power = nmod_mat(a.transpose(), prime), nmod_mat(v.transpose(), prime)
    entries: list[Any] = []
    for _ in range(steps):
        entries += power.entries()
        power = power * residues
    return int(nmod_mat(steps * v.ncols(), a.nrows(), entries, prime).rank())


def _krylov(a: fmpz_mat, v: fmpz_mat, degree: int) -> tuple[fmpz_mat, list[fmpz_mat]]:
    """B = A^s, and V, A V, ..., A^(s-1) V, so that long numbers are multiplied by B only."""
    power, s = a, 1
    while _DEGREE_PER_SQUARED_STEP * s * s <= degree:
        power, s = power * power, 2 * s
    low = [v]
    for _ in range(s - 1):
        low.append(a * low[-1])
    return power, low


def _annihilates(f: fmpz_poly, power: fmpz_mat, low: list[fmpz_mat]) -> bool:
    """True if f(A) V = 0, by Horner's rule: it is sum_j B^j (sum_{i < s} c_{js+i} A^i V)."""
    c, s = f.coeffs(), len(low)
    total = low[0] * 0
    for j in reversed(range(0, len(c), s)):
        total = power * total
        for e, w in zip(c[j : j + s], low):
            total += e * w
    return bool(total.is_zero())


def _stretched(f: fmpz_poly, factor: int) -> fmpz_poly:
    """The monic polynomial whose roots are `factor` times those of f."""
    if factor == 1:
        return f
    d = f.degree()
    return fmpz_poly([c * fmpz(factor) ** (d - k) for k, c in enumerate(f.coeffs())])


def _coefficients(f: fmpz_poly, common: int) -> Polynomial:
    """Highest first, of the polynomial whose roots are 1 / common of those of f."""
    power = fmpz(1)
    coefficients = []
    for c in reversed(f.coeffs()):
        coefficients.append(exact_fraction(c, power))
        power *= common
    return Polynomial(coefficients)

"""Characteristic and minimal polynomials: beside SymPy's, and put into the matrix."""

from __future__ import annotations

from fractions import Fraction
from math import prod

import numpy as np
import pytest
import scipy.sparse as sparse
from flint import fmpz_mat, fmpz_poly
from hypothesis import given
from hypothesis import strategies as st
from sympy import Rational, eye, symbols, zeros

from exactbox.linalg import charpoly, minpoly, polynomials
from tests.linalg.test_least_squares import as_sympy, shaped
from tests.strategies import small_rationals

T = symbols("t")


@st.composite
def square_matrices(draw):
    """Any size to 5, with repeated blocks: often more than one invariant factor."""
    n = draw(st.integers(0, 3))
    block = [[draw(small_rationals()) for _ in range(n)] for _ in range(n)]
    if not draw(st.booleans()):
        return block
    full = [[*row, *([0] * n)] for row in block] + [[*([0] * n), *row] for row in block]
    for i in range(n):  # U^-1 A U with the unit triangle U that adds column n + i to column i
        for k in range(2 * n):
            full[k][i] += full[k][n + i]
        full[n + i] = [x - y for x, y in zip(full[n + i], full[i])]
    return full


def as_rational(e):
    return Rational(e.numerator, e.denominator)


@given(square_matrices())
def test_sympy_has_the_same_characteristic_polynomial(rows):
    n = len(rows)
    found = charpoly(shaped(rows, n))
    assert all(isinstance(e, Fraction) for e in found) and len(found) == n + 1
    assert list(map(as_rational, found)) == as_sympy(rows, n).charpoly(T).all_coeffs()


@given(square_matrices())
def test_the_minimal_polynomial_annihilates_and_none_of_its_proper_divisors_does(rows):
    n = len(rows)
    a, found = as_sympy(rows, n), minpoly(shaped(rows, n))
    assert found[0] == 1

    def value(f):
        total = zeros(n, n)
        for c in f.all_coeffs():
            total = total * a + c * eye(n)
        return total

    from sympy import Poly

    f = Poly(list(map(as_rational, found)), T)
    assert value(f) == zeros(n, n)
    for factor, _ in f.factor_list()[1]:
        assert value(f.quo(factor)) != zeros(n, n)


def test_a_companion_matrix_has_its_polynomial():
    """x^4 - 2 x^3 + 3 x - 5/7, both times."""
    c = [Fraction(-5, 7), 3, 0, -2]
    a = [[int(i == j + 1) for j in range(3)] + [-c[i]] for i in range(4)]
    assert charpoly(a) == minpoly(a) == (1, -2, 0, 3, Fraction(-5, 7))


@pytest.mark.parametrize("n", [12, 40])
def test_complete_graphs_have_two_eigenvalues(n):
    """n - 1 once and -1 else: (x - n + 1) (x + 1)^(n - 1), and (x - n + 1) (x + 1)."""
    a = np.ones((n, n), dtype=int) - np.eye(n, dtype=int)
    power = fmpz_poly([1, 1]) ** (n - 1) * fmpz_poly([1 - n, 1])
    assert list(charpoly(a)) == [int(e) for e in reversed(power.coeffs())]
    assert minpoly(a) == (1, 2 - n, 1 - n)


def test_a_large_triangular_matrix_is_cut_into_components():
    n = 2000
    a = sparse.diags_array([np.arange(n) % 2, np.ones(n - 1)], offsets=[0, 1]).astype(np.int64)
    expected = (fmpz_poly([-1, 1]) ** (n // 2) * fmpz_poly([0, 1]) ** (n // 2)).coeffs()
    assert list(charpoly(a)) == [int(e) for e in reversed(expected)]
    with pytest.raises(MemoryError, match="a minimal polynomial is dense: A has 2,000 rows"):
        minpoly(a)


@pytest.mark.parametrize("too_short", [False, True])
def test_a_guess_from_few_primes_is_proved_or_replaced(monkeypatch, too_short):
    """Of random entries, and of a companion matrix with a coefficient at Hadamard's bound."""
    rng = np.random.default_rng(1)
    a = rng.integers(-99, 100, (24, 24))
    c = [10**60, *([0] * 11)]
    companion = [[int(i == j + 1) for j in range(11)] + [-c[i]] for i in range(12)]
    monkeypatch.setattr(polynomials, "_MIN_ROWS_BY_PRIMES", 10)
    if too_short:
        monkeypatch.setattr(polynomials, "_BITS_BELOW_HADAMARD", 100)
    for matrix in (a.tolist(), companion):
        guess = polynomials._charpoly_modulo_primes(fmpz_mat(matrix))
        assert (guess == fmpz_mat(matrix).charpoly()) != too_short
        assert charpoly(matrix) == tuple(map(int, reversed(fmpz_mat(matrix).charpoly().coeffs())))


def test_numpy_orders_the_coefficients_alike():
    a = [[2, 1], [1, 3]]
    assert np.allclose(np.poly(np.array(a)), [float(e) for e in charpoly(a)])


def test_long_entries_have_their_minimal_polynomial():
    """x (x - 2^63), where FLINT 3.6 has x^2 + 29 x."""
    assert minpoly([[2**63, 0], [0, 0]]) == (1, -(2**63), 0)


def test_a_wrong_minimal_polynomial_is_never_returned():
    a = fmpz_mat([[1, 1, 0], [0, 1, 0], [0, 0, 1]])  # minimal: (x - 1)^2
    prime = 2**31 - 1
    assert polynomials._is_minimal(a, fmpz_poly([1, -2, 1]), prime)
    for f in ([-1, 1], [-1, 3, -3, 1], [2, -4, 2], [0, -2, 1]):
        assert not polynomials._is_minimal(a, fmpz_poly(f), prime)


@pytest.mark.parametrize("tried", [[2, 3, 10007, 10009, 10037], [10007, 3, 10009, 10037]])
def test_primes_that_divide_too_much_are_passed_over(monkeypatch, tried):
    """Modulo 2 and 3 the eigenvalues 1 and 7 are one."""
    monkeypatch.setattr(polynomials, "primes", lambda: iter(tried))
    assert minpoly([[1, 0], [0, 7]]) == (1, -8, 7)


@pytest.mark.parametrize("at_one_point", [polynomials._MAX_ROWS_AT_ONE_POINT, 0])
@pytest.mark.parametrize("f", [[7, 0, 1], [0, 0, 0, 1], [1, 2, 2]])
def test_a_wrong_characteristic_polynomial_is_never_returned(monkeypatch, f, at_one_point):
    class Lying(fmpz_mat):
        def charpoly(self):
            return fmpz_poly(f)

    monkeypatch.setattr(polynomials, "_MAX_ROWS_AT_ONE_POINT", at_one_point)
    for rows in ([[1, 2], [3, 4]], [[1, 0], [0, 1]]):
        with pytest.raises(ArithmeticError):
            polynomials._characteristic(Lying(rows))


@pytest.mark.parametrize("degree", [3, 4, 16])  # A, A^2 and A^4 are multiplied by
def test_what_annihilates_is_the_characteristic_polynomial_of_distinct_eigenvalues_only(degree):
    """(x - 1)^2 (x - 2) and (x - 1) (x - 2)^2 both annihilate the diagonal matrix of 1, 1, 2."""
    u, v = fmpz_mat([[3], [-1], [5]]), fmpz_mat([[2], [7], [-4]])
    for eigenvalues, roots, proved in (
        ((1, 1, 2), (1, 1, 2), False),
        ((1, 1, 2), (1, 2, 2), False),
        ((1, 2, 3), (1, 2, 3), True),
        ((0, 1, 2), (0, 1, 2), True),
    ):
        a = fmpz_mat(np.diag(eigenvalues).tolist())
        f = prod((fmpz_poly([-r, 1]) for r in roots), start=fmpz_poly([1]))
        krylov = polynomials._krylov(a, v, degree)
        assert polynomials._annihilates(f, *krylov)
        assert not polynomials._annihilates(f + 1, *krylov)
        assert polynomials._is_denominator(f, u, *krylov, 2**31 - 1) == proved


@given(square_matrices())
def test_polynomials_of_few_rows_are_those_that_many_rows_would_have(rows):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(polynomials, "_MAX_ROWS_AT_ONE_POINT", 0)
        found = charpoly(shaped(rows, len(rows)))
    assert found == charpoly(shaped(rows, len(rows)))


def test_a_matrix_that_is_not_square_is_refused():
    with pytest.raises(ValueError, match="A has 1 row and 2 columns, need a square matrix"):
        charpoly([[1, 2]])

"""LU and LDL factors: multiplied back, beside SymPy's, and wrong ones refused."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
import scipy.sparse as sparse
from flint import fmpz_mat
from hypothesis import given
from hypothesis import strategies as st
from sympy import Matrix, diag

from exactbox.linalg import ldl, lu, rank, triangular
from exactbox.linalg.elimination.echelon import primes
from tests.linalg.test_least_squares import as_sympy, shaped
from tests.strategies import deficient_matrices, small_integers, small_rationals


@given(deficient_matrices(small_rationals()), st.booleans())
def test_the_permuted_matrix_is_the_product(drawn, fraction_free):
    rows, n = drawn
    found = lu(shaped(rows, n), fraction_free=fraction_free)
    lower, upper = found.lower.to_sympy(), found.upper.to_sympy()
    middle = Matrix(diag(*map(_rational, found.diagonal)))
    permuted = as_sympy([rows[i] for i in found.permutation], n)
    assert sorted(found.permutation) == list(range(len(rows)))
    if rows:
        assert lower * middle.inv() * upper == permuted
        assert lower.is_lower and upper.is_echelon
    assert found.rank == rank(shaped(rows, n))
    if not fraction_free:
        assert all(lower[i, i] == 1 for i in range(len(rows)))


@given(deficient_matrices(small_rationals()), st.booleans())
def test_factors_that_nobody_has_looked_at_are_all_there(drawn, fraction_free):
    def fresh():
        return lu(shaped(*drawn), fraction_free=fraction_free)

    seen = fresh()
    assert seen.lower.shape[0] == len(drawn[0]) and seen.upper.shape == (len(drawn[0]), drawn[1])
    for make in (pickle.loads, copy.copy, copy.deepcopy, dataclasses.replace):
        other = make(pickle.dumps(fresh()) if make is pickle.loads else fresh())
        assert other == seen and hash(other) == hash(seen) and repr(other) == repr(seen)
    assert fresh() == fresh() and str(fresh()) == str(seen) and {"lower", "upper"} < {*dir(fresh())}
    assert not hasattr(fresh(), "middle")


@given(deficient_matrices(small_integers()))
def test_fraction_free_factors_of_integers_are_integers(drawn):
    rows, n = drawn
    found = lu(shaped(rows, n), fraction_free=True)
    assert all(d == 1 for part in (found.lower, found.upper) for _, _, _, d in part.entries())


def test_sympys_factors_where_no_rows_are_exchanged():
    a = [[2, 1, 1], [4, -6, 0], [-2, 7, "1/2"]]
    lower, upper, exchanged = as_sympy(
        [[Fraction(e) for e in row] for row in a], 3
    ).LUdecomposition()
    found = lu(a)
    assert (found.lower.to_sympy(), found.upper.to_sympy(), exchanged) == (lower, upper, [])
    assert found.permutation == (0, 1, 2)


@st.composite
def symmetric_matrices(draw):
    """Any size to 6, often singular, often without a diagonal."""
    n = draw(st.integers(0, 6))
    entry, diagonal = (
        draw(st.sampled_from([small_integers(), small_rationals()])),
        draw(st.booleans()),
    )
    a = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(i + diagonal):
            a[i][j] = a[j][i] = draw(entry)
    if n > 2 and draw(st.booleans()):
        a[0] = a[1].copy()
        for row in a:
            row[0] = row[1]
    return a


@given(symmetric_matrices())
def test_the_symmetric_factors_and_the_inertia(a):
    n = len(a)
    found = ldl(shaped(a, n))
    lower, middle = found.lower.to_sympy(), found.middle.to_sympy()
    order = found.permutation
    assert lower * middle * lower.T == as_sympy([[a[i][j] for j in order] for i in order], n)
    assert lower.is_lower and all(lower[i, i] == 1 for i in range(n))
    assert all(middle[i, j] == 0 for i in range(n) for j in range(n) if abs(i - j) > 1)
    assert sum(found.inertia) == n and n - found.inertia[2] == as_sympy(a, n).rank()


@given(symmetric_matrices().filter(lambda a: len(a) > 0))
def test_the_inertia_is_descartes(a):
    """A symmetric matrix has real eigenvalues only: sign changes of det(x - A) count them."""
    n = len(a)
    c = list(as_sympy(a, n).charpoly().all_coeffs())
    positive, _, zero = ldl(shaped(a, n)).inertia
    signs = [e > 0 for e in c if e != 0]
    assert positive == sum(x != y for x, y in pairwise(signs))
    assert zero == next(k for k, e in enumerate(reversed(c)) if e != 0)


def test_a_positive_definite_matrix_keeps_its_order():
    """The Hilbert matrix: SymPy's factors."""
    a = [[Fraction(1, i + j + 1) for j in range(5)] for i in range(5)]
    lower, middle = as_sympy(a, 5).LDLdecomposition()
    found = ldl(a)
    assert (found.lower.to_sympy(), found.middle.to_sympy()) == (lower, middle)
    assert found.permutation == (0, 1, 2, 3, 4) and found.inertia == (5, 0, 0)


@pytest.mark.parametrize(
    "a, message",
    [
        ([[1, 2], ["1/3", 1]], r"A\[0, 1\] is 2 and A\[1, 0\] is 1/3, need a symmetric matrix"),
        ([[1, 0, 0], [0, 1, 0], [0, 5, 1]], r"A\[1, 2\] is 0 and A\[2, 1\] is 5, need"),
        ([[1, 2]], "A has 1 row and 2 columns, need a square matrix"),
    ],
)
def test_a_matrix_that_is_not_symmetric_is_refused(a, message):
    with pytest.raises(ValueError, match=message):
        ldl(a)


def test_large_matrices_are_refused_in_a_line():
    large = sparse.eye_array(1500, dtype=np.int64)
    for f in (lu, ldl, lambda a: lu(a, fraction_free=True)):
        with pytest.raises(MemoryError, match="is dense: A has 1,500 rows and 1,500 columns, need"):
            f(large)


@pytest.mark.parametrize("place", [(0, 0), (0, 1), (1, 0), (1, 1)])
@pytest.mark.parametrize("part", [0, 1])
@pytest.mark.parametrize("wrong_by", [1, next(primes())])
def test_a_wrong_entry_of_lu_is_never_returned(place, part, wrong_by):
    a, factors = (
        fmpz_mat([[2, 1], [1, 3]]),
        [fmpz_mat([[2, 0], [1, 5]]), fmpz_mat([[2, 1], [0, 5]])],
    )
    assert triangular._checked_minors(a, *factors) == [1, 2, 5]
    factors[part][place] += wrong_by
    with pytest.raises(ArithmeticError):
        triangular._checked_minors(a, *factors)


def test_a_wrong_entry_of_ldl_is_never_returned(monkeypatch):
    right = triangular._eliminate_symmetric

    def wrong(s):
        first, *others = right(s)
        return [triangular._Step(first.pivots, first.pivot + 1, first.minor, first.below), *others]

    monkeypatch.setattr(triangular, "_eliminate_symmetric", wrong)
    with pytest.raises(ArithmeticError, match="P A P"):
        ldl([[2, 1], [1, 3]])


def _rational(e):
    from sympy import Rational

    return Rational(e.numerator, e.denominator)


@pytest.mark.parametrize("fraction_free", [False, True])
def test_a_matrix_without_columns_has_a_unit_matrix_for_l(fraction_free):
    found = lu(np.zeros((3, 0), dtype=int), fraction_free=fraction_free)
    assert found.lower == np.eye(3, dtype=int) and found.upper.shape == (3, 0)

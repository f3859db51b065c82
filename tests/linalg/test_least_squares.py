"""Least squares and the Moore-Penrose inverse: multiplied back, and beside SymPy's."""

from __future__ import annotations

import tracemalloc
from fractions import Fraction
from random import Random

import numpy as np
import pytest
import scipy.sparse as sparse
from flint import fmpz
from hypothesis import given
from hypothesis import strategies as st
from sympy import Matrix, Rational, zeros

from exactbox.linalg import (
    least_squares,
    left_nullspace,
    lstsq,
    nullspace,
    pinv,
    rank,
    solve_general,
)
from exactbox.linalg.elimination.products import product, times
from exactbox.linalg.matrices.matrix_inputs import read_scaled
from tests.strategies import deficient_matrices, small_rationals


def shaped(rows, n):
    """An array, so that no rows still have n columns."""
    full = np.empty((len(rows), n), dtype=object)
    for i, row in enumerate(rows):
        full[i] = row
    return full


def as_sympy(rows, n):
    cells = [Rational(Fraction(e).numerator, Fraction(e).denominator) for row in rows for e in row]
    return Matrix(len(rows), n, cells)


@given(deficient_matrices(small_rationals()))
def test_penroses_four_equations_hold(drawn):
    rows, n = drawn
    a, x = as_sympy(rows, n), pinv(shaped(rows, n)).to_sympy()
    assert x.shape == (n, len(rows))
    assert a * x * a == a and x * a * x == x
    assert (a * x).is_symmetric() and (x * a).is_symmetric()


@given(deficient_matrices(small_rationals()), st.data())
def test_the_shortest_minimiser_and_its_residual(drawn, data):
    """A^T (A x - b) = 0, x is orthogonal to the null space, and |A x - b|^2 is what it is."""
    rows, n = drawn
    b = [data.draw(small_rationals()) for _ in rows]
    found = lstsq(shaped(rows, n), b)
    a, right = as_sympy(rows, n), as_sympy([[e] for e in b], 1)
    x = found.x.to_sympy()
    rest = a * x - right
    assert a.T * rest == zeros(n, 1)
    square = sum((e**2 for e in rest), Rational(0))
    assert found.residual == Fraction(int(square.p), int(square.q))
    assert found.rank == a.rank() and found.unique == (found.rank == n)
    basis = nullspace(shaped(rows, n)).to_sympy()
    assert basis.T * x == zeros(n - found.rank, 1)


@given(deficient_matrices(small_rationals()), st.data())
def test_several_columns_are_several_problems(drawn, data):
    rows, n = drawn
    b = shaped([[data.draw(small_rationals()) for _ in range(3)] for _ in rows], 3)
    together = lstsq(shaped(rows, n), b)
    assert together.x.shape == (n, 3)
    for k in range(3):
        alone = lstsq(shaped(rows, n), b[:, k])
        assert [together.x[i, k] for i in range(n)] == list(alone.x)
        assert together.residual[k] == alone.residual


def test_a_regression_line_has_the_textbook_coefficients():
    """Slope and intercept by the formulas with sums, for points with rational places."""
    places = [Fraction(k, 3) for k in range(7)]
    values = [Fraction(k * k - 2 * k, 5) for k in range(7)]
    n, sx, sy = 7, sum(places), sum(values)
    sxx, sxy = sum(x * x for x in places), sum(x * y for x, y in zip(places, values))
    slope = (n * sxy - sx * sy) / (n * sxx - sx * sx)
    found = lstsq([[1, x] for x in places], values)
    assert list(found.x) == [(sy - slope * sx) / n, slope]
    assert found.unique


def test_sympy_gives_the_same_pseudo_inverse():
    a = [[1, 2, 3], [2, 4, 6], [1, 0, "1/2"]]
    assert pinv(a).to_sympy() == Matrix(3, 3, [Rational(e) for row in a for e in row]).pinv()


def test_a_solvable_system_has_residual_zero_and_one_of_its_solutions():
    a = [[1, 2, 3], [2, 4, 7]]
    found, every = lstsq(a, [1, 2]), solve_general(a, [1, 2])
    assert found.residual == 0 and not found.unique
    difference = [x - y for x, y in zip(found.x, every.particular)]
    assert rank([[*e, d] for e, d in zip(every.nullspace, difference)]) == 1


@pytest.mark.slow
def test_a_sparse_problem_is_not_made_dense():
    """Differences of neighbours on a long path, where the answer is known."""
    n = 3000
    a = sparse.diags_array([np.ones(n), -np.ones(n - 1)], offsets=[0, -1], shape=(n, n)).tocsr()
    tall = sparse.vstack([a, sparse.csr_array(([1], ([0], [n - 1])), shape=(1, n))]).tocsr()
    b = [1] + [0] * (n - 1) + [2]  # x_1 = 1, differences 0, x_n = 2
    found = lstsq(tall.astype(np.int64), b)
    # x falls apart evenly: n + 1 equations are missed by 1 / (n + 1) each
    assert found.residual == Fraction(1, n + 1)
    assert found.x[n - 1] == 2 - Fraction(1, n + 1) and found.unique


def test_a_singular_matrix_modulo_the_first_prime_is_no_trap(monkeypatch):
    """The first primes divide the only entry: another one is taken."""
    monkeypatch.setattr(least_squares, "primes", lambda: iter([3, 2, 5]))
    assert list(lstsq([[6], [0]], [3, 1]).x) == [Fraction(1, 2)]


def test_a_wrong_minimiser_is_never_returned():
    frame = least_squares._frame(read_scaled([[1], [1]])[0], [[1], [1]], None)
    with pytest.raises(ArithmeticError, match="failed in exact integers"):
        least_squares._verified_squares(frame, [[fmpz(1)]], fmpz(1), [[0], [1]], 1)


def test_a_dense_result_beyond_measure_is_refused():
    wide = sparse.csr_array(([1], ([0], [0])), shape=(3000, 3000))
    with pytest.raises(MemoryError, match="9,000,000 places, need at most 4,000,000"):
        pinv(wide)
    row = sparse.csr_array(np.ones((1, 8000), dtype=np.int64))
    with pytest.raises(MemoryError, match="64,000,000 places"):
        product(read_scaled(row.T)[0], read_scaled(row)[0])


@given(st.data(), st.sampled_from([1, 2**40]), st.sampled_from([0.02, 0.5]))
def test_products_are_those_of_python(data, size, density):
    rng = np.random.default_rng(data.draw(st.integers(0, 1000)))
    a, b = (
        sparse.random_array(
            (30, 30), density=density, rng=rng, data_sampler=lambda size: rng.integers(1, 9, size)
        ).astype(np.int64)
        * size
        for _ in range(2)
    )
    x, y = read_scaled(a)[0], read_scaled(b)[0]
    wanted = (a.toarray().astype(object) @ b.toarray().astype(object)).tolist()
    assert product(x, y).dense() == wanted
    assert times(x, [[fmpz(e) for e in row] for row in y.dense()], 30) == wanted


def test_an_inverse_of_a_column_takes_the_memory_of_a_column():
    """a^+ = a^T / (a^T a); the unit matrix of its rows would take 200 MB."""
    a = [[i % 7] for i in range(5_000)]
    tracemalloc.start()
    x = pinv(a)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    square = sum(e * e for (e,) in a)
    assert x == [[Fraction(e, square) for (e,) in a]] and peak < 20_000_000


def test_least_squares_take_integers_of_any_length():
    """Python refuses to write integers of more than 4,300 digits as decimals; nothing may try."""
    random = Random(5)

    def number():
        return Fraction(random.randrange(10**200), random.randrange(10**199, 10**200))

    a = [[number() for _ in range(4)] for _ in range(6)]
    b = [number() for _ in range(6)]
    x = lstsq(a, b).x
    residual = [e - sum(p * q for p, q in zip(row, x, strict=True)) for row, e in zip(a, b)]
    for column in zip(*a, strict=True):
        assert sum(p * q for p, q in zip(column, residual, strict=True)) == 0
    for y in zip(*left_nullspace(a).tolist(), strict=True):
        assert any(y) and all(
            sum(p * q for p, q in zip(y, column, strict=True)) == 0 for column in zip(*a)
        )

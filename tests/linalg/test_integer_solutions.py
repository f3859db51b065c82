"""Integer solutions: all of them, or a witness; by brute force and multiplied back."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
import scipy.sparse as sparse
from hypothesis import given
from hypothesis import strategies as st
from sympy import Matrix, Rational, zeros

from exactbox.linalg import (
    InconsistentSystemError,
    NoIntegerSolutionError,
    smith_form,
    solve_integers,
)
from tests.linalg.test_least_squares import as_sympy, shaped
from tests.strategies import deficient_matrices, small_integers, small_rationals


@given(deficient_matrices(small_rationals(), size=4), st.data())
def test_a_solution_or_a_witness_that_there_is_none(drawn, data):
    rows, n = drawn
    b = [
        sum((Fraction(e) * data.draw(st.integers(-2, 2)) for e in row), Fraction(0)) for row in rows
    ]
    if rows and data.draw(st.booleans()):
        b[0] += data.draw(small_rationals())
    a = as_sympy(rows, n)
    right = as_sympy([[e] for e in b], 1)
    try:
        found = solve_integers(shaped(rows, n), b)
    except NoIntegerSolutionError as error:
        y = error.witness.to_sympy()
        assert all(e.is_integer for e in y.T * a) and not (y.T * right)[0].is_integer
        assert Matrix.hstack(a, right).rank() == a.rank()
    except InconsistentSystemError as error:
        y = error.witness.to_sympy()
        assert y.T * a == zeros(1, n) and (y.T * right)[0] != 0
    else:
        x = found.particular.to_sympy()
        assert a * x == right and all(e.is_integer for e in x)
        assert a * found.kernel.to_sympy() == zeros(len(rows), n - a.rank())


@given(deficient_matrices(small_integers(), size=4))
def test_the_kernel_is_primitive(drawn):
    """A basis of all integer vectors of the null space: its invariant factors are 1."""
    rows, n = drawn
    kernel = solve_integers(shaped(rows, n), [0] * len(rows)).kernel
    rank = as_sympy(rows, n).rank()
    assert kernel.shape == (n, n - rank)
    if rank < n:
        assert smith_form(kernel).invariant_factors == (1,) * (n - rank)


def test_all_small_solutions_are_of_the_form():
    """6 x + 10 y + 15 z = 1: every solution within 12 of zero is particular + kernel t."""
    found = solve_integers([[6, 10, 15]], [1])
    x, kernel = found.particular.to_sympy(), found.kernel.to_sympy()
    by_hand = [
        v for v in product(range(-12, 13), repeat=3) if 6 * v[0] + 10 * v[1] + 15 * v[2] == 1
    ]
    assert len(by_hand) > 30
    for v in by_hand:
        t = (kernel.T * kernel).LUsolve(kernel.T * (Matrix(v) - x))
        assert all(e.is_integer for e in t) and x + kernel * t == Matrix(v)


def test_several_right_hand_sides_and_their_names():
    found = solve_integers([[2, 3]], [[1, 7]])
    assert found.particular.shape == (2, 2)
    assert [2 * found.particular[0, k] + 3 * found.particular[1, k] for k in range(2)] == [1, 7]
    with pytest.raises(NoIntegerSolutionError) as caught:
        solve_integers([[2, 4]], [[2, 3]])
    assert caught.value.witness[0] * 3 % 1 != 0


def test_the_error_can_be_sent_to_another_process():
    with pytest.raises(NoIntegerSolutionError) as caught:
        solve_integers([[2]], [1])
    for other in (pickle.loads(pickle.dumps(caught.value)), copy.copy(caught.value)):
        assert str(other) == str(caught.value)
        assert list(other.witness) == [Fraction(1, 2)]


def test_the_chinese_remainder_theorem():
    """x = 2 (mod 3), 3 (mod 5), 2 (mod 7): 23 and multiples of 105 (Sunzi)."""
    a = [[1, 3, 0, 0], [1, 0, 5, 0], [1, 0, 0, 7]]
    found = solve_integers(a, [2, 3, 2])
    assert found.particular[0] % 105 == 23
    assert abs(found.kernel[0, 0]) == 105
    with pytest.raises(NoIntegerSolutionError):
        solve_integers([[1, 4, 0], [1, 0, 6]], [1, 2])  # 1 (mod 4) and 2 (mod 6)


def test_a_short_solution_is_found_again():
    """A few equations with large coefficients: the planted solution is the short one."""
    rng = np.random.default_rng(3)
    a = rng.integers(-(10**6), 10**6, (8, 16))
    planted = rng.integers(0, 2, 16)
    assert list(solve_integers(a, a @ planted).particular) == planted.tolist()


def test_large_systems_are_refused_in_a_line():
    with pytest.raises(MemoryError, match="a lattice of integer solutions is dense: A has 1,500"):
        solve_integers(sparse.eye_array(1500, 1600, dtype=np.int64), [1] * 1500)


def test_rational_coefficients_count():
    """x / 2 + y / 3 = 1 / 6 is 3 x + 2 y = 1."""
    found = solve_integers([["1/2", "1/3"]], ["1/6"])
    x = [Rational(int(e)) for e in found.particular]
    assert 3 * x[0] + 2 * x[1] == 1

"""Small lists of integers: the direct way gives what the long way gives, and believes nothing."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import chain

import numpy as np
import pytest
from flint import fmpq, fmpq_mat, fmpz, fmpz_mat, nmod_mat
from hypothesis import given
from hypothesis import strategies as st

from exactbox import linalg
from exactbox.linalg import normal_forms
from exactbox.linalg.matrices import small
from exactbox.linalg.matrices.small import column_of, echelon_form, integers_of, null_space


@st.composite
def matrices(draw, square=False):
    m, n = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    n = m if square else n
    entries = st.integers(-3, 3) | st.integers(-(10**25), 10**25)
    rows = st.lists(entries, min_size=n, max_size=n)
    listed = draw(st.lists(rows, min_size=m, max_size=m))
    if draw(st.booleans()):  # of a smaller rank
        listed[-1] = [3 * e for e in listed[0]]
    return listed


def as_text(a):
    """The same numbers, which `integers_of` leaves to `matrix_inputs`."""
    return [[str(e) for e in row] for row in a]


def outcome(function, *args):
    """What it returns, or the error's kind and words."""
    try:
        return function(*args)
    except ValueError as error:
        return type(error), str(error)


@given(matrices())
def test_rank_echelon_form_and_null_space_are_those_of_the_long_way(a):
    assert integers_of(as_text(a), 9) is None
    for function in (linalg.rank, linalg.rref, linalg.nullspace):
        assert function(a) == function(as_text(a))
    assert linalg.nullspace(a, integer=True) == linalg.nullspace(as_text(a), integer=True)


@given(matrices(square=True), st.lists(st.integers(-9, 9), min_size=5, max_size=5))
def test_square_matrices_go_either_way(a, b):
    b = b[: len(a)]
    for function in (linalg.det, linalg.inv, linalg.charpoly, linalg.invariant_factors):
        assert outcome(function, a) == outcome(function, as_text(a))
    for right in (b, [[e, 1] for e in b]):
        assert outcome(linalg.solve, a, right) == outcome(linalg.solve, as_text(a), right)
        factors = [outcome(linalg.factorized, each) for each in (a, as_text(a))]
        if isinstance(factors[0], linalg.Factorized):
            assert outcome(factors[0].solve, right) == outcome(factors[1].solve, right)


@given(matrices(), st.lists(st.integers(-9, 9), min_size=5, max_size=5))
def test_least_squares_and_pseudoinverses_go_either_way(a, b):
    b = b[: len(a)]
    here, there = linalg.lstsq(a, b), linalg.lstsq(as_text(a), b)
    assert (here.x, here.residual, here.rank, here.unique) == (
        there.x, there.residual, there.rank, there.unique,
    )  # fmt: skip
    assert linalg.pinv(a) == linalg.pinv(as_text(a))


@given(matrices(), matrices(), st.integers(-9, 9).filter(bool))
def test_operations_with_flint_s_rows_are_those_with_lists(a, b, c):
    x, y = linalg.ExactMatrix(a), linalg.ExactMatrix(b)
    u, v = linalg.ExactMatrix(as_text(a)), linalg.ExactMatrix(as_text(b))
    assert x == u and x.T == u.T and x / c == u / c and c * x == c * u
    assert x.T @ x == u.T @ u and x / 7 + x == u / 7 + u and x - x / c == u - u / c
    assert (x == y) == (a == b) == (u == v)
    assert [x[i, j] for i in range(len(a)) for j in range(len(a[0]))] == [*chain(*a)]
    assert x[-1, -1] == a[-1][-1] and hash(x / 3) == hash(u / 3)


@pytest.mark.parametrize(
    "a",
    [
        [],
        [[]],
        [[1, 2], [3]],
        [[1, True]],
        [[1, 2.0]],
        [[1, "2"]],
        [[1], {2}],
        [1, 2],
        [[[1]]],
        ((1, 2), (3, 4)),
        "[[1]]",
        [[0] * 9 + [10**20]] * 2,
    ],
)
def test_what_is_no_list_of_integers_is_left_to_reading(a):
    assert integers_of(a, 100) is None


@pytest.mark.parametrize("kind", [np.int8, np.int64, np.uint64, object])
def test_an_array_of_integers_is_taken_at_once(kind):
    a = np.array([[1, 2], [3, 4]], dtype=kind)
    assert integers_of(a, 2) == integers_of(a.T.copy(order="F").T, 2) == fmpz_mat([[1, 2], [3, 4]])
    assert column_of(a[0], 2) == fmpz_mat([[1], [2]]) and column_of(a[0], 3) is None
    assert linalg.solve(a, a[:, 1]) == [0, 1] and linalg.det(a) == -2
    largest = np.array([[2**64 - 1]], dtype=np.uint64)
    assert integers_of(largest, 1) == fmpz_mat([[2**64 - 1]])


@pytest.mark.parametrize(
    "a",
    [
        np.ones((2, 2), dtype=bool),
        np.ones((2, 2)) / 2,
        np.ones(2, dtype=int),
        np.ones((1, 1, 1), dtype=int),
        np.ones((0, 2), dtype=int),
        np.ma.array([[1, 2]], mask=[[True, False]]),
        np.array([[1, True]], dtype=object),
        np.array([[1, 2.0]], dtype=object),
    ],
)
def test_other_arrays_are_left_to_reading(a):
    assert integers_of(a, 9) is None and column_of(a.ravel().astype(float), a.size) is None


def test_what_is_too_large_is_left_to_reading():
    assert integers_of([[1, 2]], 1) is None and integers_of([[1], [2]], 1) is None
    assert integers_of([[1, 2]], 2) == fmpz_mat([[1, 2]])
    assert column_of([1, 2], 3) is None and column_of([1, "2"], 2) is None
    assert column_of([1, 2], 2) == fmpz_mat([[1], [2]])


class Lying(fmpz_mat):
    """A FLINT matrix whose echelon form is another's."""

    def rref(self):
        return self.lie


def lying(a, lie):
    matrix = Lying(a)
    matrix.lie = lie
    return matrix


@pytest.mark.parametrize(
    "lie",
    [
        (fmpz_mat([[1, 0], [0, 1]]), fmpz(1), 2),
        (fmpz_mat([[1, 3], [0, 0]]), fmpz(1), 1),
        (fmpz_mat([[2, 2], [0, 0]]), fmpz(1), 1),
        (fmpz_mat([[1, 2], [0, 0]]), fmpz(1), 0),
    ],
)
def test_a_wrong_echelon_form_is_not_believed(lie):
    a = fmpz_mat([[1, 2], [2, 4]])
    with pytest.raises(ArithmeticError, match="this is a bug"):
        echelon_form(lying(a, lie))
    rows, d, pivots = echelon_form(lying(a, (fmpz_mat([[-2, -4], [0, 0]]), fmpz(-2), 1)))
    assert (rows, d, pivots) == (fmpz_mat([[2, 4], [0, 0]]), 2, [0])


def test_a_null_space_has_one_in_each_free_column():
    kernel, d, pivots = null_space(fmpz_mat([[2, 3, 0], [0, 0, 1]]))
    assert (kernel, d, pivots) == (fmpz_mat([[-3], [2], [0]]), 2, [0, 2])


@pytest.mark.parametrize(
    "a", [[[2, 1], [1, 3]], [[1, 2, 3], [2, 4, 7]], [[2], [4]], [[0, 0], [0, 3]], [[1, 1], [1, 1]]]
)
def test_all_solutions_are_those_of_the_general_way(a):
    b = [6 * k + 6 for k in range(len(a))]
    if a[0] == a[1] or not any(a[0]):
        with pytest.raises(linalg.InconsistentSystemError) as error:
            linalg.solve_general(a, b)
        assert error.value.witness @ a == [0] * len(a[0]) and error.value.witness @ b != 0
        return
    at_once, other = linalg.solve_general(a, b), linalg.solve_general(np.array(a), b)
    assert at_once == other and linalg.verify(a, at_once.particular, b)


@pytest.mark.parametrize("factors", [(1, 12), (2, 6), (1, 1, 12), (2, 2, 3 * 2**40), (5, 35, 70)])
def test_factors_of_one_product_are_told_apart_without_transforms(factors):
    n = len(factors)
    rng = np.random.default_rng(n)
    u, v = (np.tril(rng.integers(-9, 10, (n, n)), -1) + np.eye(n, dtype=int) for _ in range(2))
    a = fmpz_mat((u @ np.diag(factors) @ v.T).tolist())
    assert normal_forms._regular_factors(a) == factors


def test_factors_that_are_not_proved_come_with_their_transforms():
    diagonal = [[4, 0], [0, 4]]  # 4 is not squarefree
    assert normal_forms._regular_factors(fmpz_mat(diagonal)) is None
    assert linalg.invariant_factors(diagonal) == (4, 4)


def test_some_right_sides_are_solved_at_once_and_more_by_an_inverse():
    """An inverse is made when as much time has gone into solutions as it is forecast to take."""
    n = 20
    a = [[i * j % 7 + 9 * (i == j) for j in range(n)] for i in range(n)]
    prepared = linalg.factorized(a)
    found = [prepared.solve([k] * n) for k in range(40)]
    methods = [next(iter(x.info.methods)) for x in found]
    assert methods[0] == "flint" and methods[-1] == "inverse"
    assert sorted(methods, key=["flint", "dixon", "inverse"].index) == methods
    assert all(linalg.verify(a, x, [k] * n) for k, x in enumerate(found))
    few = linalg.factorized([[2, 1], [1, 3]])
    assert all(few.solve([k, 1]).info.methods == {"flint": 1} for k in range(40))


def test_the_rank_from_below_is_one_modulo_a_prime():
    p = small._PRIME
    a = fmpz_mat([[p, 0], [0, 1]])
    assert small.rank_from_below(a) == nmod_mat(a, p).rank() == 1 and linalg.rank(a.tolist()) == 2
    assert linalg.rank([[p, 0], [0, 1]]) == 2 and linalg.rref([[p, 1], [0, 1]])[1] == (0, 1)


SHAPES = [(3, 3), (10, 20), (20, 10), (33, 33), (33, 40), (40, 33), (60, 60), (1, 300)]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("short", [0, 1, 7])
@pytest.mark.parametrize("kind", ["integers", "Fractions", "texts"])
def test_small_systems_of_every_shape_are_solved_at_once(monkeypatch, shape, short, kind):
    """Products of factors of known rank: A K = 0, A x = b, and the pivots are FLINT's."""
    m, n = shape
    r = max(1, min(m, n) - short)
    rng = random.Random(m * n + short)
    left = [[rng.randint(-9, 9) for _ in range(r)] for _ in range(m)]
    right = [[rng.randint(-9, 9) for _ in range(n)] for _ in range(r)]
    product = (fmpz_mat(left) * fmpz_mat(right)).tolist()
    whole = [[int(e) for e in row] for row in product]
    scales = [1 if kind == "integers" else Fraction(1, i % 4 + 1) for i in range(m)]
    a = [[s * e for e in row] for s, row in zip(scales, whole, strict=True)]
    b = [sum(row) for row in a]
    if kind == "texts":
        a, b = [[str(e) for e in row] for row in a], [str(e) for e in b]
    at_length = "general.read_system", "general.read_scaled", "ranks.read_scaled"
    for name in (*at_length, "solver.read_rational"):
        monkeypatch.setattr(f"exactbox.linalg.{name}", None)
    flint_form, d, flint_rank = fmpz_mat(whole).rref()
    form, pivots = linalg.rref(a)
    assert form == fmpq_mat(flint_form) / fmpq(d) and len(pivots) == flint_rank == linalg.rank(a)
    kernel = linalg.nullspace(a)
    assert kernel.shape == (n, n - flint_rank)
    assert fmpz_mat(whole) * kernel.to_flint() == fmpq_mat(m, n - flint_rank)
    found = linalg.solve_general(a, b)
    assert found.nullspace == kernel and found.pivots == pivots
    assert linalg.verify(a, found.particular, b)
    if m >= n == flint_rank:
        assert linalg.solve(a, b) == [1] * n


def test_what_small_systems_lack_is_said_as_before():
    with pytest.raises(linalg.InconsistentSystemError, match="equation 2 contradicts"):
        linalg.solve([[1, 2], [3, 4], [5, 6]], [1, 1, 2])
    with pytest.raises(linalg.SingularMatrixError, match="not unique: rank 1, need 2"):
        linalg.solve([["1/2", 1], [1, 2], [2, 4]], ["1/2", 1, 2])
    with pytest.raises(ValueError, match=r"A\[1, 0\] is 'x', need a number"):
        linalg.solve([[1, 2], ["x", 4]], [1, 1])
    with pytest.raises(ValueError, match=r"b\[1\] is '1/0', need a number"):
        linalg.solve([["1/2", 2], [3, 4]], [1, "1/0"])
    with pytest.raises(ValueError, match="b has 1 row, need 2"):
        linalg.solve([["1/2", 2], [3, 4]], [1])


def test_inverses_and_determinants_of_fractions_are_those_of_the_scaled_rows():
    a = [[Fraction(1, 2), "1/3", 0], ["0.25", 5, Fraction(-7, 9)], [1, 1, "2/11"]]
    x = linalg.inv(a)
    assert linalg.ExactMatrix(a) @ x == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    assert linalg.det(x) * linalg.det(a) == 1
    # by Sarrus' rule
    p, q, r, s, t, u, v = map(Fraction, ("1/2", "1/3", "1/4", 5, "-7/9", 1, "2/11"))
    assert linalg.det(a) == p * (s * v - t * u) - q * (r * v - t * u)


@pytest.mark.parametrize("n", [15, 16, 40])
@pytest.mark.parametrize("common", [1, 6, -6])
def test_inverses_of_some_size_are_in_lowest_terms(n, common):
    rng = random.Random(n)
    a = [[common * rng.randint(-99, 99) for _ in range(n)] for _ in range(n)]
    x = linalg.inv(a)
    assert linalg.ExactMatrix(a) @ x == linalg.identity(n)
    numerators, d = fmpz_mat(a).inv().numer_denom()
    assert x.denominators == (d,) and x.numerators.matrix == numerators
    scaled = [[Fraction(e, i + 2) for e in row] for i, row in enumerate(a)]
    assert linalg.ExactMatrix(scaled) @ linalg.inv(scaled) == linalg.identity(n)
    a[-1] = a[0]
    with pytest.raises(linalg.SingularMatrixError):
        linalg.inv(a)

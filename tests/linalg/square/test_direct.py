"""Small dense systems straight through FLINT, multiplied back in Fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest
import scipy.sparse as sparse
from flint import fmpz_mat
from hypothesis import given

from exactbox.linalg import (
    SingularMatrixError,
    determinant,
    inv,
    solve,
)
from exactbox.linalg.matrices.matrix_inputs import read_rational, read_right_side
from exactbox.linalg.square import direct
from exactbox.linalg.square.direct import is_small_and_dense, solve_directly
from tests.methods import eliminate
from tests.strategies import rational_systems


@given(rational_systems())
def test_the_direct_way_is_elimination_s(system):
    a, b = system
    ratios = read_rational(a)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(direct, "MAX_RHS_BITS_PER_UNKNOWN", 1 << 20)  # no right side is too long
        x = solve_directly(ratios, read_right_side(b, len(a), [1] * len(a)))
    try:
        expected = list(eliminate(a, b))
    except SingularMatrixError:
        assert x is None
    else:
        assert list(x.as_vector()) == expected
        for row, right in zip(a, b, strict=True):
            assert sum(Fraction(v) * e for v, e in zip(row, expected, strict=True)) == right


def hilbert(n):
    return [[Fraction(1, i + j + 1) for j in range(n)] for i in range(n)]


@pytest.mark.parametrize("n", [1, 2, 7, 30, 120])
def test_hilbert_s_matrix_has_its_known_inverse(n):
    """Row sums of its inverse (Choi 1983): x_i = (-1)^(n-1-i) (n+i)! / (i!^2 (n-1-i)!)."""
    x = solve(hilbert(n), [1] * n)
    assert x.info.methods == {"flint": 1}
    expected = Fraction(n)  # from one i to the next by the ratio of these terms
    expected *= (-1) ** (n - 1)
    for i in range(n):
        assert x[i] == expected
        expected *= Fraction(-(n + i + 1) * (n - 1 - i), (i + 1) ** 2)


def test_which_systems_go_directly():
    rng = np.random.default_rng(1)
    dense = rng.integers(1, 9, (150, 150))
    long_rows = [[Fraction(int(e), 100 + j) for j, e in enumerate(row)] for row in dense]
    acyclic = np.eye(90, dtype=int) + np.eye(90, k=-1, dtype=int)
    for a, direct_ in [
        (dense[:100, :100], True),
        (dense, False),  # lifting is faster
        (dense.astype(object) * 2**70, True),  # but not with long entries
        (long_rows, True),
        (acyclic, False),
        (acyclic[:60, :60], True),
        (acyclic[:60, :60].astype(object) * 2**70, False),
        (dense[:3, :2], False),
        (np.zeros((0, 0), dtype=int), False),
        (sparse.coo_array(([1, 2], ([0, 0], [0, 0])), (1, 1)), False),  # one place twice
    ]:
        assert is_small_and_dense(read_rational(a)) is direct_


@pytest.mark.parametrize("a", [[[2, 1], [1, 3]], [["1/2", 1], [1, 3]]])
@pytest.mark.parametrize("b", [[1, 1], ["1/3", 1], [[1, 2], [3, "1/4"]], [[], []]])
def test_integers_and_fractions_on_either_side(a, b):
    x, y = solve(a, b), eliminate(a, b)
    assert x == y and x.shape == y.shape and type(x) is type(y)


def test_progress_ends_with_the_whole():
    calls = []
    solve([[2, 1], [1, 3]], [1, 1], progress=lambda *done: calls.append(done))
    assert calls == [(2, 2)]


def test_duplicates_and_any_order_of_entries_are_read():
    places = ([1, 0, 0, 1, 0], [1, 0, 1, 0, 0])
    a = sparse.coo_array(([3, 1, 1, 1, 1], places), (2, 2))
    assert list(solve(a, [1, 1])) == [Fraction(2, 5), Fraction(1, 5)]


def test_nothing_is_returned_unverified(monkeypatch):
    class Wrong(NamedTuple):
        """Solves another system."""

        matrix: fmpz_mat

        def solve(self, right):
            return fmpz_mat([[2, 1], [1, 4]]).solve(right)

        def __mul__(self, x):
            return self.matrix * x

        def __getattr__(self, name):
            return getattr(self.matrix, name)

    flint_matrix = direct.flint_matrix
    monkeypatch.setattr(direct, "flint_matrix", lambda a: Wrong(flint_matrix(a)))
    with pytest.raises(ArithmeticError, match="this is a bug"):
        solve(sparse.csr_array([[2, 1], [1, 3]]), [1, 1])
    monkeypatch.setattr(
        "exactbox.linalg.solver.read_small_system",
        lambda *_: (Wrong(fmpz_mat([[2, 1], [1, 3]])), fmpz_mat([[1], [1]])),
    )
    with pytest.raises(ArithmeticError, match="this is a bug"):
        solve([[2, 1], [1, 3]], [1, 1])


@pytest.mark.parametrize(
    ("unknowns", "method"), [(3, "dixon"), (15, "dixon"), (16, "fraction-free")]
)
def test_a_long_right_side_is_not_lifted(unknowns, method):
    """A circle of unknowns, three entries a row; FLINT eliminates up to 15."""
    circle = [
        [4 if i == j else -(abs(i - j) in (1, unknowns - 1)) for j in range(unknowns)]
        for i in range(unknowns)
    ]
    b = [3**700 - i for i in range(unknowns)]
    x = solve(circle, b)
    assert x.info.methods == {method: 1}
    assert [sum(a * e for a, e in zip(row, x, strict=True)) for row in circle] == b


@given(rational_systems())
def test_the_inverse_directly_and_by_blocks(system):
    """Times A it is the unit matrix, whichever way it was found."""
    a, _ = system
    n = len(a)
    unit = [[Fraction(i == j) for j in range(n)] for i in range(n)]
    for way in (True, False):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(determinant, "is_small_and_dense", lambda _, way=way: way)
            try:
                x = inv(a).to_numpy()
            except SingularMatrixError as error:
                assert any(error.kernel)
                continue
        assert (np.array([[Fraction(e) for e in row] for row in a]) @ x).tolist() == unit


def test_an_inverse_reports_its_progress_and_takes_a_matrix_without_rows():
    calls = []
    inv([[2, 1], [1, 3]], progress=lambda *done: calls.append(done))
    assert calls == [(2, 2)]
    assert inv(np.zeros((0, 0), dtype=int)).shape == (0, 0)


@pytest.mark.parametrize("method", [solve, eliminate])
def test_a_singular_matrix_is_refused_whatever_the_right_side_is(method):
    """Also if it has no columns."""
    with pytest.raises(SingularMatrixError) as caught:
        method([[1, 2], [2, 4]], np.zeros((2, 0), dtype=int))
    assert caught.value.kernel == [2, -1]
    assert method([[1, 2], [3, 4]], np.zeros((2, 0), dtype=int)).shape == (2, 0)

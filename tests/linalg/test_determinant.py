"""Determinants by every route: floats with bounded errors, residues, FLINT; beside FLINT's own."""

from __future__ import annotations

from fractions import Fraction
from math import prod

import numpy as np
import pytest
import scipy.sparse as sparse
from flint import fmpz, fmpz_mat
from hypothesis import given
from hypothesis import strategies as st

from exactbox.linalg import LiftingError, det, determinant, inv, reduction
from exactbox.linalg.elimination import float_determinant, modular
from exactbox.linalg.elimination.float_determinant import quotient
from exactbox.linalg.matrices.matrix_inputs import read_scaled
from tests.strategies import invertible_matrices, singular_matrices


@given(invertible_matrices(), st.sampled_from([1, -1]))
def test_floats_tell_a_determinant_from_its_multiples(rows, sign):
    """Whatever part of the determinant is known, the rest of it is found, or nothing."""
    wanted = fmpz_mat(rows).det()
    matrix, _ = read_scaled(rows)
    for divisor in {abs(wanted), fmpz(1)}:
        found = quotient(matrix, sign * divisor)
        assert found is None or found * sign * divisor == wanted
    if max(abs(e) for row in rows for e in row) < 1000:
        assert quotient(matrix, sign * abs(wanted)) is not None


@given(singular_matrices())
def test_floats_never_find_a_determinant_of_zero(rows):
    assert quotient(read_scaled(rows)[0], fmpz(1)) in (None, 0)


@pytest.mark.parametrize("floats", [True, False])
@given(rows=invertible_matrices() | singular_matrices())
def test_flint_agrees_by_every_route(floats, rows):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(determinant, "_is_direct", lambda block: False)
        if not floats:
            patch.setattr(determinant, "quotient", lambda block, divisor: None)
        assert det(rows) == int(fmpz_mat(rows).det())


@pytest.mark.parametrize("filled", [True, False])
def test_where_lifting_fails_there_are_other_ways(monkeypatch, filled):
    class Failing:
        def __init__(self, block):
            raise LiftingError("the float factor is too inaccurate")

    rows = np.random.default_rng(4).integers(-9, 10, (15, 15))
    monkeypatch.setattr(determinant, "_is_direct", lambda block: False)
    monkeypatch.setattr(determinant, "is_filled", lambda block: filled)
    monkeypatch.setattr(determinant, "Lifting", Failing)
    assert det(rows) == int(fmpz_mat(rows.tolist()).det())
    rows[3] = rows[5] - rows[2]
    assert det(rows) == 0


def test_ill_conditioned_matrices_are_left_to_residues():
    """Hilbert's matrix times its denominators: floats say nothing, and what is known is used."""
    n = 12
    rows = [[Fraction(1, i + j + 1) for j in range(n)] for i in range(n)]
    matrix, scales = read_scaled(rows)
    assert quotient(matrix, fmpz(1)) is None
    exact = int(det(rows) * prod(scales))
    assert determinant._quotient_modulo_primes(matrix, fmpz(1)) == exact
    assert determinant._quotient_modulo_primes(matrix, fmpz(-7) * exact // -7) == 1


def test_a_product_of_floats_is_exact():
    floats = np.array([0.1, -3.5, 2.0**-300, 7e200, 5.0])
    wanted = prod(map(Fraction, floats.tolist()))
    found = float_determinant._exact_product(floats)
    assert (int(found.p), int(found.q)) == (wanted.numerator, wanted.denominator)
    assert float_determinant._exact_product(np.array([2.0**60])) == 2**60


def test_a_large_sparse_singular_matrix_has_determinant_zero():
    """The Laplacian of a cycle with chords: rows add up to zero, and every pattern is matched."""
    n = 1000
    rng = np.random.default_rng(1)
    i = np.concatenate([np.arange(n), rng.integers(0, n, n)])
    j = np.concatenate([(np.arange(n) + 1) % n, rng.integers(0, n, n)])
    edges = sparse.csr_array((np.ones(2 * n, dtype=np.int64), (i, j)), shape=(n, n))
    adjacency = edges + edges.T
    laplacian = sparse.diags_array(adjacency.sum(axis=1), dtype=np.int64) - adjacency
    assert det(laplacian) == 0


def test_rows_of_fractions_are_scaled_one_by_one():
    """Cauchy's determinant: prod_{i < j} (x_j - x_i) (y_i - y_j) / prod (x_i - y_j)."""
    n = 40
    x, y = [Fraction(2 * i) for i in range(n)], [Fraction(-2 * i - 1) for i in range(n)]
    rows = [[1 / (p - q) for q in y] for p in x]
    above = prod((x[j] - x[i]) * (y[i] - y[j]) for j in range(n) for i in range(j))
    assert det(rows) == above / prod(p - q for p in x for q in y)


def test_flints_own_matrices():
    assert det(fmpz_mat([[2, 1], [1, 3]])) == 5
    assert det(fmpz_mat(0, 0)) == 1
    assert (
        det(fmpz_mat(130, 130, [int(i == j) * 2 for i in range(130) for j in range(130)])) == 2**130
    )
    with pytest.raises(ValueError, match="need a square matrix"):
        det(fmpz_mat(1, 2))


@given(invertible_matrices() | singular_matrices(), st.sampled_from([2, 5, 101, 2**61 - 1]))
def test_sparse_elimination_has_the_determinant_modulo_a_prime(rows, prime):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(modular, "is_filled", lambda block: False)
        found = modular.block_determinant(read_scaled(rows)[0], prime)
    assert found == int(fmpz_mat(rows).det()) % prime


def test_an_ill_conditioned_sparse_matrix_is_eliminated_modulo_primes():
    """A cycle with weights 1 and 3 in turn: 3^n - 1 (n even), where floats have n log_2 9 bits."""
    n = 1000
    a = sparse.diags_array([np.ones(n), np.full(n - 1, -3)], offsets=[0, 1], dtype=np.int64).tolil()
    a[n - 1, 0] = -3
    assert det(a) == 1 - 3**n


@pytest.mark.parametrize("a", [[[10**5000, 1], [1, 1]], fmpz_mat([[10**5000, 1], [1, 1]])])
def test_a_long_determinant_can_be_printed(a):
    """Python's own conversion of integers stops at 4,300 digits."""
    assert str(det(a)) == "9" * 5000


@pytest.mark.slow
def test_a_sparse_inverse_stays_sparse():
    """Blocks 2 x 2: the inverse has theirs; a dense one of order 8,000 would take gigabytes."""
    block = np.array([[2, 1], [7, -4]])
    x = inv(sparse.block_diag([sparse.coo_array(block)] * 4_000, format="csr"))
    assert x.shape == (8_000, 8_000) and len(list(x.entries())) == 16_000
    assert (x[6, 6], x[6, 7], x[7, 6], x[7, 7]) == tuple(Fraction(e, 15) for e in (4, 1, 7, -2))
    large = sparse.diags_array([np.ones(7_999), np.arange(1, 8_001)], offsets=[1, 0])
    with pytest.raises(MemoryError, match="the inverse is not sparse: 8,000 rows and columns"):
        inv(large.astype(np.int64))


@given(invertible_matrices())
def test_the_sparse_way_is_the_other_way(a):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reduction, "MAX_FLINT_PLACES", 0)
        patch.setattr(reduction, "is_filled", lambda a: False)
        patch.setattr(determinant, "is_small_and_dense", lambda _: False)
        found = inv(a)
        patch.setattr(reduction, "_MAX_ROW_STEPS", 0)
        assert found == inv(a)
        patch.setattr(reduction, "is_filled", lambda a: True)
        assert found == inv(a)


@pytest.mark.parametrize("n", [150, 400])
def test_a_tridiagonal_determinant_follows_its_recurrence(n):
    """f_k = a_k f_(k-1) - b_(k-1) c_(k-1) f_(k-2)"""
    rng = np.random.default_rng(n)
    above, middle, below = rng.integers(1, 9, (3, n))
    diagonals = [below[1:], middle, above[1:]]
    a = sparse.diags_array(diagonals, offsets=[-1, 0, 1], dtype=np.int64).tocsr()[::-1]
    before, value = 1, int(middle[0])
    for k in range(1, n):
        before, value = value, int(middle[k]) * value - int(below[k] * above[k]) * before
    assert det(a) == (-1) ** (n * (n - 1) // 2) * value  # the rows stand upside down


def test_a_thin_matrix_without_an_inverse_has_determinant_0():
    """The path of an odd number of vertices has no perfect matching."""
    n = 401
    one = np.ones(n - 1, dtype=np.int64)
    assert det(sparse.diags_array([one, one], offsets=[-1, 1], dtype=np.int64).tocsr()) == 0
    diagonals = [-one, np.full(n, 2), -one]
    full = sparse.diags_array(diagonals, offsets=[-1, 0, 1], dtype=np.int64).tolil()
    full[0, 0] = full[-1, -1] = 1  # Laplace's matrix of a path
    assert det(full.tocsr()) == 0

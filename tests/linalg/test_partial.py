"""Single entries, some unknowns only, and prepared matrices."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse as sparse
from flint import fmpz_mat
from hypothesis import given
from hypothesis import strategies as st

from exactbox.linalg import (
    ExactVector,
    SingularMatrixError,
    factorized,
    inv,
    inverse_entry,
    partial,
    solve,
    verify,
)
from exactbox.linalg.square import lifting
from tests.methods import dixon, eliminate, lift
from tests.strategies import invertible_matrices, rational_systems, singular_matrices


def trefethen(n):
    """Primes on the diagonal, ones at distances that are powers of two."""
    sieve = np.ones(20 * n + 20, dtype=bool)
    sieve[:2] = False
    for p in range(2, int(len(sieve) ** 0.5) + 1):
        sieve[p * p :: p] = False
    a = sparse.lil_array((n, n), dtype=int)
    a.setdiag(np.flatnonzero(sieve)[:n])
    distance = 1
    while distance < n:
        a.setdiag(1, distance)
        a.setdiag(1, -distance)
        distance *= 2
    return a.tocsr()


@given(rational_systems(), st.data())
def test_wanted_unknowns_are_those_of_the_whole_solution(system, data):
    a, b = system
    n = len(a)
    try:
        x = solve(a, b)
    except SingularMatrixError:
        return
    want = data.draw(st.lists(st.integers(-n, n - 1), max_size=4))
    found = solve(a, b, want=want)
    assert isinstance(found, ExactVector) and list(found) == [x[i] for i in want]


@given(invertible_matrices(), st.data())
def test_an_entry_of_the_inverse(a, data):
    n = len(a)
    i, j = data.draw(st.integers(0, n - 1)), data.draw(st.integers(0, n - 1))
    scaled = [[Fraction(e, 3 + k) for e in row] for k, row in enumerate(a)]
    assert inverse_entry(scaled, i, j) == inv(scaled)[i, j]


@pytest.mark.parametrize("n", [60, 700])
def test_entries_by_a_bound_are_those_of_the_whole_solution(n):
    """Both with the bound that the split into core and diagonal proves, and with Hadamard's."""
    a = trefethen(n)
    b = [(-1) ** i * 5**i for i in range(n)]
    x = solve(a, b)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(partial, "MAX_FLINT_PLACES", 1)
        found = solve(a, b, want=[0, n - 1, 5])
    assert list(found) == [x[0], x[n - 1], x[5]]
    assert "Hadamard" in found.info.largest.end


def test_only_the_blocks_that_count_are_looked_at():
    """The unknown 0 depends on 1 but not on 2, whose equation has no solution at all."""
    a = [[2, 1, 0], [0, 3, 0], [0, 1, 0]]
    with pytest.raises(SingularMatrixError):
        solve(a, [1, 1, 1])
    t = trefethen(40)
    chain = sparse.block_array([[t, None], [sparse.eye_array(40, dtype=int), -t]])
    b = np.arange(80)
    x = solve(chain, b)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(partial, "MAX_FLINT_PLACES", 1)
        assert solve(chain, b, want=[79])[0] == x[79]
        assert solve(chain, b, want=[3]).info.unknowns == 40
        assert list(solve(chain, b, want=[3, 79])) == [x[3], x[79]]


def test_the_bound_for_the_inverse_is_one():
    """Against the exact inverse of a matrix that splits into core and diagonal."""
    a = trefethen(600)
    lifter = lifting.Lifting(read(a))
    assert lifter.factor.inverse_norm is not None
    columns = fmpz_mat(a.toarray().tolist()).solve(fmpz_mat(600, 1, [1] * 600))
    largest = max(abs(Fraction(int(e.p), int(e.q))) for e in columns.entries())
    assert largest <= lifter.factor.inverse_norm <= 100


def read(a):
    from exactbox.linalg.matrices.matrix_inputs import read_scaled

    return read_scaled(a)[0]


@given(rational_systems(), st.data())
def test_prepared_matrices_solve_also_transposed(system, data):
    a, b = system
    try:
        x = solve(a, b)
    except SingularMatrixError:
        with pytest.raises(SingularMatrixError):
            factorized(a).solve(b)
        return
    prepared = factorized(a)
    assert prepared.solve(b) == x
    assert prepared.solve([[e, 1] for e in b]) == solve(a, [[e, 1] for e in b])
    y = prepared.solve_transposed(b)
    assert [
        sum(Fraction(row[j]) * e for row, e in zip(a, y, strict=True)) for j in range(len(a))
    ] == b


def test_the_kernel_of_a_transpose_is_for_the_matrix_before_its_rows_were_scaled():
    """(1/2 1) and (1 2) depend on each other: twice the first less the second is 0."""
    prepared = factorized([["1/2", 1], [1, 2]])
    with pytest.raises(SingularMatrixError) as caught:
        prepared.solve_transposed([1, 1])
    assert caught.value.kernel == [2, -1]


@given(singular_matrices())
def test_singular_transposes_are_refused_with_a_kernel(whole):
    a = [[Fraction(e, i + 1) for e in row] for i, row in enumerate(whole)]
    try:
        prepared = factorized(a)
    except SingularMatrixError:
        return
    with pytest.raises(SingularMatrixError) as caught:
        prepared.solve_transposed([1] * len(a))
    k = caught.value.kernel
    assert any(k) and not any(sum(Fraction(e) * v for e, v in zip(c, k)) for c in zip(*a))


def test_large_blocks_keep_their_float_factors():
    a = trefethen(300)
    prepared = factorized(a)
    with pytest.MonkeyPatch.context() as patch:
        first = prepared.solve(np.arange(300))
        patch.setattr(lifting, "float_factor", None)
        second = prepared.solve(-np.arange(300))
    assert [-e for e in second] == list(first)


def test_verify_has_no_tolerance():
    a = trefethen(50)
    x = solve(a, [1] * 50)
    assert verify(a, x, [1] * 50)
    assert verify(a, [str(e) for e in x], [1] * 50)
    entries = list(x)
    entries[17] += Fraction(1, 10**400)
    assert not verify(a, entries, [1] * 50)
    with pytest.raises(ValueError, match="x has 49 rows, need 50"):
        verify(a, entries[:49], [1] * 50)


@pytest.mark.parametrize("width", [1, 7])
def test_verification_by_digits_notices_every_change(width):
    """Long rows go through digits; each entry, by one, up and down, and the denominator."""
    rng = np.random.default_rng(2)
    a = rng.integers(-99, 100, (40, 40))
    x = np.array([[e << (90 * k) for k in range(width)] for e in range(-20, 20)], dtype=object)
    b = a.astype(object) @ x
    assert verify(a, x, b)
    for i, j in [(0, 0), (39, width - 1), (20, width // 2)]:
        for change in (1, -1, 1 << 32, -(1 << 64)):
            wrong = x.copy()
            wrong[i, j] += change
            assert not verify(a, wrong, b)
    for sparse_kind in (sparse.csr_array(a), a.tolist()):
        assert verify(sparse_kind, x, b) and not verify(sparse_kind, x, b + 1)


def test_the_kernel_of_a_part_is_given_for_the_whole():
    a = [[1, 1, 0], [1, 1, 0], [1, 0, 1]]
    for call in (lambda: solve(a, [1, 1, 1], want=[0]), lambda: inverse_entry(a, 0, 0)):
        with pytest.raises(SingularMatrixError) as caught:
            call()
        kernel = list(caught.value.kernel)
        assert len(kernel) == 3 and any(kernel)
        assert all(sum(v * e for v, e in zip(row, kernel, strict=True)) == 0 for row in a)


def test_no_product_may_wrap_around_where_nothing_is_multiplied_back():
    """Pivots double 72 times, so the factor loses an entry 2^51, and 2^51 times 2^13 wraps to 0."""
    big, steps = 2**51, 72
    n = steps + 4
    a = np.zeros((n, n), dtype=object)
    for i in range(steps + 1):
        a[i, i] = big
        a[i, :i] = -big
        a[i, steps] = big
    a[steps, steps] = big
    v, w, z = steps + 1, steps + 2, steps + 3
    a[steps, v] = big  # what the factor loses beside 2^72 times as much
    a[v, v], a[v, w] = 1, -(2**13)
    a[w, w] = a[z, z] = 1
    a[w, z], a[v, 0] = 1, 1
    b = [0] * n
    b[w] = 1
    lifter = lifting.Lifting(read(a.tolist()), nonsingular=True)
    x = solve(a.tolist(), b)
    try:
        found, _ = lifter.entries([[e] for e in b], range(n))
    except lifting.LiftingError:
        return
    assert [Fraction(int(p), int(q)) for p, q in found] == list(x)


def test_right_sides_with_many_denominators():
    a = trefethen(30)
    b = [Fraction(1, 10**40 + 7 * i) for i in range(30)]
    x = solve(a, b)
    assert verify(a, x, b) and x == factorized(a).solve(b)


def test_shapes_without_entries_are_told_apart():
    assert verify(np.zeros((3, 0), dtype=int), [], [0, 0, 0])
    a, x, b = (np.zeros(shape, dtype=int) for shape in ((0, 3), (3, 2), (0, 5)))
    with pytest.raises(ValueError, match="x has 2 columns, need 5"):
        verify(a, x, b)
    with pytest.raises(TypeError, match="want is 1, need a list of indices"):
        solve([[1]], [1], want=1)


@pytest.mark.parametrize("columns", [0, 3])
@pytest.mark.parametrize("method", [solve, lift, dixon, eliminate])
def test_no_unknowns_and_several_right_hand_sides(method, columns):
    a, b = np.zeros((0, 0), dtype=int), np.zeros((0, columns), dtype=int)
    assert method(a, b).shape == (0, columns)
    assert method(a, b, want=[]).shape == (0, columns)
    assert method(a, []).shape == (0,)
    prepared = factorized(a)
    assert prepared.solve(b).shape == (0, columns) == prepared.solve_transposed(b).shape
    assert method(np.zeros((2, 0), dtype=int), np.zeros((2, columns), dtype=int)).shape == b.shape

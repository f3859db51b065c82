"""Rank, null space, echelon form, general solutions, determinant and inverse, of any shape."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, islice
from math import gcd, prod

import numpy as np
import pytest
import scipy.sparse as sparse
from flint import fmpz_mat
from hypothesis import given
from hypothesis import strategies as st
from sympy import Matrix, Rational

from exactbox.linalg import (
    InconsistentSystemError,
    LiftingError,
    SingularMatrixError,
    det,
    determinant,
    factorized,
    inv,
    inverse_entry,
    nullspace,
    partial,
    rank,
    ranks,
    reduction,
    rref,
    rref_steps,
    solve,
    solve_general,
)
from exactbox.linalg.elimination import echelon
from exactbox.linalg.square import nonsingular, system
from exactbox.linear_certificate import LinearCertificate
from tests.methods import lift, lift_first

ENTRIES = st.one_of(
    st.integers(-3, 3),
    st.fractions(min_value=-5, max_value=5, max_denominator=7),
    st.sampled_from([2**31, -(2**63), 2**63 - 1, 10**30]),
)


@st.composite
def matrices(draw):
    """Any shape to 6 by 6; often deficient, as some rows and columns repeat or combine others."""
    m, n = draw(st.integers(0, 6)), draw(st.integers(1, 6))
    a = [[draw(ENTRIES) for _ in range(n)] for _ in range(m)]
    for _ in range(draw(st.integers(0, 3)) if m > 1 else 0):
        i, j = draw(st.integers(0, m - 1)), draw(st.integers(0, m - 1))
        a[i] = [2 * e for e in a[j]] if draw(st.booleans()) else [0] * n
    for _ in range(draw(st.integers(0, 2))):
        i, j = draw(st.integers(0, n - 1)), draw(st.integers(0, n - 1))
        for row in a:
            row[i] = row[j] - (row[-1] if draw(st.just(True)) else 0)
    return a, n


def as_sympy(a, n):
    cells = [Rational(Fraction(e).numerator, Fraction(e).denominator) for row in a for e in row]
    return Matrix(len(a), n, cells)


def times(a, x):
    """A x by the definition."""
    return [sum((Fraction(v) * e for v, e in zip(row, x, strict=True)), Fraction()) for row in a]


def shaped(a, n):
    """An array, so that no rows still have n columns."""
    full = np.empty((len(a), n), dtype=object)
    for i, row in enumerate(a):
        full[i] = row
    return full


@given(matrices())
def test_sympy_agrees_on_rank_null_space_and_echelon_form(drawn):
    a, n = drawn
    theirs = as_sympy(a, n)
    ours = shaped(a, n)
    assert rank(ours) == theirs.rank()
    reduced, pivots = rref(ours)
    assert (reduced.to_sympy(), pivots) == theirs.rref()
    basis = nullspace(ours)
    assert basis.shape == (n, n - len(pivots))
    known = theirs.nullspace()
    for k in range(basis.columns):
        assert [Rational(basis[i, k].numerator, basis[i, k].denominator) for i in range(n)] == list(
            known[k]
        )


@given(matrices())
def test_the_steps_of_elimination_are_row_operations_that_end_in_the_form(drawn):
    """Each is done again here, from its words, to the matrix before."""
    a, n = drawn
    rows = [[Fraction(e) for e in row] for row in a]
    for operation, matrix in rref_steps(shaped(a, n)):
        words = operation.replace("(", "").replace(")", "").split()
        i = int(words[5 if words[0] == "swap" else 1]) - 1
        if words[0] == "swap":
            k = int(words[2]) - 1
            rows[i], rows[k] = rows[k], rows[i]
        elif words[2] == "/":
            rows[i] = [e / Fraction(words[3]) for e in rows[i]]
        else:
            k, size = int(words[-1]) - 1, Fraction(words[3]) if len(words) == 6 else 1
            sign = 1 if words[2] == "+" else -1
            rows[i] = [e + sign * size * f for e, f in zip(rows[i], rows[k], strict=True)]
        assert matrix.tolist() == rows
    assert rref(shaped(a, n))[0].tolist() == rows


@given(matrices())
def test_an_integer_basis_is_primitive_and_in_the_null_space(drawn):
    a, n = drawn
    basis = nullspace(shaped(a, n), integer=True)
    free = [j for j in range(n) if j not in rref(shaped(a, n))[1]]
    for k, f in enumerate(free):
        column = [basis[i, k] for i in range(n)]
        assert all(e.denominator == 1 for e in column) and column[f] > 0
        assert gcd(*(int(e) for e in column)) == 1
        assert times(a, column) == [0] * len(a)


@given(matrices(), st.data())
def test_all_solutions_are_found_or_a_witness_that_there_is_none(drawn, data):
    a, n = drawn
    if data.draw(st.booleans()):
        b = times(a, [data.draw(ENTRIES) for _ in range(n)])
    else:
        b = [data.draw(ENTRIES) for _ in a]
    try:
        found = solve_general(shaped(a, n), b)
    except InconsistentSystemError as error:
        y = list(error.witness)
        assert all(sum(e * row[j] for e, row in zip(y, a, strict=True)) == 0 for j in range(n))
        assert sum(e * v for e, v in zip(y, b, strict=True)) != 0
        assert gcd(*(int(e) for e in y)) == 1
        theirs = as_sympy(a, n).row_join(as_sympy([[e] for e in b], 1))
        assert theirs.rank() > as_sympy(a, n).rank()
    else:
        assert times(a, found.particular) == b
        assert found.rank == as_sympy(a, n).rank() == len(found.pivots)
        assert all(found.particular[j] == 0 for j in range(n) if j not in found.pivots)
        assert found.nullspace == nullspace(shaped(a, n))


@given(matrices(), st.data())
def test_solve_takes_systems_that_are_not_square(drawn, data):
    a, n = drawn
    if len(a) == n:
        a.append([1] * n)
    right = [data.draw(ENTRIES) for _ in range(n)]
    b = times(a, right)
    if as_sympy(a, n).rank() == n:
        assert list(solve(shaped(a, n), b)) == right
    else:
        with pytest.raises(SingularMatrixError) as caught:
            solve(shaped(a, n), b)
        kernel = list(caught.value.kernel)
        assert any(kernel) and times(a, kernel) == [0] * len(a)


@given(st.integers(0, 6), st.data())
def test_sympy_agrees_on_determinant_and_inverse(n, data):
    a = [[data.draw(ENTRIES) for _ in range(n)] for _ in range(n)]
    if n > 1 and data.draw(st.booleans()):
        a[0] = a[-1]
    theirs = as_sympy(a, n)
    value = det(shaped(a, n))
    assert Rational(value.numerator, value.denominator) == theirs.det()
    if value == 0:
        with pytest.raises(SingularMatrixError) as caught:
            inv(shaped(a, n))
        assert any(caught.value.kernel) and times(a, caught.value.kernel) == [0] * n
    else:
        assert inv(shaped(a, n)).to_sympy() == theirs.inv()


@given(matrices())
def test_unlucky_primes_change_nothing(drawn):
    """Modulo 2, 3 and 5 many minors vanish; what is returned is right all the same."""
    a, n = drawn
    wanted = rref(shaped(a, n)), rank(shaped(a, n))
    with pytest.MonkeyPatch.context() as patch:
        for module in (system, ranks, reduction):
            patch.setattr(module, "primes", lambda *_: chain([2, 3, 5], echelon.primes()))
        assert (rref(shaped(a, n)), rank(shaped(a, n))) == wanted
        if len(a) == n and wanted[1] < n:
            with pytest.raises(SingularMatrixError) as caught:
                solve(shaped(a, n), [0] * n)
            assert any(caught.value.kernel) and not any(times(a, caught.value.kernel))


def test_the_primes_that_are_tried_first_may_divide_everything():
    p = prod(islice(echelon.primes(), 5))
    assert rank([[p]]) == 1 and nullspace([[p]]).shape == (1, 0)
    assert list(solve([[p], [p]], [1, 1])) == [Fraction(1, p)]
    with pytest.raises(SingularMatrixError):
        solve([[p, p], [p, p]], [1, 1])
    assert LinearCertificate.unique([[p]], [1], solve([[p]], [1])).claim.facts["rank"] == 1


@pytest.mark.parametrize("call", [lift, solve, lambda a, b: factorized(a).solve(b)])
def test_a_prime_that_divides_the_determinant_does_not_make_a_matrix_singular(call):
    """Where nothing but elimination modulo 2, 3 and 5 could prove that there is an inverse."""
    n = 12
    a = np.random.default_rng(1).integers(-9, 10, (n, n))
    a[0] = 30 * np.arange(1, n + 1) + a[1]  # so 30 divides the determinant
    b = list(range(n))
    with pytest.MonkeyPatch.context() as patch:
        lift_first(patch)
        patch.setattr(nonsingular, "_is_dominant", lambda *_: False)
        patch.setattr(nonsingular, "_float_inverse_proves", lambda *_: False)
        for module in (system, nonsingular):
            patch.setattr(module, "primes", lambda: chain([2, 3, 5], echelon.primes()))
        assert not nonsingular.has_full_rank_modulo_a_prime(echelon_input(a))
        assert times(a.tolist(), call(a, b)) == b
        a[0] = a[1]
        with pytest.raises((SingularMatrixError, LiftingError)):
            call(a, b)


def test_primes_that_divide_a_large_determinant_change_neither_it_nor_an_entry_of_the_inverse():
    n = 20
    a = np.random.default_rng(2).integers(-9, 10, (n, n))
    a[0] = 30 * np.arange(1, n + 1) + a[1]
    full = fmpz_mat(a.tolist())
    wanted = full.solve(fmpz_mat(n, 1, [int(i == 4) for i in range(n)]))[3, 0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nonsingular, "_is_dominant", lambda *_: False)
        patch.setattr(nonsingular, "_float_inverse_proves", lambda *_: False)
        for module in (system, nonsingular):
            patch.setattr(module, "primes", lambda: chain([2, 3, 5], echelon.primes()))
        patch.setattr(determinant, "_MAX_UNKNOWNS_BY_FLINT", 1)
        patch.setattr(partial, "MAX_FLINT_PLACES", 1)
        assert det(a) == int(full.det())
        assert inverse_entry(a, 3, 4) == Fraction(int(wanted.p), int(wanted.q))


@pytest.mark.parametrize("leftmost", [False, True])
@given(data=st.data())
def test_sparse_elimination_finds_the_profile_that_flint_finds(leftmost, data):
    from flint import nmod_mat

    m, n = data.draw(st.integers(1, 12)), data.draw(st.integers(1, 12))
    cells = st.one_of(st.just(0), st.just(0), st.integers(-2, 2))
    a = [[data.draw(cells) for _ in range(n)] for _ in range(m)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(echelon, "MAX_DENSE_PROFILE_PLACES", 0)
        patch.setattr(echelon, "MAX_SPARSE_DENSITY", data.draw(st.sampled_from([0.3, 2.0])))
        matrix = echelon_input(a)
        rows, columns = echelon.rank_profile(matrix, 101, leftmost=leftmost)
    reduced, size = nmod_mat(m, n, [e for row in a for e in row], 101).rref()
    assert len(rows) == len(columns) == size
    minor = nmod_mat(size, size, [a[i][j] for i in rows for j in columns], 101)
    assert size == 0 or minor.det() != 0
    if leftmost:
        first = [min(j for j in range(n) if reduced[i, j] != 0) for i in range(size)]
        assert columns == first


def echelon_input(a):
    from exactbox.linalg.matrices.matrix_inputs import read_scaled

    return read_scaled(a)[0]


def test_known_rank_and_kernel_by_construction():
    """A = L R with L of full column rank and R = [1 S]: the null space is [-S; 1]."""
    rng = np.random.default_rng(3)
    left = np.vstack([np.eye(30, dtype=int), rng.integers(-9, 10, (20, 30))])
    rest = rng.integers(-9, 10, (30, 15))
    a = left @ np.hstack([np.eye(30, dtype=int), rest])
    assert rank(a) == 30 and rank(a.T) == 30
    basis = nullspace(a)
    assert basis.to_float().tolist() == np.vstack([-rest, np.eye(15)]).tolist()
    b = a @ np.arange(45)
    assert times(a.tolist(), solve_general(a, b).particular) == b.tolist()
    b[-1] += 1
    with pytest.raises(InconsistentSystemError, match="no solution"):
        solve_general(a, b)


@pytest.mark.slow
def test_a_large_sparse_matrix_with_one_dependent_row():
    n = 20_000
    a = sparse.lil_array((n, n), dtype=int)
    a.setdiag(1)
    a.setdiag(-2, 1)
    a[n - 1, n - 1] = 0
    assert rank(a) == n - 1
    basis = nullspace(a)
    assert basis.shape == (n, 1)
    assert basis[n - 1, 0] == 1 and basis[n - 3, 0] == 4 and basis[0, 0] == 2 ** (n - 1)


@pytest.mark.slow
def test_determinants_of_large_blocks():
    rng = np.random.default_rng(8)
    full = rng.integers(-9, 10, (330, 330))
    assert det(full) == int(fmpz_mat(full.tolist()).det())
    full[0] = full[1]
    assert det(full) == 0
    lower = np.tril(rng.integers(-5, 6, (400, 400)), -1) + 3 * np.eye(400, dtype=int)
    upper = np.triu(rng.integers(-5, 6, (400, 400)), 1) - np.eye(400, dtype=int)
    shuffled = (lower @ upper)[rng.permutation(400)]
    assert abs(det(shuffled)) == 3**400


@pytest.mark.parametrize("n", [1, 2, 7])
def test_permutations_and_triangles(n):
    order = np.random.default_rng(n).permutation(n)
    p = np.eye(n, dtype=int)[order]
    assert abs(det(p)) == 1 and det(p) == round(np.linalg.det(p))
    assert inv(p).to_float().tolist() == p.T.tolist()
    lower = np.tril(np.ones((n, n), dtype=int))
    assert det(lower) == 1 and rank(lower) == n
    assert list(solve(lower, [1] * n)) == [1] + [0] * (n - 1)


@pytest.mark.parametrize("m, n", [(0, 0), (0, 3), (3, 0)])
def test_matrices_without_entries(m, n):
    a = np.zeros((m, n), dtype=int)
    assert rank(a) == 0
    assert nullspace(a).shape == (n, n)
    assert rref(a)[0].shape == (m, n)
    found = solve_general(a, [0] * m)
    assert found.rank == 0 and found.particular.shape == (n,)
    if m == n:
        assert det(a) == 1
    if m:
        with pytest.raises(InconsistentSystemError):
            solve_general(a, [0, 5, 0])


def test_bad_shapes_are_one_line():
    with pytest.raises(ValueError, match="A has 2 rows and 1 column, need a square matrix"):
        det([[1], [2]])
    with pytest.raises(ValueError, match="b has 1 row, need 2 as A has"):
        solve_general([[1], [2]], [1])


def test_a_large_singular_block_is_noticed_before_a_slow_method_is_tried():
    """One cycle of 2,000 unknowns whose determinant is 1 - 1; dense methods would take minutes."""
    n = 2000
    a = sparse.lil_array((n, n), dtype=int)
    a.setdiag(1)
    a.setdiag(-1, 1)
    a[n - 1, 0] = -1
    with pytest.raises(SingularMatrixError) as caught:
        solve(a, np.ones(n, dtype=int))
    assert list(caught.value.kernel) == [1] * n


@pytest.mark.parametrize("n", [30, 150, pytest.param(250, marks=pytest.mark.slow)])
def test_a_singular_matrix_is_refused_though_the_system_has_solutions(n):
    """Floats do not notice, and a solution multiplies back; but it is not the only one."""
    a = np.random.default_rng(n).integers(-9, 10, (n, n))
    a[-1] = a[0] + a[1]
    for call in (solve, lambda a, b: factorized(a).solve(b), lift):
        for b in (np.zeros(n, int), a[:, 0]):
            with pytest.raises((SingularMatrixError, LiftingError)) as caught:
                call(a, b)
            if call is solve:
                assert times(a.tolist(), caught.value.kernel) == [0] * n


def test_a_float_inverse_that_is_near_enough_is_a_proof():
    from exactbox.linalg.square import factors

    rng = np.random.default_rng(5)
    for n, size in ((1, 3), (5, 9), (40, 99), (200, 2**40)):
        full = rng.integers(-size, size + 1, (n, n)) + np.eye(n, dtype=int)
        matrix = echelon_input(full)
        factor = factors.float_factor(matrix, 32)
        assert nonsingular._float_inverse_proves(matrix, factor)
    near = echelon_input([[10**15, 10**15 - 1], [10**15 + 1, 10**15]])  # the determinant is 1
    assert not nonsingular._float_inverse_proves(near, factors.float_factor(near, 32))


@pytest.mark.parametrize("n", [3, 50, 150])
def test_no_right_hand_sides_and_full_rank(n):
    a = np.random.default_rng(n).integers(-9, 10, (n, n))
    assert nullspace(a).shape == (n, 0) and rref(a)[1] == tuple(range(n))
    assert solve(a, np.zeros((n, 0), dtype=int)).shape == (n, 0)
    assert solve_general(a, np.zeros((n, 0), dtype=int)).particular.shape == (n, 0)


def test_a_zero_row_among_huge_entries():
    a = np.random.default_rng(0).integers(-9, 10, (210, 210)).astype(object) * 2**70
    a[200] = 0
    with pytest.raises(SingularMatrixError) as caught:
        solve(a, [1] * 210)
    assert any(caught.value.kernel) and not any(times(a.tolist(), caught.value.kernel))

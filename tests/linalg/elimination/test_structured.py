"""Structured elimination, and ranks that are proved with it."""

from __future__ import annotations

import sys
from fractions import Fraction
from itertools import combinations, count, islice, pairwise
from random import Random

import numpy as np
import pytest
import scipy.sparse as sparse
from flint import fmpz, fmpz_mat, nmod_mat
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array
from sympy import Matrix

from exactbox.linalg import (
    InconsistentSystemError,
    SingularMatrixError,
    nullspace,
    rank,
    ranks,
    reduction,
    rref,
    solve,
    solve_general,
    verify,
)
from exactbox.linalg.elimination import structured
from exactbox.linalg.elimination.echelon import primes, rank_profile
from exactbox.linalg.elimination.structured import (
    combined,
    count_pivots,
    echelon_form,
    read_csr,
    reduced,
)
from exactbox.linalg.matrices import blocks
from exactbox.linalg.matrices.matrix_inputs import read_scaled
from exactbox.linalg.matrices.sparse import from_coordinates
from tests.bench.linear_cases import chessboard_complex, incidence, matching_complex, repeated_rows


@st.composite
def sparse_matrices(draw, most=3):
    """Integer matrices of which most entries are zero."""
    m, n = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    entry = st.one_of(st.just(0), st.just(0), st.integers(-most, most))
    return np.array(draw(st.lists(st.lists(entry, min_size=n, max_size=n), min_size=m, max_size=m)))


def csr(full):
    return sparse.csr_array(np.asarray(full, dtype=np.int64))


@given(sparse_matrices(most=6))
def test_the_echelon_form_has_the_row_space_and_its_leading_columns_are_the_leftmost(full):
    echelon = echelon_form(csr(full))
    wanted, pivots = Matrix(full).rref()
    rest = echelon.rest.toarray()
    assert len(echelon.pivots) + Matrix(rest).rank() == len(pivots)
    assert not rest[:, echelon.pivots].any()
    rows = np.vstack([echelon.form.toarray(), rest])
    assert Matrix(rows).rref()[0][: len(pivots), :] == wanted[: len(pivots), :]
    minor = full[np.ix_(echelon.source, echelon.pivots)]
    assert Matrix(minor).rank() == len(echelon.pivots)
    if rest.shape[0] == 0:
        assert tuple(echelon.pivots) == pivots
        rows, leads = reduced(echelon)
        found = Matrix(rows.toarray()) + Matrix(
            len(pivots), full.shape[1], lambda i, j: leads[i] * (j == pivots[i])
        )
        assert (leads > 0).all()
        assert (
            Matrix.diag(*[1 / Fraction(int(d)) for d in leads]) * found == wanted[: len(leads), :]
        )


@given(sparse_matrices(most=6))
def test_pivots_and_the_rest_have_the_rank(full):
    count, rest = count_pivots(csr(full))
    assert count + Matrix(read_csr(rest).dense()).rank() == Matrix(full).rank()
    assert rank(full) == rank(full.T) == Matrix(full).rank()


def test_what_might_leave_64_bits_is_not_computed():
    """2^40 x + y = 0 takes 2^40 (2^40 z) away from another row."""
    big = 2**40
    x, p = csr([[big + 1, 0, big]]), csr([[big, 1, big]])
    assert combined(x, x[:, [0]], p, np.array([big])) is None
    x, p = csr([[3, 0, 5]]), csr([[2, 1, 7]])
    found, scales = combined(x, x[:, [0]], p, np.array([2]))
    assert found.toarray().tolist() == [[0, -3, -11]] and scales.tolist() == [2]
    # a product of denominators beyond 64 bits
    primes = [1_000_003, 1_000_033, 1_000_037, 1_000_039]
    x = csr([[1, 1, 1, 1, 1]])
    p = csr([[q if j == i else int(j == 4) for j in range(5)] for i, q in enumerate(primes)])
    assert combined(x, x[:, :4], p, np.array(primes)) is None


@pytest.mark.parametrize("full", [np.diag([2**62, 2**62]), [[2**40, 1, 0], [1, 2**40, 1]] * 20])
def test_ranks_of_long_entries(full):
    full = np.vstack([full, full])
    assert rank(full) == Matrix(full.tolist()).rank()


def test_elimination_that_is_given_up_leaves_the_same_answers(monkeypatch):
    a = matching_complex(6, 2)
    wanted = rank(a), nullspace(a), rref(a)
    monkeypatch.setattr(structured, "MAX_DENSE_PLACES", 10)
    monkeypatch.setattr(reduction, "MAX_FLINT_PLACES", 0)
    monkeypatch.setattr(reduction, "_MAX_ROW_STEPS", 0)
    assert (rank(a), nullspace(a), rref(a)) == wanted
    monkeypatch.setattr(structured, "MAX_DENSE_PLACES", 1e9)
    monkeypatch.setattr(structured, "MAX_DENSE_PROFILE_PLACES", 0)
    monkeypatch.setattr(structured, "_MIN_DENSE_SHARE", 0.01)
    assert (rank(a), nullspace(a), rref(a)) == wanted


@pytest.mark.parametrize("m, n", [(3, 4), (4, 5), (5, 6)])
def test_the_chessboard_complex_has_the_homology_of_its_euler_characteristic(m, n):
    """d d = 0, so rank d_k + rank d_(k+1) is at most the number of k-faces.

    The reduced Euler characteristic is the alternating sum of Betti numbers, whatever the faces.
    """
    boundaries = [chessboard_complex(m, n, rooks) for rooks in range(2, m + 1)]
    faces = [m * n, *(d.shape[1] for d in boundaries)]
    found = [1, *(rank(d) for d in boundaries), 0]  # the empty face first
    betti = [f - low - high for f, low, high in zip(faces, found, found[1:])]
    assert all(b >= 0 for b in betti)
    euler = sum((-1) ** k * f for k, f in enumerate(faces)) - 1
    assert euler == sum((-1) ** k * b for k, b in enumerate(betti))
    for low, high in pairwise(boundaries):
        assert abs(low @ high).max() == 0


def test_an_incidence_matrix_has_the_rank_of_its_spanning_forest():
    a = incidence(60, 300)
    components = sparse.csgraph.connected_components(abs(a) @ abs(a).T, directed=False)[0]
    assert rank(a) == 60 - components
    basis = nullspace(a, integer=True)
    assert basis.shape == (300, 300 - 60 + components)
    assert verify(a, basis, np.zeros((60, basis.shape[1]), dtype=int))
    assert all(abs(n) == d for _, _, n, d in basis.entries())  # a cycle passes an arc once


def test_systems_of_sparse_matrices_of_any_rank():
    a = repeated_rows(200, 120, 60)
    x = np.arange(120) % 5 - 2
    found = solve_general(a, a @ x)
    assert found.rank == 60 and verify(a, found.particular, a @ x)
    assert verify(a, found.nullspace, np.zeros((200, 60), dtype=int))
    off = a @ x
    off[np.flatnonzero(abs(a).sum(axis=1) > 0)[-1]] += 1
    with pytest.raises(InconsistentSystemError) as caught:
        solve_general(a, off)
    y = [int(e) for e in caught.value.witness]
    assert not (a.T.toarray().astype(object) @ y).any() and sum(map(int.__mul__, y, map(int, off)))


def test_an_inconsistent_incidence_system_has_a_cut_as_its_witness():
    a = incidence(80, 400)
    b = np.zeros(80, dtype=int)
    b[0] = 1  # what flows out has to flow in somewhere
    with pytest.raises(InconsistentSystemError) as caught:
        solve_general(a, b)
    y = np.array([int(e) for e in caught.value.witness])
    assert not (y @ a).any() and y @ b != 0
    with pytest.raises(InconsistentSystemError):
        solve(a, b)


def test_a_wide_system_is_inconsistent_or_has_many_solutions():
    with pytest.raises(InconsistentSystemError):
        solve([[1, 1, 1], [2, 2, 2]], [1, 3])
    with pytest.raises(SingularMatrixError) as caught:
        solve([[1, 1]], [0])
    assert list(caught.value.kernel) == [1, -1]


@pytest.mark.parametrize("m, n, r", [(40, 30, 7), (30, 40, 12), (80, 25, 24), (25, 80, 1)])
def test_dense_ranks_are_those_of_the_factors(m, n, r, monkeypatch):
    rng = np.random.default_rng(r)
    full = rng.integers(-9, 10, (m, r)) @ rng.integers(-9, 10, (r, n))
    assert rank(full) == rank(full, certified=False) == r
    monkeypatch.setattr(
        ranks, "_MIN_PRODUCTS_BY_NULL_SPACE", -1.0
    )  # by a basis of the null space instead
    assert rank(full) == r


def test_a_matching_bounds_the_rank():
    """Long rows that share three columns, beside a unit matrix."""
    rng = np.random.default_rng(3)
    full = np.zeros((40, 23), dtype=object)
    full[:20, :20] = np.eye(20, dtype=int).astype(object) * 3**50
    full[20:, 20:] = rng.integers(1, 99, (20, 3)).astype(object) * 7**40
    assert rank(full) == 23
    full[:, 22] = 0
    assert rank(full) == 22


def test_progress_is_reported_for_primes():
    seen = []
    full = np.outer(np.arange(1, 130), np.arange(1, 140))
    assert rank(full, progress=lambda done, total: seen.append((done, total))) == 1
    assert seen and all(0 <= done <= total for done, total in seen)


def test_all_minors_of_a_vandermonde_like_matrix_agree_with_sympy():
    full = [[(i * j) % 7 - 3 for j in range(8)] for i in range(8)]
    for rows in combinations(range(8), 4):
        part = [full[i] for i in rows]
        assert rank(part) == Matrix(part).rank()


@given(sparse_matrices(most=4), st.sampled_from([2, 3, 5, 7]))
def test_a_rank_modulo_a_prime_is_that_of_an_elimination_modulo_it(full, prime):
    assert rank(full, modulus=prime) == nmod_mat(*full.shape, full.ravel().tolist(), prime).rank()


def test_the_chessboard_complex_has_torsion_of_order_three():
    """H_2 of the 5 x 5 chessboard complex is Z/3 (Shareshian, Wachs 2007): ranks differ."""
    low, high = chessboard_complex(5, 5, 3), chessboard_complex(5, 5, 4)
    faces = low.shape[1]
    assert faces - rank(low) - rank(high) == 0
    assert faces - rank(low, modulus=2) - rank(high, modulus=2) == 0
    assert faces - rank(low, modulus=3) - rank(high, modulus=3) == 1


def upper_bidiagonal(leads, inner, n):
    """A wide matrix of two rows, mostly zero: leads on the diagonal, `inner` beside the first."""
    full = np.zeros((2, n), dtype=np.int64)
    full[0, :3], full[1, 1:3] = [leads[0], inner, 1], [leads[1], 1]
    return full


@pytest.mark.parametrize("e", [31, 32, 33, 40, 61])
def test_leading_entries_whose_product_leaves_64_bits(e):
    """x_1 = -1 / 2^e and x_0 = (3 / 2^e - 1) / 2^e, by hand; 2^(2 e) is 0 modulo 2^64."""
    full, power = upper_bidiagonal((2**e, 2**e), 3, 2000), Fraction(2**e)
    basis = nullspace(full)
    assert basis[:3, 0] == [(3 / power - 1) / power, -1 / power, 1]
    assert all(d > 0 for d in basis.denominators)
    assert rref(full)[0][0, 2] == (1 - 3 / power) / power
    x = solve_general(full, [1, 1]).particular
    assert x[:2] == [(1 - 3 / power) / power, 1 / power]


def test_a_null_space_whose_denominators_have_no_common_multiple_that_is_a_float():
    """Row i is p_i x_i + x_(60 + i) = 0 for sixty primes p_i above 10^9: (10^9)^60 > 2^1793."""
    some = list(islice((p for p in count(10**9) if fmpz(p).is_prime()), 60))
    full = np.hstack([np.diag(some), np.eye(60, dtype=np.int64)])
    assert nullspace(full)[:60].tolist() == [
        [Fraction(-int(i == j), p) for j in range(60)] for i, p in enumerate(some)
    ]


def test_row_sums_that_leave_64_bits_do_not_pass_for_zero():
    """Eight times 2^61 is 0 modulo 2^64, and so is 2^61 (1 + ... + 1)."""
    a = csr_array(np.array([[2**61] * 8 + [0]]))
    k, one = csr_array(np.ones((8, 1), dtype=np.int64)), np.ones(8, dtype=np.int64)
    assert not reduction._annihilates(a, np.arange(8), np.array([8]), k, one)


@pytest.mark.parametrize("turned", [False, True])
def test_a_rest_of_long_entries_has_no_lines_of_zeros(turned):
    """Two lines of 7,000 x 7,000 places have entries, all of them 2^70: they are proportional."""
    places = ((j, i) if turned else (i, j) for i in range(7_000) for j in (0, 5))
    a = (dict.fromkeys(places, 2**70), (7_000, 7_000))
    assert rank(a) == 1 == rank(a, certified=False)


def test_the_null_space_of_a_large_incidence_matrix_is_never_dense():
    """Of 20,000 x 100,000 the places would be 12 GB of pointers; cycles are short."""
    basis = nullspace(incidence(2_000, 10_000))
    stored = [len(row.columns) for row in basis.numerators]
    assert basis.shape == (10_000, 8_001) and sum(stored) < 0.1 * 2_000 * 8_001


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("way", ["by substitution", "by few rows"])
def test_echelon_forms_of_sparse_rows_are_those_of_flint(seed, way, monkeypatch):
    """Whether few rows are eliminated, or a rest that has filled in is solved for first."""
    rng = np.random.default_rng(seed)
    monkeypatch.setattr(reduction, "MAX_FLINT_PLACES", 0)
    monkeypatch.setattr(reduction, "_MIN_REST_RATIO", 0)
    if way == "by substitution":
        monkeypatch.setattr(reduction, "_MAX_ROW_STEPS", 0)
    monkeypatch.setattr(reduction, "is_filled", lambda a: False)
    monkeypatch.setattr(structured, "MAX_DENSE_PLACES", [0, 3, 20][seed % 3])
    m, inner, n = (int(e) for e in rng.integers(12, 40, 3))
    left, right = (
        rng.integers(-size, size + 1, shape) * (rng.random(shape) < 2.5 / shape[1])
        for shape, size in (((m, inner), 9), ((inner, n), 10 ** int(rng.integers(1, 8))))
    )
    a = csr_array(left @ right)
    wanted, d, r = fmpz_mat(a.toarray().tolist()).rref()
    called = []
    substituted = reduction._substituted
    monkeypatch.setattr(
        reduction, "_substituted", lambda *args: called.append(1) or substituted(*args)
    )
    found, pivots = rref(a)
    assert called and found * int(d) == wanted.tolist() and len(pivots) == r
    kernel = nullspace(a)
    assert kernel.shape == (n, n - r) and not any(map(any, (a @ kernel).tolist()))
    b = (a @ rng.integers(-9, 10, (n, 2))).tolist()
    solved = solve_general(a, b)
    assert a @ solved.particular == b and solved.pivots == pivots
    other = [[e + int(i == seed % m) for e in row] for i, row in enumerate(b)]
    try:
        assert a @ solve_general(a, other).particular == other
    except InconsistentSystemError as error:
        assert not any(error.witness @ a) and any(error.witness @ other)


def test_a_wrong_row_of_few_is_never_returned(monkeypatch):
    right = reduction.echelon_rows

    def wrong(rows, budget):
        (j, row), *others = right(rows, budget)
        return [(j, {**row, j: row[j] + 1}), *others]

    monkeypatch.setattr(reduction, "echelon_rows", wrong)
    with pytest.raises(ArithmeticError, match="A x == b failed"):
        nullspace(incidence(30, 60))


@pytest.mark.parametrize("seed", range(40))
def test_small_matrices_have_the_blocks_that_scipy_finds(seed, monkeypatch):
    """Matching and strong components by Python's loops and by SciPy: blocks are the matrix' own,
    and what is deficient is so by both."""
    rng = Random(seed)
    n = rng.randint(1, 30)
    places = {(rng.randrange(n), rng.randrange(n)) for _ in range(rng.randint(n, 3 * n))}
    if rng.random() < 0.8:
        places |= {(i, (i + 3) % n) for i in range(n)}
    i, j = (np.array(side) for side in zip(*sorted(places), strict=True))
    a = from_coordinates((n, n), i, j, np.ones(len(i), dtype=np.int64))
    with monkeypatch.context() as patch:
        patch.delitem(sys.modules, "scipy.sparse.csgraph", raising=False)
        ours = blocks.block_triangular_form(a)
    monkeypatch.setattr(blocks, "_MAX_LOOP_ENTRIES", -1)
    theirs = blocks.block_triangular_form(a)
    assert type(ours) is type(theirs)
    if isinstance(ours, blocks.BlockForm):
        assert (ours.columns == theirs.columns).all() and (ours.start == theirs.start).all()
        assert a.dense()[int(ours.rows[0])][int(ours.columns[0])] or ours.start[1] > 1
    else:
        assert (ours.rows == theirs.rows).all()


@pytest.mark.parametrize("seed", range(6))
def test_the_rest_of_a_sparse_product_needs_no_primes(monkeypatch, seed):
    """Numbers leave 64 bits, but nothing fills in: an exact echelon form is its own proof."""
    monkeypatch.setattr(ranks, "reduction", None)
    monkeypatch.setattr(ranks, "_is_at_most", None)
    rng = np.random.default_rng(seed)

    def factor(m, n):  # two entries in -9..9 a row
        places = np.repeat(np.arange(m), 2), rng.integers(0, n, 2 * m)
        return sparse.coo_array((rng.integers(-9, 10, 2 * m), places), (m, n)).tocsr()

    a = (factor(2500, 1500) @ factor(1500, 1500)).tocsr()
    modulo = [len(rank_profile(read_scaled(a)[0], p)[0]) for p in islice(primes(), 2)]
    assert [rank(a)] * 2 == modulo  # two primes of 59 bits agree

"""Sparse elimination, and what becomes of sparse systems on which floats fail."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

import numpy as np
import pytest
import scipy.sparse as sparse
from flint import fmpz, fmpz_mat
from hypothesis import given
from hypothesis import strategies as st

from exactbox.linalg import (
    LiftingError,
    SingularMatrixError,
    factorized,
    solve,
    verify,
)
from exactbox.linalg.elimination import elimination
from exactbox.linalg.errors import SingularBlockError
from exactbox.linalg.matrices import sparse as sparse_matrices
from exactbox.linalg.square import choice
from exactbox.parallel import executor_context
from tests.bench.linear_sparse_cases import banded, chorded, planted, tridiagonal, unimodular
from tests.methods import dixon, eliminate, lift, lift_first


def lucas(n: int) -> sparse.csr_array:
    """1 on the diagonal and above, -1 below: its determinants are Fibonacci's numbers."""
    ones = np.ones(n, dtype=np.int64)
    return sparse.csr_array(sparse.dia_array(([ones, ones, -ones], [0, 1, -1]), shape=(n, n)))


def test_the_inverse_of_a_chain_is_made_of_fibonacci_numbers():
    """The cofactors of a tridiagonal matrix are products of its corner minors."""
    n = 600
    fibonacci = [1, 1]
    while len(fibonacci) <= n:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    x = solve(lucas(n), np.arange(n) == n - 1)
    assert x.info.largest.method == "eliminate"
    last = [(-1) ** (n - 1 - i) * fibonacci[i] for i in range(n)]  # cofactors of the last row
    assert all(v * fibonacci[n] == f for v, f in zip(x, last, strict=True))


@pytest.mark.parametrize("n", [101, 500, 2000])
def test_a_chain_is_eliminated_with_several_long_right_sides(n):
    a = tridiagonal(n)
    b = [[i - 3, 0, (-1) ** i * 10 ** (i % 40)] for i in range(n)]
    x = solve(a, b)
    assert x.info.largest.method == "eliminate"
    assert min(x.info.largest.estimates, key=x.info.largest.estimates.get) == "eliminate"
    assert verify(a, x, b)


def test_elimination_in_halves_keeps_its_rows_short():
    """Rolled up from one end the pivots of 2,000 equations take 3.4 million bits together."""
    a = tridiagonal(2000)
    system = sparse_matrices.IntegerMatrix(a.shape, a.indptr, a.indices, a.data)
    work = elimination._Elimination(system, [[fmpz(1)]] * 2000)
    work.run(None, None)
    assert sum(work._rows[i][j].bit_length() for i, j in work._pivots) < 200_000


@given(
    st.lists(
        st.lists(st.sampled_from([0, 0, 0, 1, -1, 2, -6, 10**30]), min_size=7, max_size=7),
        min_size=7,
        max_size=7,
    ),
    st.lists(st.integers(-5, 5), min_size=7, max_size=7),
)
def test_elimination_agrees_with_flint_and_finds_what_is_singular(a, b):
    full = fmpz_mat(a)
    if full.det() == 0:
        with pytest.raises(SingularMatrixError):
            eliminate(a, b)
    else:
        wanted = full.solve(fmpz_mat([[e] for e in b]))
        assert [v.numerator * w.q - v.denominator * w.p for v, w in zip(
            eliminate(a, b), wanted.entries(), strict=True)] == [0] * 7  # fmt: skip


def test_denominators_that_come_one_after_the_other_are_collected():
    """p_i x_i = 1 + x_(i+1) for primes p_i: every unknown brings a denominator of its own."""
    primes = [3, 5, 7, 11, 13, 17, 19, 23]
    a = np.diag(primes) - np.diag([1] * 7, 1)
    value, wanted = Fraction(0), []
    for p in reversed(primes):
        value = (1 + value) / p
        wanted.insert(0, value)
    assert list(eliminate(a, [1] * 8)) == wanted
    cycle = a.copy()
    cycle[7, 0] = -1  # one block
    assert verify(cycle, eliminate(cycle, [1] * 8), [1] * 8)


def test_a_singular_chain_is_refused_with_its_kernel_vector():
    """The path 0 - 1 - 2 - ... has the alternating vector (1, 0, -1, 0, 1, ...) in its kernel."""
    n = 301
    ones = np.ones(n, dtype=np.int64)
    path = sparse.csr_array(sparse.dia_array(([ones, ones], [1, -1]), shape=(n, n)))
    hidden = sparse.csr_array(path + sparse.coo_array(([5], ([n - 1], [1])), (n, n)))
    for a in (path, hidden):
        with pytest.raises(SingularMatrixError) as caught:
            solve(a, [1] * n)
        assert any(caught.value.kernel) and verify(a, caught.value.kernel, [0] * n)


def singular_chain(n: int) -> sparse.csr_array:
    """The Laplacian of a path: rows add up to zero, and no entry on the diagonal is."""
    a = 2 * np.eye(n, dtype=np.int64) - np.eye(n, k=1, dtype=np.int64) - np.eye(n, k=-1, dtype=int)
    a[0, 0] = a[-1, -1] = 1
    return sparse.csr_array(a)


def test_a_laplacian_is_refused_with_the_vector_of_ones():
    with pytest.raises(SingularMatrixError) as caught:
        solve(singular_chain(400), np.arange(400))
    assert list(caught.value.kernel) == [1] * 400


def test_a_chain_with_a_zero_in_the_way_of_its_pivots_is_solved():
    """Zeros that arise by cancelling are no pivots: [1 1; 1 1] in the middle of a chain."""
    a = np.array(tridiagonal(150).todense())
    for i in range(0, 148, 3):
        a[i : i + 2, i : i + 2] = 1
    b = list(range(150))
    x = solve(sparse.csr_array(a), b)
    assert x.info.largest.method == "eliminate"
    assert verify(a, x, b)


def test_what_fills_in_is_lifted():
    a = banded(400, 6) + sparse.diags_array(np.full(400, 50), dtype=np.int64)
    assert solve(a, [1] * 400).info.largest.method == "lifting"
    a = chorded(400, 200) + sparse.diags_array(np.full(400, 50), dtype=np.int64)
    x = solve(a, [1] * 400)
    assert x.info.largest.method == "lifting"
    assert verify(a, x, [1] * 400)


def test_a_sparse_block_on_which_floats_fail_is_eliminated(monkeypatch):
    """The square of an ill-conditioned chain: five diagonals, and nothing for floats to find."""
    lift_first(monkeypatch)
    a = unimodular(300)
    a = sparse.csr_array(a @ a)
    b = np.arange(300) % 7 - 3
    with pytest.raises(LiftingError):
        lift(a, b)
    x = solve(a, b)
    assert x.info.largest.method == "eliminate"
    assert "no lifting: the residual does not shrink" in x.info.largest.why
    assert verify(a, x, b) and x.denominators == (1,)  # the determinant is 1
    assert list(solve(a, planted(a)))[:6] == [1, -2, 3, -4, 5, 1]


def dense_inside(n: int, core: int) -> sparse.csr_array:
    """An ill-conditioned chain with a dense block of Hilbert's (times a common multiple) in it."""
    a = np.array(unimodular(n).todense()).astype(object)
    common = int(np.lcm.reduce(np.arange(1, 2 * core)))
    for i in range(core):
        for j in range(core):
            a[i, j] += common // (i + j + 1)
    return sparse.csr_array(a.astype(np.int64))


@pytest.mark.parametrize("right", [1, 3])
def test_where_a_sparse_block_fills_in_the_rest_goes_to_dixon(right, monkeypatch):
    lift_first(monkeypatch)
    a = dense_inside(140, 20)
    b = np.arange(140 * right).reshape(140, right) % 11 * 10**15
    x = solve(a, b)
    assert (x.info.largest.method, x.info.largest.unknowns) == ("eliminate", 140)
    assert "no lifting" in x.info.largest.why
    assert "unknowns are left where it fills in, by Dixon's method" in x.info.largest.why
    assert verify(a, x, b)


def with_dependent_rows(n: int, core: int) -> sparse.csr_array:
    """`dense_inside`, one of the dense rows being the sum of the others but for a common part."""
    a = dense_inside(n, core).toarray()
    a[0] = a[1:core].sum(axis=0)
    return sparse.csr_array(a)


def test_a_singular_rest_is_refused():
    a = with_dependent_rows(140, 20)
    with pytest.raises(SingularMatrixError) as caught:
        solve(a, np.arange(140))
    assert any(caught.value.kernel) and verify(a, caught.value.kernel, [0] * 140)


@pytest.mark.parametrize("deficient", ["a row less", "a column less"])
def test_a_rest_that_is_singular_is_found_before_it_is_solved(deficient):
    full = np.arange(1, 26).reshape(5, 5) ** 2  # of rank 3
    if deficient == "a column less":
        full[:, 4] = 0
    i, j = np.nonzero(full)
    a = sparse_matrices.from_coordinates((5, 5), i, j, full[i, j])
    with pytest.raises(SingularBlockError):
        elimination.eliminate_rows(a, [[fmpz(1)]] * 5, dense=lambda places, left: True)


def test_an_unlucky_prime_is_asked_once(monkeypatch):
    """A rest that is singular modulo a prime is solved after the proof that A is not singular."""
    monkeypatch.setattr(elimination, "primes", lambda: iter([2]))
    a = dense_inside(140, 20)
    assert verify(a, solve(a, np.arange(140)), np.arange(140))


def test_a_block_too_large_for_a_dense_method_is_refused_in_one_line(monkeypatch):
    lift_first(monkeypatch)
    monkeypatch.setattr(choice, "MAX_DENSE_ORDER", 10)
    monkeypatch.setattr(choice, "_MAX_PIVOT_LINE", 5)
    with pytest.raises(MemoryError) as caught:
        solve(dense_inside(140, 20), np.arange(140))
    message = str(caught.value)
    assert "a block of 140 unknowns: no lifting: " in message and "\n" not in message
    assert "elimination fills in" in message and "need at most 10 for a dense method" in message


def test_a_dense_block_on_which_floats_fail_goes_to_dixon(monkeypatch):
    """The Hilbert matrix times a common multiple; the entries of its inverse add up to n^2."""
    n = 101
    lift_first(monkeypatch)
    common = lcm(*range(1, 2 * n))
    a = np.array([[common // (i + j + 1) for j in range(n)] for i in range(n)], dtype=object)
    i, j = np.nonzero(a)
    right = [[fmpz(common)]] * n
    block = sparse_matrices.from_coordinates((n, n), i, j, a[i, j])
    x, d, info = choice.solve_block(block, right)
    assert info.method == "dixon" and "no lifting" in info.why
    assert sum(row[0] for row in x) == d * n * n
    a[0] = a[1]
    block = sparse_matrices.from_coordinates((n, n), i, j, a[i, j])
    with pytest.raises(SingularBlockError):
        choice.solve_block(block, right)


def test_a_large_sparse_matrix_is_not_made_dense(monkeypatch):
    monkeypatch.setattr(sparse_matrices, "MAX_DENSE_ORDER", 200)
    with pytest.raises(MemoryError, match="a sparse matrix of 300 x 300 takes"):
        dixon(tridiagonal(300), [1] * 300)
    assert verify(tridiagonal(150), dixon(tridiagonal(150), [1] * 150), [1] * 150)


def test_an_answer_too_long_for_the_memory_is_refused():
    said = "the answer is too long: some of 400 unknowns"
    with executor_context(None, memory=20_000), pytest.raises(MemoryError, match=said):
        solve(tridiagonal(400), [1] * 400)


def test_digits_too_many_for_the_memory_are_not_lifted():
    """What is refused is eliminated instead, if it can be."""
    a = banded(300, 3)
    said = r"300 unknowns of \d+ bits or more take more"
    with executor_context(None, memory=200_000):
        with pytest.raises(LiftingError, match=said):
            lift(a, [1] * 300)
        x = solve(a, [1] * 300)
    assert x.info.largest.method == "eliminate" and "more than the memory" in x.info.largest.why
    assert verify(a, x, [1] * 300)


def test_a_factorized_chain_keeps_its_factors_where_they_are_of_use(monkeypatch):
    lift_first(monkeypatch)
    a = tridiagonal(300)
    assert factorized(a).solve([1] * 300).info.largest.method == "lifting"
    a = unimodular(300)
    prepared = factorized(a)
    for b in ([1] * 300, planted(a)):
        x = prepared.solve(b)
        assert x.info.largest.method == "eliminate" and verify(a, x, b)


def test_elimination_that_changes_more_places_than_forecast_gives_up(monkeypatch):
    """The next way of the forecasts solves it."""
    a, b = chorded(200, 60), [1] * 200
    monkeypatch.setattr(choice, "forecast", lambda way, size: float(way != "eliminate"))
    assert solve(a, b).info.largest.method == "eliminate"
    monkeypatch.setattr(choice, "_MAX_PLACES_PER_FORECAST", 0.01)
    x = solve(a, b)
    assert x.info.largest.method != "eliminate" and "fills in" in x.info.largest.why
    assert verify(a, x, b)


def test_progress_counts_pivots():
    seen = []
    solve(tridiagonal(500), [1] * 500, progress=lambda done, n: seen.append((done, n)))
    assert seen == sorted(seen) and seen[-1] == (500, 500) and len(seen) > 400


@pytest.mark.slow
@pytest.mark.parametrize(
    "a",
    [unimodular(20_000), tridiagonal(20_000, magnitude=10**12), chorded(20_000, 100)],
    ids=["short pivots", "magnitudes", "chords"],
)
def test_twenty_thousand_unknowns_are_solved_where_floats_fail(a):
    """A dense method would ask for 6 GiB."""
    b = planted(a)
    x = solve(a, b)
    assert [x[i] for i in range(5)] == [1, -2, 3, -4, 5]
    assert verify(a, x, b)

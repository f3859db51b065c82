"""Many small blocks at once: the same answers as one block after the other, and no overflow."""

from __future__ import annotations

import random
from itertools import pairwise, product
from math import lcm

import numpy as np
import pytest
import scipy.sparse as sparse
from flint import fmpz, fmpz_mat
from hypothesis import assume, given
from hypothesis import strategies as st

from exactbox.linalg import (
    SingularMatrixError,
    factorized,
    solve,
    solver,
)
from exactbox.linalg import verification as checking
from exactbox.linalg.matrices import blocks
from exactbox.linalg.matrices.integers import words
from exactbox.linalg.matrices.matrix_inputs import read_scaled
from exactbox.linalg.results.exact import ExactMatrix, ExactVector
from exactbox.linalg.square import batches, system
from exactbox.linalg.square.batches import eliminated_planes
from exactbox.linalg.verification import multiplies_back
from tests.strategies import block_systems


def solved(a, b, many):
    """The solution where blocks are solved together from `many` on; None if A is singular."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solver, "is_small_and_dense", lambda a: False)
        patch.setattr(batches, "MIN_BATCH_BLOCKS", many)
        patch.setattr(system, "MIN_BATCH_BLOCKS", many)
        patch.setattr(checking, "_MAX_ENTRIES_ONE_BY_ONE", many - 1)
        try:
            return solve(a, b)
        except SingularMatrixError as error:
            assert any(error.kernel)
            assert not any(sum(v * k for v, k in zip(r, error.kernel, strict=True)) for r in a)
            return None


@given(block_systems())
def test_together_is_the_same_as_one_after_the_other(system):
    a, b = system
    together, single = solved(a, b, 1), solved(a, b, 10**9)
    assert together == single
    if together is not None:
        assert together.denominators == single.denominators
        assert together.block_of == single.block_of
        for row, right in zip(a, b, strict=True):
            for j in range(len(right)):
                assert sum(v * together[i, j] for i, v in enumerate(row)) == right[j]


@pytest.mark.parametrize("short", [0, 256])  # in 64 bits, or digit by digit
@given(block_systems(), st.integers(0, 3))
def test_many_equations_at_once_refuse_what_is_wrong(short, system, seed):
    """Every entry changed by 1 and by 2^64, which wraps around to nothing."""
    a, _ = system
    x = [seed + 3**j for j in range(len(a))]
    b = [[sum(v * e for v, e in zip(row, x, strict=True))] for row in a]
    matrix, _ = read_scaled(a)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checking, "_MAX_ENTRIES_ONE_BY_ONE", 0)
        patch.setattr(checking, "_MAX_BITS_PER_ENTRY", short)
        patch.setattr(checking, "ENTRIES_AT_ONCE", 4)
        assert multiplies_back(matrix, ExactVector.of_integers(x), b)
        for i in range(len(a)):
            for change in (1, -1, 2**63, -(2**64), 3 * 2**64):
                b[i][0] += change
                assert not multiplies_back(matrix, ExactVector.of_integers(x), b)
                b[i][0] -= change


@pytest.mark.parametrize("short", [0, 256])
def test_equations_with_several_denominators_are_checked_together(short):
    """1/2 + 1/4 = 3/4; and 1/6 + 1/4, whose denominators do not divide each other."""
    three = np.kron(np.eye(3, dtype=np.int64), [[4, 4, 0], [0, 12, 12], [0, 0, 0]])
    matrix, _ = read_scaled(three)
    x = ExactMatrix.of_blocks([fmpz(2), fmpz(4), fmpz(6)], [0, 1, 2] * 3, [[fmpz(1)]] * 9, 1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checking, "_MAX_ENTRIES_ONE_BY_ONE", 0)
        patch.setattr(checking, "_MAX_BITS_PER_ENTRY", short)
        right = [[3], [5], [0]]
        assert multiplies_back(matrix, x, right * 3)
        for wrong in ([[4], [5], [0]], [[3], [4], [0]], [[3], [5], [1]]):
            assert not multiplies_back(matrix, x, right * 2 + wrong)


@pytest.mark.parametrize("at_once", [1, 1 << 26])  # a column, or all of them
@given(st.data())
def test_packed_rows_refuse_what_is_wrong(at_once, data):
    """Every entry changed by 1, by what the next column's lowest place is worth, and by more."""
    sizes = st.integers(-3, 3) | st.integers(-(2**90), 2**90)
    m, n, columns = data.draw(st.tuples(*[st.integers(1, 4)] * 3))
    a = data.draw(st.lists(st.lists(sizes, min_size=n, max_size=n), min_size=m, max_size=m))
    cells = st.lists(sizes.map(fmpz), min_size=columns, max_size=columns)
    x = data.draw(st.lists(cells, min_size=n, max_size=n))
    denominators = [fmpz(2**70), fmpz(3), fmpz(2)]
    blocks = data.draw(st.lists(st.integers(0, 2), min_size=n, max_size=n))
    one = 3 * 2**70  # A is a multiple of it, so that b has integers
    matrix, _ = read_scaled([[one * v for v in row] for row in a])
    b = [
        [
            sum(v * int(e[j]) * (one // int(denominators[k])) for v, e, k in zip(row, x, blocks))
            for j in range(columns)
        ]
        for row in a
    ]
    assume(any(map(any, a)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checking, "_MAX_PACKED_BYTES", at_once)
        found = ExactMatrix.of_blocks(denominators, blocks, x, columns)
        assert checking._packed(matrix, found, b)
        for i, j in product(range(m), range(columns)):
            for change in (1, -1, 2**64, -(2**200)):
                b[i][j] += change
                assert not checking._packed(matrix, found, b)
                b[i][j] -= change


def test_many_columns_with_several_denominators_are_packed(monkeypatch):
    """The way is taken from eight columns on, and what it says is what is said."""
    matrix, _ = read_scaled(np.kron(np.eye(70, dtype=np.int64), [[2**60, 3], [1, 2**59]]))
    d = [fmpz(2**70 + k) for k in (1, 3)]
    x = ExactMatrix.of_blocks(d, [0, 1] * 70, [[fmpz(0)] * 8] * 140, 8)
    asked = []
    monkeypatch.setattr(checking, "_packed", lambda *args: asked.append(args) or False)
    assert not multiplies_back(matrix, x, [[0] * 8] * 140)
    assert len(asked) == 1
    monkeypatch.undo()
    assert multiplies_back(matrix, x, [[0] * 8] * 140)


EDGES = [2**e + d for e in (20, 30, 31, 61) for d in (-1, 0, 1)]
ENTRIES = st.integers(-3, 3) | st.sampled_from([*EDGES, *(-e for e in EDGES)])
PLANES = st.integers(1, 4).flatmap(lambda k: st.lists(ENTRIES, min_size=k * k, max_size=k * k))


@given(PLANES)
def test_elimination_gives_the_inverse_or_says_that_it_does_not_fit(flat):
    k = int(len(flat) ** 0.5)
    a = fmpz_mat(k, k, flat)
    with np.errstate(all="ignore"):
        d, inverse, fits = eliminated_planes(np.array(flat, dtype=np.int64).reshape(1, k, k))
    if max(map(abs, flat)) <= 3:
        assert fits.all()
    if fits[0]:
        assert abs(int(d[0])) == abs(a.det())
        if d[0]:
            found = fmpz_mat(k, k, inverse[0].ravel().tolist())
            one = fmpz_mat(k, k, [int(i == j) for i in range(k) for j in range(k)])
            assert found * a == one * int(d[0])


@given(st.lists(st.integers(-(2**70), 2**70) | st.integers(2**63 - 2, 2**63 + 2)))
def test_words_are_the_values_where_they_fit(values):
    values += [-v for v in values]
    found, fits = words(values)
    assert found.dtype == np.int64
    assert fits.tolist() == [abs(v) < 2**63 for v in values]
    assert found.tolist() == [v if abs(v) < 2**63 else 0 for v in values]
    assert words([-(2**63), 1])[1].tolist() == [False, True]


@given(block_systems())
def test_blocks_of_one_depth_do_not_need_each_other(system):
    a, _ = read_scaled(system[0])
    form = blocks.block_triangular_form(a)
    block_of = np.repeat(np.arange(len(form.start) - 1), np.diff(form.start))
    depth_of = np.repeat(np.arange(len(form.depth) - 1), np.diff(form.depth))
    p = a.permuted(form.rows, form.columns)
    above, below = block_of[p.row_of], block_of[p.indices]
    longest = [0] * len(depth_of)  # chains of blocks, by the definition
    for e, f in sorted(set(zip(above.tolist(), below.tolist(), strict=True))):
        if e != f:
            longest[e] = max(longest[e], longest[f] + 1)
    assert depth_of.tolist() == longest
    for few in (0, 10**9):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(blocks, "_MAX_LOOP_COMPONENTS", few)
            other = blocks.block_triangular_form(a)
        for name in ("rows", "columns", "start", "depth"):
            assert (getattr(other, name) == getattr(form, name)).all()


def pairs(m, couplings=0, seed=1):
    """m blocks of two unknowns, permuted; some need earlier ones."""
    rng = np.random.default_rng(seed)
    values = rng.integers(-9, 10, (m, 2, 2))
    values[:, 0, 0] = 10 + values[:, 1, 0] ** 2  # the determinants are not 0
    values[:, 1, 1] = 1 + values[:, 0, 1] ** 2
    full = sparse.block_diag([*map(sparse.coo_array, values)], format="lil", dtype=np.int64)
    for i in rng.integers(2, 2 * m, couplings):
        full[i, rng.integers(0, i // 2 * 2)] = 1
    order = rng.permutation(2 * m)
    return full.tocsr()[order][:, rng.permutation(2 * m)], rng.integers(-9, 10, 2 * m)


@pytest.mark.parametrize("couplings", [0, 150])
def test_a_system_of_pairs_multiplies_back(couplings):
    a, b = pairs(200, couplings)
    x = solve(a, b)
    assert x.info.methods["batch"] > 100 and x.info.unknowns == 400
    coo = a.tocoo()
    left = [0] * 400
    for i, j, v in zip(coo.row.tolist(), coo.col.tolist(), coo.data.tolist(), strict=True):
        left[i] += v * x[j]
    assert left == b.tolist()
    again = factorized(a)
    assert again.solve(b) == x and again.solve(b) == x


def test_what_does_not_fit_is_left_to_the_other_path():
    """One long right-hand side among many: its block, and the one that needs it."""
    a, b = pairs(200)
    right = b.tolist()
    right[7] = 3**60
    x = solve(a, right)
    assert x.info.methods["dixon"] == 1 and x.info.methods["batch"] > 100
    assert (a.toarray().astype(object) @ x.to_numpy()).tolist() == right


def test_one_singular_block_among_many_is_found():
    a, b = pairs(100)
    coo = a.tolil()
    i = 5
    (j, k) = coo.rows[i][:2]
    partner = next(r for r in range(200) if r != i and {j, k} & set(coo.rows[r]))
    coo[partner, j], coo[partner, k] = 2 * coo[i, j], 2 * coo[i, k]
    with pytest.raises(
        SingularMatrixError, match="the matrix has no inverse: its columns are dependent; A k = 0"
    ) as caught:
        solve(coo, b)
    kernel = np.array([int(e) for e in caught.value.kernel], dtype=object)
    assert kernel.any() and not (coo.toarray().astype(object) @ kernel).any()


def test_progress_grows_to_the_whole():
    a, b = pairs(200, 100)
    calls = []
    solve(a, b, progress=lambda done, total: calls.append((done, total)))
    assert calls[-1] == (400, 400)
    assert all(x <= y for x, y in pairwise(calls))


def test_a_matrix_on_the_right_of_many_blocks():
    a, b = pairs(60, 20)
    right = np.stack([b, np.arange(120), np.zeros(120, dtype=int)], axis=1)
    x = solve(a, right)
    for j in range(3):
        assert [x[i, j] for i in range(120)] == list(solve(a, right[:, j]))
    assert solve(a, np.zeros((120, 0), dtype=int)).shape == (120, 0)


@pytest.mark.parametrize("denominators", [[6], [2, 4], [2, 3], [3, 2**20]])
def test_a_wrong_entry_in_any_of_several_columns_is_seen(denominators):
    """x_i = n_i / d_i, in columns of short and of long numbers; row i of A is c (3 x_i - 2 x_(i+1))
    with a multiple c of all denominators."""
    n, sizes, c = 40, [10, 2**40, 2**62, 2**63, 2**200], lcm(*denominators)
    rng = random.Random(c)
    block_of = [i % len(denominators) for i in range(n)]
    numerators = [[fmpz(rng.randrange(-s, s)) for s in sizes] for _ in range(n)]
    whole = [[c // denominators[e] * v for v in row] for e, row in zip(block_of, numerators)]
    after = [*whole[1:], [0] * len(sizes)]
    b = [[int(3 * v - 2 * w) for v, w in zip(*rows)] for rows in zip(whole, after, strict=True)]
    lines = [np.full(n, 3 * c), np.full(n - 1, -2 * c)]
    matrix, _ = read_scaled(sparse.diags_array(lines, offsets=[0, 1], dtype=np.int64).tocsr())

    def holds(rows):
        d = [fmpz(e) for e in denominators]
        return multiplies_back(matrix, ExactMatrix.of_blocks(d, block_of, rows, len(sizes)), b)

    assert holds(numerators)
    for i, j in ((0, 0), (7, 1), (20, 2), (38, 3), (39, 4)):
        for change in (1, 2**64):
            wrong = [row.copy() for row in numerators]
            wrong[i][j] += change
            assert not holds(wrong)

"""exactbox.linalg.solve: every answer is multiplied back by other means."""

from __future__ import annotations

import pickle
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse as sparse
from hypothesis import given
from hypothesis import strategies as st

from exactbox import linalg
from exactbox.linalg import (
    ExactMatrix,
    ExactVector,
    LiftingError,
    SingularMatrixError,
    solve,
    solver,
)
from tests.methods import dixon, eliminate, lift, lift_first
from tests.strategies import integer_systems, rational_systems, singular_matrices


def by_blocks(a, b):
    """`solve` as it is for what is large or mostly zero."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solver, "is_small_and_dense", lambda a: False)
        patch.setattr(solver, "read_small_system", lambda *_: None)
        return solve(a, b)


METHODS = [solve, by_blocks, lift, dixon, eliminate]


def product(a, x):
    """A x in Fractions, by the definition."""
    return [sum((Fraction(v) * e for v, e in zip(row, x, strict=True)), Fraction()) for row in a]


@given(rational_systems(), st.sampled_from([solve, by_blocks]))
def test_multiplies_back(system, method):
    a, b = system
    try:
        x = method(a, b)
    except SingularMatrixError as error:
        assert any(error.kernel) and product(a, error.kernel) == [0] * len(a)
    else:
        assert product(a, x) == b


@given(integer_systems())
def test_every_method_gives_the_same_fractions(system):
    a, b = system
    answers = {}
    for method in METHODS:
        try:
            answers[method] = list(method(a, b))
        except SingularMatrixError as error:
            assert any(error.kernel) and product(a, error.kernel) == [0] * len(a)
            answers[method] = None
        except LiftingError:
            assert method is lift  # an honest refusal
    assert all(x == answers[solve] for x in answers.values())
    if answers[solve] is not None:
        assert product(a, answers[solve]) == b


@pytest.mark.parametrize("method", METHODS)
def test_every_method_takes_blocks_and_several_right_sides(method):
    a = [[0, 0, 3, 0], [2, 1, 0, 7], [1, 3, 0, 0], [0, 0, 0, Fraction(1, 2)]]
    b = [[1, 0], [Fraction(2, 3), 5], [0, -1], [4, 10**30]]
    x = method(a, b)
    assert x.shape == (4, 2)
    for c in range(2):
        assert product(a, [x[i, c] for i in range(4)]) == [row[c] for row in b]


@pytest.mark.parametrize("method", [lift, dixon, eliminate])
def test_info_names_the_method_and_its_steps(method):
    rng = np.random.default_rng(7)
    a = rng.integers(-9, 10, (12, 12)) + 40 * np.eye(12, dtype=int)
    info = method(a, [1] * 12).info
    assert (info.unknowns, info.blocks) == (12, 1)
    assert info.methods == {info.largest.method: 1}
    wanted = {lift: "lifting", dixon: "dixon", eliminate: "eliminate"}
    assert info.largest.method == wanted[method]
    if method is lift:
        assert info.largest.steps > 0 and info.largest.bits > 0
        assert "early termination" in str(info)


@given(singular_matrices(), st.sampled_from([solve, by_blocks]))
def test_singular_matrices_are_refused_with_a_kernel_vector(a, method):
    with pytest.raises(SingularMatrixError) as caught:
        method(a, [1] * len(a))
    kernel = caught.value.kernel
    assert any(kernel)
    assert product(a, kernel) == [0] * len(a)
    assert all(e.denominator == 1 for e in kernel)
    assert isinstance(caught.value, np.linalg.LinAlgError)


@pytest.mark.parametrize("n", [1, 2, 5, 10, 20, 40])
def test_hilbert_matrices_have_their_integer_inverse(n):
    """Row sums of the inverse of the Hilbert matrix are known integers (Todd, 1954)."""
    from math import comb

    hilbert = [[Fraction(1, i + j + 1) for j in range(n)] for i in range(n)]
    x = solve(hilbert, [1] * n)
    known = [(-1) ** (n + i + 1) * (i + 1) * comb(n + i, i + 1) * comb(n - 1, i) for i in range(n)]
    assert list(x) == known


def test_a_large_ill_conditioned_block_falls_back_to_p_adic_lifting():
    """Floats are worthless for a block of Hilbert's; small blocks never ask them."""
    n = 20
    a = [[Fraction(1, i + j + 1) for j in range(n)] for i in range(n)]
    with pytest.MonkeyPatch.context() as patch:
        lift_first(patch)
        x = by_blocks(a, [1] * n)
    assert x.info.largest.method == "dixon" and "no lifting" in x.info.largest.why
    with pytest.raises(LiftingError):
        lift(a, [1] * n)
    assert product(a, x) == [1] * n


@pytest.mark.parametrize("edge", [2**31, 2**53, 2**63, 2**64, 10**40])
@pytest.mark.parametrize("shift", [-1, 0, 1])
def test_entries_at_the_edges_of_machine_words_do_not_overflow(edge, shift):
    big = edge + shift
    a = [[big, 1, 0], [-big, big, 1], [1, -big, big]]
    b = [big**3, -1, big]
    assert product(a, solve(a, b)) == b


def test_huge_right_hand_sides_go_through_lifting():
    rng = np.random.default_rng(5)
    a = (rng.integers(-9, 10, (30, 30)) + 40 * np.eye(30, dtype=int)).tolist()
    b = [(-1) ** i * 3 ** (2000 + i) for i in range(30)]
    with pytest.MonkeyPatch.context() as patch:
        lift_first(patch)
        x = by_blocks(a, b)
    assert x.info.methods == {"lifting": 1}
    assert product(a, x) == b


@pytest.mark.slow
def test_a_sparse_matrix_of_many_blocks_is_solved_block_by_block():
    """A chain of 2-by-2 blocks with long couplings: denominators grow, nothing is dense."""
    n = 400
    rows = np.arange(n)
    a = sparse.coo_array((n, n), dtype=np.int64).tolil()
    a[rows, rows] = 7
    a[rows[::2], rows[1::2]] = 2
    a[rows[1::2], rows[::2]] = 3
    a[rows[2:], rows[:-2]] = -5
    x = solve(a, [1] * n)
    assert len(x.denominators) == n // 2
    dense = a.toarray().tolist()
    assert product(dense, x) == [1] * n


def test_several_right_hand_sides_are_several_solutions():
    a, b = [[2, 1], [1, 3]], [[1, 0, 5], [0, 1, 7]]
    x = solve(a, b)
    assert isinstance(x, ExactMatrix) and x.shape == (2, 3)
    for j in range(3):
        assert product(a, [x[0, j], x[1, j]]) == [b[0][j], b[1][j]]


# Inputs ------------------------------------------------------------------------------------------

A, B = [[4, -2, 0], [1, 3, 5], [0, 7, 1]], [1, -2, 3]


def sympy_matrix(rows):
    from sympy import Matrix

    return Matrix(rows)


def sympy_sparse(rows):
    from sympy import SparseMatrix

    return SparseMatrix(rows)


def domain_matrix(rows):
    from sympy import Matrix
    from sympy.polys.matrices import DomainMatrix

    return DomainMatrix.from_Matrix(Matrix(rows))


def flint_integers(rows):
    from flint import fmpz_mat

    return fmpz_mat(rows)


def flint_rationals(rows):
    from flint import fmpq_mat, fmpz_mat

    return fmpq_mat(fmpz_mat(rows))


READERS = [
    list,
    np.array,
    lambda rows: np.array(rows, dtype=np.int8),
    lambda rows: np.array(rows, dtype=object),
    sparse.csr_array,
    sparse.csc_matrix,
    sparse.coo_array,
    sparse.lil_array,
    sparse.dok_array,
    sparse.bsr_array,
    sparse.dia_array,
    sympy_matrix,
    sympy_sparse,
    domain_matrix,
    flint_integers,
    flint_rationals,
]


@pytest.mark.parametrize("read", READERS)
def test_every_kind_of_matrix_gives_the_same_answer(read):
    assert list(solve(read(A), B)) == list(solve(A, B))
    column = solve(A, read([[e] for e in B]))
    assert [column[i, 0] for i in range(3)] == list(solve(A, B))


@pytest.mark.parametrize("vector", [tuple, np.array, lambda b: np.array(b, dtype=object)])
def test_every_kind_of_vector_gives_the_same_answer(vector):
    assert list(solve(A, vector(B))) == list(solve(A, B))


def test_rational_sympy_and_flint_entries_are_read_exactly():
    from flint import fmpq
    from sympy import Rational
    from sympy.polys.matrices import DomainMatrix

    rows = [[Fraction(1, 3), 2], [5, Fraction(-7, 11)]]
    expected = list(solve(rows, [1, 1]))
    theirs = sympy_matrix([[Rational(1, 3), 2], [5, Rational(-7, 11)]])
    assert list(solve(theirs, [1, 1])) == expected
    assert list(solve(DomainMatrix.from_Matrix(theirs), [1, 1])) == expected
    assert list(solve([[fmpq(1, 3), 2], [5, fmpq(-7, 11)]], [1, 1])) == expected
    assert list(solve([[Decimal("0.5")]], [1])) == [2]


def test_duplicate_entries_of_a_coo_matrix_add_up_without_overflow():
    entries = (np.array([2**62, 2**62, 2**62]), ([0, 0, 0], [0, 0, 0]))
    assert list(solve(sparse.coo_array(entries, shape=(1, 1)), [3 * 2**62])) == [1]


def test_unsigned_entries_above_two_to_the_63_are_kept():
    a = np.array([[2**64 - 1]], dtype=np.uint64)
    assert list(solve(a, [1])) == [Fraction(1, 2**64 - 1)]


@pytest.mark.parametrize(
    ("a", "b", "error", "words"),
    [
        ([[1, 0.5], [0, 1]], [1, 1], TypeError, r"A\[0, 1\].*Fraction\(0\.5\).*Fraction\('0\.5'\)"),
        ([[1, 0], [0, 1]], [1, 0.1], TypeError, r"b\[1\] is the float 0\.1"),
        (np.eye(2) / 2, [1, 1], TypeError, r"A\[0, 0\] is the float 0\.5"),
        (sparse.eye_array(2) / 2, [1, 1], TypeError, r"A\[0, 0\] is the float"),
        ([[float("nan")]], [1], ValueError, r"A\[0, 0\] is nan"),
        ([[float("inf")]], [1], ValueError, r"A\[0, 0\] is inf"),
        ([[Decimal("NaN")]], [1], ValueError, r"A\[0, 0\] is NaN"),
        ([[1j]], [1], TypeError, r"A\[0, 0\] is a complex"),
        ([[1, 2], [3]], [1, 1], ValueError, "row 1 of A has 1 entry, need 2"),
        ([[1]], [], ValueError, "b has 0 rows, need 1"),
        ([[1, 0], [0, 1]], [1], ValueError, "b has 1 row, need 2"),
        (np.zeros((2, 2, 2), dtype=int), [1], ValueError, "3 dimensions"),
        (None, [1], TypeError, "A is a NoneType"),
        ([1, 2], [1], ValueError, "row 0 of A is 1, need"),
    ],
)
def test_bad_input_is_refused_with_a_sentence_that_names_the_place(a, b, error, words):
    with pytest.raises(error, match=words):
        solve(a, b)


# Outputs -----------------------------------------------------------------------------------------


@given(st.fractions(), st.integers(0, 30))
def test_decimals_and_floats_are_correctly_rounded(value, digits):
    x = solve([[value.denominator]], [value.numerator])
    assert x[0] == value
    assert Fraction(x.decimal(0, digits)) == round(value, digits)
    assert x.to_float()[0] == value.numerator / value.denominator


def test_ties_round_to_even_and_zero_has_no_sign():
    x = solve([[8, 0], [0, 1000]], [1, -1])
    assert [x.decimal(0, 2), x.decimal(0, 3), x.decimal(1, 2), x.decimal(1, 0)] == [
        "0.12",
        "0.125",
        "0.00",
        "0",
    ]


def test_a_result_cannot_be_changed():
    x = solve(A, B)
    with pytest.raises(AttributeError):
        x.denominators = ()
    with pytest.raises(TypeError):
        x[0] = 1
    assert hash(x) == hash(solve(A, B)) and x == solve(A, B)
    assert pickle.loads(pickle.dumps(x)) == x


def test_a_result_is_indexed_like_a_sequence():
    x = solve(A, B)
    assert len(x) == 3 and x[-1] == x[2] and x[0:2] == (x[0], x[1]) and x.shape == (3,)
    with pytest.raises(IndexError, match="entry 3 is out of range for 3"):
        x[3]


def test_results_convert_to_sympy_and_flint():
    from flint import fmpq
    from sympy import Rational

    x = solve(A, B)
    assert [Fraction(int(e.p), int(e.q)) for e in x.to_sympy()] == list(x)
    assert x.to_sympy()[0] == Rational(x[0].numerator, x[0].denominator)
    assert x.to_flint()[2, 0] == fmpq(x[2].numerator, x[2].denominator)


def test_the_repr_of_a_long_number_is_short():
    x = solve([[3**20000]], [7**20000])
    assert len(repr(x)) < 100
    assert isinstance(x, ExactVector)


def test_a_float_beyond_the_range_of_floats_is_infinite():
    assert solve([[1]], [-(10**400)]).to_float()[0] == float("-inf")


def test_progress_is_reported_to_the_end():
    seen = []
    solve(A, B, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (3, 3)


def test_long_work_reports_progress_and_can_be_stopped():
    """Ctrl-C arrives as an exception between steps; nothing keeps running."""
    import threading

    rng = np.random.default_rng(1)
    a = rng.integers(-9, 10, (250, 250))
    seen = []
    solve(a, [1] * 250, progress=lambda done, n: seen.append((done, n)))
    assert seen == sorted(seen) and len(seen) > 3 and seen[-1] == (250, 250)

    def stop(done, n):
        raise KeyboardInterrupt

    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        solve(a, [1] * 250, progress=stop)
    assert threading.active_count() == before
    assert solve(a, [1] * 250, progress=None).info.unknowns == 250


@pytest.mark.parametrize("order", [1, 3])
def test_entries_from_tiny_to_huge(order):
    """Rows and columns scaled by powers of two from 2^-300 to 2^300, beyond every float."""
    rng = np.random.default_rng(order)
    n = 40 * order
    down, across = rng.integers(-150, 151, n).tolist(), rng.integers(-150, 151, n).tolist()
    core = rng.integers(-9, 10, (n, n)).tolist()
    a = [
        [v * Fraction(2) ** (i + j) for v, j in zip(row, across, strict=True)]
        for row, i in zip(core, down, strict=True)
    ]
    x = solve(a, [1] * n)
    assert product(a, x) == [1] * n


def test_nearly_singular_matrices():
    """The determinant is 1, the condition number beyond 10^60."""
    big = 10**30
    a = [[big + 1, big], [big, big - 1]]
    assert list(solve(a, [1, 0])) == [1 - big, big]
    rng = np.random.default_rng(4)
    lower = np.tril(rng.integers(-9, 10, (150, 150)), -1) + np.eye(150, dtype=int)
    near = lower.astype(object) @ lower.T.astype(object)
    assert product(near.tolist(), solve(near, [1] * 150)) == [1] * 150


@pytest.mark.parametrize("name", ["lift", "dixon", "eliminate", "solve_modular"])
def test_old_names_of_methods_warn(name):
    with pytest.warns(DeprecationWarning, match=r"solve\(a, b, method="):
        assert getattr(linalg, name)([[2, 1], [1, 3]], [3, 4], want=[0]) == [1]


def test_a_method_that_there_is_not_is_named():
    with pytest.raises(ValueError, match="method is 'cramer', need one of auto, lift, dixon"):
        solve([[2]], [1], method="cramer")

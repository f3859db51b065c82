"""The pieces of exactbox.linalg, each against its own definition."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from flint import fmpz, fmpz_mat
from hypothesis import given
from hypothesis import strategies as st

from exactbox.linalg.errors import SingularBlockError
from exactbox.linalg.matrices.blocks import BlockForm, Deficiency, block_triangular_form
from exactbox.linalg.matrices.matrix_inputs import read_scaled
from exactbox.linalg.results.exact import ExactVector
from exactbox.linalg.square import reconstruct as rational
from exactbox.linalg.square.complement import complement
from exactbox.linalg.square.lifting import Lifting, LiftingError
from exactbox.linalg.square.system import find_kernel, singular
from exactbox.linalg.verification import multiplies_back
from tests.strategies import invertible_matrices, sparse_rows


@given(sparse_rows())
def test_the_block_form_is_lower_triangular_with_a_full_diagonal(rows):
    a, _ = read_scaled(rows)
    form = block_triangular_form(a)
    full = np.array(rows, dtype=object)
    if isinstance(form, Deficiency):
        others = np.setdiff1d(np.arange(len(rows)), form.rows)
        assert len(form.rows) < len(form.columns)
        assert not full[np.ix_(others, form.columns)].any()
        return
    assert sorted(form.rows) == sorted(form.columns) == list(range(len(rows)))
    permuted = full[np.ix_(form.rows, form.columns)]
    assert all(permuted[i, i] for i in range(len(rows)))
    for low, high in zip(form.start, form.start[1:], strict=False):
        assert not permuted[low:high, high:].any()


def test_the_blocks_are_the_strong_components():
    """Two states that reach each other, and one that both reach."""
    a, _ = read_scaled([[2, 1, 1], [1, 2, 0], [0, 0, 1]])
    form = block_triangular_form(a)
    assert isinstance(form, BlockForm)
    assert form.columns.tolist() == [2, 0, 1] and form.start.tolist() == [0, 1, 3]


def reconstruct(y, bits):
    """Both stages for entries that are known to half a unit."""
    d = rational.denominator(y[0], bits, 1)
    return None if d is None else rational.numerators(y, bits, 1, d)


@given(st.lists(st.fractions(max_denominator=50), min_size=1, max_size=6), st.integers(0, 40))
def test_reconstruction_finds_the_least_common_denominator(values, extra):
    bits = 120 + extra
    y = [round(v * 2**bits) for v in values]
    found = reconstruct(y, bits)
    assert found is not None
    n, d = found
    assert [Fraction(int(e), int(d)) for e in n] == values
    assert d == np.lcm.reduce([v.denominator for v in values])


@given(st.integers(2**60, 2**61), st.integers(2**60, 2**61))
def test_reconstruction_asks_for_more_bits_where_there_are_too_few(p, q):
    value = Fraction(p, q)
    assert reconstruct([round(value * 2**90)], 90) is None or value.denominator < 2**30


@given(st.data(), st.sampled_from([2, 5, 40]))
def test_half_gcd_stops_where_euclid_does(data, plain):
    """Against Euclid's algorithm with its cofactors, one division after the other."""
    bits = data.draw(st.integers(2, 400))
    a = data.draw(st.integers(2 ** (bits - 1), 2**bits - 1))
    b = data.draw(st.one_of(st.integers(0, a - 1), st.integers(max(a - 3, 0), a - 1)))
    low = data.draw(st.integers(0, bits - 1))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rational, "_MAX_EUCLID_BITS", plain)
        m, x, y = rational.half_gcd(fmpz(a), fmpz(b), low)
    assert x >= 2**low > y >= 0
    r, s = a, b
    old_q, old_p, new_q, new_p = 0, 1, 1, 0
    while s >= 2**low:
        k, rest = divmod(r, s)
        r, s = s, rest
        old_q, new_q = new_q, k * new_q + old_q
        old_p, new_p = new_p, k * new_p + old_p
    assert (x, y) == (r, s) and (m[0], m[2]) == (new_q, new_p)


@pytest.mark.slow
def test_a_fraction_of_a_million_bits_is_reconstructed():
    p, q = 3**315_000, 5**215_000  # half a million bits each
    bits = q.bit_length() * 2 + 64
    assert rational.denominator((p << bits) // q, bits, 1) == q
    assert rational.denominator((p << (bits - 200)) // q, bits - 200, 1) is None


@given(invertible_matrices(), st.integers(0, 300))
def test_lifting_multiplies_back(rows, length):
    a, _ = read_scaled(rows)
    b = [[3**length - i, -(5**length)] for i in range(len(rows))]
    try:
        n, d, _ = Lifting(a).solve(b)
    except LiftingError:
        return  # an honest refusal
    for row, right in zip(rows, b, strict=True):
        for j in range(2):
            assert sum(v * e[j] for v, e in zip(row, n, strict=True)) == d * right[j]


@given(invertible_matrices(), st.integers(0, 2000))
def test_a_complement_solves_by_elimination_and_by_its_inverse(rows, length):
    a, _ = read_scaled(rows)
    prepared = complement(a)
    b = [[fmpz(3**length - i), fmpz(-(5**length))] for i in range(len(rows))]
    for n, d in (prepared.solve(b), prepared.solve(b, by_inverse=True)):
        assert fmpz_mat(a.flint) * fmpz_mat(n) == d * fmpz_mat(b) and d != 0
    determinant, m = a.flint.det(), len(rows)
    adjugate = fmpz_mat(m, m, Lifting(a).adjugate(int(determinant)))
    assert a.flint * adjugate == fmpz_mat(
        m, m, [determinant * (i == j) for i in range(m) for j in range(m)]
    )


@pytest.mark.parametrize("unknowns", [4, 30])
def test_a_complement_without_an_inverse_is_refused(unknowns):
    """Beyond 23 unknowns it is eliminated by another function of FLINT's."""
    a, _ = read_scaled([[i * j + 1 for j in range(unknowns)] for i in range(unknowns)])
    prepared = complement(a)
    for by_inverse in (False, True):
        with pytest.raises(SingularBlockError):
            prepared.solve([[fmpz(i)] for i in range(unknowns)], by_inverse)


def test_lifting_refuses_a_matrix_that_is_singular_in_floating_point():
    a, _ = read_scaled([[10**12, 10**12 + 1], [10**12 - 1, 10**12]])
    try:
        n, d, _ = Lifting(a).solve([[1], [0]])
    except LiftingError:
        return
    assert [Fraction(int(e[0]), int(d)) for e in n] == [10**12, 1 - 10**12]


@given(sparse_rows())
def test_verification_rejects_any_change_of_a_solution(rows):
    a, _ = read_scaled(rows)
    x = ExactVector.of_integers([3**k for k in range(len(rows))])
    b = [[sum(v * 3**k for k, v in enumerate(row))] for row in rows]
    assert multiplies_back(a, x, b)
    for i, row in enumerate(rows):
        if any(row):
            b[i][0] += 1
            assert not multiplies_back(a, x, b)
            b[i][0] -= 1


def test_independent_columns_have_no_kernel():
    a, _ = read_scaled([[1, 2], [3, 4]])
    assert find_kernel(a) is None
    with pytest.raises(ArithmeticError, match="independent"):
        singular(a, "it is said")

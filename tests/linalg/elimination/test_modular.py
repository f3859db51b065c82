"""Determinant and rank modulo a prime: beside the exact ones, and FLINT's."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sparse
from flint import fmpz_mat, nmod_mat
from hypothesis import given
from hypothesis import strategies as st

from exactbox.linalg import det, rank
from exactbox.linalg.elimination import modular
from exactbox.linalg.matrices.matrix_inputs import read_scaled
from tests.linalg.test_least_squares import shaped
from tests.strategies import deficient_matrices, small_integers

PRIMES = st.sampled_from([2, 3, 5, 101, 2**31 - 1, 2**61 - 1, 2**89 - 1])


@given(st.data(), PRIMES)
def test_the_determinant_is_the_residue_of_the_exact_one(data, p):
    n = data.draw(st.integers(0, 5))
    rows = [[data.draw(small_integers()) for _ in range(n)] for _ in range(n)]
    below = data.draw(st.integers(1, 9).filter(lambda d: d % p != 0))
    rational = shaped([[f"{e}/{below}" for e in row] for row in rows], n)
    exact = det(rational)
    assert det(rational, modulus=p) == exact.numerator * pow(exact.denominator, -1, p) % p


@given(deficient_matrices(small_integers()), PRIMES)
def test_the_rank_is_flints(drawn, p):
    rows, n = drawn
    matrix, scales = read_scaled(shaped(rows, n))
    if p < 2**63:
        wanted = nmod_mat(len(rows), n, [e % p for r in rows for e in r], p).rank()
    else:  # larger than all minors here with entries that fit
        wanted = fmpz_mat(len(rows), n, [e for r in rows for e in r]).rank() if rows else 0
        if max((abs(e) for r in rows for e in r), default=0) > 30:
            return
    assert modular.rank_modulo(matrix, scales, p) == wanted


@pytest.mark.parametrize("modulus", [0, 1, -7, 4, 561, 2**64])
def test_a_modulus_that_is_not_a_prime_is_refused(modulus):
    with pytest.raises(ValueError, match=f"modulus is {modulus}, need a prime"):
        det([[1]], modulus=modulus)


@pytest.mark.parametrize("modulus", [7.0, "7", True])
def test_a_modulus_that_is_not_an_integer_is_refused(modulus):
    with pytest.raises(TypeError, match="need a prime"):
        det([[1]], modulus=modulus)


def test_a_denominator_that_the_prime_divides_is_refused():
    with pytest.raises(
        ValueError, match="row 1 of A has the common denominator 6, which 3 divides"
    ):
        det([[1, 0], ["1/2", "1/3"]], modulus=3)
    assert det([[1, 0], ["1/2", "1/3"]], modulus=5) == 2


def test_large_sparse_matrices_are_cut_into_blocks():
    n = 6000
    a = sparse.diags_array([np.full(n, 2), np.ones(n - 1)], offsets=[0, 1]).astype(np.int64)
    assert det(a, modulus=10007) == pow(2, n, 10007)
    ring = a + sparse.csr_array(([1], ([n - 1], [0])), shape=(n, n))
    # 2^n for the diagonal, and a cycle of even length: - 1
    assert det(ring.astype(np.int64), modulus=10007) == (pow(2, n, 10007) - 1) % 10007
    with pytest.raises(MemoryError, match="modulo a prime is dense: A has 6,000 rows"):
        det(ring.astype(np.int64), modulus=2**89 - 1)
    with pytest.raises(MemoryError, match="modulo a long prime"):
        modular.rank_modulo(read_scaled(ring.astype(np.int64))[0], [1] * n, 2**89 - 1)
    assert modular.rank_modulo(read_scaled(a)[0], [1] * n, 2) == n - 1
    assert det([[0, 1], [0, 2]], modulus=5) == 0


@pytest.mark.parametrize("kind", [np.int64, np.uint64, np.uint8])
def test_the_modulus_may_be_an_integer_of_numpy(kind):
    """-1/3 is 2 modulo 7, as 3 * 2 = 6 = -1."""
    assert det([[2, 1], [1, "1/3"]], modulus=kind(7)) == 2
    assert rank([[2, 1], [1, 3]], modulus=kind(5)) == 1

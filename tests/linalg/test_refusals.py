"""A refusal goes by what is left: diagonal and triangular matrices are none of size."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sparse

from exactbox.linalg import (
    NoIntegerSolutionError,
    hermite_form,
    invariant_factors,
    ldl,
    lu,
    smith_form,
    solve_integers,
    verify,
)

TWO = 2 * np.eye(500, dtype=int)


def test_a_diagonal_matrix_has_all_forms():
    assert hermite_form(np.eye(500, dtype=int)).form == np.eye(500, dtype=int)
    found = smith_form(TWO)
    assert found.invariant_factors == (2,) * 500 == invariant_factors(TWO)
    assert found.left @ TWO @ found.right == found.form


def test_a_diagonal_matrix_of_201_rows_has_triangular_factors():
    a = TWO[:201, :201]
    found = lu(a)
    assert found.lower == np.eye(201, dtype=int) and found.upper == a
    assert lu(TWO[:401, :401], fraction_free=True).rank == 401
    assert ldl(a).middle == a and ldl(a).inertia == (201, 0, 0)


def test_integer_solutions_that_are_unique_need_no_lattice():
    found = solve_integers(TWO, [2] * 500)
    assert found.particular == [1] * 500 and found.kernel.shape == (500, 0)
    rng = np.random.default_rng(0)
    triangular = np.triu(rng.integers(-2, 3, (450, 450)), 1) + np.eye(450, dtype=int)
    x = rng.integers(-9, 10, 450)
    assert solve_integers(triangular, triangular @ x).particular == x.tolist()


def test_a_unique_solution_that_is_not_whole_has_a_witness():
    a = TWO.copy()
    a[0, 1] = 1
    b = [1] * 500
    with pytest.raises(NoIntegerSolutionError) as caught:
        solve_integers(a, b)
    y = caught.value.witness
    assert all(e.denominator == 1 for e in y @ a) and (y @ b).denominator > 1
    assert max(map(abs, y)) <= 1 / 2


@pytest.mark.parametrize(
    ("ask", "least"), [(hermite_form, 401), (smith_form, 401), (lu, 201), (ldl, 201)]
)
def test_what_is_left_is_said(ask, least):
    dense = np.ones((least, least), dtype=int)
    a = sparse.block_diag([sparse.csr_array(dense), np.eye(100, dtype=int)], format="csr")
    message = (
        f"the largest part of A that is connected has {least} rows and {least} columns, need at "
        f"most {least - 1} of each"
    )
    with pytest.raises(MemoryError, match=message):
        ask(a)
    with pytest.raises(MemoryError, match="A has 2,000 rows and 2,000 columns, need at most 1,000"):
        ask(sparse.eye_array(2000, dtype=int))


def test_parts_of_any_order_are_put_together():
    """Two parts of 210 rows whose rows and columns are shuffled: more than any of them may have."""
    rng = np.random.default_rng(1)
    band = np.diag(rng.integers(1, 9, 210)) + np.diag(rng.integers(1, 9, 209), 1)
    a = sparse.block_diag([sparse.csr_array(band), band[::-1]], format="csr")
    a = a[rng.permutation(420)][:, rng.permutation(420)]
    found = hermite_form(a)
    assert found.transform @ a == found.form and len(found.pivots) == 420
    x = rng.integers(-9, 10, 420)
    assert verify(a, solve_integers(a, a @ x).particular, a @ x)

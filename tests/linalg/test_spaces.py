"""Column, row and left null spaces: beside SymPy's."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sparse
from hypothesis import given
from hypothesis import strategies as st
from sympy import Matrix, zeros

from exactbox.linalg import column_space, left_nullspace, nullspace, row_space
from tests.linalg.test_least_squares import as_sympy, shaped
from tests.strategies import deficient_matrices, small_rationals


@given(deficient_matrices(small_rationals()))
def test_the_column_space_is_sympys(drawn):
    rows, n = drawn
    found, known = column_space(shaped(rows, n)), as_sympy(rows, n).columnspace()
    assert found.shape == (len(rows), len(known))
    for k, column in enumerate(known):
        assert found.to_sympy()[:, k] == column


@given(deficient_matrices(small_rationals()))
def test_the_row_space_is_sympys_reduced(drawn):
    rows, n = drawn
    found, theirs = row_space(shaped(rows, n)).to_sympy(), as_sympy(rows, n)
    known = theirs.rowspace()
    assert found.shape == (len(known), n)
    assert found == theirs.rref()[0][: len(known), :]
    if known:
        assert Matrix.vstack(found, *known).rank() == len(known)


@given(deficient_matrices(small_rationals()), st.booleans())
def test_the_left_null_space_is_the_null_space_of_the_transpose(drawn, integer):
    rows, n = drawn
    a = as_sympy(rows, n)
    found = left_nullspace(shaped(rows, n), integer=integer)
    assert found.shape == (len(rows), len(rows) - a.rank())
    assert found.to_sympy().T * a == zeros(found.shape[1], n)
    assert found == nullspace(shaped(rows, n).T, integer=integer)
    if not integer:
        for k, column in enumerate(a.T.nullspace()):
            assert found.to_sympy()[:, k] == column


def test_sparse_matrices_give_sparse_bases():
    """Two copies of the differences on a path: equation k of the second repeats the first's."""
    n = 400
    path = sparse.diags_array([np.ones(n), -np.ones(n - 1)], offsets=[0, -1]).astype(np.int64)
    both = sparse.vstack([path, path]).tocsr()
    assert left_nullspace(both).shape == (2 * n, n)
    assert sum(1 for _ in left_nullspace(both).entries()) == 2 * n
    assert (column_space(both).to_scipy() != both).nnz == 0
    assert row_space(both) == row_space(sparse.eye_array(n, dtype=np.int64))

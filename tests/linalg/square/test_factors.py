"""Float factors: which order, and what becomes of those that are of no use."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sparse
from scipy.sparse import linalg

from exactbox.linalg import solve, verify
from exactbox.linalg.square import factors
from tests.bench.linear import random_sparse
from tests.bench.linear_sparse_cases import banded, basis, unimodular

ORDERS = ("MMD_AT_PLUS_A", "COLAMD")


def grid(k: int, diagonal: int) -> sparse.csr_array:
    """Five-point stencils with unequal weights."""
    rng = np.random.default_rng(k)
    near = sparse.diags_array([np.ones(k - 1), np.ones(k - 1)], offsets=[-1, 1])
    one = sparse.eye_array(k)
    a = sparse.csr_array(sparse.kron(near, one) + sparse.kron(one, near))
    a.data = rng.integers(1, 9, a.nnz).astype(float)
    return sparse.csr_array(a + diagonal * sparse.eye_array(k * k))


@pytest.mark.parametrize(
    ("a", "times"),
    [
        (grid(40, 9), 1.5),
        (grid(40, 40), 1.0),
        (basis(1600, 40, 40).astype(float), 3.0),
        (random_sparse(500).astype(float), 1.2),
    ],
    ids=["grid", "dominant grid", "basis", "random rows"],
)
def test_the_order_fills_in_less_than_minimum_degree_by_itself_and_hardly_more_than_columns(
    a, times
):
    found = factors._super_lu(a).nnz
    degree, columns = (linalg.splu(a.tocsc(), permc_spec=order).nnz for order in ORDERS)
    assert times * found <= degree
    assert found <= columns


def test_long_rows_are_not_ordered_by_columns(monkeypatch):
    """A^T A is full where a row is, so that COLAMD is not even tried."""
    asked = []
    monkeypatch.setattr(
        factors,
        "_factored",
        lambda a, **options: asked.append(options["permc_spec"]) or linalg.splu(a, **options),
    )
    factors._super_lu(basis(1600, 40, 40, budgets=6).astype(float))
    assert asked == ["MMD_AT_PLUS_A"]
    factors._super_lu(basis(1600, 40, 40).astype(float))
    assert asked == ["MMD_AT_PLUS_A", *ORDERS]


def growing(n: int, small: float) -> sparse.csr_array:
    """A chain with a small diagonal: by pivots on it, numbers grow; by others they do not."""
    line = np.full(n, small)
    far = np.ones(n)
    return sparse.csr_array(
        sparse.dia_array((np.array([line, far, far]), [0, 1, -1]), shape=(n, n))
        + sparse.coo_array(([1.0], ([0], [n - 1])), shape=(n, n))
    )


def test_accuracy_counts_more_than_fill_in(monkeypatch):
    """Where the first factors leave a large residual, the others are taken, larger or not."""
    a = growing(400, 0.3)
    assert factors._relative_residual(a, factors._super_lu(a)) < 2.0**-40
    poor = linalg.splu(sparse.csc_array(a * 1.01))
    good = linalg.splu(sparse.csc_array(a), permc_spec="COLAMD")
    monkeypatch.setattr(
        factors, "_factored", lambda _, permc_spec, **__: good if permc_spec == "COLAMD" else poor
    )
    assert factors._super_lu(a) is good


def test_factors_that_relaxed_pivots_make_singular_are_tried_with_others(monkeypatch):
    a = unimodular(20).astype(float)

    def relaxed_fails(columns, permc_spec, **options):
        if options:
            raise factors.FactorError("Factor is exactly singular")
        return linalg.splu(columns, permc_spec=permc_spec)

    monkeypatch.setattr(factors, "_factored", relaxed_fails)
    assert factors._super_lu(a).shape == (20, 20)


@pytest.mark.parametrize(
    ("failure", "message"),
    [(RuntimeError("Factor is exactly singular"), "exactly singular"), (MemoryError(), "memory")],
)
def test_what_super_lu_refuses_is_solved_by_other_means(failure, message, monkeypatch):
    def refuse(*_, **__):
        raise failure

    monkeypatch.setattr(linalg, "splu", refuse)
    a = banded(600, 3)
    b = np.arange(600)
    x = solve(a, b)
    assert x.info.largest.method == "eliminate" and message in x.info.largest.why
    assert verify(a, x, b)

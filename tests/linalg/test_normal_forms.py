"""Hermite and Smith forms: beside FLINT's and SymPy's, and by their definitions."""

from __future__ import annotations

from itertools import combinations
from math import gcd, prod

import numpy as np
import pytest
import scipy.sparse as sparse
from flint import fmpz_mat
from hypothesis import given
from sympy import Matrix
from sympy.matrices.normalforms import hermite_normal_form

from exactbox.linalg import hermite_form, invariant_factors, normal_forms, rank, smith_form
from tests.bench.linear_cases import chessboard_complex, matching_complex
from tests.linalg.test_least_squares import as_sympy, shaped
from tests.strategies import deficient_matrices, small_integers


@given(deficient_matrices(small_integers()))
def test_hermite_form_is_flints_and_its_transform_unimodular(drawn):
    rows, n = drawn
    found = hermite_form(shaped(rows, n))
    h, u = found.form.to_sympy(), found.transform.to_sympy()
    assert h.tolist() == fmpz_mat(len(rows), n, [e for r in rows for e in r]).hnf().tolist()
    assert u * as_sympy(rows, n) == h
    assert abs(u.det()) == 1 and all(e.is_integer for e in u)
    assert found.pivots == as_sympy(rows, n).rref()[1]


def test_sympys_convention_turned():
    """SymPy's form is by columns from the right, without zero columns: ours of A turned around."""
    a = [[12, 6, 4], [3, 9, 6], [2, 16, 14]]
    theirs = hermite_normal_form(Matrix(a))
    turned = np.array(a)[::-1].T.tolist()  # columns become rows, the last row the first column
    ours = hermite_form(turned).form.to_sympy()
    assert sorted(abs(ours[i, i]) for i in range(3)) == sorted(abs(theirs[i, i]) for i in range(3))
    assert abs(theirs.det()) == abs(ours.det())


@given(deficient_matrices(small_integers(), size=4))
def test_smith_form_is_that_of_the_determinantal_divisors(drawn):
    """d_1 ... d_k is the greatest common divisor of all minors of order k."""
    rows, n = drawn
    a, found = as_sympy(rows, n), smith_form(shaped(rows, n))
    d, r = found.invariant_factors, a.rank()
    assert len(d) == r
    for k in range(1, r + 1):
        minors = [
            int(a.extract(list(i), list(j)).det())
            for i in combinations(range(len(rows)), k)
            for j in combinations(range(n), k)
        ]
        assert prod(d[:k]) == gcd(*minors)
    assert invariant_factors(shaped(rows, n)) == d
    u, v = found.left.to_sympy(), found.right.to_sympy()
    assert u * a * v == found.form.to_sympy()
    assert abs(u.det()) == abs(v.det()) == 1
    assert all(e.is_integer for e in (*u, *v))
    assert [found.form[k, k] for k in range(r)] == list(d)


def test_the_first_homology_of_the_projective_plane_is_of_order_two():
    """Its minimal triangulation, 6 vertices, 15 edges and 10 triangles: H_1 = Z/2."""
    triangles = ["012", "023", "034", "045", "051", "124", "235", "341", "452", "513"]
    faces = [tuple(sorted(map(int, t))) for t in triangles]
    edges = sorted({e for t in faces for e in combinations(t, 2)})
    boundary = np.zeros((len(edges), len(faces)), dtype=int)
    for k, t in enumerate(faces):
        for sign, e in zip((1, -1, 1), ((t[1], t[2]), (t[0], t[2]), (t[0], t[1]))):
            boundary[edges.index(e), k] = sign
    assert len(edges) == 15
    assert smith_form(boundary).invariant_factors == (1,) * 9 + (2,)
    assert invariant_factors(boundary) == (1,) * 9 + (2,)


@pytest.mark.parametrize(
    "boundary, torsion",
    [
        (matching_complex(7, 3), [3]),  # H_1 (Bouc 1992)
        (chessboard_complex(5, 5, 4), [3]),  # H_2 (Shareshian, Wachs 2007)
        (chessboard_complex(4, 5, 4), []),  # an orientable pseudomanifold's top homology is free
    ],
)
def test_torsion_of_large_complexes(boundary, torsion):
    assert [d for d in invariant_factors(boundary) if d != 1] == torsion
    assert len(invariant_factors(boundary)) == rank(boundary)


def test_invariant_factors_refuse_what_no_unit_pivot_makes_small():
    with pytest.raises(ValueError, match="row 0 of A has the common denominator 2"):
        invariant_factors([["1/2"]])
    with pytest.raises(MemoryError, match="pivots leave of a Smith form is dense: A has 1,500"):
        invariant_factors(2 * sparse.eye_array(1500, dtype=np.int64))


def test_transforms_of_deficient_matrices_are_short():
    rng = np.random.default_rng(5)
    a = rng.integers(-9, 10, (30, 5)) @ rng.integers(-9, 10, (5, 30))
    assert max(abs(n) for _, _, n, _ in hermite_form(a).transform.entries()).bit_length() < 100


@pytest.mark.parametrize("form", [hermite_form, smith_form])
def test_rationals_and_large_matrices_are_refused(form):
    with pytest.raises(ValueError, match="row 1 of A has the common denominator 6, need integers"):
        form([[1, 2], ["1/2", "1/3"]])
    with pytest.raises(MemoryError, match="form is dense: A has 1,500 rows and 1,500 col"):
        form(sparse.eye_array(1500, dtype=np.int64))
    assert form([["4/2"]]).form[0, 0] == 2


H = fmpz_mat([[2, 1], [0, 3]])


@pytest.mark.parametrize(
    "h, u",
    [
        ([[2, 1], [0, 3]], [[1, 0], [0, 2]]),  # not unimodular, nor the product
        ([[2, 1], [0, 4]], [[1, 0], [0, 1]]),  # not the product
        ([[2, 4], [0, 3]], [[1, 1], [0, 1]]),  # not reduced above a pivot
        ([[2, -2], [0, 3]], [[1, -1], [0, 1]]),  # negative above a pivot
        ([[0, 3], [2, 1]], [[0, 1], [1, 0]]),  # not in echelon form
        ([[2, 1], [2, 4]], [[1, 0], [1, 1]]),  # nor this one
        ([[-2, -1], [0, 3]], [[-1, 0], [0, 1]]),  # a negative pivot
    ],
)
def test_a_wrong_hermite_form_is_never_returned(monkeypatch, h, u):
    monkeypatch.setattr(
        normal_forms, "_form", lambda *_: (fmpz_mat(h), fmpz_mat(u), fmpz_mat(0, 2))
    )
    with pytest.raises(ArithmeticError):
        normal_forms.row_form(H)


@pytest.mark.parametrize(
    ("column", "kernel"),
    [([2, 4], [-4, 2]), ([0, 2], [2, 0])],  # twice a basis; in the second no minor tells
)
def test_a_kernel_that_is_no_basis_is_never_returned(monkeypatch, column, kernel):
    top = fmpz_mat([[int(e == 2) for e in column]])
    monkeypatch.setattr(
        normal_forms, "_form", lambda *_: (fmpz_mat([[2]]), top, fmpz_mat([kernel]))
    )
    with pytest.raises(ArithmeticError, match="not unimodular"):
        normal_forms.row_form(fmpz_mat([[e] for e in column]))


def test_a_zero_row_above_others_is_no_hermite_form():
    with pytest.raises(ArithmeticError, match="zero row above"):
        normal_forms._pivots(fmpz_mat([[0, 0], [1, 0]]))


@pytest.mark.parametrize(
    "s, u, v",
    [
        ([[2, 0], [0, 3]], [[1, 0], [0, 1]], [[1, 0], [0, 1]]),  # 2 does not divide 3
        ([[1, 0], [0, 5]], [[1, 0], [0, 1]], [[1, 0], [0, 1]]),  # not the product
        ([[4, 0], [0, 12]], [[2, 0], [0, 2]], [[1, 0], [0, 2]]),  # not unimodular
        ([[-1, 0], [0, -6]], [[-1, 0], [0, 1]], [[1, 0], [0, 1]]),  # negative
    ],
)
def test_a_wrong_smith_form_is_never_returned(monkeypatch, s, u, v):
    forms = tuple(fmpz_mat(e) for e in (s, u, v))
    monkeypatch.setattr(normal_forms, "_diagonalised", lambda a: forms)
    with pytest.raises(ArithmeticError):
        smith_form([[2, 0], [0, 3]])


@pytest.mark.parametrize("seed", range(8))
def test_a_large_kernel_is_found_by_reduction_whatever_the_rank(seed):
    """Tall matrices of every rank, short and long, and first rows that span too little."""
    rng = np.random.default_rng(seed)
    m, r = 34 + 2 * seed, int(rng.integers(0, 8))
    n = r + int(rng.integers(1, 5))
    size = 10 ** int(rng.integers(1, 6))
    a = rng.integers(-size, size + 1, (m, r)) @ rng.integers(-3, 4, (r, n))
    a[:, 0] *= 6
    full = fmpz_mat(a.tolist())
    for spare in (normal_forms._EXTRA_ROWS, 1):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(normal_forms, "_EXTRA_ROWS", spare)
            found = hermite_form(a)
        assert found.form == full.hnf() and found.transform @ a == found.form
        assert abs(found.transform.det()) == 1 and len(found.pivots) == full.rank()
        kernel = found.transform[full.rank() :]
        assert kernel.rank() == m - full.rank()
        s, u, v = smith_form(a)
        assert u @ a @ v == s and abs(u.det()) == abs(v.det()) == 1

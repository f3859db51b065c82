"""Block forward substitution, where small blocks have filled rows beside them."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from exactbox.linalg import SingularMatrixError, factorized, solve
from exactbox.linalg.matrices.matrix_inputs import read_square
from exactbox.linalg.square.system import solve_system


def filled_triangle(n, wide=1):
    """Upper triangular in -9..9, with blocks of `wide` rows on the diagonal, rows shuffled."""
    rng = np.random.default_rng(n)
    a = rng.integers(-9, 10, (n, n))
    block = np.arange(n) // wide
    a[block[:, None] > block] = 0
    a[np.arange(n), np.arange(n)] = rng.integers(20, 30, n)
    return a[rng.permutation(n)]


@pytest.mark.parametrize(("n", "wide"), [(101, 1), (330, 3), (1530, 15)])
def test_filled_triangles_are_solved_over_one_denominator(n, wide):
    a, b = filled_triangle(n, wide), np.arange(n) % 5
    x = solve(a, b)
    assert {*x.info.methods} == {"flint"} and len(x.denominators) == 1 < x.info.blocks
    values = [Fraction(e) for e in x]
    for row, right in zip(a[:8].tolist(), b[:8].tolist()):
        assert sum(v * e for v, e in zip(row, values) if v) == right


def test_several_right_sides_and_transposes_are_solved_alike():
    a = filled_triangle(120)
    b = np.arange(240).reshape(120, 2) % 7
    both, one = solve(a, b), factorized(a)
    for k in range(2):
        assert both[:, k] == one.solve(b[:, k])
    y = one.solve_transposed(b[:, 0])
    assert (y.info.methods, a.T @ y) == ({"flint": 120}, b[:, 0])


def test_long_entries_are_solved_alike():
    a = filled_triangle(110)
    x = solve_system(read_square(a.astype(object) * 3**50, None)[0], [[3**50]] * 110)
    assert x.info.methods == {"flint": 110}
    assert x[:, 0] == solve(a, [1] * 110)


def test_a_singular_block_among_filled_rows_has_its_kernel():
    a = filled_triangle(303, 3)
    order = np.argsort([np.flatnonzero(row)[0] for row in a], kind="stable")
    a = a[order]
    a[150:153, 150:153] = 1
    with pytest.raises(SingularMatrixError) as error:
        solve(a, [1] * 303)
    assert any(error.value.kernel) and not any(a @ error.value.kernel)

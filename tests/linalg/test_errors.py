"""The errors of exactbox.linalg: they carry their witnesses everywhere, and name arguments."""

from __future__ import annotations

import copy
import multiprocessing
import pickle

import numpy as np
import pytest

from exactbox.linalg import (
    InconsistentSystemError,
    SingularMatrixError,
    factorized,
    inverse_entry,
    solve,
    solve_general,
)

SINGULAR = [[1, 2], [2, 4]]


def singular():
    with pytest.raises(SingularMatrixError) as caught:
        solve(SINGULAR, [1, 1])
    return caught.value


def inconsistent():
    with pytest.raises(InconsistentSystemError) as caught:
        solve_general(SINGULAR, [1, 1])
    return caught.value


def test_a_singular_matrix_is_told_with_a_vector_of_its_kernel():
    """(1, 2) and (2, 4) times (2, -1) are 0."""
    assert str(singular()).endswith("columns are dependent; A k = 0 for k = [2, -1]")


@pytest.mark.parametrize("made", [singular, inconsistent])
@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))]
)
def test_errors_are_copied_and_pickled_with_their_witnesses(made, copied):
    error = made()
    error.add_note("of the third system")
    found = copied(error)
    assert type(found) is type(error) and found.args == error.args and str(found) == str(error)
    assert found.__notes__ == ["of the third system"]
    name = "kernel" if made is singular else "witness"
    assert getattr(found, name) == getattr(error, name)


def solve_it(a):
    return solve(a, [1, 1])


def test_a_pool_reports_a_singular_matrix_instead_of_hanging():
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        waiting = pool.map_async(solve_it, [[[1, 0], [0, 1]], SINGULAR])
        with pytest.raises(SingularMatrixError) as caught:
            waiting.get(timeout=60)
    assert list(caught.value.kernel) == [2, -1]


@pytest.mark.parametrize("i", [3, -4])
def test_an_entry_that_does_not_exist_is_named_by_its_argument(i):
    a = np.eye(3, dtype=int)
    with pytest.raises(IndexError, match=f"^i: {i} is out of range for 3 unknowns"):
        inverse_entry(a, i, 0)
    with pytest.raises(IndexError, match=f"^j: {i} is out of range for 3 unknowns"):
        inverse_entry(a, 0, i)
    with pytest.raises(IndexError, match=f"^want: {i} is out of range for 3 unknowns"):
        solve(a, [1, 2, 3], want=[i])


def test_an_index_that_is_not_an_integer_is_named_by_its_argument():
    with pytest.raises(TypeError, match=r"^j: 0\.5 is not an index, need an integer"):
        inverse_entry([[1]], 0, 0.5)
    with pytest.raises(TypeError, match=r"^want: 'x' is not an index"):
        solve([[1]], [1], want=["x"])


def test_a_wide_system_without_a_solution_is_inconsistent():
    """Fewer equations than unknowns: no solution at all, or several."""
    with pytest.raises(InconsistentSystemError) as caught:
        solve([[1, 1, 1], [2, 2, 2]], [1, 3])
    y = list(caught.value.witness)
    assert y[0] + 2 * y[1] == 0 and y[0] + 3 * y[1] != 0
    with pytest.raises(SingularMatrixError, match="not unique") as several:
        solve([[1, 1, 1], [2, 2, 2]], [1, 2])
    assert any(several.value.kernel) and sum(several.value.kernel) == 0


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda f: pickle.loads(pickle.dumps(f))])
def test_a_prepared_matrix_is_copied_and_pickled(copied):
    """After it has solved: its float factors stay behind."""
    a = np.eye(150, dtype=int) * 9 + np.eye(150, k=1, dtype=int) + np.eye(150, k=-7, dtype=int)
    prepared = factorized(a)
    x = prepared.solve(range(150))
    assert copied(prepared).solve(range(150)) == x and a @ x == list(range(150))


@pytest.mark.parametrize(
    "mistake",
    [
        lambda: solve([[3]], [1])[10**5000],
        lambda: solve({10**5000: 1}, [1]),
        lambda: solve({(10**5000, 0): 1}, [1]),
        lambda: solve([[3]], [1])[[10**5000, "a"]],
    ],
)
def test_a_message_shows_the_ends_of_an_integer_of_any_length(mistake):
    with pytest.raises((IndexError, TypeError, ValueError), match=r"0\.\.\.0.*5001 digits"):
        mistake()

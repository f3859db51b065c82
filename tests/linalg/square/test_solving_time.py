"""What is said of the time that an exact solution may take."""

from __future__ import annotations

import numpy as np
import pytest

from exactbox.linalg.matrices.sparse import from_coordinates
from exactbox.linalg.square import solving_time
from exactbox.linalg.square.solving_time import announce
from exactbox.mdp import Model, mean_payoff
from exactbox.progress import Notice, watched
from tests.printed import says


def ring(n, ring_size, denominator):
    """Rings of so many unknowns, one after the other; a row is denominator, 1 - denominator."""
    states = np.arange(n)
    after = states - states % ring_size + (states + 1) % ring_size
    rows, columns = np.r_[states, states], np.r_[states, after]
    entries = [denominator] * n + [1 - denominator] * n
    dtype = object if denominator > 2**62 else np.int64
    return from_coordinates((n, n), rows, columns, np.array(entries, dtype=dtype))


def said(matrix):
    found = []
    with watched(lambda stage, done, total: found.append(stage)):
        announce(matrix)
    return found


def test_a_long_solution_is_announced():
    """50,000 rows of 20 bits: 50,000 * 10^6 bits, 450 seconds at 9 nanoseconds."""
    (notice,) = said(ring(50_000, 50_000, 2**20 - 1))
    assert isinstance(notice, Notice)
    assert says(notice, "8 minutes", "50,000 unknowns", "1,000,000 bits")


@pytest.mark.parametrize("n, ring_size", [(100, 100), (50_000, 10)])
def test_a_short_one_and_one_of_small_components_are_not(n, ring_size):
    assert said(ring(n, ring_size, 2**20)) == []


def test_long_entries_count_by_their_bits():
    (notice,) = said(ring(2000, 2000, 2**200))
    assert "each of up to 402,000 bits" in notice


def test_without_a_listener_nothing_is_computed():
    announce(None)


def test_a_mean_payoff_announces_its_system(monkeypatch):
    monkeypatch.setattr(solving_time, "SAID_FROM", 0)
    model = Model.from_lists([[[("1/2", 0), ("1/2", 1)]], [[(1, 0)]]], rewards={"": [[1], [0]]})
    found = []
    mean_payoff(model, None, "max", progress=lambda stage, done, total: found.append(stage))
    assert any(isinstance(stage, Notice) for stage in found)

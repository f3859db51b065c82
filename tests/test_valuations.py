"""Valuations are a sequence of texts, made from columns of numbers when they are asked for."""

from __future__ import annotations

import numpy as np
import pytest

from exactbox.formats.valuations import Valuations


def test_texts_one_by_one_and_all_at_once_are_the_same():
    columns = {"y": np.array([-1, 3, 3]), "done": np.array([True, False, True])}
    found = Valuations(columns, 3)
    wanted = ["done=true & y=-1", "done=false & y=3", "done=true & y=3"]
    assert list(found) == [found[s] for s in range(3)] == wanted
    assert found == wanted and found != wanted[:2] and found != 3
    assert found[1:] == wanted[1:] and found[-1] == wanted[-1] and len(found) == 3
    assert found.only(np.array([2, 0])) == [wanted[2], wanted[0]]
    with pytest.raises(IndexError, match="state 3 of 3"):
        found[3]


def test_without_variables_texts_are_empty():
    assert Valuations({}, 2) == ["", ""] and Valuations({}, 2)[1] == ""

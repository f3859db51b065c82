"""Valuations are a sequence of texts, made from columns of numbers when they are asked for."""

from __future__ import annotations

import numpy as np
import pytest

from exactbox.formats.valuations import Valuations
from exactbox.mdp import Model
from exactbox.properties import PropertyError, Scope
from exactbox.properties.expressions import parse_expression


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


def scope(valuations):
    """Of a model of as many states, each of which stays where it is."""
    size = range(len(valuations))
    ones = [1] * len(size)
    return Scope(
        Model([*size, len(size)], [*size, len(size)], [*size], ones, ones, valuations=valuations)
    )


def test_expressions_mean_the_same_over_columns_and_over_texts():
    """A program's variables are arrays, those of a file are texts."""
    columns = {"y": np.array([-1, 3, 0, 3]), "done": np.array([True, False, True, True])}
    found = Valuations(columns, 4)
    for text in ("y>0 & done", "y*y=9 | !done", "done", "1/3<y=>y=3"):
        mine, theirs = (
            scope(known).states(parse_expression(text)).tolist() for known in (found, list(found))
        )
        assert mine == theirs
    assert sorted(scope(found).variables) == ["done", "y"] and len(scope(found).variables) == 2
    with pytest.raises(PropertyError, match="no variable or constant 'z'; the variables are: done"):
        scope(found).states(parse_expression("z=1"))

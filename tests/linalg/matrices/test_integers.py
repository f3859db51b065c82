"""exactbox.linalg.matrices.integers: int64 where everything fits, Python's integers elsewhere."""

from __future__ import annotations

from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactbox.linalg.matrices.integers import (
    INT64_MAX,
    checked_int_array,
    fits,
    int_array,
    largest,
    narrowest,
    product,
)

EDGES = [2**31, 2**53, 2**62, 2**63 - 1, 2**63, 2**64, 10**40]
INTEGERS = st.one_of(
    st.integers(-9, 9), st.sampled_from([s * e + d for e in EDGES for s in (1, -1) for d in (0, 1)])
)
LISTS = st.lists(INTEGERS, max_size=6)
PAIRS = st.lists(st.tuples(INTEGERS, INTEGERS), max_size=6)


def objects(values):
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def narrow(values):
    """Whether every value and its negative fit, by the definition."""
    return all(-(2**63) <= e < 2**63 for v in values for e in (v, -v))


@given(LISTS)
def test_arrays_are_narrow_exactly_where_values_and_their_negatives_fit(values):
    for made in (
        int_array(values),
        int_array(iter(values)),
        narrowest(objects(values)),
        checked_int_array("x", values),
        checked_int_array("x", objects(values)),
    ):
        assert made.tolist() == values
        assert all(type(v) is int for v in made.tolist())
        assert made.dtype == (np.int64 if narrow(values) else object)
        assert (-made).tolist() == [-v for v in values]


@pytest.mark.parametrize("kind", ["int8", "uint8", "int32", "uint32", "int64", "uint64"])
def test_machine_integers_of_every_width_keep_their_values(kind):
    ends = [int(np.iinfo(kind).min), 0, 1, int(np.iinfo(kind).max)]
    for values in (ends, ends[1:], []):
        taken = np.array(values, dtype=kind)
        for made in (narrowest(taken), checked_int_array("x", taken)):
            assert made.tolist() == values
            assert made.dtype == (np.int64 if narrow(values) else object)


def test_narrowest_takes_any_shape():
    for wide in (2**70, 5):
        square = np.array([[1, -2], [3, wide]], dtype=object)
        made = narrowest(square)
        assert made.tolist() == square.tolist() and (made.dtype == object) == (wide > 5)


def test_a_checked_array_is_a_copy():
    narrow_ones, wide_ones = [np.array([1, 2]), np.array([1], np.uint64)], [[1, 2], [1, 2**70]]
    for taken in (*narrow_ones, *map(objects, wide_ones)):
        made = checked_int_array("x", taken)
        taken[0] = 7
        assert made[0] != 7


@pytest.mark.parametrize(
    "wrong, message",
    [
        ([1, 2.0], r"weight\[1\] is 2.0, need an integer"),
        ([2**70, 0.5], r"weight\[1\] is 0.5, need an integer"),
        ([True], r"weight\[0\] is True, need an integer"),
        (["1"], r"weight\[0\] is '1', need an integer"),
        (np.array([1.0]), "weight: got an array of float64, need integers"),
        (np.array([True]), "weight: got an array of bool, need integers"),
    ],
)
def test_what_is_not_an_integer_is_refused_by_name(wrong, message):
    with pytest.raises(TypeError, match=message):
        checked_int_array("weight", wrong)


@pytest.mark.parametrize("wrong, dimensions", [(np.zeros((2, 2), int), 2), (np.array(3), 0)])
def test_an_array_of_other_dimensions_is_refused(wrong, dimensions):
    with pytest.raises(ValueError, match=f"weight: got {dimensions} dimensions, need 1"):
        checked_int_array("weight", wrong)


@given(PAIRS)
def test_products_never_overflow(pairs):
    a, b = ([p[k] for p in pairs] for k in (0, 1))
    assert product(int_array(a), int_array(b)).tolist() == [x * y for x, y in pairs]


@given(st.lists(LISTS, min_size=1, max_size=3))
def test_what_is_said_to_fit_does(lists):
    arrays = [int_array(values) for values in lists]
    sizes = [max(map(abs, values), default=0) for values in lists]
    assert [largest(a) for a in arrays] == sizes
    assert fits(*arrays) == (all(map(narrow, lists)) and prod(sizes) <= INT64_MAX)

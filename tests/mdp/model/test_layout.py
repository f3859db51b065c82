"""Layout: distinct numbers and choices are those of the definition."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from exactbox.mdp.model.layout import Layout, distinct


@given(st.lists(st.integers(-(2**62), 2**62) | st.integers(0, 5)))
def test_distinct_numbers_are_those_of_the_set_in_order(numbers):
    assert distinct(np.array(numbers, dtype=np.int64)).tolist() == sorted(set(numbers))


@given(st.data())
def test_distinct_choices_are_those_of_the_actions_and_each_action_has_its_place(data):
    afterstate = data.draw(st.lists(st.integers(0, 6), min_size=1))
    layout = Layout(
        np.arange(len(afterstate) + 1),
        np.arange(8),
        np.zeros(7, dtype=np.int64),
        afterstate=np.array(afterstate),
    )
    actions = data.draw(st.lists(st.sampled_from(range(len(afterstate))), unique=True).map(sorted))
    choices, number = layout.distinct_choices(np.array(actions, dtype=np.int64))
    assert choices.tolist() == sorted({afterstate[k] for k in actions})
    assert choices[number].tolist() == [afterstate[k] for k in actions]

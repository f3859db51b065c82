"""What objectives take as goal, as states to stay in, as steps: in any form, and never changed."""

from __future__ import annotations

import numpy as np
import pytest

from exactbox.certificate import proved
from exactbox.mdp import Goal, Model, cost, reach, within_steps

COIN = Model.from_lists(
    [[[("1/2", 0), ("1/2", 1)], []], [[(1, 1)]]],
    labels={"heads": [1]},
    rewards={"tosses": [[1, 0], [0]]},
)


@pytest.mark.parametrize("states", ["heads", [False, True], np.array([False, True])])
def test_a_goal_is_given_by_states_or_by_a_label_with_the_end_or_without(states):
    assert reach(COIN, states, "min").value == 0
    assert reach(COIN, Goal(states, False), "min").value == 0
    assert reach(COIN, Goal(states, True), "min").value == 1
    assert cost(COIN, None, Goal(states, True), "max").value == 2


@pytest.mark.parametrize("states", [[True], [0, 1], np.array([[False, True]])])
def test_a_goal_that_is_not_a_set_of_states_is_refused(states):
    for goal in (states, Goal(states, True)):
        with pytest.raises(ValueError, match=r"^a set of states: got .*, need bool of \(2,\)$"):
            reach(COIN, goal, "max")


def test_the_caller_cannot_change_a_question_that_was_answered():
    goal, stay = np.array([False, True]), np.array([True, True])
    answer = reach(COIN, goal, "max", stay=stay)
    expected = answer.certificate()
    goal[:], stay[:] = [True, False], False
    assert answer.certificate() == expected
    assert proved(answer).claim.value == 1


def test_a_number_of_steps_may_be_numpys():
    answer = within_steps(COIN, np.int64(3), "max", goal="heads")
    assert proved(answer).claim.value == answer.value == 1 - 2**-3
    with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
        within_steps(COIN, 2.0, "max", goal="heads")

"""What objectives take as goal, as states to stay in, as steps: in any form, and never changed."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from exactbox.certificate import prove
from exactbox.mdp import (
    Goal,
    Model,
    cost,
    cost_enclosure,
    indicator,
    mean_payoff,
    reach,
    reach_enclosure,
    total,
    within_reward,
    within_steps,
)
from exactbox.mdp.chains import moments
from exactbox.mdp.model.state_sets import set_of_states

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


ONE = [False, True, False, False]  # state 1 of 4
WAYS = [
    ONE,
    tuple(ONE),
    np.array(ONE),
    np.array(ONE, dtype=object),
    [1],
    [1, 1],
    (1,),
    {1},
    frozenset({1}),
    range(1, 2),
    {1: "a key"}.keys(),
    (s for s in [1]),
    np.array([1]),
    np.array([1], dtype=np.uint8),
    np.array([1], dtype=object),
    [np.int64(1)],
]


@pytest.mark.parametrize("given", WAYS, ids=lambda given: type(given).__name__)
def test_a_set_is_a_mask_or_the_numbers_of_states(given):
    assert set_of_states("goal", given, 4).tolist() == ONE


def test_a_set_may_be_empty_or_full():
    assert not set_of_states("goal", [], 3).any() and not set_of_states("goal", set(), 3).any()
    assert set_of_states("goal", range(2), 2).all() and set_of_states("goal", {1, 0}, 2).all()
    assert set_of_states("goal", [2, 0, 1], 3).all()


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ([True], ValueError, "goal: found 1 bools, need 4, one a state"),
        (np.ones(5, dtype=bool), ValueError, "goal: found 5 bools, need 4, one a state"),
        ([0, 1, 0, 0], ValueError, "goal: found 0 or 1 for each of the 4 states: need bools, or "),
        (np.array([1, 1, 1, 0]), ValueError, "goal: found 0 or 1 for each of the 4 states"),
        ([4], ValueError, "goal: 4 is not a state, need 0 to 3"),
        ([0, -1], ValueError, "goal: -1 is not a state, need 0 to 3"),
        ([2**70], ValueError, "goal: 1180591620717411303424 is not a state, need 0 to 3"),
        (
            np.array([[False] * 4]),
            ValueError,
            r"goal: found an array of shape \(1, 4\), need a list",
        ),
        (3, TypeError, "goal: found 3, need a list of states, or a bool for each state"),
        (None, TypeError, "goal: found None, need a list of states"),
        (b"done", TypeError, "goal: found b'done', need a list of states"),
        ({1: True}, TypeError, "goal: found {1: True}, need a list of states"),
        ([1.0], TypeError, "goal: found 1.0, a float, need a state"),
        (np.array([1.0]), TypeError, "goal: found 1.0, a float, need a state"),
        (["done"], TypeError, "goal: found 'done', a str, need a state"),
        ([1, True], TypeError, "goal: found True, a bool, need a state"),
        ([[0]], TypeError, r"goal: found \[0\], a list, need a state"),
    ],
)
def test_what_is_not_a_set_of_states_is_refused(given, error, words):
    with pytest.raises(error, match=f"^{words}"):
        set_of_states("goal", given, 4)


LINE = Model.from_lists(
    [[[(1, 1)]], [[("1/2", 0), ("1/2", 2)]], [[(1, 2)]]],
    labels={"end": [2], "start": [0]},
    rewards={"steps": [[1], [1], [0]], "coins": [[0], [1], [0]]},
)


@pytest.mark.parametrize("end", ["end", [False, False, True], [2], {2}, np.array([2])], ids=repr)
def test_every_objective_takes_a_set_however_it_is_said(end):
    assert reach(LINE, end, "max", stay=range(3)).value == 1
    assert reach_enclosure(LINE, end, "max").interval() == (1, 1)
    assert cost(LINE, "steps", end, "min").value == 4
    low, high = cost_enclosure(LINE, "steps", end, "min").interval()
    assert low <= 4 <= high
    assert within_steps(LINE, 2, "max", goal=end, stay=[0, 1, 2]).value == Fraction(1, 2)
    asked = {"bound": "steps", "at_most": 2, "goal": end, "stay": {0, 1, 2}}
    assert within_reward(LINE, "max", **asked).value == Fraction(1, 2)
    assert mean_payoff(LINE, indicator(LINE, end), "max").value == 1
    assert moments(LINE, "steps", end, 1)[0][0] == 4


@pytest.mark.parametrize("numbers", [[0, 1, 0], np.array([0, 1, 0]), ("0", "2/2", 0)], ids=repr)
def test_rewards_are_given_by_a_number_for_each_choice(numbers):
    assert total(LINE, numbers, "min").value == total(LINE, "coins", "min").value == 2
    assert prove(total(LINE, numbers, "min")).claim.value == 2


@pytest.mark.parametrize(
    ("rewards", "error", "words"),
    [
        ("coin", ValueError, "no rewards 'coin'; the model's are: 'coins', 'steps'; did you mean"),
        (None, ValueError, "which rewards[?] the model's are: 'coins', 'steps'"),
        (5, TypeError, "rewards: found 5, need a name, or a number for each choice"),
        ([1, 2], ValueError, "rewards of 2 choices, the model has 3"),
        ([1, 2, 0.5], ValueError, "rewards: choice 2: 0.5 is a float, need an int"),
        ([1, 2, None], TypeError, "rewards: choice 2: None is a NoneType, need an int"),
        ({"coins": 1}, TypeError, "rewards: found {'coins': 1}, need a name"),
    ],
)
def test_what_are_not_rewards_is_refused(rewards, error, words):
    with pytest.raises(error, match=f"^{words}"):
        total(LINE, rewards, "max")


def test_an_unknown_label_is_answered_with_those_that_there_are():
    with pytest.raises(ValueError, match=r"^no label 'nowhere'; the labels are: 'heads'$"):
        reach(COIN, "nowhere", "max")
    with pytest.raises(
        ValueError, match=r"no label 'stat'; the labels are: 'end', 'start'; did you mean 'start'\?"
    ):
        reach(LINE, "stat", "max")


@pytest.mark.parametrize("model", [5, None, "die.drn", [[(1, 0)]]], ids=repr)
def test_what_is_not_a_model_is_refused(model):
    for ask in (
        lambda: reach(model, "done", "max"),
        lambda: cost(model, None, "done", "min"),
        lambda: within_steps(model, 3, "max"),
        lambda: moments(model, None, "done", 1),
    ):
        with pytest.raises(TypeError, match=r"^the model: found .*, need a Model"):
            ask()
    with pytest.raises(TypeError, match=r": exactbox\.read_model\('die\.drn'\) reads one$"):
        reach("die.drn", "done", "max")


def test_the_caller_cannot_change_a_question_that_was_answered():
    goal, stay = np.array([False, True]), np.array([True, True])
    answer = reach(COIN, goal, "max", stay=stay)
    expected = answer.certificate()
    goal[:], stay[:] = [True, False], False
    assert answer.certificate() == expected
    assert prove(answer).claim.value == 1


def test_a_number_of_steps_may_be_numpys():
    answer = within_steps(COIN, np.int64(3), "max", goal="heads")
    assert prove(answer).claim.value == answer.value == 1 - 2**-3
    with pytest.raises(TypeError, match=r"^steps: found 2\.0, need an integer$"):
        within_steps(COIN, 2.0, "max", goal="heads")


def test_of_a_markov_chain_no_sense_need_be_said():
    chain = Model.from_lists(
        [[[("1/3", 1), ("2/3", 0)]], [[(1, 1)]]], labels={"done": [1]}, rewards={"": [[1], [0]]}
    )
    assert reach(chain, "done").value == 1
    assert cost(chain, None, "done").value == 3  # the mean of a geometric distribution
    with pytest.raises(ValueError, match="the sense is not said, need 'max' or 'min'"):
        reach(COIN, [0])

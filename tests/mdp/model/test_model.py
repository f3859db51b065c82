"""Model: what is accepted is valid and never changes; errors name the state."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest

from exactbox.mdp import Model, Ratios, Rewards, cost
from exactbox.mdp.model.validation import freeze

HALF = Fraction(1, 2)
COIN = {
    "action_start": [0, 1, 2],
    "branch_start": [0, 2, 3],
    "target": [0, 1, 1],
    "weight": [1, 1, 1],
    "denominator": [2, 1],
}
SHARED = {  # to toss again, or to stop: choice 1 ends the play
    "action_start": [0, 2, 3],
    "afterstate": [0, 1, 1],
    "branch_start": [0, 2, 2],
    "target": [0, 1],
    "weight": [1, 1],
    "denominator": [2, 1],
}


def test_a_valid_model_is_held_in_read_only_arrays():
    model = Model(**COIN, labels={"heads": [False, True]})
    assert (model.states, model.action_count, model.choices) == (2, 2, 2)
    for array in (model.weight, model.action_start, model.initial, model.labels["heads"]):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


@pytest.mark.parametrize("name", list(COIN))
def test_the_caller_cannot_change_the_model_through_an_own_array(name):
    given = {key: np.array(value) for key, value in COIN.items()}
    model = Model(**given)
    given[name][0] = 99
    assert getattr(model, name).tolist() == COIN[name]
    labels = {"heads": np.array([False, True])}
    model = Model(**COIN, labels=labels)
    labels["heads"][0] = True
    assert model.labels["heads"].tolist() == [False, True]


def test_a_view_of_an_array_that_can_be_written_to_is_copied():
    weight = np.ones(3, dtype=np.int64)
    view = weight[:]
    view.flags.writeable = False
    model = Model(**{**COIN, "weight": view})
    weight[0] = 99
    assert model.weight.tolist() == [1, 1, 1]


def test_an_array_that_nobody_can_write_to_is_not_copied():
    weight = freeze(np.ones(3, dtype=np.int64))
    assert Model(**{**COIN, "weight": weight}).weight is weight


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        # what once was accepted, and died in the middle of a question
        (
            {"action_start": [0, 1], "target": [0, 0, 0]},
            ValueError,
            "action_start: runs from 0 to 1, need 0 to 2, the number of actions",
        ),
        ({"action_start": [1, 1, 2]}, ValueError, "action_start: runs from 1 to 2, need 0 to 2"),
        ({"action_start": [0, 1, 3]}, ValueError, "action_start: runs from 0 to 3, need 0 to 2"),
        ({"branch_start": [1, 2, 3]}, ValueError, "branch_start: runs from 1 to 3, need 0 to 3"),
        ({"target": [1, 1, 1]}, ValueError, "state 0, choice 0: the target 1 is there twice"),
        ({"branch_start": [0, 4, 3]}, ValueError, r"branch_start\[2\]: falls from 4 to 3"),
        # the rest
        ({"weight": [1, 2, 1]}, ValueError, "state 0, choice 0: the probabilities add up to 3/2"),
        ({"weight": [2, 0, 1]}, ValueError, "state 0, choice 0: the probability of target 1 is 0"),
        ({"weight": [3, -1, 1]}, ValueError, "the probability of target 1 is -1/2, need a positi"),
        ({"weight": [0.5, 0.5, 1]}, TypeError, r"weight\[0\] is 0.5, need an integer"),
        ({"weight": [True, 1, 1]}, TypeError, r"weight\[0\] is True, need an integer"),
        ({"weight": np.array([0.5, 0.5, 1])}, TypeError, "weight: got an array of float64"),
        ({"weight": [2**63, -(2**63), 1]}, ValueError, "the probability of target 1 is -"),
        ({"weight": [1, 1]}, ValueError, "weight: got 2 entries, need 3"),
        ({"weight": [[1, 1, 1]]}, TypeError, "weight"),
        ({"target": [0, 2, 1]}, ValueError, "choice 0: the target 2 is not a state, need 0 to 1"),
        ({"target": [0, -1, 1]}, ValueError, "the target -1 is not a state"),
        ({"target": [0, 2**70, 1]}, ValueError, "target: an entry does not fit in 64 bits"),
        ({"denominator": [0, 1]}, ValueError, "state 0, choice 0: the denominator is 0"),
        ({"denominator": [1]}, ValueError, "denominator: got 1 entries, need 2"),
        ({"action_start": [0, 0, 2]}, ValueError, "state 0 has no choice, need one"),
        ({"action_start": [0]}, ValueError, "there is no state, need one"),
        ({"initial": 2}, ValueError, "the initial state 2 is not one of 0 to 1"),
        ({"initial": []}, ValueError, "there is no initial state, need one"),
        ({"initial": [1, 0]}, ValueError, "the initial states do not increase"),
        ({"labels": {"a": [True]}}, ValueError, r"label 'a': got bool of shape \(1,\), need bool"),
        ({"labels": {"a": [1, 0]}}, ValueError, "label 'a': got int64 of shape"),
        ({"players": [True]}, ValueError, "players: got bool of shape"),
        ({"actions": ["a"]}, ValueError, "actions: got 1, need 2"),
        ({"valuations": ["a"]}, ValueError, "valuations: got 1, need 2"),
        ({"rewards": {"a": Rewards([1], [1])}}, ValueError, "rewards 'a' of 1 choices, need 2"),
        (
            {"rewards": {"a": Rewards([1, 1], [1, 1], Ratios([1], [1]))}},
            ValueError,
            "rewards 'a' of 1 branches, need 3",
        ),
        ({"rewards": {"a": [1, 1]}}, TypeError, "rewards 'a': got a list, need Rewards"),
        ({"rates": [1, 1]}, TypeError, "rates: got a list, need Ratios"),
        ({"rates": Ratios([1], [1])}, ValueError, "rates of 1 choices, need 2"),
        ({"rates": Ratios([0, -1], [1, 2])}, ValueError, "state 1, choice 0: the rate is -1/2"),
    ],
)
def test_what_is_wrong_is_named_with_its_state(change, error, words):
    with pytest.raises(error, match=words):
        Model(**{**COIN, **change})


def test_the_model_whose_option_start_stops_short_is_refused():
    with pytest.raises(ValueError, match="action_start: runs from 0 to 1, need 0 to 2"):
        Model([0, 1], [0, 1, 2], [0, 0], [1, 1], [1, 1])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"afterstate": [0, 2, 1]}, "state 0, choice 1: is 2, need a choice of 0 to 1"),
        ({"afterstate": [1, 1, 0]}, "state 0, choice 1: is choice 1 of all, as another one"),
        ({"afterstate": [0, 1]}, "action_start: runs from 0 to 3, need 0 to 2"),
        ({"target": [0, 2]}, "state 0, choice 0: the target 2 is not a state"),
        ({"actions": ["a", "b"]}, "actions: got 2, need 3"),
    ],
)
def test_what_is_wrong_with_shared_choices_is_named_with_its_state(change, words):
    assert Model(**SHARED).action_count == 3
    with pytest.raises(ValueError, match=words):
        Model(**{**SHARED, **change})


def test_weights_that_overflow_64_bits_in_sum_are_added_exactly():
    big = 2**62
    arrays = [0, 1, 2, 3], [0, 3, 4, 5], [0, 1, 2, 1, 2]
    model = Model(*arrays, [big, big, big, 1, 1], [3 * big, 1, 1])
    assert model.denominator.dtype == object
    with pytest.raises(ValueError, match="add up to 3, need 1"):
        Model(*arrays, [big, big, big, 1, 1], [big, 1, 1])


def test_several_initial_states_are_held_and_asked_about_by_number():
    model = Model(**COIN, initial=[0, 1])
    assert model.initial.tolist() == [0, 1]
    with pytest.raises(ValueError, match="the model has 2 initial states, need one"):
        _ = model.initial_state


def test_rewards_of_branches_have_the_expectations_of_the_choices():
    """A half of 3 and a half of 1/2; then 5."""
    branch = Ratios([3, 1, 5], [1, 2, 1])
    arrays = (np.array(COIN[name]) for name in ("branch_start", "weight", "denominator"))
    rewards = Rewards.from_branches(*arrays, branch)
    assert [rewards[c] for c in range(2)] == [Fraction(7, 4), 5]
    assert rewards.branch is branch
    assert Model(**COIN, rewards={"gold": rewards}).rewards["gold"].branch[1] == HALF


@pytest.mark.parametrize(
    ("numerator", "denominator", "words"),
    [
        ([1, 2], [1], "rewards: 2 numerators and 1 denominators, need as many"),
        ([1, 2], [1, 0], "rewards: the denominator 1 is 0, need 1 or more"),
        ([0.5], [1], r"rewards: numerator\[0\] is 0.5, need an integer"),
    ],
)
def test_ratios_that_are_not_numbers_are_refused(numerator, denominator, words):
    with pytest.raises((ValueError, TypeError), match=words):
        Rewards(numerator, denominator)


def test_lists_of_choices_become_integers_over_a_common_denominator():
    model = Model.from_choices([(Fraction(1, 3), [(HALF, 0), ("1/2", 1)]), (5, [])], [[0], [1]])
    assert model.denominator.tolist() == [2, 1]
    assert model.weight.tolist() == [1, 1]
    assert [model.rewards["cost"][c] for c in range(2)] == [Fraction(1, 3), 5]


@pytest.mark.parametrize(
    ("choices", "error", "words"),
    [
        ([(0.5, [])], ValueError, "0.5 is a float"),
        ([(0, [(0.5, 0)])], ValueError, "0.5 is a float"),
        ([(0, [(Fraction(35, 36), 0)])], ValueError, "state 0, choice 0: .* add up to 35/36"),
        ([(0, [(1, "a")])], TypeError, r"the target 'a' is a str, need a state"),
    ],
)
def test_lists_with_something_else_are_refused(choices, error, words):
    with pytest.raises(error, match=words):
        Model.from_choices(choices, [[0]])


def test_whole_floats_in_lists_are_the_integers_that_they_are():
    chain = [[[("1/2", 0), ("1/2", 1)]], [[(1.0, 1)]]]
    made = Model.from_lists(chain, rewards={"cost": [[np.float64(2.0)], [-0.0]]})
    assert made.rewards["cost"].numerator.tolist() == [2, 0]
    assert made.weight.tolist() == [1, 1, 1] and made.denominator.tolist() == [2, 1]
    with pytest.raises(ValueError, match=r"9007199254740994\.0 is a float, need an int"):
        Model.from_lists([[[(1, 0)]]], rewards={"cost": [[2.0**53 + 2]]})


def test_states_and_options_are_listed_by_number():
    """Neither a truth value for each state nor a float is taken for one."""
    with pytest.raises(TypeError, match="label 'a': found True, a bool, need a state"):
        Model.from_lists([[[(1, 0)]]], labels={"a": [True]})
    with pytest.raises(TypeError, match=r"afterstate\[0\] is 0.5, need an integer"):
        Model.from_choices([(0, [])], [[0.5]])


def test_the_plain_model_has_a_choice_an_option_and_a_state_for_the_end():
    model = Model.from_choices(
        [(1, [("1/3", 0), ("2/3", 1)]), (2, [])],
        [[0, 1], [1]],
        labels={"second": [1]},
    )
    plain = model.plain()
    assert (plain.states, plain.action_count, plain.afterstate) == (3, 4, None)
    assert plain.target.tolist() == [0, 1, 2, 2, 2]
    assert plain.labels["ended"].tolist() == [False, False, True]
    assert plain.labels["second"].tolist() == [False, True, False]
    assert [plain.rewards["cost"][c] for c in range(4)] == [1, 2, 2, 0]
    assert plain.plain() is plain
    assert cost(model, None, "ended", "min").value == cost(plain, None, "ended", "min").value == 2


def test_a_model_can_be_sent_to_another_process():
    model = Model(**SHARED, labels={"a": [True, False]}, rewards={"r": Rewards([1, 0], [1, 1])})
    back = pickle.loads(pickle.dumps(model))
    assert back.afterstate.tolist() == [0, 1, 1] and back.rewards["r"][0] == 1
    for array in (back.weight, back.labels["a"], back.rewards["r"].numerator):
        assert not array.flags.writeable


TIMED = {
    **SHARED,
    "rates": Ratios([3, 0], [2, 1]),
    "rewards": {"r": Rewards([1, 0], [1, 1], rate=Ratios([5, 0], [7, 1]))},
}


def test_rates_are_kept_by_all_that_is_made_of_a_model():
    """Rates and reward rates of choices become those of options; a rate of 0 is immediate."""
    model = Model(**TIMED)
    back = pickle.loads(pickle.dumps(model))
    for same in (model, back, copy.deepcopy(model)):
        assert [same.rates[c] for c in range(2)] == [Fraction(3, 2), 0]
        assert [same.rewards["r"].rate[c] for c in range(2)] == [Fraction(5, 7), 0]
    unshared, choices = model.unshared()
    assert [unshared.rates[o] for o in range(3)] == [model.rates[c] for c in choices.tolist()]
    kept, choices = model.restricted(np.array([False, True, True]))
    assert (choices.tolist(), len(kept.rates), kept.rates[0]) == ([1], 1, 0)
    plain = model.plain()
    assert [plain.rates[c] for c in range(3)] == [Fraction(3, 2), 0, 0]
    assert [plain.rewards["r"].rate[c] for c in range(3)] == [Fraction(5, 7), 0, 0]


def test_rates_of_rewards_are_as_many_as_the_rewards():
    with pytest.raises(ValueError, match="rewards: rate of 1 choices, need 2"):
        Rewards([1, 1], [1, 1], rate=Ratios([1], [1]))
    with pytest.raises(TypeError, match="rewards: rate: got a list, need Ratios"):
        Rewards([1], [1], rate=[1])


def test_options_that_are_the_choices_in_order_are_not_shared():
    assert Model(**COIN, afterstate=[0, 1]).afterstate is None
    assert Model(**COIN, afterstate=[1, 0]).afterstate.tolist() == [1, 0]


def test_the_plain_model_of_shared_choices_without_an_end_has_no_further_state():
    """Both states toss the same coin, and one of them may stay."""
    model = Model(
        [0, 1, 3],
        [0, 2, 3],
        [0, 1, 1],
        [1, 1, 1],
        [2, 1],
        afterstate=[0, 0, 1],
        labels={"heads": [False, True]},
        rewards={"tosses": Rewards([1, 0], [1, 1])},
        players=[False, True],
        actions=["toss", "toss", "stay"],
        rates=Ratios([3, 1], [1, 2]),
    )
    plain = model.plain()
    assert (plain.states, plain.choices, plain.afterstate) == (2, 3, None)
    assert plain.target.tolist() == [0, 1, 0, 1, 1]
    assert plain.labels["heads"].tolist() == plain.players.tolist() == [False, True]
    assert [plain.rewards["tosses"][c] for c in range(3)] == [1, 1, 0]
    assert [plain.rates[c] for c in range(3)] == [3, 3, HALF]
    assert list(plain.actions) == ["toss", "toss", "stay"]


def test_the_plain_model_has_a_further_state_only_where_an_option_ends_the_play():
    """Choice 1 ends the play and is nobody's option; then choice 1 is an option, and has a rate."""
    loop = {"branch_start": [0, 1, 1], "target": [0], "weight": [1], "denominator": [1, 7]}
    assert Model([0, 1], **loop, afterstate=[0]).plain().states == 1
    plain = Model([0, 2], **loop, afterstate=[1, 0], rates=Ratios([2, 3], [1, 1])).plain()
    assert (plain.states, plain.target.tolist()) == (2, [1, 0, 1])
    assert [plain.rates[c] for c in range(3)] == [3, 2, 1]


def test_a_label_named_ended_is_kept_by_the_plain_model():
    model = Model([0, 1], [0, 0], [], [], [1], labels={"ended": [True]})
    assert model.plain().labels["ended"].tolist() == [True, False]


def test_modules_are_found_by_former_names():
    code = """
import sys, exactbox.mdp
assert not any(name.startswith("exactbox.mdp.") for name in sys.modules)
from exactbox.mdp.until_end import total_until_end
from exactbox.mdp import layout
import exactbox.mdp.rewards, exactbox.mdp.model.layout
assert total_until_end is exactbox.mdp.total_until_end
assert sys.modules["exactbox.mdp.until_end"] is exactbox.mdp.objectives.total_until_end
assert layout is exactbox.mdp.layout is exactbox.mdp.model.layout
assert exactbox.mdp.rewards is sys.modules["exactbox.mdp.model.rewards"]
"""
    subprocess.run([sys.executable, "-c", code], check=True)

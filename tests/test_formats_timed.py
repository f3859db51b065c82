"""CTMCs and Markov automata in files: exit rates, state rewards per unit of time, impulses."""

from __future__ import annotations

from fractions import Fraction

import pytest

from exactbox.formats import read_model

CTMC = """\
@type: CTMC
@value_type: rational
@parameters

@reward_models
r 
@nr_states
2
@nr_choices
2
@model
state 0 !5/2 [3] init
	action 0 [1/2]
		0 : 1/2
		1 : 2
state 1 !4 [0] up
	action 0 [0]
		0 : 4
"""
AUTOMATON = """\
@type: Markov Automaton
@parameters

@reward_models
r 
@nr_states
3
@model
state 0 !3 [7] init
	action a [1]
		1 : 1/3
		2 : 2/3
	action b [2]
		2 : 1
state 1 !0 [7]
	action c [0]
		2 : 1
state 2 !4 [7]
	action d [5]
		2 : 1
"""


def read(tmp_path, text, name="m.drn"):
    (tmp_path / name).write_text(text)
    return read_model(tmp_path / name)


def fractions(ratios):
    return [ratios[k] for k in range(len(ratios))]


def test_branches_of_a_ctmc_have_rates_and_its_state_rewards_accrue(tmp_path):
    model = read(tmp_path, CTMC)
    assert (model.weight.tolist(), model.denominator.tolist()) == ([1, 4, 1], [5, 1])
    assert fractions(model.rates) == [Fraction(5, 2), 4]
    assert fractions(model.rewards["r"]) == [Fraction(1, 2), 0]
    assert fractions(model.rewards["r"].rate) == [3, 0]


def test_immediate_choices_come_first_in_a_markov_automaton(tmp_path):
    """State 0 has a rate and an immediate choice: its first choice, that with the rate, is lost."""
    model = read(tmp_path, AUTOMATON)
    assert model.actions == ["b", "c", "d"] and model.target.tolist() == [2, 2, 2]
    assert fractions(model.rates) == [0, 0, 4]
    assert fractions(model.rewards["r"]) == [2, 0, 5]
    assert fractions(model.rewards["r"].rate) == [7, 7, 7]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            CTMC.replace("!5/2", "!3"),
            "m.drn:13: state 0, choice 0: the rates add up to 5/2, need 3 as it says",
        ),
        (
            CTMC.replace("0 : 1/2", "0 : 0"),
            "m.drn:13: state 0, choice 0: the rate to target 0 is 0, need a positive one",
        ),
        (
            CTMC.replace("\t\t0 : 4\n", ""),
            "m.drn:17: state 1, choice 0: found no target, need one",
        ),
        (
            CTMC.replace("0 : 4\n", "0 : 4\n\taction 1\n"),
            "m.drn:19: found a second action of a state of a CTMC, need one",
        ),
        (AUTOMATON.replace("!4", "!-4"), "state 2, choice 0: the rate is -4, need 0 or more"),
        (AUTOMATON.replace("1/3", "1/2"), "state 0, choice 0: the probabilities add up to 7/6"),
    ],
)
def test_what_is_wrong_with_rates_is_said_with_its_place(tmp_path, text, message):
    with pytest.raises(ValueError) as error:
        read(tmp_path, text)
    assert message in str(error.value)

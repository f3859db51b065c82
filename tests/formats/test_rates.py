"""CTMCs and Markov automata in files: exit rates, state rewards per unit of time, impulses."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from exactbox.formats import read_model, read_prism, write_model
from exactbox.mdp import Model, Ratios, Rewards

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


def test_labels_of_storm_may_begin_with_an_exclamation_mark_after_a_rate(tmp_path):
    """So Storm writes what a property says of states."""
    model = read(tmp_path, CTMC.replace("init", "init !(goal)"))
    assert model.labels["!(goal)"].tolist() == [True, False]


def same(one, two):
    """Both have the same choices, rates and rewards."""
    assert one.action_start.tolist() == two.action_start.tolist()
    assert one.target.tolist() == two.target.tolist()
    assert one.weight.tolist() == two.weight.tolist()
    assert one.denominator.tolist() == two.denominator.tolist()
    assert fractions(one.rates) == fractions(two.rates)
    assert one.rewards.keys() == two.rewards.keys()
    for name, given in one.rewards.items():
        other = two.rewards[name]
        assert fractions(given) == fractions(other)
        assert (given.rate is None) == (other.rate is None)
        assert given.rate is None or fractions(given.rate) == fractions(other.rate)


@pytest.mark.parametrize("suffix", ["drn", "json"])
@pytest.mark.parametrize("text", [CTMC, AUTOMATON])
def test_what_is_written_is_read_again(tmp_path, suffix, text):
    model = read(tmp_path, text)
    write_model(tmp_path / f"again.{suffix}", model)
    same(read_model(tmp_path / f"again.{suffix}"), model)


@pytest.mark.parametrize("suffix", ["drn", "json", "tra"])
def test_what_accrues_in_a_step_is_written_as_its_reward(tmp_path, suffix):
    model = Model.from_lists([[[(1, 1)]], [[(1, 0)]]])
    accrues = Ratios.from_fractions([Fraction(1, 2), Fraction(3)])
    model = replace(model, rewards={"r": Rewards([1, 0], [1, 1], rate=accrues)})
    write_model(tmp_path / f"m.{suffix}", model)
    found = read_model(tmp_path / f"m.{suffix}").rewards["r"]
    assert fractions(found) == [Fraction(3, 2), 3] and found.rate is None


def test_drn_has_no_place_for_two_choices_with_rates(tmp_path):
    """As continuous-time decision processes have them; JSON has."""
    model = Model.from_lists([[[(1, 0)], [(1, 1)]], [[(1, 1)]]])
    model = replace(model, rates=Ratios([1, 2, 3], [1, 1, 1]))
    with pytest.raises(
        ValueError, match=r"m.drn: state 0: found a choice with a rate among others"
    ):
        write_model(tmp_path / "m.drn", model)
    write_model(tmp_path / "m.json", model)
    same(read_model(tmp_path / "m.json"), model)


def test_json_of_a_markov_automaton(tmp_path):
    """The first choice of state 0 has a rate beside an immediate one, so it is left out."""
    model = read(
        tmp_path,
        '{"type": "ma", "states": [{"choices": [{"to": {"1": 1}, "rate": 2}, {"to": {"1": 1}}]},'
        '{"choices": [{"to": {"1": 1}, "rate": "1/3", "accrues": {"r": 2}}]}]}',
        "m.json",
    )
    assert fractions(model.rates) == [0, Fraction(1, 3)]
    assert fractions(model.rewards["r"].rate) == [0, 2] and fractions(model.rewards["r"]) == [0, 0]


def test_immediate_actions_come_first_where_states_share_choices(tmp_path):
    """Choice 0 has a rate: beside the immediate choice 1 it is left out, alone it stays."""
    model = read(
        tmp_path,
        '{"type": "ma", "choices": [{"to": {"0": 1}, "rate": 2}, {"to": {"1": 1}}], "states": ['
        '{"choices": [{"choice": 0}, {"choice": 1}]}, {"choices": [{"choice": 0}]}]}',
        "m.json",
    )
    assert model.action_start.tolist() == [0, 1, 2]
    assert model.target[model.choice_at(np.arange(2))].tolist() == [1, 0]
    assert fractions(model.rates.only(model.choice_at(np.arange(2)))) == [0, 2]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            '"mdp", "states": [{"choices": [{"to": {"0": 1}, "rate": 1}]}]',
            "found a rate in a model",
        ),
        (
            '"ctmc", "states": [{"choices": [{"to": {"0": 1}}]}]',
            "choice 0: found no rate, need one",
        ),
        (
            '"ctmc", "states": [{"choices": [{"to": {"0": 1}, "rate": 0}]}]',
            "the rate is 0, need more",
        ),
        ('"ma", "states": [{"choices": [{"to": {"0": 1}, "rate": -1}]}]', "rate is -1, need 0 or"),
        ('"ma", "states": [{"choices": [{"to": {"0": 1}, "rate": []}]}]', "the rate is []"),
        ('"ma", "states": [{"choices": [{"to": {"0": 1}, "accrues": []}]}]', "'accrues' is []"),
    ],
)
def test_errors_of_json_with_rates(tmp_path, text, message):
    with pytest.raises(ValueError) as error:
        read(tmp_path, f'{{"type": {text}}}', "m.json")
    assert message in str(error.value)


def test_a_ctmc_of_prism_is_read_where_its_reader_says_so(tmp_path):
    """PRISM's file of a CTMC has rates in place of probabilities, and nothing else that says so."""
    (tmp_path / "m.tra").write_text("2 3\n0 0 1/2\n0 1 2\n1 0 4\n")
    (tmp_path / "m.srew").write_text("2 1\n0 3\n")
    (tmp_path / "m.trew").write_text("2 1\n0 1 1\n")
    with pytest.raises(ValueError, match="the probabilities add up to 5/2, need 1"):
        read_prism(tmp_path / "m.tra")
    model = read_prism(tmp_path / "m.tra", rates=True)
    assert fractions(model.rates) == [Fraction(5, 2), 4]
    assert (model.weight.tolist(), model.denominator.tolist()) == ([1, 4, 1], [5, 1])
    assert fractions(model.rewards[""]) == [Fraction(4, 5), 0]
    assert fractions(model.rewards[""].branch) == [0, 1, 0]
    assert fractions(model.rewards[""].rate) == [3, 0]
    (tmp_path / "m.trew").unlink()
    assert fractions(read_prism(tmp_path / "m.tra", rates=True).rewards[""].rate) == [3, 0]
    (tmp_path / "s.tra").write_text("ctmc\n0 0 1/2\n0 1 2\n1 0 4\n")
    assert fractions(read_model(tmp_path / "s.tra").rates) == [Fraction(5, 2), 4]
    (tmp_path / "d.tra").write_text("1 2 2\n0 0 0 1\n0 1 0 1\n")
    with pytest.raises(ValueError, match=r"d.tra:1: found a model with choices, need a CTMC"):
        read_prism(tmp_path / "d.tra", rates=True)

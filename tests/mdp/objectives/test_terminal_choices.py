"""Choices that end the play, under every objective: numbers found by hand.

In state 0 one may stop for 1 or toss a coin for 2: state 1, the goal, or again. From 1 one stops.
"""

from __future__ import annotations

from fractions import Fraction
from math import inf

import pytest

from exactbox.certificate import prove
from exactbox.mdp import (
    Model,
    cost,
    discounted,
    mean_payoff,
    reach,
    reach_enclosure,
    total,
    within_steps,
)

STOP, TOSS, AFTER = 0, 1, 2
MODEL = Model.from_lists(
    [[[], [("1/2", 0), ("1/2", 1)]], [[]]], labels={"goal": [1]}, rewards={"": [[1, 2], [8]]}
)


def q_values(answer):
    return [answer.q_value(c) for c in (STOP, TOSS, AFTER)]


def test_a_goal_that_the_end_of_the_play_misses_costs_infinitely_much():
    """So does stopping; the least cost is that of tosses only, the greatest is infinite."""
    least, greatest = (cost(MODEL, None, "goal", sense) for sense in ("min", "max"))
    assert list(least.values) == [4, 0] and list(greatest.values) == [inf, 0]
    assert least.policy.tolist() == [1, 0] and greatest.policy.tolist() == [0, 0]
    assert q_values(least) == [inf, 4, inf]
    assert prove(least).claim.value == 4 and prove(greatest).claim.value == inf


def test_to_end_the_play_is_a_goal_if_it_is_said():
    assert list(cost(MODEL, None, "ended", "max").values) == [12, 8]
    assert q_values(cost(MODEL, None, "ended", "max")) == [1, 12, 8]
    assert list(reach(MODEL, "goal", "max").values) == [1, 1]
    assert q_values(reach(MODEL, "goal", "max")) == [0, 1, 0]
    assert list(reach(MODEL, "ended", "min").values) == [1, 1]
    assert q_values(reach(MODEL, "ended", "min")) == [1, 1, 1]


def test_after_the_end_there_is_no_reward():
    assert q_values(total(MODEL, None, "max")) == [1, 12, 8]
    assert q_values(discounted(MODEL, None, "1/2", "max")) == [1, Fraction(16, 3), 8]


def test_a_choice_is_worth_nothing_by_itself_where_steps_do_not_count_alike():
    loop = Model.from_lists([[[(1, 0)]]], rewards={"": [[1]]})
    for answer in (mean_payoff(loop, None, "max"), within_steps(loop, 2, "max")):
        with pytest.raises(ValueError, match="a choice alone has no Q-value"):
            answer.q_value(0)


def test_bounds_of_a_goal_that_can_be_avoided_hold_for_a_policy_that_avoids_it():
    """One may end the play, which is the goal, or go round in a circle."""
    model = Model.from_lists([[[], [(1, 0)]]])
    found = reach_enclosure(model, "ended", "min")
    assert found.policy.tolist() == [1]
    assert prove(found).claim.upper == 0

"""Every objective against all policies of small models, and against its policy and certificate."""

from __future__ import annotations

from fractions import Fraction
from math import inf

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from exactbox.check import check_certificate
from exactbox.mdp import (
    cost,
    cost_enclosure,
    discounted,
    discounted_enclosure,
    mean_payoff,
    reach,
    reach_enclosure,
    total,
    within_steps,
)
from exactbox.mdp.graph.components import end_components
from exactbox.mdp.model.rewards import Rewards
from tests.brute import (
    after,
    at_start,
    choices_of,
    fixed,
    for_ever,
    on_average,
    optimum,
    reached,
    second_players,
    stepwise,
    until,
    with_discount,
)
from tests.strategies import examples, models

SENSES = st.sampled_from(["max", "min"])
EITHER = st.booleans().flatmap(lambda players: models(players=players))
FACTORS = st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(9, 10), Fraction(999, 1000)])


def agrees(answer, model, value, sense, rewards=None):
    """The values are the oracle's, each player's policy attains them, and the proof is accepted."""
    expected = optimum(model, value, sense, rewards)
    assert list(answer.values) == expected
    assert answer.value == at_start(model, expected)
    assert answer.policy.min() >= 0
    second = second_players(model)
    for states in ([s for s in range(model.states) if s not in second], second):
        played, left = fixed(model, answer.policy, states, rewards)
        assert optimum(played, value, sense, left) == expected
    accepted(answer)


def accepted(answer):
    assert check_certificate(answer.certificate()).value == answer.value


@given(EITHER, SENSES)
@examples(100)
def test_reach(model, sense):
    agrees(reach(model, "goal", sense), model, reached(model.labels["goal"]), sense)


@given(EITHER, SENSES)
@examples(100)
def test_reach_by_way_of(model, sense):
    goal, stay = model.labels["goal"], model.labels["stay"]
    agrees(reach(model, goal, sense, stay=stay), model, reached(goal, stay), sense)


@given(models(), SENSES)
@examples(100)
def test_total_until(model, sense):
    goal, some = model.labels["goal"], model.rewards["some"]
    agrees(cost(model, some, goal, sense), model, until(goal), sense, some)


@given(EITHER, SENSES)
@examples(100)
def test_total(model, sense):
    some = model.rewards["some"]
    agrees(total(model, "some", sense), model, for_ever, sense, some)


@given(models(), SENSES)
@examples(100)
def test_total_of_both_signs(model, sense):
    """End components are free of rewards."""
    signed, (_, inside) = model.rewards["signed"], end_components(model)
    once = Rewards(np.where(inside, 0, signed.numerator), signed.denominator)
    agrees(total(model, once, sense), model, for_ever, sense, once)


@given(models(), SENSES)
@examples(100)
def test_totals_of_both_signs_without_end_are_refused(model, sense):
    signed, (_, inside) = model.rewards["signed"], end_components(model)
    assume((signed.numerator < 0).any() and (signed.numerator[inside] != 0).any())
    with pytest.raises(ValueError, match=r"^state \d, choice \d: the reward .* again and again"):
        total(model, signed, sense)


@given(EITHER, SENSES, FACTORS)
@examples(100)
def test_discounted(model, sense, factor):
    signed = model.rewards["signed"]
    answer = discounted(model, signed, factor, sense)
    agrees(answer, model, with_discount(factor), sense, signed)
    v, ties = answer.values, []
    for s in range(model.states):
        row = [after(model, c, signed) for c in choices_of(model, s)]
        q_values = [r + factor * sum(p * v[t] for t, p in targets.items()) for targets, r in row]
        ties += [s] * (q_values.count(v[s]) > 1)
    assert answer.ties.tolist() == ties


@given(models(), SENSES)
@examples(100)
def test_mean_payoff(model, sense):
    signed = model.rewards["signed"]
    agrees(mean_payoff(model, signed, sense), model, on_average, sense, signed)


@given(models(), SENSES, st.integers(0, 7))
@examples(100)
def test_bounded(model, sense, steps):
    goal, stay, signed = model.labels["goal"], model.labels["stay"], model.rewards["signed"]
    for asked in ({"goal": goal}, {"goal": goal, "stay": stay}, {"rewards": signed}):
        answer = within_steps(model, steps, sense, **asked)
        assert list(answer.values) == stepwise(model, steps, sense, **asked)
        assert answer.policy.shape == (steps, model.states)
        played = stepwise(model, steps, sense, **asked, policy=answer.policy.tolist())
        assert list(answer.values) == played
        accepted(answer)


NEARLY_ONE = 1 - Fraction(1, 10**30)


@given(models(), SENSES)
@examples(50)
def test_discounted_totals_tend_to_totals(model, sense):
    ever = total(model, "some", sense).values
    less = discounted(model, "some", "999/1000", sense).values
    faded = discounted(model, "some", NEARLY_ONE, sense).values
    for v, w, x in zip(ever, faded, less):
        assert x <= w <= v
        assert w > 10**9 if v == inf else v - w < Fraction(1, 10**9)


@given(models(), SENSES)
@examples(60)
def test_discounted_totals_tend_to_means(model, sense):
    mean = mean_payoff(model, "signed", sense).values
    faded = discounted(model, "signed", NEARLY_ONE, sense).values
    for g, w in zip(mean, faded):
        assert abs(g - (1 - NEARLY_ONE) * w) < Fraction(1, 10**9)


@given(models(), SENSES)
@examples(30)
def test_a_chance_of_the_goal_rises_with_the_steps_allowed(model, sense):
    limit = reach(model, "goal", sense).values
    assume(any(0 < v < 1 for v in limit))
    few, many = (within_steps(model, k, sense, goal="goal").values for k in (3, 6))
    for v, w, x in zip(few, many, limit):
        assert v <= w <= x


@given(models(), SENSES, FACTORS)
@examples(60)
def test_bounds_enclose(model, sense, factor):
    """Where a policy can stay in doubt for ever there are none, and a message says so."""
    goal, some, signed = model.labels["goal"], model.rewards["some"], model.rewards["signed"]
    encloses(discounted_enclosure(model, signed, factor, sense), with_discount(factor), signed)
    for ask, value, rewards in (
        (lambda: reach_enclosure(model, goal, sense), reached(goal), None),
        (lambda: cost_enclosure(model, some, goal, sense), until(goal), some),
    ):
        try:
            found = ask()
        except ValueError as error:
            assert "a policy can stay for ever" in str(error)
        else:
            encloses(found, value, rewards)


def encloses(found, value, rewards):
    expected = optimum(found.model, value, found.sense, rewards)
    for s, v in enumerate(expected):
        low, high = found.interval(s)
        assert low <= v <= high
        assert v == inf or high - low < Fraction(1, 10**6)

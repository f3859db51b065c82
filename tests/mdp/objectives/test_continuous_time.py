"""Costs, totals and averages in continuous time: all policies, closed forms, Storm, references."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from fractions import Fraction
from math import factorial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactbox.certificate import prove
from exactbox.mdp import (
    Model,
    Ratios,
    Rewards,
    cost,
    cost_enclosure,
    discounted,
    indicator,
    mean_payoff,
    reach,
    time_rewards,
    total,
    within_steps,
)
from exactbox.mdp.chains import moments, stationary
from exactbox.mdp.model.rewards import times
from tests.brute import for_ever, optimum, time_optimum, until
from tests.strategies import models

HALF = Fraction(1, 2)


RATES = st.fractions(Fraction(1, 5), 5, max_denominator=50)


def rewards_of(impulses, accrues):
    given, rate = Ratios.from_fractions(impulses), Ratios.from_fractions(accrues)
    return Rewards(given.numerator, given.denominator, rate=rate)


def birth_and_death(births, deaths):
    """A CTMC on 0, 1, ..., n with these rates up from each state but the last, and down."""
    n = len(births)
    states, exits = [], []
    for k in range(n + 1):
        up = [(births[k], k + 1)] if k < n else []
        down = [(deaths[k - 1], k - 1)] if k else []
        exits.append(sum(Fraction(r) for r, _ in up + down))
        states.append([[(Fraction(r) / exits[-1], t) for r, t in up + down]])
    return replace(Model.from_lists(states), rates=Ratios.from_fractions(exits))


def average(model, rewards, sense="max"):
    """The value, which the checker has proved."""
    found = mean_payoff(model, rewards, sense)
    assert prove(found).claim.value == found.value
    return found.value


@given(st.integers(1, 6), RATES, RATES)
def test_a_queue_has_the_published_stationary_distribution(places, arrivals, service):
    """M/M/1/K: pi(n) = (1 - rho) rho^n / (1 - rho^(K + 1)), rho = lambda / mu (Kleinrock 1975)."""
    model = birth_and_death([arrivals] * places, [service] * places)
    rho = arrivals / service
    weights = [rho**n for n in range(places + 1)]
    pi = [w / sum(weights) for w in weights]
    assert stationary(model) == pi
    full = np.arange(model.states) == places
    assert average(model, indicator(model, full)) == pi[-1]
    length = rewards_of([0] * model.choices, range(model.choices))
    assert average(model, length) == sum(n * p for n, p in enumerate(pi))
    # departures, an impulse at each step down, on the average of a choice's branches: mu P(busy)
    served = rewards_of(
        [service / model.rates[k] if k else 0 for k in range(places + 1)], [0] * (places + 1)
    )
    assert average(model, served) == service * (1 - pi[0])


def test_a_loss_system_has_erlangs_formula():
    """M/M/c/c: pi(c) = (a^c / c!) / sum of a^k / k!, for a = 7/2 and c = 5."""
    a, c = Fraction(7, 2), 5
    model = birth_and_death([a] * c, list(range(1, c + 1)))
    terms = [a**k / factorial(k) for k in range(c + 1)]
    assert average(model, indicator(model, np.arange(c + 1) == c)) == terms[-1] / sum(terms)


def test_the_expected_time_to_cross_a_birth_and_death_chain():
    """T(k -> k + 1) = sum_j prod(deaths) / prod(births): Karlin, Taylor 1975, section 4.7."""
    births, deaths = [3, 1, HALF, 2], [1, 4, 2, 5]
    model = birth_and_death(births, deaths)
    expected = Fraction(0)
    for k in range(4):
        for j in range(k + 1):
            term = Fraction(1) / births[j]
            for i in range(j + 1, k + 1):
                term *= Fraction(deaths[i - 1]) / births[i]
            expected += term
    goal = np.arange(5) == 4
    for sense in ("max", "min"):
        found = cost(model, time_rewards(model), goal, sense)
        assert found.value == expected == prove(found).claim.value


@st.composite
def automata(draw):
    """A small Markov automaton of `models`, whose clocked choices have rewards that accrue."""
    model = draw(models()).plain()
    rng = random.Random(draw(st.integers(0, 2**32)))
    share = rng.choice([0.2, 0.5, 1])
    clocked = np.array([rng.random() < share for _ in range(model.states)])
    clocked |= (
        np.bincount(
            model.state_of[model.target[model.branch_start[:-1]] == model.state_of],
            minlength=model.states,
        )
        > 0
    )
    rates = [
        rng.choice([HALF, 1, Fraction(7, 3), 4]) if clocked[s] else Fraction(0)
        for s in model.state_of.tolist()
    ]

    def accruing(name, values):
        given = model.rewards[name]
        accrues = Ratios.from_fractions(
            Fraction(rng.choice(values), rng.choice([1, 2])) for _ in rates
        )
        return Rewards(given.numerator, given.denominator, rate=accrues)

    found = {"some": accruing("some", [0, 0, 1, 3]), "signed": accruing("signed", [-2, 0, 1])}
    return replace(model, rates=Ratios.from_fractions(rates), rewards=found)


def divided(model, rewards):
    """i + a/e of each choice, in fractions."""
    rate = [e and 1 / e for e in (model.rates[c] for c in range(model.choices))]
    whole = Ratios.from_fractions(
        rewards[c] + rewards.rate[c] * rate[c] for c in range(model.choices)
    )
    return Rewards(whole.numerator, whole.denominator)


def all_values(answer):
    return [answer.values[s] for s in range(answer.model.states)]


@given(automata(), st.sampled_from(["max", "min"]))
def test_costs_and_totals_are_those_of_all_policies(model, sense):
    paid = divided(model, model.rewards["some"])
    goal = model.labels["goal"]
    until_goal = cost(model, "some", "goal", sense)
    assert all_values(until_goal) == optimum(model, until(goal), sense, paid)
    everything = total(model, "some", sense)
    assert all_values(everything) == optimum(model, for_ever, sense, paid)
    for answer in (until_goal, everything, reach(model, "goal", sense)):
        assert answer.question().get("rates") is None or json.loads(answer.certificate())[
            "kind"
        ] == ("timed")
        prove(answer)


@given(automata(), st.sampled_from(["max", "min"]))
def test_averages_are_those_of_all_policies(model, sense):
    """Or refused, where some policy takes immediate choices for ever."""
    tau = times(model.rates, model.choices)
    lasts = Rewards(tau.numerator, tau.denominator)
    try:
        found = mean_payoff(model, "signed", sense)
    except ValueError as error:
        assert "while no time passes" in str(error)
        with pytest.raises(ZeroDivisionError):
            time_optimum(model, sense, lasts, lasts)
        return
    paid = divided(model, model.rewards["signed"])
    assert all_values(found) == time_optimum(model, sense, paid, lasts)
    prove(found)


@given(automata(), st.sampled_from(["max", "min"]))
def test_the_share_of_time_in_states_is_that_of_the_policy_s_long_run_distribution(model, sense):
    stay = model.labels["stay"]
    try:
        found = mean_payoff(model, indicator(model, stay), sense)
    except ValueError:
        return
    shares = stationary(model, policy=model.action_start[:-1] + found.policy)
    assert sum(np.array(shares)[stay]) == found.value


def test_a_state_of_immediate_choices_that_never_lets_time_pass_is_named():
    model = Model.from_lists([[[(1, 1)], [(1, 2)]], [[(1, 0)]], [[(1, 2)]]])
    model = replace(model, rates=Ratios([0, 0, 0, 1], [1, 1, 1, 1]))
    with pytest.raises(ValueError, match="states 0, 1: immediate choices can be taken there again"):
        mean_payoff(model, time_rewards(model), "max")
    assert cost(model, time_rewards(model), np.arange(3) == 2, "min").value == 0


def test_what_counts_steps_is_refused_for_models_with_rates():
    model = birth_and_death([1], [2])
    given = time_rewards(model)
    for ask in (
        lambda: discounted(model, given, "1/2", "max"),
        lambda: within_steps(model, 3, "max", rewards=given),
        lambda: within_steps(model, 3, "max", goal=np.array([False, True])),
        lambda: moments(model, given, np.array([False, True]), 2),
    ):
        with pytest.raises(ValueError, match="found a model with rates, need one in discrete time"):
            ask()


def test_what_accrues_in_discrete_time_accrues_in_a_step():
    """Reward rates without rates: a step takes a unit of time."""
    model = Model.from_lists([[[(HALF, 0), (HALF, 1)]], [[(1, 1)]]])
    steps, goal = time_rewards(model), np.array([False, True])
    assert cost(model, steps, goal, "min").value == 2
    assert discounted(model, steps, "1/2", "max").value == 2
    assert within_steps(model, 3, "max", rewards=steps).value == 3
    assert mean_payoff(model, indicator(model, goal), "max").value == 1
    for answer in (cost(model, steps, goal, "min"), mean_payoff(model, steps, "min")):
        assert json.loads(answer.certificate())["kind"] == "process"
        prove(answer)


def test_bounds_of_expected_times():
    model = birth_and_death([3, 1, HALF, 2], [1, 4, 2, 5])
    goal = np.arange(5) == 4
    found = cost_enclosure(model, time_rewards(model), goal, "max")
    low, high = found.interval()
    exact = cost(model, time_rewards(model), goal, "max").value
    assert low <= exact <= high and high - low < Fraction(1, 10**6)
    assert prove(found).claim.upper == high
    assert found.exact(0) == exact


def test_choices_are_worth_what_they_bring_and_what_follows():
    model = birth_and_death([3], [2])
    found = cost(model, time_rewards(model), np.array([False, True]), "min")
    assert found.q_value(0) == Fraction(1, 3)


def test_shared_choices_have_rates():
    """Two states share a choice that takes 1/2 and leads to either, and have one of their own."""
    model = Model(
        [0, 2, 4],
        [0, 2, 3, 4],
        [0, 1, 0, 1],
        [1, 1, 1, 1],
        [2, 1, 1],
        afterstate=[0, 1, 0, 2],
        rates=Ratios([2, 1, 4], [1, 1, 1]),
        rewards={"r": Rewards([1, 0, 1], [1, 1, 1], rate=Ratios([1, 3, 0], [1, 1, 1]))},
    )
    assert average(model, "r") == 4 and average(model, "r", "min") == 3  # 1 each 1/4; 3 a unit
    with pytest.raises(ValueError, match="share choices"):
        time_rewards(model)


def test_expected_rewards_of_long_numbers():
    big = 10**30
    model = Model([0, 1], [0, 1], [0], [1], [1], rates=Ratios([big + 1], [big]))
    given = rewards_of([Fraction(1, big)], [Fraction(big, 7)])
    exact = Fraction(1, big) + Fraction(big, 7) * Fraction(big, big + 1)
    assert given.expected(model.rates)[0] == exact

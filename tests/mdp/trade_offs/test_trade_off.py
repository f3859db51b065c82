"""Curves, values under bounds, what can be achieved and conditions: as brute force has them.

All deterministic policies of the product of a random process are evaluated in Fractions, and mixed
by linear programs whose own certificates are checked. Each answer is proved by its certificate.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from exactbox.check import check_certificate
from exactbox.mdp.trade_offs.trade_off import trade_off
from tests.checker.test_plain import assert_equal_verdicts
from tests.mdp.trade_offs import plays

FEW, MANY = 60, 5060  # seeds: in every run, in the slow one
PART = 250  # of a slow test
ENDLESS = ("again and again", "end component", "stay here")  # a reward without a greatest total


def answered(model, aims, **more):
    """The answer, which its certificate proves, plain and fast; or the refusal."""
    try:
        answer = trade_off(model, aims, **more)
    except ValueError as error:
        return str(error)
    raw = answer.certificate()
    assert answer.is_proved_by(check_certificate(raw))
    assert_equal_verdicts(raw, "a trade-off")
    return answer


def assert_as_brute_force_has_it(seed):
    """What kind of an answer it was."""
    try:
        case = plays.random_case(seed)
    except OverflowError:
        return "large"
    answer = answered(*case.ask())
    if isinstance(answer, str):
        if any(words in answer for words in ENDLESS):
            return "endless"
        assert case.points == [] and "no policy reaches" in answer, answer
        return "no policy"
    assert case.points, "nothing is paid for ever, and some policy counts"
    bounds, strict = case.bounds(), [o.get("strict", False) for o in case.objectives]
    if answer.asks == "curve":
        expected = {
            tuple(case.value(i, x) for i, x in enumerate(z)) for z in plays.vertices(case.points)
        }
        assert {*answer.vertices} == expected and len(answer.vertices) == len(expected)
        return f"curve of {len(bounds)}"
    feasible = plays.keeps(case.points, bounds, strict)
    assert answer.holds == feasible
    if answer.asks == "value" and feasible:
        assert answer.value == case.value(0, plays.best(case.points, bounds))
    return f"{answer.asks} {feasible}"


def assert_ratio_as_brute_force_has_it(seed):
    """What kind of an answer it was."""
    actions, both, condition, aims = plays.random_ratio(seed)
    try:
        points = plays.brute_points(actions, [both, condition])
    except OverflowError:
        return "large"
    ratios = [a / b for a, b in points if b]
    answer = answered(plays.model_of(actions), aims, ratio=True)
    if isinstance(answer, str):
        assert not ratios and "undefined" in answer, answer
        return "undefined"
    assert answer.value == (max if both["sense"] == "max" else min)(ratios)
    return "ratio"


def assert_all(assert_one, seeds, kinds):
    """Each of these kinds of answers is among them."""
    met = Counter()
    for seed in seeds:
        try:
            met[assert_one(seed)] += 1
        except AssertionError as error:
            raise AssertionError(f"seed {seed}: {error}") from error
    assert kinds <= met.keys(), met


@pytest.mark.untraced
def test_random_trade_offs_are_those_of_brute_force():
    kinds = {"curve of 2", "curve of 3", "value True", "achievable True", "achievable False"}
    assert_all(assert_as_brute_force_has_it, range(FEW), kinds)


@pytest.mark.untraced
def test_random_conditions_are_those_of_brute_force():
    won_by_ending = 5049  # the condition is certain, and a is the end of the play
    seeds = [*range(FEW // 2), won_by_ending]
    assert_all(assert_ratio_as_brute_force_has_it, seeds, {"ratio", "undefined"})


@pytest.mark.slow
@pytest.mark.parametrize("first", range(FEW, MANY, PART))
def test_thousands_of_trade_offs_are_those_of_brute_force(first):
    assert_all(assert_as_brute_force_has_it, range(first, first + PART), set())


@pytest.mark.slow
def test_a_thousand_conditions_are_those_of_brute_force():
    assert_all(assert_ratio_as_brute_force_has_it, range(FEW, 1060), set())


def test_a_policy_that_meets_a_bound_only_on_its_boundary_keeps_it_not_strictly():
    """One policy, which reaches the goal with probability 1/2."""
    actions = [
        [[(Fraction(1, 2), 1), (Fraction(1, 2), 2)]],
        [[(Fraction(1), 1)]],
        [[(Fraction(1), 2)]],
    ]
    for strict in (False, True):
        objectives = [
            {"sense": "max", "complement": False, "bound": Fraction(1, 2), "strict": strict,
             "untils": [{"goal": {goal}, "stay": None, "steps": None, "ended": False}]}
            for goal in (1, 2)
        ]  # fmt: skip
        answer = answered(*plays.Case(actions, objectives, None).ask())
        assert answer.holds is not strict

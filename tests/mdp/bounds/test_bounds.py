"""Bounds hold, are narrow, and lead to the exact value of a single state."""

from __future__ import annotations

import json
from fractions import Fraction
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactbox.check import InvalidCertificate, check_certificate
from exactbox.mdp import (
    Model,
    TooLargeError,
    cost,
    cost_enclosure,
    discounted,
    discounted_enclosure,
    reach,
    reach_enclosure,
)
from exactbox.parallel import executor_context
from tests.corpus import canonical
from tests.models import grid_world, haddad_monmege, piglet
from tests.process_certificates import number
from tests.strategies import examples, models

SENSES = st.sampled_from(["max", "min"])
QUESTIONS = {
    "reach": (
        lambda m, sense: reach(m, "goal", sense),
        lambda m, sense: reach_enclosure(m, "goal", sense),
    ),
    "until": (
        lambda m, sense: cost(m, "some", "goal", sense),
        lambda m, sense: cost_enclosure(m, "some", "goal", sense),
    ),
    "discounted": (
        lambda m, sense: discounted(m, "some", "99/100", sense),
        lambda m, sense: discounted_enclosure(m, "some", "99/100", sense),
    ),
}


@pytest.mark.parametrize("question", QUESTIONS)
@given(model=models(), sense=SENSES)
@examples(60)
def test_values_lie_within_and_single_ones_come_out(question, model, sense):
    exact, bounds = QUESTIONS[question]
    try:
        found = bounds(model, sense)
    except ValueError as error:
        assert "a policy can stay for ever where values are in doubt" in str(error)
        assert question == "reach"
        return
    values = exact(model, sense).values
    assert found.width < Fraction(1, 10**6)
    claim = check_certificate(found.certificate())
    assert claim.value <= values[model.initial_state] <= claim.upper
    for s, value in enumerate(values):
        low, high = found.interval(s)
        assert low <= value <= high
        try:
            assert found.exact(s) == value
        except ArithmeticError as error:
            assert "do not tell the best choice" in str(error)


def test_a_grid_of_900_states():
    model = grid_world(30)
    found = discounted_enclosure(model, "gold", "99/100", "max")
    values = discounted(model, "gold", "99/100", "max").values
    assert all(found.interval(s)[0] <= v <= found.interval(s)[1] for s, v in enumerate(values))
    assert found.width < Fraction(1, 10**8)


def test_decimals_are_rounded_outwards():
    model = Model.from_lists([[[("2/3", 0), ("1/3", 1)]], [[(1, 1)]]], rewards={"": [[1], [0]]})
    found = discounted_enclosure(model, None, "1/2", "max")
    low, high = (Fraction(text) for text in found.decimal(0).strip("[]").split(", "))
    assert low <= Fraction(3, 2) <= high
    assert high - low <= 3 * found.width + Fraction(2, 10**12)


def test_infinity_is_no_interval():
    found = cost_enclosure(haddad_monmege(3), "steps", "target", "max")
    assert found.interval(0) == (inf, inf)
    assert (found.decimal(0), found.exact(0)) == ("infinity", inf)


def test_values_without_room_are_refused_before_anything_is_solved():
    said = r"would take about .* KiB of memory, and 125 bytes may be used: .* states depend on each"
    with executor_context(None, memory=125), pytest.raises(TooLargeError, match=said):
        discounted(grid_world(20), "gold", "99/100", "max")


def test_what_has_no_bounds_is_refused():
    with pytest.raises(ValueError, match="until a goal is for models without one"):
        cost_enclosure(piglet(), "flips", "first", "min")
    with pytest.raises(ValueError, match="the players can play on for ever"):
        reach_enclosure(piglet(), "first", "min")
    long = Model.from_lists(
        [[[(Fraction(1, 10**30), 0), (1 - Fraction(1, 10**30), 1)]], [[("1/2", 0), ("1/2", 2)]],
         [[(1, 2)]], [[(1, 3)]]], labels={"goal": [3]}, rewards={"": [[1], [1], [1], [1]]}
    )  # fmt: skip
    with pytest.raises(OverflowError, match="need probabilities and rewards of less than 64 bits"):
        discounted_enclosure(long, None, "1/2", "max")


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("side", ["lower", "upper"])
def test_bounds_beyond_the_value_are_refused(question, side):
    """One state after the other is moved past the value, with all else as it was."""
    model = Model.from_lists(
        [[[("1/2", 1), ("1/2", 2)], [("1/3", 2), ("2/3", 0)]], [[("1/2", 0), ("1/2", 3)]],
         [[(1, 2)]], [[("1/2", 3), ("1/2", 2)]]],
        labels={"goal": [2]}, rewards={"some": [[1, 2], [3], [0], [1]]},
    )  # fmt: skip
    if question == "reach":  # with a way to miss the goal
        model = Model.from_lists(
            [[[("1/2", 1), ("1/2", 2)]], [[("1/2", 0), ("1/2", 3)]], [[(1, 2)]], [[(1, 3)]]],
            labels={"goal": [2]},
        )
    exact, bounds = QUESTIONS[question]
    answer = exact(model, "max")
    values = {int(c): answer.q_value(int(c)) for c in model.action_start[:-1] + answer.policy}
    certificate = json.loads(bounds(model, "max").certificate())
    ((d, choices, numerators),) = certificate["witness"][side]
    for c in choices:
        true = int(values[c] * d)
        wrong = true + 10**5 if side == "lower" else true - 10**5
        changed = [number(wrong) if k == c else n for k, n in zip(choices, numerators)]
        witness = {**certificate["witness"], side: [[d, choices, changed]]}
        forged = {**certificate, "witness": witness}
        with pytest.raises(InvalidCertificate):
            check_certificate(canonical(forged))


def test_a_probability_is_bounded_by_1_also_next_to_a_state_that_is_sure_of_the_goal():
    """From 0 the goal, 1, is sure, and 2 is worth so nearly 1 that rounding would pass it."""
    tiny = Fraction(1, 2**40)
    states = [[[(1, 1)], [(1, 2)]], [[(1, 1)]], [[(1 - tiny, 1), (tiny, 3)]], [[(1, 3)]]]
    model = Model.from_lists(states, initial=2, labels={"goal": [1]})
    found = reach_enclosure(model, "goal", "max")
    assert check_certificate(found.certificate()).upper == 1
    assert found.interval(0) == (1, 1)

"""Decision processes whose numbers are near the ends of 64 bits, or beyond."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from exactbox.mdp import (
    cost,
    discounted,
    mean_payoff,
    reach,
    total,
    within_reward,
    within_steps,
)
from exactbox.mdp.exact.exact_policy_iteration import iterate
from exactbox.mdp.floats.float_evaluation import ConvergenceError
from exactbox.mdp.floats.float_methods import policy_iteration
from exactbox.mdp.graph.components import end_components
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Rewards
from exactbox.mdp.objectives.total_until_end import equations_until_end
from tests.brute import (
    for_ever,
    on_average,
    reached,
    stepwise,
    until,
    with_discount,
)
from tests.mdp.objectives.test_brute_force import accepted, agrees
from tests.strategies import examples, models

SENSES = st.sampled_from(["max", "min"])
LONG = models(long=True)
GAMES = models(players=True, long=True)


def test_texts_of_more_digits_than_python_reads_are_numbers():
    """A discount of 1 - 10^-5000: a reward of 10^5000 in every step is worth 10^10000."""
    digits = 5000
    model = Model.from_lists([[[(1, 0)]]], rewards={"r": [["1" + "0" * digits]]})
    best = discounted(model, "r", "0." + "9" * digits, "max")
    assert best.value == 10 ** (2 * digits) and "discount 9999" in str(best)
    spent = within_reward(model, "max", bound="r", at_most=10**digits, rewards="r")
    assert spent.value == 10**digits and "at most 1000" in str(spent)
    p = "1/1" + "0" * digits
    leak = Model.from_lists([[[(p, 1), (1 - Fraction(1, 10**digits), 0)]], [[(1, 1)]]])
    assert reach(leak, [1], "max").value == 1


@given(LONG | GAMES, SENSES)
@examples(40)
def test_reach(model, sense):
    goal, stay = model.labels["goal"], model.labels["stay"]
    agrees(reach(model, goal, sense, stay=stay), model, reached(goal, stay), sense)


@given(LONG, SENSES)
@examples(40)
def test_total_until(model, sense):
    goal, rewards = model.labels["goal"], model.rewards["some"]
    agrees(cost(model, rewards, goal, sense), model, until(goal), sense, rewards)


@given(LONG | GAMES, SENSES)
@examples(40)
def test_total(model, sense):
    rewards = model.rewards["some"]
    agrees(total(model, rewards, sense), model, for_ever, sense, rewards)


@given(LONG, SENSES)
@examples(40)
def test_total_of_both_signs(model, sense):
    signed, endless = model.rewards["signed"], end_components(model)[1]
    rewards = Rewards(np.where(endless, 0, signed.numerator), signed.denominator)
    assume((rewards.numerator < 0).any())
    agrees(total(model, rewards, sense), model, for_ever, sense, rewards)


@given(
    LONG | GAMES, SENSES, st.sampled_from([Fraction(0), Fraction(9, 10), 1 - Fraction(1, 2**62)])
)
@examples(40)
def test_discounted(model, sense, factor):
    rewards = model.rewards["signed"]
    answer = discounted(model, rewards, factor, sense)
    agrees(answer, model, with_discount(factor), sense, rewards)


@given(LONG, SENSES)
@examples(40)
def test_mean_payoff(model, sense):
    rewards = model.rewards["signed"]
    agrees(mean_payoff(model, rewards, sense), model, on_average, sense, rewards)


@given(LONG, SENSES, st.integers(0, 4))
@examples(40)
def test_bounded(model, sense, steps):
    goal, rewards = model.labels["goal"], model.rewards["signed"]
    for how in ({"goal": goal, "stay": model.labels["stay"]}, {"rewards": rewards}):
        answer = within_steps(model, steps, sense, **how)
        expected = stepwise(model, steps, sense, **how)
        assert list(answer.values) == expected
        assert stepwise(model, steps, sense, **how, policy=answer.policy) == expected
        accepted(answer)


def test_weights_fit_and_their_sum_does_not():
    """Each weight is less than 2^63; the denominator, and the weights of the goal, are not."""
    whole = 3 * 2**62 + 1
    a, b = Fraction(2**62 + 1, whole), Fraction(2**62 - 1, whole)
    model = Model.from_lists(
        [[[(a, 1), (b, 2), (1 - a - b, 3)]], [[(1, 1)]], [[(1, 2)]], [[(1, 3)]]],
        labels={"two": [1, 2], "three": [1, 2, 3]},
    )
    assert model.weight.dtype == np.int64 and model.denominator.dtype == object
    assert reach(model, "two", "max").value == a + b
    assert reach(model, "three", "max").value == 1


@pytest.mark.parametrize("over", [1, 3])
def test_the_int64_without_a_negative(over):
    reward = Fraction(-(2**63), over)
    model = Model.from_lists(
        [[[("1/2", 0), ("1/2", 1)]], [[(1, 1)]]], rewards={"": [[reward], [0]]}
    )
    assert total(model, None, "max").value == 2 * reward
    assert discounted(model, None, "1/2", "max").value == reward * Fraction(4, 3)
    assert mean_payoff(model, None, "min").value == 0


@pytest.mark.parametrize("bits", [60, 200])
def test_states_that_differ_by_a_power_of_2_are_not_lumped(bits):
    """Twice a hundred states that go to different ones, and else where all others go."""
    half, rest = Fraction(1, 2), Fraction(1, 2**bits)
    lost, won, count = 300, 301, 100
    chances = [Fraction(k + 1, 200) for k in range(count)]
    model = Model.from_lists(
        [
            *[[[(p, won), (1 - p, lost)]] for p in chances],
            *2 * [[[(half, k), (rest, won), (half - rest, lost)]] for k in range(count)],
            [[(1, lost)]],
            [[(1, won)]],
        ],
        labels={"won": [won]},
    )
    found = list(reach(model, "won", "max").values)
    assert found[count : 3 * count] == 2 * [half * p + rest for p in chances]


def test_short_integers_are_widened():
    wide, narrow = (
        Model(
            np.array([0, 1, 2]),
            np.array([0, 2, 3]),
            np.array([0, 1, 1], dtype=kind),
            np.array([100, 27, 1], dtype=kind),
            np.array([127, 1], dtype=kind),
            rewards={"": Rewards(np.array([100, 0], dtype=kind), np.array([99, 1], dtype=kind))},
        )
        for kind in (np.int64, np.int8)
    )
    expected = Fraction(100, 99) / (1 - Fraction(50, 127))
    assert discounted(wide, None, "1/2", "max").value == expected
    assert discounted(narrow, None, "1/2", "max").value == expected


def test_loops_that_floats_take_for_certain():
    """With a discount so near to 1 SuperLU is not asked: it may end the process."""
    rng = random.Random(17)
    for n in range(4, 12):
        ends = [rng.random() < 0.5 for _ in range(n)]
        states = [
            [[(1, s)]]
            if ends[s]
            else [[("1/2", rng.randrange(n)), ("1/2", rng.randrange(n))] for _ in range(2)]
            for s in range(n)
        ]
        gold = [[rng.randint(0, 5) for _ in row] for row in states]
        model = Model.from_lists(states, rewards={"gold": gold})
        accepted(discounted(model, None, 1 - Fraction(1, 2**62), "max"))


def test_a_loop_that_floats_take_for_certain_is_not_evaluated():
    stays = Fraction(2**60 - 1, 2**60)
    model = Model.from_choices([(1, [(stays, 0), (1 - stays, 1)]), (0, [])], [[0], [1]])
    equations = equations_until_end(model, model.rewards["cost"])
    with pytest.raises(ConvergenceError, match="1 in floating point"):
        policy_iteration(equations, "min")
    assert iterate(equations, "min").values[0] == 2**60


def test_rewards_of_another_model_are_refused():
    model = Model.from_lists([[[("1/2", 0), ("1/2", 1)]], [[(1, 1)]]])
    one = np.ones(1, dtype=np.int64)
    with pytest.raises(ValueError, match="rewards of 1 choices, the model has 2"):
        discounted(model, Rewards(one, one), "1/2", "max")


def test_lists_that_are_no_model():
    loop = [[[(1, 0)]]]
    with pytest.raises(ValueError, match="label 'a': 1 is not a state, need 0 to 0"):
        Model.from_lists(loop, labels={"a": [1]})
    with pytest.raises(
        ValueError, match="rewards 'a': need a list a state, with a number for each"
    ):
        Model.from_lists(loop, rewards={"a": [1]})
    with pytest.raises(ValueError, match=r"0\.5 is a float, need an int, a Fraction, or a text"):
        Model.from_lists([[[(0.5, 0), (0.5, 0)]]])
    with pytest.raises(ValueError, match=r"the discount is the float 0\.9, need a number such as"):
        discounted(Model.from_lists(loop, rewards={"": [[1]]}), None, 0.9, "max")

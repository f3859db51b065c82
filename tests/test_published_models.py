"""Decision processes with published values: the models, and the answers about them."""

from __future__ import annotations

from fractions import Fraction
from math import inf

import numpy as np
import pytest

from tests import models
from tests.brute_models import (
    for_ever,
    on_average,
    optimum,
    reached,
    stepwise,
    until,
    with_discount,
)


@pytest.mark.parametrize(
    ("model", "states"),
    [
        (models.knuth_yao, 13),
        (models.two_dice, 169),
        (models.chutes_and_ladders, 82),
        (lambda: models.consensus(2, 2), 272),
        (lambda: models.consensus(2, 16), 2_064),
        (lambda: models.consensus(4, 2), 22_656),
        (lambda: models.herman(7), 128),
    ],
)
def test_as_many_states_as_published(model, states):
    """PRISM's case studies state how many; 82 are left of the board of Althoen, King, Schilling."""
    assert model().states == states


@pytest.mark.parametrize("n", [3, 5, 7, 9])
def test_as_many_branches_as_rings_have(n):
    """2^tokens after each state; 2 C(n, k) states have k tokens, for odd k."""
    assert len(models.herman(n).target) == 3**n + 1


# The oracle of the other tests is held against published values as well.


def at_start(model, values):
    return values[model.initial]


def test_all_policies_give_the_published_values():
    die = models.knuth_yao()
    flips = optimum(die, until(die.labels["done"]), "max", die.rewards["flips"])
    assert at_start(die, flips) == Fraction(11, 3)
    for face in "123456":
        assert at_start(die, optimum(die, reached(die.labels[face]), "min")) == Fraction(1, 6)
    craps = models.craps()
    assert at_start(craps, optimum(craps, reached(craps.labels["win"]), "max")) == Fraction(
        244, 495
    )
    rolls = optimum(craps, for_ever, "min", craps.rewards["rolls"])
    assert at_start(craps, rolls) == Fraction(557, 165)
    chain = models.haddad_monmege(6)
    steps = optimum(chain, until(chain.labels["done"]), "max", chain.rewards["steps"])
    assert at_start(chain, steps) == 3 * 2**5 - 2


def test_all_policies_of_a_model_worked_by_hand():
    """State 0 has a loop for 1, a coin for 1 or 2, and a try for 2 that gets to 1 two times of 3.

    Each step in 1 gets 3, in 2 nothing.
    """
    m = models.Model.from_lists(
        [
            [[(1, 0)], [("1/2", 1), ("1/2", 2)], [("1/3", 0), ("2/3", 1)]],
            [[(1, 1)]],
            [[(1, 2)]],
        ],
        labels={"goal": [1]},
        rewards={"r": [[1, 0, 2], [3], [0]]},
    )
    goal, r = m.labels["goal"], m.rewards["r"]
    both = [(sense, r) for sense in ("max", "min")]
    assert [optimum(m, reached(goal), sense) for sense, _ in both] == [[1, 1, 0], [0, 1, 0]]
    assert [optimum(m, until(goal), *of) for of in both] == [[inf, 0, inf], [3, 0, inf]]
    assert [optimum(m, for_ever, *of) for of in both] == [[inf, inf, 0], [inf, inf, 0]]
    half = with_discount(Fraction(1, 2))
    assert [optimum(m, half, *of) for of in both] == [
        [Fraction(24, 5), 6, 0],
        [Fraction(3, 2), 6, 0],
    ]
    assert [optimum(m, on_average, *of) for of in both] == [[3, 3, 0], [1, 3, 0]]
    assert stepwise(m, 3, "max", goal=goal) == [Fraction(26, 27), 1, 0]
    assert stepwise(m, 3, "min", goal=goal) == [0, 1, 0]
    assert stepwise(m, 2, "max", rewards=r) == [2 + Fraction(2 + 2 * 3, 3), 6, 0]
    assert stepwise(m, 2, "min", rewards=r) == [1, 6, 0]


def test_all_policies_of_a_game_worked_by_hand():
    """Piglet to 1 point: who flips heads first wins, and holding only passes."""
    game = models.piglet(1)
    found = optimum(game, reached(game.labels["first"]), "max")
    assert at_start(game, found) == Fraction(2, 3)
    assert np.flatnonzero(game.players).tolist() == [
        game.valuations.index(str(("second", 0, 0, 0)))
    ]

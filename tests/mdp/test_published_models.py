"""Decision processes with published values: the models, and the answers about them."""

from __future__ import annotations

from fractions import Fraction
from math import inf

import numpy as np
import pytest

from exactbox.check import check_certificate
from exactbox.mdp import cost, discounted, mean_payoff, reach, total, within_steps
from tests import models
from tests.brute import (
    at_start,
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


# Answers ------------------------------------------------------------------------------------------


def disagreement(model):
    return model.labels["finished"] & ~model.labels["agree"]


BOTH = ("max", "min")
PUBLISHED = [
    *((models.knuth_yao, reach, (str(k), "max"), Fraction(1, 6)) for k in range(1, 7)),
    *((models.knuth_yao, cost, ("flips", "done", s), Fraction(11, 3)) for s in BOTH),
    *(
        (models.two_dice, reach, (str(k), s), Fraction(6 - abs(k - 7), 36))
        for k in range(2, 13)
        for s in BOTH
    ),
    *((models.two_dice, cost, ("flips", "done", s), Fraction(22, 3)) for s in BOTH),
    *((models.two_dice, total, ("flips", s), Fraction(22, 3)) for s in BOTH),
    (models.craps, reach, ("win", "max"), Fraction(244, 495)),
    (models.craps, reach, ("lose", "min"), Fraction(251, 495)),
    (models.craps, cost, ("rolls", "done", "max"), Fraction(557, 165)),
    (
        models.chutes_and_ladders,
        cost,
        ("moves", "done", "min"),
        Fraction(
            225837582538403273407117496273279920181931269186581786048583,
            5757472998140039232950575874628786131130999406013041613400,
        ),
    ),
    (models.frozen_lake, reach, ("goal", "max"), Fraction(14, 17)),
    (models.piglet, reach, ("first", "max"), Fraction(4, 7)),
    (models.piglet, reach, ("second", "min"), Fraction(3, 7)),
    *(
        (lambda n=n: models.haddad_monmege(n), *question)
        for n in (1, 10, 20, 300)
        for question in (
            (reach, ("target", "max"), Fraction(1, 2)),
            (cost, ("steps", "done", "max"), 3 * 2 ** (n - 1) - 2),
        )
    ),
    (lambda: models.consensus(2, 2), cost, ("steps", "finished", "max"), 75),
    (lambda: models.consensus(2, 2), cost, ("steps", "finished", "min"), 48),
    (lambda: models.consensus(2, 2), reach, ("finished", "min"), 1),
    (lambda: models.consensus(2, 2), mean_payoff, ("steps", "min"), 1),
    (lambda: models.consensus(2, 16), cost, ("steps", "finished", "max"), 3267),
]


@pytest.mark.parametrize(
    ("model", "objective", "question", "value"),
    PUBLISHED,
    ids=[f"{objective.__name__}-{'-'.join(question)}" for _, objective, question, _ in PUBLISHED],
)
def test_published_values(model, objective, question, value):
    answer = objective(model(), *question)
    assert answer.value == value
    assert check_certificate(answer.certificate()).value == value


@pytest.mark.parametrize(
    ("processes", "k", "value"),
    [
        (2, 2, Fraction(13, 120)),
        (2, 16, Fraction(4294967279, 274877906880)),
        pytest.param(4, 4, Fraction(45666330762076479, 292595849630842880), marks=pytest.mark.slow),
    ],
)
def test_processes_disagree_at_most_with_the_probability_that_storm_finds(processes, k, value):
    """Storm's exact mode, on the program of PRISM's case study."""
    model = models.consensus(processes, k)
    answer = reach(model, disagreement(model), "max")
    assert answer.value == value
    assert check_certificate(answer.certificate()).value == value


def test_the_same_coin_from_a_program(tmp_path):
    """The bench's program in PRISM's language, built by Storm, against the builder."""
    pytest.importorskip("stormpy")
    from exactbox.formats import read_model
    from tests.bench.models import program

    file = tmp_path / "consensus.prism"
    file.write_text(program(2, 3))
    theirs, ours = read_model(file), models.consensus(2, 3)
    assert (theirs.states, theirs.choices) == (ours.states, ours.choices)
    goal = theirs.labels["finished"] & theirs.labels["disagree"]
    for sense in BOTH:
        assert reach(theirs, goal, sense).value == reach(ours, disagreement(ours), sense).value


@pytest.mark.parametrize("n", [3, 5, 7, 9])
def test_rings_take_the_most_steps_known(n):
    ring = models.herman(n)
    answer = cost(ring, "steps", "stable", "max")
    a, b = n // 3, (n + 1) // 3
    assert max(answer.values) == Fraction(4 * a * b * (n - a - b), n)


def test_every_position_of_piglet():
    """Neller and Presser: who is to move wins with these probabilities."""
    game = models.piglet()
    wins = {(0, 0, 0): "4/7", (0, 0, 1): "5/7", (0, 1, 0): "2/5", (0, 1, 1): "3/5"}
    wins |= {(1, 0, 0): "4/5", (1, 1, 0): "2/3"}
    answer = reach(game, "first", "max")
    for position, chance in wins.items():
        first = game.valuations.index(str(("first", *position)))
        second = game.valuations.index(str(("second", *position)))
        assert answer.values[first] == 1 - answer.values[second] == Fraction(chance)


def test_one_state_that_pays_100_a_step():
    model = models.Model.from_lists([[[(1, 0)]]], rewards={"": [[100]]})
    assert discounted(model, None, "9/10", "max").value == 1000
    answer = within_steps(model, 5, "max", rewards="", discount="9/10")
    assert answer.value == Fraction(40951, 100)
    assert check_certificate(answer.certificate()).value == Fraction(40951, 100)


def test_frozen_lake_within_100_steps():
    answer = within_steps(models.frozen_lake(), 100, "max", goal="goal")
    assert answer.decimal(7) == "0.7441903"


def test_holding_for_ever_helps_nobody():
    """Both players may hold at once again and again; neither has to."""
    game = models.piglet(3)
    both = game.labels["first"] | game.labels["second"]
    assert reach(game, both, "max").value == 1
    assert reach(game, both, "min").value == 1

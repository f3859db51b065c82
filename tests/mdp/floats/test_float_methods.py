"""The float methods: one answer, whichever way."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given

from exactbox.games.flip import flip
from exactbox.mdp import ConvergenceError, Model, gauss_seidel, policy_iteration, value_iteration
from exactbox.mdp.floats import float_evaluation, float_methods
from exactbox.mdp.floats.bellman import BellmanOperator
from exactbox.mdp.objectives.total_until_end import equations_until_end
from tests.brute import process_of, process_optimum
from tests.strategies import small_processes

METHODS = [value_iteration, gauss_seidel, policy_iteration]


def turns(faces):
    """The equations of the card-flipping game, and that they are minimised."""
    model = flip(faces)
    return equations_until_end(model, model.rewards["turns"]), "min"


@pytest.mark.parametrize("method", METHODS)
@given(lists=small_processes())
def test_every_method_finds_the_optimum(method, lists):
    chance, decision, sense = lists
    model = Model.from_choices(chance, decision, start=0)
    equations = equations_until_end(model, model.rewards["cost"])
    start = 0.0 if sense == "max" else 1000.0  # from above, free circles do not look better
    found = method(equations, sense, start=start, tolerance=1e-13)
    optimum = process_optimum(process_of(model), sense)
    np.testing.assert_allclose(found.values, [float(v) for v in optimum], atol=1e-7)
    np.testing.assert_allclose(
        BellmanOperator(equations, sense)(found.values), found.values, atol=1e-9
    )


def test_value_iteration_takes_the_printed_number_of_sweeps():
    """From 10 everywhere with tolerance 1e-10 the ten-card game takes 569 sweeps to 34.69856."""
    found = value_iteration(*turns(5), start=10, tolerance=1e-10)
    assert found.iterations == 569
    assert round(found.values[0], 6) == 34.69856


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("faces", "printed"), [(2, "5.673651"), (5, "34.698560")])
def test_printed_values_are_reproduced(method, faces, printed):
    assert f"{method(*turns(faces)).values[0]:.6f}" == printed


def test_gauss_seidel_takes_fewer_sweeps_than_value_iteration_and_relaxation_fewer_still():
    game = turns(4)
    jacobi = value_iteration(*game).iterations
    plain = gauss_seidel(*game).iterations
    relaxed = gauss_seidel(*game, relaxation=1.5).iterations
    assert relaxed < plain < jacobi


def test_the_card_game_is_two_colourable_and_no_node_depends_on_its_own_colour():
    game, _ = turns(3)
    colour = float_methods._colours(game)
    assert colour.max() == 1
    for c in range(game.choices):
        for s in game.target[game.branch_start[c] : game.branch_start[c + 1]]:
            options = game.afterstate[game.action_start[s] : game.action_start[s + 1]]
            assert (colour[options] != colour[c]).all()


def test_large_components_are_solved_by_the_other_factorisations(monkeypatch):
    game = turns(4)
    expected = policy_iteration(*game).values
    monkeypatch.setattr(float_evaluation, "_MAX_NATURAL_UNKNOWNS", 0)
    np.testing.assert_allclose(policy_iteration(*game).values, expected, rtol=1e-11)
    monkeypatch.setattr(float_evaluation, "_MAX_DIRECT_UNKNOWNS", 0)
    np.testing.assert_allclose(policy_iteration(*game).values, expected, rtol=1e-9)


def test_an_improper_greedy_policy_is_made_proper():
    """After sweeps from 0 staying for free looks as good as the way out."""
    model = Model.from_choices([(0, [(1, 0)]), (0, [])], [[0, 1]])
    equations = equations_until_end(model, model.rewards["cost"])
    assert policy_iteration(equations, "min").policy.tolist() == [1]


@pytest.mark.parametrize("method", METHODS)
def test_an_iteration_limit_raises(method):
    with pytest.raises(ConvergenceError, match="after"):
        method(*turns(6 if method is policy_iteration else 3), max_iterations=1)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"tolerance": -1.0}, "tolerance is -1.0"),
        ({"tolerance": float("nan")}, "tolerance is nan"),
        ({"start": float("inf")}, "start value is inf"),
        ({"relaxation": 2.0}, "relaxation factor is 2.0"),
    ],
)
def test_bad_parameters_are_refused(arguments, words):
    with pytest.raises(ValueError, match=words):
        gauss_seidel(*turns(2), **arguments)


def test_progress_counts_the_sweeps():
    seen = []
    found = value_iteration(*turns(2), progress=lambda done, change: seen.append((done, change)))
    assert seen[-1] == (found.iterations, found.change)


def test_maximising_takes_the_larger_option():
    lists = [(0, [(Fraction(1), 0)]), (1, []), (2, [])], [[1, 2]]
    model = Model.from_choices(*lists)
    equations = equations_until_end(model, model.rewards["cost"])
    assert value_iteration(equations, "max").values[0] == 2
    assert value_iteration(equations, "min").values[0] == 1


@pytest.mark.parametrize("branches", [1, 2, 3, 6, 7, 49])
def test_a_reward_that_can_be_collected_for_ever_is_refused_however_it_rounds(branches):
    """Choice 1 earns 1 a lap over equal branches; 6/6 in floats need not make I - P singular."""
    share = Fraction(1, branches)
    endless = Model.from_choices(
        [(0, []), (1, [(share, d) for d in range(branches)])], [[0, 1]] * branches, start=1
    )
    with pytest.raises(ValueError, match="choice 1 of all"):
        policy_iteration(equations_until_end(endless, endless.rewards["cost"]), "max")

"""Bounds of the least cost until the play ends, where every step costs something."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import assume, given

from exactbox.certificate import prove
from exactbox.games.flip import flip
from exactbox.mdp import (
    ImproperPolicyError,
    Model,
    Rewards,
    total_until_end,
    total_until_end_enclosure,
    value_iteration,
)
from exactbox.mdp.bounds import scaling
from exactbox.mdp.floats import bellman, float_evaluation
from exactbox.mdp.model import layout
from exactbox.mdp.objectives.total_until_end import equations_until_end
from tests.brute import policy_values, process_of, process_optimum
from tests.strategies import flip_games, small_processes


def require_bounds(model, width=Fraction(1, 10**9)):
    """They contain the values of all states; the policy costs no more; the proof is accepted."""
    found = total_until_end_enclosure(model)
    exact = process_optimum(process_of(model), "min")
    attained = policy_values(process_of(model), found.policy)
    for s in range(model.states):
        low, high = found.interval(s)
        options = range(model.action_start[s], model.action_start[s + 1])
        own = int(model.choice_at(np.array([options[int(found.policy[s])]]))[0])
        best = min(exact[int(model.choice_at(np.array([o]))[0])] for o in options)
        assert low <= best <= attained[own] <= high
    assert found.width < width
    assert prove(found).claim.upper == found.interval()[1]
    return found


@given(small_processes())
def test_whatever_costs_something_has_bounds(lists):
    choices, states, _ = lists
    paid = [(cost + Fraction(1, 3) if branches else cost, branches) for cost, branches in choices]
    require_bounds(Model.from_choices(paid, states, start=0))


@given(small_processes())
def test_so_have_processes_with_free_steps(lists):
    choices, states, _ = lists
    require_bounds(Model.from_choices(choices, states, start=0))


@given(flip_games())
def test_flip_games_have_bounds(game):
    try:
        model = flip(**game)
    except ValueError as error:
        assume("can never be turned over" not in str(error))
        raise
    require_bounds(model)


@pytest.mark.parametrize("faces", [3, 4, 5, 6])
def test_the_exact_value_of_the_game_is_within_narrow_bounds(faces):
    found, answer = total_until_end_enclosure(flip(faces)), total_until_end(flip(faces))
    low, high = found.interval()
    assert low <= answer.value <= high
    assert found.width < Fraction(1, 10**11)
    assert "rule" in found.question()["model"]
    assert found.is_proved_by(prove(found).claim)
    assert found.question() == answer.question()


def test_from_another_state_the_proof_is_of_the_model_written_out():
    game = flip(2)
    found = total_until_end_enclosure(replace(game, initial=0))
    low, high = found.interval()
    assert low <= total_until_end(game).values[0] <= high
    assert prove(found).claim.value == low


def test_floats_that_stop_too_early_are_improved(monkeypatch):
    """Values of a few sweeps: their policy is evaluated, until V in integers has no better one."""
    game = flip(4)
    narrow = total_until_end_enclosure(game).width

    def rough(equations, sense, **_):
        found = value_iteration(equations, sense, tolerance=0.1)
        return SimpleNamespace(values=found.values, policy=found.policy)

    monkeypatch.setattr(scaling, "policy_iteration", rough)
    assert total_until_end_enclosure(game).width <= 4 * narrow


def test_a_guess_that_is_no_use_is_refused(monkeypatch):
    monkeypatch.setattr(
        scaling,
        "policy_iteration",
        lambda e, *_, **__: SimpleNamespace(values=np.zeros(e.choices)),
    )
    with pytest.raises(ArithmeticError, match="floating point was too far off"):
        scaling.enclose_scaled(equations_until_end(flip(2), flip(2).rewards["turns"]))


def test_integers_that_do_not_fit_are_refused():
    with pytest.raises(OverflowError, match="need probabilities and rewards of less than 64 bits"):
        total_until_end_enclosure(flip(dice=[{1: 10**17, 2: 10**17 + 1}] * 2, cards=2))


def test_without_a_way_to_end_there_are_no_bounds():
    stuck = Model.from_lists([[[(1, 0)]]], rewards={"": [[1]]})
    with pytest.raises(ImproperPolicyError, match="no policy ends"):
        total_until_end_enclosure(stuck)


def test_costs_below_zero_are_refused():
    game = flip(2)
    turns = game.rewards["turns"]
    with pytest.raises(ValueError, match="need 0 or more"):
        total_until_end_enclosure(game, Rewards(-turns.numerator, turns.denominator))


def test_answers_do_not_depend_on_the_size_of_pieces(monkeypatch):
    game, expected = flip(4), total_until_end(flip(4)).certificate()
    bounds = total_until_end_enclosure(game).interval()
    monkeypatch.setattr(layout.row_ranges, "__defaults__", (50,))
    monkeypatch.setattr(bellman, "CHUNK_ENTRIES", 50)
    monkeypatch.setattr(float_evaluation, "_MAX_FACTORED_UNKNOWNS", 50)
    assert total_until_end(game).certificate() == expected
    low, high = total_until_end_enclosure(game).interval()
    assert max(low, bounds[0]) <= total_until_end(game).value <= min(high, bounds[1])


def test_pieces_hold_what_they_may_or_are_a_row_alone():
    start = np.array([0, 2, 2, 9, 10, 12, 12])
    assert list(layout.row_ranges(start, 4)) == [(0, 2), (2, 3), (3, 6)]
    assert list(layout.row_ranges(start[:1], 4)) == []

"""Games of two players whose states are many small components, level after level of the score."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactbox.certificate import prove
from exactbox.check import check_certificate
from exactbox.cli import main
from exactbox.formats import write_model
from exactbox.mdp import (
    Model,
    TooLargeError,
    discounted,
    discounted_enclosure,
    reach,
    reach_enclosure,
)
from exactbox.mdp.exact import strategy_iteration, topological
from tests.models import pig
from tests.strategies import examples


def by_hand(target):
    """P(i, j): the mover's chance to win Pig with i points against j, by value iteration."""
    won: dict[tuple[int, int], float] = {}
    for total in range(2 * target - 2, -1, -1):
        for i in range(max(0, total - target + 1), target):
            j = total - i
            if not 0 <= j < target or i > j:
                continue
            x = y = 0.5
            last = 0.0, 0.0
            while max(abs(x - last[0]), abs(y - last[1])) > 1e-15:
                last = x, y
                x, y = turn(i, j, y, target, won), turn(j, i, x, target, won)
            won[i, j], won[j, i] = x, y
    return won[0, 0]


def turn(i, j, facing, target, won):
    """The mover's chance, where the other one's, with the same points, is `facing`."""
    q_value = [1.0] * (target - i + 6)
    for k in range(target - i - 1, -1, -1):
        q_value[k] = (1 - facing + sum(q_value[k + 2 : k + 7])) / 6
        if k:
            q_value[k] = max(q_value[k], 1 - won[j, i + k])
    return q_value[0]


@pytest.mark.parametrize("target", [6, 15])
def test_pig_is_what_value_iteration_comes_to(target):
    model = pig(target)
    answer = reach(model, "first", "max")
    assert float(answer.value) == pytest.approx(by_hand(target), abs=1e-12)
    assert prove(answer).claim.value == answer.value


def test_strategies_of_floats_lead_to_the_values_of_the_graphs(monkeypatch):
    model = pig(12)
    answer = reach(model, "first", "max")
    monkeypatch.setattr(strategy_iteration, "_MIN_PROPOSED_STATES", model.states + 1)
    assert list(reach(model, "first", "max").values) == list(answer.values)


def test_a_wrong_proposal_is_improved(monkeypatch):
    """Both players take their first option wherever they are."""
    model = pig(12)
    answer = reach(model, "first", "max")
    proposal = strategy_iteration.float_strategies

    def first_options(equations, maximises):
        values, _ = proposal(equations, maximises)
        return values, equations.action_start[:-1].copy()

    monkeypatch.setattr(strategy_iteration, "float_strategies", first_options)
    assert list(reach(model, "first", "max").values) == list(answer.values)


def test_components_apart_have_the_values_that_they_have_together(monkeypatch):
    model = pig(25)
    answer = reach(model, "first", "max")
    monkeypatch.setattr(topological, "_MIN_SHARED_BITS", 8)  # each number is long
    monkeypatch.setattr(topological, "_MAX_COMMON_DENOMINATOR_RATIO", 0)
    again = reach(model, "first", "max")
    assert list(again.values) == list(answer.values)
    assert prove(again).claim.value == answer.value


@st.composite
def games(draw):
    """Games of two players in which each step ends the play with probability 1/4 or more."""
    n = draw(st.integers(2, 7))
    states = [
        [
            [("1/4", n + draw(st.integers(0, 1))), *[("1/4", draw(st.integers(0, n - 1)))] * 3]
            for _ in range(draw(st.integers(1, 3)))
        ]
        for _ in range(n)
    ]
    ends = [[[(1, n)]], [[(1, n + 1)]]]
    second = [draw(st.booleans()) for _ in states] + [False] * 2
    rewards = [[draw(st.integers(-3, 3)) for _ in options] for options in states] + [[0], [0]]
    return Model.from_lists(
        states + ends, labels={"goal": [n]}, players=second, rewards={"pay": rewards}
    )


@examples(60)
@given(games(), st.sampled_from(["max", "min"]))
def test_bounds_of_games_hold_the_values_and_are_proved(model, sense):
    for exactly, bounds in (
        (reach(model, "goal", sense), reach_enclosure(model, "goal", sense)),
        (
            discounted(model, "pay", "9/10", sense),
            discounted_enclosure(model, "pay", "9/10", sense),
        ),
    ):
        for s in range(model.states):
            low, high = bounds.interval(s)
            assert low <= exactly.values[s] <= high and high - low < Fraction(1, 10**9)
        claim = prove(bounds).claim
        assert (claim.value, claim.upper) == bounds.interval()


@examples(40)
@given(games(), st.sampled_from(["max", "min"]))
def test_random_games_by_floats_are_those_by_the_graph(model, sense):
    """The road of large games, taken by small ones."""
    known = [reach(model, "goal", sense).values, discounted(model, "pay", "9/10", sense).values]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(strategy_iteration, "_MIN_PROPOSED_STATES", 0)
        assert list(reach(model, "goal", sense).values) == list(known[0])
        assert list(discounted(model, "pay", "9/10", sense).values) == list(known[1])


def test_values_that_outgrow_the_memory_are_refused_while_they_grow(monkeypatch):
    """The message says how far it came; `exactbox solve` then encloses."""
    model = pig(30)
    monkeypatch.setattr(topological, "memory_limit", lambda: 10_000)
    with pytest.raises(TooLargeError, match=r"states take .* KiB, and get longer from component"):
        reach(model, "first", "max")


@pytest.mark.untraced
@pytest.mark.parametrize("too_long", [False, True])
def test_the_command_line_encloses_a_game_of_two_players(tmp_path, monkeypatch, capsys, too_long):
    """By `--enclosure`, or where exact values outgrow the memory: proved bounds on both sides."""
    model = pig(20)
    value = reach(model, "first", "max").value
    write_model(tmp_path / "pig.json", model)
    arguments = ["solve", str(tmp_path / "pig.json"), "--max-reach", "first"]
    proof = tmp_path / "proof.json"
    if too_long:
        monkeypatch.setattr(topological, "memory_limit", lambda: 10_000)
    else:
        arguments.append("--enclosure")
    assert main([*arguments, "--certificate", str(proof)]) == 0
    out, err = capsys.readouterr()
    assert err.count("; an enclosure instead\n") == too_long
    assert "VALID" in out and "  exactly" not in out
    claim = check_certificate(proof)
    assert claim.value <= value <= claim.upper
    assert claim.upper - claim.value < Fraction(1, 10**12)


def test_play_without_an_end_has_no_bounds():
    """Both pass for ever where passing is best for the minimising player."""
    model = Model.from_lists(
        [[[(1, 1)], [("1/2", 2), ("1/2", 3)]], [[(1, 0)], [(1, 2)]], [[(1, 2)]], [[(1, 3)]]],
        labels={"goal": [2]}, players=[True, False, False, False],
    )  # fmt: skip
    with pytest.raises((ValueError, ArithmeticError)):
        reach_enclosure(model, "goal", "min")


@pytest.mark.slow
def test_pig_to_100_is_won_by_the_first_player_as_published():
    """Neller, Presser 2004: who begins wins with probability 0.5306; twelve digits and all."""
    model = pig(100)
    bounds = reach_enclosure(model, "first", "max")
    low, high = bounds.interval()
    assert round(float(low), 4) == round(float(high), 4) == 0.5306
    assert high - low < Fraction(1, 10**12)
    assert low <= reach(model, "first", "max").value <= high

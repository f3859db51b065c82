"""Long corridors: values that build on each other, nearly nilpotent transitions, games."""

from __future__ import annotations

from fractions import Fraction

import pytest

from exactbox.mdp import cost_enclosure, discounted, reach, total
from exactbox.mdp.exact import strategy_iteration
from exactbox.mdp.model.model import Model


def corridor(n: int) -> Model:
    """From each place one tries, for 1, to go on with probability 1/2, or goes on for 3."""
    tries = [[("1/2", s), ("1/2", s + 1)] for s in range(n - 1)]
    return Model.from_lists(
        [*[[trying, [(1, s + 1)]] for s, trying in enumerate(tries)], [[(1, n - 1)]]],
        labels={"end": [n - 1]},
        rewards={"effort": [*[[1, 3]] * (n - 1), [0]]},
    )


def test_discounted_values_build_on_each_other():
    """The denominators differ from state to state, and the longest has 4,000 bits."""
    value, expected = Fraction(0), [Fraction(0)]
    for _ in range(1199):
        value = max(
            (1 + value * Fraction(9, 20)) / (1 - Fraction(9, 20)), 3 + value * Fraction(9, 10)
        )
        expected.append(value)
    found = discounted(corridor(1200), None, "9/10", "max")
    assert list(found.values) == expected[::-1]


@pytest.mark.slow
@pytest.mark.parametrize(("sense", "each"), [("min", 2), ("max", 3)])
def test_bounds_where_bicgstab_diverges(sense, each):
    n = 20_001
    found = cost_enclosure(corridor(n), None, "end", sense)
    low, high = found.interval(0)
    assert low <= each * (n - 1) <= high
    assert found.width < Fraction(1, 10**6)


@pytest.mark.parametrize("question", [reach, total, discounted])
def test_a_game_does_not_need_a_round_for_each_place(question, monkeypatch):
    """One may give up, or go on; the other one may hold one up; there is a prize at the end."""
    n = 100
    on = [("1/2", 0), ("1/2", 1)]
    states = [
        [[(p, s + k) for p, k in on], [(1, s + 1)]]
        if s % 2
        else [[(1, n + 1)], [(p, s + k) for p, k in on]]
        for s in range(n)
    ]
    model = Model.from_lists(
        [*states, [[(1, n + 1)]], [[(1, n + 1)]]],
        labels={"prize": [n]},
        rewards={"": [*[[0, 0]] * n, [1], [0]]},
        players=[s % 2 == 1 and s < n for s in range(n + 2)],
    )
    monkeypatch.setattr(strategy_iteration, "_MAX_ROUNDS", 3)
    if question is discounted:
        # both halve the chance to go on: v = (v + v') / 2 with a discount of 9/10
        expected = (Fraction(9, 20) / (1 - Fraction(9, 20))) ** n
        assert discounted(model, "", "9/10", "max").value == expected
    else:
        assert question(model, "prize" if question is reach else "", "max").value == 1

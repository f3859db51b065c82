"""Bounds of least costs where policies can go round in circles."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import assume, given

from exactbox.check import InvalidCertificate, check_certificate
from exactbox.mdp import Model, cost, cost_enclosure
from exactbox.mdp.bounds import cycles
from tests.brute import fixed, optimum, until
from tests.corpus import canonical
from tests.models import grid_world
from tests.process_certificates import number
from tests.strategies import examples, models


def walk(n):
    """A step to either side costs 1, from 0 always to the right; or mostly back. The goal is n."""
    rows = [
        [[("1/2", s + 1), ("1/2", max(s - 1, 0))], [("9/10", max(s - 1, 0)), ("1/10", s + 1)]]
        for s in range(n)
    ]
    rows[0] = [[(1, 1)], [(1, 0)]]
    gains = [[1, 1]] * n + [[0]]
    return Model.from_lists([*rows, [[(1, n)]]], labels={"goal": [n]}, rewards={"": gains})


def rooms():
    """0, 1 and 2 are one room, free to walk about in; the way out costs 3 from 1, 5 from 2. From
    the corridor, 3, one may go back, free, or on, for 1, where one may fall back to 0."""
    return Model.from_lists(
        [[[(1, 1)], [(1, 2)]], [[(1, 0)], [(1, 3)]], [[("1/2", 0), ("1/2", 1)], [(1, 3)]],
         [[(1, 0)], [("1/3", 0), ("2/3", 4)]], [[(1, 4)]]],
        labels={"goal": [4]}, rewards={"": [[0, 0], [0, 3], [0, 5], [0, 1], [0]]},
    )  # fmt: skip


@given(models())
@examples(80)
def test_least_costs_have_bounds_whatever_the_circles(model):
    """They contain the values of all states; the policy costs no more; the proof is accepted."""
    goal, some = model.labels["goal"], model.rewards["some"]
    assume(not goal.all())
    found = cost_enclosure(model, some, goal, "min")
    played, left = fixed(model, found.policy, range(model.states), some)
    attained = optimum(played, until(goal), "min", left)
    for s, v in enumerate(optimum(model, until(goal), "min", some)):
        low, high = found.interval(s)
        assert low <= v <= attained[s] <= high
    assert found.width < Fraction(1, 10**9)
    claim = check_certificate(found.certificate())
    assert (claim.value, claim.upper) == found.interval()


def test_a_free_room_is_left_by_the_cheapest_door():
    """From the room x = 3 + 1 + x/3."""
    found = cost_enclosure(rooms(), None, "goal", "min")
    for s, v in enumerate([6, 6, 6, 3, 0]):
        low, high = found.interval(s)
        assert low <= v <= high and high - low < Fraction(1, 10**12)
    assert found.policy.tolist()[:2] == [0, 1]
    assert check_certificate(found.certificate()).upper == found.interval()[1]
    with pytest.raises(ArithmeticError, match="do not tell the best choice"):
        found.exact(0)  # one may also walk about
    assert found.exact(4) == 0


def test_a_grid_of_900_cells():
    model = grid_world(30)
    found = cost_enclosure(model, "gold", "goal", "min")
    values = cost(model, "gold", "goal", "min").values
    for s, v in enumerate(values):
        assert found.interval(s)[0] <= v <= found.interval(s)[1]
    assert found.width < Fraction(1, 10**10)
    assert check_certificate(found.certificate()).value == found.interval()[0]


def test_policies_that_floats_leave_are_improved_in_integers(monkeypatch):
    monkeypatch.setattr(cycles, "_TIE", 1e9)
    model, met = grid_world(12), []
    found = cost_enclosure(model, "gold", "goal", "min", progress=lambda *step: met.append(step))
    values = cost(model, "gold", "goal", "min").values
    for s, v in enumerate(values):
        assert found.interval(s)[0] <= v <= found.interval(s)[1]
    assert found.width < Fraction(1, 10**10)
    assert met == [("policies", 1, 1)]


def test_where_nothing_costs_anything():
    """One may stay, or go back and forth, or to the goal."""
    model = Model.from_lists(
        [[[(1, 0)], [(1, 1)]], [[(1, 0)], [("1/2", 0), ("1/2", 2)]], [[(1, 2)]]],
        labels={"goal": [2]}, rewards={"": [[0, 0], [0, 0], [1]]},
    )  # fmt: skip
    found = cost_enclosure(model, None, "goal", "min")
    assert found.interval() == (0, found.interval()[1]) and found.width < Fraction(1, 10**9)
    assert check_certificate(found.certificate()).value == 0


def test_a_walk_of_a_million_steps():
    """From 0 to n it takes n^2 steps on average: a closed form."""
    found = cost_enclosure(walk(1000), None, "goal", "min")
    low, high = found.interval(0)
    assert low <= 1000**2 <= high and high - low < Fraction(1, 1000)
    assert found.exact(0) == 1000**2


@pytest.mark.parametrize("side", ["lower", "upper"])
def test_bounds_beyond_the_value_are_refused(side):
    """One state after the other is moved past the value, with all else as it was."""
    values = {1: 6, 4: 6, 7: 3, 0: 6}
    certificate = json.loads(cost_enclosure(rooms(), None, "goal", "min").certificate())
    ((d, choices, numerators),) = certificate["witness"][side]
    for c in {*choices} & {0, 7}:
        wrong = values[c] * d + (10**5 if side == "lower" else -(10**5))
        changed = [number(wrong) if k == c else n for k, n in zip(choices, numerators)]
        witness = {**certificate["witness"], side: [[d, choices, changed]]}
        with pytest.raises(InvalidCertificate):
            check_certificate(canonical({**certificate, "witness": witness}))


def test_what_floats_cannot_see_is_refused(monkeypatch):
    tiny = Fraction(1, 2**60)
    slow = [[[(1 - tiny, 0), (tiny, 1)], [(1, 2)]], [[(1, 1)]], [[(1, 0)]]]
    model = Model.from_lists(slow, labels={"goal": [1]}, rewards={"": [[1, 1], [0], [1]]})
    with pytest.raises(ArithmeticError, match="a loop's probability rounds to 1"):
        cost_enclosure(model, None, "goal", "min")
    wide = 1 - Fraction(1, 10**30)
    far = [[[(wide, 0), (1 - wide, 1)], [(1, 2)]], [[(1, 1)]], [[(1, 0)]]]
    model = Model.from_lists(far, labels={"goal": [1]}, rewards={"": [[1, 1], [0], [1]]})
    with pytest.raises(OverflowError, match="rewards of less than 64 bits"):
        cost_enclosure(model, None, "goal", "min")
    monkeypatch.setattr(cycles, "_ITERATIONS", 0)
    with pytest.raises(ArithmeticError, match="bounds could not be proved"):
        cost_enclosure(walk(9), None, "goal", "min")

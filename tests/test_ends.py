"""Choices that end the play, under every objective: numbers found by hand.

In state 0 one may stop for 1 or toss a coin for 2: state 1, the goal, or again. From 1 one stops.
"""

from __future__ import annotations

from math import inf

from exactbox.certificate import proved
from exactbox.mdp import Model, cost

MODEL = Model.from_lists(
    [[[], [("1/2", 0), ("1/2", 1)]], [[]]], labels={"goal": [1]}, rewards={"": [[1, 2], [8]]}
)


def test_a_goal_that_the_end_of_the_play_misses_costs_infinitely_much():
    """So does stopping; the least cost is that of tosses only, the greatest is infinite."""
    least, greatest = (cost(MODEL, None, "goal", sense) for sense in ("min", "max"))
    assert list(least.values) == [4, 0] and list(greatest.values) == [inf, 0]
    assert least.policy.tolist() == [1, 0] and greatest.policy.tolist() == [0, 0]
    assert proved(least).claim.value == 4 and proved(greatest).claim.value is None

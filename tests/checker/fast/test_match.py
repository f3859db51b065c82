"""A match in integers over one denominator: what that takes is paid before it is calculated."""

from __future__ import annotations

import pytest

from exactbox.checker.fast.budget import Budget
from exactbox.checker.fast.match import Arithmetic
from exactbox.checker.files import GaveUp
from exactbox.checker.rules.shutbox import Box
from exactbox.games.shutbox import Question, Rules

LONG = (1 << 8_000_000) + 1


def nine_tiles(budget):
    """The kernel of a turn with nine tiles, and its choices."""
    box = Box(Question(Rules(tiles=tuple(range(1, 10)))).statement())
    kernel = Arithmetic(budget)
    layout = kernel.turns(box, [box.full]).layout
    return kernel, list(range(len(layout.begin) - 1))


def test_a_long_denominator_is_paid_for_every_choice():
    """Of one choice; over it all others have numerators as long."""
    kernel, (first, *others) = nine_tiles(Budget(1000))
    assert len(others) > 500
    with pytest.raises(GaveUp, match="memory"):
        kernel.values([], 1, [(LONG, [first], [1]), (1, others, [1] * len(others))])


def test_what_is_stored_for_a_stage_is_there_for_the_next_one():
    budget = Budget(1000)
    kernel, choices = nine_tiles(budget)
    left = budget.memory
    v = kernel.values([], 1, [(3**80, choices[:5], [1] * 5), (2, choices[5:], [1] * len(choices))])
    assert budget.memory == left and budget.work < budget.all_work
    assert (v.denominator, v[0], v[5]) == (2 * 3**80, 2, 3**80)

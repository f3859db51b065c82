"""The arithmetic of the fast kernels that only long numbers need: brackets."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from exactbox.checker.fast.budget import Budget
from exactbox.checker.fast.process import FastProcess
from exactbox.checker.model import Layout
from exactbox.checker.process import ZERO, StateSet

SCALE = 1 << 64


class Paid(FastProcess):
    """A process whose checks cost nothing that counts."""

    budget = Budget(10**6)


def long_process(rng, discount):
    """Six states with two choices each, values with long denominators, and rewards."""
    states, choices = 6, 12
    target = [t for _ in range(choices) for t in sorted(rng.sample(range(states), 3))]
    weight = [rng.choice([1, 2, 3, 10**9, 10**30]) for _ in target]
    layout = Layout(range(0, 13, 2), range(choices), range(0, 37, 3), target, weight)
    reward = [rng.choice([ZERO, Fraction(-2, 3), Fraction(10**25, 7)]) for _ in range(choices)]
    p = Paid("discounted", "max", layout, reward, [0], StateSet("ended"), discount=discount)
    blocks = [
        [rng.getrandbits(800) | 1, [2 * s], [f"{rng.getrandbits(810) - (1 << 809):x}"]]
        for s in range(states)
    ]
    return p, [[f"{d:x}", keys, numerators] for d, keys, numerators in blocks]


@pytest.mark.parametrize("discount", [Fraction(1), Fraction(2, 3), Fraction(99, 100), ZERO])
def test_brackets_contain_what_choices_are_worth(discount):
    """The floors are at most 1 below the values, and the brackets hold for all such values."""
    rng = Random(f"{discount}")
    for _ in range(30):
        p, blocks = long_process(rng, discount)
        pi = p.fix_policy({"policy": [0] * 6}, ZERO)
        v = pi.read_values(blocks, "values")
        assert v.values.scale() == (SCALE, 1)
        at = v.values.scaled_floor(SCALE, 1)
        assert all(at[2 * s] <= SCALE * v[s] <= at[2 * s] + 1 for s in range(6))
        low, high = pi.brackets(at, p.ratios, SCALE, 1)
        for c, reward in enumerate(p.reward):
            q_value = p.q_value(c, [v[s] for s in range(6)], ZERO, reward)
            assert low[c] <= SCALE * q_value <= high[c]

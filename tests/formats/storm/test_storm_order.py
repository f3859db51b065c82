"""The order of states and choices, beside Python's own order of lists."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from exactbox.formats.storm.storm_order import ordered
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Rewards
from tests.strategies import examples

STATES = 3
HUGE = 10**30
BRANCHES = st.dictionaries(
    st.integers(0, STATES - 1), st.sampled_from([1, 2, HUGE]), min_size=1, max_size=STATES
)
CHOICES = st.lists(
    st.tuples(st.sampled_from(["", "a"]), BRANCHES, st.sampled_from([0, Fraction(1, 3), 2])),
    min_size=1,
    max_size=6,
)


@given(
    st.lists(CHOICES, min_size=STATES, max_size=STATES),
    st.lists(st.sampled_from([-2, 0, 2**61]), min_size=STATES, max_size=STATES),
    st.lists(st.booleans(), min_size=STATES, max_size=STATES),
)
@examples(60)
def test_states_and_choices_are_in_the_order_of_lists(given_choices, numbers, flags):
    """By values; choices by name, targets, weights and rewards, fewer branches before more."""
    flat = [(s, *choice) for s, mine in enumerate(given_choices) for choice in mine]
    gains = Rewards.from_fractions(gain for _, _, _, gain in flat)
    model = Model(
        np.cumsum([0, *map(len, given_choices)]),
        np.cumsum([0, *(len(branches) for _, _, branches, _ in flat)]),
        [t for _, _, branches, _ in flat for t in branches],
        np.array([w for _, _, branches, _ in flat for w in branches.values()], dtype=object),
        np.array([sum(branches.values()) for _, _, branches, _ in flat], dtype=object),
        rewards={"r": gains},
        actions=[name for _, name, _, _ in flat],
    )
    found = ordered(model, {"n": np.array(numbers), "flag": np.array(flags)})
    states = sorted(range(STATES), key=lambda s: (flags[s], numbers[s]))
    place = {s: k for k, s in enumerate(states)}

    def key(choice):
        s, name, branches, gain = choice
        moved = sorted((place[t], w) for t, w in branches.items())
        return place[s], name, [t for t, _ in moved], [w for _, w in moved], gain

    wanted = sorted(map(key, flat))
    begin = found.branch_start.tolist()
    mine = [
        (
            int(found.state_of[c]),
            found.actions[c],
            found.target[begin[c] : begin[c + 1]].tolist(),
            found.weight[begin[c] : begin[c + 1]].tolist(),
            found.rewards["r"][c],
        )
        for c in range(found.choices)
    ]
    assert mine == wanted
    assert list(found.valuations) == [
        f"flag={str(flags[s]).lower()} & n={numbers[s]}" for s in states
    ]
    assert found.initial.tolist() == [place[0]]

"""A changed certificate about a decision process is refused, or true again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.brute import count_policies
from tests.corpus import canonical, load
from tests.process_certificates import (
    assert_true,
    numbers_changed,
    oddities,
    refused_or_true,
    stated_process,
    verdict,
)
from tests.strategies import examples, mutated, mutated_bytes

GOOD = {
    name: proof
    for name, proof in load("process").items()
    if count_policies(stated_process(proof["question"])) < 100
}


@pytest.mark.slow
def test_every_single_number_matters():
    """One number changed by one: refused, or true again."""
    refused, kept = 0, set()
    for name, original in GOOD.items():
        for trail, lie in numbers_changed(original):
            if verdict(lie) is None:
                loose = " of bounds" if "lower" in original["witness"] else ""
                kept.add((trail[1] if trail[0] == "witness" else trail[0]) + loose)
                assert trail[1] != "values" or holds_anyway(original, trail), name
            else:
                refused += 1
    assert refused > 2000
    assert kept == {  # another question, or state; proofs by other numbers
        "question", "policy", "ranks", "levels", "heights", "components", "classes", "values",
        "bias", "question of bounds", "ranks of bounds", "levels of bounds", "lower of bounds",
        "upper of bounds",
    }  # fmt: skip


def holds_anyway(original, trail):
    """0/1 = 0/2."""
    return not any(original["witness"]["values"][trail[2]][2]) and trail[3] == 0


def test_oddities_anywhere_are_refused_or_true():
    """Every part is replaced by something else, or left out: one of the errors, in a line."""
    names = ["within_steps_discounted", "discounted_max", "mean_max", "reach_by_way_of"]
    names += ["total_max_of_both_signs", "reach_bounds", "total_game", "cost_min"]
    names += ["flip_2_cards_one_die"]
    for original in (GOOD[name] for name in names):
        for lie in oddities(original):
            verdict(lie)


@examples(700)
@given(st.data())
def test_mutations_are_refused_or_true(data):
    verdict(data.draw(mutated(GOOD[data.draw(st.sampled_from(sorted(GOOD)))])))


@examples(700)
@given(st.data())
def test_bytes_of_any_kind_never_crash_it(data):
    raw = data.draw(mutated_bytes(canonical(GOOD[data.draw(st.sampled_from(sorted(GOOD)))])))
    refused_or_true(raw, assert_true)

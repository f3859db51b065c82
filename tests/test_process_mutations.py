"""A changed certificate about a decision process is refused, or true again."""

from __future__ import annotations

import copy
import json

from hypothesis import given, settings
from hypothesis import strategies as st

from exactbox.check import GaveUp, InvalidCertificate, MalformedCertificate, check_certificate
from tests.brute import count_policies
from tests.corpus import canonical, load
from tests.process_certificates import (
    GONE,
    WORK,
    assert_true,
    changed,
    number,
    stated_process,
    verdict,
)
from tests.strategies import leaves, mutated, mutated_bytes, places

GOOD = {
    name: proof
    for name, proof in load("process").items()
    if count_policies(stated_process(proof["question"])) < 100
}
ODDITIES = ["", "0", "-1", [], {}, 0, [1, 2], 10**17]


def test_every_single_number_matters():
    """One number changed by one: refused, or true again."""
    refused, kept = 0, set()
    for name, original in GOOD.items():
        for trail, old in leaves(original):
            if trail[-1] in ("name", "objective", "rule", "sense", "kind", "certificate"):
                continue
            for step in (-1, 1):
                new = number((old if isinstance(old, int) else int(old, 16)) + step)
                if verdict(changed(original, {" ".join(map(str, trail)): new})) is None:
                    loose = " of bounds" if "lower" in original["witness"] else ""
                    kept.add((trail[1] if trail[0] == "witness" else trail[0]) + loose)
                    assert trail[1] != "values" or holds_anyway(original, trail), name
                else:
                    refused += 1
    assert refused > 2000
    assert kept == {  # another question, or state; proofs by other numbers
        "question", "policy", "ranks", "levels", "heights", "values", "bias",
        "question of bounds", "ranks of bounds", "levels of bounds", "lower of bounds",
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
        for k in range(len(places(original))):
            for new in [*ODDITIES, GONE]:
                lie = copy.deepcopy(original)
                inside, key = places(lie)[k]
                if new is GONE:
                    del inside[key]
                else:
                    inside[key] = new
                verdict(lie)


@settings(max_examples=700)
@given(st.data())
def test_mutations_are_refused_or_true(data):
    verdict(data.draw(mutated(GOOD[data.draw(st.sampled_from(sorted(GOOD)))])))


@settings(max_examples=700)
@given(st.data())
def test_bytes_of_any_kind_never_crash_it(data):
    raw = data.draw(mutated_bytes(canonical(GOOD[data.draw(st.sampled_from(sorted(GOOD)))])))
    try:
        claim = check_certificate(raw, max_work=WORK)
    except (InvalidCertificate, MalformedCertificate, GaveUp) as error:
        assert str(error) and "\n" not in str(error)
        return
    assert_true(json.loads(raw), claim)

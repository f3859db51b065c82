"""Certificates with rates: what is accepted is true."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exactbox.check import GaveUp, check_certificate
from tests import ROOT
from tests.corpus import canonical, expected, load
from tests.process_certificates import (
    asked,
    assert_true,
    blocks_of,
    certificate,
    explicit,
    numbers_changed,
    oddities,
    verdict,
)
from tests.strategies import examples, mutated

CHECKER = ROOT / "exactbox" / "checker"
GOOD = load("timed")
quietly = settings(suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("name", GOOD)
def test_accepts(name):
    """Each accepted file proves what all policies give, by stationary distributions."""
    claim = check_certificate(canonical(GOOD[name]))
    assert_true(GOOD[name], claim)
    assert claim.kind == "timed" and "continuous time" in " ".join(claim.theorems)
    assert expected("timed")["accepted"][name].removesuffix(" (") in claim.sentence


def test_every_single_number_matters():
    """One number changed by one: refused, or true again."""
    refused, kept = 0, set()
    for original in GOOD.values():
        for trail, lie in numbers_changed(original):
            if verdict(lie) is None:
                kept.add(trail[1] if trail[0] == "witness" else trail[0])
            else:
                refused += 1
    assert refused > 300
    assert kept == {
        *("question", "ranks", "levels", "lower", "upper", "bias", "heights", "values")
    }  # another question; proofs by other numbers


def test_oddities_anywhere_are_refused_or_true():
    """Every part is replaced by something else, or left out: one of the errors, in a line."""
    names = ["average_with_immediate_choices_max", "cost_min", "total_of_both_signs"]
    for original in (GOOD[name] for name in names):
        for lie in oddities(original):
            verdict(lie)


@examples(300)
@given(st.data())
def test_mutations_are_refused_or_true(data):
    verdict(data.draw(mutated(GOOD[data.draw(st.sampled_from(sorted(GOOD)))])))


def test_a_claim_about_rates_has_a_threshold():
    """The kind "property" takes questions of this kind, too."""
    queue = GOOD["average_of_a_queue"]
    of = {"kind": "timed", "question": queue["question"]}
    claim = {"bound": [2, 5], "complement": 0, "filter": "forall", "relation": "<="}
    proof = {**queue, "kind": "property", "question": {"claim": claim, "of": of}}
    assert "it is true that" in check_certificate(canonical(proof)).sentence
    claim["relation"] = "<"
    assert "it is false that" in check_certificate(canonical(proof)).sentence


@pytest.mark.parametrize("field", ["of", "rate", "rates"])
def test_long_numbers_are_paid_for(field):
    """Fractions of rates and rewards of 20,000 bits are not all divided where the work is short."""
    n = 60
    model = explicit([{(c + 1) % n: 1} for c in range(n)], [[c] for c in range(n)])
    question: Any = asked(
        "mean_payoff", "max", model, rates=[1] * n, reward=[0] * n, accrues=[1] * n
    )
    values = dict.fromkeys(range(n), 1)
    proof = certificate(question, policy=[0] * n, ranks=[0] * n, values=values, bias={})
    proof["witness"]["bias"] = blocks_of(dict.fromkeys(range(n), 0))
    assert check_certificate(canonical(proof)).value == 1
    numbers = [[f"{3**12_000 + 2 * c:x}", f"{2**20_000:x}"] for c in range(n)]
    place = question if field == "rates" else question["reward"]
    place[field] = numbers
    if field != "rates":
        question["rates"] = [[f"{5**8_000:x}", f"{2**20_000:x}"]] * n
    with pytest.raises(GaveUp, match="more work"):
        check_certificate(canonical(proof), max_work=10**8)

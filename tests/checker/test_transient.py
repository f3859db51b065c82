"""Certificates about chains up to a time: what is accepted bounds the matrix exponential."""

from __future__ import annotations

from copy import deepcopy
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactbox.check import (
    GaveUp,
    InvalidCertificate,
    check_certificate,
    check_plain,
)
from tests import brute_time
from tests.corpus import canonical, expected, load
from tests.process_certificates import changed, number, oddities, refused_or_true
from tests.strategies import examples, leaves, mutated
from tests.weakenings.transient_trials import witness_of

GOOD = load("transient")
SMALL = ["by_way_of", "in_the_goal_at_some_time_of_an_interval", "from_a_time_on", "cumulative"]


def assert_bounds(certificate, claim):
    """The bounds have the truth between them."""
    of = certificate["question"]
    if (
        certificate["kind"] == "transient"
        and sum(map(sum, certificate["witness"]["windows"])) < 2000
    ):
        assert brute_time.says(claim, brute_time.truth(of))


def verdict(lie):
    """The error, in one line, or None of what is true."""
    return refused_or_true(canonical(lie), assert_bounds)


@pytest.mark.parametrize("name", GOOD)
def test_accepts(name):
    claim = check_certificate(canonical(GOOD[name]))
    assert_bounds(GOOD[name], claim)
    assert claim.kind == "transient" and "uniformisation" in " ".join(claim.theorems)
    assert expected("transient")["accepted"][name].removesuffix(" (") in claim.sentence


@pytest.mark.parametrize("name", SMALL[:1] + SMALL[2:3])
def test_every_single_number_matters(name):
    """One number changed by one: refused, or true of what is asked then."""
    refused = kept = 0
    for trail, old in leaves(GOOD[name]):
        if trail[-1] in ("name", "objective", "rule", "kind", "certificate"):
            continue
        for step in (-1, 1):
            new = number((old if isinstance(old, int) else int(old, 16)) + step)
            if verdict(changed(GOOD[name], {" ".join(map(str, trail)): new})) is None:
                kept += 1
            else:
                refused += 1
    assert refused > 5 and kept > 5


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_oddities_anywhere_are_refused_or_true(name):
    """Every part is replaced by something else, or left out: one of the errors, in a line."""
    for lie in oddities(GOOD[name]):
        verdict(lie)


@examples(60)
@given(st.data())
def test_mutations_are_refused_or_true(data):
    verdict(data.draw(mutated(GOOD[data.draw(st.sampled_from(sorted(GOOD)))])))


def test_bounds_of_one_question_have_a_number_in_common():
    """Whatever the windows and digits are: no two valid certificates contradict one another."""
    rng = Random(5)
    for kind in brute_time.KINDS:
        for _ in range(2):
            question = brute_time.random_question(rng, kind, states=4)
            ends = []
            for _ in range(5):
                witness = witness_of(rng, question)
                for window in witness["windows"]:
                    window[1] += rng.randint(-20, 5)
                lie = {
                    "certificate": 2,
                    "kind": "transient",
                    "question": question,
                    "witness": witness,
                }
                try:
                    claim = check_certificate(canonical(lie))
                except InvalidCertificate:
                    continue
                ends.append((claim.value, claim.upper))
            assert max(low for low, _ in ends) <= min(high for _, high in ends)


def test_what_takes_long_in_few_bytes_is_given_up_before_it_is_done():
    many = deepcopy(GOOD["exponential"])
    many["question"]["at_most"] = 10**15
    many["witness"]["windows"] = [[0, 10**16]]
    with pytest.raises(GaveUp):
        check_certificate(canonical(many))
    wide = deepcopy(GOOD["rates_that_are_long"])
    wide["question"]["rates"][0] = [f"1{'0' * 10**6}", f"1{'0' * (10**6 - 1)}1"]
    with pytest.raises(GaveUp):
        check_certificate(canonical(wide))


def test_a_step_of_many_states_is_the_plain_one():
    """The fast kernel takes states of equally many branches together."""
    rng = Random(3)
    for kind in brute_time.KINDS:
        question = brute_time.random_question(rng, kind, states=40)
        while len(question["rates"]) < 20:
            question = brute_time.random_question(rng, kind, states=40)
        proof = {
            "certificate": 2,
            "kind": "transient",
            "question": question,
            "witness": witness_of(rng, question),
        }
        raw = canonical(proof)
        fast, plain = check_certificate(raw), check_plain(raw)
        assert (fast.sentence, fast.facts) == (plain.sentence, plain.facts)


@pytest.mark.parametrize(
    "filter, relation, bound, says",
    [
        ("forall", ">=", [2, 3], "it is true that 1 minus"),
        ("forall", "<", [2, 3], "it is false that 1 minus"),
        ("exists", ">", [4, 5], "it is false that 1 minus"),
    ],
)
def test_a_claim_about_a_time_has_a_threshold(filter, relation, bound, says):
    """The kind "property" takes questions of this kind, too; G of a time is 1 minus F."""
    by_way = GOOD["by_way_of"]  # (1 - exp(-3)) / 3 = 0.3167
    of = {"kind": "transient", "question": by_way["question"]}
    claim = {"bound": bound, "complement": 1, "filter": filter, "relation": relation}
    proof = {**by_way, "kind": "property", "question": {"claim": claim, "of": of}}
    assert says in check_certificate(canonical(proof)).sentence


def test_a_threshold_between_the_bounds_is_not_decided():
    by_way = GOOD["by_way_of"]
    of = {"kind": "transient", "question": by_way["question"]}
    claim = {"bound": [19, 60], "complement": 0, "filter": "forall", "relation": ">="}
    proof = {**by_way, "kind": "property", "question": {"claim": claim, "of": of}}
    proof["witness"] = {**proof["witness"], "digits": 3}
    with pytest.raises(InvalidCertificate, match="do not say on which side"):
        check_certificate(canonical(proof))

"""Certificates about decision processes: what is accepted is true."""

from __future__ import annotations

import dataclasses
import json
from fractions import Fraction
from math import inf
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from exactbox.check import InvalidCertificate, check_certificate
from exactbox.mdp import cost, discounted, mean_payoff, reach, total, within_steps
from tests import ROOT
from tests.brute import count_policies
from tests.corpus import CORPUS, canonical, expected, load
from tests.process_certificates import (
    asked,
    assert_true,
    blocks_of,
    certificate,
    certify,
    explicit,
    howard,
    is_signed,
    start_of,
    stated_process,
    truth,
    unfolded,
    verdict,
)
from tests.strategies import examples, flip_rules, models, mutated, proper_processes

CHECKER = ROOT / "exactbox" / "checker"
GOOD = load("process")
SMALL = {n: c for n, c in GOOD.items() if count_policies(stated_process(c["question"])) < 1000}
GAMES = ("discounted", "reach", "total")
ASKED = {
    "cost": lambda model, sense: cost(model, "some", "goal", sense),
    "discounted": lambda model, sense: discounted(model, "signed", "2/3", sense),
    "faded": lambda model, sense: within_steps(model, 3, sense, rewards="signed", discount="2/3"),
    "mean_payoff": lambda model, sense: mean_payoff(model, "signed", sense),
    "reach": lambda model, sense: reach(model, "goal", sense, stay="stay"),
    "signed_cost": lambda model, sense: cost(model, "signed", "goal", sense),
    "total": lambda model, sense: total(model, "some", sense),
    "within_steps": lambda model, sense: within_steps(model, 3, sense, goal="goal", stay="stay"),
}
quietly = settings(suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("name", GOOD)
def test_accepts(name):
    """Each accepted file proves what all policies, or policy iteration in fractions, find."""
    proof = GOOD[name]
    claim = check_certificate(canonical(proof))
    if name in SMALL:
        assert_true(proof, claim)
    else:
        solved = howard(stated_process(proof["question"]), proof["question"]["sense"])
        assert solved is not None and claim.value == solved[1][0]
    assert expected("process")["accepted"][name].removesuffix(" (") in claim.sentence


def test_published_value_of_four_cards():
    """Project Euler 640 gives 5.673651 for two dice with two sides and four cards."""
    claim = check_certificate(CORPUS / "process/accepted/flip_4_cards.json")
    assert claim.value == Fraction(8936, 1575)
    assert round(claim.value, 6) == Fraction("5.673651")


def test_every_state_can_be_a_start():
    """But where bounds of a probability are 0 and 1, or beyond; or where there is no policy."""
    but = ("bounds of a probability that say nothing", "is infinite, and the play starts there")
    for proof in SMALL.values():
        question = proof["question"]
        for s in range(len(stated_process(question).options)) if "start" in question else ():
            error = verdict({**proof, "question": {**question, "start": [s]}})
            assert error is None or any(text in str(error) for text in but)


@given(proper_processes() | proper_processes(signed=True), st.data())
@quietly
def test_accepts_every_true_certificate(process, data):
    """Any process with an answer has a certificate that passes, in blocks of any size."""
    sense = data.draw(st.sampled_from(["min", "max"]))
    states = range(len(process.options))
    start = sorted(data.draw(st.sets(st.sampled_from(states), min_size=1)))
    proof = certify(process, sense, start, data.draw(st.integers(1, 6)))
    assume(proof is not None)
    assert verdict(proof) is None


@given(flip_rules(), st.integers(1, 4))
@quietly
def test_accepts_every_true_certificate_of_flip(rule, size):
    question = {"model": rule, "objective": "cost", "sense": "min"}
    process = stated_process(question)
    proof = certify(process, "min", start_of(question), size)
    assume(proof is not None)
    assert verdict({**proof, "question": question}) is None


@given(st.sampled_from(sorted(ASKED)), st.sampled_from(["max", "min"]), st.data())
@examples(60)
def test_answers_are_proved_and_mutations_of_them_refused_or_true(objective, sense, data):
    model = data.draw(models(players=objective in GAMES and data.draw(st.booleans())))
    try:
        proof = json.loads(ASKED[objective](model, sense).certificate())
    except ValueError:  # no policy reaches the goal, or one gains without end
        assume(objective != "signed_cost")
        raise
    assert verdict(proof) is None
    for _ in range(3):
        verdict(data.draw(mutated(proof)))


def test_signed_costs_count_proper_policies_only():
    """To wait for ever misses the goal, which is infinitely dear; but if a reward is negative, be
    it of a state that nobody gets to, such policies do not count."""
    model = explicit([{0: 1}, {1: 1}, {1: 1}, {1: 1}], [[0, 1], [2], [3]])
    infinite: dict[str, Any] = {"policy": [0, 0, 0], "values": {3: 0}, "levels": {0: 0}}
    finite: dict[str, Any] = {"policy": [1, 0, 0], "values": {1: 5, 3: -1}}
    for elsewhere, value, witness in ((0, inf, infinite), (-1, 5, finite)):
        question = asked("cost", "max", model, reward=[0, 5, 0, elsewhere], goal=[1])
        assert is_signed(question) == (elsewhere < 0)
        assert truth(question, unfolded(stated_process(question)))[0] == value
        assert verdict(certificate(question, ranks=[0] * 4, **witness)) is None


def test_refuses_a_value_of_230_000_bits_that_is_off_by_one_and_shows_the_true_one():
    """Far beyond the length to which Python converts decimals."""
    value = Fraction(3**145_000, 2**230_000)
    question = asked("total", "max", explicit([{}], [[0]]), reward=[value])
    proof = certificate(question, policy=[0], ranks=[0], values={0: value}, levels={})
    claim = check_certificate(canonical(proof))
    assert claim.value == value
    assert "(69183 digits)/" in claim.sentence and len(claim.sentence) < 400
    wrong = blocks_of({0: value + Fraction(1, 2**230_000)})
    proof["witness"]["values"] = wrong
    with pytest.raises(InvalidCertificate, match="choice 0: its value is not what it is worth"):
        check_certificate(canonical(proof))


def test_a_claim_cannot_be_altered():
    claim = check_certificate(canonical(GOOD["reach_max"]))
    with pytest.raises(dataclasses.FrozenInstanceError):
        claim.value = Fraction(1)


def test_infinity_is_a_value():
    claim = check_certificate(canonical(GOOD["infinite_without_any_cost"]))
    assert claim.value == inf and claim.upper is None

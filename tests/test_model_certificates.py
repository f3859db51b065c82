"""Certificates about Markov decision processes: what is accepted is true, every refusal is met."""

from __future__ import annotations

import ast
import json
import traceback

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactbox.check import check_certificate
from exactbox.mdp.objectives import cost, discounted, mean_payoff, reach, total, within_steps
from tests.corpus import CORPUS, canonical, expected, load
from tests.model_certificates import assert_true, made, ratio, told, verdict
from tests.strategies import models, mutated

CHECKER = CORPUS.parents[1] / "exactbox" / "check.py"
GOOD = load("model")
GAMES = ("discounted", "reach", "total")
ASKED = {
    "bounded": lambda model, sense: within_steps(model, 3, sense, goal="goal", stay="stay"),
    "faded": lambda model, sense: within_steps(model, 3, sense, rewards="signed", discount="2/3"),
    "discounted": lambda model, sense: discounted(model, "signed", "2/3", sense),
    "mean": lambda model, sense: mean_payoff(model, "signed", sense),
    "reach": lambda model, sense: reach(model, "goal", sense, stay="stay"),
    "total": lambda model, sense: total(model, "some", sense),
    "until": lambda model, sense: cost(model, "some", "goal", sense),
}


@pytest.mark.parametrize("name", GOOD)
def test_accepts(name):
    certificate = GOOD[name]
    claim = check_certificate(canonical(certificate))
    assert_true(certificate, claim)
    sentence = expected("model")["accepted"][name]
    assert str(claim).startswith(f"{sentence}{len(certificate['model'])} states, ")
    assert claim.sha256 in str(claim)


def test_every_state_can_be_claimed():
    for certificate in GOOD.values():
        for s in range(len(certificate["model"])):
            claim = {"decimals": [], "node": s, "value": ratio(told(certificate, "values")[s])}
            if "upper" in certificate:
                claim["upper"] = ratio(told(certificate, "upper")[s])
            assert verdict(certificate | {"claim": claim}) is None


def test_every_refusal_is_met_by_a_certificate_on_file():
    """Each `raise` of the checker's part about decision processes is met by a file."""
    source = CHECKER.read_text()
    first = source[: source.index("\n# Markov decision processes ---")].count("\n")
    last = source[: source.index("\nKINDS = {")].count("\n")
    written = {
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Raise) and first < node.lineno < last
    }
    met = set()
    for lie in (*load("model", "rejected").values(), *load("model", "malformed").values()):
        error = verdict(lie)
        assert error is not None
        met |= {frame.lineno for frame in traceback.extract_tb(error.__traceback__)}
    assert len(written) > 20
    assert written <= met


@settings(max_examples=40)
@given(st.sampled_from(sorted(ASKED)), st.sampled_from(["max", "min"]), st.data())
def test_answers_are_proved_and_mutations_of_them_refused_or_true(objective, sense, data):
    model = data.draw(models(players=objective in GAMES and data.draw(st.booleans())))
    certificate = json.loads(ASKED[objective](model, sense).certificate())
    assert verdict(certificate) is None
    for _ in range(3):
        verdict(data.draw(mutated(certificate)))


@pytest.mark.parametrize(
    ("states", "steps", "more"),
    [
        ([[["2" + "0" * 500, "0", [0], ["2" + "0" * 500]]]], 10_000, {"goal": [0]}),
        ([[["1", "f" * 200_000, [0], ["1"]]]], 10_000, {}),
        ([[[f"{k:x}", "0", [0], [f"{k:x}"]] for k in range(2**64 + 1, 2**64 + 6000)]], 1, {}),
        ([[["40", "0", [0] * 64, ["1"] * 64]]], 300_000, {}),
        ([[["1", "1", [0], ["1"]]]], 3_000, {"discount": ["1", "1" + "0" * 5_000]}),
    ],
    ids=["long powers", "long costs", "long common denominator", "many steps", "long discount"],
)
def test_steps_that_would_take_too_long_are_not_taken(states, steps, more):
    certificate = made("bounded", "max", [], [0], goal=[], stay=[0], steps=steps)
    certificate |= {"model": states, "policy": [[0]] * steps, **more}
    assert f"steps: {steps} of them are too many" in str(verdict(certificate))

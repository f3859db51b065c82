"""Rates through Storm: what it builds, and its own exact answers; skipped without stormpy."""

from __future__ import annotations

import json
from fractions import Fraction

import numpy as np
import pytest

from exactbox.certificate import prove
from exactbox.cli import main
from exactbox.formats import build, from_storm
from exactbox.mdp import cost, indicator, mean_payoff, reach, time_rewards
from exactbox.properties.property_answers import Solver
from tests.requests import model_of, requested

stormpy = pytest.importorskip("stormpy", minversion="2")

# Two machines, one mechanic: a machine breaks at rate 1/10 and is repaired at rate n.
CTMC = """ctmc
const int n;
module machines
  up : [0..2] init 2;
  [fail] up>0 -> up/10 : (up'=up-1);
  [fix] up<2 -> n : (up'=up+1);
endmodule
label "down" = up=0;
rewards "work" true : up; [fix] true : 3/2; endrewards
"""
# A job goes to the slow or to the fast server at once; the fast one costs 2 and may send it back.
AUTOMATON = """ma
module jobs
  s : [0..3] init 0;
  [slow] s=0 -> (s'=1);
  [fast] s=0 -> 9/10 : (s'=2) + 1/10 : (s'=3);
  <> s=0 -> 5 : (s'=3);
  <> s=1 -> 1/2 : (s'=3);
  <> s=2 -> 4 : (s'=3) + 1 : (s'=0);
  <> s=3 -> 1/3 : (s'=0);
endmodule
label "idle" = s=3;
label "quick" = s=2;
rewards "cost" s=1 : 1; s=2 : 1/7; [fast] true : 2; endrewards
"""


def theirs(program, text):
    """Storm's exact value at the initial state."""
    (asked,) = stormpy.parse_properties(text, program)
    model = stormpy.build_model[stormpy.Rational](program, [asked])
    result = stormpy.model_checking(model, asked)
    return Fraction(str(result.get_value(model.initial_states[0])))


@pytest.fixture
def machines(tmp_path):
    path = tmp_path / "machines.sm"
    path.write_text(CTMC)
    program = stormpy.parse_prism_program(str(path), prism_compatibility=True)
    return build(path, "n=2"), stormpy.instantiate_constants(program, "n=2", [])[0]


@pytest.fixture
def jobs(tmp_path):
    path = tmp_path / "jobs.ma"
    path.write_text(AUTOMATON)
    return build(path), stormpy.parse_prism_program(str(path))


def agree(answer, value):
    assert answer.value == value == prove(answer).claim.value


def test_a_ctmc_has_storms_values(machines):
    """Up to its initial state, and in the long run, where pi is 1, 20, 200 over 221."""
    model, program = machines
    assert [model.rates[c] for c in range(3)] == [2, Fraction(21, 10), Fraction(1, 5)]
    agree(cost(model, time_rewards(model), "down", "min"), theirs(program, 'T=? [F "down"]'))
    agree(cost(model, "work", "down", "max"), theirs(program, 'R{"work"}=? [F "down"]'))
    share = mean_payoff(model, indicator(model, model.labels["down"]), "max")
    agree(share, theirs(program, 'LRA=? ["down"]'))
    assert share.value == Fraction(1, 221)
    work = mean_payoff(model, "work", "max")
    assert work.value == Fraction(20 + 400, 221) + Fraction(3, 2) * 2 * Fraction(21, 221)
    prove(work)


@pytest.mark.parametrize("sense", ["max", "min"])
def test_a_markov_automaton_has_storms_values(jobs, sense):
    """The clock of state 0 never rings: its immediate choices come first."""
    model, program = jobs
    assert [model.rates[c] for c in range(5)] == [0, 0, Fraction(1, 2), 5, Fraction(1, 3)]
    agree(
        cost(model, time_rewards(model), "idle", sense), theirs(program, f'T{sense}=? [F "idle"]')
    )
    agree(cost(model, "cost", "idle", sense), theirs(program, f'R{{"cost"}}{sense}=? [F "idle"]'))
    agree(reach(model, "quick", sense), theirs(program, f'P{sense}=? [F "quick"]'))
    inside = indicator(model, model.labels["idle"])
    assert mean_payoff(model, inside, sense).value == by_hand(sense)
    prove(mean_payoff(model, inside, sense))


def by_hand(sense):
    """3 / (3 + time to idle): 2 by the slow server; by the fast one t = 9/10 (1/5 + t/5)."""
    fast = Fraction(9, 50) / (1 - Fraction(9, 50))
    return max(3 / (3 + t) for t in (2, fast)) if sense == "max" else Fraction(3, 5)


def test_a_model_of_stormpy_is_the_same(jobs):
    model, program = jobs
    options = stormpy.BuilderOptions()
    options.set_build_all_reward_models()
    options.set_build_all_labels()
    found = from_storm(stormpy.build_model[stormpy.Rational](program, options=options))
    assert found.choices == model.choices
    for sense in ("max", "min"):
        one, other = (cost(m, "cost", "idle", sense).value for m in (model, found))
        assert one == other
    assert not np.asarray(found.rates.numerator < 0).any()


def element(array, index):
    return {"op": "aa", "exp": array, "index": index}


def applied(sign, left, right):
    return {"op": sign, "left": left, "right": right}


def initially(value):
    return {"op": "filter", "fun": "max", "values": value, "states": {"op": "initial"}}


def race(kind):
    """Two count to 3, with probabilities 1/4 and 3/4 a step, until one is there; JANI's arrays."""
    goes_on = applied("∧", applied("<", element("n", 0), 3), applied("<", element("n", 1), 3))
    adds = [{"ref": element("n", i), "value": applied("+", element("n", i), 1)} for i in (0, 1)]
    steps = [
        {"location": "l", "probability": {"exp": 0.25}, "assignments": [adds[0]]},
        {"location": "l", "probability": {"exp": 0.75}, "assignments": [adds[1]]},
    ]
    steps[0]["assignments"].append({"ref": "paid", "value": 1})
    rate = {"rate": {"exp": 2}} if kind == "ma" else {}
    asked = {
        "first": {"op": "Pmax", "exp": {"op": "F", "exp": applied("=", element("n", 0), 3)}},
        "root": {
            "op": "Pmax",
            "exp": {"op": "F", "exp": applied("≥", applied("pow", element("n", 0), 0.5), 1.5)},
        },
        "made": {"op": "Smin", "exp": "made"},
        "paid": {
            "op": "Emax",
            "exp": "paid",
            "accumulate": ["time"],
            "reach": {"op": "¬", "exp": goes_on},
        },
    }
    count = {
        "kind": "array",
        "base": {"kind": "bounded", "base": "int", "lower-bound": 0, "upper-bound": 3},
    }
    transient = {"type": "real", "transient": True, "initial-value": 0}
    return json.dumps({
        "jani-version": 1, "name": "race", "type": kind, "actions": [],
        "features": ["derived-operators", "arrays"],
        "variables": [
            {"name": "n", "type": count, "initial-value": {"op": "av", "elements": [0, 0]}},
            {"name": "made", **transient}, {"name": "paid", **transient},
        ],
        "properties": [{"name": n, "expression": initially(each)} for n, each in asked.items()],
        "automata": [{
            "name": "A", "initial-locations": ["l"],
            "locations": [{"name": "l", "transient-values": [
                {"ref": "made", "value": element("n", 1)}]}],
            "edges": [
                {"location": "l", **rate, "guard": {"exp": goes_on}, "destinations": steps},
                {"location": "l", **rate, "guard": {"exp": {"op": "¬", "exp": goes_on}},
                 "destinations": [{"location": "l"}]},
            ],
        }],
        "system": {"elements": [{"automaton": "A"}]},
    })  # fmt: skip


@pytest.mark.parametrize("kind", ["mdp", "ma"])
def test_jani_properties_ask_about_arrays_roots_and_transient_numbers(tmp_path, kind):
    """0 is there first with probability 1/64 (1 + 3 * 3/4 + 6 * 9/16) = 53/512, and has then more
    than 9/4, whose root is 3/2. In the end n[1] is 3, or 0, 1 and 2 with the three addends."""
    (tmp_path / "race.jani").write_text(race(kind))
    asked = requested(str(tmp_path / "race.jani"))
    solver = Solver(model_of(asked), asked.names, kind=asked.kind)
    refused = {each.name: each.refusal for each in asked.queries if each.refusal}
    values = {q.name: solver.answer(q).value for q in asked.queries if not q.refusal}
    first = Fraction(53, 512)
    assert values["first"] == values["root"] == first
    assert values["made"] == 3 * (1 - first) + Fraction(1 * 3 * 3, 64 * 4) + Fraction(
        2 * 6 * 9, 64 * 16
    )
    if kind == "ma":  # what a step pays is not paid over time
        assert values["paid"] == 0 and not refused
    else:
        assert refused.keys() == {"paid"} and "no time passes in dtmc and mdp" in refused["paid"]


def test_what_storm_cannot_read_is_said_once_and_alone(tmp_path, capsys):
    broken = json.loads(race("mdp"))
    broken["properties"] += [
        {
            "name": f"ltl{k}",
            "expression": initially({"op": "Pmax", "exp": {"op": "X", "exp": True}}),
        }
        for k in range(3)
    ]
    for key, value in (("features", ["nondet-selection"]), ("type", "pta")):
        (tmp_path / "m.jani").write_text(json.dumps({**broken, key: value}))
        for some in ([], ["--prop", "ltl0", "--prop", "ltl1"]):
            assert main(["solve", str(tmp_path / "m.jani"), *some]) == 2
            out, err = capsys.readouterr()
            assert out == "" and err.count("\n") == 1 and "ltl" not in err

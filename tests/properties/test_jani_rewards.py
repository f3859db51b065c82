"""JANI's accumulations: steps, time and exit under E and S, of variables on edges and in locations.

Sources of the meanings, of which each has a case below. The specification of JANI, jani-spec.org,
*RewardAccumulation*: steps "evaluate the expression when taking a transition, after all assignments
have been executed", time "when delaying in a state and accumulate the result times the delay (zero
in untimed models)"; of Smin and Smax: "if absent, it is [steps, time] for timed models, and
[exit, steps] for untimed models". Its variables that are transient have a location's value in a
state, and on a transition their initial value unless an edge assigns them. Storm's
``FilteredRewardModel.h`` has the same: rewards of states count on exit, or with time.
"""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from exactbox.mdp import Model, Ratios, Rewards
from exactbox.properties import Names, read_properties
from exactbox.properties.programs import read_program
from exactbox.properties.property_answers import Solver
from tests.requests import model_of, requested

KINDS = ("dtmc", "mdp", "ctmc", "ma")
RATES = {"ctmc": (2, 4, 3), "ma": (2, 0, 3)}  # of the states 0, 1, 2, in a cycle
PLACES = [(5, 0), (0, 7), (5, 7)]  # what an edge of 0 or 1 brings, and what being in 0 is worth
ACCUMULATE = [None, ["steps"], ["time"], ["exit"], ["steps", "time"], ["exit", "steps"]]


def jani(kind, edge, place, *asked):
    """Three states in a cycle; where there are choices, 1 has a second one, whose edge brings 1
    more. Properties are given by their expressions, and have their numbers for names."""

    def when(k):
        return {"op": "=", "left": "s", "right": k}

    def edge_from(k, gain):
        assigned = [{"ref": "s", "value": (k + 1) % 3}, {"ref": "r", "value": gain}]
        found = {"location": "l", "guard": {"exp": when(k)}}
        if RATES.get(kind, (0, 0, 0))[k]:
            found["rate"] = {"exp": RATES[kind][k]}
        return {
            **found,
            "destinations": [{"location": "l", "assignments": assigned[: 1 + (gain > 0)]}],
        }

    edges = [edge_from(0, edge), edge_from(1, edge), edge_from(2, 0)]
    if edge and kind in ("mdp", "ma"):
        edges.append(edge_from(1, edge + 1))
    value = {"op": "ite", "if": when(0), "then": place, "else": 0}
    values = {"transient-values": [{"ref": "r", "value": value}]} if place else {}
    limits = {"kind": "bounded", "base": "int", "lower-bound": 0, "upper-bound": 2}
    ask = {"op": "filter", "fun": "max", "states": {"op": "initial"}}
    return json.dumps({
        "jani-version": 1, "name": "cycle", "type": kind, "actions": [],
        "features": ["derived-operators", "state-exit-rewards"],
        "variables": [
            {"name": "s", "type": limits, "initial-value": 0},
            {"name": "r", "type": "real", "transient": True, "initial-value": 0},
        ],
        "properties": [
            {"name": str(k), "expression": {**ask, "values": each}} for k, each in enumerate(asked)
        ],
        "automata": [{
            "name": "A", "initial-locations": ["l"],
            "locations": [{"name": "l", **values}], "edges": edges,
        }],
        "system": {"elements": [{"automaton": "A"}]},
    })  # fmt: skip


def prism(kind, edge, place):
    """The same as a program of PRISM."""
    rates = RATES.get(kind, (0, 0, 0))
    lines = [
        f"{'<>' if kind == 'ma' and rates[k] else '[]'} s={k} -> "
        f"{rates[k] or 1} : (s'={(k + 1) % 3});"
        for k in range(3)
    ]
    if edge and kind in ("mdp", "ma"):
        lines.append("[dear] s=1 -> (s'=2);")
    rewards = f"[] s=0 : {edge}; [] s=1 : {edge}; [dear] true : {edge + 1}; s=0 : {place};"
    module = f"module m s : [0..2] init 0; {' '.join(lines)} endmodule"
    if "dear" not in module:
        rewards = rewards.replace(f"[dear] true : {edge + 1};", "")
    return f'{kind}\n{module}\nrewards "r" {rewards} endrewards'


def by_hand(kind, edge, place):
    """The same as a `Model`."""
    several = edge and kind in ("mdp", "ma")
    options = [[0], [1, 2], [3]] if several else [[0], [1], [2]]
    gains = [edge, edge, edge + 1, 0] if several else [edge, edge, 0]
    choices = len(gains)
    state = [s for s, own in enumerate(options) for _ in own]
    ones = [1] * choices
    here = [place * (s == 0) for s in state]
    rewards, rates = Rewards([g + h for g, h in zip(gains, here, strict=True)], ones), None
    if kind in RATES:
        rewards = Rewards(gains, ones, rate=Ratios(here, ones))
        rates = Ratios([RATES[kind][s] for s in state], ones)
    starts = [0, *(sum(map(len, options[: s + 1])) for s in range(3))]
    return Model(
        starts,
        range(choices + 1),
        [(s + 1) % 3 for s in state],
        ones,
        ones,
        rewards={"r": rewards},
        rates=rates,
        valuations=["s=0", "s=1", "s=2"],
    )


def expected(operator, accumulate, kind, edge, place):
    """The least reward of a cycle, a step or a unit of time; None where that is refused.

    A cycle pays two edges; in 0 it pays once on exit, or for the time there.
    """
    timed = kind in RATES
    if accumulate is None:
        if operator == "E":
            return None  # the value at the goal
        accumulate = ["steps", "time"] if timed else ["exit", "steps"]
    if (timed and "exit" in accumulate) or (not timed and accumulate == ["time"]):
        return None
    in_states, in_steps = ("time" if timed else "exit") in accumulate, "steps" in accumulate
    if not timed and ((place and not in_states) or (edge and not in_steps)):
        return None  # one number in the model, of which a part is asked
    rates = RATES.get(kind, (1, 1, 1))
    gains = 2 * edge * in_steps + Fraction(place * in_states, rates[0])
    length = sum(Fraction(1, rate) for rate in rates if rate)
    return gains if operator == "E" else gains / length


def question(operator, accumulate):
    asked = {"op": f"{operator}min", "exp": "r"}
    if operator == "E":
        asked["reach"] = {"op": "=", "left": "s", "right": 2}
    return asked if accumulate is None else {**asked, "accumulate": accumulate}


ALL = [(operator, accumulate) for operator in "ES" for accumulate in ACCUMULATE]
ASKED = [question(operator, accumulate) for operator, accumulate in ALL]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("edge, place", PLACES)
def test_every_accumulation_has_the_value_of_its_meaning_or_is_refused(tmp_path, kind, edge, place):
    path = tmp_path / "cycle.jani"
    path.write_text(jani(kind, edge, place, *ASKED))
    solver = Solver(by_hand(kind, edge, place), Names("", program=read_program(path)), kind=kind)
    for (operator, accumulate), each in zip(ALL, read_properties(path).properties, strict=True):
        value = expected(operator, accumulate, kind, edge, place)
        if value is None:
            assert "accumulate" in each.refusal or json.dumps(accumulate) in each.refusal
        else:
            found = solver.answer(each)
            assert found.value == value, (operator, accumulate)
            assert (value == 0) == (found.note == "every reward r that counts here is 0")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("edge, place", PLACES)
def test_a_program_and_its_jani_file_have_one_answer(tmp_path, kind, edge, place):
    """And it is Storm's, wherever the question is not refused."""
    stormpy = pytest.importorskip("stormpy", minversion="2")
    path, text = tmp_path / "cycle.jani", tmp_path / "cycle.prism"
    path.write_text(jani(kind, edge, place, *ASKED))
    text.write_text(prism(kind, edge, place))
    answers = []
    for file, wanted in ((path, None), (text, ["Rmin=? [ F s=2 ]", "Rmin=? [ S ]"])):
        asked = requested(str(file), wanted=wanted)
        solver = Solver(model_of(asked), asked.names, kind=asked.kind)
        understood = {q.name or q.text: q for q in asked.queries if not q.refusal}
        answers.append({name: solver.answer(q).value for name, q in understood.items()})
    of_jani, of_prism = answers
    for k, (operator, accumulate) in enumerate(ALL):
        assert of_jani.get(str(k)) == expected(operator, accumulate, kind, edge, place)
        whole = ["steps", "time"] if kind in RATES else ["exit", "steps"]
        if accumulate == whole or (operator == "S" and accumulate is None):
            same = "Rmin=? [ F s=2 ]" if operator == "E" else "Rmin=? [ S ]"
            assert of_jani[str(k)] == of_prism[same]
    program, properties = stormpy.parse_jani_model(str(path))
    for each in properties:
        if of_jani.get(each.get_name()):  # Storm refuses rewards that are all 0
            model = stormpy.build_model[stormpy.Rational](program, [each])
            found = stormpy.model_checking(model, each).get_value(model.initial_states[0])
            assert Fraction(str(found)) == of_jani[each.get_name()]


def test_a_kanban_system_has_the_published_throughput(tmp_path):
    """Edges alone assign the variable, and S has no accumulate; by Storm, exactly, in the set.

    Ciardo, Tilgner, *On the use of Kronecker operators for the solution of generalized stochastic
    Petri nets*, 1996: four cells of one ticket each, of which 2 and 3 work side by side. A part is
    worked on (x), is good (z) or has to be done again (y), waits (w), and goes on.
    """
    pytest.importorskip("stormpy", minversion="2")
    rates = {1: (0.36, 0.84), 2: (0.42, 0.98), 3: (0.39, 0.91), 4: (0.33, 0.77)}  # again, good

    def at(name, k):
        return {"op": "=", "left": name, "right": k}

    def both(*parts):
        found, *more = parts
        for part in more:
            found = {"op": "∧", "left": found, "right": part}
        return found

    def edge(rate, guard, *sets):
        assigned = [{"ref": name, "value": k} for name, k in sets]
        return {"location": "l", "rate": {"exp": rate}, "guard": {"exp": guard},
                "destinations": [{"location": "l", "assignments": assigned}]}  # fmt: skip

    def cell(k):  # empty 0, at work 1, to be done again 2, good 3
        again, good = rates[k]
        c = f"c{k}"
        return [edge(again, at(c, 1), (c, 2)), edge(good, at(c, 1), (c, 3)),
                edge(0.3, at(c, 2), (c, 1))]  # fmt: skip

    edges = [each for k in rates for each in cell(k)]
    edges.append(edge(1, at("c1", 0), ("c1", 1), ("throughput", 1)))
    free = [at("c2", 0), at("c3", 0)]
    edges.append(edge(0.4, both(at("c1", 3), *free), ("c1", 0), ("c2", 1), ("c3", 1)))
    done = [at("c2", 3), at("c3", 3), at("c4", 0)]
    edges.append(edge(0.5, both(*done), ("c2", 0), ("c3", 0), ("c4", 1)))
    edges.append(edge(0.9, at("c4", 3), ("c4", 0)))
    four = {"kind": "bounded", "base": "int", "lower-bound": 0, "upper-bound": 3}
    cells = [{"name": f"c{k}", "type": four, "initial-value": 0} for k in rates]
    path = tmp_path / "kanban.jani"
    found = json.loads(jani("ctmc", 1, 0, {"op": "Smin", "exp": "throughput"}))
    found["variables"] = [*cells, {**found["variables"][1], "name": "throughput"}]
    found["automata"][0]["edges"] = edges
    path.write_text(json.dumps(found))
    asked = requested(str(path))
    solver = Solver(model_of(asked), asked.names, kind=asked.kind)
    assert solver.model.states == 160  # as the set says
    assert solver.answer(asked.queries[0]).decimal(16) == "0.0925846346333826"

"""Programs that are not built behind a goal: every value is that of the whole program."""

from __future__ import annotations

import json
import random

import pytest

from exactbox.cli import main
from exactbox.commands.models.question_options import make_request
from exactbox.properties import Names, parse
from exactbox.properties.property_answers import Solver
from exactbox.properties.terminal_states import terminal_states

UNTIL = (
    'P{m}=? [ F "far" ]',
    'P{m}=? [ F !"near" & x>{k} ]',
    "P{m}=? [ F b=true & x!={k} ]",
    'P{m}=? [ "near" U "far" ]',
    'P{m}=? [ !"far" U x={k} ]',
    "P{m}=? [ x<{k} U high ]",
    'P{m}=? [ G !"far" ]',
    'P{m}=? [ "near" W x={k} ]',
    'P{m}=? [ x={k} R !"far" ]',
    'P{m}=? [ !(F "far") ]',
    'P{m}>=1/2 [ F "far" ]',
    'R{{"both"}}{m}=? [ F "far" ]',
    'R{{"both"}}{m}=? [ F x>{k} | b ]',
    'R{{"goal"}}{m}=? [ F "far" ]',
    "T{m}=? [ F x={k} ]",
    'filter(max, P{m}=? [ F "far" ], "init")',
)
BOUNDED = (  # not answered in continuous time
    'P{m}=? [ F<=3 "far" ]',
    'P{m}=? [ "near" U<4 x={k} ]',
    'P{m}=? [ G<=2 !"far" ]',
    'P{m}=? [ F{{"goal"}}<=6 "far" ]',
)
WHOLE = (
    'S=? [ "far" ]',
    'R{"both"}max=? [ S ]',
    'R{"both"}max=? [ C ]',
    'R{"both"}max=? [ C<=3 ]',
    'P=? [ X "far" ]',
    'P=? [ F>=2 "far" ]',
    'P=? [ F[1,3] "far" ]',
    'P=? [ F P>=1 [ F "far" ] ]',
    'P=? [ F "far" || F x=0 ]',
    'P=? [ F x=0 || F "far" ]',
    'P=? [ F "deadlock" ]',
    "P=? [ F x/2>1 ]",
    'filter(max, P=? [ F "far" ], true)',
    '"far"',
)


def program(kind, seed):
    """A random program of at most 14 states, with rewards on the goal, too."""
    draw = random.Random(seed)
    sign = "<>" if kind == "ma" else "[]"
    lines = []
    for x in range(7):
        for _ in range(draw.randint(1, 2) if kind == "mdp" else 1):
            ends = [draw.randrange(7) for _ in range(draw.randint(1, 3))]
            weights = [draw.randint(1, 5) for _ in ends]
            total = 1 if kind in ("ctmc", "ma") else sum(weights)
            flips = [draw.choice(["", " & (b'=!b)"]) for _ in ends]
            parts = zip(weights, ends, flips, strict=True)
            to = " + ".join(f"{w}/{total} : (x'={end}){flip}" for w, end, flip in parts)
            lines.append(f"  {sign} x={x} -> {to};")
        if kind == "ma" and draw.random() < 0.4:
            lines[-1] = f"  [go] x={x} -> (x'={draw.randrange(7)}); [no] x={x} -> (x'={x // 2});"
    text = "\n".join(lines)
    return f"""{kind}
const int top = 5;
formula high = x>=top;
module walk
  x : [0..6] init 1;
  b : bool init false;
{text}
endmodule
label "far" = x>3;
label "near" = x<=4;
rewards "both" x<5 : x; b : 1/3; [] x=1 : 2; endrewards
rewards "goal" x>3 : 2; endrewards
"""


def both(path, text):
    """The answers with the program as it is built for this question, and whole; their states."""
    found = []
    for whole in (False, True):
        request = make_request({"prop": [text]}, str(path), whole=whole)
        model, behind = request.read()
        assert not (whole and behind)
        try:
            answer = Solver(model, request.names, kind=request.kind).answer(request.queries[0])
            found.append((answer.value, model.states, behind))
        except ValueError as error:  # both are refused: a reward that is infinite, for example
            found.append((type(error), model.states, behind))
    return found


@pytest.mark.parametrize("kind", ["dtmc", "mdp", "ctmc", "ma"])
def test_values_are_those_of_the_whole_program(kind, tmp_path):
    pytest.importorskip("stormpy")
    smaller, path = 0, tmp_path / "walk.prism"
    for seed in range(2):
        path.write_text(program(kind, seed))
        for k, form in enumerate([*UNTIL, *BOUNDED] if kind in ("dtmc", "mdp") else UNTIL):
            sense = ("max", "min")[(k + seed) % 2] if kind in ("mdp", "ma") else ""
            if ">=" in form and form.startswith("P{m}>"):
                sense = ""
            cut, whole = both(path, form.format(m=sense, k=3 + seed % 2))
            assert cut[0] == whole[0], (seed, form)
            assert cut[1] <= whole[1]
            smaller += cut[1] < whole[1]
    assert smaller > 6  # the cut leaves states out


def test_a_question_that_sees_more_states_is_asked_of_the_whole_program():
    for text in WHOLE:
        assert terminal_states(parse(text), Names()) is None, text
    for text in (*UNTIL, *BOUNDED):
        assert terminal_states(parse(text.format(m="", k=2)), Names()) is not None, text


def test_rewards_on_the_goal_alone_are_still_spoken_of(tmp_path, capsys):
    pytest.importorskip("stormpy")
    path = tmp_path / "walk.prism"
    path.write_text(program("dtmc", 1))
    main(["solve", str(path), "--prop", 'R{"goal"}=? [ F "far" ]', "--json"])
    told = json.loads(capsys.readouterr().out)
    assert "C" in told["note"]
    assert "cut" not in told


def jani():
    """A coin is tossed until three heads in a row; the count goes on for ever behind that."""

    def edge(guard, *ends):
        return {
            "location": "l",
            "guard": {"exp": guard},
            "destinations": [
                {
                    "location": "l",
                    "probability": {"exp": {"op": "/", "left": p, "right": 2}},
                    "assignments": [{"ref": "n", "value": value}],
                }
                for p, value in ends
            ],
        }

    def place(sign, k):
        return {"op": sign, "left": "n", "right": k}

    def minimum(k):
        return {"op": "min", "left": 9, "right": {"op": "+", "left": "n", "right": k}}

    goal = {"op": "F", "exp": "won"}
    values = {"op": "Pmax", "exp": goal}
    asked = {"op": "filter", "fun": "max", "values": values, "states": {"op": "initial"}}
    return {
        "jani-version": 1,
        "name": "toss",
        "type": "mdp",
        "variables": [
            {
                "name": "n",
                "type": {"kind": "bounded", "base": "int", "lower-bound": 0, "upper-bound": 9},
                "initial-value": 0,
            },
            {"name": "won", "type": "bool", "transient": True, "initial-value": False},
        ],
        "properties": [{"name": "wins", "expression": asked}],
        "automata": [
            {
                "name": "a",
                "locations": [
                    {
                        "name": "l",
                        "transient-values": [{"ref": "won", "value": place("=", 3)}],
                    }
                ],
                "initial-locations": ["l"],
                "edges": [
                    edge(place("<", 3), (1, minimum(1)), (1, 0)),
                    edge(place("=", 2), (1, 0), (1, 1)),
                    edge(place("≥", 3), (1, minimum(1)), (1, minimum(2))),
                ],
            }
        ],
        "system": {"elements": [{"automaton": "a"}], "syncs": []},
    }


@pytest.mark.parametrize(
    ("text", "states"),
    [("wins", 4), ("Pmin=? [ F n=3 ]", 4), ("Pmin=? [ n<2 U n>2 ]", 3), ("Tmin=? [ F n>=3 ]", 4)],
)
def test_jani_values_are_those_of_the_whole_program(text, states, tmp_path):
    pytest.importorskip("stormpy")
    path = tmp_path / "toss.jani"
    path.write_text(json.dumps(jani()))
    cut, whole = both(path, text)
    assert cut[0] == whole[0]
    assert whole[1] == 10
    assert cut[1] == states
    assert cut[2]

"""Programs that Storm builds, and models of stormpy; skipped where stormpy is not installed."""

from __future__ import annotations

import re
import sys
from fractions import Fraction

import pytest

from exactbox.formats import build, from_storm, read_model, write_model
from tests.test_formats import DIE, fractions, same

stormpy = pytest.importorskip("stormpy", minversion="2")

# Knuth and Yao's die with a coin that shows heads with probability p.
PROGRAM = """dtmc
const double p;
module die
  s : [0..12] init 0;
  [] s=0 -> p : (s'=1) + 1-p : (s'=2);
  [] s=1 -> p : (s'=3) + 1-p : (s'=4);
  [] s=2 -> p : (s'=5) + 1-p : (s'=6);
  [] s=3 -> p : (s'=1) + 1-p : (s'=7);
  [] s=4 -> p : (s'=8) + 1-p : (s'=9);
  [] s=5 -> p : (s'=10) + 1-p : (s'=11);
  [] s=6 -> p : (s'=2) + 1-p : (s'=12);
  [] s>=7 -> 1 : (s'=s);
endmodule
label "six" = s=12;
label "never" = s=12 & s=11;
rewards "flips" s<7 : 1; endrewards
rewards [] s<7 : 0.1; endrewards
"""
MDP = """mdp
module m
  x : [0..3] init 0;
  [up] x<2 -> 0.3 : (x'=x+1) + 0.7 : (x'=0);
  [jump] x<2 -> 1e-3 : (x'=3) + 999/1000 : (x'=2);
  [] x>=2 -> true;
endmodule
rewards [up] true : 2; x=1 : 1/3; endrewards
"""


def program(folder, text, name):
    (folder / name).write_text(text)
    return folder / name


def values(model):
    """The value of s or x in every state."""
    return [int(re.search(r"(?:^|& )[sx]=([0-9]+)", text)[1]) for text in model.valuations]


def by_value(model):
    """For every value of the variable, the choices: probabilities by value of the target."""
    value = values(model)
    found = {}
    for c, s in enumerate(model.state_of.tolist()):
        low, high = model.branch_start[c : c + 2].tolist()
        found.setdefault(value[s], []).append(
            {
                value[model.target[b]]: Fraction(int(model.weight[b]), int(model.denominator[c]))
                for b in sorted(range(low, high), key=lambda b: value[model.target[b]])
            }
        )
    return found


def arrays(model):
    """What a certificate's question has of the model, and the names of the actions."""
    parts = (model.option_start, model.branch_start, model.target, model.weight, model.initial)
    return [part.tolist() for part in parts], list(model.actions)


def by_choice(model, gain):
    """Rewards by the value of the variable and the action."""
    of_choice = [(values(model)[s], a) for s, a in zip(model.state_of, model.actions)]
    return dict(zip(of_choice, fractions(gain), strict=True))


@pytest.mark.parametrize("constants", ["p=1/7", {"p": Fraction(1, 7)}, {"p": "1/7"}])
def test_the_die_of_a_program_is_exact(tmp_path, constants):
    model = read_model(program(tmp_path, PROGRAM, "die.pm"), constants=constants)
    p = Fraction(1, 7)
    wanted = {s: [{low: p, high: 1 - p}] for s, (low, high) in enumerate(DIE)}
    wanted |= {s: [{s: 1}] for s in range(7, 13)}
    assert by_value(model) == wanted
    assert model.valuations[model.initial_state] == "s=0"
    six = [text == "s=12" for text in model.valuations]
    assert model.labels["six"].tolist() == six
    assert model.labels["never"].tolist() == [False] * 13
    inner = [int(text.split("=")[1]) < 7 for text in model.valuations]
    assert fractions(model.rewards["flips"]) == inner
    assert fractions(model.rewards[""]) == [Fraction(1, 10) * i for i in inner]
    for suffix in ("tra", "json"):
        write_model(tmp_path / f"again.{suffix}", model)
        same(read_model(tmp_path / f"again.{suffix}"), model)


def test_decimals_of_a_program_are_not_rounded(tmp_path):
    digits = "0.12345678901234567890123"
    path = program(tmp_path, PROGRAM, "die.prism")
    model = build(path, f"p={digits}")
    assert set(model.denominator.tolist()) == {10**23, 1}
    assert by_value(model)[0] == [{1: Fraction(digits), 2: 1 - Fraction(digits)}]


def test_a_decision_process_has_names_and_rewards_of_choices(tmp_path):
    model = build(program(tmp_path, MDP, "m.nm"))
    wanted = {(0, "up"): 2, (0, "jump"): 0, (1, "up"): Fraction(7, 3), (1, "jump"): Fraction(1, 3)}
    wanted |= {(2, ""): 0, (3, ""): 0}
    assert by_choice(model, model.rewards[""]) == wanted
    up = {0: Fraction(7, 10), 2: Fraction(3, 10)}
    jump = {2: Fraction(999, 1000), 3: Fraction(1, 1000)}
    assert sorted(by_value(model)[1], key=str) == sorted([up, jump], key=str)


def test_jani(tmp_path):
    path = program(tmp_path, MDP, "m.nm")
    parsed = stormpy.parse_prism_program(str(path))
    stormpy.io.export_jani_to_file(str(tmp_path / "m.jani"), parsed.to_jani())
    found, wanted = read_model(tmp_path / "m.jani"), read_model(path)
    assert arrays(found) == arrays(wanted)
    (gain,) = found.rewards.values()
    assert by_choice(found, gain) == by_choice(wanted, wanted.rewards[""])


def test_states_are_in_the_order_of_their_values(tmp_path):
    """By the name of the variable, then by its value: false before true, -1 before 0."""
    text = """mdp
module m
  b : bool init true;
  [] !b -> (b'=true);
  [] b -> (b'=false);
endmodule
module k
  a : [-1..1] init 1;
  [down] a>-1 -> (a'=a-1);
  [back] a>-1 -> (a'=1);
endmodule
"""
    model = build(program(tmp_path, text, "order.prism"))
    wanted = [f"a={a} & b={b}" for a in (-1, 0, 1) for b in ("false", "true")]
    assert model.valuations == wanted
    assert model.initial.tolist() == [5]
    start = model.option_start.tolist()
    assert model.actions[start[3] : start[4]] == ["", "back", "down"]
    assert model.target[start[3] : start[4]].tolist() == [2, 5, 1]


def test_the_order_is_that_of_values_and_names_and_not_that_of_the_text(tmp_path):
    """Storm meets other states first where modules or commands are in another order."""
    one, two = (
        "module m\n  x : [0..2] init 1;\n  [go] true -> 1/3 : (x'=0) + 2/3 : (x'=2);\n"
        "  [] x=1 -> (x'=2);\n  [] x<2 -> (x'=x+1);\nendmodule\n",
        "module k\n  y : [0..3] init 2;\n  [go] y>0 -> (y'=y-1);\n  [] y<3 -> (y'=3);\nendmodule\n",
    )
    lines = one.splitlines(keepends=True)
    turned = "".join([*lines[:2], *reversed(lines[2:-1]), lines[-1]])
    texts = [f"mdp\n{text}" for text in (one + two, two + one, two + turned)]
    first, *others = (build(program(tmp_path, text, f"{k}.prism")) for k, text in enumerate(texts))
    assert first.states == 12
    for other in others:
        assert arrays(other) == arrays(first)


def test_choices_with_one_action_are_in_the_order_of_what_they_lead_to(tmp_path):
    text = "mdp module m x : [0..2]; [] true -> (x'=2); [] true -> 1/2 : (x'=1) + 1/2 : (x'=2); "
    text += "[] true -> 1/3 : (x'=1) + 2/3 : (x'=2); [] true -> (x'=0); endmodule"
    model = build(program(tmp_path, text, "ties.prism"))
    here = slice(*model.branch_start[[0, 4]].tolist())
    assert model.target[here].tolist() == [0, 1, 2, 1, 2, 2]
    assert model.weight[here].tolist() == [1, 1, 1, 1, 2, 1]


def test_models_of_stormpy(tmp_path):
    parsed = stormpy.parse_prism_program(str(program(tmp_path, MDP, "m.nm")))
    model = from_storm(stormpy.build_model[stormpy.Rational](parsed))
    assert model.valuations is None and model.initial_state == 0
    assert sorted(model.denominator.tolist()) == [1, 1, 10, 10, 1000, 1000]
    assert sorted(fractions(model.rewards[""])) == [0, 0, 0, Fraction(1, 3), 2, Fraction(7, 3)]
    with pytest.raises(TypeError, match=r"SparseMdp_Double, need rational numbers: stormpy.build"):
        from_storm(stormpy.build_model(parsed))
    with pytest.raises(TypeError, match="found a _SparseMdp_RationalFunction, need"):
        from_storm(stormpy.build_model[stormpy.RationalFunction](parsed))
    with pytest.raises(TypeError, match="found a int, need a sparse model of stormpy"):
        from_storm(3)


def test_errors_of_programs(tmp_path, monkeypatch, capfd):
    die = program(tmp_path, PROGRAM, "die.pm")
    for constants, message in (
        ("", r"die.pm: Storm says: .*undefined constants"),
        ("p=2", r"die.pm: Storm says: .*negative probabilities"),
        ("q=1", r"die.pm: Storm says: .*unknown"),
    ):
        with pytest.raises(ValueError, match=message) as error:
            build(die, constants)
        assert "\n" not in str(error.value)
    with pytest.raises(TypeError, match=r"the constant p is the float 0.5, need an exact number"):
        build(die, {"p": 0.5})
    with pytest.raises(ValueError, match=r"bad.nm: Storm says: .*Parsing error"):
        build(program(tmp_path, "mdp\nmodule\n", "bad.nm"))
    with pytest.raises(
        ValueError, match=r"die.pm.gz: found '.gz', need .prism, .nm, .pm, .sm, .ma, .j"
    ):
        read_model(tmp_path / "die.pm.gz")
    partly = "pomdp\nobservables\n x\nendobservables\n"
    partly += "module m\n  x : [0..1];\n [] true -> (x'=1);\nendmodule\n"
    with pytest.raises(ValueError, match=r"partly.pm: found a model of type POMDP, need DTMC, MDP"):
        build(program(tmp_path, partly, "partly.pm"))
    with pytest.raises(FileNotFoundError, match=r"none.pm"):
        build(tmp_path / "none.pm")
    monkeypatch.setitem(sys.modules, "stormpy", None)
    with pytest.raises(ImportError, match=r"die.pm needs the package stormpy 2, found none: pip"):
        build(die)

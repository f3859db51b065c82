"""Programs that Storm builds, and models of stormpy; skipped where stormpy is not installed."""

from __future__ import annotations

import re
import sys
from fractions import Fraction

import pytest

from exactbox.formats import build, from_storm, read_model, write_model
from tests.formats.test_round_trips import DIE, fractions, same

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
    parts = (model.action_start, model.branch_start, model.target, model.weight, model.initial)
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
    start = model.action_start.tolist()
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


def test_ties_are_broken_by_targets_then_weights_then_rewards(tmp_path):
    """As lists compare, whatever the length and however large the weights."""
    one = "1 : (x'=0)"
    half = "1/2 : (x'=0) + 1/2 : (x'=1)"
    third = "1/3 : (x'=0) + 2/3 : (x'=1)"
    tiny = "1e-30 : (x'=0) + 1-1e-30 : (x'=1)"
    choices = [tiny, one, third, half, "1/2 : (x'=0) + 1/2 : (x'=2)", half]
    text = "mdp module m x : [0..2]; " + " ".join(f"[] x=0 -> {c};" for c in choices)
    text += " [] x>0 -> true; endmodule"
    model = build(program(tmp_path, text, "ties.prism"))
    found = []
    for c in range(len(choices)):
        here = slice(*model.branch_start[[c, c + 1]].tolist())
        found.append((model.target[here].tolist(), model.weight[here].tolist()))
    assert found == sorted(found) and len(found) == 6
    assert found[0] == ([0], [1]) and found[-1] == ([0, 2], [1, 1])


AUTOMATON = """ma
module m
  x : [0..2] init 0;
  <> x=0 -> 3 : (x'=1) + 1/2 : (x'=2);
  [a] x=1 -> 0.5 : (x'=0) + 0.5 : (x'=2);
  [b] x=1 -> (x'=0);
  <> x=2 -> 4 : (x'=0);
endmodule
label "two" = x=2;
label "never" = x=2 & x=1;
rewards "r" x=0 : 1/3; [a] true : 2; [b] true : 5/7; endrewards
rewards "none" x>2 : 1; endrewards
"""
CHAIN = """ctmc
module m
  x : [0..2] init 0;
  [] x=0 -> 3 : (x'=1) + 1/2 : (x'=2);
  [up] x=1 -> 2 : (x'=2);
  [] x=2 -> 4 : (x'=0);
endmodule
rewards "r" x=0 : 1/3; [up] true : 2; endrewards
"""


@pytest.mark.parametrize("text", [PROGRAM.replace("p;", "p=0.3;"), MDP, AUTOMATON, CHAIN])
def test_storm_writes_the_same_model_into_its_own_files(tmp_path, text):
    """What the bindings hand out, and what Storm's own writer makes of it."""
    parsed = stormpy.parse_prism_program(
        str(program(tmp_path, text, "m.prism")), prism_compatibility=True
    )
    options = stormpy.BuilderOptions(build_full=True)
    options.set_build_choice_labels()
    built = stormpy.build_model[stormpy.Rational](parsed, options=options)
    stormpy.io.export_to_drn(built, str(tmp_path / "m.drn"))
    found, wanted = from_storm(built), read_model(tmp_path / "m.drn")
    for part in ("action_start", "branch_start", "target", "weight", "denominator", "initial"):
        assert getattr(found, part).tolist() == getattr(wanted, part).tolist()
    assert found.actions == wanted.actions
    labels = {name: where.tolist() for name, where in found.labels.items()}
    assert {name: where for name, where in labels.items() if any(where)} == {
        name: where.tolist() for name, where in wanted.labels.items()
    }  # a .drn has no place for labels of no state
    assert found.rewards.keys() == wanted.rewards.keys()
    pairs = [(found.rates, wanted.rates)]
    for name, rewards in found.rewards.items():
        pairs += [(rewards, wanted.rewards[name]), (rewards.rate, wanted.rewards[name].rate)]
    for mine, theirs in pairs:
        assert (mine is None) == (theirs is None)
        assert mine is None or fractions(mine) == fractions(theirs)


def test_several_initial_states_are_read(tmp_path):
    text = "dtmc module m x : [0..3]; [] true -> (x'=mod(x+1,4)); endmodule init x<2 endinit"
    assert build(program(tmp_path, text, "several.prism")).initial.tolist() == [0, 1]


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
    with pytest.raises(TypeError, match="found 3, need a sparse model of stormpy"):
        from_storm(3)


def test_rewards_of_transitions_are_refused(tmp_path):
    parsed = stormpy.parse_prism_program(str(program(tmp_path, MDP, "m.nm")))
    model = stormpy.build_model[stormpy.Rational](parsed)
    gain = stormpy.models.SparseRewardModel[stormpy.Rational](
        optional_transition_reward_matrix=model.transition_matrix
    )
    model.add_reward_model("of steps", gain)
    with pytest.raises(ValueError, match=r"the rewards 'of steps' are of transitions, need states"):
        from_storm(model)


def test_errors_of_programs(tmp_path, monkeypatch, capfd):
    die = program(tmp_path, PROGRAM, "die.pm")
    for constants, message in (
        ("", r"die.pm: the constant p is open \(a number such as 1/3 or 0.1\): --constants p=..."),
        ("p=2", r"die.pm: Storm says: .*negative probabilities"),
        ("q=1", r"die.pm: the constant q is not there; open constants: p"),
        ("p=1/0", r"die.pm: the constant p is '1/0', need a number such as 1/3 or 0.1"),
        ("p", r"constants: found 'p', need NAME=VALUE,..."),
        ("p=1,p=1", r"constants: found p twice, need it once"),
    ):
        with pytest.raises(ValueError, match=message) as error:
            build(die, constants)
        assert "\n" not in str(error.value)
    with pytest.raises(TypeError, match=r"the constant p is the float 0.5, need an exact number"):
        build(die, {"p": 0.5})
    assert build(die, {"p": 1.0}).weight.tolist() == build(die, {"p": 1}).weight.tolist()
    with pytest.raises(ValueError, match=r"bad.nm:2: Storm says: column"):
        build(program(tmp_path, "mdp\nmodule\n", "bad.nm"))
    with pytest.raises(ValueError, match=r"die.drn: found '.drn', need .prism, .nm, .pm, .sm"):
        build(tmp_path / "die.drn")
    partly = "pomdp\nobservables\n x\nendobservables\n"
    partly += "module m\n  x : [0..1];\n [] true -> (x'=1);\nendmodule\n"
    with pytest.raises(ValueError, match=r"partly.pm: found a model of type POMDP, need DTMC, MDP"):
        build(program(tmp_path, partly, "partly.pm"))
    with pytest.raises(FileNotFoundError, match=r"none.pm"):
        build(tmp_path / "none.pm")
    monkeypatch.setitem(sys.modules, "stormpy.io", None)
    with pytest.raises(ImportError, match=r"die.pm needs the package stormpy 2, found none: pip"):
        build(die)


OVERFLOW = """dtmc
module m
  x : [0..2] init 0;
  [] x=0 -> 0.5 : (x'=1) + 0.5 : (x'=2);
  [] x=1 -> (x'=5);
endmodule
"""


def test_a_value_out_of_its_bounds_is_refused_and_does_not_wrap(tmp_path):
    """5 has the lowest two bits of 1: Storm alone would keep x=1."""
    for text, value in ((OVERFLOW, 5), (OVERFLOW.replace("=5", "=x+8"), 9)):
        with pytest.raises(
            ValueError, match=rf"m.prism: Storm says: .*out-of-bounds value .{value}"
        ):
            build(program(tmp_path, text, "m.prism"))


CONSTANTS = """mdp
const int K; const bool b; const int M = 3; const double p;
module m
  x : [0..K] init 0;
  [] b & x<M -> p : (x'=0) + 1-p : (x'=1);
endmodule
"""


@pytest.mark.parametrize(
    "constants, message",
    [
        ("", "the constants K, b, p are open: --constants K=...,b=...,p=..."),
        ("K=2,p=1", "the constant b is open (true or false): --constants b=..."),
        ("b=true,p=1", "the constant K is open (an integer): --constants K=..."),
        ("K=2.5", "the constant K is '2.5', need an integer"),
        ("b=1", "the constant b is '1', need true or false"),
        ("M=4", "the constant M has a value in the file already; open constants: K, b, p"),
    ],
)
def test_constants_are_named_before_anything_is_built(tmp_path, monkeypatch, constants, message):
    monkeypatch.setattr(stormpy, "build_model", {})
    path = program(tmp_path, CONSTANTS, "m.prism")
    with pytest.raises(ValueError) as error:
        build(path, constants)
    assert str(error.value) == f"{path}: {message}"


@pytest.mark.parametrize("kind", ["pta", "smg", "pomdp"])
def test_the_type_of_a_program_is_tested_before_it_is_built(tmp_path, monkeypatch, kind):
    monkeypatch.setattr(stormpy, "build_model", {})
    text = f"{kind}\nmodule m\n x : [0..1];\n [] true -> true;\nendmodule\n"
    with pytest.raises(ValueError, match=r"m.prism: (found a|Storm says: )"):
        build(program(tmp_path, text, "m.prism"))


def test_storm_prints_nothing_beside_our_errors(tmp_path, capfd):
    print("before")
    with pytest.raises(ValueError, match=r"m.prism:3: Storm says: column 13: expecting"):
        build(program(tmp_path, "mdp\nmodule m\n  x : [0..3 init 0;\nendmodule\n", "m.prism"))
    print("after")
    out, err = capfd.readouterr()
    assert (out, err) == ("before\nafter\n", "")


def test_quiet_needs_no_open_streams(monkeypatch):
    from exactbox.formats.storm.storm_program import quiet

    def closed(fd):
        raise OSError("closed")

    monkeypatch.setattr("exactbox.formats.storm.storm_program.os.dup", closed)
    monkeypatch.setattr(sys, "stdout", None)
    with quiet():
        pass

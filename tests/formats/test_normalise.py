"""Probabilities that do not add up to 1: refused, or divided by their sum, which is then said."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from exactbox.certificate import prove
from exactbox.check import check_plain
from exactbox.cli import main
from exactbox.formats import build, read_model, write_model
from exactbox.mdp import Model, cost, policy_value, reach, within_reward
from exactbox.mdp.model.rewards import Normalised

SUM = Fraction(10000001, 10000000)
DRN = """@type: MDP
@parameters

@reward_models
r
@nr_states
2
@nr_choices
3
@model
state 0 [0] init
\taction toss [1]
\t\t0 : 0.5
\t\t1 : 0.5000001
\taction wait [1]
\t\t0 : 1
state 1 [0] won
\taction stay [0]
\t\t1 : 1
"""
JSON = {
    "type": "mdp",
    "states": [
        {"choices": [{"to": {"0": 0.5, "1": 0.5000001}, "rewards": {"r": 1}},
                     {"to": {"0": 1}, "rewards": {"r": 1}}]},
        {"labels": ["won"], "choices": [{"to": {"1": 1}}]},
    ],
}  # fmt: skip
PRISM = """mdp
module m
  s : [0..1] init 0;
  [toss] s=0 -> 0.5 : (s'=0) + 0.5000001 : (s'=1);
  [wait] s=0 -> 1 : (s'=0);
  [stay] s=1 -> 1 : (s'=1);
endmodule
label "won" = s=1;
rewards "r" s=0 : 1; endrewards
"""
FILES = {
    "m.drn": DRN,
    "m.json": json.dumps(JSON),
    "m.tra": "2 3 4\n0 0 0 0.5\n0 0 1 0.5000001\n0 1 0 1\n1 0 1 1\n",
    "m.prism": PRISM,
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "m.lab").write_text('0="init" 1="won"\n0: 0\n1: 1\n')
    (tmp_path / "m.srew").write_text('# Reward structure "r"\n2 1\n0 1\n')
    return tmp_path


@pytest.fixture(params=FILES)
def name(request, folder):
    if request.param.endswith(".prism"):
        pytest.importorskip("stormpy", minversion="2")
    return request.param


def test_a_refusal_says_the_option_that_divides(name):
    with pytest.raises(ValueError, match=r"10000001/10000000.*; --normalise, in Python "):
        read_model(name)


def test_each_format_divides_and_says_so(name):
    """A toss is won with 5000001/10000001, so until then it takes 10000001/5000001."""
    model = read_model(name, normalise=True)
    assert model.normalised == Normalised(1, SUM, SUM)
    assert "probabilities of 1 choice divided by their sum 10000001/10000000" in str(model)
    answer = cost(model, "r", "won", "min")
    assert answer.value == Fraction(10000001, 5000001)
    proof = prove(answer)
    assert ", probabilities divided by 10000001/10000000, over" in proof.claim.sentence
    assert check_plain(answer.certificate()).sentence == proof.claim.sentence


def test_a_model_that_adds_up_is_not_normalised(folder):
    """And the same weights without the division are another question."""
    same = (
        FILES["m.tra"]
        .replace("0.5000001", "5000001/10000001")
        .replace("0.5\n", "5000000/10000001\n")
    )
    (folder / "n.tra").write_text(same)
    (folder / "n.lab").write_text((folder / "m.lab").read_text())
    plain = read_model("n.tra")
    assert read_model("n.tra", normalise=True).normalised is None is plain.normalised
    of_plain = reach(plain, "won", "max").certificate()
    assert of_plain == reach(read_model("n.tra", normalise=True), "won", "max").certificate()
    divided = json.loads(reach(read_model("m.tra", normalise=True), "won", "max").certificate())
    assert divided["question"]["model"].pop("normalised") == [[10000001, 10000000]] * 2
    assert divided == json.loads(of_plain)


def test_several_sums_are_said_by_their_ends(folder):
    (folder / "s.tra").write_text("3 5\n0 0 0.3\n0 1 0.6\n1 0 0.4\n1 2 0.7\n2 2 1\n")
    model = read_model("s.tra", normalise=True)
    assert model.normalised == Normalised(2, Fraction(9, 10), Fraction(11, 10))
    assert "their sums, from 9/10 to 11/10" in str(model)
    assert [Fraction(int(w), int(model.denominator[c])) for w, c in
            zip(model.weight, model.choice_of, strict=True)] == [
        Fraction(1, 3), Fraction(2, 3), Fraction(4, 11), Fraction(7, 11), 1]  # fmt: skip
    assert "divided by 9/10 to 11/10," in prove(reach(model, [2], "max")).claim.sentence


def test_what_is_made_of_the_model_says_so_too(folder):
    """The process of a policy, and one with a bound; a file that is written adds up to 1."""
    model = read_model("m.drn", normalise=True)
    q_value = policy_value(cost(model, "r", "won", "min"), [0, 0])
    assert q_value.answer.model.normalised == model.normalised
    assert "probabilities divided by" in prove(q_value.answer).claim.sentence
    bounded = within_reward(model, "max", bound="r", at_most=1, goal="won")
    assert bounded.value == Fraction(5000001, 10000001)
    assert "probabilities divided by" in prove(bounded).claim.sentence
    write_model("again.drn", model)
    assert read_model("again.drn").normalised is None


def test_markov_automata_divide_probabilities_and_no_rates(folder):
    text = {"type": "ma", "states": [
        {"choices": [{"to": {"0": "1/2", "1": "1/4"}, "rate": 3}]},
        {"labels": ["won"], "choices": [{"to": {"1": 1}, "rate": 1}]}]}  # fmt: skip
    (folder / "a.json").write_text(json.dumps(text))
    model = read_model("a.json", normalise=True)
    assert model.normalised == Normalised(1, Fraction(3, 4), Fraction(3, 4))
    answer = cost(model, _time(model), "won", "min")
    assert answer.value == 1  # by 1/3 each 1/3 of a unit of time
    assert "probabilities divided by 3/4" in prove(answer).claim.sentence


def _time(model):
    from exactbox.mdp import time_rewards

    return time_rewards(model)


def test_a_probability_below_0_is_not_divided(folder):
    (folder / "bad.tra").write_text("2 3\n0 0 -0.5\n0 1 1.7\n1 1 1\n")
    with pytest.raises(ValueError, match="need a positive number"):
        read_model("bad.tra", normalise=True)


def test_a_model_that_is_written_down_has_no_such_option():
    with pytest.raises(ValueError) as error:
        Model.from_lists([[[("1/2", 0)]]])
    assert "normalise" not in str(error.value)


def test_a_variable_out_of_its_bounds_is_refused_where_sums_are_not(folder):
    pytest.importorskip("stormpy", minversion="2")
    (folder / "out.prism").write_text(PRISM.replace("0.5000001 : (s'=1)", "0.5000001 : (s'=s+5)"))
    with pytest.raises(ValueError, match=r"out.prism: found a variable out of its bounds"):
        build("out.prism", normalise=True)


def test_commands_divide_say_so_and_rebuild_the_question(folder, capsys):
    asked = ["m.drn", "--max-reach", "won"]
    assert main(["solve", *asked]) == 2
    assert "; --normalise" in capsys.readouterr().err
    assert main(["solve", *asked, "--normalise", "--certificate", "proof.json"]) == 0
    words = "  divided   the probabilities of 1 choice divided by their sum 10000001/10000000\n"
    assert words in capsys.readouterr().out
    assert main(["solve", *asked, "--normalise", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)["normalised"]
    assert said["choices"] == 1 and said["least"]["exact"] == "10000001/10000000"
    against = ["check", "proof.json", "--against", *asked]
    assert main([*against, "--normalise"]) == 0
    assert "SAME QUESTION" in capsys.readouterr().out
    assert main(against) == 2
    assert "; --normalise" in capsys.readouterr().err
    assert main(["question", *asked, "--normalise", "--output", "mine.json"]) == 0
    capsys.readouterr()
    (folder / "half.drn").write_text(DRN.replace("0.5000001", "0.5"))
    assert main(["check", "proof.json", "--against", "half.drn", *asked[1:], "--normalise"]) == 1
    assert "ANOTHER QUESTION" in capsys.readouterr().err


def test_a_proof_of_the_same_weights_that_were_not_divided_is_of_another_question(folder, capsys):
    (folder / "twice.drn").write_text(DRN.replace("0.5000001", "1").replace("0 : 0.5\n", "0 : 1\n"))
    (folder / "half.drn").write_text(DRN.replace("0.5000001", "0.5"))
    ask = ["--max-reach", "won", "--normalise"]
    assert main(["solve", "twice.drn", *ask, "--certificate", "proof.json"]) == 0
    capsys.readouterr()
    assert main(["check", "proof.json", "--against", "twice.drn", *ask]) == 0
    capsys.readouterr()
    assert main(["check", "proof.json", "--against", "half.drn", *ask]) == 1
    assert "normalised" in capsys.readouterr().err

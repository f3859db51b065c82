"""Formats of models: round trips, hand-written examples of every dialect, every error's text."""

from __future__ import annotations

import gzip
import json
import lzma
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from exactbox.formats import (
    from_arrays,
    from_gymnasium,
    read_drn,
    read_model,
    read_prism,
    write_model,
)
from exactbox.mdp.model import Model

# Knuth and Yao: state 1 is "heads first" ..., 7 to 12 show the faces 1 to 6.
DIE = [(1, 2), (3, 4), (5, 6), (1, 7), (8, 9), (10, 11), (2, 12)]
SUFFIXES = ("drn", "tra", "json")


def die():
    states = [[[("1/2", low), ("1/2", high)]] for low, high in DIE]
    states += [[[(1, s)]] for s in range(7, 13)]
    labels = {f"face{k}": [6 + k] for k in range(1, 7)}
    return Model.from_lists(states, labels=labels, rewards={"flips": [[1]] * 7 + [[0]] * 6})


DIE_DRN = (
    "// Exported by hand\n@type: DTMC\n@value_type: double\n@parameters\n\n@placeholders\n"
    "$half : 1/2\n@reward_models\nflips \n@nr_states\n13\n@nr_choices\n13\n@model\n"
    + "".join(
        f"state {s} [1]{' init' if s == 0 else ''}\n"
        f"\taction 0 [0]\n\t\t{a} : 0.5\n\t\t{b} : $half\n"
        for s, (a, b) in enumerate(DIE)
    )
    + "".join(f"state {6 + k} [0] face{k}\n\taction 0 [0]\n\t\t{6 + k} : 1\n" for k in range(1, 7))
)
DIE_TRA = "".join(f"{s} {a} 0.5\n{s} {b} 5e-1\n" for s, (a, b) in enumerate(DIE))
DIE_TRA += "".join(f"{s} {s} 1\n" for s in range(7, 13))
DIE_LAB = '0="init" ' + " ".join(f'{k}="face{k}"' for k in range(1, 7)) + "\n0: 0\n"
DIE_LAB += "".join(f"{6 + k}: {k}\n" for k in range(1, 7))
DIE_SREW = '# Reward structure "flips"\n# State rewards\n13 7\n'
DIE_SREW += "".join(f"{s} 1\n" for s in range(7))
DIE_JSON = {
    "type": "dtmc",
    "states": [{"choices": [{"to": {a: 0.5, b: "1/2"}, "rewards": {"flips": 1}}]} for a, b in DIE]
    + [{"labels": [f"face{k}"], "choices": [{"to": {6 + k: 1}}]} for k in range(1, 7)],
}


def same(found, wanted):
    """Whether two models are equal in everything."""
    for name in ("choice_start", "branch_start", "target", "weight", "denominator"):
        assert getattr(found, name).tolist() == getattr(wanted, name).tolist(), name
    assert found.initial == wanted.initial
    for name in ("labels", "rewards"):
        assert set(getattr(found, name)) == set(getattr(wanted, name))
    for name, where in wanted.labels.items():
        assert found.labels[name].tolist() == where.tolist()
    for name, gain in wanted.rewards.items():
        assert fractions(found.rewards[name]) == fractions(gain)
    for name in ("actions", "valuations", "players"):
        a, b = getattr(found, name), getattr(wanted, name)
        assert (a if a is None else list(a)) == (b if b is None else list(b)), name


def fractions(gain):
    return [Fraction(int(p), int(q)) for p, q in zip(gain.numerator, gain.denominator)]


def files(folder, **texts):
    """Write die.<suffix> for each; the path of the first."""
    for suffix, text in texts.items():
        (folder / f"die.{suffix}").write_text(text)
    return folder / f"die.{next(iter(texts))}"


def test_the_die_is_the_same_in_every_format(tmp_path):
    same(read_model(files(tmp_path, drn=DIE_DRN)), die())
    same(read_model(files(tmp_path, json=json.dumps(DIE_JSON))), die())
    path = files(tmp_path, tra="13 20\n" + DIE_TRA, lab=DIE_LAB, srew=DIE_SREW)
    same(read_model(path), die())


def test_the_die_in_storms_dialect(tmp_path):
    labels = [f"face{k}" for k in range(1, 7)]
    lab = f"#DECLARATION\ninit {' '.join(labels)}\n#END\n0 init\n"
    lab += "".join(f"{7 + k} {label}\n" for k, label in enumerate(labels))
    path = files(
        tmp_path,
        tra="dtmc\n" + DIE_TRA,
        lab=lab,
        rew="".join(f"{s} 1\n" for s in range(7)),
    )
    same(read_prism(path, state_rewards={"flips": tmp_path / "die.rew"}), die())


@st.composite
def models(draw):
    """Small models with whatever all formats hold."""
    size = draw(st.integers(1, 4))
    weight = st.integers(1, 9) | st.integers(1, 2**70) | st.sampled_from([10**9, 3, 2**20])
    reward = st.fractions(-3, 3, max_denominator=9) | st.integers(-(2**70), 2**70)
    states, names = [], []
    for _ in range(size):
        states.append([])
        for _ in range(draw(st.integers(1, 3))):
            targets = draw(st.permutations(range(size)))[: draw(st.integers(1, size))]
            given = [draw(weight) for _ in targets]
            states[-1].append([(Fraction(w, sum(given)), t) for w, t in zip(given, targets)])
            names.append(draw(st.sampled_from(["", "go", "left-2"])))
    labels = {
        name: sorted(draw(st.sets(st.integers(0, size - 1), min_size=1)))
        for name in draw(st.sets(st.sampled_from(["a", "two words", "[x", "ä"])))
    }
    rewards = {
        name: [[draw(reward) for _ in choices] for choices in states]
        for name in draw(st.lists(st.sampled_from(["r", "time", ""]), unique=True))
    }
    model = Model.from_lists(
        states, initial=draw(st.integers(0, size - 1)), labels=labels, rewards=rewards
    )
    valuations = [f"x={draw(st.integers(-2, 9))} & done=true" for _ in states]
    return Model(
        **{
            **vars(model),
            "actions": names if any(names) else None,
            "valuations": valuations if draw(st.booleans()) else None,
        }
    )


@given(models(), st.sampled_from(SUFFIXES), st.sampled_from(["", ".gz", ".xz"]))
@settings(max_examples=250)
def test_what_is_written_is_read(tmp_path_factory, model, suffix, packed):
    folder = tmp_path_factory.getbasetemp() / "round"
    folder.mkdir(exist_ok=True)
    path = folder / f"model.{suffix}{packed}"
    for other in folder.iterdir():
        other.unlink()
    write_model(path, model)
    wanted = model
    if suffix == "tra" and len(model.rewards) == 1:  # one that is 0 everywhere still has its file
        assert len(list(folder.iterdir())) == 3 + (model.valuations is not None)
    same(read_model(path), wanted)


def test_players_and_empty_labels_in_json(tmp_path):
    model = Model.from_lists(
        [[[(1, 1)]], [[(1, 0)], [("1e-3", 0), ("999/1000", 1)]]],
        labels={"none": []},
        players=[False, True],
    )
    write_model(tmp_path / "game.json", model)
    same(read_model(tmp_path / "game.json"), model)
    for suffix in ("drn", "tra"):
        with pytest.raises(ValueError, match="found players, need a model without"):
            write_model(tmp_path / f"game.{suffix}", model)


def test_line_ends_and_blank_lines_make_no_difference(tmp_path):
    texts = {"tra": "13 20\n" + DIE_TRA, "lab": DIE_LAB, "srew": DIE_SREW}
    for change in ("\r\n", "\n\n"):
        path = files(tmp_path, **{k: text.replace("\n", change) for k, text in texts.items()})
        same(read_model(path), die())
    drn = DIE_DRN.replace("@parameters\n\n", "@parameters\n \n").replace("\n", "\r\n")
    same(read_model(files(tmp_path, drn=drn)), die())


def test_bytes_that_are_no_text(tmp_path):
    for suffix, data in (
        ("tra", b"1 1 1\n0 0 0 1 \xff\n"),
        ("lab", b'0="init"\n0: 0\n# \xff'),
        ("drn", b"@type: \xff\n"),
    ):
        files(tmp_path, tra="1 1\n0 0 1\n")
        (tmp_path / f"die.{suffix}").write_bytes(data)
        refused(tmp_path / ("die.drn" if suffix == "drn" else "die.tra"), "need UTF-8")


def test_counts_of_transition_rewards(tmp_path):
    tra = "2 3 3\n0 0 1 1\n0 1 0 1\n1 0 1 1\n"
    for head in ("2 4 1", "3 3 1"):
        path = files(tmp_path, tra=tra, trew=f"{head}\n0 0 1 4\n")
        refused(path, f"die.trew:1: found '{head}', need 2 3 before the last count, as .tra has")
    path = files(tmp_path, tra=tra, trew="2 1\n0 0 1 4\n")
    refused(path, "die.trew:1: found '2 1', need the counts of states, choices and rewards")


def test_prism_mdp_with_rewards_in_any_order(tmp_path):
    path = files(
        tmp_path,
        tra="2 3 4\n1 0 1 1\n0 1 0 1/3 b\n# a comment\n\n0 1 1 2/3 b\n0 0 1 1.0E0 a\n",
        srew="2 1\n0 10\n",
        trew="2 3 2\n0 1 1 6\n0 1 0 -3 b\n",
        sta="(x,y)\n1:(0,true)\n0:(-1,false)\n",
    )
    model = read_prism(path)
    assert model.actions == ["a", "b", ""]
    assert model.target.tolist() == [1, 0, 1, 1]
    assert model.weight.tolist() == [1, 1, 2, 1] and model.denominator.tolist() == [1, 3, 1]
    assert fractions(model.rewards[""]) == [10, 10 + 4 - 1, 0]
    assert model.valuations == ["x=-1 & y=false", "x=0 & y=true"]


def test_sums_of_rewards_do_not_overflow(tmp_path):
    great, small = 10**18 - 1, Fraction(1, 10**17)
    path = files(tmp_path, tra="1 1\n0 0 1\n", srew=f"1 1\n0 {great}\n", trew="1 1\n0 0 1e-17\n")
    assert fractions(read_prism(path).rewards[""]) == [great + small]


def test_numbered_reward_structures_and_neighbours(tmp_path):
    path = files(tmp_path, tra="1 1\n0 0 1\n")
    for number in (1, 2):
        (tmp_path / f"die{number}.srew").write_text(f"1 1\n0 {number}/7\n")
    found = read_prism(path).rewards
    assert {name: fractions(r) for name, r in found.items()} == {
        "1": [Fraction(1, 7)],
        "2": [Fraction(2, 7)],
    }
    (tmp_path / "die1.tra").write_text("1 1\n0 0 1\n")  # now die1.srew belongs to die1
    assert read_prism(path).rewards == {}


def test_writing_replaces_all_files_of_an_older_model(tmp_path):
    write_model(tmp_path / "m.tra", die())
    assert sorted(p.suffix for p in tmp_path.iterdir()) == [".lab", ".srew", ".tra"]
    bare = Model.from_lists([[[(1, 0)]]])
    write_model(tmp_path / "m.tra", bare)
    assert sorted(p.suffix for p in tmp_path.iterdir()) == [".lab", ".tra"]
    same(read_model(tmp_path / "m.tra"), bare)


def test_columns_over_several_pieces_are_exact(tmp_path, monkeypatch):
    monkeypatch.setattr("exactbox.formats.columns._PIECE", 64)
    tiny = "0.000000000000000000000001"
    rest = "0." + "9" * 24
    rows = [f"{s} {s} {tiny}\n{s} {(s + 1) % 40} {rest}\n" for s in range(40)]
    model = read_model(files(tmp_path, tra="# counts\n40 80\n" + "".join(rows)))
    assert model.states == 40 and model.denominator.tolist() == [10**24] * 40
    assert model.weight.tolist() == [1, 10**24 - 1] * 40
    with pytest.raises(ValueError, match=r"die.tra:9: the probability is 'x', need a number"):
        read_model(files(tmp_path, tra="40 80\n" + "".join(rows[:3]) + "3 3 .5\n3 4 x\n"))


def test_drn_of_storm_with_what_we_ignore(tmp_path):
    text = (
        "@type: MDP\n@value_type: rational\n@parameters\n\n@reward_models\na b\n@nr_states\n2\n"
        '@nr_choices\n3\n@model\nstate 0 !0 [1/2, 0] init "two words" x\n//[s=0\t& d=1]\n'
        "\taction __NOLABEL__ [1, 2]\n\t\t0 : 1/3\n//no valuation\n\t\t1 : 2/3\n"
        "\taction go [0, 0.25]\n\t\t1 : 1\nstate 1\n\taction 0\n\t\t1 : 1\n"
    )
    model = read_drn(files(tmp_path, drn=text))
    assert model.actions == ["", "go", ""]
    assert {k: np.flatnonzero(v).tolist() for k, v in model.labels.items()} == {
        "two words": [0],
        "x": [0],
    }
    assert fractions(model.rewards["a"]) == [Fraction(3, 2), Fraction(1, 2), 0]
    assert fractions(model.rewards["b"]) == [2, Fraction(1, 4), 0]
    assert model.valuations == ["s=0 & d=1", ""]


HEAD = "@type: MDP\n@parameters\n\n@reward_models\n\n@nr_states\n2\n@nr_choices\n2\n@model\n"
ONE, TWO = "state 0 init\n\taction a\n\t\t1 : 1\n", "state 1\n\taction a\n\t\t1 : 1\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("@type: CTMC\n", "die.drn:1: found a model of type CTMC, need DTMC or MDP"),
        ("@type: POMDP\n", "die.drn:1: found a model of type POMDP, need DTMC or MDP"),
        ("@type: MDP\n", "die.drn:1: the file ends here, need @model"),
        ("@nr_states\n1\n@model\n", "die.drn:3: the header ends here, need @type: DTMC or MDP"),
        ("@type: MDP\n@model\n", "die.drn:2: the header ends here, need @nr_states"),
        ("@parameters\np q\n", "die.drn:2: found the parameters p q, need none"),
        ("@value_type: parametric\n", "die.drn:1: found the value type parametric, need double"),
        ("@nr_states\n-1\n", "die.drn:2: found '-1', need the number of states"),
        ("$x 1\n", "die.drn:1: found '$x 1', need $name : value"),
        ("$x : p+1\n", "die.drn:1: the placeholder is 'p+1', need a number like"),
        ("$x : 1\n$x : 1\n", "die.drn:2: found the placeholder $x twice, need it once"),
        ("@type: MDP\n@type: DTMC\n", "die.drn:2: found @type twice, need it once"),
        ("@foo: 1\n", "die.drn:1: found '@foo: 1', need a word of the header such as @model"),
        ("$x : $x\n", "die.drn:1: the placeholder $x is not defined above, need its value"),
        (HEAD + ONE.replace("0", "0 !x"), "die.drn:11: the exit rate is 'x', need a number"),
        (HEAD + ONE.replace("0", "0 {1} [1]"), "die.drn:11: found '{1}', need a label, quoted if"),
        (HEAD + ONE.replace("init", "init init"), "die.drn:11: found the label 'init' twice, need"),
        (HEAD + ONE.replace("0", "0 []"), "die.drn:11: the reward is '', need a number"),
        (HEAD + ONE + TWO + "@model\n", "die.drn:17: found '@model', need 'state', 'action' or"),
        ("what\n", "die.drn:1: found 'what', need a word of the header such as @model"),
        (HEAD + ONE, "die.drn:13: the file ends after 1 states, need 2 as @nr_states says"),
        (HEAD + ONE + "\taction b\n\t\t0 : 1\n" + TWO, "found 3 choices, need 2 as @nr_choices"),
        (HEAD + ONE + TWO + "state 2\n", "die.drn:17: found state 2, need no more, as @nr_states"),
        (HEAD + TWO, "die.drn:11: found state 1, need state 0"),
        (HEAD + ONE + ONE, "die.drn:14: found state 0, need state 1"),
        (HEAD + "state 0\n" + TWO, "die.drn:12: state 0 has no action before this, need one"),
        (HEAD + ONE + "state 1\n", "state 1 has no action before this, need one"),
        (HEAD + ONE + "state 1\n\taction a\n", "die.drn:15: state 1, choice 0: found no target"),
        (HEAD + "\taction a\n", "die.drn:11: found 'action a', need a state before it"),
        (HEAD + "\t0 : 1\n", "die.drn:11: found '0 : 1', need a state before it"),
        (HEAD + ONE + "junk\n", "die.drn:14: found 'junk', need 'state', 'action' or 'target :"),
        (HEAD + ONE + "\t\t1_0 : 1\n", "die.drn:14: found '1_0 : 1', need 'state', 'action'"),
        (HEAD + ONE + TWO + "\t\t0 : $y\n", "the placeholder $y is not defined above"),
        (HEAD + ONE + TWO + "\t\t0 : 1/0\n", "die.drn:17: the probability is '1/0', need a"),
        (HEAD + ONE + TWO + "\t\t0 : 0\n", "the probability of target 0 is 0, need a positive"),
        (HEAD + ONE + TWO + "\t\t0 : -1/7\n", "the probability of target 0 is -1/7, need a posi"),
        (HEAD + ONE + TWO + "\t\t0 : 0.1\n", "die.drn:15: state 1, choice 0: the probabilities "),
        (HEAD + ONE + TWO + "\t\t0 : 0.1\n", "add up to 11/10, need 1"),
        (HEAD + ONE + TWO + "\t\t1 : 1\n", "state 1, choice 0: found the target 1 twice, need"),
        (HEAD + ONE + TWO + "\t\t2 : 1\n", "found the target 2, need a state from 0 to 1"),
        (HEAD + ONE + TWO.replace("1\n", "1 init\n", 1), "found 2 states with the label init"),
        (HEAD + TWO.replace("1", "0", 1) + TWO, "found 0 states with the label init, need one"),
        (HEAD + ONE + TWO.replace("1\n", '1 "x\n', 1), "need an even number of quotes"),
        (HEAD + ONE.replace("a\n", "a [1, 2]\n") + TWO.replace("a\n", "a [1]\n"), "found 1 rewar"),
        (HEAD + ONE.replace("a\n", "a [x]\n"), "die.drn:12: the reward is 'x', need a number"),
        (
            HEAD.replace("MDP", "DTMC") + ONE + "\taction b\n",
            "die.drn:14: found a second action of a state of a DTMC, need one",
        ),
    ],
)
def test_errors_of_drn(tmp_path, text, message):
    refused(files(tmp_path, drn=text), message)


def refused(path, message):
    with pytest.raises(ValueError) as error:
        read_model(path)
    assert message in str(error.value) and str(error.value).startswith(str(path.parent))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("tra", "message"),
    [
        ("", "die.tra:1: the file ends here, need the counts, dtmc or mdp"),
        ("\ufeff1 1\n0 0 1\n", "die.tra:1: found '\\ufeff1 1', need 'states transitions'"),
        ("2 2\n0\x001 1\n1 1 1\n", "die.tra:2: found the byte 0x00, need text"),
        (f"{10**18 - 1} 1\n0 0 1\n", "die.tra: state 1 has no transition, need one"),
        (f"dtmc\n0 {10**17} 1\n", "die.tra: state 1 has no transition, need one"),
        ("2 2\n2 2\n0 1 1\n1 1 1\n", "die.tra:2: found 2 words, need 3 or 4"),
        ("1 1\n0 0 1\nend\n", "die.tra:3: found 1 words, need 3 or 4"),
        ("1 1\n0 0 nan\n", "die.tra:2: the probability is 'nan', need a number like"),
        ("1 1\n0 0 inf\n", "die.tra:2: the probability is 'inf', need a number like"),
        ("1 1\n0 0 1/0\n", "die.tra:2: the probability is '1/0', need a number like"),
        ("1 1\n0 0 1e999999999\n", "die.tra:2: the probability is 1e999999999, need an exponent"),
        ("ctmc\n", "die.tra:1: found 'ctmc', need 'states transitions', 'states choices"),
        ("0 0\n", "die.tra:1: found 0 states, need one"),
        ("1 1\n", "die.tra:1: found no transitions, need one"),
        ("1 2\n0 0 1\n", "die.tra:1: found 1 transitions, need 2 as stated here"),
        ("1 2 1\n0 0 0 1\n", "die.tra: found 1 choices, need 2 as the first line says"),
        ("2 1\n0 1 1\n", "die.tra: state 1 has no transition, need one (a loop"),
        ("2 2\n0 1 1\n2 1 1\n", "die.tra:3: found state 2, need 0 to 1"),
        ("1 1\n0 1 1\n", "die.tra:2: state 0, choice 0: found the target 1, need a state from 0"),
        ("1 1\n0 0\n", "die.tra:2: found 2 words, need 3 or 4: state target probability (action)"),
        ("1 1 1\n0 0 x 1\n", "die.tra:2: found the target 'x', need a number from 0"),
        ("1 1 1\n0 -1 0 1\n", "die.tra:2: found the choice '-1', need a number from 0"),
        ("1 1\n0 0 0.1.0\n", "die.tra:2: the probability is '0.1.0', need a number like"),
        ("1 1\n0 0 .\n", "die.tra:2: the probability is '.', need a number like"),
        ("1 1\n0 0 0\n", "the probability of target 0 is 0, need a positive number"),
        ("1 1\n0 0 -1/2\n", "the probability of target 0 is -1/2, need a positive number"),
        ("2 3\n0 1 0.5\n1 1 1\n0 0 0.4\n", "die.tra:2: state 0, choice 0: the probabilities add"),
        ("2 3\n0 1 0.5\n1 1 1\n0 0 0.4\n", "add up to 9/10, need 1"),
        ("1 2\n0 0 0.5\n0 0 0.5\n", "state 0, choice 0: found the target 0 twice, need it once"),
        ("1 1 1\n0 1 0 1\n", "die.tra:2: found choice 1 of state 0, need choice 0 before"),
        (
            "2 2 3\n0 0 1 .5 a\n0 0 0 .5 b\n1 0 1 1\n",
            "die.tra:3: found the actions 'a' and 'b' of one choice, need one",
        ),
    ],
)
def test_errors_of_tra(tmp_path, tra, message):
    refused(files(tmp_path, tra=tra), message)


@pytest.mark.parametrize(
    ("suffix", "text", "message"),
    [
        ("lab", "", "die.lab:1: the file ends here, need labels"),
        ("lab", "#DECLARATION\ninit\n", "die.lab:2: the file ends here, need #END"),
        ("lab", "init\n", "die.lab:1: found 'init', need labels such as 0=\"init\""),
        ("lab", '0="init" 1="init"\n', "die.lab:1: found a label twice, need different labels"),
        ("lab", '0="init"\n2: 0\n', "die.lab:2: found '2: 0', need a state from 0 to 1"),
        ("lab", '0="init" 1=""\n', 'die.lab:1: found \'0="init" 1=""\', need labels such as'),
        ("lab", '0="init" 0="a"\n', "die.lab:1: found a label twice, need different labels"),
        ("lab", "#DECLARATION\ninit a a\n#END\n", "die.lab:3: found a label twice, need different"),
        ("lab", '1="a"\n0: 1\n', "die.lab:1: found no label init, need it for the initial state"),
        ("lab", '0="init"\n0 0\n', "die.lab:2: found '0 0', need a state from 0 to 1, a colon and"),
        ("lab", '0="init"\n0: 0\n0: 0\n', "die.lab:3: found state 0 twice, need each once"),
        ("lab", '0="init"\n0: 1\n', "die.lab:2: found the label '1', need one that is declared"),
        ("lab", '0="init"\n0: 0\n1: 0\n', "die.lab: found 2 states with the label init, need one"),
        ("sta", "x\n", "die.sta:1: found 'x', need the variables: (x,y)"),
        ("sta", "(x)\n0:(1,2)\n", "die.sta:2: found '0:(1,2)', need state:(values of x)"),
        ("sta", "(x)\n0:(1)\n0:(1)\n", "die.sta:3: found state 0, need each of 0 to 1 once"),
        ("sta", "(x)\n0:(1)\n", "die.sta: found no line for state 1, need one"),
        ("srew", "", "die.srew: the file is empty, need the counts"),
        (
            "srew",
            "3 1\n0 1\n",
            "die.srew:1: found '3 1', need 2 before the last count, as .tra has",
        ),
        (
            "srew",
            "2 2 1\n0 1\n",
            "die.srew:1: found '2 2 1', need the counts of states and rewards",
        ),
        ("srew", "2 2\n0 1\n", "die.srew: found 1 rewards, need 2 as stated"),
        ("srew", "2 1\n2 1\n", "die.srew:2: found state 2, need 0 to 1"),
        ("srew", "2 2\n1 1\n1 1\n", "die.srew:3: found a second reward of state 1, need one"),
        ("srew", "2 1\n1 inf\n", "die.srew:2: the reward is 'inf', need a number"),
        ("srew", "2 1\n1\n", "die.srew:2: found 1 words, need 2: indices, reward"),
        ("trew", "2 1\n1 0 1\n", "die.trew:2: found target 0 of state 1 twice, or not in .tra"),
        ("trew", "2 2\n0 1 1\n0 1 1\n", "die.trew:3: found target 1 of state 0 twice, or not in"),
        ("trew", "2 1\n0 2 1\n", "die.trew:2: found target 2 of state 0 twice, or not in .tra"),
        ("trew", "2 1\n2 0 1\n", "die.trew:2: found state 2, choice 0, which .tra does not have"),
    ],
)
def test_errors_of_the_files_beside_tra(tmp_path, suffix, text, message):
    refused(files(tmp_path, tra="2 2\n0 1 1\n1 1 1\n", **{suffix: text}), message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "die.json:1: found no JSON: "),
        ("[" * 100000, "die.json: found brackets too deep, need a model"),
        ('{"type": NaN}', "die.json: found NaN, need a finite number"),
        ("[]", "die.json: found [], need an object with type, initial, labels, rewards, states"),
        ('{"type": "mdp"}', "die.json: found no 'states', need it"),
        ('{"type": "smg", "states": []}', "the type is 'smg', need 'mdp' or 'dtmc'"),
        ('{"type": "mdp", "states": []}', "the states are [], need a list of at least one"),
        ({"initial": 1}, "die.json: the initial state is 1, need a state from 0 to 0"),
        ({"labels": ["a", "a"]}, "the labels are ['a', 'a'], need each once"),
        ({"states": [{"chioces": []}]}, "state 0: found the key 'chioces', need one of labels"),
        ({"states": [{"choices": []}]}, "state 0: the choices are [], need a list of at least one"),
        ({"states": [{"choices": [{"to": []}]}]}, "state 0, choice 0: 'to' is [], need an object"),
        ({"to": {"1": 1}}, "state 0, choice 0: the target is '1', need a state from 0 to 0"),
        ({"to": {"0": 0.9}}, "state 0, choice 0: the probabilities add up to 9/10, need 1"),
        ({"to": {"0": True}}, "the probability of target 0 is True, need a number or a string"),
        ({"to": {"0": "half"}}, "the probability of target 0 is 'half', need a number like"),
        ({"to": {}}, "die.json: state 0, choice 0: found no target, need one"),
        ('{"type": "mdp", "states": [{"choices": [{"to": {"0": 1, "0": 1}}]}]}', "the key '0' twi"),
        (
            {"type": "dtmc", "states": [{"choices": [{"to": {"0": 1}}] * 2}]},
            "state 0: found 2 choices of a dtmc, need one",
        ),
        (
            {"labels": [], "states": [{"labels": ["x"], "choices": []}]},
            "state 0: found the label 'x', need one that is listed",
        ),
        (
            {"rewards": [], "states": [{"choices": [{"to": {"0": 1}, "rewards": {"x": 1}}]}]},
            "state 0, choice 0: found the reward 'x', need one that is listed",
        ),
        ({"states": [{"player": 3, "choices": []}]}, "state 0: the player is 3, need 1 or 2"),
    ],
)
def test_errors_of_json(tmp_path, text, message):
    if isinstance(text, dict):
        to = text.pop("to", {"0": 1})
        text = json.dumps({"type": "mdp", "states": [{"choices": [{"to": to}]}], **text})
    refused(files(tmp_path, json=text), message)


@pytest.mark.parametrize(("suffix", "pack"), [("gz", gzip.compress), ("xz", lzma.compress)])
def test_packed_files_and_damaged_ones(tmp_path, suffix, pack):
    path = tmp_path / f"die.drn.{suffix}"
    path.write_bytes(pack(DIE_DRN.encode()))
    same(read_model(path), die())
    path.write_bytes(pack(DIE_DRN.encode())[:-9])
    with pytest.raises(ValueError, match=f"found a damaged .{suffix} file"):
        read_model(path)


def test_suffixes_and_names_that_do_not_fit(tmp_path):
    with pytest.raises(
        ValueError, match=r"found the suffix '.txt', need .drn, .json, .tra, .umb, "
    ):
        read_model(tmp_path / "x.txt")
    model = Model.from_lists([[[(1, 0)]]], labels={'a"b': [0]})
    for suffix in ("drn", "tra"):
        with pytest.raises(ValueError, match="without quotes"):
            write_model(tmp_path / f"x.{suffix}", model)
    model = Model(**{**vars(die()), "actions": ["a b"] * 13})
    for suffix in ("drn", "tra"):
        with pytest.raises(ValueError, match="found the action 'a b', need a name without spaces"):
            write_model(tmp_path / f"x.{suffix}", model)
    assert list(tmp_path.iterdir()) == []


# FrozenLake's slippery floor: three directions of probability 1/3, as floats.
LAKE = {
    0: {
        0: [(1 / 3, 0, 0.0, False), (1 / 3, 0, 0.0, False), (1 / 3, 1, 0.0, True)],
        1: [(1 / 3, 0, 0.0, False), (1 / 3, 1, 0.0, True), (1 / 3, 2, 0.5, True)],
    },
    1: {a: [(1.0, 1, 0, True)] for a in (0, 1)},
    2: {0: [(1.0, 0, 1.0, False)], 1: [(0.0, 1, 0, False), (1.0, 2, 0, False)]},
}


def test_gymnasium():
    model = from_gymnasium(LAKE, rationalize=10, terminal_label="end")
    assert model.states == 4  # state 2 goes on: who enters it as done ends in a copy
    assert model.weight.tolist() == [2, 1, 1, 1, 1, 1, 1, 1, 1, 1]
    assert model.target.tolist() == [0, 1, 0, 1, 3, 1, 1, 0, 2, 3]
    assert model.labels["end"].tolist() == [False, True, False, True]
    assert fractions(model.rewards["reward"]) == [0, Fraction(1, 6), 0, 0, 1, 0, 0]
    assert model.actions is None
    total = str(3 * Fraction(1 / 3))
    with pytest.raises(ValueError, match=f"state 0, action 0: .* add up to {total}, need 1"):
        from_gymnasium(LAKE, rationalize="exact")
    with pytest.raises(
        ValueError, match="9999999999999999/10000000000000000, need 1; rationalize=1000, say"
    ):
        from_gymnasium({0: {0: [(0.9999999999999999, 0, 0, False)]}}, rationalize="decimal")
    with pytest.raises(ValueError, match="rationalize is 'float', need"):
        from_gymnasium(LAKE, rationalize="float")
    with pytest.raises(TypeError, match=r"found a object, need a table such as env\.unwrapped\.P"):
        from_gymnasium(object(), rationalize=10)
    with pytest.raises(ValueError, match="state 0, action 0: found the target 7, need a state"):
        from_gymnasium({0: {0: [(1, 7, 0, False)]}}, rationalize="exact")
    with pytest.raises(ValueError, match="found no states, need one"):
        from_gymnasium({}, rationalize="exact")
    with pytest.raises(TypeError, match=r"state 0, action 0: found the target 0.5, need an int"):
        from_gymnasium({0: {0: [(1, 0.5, 0, False)]}}, rationalize="exact")
    with pytest.raises(ValueError, match="state 0 is missing, need states 0 to 0"):
        from_gymnasium({1: {}}, rationalize="exact")


def test_quantecon_and_mdptoolbox_agree():
    # Two states, three actions; action 2 is not available in state 0.
    Q = np.array([[[0.5, 0.5], [0, 1], [0, 0]], [[1, 0], [0.25, 0.75], [0, 1]]])
    R = np.array([[5, 10, -np.inf], [-1, 0.1, 2]])
    table = from_arrays(Q, R, rationalize="decimal")
    assert table.choice_start.tolist() == [0, 2, 5]
    assert table.weight.tolist() == [1, 1, 1, 1, 1, 3, 1]
    assert table.denominator.tolist() == [2, 1, 1, 4, 1]
    assert fractions(table.rewards["reward"]) == [5, 10, -1, Fraction(1, 10), 2]
    s, a = np.array([1, 0, 1, 0, 1]), np.array([2, 1, 0, 0, 1])
    for matrix in (Q[s, a], sparse.csr_matrix(Q[s, a]), sparse.coo_array(Q[s, a])):
        pairs = from_arrays(matrix, R[s, a], s_indices=s, a_indices=a, rationalize="decimal")
        same(pairs, table)
    P = Q.transpose(1, 0, 2).copy()
    P[2, 0] = [1, 0]
    gains = np.where(np.isinf(R), 0, R)
    full = from_arrays(P, gains, rationalize="decimal")
    assert full.choices == 6
    by_target = np.repeat(gains.T[:, :, None], 2, axis=2)
    matrices = [sparse.csr_matrix(m) for m in P]
    for rewards in (by_target, [sparse.csr_matrix(m) for m in by_target]):
        same(from_arrays(matrices, rewards, rationalize="decimal"), full)
    by_state = from_arrays(P, np.array([1, 2]), rationalize="decimal")
    assert fractions(by_state.rewards["reward"]) == [1, 1, 1, 2, 2, 2]


def test_actions_that_are_missing_keep_their_names():
    model = from_arrays(
        [[1, 0], [0, 1], [0, 1]], [1, 2, 3], s_indices=[0, 1, 1], a_indices=[3, 0, 2]
    )
    assert model.actions == ["3", "0", "2"]


def test_exact_arrays_need_no_choice_of_rationals():
    third = Fraction(1, 3)
    model = from_arrays([[[third, 1 - third]], [[0, 1]]], [[third], [2**70]])
    assert model.weight.tolist() == [1, 2, 1]
    assert fractions(model.rewards["reward"]) == [third, 2**70]


def test_the_decimals_of_short_floats_are_their_own():
    P = np.array([[[0.1, 0.9]], [[1, 0]]], dtype=np.float32)
    for layout in (P, [sparse.csr_matrix(P[:, 0])]):
        model = from_arrays(layout, P[:, 0, :1], rationalize="decimal")
        assert model.weight.tolist() == [1, 9, 1] and model.denominator.tolist() == [10, 1]
        assert fractions(model.rewards["reward"]) == [Fraction(1, 10), 1]


def test_errors_of_arrays():
    half = np.full((2, 1, 2), 0.5)
    with pytest.raises(TypeError, match=r"state 0, action 0: the probability is the float 0.5"):
        from_arrays(half, [[1], [1]])
    with pytest.raises(ValueError, match=r'found P of shape \(2, 2, 2\), need axes="sat" or "ast"'):
        from_arrays(np.ones((2, 2, 2)), [[1, 1], [1, 1]])
    with pytest.raises(ValueError, match="state 0, action 0: the probabilities add up to 2, need"):
        from_arrays(np.ones((2, 1, 2), dtype=int), [[1], [1]])
    with pytest.raises(ValueError, match="found state 0, action 1 twice, need each pair once"):
        from_arrays([[1], [1]], [0, 0], s_indices=[0, 0], a_indices=[1, 1])
    with pytest.raises(ValueError, match="found R of shape"):
        from_arrays(half, [[1, 2, 3]], rationalize="exact")
    with pytest.raises(ValueError, match="state 1 has no action, need one"):
        from_arrays(half, [[1.0], [-np.inf]], rationalize="exact")
    with pytest.raises(ValueError, match="state 0 has no action, need one"):
        from_arrays([[[1]]], [[-np.inf]], axes="sat", rationalize="exact")
    twice = sparse.coo_matrix(([0.25, 0.75], ([0, 0], [0, 0])))  # SciPy would add up floats
    for matrix in (twice, sparse.csr_matrix((twice.data, [0, 0], [0, 2]))):
        with pytest.raises(ValueError, match="found an entry of a sparse matrix twice, need each"):
            from_arrays([matrix], [0], rationalize="exact")
    for value in (np.nan, np.inf, -np.inf):
        with pytest.raises(ValueError, match=f"the probability is {value}, need a finite number"):
            from_arrays(np.full((1, 1, 1), value), [0], axes="sat", rationalize=10)
    with pytest.raises(ValueError, match="found one of s_indices and a_indices, need both"):
        from_arrays([[1]], [0], s_indices=[0])

"""Formats of models: round trips, hand-written examples of every dialect, every error's text."""

from __future__ import annotations

import gzip
import json
import lzma
import tempfile
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactbox.certificate import question_sha256
from exactbox.formats import (
    read_drn,
    read_model,
    read_prism,
    write_model,
)
from exactbox.mdp import cost
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import Goal
from exactbox.mdp.model.rewards import Ratios, Rewards
from tests.strategies import examples, listed

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
    for name in ("action_start", "branch_start", "target", "weight", "denominator"):
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


def brought(model, gain):
    """What every branch brings."""
    of_choice = fractions(gain)
    return fractions(
        gain.branch or Ratios.from_fractions(of_choice[c] for c in model.choice_of.tolist())
    )


def files(folder, **texts):
    """Write die.<suffix> for each; the path of the first."""
    for suffix, text in texts.items():
        (folder / f"die.{suffix}").write_text(text)
    return folder / f"die.{next(iter(texts))}"


def refused(path, message):
    with pytest.raises(ValueError) as error:
        read_model(path)
    assert message in str(error.value) and str(error.value).startswith(str(path.parent))
    assert "\n" not in str(error.value)


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
    return replace(
        model,
        actions=names if any(names) else None,
        valuations=valuations if draw(st.booleans()) else None,
    )


@given(models(), st.sampled_from(SUFFIXES), st.sampled_from(["", ".gz", ".xz"]))
@examples(250)
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


@st.composite
def models_with_rewards_of_branches(draw):
    """Each reward is drawn for a branch; the choice's is the expectation by definition."""
    model = draw(models())
    rewards = {}
    for name in draw(st.lists(st.sampled_from(["r", "time", ""]), unique=True, min_size=1)):
        reward = st.integers(0, 2) | st.fractions(max_denominator=2**70)
        branch = [draw(reward) for _ in model.target]
        expected = [Fraction(0)] * model.choices
        for b, c in enumerate(model.choice_of.tolist()):
            expected[c] += Fraction(int(model.weight[b]), int(model.denominator[c])) * branch[b]
        gain = Ratios.from_fractions(expected)
        rewards[name] = Rewards(gain.numerator, gain.denominator, Ratios.from_fractions(branch))
    return replace(model, rewards=rewards)


@given(models_with_rewards_of_branches())
@examples(150)
@pytest.mark.slow
def test_rewards_of_branches_are_written_and_read_by_prism(tmp_path_factory, model):
    path = tmp_path_factory.getbasetemp() / "branches.tra"
    write_model(path, model)
    found = read_model(path)
    same(found, model)
    for name, gain in model.rewards.items():
        assert brought(found, found.rewards[name]) == fractions(gain.branch)
    write_model(path.with_suffix(".drn"), model)
    same(read_model(path.with_suffix(".drn")), model)  # the expectations


def test_rewards_that_no_branch_changes_stay_with_the_choice(tmp_path):
    tra = "2 3 4\n0 0 0 1/2\n0 0 1 1/2\n0 1 1 1\n1 0 1 1\n"
    path = files(tmp_path, tra=tra, trew="2 3 3\n0 0 0 1/3\n0 0 1 2/6\n0 1 1 7\n")
    gain = read_prism(path).rewards[""]
    assert fractions(gain) == [Fraction(1, 3), 7, 0] and gain.branch is None


def shared():
    """A coin shows heads with probability 1/3, a toss costs 1; after tails one may pay 2 and end.

    Without paying 3 tosses are expected; with it, 1 + 2/3 * 2 is less. Both states share the toss.
    """
    return Model.from_choices(
        [(1, [("2/3", 0), ("1/3", 1)]), (2, []), (0, [])], [[0, 1], [0, 2]], start=0
    )


@pytest.mark.parametrize("suffix", ["drn", "tra"])
def test_shared_choices_and_an_end_are_written_out(tmp_path, suffix):
    model = shared()
    write_model(tmp_path / f"toss.{suffix}", model)
    found = read_model(tmp_path / f"toss.{suffix}")
    assert (
        found.afterstate is None
        and not found.ends.any()
        and found.choices == model.action_count + 1
    )
    for each in (model, found):
        assert cost(each, "cost", "ended", "min").value == Fraction(7, 3)


def test_json_is_read_as_shared_choices_and_ends_of_the_play(tmp_path):
    """The third choice is no action of any state."""
    path = tmp_path / "toss.json"
    path.write_text(
        '{"type": "mdp", "initial": 1, "states": ['
        '{"choices": [{"action": "stop", "choice": 1}]},'
        '{"choices": [{"action": "toss", "choice": 0}, {"action": "give up", "choice": 1}]}],'
        '"choices": [{"to": {"0": "1/4", "1": "3/4"}, "rewards": {"cost": 1}}, {"to": null},'
        '{"to": {"0": 1}}]}'
    )
    found = read_model(path)
    wanted = Model([0, 1, 3], [0, 2, 2, 3], [0, 1, 0], [1, 3, 1], [4, 1, 1], 1,
                   rewards={"cost": Rewards([1, 0, 0], [1, 1, 1])},
                   actions=["stop", "toss", "give up"], afterstate=[1, 0, 1])  # fmt: skip
    same(found, wanted)
    assert found.afterstate.tolist() == wanted.afterstate.tolist()
    assert cost(found, "cost", "ended", "max").value == 4  # 1 / (1/4) tosses


@given(listed(long=True))
@examples(60)
def test_what_is_written_as_json_and_read_asks_the_same_question(process):
    choices = [*zip(process.rewards["some"], process.branches)]
    asked = {"initial": process.initial, "labels": process.labels}
    model = Model.from_choices(choices, process.options, **asked)
    with tempfile.TemporaryDirectory() as folder:
        write_model(f"{folder}/m.json", model)
        found = read_model(f"{folder}/m.json")
    hashes = set()
    for each in (model, found):
        goal = Goal(each.labels["goal"], True)
        question = cost(each, "cost", goal, "min").question()
        hashes.add(question_sha256("process", question))
    assert len(hashes) == 1


def test_an_end_of_the_play_keeps_the_rewards_of_branches(tmp_path):
    toss = shared()
    branch = Ratios.from_fractions([Fraction(-1), Fraction(5)])  # of which 1 is expected
    gain = Rewards(toss.rewards["cost"].numerator, toss.rewards["cost"].denominator, branch)
    write_model(tmp_path / "toss.tra", replace(toss, rewards={"cost": gain}))
    found = read_model(tmp_path / "toss.tra").rewards["cost"]
    assert fractions(found) == [1, 2, 1, 0, 1, 0]
    assert fractions(found.branch) == [-1, 5, 2, -1, 5, 0, -1, 5, 0]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_several_initial_states_are_written_and_read(tmp_path, suffix):
    loops = Model.from_lists([[[(1, s)]] for s in range(3)], initial=[0, 2])
    write_model(tmp_path / f"x.{suffix}", loops)
    assert read_model(tmp_path / f"x.{suffix}").initial.tolist() == [0, 2]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_in_some_formats_rates_are_not_written(tmp_path, suffix):
    path = tmp_path / f"x.{suffix}"
    timed = replace(die(), rates=Ratios.from_fractions([2] * 13))
    if suffix in ("drn", "json"):
        write_model(path, timed)
        same(read_model(path), timed)
        return
    with pytest.raises(ValueError, match=f"x.{suffix}: found rates, need a model in discrete time"):
        write_model(path, timed)
    assert not path.exists()


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


def test_bytes_that_are_not_text(tmp_path):
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
    assert fractions(model.rewards[""].branch) == [10, 10 - 3, 10 + 6, 0]
    assert model.valuations == ["x=-1 & y=false", "x=0 & y=true"]


def test_sums_of_rewards_do_not_overflow(tmp_path):
    great, small = 10**18 - 1, Fraction(1, 10**17)
    path = files(tmp_path, tra="1 1\n0 0 1\n", srew=f"1 1\n0 {great}\n", trew="1 1\n0 0 1e-17\n")
    assert fractions(read_prism(path).rewards[""]) == [great + small]
    path = files(
        tmp_path,
        tra="2 3\n0 0 1e-17\n0 1 0.99999999999999999\n1 1 1\n",
        srew=f"2 1\n0 {great}\n",
        trew=f"2 2\n0 0 1e-17\n0 1 -{great}\n",
    )
    gain = read_prism(path).rewards[""]
    assert fractions(gain.branch) == [great + small, 0, 0]
    assert fractions(gain) == [small * (great + small), 0]


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
    monkeypatch.setattr("exactbox.formats.number_columns._CHUNK_BYTES", 64)
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


def test_drn_without_actions_and_with_valuations_of_other_forms(tmp_path):
    head = "@type: DTMC\n@parameters\n\n@reward_models\n\n@nr_states\n2\n@model\n"
    body = "state 0 init\n//[x is 0]\n\n\t0 : 1/2\n\t1 : 1/2\n\nstate 1\n//[x=1]\n\t1 : 1\n"
    model = read_drn(files(tmp_path, drn=head + body))
    assert model.branch_start.tolist() == [0, 2, 3] and model.actions is None
    assert model.valuations == ["[x is 0]", "x=1"]


@pytest.mark.parametrize(("suffix", "pack"), [("gz", gzip.compress), ("xz", lzma.compress)])
def test_packed_files_and_damaged_ones(tmp_path, suffix, pack):
    path = tmp_path / f"die.drn.{suffix}"
    path.write_bytes(pack(DIE_DRN.encode()))
    same(read_model(path), die())
    path.write_bytes(pack(DIE_DRN.encode())[:-9])
    with pytest.raises(ValueError, match="what is packed by"):
        read_model(path)

"""The format .umb through umbi; skipped where that is not installed."""

from __future__ import annotations

import json
import struct
import sys
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given

from exactbox.formats import from_storm, read_model, read_umb, write_model
from exactbox.mdp import cost
from exactbox.mdp.model.model import Model
from tests.formats.test_round_trips import die, fractions, models, same, shared
from tests.strategies import examples

umbi = pytest.importorskip("umbi")

COIN = Model.from_lists(
    [[[("0.1", 0), ("0.9", 1)], [(1, 1)]], [[(1, 1)]]],
    labels={"end": [1], "ab": [], "a b": [0]},
    rewards={"cost": [["1/3", 2], [0]], "": [[1, 2], [3]]},
)


def tampered(path, **changes):
    """Change members of the archive; `index` is a dict that updates the transition system."""
    import umbi.tar

    archive = umbi.tar.TarFile(path)
    for name, change in changes.items():
        if name == "index":
            index = json.loads(archive["index.json"])
            index["transition-system"].update(change)
            archive["index.json"] = json.dumps(index).encode()
        elif change is None:
            del archive[f"{name.replace('_', '-')}.bin"]
        else:
            archive[f"{name.replace('_', '-')}.bin"] = change
    archive.write(path)


@given(models())
@examples(60)
def test_what_is_written_is_read(tmp_path_factory, model):
    path = tmp_path_factory.getbasetemp() / "round.umb"
    write_model(path, model)
    same(read_model(path), replace(model, valuations=None))


def test_games_names_and_long_integers(tmp_path):
    path = tmp_path / "m.umb"
    small = Fraction(1, 10**40)
    game = Model.from_lists([[[(small, 1), (1 - small, 0)]], [[(1, 0)]]], players=[False, True])
    edge = Model.from_lists([[[(1, 0)]]], rewards={"r": [[2**63]]})  # 64 bits, and a sign
    for model in (COIN, game, edge, die()):
        write_model(path, model)
        same(read_model(path), model)


def test_shared_choices_and_an_end_are_written_out(tmp_path):
    write_model(tmp_path / "toss.umb", shared())
    found = read_model(tmp_path / "toss.umb")
    assert cost(found, "cost", "ended", "min").value == Fraction(7, 3)


def floats(path, **index):
    """The coin with probabilities as floats."""
    write_model(path, COIN)
    data = struct.pack("<4d", 0.1, 0.9, 1, 1)
    kind = {"branch-probability-type": {"type": "double", "size": 64}}
    tampered(path, branch_to_probability=data, index=kind | index)


def test_floats_need_a_choice(tmp_path):
    path = tmp_path / "m.umb"
    floats(path)
    with pytest.raises(TypeError, match=r"m.umb: state 0, choice 0: the probability is the float"):
        read_umb(path)
    same(read_umb(path, rationalize="decimal"), COIN)
    same(read_umb(path, rationalize=100), COIN)
    total = Fraction(0.1) + Fraction(0.9)  # which is 1 in floats only
    with pytest.raises(ValueError, match=f"the probabilities add up to {total}, need 1"):
        read_model(path, rationalize="exact")


def test_storm_reads_what_we_write_and_we_what_it_writes(tmp_path):
    stormpy = pytest.importorskip("stormpy", minversion="2")
    path, again = tmp_path / "die.umb", tmp_path / "again.umb"
    write_model(path, die())
    built = stormpy.build_model_from_umb(str(path))
    same(from_storm(built), die())
    options = stormpy.io.UmbExportOptions()
    options.value_type = stormpy.io.UmbExportValueType.DOUBLE  # it cannot write rationals
    stormpy.io.export_to_umb(built, str(again), options=options)
    same(read_model(again, rationalize="exact"), die())


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"index": {"time": "stochastic"}}, "found a model with time 'stochastic', need discrete"),
        ({"index": {"#players": 0}}, "found 3 choices of 2 states, no player"),
        ({"index": {"#players": 3, "player-names": ["a", "b", "c"]}}, "found none for the players"),
        ({"index": {"#branches": 5}}, "found 4 for the targets, need 5 as the index says"),
        ({"index": {"#choices": 4}}, "found 4 for the beginnings of choices or branches, need 5"),
        ({"index": {"#states": 3}}, "found 3 for the beginnings of choices or branches, need 4"),
        ({"index": {"#states": -1}}, "the file is not a UMB file: "),
        ({"index": {"#initial-states": 0}}, "found 0 initial states, need one or more"),
        ({"state_to_choices": struct.pack("<3Q", 0, 3, 3)}, "state 1 has no choice, need one"),
        ({"state_to_choices": struct.pack("<3Q", 0, 2, 4)}, "runs from 0 to 4, need 0 to 3"),
        ({"state_to_choices": struct.pack("<3Q", 0, 4, 3)}, "action_start[2]: falls from 4 to 3"),
        ({"state_to_choices": struct.pack("<3Q", 1, 2, 3)}, "runs from 1 to 3, need 0 to 3"),
        (
            {
                "choice_to_branches": struct.pack("<4Q", 0, 2, 2, 4),
                "branch_to_target": struct.pack("<4Q", 0, 1, 0, 1),
            },
            "state 0, choice 1: found no target",
        ),
        ({"state_to_choices": None}, "found none for the beginnings of choices or branches, need"),
        ({"branch_to_target": struct.pack("<3Q", 0, 1, 1)}, "found 3 for the targets, need 4"),
        ({"branch_to_target": struct.pack("<4Q", 0, 1, 1, 2)}, "state 1, choice 0: the target 2"),
        ({"branch_to_target": struct.pack("<4Q", 1, 1, 1, 1)}, "the target 1 is there twice, need"),
        (
            {"branch_to_target": struct.pack("<4Q", 0, 1, 1, 2**63)},
            "targets: an entry does not fit",
        ),
        (
            {"branch_to_target": b"\0"},
            "the file is not a UMB file: expected 1 to be divisible by 8",
        ),
        ({"branch_to_probability": b"\0" * 64}, "the file is not a UMB file: "),
        (
            {"branch_to_probability": struct.pack("<qQqQqQqQ", 1, 2, 1, 3, 1, 1, 1, 1)},
            "m.umb: state 0, choice 0: the probabilities add up to 5/6, need 1",
        ),
        (
            {"branch_to_probability": struct.pack("<qQqQqQqQ", -1, 2, 3, 2, 1, 1, 1, 1)},
            "state 0, choice 0: the probability of target 0 is -1/2, need a positive number",
        ),
        (
            {"branch_to_probability": struct.pack("<qQqQqQ", 1, 2, 1, 2, 1, 1)},
            "found 3 for the probabilities, need 4 as the index says",
        ),
        ({"annotations/rewards/cost/choices/values": b""}, "found 0 for the choices in rewards 'c"),
    ],
)
def test_wrong_files(tmp_path, changes, message):
    path = tmp_path / "m.umb"
    write_model(path, COIN)
    tampered(path, **changes)
    with pytest.raises(ValueError) as error:
        read_umb(path)
    assert str(error.value).startswith(f"{path}: ") and message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_floats_that_are_not_numbers(tmp_path, value):
    path = tmp_path / "m.umb"
    floats(path)
    tampered(path, branch_to_probability=struct.pack("<4d", value, 1, 1, 1))
    with pytest.raises(ValueError, match=f"the probability is {value}, need a finite number"):
        read_umb(path, rationalize="exact")


def test_files_that_are_not_archives(tmp_path, monkeypatch):
    path = tmp_path / "m.umb"
    write_model(path, COIN)
    data = path.read_bytes()
    for wrong in (b"", b"text", data[: len(data) // 2]):
        path.write_bytes(wrong)
        with pytest.raises(
            ValueError,
            match=r"m.umb: (the file is not a UMB file|what is packed by gzip is damaged): ",
        ):
            read_umb(path)
    with pytest.raises(FileNotFoundError):
        read_umb(tmp_path / "none.umb")
    monkeypatch.setitem(sys.modules, "umbi.umb", None)
    for attempt in (lambda: read_umb(path), lambda: write_model(path, COIN)):
        with pytest.raises(ImportError, match=r"needs the package umbi, 0.2.4 or later: pip inst"):
            attempt()


def test_rewards_of_states_and_branches_are_added_up(tmp_path):
    path = tmp_path / "m.umb"
    write_model(path, COIN)
    import umbi.umb

    umb = umbi.umb.read(path)
    umb.index.annotations["rewards"]["cost"].applies_to = ["states", "choices", "branches"]
    umb.annotations["rewards"]["cost"] |= {
        "states": [Fraction(10), Fraction(20)],
        "branches": [Fraction(100), Fraction(200), Fraction(7), Fraction(0)],
    }
    umbi.umb.write(umb, path)
    wanted = [Fraction(1, 3) + 10 + 10 + 180, 2 + 10 + 7, 20]
    found = read_model(path).rewards["cost"]
    assert fractions(found) == wanted
    third = Fraction(1, 3)
    assert fractions(found.branch) == [third + 10 + 100, third + 10 + 200, 2 + 10 + 7, 20]


def test_actions_without_names_have_numbers(tmp_path):
    import umbi.umb

    path = tmp_path / "m.umb"
    write_model(path, replace(COIN, actions=["a", "b", "a"]))
    umb = umbi.umb.read(path)
    umb.choice_action_to_string = None
    umbi.umb.write(umb, path)
    assert read_model(path).actions == ["0", "1", "0"]


def test_an_action_that_is_not_there_is_refused(tmp_path):
    path = tmp_path / "m.umb"
    write_model(path, replace(COIN, actions=["a", "b", "a"]))
    tampered(path, **{"actions/choices/values": struct.pack("<3I", 0, 2, 0)})
    with pytest.raises(ValueError, match="found an action that is not one of 0 to 1"):
        read_model(path)


def test_branches_without_probabilities_are_certain(tmp_path):
    import umbi.umb

    loop = Model.from_lists([[[(1, 1)]], [[(1, 0)]]])
    write_model(tmp_path / "m.umb", loop)
    umb = umbi.umb.read(tmp_path / "m.umb")
    umb.index.transition_system.branch_probability_type = umb.branch_to_probability = None
    umbi.umb.write(umb, tmp_path / "m.umb")
    same(read_model(tmp_path / "m.umb"), loop)


def test_labels_are_true_or_false(tmp_path):
    import umbi.umb

    write_model(tmp_path / "m.umb", COIN)
    umb = umbi.umb.read(tmp_path / "m.umb")
    umb.annotations["aps"]["end"] = {"choices": [True, False, True]}
    umb.index.annotations["aps"]["end"].applies_to = ["choices"]
    umbi.umb.write(umb, tmp_path / "m.umb")
    with pytest.raises(ValueError, match="found a label 'end' that is not true or false for stat"):
        read_model(tmp_path / "m.umb")


def test_a_reward_that_is_not_a_number_is_named(tmp_path):
    import umbi.binary
    import umbi.datatypes
    import umbi.umb

    write_model(tmp_path / "m.umb", COIN)
    umb = umbi.umb.read(tmp_path / "m.umb")
    umb.annotations["rewards"]["cost"]["choices"] = [1.0, 0.5, 0.0]
    double = umbi.datatypes.NumericPrimitiveType.DOUBLE
    umb.index.annotations["rewards"]["cost"].type = umbi.binary.SizedType(double, 64)
    umbi.umb.write(umb, tmp_path / "m.umb")
    with pytest.raises(TypeError, match=r"m.umb: the reward 'cost' of choices, number 1, is the f"):
        read_model(tmp_path / "m.umb")
    gain = read_umb(tmp_path / "m.umb", rationalize="exact").rewards["cost"]
    assert fractions(gain) == [1, Fraction(1, 2), 0]


def test_names_that_look_like_keys_do_not_collide(tmp_path):
    """A name with a space gets a key, but not one that is another's name."""
    model = Model.from_lists([[[(1, 0)]]], labels={"a b": [0], "name0": [], "c d": [0]})
    write_model(tmp_path / "m.umb", model)
    same(read_model(tmp_path / "m.umb"), model)


def test_entries_that_umbi_would_drop_are_refused(tmp_path, capfd):
    """A set of states with bits beyond the states is not the set that somebody meant."""
    path = tmp_path / "m.umb"
    write_model(path, COIN)
    tampered(path, state_is_initial=b"\xff" * 8)
    with pytest.raises(ValueError, match=r"m.umb: the file is not a UMB file: .* discarding"):
        read_umb(path)
    assert capfd.readouterr() == ("", "")

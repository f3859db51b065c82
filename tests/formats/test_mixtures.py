"""Policies of several objectives as text: what is written is read back, and lies are refused."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from exactbox import Model, trade_off
from exactbox.formats.mixtures import read_mixture, write_mixture

PLAIN = Model.from_lists(
    [[[("1/2", 1), ("1/2", 2)], [(1, 3)]], [[(1, 1)]], [[(1, 2)]], [[("1/3", 1), ("2/3", 0)]]],
    labels={"won": [1], "over": [1, 2]},
    rewards={"cost": [[1, 2], [0], [0], [1]]},
    actions=[["toss", "wait"], ["stay"], ["stay"], ["try"]],
)
MODEL = replace(PLAIN, valuations=["at=home", "at=heaven", "at=hell", "at=door"])
OBJECTIVES = ['Pmax=? [F<=4 "won"]', 'R{"cost"}<=3 [F "over"]']
ANSWER = trade_off(MODEL, OBJECTIVES)
PRODUCT = ANSWER.product


def written(tmp_path, name="mine.txt"):
    path = tmp_path / name
    write_mixture(path, PRODUCT, ANSWER.policies, "a question")
    return path


@pytest.mark.parametrize("name", ["mine.txt", "mine.json"])
def test_what_is_written_is_read_back(tmp_path, name):
    drawn = read_mixture(written(tmp_path, name), PRODUCT)
    assert len(drawn) == len(ANSWER.policies) == 2
    several = PRODUCT.model.action_start[1:] - PRODUCT.model.action_start[:-1] > 1
    for (share, actions), (other, again) in zip(ANSWER.policies, drawn, strict=True):
        assert share == other and (actions == again)[several].all()


def test_a_file_has_valuations_statuses_steps_and_names_of_actions(tmp_path):
    lines = written(tmp_path).read_text().splitlines()
    assert lines[0] == "# a question"
    assert lines[1] == "objectives: probability to reach won within 4 steps; reward cost until over"
    assert lines[2].startswith("probability ")
    assert lines[3] == "# state\twon\tover\tsteps\taction"
    assert lines[4].split("\t")[:4] == ["at=home", "open", "open", "0"]
    assert {line.split("\t")[-1] for line in lines[4:] if "\t" in line} <= {
        "toss",
        "wait",
        "action",
    }


def test_spaces_do_for_tabs_and_numbers_for_names(tmp_path):
    path = written(tmp_path)
    text = path.read_text().replace("\t", "  ").replace("at=home", "0").replace("toss", "0")
    path.write_text(text)
    assert [share for share, _ in read_mixture(path, PRODUCT)] == [
        share for share, _ in ANSWER.policies
    ]


def test_a_policy_of_the_states_is_one_of_the_nodes(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text("at=home\twait\n")
    ((share, actions),) = read_mixture(path, PRODUCT)
    assert share == 1
    home = PRODUCT.state == 0
    assert (actions[home] == 1).all() and not actions[~home].any()


def test_a_policy_that_may_miss_the_goals_has_no_value():
    """The goal of the rewards may never be reached by who waits for ever."""
    model = Model.from_lists(
        [[[(1, 0)], [(1, 1)]], [[(1, 1)]]],
        labels={"done": [1]},
        rewards={"cost": [[1, 1], [0]]},
    )
    answer = trade_off(model, ['Pmax=? [F<=1 "done"]', 'R{"cost"}min=? [F "done"]'])
    values = [answer.evaluate(actions) for _, actions in answer.policies]
    assert values == answer.vertices == [(Fraction(1), Fraction(1))]
    with pytest.raises(
        ValueError, match="state 0, done open, done open, after 0 steps: the policy"
    ):
        answer.evaluate([0] * len(answer.product.keys))


LIES = {  # a text, what stands in its place, the message
    "another objective": ("within 4 steps", "within 5 steps", "a policy for probability to reach"),
    "no number": ("probability ", "probability x", "mine.txt:3: found the probability 'x"),
    "a negative probability": ("probability ", "probability -", "need 0 or more"),
    "a sum that is not 1": ("probability ", "probability 1", "do not add up to 1"),
    "a state": ("at=home\t", "at=work\t", "mine.txt:5: found the state 'at=work'"),
    "a status": ("\topen\topen\t0", "\topen\tover\t0", "mine.txt:5: found 'over' of a goal"),
    "a node": ("\topen\topen\t0", "\tlost\topen\t0", "which no policy comes to"),
    "steps": ("\topen\topen\t0", "\topen\topen\t-1", "need a number of steps"),
    "an action": ("\t0\t", "\t0\tun", "which state 0 does not have"),
    "columns": ("\topen\topen\t0", "\topen\t0", "found 4 columns, need 5"),
    "a missing line": ("at=home\topen\topen\t0", "# ", "after 0 steps: found no line"),
    "a heading": ("probability ", "chance ", "need a line `probability 3/8:`"),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_file_that_is_wrong_is_refused_with_its_line(tmp_path, lie):
    before, after, message = LIES[lie]
    path = written(tmp_path)
    text = path.read_text()
    assert before in text
    head, body = text.split("\n", 1)
    if "probability" in before:
        body = body.replace("\n" + before, "\n" + after, 1)
    else:
        body = body.replace(before, after)
    path.write_text(f"{head}\n{body}")
    with pytest.raises(ValueError, match=r"mine\.txt") as error:
        read_mixture(path, PRODUCT)
    assert message in str(error.value) and "\n" not in str(error.value)


def test_a_line_that_is_there_twice_is_refused(tmp_path):
    path = written(tmp_path)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:5], lines[4], *lines[5:]]))
    with pytest.raises(ValueError, match=r"mine\.txt:6: found .* again in one policy"):
        read_mixture(path, PRODUCT)


@pytest.mark.parametrize(
    "policies", ["1", "[1]", '[{"nodes": 1}]', '[{"nodes": [1]}]', "[]", "[{}]"]
)
def test_json_of_another_shape_is_refused(tmp_path, policies):
    path = tmp_path / "mine.json"
    objectives = [aim.words for aim in PRODUCT.aims]
    path.write_text(f'{{"objectives": {json.dumps(objectives)}, "policies": {policies}}}')
    with pytest.raises(ValueError, match=r"mine\.json: (need policies|found no policy)"):
        read_mixture(path, PRODUCT)


@pytest.mark.parametrize("text", ["objectives: x", "", '{"objectives": [], "policies": []}'])
def test_a_file_without_policies_is_refused(tmp_path, text):
    path = tmp_path / "mine.txt"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"mine\.txt"):
        read_mixture(path, PRODUCT)

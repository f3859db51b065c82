"""What files cannot be read or written says where and why, in a line."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
import scipy.sparse as sparse

from exactbox.formats import from_arrays, from_gymnasium, read_model, write_model
from exactbox.mdp.model.model import Model
from tests.formats.test_round_trips import die, files, refused

HEAD = "@type: MDP\n@parameters\n\n@reward_models\n\n@nr_states\n2\n@nr_choices\n2\n@model\n"
ONE, TWO = "state 0 init\n\taction a\n\t\t1 : 1\n", "state 1\n\taction a\n\t\t1 : 1\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("@type: SMG\n", "die.drn:1: found a model of type SMG, need DTMC, MDP, CTMC or Markov"),
        ("@type: POMDP\n", "die.drn:1: found a model of type POMDP, need DTMC, MDP, CTMC"),
        ("@type: MDP\n", "die.drn:1: the file ends here, need @model"),
        (
            "@nr_states\n1\n@model\n",
            "die.drn:3: the header ends here, need @type: DTMC, MDP, CTMC or Mark",
        ),
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
        ("@reward_models\na b a\n", "die.drn:2: found a reward model twice, need different names"),
        (HEAD.replace("2", "0", 2), "die.drn:10: found no states, need one"),
        (
            HEAD + ONE.replace("1 :", f"{10**18} :"),
            "die.drn:13: the target 1000000000000000000 is not a state, need 0 to 1",
        ),
        ("what\n", "die.drn:1: found 'what', need a word of the header such as @model"),
        (HEAD + ONE, "die.drn:13: the file ends after 1 state, need 2 as @nr_states says"),
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
        (HEAD + ONE + TWO + "\t\t1 : 1\n", "state 1, choice 0: the target 1 is there twice, need"),
        (
            HEAD + ONE + TWO + "\t\t2 : 1\n",
            "die.drn:15: state 1, choice 0: the target 2 is not a state, need 0 to 1",
        ),
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


@pytest.mark.parametrize(
    ("tra", "message"),
    [
        ("", "die.tra: the file ends here, need the counts, dtmc, ctmc"),
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
        ("ma\n", "die.tra:1: found 'ma', need 'states transitions', 'states choices"),
        ("0 0\n", "die.tra:1: found 0 states, need one"),
        ("1 1\n", "die.tra:1: found no transitions, need one"),
        ("1 2\n0 0 1\n", "die.tra:1: found 1 transition, need 2 as stated here"),
        ("1 2 1\n0 0 0 1\n", "die.tra: found 1 choice, need 2 as the first line says"),
        ("2 1\n0 1 1\n", "die.tra: state 1 has no transition, need one (a loop"),
        ("2 2\n0 1 1\n2 1 1\n", "die.tra:3: found state 2, need 0 to 1"),
        ("1 1\n0 1 1\n", "die.tra:2: state 0, choice 0: the target 1 is not a state, need 0"),
        ("1 1\n0 0\n", "die.tra:2: found 2 words, need 3 or 4: state target probability (action)"),
        ("1 1 1\n0 0 x 1\n", "die.tra:2: found the target 'x', need a number from 0"),
        ("1 1 1\n0 -1 0 1\n", "die.tra:2: found the choice '-1', need a number from 0"),
        ("1 1\n0 0 0.1.0\n", "die.tra:2: the probability is '0.1.0', need a number like"),
        ("1 1\n0 0 .\n", "die.tra:2: the probability is '.', need a number like"),
        ("1 1\n0 0 0\n", "the probability of target 0 is 0, need a positive number"),
        ("1 1\n0 0 -1/2\n", "the probability of target 0 is -1/2, need a positive number"),
        ("2 3\n0 1 0.5\n1 1 1\n0 0 0.4\n", "die.tra:2: state 0, choice 0: the probabilities add"),
        ("2 3\n0 1 0.5\n1 1 1\n0 0 0.4\n", "add up to 9/10, need 1 (rates of a CTMC? then write"),
        (
            "2 3\n0 1 0.6666666666666666\n1 1 1\n0 0 0.3333333333333333\n",
            "9999999999999999/10000000000000000, need 1 (rounded? then write 1/3 for 0.333)",
        ),
        (
            "1 2\n0 0 0.5\n0 0 0.5\n",
            "die.tra:2: state 0, choice 0: the target 0 is there twice, need",
        ),
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
        ("lab", '0="init" 1="a"\n0: 1\n', "die.lab: found 0 states with the label init, need one"),
        ("srew", "2 1\n0 1 1\n", "die.srew:2: found 3 words, need 2: indices, reward"),
        ("srew", "2 1\nx 1\n", "die.srew:2: found 'x', need 1 indices and a reward"),
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
        ("{", "die.json:1: the text is not JSON: "),
        ("[" * 100000, "die.json: found brackets too deep, need a model"),
        ('{"type": NaN}', "die.json: found NaN, need a finite number"),
        ("[]", "die.json: found [], need an object with type, initial, labels, rewards, "),
        ('{"type": "mdp"}', "die.json: found no 'states', need it"),
        ('{"type": "smg", "states": []}', "the type is 'smg', need 'mdp', 'dtmc', 'ma', 'ctmc'"),
        ('{"type": "mdp", "states": []}', "the states are [], need a list of at least one"),
        ({"labels": "a"}, "die.json: the labels are 'a', need a list of strings"),
        (
            {"states": [{"choices": [{"to": {"0": 1}, "action": 1}]}]},
            "die.json: state 0, choice 0: the action is 1, need a string",
        ),
        ({"initial": 1}, "die.json: the initial state 1 is not one of 0 to 0"),
        ({"labels": ["a", "a"]}, "the labels are ['a', 'a'], need each once"),
        ({"states": [{"chioces": []}]}, "state 0: found the key 'chioces', need one of labels"),
        (
            {"states": [{"choices": []}]},
            "state 0: the choices are [], need a list of at least one; where the play is over: "
            '{"to": null}',
        ),
        ({"states": [{"choices": [{"to": []}]}]}, "state 0, choice 0: 'to' is [], need an object"),
        ({"to": {"1": 1}}, "state 0, choice 0: the target 1 is not a state, need 0 to 0"),
        ({"to": {"one": 1}}, "state 0, choice 0: the target is 'one', need the number of a state"),
        ({"to": {"0": 0.9}}, "state 0, choice 0: the probabilities add up to 9/10, need 1"),
        ({"to": {"0": True}}, "the probability of target 0 is True, need a number or a string"),
        ({"to": {"0": "half"}}, "the probability of target 0 is 'half', need a number like"),
        ({"to": {}}, "die.json: state 0, choice 0: found no target, need one, or null"),
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
        ({"choices": 1}, "die.json: the choices are 1, need a list of at least one"),
        ({"choices": []}, "die.json: the choices are [], need a list of at least one"),
        (
            {"choices": [{"to": {}}]},
            "die.json: choice 0 of all: found no target, need one, or null",
        ),
        ({"choices": [{"to": None}]}, "state 0, choice 0: found the key 'to', need one of action"),
        (
            {"choices": [{"to": None}], "states": [{"choices": [{"choice": "a"}]}]},
            "state 0, choice 0: the choice is 'a', need the number of a choice of all",
        ),
        (
            {"choices": [{"to": None}], "states": [{"choices": [{"choice": 1}]}]},
            "state 0, choice 0: is 1, need a choice of 0 to 0",
        ),
        (
            {
                "choices": [{"to": {"0": 0.5}}, {"to": None}],
                "states": [{"choices": [{"choice": 1}, {"choice": 0}]}],
            },
            "state 0, choice 1: the probabilities add up to 1/2, need 1",
        ),
        ({"states": [{"player": 3, "choices": []}]}, "state 0: the player is 3, need 1 or 2"),
    ],
)
def test_errors_of_json(tmp_path, text, message):
    if isinstance(text, dict):
        to = text.pop("to", {"0": 1})
        text = json.dumps({"type": "mdp", "states": [{"choices": [{"to": to}]}], **text})
    refused(files(tmp_path, json=text), message)


def test_long_probabilities_are_shortened_in_messages(tmp_path):
    """More digits than Python shows of an integer."""
    long = "1" * 5000
    path = files(tmp_path, tra=f"2 3\n0 0 0.{long}\n0 1 0.{long}\n1 1 1\n")
    refused(path, "die.tra:2: state 0, choice 0: the probabilities add up to 1")
    path = files(tmp_path, tra=f"1 1\n0 0 -0.{long}\n")
    refused(path, "die.tra:2: state 0, choice 0: the probability of target 0 is -1")


def test_suffixes_and_names_that_do_not_fit(tmp_path):
    with pytest.raises(ValueError, match=r"found the suffix '.txt', need .drn, .json, .tra, .umb"):
        write_model(tmp_path / "x.txt", die())
    with pytest.raises(FileNotFoundError, match=r"x.txt"):
        read_model(tmp_path / "x.txt")
    model = Model.from_lists([[[(1, 0)]]], labels={'a"b': [0]})
    for suffix in ("drn", "tra"):
        with pytest.raises(ValueError, match="without quotes"):
            write_model(tmp_path / f"x.{suffix}", model)
    model = replace(die(), actions=["a b"] * 13)
    for suffix in ("drn", "tra"):
        with pytest.raises(ValueError, match="found the action 'a b', need a name without spaces"):
            write_model(tmp_path / f"x.{suffix}", model)
    assert list(tmp_path.iterdir()) == []


def test_json_that_is_not_utf8(tmp_path):
    (tmp_path / "die.json").write_bytes(b'{"type": "\xff"}')
    refused(tmp_path / "die.json", "die.json: the text is not UTF-8: ")


def test_two_reward_structures_of_one_name(tmp_path):
    named = '# Reward structure "cost"\n2 1\n0 1\n'
    path = files(tmp_path, tra="2 2\n0 1 1\n1 1 1\n", srew=named)
    (tmp_path / "die1.srew").write_text(named)
    refused(path, "found two reward structures 'cost', need different names")


def test_constants_are_for_programs(tmp_path):
    path = files(tmp_path, tra="1 1\n0 0 1\n")
    with pytest.raises(ValueError, match=r"die\.tra: found constants, need none"):
        read_model(path, constants="N=1")


@pytest.mark.parametrize(
    ("about", "drn", "tra"),
    [
        ({"labels": {"init": [0]}}, "found the label init, need another", "found the label init"),
        ({"labels": {" a": [0]}}, "found the label ' a', need one line", "found the name ' a'"),
        ({"labels": {"": [0]}}, None, "found the empty label, need a name"),
        ({"valuations": ["x=1", "y=2"]}, None, "found the valuation 'y=2' of state 1, need the"),
        ({"valuations": ["x=1", "ready"]}, None, "found the valuation 'ready' of state 1, need"),
        ({"valuations": ["x=1", "x=\n2"]}, "valuation 'x=\\n2'", "valuation 'x=\\n2'"),
    ],
)
def test_what_a_format_has_no_place_for(tmp_path, about, drn, tra):
    model = Model.from_lists([[[(1, 1)]], [[(1, 1)]]], labels=about.get("labels"))
    model = replace(model, valuations=about.get("valuations"))
    for suffix, message in (("drn", drn), ("tra", tra)):
        if message is not None:
            with pytest.raises(ValueError) as error:
                write_model(tmp_path / f"x.{suffix}", model)
            assert message in str(error.value) and "\n" not in str(error.value)
    assert drn is None or list(tmp_path.iterdir()) == []


def test_comments_and_blank_lines_between_valuations(tmp_path):
    path = files(tmp_path, tra="2 2\n0 1 1\n1 1 1\n", sta="(x)\n0:(1)\n\n# two\n1:(2)\n")
    assert read_model(path).valuations == ["x=1", "x=2"]


SPREAD = [("3/2", 0), ("-1", 0), ("1/2", 1)]  # 1/2 and 1/2, where those of one target are added up
STAYS = [("1", 1)]


def _drn(folder):
    lines = "".join(f"\t\t{t} : {p}\n" for p, t in SPREAD)
    return read_model(files(folder, drn=f"{HEAD}state 0 init\n\taction a\n{lines}{TWO}"))


def _tra(folder):
    lines = "".join(f"0 {t} {p}\n" for p, t in SPREAD)
    return read_model(files(folder, tra=f"2 4\n{lines}1 1 1\n"))


def _json(folder):
    to = ", ".join(f'"{t}": "{p}"' for p, t in SPREAD)
    states = f'{{"choices": [{{"to": {{{to}}}}}]}}, {{"choices": [{{"to": {{"1": 1}}}}]}}'
    return read_model(files(folder, json=f'{{"type": "mdp", "states": [{states}]}}'))


def _matrix(form):
    def made(folder):
        one, entries = sparse.csr_array([[1]]), np.array([3, -2]).reshape(2, 1, 1)
        if form == "bsr":
            twice = sparse.bsr_array((entries, np.array([0, 0]), np.array([0, 2])), shape=(1, 1))
        else:
            twice = sparse.coo_array((entries.ravel(), ([0, 0], [0, 0])), shape=(1, 1))
            twice = (
                twice
                if form == "coo"
                else sparse.csr_array((entries.ravel(), [0, 0], [0, 2]), shape=(1, 1))
            )
        assert (twice.toarray() == one.toarray()).all()
        return from_arrays([twice], [0])

    return made


@pytest.mark.parametrize(
    "made",
    [
        lambda folder: Model.from_lists([[SPREAD], [STAYS]]),
        lambda folder: Model.from_lists([[[(0, 1), (1, 1)]], [STAYS]]),
        lambda folder: Model.from_choices([(1, SPREAD), (0, STAYS)], [[0], [1]]),
        lambda folder: Model.explore(0, lambda s: ["go"], lambda s, a: STAYS if s else SPREAD),
        lambda folder: from_gymnasium(
            {s: {0: [(p, t, 0, False) for p, t in (STAYS if s else SPREAD)]} for s in (0, 1)}
        ),
        _drn,
        _tra,
        _json,
        _matrix("coo"),
        _matrix("csr"),
        _matrix("bsr"),
    ],
    ids=[
        "lists",
        "zero",
        "choices",
        "explore",
        "gymnasium",
        "drn",
        "tra",
        "json",
        "coo",
        "csr",
        "bsr",
    ],
)
def test_probabilities_below_0_are_refused_before_those_of_one_target_are_added_up(made, tmp_path):
    with pytest.raises(ValueError, match=r"positive number|is below 0|found .* twice|there twice"):
        made(tmp_path)

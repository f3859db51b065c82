"""``exactbox solve --json``, standard input and output, and readers that have gone."""

from __future__ import annotations

import gzip
import io
import json
import subprocess
import sys
from fractions import Fraction

import pytest

from exactbox.check import check_certificate
from exactbox.cli import main
from tests.commands.models.test_solve import COIN, GAME, MACHINE
from tests.test_inputs import JANI

SEVERAL = """"wins": Pmax=? [ F "heads" ];
"never": Pmax=? [ F G "heads" ];
"soon": P>=0.9 [ F<=9 "heads" ];
"where": filter(argmax, R{"steps"}min=? [ F "heads" ], true);
"""


@pytest.fixture
def solve(capsys, tmp_path, monkeypatch):
    """Run the command in a folder with models; what it prints as JSON, and the errors."""
    monkeypatch.chdir(tmp_path)
    texts = {**MACHINE, "coin.drn": COIN, "game.json": json.dumps(GAME), "coin.props": SEVERAL}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)

    def run(*arguments, code=0, given=None):
        if given is not None:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        assert main(["solve", *arguments, "--json"]) == code
        out, err = capsys.readouterr()
        assert out.count("\n") == 1 and out.isascii()
        found = json.loads(out)
        assert list(found) == sorted(found)
        return found, err

    return run


def test_a_value_is_an_exact_string_beside_its_decimal(solve):
    found, err = solve("coin.drn", "--discount", "9/10", "--digits", "3")
    assert err == ""
    assert found["value"] == {"exact": "290/119", "decimal": "2.437"}  # as worked out by hand
    assert found["question"] == "greatest expected reward with discount 9/10"
    assert found["from"] == [0] and found["checked"] is True and found["ties"] == 0
    assert found["model"] == {"file": "coin.drn", "format": ".drn", "states": 3, "choices": 4}
    found, _ = solve("coin.drn", "--max-cost", "heads")
    assert found["value"] == {"exact": "infinity", "decimal": "infinity"}


def test_files_are_listed_with_their_hashes(solve, tmp_path):
    asked = ["coin.drn", "--max-reach", "heads", "--certificate", "a.json", "--policy", "p.txt"]
    found, _ = solve(*asked)
    claim = check_certificate(tmp_path / "a.json")
    policy, certificate = found["files"]
    assert policy == {"file": "p.txt", "is": "policy", "replaced": False}
    assert certificate["proof_sha256"] == claim.sha256 == found["proof_sha256"]
    assert certificate["question_sha256"] == claim.question_sha256 == found["question_sha256"]
    assert certificate["bytes"] == (tmp_path / "a.json").stat().st_size
    assert all(each["replaced"] for each in solve(*asked)[0]["files"])


def test_several_properties_are_a_list_and_refusals_are_in_it(solve):
    found, err = solve("coin.drn", "--props", "coin.props", code=2)
    wins, never, soon, where = found["answers"]
    assert wins["name"] == "wins" and wins["property"] == 'Pmax=? [ F "heads" ]'
    assert wins["value"]["exact"] == "1"
    assert never["refused"] in err and "(LTL) are not answered" in never["refused"]
    assert never["question"] == 'Pmax=? [ F G "heads" ]' and "value" not in never
    assert soon["answer"] is False and soon["value"]["exact"] == "0"  # who skips for ever
    assert where["states"] == [2]  # a way back before the tosses
    found, err = solve("coin.drn", "--prop", 'Pmax=? [ F "hats" ]', code=2)
    assert "no label 'hats'" in found["refused"] and err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        # from tails one goes back before one tosses
        ('filter(count, Pmax>=1/2 [ F<=1 "heads" ], true)', {"count": 2, "of": 3}),
        ('filter(print, Pmax>=1/2 [ F<=1 "heads" ], true)', {"states": [0, 1], "of": 3}),
        ('filter(exists, Pmax>=1/2 [ F<=1 "heads" ], true)', {"answer": True}),
        ('filter(count, "heads" | "tails", true)', {"count": 2, "of": 3}),
        (
            'filter(range, Rmin=? [ F "heads" ], true)',
            {
                "least": {"exact": "0", "decimal": "0"},
                "greatest": {"exact": "4", "decimal": "4"},
            },
        ),
        ('filter(sum, Rmin=? [ F "heads" ], true)', {"value": {"exact": "7", "decimal": "7"}}),
    ],
)
def test_every_filter_has_its_fields(solve, text, fields):
    found, _ = solve("coin.drn", "--prop", text, "--digits", "0")
    assert {name: found[name] for name in fields} == fields
    assert found["checked"] is ("[" in text)  # sets alone are read off the model


def test_states_are_listed_with_valuations_and_actions(solve):
    found, _ = solve("machine.tra", "--discount", "1/2", "--all", "--digits", "0")
    first, second = found["all"]
    # v = 2 + 1/2 (3/4 + 1/4 * 1/2) v
    assert first["value"] == {"exact": "32/9", "decimal": "4"} and first["action"] == "run"
    assert first["valuation"] == "working=1" and second["state"] == 1
    found, _ = solve(
        "coin.drn", "--prop", 'filter(print, Rmin=? [ F "heads" ], true)', "--digits", "0"
    )
    assert [each["value"]["exact"] for each in found["values"]] == ["3", "0", "4"]
    found, _ = solve("coin.drn", "--steps", "0", "--all")
    assert all("action" not in each for each in found["all"])


def test_bounds_are_lower_and_upper(solve):
    found, _ = solve("machine.tra", "--discount", "1/2", "--enclosure", "--all")
    for each in (found, found["all"][0]):
        low, high = (Fraction(each[name]["exact"]) for name in ("lower", "upper"))
        assert low <= Fraction(32, 9) <= high
    asked = ["--prop", 'filter(sum, Rmin=? [ F "heads" ], true)', "--enclosure"]
    found, _ = solve("coin.drn", *asked)
    assert Fraction(found["lower"]["exact"]) <= 7 <= Fraction(found["upper"]["exact"])


def test_a_policy_that_is_evaluated_says_where_it_loses(solve, tmp_path):
    (tmp_path / "skip.txt").write_text("0 skip\n")
    asked = ["coin.drn", "--discount", "9/10", "--evaluate"]
    found, _ = solve(*asked, "skip.txt", "--policy", "best.txt")
    assert found["policy"] == "skip.txt" and found["worth"]["exact"] == "0"
    assert found["best"]["exact"] == "290/119" == found["loss"]["exact"]
    worst, _ = found["loses"]
    assert worst["state"] == 0 and worst["costs_by_itself"]["exact"] == "29/119"
    assert worst["action"] == "skip" and worst["best_action"] == "toss"
    assert found["files"][0]["file"] == "best.txt" and found["checked"] is True
    from_input, _ = solve(*asked, "-", given=b"0 skip\n")
    assert from_input["loss"] == found["loss"]
    from_input, _ = solve(*asked, "-", given=b'{"policy": ["skip", 0, 0]}')
    assert from_input["loss"] == found["loss"]


def test_what_is_nested_has_its_hashes(solve):
    found, _ = solve("coin.drn", "--prop", 'Pmax=? [ F P>0.4 [ F<=1 "heads" ] & !"heads" ]')
    assert len(found["inner"]) == 1 and len(found["inner"][0]["question_sha256"]) == 64


def test_several_certificates_do_not_go_to_standard_output(solve, capsys):
    text = 'Pmax=? [ F P>0.4 [ F<=1 "heads" ] & !"heads" ]'
    asked = ["solve", "coin.drn", "--prop", text, "--certificate", "-"]
    assert main(asked) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", "exactbox: -: 2 certificates, one for each operator: need a file\n")


def test_properties_are_listed_as_json(solve):
    found, _ = solve("coin.drn", "--props", "coin.props", "--list-props")
    assert [each["name"] for each in found["properties"]] == ["wins", "never", "soon", "where"]
    assert ["refused" in each for each in found["properties"]] == [False, True, False, False]


def test_the_model_and_the_properties_come_from_standard_input(solve):
    found, _ = solve("-", "--max-reach", "heads", given=gzip.compress(COIN.encode()))
    assert found["model"]["file"] == "standard input" and found["value"]["exact"] == "1"
    found, _ = solve("coin.drn", "--props", "-", given=SEVERAL.encode(), code=2)
    assert len(found["answers"]) == 4


def test_a_format_that_is_told_by_content_is_said(capsys, tmp_path, monkeypatch):
    (tmp_path / "coin.txt").write_text(COIN)
    monkeypatch.chdir(tmp_path)
    assert main(["solve", "coin.txt", "--max-reach", "heads"]) == 0
    assert capsys.readouterr().out.startswith("coin.txt (.drn): greatest probability to reach")


@pytest.mark.parametrize("mine", [1, 2])
def test_a_jani_model_answers_its_own_properties(solve, mine):
    pytest.importorskip("stormpy")
    done = {"op": "filter", "fun": "max", "states": {"op": "initial"}}
    done["values"] = {"op": "Pmax", "exp": {"op": "F", "exp": "done"}}
    properties = [{"name": f"p{k}", "expression": done} for k in range(mine)]
    model = json.dumps({**JANI, "properties": properties}).encode()
    found, _ = solve("-", given=model)
    answers = found["answers"] if mine > 1 else [found]
    assert [each["value"]["exact"] for each in answers] == ["1"] * mine


def _shell(arguments, folder, given=b""):
    """Both outputs of the program, and its exit code."""
    command = [sys.executable, "-m", "exactbox", *arguments]
    done = subprocess.run(command, cwd=folder, input=given, capture_output=True, timeout=60)
    return done.stdout, done.stderr, done.returncode


def test_a_certificate_goes_to_standard_output_and_the_answer_to_standard_error(tmp_path):
    asked = ["solve", "-", "--max-reach", "heads", "--certificate", "-"]
    out, err, code = _shell(asked, tmp_path, COIN.encode())
    assert code == 0 and check_certificate(out).value == 1
    assert b"  exactly   1\n" in err and b"standard output: " in err


def test_a_reader_that_has_gone_loses_no_file(tmp_path):
    (tmp_path / "coin.drn").write_text(COIN)
    (tmp_path / "coin.props").write_text(SEVERAL)
    asked = ["solve", "coin.drn", "--props", "coin.props", "--certificate", "{name}.json"]
    asked += ["--policy", "{name}.txt"]
    command = [sys.executable, "-m", "exactbox", *asked]
    program = subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    program.stdout.close()
    assert b"never: " in program.stderr.read()
    program.stderr.close()
    assert program.wait(60) in (0, 2)
    for name in ("wins", "soon", "where"):
        assert check_certificate(tmp_path / f"{name}.json").sha256
        assert (tmp_path / f"{name}.txt").exists()

"""`exactbox lock`: what it prints, and how each mistake becomes one line and an exit code."""

import json

import pytest

from exactbox import check_certificate
from exactbox.cli import main
from exactbox.commands.games.lock import METHODS
from exactbox.games import lock
from tests.brute_lock import LENGTH_10, LENGTH_11


def test_lock_prints_the_keys_by_length(capsys):
    assert main(["lock", "--max-length", "11"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[:3] == ["length 10: 2 keys", "  RVLVQRVLVQ", "  VRLVQVRLVQ"]
    assert out[-1].startswith("4 keys of at most 11 letters over any alphabet")


def run(capsys, *arguments):
    """Standard output of a run that answers."""
    assert main(["lock", *arguments]) == 0
    return capsys.readouterr().out


def test_json_says_what_was_asked_and_found(capsys):
    said = json.loads(run(capsys, "--max-length", "10", "--nonempty", "--json"))
    assert said == {
        "any_alphabet": True,
        "empty": False,
        "keys": list(LENGTH_10),
        "letters": "QLVR",
        "max_length": 10,
        "method": "symbolic",
        "rules": "QxQ=x, Lx=Qy, Vx=~y, Rx=yy",
    }
    said = json.loads(run(capsys, "--count", "--max-length", "11", "--letters", "QLVRX", "--json"))
    assert said["keys"] == {"10": 2, "11": 2} and said["related_pairs"] == 4_288_020


def test_free_letters_are_over_the_alphabet_that_was_given(capsys):
    out = run(capsys, "--rules", "QxQ=x, Bx=BQyQ", "--letters", "QBX", "--max-length", "4")
    assert out.splitlines()[-1] == (
        "4 keys of at most 4 letters over the letters QBX, by symbolic search"
    )


def test_general_form_lists_and_counts(capsys):
    assert run(capsys, "--general-form", "--max-length", "11").split() == [*LENGTH_10, *LENGTH_11]
    said = json.loads(run(capsys, "--general-form", "--max-length", "10", "--json"))
    assert said == {"keys": list(LENGTH_10), "max_length": 10}
    out = run(capsys, "--general-form", "--count", "--max-length", "11")
    assert out == "2 keys of length 11, 4 of at most that, by Makay's theorem\n"


@pytest.mark.parametrize(
    ("string", "why"),
    [
        ("QQ", "QQ is related to the empty string, not to itself (0 letters, not 2)."),
        ("VLQXQ", "VLQXQ is related to XQ, not to itself (2 letters, not 5)."),
        ("RLLQXQ", "(they differ first at position 1: R and Q)."),
    ],
)
def test_explain_says_how_a_string_differs_from_its_image(string, why, capsys):
    assert main(["lock", "--explain", string]) == 1
    assert capsys.readouterr().out.rstrip().endswith(why)


def test_explain_prints_a_derivation_or_the_first_step_that_fails(capsys):
    assert main(["lock", "--explain", "VRLVQVRLVQ"]) == 0
    assert "VRLVQVRLVQ is related to itself: it is a key." in capsys.readouterr().out
    assert main(["lock", "--explain", "VRLXQ"]) == 1
    assert "no rule begins with the letter X (position 4)" in capsys.readouterr().out
    assert main(["lock", "--explain", "VRLVQVRLVQ", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["derivation"][0] == ["Q", "QVRLVQ", "VRLV"]


def test_compare_prints_a_row_for_each_method(capsys):
    assert main(["lock", "--compare", "--max-length", "6"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in out[1:-1]] == list(lock.METHODS)
    assert out[-1].startswith("all that ran agree")
    assert main(["lock", "--compare", "--max-length", "20"]) == 0
    assert "GiB" in capsys.readouterr().out
    assert main(["lock", "--compare", "--max-length", "4", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["agree"] is True


def test_count_prints_the_related_pairs(capsys):
    assert main(["lock", "--count", "--letters", "QLVRX", "--max-length", "11"]) == 0
    assert "4,288,020 related pairs" in capsys.readouterr().out
    assert main(["lock", "--general-form", "--count", "--max-length", "1000000006", "--json"]) == 0
    t = 250_000_000
    assert json.loads(capsys.readouterr().out)["at_length"] == t * (t + 1)


def test_rules_alone_documents_the_tables(capsys):
    assert main(["lock", "--rules"]) == 0
    assert "2x2=x, 6x=2y, 4x=~y, 5x=yy" in capsys.readouterr().out


def test_certificate_file_is_canonical_and_checks(tmp_path, capsys):
    path = tmp_path / "keys.json"
    assert main(["lock", "--certificate", str(path), "--max-length", "11"]) == 0
    value = json.loads(path.read_bytes())
    assert path.read_bytes() == json.dumps(value, sort_keys=True, separators=(",", ":")).encode()
    assert check_certificate(path).facts["keys"] == list(LENGTH_10 + LENGTH_11)
    assert [p.name for p in tmp_path.iterdir()] == ["keys.json"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["--max-length", "0"],
        ["--max-length", "1000"],
        ["--letters", "QLV"],
        ["--rules", "QxQ=x,Qx=yy"],
        ["--compare", "--max-length", "2000"],
        ["--method", "memoize", "--max-length", "20"],
        ["--general-form", "--rules", "third"],
        ["--general-form", "--compare"],
        ["--general-form", "--max-length", "0"],
        ["--certificate", "/nonexistent/keys.json"],
        ["--certificate", "keys.json", "--rules", "third"],
    ],
)
def test_unusable_input_is_one_line_and_exit_code_2(arguments, capsys):
    assert main(["lock", *arguments]) == 2
    error = capsys.readouterr().err
    assert error.startswith("exactbox: ") and error.count("\n") == 1


def test_the_command_knows_every_method():
    assert tuple(lock.METHODS) == METHODS


def test_a_certificate_may_be_checked_with_plain_integers(tmp_path, capsys):
    path = str(tmp_path / "keys.json")
    assert run(capsys, "--certificate", path, "--plain-integers", "--max-length", "11")
    assert check_certificate(path).facts["keys"] == list(LENGTH_10 + LENGTH_11)


def test_a_certificate_is_said_in_json_with_its_hashes(tmp_path, capsys):
    path = str(tmp_path / "keys.json")
    said = json.loads(run(capsys, "--certificate", path, "--max-length", "11", "--json"))
    claim = check_certificate(path)
    assert said["keys"] == claim.facts["keys"] == list(LENGTH_10 + LENGTH_11)
    assert (said["question_sha256"], said["proof_sha256"]) == (claim.question_sha256, claim.sha256)
    assert said["proved"] == claim.sentence and said["files"][0]["file"] == path


def test_more_keys_than_one_json_object_takes_are_counted_not_listed(capsys):
    assert main(["lock", "--general-form", "--max-length", "1000000000", "--json"]) == 2
    assert "too many for one JSON object" in capsys.readouterr().err


@pytest.mark.parametrize(
    "asked",
    [
        ["--max-length", "11"],
        ["--count", "--max-length", "11"],
        ["--compare", "--max-length", "4"],
        ["--explain", "RVLVQRVLVQ"],
        ["--general-form", "--max-length", "11"],
        ["--general-form", "--count", "--max-length", "11"],
    ],
)
def test_json_is_one_object_on_one_line(asked, capsys):
    out = run(capsys, *asked, "--json")
    assert isinstance(json.loads(out), dict) and out.count("\n") == 1 and out.isascii()


def test_an_empty_table_of_rules_is_refused(capsys):
    assert main(["lock", "--rules", ""]) == 2
    assert "cannot read the rule ''" in capsys.readouterr().err


def test_the_general_form_needs_an_alphabet_with_the_locks_letters(capsys):
    assert main(["lock", "--general-form", "--letters", "QLV"]) == 2
    assert "lacks R" in capsys.readouterr().err

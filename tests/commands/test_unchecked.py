"""An answer is printed whatever becomes of its check, and what is not checked says so."""

from __future__ import annotations

import json
import pickle
from concurrent.futures.process import BrokenProcessPool

import pytest

import exactbox
from exactbox import Model, mdp
from exactbox.certificate import UncheckedError, check
from exactbox.check import GaveUp, check_certificate
from exactbox.cli import main

SPENDING = Model.from_lists(
    [[[("1/2", 0), ("1/2", 1)]], [[(1, 1)]]], labels={"done": [1]}, rewards={"r": [[1], [0]]}
)
ASKED = ["solve", "m.json", "--prop", 'P=? [F{"r"}<=400 "done"]']
WHY = "the check needs more memory than the limit of 1024 bytes"


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run a command in a folder with a model and a matrix: code, output and errors."""
    monkeypatch.chdir(tmp_path)
    exactbox.write_model("m.json", SPENDING)
    (tmp_path / "a.csv").write_text("2,1\n1,3\n")

    def command(*arguments):
        code = main(arguments)
        return code, *capsys.readouterr()

    return command


@pytest.fixture
def small(monkeypatch):
    """A machine on which the checker has no room."""
    monkeypatch.setattr("exactbox.certificate._free_memory", lambda: 1024)
    monkeypatch.setattr("exactbox.certificate.PLAIN", 0)


def test_the_own_check_is_bounded_by_the_machine_and_not_by_the_files_size(run, monkeypatch):
    """A small certificate of much work: a stranger's file of this size would get less memory."""
    monkeypatch.setattr("exactbox.checker.fast.budget.MEMORY", 1 << 15)
    monkeypatch.setattr("exactbox.checker.fast.budget.MEMORY_PER_BYTE", 0)
    code, out, err = run(*ASKED, "--certificate", "p.json")
    assert (code, err) == (0, "") and "p.json: " in out and "integers: VALID" in out
    with pytest.raises(GaveUp, match="more memory than a file of this size gets"):
        check_certificate("p.json")
    monkeypatch.setattr("exactbox.certificate._LEAST", 64)
    code, out, _ = run(*ASKED, "--max-memory", "1K")
    assert code == 0 and "exactly" in out and "more memory than the limit of 64 bytes" in out


def test_an_answer_is_printed_where_the_checker_gives_up(run, small):
    code, out, err = run(*ASKED)
    assert (code, err) == (0, "")
    assert f"  exactly   {2**400 - 1}"[:20] in out
    assert f"not checked by the independent checker: {WHY}" in out and "VALID" not in out
    code, out, _ = run(*ASKED, "--json")
    found = json.loads(out)
    assert code == 0 and found["value"] and found["checked"] is False
    assert found["unchecked"] == WHY and "proved" not in found and "proof_sha256" not in found


@pytest.mark.parametrize("name", ["p.json", "p.json.gz"])
def test_a_certificate_that_is_not_checked_has_another_name(run, small, tmp_path, name):
    (tmp_path / name).write_text("older")
    code, out, err = run(*ASKED, "--certificate", name)
    aside = f"{name}.unchecked"
    assert code == 3 and err == f"exactbox: {WHY}; {aside} has the certificate\n"
    assert f"{aside}: the unchecked certificate" in out and "exactly" in out
    assert (tmp_path / name).read_text() == "older"
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted(["a.csv", "m.json", name, aside])
    assert check_certificate(aside).question_sha256  # all of it is there, packed or not
    _, out, _ = run(*ASKED, "--certificate", name, "--json")
    assert json.loads(out)["files"] == [
        {"file": aside, "is": "unchecked certificate", "replaced": True}
    ]


def test_what_is_not_checked_is_not_written_to_standard_output(run, small):
    code, out, err = run(*ASKED, "--certificate", "-")
    assert code == 3 and out == "" and "exactly" in err and f"exactbox: {WHY}\n" in err


def test_a_worker_that_ends_in_the_check_costs_no_answer(run, monkeypatch):
    def ended(*_, **__):
        raise BrokenProcessPool("a process ended abruptly")

    monkeypatch.setattr("exactbox.certificate.check_certificate", ended)
    code, out, err = run(*ASKED)
    assert code == 0 and "exactly" in out and "a process ended abruptly" in out and not err


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("certify flip --faces 2", "8936/1575"),
        ("certify flip --faces 2 --enclosure", "within"),
        ("certify shutbox --tiles 4", "exactly"),
        ("certify lock --max-length 6", "keys"),
        ("lock --max-length 6", "0 keys of at most 6 letters"),
        ("shutbox --tiles 4 --objective shut --exact", "/"),
        ('solve m.json --prop P>=1/2[F{"r"}<=3"done"]', "answer    true"),
        ("det a.csv", "5"),
    ],
)
def test_every_command_prints_its_answer_and_keeps_what_is_not_checked(
    run, small, tmp_path, command, answer
):
    code, out, err = run(*command.split(), "--certificate", "p.json")
    assert code == 3 and answer in out and "VALID" not in out
    assert WHY in err and "Traceback" not in err
    assert not (tmp_path / "p.json").exists()
    assert check_certificate(tmp_path / "p.json.unchecked").question_sha256
    code, out, _ = run(*command.split(), "--certificate", "p.json", "--json")
    assert code == 3 and json.loads(out).get("checked", False) is False


def test_saving_an_answer_that_is_not_checked_sets_the_file_aside(small, tmp_path):
    answer = mdp.reach(SPENDING, "done", "max")
    with pytest.raises(UncheckedError, match=f"{WHY}; .*unchecked has the certificate") as caught:
        answer.save(tmp_path / "p.json")
    assert [p.name for p in tmp_path.iterdir()] == ["p.json.unchecked"]
    assert (tmp_path / "p.json.unchecked").read_bytes() == answer.certificate()
    sent = pickle.loads(pickle.dumps(caught.value))
    assert (str(sent), sent.path) == (str(caught.value), caught.value.path)


def test_a_certificate_whose_pieces_are_missing_is_not_kept(monkeypatch, tmp_path):
    def parts(_):
        yield b'{"certificate":2,'
        raise MemoryError

    monkeypatch.setattr(mdp.Answer, "certificate_parts", parts)
    with pytest.raises(UncheckedError, match=r"too large to check here: MemoryError$"):
        mdp.reach(SPENDING, "done", "max").save(tmp_path / "p.json")
    assert not list(tmp_path.iterdir())


def test_a_limit_of_work_is_still_said_as_such():
    parts = mdp.reach(SPENDING, "done", "max").certificate_parts()
    with pytest.raises(GaveUp, match="more work than 3"):
        check(parts, max_work=3)

"""Outputs are looked at before the work, and written before anything is printed."""

from __future__ import annotations

import os

import pytest

from exactbox.cli import main
from exactbox.commands.terminal.outputs import require_places

ARRAY = "%%MatrixMarket matrix array integer general\n"
COIN = """{"type": "dtmc", "states": [{"choices": [{"to": {"0": "1/2", "1": "1/2"}}]},
{"labels": ["heads"], "choices": [{"to": {"1": 1}}]}]}"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A model, also as PRISM's files, and a system, in the folder where we are."""
    monkeypatch.chdir(tmp_path)
    texts = {
        "A.mtx": f"{ARRAY}2 2\n2\n1\n1\n3\n",
        "b.mtx": f"{ARRAY}2 1\n1\n1\n",
        "coin.json": COIN,
        "coin.tra": "2 3\n0 0 1/2\n0 1 1/2\n1 1 1\n",
        "coin.lab": '0="init" 1="heads"\n0: 0\n1: 1\n',
        "coin1.srew": "2 1\n0 1\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def refused(capsys, *words):
    """Standard error of a command that refuses its outputs before its work; it changes nothing."""
    before = {name: os.lstat(name).st_mtime_ns for name in os.listdir()}
    code = main(words)
    out, err = capsys.readouterr()
    assert (code, out) == (2, "") and err.startswith("exactbox: ") and err.count("\n") == 1
    assert {name: os.lstat(name).st_mtime_ns for name in os.listdir()} == before
    return err


@pytest.mark.parametrize(
    "words",
    [
        "linsolve A.mtx b.mtx --output A.mtx",
        "linsolve A.mtx b.mtx --certificate ./b.mtx",
        "linsolve A.mtx b.mtx --certificate link",
        "solve coin.json --max-reach heads --policy coin.json",
        "solve coin.json --max-reach heads --evaluate policy --certificate policy",
        "solve coin.tra --max-reach heads --policy coin.lab",
        "solve coin.tra --max-reach heads --certificate coin1.srew",
        "question coin.json --max-reach heads --output coin.json",
        "question coin.json --props props --output props",
    ],
)
def test_an_output_that_is_an_input_is_refused(capsys, folder, words):
    (folder / "link").symlink_to("A.mtx")
    (folder / "policy").write_text("0\t0\n")
    (folder / "props").write_text('Pmax=? [F "heads"]')
    assert "this is an input, need another file" in refused(capsys, *words.split())


@pytest.mark.parametrize("other", ["z", "./z", "link", "there/../z", "hard"])
@pytest.mark.parametrize("there", [True, False])
def test_two_outputs_that_are_one_file_are_refused(capsys, folder, other, there):
    (folder / "there").mkdir()
    (folder / "link").symlink_to("z")
    if there:
        (folder / "z").write_text("old")
        (folder / "hard").hardlink_to(folder / "z")
    elif other == "hard":
        pytest.skip("nothing to link to")
    words = f"solve coin.json --max-reach heads --certificate z --policy {other}".split()
    why = f"exactbox: --policy {other}: this is also --certificate, need another file\n"
    assert refused(capsys, *words) == why


def test_two_outputs_may_be_a_device(folder):
    words = "solve coin.json --max-reach heads --certificate /dev/null --policy /dev/null"
    assert main(words.split()) == 0


@pytest.mark.parametrize(
    "words, why",
    [
        (
            "--certificate {name}.x --policy {name}.x",
            "--policy {name}.x: this is another output, need another file",
        ),
        ("--certificate - --policy -", "--policy -: this is also --certificate, need another file"),
        ("--certificate nowhere/z", "nowhere/z: No such file or directory"),
        ("--certificate /dev/fd/99", "/dev/fd/99: Bad file descriptor"),
        ("--certificate circle", "circle: Too many levels of symbolic links"),
        ("--certificate=", "--certificate: the name is empty, need that of a file"),
    ],
)
def test_what_cannot_be_written_is_refused_before_the_work(capsys, folder, words, why):
    (folder / "circle").symlink_to("circle")
    words = ["solve", "coin.json", "--max-reach", "heads", *words.split()]
    assert refused(capsys, *words) == f"exactbox: {why}\n"


def test_a_folder_is_an_output_of_several_properties_only(capsys, folder):
    assert refused(capsys, "det", "A.mtx", "--certificate", ".") == "exactbox: .: Is a directory\n"
    words = "solve coin.json --max-reach heads --certificate ."
    assert main(words.split()) == 0 and (folder / "property-1.json").exists()


def test_two_inputs_that_are_standard_input_are_refused(capsys, folder):
    assert "two inputs are standard input" in refused(capsys, "linsolve", "-", "-")


def test_the_file_behind_standard_input_is_an_input(folder):
    saved = os.dup(0)
    with open("coin.json", "rb") as file:
        os.dup2(file.fileno(), 0)
    try:
        with pytest.raises(ValueError, match=r"^--policy coin.json: this is an input"):
            require_places(["-"], [("policy", "coin.json")])
        require_places(["-"], [("policy", "-")])
    finally:
        os.dup2(saved, 0)
        os.close(saved)


def test_a_descriptor_of_the_program_itself_is_no_output(folder):
    reading, writing = os.pipe()
    for descriptor in (reading, writing):
        with pytest.raises(OSError, match="Bad file descriptor"):
            require_places([], [("output", f"/dev/fd/{descriptor}")])
    os.set_inheritable(writing, True)  # as what a shell hands over
    require_places([], [("output", f"/dev/fd/{writing}")])
    os.close(reading)
    os.close(writing)


def test_a_file_or_folder_that_may_not_be_written_is_refused(folder, monkeypatch):
    for denied in ("z", "."):
        (folder / "z").write_text("old")
        there = os.path.realpath(denied)
        monkeypatch.setattr(os, "access", lambda path, mode, there=there: path != there)
        with pytest.raises(PermissionError):
            require_places([], [("output", "z")])


def test_standard_output_that_is_closed_is_no_output(folder, monkeypatch):
    monkeypatch.setattr("sys.stdout", None)
    with pytest.raises(OSError, match="it is closed"):
        require_places([], [("output", "-")])


def test_an_output_that_is_standard_output_has_it_alone(capfdbinary, folder):
    """What is printed goes to standard error."""
    words = ["solve", "coin.json", "--max-reach", "heads", "--certificate"]
    assert main([*words, "-"]) == 0
    out, err = capfdbinary.readouterr()
    assert main([*words, "z"]) == 0
    assert out == (folder / "z").read_bytes() and b"exactly   1\n" in err

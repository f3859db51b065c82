"""The examples of every help run, with the files that `exactbox examples` writes."""

from __future__ import annotations

import shlex
from importlib.util import find_spec
from pathlib import Path

import pytest

from exactbox import gallery
from exactbox.cli import _HOME, main, parser
from exactbox.commands.terminal.overview import EXAMPLES, page
from exactbox.formats import read_model
from exactbox.gallery import FILES, content
from exactbox.linalg import read_matrix
from exactbox.lp import read_program


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The files of the gallery, and what earlier examples have written."""
    folder = tmp_path_factory.mktemp("examples")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert main(["examples", "all"]) == 0
        assert main(["certify", "flip", "--faces", "2", "--certificate", "flip.json"]) == 0
    return folder


LINES = [line for pair in EXAMPLES.values() for line, _ in pair]


@pytest.mark.parametrize("line", LINES)
def test_every_example_of_a_help_runs(line, folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    assert main(shlex.split(line)) == 0
    assert capsys.readouterr().out


def help_of(command, capsys):
    with pytest.raises(SystemExit) as stopped:
        main([command, "--help"])
    assert stopped.value.code == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("command", [*_HOME])
def test_every_help_opens_with_two_examples(command, capsys):
    text = help_of(command, capsys)
    opening = text.partition("usage:")[0]
    shown = [line for line in opening.splitlines() if line.startswith("  exactbox ")]
    assert len(shown) == 2 and all(command in line for line in shown)
    assert max(map(len, opening.splitlines())) <= 80


def test_the_help_of_solve_is_a_page_and_a_half_and_the_rest_is_behind_it(capsys):
    short = help_of("solve", capsys)
    assert len(short.splitlines()) <= 60 and "exactbox help solve" in short
    assert main(["help", "solve"]) == 0
    whole = capsys.readouterr().out
    assert len(whole.splitlines()) > 150
    for option in ("--stay", "--evaluate", "--jobs", "THRESHOLDS"):
        assert option in whole and option not in short


def test_help_has_every_option_of_every_command(capsys):
    top = parser()
    for command in _HOME:
        assert main(["help", command]) == 0
        whole = capsys.readouterr().out
        (choices,) = (a.choices for a in top._actions if hasattr(a, "choices") and a.choices)
        for action in choices[command]._actions:
            assert all(option in whole for option in action.option_strings), command


def test_options_about_long_work_are_not_shown_where_work_is_short(capsys):
    assert "--parts" not in help_of("inv", capsys)
    assert main(["help", "inv"]) == 0
    assert "--parts" in capsys.readouterr().out


def test_what_is_no_command_has_no_help(capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["help", "slove"])
    assert stopped.value.code == 2
    assert "'slove' is not a command; exactbox --help lists them" in capsys.readouterr().err


def test_the_program_alone_shows_an_example_of_each_command():
    text = page()
    assert all(f"exactbox {pair[0][0]}" in text for pair in EXAMPLES.values())
    assert {*EXAMPLES} == {*_HOME} and max(map(len, text.splitlines())) <= 100


def test_examples_are_listed_written_once_and_never_over_another_file(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    assert main(["examples"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in listed] == [*FILES]
    assert main(["examples", "hilbert.csv", "hilbert.csv"]) == 0
    assert (tmp_path / "hilbert.csv").read_bytes() == content("hilbert.csv")
    assert [path.name for path in tmp_path.iterdir()] == ["hilbert.csv"]
    assert main(["examples", "hilbert.csv"]) == 0  # the same file
    (tmp_path / "hilbert.csv").write_text("1\n")
    capsys.readouterr()
    assert main(["examples", "retry.drn", "hilbert.csv"]) == 2
    said = "hilbert.csv: there already, and not the example: it stays"
    assert said in capsys.readouterr().err and not (tmp_path / "retry.drn").exists()
    assert (tmp_path / "hilbert.csv").read_text() == "1\n"


def test_a_name_that_is_no_example_is_refused(capsys):
    assert main(["examples", "nope"]) == 2
    assert "nope: no example; exactbox examples lists them" in capsys.readouterr().err


def test_the_gallery_lists_all_of_its_files():
    there = {path.name for path in Path(gallery.__file__).parent.iterdir()}
    assert there - {"__init__.py", "__pycache__"} == {*FILES}


@pytest.mark.parametrize("name", FILES)
def test_every_file_of_the_gallery_is_read(name, folder):
    path = folder / name
    if name.endswith(".csv"):
        assert read_matrix(path).size > 0
    elif name.endswith((".lp", ".mps")):
        assert read_program(path)
    elif name.endswith(".prism"):
        if find_spec("stormpy"):
            assert read_model(path).states == 13
    else:
        assert read_model(path).states >= 2

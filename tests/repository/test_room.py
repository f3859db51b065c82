"""`make test ROOM=...` runs what a change of a room can break."""

from __future__ import annotations

import pytest

from tests import ROOT
from tests.repository.room import ANY, main, places, rooms, users
from tests.repository.test_rooms import CHECKER, LEVEL

TOOLS = {"bench", "certificates", "weakenings"}  # for other targets, or data
SHARED = {path.stem for path in (ROOT / "tests").glob("*.py") if path.name[:5] != "test_"}


def named(name):
    return {path.relative_to(ROOT).as_posix() for path in places(name)}


def test_a_room_is_a_line_of_the_table():
    assert {*LEVEL, *CHECKER} - {"__init__"} == rooms()


def test_the_tests_of_a_room_and_of_those_that_import_it():
    assert {"linalg", "mdp", "commands", "cli"} <= users("linalg")
    assert "files" not in users("linalg")
    mdp = {"exactbox/mdp", "tests/mdp", "tests/commands", "tests/test_cli.py", "tests/repository"}
    assert mdp <= named("mdp")
    assert not named("mdp") & {"exactbox/linalg", "tests/linalg", "tests/test_files.py"}
    assert {"tests/checker", "tests/mdp"} <= named("check")  # mdp writes what it checks


def test_each_folder_and_file_of_tests_has_the_name_of_what_it_tests():
    """Or is of all rooms; so none is left out of ``ROOM=...``."""
    entries = {path.stem for path in (ROOT / "tests").iterdir() if path.suffix in (".py", "")}
    names = {name.removeprefix("test_") for name in entries - SHARED - TOOLS - {"__pycache__"}}
    assert names - {*ANY} <= rooms()


def test_an_unknown_room_is_told_those_that_exist(capsys):
    assert main("algebra") == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    assert err.startswith("there is no room 'algebra'; those that exist: ")
    assert "linalg, linear_certificate," in err


@pytest.mark.parametrize("name", ["check", "linalg"])
def test_what_is_printed_is_there(name, capsys):
    assert main(name) == 0
    assert all((ROOT / path).exists() for path in capsys.readouterr().out.split())

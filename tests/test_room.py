"""`make test ROOM=...` runs what a change of a room can break."""

from __future__ import annotations

import pytest

from tests.room import ROOT, files, main, rooms, users
from tests.test_rooms import CHECKER, LEVEL


def named(room):
    return {str(file.relative_to(ROOT)) for file in files(room)}


def test_a_room_is_a_line_of_the_table():
    assert {*LEVEL, *CHECKER} - {"__init__"} == rooms()


def test_the_tests_of_a_room_and_of_those_that_import_it():
    assert {"linalg", "mdp", "commands", "cli"} <= users("linalg") and "files" not in users(
        "linalg"
    )
    mdp = named("mdp")
    assert {"exactbox/mdp", "tests/test_rooms.py", "tests/test_solve_command.py"} <= mdp
    assert "tests/test_process_proofs.py" in mdp  # by what it imports from tests/
    assert not mdp & {"exactbox/linalg", "tests/test_linear_kernels.py", "tests/test_files.py"}


def test_a_test_that_imports_no_room_may_be_of_any():
    for room in rooms():
        assert {"tests/test_face.py", "tests/test_rooms.py"} <= named(room)


def test_an_unknown_room_is_told_those_that_exist(capsys):
    assert main("algebra") == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    assert err.startswith("there is no room 'algebra'; those that exist: ")
    assert "linalg, linear_certificate," in err


@pytest.mark.parametrize("room", ["check", "linalg"])
def test_what_is_printed_is_there(room, capsys):
    assert main(room) == 0
    assert all((ROOT / name).exists() for name in capsys.readouterr().out.split())

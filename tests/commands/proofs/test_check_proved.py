"""``exactbox check --proved FILE``: the extracted checker is run where it has been built."""

from __future__ import annotations

import pytest

from exactbox.cli import main
from exactbox.commands.proofs import check


@pytest.fixture
def built(tmp_path, monkeypatch):
    """Put a program in the checker's place, and return its path."""
    path = tmp_path / "checker"
    monkeypatch.setattr(check, "PROVED", path)

    def build(text):
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
        return path

    return build


@pytest.mark.parametrize("code", [0, 1, 2, 3])
def test_its_files_output_and_exit_code_are_handed_on(built, capfd, code):
    built(f'for file; do echo "$file: checked"; done; exit {code}')
    assert main(["check", "--proved", "a b.json", "c.json"]) == code
    assert capfd.readouterr().out == "a b.json: checked\nc.json: checked\n"


def test_its_limits_are_handed_on(built, capfd):
    built('echo "$@"')
    assert main(["check", "--proved", "--max-seconds", "7", "a.json", "--max-bytes", "9"]) == 0
    assert capfd.readouterr().out == "--max-bytes 9 --max-seconds 7 a.json\n"


def test_a_program_that_is_killed_has_failed(built, capfd):
    path = built("kill -9 $$")
    assert main(["check", "--proved", "a.json"]) == 3
    assert capfd.readouterr().err == f"{path}: ended by signal 9\n"


def test_says_how_it_is_built_where_it_is_not(built, capsys, tmp_path):
    assert main(["check", "--proved", "a.json"]) == 2
    found = capsys.readouterr().err
    assert found.count("\n") == 1 and "make coq-checker" in found and str(tmp_path) in found


@pytest.mark.parametrize(
    "option",
    ["--plain", "--json", "--explain", "--max-work 9"],
)
def test_options_of_the_other_checkers_are_refused_by_name(built, capsys, option):
    built("echo VALID")
    assert main(["check", "--proved", *option.split(), "a.json"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1) and option.split()[0] in err


def test_standard_input_is_refused(built, capsys):
    built("echo VALID")
    assert main(["check", "--proved", "-"]) == 2
    assert capsys.readouterr() == ("", "exactbox: --proved reads files, not standard input\n")

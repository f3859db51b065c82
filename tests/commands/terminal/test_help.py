"""What one meets first: ``exactbox`` alone, help, words that are not commands, completion."""

from __future__ import annotations

import io
import shlex
import subprocess
import sys

import pytest

from exactbox import cli
from exactbox.cli import main
from exactbox.commands.terminal.overview import page


def test_exactbox_alone_says_what_one_can_do(capsys):
    assert main([]) == 0
    assert capsys.readouterr() == (page(), "")
    assert max(map(len, page().splitlines())) <= 100


def test_help_without_a_name_lists_commands_and_manuals(capsys):
    assert main(["help"]) == 0
    commands, manuals = capsys.readouterr().out.removeprefix("commands: ").split("manuals: ")
    assert [name.strip() for name in commands.split(",")] == [*cli._HOME]
    assert {"argument", "pig", "solve"} <= {name.strip() for name in manuals.split(",")}


def test_every_command_is_on_the_page():
    assert [name for name in cli._HOME if name not in page()] == []


def shown(capsys, *words):
    """What is printed by a command that ends with its help or a refusal, and the exit code."""
    with pytest.raises(SystemExit) as ended:
        main(words)
    return (ended.value.code, *capsys.readouterr())


def test_every_help_has_the_exit_codes(capsys):
    code, out, err = shown(capsys, "--help")
    assert (code, err) == (0, "") and "  130  interrupted\n" in out.split("exit codes:\n")[1]
    for command in cli._HOME:
        code, out, err = shown(capsys, command, "--help")
        assert (code, err) == (0, "") and "exit codes: 0 done, 1 " in out.splitlines()[-1]
        assert max(map(len, out.splitlines()[-1:])) <= 85


@pytest.mark.parametrize(
    "word, hint",
    [
        ("linsolv", ": did you mean linsolve?"),
        ("Check", ": did you mean check?"),
        ("xyzzy", "; exactbox --help lists them"),
    ],
)
def test_an_unknown_command_has_the_nearest_one_named(capsys, word, hint):
    assert shown(capsys, word) == (2, "", f"exactbox: '{word}' is not a command{hint}\n")


@pytest.mark.parametrize(
    "words", ["shutbox --players two", "solve", "flip --faces", "lock --method x", "--nothing"]
)
def test_what_the_parser_refuses_is_one_line(capsys, words):
    code, out, err = shown(capsys, *words.split())
    assert (code, out) == (2, "") and err.startswith("exactbox") and err.count("\n") == 1


def test_completion_without_shtab_says_how_to_get_it(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "shtab", None)
    assert main(["completion", "bash"]) == 2
    why = "exactbox: completion needs shtab: pip install 'exactbox[completion]'\n"
    assert capsys.readouterr() == ("", why)


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
def test_completion_knows_commands_options_and_files(capsys, shell):
    pytest.importorskip("shtab")
    assert main(["completion", shell]) == 0
    out, err = capsys.readouterr()
    assert err == "" and "linsolve" in out and "max-reach" in out and "certificate" in out


def test_bash_completes_commands_options_and_files(capsys, tmp_path):
    pytest.importorskip("shtab")
    assert main(["completion", "bash"]) == 0
    (tmp_path / "model.drn").write_text("")

    def completed(*words):
        """What bash offers for the last of these words."""
        script = f"""{out}
        compopt() {{ :; }}
        COMP_WORDS=({shlex.join(words)}) COMP_CWORD={len(words) - 1}
        _shtab_exactbox; echo "${{COMPREPLY[@]}}" """
        command = ["bash", "--norc", "-c", script]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
        return done.stdout.split()

    out = capsys.readouterr().out
    assert completed("exactbox", "linso") == ["linsolve"]
    assert completed("exactbox", "solve", "mo") == ["model.drn"]
    assert completed("exactbox", "solve", "model.drn", "--cert") == ["--certificate"]
    assert completed("exactbox", "solve", "model.drn", "--certificate", "m") == ["model.drn"]


class Gone(io.TextIOBase):
    """A stream whose reader has gone."""

    def write(self, text):
        raise BrokenPipeError(32, "Broken pipe")


def test_help_whose_reader_has_gone_is_no_error(monkeypatch):
    monkeypatch.setattr(sys, "stdout", Gone())
    assert main(["--help"]) == 0


def test_every_command_that_solves_takes_a_limit_in_seconds():
    """Those of games and of parts of `certify` and `atlas` too; `check` has one of its own."""
    commands = cli.parser()._subparsers._group_actions[0].choices
    assert set(cli._SHORT) < set(commands)
    for name, each in commands.items():
        parsers = [each]
        for parser in parsers:
            options = [option for action in parser._actions for option in action.option_strings]
            own = name in cli._SHORT and name != "check"
            assert ("--max-seconds" in options) != own
            parsers += [
                inner
                for action in parser._actions
                if isinstance(action.choices, dict)
                for inner in action.choices.values()
            ]

"""Commands: bars on terminals, what is written besides, and errors from anywhere as one line."""

from __future__ import annotations

import dataclasses
import io
import json
import os
import sys
import time
from fractions import Fraction

import pytest

from exactbox import certificate, cli
from exactbox.check import InvalidCertificate
from exactbox.commands.proofs import check as check_command
from exactbox.commands.terminal.progress_bar import progress_bar
from exactbox.progress import report

COIN = (
    '{"type": "mdp", "states": [{"choices": [{"to": {"0": "1/2", "1": "1/2"}}, {"to": {"1": 1}}]}, \
{"labels": ["end"], "choices": [{"to": {"1": 1}}]}]}'
)


def run(capsys, *arguments):
    """Exit code, standard output and standard error of a command."""
    code = cli.main(arguments)
    return (code, *capsys.readouterr())


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_long_work_has_a_bar_on_a_terminal(monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr("exactbox.commands.terminal.progress_bar._FIRST_BAR", 0)
    with progress_bar("flip"):
        report("solving", 1, 4)
        time.sleep(0.2)  # reports that come more often are left out
        report("solving", 2, 4)
    assert "flip: solving" in terminal.getvalue() and "2/4" in terminal.getvalue()


def test_long_work_has_no_bar_in_a_file(monkeypatch):
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with progress_bar("flip"):
        report("solving", 1, 4)
    assert sys.stderr.getvalue() == ""


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (KeyboardInterrupt(), 130, "interrupted"),
        (InvalidCertificate("claim: a lie"), 1, "exactbox: claim: a lie"),
        (ValueError("two\n  lines"), 2, "exactbox: two lines"),
        (ArithmeticError(), 2, "exactbox: ArithmeticError"),
        (MemoryError(), 2, "exactbox: out of memory"),
        (MemoryError("need 3 GB"), 2, "exactbox: out of memory: need 3 GB"),
        (OSError(2, "No such file", "a.json"), 2, "exactbox: a.json: No such file"),
        (OSError(5, "Input/output error"), 2, "exactbox: Input/output error"),
        (OSError(28, "No space left"), 3, "exactbox: standard output: No space left"),
        (
            ImportError("formats of Storm need stormpy"),
            2,
            "exactbox: formats of Storm need stormpy",
        ),
    ],
)
def test_whatever_a_command_raises_is_a_line_and_an_exit_code(
    capsys, monkeypatch, error, code, said
):
    def fail(*_):
        raise error

    monkeypatch.setattr(check_command, "run", fail)
    assert run(capsys, "check", "any.json") == (code, "", f"{said}\n")


def test_a_reader_that_has_gone_is_no_error(monkeypatch):
    """Nothing more is said, now or at exit: standard output leads nowhere."""

    class Closed(io.StringIO):
        def flush(self):
            raise BrokenPipeError

        def fileno(self):
            return closed

    reading, closed = os.pipe()
    monkeypatch.setattr(check_command, "run", lambda *_: 0)
    monkeypatch.setattr(sys, "stdout", Closed())
    assert cli.main(["check", "any.json"]) == 0
    os.write(closed, b"into nowhere")
    os.close(closed)
    assert os.read(reading, 1) == b""
    os.close(reading)


# Models -------------------------------------------------------------------------------------------


def test_true_holds_everywhere(capsys, tmp_path):
    (tmp_path / "m.json").write_text(COIN)
    code, out, _ = run(capsys, "solve", str(tmp_path / "m.json"), "--prop", "Pmax=? [ F true ]")
    assert code == 0 and "exactly   1\n" in out and "true" in out


def test_a_proof_of_another_value_is_not_handed_out(capsys, monkeypatch, tmp_path):
    (tmp_path / "m.json").write_text(COIN)
    checked = certificate.check_certificate

    def another(*arguments, **more):
        return dataclasses.replace(checked(*arguments, **more), value=Fraction(1, 3))

    monkeypatch.setattr(certificate, "check_certificate", another)
    monkeypatch.setattr(certificate, "PLAIN", 0)
    code, _, err = run(capsys, "solve", str(tmp_path / "m.json"), "--max-reach", "end")
    assert code == 1 and "proved another result" in err


def test_a_policy_of_choices_without_names_has_their_numbers(capsys, tmp_path):
    (tmp_path / "m.json").write_text(COIN)
    policy = tmp_path / "policy.json"
    command = ["solve", str(tmp_path / "m.json"), "--max-reach", "end", "--steps", "1"]
    assert run(capsys, *command, "--policy", str(policy))[0] == 0
    assert json.loads(policy.read_text())["policy"] == [[1, 0]]

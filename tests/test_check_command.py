"""The checker as a command: a line a file, exit codes, and nothing but the standard library."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from exactbox.check import check_certificate, main
from tests.corpus import CORPUS

CHECKER = CORPUS.parents[1] / "exactbox" / "check.py"
GOOD = CORPUS / "process/accepted/flip_4_cards.json"


def test_command_prints_a_line_a_file_and_exits_with_the_worst(
    capsys: pytest.CaptureFixture[str],
) -> None:
    good_file, lie, noise = (
        str(CORPUS / name)
        for name in (
            "process/accepted/flip_4_cards.json",
            "process/rejected/value_off_by_one.json",
            "reading/malformed/truncated.json",
        )
    )
    assert main([good_file]) == 0
    captured = capsys.readouterr()
    assert captured.out == f"VALID {good_file}: {check_certificate(good_file)}\n"
    assert captured.err == ""
    assert main([lie, good_file]) == 1
    captured = capsys.readouterr()
    assert captured.out.startswith("VALID ")
    assert captured.err.startswith(f"INVALID {lie}: chance node 1: ")
    assert main([noise, lie, good_file]) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith(f"UNREADABLE {noise}: not JSON")
    assert captured.err.count("\n") == 2


@pytest.mark.parametrize(
    "name", ["missing.json", "missing.json.gz", "", ".", "a\nb", "nul\0", "\udcff"]
)
def test_command_has_one_line_for_an_unreadable_file(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([name]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("UNREADABLE ") and captured.err.count("\n") == 1


def test_command_stops_at_the_limit_it_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--max-bytes", "10", str(GOOD)]) == 2
    assert "larger than 10 bytes" in capsys.readouterr().err


def test_command_takes_an_interrupt(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setitem(main.__globals__, "check_certificate", interrupt)
    assert main(["any.json"]) == 130
    assert capsys.readouterr().err == "interrupted\n"


def test_runs_alone_from_any_folder(tmp_path: Path) -> None:
    """Without the package, the site or the environment: python -I -S check.py FILE."""
    command = [sys.executable, "-I", "-S", str(CHECKER), str(GOOD)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("VALID ")


def test_imports_the_standard_library_only() -> None:
    """And nothing of the package, by any spelling of import."""
    names = set()
    for node in ast.walk(ast.parse(CHECKER.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names.add((node.module or "").partition(".")[0])
        elif isinstance(node, ast.Name):
            assert node.id not in {"__import__", "eval", "exec"}
    assert names <= sys.stdlib_module_names - {"importlib"}


def test_has_no_floats_and_no_recursion() -> None:
    """No float literal, no true division, no call of float; no function calls itself."""
    for function in ast.walk(ast.parse(CHECKER.read_text())):
        if isinstance(function, ast.Constant):
            assert not isinstance(function.value, float)
        if isinstance(function, ast.BinOp):
            assert not isinstance(function.op, ast.Div)
        if isinstance(function, ast.FunctionDef):
            called = {n.id for n in ast.walk(function) if isinstance(n, ast.Name)}
            assert function.name not in called and "float" not in called

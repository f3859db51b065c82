"""The checker as a command: a line a file, exit codes, and never a traceback."""

from __future__ import annotations

import json
import math
import os
import re
import subprocess
import sys
import zipapp
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from shutil import copy, copytree

import pytest

from exactbox import certificate, check, cli
from exactbox.check import check_certificate, main
from exactbox.checker import fast
from exactbox.checker.claim import Claim
from exactbox.checker.command import json_line, page
from tests import ROOT
from tests.corpus import CORPUS, quoted

CHECKER = ROOT / "exactbox" / "check.py"
GOOD = CORPUS / "lock/accepted/keys_to_length_11.json"
LIE = CORPUS / "lock/rejected/key_twice.json"
LONG = ROOT / "proofs" / "flip-6.json"  # takes the plain checker some seconds
NOISE = CORPUS / "reading/malformed/truncated.json"

Captured = pytest.CaptureFixture[str]


def alone(*words: object, **how: object) -> subprocess.CompletedProcess[str]:
    """Run check.py by itself."""
    command = [sys.executable, "-I", "-S", str(CHECKER), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, **how)  # type: ignore[call-overload, no-any-return]


# Verdicts -----------------------------------------------------------------------------------------


def test_a_line_a_file_and_the_greatest_exit_code(capsys: Captured) -> None:
    assert main([str(GOOD)]) == 0
    captured = capsys.readouterr()
    assert captured.out == f"VALID {quoted(GOOD)}: {check_certificate(GOOD)}\n"
    assert captured.err == ""
    assert main([str(LIE), str(GOOD)]) == 1
    captured = capsys.readouterr()
    assert captured.out.startswith("VALID ")
    assert captured.err.startswith(f"INVALID {quoted(LIE)}: key 1: ")
    assert main([str(NOISE), str(LIE), str(GOOD)]) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith(f"UNREADABLE {quoted(NOISE)}: not JSON")
    assert captured.err.count("\n") == 2
    assert main(["--max-work", "1000", str(GOOD), str(NOISE), str(LIE)]) == 3
    captured = capsys.readouterr()
    assert captured.err.startswith(f"GAVE UP {quoted(GOOD)}: the check needs more work than 1000")


@pytest.mark.parametrize(
    "name", ["missing.json", "missing.json.gz", "", ".", "a\nb", "nul\0", "\udcff", "\x7f", "é"]
)
def test_one_line_in_ascii_for_a_file_that_cannot_be_read(name: str, capsys: Captured) -> None:
    assert main([name]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert re.fullmatch('UNREADABLE "[ -~]*": [ -~]+\n', captured.err)


def test_a_file_name_forges_no_verdict(tmp_path: Path, capsys: Captured) -> None:
    """It is quoted and escaped, so the line begins and ends as all others do."""
    for name in (
        'x": all is well\nVALID "y',
        "VALID \u2028 all is well",
        '"',
        "\\",
        "a\rb",
        "\x1b[2K",
    ):
        file = tmp_path / name
        file.write_bytes(GOOD.read_bytes())
        assert main([str(file)]) == 0
        out = capsys.readouterr().out
        assert out.isascii() and out[:-1].isprintable() and out.endswith("\n")
        said, end = json.JSONDecoder().raw_decode(out, len("VALID "))
        assert said == str(file)
        assert out[end:] == f": {check_certificate(GOOD)}\n"


def test_standard_input_is_a_file_named_dash() -> None:
    done = subprocess.run(
        [sys.executable, str(CHECKER), "-"], input=GOOD.read_bytes(), capture_output=True
    )
    assert done.returncode == 0 and done.stdout.startswith(b'VALID "-": ')


def test_limits_give_up(capsys: Captured) -> None:
    size = str(GOOD.stat().st_size)
    assert main(["--max-bytes", size, "--max-work", "1000000000", str(GOOD)]) == 0
    assert main(["--max-bytes", "150", str(GOOD)]) == 3
    assert "larger than 150 bytes (see --max-bytes)" in capsys.readouterr().err
    assert main(["--max-work", "0", str(GOOD)]) == 3
    assert "more work than 0 (see --max-work)" in capsys.readouterr().err


@pytest.mark.parametrize("program", [main, lambda words: cli.main(["check", *words])])
@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--max-work", "-1", "x"],
        ["--max-bytes", "1" * 5000, "x"],
        ["--max-bytes", "\u00b2", "x"],
        ["--json", "--explain", "x"],
        ["--\nVALID", "x"],
    ],
)
def test_options_that_are_wrong_are_one_line(
    program: Callable[[list[str]], int], words: list[str], capsys: Captured
) -> None:
    with pytest.raises(SystemExit, match="2"):
        program(words)
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1 and "\nVALID" not in captured.err


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (KeyError("no such thing"), "the checker itself failed: KeyError: 'no such thing'"),
        (ValueError("a\nb"), r"the checker itself failed: ValueError: a\\nb"),
    ],
)
def test_a_mistake_of_the_checker_is_one_line_and_exit_3(
    error: Exception, said: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    def fail(*_: object, **__: object) -> Claim:
        raise error

    monkeypatch.setattr(fast, "check_certificate", fail)
    assert main([str(GOOD)]) == 3
    assert re.fullmatch(f'FAILED "[^"]*": {said}\n', capsys.readouterr().err)


def test_an_interrupt_is_one_line_and_exit_130(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    def interrupt(*_: object, **__: object) -> Claim:
        raise KeyboardInterrupt

    monkeypatch.setattr(fast, "check_certificate", interrupt)
    assert main(["any.json"]) == 130
    assert capsys.readouterr().err == "interrupted\n"


# Other forms --------------------------------------------------------------------------------------


def test_json_is_an_object_a_line_with_all_that_was_proved(capsys: Captured) -> None:
    code = main(["--json", str(GOOD), str(LIE), str(NOISE), "missing\n.json"])
    captured = capsys.readouterr()
    assert code == 2 and captured.err == "" and captured.out.isascii()
    good, lie, noise, missing = map(json.loads, captured.out.splitlines())
    claim = check_certificate(GOOD)
    assert good.pop("theorems") and good == {
        "file": str(GOOD),
        "verdict": "VALID",
        "how": "",
        "kind": "lock",
        "sentence": claim.sentence,
        "value": None,
        "upper": None,
        "facts": claim.facts,
        "question_sha256": claim.question_sha256,
        "proof_sha256": claim.sha256,
    }
    assert lie["verdict"] == "INVALID" and lie["reason"].startswith("key 1: ")
    assert noise["verdict"] == "UNREADABLE"
    assert (missing["file"], missing["reason"]) == ("missing\n.json", "No such file or directory")


def test_vertices_are_lists_in_json_and_tuples_on_the_page(capsys: Captured) -> None:
    curve = CORPUS / "trade_off/accepted/cost_and_probability_within_steps.json"
    assert main(["--json", str(curve)]) == 0
    facts = json.loads(capsys.readouterr().out)["facts"]
    assert facts["vertices"] == [[3, 1], [2, [1, 2]]]
    assert main(["--explain", str(curve)]) == 0
    assert "\n  vertices: (3, 1), (2, 1/2)\n" in capsys.readouterr().out


def test_explain_prints_sentence_facts_and_theorems(capsys: Captured) -> None:
    assert main(["--explain", str(GOOD)]) == 0
    out = capsys.readouterr().out
    assert out.isascii()
    line, page = out.split("\n", 1)
    assert line == f"VALID {quoted(GOOD)}: {check_certificate(GOOD)}"
    plain = " ".join(page.split())
    claim = check_certificate(GOOD)
    for part in ("What is claimed", claim.sentence, "complete to: 11", "Why that suffices"):
        assert part in plain
    assert len(claim.theorems) == 2
    for theorem in claim.theorems:
        assert " ".join(theorem.split()) in plain
    assert main(["--explain", str(LIE)]) == 1
    assert capsys.readouterr().out == ""


def test_numbers_of_any_length_are_printed_in_each_form() -> None:
    """In JSON as certificates spell them; on the page with the ends of their digits."""
    long = Fraction(-(10**5000), 3)
    facts = {"values": [Fraction(1, 2), math.inf, long, -1], "count": 10**6, "large": 10**18}
    claim = Claim(
        "process", "a sentence", long, Fraction(3), facts, ("A theorem.\n\n    Its proof.",)
    )
    said = json.loads(json_line("f", "VALID", claim, ""))
    assert said["value"] == [f"{-(10**5000):x}", 3] and said["upper"] == 3
    assert said["facts"] == {
        "values": [[1, 2], "infinity", said["value"], "-1"],
        "count": 10**6,
        "large": "de0b6b3a7640000",
    }
    text = page(claim)
    assert "  count: 1,000,000\n" in text and "  A theorem.\n\n  Its proof.\n" in text
    assert "values: 1/2, infinity, -100000000000...000000000000 (5001 digits)/3, -1" in text


def test_flint_says_so(capsys: Captured) -> None:
    assert cli.main(["check", "--flint", str(GOOD)]) == 0
    claim = check_certificate(GOOD)
    assert capsys.readouterr().out == (
        f"VALID {quoted(GOOD)}: {str(claim)[:-1]}; checked with FLINT's integers)\n"
    )
    assert cli.main(["check", "--flint", "--json", str(GOOD)]) == 0
    assert json.loads(capsys.readouterr().out)["how"] == "checked with FLINT's integers"


def test_limits_of_the_command_are_those_of_the_checker(capsys: Captured) -> None:
    assert cli.main(["check", "--max-work", "0", str(GOOD)]) == 3
    assert "more work than 0 (see --max-work)" in capsys.readouterr().err
    assert cli.main(["check", "--max-bytes", "150", str(GOOD)]) == 3
    assert "larger than 150 bytes (see --max-bytes)" in capsys.readouterr().err


@pytest.mark.parametrize("program", [main, lambda words: cli.main(["check", *words])])
def test_plain_says_so(program: Callable[[list[str]], int], capsys: Captured) -> None:
    """The verdicts and their words are those of the fast checker."""
    assert program(["--plain", str(GOOD)]) == 0
    claim = check_certificate(GOOD)
    assert capsys.readouterr().out == (
        f"VALID {quoted(GOOD)}: {str(claim)[:-1]}; checked by the plain checker)\n"
    )
    assert program(["--plain", "--json", str(GOOD), str(LIE)]) == 1
    good, lie = map(json.loads, capsys.readouterr().out.splitlines())
    assert good["how"] == lie["how"] == "checked by the plain checker"
    assert (good["sentence"], lie["verdict"]) == (claim.sentence, "INVALID")
    assert program(["--plain", "--max-bytes", "150", str(GOOD)]) == 3


def test_plain_gives_up_after_so_many_seconds(capsys: Captured) -> None:
    assert cli.main(["check", "--plain", "--max-seconds", "1", str(LONG)]) == 3
    said = capsys.readouterr().err
    assert said.startswith(f"GAVE UP {quoted(LONG)}: it takes more than 1 seconds")
    assert "the fast checker may do it (without --plain)" in said


@pytest.mark.parametrize(
    "words", [["--flint"], ["--jobs", "2"], ["--dask", "local:2"], ["--max-work", "9"]]
)
def test_plain_refuses_what_is_for_the_fast_checker(words: list[str], capsys: Captured) -> None:
    assert cli.main(["check", "--plain", *words, str(GOOD)]) == 2
    captured = capsys.readouterr()
    assert captured.err == f"exactbox: {words[0]} is for the fast checker: leave out --plain\n"
    assert captured.out == ""


def test_seconds_are_for_the_plain_checker(capsys: Captured) -> None:
    assert cli.main(["check", "--max-seconds", "9", str(GOOD)]) == 2
    with pytest.raises(SystemExit, match="2"):
        main(["--max-seconds", "9", str(GOOD)])
    first, second = capsys.readouterr().err.splitlines()
    said = "--max-seconds is for --plain; without it there is --max-work"
    assert (first, second.partition(": ")[2]) == (f"exactbox: {said}", said)


# Alone --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        [CHECKER],
        ["-I", CHECKER],
        ["-I", "-S", CHECKER],
        ["-m", "exactbox.check"],
        ["-m", "exactbox", "check"],
        ["-W", "error", "-X", "dev", CHECKER],
    ],
)
def test_runs_in_each_way_from_any_folder(command: list[object], tmp_path: Path) -> None:
    command = [sys.executable, *map(str, command), str(GOOD)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"VALID {quoted(GOOD)}: {check_certificate(GOOD)}\n"


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """check.py and the folder checker, and nothing else."""
    folder = tmp_path / "elsewhere"
    copytree(CHECKER.parent / "checker", folder / "checker")
    copy(CHECKER, folder / "check.py")
    return folder


def test_runs_as_one_file(copied: Path) -> None:
    (copied / "check.py").rename(copied / "__main__.py")
    archive = copied.parent / "check.pyz"
    zipapp.create_archive(copied, archive, compressed=True)
    command = [sys.executable, "-I", "-S", str(archive), str(GOOD)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "") and done.stdout.startswith("VALID ")


def test_runs_by_a_link(copied: Path) -> None:
    link = copied.parent / "check"
    link.symlink_to(copied / "check.py")
    done = subprocess.run([sys.executable, str(link), str(GOOD)], capture_output=True, check=False)
    assert done.returncode == 0


def test_nothing_beside_the_checker_is_loaded(copied: Path) -> None:
    """Neither in place of the standard library, nor of the checker: from its folder and others."""
    for name in ("json", "hashlib", "argparse", "dataclasses", "reading", "lock", "exactbox"):
        (copied / f"{name}.py").write_text("raise SystemExit('shadowed')")
    (copied / "__init__.py").write_text("raise SystemExit('the package was run')")
    command = [sys.executable, str(copied / "check.py"), str(GOOD)]
    done = subprocess.run(command, cwd=copied, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_loads_only_the_kind_that_is_asked() -> None:
    """Who believes a proof of one kind need not read the others."""
    code = (
        "import runpy, sys; checker = sys.argv.pop(1)\n"
        "try: runpy.run_path(checker, run_name='__main__')\n"
        "except SystemExit: print(*sorted(m for m in sys.modules if m.startswith('exactbox')))"
    )
    command = [sys.executable, "-I", "-S", "-c", code, str(CHECKER), str(GOOD)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    loaded = done.stdout.splitlines()[-1].split()
    names = (
        "",
        ".checker",
        ".checker.alone",
        ".checker.claim",
        ".checker.command",
        ".checker.fast",
        ".checker.fast.budget",
        ".checker.fast.stream",
        ".checker.files",
        ".checker.lock",
        ".checker.reading",
        ".checker.sets",
    )
    assert loaded == [f"exactbox{name}" for name in names]


def test_an_old_python_is_told_in_one_line() -> None:
    """It compiles as Python 3.6 did, up to the line that looks at the version."""
    import ast

    source = CHECKER.read_text()
    ast.parse(source, feature_version=(3, 6))
    assert "from __future__" not in source
    code = "import sys; sys.version_info = (3, 9, 18); exec(open(sys.argv[1]).read())"
    command = [sys.executable, "-I", "-S", "-c", code, str(CHECKER)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == "check.py needs Python 3.10 or later\n"


# What the shell, and the machine, may do ----------------------------------------------------------


def shell(line: str) -> subprocess.CompletedProcess[str]:
    """The exit code of check.py, in a shell's redirections."""
    program = f"{sys.executable} -I -S {CHECKER}"
    names = {"python": sys.executable, "checker": CHECKER, "good": GOOD, "lie": LIE}
    line = line.format(check=program, **names)
    return subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("{check} {good} >&-", 3),
        ("{check} {good} >/dev/full", 3),
        ("{check} --json {good} >/dev/full", 3),
        ("{check} --explain {good} {good} >/dev/full", 3),
        ("{check} {good} | head -c 0; exit ${{PIPESTATUS[0]}}", 3),
        ("(sleep 0.3; {check} {good}) | :; exit ${{PIPESTATUS[0]}}", 3),
        ("{check} {lie} 2>&-", 3),
        ("{check} {lie} 2>/dev/full", 3),
        ("{check} {lie} >&- 2>&-", 3),
        ("{check} {lie} >&-", 1),
        ("{check} {good} 2>&-", 0),
        ("{check} {good} <&-", 0),
        ("{check} - <&-", 2),
        ("{check} - </dev/null", 2),
        ("{check} - <{good}", 0),
        ("cat {good} | {check} -", 0),
        ("{check} --nothing {good} 2>&-", 2),
        ("{check} --nothing {good} 2>/dev/full", 2),
        ("{check} /dev/zero /dev/null /dev/stdout", 2),
        ("head -c 100000000 /dev/zero | {check} -", 2),
        ("{check} - </dev/zero", 2),
        ("PYTHONINTMAXSTRDIGITS=640 {python} {checker} {good}", 0),
    ],
)
def test_whatever_the_shell_does_there_is_no_traceback(line: str, code: int) -> None:
    done = shell(line)
    assert done.returncode == code
    assert "Traceback" not in done.stderr and "Exception" not in done.stderr
    assert done.stderr.count("\n") <= max(1, line.count("/dev/") * (code == 2))


@pytest.mark.parametrize("words", ["exactbox check", "exactbox.check"])
def test_the_command_does_as_well(words: str) -> None:
    program = f"{sys.executable} -m {words}"
    for redirection in (">&-", ">/dev/full"):
        done = shell(f"{program} {GOOD} {redirection}")
        assert done.returncode == 3 and "Traceback" not in done.stderr


def test_a_pipe_without_a_writer_is_refused_at_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    done = alone(pipe, timeout=10)
    assert done.returncode == 2 and done.stderr.endswith(": not a regular file\n")


def test_a_command_whose_proof_is_given_up_is_one_line_and_exit_3(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Captured
) -> None:
    def give_up(*_: object, **__: object) -> Claim:
        raise check.GaveUp("too large")

    monkeypatch.setattr(certificate, "check_certificate", give_up)
    words = ["lock", "--max-length", "5", "--certificate", str(tmp_path / "keys.json")]
    assert cli.main(words) == 3
    assert capsys.readouterr().err.startswith("exactbox: too large; ")

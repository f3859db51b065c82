"""The command line: what it prints, and how each mistake becomes one line and an exit code."""

from __future__ import annotations

import errno
import os
import re
import signal
import subprocess
import sys

import pytest

from exactbox import headline_proofs as headlines
from exactbox.cli import _HOME, main
from exactbox.objectives import sentence
from tests import ROOT

PROOFS = ROOT / "proofs"


def run(capsys, *arguments):
    """Exit code, standard output and standard error of a command."""
    code = main(arguments)
    out, err = capsys.readouterr()
    return code, out, err


def test_long_fractions_are_shortened_and_full_prints_all_digits(capsys):
    _, short, _ = run(capsys, "certify", "flip", "--faces", "5")
    _, full, _ = run(capsys, "certify", "flip", "--faces", "5", "--full")
    assert "(403 digits)" in short and "(402 digits)" in short
    p, q = next(line for line in full.splitlines() if "exactly" in line).split()[1].split("/")
    assert (len(p), len(q)) == (403, 402)
    assert short.split("exactly")[1].split("...")[0].strip() == p[:20]


@pytest.mark.slow
def test_the_checker_runs_on_its_own_and_agrees_on_all_proofs():
    files = sorted(map(str, PROOFS.glob("*.json")))
    command = [sys.executable, "-I", "exactbox/check.py", *files]
    done = subprocess.run(command, cwd=PROOFS.parent, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("VALID") == len(files) >= 5


def small_headlines(folder):
    return [h for h in all_headlines(folder) if h.name in ("flip-2", "flip-3")]


all_headlines = headlines.headlines


@pytest.fixture
def two_headlines(monkeypatch):
    monkeypatch.setattr(headlines, "headlines", small_headlines)


def test_proofs_are_written_compared_and_found_the_same(capsys, tmp_path, two_headlines):
    (tmp_path / "models").mkdir()
    arguments = ("certify", "--proofs", str(tmp_path))
    code, out, _ = run(capsys, *arguments)
    assert code == 0 and out.count("(written)") == 5
    code, out, _ = run(capsys, *arguments)
    assert code == 0 and out.count("(the same)") == 5  # and index and references
    for name in ("flip-2.json", "flip-3.json"):
        assert (tmp_path / name).read_bytes() == (PROOFS / name).read_bytes()


def test_a_proof_that_differs_fails_and_is_kept_until_update(capsys, tmp_path, two_headlines):
    (tmp_path / "models").mkdir()
    arguments = ("certify", "--proofs", str(tmp_path))
    run(capsys, *arguments)
    file = tmp_path / "flip-2.json"
    file.write_bytes(b"{}")
    code, out, err = run(capsys, *arguments)
    assert code == 1 and "DIFFERS" in out and "flip-2.json" in err
    assert file.read_bytes() == b"{}"
    assert run(capsys, *arguments, "--update")[0] == 0
    assert file.read_bytes() == (PROOFS / "flip-2.json").read_bytes()


def test_a_float_method_is_compared_with_the_exact_value(capsys):
    words = "flip --faces 5 --method value-iteration --start 10 --tolerance 1e-10"
    code, out, _ = run(capsys, *words.split())
    assert code == 0 and "iterations  569" in out and "34.698560000432 (rounded)" in out
    words = "flip --faces 3 --method gauss-seidel --relaxation 1.4"
    code, out, _ = run(capsys, *words.split())
    assert code == 0 and "12.453758316" in out


def test_weighted_dice_start_and_goal_are_read_from_the_command_line(capsys):
    code, out, _ = run(capsys, "certify", "flip", "--cards", "1", "--dice", "1:1,2:6")
    assert code == 0 and "exactly   7\n" in out
    words = "certify flip --faces 2 --begin 1,2 --goal 1,2,3,4"
    assert run(capsys, *words.split())[0] == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("certify flip --faces 0", "faces is 0"),
        ("certify flip --faces 30", "states and need at least"),
        ("certify flip --faces 2 --dice 2 2", "give either --faces or --dice"),
        ("certify flip --dice 6:x", "die '6:x'"),
        ("certify flip --faces 2 --goal 9", "card 9 does not exist"),
        ("certify flip --dice 2 --cards 3", "card 3 can never be turned over"),
        ("certify flip --faces 2 --certificate missing/x.json", "missing"),
        ("certify --proofs missing", "there is no folder missing: the proofs are in"),
        ("flip --faces 2 --play 9 9", "die 1 cannot show 9"),
        ("flip --faces 2 --tolerance -1", "tolerance is -1.0"),
        ("flip --faces 2 --method gauss-seidel --relaxation 3", "relaxation factor is 3.0"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(capsys, tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    code, _, err = run(capsys, *arguments.split())
    assert code == 2
    assert err.startswith("exactbox: ") and words in err and err.count("\n") == 1


@pytest.mark.parametrize("arguments", ["certify chess", "nothing", "flip --faces two", "check"])
def test_what_the_parser_refuses_is_exit_code_2(capsys, arguments):
    with pytest.raises(SystemExit) as stopped:
        main(arguments.split())
    assert stopped.value.code == 2


def test_false_claims_are_exit_code_1_and_unreadable_files_2(capsys, tmp_path):
    truth, lie = tmp_path / "truth.json", tmp_path / "lie.json"
    assert run(capsys, "lock", "--max-length", "10", "--certificate", str(truth))[0] == 0
    lie.write_bytes(truth.read_bytes().replace(b'"max_length":10', b'"max_length":9'))
    code, out, err = run(capsys, "check", str(lie), str(truth))
    assert code == 1 and err.startswith("INVALID") and out.startswith("VALID")
    code, _, err = run(capsys, "check", str(tmp_path / "missing.json"), str(lie))
    assert code == 2 and "UNREADABLE" in err


@pytest.mark.parametrize("failing", ["fsync", "replace"])
def test_a_full_disk_leaves_the_old_file_as_it_was(capsys, tmp_path, monkeypatch, failing):
    def full(*arguments):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    file = tmp_path / "flip.json"
    file.write_bytes(b"old")
    monkeypatch.setattr(os, failing, full)
    code, _, err = run(capsys, "certify", "flip", "--faces", "2", "--certificate", str(file))
    assert code == 2 and "No space left" in err and err.count("\n") == 1
    assert [p.name for p in tmp_path.iterdir()] == ["flip.json"]
    assert file.read_bytes() == b"old"


def test_an_interrupt_is_a_clean_line_and_exit_code_130(tmp_path):
    """Interrupted while the eight-faced game is solved; a small one has loaded all that it needs.

    Python itself may end by the signal, not with a code, if it comes while modules are loaded.
    """
    both = (
        "import sys; from exactbox.cli import main; "
        "main(['certify', 'flip', '--faces', '2']); sys.exit(main(sys.argv[1:]))"
    )
    file = str(tmp_path / "x.json")
    child = subprocess.Popen(
        [sys.executable, "-c", both, *["certify", "flip", "--faces", "8", "--certificate"], file],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    for line in child.stdout:
        if line.startswith("  proof "):  # the last one
            break
    with pytest.raises(subprocess.TimeoutExpired):
        child.wait(1)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=60)
    assert (child.returncode, out, err) == (130, "", "interrupted\n")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_may_not_be_written_to_is_refused_before_the_work(
    capsys, tmp_path, monkeypatch
):
    monkeypatch.setattr("exactbox.commands.terminal.outputs.os.access", lambda path, mode: False)
    words = ["certify", "flip", "--faces", "2", "--certificate", str(tmp_path / "x.json")]
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "") and err == f"exactbox: {tmp_path / 'x.json'}: Permission denied\n"


def test_a_closed_pipe_is_no_traceback():
    """The reader of the output has gone before it is written."""
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "exactbox", "certify", "flip", "--faces", "2"]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True)
    os.close(writing)
    assert done.stderr == ""


def test_importing_the_package_loads_none_of_the_heavy_libraries():
    code = (
        "import sys, exactbox, exactbox.cli; exactbox.cli.parser();"
        "heavy = {'numpy', 'scipy', 'flint', 'sympy', 'tqdm'} & set(sys.modules);"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_public_names_can_all_be_imported():
    import exactbox

    for name in exactbox.__all__:
        assert getattr(exactbox, name) is not None
        assert name in dir(exactbox)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        exactbox.nothing  # noqa: B018


def test_options_are_not_abbreviated(capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["solve", "m.drn", "--max-total", "--cert", "p.json"])
    assert stopped.value.code == 2
    assert "unrecognized arguments: --cert" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words, hint",
    [
        ("solve m.drn --const N=3", "--const N=3; did you mean --constants?"),
        ("solve m.drn --property=P=?", "--property=P=?; did you mean --prop?"),
        ("solve m.drn Pmax=?", "Pmax=?; --help says what is taken"),
        ("linsolve A b --xyzzy", "--xyzzy; --help says what is taken"),
        ("certify flip --face 3", "--face 3; did you mean --faces?"),
        ("charpoly A --certificate c", "--certificate c; charpoly does not take it"),
        ("certify flip --proofs x", "--proofs x; certify flip does not take it"),
        ("charpoly A --certificat c", "--certificat c; --help says what is taken"),
        ("--json det A", "--json; det needs it after its name"),
        ("solve m.drn _", ""),
    ],
)
def test_an_unknown_argument_leaves_the_next_thing_to_try(capsys, words, hint):
    with pytest.raises(SystemExit):
        main([word.replace("_", " ") for word in words.split()])
    said = f"exactbox: unrecognized arguments: {hint}".rstrip()
    assert capsys.readouterr().err == f"{said}\n"


@pytest.mark.parametrize("number", ["1_0", " 1", "\u0661", "1.0"])
@pytest.mark.parametrize("command", ["solve a.drn --steps", "linsolve a.csv b.csv --want"])
def test_a_whole_number_has_ascii_digits_alone(capsys, command, number):
    with pytest.raises(SystemExit) as stopped:
        main([*command.split(), number])
    assert stopped.value.code == 2
    assert f"found {number!a}, need a whole number" in capsys.readouterr().err


@pytest.mark.parametrize("columns", ["60", "80", "101"])
def test_no_help_breaks_a_path_or_an_option_in_two(capsys, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", columns)
    for command in _HOME:
        with pytest.raises(SystemExit):
            main([command, "--help"])
        for line in capsys.readouterr().out.splitlines():
            assert not re.search(r"\w-$", line), (command, line)


def test_a_reward_called_reward_is_named_once():
    words = sentence("cost", "max", goal="done", reward="reward")
    assert words == "greatest expected reward until done"
    assert sentence("mean_payoff", None, reward="r") == "expected long-run average reward r"


@pytest.mark.parametrize(
    ("arguments", "option"),
    [
        (["solve", "a.drn", "--min-cost", "a", "--min-cost", "b"], "--min-cost"),
        (["solve", "a.drn", "--max-reach", "a", "--steps=1", "--steps", "1"], "--steps"),
        (["certify", "flip", "--faces", "2", "--faces", "2"], "--faces"),
        (["det", "a.csv", "--digits", "2", "--digits", "3"], "--digits"),
    ],
)
def test_an_option_that_is_there_twice_is_refused(capsys, arguments, option):
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert f"argument {option}: it is there twice, need it once" in capsys.readouterr().err

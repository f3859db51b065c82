"""The command line: what it prints, and how each mistake becomes one line and an exit code."""

from __future__ import annotations

import errno
import gzip
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from exactbox import headline_proofs as headlines
from exactbox.check import check_certificate
from exactbox.cli import main
from exactbox.linalg import det

PROOFS = Path(__file__).parent.parent / "proofs"


def run(capsys, *arguments):
    """Exit code, standard output and standard error of a command."""
    code = main(arguments)
    out, err = capsys.readouterr()
    return code, out, err


def test_one_game_is_certified_checked_and_printed(capsys):
    code, out, err = run(capsys, "certify", "flip", "--faces", "2", "--digits", "6")
    assert code == 0 and err == ""
    assert "8936/1575" in out and "5.673651" in out and "checked: VALID" in out


def test_long_fractions_are_shortened_and_full_prints_all_digits(capsys):
    _, short, _ = run(capsys, "certify", "flip", "--faces", "5")
    _, full, _ = run(capsys, "certify", "flip", "--faces", "5", "--full")
    assert "(403 digits)" in short and "(402 digits)" in short
    p, q = next(line for line in full.splitlines() if "exactly" in line).split()[1].split("/")
    assert (len(p), len(q)) == (403, 402)
    assert short.split("exactly")[1].split("...")[0].strip() == p[:20]


@pytest.mark.parametrize("name", ["flip.json", "flip.json.gz"])
def test_a_certificate_is_written_and_the_checker_accepts_it(capsys, tmp_path, name):
    file = tmp_path / name
    assert run(capsys, "certify", "flip", "--faces", "2", "--certificate", str(file))[0] == 0
    code, out, _ = run(capsys, "check", str(file))
    assert code == 0 and out.startswith("VALID")
    data = file.read_bytes()
    assert (gzip.decompress(data) if name.endswith("gz") else data) == (
        PROOFS / "flip-2.json"
    ).read_bytes()


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
    arguments = ("certify", "--proofs", str(tmp_path))
    code, out, _ = run(capsys, *arguments)
    assert code == 0 and out.count(": written") == 5
    code, out, _ = run(capsys, *arguments)
    assert code == 0 and out.count(": the same") == 5  # and index and references
    for name in ("flip-2.json", "flip-3.json"):
        assert (tmp_path / name).read_bytes() == (PROOFS / name).read_bytes()


def test_a_proof_that_differs_fails_and_is_kept_until_update(capsys, tmp_path, two_headlines):
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


def test_the_best_card_comes_first(capsys):
    code, out, _ = run(capsys, "flip", "--faces", "2", "--play", "2", "2", "--down", "1")
    assert code == 0 and "face down 1; rolled 2 2" in out
    lines = [line for line in out.splitlines() if "turns to come" in line]
    assert len(lines) == 2 and lines[0].endswith("best")


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
        ("certify flip", "give either --faces or --dice"),
        ("certify flip --dice 6:x", "die '6:x'"),
        ("certify flip --faces 2 --goal 9", "card 9 does not exist"),
        ("certify flip --dice 2 --cards 3", "card 3 can never be turned over"),
        ("certify flip --faces 2 --digits -1", "digits is -1"),
        ("certify flip --faces 2 --certificate missing/x.json", "missing"),
        ("certify --proofs missing", "missing is not a folder"),
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


@pytest.mark.parametrize("arguments", ["certify chess", "nothing", "flip --faces two", "", "check"])
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
        if "checked: VALID" in line:
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
    monkeypatch.setattr("exactbox.commands.outputs.os.access", lambda path, mode: False)
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


def files(folder):
    """A system, a singular one and an inconsistent one, as MatrixMarket files."""
    texts = {
        "A.mtx": "matrix coordinate rational general\n2 2 3\n1 1 1/3\n1 2 2\n2 2 -5\n",
        "b.mtx": "matrix array integer general\n2 1\n1\n1\n",
        "singular.mtx": "matrix array integer general\n2 2\n1\n2\n2\n4\n",
        "tall.mtx": "matrix array integer general\n2 1\n1\n2\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(f"%%MatrixMarket {text}")
    return {name: str(folder / name) for name in texts}


def test_linsolve_prints_writes_and_proves(capsys, tmp_path):
    f = files(tmp_path)
    proof, out = str(tmp_path / "x.json"), str(tmp_path / "x.mtx")
    command = ["linsolve", f["A.mtx"], f["b.mtx"], "--decimal", "3", "--info"]
    code, text, err = run(capsys, *command, "--certificate", proof, "--output", out)
    assert code == 0 and err == ""
    assert text.splitlines()[:2] == ["x[1] = 4.200 = 21/5", "x[2] = -0.200 = -1/5"]
    assert "2 unknowns in 1 block: 1 by flint" in text
    assert "21/5" in Path(out).read_text()
    code, text, _ = run(capsys, "check", proof)
    assert code == 0 and "has the solution that the certificate lists" in text
    assert run(capsys, *command[:3], "--unique", "--certificate", proof)[0] == 0
    assert "has exactly one solution" in run(capsys, "check", proof)[1]
    code, text, _ = run(
        capsys, "linsolve", f["A.mtx"], f["b.mtx"], "--want", "2", "--method", "dixon"
    )
    assert (code, text) == (0, "x[2] = -0.200000000000 = -1/5\n")
    more = ["--want", "2", "--certificate", proof]
    assert run(capsys, "linsolve", f["A.mtx"], f["b.mtx"], *more)[0] == 0
    assert "its entry X(2, 1) is exactly -1/5 (" in run(capsys, "check", proof)[1]


def test_linsolve_minimises_and_proves(capsys, tmp_path):
    """x = 1 and 2 x = 1 are nearest to being so at 3/5: (2/5)^2 + (1/5)^2 = 1/5. The nearest
    solution of x + 2 x' = 3/5 to the origin is 3/25 (1, 2)."""
    f = files(tmp_path)
    proof, out = str(tmp_path / "least.json"), str(tmp_path / "x.mtx")
    more = ["--least-squares", "--certificate", proof, "--output", out]
    code, text, err = run(capsys, "linsolve", f["tall.mtx"], f["b.mtx"], *more)
    assert (code, err) == (0, "") and "3/5" in Path(out).read_text()
    assert text.startswith("x[1] = 0.600000000000 = 3/5\n|A x - b|^2 = 1/5; rank 1\n")
    code, text, _ = run(capsys, "check", proof)
    assert code == 0 and "and no other, minimises" in text and "x(1) is exactly 3/5 (" in text
    code, text, _ = run(capsys, "linsolve", f["singular.mtx"], f["b.mtx"], *more)
    assert code == 0 and text.splitlines()[1:3] == [
        "x[2] = 0.240000000000 = 6/25",
        "|A x - b|^2 = 1/5; rank 1",
    ]
    assert "it alone has the least norm in each column" in run(capsys, "check", proof)[1]
    code, text, _ = run(capsys, "linsolve", f["tall.mtx"], f["singular.mtx"], "--least-squares")
    assert code == 0 and text.endswith("|A x - b|^2 = 0, 0; rank 1\n")


def test_linsolve_finds_integers_or_proves_that_there_are_none(capsys, tmp_path):
    f = files(tmp_path)
    proof, out = str(tmp_path / "whole.json"), str(tmp_path / "x.mtx")
    more = ["--integers", "--certificate", proof, "--output", out]
    code, text, err = run(capsys, "linsolve", f["singular.mtx"], f["tall.mtx"], *more)
    assert (code, err) == (0, "") and "k[1] = 2\n" in text.replace("-", "")
    assert "has the solution that the certificate lists" in run(capsys, "check", proof)[1]
    code, text, err = run(capsys, "linsolve", f["A.mtx"], f["b.mtx"], *more)
    assert code == 1 and text.startswith("y[") and err.startswith("exactbox: ")
    code, text, _ = run(capsys, "check", proof)
    assert code == 0 and "has no solution in integers" in text
    code, text, err = run(capsys, "linsolve", f["tall.mtx"], f["b.mtx"], *more)
    assert code == 1 and "no solution: the certificate" in run(capsys, "check", proof)[1]


def test_linsolve_says_why_there_is_no_unique_solution(capsys, tmp_path):
    f = files(tmp_path)
    proof = str(tmp_path / "why.json")
    code, out, err = run(capsys, "linsolve", f["singular.mtx"], f["b.mtx"], "--certificate", proof)
    assert code == 1 and "kernel[1] = 2\nkernel[2] = -1" in out
    assert err.startswith("exactbox: ") and err.count("\n") == 1
    assert "rank 1" in run(capsys, "check", proof)[1]
    code, out, err = run(capsys, "linsolve", f["tall.mtx"], f["b.mtx"], "--certificate", proof)
    assert code == 1 and "y[1] = 2\ny[2] = -1" in out and "no solution" in err
    assert "has no solution" in run(capsys, "check", proof)[1]


def test_rank_and_nullspace_print_and_prove(capsys, tmp_path):
    f = files(tmp_path)
    proof = str(tmp_path / "rank.json")
    code, out, _ = run(capsys, "rank", f["singular.mtx"], "--certificate", proof)
    assert code == 0 and out.startswith("1\n")
    assert "has rank 1" in run(capsys, "check", proof)[1]
    code, out, _ = run(capsys, "nullspace", f["singular.mtx"], "--integer")
    assert (code, out) == (0, "1 vectors of 2 entries\nk[1] = -2\nk[2] = 1\n")


def test_a_determinant_is_printed_and_proved(capsys, tmp_path):
    f = files(tmp_path)
    proof = str(tmp_path / "det.json")
    value = det(f["A.mtx"])
    assert run(capsys, "det", f["A.mtx"]) == (0, f"{value}\n", "")
    code, out, _ = run(capsys, "det", f["A.mtx"], "--certificate", proof)
    assert code == 0 and "has a determinant that is exactly" in out
    assert check_certificate(proof).value == value
    assert run(capsys, "det", f["singular.mtx"])[1] == "0\n"


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["linsolve", "none.mtx", "b.mtx"], "none.mtx: No such file"),
        (["linsolve", "A.mtx", "A.mtx", "--want", "0"], "--want 0: unknowns are counted from 1"),
        (["linsolve", "A.mtx", "b.mtx", "--want", "1", "2", "--certificate", "x"], "one --want"),
        (
            ["linsolve", "A.mtx", "A.mtx", "--want", "1", "--certificate", "x"],
            "2 right sides, need 1",
        ),
        (["linsolve", "A.mtx", "b.mtx", "--integers", "--want", "1"], "--want is not for least"),
        (["det", "tall.mtx"], "need a square matrix"),
        (["rank", "A.txt"], "A is a str"),
    ],
)
def test_mistakes_with_matrices_are_one_line(capsys, tmp_path, monkeypatch, arguments, words):
    files(tmp_path)
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "") and words in err and err.count("\n") == 1

"""However a run ends, it loses nothing: readers that have gone, full disks, closed streams, names
that are not ASCII, interrupts while modules are loaded, and any of them at any moment."""

from __future__ import annotations

import errno
import io
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from exactbox.check import check_certificate
from exactbox.cli import main
from exactbox.decimals import MAX_DIGITS, decimal_string
from tests import ROOT

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": ""}
COIN = """{"type": "dtmc", "states": [{"choices": [{"to": {"0": "1/2", "1": "1/2"}}]},
{"labels": ["heads", "k\u00f6pfe"], "choices": [{"to": {"1": 1}}]}]}"""
INPUTS = {
    "coin.json": COIN,
    "A.json": "[[2, 1], [1, 3]]",
    "b.json": "[[1], [1]]",
    "nan.csv": "nan\n",
}

# Commands that write files, and what is printed of the answer in any case.
WRITERS = {
    "solve coin.json --max-reach heads --certificate z.json --policy z.txt": "exactly",
    "solve coin.json --max-reach heads --evaluate mine.txt --certificate z.json": "worth",
    "solve coin.json --max-reach heads --enclosure --certificate z.json": "within",
    "question coin.json --max-reach heads --output z.json": "probability to reach",
    "linsolve A.json b.json --certificate z.json --output z.mtx": "x[1] = 2/5",
    "lstsq A.json b.json --certificate z.json --output z.mtx": "x[1] = 2/5",
    "inv A.json --certificate z.json --output z.mtx": "3/5",
    "det A.json --certificate z.json": "5",
    "rank A.json --certificate z.json": "2",
    "rref A.json --certificate z.json --output z.mtx": "1",
    "smith A.json --output z.mtx": "5",
    "nullspace A.json --certificate z.json --output z.mtx": "0",
    "certify flip --faces 2 --certificate z.json": "8936/1575",
    "lock --max-length 10 --certificate z.json": "key",
    "shutbox --one --expect 12 --certificate z.json": "0.",
}
FILES = ("z.json", "z.txt", "z.mtx")
BOX = "shutbox --one --expect 12"  # the quickest command


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The inputs, in the folder where we are."""
    monkeypatch.chdir(tmp_path)
    for name, text in INPUTS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "mine.txt").write_text("0\t0\n1\t0\n")
    return tmp_path


def outputs(words):
    """The files that a command is to write."""
    return [word for word in words.split() if word in FILES]


class Failing(io.TextIOBase):
    """A stream to which nothing can be written."""

    def __init__(self, error):
        self.error = error

    def write(self, text):
        raise OSError(self.error, os.strerror(self.error))


# Readers that have gone, and full disks ----------------------------------------------------------


@pytest.mark.parametrize("words", WRITERS)
def test_files_are_written_although_the_reader_has_gone(folder, monkeypatch, words):
    """The exit code is 0, as of any program before ``| head -1``."""
    monkeypatch.setattr(sys, "stdout", Failing(errno.EPIPE))
    assert main(words.split()) == 0
    for name in outputs(words):
        data = (folder / name).read_bytes()
        assert data and (name != "z.json" or "question" in words or check_certificate(name))


def test_the_files_of_all_properties_are_written_although_the_reader_has_gone(folder, monkeypatch):
    (folder / "two.props").write_text('"a": Pmax=? [F "heads"];\n"b": P=? [F<=2 "heads"];\n')
    monkeypatch.setattr(sys, "stdout", Failing(errno.EPIPE))
    words = "solve coin.json --props two.props --certificate {name}.json --policy {name}.txt"
    assert main(words.split()) == 0
    assert [str(check_certificate(f"{name}.json").value) for name in "ab"] == ["1", "3/4"]
    assert (folder / "a.txt").exists() and (folder / "b.txt").exists()


def test_files_are_written_before_a_pipe_is_found_broken(folder):
    reading, writing = os.pipe()
    os.close(reading)
    words = "solve coin.json --max-reach heads --certificate z.json --policy z.txt"
    command = [sys.executable, "-m", "exactbox", *words.split()]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, env=ENVIRONMENT)
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")
    assert check_certificate("z.json").value == 1 and (folder / "z.txt").read_bytes()


@pytest.mark.parametrize("words, shown", WRITERS.items())
def test_on_a_full_disk_the_answer_is_printed_and_the_file_named(
    capsys, folder, monkeypatch, words, shown
):
    (folder / "z.json").write_bytes(b"old")

    def full(descriptor):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    assert main(words.split()) == 2
    out, err = capsys.readouterr()
    lines = [f"exactbox: {name}: No space left on device" for name in outputs(words)]
    assert sorted(err.splitlines()) == sorted(lines) and shown in out
    assert "z.json" not in out and "z.mtx" not in out and "z.txt" not in out
    assert (folder / "z.json").read_bytes() == b"old"
    assert sorted(os.listdir()) == sorted({*INPUTS, "mine.txt", "z.json"})


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EBADF, errno.EDQUOT])
def test_what_cannot_be_printed_is_exit_code_3_and_a_line(capsys, folder, monkeypatch, error):
    monkeypatch.setattr(sys, "stdout", Failing(error))
    assert main(["det", "A.json", "--certificate", "z.json"]) == 3
    why = f"exactbox: standard output: {os.strerror(error)}\n"
    assert capsys.readouterr().err == why and check_certificate("z.json").value == 5


# Closed streams ----------------------------------------------------------------------------------


def by_shell(words, closing, **environment):
    """Exit code and what is said by a command of which a shell has closed streams."""
    line = f'"{sys.executable}" -m exactbox {words} {closing}'
    environment = {**ENVIRONMENT, **environment}
    done = subprocess.run(["sh", "-c", line], capture_output=True, env=environment, timeout=60)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.mark.parametrize(
    "words, closing, code, out, err",
    [
        (BOX, ">&-", 3, "", "exactbox: standard output: it is closed\n"),
        (BOX, ">&- 2>&-", 3, "", ""),
        (BOX, "<&- 2>&-", 0, "0.874117\n", ""),
        (f"{BOX} 3", "2>&-", 2, "", ""),
        ("dett", "2>&-", 2, "", ""),
        ("det nan.csv", "2>&-", 2, "", ""),
        ("solve coin.json --prop P=?[F] --prop P=?", "2>&-", 2, "", ""),
        (BOX, ">/dev/full", 3, "", "exactbox: standard output: No space left on device\n"),
        ("--help", ">/dev/full", 3, "", "exactbox: standard output: No space left on device\n"),
    ],
)
def test_a_stream_that_is_closed_or_full_is_no_traceback_and_no_silence(
    folder, words, closing, code, out, err
):
    assert by_shell(words, closing) == (code, out, err)


def test_a_stream_that_is_closed_does_not_keep_a_file_from_being_written(folder):
    code, _, err = by_shell(f"{BOX} --certificate z.json", ">&-")
    assert code == 3 and "it is closed" in err and check_certificate("z.json")


def test_a_closed_stream_is_not_mistaken_for_an_output(folder):
    """Its number is that of the next file which the program opens."""
    code, _, err = by_shell(f"{BOX} --certificate /dev/fd/2", "2>&-")
    assert code == 2 and err == ""
    code, _, err = by_shell(f"{BOX} --certificate -", ">&-")
    assert (code, err) == (2, "exactbox: standard output: it is closed\n")


def test_standard_output_has_an_output_alone_through_the_child(folder):
    code, out, err = by_shell(f"{BOX} --certificate -", "")
    assert code == 0 and err.startswith("0.874117\n") and check_certificate(out.encode())


# Names that are not ASCII ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "environment",
    [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C"}, {"LC_ALL": "C", "PYTHONUTF8": "0"}],
)
def test_names_that_cannot_be_printed_are_never_refused_after_the_work(folder, environment):
    words = f"{BOX} --certificate k\u00f6pfe.json"
    if environment == {"PYTHONIOENCODING": "ascii"}:
        words = "solve coin.json --max-reach k\u00f6pfe --certificate k\u00f6pfe.json"
    code, out, err = by_shell(words, "", **environment)
    assert (code, err) == (0, "") and check_certificate("k\u00f6pfe.json")
    assert "k\\xf6pfe.json" in out or "k\u00f6pfe.json" in out or "\\udcc3" in out


def test_a_stream_that_holds_ascii_only_has_backslashes(folder, monkeypatch):
    stream = io.TextIOWrapper(io.BytesIO(), "ascii")
    monkeypatch.setattr(sys, "stdout", stream)
    assert main(["det", "A.json", "--certificate", "k\u00f6pfe.json"]) == 0
    assert b"k\\xf6pfe.json" in stream.buffer.getvalue()


# Digits ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words", ["linsolve A.json b.json", "certify flip --faces 2", "solve coin.json --max-total"]
)
@pytest.mark.parametrize("digits", [str(MAX_DIGITS + 1), "5000000000", "100000000000", "9" * 5000])
def test_digits_have_a_limit_that_is_named(capsys, folder, words, digits):
    with pytest.raises(SystemExit) as ended:
        main([*words.split(), "--digits", digits])
    out, err = capsys.readouterr()
    assert (ended.value.code, out) == (2, "") and "need 0 to 1,000,000" in err
    assert err.count("\n") == 1


def test_digits_have_a_limit_in_the_library():
    with pytest.raises(ValueError, match="digits is 100000000000, need 0 to 1,000,000"):
        decimal_string(1, 3, 100_000_000_000)
    assert len(decimal_string(1, 3, MAX_DIGITS)) == MAX_DIGITS + 2


@pytest.mark.parametrize("number", ["1e1000000000", "1e-100000000000"])
@pytest.mark.parametrize(
    "words",
    [
        "det number.json",
        "solve coin.json --discount {}",
        "solve coin.json --max-reach heads --constants p={}",
        'solve coin.json --prop P<={}[F"heads"]',
        "solve number.jani --max-reach heads",
    ],
)
def test_a_long_exponent_is_refused_rather_than_worked_out(capsys, folder, words, number):
    (folder / "number.json").write_text(f"[[{number}]]")
    (folder / "number.jani").write_text(f'{{"jani-version": 1, "type": "dtmc", "x": {number}}}')
    assert main(words.format(number).split()) == 2
    assert capsys.readouterr().err.count("\n") == 1


# Interrupts --------------------------------------------------------------------------------------

# Loads as `python -m exactbox`, and interrupts itself when a module is looked for.
LOADING = """
import os, runpy, signal, sys
class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupt())
sys.argv = ["exactbox", "det", "A.json"]
runpy.run_module("exactbox", run_name="__main__")
"""


@pytest.mark.parametrize(
    "name", ["argparse", "exactbox.cli", "ctypes", "exactbox.linalg", "numpy.linalg", "flint"]
)
def test_an_interrupt_while_modules_are_loaded_is_no_traceback(folder, name):
    """Before the work it ends the program as the signal does, later with 130 and a line."""
    code = LOADING.format(name=name)
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, timeout=60)
    early = name in ("argparse", "exactbox.cli")
    expected = (-signal.SIGINT, "") if early else (130, "interrupted\n")
    assert (done.returncode, done.stderr, done.stdout) == (*expected, "")


# Any moment --------------------------------------------------------------------------------------

JOBS = {
    "solve": "solve coin.json --max-reach heads --certificate z.json --policy z.txt",
    "linsolve": "linsolve A.json b.json --output z.mtx --certificate z.json",
    "certify": "certify flip --faces 2 --certificate z.json",
    "shutbox": "shutbox --one --expect 12 --certificate z.json",
}
ENDINGS = ("reader", "interrupt all", "interrupt", "kill all", "kill the parent", "kill the child")
OLD = b"an older file"


class Trial:
    """Runs of one command in a folder, each ended in some way at some moment."""

    def __init__(self, folder, words):
        self.folder, self.words = folder, words
        self.names = outputs(words)
        folder.mkdir()
        for name, text in INPUTS.items():
            (folder / name).write_text(text, encoding="utf-8")
        began = time.monotonic()
        assert self.started().communicate()[1] == b""
        self.duration = time.monotonic() - began
        self.new = {name: (folder / name).read_bytes() for name in self.names}

    def started(self):
        """A run in a session of its own, so that all of it can be signalled."""
        return subprocess.Popen(
            [sys.executable, "-m", "exactbox", *self.words.split()],
            cwd=self.folder,
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )

    def ended(self, how, moment):
        """What became of the outputs; asserts that nothing else was touched."""
        for name in self.names:
            (self.folder / name).write_bytes(OLD)
        run = self.started()
        time.sleep(moment * self.duration)
        finish(run, how)
        err = run.stderr.read()  # until the child has gone as well
        run.wait(60)
        run.stderr.close()
        found = {name: (self.folder / name).read_bytes() for name in self.names}
        for name, data in found.items():
            assert data in (OLD, self.new[name]), f"{how} at {moment}: {name} is {data[:99]!r}"
        for name, text in INPUTS.items():
            assert (self.folder / name).read_text(encoding="utf-8") == text
        left = {path.name for path in self.folder.iterdir()} - {*INPUTS, *self.names}
        assert not left or how.startswith("kill"), f"{how} at {moment}: {left}"
        for name in left:
            (self.folder / name).unlink()
        if how == "reader":
            assert (run.returncode, err) == (0, b"")
            assert found == self.new
        assert b"exactbox/commands" not in err  # Python's own start may have a traceback
        kind = "new" if found == self.new else "old" if set(found.values()) == {OLD} else "mixed"
        return kind, len(left), run.returncode, err


def finish(run, how):
    """End a run; it may have ended before."""
    if how == "reader":
        run.stdout.close()
        return
    number = signal.SIGKILL if how.startswith("kill") else signal.SIGINT
    try:
        if how.endswith("all"):
            os.killpg(run.pid, number)
        elif how.endswith("child"):
            children = Path(f"/proc/{run.pid}/task/{run.pid}/children").read_text().split()
            for child in children:
                os.kill(int(child), number)
        else:
            os.kill(run.pid, number)
    except (ProcessLookupError, FileNotFoundError):
        pass
    run.stdout.close()


def trials(folder, count, seed, jobs):
    """So many runs, ended at moments from a seeded generator; what became of them, counted."""
    rng = random.Random(seed)
    known = [Trial(folder / name, JOBS[name]) for name in jobs]
    counts = Counter()
    for k in range(count):
        how = ENDINGS[k % len(ENDINGS)]
        trial = known[(k // len(ENDINGS)) % len(known)]
        kind, left, code, err = trial.ended(how, rng.uniform(0, 1.05))
        counts[how, kind] += 1
        counts[how, "temporary files"] += left
        counts[how, "tracebacks"] += b"Traceback" in err
        counts[how, f"exit code {code}"] += 1
    return counts


@pytest.mark.skipif(sys.platform != "linux", reason="/proc is Linux's")
def test_runs_that_are_ended_at_any_moment_lose_nothing(tmp_path):
    trials(tmp_path, len(ENDINGS), 1, ["shutbox"])


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="/proc is Linux's")
def test_200_runs_that_are_ended_at_any_moment_lose_nothing(tmp_path):
    """Every output is the old one whole or the new one whole, inputs are untouched, and temporary
    files are left by SIGKILL alone."""
    for (how, what), count in sorted(trials(tmp_path, 200, 17, JOBS).items()):
        print(f"{how:<16} {what:<16} {count}")

"""Several processes check what one checks: the same verdicts, words and work."""

from __future__ import annotations

import pickle
import subprocess
import sys
import zipapp
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from shutil import copy, copytree
from typing import Any

import pytest

from exactbox import cli
from exactbox.check import GaveUp, InvalidCertificate, MalformedCertificate, check_certificate
from exactbox.checker.fast.budget import (
    MIN_RANGE_WORK,
    RANGES_PER_PROCESS,
    map_in_order,
    range_numbers,
)
from tests.checker.test_command import CHECKER, GOOD
from tests.corpus import CORPUS, canonical, files, quoted
from tests.process_certificates import asked, certificate, explicit

Outcome = tuple[Any, ...]


class Apart(Executor):
    """Calls pickled functions with pickled arguments, here."""

    def __init__(self, workers: int) -> None:
        self._max_workers, self.calls = workers, 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.calls += 1
        fn, args = pickle.loads(pickle.dumps((fn, args)))
        found: Future[Any] = Future()
        try:
            found.set_result(fn(*args, **kwargs))
        except Exception as error:
            found.set_exception(error)
        return found


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """All steps are worth to be shared, and none is decided by rounded values."""
    monkeypatch.setattr("exactbox.checker.fast.step.MIN_SHARED_WORK", 0)
    monkeypatch.setattr("exactbox.checker.fast.budget.MIN_RANGE_WORK", 0)
    monkeypatch.setattr("exactbox.checker.fast.rationals.SHARED", -1)


def outcome(raw: bytes, executor: Executor | None, **limits: Any) -> Outcome:
    """The claim and the work, or the error."""
    try:
        claim = check_certificate(raw, executor=executor, **limits)
        return "VALID", claim, claim.facts, claim.work
    except (GaveUp, InvalidCertificate, MalformedCertificate) as error:
        return type(error).__name__, str(error)


def chain(length: int, **changes: Fraction) -> bytes:
    """State s pays 1, and goes to s - 1 or s + 1; what states are worth, but for the changes."""
    targets = [[t for t in (s - 1, s + 1) if 0 <= t < length] for s in range(length)]
    model = explicit([dict.fromkeys(to, 1) for to in targets], [[s] for s in range(length)])
    # v(s) = 1 + 1/2 of the average that follows; as a + b v(0), from v(0) = 1 + v(1) / 2 on
    rows = [(Fraction(0), Fraction(1)), (Fraction(-2), Fraction(2))]
    for s in range(1, length - 1):
        rows.append((4 * rows[s][0] - 4 - rows[s - 1][0], 4 * rows[s][1] - rows[s - 1][1]))
    (a, b), (c, d) = rows[-2:]
    first = (1 + a / 2 - c) / (d - b / 2)  # c + d v(0) = 1 + (a + b v(0)) / 2
    values = {s: c + d * first for s, (c, d) in enumerate(rows)}
    values |= {int(state[1:]): value for state, value in changes.items()}
    question = asked("discounted", "max", model, reward=[1] * length, discount=Fraction(1, 2))
    return canonical(certificate(question, policy=[0] * length, values=values))


@pytest.mark.usefixtures("shared")
def test_what_is_on_file_has_the_same_verdict_whoever_checks() -> None:
    """Words, facts and work, too."""
    apart = Apart(2)
    for kind in ("process", "timed", "bounded", "property"):
        for path in files(kind):
            raw = path.read_bytes()
            assert outcome(raw, apart) == outcome(raw, None), path
    assert apart.calls > 100


@pytest.mark.usefixtures("shared")
@pytest.mark.parametrize("workers", [1, 3])
def test_the_first_error_is_that_of_one_process(
    workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two wrong values, and of work that does not suffice, at each place where it may end."""
    monkeypatch.setattr("tests.process_certificates.blocks_of.__defaults__", (3,))
    for changes in ({}, {"v3": Fraction(2)}, {"v2": Fraction(1), "v17": Fraction(2)}):
        raw = chain(20, **changes)
        alone = outcome(raw, None)
        assert outcome(raw, Apart(workers)) == alone
        with ThreadPoolExecutor(workers) as threads:
            assert outcome(raw, threads) == alone
        found = set()
        for work in range(0, 400_000, 5_000):
            few = outcome(raw, None, max_work=work)
            assert outcome(raw, Apart(workers), max_work=work) == few
            found.add(few[0])
        assert found == {"GaveUp", alone[0]}


def test_short_checks_are_not_shared() -> None:
    apart = Apart(2)
    assert outcome(chain(20), apart)[0] == "VALID" and apart.calls == 0


def test_ranges_are_of_one_size_and_not_too_small() -> None:
    """Two blocks of half the least; of much work each of two processes gets 20 ranges."""
    few = [[*group] for _, group in groupby(range_numbers([MIN_RANGE_WORK // 2] * 40, Apart(2)))]
    assert {len(group) for group in few[1:-1]} == {2} and sum(map(len, few)) == 40
    many = [[*group] for _, group in groupby(range_numbers([MIN_RANGE_WORK] * 4000, Apart(2)))]
    assert {len(group) for group in many[1:-1]} == {100} and len(many) == 2 * RANGES_PER_PROCESS + 1
    assert len({*range_numbers([9 * MIN_RANGE_WORK] * 3, Apart(1))}) == 3


def test_few_calls_are_made_at_once_and_none_after_an_error() -> None:
    made: list[int] = []
    calls = ((made.append(k) or k,) for k in range(100))  # type: ignore[func-returns-value]
    found = map_in_order(Apart(2), abs, calls)
    assert next(found) == 0 and len(made) == 4
    assert [next(found) for _ in range(3)] == [1, 2, 3] and len(made) == 7
    found.close()  # type: ignore[attr-defined]
    assert len(made) == 7


# The commands -------------------------------------------------------------------------------------

PROOF = CORPUS / "process" / "accepted" / "flip_4_cards_in_blocks_of_one.json"


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """check.py and its folder alone, where all steps are shared."""
    folder = tmp_path / "elsewhere"
    copytree(CHECKER.parent / "checker", folder / "checker")
    copy(CHECKER, folder / "check.py")
    change(
        folder / "checker" / "fast" / "budget.py",
        "MIN_RANGE_WORK = 10**9, 10**9 // 2",
        "MIN_RANGE_WORK = 0, 0",
    )
    rationals = folder / "checker" / "fast" / "rationals.py"
    change(rationals, "SHARED, SHARED_BITS = 4000", "SHARED, SHARED_BITS = -1")
    return folder


def change(path: Path, old: str, new: str) -> None:
    """One place of a file."""
    text = path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))


def run(*words: object) -> subprocess.CompletedProcess[str]:
    """Python, with these words."""
    command = [sys.executable, "-I", "-S", "-W", "error", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_check_py_works_in_several_processes(copied: Path) -> None:
    """Also as one file; and where processes begin with nothing."""
    line = f"VALID {quoted(PROOF)}: {check_certificate(PROOF)}\n"
    (copied / "__main__.py").write_bytes((copied / "check.py").read_bytes())
    archive = copied.parent / "check.pyz"
    zipapp.create_archive(copied, archive)
    for program in (copied / "check.py", archive):
        done = run(program, "--jobs", 2, PROOF, GOOD)
        assert (done.returncode, done.stderr) == (0, "") and done.stdout.startswith(line)
    change(copied / "checker" / "command.py", 'sys.platform == "linux"', "False")
    done = run(copied / "check.py", "--jobs", 2, PROOF)
    assert (done.returncode, done.stderr, done.stdout) == (0, "", line)
    zipapp.create_archive(copied, archive)
    done = run(archive, "--jobs", 2, PROOF)
    assert done.returncode == 2 and done.stderr.endswith("not one file, on this system\n")


def test_a_worker_that_dies_is_a_failure_of_the_machine(copied: Path) -> None:
    change(
        copied / "checker" / "fast" / "step.py", "= Budget(0, work)", "= __import__('os')._exit(1)"
    )
    done = run(copied / "check.py", "--jobs", 2, PROOF)
    assert done.returncode == 3 and done.stderr.startswith(f"FAILED {quoted(PROOF)}: ")
    assert done.stderr.count("\n") == 1


def test_the_command_takes_workers(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check", "--jobs", "2", str(PROOF)]) == 0
    assert capsys.readouterr().out == f"VALID {quoted(PROOF)}: {check_certificate(PROOF)}\n"
    for words in (["--jobs", "0"], ["--jobs", "x"]):
        with pytest.raises(SystemExit):
            cli.main(["check", *words, str(PROOF)])
        assert capsys.readouterr().err.count("\n") == 1

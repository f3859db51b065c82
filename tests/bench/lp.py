"""Linear programs and matrix games, beside their peers: seconds of a processor.

The 45 programs of ../shared/lp with Koch's values: HiGHS, the exact part, the check of the proof,
and QSopt_ex (esolver, Debian's qsopt-ex) if it is installed, with at most a minute each. SciPy's
`linprog` and SymPy's are for the small ones.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from exactbox.check import check_certificate
from exactbox.lp import floats, matrix_game, solve_program, write_program
from exactbox.lp.program import LinearProgram
from tests.lp_examples import kuhns_poker, netlib, netlib_program

_MINUTE = 60
_TINY = ("afiro", "sc50b", "kb2", "adlittle")
_CHECKS = {"25fv47": 0.2, "dfl001": 0.4, "pilot87": 1.5}
_GAMES = {200: 0.6, 500: 1.5}


class Spent:
    """Seconds of the processor that calls of a function take."""

    def __init__(self, function: Callable[..., object]) -> None:
        self.function, self.seconds = function, 0.0

    def __call__(self, *given: object) -> object:
        begin = time.process_time()
        try:
            return self.function(*given)
        finally:
            self.seconds += time.process_time() - begin


def timed(function: Callable[[], object]) -> tuple[object, float]:
    """What a call returns, and the seconds that it takes."""
    begin = time.process_time()
    found = function()
    return found, time.process_time() - begin


def parts(program: LinearProgram) -> tuple[object, float, float]:
    """The answer, the seconds of HiGHS, and those of the rest."""
    name = "by_highspy" if floats.starts_warm() else "by_scipy"
    spent = Spent(getattr(floats, name))
    setattr(floats, name, spent)
    try:
        answer, seconds = timed(lambda: solve_program(program))
    finally:
        setattr(floats, name, spent.function)
    return answer, spent.seconds, seconds - spent.seconds


def by_qsopt(program: LinearProgram, folder: str) -> float | None:
    """Seconds of QSopt_ex on a program; None where it is not there, or does not end in time."""
    solver = shutil.which("esolver")
    if solver is None:
        return None
    file = Path(folder) / "program.mps"
    write_program(file, program, names=False)
    before = os.times()
    try:
        subprocess.run([solver, str(file)], capture_output=True, timeout=_MINUTE, check=True)
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError):
        return None
    after = os.times()
    return after.children_user + after.children_system - before[2] - before[3]


def run() -> None:
    """All figures."""
    solve_program(netlib_program("afiro"))  # what is loaded at first
    ours = theirs = exact = without = 0.0
    for name in netlib():
        program = netlib_program(name)
        program.rows, program.columns  # noqa: B018, part of reading
        answer, highs, rest = parts(program)
        proof = answer.certificate()
        limits = {"max_bytes": 1 << 40, "max_work": 1 << 60}
        claim, check = timed(lambda proof=proof, limits=limits: check_certificate(proof, **limits))
        assert claim.value == answer.fun
        with tempfile.TemporaryDirectory() as folder:
            qsopt = by_qsopt(program, folder)
        if qsopt is not None:
            ours, theirs = ours + highs + rest, theirs + qsopt
        exact += rest
        without += rest if name != "maros-r7" else 0.0
        m, n = program.shape
        bar = f" (bar {_CHECKS[name]})" if name in _CHECKS else ""
        beyond = f" = {1000 * rest:.1f} ms (bar 3)" if name in _TINY else ""
        peer = "" if qsopt is None else f"  QSopt_ex {qsopt:7.2f}, {qsopt / (highs + rest):5.1f} x"
        print(
            f"{name:9} {m:5} x {n:5}  HiGHS {highs:6.3f}  exact {rest:7.3f}{beyond}  "
            f"check {check:6.3f}{bar}{peer}",
            flush=True,
        )
    if netlib():
        print(f"exact part: {exact:.1f} s (bar 30), without maros-r7 {without:.1f} (bar 12)")
    if ours:
        print(f"QSopt_ex over exactbox, of those that it solves: {theirs / ours:.1f} x (bar 3)")
    for size, bar in _GAMES.items():
        a = np.random.default_rng(size).integers(-100, 101, (size, size))
        _, seconds = timed(lambda a=a: matrix_game(a))
        print(f"random game {size} x {size}: {seconds:.2f} s (bar {bar})")
    poker = kuhns_poker()
    matrix_game(poker)
    _, seconds = timed(lambda: matrix_game(poker))
    print(f"Kuhn's poker, second call: {1000 * seconds:.1f} ms (bar 5)")

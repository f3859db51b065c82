"""Twelve lines beside those of the last release: ``python -m tests.bench.pairs PYTHON``.

PYTHON is the interpreter of an environment with the last release; this one has what is there now.
Every line is a process of its own, which is run by both in turn, several times; what is compared is
the least seconds of processors, of its own and its children's. A line that takes more than twice as
long is run once more, and fails where that says the same: what once went wrong unseen for long went
wrong by ten times, and on a machine that others use a figure alone may well be wrong by a third.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests import ROOT

TIMES = 3  # runs of each, in turn
FACTOR = 2
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")

PROOFS = ROOT / "proofs"
MODELS = PROOFS / "models"
START = "from exactbox import linsolve; linsolve([[2, 1, 0], [1, 3, 1], [0, 1, 4]], [1, 2, 3])"
DRAWN = """
import numpy as np
from scipy.sparse import csr_array, eye_array
from exactbox import linalg
draw = np.random.default_rng(2026)
def dense(m, n):
    return draw.integers(-99, 100, (m, n))
def sparse(m, n, each):
    rows, columns = np.repeat(np.arange(m), each), draw.integers(0, n, m * each)
    return csr_array((draw.integers(-9, 10, m * each), (rows, columns)), (m, n))
"""
DENSE = "linalg.solve(dense(300, 300), np.arange(300))"
SPARSE = "linalg.solve(sparse(800, 800, 4) + 9 * eye_array(800, dtype=int), np.arange(800))"
PRODUCT = "linalg.rank(sparse(1500, 900, 2) @ sparse(900, 1500, 2))"
FORMS = """
for n in (20, 33, 60, 150):
    a = dense(n, n + 5)
    linalg.nullspace(a), linalg.rref(a), linalg.det(a[:, :n])
"""


def command(*words: object) -> tuple[str, ...]:
    """A command of exactbox."""
    return ("-m", "exactbox", *map(str, words))


LINES: dict[str, tuple[str, ...]] = {
    "start, and a first system of 3 unknowns": ("-c", START),
    "solve, dense, 300 unknowns": ("-c", DRAWN + DENSE),
    "solve, sparse, 800 unknowns": ("-c", DRAWN + SPARSE),
    "rank, product of sparse factors": ("-c", DRAWN + PRODUCT),
    "null space, echelon form, determinant, dense": ("-c", DRAWN + FORMS),
    "certify flip --faces 6": command("certify", "flip", "--faces", 6),
    "certify shutbox --tiles 12": command("certify", "shutbox", "--tiles", 12),
    "lock --max-length 20": command("lock", "--max-length", 20),
    "solve coins-4-4.json": command("solve", MODELS / "coins-4-4.json", "--max-reach", "disagree"),
    "lp 25fv47.mps": command("lp", MODELS / "25fv47.mps"),
    "matrix-game blotto-10-3.csv": command("matrix-game", MODELS / "blotto-10-3.csv"),
    "check flip-6, herman-15": command("check", PROOFS / "flip-6.json", PROOFS / "herman-15.json"),
}


def seconds(python: str, arguments: Sequence[str], folder: str) -> float:
    """Of processors, of a process that has to end well."""
    silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    env = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"} | ONE_THREAD
    with subprocess.Popen([python, *arguments], cwd=folder, env=env, **silent) as child:
        complaint = child.stderr.read().decode()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{python} {' '.join(arguments)}: exit {child.returncode}\n{complaint}")
    return usage.ru_utime + usage.ru_stime


def pair(before: str, arguments: Sequence[str]) -> tuple[float, float]:
    """The least seconds with the release and with what is there now, in turn."""
    with tempfile.TemporaryDirectory() as folder:  # where nobody imports what lies beside him
        runs = [
            (seconds(before, arguments, folder), seconds(sys.executable, arguments, folder))
            for _ in range(TIMES)
        ]
    return min(first for first, _ in runs), min(second for _, second in runs)


def main(before: str) -> int:
    slower = []
    for name, arguments in LINES.items():
        found = pair(before, arguments)
        if found[1] > FACTOR * found[0]:
            print(f"{name}: {found[0]:.2f} s before, {found[1]:.2f} s now; once more", flush=True)
            found = pair(before, arguments)
            slower += [name] * (found[1] > FACTOR * found[0])
        was, now = found
        print(
            f"{name:<48} {was:7.2f} s before {now:7.2f} s now  {now / was:5.2f} times", flush=True
        )
    if slower:
        print(f"more than {FACTOR} times as long, twice: {', '.join(slower)}", file=sys.stderr)
    return int(bool(slower))


if __name__ == "__main__":
    sys.exit(main(str(Path(sys.argv[1]).absolute())))

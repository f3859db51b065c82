"""The ways of questions: how many functions and files one goes through, and how often it changes
from one file to another. ``python -m tests.bench.ways NAME`` lists a way's changes of file.

Counted are functions of exactbox that are called (no lambdas and comprehensions), and calls from a
file of it to another one; a generator that is asked for its next item is called. A way is warm if
the question is asked a second time in one process, when everything is loaded.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp

import exactbox
from exactbox.cli import main

FOLDER = str(Path(exactbox.__file__).parent) + os.sep
SYSTEM = {"a.csv": "2,1,0\n1,3,1\n0,1,4\n", "b.csv": "1\n2\n3\n"}
COMMANDS = {
    "linsolve": ("linsolve", "a.csv", "b.csv"),
    "lp": ("lp", "bread.lp"),
    "matrix-game": ("matrix-game", "kuhn.csv"),
    "solve": ("solve", "retry.drn", "--min-cost", "done"),
    "flip": ("certify", "flip", "--faces", "2"),
}
BARS = {  # functions, files, changes of file
    "sparse": (150, 30, None),
    "linsolve": (None, None, 80),
    "lp": (None, None, 100),
    "matrix-game": (None, None, 300),
    "solve": (190, None, None),
    "flip": (140, None, None),
}


class Way(NamedTuple):
    """Functions that were called, and changes of file: from which function to which one."""

    functions: set[CodeType]
    changes: Counter[tuple[str, str]]

    def numbers(self) -> tuple[int, int, int]:
        files = {code.co_filename for code in self.functions}
        return len(self.functions), len(files), self.changes.total()


def walk(run: Callable[[], object], *, warm: bool = True) -> Way:
    """The way of a call."""
    way = Way(set(), Counter())

    def name(code: CodeType) -> str:
        return f"{code.co_filename.removeprefix(FOLDER)}:{code.co_name}"

    def see(frame: FrameType, event: str, _: Any) -> None:
        code, back = frame.f_code, frame.f_back
        if event != "call" or not code.co_filename.startswith(FOLDER):
            return
        if not code.co_name.startswith("<"):
            way.functions.add(code)
        before = back.f_code if back else code
        if before.co_filename.startswith(FOLDER) and before.co_filename != code.co_filename:
            way.changes[name(before), name(code)] += 1

    if warm:
        run()
    before = sys.getprofile()
    sys.setprofile(see)
    try:
        run()
    finally:
        sys.setprofile(before)
    return way


def sparse_system(n: int = 600) -> tuple[Any, list[int]]:
    """A random matrix of some 4 entries in a row, with a heavy diagonal; and a right-hand side."""
    random = np.random.default_rng(0)
    entries = sp.random(n, n, 0.005, random_state=0, data_rvs=lambda k: random.integers(1, 10, k))
    return (entries + sp.eye(n) * 17).astype(int).tocsr(), list(range(n))


def draw(name: str) -> Way:
    """The way of a question in `BARS`, in a folder of its own, silently."""
    if name == "sparse":
        a, b = sparse_system()
        return walk(lambda: exactbox.linalg.solve(a, b), warm=False)
    silently = redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO())
    with tempfile.TemporaryDirectory() as folder, chdir(folder), silently[0], silently[1]:
        for example in ("retry.drn", "bread.lp", "kuhn.csv"):
            main(["examples", example])
        for file, text in SYSTEM.items():
            Path(file).write_text(text)
        return walk(lambda: main(COMMANDS[name]))


def numbers(name: str) -> tuple[int, ...]:
    """Functions, files and changes of file; of the cold way in a process of its own."""
    if name != "sparse":
        return draw(name).numbers()
    command = [sys.executable, "-m", "tests.bench.ways", "--cold"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return tuple(map(int, done.stdout.split()))


def report_all() -> None:
    """A line for each way, beside its bar."""
    for name, bars in BARS.items():
        words = zip(numbers(name), bars, ("functions", "files", "changes of file"))
        said = [f"{n:>5} {what}{f' (bar {bar})' if bar else ''}" for n, bar, what in words]
        print(f"{name:<14}{''.join(said)}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["--cold"]:
        print(*draw("sparse").numbers())
    elif len(sys.argv) > 1:
        for (before, after), times in draw(sys.argv[1]).changes.most_common():
            print(f"{times:>5} {before} -> {after}")
    else:
        report_all()

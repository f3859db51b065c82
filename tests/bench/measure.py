"""How long things take: whole processes from outside, and calls in this one."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

_CHARGED = 250  # MiB


@dataclass(frozen=True)
class Figure:
    """Seconds of several runs, and the peak memory of a process in MiB.

    A new process is charged with the memory of the one that started it: small peaks mean nothing,
    and are not reported.
    """

    seconds: tuple[float, ...]
    memory: float = 0.0

    @property
    def best(self) -> float:
        return min(self.seconds)

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)


def process(command: Sequence[str], *, runs: int = 5) -> Figure:
    """A command as a whole process, interpreter start included; short ones after a warm-up."""
    seconds, memory = [], 0.0
    for run in range(runs + (runs > 2)):
        begin = time.perf_counter()
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        assert child.stderr is not None
        complaint = child.stderr.read()
        _, status, usage = os.wait4(child.pid, 0)
        elapsed = time.perf_counter() - begin
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            raise SystemExit(f"{' '.join(command)}: exit {child.returncode}\n{complaint.decode()}")
        if run or runs <= 2:
            seconds.append(elapsed)
        memory = max(memory, usage.ru_maxrss / 1024)
    return Figure(tuple(seconds), memory)


def call(function: Callable[[], object], *, runs: int = 5) -> Figure:
    """A call in this process."""
    seconds = []
    for _ in range(runs):
        begin = time.perf_counter()
        function()
        seconds.append(time.perf_counter() - begin)
    return Figure(tuple(seconds))


def report(work: str, figure: Figure, bar: float | None = None, note: str = "") -> None:
    """One line: the best and the median of the runs, beside the bar."""
    verdict = (
        "" if bar is None else f"bar {bar:>7.2f} s  {'met' if figure.median <= bar else 'MISSED'}"
    )
    memory = f"  {figure.memory:,.0f} MiB" if figure.memory > _CHARGED else ""
    print(
        f"{work:<58} best {figure.best:>8.3f}  median {figure.median:>8.3f} s of "
        f"{len(figure.seconds)}  {verdict}{memory}{'  ' + note if note else ''}",
        flush=True,
    )


def python(*arguments: str) -> list[str]:
    """A command for this interpreter."""
    return [sys.executable, *arguments]

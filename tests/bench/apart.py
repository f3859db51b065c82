"""One call in a process of its own: processor seconds and peak memory, within limits.

Processor time does not depend on what else the machine does, but counts every thread. The limits
hold for the call, not for what is built before it, and are the kernel's: whoever exceeds one is
stopped wherever it is.
"""

from __future__ import annotations

import json
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

TICK = 0.1  # seconds at least that are read off the processor's clock, which ticks every 4 ms
TIMES = 5  # readings of which the median is taken, where they are short
LARGEST = 8 * 2**30  # bytes of address space that a call is given


@dataclass(frozen=True)
class Outcome:
    """The median of the processor seconds and the peak in MiB; or what went wrong instead."""

    seconds: float = 0.0
    memory: float = 0.0
    failure: str = ""


def measure(
    build: Callable[[], tuple], work: Callable[..., object], limit: float
) -> tuple[Outcome, object]:
    """What the call takes (its median, where it is short), and what it returns.

    Of short calls the first, which loads what is loaded on first use, does not count. Run in a
    process made for it: it sets limits for good.
    """
    arguments = build()
    spent = time.process_time()
    soft, hard = int(spent + limit) + 1, resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))
    used = _kibibytes("VmSize") * 1024
    resource.setrlimit(resource.RLIMIT_AS, (used + LARGEST, resource.RLIM_INFINITY))
    begin = time.process_time()
    found = work(*arguments)
    elapsed = time.process_time() - begin
    seconds = [elapsed] if elapsed >= 5 * TICK else []
    calls = 1
    while not seconds or (sum(seconds) * calls < 5 * TICK and len(seconds) < TIMES):
        found = None  # no two results at once
        begin = time.process_time()
        for _ in range(calls):
            found = work(*arguments)
        elapsed = time.process_time() - begin
        if elapsed < TICK:
            calls *= 4
        else:
            seconds.append(elapsed / calls)
    return Outcome(median(seconds), _kibibytes("VmHWM") / 1024), found


def _kibibytes(what: str) -> int:
    """A line of the process's status (Linux): its peak is its own, unlike that of rusage."""
    found = re.search(rf"^{what}:\s+(\d+) kB", Path("/proc/self/status").read_text(), re.M)
    return int(found[1]) if found else 0


def reported(outcome: Outcome) -> None:
    """Write an outcome where `apart` reads it."""
    print(json.dumps(vars(outcome)))


def apart(*arguments: str) -> Outcome:
    """The outcome that ``python ARGUMENTS`` reports, or how it ended."""
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True)
    if done.returncode == -signal.SIGXCPU:
        return Outcome(failure="out of time")
    lines = done.stdout.splitlines()
    if done.returncode or not lines:
        words = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        memory = [line for line in words if "memory" in line.lower() or "Memory" in line]
        return Outcome(failure="out of memory" if memory else words[-1][:100])
    return Outcome(**json.loads(lines[-1]))

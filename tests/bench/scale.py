"""More processors, larger games: each figure on the clock, with the memory of all processes.

What counts is the clock here, so the machine has to be quiet. Memory is the largest sum, over a
program and all processes that it starts, of the proportional set size (Linux): a page that several
share counts once.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path

from tests.bench.measure import Figure, call, python, report

_OFTEN = 2.0  # seconds between two looks at memory (of 4 GiB one takes 30 ms)
_GIB = 2**20  # kB
_AT_WORK = 0.8  # seconds of a worker: it has loaded everything and does its part of N=7
ATLAS = ("--tiles", "6-9", "--without", "double-shutter,digital")


@dataclass(frozen=True)
class Run:
    """Seconds of the clock and of processors, the peak in GiB, and what was printed."""

    seconds: float
    spent: float
    memory: float
    printed: str


def watched(*arguments: str) -> Run:
    """Run exactbox with these arguments, to its end."""
    return run("-m", "exactbox", *arguments)


def run(*arguments: str) -> Run:
    """Run Python with all processes that it starts, to its end."""
    before, begin = os.times(), time.perf_counter()
    with tempfile.TemporaryFile("w+") as out:
        child = subprocess.Popen(python(*arguments), stdout=out)
        peak = 0.0
        while True:
            try:
                child.wait(_OFTEN)
                break
            except subprocess.TimeoutExpired:
                peak = max(peak, sum(map(_proportional, family(child.pid))) / _GIB)
        seconds, after = time.perf_counter() - begin, os.times()
        spent = sum(after[2:4]) - sum(before[2:4])
        out.seek(0)
        printed = out.read()
    if child.returncode:
        raise SystemExit(f"python {' '.join(arguments)}: exit {child.returncode}")
    return Run(seconds, spent, peak, printed)


def family(pid: int) -> list[int]:
    """A process and all that it has started, and so on."""
    found = [pid]
    for each in found:  # grows while it is read
        try:
            for task in Path(f"/proc/{each}/task").iterdir():
                found += map(int, (task / "children").read_text().split())
        except OSError:  # it has ended
            continue
    return found


def _proportional(pid: int) -> int:
    """The proportional set size in kB; 0 of a process that has ended."""
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return 0
    found = re.search(r"^Pss:\s+(\d+) kB", text, re.M)
    return int(found[1]) if found else 0


def told(work: str, run: Run, bar: float | None = None, memory: float | None = None) -> None:
    """One line, beside the bars of seconds and of GiB."""
    allowed = "" if memory is None else f" (bar {memory:g}: {_met(run.memory <= memory)})"
    note = f"{run.spent:,.1f} s of processors, {run.memory:.2f} GiB{allowed}"
    report(work, Figure((run.seconds,)), bar, note)


def _met(is_met: bool) -> str:
    return "met" if is_met else "MISSED"


def figures() -> None:
    """All of them; the largest games last."""
    with tempfile.TemporaryDirectory() as folder:
        certified(folder)
        faster(folder)
        atlas(folder)
        killed(folder)
        largest(folder)


def certified(folder: str) -> None:
    """N=8 from the question to the checked certificate."""
    for jobs in ("1", "2"):
        file = str(Path(folder, f"flip-8-{jobs}.json"))
        ran = watched("certify", "flip", "--faces", "8", "--jobs", jobs, "--certificate", file)
        bars = (55.0, 2.0) if jobs == "2" else (None, None)
        told(f"N=8: certified and checked, --jobs {jobs}", ran, *bars)
    first, second = (Path(folder, f"flip-8-{jobs}.json").read_bytes() for jobs in "12")
    if first != second:
        raise SystemExit("certificates differ by the number of processes")


def equations(faces: int, jobs: int) -> None:
    """Print how long the optimal policy's equations take in so many processes."""
    from exactbox.games.flip import flip
    from exactbox.mdp import policy_iteration
    from exactbox.mdp.exact.exact_policy_iteration import evaluate
    from exactbox.mdp.objectives.total_until_end import equations_until_end
    from exactbox.parallel import Jobs, executor_context

    game = flip(faces, max_states=4**faces)
    turns = equations_until_end(game, game.rewards["turns"])
    policy = policy_iteration(turns, "min").policy
    with Jobs(jobs) as executor, executor_context(executor if jobs > 1 else None):
        print(call(lambda: evaluate(turns, policy), runs=1).median)


def solved(faces: int, jobs: int, *bars: float) -> Figure:
    """The equations in a process of their own; the bars are of seconds and GiB."""
    code = f"from tests.bench.scale import equations; equations({faces}, {jobs})"
    ran = run("-c", code)
    ran = replace(ran, seconds=float(ran.printed))  # without the float policy
    told(f"N={faces}: equations, processes: {jobs}", ran, *bars)
    return Figure((ran.seconds,))


def faster(folder: str) -> None:
    """What a second process gains, of the equations and of the check."""
    _gain("N=8: equations", solved(8, 1), solved(8, 2), 1.7)
    file = str(Path(folder, "flip-8-1.json"))
    for how in ((), ("--flint",)):
        name = " ".join(("N=8: check", *how))
        one = watched("check", file, *how)
        told(f"{name}, one process", one)
        two = watched("check", file, "--jobs", "2", *how)
        told(f"{name}, two processes", two)
        _gain(name, Figure((one.seconds,)), Figure((two.seconds,)), None if how else 1.7)


def _gain(work: str, one: Figure, two: Figure, bar: float | None) -> None:
    gain = one.median / two.median
    asked = "" if bar is None else f" (bar {bar:g}: {_met(gain >= bar)})"
    print(f"{work}: by two processes {gain:.2f} times as fast{asked}")


def atlas(folder: str) -> None:
    """Variants of Shut the Box a second, by two processes and by Dask's."""
    rates = []
    for workers in (("--jobs", "2"), ("--dask", "local:2")):
        file = str(Path(folder, f"atlas{workers[0]}.csv"))
        ran = watched("atlas", "shutbox", *ATLAS, "--output", file, *workers)
        rows = len(Path(file).read_text(encoding="utf-8").splitlines()) - 1
        rates.append(rows / ran.seconds)
        told(f"atlas of {rows:,} variants, {' '.join(workers)}", ran)
        print(f"     {rates[-1]:,.1f} variants a second")
    share = rates[1] / rates[0]
    print(f"     Dask's rate is {share:.0%} of that of --jobs (bar 80%: {_met(share >= 0.8)})")


def killed(folder: str) -> None:
    """A worker of Dask's is killed in the middle of N=7: the same bytes."""
    plain, other = (str(Path(folder, f"flip-7-{name}.json")) for name in ("plain", "killed"))
    question = ("certify", "flip", "--faces", "7", "--certificate")
    watched(*question, plain)
    command = python("-m", "exactbox", *question, other, "--dask", "local:2")
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    victim = None
    while child.poll() is None and victim is None:
        time.sleep(0.02)
        workers = [p for p in family(child.pid) if _worker_at_work(p)]
        if workers:
            victim = workers[-1]
            os.kill(victim, signal.SIGKILL)
    if child.wait() or victim is None:
        raise SystemExit(f"N=7 on Dask with a worker killed: exit {child.returncode}, {victim}")
    same = Path(plain).read_bytes() == Path(other).read_bytes()
    print(f"N=7 on Dask, worker {victim} killed: the same bytes: {_met(same)}")


def _worker_at_work(pid: int) -> bool:
    """Whether it is a worker that has calculated for a while and has FLINT."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        spent = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        words = Path(f"/proc/{pid}/cmdline").read_bytes()
        loaded = "flint" in Path(f"/proc/{pid}/maps").read_text()
    except OSError:
        return False
    return loaded and spent > _AT_WORK and b"\0-c\0" in words


def largest(folder: str) -> None:
    """N=9 certified, N=10 enclosed."""
    solved(9, 2, 5 * 60.0, 8.0)
    file = str(Path(folder, "flip-9.json"))
    question = ("certify", "flip", "--faces", "9", "--max-states", str(2**18))
    ran = watched(*question, "--jobs", "2", "--certificate", file, "--json")
    told("N=9: certified and checked with FLINT's integers, --jobs 2", ran, 45 * 60.0, 12.0)
    print(f"     {json.loads(ran.printed)['files']}")
    ran = watched("certify", "flip", "--faces", "10", "--enclosure")
    told("N=10: the float policy, and bounds that are proved", ran, 30 * 60.0, 16.0)
    print("     " + ran.printed.replace("\n", "\n     "))

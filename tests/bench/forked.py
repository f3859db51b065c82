"""Work in a process forked off this one, phase by phase, each with the kernel's limit on its time.

What is built before the fork (a model, say) is there for every process forked later, and nobody
pays for it twice. A phase that exceeds the limit ends the process; the phases before it are known.
Times are processor seconds of the process, its threads and its children.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Callable
from typing import Any

WALL = 20  # wall-clock seconds that are given for each processor second of the limit


class Phases:
    """What the forked process calls: work in phases, whose times and results it reports."""

    def __init__(self, pipe: int, limit: float) -> None:
        self.pipe = pipe
        self.limit = limit

    def phase(self, name: str, work: Callable[..., Any], *arguments: Any) -> Any:
        """What `work` returns; its processor seconds are reported under the name."""
        self.tell(doing=name)
        begin = spent()
        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time() + self.limit) + 1, hard))
        found = work(*arguments)
        self.tell(**{name: spent() - begin})
        return found

    def tell(self, **facts: Any) -> None:
        """Report what json can write."""
        with os.fdopen(os.dup(self.pipe), "w") as out:
            out.write(json.dumps(facts) + "\n")


def spent() -> float:
    """Processor seconds of this process and of its children that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def forked(
    work: Callable[[Phases], None], limit: float, memory: float, *, wall: float = WALL
) -> dict[str, Any]:
    """All that the work told, in a process of its own.

    Parameters
    ----------
    work : callable
        Takes a `Phases`.
    limit : float
        Processor seconds for each phase.
    memory : float
        GiB of address space beyond what this process has.
    wall : float
        Wall-clock seconds for each processor second, after which the process is stuck.

    Returns
    -------
    dict
        What was told; ``failure`` if the process did not end well, and then ``doing`` is the phase.
    """
    gc.collect()
    gc.freeze()
    sys.stdout.flush()
    ends = os.pipe()
    child = os.fork()
    if not child:
        os.close(ends[0])
        signal.alarm(int(wall * limit) + 60)
        os._exit(_child(work, ends[1], limit, memory))
    os.close(ends[1])
    told: dict[str, Any] = {}
    with os.fdopen(ends[0]) as lines:
        for line in lines:
            told |= json.loads(line)
    _, status, usage = os.wait4(child, 0)
    gc.unfreeze()
    told["limit"] = limit
    told["memory"] = round(usage.ru_maxrss / 1024)
    code = os.waitstatus_to_exitcode(status)
    if code:
        why = {-signal.SIGXCPU: "out of time", -signal.SIGALRM: "stuck", -signal.SIGKILL: "killed"}
        told.setdefault("failure", why.get(code, f"exit code {code}"))
    else:
        told.pop("doing", None)
    return told


def _child(work: Callable[[Phases], None], pipe: int, limit: float, memory: float) -> int:
    phases = Phases(pipe, limit)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):  # Storm's warnings
        os.dup2(nowhere, stream)
    with open("/proc/self/statm") as file:
        used = int(file.read().split()[0]) * resource.getpagesize()
    most = used + int(memory * 2**30)
    resource.setrlimit(resource.RLIMIT_AS, (most, resource.RLIM_INFINITY))
    try:
        work(phases)
    except MemoryError:
        phases.tell(failure="out of memory")
    except BaseException as error:
        words = " ".join(str(error).split())
        kind = "out of memory" if "bad_alloc" in words else type(error).__name__
        phases.tell(failure=f"{kind}: {words[:200]}")
    else:
        return 0
    return 1

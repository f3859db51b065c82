"""The memory of this machine and process, for those who would rather refuse than be killed."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache
from pathlib import Path

from exactbox.showing import counted

_ASSUMED_BYTES = 1 << 34  # bytes, where the system does not tell
# where Linux says how much a group of processes may use; in a container the group is the root
_GROUP_LIMITS = ("/sys/fs/cgroup{}/memory.max", "/sys/fs/cgroup/memory{}/memory.limit_in_bytes")
_GROUPS = "/proc/self/cgroup"  # lines number:controllers:group


def physical_memory() -> int:
    """The bytes of this machine's memory, or of those that its group of processes may use."""
    try:
        there = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        there = _ASSUMED_BYTES
    return min(there, *_limits())


@cache
def _limits() -> list[int]:
    """The memory limits of the groups of this process."""
    groups = {""}
    with suppress(OSError):
        for line in Path(_GROUPS).read_text().splitlines():
            _, controllers, group = line.split(":", 2)
            if controllers in ("", "memory"):
                groups.add(group.rstrip("/"))
    limits = []
    for pattern in _GROUP_LIMITS:
        for group in groups:
            with suppress(OSError, ValueError):  # there is none, or it is "max"
                limits.append(int(Path(pattern.format(group)).read_text()))
    return limits


def used_memory() -> int:
    """The bytes of memory that this process has now; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return 0


def size_words(size: float) -> str:
    """A size in words.

    Examples
    --------
    >>> [size_words(n) for n in (3, 5 << 20, 1.5 * 2**30, 2**45)]
    ['3 bytes', '5.0 MiB', '1.5 GiB', '32,768 GiB']
    """
    for power, name in ((30, "GiB"), (20, "MiB"), (10, "KiB")):
        if size >= 1 << power:
            amount = size / (1 << power)
            return f"{amount:,.1f} {name}" if amount < 100 else f"{amount:,.0f} {name}"
    return counted(round(size), "byte")

"""Limits of the methods: lengths, work and memory, counted before the work begins."""

from __future__ import annotations

# Strings or pairs that a method may go through (about 1 us each: a quarter of an hour), and the
# bytes that it may hold.
WORK_LIMIT = 10**9
MEMORY_LIMIT = 4 << 30
# No method of enumeration gets anywhere near; above it even the counting of pairs takes long.
LENGTH_LIMIT = 1000


def refuse(method: str, max_length: int, work: int = 0, memory: int = 0) -> None:
    """Raise ValueError for a length below 1, or where a method would need more than the limits."""
    if max_length < 1:
        raise ValueError(f"no strings of length {max_length}: need a length of at least 1")
    if max_length > LENGTH_LIMIT:
        raise ValueError(
            f"{method} does not go to length {max_length}: the limit is {LENGTH_LIMIT}"
        )
    if memory > MEMORY_LIMIT:
        gib = _about(-(-memory >> 30))  # rounded up
        raise ValueError(
            f"{method} to length {max_length} would take about {gib} GiB of memory,"
            f" the limit is {MEMORY_LIMIT >> 30} GiB"
        )
    if work > WORK_LIMIT:
        raise ValueError(
            f"{method} to length {max_length} would go through {_about(work)} strings,"
            f" the limit is {_about(WORK_LIMIT)}"
        )


def _about(n: int) -> str:
    """A size to be read: in full while that is short."""
    return f"{n:,}" if n < 10**15 else f"10^{len(str(n)) - 1}"

"""The record of a solution: method, reason, steps, end; and how far a solver has come."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any

from exactbox.showing import counted


@dataclass(frozen=True)
class BlockInfo:
    """One diagonal block of the block triangular form, and how it was solved.

    Methods are "flint", "division", "batch", "inverse", "lifting", "dixon", "fraction-free" and
    "eliminate". ``estimates`` has the seconds that each way was forecast to take, where they were
    compared.
    """

    unknowns: int
    method: str
    why: str  # the reason for this method
    steps: int = 0  # lifting steps, or primes; 0 for direct methods
    bits: int = 0  # of the fractions, or of the modulus; 0 for direct methods
    end: str = ""  # a proved bound, or early termination with verification
    seconds: dict[str, float] = field(default_factory=dict, repr=False, compare=False)
    estimates: dict[str, float] = field(default_factory=dict, repr=False, compare=False)

    def __str__(self) -> str:
        ways = sorted(self.estimates.items(), key=lambda item: item[1])
        forecasts = "".join(f", {name} {1e3 * s:.3g} ms" for name, s in ways)
        text = f"{self.unknowns} unknowns by {self.method} ({self.why}{forecasts})"
        if self.steps:
            text += f": {self.steps} steps, {self.bits} bits, ended by {self.end}"
        return text


@dataclass(frozen=True)
class SolveInfo:
    """How a system was solved: its blocks, and how many of them each method took.

    ``largest`` says what was done for the largest block, and ``seconds`` has the time of each
    phase.
    """

    unknowns: int
    blocks: int
    largest: BlockInfo | None
    methods: dict[str, int]
    seconds: dict[str, float] = field(repr=False, compare=False)

    def __str__(self) -> str:
        counts = ", ".join(f"{count} by {name}" for name, count in self.methods.items())
        size = f"{counted(self.unknowns, 'unknown')} in {counted(self.blocks, 'block')}"
        lines = [f"{size}: {counts or 'none'}"]
        if self.largest is not None:
            lines.append(f"the largest: {self.largest}")
        total = sum(self.seconds.values()) or 1.0
        shares = sorted(self.seconds.items(), key=lambda item: -item[1])
        lines.append(", ".join(f"{name} {s:.3f} s ({s / total:.0%})" for name, s in shares))
        return "\n".join(lines)


class Record:
    """Gathers a `SolveInfo` while the blocks are solved."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._methods: Counter[str] = Counter()
        self._unknowns = 0
        self._largest: BlockInfo | None = None

    def add(self, block: BlockInfo, count: int = 1) -> None:
        """One block is done, or `count` like it."""
        self._methods[block.method] += count
        self._unknowns += count * block.unknowns
        if self._largest is None or block.unknowns > self._largest.unknowns:
            self._largest = block
        for phase, seconds in block.seconds.items():
            self.spend(phase, seconds)

    def spend(self, phase: str, seconds: float) -> None:
        """Time went into a phase."""
        self.seconds[phase] = self.seconds.get(phase, 0.0) + seconds

    def told(self) -> dict[str, Any]:
        """All of it in what JSON has, for another process."""
        largest = None if self._largest is None else asdict(self._largest)
        methods, unknowns = dict(self._methods), self._unknowns
        return {
            "seconds": self.seconds, "methods": methods, "unknowns": unknowns, "largest": largest
        }  # fmt: skip

    def add_told(self, told: dict[str, Any]) -> None:
        """Add the record of another process."""
        self._methods.update(told["methods"])
        self._unknowns += told["unknowns"]
        for phase, seconds in told["seconds"].items():
            self.spend(phase, seconds)
        found = told["largest"]
        if found and (self._largest is None or found["unknowns"] > self._largest.unknowns):
            self._largest = BlockInfo(**found)

    def info(self) -> SolveInfo:
        """The record so far; time that is spent later is added to it."""
        blocks = self._methods.total()
        return SolveInfo(self._unknowns, blocks, self._largest, dict(self._methods), self.seconds)

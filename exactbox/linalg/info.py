"""The record of a solution: method, reason, steps, end."""

from __future__ import annotations

from dataclasses import dataclass, field

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


def one_block(block: BlockInfo) -> SolveInfo:
    """The record of a system that was solved as one block."""
    return SolveInfo(block.unknowns, 1, block, {block.method: 1}, {**block.seconds})

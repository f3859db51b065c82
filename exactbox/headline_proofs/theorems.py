"""The headline answers that theorems in Coq state: ``proofs/coq/headlines.txt`` has them."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from exactbox.decimals import short_integer


def sentences(folder: Path) -> dict[str, str]:
    """The sentences of the theorems, by certificate; ``_`` is its value. No file, no theorems."""
    file = folder / "coq" / "headlines.txt"
    lines = file.read_text(encoding="ascii").splitlines() if file.exists() else []
    return dict(line.split(maxsplit=1) for line in lines if line and not line.startswith("#"))


def theorem(name: str, sentence: str, value: Fraction | float | None) -> str:
    """A theorem as Coq has it, but for the digits of long numbers.

    Examples
    --------
    >>> theorem("flip-2", "least_expected_cost (flip 2) Begin _", Fraction(8936, 1575))
    'Theorem flip_2 : least_expected_cost (flip 2) Begin (8936 # 1575).'
    """
    if isinstance(value, Fraction):
        numerator, denominator = map(short_integer, value.as_integer_ratio())
        sentence = f"{sentence.removesuffix('_')}({numerator} # {denominator})"
    return f"Theorem {name.replace('-', '_')} : {sentence}."

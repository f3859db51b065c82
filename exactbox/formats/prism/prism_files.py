"""The names in a group of PRISM's explicit files: one stem, any of them packed."""

from __future__ import annotations

import os
from itertools import chain, count
from pathlib import Path

from exactbox.inputs import input_of

PathLike = str | os.PathLike[str]
RewardFiles = tuple[str, PathLike | None, PathLike | None]  # number or name, .srew, .trew
PACKED = ("", ".gz", ".xz")


def stem_of(path: PathLike) -> Path:
    """The path of a .tra file without its suffixes."""
    file = Path(path)
    return (file.with_suffix("") if file.suffix.lower() in PACKED[1:] else file).with_suffix("")


def sibling(path: PathLike, suffix: str, number: str = "") -> Path | None:
    """The file of the same stem, packed or not, where it exists."""
    if input_of(path).is_standard:
        return None
    stem = stem_of(path)
    names = (stem.with_name(f"{stem.name}{number}{suffix}{packed}") for packed in PACKED)
    return next((name for name in names if name.exists()), None)


def numbered_siblings(path: PathLike) -> list[RewardFiles]:
    """Number, .srew and .trew of every reward structure; a stem with its own .tra is another's."""
    files: list[RewardFiles] = []
    for number in chain([""], map(str, count(1))):
        pair = sibling(path, ".srew", number), sibling(path, ".trew", number)
        if number and (pair == (None, None) or sibling(path, ".tra", number)):
            return files
        if pair != (None, None):
            files.append((number, *pair))
    raise AssertionError("the numbers end")

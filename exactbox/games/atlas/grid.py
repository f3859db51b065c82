"""Grids: the values of each dimension of a game, from a TOML file.

A file names dimensions of the game's own grid, each with a list of values, and the dimensions that
it does not name are as there::

    tiles = [9, 10, "1,2,3,5,8"]
    players = [2]

    [rule]
    dice = ["two-dice", "sum=6?"]

A table, as ``[rule]`` here, has lists under names of the user's choice.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Any

from exactbox.inputs import contents

MAX_COMBINATIONS = 20_000_000  # of the values of a grid: a minute to go through
Grid = dict[str, Any]  # dimension to list of values; a table to its lists
_WORDS = {int: "whole numbers", str: "texts", bool: "true and false"}


def read_grid(
    package: str, name: str, path: str | None, kinds: Mapping[str, Sequence[type]]
) -> Grid:
    """A game's own grid, in a package, and what a user's file has in its place.

    ``kinds`` has the types of the values of each dimension; none for a table of lists of texts. A
    ValueError names the file and the dimension.
    """
    own = tomllib.loads((files(package) / name).read_text(encoding="utf-8"))
    if path is None:
        return own
    try:
        given = tomllib.loads(contents(path).decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: not a TOML file: {error}") from None
    for key, values in given.items():
        if key not in kinds:
            raise ValueError(f"{path}: found {key!r}, need {', '.join(kinds)}")
        if kinds[key]:
            _require_list(f"{path}: {key}", values, kinds[key])
            continue
        if not isinstance(values, dict):
            raise ValueError(f"{path}: {key}: found {values!r}, need a table of lists")
        for each, listed in values.items():
            _require_list(f"{path}: {key}.{each}", listed, (str,))
    return {**own, **given}


def _require_list(where: str, values: Any, kinds: Sequence[type]) -> None:
    needs = " or ".join(_WORDS[kind] for kind in kinds)
    if not isinstance(values, list) or not values:
        raise ValueError(f"{where}: found {values!r}, need a list of {needs}")
    for value in values:
        if type(value) not in kinds:
            raise ValueError(f"{where}: found {value!r}, need {needs}")


def whole_numbers(text: str) -> set[int]:
    """The numbers of ``6-9,12``.

    Examples
    --------
    >>> sorted(whole_numbers("6-9,12"))
    [6, 7, 8, 9, 12]
    """
    found: set[int] = set()
    for part in text.split(","):
        ends = re.fullmatch(r"([0-9]{1,4})(?:-([0-9]{1,4}))?", part.strip())
        if not ends:
            raise ValueError(f"found {text!r}, need numbers such as 6-9,12")
        found |= set(range(int(ends[1]), int(ends[2] or ends[1]) + 1))
    return found


def narrowed(grid: Grid, key: str, option: str, keeps: Callable[[Any], bool]) -> Grid:
    """The grid with those values of one dimension that an option keeps, one at least."""
    kept = [value for value in grid[key] if keeps(value)]
    if not kept:
        known = ", ".join(map(str, grid[key]))
        raise ValueError(f"{option}: the grid has none of these, it has {known}")
    return {**grid, key: kept}


def require_size(combinations: int) -> None:
    """ValueError where there are too many to go through."""
    if combinations > MAX_COMBINATIONS:
        raise ValueError(
            f"the grid has {combinations:,} combinations, at most {MAX_COMBINATIONS:,} are taken"
        )

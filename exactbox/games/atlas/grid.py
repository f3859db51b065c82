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

import tomllib
from collections.abc import Collection, Mapping, Sequence
from importlib.resources import files
from math import prod
from typing import Any

from exactbox.inputs import contents

MAX_COMBINATIONS = 20_000_000  # of the values of a grid: a minute to go through
Grid = dict[str, Any]  # dimension to list of values; a table to its lists
Kinds = Mapping[str, Sequence[type]]  # of a dimension's values; none: a table of lists of texts
_WORDS = {int: "whole numbers", str: "texts", bool: "true and false"}


def read_grid(package: str, name: str, path: str | None, kinds: Kinds) -> Grid:
    """A game's own grid, and what a user's file has in its place; ValueError if that is no grid."""
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
        if not kinds[key] and not isinstance(values, dict):
            raise ValueError(f"{path}: {key}: found {values!r}, need a table of lists")
        lists = {key: values} if kinds[key] else {f"{key}.{k}": v for k, v in values.items()}
        needs = " or ".join(_WORDS[kind] for kind in kinds[key] or (str,))
        for where, listed in lists.items():
            if not isinstance(listed, list) or not listed:
                raise ValueError(f"{path}: {where}: found {listed!r}, need a list of {needs}")
            for value in listed:
                if type(value) not in (kinds[key] or (str,)):
                    raise ValueError(f"{path}: {where}: found {value!r}, need {needs}")
    return own | given


def narrowed(grid: Grid, key: str, option: str, wanted: Collection[Any]) -> Grid:
    """The grid with those values of a dimension alone that an option wants; there has to be one."""
    kept = [value for value in grid[key] if value in wanted]
    if not kept:
        known = ", ".join(map(str, grid[key]))
        raise ValueError(f"{option}: the grid has none of these, it has {known}")
    return grid | {key: kept}


def require_size(*lists: Sequence[Any]) -> None:
    """ValueError where these have too many combinations to go through."""
    combinations = prod(map(len, lists))
    if combinations > MAX_COMBINATIONS:
        raise ValueError(
            f"the grid has {combinations:,} combinations, at most {MAX_COMBINATIONS:,} are taken"
        )

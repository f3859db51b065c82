"""Grids of a game's dimensions, and their variants.

A grid's file, in TOML, names dimensions of the game's own grid, each with a list of values, and the
dimensions that it does not name are as there::

    tiles = [9, 10, "1,2,3,5,8"]
    players = [2]

    [rule]
    dice = ["two-dice", "sum=6?"]

A table, as ``[rule]`` here, has lists under names of the user's choice. Variants are the grid's
combinations, less those that are refused and those that come twice: two with the same question are
one variant.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import product
from math import prod
from typing import Any

from exactbox.certificate import question_sha256
from exactbox.games.atlas.table import DataFrame, pandas
from exactbox.inputs import contents

MAX_COMBINATIONS = 20_000_000  # of the values of a grid: a minute to go through
Grid = dict[str, list[Any]]  # dimension to its values
Kinds = Mapping[str, Sequence[type]]  # of a dimension's values; none: a table of lists of texts
_WORDS = {int: "whole numbers", str: "texts", bool: "true and false"}
Asked = tuple[Any, ...]  # a question about rules, without them


class Refused(Exception):
    """A combination that is no variant; says why, in words that refusals are counted by."""


def variants(game: Any, path: str | None = None, **options: Any) -> tuple[DataFrame, Counter[str]]:
    """A row for each variant of the game's own grid, or of a user's, as far as options leave them,
    with the game's columns, ``rules``, ``question`` and ``hash``; and how many other combinations
    there are, by what they are."""
    own = files(game.__package__) / "atlas.toml"
    grid = game.part(read_grid(own, path, game.COLUMNS), **options)
    lists = [grid[name] for name in game.COLUMNS]
    _require_size(lists)
    rows, others = [], Counter[str]()
    for combination in product(*lists):
        try:
            rows.append(game.variant(*combination))
        except Refused as error:
            others[f"refused: {error}"] += 1
    if not rows:
        raise ValueError("no variant is left of the grid")
    table = pandas().DataFrame(rows, columns=[*game.COLUMNS, "rules", "question", "meaning"])
    table = table.drop_duplicates("meaning", ignore_index=True)
    if len(table) < len(rows):
        others["the same question as another"] = len(rows) - len(table)
    pairs = zip(table.rules, table.question)
    hashes = [question_sha256(*game.statement(rules, *question)) for rules, question in pairs]
    return table.assign(hash=hashes), others


def read_grid(own: Traversable, path: str | None, kinds: Kinds) -> Grid:
    """A game's own grid, and what a user's file has in its place; ValueError if that is no grid.

    Of a table of lists the values are texts: a word of each list, with commas.
    """
    try:
        given = tomllib.loads(contents(path).decode("utf-8")) if path else {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: not a TOML file: {error}") from None
    for key, values in given.items():
        if key not in kinds:
            raise ValueError(f"{path}: found {key!r}, need {', '.join(kinds)}")
        if not kinds[key] and not isinstance(values, dict):
            raise ValueError(f"{path}: {key}: found {values!r}, need a table of lists")
        lists = {key: values} if kinds[key] else {f"{key}.{k}": v for k, v in values.items()}
        types = kinds[key] or (str,)
        needs = " or ".join(_WORDS[kind] for kind in types)
        for where, entries in lists.items():
            if not isinstance(entries, list) or not entries:
                raise ValueError(f"{path}: {where}: found {entries!r}, need a list of {needs}")
            for value in (each for each in entries if type(each) not in types):
                raise ValueError(f"{path}: {where}: found {value!r}, need {needs}")
    grid = tomllib.loads(own.read_text(encoding="utf-8")) | given
    for key in (key for key in kinds if not kinds[key]):
        _require_size(grid[key].values())
        grid[key] = [",".join(filter(None, words)) for words in product(*grid[key].values())]
    return grid


def narrowed(grid: Grid, key: str, option: str, values: list[Any]) -> Grid:
    """The grid with those values of a dimension alone that an option leaves: at least one."""
    if not values:
        own = ", ".join(map(str, grid[key]))
        raise ValueError(f"{option}: the grid has none of these, it has {own}")
    return grid | {key: values}


def _require_size(lists: Collection[Sequence[Any]]) -> None:
    """ValueError where these have too many combinations to go through."""
    if (size := prod(map(len, lists))) > MAX_COMBINATIONS:
        most = f"at most {MAX_COMBINATIONS:,} are taken"
        raise ValueError(f"the grid has {size:,} combinations, {most}")

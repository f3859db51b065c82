"""The atlas of Shut the Box: every combination of tiles, rules, players and ties.

    $ exactbox atlas shutbox --tiles 6-9 --players 1-2 --output atlas.csv --jobs 2

`grid.toml` is the grid; ``--grid FILE`` has another one. Each row of the table can be asked of
`exactbox shutbox`, whose options its columns are: tiles, sides, rule, objective, players, ties and
play_on.

The modules, in the order in which a variant passes through them:

=========  ========================================================================
grid.toml  tiles, words of rules, objectives, players, ties
variants   what of it the rules allow, each question once
sizes      how large a variant is, and how long it takes
shares     all matches on one board at once
solving    every value of one rule, and its proofs
findings   which rule is kindest, where the first player gains, what a word changes
=========  ========================================================================
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from exactbox.games.atlas.grid import narrowed, read_grid, whole_numbers
from exactbox.games.atlas.sweep import Group
from exactbox.games.atlas.table import RESULTS
from exactbox.games.shutbox.atlas.findings import findings
from exactbox.games.shutbox.atlas.sizes import proof_seconds, seconds
from exactbox.games.shutbox.atlas.solving import solve
from exactbox.games.shutbox.atlas.variants import COLUMNS, KINDS, Asked, Variants, variants_of
from exactbox.games.shutbox.rules import Rules

ALL_COLUMNS = (*COLUMNS, *RESULTS)

__all__ = [
    "ALL_COLUMNS",
    "findings",
    "groups",
    "sample",
    "solve",
    "variants",
    "variants_of",
]


def variants(
    path: str | None = None,
    *,
    tiles: str | None = None,
    players: str | None = None,
    objective: Sequence[str] = (),
    ties: Sequence[str] = (),
    having: Sequence[str] = (),
    without: Sequence[str] = (),
) -> Variants:
    """The variants of the game's own grid, or of a user's in TOML, as far as these leave them.

    Tiles and players are numbers such as ``6-9,12``; of objectives and ties those are kept that are
    named, or all; `having` and `without` are words that a rule must have, or must not. A grid
    without anything that is left is a ValueError.

    Examples
    --------
    >>> found = variants(tiles="9", players="1", without=["double-shutter"])
    >>> len(found), found.combinations, found.twice
    (720, 18144, 5760)
    """
    grid = read_grid("exactbox.games.shutbox.atlas", "grid.toml", path, KINDS)
    for option, key, text in (("--tiles", "tiles", tiles), ("--players", "players", players)):
        if text is not None:
            try:
                wanted = whole_numbers(text)
            except ValueError as error:
                raise ValueError(f"{option}: {error}") from None
            grid = narrowed(grid, key, option, wanted.__contains__)
    for option, key, chosen in (("--objective", "objective", objective), ("--ties", "ties", ties)):
        if chosen:
            grid = narrowed(grid, key, option, chosen.__contains__)
    return variants_of(grid, having, without)


def groups(found: Variants, missing: Sequence[bool], prove: bool) -> list[Group]:
    """Groups that are computed together: the missing variants of one rule."""
    listed = []
    for each in found.rules:
        wanted = tuple(k for k in range(each.first, each.first + len(each.asked)) if missing[k])
        if wanted:
            asked = tuple(each.asked[k - each.first] for k in wanted)
            listed.append(_group(each.tiles, each.words, each.rules, asked, wanted, prove))
    return listed


def _group(
    tiles: str,
    words: str,
    rules: Rules,
    asked: tuple[Asked, ...],
    numbers: tuple[int, ...],
    prove: bool,
) -> Group:
    matches = [(each.players, each.ties, each.play_on) for each in asked if each.players > 1]
    took = seconds(rules, matches)
    if prove:
        took += sum(proof_seconds(rules, each.players, each.ties) for each in asked)
    return Group(f"tiles {tiles}, {words}", took, (rules, asked, prove), numbers)


def sample() -> Group:
    """A group that is solved first, to see how fast this machine is: 20 ms."""
    rules = Rules(tiles=tuple(range(1, 8)))
    asked: list[Any] = [Asked("shut", 1, "", False), Asked("score", 1, "", False)]
    asked += [
        Asked("wins", players, ties, play_on)
        for players in (2, 3, 4)
        for ties in ("share", "lose", "earlier")
        for play_on in (False, True)
    ]
    return _group("7", "the classic rule", rules, tuple(asked), tuple(range(len(asked))), False)

"""What an atlas has to know of a game, and the variants of a grid.

Variants are the grid's combinations, less those that are refused and those that come twice: two
combinations with the same question, by the hash that certificates cite it by, are one variant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from exactbox.games.atlas.grid import Grid, read_grid
from exactbox.games.atlas.table import RESULTS, DataFrame, pandas

Asked = tuple[Any, ...]  # the values of a variant's columns behind those of its rules
Solve = Callable[[Any, Sequence[Asked]], list[tuple[Fraction, int]]]


class Refused(Exception):
    """A combination that is no variant; says why, in words that refusals are counted by."""


class Game(NamedTuple):
    """A game as its atlas takes it: its columns, its grid, and what is computed."""

    columns: dict[str, tuple[type, ...]]  # types in a grid, the table's last; none: lists of words
    key: int  # so many columns say which rules: variants of the same are solved together
    grid: tuple[str, str]  # package and file of the game's own
    part: Callable[..., Grid]  # a grid and options, to lists of each column's values
    # a combination's values, to those in the table, rules, the question's hash, and the hash of the
    # question that is meant, which is the same for all that are one variant; may raise Refused
    variant: Callable[..., tuple[Any, ...]]
    seconds: Callable[[Any, Sequence[Asked], bool], float]  # of rules, what is asked, and proofs
    solve: Solve  # rules and what is asked, to values and numbers of states
    question: Callable[..., Any]  # rules and one of what is asked, to what can be proved
    sample: tuple[Any, list[Asked]]  # solved first, to see how fast this machine is
    findings: Callable[[DataFrame], str]  # a table, to a page in Markdown

    @property
    def kinds(self) -> dict[str, type]:
        """The type of each column of the table."""
        return {name: (str, *kinds)[-1] for name, kinds in self.columns.items()} | RESULTS


def variants(game: Game, path: str | None = None, **options: Any) -> tuple[DataFrame, Counter[str]]:
    """A row for each variant of the game's own grid, or of a user's, as far as options leave them,
    with the game's columns, ``rules`` and ``hash``; and the number of other combinations by what
    they are.

    Examples
    --------
    >>> from exactbox.games.shutbox.atlas import GAME
    >>> table, others = variants(GAME, tiles={9}, players={1}, without="double-shutter")
    >>> len(table), others.total(), others["the same question as another"]
    (720, 17424, 5760)
    """
    grid = game.part(read_grid(*game.grid, path, game.columns), **options)
    taken, others = [], Counter[str]()
    for combination in product(*(grid[name] for name in game.columns)):
        try:
            taken.append(game.variant(*combination))
        except Refused as error:
            others[f"refused: {error}"] += 1
    if not taken:
        raise ValueError("no variant is left of the grid")
    table = pandas().DataFrame(taken, columns=[*game.columns, "rules", "hash", "meant"])
    table = table.drop_duplicates("meant", ignore_index=True).drop(columns="meant")
    if len(table) < len(taken):
        others["the same question as another"] = len(taken) - len(table)
    return table, others

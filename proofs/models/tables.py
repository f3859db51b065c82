#!/usr/bin/env python3
"""The matrix games in this folder: ``python proofs/models/tables.py`` writes them.

A table has what the row player receives of the column player; rows and columns are plans, in
lexicographic order. The programs beside them (.mps) are Netlib's (Gay 1985), as they are there but
for the ends of lines.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path

from exactbox.files import write

FOLDER = Path(__file__).parent
Table = list[list[Fraction]]

# Kuhn's poker: what to do with a card. The first player passes, and folds or calls after a bet, or
# bets; the second passes or bets after a pass, and folds or calls after a bet.
FOLDS, CALLS, BETS = range(3)
PASSES_AND_FOLDS, PASSES_AND_CALLS, BETS_AND_FOLDS, BETS_AND_CALLS = range(4)


def kuhn_poker() -> Table:
    """Three cards, one for each of two players, an ante of 1, one bet of 1: on average.

    Source: Kuhn, *A simplified two-person poker*, 1950.
    """
    deals = list(permutations(range(3), 2))
    seconds = list(product(range(4), repeat=3))
    return [
        [Fraction(sum(_showdown(f[a], s[b], a > b) for a, b in deals), len(deals)) for s in seconds]
        for f in product(range(3), repeat=3)
    ]


def _showdown(first: int, second: int, better: bool) -> int:
    """What the first player receives, who has the better card or the worse."""
    won = 1 if better else -1
    if first == BETS:
        return 2 * won if second in (PASSES_AND_CALLS, BETS_AND_CALLS) else 1
    if second in (PASSES_AND_FOLDS, PASSES_AND_CALLS):
        return won
    return 2 * won if first == CALLS else -1


def blotto(soldiers: int) -> Table:
    """Both send soldiers to three fields; who sends more to a field wins it: fields won, less lost.

    Source: Borel, *La théorie du jeu et les équations intégrales à noyau symétrique*, 1921.
    """
    placings = [
        (a, b, soldiers - a - b) for a in range(soldiers + 1) for b in range(soldiers + 1 - a)
    ]
    return [
        [Fraction(sum((x > y) - (x < y) for x, y in zip(p, q, strict=True))) for q in placings]
        for p in placings
    ]


TABLES: dict[str, Callable[[], Table]] = {
    "kuhn-poker.csv": kuhn_poker,
    "blotto-10-3.csv": lambda: blotto(10),
}
PROGRAMS = "afiro.mps", "stair.mps", "25fv47.mps", "perold.mps"


def text(name: str) -> str:
    """The text of the file with this name."""
    return "".join(",".join(map(str, row)) + "\n" for row in TABLES[name]())


if __name__ == "__main__":
    for each in TABLES:
        write(FOLDER / each, text(each).encode())

"""How large a variant of Shut the Box is, before anything is computed.

**Positions.** A row of n tiles has at most 2^n, two rows 3^n: of a column both tiles are open, or
the one behind, or none.

**Moves**, pairs of a position and a set of tiles that some total shuts, are counted without listing
them: they are the sum, over sets with such a total, of 2^(n - size), by the product over tiles of
``2 + x^tile``, in which the power of x is the total. Of a column with two tiles the factor is
``3 + x^front + x^back + x^(front + back)``. Words that shut less make these upper bounds.

**Seconds** are these numbers times constants, fits to what was measured (see there); a short run at
the start says how much faster or slower this machine is.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from exactbox.games.shutbox.board import MAX_POSITIONS
from exactbox.games.shutbox.match import EARLIER, LOSE, MAX_WORK, SHARE
from exactbox.games.shutbox.rules import Rules

# Fits to half of 1,254 rules drawn from the grid, of 1 ms to 5 s, on a virtual machine of 2026 that
# did other work too; of the other half 95 % are within a factor of 2. Those of matches: to 54 sets
# of matches, 96 % of them within a factor of 2.
WORK = 1.5e-6  # of a move, or a position's roll
PASS = 3.6e-7  # the same, packed
BYTE = 3.6e-10  # of a move and a lane's bytes
PAY = 2.5e-7  # of a final score and a lane
PROOF = 3.2e-7  # of a move or roll, and of what a player may face; 33 proofs, 0.7 to 1.6 times
PROOF_ALONE = 9


def positions(rules: Rules) -> int:
    """At most so many.

    Examples
    --------
    >>> positions(Rules()), positions(Rules(behind=tuple(range(9, 0, -1))))
    (512, 19683)
    """
    return int((3 if rules.behind else 2) ** len(rules.tiles))


def moves(rules: Rules) -> int:
    """At most so many pairs of a position and a set of tiles that a roll shuts."""
    rolls = rules.rolls(len(rules.dice))
    if rules.single:
        offered = sum(n in faces for _, faces in rolls for n in rules.numbers)
        return offered * positions(rules) // (3 if rules.behind else 2)
    ways = [1] + [0] * sum(rules.dice)  # of x^0, x^1, ...
    for front, *back in zip(rules.tiles, *[rules.behind] * bool(rules.behind)):
        shut = [front, *back, *(front + n for n in back)]
        ways = [
            (2 + len(back)) * same + sum(ways[total - n] for n in shut if n <= total)
            for total, same in enumerate(ways)
        ]
    return sum(ways[total] for total, _ in rolls)


@lru_cache
def scores(rules: Rules) -> int:
    """At most so many final scores."""
    if rules.score == "count":
        return rules.depth + 1
    if rules.score == "digits":
        return 1 << len(rules.tiles)
    sums = {0}
    for front, *back in zip(rules.tiles, *[rules.behind] * bool(rules.behind)):
        open_ones = (0, *back, *(2 * front + n for n in back)) if back else (0, front)
        sums = {total + n for total in sums for n in open_ones}
    return len(sums)


def _lanes_faced(players: int, ties: str) -> int:
    """Of all players behind the first: how many may hold the lowest score, in sum."""
    return sum(1 if ties == EARLIER else player for player in range(1, players))


def is_too_large(rules: Rules, players: int, ties: str, play_on: bool) -> bool:
    """Whether `exactbox shutbox` refuses it, or may.

    Examples
    --------
    >>> is_too_large(Rules(), 4, "share", False)
    False
    >>> is_too_large(Rules(score="digits", tiles=tuple(range(1, 13))), 2, "share", False)
    True
    """
    if players == 1:
        return positions(rules) > MAX_POSITIONS
    faced = (scores(rules) - (not play_on)) * _lanes_faced(players, ties)
    return positions(rules) > MAX_POSITIONS or positions(rules) * (1 + faced) > MAX_WORK


def seconds(rules: Rules, asked: Sequence[tuple[str, int, str, bool]], prove: bool) -> float:
    """What all values of one rule take that are asked for, and their proofs."""
    # a tile that the first roll shuts is open in one position alone: its column has a state less
    within = (2 / 3 if rules.behind else 1 / 2) if rules.first else 1
    moved, rolled = moves(rules), positions(rules) * len(rules.rolls(len(rules.dice)))
    work = within * (moved + rolled * (1 + rules.choice))
    took = WORK * work
    most = {(ties, on): players for players, ties, on in sorted(each[1:] for each in asked)}
    for (ties, _), players in most.items():
        for r in range(players - 1):  # so many play behind those who face a score
            size = (r + 1) * rules.depth * rules.denominator.bit_length() / 8  # bytes of a lane
            lanes = scores(rules) * (players - 1 - r if ties == SHARE else 1)
            both = 1 if r == 0 and ties != LOSE else 2  # V alone, or H too
            took += PASS * work
            took += both * lanes * (BYTE * size * within * moved + PAY * scores(rules))
    for _, players, ties, _ in asked if prove else ():
        faced = PROOF_ALONE + scores(rules) * _lanes_faced(players, ties)
        took += PROOF * (moved + rolled) * faced
    return took

"""The size of a variant of Shut the Box, before anything is computed.

**Positions.** A row of n tiles has at most 2^n, two rows 3^n: of a column both tiles are open, or
the one behind, or none.

**Moves**, pairs of a position and a set of tiles that some total shuts, are counted without listing
them: they are the sum, over sets with such a total, of 2^(n - size), by the product over tiles of
``2 + x^tile``, in which the power of x is the total. Of a column with two tiles the factor is
``3 + x^front + x^back + x^(front + back)``. Words that shut less make these upper bounds.

**Seconds** are these numbers times constants, which are fits by least squares to what was measured
(see each); a short run at the start says how much faster or slower this machine is.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import lcm

from exactbox.games.shutbox.atlas.shares import holders_before, largest
from exactbox.games.shutbox.board import MAX_POSITIONS
from exactbox.games.shutbox.match import EARLIER, LOSE, MAX_WORK
from exactbox.games.shutbox.rules import Rules

Asked = tuple[int, str, bool]  # players, ties, whether the others play on


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
    return _moves(rules.tiles, rules.behind, rules.dice, rules.single)


@lru_cache
def _moves(
    tiles: tuple[int, ...], behind: tuple[int, ...], dice: tuple[int, ...], single: bool
) -> int:
    """The same, of what it depends on."""
    rules = Rules(tiles=tiles, behind=behind, dice=dice, single=single)
    rolls = rules.rolls(len(dice))
    if single:
        offered = sum(n in faces for _, faces in rolls for n in rules.numbers)
        return offered * positions(rules) // (3 if behind else 2)
    top = sum(dice)
    ways = [1] + [0] * top  # of x^0, x^1, ...
    for i, front in enumerate(tiles):
        factor = [(0, 3), (front, 1), (behind[i], 1), (front + behind[i], 1)] if behind else [
            (0, 2), (front, 1)
        ]  # fmt: skip
        ways = [
            sum(many * ways[total - n] for n, many in factor if n <= total)
            for total in range(top + 1)
        ]
    return sum(ways[total] for total, _ in rolls)


def scores(rules: Rules) -> int:
    """At most so many final scores."""
    return _scores(rules.tiles, rules.behind, rules.score)


@lru_cache
def _scores(tiles: tuple[int, ...], behind: tuple[int, ...], score: str) -> int:
    if score == "count":
        return len(tiles) + len(behind) + 1
    if score == "digits":
        return 1 << len(tiles)
    sums = {0}
    for i, n in enumerate(tiles):
        more = (0, behind[i], 2 * n + behind[i]) if behind else (0, n)
        sums = {s + each for s in sums for each in more}
    return len(sums)


def is_too_large(rules: Rules, players: int, ties: str, play_on: bool) -> bool:
    """Whether `exactbox shutbox` refuses it, or may.

    Examples
    --------
    >>> is_too_large(Rules(), 4, "share", False)
    False
    >>> is_too_large(Rules(score="digits", tiles=tuple(range(1, 13))), 2, "share", False)
    True
    """
    if positions(rules) > MAX_POSITIONS:
        return True
    if players == 1:
        return False
    most = [1 if ties == EARLIER else player for player in range(1, players)]
    faced = scores(rules) - (not play_on)
    return positions(rules) * (1 + faced * sum(most)) > MAX_WORK


def seconds(rules: Rules, matches: Iterable[Asked]) -> float:
    """The time for all values of one rule, with these matches among them."""
    # a tile that the first roll shuts is open in one position alone: its column has a state less
    within = (2 / 3 if rules.behind else 1 / 2) if rules.first else 1
    rolled = within * positions(rules) * len(rules.rolls(len(rules.dice))) * (1 + rules.choice)
    moved = within * moves(rules)
    sets = bool(rules.behind) and not rules.single  # each position has sets of both rows
    took = START + ROLL * rolled + (MOVE + ROWS * sets) * moved
    most = largest((players, ties, not play_on) for players, ties, play_on in matches)
    one = lcm(*range(1, max(most.values(), default=0) + 1))
    for r in range(max(most.values(), default=0)):
        one *= rules.denominator**rules.depth
        width = (one * rules.denominator).bit_length() / 8 + 1  # bytes
        vectors = sum(
            (1 + holders * scores(rules)) * (1 if r == 0 and ties != LOSE else 2)
            for (ties, _), holders in holders_before(most, r).items()
        )
        took += PAY * vectors * scores(rules)
        far = FAR if positions(rules) * vectors * width > CACHE else 0.0
        took += PASS_ROLL * rolled + (PASS_MOVE + (BYTE + far) * vectors * width) * moved
    return took


# Fits to 534 rules drawn from the grid, of 2 ms to 5 s, on one core of a virtual machine of 2025.
# For half of the rules the estimate is within 22 % of what was measured, for their sum within 10 %.
START = 0.0005
ROLL = 1.2e-06
MOVE = 8.3e-07
ROWS = 1.8e-06  # more of a move, where there are two rows
PAY = 8.6e-08  # of a final score and a lane
PASS_ROLL = 1.7e-07
PASS_MOVE = 1.4e-06
BYTE = 3.1e-11  # of a move and a lane's bytes
FAR = 1.7e-10  # more, where the values of all positions are more than CACHE
CACHE = 16e6
# to prove and check: of a roll or move, and of what a player may face; 33 proofs, 0.7 to 1.6 times
PROOF = 3.2e-7
PROOF_ALONE = 8


def proof_seconds(rules: Rules, players: int, ties: str) -> float:
    """The further time for proving one value: the ordinary solution, certificate and check."""
    most = [1 if ties == EARLIER else player for player in range(1, players)]
    faced = 1 + scores(rules) * sum(most)
    work = moves(rules) + positions(rules) * len(rules.rolls(len(rules.dice)))
    return PROOF * work * (PROOF_ALONE + faced)

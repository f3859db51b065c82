"""The values of a turn from all tiles open, for many pay-offs at once, packed in integers.

**The vectors.** `exactbox.games.shutbox.play` has a vector of integers at every position, for those
who ask about each of them. Where the start alone counts, as in a match for all players behind the
one who is asked about, a position's values are packed into one integer, in lanes of w bits:
``sum_k v_k 2^(w k)``. Sums, multiples, and exact quotients of the lanes are then sums, multiples
and quotients of the integers, if no lane overflows. The larger of two values, lane by lane: with a
guard bit g = 2^(w - 1) in each lane, the guard bits of ``a - b + g`` are set where a >= b; a guard
bit less itself shifted to the lane's bottom is a mask of the lane. This is 3 to 15 times faster
than vectors, by the number of lanes.

**Why it is right.** The recursion is that of `play`, with the same order of moves; all numbers are
whole, over the same denominator. A lane's total, before the division by the number of rolls, is at
most L times that, for which the lane has room.

Symbols: w bits of a lane; L, n as in `play`; V the player's values, H those of others.

Sources: L. Lamport, *Multiple byte processing with full-word instructions*, CACM 18, 1975 (lanes).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from exactbox.games.shutbox.board import Board
from exactbox.games.shutbox.play import Vector

MAX_BYTES = 128_000_000  # of the values of all positions at once: more lanes go in several passes
MAX_INT = 700  # bytes of a position: of more, FLINT is faster (twice from 8,000), of fewer Python

Packed = tuple[Any, ...]  # V, and H where others are paid


def lane_bytes(board: Board, denominator: int) -> int:
    """The bytes of a lane for values over the denominator times L^n, with a guard bit."""
    return (denominator * board.unit * board.rules.denominator).bit_length() // 8 + 1


def start_values(
    board: Board, pay: Mapping[int, Sequence[bytes]], denominator: int
) -> list[Vector]:
    """V with all tiles open, of the greatest; and H under the same policy, where others are paid.

    ``pay`` has for each score the player's pay-offs, and those of others behind them, in lanes of
    bytes: numerators over the denominator, at most 1. The values are over the denominator times
    L^n.

    Examples
    --------
    >>> from exactbox.games.shutbox.rules import Rules
    >>> board = Board(Rules(tiles=(1, 2), dice=(2,)))
    >>> lost, won = (0).to_bytes(1, "little"), (1).to_bytes(1, "little")
    >>> start_values(board, {0: (won, lost), 1: (lost, won), 2: (lost, won), 3: (lost, won)}, 1)
    [[2], [2]]
    """
    size = lane_bytes(board, denominator)
    first = pay[board.scores[0]]
    width = size * max(1, MAX_BYTES // (size * len(first) * len(board.positions)))
    values: list[Vector] = [[] for _ in first]
    for start in range(0, len(first[0]), width):
        part = {s: [each[start : start + width] for each in pay[s]] for s in board.scores}
        for numbers, data in zip(values, _pass(board, part, size)):
            numbers += [
                int.from_bytes(data[k : k + size], "little") for k in range(0, len(data), size)
            ]
    return values


def _flint() -> Any:
    """FLINT's integers, which are loaded where they are used: one turn does without."""
    from flint import fmpz

    return fmpz


def _pass(board: Board, pay: Mapping[int, Sequence[bytes]], size: int) -> list[bytes]:
    """V and H with all tiles open."""
    length, width = len(pay[board.scores[0]][0]), 8 * size
    packed = int if length <= MAX_INT else _flint()
    guard = packed(int.from_bytes((bytes(size - 1) + b"\x80") * (length // size), "little"))

    def better(a: Packed, b: Packed) -> Packed:
        """Lane by lane the one whose V is larger, the first where they are equal."""
        at_least = (a[0] - b[0] + guard) & guard  # the guard bit where a >= b
        mask = at_least - (at_least >> (width - 1))
        return tuple(y ^ ((x ^ y) & mask) for x, y in zip(a, b))

    ends = {
        s: tuple(packed(int.from_bytes(each, "little") * board.unit) for each in pay[s])
        for s in board.scores
    }
    value: dict[int, Packed] = {}
    for p in board.positions:  # whatever a move leads to comes before
        value[p] = here = ends[board.points[p]]
        for k, throw in enumerate(board.throws[p]):
            total = [throw.stuck * each for each in here]
            for weight, after in throw.outcomes:
                best = value[after[0]]
                for q in after[1:]:
                    best = better(best, value[q])
                total = [t + weight * each for t, each in zip(total, best)]
            rolled = tuple(t // throw.denominator for t in total)  # exact in every lane: see `play`
            value[p] = better(value[p], rolled) if k else rolled
    return [int(each).to_bytes(length, "little") for each in value[board.rules.full]]

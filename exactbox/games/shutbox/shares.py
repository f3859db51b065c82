"""The first player's share in all matches on one board at once.

**The problem.** `exactbox.games.shutbox.match` solves one match, of so many players under one rule
for ties, in vectors of integers. An atlas asks for all of them: two, three and four players, three
rules for ties, and whether shutting the box ends the game.

**What they share.** A player's turn depends on how many players are still to come, r, and on what
he faces: the lowest score b and its m holders. It does not depend on how many have played. So the
last player's turn (r = 0) is the same in matches of two, three and four players; it does not depend
on what shutting does either, since nobody is to come who might be stopped. One pass over the board
for each r answers everything.

**The vectors.** All values at a position are packed into one integer, in lanes of w bits:
``sum_k v_k 2^(w k)``. Sums, multiples, and exact quotients of the lanes are then sums, multiples
and quotients of the integers, if no lane overflows. The larger of two values, lane by lane: with a
guard bit g = 2^(w - 1) in each lane, the guard bits of ``a - b + g`` are set where a >= b; a guard
bit less itself shifted to the lane's bottom is a mask of the lane. FLINT's integers do this at the
speed of memory: 3 to 30 times faster than `match`, by the number of lanes.

**Why it is right.** The recursion is that of `match` and `play`, with the same order of moves; all
numbers are whole, over one L^n as there. A lane's total, before the division by the number of
rolls, is at most L times that, for which the lane has room.

Symbols: r players to come; b, m, V, H, H' as in `match`; w bits of a lane; L, n, ``one`` as in
`play`. An *end* is a rule for ties, and whether shutting the box ends the game.

Sources: L. Lamport, *Multiple byte processing with full-word instructions*, CACM 18, 1975 (lanes).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from flint import fmpz

from exactbox.games.shutbox.board import Board, Throw
from exactbox.games.shutbox.match import EARLIER, LOSE, SHARE

MAX_BYTES = 128_000_000  # of the values of all positions at once: more lanes go in several passes

Played = tuple[int, str, bool]  # players, ties, whether shutting wins at once
End = tuple[str, bool]
Shares = dict[tuple[int, int], int]  # (b, m) to H', over a common denominator


class Run(NamedTuple):
    """Lanes of one end: for each b, increasing, m = 1 to `holders`; or one of the first player."""

    end: End
    scores: Sequence[int]
    holders: int  # 0: the first player's

    @property
    def lanes(self) -> int:
        """The number of lanes."""
        return len(self.scores) * self.holders or 1


def first_shares(board: Board, matches: Iterable[Played]) -> dict[Played, Fraction]:
    """The first player's expected share in each match, exactly as `Match.value` gives it.

    The board is from all tiles open; a match is (players, ties, at_once), as
    `exactbox.games.shutbox.match.Match` takes them, of at least two players.

    Examples
    --------
    >>> from exactbox.games.shutbox.rules import Rules
    >>> board = Board(Rules(tiles=(1, 2), dice=(2,)))
    >>> first_shares(board, [(2, "share", True), (2, "lose", True)])
    {(2, 'share', True): Fraction(5, 8), (2, 'lose', True): Fraction(9, 16)}
    """
    asked = list(matches)
    most = largest(asked)
    one = lcm(*range(1, max(most.values()) + 1))
    after: dict[End, Shares] = {
        end: {
            (b, m): one // m
            for b in board.scores
            for m in range(1, 1 + (players if end[0] == SHARE else 1))
        }
        for end, players in most.items()
    }
    found: dict[Played, Fraction] = {}
    for r in range(max(most.values())):
        runs = [
            Run(end, [b for b in board.scores if b or not end[1]], holders)
            for end, holders in holders_before(most, r).items()
            if holders
        ]
        runs += [Run((ties, at_once), (), 0) for n, ties, at_once in asked if r == n - 1]
        solved = _turn(board, runs, after, one, r)
        one *= board.rules.denominator**board.rules.depth
        after = {end: {} for end in after}
        for run, values in solved:
            if not run.holders:
                found[r + 1, *run.end] = Fraction(values[0][0], one)
                continue
            faced = [(b, m) for b in run.scores for m in range(1, 1 + run.holders)]
            shares = dict(zip(faced, (h for _, h in values)))
            for end in (run.end, (run.end[0], True)) if r == 0 else (run.end,):
                if end in after:
                    after[end] = dict(shares)
        for end, shares in after.items():
            if end[1]:
                shares[0, 1] = one  # the box is shut: H(0, 1) = 1
    return {match: found[match] for match in asked}


def largest(matches: Iterable[Played]) -> dict[End, int]:
    """The number of players of the largest match with each end."""
    found: dict[End, int] = {}
    for players, ties, at_once in matches:
        found[ties, at_once] = max(players, found.get((ties, at_once), 0))
    return found


def holders_before(most: Mapping[End, int], r: int) -> dict[End, int]:
    """How many may hold the lowest score, of whom a lane is needed, with r players to come.

    ``most`` has for each end the players of the largest match. Where ties are lost, several holders
    get nothing whatever comes, and where they go to the earlier there is one: neither needs lanes
    for more. With r = 0, the last player's turn does not depend on what shutting does, and has one
    end for both.
    """
    ends = dict(most)
    if r == 0:
        ends = {
            (ties, False): max(n for (t, _), n in most.items() if t == ties) for ties, _ in most
        }
    return {
        end: max(0, min(players - 1 - r, players if end[0] == SHARE else 1))
        for end, players in ends.items()
    }


def _turn(
    board: Board, runs: list[Run], after: Mapping[End, Shares], one: int, r: int
) -> list[tuple[Run, list[tuple[int, int]]]]:
    """V and H of every lane with all tiles open, over ``one`` L^n."""
    scale = one * board.rules.denominator**board.rules.depth
    size = (
        scale * board.rules.denominator
    ).bit_length() // 8 + 1  # bytes of a lane, and a guard bit
    found = []
    for constant in (True, False):  # whether V + m H = 1, so that V gives H
        those = [run for run in runs if (r == 0 and run.end[0] != LOSE) == constant]
        shares = [after[run.end] if run.end in after else after[run.end[0], True] for run in those]
        paid = {
            s: tuple(
                b"".join(pays(s, run, each, size) for run, each in zip(those, shares))
                for pays in ((_pay,) if constant else (_pay, _held))
            )
            for s in board.scores
        }
        solved = _in_passes(board, paid, size)
        if constant:
            m = [m for run in those for _ in run.scores for m in range(1, 1 + run.holders)]
            solved.append([(scale - v) // each for v, each in zip(solved[0], m)])
        values = list(zip(*solved))
        for run in those:
            found.append((run, values[: run.lanes]))
            del values[: run.lanes]
    return found


def _pay(s: int, run: Run, after: Shares, size: int) -> bytes:
    """The pay-off of players whose turn ends at s: 0, H'(b, m + 1) and H'(s, 1) as b increases."""
    win = after[s, 1].to_bytes(size, "little")
    if not run.holders:
        return win
    lower = sum(b < s for b in run.scores)
    data = bytes(lower * run.holders * size)
    if s in run.scores:
        data += _tied(s, run, after, size) if run.end[0] != EARLIER else bytes(size)
    return data + win * (run.lanes - len(data) // size)


def _held(s: int, run: Run, after: Shares, size: int) -> bytes:
    """The pay-off of each of the holders before them: H'(b, m), H'(b, m + 1) and 0."""
    if not run.holders:
        return bytes(size)
    data = b"".join(
        after[b, m].to_bytes(size, "little")
        for b in run.scores
        if b < s
        for m in range(1, 1 + run.holders)
    )
    if s in run.scores:
        data += _tied(s, run, after, size)
    return data + bytes(run.lanes * size - len(data))


def _tied(s: int, run: Run, after: Shares, size: int) -> bytes:
    """The pay-off of each who has the lowest score s with others, for every m before."""
    if run.end[0] == EARLIER:
        return after[s, 1].to_bytes(size, "little")
    together = (after.get((s, m + 1), 0) * (run.end[0] == SHARE) for m in range(1, 1 + run.holders))
    return b"".join(each.to_bytes(size, "little") for each in together)


def _in_passes(board: Board, paid: dict[int, tuple[bytes, ...]], size: int) -> list[list[int]]:
    """The numbers of all lanes with all tiles open: V, and H where that is paid."""
    example = paid[board.scores[0]]
    found: list[list[int]] = [[] for _ in example]
    width = size * max(1, MAX_BYTES // (size * len(example) * len(board.positions)))
    for start in range(0, len(example[0]), width):
        ends = {s: tuple(e[start : start + width] for e in each) for s, each in paid.items()}
        lanes = len(ends[board.scores[0]][0]) // size
        for numbers, packed in zip(found, _pass(board, ends, 8 * size, lanes)):
            data = int(packed).to_bytes(lanes * size, "little")
            numbers += [
                int.from_bytes(data[k : k + size], "little") for k in range(0, len(data), size)
            ]
    return found


def _pass(
    board: Board, ends: dict[int, tuple[bytes, ...]], width: int, lanes: int
) -> tuple[Any, ...]:
    """V, and H where it is there, packed, with all tiles open."""
    factor = board.rules.denominator**board.rules.depth  # L^n
    guard = fmpz(sum(1 << width * (k + 1) - 1 for k in range(lanes)))
    scaled = {
        s: tuple(fmpz(int.from_bytes(each, "little")) * factor for each in pair)
        for s, pair in ends.items()
    }
    value: dict[int, tuple[Any, ...]] = {}
    for p in board.positions:  # whatever a move leads to comes before
        here = scaled[board.points[p]]
        value[p] = here
        for k, throw in enumerate(board.throws[p]):
            rolled = _rolled(throw, here, value, guard, width)
            value[p] = _better(value[p], rolled, guard, width) if k else rolled
    return value[board.rules.full]


def _rolled(
    throw: Throw,
    here: tuple[Any, ...],
    value: dict[int, tuple[Any, ...]],
    guard: Any,
    width: int,
) -> tuple[Any, ...]:
    """The same before these dice are rolled."""
    total = [throw.stuck * each for each in here]
    for weight, after in throw.outcomes:
        best = value[after[0]]
        for q in after[1:]:
            best = _better(best, value[q], guard, width)
        total = [t + weight * each for t, each in zip(total, best)]
    return tuple(t // throw.denominator for t in total)  # exact in every lane: see `play`


def _better(a: tuple[Any, ...], b: tuple[Any, ...], guard: Any, width: int) -> tuple[Any, ...]:
    """Lane by lane the one whose V is larger, the first where they are equal."""
    kept = (a[0] - b[0] + guard) & guard  # the guard bit where a >= b
    mask = kept - (kept >> (width - 1))
    return tuple(y ^ ((x ^ y) & mask) for x, y in zip(a, b))

"""The positions of Shut the Box within reach of a start, and what every roll allows there.

The sets of tiles that can be shut are built up column by column, a column being a tile and the one
behind it: the sets of a position are those of the position without its last open column, each with
nothing of that column, its first open tile, or both. The work is that of writing the sets down.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import prod

from exactbox.games.shutbox.rules import Roll, Rules

MAX_POSITIONS = 1 << 17  # half a minute
MAX_SETS = 100_000  # sets of tiles that one position lets a roll shut


@dataclass(frozen=True, eq=False)
class Throw:
    """A choice of dice in a position, and what its rolls allow."""

    denominator: int  # the number of equally likely rolls
    stuck: int  # how many of them end the turn
    outcomes: list[tuple[int, tuple[int, ...]]]  # rolls; positions, lowest score first


class Board:
    """The positions within reach of some starts, and the rolls and moves of each.

    ``unit`` is L^n, of n tiles and with L a common multiple of the numbers of rolls: all
    probabilities and values of a turn are whole multiples of 1 / L^n (see `play`).

    ``positions`` are masks by (score, mask): whatever a move leads to comes before, and the shut
    box first. Each has its ``points`` and its ``throws``, all dice before one die, of which the
    shut box has none; ``scores`` are those of all positions, increasing.
    """

    def __init__(
        self,
        rules: Rules,
        starts: Iterable[int] | None = None,
        *,
        max_positions: int = MAX_POSITIONS,
    ) -> None:
        self.rules = rules
        self.unit: int = rules.denominator**rules.depth
        self._sets: dict[int, dict[int, list[int]]] = {0: {0: [0]}}
        limits = rules.behind, rules.single, rules.each, rules.most, rules.first, rules.stop
        self._plain = rules.score == "sum" and not any(limits)  # any sets, of which none is better
        self._rolls = {k: rules.rolls(k) for k in (1, len(rules.dice))}
        self._top = max(total for rolls in self._rolls.values() for total, _ in rolls)
        self._columns = [
            [(n, 1 << i)] for i, n in enumerate(rules.tiles)
        ]  # (number, bit) of each tile, front before back
        for i, n in enumerate(rules.behind):
            self._columns[i].append((n, 1 << (len(rules.tiles) + i)))
        self.throws: dict[int, tuple[Throw, ...]] = {}
        self.points: dict[int, int] = {}
        fresh = sorted(set([rules.full] if starts is None else starts), reverse=True)
        seen = set(fresh)
        for position in fresh:  # grows while it is read
            self.points[position] = rules.points(position)
            throws = list[Throw]()
            for dice in rules.dice_choices(position) if position else ():
                stuck, outcomes = 0, []
                sets = self._fitting(position) if self._plain else {}
                for roll, weight in self._rolls[dice].items():
                    if self._plain:
                        after = tuple(sorted([position ^ tiles for tiles in sets.get(roll[0], ())]))
                    else:
                        after = self.moves(position, roll)
                    if not after:
                        stuck += weight
                        continue
                    outcomes.append((weight, after))
                    fresh += [q for q in after if q not in seen]
                    seen.update(after)
                throws.append(Throw(prod(rules.dice[:dice]), stuck, outcomes))
            self.throws[position] = tuple(throws)
            if len(fresh) > max_positions:
                raise ValueError(
                    f"the game has more than {max_positions:,} positions, too many to go through"
                )
        self.positions = [p for _, p in sorted((self.points[p], p) for p in fresh)]
        self.scores = sorted(set(self.points.values()))

    def moves(self, position: int, roll: Roll) -> tuple[int, ...]:
        """The positions that a roll can lead to, by (score, mask); none if it ends the turn."""
        rules, (total, faces) = self.rules, roll
        if total == rules.stop:
            return ()
        if rules.single:
            visible = rules.exposed(position)
            shut = [1 << i for i, n in enumerate(rules.numbers) if n in faces and visible >> i & 1]
        elif rules.each:
            wanted = [{total}, {*faces}][: 2 if faces != (total,) else 1]
            shut = [self._mask(tiles) for tiles in wanted]
            shut = [tiles for tiles in shut if tiles and position & tiles == tiles]
        else:
            shut = self._fitting(position).get(total, [])
            if rules.most:
                shut = [tiles for tiles in shut if tiles.bit_count() <= rules.most]
        if rules.first and position == rules.full:
            bit = 1 << rules.tiles.index(rules.first)
            shut = [tiles for tiles in shut if tiles & bit]  # the first roll shuts tile `first`
        if len(shut) < 2:
            return tuple(position ^ tiles for tiles in shut)
        after = [position ^ tiles for tiles in shut]
        if rules.score == "sum" and not (rules.behind or rules.single or rules.each):
            return tuple(sorted(after))  # the same total: the same score
        return tuple(sorted(after, key=lambda q: (rules.points(q), q)))

    def _mask(self, tiles: set[int]) -> int:
        """The position in which these tiles are open; 0 where one of them does not exist."""
        exist = tiles.issubset(self.rules.tiles)
        return sum([1 << self.rules.tiles.index(n) for n in tiles]) if exist else 0

    def _fitting(self, position: int) -> dict[int, list[int]]:
        """The sets of tiles that can be shut here, by their sum."""
        sets_by_sum = self._sets.get(position)
        if sets_by_sum is not None:
            return sets_by_sum
        for column in reversed(self._columns):
            bits = sum(bit for _, bit in column)
            if position & bits:
                break
        ways, number, tiles = [], 0, 0
        for n, bit in column:  # the front tile, if it is open, and the one behind it
            if position & bit:
                number, tiles = number + n, tiles | bit
                ways.append((number, tiles))
        smaller = self._fitting(position & ~bits)
        sets_by_sum = dict(smaller)  # sum: sets of this position = sets of the smaller one x ways
        for number, tiles in ways:
            for total, sets in smaller.items():
                if total + number <= self._top:
                    more = [s | tiles for s in sets]
                    sets_by_sum[total + number] = sets_by_sum.get(total + number, []) + more
        if sum(map(len, sets_by_sum.values())) > MAX_SETS:
            raise ValueError(f"a roll can shut more than {MAX_SETS:,} sets of tiles, too many")
        self._sets[position] = sets_by_sum
        return sets_by_sum

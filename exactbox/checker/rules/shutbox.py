"""Shut the Box: one turn as a decision process.

A front row of increasing ``tiles``, perhaps with a row ``behind`` of as many. A position is the
mask of the tiles that are open: bit i for tile i, bit n + i for the one behind it, which can only
be shut after tile i or together with it. A tile *shows* if it is open and the tile before it shut.

``dice`` : their numbers of sides. All are rolled, or the first alone where ``one_die`` says so:
    "never"; "sum", the numbers that show add up to ``limit`` or less; "above", none that shows is
    above it. With ``choice`` the player may roll all dice even so.
A move shuts tiles whose numbers add up to the total, at most ``most`` of them (0: any number); with
``single`` one tile, whose number is the total or shown by a die; with ``each`` either the tile of
the total, or a tile for each number that the dice show. With ``doubles`` the total of two dice or
more that all show the same is doubled. These two are left out where they do not hold. The first
roll, from all tiles, must shut the tile ``first`` (0: none). The turn ends where the roll allows no
move, at a total of ``stop`` (0: none), and when all tiles are shut.
``score`` : the "sum" of the open tiles, front tiles twice if there is a row behind; their "count";
    or their "digits" in increasing order, read as one number.
The question has one normal form: a rule without meaning is 0 ("never").

The process. Choices: the turn's ends, one for each score of a position within reach, increasing;
then for each position within reach but the shut box, by (score, mask), a roll of all dice and one
of a die, as far as they are allowed. States: for each roll, in that order, the sets of choices that
its outcomes offer to the player, as increasing tuples in increasing order; last the start, which
offers the rolls of the position where the turn begins. A move leads to the rolls of what is open
then, the last one to the end with score 0; a roll without a move leads to the end with the score of
its position. So actions have smaller numbers than the roll before them, and among the actions of a
state the first is that with the lowest score left, of these that with the smaller mask (the highest
tile in which two positions differ is shut in it, the row behind being higher), of these all dice.
Coq: `shut_the_box` (proofs/coq/Games.v).
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import accumulate
from typing import Any, NamedTuple

from ..claim import exactly
from ..model import Game, Layout
from ..reading import Json, fields, natural, naturals, need, one_of, rational

RULES = "behind choice dice doubles? each? first limit most one_die rule score single start stop"
RULES += " tiles"
MAX_TILES = 59  # masks are below 10^18
MAX_DICE = 32
Numbers = tuple[int, ...]
Throw = list[tuple[int, list[int]]]  # the weights of rolls, and the positions that each may lead to


class Box:
    """The rules, and what they say of one position."""

    def __init__(self, given: Json) -> None:
        one_of(["shutbox"], given["rule"], "rule")
        self.tiles, self.behind, self.dice = (
            naturals(given[key], key, 10**9) for key in ("tiles", "behind", "dice")
        )
        self.limit, self.most, self.first, self.stop = (
            natural(given[key], key) for key in ("limit", "most", "first", "stop")
        )
        self.choice, self.single = (natural(given[key], key, 2) for key in ("choice", "single"))
        self.doubles, self.each = (key in given for key in ("doubles", "each"))
        for key in {"doubles", "each"} & given.keys():
            need(natural(given[key], key) == 1, f"{key}: need 1, or to be left out")
        self.one_die = one_of(("never", "sum", "above"), given["one_die"], "one_die")
        self.scored = one_of(("sum", "count", "digits"), given["score"], "score")
        tiles, self.size, dice = self.tiles, len(self.tiles), self.dice
        numbers = self.numbers = tiles + self.behind
        need(0 < len(numbers) <= MAX_TILES, f"tiles: need 1 to {MAX_TILES}")
        need(0 not in numbers and tiles == sorted({*tiles}), "tiles must increase from 1")
        need(len(self.behind) in (0, self.size), "behind: as many tiles as in front, or none")
        need(0 < len(dice) <= MAX_DICE and 0 not in dice, f"dice: need 1 to {MAX_DICE}, with sides")
        need(self.first in (0, *tiles), "first: not a tile")
        need(not self.behind or self.scored != "digits", "score: two rows are not read as digits")
        need(len(dice) > 1 or self.one_die == "never", "one_die: of one die, need never")
        meant = self.one_die != "never" or not (self.limit or self.choice)
        need(meant, "limit and choice: need 0 where one_die is never")
        one = self.single + self.each
        need(not (one and self.most), "most: need 0 where single is 1, and with each")
        need(one < 2 and not (self.each and self.behind), "each: not with single, nor two rows")
        self.apart = one or self.doubles  # rolls are told apart by what the dice show
        self.full, self.top = (1 << len(numbers)) - 1, sum(dice) << self.doubles
        front = [(1 << i, n) for i, n in enumerate(tiles)]
        back = [(1 << self.size + i, n) for i, n in enumerate(self.behind)]
        self.columns = [list(column) for column in (zip(front, back) if back else zip(front))]

    def position(self, mask: Any, what: str) -> int:
        """Where a turn may start."""
        start = natural(mask, what, self.full + 1)
        wrong = self.behind and start & ~(start >> self.size) & (1 << self.size) - 1
        need(not wrong, f"{what}: a tile is shut behind one that is not")
        return start

    def dice_of(self, position: int) -> list[int]:
        """How many dice may be rolled."""
        columns = [[n for bit, n in column if position & bit] for column in self.columns]
        shows = [numbers[0] for numbers in columns if numbers]
        low = sum(shows) if self.one_die == "sum" else max(shows, default=0)
        if not position:
            return []
        if self.one_die == "never" or low > self.limit:
            return [len(self.dice)]
        return [len(self.dice), 1] if self.choice else [1]

    def score_of(self, position: int) -> int:
        """The score of a turn that ends here."""
        left = [i for i in range(len(self.numbers)) if position >> i & 1]
        if self.scored == "count":
            return len(left)
        if self.scored == "digits":
            return int("".join(f"{self.numbers[i]}" for i in left) or "0")
        return sum(self.numbers[i] * (2 if self.behind and i < self.size else 1) for i in left)

    def sets(self, position: int) -> dict[int, list[int]]:
        """The sets of tiles that a move may shut here, by their sum.

        Of each column that is not shut: nothing, or its first tile, or both. Sums that no roll
        shows are left out to save work.
        """
        sums = [(0, 0)]  # a set, and its sum
        most = 1 if self.single or self.each else self.most or len(self.numbers)
        for column in self.columns:
            tiles = [tile for tile in column if position & tile[0]]
            sums += [
                (shut | bits, total + number)
                for bits, number in accumulate(tiles, lambda a, b: (a[0] | b[0], a[1] + b[1]))
                for shut, total in sums
                if total + number <= self.top and (shut | bits).bit_count() <= most
            ]
        by_sum: dict[int, list[int]] = {}
        for shut, total in sums[1:]:
            by_sum.setdefault(total, []).append(shut)
        return by_sum

    def moves(self, position: int, sets: dict[int, list[int]], roll: Numbers) -> list[int]:
        """The sets of tiles that a roll may shut here."""
        moves = [tiles for n in roll[: 1 if self.each else None] for tiles in sets.get(n, ())]
        if self.each and set(roll[1:]) - set(roll[:1]) and all(n in sets for n in roll[1:]):
            moves.append(sum(sets[n][0] for n in roll[1:]))  # a set of one tile each
        must = 1 << self.tiles.index(self.first) if self.first and position == self.full else 0
        return [tiles for tiles in moves if tiles & must == must]

    def rolls(self, count: int) -> dict[Numbers, int]:
        """Sums of tiles that fit rolls of so many dice, the total first if `each`, and weights."""
        weight_of: dict[tuple[int, Numbers], int] = {(0, ()): 1}  # totals, and faces if they matter
        for sides in self.dice[:count]:
            grown = Counter[tuple[int, Numbers]]()
            for (total, faces), weight in weight_of.items():
                for face in range(1, sides + 1):
                    seen = tuple(sorted({*faces, face})) if self.apart else ()
                    grown[total + face, seen] += weight
            weight_of = grown
        fitting = Counter[Numbers]()
        for (total, faces), weight in weight_of.items():
            total <<= self.doubles and count > 1 and len(faces) == 1
            fits = (total, *faces) if self.each else (total,)
            fits = tuple(sorted({total, *faces})) if self.single else fits
            fitting[fits if total != self.stop else ()] += weight
        return fitting

    def __str__(self) -> str:
        """The rules in words."""
        shows = "tiles that show" if self.behind else "open tiles"
        one = f"the {'player may roll the ' * self.choice}first die alone when"
        low = f"the {shows} add up to" if self.one_die == "sum" else f"all {shows} are"
        many = f"at most {self.most} open tiles" if self.most else "open tiles"
        shuts = "one tile, equal to it or to a die" if self.single else f"{many} that add up to it"
        shuts = "the tile equal to it, or one for each face that shows" if self.each else shuts
        score = {
            "sum": f"the sum of the open tiles{', front tiles twice' if self.behind else ''}",
            "count": "the number of open tiles",
            "digits": "the open tiles, increasing, read as one number",
        }
        behind = f" before {row(self.behind)}" if self.behind else ""
        covered = "a tile behind shows once the one before it is shut, and is shut then or with it"
        parts = [
            f"tiles {row(self.tiles)}{behind}",
            covered if behind else "",
            f"dice {' '.join(f'd{sides}' for sides in self.dice)}",
            f"{one} {low} at most {self.limit}" if self.one_die != "never" else "",
            f"a total shuts {shuts}, or ends the turn if there are none",
            "a roll of equal dice counts twice" if self.doubles else "",
            f"the first roll must shut {self.first}" if self.first else "",
            f"a total of {self.stop} ends the turn" if self.stop else "",
            f"the score is {score[self.scored]}",
        ]
        return f"Shut the Box ({'; '.join(filter(None, parts))})"

    def open_tiles(self, position: int) -> str:
        """The open tiles of a position, in words."""
        if position in (0, self.full):
            return "all tiles" if position else "no tile"
        left = [(i < self.size, n) for i, n in enumerate(self.numbers) if position >> i & 1]
        front, back = (row([n for part, n in left if part == which]) for which in (True, False))
        return f"tiles {front or 'none'}{f' before {back}' if back else ''}"


def row(numbers: list[int]) -> str:
    """Numbers, in words."""
    return " ".join(map(str, numbers))


class Turns(NamedTuple):
    """The turns that begin at some positions, in the numbering of this module."""

    scores: list[int]  # of the turn's ends, which are the first choices
    positions: list[int]  # of the rolls, which are the other choices
    layout: Layout
    rolls: dict[int, list[int]]  # a position's, which are the actions of who begins there


def within_reach(box: Box, starts: list[int]) -> dict[int, list[Throw]]:
    """The positions within reach, and for each number of dice what their rolls lead to."""
    rolls = {count: box.rolls(count) for count in {1, len(box.dice)}}
    throws: dict[int, list[Throw]] = {}
    fresh = starts[:]
    for position in fresh:  # grows while it is read
        if position not in throws:
            sets, throws[position] = box.sets(position), []
            for count in box.dice_of(position):
                throw = [
                    (weight, [position ^ tiles for tiles in box.moves(position, sets, roll)])
                    for roll, weight in rolls[count].items()
                ]
                throws[position].append(throw)
                fresh += [p for _, after in throw for p in after]
    return throws


def turns_from(box: Box, starts: list[int]) -> Turns:
    """The process, its last state being the start at the first of `starts`."""
    throws = within_reach(box, starts)
    score = {position: box.score_of(position) for position in throws}
    scores = sorted(set(score.values()))
    end = {value: c for c, value in enumerate(scores)}
    rolls = {position: [end[score[position]]] for position in throws}  # of the shut box: the end
    first, begin = [0], [0] * (len(scores) + 1)
    action, positions, weights = list[int](), list[int](), list[int]()
    for position in sorted((p for p in throws if p), key=lambda p: (score[p], p)):
        here = len(scores) + len(positions)
        rolls[position] = list(range(here, here + len(throws[position])))
        for throw in throws[position]:
            weight_of = Counter[Numbers]()  # of what is offered
            for weight, after in throw:
                choices = [c for p in after for c in rolls[p]] or [end[score[position]]]
                weight_of[tuple(sorted(choices))] += weight
            for offered in sorted(weight_of):
                action += offered
                first.append(len(action))
                weights.append(weight_of[offered])
            begin.append(len(weights))
            positions.append(position)
    action += rolls[starts[0]]
    first.append(len(action))
    layout = Layout(first, action, begin, range(len(weights)), weights)  # branch b: to state b
    return Turns(scores, positions, layout, rolls)


def game(given: Json) -> Game:
    """One turn from the position `start` to its end.

    ``goal``: "shut" pays 1 for score 0; "beat" pays 1 for a score below ``best`` and ``tie``, from
    0 to 1, for ``best`` itself; "score" is the score.
    """
    beat = given.get("goal") == "beat"
    fields(given, f"{RULES} goal{' best tie' * beat}", "model")
    goal = one_of(("shut", "score", "beat"), given["goal"], "goal")
    box = Box(given)
    start = box.position(given["start"], "start")
    turns = turns_from(box, [start])
    pay = [Fraction(s if goal == "score" else s == 0) for s in turns.scores]
    words = "expected score" if goal == "score" else "probability to shut the box"
    if beat:
        best, tie = natural(given["best"], "best"), rational(given["tie"], "tie")
        need(0 <= tie <= 1, "tie: need 0 to 1")
        pay = [tie if s == best else Fraction(s < best) for s in turns.scores]
        words = f"expectation of 1 for a score below {best} and {exactly(tie)} for {best}"
    text = f"{words} in one turn of {box}, begun with {box.open_tiles(start)} open"
    sentences = {("cost", "min"): f"least {text}", ("total", "max"): f"greatest {text}"}
    pay += [Fraction(0)] * len(turns.positions)
    return Game(turns.layout, pay, [len(turns.layout.first) - 2], sentences, str(__doc__))

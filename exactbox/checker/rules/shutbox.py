"""Shut the Box: one turn as a decision process.

A front row of increasing ``tiles``, perhaps with a row ``behind`` of as many. A position is the
mask of the tiles that are open: bit i for tile i, bit n + i for the one behind it, which can only
be shut after tile i or together with it. A tile *shows* if it is open and the tile before it shut.

``dice`` : their numbers of sides. All are rolled, or the first alone where ``one_die`` says so:
    "never"; "sum", the numbers that show add up to ``limit`` or less; "above", none that shows is
    above it. With ``choice`` the player may roll all dice even so.
A move shuts tiles whose numbers add up to the total, at most ``most`` of them (0: any number); with
``single`` one tile, whose number is the total or shown by a die. The first roll, from all tiles,
must shut the tile ``first`` (0: none). The turn ends where the roll allows no move, at a total of
``stop`` (0: none), and when all tiles are shut.
``score`` : the "sum" of the open tiles, front tiles twice if there is a row behind; their "count";
    or their "digits" in increasing order, read as one number.

The question has one normal form: a rule without meaning is 0 ("never").

The process. Choices: the turn's ends, one for each score of a position within reach, increasing;
then for each position within reach but the shut box, by (score, mask), a roll of all dice and one
of a die, as far as they are allowed. States: for each roll, in that order, the sets of choices that
its outcomes offer to the player, as increasing tuples in increasing order; last the start, which
offers the rolls of the position where the turn begins. A move leads to the rolls of what is open
then, the last one to the end with score 0; a roll without a move leads to the end with the score of
its position. So options have smaller numbers than the roll before them, and among the options of a
state the first is that with the lowest score left, of these that with the smaller mask (the highest
tile in which two positions differ is shut in it, the row behind being higher), of these all dice.

Coq: `shut_the_box` (proofs/coq/Games.v).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from .budget import ITEM, VISIT, Budget
from .claim import exactly
from .process import Game, Layout
from .reading import MalformedCertificate, fields, natural, naturals, one_of, rational

RULES = "behind choice dice first limit most one_die rule score single start stop tiles"
MAX_TILES = 59  # masks are below 10^18
MAX_DICE = 32


class Box:
    """The rules, and what they say of one position."""

    def __init__(self, given: dict[str, Any]) -> None:
        one_of(["shutbox"], given["rule"], "rule")
        self.tiles, self.behind, self.dice = (
            naturals(given[key], key, 10**9) for key in ("tiles", "behind", "dice")
        )
        self.limit, self.most, self.first, self.stop = (
            natural(given[key], key) for key in ("limit", "most", "first", "stop")
        )
        self.choice, self.single = (natural(given[key], key, 2) for key in ("choice", "single"))
        self.one_die = one_of(("never", "sum", "above"), given["one_die"], "one_die")
        self.scored = one_of(("sum", "count", "digits"), given["score"], "score")
        self.size, self.numbers = len(self.tiles), self.tiles + self.behind
        self._refuse()
        self.full = (1 << len(self.numbers)) - 1
        self.top = sum(self.dice)
        front = [(1 << i, n) for i, n in enumerate(self.tiles)]
        back = [(1 << self.size + i, n) for i, n in enumerate(self.behind)]
        self.columns = [list(column) for column in (zip(front, back) if back else zip(front))]

    def _refuse(self) -> None:
        """What is not a game, or not the normal form of one."""
        tiles, numbers = self.tiles, self.numbers
        if not tiles or 0 in numbers or tiles != sorted({*tiles}) or len(numbers) > MAX_TILES:
            raise MalformedCertificate(f"tiles must increase from 1, at most {MAX_TILES}")
        if len(self.behind) not in (0, self.size):
            raise MalformedCertificate("behind: as many tiles as in front, or none")
        if not 1 <= len(self.dice) <= MAX_DICE or 0 in self.dice:
            raise MalformedCertificate(f"dice: need 1 to {MAX_DICE}, with sides")
        if self.first and self.first not in tiles:
            raise MalformedCertificate("first: not a tile")
        if self.behind and self.scored == "digits":
            raise MalformedCertificate("score: two rows are not read as digits")
        if len(self.dice) == 1 and self.one_die != "never":
            raise MalformedCertificate("one_die: of one die, need never")
        if self.one_die == "never" and (self.limit or self.choice):
            raise MalformedCertificate("limit and choice: need 0 where one_die is never")
        if self.single and self.most:
            raise MalformedCertificate("most: need 0 where single is 1")

    def position(self, mask: Any, what: str) -> int:
        """Where a turn may start."""
        start = natural(mask, what, self.full + 1)
        if self.behind and start & ~(start >> self.size) & (1 << self.size) - 1:
            raise MalformedCertificate(f"{what}: a tile is shut behind one that is not")
        return start

    def dice_of(self, position: int) -> list[int]:
        """How many dice may be rolled."""
        shows = [
            next(n for bit, n in column if position & bit)
            for column in self.columns
            if position & sum(bit for bit, _ in column)
        ]
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

    def sets(self, position: int, budget: Budget) -> dict[int, list[int]]:
        """The sets of tiles that a move may shut here, by their sum.

        Of each column that is not shut: nothing, or its first tile, or both. Sums that no roll
        shows are left out to save work.
        """
        found = [(0, 0)]  # a set, and its sum
        most = 1 if self.single else self.most or len(self.numbers)
        for column in self.columns:
            bits = number = 0
            more: list[tuple[int, int]] = []
            for bit, n in column:
                if position & bit:
                    bits, number = bits | bit, number + n
                    budget.keep(2 * ITEM * len(found))
                    budget.spend(VISIT * len(found))
                    before = len(more)
                    more += [
                        (tiles | bits, total + number)
                        for tiles, total in found
                        if total + number <= self.top and (tiles | bits).bit_count() <= most
                    ]
                    unused = len(found) - (len(more) - before)
                    budget.memory += 2 * ITEM * unused
            found += more
        by_sum: dict[int, list[int]] = {}
        must = 1 << self.tiles.index(self.first) if self.first and position == self.full else 0
        for tiles, total in found[1:]:
            if tiles & must == must:
                by_sum.setdefault(total, []).append(tiles)
        return by_sum

    def rolls(self, count: int, budget: Budget) -> dict[tuple[int, ...], int]:
        """What rolls of so many dice allow, the sums of tiles that fit, and their numbers."""
        found: dict[tuple[int, tuple[int, ...]], int] = {(0, ()): 1}
        for sides in self.dice[:count]:
            grown: dict[tuple[int, tuple[int, ...]], int] = {}
            for (total, faces), weight in found.items():
                budget.spend(VISIT * sides * (1 + len(faces)))
                budget.keep(4 * ITEM * sides)
                before = len(grown)
                for face in range(1, sides + 1):
                    seen = tuple(sorted({*faces, face})) if self.single else ()
                    roll = total + face, seen
                    grown[roll] = grown.get(roll, 0) + weight
                budget.memory += 4 * ITEM * (sides - len(grown) + before)
            found = grown
        fitting: dict[tuple[int, ...], int] = {}
        for (total, faces), weight in found.items():
            sums = tuple(sorted({total, *faces})) if total != self.stop else ()
            fitting[sums] = fitting.get(sums, 0) + weight
        return fitting

    def __str__(self) -> str:
        """The rules in words."""
        shows = "tiles that show" if self.behind else "open tiles"
        one = f"the {'player may roll the ' * self.choice}first die alone when"
        low = f"the {shows} add up to" if self.one_die == "sum" else f"all {shows} are"
        many = f"at most {self.most} open tiles" if self.most else "open tiles"
        shuts = "one tile, equal to it or to a die" if self.single else f"{many} that add up to it"
        score = {
            "sum": f"the sum of the open tiles{', front tiles twice' if self.behind else ''}",
            "count": "the number of open tiles",
            "digits": "the open tiles, increasing, read as one number",
        }[self.scored]
        covered = "a tile behind shows once the one before it is shut, and is shut then or with it"
        parts = [
            f"tiles {_row(self.tiles)}{f' before {_row(self.behind)}' if self.behind else ''}",
            covered if self.behind else "",
            f"dice {' '.join(f'd{sides}' for sides in self.dice)}",
            f"{one} {low} at most {self.limit}" if self.one_die != "never" else "",
            f"a total shuts {shuts}, or ends the turn if there are none",
            f"the first roll must shut {self.first}" if self.first else "",
            f"a total of {self.stop} ends the turn" if self.stop else "",
            f"the score is {score}",
        ]
        return f"Shut the Box ({'; '.join(part for part in parts if part)})"

    def open_tiles(self, position: int) -> str:
        """The open tiles of a position, in words."""
        front, back = (
            [n for i, n in enumerate(row, begin) if position >> i & 1]
            for begin, row in ((0, self.tiles), (self.size, self.behind))
        )
        if position in (0, self.full):
            return "all tiles" if position else "no tile"
        return f"tiles {_row(front) or 'none'}{f' before {_row(back)}' if back else ''}"


def _row(numbers: list[int]) -> str:
    return " ".join(map(str, numbers))


class Turns(NamedTuple):
    """The turns that begin at some positions, in the numbering of this module."""

    scores: list[int]  # of the turn's ends, which are the first choices
    positions: list[int]  # of the rolls, which are the other choices
    layout: Layout
    rolls: dict[int, list[int]]  # a position's, which are the options of who begins there


Sums = tuple[int, ...]
Throws = list[dict[Sums, tuple[int, list[int]]]]  # how likely sums are, and what is open then


def within_reach(box: Box, starts: list[int], budget: Budget) -> dict[int, Throws]:
    """The positions within reach, and for each choice of dice what its rolls lead to."""
    rolls = {count: box.rolls(count, budget) for count in {1, len(box.dice)}}
    throws: dict[int, Throws] = {}
    fresh = starts[:]
    for position in fresh:  # grows while it is read
        if position in throws:
            continue
        sets = box.sets(position, budget)
        throws[position] = []
        for count in box.dice_of(position):
            budget.keep(2 * ITEM * len(rolls[count]))
            throw = {}
            for sums, weight in rolls[count].items():
                after = [position ^ tiles for number in sums for tiles in sets.get(number, ())]
                budget.keep(ITEM * len(after))
                throw[sums] = weight, after
                fresh += after
            throws[position].append(throw)
    return throws


def turns_from(box: Box, starts: list[int], budget: Budget) -> Turns:
    """The process, its last state being the start at the first of `starts`."""
    throws = within_reach(box, starts, budget)
    score = {position: box.score_of(position) for position in throws}
    scores = sorted(set(score.values()))
    end = {value: c for c, value in enumerate(scores)}
    rolls = {position: [end[score[position]]] for position in throws}  # of the shut box: the end
    first, begin = [0], [0] * (len(scores) + 1)
    option: list[int] = []
    positions: list[int] = []
    weight: list[int] = []
    for position in sorted((p for p in throws if p), key=lambda p: (score[p], p)):
        here = len(scores) + len(positions)
        rolls[position] = list(range(here, here + len(throws[position])))
        for throw in throws[position]:
            weight_of: dict[Sums, int] = {}  # of what is offered
            for likely, after in throw.values():
                offered = tuple(sorted([c for q in after for c in rolls[q]]))
                budget.spend(VISIT * (1 + len(offered)))
                offered = offered or (end[score[position]],)
                weight_of[offered] = weight_of.get(offered, 0) + likely
            for offered in sorted(weight_of):
                option += offered
                first.append(len(option))
                weight.append(weight_of[offered])
            begin.append(len(weight))
            positions.append(position)
    option += rolls[starts[0]]
    first.append(len(option))
    layout = Layout(first, option, begin, range(len(weight)), weight)  # branch b leads to state b
    return Turns(scores, positions, layout, rolls)


def shutbox(given: dict[str, Any], budget: Budget) -> Game:
    """One turn from the position `start` to its end.

    ``goal``: "shut" pays 1 for score 0; "beat" pays 1 for a score below ``best`` and ``tie``, from
    0 to 1, for ``best`` itself; "score" is the score.
    """
    beat = given.get("goal") == "beat"
    fields(given, f"{RULES} goal{' best tie' * beat}", "model")
    goal = one_of(("shut", "score", "beat"), given["goal"], "goal")
    box = Box(given)
    start = box.position(given["start"], "start")
    turns = turns_from(box, [start], budget)
    numerators, denominator = [int(s == 0) for s in turns.scores], 1
    words = "probability to shut the box"
    if beat:
        best = natural(given["best"], "best")
        tie, denominator = rational(given["tie"], "tie", budget)
        if not 0 <= tie <= denominator:
            raise MalformedCertificate("tie: need 0 to 1")
        numerators = [denominator if s < best else tie * (s == best) for s in turns.scores]
        budget.divisor(tie.bit_length(), denominator.bit_length())
        counted = exactly(Fraction(tie, denominator))
        words = f"expectation of 1 for a score below {best} and {counted} for {best}"
    elif goal == "score":
        numerators, words = turns.scores, "expected score"
    text = f"{words} in one turn of {box}, begun with {box.open_tiles(start)} open"
    asked = {("cost", "min"): f"least {text}", ("total", "max"): f"greatest {text}"}
    reward = [(n, denominator) for n in numerators] + [(0, 1)] * len(turns.positions)
    return Game(turns.layout, reward, [len(turns.layout.first) - 2], asked, str(__doc__))

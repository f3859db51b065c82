"""The rules of Shut the Box as data.

A position is a bit mask of the tiles that are not shut: bit i is the i-th smallest tile, and the
tile behind it (in the double shutter) has bit n + i. Every move shuts a tile, so no position comes
again, every score falls as tiles are shut, and values can be computed from the shut box upwards.

**Where the rules in print are ambiguous**, these readings are taken:

- *One die* is the first of the dice. A rule that offers it as a choice asks before the roll. "When
  tiles 7, 8, 9 are shut" is "when all tiles above 6 are shut"; "when tile 1 alone is left" is "when
  the sum is at most 1".
- *Thai*: each roll shuts exactly one tile, equal to one die or to the total; always both dice.
- *Even Stevens*, *against all odds*, *3 down extreme*: the other tiles are shut from the start and
  count nothing. The dice stay as the one-die rule says.
- *2 to go*: whatever the first roll shuts must include tile 2; otherwise the turn ends there and
  all tiles count (a first roll of 4 loses). The first roll is the one with all tiles open.
- *Each die*: a roll shuts either the tiles that the dice show, one for each die and all of them
  open (equal dice show one tile), or the one tile equal to the total; no other sets.
- *Doubles count twice*: where all of several dice show the same, the total is doubled: 5, 5 is 20.
- *Unlucky 7*: a total of 7 ends the turn, even if a set fits; the score is what is open then.
- *Missionary*: the score is the number of open tiles. *Digital*: the open tiles, in increasing
  order, read as one number; 1, 4, 10 is 1410.
- *Double shutter*: behind the i-th tile of the front row stands the i-th tile of the back row. A
  back tile can be shut as soon as its front tile is, in the same move too (a roll of 10 shuts 1 and
  the 9 behind it). Open tiles are those that can be seen: a front tile, or a back tile whose front
  tile is shut; only they count for the one-die rule. A front tile scores double, a back tile once
  even if it is hidden.

Sources: Wikipedia, *Shut the box* (the house rules' names); D. Hathaway, *Double Shutter: Shut the
Box winning strategy* (the double shutter).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from math import lcm, prod
from typing import Any

MAX_TILES = 59  # masks below 10^18: what certificates take
MAX_SIDES = 1000
MAX_DICE = 32
MAX_ROLLS = 100_000  # distinct rolls
MAX_ROLL_WORK = 10_000_000  # rolls so far times sides of the next die: 3 s

# the total; in Thai games also the tiles that may be shut, with `each` the faces that show
Roll = tuple[int, tuple[int, ...]]


@dataclass(frozen=True, repr=False)
class Rules:
    """The rules of one turn.

    Parameters
    ----------
    tiles : increasing positive integers
        Open at the start.
    behind : as many positive integers, or none
        The back row of the double shutter, in the order of `tiles`.
    dice : numbers of sides
    one_die : "never", "sum" or "above"
        Only the first die is rolled: never; when the open sum is at most `limit`; when all tiles
        above `limit` are shut.
    choice : bool
        The player may then still roll all dice.
    single : bool
        Thai: shut one tile, equal to one die or the total.
    each : bool
        Shut the tiles that the dice show, or the one tile equal to the total.
    doubles : bool
        Where all of several dice show the same, the total counts twice.
    most : int
        Shut at most so many tiles a move; 0: any number.
    first : int
        A tile that the first roll must shut; 0: none.
    stop : int
        A total that ends the turn; 0: none.
    score : "sum", "count" or "digits"

    Attributes
    ----------
    numbers : the number of each bit's tile
    depth : the number of tiles: no turn has more rolls that shut something
    full : the position with all tiles open
    denominator : a common multiple of the number of rolls of every choice of dice

    Examples
    --------
    >>> Rules(tiles=(1, 2, 3), dice=(3,)).depth
    3
    """

    tiles: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8, 9)
    behind: tuple[int, ...] = ()
    dice: tuple[int, ...] = (6, 6)
    one_die: str = "sum"
    limit: int = 6
    choice: bool = False
    single: bool = False
    each: bool = False
    doubles: bool = False
    most: int = 0
    first: int = 0
    stop: int = 0
    score: str = "sum"
    numbers: tuple[int, ...] = field(init=False, compare=False)
    depth: int = field(init=False, compare=False)
    full: int = field(init=False, compare=False)
    denominator: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        for name in ("tiles", "behind", "dice"):
            numbers = getattr(self, name)
            if isinstance(numbers, str) or not isinstance(numbers, Sequence):
                raise TypeError(f"{name} is {numbers!r}, need a list of integers")
            object.__setattr__(self, name, tuple(_integer(name, n, 1) for n in numbers))
        object.__setattr__(self, "numbers", self.tiles + self.behind)
        object.__setattr__(self, "depth", len(self.numbers))
        for name in ("limit", "most", "first", "stop"):
            if _integer(name, getattr(self, name), 0) >= 10**9:
                raise ValueError(f"{name} has more than 9 digits")
        if not self.tiles or list(self.tiles) != sorted(set(self.tiles)):
            raise ValueError(f"tiles are {self.tiles}, need increasing numbers, at least one")
        if self.behind and len(self.behind) != len(self.tiles):
            raise ValueError(
                f"{len(self.behind)} tiles stand behind {len(self.tiles)}, need as many or none"
            )
        if self.depth > MAX_TILES:
            raise ValueError(f"there are {self.depth} tiles, at most {MAX_TILES} are taken")
        if max(self.numbers) >= 10**9:
            raise ValueError("a tile's number has more than 9 digits")
        if not 1 <= len(self.dice) <= MAX_DICE or max(self.dice) > MAX_SIDES:
            raise ValueError(f"need 1 to {MAX_DICE} dice of at most {MAX_SIDES:,} sides")
        if self.one_die not in ("never", "sum", "above"):
            raise ValueError(f"one_die is {self.one_die!r}, need 'never', 'sum' or 'above'")
        if self.score not in ("sum", "count", "digits"):
            raise ValueError(f"score is {self.score!r}, need 'sum', 'count' or 'digits'")
        if self.score == "digits" and self.behind:
            raise ValueError("two rows of tiles cannot be read as one number")
        if self.each and self.single:
            raise ValueError("a roll shuts one tile, or those that the dice show, and not both")
        if self.each and self.behind:
            raise ValueError("each die: two rows may have the same tile, need one row")
        if self.first and self.first not in self.tiles:
            raise ValueError(f"the first roll must shut tile {self.first}, which does not exist")
        rolls = lcm(prod(self.dice), 1 if self.one_die == "never" else self.dice[0])
        object.__setattr__(self, "denominator", rolls)
        object.__setattr__(self, "full", (1 << self.depth) - 1)

    @property
    def needs_dice(self) -> bool:
        """True if a total alone does not say what a roll allows."""
        return self.single or self.each or self.doubles

    def __repr__(self) -> str:
        """The differences from the classic rules, as one writes them."""
        said = [(f.name, getattr(self, f.name), f.default) for f in fields(self) if f.init]
        return f"Rules({', '.join(f'{n}={v!r}' for n, v, default in said if v != default)})"

    def __str__(self) -> str:
        """The rules in a line.

        Examples
        --------
        >>> print(Rules(tiles=(1, 2, 3), one_die="never", score="count"))
        tiles 1 2 3; dice d6 d6; always all dice; scored by count
        """
        words = [f"tiles {' '.join(map(str, self.tiles))}"]
        words += ["over " + " ".join(map(str, self.behind))] * bool(self.behind)
        words += ["dice " + " ".join(f"d{sides}" for sides in self.dice)]
        if len(self.dice) > 1 and self.one_die == "never":
            words.append("always all dice")
        elif len(self.dice) > 1:
            when = (
                f"the open sum is at most {self.limit}"
                if self.one_die == "sum"
                else f"all tiles above {self.limit} are shut"
            )
            words.append(f"one die{' if the player likes' * self.choice} when {when}")
        if self.single:
            words.append("one tile a roll, equal to a die or the total")
        if self.each:
            words.append("a tile for each die, or one equal to the total")
        if self.doubles:
            words.append("doubles count twice")
        if self.most:
            words.append(f"at most {self.most} tiles a move")
        if self.first:
            words.append(f"the first roll must shut {self.first}")
        if self.stop:
            words.append(f"a total of {self.stop} ends the turn")
        words.append(
            {"sum": "scored by sum", "count": "scored by count"}.get(self.score, "digital")
        )
        return "; ".join(words)

    def exposed(self, position: int) -> int:
        """The tiles that can be seen: no front tile stands before them."""
        return position & ~((position & ((1 << len(self.tiles)) - 1)) << len(self.tiles))

    def points(self, position: int) -> int:
        """The score of a turn that ends here."""
        left = [i for i in range(self.depth) if position >> i & 1]
        if self.score == "count":
            return len(left)
        if self.score == "digits":
            return int("".join(str(self.tiles[i]) for i in left) or "0")
        double, numbers = len(self.tiles) if self.behind else 0, self.numbers
        return sum([numbers[i] * (2 if i < double else 1) for i in left])

    def dice_choices(self, position: int) -> tuple[int, ...]:
        """The numbers of dice that may be rolled: all, one, or either, all of them first."""
        if len(self.dice) == 1 or self.one_die == "never":
            return (len(self.dice),)
        visible = self.exposed(position) if self.behind else position
        seen = [n for i, n in enumerate(self.numbers) if visible >> i & 1]
        low = sum(seen) if self.one_die == "sum" else max(seen, default=0)
        if low > self.limit:
            return (len(self.dice),)
        return (len(self.dice), 1) if self.choice else (1,)

    def statement(self) -> dict[str, Any]:
        """The rule and its parameters as a certificate states them: 0 where one has no meaning."""
        more = {name: 1 for name in ("doubles", "each") if getattr(self, name)}
        never = self.one_die == "never" or len(self.dice) == 1
        return {
            "rule": "shutbox",
            "tiles": list(self.tiles),
            "behind": list(self.behind),
            "dice": list(self.dice),
            "one_die": "never" if never else self.one_die,
            "limit": 0 if never else self.limit,
            "choice": 0 if never else int(self.choice),
            "single": int(self.single),
            "most": 0 if self.single or self.each else self.most,
            "first": self.first,
            "stop": self.stop,
            "score": self.score,
            **more,
        }

    def roll(self, faces: Sequence[int]) -> Roll:
        """The roll of dice that show these faces."""
        return self._counted(sum(faces), tuple(sorted({*faces})), len(faces))

    def _counted(self, total: int, faces: tuple[int, ...], dice: int) -> Roll:
        """The roll of so many dice with this sum and these faces, increasing."""
        if self.doubles and dice > 1 and len(faces) == 1:
            total *= 2
        if self.single:
            return total, tuple(sorted({*faces, total}))
        return total, faces if self.each else ()

    def rolls(self, dice: int) -> dict[Roll, int]:
        """The distinct rolls of the first `dice` dice, each with its number of equal chances."""
        partial: dict[Roll, int] = {(0, ()): 1}
        work, faces_kept = (
            0,
            dice if self.single or self.each else 2 * self.doubles,
        )  # faces that matter
        for sides in self.dice[:dice]:
            work += len(partial) * sides
            if work > MAX_ROLL_WORK:
                raise ValueError(f"{dice} dice of up to {max(self.dice)} sides take too long")
            grown: dict[Roll, int] = {}
            for (total, faces), weight in partial.items():
                for face in range(1, sides + 1):
                    seen = tuple(sorted({*faces, face}))[:faces_kept]
                    key = total + face, seen
                    grown[key] = grown.get(key, 0) + weight
            if len(grown) > MAX_ROLLS:
                raise ValueError(f"the dice show more than {MAX_ROLLS:,} different rolls")
            partial = grown
        if not faces_kept:
            return partial
        counted: dict[Roll, int] = {}
        for (total, faces), weight in partial.items():
            key = self._counted(total, faces, dice)
            counted[key] = counted.get(key, 0) + weight
        return counted


def _integer(name: str, number: Any, least: int) -> int:
    """The number, if it is an integer and not too small."""
    if isinstance(number, bool) or not isinstance(number, int):
        raise TypeError(f"{name}: {number!r} is not an integer")
    if number < least:
        raise ValueError(f"{name}: {number} is too small, need at least {least}")
    return number

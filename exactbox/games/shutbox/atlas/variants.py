"""The variants of Shut the Box: a grid's combinations, less those that are refused or come twice.

A combination is refused where its words contradict one another or leave no tile, where one player
alone shares a pot or several ask for a score, and where the game is too large for `exactbox
shutbox`. Two combinations are one variant if they are the same question: even tiles of 6 and of 7
are the same, one player's chance depends on no rule for ties, and the chance to shut the box
depends on no scoring.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from operator import attrgetter
from typing import Any, NamedTuple

from exactbox.certificate import question_sha256
from exactbox.games.atlas.grid import Grid, require_size
from exactbox.games.shutbox.atlas.sizes import is_too_large
from exactbox.games.shutbox.game import WINS
from exactbox.games.shutbox.match import require_match
from exactbox.games.shutbox.notation import numbers
from exactbox.games.shutbox.questions import SCORE, SHUT, MatchQuestion, TurnQuestion
from exactbox.games.shutbox.rules import Rules
from exactbox.games.shutbox.words import rules_named

COLUMNS = ("tiles", "sides", "rule", "objective", "players", "ties", "play_on")
KINDS: dict[str, tuple[type, ...]] = {
    "tiles": (int, str),
    "sides": (str,),
    "objective": (str,),
    "players": (int,),
    "ties": (str,),
    "play_on": (bool,),
    "rule": (),
}


class Asked(NamedTuple):
    """A question about a rule; of one player alone, ``ties`` is empty."""

    objective: str
    players: int
    ties: str
    play_on: bool

    def question(self, rules: Rules) -> TurnQuestion | MatchQuestion:
        """The question about this rule."""
        if self.objective == WINS:
            return MatchQuestion(rules, self.players, self.ties, not self.play_on)
        return TurnQuestion(rules, self.objective)


class OneRule(NamedTuple):
    """The questions about one rule; the first of its variants has the number `first`."""

    tiles: str
    sides: str
    words: str
    rules: Rules
    asked: tuple[Asked, ...]
    first: int


@dataclass
class Variants:
    """The variants of a grid."""

    rules: list[OneRule] = field(default_factory=list)
    hashes: list[str] = field(default_factory=list)  # of all questions, in the grid's order
    combinations: int = 0
    refused: dict[str, int] = field(default_factory=dict)  # combinations, by reason
    twice: int = 0  # combinations that are another one's question

    def __len__(self) -> int:
        return len(self.hashes)

    def columns(self, number: int) -> dict[str, Any]:
        """The columns that say which variant it is."""
        each = self.rules[bisect_right(self.rules, number, key=attrgetter("first")) - 1]
        said = each.tiles, each.sides, each.words, *each.asked[number - each.first]
        return dict(zip(COLUMNS, said, strict=True))

    def refuse(self, why: str, number: int) -> None:
        """Count refusals."""
        if number:
            self.refused[why] = self.refused.get(why, 0) + number


CONTRADICT = "words that contradict one another, or leave no tile"
ALONE = "wins of one player alone, or a score of several"
LARGE = "too many positions or values for `exactbox shutbox`"


def variants_of(grid: Grid, having: Sequence[str] = (), without: Sequence[str] = ()) -> Variants:
    """The variants of a grid, whose rules have all the words `having` and none of `without`.

    Examples
    --------
    >>> grid = {"tiles": [6], "sides": ["6"], "objective": ["shut"], "players": [1, 2],
    ...         "ties": ["share"], "play_on": [False], "rule": {"dice": ["two-dice", "sum=6"]}}
    >>> found = variants_of(grid)
    >>> len(found), found.combinations, found.refused, found.twice
    (1, 4, {'wins of one player alone, or a score of several': 2}, 1)
    """
    lists = [grid["tiles"], grid["sides"], *grid["rule"].values()]
    questions = [grid[name] for name in ("objective", "players", "ties", "play_on")]
    require_size(prod(map(len, (*lists, *questions))))
    _require_known(grid, having, without)
    found = Variants()
    tails = [_canonical(*each) for each in product(*questions)]
    allowed = [each for each in tails if each is not None]
    seen: set[str] = set()
    for tiles, sides, *rule in product(*lists):
        words = [word for word in rule if word]
        if not set(having) <= set(words) or set(without) & set(words):
            continue
        found.combinations += len(tails)
        try:
            rules = rules_named(words, _base(tiles, sides))
        except ValueError:
            found.refuse(CONTRADICT, len(tails))
            continue
        found.refuse(ALONE, len(tails) - len(allowed))
        asked, first = [], len(found)
        for each in allowed:
            if is_too_large(rules, each.players, each.ties, each.play_on):
                found.refuse(LARGE, 1)
                continue
            sha256 = question_sha256(*each.question(rules).asked())
            meant = sha256
            if each.objective == SHUT and rules.score != "sum":  # whatever the scoring
                meant = question_sha256(*each.question(replace(rules, score="sum")).asked())
            if meant in seen:
                found.twice += 1
                continue
            seen.add(meant)
            asked.append(each)
            found.hashes.append(sha256)
        if asked:
            text = ",".join(words)
            found.rules.append(OneRule(str(tiles), sides, text, rules, tuple(asked), first))
    return found


def _require_known(grid: Grid, having: Sequence[str], without: Sequence[str]) -> None:
    """ValueError for a value that has no meaning anywhere."""
    for each in grid["objective"]:
        if each not in (SHUT, SCORE, WINS):
            raise ValueError(f"objective: found {each!r}, need {SHUT}, {SCORE} or {WINS}")
    for players in grid["players"]:
        for ties in grid["ties"]:
            require_match(players, ties)
    for words in grid["rule"].values():
        for word in filter(None, words):
            rules_named([word], Rules(tiles=range(1, 13)))  # type: ignore[arg-type]
    for tiles, sides in product(grid["tiles"], grid["sides"]):
        _base(tiles, sides)
    known = {word for words in grid["rule"].values() for word in words}
    for word in (*having, *without):
        if word not in known:
            raise ValueError(
                f"the grid has no word {word!r}; it has {', '.join(sorted(known - {''}))}"
            )


def _base(tiles: int | str, sides: str) -> Rules:
    """Tiles and dice, before words change anything."""
    if isinstance(tiles, int) and not 1 <= tiles <= 59:
        raise ValueError(f"tiles: found {tiles}, need 1 to 59, or a text that lists them")
    listed = range(1, tiles + 1) if isinstance(tiles, int) else sorted(numbers("tiles", tiles))
    return Rules(tiles=tuple(listed), dice=tuple(numbers("sides", sides)))


def _canonical(objective: str, players: int, ties: str, play_on: bool) -> Asked | None:
    """The question of a combination; None if there is none."""
    if (objective == WINS) == (players == 1):
        return None
    return (
        Asked(objective, players, ties, play_on) if players > 1 else Asked(objective, 1, "", False)
    )

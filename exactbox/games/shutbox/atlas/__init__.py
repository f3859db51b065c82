"""The atlas of Shut the Box: every combination of tiles, rules, players and ties.

    $ exactbox atlas shutbox --tiles 6-9 --players 1-2 --output atlas.csv --jobs 2

`grid.toml` is the grid; ``--grid FILE`` has another one. Each row of the table can be asked of
`exactbox shutbox`, whose options its columns are.

Two combinations are one variant if they are the same question: even tiles of 6 and of 7 are the
same, one player's chance depends on no rule for ties, and the chance to shut the box depends on no
scoring.

The values of one rule share its board; those of matches come from `exactbox.games.shutbox.match`.

The files, in the order in which a variant passes through them:

=========  ========================================================================
grid.toml  tiles, words of rules, objectives, players, ties
findings   which rule is kindest, where the first player gains, what a word changes
=========  ========================================================================
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

from exactbox.certificate import question_sha256
from exactbox.games.atlas.grid import Asked, Game, Grid, Refused, narrowed, require_size
from exactbox.games.shutbox.atlas.findings import findings
from exactbox.games.shutbox.board import Board
from exactbox.games.shutbox.game import WINS
from exactbox.games.shutbox.match import TIES, require_match, shares_of_first
from exactbox.games.shutbox.notation import numbers
from exactbox.games.shutbox.numbering import Layers
from exactbox.games.shutbox.play import lowest_score, shut_the_box
from exactbox.games.shutbox.questions import SCORE, SHUT, MatchQuestion, TurnQuestion
from exactbox.games.shutbox.rules import Rules
from exactbox.games.shutbox.sizes import is_too_large, seconds
from exactbox.games.shutbox.words import rules_named

COLUMNS: dict[str, tuple[type, ...]] = {
    "tiles": (int, str), "sides": (str,), "rule": (),
    "objective": (str,), "players": (int,), "ties": (str,), "play_on": (bool,),
}  # fmt: skip


def part(
    grid: Grid, rule: str | None = None, without: str | None = None, **options: Collection[Any]
) -> Grid:
    """What is left of a grid, with its rules as texts: those with the words of `rule` and none of
    `without`, and the values of other dimensions that options name; none: all."""
    for name, wanted in options.items():
        if wanted:
            grid = narrowed(grid, name, f"--{name}", wanted)
    having, lacking = ({*(text or "").replace(",", " ").split()} for text in (rule, without))
    _require_known(grid, having | lacking)
    require_size(*(grid[name] for name in COLUMNS if name != "rule"), *grid["rule"].values())
    rules = [[*filter(None, words)] for words in product(*grid["rule"].values())]
    kept = [words for words in rules if having <= {*words} and not lacking & {*words}]
    return grid | {"rule": [",".join(words) for words in kept]}


def _require_known(grid: Grid, words: Collection[str]) -> None:
    """ValueError for a value without a meaning anywhere, or a word that the grid does not have."""
    for each in grid["objective"]:
        if each not in (SHUT, SCORE, WINS):
            raise ValueError(f"objective: found {each!r}, need {SHUT}, {SCORE} or {WINS}")
    for players, ties in product(grid["players"], grid["ties"]):
        require_match(players, ties)
    known = sorted({word for listed in grid["rule"].values() for word in listed} - {""})
    for word in known:
        rules_named([word], Rules(tiles=tuple(range(1, 13))))
    for tiles, sides in product(grid["tiles"], grid["sides"]):
        _rules(tiles, sides, "")
    for word in sorted(words):
        if word not in known:
            raise ValueError(f"the grid has no word {word!r}; it has {', '.join(known)}")


@lru_cache
def _rules(tiles: int | str, sides: str, rule: str) -> Rules | None:
    """The rules of a combination; None where its words contradict one another."""
    if isinstance(tiles, int) and not 1 <= tiles <= 59:
        raise ValueError(f"tiles: found {tiles}, need 1 to 59, or a text that lists them")
    listed = range(1, tiles + 1) if isinstance(tiles, int) else sorted(numbers("tiles", tiles))
    bare = Rules(tiles=tuple(listed), dice=tuple(numbers("sides", sides)))
    try:
        return rules_named(rule, bare)
    except ValueError:
        return None


def variant(
    tiles: int | str, sides: str, rule: str, objective: str, players: int, ties: str, play_on: bool
) -> tuple[Any, ...]:
    """A combination's columns, its rules, and the hashes of its question and of what is meant."""
    rules = _rules(tiles, sides, rule)
    if rules is None:
        raise Refused("words that contradict one another, or leave no tile")
    if (objective == WINS) == (players == 1):
        raise Refused("wins of one player alone, or a score of several")
    if players == 1:
        ties, play_on = "", False
    if is_too_large(rules, players, ties, play_on):
        raise Refused("too many positions or values for `exactbox shutbox`")
    meant = replace(rules, score="sum") if objective == SHUT else rules  # whatever the scoring
    hashes = [_sha256(each, objective, players, ties, play_on) for each in (rules, meant)]
    return str(tiles), sides, rule, objective, players, ties, play_on, rules, *hashes


@lru_cache
def _sha256(rules: Rules, *asked: Any) -> str:
    """The hash of a question; that about one player comes again for each rule for ties."""
    return question_sha256(*question(rules, *asked).asked())


def question(
    rules: Rules, objective: str, players: int, ties: str, play_on: bool
) -> TurnQuestion | MatchQuestion:
    """The question of a variant."""
    if objective == WINS:
        return MatchQuestion(rules, players, ties, not play_on)
    return TurnQuestion(rules, objective)


def solve(rules: Rules, asked: Sequence[Asked]) -> list[tuple[Fraction, int]]:
    """The value of each question about one rule, and the states of its process."""
    board = Board(rules)
    states = Layers(board, rules.full).states
    matches = {each: (each[1], each[2], not each[3]) for each in asked if each[0] == WINS}
    shares = shares_of_first(board, matches.values()) if matches else {}
    values = {each: shares[match] for each, match in matches.items()}
    for each in asked:
        if each not in matches:
            best = shut_the_box if each[0] == SHUT else lowest_score
            values[each] = best(board).at(rules.full)
    return [(values[each], states) for each in asked]


SAMPLE: tuple[Rules, list[Asked]] = (  # 20 ms
    Rules(tiles=tuple(range(1, 8))),
    [(SHUT, 1, "", False), (SCORE, 1, "", False), *product([WINS], (2, 3, 4), TIES, (False, True))],
)
GRID = "exactbox.games.shutbox.atlas", "grid.toml"
GAME = Game(COLUMNS, 3, GRID, part, variant, seconds, solve, question, SAMPLE, findings)

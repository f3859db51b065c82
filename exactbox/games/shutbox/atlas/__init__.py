"""The atlas of Shut the Box: every combination of tiles, rules, players and ties.

    $ exactbox atlas shutbox --tiles 6-9 --players 1-2 --output atlas.csv --jobs 2

`grid.toml` is the grid; ``--grid FILE`` has another one. Each row of the table can be asked of
`exactbox shutbox`, whose options its columns are.

Two combinations are one variant if they are the same question: even tiles of 6 and of 7 are the
same, one player's chance depends on no rule for ties, and the chance to shut the box depends on no
scoring. The values of one rule share its board.

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
from importlib.resources import files
from itertools import product
from typing import Any

from exactbox.certificate import question_sha256
from exactbox.games.atlas.grid import Asked, Grid, Refused, narrowed, require_size
from exactbox.games.shutbox import match
from exactbox.games.shutbox.atlas.findings import findings as findings
from exactbox.games.shutbox.board import MAX_POSITIONS, Board
from exactbox.games.shutbox.game import WINS
from exactbox.games.shutbox.notation import numbers
from exactbox.games.shutbox.numbering import Layers
from exactbox.games.shutbox.play import lowest_score, shut_the_box
from exactbox.games.shutbox.questions import SCORE, SHUT, MatchQuestion, TurnQuestion
from exactbox.games.shutbox.rules import Rules
from exactbox.games.shutbox.words import rules_named

COLUMNS: dict[str, tuple[type, ...]] = {
    "tiles": (int, str), "sides": (str,), "rule": (),
    "objective": (str,), "players": (int,), "ties": (str,), "play_on": (bool,),
}  # fmt: skip
KEY = 3
GRID = files("exactbox.games.shutbox.atlas") / "grid.toml"

# Fitted to 66 sets of questions drawn from the grid, of 10 ms to 5 s: 95 % of them are within a
# factor of 2. An earlier fit to 1,254 rules, on a less loaded machine, gave the scale.
WORK = 3.7e-6  # of a move, or a position's roll
BYTE = 1.4e-10  # the same, of a byte of what a player may face
FACED = 2.0e-6  # of what a player may face
PROOF = 3.2e-7  # of a move or roll, and of what a player may face; 33 proofs, 0.7 to 1.6 times
PROOF_ALONE = 9


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
        match.require_match(players, ties)
    known = sorted({word for listed in grid["rule"].values() for word in listed} - {""})
    for word in known:
        rules_named([word], Rules(tiles=tuple(range(1, 13))))
    for tiles, sides in product(grid["tiles"], grid["sides"]):
        _rules(tiles, sides, "")
    for word in sorted({*words} - {*known}):
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


def positions(rules: Rules) -> int:
    """At most so many: of a column both tiles are open, or the one behind, or none."""
    return int((3 if rules.behind else 2) ** len(rules.tiles))


def moves(rules: Rules) -> int:
    """At most so many pairs of a position and a set of tiles that a roll shuts.

    They are the sum, over sets with such a total, of 2^(n - size): in the product over tiles of
    ``2 + x^tile`` the power of x is the total. Of a column with two tiles the factor is
    ``3 + x^front + x^back + x^(front + back)``. Words that shut less make this an upper bound.
    """
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


def _holders(players: int, ties: str) -> int:
    """Of all players behind the first: how many may hold the lowest score, in sum."""
    return players - 1 if ties == match.EARLIER else players * (players - 1) // 2


def is_too_large(rules: Rules, players: int, ties: str, play_on: bool) -> bool:
    """Whether `exactbox shutbox` refuses it, or may."""
    faced = (scores(rules) - (not play_on)) * _holders(players, ties)
    return positions(rules) > MAX_POSITIONS or (
        players > 1 and positions(rules) * (1 + faced) > match.MAX_WORK
    )


def seconds(rules: Rules, asked: Sequence[tuple[str, int, str, bool]], prove: bool) -> float:
    """What all values of one rule take that are asked for, and their proofs."""
    # a tile that the first roll shuts is open in one position alone: its column has a state less
    within = (2 / 3 if rules.behind else 1 / 2) if rules.first else 1
    moved, rolled = moves(rules), positions(rules) * len(rules.rolls(len(rules.dice)))
    work = within * (moved + rolled * (1 + rules.choice))
    faced = scores(rules) * sum(_holders(players, ties) for _, players, ties, _ in asked)
    size = rules.depth * rules.denominator.bit_length() / 8  # bytes of a value
    proofs = prove * PROOF * (moved + rolled) * (PROOF_ALONE * len(asked) + faced)
    return work * (WORK + BYTE * faced * size) + FACED * faced + proofs


def solve(rules: Rules, asked: Sequence[Asked]) -> list[tuple[Fraction, int]]:
    """The value of each question about one rule, and the states of its process."""
    board = Board(rules)
    states = Layers(board, rules.full).states
    matches = {each: (each[1], each[2], not each[3]) for each in asked if each[0] == WINS}
    shares = match.shares_of_first(board, matches.values()) if matches else {}
    one_turn = {SHUT: shut_the_box, SCORE: lowest_score}
    values = (
        shares[matches[each]] if each in matches else one_turn[each[0]](board).at(rules.full)
        for each in asked
    )
    return [(value, states) for value in values]


SAMPLE: tuple[Rules, list[Asked]] = (  # 20 ms
    Rules(tiles=tuple(range(1, 8))),
    [(SHUT, 1, "", False), (SCORE, 1, "", False),
     *product([WINS], (2, 3, 4), match.TIES, (False, True))],
)  # fmt: skip

"""The atlas of Shut the Box: every combination of tiles, rules, players and ties.

    $ exactbox atlas shutbox --tiles 6-9 --players 1-2 --output atlas.csv --jobs 2

`atlas.toml` is the grid; ``--grid FILE`` has another one. Each row of the table can be asked of
`exactbox shutbox`, whose options its columns are.

Two combinations are one variant if they are the same question: even tiles of 6 and of 7 are the
same, one player's chance depends on no rule for ties, and the chance to shut the box depends on no
scoring. The values of one rule share its board.

`findings` says which rule is kindest, where the first player gains, and what a word changes. Two
rows are a *pair* if their rules differ in one word alone. Where a word may be left out, its partner
is the rule without it; of words that say when one die is rolled, the rule with `two-dice` in its
place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from exactbox.games.atlas.grid import Asked, Grid, Refused, narrowed
from exactbox.games.atlas.pages import Section, extremes, how_many, number, page, signs, table
from exactbox.games.atlas.table import DataFrame, Series, pandas
from exactbox.games.shutbox import match
from exactbox.games.shutbox.board import MAX_POSITIONS, Board
from exactbox.games.shutbox.notation import numbers
from exactbox.games.shutbox.numbering import Layers
from exactbox.games.shutbox.play import lowest_score, shut_the_box
from exactbox.games.shutbox.questions import SCORE, SHUT, WINS, Question
from exactbox.games.shutbox.rules import Rules
from exactbox.games.shutbox.words import rules_named
from exactbox.showing import counted

COLUMNS: dict[str, tuple[type, ...]] = {
    "tiles": (int, str), "sides": (str,), "rule": (),
    "objective": (str,), "players": (int,), "ties": (str,), "play_on": (bool,),
}  # fmt: skip

SHOWN = 5  # variants that are named where many are alike
_MATCH = ["players", "ties", "play_on"]
_GAME = ["tiles", "sides", "objective", *_MATCH]  # all but the words
_NEVER = "two-dice"
_ONE_DIE = ("sum=", "above=", "last-one")
_SCORINGS = {"missionary", "digital"}
_FEWER = {"even-stevens", "against-all-odds", "3-down-extreme"}
_BY_GOAL = {
    SHUT: "the probability to shut the box",
    SCORE: "the expected score",
    WINS: "the first player's share",
}
_ENDS = {False: "shutting wins at once", True: "the others play on"}


def part(grid: Grid, rule: str | None = None, without: str | None = None, **options: Any) -> Grid:
    """Return a part of a grid: the rules with all words of `rule` and none of `without`, and of
    other dimensions the values that options name; None: all."""
    for name, wanted in options.items():
        if wanted:
            values = [value for value in grid[name] if value in wanted]
            grid = narrowed(grid, name, f"--{name}", values)
    having, lacking = ({*(text or "").replace(",", " ").split()} for text in (rule, without))
    rules = [(text, {*text.split(",")}) for text in grid["rule"]]
    own = sorted({word for _, words in rules for word in words} - {""})
    for word in own:  # each has a meaning
        rules_named([word], Rules(tiles=tuple(range(1, 13))))
    for word in sorted((having | lacking) - {*own}):
        raise ValueError(f"the grid has no word {word!r}; it has {', '.join(own)}")
    some = [text for text, words in rules if having <= words and not lacking & words]
    return grid | {"rule": some}


@lru_cache
def _rules(tiles: int | str, sides: str, rule: str) -> Rules | None:
    """The rules of a combination; None where its words contradict one another."""
    if isinstance(tiles, int) and not 1 <= tiles <= 59:
        raise ValueError(f"tiles: found {tiles}, need 1 to 59, or a text that lists them")
    numbered = range(1, tiles + 1) if isinstance(tiles, int) else sorted(numbers("tiles", tiles))
    bare = Rules(tiles=tuple(numbered), dice=tuple(numbers("sides", sides)))
    try:
        return rules_named(rule, bare)
    except ValueError:
        return None


def variant(
    tiles: int | str, sides: str, rule: str, objective: str, players: int, ties: str, play_on: bool
) -> tuple[Any, ...]:
    """A combination's columns, its rules, its question, and what it means."""
    if objective not in (SHUT, SCORE, WINS):
        raise ValueError(f"objective: found {objective!r}, need {SHUT}, {SCORE} or {WINS}")
    match.require_match(players, ties)
    rules = _rules(tiles, sides, rule)
    if rules is None:
        raise Refused("words that contradict one another, or leave no tile")
    if (objective == WINS) == (players == 1):
        raise Refused("wins of one player alone, or a score of several")
    if players == 1:
        ties, play_on = "", False
    game = players, ties, not play_on
    size = positions(rules)
    if size > MAX_POSITIONS or size * (1 + faced(rules, *game)) > match.MAX_WORK:
        raise Refused("too many positions or values for `exactbox shutbox`")
    # whatever the scoring, the probability to shut the box is the same
    meaning = replace(rules, score="sum") if objective == SHUT else rules
    columns = str(tiles), sides, rule, objective, players, ties, play_on
    return *columns, rules, (objective, game), (meaning, objective, game)


def question(rules: Rules, objective: str, game: match.Played) -> Question:
    """The question of a variant."""
    if objective != WINS:
        return Question(rules, objective)
    players, ties, at_once = game
    return Question(rules, players=players, ties=ties, at_once=at_once)


def statement(rules: Rules, objective: str, game: match.Played) -> tuple[str, dict[str, Any]]:
    """The kind of certificate of a variant, and the question there."""
    return question(rules, objective, game).asked()


def positions(rules: Rules) -> int:
    """At most so many: of a column both tiles are open, or the one behind, or none."""
    return int((3 if rules.behind else 2) ** len(rules.tiles))


def faced(rules: Rules, players: int, ties: str, at_once: bool) -> int:
    """At most so many scores to beat, by who may hold them, of all players behind the first."""
    scores = min(rules.points(rules.full) + 1, positions(rules))
    holders = players - 1 if ties == match.EARLIER else players * (players - 1) // 2
    return (scores - at_once) * holders


def seconds(rules: Rules, questions: Sequence[Asked], prove: bool) -> float:
    """Return the forecast seconds of all values of one rule, and of their proofs.

    Fitted to 90 sets of questions; of 105 others 87 % are within a factor of 2, with proofs 94 %.
    """
    # a tile that the first roll shuts is open in one position alone: its column has a state less
    within = (2 / 3 if rules.behind else 1 / 2) if rules.first else 1
    size, count = within * positions(rules) * rules.depth, len(questions)
    beaten = sum(faced(rules, *game) for _, game in questions)
    values = size * (1 + 1e-4 * beaten * rules.depth) + 10 * count
    proofs = size * (1.35 * count + 0.15 * beaten) + 200 * count
    return 1.3e-5 * (values + prove * proofs)


def solve(rules: Rules, questions: Sequence[Asked]) -> list[tuple[Fraction, int]]:
    """The value of each question about one rule, and the states of its process."""
    board = Board(rules)
    states = Layers(board, rules.full).states
    matches = [game for objective, game in questions if objective == WINS]
    shares = match.shares_of_first(board, matches) if matches else {}
    one_turn = {SHUT: shut_the_box, SCORE: lowest_score}
    return [
        (shares[game] if objective == WINS else one_turn[objective](board).at(rules.full), states)
        for objective, game in questions
    ]


def findings(rows: DataFrame) -> str:
    """The page of a table; sections that the rows say nothing about are left out."""
    words = [frozenset(filter(None, rule.split(","))) for rule in rows.rule]
    names = "tiles " + rows.tiles + ", `" + rows.rule.mask(rows.rule == "", "classic") + "`"
    rows = rows.assign(words=words, name=names)
    return page("Shut the Box: findings", rows, _kindest, _first_player, _one_die, _words, _same)


def _said(row: Any) -> str:
    """The rule, the match, and the value."""
    match = f", {row.players} players, ties: {row.ties}, {_ENDS[row.play_on]}"
    return f"{row.name}{match * (row.players > 1)}: {number(row.value)}"


def _listed(names: Series) -> str:
    """The first few of many names."""
    more = f" and {counted(len(names) - SHOWN, 'other')}" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more


def _kindest(rows: DataFrame) -> Section:
    """The greatest and the least probability to shut the box, for every number of tiles."""
    shut = rows[rows.objective == SHUT]
    has_fewer = shut.words.map(lambda words: bool(words & _FEWER)).astype(bool)
    head = ["tiles", "kindest", "probability to shut", "unkindest", "probability to shut"]
    which = {False: "All tiles are open at the start:", True: "Some are shut from the start:"}
    parts = []
    for is_fewer, some in shut.groupby(has_fewer):
        lines = []
        for tiles, of in some.groupby("tiles", sort=False):
            lines.append([tiles])
            for value in (max(of.value), min(of.value)):
                lines[-1] += [_listed("`" + of.rule[of.value == value] + "`"), number(value)]
        parts += [which[is_fewer], table(head, lines)]
    return "Which rule is kindest", parts


def _first_player(rows: DataFrame) -> Section:
    """The first player's share beside 1/n, for every kind of match."""
    parts = []
    for (players, ties, play_on), some in rows[rows.objective == WINS].groupby(_MATCH, sort=False):
        fair = Fraction(1, int(players))  # NumPy's would overflow
        more, same, less = signs(some.value - fair)
        most, least = extremes(some, "value", max, min)
        lines = [
            f"- most: {most.name}: {number(most.value)}",
            f"- least: {least.name}: {number(least.value)}",
            f"- exactly 1/{players}: {_listed(some.name[some.value == fair])}",
        ]
        parts += [
            f"**{players} players, ties: {ties}, {_ENDS[play_on]}.** The first gets more than "
            f"1/{players} {how_many(more, len(some), 'rules')}, "
            f"exactly 1/{players} in {same:,}, less in {less:,}.",
            "\n".join(lines[: 2 + bool(same)]),
        ]
    return "Where the first player gains", parts


def _pairs(rows: DataFrame, others: Callable[[str], Sequence[str]]) -> DataFrame:
    """Rows with a `word`, and the value `without` it, but with an `other` word or "" in its place;
    `change` is the difference."""
    swapped = [
        (row, word, other, words - {word} | ({other} - {""}))
        for row, words in rows.words.items()
        for word in words
        for other in others(word)
    ]
    pairs = pandas().DataFrame(swapped, columns=["row", "word", "other", "swapped"])
    partners = rows[[*_GAME, "words", "value"]].set_axis([*_GAME, "swapped", "without"], axis=1)
    pairs = pairs.join(rows, on="row").merge(partners, on=[*_GAME, "swapped"])
    return pairs.assign(change=pairs.value - pairs.without)


def _one_die(rows: DataFrame) -> Section:
    """The value of the choice of one die, against all dice always and against one die always."""
    why = (
        "Where the choice is worth exactly nothing beside `two-dice`, one die is never strictly "
        "better in a position that optimal play with all dice gets to; where it is worth nothing "
        "beside the same rule without `?`, all dice never are, where one is rolled."
    )
    alone = rows[rows.objective != WINS]
    pairs = _pairs(alone, lambda word: (_NEVER, word[:-1]) if word.endswith("?") else ())
    lines = []
    for (goal, word, other), some in pairs.groupby(["objective", "word", "other"]):
        same = some.name[some.change == 0]
        count = how_many(len(same), len(some), "pairs")
        what = f"**`{word}` beside `{other}`, {_BY_GOAL[goal]}**"
        lines.append(f"- {what}: the choice is worth nothing {count}.")
        if 0 < len(same) < len(some):
            lines.append(f"  {_listed(same)}")
        (best,) = extremes(some.assign(size=some.change.abs()), "size", max)
        if best.change:
            where = f"{_said(best)}, where `{other}` has {number(best.without)}"
            lines.append(f"  The choice is worth most at {where}")
    return "Where one die is never right", [why, "\n".join(lines)] if lines else []


def _words(rows: DataFrame) -> Section:
    """The changes by each word, in all pairs; scores of different scorings are not compared."""
    pairs = _pairs(rows, lambda word: (_NEVER if word.startswith(_ONE_DIE) else "",))
    pairs = pairs[~(pairs.word.isin(_SCORINGS) & (pairs.objective == SCORE))]
    lines = []
    for (word, goal), some in pairs.groupby(["word", "objective"]):
        up, same, down = signs(some.change)
        lines.append(
            f"- **`{word}`, {_BY_GOAL[goal]}**: greater {how_many(up, len(some), 'pairs')}, less "
            f"in {down:,}, exactly the same in {same:,}."
        )
        rise, fall = extremes(some, "change", max, min)
        for name, pair in [("rise", rise)] * bool(up) + [("fall", fall)] * bool(down):
            without = number(pair.without)
            lines.append(f"  Largest {name}: {_said(pair)}, without it {without}")
    return "What a word changes", ["\n".join(lines)] if lines else []


def _same(rows: DataFrame) -> Section:
    """Different rules with the same value: how many, and the largest such sets."""
    sets = rows.groupby([*_GAME, "fraction"], sort=False)
    rows = rows.assign(set=sets.ngroup(), alike=sets["value"].transform("size"))
    equal = rows[rows.alike > 1]
    count = (
        f"{len(equal):,} of {len(rows):,} variants have exactly the value of another rule, with "
        f"the same tiles and the same question: {equal.set.nunique():,} sets of equal ones. The "
        "largest, for each question:"
    )
    lines = []
    for goal, some in equal.groupby("objective", sort=False):
        largest = some[some.set == some.set[some.alike.idxmax()]]
        others = _listed("`" + largest.rule[1:] + "`")
        first = _said(next(largest.itertuples()))
        lines.append(f"- {_BY_GOAL[goal]}: {len(largest):,} rules like {first}; {others}")
    return "Exactly the same", [count, "\n".join(lines)] if lines else []


SAMPLE = Rules(tiles=tuple(range(1, 9))), [(SHUT, (1, "", True)), (WINS, (2, match.LOSE, True))]

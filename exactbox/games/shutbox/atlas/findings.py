"""What a table of Shut the Box says: which rule is kindest, where the first player gains, and more.

Everything is computed from the table's rows. Two rows are a *pair* if their rules differ in one
word alone. Where a word may be left out, its partner is the rule without it; of words that say when
one die is rolled, the rule with `two-dice` in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from exactbox.games.atlas.pages import extreme, how_many, number, page, table
from exactbox.games.atlas.table import DataFrame, Series, pandas
from exactbox.games.shutbox.game import WINS
from exactbox.games.shutbox.questions import SCORE, SHUT

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


def findings(rows: DataFrame) -> str:
    """The page of a table; sections that the rows say nothing about are left out."""
    words = [frozenset(filter(None, rule.split(","))) for rule in rows.rule]
    names = "tiles " + rows.tiles + ", `" + rows.rule.mask(rows.rule == "", "classic") + "`"
    sections = {
        "Which rule is kindest": _kindest,
        "Where the first player gains": _first_player,
        "Where one die is never right": _one_die,
        "What a word changes": _words,
        "Exactly the same": _same,
    }
    return page("Shut the Box: findings", rows.assign(words=words, name=names), sections)


def _said(row: Any) -> str:
    """The rule, the match, and the value."""
    match = f", {row.players} players, ties: {row.ties}, {_ENDS[row.play_on]}"
    return f"{row.name}{match * (row.players > 1)}: {number(row.value)}"


def _listed(names: Series) -> str:
    """The first few of many names."""
    more = f" and {len(names) - SHOWN:,} others" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more


def _kindest(rows: DataFrame) -> list[str]:
    """The greatest and the least probability to shut the box, for every number of tiles."""
    shut = rows[rows.objective == SHUT]
    has_fewer = shut.words.map(lambda words: bool(words & _FEWER)).astype(bool)
    head = ["tiles", "kindest", "probability to shut", "unkindest", "probability to shut"]
    which = {False: "All tiles are open at the start:", True: "Some are shut from the start:"}
    lines: list[str] = []
    for is_fewer, some in shut.groupby(has_fewer):
        listed = []
        for tiles, of in some.groupby("tiles", sort=False):
            best, worst = max(of.value), min(of.value)
            rules = [_listed("`" + of.rule[of.value == value] + "`") for value in (best, worst)]
            listed.append([tiles, rules[0], number(best), rules[1], number(worst)])
        lines += [*[""] * bool(lines), which[is_fewer], "", *table(head, listed)]
    return lines


def _first_player(rows: DataFrame) -> list[str]:
    """The first player's share beside 1/n, for every kind of match."""
    lines: list[str] = []
    matches = rows[rows.objective == WINS]
    for (players, ties, play_on), some in matches.groupby(_MATCH, sort=False):
        fair = Fraction(1, int(players))  # NumPy's would overflow
        more, same = (some.value > fair).sum(), some.name[some.value == fair]
        most, least = extreme(some, "value", max), extreme(some, "value", min)
        lines += [
            *[""] * bool(lines),
            f"**{players} players, ties: {ties}, {_ENDS[play_on]}.** The first gets more than "
            f"1/{players} {how_many(more, len(some), 'rules')}, "
            f"exactly 1/{players} in {len(same):,}, less in {len(some) - more - len(same):,}.",
            "",
            f"- most: {most.name}: {number(most.value)}",
            f"- least: {least.name}: {number(least.value)}",
            *[f"- exactly 1/{players}: {_listed(same)}"] * bool(len(same)),
        ]
    return lines


def _pairs(rows: DataFrame, others: Callable[[str], Sequence[str]]) -> DataFrame:
    """Rows with a `word`, and the value `without` it, but with an `other` word or "" in its place;
    `gain` is the difference."""
    swapped = [
        (row, word, other, words - {word} | ({other} - {""}))
        for row, words in rows.words.items()
        for word in words
        for other in others(word)
    ]
    pairs = pandas().DataFrame(swapped, columns=["row", "word", "other", "swapped"])
    partners = rows[[*_GAME, "words", "value"]].set_axis([*_GAME, "swapped", "without"], axis=1)
    pairs = pairs.join(rows, on="row").merge(partners, on=[*_GAME, "swapped"])
    return pairs.assign(gain=pairs.value - pairs.without)


def _one_die(rows: DataFrame) -> list[str]:
    """What the choice of one die is worth, against all dice always and against one die always."""
    alone = rows[rows.objective != WINS]
    found = _pairs(alone, lambda word: (_NEVER, word[:-1]) if word.endswith("?") else ())
    lines = []
    for (goal, word, other), pairs in found.groupby(["objective", "word", "other"]):
        same = pairs.name[pairs.gain == 0]
        lines.append(
            f"- **`{word}` beside `{other}`, {_BY_GOAL[goal]}**: the choice is worth nothing "
            f"{how_many(len(same), len(pairs), 'pairs')}."
        )
        if 0 < len(same) < len(pairs):
            lines.append(f"  {_listed(same)}")
        best = extreme(pairs.assign(change=pairs.gain.abs()), "change", max)
        if best.gain:
            lines.append(
                f"  The choice is worth most at {_said(best)}, where `{other}` has "
                f"{number(best.without)}"
            )
    why = (
        "Where the choice is worth exactly nothing beside `two-dice`, one die is never strictly "
        "better in a position that optimal play with all dice gets to; where it is worth nothing "
        "beside the same rule without `?`, all dice never are, where one is rolled."
    )
    return [why, "", *lines] if lines else []


def _words(rows: DataFrame) -> list[str]:
    """What each word changes, in all pairs; scores of different scorings are not compared."""
    found = _pairs(rows, lambda word: (_NEVER if word.startswith(_ONE_DIE) else "",))
    found = found[~(found.word.isin(_SCORINGS) & (found.objective == SCORE))]
    lines = []
    for (word, goal), pairs in found.groupby(["word", "objective"]):
        up, down = (pairs.gain > 0).sum(), (pairs.gain < 0).sum()
        lines.append(
            f"- **`{word}`, {_BY_GOAL[goal]}**: greater {how_many(up, len(pairs), 'pairs')}, less "
            f"in {down:,}, exactly the same in {len(pairs) - up - down:,}."
        )
        for change, which, some in (("rise", max, up), ("fall", min, down)):
            if some:
                pair = extreme(pairs, "gain", which)
                without = number(pair.without)
                lines.append(f"  Largest {change}: {_said(pair)}, without it {without}")
    return lines


def _same(rows: DataFrame) -> list[str]:
    """Different rules with the same value: how many, and the largest such sets."""
    sets = rows.groupby([*_GAME, "fraction"], sort=False)
    rows = rows.assign(set=sets.ngroup(), alike=sets["value"].transform("size"))
    equal = rows[rows.alike > 1]
    lines = [
        f"{len(equal):,} of {len(rows):,} variants have exactly the value of another rule, with "
        f"the same tiles and the same question: {equal.set.nunique():,} sets of equal ones. The "
        "largest, for each question:",
        "",
    ]
    for goal, some in equal.groupby("objective", sort=False):
        largest = some[some.set == some.set[some.alike.idxmax()]]
        others = _listed("`" + largest.rule[1:] + "`")
        first = _said(next(largest.itertuples()))
        lines.append(f"- {_BY_GOAL[goal]}: {len(largest):,} rules like {first}; {others}")
    return lines if len(equal) else []

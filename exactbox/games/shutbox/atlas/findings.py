"""Findings in a table of Shut the Box: the kindest rule, where the first player gains, and more.

Everything is computed from the table's rows. Two rows are a *pair* if their rules differ in one
word alone. Where a word may be left out, its partner is the rule without it; of words that say when
one die is rolled, the rule with `two-dice` in its place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from exactbox.games.atlas.pages import how_many, number, opening, table
from exactbox.games.atlas.table import Row, value_of

SHOWN = 5  # variants that are named where many are alike
_NEVER = "two-dice"
_SCORINGS = {"missionary", "digital"}
_FEWER = {"even-stevens", "against-all-odds", "3-down-extreme"}
_BY_GOAL = {
    "shut": "the probability to shut the box",
    "score": "the expected score",
    "wins": "the first player's share",
}
_ENDS = {False: "shutting wins at once", True: "the others play on"}

Pair = tuple["Variant", "Variant"]


@dataclass(frozen=True)
class Variant:
    """A row, read."""

    tiles: str
    sides: str
    words: tuple[str, ...]
    objective: str
    players: int
    ties: str
    play_on: bool
    value: Fraction

    @property
    def game(self) -> tuple[str, str, str, int, str, bool]:
        """All but the words."""
        return self.tiles, self.sides, self.objective, self.players, self.ties, self.play_on

    @property
    def name(self) -> str:
        """The rule, as it is named."""
        return f"tiles {self.tiles}, `{','.join(self.words) or 'classic'}`"

    @property
    def whole_name(self) -> str:
        """The rule, and the match."""
        if self.players == 1:
            return self.name
        return f"{self.name}, {self.players} players, ties: {self.ties}, {_ENDS[self.play_on]}"

    @property
    def said(self) -> str:
        """Name and value."""
        return f"{self.whole_name}: {number(self.value)}"


def findings(rows: Sequence[Row]) -> str:
    """The page of a table, in Markdown.

    Its rows have the columns of `exactbox.games.shutbox.atlas`. Sections that the rows say nothing
    about are left out.
    """
    variants = [
        Variant(
            row["tiles"], row["sides"], tuple(filter(None, row["rule"].split(","))),
            row["objective"], row["players"], row["ties"], row["play_on"], value_of(row),
        )
        for row in rows
    ]  # fmt: skip
    lines = opening("Shut the Box: findings", len(rows), sum(row["checked"] for row in rows))
    for title, section in (
        ("Which rule is kindest", _kindest),
        ("Where the first player gains", _first_player),
        ("Where one die is never right", _one_die),
        ("What a word changes", _words),
        ("Exactly the same", _same),
    ):
        if found := section(variants):
            lines += [f"## {title}", "", *found]
    return "\n".join(lines)


def _kindest(variants: Sequence[Variant]) -> list[str]:
    """The greatest and the least probability to shut the box, for every number of tiles."""
    shut = [each for each in variants if each.objective == "shut"]
    lines = []
    for some, which in (
        ([v for v in shut if not _FEWER & set(v.words)], "All tiles are open at the start:"),
        ([v for v in shut if _FEWER & set(v.words)], "Some are shut from the start:"),
    ):
        grouped = defaultdict(list)
        for each in some:
            grouped[each.tiles].append(each)
        if grouped:
            lines += [which, ""]
            lines += table(
                ["tiles", "kindest", "probability to shut", "unkindest", "probability to shut"],
                [
                    [tiles, *_extreme(of, True), *_extreme(of, False)]
                    for tiles, of in grouped.items()
                ],
            )
    return lines


def _extreme(variants: Sequence[Variant], greatest: bool) -> list[str]:
    """The rules with the greatest or the least value, and the value."""
    values = [each.value for each in variants]
    value = max(values) if greatest else min(values)
    return [
        _listed([f"`{','.join(v.words)}`" for v in variants if v.value == value]),
        number(value),
    ]


def _listed(names: Sequence[str]) -> str:
    """The first few of many names."""
    more = f" and {len(names) - SHOWN:,} others" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more


def _first_player(variants: Sequence[Variant]) -> list[str]:
    """The first player's share beside 1/n, for every kind of match."""
    grouped = defaultdict(list)
    for each in variants:
        if each.objective == "wins":
            grouped[each.players, each.ties, each.play_on].append(each)
    lines = []
    for (players, ties, play_on), some in grouped.items():
        fair = Fraction(1, players)
        more, same = sum(v.value > fair for v in some), [v for v in some if v.value == fair]
        most, least = max(some, key=lambda v: v.value), min(some, key=lambda v: v.value)
        lines += [
            f"**{players} players, ties: {ties}, {_ENDS[play_on]}.** The first gets more than "
            f"1/{players} {how_many(more, len(some), 'rules')}, "
            f"exactly 1/{players} in {len(same):,}, less in {len(some) - more - len(same):,}.",
            "",
            f"- most: {most.name}: {number(most.value)}",
            f"- least: {least.name}: {number(least.value)}",
        ]
        if same:
            lines.append(f"- exactly 1/{players}: {_listed([v.name for v in same])}")
        lines.append("")
    return lines


def _one_die(variants: Sequence[Variant]) -> list[str]:
    """The gain by the choice of one die, against all dice always and against one die always."""
    known = {(v.game, frozenset(v.words)): v for v in variants if v.objective != "wins"}
    found: dict[tuple[str, str, str], list[Pair]] = defaultdict(list)
    for (game, words), each in known.items():
        for word in words:
            if word.endswith("?"):
                for other in (_NEVER, word[:-1]):
                    if partner := known.get((game, words - {word} | {other})):
                        found[each.objective, word, other].append((each, partner))
    lines = []
    for (goal, word, other), pairs in sorted(found.items()):
        same = [each for each, partner in pairs if each.value == partner.value]
        lines.append(
            f"- **`{word}` beside `{other}`, {_BY_GOAL[goal]}**: the choice is worth nothing "
            f"{how_many(len(same), len(pairs), 'pairs')}."
        )
        if 0 < len(same) < len(pairs):
            lines.append(f"  {_listed([each.name for each in same])}")
        each, partner = max(pairs, key=lambda pair: abs(pair[0].value - pair[1].value))
        if each.value != partner.value:
            lines.append(
                f"  The choice is worth most at {each.said}, where `{other}` has "
                f"{number(partner.value)}"
            )
    if not lines:
        return []
    return [
        "Where the choice is worth exactly nothing beside `two-dice`, one die is never strictly "
        "better in a position that optimal play with all dice gets to; where it is worth nothing "
        "beside the same rule without `?`, all dice never are, where one is rolled.",
        "",
        *lines,
        "",
    ]


def _words(variants: Sequence[Variant]) -> list[str]:
    """The effect of each word, in all pairs; scores of different scorings are not compared."""
    known = {(v.game, frozenset(v.words)): v for v in variants}
    found: dict[tuple[str, str], list[Pair]] = defaultdict(list)
    for (game, words), each in known.items():
        for word in words:
            dice = word.startswith(("sum=", "above=", "last-one"))
            partner = known.get((game, words - {word} | ({_NEVER} if dice else set())))
            if partner and not (word in _SCORINGS and each.objective == "score"):
                found[word, each.objective].append((each, partner))
    lines = []
    for (word, goal), pairs in sorted(found.items()):
        gains = [each.value - partner.value for each, partner in pairs]
        up, down = sum(gain > 0 for gain in gains), sum(gain < 0 for gain in gains)
        lines.append(
            f"- **`{word}`, {_BY_GOAL[goal]}**: greater {how_many(up, len(pairs), 'pairs')}, less "
            f"in {down:,}, exactly the same in {len(pairs) - up - down:,}."
        )
        for word_of, best, sign in (("rise", max, 1), ("fall", min, -1)):
            gain = best(gains)
            if gain * sign > 0:
                each, partner = pairs[gains.index(gain)]
                lines.append(
                    f"  Largest {word_of}: {each.said}, without it {number(partner.value)}"
                )
    return [*lines, ""] if lines else []


def _same(variants: Sequence[Variant]) -> list[str]:
    """Different rules with the same value: how many, and the largest such sets."""
    grouped = defaultdict(list)
    for each in variants:
        grouped[each.game, each.value].append(each)
    sets = [some for some in grouped.values() if len(some) > 1]
    if not sets:
        return []
    rules = sum(map(len, sets))
    lines = [
        f"{rules:,} of {len(variants):,} variants have exactly the value of another rule, with the "
        f"same tiles and the same question: {len(sets):,} sets of equal ones. The largest, for "
        "each question:",
        "",
    ]
    largest: dict[str, list[Variant]] = {}
    for some in sets:
        goal = some[0].objective
        if len(some) > len(largest.get(goal, [])):
            largest[goal] = some
    for goal, some in largest.items():
        lines.append(
            f"- {_BY_GOAL[goal]}: {len(some):,} rules like {some[0].said}; "
            f"{_listed(_rules(some[1:]))}"
        )
    return [*lines, ""]


def _rules(variants: Iterable[Variant]) -> list[str]:
    return [f"`{','.join(each.words)}`" for each in variants]

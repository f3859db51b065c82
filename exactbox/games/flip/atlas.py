"""The atlas of card flipping: dice, numbers of cards, and cards that are face down at first.

    $ exactbox atlas flip --max-faces 5 --output flip.csv --findings flip.md

`atlas.toml` is the grid. A combination is refused where a card that is face up can never be turned,
or does not exist. Games that differ in what is face down at first have the same positions, so one
solution has the values of all of them. `findings` has what more cards, other dice, and a card face
down at first change.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from exactbox.games.atlas.grid import Asked, Grid, Refused, narrowed
from exactbox.games.atlas.pages import Section, extremes, how_many, number, page, signs, table
from exactbox.games.atlas.table import DataFrame
from exactbox.games.flip.model import MAX_STATES, flip
from exactbox.games.flip.rules import (
    MAX_CARDS,
    dice_tables,
    die_named,
    roll_weights,
    state_mask,
    state_masks,
)
from exactbox.mdp import total_until_end


@dataclass(frozen=True)
class Rules:
    """Dice, cards, and the mask of the cards that some roll shows."""

    dice: tuple[Any, ...]
    cards: int
    reachable: int


def part(grid: Grid, max_faces: int | None = None, max_cards: int | None = None) -> Grid:
    """Return a part of a grid: dice with at most so many faces, at most so many cards."""
    if max_faces is not None:
        few = [dice for dice in grid["dice"] if max(die[-1][0] for die in _dice(dice)) <= max_faces]
        grid = narrowed(grid, "dice", "--max-faces", few)
    if max_cards is not None:
        few = [cards for cards in grid["cards"] if cards <= max_cards]
        grid = narrowed(grid, "cards", "--max-cards", few)
    return grid


def _dice(text: str) -> tuple[Any, ...]:
    """Dice as `exactbox flip --dice` has them, with spaces between them."""
    try:
        return tuple(map(tuple, dice_tables(None, [die_named(die) for die in text.split()])))
    except ValueError as error:
        raise ValueError(
            f"dice: found {text!r}, need such as '6 6' or '4 1:1,2:3'; {error}"
        ) from None


@lru_cache
def _rules(dice: str, cards: int) -> Rules:
    """The rules of a combination."""
    if not 1 <= cards <= MAX_CARDS:
        raise ValueError(f"cards: found {cards}, need 1 to {MAX_CARDS}")
    tables = _dice(dice)
    cards_shown = {card for roll in roll_weights(dice=tables, cards=cards) for card in roll}
    return Rules(tables, cards, sum(1 << (card - 1) for card in cards_shown))


def variant(dice: str, cards: int, begin: str) -> tuple[Any, ...]:
    """A combination's columns, rules, question and meaning, for which the dice have no order."""
    rules = _rules(dice, cards)
    if 1 << rules.reachable.bit_count() > MAX_STATES:
        raise Refused("too many positions")
    start = -1
    with suppress(ValueError):
        start = state_mask(begin, cards)
    if start | rules.reachable != (1 << cards) - 1:
        raise Refused("a card that is face up and that no roll shows, or that does not exist")
    return dice, cards, begin, rules, (start,), (cards, start, *sorted(rules.dice))


def statement(rules: Rules, start: int) -> tuple[str, dict[str, Any]]:
    """The kind of certificate of a variant, and the question there."""
    model = {"rule": "flip", "cards": rules.cards, "dice": rules.dice, "start": start}
    model["goal"] = (1 << rules.cards) - 1
    return "process", {"model": model, "objective": "cost", "sense": "min"}


def seconds(rules: Rules, questions: Sequence[Asked], prove: bool) -> float:
    """Return the forecast seconds of these starts' values, and of their proofs.

    Fitted to games of 4 to 12 cards.
    """
    return 3e-3 + (4e-5 + 2e-4 * prove * len(questions)) * (1 << rules.reachable.bit_count())


def solve(rules: Rules, questions: Sequence[Asked]) -> list[tuple[Fraction, int]]:
    """The value of each start of one game, and the states of its process."""
    end = (1 << rules.cards) - 1  # all cards are face down
    answer = question(rules, end & ~rules.reachable)  # from where all starts are within reach
    masks, states = state_masks(answer.model.rule).tolist(), answer.model.states
    values = ((s, Fraction(answer.q_value(masks.index(s)))) for (s,) in questions)
    return [(value, states if start != end else 1) for start, value in values]


def question(rules: Rules, start: int) -> Any:
    """The game with these cards face down at first, solved alone."""
    return total_until_end(flip(dice=rules.dice, cards=rules.cards, start=start))


def findings(rows: DataFrame) -> str:
    """The page of a table."""
    return page("Card flipping: findings", rows, _fastest, _more_cards, _begun)


def _fastest(rows: DataFrame) -> Section:
    """The dice with which so many cards take fewest turns, and most."""
    lines = []
    for cards, some in rows[rows.begin == ""].groupby("cards"):
        lines.append([str(cards), str(len(some))])
        for value in (min(some.value), max(some.value)):
            dice = "`" + some.dice[some.value == value] + "`"
            lines[-1] += [", ".join(dice), number(value)]
    head = ["cards", "games", "fewest turns with", "turns", "most turns with", "turns"]
    return "Which dice turn cards fastest", [table(head, lines)] if lines else []


def _more_cards(rows: DataFrame) -> Section:
    """The factor of a card more."""
    rows = rows[rows.begin == ""]
    fewer = rows.assign(cards=rows.cards - 1)
    pairs = rows.merge(fewer, on=["dice", "cards"], suffixes=("", "_more"))
    pairs = pairs.assign(factor=pairs.value_more / pairs.value)
    others = ", ".join(map(_pair, pairs[pairs.factor <= 1].itertuples()))
    more = how_many((pairs.factor > 1).sum(), len(pairs), "pairs") + "; not " * bool(others)
    lines = [
        f"With the same dice, a card more takes more turns {more}{others}. "
        f"The largest factor: {_pair(pair)}."
        for pair in extremes(pairs, "factor", max)
    ]
    return "What a card more changes", lines


def _pair(pair: Any) -> str:
    """A game, and that with a card more."""
    fewer, more = number(pair.value), number(pair.value_more)
    return f"`{pair.dice}` from {pair.cards} cards, {fewer}, to {pair.cards + 1}, {more}"


def _begun(rows: DataFrame) -> Section:
    """The change by a card that is face down at first."""
    up, down = rows[rows.begin == ""], rows[rows.begin != ""]
    pairs = down.merge(up, on=["dice", "cards"], suffixes=("", "_up"))
    pairs = pairs.assign(change=pairs.value - pairs.value_up)
    more, same, less = signs(pairs.change)
    fewer = how_many(less, len(pairs), "pairs")
    count = f"It takes fewer turns {fewer}, as many in {same:,}, more in {more:,}."
    lines = [
        f"- {title}: `{pair.dice}`, {pair.cards} cards, card {pair.begin} down: "
        f"{number(pair.value)}, with all up {number(pair.value_up)}"
        for title, pair in zip(("helps most", "harms most"), extremes(pairs, "change", min, max))
    ]
    heading = "What a card that is face down at first changes"
    return heading, [count, "\n".join(lines[: 1 + bool(more)])] if lines else []


COLUMNS = {"dice": (str,), "cards": (int,), "begin": (str,)}
SAMPLE = (_rules("5 5", 10), [(0,)])

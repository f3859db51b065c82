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
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from exactbox.certificate import question_sha256
from exactbox.games.atlas.grid import Asked, Grid, Refused, narrowed, require_size
from exactbox.games.atlas.pages import extreme, how_many, number, page, table
from exactbox.games.atlas.table import DataFrame
from exactbox.games.flip.model import MAX_STATES, flip
from exactbox.games.flip.rules import (
    MAX_CARDS,
    cards_face_down,
    dice_tables,
    die_named,
    roll_weights,
    state_mask,
    state_masks,
)

# Measured on one core of a virtual machine of 2025: games with 4 to 12 cards
_START = 3e-3
_POSITION = 4e-5
_PROOF = 2e-4  # of a position, with each start

Dice = list[list[tuple[int, int]]]


class Rules(NamedTuple):
    """Dice, cards, and the mask of the cards that some roll shows."""

    dice: Dice
    cards: int
    shown: int


def part(grid: Grid, max_faces: int | None = None, max_cards: int | None = None) -> Grid:
    """What options leave of a grid: dice with at most so many faces, at most so many cards."""
    highest = {dice: max(die[-1][0] for die in _dice(dice)) for dice in grid["dice"]}
    if max_faces is not None:
        few = [dice for dice, face in highest.items() if face <= max_faces]
        grid = narrowed(grid, "dice", "--max-faces", few)
    if max_cards is not None:
        grid = narrowed(grid, "cards", "--max-cards", range(max_cards + 1))
    require_size(*grid.values())
    return grid


def _dice(text: str) -> Dice:
    """Dice as `exactbox flip --dice` has them, with spaces between them."""
    try:
        return dice_tables(None, [die_named(die) for die in text.split()])
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
    seen = {card for roll in roll_weights(dice=tables, cards=cards) for card in roll}
    return Rules(tables, cards, sum(1 << (card - 1) for card in seen))


def variant(dice: str, cards: int, begin: str) -> tuple[Any, ...]:
    """A combination's columns, its rules, and the hashes of its question, and of the same with the
    dice in order."""
    rules = _rules(dice, cards)
    if 1 << rules.shown.bit_count() > MAX_STATES:
        raise Refused("too many positions")
    start, goal = -1, (1 << cards) - 1
    with suppress(ValueError):
        start = state_mask(begin, cards)
    if start < 0 or start | rules.shown != goal:
        raise Refused("a card that is face up and that no roll shows, or that does not exist")
    model = {"rule": "flip", "cards": cards, "start": start, "goal": goal}
    hashes = []
    for tables in (rules.dice, sorted(rules.dice)):
        asked = {"model": model | {"dice": tables}, "objective": "cost", "sense": "min"}
        hashes.append(question_sha256("process", asked))
    return dice, cards, begin, rules, *hashes


def seconds(rules: Rules, asked: Sequence[Asked], prove: bool) -> float:
    """What the values of these starts take, and their proofs."""
    return _START + (_POSITION + _PROOF * prove * len(asked)) * (1 << rules.shown.bit_count())


def solve(rules: Rules, asked: Sequence[Asked]) -> list[tuple[Fraction, int]]:
    """The value of each start of one game, and the states of its process."""
    end = (1 << rules.cards) - 1  # all cards are face down
    answer = question(rules, cards_face_down(end & ~rules.shown))  # and all starts are within reach
    masks, states = state_masks(answer.model.rule).tolist(), answer.model.states
    starts = [state_mask(begin, rules.cards) for (begin,) in asked]
    values = [Fraction(answer.worth(masks.index(start))) for start in starts]
    return [(value, states if s != end else 1) for value, s in zip(values, starts)]


def question(rules: Rules, begin: str | Sequence[int]) -> Any:
    """The game with these cards face down at first, solved alone."""
    from exactbox.mdp import certify

    return certify(flip(dice=rules.dice, cards=rules.cards, start=state_mask(begin, rules.cards)))


def findings(rows: DataFrame) -> str:
    """The page of a table."""
    sections = {
        "Which dice turn cards fastest": _fastest,
        "What a card more changes": _more_cards,
        "What a card that is face down at first changes": _begun,
    }
    return page("Card flipping: findings", rows, sections)


def _fastest(rows: DataFrame) -> list[str]:
    """The dice with which so many cards take fewest turns, and most."""
    listed = []
    for cards, some in rows[rows.begin == ""].groupby("cards"):
        listed.append([str(cards), str(len(some))])
        for value in (min(some.value), max(some.value)):
            dice = "`" + some.dice[some.value == value] + "`"
            listed[-1] += [", ".join(dice), number(value)]
    head = ["cards", "games", "fewest turns with", "turns", "most turns with", "turns"]
    return table(head, listed) if listed else []


def _more_cards(rows: DataFrame) -> list[str]:
    """Whether a card more takes longer."""
    rows = rows[rows.begin == ""]
    fewer = rows.assign(cards=rows.cards - 1)
    pairs = rows.merge(fewer, on=["dice", "cards"], suffixes=("", "_more"))
    if pairs.empty:
        return []

    def said(pair: Any) -> str:
        fewer, more = number(pair.value), number(pair.value_more)
        return f"`{pair.dice}` from {pair.cards} cards, {fewer}, to {pair.cards + 1}, {more}"

    pairs = pairs.assign(factor=pairs.value_more / pairs.value)
    is_up = pairs.factor > 1
    others = [said(pair) for pair in pairs[~is_up].itertuples()]
    largest = extreme(pairs, "factor", max)
    return [
        "With the same dice, a card more takes more turns "
        f"{how_many(is_up.sum(), len(pairs), 'pairs')}{'; not ' * bool(others)}"
        f"{', '.join(others)}. The largest factor: {said(largest)}."
    ]


def _begun(rows: DataFrame) -> list[str]:
    """Whether a card that is face down at first helps."""
    up, down = rows[rows.begin == ""], rows[rows.begin != ""]
    pairs = down.merge(up, on=["dice", "cards"], suffixes=("", "_up"))
    if pairs.empty:
        return []
    pairs = pairs.assign(gain=pairs.value - pairs.value_up)
    less, worse = (pairs.gain < 0).sum(), (pairs.gain > 0).sum()
    some = how_many(less, len(pairs), "pairs")
    same = len(pairs) - less - worse
    lines = [f"It takes fewer turns {some}, as many in {same:,}, more in {worse:,}.", ""]
    for title, which in [("helps most", min), ("harms most", max)][: 1 + bool(worse)]:
        pair = extreme(pairs, "gain", which)
        lines.append(
            f"- {title}: `{pair.dice}`, {pair.cards} cards, card {pair.begin} down: "
            f"{number(pair.value)}, with all up {number(pair.value_up)}"
        )
    return lines


COLUMNS = {"dice": (str,), "cards": (int,), "begin": (str,)}
KEY = 2
GRID = files("exactbox.games.flip") / "atlas.toml"
SAMPLE = (_rules("5 5", 10), [("",)])

"""The atlas of card flipping: dice, numbers of cards, and cards that are face down at first.

    $ exactbox atlas flip --max-faces 5 --output flip.csv --findings flip.md

`atlas.toml` is the grid. A combination is refused where a card that is face up can never be turned,
or does not exist. Games that differ in what is face down at first have the same positions, so one
solution has the values of all of them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from operator import attrgetter
from typing import Any, NamedTuple

from exactbox.certificate import proved, question_sha256
from exactbox.decimals import DIGITS, decimal_string, fraction_string
from exactbox.games.atlas.grid import narrowed, read_grid, require_size
from exactbox.games.atlas.pages import how_many, number, opening, table
from exactbox.games.atlas.sweep import Group, Result
from exactbox.games.atlas.table import RESULTS, Row, value_of
from exactbox.games.flip.model import MAX_STATES, flip
from exactbox.games.flip.rules import (
    MAX_CARDS,
    Roll,
    cards_face_down,
    dice_tables,
    roll_weights,
    state_mask,
    state_masks,
)

COLUMNS = ("dice", "cards", "begin")
ALL_COLUMNS = (*COLUMNS, *RESULTS)
KINDS: dict[str, tuple[type, ...]] = {"dice": (str,), "cards": (int,), "begin": (str,)}

UNTURNED = "a card that is face up and that no roll shows, or that does not exist"
LARGE = "too many positions"

# Measured on one core of a virtual machine of 2025: games with 4 to 12 cards
_START = 3e-3
_POSITION = 4e-5
_PROOF = 2e-4  # of a position, with each start

Dice = list[list[tuple[int, int]]]
__all__ = ["ALL_COLUMNS", "findings", "groups", "sample", "solve", "variants"]


class OneGame(NamedTuple):
    """Games that differ in their starts alone; the first of its variants has the number `first`."""

    dice: str
    tables: Dice
    cards: int
    begins: tuple[str, ...]
    first: int


@dataclass
class Variants:
    """The variants of a grid; as `exactbox.games.shutbox.atlas.variants.Variants`."""

    games: list[OneGame] = field(default_factory=list)
    hashes: list[str] = field(default_factory=list)
    combinations: int = 0
    refused: dict[str, int] = field(default_factory=dict)
    twice: int = 0

    def columns(self, number: int) -> dict[str, Any]:
        """The columns that say which variant it is."""
        each = self.games[bisect_right(self.games, number, key=attrgetter("first")) - 1]
        said = each.dice, each.cards, each.begins[number - each.first]
        return dict(zip(COLUMNS, said, strict=True))


def variants(
    path: str | None = None, *, max_faces: int | None = None, max_cards: int | None = None
) -> Variants:
    """The variants of the game's own grid, or of a user's, as far as these leave them.

    Examples
    --------
    >>> found = variants(max_faces=2, max_cards=4)
    >>> len(found.hashes), found.combinations, found.refused[UNTURNED], found.twice
    (85, 468, 383, 0)
    """
    grid = read_grid("exactbox.games.flip", "atlas.toml", path, KINDS)
    known = {dice: _dice(dice) for dice in grid["dice"]}
    if max_faces is not None:
        keeps = lambda dice: max(t[-1][0] for t in known[dice]) <= max_faces  # noqa: E731
        grid = narrowed(grid, "dice", "--max-faces", keeps)
    if max_cards is not None:
        grid = narrowed(grid, "cards", "--max-cards", lambda cards: cards <= max_cards)
    require_size(len(grid["dice"]) * len(grid["cards"]) * len(grid["begin"]))
    found, seen = Variants(), set[str]()
    for dice, cards in product(grid["dice"], grid["cards"]):
        found.combinations += len(grid["begin"])
        _add_games(found, seen, (dice, known[dice]), cards, grid["begin"])
    return found


def _add_games(
    found: Variants, seen: set[str], dice: tuple[str, Dice], cards: int, begins: Sequence[str]
) -> None:
    """The games with these dice and cards."""
    if not 1 <= cards <= MAX_CARDS:
        raise ValueError(f"cards: found {cards}, need 1 to {MAX_CARDS}")
    shown = _shown(dice[1], cards)
    if 1 << shown.bit_count() > MAX_STATES:
        found.refused[LARGE] = found.refused.get(LARGE, 0) + len(begins)
        return
    taken, first = [], len(found.hashes)
    for begin in begins:
        try:
            start = state_mask(begin, cards)
        except ValueError:
            start = 0 if begin == "" else -1
        if start < 0 or start | shown != (1 << cards) - 1:
            found.refused[UNTURNED] = found.refused.get(UNTURNED, 0) + 1
            continue
        sha256 = question_sha256("process", _question(sorted(dice[1]), cards, start))
        if sha256 in seen:  # the dice in another order
            found.twice += 1
            continue
        seen.add(sha256)
        taken.append(begin)
        found.hashes.append(question_sha256("process", _question(dice[1], cards, start)))
    if taken:
        found.games.append(OneGame(*dice, cards, tuple(taken), first))


def _dice(text: str) -> Dice:
    """Dice as `exactbox flip --dice` has them, with spaces between them."""
    try:
        return dice_tables(None, [_die(die) for die in text.split()])
    except (TypeError, ValueError) as error:
        raise ValueError(
            f"dice: found {text!r}, need such as '6 6' or '4 1:1,2:3'; {error}"
        ) from None


def _die(text: str) -> int | list[tuple[int, int]]:
    if ":" not in text:
        return int(text)
    pairs = (pair.split(":") for pair in text.split(","))
    return [(int(face), int(weight)) for face, weight in pairs]


def _shown(dice: Dice, cards: int) -> int:
    """The mask of the cards that some roll shows."""
    return sum(1 << (card - 1) for card in {c for roll in _rolls(dice, cards) for c in roll})


def _rolls(dice: Dice, cards: int) -> dict[Roll, int]:
    return roll_weights(dice=dice, cards=cards)


def _question(dice: Dice, cards: int, start: int) -> dict[str, Any]:
    """The question in the form of certificates."""
    rule = {
        "rule": "flip",
        "cards": cards,
        "dice": [[list(pair) for pair in each] for each in dice],
        "start": start,
        "goal": (1 << cards) - 1,
    }
    return {"model": rule, "objective": "cost", "sense": "min"}


def groups(found: Variants, missing: Sequence[bool], prove: bool) -> list[Group]:
    """Groups that are computed together: the missing games with the same dice and cards."""
    listed = []
    for each in found.games:
        wanted = [k for k in range(each.first, each.first + len(each.begins)) if missing[k]]
        if wanted:
            begins = tuple(each.begins[k - each.first] for k in wanted)
            positions = 1 << _shown(each.tables, each.cards).bit_count()
            took = _START + (_POSITION + _PROOF * prove * len(begins)) * positions
            name = f"dice {each.dice}, {each.cards} cards"
            listed.append(
                Group(name, took, (each.tables, each.cards, begins, prove), tuple(wanted))
            )
    return listed


def sample() -> Group:
    """A group that is solved first, to see how fast this machine is."""
    return Group("", _START + _POSITION * 1024, (_dice("5 5"), 10, ("",), False), (0,))


def solve(dice: Dice, cards: int, begins: Sequence[str], prove: bool) -> list[Result]:
    """The result of each start of one game.

    Examples
    --------
    >>> solve(_dice("2 2"), 4, ["", "1"], True)[0]
    Result(fraction='8936/1575', decimal='5.673650793651', states=46, checked=True)
    """
    from exactbox.mdp import certify

    starts = [state_mask(begin, cards) for begin in begins]
    full = (1 << cards) - 1
    solved = {}  # one model has all starts that agree on the cards that never turn
    results = []
    for start in starts:
        fixed = start & ~_shown(dice, cards)
        if fixed not in solved and start != full:
            model = flip(dice=dice, cards=cards, start=fixed if fixed != full else start)
            solved[fixed] = certify(model), state_masks(model.rule or {}).tolist()
        if start == full:
            value, states = Fraction(0), 1
        else:
            answer, masks = solved[fixed]
            value, states = Fraction(answer.worth(masks.index(start))), answer.model.states
        if prove and _proved(dice, cards, start) != value:
            raise AssertionError(f"{cards} cards, {cards_face_down(start)}: proved is not {value}")
        text = fraction_string(value, whole=10**9)
        decimal = decimal_string(value.numerator, value.denominator, DIGITS)
        results.append(Result(text, decimal, states, prove))
    return results


def _proved(dice: Dice, cards: int, start: int) -> Any:
    """The value that the checker finds proved."""
    from exactbox.mdp import certify

    return proved(certify(flip(dice=dice, cards=cards, start=start))).claim.value


def findings(rows: Sequence[Row]) -> str:
    """The page of a table: what more cards, other dice, and a card face down at first change.

    Everything is computed from the table's rows.
    """
    lines = opening("Card flipping: findings", len(rows), sum(row["checked"] for row in rows))
    values = {(row["dice"], row["cards"], row["begin"]): value_of(row) for row in rows}
    return "\n".join([*lines, *_longest(values), *_more_cards(values), *_begun(values)])


Values = dict[tuple[str, int, str], Fraction]


def _longest(values: Values) -> list[str]:
    """The dice with which so many cards take fewest turns, and most."""
    grouped: dict[int, list[tuple[Fraction, str]]] = defaultdict(list)
    for (dice, cards, begin), value in values.items():
        if not begin:
            grouped[cards].append((value, dice))
    if not grouped:
        return []
    rows = []
    for cards, some in sorted(grouped.items()):
        said = [str(cards), str(len(some))]
        for value, _ in (min(some), max(some)):
            said += [", ".join(f"`{d}`" for v, d in some if v == value), number(value)]
        rows.append(said)
    head = ["cards", "games", "fewest turns with", "turns", "most turns with", "turns"]
    return ["## Which dice turn cards fastest", "", *table(head, rows)]


def _more_cards(values: Values) -> list[str]:
    """Whether a card more takes longer."""
    pairs = [
        ((dice, cards), value, values[dice, cards + 1, begin])
        for (dice, cards, begin), value in values.items()
        if not begin and (dice, cards + 1, begin) in values
    ]
    if not pairs:
        return []
    up = [pair for pair in pairs if pair[2] > pair[1]]
    others = [
        f"`{dice}` from {cards} cards, {number(few)}, to {cards + 1}, {number(more)}"
        for (dice, cards), few, more in pairs
        if more <= few
    ]
    (dice, cards), few, more = max(pairs, key=lambda pair: pair[2] / pair[1])
    return [
        "## What a card more changes",
        "",
        "With the same dice, a card more takes more turns "
        f"{how_many(len(up), len(pairs), 'pairs')}{'; not ' * bool(others)}{', '.join(others)}. "
        f"The largest factor: `{dice}` from {cards} cards, {number(few)}, to {cards + 1}, "
        f"{number(more)}.",
        "",
    ]


def _begun(values: Values) -> list[str]:
    """Whether a card that is face down at first helps."""
    pairs = [
        ((dice, cards, begin), values[dice, cards, ""], value)
        for (dice, cards, begin), value in values.items()
        if begin and (dice, cards, "") in values
    ]
    if not pairs:
        return []
    worse = [pair for pair in pairs if pair[2] > pair[1]]
    same = [pair for pair in pairs if pair[2] == pair[1]]
    lines = [
        "## What a card that is face down at first changes",
        "",
        "It takes fewer turns "
        f"{how_many(len(pairs) - len(worse) - len(same), len(pairs), 'pairs')}, "
        f"as many in {len(same):,}, more in {len(worse):,}.",
        "",
    ]
    for title, some, best in (("helps most", pairs, min), ("harms most", worse, max)):
        if some:
            (dice, cards, begin), none, down = best(some, key=lambda pair: pair[2] - pair[1])
            lines.append(
                f"- {title}: `{dice}`, {cards} cards, card {begin} down: {number(down)}, with "
                f"all up {number(none)}"
            )
    return [*lines, ""]

"""The rules of the card-flipping game: dice, the cards that a roll offers, positions as bit masks.

A position is the mask of the cards face down: bit i - 1 is card i. Rolls with the same set of
existing cards are one roll; their weights add up.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import gcd
from typing import Any

import numpy as np
from numpy.typing import NDArray

DieTable = list[tuple[int, int]]  # increasing faces with weights, which have no common divisor
Die = int | Mapping[int, int] | Sequence[tuple[int, int]]
Roll = tuple[int, ...]  # the existing cards that a roll offers, increasing

MAX_CARDS = 59  # masks below 10^18: what certificates take
MAX_FACES = 1000
MAX_WEIGHT = 10**18  # what certificates take
MAX_ROLLS = 100_000  # distinct (cards shown, total) while the dice are being combined


def roll_weights(*, dice: Sequence[Die], cards: int) -> dict[Roll, int]:
    """The weight of each set of cards that a roll can offer, by listing sums die after die.

    The weights of each die have no common divisor; those of the rolls add up to the product of the
    dice's total weights.

    Examples
    --------
    >>> roll_weights(dice=[2, 2], cards=4)
    {(1, 2): 1, (1, 2, 3): 2, (2, 4): 1}
    """
    return rolls_of(dice_tables(None, dice) if dice else [], cards)


def rolls_of(tables: Sequence[DieTable], cards: int) -> dict[Roll, int]:
    """The rolls of dice as `dice_tables` has them, each with its weight."""
    # (mask of the cards shown by single dice, total so far, at most cards + 1) -> weight
    partial = {(0, 0): 1}
    for table in tables:
        combined: dict[tuple[int, int], int] = {}
        for (mask, total), weight in partial.items():
            for face, extra in table:
                faces_shown = mask | (1 << (face - 1) if face <= cards else 0)
                key = faces_shown, min(total + face, cards + 1)
                combined[key] = combined.get(key, 0) + weight * extra
        if len(combined) > MAX_ROLLS:
            raise ValueError(
                f"the dice show more than {MAX_ROLLS:,} different rolls; need fewer or smaller dice"
            )
        partial = combined
    rolls: dict[Roll, int] = {}
    for (mask, total), weight in partial.items():
        roll = cards_face_down(mask | (1 << (total - 1) if total <= cards else 0))
        rolls[roll] = rolls.get(roll, 0) + weight
    return dict(sorted(rolls.items()))


def offered_cards(roll: Iterable[int], cards: int) -> Roll:
    """The cards that may be turned after a roll: each die's face and the total, those that exist.

    Examples
    --------
    >>> offered_cards([2, 5], cards=12), offered_cards([5, 5], cards=8), offered_cards([9], cards=8)
    ((2, 5, 7), (5,), ())
    """
    faces = list(roll)
    return tuple(sorted(card for card in {*faces, sum(faces)} if 1 <= card <= cards))


def cards_face_down(mask: int) -> tuple[int, ...]:
    """The cards whose bits are set, increasing.

    Examples
    --------
    >>> cards_face_down(0b10011)
    (1, 2, 5)
    """
    return tuple(i + 1 for i, digit in enumerate(reversed(f"{mask:b}")) if digit == "1")


def state_mask(face_down: Iterable[int] | str, cards: int) -> int:
    """The mask of a state given as its cards face down, a list or text such as ``"1, 2, 5"``.

    A card that does not exist or is named twice is a ValueError.

    Examples
    --------
    >>> state_mask([1, 2, 5], cards=6), state_mask("1,2,5", cards=6), state_mask("", cards=6)
    (19, 19, 0)
    """
    words: list[Any] = (
        face_down.replace(",", " ").split() if isinstance(face_down, str) else list(face_down)
    )
    mask = 0
    for word in words:
        if isinstance(word, str) and not (word.isascii() and word.isdigit()):
            raise ValueError(f"card {word!r} is not a number")
        card = int(word) if isinstance(word, str) else word
        integer("card", card, 1)
        if card > cards:
            raise ValueError(f"card {card} does not exist: there are {cards} cards")
        if mask >> (card - 1) & 1:
            raise ValueError(f"card {card} is named twice")
        mask |= 1 << (card - 1)
    return mask


def state_masks(rule: Mapping[str, Any]) -> NDArray[Any]:
    """The mask of every position (choice) of the game that the rule states, increasing.

    Examples
    --------
    >>> from exactbox.games.flip import flip
    >>> state_masks(flip(dice=[2], cards=3, start=4).rule).tolist()
    [4, 5, 6, 7]
    """
    start, goal = rule["start"], rule["goal"]
    if start == goal:
        return np.array([start], dtype=object if start >= 2**63 else np.int64)
    turning = sorted(
        {card for roll in roll_weights(dice=rule["dice"], cards=rule["cards"]) for card in roll}
    )
    bits = [1 << (card - 1) for card in turning]
    kind: Any = object if rule["cards"] > 62 else np.int64
    masks = np.array([start & ~sum(bits)], dtype=kind)
    for bit in bits:  # increasing: the states with this card face down follow all those without
        masks = np.concatenate([masks, masks | bit])
    return masks


def described(rule: Mapping[str, Any]) -> str:
    """The question of the game that the rule states, in a line.

    Examples
    --------
    >>> from exactbox.games.flip import flip
    >>> described(flip(dice=[2, {1: 1, 3: 2}], cards=5, start=2).rule)
    'Card flipping, 5 cards, dice d2 1:1,3:2, from 2 face down: least expected number of turns'
    """
    dice = []
    for table in rule["dice"]:
        fair = [[face, 1] for face in range(1, len(table) + 1)]
        weighted = ",".join(f"{face}:{weight}" for face, weight in table)
        dice.append(f"d{len(table)}" if list(map(list, table)) == fair else weighted)
    start, goal = (", ".join(map(str, cards_face_down(rule[end]))) for end in ("start", "goal"))
    way = f", from {start} face down" * (rule["start"] != 0)
    way += f", to {goal or 'none'} face down" * (rule["goal"] != (1 << rule["cards"]) - 1)
    return (
        f"Card flipping, {rule['cards']} cards, dice {' '.join(dice)}{way}: "
        "least expected number of turns"
    )


def die_named(text: str) -> Die:
    """A die as it is written: its number of sides, or faces with weights.

    Examples
    --------
    >>> die_named("6"), die_named("d6"), die_named("1:1,2:2")
    (6, 6, [(1, 1), (2, 2)])
    """
    pairs = [part.split(":") for part in text.removeprefix("d").split(",")]
    if not all(re.fullmatch("-?[0-9]{1,100}", number) for pair in pairs for number in pair):
        pairs = []
    if len(pairs) == 1 and len(pairs[0]) == 1:
        return int(pairs[0][0])
    if not pairs or any(len(pair) != 2 for pair in pairs):
        raise ValueError(
            f"die {text!r}: need a number of sides, or face:weight pairs such as 1:1,2:2"
        )
    return [(int(face), int(weight)) for face, weight in pairs]


def dice_tables(faces: int | None, dice: Sequence[Die] | None) -> list[DieTable]:
    """Each die as increasing (face, weight) pairs; of two fair ones, where their faces are given.

    The weights of a die have no common divisor.
    """
    if (faces is None) == (dice is None):
        raise ValueError("give either the number of faces of two fair dice, or a list of dice")
    if dice is None:
        dice = [integer("faces", faces, 1)] * 2
    if isinstance(dice, (str, Mapping)) or not isinstance(dice, Sequence):
        raise TypeError(f"dice is a {type(dice).__name__}, need a list of dice")
    if not dice:
        raise ValueError("there are no dice, need at least one")
    tables = list[DieTable]()
    for i, die in enumerate(dice, 1):
        if isinstance(die, int):
            sides = integer(f"die {i}: the number of faces", die, 1)
            if sides > MAX_FACES:
                raise ValueError(f"die {i}: has {sides} faces, at most {MAX_FACES:,} are taken")
            tables.append([(face, 1) for face in range(1, sides + 1)])
            continue
        try:
            pairs = [(face, n) for face, n in (die.items() if isinstance(die, Mapping) else die)]
        except (TypeError, ValueError):
            raise TypeError(
                f"die {i} is {die!r}, need a number of faces or pairs of face and weight"
            ) from None
        for face, weight in pairs:
            integer(f"die {i}: face", face, 1)
            integer(f"die {i}: the weight of face {face}", weight, 1)
            if weight >= MAX_WEIGHT:
                raise ValueError(f"die {i}: the weight of face {face} is not below 10^18")
        if not 1 <= len(pairs) <= MAX_FACES:
            raise ValueError(f"die {i}: has {len(pairs)} faces, need 1 to {MAX_FACES:,}")
        table = sorted((int(face), int(weight)) for face, weight in pairs)
        for (face, _), (following, _) in pairwise(table):
            if face == following:
                raise ValueError(f"die {i}: face {face} is given twice")
        common = gcd(*(weight for _, weight in table))
        tables.append([(face, weight // common) for face, weight in table])
    return tables


def integer(name: str, number: Any, least: int) -> int:
    """The number, if it is an integer and not too small."""
    if isinstance(number, bool) or not isinstance(number, int):
        raise TypeError(f"{name} is {number!r}, need an integer")
    if number < least:
        raise ValueError(f"{name} is {number}, need at least {least}")
    return number

"""Turning cards over: the expected number of turns until all of them are face down.

**The rules** (Project Euler 640, generalised). Cards 1 to n lie on the table. A turn costs 1: roll
all the dice, then turn over exactly one card among those shown by a single die and the one numbered
by the total (face up to face down, or back). A roll that shows no existing card passes. The game
ends at the state ``goal``; the player minimises the expected number of turns:

    v(s) = 1 + sum_roll p(roll) min_{card in roll} v(s ^ card),      v(goal) = 0

**States** are bit masks of the cards face down (bit i - 1 is card i). Rolls with the same set of
existing cards are one branch; their weights add up.

**The numbering.** Any card that some roll shows can be turned at any time, so the states reachable
from the start are all those that agree with it on the other cards: a cube. With two such cards or
more, a cube without one corner is still connected, so no state is cut off by stopping at the goal;
with one, there are just two states. The k-th state in increasing mask therefore spreads the bits of
k over the cards that turn, and turning a card flips one bit of k: the arrays are written down
without a search. Turns can be undone, so the goal is reached from every state or from none.

Sources: Project Euler, problem 640, *Shut the Box*, 2018.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import gcd
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from exactbox.mdp.layout import starts_of
from exactbox.mdp.model import Model
from exactbox.mdp.rewards import Rewards
from exactbox.mdp.validation import freeze

if TYPE_CHECKING:
    from exactbox.mdp.answer import Answer

Die = int | Mapping[int, int] | Sequence[tuple[int, int]]
Roll = tuple[int, ...]  # the existing cards that a roll offers, increasing

MAX_STATES = 2**16  # 16 cards: two minutes and 1.7 GiB; two more cards, 15 times as much
MAX_OPTIONS_PER_STATE = 256  # times max_states: 16 cards and two eight-sided dice have 100
MAX_CARDS = 59  # masks below 10^18: what certificates take
MAX_FACES = 1000
MAX_WEIGHT = 10**18  # what certificates take
MAX_ROLLS = 100_000  # distinct (cards shown, total) while the dice are being combined


def flip(
    faces: int | None = None,
    *,
    cards: int | None = None,
    dice: Sequence[Die] | None = None,
    start: int = 0,
    goal: int | None = None,
    max_states: int = MAX_STATES,
) -> Model:
    """v(s) = 1 + sum_roll p(roll) min_{card in roll} v(s ^ card), the fewest expected turns.

    Parameters
    ----------
    faces : int, optional
        N: two fair N-sided dice, and 2N cards unless `cards` says otherwise.
    cards : int, optional
        The number of cards; by default the largest total of the dice.
    dice : sequence, optional
        In place of `faces`. Each die is its number of sides (a fair die), or a mapping or a list of
        pairs from face to integer weight.
    start, goal : int
        Masks of the cards face down; by default none and all.
    max_states : int
        Larger games are refused.

    Returns
    -------
    Model
        Its choices are the reachable positions in increasing mask: to roll there costs a turn, and
        the goal ends the play. Its states are a position with the cards that a roll offers, by
        position, then by the sorted tuple of cards; the options are the next positions, by card.
        The last state is the start, before the first roll. Rewards "turns". Exact. Its `rule`
        states the game.

    Raises
    ------
    TypeError, ValueError
        Bad parameters, a goal that no play reaches, or a game above `max_states`; one sentence.

    Examples
    --------
    >>> flip(6)
    Model(85,996 states, 233,416 options, 4,096 choices, 85,995 branches)
    >>> flip(dice=[2], cards=3)
    Traceback (most recent call last):
        ...
    ValueError: card 3 can never be turned over: no roll shows it
    """
    tables = _dice_tables(faces, dice)
    if cards is None:
        cards = sum(table[-1][0] for table in tables)
    _require_int("cards", cards, 1)
    totals = {0}
    for table in tables:
        totals = {total + face for total in totals for face, _ in table}
    shown = {face for table in tables for face, _ in table} | totals
    _refuse_large(sum(card <= cards for card in shown), 0, max_states)  # before rolls are listed
    if cards > MAX_CARDS:
        raise ValueError(f"cards is {cards}, at most {MAX_CARDS} are taken")
    full = (1 << cards) - 1
    goal = full if goal is None else goal
    for name, mask in (("start", start), ("goal", goal)):
        _require_int(name, mask, 0)
        if mask > full:
            raise ValueError(f"{name} is {mask}, need 0 to {full}: there are {cards} cards")
    rolls = roll_weights(dice=tables, cards=cards)
    turning = sorted({card for roll in rolls for card in roll})
    for card in cards_face_down(start ^ goal):
        if card not in turning:
            raise ValueError(f"card {card} can never be turned over: no roll shows it")
    _refuse_large(len(turning), sum(map(len, rolls)), max_states)
    rule = {
        "rule": "flip",
        "cards": cards,
        "dice": [[list(pair) for pair in table] for table in tables],
        "start": start,
        "goal": goal,
    }
    if start == goal:
        return _over_at_once(rule)
    bit = {card: 1 << k for k, card in enumerate(turning)}
    begin, end = (
        sum(bit[card] for card in turning if mask >> (card - 1) & 1) for mask in (start, goal)
    )
    return _cube(1 << len(turning), begin, end, rolls, bit, rule)


def _cube(
    states: int,
    start: int,
    goal: int,
    rolls: dict[Roll, int],
    bit: dict[int, int],
    rule: dict[str, Any],
) -> Model:
    """The model over the positions 0 .. states - 1, where a card's turn flips its bit."""
    total = sum(rolls.values())
    ordered = sorted(rolls)
    bit = {**bit, 0: 0}  # a pass turns "card 0": the state stays
    flips = np.array([bit[card] for roll in ordered for card in roll or (0,)], dtype=np.int64)
    sizes = np.array([max(1, len(roll)) for roll in ordered], dtype=np.int64)
    before = np.cumsum(sizes) - sizes  # options of a state that stand before each roll's
    playing = np.delete(np.arange(states, dtype=np.int64), goal)
    turns = np.arange(states - 1, dtype=np.int64)[:, None]
    rows = (states - 1) * sizes.size  # a position and what a roll offers, then the start
    option_start = np.empty(rows + 2, dtype=np.int64)
    option_start[:-2] = (turns * flips.size + before).ravel()
    option_start[-2] = (states - 1) * flips.size
    option_start[-1] = option_start[-2] + 1
    lengths = np.full(states, sizes.size, dtype=np.int64)
    lengths[goal] = 0
    kind: Any = object if total >= 2**63 else np.int64
    denominator = np.full(states, total, dtype=kind)
    turn = np.ones(states, dtype=np.int64)
    denominator[goal], turn[goal] = 1, 0
    weights = np.tile(np.array([rolls[roll] for roll in ordered], dtype=kind), states - 1)
    options = np.append(np.bitwise_xor(playing[:, None], flips).ravel(), start)
    return Model(
        freeze(option_start),
        freeze(starts_of(lengths)),
        freeze(np.arange(rows)),
        freeze(weights),
        freeze(denominator),
        rows,
        option=freeze(options),
        rewards={"turns": Rewards(freeze(turn), freeze(np.ones_like(turn)))},
        rule=rule,
    )


def _over_at_once(rule: dict[str, Any]) -> Model:
    """The game that starts at its goal, worth 0."""
    nothing, zero, one = (np.array(e, dtype=np.int64) for e in ([], [0], [1]))
    starts = np.array([0, 1]), np.array([0, 0])
    turns = {"turns": Rewards(zero, one)}
    return Model(*starts, nothing, nothing, one, option=zero, rewards=turns, rule=rule)


def roll_weights(*, dice: Sequence[Die], cards: int) -> dict[Roll, int]:
    """The weight of each set of cards that a roll can offer, by listing sums die after die.

    The weights of each die have no common divisor; those of the rolls add up to the product of the
    dice's total weights.

    Examples
    --------
    >>> roll_weights(dice=[2, 2], cards=4)
    {(1, 2): 1, (1, 2, 3): 2, (2, 4): 1}
    """
    tables = [_die_table(i, die) for i, die in enumerate(dice, 1)]
    # (mask of the cards shown by single dice, total so far, at most cards + 1) -> weight
    partial = {(0, 0): 1}
    for table in tables:
        combined: dict[tuple[int, int], int] = {}
        for (mask, total), weight in partial.items():
            for face, extra in table:
                shown = mask | (1 << (face - 1) if face <= cards else 0)
                key = shown, min(total + face, cards + 1)
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

    Raises
    ------
    ValueError
        A card that does not exist or is named twice.

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
        _require_int("card", card, 1)
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
    for (
        bit
    ) in bits:  # increasing bits: the states with this card face down follow all those without
        masks = np.concatenate([masks, masks | bit])
    return masks


def _dice_tables(faces: int | None, dice: Sequence[Die] | None) -> list[list[tuple[int, int]]]:
    if (faces is None) == (dice is None):
        raise ValueError("give either the number of faces of two fair dice, or a list of dice")
    if dice is None:
        dice = [_require_int("faces", faces, 1)] * 2
    if isinstance(dice, (str, Mapping)) or not isinstance(dice, Sequence):
        raise TypeError(f"dice is a {type(dice).__name__}, need a list of dice")
    if not dice:
        raise ValueError("there are no dice, need at least one")
    return [_die_table(i, die) for i, die in enumerate(dice, 1)]


def _die_table(i: int, die: Die) -> list[tuple[int, int]]:
    """A die as increasing (face, weight) pairs; the weights have no common divisor."""
    if isinstance(die, int):
        sides = _require_int(f"die {i}: the number of faces", die, 1)
        if sides > MAX_FACES:
            raise ValueError(f"die {i}: has {sides} faces, at most {MAX_FACES:,} are taken")
        return [(face, 1) for face in range(1, sides + 1)]
    try:
        pairs = [
            (face, weight) for face, weight in (die.items() if isinstance(die, Mapping) else die)
        ]
    except (TypeError, ValueError):
        raise TypeError(
            f"die {i} is {die!r}, need a number of faces or pairs of face and weight"
        ) from None
    for face, weight in pairs:
        _require_int(f"die {i}: face", face, 1)
        _require_int(f"die {i}: the weight of face {face}", weight, 1)
        if weight >= MAX_WEIGHT:
            raise ValueError(f"die {i}: the weight of face {face} is not below 10^18")
    if not 1 <= len(pairs) <= MAX_FACES:
        raise ValueError(f"die {i}: has {len(pairs)} faces, need 1 to {MAX_FACES:,}")
    table = sorted((int(face), int(weight)) for face, weight in pairs)
    for (face, _), (following, _) in pairwise(table):
        if face == following:
            raise ValueError(f"die {i}: face {face} is given twice")
    shared = gcd(*(weight for _, weight in table))
    return [(face, weight // shared) for face, weight in table]


def _require_int(name: str, number: Any, least: int) -> int:
    if isinstance(number, bool) or not isinstance(number, int):
        raise TypeError(f"{name} is {number!r}, need an integer")
    if number < least:
        raise ValueError(f"{name} is {number}, need at least {least}")
    return number


def _refuse_large(turning: int, options: int, max_states: int) -> None:
    """Refuse 2^turning states with so many options each, if that is more than the limit."""
    states = 1 << turning
    if states <= max_states and states * options <= max_states * MAX_OPTIONS_PER_STATE:
        return
    size = f"{states:,}" if turning <= 60 else f"2^{turning}"
    # 8 bytes each per state, option target, option start, branch target and weight
    gigabytes = max(8 * states * (3 + 2 * max(options, turning)) >> 30, 1)
    memory = f"at least {gigabytes:,} GiB" if turning <= 60 else "more memory than there is"
    raise ValueError(
        f"{turning} cards that can be turned make {size} states and need {memory} for the "
        "model alone; exact answers take 1.7 GiB for 16 cards, and 15 times that for every two "
        f"more; the limit is max_states={max_states:,}"
    )


def advise(result: Answer, state: int, faces: Sequence[int]) -> list[tuple[int, Fraction]]:
    """Each card that the roll offers with the exact number of turns to come after it, best first.

    Parameters
    ----------
    result : Answer
        Of a model built by `flip`.
    state : int
        Mask of the cards face down before the move.
    faces : sequence of int
        The dice as rolled, in the order of the game's dice.

    Returns
    -------
    list of (card, Fraction)
        Equal ones by card number; card 0 is a pass. The turn of the roll itself is not counted.

    Raises
    ------
    ValueError
        A position that the game cannot reach or that is its end, or dice that cannot show this.

    Examples
    --------
    >>> from exactbox.mdp import certify
    >>> advise(certify(flip(2)), 0, [1, 2])
    [(3, Fraction(521, 105)), (1, Fraction(183, 35)), (2, Fraction(8564, 1575))]
    """
    rule = result.model.rule
    if rule is None or rule["rule"] != "flip":
        raise ValueError("the model is not a card-flipping game")
    dice = rule["dice"]
    if len(faces) != len(dice):
        raise ValueError(f"{len(faces)} dice are named, the game has {len(dice)}")
    for i, (face, die) in enumerate(zip(faces, dice, strict=True), 1):
        if face not in [side for side, _ in die]:
            raise ValueError(f"die {i} cannot show {face}, it has {[side for side, _ in die]}")
    if state == rule["goal"]:
        raise ValueError("the game is over in this position: there is no card to turn")
    masks = state_masks(rule).tolist()
    if state not in masks:
        raise ValueError(f"the position {cards_face_down(state)} cannot be reached from the start")
    number = {mask: choice for choice, mask in enumerate(masks)}
    cards = offered_cards(faces, rule["cards"])
    after = {card: state ^ (1 << (card - 1)) for card in cards} or {0: state}
    choices = [(card, Fraction(result.worth(number[mask]))) for card, mask in after.items()]
    return sorted(choices, key=lambda choice: (choice[1], choice[0]))

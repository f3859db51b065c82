"""The best card to turn: the exact number of turns to come after each that a roll offers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from exactbox.games.flip.rules import cards_face_down, offered_cards, state_masks

if TYPE_CHECKING:
    from exactbox.mdp.answers.answer import Answer


def advise(result: Answer, state: int, faces: Sequence[int]) -> list[tuple[int, Fraction]]:
    """Each card that the roll offers with the exact number of turns to come after it, best first.

    Equal ones are in the order of their cards; card 0 is a pass. The turn of the roll itself is not
    counted.

    Parameters
    ----------
    result : Answer
        Of a model built by `flip`.
    state : int
        Mask of the cards face down before the move.
    faces : sequence of int
        The dice as rolled, in the order of the game's dice.

    Raises
    ------
    ValueError
        A position that the game cannot reach or that is its end, or dice that cannot show this.

    Examples
    --------
    >>> from exactbox.games.flip import flip
    >>> from exactbox.mdp import total_until_end
    >>> advise(total_until_end(flip(2)), 0, [1, 2])
    [(3, Fraction(521, 105)), (1, Fraction(183, 35)), (2, Fraction(8564, 1575))]
    """
    rule = result.model.rule
    if rule is None or rule["rule"] != "flip":
        raise ValueError("the model is not a card-flipping game")
    dice = rule["dice"]
    if len(faces) != len(dice):
        raise ValueError(f"need what each of the {len(dice)} dice shows, found {len(faces)}")
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
    choices = [(card, Fraction(result.q_value(number[mask]))) for card, mask in after.items()]
    return sorted(choices, key=lambda choice: (choice[1], choice[0]))

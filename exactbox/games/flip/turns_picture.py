"""The picture of a card-flipping game: its values by cards down, and the best choice by roll.

What counts as a choice is the die whose card is turned, or the total: of equal dice the lower one
first, so that 1 2 and 2 1 are one roll. Where several cards are equally good none of them counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, islice, product
from typing import TYPE_CHECKING, Any

import numpy as np

from exactbox.games.flip.rules import described, offered_cards, roll_weights, state_masks
from exactbox.showing import counted

if TYPE_CHECKING:
    from exactbox.mdp.answers.answer import Answer
    from exactbox.plots.turns import Choices

MAX_ROLLS = 64  # columns of 0.3 inches: a page of a poster

_TIED, _PASS = "equally good", "pass"


def plot_turns(answer: Answer) -> Any:
    """The exact turns to come by the number of cards down, and the best choice by roll.

    The answer is of a model built by `flip`; the figure of matplotlib has two panels, and
    `exactbox.plots.save` writes it.

    Raises
    ------
    ValueError
        Another model, a game that is over at once, or more rolls than `MAX_ROLLS`.

    Examples
    --------
    >>> from exactbox import total_until_end, flip
    >>> figure = plot_turns(total_until_end(flip(2)))
    >>> print(figure.get_supxlabel())
    from the start: exactly 8936/1575 ~ 5.673650793651 (rounded)
    15 positions, with their rolls 46
    """
    from exactbox.plots.figures import exactly
    from exactbox.plots.turns import values_and_choices

    rule = require_drawable(answer.model.rule)
    if answer.choices is None:
        raise ValueError("the values of all positions are needed: the answer of total_until_end")
    masks, start = state_masks(rule).tolist(), rule["start"]
    values = [
        (mask.bit_count(), float(value))
        for mask, value in zip(masks, answer.choices.to_float(), strict=True)
    ]
    words, said = described(rule), exactly(answer.value)
    size = f"{counted(len(masks) - 1, 'position')}, with their rolls {answer.model.states:,}"
    marked = start.bit_count(), values[masks.index(start)][1], "the start"
    return values_and_choices(
        words, [f"from the start: {said}", size], values, _choices(answer, rule), marked
    )


def require_drawable(rule: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """The rule of a game that `plot_turns` has room for; tested before the game is solved."""
    if rule is None or rule["rule"] != "flip":
        raise ValueError("the model is not a card-flipping game")
    if rule["start"] == rule["goal"]:
        raise ValueError("the game is over at once: there is nothing to draw")
    if len(list(islice(_rolls(rule["dice"]), MAX_ROLLS + 1))) > MAX_ROLLS:
        raise ValueError(f"the dice show more than {MAX_ROLLS} rolls, a picture has room for these")
    return rule


def _choices(answer: Answer, rule: Mapping[str, Any]) -> Choices:
    """The number of positions in which each die, and the total, is best after each roll."""
    from exactbox.plots.turns import Choices

    cards, dice, rolls = rule["cards"], rule["dice"], list(_rolls(rule["dice"]))
    number = {roll: r for r, roll in enumerate(sorted(roll_weights(dice=dice, cards=cards)))}
    playing = (answer.model.states - 1) // len(number)  # states: a position and a roll; the start
    tied = np.zeros(answer.model.states, dtype=bool)
    tied[answer.ties] = True
    kinds = _kinds(dice)
    counts: dict[str, list[int | None]] = {kind: [] for kind in [*kinds, _TIED, _PASS]}
    for faces in rolls:
        offered = offered_cards(faces, cards)
        states = np.arange(playing) * len(number) + number[offered]
        clear = states[~tied[states]]
        best = np.bincount(answer.policy[clear], minlength=max(1, len(offered))).tolist()
        shows = [*faces, sum(faces)][: len(kinds)]
        for i, (kind, card) in enumerate(zip(kinds, shows, strict=True)):
            new = card in offered and card not in shows[:i]
            counts[kind].append(best[offered.index(card)] if new else None)
        counts[_TIED].append(playing - len(clear) if len(offered) > 1 else None)
        counts[_PASS].append(None if offered else playing)
    named = [" ".join(map(str, faces)) for faces in rolls]
    for kind in (_TIED, _PASS):
        if not any(counts[kind]):
            del counts[kind]
    return Choices(named, counts, playing)


def _rolls(dice: Sequence[Any]) -> Iterator[tuple[int, ...]]:
    """The rolls of the dice; of equal dice in increasing order."""
    faces = [[face for face, _ in die] for die in dice]
    if _equal(dice):
        return combinations_with_replacement(faces[0], len(faces))
    return product(*faces)


def _kinds(dice: Sequence[Any]) -> list[str]:
    """The names of choices: each die, and of several the total."""
    if len(dice) == 1:
        return ["the die"]
    if len(dice) == 2 and _equal(dice):
        return ["lower die", "higher die", "total"]
    order = "by size " * _equal(dice)
    return [*(f"die {i} {order}".strip() for i in range(1, len(dice) + 1)), "total"]


def _equal(dice: Sequence[Any]) -> bool:
    return all(die == dice[0] for die in dice)

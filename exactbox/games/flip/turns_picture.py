"""The picture of a card-flipping game: its values by cards down, and the best choice by roll.

Above, a dash a position, with a line through the least and one through the greatest value of every
number of cards down. Below, a table: a column a roll, a row a kind of choice, and in each cell in
how many of the positions that kind is the best one, in percent and as a shade of grey. What a roll
does not offer is hatched.

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

MAX_ROLLS = 64  # columns of 0.3 inches: a page of a poster

_TIED, _PASS = "equally good", "pass"
_COLUMN_WIDTH, _ROW_HEIGHT = 0.3, 0.28  # inches: three digits of 8 points
_SIDES = 1.4  # inches left and right of the columns: the names of the rows
_MAX_VECTOR_DASHES = 5000  # an SVG has more as pixels: a megabyte less for 10,000
_DARK = 0.55  # of black, from where on letters are white: contrast is 4.9 or more on both sides


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
    from exactbox.plots.figures import BLACK, BLUE, RED, drawing, exactly

    rule = require_drawable(answer.model.rule)
    if answer.choices is None:
        raise ValueError("the values of all positions are needed: the answer of total_until_end")
    masks, start = state_masks(rule).tolist(), rule["start"]
    values = answer.choices.to_float()
    cards = np.array([mask.bit_count() for mask in masks])
    rolls, counts, positions = _choices(answer, rule)
    size = f"{counted(len(masks) - 1, 'position')}, with their rolls {answer.model.states:,}"
    below = [f"from the start: {exactly(answer.value)}", size]
    width, table = max(7.0, _SIDES + _COLUMN_WIDTH * len(rolls)), _ROW_HEIGHT * len(counts)
    with drawing(described(rule), below, width=width, height=4.2 + table) as figure:
        upper, lower = figure.subplots(2, height_ratios=(3.0, table))
        dash = {"marker": "_", "markersize": 9, "markeredgewidth": 0.7, "color": BLUE}
        many = len(values) > _MAX_VECTOR_DASHES
        upper.plot(cards, values, linestyle="", **dash, rasterized=many, label="a position")
        at = np.unique(cards)
        for name, end, line in (("greatest", np.max, "v--"), ("least", np.min, "^-")):
            heights = [end(values[cards == n]) for n in at]
            upper.plot(
                at, heights, line, color=BLACK, markersize=4, linewidth=1, label=f"the {name}"
            )
        ring = {"markersize": 9, "markerfacecolor": "none", "markeredgewidth": 1.8}
        first = masks.index(start)
        upper.plot(cards[first], values[first], "o", color=RED, **ring, label="the start")
        upper.yaxis.grid(color="#dddddd", linewidth=0.6)
        upper.set(xlabel="cards face down", ylabel="expected turns to come", xticks=at)
        upper.set_ylim(bottom=0)
        upper.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=4)

        shares = np.array([*counts.values()], dtype=float) / positions  # nan: not offered
        lower.patch.set(hatch="xxxx", edgecolor="#bbbbbb", linewidth=0)  # seen where there is none
        lower.imshow(np.ma.masked_invalid(shares), cmap="Greys", vmin=0, vmax=1, aspect="auto")
        for row, kind in enumerate(counts.values()):
            for column, count in enumerate(kind):
                if count is not None:
                    color = "white" if shares[row, column] > _DARK else BLACK
                    look = {"ha": "center", "va": "center", "fontsize": 8, "color": color}
                    lower.text(column, row, percent(count, positions), **look)
        lower.set_xticks(range(len(rolls)), rolls)
        lower.set_yticks(range(len(counts)), [*counts])
        lower.tick_params(length=0)
        about = "the best choice, in percent of the positions (hatched: the roll does not offer it)"
        lower.set(xlabel="roll", title=about)
    return figure


def require_drawable(rule: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """The rule of a game that `plot_turns` can draw; tested before the game is solved."""
    if rule is None or rule["rule"] != "flip":
        raise ValueError("the model is not a card-flipping game")
    if rule["start"] == rule["goal"]:
        raise ValueError("the game is over at once: there is nothing to draw")
    if len(list(islice(_rolls(rule["dice"]), MAX_ROLLS + 1))) > MAX_ROLLS:
        raise ValueError(f"the dice show more than {MAX_ROLLS} rolls, the most that are drawn")
    return rule


def _choices(
    answer: Answer, rule: Mapping[str, Any]
) -> tuple[list[str], dict[str, list[int | None]], int]:
    """The rolls; for each die, and the total, in how many positions it is best after each roll
    (None where the roll does not offer it); and the number of positions."""
    cards, dice, rolls = rule["cards"], rule["dice"], list(_rolls(rule["dice"]))
    number = {roll: r for r, roll in enumerate(sorted(roll_weights(dice=dice, cards=cards)))}
    playing = (answer.model.states - 1) // len(number)  # states: a position and a roll; the start
    tied = np.zeros(answer.model.states, dtype=bool)
    tied[answer.ties] = True
    if len(dice) == 1:
        kinds = ["the die"]
    elif len(dice) == 2 and dice[0] == dice[1]:
        kinds = ["lower die", "higher die", "total"]
    else:
        order = "by size " * _are_equal(dice)
        kinds = [*(f"die {i} {order}".strip() for i in range(1, len(dice) + 1)), "total"]
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
    for kind in (_TIED, _PASS):
        if not any(counts[kind]):
            del counts[kind]
    return [" ".join(map(str, faces)) for faces in rolls], counts, playing


def _rolls(dice: Sequence[Any]) -> Iterator[tuple[int, ...]]:
    """The rolls of the dice; of equal dice in increasing order."""
    faces = [[face for face, _ in die] for die in dice]
    if _are_equal(dice):
        return combinations_with_replacement(faces[0], len(faces))
    return product(*faces)


def _are_equal(dice: Sequence[Any]) -> bool:
    """Return whether all dice have the same faces and weights."""
    return all(die == dice[0] for die in dice)


def percent(count: int, total: int) -> str:
    """A share in whole percent; 0 and 100 where they are exact alone.

    Examples
    --------
    >>> percent(1, 3), percent(1, 1000), percent(999, 1000), percent(0, 3)
    ('33', '<1', '>99', '0')
    """
    if 0 < 200 * count < total:
        return "<1"
    if 0 < 200 * (total - count) < total:
        return ">99"
    return f"{100 * count / total:.0f}"

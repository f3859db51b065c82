"""Values by the number of cards down, and the policy's choice by roll: two panels of one picture.

Above, a dash a position, with a line through the least and one through the greatest value of every
number of cards. Below, a table: a column a roll, a row a kind of choice, and in each cell in how
many of the positions that kind is the best one, in percent and as a shade of grey. What a roll does
not offer is hatched. 0 and 100 are only said where they are exact.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from exactbox.plots.figures import BLACK, BLUE, RED, drawing

_ABOUT = "the best choice, in percent of the positions (hatched: the roll does not offer it)"
_COLUMN = 0.3  # inches: of three digits of 8 points
_SIDES = 1.4  # inches left and right of the columns: the names of the rows
_MAX_VECTOR_DASHES = 5000  # an SVG has more as pixels: a megabyte less for 10,000
_DARK = 0.55  # of black, from where on letters are white: contrast is 4.9 or more on both sides


@dataclass(frozen=True)
class Choices:
    """The number of positions in which each kind of choice is best after each roll.

    ``counts`` has for each kind a number of positions for each roll; None where it is not offered.
    """

    rolls: Sequence[str]
    counts: Mapping[str, Sequence[int | None]]
    positions: int


def values_and_choices(
    title: str,
    below: Sequence[str],
    values: Sequence[tuple[int, float]],
    choices: Choices,
    start: tuple[int, float, str],
) -> Any:
    """The picture of a card game's values (panel 0) and of its policy (a table, panel 1).

    ``values`` are (cards down, value) of every position, and `start` has a position that is marked,
    with what is said there.
    """
    width = max(7.0, _SIDES + _COLUMN * len(choices.rolls))
    tall = 0.28 * len(choices.counts)
    with drawing(title, below, width=width, height=4.2 + tall) as figure:
        upper, lower = figure.subplots(2, height_ratios=(3.0, tall))
        _values(upper, values, start)
        _table(lower, choices)
    return figure


def _values(axes: Any, values: Sequence[tuple[int, float]], start: tuple[int, float, str]) -> None:
    """A dash a position, and lines through the least and the greatest."""
    by_cards: dict[int, list[float]] = {}
    for cards, value in values:
        by_cards.setdefault(cards, []).append(value)
    at, ends = sorted(by_cards), {"greatest": max, "least": min}
    axes.plot(
        *zip(*values),
        linestyle="",
        marker="_",
        markersize=9,
        markeredgewidth=0.7,
        color=BLUE,
        rasterized=len(values) > _MAX_VECTOR_DASHES,
        label="a position",
    )
    for (name, end), line, marker in zip(ends.items(), ("--", "-"), ("v", "^")):
        heights = [end(by_cards[cards]) for cards in at]
        axes.plot(at, heights, line, color=BLACK, marker=marker, markersize=4, linewidth=1,
                  label=f"the {name}")  # fmt: skip
    axes.plot(*start[:2], marker="o", markersize=9, markerfacecolor="none", linestyle="",
              markeredgecolor=RED, markeredgewidth=1.8, label=start[2])  # fmt: skip
    axes.yaxis.grid(color="#dddddd", linewidth=0.6)
    axes.set_xticks(at)
    axes.set_ylim(bottom=0)
    axes.set(xlabel="cards face down", ylabel="expected turns to come")
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=4)


def _table(axes: Any, choices: Choices) -> None:
    """A cell a roll and kind, with its percentage."""
    kinds, rolls = list(choices.counts), range(len(choices.rolls))
    shares = [
        [0.0 if n is None else n / choices.positions for n in choices.counts[kind]]
        for kind in kinds
    ]
    axes.imshow(shares, cmap="Greys", vmin=0, vmax=1, aspect="auto")
    for row, kind in enumerate(kinds):
        for column, count in enumerate(choices.counts[kind]):
            if count is None:
                axes.bar(column, 1, 1, row - 0.5, facecolor="white", hatch="xxxx",
                         edgecolor="#bbbbbb", linewidth=0)  # fmt: skip
                continue
            color = "white" if shares[row][column] > _DARK else BLACK
            axes.text(column, row, percent(count, choices.positions), color=color,
                      ha="center", va="center", fontsize=8)  # fmt: skip
    axes.set_xticks(rolls, choices.rolls)
    axes.set_yticks(range(len(kinds)), kinds)
    axes.set_xlim(-0.5, len(rolls) - 0.5)
    axes.set_ylim(len(kinds) - 0.5, -0.5)
    axes.tick_params(length=0)
    axes.set(xlabel="roll", title=_ABOUT)


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

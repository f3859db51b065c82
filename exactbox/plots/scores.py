"""Distributions of final scores: a bar a score, as high as its probability.

The mean is marked by a line, and score 0, where the game is done, by a hatched bar; both are
exact sums over the scores, and stand below as fractions. Where scores go beyond `_BARS` (tiles read
as one number) a logarithmic axis has a stem a score.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from exactbox.decimals import decimal_string
from exactbox.plots.figures import BLACK, BLUE, RED, SAND, drawing, exactly, power_of_ten

_BARS = 150  # points of a bar would be fewer than 3 in 7 inches


def scores(
    title: str,
    found: Mapping[int, Fraction],
    answers: Sequence[str],
    *,
    unit: str,
    done: str,
    to_beat: int | None = None,
) -> Any:
    """The picture of a distribution of scores, whose probabilities add up to 1.

    Below it stand the answers, the mean, in the unit that a score counts, and score 0, which means
    `done`: "box shut". The bars' heights are the probabilities, each correctly rounded to a float.

    Examples
    --------
    >>> thirds = {0: Fraction(1, 3), 2: Fraction(2, 3)}
    >>> figure = scores("One die", thirds, [], unit="points", done="none left")
    >>> print(figure.get_supxlabel())
    expected score: exactly 4/3 ~ 1.333333333333 (rounded)
    none left: exactly 1/3 ~ 0.333333333333 (rounded)
    """
    mean = sum((score * chance for score, chance in found.items()), Fraction(0))
    zero = found.get(0, Fraction(0))
    below = [*answers, f"expected score: {exactly(mean)}", f"{done}: {exactly(zero)}"]
    with drawing(title, below) as figure:
        axes = figure.subplots()
        points, heights = list(found), [float(chance) for chance in found.values()]
        if max(points) <= _BARS:
            bars = axes.bar(points, heights, width=0.8, color=BLUE, edgecolor=BLACK, linewidth=0.5)
            if points[0] == 0:
                bars[0].set(facecolor=SAND, hatch="////")
            axes.set_xlim(-0.9, max(points) + 0.9)
        else:
            axes.set_xscale("symlog", linthresh=1, linscale=0.3)
            axes.xaxis.set_major_formatter(power_of_ten)
            axes.vlines(points, 0, heights, color=BLUE, linewidth=1)
            axes.plot(points[:1], heights[:1], color=BLACK, marker="D", markersize=4)
            axes.set_xlim(-0.3, max(points) * 2)
        top = 1.18 * max(heights)  # room for the words at the lines
        axes.set_ylim(0, top)
        axes.yaxis.grid(color="#dddddd", linewidth=0.6)
        scale = "; logarithmic from 1 on" * (max(points) > _BARS)
        axes.set(xlabel=f"final score ({unit}{scale})", ylabel="probability")
        _marked(axes, float(mean), f"expected score {_decimal(mean)}", top, "--")
        if to_beat is not None:
            _marked(axes, to_beat, f"to beat: {to_beat}", 0.93 * top, ":")
        if zero:
            axes.annotate(
                f"{done}: {_decimal(zero)}",
                (0, heights[0]),
                xytext=(0, 4),
                textcoords="offset points",
                ha="left",
            )
    return figure


def _marked(axes: Any, at: float, words: str, height: float, line: str) -> None:
    """A line from the axis up, with words to its right, or to its left near the right end."""
    axes.vlines([at], 0, height, color=RED, linestyle=line, linewidth=1.6)
    left = axes.transAxes.inverted().transform(axes.transData.transform((at, 0)))[0] > 0.7
    axes.annotate(
        words,
        (at, height),
        xytext=(-4 if left else 4, -2),
        textcoords="offset points",
        ha="right" if left else "left",
        va="top",
    )


def _decimal(value: Fraction) -> str:
    """A decimal with as many digits as one reads in a picture."""
    return decimal_string(value.numerator, value.denominator, 4)

"""The picture of a distribution of final scores: a bar a score, as high as its probability.

The mean is a line, and score 0, where the box is shut, a hatched bar; both stand below as
fractions. Where scores go beyond `_MAX_BARS` (tiles read as one number) a logarithmic axis has
a stem a score.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from exactbox.decimals import decimal_string
from exactbox.games.shutbox.rules import Rules
from exactbox.plots.figures import BLACK, BLUE, RED, SAND, drawing, exactly, power_of_ten

_UNITS = {
    "sum": "sum of the open tiles",
    "count": "number of open tiles",
    "digits": "open tiles, read as one number",
}
_MAX_BARS = 150  # in 7 inches: more would have fewer than 3 points each


def draw_scores(
    rules: Rules,
    when: str,
    distribution: Mapping[int, Fraction],
    question: str,
    answers: Mapping[str, Fraction],
    to_beat: int | None = None,
) -> Any:
    """The figure of final scores under a policy, of which `when` says what it is best for.

    Scores increase, and their probabilities add up to 1. Below stand the question, exact answers by
    their words, the mean and the probability of 0; `to_beat` is a score that is marked.

    Examples
    --------
    >>> thirds = {0: Fraction(1, 3), 2: Fraction(2, 3)}
    >>> print(draw_scores(Rules(), "one wins", thirds, "One die", {}).get_supxlabel())
    One die
    expected score: exactly 4/3 ~ 1.333333333333 (rounded)
    box shut: exactly 1/3 ~ 0.333333333333 (rounded)
    """
    mean = sum((score * chance for score, chance in distribution.items()), Fraction(0))
    zero = distribution.get(0, Fraction(0))
    values = {**answers, "expected score": mean, "box shut": zero}
    below = [question, *(f"{name}: {exactly(value)}" for name, value in values.items())]
    rounded = {name: decimal_string(*values[name].as_integer_ratio(), 4) for name in values}
    shut = f"box shut: {rounded['box shut']}"
    with drawing(f"Shut the Box: final scores when {when}", below) as figure:
        axes = figure.subplots()
        points, heights = list(distribution), [float(chance) for chance in distribution.values()]
        is_long = max(points) > _MAX_BARS
        if is_long:
            axes.set_xscale("symlog", linthresh=1, linscale=0.3)
            axes.xaxis.set_major_formatter(power_of_ten)
            axes.vlines(points, 0, heights, color=BLUE, linewidth=1)
            if zero:
                axes.plot(0, heights[0], "D", color=BLACK, markersize=4, label=shut)
        else:
            bars = axes.bar(points, heights, color=BLUE, edgecolor=BLACK, linewidth=0.5)
            if zero:
                bars[0].set(facecolor=SAND, hatch="////", label=shut)
        expected = f"expected score: {rounded['expected score']}"
        axes.axvline(float(mean), color=RED, linestyle="--", linewidth=1.6, label=expected)
        if to_beat is not None:
            axes.axvline(to_beat, color=RED, linestyle=":", label=f"to beat: {to_beat}")
        axes.set_ylim(0)
        axes.yaxis.grid(color="#dddddd", linewidth=0.6)
        scale = "; logarithmic from 1 on" * is_long
        axes.set(xlabel=f"final score ({_UNITS[rules.score]}{scale})", ylabel="probability")
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=3)
    return figure

"""Markov chains: a circle of states, an arrow for each step, with its probability.

The darker a state, the larger its share of the time in the long run; one that is left for ever is
white, with a dotted edge.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import cos, pi, sin
from typing import Any

from exactbox.decimals import fraction_string
from exactbox.plots.figures import BLACK, drawing

MAX_STATES = 20
_MAX_LETTERS = 8  # of a name, in a circle of `_RADIUS`
_DIGITS = 9  # of a probability
_RADIUS = 0.13  # of a state, where the circle of all has 1
_BEND = 0.14  # of an arrow, to the left of its way, so that two ways differ
_DARKEST = 0.35  # how much of the light the largest share takes: the text's contrast is 9


def transition_graph(
    title: str,
    names: Sequence[str],
    steps: Mapping[tuple[int, int], Fraction],
    share: Mapping[int, float],
    below: Sequence[str],
) -> Any:
    """The picture of a chain by its positive probabilities, and the shares of recurrent states.

    Examples
    --------
    >>> steps = {(0, 0): Fraction(1, 2), (0, 1): Fraction(1, 2), (1, 1): Fraction(1)}
    >>> figure = transition_graph("A coin", ["toss", "head"], steps, {1: 1.0}, ["until a head"])
    >>> [text.get_text() for text in figure.axes[0].texts]
    ['toss', 'head', '1/2', '1/2', '1']
    """
    n, most = len(names), max(share.values(), default=1.0)
    size = min(9.0, 4.2 + 0.28 * n)
    radius = _RADIUS * max(min(1.0, 7.0 / n), 0.6)
    with drawing(title, below, width=7.0 if size < 7.0 else size, height=size) as figure:
        from matplotlib.patches import Circle, FancyArrowPatch

        axes = figure.subplots()
        at = [(sin(2 * pi * s / n), cos(2 * pi * s / n)) for s in range(n)] if n > 1 else [(0, 0)]
        for s, (x, y) in enumerate(at):
            light = 1 - _DARKEST * share.get(s, 0.0) / most
            edge = "-" if s in share else ":"
            axes.add_patch(
                Circle((x, y), radius, fc=(light,) * 3, ec=BLACK, linestyle=edge, zorder=3)
            )
            name = names[s] if len(names[s]) <= _MAX_LETTERS else f"{names[s][: _MAX_LETTERS - 1]}…"
            axes.text(x, y, name, ha="center", va="center", fontsize=8, zorder=4)
        for (s, t), p in steps.items():
            (x, y), (u, v) = at[s], at[t]
            if s == t:  # a loop, outwards
                x, y = (x, y) if n > 1 else (0.0, 1.0)
                middle, where = (
                    (at[s][0] + x * r * radius, at[s][1] + y * r * radius) for r in (1.4, 2.4)
                )
                axes.add_patch(Circle(middle, radius, fill=False, edgecolor=BLACK, zorder=1))
            else:
                axes.add_patch(
                    FancyArrowPatch(
                        (x, y),
                        (u, v),
                        connectionstyle=f"arc3,rad={_BEND}",
                        arrowstyle="-|>",
                        mutation_scale=11,
                        shrinkA=0,
                        shrinkB=72 * radius * size / 2.8,  # points: the axes have 2.8 units
                        color=BLACK,
                        linewidth=0.9,
                        zorder=2,
                    )
                )
                # a third of the way, on the quadratic curve through the bend
                bend = ((x + u) / 2 + _BEND * (v - y), (y + v) / 2 - _BEND * (u - x))
                a, b, c = 0.36, 0.48, 0.16  # (1 - q)^2, 2 q (1 - q), q^2 with q = 2/5
                where = (a * x + b * bend[0] + c * u, a * y + b * bend[1] + c * v)
            axes.text(
                *where,
                fraction_string(p, whole=_DIGITS),
                ha="center",
                va="center",
                fontsize=8,
                zorder=5,
                bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6},
            )
        axes.set(xlim=(-1.4, 1.4), ylim=(-1.4, 1.4), aspect="equal")
        axes.set_axis_off()
    return figure

"""Pareto curves of two objectives: the vertices, the line between them, and what can be had.

The region that can be had lies on the side of the curve that is worse in both objectives; it is
hatched. The exact coordinates of the vertices stand below, as text.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from exactbox.decimals import fraction_string
from exactbox.plots.figures import BLACK, BLUE, SAND, drawing

_MAX_LISTED = 20  # vertices whose coordinates stand below: 20 lines are 3.1 inches
_MAX_MARKED = 60  # vertices with a marker: it takes 6 points, and 7 inches have 504
_MARGIN = Fraction(1, 8)  # beside the curve, of its size
_DIGITS = 40  # of a coordinate


def pareto_curve(
    title: str,
    vertices: Sequence[tuple[Fraction, ...]],
    axes_words: tuple[str, str],
    more_is_better: tuple[bool, bool] = (True, True),
) -> Any:
    """The picture of a curve by its vertices, in the order of the first coordinate.

    Parameters
    ----------
    axes_words : two texts
        What the coordinates are.
    more_is_better : two bools
        Of each coordinate; the hatched side is where both are worse.

    Examples
    --------
    >>> points = [(Fraction(1, 2), Fraction(48)), (Fraction(5, 9), Fraction(60))]
    >>> figure = pareto_curve("What can be had", points, ("probability", "steps"), (True, False))
    >>> print(figure.get_supxlabel())
    vertices (probability, steps), exactly:
    (1/2, 48)
    (5/9, 60)
    """
    below = [f"vertices ({', '.join(axes_words)}), exactly:"]
    below += [
        f"({', '.join(fraction_string(n, whole=_DIGITS) for n in each)})"
        for each in vertices[:_MAX_LISTED]
    ]
    if len(vertices) > _MAX_LISTED:
        below.append(f"and {len(vertices) - _MAX_LISTED:,} more")
    with drawing(title, below) as figure:
        axes = figure.subplots()
        ends = []  # of both axes: the worse one, then the better one
        for k, more in enumerate(more_is_better):
            low, high = min(each[k] for each in vertices), max(each[k] for each in vertices)
            margin = (high - low or abs(high) or 1) * _MARGIN
            low, high = low - margin, high + margin
            ends.append((low, high) if more else (high, low))
            (axes.set_xlim if k == 0 else axes.set_ylim)(float(low), float(high))
        points = sorted(vertices, key=lambda each: each[0], reverse=not more_is_better[0])
        worst_x, worst_y = ends[0][0], ends[1][0]
        line = [(worst_x, points[0][1]), *points, (points[-1][0], worst_y)]
        x, y = ([float(each[k]) for each in line] for k in range(2))
        axes.fill(
            [*x, float(worst_x)], [*y, float(worst_y)],
            facecolor=SAND, alpha=0.35, hatch="//", edgecolor=SAND, linewidth=0,
        )  # fmt: skip
        axes.plot(x[:2], y[:2], color=BLUE, linestyle=":")
        axes.plot(x[1:-1], y[1:-1], color=BLUE)
        axes.plot(x[-2:], y[-2:], color=BLUE, linestyle=":")
        if len(points) <= _MAX_MARKED:
            axes.plot(x[1:-1], y[1:-1], "o", color=BLACK, markersize=4)
        axes.set(xlabel=axes_words[0], ylabel=axes_words[1])
    return figure

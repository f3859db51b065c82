"""Lengths of exact values: the digits of numerators and denominators, on a logarithmic scale.

**The problem.** Exact arithmetic pays for every digit; where fractions grow long, and how long most
of them are, is seen in no single value.

**The method.** Two panels. On the left each value has its place, by number, a full dot for the
denominator and a ring for the numerator; on the right the same numbers are sorted, longest first.
The scale counts decimal digits, on its right side bits, log2(10) a digit. Values are in lowest
terms, a sign is not a digit, and 0 has one digit: ``len(str(abs(n)))``.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2
from typing import Any

from exactbox.plots.figures import BLACK, SAND, drawing, require_matplotlib

_BITS = log2(10)  # a digit
_MAX_LARGE_DOTS = 100
_MAX_VECTOR_DOTS = 3000  # beyond, SVG holds dots as an image: 3,000 rings are 0.5 MB


def digits_of_values(
    title: str,
    places: Sequence[int],
    numerators: Sequence[int],
    denominators: Sequence[int],
    below: Sequence[str],
    *,
    names: tuple[str, str] = ("state", "states"),
) -> Any:
    """The picture of how many digits values have, 1 or more in numerators and denominators.

    Places are the increasing numbers of each value's state, or entry, which `names` calls one and
    several. Each panel has the lines "denominator" and "numerator"; what they show are these
    numbers.

    Examples
    --------
    >>> figure = digits_of_values("Long fractions", [0, 1, 2], [1, 2, 3], [4, 5, 6], [])
    >>> [line.get_ydata().tolist() for line in figure.axes[1].lines]
    [[6, 5, 4], [3, 2, 1]]
    """
    require_matplotlib()
    from matplotlib.ticker import LogLocator, NullFormatter

    with drawing(title, below, height=3.9) as figure:
        left, right = figure.subplots(1, 2, sharey=True)
        size = 1.0 if len(places) <= _MAX_LARGE_DOTS else 0.5
        for label, lengths, color, dot, line in (
            ("denominator", denominators, SAND, {"ms": 3.6 * size}, {"lw": 2.4}),
            ("numerator", numerators, BLACK, {"ms": 5.0 * size, "mfc": "none"}, {"ls": "--"}),
        ):
            look = {"color": color, "label": label}
            many = len(places) > _MAX_VECTOR_DOTS
            left.plot(
                places, lengths, "o", **look, markeredgewidth=0.8 * size, rasterized=many, **dot
            )
            order = range(1, len(places) + 1)
            longest_first = sorted(lengths, reverse=True)
            right.plot(order, longest_first, **look, drawstyle="steps-mid", **line)
        most = max((*numerators, *denominators))
        left.set(yscale="log", ylim=(0.8, 1.6 * max(most, 4)))
        left.set(xlabel=f"{names[0]}, by number", ylabel="decimal digits")
        right.set(xlabel=f"{names[1]}, sorted: the longest first")
        scale = (lambda digits: digits * _BITS), (lambda bits: bits / _BITS)
        bits = right.secondary_yaxis("right", functions=scale)
        bits.set_ylabel("bits")
        for axes in (left, right):
            axes.yaxis.grid(color="#dddddd", linewidth=0.6)
            axes.xaxis.get_major_locator().set_params(integer=True)
            axes.xaxis.set_major_formatter("{x:,.0f}")
            axes.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=2)
        for axis in (left.yaxis, right.yaxis, bits.yaxis):  # 1, 2, 5, 10, 20 and so on
            axis.set_major_locator(LogLocator(subs=(1, 2, 5), numticks=12))
            axis.set_major_formatter("{x:,.0f}")
            axis.set_minor_formatter(NullFormatter())
    return figure

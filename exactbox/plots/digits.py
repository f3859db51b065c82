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

from exactbox.plots.figures import drawing
from exactbox.plots.style import BLACK, SAND

_BITS = log2(10)  # a digit
_FEW = 100  # values whose dots are large
_LOOK: dict[str, dict[str, Any]] = {
    "numerator": {"label": "numerator", "color": BLACK, "fill": "none", "size": 5.0},
    "denominator": {"label": "denominator", "color": SAND, "fill": SAND, "size": 3.6},
}
_DOTS = 3000  # beyond so many SVG holds dots as an image: 3,000 rings are 0.5 MB


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
    with drawing(title, below, height=3.9) as figure:
        left, right = figure.subplots(1, 2, sharey=True)
        few = len(places) <= _FEW
        for lengths, look, line in (
            (denominators, _LOOK["denominator"], {"linestyle": "-", "linewidth": 2.4}),
            (numerators, _LOOK["numerator"], {"linestyle": "--", "linewidth": 1.0}),
        ):
            size = look["size"] if few else look["size"] / 2
            left.plot(
                places,
                lengths,
                linestyle="none",
                marker="o",
                markersize=size,
                color=look["color"],
                markerfacecolor=look["fill"],
                markeredgewidth=0.8 if few else 0.5,
                label=look["label"],
                rasterized=len(places) > _DOTS,
            )
            right.plot(
                range(1, len(places) + 1),
                sorted(lengths, reverse=True),
                color=look["color"],
                drawstyle="steps-mid",
                label=look["label"],
                **line,
            )
        most = max((*numerators, *denominators))
        left.set(yscale="log", ylim=(0.8, 1.6 * max(most, 4)))
        left.set(xlabel=f"{names[0]}, by number", ylabel="decimal digits")
        right.set(xlabel=f"{names[1]}, sorted: the longest first")
        bits = right.secondary_yaxis("right", functions=(_to_bits, _from_bits))
        bits.set_ylabel("bits")
        for axes in (left, right):
            axes.yaxis.grid(color="#dddddd", linewidth=0.6)
            axes.xaxis.get_major_locator().set_params(integer=True)
            axes.xaxis.set_major_formatter("{x:,.0f}")
            axes.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=2)
            _plain_numbers(axes.yaxis)
        _plain_numbers(bits.yaxis)
    return figure


def _to_bits(digits: Any) -> Any:
    return digits * _BITS


def _from_bits(bits: Any) -> Any:
    return bits / _BITS


def _plain_numbers(axis: Any) -> None:
    """1, 2, 5, 10, 20 and so on, in place of powers."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    axis.set_major_locator(LogLocator(subs=(1, 2, 5), numticks=12))
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}" if value >= 1 else ""))
    axis.set_minor_formatter(NullFormatter())

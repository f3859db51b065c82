"""Errors of methods after each step: a line a method, on a logarithmic scale.

A logarithm has no place for 0: where an error is exactly 0 the line has a gap, and a sentence below
says so. The dotted line is half a unit in the last place of the float nearest to the exact value:
no float is nearer than that one, and only by chance is an error below the line smaller.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from math import nan, ulp
from typing import Any

from exactbox.plots.figures import BLACK, BLUE, GREY, RED, drawing, exactly, power_of_ten

_LINES = (  # told apart without colour
    {"color": BLUE, "linestyle": "-", "linewidth": 1.4},
    {"color": BLACK, "linestyle": "--", "linewidth": 1.4},
    {"color": RED, "linestyle": "-.", "linewidth": 1.8},
    {"color": BLACK, "linestyle": ":", "linewidth": 1.4},
)
_DOTS = {"marker": "o", "markersize": 4, "markerfacecolor": "white"}
_BELOW = 500  # times under the last place: room for the words there
_ABOVE = 100  # times the greatest first error: as far up as a method that diverges is drawn


def errors_by_step(
    question: str,
    value: Fraction,
    lines: Mapping[str, Sequence[Fraction]],
    dotted: Collection[str] = (),
    unit: str = "",
) -> Any:
    """The picture of errors.

    ``lines`` has the exact errors of at most four methods, 0 or more, the first before the first
    step; each step of those that are `dotted` has a marker. Heights are the errors, correctly
    rounded to floats, and no number where an error is 0.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> figure = errors_by_step("A coin", half, {"halving": [half, half / 2, Fraction(0)]})
    >>> print(figure.get_supxlabel())
    A coin: exactly 1/2 = 0.500000000000
    the nearest float: 0.5, which is exact
    halving: 1 error is exactly 0, and not drawn
    """
    nearest = float(value)
    off = abs(Fraction(nearest) - value)
    rounded = f"off by {float(off):.2g}" if off else "which is exact"
    below = [f"{question}: {exactly(value)}", f"the nearest float: {nearest!r}, {rounded}"]
    for name, errors in lines.items():
        if zeros := sum(not error for error in errors):
            said = "1 error is" if zeros == 1 else f"{zeros} errors are"
            below.append(f"{name.partition(':')[0]}: {said} exactly 0, and not drawn")
    with drawing("How far are float methods from the exact value?", below) as figure:
        axes = figure.subplots()
        axes.set_yscale("log")
        for style, (name, errors) in zip(_LINES, lines.items()):
            heights = [float(error) if error else nan for error in errors]
            more = _DOTS if name in dotted else {}
            axes.plot(range(len(heights)), heights, label=name, **style, **more)
        floor, (low, high) = ulp(nearest) / 2, axes.get_ylim()
        first = max(float(errors[0]) for errors in lines.values())
        if first and floor:
            axes.axhline(floor, color=GREY, linestyle=(0, (1, 2)), linewidth=1)
            axes.annotate(
                f"half a unit in the last place: {floor:.2g}",
                (1, floor),
                xycoords=("axes fraction", "data"),
                xytext=(0, -5),
                textcoords="offset points",
                ha="right",
                va="top",
                bbox={"facecolor": "white", "edgecolor": "none", "pad": 1},
            )
            axes.set_ylim(min(low, floor / _BELOW), min(high, _ABOVE * first))
        axes.yaxis.set_major_formatter(power_of_ten)
        axes.yaxis.grid(color="#dddddd", linewidth=0.6)
        axes.set_xlim(0, max(1.0, axes.get_xlim()[1]))
        axes.xaxis.get_major_locator().set_params(integer=True)
        of = f" ({unit}, logarithmic)" if unit else " (logarithmic)"
        axes.set(
            xlabel="sweep; of policy iteration, a policy evaluated (a linear system)",
            ylabel=f"error{of}",
        )
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, handlelength=4)
    return figure

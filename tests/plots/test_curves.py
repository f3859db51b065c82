"""Pictures of Pareto curves: the points drawn are the vertices, which stand below exactly."""

from __future__ import annotations

from fractions import Fraction

import pytest

from exactbox import Model, trade_off
from exactbox.plots.curves import pareto_curve

pytest.importorskip("matplotlib")

F = Fraction
WAYS = [[[("1/2", 1), ("1/2", 2)], [(1, 3)]], [[(1, 1)]], [[(1, 2)]], [[("1/3", 1), ("2/3", 0)]]]
MODEL = Model.from_lists(
    WAYS, labels={"won": [1], "over": [1, 2]}, rewards={"cost": [[1, 2], [0], [0], [1]]}
)


def corners(figure):
    """The points of the line with markers, in the order in which they are drawn."""
    line = next(each for each in figure.axes[0].lines if each.get_marker() == "o")
    return [*zip(line.get_xdata(), line.get_ydata(), strict=True)]


def test_the_vertices_of_an_answer_are_drawn(tmp_path):
    answer = trade_off(MODEL, ['Pmax=? [F "won"]', 'R{"cost"}min=? [F "over"]'])
    path = tmp_path / "curve.svg"
    figure = answer.plot(path)
    assert corners(figure) == [tuple(map(float, each)) for each in answer.vertices]
    below = figure.get_supxlabel().splitlines()
    assert below[1:] == [f"({x}, {y})" for x, y in answer.vertices]
    axes = figure.axes[0]
    assert "reach won" in axes.get_xlabel() and "cost until over" in axes.get_ylabel()
    assert path.read_text().count("(1/2, 1)") >= 1


@pytest.mark.parametrize("x_more", [True, False])
@pytest.mark.parametrize("y_more", [True, False])
def test_the_hatched_side_is_worse_in_both(x_more, y_more):
    """Signs turn a curve of "max" and "max" into that of each other pair of senses."""
    points = [(F(0), F(3)), (F(2), F(2)), (F(3), F(0))]
    turned = [(x if x_more else -x, y if y_more else -y) for x, y in points]
    figure = pareto_curve("title", turned, ("x", "y"), (x_more, y_more))
    (region,) = figure.axes[0].patches
    xs, ys = zip(*region.get_xy(), strict=True)
    assert (max(xs) if x_more else -min(xs)) == 3 and (max(ys) if y_more else -min(ys)) == 3
    contains = region.get_path().contains_point
    assert contains((0.1 if x_more else -0.1, 0.1 if y_more else -0.1))
    assert not contains((2.9 if x_more else -2.9, 2.9 if y_more else -2.9))


def test_a_curve_of_one_vertex_is_drawn():
    figure = pareto_curve("title", [(F(1), F(0))], ("x", "y"))
    assert corners(figure) == [(1.0, 0.0)]


def test_what_is_no_curve_of_two_objectives_is_not_drawn():
    answer = trade_off(MODEL, ['Pmax=? [F "won"]', 'R{"cost"}<=4 [F "over"]'])
    with pytest.raises(ValueError, match="no curve; need a curve of 2 objectives"):
        answer.plot()

"""Pictures of Markov chains: names, probabilities and shades are those of the chain."""

from __future__ import annotations

from fractions import Fraction
from math import dist

import pytest
from hypothesis import given

from exactbox import MarkovChain
from exactbox.cli import main
from exactbox.gallery import content
from tests.strategies import tables

pytest.importorskip("matplotlib")

F = Fraction
RUIN = [[1, 0, 0, 0], ["1/3", 0, "2/3", 0], [0, "1/3", 0, "2/3"], [0, 0, 0, 1]]


def circles(figure):
    """The states' circles, which are filled, and the loops."""
    from matplotlib.patches import Circle

    every = [each for each in figure.axes[0].patches if isinstance(each, Circle)]
    return [c for c in every if c.get_fill()], [c for c in every if not c.get_fill()]


def test_a_chain_is_drawn_with_its_names_and_probabilities(tmp_path):
    chain = MarkovChain(RUIN, ["broke", "one", "two", "rich"])
    figure = chain.plot(tmp_path / "ruin.svg")
    texts = [text.get_text() for text in figure.axes[0].texts]
    assert texts[:4] == ["broke", "one", "two", "rich"]
    assert sorted(texts[4:]) == sorted(["1", "1/3", "2/3", "1/3", "2/3", "1"])
    states, loops = circles(figure)
    styles = [c.get_linestyle() for c in states]
    assert len(loops) == 2 and styles[0] == styles[3] != styles[1] == styles[2]
    assert "2 recurrent classes" in figure.get_supxlabel()
    assert "broke" in (tmp_path / "ruin.svg").read_text()


@given(tables(states=6))
def test_each_step_is_an_arrow_or_a_loop_and_circles_do_not_meet(table):
    rows = [[F(0)] * len(table[0]) for _ in table[0]]
    for s, ((branches,)) in enumerate(table[0]):
        for p, t in branches:
            rows[s][t] += p
    chain = MarkovChain(rows)
    figure = chain.plot()
    states, loops = circles(figure)
    steps = [(s, t) for s, row in enumerate(rows) for t, p in enumerate(row) if p]
    assert len(states) == len(rows)
    assert len(loops) == sum(s == t for s, t in steps)
    assert len(figure.axes[0].patches) - len(states) - len(loops) == sum(s != t for s, t in steps)
    for a in states:
        for b in states:
            assert a is b or dist(a.center, b.center) > a.radius + b.radius


def test_the_largest_share_is_the_darkest():
    chain = MarkovChain([["1/2", "1/2"], [1, 0]])  # pi = (2/3, 1/3)
    (one, other), _ = circles(chain.plot())
    assert one.get_facecolor()[0] < other.get_facecolor()[0] < 1


def test_more_than_twenty_states_are_refused(tmp_path, monkeypatch, capsys):
    ring = [[int(t == (s + 1) % 21) for t in range(21)] for s in range(21)]
    with pytest.raises(ValueError, match="at most 20"):
        MarkovChain(ring).plot()
    monkeypatch.chdir(tmp_path)
    (tmp_path / "oz.csv").write_bytes(content("oz.csv"))
    assert main(["chain", "oz.csv", "--plot", "oz.png"]) == 0
    assert "oz.png: the picture" in capsys.readouterr()[0]
    assert (tmp_path / "oz.png").read_bytes().startswith(b"\x89PNG")
    (tmp_path / "ring.csv").write_text("\n".join(",".join(map(str, row)) for row in ring))
    assert main(["chain", "ring.csv", "--plot", "ring.png"]) == 2
    assert "at most 20" in capsys.readouterr()[1]
    assert not (tmp_path / "ring.png").exists()

"""Pictures of results: what is drawn is what was computed, read back from the figures."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import inf
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import exactbox
from exactbox import (
    Model,
    cost,
    discounted,
    flip,
    from_gymnasium,
    mean_payoff,
    reach,
    total,
    within_steps,
)
from exactbox.cli import main
from exactbox.linalg import ExactMatrix, ExactVector, plot_blocks
from exactbox.linalg.matrices.blocks import block_triangular_form
from exactbox.linalg.matrices.matrix_inputs import read_scaled
from exactbox.mdp.answers.policy_grid import grid_of
from exactbox.plots import save
from tests.models import frozen_lake, grid_world
from tests.printed import says

pytest.importorskip("matplotlib")

F = Fraction
STEPS = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}
LAKE = ["SFFF", "FHFH", "FFFH", "HFFG"]


def arrows(figure, label=None):
    """Cell to the set of ways drawn there, of the policy or of both kinds."""
    axes, found = figure.axes[0], {}
    turn = 1 if axes.yaxis_inverted() else -1
    for each in axes.collections:
        if each.get_label() in ("policy", "worth as much") and label in (None, each.get_label()):
            for x, y, right, down in zip(each.X, each.Y, each.U, each.V, strict=True):
                step = (turn * int(np.sign(down)), int(np.sign(right)))
                way = next(way for way, wanted in STEPS.items() if wanted == step)
                found.setdefault((round(y), round(x)), set()).add(way)
    return found


def texts(figure):
    """Cell to the texts in it."""
    return texts_of(figure.axes[0])


def texts_of(axes):
    found = {}
    for text in axes.texts:
        x, y = text.get_position()
        found.setdefault((round(y), round(x)), []).append(text.get_text())
    return found


def kinds(figure, label):
    """The cells that are drawn as goals, ends, unreached or others."""
    return {
        tuple(np.rint(path.vertices[:4].mean(axis=0)).astype(int).tolist()[::-1])
        for each in figure.axes[0].collections
        if each.get_label() == label
        for path in each.get_paths()
    }


def lake_environment():
    """What Gymnasium's FrozenLake offers, from its published rules: 1/3 each way but back."""
    table, ways = {}, ["left", "down", "right", "up"]
    for s in range(16):
        row, column = divmod(s, 4)
        table[s] = {}
        for a in range(4):
            if LAKE[row][column] in "GH":
                table[s][a] = [(1, s, 0, True)]
                continue
            entries = table[s][a] = []
            for b in (a - 1, a, a + 1):
                down, right = STEPS[ways[b % 4]]
                i, j = min(max(row + down, 0), 3), min(max(column + right, 0), 3)
                entries.append((F(1, 3), 4 * i + j, int(LAKE[i][j] == "G"), LAKE[i][j] in "GH"))
    return SimpleNamespace(P=table, desc=np.array([list(row) for row in LAKE], dtype="S1"))


WAYS = dict(enumerate(["left", "down", "right", "up"]))  # FrozenLake's


@pytest.fixture(scope="module")
def lake():
    model = from_gymnasium(lake_environment(), rationalize="exact")
    return reach(model, "goal", "max")


@pytest.fixture(scope="module")
def drawn(lake):
    return lake.plot(arrows=WAYS)


# A policy on a grid -------------------------------------------------------------------------------


def test_arrows_are_the_policys_moves(lake, drawn):
    cells = {divmod(s, 4): {WAYS[int(k)]} for s, k in enumerate(lake.policy)}
    inner = {cell for cell in cells if LAKE[cell[0]][cell[1]] in "SF"}
    assert arrows(drawn, "policy") == {cell: cells[cell] for cell in inner}


def test_hollow_arrows_are_the_other_moves_worth_as_much(lake, drawn):
    """By the table itself: sum of p v over what follows."""
    v, wanted = list(lake.values), {}
    for s, row in lake_environment().P.items():
        if LAKE[s // 4][s % 4] in "SF":
            q_value = {a: sum(p * v[t] for p, t, _, _ in entries) for a, entries in row.items()}
            assert max(q_value.values()) == v[s]
            wanted[divmod(s, 4)] = {WAYS[a] for a, w in q_value.items() if w == v[s]}
    assert arrows(drawn) == wanted
    assert len(wanted[0, 0]) == 4 and wanted[0, 1] == {"up"}


def test_texts_are_the_decimals_of_the_exact_values(lake, drawn):
    for cell, found in texts(drawn).items():
        value = lake.values[4 * cell[0] + cell[1]]
        assert found[0] == (f"{float(value):.4f}" if value.denominator > 1 else f"{value}")


def test_the_exact_value_of_the_start_stands_below(drawn):
    below = " ".join(drawn.get_supxlabel().split())
    assert "exactly 14/17 ~ 0.823529411765 (rounded)" in below  # as published of this map
    assert "from state 0 [column=0 & row=0]" in below
    assert drawn.get_suptitle() == "Greatest probability to reach goal"


def test_start_holes_and_goal_are_marked(drawn):
    assert kinds(drawn, "goal") == {(3, 3)} and texts(drawn)[3, 3] == ["1", "goal"]
    assert kinds(drawn, "end") == {(1, 1), (1, 3), (2, 3), (3, 0)}
    assert texts(drawn)[1, 1] == ["0", "hole"] and texts(drawn)[0, 0][1] == "start"


def test_of_a_finite_horizon_the_arrows_are_those_of_the_first_step(lake):
    answer = within_steps(lake.model, 100, "max", goal="goal")
    figure = answer.plot(arrows=WAYS)
    first = answer.policy[0]
    for cell, ways in arrows(figure).items():
        assert ways == {WAYS[int(first[4 * cell[0] + cell[1]])]}
    assert "the arrows are those of the first step" in figure.get_supxlabel()
    assert "0.744190287829" in figure.get_supxlabel()  # published: 0.7441903


def test_gymnasiums_own_environments_say_where_states_lie_and_what_moves_are_called():
    """And CliffWalking's arrows lead along the cliff, in 13 steps (Sutton, Barto, figure 6.4)."""
    toys = pytest.importorskip("gymnasium.envs.toy_text")
    ice = toys.FrozenLakeEnv(map_name="4x4")
    model = from_gymnasium(ice, rationalize=10)
    assert model.actions[:4] == ["left", "down", "right", "up"]
    assert np.flatnonzero(model.labels["hole"]).tolist() == [5, 7, 11, 12]
    own = reach(model, "goal", "max")
    assert own.value == F(14, 17) and arrows(own.plot())[0, 0] == {*STEPS}

    cliff = from_gymnasium(toys.CliffWalkingEnv(), rationalize="exact")
    assert cliff.actions[:4] == ["up", "right", "down", "left"]
    figure = cost(cliff, None, "done", "max").plot()
    place, path, along = (3, 0), [], arrows(figure, "policy")
    while place != (3, 11):
        (way,) = along[place]
        place = place[0] + STEPS[way][0], place[1] + STEPS[way][1]
        path.append(place)
    assert len(path) == 13 and path[0] == (2, 0)
    assert kinds(figure, "unreached") == {(3, k) for k in range(1, 11)}  # the cliff
    assert texts(figure)[3, 0] == ["-13", "start"] and texts(figure)[3, 11] == ["0", "done"]
    taxi = from_gymnasium(toys.TaxiEnv(), rationalize="exact")
    assert taxi.valuations is None and taxi.actions is None


def walk(width, height, name, up=1):
    """To the cell in the corner, a step costs 1; up changes the second coordinate by `up`."""
    ways = {"north": (0, up), "east": (1, 0), "south": (0, -up), "west": (-1, 0)}

    def after(place, way):
        x, y = place[0] + ways[way][0], place[1] + ways[way][1]
        return (x, y) if 0 <= x < width and 0 <= y < height else place

    model = Model.explore(
        (0, 0),
        lambda place: ways,
        lambda place, way: {after(place, way): 1},
        labels={"home": lambda place: place == (width - 1, height - 1)},
        rewards={"steps": lambda place, way: 1},
    )
    return replace(
        model, valuations=[name(*map(int, t[1:-1].split(","))) for t in model.valuations]
    )


@pytest.mark.parametrize(
    "name",
    [lambda x, y: f"x={x} & y={y}", lambda x, y: f"y={y} & x={x}", lambda x, y: f"({x}, {y})"],
)
@pytest.mark.parametrize("up", [1, -1])
def test_coordinates_are_told_apart_by_where_the_moves_lead(name, up):
    """An arrow points to the neighbour that is one step nearer, whatever the names."""
    answer = cost(walk(3, 2, name, up), "steps", "home", "min")
    figure = answer.plot()
    assert figure.axes[0].yaxis_inverted() == (up < 0)
    if "=" in name(0, 0):
        assert (figure.axes[0].get_xlabel(), figure.axes[0].get_ylabel()) == ("x", "y")
    down = "up" if up > 0 else "down"
    assert arrows(figure)[0, 0] == {"right", down} and arrows(figure)[0, 2] == {down}
    assert [texts(figure)[0, x][0] for x in range(3)] == ["3", "2", "1"]
    assert kinds(figure, "goal") == {(1, 2)}


def test_a_shape_and_arrows_by_number_make_a_grid():
    model = Model.from_lists(
        [[[(1, 0)], [(1, 1)]], [[(1, 0)], [(1, 2)]], [[(1, 2)]], [[(1, 3)]]],
        labels={"out": [2]},
        rewards={"steps": [[1, 1], [1, 1], [0], [0]]},
    )
    answer = cost(model, "steps", "out", "min")
    figure = answer.plot(shape=(1, 4), arrows=["left", "right"])
    assert arrows(figure) == {(0, 0): {"right"}, (0, 1): {"right"}}
    assert kinds(figure, "unreached") == {(0, 3)}
    words = texts(answer.plot(shape=(1, 4), arrows={1: "up"}))
    assert words[0, 0] == ["2", "start"]


def test_infinite_values_and_actions_without_an_arrow_are_written():
    model = Model(
        [0, 2, 3, 4],
        [0, 1, 2, 3, 4],
        [0, 1, 1, 2],
        [1, 1, 1, 1],
        [1, 1, 1, 1],
        labels={"out": [False, True, False]},
        rewards={"steps": exactbox.mdp.Rewards.from_fractions([1, 1, 0, 1])},
        actions=["wait", "jump over", "stop", "stop"],
    )
    figure = cost(replace(model, initial=[0, 2]), "steps", "out", "min").plot(shape=(1, 3))
    assert texts(figure) == {
        (0, 0): ["1", "start", "jump ov\u2026"],
        (0, 1): ["0", "out"],
        (0, 2): ["\u221e", "start"],
    }
    assert figure.get_supxlabel().splitlines() == [
        "from state 0: exactly 1",
        "from state 2: exactly infinity",
        "a thick frame: the goal; hatched: the play stays there",
    ]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"shape": (4, 5)}, r"^shape: 4 x 5 cells, need 1 or more, and at most 16$"),
        ({"shape": 16}, r"^shape: found 16, need \(rows, columns\)$"),
        (
            {"arrows": {0: "diagonal"}},
            r"^arrows: action 0 is 'diagonal', need up, right, down, left$",
        ),
    ],
)
def test_shapes_and_arrows_that_cannot_be_are_refused(lake, given, message):
    with pytest.raises(ValueError, match=message):
        lake.plot(**given)


def test_a_large_grid_has_shades_in_place_of_texts():
    answer = discounted(grid_world(20), None, "9/10", "max")
    figure = answer.plot(shape=(20, 20))
    assert not figure.axes[0].texts and len(figure.axes) == 2
    assert "400 cells, too many for their values in text" in figure.get_supxlabel()
    (cells,) = (c for c in figure.axes[0].collections if c.get_label() == "cell")
    shades = cells.to_rgba(np.ma.compressed(cells.get_array()))[:, 0].tolist()
    light = dict(zip(sorted(kinds(figure, "cell")), shades, strict=True))
    values = {cell: answer.values[20 * cell[0] + cell[1]] for cell in light}
    order = sorted(light, key=values.__getitem__)
    assert all(light[a] >= light[b] for a, b in pairwise(order))
    assert light[order[0]] == 1.0 and round(light[order[-1]], 2) == 0.7


def test_pairs_of_integers_are_cells(lake, drawn):
    """The same lake, explored as a game with cells (row, column) for states."""
    figure = reach(frozen_lake(LAKE), "goal", "max").plot()
    assert texts(figure) == {
        **texts(drawn),
        **{cell: ["0", "hole"] for cell in kinds(drawn, "end")},
    }
    assert arrows(figure) == arrows(drawn)


def test_models_that_are_no_grid_are_told():
    assert grid_of(flip(2)) is None  # no cells
    assert grid_of(replace(frozen_lake(), valuations=None)) is None
    three = [f"x={k} & y=0 & z=0" for k in range(6)]
    corridor = walk(3, 2, lambda x, y: f"x={x} & y={y}")
    assert grid_of(corridor) is not None
    assert grid_of(replace(corridor, valuations=three)) is None
    assert grid_of(replace(corridor, valuations=["x=0 & y=0"] * 6)) is None  # all in one cell
    assert grid_of(replace(corridor, valuations=[f"x={99999 * k} & y=0" for k in range(6)])) is None
    assert grid_of(replace(corridor, actions=["go"] * corridor.action_count)) is None


def test_long_numbers_are_cut_and_many_starts_are_counted():
    """From five cells in a row with 2^1100 and the like to win; a sixth is outside."""
    model = Model.from_lists(
        [[[(1, 5)]]] * 5 + [[[(1, 6)]], [[(1, 6)]]],
        initial=range(5),
        rewards={"gold": [[2**1100], [10**8], [F(10**7, 3)], ["1/3"], [-(10**9)], [0], [0]]},
    )
    figure = total(model, "gold", "max").plot(shape=(1, 5), arrows=["right"])
    found = [texts(figure)[0, k][0] for k in range(5)]
    assert found == ["1.36e331", "1.00e8", "3333333", "0", "-1.00e9"]  # 2^1100 = 1.358e331
    lines = figure.get_supxlabel().splitlines()
    assert "and from 2 more states" in lines and "not drawn: 2 states outside of the grid" in lines
    assert "the values in the cells are rounded to 0 digits after the point" in lines


def test_a_model_of_few_states_is_a_row_of_cells_with_what_the_policy_chooses():
    """A message, sent for 1 or by a relay for 2: 1 / (3/5) is less than 2 / (9/10)."""
    model = Model.from_lists(
        [[[("3/5", 1), ("2/5", 0)], [("9/10", 1), ("1/10", 0)]], [[(1, 2)]], [[(1, 2)]]],
        labels={"done": [2]},
        rewards={"cost": [[1, 2], [0], [0]]},
    )
    figure = cost(model, "cost", "done", "min").plot()
    assert texts(figure) == {(0, 0): ["1.6667", "start", "0"], (0, 1): ["0"], (0, 2): ["0", "done"]}
    assert "the policy's choice, counted from 0" in figure.get_supxlabel()
    named = replace(model, actions=["send", "relay", "", ""])
    figure = cost(named, "cost", "done", "max").plot()
    assert texts(figure)[0, 0][-1] == "relay" and "counted" not in figure.get_supxlabel()


# Digits of the values -----------------------------------------------------------------------------


def lengths(figure, panel):
    return {line.get_label(): line.get_ydata().tolist() for line in figure.axes[panel].lines}


def test_what_is_no_grid_shows_how_many_digits_its_values_have():
    answer = exactbox.total_until_end(flip(3))
    figure = answer.plot()
    wanted = {
        "numerator": [len(str(abs(v.numerator))) for v in answer.values],
        "denominator": [len(str(v.denominator)) for v in answer.values],
    }
    assert lengths(figure, 0) == wanted
    assert lengths(figure, 1) == {k: sorted(v, reverse=True) for k, v in wanted.items()}
    assert figure.axes[0].get_yscale() == "log"
    assert "exactly 22887965369/1837836000" in " ".join(figure.get_supxlabel().split())


def test_infinite_values_have_no_digits():
    model = Model.from_lists(
        [[[(1, 1)]], [[(1, 1)]], [[(1, 2)]], *[[[(1, 1)]]] * 10],
        labels={"out": [1]},
        rewards={"steps": [[1000], [0], [1], *[[10]] * 10]},
    )
    answer = cost(model, "steps", "out", "min")
    assert answer.values[2] == inf
    figure = answer.plot()
    assert lengths(figure, 0) == {"numerator": [4, 1, *[2] * 10], "denominator": [1] * 12}
    assert "not drawn: 1 state whose value is infinite" in figure.get_supxlabel()
    lost = cost(replace(model, labels={"out": np.zeros(13, dtype=bool)}), "steps", "out", "min")
    with pytest.raises(ValueError, match=r"^every value is infinite: there is nothing to draw$"):
        lost.plot()


def test_a_vector_shows_how_many_digits_its_entries_have():
    x = ExactVector([F(-22, 7), 0, F(10**50 + 1, 3)])
    assert lengths(x.plot(), 0) == {"numerator": [2, 1, 51], "denominator": [1, 1, 1]}
    with pytest.raises(ValueError, match=r"^a vector of 0 entries: there is nothing to draw$"):
        ExactVector([]).plot()


# The block triangular form ------------------------------------------------------------------------


def shuffled(sizes, seed=1):
    """Circles of these sizes, each needing an entry of the one before; all shuffled."""
    rng = np.random.default_rng(seed)
    n, entries, first = sum(sizes), {}, 0
    for size in sizes:
        for k in range(size):
            entries[first + k, first + k] = 2
            entries[first + k, first + (k + 1) % size] = 2
        if first:
            entries[first, first - 1] = F(1, 3)
        first += size
    rows, columns = rng.permutation(n), rng.permutation(n)
    return {(int(rows[i]), int(columns[j])): v for (i, j), v in entries.items()}, (n, n)


def blocks(axes):
    """First row and size of the outlines."""
    patches = axes.patches
    assert all((p.get_x(), p.get_width()) == (p.get_y(), p.get_height()) for p in patches)
    return [(round(p.get_x() + 0.5), p.get_width()) for p in patches]


def test_outlines_are_the_blocks_of_the_form_that_the_solver_uses():
    sizes = [3, 1, 5, 2]
    a = shuffled(sizes)
    figure = plot_blocks(a)
    matrix, _ = read_scaled(a)
    form = block_triangular_form(matrix)
    assert blocks(figure.axes[1]) == list(zip(form.start[:-1], np.diff(form.start)))
    assert [size for _, size in blocks(figure.axes[1])] == sizes  # as it was made
    given, permuted = (np.asarray(axes.images[0].get_array()) for axes in figure.axes)
    full = np.array(matrix.dense()) != 0
    assert (given == full).all() and (permuted == full[form.rows][:, form.columns]).all()
    for first, size in blocks(figure.axes[1]):
        assert not permuted[first : first + size, first + size :].any()  # block lower triangular
    entries, made_of = figure.get_supxlabel().splitlines()
    assert says(entries, len(a[0]), 121)
    assert says(made_of, "4 blocks", "1 of 5", "1 of 3", "1 of 2", "1 of 1 ")


def test_numbers_stand_in_the_cells_of_a_small_matrix():
    a = [[0, "1/2", 2], [3, 0, 0], [0, 1, -1]]
    given, permuted = ({k: v[0] for k, v in texts_of(axes).items()} for axes in plot_blocks(a).axes)
    assert given == {(0, 1): "1/2", (0, 2): "2", (1, 0): "3", (2, 1): "1", (2, 2): "-1"}
    assert permuted[0, 0] == "3" and sorted(permuted.values()) == sorted(given.values())
    squares = np.argwhere(np.asarray(plot_blocks(a).axes[1].images[0].get_array()))
    assert {*permuted} == {*map(tuple, squares.tolist())}
    assert texts(plot_blocks([[1, 1, 0], [0, 0, 2], [0, 0, 3]]))[2, 2] == ["3"]  # without a form
    assert not texts(plot_blocks([[10**12, 1, 1], [1, 1, 1], [1, 1, 1]]))  # there is no room


def test_a_large_matrix_is_drawn_in_dots_of_several_entries_and_says_so():
    sizes = [400, 1, 1, 300, 7, 291]
    a = shuffled(sizes)
    figure = plot_blocks(a)
    step, lines = 4, " ".join(figure.get_supxlabel().split())
    assert says(lines, "dot", "4 x 4") and says(lines, "not outlined", "3 blocks", "8 rows")
    assert says(lines, "6 blocks", "1 of 400", "1 of 300", "1 of 291", "1 of 7 ", "2 of 1 ")
    assert sorted(size for _, size in blocks(figure.axes[1])) == [291, 300, 400]
    count = np.zeros((250, 250))
    for i, j in a[0]:
        count[i // step, j // step] += 1
    (drawn,) = figure.axes[0].images
    dark = drawn.norm(drawn.get_array()).filled(0)
    assert ((dark > 0) == (count > 0)).all() and dark.max() == 1.0
    assert (np.diff(dark.ravel()[np.argsort(count.ravel(), kind="stable")]) >= 0).all()
    assert dark[count == 1].min() >= 0.3


def test_what_has_no_form_is_drawn_as_it_is_and_it_is_said_why():
    singular = plot_blocks([[1, 1, 0], [0, 0, 2], [0, 0, 3]])
    assert len(singular.axes) == 1
    assert "2 columns (0, 1, marked) are 0 outside of 1 row" in " ".join(
        singular.get_supxlabel().split()
    )
    (marks,) = singular.axes[0].lines
    assert marks.get_xdata().tolist() == [0, 1]
    assert "it is not square" in ExactMatrix([[1, 2]]).plot().get_supxlabel()
    with pytest.raises(ValueError, match=r"^a matrix of 0 x 0: there is nothing to draw$"):
        plot_blocks([])
    with pytest.raises(TypeError, match=r"A\[0, 0\] is the float 0\.5"):
        plot_blocks([[0.5]])
    assert plot_blocks([[0.5]], floats="exact").axes


# Files and commands -------------------------------------------------------------------------------


def run(capsys, *words):
    try:
        code = main([*words])
    except SystemExit as error:  # the parser has refused an option
        code = error.code
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture
def folder(tmp_path, monkeypatch, lake):
    """An empty folder with a lake, whose moves have names, and a system."""
    monkeypatch.chdir(tmp_path)
    named = replace(lake.model, actions=[WAYS[k] for k in range(4)] * 16)
    exactbox.write_model("lake.json", named)
    for name, text in (("A.csv", "0,1\n2,3\n"), ("b.csv", "1\n1\n"), ("S.csv", "1,2\n2,4\n")):
        Path(name).write_text(text)
    return tmp_path


def test_a_picture_is_written_in_full_with_the_exact_number_in_it(folder, drawn):
    save(drawn, "lake.png")
    save(drawn, "lake.svg")
    assert Path("lake.png").read_bytes().startswith(b"\x89PNG")
    assert "14/17" in Path("lake.svg").read_text()


def test_solve_draws_the_policy_on_the_grid(folder, capsys):
    asked = ("solve", "lake.json", "--max-reach", "goal")
    code, out, err = run(capsys, *asked, "--plot", "lake.svg")
    assert (code, err) == (0, "") and out.endswith("lake.svg: the picture\n")
    drawn = Path("lake.svg").read_text()
    assert "exactly 14/17" in drawn and "never leaves" not in drawn and ">hole<" in drawn
    code, out, _ = run(capsys, *asked, "--plot", "lake.svg", "--json")
    assert json.loads(out)["files"] == [{"file": "lake.svg", "is": "picture", "replaced": True}]


def test_solve_draws_each_of_several_questions(folder, capsys):
    props = [word for p in ('Pmax=? [F "goal"]', 'Pmin=? [F "hole"]') for word in ("--prop", p)]
    code, _, _ = run(capsys, "solve", "lake.json", *props, "--plot", "made/")
    assert code == 0
    assert sorted(map(str, Path("made").iterdir())) == [
        "made/property-1.png",
        "made/property-2.png",
    ]
    code, _, _ = run(capsys, "solve", "lake.json", *props, "--plot", "{name}.svg")
    assert code == 0 and "Least probability to reach hole" in Path("property-2.svg").read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            "--plot lake.pdf",
            "'lake.pdf' is not the name of a picture: need .png or .svg at its end",
        ),
        (
            "--plot x.png --enclosure",
            "--plot draws exact values and the best policy: leave out --e",
        ),
        ("--plot nowhere/x.png", "nowhere/x.png: No such file or directory"),
        ("--plot lake.json/", "lake.json/: Not a directory"),
    ],
)
def test_solve_refuses_what_cannot_be_drawn_before_it_solves(folder, capsys, words, message):
    code, out, err = run(capsys, "solve", "lake.json", "--max-reach", "goal", *words.split())
    assert code == 2 and out == "" and message in err.splitlines()[-1]


def test_a_property_is_drawn_from_the_states_that_it_is_asked_from(lake):
    """G is answered by the opposite, which is what is drawn, and what the title says."""
    figure = exactbox.ask(lake.model, 'Pmin=? [ G !"hole" ]').plot(arrows=WAYS)
    assert figure.get_suptitle() == "Greatest probability to reach hole"
    filtered = exactbox.ask(lake.model, 'filter(max, Pmax=? [ F "goal" ], row=3 & column>0)')
    assert filtered.value == 1
    below = filtered.plot().get_supxlabel().splitlines()
    assert below[0] == "from state 13 [column=1 & row=3]: exactly 15/17 ~ 0.882352941176 (rounded)"
    enclosed = exactbox.mdp.discounted_enclosure(lake.model, None, "9/10", "max")
    with pytest.raises(ValueError, match=r"^bounds only: there are no exact values to draw$"):
        replace(filtered, answer=enclosed).plot()


def test_solve_says_that_sets_have_no_picture(folder, capsys):
    words = ("solve", "lake.json", "--prop", 'filter(count, "hole")', "--plot", "x.png")
    code, out, err = run(capsys, *words)
    assert code == 2 and "answer    4 of 16 states" in out and not Path("x.png").exists()
    assert "it only says which states are in sets: there are no exact values to draw" in err


def test_linsolve_draws_the_matrix_and_its_blocks(folder, capsys):
    code, out, _ = run(capsys, "linsolve", "A.csv", "b.csv", "--plot", "a.svg")
    assert code == 0 and out.endswith("a.svg: the picture\n")
    drawn = Path("a.svg").read_text()
    assert "x[1] is exactly -1" in drawn and "2 blocks: 2 of 1 row" in drawn
    run(capsys, "linsolve", "A.csv", "b.csv", "--want", "2", "--plot", "a.svg")
    assert "x[2] is exactly 1" in Path("a.svg").read_text()
    code, _, _ = run(capsys, "linsolve", "S.csv", "b.csv", "--plot", "s.svg", "--json")
    assert code == 1 and "A x = b has no solution" in Path("s.svg").read_text()
    code, _, err = run(capsys, "linsolve", "A.csv", "b.csv", "--plot", "./")
    assert code == 2 and "Is a directory" in err


def test_other_best_moves_are_not_claimed_where_a_choice_has_no_worth():
    model = walk(2, 2, lambda x, y: f"x={x} & y={y}")
    answer = mean_payoff(model, "steps", "max")
    figure = answer.plot()
    assert all(len(ways) == 1 for ways in arrows(figure).values())
    assert "one best move a cell; others may be worth as much" in figure.get_supxlabel()

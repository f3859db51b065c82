"""Pictures of games and of float methods: what is drawn is what was computed, exactly rounded."""

from __future__ import annotations

import math
import sys
from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement
from xml.etree import ElementTree

import numpy as np
import pytest

from exactbox import ShutTheBox, flip, total_until_end
from exactbox.cli import main
from exactbox.games.flip import advise, plot_turns, state_masks
from exactbox.games.shutbox.answers import RuleAnswers
from exactbox.games.shutbox.rules import Rules
from exactbox.games.shutbox.scores_picture import draw_scores
from exactbox.mdp import (
    Convergence,
    convergence,
    gauss_seidel,
    policy_iteration,
    value_iteration,
)
from exactbox.mdp.objectives.convergence import Trace
from exactbox.mdp.objectives.total_until_end import equations_until_end
from exactbox.plots import image, save

SMALL = ShutTheBox(tiles=[1, 2, 3], dice=[3])


def run(capsys, arguments):
    """The exit code, standard output, standard error."""
    try:
        code = main(arguments)
    except SystemExit as stopped:
        code = stopped.code
    return code, *capsys.readouterr()


def bars(figure):
    """Where each bar stands, and its height."""
    (axes,) = figure.axes
    return {round(bar.get_x() + bar.get_width() / 2): bar.get_height() for bar in axes.patches}


# Shut the Box -------------------------------------------------------------------------------------


def test_the_bars_are_the_probabilities_of_the_scores():
    question = SMALL.question(goal="score")
    assert bars(question.plot()) == {s: float(p) for s, p in question.distribution().items()}


def test_the_exact_value_the_mean_and_the_chance_to_shut_stand_below():
    question = SMALL.question(goal="shut")
    found = question.distribution()
    mean = sum(score * chance for score, chance in found.items())
    below = question.plot().get_supxlabel()
    for name, value in (("answer", question.value), ("score", mean), ("shut", found[0])):
        assert f"{name}: exactly {value}" in below


def test_the_mean_and_the_score_to_beat_are_lines():
    question = SMALL.question("123", 2, player=2)
    (axes,) = question.plot().axes
    mean = sum(score * chance for score, chance in question.distribution().items())
    marked = {line.get_label().partition(":")[0]: line.get_xdata()[0] for line in axes.lines}
    assert marked == {"expected score": float(mean), "to beat": 2}
    legend = [text.get_text() for text in axes.get_legend().get_texts()]
    assert "to beat: 2" in legend and f"expected score: {float(mean):.4f}" in legend


def test_the_answers_for_a_rule_draw_the_scores_of_the_least_expected_score():
    answers = SMALL.answers()
    assert isinstance(answers, RuleAnswers)
    assert bars(answers.plot()) == {s: float(p) for s, p in answers.scores.items()}


def test_long_scores_are_stems_on_a_logarithmic_axis():
    thirds = {0: Fraction(1, 3), 7: Fraction(1, 3), 123_456: Fraction(1, 3)}
    (axes,) = draw_scores(Rules(score="digits"), "one wins", thirds, "Long", {}).axes
    stems = {x: top for (x, _), (_, top) in axes.collections[0].get_segments()}
    assert stems == {s: float(p) for s, p in thirds.items()}
    assert axes.get_xscale() == "symlog" and "logarithmic" in axes.get_xlabel()


# The card game ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game", [flip(3), flip(dice=[2, {1: 1, 2: 3}], cards=3), flip(dice=[1, 2], cards=4, goal=3)]
)
def test_every_position_is_drawn_by_its_cards_down_and_its_value(game):
    answer = total_until_end(game)
    upper, _ = plot_turns(answer).axes
    masks = state_masks(game.rule).tolist()
    expected = [(m.bit_count(), float(answer.q_value(k))) for k, m in enumerate(masks)]
    assert list(zip(*upper.lines[0].get_data())) == expected
    for line, end in ((upper.lines[1], max), (upper.lines[2], min)):
        at = sorted({cards for cards, _ in expected})
        assert list(line.get_xdata()) == at
        assert list(line.get_ydata()) == [end(v for n, v in expected if n == k) for k in at]
    assert f"exactly {answer.value}" in plot_turns(answer).get_supxlabel()


def test_the_table_counts_the_best_choices_as_advise_tells_them():
    answer = total_until_end(flip(3))
    _, lower = plot_turns(answer).axes
    kinds = [label.get_text() for label in lower.get_yticklabels()]
    shares = lower.images[0].get_array().filled(0)  # what a roll does not offer is masked
    playing = [mask for mask in range(64) if mask != 63]
    for column, (a, b) in enumerate(combinations_with_replacement((1, 2, 3), 2)):
        assert lower.get_xticklabels()[column].get_text() == f"{a} {b}"
        counts = Counter()
        for mask in playing:
            (card, best), *others = advise(answer, mask, [a, b])
            tied = others and others[0][1] == best
            named = {a + b: "total", b: "higher die", a: "lower die"}
            counts["equally good" if tied else named[card]] += 1
        assert list(shares[:, column]) == [counts[kind] / 63 for kind in kinds]


def test_what_a_roll_does_not_offer_is_hatched_and_has_no_number():
    _, lower = plot_turns(total_until_end(flip(2))).axes
    empty = np.ma.getmaskarray(lower.images[0].get_array())  # the hatch of the panel is seen there
    assert lower.patch.get_hatch() == "xxxx"
    hatched = {(column, row) for row, column in np.argwhere(empty)}
    numbered = {text.get_position() for text in lower.texts}
    assert len(hatched) + len(numbered) == empty.size
    assert {(0, 1), (2, 1)} <= hatched and not hatched & numbered  # higher die of 1 1 and 2 2


@pytest.mark.parametrize(
    ("dice", "kinds"),
    [
        ([3], ["the die"]),
        ([2, 2, 2], ["die 1 by size", "die 2 by size", "die 3 by size", "total"]),
        ([1, 2], ["die 1", "die 2", "total"]),
    ],
)
def test_a_choice_is_named_after_its_die(dice, kinds):
    _, lower = plot_turns(total_until_end(flip(dice=dice))).axes
    named = [label.get_text() for label in lower.get_yticklabels()]
    assert [name for name in named if name != "equally good"] == kinds


@pytest.mark.parametrize(
    ("game", "words"),
    [(flip(2, start=15), "over at once"), (flip(dice=[8, 9], cards=2), "more than 64 rolls")],
)
def test_games_without_a_picture_are_refused(game, words):
    with pytest.raises(ValueError, match=words):
        plot_turns(total_until_end(game))


# Float methods ------------------------------------------------------------------------------------


def test_the_errors_are_those_of_the_methods_stopped_after_each_step():
    """A method that is stopped after k steps has the value whose error is traced."""
    answer = total_until_end(flip(2))
    game, tolerance = answer.model, math.ulp(float(answer.value))
    equations = equations_until_end(game, game.rewards["turns"])
    start = int(game.choice_at(np.array([game.action_start[game.initial_state]]))[0])
    jacobi, gauss, relaxed, howard = convergence(answer, relaxation=1.2).traces
    assert [len(t.errors) for t in (jacobi, gauss, relaxed)] == sorted(
        (len(t.errors) for t in (jacobi, gauss, relaxed)), reverse=True
    )
    for trace, method, more in (
        (jacobi, value_iteration, {}),
        (gauss, gauss_seidel, {}),
        (relaxed, gauss_seidel, {"relaxation": 1.2}),
        (howard, policy_iteration, {"warm_up": 0}),
    ):
        found = method(equations, "min", tolerance=tolerance, **more)
        error = abs(Fraction(float(found.values[start])) - answer.value)
        assert trace.ended and trace.errors[0] == answer.value and trace.errors[-1] == error


def test_policy_iteration_has_an_error_for_each_evaluation():
    answer = total_until_end(flip(2))
    equations = equations_until_end(answer.model, answer.model.rewards["turns"])
    found = policy_iteration(equations, "min", warm_up=0)
    assert len(convergence(answer).traces[-1].errors) == 1 + found.iterations


def test_relaxation_that_does_not_end_is_said_and_stops_with_jacobi():
    jacobi, _, relaxed, _ = convergence(total_until_end(flip(2)), relaxation=1.9).traces
    assert not relaxed.ended and relaxed.words.endswith("not at rest")
    assert len(relaxed.errors) == len(jacobi.errors) and relaxed.errors[-1] > relaxed.errors[0]


def test_relaxation_by_1_is_gauss_seidel_and_left_out():
    assert len(convergence(total_until_end(flip(2)), relaxation=1).traces) == 3


def test_the_lines_are_the_errors_and_those_of_0_are_said_not_drawn():
    value, errors = Fraction(1, 3), (Fraction(1, 3), Fraction(1, 7**20), Fraction(0))
    figure = Convergence(value, (Trace("any", errors),)).plot(question="a third")
    (axes,) = figure.axes
    drawn = axes.lines[0].get_ydata()
    assert list(drawn[:2]) == [float(e) for e in errors[:2]] and np.isnan(drawn[2])
    assert axes.get_yscale() == "log"
    below = figure.get_supxlabel()
    assert "a third: exactly 1/3" in below and "1 error is exactly 0, and not drawn" in below


def test_the_floor_is_half_a_unit_in_the_last_place():
    (axes,) = Convergence(Fraction(10), (Trace("any", (Fraction(10),)),)).plot().axes
    assert axes.lines[1].get_ydata()[0] == math.ulp(10.0) / 2


def test_convergence_needs_the_total_until_the_end():
    from exactbox import Model, reach

    coin = Model.from_choices([(0, [("1/2", 0), ("1/2", 1)]), (0, [])], [[0], [1]], start=0)
    with pytest.raises(ValueError, match="not that of total_until_end"):
        convergence(reach(coin, [1], "max"))


# Files --------------------------------------------------------------------------------------------


def test_png_and_svg_are_what_they_say_and_the_same_twice():
    question = SMALL.question(goal="score")
    png, svg = (image(question.plot(), suffix) for suffix in (".png", ".svg"))
    assert png.startswith(b"\x89PNG\r\n\x1a\n") and png == question.plot()._repr_png_()
    assert svg == image(question.plot(), ".svg")
    text = " ".join(ElementTree.fromstring(svg).itertext())
    assert f"exactly {question.value}" in text and "final score (sum of the open tiles)" in text


def test_settings_of_the_machine_have_no_influence():
    import matplotlib

    figure = SMALL.question(goal="score").plot
    expected = image(figure(), ".svg")
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "red", "svg.hashsalt": "x"}):
        assert image(figure(), ".svg") == expected


def test_no_letter_is_smaller_than_8_points():
    from matplotlib.text import Text

    answer = total_until_end(flip(2))
    for figure in (plot_turns(answer), convergence(answer).plot(), SMALL.answers().plot()):
        assert min(text.get_fontsize() for text in figure.findobj(Text)) >= 8


@pytest.mark.parametrize(
    "command",
    [
        "shutbox --tiles 3 --dice 1",
        "shutbox --tiles 3 --dice 1 --scores 123",
        "shutbox --tiles 3 --dice 1 --objective score",
        "flip --faces 2",
        "certify flip --faces 2",
    ],
)
def test_the_option_writes_the_picture_and_says_so(tmp_path, capsys, command):
    file = tmp_path / "new" / "picture.svg"
    file.parent.mkdir()
    code, out, err = run(capsys, [*command.split(), "--plot", str(file)])
    assert (code, err) == (0, "") and out.endswith(f"{file}: the picture\n")
    ElementTree.fromstring(file.read_bytes())


def test_the_json_names_the_picture(tmp_path, capsys):
    file = tmp_path / "a.png"
    _, out, _ = run(capsys, ["flip", "--faces", "2", "--json", "--plot", str(file)])
    assert '"is": "picture"' in out and file.exists()


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("shutbox --plot a.pdf", "'a.pdf' is not the name of a picture: need .png or .svg"),
        ("shutbox --plot -", "need .png or .svg"),
        ("shutbox --move 12 3 --plot a.png", "--plot draws final scores"),
        ("flip --faces 2 --play 1 2 --plot a.png", "--play asks for a move"),
        ("certify flip --faces 2 --begin 1,2,3,4 --plot a.png", "nothing to draw"),
        ("flip --faces 2 --plot a.svg.gz", "need .png or .svg"),
        ("certify flip --faces 2 --plot a.png --certificate a.png", "this is also --certificate"),
        ("shutbox --plot /nowhere/a.png", "/nowhere/a.png: No such file"),
    ],
)
def test_what_cannot_be_drawn_is_refused_before_the_work(monkeypatch, capsys, command, words):
    def work(*_, **__):
        raise AssertionError("it has begun")

    monkeypatch.setattr("exactbox.mdp.total_until_end", work)
    monkeypatch.setattr("exactbox.games.shutbox.ShutTheBox.answers", work)
    code, out, err = run(capsys, command.split())
    assert (code, out) == (2, "") and words in err and err.count("\n") == 1


def test_without_matplotlib_one_line_says_how_to_install_it(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    code, out, err = run(capsys, ["shutbox", "--plot", "a.png"])
    needed = "a picture needs matplotlib: pip install 'exactbox[plot]' (or pip install matplotlib)"
    assert (code, out, err) == (2, "", f"exactbox: {needed}\n")
    with pytest.raises(ImportError, match="a picture needs matplotlib"):
        SMALL.question(goal="shut").plot()


def test_a_picture_that_cannot_be_drawn_leaves_the_older_file(tmp_path):
    file = tmp_path / "a.png"
    file.write_bytes(b"older")
    figure = SMALL.question(goal="score").plot()
    figure.set_size_inches(10**6, 10**6)  # more than an image may have
    with pytest.raises(ValueError, match="too large"):
        save(figure, file)
    assert file.read_bytes() == b"older" and len(list(tmp_path.iterdir())) == 1


def test_a_picture_does_not_replace_an_input(tmp_path, capsys):
    model = tmp_path / "model.svg"
    model.write_text("{}")
    code, out, err = run(capsys, ["solve", str(model), "--max-reach", "x", "--plot", str(model)])
    assert (code, out) == (2, "") and "this is an input" in err and model.read_text() == "{}"


def test_matplotlib_is_not_loaded_where_nothing_is_drawn():
    import subprocess

    asked = "import sys, exactbox.cli as c; c.main(['shutbox', '--scores', '12']); "
    asked += "sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asked], capture_output=True).returncode == 0

"""Names of rows, columns and states are read, kept, and shown in what comes out."""

from __future__ import annotations

import json
import pickle
from fractions import Fraction

import pandas
import pytest

import exactbox
from exactbox import linalg
from exactbox.cli import main

BREAD = ",bread,cake\nflour,1,1\noven,3,1\n"
FRAME = pandas.DataFrame([[1, 1], [3, 1]], index=["flour", "oven"], columns=["bread", "cake"])


def write(folder, text, name="a.csv"):
    (folder / name).write_text(text)
    return str(folder / name)


@pytest.mark.parametrize(
    ("text", "rows", "rest"),
    [
        (BREAD, ("flour", "oven"), ("bread", "cake")),
        ("bread;cake\n1;1\n3;1\n", None, ("bread", "cake")),
        ("flour 1 1\noven 3 1\n", ("flour", "oven"), None),
        ('"what is","bread","cake"\nflour,1,1\noven,3,1\n', ("flour", "oven"), ("bread", "cake")),
        (",2019,2020\nflour,1,1\noven,3,1\n", ("flour", "oven"), ("2019", "2020")),
        ("1,1\n3,1\n", None, None),
    ],
)
def test_names_in_a_table_are_read_and_the_numbers_are_the_same(tmp_path, text, rows, rest):
    path = write(tmp_path, text)
    assert linalg.read_matrix(path) == [[1, 1], [3, 1]] and linalg.det(path) == -2
    inverse = linalg.inv(path)
    assert (inverse.labels or (None, None)) == (rest, rows)
    assert inverse == [["-1/2", "1/2"], ["3/2", "-1/2"]]


@pytest.mark.parametrize(
    "text", ["x,1\n2,3\n", "1,2\nx,3\n4,5\n", "x,y\n1,z\n", "nan,inf\n1,2\n", "a,1\nb,c\n", "x\n"]
)
def test_what_is_named_in_part_is_refused(tmp_path, text):
    with pytest.raises(ValueError, match=r"a\.csv:[12]: column [12]: the value is"):
        linalg.read_matrix(write(tmp_path, text))


@pytest.mark.parametrize("kind", ["file", "frame"])
def test_labels_are_kept_and_shown(tmp_path, kind):
    a = FRAME if kind == "frame" else write(tmp_path, BREAD)
    x = linalg.solve(a, [4, "17/2"])
    assert str(x) == "bread  9/4\ncake   7/4" and repr(x) == "ExactVector([9/4, 7/4])"
    assert x.to_frame().index.tolist() == ["bread", "cake"]
    assert linalg.solve(a, [4, "17/2"], want=[1]).labels[0] == ("cake",)
    inverse = linalg.inv(a)
    assert str(inverse) == "       flour  oven\nbread   -1/2   1/2\ncake     3/2  -1/2"
    assert inverse.to_frame().loc["cake", "flour"] == Fraction(3, 2)
    assert pickle.loads(pickle.dumps(inverse)).labels == inverse.labels
    assert linalg.solve_general(a, [1, 1]).particular.labels[0] == ("bread", "cake")
    assert linalg.nullspace(FRAME * 0).labels[0] == ("bread", "cake")


def test_labels_go_through_operators():
    goods, stores = ("bread", "cake"), ("flour", "oven")
    a = linalg.ExactMatrix(FRAME.to_numpy()).with_labels(stores, goods)
    assert a.T.labels == (goods, stores)
    assert (a @ a.T).labels == (stores, stores) and (a.T @ FRAME).labels == (goods, goods)
    assert (a @ [1, 2]).labels == (stores, None) and ([1, 2] @ a).labels == (goods, None)
    assert ([[1, 2]] @ a).labels == (None, goods) and (a @ [[1], [2]]).labels == (stores, None)
    assert (a @ linalg.inv(FRAME)).labels == (stores, stores)
    plain = [[0, 1], [2, 3]]
    for same in (a + a, a - FRAME, -a, 2 * a, a / 3, a + plain, plain - a):
        assert same.labels == (stores, goods)
    assert (a + a.with_labels(stores, stores)).labels == (stores, None)
    assert (a + a.T).labels is None and a @ a.T == [[2, 4], [4, 10]]


def test_labels_of_a_part_are_those_that_are_chosen():
    goods, stores = ("bread", "cake"), ("flour", "oven")
    a = linalg.ExactMatrix(FRAME.to_numpy()).with_labels(stores, goods)
    assert a[1].labels == (goods, None) and a[:, 0].labels == (stores, None)
    assert a[::-1].labels == (stores[::-1], goods) and a[:, [1]].labels == (stores, ("cake",))
    assert a[[0, 1], [1, 0]].labels is None and a[1, 0] == 3
    assert a[0][1:].labels == (("cake",), None) and str(a[1]) == "bread  3\ncake   1"


def test_the_echelon_form_keeps_the_columns(tmp_path):
    goods = (None, ("bread", "cake"))
    for a in (FRAME, write(tmp_path, BREAD), linalg.read_matrix(write(tmp_path, BREAD))):
        assert linalg.rref(a).form.labels == goods and linalg.rref(a).pivots == (0, 1)
    assert linalg.rref([[1, 2]]).form.labels is None
    assert linalg.nullspace(linalg.ExactMatrix([[0, 0]]).with_labels(*goods)).labels[0] == goods[1]


@pytest.mark.parametrize("right", [[4, 8], [[4, 1], [8, 3]]])
def test_unknowns_of_least_squares_and_integers_have_names(tmp_path, right):
    goods = ("bread", "cake")
    for a in (FRAME, write(tmp_path, BREAD), linalg.read_matrix(write(tmp_path, BREAD))):
        assert linalg.lstsq(a, right).x.labels[0] == goods
        assert linalg.lstsq(a, right).x == linalg.lstsq([[1, 1], [3, 1]], right).x
        found = linalg.solve_integers(a, right)
        assert found.particular.labels[0] == found.kernel.labels[0] == goods
    assert linalg.lstsq([[1, 1]], [1]).x.labels is None


def test_labels_are_in_the_views_of_notebooks():
    a = linalg.ExactMatrix([[1, "1/2"]]).with_labels(["a_b"], ["x<y", "50%"])
    assert "<th></th><th>x&lt;y</th><th>50%</th>" in a._repr_html_()
    assert "<tr><th>a_b</th><td>1</td>" in a._repr_html_()
    body = r" & \text{x<y} & \text{50\%} \\ \hline \text{a\_b} & 1 & \frac{1}{2}"
    assert a._repr_latex_() == rf"$\displaystyle \begin{{array}}{{l|rr}}{body}\end{{array}}$"
    column = a.with_labels(["c"])
    assert (
        r"{l|rr}\text{c} & 1" in column._repr_latex_() and "<th></th>" not in column._repr_html_()
    )


def test_numbers_of_a_frame_are_no_labels():
    assert linalg.inv(pandas.DataFrame([[1, 1], [3, 1]])).labels is None


def test_labels_of_a_game_are_shown(tmp_path, capsys):
    path = write(tmp_path, "mine,rock,paper\nrock,0,-1\npaper,1,0\nlizard,-1,-1\n")
    game = exactbox.matrix_game(path)
    assert "rows      rock 0, paper 1, lizard 0" in str(game)
    assert game.rows.to_frame().index.tolist() == ["rock", "paper", "lizard"]
    assert main(["matrix-game", path]) == 0
    out = capsys.readouterr().out
    assert "  paper: 1\n" in out and "  rock is never better than paper\n" in out
    assert main(["matrix-game", path, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["row_names"] == ["rock", "paper", "lizard"]
    assert found["column_names"] == ["rock", "paper"]


def test_unknowns_are_printed_by_name(tmp_path, capsys):
    b = write(tmp_path, "4\n8.5\n", "b.csv")
    assert main(["linsolve", write(tmp_path, BREAD), b]) == 0
    assert "x[bread] = 9/4" in capsys.readouterr().out


def test_a_small_matrix_that_was_read_keeps_its_names(tmp_path):
    goods, stores = ("bread", "cake"), ("flour", "oven")
    a = linalg.read_matrix(write(tmp_path, BREAD))
    assert exactbox.linsolve(a, [4, 8]).labels == (goods, None)
    assert linalg.solve(a, [[4], [8]]).labels == linalg.solve(a, [4, "17/2"]).labels
    assert linalg.solve(a, [4, 8], want=[1]).labels[0] == ("cake",)
    assert linalg.inv(a).labels == a.inv().labels == (a**-1).labels == (goods, stores)
    assert linalg.adjugate(a).labels == (goods, stores) and linalg.det(a) == -2


SINGULAR = ",bread,cake\nflour,1,1\noven,2,2\n"


@pytest.mark.parametrize(
    ("command", "matrix", "right", "code", "values", "rows", "columns"),
    [
        ("linsolve", BREAD, "4\n8.5\n", 0, "value", ["bread", "cake"], None),
        ("linsolve --want 2", BREAD, "4\n8.5\n", 0, "value", ["cake"], None),
        ("linsolve --integers", BREAD, "4\n8\n", 0, "value", ["bread", "cake"], None),
        ("linsolve", SINGULAR, "1\n2\n", 1, "value", ["bread", "cake"], None),
        ("linsolve", SINGULAR, "1\n1\n", 1, "weights", ["flour", "oven"], None),
        ("lstsq", SINGULAR, "1\n1\n", 0, "value", ["bread", "cake"], None),
        ("inv", BREAD, None, 0, "value", ["bread", "cake"], ["flour", "oven"]),
        ("inv", SINGULAR, None, 1, "kernel", ["bread", "cake"], None),
        ("rref", SINGULAR, None, 0, "value", None, ["bread", "cake"]),
        ("nullspace", SINGULAR, None, 0, "basis", None, ["bread", "cake"]),
    ],
)
def test_json_has_the_names(tmp_path, capsys, command, matrix, right, code, values, rows, columns):
    """Those of the rows and columns of what is found; without names neither key is there."""
    name, *options = command.split()
    for table, names in ((matrix, (rows, columns)), ("1,1\n3,1\n", (None, None))):
        files = [write(tmp_path, table)]
        files += [] if right is None else [write(tmp_path, right, "b.csv")]
        found = main([name, *files, *options, "--json"])
        out = json.loads(capsys.readouterr().out)
        assert (out.get("row_names"), out.get("column_names")) == names
        if table == matrix:
            assert found == code and values in out


@pytest.mark.parametrize("command", ["inv", "linsolve"])
def test_a_witness_is_printed_by_name(tmp_path, capsys, command):
    files = [write(tmp_path, SINGULAR), *[write(tmp_path, "1\n1\n", "b.csv")][: command != "inv"]]
    assert main([command, *files]) == 1
    wanted = ("k[bread]", "k[cake]") if command == "inv" else ("y[flour]", "y[oven]")
    out = capsys.readouterr().out
    assert all(f"{name} = " in out for name in wanted)


def test_states_and_choices_of_lists_have_names():
    model = exactbox.Model.from_lists(
        [[[("3/5", "sent"), ("2/5", "start")], [(1, "sent")]], [[(1, "sent")]]],
        names=["start", "sent"],
        actions=[["direct", "relay"], ["stay"]],
        labels={"done": [1]},
        rewards={"cost": [[1, 2], [0]]},
        initial="start",
    )
    answer = exactbox.cost(model, "cost", "done", "min")
    assert answer.value == Fraction(5, 3)
    frame = answer.to_frame()
    assert frame["valuation"].tolist() == ["start", "sent"] and frame["action"][0] == "direct"
    for wrong, message in (
        ({"names": ["a", "a"]}, "names: found 'a' for states 0 and 1"),
        ({"names": ["a"]}, "names: found 1, need 2"),
        ({"actions": [["x"]]}, "actions: need a list a state"),
    ):
        with pytest.raises(ValueError, match=message):
            exactbox.Model.from_lists([[[(1, 1)]], [[(1, 1)]]], **wrong)
    with pytest.raises((TypeError, ValueError), match="'nowhere'"):
        exactbox.Model.from_lists([[[(1, "nowhere")]]], names=["a"])

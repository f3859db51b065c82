"""``exactbox flip``: its JSON, its digits, and options without a meaning."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from exactbox import flip, total_until_end
from exactbox.cli import main
from exactbox.games.flip import advise, state_mask


def run(capsys, arguments):
    """Standard output of a run that answers."""
    assert main(["flip", *arguments.split()]) == 0
    return capsys.readouterr().out


def test_the_json_of_a_float_method_has_the_exact_value_and_the_true_error(capsys):
    out = run(capsys, "--faces 2 --method value-iteration --tolerance 1e-3 --json --digits 6")
    said = json.loads(out)
    assert out.count("\n") == 1 and said["method"] == "value-iteration"
    assert said["value"] == {"exact": "8936/1575", "decimal": "5.673651"}  # Project Euler 640
    assert Fraction(said["error"]["exact"]) == Fraction(float(said["float"])) - Fraction(8936, 1575)
    assert abs(Fraction(said["error"]["exact"])) < Fraction(1, 100)


def test_the_json_of_a_move_has_every_card_best_first(capsys):
    said = json.loads(run(capsys, "--faces 3 --play 1 2 --down 1,2,4 --json"))
    assert (said["face_down"], said["rolled"]) == ([1, 2, 4], [1, 2])
    found = [(move["card"], Fraction(move["value"]["exact"])) for move in said["moves"]]
    assert found == advise(total_until_end(flip(3)), state_mask("1,2,4", 6), [1, 2])
    assert [move["best"] for move in said["moves"]] == [True, False, False]


def test_a_pass_is_no_card(capsys):
    (move,) = json.loads(run(capsys, "--cards 1 --dice 1:1,2:6 --play 2 --json"))["moves"]
    assert move == {
        "best": True,
        "card": None,
        "value": {"decimal": "7.000000000000", "exact": "7"},
    }


def test_digits_and_full_say_how_numbers_are_printed(capsys):
    assert "5.67 (rounded)" in run(capsys, "--faces 2 --digits 2")
    short, full = (run(capsys, f"--faces 5 --play 1 2{more}") for more in ("", " --full"))
    assert "digits)" in short and "..." not in full


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("--faces 2 --down 1", "--down is for --play"),
        ("--faces 2 --play 1 1 --start 3", "--start is for the float methods"),
        ("--faces 2 --play 1 1 --method gauss-seidel", "--method is for the float methods"),
        ("--faces 2 --relaxation 1", "--relaxation is for --method gauss-seidel"),
        ("--faces 2 --play 1", "need what each of the 2 dice shows, found 1"),
        ("--faces 2 --max-states 0", "max_states is 0, need at least 1"),
        ("--faces 40", "80 cards that can be turned"),
        ("--dice \u0663", "need a number of sides"),
        ("--faces \u0662", "need a whole number"),
        ("--faces 2 --play 1 x", "need a whole number"),
        ("--faces 2 --digits 100000000000", "need 0 to 1,000,000"),
    ],
)
def test_what_has_no_meaning_is_one_line_and_exit_code_2(capsys, arguments, words):
    try:
        code = main(["flip", *arguments.split()])
    except SystemExit as stopped:
        code = stopped.code
    out, err = capsys.readouterr()
    assert (code, out) == (2, "") and words in err and err.count("\n") == 1


def test_a_die_may_be_written_as_it_is_printed(capsys):
    said = run(capsys, "--cards 2 --dice d2 --play 1")
    assert said == run(capsys, "--cards 2 --dice 2 --play 1")

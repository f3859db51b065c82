"""``exactbox lp`` and ``exactbox matrix-game``: lines, JSON, files, mistakes, exit codes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from random import Random

import pytest

from exactbox.cli import main
from exactbox.lp import read_program
from tests.lp.test_formats import INTEGERS

BREAD = """\
Maximize
  profit: 3 bread + 2 cake
Subject To
  flour: bread + cake <= 4
  oven: 3 bread + cake <= 8.5
End
"""


@pytest.fixture
def bread(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bread.lp").write_text(BREAD)
    return "bread.lp"


def run(capsys, *words):
    """Exit code, what is printed, and what is said beside it."""
    try:
        code = main(list(words))
    except SystemExit as error:
        code = error.code
    return (code, *capsys.readouterr())


def test_the_optimum_is_printed_exactly_and_rounded(bread, capsys):
    code, out, err = run(capsys, "lp", bread, "--digits", "3")
    assert (code, err) == (0, "")
    assert out == "optimal: the greatest value is 41/4 = 10.25\n"


def test_all_prints_columns_and_duals_and_unique_says_so(bread, capsys):
    code, out, _ = run(capsys, "lp", bread, "--all", "--unique", "--digits", "0")
    assert code == 0 and out.splitlines() == [
        "optimal: the greatest value is 41/4",
        "the only optimal point",
        "the only optimal dual",
        "bread = 9/4",
        "cake = 7/4",
        "dual of flour = 3/2",
        "dual of oven = 1/2",
    ]


def test_duals_and_reduced_costs_add_up_to_the_value(tmp_path, capsys):
    """minimise 3 x + 2 y with x + y >= 4 and 1 <= x: 9 = 4 * 2 + 1 * 1, by duality."""
    file = tmp_path / "diet.lp"
    file.write_text("min 3 x + 2 y\nst\n r: x + y >= 4\nbounds\n x >= 1\nend\n")
    code, out, _ = run(capsys, "lp", str(file), "--all")
    assert code == 0 and out.splitlines()[-2:] == ["dual of r = 2", "reduced cost of x = 1"]
    costs = json.loads(run(capsys, "lp", str(file), "--all", "--json")[1])["reduced_costs"]
    assert {name: cost["exact"] for name, cost in costs.items()} == {"x": "1", "y": "0"}


def test_json_has_names_and_all_digits(bread, capsys):
    code, out, _ = run(capsys, "lp", bread, "--all", "--json", "--unique")
    found = json.loads(out)
    assert code == 0 and found["value"] == {"exact": "41/4", "decimal": "10.250000000000"}
    assert found["answer"] == "optimal" and found["unique"] and found["unique_duals"]
    assert found["columns"]["bread"]["exact"] == "9/4" and found["duals"]["oven"]["exact"] == "1/2"


def test_a_proof_is_checked_compared_explained_and_cited(bread, capsys):
    code, out, _ = run(capsys, "lp", bread, "--certificate", "bread.json", "--plain-integers")
    assert (
        code == 0
        and "bytes, checked by the plain checker: VALID" in out
        and "proved: the linear program" in out
    )
    code, out, _ = run(capsys, "check", "bread.json", "--against", bread)
    assert code == 0 and "SAME QUESTION" in out
    assert (
        "check it: exactbox check bread.json"
        in run(capsys, "lp", bread, "--certificate", "bread.json", "--unique")[1]
    )
    code, out, err = run(capsys, "check", "bread.json", "--against", bread)
    assert code == 1 and 'statement: the proof has "unique", yours has "optimal"' in err
    code, out, _ = run(capsys, "check", "bread.json", "--against", bread, "--statement", "unique")
    assert code == 0
    assert run(capsys, "check", "--plain", "bread.json")[0] == 0
    assert "No other feasible x'" in run(capsys, "check", "bread.json", "--explain")[1]
    assert "exactly 41/4" in run(capsys, "cite", "bread.json", "--format", "text")[1]
    same = run(capsys, "question", bread, "--statement", "unique")[1].split()[0]
    assert same in run(capsys, "check", "bread.json")[1]


@pytest.mark.parametrize(
    "change, difference",
    [
        (("8.5", "9"), "denominators: denominator of row 1: the proof has 2, yours has 1"),
        (("<= 4", "<= 5"), "upper: bound of row 0: the proof has 4, yours has 5"),
        (("2 cake", "cake"), "objective: numerator of entry 1: the proof has 2, yours has 1"),
        (("Max", "Min"), 'sense: the proof has "max", yours has "min"'),
        (("End", "Bounds\n cake <= 3/2\nEnd"), "upper: bound of column 1"),
    ],
)
def test_another_program_is_told_by_its_first_difference(bread, capsys, change, difference):
    run(capsys, "lp", bread, "--certificate", "proof.json")
    with open("other.lp", "w") as file:
        file.write(BREAD.replace(*change))
    code, _, err = run(capsys, "check", "proof.json", "--against", "other.lp")
    assert code == 1 and difference in err


def test_a_game_is_not_a_program(bread, capsys):
    with open("game.csv", "w") as file:
        file.write("1;-1\n-1;1\n")
    assert run(capsys, "matrix-game", "game.csv", "--certificate", "game.json")[0] == 0
    code, out, _ = run(capsys, "check", "game.json", "--against", "game.csv", "--statement", "game")
    assert code == 0 and "SAME QUESTION" in out
    code, _, err = run(capsys, "check", "game.json", "--against", bread)
    assert code == 1 and "ANOTHER QUESTION" in err


def test_infeasible_and_unbounded_programs_say_why(bread, capsys):
    with open("none.lp", "w") as file:
        file.write(BREAD.replace("End", "  more: bread + cake >= 5\nEnd"))
    code, out, _ = run(capsys, "lp", "none.lp", "--certificate", "none.json", "--digits", "0")
    lines = out.splitlines()
    assert code == 1 and lines[0] == "infeasible"
    assert lines[1].endswith("times these weights, contradict the bounds")
    assert "  flour: -1" in lines and "  more: 1" in lines and "has no feasible point" in out
    with open("endless.lp", "w") as file:
        file.write(BREAD.replace("+ cake <=", "<="))
    code, out, _ = run(capsys, "lp", "endless.lp", "--certificate", "endless.json", "--all")
    assert code == 1 and out.startswith(
        "unbounded\nalong this ray the objective has no end; columns that move: 1"
    )
    assert "  cake: 1" in out and "c x above every number" in out
    code, out, _ = run(capsys, "lp", "endless.lp", "--json", "--all")
    assert json.loads(out)["answer"] == "unbounded" and "ray" in json.loads(out)


def test_programs_are_written_in_the_other_format_and_as_vipr(bread, capsys):
    code, out, _ = run(capsys, "lp", bread, "--output", "bread.mps.gz", "--vipr", "bread.vipr")
    assert code == 0
    assert "bread.mps.gz: the program" in out and "bread.vipr: the VIPR proof" in out
    assert read_program("bread.mps.gz").column_names == ("bread", "cake")
    with open("bread.vipr") as file:
        assert file.readline() == "VER 1.0\n"
    code, _, err = run(capsys, "lp", bread, "--output", "bread.txt")
    assert code == 2 and "need a name that ends in .mps or .lp" in err


def test_integers_are_refused_or_relaxed(bread, capsys):
    with open("knapsack.mps", "w") as file:
        file.write(INTEGERS)
    code, _, err = run(capsys, "lp", "knapsack.mps")
    assert code == 2 and "knapsack.mps:6: column x is to be an integer" in err
    code, out, _ = run(capsys, "lp", "knapsack.mps", "--relax")
    assert code == 0 and out.splitlines() == [
        "the relaxation: 2 columns need not be integers",
        "optimal: the least value is -2",
    ]


@pytest.mark.parametrize(
    "words, said",
    [
        (("lp", "missing.mps"), "missing.mps: No such file or directory"),
        (("lp", "bread.lp", "--vipr", "bread.lp"), "bread.lp"),
        (("lp", "empty.lp"), "empty.lp:1: the file is empty, need Minimize or Maximize"),
        (("lp", "binary.mps"), "binary.mps: found binary data, need a linear program"),
        (("matrix-game", "empty.lp"), "empty.lp: the file is empty, need a matrix"),
        (("question", "bread.lp", "--statement", "rank"), "the statement is 'rank', need one of"),
        (("question", "A.csv", "--statement", "optimal"), "is about a linear program"),
    ],
)
def test_mistakes_are_one_line(bread, capsys, words, said):
    for name, data in (("empty.lp", b""), ("binary.mps", b"\0\1"), ("A.csv", b"1\n")):
        with open(name, "wb") as file:
            file.write(data)
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "") and said in err and err.count("\n") == 1


def test_a_game_in_a_table_is_solved(bread, capsys):
    with open("game.csv", "w") as file:
        file.write("0;-1;2\n1;0;-1\n-2;1;0\n-3;-3;-3\n")
    code, out, _ = run(capsys, "matrix-game", "game.csv", "--digits", "0")
    assert code == 0 and out.splitlines() == [
        "the value is 0",
        "the only optimal strategy of the row player:",
        "  row 1: 1/4",
        "  row 2: 1/2",
        "  row 3: 1/4",
        "  row 4 is never better than row 1",
        "the only optimal strategy of the column player:",
        "  column 1: 1/4",
        "  column 2: 1/2",
        "  column 3: 1/4",
    ]
    found = json.loads(run(capsys, "matrix-game", "game.csv", "--json")[1])
    assert found["value"]["exact"] == "0" and found["dominated_rows"] == [[4, 1]]


def test_ctrl_c_ends_it_at_once(tmp_path):
    """A game of 1,000 x 1,000, which takes a quarter of a minute or more."""
    rng = Random(1)
    file = tmp_path / "game.csv"
    file.write_text(
        "".join(f"{';'.join(map(str, rng.choices(range(99), k=1000)))}\n" for _ in range(1000))
    )
    command = [sys.executable, "-m", "exactbox", "matrix-game", str(file)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True) as process:
        time.sleep(4)
        begin = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=20)
    assert time.monotonic() - begin < 5
    assert process.returncode == 130 and err.endswith(b"interrupted\n")


def test_what_readers_take_otherwise_is_a_line_on_standard_error(capsys, tmp_path):
    path = tmp_path / "p.lp"
    path.write_text("max x\nst\n x <= 9\nbounds\n x <= 3\n x <= 2\nend")
    code = main(["lp", str(path)])
    out, err = capsys.readouterr()
    assert (code, out) == (0, "optimal: the greatest value is 2\n")
    which = "column x has its upper bound again; the last one, 2, counts"
    assert err == f"exactbox: warning: {path}:6: {which}\n"


def test_sets_and_bounds_of_integers_are_chosen_by_options(capsys, tmp_path):
    path = tmp_path / "p.mps"
    path.write_text(
        "ROWS\n N c\n L r\nCOLUMNS\n M 'MARKER' 'INTORG'\n x c -1 r 1\n M 'MARKER' 'INTEND'\n"
        " y c -1 r 1\nRHS\n S r 3\n T r 5\nRANGES\n P r 1\n Q r 2\n"
        "BOUNDS\n UP A y 9\n UP B y 4\nENDATA\n"
    )
    sets = ["--rhs-set", "T", "--ranges-set", "Q", "--bounds-set", "B"]
    assert main(["lp", str(path), "--relax", *sets]) == 2
    assert "need a bound, or --integer-bounds" in capsys.readouterr().err
    assert main(["lp", str(path), "--relax", "--integer-bounds", *sets]) == 0
    assert "the least value is -5" in capsys.readouterr().out

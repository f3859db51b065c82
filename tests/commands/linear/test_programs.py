"""``exactbox lp`` and ``exactbox matrix-game``: lines, JSON, files, mistakes, exit codes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from fractions import Fraction
from random import Random

import pytest

from exactbox.cli import main
from exactbox.lp import read_program, solve_program
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
    assert (
        out
        == "optimal: the greatest value is 41/4 = 10.25\nbread = 9/4 = 2.25\ncake = 7/4 = 1.75\n"
    )


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
    assert (code, err) == (0, "") and "SAME QUESTION" in out
    asked = ("check", "bread.json", "--against", bread, "--statement")
    code, out, err = run(capsys, *asked, "optimal")
    assert code == 1 and 'statement: the proof has "unique", yours has "optimal"' in err
    assert run(capsys, *asked, "unique")[0] == 0
    assert run(capsys, "check", "--plain", "bread.json")[0] == 0
    assert "No other feasible x'" in run(capsys, "check", "bread.json", "--explain")[1]
    assert "exactly 41/4" in run(capsys, "cite", "bread.json", "--format", "text")[1]
    same = run(capsys, "question", bread, "--statement", "unique")[1].split()[0]
    assert same in run(capsys, "check", "bread.json")[1]


@pytest.mark.parametrize(
    "change, difference",
    [
        (("8.5", "9"), "row oven, upper bound: the proof has 17/2, yours has 9"),
        (("<= 4", "<= 5"), "row flour, upper bound: the proof has 4, yours has 5"),
        (("2 cake", "cake"), "objective, cake: the proof has 2, yours has 1"),
        (("Max", "Min"), 'sense: the proof has "max", yours has "min"'),
        (
            ("End", "Bounds\n cake <= 3/2\nEnd"),
            "cake, upper bound: the proof has none, yours has 3/2",
        ),
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
    assert lines[1:4] == [
        "times these weights 2 bounds add up to 0 >= 1:",
        "  -1 times row flour: bread + cake <= 4",
        "  1 times row more: bread + cake >= 5",
    ]
    assert "has no feasible point" in out
    with open("endless.lp", "w") as file:
        file.write(BREAD.replace("+ cake <=", "<="))
    code, out, _ = run(capsys, "lp", "endless.lp", "--certificate", "endless.json", "--all")
    assert code == 1 and out.startswith(
        "unbounded\nalong this ray the objective has no end; columns that move: 1"
    )
    assert (
        "\n  cake: 1\na feasible point:\nbread = " in out
        and "the objective above every number" in out
    )
    code, out, _ = run(capsys, "lp", "endless.lp", "--json", "--all")
    assert json.loads(out)["answer"] == "unbounded" and "ray" in json.loads(out)


@pytest.mark.parametrize(
    ("program", "kind", "name", "lines"),
    [
        (
            "min x\nst\n r: x + y <= 9\nbounds\n 5 <= x <= 1\nend",
            *("column", "x"),
            {"  -1/4 times x <= 1", "  1/4 times x >= 5 (its lower bound)"},
        ),
        (
            "min x\nst\n q: x <= 9\n r: 4 <= 2 x + y <= 2\nbounds\n x free\nend",
            *("row", "r"),
            {
                "  1/2 times row r: 2 x + y >= 4",
                "  -1/2 times row r: 2 x + y <= 2 (its upper bound)",
            },
        ),
    ],
)
def test_a_contradiction_of_crossed_bounds_names_the_file_s_columns_and_rows(
    bread, capsys, program, kind, name, lines
):
    """5 <= x <= 1, or 4 <= 2 x + y <= 2: each by its two bounds, a quarter or a half of each."""
    with open("none.lp", "w") as file:
        file.write(program)
    code, out, _ = run(capsys, "lp", "none.lp", "--digits", "0")
    assert code == 1 and set(out.splitlines()[2:]) == lines
    parts = json.loads(run(capsys, "lp", "none.lp", "--json")[1])["contradiction"]
    assert {(part[kind], part["bound"]) for part in parts} == {(name, "upper"), (name, "lower")}


@pytest.mark.parametrize("seed", range(12))
def test_the_bounds_of_a_contradiction_add_up_to_0_at_least_1(bread, capsys, seed):
    """Multiplied back from what is printed as JSON: no column is left, and the bounds make 1."""
    rng, rows, columns = Random(seed), [], ("a", "b", "c")
    for i in range(5):
        entries = {name: rng.choice([-2, -1, 1, 3, 0.5]) for name in columns}
        rows.append((f"r{i}", entries, rng.choice(["<=", ">=", "="]), rng.randint(-9, 9)))
    rows.append(("sum", dict.fromkeys(columns, 1), ">=", 40))
    text = "\n".join(
        f" {name}: {' '.join(f'{v:+} {c}' for c, v in entries.items())} {relation} {bound}"
        for name, entries, relation, bound in rows
    )
    with open("none.lp", "w") as file:
        file.write(f"min a\nst\n{text}\nbounds\n a <= 5\n 1 <= b <= 5\n -3 <= c <= 7\nend\n")
    code, out, _ = run(capsys, "lp", "none.lp", "--json")
    parts = json.loads(out)["contradiction"]
    left, right, entries_of = dict.fromkeys(columns, Fraction(0)), Fraction(0), {}
    for name, entries, _, _ in rows:
        entries_of[name] = entries
    for part in parts:
        weight, at = (Fraction(part[key]["exact"]) for key in ("weight", "at"))
        assert (weight > 0) == (part["bound"] == "lower")
        terms = entries_of[part["row"]] if "row" in part else {part["column"]: 1}
        for name, value in terms.items():
            left[name] += weight * Fraction(value)
        right += weight * at
    assert code == 1 and not any(left.values()) and right == 1


def test_a_long_point_is_counted_and_its_other_columns_are_printed(bread, capsys):
    terms = " + ".join(f"{k} x{k}" for k in range(1, 22))
    with open("long.lp", "w") as file:
        file.write(f"max {terms}\nst\n r: x1 + x21 <= 3\nbounds\n")
        file.write(
            "".join(f" x{k} <= 0\n" for k in range(2, 21))
            + " x5 <= 1/2\nend\n".replace("1/2", "0.5")
        )
    code, out, _ = run(capsys, "lp", "long.lp")
    assert code == 0 and out.splitlines() == [
        "optimal: the greatest value is 131/2 = 65.5",
        "2 of 21 columns are not 0",
        "x5 = 1/2 = 0.5",
        "x21 = 3",
    ]
    assert len(run(capsys, "lp", "long.lp", "--all")[1].splitlines()) > 22


def test_ranges_are_those_in_which_the_basis_stays_optimal(bread, capsys):
    """bread + cake = 4 and 3 bread + cake = b are the vertex while c1 / c2 is within 1 and 3."""
    code, out, _ = run(capsys, "lp", bread, "--ranges", "--digits", "0")
    assert code == 0 and out.splitlines()[3:] == [
        "cost of bread: 3; from 2 up to 6",
        "cost of cake: 2; from 1 up to 3",
        "right-hand side of flour: 4; from 17/6 up to 17/2",
        "right-hand side of oven: 17/2; from 4 up to 12",
    ]
    found = json.loads(run(capsys, "lp", bread, "--ranges", "--json")[1])
    assert [end["exact"] for end in found["cost_ranges"]["bread"]] == ["2", "6"]
    assert [end["exact"] for end in found["rhs_ranges"]["oven"]["upper"]] == ["4", "12"]
    with open("free.lp", "w") as file:
        file.write("max x\nst\n r: x <= 1\n s: 0 <= x + y <= 9\nend\n".replace("0 <= ", "-5 <= "))
    out = run(capsys, "lp", "free.lp", "--ranges", "--digits", "0")[1]
    assert "lower bound of s: -5; up to " in out and "cost of x: 1; from 0\n" in out


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
    x = solve_program(read_program("knapsack.mps", relax=True))
    assert code == 0 and out.splitlines() == [
        "the relaxation: 2 columns need not be integers",
        "optimal: the least value is -2",
        *(f"{name} = {x[name]}" for name in x.program.column_names),
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
    assert (code, out) == (0, "optimal: the greatest value is 2\nx = 2\n")
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

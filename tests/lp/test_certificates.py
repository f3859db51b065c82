"""Certificates of programs and games: changes of true ones are refused, or leave them true."""

from __future__ import annotations

import copy
import json
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactbox import check
from exactbox.check import GaveUp, InvalidCertificate, MalformedCertificate, check_certificate
from exactbox.lp import linprog, matrix_game, parse_program, solve_program
from exactbox.lp.formats.vipr import vipr_lines
from exactbox.lp.program import STATEMENTS
from tests import brute_lp
from tests.corpus import canonical, load
from tests.lp.test_solving import program_of
from tests.strategies import mutated

CHECKER = Path(check.__file__)
ACCEPTED = load("program")


def decoded(number):
    if number is None:
        return None
    if isinstance(number, list):
        return Fraction(decoded(number[0]), decoded(number[1]))
    return Fraction(number if isinstance(number, int) else int(number, 16))


def matrix_of(given):
    """The rows of a listed matrix."""
    rows, entries = [], list(zip(given["places"], given["numerators"], strict=True))
    for size in given["sizes"]:
        row = [Fraction(0)] * given["columns"]
        for j, v in entries[:size]:
            row[j] = decoded(v)
        rows.append(row)
        entries = entries[size:]
    return rows


def truth(asked):
    """What is true of a question, by all bases: status or "game", value, and whether one point."""
    if asked["statement"] == "game":
        from tests.weakenings.program_trials import _value

        rows = [[int(v) for v in row] for row in matrix_of(asked["matrix"])]
        return "game", _value(rows) / decoded(asked["denominator"]), None
    d = [decoded(v) for v in asked["denominators"]]
    goal = asked["objective"]
    cost = [Fraction(0)] * asked["matrix"]["columns"]
    sign = -1 if asked["sense"] == "max" else 1
    for j, v in zip(goal["places"], goal["numerators"], strict=True):
        cost[j] = sign * decoded(v) / decoded(goal["denominator"])

    def over(values):
        return [b if b is None else b / e for b, e in zip(values, d, strict=True)]

    program = {
        "cost": cost,
        "rows": [
            [v / e for v in row] for row, e in zip(matrix_of(asked["matrix"]), d, strict=True)
        ],
        "row_lower": over(map(decoded, asked["lower"]["rows"])),
        "row_upper": over(map(decoded, asked["upper"]["rows"])),
        "lower": list(map(decoded, asked["lower"]["columns"])),
        "upper": list(map(decoded, asked["upper"]["columns"])),
    }
    sides = zip(
        [*program["lower"], *program["row_lower"]],
        [*program["upper"], *program["row_upper"]],
        strict=True,
    )
    if any(low is not None and high is not None and low > high for low, high in sides):
        return "infeasible", None, False
    status, value = brute_lp.solve(program)
    if value is None:
        return status, None, False
    only = brute_lp.has_one_optimal_point(program, value)
    return status, sign * value + decoded(goal["constant"]), only


def holds(asked, value):
    """Whether what a claim says of a question is true."""
    status, right, only = truth(asked)
    statement = asked["statement"]
    if statement in ("optimal", "unique", "game"):
        same = (status == "game") == (statement == "game") and status in ("game", "optimal")
        return same and value == right and (statement != "unique" or only)
    return value is None and (
        status != "infeasible" if statement == "feasible" else status == statement
    )


def has_few_bases(asked):
    """True where all bases are gone through in a moment; 14 by 14 have forty million."""
    return len(asked["matrix"]["sizes"]) + asked["matrix"]["columns"] <= 13


@pytest.mark.parametrize("name", [n for n in ACCEPTED if has_few_bases(ACCEPTED[n]["question"])])
def test_what_is_on_file_is_true_by_all_bases(name):
    asked = ACCEPTED[name]["question"]
    assert holds(asked, check_certificate(canonical(ACCEPTED[name])).value)


@pytest.mark.parametrize("name", ACCEPTED)
@given(data=st.data())
def test_a_change_is_refused_or_leaves_a_true_statement(name, data):
    changed = data.draw(mutated(ACCEPTED[name]))
    try:
        claim = check_certificate(canonical(changed))
    except (InvalidCertificate, MalformedCertificate, GaveUp):
        return
    few = len(changed["question"].get("denominators", [])) < 5
    if few and has_few_bases(changed["question"]):
        assert holds(changed["question"], claim.value)


def test_the_checker_alone_says_what_is_proved_and_why(tmp_path):
    answer = linprog([3, 2], [[1, 1], [3, 1]], [4, "17/2"], maximize=True)
    file = tmp_path / "bread.json.xz"
    claim = answer.save(file, "unique")
    assert answer.proving("unique").is_proved_by(claim) and not answer.is_proved_by(claim)
    command = [sys.executable, "-I", str(CHECKER), "--explain", str(file)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.startswith("VALID ")
    assert "exactly 41/4" in done.stdout and "No other feasible x' has the same c x'" in done.stdout


def test_statements_that_are_not_true_are_refused_before_they_are_written(tmp_path):
    answer = linprog([1, 1], [[-1, -1]], [-1])  # x + y >= 1
    for statement, why in (
        ("unique", "no certificate that it is unique: x is not the only optimal point"),
        ("infeasible", "no certificate that it is infeasible: the program is optimal"),
        ("best", "the statement is 'best', need one of"),
    ):
        with pytest.raises(ValueError, match=why):
            answer.save(tmp_path / "lie.json", statement)
    assert list(tmp_path.iterdir()) == []


def test_one_program_has_one_question_however_it_is_written():
    """Rows times a number, terms that are added up, other names."""
    first = parse_program("min x + 0.5 y\nst\n c: x + y >= 1\n 0.5 x + y <= 3\nend")
    other = linprog([1, "1/2"], [[-1, -1]], [-1]).program
    assert first.question("optimal") != other.question("optimal")
    again = parse_program("min 1/2 x + 0.5 x + 0.50 z\nst\n x + z >= 1\n .5 x + z <= 3.0\nend")
    assert first.question("optimal") == again.question("optimal")
    hashes = {json.dumps(first.question(statement), sort_keys=True) for statement in STATEMENTS}
    assert len(hashes) == len(STATEMENTS)


@pytest.mark.parametrize("seed", range(3))
def test_the_same_answer_has_the_same_bytes(seed):
    given = brute_lp.random_program(Random(seed))
    first, second = (solve_program(program_of(given)).certificate() for _ in range(2))
    assert first == second


def test_long_numbers_in_a_hostile_file_are_paid_for():
    """Bounds over a hundred denominators, of which none divides the others."""
    certificate = copy.deepcopy(ACCEPTED["infeasible_by_bounds_of_columns"])
    n = 100
    asked = certificate["question"]
    asked["matrix"] = {
        "columns": n, "numerators": [1] * n, "places": list(range(n)), "sizes": [n]
    }  # fmt: skip
    asked["lower"]["columns"] = [0] * n
    odd = [3**60 + 2 * k for k in range(n)]
    asked["upper"]["columns"] = [[1, f"{q:x}"] for q in odd]
    asked["objective"] = {"constant": 0, "denominator": 1, "numerators": [], "places": []}
    raw = canonical(certificate)
    assert check_certificate(raw).facts["statement"] == "infeasible"
    work = check_certificate(raw).work
    with pytest.raises(GaveUp, match=r"more work than \d"):
        check_certificate(raw, max_work=work - 1)
    with pytest.raises(GaveUp, match="more memory"):
        check_certificate(raw, max_memory=len(raw))


def test_long_numbers_that_a_short_file_makes_are_paid_for():
    """One unknown of 12 kB, and 4,000 rows that are it: A x is as long in each of them."""
    certificate, rows = copy.deepcopy(ACCEPTED["feasible"]), 4000
    asked = certificate["question"]
    asked["matrix"] = {
        "columns": 1, "numerators": [1] * rows, "places": [0] * rows, "sizes": [1] * rows
    }  # fmt: skip
    asked["denominators"] = [1] * rows
    asked["lower"] = {"columns": [0], "rows": [0] * rows}
    asked["upper"] = {"columns": [None], "rows": [None] * rows}
    asked["objective"] = {"constant": 0, "denominator": 1, "numerators": [], "places": []}
    long = {"numerators": ["1" + "0" * 25_000], "places": [0], "sizes": [1]}
    certificate["witness"] = {"point": {"blocks": [0], "denominators": [1], **long}}
    raw = canonical(certificate)
    assert check_certificate(raw).facts["statement"] == "feasible"
    with pytest.raises(GaveUp, match="more memory"):
        check_certificate(raw, max_memory=4000 * 12_500)


# VIPR ---------------------------------------------------------------------------------------------


def replayed(lines):
    """What a VIPR file derives, checked line by line in fractions: goal, relation, right side."""
    words = iter(" ".join(lines).split())
    take = lambda: next(words)  # noqa: E731

    def expect(word):
        assert take() == word

    def terms():
        return {int(take()): Fraction(take()) for _ in range(int(take()))}

    expect("VER"), expect("1.0"), expect("VAR")
    names = [take() for _ in range(int(take()))]
    assert len(set(names)) == len(names)
    expect("INT"), expect("0"), expect("OBJ")
    sense, objective = take(), terms()
    expect("CON")
    count, bounds = int(take()), int(take())
    constraints = [(take(), take(), Fraction(take()), terms()) for _ in range(count)]
    assert bounds <= count
    expect("RTP")
    goal = [take()]
    if goal[0] == "range":
        goal += [Fraction(take()), Fraction(take())]
    expect("SOL")
    for _ in range(int(take())):
        take()
        point = terms()
        for _, relation, right, row in constraints:
            value = sum(v * point.get(j, 0) for j, v in row.items())
            assert {"E": value == right, "G": value >= right, "L": value <= right}[relation]
        assert sum(c * point.get(j, 0) for j, c in objective.items()) == goal[1] == goal[2]
    expect("DER"), expect("1"), take()
    relation, right = take(), Fraction(take())
    word = take()
    row = objective if word == "OBJ" else {}
    assert word in ("OBJ", "0")
    expect("{"), expect("lin")
    total, sums = Fraction(0), {}
    for k, price in terms().items():
        _, side, bound, entries = constraints[k]
        assert side == "E" or (price > 0) == (side == relation)
        total += price * bound
        for j, v in entries.items():
            sums[j] = sums.get(j, 0) + price * v
    assert {j: v for j, v in sums.items() if v} == row and total == right
    if goal[0] == "range":
        assert right == goal[1] and relation == ("L" if sense == "max" else "G")
    else:
        assert relation == "G" and right > 0 and not row  # 0 >= something above 0
    return goal


@pytest.mark.parametrize("seed", range(3))
def test_a_vipr_file_derives_the_value_or_a_contradiction(seed):
    rng, seen = Random(6000 + seed), set()
    while len(seen) < 4:
        maximize = rng.random() < 0.5
        answer = solve_program(program_of(brute_lp.random_program(rng), maximize))
        if answer.status == "unbounded":
            with pytest.raises(ValueError, match="the program is unbounded: VIPR has no proof"):
                list(vipr_lines(answer))
            continue
        goal = replayed(vipr_lines(answer))
        assert goal[0] == ("infeas" if answer.fun is None else "range")
        if answer.fun is not None:
            assert goal[1] == answer.fun
        seen.add((goal[0], maximize))


def test_the_sentence_names_the_game():
    claim = check_certificate(b"".join(matrix_game([[1, -1], [-1, 1]]).certificate_parts()))
    assert re.match(r"the matrix game in which the row player receives A\(i, j\)", claim.sentence)


def test_a_small_program_is_said_in_full_and_a_larger_one_by_its_sizes():
    text = "max 3 x - 0.5 y + 2\nst\n r: x + y <= 4\n s: -2 <= x - y <= 8.5\n t: {} >= -9\nend\n"
    for columns, words in (
        (
            "x + 2 y",
            "to maximise 3 x(1) - 1/2 x(2) + 2 over all x with x(1) + x(2) <= 4, "
            "-2 <= x(1) - x(2) <= 17/2, x(1) + 2 x(2) >= -9, x(1) >= 0, x(2) >= 0, A 3 x 2 with 6",
        ),
        (
            " + ".join(f"a{k}" for k in range(7)),
            "to maximise c x + c0 over all x with l <= x <= u and L <= A x <= U, A 3 x 9 with 11",
        ),
        (  # numbers of more than 20 digits are not said
            f"{10**20} x",
            "to maximise c x + c0 over all x with l <= x <= u and L <= A x <= U, A 3 x 2 with 5",
        ),
    ):
        answer = solve_program(parse_program(text.format(columns)))
        claim = check_certificate(b"".join(answer.certificate_parts()))
        assert words in claim.sentence
        assert words in check.check_plain(b"".join(answer.certificate_parts())).sentence


def test_the_point_the_duals_and_the_weights_are_printed():
    """3 x + 2 y at (9/4, 7/4): 3/2 flour + 1/2 oven = 6 + 17/4; and x >= 5 less x <= 4."""
    rows = "\nst\n flour: x + y <= 4\n oven: 3 x + y <= 8.5\nend\n"
    text = f"{solve_program(parse_program('max 3 x + 2 y' + rows))}"
    assert "point     [9/4, 7/4]" in text and "duals     [3/2, 1/2]" in text
    answer = solve_program(parse_program("max x\nst\n a: x >= 5\n b: x <= 4\nend\n"))
    assert answer.contradiction in (
        [(1, "lower", 5, 1), (2, "upper", 4, -1)],
        [(2, "upper", 4, -1), (1, "lower", 5, 1)],
    )
    assert "weights" in repr(answer) or "weights" in f"{answer}"

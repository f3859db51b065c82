"""Answers of linear programs: how they are shown and saved, and what is said of mistakes."""

from __future__ import annotations

import pickle
from dataclasses import replace
from fractions import Fraction
from math import inf, nan
from random import Random

import numpy as np
import pytest
from scipy.sparse import csr_array

import exactbox
from exactbox.check import check_certificate
from exactbox.lp import feasible, linear_program, linprog, parse_program, solve_program
from exactbox.lp.basis import BASIC, LOWER, Basis

BREAD = {"A_ub": [[1, 1], [3, 1]], "b_ub": [4, "17/2"], "maximize": True}


@pytest.fixture
def bread():
    return linprog([3, 2], **BREAD)


def test_an_answer_shows_itself(bread):
    assert repr(bread) == "ProgramAnswer(maximise, 2 x 2: 41/4)"
    assert "  exactly   41/4\n" in str(bread) and "<td>41/4</td>" in bread._repr_html_()
    assert repr(linprog([1], [[1]], [-1])) == "ProgramAnswer(minimise, 1 x 1: infeasible)"
    assert repr(bread.program) == "LinearProgram(maximise, 2 rows, 2 columns, 4 non-zeros)"


def test_a_frame_has_a_row_for_each_column(bread):
    frame = bread.to_frame()
    assert list(frame.columns) == ["column", "value", "reduced cost"]
    assert list(frame["column"]) == ["x1", "x2"]
    assert list(frame["value"]) == [Fraction(9, 4), Fraction(7, 4)]
    with pytest.raises(ValueError, match="an infeasible program has no point"):
        linprog([1], [[1]], [-1]).to_frame()


def test_names_find_values_and_unknown_ones_are_refused():
    text = "max 3 bread + 2 cake\nst\n flour: bread + cake <= 4\n oven: 3 bread + cake <= 8.5\nend"
    answer = solve_program(parse_program(text))
    assert answer["cake"] == answer[1] == Fraction(7, 4)
    assert answer.dual("oven") == answer.dual(1) == Fraction(1, 2)
    with pytest.raises(ValueError, match="there is no column 'cakes'; did you mean 'cake'"):
        answer["cakes"]
    with pytest.raises(IndexError, match="row 2: there are 2, counted from 0"):
        answer.rhs_range(2)
    with pytest.raises(ValueError, match="row flour has no lower bound"):
        answer.rhs_range("flour", "lower")


def test_marginals_are_those_of_the_value_for_both_senses():
    """One more unit of a right-hand side, one of a bound that x stands at."""
    for maximize in (False, True):
        sign = -1 if maximize else 1
        rows, right = [[-1, -1], [1, 3]], [-4, 60]

        def solved(right=right, low=0, maximize=maximize, sign=sign, rows=rows):
            cost = [2 * sign, 5 * sign]
            bounds = [(low, None), (1, None)]
            return linprog(cost, rows, right, bounds=bounds, maximize=maximize)

        answer = solved()
        step = Fraction(1, 100)
        for i in range(2):
            moved = [b + step * (k == i) for k, b in enumerate(right)]
            assert solved(moved).fun == answer.fun + step * answer.duals[i]
        assert answer.reduced_costs[0] == 0 and answer.reduced_costs[1] == 3 * sign


def test_saving_writes_what_the_checker_has_passed(bread, tmp_path):
    claim = bread.save(tmp_path / "bread.json")
    assert claim.value == Fraction(41, 4)
    assert check_certificate(tmp_path / "bread.json") == claim
    assert bread.certificate() == (tmp_path / "bread.json").read_bytes()
    assert bread.save(tmp_path / "point.json.gz", "feasible").value is None


def test_a_program_is_copied_and_gives_the_same_answer(bread):
    again = pickle.loads(pickle.dumps(bread.program))
    assert solve_program(again).fun == bread.fun


def test_whole_floats_are_the_integers_that_they_are():
    a = np.array([[1.0, 1.0], [3.0, 1.0]])
    found = linprog(np.array([3.0, 2.0]), a, [4.0, 8.0], bounds=(0.0, 9.0), maximize=True)
    assert found.fun == 10 and list(found.x) == [2, 2]
    assert exactbox.matrix_game(np.array([[2.0, -3.0], [-3.0, 4.0]])).value == Fraction(-1, 12)


def test_all_kinds_of_numbers_and_matrices_are_read():
    for a in (np.array([[1, 1], [3, 1]]), csr_array([[1, 1], [3, 1]]), {(0, 0): 1, (0, 1): 1}):
        rows = 1 if isinstance(a, dict) else 2
        assert linprog([3, 2], a, [4, "8.5"][:rows], maximize=True).status == "optimal"
    exact = linprog([0.5], [[0.25]], [1], maximize=True, floats="exact")
    assert exact.fun == 2
    assert linprog([1], A_eq=[["0.1"]], b_eq=["0.3"]).fun == 3
    assert linprog([1], bounds=[(-inf, inf)]).status == "unbounded"
    assert linprog([1], bounds=(np.float64(-inf), 3), maximize=True).fun == 3


MISTAKES = {
    "a float": (([0.5],), {}, TypeError, r"c\[0\] is the float 0.5, need an exact number"),
    "not a number": (([nan],), {"floats": "exact"}, ValueError, r"c\[0\] is nan"),
    "a text": ((["one"],), {}, ValueError, r"c\[0\] is 'one', need a number"),
    "no list": ((3,), {}, TypeError, "c is 3, need a list of numbers"),
    "columns": (([1], [[1, 2]], [1]), {}, ValueError, "A_ub has 2 columns, need 1 as c has"),
    "rows": (([1], [[1]], [1, 2]), {}, ValueError, "b_ub has 2 entries, need 1 as A_ub has rows"),
    "no rows": (([1], [], []), {}, ValueError, "A_ub has no rows: leave it out"),
    "no right side": (([1], [[1]]), {}, ValueError, "A_ub is there, and no b_ub: need both"),
    "no matrix": (([1],), {"b_eq": [1]}, ValueError, "b_eq is there, and no A_eq: need both"),
    "a float in A": (([1], [[0.5]], [1]), {}, TypeError, r"A_ub\[0, 0\] is the float 0.5"),
    "infinite b": (([1], [[1]], [inf]), {"floats": "exact"}, ValueError, r"b_ub\[0\] is inf"),
    "bounds": (([1],), {"bounds": [(0, 1), (0, 1)]}, ValueError, "need a pair, or 1 pair"),
    "upside down": (([1],), {"bounds": (inf, None)}, ValueError, r"bounds\[0\]\[0\] is inf"),
    "nan bound": (([1],), {"bounds": (nan, 1), "floats": "exact"}, ValueError, "nan"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_say_where(name):
    given, more, kind, said = MISTAKES[name]
    with pytest.raises(kind, match=said) as error:
        linprog(*given, **more)
    assert "\n" not in str(error.value)


def test_mistakes_of_programs_say_where():
    with pytest.raises(ValueError, match="column_names: 'x' is there twice"):
        linear_program([1, 1], column_names=["x", "x"])
    with pytest.raises(ValueError, match="row_names: 2 names, need 1"):
        linear_program([1], [[1]], row_names=["a", "b"])
    with pytest.raises(ValueError, match="lower has 2 bounds, need 1"):
        linear_program([1], lower=[0, 0])
    with pytest.raises(ValueError, match="there are no rows: need A_ub or A_eq"):
        feasible()


@pytest.mark.parametrize(
    "program",
    [
        linear_program([1], lower=2, upper=1),
        linear_program([1], [[1]], row_lower=[2], row_upper=[1], lower=None),
        linear_program([1, 1], [["1/2", 1]], ["3/2"], ["4/3"], [3, 1], [2, "1/2"]),
        linear_program([1], [[1]], 2, 1, 0, 5, row_names=["r_upper"]),
        linear_program([], ({}, (1, 0)), 2, 1),
    ],
)
def test_bounds_that_are_crossed_have_weights_that_say_so(program):
    """Of columns, of rows, of both, without any other bounds."""
    answer = solve_program(program)
    assert answer.status == "infeasible" and len(set(program.row_names)) == program.shape[0]
    assert check_certificate(answer.certificate()).facts["statement"] == "infeasible"


def test_crossed_bounds_of_scipys_arguments_are_infeasible():
    answer = linprog([1], [[1]], [3], bounds=(2, 1))
    assert answer.status == "infeasible" and answer.program.row_names == ("r1", "x1_lower")
    assert list(answer.farkas) == [0, 1]  # x >= 2, where x <= 1


def test_a_basic_row_has_the_range_of_the_bound_at_which_it_stands():
    """x = 1 by its bound, and 1 <= x <= 3 as a row that is basic: its lower side may come down."""
    program = linear_program([1], [[1]], [1], [3], [1], [5])
    answer = solve_program(program)
    status = [LOWER, BASIC]
    basic = replace(answer, _outcome=replace(answer._outcome, basis=Basis(program, status)))
    assert basic.rhs_range(0) == basic.rhs_range(0, "lower") == (None, 1)
    assert basic.rhs_range(0, "upper") == (1, None)


@pytest.mark.parametrize("number", range(20))
def test_infeasible_and_unbounded_programs_of_some_size_are_proved(number):
    """By a hidden y >= 0 with A' y <= 0 and b y > 0, in the way of klein's; or a hidden ray."""
    rng = Random(number)
    m, n = rng.randint(20, 40), rng.randint(20, 40)
    y = [rng.randint(1, 9) for _ in range(m)]
    a = [[rng.randint(-50, 50) for _ in range(n)] for _ in range(m - 1)]
    # the last row makes sum y A <= 0 in every column, and less than y b
    sums = [sum(w * row[j] for w, row in zip(y, a, strict=False)) for j in range(n)]
    last = [Fraction(-s - rng.randint(0, 3), y[-1]) for s in sums]
    a.append(last)
    b = [rng.randint(-99, 99) for _ in range(m - 1)]
    b.append(Fraction(1 - sum(w * v for w, v in zip(y, b, strict=False)), y[-1]))
    if number % 2:
        program = linear_program([0] * n, a, row_lower=b)
        status = "infeasible"
    else:  # its dual, with a point: x = y t is a ray of A' x <= 0, b x rises
        columns = [list(column) for column in zip(*a, strict=True)]
        program = linear_program(b, columns, row_upper=[0] * n, maximize=True)
        status = "unbounded"
    answer = solve_program(program)
    assert answer.status == status
    assert check_certificate(answer.certificate()).facts["statement"] == status


def test_the_package_offers_them():
    assert exactbox.linprog is linprog
    assert exactbox.lp.linear_program is linear_program
    assert exactbox.matrix_game([[1]]).value == 1

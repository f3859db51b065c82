"""Linear programs: what they are is what all of their bases say, and every proof is accepted."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactbox.check import check_certificate
from exactbox.linalg.square import solving_time
from exactbox.lp import feasible, floats, linear_program, linprog, pivots, solve_program, solving
from exactbox.lp.basis import Basis, slack_basis
from exactbox.lp.pivots import Steps, refutation, simplex
from exactbox.lp.program import require_value
from exactbox.parallel import using
from exactbox.progress import Known, Notice, watched
from tests import brute_lp
from tests.bench import lp_scaled
from tests.lp_examples import netlib, netlib_program

CYCLES = {  # Beale 1955: Dantzig's rule goes in circles; -1/20 at (1/25, 0, 1, 0)
    "cost": ["-3/4", 150, "-1/50", 6],
    "rows": [["1/4", -60, "-1/25", 9], ["1/2", -90, "-1/50", 3], [0, 0, 1, 0]],
    "row_lower": [None] * 3,
    "row_upper": [0, 0, 1],
    "lower": [0] * 4,
    "upper": [None] * 4,
}


def program_of(given, maximize=False):
    """The same for exactbox."""
    m, n = len(given["rows"]), len(given["cost"])
    entries = {(i, j): v for i, row in enumerate(given["rows"]) for j, v in enumerate(row)}
    names = ("row_lower", "row_upper", "lower", "upper")
    return linear_program(
        [-c if maximize else c for c in given["cost"]],
        (entries, (m, n)),
        **{name: given[name] for name in names},
        maximize=maximize,
    )


def assert_as_brute(given, maximize=False):
    """Status and value, a certificate that says so, and points and duals that are feasible; by
    exact pivots alone, as few rows and columns are solved, and the answer of floats."""
    status, value = brute_lp.solve(given)
    for most in (max(program_of(given).shape), 0):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(solving, "_MAX_PIVOTED", most)
            answer = solve_program(program_of(given, maximize))
        assert answer.status == status
        if value is not None:
            assert answer.fun == (-value if maximize else value)
        claim = check_certificate(answer.certificate())
        assert claim.facts["statement"] == status and claim.value == answer.fun
    return answer


@pytest.mark.parametrize("seed", range(8))
def test_status_and_value_are_those_of_all_bases(seed):
    rng = Random(seed)
    for _ in range(60):
        assert_as_brute(brute_lp.random_program(rng), rng.random() < 0.5)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 140))
def test_status_and_value_are_those_of_all_bases_of_20000_programs(seed):
    rng = Random(seed)
    for _ in range(500):
        assert_as_brute(brute_lp.random_program(rng), rng.random() < 0.5)


@given(st.randoms(use_true_random=False))
def test_any_small_program_is_what_all_bases_say(rng):
    assert_as_brute(brute_lp.random_program(rng), rng.random() < 0.5)


@pytest.mark.parametrize("seed", range(4))
def test_without_highspy_the_answers_are_the_same(seed, monkeypatch):
    """SciPy's x and prices, from which a basis is completed exactly."""
    monkeypatch.setattr(floats, "highs", lambda: None)
    rng = Random(1000 + seed)
    for _ in range(25):
        assert_as_brute(brute_lp.random_program(rng), rng.random() < 0.5)


@pytest.mark.parametrize("seed", range(4))
def test_whether_point_and_duals_are_the_only_ones(seed):
    """By the least and the greatest of each unknown on the optimal face."""
    rng, found = Random(2000 + seed), set()
    while len(found) < 4:
        given = brute_lp.random_program(rng, rows=2, columns=2)
        status, value = brute_lp.solve(given)
        if status != "optimal":
            continue
        answer = solve_program(program_of(given))
        assert answer.x_is_unique == brute_lp.has_one_optimal_point(given, value)
        assert answer.duals_are_unique == brute_lp.has_one_optimal_dual(given, value)
        found.add((answer.x_is_unique, answer.duals_are_unique))
        if answer.x_is_unique:
            data = b"".join(answer.proving("unique").certificate_parts())
            assert check_certificate(data).facts["statement"] == "unique"


# Exact pivots -------------------------------------------------------------------------------------


def least_by(program, y):
    """What 0 = (-A' y) x + y A x is at least within the bounds; above 0: nothing is feasible."""
    prices = [
        -sum(v * y[k - len(program.lower)] for k, v in zip(*c, strict=True))
        for c in program.columns
    ]
    sides = zip([*prices, *y], program.low, program.high, strict=True)
    return sum(price * (low if price > 0 else high) for price, low, high in sides if price != 0)


@pytest.mark.parametrize("degenerate", [0, 20])
@pytest.mark.parametrize("seed", range(4))
def test_exact_pivots_alone_solve_every_program(seed, degenerate, monkeypatch):
    """From the basis of all activities: dual pivots, primal ones, flips, rays and refutations; by
    Bland's rule, and by Dantzig's."""
    monkeypatch.setattr(pivots, "_DEGENERATE", degenerate)
    rng, ends = Random(3000 + seed), set()
    for _ in range(150):
        given = brute_lp.random_program(rng)
        program, steps = program_of(given), Steps()
        end = simplex(Basis(program, slack_basis(*program.shape)), steps)
        status, value = brute_lp.solve(given)
        assert end.status == status
        if status == "infeasible":
            assert least_by(program, end.farkas) > 0
        elif status == "unbounded":
            assert not end.basis.infeasibilities
        else:
            assert program.objective_value(end.basis.value()) == value
            assert not end.basis.infeasibilities and not end.basis.dual_infeasibilities
        ends.add((status, steps.pivots > 0))
    assert len(ends) == 6


@pytest.mark.parametrize("degenerate", [0, 20])
def test_pivots_end_where_dantzigs_rule_goes_in_circles(degenerate, monkeypatch):
    monkeypatch.setattr(pivots, "_DEGENERATE", degenerate)
    program, steps = program_of(CYCLES), Steps()
    end = simplex(Basis(program, slack_basis(*program.shape)), steps)
    assert steps.pivots > 1
    assert program.objective_value(end.basis.value()) == Fraction(-1, 20)


@pytest.mark.parametrize("verdict", ["optimal", "infeasible", "unbounded", "unknown"])
@pytest.mark.parametrize("status", ["slack", "wrong", "short"])
def test_whatever_floats_say_the_answer_is_exact(verdict, status, monkeypatch):
    """A float solver that lies: the basis of all activities, and two that are no basis."""

    def lie(program, start=None):
        m, n = program.shape
        basis = {"slack": [0] * n + [1] * m, "wrong": [1] * (n + m), "short": [1]}[status]
        return floats.Proposal(verdict, basis)

    monkeypatch.setattr(solving, "propose", lie)
    rng = Random(4000)
    steps = sum(assert_as_brute(brute_lp.random_program(rng)).pivots for _ in range(80))
    is_refined = status == "slack" and verdict in ("infeasible", "unbounded")
    assert steps > 5 or is_refined  # a feasible basis with a wrong verdict is refined first


# Programs from books ------------------------------------------------------------------------------


def test_refinement_finds_what_floats_cannot_see():
    """x >= 1 and x <= 1 + 10^-40, maximised: floats take the two for one."""
    most = 1 + Fraction(1, 10**40)
    answer = linprog([1, 1], [[1, 0], [1, 1]], [most, 2 + most], bounds=(1, None), maximize=True)
    assert answer.fun == 2 + most
    far = linprog([1], [[1]], [Fraction(1, 10**30)], maximize=True)
    assert far.fun == Fraction(1, 10**30)


def test_a_narrow_miss_is_infeasible_and_a_narrow_hit_is_not():
    tiny = Fraction(1, 10**25)
    for step, status in ((-tiny, "infeasible"), (Fraction(0), "optimal"), (tiny, "optimal")):
        answer = linprog([0, 0], [[1, 1], [-1, -1]], [1 + step, -1])
        assert answer.status == status
        assert check_certificate(answer.certificate()).facts["statement"] == status


def test_the_bread_and_the_cake():
    """3 x + 2 y, x + y <= 4, 3 x + y <= 17/2: where both hold, x = 9/4, y = 7/4."""
    answer = linprog([3, 2], [[1, 1], [3, 1]], [4, "17/2"], maximize=True)
    assert (answer.fun, list(answer.x)) == (Fraction(41, 4), [Fraction(9, 4), Fraction(7, 4)])
    assert list(answer.duals) == [Fraction(3, 2), Fraction(1, 2)]
    assert list(answer.reduced_costs) == [0, 0] and answer.slacks == [0, 0]
    assert answer.x_is_unique and answer.duals_are_unique
    # 3/2 of each further unit of the first row, until x = 0 or y = 0
    assert answer.rhs_range(0) == (Fraction(17, 6), Fraction(17, 2))
    assert answer.rhs_range("r2") == (4, 12)
    # the slope of the objective stays between those of the rows: 1 and 3
    assert answer.cost_range(0) == (2, 6) and answer.cost_range("x2") == (1, 3)


def test_an_equation_that_others_imply_has_no_other_right_hand_side():
    """x + y = 2 twice, and 2 x + 2 y = 4: whichever moves, there is no point."""
    answer = linprog([1, 2], A_eq=[[1, 1], [1, 1], [2, 2]], b_eq=[2, 2, 4])
    for i, right in enumerate([2, 2, 4]):
        for side in ("lower", "upper", None):
            assert answer.rhs_range(i, side) == (right, right)


@pytest.mark.parametrize("seed", range(3))
def test_in_its_range_a_number_keeps_the_basis_and_beyond_it_does_not(seed):
    """At the ends of the range of a right-hand side the value is linear in it, by the dual; at
    those of a cost by the point."""
    rng, seen = Random(5000 + seed), 0
    while seen < 25:
        given = brute_lp.random_program(rng)
        if brute_lp.solve(given)[0] != "optimal":
            continue
        answer = solve_program(program_of(given))
        for j in range(len(given["cost"])):
            for end in answer.cost_range(j):
                if end is not None:
                    cost = [*given["cost"]]
                    cost[j] = end
                    moved = answer.fun + (end - given["cost"][j]) * answer.x[j]
                    assert brute_lp.solve({**given, "cost": cost}) == ("optimal", moved)
                    seen += 1
        for i in range(len(given["rows"])):
            low, high = given["row_lower"][i], given["row_upper"][i]
            if low is None and high is None:
                continue
            stands = answer.activities[i]
            side = "lower" if stands == low else "upper" if stands == high else None
            if side is None:
                continue
            for end in answer.rhs_range(i, side):
                if end is not None:
                    at = low if side == "lower" else high
                    other = {f"row_{side}": [*given[f"row_{side}"]]}
                    other[f"row_{side}"][i] = end
                    if low == high:
                        other = {
                            key: [end if k == i else v for k, v in enumerate(given[key])]
                            for key in ("row_lower", "row_upper")
                        }
                    price = answer.duals[i]
                    moved = answer.fun + (end - at) * price
                    assert brute_lp.solve({**given, **other}) == ("optimal", moved)
                    seen += 1


def test_infeasible_programs_have_farkas_weights():
    """x + y <= 1, x >= 1, y >= 1/3."""
    answer = feasible([[1, 1], [-1, 0], [0, -1]], [1, -1, "-1/3"])
    assert answer.status == "infeasible" and answer.fun is None and answer.x is None
    weights = list(answer.farkas)
    assert weights[0] < 0 and weights == [weights[0]] * 3
    with pytest.raises(ValueError, match="the program is infeasible: there is no optimum"):
        answer.cost_range(0)


def test_unbounded_programs_have_a_point_and_a_ray():
    answer = linprog([-1, 0], [[1, -1]], [2])
    assert answer.status == "unbounded"
    x, ray = list(answer.x), list(answer.ray)
    assert x[0] - x[1] <= 2 and ray[0] > 0 and ray[0] <= ray[1]


def test_klees_and_mintys_cube_is_walked_through():
    """maximise the sum of 10^(n-j) x_j where 2 sum_(j<i) 10^(i-j) x_j + x_i <= 100^(i-1):
    100^(n-1), though the method may visit all 2^n vertices."""
    n = 8
    rows = [[2 * 10 ** (i - j) if j < i else int(i == j) for j in range(n)] for i in range(n)]
    cost = [10 ** (n - 1 - j) for j in range(n)]
    right = [100**i for i in range(n)]
    assert linprog(cost, rows, right, maximize=True).fun == 100 ** (n - 1)


@pytest.mark.parametrize("n", [49, 50, 60])
def test_klees_and_mintys_cube_has_bounds_that_are_none_to_a_float_solver(n):
    """2 sum_(j<i) 2^(i-j) x_j + x_i <= 5^i, as Chvatal has it: 5^n, which is more than HiGHS'
    infinity, 1e20, from 29 dimensions on."""
    rows = [[2 ** (i - j + 1) if j < i else int(i == j) for j in range(n)] for i in range(n)]
    cost, right = [2 ** (n - 1 - j) for j in range(n)], [5 ** (i + 1) for i in range(n)]
    answer = linprog(cost, rows, right, maximize=True)
    assert answer.fun == 5**n and answer.pivots == 0


@pytest.mark.parametrize("name", ["afiro", "adlittle", "lotfi", "boeing1", "stair", "forplan"])
@pytest.mark.skipif(not netlib(), reason="the programs are not there")
@pytest.mark.skipif(floats.highs() is None, reason="pivots depend on the float solver")
def test_a_program_whose_rows_and_columns_are_scaled_is_solved_as_it_was(name):
    """Rows and columns times 10^-8 .. 10^8: without equilibration hundreds of pivots."""
    program = netlib_program(name)
    answer = solve_program(lp_scaled.scaled(program, Random(name)))
    assert answer.fun == solve_program(program).fun and answer.pivots == 0


@pytest.mark.parametrize("name", ["adlittle", "israel", "e226", "grow7", "bandm"])
@pytest.mark.skipif(not netlib(), reason="the programs are not there")
@pytest.mark.skipif(floats.highs() is None, reason="pivots depend on the float solver")
def test_costs_and_bounds_over_thirty_orders_of_magnitude_need_no_pivot(name):
    """Violations of 2^100 are scaled to 1 as small ones are: else prices are cut to one size. Of
    bandm HiGHS takes a multiple of the costs alone."""
    answer = solve_program(lp_scaled.wide(netlib_program(name), Random(name)))
    assert answer.status == "optimal" and answer.pivots == 0
    assert check_certificate(answer.certificate()).value == answer.fun


@pytest.mark.parametrize("name", ["sc50b", "sc105", "sc205", "e226", "bore3d"])
@pytest.mark.skipif(not netlib(), reason="the programs are not there")
@pytest.mark.skipif(floats.highs() is None, reason="pivots depend on the float solver")
def test_rows_that_are_nearly_parallel_to_equations_need_no_pivot(name):
    """bore3d is infeasible then: Farkas' weights of differences are those of the rows."""
    answer = solve_program(lp_scaled.parallel(netlib_program(name), Random(name)))
    assert answer.pivots == 0
    claim = check_certificate(answer.certificate())
    assert claim.facts["statement"] == answer.status and claim.value == answer.fun


@pytest.mark.parametrize("name", ["adlittle", "boeing1", "capri", "grow7", "lotfi"])
@pytest.mark.skipif(not netlib(), reason="the programs are not there")
@pytest.mark.skipif(floats.highs() is None, reason="pivots depend on the float solver")
def test_rows_that_are_nearly_parallel_to_inequalities_need_no_pivot(name):
    """Of grow7 an equation is basic where the differences are optimal: that is no end."""
    answer = solve_program(lp_scaled.parallel(netlib_program(name), Random(name)))
    assert answer.pivots == 0
    claim = check_certificate(answer.certificate())
    assert claim.facts["statement"] == answer.status and claim.value == answer.fun


@pytest.mark.parametrize("seed", ["degen2", "degen21"])
@pytest.mark.skipif(not netlib(), reason="the programs are not there")
@pytest.mark.skipif(floats.highs() is None, reason="pivots depend on the float solver")
def test_degenerate_rows_that_are_nearly_parallel_are_refuted_without_pivots(seed):
    """Of the elastic program's refinement there was no end in HiGHS, of its pivots none in 20 s."""
    answer = solve_program(lp_scaled.parallel(netlib_program("degen2"), Random(seed)))
    assert answer.status == "infeasible" and answer.pivots == 0
    assert check_certificate(answer.certificate()).facts["statement"] == "infeasible"


@pytest.mark.parametrize("seed", range(4))
def test_a_basis_refutes_no_program_that_has_a_point(seed):
    rng, refuted = Random(8000 + seed), 0
    for _ in range(150):
        given = brute_lp.random_program(rng, rows=3, columns=3)
        program = program_of(given)
        y = refutation(Basis(program, slack_basis(*program.shape)))
        if y is not None:
            assert brute_lp.solve(given)[0] == "infeasible" and least_by(program, y) > 0
            refuted += 1
    assert refuted > 2


@pytest.mark.parametrize("seed", range(4))
def test_equations_are_subtracted_and_the_answer_stays(seed, monkeypatch):
    """Nearly multiples, negative ones too, of equations: all bases say the same."""
    monkeypatch.setattr(solving, "_MAX_PIVOTED", 0)
    rng, count = Random(6000 + seed), 0
    for _ in range(250):
        given = brute_lp.random_program(rng, rows=2, columns=3)
        m, factor = len(given["rows"]), Fraction(rng.choice([-3, -1, 1, 2]))
        i = rng.randrange(m) if m else 0
        if not m or given["row_lower"][i] is None:
            continue
        given["row_upper"][i] = given["row_lower"][i]
        near = [
            v * factor * (1 + Fraction(rng.choice([-2, -1, 1, 2]), 10**15))
            for v in given["rows"][i]
        ]
        bound = given["row_lower"][i] * factor + rng.choice([0, Fraction(1, 10**14)])
        given["rows"].append(near)
        given["row_lower"].append(bound if rng.random() < 0.5 else None)
        given["row_upper"].append(None if given["row_lower"][-1] is not None else bound)
        program = program_of(given)
        end = solving._solve_by_differences(program, Steps())
        if end is None:
            continue
        status, value = brute_lp.solve(given)
        assert end.status == status
        if status == "infeasible":
            assert least_by(program, end.farkas) > 0
        if status == "optimal":
            assert program.objective_value(end.basis.value()) == value
            assert not end.basis.infeasibilities and not end.basis.dual_infeasibilities
        count += 1
    assert count > 10


@pytest.mark.skipif(not netlib(), reason="the programs are not there")
def test_pivots_from_the_basis_of_all_activities_are_fewer_than_rows_and_columns():
    """Where floats call it optimal, as they do where costs are tiny: largest violations without
    scaling, and Bland's rule after 50 of them, took 902 from a better basis."""
    program = lp_scaled.scaled(netlib_program("adlittle"), Random(1))
    start, steps = Basis(program, slack_basis(*program.shape)), Steps()
    assert simplex(start, steps).status == "optimal"
    assert steps.pivots < sum(program.shape)


@pytest.mark.parametrize("n", [5, 12])
def test_hilberts_rows_are_solved_exactly(n):
    """A x >= A 1 with Hilbert's matrix and a cost that is A' 1: the optimum is at x = 1."""
    hilbert = [[Fraction(1, i + j + 1) for j in range(n)] for i in range(n)]
    sums = [sum(row) for row in hilbert]
    program = linear_program(sums, hilbert, row_lower=sums)
    answer = solve_program(program)
    assert answer.fun == sum(sums) and answer.x_is_unique


def test_few_rows_and_columns_need_no_float_solver():
    """Neither HiGHS nor SciPy is loaded for an answer of any kind and the uniqueness of a point."""
    code = """
import sys
from exactbox.lp import linprog
ends = [linprog([-3, -2], [[1, 1], [3, 1]], [4, 5]), linprog([-1]), linprog([1], [[1]], [-1])]
assert [end.status for end in ends] == ["optimal", "unbounded", "infeasible"]
assert ends[0].fun == -8.5 and ends[0].x_is_unique
assert not {"highspy", "scipy"} & {*sys.modules}
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_empty_programs_have_an_answer():
    assert linprog([]).fun == 0
    assert linprog([1, 2]).fun == 0 and linprog([1, -2]).status == "unbounded"
    assert linear_program([], row_lower=None).shape == (0, 0)
    nothing = solve_program(linear_program([], ({}, (1, 0)), row_lower=[1]))
    assert nothing.status == "infeasible"
    for answer in (linprog([]), linprog([1, -2]), nothing):
        assert check_certificate(answer.certificate()).facts["statement"] == answer.status


def test_memory_that_is_not_there_is_refused_before_the_work():
    """100,000 columns without a row take 90 MB or more."""
    with using(memory=1), pytest.raises(ValueError, match="program of 0 rows, 100,000 col"):
        linprog([1] * 100_000)


def test_stages_are_reported_and_a_long_solution_is_announced(monkeypatch):
    monkeypatch.setattr(solving_time, "SAID_FROM", 0)
    monkeypatch.setattr(solving, "_MAX_PIVOTED", 0)
    stages = []
    with watched(lambda stage, done, total: stages.append(stage)):
        linprog([-3, -2], [[1, 1], [3, 1]], [4, 5])
    assert stages[0] == "floating point, 2 rows, 2 columns" and "exact solution" in stages
    (notice,) = (stage for stage in stages if isinstance(stage, Notice))
    assert notice.startswith("the exact values may take about")


def test_what_is_known_of_a_program_so_far_is_told_and_not_of_those_made_on_the_way():
    """Beale's: 0 at the beginning, -1/20 at the end, and in between it does not grow."""
    program = program_of(CYCLES)
    said = []
    with watched(lambda stage, done, total: said.append(stage)):
        simplex(Basis(program, slack_basis(*program.shape)), Steps(program=program))
        simplex(Basis(program, slack_basis(*program.shape)), Steps())
    known_so_far = [stage for stage in said if isinstance(stage, Known)]
    *before, end = [stage.rpartition(" ")[2] for stage in known_so_far]
    values = [Fraction(value) for value in before]
    assert values[0] == 0 and values == sorted(values, reverse=True) and end == "-1/20"
    assert known_so_far[0].startswith("a feasible point has the value")
    assert known_so_far[-1].startswith("the best value is")


def test_a_basis_of_the_wrong_size_is_refused():
    with pytest.raises(ValueError, match="2 basic columns, need 3"):
        Basis(program_of(CYCLES), [1, 1, 0, 0, 0, 0, 0])


def test_what_has_to_be_there_and_is_missing_is_a_bug_also_where_assertions_are_off():
    assert require_value(0) == 0
    with pytest.raises(ArithmeticError, match="this is a bug"):
        require_value(None)

"""Certificates about linear systems: true ones are accepted, every change of them is refused."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from fractions import Fraction
from math import comb, factorial, prod
from pathlib import Path

import numpy as np
import pytest
from flint import fmpz
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import coo_array

from exactbox.certificate import question_sha256, sha256
from exactbox.check import (
    Claim,
    GaveUp,
    InvalidCertificate,
    MalformedCertificate,
    check_certificate,
)
from exactbox.checker import linear
from exactbox.checker.claim import value_text
from exactbox.checker.fast import rationals
from exactbox.linalg import (
    InconsistentSystemError,
    NoIntegerSolutionError,
    SingularMatrixError,
    lstsq,
    nullspace,
    pinv,
    solve,
    solve_general,
    solve_integers,
    write_matrix,
)
from exactbox.linear_certificate import LinearCertificate, question
from exactbox.linear_certificate import witness as linear_witness
from tests.corpus import canonical
from tests.linear_truth import determinant, holds, rank, solution, whole
from tests.strategies import invertible_matrices, mutated, singular_matrices

A = [[Fraction(1, 2), 3, 0], [0, -5, 2**70], [Fraction(-7, 3), 0, 1]]
B = [[1, 0], [Fraction(2, 9), 4], [0, -1]]
WIDE = [[1, 2, 0, Fraction(1, 3)], [2, 4, 0, Fraction(2, 3)], [0, 0, 5, 7]]
BLOCKS = [[3, 0, 0], [1, 5, 0], [1, 1, 7]]  # denominators that do not divide each other
LEVELS = [1, 2, 2]  # at 0, 1/3 and 1; the nearest line has 3 a + 4 b = 5, 4 a + 10 b = 8 for
LINE = [["1/2", 0], ["1/2", "1/3"], ["1/2", 1]]  # a/2 + 3 b t = 9/7 + 6/7 t
LINE_X = ["18/7", "6/7"]
TWICE = [[1, 2], [1, 2], ["1/2", 1]]  # x + 2 y = (1 + 2 + 1) / (1 + 1 + 1/4) = 16/9
ODD = [[1, 1], ["1/3", "-1/3"]], [1, "2/3"]  # x + y = 1, x - y = 2: 2 x = 3
CHECKER = Path(linear.__file__).parents[1] / "check.py"


def examples():
    """One certificate of every statement, by name."""
    wide = solve_general(WIDE, [1, 2, 3])
    with pytest.raises(SingularMatrixError) as singular:
        solve([[1, 2], [2, 4]], [1, 1])
    with pytest.raises(InconsistentSystemError) as inconsistent:
        solve(WIDE, [1, 3, 3])
    return {
        "solution": LinearCertificate.solution(A, B, solve(A, B)),
        "unique": LinearCertificate.unique(BLOCKS, [1, 1, 1], solve(BLOCKS, [1, 1, 1])),
        "singular": LinearCertificate.singular([[1, 2], [2, 4]], singular.value.kernel),
        "inconsistent": LinearCertificate.inconsistent(WIDE, [1, 3, 3], inconsistent.value.witness),
        "rank": LinearCertificate.rank(WIDE),
        "general": LinearCertificate.general(WIDE, [1, 2, 3], wide.particular, wide.nullspace),
        "no_integer_solution": LinearCertificate.no_integer_solution(*ODD, ["1/2", "3/2"]),
        "entry": LinearCertificate.entry(A, B, 2, 1),
        "determinant": LinearCertificate.determinant(A),
        "least_squares": LinearCertificate.least_squares(TWICE, LEVELS, ["16/9", 0]),
        "unique_least_squares": LinearCertificate.unique_least_squares(LINE, LEVELS, LINE_X),
        "minimum_norm": LinearCertificate.minimum_norm(TWICE, LEVELS, ["16/45", "32/45"]),
    }


EXAMPLES = examples()


@pytest.mark.parametrize("statement", EXAMPLES)
def test_every_statement_is_accepted_and_said_in_a_sentence(statement, tmp_path):
    made = EXAMPLES[statement]
    assert check_certificate(made.data) == made.claim
    assert isinstance(made.claim, Claim) and made.claim.facts["statement"] == statement
    file = tmp_path / "claim.json.gz"
    assert made.save(file) == made.claim
    command = [sys.executable, "-I", str(CHECKER), str(file)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.startswith("VALID ")
    assert done.stdout.rstrip().endswith(f": {made.claim}")
    assert made.sha256 == sha256(made.data) and made.sha256 in str(made.claim)


def test_facts_are_sizes_rank_and_few_unknowns():
    """x = 1/3, (1 - 1/3) / 5 = 2/15 and (1 - 1/3 - 2/15) / 7 = 8/105."""
    assert EXAMPLES["unique"].claim.facts == {
        "statement": "unique",
        "rows": 3,
        "columns": 3,
        "right_columns": 1,
        "non_zeros": 6,
        "rank": 3,
        "solution": [
            "exactly 1/3 (rounded: 0.333333333333)",
            "exactly 2/15 (rounded: 0.133333333333)",
            "exactly 8/105 (rounded: 0.076190476190)",
        ],
    }
    facts = {"statement": "rank", "rows": 3, "columns": 4, "non_zeros": 8, "rank": 2}
    assert EXAMPLES["rank"].claim.facts == facts


def test_theorems_are_those_of_what_was_checked():
    reasons = EXAMPLES["unique"].claim.theorems
    checks = (linear.check_solution, linear.check_minor)
    assert [t.split("\n")[0] for t in reasons] == [f.__doc__.split("\n")[0] for f in checks]
    for made in EXAMPLES.values():
        assert all(made.claim.theorems) and made.claim.theorems
    (only,) = EXAMPLES["determinant"].claim.theorems
    assert only.startswith("The determinant of A")


@pytest.mark.parametrize("statement", EXAMPLES)
def test_the_test_itself_finds_the_examples_true(statement):
    made = EXAMPLES[statement]
    assert holds(json.loads(made.data), made.claim.value)


@pytest.mark.parametrize("statement", EXAMPLES)
@given(data=st.data())
def test_a_change_is_refused_or_leaves_a_true_statement(statement, data):
    changed = data.draw(mutated(json.loads(EXAMPLES[statement].data)))
    try:
        claim = check_certificate(canonical(changed))
    except (InvalidCertificate, MalformedCertificate):
        return
    assert holds(changed, claim.value)


def numbers(value, path=()):
    """Where integers, in decimal or in hexadecimal, stand in a certificate."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from numbers(inner, (*path, key))
    elif isinstance(value, list):
        for k, inner in enumerate(value):
            yield from numbers(inner, (*path, k))
    elif path[-1] not in ("certificate", "kind", "statement"):
        yield path


@pytest.mark.parametrize("statement", EXAMPLES)
def test_adding_one_to_any_number_is_refused_or_leaves_a_true_statement(statement):
    original = json.loads(EXAMPLES[statement].data)
    refused = 0
    for path in numbers(original):
        changed = copy.deepcopy(original)
        place = changed
        for key in path[:-1]:
            place = place[key]
        new = whole(place[path[-1]]) + 1
        place[path[-1]] = new if 0 <= new < 10**18 else f"{new:x}"
        try:
            claim = check_certificate(canonical(changed))
        except (InvalidCertificate, MalformedCertificate):
            refused += 1
        else:
            assert holds(changed, claim.value), path
    assert refused > 0


@pytest.mark.parametrize("statement", EXAMPLES)
@pytest.mark.parametrize("other", EXAMPLES)
def test_a_witness_of_another_statement_is_malformed_or_proves_what_is_so(statement, other):
    """A solution is a least squares solution, too."""
    changed = json.loads(EXAMPLES[statement].data)
    changed["question"]["statement"] = other
    try:
        claim = check_certificate(canonical(changed))
    except (InvalidCertificate, MalformedCertificate):
        return
    assert holds(changed, claim.value)


def test_a_composite_modulus_proves_a_minor_as_well():
    """Units modulo 8 and 11 have a unit as their product."""
    changed = json.loads(EXAMPLES["unique"].data)
    changed["witness"]["minor"]["modulus"] = 2**3 * 11
    assert check_certificate(canonical(changed)).facts["rank"] == 3


@given(singular_matrices())
def test_singular_matrices_have_certificates_of_their_rank_and_kernel(a):
    with pytest.raises(SingularMatrixError) as caught:
        solve(a, [1] * len(a))
    LinearCertificate.singular(a, caught.value.kernel)
    found = LinearCertificate.rank(a).claim.facts["rank"]
    assert found == rank(np.array([[Fraction(e) for e in row] for row in a]))


@pytest.mark.parametrize("m, n", [(0, 0), (0, 2), (2, 0)])
def test_matrices_without_entries_have_certificates(m, n):
    a = np.zeros((m, n), dtype=int)
    facts = LinearCertificate.rank(a).claim.facts
    assert LinearCertificate.rank(a, nullspace(a)).claim.facts == facts
    assert (facts["rows"], facts["columns"], facts["rank"]) == (m, n, 0)


def test_false_statements_get_no_certificate():
    with pytest.raises(ValueError, match="no certificate that it is solution: row 0: A X is not B"):
        LinearCertificate.solution([[2]], [1], [1])
    with pytest.raises(ValueError, match="w A is not 0"):
        LinearCertificate.inconsistent([[2]], [1], [1])
    with pytest.raises(ValueError, match="A k is not 0"):
        LinearCertificate.singular([[2]], [1])
    with pytest.raises(ValueError, match="order 1, need 2 for one solution"):
        LinearCertificate.unique([[1, 1]], [1], [1, 0])
    with pytest.raises(ValueError, match="0 of its 2 columns have a row that is 0 everywhere else"):
        LinearCertificate.rank([[1, 1, 1]], [[1, 1], [1, -2], [-2, 1]])


def test_y_weighs_the_rows_as_they_were_given():
    """Twice the first row of fractions less the second, of which y is 1 and -1/2."""
    a, b = [["1/2", "1/3"], [1, "2/3"]], ["1/7", 1]
    made = LinearCertificate.inconsistent(a, b, [1, "-1/2"])
    assert holds(json.loads(made.data), None)
    with pytest.raises(ValueError, match="w A is not 0"):
        LinearCertificate.inconsistent(a, b, [2, -1 / 2], floats="exact")


HALVES = coo_array(([0.5, 0.125, 2, 0.5], ([0, 1, 1, 0], [0, 1, 0, 0])), shape=(2, 2))
SAME = [  # of (1/2 + 1/2) x = 3/4, 2 x + y / 8 = 0
    lambda file: ([[1, 0], [2, Fraction(1, 8)]], ["3/4", 0]),
    lambda file: ([["2/2", "0"], [2.0, "1/8"]], [[0.75], [0]]),
    lambda file: (HALVES, [Fraction(3, 4), 0]),
    lambda file: (file, np.array([0.75, 0])),
]


@pytest.mark.parametrize("given_as", SAME)
def test_equal_systems_are_one_question_however_they_are_given(given_as, tmp_path):
    first, right = SAME[0](None)
    write_matrix(tmp_path / "a.mtx", solve([[1, 0], [0, 1]], first))
    a, b = given_as(tmp_path / "a.mtx")
    asked = question("unique", a, b, floats="exact")
    assert asked == {
        "statement": "unique",
        "denominators": [4, 8],
        "matrix": {"columns": 2, "sizes": [1, 2], "places": [0, 0, 1], "numerators": [4, 16, 1]},
        "right": {"columns": 1, "sizes": [1, 0], "places": [0], "numerators": [3]},
    }
    made = LinearCertificate.unique(first, right, solve(first, right))
    assert json.loads(made.data)["question"] == asked
    assert made.claim.question_sha256 == question_sha256("linear", asked)


def test_a_row_whose_fractions_add_up_to_integers_is_over_1():
    assert question("rank", HALVES, floats="exact")["denominators"] == [1, 8]


def test_questions_name_what_is_wrong_with_them():
    with pytest.raises(ValueError, match="the statement is 'permanent', need one of"):
        question("permanent", [[1]])
    with pytest.raises(ValueError, match="unique: need b"):
        question("unique", [[1]])
    with pytest.raises(ValueError, match="rank: the statement does not speak of b"):
        question("rank", [[1]], [1])
    with pytest.raises(ValueError, match="entry: need an entry"):
        question("entry", [[1]], [1])
    with pytest.raises(ValueError, match="solution: the statement does not speak of an entry"):
        question("solution", [[1]], [1], entry=(0, 0))
    with pytest.raises(IndexError, match="row 1"):
        question("entry", [[1]], [1], entry=(1, 0))


@pytest.mark.parametrize("statement", EXAMPLES)
def test_what_is_remembered_and_the_type_of_integers_do_not_matter(statement, monkeypatch):
    made = EXAMPLES[statement]
    assert check_certificate(made.data, number=fmpz) == made.claim
    monkeypatch.setattr(rationals, "KEPT_BITS", 0)
    assert check_certificate(made.data) == made.claim


@pytest.mark.parametrize("modulus", ["b", -1, 10**18, 2.0, True])
def test_a_modulus_is_a_plain_number(modulus):
    changed = json.loads(EXAMPLES["unique"].data)
    changed["witness"]["minor"]["modulus"] = modulus
    with pytest.raises(MalformedCertificate):
        check_certificate(canonical(changed))


# Values -------------------------------------------------------------------------------------------


def fractions(a):
    """A matrix of Fractions."""
    return np.array([[Fraction(e) for e in row] for row in a], dtype=object).reshape(len(a), -1)


@given(st.one_of(singular_matrices(), invertible_matrices()))
def test_every_determinant_has_a_certificate(a):
    assert LinearCertificate.determinant(a).claim.value == determinant(fractions(a))


def test_determinants_of_closed_form():
    """Hilbert's matrix of order n: c(n)^4 / c(2 n), where c(n) = 1! 2! ... (n - 1)!; Pascal's: 1;
    a permutation of four in a cycle: -1; the matrix without rows: 1."""
    n = 12
    hilbert = [[Fraction(1, i + j + 1) for j in range(n)] for i in range(n)]
    c = [prod(factorial(k) for k in range(1, m)) for m in (n, 2 * n)]
    assert LinearCertificate.determinant(hilbert).claim.value == Fraction(c[0] ** 4, c[1])
    pascal = [[comb(i + j, i) for j in range(n)] for i in range(n)]
    assert LinearCertificate.determinant(pascal).claim.value == 1
    cycle = [[int(j == (i + 1) % 4) for j in range(4)] for i in range(4)]
    assert LinearCertificate.determinant(cycle).claim.value == -1
    assert LinearCertificate.determinant(np.zeros((0, 0), dtype=int)).claim.value == 1


def test_a_long_determinant_is_rounded_with_its_digits():
    """That of the diagonal matrix with 10^300 and 1/3."""
    sentence = LinearCertificate.determinant([[10**300, 0], [0, "1/3"]]).claim.sentence
    assert (
        "has a determinant that is exactly 100000000000...000000000000 (301 digits)/3" in sentence
    )


@given(invertible_matrices(), st.data())
def test_every_entry_of_a_solution_has_a_certificate(a, data):
    n = len(a)
    i, b = data.draw(st.integers(0, n - 1)), [*range(1, n + 1)]
    made = LinearCertificate.entry(a, b, i)
    assert made.claim.value == solution(fractions(a), fractions([[e] for e in b]))[i, 0]
    assert made.data == LinearCertificate.entry(a, b, i - n).data


def test_an_entry_is_proved_by_the_weights_that_are_given():
    """x/2 + y = 3, x - y = 0: x = y = 2, and 2/3 of the first and of the second make x."""
    a, b = [["1/2", 1], [1, -1]], [3, 0]
    made = LinearCertificate.entry(a, b, 0, y=["2/3", "2/3"])
    assert made.claim.value == 2
    with pytest.raises(ValueError, match="it is entry: row 0: w A is not the unit vector"):
        LinearCertificate.entry(a, b, 0, y=["2/3", "1/3"])
    with pytest.raises(SingularMatrixError):
        LinearCertificate.entry([[1, 1], [1, 1]], [1, 1], 0)
    with pytest.raises(ValueError, match="A has 1 row and 2 columns, need a square matrix"):
        LinearCertificate.determinant([[1, 1]])


def test_an_entry_of_a_right_side_without_entries_is_0():
    assert LinearCertificate.entry([[2]], [0], 0).claim.value == 0


# Least squares and integers -----------------------------------------------------------------------

TALL = [[1, 0, 2], [1, "1/3", 0], [1, 1, 0], ["1/5", 2, 0], [0, 0, 0]]
SIDES = [[1, 0], [2, 1], [0, 0], ["1/7", 3], [4, 0]]


def test_least_squares_of_rows_over_denominators():
    """By the projection; the last column has one entry, so its equation is met."""
    a, b = fractions(TALL), fractions(SIDES)
    x = solution(a.T.dot(a), a.T.dot(b))
    for prove in (LinearCertificate.unique_least_squares, LinearCertificate.minimum_norm):
        made = prove(TALL, SIDES, x.tolist())
        assert holds(json.loads(made.data), None) and made.claim.facts["right_columns"] == 2
    x[0, 1] += 1
    with pytest.raises(ValueError, match=r"A' \(A X - B\) is not 0"):
        LinearCertificate.least_squares(TALL, SIDES, x.tolist())
    with pytest.raises(ValueError, match="order 1, need 2"):
        LinearCertificate.unique_least_squares(TWICE, LEVELS, ["16/9", 0])


def test_the_least_norm_is_that_of_a_combination_of_the_rows():
    """y weighs the rows as they are given: (16/45, 32/45) is 16/45 of the first, 32/45 of the
    third. Where there is no y there is another X that is shorter."""
    for y in (["16/45", 0, 0], [0, 0, "32/45"]):
        LinearCertificate.minimum_norm(TWICE, LEVELS, ["16/45", "32/45"], y)
    with pytest.raises(InconsistentSystemError):
        LinearCertificate.minimum_norm(TWICE, LEVELS, ["16/9", 0])
    with pytest.raises(ValueError, match="X is not A' Y"):
        LinearCertificate.minimum_norm(TWICE, LEVELS, ["16/9", 0], ["16/45", 0, 0])


def test_a_combination_is_found_where_the_first_prime_divides_the_minors(monkeypatch):
    monkeypatch.setattr(linear_witness, "primes", lambda: iter([7]))
    LinearCertificate.minimum_norm([[7, 0], [0, 1]], [14, "1/3"], [2, "1/3"])


def test_unknowns_that_no_equation_has_are_0_in_the_solution_of_least_norm():
    LinearCertificate.minimum_norm([[2, 0]], [1], ["1/2", 0])
    with pytest.raises(ValueError, match="X is not A' Y"):
        LinearCertificate.minimum_norm([[2, 0]], [1], ["1/2", 1], ["1/4"])


@given(st.data())
def test_few_unknowns_are_said_of_the_statements_with_one_solution(data):
    x = data.draw(st.fractions(max_denominator=99))
    for prove in (LinearCertificate.unique_least_squares, LinearCertificate.minimum_norm):
        claim = prove([[2], [1]], [2 * x + 1, x - 2], [x]).claim
        assert claim.sentence.endswith(f": x(1) is {value_text(x)}")


@given(st.data())
def test_what_linalg_finds_has_certificates(data):
    """Least squares, the Moore-Penrose inverse, and integer solutions or why there are none."""
    m, n, k = (data.draw(st.integers(1, 3)) for _ in range(3))
    entry = st.fractions(min_value=-3, max_value=3, max_denominator=3)
    a, b = (
        data.draw(st.lists(st.lists(entry, min_size=size, max_size=size), min_size=m, max_size=m))
        for size in (n, k)
    )
    found = lstsq(a, b)
    LinearCertificate.minimum_norm(a, b, found.x)
    if found.unique:
        LinearCertificate.unique_least_squares(a, b, found.x)
    identity = [[int(i == j) for j in range(m)] for i in range(m)]
    LinearCertificate.minimum_norm(a, identity, pinv(a))
    try:
        whole = solve_integers(a, b)
    except NoIntegerSolutionError as error:
        LinearCertificate.no_integer_solution(a, b, error.witness)
    except InconsistentSystemError as error:
        LinearCertificate.inconsistent(a, b, error.witness)
    else:
        LinearCertificate.solution(a, b, whole.particular)


def test_y_of_integer_equations_weighs_the_rows_as_they_were_given():
    """x/2 = 1/3 is 3 x = 2: a third of it is x = 2/3, so y is 2."""
    made = LinearCertificate.no_integer_solution([["1/2"]], ["1/3"], [2])
    assert holds(json.loads(made.data), None)
    with pytest.raises(ValueError, match="w A is not whole"):
        LinearCertificate.no_integer_solution([["1/2"]], ["1/3"], [1])
    with pytest.raises(ValueError, match="w B is whole"):
        LinearCertificate.no_integer_solution([["1/2"]], ["1/3"], [6])


def test_one_column_without_integers_is_enough():
    LinearCertificate.no_integer_solution([[2]], [[2, 3]], ["1/2"])
    with pytest.raises(ValueError, match="w B is whole"):
        LinearCertificate.no_integer_solution([[2]], [[2, 4]], ["1/2"])


@pytest.mark.parametrize("work", [1, 10**4])
def test_a_proof_whose_check_would_take_too_much_work_is_not_made(work):
    """Elimination is given up before the check is, whichever takes more than the limit."""
    n = 12
    a = [[(i * j + i + j) % 5 + 20 * (i == j) for j in range(n)] for i in range(n)]
    wide = [[*row, 1] for row in a]
    x = solve(a, [1] * n)
    for make in (
        lambda: LinearCertificate.unique(a, [1] * n, x, max_work=work),
        lambda: LinearCertificate.unique_least_squares(a, [1] * n, x, max_work=work),
        lambda: LinearCertificate.general(wide, [1] * n, [*x, 0], max_work=work),
    ):
        with pytest.raises(GaveUp, match=f"the check needs more work than {work}"):
            make()
    assert LinearCertificate.unique(a, [1] * n, x, max_work=10**9).claim.facts["rank"] == n

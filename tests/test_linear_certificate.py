"""Certificates about linear systems: true ones are accepted, every change of them is refused."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from flint import fmpz
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import coo_array

from exactbox.certificate import canonical, question_sha256, sha256
from exactbox.check import Claim, InvalidCertificate, MalformedCertificate, check_certificate
from exactbox.checker import linear, rationals
from exactbox.linalg import (
    InconsistentSystemError,
    SingularMatrixError,
    nullspace,
    solve,
    solve_general,
    write_matrix_market,
)
from exactbox.linear_certificate import LinearCertificate, question
from tests.strategies import mutated, singular_matrices

A = [[Fraction(1, 2), 3, 0], [0, -5, 2**70], [Fraction(-7, 3), 0, 1]]
B = [[1, 0], [Fraction(2, 9), 4], [0, -1]]
WIDE = [[1, 2, 0, Fraction(1, 3)], [2, 4, 0, Fraction(2, 3)], [0, 0, 5, 7]]
BLOCKS = [[3, 0, 0], [1, 5, 0], [1, 1, 7]]  # denominators that do not divide each other
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
    }


EXAMPLES = examples()


@pytest.mark.parametrize("statement", EXAMPLES)
def test_every_statement_is_accepted_and_said_in_a_sentence(statement, tmp_path):
    made = EXAMPLES[statement]
    assert check_certificate(made.data) == made.claim
    assert isinstance(made.claim, Claim) and made.claim.facts["statement"] == statement
    file = tmp_path / "claim.json.gz"
    made.write(file)
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
    checks = (linear.check_solution, linear.check_unique, linear.minor_order)
    assert [t.split("\n")[0] for t in reasons] == [f.__doc__.split("\n")[0] for f in checks]
    for made in EXAMPLES.values():
        assert all(made.claim.theorems) and made.claim.theorems


def whole(n):
    """An integer of a certificate."""
    return int(n, 16) if isinstance(n, str) else n


def listed(given, denominators, columns):
    """A matrix of Fractions from its non-zeros, row i over denominators[i]."""
    full = np.full((len(denominators), columns), Fraction(0))
    cells = iter(zip(given["places"], given["numerators"], strict=True))
    for i, (size, d) in enumerate(zip(given["sizes"], denominators, strict=True)):
        for _ in range(size):
            j, v = next(cells)
            full[i, j] = Fraction(whole(v), d)
    assert not list(cells)
    return full


def exact(given, columns):
    """A matrix of rationals of the witness."""
    denominators = [whole(given["denominators"][b]) for b in given["blocks"]]
    return listed(given, denominators, columns)


def holds(certificate):
    """Whether the statement and its witness are true, in Fractions and by definitions alone."""
    asked, witness = certificate["question"], certificate["witness"]
    statement, scales = asked["statement"], [whole(d) for d in asked["denominators"]]
    a = listed(asked["matrix"], scales, asked["matrix"]["columns"])
    m, n = a.shape
    if "right" in asked:
        b = listed(asked["right"], scales, asked["right"]["columns"])
    if "solution" in witness and not (a.dot(exact(witness["solution"], b.shape[1])) == b).all():
        return False
    if statement == "inconsistent":
        return rank(np.concatenate([a, b], axis=1)) > rank(a)
    if statement == "singular":
        return m == n > rank(a)
    if statement in ("rank", "general"):
        kernel = exact(witness["kernel"], n - len(witness["minor"]["rows"]))
        known = rank(a) == len(witness["minor"]["rows"])
        return known and rank(kernel) == kernel.shape[1] and not a.dot(kernel).any()
    return statement != "unique" or rank(a) == n


def rank(a):
    """By Gaussian elimination in Fractions."""
    a, r = a.copy(), 0
    for j in range(a.shape[1]):
        pivots = [i for i in range(r, a.shape[0]) if a[i, j] != 0]
        if pivots:
            a[[r, pivots[0]]] = a[[pivots[0], r]]
            for i in range(r + 1, a.shape[0]):
                a[i] = a[i] - a[r] * (a[i, j] / a[r, j])
            r += 1
    return r


@pytest.mark.parametrize("statement", EXAMPLES)
def test_the_test_itself_finds_the_examples_true(statement):
    assert holds(json.loads(EXAMPLES[statement].data))


@pytest.mark.parametrize("statement", EXAMPLES)
@given(data=st.data())
def test_a_change_is_refused_or_leaves_a_true_statement(statement, data):
    changed = data.draw(mutated(json.loads(EXAMPLES[statement].data)))
    try:
        check_certificate(canonical(changed))
    except (InvalidCertificate, MalformedCertificate):
        return
    assert holds(changed)


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
            check_certificate(canonical(changed))
        except (InvalidCertificate, MalformedCertificate):
            refused += 1
        else:
            assert holds(changed), path
    assert refused > 0


@pytest.mark.parametrize("statement", EXAMPLES)
@pytest.mark.parametrize("other", EXAMPLES)
def test_a_witness_of_another_statement_is_malformed_or_proves_nothing(statement, other):
    changed = json.loads(EXAMPLES[statement].data)
    changed["question"]["statement"] = other
    if other != statement:
        with pytest.raises((InvalidCertificate, MalformedCertificate)):
            check_certificate(canonical(changed))


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
    assert holds(json.loads(made.data))
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
    write_matrix_market(tmp_path / "a.mtx", solve([[1, 0], [0, 1]], first))
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
    with pytest.raises(ValueError, match="the statement is 'determinant', need one of"):
        question("determinant", [[1]])
    with pytest.raises(ValueError, match="unique: need b"):
        question("unique", [[1]])
    with pytest.raises(ValueError, match="rank: the statement does not speak of b"):
        question("rank", [[1]], [1])


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

"""Certificates about linear systems: true ones are accepted, every change of them is refused."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactbox.certificate import canonical
from exactbox.check import InvalidCertificate, LinearClaim, MalformedCertificate, check_certificate
from exactbox.linalg import (
    InconsistentSystemError,
    SingularMatrixError,
    nullspace,
    solve,
    solve_general,
)
from exactbox.linear_certificate import LinearCertificate
from tests.strategies import mutated, singular_matrices

A = [[Fraction(1, 2), 3, 0], [0, -5, 2**70], [Fraction(-7, 3), 0, 1]]
B = [[1, 0], [Fraction(2, 9), 4], [0, -1]]
WIDE = [[1, 2, 0, Fraction(1, 3)], [2, 4, 0, Fraction(2, 3)], [0, 0, 5, 7]]
BLOCKS = [[3, 0, 0], [1, 5, 0], [1, 1, 7]]  # denominators that do not divide each other


def examples():
    """One certificate of every claim, by name."""
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


@pytest.mark.parametrize("claim", EXAMPLES)
def test_every_claim_is_accepted_and_said_in_a_sentence(claim, tmp_path):
    made = EXAMPLES[claim]
    assert check_certificate(made.data) == made.claim and made.claim.claim == claim
    file = tmp_path / "claim.json.gz"
    made.write(file)
    command = [sys.executable, "-I", "exactbox/check.py", str(file)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.strip() == f"VALID {file}: {made.claim}"
    assert made.sha256 in str(made.claim)


def holds(certificate):
    """Whether the statement is true, in Fractions and by definitions alone."""
    system = certificate["system"]
    m, n, k = len(system["rows"]), system["columns"], system["right"]
    a, b = np.full((m, n), Fraction(0)), np.full((m, k), Fraction(0))
    for i, (scale, left, values, right, others) in enumerate(system["rows"]):
        for j, v in zip(left, values, strict=True):
            a[i, j] = Fraction(int(v, 16), int(scale, 16))
        for j, v in zip(right, others, strict=True):
            b[i, j] = Fraction(int(v, 16), int(scale, 16))
    claim = certificate["claim"]
    if claim in ("solution", "unique", "general"):
        x = exact(certificate["solution"])
        if not (a.dot(x) == b).all():
            return False
    if claim == "inconsistent":
        y = exact(certificate["witness"])[:, 0]
        scales = [int(row[0], 16) for row in system["rows"]]
        y = np.array([e * s for e, s in zip(y, scales, strict=True)], dtype=object)
        return not y.dot(a).any() and y.dot(b).any()
    if claim == "singular":
        kernel = exact(certificate["kernel"])
        return m == n and kernel.any() and not a.dot(kernel).any()
    if claim in ("rank", "general"):
        kernel = exact(certificate["kernel"])
        known = rank(a) == len(certificate["minor"]["rows"]) == n - kernel.shape[1]
        return known and rank(kernel) == kernel.shape[1] and not a.dot(kernel).any()
    return claim != "unique" or rank(a) == n


def exact(given):
    """A matrix of Fractions from a certificate."""
    full = np.full((len(given["rows"]), given["columns"]), Fraction(0))
    for i, (block, columns, values) in enumerate(given["rows"]):
        for j, v in zip(columns, values, strict=True):
            full[i, j] = Fraction(int(v, 16), int(given["denominators"][block], 16))
    return full


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


@pytest.mark.parametrize("claim", EXAMPLES)
def test_the_test_itself_finds_the_examples_true(claim):
    assert holds(json.loads(EXAMPLES[claim].data))


@pytest.mark.parametrize("claim", EXAMPLES)
@given(data=st.data())
def test_a_change_is_refused_or_leaves_a_true_statement(claim, data):
    changed = data.draw(mutated(json.loads(EXAMPLES[claim].data)))
    try:
        check_certificate(canonical(changed))
    except (InvalidCertificate, MalformedCertificate):
        return
    assert holds(changed)


def numbers(value, path=()):
    """Where integers, plain or in hexadecimal, stand in a certificate."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from numbers(inner, (*path, key))
    elif isinstance(value, list):
        for k, inner in enumerate(value):
            yield from numbers(inner, (*path, k))
    elif path[-1] not in ("certificate", "claim", "kind"):
        yield path


@pytest.mark.parametrize("claim", EXAMPLES)
def test_adding_one_to_any_number_is_refused_or_leaves_a_true_statement(claim):
    original = json.loads(EXAMPLES[claim].data)
    refused = 0
    for path in numbers(original):
        changed = copy.deepcopy(original)
        place = changed
        for key in path[:-1]:
            place = place[key]
        old = place[path[-1]]
        place[path[-1]] = f"{int(old, 16) + 1:x}" if isinstance(old, str) else old + 1
        try:
            check_certificate(canonical(changed))
        except (InvalidCertificate, MalformedCertificate):
            refused += 1
        else:
            assert holds(changed), path
    assert refused > 0


@pytest.mark.parametrize("claim", EXAMPLES)
@pytest.mark.parametrize("other", EXAMPLES)
def test_a_claim_under_another_name_is_malformed_or_false(claim, other):
    changed = json.loads(EXAMPLES[claim].data)
    changed["claim"] = other
    if other != claim:
        with pytest.raises((InvalidCertificate, MalformedCertificate)):
            check_certificate(canonical(changed))


def test_a_composite_modulus_proves_a_minor_as_well():
    """Units modulo 8 and 9 have a unit as their product."""
    changed = json.loads(EXAMPLES["unique"].data)
    changed["minor"]["modulus"] = 2**3 * 11
    assert check_certificate(canonical(changed)).rank == 3


@given(singular_matrices())
def test_singular_matrices_have_certificates_of_their_rank_and_kernel(a):
    with pytest.raises(SingularMatrixError) as caught:
        solve(a, [1] * len(a))
    assert LinearCertificate.singular(a, caught.value.kernel).claim.claim == "singular"
    found = LinearCertificate.rank(a).claim
    assert isinstance(found, LinearClaim)
    assert found.rank == rank(np.array([[Fraction(e) for e in row] for row in a]))


@pytest.mark.parametrize("m, n", [(0, 0), (0, 2), (2, 0)])
def test_matrices_without_entries_have_certificates(m, n):
    a = np.zeros((m, n), dtype=int)
    assert LinearCertificate.rank(a).claim.rank == 0
    assert LinearCertificate.rank(a, nullspace(a)).claim.shape == (m, n, 0)


def test_false_statements_get_no_certificate():
    with pytest.raises(ValueError, match="no certificate that it is solution: row 0: A X is not B"):
        LinearCertificate.solution([[2]], [1], [1])
    with pytest.raises(ValueError, match="y A is not 0"):
        LinearCertificate.inconsistent([[2]], [1], [1])
    with pytest.raises(ValueError, match="A K is not 0"):
        LinearCertificate.singular([[2]], [1])
    with pytest.raises(ValueError, match="order 1, need 2 for a unique solution"):
        LinearCertificate.unique([[1, 1]], [1], [1, 0])
    with pytest.raises(ValueError, match="column 0 of the kernel has no row of its own"):
        LinearCertificate.rank([[1, 1, 1]], [[1, 1], [1, -2], [-2, 1]])


def test_the_work_on_a_minor_and_what_is_remembered_are_bounded(monkeypatch):
    import exactbox.check

    module = sys.modules["exactbox.check"]
    made = LinearCertificate.unique([[1, 2, 3], [4, 5, 6], [7, 8, 1]], [1, 1, 1], [-1, 1, 0])
    monkeypatch.setattr(module, "MAX_KEPT", 0)
    assert exactbox.check_certificate(EXAMPLES["solution"].data) == EXAMPLES["solution"].claim
    monkeypatch.setattr(module, "MAX_STEPS", 8)
    assert exactbox.check_certificate(made.data).rank == 3
    monkeypatch.setattr(module, "MAX_STEPS", 7)
    with pytest.raises(MalformedCertificate, match="minor: more than 7 products"):
        exactbox.check_certificate(made.data)


@pytest.mark.parametrize("modulus", ["b", -1, 10**18, 2.0, True])
def test_a_modulus_is_a_plain_number(modulus):
    changed = json.loads(EXAMPLES["unique"].data)
    changed["minor"]["modulus"] = modulus
    with pytest.raises(MalformedCertificate):
        check_certificate(canonical(changed))

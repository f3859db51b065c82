"""The plain arithmetic of linear systems and that for long numbers find the same."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactbox.checker import linear
from exactbox.checker.fast.budget import Budget
from exactbox.checker.fast.linear import check as check_fast
from exactbox.checker.reading import InvalidCertificate, MalformedCertificate
from tests.strategies import mutated
from tests.weakenings.linear_trials import LINEAR_FAMILIES


def outcome(check, question, witness, *more):
    """The claim, or why there is none."""
    try:
        return check(question, witness, *more)
    except (InvalidCertificate, MalformedCertificate) as error:
        return type(error), str(error)


def agree(question, witness):
    """Both say the same, in the same words."""
    plain = outcome(linear.check, question, witness)
    return plain == outcome(check_fast, question, witness, Budget(10**6))


@pytest.mark.parametrize("family", LINEAR_FAMILIES)
def test_plain_and_fast_agree_on_right_and_wrong_witnesses(family):
    for trial in LINEAR_FAMILIES[family](Random(5), 80):
        assert agree(trial.question, trial.witness)


@pytest.mark.parametrize("family", LINEAR_FAMILIES)
@given(data=st.data())
def test_plain_and_fast_agree_on_changes_of_a_right_certificate(family, data):
    trial = next(LINEAR_FAMILIES[family](Random(data.draw(st.integers(0, 9))), 1))
    changed = data.draw(
        mutated(json.loads(json.dumps({"question": trial.question, "witness": trial.witness})))
    )
    assert agree(changed.get("question"), changed.get("witness"))


def test_a_sum_over_coprime_denominators_is_whole_only_over_their_product():
    """3/3 + 1/2 is not whole: 9 is a multiple of 3, and not of 6."""
    ones = {"columns": 1, "numerators": [1, 1], "places": [0, 0], "sizes": [1, 1]}
    weights = {"numerators": [3, 1], "places": [0, 0], "sizes": [1, 1]}
    question = {
        "statement": "no_integer_solution",
        "denominators": [1, 1],
        "matrix": ones,
        "right": ones,
    }
    witness = {"weights": {"blocks": [0, 1], "denominators": [3, 2], **weights}}
    wrong = InvalidCertificate, "weights: w A is not whole"
    assert outcome(linear.check, question, witness) == wrong
    assert agree(question, witness)

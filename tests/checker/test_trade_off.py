"""A changed certificate about several objectives is refused, or true again."""

from __future__ import annotations

import json
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactbox.check import GaveUp, check_certificate, check_plain
from tests.corpus import canonical, load
from tests.mdp.trade_offs import plays
from tests.process_certificates import (
    changed,
    number,
    numbers_changed,
    oddities,
    refused_or_true,
)
from tests.strategies import examples, leaves, mutated, mutated_bytes

GOOD = load("trade_off")
MANY_STEPS = 20  # above, nothing is compared
MANY = 220  # numbers and texts from which on a file is one of the slow tests
BY_LENGTH = [
    pytest.param(name, marks=[pytest.mark.slow] * (len(leaves(GOOD[name])) > MANY))
    for name in sorted(GOOD)
]


@cache
def truth(question):
    """By brute force, of a question's text."""
    return plays.truth(json.loads(question))


def assert_true(certificate, claim):
    """By brute force over all policies of the product."""
    question = certificate["question"]
    steps = [n for trail, n in leaves(question["objectives"]) if "steps" in trail]
    if any(type(n) is int and n > MANY_STEPS for n in steps):
        return
    true = truth(json.dumps(question, sort_keys=True))
    assert true is None or plays.says(claim, true), claim.sentence


def verdict(lie):
    return refused_or_true(canonical(lie), assert_true)


@pytest.mark.parametrize("name", sorted(GOOD))
def test_certificates_on_file_say_what_brute_force_says(name):
    true = truth(json.dumps(GOOD[name]["question"], sort_keys=True))
    assert true is not None and plays.says(check_plain(canonical(GOOD[name])), true)


@pytest.mark.untraced
@pytest.mark.parametrize("name", BY_LENGTH)
def test_every_single_number_matters(name):
    """One number changed by one: refused, or true again."""
    for _, lie in numbers_changed(GOOD[name]):
        verdict(lie)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(GOOD))
def test_oddities_anywhere_are_refused_or_true(name):
    for lie in oddities(GOOD[name]):
        verdict(lie)


@examples(200)
@given(st.data())
def test_mutations_are_refused_or_true(data):
    verdict(data.draw(mutated(GOOD[data.draw(st.sampled_from(sorted(GOOD)))])))


@examples(100)
@given(st.data())
def test_bytes_of_any_kind_never_crash_it(data):
    raw = data.draw(mutated_bytes(canonical(GOOD[data.draw(st.sampled_from(sorted(GOOD)))])))
    refused_or_true(raw, assert_true)


# Small files that would cost much ----------------------------------------------------------------

LONG = 2**400_000
LIMIT = 2 * 10**8


def hostile_steps():
    """A counter of steps up to the largest number."""
    return changed(GOOD["total_of_the_first_steps"], {"question objectives 0 steps": 10**17})


def hostile_untils():
    """A status for each of 60 untils, in a play that meets their goals in any order."""
    proof = changed(GOOD["curve_of_three_goals"], {})
    model, states = proof["question"]["model"], 18
    every = list(range(states))
    model |= {
        "options": [states] * states, "branches": [1] * states, "choice": every * states,
        "target": every, "weight": [1] * states,
    }  # fmt: skip
    goal = {"name": "goal", "ended": 0}
    untils = [{"goal": goal | {"states": [s]}} for s in range(states)]
    proof["question"]["objectives"][0]["untils"] = untils
    return proof


def hostile_values():
    """Long values, of which each choice makes a sum."""
    proof = changed(GOOD["curve_of_two_goals"], {})
    values = [[number(LONG + k), [k], [number(5 * LONG - 4 * LONG * (k > 0))]] for k in range(3)]
    return changed(proof, {"witness bounds 0 values": values, "witness bounds 1 values": values})


def hostile_weights():
    """Probabilities of long numbers."""
    return changed(GOOD["condition_in_a_chain"], {"question model weight 0": number(LONG + 1)})


def hostile_shares():
    """Shares of long numbers that have no common divisor."""
    share = [number(LONG), number(LONG + 1)]
    return changed(GOOD["value_of_a_mixture"], {"witness shares": [share, share]})


def hostile_policies():
    """So many policies that to tell their points apart is long."""
    proof = changed(GOOD["curve_of_two_goals"], {})
    proof["witness"]["policies"] *= 3000
    return proof


HOSTILE = [
    hostile_steps, hostile_untils, hostile_values, hostile_weights, hostile_shares,
    hostile_policies,
]  # fmt: skip


@pytest.mark.parametrize("make", HOSTILE)
def test_what_would_take_too_long_is_given_up(make):
    with pytest.raises(GaveUp):
        check_certificate(canonical(make()), max_work=LIMIT)

"""A changed certificate about bounded rewards is refused, or true again."""

from __future__ import annotations

from fractions import Fraction
from math import prod

import pytest
from flint import fmpz
from hypothesis import given
from hypothesis import strategies as st

from exactbox.check import GaveUp, check_certificate
from exactbox.mdp import Model
from tests.corpus import canonical, load
from tests.mdp.objectives.test_within_reward import solved
from tests.process_certificates import (
    explicit,
    number,
    numbers_changed,
    oddities,
    rational,
    refused_or_true,
    stated_process,
)
from tests.strategies import examples, mutated, mutated_bytes
from tests.weakenings.bounded_trials import Asked

GOOD = load("bounded")
LARGE = 12  # above so much is spent, or may be, nothing is compared


def amounts(question, process, key):
    """Of branches, and then of choices that end the play."""
    given = iter([rational(r) for r in question[key]["of"]])
    branches, ends = [], []
    for row in process.branches:
        branches += [next(given) for _ in row]
        ends.append(Fraction(0) if row else next(given))
    assert not [*given]
    return [*branches, *ends]


def assert_true(certificate, claim):
    """By the product with what is spent."""
    question = certificate["question"]
    process = stated_process(question)
    model = Model.from_choices([(0, row) for row in process.branches], process.options)
    if "further" in question:
        true = by_every_policy(question, process)
        assert true in (None, claim.facts["values"])
        return
    spending = amounts(question, process, "spending")
    limits = [rational(question[key]) for key in ("at_most", "at_least") if key in question]
    smallest = min((x for x in spending if x), default=Fraction(1))
    if max(limits) / smallest > LARGE or len(set(spending)) > 4:
        return
    how = {"least": rational(question.get("at_least", 0))}
    if "at_most" in question:
        how["most"] = rational(question["at_most"])
    if "rewards" in question:
        how["brought"] = amounts(question, process, "rewards")
        if min(how["brought"]) < 0:  # as totals of both signs, which `solved` does not know
            return
    else:
        how["goal"] = [s in question["goal"]["states"] for s in range(model.states)]
        how["ended"] = question["goal"]["ended"] == 1
        if "stay" in question:
            how["stay"] = [s in question["stay"]["states"] for s in range(model.states)]
    true = solved(model, spending, question["sense"], **how)
    assert claim.facts["values"] == [true[s] for s in question["start"]]
    assert claim.value == true[question["start"][0]]


def by_every_policy(question, process):
    """The values by the definition in `bounded_trials`; None where that takes too long."""
    asked = object.__new__(Asked)
    asked.options, asked.sense, asked.start = process.options, question["sense"], question["start"]
    asked.branches = [[(t, p) for p, t in row] for row in process.branches]
    asked.states, asked.gain = (
        len(asked.options),
        [[Fraction(0)] * max(len(row), 1) for row in asked.branches],
    )
    asked.goal, asked.ended, asked.stay = None, False, set(range(asked.states))

    def by_branch(form):
        of = iter([rational(r) for r in form["of"]])
        return [[next(of) for _ in range(len(row) or 1)] for row in asked.branches]

    if "goal" in question:
        asked.goal, asked.ended = set(question["goal"]["states"]), question["goal"]["ended"] == 1
        asked.stay = set(question["stay"]["states"]) if "stay" in question else asked.stay
    else:
        asked.gain = by_branch(question["rewards"])
    limits = [
        (
            by_branch(form["spending"]),
            rational(form["at_most"]) if "at_most" in form else None,
            rational(form.get("at_least", 0)),
        )
        for form in (question, *question["further"])
    ]
    (asked.spending, asked.most, asked.least), *asked.further = limits
    for spent, most, least in limits:
        unit = min((x for row in spent for x in row if x), default=Fraction(1))
        different = {x for row in spent for x in row}
        if max(most or 0, least) / unit > LARGE or len(different) > 4:
            return None
    return (
        None
        if min(map(min, asked.gain)) < 0 or prod(map(len, asked.options)) > 300
        else asked.truth()
    )


def verdict(lie):
    return refused_or_true(canonical(lie), assert_true)


@pytest.mark.untraced
@pytest.mark.parametrize("name", sorted(GOOD))
def test_every_single_number_matters(name):
    """One number changed by one: refused, or true again."""
    for _, lie in numbers_changed(GOOD[name]):
        verdict(lie)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["free_circle", "heads_from_the_second_toss_on"])
def test_oddities_anywhere_are_refused_or_true(name):
    for lie in oddities(GOOD[name]):
        verdict(lie)


@examples(200)
@given(st.data())
def test_mutations_are_refused_or_true(data):
    verdict(data.draw(mutated(GOOD[data.draw(st.sampled_from(sorted(GOOD)))])))


@examples(150)
@given(st.data())
def test_bytes_of_any_kind_never_crash_it(data):
    raw = data.draw(mutated_bytes(canonical(GOOD[data.draw(st.sampled_from(sorted(GOOD)))])))
    refused_or_true(raw, assert_true)


# Small files that would cost much ----------------------------------------------------------------

LONG = 2**400_000
LIMIT = 2 * 10**8


def bounded(choices, options, spending, **more):
    """A certificate without a witness: the goal is state 1."""
    question = {
        "model": explicit(choices, options), "objective": "within_reward", "sense": "max",
        "start": [0], "goal": {"name": "goal", "states": [1], "ended": 0},
        "spending": {"name": "spent", "of": [number(n) for n in spending]}, **more,
    }  # fmt: skip
    return {"certificate": 2, "kind": "bounded", "question": question, "witness": {}}


KEPT_LAYERS = bounded([{1: 1}, {1: 1}], [[0], [1]], [LONG, 1], at_most=number(2 * LONG))
del KEPT_LAYERS["question"]["goal"]
KEPT_LAYERS["question"]["rewards"] = {"name": "brought", "of": [0, 1]}

HOSTILE = {
    "many layers": lambda: bounded([{0: 1, 1: 1}, {1: 1}], [[0], [1]], [1, 1, 1], at_most=10**17),
    "long weights": lambda: bounded(
        [{0: LONG, 1: 1}, {1: 1}], [[0], [1]], [1, 1, 1], at_most=number(10**6)
    ),
    "long spending": lambda: bounded(
        [*[{0: 1, 1: 1}] * 100, {1: 1}], [[*range(100)], [100]],
        [LONG + k for k in range(200)] + [1], at_most=number(LONG**2),
    ),
    "many options": lambda: bounded(
        [{0: 1, 1: 1}, {1: 1}], [[0], [1], *[[0]] * 50_000], [1, 1, 1], at_most=10**6
    ),
    "layers of long numbers": lambda: bounded(
        [{0: 1, 2: 1}, {1: 1}, {1: 1}], [[0], [1], [2]], [1, 1, 0, LONG], at_most=number(2 * LONG)
    ),
    "layers of long numbers that wait": lambda: KEPT_LAYERS,
    "many nodes": lambda: bounded(
        [{0: 1, 1: 1}, {1: 1}], [[0], [1]], [1, 1, 1], at_most=10**9,
        further=[{"spending": {"name": "b", "of": [1, 0, 1]}, "at_most": 10**9}],
    ),
    "long counts": lambda: bounded(
        [*[{0: 1, 1: 1}] * 100, {1: 1}], [[*range(100)], [100]], [1] * 201,
        at_most=number(LONG**2), further=[{
            "spending": {"name": "b", "of": [number(LONG + k) for k in range(200)] + [1]},
            "at_most": number(LONG * 10**6),
        }],
    ),
}  # fmt: skip


def test_long_denominators_of_another_type_of_integers():
    """A coin shows heads with probability 1 / (2^70 + 1), and else it is over."""
    d = 2**70 + 1
    proof = bounded([{1: 1, 2: d - 1}, {1: 1}, {2: 1}], [[0], [1], [2]], [1] * 4, at_least=1)
    base = {"policy": [0] * 3, "ranks": [0] * 3, "values": [[number(d), [0], [1]], [1, [2], [0]]]}
    proof["witness"] = {"base": base}
    for integers in (int, fmpz):
        claim = check_certificate(canonical(proof), number=integers)
        assert claim.value == Fraction(1, d)


@pytest.mark.parametrize("name", HOSTILE)
def test_what_would_take_too_long_is_given_up(name):
    with pytest.raises(GaveUp):
        check_certificate(canonical(HOSTILE[name]()), max_work=LIMIT)

"""Chains up to a time: bounds against the matrix exponential, closed forms, and refusals."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import mpmath
import numpy as np
import pytest

from exactbox.certificate import prove
from exactbox.check import check_certificate, check_plain
from exactbox.mdp import Model, Ratios, Rewards, within_time
from exactbox.mdp.bounds import uniformisation
from tests import brute_time

WIDTH = Fraction(1, 10**12)
exp = mpmath.exp
AT_1 = {"at_least": 1, "at_most": 1}


def chain(rows, rates, **more):
    """A chain by its branches and rates, the labels being those of states."""
    start = [0, *np.cumsum([len(row) for row in rows])]
    flat = [pair for row in rows for pair in sorted(row.items())]
    return Model(
        range(len(rows) + 1),
        start,
        [t for t, _ in flat],
        [w for _, w in flat],
        [sum(row.values()) for row in rows],
        labels={f"s{s}": [s == t for t in range(len(rows))] for s in range(len(rows))},
        rates=Ratios.from_fractions([*map(Fraction, rates)]),
        **more,
    )


def assert_encloses(question):
    """Bounds of each start state are near, have the truth between them, and are proved."""
    answer = within_time(brute_time.model_of(question), **brute_time.arguments_of(question))
    raw = answer.certificate()
    assert answer.stated()[1] == question
    fast, plain = check_certificate(raw, max_work=10**12), check_plain(raw)
    assert (fast.sentence, fast.facts) == (plain.sentence, plain.facts)
    ends = [answer.interval(s) for s in question["start"]]
    assert [*zip(*ends)] == [tuple(fast.facts["lower"]), tuple(fast.facts["upper"])]
    assert brute_time.says(fast, brute_time.truth(question))
    assert all(0 <= high - low <= WIDTH for low, high in ends)


@pytest.mark.parametrize("kind", brute_time.KINDS)
def test_bounds_contain_the_matrix_exponential(kind):
    rng = Random(kind)
    for k in (0, 3):
        assert_encloses(brute_time.random_question(rng, kind, states=5, stiff=k))


@pytest.mark.slow
@pytest.mark.parametrize("kind", brute_time.KINDS)
def test_bounds_of_two_hundred_chains_contain_the_matrix_exponential(kind):
    """Rates are up to six orders of magnitude apart."""
    rng = Random(f"200 {kind}")
    for k in range(40):
        assert_encloses(brute_time.random_question(rng, kind, stiff=k % 7))


@pytest.mark.parametrize("limbs", [True, False])
def test_long_chains_are_rounded_as_the_checker_does(monkeypatch, limbs):
    """In 64-bit limbs, or in Python's integers: 210 places, with rewards of a queue."""
    monkeypatch.setattr(uniformisation, "_MIN_LIMB_BRANCHES", 600 if limbs else 10**9)
    n = 210
    rows = [{max(s - 1, 0): 2, min(s + 1, n - 1): 3} for s in range(n)]
    rates = Ratios.from_fractions([Fraction(s % 7) for s in range(n)])
    reward = Rewards([s % 3 for s in range(n)], [3] * n, rate=rates)
    model = chain(rows, [Fraction(s % 5 + 1, 3) for s in range(n)], rewards={"r": reward})
    for asked in ({"at_most": 9}, {"at": 9}):
        assert prove(within_time(model, rewards="r", **asked)).claim.kind == "transient"
    for width in (WIDTH, Fraction(1, 10**25)):
        bounds = within_time(model, [5], at_most=9, at_least=1, width=width)
        assert prove(bounds).claim.upper - prove(bounds).claim.value <= width


@pytest.mark.parametrize(
    "model, asked, value",
    [
        (chain([{1: 1}, {1: 1}], ["1/2", 1]), {"goal": "s1", "at_most": 3}, 1 - exp(-1.5)),
        (chain([{1: 1}, {2: 1}, {2: 1}], [2, 2, 1]), {"goal": "s2", "at_most": 1}, 1 - 3 * exp(-2)),
        (chain([{1: 1}, {2: 1}, {2: 1}], [1] * 3), {"goal": "s1", **AT_1}, exp(-1)),
        (chain([{1: 1}, {0: 1}], [1, 1]), {"goal": "s1", "at_most": "1e3"}, 1),
        (chain([{0: 1}, {0: 1}], [1, 1]), {"goal": "s0", "at_most": 7}, 1),
        (chain([{1: 1}, {1: 1}], [3, 1]), {"goal": "s1", "stay": "s0", "at_least": 2}, exp(-6)),
    ],
)  # fmt: skip
def test_closed_forms(model, asked, value):
    """Exponential and Erlang distributions; Poisson's at an instant; certainty."""
    low, high = within_time(model, **asked).interval()
    assert low - WIDTH <= Fraction(float(value)) <= high + WIDTH and high - low <= WIDTH


def test_the_decimal_has_as_many_digits_as_are_asked_for():
    model = chain([{1: 1}, {1: 1}], ["1/2", 1])
    with mpmath.workdps(120):
        digits = mpmath.nstr(1 - mpmath.exp(mpmath.mpf(-3) / 2), 101, strip_zeros=False)
    bounds = within_time(model, "s1", at_most=3, width="1e-100")
    assert bounds.decimal().startswith(f"[{digits[:99]}")
    assert within_time(model, "s1", at_most=3, width=1).width == 1


@pytest.mark.slow
def test_bounds_are_shown_and_have_a_frame():
    pytest.importorskip("pandas")
    model = chain([{1: 1}, {0: 1}], [1, 2])
    bounds = within_time(model, "s1", at_most=1)
    assert "within" in repr(bounds) or "within" in str(bounds)
    frame = bounds.to_frame()
    assert frame["upper"][1] == 1 and frame["lower"][0] == bounds.interval()[0]


@pytest.mark.parametrize(
    "asked, message",
    [
        ({}, "a goal: need at_most, at_least, or both"),
        ({"at": 1}, "a goal: need at_most, at_least, or both"),
        ({"at_most": 1, "rewards": "r"}, "no rewards"),
        ({"at_most": -1}, "at_most: -1, need 0 or more"),
        ({"at_most": 1, "at_least": 2}, "at_least is 2, more than at_most, 1"),
        ({"at_least": 0}, "at_least is 0, which is no bound"),
        ({"at_most": 0.5}, "0.5 is a float"),
        ({"at_most": 1, "width": 0}, "the width is 0, need more than 0"),
        ({"at_most": 1, "width": "1e-501"}, "need 1e-500 or more"),
        ({"at_most": 1, "width": "near"}, "the width is 'near', need a number such as 1e-12"),
        ({"goal": None, "rewards": "r"}, "rewards: need at_most, or at"),
        ({"goal": None, "rewards": "r", **AT_1}, "rewards: need at_most, or at"),
        ({"goal": None, "rewards": "jumps", "at": 1}, "the reward jumps is of jumps alone"),
        ({"goal": "ended", "at_most": 1}, "no choice ends the play"),
    ],
)  # fmt: skip
def test_what_is_no_question_is_refused(asked, message):
    r = Rewards([0, 0], [1, 1], rate=Ratios([1, 2], [1, 1]))
    rewards = {"r": r, "jumps": Rewards([1, 1], [1, 1])}
    model = chain([{1: 1}, {0: 1}], [1, 2], rewards=rewards)
    with pytest.raises(ValueError) as refused:
        within_time(model, **{"goal": "s1", **asked})
    assert message in str(refused.value)


def test_models_with_choices_are_refused_as_policies_look_at_the_clock():
    one = [1] * 3
    model = Model([0, 2, 3], range(4), [0, 1, 1], one, one, rates=Ratios([1, 2, 3], one))
    with pytest.raises(ValueError, match="Markov automaton: its best policy looks at the clock"):
        within_time(model, [1], at_most=1)
    at_once = Model([0, 1, 2], range(3), [1, 1], [1, 1], [1, 1], rates=Ratios([0, 1], [1, 1]))
    with pytest.raises(ValueError, match="looks at the clock"):
        within_time(at_once, [1], at_most=1)
    steps = Model([0, 1, 2], range(3), [1, 1], [1, 1], [1, 1])
    with pytest.raises(ValueError, match="no time passes there, need a CTMC"):
        within_time(steps, [1], at_most=1)
    ends = Model([0, 1], [0, 0], [], [], [1], rates=Ratios([1], [1]))
    with pytest.raises(ValueError, match="a choice ends the play"):
        within_time(ends, [0], at_most=1)

"""Small files about decision processes that would cost much: the budget ends the check."""

from __future__ import annotations

from fractions import Fraction

import pytest

from exactbox.check import GaveUp, check_certificate
from exactbox.checker.fast.budget import Budget
from tests.corpus import canonical, load
from tests.process_certificates import asked, certificate, explicit

LONG = 2**400_000
LIMIT = 2 * 10**8
FLIP = {"rule": "flip", "cards": 59, "dice": [[[1, 1], [2, 1]]] * 19, "start": 0, "goal": 1}
NINETEEN = {
    "rule": "shutbox", "tiles": list(range(1, 20)), "dice": [190], "behind": [], "choice": 0,
    "first": 0, "goal": "shut", "limit": 0, "most": 0, "one_die": "never", "score": "sum",
    "single": 0, "start": 2**19 - 1, "stop": 0,
}  # fmt: skip


def by_rule(model, sense):
    question = {"model": model, "objective": "cost", "sense": sense}
    return certificate(question, policy=[], ranks=[], values={}, levels={})


def loop(weights, steps, **more):
    """One state that is left for itself, by choices with these weights of two states."""
    choices = [*({0: w, 1: 1} for w in weights), {1: 1}]
    model = explicit(choices, [list(range(len(weights))), [len(weights)]])
    more = {"goal": [1]} | more if "reward" not in more else more
    return certificate(asked("within_steps", "max", model, steps=steps, **more))


def of_one_value(n, reward, discount, **more):
    """One state with n free choices that lead back, and a discount; the first is picked."""
    model = explicit([{0: 1}] * n, [list(range(n))])
    question = asked("discounted", "max", model, reward=reward, discount=discount, **more)
    return certificate(question, policy=[0], values={0: 0})


def options_again(n):
    """The same choice n times, as good as the policy's, with long weights."""
    model = explicit([{0: LONG, 1: 1}, {0: 1}, {0: 1}], [[1] + [0] * n, [2]])
    question = asked("discounted", "max", model, reward=[0] * 3, discount=Fraction(1, 2))
    return certificate(question, policy=[0, 0], values={1: 0, 2: 0})


def weights_to_a_long_value(n):
    """Choices that nobody picks, with long weights, that lead to a state of long value."""
    pays = explicit(
        [{}, *({0: LONG >> 390_000, 1: 1} for _ in range(n)), {}], [[0], [*range(1, n + 2)]]
    )
    question = asked("total", "min", pays, reward=[LONG, *[0] * (n + 1)])
    witness = {"policy": [0, n], "values": {0: LONG, n + 1: 0}, "levels": {}}
    return certificate(question, ranks=[0] * (n + 2), **witness)


HOSTILE = {
    "19 dice": lambda: by_rule(FLIP, "min"),
    "19 tiles": lambda: by_rule(NINETEEN, "max"),
    "many steps": lambda: loop([2**30], 250_000),
    "many more steps": lambda: loop([1], 10**17),
    "long powers": lambda: loop([LONG], 10_000),
    "long common denominator": lambda: loop([2**64 + k for k in range(1, 6000)], 1),
    "long common denominator of short weights": lambda: loop([LONG, *[1] * 20_000], 0),
    "long rewards within steps": lambda: loop([1], 10_000, reward=[LONG, 0]),
    "long denominators of rewards": lambda: loop(
        [1] * 20_000, 0, reward=[Fraction(1, LONG)] + [1] * 20_000
    ),
    "long discount within steps": lambda: loop(
        [1], 3000, reward=[1, 1], discount=Fraction(1, LONG)
    ),
    "long discount": lambda: of_one_value(20_000, [0] * 20_000, 1 - Fraction(1, LONG)),
    "long weights again and again": lambda: options_again(20_000),
    "long weights and long values": lambda: weights_to_a_long_value(2000),
    "long divisors": lambda: of_one_value(1, [0], Fraction(2 * LONG**3 + 1, 3 * LONG**3)),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_would_take_too_long_is_given_up(name):
    with pytest.raises(GaveUp):
        check_certificate(canonical(HOSTILE[name]()), max_work=LIMIT)


def test_the_default_limit_is_a_few_seconds():
    with pytest.raises(GaveUp, match=r"more work than 4\d{9} \(see --max-work\)"):
        check_certificate(canonical(HOSTILE["long discount"]()))


def test_nothing_pays_back(monkeypatch):
    """Also not short numerators over a long denominator."""
    spend = Budget.spend

    def spent(budget, work):
        assert work >= 0
        spend(budget, work)

    monkeypatch.setattr(Budget, "spend", spent)
    proof = of_one_value(1, [0], Fraction(1, 2))
    proof["witness"]["values"][0][0] = f"{LONG:x}"
    for each in (proof, *load("process").values()):
        check_certificate(canonical(each))

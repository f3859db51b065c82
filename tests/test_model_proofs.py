"""Of all small values of small models only the true ones can be proved."""

from __future__ import annotations

import copy
import random
import re
from fractions import Fraction
from itertools import product
from math import inf

import pytest

from exactbox.mdp.rewards import Rewards
from tests.brute import for_ever, on_average, optimum
from tests.model_certificates import in_block, made, model_of, question, verdict

SMALL = [Fraction(0), Fraction(1, 2), Fraction(1), Fraction(2), Fraction(-1)]
GAMES = ("discounted", "reach", "total")
SEARCHES = [("discounted", 2), ("reach", 4), ("signed", 2), ("total", 2), ("until", 3)]


def least_proof(certificate):
    """Raise ranks and levels where that is asked for; whether this ends in a proof.

    Each condition is a lower bound for one of them that grows with others, so if anything will do,
    the least that does is found.
    """
    keys = {"may get away": "levels", "need not come to rest": "ranks", "rank falls": "ranks"}
    if certificate["objective"] == "signed":
        keys["rank falls"] = "rests"
    n = len(certificate["model"])
    component = certificate.get("components", range(n))
    while True:
        error = str(verdict(certificate))
        key = next((keys[words] for words in keys if words in error), None)
        if key is None:
            return error == "None"
        s = int(re.match(r"state (\d+):", error)[1])
        for t in range(n):
            certificate[key][t] += component[t] == component[s]
        if max(certificate[key]) > 2 * n:
            return False


def drawn(rng, objective, n):
    """A model of n states, in the notation above."""
    costs = {"reach": [0], "total": [0, 0, 1], "until": [0, 0, 1]}.get(objective, [-1, 0, 0, 1])
    states = []
    for s in range(n):
        row = []
        for _ in range(rng.choice([1, 2, 2])):
            targets = {rng.randrange(n) for _ in range(rng.choice([1, 1, 2]))}
            free = objective == "signed" and targets == {s}
            row.append((0 if free else rng.choice(costs), dict.fromkeys(sorted(targets), 1)))
        states.append(row)
    return states


def proofs(rng, objective, n):
    """What else certificates about n states say: a question, and proofs to begin with."""
    goal = sorted(rng.sample(range(n), rng.choice([0, 1, 1, 1, 2])))
    if objective == "reach":
        stay = [s for s in range(n) if rng.random() < 0.8]
        return [{"goal": goal, "ranks": [0] * n, "stay": stay}]
    if objective == "until":
        return [{"goal": goal, "levels": [0] * n, "ranks": [0] * n}]
    if objective == "total":
        return [{"levels": [0] * n, "ranks": [0] * n}]
    if objective == "signed":
        sets = [c for c in product(range(n), repeat=n) if list(c) == [c.index(k) for k in c]]
        return [{"components": list(c), "ranks": [0] * n, "rests": [0] * n} for c in sets]
    return [{"discount": ["1", "2"]}]


@pytest.mark.parametrize(("objective", "count"), SEARCHES)
@pytest.mark.parametrize("n", [2, 3])
def test_only_the_truth_can_be_proved(objective, count, n):
    """All small values with all policies and the least proofs: the truth has one, no lie has.

    Costs of both signs that can be met for ever have no total, and nothing is proved.
    """
    rng = random.Random(n)
    for _ in range(7 * count if n == 2 else count):
        states, sense = drawn(rng, objective, n), rng.choice(["min", "max"])
        second = [s for s in range(n) if objective in GAMES and rng.random() < 0.3]
        tried = proofs(rng, objective, n)
        model = model_of(made(objective, sense, states, [0] * n, second=second))
        value = question({"objective": objective} | tried[0], model)
        truth = tuple(optimum(model, value, sense, model.rewards[""]))
        several = {*SMALL[: 8 - n], *truth} - {inf}
        if objective in ("total", "until"):
            several.add(inf)
        found = set()
        for values in product(several, repeat=n):
            for parts, policy in product(tried, product(*(range(len(row)) for row in states))):
                lie = made(objective, sense, states, values, second=second)
                if least_proof(lie | copy.deepcopy(parts) | {"policy": list(policy)}):
                    found.add(values)
        assert found == (set() if objective == "signed" and endless(model) else {truth})


def endless(model):
    """Whether some policy meets costs for ever."""
    rewards = model.rewards[""]
    return inf in optimum(
        model, for_ever, "max", Rewards(abs(rewards.numerator), rewards.denominator)
    )


def test_only_true_means_can_be_proved():
    """The same, with biases that one step can need."""
    rng = random.Random(2)
    for _ in range(12):
        states, sense = drawn(rng, "mean", 2), rng.choice(["min", "max"])
        model = model_of(made("mean", sense, states, [0, 0]))
        truth = tuple(optimum(model, on_average, sense, model.rewards[""]))
        biases = {(c - g) * k for c in (-1, 0, 1) for g in truth for k in (1, 2, -1, -2)}
        found = set()
        for values in product({*SMALL, *truth}, repeat=2):
            for policy in product(*(range(len(row)) for row in states)):
                lie = made("mean", sense, states, values, policy=list(policy))
                for bias in biases:
                    if verdict(lie | {"bias": in_block([bias, Fraction(0)])}) is None:
                        found.add(values)
        assert found == {truth}

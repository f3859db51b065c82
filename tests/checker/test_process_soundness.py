"""Of all small values of small processes only the true ones can be proved."""

from __future__ import annotations

import copy
import random
import re
from fractions import Fraction
from itertools import product
from math import inf

import pytest

from tests.process_certificates import (
    asked,
    blocks_of,
    certificate,
    explicit,
    is_endless,
    is_signed,
    sets_of,
    stated_process,
    truth,
    unfolded,
    verdict,
)

HALF = Fraction(1, 2)
SMALL = [Fraction(0), Fraction(1, 2), Fraction(1), Fraction(2), Fraction(-1)]
GAMES = ("discounted", "reach", "total")
REWARDS = {"reach": [0], "total": [0, 0, 1], "cost": [0, 0, 1]}
SEARCHES = [
    ("cost", 3),
    ("discounted", 2),
    ("proper", 3),
    ("reach", 4),
    ("signed", 2),
    ("total", 2),
]


def least_proof(proof):
    """Raise ranks, levels and heights where that is asked for; whether this ends in a proof.

    Each condition is a lower bound for one of them that grows with others, so if anything will do,
    the least that does is found.
    """
    witness = proof["witness"]
    while True:
        error = str(verdict(proof))
        if found := re.match(r"choice (\d+): its rank does not fall", error):
            part, k = witness["ranks"], int(found[1])
        elif found := re.match(r"state (\d+): choice \d+ may get away", error):
            part, k = witness["levels"], witness["infinite"].index(int(found[1]))
        elif found := re.match(r"state (\d+): choice \d+ neither falls", error):
            part, k = witness["heights"], witness["components"][int(found[1])]
        else:
            return error == "None"
        part[k] += 1
        if part[k] > 12:
            return False


def drawn(rng, kind, n):
    """A question about n states; choices may be shared, or end the play."""
    shared, options, size = rng.random() < 0.4, [], 0
    for _ in range(n):
        count = rng.choice([1, 2, 2])
        if shared:
            options.append([rng.randrange(n + 1) for _ in range(count)])
        else:
            options.append(list(range(size, size + count)))
            size += count
    used = sorted({c for row in options for c in row})
    options = [[used.index(c) for c in row] for row in options]
    goal = sorted(rng.sample(range(n), rng.choice([0, 1, 1, 1, 2])))
    choices, rewards = [], []
    for c in range(len(used)):
        targets = {rng.randrange(n) for _ in range(rng.choice([1, 1, 2]))}
        ends = rng.random() < 0.2
        owners = {s for s, row in enumerate(options) if c in row}
        free = kind == "signed" and targets == owners and not ends
        rewards.append(0 if free else rng.choice(REWARDS.get(kind, [-1, 0, 0, 1])))
        choices.append({} if ends else {t: rng.choice([1, 1, 2]) for t in targets})
        if set(choices[-1].values()) == {2}:
            choices[-1] = dict.fromkeys(targets, 1)
    more = {"ended": rng.randrange(2), "goal": goal} if kind in ("reach", "cost", "proper") else {}
    if kind == "reach" and rng.random() < 0.5:
        more["stay"] = [s for s in range(n) if rng.random() < 0.8]
    if kind in GAMES:
        more["second"] = [s for s in range(n) if rng.random() < 0.3]
    if kind == "discounted":
        more["discount"] = rng.choice(["1/2", "0"])
    if kind != "reach":
        more["reward"] = rewards
    objective = {"proper": "cost", "signed": "total"}.get(kind, kind)
    return asked(objective, rng.choice(["min", "max"]), explicit(choices, options), **more)


def witnesses(question, values, upper=None):
    """Certificates of these values of the states, or that they are lower bounds and these upper
    ones, with each policy, and proofs to begin with."""
    process, sets, n = stated_process(question), sets_of(question), len(values)
    objective, signed = question["objective"], is_signed(question)
    choices = len(process.cost)
    outside = [s for s in range(n) if "stay" in sets and not sets["stay"][s]]
    decided = {s for s in range(n) if sets["goal"][s] or s in outside}
    for policy in product(*(range(len(row)) for row in process.options)):
        finite = [s for s in range(n) if s not in decided and values[s] != inf]
        picked = {s: process.options[s][policy[s]] for s in finite}
        told = {"lower": values, "upper": upper} if upper else {"values": values}
        vectors = {key: {picked[s]: v[s] for s in finite} for key, v in told.items()}
        if any(vectors[key][picked[s]] != told[key][s] for key in told for s in finite):
            continue  # states that share what is picked differ
        more = {} if objective == "discounted" else {"ranks": [0] * choices}
        if objective in ("cost", "total") and not signed:
            more["levels"] = {s: 0 for s in range(n) if s not in decided and values[s] == inf}
        elif inf in values:
            return
        if objective == "total" and signed:
            for sets_ in product(range(n), repeat=n):
                if list(sets_) == [sets_.index(k) for k in sets_]:
                    parts = {"components": list(sets_), "heights": [0] * n}
                    yield certificate(question, policy=list(policy), **vectors, **more, **parts)
        else:
            yield certificate(question, policy=list(policy), **vectors, **copy.deepcopy(more))


def known(question, n):
    """Values of the states where the question says them."""
    sets = sets_of(question)
    q_value = Fraction(question["objective"] != "cost")
    told = {s: q_value for s in range(n) if sets["goal"][s]}
    if "stay" in sets:
        told |= {s: Fraction(0) for s in range(n) if not sets["stay"][s] and not sets["goal"][s]}
    return told


@pytest.mark.parametrize(("kind", "count"), SEARCHES)
@pytest.mark.parametrize(
    ("n", "rounds"),
    [(2, 6), *(pytest.param(*each, marks=pytest.mark.slow) for each in ((2, 15), (3, 2)))],
)
def test_only_the_truth_can_be_proved(kind, count, n, rounds):
    """All small values with all policies and the least proofs: the truth has one, no lie has.

    Rewards of both signs that can be met for ever have no total, and nothing is proved. Until a
    goal they are proved if from every state a policy arrives almost surely, whoever maximises.
    """
    rng = random.Random(n)
    for _ in range(rounds * count):
        question = drawn(rng, kind, n)
        model = unfolded(stated_process(question), question.get("second", ()))
        true = tuple(truth(question, model)[:-1])
        several = {*SMALL[: 8 - n], *true} - {inf}
        if question["objective"] in ("cost", "total"):
            several.add(inf)
        told, found = known(question, n), set()
        for values in product(*({told[s]} if s in told else several for s in range(n))):
            for proof in witnesses(question, values):
                if least_proof(proof):
                    found.add(values)
        total = question["objective"] == "total"
        if total and is_signed(question) and is_endless(model):
            assert found == set()
        elif is_signed(question) and question["objective"] == "cost":
            assert found <= {true}
        else:
            assert found == {true}


@pytest.mark.parametrize("kind", ["cost", "discounted", "proper", "reach", "total"])
def test_only_true_bounds_can_be_proved(kind):
    """All small lower bounds beside the true values, and upper ones; `verdict` compares them."""
    rng, proved = random.Random(kind), 0
    for _ in range(12):
        question = drawn(rng, kind, 2)
        model = unfolded(stated_process(question), question.get("second", ()))
        true, told = tuple(truth(question, model)[:-1]), known(question, 2)
        several = [
            [v] if s in told or v == inf else [v + step for step in (-1, -HALF, 0, HALF, 1)]
            for s, v in enumerate(true)
        ]
        for values in product(*several):
            for low, high in ((values, true), (true, values)):
                for proof in witnesses(question, low, high):
                    proved += least_proof(proof)
    assert proved > 20


@pytest.mark.slow
def test_only_true_means_can_be_proved():
    """The same of plays that go on, with biases that one step can need."""
    rng, factors = (
        random.Random(2),
        [k * sign for k in (1, Fraction(3, 2), 2, 3) for sign in (-1, 1)],
    )
    questions = [drawn(rng, "mean_payoff", 2) for _ in range(50)]
    for question in questions:
        if 0 in question["model"]["branches"]:
            continue
        model = unfolded(stated_process(question))
        true = tuple(truth(question, model)[:-1])
        steps = {c - g for c in (-1, 0, 1) for g in true} | {true[0] - true[1]}
        biases, found = {step * k for step in steps for k in factors}, set()
        for values in product({*SMALL, *true}, repeat=2):
            for proof in witnesses(question, values):
                witness = proof["witness"]
                del witness["ranks"]
                ((_, picked, _),) = witness["values"]
                for bias in biases:
                    witness["bias"] = blocks_of({c: bias * (k == 0) for k, c in enumerate(picked)})
                    if verdict(proof) is None:
                        found.add(values)
        assert found == {true}

"""The checker on Markov decision processes: it accepts what is true and proved, and nothing else.

The certificates are written by hand, from small models whose values follow in a line. What changed
ones still claim is compared with all policies of their model (`tests.brute`).
"""

from __future__ import annotations

import ast
import copy
import json
import random
import re
import subprocess
import sys
import traceback
from fractions import Fraction
from itertools import product
from math import inf, lcm
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactbox.check import InvalidCertificate, MalformedCertificate, check_certificate
from exactbox.mdp.model import Model, Rewards
from exactbox.mdp.objectives import bounded, discounted, mean_payoff, reach, total, total_until
from tests.brute import (
    fixed,
    for_ever,
    on_average,
    optimum,
    reached,
    stepwise,
    until,
    with_discount,
)
from tests.strategies import models, mutated, mutated_bytes, places

CHECKER = Path(__file__).parents[1] / "exactbox" / "check.py"
CORPUS = Path(__file__).parent / "certificates" / "model"
HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


# Certificates -------------------------------------------------------------------------------------


def made(objective, sense, states, values, *, node=0, second=(), blocks=1, decimals=(), **parts):
    """A certificate: ``states[s][k]`` is (cost, weights of targets), the values in so many blocks.

    An infinite value is stated among `infinite`; the policy is 0 where it is not given. With
    `above`, these are upper bounds, and the values lower ones.
    """
    n, above = len(values), parts.pop("above", None)
    if objective in ("total", "until"):
        parts["infinite"] = [s for s, v in enumerate(values) if v == inf]
    finite = [Fraction(0) if v == inf else Fraction(v) for v in values]
    claim = {"decimals": list(decimals), "node": node, "value": ratio(values[node])}
    if above is not None:
        claim["upper"] = ratio(above[node])
        parts["upper"] = in_blocks([Fraction(0) if v == inf else Fraction(v) for v in above], 1)
    return {
        "certificate": 1,
        "claim": claim,
        "kind": "model",
        "model": [[written(cost, to) for cost, to in row] for row in states],
        "objective": objective,
        "policy": [0] * n,
        "second": list(second),
        "sense": sense,
        "values": in_blocks(finite, blocks),
        **parts,
    }


def written(cost, to):
    total = sum(to.values())
    return [f"{total:x}", f"{cost * total:x}", list(to), [f"{w:x}" for w in to.values()]]


def ratio(value):
    if value == inf:
        return "infinity"
    return [f"{value.numerator:x}", f"{value.denominator:x}"]


def in_blocks(values, count):
    found = []
    for first in range(count):
        nodes = list(range(len(values)))[first::count]
        common = lcm(*(values[s].denominator for s in nodes))
        found.append([f"{common:x}", nodes, [f"{int(values[s] * common):x}" for s in nodes]])
    return found


def canonical(certificate):
    return json.dumps(certificate, sort_keys=True, separators=(",", ":")).encode()


TOSS = [[(0, {0: 1}), (0, {1: 1, 2: 1})], [(0, {1: 1})], [(0, {2: 1})]]  # wait, or toss a coin
DETOUR = [[(0, {1: 1}), (0, {2: 1, 3: 1})], [(0, {2: 1})], [(0, {2: 1})], [(0, {3: 1})]]
DUEL = [
    [(0, {0: 1}), (0, {1: 1, 2: 1})],
    [(0, {0: 1}), (0, {2: 1, 3: 1})],  # the second player's
    [(0, {2: 1})],
    [(0, {3: 1})],
]
HEADS = [
    [(1, {0: 1, 1: 1}), (3, {1: 1}), (2, {1: 1}), (0, {2: 1})],  # tosses until heads, or a fee
    [(-5, {0: 1})],
    [(0, {2: 1})],
    [(0, {1: 1, 2: 1})],
]
DELAY = [
    [(1, {0: 1, 1: 1}), (1, {1: 1})],
    [(0, {1: 1})],
    [(5, {1: 1}), (0, {1: 1, 3: 1})],
    [(0, {3: 1})],
]
INCOME = [
    [(1, {0: 1, 1: 1}), (0, {0: 1})],
    [(0, {1: 1})],
    [(1, {2: 1}), (0, {1: 1})],  # for ever
    [(0, {0: 1})],
    [(0, {1: 1, 2: 1})],
    [(0, {4: 1})],
]
BILLS = [
    [(3, {1: 1}), (1, {0: 1, 1: 1}), (0, {2: 1})],
    [(0, {1: 1})],
    [(1, {2: 1})],
    [(0, {3: 1}), (1, {1: 1})],
    [(0, {0: 1})],
]
TOLL = [[(1, {1: 1}), (0, {2: 1})], [(0, {0: 1}), (2, {2: 1})], [(0, {2: 1})]]
TRADE = [
    [(2, {1: 1}), (0, {2: 1})],
    [(-3, {2: 1}), (-1, {3: 1})],
    [(0, {3: 1})],  # with the next an end component
    [(0, {2: 1}), (1, {4: 1})],
    [(0, {4: 1})],
]
LOSSES = [[(-cost, to) for cost, to in row] for row in TRADE]
SAVINGS = [[(1, {0: 1}), (0, {1: 1})], [(3, {1: 1})]]
ESCAPE = [[(0, {0: 1, 1: 1}), (0, {2: 1})], [(0, {1: 1})], [(0, {1: 1})]]
WORK = [[(1, {1: 1}), (0, {0: 1})], [(5, {0: 1})]]
JOBS = [
    [(0, {0: 1}), (0, {1: 1})],
    [(3, {2: 1})],
    [(0, {1: 1})],
    [(1, {3: 1})],
    [(0, {1: 1, 3: 1})],
]
BIAS = [Fraction(0), 3 * HALF, Fraction(0), Fraction(0), -HALF]
TRADED = {"components": [0, 1, 2, 2, 3], "ranks": [3, 2, 1, 1, 0], "rests": [0, 0, 1, 0, 0]}

GOOD = {
    "reach_max": made(  # the wait is as good as the toss, but only the toss gets there
        "reach", "max", TOSS, [HALF, 1, 0], decimals=["0.5"],
        policy=[1, 0, 0], goal=[1], stay=[0, 1, 2], ranks=[1, 0, 0],
    ),
    "reach_min": made(
        "reach", "min", TOSS, [0, 1, 0], node=1, goal=[1], stay=[0, 1, 2], ranks=[0, 0, 0]
    ),
    "reach_by_way_of": made(
        "reach", "max", DETOUR, [HALF, 0, 1, 0], blocks=4,
        policy=[1, 0, 0, 0], goal=[2], stay=[0, 3], ranks=[1, 0, 0, 0],
    ),
    "reach_game": made(  # v(1) = 1/2 by the toss, v(0) = (1 + v(1)) / 2
        "reach", "max", DUEL, [3 * QUARTER, HALF, 1, 0], second=[1],
        policy=[1, 1, 0, 0], goal=[2], stay=[0, 1, 2, 3], ranks=[1, 2, 0, 0],
    ),
    "until_min": made(  # 1 + 1/2 + 1/4 + ... tosses; a fee of 2 is as good
        "until", "min", HEADS, [2, 0, inf, inf],
        goal=[1], levels=[0, 0, 0, 1], ranks=[1, 0, 0, 0],
    ),
    "until_max": made(
        "until", "max", DELAY, [2, 0, inf, inf], node=2,
        policy=[0, 0, 1, 0], goal=[1], levels=[0, 0, 1, 0], ranks=[1, 0, 0, 0],
    ),
    "total_max": made(
        "total", "max", INCOME, [2, 0, inf, 2, inf, inf], node=3, decimals=["2.00", "2"],
        levels=[0, 0, 0, 0, 1, 1], ranks=[0, 0, 0, 1, 0, 1],
    ),
    "total_min": made(
        "total", "min", BILLS, [2, 0, inf, 0, 2], node=4,
        policy=[1, 0, 0, 0, 0], levels=[0, 0, 0, 0, 0], ranks=[1, 0, 0, 0, 2],
    ),
    "total_game": made(  # the second player pays 2 rather than let 0 be paid for ever
        "total", "max", TOLL, [3, 2, 0], second=[1],
        policy=[0, 1, 0], levels=[0, 0, 0], ranks=[0, 1, 0],
    ),
    "signed_max": made(
        "signed", "max", TRADE, [2, 0, 1, 1, 0], policy=[0, 1, 0, 1, 0], **TRADED
    ),
    "signed_min": made(
        "signed", "min", LOSSES, [-2, 0, -1, -1, 0], policy=[0, 1, 0, 1, 0], **TRADED
    ),
    "discounted_max": made(  # 3 + 3/2 + ... = 6 a step later, not 1 + 1/2 + ...
        "discounted", "max", SAVINGS, [3, 6], blocks=2, policy=[1, 0], discount=["1", "2"]
    ),
    "discounted_game": made(
        "discounted", "max", SAVINGS, [2, 6], second=[0], discount=["1", "2"]
    ),
    "bounded_probability": made(
        "bounded", "max", ESCAPE, [3 * QUARTER, 1, 0],
        policy=[[0, 0, 0]] * 2, goal=[1], stay=[0, 1], steps=2,
    ),
    "bounded_cost": made(  # 1 + 5 + 1 and 5 + 1 + 5
        "bounded", "max", WORK, [7, 11], policy=[[0, 0]] * 3, goal=[], stay=[0, 1], steps=3
    ),
    "bounded_discounted": made(  # 1 + 5/2 + 1/4 and 5 + 1/2 + 5/4
        "bounded", "max", WORK, [15 * QUARTER, 27 * QUARTER],
        policy=[[0, 0]] * 3, discount=["1", "2"], goal=[], stay=[0, 1], steps=3,
    ),
    "bounded_by_no_steps": made(
        "bounded", "min", TOSS, [0, 1, 0], policy=[], goal=[1], stay=[0, 1, 2], steps=0
    ),
    "mean_max": made(  # 3 every other step; or 1; or one of the two by chance
        "mean", "max", JOBS, [3 * HALF, 3 * HALF, 3 * HALF, 1, 5 * QUARTER], node=4,
        policy=[1, 0, 0, 0, 0], bias=in_blocks(BIAS, 2),
    ),
    "mean_min": made(
        "mean", "min", JOBS, [0, 3 * HALF, 3 * HALF, 1, 5 * QUARTER],
        bias=in_blocks(BIAS, 1),
    ),
    "reach_bounds": made(  # the toss is worth more than 1/4, less than 3/4; no wait is worth more
        "reach", "max", TOSS, [QUARTER, 1, 0], above=[3 * QUARTER, 1, 0],
        policy=[1, 0, 0], goal=[1], stay=[0, 1, 2], ranks=[1, 0, 0],
    ),
    "until_bounds": made(  # 1 + 1/2 <= v(0) <= 1 + 3/2
        "until", "min", HEADS, [1, 0, inf, inf], above=[3, 0, inf, inf],
        goal=[1], levels=[0, 0, 0, 1], ranks=[1, 0, 0, 0],
    ),
    "total_bounds": made(
        "total", "max", TOLL, [3, 2, 0], above=[5, 4, 1], second=[1],
        policy=[0, 1, 0], levels=[0, 0, 0], ranks=[0, 1, 0],
    ),
    "discounted_bounds": made(
        "discounted", "max", SAVINGS, [-1, 6], above=[4, 7], node=1,
        policy=[1, 0], discount=["1", "2"],
    ),
}  # fmt: skip

SENTENCES = {
    "bounded_by_no_steps": "least probability to reach the goal within 0 steps from state 0 is 0",
    "bounded_cost": "greatest expected cost of the first 3 steps from state 0 is 7",
    "bounded_discounted": "greatest expected cost of the first 3 steps, discounted by 1/2 a step"
    " from state 0 is 15/4",
    "bounded_probability": "greatest probability to reach the goal by way of 2 states within 2"
    " steps from state 0 is 3/4",
    "discounted_bounds": "greatest expected total cost, discounted by 1/2 a step from state 1 is at"
    " least 6 and at most 7",
    "discounted_game": "greatest expected total cost, discounted by 1/2 a step from state 0 against"
    " a second player is 2",
    "discounted_max": "greatest expected total cost, discounted by 1/2 a step from state 0 is 3",
    "mean_max": "greatest expected long-run cost of a step from state 4 is 5/4",
    "mean_min": "least expected long-run cost of a step from state 0 is 0",
    "reach_bounds": "greatest probability to reach the goal from state 0 is at least 1/4 and at"
    " most 3/4",
    "reach_by_way_of": "greatest probability to reach the goal by way of 2 states from state 0 is"
    " 1/2",
    "reach_game": "greatest probability to reach the goal from state 0 against a second player is"
    " 3/4",
    "reach_max": "greatest probability to reach the goal from state 0 is 0.5, exactly 1/2",
    "reach_min": "least probability to reach the goal from state 1 is 1",
    "signed_max": "greatest expected total cost from state 0 is 2",
    "signed_min": "least expected total cost from state 0 is -2",
    "total_bounds": "greatest expected total cost from state 0 against a second player is at least"
    " 3 and at most 5",
    "total_game": "greatest expected total cost from state 0 against a second player is 3",
    "total_max": "greatest expected total cost from state 3 is 2.00, exactly 2",
    "total_min": "least expected total cost from state 4 is 2",
    "until_bounds": "least expected cost until the goal is reached from state 0 is at least 1 and"
    " at most 3",
    "until_max": "greatest expected cost until the goal is reached from state 2 is infinity",
    "until_min": "least expected cost until the goal is reached from state 0 is 2",
}


# Truth, by brute force ----------------------------------------------------------------------------


def model_of(certificate):
    """The model that is stated."""
    rows = certificate["model"]
    return Model.from_lists(
        [
            [
                [(Fraction(int(w, 16), int(d, 16)), t) for t, w in zip(targets, weights)]
                for d, _, targets, weights in row
            ]
            for row in rows
        ],
        players=[s in certificate["second"] for s in range(len(rows))],
        rewards={"": [[Fraction(int(cost, 16), int(d, 16)) for d, cost, *_ in r] for r in rows]},
    )


def told(certificate, key):
    """The values of all states, or the upper bounds."""
    values: list[Fraction | float] = [0] * len(certificate["model"])
    for common, nodes, numerators in certificate[key]:
        for s, n in zip(nodes, numerators):
            values[s] = Fraction(int(n, 16), int(common, 16))
    for s in certificate.get("infinite", []):
        values[s] = inf
    return values


def assert_true(certificate, claim):
    """What was accepted is so: the claim, the values of all states, the policy of each player."""
    model, policy, sense = model_of(certificate), certificate["policy"], certificate["sense"]
    asked, rewards = question(certificate, model), model.rewards[""]
    if certificate["objective"] == "bounded":
        steps = certificate["steps"]
        true = [stepwise(model, steps, sense, **asked, policy=p) for p in (None, policy)]
    else:
        true = [optimum(model, asked, sense, rewards)]
        second = certificate["second"]
        for player in (second, [s for s in range(model.states) if s not in second]):
            played, left = fixed(model, policy, player, rewards)
            true.append(optimum(played, asked, sense, left))
    enclosed = "upper" in certificate
    low, high = told(certificate, "values"), told(certificate, "upper" if enclosed else "values")
    for values in true:
        assert all(v <= w <= x for v, w, x in zip(low, values, high, strict=True))
    node = certificate["claim"]["node"]
    assert (claim.state, claim.sense) == (node, sense)
    assert claim.game == bool(certificate["second"])
    assert claim.value == (None if low[node] == inf else low[node])
    assert claim.upper == (high[node] if enclosed and high[node] != inf else None)
    assert claim.decimals == tuple(certificate["claim"]["decimals"])
    for text in claim.decimals:
        assert abs(Fraction(text) - claim.value) <= HALF / 10 ** len(text.partition(".")[2])


def question(certificate, model):
    """What the certificate is about, as the oracle takes it."""
    objective = certificate["objective"]
    sets = {
        key: [s in certificate[key] for s in range(model.states)]
        for key in ("goal", "stay")
        if key in certificate
    }
    discount = Fraction(*(int(x, 16) for x in certificate.get("discount", ["1", "1"])))
    if objective == "bounded":
        costs = not any(sets["goal"]) and all(sets["stay"])
        return {"rewards": model.rewards[""], "discount": discount} if costs else sets
    if objective == "discounted":
        return with_discount(discount)
    if objective in ("reach", "until"):
        return {"reach": reached, "until": until}[objective](*sets.values())
    return on_average if objective == "mean" else for_ever


def verdict(certificate):
    """The error, or None; what is accepted must be true."""
    try:
        claim = check_certificate(canonical(certificate))
    except (InvalidCertificate, MalformedCertificate) as error:
        assert str(error) and "\n" not in str(error)
        return error
    assert_true(certificate, claim)
    return None


# What is true -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GOOD)
def test_accepts(name):
    certificate = GOOD[name]
    claim = check_certificate(canonical(certificate))
    assert_true(certificate, claim)
    assert str(claim).startswith(f"the {SENTENCES[name]} ({len(certificate['model'])} states, ")
    assert claim.sha256 in str(claim)


def test_every_state_can_be_claimed():
    for certificate in GOOD.values():
        for s in range(len(certificate["model"])):
            claim = {"decimals": [], "node": s, "value": ratio(told(certificate, "values")[s])}
            if "upper" in certificate:
                claim["upper"] = ratio(told(certificate, "upper")[s])
            assert verdict(certificate | {"claim": claim}) is None


# What is not --------------------------------------------------------------------------------------

GONE = object()
REFUSED = [
    # reading
    ("reach_max", {"objective": "win"}, "unknown objective 'win'"),
    ("reach_max", {"sense": "best"}, "unknown sense 'best'"),
    ("reach_max", {"sense": ["max"]}, "unknown sense ['max']"),
    ("reach_max", {"ranks": GONE}, "certificate: the key 'ranks' is missing"),
    ("reach_max", {"levels": [0, 0, 0]}, "certificate: unknown key 'levels'"),
    ("reach_max", {"model 1": []}, "state 1: has no choice"),
    ("reach_max", {"model 1 0": ["1", "0", [1]]}, "state 1, choice 0: 3 entries, need 4"),
    ("reach_max", {"model 1 0 3": ["1", "1"]}, "state 1, choice 0: 2 entries, need 1"),
    ("reach_max", {"model 1 0 2": [3]}, "model: a target is out of range, need < 3"),
    ("reach_max", {"model 0 1 3 1": "2"}, "state 0, choice 1: weights do not sum"),
    ("reach_max", {"model 0 1": ["1", "0", [], []]}, "state 0, choice 1: weights do not sum"),
    ("reach_max", {"model 0 1 3": ["3", "-1"]}, "state 0, choice 1: '-1' is not positive"),
    ("reach_max", {"model 0 0 0": "0"}, "state 0, choice 0: '0' is not positive"),
    ("reach_max", {"policy 0": 2}, "state 0: choice 2 of 2"),
    ("reach_max", {"policy": [0, 0]}, "policy: 2 entries, need 3"),
    ("reach_max", {"stay": [1, 0, 2]}, "stay: states do not increase"),
    ("reach_max", {"goal": [1, 1]}, "goal: states do not increase"),
    ("reach_max", {"goal": [3]}, "goal: 3 is out of range, need < 3"),
    ("reach_max", {"ranks": [1, 0]}, "ranks: 2 entries, need 3"),
    ("reach_max", {"values 0 1": [0, 1, 1]}, "state 1: has two values"),
    ("reach_max", {"values 0": ["1", [0, 1], ["1", "1"]]}, "state 2: has no value"),
    ("mean_max", {"bias 0 1": [0, 2, 2]}, "bias of state 2: has two values"),
    ("until_min", {"second": [0]}, "second: there is no second player in 'until'"),
    ("signed_max", {"second": [0]}, "second: there is no second player in 'signed'"),
    ("mean_max", {"second": [0]}, "second: there is no second player in 'mean'"),
    ("bounded_cost", {"second": [0]}, "second: there is no second player in 'bounded'"),
    ("bounded_cost", {"policy": [[0, 0]] * 2}, "policy: 2 entries, need 3"),
    ("bounded_cost", {"policy 2": [0, 1]}, "state 1: choice 1 of 1"),
    ("bounded_cost", {"steps": 10**17}, f"steps: {10**17} of them are too many to be repeated"),
    ("bounded_cost", {"steps": "3"}, "steps: not an integer"),
    ("discounted_max", {"discount": ["1", "1"]}, "discount: need at least 0 and less than 1"),
    ("discounted_max", {"discount": ["-1", "2"]}, "discount: need at least 0 and less than 1"),
    # the claim
    ("reach_max", {"claim value": "infinity"}, "claim: state 0: infinity is claimed wrongly"),
    ("until_max", {"claim value": ["0", "1"]}, "claim: state 2: infinity is claimed wrongly"),
    ("until_max", {"claim decimals": ["0"]}, "claim: infinity and bounds have no dec"),
    ("reach_max", {"claim value": ["1", "3"]}, "claim: the value is not that of state 0"),
    ("reach_max", {"claim value": ["2", "4"]}, "claim: the value is not in lowest terms"),
    ("reach_max", {"claim decimals": ["0.6"]}, "claim: '0.6' is not the value, rounded"),
    ("reach_max", {"claim node": 3}, "claim: node: 3 is out of range, need < 3"),
    # one step
    ("until_min", {"policy 0": 3}, "state 0: choice 3 leads to infinity, s is finite"),
    ("total_game", {"infinite": [1]}, "state 0: choice 0 leads to infinity, s is finite"),
    ("total_max", {"model 0 1 2": [2], "sense": "max"}, "state 0: choice 1 leads to infinity"),
    ("until_min", {"policy 0": 1}, "state 0: the value is not the policy's one-step value"),
    ("reach_max", {"sense": "min", "model 0 0 2": [2]}, "state 0: choice 0 is better than"),
    ("until_min", {"model 0 2 1": "1"}, "state 0: choice 2 is better than the policy's"),
    ("discounted_max", {"sense": "min"}, "state 0: choice 0 is better than the policy's"),
    ("discounted_game", {"second": []}, "state 0: choice 1 is better than the policy's"),
    ("mean_max", {"model 0 0 1": "2"}, "state 0: choice 0 is better than the policy's"),
    ("mean_min", {"sense": "max"}, "state 0: choice 1 is better than the policy's"),
    ("mean_min", {"policy 0": 1}, "state 0: the value is not the policy's"),
    # bounds
    ("mean_max", {"upper": []}, "certificate: unknown key 'upper'"),
    ("reach_bounds", {"claim upper": ["1", "2"]}, "claim: the value is not that of state 0"),
    ("reach_bounds", {"claim upper": "infinity"}, "claim: state 0: infinity is claimed wrongly"),
    ("reach_bounds", {"claim decimals": ["0.5"]}, "claim: '0.5' is not the value"),
    ("reach_bounds", {"values 0 2 0": "3"}, "state 0: the value is not the policy's"),
    ("reach_bounds", {"upper 0 2 0": "1"}, "state 0: the value is not the policy's"),
    ("reach_bounds", {"upper 0 2 1": "5"}, "state 1: the value is not 1"),
    ("discounted_bounds", {"policy 0": 0, "upper 0 2 0": "3"}, "state 0: choice 1 is better"),
    ("discounted_bounds", {"sense": "min", "values 0 2 0": "3"}, "state 0: choice 0 is better"),
    # to reach a goal
    ("reach_max", {"model 0 0 1": "1"}, "state 0: a choice has a cost, and a probability has"),
    ("reach_min", {"values 0 2 1": "0"}, "state 1: the value is not 1"),
    ("reach_min", {"stay": [0, 1], "values 0 2 2": "1"}, "state 2: the value is not 0"),
    ("reach_max", {"values 0 2 0": "-1"}, "state 0: the value is negative"),
    ("reach_max", {"policy 0": 0}, "state 0: the rank falls on no branch of some choice"),
    ("reach_game", {"ranks": [1, 1, 0, 0]}, "state 1: the rank falls on no branch of some choice"),
    # costs
    ("until_min", {"goal": [1, 2]}, "state 2: is a goal, and infinite"),
    (
        "until_min",
        {"goal": [1, 3], "infinite": [2], "values 0 2 3": "1"},
        "state 3: the value is not 0",
    ),
    ("until_min", {"model 0 0 1": "-1"}, "state 0: a choice has a negative cost"),
    ("total_max", {"model 1 0 1": "-1"}, "state 1: a choice has a negative cost"),
    ("total_max", {"values 0 2 0": "-1"}, "state 0: the value is negative"),
    ("total_max", {"ranks 3": 0}, "state 3: the rank falls on no branch of some choice"),
    ("total_max", {"ranks 5": 0}, "state 5: the rank falls on no branch of some choice"),
    ("total_max", {"levels 4": 0}, "state 4: may get away from where the value is infinite"),
    ("total_max", {"levels 5": 0}, "state 5: may get away from where the value is infinite"),
    ("total_game", {"ranks 1": 0}, "state 1: the rank falls on no branch of some choice"),
    ("until_min", {"levels 3": 0}, "state 3: may get away from where the value is infinite"),
    ("until_min", {"levels 2": 1}, "state 3: may get away from where the value is infinite"),
    ("until_max", {"policy 2": 0}, "state 2: may get away from where the value is infinite"),
    # both signs
    ("signed_max", {"ranks 3": 0}, "state 3: its rank is not that of its component"),
    ("signed_max", {"components 3": 4}, "state 2: choice 0 need not come to rest"),
    ("signed_max", {"model 3 0 1": "-1"}, "state 3: choice 0 need not come to rest"),
    ("signed_max", {"ranks": [3, 2, 0, 0, 0]}, "state 3: choice 1 need not come to rest"),
    ("signed_max", {"rests 2": 0}, "state 2: the rank falls on no branch of some choice"),
    # steps
    ("bounded_probability", {"model 2 0 1": "1"}, "a choice has a cost, or a discount; a"),
    ("bounded_cost", {"stay": [0]}, "a choice has a cost, or a discount; a prob"),
    ("bounded_cost", {"discount": ["0", "1"]}, "state 0: the value is not that of"),
    ("bounded_probability", {"discount": ["1", "2"]}, "a choice has a cost, or a discount; a"),
    ("bounded_cost", {"policy 1 0": 1}, "state 0: choice 1 is not the best for the step"),
    ("bounded_cost", {"sense": "min"}, "state 0: choice 0 is not the best for the step"),
    ("bounded_cost", {"values 0 2 1": "a"}, "state 1: the value is not that of 3 steps"),
]


def changed(certificate, changes):
    """The certificate with other values at some places: keys and indices, or GONE."""
    result = copy.deepcopy(certificate)
    for place, new in changes.items():
        *way, last = (int(key) if key.isdigit() else key for key in place.split())
        inside = result
        for key in way:
            inside = inside[key]
        if new is GONE:
            del inside[last]
        else:
            inside[last] = new
    return result


@pytest.mark.parametrize(("name", "changes", "message"), REFUSED)
def test_refuses(name, changes, message):
    """One condition is violated, and named."""
    error = verdict(changed(GOOD[name], changes))
    assert message in str(error)


def test_every_refusal_is_among_these():
    """Each `raise` of the checker's part about decision processes is met in REFUSED."""
    source = CHECKER.read_text()
    first = source[: source.index("\n# Markov decision processes ---")].count("\n")
    last = source[: source.index("\nKINDS = {")].count("\n")
    written = {
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Raise) and first < node.lineno < last
    }
    met = set()
    for name, changes, _ in REFUSED:
        error = verdict(changed(GOOD[name], changes))
        assert error is not None
        met |= {frame.lineno for frame in traceback.extract_tb(error.__traceback__)}
    assert len(written) > 20
    assert written <= met


PAIR = [[(1, {1: 1})], [(1, {1: 1})]]
RING = [[(1, {1: 1})], [(-1, {2: 1})], [(0, {0: 1})]]
TOSSES = [[(1, {1: 1})], [(0, {0: 1, 2: 1})], [(0, {2: 1})]]
IN_TWO = {"goal": [], "policy": [[0, 0]] * 2, "steps": 2}
LIES = {
    "cost_of_some_states": (  # 1 + 1 in two steps
        made("bounded", "max", PAIR, [1, 0], stay=[0], **IN_TWO),
        "a choice has a cost, or a discount; a probability has none",
    ),
    "free_wait_is_no_win": (
        made("reach", "max", TOSS, [1, 1, 0], goal=[1], stay=[0, 1, 2], ranks=[1, 0, 0]),
        "state 0: the rank falls on no branch of some choice",
    ),
    "levels_that_rise": (  # tosses end almost surely
        made("total", "max", TOSSES, [inf, inf, 0], levels=[0, 1, 0], ranks=[1, 0, 0]),
        "state 0: may get away from where the value is infinite",
    ),
    "mean_of_another_class": (
        made("mean", "max", [[(0, {0: 1}), (0, {1: 1})], [(3, {1: 1})]], [0, 3],
             bias=in_blocks([Fraction(0)] * 2, 1)),
        "state 0: choice 1 is better than the policy's",
    ),
    "pays_where_it_might_rest": (
        made("signed", "max", [[(0, {0: 1}), (-1, {1: 1})], [(0, {1: 1})]], [-1, 0],
             policy=[1, 0], components=[0, 1], ranks=[1, 0], rests=[0, 0]),
        "state 0: choice 0 need not come to rest",
    ),
    "ring_without_a_limit": (  # partial sums 1, 0, 0, 1, 0, 0, ...; all obey the step
        made("signed", "max", RING, [0, -1, 0],
             components=[0, 1, 0], ranks=[2, 1, 0], rests=[0, 0, 0]),
        "state 2: its rank is not that of its component",
    ),
    "second_player_is_kind": (
        made("total", "max", TOLL, [inf, inf, 0], second=[1],
             levels=[0, 0, 0], ranks=[0, 1, 0]),
        "state 1: may get away from where the value is infinite",
    ),
    "until_a_goal_that_is_missed": (
        made("until", "min", HEADS, [0, 0, 0, 0], goal=[1], policy=[3, 0, 0, 0],
             levels=[0, 0, 0, 0], ranks=[1, 0, 0, 1]),
        "state 2: the rank falls on no branch of some choice",
    ),
}  # fmt: skip
MALFORMED = {
    "choice_out_of_range": "state 0: choice 2 of 2",
    "discount_of_one": "discount: need at least 0 and less than 1",
    "goal_not_increasing": "goal: states do not increase",
    "infinite_of_a_mean": "certificate: unknown key 'infinite'",
    "second_player_of_a_mean": "second: there is no second player in 'mean'",
    "state_without_choice": "state 1: has no choice",
    "steps_too_many": "steps: 100000000000000000 of them are too many to be repeated here",
    "target_out_of_range": "model: a target is out of range, need < 3",
}


@pytest.mark.parametrize("name", LIES)
def test_refuses_lies_that_look_true(name):
    lie, message = LIES[name]
    assert message in str(verdict(lie))


def test_a_cost_of_all_states_and_a_loss_of_all_levels_are_true():
    """What LIES twist."""
    assert verdict(made("bounded", "max", PAIR, [2, 2], stay=[0, 1], **IN_TWO)) is None
    truth = made("total", "max", TOSSES, [2, 1, 0], levels=[0, 0, 0], ranks=[0, 1, 0])
    assert verdict(truth) is None


def test_files_written_once_keep_their_verdicts():
    """The checker alone, without the package: the format that it reads does not change."""
    expected = {
        "accepted": {name: f"the {sentence} (" for name, sentence in SENTENCES.items()},
        "rejected": {name: message for name, (_, message) in LIES.items()},
        "malformed": MALFORMED,
    }
    names = [(d, n) for d in expected for n in expected[d]]
    paths = [CORPUS / folder / f"{name}.json" for folder, name in names]
    assert sorted(paths) == sorted(CORPUS.glob("*/*.json"))
    command = [sys.executable, "-I", "-S", str(CHECKER), *map(str, paths)]
    done = subprocess.run(command, cwd="/", capture_output=True, text=True, check=False)
    assert done.returncode == 2
    words = {"accepted": "VALID", "rejected": "INVALID", "malformed": "UNREADABLE"}
    told = done.stdout.splitlines() + done.stderr.splitlines()
    for line, path, (folder, name) in zip(told, paths, names, strict=True):
        assert line.startswith(f"{words[folder]} {path}: {expected[folder][name]}")


# Everything else ----------------------------------------------------------------------------------

SMALL = [Fraction(0), HALF, Fraction(1), Fraction(2), Fraction(-1)]
GAMES = ("discounted", "reach", "total")


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


SEARCHES = [("discounted", 2), ("reach", 4), ("signed", 2), ("total", 2), ("until", 3)]


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
                    if verdict(lie | {"bias": in_blocks([bias, Fraction(0)], 1)}) is None:
                        found.add(values)
        assert found == {truth}


def leaves(value, trail=()):
    """Every number and string inside a JSON value, with the keys that lead to it."""
    if not isinstance(value, (dict, list)):
        return [(trail, value)]
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    return [leaf for key, inner in pairs for leaf in leaves(inner, (*trail, key))]


def test_every_single_number_matters():
    """One number changed by one: refused, or true again."""
    refused, kept = 0, set()
    for original in GOOD.values():
        for trail, old in leaves(original):
            if trail[0] in ("certificate", "kind", "objective", "sense") or old == "infinity":
                continue
            for step in (-1, 1):
                if isinstance(old, int):
                    new = old + step
                elif "." in old:
                    new = f"{float(old) + step / 10}"
                else:
                    new = f"{int(old, 16) + step:x}"
                if verdict(changed(original, {" ".join(map(str, trail)): new})) is None:
                    loose = " of bounds" if "upper" in original else ""
                    kept.add(trail if trail[0] == "claim" else trail[0] + loose)
                else:
                    refused += 1
    assert refused > 1000
    assert kept == {  # proofs of other numbers, another model or state; values of 0, or infinite
        "bias", "components", "levels", "model", "ranks", "rests", "stay", "values",
        ("claim", "node"),
        "levels of bounds", "model of bounds", "policy of bounds", "ranks of bounds",
        "upper of bounds", "values of bounds",
    }  # fmt: skip


ODDITIES = ["", "0", [], {}, 0, 10**17]


def test_oddities_anywhere_are_refused_or_true():
    """Every part is replaced by something else, or left out: one of the two errors, in a line."""
    names = ["bounded_discounted", "discounted_max", "mean_max", "reach_max", "signed_max"]
    names += ["reach_bounds", "total_game", "until_min"]
    for original in (GOOD[name] for name in names):
        for k in range(len(places(original))):
            for new in [*ODDITIES, GONE]:
                lie = copy.deepcopy(original)
                inside, key = places(lie)[k]
                if new is GONE:
                    del inside[key]
                else:
                    inside[key] = new
                verdict(lie)


@settings(max_examples=300)
@given(st.data())
def test_mutations_are_refused_or_true(data):
    verdict(data.draw(mutated(GOOD[data.draw(st.sampled_from(sorted(GOOD)))])))


@settings(max_examples=300)
@given(st.data())
def test_bytes_of_any_kind_never_crash_it(data):
    raw = data.draw(mutated_bytes(canonical(GOOD[data.draw(st.sampled_from(sorted(GOOD)))])))
    try:
        claim = check_certificate(raw)
    except (InvalidCertificate, MalformedCertificate):
        return
    assert_true(json.loads(raw), claim)


ASKED = {
    "bounded": lambda model, sense: bounded(model, 3, sense, goal="goal", stay="stay"),
    "faded": lambda model, sense: bounded(model, 3, sense, rewards="signed", discount="2/3"),
    "discounted": lambda model, sense: discounted(model, "signed", "2/3", sense),
    "mean": lambda model, sense: mean_payoff(model, "signed", sense),
    "reach": lambda model, sense: reach(model, "goal", sense, stay="stay"),
    "total": lambda model, sense: total(model, "some", sense),
    "until": lambda model, sense: total_until(model, "some", "goal", sense),
}


@settings(max_examples=40)
@given(st.sampled_from(sorted(ASKED)), st.sampled_from(["max", "min"]), st.data())
def test_answers_are_proved_and_mutations_of_them_refused_or_true(objective, sense, data):
    model = data.draw(models(players=objective in GAMES and data.draw(st.booleans())))
    certificate = json.loads(ASKED[objective](model, sense).certificate())
    assert verdict(certificate) is None
    for _ in range(3):
        verdict(data.draw(mutated(certificate)))


# Limits -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("states", "steps", "more"),
    [
        ([[["2" + "0" * 500, "0", [0], ["2" + "0" * 500]]]], 10_000, {"goal": [0]}),
        ([[["1", "f" * 200_000, [0], ["1"]]]], 10_000, {}),
        ([[[f"{k:x}", "0", [0], [f"{k:x}"]] for k in range(2**64 + 1, 2**64 + 6000)]], 1, {}),
        ([[["40", "0", [0] * 64, ["1"] * 64]]], 300_000, {}),
        ([[["1", "1", [0], ["1"]]]], 3_000, {"discount": ["1", "1" + "0" * 5_000]}),
    ],
    ids=["long powers", "long costs", "long common denominator", "many steps", "long discount"],
)
def test_steps_that_would_take_too_long_are_not_taken(states, steps, more):
    certificate = made("bounded", "max", [], [0], goal=[], stay=[0], steps=steps)
    certificate |= {"model": states, "policy": [[0]] * steps, **more}
    assert f"steps: {steps} of them are too many" in str(verdict(certificate))

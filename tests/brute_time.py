"""Markov chains up to a time, by the matrix exponential of their generators, in 60 digits or more.

The reference (mpmath) scales, sums Taylor's series and squares; nothing is uniformised there.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from itertools import accumulate, pairwise
from math import gcd
from random import Random
from typing import Any

import mpmath

from exactbox.certificate import encode_ratio
from exactbox.mdp import Model, Ratios, Rewards
from tests.process_certificates import explicit, rational

DIGITS = 80  # that mpmath calculates with; of what it says 60 are trusted
TRUSTED = mpmath.mpf(10) ** -60
Json = dict[str, Any]
KINDS = ("until", "interval", "endless", "cumulative", "instantaneous")


def exactly(x: Fraction | int) -> Any:
    """A rational as a number of mpmath."""
    return mpmath.mpf(Fraction(x).numerator) / Fraction(x).denominator


def generator(question: Json, fixed: Collection[int] = ()) -> Any:
    """Q of the question's chain, with zeros in the rows of fixed states."""
    model, rates = question["model"], [*map(rational, question["rates"])]
    n, q = len(rates), mpmath.zeros(len(rates))
    for s, (i, j) in enumerate(pairwise([0, *accumulate(model["branches"])])):
        weights = [int(w) for w in map(rational, model["weight"][i:j])]
        for t, w in zip(model["target"][i:j], weights, strict=True):
            if s not in fixed and t != s:
                rate = exactly(rates[s] * Fraction(w, sum(weights)))
                q[s, t] += rate
                q[s, s] -= rate
    assert n == q.rows
    return q


def reached(q: Any, goal: Collection[int], lost: Collection[int]) -> Any:
    """The probability to reach the goal at all, by way of states that are not lost."""
    n, known = q.rows, {*goal}
    while (
        more := {s for s in range(n) if s not in lost and any(q[s, t] > 0 for t in known if t != s)}
        - known
    ):
        known |= more
    inside = sorted(known - {*goal})
    v = mpmath.matrix([int(s in goal) for s in range(n)])
    if inside:
        a = mpmath.matrix([[q[s, t] for t in inside] for s in inside])
        b = mpmath.matrix([-mpmath.fsum(q[s, t] for t in goal) for s in inside])
        for s, x in zip(inside, mpmath.lu_solve(a, b), strict=True):
            v[s] = x
    return v


def truth(question: Json) -> list[Any]:
    """The value of each start state."""
    with mpmath.workdps(DIGITS):
        n = len(question["rates"])
        time = {
            k: exactly(rational(question[k]))
            for k in ("at_least", "at_most", "time")
            if k in question
        }
        if question["objective"] == "until":
            goal = question["goal"]["states"]
            stay = question.get("stay", {"states": range(n)})["states"]
            lost = [s for s in range(n) if s not in stay]
            least = time.get("at_least", mpmath.mpf(0))
            q = generator(question, {*goal, *lost})
            if "at_most" in time:
                v = mpmath.expm(q * (time["at_most"] - least)) * mpmath.matrix(
                    [int(s in goal) for s in range(n)]
                )
            else:
                v = reached(generator(question), goal, lost)
            if least:
                for s in lost:
                    v[s] = 0
                v = mpmath.expm(generator(question, lost) * least) * v
        else:
            reward, q = question["reward"], generator(question)
            rate = [exactly(rational(a)) for a in reward["rate"]]
            if question["objective"] == "instantaneous":
                v = mpmath.expm(q * time["time"]) * mpmath.matrix(rate)
            else:  # d/dt (x, 1) = (Q x + r, 0)
                wide = mpmath.zeros(n + 1)
                for s in range(n):
                    for t in range(n):
                        wide[s, t] = q[s, t]
                    impulse = exactly(rational(question["rates"][s]) * rational(reward["of"][s]))
                    wide[s, n] = rate[s] + impulse
                v = mpmath.expm(wide * time["time"])[:n, n]
        return [v[s] for s in question["start"]]


def says(claim: Any, true: list[Any]) -> bool:
    """True if the claim is about this truth, and bounds it."""
    with mpmath.workdps(DIGITS):
        lows, highs = claim.facts["lower"], claim.facts["upper"]
        ends = zip(lows, highs, true, strict=False)
        return len(lows) == len(highs) == len(true) and all(
            exactly(a) - TRUSTED <= v <= exactly(b) + TRUSTED for a, b, v in ends
        )


def random_question(rng: Random, kind: str, *, states: int = 8, stiff: int = 0) -> Json:
    """A chain of 2 to so many states; the logarithms of its rates are `stiff` apart, or less."""
    n = rng.randint(2, states)
    rows = []
    for _ in range(n):
        targets = sorted(rng.sample(range(n), rng.randint(1, min(3, n))))
        weights = [rng.randint(1, 9) for _ in targets]
        rows.append({t: w // gcd(*weights) for t, w in zip(targets, weights, strict=True)})
    ten = Fraction(10)
    rates = [
        Fraction(rng.randint(1, 9), rng.randint(1, 4))
        * ten ** rng.randint(-(stiff // 2), (stiff + 1) // 2)
        for _ in rows
    ]
    times = sorted(Fraction(rng.randint(1, 24), rng.randint(1, 6)) for _ in range(2))
    question: Json = {
        "model": explicit(rows, [[s] for s in range(n)]),
        "rates": [encode_ratio(*r.as_integer_ratio()) for r in rates],
        "start": sorted(rng.sample(range(n), rng.choice([1, n, rng.randint(1, n)]))),
    }
    least, most = (encode_ratio(*t.as_integer_ratio()) for t in times)
    if kind in ("until", "interval", "endless"):
        question["goal"] = {"ended": 0, "name": "goal", "states": sorted(rng.sample(range(n), 1))}
        if rng.random() < 0.5:
            stay = sorted(rng.sample(range(n), rng.randint(1, n)))
            question["stay"] = {"name": "stay", "states": stay}
        question["objective"] = "until"
        if kind != "endless":
            question["at_most"] = most
        if kind != "until":
            question["at_least"] = least
        return question
    numbers = [
        [encode_ratio(rng.randint(-9, 9), 1) if rng.random() < 0.7 else [1, 3] for _ in rows]
        for _ in range(2)
    ]
    question |= {"objective": kind, "time": most, "reward": {"name": "reward", "rate": numbers[0]}}
    if kind == "cumulative":
        question["reward"]["of"] = numbers[1]
    return question


def model_of(question: Json) -> Model:
    """The chain of a question, with its sets as labels and its reward."""
    layout, rates = question["model"], [*map(rational, question["rates"])]
    branch_start = [0, *accumulate(layout["branches"])]
    weight = [int(rational(w)) for w in layout["weight"]]
    rewards = {}
    if "reward" in question:
        reward = question["reward"]
        of = [*map(rational, reward.get("of", [0] * len(rates)))]
        rate = Ratios.from_fractions([*map(rational, reward["rate"])])
        parts = [f.numerator for f in of], [f.denominator for f in of]
        rewards = {"reward": Rewards(*parts, rate=rate)}
    labels = {
        key: [s in question[key]["states"] for s in range(len(rates))]
        for key in ("goal", "stay")
        if key in question
    }
    return Model(
        range(len(rates) + 1),
        branch_start,
        layout["target"],
        weight,
        [sum(weight[i:j]) for i, j in pairwise(branch_start)],
        initial=question["start"],
        labels=labels,
        rewards=rewards,
        rates=Ratios.from_fractions(rates),
    )


def arguments_of(question: Json) -> Json:
    """The arguments of `exactbox.mdp.within_time` that ask it."""
    limits = [key for key in ("at_least", "at_most") if key in question]
    given: Json = {key: rational(question[key]) for key in limits}
    if question["objective"] == "until":
        return {**given, **{key: key for key in ("goal", "stay") if key in question}}
    name = "at_most" if question["objective"] == "cumulative" else "at"
    return {name: rational(question["time"]), "rewards": "reward"}

"""Chains up to a time, with right witnesses and such with a part changed.

The truth is the matrix exponential (`tests.brute_time`). A certificate claims nothing of its own
but what the checker calculates: so any window and any number of digits has to give true bounds, or
be refused. Of no latest time the proof of what is reached at all is that of `exactbox.mdp`.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from fractions import Fraction
from functools import partial
from math import isqrt
from random import Random
from typing import Any

from exactbox.certificate import encode_integer
from exactbox.mdp import Model, reach
from tests import brute_time
from tests.process_certificates import integer, rational
from tests.weakenings.trial import LITTLE, Family, Json, Trial

CHANGED = 8  # witnesses of a question, beside a right one
SIZES = (4, 4, 16)  # states at most: no check may look at the first dozen alone


def model_of(question: Json) -> Model:
    """The chain of a question, without its rates: what is reached does not depend on them."""
    model, rows, i = question["model"], [], 0
    for size in model["branches"]:
        weights = [integer(w) for w in model["weight"][i : i + size]]
        targets = model["target"][i : i + size]
        row = [(Fraction(w, sum(weights)), t) for w, t in zip(weights, targets, strict=True)]
        rows.append([row])
        i += size
    return Model.from_lists(rows)


def witness_of(rng: Random, question: Json) -> Json:
    """Windows that are wide enough, digits, and the proof of what is reached."""
    least, most = (
        rational(question[key]) if key in question else Fraction(0)
        for key in ("at_least", "at_most")
    )
    times = [rational(question["time"])] if "time" in question else [most - least, least]
    if "at_most" not in question and "time" not in question:
        times = [least]
    states = range(len(question["rates"]))
    outside = {*states} - {*question.get("stay", {"states": states})["states"]}
    goal = {*question.get("goal", {"states": ()})["states"]}
    fixed = [goal | outside, outside] if len(times) == 2 else [outside if least else goal | outside]
    windows = []
    for time, still in zip(times, fixed, strict=True):
        if time or len(times) == 1 or still != outside or not times[1]:
            q = brute_time.generator(question, still if "time" not in question else ())
            mean = int(float(max(-q[s, s] for s in states) or 1) * float(time))
            windows.append([max(0, mean - 9 * isqrt(mean) - 9), mean + 9 * isqrt(mean) + 30])
    windows = windows[: len(windows) if least else 1]
    witness: Json = {"digits": rng.choice([0, 3, 12, 20]), "windows": windows}
    if "at_most" not in question and "time" not in question:
        stay = question.get("stay")
        answer = reach(
            model_of(question),
            set(question["goal"]["states"]),
            stay=None if stay is None else set(stay["states"]),
        )
        stated = answer.stated()[2]
        witness["base"] = {key: _listed(stated[key]) for key in ("policy", "ranks", "values")}
    return witness


def _listed(value: Any) -> Any:
    return value.tolist() if hasattr(value, "tolist") else value


def transient_family(kind: str, rng: Random, count: int) -> Iterator[Trial]:
    """About so many trials."""
    done = 0
    while done < count:
        question = brute_time.random_question(rng, kind, states=rng.choice(SIZES))
        witness = witness_of(rng, question)
        is_true = partial(_is_true, brute_time.truth(question))
        for each in [witness, *[_changed(rng, witness) for _ in range(CHANGED)]]:
            yield Trial("transient", question, each, is_true)
            done += 1


def _is_true(true: list[Any], claim: Any) -> bool:
    return brute_time.says(claim, true)


def _changed(rng: Random, witness: Json) -> Json:
    """Another window, other digits, one window more or less; another proof of what is reached."""
    found = deepcopy(witness)
    which = rng.random()
    if "base" in found and which < 0.5:
        base = found["base"]
        if which < 0.25 and base["values"]:
            block = rng.choice(base["values"])
            k = rng.randrange(len(block[2]))
            if rng.random() < 0.5:  # off by 10^-30
                block[0] = encode_integer(integer(block[0]) * LITTLE.denominator)
                block[2] = [encode_integer(integer(n) * LITTLE.denominator) for n in block[2]]
            block[2][k] = encode_integer(integer(block[2][k]) + rng.choice([-1, 1]))
        else:
            k = rng.randrange(len(base["ranks"]))
            base["ranks"][k] = max(0, base["ranks"][k] + rng.choice([-1, 1]))
    elif which < 0.6:
        found["digits"] = rng.choice([0, 1, 5, 40])
    elif which < 0.95:
        window = rng.choice(found["windows"])
        end = rng.randrange(2)
        window[end] = max(0, window[end] + rng.choice([-40, -10, -1, 1, 3, 10]))
    elif rng.random() < 0.5:
        found["windows"].append([0, 40])
    else:
        found["windows"].pop()
    return found


TRANSIENT_FAMILIES: dict[str, Family] = {
    f"transient_{kind}": partial(transient_family, kind) for kind in brute_time.KINDS
}

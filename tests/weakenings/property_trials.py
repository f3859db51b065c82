"""Claims about the values of tiny decision processes, with right witnesses and wrong ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from math import inf
from random import Random
from typing import Any

from exactbox.certificate import encode_ratio
from tests.brute import Value
from tests.weakenings.process_trials import trials
from tests.weakenings.processes import random_tiny, truth
from tests.weakenings.trial import Family, Json, Trial, some

COMPARING = {"forall": all, "exists": any, "count": sum, "set": sum}
FILTERS = (*COMPARING, *("max", "min", "sum", "avg", "range", "argmax", "argmin"), "first", "print")
A_QUESTION = 30  # trials


def property_family(family: str, bounds: bool, rng: Random, count: int) -> Iterator[Trial]:
    """About so many trials of claims about a family of questions."""
    done = 0
    while done < count:
        tiny = random_tiny(rng, family)
        values = truth(tiny)
        if None in values or (tiny.signed and tiny.objective == "cost"):
            continue
        for inner in some(rng, list(trials(tiny, rng, bounds=bounds)), A_QUESTION):
            start = inner.question["start"]
            claim = _claim(rng, [values[s] for s in start], start, family == "reach")
            question = {"claim": claim, "of": {"kind": "process", "question": inner.question}}
            found = partial(_is_true, claim, [values[s] for s in start], start)
            yield Trial("property", question, inner.witness, found)
            done += 1


def _claim(rng: Random, values: Sequence[Any], start: list[int], probability: bool) -> Json:
    """A claim, of a set often the right one."""
    name = rng.choice(FILTERS)
    claim: Json = {"complement": int(rng.random() < (0.4 if probability else 0.1)), "filter": name}
    if name in COMPARING:
        bound = rng.choice([*(v for v in values if v != inf), Fraction(1, 2), Fraction(1)])
        bound = 1 - bound if claim["complement"] else bound
        claim["bound"] = encode_ratio(*Fraction(bound).as_integer_ratio())
        claim["relation"] = rng.choice([">=", ">", "<=", "<"])
        if name == "set":
            right = [s for s, good in zip(start, _holds(claim, values)) if good]
            wrong = [s for s in start if rng.random() < 0.5]
            claim["states"] = right if rng.random() < 0.7 else wrong
    return claim


def _holds(claim: Json, values: Sequence[Value]) -> list[bool]:
    """Whether each value, or 1 minus it, satisfies the relation."""
    p, q = claim["bound"] if isinstance(claim["bound"], list) else (claim["bound"], 1)
    bound = Fraction(int(str(p), 16) if isinstance(p, str) else p, q)
    u = [1 - v if claim["complement"] else v for v in values]
    return {
        ">=": [v >= bound for v in u],
        ">": [v > bound for v in u],
        "<=": [v <= bound for v in u],
        "<": [v < bound for v in u],
    }[claim["relation"]]


def _is_true(claim: Json, values: Sequence[Value], start: list[int], found: Any) -> bool:
    """Whether what was found is so."""
    u, name = [1 - v if claim["complement"] else v for v in values], claim["filter"]
    if name in COMPARING:
        holds = _holds(claim, values)
        if name == "set" and claim["states"] != [s for s, good in zip(start, holds) if good]:
            return False
        true: Any = COMPARING[name](holds)
        true = {True: "true", False: "false"}[true] if name in ("forall", "exists") else true
        return bool(found.facts["result"] == true)
    total = sum(u)
    mean = total if total == inf else total / len(u)
    facts = {
        "max": max(u), "min": min(u), "sum": total, "avg": mean,
        "range": [min(u), max(u)], "first": u[0], "print": u,
        "argmax": [s for s, v in zip(start, u) if v == max(u)],
        "argmin": [s for s, v in zip(start, u) if v == min(u)],
    }  # fmt: skip
    if "result" in found.facts:
        return bool(found.facts["result"] == facts[name])
    low, high, true = found.facts["result_lower"], found.facts["result_upper"], facts[name]
    if name == "print":
        return all(a <= v <= b for a, v, b in zip(low, true, high, strict=True))
    return bool(low <= true <= high and (found.value, found.upper) == (low, high))


PROPERTY_FAMILIES: dict[str, Family] = {
    "property": partial(property_family, "reach", False),
    "property_bounds": partial(property_family, "reach", True),
    "property_cost": partial(property_family, "cost", False),
}

"""Certificates about small models, written from a table, and whether all that one says is true.

What is true is found by trying every policy of the model (`tests.brute`).
"""

from __future__ import annotations

import copy
from fractions import Fraction
from math import inf, lcm

from exactbox.check import InvalidCertificate, MalformedCertificate, check_certificate
from tests.brute import (
    as_model,
    fixed,
    for_ever,
    on_average,
    optimum,
    reached,
    stepwise,
    until,
    with_discount,
)
from tests.corpus import canonical

HALF = Fraction(1, 2)
GONE = object()


def made(objective, sense, states, values, *, second=(), **parts):
    """A certificate about state 0: ``states[s][k]`` is (cost, weights of targets).

    An infinite value is stated among `infinite`; the policy is 0 where it is not given.
    """
    if objective in ("total", "until"):
        parts["infinite"] = [s for s, v in enumerate(values) if v == inf]
    finite = [Fraction(0) if v == inf else Fraction(v) for v in values]
    return {
        "certificate": 1,
        "claim": {"decimals": [], "node": 0, "value": ratio(values[0])},
        "kind": "model",
        "model": [[written(cost, to) for cost, to in row] for row in states],
        "objective": objective,
        "policy": [0] * len(values),
        "second": list(second),
        "sense": sense,
        "values": in_block(finite),
        **parts,
    }


def written(cost, to):
    """A choice: denominator, cost, targets, weights."""
    total = sum(to.values())
    return [f"{total:x}", f"{cost * total:x}", list(to), [f"{w:x}" for w in to.values()]]


def ratio(value):
    """As certificates write a value."""
    if value == inf:
        return "infinity"
    return [f"{value.numerator:x}", f"{value.denominator:x}"]


def in_block(values):
    """The values over one denominator, in one block."""
    common = lcm(*(v.denominator for v in values))
    return [[f"{common:x}", list(range(len(values))), [f"{int(v * common):x}" for v in values]]]


def model_of(certificate):
    """The model that is stated."""
    rows = certificate["model"]
    return as_model(
        [
            [
                [(Fraction(int(w, 16), int(d, 16)), t) for t, w in zip(targets, weights)]
                for d, _, targets, weights in row
            ]
            for row in rows
        ],
        [[Fraction(int(cost, 16), int(d, 16)) for d, cost, *_ in r] for r in rows],
        players=[s in certificate["second"] for s in range(len(rows))],
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

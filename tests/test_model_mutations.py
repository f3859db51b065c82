"""A changed certificate about a model is refused, or true again."""

from __future__ import annotations

import copy
import json

from hypothesis import given, settings
from hypothesis import strategies as st

from exactbox.check import InvalidCertificate, MalformedCertificate, check_certificate
from tests.corpus import canonical, load
from tests.model_certificates import GONE, assert_true, changed, verdict
from tests.strategies import leaves, mutated, mutated_bytes, places

GOOD = load("model")
ODDITIES = ["", "0", [], {}, 0, 10**17]


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

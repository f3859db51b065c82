"""The benchmark set as its index files say, with references of every form that it has."""

from __future__ import annotations

import json
from fractions import Fraction
from math import inf

import pytest

from tests.bench.qvbs import agrees, printed, summary, value_of, verdict
from tests.bench.qvbs_set import cases


def references(folder, *values):
    """What an index with these results says, one for each property."""
    model = folder / "mdp" / "coin"
    model.mkdir(parents=True)
    (model / "coin.jani").write_text("{}")
    names = [f"p{k}" for k in range(len(values))]
    results = [{"property": name, **value} for name, value in zip(names, values)]
    index = {
        "type": "mdp",
        "properties": [{"name": name, "type": "exp-reward"} for name in names],
        "files": [{"file": "coin.jani", "open-parameter-values": [{"results": results}]}],
    }
    (model / "index.json").write_text(json.dumps(index, ensure_ascii=False), encoding="utf-8")
    (case,) = cases(folder)
    return [case.known[name] for name in names]


@pytest.mark.parametrize(
    "value", ["∞", "+∞", "Infinity", "inf", inf, {"approx": "∞"}, {"lower": "∞", "upper": "∞"}]
)
def test_an_infinite_reference_is_a_reference(tmp_path, value):
    (found,) = references(tmp_path, {"value": value})
    assert found.value == inf and agrees(inf, found) and not agrees(Fraction(3), found)


def test_references_are_exact_or_near_or_truths(tmp_path):
    found = references(
        tmp_path,
        {"value": {"num": 1, "den": 3}},
        {"value": {"approx": 0.3333}},
        {"value": {"lower": 0.25, "upper": "0.5"}},
        {"value": True},
        {"value": 7, "note": "exact"},
        {"value": "0.25"},
    )
    assert [each.value for each in found] == [Fraction(1, 3), 0.3333, 0.375, True, 7, 0.25]
    assert [each.exact for each in found] == [True, False, False, True, True, False]


def test_an_infinite_reference_is_printed_and_summed_up(tmp_path, capsys):
    (reference,) = references(tmp_path, {"value": "∞"})
    figures = {"model": "coin", "constants": "", "property": "p0", "states": 1}
    ours = {"value": "inf", "valid": True}
    assert value_of("inf") == inf
    assert verdict({**figures, "ours": ours}, reference) == " = reference"
    wrong = verdict({**figures, "ours": {**ours, "value": "1/2"}}, reference)
    assert wrong == "WRONG: reference inf, exactbox 0.5"
    printed({**figures, "ours": ours}, reference)
    summary([{**figures, "ours": ours}], {("coin", "", "p0"): reference}, (1.7, 0.6))
    assert "1 of 1 questions answered" in capsys.readouterr().out

"""What Storm builds as arrays: every rational is Storm's, also those that are not asked for."""

from __future__ import annotations

import json
from fractions import Fraction

import numpy as np
import pytest

from exactbox.formats import build, from_storm
from exactbox.mdp import reach

stormpy = pytest.importorskip("stormpy", minversion="2")

LATE = "0.666666666666666666666666666667"  # and 1/3 are more than 1, by less than a float tells
MODEL = """{kind}
module m
  s : [0..4] init 0;
  [a] s=0 -> 1/3 : (s'=1) + 2/3 : (s'=2);
  [b] s=0 -> 1e-400 : (s'=1) + 1-1e-400 : (s'=4);
  [] s=1 -> 1/7 : (s'=0) + 2/7 : (s'=3) + 4/7 : (s'=4);
  [] s=2 -> (s'=3);
  [c] s>2 -> 1/2 : (s'=0) + 1/2 : (s'=1);
endmodule
label "four" = s=4;
rewards "r" s=1 : 1e-400; s=3 : 7; [a] true : 1/3; endrewards
rewards "none" s>9 : 1; endrewards
"""


def entries(model):
    """Branches as (choice, target, probability), and rewards of choices."""
    branches = list(zip(model.choice_of.tolist(), model.target.tolist(), strict=True))
    weights = model.weight.tolist()
    over = model.denominator[model.choice_of].tolist()
    return [(*b, Fraction(w, d)) for b, w, d in zip(branches, weights, over, strict=True)]


def by_bindings(model):
    """The same of a model of stormpy, an entry after the other."""
    matrix = model.transition_matrix
    return [
        (row, entry.column, Fraction(str(entry.value)))
        for row in range(matrix.nr_rows)
        for entry in matrix.get_row(row)
    ]


@pytest.mark.parametrize("kind", ["mdp", "dtmc"])
def test_probabilities_and_rewards_are_those_of_the_bindings(kind, tmp_path):
    path = tmp_path / "m.prism"
    path.write_text(MODEL.format(kind=kind))
    program = stormpy.parse_prism_program(str(path), prism_compatibility=True)
    options = stormpy.BuilderOptions()
    options.set_build_all_reward_models()
    theirs = stormpy.build_model[stormpy.Rational](program, options=options)
    read, built = from_storm(theirs), build(path)
    assert entries(read) == by_bindings(theirs)
    # build() has its own order of states, so compare what does not depend on it
    assert sorted(p for *_, p in entries(built)) == sorted(p for *_, p in entries(read))
    for name in ("r", "none"):
        numbers = [sorted(map(str, model.rewards[name])) for model in (built, read)]
        assert numbers[0] == numbers[1]
    assert max(p.denominator for *_, p in entries(built)) > 10**399


def test_targets_are_counted_as_the_matrix_has_them(tmp_path):
    """A chain of one state, without parts of the file that would be 0, 1, 2, ..."""
    path = tmp_path / "m.prism"
    path.write_text("dtmc module m s : [0..0]; [] true -> true; endmodule")
    model = build(path)
    assert model.target.tolist() == [0]
    assert np.diff(model.branch_start).tolist() == [1]


SUMS = [
    f"dtmc module m s : [0..2]; [] s=0 -> 1/3 : (s'=1) + {LATE} : (s'=2); endmodule",
    f"mdp module m s : [0..2]; [a] s=0 -> 1/3 : (s'=1) + {LATE} : (s'=2); endmodule "
    "module n t : [0..1]; [a] t=0 -> (t'=1); endmodule",
    "mdp module m s : [0..2]; [] s=0 -> 1/3 : (s'=1) + 1/3 : (s'=2); endmodule",
    "dtmc module m s : [0..2]; [] s=0 -> 1/3 : (s'=1); endmodule",
    "mdp module m s : [0..2]; [] s=0 -> 0.999999999999999999999999 : (s'=1); endmodule",
]


@pytest.mark.parametrize("text", SUMS)
def test_probabilities_that_do_not_add_up_to_1_exactly_are_refused(text, tmp_path):
    """By Storm, so that the second of two branches has what the first one leaves."""
    path = tmp_path / "m.prism"
    path.write_text(text)
    with pytest.raises(ValueError, match="--normalise"):
        build(path)
    model = build(path, normalise=True)
    assert model.normalised is not None


@pytest.mark.parametrize("probabilities", [["1/3", LATE], ["1/3", "1/3"], ["1/3"]])
@pytest.mark.parametrize("kind", ["mdp", "dtmc"])
def test_probabilities_of_jani_that_do_not_add_up_to_1_exactly_are_refused(
    kind, probabilities, tmp_path
):
    def number(text):
        p, _, q = text.partition("/")
        exact = Fraction(p) if not q else Fraction(int(p), int(q))
        return {"op": "/", "left": exact.numerator, "right": exact.denominator}

    ends = [
        {
            "location": "l",
            "probability": {"exp": number(p)},
            "assignments": [{"ref": "s", "value": k + 1}],
        }
        for k, p in enumerate(probabilities)
    ]
    bounds = {"kind": "bounded", "base": "int", "lower-bound": 0, "upper-bound": 3}
    guard = {"exp": {"op": "=", "left": "s", "right": 0}}
    edges = [{"location": "l", "guard": guard, "destinations": ends}]
    automaton = {
        "name": "a",
        "locations": [{"name": "l"}],
        "initial-locations": ["l"],
        "edges": edges,
    }
    path = tmp_path / "m.jani"
    jani = {
        "jani-version": 1,
        "name": "m",
        "type": kind,
        "variables": [{"name": "s", "type": bounds, "initial-value": 0}],
        "properties": [],
        "automata": [automaton],
        "system": {"elements": [{"automaton": "a"}], "syncs": []},
    }
    path.write_text(json.dumps(jani))
    with pytest.raises(ValueError, match="sum to one"):
        build(path)


def test_values_of_a_program_with_tiny_probabilities_are_exact(tmp_path):
    path = tmp_path / "m.prism"
    path.write_text(
        "dtmc module m s : [0..2]; [] s=0 -> 1e-400 : (s'=1) + 1-1e-400 : (s'=2); endmodule "
        'label "one" = s=1;'
    )
    assert reach(build(path), "one", "max").value == Fraction(1, 10**400)

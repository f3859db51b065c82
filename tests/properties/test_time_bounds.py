"""Bounds on time in properties: what PRISM's language asks about a CTMC, by closed forms."""

from __future__ import annotations

import json
from fractions import Fraction
from math import exp

import mpmath
import pytest

from exactbox import ask
from exactbox.certificate import prove
from exactbox.check import check_certificate
from exactbox.mdp import Model, Ratios, Rewards
from exactbox.properties import Solver, parse, read_properties

# two parts fail, each with the rate 1; both up, one up, none; a spare of what is down costs 3
PARTS = Model(
    range(4),
    range(4),
    [1, 2, 2],
    [1] * 3,
    [1] * 3,
    labels={"up": [True, True, False], "one": [False, True, False], "down": [False, False, True]},
    rewards={"work": Rewards([3, 3, 0], [1] * 3, rate=Ratios([2, 1, 0], [1] * 3))},
    rates=Ratios([2, 1, 1], [1] * 3),
)


def both(t):
    """The probability that both parts work at the time t, and that one does."""
    return exp(-2 * t), 2 * exp(-t) * (1 - exp(-t))


@pytest.mark.parametrize(
    "text, value",
    [
        ('P=? [ F<=3/2 "down" ]', (1 - exp(-1.5)) ** 2),
        ('P=? [ F<1.5 "down" ]', (1 - exp(-1.5)) ** 2),
        ('P=? [ G<=2 "up" ]', 1 - (1 - exp(-2)) ** 2),
        ('P=? [ !"down" U<=2 "down" ]', (1 - exp(-2)) ** 2),
        ('P=? [ F[1,1] "one" ]', both(1)[1]),
        ('P=? [ F=1 "one" ]', both(1)[1]),
        ('P=? [ F[1,2] "one" ]', both(1)[1] + both(1)[0] * (1 - exp(-2))),
        ('P=? [ F>=1 "one" ]', both(1)[0] + both(1)[1]),
        ('P=? [ "up" U>1 "down" ]', 1 - (1 - exp(-1)) ** 2),
        ('P=? [ G[1,2] !"one" ]', 1 - both(1)[1] - both(1)[0] * (1 - exp(-2))),
        ('P=? [ "one" R<=1 "up" ]', 1),  # one has failed before both have
        ('P=? [ F>=0 "down" ]', 1),
        ("R=? [ I=1/2 ]", 2 * both(0.5)[0] + both(0.5)[1]),
        ("R=? [ C<=1 ]", 2 * (1 - exp(-1)) + 3 * 2 * (1 - exp(-1))),
        ("R=? [ C<=0 ]", 0),
    ],
)
def test_values_are_enclosed(text, value):
    found = ask(PARTS, text)
    low, high = found.value if isinstance(found.value, tuple) else (found.value,) * 2
    assert float(low) - 1e-12 <= value <= float(high) + 1e-12 and high - low <= Fraction(1, 10**12)
    prove(found)


def test_a_width_is_kept_to_and_the_common_decimal_is_right():
    found = ask(PARTS, 'P=? [ F<=1 "down" ]', width="1e-30")
    low, high = found.value
    assert 0 < high - low <= Fraction(1, 10**30)
    with mpmath.workdps(60):
        value = mpmath.nstr((1 - 1 / mpmath.e) ** 2, 25, strip_zeros=False)
    assert found.decimal(25) == value
    assert found.result.common.startswith(value[:25])
    with pytest.raises(ValueError, match="not a number"):
        found.decimal(60)


@pytest.mark.parametrize(
    "text, says",
    [
        ('P>=0.39957 [ F<=1 "down" ]', True),
        ('P<0.39957 [ F<=1 "down" ]', False),
        ('P>0.6 [ G<=1 "up" ]', True),
        ('filter(exists, P>=1 [ F<=1 "down" ])', True),
        ('filter(forall, P>=1 [ F<=1 "down" ])', False),
        ('filter(count, P>=0.5 [ F<=1 "down" ])', 2),
    ],
)
def test_comparisons_are_decided_where_the_bounds_leave_no_doubt(text, says):
    found = ask(PARTS, text)
    assert found.value == says
    assert "transient" in found.certificate().decode()
    prove(found)


def test_a_comparison_in_doubt_is_refused_with_what_may_help():
    with pytest.raises(
        ValueError, match="the bounds of state 0 do not decide it; a smaller --width"
    ):
        ask(PARTS, f'P>={(1 - exp(-1)) ** 2} [ F<=1 "down" ]')
    with pytest.raises(ValueError, match="of state 1 do not decide it; a smaller --width"):
        ask(PARTS, f'P=? [ F P>={1 - exp(-1)} [ F<=1 "down" ] ]')
    with pytest.raises(ValueError, match="needs values, and these are bounds"):
        ask(PARTS, 'filter(argmax, P=? [ F<=1 "down" ])')


def test_an_operator_up_to_a_time_stands_in_another_where_all_states_are_decided():
    """From one part on the chance to be down within 1 is 1 - 1/e = 0.632."""
    found = ask(PARTS, 'P=? [ F<=1 P>=0.6 [ F<=1 "down" ] ]')
    low, high = found.value
    assert float(low) - 1e-12 <= 1 - exp(-2) <= float(high) + 1e-12
    (inner,) = found.inner
    assert inner.value == [False, True, True]
    claims = [check_certificate(each.certificate()) for each in (inner, found)]
    assert claims[0].question_sha256 in found.certificate().decode()
    assert claims[1].facts["nested"] == [f"{claims[0].question_sha256} {claims[0].facts['set']}"]


def test_a_filter_has_bounds_of_what_it_makes():
    found = ask(PARTS, 'filter(avg, P=? [ F<=1 "down" ])')
    low, high = found.value
    p = 1 - exp(-1)
    assert float(low) - 1e-12 <= (p * p + p + 1) / 3 <= float(high) + 1e-12
    shown = ask(PARTS, 'filter(print, P=? [ F<=1 "down" ])')
    assert shown.interval(2) == (1, 1) and shown.interval(1)[0] < shown.interval(1)[1]
    prove(found)
    prove(shown)


def test_the_question_is_known_without_an_answer():
    asked = parse('P=? [ F<=3/2 "down" ]')
    kind, question, words = Solver(PARTS).question(asked)
    found = ask(PARTS, asked)
    assert (kind, question) == found.answer.stated()[:2]
    assert words == found.asked == "probability to reach down at a time of at most 3/2"


def test_jani_has_bounds_on_time_and_instants(tmp_path):
    """The same trees as those of the text."""
    low_high = {"lower": 1, "upper": 2, "upper-exclusive": True}
    until = {"op": "F", "exp": "down", "time-bounds": low_high}
    values = [
        {"op": "Pmin", "exp": until},
        {"op": "Emin", "exp": "work", "time-instant": 2},
        {"op": "Emin", "exp": "work", "accumulate": ["time", "steps"], "time-instant": 2},
    ]
    properties = [
        {
            "name": f"p{k}",
            "expression": {
                "op": "filter",
                "fun": "values",
                "values": each,
                "states": {"op": "initial"},
            },
        }
        for k, each in enumerate(values)
    ]
    top = {"jani-version": 1, "name": "m", "type": "ctmc", "properties": properties}
    (tmp_path / "m.jani").write_text(json.dumps({**top, "automata": [], "variables": []}))
    found = read_properties(tmp_path / "m.jani").properties
    scope = Solver(PARTS)
    texts = ["P=? [ F[1,2] down ]", 'R{"work"}=? [ I=2 ]', 'R{"work"}=? [ C<=2 ]']
    for each, text in zip(found[1:], texts[1:]):
        assert scope.answer(each).value == ask(PARTS, text).value
    assert str(found[0].formula) == "Pmin=? [ F^{time[1,2]} down ]"

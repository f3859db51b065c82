"""Values that are calculated of several, X in continuous time, and rewards of one instant."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from exactbox.check import check_certificate
from exactbox.mdp import Model, Ratios
from exactbox.properties import answer as ask
from tests.brute import chain_of

TOSS = Model.from_lists(  # heads with probability 2/3; a toss brings 2
    [[[("1/3", 0), ("2/3", 1)]], [[(1, 1)]]], labels={"heads": [1]}, rewards={"gain": [[2], [0]]}
)


@pytest.mark.parametrize(
    "text, value, parts",
    [
        ('1 - P=? [F<=2 "heads"]', Fraction(1, 9), [Fraction(8, 9)]),
        ('P=? [F<=2 "heads"] - P=? [X "heads"]', Fraction(2, 9), [Fraction(8, 9), Fraction(2, 3)]),
        ('P=? [F<=2 "heads"] > P=? [F<=1 "heads"]', True, [Fraction(8, 9), Fraction(2, 3)]),
        ('k*max(P=? [X "heads"], 1/2) / P=? [X "heads"]', 3, [Fraction(2, 3)]),
        ('R=? [I=0]', 2, [2, 0]),
        ('R{"gain"}=? [I=2]', Fraction(2, 9), [Fraction(26, 9), Fraction(8, 3)]),
        ('R>=0.2 [I=k-1]', True, [Fraction(26, 9), Fraction(8, 3)]),
    ],
)  # fmt: skip
def test_the_value_and_its_parts(text, value, parts):
    found = ask(TOSS, text, "k=3")
    assert found.value == value and [part.value for part in found.inner] == parts
    for part in found.inner:
        assert check_certificate(part.certificate()).value == part.value
    with pytest.raises(ValueError, match=r"proofs of its own"):
        found.certificate()


@pytest.mark.parametrize(
    "text, message",
    [
        ('"heads" + P=? [F "heads"]', "column 1: states stand in an operator"),
        ('P=? [F R>1 [I=2]]', "column 8: R=? [ I=k ] stands alone"),
        ('P=? [F "heads"] - P>0 [F "heads"]', "an operator with =? is calculated with"),
        ('P=? [F "heads"]/0', "divides by zero"),
        ('P=? [G "heads"]^2', "need nothing more"),
        ('1 - R=? [F !"heads" & "heads"]', "is inf: no number to calculate with"),
    ],
)  # fmt: skip
def test_what_cannot_be_calculated_is_refused_with_its_place(text, message):
    with pytest.raises(ValueError, match=r"\S") as refused:
        ask(TOSS, text)
    assert message in str(refused.value)


def test_the_reward_of_an_instant_of_a_model_with_choices_is_refused():
    model = Model.from_lists([[[(1, 0)], [(1, 0)]]], rewards={"gain": [[1, 2]]})
    with pytest.raises(ValueError, match="I=k, rewards of one instant, are those of a chain"):
        ask(model, "Rmax=? [I=2]")


def test_the_reward_of_an_instant_is_that_of_the_power_of_the_matrix():
    """sum_t P^k(s, t) r(t), of a chain of three states."""
    rows = [
        [(Fraction(1, 2), 1), (Fraction(1, 2), 2)],
        [(Fraction(1), 0)],
        [(Fraction(1, 3), 0), (Fraction(2, 3), 2)],
    ]
    gain = [Fraction(1), Fraction(5), Fraction(-2)]
    model = Model.from_lists([[row] for row in rows], rewards={"gain": [[g] for g in gain]})
    now, p = {0: Fraction(1)}, chain_of(rows)
    for k in range(6):
        expected = sum(share * gain[s] for s, share in now.items())
        assert ask(model, f"R=? [I={k}]").value == expected
        after: dict[int, Fraction] = {}
        for s, share in now.items():
            for t, q in p[s].items():
                after[t] = after.get(t, Fraction(0)) + share * q
        now = after


@pytest.mark.parametrize("text, value", [("P=? [X x=1]", Fraction(1, 4)), ("P>0.2 [X x=1]", True)])
def test_x_in_continuous_time_is_the_next_jump(text, value):
    """With the rates 1 to state 1 and 3 to state 2: the embedded chain."""
    states = [[[("1/4", 1), ("3/4", 2)]], [[(1, 1)]], [[(1, 2)]]]
    model = replace(
        Model.from_lists(states, names=["x=0", "x=1", "x=2"]),
        rates=Ratios.from_fractions([Fraction(4), Fraction(1), Fraction(1)]),
    )
    found = ask(model, text)
    assert found.value == value
    claim = check_certificate(found.certificate())
    assert claim.kind == ("process" if "=?" in text else "property")
    assert claim.value == Fraction(1, 4)
    assert ask(model, "P=? [F P>=1 [X x=2]]").value == Fraction(3, 4)

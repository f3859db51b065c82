"""Properties answered: values worked out by hand, sets compared with Storm's, proofs of all.

The walk: from 0 a step goes up or down one of 0..4 with probability 1/2 each, 0 and 4 are left no
more. From 2 the probability to be absorbed at 4 is 1/2 and the expected number of steps 2 * 2 = 4
(gambler's ruin: Feller, *An Introduction to Probability Theory*, vol. 1, XIV). The mdp has in each
state the choice to stop there for good.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactbox.certificate import prove, question_sha256
from exactbox.check import check_certificate
from exactbox.mdp import Model, reach
from exactbox.mdp.answers.claims import satisfying
from exactbox.mdp.model.rewards import Ratios, Rewards
from exactbox.properties import Names, Scope, Solver, answer, parse, parse_properties
from exactbox.properties.expressions import parse_expression
from exactbox.properties.parser import Property
from exactbox.properties.programs import parse_program
from exactbox.properties.result import Bounds
from exactbox.properties.state_variables import columns_of
from exactbox.properties.syntax import Filter, Operator, RewardSum
from exactbox.properties.tokens import Source
from tests.requests import model_of, requested
from tests.strategies import examples

HALF = Fraction(1, 2)


def walk(stops=False, initial=2):
    """The walk on 0..4; with `stops` the choice to stay as well."""
    rows = []
    for s in range(5):
        step = [(1, s)] if s in (0, 4) else [("1/2", s - 1), ("1/2", s + 1)]
        rows.append([step, [(1, s)]] if stops and 0 < s < 4 else [step])
    made = Model.from_lists(
        rows,
        initial=initial,
        labels={"top": [4], "end": [0, 4]},
        rewards={"steps": [[int(0 < s < 4)] * len(row) for s, row in enumerate(rows)]},
    )
    valuations = [f"high={str(s > 2).lower()} & x={s}" for s in range(5)]
    return Model(
        made.action_start,
        made.branch_start,
        made.target,
        made.weight,
        made.denominator,
        made.initial,
        made.labels,
        made.rewards,
        valuations=valuations,
    )


def solved(text, model=None, constants="", **more):
    """The answer, after the checker has passed its certificate and those of what is nested."""
    found = answer(model or walk(), parse(text), constants, **more)
    for each in (*found.inner, found):
        if each.answer is not None:
            prove(each)
    return found


def value(text, *args, **more):
    found = solved(text, *args, **more)
    if found.claim is not None or found.answer is None:
        return found.value
    low, high = found.interval(int(found.start[0]))
    assert low == high
    return low


VALUES = [  # of the chain, from 2
    ("P=? [ F x=4 ]", HALF),
    ("P=? [ F x=k ]", HALF),
    ('P=? [ F "top" & high ]', HALF),
    ("P=? [ F x>3 & !(x<2) ]", HALF),
    ("P=? [ x>0 & x<4 U x/4=1 ]", HALF),
    ("P=? [ F<=2 x=4 ]", Fraction(1, 4)),
    ("P=? [ F<3 x=4 ]", Fraction(1, 4)),
    ("P=? [ F<=(k-1) x=4 ]", Fraction(1, 4) + Fraction(0)),  # an odd step does not arrive
    ("P=? [ G x<4 ]", HALF),  # absorbed at 0
    ("P=? [ G<=2 x<4 ]", Fraction(3, 4)),
    ("P=? [ x<3 W x=0 ]", Fraction(1, 3)),  # unless it meets 3 before 0
    ("P=? [ X high ]", HALF),
    ("P=? [ X true ]", 1),
    ("R=? [ F x=0 | x=4 ]", 4),
    ('R{"steps"}=? [ F "end" ]', 4),
    ("R=? [ C ]", 4),
    ("R=? [ C<=3 ]", 1 + 1 + HALF),
    ("T=? [ F x=0 | x=4 ]", 4),
    ("R=? [ F x=4 ]", inf),
    ("S=? [ x=4 ]", HALF),
    ("R=? [ S ]", 0),
    ("P>=1/2 [ F x=4 ]", True),
    ("P>1/2 [ F x=4 ]", False),
    ("P<0.5 [ F x=4 ]", False),
    ("P<=0.5 [ F x=4 ]", True),
    ("P>=0.5 [ G x<4 ]", True),
    ('P>=0.5 [ F{"steps"}>=0 x=4 ]', True),
    ("R<4.5 [ F x=0 | x=4 ]", True),
    ("T>4 [ F x=0 | x=4 ]", False),
    ("S>=0.5 [ x=4 ]", True),
    ("filter(max, P=? [ F x=4 ], x<4)", Fraction(3, 4)),
    ("filter(min, P=? [ F x=4 ], x>0)", Fraction(1, 4)),
    ("filter(sum, P=? [ F x=4 ], true)", Fraction(10, 4)),
    ("filter(avg, P=? [ F x=4 ], true)", HALF),
    ("filter(avg, P=? [ G x<4 ], true)", HALF),
    ("filter(range, P=? [ F x=4 ], x=1 | x=3)", [Fraction(1, 4), Fraction(3, 4)]),
    ("filter(argmax, P=? [ F x=4 ], x<4)", [3]),
    ("filter(argmin, R=? [ F x=0 | x=4 ], 0<x & x<4)", [1, 3]),
    ("filter(first, P=? [ F x=4 ], x>2)", Fraction(3, 4)),
    ("filter(state, P=? [ F x=4 ], x=3)", Fraction(3, 4)),
    ("filter(print, P=? [ F x=4 ], x>2)", [Fraction(3, 4), 1]),
    ("filter(printall, P=? [ G x<4 ], x>2)", [Fraction(1, 4), 0]),
    ("filter(count, P>0.5 [ F x=4 ], true)", 2),
    ("filter(forall, P>0 [ F x=4 ], x>0)", True),
    ("filter(exists, P>=1 [ F x=4 ], x<4)", False),
    ("filter(print, P>0.5 [ F x=4 ], true)", [False, False, False, True, True]),
    ("filter(first, P>0.5 [ F x=4 ], x>2)", True),
    ("filter(max, P=? [ F x=4 ])", 1),  # over all states, as PRISM has it
    # 3 and 4 have more than 1/2: the walk meets 3 before 0 with probability 2/3
    ("P=? [ F P>0.5 [ F x=4 ] ]", Fraction(2, 3)),
    ("P=? [ F P>0.5 [ F x=4 ] & x=4 ]", HALF),
    ("P>=0.6 [ F P>0.5 [ F x=4 ] ]", True),
    ("P=? [ P>0 [ F x=4 ] U x=4 ]", HALF),
    ("P=? [ F P>=1 [ X P>=1 [ X x=4 ] ] ]", HALF),
    ("S=? [ P>=1 [ G x=4 ] ]", HALF),
    ("P=? [ !(true U<=2 x=4) ]", Fraction(3, 4)),
    ("P=? [ !(!(F<=2 x=4)) ]", Fraction(1, 4)),
    ("P=? [ F P>=3/4 [ !(F x=4) ] ]", Fraction(2, 3)),  # 0 and 1, as 3 and 4 above
    ('R{"steps"}=? [ C{"steps"}<=5/2 ]', 2),  # another would be the third
    ('R{"steps"}=? [ C{"steps"}<=k-1/2 ]', 2),
    ("P=? [ F<=k+1 x=4 ]", Fraction(3, 8)),
]


@pytest.mark.parametrize("text, expected", VALUES)
def test_of_a_chain_the_answer_is_right_and_proved(text, expected):
    assert value(text, constants="k=4" if "x=k" in text else "k=3") == expected


POLICIES = [  # of the process: who may stop anywhere, from 2
    ("Pmax=? [ F x=4 ]", HALF),
    ("Pmin=? [ F x=4 ]", 0),
    ("Pmax=? [ G x<4 ]", 1),
    ("Pmin=? [ G x<4 ]", HALF),
    ("Pmax=? [ x<3 W x=0 ]", 1),
    ("P>=0.5 [ F x=4 ]", False),
    ("Pmax>=0.5 [ F x=4 ]", True),
    ("P<=0.5 [ F x=4 ]", True),
    ("P>=0.5 [ G x<4 ]", True),
    ("P<1 [ G x<4 ]", False),
    ("Pmax=? [ X x=2 ]", 1),
    ("Pmin=? [ X x=2 ]", 0),
    ('R{"steps"}min=? [ F "end" ]', 4),
    ('R{"steps"}max=? [ F "end" ]', inf),
    ("Tmin=? [ F x=0 | x=4 ]", 4),
    ("Smax=? [ x=2 ]", 1),
    ("Smin=? [ x=2 ]", 0),
    ("LRAmax=? [ x=4 ]", HALF),
    ("P>=1 [ F P<=0 [ F x=2 ] ]", False),  # who stops at 2 stays there
    ("Pmax=? [ F P<=0 [ F x=2 ] ]", 1),
    ("P>0 [ F x=4 ] | P<1 [ F x=4 ]", True),
    ("filter(print, P>=0 [ F x=4 ] & x>2, true)", [False, False, False, True, True]),
]


@pytest.mark.parametrize("text, expected", POLICIES)
def test_of_a_process_thresholds_are_over_all_policies(text, expected):
    assert value(text, walk(stops=True)) == expected


PATHS = ["F x=4", "G x<4", "X x=2", "x>1 U x=4", "x<3 W x=0", "x>1 R x<4"]
PATHS += ["F<=2 x=4", "G<=2 x<4", "x>1 U<=3 x=4", "x>1 U[1,3] x=4", "x<3 W<=2 x=0", "x>1 R<3 x<4"]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("stops", [False, True])
def test_a_path_is_not_taken_with_the_probability_of_its_opposite(path, stops):
    """Over policies the most is 1 minus the least."""
    of = {sense: value(f"P{sense}=? [ {path} ]", walk(stops=stops)) for sense in ("max", "min")}
    for sense, other in (("max", "min"), ("min", "max")):
        for text in (f"P{sense}=? [ !({path}) ]", f"P{sense}=? [ (!(({path}))) ]"):
            assert value(text, walk(stops=stops)) == 1 - of[other]
        assert value(f"P{sense}=? [ !!({path}) ]", walk(stops=stops)) == of[sense]
        threshold = f"P{sense}>={1 - of[other]} [ !({path}) ]"
        assert value(threshold, walk(stops=stops)) is True


def test_several_initial_states_are_each_answered():
    model = walk(initial=[1, 3])
    assert value("P=? [ F x=4 ]", model) == [Fraction(1, 4), Fraction(3, 4)]
    assert value("P>=0.25 [ F x=4 ]", model) is True
    assert value("P>0.25 [ F x=4 ]", model) is False
    assert value('filter(sum, P=? [ F x=4 ], "init")', model) == 1


def test_a_nested_formula_is_named_by_the_hash_of_its_own_certificate():
    found = solved("P=? [ F P>0.5 [ F x=4 ] & !P>=1 [ F x=4 ] ]")
    hashes = [prove(inner).claim.question_sha256 for inner in found.inner]
    assert len(hashes) == 2
    name = found.answer.question()["goal"]["name"]
    assert name == f"P>1/2 [ F x=4 ] & !P>=1 [ F x=4 ] {' '.join(hashes)}"
    assert [inner.claim["states"] for inner in found.inner] == [[3, 4], [4]]


def test_what_is_nested_in_two_properties_is_solved_once():
    asked = []

    def solve(model, question):
        asked.append(question.goal.name)
        return reach(model, question.goal, "min")

    solver = Solver(walk(), solve=solve)
    for text in ("P=? [ F P>0.5 [ F x=4 ] ]", "P>0 [ F P>0.5 [ F x=4 ] ]"):
        solver.answer(parse(text))
    assert asked.count("x=4") == 1


def test_bounds_decide_a_threshold_or_say_that_they_do_not():
    thirds = Model.from_lists(
        [[[("1/3", 0), ("1/3", 1), ("1/3", 2)]], [[(1, 1)]], [[(1, 2)]]], labels={"won": [1]}
    )  # 1/2, which the bounds of thirds enclose
    assert value('P<0.6 [ F "won" ]', thirds, enclosure=True) is True
    assert value('P>=0.6 [ G !"won" ]', thirds, enclosure=True) is False
    with pytest.raises(ValueError, match="the bounds of state 0 do not decide it"):
        answer(thirds, 'P>=0.5 [ F "won" ]', enclosure=True)
    low, high = solved('P=? [ F "won" ]', thirds, enclosure=True).interval(0)
    assert low <= HALF <= high
    low, high = solved('filter(avg, P=? [ G !"won" ], true)', thirds, enclosure=True).value
    assert low <= HALF <= high
    with pytest.raises(ValueError, match="needs values, and these are bounds"):
        answer(thirds, 'filter(range, P=? [ F "won" ], true)', enclosure=True)
    with pytest.raises(ValueError, match="needs exact values of all states"):
        answer(thirds, 'P=? [ F P>=1 [ F "won" ] ]', enclosure=True)


REFUSED = [
    ("P=? [ F z=1 ]", "column 9: no variable or constant 'z'; the variables are: high, x"),
    ("P=? [ F top ]", "column 9: no variable or constant 'top'; .*\"top\" in quotes is a label"),
    ('P=? [ F "no" ]', "column 9: no label 'no'; the labels are: 'end', 'top'"),
    ("P=? [ F x ]", "column 9: x: is the number 0, need true or false"),
    ("P=? [ F x=high ]", "column 10: x=high: compares a number with true or false"),
    ("P=? [ F 1/x>0 ]", "column 10: 1/x: divides by zero"),
    ("P=? [ F P=? [ F x=1 ] ]", "column 9: .* is a number of every state, need a threshold"),
    ("P=? [ F P=? [ F x=1 ] > 0.5 ]", "is a number of every state"),
    ("filter(max, P>=1 [ F x=1 ], true)", "of what is true or false, need forall, exists, count"),
    ("filter(forall, P=? [ F x=1 ], true)", "of numbers, need max, min, sum"),
    ("filter(max, P=? [ F x=1 ], x=9)", "no state satisfies x=9"),
    ("filter(state, P=? [ F x=1 ], true)", "5 states satisfy true, need one for filter[(]state"),
    ("P>=2 [ F x=1 ]", "column 4: 2: a probability is compared with it, need 0 to 1"),
    ("Pmax<1-5/2 [ F x=1 ]", "column 7: 1 - 5/2: a probability is compared with it, need 0 to 1"),
    ("S<1.5 [ x=1 ]", "column 3: .*: a probability is compared with it, need 0 to 1"),
    ("P=? [ F P<=2 [ X x=1 ] ]", "column 12: 2: a probability is compared with it, need 0 to 1"),
    ("filter(forall, P>-1 [ X x=1 ], true)", "a probability is compared with it, need 0 to 1"),
    ("Tmin>=-1 [ F x=1 ]", "a time is compared with it, need 0 or more"),
    ('R{"money"}=? [ C ]', "no rewards 'money'; the model's are: 'steps'"),
]


@pytest.mark.parametrize("text, message", REFUSED)
def test_what_the_model_does_not_have_is_refused_with_its_place(text, message):
    with pytest.raises(ValueError, match=message):
        answer(walk(), text)


def test_what_does_not_matter_is_not_looked_at():
    assert value("P=? [ F false & x=high ]") == 0


def test_what_a_formula_has_no_value_for_is_refused_by_its_name_where_it_is_used():
    names = Names("", program=parse_program("dtmc formula odd = 1/x>0;"))
    with pytest.raises(ValueError, match="the formula 'odd': 1/x: divides by zero"):
        Scope(walk(), names).states(parse_expression("odd"))
    far = " " * 900
    text = f"dtmc formula low ={far}1/x>0 & x<9; formula half = {far}mod(x/2, 2);"
    labels = parse_properties(f'label "odd" = {far} x=1 & 1/(x-1)>0;', "a.props").labels
    names = Names("", program=parse_program(text), labels=labels)
    solver = Solver(walk(), names)
    for asked, message in (
        ("P=? [ F low ]", "column 9: the formula 'low': 1/x: divides by zero"),
        ("P=? [ F (low ? 1 : 2)=1 ]", "column 10: the formula 'low': 1/x: divides by zero"),
        ("P=? [ F half=1 ]", "column 9: the formula 'half': mod(x/2, 2): takes 1/2, need an int"),
        ('P=? [ F "odd" ]', "column 9: the label 'odd': 1/(x - 1): divides by zero"),
    ):
        with pytest.raises(ValueError) as error:
            solver.answer(parse(asked))
        assert str(error.value).startswith(f"property, {message}")


def test_an_element_of_an_array_is_the_variable_that_storm_makes_of_it():
    """``a[i]`` where i is a variable: 0, 1, 0, and 2, which is no index."""
    texts = [(0, 5, 7), (1, 5, 7), (0, 6, 7), (2, 5, 7)]
    valuations = [f"i={i} & a_at_0={x} & a_at_1={y}" for i, x, y in texts]
    model = replace(walk(), valuations=[*valuations, valuations[0]])
    scope = Scope(model, Names("k=1"))
    for text, states in (
        ("a[0]=5", [0, 1, 3, 4]),
        ("a[k]=7 & a[k-1]=6", [2]),
        ("i<2 & a[i]=7", [1]),
        ("i<2 & a[a[0]-5]=a[i]", [0, 4]),
        ("i=0 & a[i]=5", [0, 4]),
    ):
        assert np.flatnonzero(scope.states(parse_expression(text))).tolist() == states, text
    for text, message in (
        ("a[2]=1", "a[2]: the states have no a[2]"),
        ("a[i]=1", "a[i]: the states have no a[2]"),
        ("b[0]=1", "b[0]: the states have no b[0]"),
        ("a[0][1]=1", "a[0][1]: the states have no a[0][1]"),
        ("a[1/2]=1", "1/2: takes 1/2, need an integer there"),
        ("a[i=0]=1", "i=0: is true, need a number"),
        ("a[z]=1", "no variable or constant 'z'"),
    ):
        with pytest.raises(ValueError) as error:
            scope.states(parse_expression(text))
        assert str(error.value).startswith(message)


def test_an_operator_that_nothing_solves_is_refused():
    nested = parse("P>0.5 [ F x=4 ]").formula
    with pytest.raises(ValueError, match="is not solved here, need an expression"):
        Scope(walk()).states(nested)


def test_a_question_is_refused_with_its_place_before_it_is_solved():
    with pytest.raises(ValueError, match="column 9: no label 'no'"):
        Solver(walk()).question(parse('P=? [ F "no" ]'))


def test_rewards_may_have_to_be_more_than_so_much():
    """From 2 the walk takes 2 steps or more; more than 2 where the first two cancel out."""
    asked = 'P=? [ F{"steps"}>2 x=4 ]'
    assert value(asked) == HALF - Fraction(1, 4)
    kind, question, _ = Solver(walk()).question(parse(asked))
    claim = check_certificate(answer(walk(), asked).certificate())
    assert question_sha256(kind, question) == claim.question_sha256


def test_a_model_of_another_kind_is_refused():
    with pytest.raises(ValueError, match="the model is a dtmc, and not a ctmc"):
        Solver(walk(), kind="ctmc")


def test_a_reward_of_both_signs_is_not_asked_from_states_that_miss_the_goal():
    """State 2 does not get to state 1, so there is no reward until then: minus infinity."""
    model = Model.from_lists(
        [[[(1, 1)]], [[(1, 1)]], [[(1, 2)]], [[("1/2", 0), ("1/2", 1)], [(1, 2)]]],
        labels={"goal": [1]},
        rewards={"gain": [[-1], [0], [0], [-3, 0]]},
    )
    until = 'R{"gain"}max>=-4 [ F "goal" ]'
    assert solved(until, model).value is True
    everywhere = answer(model, f"filter(print, {until}, true)")
    assert everywhere.value == [True, True, False, True]
    what = "state 2: no policy reaches 'goal' almost surely"
    with pytest.raises(ValueError, match=what):
        everywhere.certificate()
    with pytest.raises(ValueError, match=what):
        answer(model, f"P>=1 [ F {until} ]")
    values = everywhere.answer.values
    assert satisfying(values, ">=", -4).tolist() == [True, True, False, True]
    assert satisfying(values, "<", -4).tolist() == [False, False, True, False]


def test_bounds_are_proved_by_a_certificate_of_the_same_bounds_only():
    asked = 'filter(avg, P=? [ F "top" ], x=1 | x=3)'
    found = answer(walk(), asked, enclosure=True)
    claim = check_certificate(found.certificate())
    assert found.is_proved_by(claim)
    assert not replace(found, result=Bounds(Fraction(0), Fraction(1))).is_proved_by(claim)


def test_sets_of_states_alone_have_no_certificate():
    found = answer(walk(), "x=2 & high")
    assert found.value is False and found.answer is None
    assert not found.is_proved_by(None)
    with pytest.raises(ValueError, match="it only says which states are in sets: no certificate"):
        found.certificate()
    with pytest.raises(ValueError, match="no certificate"):
        Solver(walk()).question(parse("x=2"))


def test_a_certificate_answers_the_question_that_is_asked_without_solving():
    texts = ["P=? [ F x=4 ]", "P>=0.5 [ F x=4 ]", "P=? [ G x<4 ]"]
    for text in [*texts, "filter(print, P>0 [ F x=4 ], true)"]:
        kind, question, _ = Solver(walk()).question(parse(text))
        claim = check_certificate(answer(walk(), text).certificate())
        assert question_sha256(kind, question) == claim.question_sha256


# Continuous time ---------------------------------------------------------------------------------


def machine(second=False):
    """It works, and breaks at rate 2; it is mended at rate 3. With `second`: or at rate 1.

    Half of the time in which it is broken costs money, and so does each mending.
    """
    rates = [2, 3] + [1] * second
    one = np.ones(len(rates), dtype=np.int64)
    return Model(
        [0, 1, len(rates)],
        range(len(rates) + 1),
        [1, *[0] * (len(rates) - 1)],
        one,
        one,
        labels={"works": [True, False]},
        rewards={"cost": Rewards([0, 5] + [5] * second, one, rate=Ratios([0] + [1] * (1 + second),
                                                                        2 * one))},
        rates=Ratios(rates, one),
        valuations=["x=0", "x=1"],
    )  # fmt: skip


TIMES = [  # birth and death with two states: 3/5 of the time it works
    ("S=? [ x=0 ]", Fraction(3, 5)),
    ('S>0.5 [ "works" ]', True),
    ("S<=0.5 [ x=0 ]", False),
    ("T=? [ F x=1 ]", HALF),
    ("filter(max, T=? [ F x=0 ], true)", Fraction(1, 3)),
    ("R=? [ F x=1 ]", 0),
    ("filter(max, R=? [ F x=0 ], true)", 5 + Fraction(1, 6)),
    ("R=? [ S ]", Fraction(6, 5) * (5 + Fraction(1, 6))),  # 6/5 mendings in a unit of time
    ("P=? [ F x=1 ]", 1),
    ("P>=1 [ F T<=0.5 [ F x=0 ] ]", True),
]


@pytest.mark.parametrize("text, expected", TIMES)
def test_of_a_timed_chain_time_is_what_counts(text, expected):
    assert value(text, machine()) == expected


def test_of_a_timed_process_thresholds_are_over_all_policies():
    assert value("S>=0.6 [ x=0 ]", machine(second=True)) is False  # 1/3 with the slow one
    assert value("Smax=? [ x=0 ]", machine(second=True)) == Fraction(3, 5)
    assert value("Smin=? [ x=0 ]", machine(second=True)) == Fraction(1, 3)
    assert value("filter(max, Tmax=? [ F x=0 ], true)", machine(second=True)) == 1


def test_jani_rewards_are_of_time_or_of_steps(tmp_path):
    solver = Solver(machine())
    for parts, expected in (("rates", Fraction(1, 6)), ("impulses", 5), ("", 5 + Fraction(1, 6))):
        gain = RewardSum("F", parse_expression("x=0"), parts=parts)
        asked = Filter("max", Operator("R", gain, "max", "cost"), parse_expression("true"))
        assert solver.answer(Property(asked, "", "", Source(""))).value == expected


@pytest.mark.parametrize("text", ["P=? [ F^{steps<=2} x=1 ]", 'P=? [ F{"a"}<=2 x=1 ]'])
def test_bounds_on_steps_of_a_clock_are_refused_by_name(text):
    with pytest.raises(ValueError, match=r"about a CTMC are not|of a CTMC"):
        answer(machine(), text)


# Valuations ---------------------------------------------------------------------------------------


def test_labels_init_and_deadlock_always_exist():
    model = Model.from_lists([[[(1, 1)], []], [[]]])  # 0 goes on or ends, 1 ends
    scope = Scope(model)
    assert scope.states(parse_expression('"init"')).tolist() == [True, False]
    assert scope.states(parse_expression('"deadlock"')).tolist() == [False, True]


def test_labels_of_a_file_and_formulas_of_a_program_are_expressions():
    program = parse_program("dtmc formula low = x<2; formula mid = !low & x<4; formula n = x*2;")
    names = Names("", labels={"odd": parse_expression("mod(x,2)=1")}, program=program)
    scope = Scope(walk(), names)
    for text, expected in (
        ("mid", [2, 3]), ('"odd" & !low', [3]), ("n=4 | low", [0, 1, 2]),
        ('"odd" = low', [1, 2, 4]),
        ("low <=> x=0", [0, 2, 3, 4]), ('low ? x=1 : "odd"', [1, 3]), ("low => x=1", [1, 2, 3, 4]),
        ("x=0 | 1/x<1/2", [0, 3, 4]), ("false", []), ("true & (x=1 => false)", [0, 2, 3, 4]),
    ):  # fmt: skip
        assert np.flatnonzero(scope.states(parse_expression(text))).tolist() == expected, text


@pytest.mark.parametrize("text", ["f", "f=1", "!f"])
def test_a_formula_that_is_defined_by_itself_is_refused(text):
    names = Names(program=parse_program("dtmc formula f = g; formula g = f;"))
    with pytest.raises(ValueError, match="defined by itself"):
        Scope(walk(), names).states(parse_expression(text))


@pytest.mark.parametrize(
    "valuations, message",
    [
        (["x=1", "x=1 & y=2"], "state 1 has the valuation 'x=1 & y=2', need x=3 & y=true of the"),
        (["x=1", "y=1"], "state 1 has the valuation 'y=1'"),
        (["x=1", "x=a"], "state 1 has the valuation 'x=a'"),
        (["start", "end"], "state 0 has the valuation 'start'"),
    ],
)
def test_valuations_that_are_not_values_are_refused(valuations, message):
    with pytest.raises(ValueError, match=message):
        columns_of(valuations)


def test_valuations_in_words_hide_no_label_without_quotes():
    model = Model.from_lists([[[(1, 1)]], [[(1, 1)]]], labels={"top": [1]}, names=["foot", "peak"])
    assert value('P=? [ F "top" ]', model) == 1
    with pytest.raises(ValueError, match="column 9: no variable or constant 'top'; ") as refused:
        answer(model, "P=? [ F top ]")
    assert "state 0 has the valuation 'foot', need x=3" in str(refused.value)
    assert str(refused.value).endswith('; "top" in quotes is a label')


def test_a_model_without_valuations_says_so():
    with pytest.raises(ValueError, match="the states have no valuations that say what it is"):
        Scope(Model.from_lists([[[(1, 0)]]])).states(parse_expression("x=1"))


def test_valuations_may_be_rational():
    columns = columns_of(["x=1/2", "x=0.25", "x=-3"])
    assert [columns["x"].values[k] for k in columns["x"].code] == [HALF, Fraction(1, 4), -3]


# Storm --------------------------------------------------------------------------------------------

PROGRAM = """mdp
const int N; const double q = 0.3;
formula low = x<N; formula sum = x+y;
module m
  x : [-1..3] init 0; y : [0..2] init 1; done : bool init false;
  [up] x<3 -> q : (x'=x+1) + 1-q : (y'=mod(y+1,3));
  [down] x>-1 & !done -> 1 : (x'=x-1) & (done'=y=0);
  [] done -> true;
endmodule
label "odd" = mod(sum,2)=1;
rewards "r" low : 1; endrewards
"""
EXPRESSIONS = [
    *("x=2", "x=-1 & y=0", "done", "!done | x>1", "done => y=2", "low", "!low & done"),
    *("x/2=y", "x*y>=2", "x-y<0", "sum=2", "min(x,y)=0", "max(x,y)=N", "floor(x/2)=0"),
    *("ceil(y/2)=1", "pow(y,2)=4", "mod(x+1,2)=0", "(done ? 1 : 2) = y", "x+1>N*q", "(x=y)=done"),
    *('"odd"', '"odd" & done', '!"odd" | low', "x<N-1 & y!=1", "true", "false"),
]


@pytest.fixture
def program(tmp_path):
    pytest.importorskip("stormpy", minversion="2")
    (tmp_path / "m.prism").write_text(PROGRAM)
    return str(tmp_path / "m.prism")


def storm_says(path, constants, texts):
    """Of every text, in which states Storm finds it, by their valuations; and how many there are.

    With several properties Storm makes no state terminal; F<=0 states is 1 exactly there.
    """
    import stormpy

    from exactbox.formats.storm import state_values
    from exactbox.formats.valuations import Valuations

    program = stormpy.parse_prism_program(path)
    asked = [
        stormpy.parse_property(f"Pmax=? [F<=0 ({text})]", program) for text in [*texts, "true"]
    ]
    program, asked = stormpy.instantiate_constants(program, constants, asked)
    options = stormpy.BuilderOptions(asked, build_full=True)
    model = stormpy.build_model[stormpy.Rational](program, options=options)
    states = list(Valuations(state_values(model), model.nr_states))
    found = []
    for each in asked[:-1]:
        result = stormpy.model_checking(model, each, only_initial_states=False)
        found.append({states[s] for s in range(model.nr_states) if result.get_value(s) == 1})
    return found, model.nr_states


def test_expressions_describe_the_states_that_storm_says(program):
    """Storm evaluates the same formulas as labels of the model that it builds."""
    asked = requested(program, (), [f"P>=0 [ F {text} ]" for text in EXPRESSIONS], "N=2")
    model = model_of(asked)
    scope = Solver(model, asked.names, kind=asked.kind).scope
    theirs, states = storm_says(program, "N=2", EXPRESSIONS)
    assert states == model.states
    for each, found in zip(asked.queries, theirs, strict=True):
        mine = np.flatnonzero(scope.states(each.formula.body.right)).tolist()
        assert {model.valuations[s] for s in mine} == found, each.text


NUMERIC = st.recursive(
    st.sampled_from(["x", "y", "sum", "N", "1", "2", "0.5"]),
    lambda inner: (
        st.builds("({} {} {})".format, inner, st.sampled_from("+-*"), inner)
        | st.builds("{}({}, {})".format, st.sampled_from(["min", "max"]), inner, inner)
    ),
    max_leaves=4,
)
LOGICAL = st.recursive(
    st.sampled_from(["done", "low", '"odd"', "true"])
    | st.builds("{} {} {}".format, NUMERIC, st.sampled_from(["=", "!=", "<", ">="]), NUMERIC),
    lambda inner: (
        st.builds("({}) {} ({})".format, inner, st.sampled_from(["&", "|", "=>"]), inner)
        | st.builds("!({})".format, inner)
    ),
    max_leaves=4,
)


@pytest.mark.slow
@examples(60)
@given(st.lists(LOGICAL, min_size=1, max_size=5))
def test_any_expression_describes_the_states_that_storm_says(tmp_path_factory, texts):
    pytest.importorskip("stormpy", minversion="2")
    path = tmp_path_factory.mktemp("m") / "m.prism"
    path.write_text(PROGRAM)
    asked = requested(str(path), (), texts, "N=2")
    model = model_of(asked)
    scope = Scope(model, asked.names)
    for each, found in zip(asked.queries, storm_says(str(path), "N=2", texts)[0], strict=True):
        mine = np.flatnonzero(scope.states(each.formula)).tolist()
        assert {model.valuations[s] for s in mine} == found, each.text


def test_what_is_asked_does_not_change_the_model(program):
    """Nor do the properties' constants, of which the program knows nothing."""
    plain = model_of(requested(program, (), ["x=1"], "N=2"))
    asked = requested(
        program, (), ["Pmax=? [ !low U x=1 & done ]", "P>=1 [ F P>0 [ F y=2 ] ]"], "N=2"
    )
    model = model_of(asked)
    solver = Solver(model, asked.names)
    for each in asked.queries:
        solver.answer(each)
    for name in ("action_start", "branch_start", "target", "weight", "denominator", "initial"):
        assert np.array_equal(getattr(model, name), getattr(plain, name))
    assert list(model.labels) == list(plain.labels) and list(model.rewards) == ["r"]
    assert list(model.valuations) == list(plain.valuations)


def test_answers_about_a_program_are_storms(program):
    import stormpy

    texts = [
        *("Pmax=? [F x=3 & y=1]", "Pmin=? [F done]", "Pmax=? [!low U done]", "Pmax=? [F<=3 x=2]"),
        *('R{"r"}min=? [F done | x=3]', "Pmax=? [G x<3]", "Pmin=? [X x=1]", "LRAmax=? [y=1]"),
        *("Tmin=? [F x=3]", "Pmin=? [F P>=1 [F done]]", "Pmax=? [F P<0.3 [X x=1]]"),
    ]
    asked = requested(program, (), texts, "N=2")
    parsed = stormpy.parse_prism_program(program)
    theirs = [stormpy.parse_property(text, parsed) for text in texts]
    parsed, theirs = stormpy.instantiate_constants(parsed, "N=2", theirs)
    whole = stormpy.build_model[stormpy.Rational](
        parsed, options=stormpy.BuilderOptions(theirs, build_full=True)
    )
    solver = Solver(model_of(asked), asked.names, kind=asked.kind)
    for each, other in zip(asked.queries, theirs, strict=True):
        found = solver.answer(each)
        expected = stormpy.model_checking(whole, other).get_value(whole.initial_states[0])
        mine = found.interval(int(found.start[0]))[0]
        if mine == inf:
            assert str(expected) == "inf"
        else:
            assert mine == Fraction(str(expected)), each.text

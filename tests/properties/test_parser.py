"""Properties parsed: every text of the benchmark set, each construct, and each refusal's place."""

from __future__ import annotations

import json
import operator
import re
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactbox.mdp import Model, Rewards
from exactbox.properties import Names, parse, parse_properties, read_properties
from exactbox.properties.constants import given_constants
from exactbox.properties.evaluation import value_of
from exactbox.properties.expressions import parse_expression
from exactbox.properties.programs import parse_program, read_program
from exactbox.properties.scope import Scope
from exactbox.properties.syntax import Apply, Boolean, Filter, Label, Name, Number, Operator
from exactbox.properties.translation import checked, question_of

FOLDER = Path(__file__).parent / "qvbs"  # copies from the benchmark set, see its README.md
TYPE = {  # as the README there says
    **dict.fromkeys(("cluster", "embedded", "polling", "tandem"), "ctmc"),
    **dict.fromkeys(("bitcoin-attack", "erlang", "jobs", "stream"), "ma"),
    **dict.fromkeys(("brp", "egl", "haddad-monmege", "herman", "leader_sync", "nand"), "dtmc"),
    **dict.fromkeys(("beb", "cdrive", "consensus", "firewire", "wlan", "zeroconf_dl"), "mdp"),
    "resource-gathering": "mdp",
}
TIMED = {  # what the set's index.json call time-bounded or time-instant
    *("actuators_T", "danger_T", "down_T", "failure_T", "io_T", "main_T", "sensors_T", "up_T"),
    *("served", "station1_polled", "waiting", "below_min", "operational", "qos1", "qos2", "qos3"),
    *("qos4", "repairs", "customers_T", "first_queue", "network", "second_queue"),
    *("P_MWinMax", "PmaxReachBound", "prhalfdone", "pr_underrun_tb"),
}
OPEN = "T=2,t=1,N=5,K=2,B=7,deadline=9,COL=2,CD=3,TIME_BOUND=5"
FILES = sorted(path.name for path in FOLDER.iterdir() if path.suffix != ".md")


@pytest.mark.parametrize("name", FILES)
def test_every_property_of_the_set_is_accepted_but_timed_ones_with_choices(name):
    found = read_properties(FOLDER / name)
    kind = TYPE[name.split(".")[0]]
    names = Names(OPEN, found.constants)
    if name.endswith(".jani"):
        assert read_program(FOLDER / name).kind == kind
    assert found.properties
    for each in found.properties:
        assert each.name and not each.refusal
        if each.name in TIMED and kind == "ma":
            with pytest.raises(ValueError, match=r"time-bounded.*Markov automaton.*clock"):
                checked(each, names, kind)
        else:
            checked(each, names, kind)


@pytest.mark.parametrize(
    "text, name",
    [
        ("haddad-monmege.prctl", "haddad-monmege.jani"),
        ("resource-gathering.prctl", "resource-gathering.jani"),
        ("jobs.csl", "jobs.5-2.jani"),
        ("stream.csl", "stream.jani"),
    ],
)
def test_a_jani_file_and_the_text_that_it_was_made_of_ask_the_same(text, name):
    """Storm converted the texts; names are the same, and so are the questions."""
    jani = {each.name: each.formula for each in read_properties(FOLDER / name).properties}
    for each in read_properties(FOLDER / text).properties:
        if each.name in TIMED:
            continue
        mine, theirs = each.formula, jani[each.name]
        steps = re.sub(r"\^\{steps(.*)\}", r"\1", str(theirs.body))  # JANI spells them out
        assert (mine.kind, str(mine.body)) == (theirs.kind, steps)
        assert mine.sense in (theirs.sense, None)  # JANI has no P=? of a chain


# Expressions --------------------------------------------------------------------------------------

PLAIN = [
    ("1+2*3", 7),
    ("-2*3", -6),
    ("2-3-4", -5),
    ("12/2/3", 2),
    ("7/2", Fraction(7, 2)),
    ("0.1+1e-1", Fraction(1, 5)),
    ("min(3,1,2)+max(3,1,2)", 4),
    ("floor(-1/2)", -1),
    ("ceil(-1/2)", 0),
    ("round(5/2)", 3),
    ("abs(2-5)", 3),
    ("mod(-7,3)", 2),
    ("7%4", 3),
    ("pow(2,10)", 1024),
    ("pow(2,-1)", Fraction(1, 2)),
    ("func(max,1,2)", 2),
    ("1<2 & 2<=2 & !(3>4) & 4>=4 & 5!=6", True),
    ("!true | false", False),
    ("false => 1/0>1", True),
    ("true | 1/0>1", True),
    ("false & 1/0>1", False),
    ("true <=> false", False),
    ("true = false", False),
    ("1=2 ? 1/0 : 3", 3),
    ("!1=2", True),  # ! binds less than =
    ("true | false & false", True),  # | binds less than &
    ("false => false <=> true", True),  # => binds least
    ("1 + 1 = 2 & 3 * 2 = 6", True),
    ("pow(9/4, 1/2)", Fraction(3, 2)),
    ("pow(4, -3/2)", Fraction(1, 8)),
    ("pow(2, 1/2) * pow(8, 1/2)", 4),
    ("pow(pow(3, 1/2), 2)", 3),
    ("pow(2, 1/2) >= 14142135623730950488016887242096980785696718753769480731/pow(10, 55)", True),
    ("pow(2, 1/2) <= 1.4142135623730950488", False),
    ("pow(2, 1/2) > -2 & -pow(2, 1/2) > -2 & -pow(2, 1/2) < pow(2, 1/2) - 0", True),
    ("-pow(8, 1/2) = -2 * pow(2, 1/2) & pow(2, 1/2) != 1.5", True),
    ("max(1.4, pow(2, 1/2), 3/2) + min(pow(2, 1/2), 0)", Fraction(3, 2)),
    ("abs(-pow(5, 1/2)) / pow(20, 1/2)", Fraction(1, 2)),
    ("pow(-pow(2, 1/2), 3) < 0 & pow(-pow(2, 1/2), -2) = 1/2", True),
]


@given(st.fractions(), st.fractions(), st.sampled_from(["<", "<=", ">", ">=", "=", "!="]))
def test_a_square_root_is_compared_as_its_square_is(x, c, sign):
    """pow(x, 1/2) and c compare as x and c^2 where c is not negative; else the root is greater."""
    text = f"pow({abs(x)}, 1/2) {sign} {c}"
    squares = Fraction(abs(x)), c * abs(c)
    python = {"=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le}
    python |= {">": operator.gt, ">=": operator.ge}
    found = value_of(parse_expression(text), lambda node: pytest.fail(f"asked for {node}"))
    assert found == python[sign](*squares)


@pytest.mark.parametrize("text, value", PLAIN)
def test_an_expression_has_its_exact_value(text, value):
    found = value_of(parse_expression(text), lambda node: pytest.fail(f"asked for {node}"))
    assert found == value and isinstance(found, bool) == isinstance(value, bool)


@pytest.mark.parametrize(
    "text, message",
    [
        ("1/0", "1/0: divides by zero"),
        ("pow(0,-1)", "divides by zero"),
        ("pow(2,1/3)", "takes 1/3, need an integer there, or half of one of a rational"),
        ("pow(pow(2,1/2),1/2)", "takes 1/2, need an integer there, or half of one of a rational"),
        ("pow(2,pow(2,1/2))", "takes pow(2, 1/2), need a rational number there"),
        ("pow(-4,1/2)", "is a root of -4, need 0 or more"),
        ("pow(0,-1/2)", "divides by zero"),
        ("pow(2,1/2)/0", "divides by zero"),
        ("floor(pow(2,1/2))", "takes a square root, need a rational number there"),
        ("1+pow(2,1/2)", "takes a square root, need a rational number there"),
        ("pow(2,100001/2)", "has more than 100000 bits"),
        ("pow(2,1000000)", "has more than 100000 bits"),
        ("mod(3,0)", "is modulo 0, need 1 or more"),
        ("1 & true", "1: is the number 1, need true or false"),
        ("1 + true", "true: is true, need a number"),
        ("1 = true", "compares a number with true or false"),
    ],
)
def test_an_expression_without_a_value_says_which_part_has_none(text, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        value_of(parse_expression(text), lambda node: 0)


@pytest.mark.parametrize(
    "text, message",
    [
        ("1 +", "property, column 4: it ends after '1 [+]', need an expression"),
        ("a => b => c", "column 8: found '=> c', need brackets: a second sign like =>"),
        ("1 < x < 3", "column 7: found '< 3', need brackets"),
        ("sin(x)", "column 1: found the function 'sin', need one of min, max, floor, ceil"),
        ("mod(1)", "column 1: mod of 1 argument, need 2"),
        ("floor(1,2)", "column 1: floor of 2 arguments, need 1"),
        ("max(1", "need [)] or a comma"),
        ("x ? 1", "column 6: it ends after 'x [?] 1', need : and what holds otherwise"),
        ("1e9999", "column 1: a number of more than 1000 digits"),
        ("x y", "column 3: found 'y', need nothing more, or a sign"),
        ("(" * 9000, "more than 100 brackets and signs inside one another"),
        ("!" * 9000, "more than 100 brackets"),
        ("-" * 9000, "more than 100 brackets"),
    ],
)
def test_what_is_no_expression_is_refused_with_its_place(text, message):
    with pytest.raises(ValueError, match=message):
        parse_expression(text)


NUMBERS = st.integers(0, 9).map(Number) | st.sampled_from(["x", "y"]).map(Name)
TRUTHS = st.booleans().map(Boolean) | st.sampled_from(["a", "b"]).map(Label)


def _numeric(inner):
    return st.builds(
        lambda sign, parts: Apply(sign, parts),
        st.sampled_from(["+", "-", "*", "min", "max"]),
        st.tuples(inner, inner),
    ) | st.builds(lambda part: Apply("neg", (part,)), inner)


ARITHMETIC = st.recursive(NUMBERS, _numeric, max_leaves=8)
COMPARED = st.builds(
    lambda sign, parts: Apply(sign, parts),
    st.sampled_from(["=", "!=", "<", "<=", ">", ">="]),
    st.tuples(ARITHMETIC, ARITHMETIC),
)


def _logical(inner):
    return (
        st.builds(
            lambda sign, parts: Apply(sign, parts),
            st.sampled_from(["&", "|", "=>", "<=>"]),
            st.tuples(inner, inner),
        )
        | st.builds(lambda part: Apply("!", (part,)), inner)
        | st.builds(lambda parts: Apply("?", parts), st.tuples(inner, inner, inner))
    )


FORMULAS = st.recursive(TRUTHS | COMPARED, _logical, max_leaves=8)
VALUES = {Name("x"): 3, Name("y"): -2, Label("a"): True, Label("b"): False}


def in_python(node):
    """The same expression in Python's syntax, with all brackets: an evaluator by other hands."""
    if isinstance(node, (Number, Boolean)):
        return f"({node.value})"
    if not isinstance(node, Apply):
        return f"({VALUES[node]})"
    parts = [in_python(part) for part in node.arguments]
    sign = node.sign
    if sign in ("min", "max"):
        return f"{sign}({','.join(parts)})"
    if sign in ("neg", "!"):
        return f"({'-' if sign == 'neg' else 'not '}{parts[0]})"
    if sign == "?":
        return f"({parts[1]} if {parts[0]} else {parts[2]})"
    if sign == "=>":
        return f"((not {parts[0]}) or {parts[1]})"
    python = {"&": " and ", "|": " or ", "=": "==", "<=>": "=="}.get(sign, sign)
    return f"({python.join(parts)})"


@given(FORMULAS)
def test_a_formula_is_worth_what_python_says(node):
    assert value_of(node, VALUES.__getitem__) == eval(in_python(node))


@given(FORMULAS)
def test_a_formula_is_spelled_so_that_it_is_read_as_the_same(node):
    again = parse_expression(str(node))
    assert str(again) == str(node)
    assert value_of(again, VALUES.__getitem__) == value_of(node, VALUES.__getitem__)


# Operators ----------------------------------------------------------------------------------------

SPELLED = [  # a text, and how the tree of it is spelled
    ('Pmax=?[F "goal"]', 'Pmax=? [ F "goal" ]'),
    ('P max =? [ F<=25 "goal" ]', 'Pmax=? [ F<=25 "goal" ]'),
    ('"name": Pmin=? ["a" U<3 "b"];', 'Pmin=? [ "a" U<3 "b" ]'),
    ("P>=p[F size[k+1]=3 & done[0][x]]", "P>=p [ F size[k + 1]=3 & done[0][x] ]"),
    ('P=? [F "a" & !"b" | ("c" | false) & "d"]', None),
    ('R{"r"}max=? [C<=10]', 'R{"r"}max=? [ C<=10 ]'),
    ('Rmin{"r"}=? [F "done"]', 'R{"r"}min=? [ F "done" ]'),
    ('R[exp]{"r"}min=? [F x=1]', 'R{"r"}min=? [ F x=1 ]'),
    ("R=? [LRA]", "R=? [ S ]"),
    ("LRAmax=? [x=1]", "Smax=? [ x=1 ]"),
    ("LRA>=0.5 [x=1]", "S>=1/2 [ x=1 ]"),
    ("T<=5 [ F x=1 ]", "T<=5 [ F x=1 ]"),
    ("T<=5 & x=T", "T<=5 & x=T"),  # a constant called T
    ("P>=1/2 [G x<3]", "P>=1/2 [ G x<3 ]"),
    ("P<0.5 [x<3 W y=1]", "P<1/2 [ x<3 W y=1 ]"),
    ("P<0.5 [x<3 R y=1]", "P<1/2 [ x<3 R y=1 ]"),
    ("P=? [X x=1]", "P=? [ X x=1 ]"),
    ('P=? [F{"time"}<=k x=1]', 'P=? [ F^{rew{"time"}<=k} x=1 ]'),
    ('P=? [F^{"time"}<=k x=1]', 'P=? [ F^{rew{"time"}<=k} x=1 ]'),
    ('P=? [F^{rew{"time"}<=2*k} x=1]', None),
    ('P=? [F rew{"time"}>k x=1]', 'P=? [ F^{rew{"time"}>k} x=1 ]'),
    ("P=? [F^{rew<=k} x=1]", "P=? [ F^{rew<=k} x=1 ]"),
    ("P=? [F^{steps<=k} x=1]", "P=? [ F^{steps<=k} x=1 ]"),
    ("P=? [F[2,k+1] x=1]", "P=? [ F[2,k + 1] x=1 ]"),
    ("P=? [F=k x=1]", "P=? [ F=k x=1 ]"),
    ('R=? [C{"r"}<=k]', 'R=? [ C^{rew{"r"}<=k} ]'),
    ("R=? [I=k]", "R=? [ I=k ]"),
    ("P=? [F (x+0.5)*2>1]", "P=? [ F (x + 1/2)*2>1 ]"),
    ("P=? [F x*0.5>1]", "P=? [ F x*(1/2)>1 ]"),
    ('filter(&, P>=1 [F x=1], "init")', 'filter(forall, P>=1 [ F x=1 ], "init")'),
    ("filter(avg, P=? [F x=1])", "filter(avg, P=? [ F x=1 ], true)"),
    ("P>=1 [F P>0 [G x=1 & S>0.5 [y=2]]] & x=1", None),
    ('P=? [!(true U<=8 "unsafe")]', 'P=? [ !(true U<=8 "unsafe") ]'),
    ('P=? [!F "a"]', 'P=? [ !(F "a") ]'),
    ('P=? [!!(F "a")]', 'P=? [ F "a" ]'),
    ('P=? [((F<=2 "a"))]', 'P=? [ F<=2 "a" ]'),
    ('P=? [("a" U (("b")))]', 'P=? [ "a" U "b" ]'),
    ('P=? [!"a" U "b"]', 'P=? [ !"a" U "b" ]'),  # of the states: ! binds more
    ('P=? [!("a") U ("b")]', 'P=? [ !"a" U "b" ]'),
    ("P=? [(x+1)*2>3 U ((y=1) | (x=2))]", None),
    ('P>=1 [F P>=1 [!(F "a")]]', 'P>=1 [ F P>=1 [ !(F "a") ] ]'),
    ("R=? [C<=1/10]", "R=? [ C<=(1/10) ]"),
    ('R=? [C{"r"}<=k+1/2]', 'R=? [ C^{rew{"r"}<=(k + 1/2)} ]'),
    ("P=? [F<=2*k+1 x=1]", "P=? [ F<=(2*k + 1) x=1 ]"),
    ("P=? [F<=1/10 x=1]", "P=? [ F<=(1/10) x=1 ]"),
    ("P=? [F<=k -x<1]", "P=? [ F<=k -x<1 ]"),  # states may begin with a minus
    ("P=? [F W=3]", "P=? [ F W=3 ]"),  # a variable
    ('multi(Pmax=?[F x=1],R{"r"}<=k[F y=1])', 'multi(Pmax=? [ F x=1 ], R{"r"}<=k [ F y=1 ])'),
    ("pareto(Pmax=?[G x=1], Rmin=?[C<=3])", "multi(Pmax=? [ G x=1 ], Rmin=? [ C<=3 ])"),
    ("Pmax=? [(F x=1) || (y=1 U<=3 x=2)]", "Pmax=? [ F x=1 || y=1 U<=3 x=2 ]"),
]


@pytest.mark.parametrize("text, spelled", SPELLED)
def test_a_property_is_read_and_its_spelling_is_read_as_the_same(text, spelled):
    found = parse(text).formula
    if spelled is not None:
        assert str(found) == spelled
    assert str(parse(str(found)).formula) == str(found)


def test_names_and_texts_are_kept():
    found = parse('"a b": P=?[F  x=1 ] ;')
    assert (found.name, found.text) == ("a b", "P=?[F x=1 ]")
    assert parse("wins: P=? [F x=1]").name == "wins"
    assert parse("P=?\n // a comment\n [F x=1]").text == "P=? [F x=1]"


REFUSED = [
    ("", "property: it ends after '', need an expression"),
    ('Pmax=? [F "goal]', "property, column 11: found '\"goal]', need an expression"),
    ('Pmax=? [F "a" "b"]', "property, column 15: found '\"b\"]', need ], or a sign"),
    ('Pmax=? [F ("a"]', "property, column 15: found ']', need ), or a sign"),
    ('Pmax=? [F "a"', "property, column 14: it ends after 'Pmax=? [F \"a\"', need ]"),
    ('Pmax=?\n [F "a"', "property, line 2, column 8: it ends after 'Pmax=? [F \"a\"', need ]"),
    ('Pmax=? ["a"]', "property, column 12: found ']', need U, W or R and further states"),
    ('P=? "a"', "property, column 5: found '\"a\"]', need [".replace("]'", "'")),
    ('P=3 [F "a"]', "property, column 2: found '=3 [F \"a\"]', need =? or a threshold"),
    ('P>= [F "a"]', "property, column 5: found '[F \"a\"]', need an expression"),
    ('P{"r"}=? [F "a"]', 'property, column 2: found \'{"r"}=? [F "a"]\', need =? or a thresh'),
    ("Rmax{steps}=? [C]", "property, column 6: found 'steps}=? [C]', need the name of rewards"),
    ("Rmax=? [C] x", "property, column 12: found 'x', need nothing more"),
    ("R=? [C>=3]", "property, column 7: C takes an upper bound"),
    ("R=? [X x=1]", "property, column 6: found 'X x=1]', need F, C, I, S or LRA"),
    ('R=? [F<=3 "a"]', "property, column 7: found '<=3 \"a\"]', need states"),
    ("R[var]=? [C]", "property, column 3: found 'var]=? [C]', need exp; a variance is not"),
    ('R{"a"}{"b"}=? [C]', "property, column 7: found '{\"b\"}=? [C]', need one reward; several"),
    ("P=? [F ]", "property, column 8: found ']', need states: a label in double quotes"),
    ("P=? [F<=! x=1]", "property, column 9: found '! x=1]', need a number, a constant, or an"),
    ('P=? [F{rew{"r"}}<=k x=1]', "need the name of rewards in double quotes, or ^{rew{...}<=k}"),
    ("P=? [F (G x=1)]", "property, column 9: found 'G x=1)]', need states"),
    ("P=? [F G x=1]", "paths inside one another (LTL) are not answered"),
    ("P=? [x=1 U (F y=1)]", "paths inside one another (LTL) are not answered"),
    ("P=? [x=1 U y=1 U x=2]", "paths inside one another (LTL) are not answered"),
    ("P=? [F x=1 || F y=1 || F z=1]", "found '|| F z=1]', need ], or a sign such as &"),
    ("R=? [F x=1 || F y=1]", "found '|| F y=1]', need ], or a sign such as &"),
    (
        "P=? [F^{steps<=5,} x=1]",
        "column 18: found '} x=1]', need a bound: <=, <",
    ),
    ("multi(P=? [F x=1], x=1)", "column 20: found 'x=1)', need an objective: P or R with =?"),
    ("multi(P=? [F x=1] P=? [F y=1])", "column 19: found 'P=? [F y=1])', need ) or a comma"),
    ("P=? [F multi(P=? [F x=1], x=1)]", "a multi stands at the outside"),
    ("<<1 P=? [F x=1]", "column 5: found 'P=? [F x=1]', need a comma or >>"),
    ("<<1>> x=1", "column 7: found 'x=1', need P, R, T or S of the coalition"),
    ("E [F x=1]", "the CTL operator E is not answered"),
    ("filter(foo, P=? [F x=1])", "property, column 8: found 'foo, P=? [F x=1])', need a filter"),
    ("P=? [F filter(max, P=? [F x=1])]", "a filter stands at the outside"),
    ("x=1 U y=1", "a path stands in brackets"),
    ('P=? [y=1 U ("x" U s=3)]', "column 17: found 'U s=3)]', need states"),
    ('P=? [y=1 U ("x" U s=3)]', "paths inside one another (LTL) are not answered"),
    ('P=? [("y" U "x") U s=3]', "paths inside one another (LTL) are not answered"),
    ('P=? [("x" U s=3) & "y"]', "paths inside one another (LTL) are not answered"),
    ("P=? [(F x=1) & (F y=1)]", "paths inside one another (LTL) are not answered"),
    ("P=? [!(G F x=1)]", "paths inside one another (LTL) are not answered"),
    ('P=? [F{"t"}<=3,"x"]', "column 16: found '\"x\"]', need a bound: <=, <, >=, >, = or [a,b]"),
    ('R=? [C{"t"}<=3,{"e"}>=4]', "column 16: C takes an upper bound: C<=k or C<k"),
    ("filter(max, pareto(P=? [F x=1], R=? [F y=1]))", "a pareto stands at the outside"),
    ("[[p1]] P=? [F x=1]", "a coalition that is played against is not answered"),
    ("CVaR=? [F x=1]", "no operator is called CVaR; P, R, T, S or LRA"),
    ("Var max=? [F x=1]", "no operator is called Var; P, R, T, S or LRA"),
    ('!(true U<=8 "unsafe")', "a path stands in brackets"),
    ('"y" U ("x" U s=3)', "a path stands in brackets"),
    ('F{"t"}<=3,{"e"}<=4 "x"', "a path stands in brackets"),
    ("F s=3", "a path stands in brackets"),
    ("P=? [F size[1=3]", "property, column 17: it ends after 'P=? [F size[1=3]', need ], or a"),
]


@pytest.mark.parametrize("text, message", REFUSED)
def test_what_is_not_answered_is_refused_with_its_place_or_name(text, message):
    with pytest.raises(ValueError) as error:
        parse(text)
    assert message in str(error.value).replace("property, column 1: it ends", "property: it ends")


def test_operators_inside_one_another_without_end_are_refused():
    with pytest.raises(ValueError, match="column 1: more operators inside one another than can be"):
        parse("P>0 [ F " * 5000)


# Questions ----------------------------------------------------------------------------------------


VALUED = ["x=0 & y=1", "x=1 & y=0"]
TOSSES = {name: Rewards([1, 0], [1, 1]) for name in "rc"}
PAID = {name: Rewards([1, 0, 0], [1, 1, 1]) for name in "rc"}
CHAIN = Model([0, 1, 2], [0, 2, 3], [0, 1, 1], [1, 1, 1], [2, 1], rewards=TOSSES, valuations=VALUED)
STOPPABLE = Model(
    [0, 2, 3], [0, 2, 3, 4], [0, 1, 0, 1], [1, 1, 1, 1], [2, 1, 1], rewards=PAID, valuations=VALUED
)


@pytest.mark.parametrize(
    "text, words",
    [
        ("P>=0.5 [ F x=1 ]", "least probability to reach x=1"),
        ("P<0.5 [ F x=1 ]", "greatest probability to reach x=1"),
        ("Pmax<0.5 [ F<=k x=1 ]", "greatest probability to reach x=1 within 3 steps"),
        ("P=? [ F<k x=1 ]", "probability to reach x=1 within 2 steps"),
        ("P=? [ F>=0 x=1 ]", "probability to reach x=1"),
        ("P=? [ F[0,k] x=1 ]", "probability to reach x=1 within 3 steps"),
        ("P=? [ F>k x=1 ]", "probability to reach x=1 while at least 4 of steps is spent"),
        ("Pmax=? [ G x=1 ]", "1 minus the least probability to reach !(x=1)"),
        ("P>=1 [ G x=1 ]", "1 minus the greatest probability to reach !(x=1)"),
        ("Pmin=? [ x=1 W y=1 ]", "1 minus the greatest probability to reach !(x=1) & !(y=1) by "
         "way of x=1 & !(y=1)"),
        ("Pmin=? [ x=1 R y=1 ]", "1 minus the greatest probability to reach !(y=1) by way of "
         "!(x=1)"),
        ("P=? [ G true ]", "1 minus the probability to reach false"),
        ("P=? [ X x=1 ]", "probability to be in x=1 after 1 step"),
        ("Tmin=? [ F x=1 ]", "least expected reward steps until x=1"),
        ("Smax=? [ x=1 ]", "greatest long-run probability of x=1"),
        ('R{"r"}=? [ C<=k ]', "expected total reward r within 3 steps"),
        ('R{"r"}=? [ C{"c"}<k ]', "expected total reward r while at most 2 of c is spent"),
    ],
)  # fmt: skip
def test_an_operator_asks_one_question(text, words):
    found = parse(text).formula
    model = CHAIN if found.sense is None and found.relation is None else STOPPABLE
    question = question_of(found, Scope(model, Names("k=3")), model.kind)
    assert "1 minus the " * found.complement + question.words(model) == words


@pytest.mark.parametrize(
    "text, kind, message",
    [
        ("P=? [ F<=2 x=1 ]", "ma", "column 8: time-bounded questions about a Markov automaton"),
        ("P=? [ F<=2 x=1 ]", "ma", "looks at the clock"),
        ("P=? [ F[2,1] x=1 ]", "ctmc", "column 8: the bound is from 2 to 1"),
        ("P=? [ F<0 x=1 ]", "ctmc", "column 8: the bound is less than 0, need more than nothing"),
        ("P=? [ x=2 U>0 x=1 ]", "ctmc", "need >=0, or a time that is greater"),
        ("P=? [ F^{steps<=2} x=1 ]", "ctmc", "step-bounded questions about a CTMC are not"),
        ('P=? [ F{"r"}<=2 x=1 ]', "ctmc", "reward-bounded questions about a CTMC are not"),
        ("R=? [ I=(0-1) ]", "ctmc", "0 - 1: is -1, need 0 or more"),
        (
            "P=? [ F^{steps<=2} x=1 ]",
            "ma",
            "step-bounded questions about a Markov automaton are not answered",
        ),
        (
            'P=? [ F{"r"}<=2 x=1 ]',
            "ma",
            "reward-bounded questions about a Markov automaton are not answered",
        ),
        ("R=? [ C<=2 ]", "ma", "time-bounded"),
        ("R=? [ I=2 ]", "ma", "time-bounded questions about a Markov automaton are not answered"),
        (
            "R=? [ I=2 ]",
            "mdp",
            "I=k, rewards of one instant, are not answered for a Markov decision process",
        ),
        ("P=? [ F^{time<=2} x=1 ]", "mdp", "a Markov decision process has steps and no time"),
        ("P=? [ F<=1/2 x=1 ]", "mdp", "column 8: the bound is 1/2, need a number of steps"),
        ("R=? [ C<=1/10 ]", "mdp", "column 8: the bound is 1/10, need a number of steps"),
        ("P=? [ !(F<=2 x=1) ]", "ma", "time-bounded questions about a Markov automaton are not"),
        ("P=? [ !(x=1 W>=2 y=1) ]", "mdp", "W with a lower bound is not answered"),
        ("P=? [ F<=(1/2) x=1 ]", "mdp", "column 8: the bound is 1/2, need a number of steps"),
        ("P=? [ F<=(0-1) x=1 ]", "mdp", "0 - 1: is -1, need 0 or more"),
        ("P=? [ F<0 x=1 ]", "mdp", "the bound is less than 0, need more than nothing"),
        ("P=? [ F[3,2] x=1 ]", "mdp", "the bound is from 3 to 2, need the lower end first"),
        ("P=? [ x=1 W>=2 y=1 ]", "mdp", "W with a lower bound is not answered"),
        ("P=? [ F<=k x=1 ]", "mdp", "the constant k is open, need its value: --constants k=..."),
        (
            "P>=j [ F x=1 ]",
            "mdp",
            "column 4: j: is not a constant; the constants are: k; --constants gives",
        ),
        ("P>=1 [ F P>=k [ F x=1 ] ]", "mdp", "the constant k is open"),
    ],
)
def test_what_this_kind_of_model_is_not_asked_is_refused_before_it_is_built(text, kind, message):
    names = Names("", parse_properties("const int k;").constants)
    with pytest.raises(ValueError) as error:
        checked(parse(text), names, kind)
    assert message in str(error.value)


# Files --------------------------------------------------------------------------------------------


def test_a_file_has_names_comments_constants_labels_and_lines_without_semicolons():
    found = parse_properties(
        """// first
        const int k = 2*j; const int j; const double q = 0.5; const bool b = true
        ; const m = 3;
        label "far" = x>k;
        "one": P=? [ F
           "far" ]; /* P=? [ F false ] */ P>=q [ F<=k x=1 ]
        "three": R{"r"}=? [ C ]
        filter(max, P=? [F x=1], true)
        """,
        "a.props",
    )
    assert [each.name for each in found.properties] == ["one", "", "three", ""]
    assert not any(each.refusal for each in found.properties)
    assert [c.kind for c in found.constants.values()] == ["int", "int", "double", "bool", "int"]
    names = Names("j=4", found.constants)
    assert [names.constant(name) for name in ("k", "j", "q", "b")] == [8, 4, Fraction(1, 2), True]
    assert list(found.labels) == ["far"]


def test_a_property_that_is_not_understood_loses_none_of_the_others():
    found = parse_properties('"a": P=? [ F G x=1 ];\n"b": P=? [ F x=1 ];', "a.props")
    assert [bool(each.refusal) for each in found.properties] == [True, False]
    assert found.properties[0].refusal.startswith("a.props:1:14: found 'G x=1 ]")
    with pytest.raises(ValueError, match=r"a\.props:1:14"):
        checked(found.properties[0], Names(), "mdp")


@pytest.mark.parametrize(
    "text, message",
    [
        ("const int 3;", "a.props:1:11: found '3;', need int, double, bool or the constant's name"),
        ("const int k; const k;", "a.props:1:14: found the constant 'k' twice, need it once"),
        ("const int k j;", "a.props:1:13: found 'j;', need ; or = and a value"),
        ('label "a"=x; label "a"=y;', "found the label 'a' twice"),
        ('"a": P=? [F x]; "a": P=? [F y];', "a.props: found the name 'a' twice, need it once"),
    ],
)
def test_a_malformed_file_is_refused_with_its_place(text, message):
    with pytest.raises(ValueError) as error:
        parse_properties(text, "a.props")
    assert str(error.value).startswith(message) or message in str(error.value)


def test_a_file_that_is_no_text_is_refused(tmp_path):
    (tmp_path / "a.props").write_bytes(b"\xff\xfe")
    with pytest.raises(ValueError, match="found what is not UTF-8"):
        read_properties(tmp_path / "a.props")


@pytest.mark.parametrize(
    "given, message",
    [
        ("k", "constants: found 'k', need NAME=VALUE,..."),
        ("k=1,k=2", "constants: found k twice, need it once"),
        ("k=j", "the constant k is 'j', need a number such as 3, 1/7 or 0.1, true or false"),
        ({"k": 0.5}, "the constant k is the float 0.5, need an exact number"),
    ],
)
def test_constants_that_are_malformed_are_refused(given, message):
    with pytest.raises((ValueError, TypeError), match=message):
        given_constants(given)


@pytest.mark.parametrize(
    "text, given, message",
    [
        ("const int k;", "k=1/2", "the constant k is 1/2, need an integer"),
        ("const int k;", "k=true", "the constant k is true, need a number"),
        ("const bool k;", "k=1", "the constant k is 1, need true or false"),
        ("const int k=k+1;", "", "the constant k is defined by itself"),
        ("const int k=pow(2,1/2);", "", "the constant k is pow[(]2, 1/2[)], need an integer"),
        ("const int k=1/0;", "", "the constant k: 1/0: divides by zero"),
        (
            "const int k=j;",
            "",
            "the constant k: j: is not a constant; the constants are: k; --constants gives",
        ),
    ],
)
def test_a_constant_has_a_value_of_its_type(text, given, message):
    with pytest.raises(ValueError, match=message):
        Names(given, parse_properties(text).constants).constant("k")


def test_a_program_says_its_type_constants_and_formulas_before_it_is_built():
    text = """ctmc // or not
    const int N = 2; const double r; const M = N+1;
    formula busy = x>0 | "y"; module m x : [0..N]; [] x<N -> (x'=N); endmodule
    label "const" = busy;"""
    found = parse_program(text)
    assert found.kind == "ctmc" and list(found.constants) == ["N", "r", "M"]
    assert Names("r=1/3", program=found).constant("M") == 3
    assert str(found.formulas["busy"]) == 'x>0 | "y"'
    assert parse_program("module m endmodule").kind == ""


# JANI ---------------------------------------------------------------------------------------------


def jani(expression, kind="mdp"):
    """A file with one property, which asks this."""
    variables = [{"name": "b", "type": "bool", "transient": True}, {"name": "x", "type": "int"}]
    variables += [{"name": n, "type": "real", "transient": True} for n in ("made", "paid")]
    variables += [{"name": "size", "type": {"kind": "array", "base": "int"}, "initial-value": []}]
    paid = {"destinations": [{"assignments": [{"ref": "paid", "value": 1}]}]}
    constants = [{"name": "k", "type": "int"}, {"name": "q", "type": "real", "value": 0.1}]
    return json.dumps({
        "type": kind, "name": "m", "constants": constants, "variables": variables,
        "properties": [{"name": "p", "expression": expression}], "automata": [{"edges": [paid]}],
    })  # fmt: skip


def values(operator, fun="max", states=None):
    return {"op": "filter", "fun": fun, "values": operator, "states": states or {"op": "initial"}}


X1 = {"op": "=", "left": "x", "right": 1}
FX1 = {"op": "F", "exp": X1}
SIZE = {"op": "aa", "exp": "size", "index": 0}
GRID = {"op": "aa", "exp": {"op": "aa", "exp": "g", "index": "x"}, "index": 1}
JANI = [
    ({"op": "Pmax", "exp": {"op": "F", "exp": {**X1, "left": SIZE}}}, "Pmax=? [ F size[0]=1 ]"),
    ({"op": "Pmax", "exp": {"op": "F", "exp": GRID}}, "Pmax=? [ F g[x][1] ]"),
    ({"op": "Smin", "exp": "made"}, 'R{"made"}min=? [ S ]'),
    ({"op": "Smin", "exp": "paid"}, 'R{"paid"}min=? [ S ]'),  # the default is exit and steps
    (
        {
            "op": "Pmax",
            "exp": {
                **FX1,
                "reward-bounds": [{"exp": 1, "accumulate": ["steps"], "bounds": {"upper": 3}}],
            },
        },
        "Pmax=? [ F^{steps<=3} x=1 ]",
    ),
    ({"op": "=", "left": {"op": "Pmin", "exp": FX1}, "right": 1}, "Pmin>=1 [ F x=1 ]"),
    ({"op": "=", "left": 0, "right": {"op": "Pmax", "exp": FX1}}, "Pmax<=0 [ F x=1 ]"),
    (
        {"op": "≥", "left": {"op": "pow", "left": "x", "right": 0.5}, "right": 2},
        "pow(x, 1/2)>=2",
    ),
    (values({"op": "Pmax", "exp": FX1}), 'filter(max, Pmax=? [ F x=1 ], "init")'),
    (values({"op": "Pmin", "exp": {"op": "G", "exp": "b"}}, "values"), 'Pmin=? [ G "b" ]'),
    (
        values({"op": "≥", "left": {"op": "Pmin", "exp": FX1}, "right": "q"}, "∀"),
        'filter(forall, Pmin>=q [ F x=1 ], "init")',
    ),
    (
        {"op": "<", "left": 0.5, "right": {"op": "Pmin", "exp": FX1}},
        "Pmin>1/2 [ F x=1 ]",
    ),
    (
        {"op": "Pmax", "exp": {**FX1, "step-bounds": {"upper": "k", "upper-exclusive": True}}},
        "Pmax=? [ F^{steps<k} x=1 ]",
    ),
    (
        {
            "op": "Pmax",
            "exp": {
                "op": "U",
                "left": {"op": "¬", "exp": "b"},
                "right": X1,
                "reward-bounds": [{"exp": "r", "accumulate": ["steps"], "bounds": {"lower": 3}}],
            },
        },
        'Pmax=? [ !"b" U^{rew{"r"}>=3} x=1 ]',
    ),
    (
        {"op": "Emin", "exp": "r", "accumulate": ["steps"], "reach": X1},
        'R{"r"}min=? [ F x=1 ]',
    ),
    ({"op": "Emin", "exp": 1, "accumulate": ["steps"], "reach": X1}, "Tmin=? [ F x=1 ]"),
    (
        {"op": "Emax", "exp": "r", "accumulate": ["steps"], "step-instant": "k"},
        'R{"r"}max=? [ C^{steps<=k} ]',
    ),
    ({"op": "Emax", "exp": "r", "step-instant": "k"}, 'R{"r"}max=? [ I^{steps=k} ]'),
    ({"op": "Emax", "exp": "r", "accumulate": ["steps"]}, 'R{"r"}max=? [ C ]'),
    ({"op": "Smax", "exp": "b"}, 'Smax=? [ "b" ]'),
    ({"op": "Pmax", "exp": {"op": "¬", "exp": FX1}}, "Pmax=? [ !(F x=1) ]"),
    ({"op": "Smax", "exp": "r", "accumulate": ["steps"]}, 'R{"r"}max=? [ S ]'),
    (
        {"op": "ite", "if": "b", "then": {"op": "⇒", "left": X1, "right": "b"}, "else": False},
        '"b" ? x=1 => "b" : false',
    ),
]


@pytest.mark.parametrize("expression, spelled", JANI)
def test_a_jani_property_is_the_same_as_a_text(tmp_path, expression, spelled):
    (tmp_path / "m.jani").write_text(jani(expression))
    (found,) = read_properties(tmp_path / "m.jani").properties
    assert not found.refusal and found.text == spelled


@pytest.mark.parametrize(
    "expression, message",
    [
        (values({"op": "Pmax", "exp": FX1}, "foo"), 'found "foo", need a filter'),
        ({"op": "Pmax", "exp": "x"}, 'found "x", need a path: F, G, U, W or R'),
        ({"op": "Pmax", "exp": {"op": "F", "exp": FX1}}, "paths inside one another"),
        ({"op": "log", "left": 1, "right": 2}, 'found "log", need one of'),
        ({"op": "Emax", "exp": X1, "accumulate": ["steps"]}, "need the name of a transient"),
        ({"op": "Emin", "exp": 1, "accumulate": ["time"], "reach": X1}, "need steps for dtmc and"),
        (
            {"op": "Emin", "exp": "r", "reach": X1, "reward-instants": []},
            'found "reward-instants", need accumulate, reach',
        ),
        (
            {"op": "Pmax", "exp": {**FX1, "step-bounds": {"upper": 3}, "time-bounds": {}}},
            'found {}, need a bound: "lower", "upper" or both',
        ),
        (
            {"op": "Pmax", "exp": {**FX1, "step-bounds": {}}},
            'found {}, need a bound: "lower", "upper" or both',
        ),
        ({"op": "Pmax"}, "found what is not JANI"),
        ({"op": "aa", "exp": "size"}, "found what is not JANI"),
        ({"op": "aa", "exp": 3, "index": 0}, "found 3, need the name of an array"),
        (
            {"op": "Smin", "exp": "paid", "accumulate": ["exit"]},
            """need ["exit", "steps"]: edges assign 'paid', which counts with steps""",
        ),
        (
            {"op": "Emin", "exp": "paid", "accumulate": ["time"], "reach": X1},
            "need steps or exit: no time passes in dtmc and mdp",
        ),
        ({"op": "Emin", "exp": "paid", "reach": X1}, "without it the value at the goal is meant"),
        ({"op": "Emin", "exp": "paid"}, "without it the value at the goal is meant"),
        ({"op": "Smin", "exp": "paid", "accumulate": []}, "need accumulate, a list of"),
        ({"op": "Smin", "exp": "paid", "accumulate": ["stairs"]}, "need accumulate, a list of"),
        (
            {
                "op": "Pmax",
                "exp": {
                    **FX1,
                    "reward-bounds": [
                        {"exp": "paid", "accumulate": ["exit"], "bounds": {"upper": 3}}
                    ],
                },
            },
            'found ["exit"], need ["exit", "steps"]',
        ),
        (
            {"op": "=", "left": {"op": "Pmin", "exp": FX1}, "right": "q"},
            "a probability may be = 0 or = 1",
        ),
        ([], "found [], need an expression"),
    ],
)
def test_a_jani_property_that_is_not_answered_carries_its_refusal(tmp_path, expression, message):
    (tmp_path / "m.jani").write_text(jani(expression))
    (found,) = read_properties(tmp_path / "m.jani").properties
    assert message in found.refusal and "property 'p'" in found.refusal


@pytest.mark.parametrize(
    "text, message",
    [
        ("{", "found no JSON"),
        ("[]", "found no JANI model"),
        ('{"type": "mdp", "properties": 3}', "properties: found int, need a list"),
        ('{"type": "mdp", "properties": [{}]}', "found a property without a name"),
        ('{"type": "mdp", "constants": [{}]}', "found constants that are not JANI"),
    ],
)
def test_what_is_no_jani_is_refused(tmp_path, text, message):
    (tmp_path / "m.jani").write_text(text)
    with pytest.raises(ValueError, match=message):
        read_properties(tmp_path / "m.jani")


def test_what_a_jani_file_declares_is_known_before_it_is_built(tmp_path):
    (tmp_path / "m.jani").write_text(jani(True))
    found = read_program(tmp_path / "m.jani")
    assert found.kind == "mdp" and found.transient == {"b"}
    assert Names(program=found).constant("q") == Fraction(1, 10)


def test_a_filter_has_a_function_a_body_and_states():
    found = parse("filter(count, P>=0.5 [F x=1], y=2)").formula
    assert isinstance(found, Filter) and isinstance(found.body, Operator)
    assert (found.function, str(found.states)) == ("count", "y=2")


def test_a_variable_that_nothing_assigns_is_a_constant() -> None:
    """Storm takes it for one: the valuations of its states do not have it."""
    text = "mdp const int N; module m x:[0..3]; // y'\n b : bool; y : [N..9]; z : [0..9] init N+1;"
    found = parse_program(text + " [] x<3 -> (x'=x+1); endmodule")
    assert {name: str(c.value) for name, c in found.constants.items() if c.value} == {
        "b": "false",
        "y": "N",
        "z": "N + 1",
    }
    assert list(parse_program(text + " endmodule init b endinit").constants) == ["N"]


def test_a_malformed_first_value_of_a_variable_is_refused_with_its_place_in_the_program() -> None:
    with pytest.raises(ValueError, match=r"m.prism:2:22: found .5; endmodule., need nothing more"):
        parse_program("dtmc module m\n x : [0..N+1] init 4 5; endmodule", "m.prism")

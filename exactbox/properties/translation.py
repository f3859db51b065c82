"""From an operator of a property to its question; what has none is refused by name.

Everything here needs the constants and the kind of the model, not its states: what cannot be
answered is refused before a model is built.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import NoReturn, cast

from exactbox.properties.constants import Names
from exactbox.properties.declarations import TIMED
from exactbox.properties.evaluation import Unvalued, no_value
from exactbox.properties.parser import Property
from exactbox.properties.questions import Made, Question, Range
from exactbox.properties.syntax import (
    TRUE,
    Bound,
    Expression,
    Filter,
    Formula,
    Gain,
    Operator,
    Path,
    joined,
    negation,
    operators_in,
    states_of,
)

MOST_STEPS = 10**18  # more than anyone can take
_WORDS = {
    "dtmc": "Markov chain",
    "mdp": "Markov decision process",
    "ctmc": "CTMC",
    "ma": "Markov automaton",
}
_TURNED = {"max": "min", "min": "max", None: None}
_BY_RELATION = {">=": "min", ">": "min", "<=": "max", "<": "max"}  # over all policies


def question_of(operator: Operator, names: Names, kind: str) -> Question:
    """The question that an operator asks; thresholds are not part of it.

    Constants in bounds have the values of `names`; `kind` is "dtmc", "mdp", "ctmc" or "ma", or
    anything else that is not timed. A PropertyError says that it is not answered for this kind of
    model, or that a constant is open.

    Examples
    --------
    >>> from exactbox.properties.parser import parse
    >>> print(question_of(parse("P>=0.9 [ G<=(2*k) x>0 ]").formula, Names("k=3"), "mdp"))
    1 minus the greatest probability to reach !(x>0) within 6 steps
    """
    sense = operator.sense
    if sense is None and operator.relation is not None:
        sense = _BY_RELATION[operator.relation]
    body = operator.body
    if isinstance(body, Path):
        return _of_path(body, sense, names, kind)
    if isinstance(body, Gain):
        if operator.kind == "T":
            made = Made("time" if kind in TIMED else "steps")
            return Question("cost", sense, body.states, reward=made)
        return _of_gain(operator, body, sense, names, kind)
    return Question("mean_payoff", sense, reward=Made("share", body))


def _of_path(path: Path, sense: str | None, names: Names, kind: str) -> Question:
    if path.sign == "X":
        if kind in TIMED:
            _refuse(path, f"X, a step of a {_WORDS[kind]}, is not answered")
        return Question("total", sense, steps=1, reward=Made("next", path.right))
    left = None if path.left == TRUE else path.left
    found = Question("reach", sense, path.right, left)
    if path.sign in ("G", "W", "R"):
        if path.bound is not None and path.bound.low is not None and path.sign != "G":
            _refuse(path.bound, f"{path.sign} with a lower bound is not answered")
        keep, end = path.left or TRUE, negation(path.right)
        if path.sign == "W":
            stay: Expression | None = joined("&", keep, end)
            end = joined("&", negation(keep), end)
        else:
            stay = negation(keep) if path.sign == "R" else None
        found = Question("reach", _TURNED[sense], end, stay, complement=True)
    return found if path.bound is None else _bounded(found, path.bound, names, kind)


def _of_gain(
    operator: Operator, gain: Gain, sense: str | None, names: Names, kind: str
) -> Question:
    reward: str | Made | None = operator.reward
    if gain.parts and kind in TIMED and operator.reward is not None:
        reward = Made(gain.parts, of=operator.reward)
    if gain.sign == "S":
        return Question("mean_payoff", sense, reward=reward)
    if gain.sign == "F":
        return Question("cost", sense, gain.states, reward=reward)
    if gain.sign == "I":
        what = "rewards of one instant" if kind not in TIMED else "time-bounded questions"
        _refuse(gain, f"I=t, {what}, are not answered for a {_WORDS.get(kind, 'model')}")
    found = Question("total", sense, reward=reward)
    return found if gain.bound is None else _bounded(found, gain.bound, names, kind)


def _bounded(question: Question, bound: Bound, names: Names, kind: str) -> Question:
    """The question, of the paths that spend so much only."""
    if kind in TIMED:
        what = "time-bounded" if bound.reward is None else "reward-bounded"
        if bound.unit == "steps":
            what = "step-bounded"
        _refuse(bound, f"{what} questions about a {_WORDS[kind]} are not answered")
    if bound.unit == "time":
        _refuse(
            bound,
            f"a {_WORDS.get(kind, 'model')} has steps and no time: need ^{{steps<=k}}, or a reward",
        )
    low, high = (None if end is None else _end(names, end) for end in (bound.low, bound.high))
    range_ = Range(low, high, bound.low_strict, bound.high_strict)
    if low is not None and high is not None and low > high:
        _refuse(bound, f"the bound is from {low} to {high}, need the lower end first")
    if high is not None and high <= 0 and bound.high_strict:
        _refuse(bound, f"the bound is less than {high}, need more than nothing")
    if high is None and not low and not bound.low_strict:
        return question
    if bound.reward is not None:
        return replace(question, spending=bound.reward or None, range=range_)
    for number in (low, high):
        if number is not None and (number.denominator != 1 or number > MOST_STEPS):
            _refuse(bound, f"the bound is {number}, need a number of steps")
    if high is not None and not (low or bound.low_strict):
        return replace(question, steps=int(high) - bound.high_strict)
    return replace(question, spending=Made("steps"), range=range_)


def _end(names: Names, node: Expression) -> Fraction:
    """The value of a bound's end."""
    found = names.number(node)
    if found < 0:
        no_value(node, f"is {found}, need 0 or more")
    return found


def threshold_of(operator: Operator, names: Names) -> Fraction:
    """The number that an operator's value is compared with, one that the value may be.

    Unvalued: a probability is compared with what is not one, or a time with what is below 0, so
    that the comparison would be true, or false, of every model.
    """
    node = cast("Expression", operator.threshold)
    found = names.number(node)
    if operator.kind in ("P", "S") and not 0 <= found <= 1:
        no_value(node, "a probability is compared with it, need 0 to 1")
    if operator.kind == "T" and found < 0:
        no_value(node, "a time is compared with it, need 0 or more")
    return found


def _refuse(node: Path | Gain | Bound, why: str) -> NoReturn:
    raise Unvalued(node.at, why)


def checked(asked: Property, names: Names, kind: str) -> None:
    """Refuse what is not answered for this kind of model, before it is built.

    The PropertyError has the place; it may also be that the property is not understood, or that it
    needs a constant that is open.
    """
    try:
        for operator in all_operators(asked.understood):
            question_of(operator, names, kind)
            if operator.threshold is not None:
                threshold_of(operator, names)
    except Unvalued as error:
        asked.source.fail(error.at, str(error))


def all_operators(formula: Formula) -> list[Operator]:
    """The operators of a formula, those inside of others behind them."""
    outside = [formula] if not isinstance(formula, Filter) else [formula.body, formula.states]
    found: list[Operator] = []
    while outside:
        node = outside.pop(0)
        for operator in operators_in(node):
            found.append(operator)
            outside += states_of(operator)
    return found

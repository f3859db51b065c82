"""From an operator of a property to the question that it asks; what asks none is refused by name.

Refusals need the constants and the kind of the model, not its states: what cannot be answered is
refused before a model is built (`checked`).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NoReturn, cast

import numpy as np

from exactbox.mdp.graph.continuous_time import indicator, time_rewards
from exactbox.mdp.model.layout import reduced
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import Question, question_about, rewards_of
from exactbox.mdp.model.rewards import Ratios, Rewards
from exactbox.properties.constants import Names
from exactbox.properties.declarations import TIMED
from exactbox.properties.evaluation import no_value
from exactbox.properties.parser import Property
from exactbox.properties.scope import Scope
from exactbox.properties.syntax import (
    TRUE,
    Apply,
    Bound,
    Expression,
    Filter,
    Formula,
    Gain,
    Multi,
    Operator,
    Path,
    negation,
    operators_in,
    states_of,
    words_of,
)
from exactbox.properties.tokens import Unvalued

MAX_STEPS = 10**18  # more than anyone can take
_WORDS = {
    "dtmc": "Markov chain",
    "mdp": "Markov decision process",
    "ctmc": "CTMC",
    "ma": "Markov automaton",
}
_TURNED = {"max": "min", "min": "max", None: None}
_BY_RELATION = {">=": "min", ">": "min", "<=": "max", "<": "max"}  # over all policies


def question_of(operator: Operator, scope: Scope, kind: str) -> Question:
    """The question that an operator asks of a model; thresholds are not part of it.

    Some are asked as another question of the same answer:

        G a            1 - F !a                      a W b    1 - (a & !b) U (!a & !b)
        a R b          1 - !a U !b                   X a      the reward of one step that pays the
        T=? [ F a ]    the cost with a reward of 1            probability that a holds next
                       a step, or a unit of time     S=? [ a ]   the mean payoff of being in a

    !(path)        1 - path, or what path is 1 minus of

    and under each complement the greatest is 1 minus the least. `kind` is "dtmc", "mdp", "ctmc" or
    "ma"; what is not answered for it is a PropertyError, also that a constant is open. A ValueError
    says that the model lacks labels, variables or rewards, or has choices and the sense is open.

    Examples
    --------
    >>> from exactbox.mdp import Model
    >>> from exactbox.properties.parser import parse
    >>> toss = Model.from_lists([[[("1/3", 0), ("2/3", 1)]], [[(1, 1)]]], labels={"won": [1]})
    >>> scope, operator = Scope(toss, Names("k=3")), parse('P=? [ F<k "won" ]').formula
    >>> question_of(operator, scope, "dtmc").words(toss)
    'probability to reach won within 2 steps'
    """
    require_answerable(operator, scope.names, kind)
    if operator.condition is not None:
        raise Unvalued(operator.at, "a probability under a condition stands alone: P=? [ a || b ]")
    model, body = scope.model, operator.body
    sense = operator.sense or _BY_RELATION.get(operator.relation or "")
    if sense is None and not model.is_chain:
        raise ValueError("property: the model has several choices in a state, need max or min")
    asked: dict[str, Any]
    sense = _TURNED[sense] if operator.complement else sense
    if isinstance(body, Path) and body.sign == "X":
        asked = {"objective": "total", "steps": 1, **_visits(scope, body.right, after=True)}
    elif isinstance(body, Path):
        asked = _path_question(body, scope)
    elif isinstance(body, Gain):
        asked = _reward_question(operator, body, scope)
    else:
        asked = {"objective": "mean_payoff", **_visits(scope, body)}
    return question_about(model, sense=sense, **asked)


def _path_question(path: Path, scope: Scope) -> dict[str, Any]:
    """The probability that a path is taken, or for G, W and R that it is not."""
    left, end = None if path.left == TRUE else path.left, path.right
    if path.sign in ("G", "W", "R"):
        keep, end = path.left or TRUE, negation(path.right)
        left = {"W": Apply("&", (keep, end)), "R": negation(keep), "G": None}[path.sign]
        end = Apply("&", (negation(keep), end)) if path.sign == "W" else end
    asked: dict[str, Any] = {"objective": "reach", "goal": scope.goal(end)}
    if left is not None:
        asked["stay"] = scope.goal(left)
    return asked | _bounds(path.bound, scope)


def _reward_question(operator: Operator, gain: Gain, scope: Scope) -> dict[str, Any]:
    """The expected rewards, or the expected time, until some states or for good."""
    model, name = scope.model, operator.reward
    rewards: Ratios | str | None = name
    if operator.kind == "T":
        rewards = _steps(model) if model.rates is None else time_rewards(model).named("time")
    elif gain.parts and model.rates is not None and name is not None:
        rewards = _part(model, gain.parts, name)
    if gain.sign == "F" and gain.states is not None:
        return {"objective": "cost", "goal": scope.goal(gain.states), "rewards": rewards}
    if gain.sign == "S":
        return {"objective": "mean_payoff", "rewards": rewards}
    return {"objective": "total", "rewards": rewards, **_bounds(gain.bound, scope)}


def _visits(scope: Scope, states: Expression, *, after: bool = False) -> dict[str, Any]:
    """The time that is spent in some states as a reward; or the probability to be there `after` a
    step."""
    model, where, words = scope.model, scope.states(states), words_of(states)
    if not after:
        return {"rewards": indicator(model, where).named(words), "visits": words}
    inside = reduced(np.add, model.weight * where[model.target], model.branch_start, 0)
    return {"rewards": Rewards(inside, model.denominator, name=f"next: {words}"), "visits": words}


def _steps(model: Model) -> Rewards:
    """Rewards of 1 a step."""
    one: Any = np.ones(model.choices, dtype=np.int64)
    return Rewards(one, one, name="steps")


def _part(model: Model, part: str, name: str) -> Ratios:
    """The "impulses" or the "rates" of these rewards, by their name."""
    rewards = rewards_of(model, name)
    rate = rewards.rate if isinstance(rewards, Rewards) else None
    if part == "rates":
        nothing = np.zeros(model.choices, dtype=np.int64)
        return Rewards(nothing, nothing + 1, rate=rate, name=name)
    if not isinstance(rewards, Rewards) or rate is None:
        return rewards
    return Rewards(rewards.numerator, rewards.denominator, rewards.branch, name=name)


def _bounds(bound: Bound | None, scope: Scope) -> dict[str, Any]:
    """The steps, or what is spent, that a bound leaves; strict ends as the next sum there is."""
    low, high = (None, None) if bound is None else _ends(bound, scope.names)
    if bound is None or (high is None and not low and not bound.low_strict):
        return {}
    if bound.reward is None and high is not None and not (low or bound.low_strict):
        return {"steps": int(high) - bound.high_strict}
    of: Ratios = _steps(scope.model)
    if bound.reward is not None:
        of = rewards_of(scope.model, bound.reward or None)
    each = of.branch if isinstance(of, Rewards) and of.branch is not None else of
    # all sums are multiples of the unit
    unit = Fraction(1, int(np.lcm.reduce(each.denominator.astype(object), initial=1)))
    if high is not None and bound.high_strict:
        high = unit * (-((-high) // unit) - 1)
    if low is not None and bound.low_strict:
        low = unit * (low // unit + 1)
    return {"cost": of, "at_most": high, "at_least": low}


def require_answerable(operator: Operator, names: Names, kind: str) -> None:
    """Refuse what is not answered for this kind of model, or needs a constant that is open."""
    body = operator.body
    if not isinstance(body, (Path, Gain)):
        return
    if body.sign == "X" and kind in TIMED:
        _refuse(body, f"X, a step of a {_WORDS[kind]}, is not answered")
    if body.sign == "I":
        what = "rewards of one instant" if kind not in TIMED else "time-bounded questions"
        _refuse(body, f"I=t, {what}, are not answered for a {_WORDS.get(kind, 'model')}")
    if body.bound is not None and operator.kind != "T":
        if body.sign in ("W", "R") and body.bound.low is not None:
            _refuse(body.bound, f"{body.sign} with a lower bound is not answered")
        _require_bound(body.bound, names, kind)


def _require_bound(bound: Bound, names: Names, kind: str) -> None:
    """Refuse a bound that is not answered for this kind of model, or that nothing can keep to."""
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
    low, high = _ends(bound, names)
    if low is not None and high is not None and low > high:
        _refuse(bound, f"the bound is from {low} to {high}, need the lower end first")
    if high is not None and high <= 0 and bound.high_strict:
        _refuse(bound, f"the bound is less than {high}, need more than nothing")
    for number in (low, high) if bound.reward is None else ():
        if number is not None and (number.denominator != 1 or number > MAX_STEPS):
            _refuse(bound, f"the bound is {number}, need a number of steps")


def _ends(bound: Bound, names: Names) -> tuple[Fraction | None, Fraction | None]:
    """The least and the greatest that a bound allows, where it has such ends."""
    low, high = (None if end is None else _end(names, end) for end in (bound.low, bound.high))
    return low, high


def _end(names: Names, node: Expression) -> Fraction:
    """The value of a bound's end."""
    value = names.number(node)
    if value < 0:
        no_value(node, f"is {value}, need 0 or more")
    return value


def threshold_of(operator: Operator, names: Names) -> Fraction:
    """The number that an operator's value is compared with, one that the value may be.

    Unvalued: a probability is compared with what is not one, or a time with what is below 0, so
    that the comparison would be true, or false, of every model.
    """
    node = cast("Expression", operator.threshold)
    value = names.number(node)
    if operator.kind in ("P", "S") and not 0 <= value <= 1:
        no_value(node, "a probability is compared with it, need 0 to 1")
    if operator.kind == "T" and value < 0:
        no_value(node, "a time is compared with it, need 0 or more")
    return value


def _refuse(node: Path | Gain | Bound, why: str) -> NoReturn:
    raise Unvalued(node.at, why)


def checked(asked: Property, names: Names, kind: str) -> None:
    """Refuse what is not answered for this kind of model, before it is built.

    The PropertyError has the place; it may also be that the property is not understood, or that it
    needs a constant that is open.
    """
    with asked.source.placed():
        for operator in all_operators(asked.understood):
            require_answerable(operator, names, kind)
            if operator.threshold is not None:
                threshold_of(operator, names)


def all_operators(formula: Formula) -> list[Operator]:
    """The operators of a formula, those inside of others behind them."""
    outside: list[Expression] = []
    if isinstance(formula, Filter):
        outside = [formula.body, formula.states]
    elif isinstance(formula, Multi):
        outside = [*formula.objectives]
    else:
        outside = [formula]
    value: list[Operator] = []
    while outside:
        node = outside.pop(0)
        for operator in operators_in(node):
            value.append(operator)
            outside += states_of(operator)
    return value

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
from exactbox.mdp.objectives.within_time import CLOCK, time_question
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
    Formula,
    Operator,
    Path,
    RewardSum,
    negation,
    operators_in,
    parts_of_formula,
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
_OPPOSITE = {"max": "min", "min": "max", None: None}
SENSE_OVER_ALL_POLICIES = {">=": "min", ">": "min", "<=": "max", "<": "max"}


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
    model, body, name = scope.model, operator.body, operator.reward
    bound = body.bound if isinstance(body, (Path, RewardSum)) else None
    is_timed = kind in TIMED and bound is not None
    sense = operator.sense or SENSE_OVER_ALL_POLICIES.get(operator.relation or "")
    if operator.coalition is not None and operator.sense is None:
        sense = _OPPOSITE[sense]  # whether the coalition can see to it
    if sense is None and not model.is_chain:
        raise ValueError("property: the model has several choices in a state, need max or min")
    sense = _OPPOSITE[sense] if operator.complement else sense
    parts: dict[str, Any]
    if isinstance(body, Path) and body.sign == "X":
        parts = {"objective": "total", "steps": 1, **_visits(scope, body.right, after=True)}
    elif isinstance(body, Path):  # or for G, W and R that the path is not taken
        left, end = None if body.left == TRUE else body.left, body.right
        if body.sign in ("G", "W", "R"):
            keep, end = body.left or TRUE, negation(body.right)
            left = {"W": Apply("&", (keep, end)), "R": negation(keep), "G": None}[body.sign]
            end = Apply("&", (negation(keep), end)) if body.sign == "W" else end
        parts = {"objective": "reach", "goal": scope.goal(end)}
        if left is not None:
            parts["stay"] = scope.goal(left)
        if is_timed:
            times = _times(body, scope.names)
            if times["at_most"] is not None or times["at_least"]:
                return time_question(model, goal=parts["goal"], stay=parts.get("stay"), **times)
        else:
            parts |= _bounds(body.bound, scope)
    elif isinstance(body, RewardSum) and body.sign == "I" and not is_timed:
        raise Unvalued(operator.at, "R=? [ I=k ] stands alone, and of a model without choices")
    elif isinstance(body, RewardSum):
        rewards: Ratios | str | None = name
        if operator.kind == "T":
            rewards = _steps(model) if model.rates is None else time_rewards(model).named("time")
        elif body.parts and model.rates is not None and name is not None:
            whole = rewards_of(model, name)
            rate = whole.rate if isinstance(whole, Rewards) else None
            zero = np.zeros(model.choices, dtype=np.int64)
            if body.parts == "rates":
                rewards = Rewards(zero, zero + 1, rate=rate, name=name)
            elif isinstance(whole, Rewards) and rate is not None:  # the impulses alone
                rewards = Rewards(whole.numerator, whole.denominator, whole.branch, name=name)
            else:
                rewards = whole
        if is_timed:
            times = _times(body, scope.names)
            if body.sign == "I":
                return time_question(model, rewards=rewards, at=times["at_most"])
            return time_question(model, rewards=rewards, at_most=times["at_most"])
        if body.sign == "F" and body.states is not None:
            parts = {"objective": "cost", "goal": scope.goal(body.states), "rewards": rewards}
        elif body.sign == "S":
            parts = {"objective": "mean_payoff", "rewards": rewards}
        else:
            parts = {"objective": "total", "rewards": rewards, **_bounds(body.bound, scope)}
    else:
        parts = {"objective": "mean_payoff", **_visits(scope, body)}
    return question_about(model, sense=sense, **parts)


def _times(body: Path | RewardSum, names: Names) -> dict[str, Any]:
    """The least and the greatest time of a bound; an end itself has the probability 0.

    At the time 0 it has not: `require_answerable` refuses what is strict there, but F and G, of
    which what is from 0 on is from any later time on as well.
    """
    low, high = (None, None) if body.bound is None else _ends(body.bound, names)
    return {"at_least": low, "at_most": high}


def _visits(scope: Scope, states: Expression, *, after: bool = False) -> dict[str, Any]:
    """The time in some states as a reward; or the probability to be there `after` a step."""
    model, where, words = scope.model, scope.states(states), words_of(states)
    if not after:
        return {"rewards": indicator(model, where).named(words), "visits": words}
    inside = reduced(np.add, model.weight * where[model.target], model.branch_start, 0)
    return {"rewards": Rewards(inside, model.denominator, name=f"next: {words}"), "visits": words}


def _steps(model: Model) -> Rewards:
    """Rewards of 1 a step."""
    one: Any = np.ones(model.choices, dtype=np.int64)
    return Rewards(one, one, name="steps")


def _bounds(bound: Bound | None, scope: Scope) -> dict[str, Any]:
    """The steps or the costs that bounds leave; strict ends as the next sum there is."""
    kept = list[tuple[Bound, Fraction | None, Fraction | None]]()
    for each in () if bound is None else bound.every:
        low, high = _ends(each, scope.names)
        if high is not None or low or each.low_strict:
            kept.append((each, low, high))
    if len(kept) == 1:
        ((each, low, high),) = kept
        if each.reward is None and high is not None and not (low or each.low_strict):
            return {"steps": int(high) - each.high_strict}
    limits = list[dict[str, Any]]()
    for each, low, high in kept:
        of: Ratios = _steps(scope.model)
        if each.reward is not None:
            of = rewards_of(scope.model, each.reward or None)
        own = of.branch if isinstance(of, Rewards) and of.branch is not None else of
        # all sums are multiples of the unit
        unit = Fraction(1, int(np.lcm.reduce(own.denominator.astype(object), initial=1)))
        if high is not None and each.high_strict:
            high = unit * (-((-high) // unit) - 1)  # the greatest multiple below high
        if low is not None and each.low_strict:
            low = unit * (low // unit + 1)  # the least multiple above low
        limits.append({"cost": of, "at_most": high, "at_least": low})
    return {**limits[0], "further": limits[1:]} if limits else {}


def require_answerable(operator: Operator, names: Names, kind: str) -> None:
    """Refuse what is not answered for this kind of model, or needs a constant that is open.

    A bound that nothing can keep to is refused as well.
    """
    body, model = operator.body, _WORDS.get(kind, "model")
    if not isinstance(body, (Path, RewardSum)):
        return
    if not kind:  # a file of states, which is not read yet: it may be of any
        return
    if body.sign == "I" and kind == "mdp":
        way = "of a dtmc they are; of a model that counts its steps R=? [ C ] asks for them"
        _refuse(body, f"I=k, rewards of one instant, are not answered for a {model}: {way}")
    every = () if body.bound is None or operator.kind == "T" else body.bound.every
    if kind in TIMED and len(every) > 1:
        _refuse(every[1], f"several bounds at once are not answered for a {model}")
    for bound in every:
        _require_bound(bound, body.sign, names, kind)


def _require_bound(bound: Bound, sign: str, names: Names, kind: str) -> None:
    """Refuse a bound that is not answered for this kind of model, or that nothing can keep to."""
    model = _WORDS.get(kind, "model")
    if sign in ("W", "R") and bound.low is not None:
        _refuse(bound, f"{sign} with a lower bound is not answered")
    if kind in TIMED:
        what = "step-bounded" if bound.unit == "steps" else "reward-bounded"
        if bound.unit == "steps" or bound.reward is not None:
            _refuse(bound, f"{what} questions about a {model} are not answered")
        if kind != "ctmc":
            _refuse(bound, f"time-bounded questions about a {model} are not answered: {CLOCK}")
    elif bound.unit == "time":
        need = "need ^{steps<=k}, or a reward"
        _refuse(bound, f"a {model} has steps and no time: {need}")
    low, high = _ends(bound, names)
    if low is not None and high is not None and low > high:
        _refuse(bound, f"the bound is from {low} to {high}, need the lower end first")
    if high is not None and high <= 0 and bound.high_strict:
        _refuse(bound, f"the bound is less than {high}, need more than nothing")
    if kind in TIMED:
        if low == 0 and bound.low_strict and sign == "U":
            _refuse(bound, "the bound is more than 0, need >=0, or a time that is greater")
        return
    for number in (low, high) if bound.reward is None else ():
        if number is not None and (number.denominator != 1 or number > MAX_STEPS):
            _refuse(bound, f"the bound is {number}, need a number of steps")


def _ends(bound: Bound, names: Names) -> tuple[Fraction | None, Fraction | None]:
    """The least and the greatest that a bound allows, where it has such ends."""
    ends: list[Fraction | None] = []
    for node in (bound.low, bound.high):
        end = None if node is None else names.number(node)
        if node is not None and end is not None and end < 0:
            no_value(node, f"is {end}, need 0 or more")
        ends.append(end)
    low, high = ends
    return low, high


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


def _refuse(node: Path | RewardSum | Bound, why: str) -> NoReturn:
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
    nodes, operators = parts_of_formula(formula), list[Operator]()
    while nodes:
        fresh = operators_in(nodes.pop(0))
        operators += fresh
        nodes += [states for operator in fresh for states in states_of(operator)]
    return operators

"""Values that are calculated of several: quantiles, and expressions with operators in them.

    min B    the least B for which an operator is true         at B it is true, a unit before false
    max B    the greatest                                      at B it is true, a unit later false

``quantile(min B, P>=0.9 [ F{"time"}<=B "done" ])``: B counts in units, the greatest number of which
all that is spent are multiples, or in steps. The number has two proofs, those of the operator at
two bounds. Where the operator is true from some bound on, the greatest is infinite; where it is
true without any bound, and so with each. That there is no bound is proved without one too: with a
bound nothing is more probable.

In ``1 - P=? [ F a ]`` and ``R=? [ C<=9 ] / R=? [ C<=3 ]`` an operator with =? is its number,
from the one initial state; signs and functions are those of `expressions`, and a comparison is true
or false. Each number has a proof of its own. So has

    R=? [ I=k ]  =  R=? [ C<=k+1 ] - R=? [ C<=k ]         in a Markov chain

the expected reward of the step that follows k steps: that of the state, where rewards are states'.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import inf
from typing import Any

from exactbox.mdp.answers.claims import is_so
from exactbox.mdp.model.model import Model
from exactbox.mdp.objectives.quantile import first_change, unit_of
from exactbox.properties import result
from exactbox.properties.constants import Names
from exactbox.properties.declarations import TIMED
from exactbox.properties.evaluation import Root, Value, value_of
from exactbox.properties.result import PropertyAnswer, Result, Truth, ends, exact_number
from exactbox.properties.scope import Scope
from exactbox.properties.syntax import (
    Apply,
    Bound,
    Expression,
    Formula,
    Name,
    Number,
    Operator,
    Path,
    Quantile,
    RewardSum,
    operators_in,
)
from exactbox.properties.tokens import Unvalued
from exactbox.properties.translation import MAX_STEPS, question_of, threshold_of


def quantile(
    scope: Scope, kind: str, ask_operator: Callable[[Operator], PropertyAnswer], asked: Quantile
) -> PropertyAnswer:
    """The best bound, with the answers at bounds that prove it, which `ask_operator` gives."""
    operator, model = asked.operator, scope.model
    is_upper = bound_of(asked).high is not None
    start = model.initial
    if len(start) != 1:
        raise Unvalued(asked.at, f"a quantile needs one initial state, found {len(start)}")
    relation, threshold = str(operator.relation), threshold_of(operator, scope.names)
    question = question_of(asked.with_bound(Fraction(MAX_STEPS)), scope, kind)
    rewards = question.branch_rewards and question.branch_rewards[1]
    rewards = question.rewards if rewards is None else rewards
    if rewards is not None and (rewards.numerator < 0).any():
        raise Unvalued(operator.at, "some rewards are below 0: a quantile needs 0 or more")
    grows = is_upper != operator.complement  # the value, with the bound
    true_later = grows == (relation in (">=", ">"))
    unit, parts = unit_of(question), list[tuple[Fraction | None, PropertyAnswer]]()

    def is_true(sign: int) -> bool:
        return bool(is_so(Fraction(-sign if operator.complement else sign), relation, Fraction(0)))

    def ask(bound: Fraction | None) -> bool:
        """Return whether the operator is true at a bound; its proof is one of the parts."""
        answer = ask_operator(asked.with_bound(bound))
        parts.append((bound, answer))
        return bool(answer)

    best: result.Number | None = None
    is_decided = False
    if is_upper and (true_later or asked.sense == "max"):  # with each bound it is as without one
        is_decided = ask(None) != true_later
        best = None if true_later else inf
    if not is_decided:
        at_zero = ask(Fraction(0))
        if true_later:
            best = Fraction(0)
        elif asked.sense == "min" or not at_zero:
            best = Fraction(0) if at_zero else None
        proof = parts[-1:]
        if true_later != at_zero and (true_later or asked.sense == "max"):
            nearing = not is_upper or _number(parts[0][1]) == threshold
            against = 1 - threshold if operator.complement else threshold
            first = first_change(
                model, question, int(start[0]), against, is_true, is_nearing=nearing
            )
            if first is None:
                why = "it does not pass the threshold, and of lower bounds that is not proved"
                raise Unvalued(asked.at, f"{operator}: {why}")
            best = unit * (first if true_later else first - 1)
            parts.clear()
            ask(best)
            ask(best - unit if true_later else best + unit)
            proof = parts[:]
        if true_later and asked.sense == "max":
            best = inf  # with that bound it is true, and so with all larger ones
            del proof[1:]
        parts = proof
    values = tuple((bound, _number(part), bool(part)) for bound, part in parts)
    inner = [each for _, part in reversed(parts) for each in (*part.inner, part)]  # the best last
    words = f"{'least' if asked.sense == 'min' else 'greatest'} {asked.name} with {operator}"
    return PropertyAnswer(
        words,
        start,
        result.Quantile(best, values),
        inner=tuple(dict.fromkeys(inner)),
        unproved="it is calculated of what has proofs of its own",
    )


def _number(part: PropertyAnswer) -> result.Number:
    """The number that an answer compares with the threshold."""
    found = part.result
    if not isinstance(found, Truth) or found.of is None:
        raise TypeError(f"found {found!r}, need the truth of a number")
    return found.of.low


def bound_of(asked: Quantile) -> Bound:
    """The bound that a quantile speaks of: ``<=B`` or ``>=B``, once in the operator."""
    operator, name = asked.operator, Name(asked.name)
    body = operator.body
    every = body.bound.every if isinstance(body, (Path, RewardSum)) and body.bound else ()
    own = [each for each in every if name in (each.low, each.high)]
    if len(own) != 1 or (own[0].low is not None and own[0].high is not None):
        raise Unvalued(operator.at, f"need one bound <={asked.name} or >={asked.name}")
    (bound,) = own
    if bound.low_strict or bound.high_strict:
        raise Unvalued(bound.at, f"need <={asked.name} or >={asked.name}, not < or >")
    return bound


def calculated(formula: Formula, kind: str) -> Expression | None:
    """The expression of operators with =? that a formula is, or stands for; None if it is none.

    It depends on the kind of the model: in continuous time I=t is a question of its own.
    """
    if isinstance(formula, Operator):
        body = formula.body
        if not isinstance(body, RewardSum) or body.sign != "I" or body.bound is None:
            return None
        if kind in TIMED:
            return None
        k = body.bound.high
        if k is None or formula.condition is not None:
            return None
        plain = replace(formula, relation=None, threshold=None)
        parts = [
            replace(plain, body=RewardSum("C", bound=Bound(high=end, at=body.bound.at), at=body.at))
            for end in (Apply("+", (k, Number(1)), at=k.at), k)
        ]
        difference = Apply("-", (parts[0], parts[1]), at=formula.at)
        if formula.relation is None or formula.threshold is None:
            return difference
        return Apply(formula.relation, (difference, formula.threshold), at=formula.at)
    if isinstance(formula, Apply) and any(op.relation is None for op in operators_in(formula)):
        return formula
    return None


def calculate(
    model: Model,
    names: Names,
    ask: Callable[[Operator], PropertyAnswer],
    formula: Formula,
    node: Expression,
) -> PropertyAnswer:
    """The value of an expression of operators, with their answers, which `ask` gives."""
    start = model.initial
    if len(start) != 1:
        raise Unvalued(node.at, f"need one initial state, found {len(start)}")
    if isinstance(formula, Operator) and not model.is_chain:
        raise Unvalued(
            formula.at, "I=k, rewards of one instant, are those of a chain: this has choices"
        )
    parts = dict[Operator, PropertyAnswer]()

    def number(part: Expression) -> Value:
        if isinstance(part, Name):
            return names.constant(part.name)
        if not isinstance(part, Operator):
            raise Unvalued(part.at, "states stand in an operator, as in P=? [ F ... ]")
        if part.relation is not None:
            raise Unvalued(part.at, "an operator with =? is calculated with, not with a threshold")
        if part not in parts:
            parts[part] = ask(part)
        low, high = ends(parts[part].result)
        if not isinstance(low, Fraction) or low != high:
            raise Unvalued(part.at, f"is {parts[part].value}: no number to calculate with")
        return low

    value: Any = value_of(node, number)
    if isinstance(value, Root):
        raise Unvalued(node.at, f"is {value}: no rational number")
    found: Result = Truth(value) if isinstance(value, bool) else exact_number(Fraction(value))
    inner = [each for part in parts.values() for each in (*part.inner, part)]
    return PropertyAnswer(
        str(formula),
        start,
        found,
        inner=tuple(dict.fromkeys(inner)),
        unproved="it is calculated of what has proofs of its own",
    )

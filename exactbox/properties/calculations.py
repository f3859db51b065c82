"""Values that are calculated of several: ``1 - P=? [ F a ]``, ``R=? [ C<=9 ] / R=? [ C<=3 ]``.

An operator with =? stands for its number, from the one initial state; signs and functions are those
of `expressions`, and a comparison is true or false. Each number has a proof of its own. So has

    R=? [ I=k ]  =  R=? [ C<=k+1 ] - R=? [ C<=k ]         in a Markov chain

the expected reward of the step that follows k steps: that of the state, where rewards are states'.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from exactbox.mdp.model.model import Model
from exactbox.properties.constants import Names
from exactbox.properties.evaluation import Root, Value, value_of
from exactbox.properties.result import PropertyAnswer, Result, Truth, ends, exact_number
from exactbox.properties.syntax import (
    Apply,
    Bound,
    Expression,
    Formula,
    Name,
    Number,
    Operator,
    RewardSum,
    operators_in,
)
from exactbox.properties.tokens import Unvalued


def calculated(formula: Formula) -> Expression | None:
    """The expression of operators with =? that a formula is, or stands for; None if it is none."""
    if isinstance(formula, Operator):
        body = formula.body
        if not isinstance(body, RewardSum) or body.sign != "I" or body.bound is None:
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
    result: Result = Truth(value) if isinstance(value, bool) else exact_number(Fraction(value))
    inner = [each for part in parts.values() for each in (*part.inner, part)]
    return PropertyAnswer(
        str(formula),
        start,
        result,
        inner=tuple(dict.fromkeys(inner)),
        unproved="it is calculated of what has proofs of its own",
    )

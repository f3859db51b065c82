"""The states behind which a question asks nothing: a program need not be built there.

The probability of a U b is 1 where b holds and 0 where neither a nor b does; the reward until b is
0 where b holds. What is behind such a state changes no value, so that Storm may make it absorbing:

    F b, a U b, bounded from above     terminal: b, and !a & !b
    G a = 1 - F !a                     !a
    a W b, a R b                       those of the until that each is 1 minus of
    R=? [ F b ], T=? [ F b ]           b

A bound from below can be met behind the first b, and so can a condition. X, C, I, S, filters over
other states than the initial ones, and nested operators need more states; nor is a program cut
whose states are said in other signs than those of `_SIGNS`, whose meaning Storm may not share.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactbox.mdp.model.model import Model
from exactbox.properties.constants import Names
from exactbox.properties.parser import Property
from exactbox.properties.syntax import (
    TRUE,
    Apply,
    Boolean,
    Expression,
    Filter,
    Label,
    Name,
    Number,
    Operator,
    Path,
    RewardSum,
    negation,
)
from exactbox.properties.tokens import PropertyError

_SIGNS = ("!", "&", "|", "=", "!=", "<", "<=", ">", ">=", "+", "-", "neg")
_MAX_INTEGER = 2**31 - 1  # of Storm's constants here: sums of few of them fit into 64 bits
_EVERYWHERE = ("init", "deadlock")  # labels of every program, which a cut moves


def terminal_states(query: Property | Mapping[str, Any], names: Names) -> tuple[str, str] | None:
    """Where to stay, "true" if anywhere, and the goal, as Storm reads them; None: build all states.

    Examples
    --------
    >>> from exactbox.properties import parse
    >>> terminal_states(parse('P=? [ s<k U "won" ]'), Names("k=3"))
    ('(s<3)', '"won"')
    >>> terminal_states(parse('P=? [ G<=2 !"lost" ]'), Names())
    ('true', '"lost"')
    >>> terminal_states(parse('S=? [ "won" ]'), Names())
    """
    if isinstance(query, Mapping):
        sets: tuple[Expression | None, Expression] | None = None
        if query["objective"] in ("reach", "cost"):
            stay = query.get("stay")
            sets = None if stay is None else Label(stay), Label(query["goal"])
    else:
        operator = _operator(query)
        sets = None if operator is None else _until(operator)
    if sets is None or (goal := _spelled(sets[1], names)) is None:
        return None
    return (sets[0] is not None and _spelled(sets[0], names)) or "true", goal


def asks_for_rewards(query: Property | Mapping[str, Any]) -> bool:
    """Return whether the answer depends on rewards of the model, expected or bounded."""
    if isinstance(query, Mapping):
        return bool(query["objective"] == "cost")
    operator = _operator(query)
    if operator is None or operator.kind == "R":
        return True
    bound = operator.body.bound if isinstance(operator.body, (Path, RewardSum)) else None
    return bound is not None and any(each.reward is not None for each in bound.every)


def counts_nothing(query: Property | Mapping[str, Any], model: Model) -> bool:
    """Return whether a question about expected rewards speaks of some that are 0 everywhere.

    Those of the goal may be other than 0 where it is not cut, which the answer then says.
    """
    if isinstance(query, Mapping):
        about, name = query["objective"] == "cost", query.get("rewards")
    else:
        operator = _operator(query)
        about, name = operator is not None and operator.kind == "R", operator and operator.reward
    rewards = [each for key, each in model.rewards.items() if name in (key, None)]
    parts = [part for each in rewards for part in (each, each.branch, each.rate)]
    return about and not any(part.numerator.any() for part in parts if part is not None)


def _operator(asked: Property) -> Operator | None:
    """The operator that is asked from the initial states, if a property is one."""
    operator = asked.formula
    if isinstance(operator, Filter) and operator.states == Label("init"):
        operator = operator.body
    return operator if isinstance(operator, Operator) else None


def _until(operator: Operator) -> tuple[Expression | None, Expression] | None:
    """Where to stay and the goal of the until that an operator asks for, if it asks for one."""
    body = operator.body
    if operator.condition is not None:  # which may be met behind the goal, as the goal behind it
        return None
    if isinstance(body, RewardSum) and body.sign == "F" and body.states is not None:
        return None, body.states
    if not isinstance(body, Path) or body.sign == "X":
        return None
    if body.bound is not None and any(each.low is not None for each in body.bound.every):
        return None
    left, right = body.left or TRUE, body.right
    if body.sign in ("F", "U"):
        return left, right
    end = negation(right)
    if body.sign == "W":  # as in `translation`
        return Apply("&", (left, end)), Apply("&", (negation(left), end))
    return (negation(left) if body.sign == "R" else TRUE), end


def _spelled(node: Expression, names: Names) -> str | None:
    """An expression of variables and labels alone, in brackets, as Storm reads it; else None."""
    if isinstance(node, Boolean):
        return str(node)
    if isinstance(node, Number):
        return str(node) if type(node.value) is int and abs(node.value) <= _MAX_INTEGER else None
    if isinstance(node, Label):
        if node.name in names.labels:
            return _spelled(names.labels[node.name], names)
        return None if node.name in _EVERYWHERE else str(node)
    if isinstance(node, Name):
        if node.name in names.program.formulas:
            return _spelled(names.program.formulas[node.name], names)
        if not names.has(node.name):
            return node.name
        try:
            value = names.constant(node.name)
        except PropertyError:
            return None
        if isinstance(value, bool):
            return str(value).lower()
        return _spelled(Number(value), names) if type(value) is int else None
    if not isinstance(node, Apply) or node.sign not in _SIGNS:
        return None
    parts = [_spelled(part, names) for part in node.arguments]
    if None in parts:
        return None
    if len(parts) == 1:
        return f"({node.sign.replace('neg', '-')}{parts[0]})"
    return f"({node.sign.join(map(str, parts))})"

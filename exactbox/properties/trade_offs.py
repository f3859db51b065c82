"""Properties of several objectives: ``multi(...)``, ``pareto(...)`` and ``P=? [ F a || F b ]``.

    multi(Pmax=? [ F a ], R{"cost"}<=10 [ F b ])    the best value under bounds
    multi(P>=0.9 [ G c ], R<=10 [ C<=20 ])          whether they can be had together
    multi(Pmax=? [ F a ], Rmin=? [ F b ])           the Pareto curve; pareto(...) is the same

A bound is what one policy has to keep to: P>=0.9 asks for one with at least 0.9. That of a
probability under a condition is what all policies keep to, as of any other operator.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from exactbox.mdp.trade_offs.product import Aim, Until
from exactbox.properties.scope import Scope
from exactbox.properties.syntax import Formula, Multi, Operator
from exactbox.properties.tokens import Unvalued
from exactbox.properties.translation import SENSE_OVER_ALL_POLICIES, question_of, threshold_of

_SENSE = {">=": "max", ">": "max", "<=": "min", "<": "min"}


def objective(operator: Formula, scope: Scope, kind: str) -> Aim:
    """The objective that an operator is, with its bound."""
    if not isinstance(operator, Operator):
        raise Unvalued(operator.at, "need an objective: P or R with =? or a bound")
    relation, sense = operator.relation, operator.sense
    if relation is not None:
        sense = _SENSE[relation]
        if operator.sense not in (None, sense):
            raise Unvalued(operator.at, f"{operator.sense} with {relation}: leave out one of them")
    if sense is None:
        raise Unvalued(operator.at, "need max or min, or a bound")
    inner = operator.complement
    question = question_of(
        replace(operator, sense=sense, relation=None, threshold=None), scope, kind
    )
    untils: tuple[Until, ...] = ()
    if question.goal is not None:
        steps = question.steps if question.rewards is None else None
        untils = (Until(question.goal, question.stay, steps),)
    if question.objective not in ("reach", "within_steps", "cost", "total"):
        what = question.objective.replace("_", " ")
        raise Unvalued(operator.at, f"{what} is not answered beside other objectives")
    rewards = question.rewards
    if rewards is not None and rewards.name is None:
        rewards = rewards.named(question.named or "reward")
    return Aim(
        sense,
        untils,
        rewards,
        question.steps if rewards is not None else None,
        inner,
        None if relation is None else threshold_of(operator, scope.names),
        relation in (">", "<"),
        str(operator),
    )


def objectives(formula: Formula, scope: Scope, kind: str) -> tuple[list[Aim], bool]:
    """The objectives of ``multi(...)``; or of ``P=? [ path || condition ]``, whose ratio it is.

    With a threshold the ratio is the least where it is to be at least, and so on.
    """
    if isinstance(formula, Multi):
        return [objective(each, scope, kind) for each in formula.objectives], False
    if not isinstance(formula, Operator) or formula.condition is None:
        raise Unvalued(formula.at, "need several objectives, or a condition behind ||")
    sense = formula.sense or SENSE_OVER_ALL_POLICIES.get(formula.relation or "")
    if sense is None and not scope.model.is_chain:
        raise Unvalued(formula.at, "a probability under a condition: need max or min, or a bound")
    plain = replace(formula, sense=sense or "max", relation=None, threshold=None, condition=None)
    condition = formula.condition
    aims = [objective(each, scope, kind) for each in (plain, replace(plain, body=condition))]
    for aim, path in zip(aims, (formula.body, condition)):
        if aim.complement or not aim.untils:
            raise Unvalued(path.at, "need F or U on both sides of ||")
    both = replace(aims[0], untils=(*aims[0].untils, *aims[1].untils), text=str(formula))
    return [both, replace(aims[1], text=str(condition))], True


def compared(formula: Formula, scope: Scope) -> tuple[str, Fraction] | None:
    """The relation and the number that a probability under a condition is compared with."""
    if not isinstance(formula, Operator) or formula.relation is None:
        return None
    return formula.relation, threshold_of(formula, scope.names)

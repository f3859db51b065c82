"""Properties of several objectives: ``multi(...)``, ``pareto(...)`` and ``P=? [ F a || F b ]``.

    multi(Pmax=? [ F a ], R{"cost"}<=10 [ F b ])    the best value under bounds
    multi(P>=0.9 [ G c ], R<=10 [ C<=20 ])          whether they can be had together
    multi(Pmax=? [ F a ], Rmin=? [ F b ])           the Pareto curve; pareto(...) is the same

A bound is what one policy has to keep to: P>=0.9 asks for one with at least 0.9.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from exactbox.mdp.model.model import Model
from exactbox.mdp.trade_offs.product import Aim, Until
from exactbox.mdp.trade_offs.trade_off import TradeOff
from exactbox.mdp.trade_offs.trade_off import trade_off as solve
from exactbox.properties.constants import Names
from exactbox.properties.parser import parse
from exactbox.properties.scope import Scope
from exactbox.properties.syntax import Formula, Multi, Operator, Path
from exactbox.properties.tokens import Unvalued
from exactbox.properties.translation import question_of, threshold_of

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


def answer_multi(model: Model, node: Multi, scope: Scope, kind: str) -> TradeOff:
    """The answer to ``multi(...)``."""
    return solve(model, [objective(each, scope, kind) for each in node.objectives])


def answer_condition(model: Model, operator: Operator, scope: Scope, kind: str) -> TradeOff:
    """The answer to ``P=? [ path || condition ]``."""
    sense = operator.sense or ("max" if model.is_chain else "")
    if operator.relation is not None or not sense:
        raise Unvalued(operator.at, "a probability under a condition: need =?, and max or min")
    plain = replace(operator, sense=sense, condition=None)
    condition = operator.condition
    assert isinstance(condition, Path)
    aims = [objective(each, scope, kind) for each in (plain, replace(plain, body=condition))]
    for aim, path in zip(aims, (operator.body, condition)):
        if aim.complement or not aim.untils:
            raise Unvalued(path.at, "need F or U on both sides of ||")
    both = replace(aims[0], untils=(*aims[0].untils, *aims[1].untils), text=str(operator))
    return solve(model, [both, replace(aims[1], text=str(condition))], ratio=True)


def trade_off(
    model: Model, objectives: Sequence[str], constants: str = "", *, kind: str = ""
) -> TradeOff:
    """Several objectives at once, exactly: what can be had, the best value, the Pareto curve.

    Parameters
    ----------
    objectives : texts
        2 to 6 properties in PRISM's language, such as ``'Pmax=? [F "a"]'`` and
        ``'R{"cost"}<=10 [F "b"]'``. All with bounds: whether one policy keeps to all of them. All
        but the first: its best value under the others. None: the Pareto curve, of 2 or 3.

    Returns
    -------
    TradeOff
        Exact; ``.save`` writes the certificate.

    Examples
    --------
    >>> from exactbox import Model
    >>> model = Model.from_lists(
    ...     [[[("1/2", 1), ("1/2", 2)], [(1, 3)]], [[(1, 1)]], [[(1, 2)]],
    ...      [[("1/3", 1), ("2/3", 0)]]],
    ...     labels={"won": [1], "over": [1, 2]}, rewards={"cost": [[1, 2], [0], [0], [1]]})
    >>> trade_off(model, ['Pmax=? [F "won"]', 'R{"cost"}min=? [F "over"]']).vertices
    [(Fraction(1, 2), Fraction(1, 1)), (Fraction(1, 1), Fraction(9, 1))]
    >>> trade_off(model, ['Pmax=? [F "won"]', 'R{"cost"}<=4 [F "over"]']).value
    Fraction(11, 16)
    """
    scope = Scope(model, Names(constants))
    return solve(
        model, [objective(parse(text).understood, scope, kind or model.kind) for text in objectives]
    )

"""Questions about bounded rewards in certificates; `exactbox.checker.bounded` reads them."""

from __future__ import annotations

from typing import Any

import numpy as np

from exactbox.certificate import encode_ratio
from exactbox.mdp.model.layout import Array, distinct, slices, starts_of
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import Limit, Question
from exactbox.mdp.model.rewards import Ratios


def bounded_fields(model: Model, question: Question) -> dict[str, Any]:
    """The further fields of a question about bounded rewards: amounts of branches, and bounds."""
    if question.cost is None:
        raise ValueError("no cost is asked about")
    limit = Limit(question.cost, question.at_most, question.at_least)
    fields = _limit_fields(model, limit)
    if question.branch_rewards is not None:
        name, amounts = question.branch_rewards
        fields["rewards"] = {"name": name, "of": _branch_amounts(model, amounts)}
    if question.further:
        fields["further"] = [_limit_fields(model, each) for each in question.further]
    return fields


def _limit_fields(model: Model, limit: Limit) -> dict[str, Any]:
    """What is spent, and its bounds."""
    name, amounts = limit.cost
    fields: dict[str, Any] = {"spending": {"name": name, "of": _branch_amounts(model, amounts)}}
    for key, bound in (("at_most", limit.at_most), ("at_least", limit.at_least)):
        if bound is not None:
            fields[key] = encode_ratio(bound.numerator, bound.denominator)
    return fields


def _branch_amounts(model: Model, amounts: Ratios) -> list[Any]:
    """Amounts in the order of the question's branches, one for each choice that ends the play."""
    order = branch_order(model)
    shared = np.gcd(amounts.numerator, amounts.denominator)
    p, q = (amounts.numerator // shared)[order], (amounts.denominator // shared)[order]
    return [encode_ratio(a, b) for a, b in zip(p.tolist(), q.tolist(), strict=True)]


def branch_order(model: Model) -> Array:
    """The order of branches in the question; B + c for a choice c that ends the play.

    Choices that are nobody's action are left out, and targets increase within a choice.
    """
    choices = np.arange(model.choices) if model.afterstate is None else distinct(model.afterstate)
    which = slices(model.branch_start, choices)
    lengths = np.diff(model.branch_start)[choices]
    row = np.repeat(np.arange(len(choices)), lengths)
    which = which[np.lexsort((model.target[which], row))]
    ends = np.flatnonzero(lengths == 0)
    start = starts_of(lengths)
    order: Array = np.insert(which, start[ends], len(model.target) + choices[ends])
    return order

"""Quantiles: ``quantile(min B, P>=0.9 [ F{"time"}<=B "done" ])``, the least or greatest bound.

    min B    the least B for which the operator is true        at B it is true, a unit before false
    max B    the greatest                                      at B it is true, a unit later false

B counts in units, the greatest number of which all that is spent are multiples, or in steps. The
number has two proofs, those of the operator at two bounds. Where the operator is true from some
bound on, the greatest is infinite; where it is true without any bound, and so with each. That there
is no bound is proved without one too: with a bound nothing is more probable.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import inf

from exactbox.mdp.answers.claims import is_so
from exactbox.mdp.objectives.quantile import first_change, unit_of
from exactbox.properties.result import Number, PropertyAnswer, Truth
from exactbox.properties.result import Quantile as QuantileResult
from exactbox.properties.scope import Scope
from exactbox.properties.syntax import Bound, Name, Operator, Path, Quantile, RewardSum
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

    best: Number | None = None
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
        QuantileResult(best, values),
        inner=tuple(dict.fromkeys(inner)),
        unproved="it is calculated of what has proofs of its own",
    )


def _number(part: PropertyAnswer) -> Number:
    """The number that an answer compares with the threshold."""
    result = part.result
    if not isinstance(result, Truth) or result.of is None:
        raise TypeError(f"found {result!r}, need the truth of a number")
    return result.of.low


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

"""Properties (kind "property"): thresholds, filters and sets of states.

A question of another kind, `of`, has a value v(s) for each of its start states s. With u(s) = v(s),
or 1 - v(s) if `complement` is 1, the claim is, by its `filter`,

    forall, exists, count      whether u(s) REL bound from all of them, from some, from how many
    set                        that u(s) REL bound from exactly these of them
    max, min, sum, avg         the greatest u(s), the least, all added up, their mean
    range, argmax, argmin      the least and the greatest; from which states u is so
    first, print               u(s) from the first of them; from each

where REL is the `relation` >=, >, <= or <. The witness is that of the other question.

Why that suffices. The other kind's own check proves each v(s), or bounds of it; so with a
complement 1 - v(s), or 1 minus the bounds, in the other order. The rest is arithmetic. Of bounds
l <= u <= h it is proved that u >= b where l >= b, that it is not where h < b, and nothing between
these; a maximum, minimum, sum or mean lies between that of the lower bounds and that of the upper.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from importlib import import_module
from math import inf
from typing import Any

from . import reading
from .claim import SAID, Claim, Value, between, exactly, many, value_text, values_by_state
from .reading import InvalidCertificate, Json, fields, holds, increasing, natural, one_of, rational
from .sets import set_sha256

# the modules of those whose claims have `values`, or `lower` and `upper`, of `start`
KINDS = {"process": "objectives"} | {k: k for k in ("timed", "bounded", "transient", "trade_off")}
RELATIONS = {">=": "at least", ">": "more than", "<=": "at most", "<": "less than"}
COMPARING = ("forall", "exists", "count", "set")
CALCULATING = {"max": "maximum", "min": "minimum", "sum": "sum", "avg": "mean"}
EXACT = ("range", "argmax", "argmin")  # need values, not bounds
FILTERS = (*COMPARING, *CALCULATING, *EXACT, "first", "print")
CheckOf = Callable[[str, Any, Any], Claim]  # a kind, a question and a witness
Total = Callable[[Sequence[Value]], Value]
Bounds = list[list[Value]]  # of u, by start state: its values, or the lower and the upper bounds


def check_of_kind(kind: str, question: Any, witness: Any) -> Claim:
    """The plain check of the other question."""
    module = import_module(f".{KINDS[kind]}", __package__)
    claim: Claim = module.check(question, witness)
    return claim


def total_of(values: Sequence[Value]) -> Value:
    """The sum of values."""
    return inf if inf in values else sum(values)


def check(
    question: Any, witness: Any, check_of: CheckOf = check_of_kind, total: Total = total_of
) -> Claim:
    """The claim about the values of another question."""
    given = fields(question, "claim of", "question")
    of, claim = fields(given["of"], "kind question", "of"), given["claim"]
    name = one_of(FILTERS, claim.get("filter") if isinstance(claim, dict) else None, "filter")
    more = " bound relation" * (name in COMPARING) + " states" * (name == "set")
    fields(claim, f"complement filter{more}", "claim")
    complement = natural(claim["complement"], "claim: complement", 2) == 1
    inner = check_of(one_of(KINDS, of["kind"], "of: kind"), of["question"], witness)
    start, u = inner.facts["start"], bounds_of(inner, complement)
    if name in COMPARING:
        results, numbers, text = compared(claim, start, u)
    else:
        results, numbers, text = calculated(name, start, u, total)
    subject, _, values = inner.sentence.rpartition(", is ")
    sentence = text.format(subject=f"{'1 minus ' * complement}{subject}")
    sentence += f": {'the latter' if complement else 'it'} is {values}"
    value, upper = [*numbers, None, None][:2]
    names = ("result",) if len(results) == 1 else ("result_lower", "result_upper")
    facts = {**inner.facts, **dict(zip(names, results))}
    if name == "set" and len(start) == facts["states"]:  # what another question may nest
        facts["set"] = set_sha256(of["question"]["model"], claim["states"])
    theorems = str(__doc__), *inner.theorems
    return Claim("property", sentence, value, upper, facts, theorems)


def bounds_of(inner: Claim, complement: bool) -> Bounds:
    """Bounds of u, from those of v that are proved."""
    bounds = [inner.facts[k] for k in ("values", "lower", "upper") if k in inner.facts]
    reading.need(bounds, "of: need a question whose claim has values")  # not of a curve, say
    if complement:
        good = all(0 <= v <= 1 for bound in bounds for v in bound)
        holds(good, "complement: 1 - v is asked of probabilities, from 0 to 1")
        bounds = [[1 - v for v in bound] for bound in reversed(bounds)]
    return bounds


def compared(claim: Json, start: list[int], u: Bounds) -> tuple[list[Any], list[Value], str]:
    """The results of a claim that compares, the claim's value or its bounds, if it has any, and the
    sentence around {subject}."""
    name, relation = claim["filter"], one_of(RELATIONS, claim["relation"], "relation")
    bound = rational(claim["bound"], "bound")
    truth = satisfied(relation, bound, u)
    number, every = truth.count(True), many(len(start), "start state")
    what = f"{{subject}}, is {RELATIONS[relation]} {exactly(bound)}"
    decisive = {"forall": False, "exists": True}.get(name)  # one state is enough
    if None in truth and (decisive is None or decisive not in truth):
        s = start[truth.index(None)]
        raise InvalidCertificate(f"state {s}: its bounds do not say on which side it is")
    if name == "set":
        states = increasing(claim["states"], "claim: states")
        true = [s for s, good in zip(start, truth) if good]
        if states != true:
            s = sorted({*states} ^ {*true})[0]
            wrong = "satisfies it, not in" if s in true else "does not satisfy it, or no start, in"
            raise InvalidCertificate(f"state {s}: {wrong} the set")
        return [number], [], f"from {state_list(states)}, and no other of {every}, {what}"
    if name == "count":
        return [number], [Fraction(number)], f"from exactly {number} of {every} {what}"
    verdict = False not in truth if name == "forall" else True in truth
    text = "true" if verdict else "false"
    where = f" from {'each' if name == 'forall' else 'one or more'} of {every}"
    return [text], [bound[0] for bound in u], f"it is {text} that {what}{where * (len(start) > 1)}"


def satisfied(relation: str, bound: Fraction, u: Bounds) -> list[bool | None]:
    """True or False as u REL bound, by start state; None where the bounds leave that open."""
    truth: list[bool | None] = []
    for low, high in zip(u[0], u[-1]):
        if relation in (">=", "<"):
            above, below = low >= bound, high < bound
        else:
            above, below = low > bound, high <= bound
        truth.append(above == (relation in (">=", ">")) if above or below else None)
    return truth


def calculated(
    name: str, start: list[int], u: Bounds, total: Total
) -> tuple[list[Any], list[Value], str]:
    """The results, values and sentence of a claim that calculates."""
    every, first = many(len(start), "start state"), [bound[0] for bound in u]
    if name in CALCULATING:
        ends = [folded(name, bound, total) for bound in u]
        text = f"the {CALCULATING[name]} over {every} of {{subject}}, is {between(*ends)}"
        return ends, ends, text
    if name == "first":
        return first, first, f"{{subject}}, is {between(*first)} from the first of {every}"
    if name == "print":
        return u, first, f"{{subject}}, is {values_by_state(start, u)}"
    holds(len(u) < 2, f"{name}: bounds do not say it, need values")
    if name == "range":
        ends = [min(u[0]), max(u[0])]
        text = f"least {value_text(ends[0])} and greatest {value_text(ends[1])}"
        return [ends], [], f"{{subject}}, is over {every} {text}"
    best = max(u[0]) if name == "argmax" else min(u[0])
    states = [s for s, v in zip(start, u[0]) if v == best]
    most = "greatest" if name == "argmax" else "least"
    return (
        [states],
        [],
        f"from {state_list(states)}, and no other of {every}, {{subject}}, is {most}",
    )


def folded(name: str, values: list[Value], total: Total) -> Value:
    """The maximum, minimum, sum or mean."""
    if name in ("max", "min"):
        return max(values) if name == "max" else min(values)
    return total(values) * (Fraction(1, len(values)) if name == "avg" else 1)


def state_list(states: list[int]) -> str:
    """The first of some states, and how many there are."""
    if not states:
        return "no state"
    more = f" and {len(states) - SAID} more" * (len(states) > SAID)
    return f"{many(len(states), 'state')} ({', '.join(map(str, states[:SAID]))}{more})"

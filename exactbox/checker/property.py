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
from typing import Any, NamedTuple

from .claim import SAID, Claim, Value, between, exactly, from_each, many, said
from .reading import InvalidCertificate, Json, fields, holds, increasing, natural, one_of, rational
from .sets import set_sha256

# the modules of those whose claims have `values`, or `lower` and `upper`, of `start`
KINDS = {"process": "objectives", "timed": "timed", "bounded": "bounded"}
RELATIONS = {">=": "at least", ">": "more than", "<=": "at most", "<": "less than"}
COMPARING = ("forall", "exists", "count", "set")
CALCULATING = {"max": "maximum", "min": "minimum", "sum": "sum", "avg": "mean"}
EXACT = ("range", "argmax", "argmin")  # need values, not bounds
FILTERS = (*COMPARING, *CALCULATING, *EXACT, "first", "print")
CheckOf = Callable[[str, Any, Any], Claim]  # a kind, a question and a witness
Total = Callable[[Sequence[Value]], Value]


class Proved(NamedTuple):
    """Bounds of u(s) for the start states s: one list twice, if it is known exactly."""

    start: list[int]
    low: list[Value]
    high: list[Value]
    exact: bool

    @property
    def bounds(self) -> list[list[Value]]:
        """One list, or two."""
        return [self.low] if self.exact else [self.low, self.high]


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
    """What is claimed of the values of another question."""
    asked = fields(question, "claim of", "question")
    of, claim = fields(asked["of"], "kind question", "of"), asked["claim"]
    name = one_of(FILTERS, claim.get("filter") if isinstance(claim, dict) else None, "filter")
    more = " bound relation" * (name in COMPARING) + " states" * (name == "set")
    fields(claim, f"complement filter{more}", "claim")
    complement = natural(claim["complement"], "claim: complement", 2) == 1
    found = check_of(one_of(KINDS, of["kind"], "of: kind"), of["question"], witness)
    u = proved_values(found, complement)
    results, text = compared(claim, u) if name in COMPARING else calculated(name, u, total)
    subject, _, values = found.sentence.rpartition(", is ")
    sentence = text.format(subject=f"{'1 minus ' * complement}{subject}")
    sentence += f": {'the latter' if complement else 'it'} is {values}"
    numbers: list[Any] = [None]
    if name in CALCULATING or name == "count":
        numbers = [inf if r == inf else Fraction(r) for r in results]
    elif name in ("forall", "exists", "first", "print"):
        numbers = [bound[0] for bound in u.bounds]
    upper = numbers[1] if len(numbers) > 1 else None
    names = ("result",) if len(results) == 1 else ("result_lower", "result_upper")
    facts = {**found.facts, **dict(zip(names, results))}
    if name == "set" and len(u.start) == facts["states"]:  # what another question may nest
        facts["set"] = set_sha256(of["question"]["model"], claim["states"])
    theorems = str(__doc__), *found.theorems
    return Claim("property", sentence, numbers[0], upper, facts, theorems)


def proved_values(found: Claim, complement: bool) -> Proved:
    """What is proved of u, by what is of v."""
    facts, exact = found.facts, "values" in found.facts
    low, high = (facts[k] for k in (["values"] * 2 if exact else ["lower", "upper"]))
    if complement:
        good = all(0 <= v <= 1 for v in [*low, *high])
        holds(good, "complement: 1 - v is asked of probabilities, from 0 to 1")
        low, high = [1 - v for v in high], [1 - v for v in low]
    return Proved(facts["start"], low, high, exact)


# Thresholds ---------------------------------------------------------------------------------------


def compared(claim: Json, u: Proved) -> tuple[list[Any], str]:
    """Of a claim that compares: what is found, and the sentence around {subject}."""
    name, relation = claim["filter"], one_of(RELATIONS, claim["relation"], "relation")
    bound = rational(claim["bound"], "bound")
    found = satisfied(relation, bound, u)
    number, every = found.count(True), many(len(u.start), "start state")
    what = f"{{subject}}, is {RELATIONS[relation]} {exactly(bound)}"
    decisive = {"forall": False, "exists": True}.get(name)  # one state is enough
    if None in found and (decisive is None or decisive not in found):
        s = u.start[found.index(None)]
        raise InvalidCertificate(f"state {s}: its bounds do not say on which side it is")
    if name == "set":
        states = increasing(claim["states"], "claim: states")
        true = [s for s, good in zip(u.start, found) if good]
        if states != true:
            s = sorted({*states} ^ {*true})[0]
            wrong = "satisfies it, not in" if s in true else "does not satisfy it, or no start, in"
            raise InvalidCertificate(f"state {s}: {wrong} the set")
        return [number], f"from {listed(states)}, and no other of {every}, {what}"
    if name == "count":
        return [number], f"from exactly {number} of {every} {what}"
    verdict = False not in found if name == "forall" else True in found
    text = "true" if verdict else "false"
    where = f" from {'each' if name == 'forall' else 'one or more'} of {every}"
    return [text], f"it is {text} that {what}{where * (len(u.start) > 1)}"


def satisfied(relation: str, bound: Fraction, u: Proved) -> list[bool | None]:
    """Whether u REL bound, of each start state; None where the bounds leave that open."""
    found: list[bool | None] = []
    for low, high in zip(u.low, u.high):
        if relation in (">=", "<"):
            above, below = low >= bound, high < bound
        else:
            above, below = low > bound, high <= bound
        found.append(above == (relation in (">=", ">")) if above or below else None)
    return found


# Filters ------------------------------------------------------------------------------------------


def calculated(name: str, u: Proved, total: Total) -> tuple[list[Any], str]:
    """Of a claim that calculates: what is found, and the sentence around {subject}."""
    every = many(len(u.start), "start state")
    if name in CALCULATING:
        ends: list[Any] = [folded(name, bound, total) for bound in u.bounds]
        return ends, f"the {CALCULATING[name]} over {every} of {{subject}}, is {between(*ends)}"
    if name == "first":
        ends = [bound[0] for bound in u.bounds]
        return ends, f"{{subject}}, is {between(*ends)} from the first of {every}"
    if name == "print":
        return u.bounds, f"{{subject}}, is {from_each(u.start, u.bounds)}"
    holds(u.exact, f"{name}: bounds do not say it, need values")
    if name == "range":
        ends = [min(u.low), max(u.low)]
        text = f"least {said(ends[0])} and greatest {said(ends[1])}"
        return [ends], f"{{subject}}, is over {every} {text}"
    best = max(u.low) if name == "argmax" else min(u.low)
    states = [s for s, v in zip(u.start, u.low) if v == best]
    most = "greatest" if name == "argmax" else "least"
    return [states], f"from {listed(states)}, and no other of {every}, {{subject}}, is {most}"


def folded(name: str, values: list[Value], total: Total) -> Value:
    """The maximum, minimum, sum or mean."""
    if name in ("max", "min"):
        return max(values) if name == "max" else min(values)
    return total(values) * (Fraction(1, len(values)) if name == "avg" else 1)


# Words --------------------------------------------------------------------------------------------


def listed(states: list[int]) -> str:
    """The first of some states, and how many there are."""
    if not states:
        return "no state"
    more = f" and {len(states) - SAID} more" * (len(states) > SAID)
    return f"{many(len(states), 'state')} ({', '.join(map(str, states[:SAID]))}{more})"

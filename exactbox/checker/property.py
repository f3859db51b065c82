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

from collections.abc import Callable
from fractions import Fraction
from math import inf
from typing import Any, NamedTuple

from .budget import VISIT, Budget, key
from .claim import Claim, exactly, many, said, set_sha256
from .reading import (
    InvalidCertificate,
    fields,
    increasing,
    natural,
    one_of,
    rational,
)

# whose claims have `values`, or `lower` and `upper`, of `start`
KINDS = ("process", "timed", "bounded")
RELATIONS = {">=": "at least", ">": "more than", "<=": "at most", "<": "less than"}
COMPARING = ("forall", "exists", "count", "set")
CALCULATING = {"max": "maximum", "min": "minimum", "sum": "sum", "avg": "mean"}
EXACT = ("range", "argmax", "argmin")  # need values, not bounds
FILTERS = (*COMPARING, *CALCULATING, *EXACT, "first", "print")
SAID = 10  # states that a sentence lists
Value = Fraction | float  # or infinity


class Proved(NamedTuple):
    """Bounds of u(s) for the start states s: one list twice, if it is known exactly."""

    start: list[int]
    low: list[Value]
    high: list[Value]

    @property
    def bounds(self) -> list[list[Value]]:
        """One list, or two."""
        return [self.low] if self.low is self.high else [self.low, self.high]


def check(question: Any, witness: Any, budget: Budget) -> Claim:
    """What is claimed of the values of another question."""
    asked = fields(question, "claim of", "question")
    of, claim = fields(asked["of"], "kind question", "of"), asked["claim"]
    name = one_of(FILTERS, claim.get("filter") if isinstance(claim, dict) else None, "filter")
    more = " bound relation" * (name in COMPARING) + " states" * (name == "set")
    fields(claim, f"complement filter{more}", "claim")
    complement = natural(claim["complement"], "claim: complement", 2) == 1
    found = kind_named(of["kind"])(of["question"], witness, budget)
    u = proved_values(found, complement)
    budget.spend(VISIT * len(u.start))
    if name in COMPARING:
        results, text = compared(claim, u, budget)
    else:
        results, text = calculated(name, u, budget)
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


def kind_named(kind: Any) -> Callable[[Any, Any, Budget], Claim]:
    """The check of the other question."""
    name = one_of(KINDS, kind, "of: kind")
    if name == "timed":
        from .timed import check as check_timed

        return check_timed
    if name == "bounded":
        from .bounded import check as check_bounded

        return check_bounded
    from .objectives import check as check_process

    return check_process


def proved_values(found: Claim, complement: bool) -> Proved:
    """What is proved of u, by what is of v."""
    facts = found.facts
    low, high = (facts[k] for k in (["values"] * 2 if "values" in facts else ["lower", "upper"]))
    if complement:
        if not all(0 <= v <= 1 for bound in (low, high) for v in bound):
            raise InvalidCertificate("complement: 1 - v is asked of probabilities, from 0 to 1")
        exact, above = low is high, [1 - v for v in low]
        low, high = above if exact else [1 - v for v in high], above
    return Proved(facts["start"], low, high)


# Thresholds ---------------------------------------------------------------------------------------


def compared(claim: dict[str, Any], u: Proved, budget: Budget) -> tuple[list[Any], str]:
    """Of a claim that compares: what is found, and the sentence around {subject}."""
    name, relation = claim["filter"], one_of(RELATIONS, claim["relation"], "relation")
    bound = Fraction(*rational(claim["bound"], "bound", budget))
    holds = satisfied(relation, bound, u, budget)
    number, every = sum(map(bool, holds)), many(len(u.start), "start state")
    what = f"{{subject}}, is {RELATIONS[relation]} {exactly(bound)}"
    decisive = {"forall": False, "exists": True}.get(name)  # one state is enough
    if None in holds and (decisive is None or decisive not in holds):
        s = u.start[holds.index(None)]
        raise InvalidCertificate(f"state {s}: its bounds do not say on which side it is")
    if name == "set":
        states = increasing(claim["states"], "claim: states")
        true = [s for s, good in zip(u.start, holds) if good]
        if states != true:
            s = sorted({*states} ^ {*true})[0]
            wrong = "satisfies it, not in" if s in true else "does not satisfy it, or no start, in"
            raise InvalidCertificate(f"state {s}: {wrong} the set")
        return [number], f"from {listed(states)}, and no other of {every}, {what}"
    if name == "count":
        return [number], f"from exactly {number} of {every} {what}"
    verdict = (False not in holds) if name == "forall" else (True in holds)
    text = "true" if verdict else "false"
    where = f" from {'each' if name == 'forall' else 'one or more'} of {every}"
    return [text], f"it is {text} that {what}{where * (len(u.start) > 1)}"


def satisfied(relation: str, bound: Fraction, u: Proved, budget: Budget) -> list[bool | None]:
    """Whether u REL bound, of each start state; None where the bounds leave that open."""
    found: list[bool | None] = []
    size = bits(bound)
    for low, high in zip(u.low, u.high):
        budget.product(bits(low) + bits(high), size)
        if relation in (">=", "<"):
            above, below = low >= bound, high < bound
        else:
            above, below = low > bound, high <= bound
        found.append(above == (relation in (">=", ">")) if above or below else None)
    return found


# Filters ------------------------------------------------------------------------------------------


def calculated(name: str, u: Proved, budget: Budget) -> tuple[list[Any], str]:
    """Of a claim that calculates: what is found, and the sentence around {subject}."""
    every = many(len(u.start), "start state")
    if name in CALCULATING:
        ends: list[Any] = [folded(name, bound, budget) for bound in u.bounds]
        return ends, f"the {CALCULATING[name]} over {every} of {{subject}}, is {between(*ends)}"
    if name == "first":
        ends = [bound[0] for bound in u.bounds]
        return ends, f"{{subject}}, is {between(*ends)} from the first of {every}"
    if name == "print":
        parts = [*zip(u.start, *u.bounds)]
        text = ", ".join(f"{between(*ends)} from state {s}" for s, *ends in parts[:SAID])
        more = f"; of {len(parts) - SAID} further states it is not said here"
        return u.bounds, f"{{subject}}, is {text}{more * (len(parts) > SAID)}"
    if u.low is not u.high:
        raise InvalidCertificate(f"{name}: bounds do not say it, need values")
    if name == "range":
        ends = [folded("min", u.low, budget), folded("max", u.low, budget)]
        text = f"least {said(ends[0])} and greatest {said(ends[1])}"
        return [ends], f"{{subject}}, is over {every} {text}"
    best = folded(name[3:], u.low, budget)
    states = [s for s, v in zip(u.start, u.low) if v == best]
    most = "greatest" if name == "argmax" else "least"
    return [states], f"from {listed(states)}, and no other of {every}, {{subject}}, is {most}"


def folded(name: str, values: list[Value], budget: Budget) -> Value:
    """The maximum, minimum, sum or mean."""
    if name in ("max", "min"):
        best = values[0]
        for value in values:
            budget.product(bits(value), bits(best), 2)
            if value > best if name == "max" else value < best:
                best = value
        return best
    over: dict[Any, tuple[int, int]] = {}  # the sum of the numerators, and their denominator
    for value in values:
        if not isinstance(value, Fraction):
            return inf
        q = value.denominator
        p, _ = over.get(key(q), (0, q))
        over[key(q)] = p + value.numerator, q
    total = Fraction(0)
    for p, q in over.values():
        more = p.bit_length() + q.bit_length()
        size = bits(total) + more
        budget.divisor(more, more)
        budget.product(size, more, 3)
        budget.divisor(size, size)
        total += Fraction(p, q)
    return total * Fraction(1, len(values)) if name == "avg" else total


def bits(value: Value) -> int:
    """Of numerator and denominator."""
    if not isinstance(value, Fraction):
        return 1
    return value.numerator.bit_length() + value.denominator.bit_length()


# Words --------------------------------------------------------------------------------------------


def between(low: Value, high: Value | None = None) -> str:
    """A value, or its bounds."""
    if high is None or low == high:
        return said(low)
    return f"at least {exactly(low)} and at most {exactly(high)}"


def listed(states: list[int]) -> str:
    """The first of some states, and how many there are."""
    if not states:
        return "no state"
    more = f" and {len(states) - SAID} more" * (len(states) > SAID)
    return f"{many(len(states), 'state')} ({', '.join(map(str, states[:SAID]))}{more})"

"""Witnesses for tiny decision processes: right ones, and such that are wrong in one part or two.

For each policy, and each set of states that is said to be infinite, the values are solutions of the
policy's equations, of which there are many where a play can stay for ever; those of other policies,
the optimum, and all these with an entry changed. Ranks, levels and components are those of a
search backward from the goal, by everybody's choices or the policy's alone, and arbitrary ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from math import inf, lcm
from random import Random
from typing import Any

from exactbox.certificate import encode_integer
from exactbox.checker.fast.rationals import SHARED
from tests.brute import Chain, Value, reachable_sets
from tests.weakenings.processes import (
    FAMILIES,
    Policy,
    Tiny,
    policy_values,
    random_tiny,
    stated,
    truth,
)
from tests.weakenings.trial import LITTLE, Family, Json, Trial, some

Vector = dict[int, Fraction]  # choice to value
FREE = [Fraction(n) for n in (0, 1, -1, 2)] + [Fraction(1, 2)]
BOUNDED = ("reach", "cost", "cost_signed", "total", "discounted", "discounted_second")
A_QUESTION, A_HORIZON = 260, 4  # trials
LONG = 2 ** (SHARED + 1)


def process_family(family: str, rng: Random, count: int) -> Iterator[Trial]:
    """About so many trials of a family; "bounds" after its name for lower and upper bounds."""
    done = 0
    while done < count:
        tiny = random_tiny(rng, family.removesuffix("_bounds"))
        if ("signed" in family) != tiny.signed and tiny.objective in ("cost", "total"):
            continue
        found = list(trials(tiny, rng, bounds=family.endswith("_bounds")))
        found = some(rng, found, A_HORIZON if tiny.objective == "within_steps" else A_QUESTION)
        done += len(found)
        yield from found


def trials(tiny: Tiny, rng: Random, *, bounds: bool) -> Iterator[Trial]:
    """Many trials of one question."""
    values = truth(tiny)
    if bounds and rng.random() < 0.5:
        tiny = tiny._replace(start=[rng.randrange(len(tiny.options))])
    question, asked = stated(tiny), [values[s] for s in tiny.start]
    is_true = partial(_contains if bounds else _equals, asked)
    if tiny.objective == "within_steps":
        n = len(tiny.options)
        partitions = [{"classes": each} for each in product(range(n), repeat=n)]
        for witness in ({}, *partitions):  # some are not numbered by their first states
            yield Trial("process", question, witness, is_true)
        return
    policies = some(rng, list(tiny.policies), 8)
    for policy in policies:
        options = [row.index(c) for row, c in zip(tiny.options, policy)]
        for infinite in _infinite_sets(tiny, rng, values):
            places = _places(tiny, policy, infinite)
            for numbers, vector, solves in _numbers(tiny, rng, policy, places, values, bounds):
                parts = _parts(tiny, rng, policy, infinite, places, vector)
                for part in parts if solves else parts[:1]:
                    witness = {"policy": options, **numbers, **part}
                    yield Trial("process", question, witness, is_true)


def _equals(truths: Sequence[Value | None], claim: Any) -> bool:
    return list(claim.facts["values"]) == truths and claim.value == truths[0]


def _contains(truths: Sequence[Value | None], claim: Any) -> bool:
    lower, upper = claim.facts["lower"], claim.facts["upper"]
    pairs = zip(lower, truths, upper, strict=True)
    first = claim.value == lower[0] and claim.upper == upper[0]
    return first and all(v is not None and low <= v <= high for low, v, high in pairs)


# Values -------------------------------------------------------------------------------------------


def _infinite_sets(tiny: Tiny, rng: Random, values: list[Any]) -> list[set[int]]:
    """The right set of infinite states first, where there may be any."""
    if tiny.objective not in ("cost", "total") or tiny.signed:
        return [set()]
    right = {s for s, v in enumerate(values) if v == inf}
    states = range(len(values))
    every = [set(c) for k in range(len(values) + 1) for c in combinations(states, k)]
    every.sort(key=lambda each: not each.isdisjoint(tiny.goal or ()))
    return [right, *some(rng, [each for each in every if each != right][:5], 3)]


def _places(tiny: Tiny, policy: Policy, infinite: set[int]) -> list[Any]:
    """The value of each state where the question or the set says it, or its choice."""
    places: list[Any] = [("choice", c) for c in policy]
    for s in range(len(policy)):
        if tiny.stay is not None and s not in tiny.stay:
            places[s] = Fraction(0)
        if tiny.goal and s in tiny.goal:
            places[s] = Fraction(tiny.objective == "reach")
        elif s in infinite:
            places[s] = inf
    return places


def _used(places: list[Any]) -> list[int]:
    return sorted({place[1] for place in places if isinstance(place, tuple)})


def _end(tiny: Tiny) -> Value:
    """What the end of the play is worth."""
    if tiny.objective == "cost":
        return Fraction(0) if tiny.ended else inf
    return Fraction(tiny.objective == "reach" and tiny.ended)


def _numbers(
    tiny: Tiny, rng: Random, policy: Policy, places: list[Any], values: list[Any], bounds: bool
) -> Iterator[tuple[Json, Vector, bool]]:
    """The values, or bounds, as witnesses have them; the (lower) numbers; and whether these solve
    the equations."""
    good, bad = _vectors(tiny, rng, policy, places, values)
    if any(inf in _after(tiny, c, places) for c in _used(places)):
        good, bad = [], (good + bad)[:2]
    if bounds:
        pairs = [(low, high) for low in good + bad for high in good + bad]
        for low, high in some(rng, pairs, 12):
            yield {"lower": blocks(low, rng), "upper": blocks(high, rng)}, low, low in good
        return
    for vector in good + bad:
        yield {"values": blocks(vector, rng)}, vector, vector in good


def _after(tiny: Tiny, choice: int, places: list[Any]) -> list[Any]:
    """The places that a choice leads to."""
    return [places[t] for t in tiny.branches[choice]] or [_end(tiny)]


def _vectors(
    tiny: Tiny, rng: Random, policy: Policy, places: list[Any], values: list[Any]
) -> tuple[list[Vector], list[Vector]]:
    """Solutions of the policy's equations; and others."""
    used = _used(places)
    state = {place[1]: s for s, place in enumerate(places) if isinstance(place, tuple)}
    good = some(rng, list(_solutions(tiny, used, places, None)), 5)
    others = []
    for known in [values, policy_values(tiny, rng.choice(list(tiny.policies)))]:
        of_choice = {c: known[state[c]] for c in used}
        if all(isinstance(v, Fraction) for v in of_choice.values()):
            others.append(of_choice)
    for vector in some(rng, good + others, 2) if used else ():
        delta = rng.choice([Fraction(n) for n in (1, -1, "1/2", "-1/3")] + [LITTLE, -LITTLE])
        changed = rng.choice(used)
        others.append({c: v + delta * (c == changed) for c, v in vector.items()})
        others.append({c: v + delta for c, v in vector.items()})
    others.append(dict.fromkeys(used, Fraction(rng.choice([0, 1]))))
    return good, [v for k, v in enumerate(others) if v not in good + others[:k]]


def _solutions(
    tiny: Tiny, used: list[int], places: list[Any], gain: Vector | None
) -> Iterator[Vector]:
    """v(c) = r(c) + d sum p v for the choices in use; less g(c), with gains. Free unknowns are
    tried out; a choice that leads to infinity has a free value."""
    index = {c: i for i, c in enumerate(used)}
    d = Fraction(1) if tiny.discount is None else tiny.discount
    rows = []
    for c in used:
        row = [Fraction(c == other) for other in used] + [Fraction(0)]
        if tiny.objective not in ("reach",) and (tiny.objective != "mean_payoff" or gain):
            row[-1] += tiny.reward[c] - (gain[c] if gain else 0)
        whole = sum(tiny.branches[c].values())
        for w, place in zip(tiny.branches[c].values() or [1], _after(tiny, c, places)):
            q = Fraction(w, whole or 1)
            if isinstance(place, tuple):
                row[index[place[1]]] -= d * q
            elif place == inf:
                row = [Fraction(0)] * (len(used) + 1)
                break
            else:
                row[-1] += d * q * place
        rows.append(row)
    for numbers in _solve(rows, len(used)):
        yield dict(zip(used, numbers))


def _solve(rows: list[list[Fraction]], n: int) -> Iterator[list[Fraction]]:
    """All x of which the free entries are from a few numbers, by elimination."""
    pivots: dict[int, int] = {}
    for j in range(n):
        k = next((k for k in range(len(pivots), len(rows)) if rows[k][j]), None)
        if k is None:
            continue
        here = len(pivots)
        rows[here], rows[k] = rows[k], rows[here]
        rows[here] = [e / rows[here][j] for e in rows[here]]
        for k, row in enumerate(rows):
            if k != here and row[j]:
                rows[k] = [e - row[j] * f for e, f in zip(row, rows[here])]
        pivots[j] = here
    if any(row[-1] for row in rows[len(pivots) :]):
        return
    free = [j for j in range(n) if j not in pivots]
    for given in product(FREE, repeat=len(free)):
        x = dict(zip(free, given))
        for j, k in pivots.items():
            x[j] = rows[k][-1] - sum((rows[k][i] * x[i] for i in free), Fraction(0))
        yield [x[j] for j in range(n)]


def blocks(vector: Vector, rng: Random) -> list[Any]:
    """One block for all, or one for each choice; now and then over a multiple of the least
    denominator, also one that is too long for all values to be brought over it."""
    groups = [[c] for c in vector] if rng.random() < 0.5 else [list(vector)] if vector else []
    found = []
    for choices in groups:
        d = lcm(*(vector[c].denominator for c in choices)) * rng.choice([1, 1, 2, LONG])
        found.append([encode_integer(d), choices, [encode_integer(vector[c] * d) for c in choices]])
    return found


# The other parts ----------------------------------------------------------------------------------


def _parts(
    tiny: Tiny, rng: Random, policy: Policy, infinite: set[int], places: list[Any], vector: Vector
) -> list[Json]:
    """Biases; ranks, infinite states with levels, components with heights; the right ones first."""
    if tiny.objective == "discounted":
        return [{}]
    if tiny.objective == "mean_payoff":
        return [{"bias": bias} for bias in _biases(tiny, rng, places, vector)]
    ranks = _rank_vectors(tiny, rng, policy, places, vector)
    if tiny.objective == "reach" or (tiny.signed and tiny.objective == "cost"):
        return [{"ranks": each} for each in ranks]
    if tiny.signed:
        more = [*_strong(tiny), *_components(len(policy))]
    else:
        right = _levels(tiny, policy, infinite)
        levels = [right, *product((0, 1, 2), repeat=len(infinite))]
        more = [{"infinite": sorted(infinite), "levels": list(each)} for each in levels]
    pairs = [{"ranks": ranks[0], **each} for each in more[:1]]
    pairs += [{"ranks": each, **more[0]} for each in ranks[1:]]
    pairs += [{"ranks": ranks[0], **each} for each in some(rng, more[1:], 8)]
    return pairs + [{"ranks": rng.choice(ranks), **rng.choice(more)} for _ in range(4)]


def _rank_vectors(
    tiny: Tiny, rng: Random, policy: Policy, places: list[Any], vector: Vector
) -> list[list[int]]:
    """By backward search: from the states that are not open, or have the value 0, by the choices of
    the policy, of all, or of one player, the right ones first; and with an entry changed."""
    closed = {s for s, place in enumerate(places) if not isinstance(place, tuple)}
    zeros = {
        s for s, v in enumerate(places) if (vector.get(v[1]) if isinstance(v, tuple) else v) == 0
    }
    ups = [(tiny.sense == "max") != (s in tiny.second) for s in range(len(places))]
    downs = [not up for up in ups]
    nobody, everybody = [False] * len(places), [True] * len(places)
    free, target = {
        "reach": (downs, closed | zeros),
        "cost": (nobody if tiny.signed else ups, closed),
        "total": (nobody if tiny.signed else downs, zeros),
    }[tiny.objective]
    paid = tiny.objective == "total" and not tiny.signed
    found = []
    for aim in [target, closed, closed | zeros]:
        for flags in [free, nobody, everybody, ups, downs]:
            available = [row if f else [c] for f, c, row in zip(flags, policy, tiny.options)]
            found.append(_search(tiny, available, aim, paid=paid))
    found = [ranks for k, ranks in enumerate(found) if ranks not in found[:k]]
    for ranks in some(rng, found, 2):
        changed = ranks[:]
        changed[rng.randrange(len(ranks))] = rng.choice([0, 1, 2])
        found.append(changed)
    return [*found, [0] * len(tiny.branches)]


def _search(
    tiny: Tiny, available: Sequence[Sequence[int]], target: set[int], *, paid: bool
) -> list[int]:
    """The round in which a choice has somewhere to fall to; 0 if it never has."""
    ranks = [0] * len(tiny.branches)
    done = set(target)
    fallen = {c for c, row in enumerate(tiny.branches) if not row or (paid and tiny.reward[c])}
    for rank in range(len(tiny.branches) + 1):
        new = {c for c, row in enumerate(tiny.branches) if c not in fallen and done & row.keys()}
        for c in new:
            ranks[c] = rank
        fallen |= new
        done |= {s for s, row in enumerate(available) if fallen.issuperset(row)}
    return ranks


def _levels(tiny: Tiny, policy: Policy, infinite: set[int]) -> tuple[int, ...]:
    """0 where the play cannot get away; else the round of a backward search; 2 if it never ends."""
    available = {
        s: [policy[s]] if (tiny.sense == "max") != (s in tiny.second) else tiny.options[s]
        for s in infinite
    }
    missed = tiny.objective == "cost" and not tiny.ended

    def stays(c: int, inside: set[int]) -> bool:
        return tiny.branches[c].keys() <= inside and (bool(tiny.branches[c]) or missed)

    held = infinite
    while held != (held := {s for s in held if all(stays(c, held) for c in available[s])}):
        pass
    level = dict.fromkeys(held, 0)
    for k in (1, 2):
        found = set(level)
        for s in infinite - found:
            if all(tiny.branches[c].keys() & found for c in available[s]):
                level[s] = k
    return tuple(level.get(s, 2) for s in sorted(infinite))


def _strong(tiny: Tiny) -> list[Json]:
    """The strong components of all choices, lower the fewer states they can reach."""
    edges: Chain = [{t: Fraction(1) for c in row for t in tiny.branches[c]} for row in tiny.options]
    reach = reachable_sets(edges)
    first = [min(t for t in reach[s] if s in reach[t]) for s in range(len(edges))]
    roots = sorted(set(first))
    return [
        {
            "components": [roots.index(root) for root in first],
            "heights": [len(reach[root]) for root in roots],
        }
    ]


def _components(n: int) -> list[Json]:
    """Each partition into numbered components, with heights."""
    found = []
    for of_state in product(range(n), repeat=n):
        if all(k <= max(of_state[:s], default=-1) + 1 for s, k in enumerate(of_state)):
            for heights in product((0, 1), repeat=max(of_state) + 1):
                found.append({"components": list(of_state), "heights": list(heights)})
    return found


def _biases(tiny: Tiny, rng: Random, places: list[Any], gain: Vector) -> Iterator[list[Any]]:
    """Solutions of the equations of the bias for these gains, and such with an entry changed."""
    used = _used(places)
    found = some(rng, list(_solutions(tiny, used, places, gain)), 6)
    found.append(dict.fromkeys(used, Fraction(0)))
    for bias in found:
        yield blocks(bias, rng)
        changed, delta = rng.choice(used), rng.choice([-1, 1, LITTLE, -LITTLE])
        yield blocks({c: h + delta * (c == changed) for c, h in bias.items()}, rng)


BOUNDS = [f"{family}_bounds" for family in BOUNDED]
PROCESS_FAMILIES: dict[str, Family] = {
    family: partial(process_family, family) for family in (*FAMILIES, *BOUNDS)
}

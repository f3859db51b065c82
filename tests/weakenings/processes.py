"""Tiny decision processes as questions of the checker, and their true values by brute force.

A policy makes a chain of the states and one more, the end of the play, which is never left. For
every objective here a memoryless policy is as good as any other, so the value is the best of the
values of all those, of the second player's answers the worst. Where that is not so, because sums
do not converge or have no bound, the value is None: every claim about it is false.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import inf
from random import Random
from typing import Any, NamedTuple

from exactbox.certificate import encode_ratio
from tests.brute import (
    Chain,
    Value,
    can_reach,
    chain_of,
    expected,
    for_ever,
    on_average,
    reached,
    recurrent_classes,
    until,
    with_discount,
)

Policy = tuple[int, ...]  # the choice in each state


class Tiny(NamedTuple):
    """A question in numbers and sets."""

    objective: str
    sense: str
    options: list[list[int]]  # of each state, choices
    branches: list[dict[int, int]]  # of each choice, target to weight; without any it ends the play
    reward: list[Fraction]
    goal: set[int] | None
    ended: bool
    stay: set[int] | None
    second: set[int]
    discount: Fraction | None
    steps: int
    start: list[int]

    @property
    def signed(self) -> bool:
        """Whether a reward before the goal is negative."""
        before = set(range(len(self.options))) - (self.goal or set())
        return any(self.reward[c] < 0 for s in before for c in self.options[s])

    @property
    def policies(self) -> Iterator[Policy]:
        """All of them."""
        return product(*self.options)


def stated(tiny: Tiny) -> dict[str, Any]:
    """The question in its normal form."""
    flat = [c for row in tiny.options for c in row]
    rows = [sorted(row.items()) for row in tiny.branches]
    found: dict[str, Any] = {
        "model": {
            "rule": "explicit",
            "options": [len(row) for row in tiny.options],
            "choice": [] if flat == list(range(len(tiny.branches))) else flat,
            "branches": [len(row) for row in rows],
            "target": [t for row in rows for t, _ in row],
            "weight": [w for row in rows for _, w in row],
        },
        "objective": tiny.objective,
        "sense": tiny.sense,
        "start": tiny.start,
    }
    if tiny.goal is not None:
        found["goal"] = {"ended": int(tiny.ended), "name": "done", "states": sorted(tiny.goal)}
    if tiny.stay is not None:
        found["stay"] = {"name": "safe", "states": sorted(tiny.stay)}
    if tiny.objective in ("cost", "total", "discounted", "mean_payoff") or tiny.goal is None:
        of = [encode_ratio(r.numerator, r.denominator) for r in tiny.reward]
        found["reward"] = {"name": "coins", "of": of}
    if tiny.objective in ("reach", "total", "discounted"):
        found["second"] = sorted(tiny.second)
    if tiny.discount is not None:
        found["discount"] = encode_ratio(tiny.discount.numerator, tiny.discount.denominator)
    if tiny.objective == "within_steps":
        found["steps"] = tiny.steps
    return found


# Random models ------------------------------------------------------------------------------------

REWARDS = [Fraction(n) for n in (0, 0, 0, 1, 1, 2)] + [Fraction(1, 2)]
SIGNED = [Fraction(n) for n in (0, 0, -1, 1, -2, 2)] + [Fraction(-1, 2)]
FAMILIES = (
    *("reach", "reach_stay", "reach_second", "cost", "cost_signed", "total", "total_second"),
    *("total_signed", "discounted", "discounted_second", "mean_payoff"),
    *("within_steps", "within_steps_stay", "within_steps_reward", "within_steps_discount"),
)


def random_tiny(rng: Random, family: str) -> Tiny:
    """A question of a family, of one to three states."""
    objective = next(name for name in OBJECTIVES if family.startswith(name))
    n = rng.choice([1, 2, 2, 2, 3, 3])
    options, branches = _random_layout(rng, n, ends=objective != "mean_payoff")
    rewards = SIGNED if "signed" in family or objective in UNLIMITED else REWARDS
    has_goal = family in ("within_steps", "within_steps_stay") or objective in ("reach", "cost")
    return Tiny(
        objective,
        rng.choice(["max", "min"]),
        options,
        branches,
        [rng.choice(rewards) for _ in branches],
        set(rng.sample(range(n), rng.choice([0, 1, 1]) if n > 1 else 0)) if has_goal else None,
        has_goal and rng.random() < 0.5,
        {s for s in range(n) if rng.random() < 0.7} if "stay" in family else None,
        {s for s in range(n) if rng.random() < 0.5} if "second" in family else set(),
        rng.choice([Fraction(1, 2), Fraction(2, 3), Fraction(0)]) if "discount" in family else None,
        rng.randint(0, 3) if objective == "within_steps" else 0,
        list(range(n)),
    )


def _random_layout(
    rng: Random, n: int, *, ends: bool
) -> tuple[list[list[int]], list[dict[int, int]]]:
    """Options and branches; now and then states share choices."""
    options: list[list[int]] = []
    choices = 0
    for _ in range(n):
        size = rng.choice([1, 1, 2, 2, 3]) if n < 3 else rng.choice([1, 1, 2])
        options.append(list(range(choices, choices + size)))
        choices += size
    if n > 1 and rng.random() < 0.3:
        for row in options[1:]:
            row += rng.sample(range(choices), 1)
            row[:] = dict.fromkeys(row)
        rng.shuffle(options)
    branches: list[dict[int, int]] = []
    for _ in range(choices):
        size = rng.choice([0, 1, 1, 1, 2, 2] if ends else [1, 1, 2])
        targets = rng.sample(range(n), min(size, n))
        weights = rng.choice([(1, 1), (1, 1), (1, 2), (2, 1)])
        one = len(targets) == 1
        branches.append({t: 1 if one else w for t, w in zip(targets, weights)})
    return options, branches


OBJECTIVES = ("reach", "cost", "total", "discounted", "mean_payoff", "within_steps")
UNLIMITED = ("discounted", "mean_payoff", "within_steps")  # rewards of both signs in any case


# The truth ----------------------------------------------------------------------------------------


def chain(tiny: Tiny, policy: Sequence[int]) -> tuple[Chain, list[Fraction]]:
    """The chain of a policy with its rewards; its last state is the end of the play."""
    end = len(tiny.options)
    rows = []
    for c in policy:
        whole = sum(tiny.branches[c].values())
        rows.append([(Fraction(w, whole), t) for t, w in tiny.branches[c].items()] or [(1, end)])
    return chain_of([*rows, [(1, end)]]), [*(tiny.reward[c] for c in policy), Fraction(0)]


def policy_values(tiny: Tiny, policy: Sequence[int]) -> list[Value]:
    """What a policy is worth from each state; where a sum does not converge, infinity."""
    p, rewards = chain(tiny, policy)
    states = range(len(tiny.options))
    goal = [s in (tiny.goal or ()) for s in states] + [tiny.ended]
    if tiny.objective == "reach":
        stay = None if tiny.stay is None else [s in tiny.stay for s in states] + [True]
        return reached(goal, stay)(p)[:-1]
    if tiny.objective == "cost":
        return until(goal)(p, rewards)[:-1]
    if tiny.objective == "total":
        return for_ever(p, rewards)[:-1]
    if tiny.objective == "discounted":
        assert tiny.discount is not None
        return with_discount(tiny.discount)(p, rewards)[:-1]
    return on_average(p, rewards)[:-1]


def truth(tiny: Tiny) -> list[Value | None]:
    """The optimum from each state."""
    if tiny.objective == "within_steps":
        return list(_within_steps(tiny))
    known = {policy: policy_values(tiny, policy) for policy in tiny.policies}
    if tiny.signed and tiny.objective in ("cost", "total"):
        return _signed(tiny, known)
    best, worst = (max, min) if tiny.sense == "max" else (min, max)
    first = [row if s not in tiny.second else [-1] for s, row in enumerate(tiny.options)]
    other = [row if s in tiny.second else [-1] for s, row in enumerate(tiny.options)]
    table = [
        [known[tuple(map(max, mine, theirs))] for theirs in product(*other)]
        for mine in product(*first)
    ]
    one_way = [best(column) for column in zip(*([worst(v) for v in zip(*row)] for row in table))]
    turned = [[best(v) for v in zip(*row)] for row in zip(*table)]
    assert one_way == [worst(column) for column in zip(*turned)]
    return list(one_way)


def _signed(tiny: Tiny, known: dict[Policy, list[Value]]) -> list[Value | None]:
    """The best finite value of a policy; None where there is none, or nothing bounds it.

    Of a cost, policies that reach the goal almost surely count; if the play can get to a circle on
    which it gains, and from there to the goal, it may do so after any number of rounds. A total is
    the limit of sums for all policies if no circle has rewards.
    """
    states = range(len(tiny.options))
    better = max if tiny.sense == "max" else min
    best: list[Value | None] = [
        better([v[s] for v in known.values() if v[s] != inf], default=None) for s in states
    ]
    cost = tiny.objective == "cost"
    proper = {s for s in states if best[s] is not None}
    goal = (tiny.goal or set()) if cost else set()
    bad: set[int] = set()
    for policy in known:
        p, rewards = chain(tiny, policy)
        gain = on_average(p, rewards)
        for members in recurrent_classes(p):
            inside = set(members) <= proper - goal
            gains = gain[members[0]] > 0 if tiny.sense == "max" else gain[members[0]] < 0
            if (inside and gains) if cost else any(rewards[s] for s in members):
                bad |= set(members)
    edges: Chain = [
        {
            t: Fraction(1)
            for c in row
            if tiny.branches[c].keys() <= proper or not cost
            for t in tiny.branches[c]
        }
        if s not in goal
        else {}
        for s, row in enumerate(tiny.options)
    ]
    unbounded = can_reach(edges, bad)
    return [None if s in unbounded else best[s] for s in states]


def _within_steps(tiny: Tiny) -> list[Fraction]:
    """By recursion over the steps that are left."""
    better = max if tiny.sense == "max" else min
    goal, states = tiny.goal, range(len(tiny.options))
    values = [Fraction(goal is not None and s in goal) for s in states]
    for _ in range(tiny.steps):
        before, values = values, values[:]
        for s in states:
            if (goal and s in goal) or (tiny.stay is not None and s not in tiny.stay):
                continue
            q_values = []
            for c in tiny.options[s]:
                row, whole = tiny.branches[c], sum(tiny.branches[c].values())
                after = expected({t: Fraction(w, whole) for t, w in row.items()}, before)
                if goal is None:
                    after = tiny.reward[c] + (1 if tiny.discount is None else tiny.discount) * after
                q_values.append(after if row or goal is None else Fraction(tiny.ended))
            values[s] = better(q_values)
    return values

"""Rewards with a discount, and those of n steps: the theorems, their conditions and sentences.

The terms are those of `process`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import singledispatch
from itertools import accumulate
from math import gcd

from . import reading
from .model import Layout
from .objectives import REACH, TOTAL, Objective
from .process import ONE, ZERO, Process, StateSet, Vector
from .reading import Json, holds, need


def check_discounted(p: Process, witness: Json) -> list[Vector]:
    """The expected total reward, that of step k, counted from 0, times d^k.

    The step is a contraction, for two players too, and v its only fixed point. It is monotone, so
    what is no more than its own step is no more than v: bounds are bounds.
    Coq: `discounted_at_least`, `discounted_at_most` (proofs/coq/Discounted.v).
    """
    return p.fix_policy(witness, ZERO).check_step()


def check_within_steps(p: Process, witness: Json) -> list[Vector]:
    """Within n steps: the probability to reach the goal, by way of `stay` only if that is asked; or
    the expected reward, that of step k, counted from 0, times d^k if there is a discount.

    Nothing is claimed: `backward` works it out; perhaps of classes of bisimilar states (`lump`).
    Coq: `within_steps_max`, `within_steps_min` (proofs/coq/WithinSteps.v), `backward_max`,
    `backward_min` (proofs/coq/Backward.v).
    """
    if "classes" not in witness:
        return [backward(p)]
    label = reading.naturals(witness["classes"], "classes", p.states, p.states)
    by_first = list(dict.fromkeys(label)) == list(range(max(label) + 1))
    need(by_first, "classes: need them numbered by their first states")
    v = backward(lump(p, label))
    return [[v[k] for k in label]]


@singledispatch
def lump(p: Process, label: Sequence[int]) -> Process:
    """The process of classes of *bisimilar* states: each has the actions of its first state.

    The states of a class are all on the boundary, with one value, or each has the same actions as
    the others, repetitions aside: an action is what it pays, whether it ends the play in the goal,
    and with which probabilities it leads to which classes whose value is not always 0. So by
    induction over the steps the states of a class have one value, that of the class. (`fast` pays,
    and then does this.)
    """
    boundary, first = p.boundary_values(), {k: s for s, k in reversed([*enumerate(label)])}
    zero = {k for k, s in first.items() if boundary.get(s) == 0}
    rows = list[dict[int, int]]()  # of choices: the weight of each class
    for c in range(p.choices):
        begin, row = p.layout.begin[c], Counter[int]()
        for t, w in zip(p.targets(c), p.layout.weight[begin : p.layout.begin[c + 1]]):
            row[label[t]] += w
        rows.append(row)

    def action(c: int) -> tuple[object, ...]:
        whole, row = p.total_weight[c], rows[c]
        shared = gcd(whole, *[w for k, w in row.items() if k not in zero])
        to = sorted((k, w // shared) for k, w in row.items() if k not in zero)
        return p.reward[c], p.goal.ended and not row, whole // shared, *to

    own = [action(c) for c in range(p.choices)]
    actions = [
        {own[c] for c in p.actions(s)} if s not in boundary else set() for s in range(p.states)
    ]
    for s, k in enumerate(label):
        alike = boundary.get(s) == boundary.get(first[k]) and actions[s] == actions[first[k]]
        holds(alike, f"classes: state {s} is not like state {first[k]}")
    used = [c for k in sorted(first) for c in p.actions(first[k])]
    sizes = [0, *accumulate(len(rows[c]) for c in used)]
    targets = [k for c in used for k in sorted(rows[c])]
    weights = [rows[c][k] for c in used for k in sorted(rows[c])]
    starts = [0, *accumulate(len(p.actions(first[k])) for k in sorted(first))]
    goal = frozenset(label[s] for s in p.goal.states)
    stay = p.stay and StateSet(p.stay.name, frozenset(label[s] for s in p.stay.states))
    return replace(
        p,
        layout=Layout(starts, range(len(used)), sizes, targets, weights),
        reward=[p.reward[c] for c in used],
        start=sorted({label[s] for s in p.start}),
        goal=p.goal._replace(states=goal),
        stay=stay,
    )


@singledispatch
def backward(p: Process) -> Vector:
    """v_n, n being the number of steps: v_0 = 0, v_(k+1)(s) is the best of w(c) with v_k; the
    boundary values stay. (`fast` has another kernel for its own processes.)"""
    best, boundary = max if p.sense == "max" else min, p.boundary_values()
    end = ONE if p.goal.ended else ZERO
    v = [boundary.get(s, ZERO) for s in range(p.states)]
    for _ in range(p.steps):
        w = [p.q_value(c, v, end, reward) for c, reward in enumerate(p.reward)]
        better = [best([w[c] for c in p.actions(s)]) for s in range(p.states)]
        v = [boundary.get(s, value) for s, value in enumerate(better)]
    return v


STEPS = "expected {reward} of the first {steps} steps{fading}"
OBJECTIVES = {
    "discounted": Objective(check_discounted, "discount reward second", "policy bounds", TOTAL),
    "within_steps": Objective(
        check_within_steps, "goal steps stay?", "classes?", f"{REACH} within {{steps}} steps"
    ),
    "reward_within_steps": Objective(
        check_within_steps, "reward steps discount?", "classes?", STEPS
    ),
}

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
from typing import Any

from .model import Layout
from .objectives import REACH, TOTAL, Objective
from .process import ONE, ZERO, Process, Vector
from .reading import Json, holds, naturals, need


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
    q, label = lump(p, witness["classes"])
    v = backward(q)
    return [[v[k] for k in label]]


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


def lump(p: Process, classes: Any) -> tuple[Process, Sequence[int]]:
    """The process of classes of bisimilar states, and the class of each state.

    Theorem. Let the states of each class be all on the boundary, with one value, or let each have
    the same actions as the others, repetitions aside: an action is what it pays, whether it ends
    the play in the goal, and with which probabilities it leads to which classes whose value is not
    always 0. By induction over the steps, the states of a class have one value: that of the class
    in the process whose states are the classes, each with the actions of its first state.

    Source: Larsen, Skou, 1991.
    """
    label = naturals(classes, "classes", p.states, p.states)
    by_first = [*dict.fromkeys(label)] == [*range(max(label) + 1)]
    need(by_first, "classes: need them numbered by their first states")
    rows = weights_of_classes(p, label)
    first = {k: s for s, k in reversed([*enumerate(label)])}
    check_alike(p, label, first, rows)
    actions = [p.actions(first[k]) for k in sorted(first)]
    used = [c for row in actions for c in row]
    layout = Layout(
        [0, *accumulate(map(len, actions))],
        range(len(used)),
        [0, *accumulate(len(rows[c]) for c in used)],
        [k for c in used for k in sorted(rows[c])],
        [rows[c][k] for c in used for k in sorted(rows[c])],
    )
    goal = p.goal._replace(states=frozenset(label[s] for s in p.goal.states))
    stay = p.stay and p.stay._replace(states=frozenset(label[s] for s in p.stay.states))
    start, reward = sorted({label[s] for s in p.start}), [p.reward[c] for c in used]
    return replace(p, layout=layout, reward=reward, start=start, goal=goal, stay=stay), label


@singledispatch
def weights_of_classes(p: Process, label: Sequence[int]) -> list[Counter[int]]:
    """The weight of each class, for each choice. (`fast` pays, and then does this.)"""
    rows, begin = list[Counter[int]](), p.layout.begin
    for c in range(p.choices):
        rows.append(Counter())
        for t, w in zip(p.targets(c), p.layout.weight[begin[c] : begin[c + 1]]):
            rows[c][label[t]] += w
    return rows


def check_alike(
    p: Process, label: Sequence[int], first: dict[int, int], rows: Sequence[Counter[int]]
) -> None:
    """The theorem's condition, for each state and the first one of its class."""
    boundary = p.boundary_values()
    zero = {k for k, s in first.items() if boundary.get(s) == 0}

    def action(c: int) -> tuple[object, ...]:
        to = [(k, w) for k, w in sorted(rows[c].items()) if k not in zero]
        shared = gcd(p.total_weight[c], *[w for _, w in to])
        ended = p.goal.ended and not rows[c]
        return p.reward[c], ended, p.total_weight[c] // shared, *[(k, w // shared) for k, w in to]

    own = [action(c) for c in range(p.choices)]
    for s, k in enumerate(label):
        alike = boundary.get(s) == boundary.get(first[k])
        if s not in boundary:
            theirs = {own[c] for c in p.actions(first[k])}
            alike = alike and {own[c] for c in p.actions(s)} == theirs
        holds(alike, f"classes: state {s} is not like state {first[k]}")


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

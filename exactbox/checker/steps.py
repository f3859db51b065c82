"""Rewards with a discount, and those of n steps: the theorems, their conditions and sentences.

The terms are those of `process`.
"""

from __future__ import annotations

from functools import singledispatch
from importlib import import_module

from .objectives import REACH, TOTAL, Objective
from .process import ONE, ZERO, Process, Vector
from .reading import Json


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

    Nothing is claimed: `backward` works it out; perhaps of classes of bisimilar states (`lumping`).
    Coq: `within_steps_max`, `within_steps_min` (proofs/coq/WithinSteps.v), `backward_max`,
    `backward_min` (proofs/coq/Backward.v).
    """
    if "classes" not in witness:
        return [backward(p)]
    lumping = import_module(".lumping", __package__)
    q, label = lumping.lump(p, witness["classes"])
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

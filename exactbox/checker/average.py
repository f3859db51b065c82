"""Long-run averages: the theorem, its conditions and the sentence, in the terms of `process`."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import singledispatch
from typing import Any

from .objectives import Objective
from .process import ONE, ZERO, Policy, Process, Vector
from .reading import Json, holds, need


def check_mean_payoff(p: Process, witness: Json) -> list[Vector]:
    """The long-run average reward of a step: the limit over n of 1/n of that of the first n steps;
    where there is none the upper limit (min: the lower).

    The gains g obey the step without rewards, and g(s) + h(s) = r(c) + sum_t p(c, t) h(t) for what
    pi picks, >= for all actions (min: <=), with biases h. So the expectation of g never grows;
    summed over n steps the expected reward is at most n g(s) + 2 max |h|, and under pi it is no
    further than 2 max |h| from n g(s).
    Coq: `mean_payoff_greatest`, `mean_payoff_least` (proofs/coq/MeanPayoff.v).
    """
    return check_gain(p, witness, [ONE] * p.choices)[0]


def check_gain(p: Process, witness: Json, time: Sequence[Fraction]) -> tuple[list[Vector], Policy]:
    """The equations of gains and biases, for choices that take some time; and pi."""
    need(all(map(p.targets, range(p.choices))), "branches: an average needs a play that goes on")
    pi = p.fix_policy(witness, ZERO)
    (gain,) = vectors = pi.check_step([ZERO] * p.choices)
    bias = pi.read_values(witness["bias"], "bias")
    for s in pi.undecided:
        for c in p.actions(s):
            more = excess(pi, c, s, bias, p.reward[c] - gain[s] * time[c])
            good = more == 0 if c == pi.picked[s] else more <= 0 if p.up[s] else more >= 0
            holds(good, f"state {s}: choice {c} is worth another gain and bias")
    return vectors, pi


@singledispatch
def excess(pi: Policy, c: int, s: int, v: Vector, reward: Fraction) -> Any:
    """A number with the sign of w(c) - v(s), with some reward: here it is that number. (`fast` has
    another kernel for its own policies.)"""
    return pi.p.q_value(c, v, pi.end, reward) - v[s]


ELSE = " (where there is none the {limit} limit)"
MEANS = f"over all policies, as the limit over n of 1/n of that of the first n steps{ELSE}"
MEAN = "expected long-run average {reward} of a step"
OBJECTIVES = {
    "mean_payoff": Objective(check_mean_payoff, "reward", "bias policy values", MEAN, MEANS),
}

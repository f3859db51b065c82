"""A policy with the greatest mean payoff, in floating point.

Multichain policy iteration as in `multichain`, with tolerances in place of exact comparisons. It
only proposes: where numbers leave the range of floats, where a factor is singular, or where
rounding leads in cycles, it ends with the policy that it has, and the exact rounds go on.

**First a few sweeps** of value iteration, where each choice takes one unit of time, of which each
takes half a step so that nothing is periodic: with time values become the time times the gain, plus
the bias, so their greedy policy is a good one to start with, and saves many factors.

Source: Puterman, *Markov Decision Processes*, 1994, section 9.2.
"""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

import numpy as np

from exactbox.linalg.matrices.integers import narrowest
from exactbox.mdp.exact.policy_chain import gain_system, policy_chain
from exactbox.mdp.graph.attractor import first_action
from exactbox.mdp.model.layout import Array, PerChoice, Policy
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Ratios
from exactbox.mdp.model.validation import freeze
from exactbox.threads import single_threaded

_SWEEPS = 100
_TIE = 1e-10  # relative to the rewards, or to the biases


class WideRewards(NamedTuple):
    """Rewards and times of choices in Python's integers: nothing that is calculated with them
    overflows."""

    numerator: PerChoice
    denominator: PerChoice  # of the time, too
    time: PerChoice  # the denominator, where each choice takes 1

    def times(self, choices: Array) -> Ratios:
        """The times of these choices, in lowest terms."""
        t, u = self.time[choices], self.denominator[choices]
        shared = np.gcd(t, u)
        return Ratios(freeze(narrowest(t // shared)), freeze(narrowest(u // shared)))


def propose(model: Model, rewards: WideRewards) -> Policy:
    """(S,) int64: a policy of great mean payoff, as indices into the choices; none is surely best.

    Starts from the first choices, and never fails: that is its answer where floats do not work.
    """
    from scipy.sparse import csr_array

    choice = model.action_start[:-1].copy()
    if model.choices == model.states:
        return choice
    # SuperLU says RuntimeError, integers that are too long OverflowError
    with suppress(ArithmeticError, RuntimeError), np.errstate(all="raise", under="ignore"):
        weight = np.asarray(model.weight / model.denominator[model.choice_of], dtype=np.float64)
        reward = np.asarray(rewards.numerator / rewards.denominator, dtype=np.float64)
        shape = (model.choices, model.states)
        moves = csr_array((weight, model.target, model.branch_start), shape=shape)
        time = np.asarray(rewards.time / rewards.denominator, dtype=np.float64)
        scale = float(np.abs(reward).max())
        state_of = model.state_of
        steps = bool((rewards.time == rewards.denominator).all())
        if steps:
            values = np.zeros(model.states)
            for _ in range(_SWEEPS):
                greatest = np.maximum.reduceat(reward + moves @ values, model.action_start[:-1])
                values = (values + greatest) / 2  # v <- (v + T v) / 2
            every = np.ones(model.choices, dtype=bool)
            choice = _best(model, choice, every, reward + moves @ values)
        seen: set[int] = set()
        while (policy := hash(choice.tobytes())) not in seen and len(seen) < model.states + 100:
            seen.add(policy)
            gain, bias = _evaluate(model, reward, rewards.times(choice), choice)
            tie = _TIE * max(scale, float(np.abs(bias).max()))
            first = moves @ gain - gain[state_of]
            second = reward - time * gain[state_of] + moves @ bias - bias[state_of]
            least = _TIE * (scale if steps else float(np.abs(gain).max()))
            level = np.abs(first) <= least
            choice = _best(model, choice, level & (second > tie), second)
            choice = _best(model, choice, first > least, first)
    return choice


def _evaluate(model: Model, reward: Array, tau: Ratios, choice: Array) -> tuple[Array, Array]:
    """About the policy's gain and bias."""
    from scipy.sparse import csr_array
    from scipy.sparse.linalg import splu

    chain, _, component = policy_chain(model, choice)
    matrix, gain_at, reference = gain_system(chain, component, tau)
    whole = chain.denominator.astype(object) * tau.denominator
    den = np.concatenate([whole, chain.denominator[component < 0]])
    entries = np.asarray(matrix.data / den[matrix.row_of], dtype=np.float64)
    right = np.zeros(matrix.shape[0])
    right[: model.states] = reward[choice]
    with single_threaded():
        system = csr_array((entries, matrix.indices, matrix.indptr), shape=matrix.shape)
        x = splu(system.tocsc()).solve(right)
    if not np.isfinite(x).all():
        raise FloatingPointError("a policy's values are beyond floats")
    bias = x[: model.states].copy()
    bias[reference] = 0
    return x[gain_at], bias


def _best(model: Model, choice: Array, better: Array, margin: Array) -> Array:
    """The policy, with the first choice of greatest margin wherever one is better."""
    margin = np.where(better, margin, -np.inf)
    greatest = np.maximum.reduceat(margin, model.action_start[:-1])
    first = first_action(model, better & (margin == greatest[model.state_of]))
    return np.where(first < 0, choice, first)

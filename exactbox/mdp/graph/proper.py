"""Proper policies: those that almost surely reach a state where nothing more is added.

Source: Bertsekas, Tsitsiklis, *An analysis of stochastic shortest path problems*, 1991.
"""

from __future__ import annotations

import numpy as np

from exactbox.mdp.graph.attractor import Attractor, choice_ranks, first_option
from exactbox.mdp.model.equations import Equations
from exactbox.mdp.model.layout import Layout, PerOption, PerState, Policy

_FEW = 1000  # branches up to which equal ones are not worth merging (a guess)


class ImproperPolicyError(ValueError):
    """A policy from some state never ends, or may not."""


def make_proper(equations: Equations, policy: Policy) -> Policy:
    """The policy, with options on a shortest way out wherever it would never end.

    An ImproperPolicyError says that from some state no policy ends.
    """
    lost = policy_ranks(equations, policy) < 0
    if not lost.any():
        return policy
    everything = np.ones(equations.options, dtype=bool)
    return np.where(lost, shortest_way(equations, everything)[0], policy)


def policy_ranks(equations: Equations, policy: Policy) -> PerState:
    """(S,) steps until it may be over under the policy, -1 where it never ends."""
    if equations.option is not None and len(equations.target) <= _FEW:
        chosen, at = equations.unknowns(policy)
        start, column = equations.branch_start, at[equations.target]
    else:
        start, column, _, chosen, at = equations.transitions(policy, equations.weight)
    n = len(chosen)
    chain = Layout(np.arange(n + 1), start, column)
    nobody = np.zeros(n, dtype=bool)
    found = Attractor(chain).ranks(nobody, ~nobody, nobody, exits=equations.leaving[chosen])
    ranks: PerState = found[at]
    return ranks


def ending_ranks(equations: Equations, options: PerOption, *, every: bool = False) -> PerState:
    """(S,) steps until it may be over, with the best of these options, or with the worst of them.

    -1 where there is no way, or for some of the options none.
    """
    nobody = np.zeros(equations.states, dtype=bool)
    who = np.full(equations.states, every)
    return Attractor(equations).ranks(nobody, ~nobody, who, options, equations.leaving)


def shortest_way(equations: Equations, options: PerOption) -> tuple[Policy, PerState]:
    """The first of these options, in every state, that is on a shortest way out, and its length.

    An ImproperPolicyError says that from some state there is no way.
    """
    rank = ending_ranks(equations, options)
    if (rank < 0).any():
        s = int(np.argmax(rank < 0))
        raise ImproperPolicyError(f"state {s}: no policy ends the play from here")
    steps = equations.per_option(choice_ranks(equations, rank, equations.leaving))
    steps = np.where(options & (steps >= 0), steps, np.iinfo(np.int64).max)
    least = np.minimum.reduceat(steps, equations.option_start[:-1])
    return first_option(equations, steps == least[equations.state_of]), rank

"""Ranks: proof that a policy, or every policy, reaches a terminal.

A rank is a natural number per chance node that falls along some branch of every chance node which
is not a terminal. Then from anywhere the number of steps to a terminal is at most the number of
ranks with a probability bounded away from 0, so the process ends almost surely. The ranks here
are the smallest: the number of steps to a terminal, by breadth-first search backwards, a whole
level at a time. A node that is never reached has rank -1.

Sources: Bertsekas, Tsitsiklis, *An analysis of stochastic shortest path problems*, 1991 (proper
policies).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactbox.mdp.process import DecisionProcess, IndexArray


class ImproperPolicyError(ValueError):
    """A policy from some chance node never reaches a terminal, or may not."""


def policy_ranks(process: DecisionProcess, policy: IndexArray) -> IndexArray:
    """Steps to a terminal along the policy's most direct branches, per chance node; -1: no way."""
    chosen = process.option_target[process.option_start[:-1] + policy]
    return _levels(process, chosen, np.arange(process.decision_nodes), every=False)


def attractor_ranks(
    process: DecisionProcess, allowed: NDArray[np.bool_] | None = None
) -> IndexArray:
    """Steps to a terminal where the options can be chosen freely among the allowed ones (all)."""
    owner = _owners(process)
    target = process.option_target
    if allowed is not None:
        owner, target = owner[allowed], target[allowed]
    return _levels(process, target, owner, every=False)


def universal_ranks(process: DecisionProcess) -> IndexArray:
    """Ranks that fall along some branch for *every* option: all policies end where none is -1."""
    return _levels(process, process.option_target, _owners(process), every=True)


def _owners(process: DecisionProcess) -> IndexArray:
    """The decision node of every option."""
    return np.repeat(np.arange(process.decision_nodes), np.diff(process.option_start))


def _levels(
    process: DecisionProcess, target: IndexArray, owner: IndexArray, *, every: bool
) -> IndexArray:
    """Backwards breadth-first; a decision node is reached with one of its options, or all."""
    p = process
    option_parents, option_first = _reverse(target, owner, p.chance_nodes)
    sources = np.repeat(np.arange(p.chance_nodes), np.diff(p.branch_start))
    branch_parents, branch_first = _reverse(p.branch_target, sources, p.decision_nodes)
    missing = np.bincount(owner, minlength=p.decision_nodes) if every else None
    rank = np.where(p.terminals, 0, -1)
    seen = np.zeros(p.decision_nodes, dtype=bool)
    level = np.flatnonzero(p.terminals)
    steps = 0
    while level.size:
        steps += 1
        decisions = _gather(option_parents, option_first, level)
        if missing is not None:
            np.subtract.at(missing, decisions, 1)
            decisions = decisions[missing[decisions] == 0]
        decisions = np.unique(decisions[~seen[decisions]])
        seen[decisions] = True
        level = _gather(branch_parents, branch_first, decisions)
        level = np.unique(level[rank[level] < 0])
        rank[level] = steps
    return rank


def _reverse(target: IndexArray, source: IndexArray, n: int) -> tuple[IndexArray, IndexArray]:
    """Sources sorted by target, and where each target's begin."""
    order = np.argsort(target, kind="stable")
    first = np.zeros(n + 1, dtype=np.intp)
    np.cumsum(np.bincount(target, minlength=n), out=first[1:])
    return source[order], first


def _gather(values: IndexArray, first: IndexArray, which: IndexArray) -> NDArray[Any]:
    """The concatenated slices first[k]:first[k + 1] of these k."""
    lengths = first[which + 1] - first[which]
    ends = np.cumsum(lengths)
    offsets = np.repeat(first[which] - ends + lengths, lengths)
    return values[offsets + np.arange(offsets.size)]

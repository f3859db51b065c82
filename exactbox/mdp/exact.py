"""The exact side: the values of a policy as rationals, and the proof that no policy is better.

Floating point proposes a policy. Its values solve a linear system over the rationals, which
`linalg` solves exactly. Then the Bellman check, also exact: if some option is better than the
chosen one, however little, the policy takes it (floating point was wrong) and the loop goes
round. It ends, as there are finitely many policies and each is strictly better than the one
before.

**Which policy.** Where several options are exactly optimal the one with the lowest index is
taken, unless that policy never ends (possible where costs are 0), in which case the lowest of
those on a most direct way to a terminal. So policy, values and certificate are functions of the
process alone, and do not depend on the floating point that led there.

**Comparing.** For the integer L(c) = floor(v(c) 2^s) a smaller value never has a larger L, so only
options that share the best L are compared exactly, numerators crosswise.

Symbols: v values of the chance nodes, sigma a policy (an option index per decision node), T the
Bellman operator. Sources: Puterman, *Markov Decision Processes*, 1994, sections 6.4 and 7.2
(policy iteration); Bertsekas, Tsitsiklis, 1991 (proper policies).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactbox.linalg import ExactVector
from exactbox.linalg.sparse import from_coordinates
from exactbox.linalg.system import solve_integers
from exactbox.mdp.process import DecisionProcess, IndexArray
from exactbox.mdp.ranks import (
    ImproperPolicyError,
    attractor_ranks,
    policy_ranks,
    universal_ranks,
)

Progress = Callable[[str, int, int], None]

_LEADING_BITS = 62
_MAX_ROUNDS = 1000


@dataclass(frozen=True, eq=False)
class Certified:
    """The optimal values of a process, each exact and proved to be optimal.

    Attributes
    ----------
    value : Fraction
        At the process's start.
    values : ExactVector
        Per chance node.
    policy : (D,) option indices
        Optimal everywhere: the lowest index where several options are.
    ties : indices
        The decision nodes with more than one optimal option.
    ranks : (C,) integers
        The proof that the policy ends.
    rounds : int
        Policies that were evaluated exactly; more than 1 where floating point was off.
    """

    process: DecisionProcess
    values: ExactVector
    policy: IndexArray
    ties: IndexArray
    ranks: IndexArray
    rounds: int

    @property
    def value(self) -> Fraction:
        """The value at the start."""
        value: Fraction = self.values[self.process.start]
        return value

    def decimal(self, digits: int) -> str:
        """The value at the start, rounded half to even to so many digits after the point."""
        return self.values.decimal(self.process.start, digits)

    def certificate(self) -> bytes:
        """The certificate in canonical bytes; `exactbox.check` verifies it."""
        from exactbox.certificate import process_certificate

        return process_certificate(self.process, self.policy, self.ranks, self.values)


def evaluate_exactly(
    process: DecisionProcess, policy: IndexArray, *, progress: Progress | None = None
) -> ExactVector:
    """The rational v with v(c) = (cost(c) + sum_b weight(b) v(sigma(b))) / denominator(c).

    Parameters
    ----------
    process : DecisionProcess
    policy : (D,) option indices

    Returns
    -------
    ExactVector
        Of C entries, exact; the equations have been verified in integers.

    Raises
    ------
    ImproperPolicyError
        If from some chance node the policy never reaches a terminal.
    """
    _require_ends(policy_ranks(process, policy))
    p = process
    chosen = p.option_target[p.option_start[:-1] + policy]
    nodes = np.arange(p.chance_nodes)
    matrix = from_coordinates(
        (p.chance_nodes, p.chance_nodes),
        np.concatenate([nodes, np.repeat(nodes, np.diff(p.branch_start))]),
        np.concatenate([nodes, chosen[p.branch_target]]),
        np.concatenate([p.denominator, -p.branch_weight]),
    )
    report = None if progress is None else _stage(progress, "exact values")
    x = solve_integers(matrix, [[e] for e in p.cost.tolist()], progress=report)
    return ExactVector(x.denominators, x.block_of, x.numerators, 1)


def certify(process: DecisionProcess, *, progress: Progress | None = None) -> Certified:
    """The exact optimal values and a policy that attains them, proved by exact Bellman checks.

    Parameters
    ----------
    process : DecisionProcess
    progress : callable, optional
        Called as ``progress(stage, done, total)``.

    Returns
    -------
    Certified
        Values, policy, ties; `Certified.certificate` writes it down.

    Raises
    ------
    ValueError
        If no policy ends from some chance node; if a reward can be collected for ever; or if costs
        have both signs and some policy does not end (values are then not defined here).
    """
    from exactbox.mdp.methods import ConvergenceError, make_proper, policy_iteration

    both_signs = bool((process.cost < 0).any())
    everywhere = universal_ranks(process) if both_signs else None
    if everywhere is not None and (everywhere < 0).any():
        state = int(np.flatnonzero(everywhere < 0)[0])
        raise ImproperPolicyError(
            f"state {state}: a policy need not end from here, and costs have both signs; "
            "need costs of one sign, or that every policy ends"
        )
    policy = np.zeros(process.decision_nodes, dtype=np.intp)
    with suppress(ConvergenceError, OverflowError):  # numbers beyond floats: all steps are exact
        policy = policy_iteration(process).policy
    policy = make_proper(process, policy)
    for rounds in range(1, _MAX_ROUNDS + 1):
        values = evaluate_exactly(process, policy, progress=progress)
        optimal = optimal_options(process, values)
        if progress is not None:
            progress("Bellman check", process.decision_nodes, process.decision_nodes)
        following = _lowest_proper(process, optimal)
        chosen = process.option_start[:-1] + policy
        if not optimal[chosen].all():  # some options are better than the policy's
            following = np.where(optimal[chosen], policy, _lowest(process, optimal))
        if (following == policy).all():
            ranks = policy_ranks(process, policy) if everywhere is None else everywhere
            counts = np.add.reduceat(optimal, process.option_start[:-1], dtype=np.intp)
            return Certified(process, values, policy, np.flatnonzero(counts > 1), ranks, rounds)
        policy = following
    raise ArithmeticError(f"exact policy improvement has not ended after {_MAX_ROUNDS} rounds")


def optimal_options(process: DecisionProcess, values: ExactVector) -> NDArray[np.bool_]:
    """For each option, whether no other one of its decision node is better, exactly.

    Returns
    -------
    (O,) bool
    """
    start, target = process.option_start[:-1], process.option_target
    reduce: Any = np.minimum if process.sense == "min" else np.maximum
    lead = _leading(values)[target]
    lengths = np.diff(process.option_start)
    best: NDArray[np.bool_] = lead == np.repeat(reduce.reduceat(lead, start), lengths)
    close = np.flatnonzero(np.add.reduceat(best, start, dtype=np.intp) > 1)
    for d in close.tolist():
        low = int(start[d])
        among = [o for o in range(low, low + int(lengths[d])) if best[o]]
        winners = [among[0]]
        for o in among[1:]:
            order = _compare(values, int(target[o]), int(target[winners[0]]))
            if order == 0:
                winners.append(o)
            elif (order < 0) == (process.sense == "min"):
                winners = [o]
        best[among] = False
        best[winners] = True
    return best


def _leading(values: ExactVector) -> NDArray[np.int64]:
    """L(c) = floor(v(c) 2^s), s as large as 62 bits allow; a monotone function of the value."""
    parts = [values.parts(c) for c in range(len(values))]
    size = max(n.bit_length() - d.bit_length() for n, d in parts) + 1
    shift = _LEADING_BITS - size
    if shift >= 0:
        return np.array([int((n << shift) // d) for n, d in parts], dtype=np.int64)
    return np.array([int(n // (d << -shift)) for n, d in parts], dtype=np.int64)


def _compare(values: ExactVector, a: int, b: int) -> int:
    """The sign of v(a) - v(b)."""
    if a == b:
        return 0
    (n, d), (m, e) = values.parts(a), values.parts(b)
    left, right = (n, m) if values.block_of[a] == values.block_of[b] else (n * e, m * d)
    return int(left > right) - int(left < right)


def _lowest(process: DecisionProcess, allowed: NDArray[np.bool_]) -> IndexArray:
    """The lowest allowed option of each decision node, as an index within the node."""
    lengths = np.diff(process.option_start)
    within = np.arange(process.option_target.size) - np.repeat(process.option_start[:-1], lengths)
    within = np.where(allowed, within, process.option_target.size)
    return np.asarray(np.minimum.reduceat(within, process.option_start[:-1]), dtype=np.intp)


def _lowest_proper(process: DecisionProcess, optimal: NDArray[np.bool_]) -> IndexArray:
    """The lowest optimal options if that policy ends, else the lowest on a most direct way."""
    policy = _lowest(process, optimal)
    if (policy_ranks(process, policy) >= 0).all():
        return policy
    rank = attractor_ranks(process, optimal)
    reached = np.where(rank < 0, process.chance_nodes, rank)[process.option_target]
    reached = np.where(optimal, reached, process.chance_nodes + 1)
    nearest = np.minimum.reduceat(reached, process.option_start[:-1])
    return _lowest(process, reached == np.repeat(nearest, np.diff(process.option_start)))


def _require_ends(ranks: IndexArray) -> None:
    stuck = np.flatnonzero(ranks < 0)
    if stuck.size:
        raise ImproperPolicyError(
            f"state {stuck[0]}: the policy never reaches a terminal from here"
        )


def _stage(progress: Progress, name: str) -> Callable[[int, int], None]:
    return lambda done, total: progress(name, done, total)

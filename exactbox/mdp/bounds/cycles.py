"""Proved bounds of the least cost until a goal, where policies can follow cycles.

    v(s) = min over actions c of  r(c) + sum_t p(c, t) v(t),      r >= 0, some policies end

On a map one can walk in cycles: then no W >= 1 + P_c W for all actions exists, by which `shifted`
moves a guess, for some policies never end. Zero-reward end components are states of their own first
(`collapse`); after that each cycle costs something, and there is a W for the actions that matter.

**Upper bound.** W = 1 + P_sigma W, the expected steps of a policy sigma that ends.

**Lower bound.** Call an action *tight* if r(c) + P_c V is less than V + e. Tight actions alone have
no end component if e is small: the costs of its cycles would be less than e a step. So all policies
of tight actions end, and some W >= 1 + P_c W for these. The others lose so much that d W <= e
everywhere is enough for them:

    L <= r(c) + P_c V + d - d (1 + P_c W)  = r(c) + P_c L       of tight actions,
    L <= V <= r(c) + P_c V - e            <= r(c) + P_c L       of the others.

(To absorb d by scaling V with a / (a + d), where every step costs at least a, is a subsolution as
well; where some steps cost 0 it first takes their greatest expected number in a row. With 300
times 300 cells that number is 839, and the bounds are 1,400 times as wide.)

**The guess.** Policy iteration in floats. The first policy goes along a tree of shortest paths,
where a branch of probability p of an action that costs r has the length r / p (Dijkstra); it ends
almost surely, and soon. In the order of its values the equations of a policy nearly are triangular:
steps lead to states of lower values, but for those that go astray. So an incomplete LU
factorisation in that order hardly fills in, and with it BiCGSTAB needs two to four iterations, on a
million cells as well. In the end the guess is improved in integers.

Symbols: S states, sigma a policy, V a guess, L and U bounds, T the Bellman operator.
Sources: Bertsekas, Tsitsiklis, *An analysis of stochastic shortest path problems*, 1991;
Saad, *Iterative methods for sparse linear systems*, 2003, chapter 10 (incomplete LU).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from exactbox.mdp.bounds.shifted import (
    bellman_excess,
    fraction_bits,
    require_words,
    shift_until,
    unproved,
)
from exactbox.mdp.floats.bellman import (
    BellmanOperator,
    FloatArray,
    csr,
    expected_costs,
    policy_matrix,
    probabilities,
)
from exactbox.mdp.graph.attractor import (
    attractor,
    first_action,
    make_proper,
    policy_ranks,
)
from exactbox.mdp.graph.collapse import collapse, kept_actions, zero_reward_components
from exactbox.mdp.model.equations import Equations
from exactbox.mdp.model.layout import PerState, Policy
from exactbox.progress import report
from exactbox.threads import single_threaded

_DROP_TOLERANCES = (1e-3, 1e-6, 0.0)  # relative; the next where BiCGSTAB fails with the last
_MAX_FILL = 20.0  # times the entries of the matrix: the factors have no more
_PRECISE, _ROUGH, _ITERATIONS = 1e-12, 1e-4, 100  # of BiCGSTAB, relative; of corrections
_MIN_LENGTH = 0.01  # of the mean positive cost, added to each: a step of cost 0 has a length
_TIE = 1e-11  # relative, as in `float_methods`
_MAX_ROUNDS = 200  # policies in floats; the grid takes 12
_MAX_INTEGER_ROUNDS = 20  # policies in integers
_REGRET_MARGIN = 4  # times d W: the regret of actions that W is not made for
_MAX_TRIES = 5  # to find actions that are tight, and their W
_MIN_ADVANTAGE_UNITS = 4  # of an action that is better in integers: residuals are one or two


def enclose_cycles(equations: Equations) -> tuple[int, PerState, PerState, Policy]:
    """Bounds of v(s) = min_c q(c) among the policies that end; costs are 0 or more.

    Parameters, what is returned and what is raised are those of `bounds.enclose`. From every state
    some policy has to end; the policy that is returned ends, and costs at most `upper`.
    """
    original = equations.unshared()
    require_words(original)
    component, internal = zero_reward_components(original)
    e, number = collapse(original, component, internal)
    policy, lengths = _shortest_path_policy(e)
    guess, policy = _iterate_policies(e, "min", policy, lengths)
    bits = fraction_bits(e, guess)
    v, policy = _improve_in_integers(e, guess, policy, bits)
    steps = _Chain(e, policy, v).solve(np.ones(e.states))
    upper = _upper(e, v, policy, steps, bits)
    lower = _lower(e, v, policy, steps, bits)
    kept = kept_actions(original, internal, number)
    chosen = kept[policy]  # of the state that a component exits by
    exits = np.zeros(original.states, dtype=bool)
    exits[original.state_of[chosen]] = True
    ranks = attractor(original, exits, actions=internal)
    everywhere = first_action(original, internal, ranks)
    everywhere[original.state_of[chosen]] = chosen
    return bits, lower[number], upper[number], everywhere


# The bounds --------------------------------------------------------------------------------------


def _upper(e: Equations, v: PerState, policy: Policy, steps: FloatArray, bits: int) -> PerState:
    """U >= T_sigma U, exactly, from V."""
    over = bellman_excess(e, v, bits)[policy]  # denominator (q - v)
    units = max(int((-(-over // e.denominator[policy])).max()), 1)
    limit = int(v.max()) + (1 << bits)

    def holds(u: PerState) -> bool:
        return bool((bellman_excess(e, u, bits)[policy] <= 0).all())

    return shift_until(v, units, _inflate(steps), limit, holds)


def _lower(e: Equations, v: PerState, policy: Policy, steps: FloatArray, bits: int) -> PerState:
    """L <= T L for all actions, exactly, from V; `steps` are those of the policy."""
    regret = bellman_excess(e, v, bits) // e.denominator  # r(c) + P_c V - V, rounded down
    units = max(-int(regret.min()), 0) + 1
    limit = int(v.max()) + (1 << bits)
    own = np.zeros(e.action_count, dtype=bool)
    own[policy] = True
    for _ in range(_MAX_TRIES):
        least = _REGRET_MARGIN * units * float(steps.max())
        tight = own | (regret < least)
        tight_part = e.only(np.arange(e.states), np.flatnonzero(tight), np.arange(e.states))
        tight_part = replace(tight_part, cost=tight_part.denominator)  # 1 + P_c W
        steps, _ = _iterate_policies(tight_part, "max", (np.cumsum(tight) - 1)[policy], v)
        if units * steps.max() < least:
            break
    return shift_until(
        v,
        units,
        -_inflate(steps),
        limit,
        lambda u: bool((bellman_excess(e, u, bits) >= 0).all()),
    )


def _inflate(steps: FloatArray) -> FloatArray:
    """Return steps W >= 1 + P W, from floats W with W = 1 + P W up to rounding."""
    ahead: FloatArray = 1.01 * np.maximum(steps, 0) + 1
    return ahead


# The guess ---------------------------------------------------------------------------------------


def _iterate_policies(
    e: Equations, sense: str, policy: Policy, order: PerState
) -> tuple[FloatArray, Policy]:
    """Policy iteration in floats: values of states, and a policy that ends, near the optimum.

    States are eliminated in the increasing order of `order`, until there are values if minimising.
    """
    probability, cost, first = probabilities(e), expected_costs(e), e.action_start[:-1]
    transition = csr(probability, e.target, e.branch_start, e.states)
    operator = BellmanOperator(e, sense)
    for rounds in range(1, _MAX_ROUNDS + 1):
        values = _Chain(e, policy, order).solve(cost[policy])
        if e.is_chain:
            break
        report("policies", rounds, rounds)
        q = cost + transition @ values
        better = _keep_proper(e, first + operator.greedy(q, policy - first, _TIE), policy)
        if (better == policy).all():
            break
        policy, order = better, values if sense == "min" else order
    return values, policy


def _shortest_path_policy(e: Equations) -> tuple[Policy, FloatArray]:
    """The policy of a tree of shortest paths, and their lengths; a branch has the length r / p."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import dijkstra

    n, probability, cost = e.states, probabilities(e), expected_costs(e)
    least = _MIN_LENGTH * cost[cost > 0].mean() if cost.any() else 1.0
    leaving = np.flatnonzero(e.leaving)  # to node n
    missing = (e.denominator - e.sums(e.weight))[leaving] / e.denominator[leaving]
    action = np.concatenate([e.choice_of, leaving])
    to = np.concatenate([e.target, np.full(leaving.size, n)])
    length = (cost[action] + least) / np.concatenate([probability, missing])
    edge = to * n + e.state_of[action]  # backwards
    order = np.lexsort((length, edge))
    order = order[np.concatenate([[True], np.diff(edge[order]) > 0])]  # the shortest of parallels
    edge, action = edge[order], action[order]
    graph = csr_array(
        (length[order], edge % n, np.searchsorted(edge, np.arange(n + 2) * n)), shape=(n + 1, n + 1)
    )
    lengths, before = dijkstra(graph, indices=n, return_predecessors=True)
    tree = before[:n].astype(np.int64) * n + np.arange(n)
    return action[np.searchsorted(edge, tree)], lengths[:n]


def _improve_in_integers(
    e: Equations, guess: FloatArray, policy: Policy, bits: int
) -> tuple[PerState, Policy]:
    """The guess in units of 2^-bits, and its policy, improved by what is computed exactly."""
    v = np.rint(np.ldexp(guess, bits)).astype(np.int64)
    best, least_worst = (v, policy), np.inf
    for _ in range(_MAX_INTEGER_ROUNDS):
        chain = _Chain(e, policy, v)
        for _ in range(2):  # each takes the residuals to some units, if floats can
            left = bellman_excess(e, v, bits)[policy] / e.denominator[policy]
            v = v + np.rint(chain.solve(left, _ROUGH)).astype(np.int64)
        excess = bellman_excess(e, v, bits) / e.denominator
        worst = -float(excess.min())
        if worst >= least_worst:
            break
        best, least_worst = (v, policy), worst
        least = np.minimum.reduceat(excess, e.action_start[:-1])
        better = first_action(e, (excess <= -_MIN_ADVANTAGE_UNITS) & (excess == least[e.state_of]))
        better = _keep_proper(e, np.where(better < 0, policy, better), policy)
        if (better == policy).all():
            break
        policy = better
    return best


def _keep_proper(e: Equations, policy: Policy, before: Policy) -> Policy:
    """The policy, as before where it would not end."""
    lost = policy_ranks(e, policy).states < 0
    return make_proper(e, np.where(lost, before, policy)) if lost.any() else policy


class _Chain:
    """The equations x = b + P_sigma x of a policy, in the order of some values of the states."""

    def __init__(self, e: Equations, policy: Policy, values: PerState) -> None:
        from scipy.sparse import eye_array

        transition = policy_matrix(e, policy, probabilities(e))[0]
        matrix = eye_array(e.states, format="csr") - transition
        self._order = np.argsort(values, kind="stable")
        self._matrix = matrix[self._order][:, self._order]
        if not matrix.diagonal().all():  # SuperLU may write where it must not, and end the process
            raise ArithmeticError("bounds could not be proved: a loop's probability rounds to 1")
        self._dropped = list(_DROP_TOLERANCES)
        self._factor = self._factored()

    def solve(self, b: FloatArray, precision: float = _PRECISE) -> FloatArray:
        """x in floats, as near as BiCGSTAB comes."""
        from scipy.sparse.linalg import LinearOperator, bicgstab

        b = b[self._order]
        while True:
            inverse = LinearOperator(self._matrix.shape, self._factor.solve)
            with single_threaded(), np.errstate(all="ignore"):
                solution, failed = bicgstab(
                    self._matrix, b, rtol=precision, atol=0.0, maxiter=_ITERATIONS, M=inverse
                )
            if not failed or not self._dropped:
                break
            self._factor = self._factored()
        if not np.isfinite(solution).all():
            raise unproved()
        x: FloatArray = np.empty_like(solution)
        x[self._order] = solution
        return x

    def _factored(self) -> Any:
        """The incomplete LU with the next drop tolerance."""
        from scipy.sparse import csc_array
        from scipy.sparse.linalg import spilu

        try:
            with single_threaded():
                return spilu(
                    csc_array(self._matrix),
                    drop_tol=self._dropped.pop(0),
                    fill_factor=_MAX_FILL,
                    permc_spec="NATURAL",
                    diag_pivot_thresh=0.0,
                    options={"SymmetricMode": True},
                )
        except RuntimeError:  # SuperLU: the factor is singular
            raise unproved() from None

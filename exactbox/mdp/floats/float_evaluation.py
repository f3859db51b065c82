"""The values of a policy in floating point: q = cost + P_sigma q, by sparse LU or BiCGSTAB.

Under a good policy the graph often falls apart into small strongly connected components; in
component order SuperLU fills in only inside them. Where components stay large a fill-reducing
symmetric ordering is used, and beyond that BiCGSTAB, which looks at early policies roughly and at
the last one as precisely as floats can tell (modified policy iteration).

Source: Puterman, *Markov Decision Processes*, 1994, sections 6.4 and 6.5.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from exactbox.mdp.floats.bellman import BellmanOperator, FloatArray, policy_matrix
from exactbox.mdp.graph.attractor import ImproperPolicyError
from exactbox.mdp.model.equations import Equations
from exactbox.mdp.model.layout import Array, Policy, row_ranges, starts_of
from exactbox.threads import single_threaded

_MAX_NATURAL_UNKNOWNS = 1000  # of a component whose LU factor may fill in completely
_MAX_FACTORED_UNKNOWNS = 1 << 14  # at once, as whole components: fewer take as long
_MAX_DIRECT_UNKNOWNS = 20_000  # of a component that is factored at all
_ROUGH, _PRECISE = (1e-4, 50), (1e-13, 500)  # BiCGSTAB's tolerance and its iterations
_SYMMETRIC: dict[str, Any] = {"diag_pivot_thresh": 0.0, "options": {"SymmetricMode": True}}


class ConvergenceError(ArithmeticError):
    """Floats did not converge: an iteration limit was met, or a float system is singular."""


class Evaluation:
    """Solves q = cost + P_sigma q for one policy after another.

    `operator` is that of all choices; `direct` is True while policies are factored by LU. Once the
    components of a policy are too large for that, BiCGSTAB solves all further ones.
    """

    def __init__(self, equations: Equations, operator: BellmanOperator, direct: bool) -> None:
        self._equations = equations
        self._transition, self._cost = operator.transition, operator.cost
        self._leaving = equations.leaving
        self.direct = direct

    def __call__(self, policy: Policy, guess: FloatArray, precise: bool) -> FloatArray:
        """(C,) the values of all choices under the policy."""
        transition, chosen, at = policy_matrix(self._equations, policy, self._transition.data)
        cost, values = self._cost[chosen], None
        if self.direct:
            values = self._factored(transition, chosen, cost)
            self.direct = values is not None
        if values is None:
            values = self._iterated(transition, chosen, cost, guess[chosen], precise)
        q: FloatArray = self._cost + self._transition @ values[at]
        return q

    def _factored(self, transition: Any, chosen: Array, cost: FloatArray) -> FloatArray | None:
        """The values by sparse LU; None where the factor might fill the memory."""
        from scipy.sparse.csgraph import connected_components

        transition.sum_duplicates()  # connected_components does not end where entries stand twice
        count, label = connected_components(transition, directed=True, connection="strong")
        self._require_ends(transition, chosen, count, label)
        values = factored(transition, label, cost)
        if values is None:
            return None
        senseless = cost.min() >= 0 and values.min() < -1e-6 * np.abs(values).max()
        if senseless or not np.isfinite(values).all():
            raise ConvergenceError("a policy's system is singular in floating point")
        return values

    def _iterated(
        self, transition: Any, chosen: Array, cost: FloatArray, guess: FloatArray, precise: bool
    ) -> FloatArray:
        """The values by BiCGSTAB; where it diverges or is not precise, by LU if that can be."""
        from scipy.sparse import eye_array
        from scipy.sparse.linalg import bicgstab

        system = eye_array(len(cost), format="csr") - transition
        rtol, iterations = _PRECISE if precise else _ROUGH
        with single_threaded(), np.errstate(all="ignore"):
            solution, failed = bicgstab(
                system, cost, x0=guess, rtol=rtol, atol=0.0, maxiter=iterations
            )
            left, before = (np.abs(cost - system @ x).max() for x in (solution, guess))
        diverged = not left <= before
        values: FloatArray | None = None
        if diverged or (precise and failed):
            values = self._factored(transition, chosen, cost)
        if values is None:
            values = guess if diverged else solution
        return values

    def _require_ends(self, transition: Any, chosen: Array, count: int, label: Array) -> None:
        """Raise ImproperPolicyError where a component is never left, which LU may not see."""
        source = np.repeat(np.arange(label.size), np.diff(transition.indptr))
        ends = np.zeros(count, dtype=bool)
        ends[label[self._leaving[chosen]]] = True
        ends[label[source[label[source] != label[transition.indices]]]] = True
        stuck = np.flatnonzero(~ends[label])
        if stuck.size:
            raise ImproperPolicyError(
                f"choice {chosen[stuck[0]]} of all: costs add up for ever under a policy that "
                "never ends"
            )


def factored(transition: Any, label: Array, cost: FloatArray) -> FloatArray | None:
    """x = cost + P x by sparse LU, None where the factor might fill the memory.

    ``label`` has the strongly connected component of every row, as scipy numbers them. A
    ConvergenceError says that the system is singular in floating point.
    """
    from scipy.sparse import csc_array, eye_array
    from scipy.sparse.linalg import splu

    sizes = np.bincount(label)
    if sizes.max() > _MAX_DIRECT_UNKNOWNS:
        return None
    system = eye_array(label.size, format="csr") - transition
    if not system.diagonal().all():  # SuperLU may write where it must not, and end the process
        raise ConvergenceError("a loop's probability is 1 in floating point")
    try:
        with single_threaded():
            order = np.argsort(label, kind="stable")  # components lead to themselves and to lower
            system = system[order][:, order]
            x, values, first = np.zeros(label.size), np.empty(label.size), starts_of(sizes)
            for low, high in row_ranges(first, _MAX_FACTORED_UNKNOWNS):
                large = sizes[low:high].max() > _MAX_NATURAL_UNKNOWNS
                ordering = "MMD_AT_PLUS_A" if large else "NATURAL"
                rows = slice(first[low], first[high])
                block = system[rows]
                factor = splu(csc_array(block[:, rows]), permc_spec=ordering, **_SYMMETRIC)
                x[rows] = factor.solve(cost[order[rows]] - block @ x)  # x of higher ones is 0
            values[order] = x
            return values
    except RuntimeError:  # SuperLU: the factor is singular
        raise ConvergenceError("a policy's system is singular in floating point") from None

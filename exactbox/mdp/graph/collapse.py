"""Zero-reward end components as one state each.

Inside an end component every state can be reached from every other; where that costs nothing all
states have one value. Zero-reward end components give the optimality equation further solutions:
value iteration from 0 converges to too little, and policies that stay in one have singular systems.
In the quotient each end component costs something.

Source: de Alfaro, *Formal Verification of Probabilistic Systems*, 1997; Haddad, Monmege, *Interval
iteration algorithm for MDPs and IMDPs*, 2018.
"""

from __future__ import annotations

import numpy as np

from exactbox.mdp.graph.components import end_components
from exactbox.mdp.model.equations import Equations, assemble
from exactbox.mdp.model.layout import Array, PerAction, PerState, distinct, slices, starts_of


def zero_reward_components(equations: Equations) -> tuple[PerState, PerAction]:
    """Maximal end components of actions of cost 0 that lead only to states with equations.

    The component of each state, -1 for states in none; and the actions that stay in it.
    """
    free = ((equations.cost == 0) & ~equations.leaving)[equations.choice]
    if not free.any():
        return np.full(equations.states, -1, dtype=np.int64), free
    return end_components(equations, actions=free)


def collapse(
    equations: Equations, component: PerState, internal: PerAction, *, stay: bool = False
) -> tuple[Equations, PerState]:
    """The equations with each component as one state, which keeps the actions that may leave it.

    Actions do not share afterstates; those that are `internal` are left out. Where one may `stay`
    in a component for ever, nothing is added any more. The new numbers of the states come second.
    """
    key = np.where(component >= 0, component, component.size + np.arange(component.size))  # a label
    used = np.zeros(2 * component.size, dtype=bool)
    used[key] = True
    number = (np.cumsum(used) - 1)[key]
    kept = np.flatnonzero(~internal)
    staying = distinct(number[component >= 0]) if stay else kept[:0]
    owner = np.concatenate([number[equations.state_of[kept]], staying])
    order = np.argsort(owner, kind="stable")
    which = np.concatenate([kept, np.full(staying.size, -1)])[order]  # -1: to stay, worth 0
    leaves = which >= 0
    lengths = np.where(leaves, np.diff(equations.branch_start)[which], 0)
    branches = slices(equations.branch_start, which[leaves])
    smaller = assemble(
        starts_of(np.bincount(owner)),
        None,
        np.repeat(np.arange(which.size), lengths),
        number[equations.target[branches]],
        equations.weight[branches],
        np.where(leaves, equations.denominator[which], 1),
        np.where(leaves, equations.cost[which], 0),
    )
    return smaller, number


def kept_actions(equations: Equations, internal: PerAction, number: PerState) -> Array:
    """(K,) the actions that `collapse` keeps, in its order, without `stay`."""
    kept = np.flatnonzero(~internal)
    actions: Array = kept[np.argsort(number[equations.state_of[kept]], kind="stable")]
    return actions

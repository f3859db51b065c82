"""End components without costs as one state each.

Inside an end component every state can be had from every other; where that is free of charge all
have the same value. Left as they are they hurt: value iteration from 0 believes that to circle for
ever is as good as an end that costs something, and policies that circle have singular systems.
What is left has none: each circle of it costs something.

Source: de Alfaro, *Formal Verification of Probabilistic Systems*, 1997; Haddad, Monmege, *Interval
iteration algorithm for MDPs and IMDPs*, 2018.
"""

from __future__ import annotations

import numpy as np

from exactbox.mdp.components import end_components
from exactbox.mdp.graph import slices
from exactbox.mdp.model import Array, Model
from exactbox.mdp.rows import Rows, assemble


def free_components(rows: Rows) -> tuple[Array, Array]:
    """Maximal end components of choices that cost nothing and lead only to states with equations.

    Returns
    -------
    component : (n,) int64
        -1 for states in none.
    internal : (k,) bool
        The choices that stay in the state's component.
    """
    n = rows.states
    free = np.flatnonzero((rows.cost == 0) & (rows.sums(rows.weight) == rows.denominator))
    internal = np.zeros(rows.choices, dtype=bool)
    if not free.size:
        return np.full(n, -1, dtype=np.int64), internal
    # a model of these choices, and one more a state for states that have none, not to be looked at
    owner = np.concatenate([rows.state_of[free], np.arange(n)])
    order = np.argsort(owner, kind="stable")
    which = np.concatenate([free, np.full(n, -1)])[order]
    real = which >= 0
    lengths = np.where(real, np.diff(rows.branch_start)[which], 1)
    inside = np.repeat(real, lengths)
    target = np.repeat(owner[order], lengths)
    target[inside] = rows.target[slices(rows.branch_start, which[real])]
    model = Model(
        np.concatenate([[0], np.cumsum(np.bincount(owner))]),
        np.concatenate([[0], np.cumsum(lengths)]),
        target,
        np.ones(target.size, dtype=np.int64),
        lengths,
    )
    component, allowed = end_components(model, choices=real)
    internal[which[allowed & real]] = True
    return component, internal


def merged(
    rows: Rows, component: Array, internal: Array, *, rest: bool = False
) -> tuple[Rows, Array]:
    """The equations with each component as one state, which keeps the choices that may leave it.

    Parameters
    ----------
    rows : Rows
    component : (n,) int64
    internal : (k,) bool
        Choices to be left out.
    rest : bool
        Whether one may stay in a component for ever, and get nothing any more.

    Returns
    -------
    rows : Rows
    number : (n,) int64
        The new numbers of states.
    """
    key = np.where(component >= 0, component, component.size + np.arange(component.size))
    number = np.unique(key, return_inverse=True)[1]
    kept = np.flatnonzero(~internal)
    resting = np.unique(number[component >= 0]) if rest else kept[:0]
    owner = np.concatenate([number[rows.state_of[kept]], resting])
    order = np.argsort(owner, kind="stable")
    which = np.concatenate([kept, np.full(resting.size, -1)])[order]
    leaves = which >= 0
    lengths = np.where(leaves, np.diff(rows.branch_start)[which], 0)
    branches = slices(rows.branch_start, which[leaves])
    equations = assemble(
        np.concatenate([[0], np.cumsum(np.bincount(owner))]),
        np.repeat(np.arange(which.size), lengths),
        number[rows.target[branches]],
        rows.weight[branches],
        np.where(leaves, rows.denominator[which], 1),
        np.where(leaves, rows.cost[which], 0),
    )
    return equations, number

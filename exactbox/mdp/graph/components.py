"""End components of a decision process, and the bottom components of a chain.

Where a policy can stay for ever: what a run does in the long run is decided there, and equations
for total rewards have one solution only where they are set apart.

Sources: de Alfaro, *Formal Verification of Probabilistic Systems*, 1997; Baier, Katoen, *Principles
of Model Checking*, 2008, section 10.6.
"""

from __future__ import annotations

import numpy as np

from exactbox.linalg.matrices.integers import narrowest
from exactbox.mdp.graph.attractor import Ranks, spread
from exactbox.mdp.model.layout import (
    Array,
    Layout,
    PerAction,
    PerState,
    Policy,
    mask,
    slices,
    starts_of,
    unchecked,
)
from exactbox.mdp.model.model import Model


def end_components(
    layout: Layout, within: PerState | None = None, actions: PerAction | None = None
) -> tuple[PerState, PerAction]:
    """The maximal end components: where a policy can stay for ever and come back to everything.

    An end component is a set of states, each with at least one action that leads only to the set,
    strongly connected by these actions. A single state is one if it has an action that leads only
    to itself. A choice that ends the play is in none.

    From each strongly connected component the actions that leave it are removed, and then the
    states without actions. Components that lost something are decomposed again, until none does.

    Only states `within` and `actions` count. Returns the component of each state, 0, 1, ... in
    order of the smallest state, -1 for states in none, and the actions that stay in their state's
    component.

    Examples
    --------
    >>> from exactbox.mdp.model.model import Model
    >>> model = Model.from_lists([[[(1, 1)]], [[(1, 0)], [(1, 2)]], [[("1/2", 1), ("1/2", 3)]],
    ...                           [[(1, 3)]]])
    >>> component, allowed = end_components(model)
    >>> component.tolist(), allowed.tolist()
    ([0, 0, -1, 1], [True, True, False, False, True])
    """
    n = layout.states
    within = mask("within", within, n, True)
    state_of = layout.state_of
    alive = layout.leads_only_to(within, False) & within[state_of]
    alive &= mask("actions", actions, layout.action_count, True)
    need = np.bincount(state_of[alive], minlength=n)  # actions that a state has left
    lost = Ranks(np.where(need > 0, -1, 0), np.full(layout.choices, -1, dtype=np.int64))
    spread(layout, lost, need, alive, np.flatnonzero(need == 0))
    component = np.full(n, -1, dtype=np.int64)  # while it goes, the smallest state
    local = np.empty(n, dtype=np.int64)
    active = np.flatnonzero(lost.states < 0)
    while active.size:
        local[active] = np.arange(active.size)
        which = slices(layout.action_start, active)
        which = which[alive[which] & (lost.choices[layout.choice_at(which)] < 0)]
        owner, target = _branches(layout, which)
        source, target = local[state_of[owner]], local[target]
        smallest = strong_components(active.size, source, target)
        component[active] = active[smallest]
        leaves = smallest[source] != smallest[target]
        if not leaves.any():
            break
        again = np.zeros(active.size, dtype=bool)
        again[smallest[source[leaves]]] = True
        gone = owner[leaves]
        gone = gone[np.diff(gone, prepend=-1) > 0]  # each once, as they ascend
        alive[gone] = False
        np.subtract.at(need, state_of[gone], 1)
        without = active[(need[active] <= 0) & (lost.states[active] < 0)]
        lost.states[without] = 0
        spread(layout, lost, need, alive, without)
        active = active[again[smallest]]
        component[active] = -1
        active = active[lost.states[active] < 0]
    return _numbered(component), alive & (lost.choices < 0)[layout.choice]


def internal_model_of(
    model: Model, component: PerState, internal: PerAction
) -> tuple[Model, Array, Array]:
    """The model of the end components alone, without names; its states and actions in the model.

    Each action has a choice of its own.
    """
    states, actions = np.flatnonzero(component >= 0), np.flatnonzero(internal)
    choices = model.choice_at(actions)
    number = np.cumsum(component >= 0) - 1  # of the states in end components: 0, 1, ...
    within = unchecked(
        Model,
        action_start=starts_of(model.count(internal)[states]),
        branch_start=starts_of(np.diff(model.branch_start)[choices]),
        target=number[model.target[slices(model.branch_start, choices)]],
        weight=narrowest(model.weight[slices(model.branch_start, choices)]),
        denominator=narrowest(model.denominator[choices]),
        initial=np.zeros(1, dtype=np.int64),
        labels={},
        rewards={},
    )
    return within, states, actions


def bottom_components(layout: Layout, policy: Policy | None = None) -> PerState:
    """The bottom strongly connected components of a chain: where it ends up and stays.

    They are 0, 1, ... in order of the smallest state; -1 for transient states, to which belong
    those whose choice ends the play. A policy has an action of every state, and is needed where
    some state has several.

    Examples
    --------
    >>> from exactbox.mdp.model.model import Model
    >>> model = Model.from_lists([[[("1/2", 1), ("1/2", 2)]], [[(1, 1)]], [[(1, 3)]], [[(1, 2)]]])
    >>> bottom_components(model).tolist()
    [-1, 0, 1, 1]
    """
    n = layout.states
    policy = _checked_policy(layout, policy)
    owner, target = _branches(layout, policy)
    source = layout.state_of[owner]
    smallest = strong_components(n, source, target)
    transient = np.zeros(n, dtype=bool)
    transient[smallest[source[smallest[source] != smallest[target]]]] = True
    transient[smallest[layout.ends[layout.choice_at(policy)]]] = True
    return _numbered(np.where(transient[smallest], -1, smallest))


def _branches(layout: Layout, actions: Array) -> tuple[Array, Array]:
    """The actions again, once for each branch that they have, and the targets of these."""
    choices = layout.choice_at(actions)
    owner = np.repeat(actions, np.diff(layout.branch_start)[choices])
    return owner, layout.target[slices(layout.branch_start, choices)]


def strong_components(n: int, source: Array, target: Array) -> Array:
    """(n,) the smallest node of every node's strongly connected component; sources ascend."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    rows = np.zeros(n + 1, dtype=np.int64)
    np.cumsum(np.bincount(source, minlength=n), out=rows[1:])
    ones = np.ones(len(target), dtype=bool)
    graph = csr_array((ones, target.copy(), rows), shape=(n, n))
    graph.sum_duplicates()  # in place; with repeated entries the search below need not end
    count, label = connected_components(graph, directed=True, connection="strong")
    smallest = np.empty(count, dtype=np.int64)
    smallest[label[::-1]] = np.arange(n - 1, -1, -1)  # the last write stays
    smallest_of: Array = smallest[label]
    return smallest_of


def _numbered(component: Array) -> Array:
    """Labels 0, 1, ... in place of the numbers that occur, in their order; -1 stays."""
    inside = component >= 0
    label = np.full(component.size, -1, dtype=np.int64)
    label[inside] = np.unique(component[inside], return_inverse=True)[1]
    return label


def _checked_policy(layout: Layout, policy: Policy | None) -> Policy:
    """The policy, an action of its own for every state."""
    if policy is None:
        if layout.action_count != layout.states:
            s = int(np.argmax(np.diff(layout.action_start) > 1))
            count = int(np.diff(layout.action_start)[s])
            raise ValueError(
                f"policy: is missing, but state {s} has {count} choices, need a policy"
            )
        return layout.action_start[:-1]
    actions = np.asarray(policy)
    if actions.dtype.kind not in "iu" or actions.shape != (layout.states,):
        raise ValueError(
            f"policy: got {actions.dtype} of shape {actions.shape}, "
            f"need integers of ({layout.states},)"
        )
    wrong = (actions < layout.action_start[:-1]) | (actions >= layout.action_start[1:])
    if wrong.any():
        s = int(np.argmax(wrong))
        raise ValueError(
            f"policy: state {s} takes {actions[s]}, "
            f"need {layout.action_start[s]} to {layout.action_start[s + 1] - 1}"
        )
    return actions

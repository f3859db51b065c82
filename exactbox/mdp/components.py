"""End components of a decision process, and the bottom components of a chain.

Where a policy can stay for ever: what a run does in the long run is decided there, and equations
for total rewards have one solution only where they are set apart.

Sources: de Alfaro, *Formal Verification of Probabilistic Systems*, 1997; Baier, Katoen, *Principles
of Model Checking*, 2008, section 10.6.
"""

from __future__ import annotations

import numpy as np

from exactbox.mdp.graph import Spread, leads_only_to, mask, slices
from exactbox.mdp.model import Array, Model


def end_components(
    model: Model, within: Array | None = None, choices: Array | None = None
) -> tuple[Array, Array]:
    """The maximal end components: where a policy can stay for ever and come back to everything.

    An end component is a set of states, each with at least one choice that leads only to the
    set, strongly connected by these choices. A single state is one if it has a choice that
    leads only to itself.

    Strongly connected components lose the choices that leave them, then the states without
    choices, and are taken apart anew, only those that lost something, until none does.

    Parameters
    ----------
    model : Model
    within : (S,) bool, optional
        Look at these states only, and at the choices that lead only to them.
    choices : (C,) bool, optional
        Look at these choices only.

    Returns
    -------
    component : (S,) int64
        Labels 0, 1, ... in order of the smallest state; -1 for states in no end component.
    allowed : (C,) bool
        The choices that stay in the state's end component.

    Raises
    ------
    ValueError
        If an array does not have S (or C) entries of type bool.

    Examples
    --------
    >>> model = Model.from_lists([[[(1, 1)]], [[(1, 0)], [(1, 2)]], [[("1/2", 1), ("1/2", 3)]],
    ...                           [[(1, 3)]]])
    >>> component, allowed = end_components(model)
    >>> component.tolist(), allowed.tolist()
    ([0, 0, -1, 1], [True, True, False, False, True])
    """
    n = model.states
    within = mask("within", within, n, True)
    state_of = model.state_of
    alive = leads_only_to(model, within) & within[state_of]
    alive &= mask("choices", choices, model.choices, True)
    spread = Spread(model)
    spread.begin(alive, np.bincount(state_of[alive], minlength=n), np.zeros(n, dtype=bool))
    spread.exhaust(np.flatnonzero(spread.need == 0))
    component = np.full(n, -1, dtype=np.int64)  # while it goes, the smallest state
    local = np.empty(n, dtype=np.int64)
    branches = np.diff(model.branch_start)
    active = np.flatnonzero(spread.need > 0)
    while active.size:
        local[active] = np.arange(active.size)
        which = slices(model.choice_start, active)
        which = which[spread.open[which]]
        owner = np.repeat(which, branches[which])
        source = local[state_of[owner]]
        target = local[model.target[slices(model.branch_start, which)]]
        smallest = _strong_components(active.size, source, target)
        component[active] = active[smallest]
        leaves = smallest[source] != smallest[target]
        if not leaves.any():
            break
        again = np.zeros(active.size, dtype=bool)
        again[smallest[source[leaves]]] = True
        spread.exhaust(spread.hit(owner[leaves]))
        active = active[again[smallest]]
        component[active] = -1
        active = active[spread.need[active] > 0]
    return _numbered(component), spread.open


def bottom_components(model: Model, choice: Array | None = None) -> Array:
    """The bottom strongly connected components of a chain: where it ends up and stays.

    Parameters
    ----------
    model : Model
    choice : (S,) int64, optional
        The policy, as indices into the choices. Not needed where every state has one choice.

    Returns
    -------
    component : (S,) int64
        Labels 0, 1, ... in order of the smallest state; -1 for transient states.

    Raises
    ------
    ValueError
        If the policy takes a choice that is not the state's, or is missing where one is needed.

    Examples
    --------
    >>> model = Model.from_lists([[[("1/2", 1), ("1/2", 2)]], [[(1, 1)]], [[(1, 3)]], [[(1, 2)]]])
    >>> bottom_components(model).tolist()
    [-1, 0, 1, 1]
    """
    n = model.states
    choice = _policy(model, choice)
    source = np.repeat(np.arange(n), np.diff(model.branch_start)[choice])
    target = model.target[slices(model.branch_start, choice)]
    smallest = _strong_components(n, source, target)
    transient = np.zeros(n, dtype=bool)
    transient[smallest[source[smallest[source] != smallest[target]]]] = True
    return _numbered(np.where(transient[smallest], -1, smallest))


def _strong_components(n: int, source: Array, target: Array) -> Array:
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
    found: Array = smallest[label]
    return found


def _numbered(component: Array) -> Array:
    """Labels 0, 1, ... in place of the numbers that occur, in their order; -1 stays."""
    inside = component >= 0
    label = np.full(component.size, -1, dtype=np.int64)
    label[inside] = np.unique(component[inside], return_inverse=True)[1]
    return label


def _policy(model: Model, choice: Array | None) -> Array:
    """The choices of a policy, one of its own for every state."""
    if choice is None:
        if model.choices != model.states:
            s = int(np.argmax(np.diff(model.choice_start) > 1))
            count = int(np.diff(model.choice_start)[s])
            raise ValueError(
                f"choice: is missing, but state {s} has {count} choices, need a policy"
            )
        return model.choice_start[:-1]
    found = np.asarray(choice)
    if found.dtype.kind not in "iu" or found.shape != (model.states,):
        raise ValueError(
            f"choice: got {found.dtype} of shape {found.shape}, need integers of ({model.states},)"
        )
    wrong = (found < model.choice_start[:-1]) | (found >= model.choice_start[1:])
    if wrong.any():
        s = int(np.argmax(wrong))
        raise ValueError(
            f"choice: state {s} takes {found[s]}, "
            f"need {model.choice_start[s]} to {model.choice_start[s + 1] - 1}"
        )
    return found

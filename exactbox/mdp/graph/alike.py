"""Bisimilar states, with which action of one is which of another.

`lumping` finds classes of bisimilar states by signatures. Here they are compared exactly: each
action becomes what it costs and with which weights it leads to which classes, and in every state of
a class the actions are to be the same, counted with repetitions. So what is worked out for the
first state of a class holds for all of them, and so does its policy.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from exactbox.mdp.graph.lumping import bisimulation_classes, quotient
from exactbox.mdp.model.equations import Equations
from exactbox.mdp.model.layout import Array, PerAction, PerState


def bisimulation_quotient(
    equations: Equations,
) -> tuple[Equations, PerState, PerState, PerAction] | None:
    """Equations of the classes of bisimilar states, with the actions of their first states.

    Returns the equations, the class of each state, `start` and `action`: action k of the class of s
    is action ``action[start[s] + k]`` of s. None where there are few bisimilar states, or the exact
    comparison refutes a class.
    """
    if equations.afterstate is not None or not equations.states:
        return None
    label = bisimulation_classes(equations)
    if label is None:
        return None
    # the branches as they lead to classes
    lumped = equations.only(np.arange(equations.states), np.arange(equations.action_count), label)
    kinds_of_rows: dict[tuple[object, ...], int] = {}
    keys = []
    columns = lumped.target.tolist(), lumped.weight.tolist()
    rows = pairwise(lumped.branch_start.tolist())
    own = zip(rows, lumped.denominator.tolist(), lumped.cost.tolist())
    for (i, j), d, cost in own:
        row = (d, cost, *columns[0][i:j], *columns[1][i:j])
        keys.append(kinds_of_rows.setdefault(row, len(kinds_of_rows)))
    # the actions of each state by what they are, those of one kind in their order
    order = np.lexsort((np.arange(len(keys)), np.array(keys), equations.state_of))
    kinds = np.array(keys)[order]
    start, sizes = equations.action_start[:-1], np.diff(equations.action_start)
    first = np.unique(label, return_index=True)[1][label]  # the first state of the class
    if (sizes != sizes[first]).any():
        return None
    place = np.arange(len(keys)) - np.repeat(start, sizes)  # 0, 1, ... in each state
    twin = np.repeat(start[first], sizes) + place  # the same place in the class's first state
    if (kinds != kinds[twin]).any():
        return None
    action: Array = np.empty(len(keys), dtype=np.int64)
    # order[twin] is an action of the first state, order the one of the state that is bisimilar
    first_start = start[first].repeat(sizes)
    action[np.repeat(start, sizes) + order[twin] - first_start] = order - np.repeat(start, sizes)
    return quotient(equations, label), label, start, action

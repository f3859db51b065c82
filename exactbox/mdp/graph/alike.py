"""States that behave alike, with which action of one is which of another.

`lumping` finds classes of bisimilar states by signatures. Here they are compared exactly: each
action becomes what it costs and with which weights it leads to which classes, and in every state of
a class the actions are to be the same, counted with repetitions. So what is worked out for the
first state of a class holds for all of them, and so does its policy.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from exactbox.mdp.graph.lumping import bisimulation_classes, quotient
from exactbox.mdp.model.equations import Equations
from exactbox.mdp.model.layout import Array, PerAction, PerState


class Alike(NamedTuple):
    """Classes of states, and equations of the classes, with the actions of their first states.

    Action k of the class of state s is action ``action[start[s] + k]`` of s; ``label`` has the
    classes.
    """

    equations: Equations
    label: PerState
    start: PerState
    action: PerAction


def alike(equations: Equations) -> Alike | None:
    """The classes, or None where they are not worth it, or not what they seem."""
    if equations.afterstate is not None or not equations.states:
        return None
    label = bisimulation_classes(equations)
    if label is None:
        return None
    seen = equations.only(np.arange(equations.states), np.arange(equations.action_count), label)
    known: dict[tuple[object, ...], int] = {}
    keys = []
    columns = seen.target.tolist(), seen.weight.tolist()
    own = zip(pairwise(seen.branch_start.tolist()), seen.denominator.tolist(), seen.cost.tolist())
    for (i, j), d, cost in own:
        row = (d, cost, *columns[0][i:j], *columns[1][i:j])
        keys.append(known.setdefault(row, len(known)))
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
    # order[twin] is an action of the first state, order[o] the one of the state that is alike
    action[np.repeat(start, sizes) + order[twin] - start[first].repeat(sizes)] = order - np.repeat(
        start, sizes
    )
    return Alike(quotient(equations, label), label, start, action)

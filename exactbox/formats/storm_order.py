"""One order for the states and choices that Storm builds, whatever order it has found them in.

States are in the order of their variables' values: by the variable whose name comes first, then by
the next; false is before true. The choices of a state are in the order of the names of their
actions (no name is the first), then of the states that they lead to, of the weights of these, and
of the rewards. Choices that all of this does not tell apart are the same choice twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from exactbox.mdp.layout import PerBranch, PerChoice, PerState, slices, starts_of
from exactbox.mdp.model import Model

Values = Mapping[str, Sequence[int]]  # of each variable: its value in every state; bools are ints


def valuations(values: Values, states: int) -> list[str]:
    """The values of every state in words, ``done=true & x=3``, by the names of the variables.

    Examples
    --------
    >>> valuations({"x": [0, 3], "done": [False, True]}, 2)
    ['done=false & x=0', 'done=true & x=3']
    """
    columns = [[f"{name}={_word(value)}" for value in values[name]] for name in sorted(values)]
    return [" & ".join(parts) for parts in zip(*columns, strict=True)] if columns else [""] * states


def _word(value: int) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def ordered(model: Model, values: Values) -> Model:
    """The model with its states and choices in the order above.

    Parameters
    ----------
    model : Model
        Whose states do not share choices.
    values : dict of name to S values
        The variables; states that they do not tell apart keep their order.

    Returns
    -------
    Model
    """
    columns = [np.array(values[name]) for name in sorted(values, reverse=True)]
    states = np.lexsort(columns) if columns else np.arange(model.states)  # by the last one first
    place = np.empty_like(states)  # of every state: its new number
    place[states] = np.arange(model.states)
    branches = np.lexsort((place[model.target], model.choice_of))  # by target, within the choices
    target, weight = place[model.target[branches]], model.weight[branches]
    choices = _choices(model, place, target, weight)
    moved = slices(model.branch_start, choices)
    return Model(
        starts_of(np.diff(model.option_start)[states]),
        starts_of(np.diff(model.branch_start)[choices]),
        target[moved],
        weight[moved],
        model.denominator[choices],
        np.sort(place[model.initial]),
        {name: where[states] for name, where in model.labels.items()},
        {name: r.of_choices(choices, branches[moved]) for name, r in model.rewards.items()},
        None if model.actions is None else [model.actions[c] for c in choices.tolist()],
        None if model.valuations is None else [model.valuations[s] for s in states.tolist()],
        rates=None if model.rates is None else model.rates.only(choices),
    )


def _choices(model: Model, place: PerState, target: PerBranch, weight: PerBranch) -> PerChoice:
    """The choices in their new order; the branches are those of the model, in their new order."""
    state, names = place[model.state_of], model.actions or [""] * model.choices
    rank = {name: k for k, name in enumerate(sorted(set(names)))}
    action = np.array([rank[name] for name in names], dtype=np.int64)
    order = np.lexsort((action, state))
    alike = (np.diff(state[order]) == 0) & (np.diff(action[order]) == 0)  # as the one before
    tied = order[np.append(alike, False) | np.append(False, alike)].tolist()
    begin, rewards = model.branch_start.tolist(), [r for _, r in sorted(model.rewards.items())]

    def leads(c: int) -> tuple[Any, ...]:
        here = slice(begin[c], begin[c + 1])
        return target[here].tolist(), weight[here].tolist(), [r[c] for r in rewards]

    among = np.zeros(model.choices, dtype=np.int64)
    among[sorted(tied, key=leads)] = np.arange(len(tied))
    found: PerChoice = np.lexsort((among, action, state))
    return found

"""One order for the states and choices that Storm builds, whatever order it has found them in.

States are in the order of their variables' values: by the variable whose name comes first, then by
the next; false is before true. The choices of a state are in the order of the names of their
actions (no name is the first), then of the states that they lead to, of the weights of these, and
of the rewards. Choices that all of this does not tell apart are the same choice twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from exactbox.formats.valuations import Valuations
from exactbox.mdp.model.layout import (
    Array,
    PerBranch,
    PerChoice,
    PerState,
    slices,
    starts_of,
    unchecked,
)
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Rewards

Values = Mapping[str, Array]  # of each variable: its value in every state, int or bool
_PACKED = 1 << 62  # combinations of values that one integer holds


def ordered(model: Model, values: Values) -> Model:
    """The model with its states and choices in the order above, and with the valuations.

    States do not share choices; those that the variables do not tell apart keep their order.
    """
    states = _by_value([values[name] for name in sorted(values)], model.states)
    place = np.empty_like(states)  # of every state: its new number
    place[states] = np.arange(model.states)
    # by target, within the choices; nearly sorted already, which the stable way makes use of
    branches = np.argsort(model.choice_of * model.states + place[model.target], kind="stable")
    target, weight = place[model.target[branches]], model.weight[branches]
    choices = _choices(model, place, target, weight)
    moved = slices(model.branch_start, choices)
    return unchecked(
        Model,
        action_start=starts_of(np.diff(model.action_start)[states]),
        branch_start=starts_of(np.diff(model.branch_start)[choices]),
        target=target[moved],
        weight=weight[moved],
        denominator=model.denominator[choices],
        initial=np.sort(place[model.initial]),
        labels={name: where[states] for name, where in model.labels.items()},
        rewards={name: r.of_choices(choices, branches[moved]) for name, r in model.rewards.items()},
        actions=None if model.actions is None else [model.actions[c] for c in choices.tolist()],
        valuations=Valuations(values, model.states).only(states),
        rates=None if model.rates is None else model.rates.only(choices),
        normalised=model.normalised,
    )


def _by_value(columns: list[Array], states: int) -> PerState:
    """The states by the first column, then by the next; those that are alike keep their order.

    Columns are packed, so that few have to be sorted by: digits of an integer in mixed radix.
    """
    keys: list[Array] = []  # the last one counts first, as np.lexsort has it
    room = 1
    for column in reversed(columns):
        rank = _ranks(column)
        size = int(rank.max(initial=0)) + 1
        if not keys or room * size > _PACKED:
            keys.append(rank)
            room = size
        else:
            keys[-1] = keys[-1] + room * rank
            room *= size
    return np.lexsort(keys) if keys else np.arange(states)


def _ranks(column: Array) -> Array:
    """(n,) int64 from 0 on, in the order of the values."""
    if column.dtype == object:
        ranks: Array = np.unique(column, return_inverse=True)[1]
        return ranks
    numbers = column.astype(np.int64)
    return numbers - numbers.min() if len(numbers) else numbers


def _choices(model: Model, place: PerState, target: PerBranch, weight: PerBranch) -> PerChoice:
    """The choices in their new order; the branches are those of the model, in their new order."""
    state, action = place[model.state_of], np.zeros(model.choices, dtype=np.int64)
    if model.actions is not None:
        rank = {name: k for k, name in enumerate(sorted(set(model.actions)))}
        action[:] = [rank[name] for name in model.actions]
    order: PerChoice = np.lexsort((action, state))
    new = (np.diff(state[order]) != 0) | (np.diff(action[order]) != 0)  # unlike the one before
    at = np.arange(model.choices)  # the places in the order whose choices are still alike
    alike = np.cumsum(np.append(True, new))  # increasing: which of these are alike
    for key in _further_keys(model, target, weight):
        several = np.bincount(alike)[alike] > 1
        at, alike = at[several], alike[several]
        if not len(at):
            break
        column = key(order[at])
        by = np.lexsort((column, alike))
        order[at] = order[at][by]
        new = (np.diff(alike) != 0) | (np.diff(column[by]) != 0)
        alike = np.cumsum(np.append(True, new))
    return order


def _further_keys(
    model: Model, target: PerBranch, weight: PerBranch
) -> Iterator[Callable[[PerChoice], Array]]:
    """Keys that tell choices apart, most significant first: targets, weights, rewards.

    Each is a number of each of the choices given. Where there are no more branches it is -1, so
    that fewer come before more.
    """
    begin, lengths = model.branch_start[:-1], np.diff(model.branch_start)

    def branch(values: PerBranch, k: int) -> Callable[[PerChoice], Array]:
        def of(choices: PerChoice) -> Array:
            there = lengths[choices] > k
            column = np.full(len(choices), -1, dtype=values.dtype)
            column[there] = values[begin[choices[there]] + k]
            return _ranks(column)

        return of

    def reward(rewards: Rewards) -> Callable[[PerChoice], Array]:
        def of(choices: PerChoice) -> Array:
            values = [rewards[c] for c in choices.tolist()]
            rank = {value: k for k, value in enumerate(sorted(set(values)))}
            return np.array([rank[value] for value in values], dtype=np.int64)

        return of

    most = range(int(lengths.max(initial=0)))
    yield from (branch(target, k) for k in most)
    yield from (branch(weight, k) for k in most)
    yield from (reward(rewards) for _, rewards in sorted(model.rewards.items()))

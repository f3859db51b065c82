"""A model with some of its actions only: where a policy is fixed, or with all it calls by name.

`Model.restricted` keeps what solving needs; with `keep_actions` labels, rewards, names and
valuations stay too.
"""

from __future__ import annotations

import numpy as np

from exactbox.mdp.model.layout import PerAction, PerChoice, PerState, Policy, replace_parts, slices
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Rewards


def keep_actions(model: Model, kept: PerAction) -> tuple[Model, PerChoice]:
    """The model with these actions, (A,) bool, and which choices it is left with.

    Every state keeps an action. Labels, rewards, rates, names, valuations and players stay; the
    rule of a game does not.

    Examples
    --------
    >>> model = Model.from_lists([[[(1, 0)], [(1, 1)]], [[(1, 1)]]], labels={"end": [1]})
    >>> left, choices = keep_actions(model, np.array([False, True, True]))
    >>> left.target.tolist(), left.labels["end"].tolist(), choices.tolist()
    ([1, 1], [False, True], [1, 2])
    """
    left, choices = model.restricted(kept)
    actions = np.flatnonzero(kept).tolist()
    named = replace_parts(
        left,
        labels=model.labels,
        rewards={name: restrict_rewards(r, model, choices) for name, r in model.rewards.items()},
        actions=None if model.actions is None else [model.actions[o] for o in actions],
        valuations=model.valuations,
        players=model.players,
    )
    return named, choices


def restrict_rewards(rewards: Rewards, model: Model, choices: PerChoice) -> Rewards:
    """The rewards of these choices of the model, with those of their branches."""
    return rewards.of_choices(choices, slices(model.branch_start, choices))


def fixed_actions(model: Model, policy: Policy, fixed: PerState) -> PerAction:
    """(A,) bool: the policy's actions in the fixed states, all actions in the others."""
    kept: PerAction = ~fixed[model.state_of]
    kept[policy[fixed]] = True
    return kept

"""What each objective leaves to be solved: the graph decides some states, equations the others."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from exactbox.linalg import ExactVector
from exactbox.mdp.answer import everywhere
from exactbox.mdp.graph import leads_only_to, prob0_max, prob0_min, prob1_max, prob1_min
from exactbox.mdp.model import Array, Model, Rewards
from exactbox.mdp.optimum import optimal_values
from exactbox.mdp.proofs import collecting_policy, progress_ranks
from exactbox.mdp.rows import Rows, rows_of

Progress = Callable[[str, int, int], None]


class Unknown(NamedTuple):
    """Equations for the states inside; other values are known.

    Attributes
    ----------
    rows : Rows
        Of the states inside, in their order. From each some policy ends.
    inside, one, infinite : (S,) bool
        The states in question; where the value is 1; where it is infinite. It is 0 elsewhere.
    choices : (k,) int64
        The model's choices that the rows are about.
    """

    rows: Rows
    inside: Array
    one: Array
    infinite: Array
    choices: Array

    def values(self, sense: str, progress: Progress | None = None) -> ExactVector:
        """The exact optimum of all states, 0 where it is infinite."""
        x = optimal_values(self.rows, sense, progress=progress)
        return everywhere(len(self.inside), self.inside, x, self.one)


def reach_unknown(model: Model, goal: Array, stay: Array, sense: str) -> Unknown:
    """States where the probability is neither 0 nor 1."""
    one: Array
    if sense == "max":
        zero, one = prob0_max(model, goal, stay), prob1_max(model, goal, stay).states
    else:
        zero, one = prob0_min(model, goal, stay), prob1_min(model, goal, stay)
    inside = ~zero & ~one
    choices = np.flatnonzero(inside[model.state_of])
    return Unknown(rows_of(model, inside, choices, one=one), inside, one, inside & one, choices)


def until_unknown(model: Model, rewards: Rewards, goal: Array, sense: str) -> Unknown:
    """States where all policies (max), or some (min), reach the goal almost surely."""
    reached = prob1_min(model, goal) if sense == "max" else prob1_max(model, goal).states
    inside = reached & ~goal
    choices = np.flatnonzero(inside[model.state_of] & leads_only_to(model, reached))
    rows = rows_of(model, inside, choices, rewards=rewards)
    return Unknown(rows, inside, inside & goal, ~reached, choices)


def total_unknown(model: Model, rewards: Rewards, sense: str) -> Unknown:
    """States where something can be had, but not for ever; rewards are not negative."""
    paid = rewards.numerator > 0
    nowhere = np.zeros(model.states, dtype=bool)
    if sense == "max":
        payers = nowhere.copy()
        payers[model.state_of[paid]] = True
        zero = prob0_max(model, payers)
        rich = collecting_policy(model, paid, nowhere) >= 0
        infinite = ~prob0_max(model, rich)
    else:
        zero = progress_ranks(model, nowhere, paid) < 0
        infinite = ~prob1_max(model, zero).states
    inside = ~zero & ~infinite
    choices = np.flatnonzero(inside[model.state_of] & leads_only_to(model, ~infinite))
    rows = rows_of(model, inside, choices, rewards=rewards)
    return Unknown(rows, inside, nowhere, infinite, choices)


def discounted_unknown(model: Model, rewards: Rewards, discount: Fraction) -> Unknown:
    """All states."""
    nowhere, choices = np.zeros(model.states, dtype=bool), np.arange(model.choices)
    rows = rows_of(model, ~nowhere, choices, rewards=rewards, discount=discount)
    return Unknown(rows, ~nowhere, nowhere, nowhere, choices)

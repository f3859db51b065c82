"""Questions as data: what is asked of a decision process, once, in one class.

What graphs decide, equations, answers, certificates and sentences are made of a `Question`. What
its objective is about is in `exactbox.objectives`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import inf

import numpy as np

from exactbox.mdp.model.arguments import Goal
from exactbox.mdp.model.equations import Equations, equations_of
from exactbox.mdp.model.layout import Array, PerState
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Ratios

Amounts = tuple[str, Ratios]  # the name of rewards; of branches, then of choices that end the play


@dataclass(frozen=True, eq=False, kw_only=True)
class Question:
    """What is asked of a model.

    Attributes
    ----------
    objective : str
        Its name in `exactbox.objectives.OBJECTIVES`, "within_steps" or "within_reward".
    sense : "max" or "min"
        Of the first player.
    goal, stay : Goal, optional
        What is to be reached, and by way of which states.
    rewards : Ratios, optional
        Of the choices.
    discount : Fraction, optional
    steps : int, optional
        How many are played.
    spending, gains : a name and amounts, optional
        What branches spend, and what they bring; ``at_most`` and ``at_least`` bound what is spent.
    start : increasing states, optional
        In place of the model's initial ones.
    """

    objective: str
    sense: str
    goal: Goal | None = None
    stay: Goal | None = None
    rewards: Ratios | None = None
    discount: Fraction | None = None
    steps: int | None = None
    spending: Amounts | None = None
    gains: Amounts | None = None
    at_most: Fraction | None = None
    at_least: Fraction | None = None
    start: Array | None = None

    @property
    def target(self) -> Goal:
        """The goal; a ValueError where none is asked about."""
        if self.goal is None:
            raise ValueError(f"{self.objective}: no goal is asked about")
        return self.goal

    @property
    def reward(self) -> Ratios:
        """The rewards of choices; a ValueError where none are asked about."""
        if self.rewards is None:
            raise ValueError(f"{self.objective}: no rewards are asked about")
        return self.rewards

    @property
    def within(self) -> PerState | None:
        """(S,) bool: the states to stay in before the goal; None for all."""
        return None if self.stay is None else self.stay.states

    @property
    def is_probability(self) -> bool:
        """Whether the goal is worth 1; else rewards are added up."""
        return self.goal is not None and self.objective != "cost"

    @property
    def worth_of_end(self) -> float:
        """The value of the play's end, where to end it is a goal, or is not."""
        ended = self.goal is not None and self.goal.ended
        if self.objective == "cost":
            return 0 if ended else inf  # another goal has been missed
        return int(ended)

    def decided(self, model: Model) -> PerState:
        """(S,) bool: the states whose values the question says: the goal, and outside of `stay`."""
        states = np.zeros(model.states, dtype=bool)
        if self.goal is not None:
            states |= self.goal.states
        if self.stay is not None:
            states |= ~self.stay.states
        return states

    def has_negative(self, model: Model) -> bool:
        """Whether some reward before the goal is below 0."""
        if self.rewards is None:
            return False
        negative = model.per_option(self.rewards.numerator < 0)
        if self.goal is not None:
            negative = negative & ~self.goal.states[model.state_of]
        return bool(negative.any())

    def equations(
        self,
        model: Model,
        states: PerState | None = None,
        options: Array | None = None,
        one: PerState | None = None,
    ) -> Equations:
        """The one-step equations of these states and options, as `equations_of` has them.

        Rewards are what choices bring on the average. Of a probability the states `one`, by default
        the goal, are worth 1.
        """
        goal = self.goal if self.is_probability else None
        return equations_of(
            model,
            states,
            options,
            rewards=self.rewards,
            one=goal.states if goal is not None and one is None else one,
            end=goal is not None and goal.ended,
            discount=Fraction(1) if self.discount is None else self.discount,
        )

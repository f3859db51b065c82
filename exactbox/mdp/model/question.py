"""Questions as data: what is asked of a decision process, once, in one class.

Options, properties and calls make a `Question` by `question_about`; what graphs decide, equations,
answers, certificates and sentences are made of it. What its objective is about is in
`exactbox.objectives`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf, isinf, nan
from typing import Any

import numpy as np

from exactbox.decimals import fraction_string
from exactbox.mdp.model.arguments import (
    Amounts,
    Goal,
    SetOfStates,
    SomeRewards,
    amounts_of,
    bound_of,
    discount_of,
    goal_of,
    rewards_of,
    sense_of,
    set_of,
)
from exactbox.mdp.model.equations import Equations, equations_of
from exactbox.mdp.model.layout import Array, PerOption, PerState
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Rewards
from exactbox.objectives import OBJECTIVES, sentence


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
    rewards : Rewards, optional
        Of the choices.
    discount : Fraction, optional
    steps : int, optional
        How many are played.
    spending, gains : a name and amounts, optional
        What branches spend, and what they bring; ``at_most`` and ``at_least`` bound what is spent.
    named : str
        What the rewards are asked by; empty where nobody has named them.
    visits : str
        The states whose probability the rewards measure, in words; empty where they are rewards.
    start : increasing states, optional
        In place of the model's initial ones.
    """

    objective: str
    sense: str
    goal: Goal | None = None
    stay: Goal | None = None
    rewards: Rewards | None = None
    discount: Fraction | None = None
    steps: int | None = None
    spending: Amounts | None = None
    gains: Amounts | None = None
    at_most: Fraction | None = None
    at_least: Fraction | None = None
    named: str = ""
    visits: str = ""
    start: Array | None = None

    @property
    def target(self) -> Goal:
        """The goal; a ValueError where none is asked about."""
        if self.goal is None:
            raise ValueError(f"{self.objective}: no goal is asked about")
        return self.goal

    @property
    def reward(self) -> Rewards:
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

    def known(self, model: Model) -> PerState:
        """(S,) the values that the question says: of the goal, outside of `stay`; nan elsewhere."""
        values = np.full(model.states, nan)
        if self.stay is not None:
            values[~self.stay.states] = 0
        if self.goal is not None:
            values[self.goal.states] = self.is_probability  # 1; no cost is had any more
        return values

    def on_the_average(self, model: Model) -> Question:
        """The same with what each choice brings on the average, in continuous time."""
        if self.rewards is None or self.rewards.rate is None:
            return self
        return replace(self, rewards=self.rewards.expected(model.rates))

    def has_negative(self, model: Model) -> bool:
        """Whether some reward before the goal is below 0."""
        if self.rewards is None:
            return False
        negative = model.per_option(self.rewards.numerator < 0)
        if self.goal is not None:
            negative = negative & ~self.goal.states[model.state_of]
        return bool(negative.any())

    def equations(
        self, model: Model, known: PerState, options: PerOption | None = None
    ) -> tuple[Equations, Array]:
        """The one-step equations of the states whose values are not known, and their options.

        ``known`` has (S,) 0, 1 and infinities, which are values, and nan elsewhere. An option that
        may lead to an infinite value is left out, as no finite value is that of one; and all that
        are not among the ``options``. Rewards are what choices bring on the average.
        """
        undecided, infinite = np.isnan(known), np.isinf(known)
        kept = undecided[model.state_of]
        if options is not None:
            kept &= options
        missed = isinf(self.worth_of_end)
        if missed or infinite.any():
            kept &= model.leads_only_to(~infinite, not missed)
        if not model.count(kept)[undecided].all():
            raise ArithmeticError("a finite value where all choices lead to infinite ones")
        which = np.flatnonzero(kept)
        goal = self.goal if self.is_probability else None
        return equations_of(
            model,
            undecided,
            which,
            rewards=self.rewards,
            one=None if goal is None else known == 1,
            end=goal is not None and goal.ended,
            discount=Fraction(1) if self.discount is None else self.discount,
        ), which

    def words(self, model: Model) -> str:
        """The question in words; of a chain nothing is greatest or least."""
        chain = model.is_chain
        extreme = "" if chain else {"max": "greatest ", "min": "least "}[self.sense]
        if self.visits and self.steps is not None:
            return f"{extreme}probability to be in {self.visits} after 1 step"
        if self.visits:
            return f"{extreme}long-run probability of {self.visits}"
        bounds = (("at least", self.at_least), ("at most", self.at_most))
        spent = " and ".join(
            f"{what} {fraction_string(bound)}" for what, bound in bounds if bound is not None
        )
        objective = self.objective
        if objective not in OBJECTIVES:  # without steps and bounds
            of_rewards = "total" if self.discount is None else "discounted"
            objective = of_rewards if self.goal is None else "reach"
        return sentence(
            objective,
            None if chain else self.sense,
            goal="" if self.goal is None else self.goal.name,
            stay="" if self.stay is None else self.stay.name,
            reward=self.named,
            discount=None if self.discount is None else fraction_string(self.discount),
            steps=self.steps,
            spent=f"{spent} of {self.spending[0] or 'the reward'}" if self.spending else "",
        )


def question_about(
    model: Model,
    objective: str,
    sense: str | None,
    *,
    goal: SetOfStates | None = None,
    stay: SetOfStates | None = None,
    rewards: SomeRewards | None = None,
    discount: Fraction | int | str | None = None,
    steps: int | None = None,
    spending: SomeRewards | None = None,
    at_most: Fraction | int | str | None = None,
    at_least: Fraction | int | str | None = None,
    visits: str = "",
) -> Question:
    """The question, of those arguments that its objective takes; ValueErrors say what is wrong.

    With `steps` it is about a finite horizon, with `spending` about what is spent.
    """
    sense, takes = sense_of(model, sense), OBJECTIVES[objective].takes
    asked: dict[str, Any] = {"objective": objective, "visits": visits}
    if "goal" in takes:
        asked["goal"] = goal_of(model, goal)  # type: ignore[arg-type]  # None is refused there
    if "stay" in takes and stay is not None:
        asked["stay"] = set_of(model, stay, "stay")
    if "reward" in takes:
        asked["rewards"] = rewards_of(model, rewards)
        asked["named"] = "" if rewards is None else asked["rewards"].name or ""
    if "discount" in takes:
        asked["discount"] = discount_of(discount)  # type: ignore[arg-type]
    if steps is not None:
        asked |= {"objective": "within_steps", "steps": steps}
        if steps < 0:
            raise ValueError(f"{steps} steps, need 0 or more")
    if spending is not None:
        asked["objective"] = "within_reward"
        asked["spending"] = amounts_of(model, spending, "spending")
        asked["at_most"] = bound_of("at_most", at_most)
        asked["at_least"] = bound_of("at_least", at_least)
        if "goal" not in takes:
            asked["gains"] = amounts_of(model, asked["rewards"], "rewards")
    return Question(sense=sense, **asked)

"""Objectives: what can be asked of a decision process, minimised and maximised, exactly.

One file a question, each in four parts: the equation, what the graph decides, the exact solution
with its policy and witness, and the enclosure. A question has one name: the file, the function,
the option of ``exactbox solve`` and its help go by `OBJECTIVES`.

The function finds the states whose value the graph decides (0, 1, infinity), solves the equations
of the others (`exactbox.mdp.exact_policy_iteration`), and derives the policy and the witness from
the values (`exactbox.mdp.witness`). What each certificate states, and why that
proves optimality against all policies with memory and chance, is in `exactbox.check`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from exactbox.mdp.answer import Answer
from exactbox.mdp.enclosure import Enclosure
from exactbox.mdp.objectives.cost import cost, cost_enclosure
from exactbox.mdp.objectives.discounted import discounted, discounted_enclosure
from exactbox.mdp.objectives.mean_payoff import mean_payoff
from exactbox.mdp.objectives.reach import reach, reach_enclosure
from exactbox.mdp.objectives.total import total
from exactbox.mdp.objectives.within_steps import within_steps

__all__ = [
    "OBJECTIVES",
    "Objective",
    "cost",
    "cost_enclosure",
    "discounted",
    "discounted_enclosure",
    "mean_payoff",
    "reach",
    "reach_enclosure",
    "total",
    "within_steps",
]


@dataclass(frozen=True)
class Objective:
    """A question that can be asked of a model, and what it takes.

    Attributes
    ----------
    name : str
        Of the file, the function, the option and the answer.
    about : str
        What the value is, for the help; LABEL stands for the goal.
    sentence : str
        The same with {reward}, {goal} and {discount} to be filled in.
    solve : function
        From a model to an `Answer`.
    enclose : function, optional
        The same to an `Enclosure`.
    goal, reward, stay, discount, steps : bool
        Whether it takes a goal, rewards, states to stay in, a discount; whether the first steps
        alone may be asked about (`within_steps`).
    """

    name: str
    about: str
    sentence: str
    solve: Callable[..., Answer]
    enclose: Callable[..., Enclosure] | None = None
    goal: bool = False
    reward: bool = False
    stay: bool = False
    discount: bool = False
    steps: bool = False

    def takes(self, detail: str) -> bool:
        """Whether a detail (goal, reward, stay, discount, steps) goes with the question."""
        return bool(getattr(self, detail))

    def arguments(self, **given: Any) -> list[Any]:
        """What the functions take after the model and before the sense, in their order."""
        return [given[name] for name in ("reward", "goal", "discount") if self.takes(name)]


OBJECTIVES = {
    objective.name: objective
    for objective in (
        Objective(
            "reach",
            "the probability to reach the LABEL",
            "probability to reach {goal}",
            reach,
            reach_enclosure,
            goal=True,
            stay=True,
            steps=True,
        ),
        Objective(
            "cost",
            "the expected reward until the LABEL is reached; infinite where that is not sure",
            "expected {reward} until {goal}",
            cost,
            cost_enclosure,
            goal=True,
            reward=True,
        ),
        Objective(
            "total",
            "the expected total reward, or that of the first --steps",
            "expected total {reward}",
            total,
            reward=True,
            steps=True,
        ),
        Objective(
            "discounted",
            "the expected total reward, or that of the first --steps, later ones counting less "
            "(--discount)",
            "expected {reward} with discount {discount}",
            discounted,
            discounted_enclosure,
            reward=True,
            discount=True,
            steps=True,
        ),
        Objective(
            "mean_payoff",
            "the long-run average reward of a step",
            "expected {reward} a step in the long run",
            mean_payoff,
            reward=True,
        ),
    )
}

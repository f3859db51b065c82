"""Questions about a model in a file: what is asked, in words and of the objectives."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from exactbox.objectives import OBJECTIVES

if TYPE_CHECKING:
    from exactbox.mdp.answer import Answer
    from exactbox.mdp.enclosure import Enclosure
    from exactbox.mdp.layout import PerState
    from exactbox.mdp.model import Model
    from exactbox.progress import Progress

States = str | tuple[Any, ...]
"""A label, ("true",), ("not", states), or ("and" or "or", states, states, ...)."""

_SIGNS = {"and": " & ", "or": " | "}


@dataclass(frozen=True)
class Question:
    """What is asked of a model.

    Attributes
    ----------
    objective : str
        Its name in `exactbox.objectives.OBJECTIVES`.
    sense : {"max", "min", None}
        None: left open, which suits a Markov chain.
    goal, stay : states, optional
        Where to get to, and where to stay until then.
    steps : int, optional
        How many steps count.
    reward : str, optional
        The name of the rewards; None: the only ones.
    discount : Fraction, optional
    """

    objective: str
    sense: str | None
    goal: States | None = None
    stay: States | None = None
    steps: int | None = None
    reward: str | None = None
    discount: Fraction | None = None

    def __str__(self) -> str:
        extreme = {"max": "greatest ", "min": "least ", None: ""}[self.sense]
        sentence = OBJECTIVES[self.objective].sentence.format(
            goal="" if self.goal is None else _words(self.goal),
            reward=f"reward {self.reward}" if self.reward else "reward",
            discount=self.discount,
        )
        way = "" if self.stay is None else f" by way of {_words(self.stay)}"
        within = "" if self.steps is None else f" within {self.steps} steps"
        return f"{extreme}{sentence}{way}{within}"


def _words(states: States, inside: bool = False) -> str:
    """A formula of labels as it is written, without the quotes."""
    if isinstance(states, str):
        return states
    operator, *parts = states
    if operator == "true":
        return "true"
    if operator == "not":
        return f"!{_words(parts[0], inside=True)}"
    text = _SIGNS[operator].join(_words(part, inside=True) for part in parts)
    return f"({text})" if inside else text


def states_of(model: Model, states: States) -> PerState:
    """The states that a formula of labels describes.

    Parameters
    ----------
    model : Model
    states : states
        Of the model's labels; ``init`` is the initial states unless it is a label.

    Returns
    -------
    (S,) bool

    Raises
    ------
    ValueError
        If the model has no such label; lists those that it has.
    """
    import numpy as np

    from exactbox.mdp import arguments

    if isinstance(states, str):
        if states == "init" and states not in model.labels:
            initial: PerState = np.isin(np.arange(model.states), model.initial)
            return initial
        return arguments.states_of(model, states)
    operator, *parts = states
    if operator == "true":
        return np.ones(model.states, dtype=bool)
    marked = [states_of(model, part) for part in parts]
    if operator == "not":
        return ~marked[0]
    joined: PerState = (np.all if operator == "and" else np.any)(marked, axis=0)
    return joined


def answered(model: Model, question: Question, progress: Progress) -> Answer:
    """The answer to a question.

    Raises
    ------
    ValueError
        If the model lacks the labels or the rewards, or has choices and the sense is open.
    """
    from exactbox.mdp import within_steps

    asked, sense, goal = question, _sense(model, question), _goal(model, question)
    stay = None if asked.stay is None else states_of(model, asked.stay)
    if asked.steps is not None:
        more: dict[str, Any] = {"rewards": asked.reward, "discount": asked.discount}
        if goal is not None:
            more = {"goal": goal, "stay": stay}
        return within_steps(model, asked.steps, sense, progress=progress, **more)
    objective = OBJECTIVES[asked.objective]
    where = {"stay": stay} if "stay" in objective.takes else {}
    given = objective.arguments(goal=goal, reward=asked.reward, discount=asked.discount)
    answer: Answer = objective.solve(model, *given, sense, progress=progress, **where)
    return answer


def enclosed(model: Model, question: Question, progress: Progress) -> Enclosure:
    """Proved bounds in place of the answer.

    Raises
    ------
    ValueError
        As `answered`, and where there are no bounds of what is asked.
    """
    asked, sense = question, _sense(model, question)
    objective = OBJECTIVES[asked.objective]
    if not objective.has_enclosure or asked.steps is not None:
        known = ", ".join(name for name, each in OBJECTIVES.items() if each.has_enclosure)
        raise ValueError(f"--enclosure goes with {known}, without --steps")
    stay = None if asked.stay is None else states_of(model, asked.stay)
    where = {"stay": stay} if "stay" in objective.takes else {}
    goal = _goal(model, question)
    given = objective.arguments(goal=goal, reward=asked.reward, discount=asked.discount)
    found: Enclosure = objective.enclose(model, *given, sense, progress=progress, **where)
    return found


def _goal(model: Model, question: Question) -> PerState | None:
    """The goal as the objectives take it."""
    return None if question.goal is None else states_of(model, question.goal)


def _sense(model: Model, question: Question) -> str:
    if question.sense is not None:
        return question.sense
    if model.options > model.states:
        raise ValueError("property: the model has several choices in a state, need max or min")
    return "max"

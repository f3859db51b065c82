"""Questions about a model in a file: what is asked, in words and of the objectives."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from exactbox.commands.progress import Progress
    from exactbox.mdp.answer import Answer
    from exactbox.mdp.enclosure import Enclosure
    from exactbox.mdp.model import Array, Model

States = str | tuple[Any, ...]
"""A label, ("true",), ("not", states), or ("and" or "or", states, states, ...)."""

_SIGNS = {"and": " & ", "or": " | "}


@dataclass(frozen=True)
class Question:
    """What is asked of a model.

    Attributes
    ----------
    kind : {"reach", "cost", "total", "discounted", "mean"}
        The probability to reach the goal; the rewards until then; those for ever, or of the first
        steps; discounted; or their average in the long run.
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

    kind: str
    sense: str | None
    goal: States | None = None
    stay: States | None = None
    steps: int | None = None
    reward: str | None = None
    discount: Fraction | None = None

    def __str__(self) -> str:
        extreme = {"max": "greatest ", "min": "least ", None: ""}[self.sense]
        goal = "" if self.goal is None else _words(self.goal)
        reward = f"reward {self.reward}" if self.reward else "reward"
        if self.kind == "reach":
            way = "" if self.stay is None else f" by way of {_words(self.stay)}"
            within = "" if self.steps is None else f" within {self.steps} steps"
            return f"{extreme}probability to reach {goal}{way}{within}"
        if self.kind == "cost":
            return f"{extreme}expected {reward} until {goal}"
        if self.kind == "mean":
            return f"{extreme}expected {reward} a step in the long run"
        if self.kind == "discounted":
            first = "" if self.steps is None else f" of the first {self.steps} steps"
            return f"{extreme}expected {reward}{first} with discount {self.discount}"
        within = "for ever" if self.steps is None else f"of the first {self.steps} steps"
        return f"{extreme}expected {reward} {within}"


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


def states_of(model: Model, states: States) -> Array:
    """The states that a formula of labels describes.

    Parameters
    ----------
    model : Model
    states : states
        Of the model's labels; ``init`` is the initial state unless it is a label.

    Returns
    -------
    (S,) bool

    Raises
    ------
    ValueError
        If the model has no such label; lists those that it has.
    """
    import numpy as np

    from exactbox.mdp.asking import label

    if isinstance(states, str):
        if states == "init" and states not in model.labels:
            initial: Array = np.arange(model.states) == model.initial
            return initial
        return label(model, states)
    operator, *parts = states
    if operator == "true":
        return np.ones(model.states, dtype=bool)
    marked = [states_of(model, part) for part in parts]
    if operator == "not":
        return ~marked[0]
    joined: Array = (np.all if operator == "and" else np.any)(marked, axis=0)
    return joined


def answered(model: Model, question: Question, progress: Progress) -> Answer:
    """The answer to a question.

    Parameters
    ----------
    model : Model
    question : Question
    progress : callable

    Raises
    ------
    ValueError
        If the model lacks the labels or the rewards, or has choices and the sense is open.
    """
    from exactbox.mdp import objectives

    asked, sense = question, _sense(model, question)
    stay = None if asked.stay is None else states_of(model, asked.stay)
    if asked.goal is not None:
        goal = states_of(model, asked.goal)
        if asked.kind == "cost":
            return objectives.total_until(model, asked.reward, goal, sense, progress=progress)
        if asked.steps is None:
            return objectives.reach(model, goal, sense, stay=stay, progress=progress)
        return objectives.bounded(
            model, asked.steps, sense, goal=goal, stay=stay, progress=progress
        )
    if asked.discount is not None and asked.steps is None:
        return objectives.discounted(model, asked.reward, asked.discount, sense, progress=progress)
    if asked.kind == "mean":
        return objectives.mean_payoff(model, asked.reward, sense, progress=progress)
    if asked.steps is not None:
        return objectives.bounded(
            model,
            asked.steps,
            sense,
            rewards=asked.reward,
            discount=asked.discount,
            progress=progress,
        )
    return objectives.total(model, asked.reward, sense, progress=progress)


def enclosed(model: Model, question: Question, progress: Progress) -> Enclosure:
    """Proved bounds in place of the answer.

    Parameters
    ----------
    model : Model
    question : Question
    progress : callable

    Raises
    ------
    ValueError
        As `answered`, and where there are no bounds of what is asked.
    """
    from exactbox.mdp import bounds

    asked, sense = question, _sense(model, question)
    stay = None if asked.stay is None else states_of(model, asked.stay)
    if asked.goal is not None and asked.steps is None:
        goal = states_of(model, asked.goal)
        if asked.kind == "cost":
            return bounds.total_until_bounds(model, asked.reward, goal, sense, progress=progress)
        return bounds.reach_bounds(model, goal, sense, stay=stay, progress=progress)
    if asked.discount is not None and asked.steps is None:
        return bounds.discounted_bounds(
            model, asked.reward, asked.discount, sense, progress=progress
        )
    raise ValueError("--bounds goes with reach without --steps, cost and discounted")


def _sense(model: Model, question: Question) -> str:
    if question.sense is not None:
        return question.sense
    if model.choices > model.states:
        raise ValueError("property: the model has several choices in a state, need max or min")
    return "max"

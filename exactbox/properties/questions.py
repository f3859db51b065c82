"""Questions about a model in a file: what is asked, in words and of the objectives."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from exactbox.objectives import OBJECTIVES

if TYPE_CHECKING:
    from exactbox.mdp.answer import Answer
    from exactbox.mdp.arguments import Asked
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

    sense, asked, objective = _sense(model, question), details(model, question), question.objective
    if question.steps is not None:
        more: dict[str, Any] = {} if "goal" in asked else {"rewards": question.reward}
        return within_steps(model, sense=sense, progress=progress, **asked, **more)
    known = OBJECTIVES[objective]
    where = {"stay": asked.get("stay")} if "stay" in known.takes else {}
    given = known.arguments(reward=question.reward, **_all(asked))
    answer: Answer = known.solve(model, *given, sense, progress=progress, **where)
    return answer


def enclosed(model: Model, question: Question, progress: Progress) -> Enclosure:
    """Proved bounds in place of the answer.

    Raises
    ------
    ValueError
        As `answered`, and where there are no bounds of what is asked.
    """
    sense, known = _sense(model, question), OBJECTIVES[question.objective]
    if not known.has_enclosure or question.steps is not None:
        names = ", ".join(name for name, each in OBJECTIVES.items() if each.has_enclosure)
        raise ValueError(f"--enclosure goes with {names}, without --steps")
    asked = details(model, question)
    where = {"stay": asked.get("stay")} if "stay" in known.takes else {}
    given = known.arguments(reward=question.reward, **_all(asked))
    found: Enclosure = known.enclose(model, *given, sense, progress=progress, **where)
    return found


def normal_form(model: Model, question: Question) -> dict[str, Any]:
    """The question as certificates have it, which takes no solving.

    Parameters
    ----------
    model : Model
        Read from a file; so its states do not share choices, and exact values and bounds answer the
        same question.
    question : Question

    Returns
    -------
    dict
        The same as that of the answer.

    Raises
    ------
    ValueError
        As `answered` for what the model lacks, and for games where there is only one player.
    """
    from exactbox.mdp.arguments import refuse_games, rewards_of
    from exactbox.mdp.writing import question_of

    name = question.objective if question.steps is None else "within_steps"
    if name not in ("reach", "total", "discounted"):
        refuse_games(model, f"a question of {name}")
    takes_rewards = "reward" in OBJECTIVES[question.objective].takes
    rewards = rewards_of(model, question.reward) if takes_rewards else None
    return question_of(model, name, _sense(model, question), rewards, details(model, question))


def details(model: Model, question: Question) -> Asked:
    """What is asked beside rewards and sense: of goal, stay, steps and discount what there is."""
    from exactbox.mdp.arguments import ENDED, Goal, goal_of

    def named(states: States) -> Goal:
        if states == ENDED and ENDED not in model.labels and model.ends.any():
            return goal_of(model, ENDED)
        return Goal(states_of(model, states), False, _words(states))

    sets = {"goal": question.goal, "stay": question.stay}
    numbers = {"steps": question.steps, "discount": question.discount}
    found: Asked = {name: named(states) for name, states in sets.items() if states is not None}
    return found | {name: number for name, number in numbers.items() if number is not None}


def _all(asked: Asked) -> Asked:
    """What objectives may take between the model and the sense."""
    return {"goal": asked.get("goal"), "discount": asked.get("discount")}


def _sense(model: Model, question: Question) -> str:
    if question.sense is not None:
        return question.sense
    if model.options > model.states:
        raise ValueError("property: the model has several choices in a state, need max or min")
    return "max"

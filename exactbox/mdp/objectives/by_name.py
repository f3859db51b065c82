"""Objectives asked by their names, of which `exactbox.objectives` has the table."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from exactbox.mdp.model.model import Model
from exactbox.mdp.objectives.objective import Objective, enclose, exact, question_about
from exactbox.parallel import in_context
from exactbox.progress import Progress


def record_of(name: str) -> Objective:
    """The record of an objective; only its file is loaded."""
    module = import_module(f"exactbox.mdp.objectives.{name}")
    record: Objective = getattr(module, name.upper())
    return record


@in_context
def ask(
    name: str,
    model: Model,
    sense: str | None,
    *,
    asked: Mapping[str, Any],
    enclosure: bool = False,
    progress: Progress | None = None,
) -> Any:
    """The answer of an objective.

    Parameters
    ----------
    name : str
        Of `exactbox.objectives.OBJECTIVES`.
    model : Model
    sense : "max" or "min"
    asked : dict
        Of "reward", "goal", "discount" and "stay" what there is.
    enclosure : bool
        Whether proved bounds are asked for, where there are some.
    progress : callable, optional

    Returns
    -------
    Answer or Enclosure
    """
    objective = record_of(name)
    question = question_about(
        model,
        objective,
        sense,
        goal=asked.get("goal"),
        stay=asked.get("stay"),
        rewards=asked.get("reward"),
        discount=asked.get("discount"),
    )
    return (enclose if enclosure else exact)(objective, model, question)

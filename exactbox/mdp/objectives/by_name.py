"""Objectives asked by their names, of which `exactbox.objectives` has the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactbox.mdp.model.model import Model
from exactbox.mdp.objectives.cost import COST
from exactbox.mdp.objectives.discounted import DISCOUNTED
from exactbox.mdp.objectives.mean_payoff import MEAN_PAYOFF
from exactbox.mdp.objectives.objective import enclose, exact, question_about
from exactbox.mdp.objectives.reach import REACH
from exactbox.mdp.objectives.total import TOTAL
from exactbox.parallel import in_context
from exactbox.progress import Progress

RECORDS = {objective.name: objective for objective in (REACH, COST, TOTAL, DISCOUNTED, MEAN_PAYOFF)}


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
    objective = RECORDS[name]
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

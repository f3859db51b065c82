"""Objectives asked by their names, of which `exactbox.objectives` has the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactbox.mdp import objectives
from exactbox.mdp.model.model import Model
from exactbox.objectives import OBJECTIVES
from exactbox.parallel import in_context
from exactbox.progress import Progress


@in_context
def ask(
    name: str,
    model: Model,
    sense: str,
    *,
    asked: Mapping[str, Any],
    enclosure: bool = False,
    progress: Progress | None = None,
) -> Any:
    """The answer of the objective's function.

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
    takes = OBJECTIVES[name].takes
    function = getattr(objectives, f"{name}_enclosure" if enclosure else name)
    given = [asked.get(detail) for detail in ("reward", "goal", "discount") if detail in takes]
    where = {"stay": asked.get("stay")} if "stay" in takes else {}
    return function(model, *given, sense, **where)

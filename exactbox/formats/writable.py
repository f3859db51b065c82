"""Models as a format can hold them; the rest is refused before anything is written."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np

from exactbox.inputs import input_of
from exactbox.mdp.model.layout import PerState, replace_parts
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import require_model
from exactbox.mdp.model.rewards import Rewards
from exactbox.showing import show


def require_file_and_model(path: Any, model: Any) -> None:
    """TypeError unless these are the name of a file and a model, in this order."""
    if isinstance(path, Model):
        raise TypeError(f"found {show(path)} first, need the name of the file, and then the model")
    input_of(path)
    require_model(model)


def labels_of_states(model: Model, marked: Mapping[str, PerState]) -> list[list[str]]:
    """The labels of every state, in their order, of labels with their states."""
    labels: list[list[str]] = [[] for _ in range(model.states)]
    for name, where in marked.items():
        for s in np.flatnonzero(where).tolist():
            labels[s].append(name)
    return labels


def writable(
    path: str | os.PathLike[str],
    model: Model,
    *,
    players: bool = True,
    rates: bool = False,
    ends: bool = False,
) -> Model:
    """The model as the format can hold it.

    Without rates what accrues in a step is part of its reward. `players` and `rates` say whether
    the format has a place for them; what has none is a ValueError. Without `ends`, a place for
    choices that end the play or are shared, the model is made `Model.plain`.
    """
    require_file_and_model(path, model)
    name = input_of(path).path
    if model.rates is not None and not rates:
        raise ValueError(f"{name}: found rates, need a model in discrete time")
    if model.players is not None and not players:
        raise ValueError(f"{name}: found players, need a model without: no place for them here")
    held = model if ends else model.plain()
    accruing = [name for name, each in held.rewards.items() if each.rate is not None]
    if held.rates is not None or not accruing:
        return held
    rewards = dict(held.rewards)
    for name in accruing:
        expected = rewards[name].expected(held.rates)
        rewards[name] = Rewards(expected.numerator, expected.denominator, name=name)
    return replace_parts(held, rewards=rewards)

"""What all formats have no place for is refused before anything is written."""

from __future__ import annotations

import os

from exactbox.mdp.model import Model


def writable(path: str | os.PathLike[str], model: Model, *, players: bool = True) -> Model:
    """The model with a choice of its own for every option, and without choices that end.

    Parameters
    ----------
    path : str or os.PathLike
        The file, for messages.
    model : Model
    players : bool
        Whether the format has a place for the second player's states.

    Raises
    ------
    ValueError
        If the model has rates, several initial states, or players where there is no place for them.
    """
    name = os.fspath(path)
    if model.rates is not None:
        raise ValueError(f"{name}: found rates, need a model in discrete time")
    if len(model.initial) != 1:
        raise ValueError(f"{name}: found {len(model.initial)} initial states, need one")
    if model.players is not None and not players:
        raise ValueError(f"{name}: found players, need a model without: no place for them here")
    return model.plain()

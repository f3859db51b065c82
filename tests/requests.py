"""What commands make of their options, without a command line."""

from __future__ import annotations

from collections.abc import Sequence

from exactbox.commands.models.question_options import Request, make_request
from exactbox.formats import read_model
from exactbox.mdp.model.model import Model


def requested(
    path: str, files: Sequence[str] = (), wanted: Sequence[str] | None = None, constants: str = ""
) -> Request:
    """The request of ``--props``, ``--prop`` and ``--constants`` about a model in a file."""
    given = {"props": files, "prop": wanted, "constants": constants}
    return make_request({name: value for name, value in given.items() if value}, path)


def model_of(request: Request) -> Model:
    """The model that is asked about."""
    return read_model(request.path, constants=request.constants)

"""Models in files of any of the formats: the name of a file says which, or its content does."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from exactbox import formats
from exactbox.formats.recognition import FORMATS, PROGRAMS, model_file
from exactbox.inputs import PathLike, input_of, opened
from exactbox.mdp.markov_chain import MarkovChain
from exactbox.mdp.model.model import Model

_READERS = {
    ".drn": "read_drn",
    ".json": "read_json",
    ".tra": "read_prism",
    ".umb": "read_umb",
    **dict.fromkeys(PROGRAMS, "build"),
}
_LOOK = 200  # bytes that tell a matrix in JSON from a model
_WRITERS = {
    ".drn": "write_drn",
    ".json": "write_json",
    ".tra": "write_prism",
    ".umb": "write_umb",
}


def read_model(
    path: PathLike,
    *,
    constants: str | Mapping[str, Any] = "",
    normalise: bool = False,
    **options: Any,
) -> Model:
    """The model in a file, by the suffix of its name; without a known one, by its content.

    `constants` are the values of what a program leaves open: ``"N=3,p=1/7"`` or a dict. What
    to `normalise` does is said in the head of `exactbox.formats`; further options are those of the
    format's reader.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "coin.tra"
    >>> _ = path.write_text("2 3\\n0 0 0.5\\n0 1 0.5\\n1 1 1\\n")
    >>> read_model(path).weight.tolist()
    [1, 1, 1]
    """
    file = model_file(path)
    if file.format in PROGRAMS:
        options["constants"] = constants
    elif constants:
        raise ValueError(f"{file.name}: found constants, need none: this is not a program")
    reader = getattr(formats, _READERS[file.format])
    model: Model = reader(file, normalise=normalise, **options)
    return model


def read_chain(path: PathLike) -> MarkovChain:
    """The Markov chain in a file: a table of probabilities, or a model of any of the formats.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "coin.csv"
    >>> _ = path.write_text("0.5,0.5\\n0,1\\n")
    >>> read_chain(path).names
    ('1', '2')
    """
    file = input_of(path)
    with opened(file) as text:
        start = text.read(_LOOK).lstrip()
    listed = file.suffix == ".json" and not (start[:1] == b"{" and b'"shape"' not in start)
    if file.suffix in FORMATS and not listed:
        return MarkovChain(read_model(file))
    return MarkovChain(file)


def write_model(path: PathLike, model: Model) -> None:
    """Write a model in the format that the suffix names, whole or not at all.

    A ValueError names what the model has and the format cannot hold.
    """
    from exactbox.formats.writable import require_file_and_model

    require_file_and_model(path, model)
    ending = input_of(path).suffix
    if ending not in _WRITERS:
        need = ", ".join(_WRITERS)
        raise ValueError(f"{os.fspath(path)}: found the suffix {ending!r}, need {need}")
    getattr(formats, _WRITERS[ending])(path, model)

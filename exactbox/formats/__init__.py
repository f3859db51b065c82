"""Models of Markov decision processes in the formats of other tools, read and written exactly.

================  =======  =======  ================================================================
format            read     written  what it holds beside states, choices and probabilities
================  =======  =======  ================================================================
``.drn``          yes      yes      labels, rewards, actions, variables, rates (`drn`; Storm)
``.tra``          yes      yes      labels, rewards, also of transitions, actions, variables; rates
                                    are read (`prism`: with .lab, .sta, .srew and .trew beside it,
                                    and Storm's dialect, which is read)
``.json``         yes      yes      labels, rewards, actions, descriptions or variables, rates, and
                                    the players of a game (`jsonmodel`: for writing by hand)
``.umb``          yes      yes      labels, rewards, also of branches, actions (`umb`, through umbi)
programs          yes      no       what Storm builds of ``.prism``, ``.nm``, ``.pm``, ``.sm``,
                                    ``.ma`` and ``.jani`` (`storm`, through stormpy)
arrays            yes      no       QuantEcon's and pymdptoolbox's: `from_arrays`
a Gymnasium game  yes      no       its table, and of a grid the cells: `from_gymnasium`
stormpy's models  yes      no       `from_storm`
policies          yes      yes      lines of state, action and value (`policies`)
================  =======  =======  ================================================================

`write_model` goes by the name, `read_model` also by the content where the name says nothing, as
``-`` does, which is standard input (`recognition`). All but ``.umb`` may be packed, with ``.gz`` or
``.xz`` after the name. Every number is read as it is written: 0.1 is 1/10, and ``1/3`` and ``1e-3``
are numbers, too. What a format has no place for is refused. A model whose states share choices is
written with a choice of its own for every option, and one state more where the play can end,
labelled ``ended``.

``rationalize`` says which number a float in memory stands for: none (an error), its binary value
("exact"), the shortest decimal that shows it ("decimal"), or the nearest fraction whose denominator
is at most this int. A ValueError names the file, and the line or the state, that is malformed; an
ImportError the package that a format needs.

``normalise=True`` divides the probabilities of a choice that do not add up to 1 by their sum; the
model says so (`Model.normalised`), and so do its certificates.

>>> from exactbox.formats import from_gymnasium
>>> right = {0: [(0.75, 1, 0.0, False), (0.25, 0, 0.0, False)]}  # probability, state, reward, over
>>> table = {0: right, 1: {0: [(1.0, 1, 0.0, True)]}}  # as env.unwrapped.P of Gymnasium has it
>>> from_gymnasium(table, rationalize="exact")
Model(2 states, 2 choices, 3 branches)

The modules, in the order in which a file passes through them:

================  ================================================================
recognition       which format a model is in
text_files        files of lines: read, named in errors, written, packed
number_columns    columns of numbers in lines of text, parsed by array operations
numbers           texts and floats as ratios, and ratios as texts
rates             immediate choices beside one that has a rate
valuations        the values of variables in all states
drn               Storm's explicit format, read
drn_writing       ... and written
prism/            PRISM's explicit files
jsonmodel         JSON, read and written
umb               the unified Markov binary format, read and written
storm/            what stormpy has built, and programs
arrays            QuantEcon's and pymdptoolbox's arrays
gymnasium         a Gymnasium environment's table
gymnasium_grids   ... and the cells of its grid
policies          policies, read
policies_writing  ... and written
writable          what all formats have no place for
================  ================================================================
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from exactbox.formats.recognition import PROGRAMS, format_of, model_file
from exactbox.inputs import PathLike, input_of
from exactbox.late import late_names

if TYPE_CHECKING:
    from exactbox.formats.arrays import from_arrays
    from exactbox.formats.drn import read_drn
    from exactbox.formats.drn_writing import write_drn
    from exactbox.formats.gymnasium import from_gymnasium
    from exactbox.formats.jsonmodel import read_json, write_json
    from exactbox.formats.policies import read_policy
    from exactbox.formats.policies_writing import write_policy
    from exactbox.formats.prism import read_prism
    from exactbox.formats.prism.prism_writing import write_prism
    from exactbox.formats.storm import build, from_storm
    from exactbox.formats.umb import read_umb, write_umb
    from exactbox.mdp.model.model import Model

__all__ = [
    "build",
    "format_of",
    "from_arrays",
    "from_gymnasium",
    "from_storm",
    "read_drn",
    "read_json",
    "read_model",
    "read_policy",
    "read_prism",
    "read_umb",
    "write_drn",
    "write_json",
    "write_model",
    "write_policy",
    "write_prism",
    "write_umb",
]

_HOMES = {  # each module with the public names that it has
    "arrays": ("from_arrays",),
    "drn": ("read_drn",),
    "drn_writing": ("write_drn",),
    "gymnasium": ("from_gymnasium",),
    "jsonmodel": ("read_json", "write_json"),
    "policies": ("read_policy",),
    "policies_writing": ("write_policy",),
    "prism": ("read_prism",),
    "prism.prism_writing": ("write_prism",),
    "storm": ("build", "from_storm"),
    "umb": ("read_umb", "write_umb"),
}
_READERS = {
    ".drn": "read_drn",
    ".json": "read_json",
    ".tra": "read_prism",
    ".umb": "read_umb",
    **dict.fromkeys(PROGRAMS, "build"),
}
_WRITERS = {
    ".drn": "write_drn",
    ".json": "write_json",
    ".tra": "write_prism",
    ".umb": "write_umb",
}


if not TYPE_CHECKING:  # a type checker reads the imports above
    __getattr__ = late_names(__name__, _HOMES)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def read_model(
    path: PathLike,
    *,
    constants: str | Mapping[str, Any] = "",
    normalise: bool = False,
    **options: Any,
) -> Model:
    """The model in a file, by the suffix of its name; without a known one, by its content.

    `constants` are the values of what a program leaves open: ``"N=3,p=1/7"`` or a dict. What
    to `normalise` does is said in the room's head; further options are those of the format's
    reader.

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
    reader = getattr(sys.modules[__name__], _READERS[file.format])
    model: Model = reader(file, normalise=normalise, **options)
    return model


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
    getattr(sys.modules[__name__], _WRITERS[ending])(path, model)

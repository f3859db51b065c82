"""The files that ``exactbox solve`` writes for each property, its certificate among them.

``--certificate proofs/{name}.json`` replaces {name} by the property's name (a property without one
is called property-1, and so on); a folder stands for {name}.json in it, and one that ends in / is
made if it is not there. No two properties may have one file.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any

from exactbox.commands.terminal.outputs import is_folder, require_places
from exactbox.commands.terminal.written import Verdict, numbered, prove, write_picture
from exactbox.progress import report
from exactbox.showing import Row

if TYPE_CHECKING:
    from exactbox.mdp.model.model import Model
    from exactbox.properties.result import PropertyAnswer

SUFFIXES = {"certificate": ".json", "policy": ".txt", "plot": ".png"}  # of files in a folder
_NAME = "{name}"

# branches up to which every answer goes through the checker: on grids of 10^6 it takes 2 to 6 s
# where to read the model takes 2 s, and to solve it 1 to 4
CHECKED_BRANCHES = 1_000_000

Places = Mapping[str, str]  # the files of one property, by the options that ask for them


def places(
    names: Sequence[str], templates: Mapping[str, str], inputs: Sequence[str]
) -> list[Places]:
    """The places of each property's files, tested before anything is solved.

    Properties without a name have an empty one. A ValueError says that several would share a file,
    or that one is an input; an OSError that it cannot be written.
    """
    found: list[dict[str, str]] = [{} for _ in names]
    for name, template in templates.items():
        for k, each in enumerate(names):
            found[k][name] = _place(template, name, each, k, len(names) > 1)
        taken = [each[name] for each in found]
        if twice := next((path for path in taken if taken.count(path) > 1), None):
            raise ValueError(f"--{name}: two properties would be written to {twice}")
        for path in taken:
            folder = os.path.dirname(path)
            if folder and not os.path.isdir(folder):
                _require_new(template)
    if any(map(is_folder, templates.values())):  # else they have been tested
        there = [
            (name, each[name])
            for name in templates
            for each in found
            if os.path.isdir(os.path.dirname(each[name]) or os.curdir)
        ]
        require_places(inputs, there)
    return [*found]


def _require_new(template: str) -> None:
    """OSError where a folder is not there, and is not one that is made: NEW/ or NEW/{name}.json."""
    if os.path.exists(template.rstrip(os.sep)):
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), template)
    made = template.endswith(os.sep) or _NAME in template
    above = os.path.dirname(os.path.dirname(template.split(_NAME)[0])) or os.curdir
    if not made or not os.path.isdir(above):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), template)
    if not os.access(above, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), template)


def _place(template: str, option: str, name: str, k: int, several: bool) -> str:
    """The file of the property k, which counts from 0."""
    if template.endswith(os.sep) or Path(template).is_dir():
        template = os.path.join(template, f"{_NAME}{SUFFIXES[option]}")
    if several and _NAME not in template:
        raise ValueError(
            f"--{option} {template}: several properties need {_NAME} in it, or a folder"
            f"{' that exists, or ends in /' if template != '-' else ''}"
        )
    return template.replace(_NAME, file_name(name) if name else f"property-{k + 1}")


def file_name(name: str) -> str:
    """A property's name as that of a file in its folder: not ``..``, and not ``-``.

    Examples
    --------
    >>> file_name("a/b c"), file_name(".."), file_name("-"), file_name("k-1.5")
    ('a_b_c', '__', '_', 'k-1.5')
    """
    return re.sub(r"[^\w.-]" if re.search(r"\w", name) else r".", "_", name, flags=re.DOTALL)


def proved(found: PropertyAnswer, paths: Places, model: Model) -> tuple[list[Verdict], list[Row]]:
    """The proofs of an answer, and all files of it, which are written before it is printed."""
    answers = [each for each in (*found.inner, found) if each.answer is not None]
    if "certificate" in paths and not answers:
        raise ValueError("it only says which states are in sets: there is nothing to certify")
    if "policy" in paths and found.answer is None:
        raise ValueError("it only says which states are in sets: there is no policy")
    verdicts, files = list[Any](), list[Row]()
    if "certificate" in paths or len(model.target) <= CHECKED_BRANCHES:
        report("the certificate and its check", 0, 0)
        path = paths.get("certificate")
        names: Iterable[Any] = repeat(None) if path is None else numbered(path, len(answers))
        verdicts = [prove(each, name, files) for each, name in zip(answers, names)]
    if found.answer is not None and "policy" in paths:
        from exactbox.commands.models.solve_policies import save_policy

        files = [*save_policy(found.answer, found.asked, paths["policy"]), *files]
    if "plot" in paths:
        files = [*files, *write_picture(paths["plot"], found.plot)]
    return verdicts, files

"""The names of the files that ``exactbox solve`` writes for each property.

``--certificate proofs/{name}.json`` replaces {name} by the property's name (a property without one
is called property-1, and so on); a folder stands for {name}.json in it, and one that ends in / is
made if it is not there. No two properties may have one file.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from exactbox.commands.terminal.outputs import is_folder, require_places

SUFFIXES = {"certificate": ".json", "policy": ".txt", "plot": ".png"}  # of files in a folder
_NAME = "{name}"

Places = Mapping[str, str]  # the files of one property, by the options that ask for them


def places(
    names: Sequence[str], templates: Mapping[str, str], inputs: Sequence[str]
) -> list[Places]:
    """The places of each property's files, tested before anything is solved.

    Properties without a name have an empty one. A ValueError says that several would share a file,
    or that one is an input; an OSError that it cannot be written.
    """
    paths: list[dict[str, str]] = [{} for _ in names]
    for name, template in templates.items():
        for k, each in enumerate(names):
            paths[k][name] = _place(template, name, each, k, len(names) > 1)
        taken = [each[name] for each in paths]
        if twice := next((path for path in taken if taken.count(path) > 1), None):
            raise ValueError(f"--{name}: two properties would be written to {twice}")
        for path in taken:
            folder = os.path.dirname(path)
            if folder and not os.path.isdir(folder):
                # OSError where a folder is not there, and is not one that is made: NEW/ or
                # NEW/{name}.json
                if os.path.exists(template.rstrip(os.sep)):
                    raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), template)
                made = template.endswith(os.sep) or _NAME in template
                above = os.path.dirname(os.path.dirname(template.split(_NAME)[0])) or os.curdir
                if not made or not os.path.isdir(above):
                    raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), template)
                if not os.access(above, os.W_OK | os.X_OK):
                    raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), template)
    if any(map(is_folder, templates.values())):  # else they have been tested
        there = [
            (name, each[name])
            for name in templates
            for each in paths
            if os.path.isdir(os.path.dirname(each[name]) or os.curdir)
        ]
        require_places(inputs, there)
    return [*paths]


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

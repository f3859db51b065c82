"""Where ``exactbox solve`` writes what belongs to each of several properties.

``--certificate proofs/{name}.json`` replaces {name} by the property's name (a property without one
is called property-1, and so on); a folder stands for {name}.json in it. Of several properties no
file is replaced that was there before, and no two may have one name.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_NAME = "{name}"


@dataclass(frozen=True)
class Place:
    """The files of one property; empty where none are asked for."""

    certificate: str
    policy: str


class Files:
    """Of each property where its files go, looked at before anything is solved.

    Parameters
    ----------
    names : sequence of str
        Of the properties; empty where one has none.
    certificate, policy : str, optional
        As the options have them.

    Raises
    ------
    ValueError
        If several properties would share a file, or replace one.
    """

    def __init__(self, names: Sequence[str], certificate: str | None, policy: str | None) -> None:
        given = {"--certificate": certificate or "", "--policy": policy or ""}
        suffixes = {"--certificate": ".json", "--policy": ".txt"}
        found = {
            option: [_place(template, suffixes[option], name, k, len(names) > 1, option)
                     for k, name in enumerate(names, 1)]
            for option, template in given.items()
        }  # fmt: skip
        for option, paths in found.items():
            taken = [path for path in paths if path]
            if twice := next((path for path in taken if taken.count(path) > 1), None):
                raise ValueError(f"{option}: two properties would be written to {twice}")
            old = next((p for p in taken if len(names) > 1 and os.path.exists(p)), None)
            if old is not None:
                raise ValueError(f"{option}: {old} is there already; remove it, or name another")
        pairs = zip(*found.values(), strict=True)
        self.places = [Place(certificate, policy) for certificate, policy in pairs]


def _place(template: str, suffix: str, name: str, k: int, several: bool, option: str) -> str:
    """The file of the k-th property."""
    if not template:
        return ""
    folder = template.endswith(os.sep) or Path(template).is_dir()
    if folder:
        template = os.path.join(template, f"{_NAME}{suffix}")
    if several and _NAME not in template:
        raise ValueError(
            f"{option} {template}: several properties need {_NAME} in it, or a folder that exists"
        )
    safe = re.sub(r"[^\w.-]", "_", name) if name else f"property-{k}"
    return template.replace(_NAME, safe)


def numbered(path: str, count: int) -> list[str]:
    """Files of so many certificates: of nested operators by number, the last of the property.

    Examples
    --------
    >>> numbered("c1.json.gz", 2)
    ['c1.inner-1.json.gz', 'c1.json.gz']
    """
    folder, name = os.path.split(path)
    stem, dot, suffix = name.partition(".")
    inner = [f"{stem}.inner-{k}{dot}{suffix}" for k in range(1, count)]
    return [os.path.join(folder, each) for each in (*inner, name)]

"""The files that ``exactbox solve`` writes for each property.

``--certificate proofs/{name}.json`` replaces {name} by the property's name (a property without one
is called property-1, and so on); a folder stands for {name}.json in it, and one that ends in / is
made if it is not there. No two properties may have one file.
"""

from __future__ import annotations

import argparse
import errno
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from exactbox.certificate import Proof, Provable, UncheckedError, proved
from exactbox.commands.terminal.outputs import require_places
from exactbox.commands.terminal.written import Written, certificate_draft, kept, unchecked

_NAME = "{name}"


@dataclass(frozen=True)
class Place:
    """The files of one property; empty where none are asked for."""

    certificate: str
    policy: str
    plot: str

    @property
    def files(self) -> bool:
        """Whether there are any."""
        return bool(self.certificate or self.policy or self.plot)


def places(names: Sequence[str], arguments: argparse.Namespace) -> list[Place]:
    """The places of each property's files, tested before anything is solved.

    Properties without a name have an empty one. A ValueError says that several would share a file,
    or that one is an input; an OSError that it cannot be written.
    """
    found: dict[str, list[str]] = {}
    for name, suffix in (("certificate", ".json"), ("policy", ".txt"), ("plot", ".png")):
        option, template = f"--{name}", getattr(arguments, name) or ""
        several = len(names) > 1
        found[name] = [
            _place(template, suffix, each, k, several, option) for k, each in enumerate(names, 1)
        ]
        taken = [path for path in found[name] if path]
        if twice := next((path for path in taken if taken.count(path) > 1), None):
            raise ValueError(f"{option}: two properties would be written to {twice}")
        for path in taken:
            folder = os.path.dirname(path)
            if folder and not os.path.isdir(folder):
                _require_new(template)
    there = {
        name: [p for p in paths if p and os.path.isdir(os.path.dirname(p) or os.curdir)]
        for name, paths in found.items()
    }
    require_places(argparse.Namespace(**{**vars(arguments), **there, "in_folders": False}))
    return [*map(Place, found["certificate"], found["policy"], found["plot"])]


def _require_new(template: str) -> None:
    """OSError where a folder is not there, and is not one that is made: NEW/ or {name}/a.json."""
    if os.path.exists(template.rstrip(os.sep)):
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), template)
    made = template.endswith(os.sep) or _NAME in os.path.dirname(template)
    above = os.path.dirname(template.split(_NAME)[0].rstrip(os.sep)) or os.curdir
    if not made or not os.path.isdir(above):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), template)
    if not os.access(above, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), template)


def _place(template: str, suffix: str, name: str, k: int, several: bool, option: str) -> str:
    """The file of the k-th property."""
    if not template:
        return ""
    folder = template.endswith(os.sep) or Path(template).is_dir()
    if folder:
        template = os.path.join(template, f"{_NAME}{suffix}")
    if several and _NAME not in template:
        raise ValueError(
            f"{option} {template}: several properties need {_NAME} in it, or a folder"
            f"{' that exists, or ends in /' if template != '-' else ''}"
        )
    return template.replace(_NAME, file_name(name) if name else f"property-{k}")


def file_name(name: str) -> str:
    """A property's name as that of a file in its folder: not ``..``, and not ``-``.

    Examples
    --------
    >>> file_name("a/b c"), file_name(".."), file_name("-"), file_name("k-1.5")
    ('a_b_c', '__', '_', 'k-1.5')
    """
    return re.sub(r"[^\w.-]" if re.search(r"\w", name) else r".", "_", name, flags=re.DOTALL)


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


@dataclass(frozen=True)
class Proofs:
    """The checker's verdicts on an answer's certificates."""

    proofs: list[Proof] = field(default_factory=list)  # passed, the outermost last
    files: list[Written] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)  # why others have no verdict

    @property
    def why(self) -> str:
        """The certificates without a verdict, and why; empty where the checker has passed all."""
        if not self.unchecked:
            return ""
        count = len(self.proofs) + len(self.unchecked)
        part = f"{len(self.unchecked)} of {count} certificates: " if count > 1 else ""
        return f"{part}{'; '.join(dict.fromkeys(self.unchecked))}"


def prove(results: Sequence[Provable], path: str | None) -> Proofs:
    """Have results proved, and their certificates written where a file is named, before anything is
    printed. What the checker gives up on is set aside (`exactbox.certificate.UNCHECKED`)."""
    if path == "-" and len(results) > 1:
        raise ValueError(f"-: {len(results)} certificates, one for each operator: need a file")
    names = numbered(path, len(results)) if path else [None] * len(results)
    found = Proofs()
    for name, result in zip(names, results, strict=True):
        with certificate_draft(name) as draft:
            try:
                found.proofs.append(proved(result, draft))
            except UncheckedError as error:
                found.unchecked.append(error.why)
                if name:
                    found.files.extend(unchecked(error))
            else:
                found.files.extend(kept(draft, found.proofs[-1]))
    return found

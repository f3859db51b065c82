"""The files that a command will write, looked at before its work: it may take hours."""

from __future__ import annotations

import argparse
import errno
import os
from collections.abc import Sequence

_INPUTS = ("model", "files", "matrix", "right", "evaluate", "props", "file")


def require_places(arguments: argparse.Namespace, outputs: Sequence[str]) -> None:
    """Refuse outputs for which there is no folder, and those that are inputs as well.

    Parameters
    ----------
    arguments : argparse.Namespace
    outputs : names of those that are to be written

    Raises
    ------
    OSError
        If a folder is not there, or cannot be written to.
    ValueError
        If an output is an input.
    """
    inputs = [path for name in _INPUTS for path in _paths(arguments, name)]
    for name in outputs:
        for path in _paths(arguments, name):
            folder = os.path.dirname(path) or os.curdir
            if "{" in folder:  # a pattern
                continue
            if not os.path.isdir(folder):
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
            if not os.access(folder, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
            for given in inputs:
                if os.path.exists(path) and os.path.exists(given) and os.path.samefile(path, given):
                    raise ValueError(f"--{name} {path}: this is an input, need another file")


def _paths(arguments: argparse.Namespace, name: str) -> list[str]:
    """The files that an option or an argument names."""
    found = getattr(arguments, name, None)
    listed = found if isinstance(found, list) else [found]
    return [path for path in listed if isinstance(path, str) and path]

"""The files that a command writes: looked at before its work, which may take hours, and written
before anything is printed, because who reads that may be gone.
"""

from __future__ import annotations

import argparse
import errno
import os
from collections.abc import Callable, Sequence

from exactbox.files import STANDARD

_INPUTS = ("model", "files", "matrix", "right", "evaluate", "props", "file")

_errors: list[OSError] = []  # of files that could not be written in this run


def saved(path: str, write: Callable[[str], None]) -> bool:
    """Call ``write(path)``; whether the file is written.

    An OSError is kept, so that the answer can be printed all the same; `cli.run` says it at the
    end. Call this before anything is printed.

    Parameters
    ----------
    path : str
        ``-`` is standard output.
    write : callable
        Writes the file that it is given, through `exactbox.files.write`.

    Examples
    --------
    >>> import exactbox.files
    >>> saved("/nowhere/x.json", lambda path: exactbox.files.write(path, b"{}"))
    False
    >>> [error.filename for error in errors()]
    ['/nowhere/x.json']
    """
    try:
        write(path)
    except OSError as error:
        if not (path == STANDARD and isinstance(error, BrokenPipeError)):  # its reader has gone
            _errors.append(error)
        return False
    return True


def errors() -> list[OSError]:
    """Why files could not be written since this was last asked."""
    found = _errors.copy()
    _errors.clear()
    return found


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

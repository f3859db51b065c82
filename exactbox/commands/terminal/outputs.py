"""The files that a command writes: looked at before its work, which may take hours, and written
before anything is printed, because who reads that may be gone.
"""

from __future__ import annotations

import argparse
import errno
import os
import re
import stat
import sys
from collections.abc import Callable, Sequence

from exactbox.commands.terminal.progress_bar import show
from exactbox.files import STANDARD, followed, is_regular
from exactbox.showing import one_line

# options of files to be written, and of those that are read
OUTPUTS = ("certificate", "policy", "sheet", "output", "plot", "findings", "vipr")
INPUTS = ("model", "files", "matrix", "right", "evaluate", "props", "file", "against", "grid")

Named = tuple[str, str]  # the option of a file, and its name
_errors: list[Exception] = []  # of files that this run could not write, or not have checked


def saved(path: str, write: Callable[[str], None]) -> bool:
    """Call ``write(path)``, which goes through `exactbox.files.write`; whether the file is written.

    An OSError or a ValueError is kept, so that the answer can be printed all the same; `cli.run`
    says it at the end. Call this before anything is printed.

    Examples
    --------
    >>> import exactbox.files
    >>> saved("/nowhere/x.json", lambda path: exactbox.files.write(path, b"{}"))
    False
    >>> [error.filename for error in errors()]
    ['/nowhere/x.json']
    """
    show(f"writing {shown(path)}")  # a pipe waits for who reads it
    try:
        write(path)
    except (OSError, ValueError) as error:  # a format may not hold what is to be written
        if not (path == STANDARD and isinstance(error, BrokenPipeError)):  # its reader has gone
            _errors.append(error)
        return False
    return True


def shown(path: str) -> str:
    """An output's name as it is printed.

    Examples
    --------
    >>> shown("-"), shown("a\\nb.json")
    ('standard output', 'a\\\\nb.json')
    """
    return "standard output" if path == STANDARD else one_line(path)


def postpone(error: Exception) -> None:
    """Have an error said at the end, so that the answer is printed all the same."""
    _errors.append(error)


def errors() -> list[Exception]:
    """Why files could not be written, or not be checked, since this was last asked."""
    found = _errors.copy()
    _errors.clear()
    return found


def require_places(
    inputs: Sequence[str], outputs: Sequence[Named], *, in_folders: bool = False
) -> None:
    """Refuse outputs that cannot be written, and those that would replace an input or each other.

    With ``in_folders`` an output may be a folder, or a pattern with ``{name}``. Two inputs that are
    standard input, and empty names, are refused as well.
    """
    if "" in inputs:
        raise ValueError("the name of an input is empty, need that of a file")
    if inputs.count(STANDARD) > 1:
        raise ValueError("two inputs are standard input, need one at most")
    known: dict[str, str] = {}
    for name, path in outputs:
        option = f"--{name}"
        if not path:
            raise ValueError(f"{option}: the name is empty, need that of a file")
        if in_folders and is_folder(path):
            if "{" in path and path in known.values():
                raise ValueError(f"{option} {path}: this is another output, need another file")
            known[option] = path
            continue
        _require_place(path)
        if any(_is_one(path, each, 0) for given in inputs for each in (given, *_beside(given))):
            raise ValueError(f"{option} {path}: this is an input, need another file")
        for other, taken in known.items():
            if path == taken == STANDARD or _is_one(path, taken, 1):
                raise ValueError(f"{option} {path}: this is also {other}, need another file")
        known[option] = path


def is_folder(path: str) -> bool:
    """Whether a name is that of a folder, which may be made, or a pattern."""
    return "{" in path or path.endswith(os.sep) or os.path.isdir(path)


def named_files(arguments: argparse.Namespace) -> tuple[list[str], list[Named]]:
    """The inputs and the outputs that a command's arguments name."""
    known = vars(arguments)
    inputs, outputs = (
        [
            (name, path)
            for name in names
            for path in (known[name] if isinstance(known.get(name), list) else [known.get(name)])
            if isinstance(path, str)
        ]
        for names in (INPUTS, OUTPUTS)
    )
    return [path for _, path in inputs], outputs


def _beside(path: str) -> list[str]:
    """The files that are read with a .tra file: of its stem, and perhaps numbered."""
    folder, last = os.path.split(path)
    stem = re.fullmatch(r"(.+)\.tra(\.gz|\.xz)?", last, re.IGNORECASE)
    if not stem or not os.path.isdir(folder or os.curdir):
        return []
    name = re.compile(rf"{re.escape(stem[1])}\d*\.(lab|sta|srew|trew)(\.gz|\.xz)?")
    return [os.path.join(folder, n) for n in os.listdir(folder or os.curdir) if name.fullmatch(n)]


def _require_place(path: str) -> None:
    """OSError where a file cannot be written, as far as that can be seen."""
    if path == STANDARD:
        if sys.stdout is None:
            raise OSError(errno.EBADF, "it is closed", "standard output")
        return
    target = followed(path)
    if isinstance(target, int):
        # those that are not inherited are this program's own
        if not _is_open(target) or not os.get_inheritable(target):
            raise _error(errno.EBADF, path)
    elif os.path.isdir(target):
        raise _error(errno.EISDIR, path)
    elif os.path.exists(target) and not os.access(target, os.W_OK):
        raise _error(errno.EACCES, path)
    elif is_regular(target):
        folder = os.path.dirname(target)
        if not os.path.isdir(folder) or not os.path.basename(target):
            raise _error(errno.ENOENT, path)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise _error(errno.EACCES, path)


def _error(number: int, path: str) -> OSError:
    return OSError(number, os.strerror(number), path)


def _is_open(descriptor: int) -> bool:
    """Whether a descriptor can be written to."""
    import fcntl

    try:
        return fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_ACCMODE != os.O_RDONLY
    except OSError:
        return False


def _is_one(path: str, other: str, standard: int) -> bool:
    """Whether an output and another file are one, under whatever names, and not a device; the
    other's ``-`` has this descriptor."""
    a, b = _status(path, 1), _status(other, standard)
    if a is None and b is None:
        return followed(path) == followed(other)
    return a is not None and b is not None and os.path.samestat(a, b) and stat.S_ISREG(a.st_mode)


def _status(path: str, standard: int) -> os.stat_result | None:
    """The status of a file that is there."""
    try:
        return os.fstat(standard) if path == STANDARD else os.stat(path)
    except OSError:
        return None

"""Files that are written whole or not at all.

The problem: a file that is asked for may be there already, and a full disk, an interrupt or a
crash may come at any moment. The method: the bytes go to a temporary file in the same folder, which
takes the name once they are on the disk; a rename replaces a file at once. So every reader finds
the older file whole or the newer one whole.

A rename would destroy what is not a regular file. A device, a pipe and a descriptor
(``/dev/stdout``, ``/dev/fd/3``) are therefore written through, a symbolic link is followed, and
``-`` is standard output. A file that is replaced keeps its permission bits, and its owner where
that is allowed; a second hard link to it keeps the older content.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from typing import Any

STANDARD = "-"  # standard output's name

_PIECE = 1 << 20  # bytes of one write: an interrupt is heeded between two
_LINKS = 40  # that are followed, as Linux does
_SHOWN = 40  # characters of a file's name in its temporary one: names have at most 255 bytes
_DESCRIPTORS = re.compile(r"/proc/(\d+)(?:/task/\d+)?/fd|/dev/fd")

_standard_output: Any = None  # while what is printed goes elsewhere
_tell: Callable[[str], None] | None = None


def write(path: str | os.PathLike[str], data: bytes) -> None:
    """Write `data` to `path` whole or not at all; gzip it where the name ends in .gz.

    Parameters
    ----------
    path : str or os.PathLike
        ``-`` is standard output. Links are followed, and what is there and is not a regular file is
        written through.
    data : bytes

    Raises
    ------
    OSError
        If it cannot be written; the error has the file's name. An older file is as it was.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "a.json"
    >>> write(file, b"{}")
    >>> file.read_bytes(), len(list(file.parent.iterdir()))
    (b'{}', 1)
    """
    name = os.fsdecode(path)
    if name.lower().endswith(".gz"):
        import gzip

        data = gzip.compress(data, compresslevel=1, mtime=0)
    try:
        if name == STANDARD:
            _print(data)
            return
        target = followed(name)
        if isinstance(target, int):
            with suppress(AttributeError):  # standard output may be closed
                sys.stdout.flush()
            _put(target, data)
        elif is_regular(target):
            _replace(target, data)
        else:
            _write_through(target, data)
    except OSError as error:
        shown = "standard output" if name == STANDARD else name
        number, why = error.errno or errno.EIO, error.strerror or str(error)
        raise OSError(number, why, shown) from None


def followed(name: str) -> str | int:
    """Where a name leads: to a path that is not a symbolic link, or to a descriptor of this
    process, by its number.

    Raises
    ------
    OSError
        If links lead in a circle, or the current folder has been removed.
    """
    path = name
    for _ in range(_LINKS):
        folder, last = os.path.split(path)
        try:
            folder = os.path.realpath(folder or os.curdir)
        except FileNotFoundError as error:
            raise FileNotFoundError(error.errno, error.strerror, name) from None
        found = _DESCRIPTORS.fullmatch(folder)
        if found and last.isdecimal() and found[1] in (None, str(os.getpid())):
            return int(last)
        path = os.path.join(folder, last)
        if folder.startswith("/proc/") or not os.path.islink(path):
            return path
        path = os.path.join(folder, os.readlink(path))
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), name)


def is_regular(path: str) -> bool:
    """Whether a file that is there is one that a rename may replace; one that is not there is."""
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        return True
    return stat.S_ISREG(mode) and not path.startswith("/proc/")


@contextmanager
def standard_output_for_files() -> Iterator[None]:
    """Standard output has what is written to ``-`` alone: prints go to standard error."""
    global _standard_output
    before, _standard_output = _standard_output, sys.stdout
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        _standard_output = before


def tell_temporaries(tell: Callable[[str], None] | None) -> None:
    """Have `tell` called with the path of each temporary file, before that is there.

    Who is told can remove it where this process is killed.
    """
    global _tell
    _tell = tell


def _print(data: bytes) -> None:
    """All bytes to standard output."""
    stream = sys.stdout if _standard_output is None else _standard_output
    if stream is None:
        raise OSError(errno.EBADF, "it is closed")
    if hasattr(stream, "buffer"):
        stream.flush()
        stream.buffer.write(data)
    else:  # a notebook's
        stream.write(data.decode())
    stream.flush()


def _replace(target: str, data: bytes) -> None:
    """A regular file, by a temporary one that takes its name."""
    try:
        old = os.stat(target)
    except FileNotFoundError:
        old = None
    if old is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    folder, last = os.path.split(target)
    name = os.path.join(folder, f".{last[:_SHOWN]}.{os.urandom(8).hex()}")
    if _tell is not None:
        _tell(name)
    try:
        descriptor = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        try:
            if old is not None:
                with suppress(OSError):  # only root may give files away
                    os.chown(name, old.st_uid, old.st_gid)
                os.chmod(name, stat.S_IMODE(old.st_mode))
            _put(descriptor, data)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.replace(name, target)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(name)
        raise


def _write_through(target: str, data: bytes) -> None:
    """A device or a pipe, which stays what it is."""
    descriptor = os.open(target, os.O_WRONLY | getattr(os, "O_NOCTTY", 0))
    try:
        _put(descriptor, data)
    finally:
        os.close(descriptor)


def _put(descriptor: int, data: bytes) -> None:
    """All bytes, in pieces."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest[:_PIECE]) :]

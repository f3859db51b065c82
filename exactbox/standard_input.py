"""Standard input in place of a file, which the name ``-`` stands for; and pipes.

They can be read only once and are looked at more than once (which format it is, what it declares,
the model), so what was read is kept. They have no name to tell whether they are packed; their bytes
do.
"""

from __future__ import annotations

import gzip
import lzma
import os
import stat
import sys
import zlib
from functools import lru_cache
from reprlib import repr as shown
from typing import Any

NAME = "standard input"  # in messages
_GZIP, _XZ = b"\x1f\x8b", b"\xfd7zXZ\x00"  # how packed bytes begin


def is_standard_input(path: object) -> bool:
    """Whether a name stands for standard input; a file of that name is ``./-``."""
    return isinstance(path, (str, os.PathLike)) and os.fspath(path) == "-"


def path_of(path: Any) -> str:
    """The name of a file as a text; TypeError for what is not one.

    Examples
    --------
    >>> path_of(5)
    Traceback (most recent call last):
        ...
    TypeError: found 5, need the name of a file
    """
    try:
        return os.fsdecode(path)
    except TypeError:
        found = " ".join(shown(path).split())
        raise TypeError(f"found {found}, need the name of a file") from None


def named(path: str | os.PathLike[str]) -> str:
    """What messages call a file.

    Examples
    --------
    >>> named("die.drn"), named("-")
    ('die.drn', 'standard input')
    """
    return NAME if is_standard_input(path) else path_of(path)


def standard_input() -> bytes:
    """All of standard input, unpacked where it is gzip or xz; the same when asked again.

    Raises
    ------
    ValueError
        If what is packed is damaged or cut off.
    OSError
        If it is closed, or cannot be read.
    """
    if sys.stdin is None or sys.stdin.closed:
        raise OSError(f"{NAME} is closed")
    return _all_of(sys.stdin)


def read_once(path: str | os.PathLike[str]) -> bytes | None:
    """All of standard input or of a pipe, such as ``<(...)`` in a shell; None of another file.

    Raises
    ------
    ValueError
        If what is packed is damaged or cut off.
    OSError
        If it cannot be read.
    """
    if is_standard_input(path):
        return standard_input()
    name = path_of(path)
    found = os.stat(name)
    if not stat.S_ISFIFO(found.st_mode):
        return None
    return _all_of_pipe(name, found.st_dev, found.st_ino)


@lru_cache(maxsize=4)
def _all_of_pipe(path: str, device: int, number: int) -> bytes:
    """What a pipe has: of another pipe at the same path the number is another."""
    with open(path, "rb") as file:
        return _unpacked(file.read(), path)


@lru_cache(maxsize=1)
def _all_of(stream: Any) -> bytes:
    """What a text stream has, in bytes."""
    return _unpacked(stream.buffer.read(), NAME)


def _unpacked(data: bytes, name: str) -> bytes:
    try:
        if data.startswith(_GZIP):
            return gzip.decompress(data)
        return lzma.decompress(data) if data.startswith(_XZ) else data
    except (gzip.BadGzipFile, EOFError, zlib.error, lzma.LZMAError) as error:
        raise ValueError(f"{name}: what is packed is damaged: {error}") from None
